//! Two documents as sets: what they differ in turns the one into the other; merged, each page is
//! there once; sorted, all are there.

use crate::{Memory, Settings, header, read_with};
use std::collections::HashSet;
use urlset::diff::{Counts, Difference, How, Item, Renames, Side, apply};
use urlset::ops::{Conflicts, Dedupe, Key, Reopen, Sort, SortBy, dedupe, sort};
use urlset::store::Store;
use urlset::{Entry, EntryReader, Kind};

/// What stands between the two.
const BETWEEN: &[u8] = b"\n----\n";

/// The first byte says what is one page, and how pages are joined.
pub fn merge(data: &[u8]) {
    let Some((first, data)) = data.split_first() else {
        return;
    };
    let at = data.windows(BETWEEN.len()).position(|window| window == BETWEEN);
    let (old, new) = match at {
        Some(at) => (&data[..at], &data[at + BETWEEN.len()..]),
        None => (data, data),
    };
    let read = |data| {
        let reading = read_with(&Settings::named("input"), data);
        if reading.header.kind == Kind::Urlset { reading.entries } else { Vec::new() }
    };
    let (old, mut new) = (read(old), read(new));
    if at.is_none() {
        // Nothing but the document itself: compared with its own half.
        new.truncate(old.len() / 2);
    }
    let key = if first & 1 == 0 { Key::Exact } else { Key::Normalized };
    differ(&old, &new, key, first & 2 != 0);
    joins(&[old.as_slice(), &new].concat(), key, usize::from(first >> 2));
}

fn reader(entries: &[Entry]) -> Memory {
    Memory::new(header(Kind::Urlset), entries.to_vec())
}

fn all(reader: &mut dyn EntryReader) -> Vec<Entry> {
    let (mut entries, mut entry) = (Vec::new(), Entry::default());
    while reader.read_entry(&mut entry, &mut ()).unwrap() {
        entries.push(entry.clone());
    }
    entries
}

fn differ(old: &[Entry], new: &[Entry], key: Key, renames: bool) {
    let renames = renames.then_some(Renames { threshold: 500, redirects: true });
    let how = How { key, renames, extensions: urlset::EXTENSIONS, ..How::default() };
    let store = Store::new(1 << 20, None);
    let side = |entries: &[Entry], store: &Store| {
        Side::read(&mut reader(entries), &how, store, &mut ()).unwrap()
    };
    let compare = |store: &Store| side(old, store).compare(side(new, store), &how, store).unwrap();
    let (counts, items) = items(compare(&store));
    let both = counts.changed + counts.renamed + counts.unchanged;
    assert_eq!(counts.removed + both, old.len() as u64, "{counts:?}");
    assert_eq!(counts.added + both, new.len() as u64, "{counts:?}");
    assert_eq!((counts, items), self::items(compare(&Store::new(0, None))), "memory shows");
    let mut applied = apply(side(old, &store), compare(&store), &store).unwrap();
    let got = all(&mut applied);
    assert_eq!(applied.missed(), 0);
    assert_eq!(sorted(&got), sorted(new), "what is applied gives another set");
}

fn items(mut difference: Difference) -> (Counts, Vec<Item>) {
    let (counts, mut items, mut item) = (*difference.counts(), Vec::new(), Item::default());
    while difference.read(&mut item).unwrap() {
        items.push(item.clone());
    }
    (counts, items)
}

fn joins(entries: &[Entry], key: Key, policy: usize) {
    const POLICIES: [&str; 4] = ["*=first", "*=last", "lastmod=newest", "lastmod=longest"];
    let policy = POLICIES[policy % POLICIES.len()];
    let merged = |entries: &[Entry], memory| {
        let conflicts = Conflicts::parse(policy, urlset::EXTENSIONS).unwrap();
        let how = Dedupe { key, conflicts, keeps: memory == 0 };
        let store = Store::new(memory, None);
        let open: Reopen<'_> = Box::new(|_| Ok(Box::new(reader(entries))));
        all(&mut dedupe(open, &how, &store, &mut ()).unwrap())
    };
    let once = merged(entries, 1 << 20);
    assert_eq!(once, merged(&once, 1 << 20), "merged twice is another set");
    assert_eq!(once, merged(entries, 0), "memory shows");
    assert_eq!(keys(&once, key).len(), once.len(), "a page stands twice");
    assert_eq!(keys(&once, key), keys(entries, key), "a page was lost, or made up");
    let by = Sort { by: SortBy::Loc, descending: policy == POLICIES[1] };
    let store = Store::new(1 << 20, None);
    let ordered = all(&mut *sort(Box::new(reader(entries)), by, &store, &mut ()).unwrap());
    assert_eq!(sorted(&ordered), sorted(entries), "sorted is another set");
}

fn keys(entries: &[Entry], key: Key) -> HashSet<String> {
    let mut buffer = String::new();
    entries.iter().map(|entry| key.of(entry.loc.as_str(), &mut buffer).to_owned()).collect()
}

/// All that they say, as a set.
fn sorted(entries: &[Entry]) -> Vec<String> {
    let text = crate::entries(&header(Kind::Urlset), entries);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}
