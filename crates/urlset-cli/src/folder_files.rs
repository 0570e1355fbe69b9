//! What a file of a folder is: one of the set, or something else that stands there too.

use crate::inputs::{From, Named, Wanted};
use crate::opening::Opened;
use crate::planner::Task;
use std::path::{Component, Path};
use urlset::source_rules::UNKNOWN_FORMAT;
use urlset::{Confidence, Error, Lost, Prepared, Result, Rule};

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

/// Endings of programs, styles, templates and texts about them: the tags of a sitemap may stand in any of these.
const PROGRAMS: [&str; 41] = [
    "astro", "c", "cjs", "cpp", "cs", "css", "diff", "ejs", "erb", "go", "h", "hbs", "java", "j2",
    "js", "jsx", "kt", "less", "liquid", "lua", "map", "markdown", "md", "mdx", "mjs", "njk",
    "patch", "pl", "py", "rb", "rs", "rst", "scss", "sh", "svelte", "toml", "ts", "tsx", "twig",
    "vue", "yml",
];

/// Whether nothing but its name, or JSON without a `loc`, speaks for a document: a site's folder
/// holds ads.txt and manifest.json too.
pub(crate) fn is_something_else(opened: &Opened) -> bool {
    match opened.sure {
        Confidence::No => true,
        Confidence::Maybe => opened.format.name == "jsonl",
        Confidence::Yes => false,
    }
}

/// Refuses a program or text of a folder that shows markup behind something else, before it is read as a document.
pub(crate) fn is_no_program(prepared: &Prepared<'_>, name: &str) -> Result<()> {
    let (suffix, format) =
        (name.rsplit_once('.').map_or("", |(_, suffix)| suffix), prepared.format);
    let is_program = || PROGRAMS.iter().any(|one| one.eq_ignore_ascii_case(suffix));
    let begins = || prepared.input.window().trim_start().trim_start_matches('\u{feff}');
    if matches!(format.name, "xml" | "rss" | "atom") && is_program() && !begins().starts_with('<') {
        let detail =
            format!("{} behind something else, by its name a program or text", format.name);
        return Err(UNKNOWN_FORMAT.found().detail(detail).lost(Lost::Rest).into());
    }
    Ok(())
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
    let name = name.to_ascii_lowercase();
    let mut stem = &*name;
    let compressed = [".gz", ".zst", ".bz2", ".xz", ".zip", ".br"];
    while let Some(inner) = compressed.iter().find_map(|suffix| stem.strip_suffix(suffix)) {
        stem = inner;
    }
    [".xml", ".rss", ".atom"].iter().any(|suffix| stem.ends_with(suffix))
}
