//! What is only worth a remark about a document's XML: looked for where somebody asks
//! (`ReadOptions::remarks`).

use crate::attributes::{Attributes, has_colon};
use crate::cursor::Cursor;
use crate::reference::{Space, decode, is_reference, is_unescaped};
use crate::rules;
use std::collections::BTreeSet;
use std::ops::Range;
use urlset_core::{Lost, Position, Result, Sink};

/// What remarks have to remember.
#[derive(Debug)]
pub(crate) struct Remarks {
    /// The address of the document, where it is known.
    base: Option<Box<str>>,
    /// Of the root's start tag.
    root: Position,
    /// The prefixes that the root binds, and whether an element or attribute has them.
    prefixes: Vec<(Box<str>, bool)>,
    /// Whether texts are values of the protocol, which has rules for them.
    pub(crate) values: bool,
}

impl Remarks {
    pub(crate) fn new(base: Option<&str>) -> Remarks {
        let base = base.map(Into::into);
        Remarks { base, root: Position::default(), prefixes: Vec::new(), values: false }
    }
}

impl Cursor<'_> {
    /// Tells no remarks and mends nothing that only documents have: for a piece of XML that is none.
    #[must_use]
    pub fn without_remarks(mut self) -> Self {
        self.remarks = None;
        self.mends = false;
        self
    }

    /// Tells remarks about texts too, where any are told: for documents of the protocol, which wants
    /// five characters escaped, once.
    pub fn remark_values(&mut self) {
        if let Some(remarks) = &mut self.remarks {
            remarks.values = true;
        }
    }

    /// Whether remarks are told.
    pub fn has_remarks(&self) -> bool {
        self.remarks.is_some()
    }

    /// Whether remarks about texts are told.
    pub(crate) fn remarks_values(&self) -> bool {
        self.remarks.as_ref().is_some_and(|remarks| remarks.values)
    }

    /// The root's start tag, on which the cursor stands.
    pub(crate) fn remark_root(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let root = self.position();
        let Some(remarks) = &mut self.remarks else {
            return Ok(());
        };
        remarks.root = root;
        remarks.prefixes = self.scope.prefixes().map(|prefix| (prefix.into(), false)).collect();
        // Of a prefix that is declared twice, which is told, the last declaration stands for both.
        let mut later = BTreeSet::new();
        for (prefix, used) in remarks.prefixes.iter_mut().rev() {
            *used = !later.insert(prefix.clone());
        }
        self.remark_prefixes();
        if self.declared_xml || self.seen_root {
            return Ok(());
        }
        sink.report(rules::MISSING_DECLARATION.at(root))
    }

    /// Notes which of the root's prefixes the start tag just read has.
    pub(crate) fn remark_prefixes(&mut self) {
        let attributes = self.input.window().get(self.tag.attributes.clone()).unwrap_or_default();
        let qname = self.input.window().get(self.tag.qname.clone()).unwrap_or_default();
        let Some(remarks) = &mut self.remarks else { return };
        let attributes = if has_colon(attributes) { attributes } else { "" };
        let prefixes = Attributes::new(attributes).flatten().filter_map(|one| one.prefixed());
        let prefixes = prefixes.chain(qname.split_once(':'));
        for (prefix, _) in prefixes.filter(|(prefix, _)| *prefix != "xmlns") {
            let at = self.scope.binding(prefix);
            if let Some((_, used)) = at.and_then(|at| remarks.prefixes.get_mut(at)) {
                *used = true;
            }
        }
    }

    /// Notes prefixes that elements had, by the number of their binding.
    pub(crate) fn remark_used(&mut self, bindings: u64) {
        let Some(remarks) = &mut self.remarks else { return };
        for (at, (_, used)) in remarks.prefixes.iter_mut().enumerate().take(64) {
            *used |= bindings >> at & 1 != 0;
        }
    }

    /// The root has ended: which of its prefixes nothing had.
    pub(crate) fn remark_unused(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let Some(remarks) = &mut self.remarks else {
            return Ok(());
        };
        let root = remarks.root;
        for (prefix, used) in std::mem::take(&mut remarks.prefixes) {
            if !used && !prefix.is_empty() {
                let detail = format!("xmlns:{prefix}");
                sink.report(rules::UNUSED_DECLARATION.at(root).detail(detail))?;
            }
        }
        Ok(())
    }

    /// An `xml-stylesheet` instruction with this data.
    pub(crate) fn remark_stylesheet(
        &self,
        token: Range<usize>,
        data: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(remarks) = &self.remarks else {
            return Ok(());
        };
        let value = |name| {
            let found = Attributes::new(data).flatten().find(|part| part.qname == name);
            // References stand for characters here too (xml-stylesheet, section 3).
            let mut value = String::new();
            let raw = found.map(|part| part.value).unwrap_or_default();
            decode(raw, Space::Attribute, &[], &mut value, |_| {});
            value
        };
        let (kind, href) = (value("type"), value("href"));
        if is_xslt(&kind, &href) {
            self.tell(&rules::XSLT, token.clone(), &href, Lost::Nothing, sink)?;
        }
        let elsewhere = remarks.base.as_deref().is_some_and(|base| is_elsewhere(base, &href));
        if elsewhere {
            self.tell(&rules::STYLESHEET_ORIGIN, token, &href, Lost::Nothing, sink)?;
        }
        Ok(())
    }

    /// A text as it stands in the document.
    pub(crate) fn remark_raw(&self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        if !self.remarks_values() {
            return Ok(());
        }
        let text = self.slice(range.clone());
        let Some(at) = text.bytes().position(is_unescaped) else {
            return Ok(());
        };
        let at = range.start + at;
        self.tell(&rules::UNESCAPED_FIVE, at..at + 1, text.trim(), Lost::Nothing, sink)
    }

    /// A value after its references were resolved.
    pub(crate) fn remark_decoded(
        &self,
        value: &str,
        at: Range<usize>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if !self.remarks_values() || !holds_reference(value) {
            return Ok(());
        }
        self.tell(&rules::DOUBLE_ESCAPED, at, value.trim(), Lost::Nothing, sink)
    }

    /// The attributes of the start tag that the cursor stands on.
    pub(crate) fn remark_attributes(&self, sink: &mut dyn Sink) -> Result<()> {
        if !self.remarks_values() {
            return Ok(());
        }
        let at = self.tag.attributes.clone();
        for attribute in Attributes::new(self.slice(at.clone())).flatten() {
            let value = self.attribute_value(attribute.value).unwrap_or_default();
            self.remark_decoded(&value, at.clone(), sink)?;
        }
        Ok(())
    }

    /// Whether the text read last still holds a reference, though some have been resolved.
    pub fn text_is_escaped_twice(&self) -> bool {
        self.text_is_mixed() && holds_reference(self.text())
    }
}

