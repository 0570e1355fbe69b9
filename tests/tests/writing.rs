//! What writers and copies tell: the rules that no document breaks by being read.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset::indexnow::{IndexNowOptions, IndexNowWriter};
use urlset::ops::{Copying, copy};
use urlset::{Entry, EntryWriter, Format, Header, Kind, Loc, Lost, Output, Position, WriteOptions};
use urlset_tests::{Log, Memory, header, read_back, write, write_options, write_with};

fn format(name: &str) -> &'static Format {
    urlset::format(name).unwrap()
}

fn page(loc: &str) -> Entry {
    Entry::new(Loc::new(loc))
}

/// Copies entries into a format as the command does.
fn copied(entries: Vec<Entry>, kind: Kind, target: &str) -> (String, Log) {
    let target = format(target);
    let header = header(kind);
    let writer = (target.create.unwrap())(&header, &WriteOptions::default());
    let (mut bytes, mut log) = (Vec::new(), Log::default());
    let mut output = Output::new(&mut bytes, writer);
    let mut copying = Copying {
        carries: target.carries,
        extensions: urlset::EXTENSIONS,
        audits: &mut [],
        most_entries: Some(50_000),
    };
    copy(&mut Memory::new(header, entries), &mut output, &mut copying, &mut log).unwrap();
    output.finish().unwrap();
    (String::from_utf8(bytes).unwrap(), log)
}

/// Every loc that a program can build but a format cannot hold is told and does not get in: not as
/// a second line, not as broken markup.
#[test]
fn addresses_that_a_format_cannot_hold_are_left_out() {
    let good = "https://example.com/good";
    for (target, kind, loc, rule) in [
        ("xml", Kind::Urlset, "https://example.com/\u{1}", "loc/unwritable"),
        ("rss", Kind::Urlset, "https://example.com/\u{1}", "feed/unwritable-loc"),
        ("atom", Kind::Urlset, "https://example.com/\u{1}", "feed/unwritable-loc"),
        (
            "text",
            Kind::Urlset,
            "https://example.com/\nhttps://example.com/b",
            "text/line-break-in-loc",
        ),
        (
            "text",
            Kind::Urlset,
            "https://example.com/a b\u{a0}HTTP://example.com/c",
            "text/several-urls-on-line",
        ),
        (
            "robots",
            Kind::Sitemapindex,
            "https://example.com/\nDisallow: /",
            "robots/line-break-in-loc",
        ),
    ] {
        let (text, log) = copied(vec![page(loc)], kind, target);
        assert_eq!(log.ids().last(), Some(&rule), "{target}");
        let finding = log.findings.last().unwrap();
        assert_eq!((finding.lost, finding.position.line), (Lost::Entry, 1), "{target}");
        assert!(
            !text.contains("\u{1}") && !text.contains("Disallow") && !text.contains("/b"),
            "{text}"
        );
        // What cannot be held does not spoil what can.
        if target != "robots" {
            let (text, _) = copied(vec![page(loc), page(good)], kind, target);
            let (_, back) = read_back(format(target), &text, &mut ()).unwrap();
            assert_eq!(back, [page(good)], "{target}");
        }
    }
}

/// What cannot be written whole is not written: another text in its place would be an invention.
#[test]
fn what_xml_cannot_hold_is_left_out() {
    const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
    let at = Position::default();
    let image = |entry: &mut Entry, caption: &str| {
        let tape = &mut entry.extensions;
        tape.open(IMAGE, "image:image", at).leaf(IMAGE, "image:loc", "https://example.com/i.jpg");
        if !caption.is_empty() {
            tape.leaf(IMAGE, "image:caption", caption);
        }
        tape.close();
    };
    for target in ["xml", "rss", "atom"] {
        let (mut entry, mut expected) =
            (page("https://example.com/"), page("https://example.com/"));
        image(&mut entry, "a\u{7}b");
        image(&mut entry, "\u{ffff}");
        image(&mut expected, "");
        image(&mut expected, "");
        if target == "xml" {
            entry.extensions.open("urn:x", "x:note", at).text("a\u{7}b").close();
        }
        let (mut log, mut header) = (Log::default(), header(Kind::Urlset));
        header.title = Some("T\u{1}".into());
        let text = write(format(target), &header, std::slice::from_ref(&entry), &mut log);
        let told = log.ids().iter().filter(|id| **id == "xml/unwritable-char").count();
        assert_eq!(told, 3, "{target}: {:?}", log.ids());
        assert!(!text.contains(['\u{fffd}', '\u{7}', '\u{1}']), "{text}");
        let (_, back) = read_back(format(target), &text, &mut ()).unwrap();
        assert_eq!(back, [expected], "{target}: {text}");
    }
}

