//! Every format into every other and back, driven by the registry: what the target promises to
//! carry is the same, what it does not promise is counted once.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fmt::Write as _;
use urlset::{Entry, Format, Kind, Loc};
use urlset_tests::conversion::{Document, compare, convert, holds, read, there_and_back};
use urlset_tests::{entry, header};

/// Entries of each table; enough that every shape of every extension occurs.
const ENTRIES: usize = 60;

/// One table each; what is rare in one is in another.
const SEEDS: [u8; 4] = [9, 10, 11, 12];

fn sample(kind: Kind, seed: u8) -> Vec<Entry> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = entry(urlset::EXTENSIONS, true);
    let entries = (0..ENTRIES).map(|number| {
        let mut entry = strategy.new_tree(&mut runner).unwrap().current();
        // Losses are told by address: no two entries share one, without their fragments neither.
        let loc = entry.loc.as_str();
        let (page, fragment) = loc.split_once('#').unwrap_or((loc, ""));
        let mark = if fragment.is_empty() { "" } else { "#" };
        entry.loc = Loc::new(&format!("{page}&n={number}{mark}{fragment}"));
        if kind == Kind::Sitemapindex {
            (entry.changefreq, entry.priority) = (None, None);
        }
        entry
    });
    entries.collect()
}

fn check_all(kind: Kind) {
    SEEDS.iter().for_each(|seed| check_sample(kind, *seed));
}

fn check_sample(kind: Kind, seed: u8) {
    let both = |format: &&&'static Format| format.open.is_some() && format.create.is_some();
    let (mut report, mut wrong, mut pairs) = (String::new(), 0, 0);
    for source in urlset::FORMATS.iter().filter(both).filter(|format| holds(format, kind)) {
        let origin = Document { format: source, header: header(kind), entries: sample(kind, seed) };
        let (text, log) = convert(&origin, source);
        let first = read(source, &text).unwrap();
        let mut tell = |target: &str, found: Vec<String>| {
            wrong += found.len();
            for what in found.iter().take(2) {
                let _ = writeln!(report, "{} -> {target}: {what}", source.name);
            }
        };
        tell("itself", compare(&origin, &first, &log));
        for target in urlset::FORMATS.iter().filter(|format| format.create.is_some()) {
            pairs += 1;
            tell(target.name, there_and_back(&first, target));
        }
    }
    eprintln!("{pairs} pairs of {kind:?}");
    assert!(wrong == 0, "{wrong} wrong\n{report}");
}

#[test]
fn pages_from_every_format_to_every_other_and_back() {
    check_all(Kind::Urlset);
}

#[test]
fn sitemaps_from_every_format_to_every_other_and_back() {
    check_all(Kind::Sitemapindex);
}
