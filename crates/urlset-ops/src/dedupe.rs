//! Each page once, in the order of first appearance, whatever fits into memory.
//!
//! Three readings. The first tells all findings and takes a fingerprint of each key; whose
//! fingerprint is not repeated stands alone. The second brings together the others whose keys are
//! equal: equal strings, whatever their fingerprints. The third delivers. Entries are read again
//! instead of kept, unless they all fit into memory, or a temporary file costs less ([`Dedupe::keeps`]).
//!
//! Lines have nothing to bring together: two fingerprints say which ones came before, and there is no
//! second reading ([`Fingerprints`]).

use crate::fingerprint::Seed;
use crate::groups::{Collected, Groups, Wanted, spelled};
use crate::joined::brief;
use crate::kept::{Keeping, Kept, Replay};
use crate::marks::Marks;
use crate::repeated::Fingerprints;
use crate::rules::{CHANGED, DUPLICATE_AFTER_NORMALIZE};
use crate::{Conflicts, Joined, Key, Reopen, Step, steps};
use urlset_core::{Entry, EntryReader, Error, Header, Lost, Position, Result, Sink};
use urlset_store::{Store, decode_fields, encode_fields};

/// How to make one entry of several.
#[derive(Clone, Debug)]
pub struct Dedupe {
    /// By what two entries are one.
    pub key: Key,
    /// Which values the one entry has.
    pub conflicts: Conflicts,
    /// Whether entries that find no room in memory are kept in a temporary file, where there is room,
    /// instead of being read again: so it costs less where they are compressed or stand in markup, not
    /// where they are lines. The result is the same.
    pub keeps: bool,
}

impl Dedupe {
    /// Adds a later entry of one key to those before it, as the entries that [`dedupe`] gives are made, and
    /// counts in `steps` what made their locs equal: for those who bring entries of a key together by other means.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn add(
        &self,
        joined: &mut Joined,
        (entry, at): (&Entry, Position),
        steps: &mut Vec<(Step, u64)>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if self.key != Key::Exact {
            told_same(joined, (entry.loc.as_str(), at), steps, sink)?;
        }
        joined.add(&self.conflicts, entry, at, sink)
    }
}

fn told_same(
    joined: &Joined,
    (loc, at): (&str, Position),
    steps: &mut Vec<(Step, u64)>,
    sink: &mut dyn Sink,
) -> Result<()> {
    let kept = joined.loc();
    if loc == kept {
        return Ok(());
    }
    same(steps, (kept, joined.position()), (loc, at), sink)
}

/// Gives the fingerprint of a key.
pub(crate) type Fingerprint<'a> = Box<dyn Fn(&str) -> u64 + Send + 'a>;

/// Makes each page one entry, in the place of its first appearance.
///
/// All findings of reading go to `sink`; those of joining (`set/duplicate-conflict`,
/// `set/duplicate-after-normalize`) to the one that reads the result. The result is the same whatever the memory of `store`.
///
/// # Errors
/// As reading fails; `limit/disk` where there is no room for temporary files; `file/changed` where
/// the entries are others when they are read again.
pub fn dedupe<'a>(
    open: Reopen<'a>,
    how: &Dedupe,
    store: &Store,
    sink: &mut dyn Sink,
) -> Result<Deduped<'a>> {
    let seed = Seed::new();
    dedupe_by(open, how, store, sink, Box::new(move |key| seed.fingerprint(key)))
}

/// The same with any fingerprint, also one that many keys share.
pub(crate) fn dedupe_by<'a>(
    open: Reopen<'a>,
    how: &Dedupe,
    store: &Store,
    sink: &mut dyn Sink,
    fingerprint: Fingerprint<'a>,
) -> Result<Deduped<'a>> {
    let mut keys = Keys { key: how.key, buffer: String::new(), fingerprint, digest: 0 };
    let Survey { mut open, kept, mut fingerprints, plain } =
        Survey::read(open, &mut keys, (how.keeps, store), sink)?;
    let (entries, digest) = (fingerprints.entries(), keys.digest);
    let mut again = || {
        let source = match &kept {
            Some(kept) => Source::Kept(Box::new(kept.replay())),
            None => Source::Documents(open(&mut ())?),
        };
        Ok::<_, Error>(Again { source, taken: 0, entries, digest })
    };
    let wanted = Wanted { fields: !plain, loc: how.key != Key::Exact };
    let later = if wanted.is_nothing() { fingerprints.later(store)? } else { None };
    let groups = match later {
        Some(later) => Groups::of_keys(later, store)?,
        None => match fingerprints.repeated(store)? {
            none if none.count() == 0 => Groups::of_keys(none, store)?,
            repeated => group(&mut again()?, &mut keys, repeated, wanted, store)?,
        },
    };
    let again = again()?;
    keys.digest = 0;
    let conflicts = how.conflicts.clone();
    let (spelled, other) = (wanted.loc, Entry::default());
    Ok(Deduped { again, keys, groups, spelled, conflicts, other, steps: Vec::new() })
}

