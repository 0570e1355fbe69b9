//! Sorted runs in a temporary file. Of a key only what differs from the one before is written.

use crate::record::damaged;
use crate::scratch::Scratch;
use crate::{Share, Store};
use std::ops::Range;
use urlset_core::Result;
use urlset_core::compact::{Unpack, put_number};

/// Bytes that are written at once.
const WRITTEN_AT_ONCE: usize = 64 << 10;
/// The three numbers before a record, at most.
const HEAD: u64 = 30;

/// Runs in one file, in the order in which they were written.
#[derive(Debug)]
pub(crate) struct Runs {
    scratch: Scratch,
    ranges: Vec<Range<u64>>,
    /// The longest of each.
    longest: Vec<Longest>,
    /// Of the run that is being written.
    start: u64,
    long: Longest,
    key: Vec<u8>,
    unwritten: Vec<u8>,
    /// For what is unwritten.
    _share: Share,
}

/// What is in memory of a run while it is read, whatever the buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Longest {
    key: u64,
    /// What is written of a record.
    record: u64,
}

impl Runs {
    pub(crate) fn new(store: &Store) -> Result<Runs> {
        let (scratch, ranges, longest) = (Scratch::new(store)?, Vec::new(), Vec::new());
        let (key, unwritten) = (Vec::new(), Vec::new());
        let mut share = store.share();
        share.take(WRITTEN_AT_ONCE as u64);
        let (start, long) = (0, Longest::default());
        Ok(Runs { scratch, ranges, longest, start, long, key, unwritten, _share: share })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// Makes sure that there is room for a run of so many bytes.
    pub(crate) fn expect(&self, bytes: u64) -> Result<()> {
        self.scratch.expect(bytes)
    }

    /// Bytes of some of them.
    pub(crate) fn bytes(&self, runs: Range<usize>) -> u64 {
        self.ranges.get(runs).unwrap_or_default().iter().map(|run| run.end - run.start).sum()
    }

    /// Memory that the reading of one of them takes with a buffer of that many bytes.
    pub(crate) fn cost(&self, run: usize, buffer: u64) -> u64 {
        let longest = self.longest.get(run).copied().unwrap_or_default();
        buffer.max(longest.record) + longest.key
    }

    /// Appends a record to the run that is being written.
    pub(crate) fn write(&mut self, key: &[u8], payload: &[u8]) -> Result<()> {
        let shared = self.key.iter().zip(key).take_while(|(one, other)| one == other).count();
        let (_, suffix) = key.split_at_checked(shared).unwrap_or_default();
        for number in [shared, suffix.len(), payload.len()] {
            put_number(number as u64, &mut self.unwritten);
        }
        for part in [suffix, payload] {
            self.append(part)?;
        }
        self.key.truncate(shared);
        self.key.reserve_exact(suffix.len());
        self.key.extend_from_slice(suffix);
        self.long.key = self.long.key.max(key.len() as u64);
        self.long.record = self.long.record.max(HEAD + (suffix.len() + payload.len()) as u64);
        Ok(())
    }

    /// What is long is not gathered first.
    fn append(&mut self, part: &[u8]) -> Result<()> {
        if self.unwritten.len() + part.len() < WRITTEN_AT_ONCE {
            self.unwritten.extend_from_slice(part);
            return Ok(());
        }
        self.flush()?;
        if part.len() < WRITTEN_AT_ONCE {
            self.unwritten.extend_from_slice(part);
            return Ok(());
        }
        self.scratch.append(part).map(|_| ())
    }

    /// Ends the run that is being written.
    pub(crate) fn end_run(&mut self) -> Result<()> {
        self.flush()?;
        let end = self.scratch.length();
        self.ranges.push(self.start..end);
        self.longest.push(std::mem::take(&mut self.long));
        self.start = end;
        self.key.clear();
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.scratch.append(&self.unwritten)?;
        self.unwritten.clear();
        Ok(())
    }

    /// Cursors over some of the runs, each with a buffer of that many bytes.
    pub(crate) fn cursors(&self, runs: Range<usize>, buffer: usize) -> Vec<Cursor> {
        let ranges = self.ranges.get(runs).unwrap_or_default().iter();
        ranges.map(|run| Cursor::new(run.clone(), buffer)).collect()
    }
}

/// A place in a run: the record there, and what was read beyond it.
#[derive(Debug)]
pub(crate) struct Cursor {
    unread: Range<u64>,
    buffer: Vec<u8>,
    /// What of the buffer is still to come.
    rest: Range<usize>,
    most: usize,
    key: Vec<u8>,
    payload: Range<usize>,
}

impl Cursor {
    fn new(unread: Range<u64>, most: usize) -> Cursor {
        let (buffer, key) = (Vec::new(), Vec::new());
        Cursor { unread, buffer, rest: 0..0, most, key, payload: 0..0 }
    }

    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.buffer.capacity() + self.key.capacity()
    }

    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    pub(crate) fn payload(&self) -> &[u8] {
        self.buffer.get(self.payload.clone()).unwrap_or_default()
    }

