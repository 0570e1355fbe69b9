//! Copies elements onto an entry's tape.

use crate::attributes::Attributes;
use crate::cursor::Cursor;
use crate::rules;
use crate::scan::Token;
use urlset_core::{Extensions, Lost, Result, Sink};

impl Cursor<'_> {
    /// Copies the element onto the tape and leaves it. White space between tags is not kept where
    /// it holds a line break.
    ///
    /// # Errors
    /// As [`Cursor::next_child`], and `limit/entry-bytes` where the tape grows beyond its limits.
    pub fn capture(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        self.standing = false;
        let depth = self.open.len().saturating_sub(1);
        self.capture_tag(out, sink)?;
        self.buffer.clear();
        while self.open.len() > depth {
            self.release();
            let token = self.scan(sink)?;
            match token {
                Token::Text => {
                    self.decode_token(Lost::Field, sink)?;
                    continue;
                }
                Token::Cdata => {
                    self.push_cdata(Lost::Field, sink)?;
                    continue;
                }
                Token::Skipped => continue,
                Token::Start | Token::End | Token::Eof => {}
            }
            let layout = self.buffer.contains('\n') && self.buffer.trim().is_empty();
            if !layout {
                out.text(&self.buffer);
            }
            self.buffer.clear();
            match token {
                Token::Start => {
                    self.begin(true, sink)?;
                    self.standing = false;
                    self.capture_tag(out, sink)?;
                }
                Token::End => {
                    out.close();
                    self.leave();
                }
                _ => return Err(self.truncated()),
            }
            self.check_entry(out)?;
        }
        Ok(())
    }

    fn capture_tag(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        out.open(self.namespace(), self.qname(), self.position());
        let text = self.slice(self.tag.attributes.clone());
        for attribute in Attributes::new(text).flatten() {
            let (prefix, _) = attribute.qname.split_once(':').unwrap_or_default();
            if attribute.qname == "xmlns" || prefix == "xmlns" {
                continue;
            }
            let value = self.attribute_value(attribute.value);
            let namespace =
                if prefix.is_empty() { Some("") } else { self.attribute_namespace(prefix) };
            match namespace {
                Some(namespace) => {
                    out.attribute(namespace, attribute.qname, &value);
                }
                None => {
                    let at = self.tag.attributes.clone();
                    self.tell(&rules::UNDECLARED_PREFIX, at, attribute.qname, Lost::Field, sink)?;
                }
            }
        }
        if self.tag.empty {
            out.close();
            self.leave();
        }
        Ok(())
    }

    fn check_entry(&self, out: &Extensions) -> Result<()> {
        if self.limits.allow(out) {
            return Ok(());
        }
        let finding = urlset_core::rules::LIMIT_ENTRY.at(self.position());
        Err(finding.lost(Lost::Rest).into())
    }
}
