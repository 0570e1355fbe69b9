//! What a rewrite did and did not.

use crate::Rewrite;
use crate::address::Address;
use crate::collisions::Collisions;
use crate::rewrite::Used;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use urlset_core::{Result, Sink};
use urlset_store::Store;

/// Hosts that are counted one by one, and things never used that are named.
const MOST_NAMED: usize = 10_000;
/// Bytes of a host that are kept, more than any has (RFC 1035: 253).
const LONGEST_HOST: usize = 256;

/// What a rewrite did and did not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// URLs changed in each place that had any, in the order of [`Rewrite::places`].
    pub changed: Vec<(Box<str>, u64)>,
    /// Hosts, with their ports, of URLs that stayed as they were, but perhaps for their scheme where there are
    /// rules for hosts, and how many; most first. What is
    /// longer than 256 bytes, and no host of any page, is cut there, with a `…`.
    pub left_alone: Vec<(Box<str>, u64)>,
    /// Such URLs that are of none of these hosts: beyond 10,000 hosts only their sum is known.
    pub left_alone_elsewhere: u64,
    /// What was asked and never had a URL to change: hosts, expressions, rows of the table; the first
    /// 10,000.
    pub unused: Vec<Box<str>>,
    /// How many more there are.
    pub unused_more: u64,
    /// URLs that would have been none, each told as `rewrite/refused`.
    pub refused: u64,
    /// Values with URLs where no extension says that one stands, told as `rewrite/out-of-reach`.
    pub out_of_reach: u64,
    /// Locs that became the same as another one, each told as `rewrite/collision`.
    pub collisions: u64,
}

/// Counts for any number of readers, one after the other or at once.
#[derive(Debug)]
pub struct Tally<'s> {
    counts: Mutex<Counts<'s>>,
}

#[derive(Debug, Default)]
pub(crate) struct Counts<'s> {
    /// By the number of the place.
    pub(crate) changed: Vec<u64>,
    left_alone: HashMap<Box<str>, u64>,
    left_alone_elsewhere: u64,
    pub(crate) used: Used,
    pub(crate) refused: u64,
    pub(crate) out_of_reach: u64,
    pub(crate) collisions: Option<Collisions<'s>>,
    host: String,
}

impl<'s> Tally<'s> {
    /// Counts; finds locs that became one where there is a store to sort them in.
    pub fn new(store: Option<&'s Store>) -> Tally<'s> {
        let collisions = store.map(Collisions::new);
        Tally { counts: Mutex::new(Counts { collisions, ..Counts::default() }) }
    }

    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts<'s>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The facts, when everything was read. Tells of every loc that became the same as another one.
    ///
    /// # Errors
    /// When a temporary file fails, or the sink stops the work.
    pub fn finish(self, rewrite: &Rewrite, sink: &mut dyn Sink) -> Result<Facts> {
        let counts = self.counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let changed = rewrite.places().zip(&counts.changed).filter(|(_, count)| **count > 0);
        let changed = changed.map(|(name, count)| (name.into(), *count)).collect();
        let mut left_alone: Vec<_> = counts.left_alone.into_iter().collect();
        left_alone.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        let collisions = match counts.collisions {
            Some(collisions) => collisions.tell(sink)?,
            None => 0,
        };
        let (unused, unused_more) = unused(rewrite, &counts.used);
        Ok(Facts {
            changed,
            left_alone,
            left_alone_elsewhere: counts.left_alone_elsewhere,
            unused,
            unused_more,
            refused: counts.refused,
            out_of_reach: counts.out_of_reach,
            collisions,
        })
    }
}

impl Counts<'_> {
    pub(crate) fn change(&mut self, place: usize) {
        if self.changed.len() <= place {
            self.changed.resize(place + 1, 0);
        }
        if let Some(count) = self.changed.get_mut(place) {
            *count += 1;
        }
    }

    pub(crate) fn leave(&mut self, address: &Address<'_>) {
        self.host.clear();
        let name = address.host.chars().chain(address.port.chars());
        for c in name {
            if self.host.len() >= LONGEST_HOST {
                self.host.push('…');
                break;
            }
            self.host.push(c.to_ascii_lowercase());
        }
        if let Some(count) = self.left_alone.get_mut(self.host.as_str()) {
            *count += 1;
        } else if self.left_alone.len() < MOST_NAMED {
            self.left_alone.insert(self.host.as_str().into(), 1);
        } else {
            self.left_alone_elsewhere += 1;
        }
    }
}

/// What was never used, and how much more than is named.
fn unused(rewrite: &Rewrite, used: &Used) -> (Vec<Box<str>>, u64) {
    let never = |marks: &[bool], at: usize| !marks.get(at).copied().unwrap_or_default();
    let hosts = rewrite.hosts.iter().map(|rule| rule.text.clone()).enumerate();
    let hosts = hosts.filter(|(at, _)| never(&used.hosts, *at));
    let paths = rewrite.paths.iter().map(|rule| rule.text.clone()).enumerate();
    let paths = paths.filter(|(at, _)| never(&used.paths, *at));
    let rows = rewrite.moves.rows.iter().enumerate().filter(|(at, _)| never(&used.rows, *at));
    let place = |at, line| rewrite.moves.place(at, line);
    let rows = rows.map(|(at, row)| (at, format!("{}: {}", place(at, row.line), row.old).into()));
    let mut unused = hosts.chain(paths).chain(rows).map(|(_, text)| text);
    let named = unused.by_ref().take(MOST_NAMED).collect();
    (named, unused.count() as u64)
}
