//! The way by which plain entries are read at one look, against the cursor: the same entries, findings
//! and places. A stream that comes byte by byte never has an entry in the window, so that it is the
//! cursor that reads it.

#![allow(clippy::indexing_slicing, reason = "a test may panic")]

use proptest::prelude::*;
use std::io::Read;
use urlset::Position;
use urlset_tests::{Reading, Settings, Slow, list, read_as};

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
    "<loc>https://example.com/\u{7f}</loc>",
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
    "<loc>https://example.com/~a!$b#c</loc>",
    "<loc>https://example.com/%e4%B8?a%2f</loc>",
    "<loc>https://example.com/%e4%b</loc>",
    "<lastmod>2026-03-04]]></lastmod>",
    "<lastmod>2026-03-04\n</lastmod>",
    "<lastmod><![CDATA[2026-03-04]]></lastmod>",
    "<changefreq>it's</changefreq>",
    "<changefreq>week\u{fffd}ly</changefreq>",
    "<priority>0.64</priority>",
    "<priority>0.5\u{1}</priority>",
    "<priority>1.0&#48;</priority>",
];

/// Elements of extensions, plain and not, most of them with one thing out of order.
const ITEMS: &[&str] = &[
    "<image:image><image:loc>https://example.com/a.png</image:loc></image:image>",
    "<image:image>\n  <image:loc>https://example.com/a?b&amp;c</image:loc>\r\n</image:image>",
    "<image:image> <image:loc>a]b</image:loc><image:caption>it's</image:caption></image:image>",
    "<image:image><image:caption> a &#38; b &amp;amp; </image:caption></image:image>",
    "<image:image><image:caption>&lt;b&gt;</image:caption>text</image:image>",
    "<image:image/>",
    "<image:image />",
    "<image:image>text</image:image>",
    "<image:loc>https://example.com/a.png</image:loc>",
    "<image:image><loc>https://example.com/b</loc></image:image>",
    "<image:image><image:loc>a</image:loc>",
    "<image:image><image:loc>a</image:lo></image:image>",
    "<image:image xmlns:image=\"urn:x\"><image:loc>a</image:loc></image:image>",
    "<image:image><y:a xmlns:y=\"urn:y\">a</y:a></image:image>",
    "<image:image><!-- a --><image:loc>a</image:loc></image:image>",
    "<image:image><image:title><![CDATA[a]]></image:title></image:image>",
    "<image:image><image:title>\u{ff0c}\u{e9}</image:title></image:image>",
    "<image:image><image:title>a\nb</image:title></image:image>",
    "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/de\"/>",
    "<xhtml:link rel='alternate' hreflang='de' href='https://example.com/?a&amp;b' />",
    "<xhtml:link  rel=\"a\"  href=\"it's >\"></xhtml:link>",
    "<xhtml:link rel=\"a\" rel=\"b\"/>",
    "<xhtml:link rel=\"a\"href=\"b\"/>",
    "<xhtml:link rel=a href=\"b\"/>",
    "<xhtml:link rel=\"a<b\" href=\"&b;\"/>",
    "<xhtml:link rel=\"a\tb\" href=\"&amp;amp;\"/>",
    "<xhtml:link xml:lang=\"de\" x:rel=\"a\" href=\"b\"/>",
    "<xhtml:link a='' b='' c='' d='' e='' f='' g='' h='' i=''/>",
    "<x:a>b</x:a>",
    "<x:priority>0.3</x:priority>",
    "<x:a> <x:b>c</x:b></x:a>",
    "<x:a>b]]>c</x:a>",
    "<x:a>b\r\nc</x:a>",
    "<x:a>b\u{1}c</x:a>",
    "<x:a>it's</x:a>",
    "<x:a>b\u{7f}c</x:a>",
    "<x:a b='\u{7f}'/>",
    "<x:a b='c<d'/>",
    "<x:a b='c\td'/>",
    "<x:a b='c\u{fffe}d'/>",
    "<x:a ><x:b>c</x:b >d</x:a>",
    "<x:a:b/>",
    "<x:1/>",
    "<:a/>",
    "<x:/>",
    "<y:a>https://example.com/c</y:a>",
    "<s:lastmod>2026-03-04</s:lastmod>",
    "<x:a><x:a><x:a><x:a><x:a><x:a><x:a><x:a><x:a>b</x:a></x:a></x:a></x:a></x:a></x:a></x:a></x:a></x:a>",
    "<image:image>\n  <image:loc>a</image:loc>\n  <image:title><![CDATA[<b> & c]]></image:title>\n</image:image>",
    "<image:image>\n  <image:title><![CDATA[a\nb]]></image:title>\n  <image:loc>/a</image:loc>\n</image:image>",
    "<image:image><image:title><![CDATA[]]></image:title><image:loc> </image:loc></image:image>",
    "<image:image><image:title><![CDATA[ \n ]]></image:title><image:loc>\n</image:loc></image:image>",
    "<image:image><image:title><![CDATA[a]]> b</image:title></image:image>",
    "<image:image><image:title> <![CDATA[a]]></image:title></image:image>",
    "<image:image><image:title><![CDATA[a]]><![CDATA[b]]></image:title></image:image>",
    "<image:image><image:title><![CDATA[a &amp; ]b\r\n]]></image:title></image:image>",
    "<image:image><![CDATA[a]]><image:loc>b</image:loc></image:image>",
    "<x:a b='1'>c<x:b d=\"2\" b='3'/>\n<x:b>e</x:b>f</x:a>",
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
    (
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:x=\"urn:x\" \
         xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
        "</urlset>",
    ),
    (
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1/\" \
         xmlns:xhtml=\"urn:a\" xmlns:x=\"http://www.google.com/schemas/sitemap-video/1.1\">",
        "</urlset>",
    ),
    (
        "<urlset xmlns=\"=ttp://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:x=\"=ttp://www.sitemaps.org/schemas/sitemap/0.9\">",
        "</urlset>",
    ),
    ("<urlset>", "</urlset>"),
    ("<urlset xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9/\">", "</urlset>"),
];

