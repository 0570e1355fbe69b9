//! A reading as text: a line of JSON for each entry, `--`, a line for each finding.

use crate::Reading;
use urlset::{Diagnostic, Entry, Header, Lost, WriteOptions};

/// The reading as `expect.txt` has it.
pub fn dump(reading: &Reading) -> String {
    let mut out = entries(&reading.header, &reading.entries);
    out.push_str("--\n");
    for finding in &reading.findings {
        out.push_str(&line(finding));
        out.push('\n');
    }
    out
}

/// Entries as JSON Lines.
pub fn entries(header: &Header, entries: &[Entry]) -> String {
    let format = urlset::format("jsonl").unwrap();
    let options = WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() };
    let mut writer = (format.create.unwrap())(header, &options);
    let mut out = String::new();
    writer.begin(&mut out);
    for entry in entries {
        writer.write_entry(entry, &mut out, &mut ()).unwrap();
    }
    writer.end(&mut out);
    out
}

/// `line:column severity rule lost detail`.
pub fn line(finding: &Diagnostic) -> String {
    let at = finding.position;
    let severity = finding.severity.as_str();
    let lost = match finding.lost {
        Lost::Nothing => "kept",
        Lost::Field => "field",
        Lost::Entry => "entry",
        Lost::Rest => "rest",
    };
    let id = finding.rule.id;
    let line =
        format!("{}:{} {severity} {id} {lost} {}", at.line, at.column, visible(&finding.detail));
    line.trim_end().to_owned()
}

/// The text with its control characters shown.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control()
            || matches!(
                c,
                '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{feff}' | '\u{a0}'
            )
        {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}