/// A format that must say more than the entries do says that it made it up, once.
#[test]
fn invented_values_are_told_once() {
    for name in ["rss", "atom", "jsonfeed"] {
        let entries = [page("https://example.com/a"), page("https://example.com/b")];
        let mut log = Log::default();
        let bare = Header::default();
        let text = write_with(format(name), &bare, &WriteOptions::default(), &entries, &mut log);
        let invented = log.ids().iter().filter(|id| **id == "convert/invented-value").count();
        assert!((1..=5).contains(&invented), "{name}: {:?}", log.ids());
        let mut details: Vec<_> = log.findings.iter().map(|finding| &finding.detail).collect();
        details.sort();
        details.dedup();
        assert_eq!(details.len(), log.findings.len(), "{name} tells the same twice");
        // A date that was made up does not come back as one.
        let (_, back) = read_back(format(name), &text, &mut ()).unwrap();
        assert_eq!(back, entries, "{name}\n{text}");
    }
}

#[test]
fn an_index_into_a_format_of_pages_is_told() {
    let (text, log) = copied(vec![page("https://example.com/s.xml")], Kind::Sitemapindex, "text");
    assert_eq!(
        (text.as_str(), log.ids().as_slice()),
        ("", ["convert/index-not-carried"].as_slice())
    );
}

#[test]
fn losses_without_a_counter_are_findings() {
    for (target, date, told) in [
        ("text", "2026-03-04", &[("convert/lossy", "lastmod: 2026-03-04", 1)][..]),
        ("jsonfeed", "2026-03", &[("convert/date-precision", "lastmod precision: 2026-03", 1)]),
        ("jsonfeed", "2026-03-04T10:00:00Z", &[]),
    ] {
        let mut entry = page("https://example.com/");
        entry.lastmod = urlset::Datetime::parse(date).ok();
        let mut findings: Vec<urlset::Diagnostic> = Vec::new();
        let header = header(Kind::Urlset);
        let mut bytes = Vec::new();
        let writer = (format(target).create.unwrap())(&header, &write_options());
        let mut output = Output::new(&mut bytes, writer);
        let mut copying = Copying {
            carries: format(target).carries,
            extensions: urlset::EXTENSIONS,
            audits: &mut [],
            most_entries: None,
        };
        let mut reader = Memory::new(header, vec![entry]);
        copy(&mut reader, &mut output, &mut copying, &mut findings).unwrap();
        let found = findings.iter().filter(|finding| finding.rule.id != "convert/invented-value");
        let found: Vec<_> =
            found.map(|loss| (loss.rule.id, &*loss.detail, loss.position.line)).collect();
        assert_eq!(found, told, "{target} {date}");
    }
}

#[test]
fn a_date_that_gains_precision_is_told() {
    let mut entry = page("https://example.com/");
    entry.lastmod = urlset::Datetime::parse("2026-03").ok();
    let (_, log) = copied(vec![entry.clone()], Kind::Urlset, "jsonfeed");
    assert!(log.findings.is_empty() && log.losses.len() == 1, "{log:?}");
    let (_, log) = copied(vec![entry], Kind::Urlset, "jsonl");
    assert!(log.findings.is_empty() && log.losses.is_empty());
}

#[test]
fn indexnow_says_what_its_engines_would_refuse() {
    let told = |options: IndexNowOptions, locs: &[String]| {
        let mut writer = IndexNowWriter::with(options);
        let (mut out, mut log) = (String::new(), Log::default());
        writer.begin(&mut out);
        for loc in locs {
            writer.write_entry(&page(loc), &mut out, &mut log).unwrap();
        }
        writer.end(&mut out);
        (out, log.ids().join(" "))
    };
    let key =
        || IndexNowOptions { key: Some("0123456789abcdef".into()), ..IndexNowOptions::default() };
    let one = ["https://example.com/a".to_owned()];
    assert_eq!(told(key(), &one).1, "");
    let short = IndexNowOptions { key: Some("short".into()), ..IndexNowOptions::default() };
    assert_eq!(told(short, &one).1, "indexnow/bad-key");
    let two = ["https://example.com/a".to_owned(), "https://example.org/b".to_owned()];
    let (body, ids) = told(key(), &two);
    assert_eq!(ids, "indexnow/host-mismatch");
    assert!(body.contains("example.com/a") && !body.contains("example.org"), "{body}");
    let many: Vec<String> = (0..10_001).map(|n| format!("https://example.com/{n}")).collect();
    assert_eq!(told(key(), &many).1, "indexnow/too-many");
}

/// 50,001 pages: all are kept, and the document is told once.
#[test]
fn too_many_pages_are_told_once_and_kept() {
    let pages: Vec<Entry> =
        (0..50_001).map(|n| page(&format!("https://example.com/{n}"))).collect();
    let (text, log) = copied(pages, Kind::Urlset, "xml");
    assert_eq!(log.ids(), ["file/too-many-urls"]);
    assert_eq!(log.findings[0].position.line, 50_001);
    assert_eq!(text.matches("<loc>").count(), 50_001);
}
