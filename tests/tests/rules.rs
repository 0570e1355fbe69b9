//! Every rule has one id, and a case that breaks it. That each also has a near miss, which does not
//! break it, is tried through the command: `tests/rules`.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use urlset::Rule;
use urlset_tests::cases;

/// Rules that no file under `tests/cases` can break, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("arrow/broken-batch", "told of batches of a program: crates/urlset-arrow/src/reader.rs"),
    ("changefreq/ignored", "told of a whole document: the tests of urlset-check"),
    ("convert/date-precision", "told by a copy: writing.rs"),
    ("convert/index-not-carried", "told by a copy: writing.rs"),
    ("convert/invented-value", "told by writers: writing.rs"),
    ("convert/lossy", "told by a copy: writing.rs"),
    ("convert/pages-as-sitemaps", "told by a command: crates/urlset-cli/tests/command/outputs.rs"),
    ("csv/other-x-default", "told under a flag: the tests of urlset-csv"),
    ("ext/retired", "told of a whole document: the tests of urlset-check"),
    ("feed/unwritable-loc", "told by a writer: writing.rs"),
    ("fetch/charset", "takes a server: crates/urlset-cli/tests/command/remote_told.rs"),
    ("file/changed", "told where entries are read again: the tests of urlset-ops"),
    ("file/empty-news", "told of a whole document: the tests of urlset-check"),
    ("file/format-not-supported", "told of a whole document: the tests of urlset-check"),
    ("file/near-limit", "told of a whole document: the tests of urlset-check"),
    ("file/near-url-limit", "told of a whole document: the tests of urlset-check"),
    ("file/text-extension", "told of a whole document: the tests of urlset-check"),
    ("file/too-large", "told of a whole document: the tests of urlset-check"),
    ("file/too-many-urls", "50,001 entries: writing.rs"),
    ("file/url-too-long", "told of a whole document: the tests of urlset-check"),
    ("hreflang/added-link", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/conflicting-self", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/conflicting-x-default", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/inconsistent-set", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/no-return", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/no-x-default", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/not-completed", "told over a whole set: tests/cli/hreflang.md"),
    ("hreflang/target-not-listed", "told over a whole set: tests/cli/hreflang.md"),
    ("index/child-missing", "told of a set: crates/urlset-cli/tests/command/inputs.rs"),
    ("index/child-not-sitemap", "told of a whole document: the tests of urlset-check"),
    ("index/lastmod-older-than-child", "told of a whole document: the tests of urlset-check"),
    ("index/too-many", "told of a whole document: the tests of urlset-check"),
    ("index/total-too-many-files", "told of a whole set: the tests of urlset-check"),
    ("indexnow/bad-key", "told by a writer: writing.rs"),
    ("indexnow/host-mismatch", "told by a writer: writing.rs"),
    ("indexnow/too-many", "told by a writer: writing.rs"),
    ("lastmod/all-identical", "told of a whole document: the tests of urlset-check"),
    ("lastmod/missing", "told of a whole document: the tests of urlset-check"),
    ("limit/disk", "a full disk: the tests of urlset-store"),
    ("limit/robots-patterns", "thousands of patterns: crates/urlset-check/src/patterns.rs"),
    ("loc/unwritable", "told by a writer: writing.rs"),
    ("mobile/baidu-type", "told of a whole document: the tests of urlset-check"),
    ("mobile/not-empty", "told of a whole document: the tests of urlset-check"),
    ("mobile/obsolete", "told of a whole document: the tests of urlset-check"),
    ("news/too-many", "1,001 entries: limits.rs"),
    ("pagemap/missing-name", "told of a whole document: the tests of urlset-check"),
    ("pagemap/missing-type", "told of a whole document: the tests of urlset-check"),
    ("pagemap/value-and-text", "told of a whole document: the tests of urlset-check"),
    ("priority/all-same", "told of a whole document: the tests of urlset-check"),
    ("priority/ignored", "told of a whole document: the tests of urlset-check"),
    ("rewrite/collision", "told by a rewrite: crates/urlset-rewrite/tests/rewriting.rs"),
    ("rewrite/out-of-reach", "told by a rewrite: crates/urlset-rewrite/tests/rewriting.rs"),
    ("rewrite/refused", "told by a rewrite: crates/urlset-rewrite/tests/rewriting.rs"),
    ("robots/line-break-in-loc", "told by a writer: writing.rs"),
    ("schema/invalid-value", "told of a whole document: the tests of urlset-check"),
    ("schema/missing-part", "told of a whole document: the tests of urlset-check"),
    ("schema/no-schema-for-format", "told of a whole document: the tests of urlset-check"),
    ("schema/not-expected", "told of a whole document: the tests of urlset-check"),
    ("scope/cross-submit-unproven", "told of a whole document: the tests of urlset-check"),
    ("scope/index-child-directory", "told of a whole document: the tests of urlset-check"),
    ("scope/index-child-host", "told of a whole document: the tests of urlset-check"),
    ("scope/mixed-host", "told of a whole document: the tests of urlset-check"),
    ("scope/mixed-scheme", "told of a whole document: the tests of urlset-check"),
    ("scope/other-host", "told of a whole document: the tests of urlset-check"),
    ("scope/other-port", "told of a whole document: the tests of urlset-check"),
    ("scope/other-scheme", "told of a whole document: the tests of urlset-check"),
    ("scope/outside-path", "told of a whole document: the tests of urlset-check"),
    ("scope/robots-blocked", "told of a whole document: the tests of urlset-check"),
    ("scope/www-mismatch", "told of a whole document: the tests of urlset-check"),
    ("set/case-pair", "told of a whole set: the tests of urlset-check"),
    ("set/duplicate-after-normalize", "told by joining: crates/urlset-ops/src/deduping.rs"),
    ("set/duplicate-conflict", "told by joining: crates/urlset-ops/tests/joining.rs"),
    ("set/duplicate-url", "told of a whole set: the tests of urlset-check"),
    ("set/fragment-pair", "told of a whole set: the tests of urlset-check"),
    ("set/http-https-pair", "told of a whole set: the tests of urlset-check"),
    ("set/trailing-slash-pair", "told of a whole set: the tests of urlset-check"),
    ("set/www-pair", "told of a whole set: the tests of urlset-check"),
    ("shard/entry-too-large", "told by a cut: crates/urlset-cli/tests/command/outputs.rs"),
    ("text/line-break-in-loc", "told by a writer: writing.rs"),
    ("xml/unwritable-char", "told by a writer: writing.rs"),
];

