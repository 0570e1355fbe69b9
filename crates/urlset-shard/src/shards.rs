//! Cutting a stream of entries into documents.

use crate::by::put_all;
use crate::{By, rules};
use urlset_core::{
    Datetime, Entry, Locs, Lost, Output, Place, Position, Result, Room, Sink, Written, are_same,
};
use urlset_ops::Outlet;

/// Which document of a set this is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shard {
    /// The values of the keys that its entries share.
    pub group: Vec<String>,
    /// Its number among the shards of the group, from 1.
    pub number: u64,
}

/// A document that is done.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Which it is.
    pub shard: Shard,
    /// How large it became.
    pub written: Written,
    /// The latest `lastmod` of its entries, by the first instant that each may mean.
    pub newest: Option<Datetime>,
    /// The document that its first entry was read from.
    pub source: u32,
}

/// Opens the next shard.
pub type Open<'a> = Box<dyn FnMut(&Shard, Position) -> Result<Output<'static>> + 'a>;

/// Takes a shard that is done; it is finished when this is called. One without entries is not: the
/// entries for which it was opened were too large. Its output was dropped, and it is none.
pub type Done<'a> = Box<dyn FnMut(Filled) -> Result<()> + 'a>;

/// Cuts entries into documents: a new one begins where the group changes or the room ends. Entries
/// of a group must come one after the other; [`crate::Grouped`] brings them so.
pub struct Shards<'a> {
    keys: &'a [By],
    room: Room,
    open: Open<'a>,
    done: Done<'a>,
    current: Option<(Output<'static>, Filled)>,
    /// The first instant that the latest date of its entries may mean.
    instant: Option<(i64, u32)>,
    /// The values of the keys of the entry before, and room for those of the next.
    key: String,
    next: String,
}

impl std::fmt::Debug for Shards<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shards").field("room", &self.room).finish_non_exhaustive()
    }
}

impl<'a> Shards<'a> {
    /// Cuts by room, and by `keys` where there are some.
    pub fn new(keys: &'a [By], room: Room, open: Open<'a>, done: Done<'a>) -> Shards<'a> {
        let (key, next) = (String::new(), String::new());
        Shards { keys, room, open, done, current: None, instant: None, key, next }
    }

    /// Ends the last shard. Without entries there is none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        let Some((output, mut filled)) = self.current.take() else {
            return Ok(());
        };
        if output.written().entries > 0 {
            filled.written = output.finish()?;
        } else {
            drop(output);
        }
        (self.done)(filled)
    }

    /// Begins a shard, the next of its group or the first of another one.
    fn begin(&mut self, group: Vec<String>, number: u64, at: Position) -> Result<()> {
        self.end()?;
        let shard = Shard { group, number };
        let output = (self.open)(&shard, at)?;
        let written = Written::default();
        self.instant = None;
        self.current = Some((output, Filled { shard, written, newest: None, source: at.input }));
        Ok(())
    }

    /// Looks which group an entry belongs to, and begins its first shard where it is another one.
    fn look(&mut self, entry: &Entry, at: &dyn Place) -> Result<()> {
        let input = at.input();
        put_all(self.keys, entry, input, &mut self.next);
        if self.current.is_some() && are_same(self.key.as_bytes(), self.next.as_bytes()) {
            return Ok(());
        }
        std::mem::swap(&mut self.key, &mut self.next);
        let group = self.keys.iter().map(|key| key.value(entry, input)).collect();
        self.begin(group, 1, at.position())
    }

    /// Writes into the shard that is open; `false` where there is no room.
    fn offer(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        let Some((output, filled)) = &mut self.current else {
            return Ok(false);
        };
        let taken = output.offer(entry, self.room, sink)?;
        if let Some(lastmod) = entry.lastmod.filter(|_| taken) {
            let instant = Some(lastmod.earliest());
            // The first of equals stays.
            if self.instant < instant {
                (filled.newest, self.instant) = (Some(lastmod), instant);
            }
        }
        Ok(taken)
    }
}

/// The later of two dates, the first of equals.
pub(crate) fn newer(known: Option<Datetime>, other: Option<Datetime>) -> Option<Datetime> {
    match (known, other) {
        (Some(known), Some(other)) if other.earliest() > known.earliest() => Some(other),
        (Some(known), _) => Some(known),
        (None, other) => other,
    }
}

impl Outlet for Shards<'_> {
    fn write(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        // Without keys all is one group.
        if self.current.is_none() || !self.keys.is_empty() {
            self.look(entry, at)?;
        }
        if self.offer(entry, sink)? {
            return Ok(());
        }
        if let Some((output, filled)) = &self.current
            && output.written().entries > 0
        {
            let Shard { group, number } = filled.shard.clone();
            self.begin(group, number + 1, at.position())?;
            // What the writer finds was told when the entry was offered to the shard before.
            if self.offer(entry, &mut ())? {
                return Ok(());
            }
        }
        too_large(entry, at.position(), sink)
    }

    fn locs_room(&self) -> u64 {
        // By keys, each entry may begin another shard.
        let open = self.current.as_ref().filter(|_| self.keys.is_empty());
        open.map_or(0, |(output, _)| output.locs_room(Some(self.room)))
    }

    fn write_locs(&mut self, locs: &Locs) -> Result<()> {
        match &mut self.current {
            Some((output, _)) => output.write_locs(locs),
            // There was no room for any.
            None => Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into()),
        }
    }
}

/// Tells that no document has room for an entry, which is left out.
///
/// # Errors
/// When the sink stops the work.
pub fn too_large(entry: &Entry, at: Position, sink: &mut dyn Sink) -> Result<()> {
    let finding = rules::ENTRY_TOO_LARGE.at(at).loc(entry.loc.as_str());
    sink.report(finding.detail(entry.loc.as_str()).lost(Lost::Entry))
}
