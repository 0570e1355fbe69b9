//! Counts what a feed says and an entry has no place for, so that one note tells it all.

use crate::rules;
use urlset_core::{Position, Result, Sink};

/// How many kinds are told apart: names come from the document.
const MOST: usize = 40;

#[derive(Debug)]
struct Kind {
    name: Box<str>,
    count: u64,
    first: Position,
}

/// Counts by kind.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    kinds: Vec<Kind>,
    /// How many dates were those of publication, and where the first one stood.
    pub(crate) published: Option<(u64, Position)>,
}

impl Notes {
    /// Counts one of a kind; the place is only worked out for the first.
    pub(crate) fn add(&mut self, name: &str, at: impl FnOnce() -> Position) {
        if let Some(kind) = self.kinds.iter_mut().find(|kind| &*kind.name == name) {
            kind.count += 1;
            return;
        }
        let name = if self.kinds.len() + 1 < MOST { name } else { "others" };
        match self.kinds.iter_mut().find(|kind| &*kind.name == name) {
            Some(kind) => kind.count += 1,
            None => self.kinds.push(Kind { name: name.into(), count: 1, first: at() }),
        }
    }

    /// Counts a date of publication that stands for one of change.
    pub(crate) fn published(&mut self, at: Position) {
        let (count, first) = self.published.unwrap_or((0, at));
        self.published = Some((count + 1, first));
    }

    /// Reports every kind once, then forgets them.
    pub(crate) fn report(&mut self, sink: &mut dyn Sink) -> Result<()> {
        for Kind { name, count, first } in std::mem::take(&mut self.kinds) {
            sink.report(rules::NOT_CARRIED.at(first).detail(format!("{name}: {}", times(count))))?;
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
