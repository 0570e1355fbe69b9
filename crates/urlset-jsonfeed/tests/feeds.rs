//! What feeds give: entries and findings with their places, however the bytes arrive.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "clippy allows them in test functions, not in what these share"
)]

use proptest::prelude::*;
use urlset_core::{
    Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Header, Input, Limits, Loc, Position,
    ReadOptions, Result, WriteOptions,
};
use urlset_jsonfeed::FORMAT;

const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
const VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";

/// Gives so many bytes a read.
struct Slow<'t>(&'t [u8], usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        let (head, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(head);
        self.0 = rest;
        Ok(count)
    }
}

#[derive(Debug, PartialEq)]
struct Read {
    header: Header,
    entries: Vec<Entry>,
    findings: Vec<String>,
}

fn read(bytes: &[u8], step: usize, options: &ReadOptions) -> Read {
    let mut found: Vec<Diagnostic> = Vec::new();
    let input = Input::new(Slow(bytes, step)).lenient(options.lenient);
    let mut read = Read { header: Header::default(), entries: vec![], findings: vec![] };
    let mut entry = Entry::default();
    let run = || -> Result<()> {
        let mut reader = FORMAT.open.unwrap()(input, options, &mut found)?;
        read.header = reader.header().clone();
        while reader.read_entry(&mut entry, &mut found)? {
            read.entries.push(entry.clone());
        }
        Ok(())
    };
    match run() {
        Ok(()) => {}
        Err(urlset_core::Error::Stopped(finding)) => found.push(*finding),
        Err(error) => panic!("{error}"),
    }
    let show = |found: &Diagnostic| {
        let at = found.position;
        format!("{}:{} {} {:?} {}", at.line, at.column, found.rule.id, found.lost, found.detail)
    };
    read.findings = found.iter().map(show).collect();
    read
}

/// An entry as `loc lastmod` and the leaves of its items.
fn show(entry: &Entry) -> String {
    let mut shown = entry.loc.to_string();
    if let Some(lastmod) = entry.lastmod {
        shown += &format!(" {lastmod}");
    }
    for item in entry.extensions.elements() {
        shown += &format!(" {}[", item.name());
        let leaves = item.children().map(|leaf| format!("{}={}", leaf.name(), leaf.text()));
        shown += &leaves.collect::<Vec<_>>().join(" ");
        shown += "]";
    }
    shown
}

fn check(text: &str, options: &ReadOptions, entries: &[&str], findings: &[&str]) {
    for step in [1, 3, 1 << 20] {
        let read = read(text.as_bytes(), step, options);
        let text = text.get(..2000).unwrap_or(text);
        assert_eq!(read.entries.iter().map(show).collect::<Vec<_>>(), entries, "{text} by {step}");
        assert_eq!(read.findings, findings, "{text} by {step}");
    }
}

fn feed(items: &str) -> String {
    format!(
        "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[\n{items}\n]}}"
    )
}

fn write(entries: &[Entry], options: &WriteOptions) -> (String, Vec<String>) {
    let mut writer = FORMAT.create.unwrap()(&Header::default(), options);
    // The driver asks for the end first, to know its size.
    writer.end(&mut String::new());
    let (mut out, mut findings) = (String::new(), Vec::<Diagnostic>::new());
    writer.begin(&mut out);
    for entry in entries {
        writer.write_entry(entry, &mut out, &mut findings).unwrap();
    }
    writer.end(&mut out);
    let shown = findings.iter().map(|found| format!("{} {}", found.rule.id, found.detail));
    (out, shown.collect())
}

#[test]
fn links() {
    let text = feed(
        r#"{"id":"1","url":"https://e.com/a","external_url":"https://x.example/","date_published":null},
{"id":"https://e.com/b","url":" "},
{"id":"tag:e.com,2026:c","external_url":"https://other.example/c"},
{"id":7,"url":"/d"},
{"url":"javascript:alert(1)"},
{"url":["https://e.com/f"]},
"https://e.com/g",
{"url":"https://e.com/h" "id":1},
{"url":"https:\/\/e.com\/i?a=1&b=2","url":"https://e.com/j"}"#,
    );
    check(
        &text,
        &ReadOptions::default(),
        &["https://e.com/a", "https://e.com/b", "https://e.com/i?a=1&b=2"],
        &[
            "2:1 jsonfeed/no-date Nothing ",
            "3:1 jsonfeed/no-date Nothing ",
            "4:1 jsonfeed/missing-link Entry external_url https://other.example/c is another page",
            "5:16 loc/relative Entry /d",
            "6:9 loc/bad-scheme Entry javascript:alert(1)",
            "7:8 jsonfeed/wrong-type Field url",
            "7:1 jsonfeed/missing-link Entry ",
            "8:1 jsonfeed/bad-item Entry invalid type: string \"https://e.com/g\", expected an object",
            "9:26 jsonfeed/bad-item Entry expected `,` or `}`",
            "10:1 jsonfeed/no-date Nothing ",
            "10:43 schema/duplicate-element Field url",
            "2:7 jsonfeed/not-carried Nothing id, external_url",
        ],
    );
}

