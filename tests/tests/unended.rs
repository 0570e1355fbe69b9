//! An end tag that is missing or torn: to repair, what is read is what stood there before, or a loss is told.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset::Lost;
use urlset_tests::{Settings, read_as};

const SITEMAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://e.com/1</loc><lastmod>2026-03-04</lastmod><changefreq>daily</changefreq><priority>0.8</priority><image:image><image:loc>https://e.com/1.jpg</image:loc><image:title>One</image:title></image:image><image:image><image:loc>https://e.com/2.jpg</image:loc></image:image></url>
<url><loc>https://e.com/2</loc><xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"></xhtml:link><xhtml:link rel="alternate" hreflang="en" href="https://e.com/2"></xhtml:link><lastmod>2026-03-05</lastmod></url>
<url><loc>https://e.com/3</loc><video:video><video:thumbnail_loc>https://e.com/t.jpg</video:thumbnail_loc><video:title>T</video:title><video:description>D</video:description><video:content_loc>https://e.com/v.mp4</video:content_loc><video:uploader info="https://e.com/u">U</video:uploader></video:video></url>
<url><loc>https://e.com/4</loc><news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-03-04</news:publication_date><news:title>A</news:title></news:news></url>
</urlset>
"#;

const RSS: &str = r#"<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><link>https://e.com/</link><description>D</description>
<item><title>A</title><link>https://e.com/1</link><dc:creator>C</dc:creator><pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate><guid>https://e.com/1</guid><enclosure url="https://e.com/1.jpg" type="image/jpeg" length="1"></enclosure></item>
<item><link>https://e.com/2</link><content:encoded>x</content:encoded><media:content url="https://e.com/v.mp4" medium="video"><media:title>M</media:title><media:thumbnail url="https://e.com/t.jpg"></media:thumbnail><media:description>V</media:description></media:content><pubDate>Mon, 02 Nov 2026 09:00:00 GMT</pubDate></item>
</channel></rss>
"#;

const ATOM: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>T</title><id>urn:f</id><updated>2026-01-02T00:00:00Z</updated>
<entry><title>A</title><link href="https://e.com/1"></link><id>urn:1</id><author><name>x</name></author><updated>2026-01-01T00:00:00Z</updated><summary>s</summary><link rel="alternate" hreflang="de" href="https://e.com/de"></link><media:thumbnail url="https://e.com/t.jpg"></media:thumbnail></entry>
</feed>
"#;

/// Breaks each end tag of a document in turn; gives how many of these documents were read to their end.
fn broken(name: &str, text: &str, breaks: fn(&str) -> String) -> usize {
    let mut settings = Settings::named(name);
    settings.open.read.mends = true;
    let format = urlset::format(name.split('.').next().unwrap()).unwrap();
    let read = |text: &str| read_as(format, &settings, text.as_bytes());
    let right = read(text);
    assert!(right.findings.iter().all(|told| told.lost == Lost::Nothing), "{:?}", right.findings);
    let mut whole = 0;
    for (at, _) in text.match_indices("</") {
        let end = at + text[at..].find('>').unwrap() + 1;
        let torn = format!("{}{}{}", &text[..at], breaks(&text[at..end]), &text[end..]);
        let reading = read(&torn);
        if reading.findings.iter().all(|told| told.lost == Lost::Nothing) {
            assert_eq!(reading.entries, right.entries, "{}", &torn[at.saturating_sub(60)..]);
            whole += 1;
        }
    }
    whole
}

#[test]
fn an_end_tag_that_is_missing_costs_nothing_unsaid() {
    let (missing, torn) = (|_: &str| String::new(), |tag: &str| tag[1..].to_owned());
    for (name, text, repaired) in
        [("xml.xml", SITEMAP, 13), ("rss.xml", RSS, 5), ("atom.xml", ATOM, 3)]
    {
        assert_eq!(broken(name, text, missing), repaired, "{name}");
        broken(name, text, torn);
    }
}

