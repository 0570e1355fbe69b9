//! What must hold of operations on sets whatever the entries: the laws of merging, cutting, grouping,
//! sorting and rewriting, at any memory.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::HashSet;
use urlset::ops::{Chain, Conflicts, Dedupe, Key, Sort, SortBy, dedupe, sort};
use urlset::rewrite::{Rewrite, Rewriting, Tally};
use urlset::shard::{By, Grouped};
use urlset::store::Store;
use urlset::{Datetime, Diagnostic, Entry, EntryReader, Extensions, Kind, Loc, Position, Priority};
use urlset_tests::{Memory, entry, header, read_back, write};

/// Policies of which each field's joins in any grouping to the same.
const POLICIES: &[&str] = &[
    "lastmod=newest",
    "lastmod=oldest,priority=min,*=last",
    "lastmod=longest,image=longest,video=first,*=first",
    "priority=last,hreflang=last,news=union,other=last",
];

fn conflicts(text: &str) -> Conflicts {
    Conflicts::parse(text, urlset::EXTENSIONS).unwrap()
}

/// Nothing in memory, next to nothing, more than enough.
fn stores() -> [Store; 3] {
    [0, 64 << 10, 4 << 30].map(|memory| Store::new(memory, None))
}

/// Pages of few addresses, some of which are one when normalised, with anything else.
fn page() -> impl Strategy<Value = Entry> {
    let locs = &[
        "https://example.com/shop/a",
        "HTTPS://Example.com:443/shop/a",
        "https://example.com/shop/%7Eb",
        "https://example.com/shop/~b",
        "https://example.com",
        "https://example.com/",
        "https://example.org/blog/c?x=1&y=2",
        "http://example.org:80/blog/c",
        "http://example.org/blog/c",
        "https://example.net/d",
    ][..];
    (entry(urlset::EXTENSIONS, true), prop::sample::select(locs)).prop_map(|(mut entry, loc)| {
        entry.loc = Loc::new(loc);
        entry
    })
}

fn pages(most: usize) -> impl Strategy<Value = Vec<Entry>> {
    vec(page(), 0..most)
}

/// Entries that have addresses of their own.
fn distinct(most: usize) -> impl Strategy<Value = Vec<Entry>> {
    vec(entry(urlset::EXTENSIONS, true), 0..most).prop_map(|entries| {
        let number = |(at, mut entry): (usize, Entry)| {
            let loc = format!("{}#{at}", entry.loc.as_str());
            entry.loc = Loc::new(&loc);
            entry
        };
        entries.into_iter().enumerate().map(number).collect()
    })
}

fn reader(entries: &[Entry]) -> Box<dyn EntryReader> {
    Box::new(Memory::new(header(Kind::Urlset), entries.to_vec()))
}

fn all(reader: &mut dyn EntryReader, findings: &mut Vec<Diagnostic>) -> Vec<(Entry, Position)> {
    let (mut entries, mut entry) = (Vec::new(), Entry::default());
    while reader.read_entry(&mut entry, findings).unwrap() {
        entries.push((entry.clone(), reader.position()));
    }
    entries
}

fn entries(reader: &mut dyn EntryReader) -> Vec<Entry> {
    all(reader, &mut Vec::new()).into_iter().map(|(entry, _)| entry).collect()
}

/// The parts one after the other, each page once.
fn merged(parts: &[&[Entry]], key: Key, conflicts: &Conflicts, store: &Store) -> Vec<Entry> {
    let open: urlset::ops::Reopen<'_> = Box::new(|_| {
        let mut rest = parts.iter();
        let next = move |_, _: &mut dyn urlset::Sink| Ok(rest.next().map(|part| reader(part)));
        Ok(Box::new(Chain::new(header(Kind::Urlset), Box::new(next))))
    });
    let how = Dedupe { key, conflicts: conflicts.clone(), keeps: key == Key::Exact };
    entries(&mut dedupe(open, &how, store, &mut ()).unwrap())
}

fn merge(parts: &[&[Entry]], conflicts: &Conflicts) -> Vec<Entry> {
    merged(parts, Key::Exact, conflicts, &Store::new(4 << 30, None))
}

fn keys(entries: &[Entry], key: Key) -> Vec<String> {
    entries.iter().map(|entry| key.of(entry.loc.as_str(), &mut String::new()).to_owned()).collect()
}

fn sorted_text(entries: &[Entry]) -> Vec<String> {
    let mut all: Vec<String> = entries.iter().map(line).collect();
    all.sort();
    all
}

