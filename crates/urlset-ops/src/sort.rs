//! Entries in another order, whatever fits into memory.

use urlset_core::{Datetime, Entry, EntryReader, Header, Position, Result, Sink};
use urlset_store::{Sorted, Sorter, Store, decode, encode};

/// By what entries are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SortBy {
    /// The order of reading.
    #[default]
    Input,
    /// The bytes of the loc.
    Loc,
    /// The first instant that `lastmod` may mean; entries without one come last either way.
    Lastmod,
}

/// The order of entries. Those that are equal in it keep the order of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sort {
    /// By what.
    pub by: SortBy,
    /// Whether the greatest comes first.
    pub descending: bool,
}

impl Sort {
    /// Reads `input`, `loc` or `lastmod`, and perhaps `:asc` or `:desc` after it.
    pub fn parse(text: &str) -> Option<Sort> {
        let (by, order) = text.split_once(':').unwrap_or((text, "asc"));
        let by = match by {
            "input" => SortBy::Input,
            "loc" => SortBy::Loc,
            "lastmod" => SortBy::Lastmod,
            _ => return None,
        };
        let descending = match order {
            "asc" => false,
            "desc" => true,
            _ => return None,
        };
        Some(Sort { by, descending })
    }

    /// Bytes whose order is that of the entries; `number` is that of the entry among those read.
    pub fn key(self, entry: &Entry, number: u64, key: &mut Vec<u8>) {
        match self.by {
            SortBy::Input => key.extend(number.to_be_bytes()),
            SortBy::Loc => key.extend(entry.loc.as_str().as_bytes()),
            SortBy::Lastmod => key.extend(entry.lastmod.map(instant).unwrap_or_default()),
        }
        if self.descending {
            reverse(key);
        }
        if self.by == SortBy::Lastmod {
            key.insert(0, u8::from(entry.lastmod.is_none()));
        }
    }
}

/// The sign bit is turned, so that what is before 1970 comes first.
fn instant(lastmod: Datetime) -> [u8; 12] {
    let (second, nanosecond) = lastmod.earliest();
    let mut bytes = [0; 12];
    let turned = (second ^ i64::MIN).to_be_bytes().into_iter().chain(nanosecond.to_be_bytes());
    for (to, byte) in bytes.iter_mut().zip(turned) {
        *to = byte;
    }
    bytes
}

/// Turns the order around, also that of a text and a longer one that begins with it: the end becomes
/// greater than any byte.
fn reverse(key: &mut Vec<u8>) {
    const END: u8 = 0xff;
    let nul = key.contains(&0);
    for byte in key.iter_mut() {
        *byte = !*byte;
    }
    if nul {
        // A NUL must still come before the end.
        *key = key
            .iter()
            .flat_map(|byte| [Some(*byte), (*byte == END).then_some(0)])
            .flatten()
            .collect();
    }
    key.extend([END, END]);
}

/// Reads all entries and gives them back sorted, out of core within the memory of `store`; where
/// their order is that of reading, the reader itself. All findings of reading go to `sink`.
///
/// # Errors
/// As reading fails; `limit/disk` where there is no room for temporary files.
pub fn sort<'a>(
    mut reader: Box<dyn EntryReader + 'a>,
    how: Sort,
    store: &Store,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    if how == Sort::default() {
        return Ok(reader);
    }
    let mut number = 0;
    let key = |entry: &Entry, _: Position, key: &mut Vec<u8>| {
        how.key(entry, number, key);
        number += 1;
    };
    Ok(Box::new(InOrder::new(reader.as_mut(), key, store, sink)?))
}

/// Entries in the order of keys; those with equal keys keep the order of reading.
#[derive(Debug)]
pub struct InOrder {
    header: Header,
    sorted: Sorted,
    position: Position,
}

