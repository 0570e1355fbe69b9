//! Where each rule was found first, for figures.

use crate::tally::{Tally, cause_of};
use crate::{exit::Cause, report::Report};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use urlset::stats::{Findings, Found, Place};
use urlset::{Diagnostic, Excerpt, Lost, Rule, Severity};

/// Places of each rule.
const MOST: usize = 3;

/// Longest text of a place, in characters: what a page shows of it.
const LONGEST: usize = 400;

/// How a finding says that a text of it is cut.
const CUT: &str = "…";

/// The first places of each rule, and what it weighs.
#[derive(Debug, Default)]
pub(crate) struct Firsts {
    rules: BTreeMap<&'static str, (Severity, Vec<Place>)>,
}

impl Firsts {
    /// Whether the next finding of a rule is wanted whole.
    pub(crate) fn wants(&self, rule: &Rule) -> bool {
        self.rules.get(rule.id).is_none_or(|(_, places)| places.len() < MOST)
    }

    /// Takes a finding, which is in the input of this name.
    pub(crate) fn take(&mut self, finding: &Diagnostic, name: &str) {
        let (severity, places) =
            self.rules.entry(finding.rule.id).or_insert((finding.severity, Vec::new()));
        *severity = finding.severity.max(*severity);
        if places.len() == MOST {
            return;
        }
        let at = finding.position;
        let excerpt = finding.excerpt.as_deref().map_or_else(String::new, shown);
        // An excerpt may hold other addresses than that of the entry.
        let text =
            |text: &str| cut(&urlset_fetch::hide(&without(secret(&finding.loc), &whole(text))));
        places.push(Place {
            path: name.to_owned(),
            line: at.line,
            column: at.column,
            detail: text(&finding.detail),
            loc: text(&finding.loc),
            excerpt: text(excerpt.trim()),
        });
    }

    /// What was found, as figures.
    pub(crate) fn findings(&self, report: &Report, profile: &str) -> Findings {
        let found = |tally: &Tally| {
            let (severity, first) = self.rules.get(tally.rule.id).cloned().unwrap_or_else(|| {
                let severity = tally.rule.severity;
                (severity, Vec::new())
            });
            let (rule, help) = (tally.rule, tally.rule.help);
            let found = Found {
                rule: rule.id,
                severity: severity.as_str(),
                found: tally.found,
                dropped: tally.dropped,
                message: rule.summary,
                help,
                first,
            };
            (severity, found)
        };
        let mut rules: Vec<(Severity, Found)> = report.tallies().map(found).collect();
        rules.sort_by_key(|(severity, found)| {
            (Reverse(*severity), Reverse(found.found), found.rule)
        });
        Findings {
            profile: profile.to_owned(),
            error: report.found(Severity::Error),
            warning: report.found(Severity::Warning),
            note: report.found(Severity::Note),
            rules: rules.into_iter().map(|(_, found)| found).collect(),
        }
    }
}

/// Whether a finding is why figures are not whole: it is told where all others are only counted.
pub(crate) fn is_gap(tally: &Tally, finding: &Diagnostic) -> bool {
    let cause = cause_of(tally.meaning, finding);
    let unread = cause.is_some_and(|cause| cause != Cause::Data);
    // It is missing whatever it weighs for those who are asked.
    let is_field =
        finding.lost == Lost::Field && finding.severity.max(finding.rule.severity) > Severity::Note;
    unread || is_field || finding.lost >= Lost::Entry
}

/// User and password of an address, up to the host: a page of figures is shown around.
fn secret(loc: &str) -> &str {
    let (_, rest) = loc.split_once("//").unwrap_or_default();
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rfind('@').and_then(|at| authority.get(..=at)).unwrap_or_default()
}

