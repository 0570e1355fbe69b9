//! Entries that can be read more than once.

use urlset_core::{EntryReader, Result, Sink};

/// Opens the same entries once more, from the first one. Operations that work out of core read their
/// input again instead of keeping it. Only the first reading reports to the sink of a run; the
/// others are given one that ignores.
pub type Reopen<'a> =
    Box<dyn FnMut(&mut dyn Sink) -> Result<Box<dyn EntryReader + 'a>> + Send + 'a>;
