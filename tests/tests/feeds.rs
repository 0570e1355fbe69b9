//! The way by which children of a feed's items are read at one look, against the cursor: the same entries,
//! findings and places. A stream that comes byte by byte never has a child in the window, so that it is
//! the cursor that reads it.

#![allow(clippy::indexing_slicing, reason = "a test may panic")]

use proptest::prelude::*;
use std::io::Read;
use urlset_tests::{Settings, Slow, read_as};

/// Children of any item, most of them with one thing out of order.
const CHILDREN: &[&str] = &[
    "<title>Some words</title>",
    "<title>Some &amp; others &lt;b&gt;</title>",
    "<title>Some & others &nbsp; &#38; &#x0;</title>",
    "<title type=\"xhtml\"><b>words</b></title>",
    "<title type='xhtml'>words</title>",
    "<title type=\"html\">  words\n\tand lines\r\n </title>",
    "<title>a]b</title>",
    "<title>a]]>b</title>",
    "<title>\u{ff01}\u{fffd}\u{1}</title>",
    "<title>words</title >",
    "<title >words</title>",
    "<title>words</titles>",
    "<title>words",
    "<title/>",
    "<title />",
    "<title  a='b'  />",
    "<title><![CDATA[Some <b>words</b> & others [1]]]></title>",
    "<title><![CDATA[Some &amp; others]]></title>",
    "<title><![CDATA[Some &nbsp; &#38; others]]></title>",
    "<title><![CDATA[Some &nbsp; &#8217; others]]></title>",
    "<title><![CDATA[]]></title>",
    "<title><![CDATA[a\r\nb\n]]></title>",
    "<title><![CDATA[a]]> b</title>",
    "<title> <![CDATA[a]]></title>",
    "<title><![CDATA[a\u{2}]]></title>",
    "<title><![CDATA[a\u{7f}]]></title>",
    "<title><![CDATA[a]]</title>",
    "<title>a\u{7f}b</title>",
    "<title>a<!-- b -->c</title>",
    "<title>a<b>c</b></title>",
    "<link>https://example.com/a</link>",
    "<link>https://example.com/a?b=1&amp;c=2</link>",
    "<link>https://example.com/a?b=1&amp;amp;c=2</link>",
    "<link>https://example.com/a?b=1&c=2</link>",
    "<link> https://example.com/a\n</link>",
    "<link>/a</link>",
    "<link></link>",
    "<link/>",
    "<link><![CDATA[https://example.com/a]]></link>",
    "<link xml:base=\"https://example.org/\">a</link>",
    "<link href=\"https://example.com/a\"/>",
    "<link href=\"https://example.com/a?b&amp;c\" rel='alternate' />",
    "<link href=\"https://example.com/a?b&c\" rel='alternate' />",
    "<link rel=\"alternate\" type=\"text/html\" href=\"https://example.com/b\"/>",
    "<link rel=\"alternate\" type=\"text/html\" href=\"https://example.com/b\" title=\"t\" x='y'/>",
    "<link rel=\"alternate\" type=\"application/json\" href=\"https://example.com/b\"/>",
    "<link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/de\"/>",
    "<link rel=\"self\" href=\"https://example.com/a.atom\"/>",
    "<link rel=\"enclosure\" type=\"image/png\" href=\"https://example.com/a.png\"/>",
    "<link rel=\"alternate\" href=\"/a\"/>",
    "<link rel=\"alternate\" href=\" https://example.com/a\t\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/\u{7f}\"/>",
    "<link rel=\"alternate\" rel=\"self\" href=\"https://example.com/a\"/>",
    "<link rel=\"alternate\"href=\"https://example.com/a\"/>",
    "<link rel=alternate href=\"https://example.com/a\"/>",
    "<link rel=\"a<b\" href=\"https://example.com/a\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a\"></link>",
    "<link rel=\"alternate\" href=\"https://example.com/a\">words</link>",
    "<link rel=\"alternate\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a]\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a\u{ff01}\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a<\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a&amp;&#38;\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a\tb\nc\"/>",
    "<link rel=\"alternate\" href=\"\"/>",
    "<link rel=\"alternate\" href=\"https://example.com/a\" />",
    "<link rel=\"alternate\" href=\"https://example.com/a'/>",
    "<link rel=\"alternate\" href=\"https://example.com/a\" title=\"t\" hreflang=\"de\"/>",
    "<link href=\"https://example.com/a\" rel=\"alternate\" hreflang=\"de\" title='long words'/>",
    "<link rel=\"ALTERNATE\" href=\"https://example.com/a\"/>",
    "<link xmlns=\"\" href=\"https://example.com/a\"/>",
    "<link xml:base=\"https://example.org/\" href=\"a\"/>",
    "<guid>https://example.com/a</guid>",
    "<guid isPermaLink=\"true\">https://example.com/a</guid>",
    "<guid isPermaLink=\"false\">https://example.com/a</guid>",
    "<guid isPermaLink=\"false\">12</guid>",
    "<guid isPermaLink=\"&amp;\">https://example.com/g</guid>",
    "<guid isPermaLink=\"&x;\">https://example.com/g</guid>",
    "<id>https://example.com/a</id>",
    "<id>tag:example.com,2026:1</id>",
    "<pubDate>Wed, 04 Mar 2026 10:00:00 +0100</pubDate>",
    "<pubDate>4 Mar 2026 10:00:00 GMT</pubDate>",
    "<pubDate>Thu, 04 Mar 2026 10:00:00 EST</pubDate>",
    "<pubDate>2026-03-04</pubDate>",
    "<pubDate>yesterday</pubDate>",
    "<pubDate></pubDate>",
    "<updated>2026-03-04T10:00:00Z</updated>",
    "<updated>2030-03-04T10:00:00Z</updated>",
    "<updated>4 Mar 2026</updated>",
    "<updated/>",
    "<published>2026-03-04T09:00:00Z</published>",
    "<published>2026-03-04</published>",
    "<created>2025-03-04T09:00:00Z</created>",
    "<dc:date>2026-03-04</dc:date>",
    "<d:date>2026-03-04</d:date>",
    "<d:modified>2026-03-05T00:00:00Z</d:modified>",
    "<dc:creator><![CDATA[Somebody]]></dc:creator>",
    "<dc:creator a:b='c'>Somebody</dc:creator>",
    "<content:encoded><![CDATA[<p>It's</p>]]></content:encoded>",
    "<content type=\"html\">&lt;p&gt;words</content>",
    "<content src=\"https://example.com/c\"/>",
    "<content type=\"xhtml\"><div>words</div></content>",
    "<description>words</description>",
    "<description><![CDATA[<img src=\"a\">]]></description>",
    "<summary type=\"html\">words</summary>",
    "<category>words</category>",
    "<category domain=\"a\"><![CDATA[words]]></category>",
    "<category term=\"words\"/>",
    "<author><name>Somebody</name></author>",
    "<enclosure url=\"https://example.com/a.mp4\" type=\"video/mp4\" length=\"1\"/>",
    "<enclosure url=\"https://example.com/a.png\" type=\"image/png\"></enclosure>",
    "<media:content url=\"https://example.com/b.mp4\" type=\"video/mp4\"/>",
    "<media:title>words</media:title>",
    "<media:thumbnail url=\"https://example.com/t.png\"/>",
    "<m:title>words</m:title>",
    "<itunes:image href=\"https://example.com/i.png\"/>",
    "<atom:link rel=\"alternate\" href=\"https://example.com/at\"/>",
    "<atom:updated>2026-03-06T00:00:00Z</atom:updated>",
    "<s:lastmod>2026-03-07</s:lastmod>",
    "<s:lastmod/>",
    "<xml:a>words</xml:a>",
    "<xmlns:a>words</xmlns:a>",
    "<y:a>words</y:a>",
    "<x>words</x>",
    "<x xmlns=\"urn:x\">words</x>",
    "<x a='' b='' c='' d='' e=''>words</x>",
    "<x a='' a=''>words</x>",
    "<x a='\u{7f}'>words</x>",
    "<x:1>words</x:1>",
    "<X>words</X>",
    "<!-- a -->",
    "<?a b?>",
    "text",
    "<item><link>https://example.com/n</link></item>",
    "<entry><link href=\"https://example.com/n\"/></entry>",
];

