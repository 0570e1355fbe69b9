//! Past an element that nobody takes.

use crate::cursor::Cursor;
use crate::scan::Token;
use urlset_core::{Result, Sink};

/// What [`Cursor::skip_with`] shows elements to.
pub type Visit<'v, 'a> = dyn FnMut(&Cursor<'a>, &mut dyn Sink) -> Result<()> + 'v;

impl<'a> Cursor<'a> {
    /// Leaves the element without looking at what is in it.
    ///
    /// # Errors
    /// As [`Cursor::next_child`].
    pub fn skip(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.skip_with(sink, &mut |_, _| Ok(()))
    }

    /// The same, and shows each element in it while the cursor stands there.
    ///
    /// # Errors
    /// As [`Cursor::skip`], and what `visit` gives.
    pub fn skip_with(&mut self, sink: &mut dyn Sink, visit: &mut Visit<'_, 'a>) -> Result<()> {
        if self.take_found() {
            return Ok(());
        }
        self.standing = false;
        if self.tag.empty {
            self.leave();
            return Ok(());
        }
        let depth = self.open.len().saturating_sub(1);
        while self.open.len() > depth {
            self.release();
            match self.scan(sink)? {
                Token::Start => self.pass_start_with(sink, visit)?,
                Token::End => self.leave(),
                Token::Eof => return Err(self.truncated()),
                token @ (Token::Text | Token::Cdata) => self.look_over(token, sink)?,
                Token::Skipped => {}
            }
        }
        Ok(())
    }

    /// Goes past the start tag just read: nobody takes the element.
    pub(crate) fn pass_start(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.pass_start_with(sink, &mut |_, _| Ok(()))
    }

    fn pass_start_with(&mut self, sink: &mut dyn Sink, visit: &mut Visit<'_, 'a>) -> Result<()> {
        self.begin(sink)?;
        self.standing = false;
        self.told_entry(sink)?;
        visit(self, sink)?;
        if self.tag.empty {
            self.leave();
        }
        Ok(())
    }
}
