//! Several sorted runs as one.

use crate::runs::{Cursor, Runs};
use std::cmp::Ordering;
use std::ops::Range;
use urlset_core::Result;

/// The runs that are merged, and whose turn it is.
#[derive(Debug)]
pub(crate) struct Merge {
    cursors: Vec<Cursor>,
    /// Numbers of cursors as a binary heap, the one with the least record in front.
    heap: Vec<usize>,
    /// Whether the record in front has been given out.
    given: bool,
}

impl Merge {
    /// Begins to merge some of the runs, each read with a buffer of that many bytes.
    pub(crate) fn new(runs: &Runs, some: Range<usize>, buffer: usize) -> Result<Merge> {
        let mut cursors = runs.cursors(some, buffer);
        let mut heap = Vec::with_capacity(cursors.len());
        for (number, cursor) in cursors.iter_mut().enumerate() {
            if cursor.advance(runs)? {
                heap.push(number);
            }
        }
        let mut merge = Merge { cursors, heap, given: false };
        for place in (0..merge.heap.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// Bytes that are in memory.
    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.cursors.iter().map(Cursor::held).sum()
    }

    /// The next record of all; records with equal keys in the order of their runs.
    pub(crate) fn read(&mut self, runs: &Runs) -> Result<Option<(&[u8], &[u8])>> {
        if self.given
            && let Some(front) = self.heap.first().and_then(|number| self.cursors.get_mut(*number))
        {
            if !front.advance(runs)? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
        }
        self.given = true;
        let front = self.heap.first().and_then(|number| self.cursors.get(*number));
        Ok(front.map(|cursor| (cursor.key(), cursor.payload())))
    }

    /// Moves what stands at a place down until nothing below it comes before it.
    fn sink(&mut self, mut place: usize) {
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let least = if self.is_before(right, left) { right } else { left };
            if !self.is_before(least, place) {
                return;
            }
            self.heap.swap(place, least);
            place = least;
        }
    }

    /// Whether there is a place and its record comes before that of another.
    fn is_before(&self, one: usize, other: usize) -> bool {
        let Some(&one) = self.heap.get(one) else { return false };
        let Some(&other) = self.heap.get(other) else { return true };
        let key = |number: usize| self.cursors.get(number).map(Cursor::key);
        key(one).cmp(&key(other)).then(one.cmp(&other)) == Ordering::Less
    }
}
