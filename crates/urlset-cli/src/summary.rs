//! The last lines of a run: how much went in, how much came out, what was left behind.

use crate::number::{count, thousands};
use crate::report::Report;
use crate::tally::Tally;
use std::time::Duration;
use urlset::Kind;

/// What a run did.
pub(crate) struct Totals {
    pub(crate) kind: Kind,
    /// Entries that were read whole.
    pub(crate) read: u64,
    /// Entries that `--where` did not ask for.
    pub(crate) left_out: u64,
    /// Entries that were joined to an earlier one.
    pub(crate) joined: u64,
    /// Entries that were made.
    pub(crate) made: u64,
    /// Entries that were written: all or none of those.
    pub(crate) written: u64,
    /// What `--limit` allows, where as many were left.
    pub(crate) limit: Option<u64>,
    pub(crate) files: u64,
    pub(crate) elapsed: Duration,
}

impl Totals {
    /// `60,001 URLs in, 59,876 out, 125 dropped (loc/relative 121, loc/missing 4), 3 files, 1.9 s`.
    pub(crate) fn line(&self, report: &Report) -> String {
        let dropped = report.tallies().map(|tally| tally.dropped).sum();
        let noun = match self.kind {
            Kind::Urlset => "URL",
            Kind::Sitemapindex => "sitemap",
        };
        // Dropped by a writer, an entry was counted as read already.
        let entries = [self.left_out, self.joined, dropped]
            .iter()
            .fold(self.made, |sum, n| sum.saturating_add(*n));
        let entries = entries.max(self.read);
        let mut line = format!("{} in, {} out", count(entries, noun), thousands(self.written));
        if self.joined > 0 {
            line += &format!(", {} joined to an earlier one", thousands(self.joined));
        }
        if self.left_out > 0 {
            line += &format!(", {} left out by --where", thousands(self.left_out));
        }
        if let Some(most) = self.limit {
            line += &format!(", no more than {} by --limit", thousands(most));
        }
        line + &dropped_of(report)
            + &format!(", {}, {:.1} s", count(self.files, "file"), self.elapsed.as_secs_f64())
    }
}

/// `, 125 dropped (loc/relative 121, loc/missing 4), 1 field dropped (lastmod/invalid 1)`; empty for none.
pub(crate) fn dropped_of(report: &Report) -> String {
    let entries: u64 = report.tallies().map(|tally| tally.dropped).sum();
    let fields: u64 = report.tallies().map(|tally| tally.fields).sum();
    let mut line = String::new();
    if entries > 0 {
        let rules = by_rule(report, |tally| tally.dropped);
        line += &format!(", {} dropped ({rules})", thousands(entries));
    }
    if fields > 0 {
        let rules = by_rule(report, |tally| tally.fields);
        line += &format!(", {} dropped ({rules})", count(fields, "field"));
    }
    line
}

/// `loc/relative 121, loc/missing 4`: what was left out or repaired, by rule, the most first.
pub(crate) fn by_rule(report: &Report, left_out: impl Fn(&Tally) -> u64) -> String {
    let mut rules: Vec<(&str, u64)> = report
        .tallies()
        .map(|tally| (tally.rule.id, left_out(tally)))
        .filter(|(_, count)| *count > 0)
        .collect();
    rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rules: Vec<String> =
        rules.iter().map(|(id, count)| format!("{id} {}", thousands(*count))).collect();
    rules.join(", ")
}