#[test]
fn relative_addresses() {
    let text = r#"{"version":"https://jsonfeed.org/version/1","title":"T","feed_url":"https://e.com/f/feed.json",
"items":[{"url":"../a","date_modified":"2026-03-04T10:00:00Z","image":"i.png"}]}"#;
    let elsewhere =
        ReadOptions { base: Some("https://x.example/".into()), ..ReadOptions::default() };
    for options in [ReadOptions::default(), elsewhere] {
        check(
            text,
            &options,
            &["https://e.com/a 2026-03-04T10:00:00Z image[loc=https://e.com/f/i.png]"],
            &[
                "2:18 jsonfeed/relative-link Nothing ../a read as https://e.com/a",
                "2:71 jsonfeed/relative-link Nothing i.png read as https://e.com/f/i.png",
                "1:68 jsonfeed/not-carried Nothing feed_url",
            ],
        );
    }
}

#[test]
fn dates() {
    let text = feed(
        r#"{"url":"https://e.com/a","date_published":"2026-03-04T10:00:00.5+01:00"},
{"url":"https://e.com/z","date_modified":"2026-03-05","date_published":"2026-03-04"},
{"url":"https://e.com/b","date_modified":"yesterday","date_published":"2026-03-04"},
{"url":"https://e.com/c","date_modified":"0000-00-00","date_published":null},
{"url":"https://e.com/d","date_modified":"Wed, 04 Mar 2026 10:00:00 GMT"},
{"url":"https://e.com/e","date_modified":1772618400}"#,
    );
    check(
        &text,
        &ReadOptions::default(),
        &[
            "https://e.com/a 2026-03-04T10:00:00.5+01:00",
            "https://e.com/z 2026-03-05",
            "https://e.com/b 2026-03-04",
            "https://e.com/c",
            "https://e.com/d 2026-03-04T10:00:00Z",
            "https://e.com/e",
        ],
        &[
            "4:42 jsonfeed/bad-date Nothing yesterday",
            "5:42 jsonfeed/bad-date Field 0000-00-00",
            "6:43 lastmod/nonstandard-format Nothing Wed, 04 Mar 2026 10:00:00 GMT read as 2026-03-04T10:00:00Z",
            "7:42 jsonfeed/wrong-type Field date_modified",
            "7:1 jsonfeed/no-date Nothing ",
            "3:72 jsonfeed/not-carried Nothing date_published",
        ],
    );
}

#[test]
fn media() {
    let text = feed(
        r#"{"url":"https://e.com/a","date_modified":"2026-03-04T10:00:00Z","title":"t","image":"https://e.com/a.png","banner_image":"https://e.com/a.png","attachments":[
{"url":"https://e.com/b.jpg","mime_type":"image/jpeg","title":"B","size_in_bytes":9},
{"url":"https://e.com/c.mp4","mime_type":"video/mp4","title":"C","duration_in_seconds":12.6},
{"url":"https://e.com/d.mp3","mime_type":"audio/mpeg"},
{"url":"data:image/png;base64,AA==","mime_type":"image/png"},
{"mime_type":"image/png"},7,
{"url":"https://e.com/e.webm","duration_in_seconds":"x"}]}"#,
    );
    check(
        &text,
        &ReadOptions::default(),
        &["https://e.com/a 2026-03-04T10:00:00Z image[loc=https://e.com/a.png] \
           image[loc=https://e.com/b.jpg title=B] \
           video[title=C content_loc=https://e.com/c.mp4 duration=13] \
           video[content_loc=https://e.com/e.webm]"],
        &[
            "4:88 jsonfeed/rounded-duration Nothing 12.6 read as 13",
            "5:1 jsonfeed/file-not-carried Nothing audio/mpeg: https://e.com/d.mp3",
            "6:8 jsonfeed/bad-media Field data:image/png;base64,AA==",
            "7:1 jsonfeed/bad-media Field no url",
            "7:27 jsonfeed/wrong-type Field attachments",
            "8:53 jsonfeed/bad-media Field \"x\"",
            "3:83 jsonfeed/not-carried Nothing attachments.size_in_bytes, title",
        ],
    );
}