/// Keys and fingerprints of entries, and a digest of all in order.
struct Keys<'a> {
    key: Key,
    buffer: String,
    fingerprint: Fingerprint<'a>,
    digest: u64,
}

impl Keys<'_> {
    fn next<'e>(&'e mut self, loc: &'e str) -> (u64, &'e str) {
        let key = self.key.of(loc, &mut self.buffer);
        let fingerprint = (self.fingerprint)(key);
        self.digest = self.digest.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fingerprint;
        (fingerprint, key)
    }
}

/// What the first reading finds out.
struct Survey<'a> {
    open: Reopen<'a>,
    /// All entries, where there was room for them.
    kept: Option<Kept>,
    fingerprints: Fingerprints,
    /// No entry has anything but its loc.
    plain: bool,
}

impl<'a> Survey<'a> {
    fn read(
        mut open: Reopen<'a>,
        keys: &mut Keys<'_>,
        (keeps, store): (bool, &Store),
        sink: &mut dyn Sink,
    ) -> Result<Survey<'a>> {
        let mut reader = open(sink)?;
        let header = reader.header().clone();
        // Only lines have nothing but their keys, nearly always.
        let both = keys.key == Key::Exact && !keeps;
        let (mut fingerprints, mut plain) = (Fingerprints::new(store, both), true);
        let mut kept = Some(Keeping::new(store, keeps));
        let mut entry = Entry::default();
        while reader.read_entry(&mut entry, sink)? {
            fingerprints.push(keys.next(entry.loc.as_str()))?;
            plain &= entry.has_only_loc();
            if let Some(so_far) = &mut kept
                && !so_far.push(&entry, reader.position())
            {
                kept = None;
            }
        }
        drop(reader);
        let kept = kept.and_then(|kept| kept.finish(header));
        Ok(Survey { open, kept, fingerprints, plain })
    }
}

/// Tells and counts that a loc was found to be the same address as the one that is kept.
fn same(
    counts: &mut Vec<(Step, u64)>,
    (kept, first): (&str, Position),
    (loc, at): (&str, Position),
    sink: &mut dyn Sink,
) -> Result<()> {
    let (mut taken, known): (Vec<_>, Vec<_>) = (steps(loc).collect(), steps(kept).collect());
    let either = taken.iter().chain(&known).copied();
    // What both take made no difference, unless each takes it elsewhere.
    let one: Vec<_> = either.filter(|step| taken.contains(step) != known.contains(step)).collect();
    if !one.is_empty() {
        taken = one;
    }
    for step in &taken {
        match counts.iter_mut().find(|(counted, _)| counted == step) {
            Some((_, count)) => *count += 1,
            None => counts.push((*step, 1)),
        }
    }
    let names: Vec<_> = taken.iter().map(|step| step.as_str()).collect();
    let finding = DUPLICATE_AFTER_NORMALIZE.at(at).other(first).loc(loc);
    let finding = finding.values("loc", "normalized", [kept, loc]);
    let (one, other) = (brief(loc), brief(kept));
    sink.report(finding.detail(format!("{one} is {other}: {}", names.join(", "))))
}

/// Where entries come from that are read once more.
enum Source<'a> {
    Documents(Box<dyn EntryReader + 'a>),
    Kept(Box<Replay>),
}

/// The entries once more, which must be the same ones.
struct Again<'a> {
    source: Source<'a>,
    taken: u64,
    entries: u64,
    digest: u64,
}

