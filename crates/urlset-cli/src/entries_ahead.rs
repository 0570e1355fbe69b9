//! Entries that a thread of its own reads ahead of who takes them, where reading one is so much work
//! that this and what becomes of it are worth a processor each.

use std::sync::mpsc::{Receiver, SendError, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};
use urlset::{Diagnostic, Entry, EntryReader, Error, Header, Lost, Position, Result, Rule, Sink};

/// Entries of a document that are read here before a thread is worth it. Of the later half one of so many is timed: with
/// the first of them findings are told whose like are only counted after that.
const FEW: u32 = 1024;
const TIMED: u32 = 8;

/// What reading an entry must take. An entry that goes from one processor to another costs both some
/// 150 ns, and as much again where it was read faster than it could be taken.
const WORK: Duration = Duration::from_nanos(900);

/// What is believed of one that was timed: a file may keep somebody waiting.
const SLOW: Duration = Duration::from_micros(16);

/// Entries that go from thread to thread at once, and about how many bytes, and findings.
const ENTRIES: usize = 256;
const BYTES: usize = 256 * 1024;
const FINDINGS: usize = 64;

/// Batches there are: one is filled, one emptied, the others wait.
const BATCHES: usize = 4;

/// Bytes of what nobody has taken yet, above which nothing more is read: an entry may be large.
const WAITING: usize = 2 * BYTES;

/// What an entry may keep of its storage when another one is read into it.
const KEPT: usize = 16 * 1024;

/// Of the thread: readers recurse on nothing.
const STACK: usize = 1 << 20;

/// The same entries, places and findings in the same order as the reader alone.
pub(crate) struct EntriesAhead {
    header: Header,
    state: State,
    /// Entries read in this thread.
    read: u32,
    /// How long those took that were timed.
    spent: Duration,
}

enum State {
    Here(Box<dyn EntryReader>),
    There(Box<There>),
    /// The thread is gone, with the reader.
    Gone,
}

struct There {
    filled: Receiver<Batch>,
    emptied: Sender<Batch>,
    thread: Option<JoinHandle<()>>,
    batch: Batch,
    /// The next entry of the batch, and the next finding.
    next: (usize, usize),
    /// Where the last entry began.
    last: Position,
    /// It takes more room than one should keep.
    large: bool,
}

/// What goes to and fro.
#[derive(Default)]
struct Batch {
    /// Each with the place where it began; storage that is used again.
    entries: Vec<(Entry, Position)>,
    /// How many of them are new.
    count: usize,
    /// What was told, each before so many of the entries were read.
    told: Vec<(usize, Told)>,
    /// On the way back: of what nothing but the number matters.
    folded: Vec<(&'static Rule, Lost)>,
    bytes: usize,
    /// The reader, and how it ended.
    end: Option<(Box<dyn EntryReader>, Result<()>)>,
}

enum Told {
    /// It was told.
    Nothing,
    Finding(Diagnostic),
    /// So many findings of this input, of which nothing else matters.
    Count(&'static Rule, Lost, u32, u64),
}

impl EntriesAhead {
    pub(crate) fn of(reader: Box<dyn EntryReader>) -> Box<dyn EntryReader> {
        Box::new(EntriesAhead {
            header: reader.header().clone(),
            state: State::Here(reader),
            read: 0,
            spent: Duration::ZERO,
        })
    }

    /// Reads the next entry in this thread.
    fn read(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let State::Here(reader) = &mut self.state else { return Err(gone()) };
        let number = self.read;
        self.read = number.saturating_add(1);
        if !(FEW / 2..FEW).contains(&number) || !number.is_multiple_of(TIMED) {
            return reader.read_entry(entry, sink);
        }
        let began = Instant::now();
        let more = reader.read_entry(entry, sink);
        self.spent += began.elapsed().min(SLOW);
        more
    }

