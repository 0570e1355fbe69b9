//! Every folder under `tests/cases` gives what its `expect.txt` says.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use urlset_tests::{cases, diff, dump, read};

/// Lists all failures, not only the first. `BLESS=1` writes what came out; `CASE=part/of/name`
/// looks only at some.
#[test]
fn every_case_gives_what_it_must() {
    let bless = std::env::var_os("BLESS").is_some();
    let only = std::env::var("CASE").unwrap_or_default();
    let (mut failed, mut count, mut report) = (0, 0, String::new());
    for case in cases().iter().filter(|case| case.name.contains(&only)) {
        count += 1;
        let got = dump(&read(case, case.bytes.as_slice()));
        if bless {
            case.bless(&got);
            continue;
        }
        let expected = case.expected().unwrap_or_default();
        let waiting = case.waiting();
        if waiting.is_some() && expected == got {
            failed += 1;
            let _ = writeln!(report, "{} is right by now: remove its waiting.txt", case.name);
        }
        if waiting.is_none() && expected != got {
            failed += 1;
            let _ = write!(report, "{}\n{}", case.name, diff(&expected, &got));
        }
    }
    assert!(failed == 0, "{failed} of {count} cases differ; BLESS=1 writes them anew\n{report}");
}

/// A case without its reason is a riddle.
#[test]
fn every_case_says_why() {
    let silent: Vec<_> = cases()
        .into_iter()
        .filter(|case| !case.folder.join("why.txt").is_file())
        .map(|case| case.name)
        .collect();
    assert!(silent.is_empty(), "cases without why.txt: {silent:?}");
}
