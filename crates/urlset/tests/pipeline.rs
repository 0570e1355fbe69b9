//! From bytes of every compression and charset to entries, findings and positions.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Read, Write};
use urlset::{
    Diagnostic, Entry, EntryReader, Error, Header, Limits, Loc, Lost, OpenOptions, ReadOptions,
    WriteOptions,
};

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
    <url><loc>https://example.com/a</loc></url>\n\
    <url><loc>https://example.com/b</loc></url>\n\
    </urlset>\n";

/// Gives one byte a read.
struct Slow<'t>(&'t [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(1).min(to.len());
        self.0.read(&mut to[..count])
    }
}

#[derive(Debug, PartialEq)]
struct Outcome {
    locs: Vec<String>,
    found: Vec<Diagnostic>,
    whole: bool,
    about: String,
}

impl Outcome {
    fn ids(&self) -> Vec<&'static str> {
        self.found.iter().map(|finding| finding.rule.id).collect()
    }

    fn has(&self, id: &str) -> bool {
        self.ids().contains(&id)
    }
}

fn read_with(stream: impl Read + Send, options: &OpenOptions) -> Outcome {
    let mut outcome =
        Outcome { locs: Vec::new(), found: Vec::new(), whole: false, about: String::new() };
    match deliver(stream, options, &mut outcome) {
        Ok(()) => outcome.whole = true,
        Err(Error::Stopped(finding)) => {
            assert_eq!(finding.lost, Lost::Rest, "{finding:?}");
            outcome.found.push(*finding);
        }
        Err(error) => panic!("{error}"),
    }
    outcome
}

fn deliver(
    stream: impl Read + Send,
    options: &OpenOptions,
    outcome: &mut Outcome,
) -> urlset::Result<()> {
    let prepared = urlset::prepare(stream, options, &mut outcome.found)?;
    let compression = prepared.compression.unwrap_or("plain");
    outcome.about = format!("{} {} {compression}", prepared.format.name, prepared.charset);
    let mut reader = prepared.open(&options.read, &mut outcome.found)?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut outcome.found)? {
        outcome.locs.push(entry.loc.to_string());
    }
    Ok(())
}

