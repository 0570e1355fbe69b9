//! Every case through inputs that give a few bytes at a time: the same entries, findings and
//! positions.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset_tests::{Case, Reading, Settings, Slow, cases, diff, dump, read, read_as};

const SIZES: [usize; 6] = [1, 2, 3, 7, 61, 64 * 1024];

fn compare(case: &Case, whole: &Reading, slow: impl Fn(usize) -> Reading, failures: &mut String) {
    for size in SIZES {
        let slow = slow(size);
        if !slow.same_as(whole) {
            let difference = diff(&dump(whole), &dump(&slow));
            failures.push_str(&format!("{} in reads of {size}\n{difference}", case.name));
        }
    }
}

#[test]
fn reads_of_any_size_give_the_same() {
    let mut failures = String::new();
    for case in cases() {
        let whole = read(&case, case.bytes.as_slice());
        let slow = |size| read(&case, Slow::new(case.bytes.as_slice(), size));
        compare(&case, &whole, slow, &mut failures);
    }
    assert!(failures.is_empty(), "{failures}");
}

/// More than any reader looks ahead before it begins.
const AHEAD: usize = 70_000;

/// The document with so much white space before its first entry that what follows is beyond the
/// reach of whoever looks ahead.
fn padded(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let root = text.find("urlset").or_else(|| text.find("sitemapindex"))?;
    let first =
        ["<url>", "<url ", "<sitemap>"].iter().filter_map(|tag| text[root..].find(tag)).min()?;
    let (head, tail) = bytes.split_at(root + first);
    Some([head, &vec![b' '; AHEAD], tail].concat())
}

/// Finding the format gathers 4 KiB first, and a root is looked for further on; here the pieces
/// reach the format's reader as they come.
#[test]
fn readers_do_not_show_the_pieces() {
    let mut failures = String::new();
    let mut far = 0;
    for case in cases().iter().filter(|case| std::str::from_utf8(&case.bytes).is_ok()) {
        let settings = Settings::of(case);
        let found = read(case, case.bytes.as_slice()).format;
        let format = found.and_then(urlset::format).filter(|format| format.open.is_some());
        let Some(format) = format.filter(|_| settings.csv.is_none()) else {
            continue;
        };
        let mut all = vec![case.bytes.clone()];
        if matches!(format.name, "xml" | "rss" | "atom") {
            all.extend(padded(&case.bytes));
        }
        far += all.len() - 1;
        for bytes in all {
            let whole = read_as(format, &settings, bytes.as_slice());
            let slow = |size| read_as(format, &settings, Slow::new(bytes.as_slice(), size));
            compare(case, &whole, slow, &mut failures);
        }
    }
    assert!(far > 150, "only {far} documents reach beyond what is looked ahead");
    assert!(failures.is_empty(), "{failures}");
}
