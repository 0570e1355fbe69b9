//! Language versions in a check of which others read the documents: each link of an entry goes where the entries of the
//! address go that it leads to. What is wrong between them is found there, and only that goes to the driver.

use crate::cluster_part::{Said, hash};
use crate::cluster_rows::Columns;
use crate::report::Report;
use urlset::check::common;
use urlset::clusters::{ClusterAudit, Linking, Meeting, Met, Secret};
use urlset::store::{Store, decode};
use urlset::{Entry, Position, Result};

/// What tasks have in common, where the profile asks how language versions fit together.
pub(crate) fn asked(report: &Report) -> Option<(u64, u64)> {
    let Secret(one, other) = Secret::new();
    ClusterAudit::rules().any(|rule| report.asks(rule)).then_some((one, other))
}

/// Buckets of links have this bit, so that of one hash links come before pages.
const LINK: i32 = i32::MIN;

/// Whether a row of this bucket is a link.
pub(crate) fn is_link(bucket: i32) -> bool {
    bucket < 0
}

/// The number of an entry among all of the set. No task reads a trillion of them, nor are there sixteen million tasks.
fn ordinal((bucket, number): (i32, i64)) -> u64 {
    const WITHIN: u32 = 40;
    let number = number.cast_unsigned().min((1 << WITHIN) - 1);
    u64::from(bucket.cast_unsigned()) << WITHIN | number
}

/// Gives links as rows.
pub(crate) struct Links {
    linking: Linking,
    bucket: i32,
    number: i64,
}

impl Links {
    pub(crate) fn new((one, other): (u64, u64), bucket: i32) -> Links {
        Links { linking: Linking::new(Secret(one, other)), bucket, number: 0 }
    }

    /// Those of an entry, which is the one of this number in the bucket. Says whether there are any.
    pub(crate) fn entry(
        &mut self,
        (entry, number, at): (&Entry, i64, Position),
        columns: &mut Columns,
        hand_on: &mut dyn FnMut(&mut Columns) -> Result<()>,
    ) -> Result<bool> {
        let Links { linking, bucket, number: links } = self;
        linking.entry(entry, (ordinal((*bucket, number)), at), |address, record| {
            columns.hash.push(hash(&common(address)));
            columns.bucket.push(*bucket | LINK);
            columns.number.push(*links);
            *links += 1;
            columns.payload.bytes.extend_from_slice(record);
            columns.payload.end();
            hand_on(columns)
        })
    }
}

/// What a task may hold of what comes together, beside its rows.
const HELD: u64 = 64 << 20;

/// Takes pages and the links that lead to them.
#[derive(Debug)]
pub(crate) struct Meet {
    /// Until everything came.
    meeting: Option<Meeting>,
    met: Option<Met>,
    /// Whether a link leads to an address of the hash.
    is_linked: bool,
    entry: Entry,
}

impl Meet {
    pub(crate) fn new((one, other): (u64, u64), store: &Store) -> Meet {
        let store = Store::new(store.memory().min(HELD), Some(store.folder()));
        let meeting = Some(Meeting::new(Secret(one, other), store));
        Meet { meeting, met: None, is_linked: false, entry: Entry::default() }
    }

    /// What follows is of another hash.
    pub(crate) fn next(&mut self) {
        self.is_linked = false;
    }

    pub(crate) fn link(&mut self, record: &[u8]) -> Said<()> {
        self.is_linked = true;
        let taken = self.meeting.as_mut().map_or(Ok(()), |meeting| meeting.link(record));
        taken.map_err(|error| error.to_string())
    }

    /// Takes a page. Most sets have no links, and a page without any to which none leads is not even decoded.
    pub(crate) fn entry(
        &mut self,
        (payload, has_links): (&[u8], bool),
        place: (i32, i64),
        found: &mut dyn FnMut(&[u8]),
    ) -> Said<()> {
        let Meet { meeting: Some(meeting), entry, .. } = self else { return Ok(()) };
        if !has_links && !self.is_linked {
            return Ok(());
        }
        let said = |error: urlset::Error| error.to_string();
        let at = decode(payload, entry).map_err(said)?;
        meeting
            .entry(entry, (ordinal(place), at), &mut |record| {
                found(record);
                Ok(())
            })
            .map_err(said)
    }

    /// Goes a step on through what came together; `false` at the end.
    pub(crate) fn step(&mut self, found: &mut dyn FnMut(&[u8])) -> Said<bool> {
        let said = |error: urlset::Error| error.to_string();
        if let Some(meeting) = self.meeting.take() {
            self.met = Some(meeting.finish().map_err(said)?);
        }
        let Some(met) = &mut self.met else { return Ok(false) };
        let mut give = |record: &[u8]| {
            found(record);
            Ok(())
        };
        met.step(&mut give).map_err(said)
    }
}
