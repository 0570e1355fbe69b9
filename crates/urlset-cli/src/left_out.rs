//! Counts the entries that a writer is given and leaves out, which were not written.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use urlset::{Diagnostic, Entry, EntryWriter, Loss, Lost, Result, Sink};

/// How many entries the writer left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut(Arc<AtomicU64>);

impl LeftOut {
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A writer whose omissions are counted.
pub(crate) struct Counted {
    pub(crate) writer: Box<dyn EntryWriter>,
    pub(crate) left_out: LeftOut,
}

/// Notices that an entry was left out.
struct Watched<'s> {
    sink: &'s mut dyn Sink,
    left_out: bool,
}

impl Sink for Watched<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.left_out |= finding.lost == Lost::Entry;
        self.sink.report(finding)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
    }
}

impl EntryWriter for Counted {
    fn needs_survey(&self) -> bool {
        self.writer.needs_survey()
    }

    fn survey(&mut self, entry: &Entry) {
        self.writer.survey(entry);
    }

    fn begin(&mut self, out: &mut String) {
        self.writer.begin(out);
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let mut sink = Watched { sink, left_out: false };
        self.writer.write_entry(entry, out, &mut sink)?;
        if sink.left_out {
            self.left_out.0.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        self.writer.end(out);
    }
}
