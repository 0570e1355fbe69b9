//! One difference between two sets, and its form in temporary files.

use crate::Redirect;
use urlset_core::{Entry, Position, Result};
use urlset_store::{damaged, decode, encode};

/// What happened to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It stands in the new set only.
    #[default]
    Added,
    /// It stood in the old set only.
    Removed,
    /// It stands in both, with different fields.
    Changed,
    /// It was removed, and one that was added is probably the same page.
    Renamed,
}

impl Change {
    /// All, in the order in which differences are given.
    pub const ALL: [Change; 4] = [Change::Added, Change::Removed, Change::Changed, Change::Renamed];

    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Changed => "changed",
            Change::Renamed => "renamed",
        }
    }
}

/// One difference. The caller owns it, [`crate::Difference::read`] overwrites it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// What happened.
    pub change: Change,
    /// The entry of the old set; empty where the page was added.
    pub old: Entry,
    /// Where it was read.
    pub old_at: Position,
    /// The entry of the new set; empty where the page was removed.
    pub new: Entry,
    /// Where it was read.
    pub new_at: Position,
    /// The names of the fields that differ, of a changed or renamed page.
    pub fields: Vec<&'static str>,
    /// How sure a rename is, 0 to 1,000.
    pub score: u16,
    /// Whether a server may redirect a rename.
    pub redirect: Redirect,
}

impl Item {
    /// The address the page has now, or had last.
    pub fn loc(&self) -> &str {
        match self.change {
            Change::Removed => self.old.loc.as_str(),
            _ => self.new.loc.as_str(),
        }
    }

    /// Replaces all but `fields` by what [`pack`] wrote.
    pub(crate) fn unpack(&mut self, change: Change, bytes: &[u8]) -> Result<()> {
        self.fields.clear();
        self.change = change;
        self.old.clear();
        self.new.clear();
        (self.old_at, self.new_at) = (Position::default(), Position::default());
        let (head, old, new) = parts(bytes).ok_or_else(damaged)?;
        self.score = head.score;
        self.redirect = Redirect::from_byte(head.redirect);
        if !old.is_empty() {
            self.old_at = decode(old, &mut self.old)?;
        }
        if !new.is_empty() {
            self.new_at = decode(new, &mut self.new)?;
        }
        Ok(())
    }
}

/// What a packed item holds beside its entries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Head {
    pub(crate) score: u16,
    pub(crate) redirect: u8,
}

/// Replaces `out` by an item of encoded entries; an empty one is none.
pub(crate) fn pack(head: Head, old: &[u8], new: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(&head.score.to_be_bytes());
    out.push(head.redirect);
    // An entry is bounded by the limits of reading, far below 4 GiB.
    out.extend_from_slice(&u32::try_from(old.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend_from_slice(old);
    out.extend_from_slice(new);
}

fn parts(bytes: &[u8]) -> Option<(Head, &[u8], &[u8])> {
    let (score, bytes) = bytes.split_first_chunk::<2>()?;
    let (redirect, bytes) = bytes.split_first()?;
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let (old, new) = bytes.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    Some((Head { score: u16::from_be_bytes(*score), redirect: *redirect }, old, new))
}

/// The bytes of an entry.
pub(crate) fn encoded(entry: &Entry, at: Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(entry, at, &mut bytes);
    bytes
}
