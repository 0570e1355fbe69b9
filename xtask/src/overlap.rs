//! Large inputs with repeated pages, the same on every machine: three sets in mixed formats that
//! overlap, and a long list.

use crate::Outcome;
use crate::corpus::{self, Feed};
use crate::record::Record;
use crate::words::Numbers;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Entries of one file, at most.
const FILE: u64 = 50_000;

/// Three sets of `n` entries in all; each shares with the one before 15 % of `n`. A page that is in
/// two sets has another date and another format in each.
pub(crate) fn sets(n: u64, folder: &Path) -> Outcome {
    // A small set has every format too.
    let entries = FILE.min(n.div_ceil(24)).max(1);
    for set in 0..3 {
        let (mut start, end) = (n * set / 3, n * (set + 1) / 3);
        let shared = n * 15 / 100 * set;
        for block in 0.. {
            if start >= end {
                break;
            }
            let stop = end.min(start + entries);
            let records = (start - shared..stop - shared).map(|number| dated(number, set));
            file(&folder.join(format!("set-{set}-{block:05}")), block % 8, records)?;
            start = stop;
        }
    }
    Ok(())
}

/// `n` lines, of which some two thirds are pages that no line before had, in no order.
pub(crate) fn lines(n: u64, folder: &Path) -> Outcome {
    let mut out = BufWriter::new(File::create(folder.join("urls.txt"))?);
    let mut record = Record::default();
    for line in 0..n {
        record.fill(Numbers::of(line, 9).below(n));
        writeln!(out, "{}", record.loc)?;
    }
    Ok(out.flush()?)
}

fn dated(number: u64, set: u64) -> Record {
    let mut record = Record::default();
    record.fill(number);
    record.date.year = 2012 + Numbers::of(number, 10 + set).below(14);
    let (year, date) = (record.date.year, record.lastmod.split_off(4));
    record.lastmod = format!("{year}{date}");
    record
}

/// One file; half of them are compressed XML.
fn file(path: &Path, kind: usize, records: impl Iterator<Item = Record>) -> Outcome {
    let suffix = match kind {
        4 => "txt",
        5 => "csv",
        6 => "rss",
        7 => "atom",
        _ => "xml.gz",
    };
    let file = BufWriter::new(File::create(path.with_extension(suffix))?);
    let mut out: Box<dyn Write> =
        if kind < 4 { Box::new(urlset::gzip(file)) } else { Box::new(file) };
    let feed = match kind {
        6 => Some(Feed::RSS),
        7 => Some(Feed::ATOM),
        _ => None,
    };
    let head = match (&feed, kind) {
        (Some(feed), _) => feed.head(),
        (None, 4) => String::new(),
        (None, 5) => "loc,lastmod,changefreq,priority\n".into(),
        _ => corpus::urlset_head(),
    };
    out.write_all(head.as_bytes())?;
    let mut text = String::new();
    for record in records {
        text.clear();
        let Record { loc, lastmod, changefreq, priority, .. } = &record;
        match (&feed, kind) {
            (Some(feed), _) => feed.item(&record, &mut text),
            (None, 4) => text = format!("{loc}\n"),
            (None, 5) => text = format!("{loc},{lastmod},{changefreq},{priority}\n"),
            _ => corpus::url(&record, &mut text),
        }
        out.write_all(text.as_bytes())?;
    }
    let foot = feed.map_or(if kind < 4 { "</urlset>\n" } else { "" }, |feed| feed.foot);
    out.write_all(foot.as_bytes())?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_in_two_sets_keeps_its_loc_and_changes_its_date() {
        let [one, other] = [0, 1].map(|set| dated(17, set));
        assert_eq!(one.loc, other.loc);
        assert_ne!(one.lastmod, other.lastmod);
        assert_eq!(one.lastmod.get(4..), other.lastmod.get(4..));
        assert!(one.lastmod.starts_with(&one.date.year.to_string()));
    }
}
