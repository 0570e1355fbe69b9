//! Decides which format a document is in: by its content, and by its name where that leaves it open.

use crate::prepare::fault;
use crate::source_rules::{HTML, NOT_GZIP, UNKNOWN_FORMAT};
use urlset_core::{Confidence, Fault, Format, is_web_address, rules};

/// What was decided.
#[derive(Debug)]
pub(crate) struct Detected {
    pub(crate) format: &'static Format,
    /// How sure the format is.
    pub(crate) sure: Confidence,
    /// Why, in one sentence.
    pub(crate) why: String,
    /// What the name says wrongly.
    pub(crate) lie: Option<String>,
}

/// At most `most` bytes of the front, whole characters.
pub(crate) fn front(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// What is left of a text behind white space and byte order marks.
pub(crate) fn shown(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// The reference to `<`, escaped once or more, that a text begins with: markup that was escaped as if it
/// were text.
fn escaped(shown: &str) -> Option<&str> {
    fn strip<'t>(rest: &'t str, names: &[&str]) -> Option<&'t str> {
        names.iter().find_map(|name| {
            let (front, behind) = rest.split_at_checked(name.len())?;
            front.eq_ignore_ascii_case(name).then_some(behind)
        })
    }
    let mut rest = shown.strip_prefix('&')?;
    while let Some(behind) = strip(rest, &["amp;", "#38;", "#x26;"]) {
        rest = behind;
    }
    let behind = strip(rest, &["lt;", "#60;", "#x3c;"])?;
    shown.get(..shown.len() - behind.len())
}

/// That there is nothing in a text, where that is so.
pub(crate) fn blank(text: &str) -> Option<Fault> {
    let detail = if text.is_empty() { "no bytes" } else { "nothing but white space" };
    shown(text).is_empty().then(|| fault(&rules::ZERO_BYTES, detail))
}

/// Asks every format that can be read.
pub(crate) fn detect(
    head: &str,
    name: Option<&str>,
    formats: &[&'static Format],
) -> Result<Detected, Fault> {
    if let Some(fault) = blank(head) {
        return Err(fault);
    }
    let shown = shown(head);
    if is_html(shown) {
        return Err(fault(&HTML, first_line(shown)));
    }
    if let Some(escaped) = escaped(shown) {
        let detail = format!("markup whose `<` is written `{escaped}`: it was escaped as a whole");
        return Err(fault(&UNKNOWN_FORMAT, detail));
    }
    if shown.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('"')) {
        let detail = "a JSON array of texts: make a line of each, as `jq -r '.[]'` does";
        return Err(fault(&UNKNOWN_FORMAT, detail));
    }
    let named = name.and_then(|name| by_suffix(name, formats));
    let readable = formats.iter().copied().filter(|format| format.open.is_some());
    let asked: Vec<_> = readable.map(|format| (format, (format.sniff)(head))).collect();
    let sure = asked.iter().map(|(_, sure)| *sure).max().unwrap_or(Confidence::No);
    if sure == Confidence::No {
        return unsure(shown, name, named);
    }
    let best = || asked.iter().filter(|(_, one)| *one == sure).map(|(format, _)| *format);
    let named_best = |named: &'static Format| {
        // A table may look like lines of text, but lines are never named a table.
        let table = sure == Confidence::Maybe && matches!(named.name, "csv" | "tsv");
        best().find(|format| std::ptr::eq(*format, named)).or(table.then_some(named))
    };
    let markup = best().any(|one| matches!(one.name, "xml" | "rss" | "atom"));
    let by_name = named.as_ref().and_then(|(named, suffix)| {
        let best = named_best(named).map(|format| (format, sure));
        best.or_else(|| list_named(suffix, &asked).filter(|_| markup && !has_root(shown)))
    });
    let (by_name, sure) = (by_name.map(|(format, _)| format), by_name.map_or(sure, |(_, own)| own));
    let Some(format) = by_name.or_else(|| best().next()) else {
        return unsure(shown, name, named);
    };
    let certainty = if sure == Confidence::Yes { "is" } else { "could be" };
    let also = best().filter(|one| !std::ptr::eq(*one, format)).count();
    let why = match (also, by_name) {
        (0, _) => format!("its content {certainty} {}", format.name),
        (_, Some(_)) => format!("its content {certainty} {}, as its name says", format.name),
        _ => format!("its content {certainty} {}, which comes first of {}", format.name, also + 1),
    };
    // Each line of a list would be one address, which is cut as that of a table.
    let list = |named: &Format| named.name == "text" && is_web_address(shown);
    let denied = |named: &Format| (named.sniff)(head) == Confidence::No || list(named);
    let lie = named
        .filter(|(named, suffix)| !fits(format, suffix) && sure == Confidence::Yes && denied(named))
        .map(|(_, suffix)| format!(".{suffix} holds {}", format.name));
    Ok(Detected { format, sure, why, lie })
}

