//! Lists of addresses that are copied many at once, against the same one by one: the same documents, cut at
//! the same places, the same findings and losses.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use urlset::Room;
use urlset_tests::{Settings, list};

/// Lines of a list, the usual ones mostly.
const LINES: &[&str] = &[
    "https://example.com/a{n}",
    "https://example.com/it's?b&c={n}",
    "https://www.example.org/%7Ea/{n}",
    "http://example.com/{n}",
    "",
    "  https://example.com/padded ",
    "https://example.com/a b",
    "https://example.com/a https://example.com/b",
    "https://example.com/?u=https://example.org/",
    "https://example.com/&amp;",
    "https://example.com/\u{e9}",
    "https://example.com/\u{7f}",
    "/relative",
    "a word",
    "# a comment",
    "ftp://example.com/",
    "https://",
];

/// What stands in a page, the usual fields mostly.
const FIELDS: &[&str] = &[
    "<loc>https://example.com/a{n}</loc>",
    "<loc>https://example.com/a?b&amp;c=it's{n}</loc><lastmod>2026-03-04</lastmod>",
    "<loc>https://www.example.org/%7Ea/{n}</loc><changefreq>daily</changefreq>",
    "<loc>https://example.com/{n}</loc><lastmod>2026-03-04</lastmod><priority>0.7</priority>",
    "<loc>https://example.com/a</loc><lastmod>04/03/2026</lastmod>",
    "<loc>https://example.com/a</loc><lastmod>soon</lastmod><changefreq>often</changefreq>",
    "<loc>https://example.com/a</loc><changefreq>Daily</changefreq>",
    "<loc>https://example.com/a</loc><priority>7</priority>",
    "<loc>/a</loc>",
    "<loc>https://example.com/a b</loc>",
    "<loc> https://example.com/a</loc>",
    "<loc>https://example.com/&lt;</loc>",
    "<loc>https://example.com/\u{7f}</loc>",
    "<lastmod>2026-03-04</lastmod>",
    "<loc>https://example.com/a</loc><x>b</x>",
    "<loc>https://example.com/a</loc><loc>https://example.com/b</loc>",
    "",
];

fn pages() -> impl Strategy<Value = String> {
    let fields = prop_oneof![
        9 => proptest::sample::select(&FIELDS[..4]),
        1 => proptest::sample::select(FIELDS),
    ];
    let gap = prop_oneof![9 => Just("\n"), 1 => Just("\r\n  <!-- a -->")];
    proptest::collection::vec((fields, gap), 0..60).prop_map(|pages| {
        let page = |(n, (fields, gap)): (usize, &(&str, &str))| {
            format!("<url>{}</url>{gap}", fields.replace("{n}", &n.to_string()))
        };
        pages.iter().enumerate().map(page).collect()
    })
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        12 => proptest::sample::select(&LINES[..4]),
        1 => proptest::sample::select(LINES),
    ];
    let end = prop_oneof![8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    proptest::collection::vec((line, end), 0..60).prop_map(|lines| {
        let numbered = lines.iter().enumerate();
        numbered.map(|(n, (line, end))| line.replace("{n}", &n.to_string()) + end).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn many_at_once_are_cut_as_one_by_one(
        text in lines(),
        room in proptest::option::of((1_u64..40, prop_oneof![200_u64..3_000, 15_000_u64..400_000])),
        (lenient, mends, remarks, known) in any::<(bool, bool, bool, bool)>(),
    ) {
        let mut settings = Settings::named("a.txt");
        let read = &mut settings.open.read;
        (read.lenient, read.mends, read.remarks) = (lenient, mends, remarks);
        let room = room.map(|(entries, bytes)| Room { entries, bytes });
        let format = urlset::format("text").unwrap();
        if known {
            // As when it is read once more: up to the first odd line.
            let odd = LINES[4..].iter().filter_map(|odd| text.find(&format!("\n{odd}"))).min();
            let plain = !text.contains('\r') && odd.is_some_and(|odd| odd > 0);
            let first = LINES[4..].iter().any(|odd| !odd.is_empty() && text.starts_with(odd));
            settings.open.read.plain_upto = odd.filter(|_| plain && !first).unwrap_or(0) as u64;
        }
        let bytes = text.as_bytes();
        let [many, one] = [false, true].map(|one| list(format, &settings, bytes, (room, one)));
        prop_assert!(many.same_as(&one), "{text:?}\n{many:#?}\n{one:#?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn pages_are_listed_many_at_once_as_one_by_one(
        pages in pages(),
        room in proptest::option::of((1_u64..40, 15_000_u64..400_000)),
        (lenient, mends, remarks, only_loc) in any::<(bool, bool, bool, bool)>(),
        kind in prop_oneof![5 => Just(["urlset", "url"]), 1 => Just(["sitemapindex", "sitemap"])],
    ) {
        let mut settings = Settings::named("a.xml");
        let read = &mut settings.open.read;
        (read.lenient, read.mends, read.remarks) = (lenient, mends, remarks);
        read.only_loc = only_loc;
        let [root, entry] = kind;
        let pages = pages.replace("url>", &format!("{entry}>"));
        let front = format!("<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
        let text = format!("{front}{pages}</{root}>");
        let bytes: Vec<u8> =
            text.bytes().map(|byte| if byte == 0x7f { 0xff } else { byte }).collect();
        let room = room.map(|(entries, bytes)| Room { entries, bytes });
        let format = urlset::format("xml").unwrap();
        let [many, one] = [false, true].map(|one| list(format, &settings, &*bytes, (room, one)));
        prop_assert!(many.same_as(&one), "{text}\n{many:#?}\n{one:#?}");
    }
}

/// Pages of which nothing is odd are taken many at once, up to one that is, and none is passed over.
#[test]
fn what_a_list_leaves_behind_is_counted() {
    let page = |n: u32| {
        let date = if n.is_multiple_of(3) { "<lastmod>2026-03-04</lastmod>" } else { "" };
        let weight = if n.is_multiple_of(2) { "<priority>0.7</priority>" } else { "" };
        format!("<url><loc>https://example.com/{n}</loc>{date}{weight}</url>\n")
    };
    let pages: String = (0..3_000).map(page).collect();
    let document =
        format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>");
    let (settings, format) = (Settings::named("a.xml"), urlset::format("xml").unwrap());
    let listed = list(format, &settings, document.as_bytes(), (None, false));
    let expected: String = (0..3_000).map(|n| format!("https://example.com/{n}\n")).collect();
    assert_eq!(listed.documents, [expected]);
    let lost: Vec<(&str, u64)> = listed.lost.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    assert_eq!(lost, [("lastmod", 1_000), ("priority", 1_500)]);
    assert_eq!(listed.copied.map(|copied| (copied.read, copied.written)), Some((3_000, 3_000)));
    assert_eq!(listed.at.line, 3_000);
    assert!(listed.findings.is_empty(), "{:?}", listed.findings);
}
