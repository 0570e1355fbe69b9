//! Deduplication against a list in memory: at any memory size, with any fingerprint.

use crate::dedupe::{Deduped, Fingerprint, dedupe_by};
use crate::memory::Memory;
use crate::rules::DUPLICATE_AFTER_NORMALIZE;
use crate::{Conflicts, Dedupe, Joined, Key, Reopen, dedupe};
use proptest::prelude::*;
use urlset_core::{Datetime, Diagnostic, Entry, EntryReader, Loc, Position, Priority};
use urlset_store::Store;

type Read = Vec<(Entry, Position)>;

fn reopen(entries: &[Entry]) -> Reopen<'static> {
    let entries = entries.to_vec();
    Box::new(move |_| Ok(Memory { entries: entries.clone(), ..Memory::default() }.boxed()))
}

fn all(mut reader: impl EntryReader, findings: &mut Vec<Diagnostic>) -> Read {
    let (mut all, mut entry) = (Vec::new(), Entry::default());
    while reader.read_entry(&mut entry, findings).unwrap() {
        all.push((entry.clone(), reader.position()));
    }
    assert!(!reader.read_entry(&mut entry, findings).unwrap(), "the end is the end");
    all
}

/// What has to come out: every entry is compared with every one before.
fn expected(entries: &[Entry], how: &Dedupe) -> (Read, Vec<Diagnostic>) {
    let mut groups: Vec<(String, Vec<(Entry, Position)>)> = Vec::new();
    for entry in all(Memory { entries: entries.to_vec(), ..Memory::default() }, &mut Vec::new()) {
        let mut buffer = String::new();
        let key = how.key.of(entry.0.loc.as_str(), &mut buffer);
        match groups.iter_mut().find(|(other, _)| other == key) {
            Some((_, group)) => group.push(entry),
            None => groups.push((key.to_owned(), vec![entry])),
        }
    }
    let (mut read, mut findings) = (Vec::new(), Vec::new());
    for (_, group) in groups {
        let (first, first_at) = group[0].clone();
        let mut joined = Joined::begin(first, first_at);
        for (entry, at) in &group[1..] {
            let (kept, loc) = (joined.loc().to_owned(), entry.loc.as_str());
            if kept != loc {
                // The first group is spelled in lower case and without its port, or the other is.
                let names = "scheme-case, host-case, default-port";
                findings.push(
                    DUPLICATE_AFTER_NORMALIZE
                        .at(*at)
                        .other(first_at)
                        .loc(loc)
                        .values("loc", "normalized", [&kept, loc])
                        .detail(format!("`{loc}` is `{kept}`: {names}")),
                );
            }
            joined.add(&how.conflicts, entry, *at, &mut findings).unwrap();
        }
        read.push((joined.into_entry(), first_at));
    }
    (read, findings)
}

fn entry() -> impl Strategy<Value = Entry> {
    let hosts = prop::sample::select(vec!["https://example.com/", "HTTPS://Example.com:443/", "x"]);
    (hosts, 0..40_u8, 0..12_u8, 0..12_u8, 0..20_u8).prop_map(|(host, path, day, tenths, thing)| {
        let mut entry = Entry::new(Loc::new(&format!("{host}{path}")));
        entry.lastmod = Datetime::parse(&format!("2026-03-{day:02}")).ok();
        entry.priority = Priority::parse(&format!("0.{tenths}")).ok().filter(|_| tenths < 4);
        if thing < 3 {
            entry.extensions.leaf("urn:a", "thing", &thing.to_string());
        }
        entry
    })
}

fn how(key: Key) -> Dedupe {
    Dedupe { key, conflicts: Conflicts::new(&[]), keeps: false }
}

