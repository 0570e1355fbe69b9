//! A document tag by tag, as validators look at it.

use crate::cursor::Cursor;
use crate::scan::Token;
use urlset_core::{Lost, Position, Result, Sink};

/// A tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The cursor stands on an element, to be entered or skipped.
    Start,
    /// The element that was entered last has ended.
    End,
}

/// What stood between two tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// What comes after it.
    pub step: Step,
    /// Whether a CDATA section was part of it, however little it held.
    pub cdata: bool,
}

impl Cursor<'_> {
    /// Goes to the next tag inside the element that was entered last. The character data before it,
    /// comments and instructions taken out, is then [`Cursor::between`]; without `layout` space at
    /// its front is not kept.
    ///
    /// # Errors
    /// As [`Cursor::next_child`], and `limit/entry-bytes` where the text grows beyond that.
    pub fn step(&mut self, layout: bool, sink: &mut dyn Sink) -> Result<Between> {
        self.buffer.clear();
        if !layout {
            self.skip_space(sink)?;
        }
        let mut cdata = false;
        loop {
            self.release();
            match self.scan(sink)? {
                Token::Text => {
                    self.decode_token(Lost::Nothing, sink)?;
                }
                Token::Cdata => {
                    cdata = true;
                    self.push_cdata(Lost::Nothing, sink)?;
                }
                Token::Skipped => {}
                Token::Start => {
                    self.begin(sink)?;
                    return Ok(Between { step: Step::Start, cdata });
                }
                Token::End => {
                    self.leave();
                    self.parent = self.open.len();
                    return Ok(Between { step: Step::End, cdata });
                }
                Token::Eof => return Err(self.truncated()),
            }
            if self.buffer.len() > self.limits.entry_bytes as usize {
                let finding = urlset_core::rules::LIMIT_ENTRY.at(self.input.position());
                return Err(finding.lost(Lost::Rest).into());
            }
        }
    }

    /// The character data before the tag that [`Cursor::step`] went to; until the cursor moves.
    pub fn between(&self) -> &str {
        &self.buffer
    }

    /// Of the first byte after the last tag.
    pub fn position_after(&self) -> Position {
        self.input.position_at(self.offset())
    }
}
