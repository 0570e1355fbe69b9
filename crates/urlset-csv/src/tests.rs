//! What whole tables give: entries, findings and their places, and round trips.

use crate::sample::EXTENSIONS;
use crate::{CsvReadOptions, CsvReader, CsvWriteOptions, CsvWriter, Layout, Preset, parse_mapping};
use proptest::prelude::*;
use urlset_core::{
    Changefreq, Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Error, Header, Input, Kind,
    Loc, Position, Priority, ReadOptions, WriteOptions,
};

pub(crate) const E: &str = "https://e.com/";

pub(crate) struct Read {
    pub(crate) entries: Vec<Entry>,
    pub(crate) findings: Vec<Diagnostic>,
    kind: Kind,
}

pub(crate) fn read_with(
    bytes: &[u8],
    csv: &CsvReadOptions,
    options: &ReadOptions,
    chunk: usize,
) -> Read {
    struct Chunks<'b>(&'b [u8], usize);
    impl std::io::Read for Chunks<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(self.1);
            let (head, tail) = self.0.split_at(count);
            buffer[..count].copy_from_slice(head);
            self.0 = tail;
            Ok(count)
        }
    }
    let mut read = Read { entries: Vec::new(), findings: Vec::new(), kind: Kind::Urlset };
    let input = Input::new(Chunks(bytes, chunk));
    let reader = CsvReader::open_with(input, csv, options, &mut read.findings);
    let mut reader = match reader {
        Ok(reader) => reader,
        Err(Error::Stopped(finding)) => {
            read.findings.push(*finding);
            return read;
        }
        Err(error) => panic!("{error}"),
    };
    read.kind = reader.header().kind;
    let mut entry = Entry::default();
    loop {
        match reader.read_entry(&mut entry, &mut read.findings) {
            Ok(true) => read.entries.push(entry.clone()),
            Ok(false) => return read,
            Err(Error::Stopped(finding)) => {
                read.findings.push(*finding);
                return read;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn xml(element: urlset_core::Element<'_>) -> String {
    crate::xml::write(element).unwrap()
}

pub(crate) fn options() -> ReadOptions {
    ReadOptions { extensions: EXTENSIONS, ..ReadOptions::default() }
}

pub(crate) fn read(text: &str) -> Read {
    read_with(text.as_bytes(), &CsvReadOptions::default(), &options(), usize::MAX)
}

impl Read {
    pub(crate) fn locs(&self) -> String {
        let locs = self.entries.iter().map(|entry| entry.loc.as_str().trim_start_matches(E));
        locs.collect::<Vec<_>>().join(" ")
    }

    /// `line:column id` of each.
    pub(crate) fn found(&self) -> String {
        let found = self.findings.iter().map(|finding| {
            let Position { line, column, .. } = finding.position;
            format!("{line}:{column} {} {:?}", finding.rule.id, finding.lost)
        });
        found.collect::<Vec<_>>().join(", ")
    }
}

/// Tables, the paths of their entries, and their findings.
const TABLES: &[(&str, &str, &str)] = &[
    ("loc\nhttps://e.com/a\nhttps://e.com/b", "a b", ""),
    ("\u{feff}loc,lastmod\r\nhttps://e.com/a,2026-01-01\r\n\r\nhttps://e.com/b,\r\n", "a b", ""),
    ("loc\rhttps://e.com/a\rhttps://e.com/b\r", "a b", ""),
    ("sep=;\nloc;priority\nhttps://e.com/a;0,5\n", "a", "3:17 priority/comma-decimal Nothing"),
    ("https://e.com/a\nhttps://e.com/b", "a b", ""),
    ("https://e.com/a,b\nhttps://e.com/c,d", "a,b c,d", "1:16 csv/uncut-row Nothing"),
    (
        "loc,x\n,\nhttps://e.com/a,1\n",
        "a",
        "1:5 csv/unused-column Nothing, 2:1 csv/empty-row Nothing",
    ),
    ("loc,x\n,1\nhttps://e.com/a,1\n", "a", "1:5 csv/unused-column Nothing, 2:1 loc/empty Entry"),
    ("A,B\nhttps://e.com/a,x\ny,x\n", "", "1:1 csv/no-url-column Rest"),
    ("loc\n/a\nhttps://e.com/b\n", "b", "2:1 loc/relative Entry"),
    ("a,b\n1,2\n", "", "1:1 csv/no-url-column Rest"),
    ("url,link\nhttps://e.com/a,https://e.com/b\n", "", "1:5 csv/ambiguous-column Rest"),
    (
        "Seite,T\nhttps://e.com/a,1\n",
        "a",
        "1:1 csv/column-by-content Nothing, 1:7 csv/unused-column Nothing",
    ),
    ("loc,priority\n\"https://e.com/a\",\"9\"\n", "a", "2:20 priority/out-of-range Field"),
    (
        "loc,x\n\"https://e.com/a\" ,1\nhttps://e.com/b,\"2\n",
        "a",
        "1:5 csv/unused-column Nothing, 2:1 csv/stray-quote Nothing, 2:1 loc/surrounding-whitespace Nothing, 3:17 csv/open-quote Rest",
    ),
    ("loc,other\nhttps://e.com/a,<x>\n", "a", "2:17 csv/bad-cell Field"),
    ("loc,image\nhttps://e.com/a,[1\n", "a", "2:17 csv/bad-cell Field"),
    ("loc,image.1.lok\nhttps://e.com/a,1\n", "a", "1:5 convert/member-unplaced Field"),
    (
        "loc,kind\nhttps://e.com/a,sitemap\nhttps://e.com/b,\n",
        "a",
        "3:17 schema/mixed-url-sitemap Entry",
    ),
    (
        "Pages\n2026-01-01,,\nURL,Hits\nhttps://e.com/a,1\n",
        "a",
        "1:1 csv/preamble Nothing, 2:1 csv/preamble Nothing, 3:5 csv/unused-column Nothing",
    ),
    (
        "loc,image.1.title,image.2.title\nhttps://e.com/a,=1,@x\n",
        "a",
        "2:17 csv/formula-cell Nothing",
    ),
    (
        "loc,image.1.title,priority\nhttps://e.com/a,\"x\" y,9\n",
        "a",
        "2:17 csv/stray-quote Nothing, 2:23 priority/out-of-range Field, 2:17 csv/stray-quote Field",
    ),
    ("", "", "1:1 file/zero-bytes Nothing"),
];

#[test]
fn tables() {
    for (text, locs, found) in TABLES {
        let whole = read(text);
        assert_eq!((whole.locs().as_str(), whole.found().as_str()), (*locs, *found), "{text:?}");
        let cut = read_with(text.as_bytes(), &CsvReadOptions::default(), &options(), 1);
        assert_eq!((cut.entries, cut.findings), (whole.entries, whole.findings), "{text:?}");
    }
}

#[test]
fn the_users_word_wins() {
    let csv = |mapping: &str| CsvReadOptions {
        mapping: parse_mapping(mapping).unwrap(),
        ..CsvReadOptions::default()
    };
    let text = "url,link,Last crawled\nhttps://e.com/a,https://e.com/b,2026-01-01\n";
    for (mapping, locs, found) in [
        ("link=loc", "b", "1:1 csv/unused-column Nothing"),
        ("url=,link=loc,last crawled=lastmod", "b", "1:10 csv/crawl-date-as-lastmod Nothing"),
        ("2=loc,url=", "b", "1:10 csv/unused-column Nothing"),
        ("x=loc", "", "1:1 csv/no-such-column Rest"),
        ("url=lok", "", "1:1 csv/unknown-field Rest"),
    ] {
        let read = read_with(text.as_bytes(), &csv(mapping), &options(), usize::MAX);
        assert_eq!((read.locs().as_str(), read.found().as_str()), (locs, found), "{mapping}");
    }
}

#[test]
fn one_page_is_for_everyone_else() {
    let read = |text: &str| {
        let csv = CsvReadOptions {
            preset: Some(Preset::named("hreflang-matrix").unwrap()),
            x_default: Some("en".into()),
            ..CsvReadOptions::default()
        };
        let read = read_with(text.as_bytes(), &csv, &options(), usize::MAX);
        let defaults = read.entries.iter().flat_map(|entry| {
            let links = entry.extensions.elements();
            links
                .filter(|link| link.attribute("hreflang") == Some("x-default"))
                .map(|link| link.attribute("href").unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        });
        (defaults.collect::<Vec<_>>().join(" "), read.found())
    };
    let warned = "2:1 csv/other-x-default Nothing";
    for (text, defaults, found) in [
        // The column of the table wins, and is told of where it says something else.
        ("en,de,x-default\nhttps://e.com/en,https://e.com/de,https://e.com/de\n", "de de", warned),
        ("en,de,x-default\nhttps://e.com/en,https://e.com/de,https://e.com/en\n", "en en", ""),
        ("en,de,x-default\nhttps://e.com/en,https://e.com/de,\n", "en en", ""),
        ("en,de\n,https://e.com/de\n", "", warned),
        ("en,de\nhttps://e.com/en,https://e.com/de\n", "en en", ""),
        ("en,EN,de\nhttps://e.com/en,https://e.com/e2,https://e.com/de\n", "en en en", ""),
        ("en,EN,de\n,https://e.com/e2,https://e.com/de\n", "e2 e2", ""),
    ] {
        let defaults = defaults.split_whitespace().map(|end| format!("https://e.com/{end}"));
        let expected = (defaults.collect::<Vec<_>>().join(" "), found.to_owned());
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn presets() {
    let base = || ReadOptions { base: Some(E.into()), ..options() };
    let read = |name: &str, text: &str| {
        let csv = CsvReadOptions {
            preset: Some(Preset::named(name).unwrap()),
            x_default: Some("en".into()),
            ..CsvReadOptions::default()
        };
        read_with(text.as_bytes(), &csv, &base(), usize::MAX)
    };
    let shop = read(
        "shopify",
        "Handle,Title,Image Src\nchair,Chair,https://e.com/1.jpg\nchair,,https://e.com/2.jpg\nbed,Bed,\n",
    );
    assert_eq!(shop.locs(), "products/chair products/bed");
    assert_eq!(shop.entries[0].extensions.elements().count(), 2);
    let matrix = read(
        "hreflang-matrix",
        "id page,de,en\n1,https://e.com/de,https://e.com/en\n2,https://e.com/de2,\n",
    );
    assert_eq!(matrix.locs(), "de en de2");
    let tags: Vec<_> = matrix.entries[0]
        .extensions
        .elements()
        .filter_map(|link| link.attribute("hreflang"))
        .collect();
    assert_eq!(tags, ["de", "en", "x-default"]);
    let merchant = read(
        "merchant",
        "link\timage_link\tadditional_image_link\nhttps://e.com/a\thttps://e.com/1\thttps://e.com/2,https://e.com/3\n",
    );
    assert_eq!(merchant.entries[0].extensions.elements().count(), 3);
    assert_eq!(merchant.found(), "");
}

/// The columns that an entry was read with.
fn kept(entry: &Entry) -> Vec<String> {
    let elements = entry.extensions.elements();
    let kept = elements.filter(|element| element.namespace() == urlset_core::COLUMN);
    kept.map(|element| format!("{}={}", element.qname(), element.text())).collect()
}

#[test]
fn columns_are_kept_in_every_layout() {
    let read = |text: &str, preset: Option<&str>| {
        let preset = preset.map(|name| Preset::named(name).unwrap());
        let columns = vec!["note".to_owned()];
        let csv = CsvReadOptions { preset, columns, ..CsvReadOptions::default() };
        let read = read_with(text.as_bytes(), &csv, &options(), usize::MAX);
        read.entries.iter().map(kept).collect::<Vec<_>>()
    };
    let long = "loc,extension,item,field,value,note\n\
                https://e.com/a,image,1,loc,https://e.com/1,x\n\
                https://e.com/a,image,2,loc,https://e.com/2,y\n\
                https://e.com/b,,,,,\n";
    assert_eq!(read(long, None), [vec!["note=x", "note=y"], vec![]]);
    let matrix = "de,en,note\nhttps://e.com/de,https://e.com/en,x\n";
    assert_eq!(read(matrix, Some("hreflang-matrix")), [["note=x"], ["note=x"]]);
    let parts = "Handle,Image Src,note\nchair,https://e.com/1.jpg,x\nchair,https://e.com/2.jpg,y\n";
    let base = ReadOptions { base: Some(E.into()), ..options() };
    let csv = CsvReadOptions {
        preset: Some(Preset::named("shopify").unwrap()),
        columns: vec!["note".to_owned()],
        ..CsvReadOptions::default()
    };
    let parts = read_with(parts.as_bytes(), &csv, &base, usize::MAX);
    assert_eq!(kept(&parts.entries[0]), ["note=x", "note=y"]);
}

#[test]
fn columns_are_kept_for_who_asks() {
    let table = "Address,Status Code,status_code,Title,Größe\n\
                 https://e.com/a,200,x, Tea ,7\nhttps://e.com/b,,,,\n";
    let asked = ["STATUS_CODE", "Status Code", "address", "größe", "nothing"];
    let columns = asked.map(str::to_owned).to_vec();
    let read = read_with(
        table.as_bytes(),
        &CsvReadOptions { columns, ..CsvReadOptions::default() },
        &options(),
        7,
    );
    let of_a = [
        "STATUS_CODE=200",
        "STATUS_CODE=x",
        "Status Code=200",
        "address=https://e.com/a",
        "größe=7",
    ];
    assert_eq!(kept(&read.entries[0]), of_a);
    assert_eq!(kept(&read.entries[1]), ["address=https://e.com/b"]);
    assert_eq!(read.found(), "1:33 csv/unused-column Nothing", "Title alone");
}

#[test]
fn texts_without_number_belong_to_the_first_url() {
    let read = read("loc,image,image_title\nhttps://e.com/a,https://e.com/1 https://e.com/2,T\n");
    let images: String = read.entries[0].extensions.elements().map(xml).collect();
    let images =
        images.replace(" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"", "");
    assert_eq!(
        images,
        "<image:image><image:loc>https://e.com/1</image:loc><image:title>T</image:title></image:image>\
         <image:image><image:loc>https://e.com/2</image:loc></image:image>"
    );
}

#[test]
fn bytes_that_are_not_utf8() {
    let read = read_with(
        b"loc,image.1.loc,image.1.title\nhttps://e.com/\xe4,https://e.com/b,Gr\xfcn\n",
        &CsvReadOptions::default(),
        &options(),
        usize::MAX,
    );
    assert_eq!(read.locs(), "ä");
    assert!(read.found().starts_with("2:15 csv/encoding Nothing"), "{}", read.found());
}

/// It never ends, and it gives no more: who waits for either waits for ever.
#[test]
fn an_input_that_fails_in_its_first_row_is_not_waited_for() {
    struct Fails;
    impl std::io::Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    for front in ["a;\"b", "loc,\"x", "loc\n\"https://e.com/a"] {
        let mut found = Vec::<Diagnostic>::new();
        let input = Input::new(std::io::Read::chain(front.as_bytes(), Fails));
        let csv = CsvReadOptions::default();
        let ended =
            CsvReader::open_with(input, &csv, &options(), &mut found).and_then(|mut read| {
                let mut entry = Entry::default();
                while read.read_entry(&mut entry, &mut found)? {}
                Ok(())
            });
        assert!(ended.is_err(), "{front}: {found:?}");
    }
}

#[test]
fn what_was_decoded_before_is_not_taken_for_a_url() {
    let mut input = Input::new(&b"loc\nhttps://e.com/\xe4\nhttps://e.com/b\n"[..]);
    input.peek(1).unwrap();
    let mut found = Vec::<Diagnostic>::new();
    let csv = CsvReadOptions::default();
    let mut reader = CsvReader::open_with(input, &csv, &options(), &mut found).unwrap();
    let mut entry = Entry::default();
    assert!(reader.read_entry(&mut entry, &mut found).unwrap());
    assert_eq!(entry.loc.as_str(), "https://e.com/b");
    assert_eq!(
        (&*found[0].detail, found[1].lost),
        ("1 in this row, not readable", urlset_core::Lost::Entry)
    );
}

#[test]
fn an_open_quote_is_bounded() {
    let mut text = String::from("loc,x\nhttps://e.com/a,1\nhttps://e.com/b,\"");
    text.push_str(&"https://e.com/c,2\n".repeat(1 << 20));
    let read = read(&text);
    assert_eq!(read.locs(), "a");
    assert!(read.found().ends_with("3:17 csv/open-quote Rest"), "{}", read.found());
}

#[test]
fn rows_of_one_entry_are_bounded() {
    let options = ReadOptions {
        limits: urlset_core::Limits { entry_bytes: 1000, ..Default::default() },
        ..options()
    };
    let mut text = String::from("loc,extension,item,field,value\n");
    text.push_str(&"https://e.com/a,video,1,tag.1,x\n".repeat(100));
    text.push_str("https://e.com/b,,,,\n");
    let read = read_with(text.as_bytes(), &CsvReadOptions::default(), &options, usize::MAX);
    assert_eq!(read.locs(), "a b");
    assert_eq!(read.found(), "33:1 limit/entry-bytes Field");
}

#[test]
fn very_many_columns_are_no_trouble() {
    let columns = 100_000;
    let mut text = String::from("loc");
    (0..columns).for_each(|number| text.push_str(&format!(",image.{number}.loc")));
    text.push_str("\nhttps://e.com/a");
    (0..columns).for_each(|_| text.push_str(",\"https://e.com/i\""));
    let limits = urlset_core::Limits { columns: 200_000, ..ReadOptions::default().limits };
    let options = ReadOptions { limits, extensions: EXTENSIONS, ..ReadOptions::default() };
    let read = read_with(text.as_bytes(), &CsvReadOptions::default(), &options, usize::MAX);
    assert_eq!(read.locs(), "a");
    assert_eq!(read.found(), "2:600030 limit/entry-bytes Field");
}

fn write(entries: &[Entry], csv: &CsvWriteOptions, kind: Kind) -> String {
    let header = Header { kind, ..Header::default() };
    let options = WriteOptions { extensions: EXTENSIONS, ..WriteOptions::default() };
    let mut writer = CsvWriter::with(csv, &header, &options);
    let mut out = String::new();
    let mut lost = Vec::<Diagnostic>::new();
    entries.iter().for_each(|entry| writer.survey(entry));
    writer.begin(&mut out);
    for entry in entries {
        writer.write_entry(entry, &mut out, &mut lost).unwrap();
    }
    writer.end(&mut out);
    assert!(lost.is_empty(), "{lost:?}");
    out
}

#[test]
fn what_it_looks_like() {
    let text = "loc,lastmod,changefreq,priority,image.1.loc,image.1.title,hreflang.de,other.1\n\
                https://e.com/a,2026-03,daily,0.80,https://e.com/i,\"a \"\"b\"\", c\",https://e.com/d,\
                \"<ns:x xmlns:ns=\"\"urn:x\"\">y</ns:x>\"\nhttps://e.com/b,,,,,,,\n";
    let entries = read(text).entries;
    assert_eq!(write(&entries, &CsvWriteOptions::default(), Kind::Urlset), text);
    let json = CsvWriteOptions { layout: Layout::Json, ..CsvWriteOptions::default() };
    let text = write(&entries, &json, Kind::Sitemapindex);
    assert!(text.contains(",0.80,sitemap,\"[{\"\"loc\"\":\"\"https://e.com/i\"\",\"\"title\"\""));
    let long = CsvWriteOptions { layout: Layout::Long, ..CsvWriteOptions::default() };
    let text = write(&entries, &long, Kind::Urlset);
    assert!(text.contains("\nhttps://e.com/a,,,,image,1,loc,https://e.com/i\n"), "{text}");
}

#[test]
fn without_a_survey_nothing_is_lost_in_silence() {
    let entries = read("loc,image.1.loc\nhttps://e.com/a,https://e.com/i\n").entries;
    let options = WriteOptions { extensions: EXTENSIONS, ..WriteOptions::default() };
    let mut writer = CsvWriter::with(&CsvWriteOptions::default(), &Header::default(), &options);
    let (mut out, mut lost) = (String::new(), Vec::<Diagnostic>::new());
    writer.begin(&mut out);
    writer.write_entry(&entries[0], &mut out, &mut lost).unwrap();
    assert_eq!(out, "loc,lastmod,changefreq,priority\nhttps://e.com/a,,,\n");
    assert_eq!(&*lost[0].detail, "image: image.1.loc=https://e.com/i");
}

/// Text that CSV finds hard, with no space around it: a table of shapes does not keep that.
fn text() -> impl Strategy<Value = String> {
    let hard = "[a-c\"',;\\n\\r\\t|=+@ é\u{1f600}\u{2028}{}<&-]{1,12}";
    prop_oneof![hard, "=[0-9]{2}", "'+x", "\\[1\\]"]
        .prop_map(|text: String| text.trim().to_owned())
        .prop_filter("not empty", |text| !text.is_empty())
}

fn item() -> impl Strategy<Value = (usize, String)> {
    let quote = |text: &str| serde_json::to_string(text).unwrap();
    let image = (text(), proptest::option::of(text())).prop_map(move |(loc, title)| {
        let title = title.map(|title| format!(",\"title\":{}", quote(&title))).unwrap_or_default();
        (0, format!("{{\"loc\":{}{title}}}", quote(&loc)))
    });
    let video = (text(), proptest::collection::vec(text(), 0..3), any::<bool>()).prop_map(
        move |(title, tags, allow)| {
            let tags: Vec<String> = tags.iter().map(|tag| quote(tag)).collect();
            let tags = match tags.as_slice() {
                [] => String::new(),
                tags => format!(",\"tag\":[{}]", tags.join(",")),
            };
            let restriction = if allow {
                ",\"restriction\":{\"value\":\"IE\",\"relationship\":\"allow\"}"
            } else {
                ",\"duration\":600,\"restriction\":\"IE\""
            };
            let price = ",\"price\":[\"1\",{\"value\":\"2\",\"currency\":\"EUR\"}]";
            (1, format!("{{\"title\":{}{restriction}{price}{tags}}}", quote(&title)))
        },
    );
    let news = (text(), text()).prop_map(move |(name, title)| {
        let publication = format!("{{\"name\":{},\"language\":\"en\"}}", quote(&name));
        (2, format!("{{\"publication\":{publication},\"title\":{}}}", quote(&title)))
    });
    let tag = prop_oneof!["de", "x-default", "[a-z]{2}-[A-Z]{2}", "de\\.2", "1", "href", ""];
    let link = (tag, text(), any::<bool>()).prop_map(move |(tag, href, media)| {
        let media = if media { ",\"media\":\"print\"" } else { "" };
        (3, format!("{{\"hreflang\":{},\"href\":{}{media}}}", quote(&tag), quote(&href)))
    });
    let empty = Just((0, "{\"loc\":\"x\",\"title\":\"\"}".to_owned()));
    let hollow = Just((2, "{\"publication\":{},\"title\":\"x\"}".to_owned()));
    prop_oneof![image, video, news, link, empty, hollow, Just((0, "{}".to_owned()))]
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let core = (
        "https://e\\.com/[a-z,;\"'|]{0,8}",
        proptest::option::of(prop_oneof!["2026", "2026-03", "2026-03-04T10:00:00\\.50\\+01:00"]),
        proptest::option::of(0..7_usize),
        proptest::option::of(prop_oneof!["0\\.80", "-0", "\\+0\\.5", "1"]),
    );
    let other = proptest::option::of("[^\\p{C}<&\r\n]{0,9}");
    let entry = (core, proptest::collection::vec(item(), 0..6), other).prop_map(
        |((loc, lastmod, changefreq, priority), mut items, other)| {
            let mut entry = Entry::new(Loc::new(&loc));
            entry.lastmod = lastmod.map(|text| Datetime::parse(&text).unwrap());
            entry.changefreq = changefreq.map(|at| Changefreq::ALL[at]);
            entry.priority = priority.map(|text| Priority::parse(&text).unwrap());
            items.sort_by_key(|(extension, _)| *extension);
            for (extension, json) in items {
                for member in crate::json::items(&json).unwrap() {
                    urlset_core::from_member(
                        EXTENSIONS[extension],
                        &member,
                        Position::default(),
                        &mut entry.extensions,
                    )
                    .unwrap();
                }
            }
            if let Some(text) = other {
                let tape = &mut entry.extensions;
                tape.open("urn:x", "x:y", Position::default())
                    .attribute("", "a", &text)
                    .text(&text)
                    .leaf("", "z", "")
                    .close();
            }
            entry
        },
    );
    proptest::collection::vec(entry, 0..5)
}

/// What tables do not keep: how elements of different extensions are mixed, and in the wide layout
/// the order of languages and of what has no column.
fn comparable(entry: &Entry) -> (Entry, Vec<String>) {
    let mut elements: Vec<String> = entry.extensions.elements().map(xml).collect();
    elements.sort();
    let mut core = entry.clone();
    core.extensions.clear();
    (core, elements)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn what_is_written_is_read(
        entries in entries(),
        layout in prop_oneof![Just(Layout::Wide), Just(Layout::Json), Just(Layout::Long)],
        excel: bool,
        guard: bool,
        index: bool,
        delimiter in prop_oneof![Just(b','), Just(b';'), Just(b'\t'), Just(b'|')],
    ) {
        let kind = if index { Kind::Sitemapindex } else { Kind::Urlset };
        let text = write(&entries, &CsvWriteOptions { delimiter, layout, excel, guard }, kind);
        let csv = CsvReadOptions { guard, ..CsvReadOptions::default() };
        let read = read_with(text.as_bytes(), &csv, &options(), 7);
        let left: Vec<_> = read.entries.iter().map(comparable).collect();
        let right: Vec<_> = entries.iter().map(comparable).collect();
        prop_assert_eq!(left, right, "{}", text);
        prop_assert!(entries.is_empty() || read.kind == kind);
        let lost = read.findings.iter().find(|finding| finding.lost != urlset_core::Lost::Nothing);
        prop_assert!(lost.is_none(), "{:?}", lost);
    }

    #[test]
    fn nothing_panics(text in "[a,;\"\n\r\t|\\[{<\0 ]{0,40}", rows: bool, chunk in 1..9_usize) {
        let text = if rows { format!("loc,image,other\n{text}") } else { text };
        let whole = read(&text);
        let cut = read_with(text.as_bytes(), &CsvReadOptions::default(), &options(), chunk);
        prop_assert_eq!(whole.entries, cut.entries);
        prop_assert_eq!(whole.findings, cut.findings);
    }
}
