//! Markup that goes on behind its end: what it swallows is told, and texts about such markup are left alone.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset::Lost;
use urlset_tests::{Settings, read_as};

const SITEMAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://e.com/a</loc>{}</url>
<url><loc>https://e.com/z</loc><image:image><image:loc>https://e.com/z.jpg</image:loc><image:title><![CDATA[z]]></image:title></image:image></url>
</urlset>
"#;

const RSS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>T</title><link>https://e.com/</link><description>D</description>
<item><link>https://e.com/a</link>{}</item>
<item><title><![CDATA[z]]></title><link>https://e.com/z</link></item>
</channel></rss>
"#;

const ATOM: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>urn:f</id><updated>2026-01-02T00:00:00Z</updated>
<entry><link href="https://e.com/a"/>{}</entry>
<entry><title><![CDATA[z]]></title><link href="https://e.com/z"/></entry>
</feed>
"#;

/// What is lost of a document with this in its first entry: strictly, to repair and guessing.
fn lost(format: &str, inside: &str) -> [Vec<Lost>; 3] {
    let document = match format {
        "xml" => SITEMAP,
        "rss" => RSS,
        _ => ATOM,
    };
    let text = document.replace("{}", inside);
    [(false, false), (true, false), (false, true)].map(|(mends, lenient)| {
        let mut settings = Settings::named("input.xml");
        (settings.open.read.mends, settings.open.read.lenient) = (mends, lenient);
        let reading = read_as(urlset::format(format).unwrap(), &settings, text.as_bytes());
        let costs = reading.findings.iter().map(|told| told.lost);
        costs.filter(|lost| *lost != Lost::Nothing).collect()
    })
}

#[test]
fn what_is_swallowed_is_told() {
    for (format, inside) in [
        // Up to the end of the next section, past the end of the entry.
        (
            "xml",
            "<image:image><image:loc>https://e.com/a.jpg</image:loc><image:title><![CDATA[a <url> tag</image:title></image:image>",
        ),
        ("rss", "<title><![CDATA[an <item> tag</title>"),
        ("atom", "<title><![CDATA[an <entry> tag</title>"),
        // The same within the entry.
        (
            "xml",
            "<image:image><image:title><![CDATA[a</image:title><image:loc>https://e.com/a.jpg</image:loc></image:image><image:image><image:title><![CDATA[b]]></image:title><image:loc>https://e.com/b.jpg</image:loc></image:image>",
        ),
        (
            "rss",
            "<title><![CDATA[a</title><enclosure url=\"https://e.com/a.jpg\" type=\"image/jpeg\" length=\"1\"/><title><![CDATA[b]]></title>",
        ),
        // A comment with another one in it.
        ("xml", "<!-- a ><lastmod>2026-03-04</lastmod><!-- b -->"),
        ("xml", "<!--y>0.5</priority><!-- c -->"),
        ("rss", "<!-- a ><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate><!-- b -->"),
        ("atom", "<!-- a ><updated>2026-03-04T10:00:00Z</updated><!-- b -->"),
        // Fields in a text, however many come before.
        (
            "rss",
            "<description>D<b>b</b><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate></description>",
        ),
        (
            "rss",
            "<title>T<enclosure url=\"https://e.com/a.jpg\" type=\"image/jpeg\" length=\"1\"/></title>",
        ),
        ("atom", "<title>T<published>2026-03-04T10:00:00Z</published></title>"),
        ("xml", "<?a ><lastmod>2026-03-04</lastmod><?b ?>"),
        // A page between entries, whose start tag became a comment.
        (
            "xml",
            "</url><!--url><loc>https://e.com/b</loc></url><!-- c --><url><loc>https://e.com/c</loc>",
        ),
        // An element whose name another format has for what stands around others.
        ("rss", "<url><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>"),
        ("rss", "<channel><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>"),
        ("rss", "<id><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>"),
        ("atom", "<url><updated>2026-03-04T10:00:00Z</updated>"),
        ("atom", "<comments><updated>2026-03-04T10:00:00Z</updated>"),
        ("xml", "<item><lastmod>2026-03-04</lastmod>"),
        // Start tags that lack a letter.
        ("rss", "<pubDte>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>"),
        ("atom", "<update>2026-03-04T10:00:00Z</updated>"),
        // Names that readers do not know.
        ("rss", "<pubdate>Sun, 01 Nov 2026 09:00:00 GMT</pubdate>"),
        (
            "rss",
            "<dcterms:Modified xmlns:dcterms=\"http://purl.org/dc/terms/\">2026-03-04</dcterms:Modified>",
        ),
        // A document type that is none.
        ("xml", "<lastmod><!DOCTYPE x2026-03-04</lastmod>"),
        ("xml", "<lastmod><!doctype 2026-03-04</lastmod>"),
        (
            "xml",
            "<!DOCTYPE urlset <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://e.com/de\"/>",
        ),
        ("xml", "<!DOCTYPE urlset [<changefreq>daily</changefreq>]>"),
        ("atom", "<Link rel=\"enclosure\" type=\"image/jpeg\" href=\"https://e.com/a.jpg\"/>"),
    ] {
        for lost in lost(format, inside) {
            assert!(!lost.is_empty(), "{format} {inside}");
        }
    }
}

