//! What `Stable` promises, for any sets: entries stay where they were, every entry is written once,
//! no document outgrows its room, and what does not change changes nothing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex};
use urlset_core::{
    Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Header, Loc, Output, Position, Result,
    Room, Sink,
};
use urlset_ops::Outlet;
use urlset_shard::{By, Previous, Shard, Slot, Stable};
use urlset_store::Store;

/// A document: which it was, or after which it comes, and its locs.
#[derive(Clone, Debug, Default, PartialEq)]
struct File {
    was: Option<usize>,
    after: Option<usize>,
    locs: Vec<String>,
}

/// A line for each loc, between a first and a last line.
struct Lines;

impl EntryWriter for Lines {
    fn begin(&mut self, out: &mut String) {
        out.push_str("<\n");
    }
    fn write_entry(&mut self, entry: &Entry, out: &mut String, _: &mut dyn Sink) -> Result<()> {
        out.push_str(entry.loc.as_str());
        out.push('\n');
        Ok(())
    }
    fn end(&mut self, out: &mut String) {
        out.push_str(">\n");
    }
}

/// The entries of documents numbered from 1.
struct Set {
    header: Header,
    entries: Vec<(u32, String)>,
    dates: Dates,
    next: usize,
}

/// The months of locs; the others have none.
type Dates = BTreeMap<String, u8>;

fn entry(loc: &str, dates: &Dates) -> Entry {
    let date = dates.get(loc).map(|month| format!("2024-{month:02}"));
    let lastmod = date.and_then(|date| Datetime::parse(&date).ok());
    Entry { lastmod, ..Entry::new(Loc::new(loc)) }
}

