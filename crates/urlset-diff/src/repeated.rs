//! Entries of one loc that stands very often: which of two sets are equal is found by sorting them.

use crate::How;
use crate::fields::identity;
use crate::item::encoded;
use crate::side::{Record, Stream};
use std::cmp::Ordering;
use urlset_core::Result;
use urlset_store::{Sorter, Store, damaged};

/// Takes the entries of one set in their order.
pub(crate) struct Repeated<'s> {
    sorter: Sorter<'s>,
    count: u64,
    key: Vec<u8>,
}

impl<'s> Repeated<'s> {
    pub(crate) fn new(store: &'s Store) -> Repeated<'s> {
        Repeated { sorter: Sorter::new(store), count: 0, key: Vec::new() }
    }

    pub(crate) fn push(&mut self, record: &Record, how: &How) -> Result<()> {
        self.key.clear();
        identity(&record.entry, how, &mut self.key);
        let mut payload = self.count.to_be_bytes().to_vec();
        payload.extend(encoded(&record.entry, record.at));
        self.count += 1;
        self.sorter.push(&self.key, &payload)
    }
}

/// What is left of two sets without the pairs of equal entries, the first ones of each, in their
/// order; and how many pairs that were.
pub(crate) fn without_equal(
    old: Repeated<'_>,
    new: Repeated<'_>,
    store: &Store,
) -> Result<(u64, Stream, Stream)> {
    let (mut olds, mut news) =
        (Stream::new(old.sorter.finish()?)?, Stream::new(new.sorter.finish()?)?);
    let (mut old_left, mut new_left) = (Sorter::new(store), Sorter::new(store));
    let mut pairs = 0;
    loop {
        let order = match (olds.key(), news.key()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.cmp(new),
        };
        let (side, left) = match order {
            Ordering::Less => (&mut olds, &mut old_left),
            Ordering::Greater => (&mut news, &mut new_left),
            Ordering::Equal => {
                pairs += 1;
                olds.advance()?;
                news.advance()?;
                continue;
            }
        };
        let (number, entry) = side.payload().split_first_chunk::<8>().ok_or_else(damaged)?;
        left.push(number, entry)?;
        side.advance()?;
    }
    drop((olds, news));
    Ok((pairs, Stream::new(old_left.finish()?)?, Stream::new(new_left.finish()?)?))
}
