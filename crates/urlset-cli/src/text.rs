//! Findings as text on standard error: `path:line:column` first, an excerpt, one way out.

use crate::args::{Common, When};
use crate::clean::clean;
use crate::excerpt;
use crate::progress;
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use urlset::{Diagnostic, Position, Severity};

/// Columns where standard error is no terminal.
const WIDTH: usize = 100;

/// So quiet that not even what ends the run is shown: who runs it tells that.
pub(crate) const MUTE: u8 = u8::MAX;

const BOLD: Style = Style::new().bold();
const DIM: Style = AnsiColor::BrightBlue.on_default();

/// Writes findings to standard error.
pub(crate) struct Text {
    width: usize,
    quiet: u8,
    verbose: u8,
    /// Whether findings are shown at all.
    shown: bool,
    /// Repairs are shown as before and after.
    pub(crate) mends: bool,
    /// Whether standard error could not be written.
    pub(crate) failed: bool,
}

impl Text {
    pub(crate) fn new(common: &Common, shown: bool) -> Text {
        let choice = match common.color {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let width = terminal_size::terminal_size_of(std::io::stderr())
            .map_or(WIDTH, |(width, _)| usize::from(width.0));
        Text {
            width,
            quiet: common.quiet,
            verbose: common.verbose,
            shown,
            mends: false,
            failed: false,
        }
    }

    /// Whether a finding of this weight is shown.
    pub(crate) fn takes(&self, severity: Severity) -> bool {
        match self.quiet {
            0 => true,
            1 => severity == Severity::Error,
            _ => false,
        }
    }

    /// Shows one finding; in one line where one of its rule was shown before, unless `-v` asks for all.
    pub(crate) fn finding(&mut self, finding: &Diagnostic, name: &str, other: &str, again: bool) {
        if !self.shown {
            return;
        }
        let text = match again && self.verbose == 0 {
            _ if self.mends && finding.is_mended() => repair(finding, name, self.width),
            true => line(finding, name, other, self.width),
            false => render(finding, name, other, self.width),
        };
        self.write(&text);
    }

    /// Shows a line where `-v` asks for it.
    pub(crate) fn tell(&mut self, line: &str) {
        if self.verbose > 0 {
            self.write(&format!("{DIM}{}{DIM:#}\n", clean(line)));
        }
    }

    /// Shows what was folded.
    pub(crate) fn folded(&mut self, lines: &[String]) {
        if self.quiet < 2 && self.shown {
            for line in lines {
                self.write(&format!("{line}\n"));
            }
        }
    }

    /// Shows the last lines.
    pub(crate) fn summary(&mut self, lines: &[String]) {
        if self.quiet < 2 {
            for line in lines {
                self.write(&format!("{}\n", clean(line)));
            }
        }
    }

    /// Whether nothing is shown but what ends the run.
    pub(crate) fn is_mute(&self) -> bool {
        self.quiet > 1
    }

    /// Shows under `-qq` what ended the run: a finding with the names of its places, else the first
    /// line.
    pub(crate) fn last_words(
        &mut self,
        finding: Option<(&Diagnostic, [&str; 2])>,
        lines: &[String],
    ) {
        match (finding, lines.first()) {
            _ if !self.is_mute() || self.quiet == MUTE => {}
            (Some((finding, [name, other])), _) => {
                self.write(&render(finding, name, other, self.width));
            }
            (None, Some(line)) => self.write(&format!("{}\n", clean(line))),
            (None, None) => {}
        }
    }

    fn write(&mut self, text: &str) {
        progress::erase();
        let mut out = anstream::AutoStream::auto(std::io::stderr().lock());
        let written = out.write_all(text.as_bytes());
        if let Err(error) = written
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            self.failed = true;
        }
    }
}