    /// Lets a thread read from here on. Where there are no more threads, this one goes on.
    fn begin(&mut self) -> Result<()> {
        self.read = FEW + 1;
        let State::Here(reader) = std::mem::replace(&mut self.state, State::Gone) else {
            return Err(gone());
        };
        let (sender, filled) = sync_channel(BATCHES);
        let (emptied, returned) = channel();
        // A thread that cannot begin takes with it what it was given, so that it is given afterwards.
        let (hand, take) = channel::<Box<dyn EntryReader>>();
        let last = reader.position();
        let work = move || {
            if let Ok(reader) = take.recv() {
                Filling::new(sender, returned).run(reader);
            }
        };
        let thread = Builder::new().stack_size(STACK).spawn(work).ok();
        self.state = match hand.send(reader) {
            Ok(()) => State::There(Box::new(There {
                filled,
                emptied,
                thread,
                batch: Batch::default(),
                next: (0, 0),
                last,
                large: false,
            })),
            Err(SendError(reader)) => State::Here(reader),
        };
        Ok(())
    }
}

impl There {
    /// The next entry; `None` where the batch has no more.
    fn take(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<Option<()>> {
        let (number, _) = self.next;
        self.tell(number, sink)?;
        if number >= self.batch.count {
            return Ok(None);
        }
        let Some((next, at)) = self.batch.entries.get_mut(number) else { return Ok(None) };
        let large = size(next) > KEPT;
        std::mem::swap(entry, next);
        if self.large {
            *next = Entry::default();
        }
        (self.large, self.last) = (large, *at);
        self.next.0 += 1;
        Ok(Some(()))
    }

    /// Tells what was told before this many entries were read.
    fn tell(&mut self, number: usize, sink: &mut dyn Sink) -> Result<()> {
        while let Some((before, told)) = self.batch.told.get_mut(self.next.1)
            && *before <= number
        {
            self.next.1 += 1;
            match std::mem::replace(told, Told::Nothing) {
                Told::Nothing => {}
                Told::Finding(finding) => self.report(finding, sink)?,
                Told::Count(rule, lost, input, times) => {
                    let at = Position { input, ..Position::default() };
                    // What was counted once is counted again; a sink that is of another mind is told.
                    let told = |_: &u64| sink.count(rule, lost, input);
                    let counted = (0..times).take_while(told).count() as u64;
                    (counted..times).try_for_each(|_| sink.report(rule.at(at).lost(lost)))?;
                }
            }
        }
        Ok(())
    }

    fn report(&mut self, finding: Diagnostic, sink: &mut dyn Sink) -> Result<()> {
        let (rule, lost, input) = (finding.rule, finding.lost, finding.position.input);
        let as_its_rule = finding.severity == rule.severity && finding.values.is_none();
        if as_its_rule && sink.count(rule, lost, input) {
            self.batch.folded.push((rule, lost));
            return Ok(());
        }
        sink.report(finding)
    }

    /// Waits for the next batch; an `Err` where the thread broke.
    fn receive(&mut self) -> Result<()> {
        // First of all: the thread may wait until what is on its way is less.
        let _ = self.emptied.send(std::mem::take(&mut self.batch));
        self.next = (0, 0);
        let Ok(batch) = self.filled.recv() else {
            // A bug there is one here.
            if let Some(Err(bug)) = self.thread.take().map(JoinHandle::join) {
                std::panic::resume_unwind(bug);
            }
            return Err(gone());
        };
        self.batch = batch;
        Ok(())
    }
}

impl EntryReader for EntriesAhead {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        match &self.state {
            State::Here(reader) => reader.position(),
            State::There(there) => there.last,
            State::Gone => Position::default(),
        }
    }

    fn input(&self) -> u32 {
        match &self.state {
            State::Here(reader) => reader.input(),
            State::There(there) => there.last.input,
            State::Gone => 0,
        }
    }

