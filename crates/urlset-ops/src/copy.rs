//! Writes what a reader gives, and tells everything that is left behind.

use crate::field::{Glance, field_name};
use crate::rules::INDEX_NOT_CARRIED;
use urlset_core::{
    Audit, Began, Carried, Carries, Dates, Diagnostic, Entry, EntryReader, EntryWriter, Extension,
    Kind, Locs, Loss, Lost, Output, Place, Position, Result, Rule, Severity, Sink, rules,
};

/// How to copy.
pub struct Copying<'c> {
    /// What the target keeps, as its format says.
    pub carries: Carries,
    /// Extensions that have names of their own; elements of others are the field `other`.
    pub extensions: &'static [&'static Extension],
    /// Checks that see each entry that has extensions. Their notes are left out: who converts asks
    /// for what is wrong, not for what is remarkable.
    pub audits: &'c mut [Box<dyn Audit>],
    /// Above how many entries of one document `file/too-many-urls` is told; `None` never tells.
    pub most_entries: Option<u64>,
}

impl std::fmt::Debug for Copying<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Copying").field("carries", &self.carries).finish_non_exhaustive()
    }
}

/// What went through a copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Entries that the reader gave.
    pub read: u64,
    /// Entries that were written.
    pub written: u64,
}

/// Takes entries that go out: one document, or a set of them.
pub trait Outlet {
    /// Takes an entry that was read at `at`.
    ///
    /// # Errors
    /// When a write fails or the sink stops the work.
    fn write(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()>;

    /// How many entries that have nothing but a loc without faults it takes at once; none by default.
    fn locs_room(&self) -> u64 {
        0
    }

    /// Takes as many of these, about which there is nothing to tell; one by one by default.
    ///
    /// # Errors
    /// When a write fails.
    fn write_locs(&mut self, locs: &Locs) -> Result<()> {
        let mut entry = Entry::default();
        for (loc, _) in locs.iter() {
            entry.loc.set(loc);
            self.write(&entry, &Position::default(), &mut ())?;
        }
        Ok(())
    }
}

impl Outlet for Output<'_> {
    fn write(&mut self, entry: &Entry, _: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        Output::write(self, entry, sink)
    }

    fn locs_room(&self) -> u64 {
        Output::locs_room(self, None)
    }

    fn write_locs(&mut self, locs: &Locs) -> Result<()> {
        Output::write_locs(self, locs)
    }
}

/// Writes every entry of a reader. The output is not finished: more may follow.
///
/// # Errors
/// When a document cannot be read further, a write fails, or the sink stops the work. What was read
/// before has been written.
pub fn copy(
    reader: &mut dyn EntryReader,
    output: &mut dyn Outlet,
    copying: &mut Copying<'_>,
    sink: &mut dyn Sink,
) -> Result<Copied> {
    let mut left = Left::default();
    let copied = copy_entries(reader, output, (copying, &mut left), sink);
    left.count(sink);
    let copied = copied?;
    for audit in &mut *copying.audits {
        audit.finish(&mut NoNotes(sink))?;
    }
    Ok(copied)
}

fn copy_entries(
    reader: &mut dyn EntryReader,
    output: &mut dyn Outlet,
    (copying, left): (&mut Copying<'_>, &mut Left),
    sink: &mut dyn Sink,
) -> Result<Copied> {
    let mut entry = Entry::default();
    let mut copied = Copied::default();
    let mut document = (0, 0);
    let mut lists = Lists::default();
    loop {
        // Where entries of each document are counted, they are looked at one by one.
        let room = if copying.most_entries.is_none() { output.locs_room() } else { 0 };
        if room > 0 && (copying.carries.index || reader.header().kind == Kind::Urlset) {
            let read = lists.copy(reader, (output, room), left)?;
            copied.read += read;
            copied.written += read;
        }
        if !reader.read_entry(&mut entry, sink)? {
            break;
        }
        copied.read += 1;
        let at = Began::of(reader);
        if let Some(most) = copying.most_entries {
            let input = at.input();
            document = if document.0 == input { (input, document.1 + 1) } else { (input, 1) };
            if document.1 == most + 1 {
                sink.report(rules::TOO_MANY_URLS.at(at.position()))?;
            }
        }
        if !copying.carries.index && reader.header().kind == Kind::Sitemapindex {
            let finding = INDEX_NOT_CARRIED.at(at.position()).detail(entry.loc.as_str());
            sink.report(finding.loc(entry.loc.as_str()).lost(Lost::Entry))?;
            continue;
        }
        if !entry.has_only_loc() {
            copying.audit(&entry, &at, sink)?;
            copying.leave(&entry, left, &at, sink)?;
        }
        output.write(&entry, &at, &mut Stamp { at: &at, entry: &entry, sink: &mut *sink })?;
        copied.written += 1;
    }
    Ok(copied)
}

/// Entries of which nothing but the loc goes out, many at once.
#[derive(Default)]
struct Lists {
    locs: Locs,
    /// Entries that are read one by one until it is tried again, and as many the time before.
    pause: u32,
    paused: u32,
}

impl Lists {
    /// Entries at once: some tens of kilobytes.
    const MOST: u64 = 512;

    /// Of a document that has none for it, one entry in so many is looked at twice.
    const LONGEST: u32 = 64;

    /// Copies those that come next; gives how many.
    fn copy(
        &mut self,
        reader: &mut dyn EntryReader,
        (output, room): (&mut dyn Outlet, u64),
        left: &mut Left,
    ) -> Result<u64> {
        if self.pause > 0 {
            self.pause -= 1;
            return Ok(0);
        }
        (self.locs.most, self.locs.left) = (Lists::MOST.min(room), left.counts);
        reader.read_locs(&mut self.locs);
        left.counts = self.locs.left;
        if self.locs.is_empty() {
            self.paused = (2 * self.paused + 1).min(Lists::LONGEST);
            self.pause = self.paused;
            return Ok(0);
        }
        self.paused = 0;
        let read = self.locs.len();
        output.write_locs(&self.locs)?;
        self.locs.clear();
        Ok(read)
    }
}

/// Shows a writer every entry, for writers that must see all before they begin.
///
/// # Errors
/// As the reader's.
pub fn survey(
    reader: &mut dyn EntryReader,
    writer: &mut dyn EntryWriter,
    sink: &mut dyn Sink,
) -> Result<()> {
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, sink)? {
        writer.survey(&entry);
    }
    Ok(())
}

