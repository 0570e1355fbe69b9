//! The laws of differences, for any two sets.

use crate::{Alike, Change, Counts, Difference, How, Item, Redirect, Renames, Side, apply};
use proptest::prelude::*;
use std::collections::HashSet;
use urlset_core::{Datetime, Entry, EntryReader, Header, Loc, Position, Result, Sink};
use urlset_ops::Key;
use urlset_store::Store;

/// Entries in memory as a reader.
struct Entries(Header, std::vec::IntoIter<Entry>);

impl EntryReader for Entries {
    fn header(&self) -> &Header {
        &self.0
    }
    fn position(&self) -> Position {
        Position::start(0)
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let next = self.1.next();
        let there = next.is_some();
        *entry = next.unwrap_or_default();
        Ok(there)
    }
}

fn side(entries: &[Entry], how: &How, store: &Store) -> Side {
    let mut reader = Entries(Header::default(), Vec::from(entries).into_iter());
    Side::read(&mut reader, how, store, &mut ()).unwrap()
}

fn compare(old: &[Entry], new: &[Entry], how: &How, store: &Store) -> Difference {
    side(old, how, store).compare(side(new, how, store), how, store).unwrap()
}

fn items(mut difference: Difference) -> (Counts, Vec<Item>) {
    let (mut items, mut item) = (Vec::new(), Item::default());
    while difference.read(&mut item).unwrap() {
        items.push(item.clone());
    }
    (*difference.counts(), items)
}

fn sorted(entries: &[Entry]) -> Vec<String> {
    let mut told: Vec<String> = entries
        .iter()
        .map(|entry| format!("{} {:?} {:?}", entry.loc, entry.lastmod, titles(entry)))
        .collect();
    told.sort();
    told
}

fn titles(entry: &Entry) -> Vec<String> {
    entry.extensions.elements().map(|e| e.child_text("title").unwrap().into_owned()).collect()
}

/// Entries that often meet: few hosts, few paths, in several spellings.
fn entry() -> impl Strategy<Value = Entry> {
    let loc = (0..4_usize, 0..9_usize).prop_map(|(host, path)| {
        let hosts = ["http://e.com", "https://e.com", "https://www.e.com:443", "HTTPS://n.org"];
        let paths =
            ["", "/", "/tea", "/Tea", "/tea/", "/shop/tea.html", "/%7ea", "/~a", "/a?b=1#c"];
        format!("{}{}", hosts[host], paths[path])
    });
    let lastmod = prop::option::of(prop::sample::select(vec!["2026", "2026-01", "2026-01-01"]));
    let title = prop::option::of(prop::sample::select(vec!["x", "y"]));
    (loc, lastmod, title).prop_map(|(loc, lastmod, title)| {
        let mut entry = Entry::new(Loc::new(&loc));
        entry.lastmod = lastmod.map(|text| Datetime::parse(text).unwrap());
        if let Some(title) = title {
            let tape = &mut entry.extensions;
            tape.open("urn:i", "i:item", Position::start(0))
                .leaf("urn:i", "i:title", title)
                .close();
        }
        entry
    })
}

fn set() -> impl Strategy<Value = Vec<Entry>> {
    prop::collection::vec(entry(), 0..24)
}

fn hows() -> Vec<How> {
    let mut hows = Vec::new();
    for key in [Key::Exact, Key::Normalized] {
        for renames in [None, Some(Renames { threshold: 500, redirects: true })] {
            hows.push(How { key, renames, ..How::default() });
        }
    }
    hows
}

/// What a server sees of an address.
fn seen(loc: &str) -> String {
    let mut buffer = String::new();
    let normal = Key::Normalized.of(loc, &mut buffer);
    let rest = normal.split_once("://").unwrap().1;
    rest.split('#').next().unwrap().to_owned()
}

/// What is left of two sets whose entries of one group stand together, compared.
fn without_alike(old: &[Entry], new: &[Entry], how: &How, groups: usize) -> Difference {
    let store = Store::new(1 << 20, None);
    let (mut alike, mut lefts) = (Alike::new(how), [Vec::new(), Vec::new()]);
    for group in 0..groups {
        let mut left = |(is_new, entry): (bool, Entry)| lefts[usize::from(is_new)].push(entry);
        for (is_new, entry) in
            old.iter().map(|one| (false, one)).chain(new.iter().map(|one| (true, one)))
        {
            let mut buffer = String::new();
            let key = how.key.of(entry.loc.as_str(), &mut buffer);
            if key.len() % groups == group {
                alike.push(entry.clone(), is_new, (is_new, entry.clone()), &mut left);
            }
        }
        alike.end(&mut left);
    }
    let mut difference = compare(&lefts[0], &lefts[1], how, &store);
    difference.besides(alike.counted());
    difference
}

