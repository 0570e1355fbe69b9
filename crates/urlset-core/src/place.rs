//! Places that are only worked out when a finding needs them: counting lines costs time.

use crate::fields::{is_space, trim};
use crate::{Diagnostic, EntryReader, Input, Lost, Position, Result, Rule, Sink};
use alloc::boxed::Box;
use core::cell::OnceCell;

/// Something that can say where it is.
pub trait Place {
    /// Gives the finding its position and, where the text is at hand, its excerpt.
    fn mark(&self, diagnostic: Diagnostic) -> Diagnostic;

    /// The position alone.
    fn position(&self) -> Position;

    /// The number of the input alone.
    fn input(&self) -> u32 {
        self.position().input
    }

    /// Whether anybody knows where that is.
    fn is_known(&self) -> bool {
        self.position().is_known()
    }

    /// Where the value itself stands, without the white space around it; `None` where that is not
    /// known to be elsewhere.
    fn trimmed(&self) -> Option<Span<'_, '_>> {
        None
    }

    /// Reports a finding that stands here, marked where the sink wants it whole.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn report(&self, mut finding: Diagnostic, sink: &mut dyn Sink) -> Result<()> {
        let input = self.input();
        let as_its_rule = finding.severity == finding.rule.severity && finding.values.is_none();
        if as_its_rule && sink.count(finding.rule, finding.lost, input) {
            return Ok(());
        }
        if sink.wants(&finding) {
            return sink.report(self.mark(finding));
        }
        finding.position.input = input;
        sink.report(finding)
    }

    /// The same of a rule, what exactly was found, and what it cost; the detail is copied only
    /// where the sink wants it.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn tell(
        &self,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if sink.count(rule, lost, self.input()) {
            return Ok(());
        }
        let mut finding = rule.found().lost(lost);
        if sink.wants(&finding) {
            finding = finding.detail(detail);
        }
        self.report(finding, sink)
    }
}

impl Place for Position {
    fn mark(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.position = *self;
        diagnostic
    }

    fn position(&self) -> Position {
        *self
    }
}

/// A stretch of an input's window; `offset` counts from the start of the decoded text.
#[derive(Clone, Copy, Debug)]
pub struct Span<'i, 'a> {
    /// The input whose window holds the stretch.
    pub input: &'i Input<'a>,
    /// Offset in the decoded text, see [`Input::offset`].
    pub offset: u64,
    /// Bytes of the decoded text.
    pub length: u32,
}

impl Place for Span<'_, '_> {
    fn mark(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.position = self.input.position_at(self.offset);
        diagnostic.length = self.length;
        diagnostic.excerpt = self.input.excerpt(self.offset, self.length).map(Box::new);
        diagnostic
    }

    fn position(&self) -> Position {
        self.input.position_at(self.offset)
    }

    fn trimmed(&self) -> Option<Span<'_, '_>> {
        let text = self.input.text_at(self.offset, self.length)?;
        let value = trim(text);
        let lead = text.len() - text.trim_start_matches(is_space).len();
        let offset = self.offset + lead as u64;
        let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
        (!value.is_empty()).then_some(Span { input: self.input, offset, length })
    }

    fn input(&self) -> u32 {
        self.input.number()
    }
}

/// Where the entry begins that a reader gave last; worked out once.
pub struct Began<'r> {
    reader: &'r dyn EntryReader,
    known: OnceCell<Position>,
}

impl<'r> Began<'r> {
    /// That of the entry that this reader gave last.
    pub fn of(reader: &'r dyn EntryReader) -> Began<'r> {
        Began { reader, known: OnceCell::new() }
    }
}

impl core::fmt::Debug for Began<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Began").field("known", &self.known).finish_non_exhaustive()
    }
}

impl Place for Began<'_> {
    fn mark(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.position().mark(diagnostic)
    }

    fn position(&self) -> Position {
        *self.known.get_or_init(|| self.reader.position())
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }
}