/// Sees every page once, every other, or only the length of a key.
fn fingerprints() -> [Fingerprint<'static>; 3] {
    [
        Box::new(|_| 0),
        Box::new(|key| key.len() as u64),
        Box::new(|key| {
            key.bytes()
                .fold(7, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_in_memory(
        entries in prop::collection::vec(entry(), 0..400),
        normalized in any::<bool>(),
        last in any::<bool>(),
    ) {
        let mut how = how(if normalized { Key::Normalized } else { Key::Exact });
        if last {
            how.conflicts = Conflicts::parse("*=last", &[]).unwrap();
        }
        let (read, told) = expected(&entries, &how);
        for (memory, keeps) in [(0, false), (0, true), (100_000, false), (1 << 30, false)] {
            let how = Dedupe { keeps, ..how.clone() };
            for fingerprint in fingerprints() {
                let store = Store::new(memory, None);
                let mut findings = Vec::new();
                let deduped =
                    dedupe_by(reopen(&entries), &how, &store, &mut findings, fingerprint).unwrap();
                prop_assert_eq!(deduped.kept(), read.len() as u64);
                prop_assert_eq!(deduped.joined() + deduped.kept(), entries.len() as u64);
                prop_assert_eq!(&all(deduped, &mut findings), &read);
                prop_assert_eq!(&findings, &told);
            }
        }
    }

    #[test]
    fn twice_is_once(entries in prop::collection::vec(entry(), 0..400)) {
        let (how, store) = (how(Key::Normalized), Store::new(1 << 20, None));
        let once = |entries: &[Entry]| {
            let deduped = dedupe(reopen(entries), &how, &store, &mut ()).unwrap();
            all(deduped, &mut Vec::new()).into_iter().map(|(entry, _)| entry).collect::<Vec<_>>()
        };
        let deduped = once(&entries);
        prop_assert_eq!(&once(&deduped), &deduped);
    }
}

fn plain(locs: impl Iterator<Item = u32>) -> Vec<Entry> {
    locs.map(|loc| Entry::new(Loc::new(&format!("https://example.com/{loc}")))).collect()
}

fn locs(deduped: Deduped<'_>) -> Vec<String> {
    let read = all(deduped, &mut Vec::new());
    read.into_iter().map(|(entry, _)| entry.loc.to_string()).collect()
}

/// More than fits, with one key that alone does not fit.
#[test]
fn one_page_very_often() {
    let entries = plain((0..60_000).map(|number| if number % 3 == 0 { number } else { 7 }));
    let mut expected: Vec<u32> = (0..60_000).step_by(3).collect();
    expected.insert(1, 7);
    // By the normalized key entries are grouped: they have a spelling beside it.
    let ways =
        [0, 400_000, 1 << 30].map(|memory| [(memory, Key::Exact), (memory, Key::Normalized)]);
    for (memory, key) in ways.into_iter().flatten() {
        let store = Store::new(memory, None);
        let deduped = dedupe(reopen(&entries), &how(key), &store, &mut ()).unwrap();
        assert_eq!((deduped.read(), deduped.joined()), (60_000, 39_999));
        let expected = expected.iter().map(|loc| format!("https://example.com/{loc}"));
        assert!(locs(deduped).into_iter().eq(expected));
        assert_eq!(store.spilled() > 0, memory < 1 << 30);
        assert_eq!(store.share().most(), memory / 2, "all memory is given back");
    }
}

/// Some first entries find room and others do not, long keys and short ones in turns; all in one
/// pile.
#[test]
fn a_pile_that_fits_in_part() {
    let keys = (0..2000).map(|key| format!("https://example.com/{key}{}", "x".repeat(key % 90)));
    let keys: Vec<Entry> = keys.map(|key| Entry::new(Loc::new(&key))).collect();
    let entries = [&keys[..], &keys[..], &keys[..]].concat();
    let memories = [0, 200_000, 400_000, 800_000, 1 << 30];
    let ways = memories.map(|memory| [(memory, Key::Exact), (memory, Key::Normalized)]);
    for (memory, key) in ways.into_iter().flatten() {
        let store = Store::new(memory, None);
        let [.., spread] = fingerprints();
        let one_pile: Fingerprint<'_> = Box::new(move |key| spread(key) >> 8);
        let open = reopen(&entries);
        let deduped = dedupe_by(open, &how(key), &store, &mut (), one_pile).unwrap();
        assert_eq!(deduped.joined(), 4000);
        assert!(locs(deduped).iter().eq(keys.iter().map(|entry| entry.loc.as_str())), "{memory}");
    }
}

#[test]
fn an_input_that_changes_is_told() {
    let before = plain(0..2000);
    let mut swapped = before.clone();
    swapped.swap(3, 4);
    for after in [&before[1..], &[&before[..], &before[..1]].concat(), &swapped] {
        let (store, mut times) = (Store::new(0, None), 0);
        let open: Reopen<'_> = Box::new(|_| {
            times += 1;
            let entries = if times == 1 { before.clone() } else { after.to_vec() };
            Ok(Memory { entries, ..Memory::default() }.boxed())
        });
        let mut deduped = dedupe(open, &how(Key::Exact), &store, &mut ()).unwrap();
        let mut entry = Entry::default();
        let error = loop {
            match deduped.read_entry(&mut entry, &mut ()) {
                Ok(true) => {}
                Ok(false) => panic!("the change is not seen"),
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.contains("file/changed"), "{error}");
    }
}