impl EntryReader for Set {
    fn header(&self) -> &Header {
        &self.header
    }
    fn position(&self) -> Position {
        let at = self.next.checked_sub(1).and_then(|at| self.entries.get(at));
        Position { input: at.map_or(0, |(input, _)| *input), line: 1, ..Position::default() }
    }
    fn read_entry(&mut self, into: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let Some((_, loc)) = self.entries.get(self.next) else {
            return Ok(false);
        };
        *into = entry(loc, &self.dates);
        self.next += 1;
        Ok(true)
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes of the longest line that [`loc`] makes.
const LONGEST: usize = 28;

fn loc(host: u8, number: u16) -> String {
    format!("https://h{host}.example/{}{number}", "x".repeat(usize::from(number % 7)))
}

/// Cuts `locs` as `previous` was cut; documents without an entry are not written.
fn cut(previous: &[File], locs: &[String], room: Room, keys: &[By], memory: u64) -> Vec<File> {
    let none = Dates::new();
    cut_dated((previous, &none), (locs, &none), (room, keys), &|_, _| true, memory)
}

/// As [`cut`], where entries had dates and have others.
fn cut_dated(
    (previous, old): (&[File], &Dates),
    (locs, new): (&[String], &Dates),
    (room, keys): (Room, &[By]),
    fits: &dyn Fn(u32, &[String]) -> bool,
    memory: u64,
) -> Vec<File> {
    let store = Store::new(memory, None);
    let mut before = Previous::new(&store);
    let numbered = (1..).zip(previous);
    let entries = numbered
        .flat_map(|(number, file)| file.locs.iter().map(move |loc| (number, loc.clone())))
        .collect();
    let mut reader = Set { header: Header::default(), entries, dates: old.clone(), next: 0 };
    before.read(&mut reader, keys, fits, &mut ()).unwrap();
    let (made, sizes) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let open = |slot: &Slot, _: &Shard, _: Position| {
        let bytes = Shared::default();
        made.borrow_mut().push((slot.clone(), bytes.clone()));
        Ok(Output::new(bytes, Box::new(Lines)))
    };
    let done = |filled: urlset_shard::Filled| {
        sizes.borrow_mut().push(filled.written);
        Ok(())
    };
    let mut stable =
        Stable::new((keys, room), (before, &store), fits, Box::new(open), Box::new(done));
    let mut findings: Vec<Diagnostic> = Vec::new();
    for (line, loc) in (1..).zip(locs) {
        let at = Position { line, ..Position::default() };
        stable.write(&entry(loc, new), &at, &mut findings).unwrap();
    }
    stable.finish(&mut findings).unwrap();
    assert_eq!(findings.len(), 0, "{findings:?}");
    let made = made.into_inner();
    assert_eq!(made.len(), sizes.borrow().len());
    let files = made.into_iter().zip(sizes.into_inner()).map(|((slot, bytes), written)| {
        let text = String::from_utf8(bytes.0.lock().unwrap().clone()).unwrap();
        let inner = text.strip_prefix("<\n").unwrap().strip_suffix(">\n").unwrap();
        let locs: Vec<String> = inner.lines().map(str::to_owned).collect();
        assert_eq!(written.bytes, text.len() as u64);
        assert_eq!(written.entries, locs.len() as u64);
        assert!(written.bytes <= room.bytes && written.entries <= room.entries, "{text}");
        assert!(!locs.is_empty());
        let place = |number: u32| usize::try_from(number).unwrap() - 1;
        let (was, after) = match slot {
            Slot::Old(number) => (Some(place(number)), None),
            Slot::New(after) => (None, after.map(place)),
        };
        File { was, after, locs }
    });
    files.collect()
}

/// A set that an earlier run made, as it would be found: in the order of its documents.
fn found(files: &[File]) -> Vec<File> {
    let mut files = files.to_vec();
    files.sort_by_key(|file| file.was.or(file.after));
    files
}

fn sorted(files: &[File]) -> Vec<String> {
    let mut all: Vec<String> = files.iter().flat_map(|file| file.locs.clone()).collect();
    all.sort();
    all
}

fn pages() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec((0_u8..3, 0_u16..60), 0..60).prop_map(|all| {
        let mut seen = BTreeSet::new();
        let mut locs: Vec<String> =
            all.into_iter().map(|(host, number)| loc(host, number)).collect();
        locs.retain(|loc| seen.insert(loc.clone()));
        locs
    })
}

fn rooms() -> impl Strategy<Value = Room> {
    (1_u64..9, 60_u64..300).prop_map(|(entries, bytes)| Room { entries, bytes })
}

fn keys() -> impl Strategy<Value = Vec<By>> {
    prop::sample::select(vec![vec![], vec![By::Host]])
}

proptest! {
    #[test]
    fn everything_is_written_once_and_stays_where_it_was(
        first in pages(), second in pages(), room in rooms(), keys in keys(),
    ) {
        let before = cut(&[], &first, room, &keys, 1 << 20);
        prop_assert_eq!(sorted(&before).len(), first.len());
        let after = cut(&before, &second, room, &keys, 1 << 20);
        let mut expected = second.clone();
        expected.sort();
        prop_assert_eq!(sorted(&after), expected);
        for (number, file) in before.iter().enumerate() {
            let stays: Vec<&String> =
                file.locs.iter().filter(|loc| second.contains(loc)).collect();
            let Some(now) = after.iter().find(|one| one.was == Some(number)) else {
                prop_assert!(stays.is_empty());
                continue;
            };
            let head: Vec<&String> = now.locs.iter().take(stays.len()).collect();
            prop_assert_eq!(head, stays, "first what stays, in its order");
        }
        // New documents are opened only where those that are there have no room for any entry:
        // a long one that found none does not let a shorter one pass.
        for file in after.iter().filter(|file| file.was.is_none()) {
            let new = &file.locs[0];
            let host = |loc: &str| loc.split('.').next().unwrap().to_owned();
            for old in after.iter().filter(|one| one.was.is_some()) {
                let same = keys.is_empty() || host(&old.locs[0]) == host(new);
                let bytes = 4 + old.locs.iter().map(|loc| loc.len() + 1).sum::<usize>();
                let full = old.locs.len() as u64 >= room.entries
                    || (bytes + LONGEST) as u64 > room.bytes;
                prop_assert!(!same || full, "{:?} has room for {}", old, new);
            }
        }
        if !keys.is_empty() {
            for file in &after {
                let hosts: BTreeSet<&str> =
                    file.locs.iter().map(|loc| loc.split('.').next().unwrap()).collect();
                prop_assert_eq!(hosts.len(), 1);
            }
        }
    }

    #[test]
    fn the_same_again_changes_nothing(
        first in pages(), second in pages(), room in rooms(), keys in keys(),
    ) {
        let before = cut(&[], &first, room, &keys, 1 << 20);
        let after = found(&cut(&before, &second, room, &keys, 1 << 20));
        // In any order.
        let mut again: Vec<String> = second;
        again.reverse();
        let again = found(&cut(&after, &again, room, &keys, 1 << 20));
        let locs = |files: &[File]| -> Vec<Vec<String>> {
            files.iter().map(|file| file.locs.clone()).collect()
        };
        prop_assert_eq!(locs(&again), locs(&after));
        prop_assert!(again.iter().enumerate().all(|(number, file)| file.was == Some(number)));
    }

    #[test]
    fn the_same_again_changes_nothing_though_dates_change(
        history in prop::collection::vec((pages(), prop::collection::vec(1_u8..4, 180)), 1..5),
        room in rooms(),
        keys in prop::sample::select(vec![vec![By::Month], vec![By::Host, By::Month]]),
    ) {
        let (mut set, mut old) = (Vec::new(), Dates::new());
        for (locs, months) in history {
            let all = (0..3).flat_map(|host| (0..60).map(move |number| loc(host, number)));
            let new: Dates = all.zip(months).collect();
            let any = |_: u32, _: &[String]| true;
            let cut = |set: &[File], old: &Dates| {
                found(&cut_dated((set, old), (&locs, &new), (room, &keys), &any, 1 << 20))
            };
            set = cut(&set, &old);
            let again = cut(&set, &new);
            for (number, (one, other)) in again.iter().zip(&set).enumerate() {
                prop_assert_eq!((one.was, &one.locs), (Some(number), &other.locs));
            }
            prop_assert_eq!(again.len(), set.len());
            old = new;
        }
    }

    #[test]
    fn an_update_and_its_inverse_leave_the_content_as_it_was(
        first in pages(), second in pages(), room in rooms(), keys in keys(),
    ) {
        let before = cut(&[], &first, room, &keys, 1 << 20);
        let mut more = first.clone();
        more.extend(second.into_iter().filter(|loc| !first.contains(loc)));
        let after = found(&cut(&before, &more, room, &keys, 1 << 20));
        let back = cut(&after, &first, room, &keys, 1 << 20);
        prop_assert_eq!(sorted(&back), sorted(&before));
        // What only came is gone, so the documents are those of before, to the byte.
        let locs = |files: &[File]| -> BTreeSet<Vec<String>> {
            files.iter().map(|file| file.locs.clone()).collect()
        };
        prop_assert_eq!(locs(&back), locs(&before));
    }

    #[test]
    fn results_are_equal_at_any_memory(
        first in pages(), second in pages(), room in rooms(), keys in keys(),
    ) {
        let before = cut(&[], &first, room, &keys, 1 << 20);
        prop_assert_eq!(
            cut(&before, &second, room, &keys, 0),
            cut(&before, &second, room, &keys, 1 << 20)
        );
    }
}

#[test]
fn a_loc_that_is_there_twice_stays_twice() {
    let room = Room { entries: 2, bytes: 1_000 };
    let files = |all: &[&[&str]]| -> Vec<File> {
        let file = |locs: &&[&str]| File {
            locs: locs.iter().map(|loc| format!("https://e.com/{loc}")).collect(),
            ..File::default()
        };
        all.iter().map(file).collect()
    };
    let before = files(&[&["a", "b"], &["a"]]);
    let locs: Vec<String> = ["a", "b", "a", "a"].map(|loc| format!("https://e.com/{loc}")).to_vec();
    let after = cut(&before, &locs, room, &[], 1 << 20);
    let expected = files(&[&["a", "b"], &["a", "a"]]);
    let now: Vec<&Vec<String>> = after.iter().map(|file| &file.locs).collect();
    assert_eq!(now, expected.iter().map(|file| &file.locs).collect::<Vec<_>>());
}

/// A repeat takes no place that another entry has.
#[test]
fn a_loc_that_comes_twice_moves_no_other() {
    let room = Room { entries: 2, bytes: 1_000 };
    let of = |locs: &[&str]| locs.iter().map(|loc| (*loc).to_owned()).collect::<Vec<_>>();
    let set = [&["a", "b"][..], &["c", "d"]].map(|locs| File { locs: of(locs), ..File::default() });
    let all = |files: &[File]| files.iter().map(|file| file.locs.clone()).collect::<Vec<_>>();
    let twice = found(&cut(&set, &of(&["a", "a", "b", "c", "d"]), room, &[], 1 << 20));
    assert_eq!(all(&twice), [of(&["a", "b"]), of(&["c", "d"]), of(&["a"])]);
    let again = found(&cut(&twice, &of(&["a", "a", "b", "c", "d"]), room, &[], 1 << 20));
    assert_eq!(all(&again), all(&twice));
    let once = cut(&twice, &of(&["a", "b", "c", "d"]), room, &[], 1 << 20);
    assert_eq!(all(&once), all(&set));
}

/// A document is what its name says, also where the dates of its entries are others by now.
#[test]
fn new_entries_go_only_where_their_group_fits() {
    let room = Room { entries: 3, bytes: 1_000 };
    let of = |locs: &[&str]| locs.iter().map(|loc| (*loc).to_owned()).collect::<Vec<_>>();
    let dates = |all: &[(&str, u8)]| -> Dates {
        all.iter().map(|(loc, month)| ((*loc).to_owned(), *month)).collect()
    };
    let set = [&["a"][..], &["b", "c"]].map(|locs| File { locs: of(locs), ..File::default() });
    // Both were of February; then "a" and "b" became April's.
    let now = dates(&[("a", 4), ("b", 4), ("c", 2), ("d", 4), ("e", 2)]);
    let fits = |_: u32, group: &[String]| group == ["2024-02"];
    let locs = of(&["a", "b", "c", "d", "e"]);
    let made = cut_dated((&set, &now), (&locs, &now), (room, &[By::Month]), &fits, 1 << 20);
    let all: Vec<Vec<String>> = found(&made).into_iter().map(|file| file.locs).collect();
    assert_eq!(all, [of(&["a", "e"]), of(&["b", "c"]), of(&["d"])]);
}

/// Also where none of its entries is of the group any more, or says so.
#[test]
fn a_document_that_its_entries_have_left_takes_what_is_of_it() {
    let room = Room { entries: 3, bytes: 1_000 };
    let of = |locs: &[&str]| locs.iter().map(|loc| (*loc).to_owned()).collect::<Vec<_>>();
    let dates = |all: &[(&str, u8)]| -> Dates {
        all.iter().map(|(loc, month)| ((*loc).to_owned(), *month)).collect()
    };
    let set = [&["a"][..], &["b"]].map(|locs| File { locs: of(locs), ..File::default() });
    // The first is January's, the second February's; nothing in them has a date.
    let fits = |number: u32, group: &[String]| group == [format!("2024-{number:02}")];
    let now = dates(&[("a", 2), ("b", 3), ("c", 1), ("d", 2), ("e", 3)]);
    let locs = of(&["a", "b", "c", "d", "e"]);
    let old = Dates::new();
    let made = cut_dated((&set, &old), (&locs, &now), (room, &[By::Month]), &fits, 1 << 20);
    let all: Vec<Vec<String>> = found(&made).into_iter().map(|file| file.locs).collect();
    assert_eq!(all, [of(&["a", "c"]), of(&["b", "d"]), of(&["e"])]);
}