/// All that an entry is, as text.
fn line(entry: &Entry) -> String {
    let jsonl = urlset::format("jsonl").unwrap();
    write(jsonl, &header(Kind::Urlset), std::slice::from_ref(entry), &mut ())
}

fn line_of(item: urlset::Element<'_>) -> String {
    let mut entry = Entry::new(Loc::new("https://example.com/"));
    entry.extensions.append(item);
    line(&entry)
}

/// Pages that differ only in what a symmetric policy settles: instants and numbers with one spelling
/// each, items that say all by their identity.
fn symmetric() -> impl Strategy<Value = Entry> {
    let dates = &["2024", "2025-03-01T10:00:00Z", "2025-03-01T10:00:00.5Z", "2026-01-31", ""][..];
    let priorities = &["0.1", "0.5", "1.0", ""][..];
    let images = vec(prop::sample::select(&["a", "b", "c", "d"][..]), 0..4);
    let fields = (prop::sample::select(dates), prop::sample::select(priorities), images);
    (0..4_u8, fields).prop_map(|(loc, (date, priority, images))| {
        let mut entry = Entry::new(Loc::new(&format!("https://example.com/{loc}")));
        entry.lastmod = Datetime::parse(date).ok();
        entry.priority = Priority::parse(priority).ok();
        let mut seen = HashSet::new();
        for image in images.into_iter().filter(|image| seen.insert(*image)) {
            let namespace = urlset::image::EXTENSION.namespace;
            entry.extensions.open(namespace, "image:image", Position::default());
            entry.extensions.leaf(namespace, "image:loc", &format!("https://example.com/{image}"));
            entry.extensions.close();
        }
        entry
    })
}

/// Entries and their items in an order of their own.
fn as_set(entries: &[Entry]) -> Vec<Entry> {
    let mut entries = entries.to_vec();
    for entry in &mut entries {
        let mut items: Vec<_> = entry.extensions.elements().collect();
        items.sort_by_key(|item| line_of(*item));
        let mut extensions = Extensions::default();
        items.into_iter().for_each(|item| extensions.append(item));
        entry.extensions = extensions;
    }
    entries.sort_by(|one, other| one.loc.as_str().cmp(other.loc.as_str()));
    entries
}

const BY: &[By] = &[
    By::Host,
    By::Section,
    By::Path(2),
    By::Language,
    By::Kind(Kind::Urlset),
    By::Year,
    By::Month,
    By::Day,
    By::Bucket(3),
];