/// A repair as text with styles: its place, what was there and what is there now.
pub(crate) fn repair(finding: &Diagnostic, name: &str, width: usize) -> String {
    let mut out = heading(finding);
    let at = finding.position;
    let number = if at.is_known() { at.line.to_string() } else { String::new() };
    let gutter = " ".repeat(number.len().max(1));
    if !name.is_empty() {
        let _ = write!(out, "{gutter} {DIM}-->{DIM:#} {}", clean(name));
        if at.is_known() {
            let _ = write!(out, ":{}:{}", at.line, at.column);
        }
        out.push('\n');
    }
    let Some(mended) = &finding.mended else { return out };
    let room = width.saturating_sub(gutter.len() + 6).max(16);
    let [was, now] = apart([clean(&mended.was), clean(&mended.now)], room);
    for (sign, text) in [("-", was), ("+", now)] {
        if !text.is_empty() {
            let _ = writeln!(out, "{gutter} {DIM}{sign}{DIM:#} `{}`", short(&text, room));
        }
    }
    out
}

/// Two texts without most of what they begin with alike, where it alone would fill the line.
fn apart(texts: [Cow<'_, str>; 2], room: usize) -> [String; 2] {
    let [one, other] = &texts;
    let alike = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let fits = texts.iter().all(|text| text.width() <= room);
    let skip = if fits || alike < room / 2 { 0 } else { alike - room / 4 };
    let rest = |text: Cow<'_, str>| match skip {
        0 => text.into_owned(),
        _ if text.is_empty() => String::new(),
        _ => std::iter::once('…').chain(text.chars().skip(skip)).collect(),
    };
    texts.map(rest)
}

