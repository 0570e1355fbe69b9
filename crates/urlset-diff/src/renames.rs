//! Pages that moved: removed and added ones that are probably the same.

use crate::Renames;
use crate::difference::Found;
use crate::item::{Change, Head};
use crate::join::{Beside, number, short};
use crate::pairs::Signals;
use crate::redirects::{Alive, Redirect};
use urlset_core::{Entry, Result};
use urlset_store::{Sorted, Sorter, Store, damaged, decode};

/// Takes the pages whose key only one side has.
pub(crate) struct Moves<'s> {
    threshold: u16,
    signals: Signals<'s>,
    removed: Pages<'s>,
    added: Pages<'s>,
}

/// Pages by number; a row holds the key, then the entry.
struct Pages<'s> {
    sorter: Sorter<'s>,
    count: u64,
    row: Vec<u8>,
}

impl<'s> Pages<'s> {
    fn new(store: &'s Store) -> Pages<'s> {
        Pages { sorter: Sorter::new(store), count: 0, row: Vec::new() }
    }

    /// Takes a page and gives its number.
    fn push(&mut self, key: &[u8], payload: &[u8]) -> Result<u64> {
        let number = self.count;
        self.count += 1;
        self.row.clear();
        self.row.extend_from_slice(&(key.len() as u64).to_be_bytes());
        self.row.extend_from_slice(key);
        self.row.extend_from_slice(payload);
        self.sorter.push(&number.to_be_bytes(), &self.row)?;
        Ok(number)
    }
}

/// Key and entry of a row.
fn page(mut row: &[u8]) -> Result<(&[u8], &[u8])> {
    let length = usize::try_from(number(&mut row)?).unwrap_or(usize::MAX);
    row.split_at_checked(length).ok_or_else(damaged)
}

impl<'s> Moves<'s> {
    pub(crate) fn new(renames: Renames, store: &'s Store) -> Moves<'s> {
        Moves {
            threshold: renames.threshold,
            signals: Signals::new(store),
            removed: Pages::new(store),
            added: Pages::new(store),
        }
    }

    /// Takes a page that was removed or added.
    pub(crate) fn push(
        &mut self,
        change: Change,
        key: &[u8],
        payload: &[u8],
        entry: &Entry,
    ) -> Result<()> {
        let is_new = change == Change::Added;
        let pages = if is_new { &mut self.added } else { &mut self.removed };
        let number = pages.push(key, payload)?;
        self.signals.push(is_new, number, entry)
    }

    /// Tells every page as renamed, or as what it was taken for.
    pub(crate) fn settle(
        self,
        alive: Option<Alive<'s>>,
        store: &'s Store,
        found: &mut Found<'_>,
    ) -> Result<()> {
        let counts = (self.removed.count, self.added.count);
        let pairs = self.signals.pairs(self.threshold, counts, store)?;
        let removed = self.removed.sorter.finish()?;
        let mut alive = alive;
        let moved = leave(removed, pairs, alive.as_mut(), store, found)?;
        let verdicts = alive.map(|alive| alive.verdicts(store)).transpose()?;
        arrive(self.added.sorter.finish()?, moved, verdicts, found)
    }
}

/// Tells the removed pages that are in no pair; gives the others by their new page.
fn leave(
    mut removed: Sorted,
    pairs: Sorted,
    mut alive: Option<&mut Alive<'_>>,
    store: &Store,
    found: &mut Found<'_>,
) -> Result<Sorted> {
    let (mut pairs, mut moved) = (Beside::new(pairs)?, Sorter::new(store));
    let mut entry = Entry::default();
    while let Some((mut old, row)) = removed.read()? {
        let (key, payload) = page(row)?;
        let Some(mut pair) = pairs.find(number(&mut old)?)? else {
            found.single(Change::Removed, key, payload)?;
            continue;
        };
        let new = number(&mut pair)?;
        if let Some(alive) = &mut alive {
            decode(payload, &mut entry)?;
            alive.leaves(entry.loc.as_str(), new)?;
        }
        // What is left of the pair is its score.
        moved.push(&new.to_be_bytes(), &[pair, payload].concat())?;
    }
    moved.finish()
}

/// Tells the added pages: renamed where they are in a pair.
fn arrive(
    mut added: Sorted,
    moved: Sorted,
    verdicts: Option<Sorted>,
    found: &mut Found<'_>,
) -> Result<()> {
    let mut moved = Beside::new(moved)?;
    let mut verdicts = verdicts.map(Beside::new).transpose()?;
    while let Some((mut new, row)) = added.read()? {
        let (key, payload) = page(row)?;
        let new = number(&mut new)?;
        let Some(mut old) = moved.find(new)? else {
            found.single(Change::Added, key, payload)?;
            continue;
        };
        let verdict = match &mut verdicts {
            Some(verdicts) => verdicts.find(new)?.and_then(<[u8]>::first).copied(),
            None => None,
        };
        let score = short(&mut old)?;
        let missing = if verdicts.is_some() { Redirect::Unseen } else { Redirect::Unknown };
        let redirect = verdict.unwrap_or(missing.to_byte());
        found.rename(key, Head { score, redirect }, (old, payload))?;
    }
    Ok(())
}
