//! A check with memory.

use crate::{Entry, Position, Result, Sink};

/// A check that may remember earlier entries.
pub trait Audit: Send {
    /// Looks at one entry, which began at `at`.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn entry(&mut self, entry: &Entry, at: Position, sink: &mut dyn Sink) -> Result<()>;

    /// Says what only the whole document shows.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let _ = sink;
        Ok(())
    }
}
