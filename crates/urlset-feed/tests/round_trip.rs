//! What is written is read back equal, as far as the formats promise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "tests fail by panicking; tables are long"
)]

use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
use urlset_core::{
    Datetime, Diagnostic, Entry, EntryWriter, Format, Header, Input, Loc, Lost, Position,
    Precision, ReadOptions, WriteOptions, Zone,
};

const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
const VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";
const NEWS: &str = "http://www.google.com/schemas/sitemap-news/0.9";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

fn write(format: &Format, entries: &[Entry], pretty: bool) -> String {
    let options = WriteOptions { pretty, ..WriteOptions::default() };
    let mut writer = format.create.unwrap()(&Header::default(), &options);
    let mut out = String::new();
    let mut findings: Vec<Diagnostic> = Vec::new();
    writer.begin(&mut out);
    for entry in entries {
        writer.write_entry(entry, &mut out, &mut findings).unwrap();
    }
    writer.end(&mut out);
    let lost = findings.iter().find(|finding| finding.lost != Lost::Nothing);
    assert_eq!(lost, None, "{out}");
    assert!(findings.iter().all(|finding| finding.rule.id == "convert/invented-value"));
    out
}

fn read(format: &Format, text: &str) -> Vec<Entry> {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(text.as_bytes());
    let mut reader = format.open.unwrap()(input, &ReadOptions::default(), &mut findings).unwrap();
    let (mut entries, mut entry) = (Vec::new(), Entry::default());
    while reader.read_entry(&mut entry, &mut findings).unwrap() {
        entries.push(entry.clone());
    }
    let lost = findings.iter().find(|finding| finding.lost != Lost::Nothing);
    assert_eq!(lost, None, "{text}");
    entries
}

fn returns(entries: &[Entry]) {
    for format in [&urlset_feed::RSS, &urlset_feed::ATOM] {
        for pretty in [false, true] {
            let text = write(format, entries, pretty);
            let back = read(format, &text);
            assert_eq!(back.len(), entries.len(), "{text}");
            for (was, is) in entries.iter().zip(&back) {
                assert_eq!(was, is, "{text}");
            }
        }
    }
}

fn words() -> impl Strategy<Value = String> {
    prop::string::string_regex(
        "[a-zA-Zß😀&<>\"';,=%\\]\\[-]([a-zA-Z é😀&<>\"';,\\]]{0,12}[a-zA-Z&;\\]é])?",
    )
    .unwrap()
}

fn address() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::string::string_regex("https://example\\.com/[a-z0-9/?&='%;,\\]é😀-]{0,20}").unwrap(),
        1 => words(),
    ]
}

fn page() -> impl Strategy<Value = String> {
    prop::string::string_regex("https?://[a-z]{1,8}\\.example/[a-zA-Z0-9/?&='()*;,-]{0,30}")
        .unwrap()
}

fn datetime() -> impl Strategy<Value = Option<Datetime>> {
    let date = (1_u16..=9999, 1_u8..=12, 1_u8..=28);
    let time = (0_u8..24, 0_u8..60, 0_u8..60);
    let zone = prop_oneof![
        Just(Zone::Utc),
        Just(Zone::Absent),
        Just(Zone::MinusZero),
        (-840_i16..=840).prop_map(Zone::Offset),
    ];
    (date, time, zone, 0_u8..7, any::<bool>()).prop_map(|(date, time, zone, kind, some)| {
        let none = Zone::Absent;
        let made = match kind {
            0 => Datetime::new((date.0, 1, 1), (0, 0, 0), 0, Precision::Year, none),
            1 => Datetime::new((date.0, date.1, 1), (0, 0, 0), 0, Precision::Month, none),
            2 => Datetime::new(date, (0, 0, 0), 0, Precision::Day, zone),
            3 => Datetime::new(date, (time.0, time.1, 0), 0, Precision::Minute, zone),
            4 => Datetime::new(date, time, 120_000_000, Precision::Fraction(3), zone),
            _ => Datetime::new(date, time, 0, Precision::Second, zone),
        };
        made.ok().filter(|_| some)
    })
}

