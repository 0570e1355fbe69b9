//! What was read in one format, written in another and read again is the same, or told.

use crate::conversion::{Document, there_and_back};
use crate::{Settings, read_with};
use std::collections::HashSet;
use urlset::{Carried, Format, Severity};

/// The first byte chooses the other format.
pub fn round_trip(data: &[u8]) {
    let Some((first, data)) = data.split_first() else {
        return;
    };
    let reading = read_with(&Settings::named("input"), data);
    let Some(format) = reading.format.and_then(urlset::format) else {
        return;
    };
    // What is wrong in itself was told when it was read.
    if reading.findings.iter().any(|finding| finding.severity == Severity::Error) {
        return;
    }
    let (mut entries, mut seen) = (reading.entries, HashSet::new());
    entries.retain(|entry| seen.insert(entry.loc.clone()));
    if format.create.is_none() || entries.is_empty() {
        return;
    }
    let written: Vec<&'static Format> =
        urlset::FORMATS.iter().copied().filter(|format| format.create.is_some()).collect();
    let target = written[usize::from(*first) % written.len()];
    // A table has an order of its own for what an item says, a sitemap that of the schema; feeds have
    // words of their own: what they make of one that is wrong in itself is not a question of keeping.
    let is_table = |format: &Format| matches!(format.name, "csv" | "tsv");
    let feed = matches!(target.carries.extensions, Carried::Some(_));
    if feed || is_table(format) || is_table(target) || is_out_of_order(data) {
        entries.iter_mut().for_each(|entry| entry.extensions.clear());
    }
    let source = Document { format, header: reading.header, entries };
    let wrong = there_and_back(&source, target);
    assert!(wrong.is_empty(), "{} to {}: {}", format.name, target.name, wrong.join("\n"));
}

/// Whether children stand in another order than that of their schema.
fn is_out_of_order(data: &[u8]) -> bool {
    let mut settings = Settings::named("input");
    settings.open.read.remarks = true;
    let findings = read_with(&settings, data).findings;
    findings.iter().any(|finding| finding.rule.id == "schema/element-order")
}
