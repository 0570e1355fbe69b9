//! What was found, counted and in order.

use crate::fields::differing;
use crate::item::{Change, Head, Item, pack};
use crate::{Counted, How, Redirect};
use urlset_core::{Header, Result};
use urlset_store::{Sorted, Sorter, Store};

/// How much was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries of the new set only.
    pub added: u64,
    /// Entries of the old set only.
    pub removed: u64,
    /// Entries with other fields.
    pub changed: u64,
    /// Pairs of removed and added entries that are probably one page; counted only here.
    pub renamed: u64,
    /// Entries that are the same in both.
    pub unchanged: u64,
    /// Renames that a server must not redirect: [`Redirect::Served`].
    pub served: u64,
    /// Renames that a server must not redirect: [`Redirect::Ambiguous`].
    pub ambiguous: u64,
    /// Renames that a server must not redirect: [`Redirect::Unseen`].
    pub unseen: u64,
    /// Entries of the old set whose loc stood there before.
    pub old_repeated: u64,
    /// Entries of the new set whose loc stood there before.
    pub new_repeated: u64,
}

impl Counts {
    /// Whether the sets are the same.
    pub fn is_empty(&self) -> bool {
        self.added + self.removed + self.changed + self.renamed == 0
    }

    /// How many differences of a kind there are.
    pub fn of(&self, change: Change) -> u64 {
        match change {
            Change::Added => self.added,
            Change::Removed => self.removed,
            Change::Changed => self.changed,
            Change::Renamed => self.renamed,
        }
    }
}

/// Collects differences.
pub(crate) struct Found<'s> {
    sorter: Sorter<'s>,
    pub(crate) counts: Counts,
    key: Vec<u8>,
    packed: Vec<u8>,
}

impl<'s> Found<'s> {
    pub(crate) fn new(store: &'s Store) -> Found<'s> {
        Found {
            sorter: Sorter::new(store),
            counts: Counts::default(),
            key: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// An entry of one side only.
    pub(crate) fn single(&mut self, change: Change, key: &[u8], entry: &[u8]) -> Result<()> {
        let (old, new): (&[u8], &[u8]) =
            if change == Change::Removed { (entry, &[]) } else { (&[], entry) };
        self.push(change, key, Head::default(), (old, new))
    }

    /// An entry of both.
    pub(crate) fn pair(
        &mut self,
        change: Change,
        key: &[u8],
        old: &[u8],
        new: &[u8],
    ) -> Result<()> {
        self.push(change, key, Head::default(), (old, new))
    }

    /// A rename.
    pub(crate) fn rename(&mut self, key: &[u8], head: Head, entries: (&[u8], &[u8])) -> Result<()> {
        match Redirect::from_byte(head.redirect) {
            Redirect::Served => self.counts.served += 1,
            Redirect::Ambiguous => self.counts.ambiguous += 1,
            Redirect::Unseen => self.counts.unseen += 1,
            Redirect::Unknown | Redirect::Allowed | Redirect::CaseMatters => {}
        }
        self.push(Change::Renamed, key, head, entries)
    }

    fn push(
        &mut self,
        change: Change,
        key: &[u8],
        head: Head,
        (old, new): (&[u8], &[u8]),
    ) -> Result<()> {
        let count = match change {
            Change::Added => &mut self.counts.added,
            Change::Removed => &mut self.counts.removed,
            Change::Changed => &mut self.counts.changed,
            Change::Renamed => &mut self.counts.renamed,
        };
        *count += 1;
        self.key.clear();
        self.key.push(change as u8);
        self.key.extend_from_slice(key);
        pack(head, old, new, &mut self.packed);
        self.sorter.push(&self.key, &self.packed)
    }
}

/// What must be done to one set to get another: first all that was added, then removed, changed,
/// renamed, each in the order of the bytes of its key.
#[derive(Debug)]
pub struct Difference {
    items: Sorted,
    counts: Counts,
    how: How,
    header: Header,
}

impl Difference {
    pub(crate) fn new(
        found: Found<'_>,
        counts: Counts,
        how: &How,
        header: Header,
    ) -> Result<Difference> {
        Ok(Difference { items: found.sorter.finish()?, counts, how: how.clone(), header })
    }

    /// How much was found.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Counts what [`crate::Alike`] took out of both sets before they were compared.
    pub fn besides(&mut self, counted: Counted) {
        self.counts.unchanged += counted.unchanged;
        self.counts.old_repeated += counted.repeated;
        self.counts.new_repeated += counted.repeated;
    }

    /// By what was compared.
    pub(crate) fn how(&self) -> &How {
        &self.how
    }

    /// The header of the old set.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// Overwrites `item` with the next difference; `false` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn read(&mut self, item: &mut Item) -> Result<bool> {
        let Some((key, packed)) = self.items.read()? else {
            return Ok(false);
        };
        let change = key.first().and_then(|byte| Change::ALL.get(usize::from(*byte)));
        item.unpack(change.copied().unwrap_or_default(), packed)?;
        if matches!(change, Some(Change::Changed | Change::Renamed)) {
            differing(&item.old, &item.new, &self.how, &mut item.fields);
            // The address of a renamed page says so itself.
            if change == Some(&Change::Renamed) {
                item.fields.retain(|field| *field != "loc");
            }
        }
        Ok(true)
    }
}
