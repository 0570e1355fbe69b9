//! What is counted while the inputs are read once.

use crate::number::thousands;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use urlset::ops::{Deduped, Step, steps};
use urlset::rewrite::Tally;
use urlset::store::Store;
use urlset::{Entry, EntryReader, Header, Position, Result, Sink};

/// Counts of one reading of all inputs.
#[derive(Debug)]
pub(crate) struct Round<'s> {
    /// Whether documents count what they give.
    pub(crate) counts: bool,
    /// Entries that `--where` left out.
    pub(crate) left_out: AtomicU64,
    /// Entries that were joined to an earlier one.
    joined: AtomicU64,
    pub(crate) tally: Tally<'s>,
    /// How many locs each step of normalising changes.
    steps: Mutex<Vec<(Step, u64)>>,
}

impl<'s> Round<'s> {
    /// With a store, it also finds locs that rewriting makes one.
    pub(crate) fn new(store: Option<&'s Store>) -> Round<'s> {
        Round {
            counts: true,
            left_out: AtomicU64::new(0),
            joined: AtomicU64::new(0),
            tally: Tally::new(store),
            steps: Mutex::default(),
        }
    }

    /// For a reading whose counts nobody wants.
    pub(crate) fn idle() -> Round<'s> {
        Round { counts: false, ..Round::new(None) }
    }

    /// Adds what was counted elsewhere.
    pub(crate) fn add_steps(&self, steps: &[(Step, u64)]) {
        let mut counts = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        for (step, more) in steps {
            match counts.iter_mut().find(|(known, _)| known == step) {
                Some((_, count)) => *count += more,
                None => counts.push((*step, *more)),
            }
        }
    }

    pub(crate) fn set_joined(&self, joined: u64) {
        self.joined.store(joined, Ordering::Relaxed);
    }

    /// Entries that were joined to an earlier one.
    pub(crate) fn joined(&self) -> u64 {
        self.joined.load(Ordering::Relaxed)
    }

    /// What normalising changed, in a line for people.
    pub(crate) fn told(&self) -> String {
        let each = self.each();
        let each = if each.is_empty() { "nothing".to_owned() } else { each };
        format!("compared as if normalized: {each}")
    }

    /// By which steps pages were found equal, in a line for people.
    pub(crate) fn equal(&self) -> String {
        format!("equal once normalized: {}", self.each())
    }

    fn each(&self) -> String {
        let steps = self.steps();
        let each = steps.iter().map(|(step, count)| format!("{step} {}", thousands(*count)));
        each.collect::<Vec<_>>().join(", ")
    }

    /// How many locs each step of normalising changes, or made equal to another one.
    pub(crate) fn steps(&self) -> Vec<(Step, u64)> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn count(&self, loc: &str) {
        let mut counts = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        for step in steps(loc) {
            match counts.iter_mut().find(|(known, _)| *known == step) {
                Some((_, count)) => *count += 1,
                None => counts.push((step, 1)),
            }
        }
    }
}

/// Entries of which each is one page; says in the end by which steps they were found equal.
pub(crate) struct Equated<'r, 's, 'd> {
    pub(crate) deduped: Deduped<'d>,
    pub(crate) round: &'r Round<'s>,
}

impl EntryReader for Equated<'_, '_, '_> {
    fn header(&self) -> &Header {
        self.deduped.header()
    }

    fn position(&self) -> Position {
        self.deduped.position()
    }

    fn input(&self) -> u32 {
        self.deduped.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.deduped.read_entry(entry, sink)
    }
}

impl Drop for Equated<'_, '_, '_> {
    fn drop(&mut self) {
        let mut steps = self.round.steps.lock().unwrap_or_else(PoisonError::into_inner);
        *steps = self.deduped.steps().to_vec();
    }
}

/// A reader whose locs are looked at for the steps that their normal form takes.
pub(crate) struct Stepped<'r, 's, R> {
    pub(crate) reader: R,
    pub(crate) round: &'r Round<'s>,
}

impl<R: EntryReader> EntryReader for Stepped<'_, '_, R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        if more {
            self.round.count(entry.loc.as_str());
        }
        Ok(more)
    }
}