fn usual_first<T: Clone + std::fmt::Debug>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop_oneof![3 => Just(all[0].clone()), 1 => proptest::sample::select(all)]
}

/// A loc, and elements of extensions after it.
fn item_entry() -> impl Strategy<Value = String> {
    let items = proptest::collection::vec(usual_first(ITEMS), 0..6);
    let plain = [0, 1, 18, 19, 48, 49].map(|at| ITEMS[at]);
    let plain = proptest::collection::vec(proptest::sample::select(plain.to_vec()), 0..6);
    let lastmod = prop_oneof![Just(""), Just(CHILDREN[16])];
    (prop_oneof![items, plain], lastmod, usual_first(BETWEEN)).prop_map(|(items, lastmod, gap)| {
        format!("<url>{}{gap}{}{lastmod}</url>{gap}", CHILDREN[0], items.join(gap))
    })
}

/// The four fields in order, with anything else once in a while.
fn entry() -> impl Strategy<Value = String> {
    let plain = [0, 16, 20, 22].map(|at| CHILDREN[at]);
    let escaped = [1, 18, 20, 22].map(|at| CHILDREN[at]);
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
        (root, entries) in prop_oneof![
            (usual_first(ROOTS).boxed(), proptest::collection::vec(entry().boxed(), 0..6)),
            (
                prop_oneof![3 => Just(ROOTS[4]), 1 => proptest::sample::select(ROOTS)].boxed(),
                proptest::collection::vec(
                    prop_oneof![3 => item_entry(), 1 => entry()].boxed(),
                    0..6,
                ),
            ),
        ],
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
        // One character stands for a byte that is no UTF-8.
        let rest = format!("\n{rest}{}\n", root.1).into_bytes();
        let torn = |byte| if byte == 0x7f { 0xff } else { byte };
        let rest: Vec<u8> = rest.into_iter().map(torn).collect();
        let mut settings = Settings::named("sitemap.xml");
        let read = &mut settings.open.read;
        (read.remarks, read.mends, read.lenient) = (remarks, mends, lenient);
        read.limits.depth = nesting;
        (read.limits.token_bytes, read.limits.entry_bytes) = (token, bytes);
        let format = urlset::format("xml").unwrap();
        let whole = read_as(format, &settings, &*[front.as_bytes(), &rest].concat());
        let pieces = read_as(format, &settings, front.as_bytes().chain(Slow::new(&*rest, 1)));
        prop_assert!(whole.same_as(&pieces), "{}\n{whole:#?}\n{pieces:#?}", rest.escape_ascii());
        // Locs go into a list many at once as they do one by one.
        let bytes = [front.as_bytes(), &rest].concat();
        let [many, one] = [false, true].map(|one| list(format, &settings, &*bytes, (None, one)));
        prop_assert!(many.same_as(&one), "{}\n{many:#?}\n{one:#?}", rest.escape_ascii());
        // Who asks for locs only gets them all, at the same places.
        settings.open.read.only_loc = true;
        let trusted = read_as(format, &settings, &*[front.as_bytes(), &rest].concat());
        let locs = |reading: &Reading| -> Vec<(String, Position)> {
            let locs = reading.entries.iter().map(|entry| entry.loc.as_str().to_owned());
            locs.zip(reading.positions.iter().copied()).collect()
        };
        let (all, passed) = (locs(&whole), locs(&trusted));
        let asked = remarks || mends || trusted.entries.iter().all(|entry| {
            (entry.lastmod, entry.changefreq, entry.priority.as_ref()) == (None, None, None)
        });
        prop_assert!(asked, "{}\n{trusted:#?}", rest.escape_ascii());
        let same = if whole.whole { passed == all } else { passed.starts_with(&all) };
        prop_assert!(same, "{}\n{whole:#?}\n{trusted:#?}", rest.escape_ascii());
    }
}

