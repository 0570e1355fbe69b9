//! Copies elements onto an entry's tape.

use crate::attributes::Attributes;
use crate::cursor::{Cursor, is_blank};
use crate::scan::Token;
use crate::wellformed::is_qname;
use std::collections::HashSet;
use urlset_core::{Extensions, Lost, Result, Sink};

impl Cursor<'_> {
    /// Copies the element onto the tape and leaves it. White space between tags is not kept where
    /// it holds a line break. An element or attribute whose name is none, or whose prefix nothing
    /// declares, is left out, since it could not be written; so is an attribute that stands twice, and
    /// an element with a text or an attribute that cannot be what was meant. That was told when the tag
    /// or the text was read.
    ///
    /// # Errors
    /// As [`Cursor::next_child`], and `limit/entry-bytes` where the tape grows beyond its limits.
    pub fn capture(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        self.standing = false;
        let depth = self.open.len().saturating_sub(1);
        // The outermost element that is left out: how deep it stands, and the tape before it.
        let mut without = (!is_qname(self.qname())).then(|| (depth, out.mark()));
        // How many elements were open in each that holds something spoilt; nearly always none.
        let mut spoilt: Vec<usize> = Vec::new();
        self.remark_attributes(sink)?;
        self.capture_tag(out, &mut spoilt);
        self.check_entry(out)?;
        self.buffer.clear();
        self.texts = depth + 1..usize::MAX;
        while self.open.len() > depth {
            self.release();
            let token = self.scan_captured(&mut spoilt, sink)?;
            match token {
                Token::Text => {
                    let from = self.buffer.len();
                    let whole = self.decode_token(Lost::Field, sink)?;
                    self.spoil(whole, &mut spoilt);
                    let value = self.buffer.get(from..).unwrap_or_default();
                    self.remark_decoded(value, self.token.clone(), sink)?;
                    continue;
                }
                Token::Cdata => {
                    let whole = self.push_cdata(Lost::Field, sink)?;
                    self.spoil(whole, &mut spoilt);
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
                    // What is kept with what is around it is no entry all the same.
                    self.told_entry(sink)?;
                    if without.is_none() && (!is_qname(self.qname()) || self.is_undeclared()) {
                        without = Some((above, out.mark()));
                    }
                    self.remark_attributes(sink)?;
                    self.capture_tag(out, &mut spoilt);
                }
                Token::End => self.close_captured(out, &mut spoilt),
                _ => return Err(self.truncated()),
            }
            self.check_entry(out)?;
            if let Some((_, mark)) = without.filter(|(above, _)| self.open.len() <= *above) {
                out.rollback(mark);
                without = None;
            }
        }
        self.texts = 0..0;
        if let Some((_, mark)) = without {
            out.rollback(mark);
        }
        Ok(())
    }

    /// Reads the next token; a text behind an end tag in the middle of a value spoils that.
    fn scan_captured(&mut self, spoilt: &mut Vec<usize>, sink: &mut dyn Sink) -> Result<Token> {
        let token = self.scan(sink)?;
        if self.behind_end.is_some()
            && matches!(token, Token::Text | Token::Cdata)
            && self.open.len().checked_sub(1).is_some_and(|at| self.is_leaf(at))
        {
            let goes_on = self.goes_on(Lost::Field, sink)?;
            self.spoil(goes_on, spoilt);
        }
        Ok(token)
    }

    /// Notes that the element opened last holds something that cannot be what was meant.
    fn spoil(&self, whole: bool, spoilt: &mut Vec<usize>) {
        if !whole && spoilt.last() != Some(&self.open.len()) {
            spoilt.push(self.open.len());
        }
    }

    fn close_captured(&mut self, out: &mut Extensions, spoilt: &mut Vec<usize>) {
        match spoilt.pop_if(|open| *open == self.open.len()) {
            Some(_) => out.abandon(),
            None => drop(out.close()),
        }
        self.leave();
    }

    fn capture_tag(&mut self, out: &mut Extensions, spoilt: &mut Vec<usize>) {
        out.open(self.namespace(), self.qname(), self.position());
        let text = self.slice(self.tag.attributes.clone());
        let mut met = HashSet::new();
        for attribute in Attributes::new(text).flatten() {
            let (prefix, local) = attribute.prefixed().unwrap_or(("", attribute.qname));
            if attribute.qname == "xmlns" || prefix == "xmlns" {
                continue;
            }
            let namespace =
                if prefix.is_empty() { Some("") } else { self.attribute_namespace(prefix) };
            // Of what no prefix binds, `declare` has told.
            let Some(namespace) = namespace.filter(|_| is_qname(attribute.qname)) else { continue };
            // That most have none costs nothing so: see `are_same`.
            let own = (!namespace.is_empty()).then_some(namespace);
            if self.tag.repeats && !met.insert((own, local)) {
                continue;
            }
            let Some(value) = self.attribute_value(attribute.value) else {
                self.spoil(false, spoilt);
                continue;
            };
            out.attribute(namespace, attribute.qname, &value);
        }
        if self.tag.empty {
            self.close_captured(out, spoilt);
        }
    }

    fn check_entry(&self, out: &Extensions) -> Result<()> {
        let Some(detail) = self.limits.beyond(out) else {
            return Ok(());
        };
        // The tag may have left the window; where the entry began is known.
        let finding = urlset_core::rules::LIMIT_ENTRY.at(self.pinned()).detail(detail);
        Err(finding.lost(Lost::Rest).into())
    }
}
