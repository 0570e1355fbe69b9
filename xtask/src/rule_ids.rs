//! Checks of rules: every id is `group/name` and stands once, every rule is in its crate's `ALL`.

use crate::report::{Finding, failure};
use crate::workspace::Text;
use std::collections::BTreeMap;

/// A rule as its source declares it.
struct Declared<'t> {
    name: &'t str,
    id: &'t str,
    path: &'t str,
    line: usize,
}

/// Checks the sources of every crate.
pub(crate) fn check(texts: &[Text]) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&Text>> = BTreeMap::new();
    for text in texts {
        let inner = text.path.strip_prefix("crates/").filter(|path| path.ends_with(".rs"));
        let Some((name, file)) = inner.and_then(|path| path.split_once('/')) else {
            continue;
        };
        if file.starts_with("src/") {
            crates.entry(name).or_default().push(text);
        }
    }
    let mut findings = Vec::new();
    let mut ids: BTreeMap<&str, String> = BTreeMap::new();
    for texts in crates.values() {
        let listed = listed(texts);
        for rule in texts.iter().flat_map(|text| declared(text)) {
            let Declared { name, id, path, line } = rule;
            if !is_id(id) {
                findings.push(failure(path, line, format!("`{id}` is not of the form group/name")));
            }
            if !listed.contains(&name) {
                findings.push(failure(path, line, format!("`{name}` is not in its crate's ALL")));
            }
            let here = format!("{path}:{line}");
            if let Some(first) = ids.insert(id, here) {
                findings.push(failure(path, line, format!("`{id}` is declared at {first} too")));
            }
        }
    }
    findings
}

/// Checks that every rule of the registry says all that `explain` shows.
pub(crate) fn check_registry() -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in urlset::rules() {
        let letters = rule.profiles.bytes().all(|letter| b"EWI-".contains(&letter));
        if rule.profiles.len() != urlset::Profile::ALL.len() || !letters {
            findings.push(failure(rule.id, 0, "profiles: one of EWI- for each profile".to_owned()));
        }
        for (field, text) in [
            ("summary", rule.summary),
            ("help", rule.help),
            ("source", rule.source),
            ("example", rule.example),
        ] {
            // The example of an empty file is empty.
            let blank = text.trim().is_empty() && rule.id != "file/zero-bytes";
            if blank {
                findings.push(failure(rule.id, 0, format!("no {field}")));
            } else if matches!(field, "summary" | "help") && text.ends_with('.') {
                findings.push(failure(rule.id, 0, format!("{field} ends with a full stop")));
            }
        }
    }
    findings
}

/// Checks that the registry has every rule of the libraries; those of the command are its own.
pub(crate) fn check_known(texts: &[Text], is_known: impl Fn(&str) -> bool) -> Vec<Finding> {
    let library = |text: &&Text| {
        text.path.starts_with("crates/")
            && text.path.contains("/src/")
            && !text.path.starts_with("crates/urlset-cli/")
    };
    let rules = texts.iter().filter(library).flat_map(declared);
    let unknown = rules.filter(|rule| !is_known(rule.id));
    unknown
        .map(|rule| failure(rule.path, rule.line, format!("`{}` is not in the registry", rule.id)))
        .collect()
}

fn declared(text: &Text) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    let mut open = None;
    for (number, line) in text.text.lines().enumerate() {
        if let Some((before, after)) = line.split_once(": Rule = Rule {") {
            let name = before.rsplit(' ').next().unwrap_or_default();
            open = Some((name, number + 1));
            if !after.is_empty() {
                open = None;
            }
        } else if let Some((name, line_number)) = open {
            let id = line.trim().strip_prefix("id: \"").and_then(|rest| rest.split_once('"'));
            if let Some((id, _)) = id {
                found.push(Declared { name, id, path: &text.path, line: line_number });
                open = None;
            }
        }
    }
    found
}

/// Names in every `ALL` of a crate.
fn listed<'t>(texts: &[&'t Text]) -> Vec<&'t str> {
    let mut names = Vec::new();
    for text in texts {
        let Some((_, rest)) = text.text.split_once("ALL: &[&Rule] =") else {
            continue;
        };
        let list = rest.split_once("];").map_or(rest, |(list, _)| list);
        let refs = list.split(['&', ',', '[', ']', '\n']).map(str::trim);
        names.extend(refs.filter(|name| !name.is_empty()));
    }
    names
}

fn is_id(id: &str) -> bool {
    let word = |part: &str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._".contains(c);
        !part.is_empty() && part.chars().all(plain)
    };
    id.split_once('/').is_some_and(|(group, name)| word(group) && word(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, id: &str) -> String {
        format!("pub static {name}: Rule = Rule {{\n    id: \"{id}\",\n}};\n")
    }

    fn found(first: &str, second: &str) -> Vec<String> {
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [
            text("crates/urlset-a/src/rules.rs", first),
            text("crates/urlset-b/src/rules.rs", second),
        ];
        check(&texts).iter().map(|finding| finding.what.clone()).collect()
    }

    #[test]
    fn a_rule_that_the_registry_lacks() {
        let text = |path: &str, id: &str| Text { path: path.into(), text: rule("ONE", id) };
        let texts = [
            text("crates/urlset-a/src/rules.rs", "loc/known"),
            text("crates/urlset-a/src/rules.rs", "loc/unknown"),
            text("crates/urlset-cli/src/rules.rs", "file/own"),
        ];
        let found = check_known(&texts, |id| id == "loc/known");
        let found: Vec<&str> = found.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(found, ["`loc/unknown` is not in the registry"]);
    }

    #[test]
    fn every_kind_of_finding() {
        let all = "pub static ALL: &[&Rule] = &[&ONE, &TWO];\n";
        let one = rule("ONE", "loc/one") + all;
        assert_eq!(found(&one, &(rule("TWO", "loc/two") + all)), [""; 0]);
        for (second, wanted) in [
            (rule("TWO", "loc/one") + all, "`loc/one` is declared at"),
            (rule("TWO", "loc-two") + all, "`loc-two` is not of the form"),
            (rule("THREE", "loc/three") + all, "`THREE` is not in its crate's ALL"),
        ] {
            let found = found(&one, &second);
            assert_eq!(found.len(), 1, "{wanted}: {found:?}");
            assert!(found[0].starts_with(wanted), "{wanted}: {found:?}");
        }
    }
}
