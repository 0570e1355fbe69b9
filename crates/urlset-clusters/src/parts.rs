//! The check of clusters in parts, each of which another machine may do: who reads entries gives what
//! they say of other addresses, who has all about an address finds what is wrong with its links, and
//! one tells all that was found, in the order of the entries.
//!
//! The parts are those of [`ClusterAudit`](crate::ClusterAudit), which does them one after the other.

use crate::address::Secret;
use crate::collect::{Ends, Said};
use crate::findings::{Findings, lacks_default, tell};
use crate::pack::{self, Rest};
use crate::record::{self, Record};
use crate::walk::Walk;
use urlset_core::{Entry, Position, Result, Sink};
use urlset_store::{Sorter, Store, damaged};

/// Gives what entries say of other addresses than their own.
///
/// ```
/// use urlset_clusters::{Linking, Meeting, Meetings, Secret};
/// use urlset_core::{Diagnostic, Entry, Loc, Position};
/// use urlset_hreflang::Alternate;
/// use urlset_store::Store;
///
/// let mut english = Entry::new(Loc::new("https://example.com/en"));
/// english.extensions.push(&Alternate::new("de", "https://example.com/de"));
/// let german = Entry::new(Loc::new("https://example.com/de"));
///
/// let (secret, store) = (Secret::new(), Store::new(16 << 20, None));
/// let mut meeting = Meeting::new(secret, store.clone());
/// let mut told = Meetings::new(&store);
/// let mut linking = Linking::new(secret);
/// for (number, entry) in [english, german].iter().enumerate() {
///     let place = (number as u64, Position::start(0));
///     linking.entry(entry, place, |_, record| meeting.link(record))?;
///     meeting.entry(entry, place, &mut |record| told.push(record))?;
/// }
/// let mut met = meeting.finish()?;
/// while met.step(&mut |record| told.push(record))? {}
/// let mut found = Vec::<Diagnostic>::new();
/// told.finish(&mut found)?;
/// assert_eq!(found[0].rule.id, "hreflang/no-return");
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Linking {
    ends: Ends,
    key: Vec<u8>,
    payload: Vec<u8>,
    out: Vec<u8>,
}

impl Linking {
    /// Of a check with this secret.
    pub fn new(secret: Secret) -> Linking {
        let (key, payload, out) = Default::default();
        Linking { ends: Ends::shown(secret), key, payload, out }
    }

    /// For each link of an entry gives the address that it leads to, and a record for who has that
    /// address. Says whether the entry has links, also where they lead to itself. `number` is that
    /// of the entry: of two entries, the one that comes first has the lower one.
    ///
    /// # Errors
    /// What `give` says.
    pub fn entry(
        &mut self,
        entry: &Entry,
        (number, at): (u64, Position),
        mut give: impl FnMut(&str, &[u8]) -> Result<()>,
    ) -> Result<bool> {
        let Some(said) = Said::of(entry).filter(|said| !said.found.is_empty()) else {
            return Ok(false);
        };
        let Linking { ends, key, payload, out } = self;
        ends.each((&said, ends.page(&said, number), at), |end| {
            if !matches!(end.record, Record::Back(..)) {
                return Ok(());
            }
            record::write(end.written, &end.record, key, payload);
            out.clear();
            joined(key, payload, out);
            give(end.address, out)
        })?;
        Ok(true)
    }
}

/// Takes a record of a finding.
type Give<'g> = dyn FnMut(&[u8]) -> Result<()> + 'g;

/// Has all that there is about some addresses: what is wrong with the links that lead there.
#[derive(Debug)]
pub struct Meeting {
    ends: Ends,
    sorter: Sorter<'static>,
    findings: Findings,
    key: Vec<u8>,
    payload: Vec<u8>,
}

impl Meeting {
    /// Of a check with this secret.
    pub fn new(secret: Secret, store: Store) -> Meeting {
        let (key, payload, findings) = Default::default();
        let (ends, sorter) = (Ends::shown(secret), Sorter::owning(store));
        Meeting { ends, sorter, findings, key, payload }
    }

