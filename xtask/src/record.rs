//! One record of a corpus: a page of an imagined site, the same for the same number.

use crate::words::{ESCAPED, HOSTS, Numbers, SECTIONS};

/// Entries of one file, the most that the protocol allows.
pub(crate) const SHARD: u64 = 50_000;

/// One page.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) number: u64,
    /// Not escaped for XML.
    pub(crate) loc: String,
    pub(crate) lastmod: String,
    pub(crate) changefreq: &'static str,
    pub(crate) priority: &'static str,
    /// Day of the year 1 to 28 of a month, for feeds.
    pub(crate) date: Date,
}

/// When a page changed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Date {
    pub(crate) year: u64,
    pub(crate) month: u64,
    pub(crate) day: u64,
    /// Seconds of the day.
    pub(crate) second: u64,
}

impl Record {
    /// Makes this the record of `number`.
    pub(crate) fn fill(&mut self, number: u64) {
        self.number = number;
        self.fill_loc(number);
        let mut numbers = Numbers::of(number, 2);
        self.date = Date {
            year: 2012 + numbers.below(14),
            month: 1 + numbers.below(12),
            day: 1 + numbers.below(28),
            second: numbers.below(86_400),
        };
        let Date { year, month, day, second } = self.date;
        self.lastmod = format!("{year}-{month:02}-{day:02}");
        if numbers.below(2) == 0 {
            self.lastmod.push_str(&format!("T{}+00:00", clock(second)));
        }
        // Weighted by repeating: most sites write these without thought.
        self.changefreq = numbers.pick(&[
            "daily", "daily", "daily", "weekly", "weekly", "weekly", "weekly", "monthly",
            "monthly", "yearly", "hourly", "always", "never",
        ]);
        self.priority =
            numbers.pick(&["0.5", "0.5", "0.5", "0.8", "0.8", "0.6", "1.0", "0.3", "0.64"]);
    }

    fn fill_loc(&mut self, number: u64) {
        // One host a file, as real sitemaps have.
        let host = Numbers::of(number / SHARD, 1).pick(HOSTS);
        let mut numbers = Numbers::of(number, 3);
        let loc = &mut self.loc;
        loc.clear();
        loc.push_str(host);
        loc.push('/');
        match numbers.below(20) {
            0..=7 => {
                loc.push_str(numbers.pick(SECTIONS));
                loc.push('/');
                numbers.words(1, '-', loc);
                loc.push('/');
                let count = 3 + numbers.below(4);
                numbers.words(count, '-', loc);
                loc.push_str(&format!("-{number:07}.html"));
            }
            8..=12 => {
                let (year, month) = (2012 + numbers.below(14), 1 + numbers.below(12));
                loc.push_str(&format!("{year}/{month:02}/"));
                let count = 4 + numbers.below(6);
                numbers.words(count, '-', loc);
                loc.push_str(&format!("-{number:x}/"));
            }
            13..=15 => {
                loc.push_str(&format!("item?id={number:07}&variant={}&colour=", numbers.below(40)));
                numbers.words(1, '-', loc);
                loc.push_str("&from=sitemap");
            }
            16..=17 => {
                for _ in 0..2 {
                    loc.push_str(numbers.pick(ESCAPED));
                    loc.push('/');
                }
                loc.push_str(&format!("{number:07}"));
            }
            18 => {
                loc.push_str("wiki/");
                numbers.words(2, '_', loc);
                loc.push_str(&format!("_(maker's_{number})"));
            }
            _ => loc.push_str(&format!("s/{:x}-{number:x}", numbers.below(1 << 40))),
        }
    }
}

/// `13:05:09` of seconds of the day.
pub(crate) fn clock(second: u64) -> String {
    let (hours, minutes) = (second / 3600, second / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", second % 60)
}

/// Appends text with the five characters of XML escaped.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\'' => out.push_str("&apos;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_the_same_each_time_and_differ_from_each_other() {
        let locs = |range: std::ops::Range<u64>| -> Vec<String> {
            let mut record = Record::default();
            range
                .map(|number| {
                    record.fill(number);
                    record.loc.clone()
                })
                .collect()
        };
        let first = locs(0..5000);
        assert_eq!(first, locs(0..5000));
        let mut sorted = first.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), first.len());
        let bytes: usize = first.iter().map(String::len).sum();
        let mean = bytes / first.len();
        assert!((65..=85).contains(&mean), "{mean} bytes a loc");
    }

    #[test]
    fn xml_is_escaped() {
        let mut out = String::new();
        escape("a&b<c>'\"", &mut out);
        assert_eq!(out, "a&amp;b&lt;c&gt;&apos;&quot;");
    }
}
