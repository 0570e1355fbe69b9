//! Findings as Markdown: totals by rule, then the findings; for tickets and the summaries of builds.

use crate::clean::clean;
use std::fmt::Write as _;
use urlset::{Diagnostic, Rule, Severity};

/// What is counted of one rule.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) found: u64,
    /// Of the first finding.
    pub(crate) place: String,
    /// The same; that of the rule where it has none of its own.
    pub(crate) help: String,
}

/// One finding as an item of a list.
pub(crate) fn item(finding: &Diagnostic, name: &str) -> String {
    let mut item = format!(
        "- **{}** `{}` {}: {}",
        finding.severity.as_str(),
        finding.rule.id,
        code(&place(finding, name)),
        text(finding.rule.summary)
    );
    if !finding.detail.is_empty() {
        let _ = write!(item, ": {}", code(&finding.detail));
    }
    item + "\n"
}

/// Where a finding is: `shop.xml:3:50`.
pub(crate) fn place(finding: &Diagnostic, name: &str) -> String {
    match finding.position.is_known() {
        true => format!("{name}:{}:{}", finding.position.line, finding.position.column),
        false => name.to_owned(),
    }
}

/// The table of rules, the gravest first.
pub(crate) fn table(rows: &mut [Row]) -> String {
    if rows.is_empty() {
        return "No findings.\n".to_owned();
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.severity), row.rule.id));
    let mut out =
        "| severity | rule | findings | first | way out |\n|---|---|---:|---|---|\n".to_owned();
    for row in rows {
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {} | {} |",
            row.severity.as_str(),
            row.rule.id,
            row.found,
            cell(&code(&row.place)),
            cell(&text(&row.help))
        );
    }
    out
}

/// Text of ours, which may hold code between backticks and names of others: what would be markup
/// outside of code is escaped, and the backticks, too, where they are no pairs.
pub(crate) fn text(text: &str) -> String {
    let text = clean(text);
    let pairs = text.matches('`').count().is_multiple_of(2) && !text.contains("``");
    let (mut out, mut in_code) = (String::new(), false);
    for c in text.chars() {
        in_code ^= c == '`' && pairs;
        let is_markup = matches!(c, '\\' | '<' | '[' | ']' | '*' | '_' | '~' | '#');
        if (is_markup && !in_code) || (c == '`' && !pairs) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Text of others: code, fenced by more backticks than it holds (CommonMark 6.1).
fn code(text: &str) -> String {
    let text = clean(text);
    if text.is_empty() {
        return "–".to_owned();
    }
    let mut fence = "`".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    match fence.len() {
        1 => format!("`{text}`"),
        _ => format!("{fence} {text} {fence}"),
    }
}

/// A bar would end the cell, also within code.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::{Row, item, table, text};
    use urlset::{Position, Severity, rules};

    #[test]
    fn names_are_no_markup() {
        for (line, expected) in [
            ("2 entries in 1 file", "2 entries in 1 file"),
            ("write `&amp;`, no <b>", "write `&amp;`, no \\<b>"),
            ("a_b[x](http://e) *", "a\\_b\\[x\\](http://e) \\*"),
            ("`image/*` and a`[x]", "\\`image/\\*\\` and a\\`\\[x\\]"),
            ("a``[x]``b", "a\\`\\`\\[x\\]\\`\\`b"),
        ] {
            assert_eq!(text(line), expected);
        }
        let whole = rules::ZERO_BYTES.found();
        assert!(item(&whole, "").contains("` –: "), "{}", item(&whole, ""));
    }

    #[test]
    fn findings_of_others_are_code() {
        let at = Position { input: 1, line: 3, column: 9, byte: 80 };
        let finding = rules::LOC_RELATIVE.at(at).detail("/a`<b>|");
        assert_eq!(
            item(&finding, "a.xml"),
            "- **error** `loc/relative` `a.xml:3:9`: `loc` is not an absolute URL: `` /a`<b>| ``\n"
        );
        let row = |rule, severity, place: &str| Row {
            rule,
            severity,
            found: 2,
            place: place.into(),
            help: rule.help.into(),
        };
        let mut rows = [
            row(&rules::LOC_AT_LIMIT, Severity::Warning, "a|b.xml:1:1"),
            row(&rules::LOC_RELATIVE, Severity::Error, "a.xml:3:9"),
        ];
        let table = table(&mut rows);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert!(lines[0].starts_with("| error | `loc/relative` | 2 | `a.xml:3:9` | "), "{table}");
        assert!(lines[1].contains("`a\\|b.xml:1:1`"), "{table}");
    }
}