    /// Goes to the next record; `false` at the end.
    pub(crate) fn advance(&mut self, runs: &Runs) -> Result<bool> {
        self.fill(HEAD, runs)?;
        if self.rest.is_empty() {
            return Ok(false);
        }
        let mut head = Unpack(self.buffer.get(self.rest.clone()).unwrap_or_default());
        let before = head.0.len();
        let (Some(shared), Some(suffix), Some(payload)) =
            (head.number(), head.number(), head.number())
        else {
            return Err(damaged());
        };
        self.rest.start += before - head.0.len();
        let length = suffix.checked_add(payload).ok_or_else(damaged)?;
        let left = self.rest.len() as u64 + (self.unread.end - self.unread.start);
        if length > left || shared > self.key.len() as u64 {
            return Err(damaged());
        }
        self.fill(length, runs)?;
        // Both are within the buffer by now.
        let split = self.rest.start + usize::try_from(suffix).unwrap_or(usize::MAX);
        let end = split + usize::try_from(payload).unwrap_or(usize::MAX);
        self.key.truncate(usize::try_from(shared).unwrap_or(usize::MAX));
        let suffix = self.buffer.get(self.rest.start..split).unwrap_or_default();
        self.key.reserve_exact(suffix.len());
        self.key.extend_from_slice(suffix);
        self.payload = split..end;
        self.rest.start = end;
        Ok(true)
    }

    /// Makes sure that so many bytes are in the buffer, or all that there are.
    fn fill(&mut self, bytes: u64, runs: &Runs) -> Result<()> {
        let wanted = usize::try_from(bytes).map_err(|_| damaged())?;
        let unread = self.unread.end - self.unread.start;
        if self.rest.len() >= wanted || unread == 0 {
            return Ok(());
        }
        self.buffer.copy_within(self.rest.clone(), 0);
        let kept = self.rest.len();
        let most = u64::try_from(self.most.max(wanted) - kept).unwrap_or(u64::MAX);
        let more = usize::try_from(most.min(unread)).map_err(|_| damaged())?;
        self.buffer.reserve_exact((kept + more).saturating_sub(self.buffer.len()));
        self.buffer.resize(kept + more, 0);
        let target = self.buffer.get_mut(kept..).unwrap_or_default();
        runs.scratch.read(target, self.unread.start)?;
        self.unread.start += more as u64;
        self.rest = 0..kept + more;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Runs;
    use crate::Store;

    #[test]
    fn what_is_unwritten_counts() {
        let store = Store::new(1 << 20, None);
        let runs = Runs::new(&store).unwrap();
        assert_eq!(store.share().most(), ((1 << 20) - (64 << 10)) / 2);
        drop(runs);
        assert_eq!(store.share().most(), 1 << 19);
    }
}
