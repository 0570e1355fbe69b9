//! All that `urlset check` does with a document, for everybody that it could be for.

use super::reading::{NAMES, assert_same, bounded, judge, piece};
use crate::reading::NOW;
use crate::{Reading, Settings, Slow, read_with};
use std::collections::HashSet;
use urlset::check::{DocumentAudit, Facts, Listed, Policy, Robots, SetAudit, Weights};
use urlset::clusters::ClusterAudit;
use urlset::store::Store;
use urlset::{Audit, Diagnostic, Kind, Lost, Position, Profile, Result, Severity, Sink};

const ADDRESS: &str = "https://example.com/shop/sitemap.xml";

const ROBOTS: &str = "User-agent: *\nDisallow: /shop/*.php$\nDisallow: /b\nAllow: /shop/a\n";

/// The first byte says how the document is named and read, and what is known of it.
pub fn check(data: &[u8]) {
    let Some((first, data)) = data.split_first() else {
        return;
    };
    let mut settings = Settings::named(NAMES[usize::from(*first) % NAMES.len()]);
    settings.open.read.lenient = first & 8 != 0;
    let plain = read_with(&settings, data);
    settings.open.read.remarks = true;
    settings.open.read.now = Some(NOW);
    let reading = read_with(&settings, data);
    assert_same(&reading, &read_with(&settings, Slow::new(data, piece(data))));
    judge(&reading, &settings);
    only_says_more(&plain, &reading);
    for profile in Profile::ALL {
        let mut told = reading.findings.clone();
        document(&reading, profile, *first, data.len(), &mut told);
        told.iter().for_each(bounded);
        weighs(profile, &told);
    }
    if reading.header.kind == Kind::Urlset {
        set_of_two(&reading);
        clusters(&reading);
    }
}

/// Looking for more changes nothing of what is read or lost; it may only know a better reason.
fn only_says_more(plain: &Reading, remarked: &Reading) {
    assert_eq!(plain.entries, remarked.entries, "remarks change what is read");
    assert_eq!((&plain.header, plain.whole), (&remarked.header, remarked.whole));
    let lost = |reading: &Reading| -> Vec<_> {
        let lost = reading.findings.iter().filter(|finding| finding.lost != Lost::Nothing);
        lost.map(|finding| (finding.position, finding.lost)).collect()
    };
    assert_eq!(lost(plain), lost(remarked), "remarks change what is lost");
}

fn document(
    reading: &Reading,
    profile: Profile,
    first: u8,
    bytes: usize,
    told: &mut Vec<Diagnostic>,
) {
    let robots: Vec<Robots> = Robots::parse(ADDRESS, ROBOTS).into_iter().collect();
    let known = first & 16 != 0;
    let facts = Facts {
        name: "a.xml",
        address: known.then_some(ADDRESS),
        listed: (first & 32 != 0).then_some(Listed {
            loc: ADDRESS,
            at: Position::start(2),
            lastmod: None,
        }),
        robots: if known { &robots } else { &[] },
        submitted: first & 64 != 0,
        ..Facts::new(profile, reading.format.unwrap_or_default())
    };
    let mut audit = DocumentAudit::new(facts, &reading.header);
    for (entry, at) in reading.entries.iter().zip(&reading.positions) {
        audit.entry(entry, at, told).unwrap();
    }
    audit.finish_document(bytes as u64, told).unwrap();
}

/// A profile changes what a finding weighs and nothing else of it; what was left out is told to
/// everybody.
fn weighs(profile: Profile, told: &[Diagnostic]) {
    let mut weighed: Vec<Diagnostic> = Vec::new();
    let mut policy = Policy::new(Weights::new(profile), &mut weighed);
    for finding in told {
        policy.report(finding.clone()).unwrap();
    }
    let mut rest = weighed.iter();
    for finding in told {
        let bare = |one: &Diagnostic| Diagnostic { severity: Severity::Note, ..one.clone() };
        let mut next = rest.clone();
        if next.next().is_some_and(|weighed| bare(weighed) == bare(finding)) {
            rest = next;
        } else {
            assert!(finding.lost < Lost::Entry, "{} is kept from {finding:?}", profile.name());
        }
    }
    assert_eq!(rest.len(), 0, "{} gets what nobody said", profile.name());
}

/// The same document twice: each entry of the second is a duplicate, and each that was one before.
fn set_of_two(reading: &Reading) {
    let (mut large, mut small) = (Vec::new(), Vec::new());
    twice(reading, &Store::new(1 << 30, None), &mut large).unwrap();
    twice(reading, &Store::new(0, None), &mut small).unwrap();
    assert_eq!(large, small, "memory shows");
    let locs: HashSet<&str> = reading.entries.iter().map(|entry| entry.loc.as_str()).collect();
    let found = large.iter().filter(|finding| finding.rule.id == "set/duplicate-url").count();
    assert_eq!(found, 2 * reading.entries.len() - locs.len(), "{large:#?}");
    large.iter().for_each(bounded);
}

fn twice(reading: &Reading, store: &Store, told: &mut dyn Sink) -> Result<()> {
    let mut audit = SetAudit::new(store);
    let both = || {
        let once = || reading.entries.iter().zip(&reading.positions);
        let second = once().map(|(entry, at)| (entry, Position { input: 2, ..*at }));
        once().map(|(entry, at)| (entry, *at)).chain(second)
    };
    for (entry, at) in both() {
        audit.entry(entry, &at, told)?;
    }
    if audit.wants_again()? {
        for (entry, at) in both() {
            audit.again(entry, at)?;
        }
    }
    audit.finish(told)
}

fn clusters(reading: &Reading) {
    let told = [0, 1 << 30].map(|memory| {
        let store = Store::new(memory, None);
        let mut audit = ClusterAudit::new(&store);
        let mut told: Vec<Diagnostic> = Vec::new();
        for (entry, at) in reading.entries.iter().zip(&reading.positions) {
            audit.entry(entry, at, &mut told).unwrap();
        }
        audit.finish(&mut told).unwrap();
        told
    });
    assert_eq!(told[0], told[1], "memory shows");
    told[0].iter().for_each(bounded);
}