/// A table, whatever its delimiter, or JSON that is named so, of which a text may hold a tag; a list of addresses may
/// be named as a table.
fn list_named(
    suffix: &str,
    asked: &[(&'static Format, Confidence)],
) -> Option<(&'static Format, Confidence)> {
    let meant: &[&str] = match suffix {
        "csv" | "tsv" | "tab" => &["csv", "tsv", "text"],
        "json" | "jsonl" | "ndjson" => &["jsonl", "jsonfeed"],
        _ => &[],
    };
    let lists =
        asked.iter().filter(|(format, own)| *own != Confidence::No && meant.contains(&format.name));
    let rank = |(format, own): &&(&'static Format, Confidence)| {
        (format.name != "text", *own, format.suffixes.contains(&suffix))
    };
    lists.max_by_key(rank).copied()
}

/// Whether a line begins as a document does, behind whatever.
fn has_root(shown: &str) -> bool {
    const ROOTS: [&str; 6] = ["<?xml ", "<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:RDF"];
    let mut lines = shown.split(['\n', '\r']).map(str::trim_start);
    lines.any(|line| ROOTS.iter().any(|root| line.starts_with(root)))
}

/// Where no format knows the content, the name decides, unless the content can be no text at all.
fn unsure(
    shown: &str,
    name: Option<&str>,
    named: Option<(&'static Format, String)>,
) -> Result<Detected, Fault> {
    let binary = shown.contains('\0');
    match named {
        Some((format, suffix)) if !binary => {
            let why = format!("its name ends in .{suffix}, and its content says nothing else");
            Ok(Detected { format, sure: Confidence::No, why, lie: None })
        }
        _ if name.is_some_and(|name| name.to_ascii_lowercase().ends_with(".br")) => {
            Err(fault(&NOT_GZIP, "brotli data, by its name"))
        }
        _ => Err(fault(&UNKNOWN_FORMAT, seems(shown, binary))),
    }
}

/// Whether a name is that of a table.
pub(crate) fn is_named_table(name: Option<&str>) -> bool {
    let named = name.and_then(|name| by_suffix(name, crate::FORMATS));
    named.is_some_and(|(format, _)| matches!(format.name, "csv" | "tsv"))
}

/// The format whose suffix a name has, and that suffix.
fn by_suffix(name: &str, formats: &[&'static Format]) -> Option<(&'static Format, String)> {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".gzip", ".zst", ".zstd"];
    let plain = packed.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(&name);
    let readable = |format: &&&'static Format| format.open.is_some();
    if plain.rsplit(['/', '\\']).next() == Some("robots.txt") {
        let robots = formats.iter().filter(readable).find(|format| format.name == "robots");
        return robots.map(|format| (*format, "robots.txt".to_owned()));
    }
    let (_, suffix) = plain.rsplit_once('.')?;
    let format =
        formats.iter().filter(readable).find(|format| format.suffixes.contains(&suffix))?;
    Some((format, suffix.to_owned()))
}

/// What a name says wrongly of a document that is certainly of this format.
#[cfg(feature = "parquet")]
pub(crate) fn lie(format: &Format, name: Option<&str>) -> Option<String> {
    let (_, suffix) = by_suffix(name?, crate::FORMATS)?;
    (!fits(format, &suffix)).then(|| format!(".{suffix} holds {}", format.name))
}

/// Whether files of a format are commonly named so.
fn fits(format: &Format, suffix: &str) -> bool {
    format.suffixes.contains(&suffix)
        || matches!(
            (format.name, suffix),
            ("rss" | "atom", "xml" | "rss" | "atom")
                | ("robots", "txt")
                | ("jsonl" | "jsonfeed", "json")
        )
}

fn is_html(shown: &str) -> bool {
    let mut rest = shown;
    // An XHTML page may have an XML declaration and comments before it says what it is.
    loop {
        let after = match rest {
            _ if rest.starts_with("<?xml") => rest.split_once("?>"),
            _ if rest.starts_with("<!--") => rest.split_once("-->"),
            _ => None,
        };
        match after {
            Some((_, after)) => rest = after.trim_start(),
            None => break,
        }
    }
    let begins = |with: &str| {
        let start = rest.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
        let next = rest.get(with.len()..).and_then(|rest| rest.chars().next());
        start && next.is_none_or(|next| !next.is_alphanumeric())
    };
    ["<!doctype html", "<html", "<head", "<body", "<script"].iter().any(|tag| begins(tag))
}

fn first_line(shown: &str) -> String {
    let line = shown.lines().next().unwrap_or_default();
    front(line, 80).to_owned()
}

/// What a document that nothing knows seems to be.
fn seems(shown: &str, binary: bool) -> String {
    let line = first_line(shown);
    if binary {
        return "binary data".to_owned();
    }
    match shown.chars().next() {
        Some('<') => match urlset_xml::root(shown, &[]) {
            Some(root) => format!("markup whose root is `{}`", root.qname),
            None => format!("markup that begins with {line}"),
        },
        Some('{' | '[') => format!("JSON of another kind, it begins with {line}"),
        _ => format!("text without an address in sight, it begins with {line}"),
    }
}
