//! The set against a list in memory.

use crate::SetAudit;
use proptest::prelude::*;
use urlset_core::{
    Audit, Changefreq, Datetime, Diagnostic, Entry, Error, Loc, Lost, Position, Priority,
};
use urlset_ops::Key;
use urlset_store::Store;

/// A finding: the number of its entry, the rule, that of the other entry, the detail.
type Found = (u32, &'static str, u32, String);

fn place(number: usize) -> Position {
    Position { line: 1 + number as u32, ..Position::start(0) }
}

fn check(entries: &[Entry], store: &Store, mask: u64) -> Vec<Found> {
    let mut audit = SetAudit::new(store);
    audit.mask = mask;
    let mut found: Vec<Diagnostic> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        audit.entry(entry, &place(number), &mut found).unwrap();
    }
    if audit.wants_again().unwrap() {
        for (number, entry) in entries.iter().enumerate() {
            audit.again(entry, place(number)).unwrap();
        }
    }
    audit.finish(&mut found).unwrap();
    let line = |at: Position| at.line - 1;
    let found = found.into_iter().map(|one| {
        assert_eq!(*one.loc, *entries[line(one.position) as usize].loc.as_str());
        let other = line(*one.other.unwrap());
        (line(one.position), one.rule.id, other, one.detail.into())
    });
    found.collect()
}

/// What two normal addresses differ in; `None` where it is more than one thing.
fn difference(one: &str, other: &str) -> Option<&'static str> {
    let parts = |normal: &str| {
        let (scheme, rest) = normal.split_once("://").filter(|all| all.0.starts_with("http"))?;
        let (host, rest) = rest.split_at(rest.find(['/', '?', '#'])?);
        rest.starts_with('/').then_some(())?;
        let (rest, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
        let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
        let own = |text: &str| text.to_owned();
        Some([scheme, host, path, query, fragment].map(own))
    };
    let (one, other) = (parts(one)?, parts(other)?);
    let differing: Vec<usize> = (0..5).filter(|part| one[*part] != other[*part]).collect();
    let [part] = differing[..] else { return None };
    let (one, other) = (&one[part], &other[part]);
    let longer = |by: &dyn Fn(&str) -> String| by(one) == **other || by(other) == **one;
    match part {
        0 => Some("set/http-https-pair"),
        // One `www.` of several is no mark of its own, nor is one slash.
        1 if one.starts_with("www.") && other.starts_with("www.") => None,
        1 => longer(&|host| format!("www.{host}")).then_some("set/www-pair"),
        2 if one.ends_with('/') && other.ends_with('/') && !one.eq_ignore_ascii_case(other) => None,
        2 if longer(&|path| format!("{path}/")) => Some("set/trailing-slash-pair"),
        2 => one.eq_ignore_ascii_case(other).then_some("set/case-pair"),
        4 => Some("set/fragment-pair"),
        _ => None,
    }
}

const PAIRS: [&str; 5] = [
    "set/http-https-pair",
    "set/www-pair",
    "set/trailing-slash-pair",
    "set/case-pair",
    "set/fragment-pair",
];

