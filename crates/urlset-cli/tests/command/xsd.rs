//! Verdicts of `check --profile strict-xsd` against xmllint with the published schemas, over thousands
//! of small documents. Where the two disagree, docs/xsd.md says why, and this test knows no other case.

use crate::run::Folder;
use crate::xsd_samples::{Sample, samples};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schemas of extensions, and what they are for.
const SCHEMAS: &[(&str, &str)] = &[
    ("http://www.google.com/schemas/sitemap-image/1.1", "sitemap-image-1.1.xsd"),
    ("http://www.google.com/schemas/sitemap-video/1.1", "sitemap-video-1.1.xsd"),
    ("http://www.google.com/schemas/sitemap-news/0.9", "sitemap-news-0.9.xsd"),
    ("http://www.google.com/schemas/sitemap-mobile/1.0", "sitemap-mobile-1.0.xsd"),
    ("http://www.google.com/schemas/sitemap-pagemap/1.0", "sitemap-pagemap-1.0.xsd"),
];

fn schemas() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("URLSET_SHARED").map_or(beside, PathBuf::from).join("xsd")
}

/// A schema that imports all others, since xmllint takes one.
fn driver(folder: &Folder, name: &str, core: &'static str) {
    let mut text = String::from("<xsd:schema xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n");
    let core = ("http://www.sitemaps.org/schemas/sitemap/0.9", core);
    for (namespace, file) in SCHEMAS.iter().chain([&core]) {
        let path = schemas().join(file).canonicalize().unwrap();
        let path = path.display();
        writeln!(text, "<xsd:import namespace=\"{namespace}\" schemaLocation=\"{path}\"/>")
            .unwrap();
    }
    text.push_str("</xsd:schema>\n");
    folder.write(name, text);
}

fn is_index(sample: &Sample) -> bool {
    sample.text.contains("<sitemapindex")
}

/// The numbers of the documents that xmllint takes for valid.
fn referee(folder: &Folder, samples: &[Sample]) -> BTreeSet<usize> {
    driver(folder, "urlset.xsd", "sitemap-0.9.xsd");
    driver(folder, "index.xsd", "siteindex-0.9.xsd");
    let mut valid = BTreeSet::new();
    for (schema, index) in [("urlset.xsd", false), ("index.xsd", true)] {
        let numbers: Vec<usize> =
            (0..samples.len()).filter(|number| is_index(&samples[*number]) == index).collect();
        for numbers in numbers.chunks(500) {
            let output = Command::new("xmllint")
                .current_dir(folder.path(""))
                .args(["--nonet", "--noout", "--schema", schema])
                .args(numbers.iter().map(|number| format!("{number}.xml")))
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let names = said.lines().filter_map(|line| line.strip_suffix(".xml validates"));
            valid.extend(names.map(|name| name.parse::<usize>().unwrap()));
        }
    }
    valid
}

/// The errors of the command, by the number of the document.
fn errors(folder: &Folder, samples: &[Sample]) -> BTreeMap<usize, BTreeSet<String>> {
    let list: String = (0..samples.len()).map(|number| format!("{number}.xml\n")).collect();
    folder.write("all", list);
    let words = "check @all --profile strict-xsd --report-format json --report told.json -qq";
    let ran = folder.run(&format!("{words} --max-findings 1000000"));
    let report: Value = serde_json::from_str(&folder.read("told.json")).unwrap();
    assert!(ran.code.is_some_and(|code| code > 0), "{}", ran.err);
    let mut errors: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for finding in report["findings"].as_array().unwrap() {
        if finding["severity"] == "error" {
            let name = finding["path"].as_str().unwrap().strip_suffix(".xml").unwrap();
            let rule = finding["rule"].as_str().unwrap().to_owned();
            errors.entry(name.parse().unwrap()).or_default().insert(rule);
        }
    }
    errors
}

/// Why a document's verdicts may differ, in the words of docs/xsd.md: how xmllint says, which rules say
/// otherwise, what the document is about, and in which of these the reason shows.
const REASONS: &[(&str, bool, &[&str], &[&str])] = &[
    ("an extension without a published schema", false, &[], &["<z:z xmlns:z", "<xhtml:link"]),
    (
        "a fault of namespaces",
        true,
        &["xml/not-well-formed"],
        &["@xmlns:q ", "xmlns:xml=", "2000/xmlns/", "xmlns:xmlns=", "<?a:b"],
    ),
    ("a version of XML that is none", true, &["xml/not-well-formed"], &["version='1.'"]),
    ("no space before `standalone`", true, &["xml/not-well-formed"], &["'standalone"]),
    ("`xsi:type`", true, &["schema/not-expected"], &["@xsi:type tUrl"]),
    ("letters and signs of `stock_tickers` beyond ASCII", false, &[], &["A\u{61f}B:C"]),
    ("a text beyond the limits", true, &["limit/token-bytes"], &["beyond the limits"]),
    ("U+0000 after the root", true, &["xml/content-after-root"], &["</urlset>\0"]),
    ("an extension's element as the root", true, &["schema/unknown-root"], &["whole <image:image"]),
    ("a declared charset that is not the document's", false, &[], &["encoding='UTF-16'"]),
];

fn reason(sample: &Sample, valid: bool, errors: &BTreeSet<String>) -> Option<&'static str> {
    let fits = |(_, says, rules, signs): &&(&str, bool, &[&str], &[&str])| {
        *says == valid
            && errors.iter().map(String::as_str).eq(rules.iter().copied())
            && signs.iter().any(|sign| sample.about.contains(sign))
    };
    REASONS.iter().find(fits).map(|reason| reason.0)
}

#[test]
fn verdicts_are_those_of_xmllint() {
    if !schemas().is_dir() {
        return eprintln!("skipped: the schemas of ../shared/xsd are not there");
    }
    if Command::new("xmllint").arg("--version").output().is_err() {
        return eprintln!("skipped: there is no xmllint");
    }
    let folder = Folder::new();
    let samples = samples();
    for (number, sample) in samples.iter().enumerate() {
        folder.write(&format!("{number}.xml"), &sample.text);
    }
    let valid = referee(&folder, &samples);
    let errors = errors(&folder, &samples);
    let (none, mut reasons, mut unexplained) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
    for (number, sample) in samples.iter().enumerate() {
        let (errors, valid) = (errors.get(&number).unwrap_or(&none), valid.contains(&number));
        if errors.is_empty() == valid {
            continue;
        }
        match reason(sample, valid, errors) {
            Some(reason) => *reasons.entry(reason).or_insert(0_usize) += 1,
            None => unexplained.push(format!("valid: {valid}, here {errors:?}: {}", sample.about)),
        }
    }
    let unused = REASONS.iter().filter(|reason| !reasons.contains_key(reason.0));
    let unused: Vec<_> = unused.map(|reason| reason.0).collect();
    assert!(unused.is_empty(), "no longer so: {unused:?}");
    let listed = include_str!("../../../../docs/xsd.md");
    let unlisted = REASONS.iter().filter(|reason| !listed.contains(&format!("| {} |", reason.0)));
    let unlisted: Vec<_> = unlisted.map(|reason| reason.0).collect();
    assert!(unlisted.is_empty(), "not in docs/xsd.md: {unlisted:?}");
    eprintln!("{} documents, {} of them valid; explained: {reasons:?}", samples.len(), valid.len());
    assert!(samples.len() > 20_000 && valid.len() > 2000, "the samples are lopsided");
    let shown = unexplained.iter().take(200).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(unexplained.is_empty(), "{} differ:\n{shown}", unexplained.len());
}
