//! What only a whole set shows: pages that are listed twice, and addresses that are nearly one.

use crate::fold::{Front, Parts};
use crate::known::{Known, Same};
use crate::pairs::{Company, Pairs, Spellings};
use crate::rules::{DUPLICATE_URL, TOO_MANY_INDEXES};
use crate::seen::{Repeated, Seen};
use crate::told::{Place, Told};
use std::fmt::Display;
use urlset_core::compact::{Unpack, put_number};
use urlset_core::{Audit, Entry, Extension, Loc, Lost, Position, Priority, Result, Sink, are_same};
use urlset_ops::rules::{CHANGED, DUPLICATE_CONFLICT};
use urlset_ops::{Key, Saying, Seed};
use urlset_store::{Sorter, Store, damaged, decode_fields, encode_fields, split_fields};

/// Indexes that Search Console takes for one site.
const MOST_INDEXES: u64 = 500;

/// What an address has in common with every other that [`SetAudit`] may tell beside it: entries of which no two have this in
/// common need not be shown to it.
pub fn common(loc: &str) -> String {
    folded(loc, &mut Default::default(), |_| ()).to_owned()
}

/// The same in buffers that are used again. `plain` is given the parts of a loc that is its own normal form.
fn folded<'b>(
    loc: &'b str,
    [normal, folded]: &'b mut [String; 2],
    plain: impl FnOnce(&Parts<'_>),
) -> &'b str {
    let normal = Key::Normalized.of(loc, normal);
    let Some(parts) = Parts::of(normal) else { return normal };
    if normal == loc {
        plain(&parts);
    }
    parts.fold(folded);
    folded
}

/// Checks a whole set within the memory of a [`Store`], however many entries it has.
///
/// The first reading leaves eight bytes of each entry, and the first entries themselves: what says
/// the same as one of these is found at once. Where no two of the others have the same eight bytes, as
/// in nearly every set without faults, that is all. Otherwise it wants the entries again, and compares
/// those whose eight bytes came more than once: addresses are one where they are the same text.
///
/// Each entry is told once for what is gravest: the same text before (`set/duplicate-url`, and
/// `set/duplicate-conflict` for each field that both have and that differs), else another spelling of
/// the same address before (`set/duplicate-after-normalize`), else each kind of pair that its
/// normal form makes with an earlier one: by scheme, by `www.`, by the slash at the end of the path,
/// by the case of letters of ASCII in the path, by the fragment. The other place is that of the first
/// such entry. All findings come from [`Audit::finish`], in the order of the entries.
///
/// ```
/// use urlset_check::SetAudit;
/// use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
/// use urlset_store::Store;
///
/// let store = Store::new(16 << 20, None);
/// let mut audit = SetAudit::new(&store);
/// let mut found: Vec<Diagnostic> = Vec::new();
/// let pages = ["https://example.com/a", "https://example.com/b", "https://example.com/a/"];
/// for page in pages {
///     audit.entry(&Entry::new(Loc::new(page)), &Position::start(0), &mut found)?;
/// }
/// if audit.wants_again()? {
///     for page in pages {
///         audit.again(&Entry::new(Loc::new(page)), Position::start(0))?;
///     }
/// }
/// audit.finish(&mut found)?;
/// assert_eq!(found[0].rule.id, "set/trailing-slash-pair");
/// assert_eq!((&*found[0].loc, &*found[0].detail), (pages[2], pages[0]));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct SetAudit<'s> {
    store: &'s Store,
    extensions: &'static [&'static Extension],
    seed: Seed,
    /// Bits of the fingerprints that are used: all of them but in tests.
    pub(crate) mask: u64,
    buffers: [String; 2],
    front: Front,
    /// The last loc whose parts had to be looked at, and its fingerprint.
    last: (String, u64),
    seen: Option<Seen>,
    /// Of those that say the same as these there is no more to find out.
    known: Option<Known>,
    told: Option<Told<'s>>,
    first: Reading,
    repeated: Option<Repeated>,
    second: Reading,
    /// What the second reading collects: all others that may have company.
    candidates: Option<Sorter<'s>>,
    record: (Vec<u8>, Vec<u8>),
    indexes: u64,
    /// The first index too many.
    over: Position,
}

/// How many entries were read, and what stands for all of them in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reading {
    entries: u64,
    digest: u64,
}

impl Reading {
    fn count(&mut self, fingerprint: u64) {
        self.entries += 1;
        self.digest = self.digest.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fingerprint;
    }
}