/// The tags of an entry are compared with those of the one before: an entry that begins like it, and
/// then has one tag more, less or another, is read as by itself.
#[test]
fn an_entry_like_the_one_before_but_for_one_tag() {
    let fields = [
        ["<loc>", "https://example.com/a", "</loc>"],
        ["<lastmod>", "2026-03-04", "</lastmod>"],
        ["<changefreq>", "weekly", "</changefreq>"],
        ["<priority>", "0.7", "</priority>"],
    ];
    let others = fields.iter().flat_map(|[start, _, end]| [*start, *end]);
    let others: Vec<&str> = others.chain(["<url>", "</url>", " ", ""]).collect();
    let format = urlset::format("xml").unwrap();
    let front = format!("{}<!--{}-->", ROOTS[0].0, ".".repeat(66_000));
    for chosen in 0..16 {
        let some = fields.iter().enumerate().filter(|(at, _)| chosen & (1 << at) != 0);
        let mut tokens = vec!["<url>"];
        tokens.extend(some.flat_map(|(_, field)| field));
        tokens.push("</url>");
        for (at, other) in (0..tokens.len()).flat_map(|at| others.iter().map(move |o| (at, *o))) {
            let mut odd = tokens.clone();
            odd[at] = other;
            // The comment before it makes the cursor read the first.
            let rest = format!("{0}{0}{1}{0}</urlset>\n", tokens.concat(), odd.concat());
            let settings = Settings::named("sitemap.xml");
            let whole = read_as(format, &settings, format!("{front}{rest}").as_bytes());
            let slow = front.as_bytes().chain(Slow::new(rest.as_bytes(), 1));
            assert!(whole.same_as(&read_as(format, &settings, slow)), "{rest}\n{whole:#?}");
        }
    }
}