/// A child: its name, its text, and an attribute where it has one.
type Leaf = (&'static str, String, Option<(&'static str, String)>);

fn leaf(
    name: &'static str,
    text: impl Strategy<Value = String> + 'static,
) -> impl Strategy<Value = Vec<Leaf>> {
    prop::collection::vec(text, 0..=1)
        .prop_map(move |texts| texts.into_iter().map(|text| (name, text, None)).collect())
}

fn yes_no() -> impl Strategy<Value = String> {
    prop_oneof![Just("yes".to_owned()), Just("no".to_owned()), Just("YES".to_owned())]
}

fn video() -> impl Strategy<Value = Vec<Leaf>> {
    let first = (
        leaf("thumbnail_loc", address()),
        leaf("title", words()),
        leaf("description", words()),
        leaf("content_loc", address()),
        (address(), any::<u8>()).prop_map(|(text, pick)| match pick % 3 {
            0 => Vec::new(),
            1 => vec![("player_loc", text, None)],
            _ => vec![("player_loc", text, Some(("allow_embed", "no".to_owned())))],
        }),
        leaf("duration", "[0-9]{1,5}"),
        leaf("expiration_date", words()),
        leaf("rating", "[0-5]\\.[0-9]"),
        leaf("content_segment_loc", address()),
        leaf("view_count", "[0-9]{1,9}"),
    );
    let second = (
        leaf("publication_date", "2026-0[1-9]-1[0-9](T10:00:00\\+01:00)?"),
        prop::collection::vec(words(), 0..4)
            .prop_map(|tags| tags.into_iter().map(|tag| ("tag", tag, None)).collect::<Vec<Leaf>>()),
        leaf("category", words()),
        leaf("family_friendly", yes_no()),
        ("[A-Za-z]{2} [A-Z]{2}", any::<u8>()).prop_map(|(text, pick)| match pick % 4 {
            0 => vec![("restriction", text, Some(("relationship", "allow".to_owned())))],
            1 => vec![("restriction", text, Some(("relationship", "DENY".to_owned())))],
            _ => Vec::new(),
        }),
        leaf("gallery_loc", address()),
        prop::collection::vec(("[0-9]\\.[0-9]{2}", "[A-Za-z]{3}", any::<bool>()), 0..3).prop_map(
            |prices| {
                let price = |(text, word, is_type): (String, String, bool)| {
                    ("price", text, Some((if is_type { "type" } else { "currency" }, word)))
                };
                prices.into_iter().map(price).collect::<Vec<Leaf>>()
            },
        ),
        leaf("requires_subscription", yes_no()),
        leaf("uploader", words()),
        leaf("live", yes_no()),
    );
    (first, second).prop_map(|(a, b)| {
        [a.0, a.1, a.2, a.3, a.4, a.5, a.6, a.7, a.8, a.9, b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7]
            .into_iter()
            .chain([b.8, b.9])
            .flatten()
            .collect()
    })
}

fn image() -> impl Strategy<Value = Vec<Leaf>> {
    (
        leaf("loc", address()),
        leaf("caption", words()),
        leaf("geo_location", words()),
        leaf("title", words()),
        leaf("license", address()),
    )
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e].concat())
}

#[derive(Clone, Debug)]
enum Extra {
    Image(Vec<Leaf>),
    Video(Vec<Leaf>),
    News(String),
    Alternate(String, String),
}

fn extra() -> impl Strategy<Value = Extra> {
    prop_oneof![
        image().prop_map(Extra::Image),
        video().prop_map(Extra::Video),
        words().prop_map(Extra::News),
        ("[a-z]{2}(-[A-Z]{2})?", address()).prop_map(|(code, href)| Extra::Alternate(code, href)),
    ]
}