#[test]
fn what_swallows_is_no_value() {
    let text = SITEMAP.replace(
        "{}",
        "</url><url><loc><![CDATA[https://e.com/b</loc><lastmod><![CDATA[2026-03-04]]></loc>",
    );
    let reading =
        read_as(urlset::format("xml").unwrap(), &Settings::named("input.xml"), text.as_bytes());
    let locs: Vec<&str> = reading.entries.iter().map(|entry| entry.loc.as_str()).collect();
    assert_eq!(locs, ["https://e.com/a", "https://e.com/z"]);
    // Once, and not again as an address that is empty.
    assert_eq!(reading.findings.iter().filter(|told| told.lost == Lost::Entry).count(), 1);
}

#[test]
fn a_part_of_a_value_is_no_end_tag() {
    for (format, inside) in [
        ("xml", "<image:image><image:loc>https://e.com</a.jpg</image:loc></image:image>"),
        ("xml", "<lastmod>2024-01</-01</lastmod>"),
        ("xml", "<lastmod>2024-01-01</T10:00:00Z</lastmod>"),
        ("xml", "<changefreq></daily</changefreq>"),
        ("xml", "<image:image><image:loc>https://e.com</sitemap</image:loc></image:image>"),
        ("xml", "<image:image><image:loc>https://e.com</page</image:loc></image:image>"),
        ("xml", "</urls://e.com/b</loc><lastmod>2026-03-04</lastmod>"),
        ("rss", "<guid>https://e.com/a</b?x=1</guid>"),
    ] {
        let [strict, mends, lenient] = lost(format, inside);
        assert_eq!((strict, mends), (vec![Lost::Rest], vec![Lost::Rest]), "{inside}");
        assert!(!lenient.is_empty() && !lenient.contains(&Lost::Rest), "{inside}: {lenient:?}");
    }
    // One that strayed there alone.
    // The front of its own, and those of fields, which stand there twice.
    assert_eq!(lost("xml", "<lastmod>2026-03-04</lastmo<changefreq>daily</changefreq>")[2], []);
    assert_ne!(lost("xml", "<lastmod>2026-03-04</lastmo</lastmod>")[2], []);
    assert_ne!(lost("xml", "<lastmod>2026-03-04</T10<changefreq>daily</changefreq>")[2], []);
    assert_eq!(lost("xml", "<changefreq>daily</lastmod</changefreq>")[2], []);
    assert_eq!(lost("rss", "<title>T</pubDate></title>")[2], []);
    assert_eq!(lost("xml", "</url></x.y><url><loc>https://e.com/b</loc>")[2], []);
    for stray in ["</b>", "</>", "</b />", "</b/>"] {
        assert_eq!(lost("xml", &format!("<lastmod>2026-03-04{stray}</lastmod>"))[2], [], "{stray}");
    }
}

#[test]
fn texts_about_markup_are_left_alone() {
    for (format, inside) in [
        (
            "xml",
            "<image:image><image:loc>https://e.com/a.jpg</image:loc><image:title><![CDATA[<url><image:title>a</image:title></url> in <![CDATA[ sections]]></image:title></image:image>",
        ),
        (
            "rss",
            "<description><![CDATA[<item><description>a</description></item> in <![CDATA[ sections]]></description>",
        ),
        (
            "rss",
            "<description><![CDATA[<description/> or </title> in <![CDATA[ sections]]></description>",
        ),
        (
            "rss",
            "<description><![CDATA[close it with </description> and then <![CDATA[ again]]></description>",
        ),
        (
            "atom",
            "<title><![CDATA[</title> ends an <entry> and <![CDATA[ a section, not </entry>]]></title>",
        ),
        ("atom", "<summary><![CDATA[</entry> but no other]]></summary>"),
        ("xml", "</url><!-- <b>Shop</b> <!-- of a template --><url><loc>https://e.com/b</loc>"),
        ("xml", "<!-- <lastmod>2026-03-04</lastmod> -- old -->"),
        ("xml", "<!-- a ><!-- b -->"),
        ("xml", "<lastmod>2026-03-04<!DOCTYPE x [<!ENTITY a '</b>'>]></lastmod>"),
        ("rss", "<description>a <b>b</b> <link/> <title>c</title></description>"),
        ("rss", "<Author>a</Author><category>b</category><GUID>c</GUID>"),
    ] {
        let [strict, mends, lenient] = lost(format, inside);
        // Markup in a text is told, and costs what is not carried.
        assert_eq!((strict, mends, lenient), (vec![], vec![], vec![]), "{format} {inside}");
    }
}
