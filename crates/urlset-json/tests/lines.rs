//! What documents give: entries and findings with their places, however the bytes arrive.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "clippy allows them in test functions, not in what these share"
)]

use proptest::prelude::*;
use urlset_core::{
    Audit, Changefreq, Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Extension, Header,
    Input, Kind, Limits, Loc, Occurs, Position, Priority, ReadOptions, Result, Shape, Sink, Value,
    WriteOptions,
};
use urlset_json::FORMAT;

struct Nothing;

impl Audit for Nothing {
    fn entry(&mut self, _: &Entry, _: &dyn urlset_core::Place, _: &mut dyn Sink) -> Result<()> {
        Ok(())
    }
}

const TEXT: Value = Value::Text { most: u32::MAX };

const fn shape(path: &'static str, occurs: Occurs, value: Value) -> Shape {
    Shape { path, occurs, value, deprecated: false }
}

/// Has every form that shapes can take.
static CLIP: Extension = Extension {
    name: "clip",
    title: "an extension for tests",
    namespace: "urn:clip",
    variants: &[],
    prefix: "clip",
    element: "clip",
    shapes: &[
        shape("@rel", Occurs::Implied("alternate"), TEXT),
        shape("@lang", Occurs::Optional, TEXT),
        shape("loc", Occurs::Once, Value::Url),
        shape("duration", Occurs::Optional, Value::Integer { least: 0, most: 28_800 }),
        shape("maker", Occurs::Optional, Value::Children),
        shape("maker/name", Occurs::Once, TEXT),
        shape("price", Occurs::Many { most: u32::MAX }, Value::Decimal { least: 0, most: 9 }),
        shape("price/@currency", Occurs::Optional, TEXT),
    ],
    keyed: None,
    identity: &[],
    audit: || Box::new(Nothing),
    rules: &[],
};

static KNOWN: &[&Extension] = &[&CLIP];

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
    places: Vec<(u32, u32)>,
    findings: Vec<String>,
}