fn item(entry: &mut Entry, namespace: &str, prefix: &str, name: &str, leaves: &[Leaf]) {
    let at = Position::default();
    entry.extensions.open(namespace, &format!("{prefix}:{name}"), at);
    for (name, text, attribute) in leaves {
        entry.extensions.open(namespace, &format!("{prefix}:{name}"), at);
        if let Some((name, value)) = attribute {
            entry.extensions.attribute("", name, value);
        }
        entry.extensions.text(text).close();
    }
    entry.extensions.close();
}

fn entry() -> impl Strategy<Value = Entry> {
    (page(), datetime(), prop::collection::vec(extra(), 0..4)).prop_map(|(loc, lastmod, extras)| {
        let mut entry = Entry { lastmod, ..Entry::new(Loc::new(&loc)) };
        for extra in extras {
            match extra {
                Extra::Image(leaves) => item(&mut entry, IMAGE, "image", "image", &leaves),
                Extra::Video(leaves) => item(&mut entry, VIDEO, "video", "video", &leaves),
                Extra::News(title) => {
                    item(&mut entry, NEWS, "news", "news", &[("title", title, None)]);
                }
                Extra::Alternate(code, href) => {
                    let out = entry.extensions.open(XHTML, "xhtml:link", Position::default());
                    out.attribute("", "rel", "alternate").attribute("", "hreflang", &code);
                    out.attribute("", "href", &href).close();
                }
            }
        }
        entry
    })
}

proptest! {
    #[test]
    fn generated_entries(entries in prop::collection::vec(entry(), 0..4)) {
        returns(&entries);
    }
}

/// Everything that a feed can hold, to be broken.
fn whole(format: &Format) -> String {
    let mut entry = Entry::new(Loc::new("https://example.com/?a=1&b=2"));
    entry.lastmod = Datetime::parse("2026-03").ok();
    let leaves = [
        ("thumbnail_loc", "https://example.com/t.jpg".to_owned(), None),
        ("title", "T & U".to_owned(), None),
        ("content_loc", "https://example.com/v.mp4".to_owned(), None),
        ("tag", "one, two".to_owned(), None),
        ("restriction", "DE FR".to_owned(), Some(("relationship", "deny".to_owned()))),
    ];
    item(&mut entry, VIDEO, "video", "video", &leaves);
    item(&mut entry, IMAGE, "image", "image", &[("title", "😀".to_owned(), None)]);
    write(format, &[entry.clone(), entry], true)
}

fn dump(format: &Format, bytes: &[u8], step: usize) -> String {
    struct Slow<'b>(&'b [u8], usize);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(to.len()).min(self.0.len());
            to[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(Slow(bytes, step));
    let mut dump = String::new();
    match format.open.unwrap()(input, &ReadOptions::default(), &mut findings) {
        Ok(mut reader) => {
            let mut entry = Entry::default();
            loop {
                match reader.read_entry(&mut entry, &mut findings) {
                    Ok(true) => dump.push_str(&format!("{entry:?} {:?}\n", reader.position())),
                    Ok(false) => break,
                    Err(error) => {
                        dump.push_str(&error.to_string());
                        break;
                    }
                }
            }
        }
        Err(error) => dump.push_str(&error.to_string()),
    }
    for finding in findings {
        dump.push_str(&format!("{:?} {} {}\n", finding.position, finding.rule.id, finding.detail));
    }
    dump
}

proptest! {
    /// Neither a panic nor a result that hangs on how the bytes arrive.
    #[test]
    fn broken_bytes(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
        atom in any::<bool>(),
    ) {
        let format = if atom { &urlset_feed::ATOM } else { &urlset_feed::RSS };
        let mut bytes = whole(format).into_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut.index(3) == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        let at_once = dump(format, &bytes, usize::MAX);
        assert_eq!(dump(format, &bytes, 1), at_once);
        assert_eq!(dump(format, &bytes, 7), at_once);
    }
}
