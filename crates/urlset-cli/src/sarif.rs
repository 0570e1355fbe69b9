//! Findings as SARIF 2.1.0 (OASIS), which code hosts and editors read.

use crate::clean::clean;
use serde_json::{Value, json};
use std::io::{Read, Write};
use urlset::{Diagnostic, Position, Rule, Severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const SITE: &str = env!("CARGO_PKG_REPOSITORY");

/// One finding as a `result`.
pub(crate) fn result(finding: &Diagnostic, name: &str, other: &str) -> String {
    let mut text = finding.rule.summary.to_owned();
    if !finding.detail.is_empty() {
        text = format!("{text}: {}", finding.detail);
    }
    let help = match &*finding.help {
        "" => finding.rule.help,
        help => help,
    };
    let mut object = json!({
        "ruleId": finding.rule.id,
        "level": level(finding.severity),
        "message": {"text": clean(&format!("{text}. To mend it: {help}."))},
    });
    if let Some(members) = object.as_object_mut() {
        if !name.is_empty() {
            members.insert("locations".into(), json!([place(name, &finding.position)]));
        }
        if let Some(at) = finding.other.as_ref().filter(|_| !other.is_empty()) {
            members.insert("relatedLocations".into(), json!([place(other, at)]));
        }
    }
    object.to_string()
}

/// Writes the log around results, which have commas between them; `properties` are of the run as a whole.
pub(crate) fn write(
    rules: &[&Rule],
    results: &mut dyn Read,
    properties: &Value,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let rules: Vec<Value> = rules.iter().map(|rule| descriptor(rule)).collect();
    let driver = json!({
        "name": "urlset",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": SITE,
        "rules": rules,
    });
    write!(
        out,
        r#"{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"tool":{{"driver":{driver}}},"columnKind":"unicodeCodePoints","results":["#
    )?;
    std::io::copy(results, out)?;
    let properties = clean(&properties.to_string()).into_owned();
    writeln!(out, r#"],"properties":{properties}}}]}}"#)
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": format!("{}. Source: {}.", rule.help, rule.source)},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Lines and columns count from 1; a finding about a whole file has neither.
fn place(name: &str, at: &Position) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(name)}});
    if at.is_known()
        && let Some(members) = physical.as_object_mut()
    {
        let region = json!({"startLine": at.line, "startColumn": at.column});
        members.insert("region".into(), region);
    }
    json!({"physicalLocation": physical})
}

/// A path as a URI reference (RFC 3986): what is no plain character is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    // A colon in the first part would make it a scheme.
    let first = path.split('/').next().unwrap_or_default();
    let is_url = crate::inputs::is_url(path);
    if !is_url && first.contains(':') {
        uri.push_str("./");
    }
    for byte in path.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@' | b'+' | b',' | b'=' => {
                uri.push(char::from(byte));
            }
            // An address is escaped already.
            b'?' | b'&' | b'%' | b'*' | b'#' if is_url => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{result, uri, write};
    use urlset::{Position, rules};

    #[test]
    fn a_log_of_one_finding() {
        let at = Position { input: 1, line: 3, column: 9, byte: 80 };
        let finding = rules::LOC_RELATIVE.at(at).detail("/a").other(at);
        let text = result(&finding, "my maps/a.xml", "b.xml");
        let mut out = Vec::new();
        let numbers = serde_json::json!({"omitted": {"loc/relative": 2}});
        write(&[finding.rule], &mut text.as_bytes(), &numbers, &mut out).unwrap();
        let log: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "loc/relative");
        assert_eq!(run["properties"], numbers);
        let result = &run["results"][0];
        assert_eq!(result["level"], "error");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20maps/a.xml");
        assert_eq!(
            (&place["region"]["startLine"], &place["region"]["startColumn"]),
            (&3.into(), &9.into())
        );
        let other = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(other["uri"], "b.xml");
    }

    #[test]
    fn uris() {
        for (path, expected) in [
            ("a/b.xml", "a/b.xml"),
            ("ä?#.xml", "%C3%A4%3F%23.xml"),
            ("a:b.xml", "./a:b.xml"),
            ("https://example.com/a.xml", "https://example.com/a.xml"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
