//! Elements around others: those that have their place, those that are told as left out and only
//! read for what is in them, and those that are left out with all of it.

use crate::cursor::{Cursor, is_blank};
use crate::rules;
use crate::stray::{holds_address, is_address, is_path};
use urlset_core::{Lost, Result, Sink};

/// What becomes of an element that stands around others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    /// It has its place, and text in it has none.
    Container,
    /// It is told as left out, and only its children are read.
    Wrapper,
    /// The same, and what it says itself was told with it.
    Foreign,
    /// It is left out, with all that is in it.
    Gone,
}

/// What stood where only elements may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strayed {
    /// Nothing.
    #[default]
    Nothing,
    /// A text.
    Text,
    /// A text that was told as a page that is lost.
    Page,
}

impl Cursor<'_> {
    /// Makes the element it stands on the one whose children [`Cursor::next_child`] gives.
    pub fn enter(&mut self) {
        self.standing = false;
        self.parent = self.open.len();
        if self.tag.empty {
            self.ends += 1;
        }
    }

    /// As [`Cursor::enter`], for an element that nobody knows and that is told as left out: text in
    /// it is a value of that element, and a page only where it is an address and nothing else.
    pub fn enter_wrapper(&mut self) {
        self.enter_as(Around::Wrapper);
    }

    /// As [`Cursor::enter_wrapper`], for an element that was told as a field lost: so was text in it.
    pub fn enter_foreign(&mut self) {
        self.enter_as(Around::Foreign);
    }

    /// As [`Cursor::enter`], for an element that is left out with all that is in it: nothing is told
    /// of texts.
    pub fn enter_lost(&mut self) {
        self.enter_as(Around::Gone);
    }

    /// What is in an element that is left out with all of it is left out with it.
    fn enter_as(&mut self, around: Around) {
        self.enter();
        let is_lost = self.parent_around() == Some(Around::Gone);
        if let Some(own) = self.open.last_mut() {
            own.around = if is_lost { Around::Gone } else { around };
        }
    }

    /// Whether the element around the one it stands on was entered by [`Cursor::enter_foreign`], or is
    /// left out with all that is in it.
    pub fn is_in_foreign(&self) -> bool {
        matches!(self.parent_around(), Some(Around::Foreign | Around::Gone))
    }

    /// How many elements are open around the children that [`Cursor::next_child`] gives, or around the one
    /// that it gave.
    pub fn parent_depth(&self) -> usize {
        self.parent
    }

    fn parent_around(&self) -> Option<Around> {
        let parent = self.open.len().checked_sub(2).and_then(|at| self.open.get(at));
        parent.map(|parent| parent.around)
    }

    /// Whether the start tag of what the wrong end tag read last would end is next.
    fn begins_wrong_end(&self) -> bool {
        let rest =
            self.input.window().get(self.token.end..).and_then(|rest| rest.strip_prefix('<'));
        let behind = rest.and_then(|rest| rest.strip_prefix(&*self.wrong_end));
        behind.is_some_and(|behind| behind.starts_with([' ', '/', '>', '\n']))
    }

    /// Tells of the text that was read where elements should stand, and notes that it was there.
    pub(crate) fn stray_text(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(self.token.clone());
        if is_blank(text) {
            return Ok(());
        }
        self.strayed = self.strayed.max(Strayed::Text);
        self.is_behind_text = true;
        if self.behind_end == Some(true) {
            self.have(self.wrong_end.len() + 2, sink)?;
        }
        let text = self.slice(self.token.clone());
        let lead = text.len() - text.trim_ascii_start().len();
        let at = self.token.start + lead..self.token.end;
        let was = text.trim_ascii();
        let around = self.open.last().map_or(Around::Container, |parent| parent.around);
        match around {
            Around::Gone | Around::Foreign => Ok(()),
            // An address in a sentence is no page.
            Around::Wrapper if !is_address(was) && !self.holds_entry(was) => {
                self.mend(&rules::TEXT_IN_CONTAINER, at, was, [was, ""], sink)
            }
            // The two tags have changed places.
            Around::Container
                if self.behind_end == Some(true)
                    && self.begins_wrong_end()
                    && !holds_address(was) =>
            {
                let detail = format!("{was}, behind an end tag in the place of its start tag");
                self.is_behind_text = false;
                self.tell(&rules::TEXT_IN_CONTAINER, at, &detail, Lost::Field, sink)
            }
            Around::Container if is_path(was) => {
                self.tell(&rules::TEXT_IN_CONTAINER, at, was, Lost::Entry, sink)?;
                self.strayed = Strayed::Page;
                Ok(())
            }
            Around::Container | Around::Wrapper => {
                let is_page = self.leave_out(&rules::TEXT_IN_CONTAINER, at, was, was, sink)?;
                if is_page {
                    self.strayed = Strayed::Page;
                }
                Ok(())
            }
        }
    }
}