fn read(bytes: &[u8], step: usize, options: &ReadOptions) -> Read {
    let options = ReadOptions { extensions: KNOWN, ..options.clone() };
    let mut found: Vec<Diagnostic> = Vec::new();
    let input = Input::new(Slow(bytes, step)).lenient(options.lenient);
    let mut read =
        Read { header: Header::default(), entries: vec![], places: vec![], findings: vec![] };
    let mut entry = Entry::default();
    let run = || -> Result<()> {
        let mut reader = FORMAT.open.unwrap()(input, &options, &mut found)?;
        read.header = reader.header().clone();
        while reader.read_entry(&mut entry, &mut found)? {
            read.entries.push(entry.clone());
            read.places.push((reader.position().line, reader.position().column));
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

fn write(entries: &[Entry], header: &Header) -> String {
    let options = WriteOptions { extensions: KNOWN, ..WriteOptions::default() };
    let mut writer = FORMAT.create.unwrap()(header, &options);
    let mut out = String::new();
    writer.begin(&mut out);
    let mut findings: Vec<Diagnostic> = Vec::new();
    for entry in entries {
        writer.write_entry(entry, &mut out, &mut findings).unwrap();
    }
    writer.end(&mut out);
    assert_eq!(findings, []);
    out
}

/// Reads in steps of several sizes; the entries as they are written again.
fn check(text: &[u8], options: &ReadOptions, lines: &[&str], findings: &[&str]) {
    for step in [1, 3, 1 << 20] {
        let read = read(text, step, options);
        let shown = String::from_utf8_lossy(text);
        assert_eq!(read.findings, findings, "{shown:?} by {step}");
        let written = write(&read.entries, &read.header);
        assert_eq!(written.lines().collect::<Vec<_>>(), lines, "{shown:?} by {step}");
    }
}

#[test]
fn what_is_written_like_this_stays_so() {
    let lines = [
        r#"{"loc":"https://e.com/a?b=1&c=\"d\""}"#,
        r#"{"loc":"https://e.com/b","lastmod":"2026-03","changefreq":"daily","priority":0.80}"#,
        r#"{"loc":"https://e.com/c","priority":".5","clip":[{"lang":"de","loc":"https://e.com/v","duration":600,"maker":{"name":"A \"B\""},"price":["1.0",{"value":2.50,"currency":"EUR"}]}]}"#,
    ];
    let expected = [lines[0], lines[1], &lines[2].replace("\"1.0\"", "1.0")];
    let text = lines.join("\r\n") + "\n";
    let found = [
        "1:9 loc/illegal-char Nothing https://e.com/a?b=1&c=\"d\"",
        "2:37 lastmod/reduced-precision Nothing 2026-03",
        "3:138 json/wrong-type Nothing read as a number",
    ];
    check(text.as_bytes(), &ReadOptions::default(), &expected, &found);
    let read = read(text.as_bytes(), 7, &ReadOptions::default());
    assert_eq!(read.places, [(1, 1), (2, 1), (3, 1)]);
    assert_eq!(&*read.header.namespaces[0].uri, "urn:clip");
}

#[test]
fn each_line_for_itself() {
    check(
        b"\xef\xbb\xbf{\"loc\":\"https://e.com/a\",\"priority\":\"0.5\",\"source\":\"x\",\"line\":1,\"lastmod\":null}\n\n\
          {\"loc\":\"https://e.com/b\"\n{\"lastmod\":\"2026\"}\n[\"https://e.com/c\"]\n\
          {\"loc\":\"https://e.com/d\"} {\"loc\":\"https://e.com/e\"}\n \r\n\
          {\"loc\":[],\"x\":1}\n{\"loc\":\"/f\"}\n{\"loc\":\"\\ud83d\"}\n{\"loc\":\"https://e.com/\xe9\"}\n\
          {\"loc\":\"https://e.com/g\",\"kind\":\"sitemap\"}\n{\"loc\":\"https://e.com/h\",\"kind\":\"page\"}",
        &ReadOptions::default(),
        &[
            r#"{"loc":"https://e.com/a","priority":0.5}"#,
            r#"{"loc":"https://e.com/h"}"#,
        ],
        &[
            "1:1 json/bom Nothing ",
            "1:37 json/wrong-type Nothing read as a number",
            "3:24 json/not-json Entry EOF while parsing an object",
            "4:1 loc/missing Entry ",
            "5:1 json/not-json Entry invalid type: sequence, expected an object",
            "6:1 json/not-json Entry several objects on the line",
            "6:27 json/not-json Entry a further object",
            "8:8 json/wrong-type Entry []",
            "9:9 loc/relative Entry /f",
            "10:8 json/bad-string Entry \"\\ud83d\"",
            "11:23 json/encoding-not-utf8 Entry ",
            "12:8 schema/mixed-url-sitemap Entry \"https://e.com/g\"",
            "13:33 json/unknown-kind Field \"page\"",
            "2:1 json/blank-lines Nothing lines: 2",
        ],
    );
}

#[test]
fn fields_that_are_wrong() {
    check(
        br#"{"url":1,"loc":"https://e.com/a","loc":"https://e.com/b","lastmod":2026,"changefreq":true,"priority":5e-1,"clip":{"loc":"https://e.com/v"},"news":[]}"#,
        &ReadOptions::default(),
        &[
            r#"{"loc":"https://e.com/a","lastmod":"2026","priority":0.5,"clip":[{"loc":"https://e.com/v"}]}"#,
        ],
        &[
            "1:40 schema/duplicate-element Field loc",
            "1:68 json/wrong-type Nothing 2026",
            "1:68 lastmod/reduced-precision Nothing 2026",
            "1:86 json/wrong-type Field true",
            "1:102 priority/exponent Nothing 5e-1 read as 0.5",
            "1:8 json/unknown-member Field url",
            "1:114 json/wrong-type Nothing read as an array of one",
            "1:147 json/unknown-member Field news",
        ],
    );
}

#[test]
fn items_that_do_not_fit() {
    check(
        br#"{"loc":"https://e.com/a","clip":[{"lok":"x","loc":"https://e.com/v","loc":"y","maker":"Ann","rel":"next","lang":[1]},"https://e.com/w",{"maker":{"name":"B","nick":"b"},"duration":true,"price":[{"x":1}]}],"other":["<a:b xmlns:a='urn:a'>x<!-- c --></a:b>","<a>","<a/><b/>","",7]}"#,
        &ReadOptions::default(),
        &[
            r#"{"loc":"https://e.com/a","clip":[{"loc":"https://e.com/v"},{"maker":{"name":"B"}}],"other":["<a:b xmlns:a=\"urn:a\">x</a:b>"]}"#,
        ],
        &[
            "1:41 convert/member-unplaced Field lok",
            "1:75 schema/duplicate-element Field loc",
            "1:87 json/wrong-type Field maker",
            "1:99 convert/member-unplaced Field \"next\"",
            "1:113 json/wrong-type Field [1]",
            "1:118 json/wrong-type Field \"https://e.com/w\"",
            "1:164 convert/member-unplaced Field maker/nick",
            "1:180 json/wrong-type Field true",
            "1:199 convert/member-unplaced Field price/x",
            "1:214 xml/not-carried Nothing 1 comment",
            "1:255 json/bad-other Field not well-formed XML `</other>` where `</a>` was expected",
            "1:261 json/bad-other Field 2 elements",
            "1:272 json/bad-other Field no element",
            "1:275 json/wrong-type Field 7",
        ],
    );
}

/// A repair says what stood there, and what is written in its place.
#[test]
fn values_of_another_type_as_they_were_and_are() {
    let text = br#"{"loc":"https://e.com/a","priority":"0.5","clip":[{"loc":["https://e.com/v"],"duration":"6","price":2,"lang":7}]}"#;
    let mut found: Vec<Diagnostic> = Vec::new();
    let options = ReadOptions { extensions: KNOWN, ..ReadOptions::default() };
    let mut reader = FORMAT.open.unwrap()(Input::new(&text[..]), &options, &mut found).unwrap();
    assert!(reader.read_entry(&mut Entry::default(), &mut found).unwrap());
    let mended = found.iter().map(|one| one.mended.as_deref().unwrap());
    let mended: Vec<_> = mended.map(|one| (&*one.was, &*one.now)).collect();
    let expected = [
        ("\"0.5\"", "0.5"),
        ("[\"https://e.com/v\"]", "\"https://e.com/v\""),
        ("\"6\"", "6"),
        ("2", "[2]"),
        ("7", "\"7\""),
    ];
    assert_eq!(mended, expected);
}

#[test]
fn elements_of_other_stand_where_their_string_does() {
    let other =
        r#"{"loc":"https://e.com/b","other":["<a xmlns='urn:a'>\n<b/></a>","<c>&nope;</c>"]}"#;
    let text = format!("{{\"loc\":\"https://e.com/a\"}}\n{other}\n");
    let mut found: Vec<Diagnostic> = Vec::new();
    let input = Input::new(text.as_bytes()).numbered(3);
    let options = ReadOptions { extensions: KNOWN, ..ReadOptions::default() };
    let mut reader = FORMAT.open.unwrap()(input, &options, &mut found).unwrap();
    let mut entry = Entry::default();
    for _ in 0..2 {
        assert!(reader.read_entry(&mut entry, &mut found).unwrap());
    }
    let place = |at: Position| (at.input, at.line, at.column, at.byte);
    let a = entry.extensions.elements().next().unwrap();
    assert_eq!(place(a.position()), (3, 2, 35, 60));
    assert_eq!(place(a.child("b").unwrap().position()), (3, 2, 35, 60));
    assert_eq!(found.iter().map(|one| place(one.position)).collect::<Vec<_>>(), [(3, 2, 65, 90)]);
}

#[test]
fn what_xml_can_hold_nothing_of_is_no_member() {
    let mut entry = Entry::new(Loc::new("https://e.com/a"));
    entry.extensions.leaf("urn:a", "a", "\u{1}");
    let mut writer = FORMAT.create.unwrap()(&Header::default(), &WriteOptions::default());
    let (mut out, mut findings) = (String::new(), Vec::<Diagnostic>::new());
    writer.write_entry(&entry, &mut out, &mut findings).unwrap();
    assert_eq!(out, "{\"loc\":\"https://e.com/a\"}\n");
    assert_eq!(findings.iter().map(|one| one.rule.id).collect::<Vec<_>>(), ["xml/unwritable-char"]);
}

#[test]
fn arrays() {
    let plain = ReadOptions::default();
    let (a, b) = (r#"{"loc":"https://e.com/a"}"#, r#"{"loc":"https://e.com/b"}"#);
    let ab = [a, b];
    check(format!(" [\n{a},\r\n {b} ]\n").as_bytes(), &plain, &ab, &[]);
    check(b"[]", &plain, &[], &[]);
    check(
        format!("[{a} {b},,] x").as_bytes(),
        &plain,
        &ab,
        &[
            "1:28 json/separator Nothing ",
            "1:54 json/separator Nothing ",
            "1:57 json/after-end Rest ",
        ],
    );
    check(format!("[{a},{b}").as_bytes(), &plain, &ab, &["1:53 json/truncated Rest "]);
    check(
        format!("[{a},{{\"loc\":\"https://e.com/b").as_bytes(),
        &plain,
        &[a],
        &["1:51 json/truncated Rest what begins at 1:28 does not end"],
    );
    check(
        format!("[1,{a},}},[{b}],{b}]").as_bytes(),
        &plain,
        &ab,
        &[
            "1:2 json/not-json Entry invalid type: integer `1`, expected an object",
            "1:30 json/not-json Entry expected value",
            "1:33 json/not-json Entry an object of an array on a line",
        ],
    );
}

#[test]
fn nothing_follows_a_failure() {
    let text = r#"[{"loc":"https://e.com/a"},{"loc":"#;
    let options = ReadOptions::default();
    let mut reader = FORMAT.open.unwrap()(Input::new(text.as_bytes()), &options, &mut ()).unwrap();
    let mut entry = Entry::default();
    assert!(reader.read_entry(&mut entry, &mut ()).unwrap());
    assert!(reader.read_entry(&mut entry, &mut ()).is_err());
    assert!(!reader.read_entry(&mut entry, &mut ()).unwrap());
}

#[test]
fn an_entry_that_is_too_large_costs_itself_only() {
    let limits = Limits { entry_bytes: 40, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let long = format!("{{\"loc\":\"https://e.com/{}\"}}", "x".repeat(400_000));
    let a = r#"{"loc":"https://e.com/a"}"#;
    for (text, at) in [(format!("{a}\n{long}\n{a}"), "2:1"), (format!("[{a},{long},{a}]"), "1:28")]
    {
        let found = format!("{at} limit/entry-bytes Entry more than 40 bytes");
        for step in [100, 1 << 20] {
            let read = read(text.as_bytes(), step, &options);
            assert_eq!((read.entries.len(), &read.findings[..]), (2, &[found.clone()][..]));
        }
    }
    // A clip with a loc is an element with an attribute, an element and a text.
    let clips = |count| [r#"{"loc":"https://e.com/c"}"#].repeat(count).join(",");
    let line = |count| format!(r#"{{"loc":"https://e.com/b","clip":[{}]}}"#, clips(count));
    let limits = Limits { nodes: 8, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let read = read(format!("{}\n{}\n{a}", line(2), line(3)).as_bytes(), 100, &options);
    assert_eq!(read.entries.len(), 2);
    assert_eq!(
        read.findings,
        ["2:1 limit/entry-bytes Entry more than 8 elements, attributes and texts"]
    );
}

#[test]
fn an_index() {
    let lines = [
        r#"{"loc":"https://e.com/a.xml","kind":"sitemap","lastmod":"2026-01-02"}"#,
        r#"{"loc":"https://e.com/b.xml","kind":"sitemap"}"#,
    ];
    let text = format!("{}\n{{\"loc\":\"https://e.com/c\"}}\n{}", lines[0], lines[1]);
    let found = ["2:8 schema/mixed-url-sitemap Entry \"https://e.com/c\""];
    check(text.as_bytes(), &ReadOptions::default(), &lines, &found);
}

fn clip() -> impl Strategy<Value = Vec<(u8, String)>> {
    prop::collection::vec((0..6_u8, "\\PC{0,8}"), 0..6)
}

fn entry() -> impl Strategy<Value = Entry> {
    let lastmod = prop::sample::select(vec!["2026", "0001-02-03", "2026-03-04T10:00:00.50+14:00"]);
    let priority = prop::sample::select(vec!["0.80", ".5", "1", "-0", "+0.5", "0."]);
    (
        "[^ \\p{C}\\p{Z}]{0,20}",
        prop::option::of(lastmod),
        prop::option::of(prop::sample::select(Changefreq::ALL.to_vec())),
        prop::option::of(priority),
        prop::collection::vec(clip(), 0..3),
        prop::option::of("[^\\p{C}]{0,9}"),
    )
        .prop_map(|(path, lastmod, changefreq, priority, clips, other)| {
            let mut entry = Entry::new(Loc::new(&format!("https://e.com/{path}")));
            entry.lastmod = lastmod.map(|text| Datetime::parse(text).unwrap());
            entry.changefreq = changefreq;
            entry.priority = priority.map(|text| Priority::parse(text).unwrap());
            for parts in clips {
                fill(&mut entry, &parts);
            }
            if let Some(text) = other {
                let at = Position::default();
                entry.extensions.open("urn:x", "x:y", at).attribute("", "z", &text).text(&text);
                entry.extensions.close();
            }
            entry
        })
        .prop_filter("an address", |entry| entry.loc.is_page_address())
}

/// Appends a clip with parts in the order of the shapes, texts trimmed as values are.
fn fill(entry: &mut Entry, parts: &[(u8, String)]) {
    let at = Position::default();
    let tape = &mut entry.extensions;
    let text = |wanted: u8| {
        parts.iter().find(|(part, _)| *part == wanted).map(|(_, text)| text.trim().to_owned())
    };
    tape.open("urn:clip", "clip:clip", at).attribute("", "rel", "alternate");
    if let Some(lang) = text(0) {
        tape.attribute("", "lang", &lang);
    }
    if let Some(loc) = text(1) {
        tape.leaf("urn:clip", "clip:loc", &loc);
    }
    if text(2).is_some() {
        tape.leaf("urn:clip", "clip:duration", "600");
    }
    if let Some(name) = text(3) {
        tape.open("urn:clip", "clip:maker", at).leaf("urn:clip", "clip:name", &name).close();
    }
    for (_, currency) in parts.iter().filter(|(part, _)| *part == 4) {
        tape.open("urn:clip", "clip:price", at).attribute("", "currency", currency).text("1.50");
        tape.close();
    }
    tape.close();
}

proptest! {
    #[test]
    fn written_is_read(
        entries in prop::collection::vec(entry(), 1..6),
        index in any::<bool>(),
        step in 1..99_usize,
    ) {
        let kind = if index { Kind::Sitemapindex } else { Kind::Urlset };
        let text = write(&entries, &Header { kind, ..Header::default() });
        let read = read(text.as_bytes(), step, &ReadOptions::default());
        prop_assert_eq!(&read.entries, &entries, "{}\n{:?}", text, read.findings);
        prop_assert_eq!(read.header.kind, kind);
    }

    #[test]
    fn steps_change_nothing(entries in prop::collection::vec(entry(), 1..4), cut in 0..999_usize, bad in any::<u8>(), step in 1..9_usize, array in any::<bool>()) {
        let mut bytes = write(&entries, &Header::default()).into_bytes();
        if array {
            bytes = String::from_utf8(bytes).unwrap().trim_end().replace('\n', ",").into_bytes();
            bytes.insert(0, b'[');
            bytes.push(b']');
        }
        let at = cut % bytes.len();
        let options = ReadOptions::default();
        let (short, long) = (read(&bytes[..at], step, &options), read(&bytes[..at], 1 << 20, &options));
        prop_assert_eq!(short, long);
        bytes[at] = bad;
        prop_assert_eq!(read(&bytes, step, &options), read(&bytes, 1 << 20, &options));
    }
}