#[test]
fn ids_are_unique() {
    let formats = urlset::FORMATS.iter().flat_map(|format| format.rules);
    let extensions = urlset::EXTENSIONS.iter().flat_map(|extension| extension.rules);
    let shared = [
        urlset_core::rules::ALL,
        urlset::xml::rules::ALL,
        urlset::ops::rules::ALL,
        urlset::rewrite::rules::ALL,
        urlset::shard::rules::ALL,
        urlset::store::rules::ALL,
        urlset::check::rules::ALL,
        urlset::clusters::rules::ALL,
        urlset::source_rules::ALL,
    ];
    let mut seen: BTreeMap<&str, &'static Rule> = BTreeMap::new();
    let mut twice = Vec::new();
    for rule in formats.chain(extensions).chain(shared.into_iter().flatten()) {
        match seen.insert(rule.id, rule) {
            Some(other) if !std::ptr::eq(other, *rule) => twice.push(rule.id),
            _ => {}
        }
    }
    assert!(twice.is_empty(), "two rules of one id: {twice:?}");
    let listed: BTreeSet<&str> = urlset::rules().map(|rule| rule.id).collect();
    assert_eq!(listed, seen.keys().copied().collect(), "the registry lists other rules");
}

/// The third word of each finding.
fn found() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for case in cases() {
        let expected = case.expected().unwrap_or_default();
        let findings = expected.lines().skip_while(|line| *line != "--").skip(1);
        found.extend(findings.filter_map(|line| line.split(' ').nth(2)).map(str::to_owned));
    }
    found
}

#[test]
fn every_rule_has_a_case() {
    let found = found();
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(id, _)| *id).collect();
    let bare: Vec<_> = urlset::rules()
        .map(|rule| rule.id)
        .filter(|id| !found.contains(*id) && !elsewhere.contains(id))
        .collect();
    assert!(bare.is_empty(), "{} rules without a case: {bare:#?}", bare.len());
    let stale: Vec<_> = elsewhere.iter().filter(|id| found.contains(**id)).collect();
    assert!(stale.is_empty(), "these have a case by now: {stale:?}");
}

/// A finding of a rule that nobody can explain.
#[test]
fn every_finding_has_its_rule() {
    let listed: BTreeSet<&str> = urlset::rules().map(|rule| rule.id).collect();
    let unknown: Vec<_> = found().into_iter().filter(|id| !listed.contains(id.as_str())).collect();
    assert!(unknown.is_empty(), "the registry lacks {unknown:?}");
}