/// What a usual item consists of.
const RSS: &[&str] = &[
    "<title>Some words</title>",
    "<link>https://example.com/a</link>",
    "<guid isPermaLink=\"true\">https://example.com/a</guid>",
    "<dc:creator><![CDATA[Somebody]]></dc:creator>",
    "<pubDate>Wed, 04 Mar 2026 10:00:00 +0100</pubDate>",
    "<category><![CDATA[words]]></category>",
    "<description>words</description>",
];
const ATOM: &[&str] = &[
    "<title>Some words</title>",
    "<id>https://example.com/a</id>",
    "<link rel=\"alternate\" href=\"https://example.com/a\"/>",
    "<updated>2026-03-04T10:00:00Z</updated>",
    "<published>2026-03-04T09:00:00Z</published>",
    "<summary>words</summary>",
];

/// What an address ends in, the usual first.
const ENDS: &[&str] =
    &["a", "", "a/longer/one", "a?b&amp;c=d", "a?b&c", "a&amp;amp;b", "a'b", "a\u{7f}"];

/// What stands between children and items, the usual first.
const BETWEEN: &[&str] = &[
    "\n",
    "\n  ",
    "",
    "\r\n\t",
    "<!-- a -->",
    "text",
    "<x/>",
    "]]>",
    "</channel><channel xmlns=\"urn:x\">",
    "</channel><channel>",
];