/// A text cut to so many columns.
fn short(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut width = 1;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= room
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Severity and rule, with styles.
fn rule(finding: &Diagnostic) -> String {
    let color = match finding.severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    let style = color.on_default().bold();
    format!("{style}{}[{}]{style:#}", finding.severity.as_str(), finding.rule.id)
}

fn heading(finding: &Diagnostic) -> String {
    format!("{}{BOLD}: {}{BOLD:#}\n", rule(finding), finding.rule.summary)
}

/// A finding as one line: of its rule everything but this was said before. Only what its source says is
/// cut to the terminal.
fn line(finding: &Diagnostic, name: &str, other: &str, width: usize) -> String {
    let place = |name: &str, at: &Position| match at.is_known() {
        true => format!("{}:{}:{}", clean(name), at.line, at.column),
        false => clean(name).into_owned(),
    };
    let mut out = rule(finding);
    let both = [("-->", name, Some(&finding.position)), (":::", other, finding.other.as_deref())];
    for (arrow, name, at) in both {
        let Some(at) = at.filter(|_| !name.is_empty()) else { continue };
        let _ = write!(out, " {DIM}{arrow}{DIM:#} {}", place(name, at));
    }
    let text = finding.excerpt.as_ref().map_or("", |cut| cut.text.trim());
    if !finding.detail.is_empty() && finding.detail.trim() != text {
        let _ = write!(out, ": {}", clean(&finding.detail));
    } else if !text.is_empty() {
        let used = anstream::adapter::strip_str(&out).to_string().width();
        let room = width.saturating_sub(used + 2).max(16);
        let _ = write!(out, ": {}", short(&clean(text), room));
    }
    out + "\n"
}

/// A finding as text with styles; ends in a line feed. `other` is the name of the other of two places.
pub(crate) fn render(finding: &Diagnostic, name: &str, other: &str, width: usize) -> String {
    let (mut out, rule) = (heading(finding), finding.rule);
    let at = finding.position;
    let number = if at.is_known() { at.line.to_string() } else { String::new() };
    let gutter = " ".repeat(number.len().max(1));
    let both = [("-->", name, Some(&at)), (":::", other, finding.other.as_deref())];
    for (arrow, name, at) in both {
        let Some(at) = at.filter(|_| !name.is_empty()) else { continue };
        let _ = write!(out, "{gutter} {DIM}{arrow}{DIM:#} {}", clean(name));
        if at.is_known() {
            let _ = write!(out, ":{}:{}", at.line, at.column);
        }
        out.push('\n');
    }
    let detail = clean(&finding.detail);
    let told = source(&mut out, finding, &number, &detail, width);
    if !told && !detail.is_empty() {
        let _ = writeln!(out, "{gutter}  {DIM}={DIM:#} {detail}");
    }
    let help = match &*finding.help {
        "" => rule.help,
        help => help,
    };
    if !help.is_empty() {
        let _ = writeln!(out, "{gutter}  {DIM}={DIM:#} help: {}", clean(help));
    }
    out
}

/// The excerpt; says whether the detail stands in it.
fn source(
    out: &mut String,
    finding: &Diagnostic,
    number: &str,
    detail: &str,
    width: usize,
) -> bool {
    let (Some(cut), true) = (&finding.excerpt, finding.position.is_known()) else {
        return false;
    };
    let gutter = " ".repeat(number.len());
    let room = width.saturating_sub(number.len() + 4);
    let shown = excerpt::show(cut, room);
    let indent = " ".repeat(shown.indent);
    let carets = "^".repeat(shown.carets);
    let echo = cut.text.trim() == finding.detail.trim();
    let fits = shown.indent + shown.carets + 1 + UnicodeWidthStr::width(detail) <= room;
    let beside = if fits && !echo { detail } else { "" };
    let _ = writeln!(out, "{gutter}  {DIM}|{DIM:#}");
    let _ = writeln!(out, " {DIM}{number} |{DIM:#} {}", shown.line);
    let last = format!("{indent}{BOLD}{carets}{BOLD:#} {beside}");
    let _ = writeln!(out, "{gutter}  {DIM}|{DIM:#} {}", last.trim_end());
    fits || echo
}

#[cfg(test)]
mod tests {
    use super::{line, render};
    use urlset::{Excerpt, Position, rules};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn as_the_contract_shows() {
        let at = Position { input: 1, line: 1, column: 2_869_015, byte: 0 };
        let mut finding = rules::LASTMOD_AMBIGUOUS.at(at).detail("read two ways");
        finding.excerpt = Some(Box::new(Excerpt {
            before: "/x</loc><lastmod>".into(),
            text: "01/02/2026".into(),
            after: "</lastmod></url>".into(),
            cut: true,
        }));
        let text = plain(&render(&finding, "shop.xml.gz", "", 80));
        assert_eq!(
            text,
            "error[lastmod/ambiguous]: day and month can be read two ways\n  \
             --> shop.xml.gz:1:2869015\n   \
             |\n \
             1 | …/x</loc><lastmod>01/02/2026</lastmod></url>\n   \
             |                   ^^^^^^^^^^ read two ways\n   \
             = help: add `--dates dmy` or `--dates mdy`, or `--drop lastmod`\n"
        );
    }

    #[test]
    fn with_the_other_place() {
        let at = |input, line| Position { line, column: 3, ..Position::start(input) };
        let finding = rules::LOC_RELATIVE.at(at(1, 7)).other(at(2, 12));
        let text = plain(&render(&finding, "a.xml", "b\u{7}.xml", 80));
        assert_eq!(text.lines().nth(1), Some("  --> a.xml:7:3"));
        assert_eq!(text.lines().nth(2), Some("  ::: b␇.xml:12:3"));
    }

    #[test]
    fn in_one_line() {
        let at = |input, line| Position { line, column: 3, ..Position::start(input) };
        let finding =
            rules::LOC_RELATIVE.at(at(1, 7)).other(at(2, 12)).detail("/a\u{7}\u{e4}bcdef");
        let text = plain(&line(&finding, "a.xml", "b.xml", 62));
        assert_eq!(text, "error[loc/relative] --> a.xml:7:3 ::: b.xml:12:3: /a␇äbcdef\n");
        let text = plain(&line(&finding, "a.xml", &"b".repeat(20), 62));
        assert_eq!(text.lines().count(), 1);
        let alone = rules::LOC_RELATIVE.found();
        assert_eq!(plain(&line(&alone, "a.xml", "", 20)), "error[loc/relative] --> a.xml\n");
    }

    #[test]
    fn without_a_place() {
        let finding = rules::ZERO_BYTES.found().detail("a\u{1b}b");
        assert_eq!(
            plain(&render(&finding, "evil\u{9b}.xml", "", 80)),
            "error[file/zero-bytes]: the file is empty\n  --> evil\\u{9b}.xml\n   = a␛b\n   \
             = help: check how it was made; a sitemap needs at least its root element\n"
        );
    }
}
