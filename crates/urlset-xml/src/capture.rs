//! Copies elements onto an entry's tape.

use crate::attributes::Attributes;
use crate::cursor::{Cursor, is_blank};
use crate::scan::Token;
use crate::wellformed::is_qname;
use std::collections::HashSet;
use urlset_core::{Extensions, Lost, Result, Sink};

impl Cursor<'_> {
    /// Copies the element onto the tape and leaves it. White space between tags is not kept where
    /// it holds a line break. An element or attribute whose name is none is left out, since it could
    /// not be written; so is an attribute that stands twice. That was told when the tag was read.
    ///
    /// # Errors
    /// As [`Cursor::next_child`], and `limit/entry-bytes` where the tape grows beyond its limits.
    pub fn capture(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        self.standing = false;
        let depth = self.open.len().saturating_sub(1);
        // The outermost element that is left out: how deep it stands, and the tape before it.
        let mut without = (!is_qname(self.qname())).then(|| (depth, out.mark()));
        self.remark_attributes(sink)?;
        self.capture_tag(out);
        self.check_entry(out)?;
        self.buffer.clear();
        while self.open.len() > depth {
            self.release();
            let token = self.scan(sink)?;
            match token {
                Token::Text => {
                    let from = self.buffer.len();
                    self.decode_token(Lost::Field, sink)?;
                    let value = self.buffer.get(from..).unwrap_or_default();
                    self.remark_decoded(value, self.token.clone(), sink)?;
                    continue;
                }
                Token::Cdata => {
                    self.push_cdata(Lost::Field, sink)?;
                    continue;
                }
                Token::Skipped => continue,
                Token::Start | Token::End | Token::Eof => {}
            }
            let layout = self.buffer.contains('\n') && is_blank(&self.buffer);
            if !layout {
                out.text(&self.buffer);
            }
            self.buffer.clear();
            match token {
                Token::Start => {
                    let above = self.open.len();
                    self.begin(sink)?;
                    self.standing = false;
                    if without.is_none() && !is_qname(self.qname()) {
                        without = Some((above, out.mark()));
                    }
                    self.remark_attributes(sink)?;
                    self.capture_tag(out);
                }
                Token::End => {
                    out.close();
                    self.leave();
                }
                _ => return Err(self.truncated()),
            }
            self.check_entry(out)?;
            if let Some((_, mark)) = without.filter(|(above, _)| self.open.len() <= *above) {
                out.rollback(mark);
                without = None;
            }
        }
        if let Some((_, mark)) = without {
            out.rollback(mark);
        }
        Ok(())
    }

    fn capture_tag(&mut self, out: &mut Extensions) {
        out.open(self.namespace(), self.qname(), self.position());
        let text = self.slice(self.tag.attributes.clone());
        let mut met = HashSet::new();
        for attribute in Attributes::new(text).flatten() {
            let (prefix, local) = attribute.qname.split_once(':').unwrap_or(("", attribute.qname));
            if attribute.qname == "xmlns" || prefix == "xmlns" {
                continue;
            }
            let value = self.attribute_value(attribute.value);
            let namespace =
                if prefix.is_empty() { Some("") } else { self.attribute_namespace(prefix) };
            // Of what no prefix binds, `declare` has told.
            let Some(namespace) = namespace.filter(|_| is_qname(attribute.qname)) else { continue };
            if self.tag.repeats && !met.insert((namespace, local)) {
                continue;
            }
            out.attribute(namespace, attribute.qname, &value);
        }
        if self.tag.empty {
            out.close();
            self.leave();
        }
    }

    fn check_entry(&self, out: &Extensions) -> Result<()> {
        let Some(detail) = self.limits.beyond(out) else {
            return Ok(());
        };
        let finding = urlset_core::rules::LIMIT_ENTRY.at(self.position()).detail(detail);
        Err(finding.lost(Lost::Rest).into())
    }
}