/// An excerpt, without what may be a part of a password where it is cut.
fn shown(excerpt: &Excerpt) -> String {
    let text = format!("{}{}{}", excerpt.before, excerpt.text, excerpt.after);
    let is_long = |part: &String| part.len() + 3 >= Excerpt::PART;
    let is_cut = is_long(&excerpt.text) || is_long(&excerpt.after);
    if is_cut && excerpt.cut && !text.contains(ends_authority) {
        return "***".to_owned();
    }
    let text = match is_cut {
        true => with_end_cut(&text),
        false => text.into(),
    };
    if excerpt.cut { with_front_cut(&text).into() } else { text.into() }
}

/// A text that may be cut where it says so, without what may be a part of a password there.
fn whole(text: &str) -> String {
    let mut parts: Vec<Cow<'_, str>> = text.split(CUT).map(Cow::from).collect();
    let last = parts.len() - 1;
    for part in parts.iter_mut().take(last) {
        *part = with_end_cut(part).into_owned().into();
    }
    for part in parts.iter_mut().skip(1) {
        *part = with_front_cut(part).into_owned().into();
    }
    parts.join(CUT)
}

/// Where no password goes on: what follows it is the end of an address.
fn ends_authority(c: char) -> bool {
    "/?#@".contains(c) || c.is_whitespace()
}

fn with_end_cut(text: &str) -> Cow<'_, str> {
    // Where no scheme is told, the last word may be all that stands behind one.
    let word = text.rfind(|c: char| c == '`' || c.is_whitespace()).map_or(0, |at| at + 1);
    let begin = text.rfind("://").map_or(word, |at| at + "://".len());
    match text.split_at_checked(begin) {
        Some((front, rest)) if rest.contains(':') && !rest.contains(ends_authority) => {
            format!("{front}***").into()
        }
        _ => text.into(),
    }
}

fn with_front_cut(text: &str) -> Cow<'_, str> {
    // Also where it is cut within the slashes before a user.
    match text.trim_start_matches('/').split_once('@') {
        Some((front, rest)) if !front.contains(ends_authority) => format!("***@{rest}").into(),
        _ => text.into(),
    }
}

fn without<'t>(secret: &str, text: &'t str) -> Cow<'t, str> {
    match secret {
        "" => text.into(),
        secret => text.replace(secret, "***@").into(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}{CUT}", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, shown, whole};

    #[test]
    fn what_is_cut_may_be_a_password() {
        for (text, cut, expected) in [
            (
                "cret@e.com/\",\"a\":\"https://e.com/\"",
                true,
                "***@e.com/\",\"a\":\"https://e.com/\"",
            ),
            ("@id https://e.com", false, "@id https://e.com"),
            ("/ann:it's@e.com/a", true, "***@e.com/a"),
            ("a/b@e.com", true, "a/b@e.com"),
            ("https://e.com,2024-13-01T00:00:00Z", false, "https://e.com,2024-13-01T00:00:00Z"),
        ] {
            let excerpt = Excerpt { before: text.into(), cut, ..Excerpt::default() };
            assert_eq!(shown(&excerpt), expected, "{text}");
        }
        for (times, expected) in
            [(20, "https://ann:".to_owned() + &"x".repeat(20)), (120, "https://***".into())]
        {
            let (before, after) = ("https://ann:".into(), "x".repeat(times));
            let excerpt = Excerpt { before, after, ..Excerpt::default() };
            assert_eq!(shown(&excerpt), expected);
        }
        let (before, text) = ("x".repeat(120), "x".repeat(120));
        let excerpt = Excerpt { before, text, cut: true, ..Excerpt::default() };
        assert_eq!(shown(&excerpt), "***");
    }

    #[test]
    fn a_detail_that_is_cut_shows_no_part_of_a_password() {
        for (text, expected) in [
            ("`https://ann:it's…", "`https://***…"),
            ("ann:secr…", "***…"),
            ("cannot read `ann:secr…` and b", "cannot read `***…` and b"),
            ("https://ann:se…, https://e.com:80/a…, f", "https://***…, https://e.com:80/a…, f"),
            ("…cret@e.com/a", "…***@e.com/a"),
            ("https://e.com/a…", "https://e.com/a…"),
            ("", ""),
        ] {
            assert_eq!(whole(text), expected);
        }
    }
}
