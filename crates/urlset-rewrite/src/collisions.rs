//! Finds different locs that a rewrite makes one, out of core.

use crate::rules::COLLISION;
use urlset_core::compact::Unpack;
use urlset_core::{Position, Result, Sink};
use urlset_store::{Sorter, Store, damaged, put_position, take_position};

/// Every loc with what it was, to be sorted by both. Between them stands a byte that no loc has; a loc
/// that stayed has nothing behind it.
#[derive(Debug)]
pub(crate) struct Collisions<'s> {
    sorter: Sorter<'s>,
    key: Vec<u8>,
    place: Vec<u8>,
    changed: bool,
}

const BETWEEN: u8 = 0;

impl<'s> Collisions<'s> {
    pub(crate) fn new(store: &'s Store) -> Collisions<'s> {
        Collisions {
            sorter: Sorter::new(store),
            key: Vec::new(),
            place: Vec::new(),
            changed: false,
        }
    }

    pub(crate) fn add(&mut self, new: &str, old: Option<&str>, at: Position) -> Result<()> {
        self.changed |= old.is_some();
        self.key.clear();
        self.key.extend_from_slice(new.as_bytes());
        self.key.push(BETWEEN);
        self.key.extend_from_slice(old.unwrap_or_default().as_bytes());
        self.place.clear();
        put_position(at, &mut self.place);
        self.sorter.push(&self.key, &self.place)
    }

    /// Tells of every loc that became the same as another one, and gives how many those are.
    pub(crate) fn tell(self, sink: &mut dyn Sink) -> Result<u64> {
        if !self.changed {
            return Ok(0);
        }
        let (mut sorted, mut told) = (self.sorter.finish()?, 0);
        let mut first: Option<(Vec<u8>, Vec<u8>, Position)> = None;
        let mut last: Vec<u8> = Vec::new();
        while let Some((key, place)) = sorted.read()? {
            let at = take_position(&mut Unpack(place)).ok_or_else(damaged)?;
            let mut parts = key.splitn(2, |byte| *byte == BETWEEN);
            let (new, old) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let Some((same, one, one_at)) = first.as_ref().filter(|(same, ..)| same == new) else {
                first = Some((new.to_owned(), old.to_owned(), at));
                last.clear();
                last.extend_from_slice(old);
                continue;
            };
            if last == old {
                continue;
            }
            last.clear();
            last.extend_from_slice(old);
            told += 1;
            let text = |old: &[u8]| {
                String::from_utf8_lossy(if old.is_empty() { same } else { old }).into_owned()
            };
            let finding = COLLISION.at(at).other(*one_at);
            let what = format!("`{}` and `{}`", text(one), text(old));
            sink.report(finding.detail(what).loc(&String::from_utf8_lossy(same)))?;
        }
        Ok(told)
    }
}
