//! Values about which nothing is to be told, as about nearly all there are, at one look.

use super::Fields;
use super::dates::FARTHEST;
use crate::loc::{LIMIT, faultless_origin, is_faultless_rest};
use crate::{Changefreq, Datetime, Entry, Lost, Priority, Sink, begins, remarks, rules};
use alloc::string::String;

/// Origins that are remembered: pages of one host stand together nearly always, those of a few in
/// merged lists.
const ORIGINS: usize = 8;

impl Fields {
    /// Sets the entry's loc where nothing is to be told about the text, as about nearly every one;
    /// `false` where [`Fields::loc`] must look at it.
    pub fn plain_loc(&self, entry: &mut Entry, text: &str) -> bool {
        let plain = self.is_plain_loc(text);
        match (plain, self.remarks) {
            (true, true) => entry.loc.put_unremarkable(text),
            (true, false) => entry.loc.put_faultless(text, false),
            (false, _) => {}
        }
        plain || !self.remarks && entry.loc.set_faultless(text)
    }

    fn is_plain_loc(&self, text: &str) -> bool {
        let origin = self.known_origin(text).or_else(|| self.learn_origin(text));
        origin.is_some_and(|origin| self.is_plain_rest(text, origin))
    }

    /// Whether nothing is wrong with a loc, where nobody asks for remarks. `is_clean` says of a text
    /// what [`Fields::clean_loc`] wants of it.
    #[inline]
    pub fn is_faultless_loc(&self, text: &str, is_clean: bool) -> bool {
        let clean = is_clean && text.len() < LIMIT && self.known_origin(text).is_some();
        clean || self.is_plain_loc(text)
    }

    /// The same of a text that has no byte of which [`may_be_odd`](crate::may_be_odd) is true, beside
    /// `&`, `'` and `%` with two hexadecimal digits behind it, about which nothing is odd in a loc.
    pub fn clean_loc(&self, entry: &mut Entry, text: &str) -> bool {
        if self.remarks || text.len() >= LIMIT || self.known_origin(text).is_none() {
            return self.plain_loc(entry, text);
        }
        entry.loc.put_faultless(text, false);
        true
    }

    /// The length of the known origin that a text begins with.
    #[inline]
    pub(super) fn known_origin(&self, text: &str) -> Option<usize> {
        let mut origins = self.origins.borrow_mut();
        let begins = |origin: &String| begins(text.as_bytes(), origin.as_bytes());
        let at = origins.iter().position(begins)?;
        if at > 0 {
            // The next is looked for there first.
            origins.swap(0, at);
        }
        origins.first().map(String::len)
    }

    /// Whether there is nothing remarkable behind an origin of this length.
    fn is_plain_rest(&self, text: &str, origin: usize) -> bool {
        match self.remarks {
            true => remarks::is_plain_rest(text, origin),
            false => is_faultless_rest(text, origin),
        }
    }

    /// Remembers the origin of a text, where nothing is to be told about it, and gives its length.
    #[cold]
    fn learn_origin(&self, text: &str) -> Option<usize> {
        if self.is_remarked(text) {
            return None;
        }
        let origin = match self.remarks {
            true => remarks::plain_origin(text),
            false => faultless_origin(text),
        };
        if origin.is_empty() {
            return None;
        }
        let mut origins = self.origins.borrow_mut();
        if origins.len() < ORIGINS {
            origins.push(String::new());
        }
        // One that is met again moves to the front: what was met once goes first.
        let last = origins.last_mut()?;
        last.clear();
        last.push_str(origin);
        Some(origin.len())
    }

    /// The date of a text about which nothing is to be told, as about nearly every one; `None` where
    /// [`Fields::lastmod`] must look at it.
    // In one piece with who keeps it: what is put together of small parts in one place and copied to
    // another has to be waited for.
    #[inline(always)]
    pub fn plain_lastmod(&self, text: &[u8]) -> Option<Datetime> {
        let date = Datetime::usual(text)?;
        (!self.remarks || self.is_unremarkable(date)).then_some(date)
    }

    fn is_unremarkable(&self, date: Datetime) -> bool {
        (date.has_time() || self.told_date_only.get())
            && date.zone().minutes().unsigned_abs() <= FARTHEST
            && (self.settled.contains(&date.date()) || remarks::lastmod(date, self.now).is_none())
    }

    /// The word of a text about which nothing is to be told; `None` where [`Fields::changefreq`] must
    /// look at it.
    #[inline]
    pub fn plain_changefreq(&self, text: &[u8]) -> Option<Changefreq> {
        Changefreq::exact(text)
    }

    /// The weight of a text about which nothing is to be told; `None` where [`Fields::priority`] must
    /// look at it.
    #[inline]
    pub fn plain_priority(&self, text: &[u8]) -> Option<Priority> {
        Priority::usual(text).filter(|priority| !self.remarks || !priority.is_default())
    }

    /// The same of a text of which nothing is to be told but that it is what a page has without it, where
    /// the sink counts that.
    pub fn counted_priority(
        &self,
        text: &[u8],
        input: u32,
        sink: &mut dyn Sink,
    ) -> Option<Priority> {
        let is_told = |priority: &Priority| self.remarks && priority.is_default();
        let priority = Priority::usual(text).filter(is_told)?;
        sink.count(&rules::PRIORITY_DEFAULT, Lost::Nothing, input).then_some(priority)
    }
}
