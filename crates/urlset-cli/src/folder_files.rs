//! What a file of a folder is: one of the set, or something else that stands there too.

use crate::inputs::{From, Named, Wanted};
use crate::opening::Opened;
use crate::planner::Task;
use std::path::{Component, Path};
use urlset::source_rules::UNKNOWN_FORMAT;
use urlset::{Confidence, Error, Format, Lost, Prepared, Result, Rule};

/// Files of a folder that these rules refuse are simply no sitemaps, unless their name says so.
const NO_SITEMAP: [&str; 7] = [
    "file/unknown-format",
    "file/html-not-sitemap",
    "file/zero-bytes",
    "file/not-gzip-compression",
    "schema/unknown-root",
    "csv/no-url-column",
    "jsonfeed/not-a-feed",
];

/// Where a file stands below the folder from which its place counts.
pub(crate) fn folder(wanted: &Wanted) -> String {
    let From::File(path) = &wanted.from else {
        return String::new();
    };
    let below = path.strip_prefix(&wanted.root).ok().and_then(Path::parent);
    let names = below.into_iter().flat_map(Path::components).filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

/// Whether a document was found in a folder, not named by anybody.
pub(crate) fn in_folder(task: &Task) -> bool {
    task.wanted.named == Named::Folder && task.parent.is_none()
}

/// Endings of programs, styles, settings and texts: the tags of a sitemap may stand in any of these.
const OTHERS: [&str; 62] = [
    "adoc", "astro", "bat", "c", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "diff", "eml",
    "go", "h", "haml", "inc", "ini", "ipynb", "java", "js", "json", "jsonl", "jsx", "kt", "less",
    "log", "lua", "map", "markdown", "md", "mdx", "mjs", "ndjson", "patch", "pl", "ps1", "py",
    "rb", "rs", "rst", "scala", "scss", "sh", "sql", "svelte", "svg", "swift", "tab", "tex",
    "toml", "ts", "tsv", "tsx", "vue", "wasm", "wsgi", "xsd", "xsl", "xslt", "yaml", "yml",
];

/// Endings of programs that are pages with holes.
const PAGES: [&str; 7] = ["asp", "aspx", "cfm", "cshtml", "jsp", "php", "phtml"];

/// Endings of templates.
const TEMPLATES: [&str; 14] = [
    "ejs", "erb", "ftl", "gotmpl", "hbs", "j2", "jinja", "jinja2", "liquid", "mustache", "njk",
    "tmpl", "tpl", "twig",
];

/// What a program has where a document has values: nothing that XML has there.
const HOLES: [&str; 6] = ["<?php ", "<?php\n", "<?php\r", "<?php\t", "<?=", "<%"];

/// What templates have there besides.
const BRACES: [&str; 2] = ["{{", "{%"];

/// Whether nothing but its name, or JSON without a `loc`, speaks for a document: a site's folder
/// holds ads.txt and manifest.json too.
pub(crate) fn is_something_else(opened: &Opened) -> bool {
    match opened.sure {
        Confidence::No => true,
        Confidence::Maybe => opened.format.name == "jsonl",
        Confidence::Yes => false,
    }
}

/// Refuses a program or text of a folder that shows markup behind something else, and a template, before it is read
/// as a document.
pub(crate) fn is_no_program(prepared: &Prepared<'_>, name: &str) -> Result<()> {
    let (format, head) = (prepared.format, prepared.input.window());
    if !matches!(format.name, "xml" | "rss" | "atom") || promises_sitemap(name) {
        return Ok(());
    }
    let name = inner(name);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_template = TEMPLATES.contains(&ending);
    let is_other = OTHERS.contains(&ending) || stem == "readme";
    let has_holes = || holds(head, &HOLES) || is_template && holds(head, &BRACES);
    let what = if (is_template || PAGES.contains(&ending)) && has_holes() {
        "that a template shows"
    } else if (is_other || is_template) && !begins(format, head) {
        "behind something else, by its name a program or text"
    } else {
        return Ok(());
    };
    let detail = format!("{} {what}", format.name);
    Err(UNKNOWN_FORMAT.found().detail(detail).lost(Lost::Rest).into())
}

/// Whether one of these stands in a document, outside of its comments and sections of CDATA.
fn holds(text: &str, holes: &[&str]) -> bool {
    let mut rest = text;
    loop {
        let (front, markup) = rest.split_at(rest.find("<!").unwrap_or(rest.len()));
        if holes.iter().any(|hole| front.contains(hole)) {
            return true;
        }
        let end = match markup {
            _ if markup.starts_with("<!--") => "-->",
            _ if markup.starts_with("<![CDATA[") => "]]>",
            _ => "<!",
        };
        // Of what has no end the rest is not in sight.
        let Some((_, behind)) = markup.split_once(end) else { return false };
        rest = behind;
    }
}

/// Whether a text begins with a document of such a format, but for what may stand before a root.
fn begins(format: &Format, text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if HOLES.iter().any(|hole| rest.starts_with(hole)) {
            return false;
        }
        let end = [("<!--", "-->"), ("<?", "?>")]
            .into_iter()
            .find_map(|(open, end)| rest.starts_with(open).then_some(end));
        let Some(end) = end else { break };
        // What follows something long is not in sight.
        let Some((_, behind)) = rest.split_once(end) else { return true };
        rest = behind;
    }
    let is_root = || (format.sniff)(first_tag(rest)) != Confidence::No;
    rest.is_empty() || rest.starts_with("<!") || rest.starts_with('<') && is_root()
}

/// The tag at the front: a `>` in a value does not end it.
fn first_tag(text: &str) -> &str {
    let mut quote = None;
    let end = text.char_indices().find(|(_, c)| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(*c),
            (Some(open), _) if open == *c => quote = None,
            _ => {}
        }
        quote.is_none() && *c == '>'
    });
    end.and_then(|(end, _)| text.get(..=end)).unwrap_or(text)
}

/// Whether a file of a folder that a rule refuses is simply none of ours. XML of another kind is,
/// whatever its name; an error page, or nothing, where a sitemap should be is not.
fn is_no_sitemap(rule: &Rule, name: &str) -> bool {
    let other_xml = rule.id == "schema/unknown-root";
    NO_SITEMAP.contains(&rule.id) && (other_xml || !promises_sitemap(name))
}

/// Why a file of a folder is none of ours, where it is not.
pub(crate) fn why_skipped(opened: &Result<Opened>, name: &str) -> Option<Box<str>> {
    match opened {
        Ok(opened) if !promises_sitemap(name) && is_something_else(opened) => {
            Some(opened.why.as_str().into())
        }
        Err(Error::Stopped(finding)) if is_no_sitemap(finding.rule, name) => {
            let is_plain = finding.detail.is_empty();
            Some(if is_plain { finding.rule.summary.into() } else { finding.detail.clone() })
        }
        _ => None,
    }
}

/// Whether a name says that a file is a sitemap or a feed, compressed by whatever.
pub(crate) fn promises_sitemap(name: &str) -> bool {
    let name = inner(name);
    [".xml", ".rss", ".atom"].iter().any(|suffix| name.ends_with(suffix))
}

/// The name of a file, or of what a compressed one holds, in small letters and without its folder.
fn inner(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let mut stem = &*name;
    let compressed = [".gz", ".zst", ".bz2", ".xz", ".zip", ".br"];
    while let Some(inner) = compressed.iter().find_map(|suffix| stem.strip_suffix(suffix)) {
        stem = inner;
    }
    stem.to_owned()
}
