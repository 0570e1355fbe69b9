//! Remarks change what is told, never what is read.

use urlset::Diagnostic;
use urlset_tests::{Settings, cases, line, read_with};

/// Findings that remarks put another rule in the place of, or another weight: a check says what the
/// document is, whatever it was read from.
const REPLACED: &[(&str, &str)] = &[
    ("loc/illegal-char", "loc/backslash"),
    ("loc/relative", "loc/relative"),
    ("loc/protocol-relative", "loc/protocol-relative"),
];

#[test]
fn entries_are_the_same_with_remarks() {
    for case in cases() {
        let mut settings = Settings::of(&case);
        settings.open.read.remarks = false;
        let quiet = read_with(&settings, case.bytes.as_slice());
        settings.open.read.remarks = true;
        let told = read_with(&settings, case.bytes.as_slice());
        assert_eq!(quiet.entries, told.entries, "{}", case.name);
        assert_eq!((quiet.whole, &quiet.header), (told.whole, &told.header), "{}", case.name);
        let has =
            |wanted: &Diagnostic| told.findings.iter().any(|found| line(found) == line(wanted));
        let replaced = |wanted: &Diagnostic| {
            let by = REPLACED.iter().find(|(id, _)| *id == wanted.rule.id);
            by.is_some_and(|(_, id)| {
                let mut findings = told.findings.iter();
                findings.any(|found| found.rule.id == *id && found.position == wanted.position)
            })
        };
        let silent = quiet.findings.iter().find(|wanted| !has(wanted) && !replaced(wanted));
        let silent = silent.map(line).unwrap_or_default();
        assert_eq!(silent, "", "{}: remarks silence it", case.name);
    }
}