proptest! {
    #[test]
    fn what_is_alike_may_be_taken_out_before(
        old in set(), new in set(), more in entry(), times in 0..3_usize, groups in 1..40_usize,
    ) {
        for renames in [None, Some(Renames { threshold: 500, redirects: false })] {
            for key in [Key::Exact, Key::Normalized] {
                let how = How { key, renames, ..How::default() };
                let [mut old, mut new] = [old.clone(), new.clone()];
                old.extend(vec![more.clone(); 40 * times]);
                new.extend(vec![more.clone(); 60 * times]);
                new.extend_from_slice(&old);
                let store = Store::new(1 << 20, None);
                for (old, new) in [(&old, &new), (&old, &old)] {
                    let whole = items(compare(old, new, &how, &store));
                    prop_assert_eq!(items(without_alike(old, new, &how, groups)), whole);
                }
            }
        }
    }

    #[test]
    fn a_set_does_not_differ_from_itself(set in set()) {
        let mut turned = set.clone();
        turned.reverse();
        for how in hows() {
            let store = Store::new(1 << 20, None);
            for other in [&set, &turned] {
                let (counts, items) = items(compare(&set, other, &how, &store));
                prop_assert!(counts.is_empty() && items.is_empty());
                prop_assert_eq!(counts.unchanged, set.len() as u64);
            }
        }
    }

    #[test]
    fn what_is_applied_gives_the_other(old in set(), new in set()) {
        for how in hows() {
            let store = Store::new(1 << 20, None);
            let difference = compare(&old, &new, &how, &store);
            let mut applied = apply(side(&old, &how, &store), difference, &store).unwrap();
            let mut got = Vec::new();
            let mut entry = Entry::default();
            while applied.read_entry(&mut entry, &mut ()).unwrap() {
                got.push(entry.clone());
            }
            prop_assert_eq!(applied.missed(), 0);
            prop_assert_eq!(sorted(&got), sorted(&new));
        }
    }

    #[test]
    fn every_entry_is_told_once(old in set(), new in set()) {
        for how in hows() {
            let store = Store::new(1 << 20, None);
            let (counts, items) = items(compare(&old, &new, &how, &store));
            let both = counts.changed + counts.renamed + counts.unchanged;
            prop_assert_eq!(counts.removed + both, old.len() as u64);
            prop_assert_eq!(counts.added + both, new.len() as u64);
            for change in Change::ALL {
                let found = items.iter().filter(|item| item.change == change).count();
                prop_assert_eq!(counts.of(change), found as u64);
            }
            let changes: Vec<Change> = items.iter().map(|item| item.change).collect();
            prop_assert!(changes.is_sorted());
        }
    }

    #[test]
    fn memory_does_not_matter(old in set(), new in set()) {
        for how in hows() {
            let (little, much) = (Store::new(1, None), Store::new(1 << 30, None));
            let little = items(compare(&old, &new, &how, &little));
            prop_assert_eq!(little, items(compare(&old, &new, &how, &much)));
        }
    }

    #[test]
    fn no_redirect_from_what_is_served(old in set(), new in set()) {
        let served: HashSet<String> = new.iter().map(|entry| seen(entry.loc.as_str())).collect();
        let lower: HashSet<String> = served.iter().map(|seen| seen.to_lowercase()).collect();
        for how in hows().into_iter().filter(|how| how.renames.is_some()) {
            let store = Store::new(1 << 20, None);
            let (counts, items) = items(compare(&old, &new, &how, &store));
            let renamed: Vec<&Item> =
                items.iter().filter(|item| item.change == Change::Renamed).collect();
            let kept = renamed.iter().filter(|item| item.redirect == Redirect::Served).count();
            prop_assert_eq!(counts.served, kept as u64);
            let redirected = |item: &Item| {
                matches!(item.redirect, Redirect::Allowed | Redirect::CaseMatters)
            };
            let mut sources = HashSet::new();
            for item in renamed.iter().filter(|item| redirected(item)) {
                prop_assert!(sources.insert(seen(item.old.loc.as_str())), "two for one request");
            }
            for item in &renamed {
                let source = seen(item.old.loc.as_str());
                prop_assert!(item.score >= 500);
                match item.redirect {
                    Redirect::Allowed => prop_assert!(!lower.contains(&source.to_lowercase())),
                    Redirect::CaseMatters => prop_assert!(!served.contains(&source)),
                    Redirect::Served => {}
                    Redirect::Ambiguous => {
                        let same = |other: &&&Item| seen(other.old.loc.as_str()) == source;
                        prop_assert!(renamed.iter().filter(same).count() > 1);
                    }
                    Redirect::Unseen => prop_assert!(item.old.loc.as_str().contains('#')),
                    Redirect::Unknown => prop_assert!(false, "redirects were asked for"),
                }
            }
        }
    }
}

fn pages(locs: &[(&str, &str)]) -> Vec<Entry> {
    let entry = |(loc, date): &(&str, &str)| {
        let mut entry = Entry::new(Loc::new(loc));
        entry.lastmod = Datetime::parse(date).ok();
        entry
    };
    locs.iter().map(entry).collect()
}

fn told(old: &[Entry], new: &[Entry], how: &How) -> Vec<String> {
    let store = Store::new(1 << 20, None);
    let (_, items) = items(compare(old, new, how, &store));
    let tell = |item: &Item| {
        let date = |entry: &Entry| entry.lastmod.map_or(String::new(), |date| date.to_string());
        let (old, new) = (date(&item.old), date(&item.new));
        format!("{} {} {old}>{new} {}", item.change.as_str(), item.loc(), item.fields.join(","))
    };
    items.iter().map(tell).collect()
}

