//! The way by which plain entries are read at one look, against the cursor: the same entries, findings
//! and places. A stream that comes byte by byte never has an entry in the window, so that it is the
//! cursor that reads it.

#![allow(clippy::indexing_slicing, reason = "a test may panic")]

use proptest::prelude::*;
use std::io::Read;
use urlset_tests::{Settings, Slow, read_as};

/// Children of an entry, plain and not, most of them with one thing out of order.
const CHILDREN: &[&str] = &[
    "<loc>https://example.com/a</loc>",
    "<loc>https://example.com/a?b=1&amp;c=2</loc>",
    "<loc>https://example.com/a?b=1&c=2</loc>",
    "<loc>https://example.com/a&lt;b&apos;</loc>",
    "<loc>https://example.com/it's</loc>",
    "<loc>https://example.com/%7Ea/../%c3</loc>",
    "<loc>https://www.Example.com:80/.well-known</loc>",
    "<loc> https://example.com/a\n</loc>",
    "<loc>/a</loc>",
    "<loc></loc>",
    "<loc/>",
    "<loc a='1'>https://example.com/a</loc>",
    "<loc>https://example.com/<![CDATA[a]]></loc>",
    "<loc>https://example.com/ü\u{fffd}</loc>",
    "<loc>https://example.com/a</locs>",
    "<lastmod>2026-03-04</lastmod>",
    "<lastmod>2026-03-04T05:06:07+01:00</lastmod>",
    "<lastmod>&amp;</lastmod>",
    "<lastmod>04/03/2026</lastmod>",
    "<changefreq>weekly</changefreq>",
    "<changefreq>Weekly</changefreq>",
    "<priority>0.5</priority>",
    "<priority>2</priority>",
    "<priority>0.7</priority >",
    "<!-- a -->",
    "text",
    "<image:image><image:loc>https://example.com/a.png</image:loc></image:image>",
    "<url><loc>https://example.com/b</loc></url>",
    "<x>y</x>",
    "<Loc>https://example.com/a</Loc>",
];

/// What stands between entries.
const BETWEEN: &[&str] = &["\n", "\n  ", "", "\r\n\t", "<!-- a -->", "text", "<x/>", "</urlset>"];

/// Start and end of an entry.
const TAGS: &[(&str, &str)] = &[
    ("<url>", "</url>"),
    ("<url>\n    ", "\n  </url>"),
    ("<url >", "</url>"),
    ("<url a=\"b\">", "</url>"),
    ("<sitemap>", "</sitemap>"),
    ("<URL>", "</URL>"),
    ("<url>", "</url >"),
    ("<url>", ""),
];

/// Start tags of roots, the usual one mostly.
const ROOTS: &[(&str, &str)] = &[
    ("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "</urlset>"),
    (
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">",
        "</urlset>",
    ),
    ("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "</sitemapindex>"),
    ("<s:urlset xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "</s:urlset>"),
    ("<urlset>", "</urlset>"),
    ("<urlset xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9/\">", "</urlset>"),
];

fn usual_first<T: Clone + std::fmt::Debug>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop_oneof![3 => Just(all[0].clone()), 1 => proptest::sample::select(all)]
}

/// The four fields in order, with anything else once in a while.
fn entry() -> impl Strategy<Value = String> {
    let plain = [0, 15, 19, 21].map(|at| CHILDREN[at]);
    let escaped = [1, 17, 19, 21].map(|at| CHILDREN[at]);
    let children = prop_oneof![
        2 => proptest::sample::subsequence(plain.to_vec(), 0..=4),
        1 => proptest::sample::subsequence(escaped.to_vec(), 0..=4),
        1 => proptest::collection::vec(proptest::sample::select(CHILDREN), 0..5),
        2 => (proptest::sample::subsequence(plain.to_vec(), 1..=4), any::<prop::sample::Index>(),
              proptest::sample::select(CHILDREN))
            .prop_map(|(mut some, at, odd)| {
                let at = at.index(some.len());
                some[at] = odd;
                some
            }),
    ];
    let tags = prop_oneof![
        3 => proptest::sample::select(&TAGS[..2]),
        1 => proptest::sample::select(TAGS),
    ];
    (tags, children, usual_first(BETWEEN)).prop_map(|((start, end), children, gap)| {
        format!("{start}{}{end}{gap}", children.join(gap))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn both_ways_read_the_same(
        root in usual_first(ROOTS),
        entries in proptest::collection::vec(entry(), 0..6),
        (remarks, mends, lenient) in any::<(bool, bool, bool)>(),
        nesting in prop_oneof![9 => Just(64_u16), 1 => 1_u16..5],
        (token, bytes) in prop_oneof![
            9 => Just((1_u32 << 20, 4_u32 << 20)),
            1 => (20_u32..200, 20_u32..200).prop_map(|(token, bytes)| (66_100 + token, bytes)),
        ],
    ) {
        // So much is looked at before the root is read, however it comes.
        let front = format!("{}<!--{}-->", root.0, ".".repeat(66_000));
        let mut rest = entries.concat();
        if root.0.starts_with("<sitemapindex") {
            rest = rest.replace("url>", "sitemap>");
        }
        let rest = format!("\n{rest}{}\n", root.1);
        let mut settings = Settings::named("sitemap.xml");
        let read = &mut settings.open.read;
        (read.remarks, read.mends, read.lenient) = (remarks, mends, lenient);
        read.limits.depth = nesting;
        (read.limits.token_bytes, read.limits.entry_bytes) = (token, bytes);
        let format = urlset::format("xml").unwrap();
        let whole = read_as(format, &settings, [&*front, &rest].concat().as_bytes());
let pieces = read_as(format, &settings, front.as_bytes().chain(Slow::new(rest.as_bytes(), 1)));
        prop_assert!(whole.same_as(&pieces), "{rest}\n{whole:#?}\n{pieces:#?}");
    }
}