/// What has to come out: every entry is compared with every one before.
fn expected(entries: &[Entry]) -> Vec<Found> {
    let normal = |entry: &Entry| {
        let mut buffer = String::new();
        Key::Normalized.of(entry.loc.as_str(), &mut buffer).to_owned()
    };
    let normals: Vec<String> = entries.iter().map(normal).collect();
    let mut found = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let here = number as u32;
        let same: Vec<usize> = (0..number).filter(|at| entries[*at].loc == entry.loc).collect();
        if let Some(first) = same.first() {
            found.push((here, "set/duplicate-url", *first as u32, String::new()));
            let mut conflict = |name: &str, of: &dyn Fn(&Entry) -> Option<String>| {
                let other = same.iter().find(|at| of(&entries[**at]).is_some());
                if let (Some(now), Some(other)) = (of(entry), other)
                    && let Some(then) = of(&entries[*other]).filter(|then| *then != now)
                {
                    let detail = match name {
                        "" => "the elements of extensions differ".to_owned(),
                        name => format!("{name}: {now} here, {then} there"),
                    };
                    found.push((here, "set/duplicate-conflict", *other as u32, detail));
                }
            };
            conflict("lastmod", &|entry| entry.lastmod.map(|date| date.to_string()));
            conflict("changefreq", &|entry| entry.changefreq.map(|word| word.to_string()));
            conflict("priority", &|entry| entry.priority.map(|weight| weight.to_string()));
            conflict("", &|entry| {
                let text = entry.extensions.elements().map(|one| one.text().into_owned()).collect();
                Some(text).filter(|text: &String| !text.is_empty())
            });
            continue;
        }
        let loc = |at: usize| entries[at].loc.as_str().to_owned();
        if let Some(at) = (0..number).find(|at| normals[*at] == normals[number]) {
            found.push((here, "set/duplicate-after-normalize", at as u32, loc(at)));
            continue;
        }
        for rule in PAIRS {
            let is = |at: &usize| difference(&normals[*at], &normals[number]) == Some(rule);
            if let Some(at) = (0..number).find(is) {
                found.push((here, rule, at as u32, loc(at)));
            }
        }
    }
    found
}

