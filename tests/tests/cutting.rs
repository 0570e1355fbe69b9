//! What must hold of sets that are cut, in every format that is written: the documents in order join
//! to the input, each is within its room to the byte, and none is smaller than it had to be.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::collection::vec;
use proptest::prelude::*;
use std::cell::RefCell;
use std::io::Write;
use std::sync::{Arc, Mutex};
use urlset::ops::Outlet;
use urlset::shard::{By, Filled, Shards};
use urlset::{Diagnostic, Entry, EntryWriter, Format, Kind, Loc, Lost, Output, Position, Room};
use urlset_tests::{entry, header, read_back, write_options};

/// A document in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Makes documents of one format, which all know the columns of all entries.
struct Maker {
    format: &'static Format,
    kind: Kind,
    surveyed: Option<Box<dyn EntryWriter>>,
}

impl Maker {
    fn new(format: &'static Format, entries: &[Entry]) -> Maker {
        let kind = if format.name == "robots" { Kind::Sitemapindex } else { Kind::Urlset };
        let mut maker = Maker { format, kind, surveyed: None };
        let mut writer = maker.writer();
        if writer.needs_survey() {
            entries.iter().for_each(|entry| writer.survey(entry));
            maker.surveyed = Some(writer);
        }
        maker
    }

    fn writer(&self) -> Box<dyn EntryWriter> {
        let surveyed = self.surveyed.as_deref().and_then(EntryWriter::surveyed);
        let new = || (self.format.create.unwrap())(&header(self.kind), &write_options());
        surveyed.unwrap_or_else(new)
    }

    /// A document of these.
    fn whole(&self, entries: &[Entry]) -> String {
        let (mut writer, mut text) = (self.writer(), String::new());
        writer.begin(&mut text);
        for entry in entries {
            writer.write_entry(entry, &mut text, &mut ()).unwrap();
        }
        writer.end(&mut text);
        text
    }

    fn read(&self, text: &str) -> Vec<Entry> {
        read_back(self.format, text, &mut ()).unwrap().1
    }
}

/// The documents that a set was cut into, what is said of each, and what was told.
struct Cut {
    documents: Vec<(Filled, String)>,
    findings: Vec<Diagnostic>,
}

fn cut(maker: &Maker, keys: &[By], room: Room, entries: &[Entry]) -> Cut {
    let (kept, done) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut shards = Shards::new(
        keys,
        room,
        Box::new(|_, _| {
            let document = Kept::default();
            kept.borrow_mut().push(document.clone());
            Ok(Output::new(document, maker.writer()))
        }),
        Box::new(|filled: Filled| {
            if filled.written.entries > 0 {
                done.borrow_mut().push(filled);
            } else {
                let dropped: Option<Kept> = kept.borrow_mut().pop();
                assert!(dropped.is_some_and(|kept| kept.0.lock().unwrap().is_empty()));
            }
            Ok(())
        }),
    );
    for entry in entries {
        shards.write(entry, &Position::start(0), &mut findings).unwrap();
    }
    shards.finish().unwrap();
    let texts = kept.into_inner().into_iter();
    let texts = texts.map(|kept| String::from_utf8(kept.0.lock().unwrap().clone()).unwrap());
    let done = done.into_inner();
    assert_eq!(texts.len(), done.len(), "every document that was begun is told");
    Cut { documents: done.into_iter().zip(texts).collect(), findings }
}