/// An element that says the same in the last entry as in the first stands where the last has it.
#[test]
fn the_last_stands_where_it_was_last() {
    let page = |elements: &str| {
        let text = format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>\
             <loc>https://e.com/a</loc>{elements}</url></urlset>"
        );
        read_back(urlset::format("xml").unwrap(), &text, &mut ()).unwrap().1
    };
    let (x, other, y) = (
        "<x:x xmlns:x=\"urn:x\">1</x:x>",
        "<x:x xmlns:x=\"urn:x\">2</x:x>",
        "<y:y xmlns:y=\"urn:y\"/>",
    );
    let [a, b, c] = [page(x), page(other), page(&format!("{y}{x}"))];
    let conflicts = conflicts("*=last");
    let flat = merge(&[&a, &b, &c], &conflicts);
    assert_eq!(flat, c);
    assert_eq!(merge(&[&a, &merge(&[&b, &c], &conflicts)], &conflicts), flat);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dedupe_twice_is_once(entries in pages(24), policy in prop::sample::select(POLICIES)) {
        let conflicts = conflicts(policy);
        let store = Store::new(4 << 30, None);
        for key in [Key::Exact, Key::Normalized] {
            let once = merged(&[&entries], key, &conflicts, &store);
            let mut first = keys(&entries, key);
            let mut seen = HashSet::new();
            first.retain(|key| seen.insert(key.clone()));
            prop_assert_eq!(keys(&once, key), first, "each key once, in the order of appearance");
            for entry in &once {
                prop_assert!(entries.iter().any(|read| read.loc == entry.loc), "{} was not read", entry.loc);
            }
            prop_assert_eq!(&merged(&[&once], key, &conflicts, &store), &once);
            prop_assert_eq!(&merged(&[&once, &once], key, &conflicts, &store), &once);
        }
    }

    /// Pages that nobody else has are not changed by being merged.
    #[test]
    fn who_stands_alone_stays(entries in distinct(24), policy in prop::sample::select(POLICIES)) {
        prop_assert_eq!(merge(&[&entries], &conflicts(policy)), entries);
    }

    #[test]
    fn merge_is_associative(a in pages(10), b in pages(10), c in pages(10), policy in prop::sample::select(POLICIES)) {
        let conflicts = conflicts(policy);
        let flat = merge(&[&a, &b, &c], &conflicts);
        let left = merge(&[&merge(&[&a, &b], &conflicts), &c], &conflicts);
        let right = merge(&[&a, &merge(&[&b, &c], &conflicts)], &conflicts);
        prop_assert_eq!(&left, &flat, "(ab)c, {}", policy);
        prop_assert_eq!(&right, &flat, "a(bc), {}", policy);
    }

    #[test]
    fn merge_is_commutative_where_the_policy_is(a in vec(symmetric(), 0..10), b in vec(symmetric(), 0..10)) {
        for policy in ["lastmod=newest,priority=max,image=union", "lastmod=oldest,priority=min,image=union"] {
            let conflicts = conflicts(policy);
            let (one, other) = (merge(&[&a, &b], &conflicts), merge(&[&b, &a], &conflicts));
            prop_assert_eq!(as_set(&one), as_set(&other), "{}", policy);
        }
    }

    /// The documents that a set is cut into, read again and merged.
    #[test]
    fn merge_of_shards_is_the_input(set in distinct(20), cuts in vec(0_usize..20, 0..4), policy in prop::sample::select(POLICIES)) {
        let xml = urlset::format("xml").unwrap();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(set.len())).collect();
        cuts.sort_unstable();
        let ends = cuts.iter().copied().chain([set.len()]);
        let starts = [0].into_iter().chain(cuts.iter().copied());
        let parts: Vec<Vec<Entry>> = starts.zip(ends).map(|(start, end)| {
            let text = write(xml, &header(Kind::Urlset), &set[start..end], &mut ());
            read_back(xml, &text, &mut ()).unwrap().1
        }).collect();
        let parts: Vec<&[Entry]> = parts.iter().map(Vec::as_slice).collect();
        prop_assert_eq!(merge(&parts, &conflicts(policy)), set);
    }

    #[test]
    fn grouped_keeps_the_order_in_groups(entries in pages(60), first in prop::sample::select(BY), second in prop::sample::select(BY)) {
        let by = [first, second];
        let mut wanted = all(&mut *reader(&entries), &mut Vec::new());
        wanted.sort_by_key(|(entry, at)| by.map(|by| by.value(entry, at.input)));
        for store in stores() {
            let mut grouped = Grouped::new(&mut *reader(&entries), &by, &store, &mut ()).unwrap();
            prop_assert_eq!(&all(&mut grouped, &mut Vec::new()), &wanted);
        }
    }

    #[test]
    fn sort_is_a_permutation(entries in pages(60), descending: bool) {
        for by in [SortBy::Input, SortBy::Loc, SortBy::Lastmod] {
            let store = Store::new(64 << 10, None);
            let mut once = sort(reader(&entries), Sort { by, descending }, &store, &mut ()).unwrap();
            let once = self::entries(&mut *once);
            prop_assert_eq!(sorted_text(&once), sorted_text(&entries));
            if by != SortBy::Input {
                let twice = sort(reader(&once), Sort { by, descending }, &store, &mut ()).unwrap();
                prop_assert_eq!(&self::entries(&mut { twice }), &once);
            }
        }
    }

    /// Hosts that change places, in every place where a URL can stand.
    #[test]
    fn hosts_that_change_places_twice_stay(entries in vec(entry(urlset::EXTENSIONS, true), 0..8)) {
        let mut there = Rewrite::new(urlset::EXTENSIONS);
        for host in ["example.com=example.org", "example.org=example.com", "xn--bcher-kva.example=bücher2.example"] {
            there.host(host).unwrap();
        }
        let mut back = Rewrite::new(urlset::EXTENSIONS);
        for host in ["example.com=example.org", "example.org=example.com", "bücher2.example=bücher.example"] {
            back.host(host).unwrap();
        }
        let once = rewritten(&there, &entries);
        for entry in &once {
            prop_assert!(!entry.loc.as_str().contains("bücher.example/"), "{}", entry.loc);
        }
        prop_assert_eq!(rewritten(&back, &once), entries);
    }

    /// A table that moves each of some addresses to another of them.
    #[test]
    fn a_table_that_is_a_bijection_can_be_undone(entries in vec(entry(urlset::EXTENSIONS, true), 1..8), turn in 1_usize..7) {
        let mut known = HashSet::new();
        let urls: Vec<&str> = entries.iter().map(|entry| entry.loc.as_str()).filter(|loc| {
            // The table compares normalised addresses: of those that are one, only one can move.
            movable(loc) && known.insert(Key::Normalized.of(loc, &mut String::new()).to_owned())
        }).collect();
        // A table without rows is refused.
        prop_assume!(!urls.is_empty());
        let moved = |at: usize| urls[(at + turn) % urls.len()];
        let quoted = |url: &str| format!("\"{}\"", url.replace('"', "\"\""));
        let row = |one: &str, other: &str| format!("{},{}\n", quoted(one), quoted(other));
        let there: String = (0..urls.len()).map(|at| row(urls[at], moved(at))).collect();
        let back: String = (0..urls.len()).map(|at| row(moved(at), urls[at])).collect();
        let table = |text: &str| {
            let mut rewrite = Rewrite::new(urlset::EXTENSIONS);
            rewrite.table(text).map(|()| rewrite)
        };
        let mut movable: Vec<Entry> = entries.clone();
        movable.retain(|entry| urls.contains(&entry.loc.as_str()));
        let once = rewritten(&table(&there).unwrap(), &movable);
        for (entry, new) in movable.iter().zip(&once) {
            let at = urls.iter().position(|url| *url == entry.loc.as_str()).unwrap();
            prop_assert_eq!(new.loc.as_str(), moved(at));
        }
        // An extension may name a page in another spelling: there and back it has that of the table.
        let same: String = urls.iter().map(|url| row(url, url)).collect();
        let spelled = rewritten(&table(&same).unwrap(), &movable);
        prop_assert_eq!(rewritten(&table(&back).unwrap(), &once), spelled);
    }

    /// What comes out and what is told do not depend on the memory.
    #[test]
    fn memory_does_not_show(entries in pages(80), policy in prop::sample::select(POLICIES)) {
        let results = stores().map(|store| {
            let mut findings = Vec::new();
            let (key, keeps) = (Key::Normalized, store.memory() > 0);
            let how = Dedupe { key, conflicts: conflicts(policy), keeps };
            let open: urlset::ops::Reopen<'_> = Box::new(|_| Ok(reader(&entries)));
            let deduped = dedupe(open, &how, &store, &mut findings).unwrap();
            let by = Sort { by: SortBy::Lastmod, descending: true };
            let mut sorted = sort(Box::new(deduped), by, &store, &mut findings).unwrap();
            let mut grouped = Grouped::new(&mut *sorted, &[By::Section], &store, &mut findings).unwrap();
            let read = all(&mut grouped, &mut findings);
            (read, findings.iter().map(|finding| format!("{finding:?}")).collect::<Vec<_>>())
        });
        prop_assert_eq!(&results[0], &results[2]);
        prop_assert_eq!(&results[1], &results[2]);
    }
}