fn entry() -> impl Strategy<Value = Entry> {
    let pick = |all: &'static [&'static str]| prop::sample::select(all);
    let loc = (
        pick(&["https://", "http://", "HTTPS://", "https://www.", "http://www.", "", "ftp://"]),
        pick(&["e.com", "E.com", "e.com:443", "me@e.com", "www.e.com", "[::1]:81"]),
        pick(&["", "/", "/a", "/A", "/a/", "/A/", "/%61", "/a//", "/\u{e9}", "/%c3%a9", "/b/../a"]),
        pick(&["", "", "?", "?a/", "?A/", "?a"]),
        pick(&["", "", "#", "#x", "#/X", "#x/"]),
    );
    let fields = (0..6_u8, 0..6_u8, 0..9_usize, 0..9_u8);
    (loc, fields).prop_map(|((scheme, host, path, query, fragment), (day, tenth, word, thing))| {
        let loc = format!("{scheme}{host}{path}{query}{fragment}");
        let mut entry = Entry::new(Loc::new(&loc));
        entry.lastmod = Datetime::parse(&format!("2026-03-{day:02}")).ok().filter(|_| day < 3);
        entry.priority = Priority::parse(&format!("0.{tenth}")).ok().filter(|_| tenth < 3);
        entry.changefreq = Changefreq::ALL.get(word).copied().filter(|_| word < 2);
        if thing < 2 {
            entry.extensions.leaf("urn:a", "thing", &(thing + 1).to_string());
        }
        entry
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_in_memory(entries in prop::collection::vec(entry(), 0..200)) {
        let expected = expected(&entries);
        for memory in [0, 100_000, 1 << 30] {
            // Also where many texts have one fingerprint, or all.
            for mask in [u64::MAX, 3 << 56 | 1, 0] {
                let store = Store::new(memory, None);
                let found = check(&entries, &store, mask);
                for (one, other) in found.iter().zip(&expected) {
                    let [here, there] = [one.0, one.2].map(|at| entries[at as usize].loc.as_str());
                    prop_assert_eq!(one, other, "{} {}", here, there);
                }
                prop_assert_eq!(found.len(), expected.len());
                prop_assert_eq!(store.share().most(), memory / 2, "all memory is given back");
            }
        }
    }
}

fn pages(numbers: impl Iterator<Item = u32>) -> Vec<Entry> {
    numbers.map(|one| Entry::new(Loc::new(&format!("https://e.com/{one}")))).collect()
}

/// More than fits, with one page that alone does not fit.
#[test]
fn one_page_very_often() {
    let entries = pages((0..60_000).map(|number| if number % 3 == 0 { number } else { 7 }));
    for memory in [0, 400_000, 1 << 30] {
        let store = Store::new(memory, None);
        let found = check(&entries, &store, u64::MAX);
        assert_eq!(found.len(), 39_999);
        assert!(found.iter().all(|one| (one.1, one.2) == ("set/duplicate-url", 1)));
        assert_eq!(store.spilled() > 0, memory < 1 << 30);
    }
}

/// More pages come again than are found at once; also where the first reading knows that some do.
#[test]
fn pages_that_come_again() {
    for again in [3000, 0] {
        let number = |at: u32| if at == 1 { again } else { at % 3000 };
        let entries = pages((0..9000).map(number));
        let mut firsts = std::collections::HashMap::new();
        let mut expected: Vec<Found> = Vec::new();
        for at in 0..9000 {
            let first = *firsts.entry(number(at)).or_insert(at);
            if first != at {
                expected.push((at, "set/duplicate-url", first, String::new()));
            }
        }
        for memory in [0, 600_000, 1 << 30] {
            let found = check(&entries, &Store::new(memory, None), u64::MAX);
            assert!(found == expected, "{again} {memory}: {} found", found.len());
        }
    }
}

/// A page that is there again and again, and nothing else that is.
#[test]
fn what_says_the_same_is_read_once() {
    let store = Store::new(1 << 20, None);
    let mut audit = SetAudit::new(&store);
    let mut entries = pages((0..9000).map(|number| if number % 3 == 0 { number } else { 1 }));
    for (number, entry) in entries.iter_mut().enumerate() {
        // Wherever its elements stand.
        entry.extensions.open("urn:x", "x:a", place(number));
        entry.extensions.text("b").close();
    }
    for (number, entry) in entries.iter().enumerate() {
        audit.entry(entry, &place(number), &mut ()).unwrap();
    }
    assert!(!audit.wants_again().unwrap());
    let mut found: Vec<Diagnostic> = Vec::new();
    audit.finish(&mut found).unwrap();
    assert_eq!(found.len(), 5999);
}

#[test]
fn a_set_without_pairs_is_read_once() {
    let store = Store::new(0, None);
    let mut audit = SetAudit::new(&store);
    for (number, entry) in pages(0..200_000).iter().enumerate() {
        audit.entry(entry, &place(number), &mut ()).unwrap();
    }
    assert!(!audit.wants_again().unwrap());
    let mut found: Vec<Diagnostic> = Vec::new();
    audit.finish(&mut found).unwrap();
    assert!(found.is_empty());
}

#[test]
fn another_second_reading_is_told() {
    let before = pages([1, 2, 1].into_iter());
    for after in [&[1, 2][..], &[], &[1, 2, 1, 1], &[1, 1, 2]] {
        let store = Store::new(0, None);
        let mut audit = SetAudit::new(&store);
        before.iter().for_each(|entry| audit.entry(entry, &place(0), &mut ()).unwrap());
        assert!(audit.wants_again().unwrap());
        pages(after.iter().copied()).iter().for_each(|one| audit.again(one, place(0)).unwrap());
        let Err(Error::Stopped(finding)) = audit.finish(&mut ()) else { panic!("{after:?}") };
        assert_eq!((finding.rule.id, finding.lost), ("file/changed", Lost::Rest));
    }
}

#[test]
fn indexes_are_counted() {
    for (count, expected) in [(0, 0), (500, 0), (501, 1), (1000, 1)] {
        let store = Store::new(0, None);
        let mut audit = SetAudit::new(&store);
        (0..count).for_each(|number| audit.index(place(number)));
        let mut found: Vec<Diagnostic> = Vec::new();
        audit.finish(&mut found).unwrap();
        audit.finish(&mut found).unwrap();
        assert_eq!(found.len(), expected, "{count}");
        assert!(found.iter().all(|one| one.rule.id == "index/total-too-many-files"));
        assert!(found.iter().all(|one| one.position == place(500)));
    }
}