const NAMESPACES: &str = "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
    xmlns:d=\"http://purl.org/dc/terms/\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
    xmlns:media=\"http://search.yahoo.com/mrss/\" xmlns:m=\"http://search.yahoo.com/mrss\" \
    xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" xmlns:x=\"urn:x\" \
    xmlns:atom=\"http://www.w3.org/2005/Atom\" \
    xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

/// Namespaces of roots beside those, the usual first.
const RSS_ROOTS: &[&str] = &[
    "",
    " xmlns=\"http://backend.userland.com/RSS2\"",
    " xmlns=\"urn:a\"",
    " xmlns=\"http://search.yahoo.com/mrss/\"",
    " xmlns=\"http://www.w3.org/2005/Atom\"",
    " xmlns=\"=ttp://\u{7f}\"",
    " xml:base=\"https://example.net/\"",
];
const ATOM_ROOTS: &[&str] = &[
    " xmlns=\"http://www.w3.org/2005/Atom\"",
    " xmlns=\"http://purl.org/atom/ns#\"",
    "",
    " xmlns=\"urn:a\"",
    " xmlns=\"http://www.w3.org/2005/Atom/\"",
];

fn usual_first(all: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop_oneof![5 => Just(all[0]), 1 => proptest::sample::select(all)]
}

/// Usual children in order, with anything else once in a while.
fn item(usual: &'static [&'static str], name: &'static str) -> impl Strategy<Value = String> {
    let some = proptest::sample::subsequence(usual.to_vec(), 0..=usual.len());
    let odd = proptest::collection::vec(
        (any::<prop::sample::Index>(), proptest::sample::select(CHILDREN)),
        0..4,
    );
    let tags = prop_oneof![
        6 => Just((format!("<{name}>"), format!("</{name}>"))),
        1 => proptest::sample::select(vec![
            (format!("<{name} a='b'>"), format!("</{name}>")),
            (format!("<{name} >"), format!("</{name} >")),
            (format!("<{name} xml:base='https://example.org/x/'>"), format!("</{name}>")),
            (format!("<{name}>"), String::new()),
            (format!("<{name}/>"), String::new()),
            (format!("<x:{name}>"), format!("</x:{name}>")),
            (format!("<atom:{name} xmlns='urn:x'>"), format!("</atom:{name}>")),
            (format!("<atom:{name}>"), format!("</atom:{name}>")),
        ]),
    ];
    let parts = (some, odd, tags, usual_first(BETWEEN), usual_first(ENDS));
    parts.prop_map(|(mut some, odd, (start, end), gap, address)| {
        for (at, child) in odd {
            some.insert(at.index(some.len() + 1), child);
        }
        let children = some.join(gap).replace("example.com/a", &format!("example.com/{address}"));
        format!("{start}{gap}{children}{gap}{end}{gap}")
    })
}