impl Again<'_> {
    /// The number of the next entry, which perhaps is not in `entry` yet. What reading finds was told the
    /// first time.
    fn next(&mut self, entry: &mut Entry, keys: &Keys<'_>) -> Result<Option<u64>> {
        let more = match &mut self.source {
            Source::Documents(reader) => reader.read_entry(entry, &mut ())?,
            Source::Kept(replay) => replay.next()?,
        };
        if more {
            self.taken += 1;
            return Ok(Some(self.taken - 1));
        }
        let same = self.is_kept() || keys.digest == self.digest;
        if self.taken != self.entries || !same {
            return Err(CHANGED.at(self.position()).lost(Lost::Rest).into());
        }
        Ok(None)
    }

    /// Whether nobody else can have changed them, so that they need no digest.
    fn is_kept(&self) -> bool {
        matches!(self.source, Source::Kept(_))
    }

    /// The loc of the entry.
    fn loc<'e>(&'e self, entry: &'e Entry) -> Result<&'e str> {
        match &self.source {
            Source::Documents(_) => Ok(entry.loc.as_str()),
            Source::Kept(replay) => replay.loc(),
        }
    }

    /// Puts all of the entry into `entry`.
    fn complete(&mut self, entry: &mut Entry) -> Result<()> {
        match &mut self.source {
            Source::Documents(_) => Ok(()),
            Source::Kept(replay) => replay.complete(entry),
        }
    }

    /// Appends the fields of the entry and its place in their compact form.
    fn put_fields(&self, entry: &Entry, out: &mut Vec<u8>) {
        match &self.source {
            Source::Documents(reader) => encode_fields(entry, reader.position(), out),
            Source::Kept(replay) => out.extend_from_slice(&replay.fields),
        }
    }

    fn header(&self) -> &Header {
        match &self.source {
            Source::Documents(reader) => reader.header(),
            Source::Kept(replay) => &replay.header,
        }
    }

    fn position(&self) -> Position {
        match &self.source {
            Source::Documents(reader) => reader.position(),
            Source::Kept(replay) => replay.position,
        }
    }

    fn input(&self) -> u32 {
        match &self.source {
            Source::Documents(reader) => reader.input(),
            Source::Kept(replay) => replay.position.input,
        }
    }
}

/// Reads the entries whose fingerprint is repeated, and brings those of one key together.
fn group(
    again: &mut Again<'_>,
    keys: &mut Keys<'_>,
    mut repeated: Marks,
    wanted: Wanted,
    store: &Store,
) -> Result<Groups> {
    keys.digest = 0;
    let (mut collected, mut entry) = (Collected::new(wanted, store), Entry::default());
    while let Some(number) = again.next(&mut entry, keys)? {
        let is_repeated = repeated.has(number)?;
        if !is_repeated && again.is_kept() {
            continue;
        }
        let loc = again.loc(&entry)?;
        let key = keys.next(loc);
        if is_repeated {
            let fields = |out: &mut Vec<u8>| again.put_fields(&entry, out);
            collected.push(number, key, loc, fields)?;
        }
    }
    drop(repeated);
    collected.groups(again.entries, store)
}

/// Entries of which no two have the same key.
pub struct Deduped<'a> {
    again: Again<'a>,
    keys: Keys<'a>,
    groups: Groups,
    /// Locs stand in front of the fields.
    spelled: bool,
    conflicts: Conflicts,
    other: Entry,
    /// How many entries each step made equal to an earlier one.
    steps: Vec<(Step, u64)>,
}

impl std::fmt::Debug for Deduped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (read, joined) = (self.read(), self.joined());
        f.debug_struct("Deduped")
            .field("read", &read)
            .field("joined", &joined)
            .finish_non_exhaustive()
    }
}

impl Deduped<'_> {
    /// How many entries were read.
    pub fn read(&self) -> u64 {
        self.again.entries
    }

    /// How many of them were joined to an earlier one.
    pub fn joined(&self) -> u64 {
        self.groups.later.count()
    }

    /// How many are left.
    pub fn kept(&self) -> u64 {
        self.read() - self.joined()
    }

    /// By which steps of normalising entries were found equal to those that were given so far, and
    /// how many by each.
    pub fn steps(&self) -> &[(Step, u64)] {
        &self.steps
    }

    fn join(&mut self, number: u64, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let fields = &mut self.groups.fields;
        let first = self.again.position();
        let mut joined = Joined::begin(std::mem::take(entry), first);
        while fields.first == Some(number) {
            let (loc, rest) = spelled(self.spelled, &fields.fields)?;
            let at = decode_fields(rest, &mut self.other)?;
            if self.spelled {
                told_same(&joined, (loc, at), &mut self.steps, sink)?;
            }
            joined.add(&self.conflicts, &self.other, at, sink)?;
            fields.advance()?;
        }
        *entry = joined.into_entry();
        Ok(())
    }
}

impl EntryReader for Deduped<'_> {
    fn header(&self) -> &Header {
        self.again.header()
    }

    /// That of the first appearance.
    fn position(&self) -> Position {
        self.again.position()
    }

    fn input(&self) -> u32 {
        self.again.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while let Some(number) = self.again.next(entry, &self.keys)? {
            if !self.again.is_kept() {
                self.keys.next(entry.loc.as_str());
            }
            if self.groups.later.has(number)? {
                continue;
            }
            self.again.complete(entry)?;
            if self.groups.fields.first == Some(number) {
                self.join(number, entry, sink)?;
            }
            return Ok(true);
        }
        Ok(false)
    }
}