    fn plain_upto(&self) -> u64 {
        match &self.state {
            State::Here(reader) => reader.plain_upto(),
            State::There(_) | State::Gone => 0,
        }
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if self.read == FEW && self.spent >= WORK * (FEW / 2 / TIMED) {
            self.begin()?;
        }
        loop {
            match &mut self.state {
                State::Here(_) => return self.read(entry, sink),
                State::There(there) => {
                    if there.take(entry, sink)?.is_some() {
                        return Ok(true);
                    }
                    let Some((reader, ended)) = there.batch.end.take() else {
                        there.receive()?;
                        continue;
                    };
                    // Who asks now asks the reader, as if it had never been elsewhere.
                    self.state = State::Here(reader);
                    entry.clear();
                    return ended.map(|()| false);
                }
                State::Gone => return Err(gone()),
            }
        }
    }
}

fn gone() -> Error {
    Error::Io(std::io::Error::other("the thread that read entries ended"))
}

/// Bytes of an entry, about: a node takes about 16 besides its text.
fn size(entry: &Entry) -> usize {
    let extensions = &entry.extensions;
    entry.loc.as_str().len() + extensions.text_bytes() + 16 * extensions.node_count()
}

/// What the thread fills: the sink of its reader.
struct Filling {
    filled: SyncSender<Batch>,
    emptied: Receiver<Batch>,
    batch: Batch,
    /// Of what nothing but the number matters, and how many there were since a batch went.
    counts: Vec<(&'static Rule, Lost, u32, u64)>,
    folded: Vec<(&'static Rule, Lost)>,
    /// Batches that exist, and bytes that are on their way.
    made: usize,
    waiting: usize,
}

impl Filling {
    fn new(filled: SyncSender<Batch>, emptied: Receiver<Batch>) -> Filling {
        Filling {
            filled,
            emptied,
            batch: Batch::default(),
            counts: Vec::new(),
            folded: Vec::new(),
            // The one that is filled here, and the one that the other side begins with.
            made: 2,
            waiting: 0,
        }
    }

    /// Reads until nobody wants more, or to the end.
    fn run(mut self, mut reader: Box<dyn EntryReader>) {
        let mut entry = Entry::default();
        loop {
            let more = reader.read_entry(&mut entry, &mut self);
            if !matches!(more, Ok(true)) {
                self.count();
                self.batch.end = Some((reader, more.map(|_| ())));
                let _ = self.filled.send(self.batch);
                return;
            }
            self.add(&mut entry, reader.position());
            if (self.batch.count >= ENTRIES || self.batch.bytes >= BYTES) && self.send().is_err() {
                return;
            }
        }
    }

    fn add(&mut self, entry: &mut Entry, at: Position) {
        let batch = &mut self.batch;
        batch.bytes += size(entry);
        match batch.entries.get_mut(batch.count) {
            Some(place) => {
                std::mem::swap(&mut place.0, entry);
                place.1 = at;
            }
            None => batch.entries.push((std::mem::take(entry), at)),
        }
        batch.count += 1;
    }

    /// Puts what was only counted behind what the batch has.
    fn count(&mut self) {
        let count = self.batch.count;
        let told = |(rule, lost, input, times)| (count, Told::Count(rule, lost, input, times));
        self.batch.told.extend(self.counts.drain(..).map(told));
    }

    /// Sends the batch and waits for an empty one; an `Err` where nobody wants any.
    fn send(&mut self) -> Result<()> {
        self.count();
        let bytes = self.batch.bytes;
        self.filled.send(std::mem::take(&mut self.batch)).map_err(|_| gone())?;
        self.waiting += bytes;
        if self.made < BATCHES && self.waiting < WAITING {
            self.made += 1;
            return Ok(());
        }
        let mut batch = self.returned()?;
        while self.waiting >= WAITING {
            batch = self.returned()?;
            self.made -= 1;
        }
        self.batch = batch;
        Ok(())
    }

    fn returned(&mut self) -> Result<Batch> {
        let mut batch = self.emptied.recv().map_err(|_| gone())?;
        self.waiting -= batch.bytes.min(self.waiting);
        for folded in batch.folded.drain(..) {
            if !self.folded.contains(&folded) {
                self.folded.push(folded);
            }
        }
        batch.told.clear();
        (batch.count, batch.bytes) = (0, 0);
        Ok(batch)
    }
}

impl Sink for Filling {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.batch.told.push((self.batch.count, Told::Finding(finding)));
        if self.batch.told.len() >= FINDINGS { self.send() } else { Ok(()) }
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        if !self.folded.contains(&(rule, lost)) {
            return false;
        }
        let same = |one: &&mut (&'static Rule, Lost, u32, u64)| {
            std::ptr::eq(one.0, rule) && one.1 == lost && one.2 == input
        };
        match self.counts.iter_mut().find(same) {
            Some(count) => count.3 += 1,
            None => self.counts.push((rule, lost, input, 1)),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use urlset::Loc;
    use urlset::rules::{LOC_MISSING, LOC_RELATIVE};

    /// What a reader does in one call: findings of two rules, in this order, then an entry so long.
    type Step = (Vec<(bool, Lost)>, usize);

    struct Script {
        steps: std::vec::IntoIter<Step>,
        fails: bool,
        header: Header,
        at: Position,
    }

    impl EntryReader for Script {
        fn header(&self) -> &Header {
            &self.header
        }
        fn position(&self) -> Position {
            self.at
        }
        fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
            entry.clear();
            self.at.line += 1;
            let Some((told, length)) = self.steps.next() else {
                let ended = LOC_MISSING.at(self.at).lost(Lost::Rest);
                return if self.fails { Err(ended.into()) } else { Ok(false) };
            };
            for (one, lost) in told {
                self.at.column += 1;
                let rule = if one { &LOC_MISSING } else { &LOC_RELATIVE };
                if !sink.count(rule, lost, self.at.input) {
                    sink.report(rule.at(self.at).lost(lost))?;
                }
            }
            entry.loc = Loc::new(&format!("https://e.com/{}", "a".repeat(length)));
            Ok(true)
        }
    }

    /// What came of a run, in order; of a rule so many findings are told, the others counted.
    #[derive(Debug, Default, PartialEq)]
    struct Heard {
        most: usize,
        stops: Option<usize>,
        told: Vec<(&'static str, Position, Lost)>,
        counted: Vec<(&'static str, Lost, u64)>,
        entries: Vec<(usize, Position, usize)>,
        end: String,
    }

    impl Sink for Heard {
        fn report(&mut self, finding: Diagnostic) -> Result<()> {
            self.told.push((finding.rule.id, finding.position, finding.lost));
            if self.stops == Some(self.told.len()) { Err(finding.into()) } else { Ok(()) }
        }
        fn count(&mut self, rule: &'static Rule, lost: Lost, _: u32) -> bool {
            if self.told.iter().filter(|told| told.0 == rule.id).count() < self.most {
                return false;
            }
            match self.counted.iter_mut().find(|one| (one.0, one.1) == (rule.id, lost)) {
                Some(one) => one.2 += 1,
                None => self.counted.push((rule.id, lost, 1)),
            }
            true
        }
    }

    fn heard(mut reader: EntriesAhead, most: usize, stops: Option<usize>) -> Heard {
        let mut heard = Heard { most, stops, ..Heard::default() };
        let mut entry = Entry::default();
        heard.end = loop {
            match reader.read_entry(&mut entry, &mut heard) {
                Ok(true) => {
                    let (told, at) = (heard.told.len(), reader.position());
                    heard.entries.push((entry.loc.as_str().len(), at, told));
                }
                Ok(false) => break "end".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        heard.counted.sort_by_key(|one| (one.0, one.1));
        heard
    }

    fn both(steps: &[Step], fails: bool, (most, stops): (usize, Option<usize>)) -> [Heard; 2] {
        [false, true].map(|there| {
            let (header, at) = (Header::default(), Position::start(7));
            let steps = steps.to_vec();
            let steps = steps.into_iter();
            let reader = Box::new(Script { steps, fails, header: header.clone(), at });
            let (read, spent) = if there { (FEW, SLOW * FEW) } else { (FEW + 1, Duration::ZERO) };
            let ahead = EntriesAhead { header, state: State::Here(reader), read, spent };
            heard(ahead, most, stops)
        })
    }

    fn told(count: usize, bits: u64) -> Vec<(bool, Lost)> {
        let lost = |number: usize| bits.rotate_right(number as u32);
        let of = |number: usize| if number & 2 == 0 { Lost::Nothing } else { Lost::Entry };
        (0..count).map(|number| (lost(number) & 1 == 0, of(lost(number) as usize))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn what_is_read_ahead_is_what_is_read(
            steps in prop::collection::vec(
                (
                    (prop_oneof![20 => 0..2_usize, 1 => 0..600_usize], any::<u64>())
                        .prop_map(|(count, bits)| told(count, bits)),
                    prop_oneof![20 => 0..40_usize, 1 => 0..300_000_usize],
                ),
                0..500,
            ),
            fails: bool,
            most in prop_oneof![Just(usize::MAX), 0..30_usize],
            stops in prop_oneof![Just(None), (1..900_usize).prop_map(Some)],
        ) {
            let [here, there] = both(&steps, fails, (most, stops));
            if stops.is_none() {
                prop_assert_eq!(&here.counted, &there.counted);
            }
            prop_assert_eq!((here.told, here.entries, here.end), (there.told, there.entries, there.end));
        }
    }

    #[test]
    fn a_flood_in_one_call_ends() {
        let flood = vec![(true, Lost::Entry); 200_000];
        let [here, there] = both(&[(flood, 3), (Vec::new(), 5)], true, (20, None));
        assert_eq!(here, there);
        assert_eq!(
            (there.told.len(), there.counted),
            (20, vec![("loc/missing", Lost::Entry, 199_980)])
        );
    }

    #[test]
    #[should_panic(expected = "a bug")]
    fn a_bug_of_the_reader_is_one_here() {
        struct Broken(Header);
        impl EntryReader for Broken {
            fn header(&self) -> &Header {
                &self.0
            }
            fn position(&self) -> Position {
                Position::default()
            }
            fn read_entry(&mut self, _: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
                std::panic::resume_unwind(Box::new("a bug"))
            }
        }
        let state = State::Here(Box::new(Broken(Header::default())));
        let ahead = EntriesAhead { header: Header::default(), state, read: FEW, spent: SLOW * FEW };
        heard(ahead, 0, None);
    }
}