#[test]
fn the_feed_itself() {
    let plain = ReadOptions::default();
    let item = r#"{"url":"https://e.com/a","date_modified":"2026-03-04T10:00:00Z"}"#;
    let a = ["https://e.com/a 2026-03-04T10:00:00Z"];
    check("[1]", &plain, &[], &["1:1 jsonfeed/not-a-feed Rest "]);
    check(
        "{}",
        &plain,
        &[],
        &[
            "1:3 jsonfeed/missing-required Nothing version",
            "1:3 jsonfeed/missing-required Nothing title",
            "1:3 jsonfeed/missing-required Nothing items",
        ],
    );
    check(
        &format!(
            "{{\"items\":[{item}],\"title\":\"T\",\"version\":\"https://jsonfeed.org/version/2\",\"next_url\":\"x\",\"icon\":1,}} {{}}"
        ),
        &plain,
        &a,
        &[
            "1:99 jsonfeed/unsupported-version Nothing https://jsonfeed.org/version/2",
            "1:143 jsonfeed/more-pages Nothing x",
            "1:156 json/separator Nothing ",
            "1:158 json/after-end Rest ",
            "1:154 jsonfeed/not-carried Nothing icon",
        ],
    );
    let whole = feed(item);
    let read = read(whole.as_bytes(), 7, &plain);
    assert_eq!(read.header.title.as_deref(), Some("T"));
    for cut in 1..whole.len() {
        let read = self::read(&whole.as_bytes()[..cut], 1 << 20, &plain);
        assert!(read.findings.iter().any(|found| found.contains(" Rest ")), "{}", &whole[..cut]);
        let in_item = cut < whole.len() - 3;
        assert_eq!(read.entries.len(), usize::from(!in_item), "{}", &whole[..cut]);
    }
    let limits = Limits { entry_bytes: 70, token_bytes: 70, ..Limits::default() };
    let options = ReadOptions { limits, ..plain };
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(300_000));
    let big = feed(&format!("{long},{item}")).replacen(
        "\"title\"",
        &format!("\"x\":{long},\"title\""),
        1,
    );
    check(
        &big,
        &options,
        &a,
        &[
            "1:51 limit/token-bytes Field more than 70 bytes",
            "2:1 limit/entry-bytes Entry more than 70 bytes",
        ],
    );
}

#[test]
fn nothing_follows_a_failure() {
    let text = feed(r#"{"url":"https://e.com/a"},{"url":"#);
    let options = ReadOptions::default();
    let mut reader = FORMAT.open.unwrap()(Input::new(text.as_bytes()), &options, &mut ()).unwrap();
    let mut entry = Entry::default();
    assert!(reader.read_entry(&mut entry, &mut ()).unwrap());
    assert!(reader.read_entry(&mut entry, &mut ()).is_err());
    assert!(!reader.read_entry(&mut entry, &mut ()).unwrap());
}

#[test]
fn what_is_written() {
    let mut entry = Entry::new(Loc::new("https://e.com/a?b=\"c\""));
    entry.lastmod = Datetime::parse("2026-03").ok();
    let at = Position::default();
    let tape = &mut entry.extensions;
    tape.open(VIDEO, "video:video", at).leaf(VIDEO, "video:player_loc", "https://e.com/p").close();
    tape.open(VIDEO, "v:video", at)
        .leaf(VIDEO, "v:title", "V")
        .leaf(VIDEO, "v:description", "D")
        .leaf(VIDEO, "v:content_loc", "https://e.com/v.mp4")
        .leaf(VIDEO, "v:duration", "600")
        .close();
    for loc in ["https://e.com/1.png", "https://e.com/2"] {
        tape.open(IMAGE, "image:image", at).leaf(IMAGE, "image:loc", loc);
        tape.leaf(IMAGE, "image:title", "I").close();
    }
    let (text, findings) = write(&[entry], &WriteOptions::default());
    assert_eq!(
        text,
        r#"{"version":"https://jsonfeed.org/version/1.1","title":"e.com","items":[
{"id":"https://e.com/a?b=\"c\"","url":"https://e.com/a?b=\"c\"","content_text":"","date_modified":"2026-03-01T00:00:00Z","image":"https://e.com/1.png","attachments":[{"url":"https://e.com/v.mp4","mime_type":"video/mp4","title":"V","duration_in_seconds":600},{"url":"https://e.com/2","mime_type":"image/*","title":"I"}]}]}
"#
    );
    assert_eq!(
        findings,
        [
            "convert/invented-value title: e.com",
            "convert/date-precision lastmod precision: 2026-03",
            "convert/lossy video: ",
            "convert/lossy video.description: D",
            "convert/lossy image.title: I",
        ]
    );
    let options = WriteOptions { title: Some("T".into()), ..WriteOptions::default() };
    let (empty, _) = write(&[], &options);
    check(&empty, &ReadOptions::default(), &[], &[]);
}

