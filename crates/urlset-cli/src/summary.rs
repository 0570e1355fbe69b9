//! The last lines of a run: how much went in, how much came out, what was left behind.

use crate::number::{count, thousands};
use crate::report::Report;
use std::time::Duration;
use urlset::Kind;

/// What a run did.
pub(crate) struct Totals {
    pub(crate) kind: Kind,
    /// Entries that were read whole.
    pub(crate) read: u64,
    /// Entries that were written.
    pub(crate) written: u64,
    pub(crate) files: u64,
    pub(crate) elapsed: Duration,
}

impl Totals {
    /// Entries that were left out, by rule, the most first.
    pub(crate) fn dropped(report: &Report) -> Vec<(&'static str, u64)> {
        let mut dropped: Vec<(&'static str, u64)> = report
            .tallies()
            .filter(|tally| tally.dropped > 0)
            .map(|tally| (tally.rule.id, tally.dropped))
            .collect();
        dropped.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        dropped
    }

    /// `60,001 URLs in, 59,876 out, 125 dropped (loc/relative 121, loc/missing 4), 3 files, 1.9 s`.
    pub(crate) fn line(&self, report: &Report) -> String {
        let by_rule = Totals::dropped(report);
        let dropped: u64 = by_rule.iter().map(|(_, count)| count).sum();
        let noun = match self.kind {
            Kind::Urlset => "URL",
            Kind::Sitemapindex => "sitemap",
        };
        // Dropped by a writer, an entry was counted as read already.
        let entries = self.written.saturating_add(dropped).max(self.read);
        let mut line = format!("{} in, {} out", count(entries, noun), thousands(self.written));
        if dropped > 0 {
            let rules: Vec<String> =
                by_rule.iter().map(|(id, count)| format!("{id} {}", thousands(*count))).collect();
            line += &format!(", {} dropped ({})", thousands(dropped), rules.join(", "));
        }
        line + &format!(", {}, {:.1} s", count(self.files, "file"), self.elapsed.as_secs_f64())
    }
}