impl InOrder {
    /// Reads all entries and sorts them by the bytes of their keys, out of core within the memory of
    /// `store`. `key` is given an entry, where it was read, and an empty buffer for its key.
    ///
    /// # Errors
    /// As reading fails; `limit/disk` where there is no room for temporary files.
    pub fn new(
        reader: &mut dyn EntryReader,
        mut key: impl FnMut(&Entry, Position, &mut Vec<u8>),
        store: &Store,
        sink: &mut dyn Sink,
    ) -> Result<InOrder> {
        let mut sorter = Sorter::new(store);
        let (mut entry, mut bytes, mut payload) = (Entry::default(), Vec::new(), Vec::new());
        while reader.read_entry(&mut entry, sink)? {
            let at = reader.position();
            bytes.clear();
            key(&entry, at, &mut bytes);
            payload.clear();
            encode(&entry, at, &mut payload);
            sorter.push(&bytes, &payload)?;
        }
        let header = reader.header().clone();
        Ok(InOrder { header, sorted: sorter.finish()?, position: Position::default() })
    }
}

impl EntryReader for InOrder {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let Some((_, payload)) = self.sorted.read()? else {
            entry.clear();
            return Ok(false);
        };
        self.position = decode(payload, entry)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::{Sort, SortBy, sort};
    use crate::memory::Memory;
    use proptest::prelude::*;
    use std::cmp::Ordering;
    use urlset_core::{Datetime, Entry, EntryReader, Loc, Position};
    use urlset_store::Store;

    fn sorted(entries: &[Entry], how: Sort, memory: u64) -> Vec<(Entry, Position)> {
        let memory_reader = Memory { entries: entries.to_vec(), ..Memory::default() };
        let store = Store::new(memory, None);
        let mut reader = sort(memory_reader.boxed(), how, &store, &mut ()).unwrap();
        let (mut all, mut entry) = (Vec::new(), Entry::default());
        while reader.read_entry(&mut entry, &mut ()).unwrap() {
            all.push((entry.clone(), reader.position()));
        }
        all
    }

    fn expected(entries: &[Entry], how: Sort) -> Vec<(Entry, Position)> {
        let mut all = sorted(entries, Sort::default(), 0);
        let turn = |order: Ordering| if how.descending { order.reverse() } else { order };
        all.sort_by(|(one, one_at), (other, other_at)| match how.by {
            SortBy::Input => turn(one_at.line.cmp(&other_at.line)),
            SortBy::Loc => turn(one.loc.as_str().as_bytes().cmp(other.loc.as_str().as_bytes())),
            SortBy::Lastmod => match (one.lastmod, other.lastmod) {
                (Some(one), Some(other)) => turn(one.earliest().cmp(&other.earliest())),
                (one, other) => one.is_none().cmp(&other.is_none()),
            },
        });
        all
    }

    fn entry() -> impl Strategy<Value = Entry> {
        let dates = [
            "",
            "0001",
            "1969-12-31T23:59:59.5Z",
            "1970",
            "2026",
            "2026-01-01T00:00:00+01:00",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00.25Z",
            "9999-12-31",
        ];
        ("[\0ab\u{7f}é]{0,4}", prop::sample::select(dates.to_vec())).prop_map(|(loc, date)| {
            let mut entry = Entry::new(Loc::new(&loc));
            entry.lastmod = Datetime::parse(date).ok();
            entry
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn as_in_memory(entries in prop::collection::vec(entry(), 0..500)) {
            for by in [SortBy::Input, SortBy::Loc, SortBy::Lastmod] {
                for descending in [false, true] {
                    let how = Sort { by, descending };
                    let expected = expected(&entries, how);
                    prop_assert_eq!(&sorted(&entries, how, 0), &expected);
                    prop_assert_eq!(&sorted(&entries, how, 1 << 30), &expected);
                }
            }
        }
    }

    #[test]
    fn orders_are_read() {
        for (text, by, descending) in [
            ("input", SortBy::Input, false),
            ("loc:asc", SortBy::Loc, false),
            ("lastmod:desc", SortBy::Lastmod, true),
        ] {
            assert_eq!(Sort::parse(text), Some(Sort { by, descending }));
        }
        for text in ["", "locs", "loc:", "loc:down", ":desc"] {
            assert_eq!(Sort::parse(text), None, "{text}");
        }
    }
}
