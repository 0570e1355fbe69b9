//! The rules against the table of the specification, section 8, where it lies beside the workspace:
//! no id is missing, and each weighs in each profile what the table says.

use crate::rules::{PROFILES, row, rules};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rules whose row is another, and why.
const OTHERWISE: &[(&str, &str)] = &[
    ("loc/bad-percent", "no xsd:anyURI either: docs/xsd.md"),
    ("loc/backslash", "told instead of loc/illegal-char, which a backslash is by row 75"),
    ("video/duration-range", "a warning elsewhere, as section 7 has it: D52"),
    ("video/missing-content-or-player", "a warning elsewhere, as section 7 has it: D57"),
    ("ns/mixed-core", "refused by the schemas, too: docs/xsd.md"),
];

/// The table: each rule with what it weighs in which profile.
fn table(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let (_, rest) = text.split_once("\n## 8. Validation rules").unwrap();
    let section = rest.split_once("\n## 9").map_or(rest, |(section, _)| section);
    let mut table = BTreeMap::new();
    for line in section.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [number, id, severity, profiles, ..] = cells[..] else { continue };
        if number.trim_start_matches("| ").parse::<u32>().is_ok() {
            table.insert(id.trim_matches('`').to_owned(), weights(severity, profiles));
        }
    }
    table
}

/// `W [sx E]` for `all, sx`: a bracket is an exception.
fn weights(severity: &str, profiles: &str) -> BTreeMap<String, String> {
    let word = |letter: &str| match letter {
        "E" => Some("error".to_owned()),
        "W" => Some("warning".to_owned()),
        "I" => Some("note".to_owned()),
        _ => None,
    };
    let named = |name: &str| match name {
        "all" | "others" => PROFILES[..5].to_vec(),
        "sx" => vec!["strict-xsd"],
        name => PROFILES.into_iter().filter(|profile| *profile == name).collect(),
    };
    let mut weights: BTreeMap<String, String> = BTreeMap::new();
    for profile in profiles.split(", ").flat_map(named) {
        weights.insert(profile.to_owned(), word(&severity[..1]).unwrap());
    }
    let exceptions = severity.split(['[', '(', ']', ')', ',']).skip(1).map(str::trim);
    for (name, letter) in exceptions.filter_map(|text| text.split_once(' ')) {
        // `sx: E under the older revision`, `google W for lower case`: of some findings.
        let Some(weight) = word(letter) else { continue };
        for profile in named(name) {
            if name != "others" || !weights.contains_key(profile) {
                weights.insert(profile.to_owned(), weight.clone());
            }
        }
    }
    weights
}

fn specification() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("URLSET_SHARED").map_or(beside, PathBuf::from).join("spec.md")
}

#[test]
fn rules_weigh_what_the_specification_says() {
    let path = specification();
    let Ok(text) = std::fs::read_to_string(&path) else {
        return eprintln!("skipped: {} is not there", path.display());
    };
    let (table, rules) = (table(&text), rules());
    assert!(table.len() >= 290, "{} rows were read", table.len());
    let wrong = table.iter().filter_map(|(id, wanted)| match rules.get(id).map(row) {
        None => Some(format!("{id}: missing")),
        Some(found) => {
            let otherwise = OTHERWISE.iter().any(|(rule, _)| rule == id);
            ((found == *wanted) == otherwise).then(|| format!("{id}: {found:?}, not {wanted:?}"))
        }
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn brackets_are_exceptions() {
    for (severity, profiles, expected) in [
        ("W [sx E]", "google, sx", "google warning, strict-xsd error"),
        (
            "E [others W]",
            "google",
            "bing warning, google error, legacy warning, sitemaps.org warning, yandex warning",
        ),
        ("I (set)", "yandex", "yandex note"),
        ("W (sx E)", "bing, sx", "bing warning, strict-xsd error"),
        ("E [google W for lower case]", "google, sx", "google error, strict-xsd error"),
        ("W [sitemaps.org E, yandex I]", "sitemaps.org, yandex", "sitemaps.org error, yandex note"),
        ("E", "–", ""),
    ] {
        let found: Vec<String> = weights(severity, profiles)
            .iter()
            .map(|(name, weight)| format!("{name} {weight}"))
            .collect();
        assert_eq!(found.join(", "), expected, "{severity} {profiles}");
    }
}