/// Losses of the fields that nearly every entry has, where nothing but their number matters: that is
/// told once.
#[derive(Default)]
struct Left {
    /// Of `lastmod`, `changefreq` and `priority`, beside the first, which is counted at once: fields
    /// are told in the order of their first losses.
    counts: [Option<u64>; CORE.len()],
}

/// The fields of the protocol beside the loc.
const CORE: [&str; 3] = ["lastmod", "changefreq", "priority"];

impl Left {
    /// Takes the loss of one of the fields; `false` where it has to be told.
    #[inline]
    fn takes(&mut self, field: usize, sink: &mut dyn Sink) -> bool {
        match self.counts.get_mut(field) {
            Some(Some(count)) => {
                *count += 1;
                true
            }
            _ => self.takes_first(field, sink),
        }
    }

    #[cold]
    fn takes_first(&mut self, field: usize, sink: &mut dyn Sink) -> bool {
        let (Some(count), Some(name)) = (self.counts.get_mut(field), CORE.get(field)) else {
            return false;
        };
        let counted = sink.count_loss(name, 1);
        *count = counted.then_some(0);
        counted
    }

    /// Has the sink count what was taken.
    fn count(&self, sink: &mut dyn Sink) {
        for (name, count) in CORE.iter().zip(self.counts) {
            if let Some(count) = count.filter(|count| *count > 0) {
                let _counted = sink.count_loss(name, count);
            }
        }
    }
}

impl Copying<'_> {
    fn audit(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        if !entry.extensions.is_empty() {
            for audit in &mut *self.audits {
                audit.entry(entry, at, &mut NoNotes(&mut Stamp { at, entry, sink: &mut *sink }))?;
            }
        }
        Ok(())
    }

    /// Tells what the target does not keep of an entry.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn leave_behind(&self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        self.leave(entry, &mut Left::default(), at, sink)
    }

    fn leave(
        &self,
        entry: &Entry,
        left: &mut Left,
        at: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let keeps = &self.carries;
        if keeps.lastmod == Dates::Dropped
            && let Some(lastmod) = &entry.lastmod
            && !left.takes(0, sink)
        {
            sink.lose(Loss { field: "lastmod", value: lastmod, entry, at })?;
        }
        if !keeps.changefreq
            && let Some(changefreq) = entry.changefreq
            && !left.takes(1, sink)
        {
            sink.lose(Loss { field: "changefreq", value: &changefreq.as_str(), entry, at })?;
        }
        if !keeps.priority
            && let Some(priority) = &entry.priority
            && !left.takes(2, sink)
        {
            sink.lose(Loss { field: "priority", value: priority, entry, at })?;
        }
        if entry.extensions.is_empty() {
            return Ok(());
        }
        let kept = match keeps.extensions {
            Carried::Everything => return Ok(()),
            Carried::Some(names) => names,
            Carried::Nothing => &[],
        };
        for element in entry.extensions.elements() {
            let field = field_name(element, self.extensions);
            if !kept.contains(&field) && !sink.count_loss(field, 1) {
                sink.lose(Loss { field, value: &Glance(element), entry, at })?;
            }
        }
        Ok(())
    }
}

/// Gives the findings of a writer, which knows no places, those of the entry.
pub struct Stamp<'s> {
    /// Where the entry was read.
    pub at: &'s dyn Place,
    /// The entry that is written.
    pub entry: &'s Entry,
    /// Who takes the findings.
    pub sink: &'s mut dyn Sink,
}

impl std::fmt::Debug for Stamp<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stamp").field("at", &self.at.position()).finish_non_exhaustive()
    }
}