/// Reads fast and slowly: both must give the same.
fn read(bytes: &[u8], name: Option<&str>) -> Outcome {
    let options = OpenOptions { name: name.map(Into::into), ..OpenOptions::default() };
    let fast = read_with(bytes, &options);
    assert_eq!(read_with(Slow(bytes), &options), fast);
    fast
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const BOTH: [&str; 2] = ["https://example.com/a", "https://example.com/b"];

#[test]
fn plain_and_gzip_give_the_same() {
    for (bytes, name, about) in [
        (XML.as_bytes().to_vec(), "a.xml", "xml UTF-8 plain"),
        (gz(XML.as_bytes()), "a.xml.gz", "xml UTF-8 gzip"),
        (b"https://example.com/a\nhttps://example.com/b\n".to_vec(), "a.txt", "text UTF-8 plain"),
    ] {
        let outcome = read(&bytes, Some(name));
        assert_eq!((outcome.ids(), outcome.whole), (vec![], true), "{name}");
        assert_eq!((&*outcome.about, outcome.locs), (about, BOTH.map(String::from).to_vec()));
    }
}

#[test]
fn every_member_is_read() {
    let (front, back) = XML.as_bytes().split_at(150);
    let empty = gz(b"");
    let cases: [(&str, Vec<u8>, &[&str]); 5] = [
        ("two members", [gz(front), gz(back)].concat(), &[]),
        ("empty members", [empty.clone(), gz(front), empty.clone(), gz(back), empty].concat(), &[]),
        ("zeros after", [gz(XML.as_bytes()), vec![0; 1000]].concat(), &[]),
        ("zeros between", [gz(front), vec![0; 9], gz(back)].concat(), &[]),
        (
            "junk after",
            [gz(XML.as_bytes()), b"<!-- appended -->".to_vec()].concat(),
            &["file/gzip-trailing-garbage"],
        ),
    ];
    for (what, bytes, ids) in cases {
        let outcome = read(&bytes, Some("a.xml.gz"));
        assert_eq!((outcome.locs.len(), outcome.whole), (2, true), "{what}");
        assert_eq!(outcome.ids(), ids, "{what}");
    }
}

#[test]
fn a_cut_stream_never_passes_as_whole() {
    let whole = [gz(&XML.as_bytes()[..150]), gz(&XML.as_bytes()[150..])].concat();
    let first = gz(&XML.as_bytes()[..150]).len();
    for end in 3..whole.len() {
        let outcome = read(&whole[..end], Some("a.xml.gz"));
        assert!(!outcome.whole, "cut at {end} of {}", whole.len());
        if end != first {
            assert!(outcome.has("file/gzip-truncated"), "cut at {end}: {:?}", outcome.ids());
        }
    }
    let outcome = read(&whole[..whole.len() - 1], Some("a.xml.gz"));
    assert_eq!(outcome.locs, BOTH, "what came before the cut is delivered");
}

#[test]
fn damage_is_an_error() {
    let good = gz(XML.as_bytes());
    for at in [good.len() - 8, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        let outcome = read(&bad, Some("a.xml.gz"));
        let told = outcome.has("file/gzip-corrupt") || outcome.has("file/gzip-truncated");
        assert!(told && !outcome.whole, "byte {at}: {:?}", outcome.ids());
    }
    // Damage inside may show as nonsense in the text before it shows in the checksum.
    for at in 20..good.len() - 8 {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        assert!(!read(&bad, Some("a.xml.gz")).whole, "byte {at} passed as whole");
    }
}

#[test]
fn bombs_are_refused() {
    let bomb = gz("https://example.com/a\n".repeat(10_000).as_bytes());
    let limits = Limits { inflated_bytes: 2200, ..Limits::default() };
    let read = ReadOptions { limits, ..ReadOptions::default() };
    let options = OpenOptions { read, ..OpenOptions::default() };
    let outcome = read_with(&bomb[..], &options);
    assert_eq!((outcome.ids(), outcome.whole), (vec!["file/gzip-bomb"], false));
    assert!(outcome.locs.len() >= 99);
    let exact = gz("https://example.com/a\n".repeat(100).as_bytes());
    assert!(read_with(&exact[..], &options).whole);
}

#[test]
fn the_ratio_counts_above_64_mib() {
    let line = format!("https://example.com/{}\n", "a".repeat(1003));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..70 * 1024 {
        encoder.write_all(line.as_bytes()).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    let outcome = read_with(&bomb[..], &OpenOptions::default());
    assert_eq!(outcome.ids().last(), Some(&"file/gzip-bomb"));
    assert!(outcome.locs.len() >= 64 * 1024 - 1024);
}

#[test]
fn one_level_of_compression() {
    let outcome = read(&gz(&gz(XML.as_bytes())), None);
    assert_eq!(outcome.ids(), ["file/not-gzip-compression"]);
    assert_eq!(&*outcome.found[0].detail, "gzip data inside compressed data");
}

#[test]
fn zstd_is_read_within_the_same_limits() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let zstd = |bytes: &[u8]| compress_to_vec(bytes, CompressionLevel::Fastest);
    let (front, back) = XML.as_bytes().split_at(150);
    let skippable = b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec();
    let whole = [zstd(front), skippable, zstd(back)].concat();
    let outcome = read(&whole, Some("a.xml.zst"));
    assert_eq!((outcome.ids(), outcome.whole), (vec![], true));
    assert_eq!((&*outcome.about, outcome.locs.len()), ("xml UTF-8 zstd", 2));
    for end in (5..whole.len()).step_by(3) {
        assert!(!read(&whole[..end], None).whole, "cut at {end}");
    }
    let junk = [whole, b"junk".to_vec()].concat();
    assert_eq!(read(&junk, Some("a.zst")).ids(), ["file/gzip-trailing-garbage"]);
}

#[test]
fn what_is_no_sitemap_is_named() {
    for (bytes, name, id) in [
        (&b""[..], None, "file/zero-bytes"),
        (b"\xef\xbb\xbf \n", Some("a.xml"), "file/zero-bytes"),
        (b"\x89PNG\r\n\x1a\n\0\0", Some("a.xml"), "file/unknown-format"),
        (b"PK\x03\x04\0\0", None, "file/not-gzip-compression"),
        (b"<!DOCTYPE HTML><title>x</title>", Some("a.xml"), "file/html-not-sitemap"),
        (b"<!-- x --> <html lang=en>", None, "file/html-not-sitemap"),
        (b"lorem ipsum", None, "file/unknown-format"),
        (b"<?xml version='1.0' encoding='UTF-7'?><urlset/>", None, "xml/encoding-unsupported"),
    ] {
        let outcome = read(bytes, name);
        assert_eq!((outcome.ids(), outcome.whole), (vec![id], false), "{name:?} {bytes:?}");
    }
}

#[test]
fn formats_are_told_apart_by_content() {
    let rss = "<rss version='2.0'><channel><title>t</title><link>https://example.com/</link>\
        <description>d</description><item><link>https://example.com/a</link></item></channel></rss>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><id>urn:x</id>\
        <updated>2026-03-04T00:00:00Z</updated><entry><title>e</title><id>urn:y</id>\
        <updated>2026-03-04T00:00:00Z</updated><link href='https://example.com/a'/></entry></feed>";
    for (text, name, format) in [
        (rss, "feed.xml", "rss"),
        (atom, "feed.xml", "atom"),
        ("Sitemap: https://example.com/a\n", "robots.txt", "robots"),
        ("{\"loc\":\"https://example.com/a\"}\n", "a.jsonl", "jsonl"),
        ("loc,lastmod\nhttps://example.com/a,2026-03-04\n", "a.csv", "csv"),
        ("loc\tlastmod\nhttps://example.com/a\t2026-03-04\n", "a.tsv", "tsv"),
        ("https://example.com/a\n", "a.txt", "text"),
    ] {
        for name in [Some(name), None] {
            let outcome = read(text.as_bytes(), name);
            let found = outcome.about.split(' ').next();
            assert_eq!((found, outcome.whole), (Some(format), true), "{name:?}");
            assert_eq!(outcome.locs, ["https://example.com/a"], "{format}");
            assert!(!outcome.has("file/name-content-mismatch"), "{format}");
        }
    }
}

#[test]
fn names_that_lie_are_told() {
    for (bytes, name, lies) in [
        (XML.as_bytes().to_vec(), "a.xml.gz", true),
        (gz(XML.as_bytes()), "a.xml", true),
        (XML.as_bytes().to_vec(), "a.txt", true),
        (XML.as_bytes().to_vec(), "a", false),
        (gz(XML.as_bytes()), "-", false),
    ] {
        let outcome = read(&bytes, Some(name));
        assert_eq!(outcome.has("file/name-content-mismatch"), lies, "{name}");
        assert_eq!((outcome.locs.len(), outcome.whole), (2, true), "{name}");
    }
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn utf16_is_read_and_told() {
    for big in [false, true] {
        for mark in ["", "\u{feff}"] {
            let declared = XML.replace("UTF-8", "UTF-16");
            let outcome = read(&utf16(&format!("{mark}{declared}"), big), None);
            assert_eq!((outcome.ids(), outcome.whole), (vec!["xml/encoding-not-utf8"], true));
            assert_eq!(outcome.locs, BOTH);
            assert_eq!(
                &*outcome.about,
                ["xml UTF-16LE plain", "xml UTF-16BE plain"][usize::from(big)]
            );
            let text = read(&utf16(&format!("{mark}https://example.com/a\r\n"), big), None);
            assert_eq!((text.ids(), text.locs.len()), (vec!["text/encoding-not-utf8"], 1));
        }
    }
    for (text, id) in [
        ("{\"loc\":\"https://example.com/a\"}\n", "json/encoding-not-utf8"),
        (
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{\"id\":\"1\",\"url\":\"https://example.com/a\"}]}",
            "jsonfeed/encoding-not-utf8",
        ),
        ("User-agent: *\nSitemap: https://example.com/a\n", "robots/encoding-not-utf8"),
    ] {
        let outcome = read(&utf16(&format!("\u{feff}{text}"), false), None);
        assert_eq!((outcome.ids()[0], outcome.locs.len()), (id, 1), "{text}");
    }
    let lying = read(&utf16(&format!("\u{feff}{XML}"), false), None);
    assert_eq!(lying.ids(), ["xml/declared-encoding-mismatch", "xml/encoding-not-utf8"]);
    let lying = read(XML.replace("UTF-8", "UTF-16").as_bytes(), None);
    assert_eq!((lying.ids(), lying.locs.len()), (vec!["xml/declared-encoding-mismatch"], 2));
    assert_eq!((lying.found[0].position.line, lying.found[0].position.column), (1, 31));
}

#[test]
fn legacy_charsets_are_read_and_told() {
    for (label, byte, letter) in
        [("windows-1251", 0xe6, "ж"), ("ISO-8859-1", 0xe9, "é"), ("ISO-8859-1", 0x80, "€")]
    {
        let mut bytes = XML.replace("UTF-8", label).into_bytes();
        let at = bytes.windows(3).position(|some| some == b"m/a").unwrap() + 2;
        bytes[at] = byte;
        let outcome = read(&bytes, None);
        assert_eq!(outcome.locs[0], format!("https://example.com/{letter}"));
        assert!(outcome.whole && outcome.has("xml/encoding-not-utf8"), "{label}");
    }
}

/// Whatever its sender or its declaration says, UTF-8 is UTF-8 wherever the first of it stands, and what
/// is none is what they say.
#[test]
fn what_is_beyond_ascii_decides_wherever_it_stands() {
    let xml = |label: &str| XML.replace("UTF-8", label);
    let (declared, told) = ("xml/declared-encoding-mismatch", "fetch/charset");
    for (document, charset, id, byte, letter) in [
        (xml("UTF-8"), "iso-8859-1", told, 0xe9, "\u{e9}"),
        (xml("ISO-8859-1"), "", declared, 0xe9, "\u{e9}"),
        (xml("ISO-8859-1"), "latin1", declared, 0xe9, "\u{e9}"),
        (BOTH.join("\n"), "iso-8859-1", told, 0xe9, "\u{e9}"),
        (format!("loc\n{}\n", BOTH.join("\n")), "windows-1251", told, 0xe6, "\u{436}"),
    ] {
        let options = OpenOptions { charset: Some(charset.into()), ..OpenOptions::default() };
        let (front, back) = document.split_once("m/b").unwrap();
        let (one, front) = front.rsplit_once('\n').unwrap();
        // What is looked at first ends before the character, in it and behind it, and far before it.
        for at in [0, 65_534, 65_535, 65_536, 150_000_usize] {
            let lines = "\n".repeat(at.saturating_sub(one.len() + front.len() + 2).max(1));
            let with = |letter: &[u8]| {
                [one.as_bytes(), lines.as_bytes(), front.as_bytes(), b"m/", letter, back.as_bytes()]
                    .concat()
            };
            let (utf8, other) = (with(letter.as_bytes()), with(&[byte]));
            for bytes in [utf8.clone(), gz(&utf8), other] {
                let outcome = read_with(&*bytes, &options);
                let slow = read_with(Slow(&bytes), &options);
                assert_eq!(slow.locs, outcome.locs, "{id} {at}");
                // How much an excerpt has of what follows depends on what was read by then.
                let places = |one: &Outcome| -> Vec<_> {
                    one.found.iter().map(|found| (found.rule.id, found.position)).collect()
                };
                assert_eq!(places(&slow), places(&outcome), "{id} {at}");
                let loc = format!("https://example.com/{letter}");
                assert_eq!(outcome.locs, [BOTH[0], &loc], "{id} {at}: {:?}", outcome.found);
            }
            let found = read_with(&*utf8, &options).found;
            let told = |one: &&Diagnostic| {
                one.rule.id == id && !one.detail.contains("unless") && one.detail.contains("UTF-8")
            };
            let last = found.iter().rfind(told).unwrap();
            assert!(at < 65_535 || last.position.byte == at as u64, "{id} {at}: {last:?}");
        }
    }
}

#[test]
fn positions_name_the_bytes_of_the_source() {
    let text = XML
        .replace("UTF-8", "UTF-16")
        .replace("<urlset", "<!-- жé😀 -->\n<urlset")
        .replace("/b</loc>", "/b</loc><priority>high</priority>");
    for big in [false, true] {
        let bytes = utf16(&format!("\u{feff}{text}"), big);
        let outcome = read(&bytes, None);
        let finding = outcome.found.iter().find(|found| found.rule.id == "priority/not-a-number");
        let position = finding.unwrap().position;
        let units = text[..text.find("high").unwrap()].encode_utf16().count();
        assert_eq!((position.line, position.byte), (5, 2 + 2 * units as u64));
    }
}

#[test]
fn a_lone_surrogate_costs_its_value_only() {
    let mut bytes = utf16(&format!("\u{feff}{}", XML.replace("UTF-8", "UTF-16")), false);
    let a = utf16("m/a", false);
    let at = bytes.windows(6).position(|some| some == a).unwrap() + 4;
    bytes[at] = 0;
    bytes[at + 1] = 0xd8;
    let outcome = read(&bytes, None);
    assert!(!outcome.locs.iter().any(|loc| loc.contains('\u{fffd}')), "{:?}", outcome.locs);
    assert_eq!(outcome.locs.last().map(String::as_str), Some(BOTH[1]));
    assert!(outcome.found.iter().any(|found| found.lost == Lost::Entry), "{:?}", outcome.found);
}

#[test]
fn what_is_created_opens_again_and_is_the_same_every_time() {
    let folder = std::env::temp_dir().join(format!("urlset-create-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["a.xml", "a.xml.gz", "a.txt", "a.jsonl.gz", "a.csv", "robots.txt"] {
        let path = folder.join(name);
        let mut files = Vec::new();
        for _ in 0..2 {
            let mut output =
                urlset::create(&path, &Header::default(), &WriteOptions::default()).unwrap();
            for loc in BOTH {
                output.write(&Entry::new(Loc::new(loc)), &mut ()).unwrap();
            }
            output.finish().unwrap();
            files.push(std::fs::read(&path).unwrap());
        }
        assert_eq!(files[0], files[1], "{name}");
        if name.ends_with(".gz") {
            assert_eq!(files[0][..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], "{name}");
        }
        let mut found = Vec::new();
        let reader = urlset::open(&path, &ReadOptions::default(), &mut found).unwrap();
        let locs: Vec<String> =
            reader.entries(&mut found).map(|entry| entry.unwrap().loc.to_string()).collect();
        assert_eq!(locs, BOTH, "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(urlset::create("x.png", &Header::default(), &WriteOptions::default()).is_err());
}

#[test]
fn a_dropped_gzip_stream_is_incomplete() {
    let mut bytes = Vec::new();
    {
        let mut out = urlset::gzip(&mut bytes);
        out.write_all(XML.as_bytes()).unwrap();
    }
    assert!(!read(&bytes, None).whole);
    let mut bytes = Vec::new();
    let mut out = urlset::gzip(&mut bytes);
    out.write_all(XML.as_bytes()).unwrap();
    out.flush().unwrap();
    assert!(out.write_all(b"x").is_err());
    drop(out);
    assert!(read(&bytes, None).whole);
}
