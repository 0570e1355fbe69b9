//! What a start tag's attributes declare, and what is wrong with them.

use crate::attributes::{Attributes, Raw, closing, has_colon};
use crate::cursor::Cursor;
use crate::reference::{Space, as_written, decode, is_odd};
use crate::rules;
use crate::scope::meant_by;
use crate::wellformed::{attribute_fault, is_ncname, may_bind};
use memchr::memmem;
use std::collections::HashMap;
use std::ops::Range;
use urlset_core::{Diagnostic, Lost, Place, Result, Sink};

/// Bytes of a namespace that any document may have, as many as the protocol gives an address: each element
/// that is kept has its namespace beside it.
const LONGEST_NAMESPACE: usize = 2 << 10;

impl Cursor<'_> {
    /// Checks the tag's attributes and binds the namespaces that it declares.
    pub(crate) fn declare(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let range = self.tag.attributes.clone();
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let count = Attributes::new(text).count();
        if count > usize::from(self.limits.attributes) {
            let detail = format!("more than {} attributes", self.limits.attributes);
            return Err(self.beyond(&detail, "--max-attributes"));
        }
        self.tag.repeats = repeats(text, count);
        let (fault, marks) = attribute_fault(self.slice(range.clone()));
        if let Some(detail) = fault {
            self.tell(&rules::NOT_WELL_FORMED, range.clone(), detail, Lost::Field, sink)?;
        } else if self.tag.repeats {
            self.tell_repeated(range.clone(), sink)?;
        }
        if marks {
            self.check_marks(range.clone(), sink)?;
        }
        let text = self.slice(range.clone());
        if text.bytes().any(is_odd) {
            self.check_values(range.clone(), sink)?;
        }
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        if memmem::find(text.as_bytes(), b"xmlns").is_some() {
            self.bind(range.clone(), sink)?;
        }
        self.check_prefixes(range, sink)
    }

    /// Tells each attribute that stands in the tag before: where it says the same, it can be left out.
    fn tell_repeated(&self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(range.clone());
        let mut earlier = HashMap::new();
        for attribute in Attributes::new(text).flatten() {
            let first = *earlier.entry(attribute.qname).or_insert(attribute.value);
            if std::ptr::eq(first, attribute.value) {
                continue;
            }
            let from = attribute.qname.as_ptr() as usize - text.as_ptr() as usize;
            let at = range.start + from..range.start + from + attribute.qname.len();
            let detail = format!("an attribute given twice: {}", attribute.qname);
            if first == attribute.value {
                let was = format!("{}=\"{}\"", attribute.qname, attribute.value);
                self.mend(&rules::NOT_WELL_FORMED, at, &detail, [&was, ""], sink)?;
            } else {
                self.tell(&rules::NOT_WELL_FORMED, at, &detail, Lost::Field, sink)?;
            }
        }
        Ok(())
    }

    /// Tells of attributes with a prefix that nothing binds, and of two that two prefixes make one.
    fn check_prefixes(&mut self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(range.clone());
        if !has_colon(text) {
            return Ok(());
        }
        let mut known = Vec::new();
        for attribute in Attributes::new(text).flatten() {
            let Some((prefix, local)) = attribute.prefixed() else { continue };
            if matches!(prefix, "xmlns" | "xml") {
                continue;
            }
            match self.scope.resolve(prefix) {
                Some(namespace) => known.push((namespace, local)),
                None => {
                    let at = attribute.qname.as_ptr() as usize - text.as_ptr() as usize;
                    let at = range.start + at..range.start + at + attribute.qname.len();
                    let detail = attribute.qname;
                    let rule = &rules::UNDECLARED_PREFIX;
                    if self.open.is_empty() {
                        // Of the root, nothing is kept that a document does not say anew.
                        let was = format!("{detail}=\"{}\"", attribute.value);
                        self.mend(rule, at, detail, [&was, ""], sink)?;
                    } else {
                        self.tell(rule, at, detail, Lost::Field, sink)?;
                    }
                }
            }
        }
        known.sort_unstable();
        if known.windows(2).any(|pair| pair.first() == pair.last()) && !self.tag.repeats {
            self.tag.repeats = true;
            let detail = "an attribute given twice, under two prefixes";
            self.tell(&rules::NOT_WELL_FORMED, range, detail, Lost::Field, sink)?;
        }
        Ok(())
    }

    /// Tells of values without quotes and of attributes without space before them, which can be meant
    /// in one way only.
    fn check_marks(&self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(range.clone());
        let mut attributes = Attributes::new(text);
        while let Some(attribute) = attributes.next() {
            let Ok(Raw { qname, value, quoted }) = attribute else { continue };
            let joined = std::mem::take(&mut attributes.joined);
            let from = qname.as_ptr() as usize - text.as_ptr() as usize;
            let end = value.as_ptr() as usize - text.as_ptr() as usize + value.len();
            let mark = if quoted { 1 } else { closing(text.get(end..).unwrap_or_default()) };
            let detail = match (quoted, joined, mark) {
                (true, false, _) => continue,
                (false, _, 0) => "a value without quotes",
                (false, _, _) => "a value in quotation marks of a text",
                (true, true, _) => "attributes without space between them",
            };
            let at = range.start + from..range.start + end + mark;
            // As HTML reads it, the slash before the `>` would be the last character of the value.
            let is_slashed = || self.slice(self.token.clone()).ends_with("/>");
            let may_end_in_slash = !quoted && end == text.len() && is_slashed();
            if may_end_in_slash && value.contains('/') && !self.lenient {
                return Err(self.broken(at, "an address without quotes right before `/>`"));
            }
            let now = format!(
                "{}{qname}=\"{}\"",
                if joined { " " } else { "" },
                value.replace('"', "&quot;")
            );
            let was = self.slice(at.clone());
            self.mend(&rules::NOT_WELL_FORMED, at, detail, [was, &now], sink)?;
        }
        Ok(())
    }

    /// Tells of references that are none and of characters that XML does not have.
    fn check_values(&self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(range.clone());
        let mut found = Vec::new();
        let mut decoded = String::new();
        decode(text, Space::Attribute, &self.declared, &mut decoded, |odd| found.push(odd));
        for odd in found {
            let at = range.start + odd.at;
            let lost = if odd.damaging { Lost::Field } else { Lost::Nothing };
            if sink.count(odd.rule, lost, self.input.number()) {
                continue;
            }
            let detail = text.get(odd.at..odd.at + odd.length).unwrap_or_default();
            let finding = odd.rule.found().detail(detail).lost(lost);
            let place = self.span(at..at + odd.length);
            place.report(as_written(finding, detail, odd.damaging), sink)?;
        }
        Ok(())
    }

    fn bind(&mut self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        // In step with what else of an entry is bounded.
        let longest = LONGEST_NAMESPACE.max(self.limits.entry_bytes as usize / LONGEST_NAMESPACE);
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let mut found: Vec<Diagnostic> = Vec::new();
        for attribute in Attributes::new(text).flatten() {
            let prefix = match attribute.qname.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            // Told with the tag. Bound, it would be declared again in what is written.
            if !prefix.is_empty() && !is_ncname(prefix) {
                continue;
            }
            let Some(uri) = self.attribute_value(attribute.value) else {
                // Told with the tag's values.
                self.scope.bind(prefix, None);
                continue;
            };
            if !may_bind(prefix, &uri) {
                // What is bound so could not be written again.
                let at = attribute.value.as_ptr() as usize - text.as_ptr() as usize + range.start;
                let at = at..at + attribute.value.len();
                let why = if uri.is_empty() { "bound to nothing" } else { "reserved" };
                let detail = format!("{}: {why}", attribute.qname);
                let was = format!("{}=\"{}\"", attribute.qname, attribute.value);
                let rule = &rules::NOT_WELL_FORMED;
                found.push(self.finding(rule, at, &detail, Lost::Nothing).mended(&was, ""));
                continue;
            }
            if prefix == "xml" {
                continue;
            }
            if uri.len() > longest {
                let detail = format!("a namespace of more than {longest} bytes");
                return Err(self.beyond(&detail, "--max-entry"));
            }
            let meant = meant_by(self.extensions, &uri);
            if let Some(extension) = meant {
                let slash = uri.strip_suffix('/') == Some(extension.namespace);
                let rule = if slash { &rules::EXTENSION_SLASH } else { &rules::WRONG_EXTENSION };
                let at = attribute.value.as_ptr() as usize - text.as_ptr() as usize + range.start;
                let length = attribute.value.len();
                let finding = self.finding(rule, at..at + length, &uri, Lost::Nothing);
                let finding = finding.mended(&uri, extension.namespace);
                found.push(finding.help(format!("write {}", extension.namespace)));
            }
            let uri = meant.map_or(&*uri, |extension| extension.namespace);
            self.scope.bind(prefix, Some(uri));
        }
        for finding in found {
            sink.report(finding)?;
        }
        self.bounded_namespaces()
    }

    /// Each namespace met stays known by number until there are many, which is cheaper than to
    /// forget each at once. What is in force is bounded: bindings, and elements that are open.
    pub(crate) fn bounded_namespaces(&mut self) -> Result<()> {
        let most = usize::from(self.limits.namespaces);
        let bytes = self.limits.entry_bytes as usize;
        if self.scope.known() > 8 * most || self.scope.bytes() > bytes {
            self.scope.forget(self.open.iter().map(|open| open.namespace));
        }
        if self.scope.depth() <= most && self.scope.known() <= 8 * most {
            return Ok(());
        }
        let detail = format!("more than {most} namespaces");
        Err(self.beyond(&detail, "--max-namespaces"))
    }
}

/// Whether an attribute stands twice in a tag. Sorted, so that a tag with many costs no more than
/// its size.
fn repeats(text: &str, count: usize) -> bool {
    if count < 2 {
        return false;
    }
    let mut names: Vec<&str> = Attributes::new(text).flatten().map(|raw| raw.qname).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair.first() == pair.last())
}