#[test]
fn repeated_locs_are_compared_as_sets_then_in_order() {
    let old =
        pages(&[("http://e.com/", "2021"), ("http://e.com/", "2022"), ("http://e.com/", "2023")]);
    let new = pages(&[("http://e.com/", "2023"), ("http://e.com/", "2024")]);
    assert_eq!(
        told(&old, &new, &How::default()),
        ["removed http://e.com/ 2022> ", "changed http://e.com/ 2021>2024 lastmod"]
    );
    let store = Store::new(1 << 20, None);
    let counts = *compare(&old, &new, &How::default(), &store).counts();
    assert_eq!((counts.old_repeated, counts.new_repeated), (2, 1));
}

#[test]
fn one_loc_many_times() {
    let old: Vec<Entry> = (0..300).flat_map(|_| pages(&[("http://e.com/", "2021")])).collect();
    let mut new = old.clone();
    new.push(pages(&[("http://e.com/", "2022")]).remove(0));
    assert_eq!(told(&old, &new, &How::default()), ["added http://e.com/ >2022 "]);
}

#[test]
fn one_loc_many_times_in_another_order() {
    let dates: Vec<String> = (0..128).map(|n| format!("{}", 1900 + n)).collect();
    let locs: Vec<(&str, &str)> = dates.iter().map(|date| ("http://e.com/", &**date)).collect();
    let old = pages(&locs);
    let mut new: Vec<Entry> = old.iter().rev().cloned().collect();
    assert!(told(&old, &new, &How::default()).is_empty());
    // What is left over is compared in order.
    let changed = ["2100", "2101"].map(|date| pages(&[("http://e.com/", date)]).remove(0));
    new.splice(10..13, changed);
    assert_eq!(
        told(&old, &new, &How::default()),
        [
            "removed http://e.com/ 2017> ",
            "changed http://e.com/ 2015>2100 lastmod",
            "changed http://e.com/ 2016>2101 lastmod",
        ]
    );
    // What does not count does not tell equal ones apart.
    let how = How { ignore: vec!["lastmod".into()], ..How::default() };
    assert_eq!(told(&old, &new, &how), ["removed http://e.com/ 2027> "]);
}

#[test]
fn ignored_fields_do_not_differ_and_spellings_do() {
    let old = pages(&[("http://e.com/a", "2021"), ("http://E.com/b", "2021")]);
    let new = pages(&[("http://e.com/a", "2021-01"), ("http://e.com/b", "2021")]);
    assert_eq!(
        told(&old, &new, &How { key: Key::Normalized, ..How::default() }),
        ["changed http://e.com/a 2021>2021-01 lastmod", "changed http://e.com/b 2021>2021 loc"]
    );
    let ignore = vec!["lastmod".to_owned(), "loc".to_owned()];
    let how = How { key: Key::Normalized, ignore, ..How::default() };
    assert!(told(&old, &new, &how).is_empty());
}

#[test]
fn one_request_goes_to_one_page() {
    let verdicts = |olds: &[&str], news: &[&str]| {
        let entries = |locs: &[&str]| -> Vec<Entry> {
            locs.iter().map(|loc| Entry::new(Loc::new(loc))).collect()
        };
        let renames = Some(Renames { threshold: 0, redirects: true });
        let (how, store) = (How { renames, ..How::default() }, Store::new(1 << 20, None));
        let (counts, items) = items(compare(&entries(olds), &entries(news), &how, &store));
        let verdicts: Vec<Redirect> = items.iter().map(|item| item.redirect).collect();
        (counts.ambiguous, counts.unseen, verdicts)
    };
    let two = ["https://n.example/x/page-aa", "https://m.example/y/page-aa"];
    let ports = ["https://a.example:8080/x/page-aa", "https://a.example:9090/x/page-aa"];
    assert_eq!(verdicts(&ports, &two), (2, 0, vec![Redirect::Ambiguous; 2]));
    let schemes = ["http://a.example/x/page-aa", "https://a.example/x/page-aa"];
    assert_eq!(verdicts(&schemes, &two), (2, 0, vec![Redirect::Ambiguous; 2]));
    // No server is asked for these.
    for old in ["https://~/page-aa", "https://a.example/page-aa#part"] {
        assert_eq!(verdicts(&[old], &two[..1]), (0, 1, vec![Redirect::Unseen]), "{old}");
    }
}

#[test]
fn a_repeated_page_is_no_rename() {
    let old = pages(&[("http://e.com/tea", "2021"), ("http://e.com/tea", "2021")]);
    let new = pages(&[("http://n.com/tea", "2021"), ("http://e.com/tea", "2021")]);
    let how = How { renames: Some(Renames::default()), ..How::default() };
    assert_eq!(
        told(&old, &new, &how),
        ["added http://n.com/tea >2021 ", "removed http://e.com/tea 2021> "]
    );
}