/// Whether a table may name it.
fn movable(loc: &str) -> bool {
    // A `*` at the end is a sign of the table, space at the ends is not part of a cell.
    let plain = !loc.ends_with('*') && loc.trim() == loc;
    plain && Rewrite::new(&[]).table(&format!("\"{}\",/x", loc.replace('"', "\"\""))).is_ok()
}

fn rewritten(rewrite: &Rewrite, entries: &[Entry]) -> Vec<Entry> {
    let tally = Tally::new(None);
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = Rewriting::new(reader(entries), rewrite, &tally);
    let rewritten = all(&mut reader, &mut findings);
    rewritten.into_iter().map(|(entry, _)| entry).collect()
}

/// Else `memory_does_not_show` would compare like with like.
#[test]
fn a_small_store_spills() {
    let pages: Vec<Entry> = (0..5000)
        .map(|n| Entry::new(Loc::new(&format!("https://example.com/{}", n % 4000))))
        .collect();
    let [none, small, large] = stores();
    let results = [&none, &small, &large]
        .map(|store| merged(&[&pages], Key::Exact, &conflicts("lastmod=newest"), store));
    assert!(none.spilled() > 0 && small.spilled() > 0 && large.spilled() == 0);
    assert!(results.iter().all(|result| *result == results[2]) && results[2].len() == 4000);
}
