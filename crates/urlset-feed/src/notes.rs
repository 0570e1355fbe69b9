//! Counts what a feed says and an entry has no place for, so that one note tells it all.

use crate::rules;
use std::borrow::Cow;
use std::cmp::Reverse;
use urlset_core::{Position, Result, Sink};

/// How many kinds are told apart, and how long a name may be, in characters: names come from the
/// document.
const MOST: usize = 100;
const LONGEST: usize = 64;

/// Counts by kind.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    kinds: Vec<(Box<str>, u64)>,
    /// Where the first one of all stood.
    first: Position,
    /// How many dates were those of publication, and where the first one stood.
    published: Option<(u64, Position)>,
}

impl Notes {
    /// Counts one of a kind; the place is only worked out for the first of all.
    pub(crate) fn add(&mut self, name: &str, at: impl FnOnce() -> Position) {
        if let Some((_, count)) = self.kinds.iter_mut().find(|(known, _)| **known == *name) {
            *count += 1;
            return;
        }
        if self.kinds.is_empty() {
            self.first = at();
        }
        let name = match name {
            _ if self.kinds.len() + 1 >= MOST => Cow::Borrowed("others"),
            name if name.len() <= LONGEST => Cow::Borrowed(name),
            long => long.chars().take(LONGEST).chain(['…']).collect(),
        };
        match self.kinds.iter_mut().find(|(known, _)| **known == *name) {
            Some((_, count)) => *count += 1,
            None => self.kinds.push((name.into(), 1)),
        }
    }

    /// Counts a date of publication that stands for one of change.
    pub(crate) fn published(&mut self, at: impl FnOnce() -> Position) {
        let (count, first) = self.published.unwrap_or_else(|| (0, at()));
        self.published = Some((count + 1, first));
    }

    /// Reports all kinds in one note, then forgets them.
    pub(crate) fn report(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let mut kinds = std::mem::take(&mut self.kinds);
        if !kinds.is_empty() {
            kinds.sort_by_key(|(_, count)| Reverse(*count));
            let said: Vec<String> =
                kinds.iter().map(|(name, count)| format!("{name} {count}")).collect();
            sink.report(rules::NOT_CARRIED.at(self.first).list(&said))?;
        }
        if let Some((count, first)) = self.published.take() {
            sink.report(rules::PUBLICATION_DATE.at(first).detail(times(count)))?;
        }
        Ok(())
    }
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
