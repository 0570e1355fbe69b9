//! The root element of a document's first bytes.

use crate::scan::doctype_end;

/// The first start tag of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root<'t> {
    /// Name with prefix.
    pub qname: &'t str,
    /// Everything between the name and the tag's end, as far as the text goes.
    pub attributes: &'t str,
}

impl<'t> Root<'t> {
    /// The name without its prefix.
    pub fn name(self) -> &'t str {
        self.qname.split_once(':').map_or(self.qname, |(_, local)| local)
    }
}

/// The first start tag in the text that is not of a comment, an instruction, a declaration or a
/// CDATA section; with `names`, the first one with such a local name, so that junk before the root
/// does not hide it. Looks at the text only, which may end anywhere.
///
/// ```
/// let root = urlset_xml::root("\u{feff}<?xml version='1.0'?><!-- <a> --><s:urlset a='1'><url>", &[]);
/// assert_eq!(root.unwrap().name(), "urlset");
/// ```
pub fn root<'t>(text: &'t str, names: &[&str]) -> Option<Root<'t>> {
    let mut rest = text;
    loop {
        let start = rest.find('<')?;
        let markup = rest.get(start..)?;
        if markup.starts_with("<!DOCTYPE") || markup.starts_with("<!doctype") {
            rest = markup.get(doctype_end(markup.as_bytes())?..)?;
            continue;
        }
        let tail = markup.get(1..)?;
        rest = tail;
        if let Some(end) = skipped(tail) {
            let behind = tail.split_once(end).map(|(_, behind)| behind);
            let front = text.len() - markup.len();
            rest = match unended_declaration(text.get(..front).unwrap_or_default(), tail) {
                Some(declared) if behind.is_none_or(|behind| behind.len() < declared.len()) => {
                    declared
                }
                _ => behind?,
            };
            continue;
        }
        let end = tail.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '<'));
        let (qname, after) = tail.split_at_checked(end.unwrap_or(tail.len()))?;
        let first = qname.bytes().next();
        if !first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80) {
            continue;
        }
        let found = Root { qname, attributes: after };
        if names.is_empty() || names.contains(&found.name()) {
            // Only now: junk may hold a tag a byte, and its end nowhere.
            let attributes = after.split_once('>').map_or(after, |(head, _)| head);
            return Some(Root { attributes, ..found });
        }
    }
}

/// What follows a declaration that ends in `>` alone or does not end: no attribute of it holds `<` or `>`. It begins
/// a line, or a text writes of one.
fn unended_declaration<'t>(front: &str, tail: &'t str) -> Option<&'t str> {
    let declared = tail.strip_prefix("?xml")?;
    let line = front.trim_end_matches([' ', '\t', '\u{feff}']);
    let begins = line.is_empty() || line.ends_with(['\n', '\r']);
    (begins && declared.starts_with(|c: char| c.is_ascii_whitespace())).then_some(())?;
    let rest = declared.find(['<', '>']).and_then(|at| declared.get(at..))?;
    Some(rest.strip_prefix('>').unwrap_or(rest))
}

/// What ends something that is no element.
fn skipped(tail: &str) -> Option<&'static str> {
    if tail.starts_with("!--") {
        Some("-->")
    } else if tail.starts_with("![CDATA[") {
        Some("]]>")
    } else if tail.starts_with('?') {
        Some("?>")
    } else if tail.starts_with('!') {
        Some(">")
    } else {
        None
    }
}