/// The document with this in the first entry, and whether it is repaired.
fn is_repaired(name: &str, text: &str, (before, part): (&str, &str)) -> bool {
    let mut settings = Settings::named(name);
    settings.open.read.mends = true;
    let format = urlset::format(name.split('.').next().unwrap()).unwrap();
    let text = text.replacen(before, &format!("{part}{before}"), 1);
    let reading = read_as(format, &settings, text.as_bytes());
    reading.findings.iter().all(|told| told.lost == Lost::Nothing)
}

#[test]
fn markup_in_texts_of_feeds_has_no_end_tags() {
    for html in ["<img src='i.jpg'><p>x</p>", "one<br>two <b>x</b>", "<p><a href='z'>z</a>"] {
        for (name, text, before, tag, attributes) in [
            ("rss.xml", RSS, "<pubDate>", "description", ""),
            ("rss.xml", RSS, "<pubDate>", "content:encoded", ""),
            ("rss.xml", RSS, "<pubDate>", "media:description", ""),
            ("atom.xml", ATOM, "<author>", "summary", " type='html'"),
            ("atom.xml", ATOM, "<author>", "content", " type='xhtml'"),
        ] {
            let part = format!("<{tag}{attributes}>{html}</{tag}>");
            assert!(is_repaired(name, text, (before, &part)), "{part}");
        }
    }
}

#[test]
fn what_belongs_in_an_element_need_not_be_where_it_ends() {
    for (name, text, before, part, repaired) in [
        ("rss.xml", RSS, "</item>", "<media:group><media:player url='https://e.com/p'/>", true),
        ("rss.xml", RSS, "</item>", "<dc:creator>x<dc:rights>y</dc:rights>", true),
        ("rss.xml", RSS, "</item>", "<dc:creator>x<dc:date>2026-03-04</dc:date>", false),
        ("rss.xml", RSS, "</item>", "<media:title>x<media:player url='https://e.com/p'/>", false),
        ("rss.xml", RSS, "</item>", "<dc:creator>x<media:keywords>a</media:keywords>", false),
        (
            "rss.xml",
            RSS,
            "</item>",
            "<media:content url='https://e.com/a'><media:content url='https://e.com/b'/>",
            false,
        ),
        ("rss.xml", RSS, "</item>", "<media:group><media:content url='https://e.com/b'/>", true),
        ("atom.xml", ATOM, "</entry>", "<contributor><name>x</name>", true),
        ("atom.xml", ATOM, "</entry>", "<contributor><link href='https://e.com/b'/>", false),
        ("xml.xml", SITEMAP, "</image:image>", "<image:alt>x", true),
        ("xml.xml", SITEMAP, "</url>", "<x:a xmlns:x='urn:x'><x:b>1</x:b>", true),
        ("xml.xml", SITEMAP, "</url>", "<x:a xmlns:x='urn:x'>1<x:b>2</x:b>", false),
        ("xml.xml", SITEMAP, "</url>", "<a xmlns='urn:x'><b>1</b>", true),
        (
            "xml.xml",
            SITEMAP,
            "</url>",
            "<a xmlns='urn:x'><b>1</b><lastmod>2026-03-04</lastmod>",
            false,
        ),
        ("xml.xml", SITEMAP, "</url>", "<image:image><image:alt>x</image:alt>", true),
        ("xml.xml", SITEMAP, "</url>", "<image:image><lastmod>2026-03-04</lastmod>", false),
    ] {
        assert_eq!(is_repaired(name, text, (before, part)), repaired, "{part}");
    }
}

#[test]
fn a_part_of_an_end_tag_is_no_text() {
    for part in ["/image:loc>", "image:loc>", "/image:loc", "/loc>", "/IMAGE:LOC>", ":loc>"] {
        let part = format!("<image:loc>https://e.com/3.jpg{part}");
        assert!(!is_repaired("xml.xml", SITEMAP, ("</image:image>", &part)), "{part}");
    }
    for loc in ["https://e.com/loc", "https://e.com/url"] {
        assert!(is_repaired("xml.xml", SITEMAP, ("<url>", &format!("<url><loc>{loc}</url>"))));
    }
    let whole = "<image:caption>image:loc</image:caption><image:loc>https://e.com/loc.jpg";
    assert!(is_repaired("xml.xml", SITEMAP, ("</image:image>", whole)));
}