fn written() -> impl Iterator<Item = &'static Format> {
    // How large Parquet becomes is known about.
    let to_the_byte = |format: &&Format| format.create.is_some() && format.name != "parquet";
    urlset::FORMATS.iter().copied().filter(to_the_byte)
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let size = prop_oneof![8 => 0..40_usize, 1 => 400..3000_usize];
    vec((entry(urlset::EXTENSIONS, false), size), 1..12).prop_map(|entries| {
        let long = |(at, (mut entry, size)): (usize, (Entry, usize))| {
            entry.loc = Loc::new(&format!("https://example.com/{at}-{}", "x".repeat(size)));
            entry
        };
        entries.into_iter().enumerate().map(long).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn shards_join_to_the_input_and_fill_their_room(
        all in entries(),
        most in 1_u64..6,
        fitting in any::<prop::sample::Index>(),
        less in 0_u64..3,
    ) {
        for format in written() {
            let maker = Maker::new(format, &all);
            let size = |entries: &[Entry]| maker.whole(entries).len() as u64;
            // Just the room for some of the first ones, or a little less.
            let bytes = size(&all[..=fitting.index(all.len())]).saturating_sub(less);
            let room = Room { entries: most, bytes };
            let Cut { documents, findings } = cut(&maker, &[], room, &all);
            let (fits, large): (Vec<Entry>, Vec<Entry>) =
                all.iter().cloned().partition(|entry| size(std::slice::from_ref(entry)) <= bytes);
            let lost = findings.iter().filter(|finding| finding.lost == Lost::Entry);
            // A finding may cut a long loc; its number is in front.
            let number = |loc: &str| loc.split_once('-').unwrap().0.to_owned();
            let lost: Vec<String> = lost.map(|finding| number(&finding.loc)).collect();
            let large: Vec<String> = large.iter().map(|entry| number(entry.loc.as_str())).collect();
            prop_assert_eq!(&lost, &large, "{}: too large for {}", format.name, bytes);

            let mut rest = fits.as_slice();
            for (place, (filled, text)) in (1..).zip(&documents) {
                let written = filled.written;
                prop_assert_eq!(filled.shard.number, place, "{}", format.name);
                prop_assert_eq!(written.bytes, text.len() as u64, "{}: as measured", format.name);
                prop_assert!(written.bytes <= bytes && written.entries <= most, "{}", format.name);
                prop_assert!(written.entries > 0, "{}: no document is empty", format.name);
                let count = usize::try_from(written.entries).unwrap();
                prop_assert_eq!(text, &maker.whole(&rest[..count]), "{}", format.name);
                if count < rest.len() {
                    // One that is too large for any document ends the one before, too.
                    let last = all.iter().position(|entry| entry.loc == rest[count - 1].loc);
                    let next = number(all[last.unwrap() + 1].loc.as_str());
                    let full = written.entries == most || size(&rest[..=count]) > bytes;
                    let full = full || large.contains(&next);
                    prop_assert!(full, "{}: there was room for one more", format.name);
                }
                rest = &rest[count..];
            }
            prop_assert!(rest.is_empty(), "{}: {} entries are missing", format.name, rest.len());
            if format.open.is_some() && !fits.is_empty() {
                let joined: Vec<Entry> =
                    documents.iter().flat_map(|(_, text)| maker.read(text)).collect();
                prop_assert_eq!(joined, maker.read(&maker.whole(&fits)), "{}", format.name);
            }
        }
    }
}

/// Entries that no document has room for leave none empty, whatever stands beside them.
#[test]
fn too_large_an_entry_leaves_no_empty_document() {
    let page = |path: &str, size| {
        Entry::new(Loc::new(&format!("https://example.com/{path}/{}", "x".repeat(size))))
    };
    let (large, small) = (|path| page(path, 900), |path| page(path, 9));
    for entries in [
        vec![large("a")],
        vec![large("a"), large("a"), large("b")],
        vec![small("a"), large("a"), large("a"), small("a")],
        vec![large("a"), small("b"), large("b"), small("c"), large("d")],
        vec![small("a"), small("a"), small("a"), large("a")],
    ] {
        for format in written() {
            let maker = Maker::new(format, &entries);
            let room = Room { entries: 3, bytes: maker.whole(&entries[..0]).len() as u64 + 400 };
            let Cut { documents, findings } = cut(&maker, &[By::Section], room, &entries);
            let told = findings.iter().filter(|finding| finding.lost == Lost::Entry).count();
            let large = entries.iter().filter(|entry| entry.loc.as_str().len() > 800).count();
            assert_eq!(told, large, "{}", format.name);
            let counts: Vec<u64> = documents.iter().map(|(one, _)| one.written.entries).collect();
            assert!(counts.iter().all(|count| *count > 0), "{}: {counts:?}", format.name);
            assert_eq!(counts.iter().sum::<u64>(), (entries.len() - large) as u64);
        }
    }
}