impl<'s> SetAudit<'s> {
    /// A check within the memory of a store.
    pub fn new(store: &'s Store) -> SetAudit<'s> {
        SetAudit {
            store,
            extensions: &[],
            seed: Seed::new(),
            mask: u64::MAX,
            buffers: Default::default(),
            front: Front::default(),
            last: (String::new(), 0),
            seen: Some(Seen::new(store)),
            known: Some(Known::new(store)),
            told: None,
            first: Reading::default(),
            repeated: None,
            second: Reading::default(),
            candidates: None,
            record: Default::default(),
            indexes: 0,
            over: Position::default(),
        }
    }

    /// Compares what these extensions describe by what it says, and not by its layout.
    pub fn knowing(mut self, extensions: &'static [&'static Extension]) -> SetAudit<'s> {
        self.extensions = extensions;
        self
    }

    /// Counts a document that is an index, for `index/total-too-many-files`. Its entries are no
    /// pages, and do not go to [`Audit::entry`].
    pub fn index(&mut self, at: Position) {
        self.indexes += 1;
        if self.indexes == MOST_INDEXES + 1 {
            self.over = at;
        }
    }

    /// Whether it must see all entries again, after all went to [`Audit::entry`].
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn wants_again(&mut self) -> Result<bool> {
        if let Some(seen) = self.seen.take() {
            self.repeated = seen.repeated(self.store)?;
            self.candidates = self.repeated.is_some().then(|| Sorter::new(self.store));
            match &self.candidates {
                Some(_) => self.known.iter_mut().for_each(Known::widen),
                None => self.known = None,
            }
        }
        Ok(self.candidates.is_some())
    }

    /// Takes an entry of the second reading: the same entries in the same order, where
    /// [`SetAudit::wants_again`] says so.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for temporary files.
    pub fn again(&mut self, entry: &Entry, at: Position) -> Result<()> {
        let loc = entry.loc.as_str();
        let fingerprint = self.fingerprint(&entry.loc);
        let number = self.second.entries;
        self.second.count(fingerprint);
        let Some(sorter) = &mut self.candidates else { return Ok(()) };
        if !self.repeated.as_ref().is_some_and(|repeated| repeated.has(fingerprint)) {
            return Ok(());
        }
        let known = self.known.as_mut();
        match known.and_then(|known| known.before(entry, number, || at)) {
            Some(Same { early: true, .. }) => return Ok(()),
            Some(Same { at: first, .. }) => return self.tell_again(number, at, loc, first),
            None => {}
        }
        let (key, payload) = (&mut self.record.0, &mut self.record.1);
        key.clear();
        key.extend_from_slice(&fingerprint.to_be_bytes());
        key.extend_from_slice(loc.as_bytes());
        payload.clear();
        put_number(number, payload);
        encode_fields(entry, at, payload);
        sorter.push(key, payload)
    }

    /// Tells of an entry that says the same as an earlier one.
    fn tell_again(&mut self, number: u64, at: Position, loc: &str, first: Position) -> Result<()> {
        let told = self.told.get_or_insert_with(|| Told::new(self.store));
        told.push(&DUPLICATE_URL, &Place::new(number, at, loc), first, "")
    }

    /// Of what the loc has in common with all that it may be compared with.
    fn fingerprint(&mut self, loc: &Loc) -> u64 {
        let [_, buffer] = &mut self.buffers;
        if self.front.fold(loc, buffer) {
            return self.seed.fingerprint(buffer) & self.mask;
        }
        let (loc, (last, known)) = (loc.as_str(), &mut self.last);
        if loc == last && !loc.is_empty() {
            return *known;
        }
        let folded = folded(loc, &mut self.buffers, |parts| self.front.note(parts));
        *known = self.seed.fingerprint(folded) & self.mask;
        last.clear();
        last.push_str(loc);
        *known
    }

    /// Brings together what was collected.
    fn compare(&self, sorter: Sorter<'s>, told: &mut Told<'s>) -> Result<()> {
        let mut spellings = Spellings::new(self.store);
        let mut sorted = sorter.finish()?;
        let (mut last, mut company) = (Vec::new(), Company::default());
        let (mut first, mut other) = (First::default(), Entry::default());
        while let Some((key, payload)) = sorted.read()? {
            let (head, loc) = key.split_first_chunk::<8>().ok_or_else(damaged)?;
            let loc = std::str::from_utf8(loc).map_err(|_| damaged())?;
            let mut rest = Unpack(payload);
            let number = rest.number().ok_or_else(damaged)?;
            let (at, fields) = split_fields(rest.0)?;
            let place = Place::new(number, at, loc);
            if key == last {
                told.push(&DUPLICATE_URL, &place, first.at, "")?;
                // Most that are listed again say the same.
                if !first.says(fields)? {
                    decode_fields(rest.0, &mut other)?;
                    first.compare(&mut other, self.extensions, &place, told)?;
                }
                continue;
            }
            last.clear();
            last.extend_from_slice(key);
            first.begin(at, rest.0);
            let pass =
                |fingerprint, loc: &str, place: &Place| spellings.push(fingerprint, loc, place);
            company.meet(u64::from_be_bytes(*head), loc, place, pass)?;
        }
        drop(sorted);
        let mut pairs = Pairs::new(self.store);
        spellings.finish(told, &mut pairs)?;
        pairs.finish(told)
    }
}