/// Everything up to the items, and everything after it.
fn document() -> impl Strategy<Value = (String, String)> {
    let rss = (usual_first(RSS_ROOTS), proptest::collection::vec(item(RSS, "item"), 0..6));
    let rss = rss.prop_map(|(root, items)| {
        let front = format!("<rss version=\"2.0\"{root} {NAMESPACES}>");
        (front, format!("<channel><title>Feed</title>\n{}</channel></rss>\n", items.concat()))
    });
    let atom = (usual_first(ATOM_ROOTS), proptest::collection::vec(item(ATOM, "entry"), 0..6));
    let atom = atom.prop_map(|(root, items)| {
        let front = format!("<feed{root} {NAMESPACES}>");
        (front, format!("<title>Feed</title>\n{}</feed>\n", items.concat()))
    });
    let rdf = proptest::collection::vec(item(RSS, "item"), 0..4).prop_map(|items| {
        let front = format!(
            "<r:RDF xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
             xmlns=\"http://purl.org/rss/1.0/\" {NAMESPACES}>"
        );
        (front, format!("<channel/>{}</r:RDF>\n", items.concat()))
    });
    prop_oneof![4 => rss, 4 => atom, 1 => rdf]
}

/// Bytes put in place of others, anywhere.
fn spoilt(mut bytes: Vec<u8>, spots: &[(prop::sample::Index, usize, &str)]) -> Vec<u8> {
    for (at, length, by) in spots {
        let at = at.index(bytes.len() + 1);
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, by.bytes());
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn both_ways_read_the_same(
        (front, rest) in document(),
        spots in prop_oneof![
            2 => Just(Vec::new()),
            1 => proptest::collection::vec(
                (
                    any::<prop::sample::Index>(),
                    0_usize..3,
                    proptest::sample::select(&["", "<", ">", "/", "\"", " ", "&", "]", "<!", "x"]),
                ),
                1..3,
            ),
        ],
        (remarks, mends, lenient) in any::<(bool, bool, bool)>(),
        nesting in prop_oneof![9 => Just(64_u16), 1 => 1_u16..6],
        (attributes, nodes) in prop_oneof![9 => Just((1024, 100_000)), 1 => (1_u16..5, 1_u32..9)],
        (token, bytes) in prop_oneof![
            9 => Just((1_u32 << 20, 4_u32 << 20)),
            1 => (20_u32..400, 20_u32..400).prop_map(|(token, bytes)| (66_600 + token, bytes)),
        ],
    ) {
        // So much is looked at before the root is read, however it comes.
        let front = format!("{front}<!--{}-->", ".".repeat(66_000));
        // One character stands for a byte that is no UTF-8.
        let torn = |byte| if byte == 0x7f { 0xff } else { byte };
        let torn = |text: String| text.into_bytes().into_iter().map(torn).collect::<Vec<u8>>();
        let (front, rest) = (torn(front), spoilt(torn(rest), &spots));
        let mut settings = Settings::named("feed.xml");
        let read = &mut settings.open.read;
        (read.remarks, read.mends, read.lenient) = (remarks, mends, lenient);
        (read.limits.depth, read.limits.attributes) = (nesting, attributes);
        (read.limits.token_bytes, read.limits.entry_bytes) = (token, bytes);
        read.limits.nodes = nodes;
        let format = urlset::format("rss").unwrap();
        let whole = read_as(format, &settings, &*[&*front, &*rest].concat());
        let pieces = read_as(format, &settings, front.chain(Slow::new(&*rest, 1)));
        prop_assert!(whole.same_as(&pieces), "{}\n{whole:#?}\n{pieces:#?}", rest.escape_ascii());
    }
}