    /// Takes an entry of one of the addresses, with the number that [`Linking::entry`] was given;
    /// those of one address in their order. One without links that no link leads to may be kept back.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for temporary files; what `give` says.
    pub fn entry(
        &mut self,
        entry: &Entry,
        (number, at): (u64, Position),
        give: &mut Give<'_>,
    ) -> Result<()> {
        let Some(said) = Said::of(entry) else { return Ok(()) };
        if lacks_default(said.found.iter().copied()) {
            let mut give = of_parts(give);
            self.findings.no_default(said.loc, (number, at), &mut give)?;
        }
        let Meeting { ends, sorter, key, payload, .. } = self;
        ends.each((&said, ends.page(&said, number), at), |end| {
            if matches!(end.record, Record::Back(..)) {
                return Ok(());
            }
            record::write(end.written, &end.record, key, payload);
            sorter.push(key, payload)
        })
    }

    /// Takes a record of a link that leads to one of the addresses: of links from one address to one
    /// other, those of one entry in their order, and entries in theirs.
    ///
    /// # Errors
    /// As [`Meeting::entry`]; when it is no such record.
    pub fn link(&mut self, record: &[u8]) -> Result<()> {
        let (key, payload) = apart(record).ok_or_else(damaged)?;
        self.sorter.push(key, payload)
    }

    /// Everything was taken.
    ///
    /// # Errors
    /// As [`Meeting::entry`].
    pub fn finish(self) -> Result<Met> {
        Ok(Met { walk: Walk::new(self.sorter.finish()?), findings: self.findings })
    }
}

/// Goes through what came together.
#[derive(Debug)]
pub struct Met {
    walk: Walk,
    findings: Findings,
}

impl Met {
    /// Goes a step on, and gives a record of what it finds; `false` at the end.
    ///
    /// # Errors
    /// When a temporary file cannot be read; what `give` says.
    pub fn step(&mut self, give: &mut Give<'_>) -> Result<bool> {
        let (findings, mut give) = (&mut self.findings, of_parts(give));
        self.walk.step(&mut |told| findings.take(&told, &mut give))
    }
}

/// Takes the records of all that was found, in any order, and tells them.
#[derive(Debug)]
pub struct Meetings<'s>(Sorter<'s>);

impl<'s> Meetings<'s> {
    /// Within the memory of a store.
    pub fn new(store: &'s Store) -> Meetings<'s> {
        Meetings(Sorter::new(store))
    }

    /// Takes a record of a [`Meeting`].
    ///
    /// # Errors
    /// `limit/disk` where there is no room for temporary files; when it is no such record.
    pub fn push(&mut self, record: &[u8]) -> Result<()> {
        let (key, payload) = apart(record).ok_or_else(damaged)?;
        self.0.push(key, payload)
    }

    /// Tells what was found, in the order of the entries.
    ///
    /// # Errors
    /// As [`Meetings::push`]; when the sink stops the work.
    pub fn finish(self, sink: &mut dyn Sink) -> Result<()> {
        tell(self.0, sink)
    }
}

/// Gives both parts of a record as one.
fn of_parts<'g>(give: &'g mut Give<'_>) -> impl FnMut(&[u8], &[u8]) -> Result<()> + 'g {
    let mut out = Vec::new();
    move |key, payload| {
        out.clear();
        joined(key, payload, &mut out);
        give(&out)
    }
}

/// Both parts of a record as one.
fn joined(key: &[u8], payload: &[u8], out: &mut Vec<u8>) {
    // An address and a link are bounded by the limits of reading, far below 4 GiB.
    pack::number(u32::try_from(key.len()).unwrap_or(u32::MAX), out);
    out.extend_from_slice(key);
    out.extend_from_slice(payload);
}

fn apart(record: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = Rest(record);
    let length = rest.number()? as usize;
    rest.0.split_at_checked(length)
}
