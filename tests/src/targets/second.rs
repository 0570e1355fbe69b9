//! A second XML parser, roxmltree, must be of our opinion: what is not well-formed is told, what is
//! well-formed has no fault of syntax, and the pages are the same.

use crate::{Reading, Settings, read_as};
use roxmltree::{Document, Node};
use urlset::{Diagnostic, Kind, Severity};

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Faults of syntax: no well-formed document has them.
const SYNTAX: [&str; 6] = [
    "xml/not-well-formed",
    "xml/truncated",
    "xml/invalid-char",
    "xml/content-after-root",
    "xml/bare-ampersand",
    "xml/leading-whitespace",
];

/// Markup that may be a sitemap.
pub fn differential(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // What a document type declares is skipped by ours and refused or read by the other.
    if text.contains("<!DOCTYPE") {
        return;
    }
    let ours = read_as(urlset::format("xml").unwrap(), &Settings::named("input.xml"), data);
    // It ends such a declaration elsewhere.
    if ours.findings.iter().any(is_malformed_declaration) && has_open_quote(text) {
        return;
    }
    match Document::parse(text) {
        Err(error) => {
            assert!(!ours.findings.is_empty(), "{error}, and ours has nothing to say:\n{text}");
        }
        Ok(theirs) => {
            let mut told = ours.findings.iter();
            let wrong = told.find(|told| SYNTAX.contains(&told.rule.id) && !is_blind_to(told));
            assert!(wrong.is_none(), "well-formed, but {wrong:?}:\n{text}");
            if ours.header.kind == Kind::Urlset {
                same_pages(&ours, theirs.root_element(), text);
            }
        }
    }
}

fn is_malformed_declaration(finding: &Diagnostic) -> bool {
    &*finding.detail == "a malformed XML declaration"
}

/// Whether a quote is open where the first instruction ends.
fn has_open_quote(text: &str) -> bool {
    let (declaration, _) = text.split_once("?>").unwrap_or((text, ""));
    let open = declaration.chars().fold(None, |open, c| match open {
        Some(quote) => Some(quote).filter(|quote| *quote != c),
        None => Some(c).filter(|c| matches!(c, '"' | '\'')),
    });
    open.is_some()
}

/// What roxmltree takes for well-formed, and is not: anything for a declaration, an instruction that
/// is called `Xml` or whose name goes on with what no name holds, the same namespace declared twice
/// in one tag, a prefix bound to nothing (Namespaces in XML 1.0, section 5), names that begin with a
/// colon, references to characters that XML cannot hold.
fn is_blind_to(finding: &Diagnostic) -> bool {
    let text = finding.excerpt.as_ref().map_or("", |excerpt| &excerpt.text);
    // Production 4 has U+FFFD in names. It stands for what could not be read, so none holds it for us.
    if finding.detail.ends_with("whose name is none") && text.contains('\u{fffd}') {
        return true;
    }
    match finding.rule.id {
        "xml/not-well-formed" => match &*finding.detail {
            _ if is_malformed_declaration(finding) => true,
            "an instruction with the name of the XML declaration" => !text.starts_with("<?xml"),
            "an instruction whose name is none" => {
                let name = text.strip_prefix("<?").and_then(|name| name.chars().next());
                name.is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | ':'))
            }
            detail if detail.starts_with("an attribute given twice: xmlns") => true,
            // It takes `<:a>` for `<a>`, which Namespaces in XML (production 7) forbids, and `</:a>` for
            // its end.
            "an element whose name is none" => text.starts_with(':'),
            "an attribute whose name is none" => text.contains(" :"),
            detail => detail.contains("`</:") || detail.ends_with(": bound to nothing"),
        },
        "xml/invalid-char" => text.starts_with("&#"),
        _ => false,
    }
}

fn same_pages(ours: &Reading, root: Node<'_, '_>, text: &str) {
    if !root.has_tag_name((CORE, "urlset")) {
        return;
    }
    // Those in an unknown wrapper too, as ours reads them; not those that an extension quotes.
    let page = |node: &Node<'_, '_>| node.has_tag_name((CORE, "url"));
    let pages = root
        .descendants()
        .filter(page)
        .filter(|node| !node.ancestors().skip(1).any(|above| page(&above)));
    let locs =
        pages.filter_map(|page| page.children().find(|child| child.has_tag_name((CORE, "loc"))));
    let theirs: Vec<String> = locs.map(|loc| bare(&content(loc))).collect();
    let read: Vec<String> = ours.entries.iter().map(|entry| bare(entry.loc.as_str())).collect();
    let told = |finding: &Diagnostic| finding.severity >= Severity::Warning;
    if !ours.findings.iter().any(told) {
        assert_eq!(read, theirs, "the pages differ in silence:\n{text}");
    }
}

fn content(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// Without white space, which is told apart elsewhere.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
