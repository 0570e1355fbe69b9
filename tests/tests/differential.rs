//! A second reader, on expat, must see in every document what ours sees.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use urlset::{Content, Element, Entry, Lost};
use urlset_tests::{Case, Scribe, cases, entry, python, read, read_back};

/// Documents that are made up.
const GENERATED: u64 = 400;

#[test]
fn generated_documents_are_read_as_expat_reads_them() {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]),
    );
    let strategy = proptest::collection::vec(entry(urlset::EXTENSIONS, true), 0..5);
    let documents: Vec<(Vec<Entry>, String)> = (0..GENERATED)
        .map(|seed| {
            let entries = strategy.new_tree(&mut runner).unwrap().current();
            let text = Scribe::new(seed).document(&entries);
            (entries, text)
        })
        .collect();
    let texts: Vec<&[u8]> = documents.iter().map(|(_, text)| text.as_bytes()).collect();
    let answers = python::ask("expat_reader.py", &[], &texts);
    let format = urlset::format("xml").unwrap();
    for ((entries, text), theirs) in documents.iter().zip(answers) {
        assert!(theirs.is_array(), "expat refuses what the scribe wrote:\n{text}");
        let mut findings: Vec<urlset::Diagnostic> = Vec::new();
        let (_, ours) = read_back(format, text, &mut findings).unwrap();
        assert_eq!(ours, *entries, "ours is not what was written:\n{text}");
        assert_eq!(Value::from_iter(ours.iter().map(shown)), tidied(&theirs), "{text}");
        for finding in &findings {
            assert_eq!(finding.lost, Lost::Nothing, "{finding:?}\n{text}");
        }
    }
}

/// What ours gives from a case must stand in it, in the order in which expat sees it; what expat
/// sees beyond that must have been told as lost.
#[test]
fn well_formed_cases_are_read_as_expat_reads_them() {
    // Here ours reads what is meant, with a finding, where expat reads what is written.
    let skip = [
        "sitemap/namespace-reset",
        "sitemap/mixed-case-fields",
        "sitemap/mixed-namespace-behind-a-lost-field",
        "sitemap/nested-urlset",
        "index/nested",
        // Of two locs the one that says something.
        "sitemap/loc-empty-then-full",
        "sitemap/loc-nbsp-then-full",
    ];
    let cases: Vec<Case> = cases()
        .into_iter()
        .filter(|case| case.is_plain_xml() && !skip.iter().any(|name| case.name.starts_with(name)))
        .filter(|case| !case.bytes.windows(9).any(|window| window == b"<!DOCTYPE"))
        .collect();
    let documents: Vec<&[u8]> = cases.iter().map(|case| case.bytes.as_slice()).collect();
    let answers = python::ask("expat_reader.py", &[], &documents);
    // The script takes entries right below the root only, and the first loc of each.
    let wrapped = [
        "sitemap/foreign-wrapper",
        "sitemap/wrapper-of-entries",
        "sitemap/text-in-a-wrapper",
        "sitemap/loc-relative-then-full",
    ];
    let mut compared = 0;
    let mut failures = Vec::new();
    for (case, theirs) in cases.iter().zip(answers) {
        if wrapped.contains(&case.name.as_str()) {
            continue;
        }
        let reading = read(case, case.bytes.as_slice());
        let (Some(theirs), Some("xml")) = (theirs.as_array(), reading.format) else {
            continue;
        };
        compared += 1;
        let seen: Vec<&str> =
            theirs.iter().filter_map(|entry| entry["fields"]["loc"][0].as_str()).collect();
        let lost = reading.findings.iter().filter(|finding| finding.lost >= Lost::Entry).count();
        let mut rest = seen.iter();
        for entry in &reading.entries {
            let loc = entry.loc.as_str();
            let told = reading.findings.iter().any(|finding| *finding.loc == *loc);
            let mut ahead = rest.clone();
            if ahead.any(|seen| same(seen, loc)) {
                rest = ahead;
            } else if !told {
                failures.push(format!("{}: {loc} is not there for expat", case.name));
            }
        }
        if reading.whole && seen.len() > reading.entries.len() + lost {
            failures.push(format!(
                "{}: expat sees {} locs, ours gives {} and tells {lost}",
                case.name,
                seen.len(),
                reading.entries.len()
            ));
        }
    }
    assert!(compared > 100, "only {compared} cases were compared");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Equal but for white space, which is told apart elsewhere.
fn same(theirs: &str, ours: &str) -> bool {
    let bare = |text: &str| text.replace(|c: char| c.is_whitespace() || c == '\u{feff}', "");
    bare(theirs) == bare(ours)
}

fn shown(entry: &Entry) -> Value {
    let mut fields = json!({"loc": [entry.loc.as_str()]});
    if let Some(lastmod) = entry.lastmod {
        fields["lastmod"] = json!([lastmod.to_string()]);
    }
    if let Some(changefreq) = entry.changefreq {
        fields["changefreq"] = json!([changefreq.as_str()]);
    }
    if let Some(priority) = entry.priority {
        fields["priority"] = json!([priority.as_str()]);
    }
    let other: Vec<Value> = entry.extensions.elements().map(element).collect();
    json!({"fields": fields, "other": other})
}

/// An element as the script gives it; recursion ends since the generator's depth does.
fn element(element: Element<'_>) -> Value {
    let attributes: Vec<Value> =
        element.attributes().map(|item| json!([item.namespace, item.name(), item.value])).collect();
    let parts: Vec<Value> = element
        .contents()
        .map(|content| match content {
            Content::Text(text) => json!(text),
            Content::Element(child) => self::element(child),
        })
        .collect();
    json!([element.namespace(), element.name(), attributes, parts])
}

/// The script's answer with the padding of fields gone.
fn tidied(theirs: &Value) -> Value {
    let mut theirs = theirs.clone();
    for entry in theirs.as_array_mut().into_iter().flatten() {
        for field in entry["fields"].as_object_mut().into_iter().flatten().map(|(_, texts)| texts) {
            for text in field.as_array_mut().into_iter().flatten() {
                *text = json!(text.as_str().unwrap_or_default().trim());
            }
        }
    }
    theirs
}
