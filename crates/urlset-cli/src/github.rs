//! Findings as annotations of GitHub Actions: workflow commands, one a line.

use crate::clean::clean;
use urlset::{Diagnostic, Severity};

/// One finding.
pub(crate) fn annotation(finding: &Diagnostic, name: &str) -> String {
    let word = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if !name.is_empty() {
        properties.push(format!("file={}", property(name)));
        if finding.position.is_known() {
            properties.push(format!("line={}", finding.position.line));
            properties.push(format!("col={}", finding.position.column));
        }
    }
    properties.push(format!("title={}", property(finding.rule.id)));
    let help = match &*finding.help {
        "" => finding.rule.help,
        help => help,
    };
    let detail = match &*finding.detail {
        "" => String::new(),
        detail => format!(": {detail}"),
    };
    let text = format!("{}{detail} ({help})", finding.rule.summary);
    format!("::{word} {}::{}\n", properties.join(","), data(&clean(&text)))
}

/// A last line of the report.
pub(crate) fn notice(line: &str) -> String {
    format!("::notice title=urlset::{}\n", data(&clean(line)))
}

/// Text after `::`, as the toolkit of GitHub Actions escapes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&clean(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{annotation, notice};
    use urlset::{Position, rules};

    #[test]
    fn one_a_line() {
        let at = Position { input: 1, line: 3, column: 9, byte: 80 };
        let finding = rules::LOC_PERCENT.at(at).detail("https://e.com/100%").help("x,y");
        assert_eq!(
            annotation(&finding, "a,b:c.xml"),
            "::error file=a%2Cb%3Ac.xml,line=3,col=9,title=loc/bad-percent::`%25` without two hexadecimal \
             digits in `loc`: https://e.com/100%25 (x,y)\n"
        );
        let whole = rules::ZERO_BYTES.found();
        assert!(
            annotation(&whole, "a.xml").starts_with("::error file=a.xml,title=file/zero-bytes::")
        );
        assert_eq!(notice("1 error"), "::notice title=urlset::1 error\n");
    }
}