impl Sink for Stamp<'_> {
    fn report(&mut self, mut finding: Diagnostic) -> Result<()> {
        if !finding.position.is_known() {
            finding.position = self.at.position();
        }
        if !self.sink.wants(&finding) {
            return self.sink.report(finding);
        }
        if finding.loc.is_empty() {
            finding = finding.loc(self.entry.loc.as_str());
        }
        self.sink.report(finding)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.sink.wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        self.sink.count(rule, lost, input)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        let at = if loss.at.is_known() { loss.at } else { self.at };
        self.sink.lose(Loss { at, ..loss })
    }
}

/// Passes on everything but notes.
struct NoNotes<'s>(&'s mut dyn Sink);

impl Sink for NoNotes<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        if finding.severity == Severity::Note { Ok(()) } else { self.0.report(finding) }
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        finding.severity > Severity::Note && self.0.wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        rule.severity == Severity::Note || self.0.count(rule, lost, input)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.0.lose(loss)
    }
}

#[cfg(test)]
mod tests {
    use super::{Copied, Copying, copy};
    use crate::memory::Memory;
    use urlset_core::{
        Audit, Carried, Carries, Dates, Diagnostic, Entry, EntryWriter, Kind, Lost, Output, Place,
        Result, Sink, rules,
    };

    /// Writes locs, and has something to say about each.
    struct Lines;

    impl EntryWriter for Lines {
        fn begin(&mut self, _: &mut String) {}
        fn write_entry(
            &mut self,
            entry: &Entry,
            out: &mut String,
            sink: &mut dyn Sink,
        ) -> Result<()> {
            out.push_str(entry.loc.as_str());
            sink.report(rules::INVENTED.found())
        }
        fn end(&mut self, _: &mut String) {}
    }

    /// Tells a note and, without its place, a warning of every entry it sees.
    struct Talker;

    impl Audit for Talker {
        fn entry(&mut self, _: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
            sink.report(rules::UNKNOWN_EXTENSION.at(at.position()))?;
            sink.report(rules::LOC_AT_LIMIT.found())
        }
    }

    const NOTHING: Carries = Carries {
        index: false,
        lastmod: Dates::Dropped,
        changefreq: false,
        priority: false,
        extensions: Carried::Nothing,
    };

    fn full() -> Memory {
        let mut memory = Memory::of(&["https://example.com/a"]);
        let entry = &mut memory.entries[0];
        entry.lastmod = urlset_core::Datetime::parse("2026-03").ok();
        entry.priority = urlset_core::Priority::parse("0.5").ok();
        entry.extensions.leaf("urn:a", "a:thing", "x");
        memory
    }

    fn run(mut memory: Memory, carries: Carries, most: Option<u64>) -> (Copied, Vec<Diagnostic>) {
        memory.header.kind = memory.kind;
        let mut audits: Vec<Box<dyn Audit>> = vec![Box::new(Talker)];
        let mut copying =
            Copying { carries, extensions: &[], audits: &mut audits, most_entries: most };
        let mut output = Output::new(std::io::sink(), Box::new(Lines));
        let mut found = Vec::new();
        let copied = copy(&mut memory, &mut output, &mut copying, &mut found).unwrap();
        (copied, found)
    }

    #[test]
    fn every_loss_is_told_once_with_its_place() {
        let (copied, found) = run(full(), NOTHING, None);
        assert_eq!(copied, Copied { read: 1, written: 1 });
        let told: Vec<_> = found.iter().map(|one| (one.rule.id, &*one.detail)).collect();
        assert_eq!(
            told,
            [
                ("loc/at-limit", ""),
                ("convert/lossy", "lastmod: 2026-03"),
                ("convert/lossy", "priority: 0.5"),
                ("convert/lossy", "other: <a:thing> x"),
                ("convert/invented-value", ""),
            ]
        );
        assert!(found.iter().all(|one| one.position.line == 1));
        assert!([0, 4].into_iter().all(|at| &*found[at].loc == "https://example.com/a"));
        let everything = Carries {
            index: true,
            lastmod: Dates::AsWritten,
            changefreq: true,
            priority: true,
            extensions: Carried::Everything,
        };
        let (_, found) = run(full(), everything, None);
        assert!(found.iter().all(|one| !one.rule.id.starts_with("convert/lossy")));
    }

    #[test]
    fn an_index_does_not_become_pages() {
        let (copied, found) = run(Memory { kind: Kind::Sitemapindex, ..full() }, NOTHING, None);
        assert_eq!(copied, Copied { read: 1, written: 0 });
        assert_eq!((found[0].rule.id, found[0].lost), ("convert/index-not-carried", Lost::Entry));
    }

    #[test]
    fn too_many_is_told_once() {
        for (most, told) in [(Some(1), 1), (Some(3), 0), (None, 0)] {
            let locs = ["https://example.com/a", "https://example.com/b", "https://example.com/c"];
            let (copied, found) = run(Memory::of(&locs), NOTHING, most);
            let count = found.iter().filter(|one| one.rule.id == "file/too-many-urls").count();
            assert_eq!((copied.written, count), (3, told), "{most:?}");
        }
    }
}
