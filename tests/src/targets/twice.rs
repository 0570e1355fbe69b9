//! What was read in one format, written in another and read again is the same, or told.

use crate::conversion::{Document, there_and_back};
use crate::{Settings, read_back, read_with, write};
use std::collections::HashSet;
use urlset::{Carried, Element, Entry, Format, Header, Kind, Severity};

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
    // A table has an order of its own for what an item says; feeds have words of their own: what they
    // make of one that is wrong in itself is not a question of keeping.
    let is_table = |format: &Format| matches!(format.name, "csv" | "tsv" | "parquet");
    let feed = matches!(target.carries.extensions, Carried::Some(_));
    if feed || is_table(format) || is_table(target) {
        entries.iter_mut().for_each(|entry| entry.extensions.clear());
    }
    if reading.header.kind == Kind::Urlset {
        as_sitemaps_have_them(&reading.header, &mut entries);
    }
    let source = Document { format, header: reading.header, entries };
    let wrong = there_and_back(&source, target);
    assert!(wrong.is_empty(), "{} to {}: {}", format.name, target.name, wrong.join("\n"));
}

/// Puts what stands in items into the order of the schema, as sitemaps are written: the same
/// elements with the same texts.
fn as_sitemaps_have_them(header: &Header, entries: &mut Vec<Entry>) {
    let format = urlset::format("xml").unwrap();
    let text = write(format, header, entries, &mut ());
    let (_, back) = read_back(format, &text, &mut ()).unwrap();
    if back.len() == entries.len() {
        for (entry, back) in entries.iter().zip(&back) {
            let (before, after) = (texts(entry), texts(back));
            assert_eq!(before, after, "{entry:?}\n{back:?}\n{text}");
        }
        *entries = back;
    }
}

/// Each element with its text, in one order.
fn texts(entry: &Entry) -> Vec<String> {
    let mut open: Vec<Element<'_>> = entry.extensions.elements().collect();
    let mut texts = Vec::new();
    while let Some(element) = open.pop() {
        texts.push(format!("{} {} {}", element.namespace(), element.name(), element.text()));
        open.extend(element.children());
    }
    texts.sort();
    texts
}