/// A reader would refuse them.
#[test]
fn relative_addresses_are_not_written() {
    let mut entry = Entry::new(Loc::new("https://e.com/a"));
    let tape = &mut entry.extensions;
    for (namespace, item, name) in
        [(IMAGE, "image:image", "image:loc"), (VIDEO, "video:video", "video:content_loc")]
    {
        tape.open(namespace, item, Position::default()).leaf(namespace, name, "/b.png").close();
    }
    let options = WriteOptions { title: Some("T".into()), ..WriteOptions::default() };
    let (text, findings) = write(&[entry], &options);
    assert!(!text.contains("b.png"), "{text}");
    assert_eq!(findings, ["convert/lossy image: /b.png", "convert/lossy video: /b.png"]);
}

fn entry() -> impl Strategy<Value = Entry> {
    let lastmod =
        prop::sample::select(vec!["0001-02-03T00:00:00-00:00", "2026-03-04T10:00:00.50+14:00"]);
    let seconds = prop::option::of(1..99_999_u32);
    let title = prop::option::of("[ \n]?[^\\p{C}\\p{Z}]{1,9}[ \n]?");
    (
        "[^ \\p{C}\\p{Z}]{0,20}",
        prop::option::of(lastmod),
        prop::collection::vec((0..99_u8, title, seconds), 0..4),
        prop::collection::vec(0..99_u8, 0..2),
    )
        .prop_map(|(path, lastmod, videos, images)| {
            let mut entry = Entry::new(Loc::new(&format!("https://e.com/{path}")));
            entry.lastmod = lastmod.map(|text| Datetime::parse(text).unwrap());
            let tape = &mut entry.extensions;
            for number in images {
                tape.open(IMAGE, "image:image", Position::default());
                tape.leaf(IMAGE, "image:loc", &format!("https://e.com/{number}")).close();
            }
            for (number, title, seconds) in videos {
                tape.open(VIDEO, "video:video", Position::default());
                if let Some(title) = title {
                    tape.leaf(VIDEO, "video:title", &title);
                }
                tape.leaf(VIDEO, "video:content_loc", &format!("https://e.com/{number}"));
                if let Some(seconds) = seconds {
                    tape.leaf(VIDEO, "video:duration", &seconds.to_string());
                }
                tape.close();
            }
            entry
        })
        .prop_filter("an address", |entry| entry.loc.is_page_address())
}

proptest! {
    #[test]
    fn written_is_read(entries in prop::collection::vec(entry(), 0..6), step in 1..99_usize) {
        let options = WriteOptions { title: Some("T".into()), ..WriteOptions::default() };
        let (text, findings) = write(&entries, &options);
        prop_assert_eq!(findings, Vec::<String>::new());
        let read = read(text.as_bytes(), step, &ReadOptions::default());
        prop_assert_eq!(&read.entries, &entries, "{}\n{:?}", text, read.findings);
    }

    #[test]
    fn steps_change_nothing(entries in prop::collection::vec(entry(), 1..4), at in 0..999_usize, bad in any::<u8>(), step in 1..9_usize) {
        let mut bytes = write(&entries, &WriteOptions::default()).0.into_bytes();
        let at = at % bytes.len();
        bytes[at] = bad;
        let options = ReadOptions::default();
        prop_assert_eq!(read(&bytes, step, &options), read(&bytes, 1 << 20, &options));
    }
}
