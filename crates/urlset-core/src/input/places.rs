//! Lines and columns of places in the window: counted only where somebody asks, and never the same
//! text twice where the places come in order.

use super::Input;
use crate::lines::Lines;

impl Input<'_> {
    /// Lines up to an offset.
    pub(super) fn count(&self, offset: u64) -> Lines {
        if offset < self.base {
            return self.base_lines.gone(offset);
        }
        let known = self.counted.get();
        // Back on the same line: little to count, and lines may be long.
        if offset < known.upto && offset >= known.line_start {
            return self.count_aside(known, offset);
        }
        let known = if known.upto <= offset { known } else { self.before(offset) };
        // The pinned place is asked for after places behind it, and nothing is counted twice.
        let known = if known.upto < self.pinned && self.pinned < offset {
            let lines = self.count_on(known, self.pinned);
            self.passed.set(lines);
            lines
        } else {
            known
        };
        let lines = self.count_on(known, offset);
        self.counted.set(lines);
        lines
    }

    /// Lines up to a place in the line of a farther one: from the nearer of that and the last such
    /// place, for they come in order, too.
    fn count_aside(&self, known: Lines, offset: u64) -> Lines {
        let aside = self.aside.get();
        let near = aside.line_start == known.line_start && aside.upto >= self.base;
        let near = near && aside.upto.abs_diff(offset) < known.upto - offset;
        let lines = match near {
            true if aside.upto <= offset => self.count_on(aside, offset),
            true => aside.back(self.text_between(offset, aside.upto), offset),
            false => known.back(self.text_between(offset, known.upto), offset),
        };
        self.aside.set(lines);
        lines
    }

    /// The nearest place before an offset up to which lines are known.
    fn before(&self, offset: u64) -> Lines {
        let passed = self.passed.get();
        let known = passed.upto <= offset && passed.upto >= self.base;
        if known { passed } else { self.base_lines }
    }

    /// Lines up to an offset, from a place before it.
    fn count_on(&self, known: Lines, offset: u64) -> Lines {
        let upto = offset.max(known.upto);
        known.on(self.text_between(known.upto, upto), upto)
    }

    /// What is there between two offsets.
    pub(super) fn text_between(&self, from: u64, upto: u64) -> &[u8] {
        let index = |offset: u64| {
            let at = usize::try_from(offset.saturating_sub(self.base)).unwrap_or(usize::MAX);
            at.min(self.text.len())
        };
        self.text.as_bytes().get(index(from)..index(upto)).unwrap_or_default()
    }
}