/// Whether a text holds a reference to one of the five characters or one by number.
fn holds_reference(text: &str) -> bool {
    text.match_indices('&').filter_map(|(at, _)| text.get(at + 1..)).any(is_reference)
}

fn is_xslt(kind: &str, href: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let by_name = path.ends_with(".xsl") || path.ends_with(".xslt");
    match kind.to_ascii_lowercase().as_str() {
        "text/xsl" | "text/xslt" | "application/xslt+xml" => true,
        "text/xml" | "application/xml" | "" => by_name,
        _ => false,
    }
}

/// Whether an address has another scheme, host or port than the document's; a relative one has not.
fn is_elsewhere(base: &str, href: &str) -> bool {
    let origin = |address: &str| {
        let (scheme, rest) = address.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let (scheme, authority) = (scheme.to_ascii_lowercase(), authority.to_ascii_lowercase());
        let default = if scheme == "https" { ":443" } else { ":80" };
        let authority = authority.strip_suffix(default).unwrap_or(&authority).to_owned();
        Some((scheme, authority))
    };
    let resolved = urlset_core::resolve(base, href.trim());
    let there = origin(resolved.as_deref().unwrap_or(href));
    there.is_some() && origin(base).is_some() && there != origin(base)
}

#[cfg(test)]
mod tests {
    use super::{holds_reference, is_elsewhere, is_xslt};

    #[test]
    fn references_that_are_left() {
        for text in ["a&amp;b", "&#38;", "&#x26;", "&lt;b&gt;", "a & b&quot;"] {
            assert!(holds_reference(text), "{text}");
        }
        for text in ["a&b;c", "&amp", "&copy;", "&#;", "&;", "a&#b;"] {
            assert!(!holds_reference(text), "{text}");
        }
    }

    /// Had each of them looked for its end, it would take minutes.
    #[test]
    fn a_million_ampersands_are_one_look() {
        assert!(!holds_reference(&"&".repeat(4 << 20)));
    }

    #[test]
    fn stylesheets() {
        for (kind, href, xslt) in [
            ("text/xsl", "a", true),
            ("text/xsl; charset=utf-8", "a", true),
            ("text/xml", "/a.xsl?v=1", true),
            ("text/xml", "/a.xml", false),
            ("text/css", "/a.xsl", false),
            ("", "a.xslt", true),
        ] {
            assert_eq!(is_xslt(kind, href), xslt, "{kind} {href}");
        }
        let base = "https://example.com/a/sitemap.xml";
        for (href, elsewhere) in [
            ("https://EXAMPLE.com:443/a.xsl", false),
            ("../a.xsl", false),
            ("//example.com/a.xsl", false),
            ("//cdn.example.com/a.xsl", true),
            ("http://example.com/a.xsl", true),
            ("https://example.com:8443/a.xsl", true),
        ] {
            assert_eq!(is_elsewhere(base, href), elsewhere, "{href}");
        }
    }
}