impl Audit for SetAudit<'_> {
    fn entry(
        &mut self,
        entry: &Entry,
        at: &dyn urlset_core::Place,
        _: &mut dyn Sink,
    ) -> Result<()> {
        let fingerprint = self.fingerprint(&entry.loc);
        let number = self.first.entries;
        self.first.count(fingerprint);
        let known = self.known.as_mut();
        if let Some(same) = known.and_then(|known| known.before(entry, number, || at.position())) {
            return self.tell_again(number, at.position(), entry.loc.as_str(), same.at);
        }
        match &mut self.seen {
            Some(seen) => seen.push(fingerprint),
            None => Ok(()),
        }
    }

    /// Tells what was found.
    ///
    /// # Errors
    /// `file/changed` where the second reading was of other entries, or was wanted and did not take
    /// place; as [`SetAudit::again`]; when the sink stops the work.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.wants_again()? && self.first != self.second {
            return Err(CHANGED.found().lost(Lost::Rest).into());
        }
        (self.repeated, self.known) = (None, None);
        let mut told = self.told.take();
        if let Some(candidates) = self.candidates.take() {
            self.compare(candidates, told.get_or_insert_with(|| Told::new(self.store)))?;
        }
        told.map_or(Ok(()), |told| told.tell(sink))?;
        if self.indexes > MOST_INDEXES {
            let detail = format!("{} indexes", self.indexes);
            sink.report(TOO_MANY_INDEXES.at(self.over).detail(detail))?;
            self.indexes = 0;
        }
        Ok(())
    }
}

/// The first entry of a loc, and the first value of each field that entries of it have.
#[derive(Debug, Default)]
struct First {
    at: Position,
    /// As they were written; read when an entry of the loc comes that says something else.
    fields: Vec<u8>,
    /// Whether they are in `entry`.
    read: bool,
    entry: Entry,
    /// Of its elements, once an entry came that has others: however many there are, and however often.
    saying: Option<Saying>,
    /// Where the values stand: `lastmod`, `changefreq`, `priority`, elements.
    places: [Position; 4],
}

impl First {
    fn begin(&mut self, at: Position, fields: &[u8]) {
        self.fields.clear();
        self.fields.extend_from_slice(fields);
        (self.at, self.read, self.saying) = (at, false, None);
    }

    /// Whether these are the fields of the first, to the byte: they can differ from nothing known.
    fn says(&self, fields: (u8, &[u8])) -> Result<bool> {
        let (core, extensions) = split_fields(&self.fields)?.1;
        Ok(core == fields.0 && are_same(extensions, fields.1))
    }

    /// Tells each field in which an entry differs from one before.
    fn compare(
        &mut self,
        entry: &mut Entry,
        extensions: &[&Extension],
        here: &Place,
        told: &mut Told<'_>,
    ) -> Result<()> {
        if !std::mem::replace(&mut self.read, true) {
            decode_fields(&self.fields, &mut self.entry)?;
            self.places = [self.at; 4];
        }
        let ours = &mut self.entry;
        let [lastmod, changefreq, priority, elements] = &mut self.places;
        let mut differ = Differ { here, told };
        differ.field("lastmod", (&mut ours.lastmod, lastmod), entry.lastmod, |one, other| {
            one == other
        })?;
        let known = (&mut ours.changefreq, changefreq);
        differ.field("changefreq", known, entry.changefreq, |one, other| one == other)?;
        // `0.5` and `0.50` are one number.
        let same = |one: Priority, other: Priority| one.value().total_cmp(&other.value()).is_eq();
        differ.field("priority", (&mut ours.priority, priority), entry.priority, same)?;
        if ours.extensions.is_empty() {
            std::mem::swap(&mut ours.extensions, &mut entry.extensions);
            *elements = here.at;
        } else if !entry.extensions.is_empty() && ours.extensions != entry.extensions {
            let ours = self.saying.get_or_insert_with(|| Saying::of(extensions, &ours.extensions));
            let other = Saying::of(extensions, &entry.extensions);
            if ours.conflicts_with(&other) {
                let detail = "the elements of extensions differ";
                differ.told.push(&DUPLICATE_CONFLICT, here, *elements, detail)?;
            }
            ours.add(other);
        }
        Ok(())
    }
}

struct Differ<'d, 's> {
    here: &'d Place,
    told: &'d mut Told<'s>,
}

impl Differ<'_, '_> {
    /// One field: what is known of it, and what the next entry says.
    fn field<T: Copy + Display>(
        &mut self,
        name: &str,
        (known, place): (&mut Option<T>, &mut Position),
        value: Option<T>,
        same: impl Fn(T, T) -> bool,
    ) -> Result<()> {
        match (*known, value) {
            (Some(before), Some(now)) if !same(before, now) => {
                let detail = format!("{name}: {now} here, {before} there");
                self.told.push(&DUPLICATE_CONFLICT, self.here, *place, &detail)
            }
            (None, Some(_)) => {
                (*known, *place) = (value, self.here.at);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
