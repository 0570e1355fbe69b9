//! Values about which nothing is to be told, as about nearly all there are, at one look.

use super::{FARTHEST, Fields};
use crate::loc::{faultless_origin, is_faultless_rest};
use crate::{Changefreq, Datetime, Entry, Priority, remarks};

impl Fields {
    /// Sets the entry's loc where nothing is to be told about the text, as about nearly every one;
    /// `false` where [`Fields::loc`] must look at it.
    pub fn plain_loc(&self, entry: &mut Entry, text: &str) -> bool {
        let plain = if self.begins_as_known(text) {
            self.is_plain_rest(text)
        } else {
            self.learn_origin(text) && self.is_plain_rest(text)
        };
        if plain {
            entry.loc.put(text);
        }
        plain || !self.remarks && entry.loc.set_faultless(text)
    }

    fn begins_as_known(&self, text: &str) -> bool {
        let origin = self.origin.borrow();
        !origin.is_empty() && text.as_bytes().starts_with(origin.as_bytes())
    }

    /// Whether there is nothing remarkable behind the known origin.
    fn is_plain_rest(&self, text: &str) -> bool {
        let origin = self.origin.borrow().len();
        match self.remarks {
            true => remarks::is_plain_rest(text, origin),
            false => is_faultless_rest(text, origin),
        }
    }

    /// Remembers the origin of a text, where nothing is to be told about it.
    #[cold]
    fn learn_origin(&self, text: &str) -> bool {
        let mut origin = self.origin.borrow_mut();
        origin.clear();
        origin.push_str(match self.remarks {
            true => remarks::plain_origin(text),
            false => faultless_origin(text),
        });
        !origin.is_empty()
    }

    /// The date of a text about which nothing is to be told, as about nearly every one; `None` where
    /// [`Fields::lastmod`] must look at it.
    #[inline]
    pub fn plain_lastmod(&self, text: &[u8]) -> Option<Datetime> {
        let date = Datetime::usual(text)?;
        (!self.remarks || self.is_unremarkable(date)).then_some(date)
    }

    fn is_unremarkable(&self, date: Datetime) -> bool {
        (date.has_time() || self.told_date_only.get())
            && date.zone().minutes().unsigned_abs() <= FARTHEST
            && remarks::lastmod(date, self.now).is_none()
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
}
