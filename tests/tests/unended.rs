//! An end tag that is missing or torn: to repair, what is read is what stood there before, or a loss is told.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset::{Diagnostic, Lost, Severity};
use urlset_tests::{Reading, Settings, read_as};

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

/// A document of each format in which such things happen.
fn document(format: &str) -> &'static str {
    match format {
        "xml" => SITEMAP,
        "rss" => RSS,
        _ => ATOM,
    }
}

/// What is read to repair or, guessing, as well as can be.
fn read(format: &str, text: &str, lenient: bool) -> Reading {
    let mut settings = Settings::named("input.xml");
    (settings.open.read.mends, settings.open.read.lenient) = (!lenient, lenient);
    read_as(urlset::format(format).unwrap(), &settings, text.as_bytes())
}

fn is_whole(reading: &Reading) -> bool {
    reading.findings.iter().all(|told| told.lost == Lost::Nothing)
}

/// Breaks each end tag of a document in turn; gives how many of these documents were read to their end.
fn broken(format: &str, breaks: fn(&str) -> String) -> usize {
    let text = document(format);
    let right = read(format, text, false);
    assert!(is_whole(&right), "{:?}", right.findings);
    let mut whole = 0;
    for (at, _) in text.match_indices("</") {
        let end = at + text[at..].find('>').unwrap() + 1;
        let torn = format!("{}{}{}", &text[..at], breaks(&text[at..end]), &text[end..]);
        let reading = read(format, &torn, false);
        if is_whole(&reading) {
            assert_eq!(reading.entries, right.entries, "{}", &torn[at.saturating_sub(60)..]);
            whole += 1;
        }
    }
    whole
}

#[test]
fn an_end_tag_that_is_missing_costs_nothing_unsaid() {
    let (missing, torn) = (|_: &str| String::new(), |tag: &str| tag[1..].to_owned());
    for (format, repaired) in [("xml", 15), ("rss", 6), ("atom", 5)] {
        assert_eq!(broken(format, missing), repaired, "{format}");
        broken(format, torn);
    }
}

/// The document with this before the first such text.
fn with(format: &str, before: &str, part: &str) -> String {
    document(format).replacen(before, &format!("{part}{before}"), 1)
}

fn is_repaired(format: &str, before: &str, part: &str) -> bool {
    is_whole(&read(format, &with(format, before, part), false))
}

#[test]
fn markup_in_texts_of_feeds_has_no_end_tags() {
    for html in ["<img src='i.jpg'><p>x</p>", "one<br>two <b>x</b>", "<p><a href='z'>z</a>"] {
        for (format, before, tag, attributes) in [
            ("rss", "<pubDate>", "description", ""),
            ("rss", "<pubDate>", "content:encoded", ""),
            ("rss", "<pubDate>", "media:description", ""),
            ("atom", "<author>", "summary", " type='html'"),
            ("atom", "<author>", "content", " type='xhtml'"),
        ] {
            let part = format!("<{tag}{attributes}>{html}</{tag}>");
            assert!(is_repaired(format, before, &part), "{part}");
        }
    }
}

#[test]
fn what_belongs_in_an_element_need_not_be_where_it_ends() {
    for (format, before, part, repaired) in [
        ("rss", "</item>", "<media:group><media:player url='https://e.com/p'/>", true),
        ("rss", "</item>", "<dc:creator>x<dc:rights>y</dc:rights>", true),
        ("rss", "</item>", "<dc:creator>x<dc:date>2026-03-04</dc:date>", false),
        ("rss", "</item>", "<media:title>x<media:player url='https://e.com/p'/>", false),
        ("rss", "</item>", "<dc:creator>x<media:keywords>a</media:keywords>", false),
        (
            "rss",
            "</item>",
            "<media:content url='https://e.com/a'><media:content url='https://e.com/b'/>",
            false,
        ),
        ("rss", "</item>", "<media:group><media:content url='https://e.com/b'/>", true),
        ("atom", "</entry>", "<contributor><name>x</name>", true),
        ("atom", "</entry>", "<contributor><link href='https://e.com/b'/>", false),
        ("xml", "</image:image>", "<image:alt>x", true),
        ("xml", "</url>", "<x:a xmlns:x='urn:x'><x:b>1</x:b>", true),
        ("xml", "</url>", "<x:a xmlns:x='urn:x'>1<x:b>2</x:b>", false),
        ("xml", "</url>", "<a xmlns='urn:x'><b>1</b>", true),
        ("xml", "</url>", "<a xmlns='urn:x'><b>1</b><lastmod>2026-03-04</lastmod>", false),
        ("xml", "</url>", "<image:image><image:alt>x</image:alt>", true),
        ("xml", "</url>", "<image:image><lastmod>2026-03-04</lastmod>", false),
    ] {
        assert_eq!(is_repaired(format, before, part), repaired, "{part}");
    }
}

#[test]
fn a_part_of_an_end_tag_is_no_text() {
    for part in ["/image:loc>", "image:loc>", "/image:loc", "/loc>", "/IMAGE:LOC>", ":loc>", ">"] {
        let part = format!("<image:loc>https://e.com/3.jpg{part}");
        assert!(!is_repaired("xml", "</image:image>", &part), "{part}");
    }
    for loc in ["https://e.com/loc", "https://e.com/url"] {
        assert!(is_repaired("xml", "<url>", &format!("<url><loc>{loc}</url>")));
    }
    let whole = "<image:caption>image:loc</image:caption><image:loc>https://e.com/loc.jpg";
    assert!(is_repaired("xml", "</image:image>", whole));
}

/// What a guess costs that puts fields into a vocabulary, or into what nobody takes of an item.
#[test]
fn a_guess_tells_what_it_costs() {
    for (format, before, part, costs) in [
        ("rss", "</item>", "<dc:creator>x<dc:date>2026-03-04</dc:date>", true),
        ("rss", "</item>", "<dc:creator>x<dc:rights>y</dc:rights>", false),
        ("xml", "</url>", "<a xmlns='urn:x'><b>1</b><lastmod>2026-03-04</lastmod>", true),
        ("xml", "</url>", "<a xmlns='urn:x'><b>1</b>", false),
        ("xml", "</image:image>", "<image:loc>https://e.com/3.jpg/image:loc>", true),
        ("xml", "</url>", "<image:image><lastmod>2026-03-04</lastmod>", true),
        ("xml", "</url>", "<image:image><image:loc>https://e.com/3.jpg</image:loc>", false),
        (
            "xml",
            "</url>",
            "<xhtml:link rel='alternate' hreflang='fr' href='https://e.com/fr'><priority>1</priority>",
            true,
        ),
        ("xml", "</video:video>", "<video:title>T<video:tag>t</video:tag>", true),
        ("xml", "</url>", "<expires>2026-05-01<lastmod>2026-03-04</lastmod>", true),
        (
            "xml",
            "</urlset>",
            "<url><loc>https://e.com/5</loc>lastmod>2026-03-04</lastmod></url>",
            true,
        ),
        (
            "xml",
            "</urlset>",
            "<url><loc>https://e.com/5</loc><lastmod/>2026-03-04</lastmod></url>",
            true,
        ),
        ("xml", "</urlset>", "<url><loc>https://e.com/5</loc>x</b></url>", false),
        ("xml", "</urlset>", "<url><loc>https://e.com/5><lastmod>2026-03-04</lastmod></url>", true),
        ("xml", "</urlset>", "<url><loc>https://e.com/5<lastmod>2026-03-04</lastmod></url>", false),
        ("rss", "</item>", "pubDate>Sun, 01 Nov 2026 09:00:00 GMT</pubDate>", true),
    ] {
        let reading = read(format, &with(format, before, part), true);
        assert_eq!(is_whole(&reading), !costs, "{part} {:?}", reading.findings);
    }
}

/// End tags that nothing began, or that hold more than a name, and whether they cost something.
const WRONG_ENDS: &[(&str, &str, &str, bool)] = &[
    ("xml", "</image:image>", "image:title>T</image:title>", true),
    ("xml", "</image:image>", "<image:title>T</image:title></image:title>", false),
    ("xml", "</url>", "image:image><image:loc>https://e.com/3.jpg</image:loc></image:image>", true),
    (
        "xml",
        "</urlset>",
        "<url><loc>https://e.com/5</loc>lastmod><![CDATA[2026]]></lastmod></url>",
        true,
    ),
    (
        "xml",
        "</urlset>",
        "<url><loc>https://e.com/5</loc>lastmod>2026<!-- x --></lastmod></url>",
        true,
    ),
    ("xml", "</urlset>", "<url><loc>https://e.com/5</loc></lastmod>2026<lastmod></url>", true),
    ("xml", "</urlset>", "<url><loc>https://e.com/5</loc></lastmod></url>", false),
    ("xml", "<lastmod>", "<priority>0.5</url https://e.com/6\n", true),
    ("xml", "<url>", "</url https://e.com/6 ", true),
    ("xml", "<url>", "<url><loc>https://e.com/5</loc></url https://e.com/6 ", true),
    ("xml", "<url>", "<url><loc>https://e.com/5</loc></url ", false),
    ("xml", "<url>", "<url><loc>https://e.com/5</loc></lastmod 2026-01-01></url>", true),
    ("xml", "<url>", "<url><loc>https://e.com/5</lastmod>2026-01-01</loc></url>", true),
    ("xml", "<url>", "<url><loc>https://e.com/5</b></loc></url>", false),
    ("rss", "<item>", "<item><guid>https://e.com/5</b>6</guid></item>", true),
    ("rss", "<item>", "<item><link>https://e.com/5</link><title>T</item></item>", false),
    ("rss", "<item>", "<item><link>https://e.com/5</link><title>T</item></title></item>", false),
    (
        "xml",
        "</url>",
        "<image:image><image:loc>https://e.com/3.jpg</image:image></image:loc></image:image>",
        false,
    ),
    ("xml", "<url>", "<url><loc>https://e.com/5</loc /></url />", false),
    (
        "xml",
        "<url>",
        "<url><loc>https://e.com/5</loc><lastmod>2026</lastmod></lastmod>\nnew <priority>1</priority></url>",
        false,
    ),
    ("xml", "<url>", "<url><loc>https://e.com/5</b><![CDATA[/x]]></loc></url>", true),
    ("xml", "</image:image>", "<image:loc>https://e.com/3</b>/x.jpg</image:loc>", true),
    ("xml", "</image:image>", "<image:caption>A</image:title>b</image:caption>", true),
    ("xml", "</image:image>", "<image:caption>A</b>b</image:caption>", false),
    (
        "xml",
        "</url>",
        "<image:image><image:loc>https://e.com/3.jpg</image:image></image:loc><image:title>T</image:title></image:image>",
        true,
    ),
    ("xml", "</url>", "</xhtml:link rel='alternate' hreflang='de' href='https://e.com/de'>", true),
    ("xml", "</urlset>", "<url><loc>https://e.com/5</loc><Priority>1</PRIORITY></url>", false),
    (
        "rss",
        "</item>",
        "<media:content url='https://e.com/v.mp4'>media:title>M</media:title></media:content>",
        true,
    ),
];

/// The same of end tags that nothing began.
#[test]
fn what_stands_before_a_wrong_end_is_a_cost() {
    for (format, before, part, costs) in WRONG_ENDS {
        let reading = read(format, &with(format, before, part), true);
        assert_eq!(is_whole(&reading), !*costs, "{part} {:?}", reading.findings);
    }
}

/// Two values are no address together; what stands around them stays.
#[test]
fn values_are_not_joined_across_an_end_tag() {
    for (part, others) in [
        ("<image:loc>https://e.com/3</b>/x.jpg</image:loc>", 0),
        ("<image:loc>https://e.com/3</b><![CDATA[/x.jpg]]></image:loc>", 0),
        ("text</image:title>and text<image:loc>https://e.com/3.jpg</image:loc>", 1),
    ] {
        let reading = read("xml", &with("xml", "</image:image>", part), true);
        let images = reading.entries[0].extensions.elements().flat_map(urlset::Element::children);
        let locs: Vec<String> =
            images.filter(|one| one.name() == "loc").map(|one| one.text().into_owned()).collect();
        assert_eq!(locs.len(), 2 + others, "{part} {locs:?}");
        assert!(!locs.iter().any(|loc| loc.ends_with("/x.jpg")), "{part} {locs:?}");
    }
    let reading = read("xml", &with("xml", "<news:name>", "text</news:title>and text"), true);
    let mut parts = reading.entries[3].extensions.elements().flat_map(urlset::Element::children);
    assert!(parts.any(|one| one.name() == "publication"));
}

/// What is left of an end tag holds what was written there.
#[test]
fn an_end_tag_takes_no_text_along() {
    for (format, before, part) in [
        ("xml", "<url>", "<url><loc>https://e.com/5</url https://e.com/6 "),
        (
            "xml",
            "<url>",
            "<url><loc>https://e.com/5</LOC https://e.com/6 <lastmod>2026-01-01</lastmod></url>",
        ),
        ("xml", "<url>", "</url https://e.com/6 "),
        ("rss", "<item>", "<item><link>https://e.com/5</link></item https://e.com/6 "),
    ] {
        assert!(!is_repaired(format, before, part), "{part}");
    }
}

#[test]
fn what_ends_in_the_next_entry_does_not_go_on_there() {
    for part in [
        "<url><loc>https://e.com/5</loc><a></url><url><loc>https://e.com/6</loc><b></a></url>",
        "<url><loc>https://e.com/5</url><url><lastmod>2026-03-04</lastmod><loc>https://e.com/6</loc></url>",
    ] {
        let reading = read("xml", &with("xml", "</urlset>", part), true);
        assert!(is_whole(&reading), "{part} {:?}", reading.findings);
        assert_eq!(reading.entries.len(), 6, "{part}");
    }
    // An element that begins with a longer name is another one.
    let part = "<url><loc>https://e.com/5</loc><a></url><a1/></a></url>";
    let reading = read("xml", &with("xml", "</urlset>", part), true);
    assert!(!is_whole(&reading), "{:?}", reading.findings);
}

/// Texts of feeds hold markup of any kind: what is in them is no link of the item.
#[test]
fn markup_in_texts_of_feeds_is_no_field() {
    let long = format!("a<p>{}</p><link>https://e.com/no</link>", "word ".repeat(4000));
    for text in [
        "See <link>https://e.com/no</link>",
        "a<b>c</b>",
        "a <link>https://e.com/no</link> b",
        &long,
    ] {
        let part = format!("<description>{text}</description>");
        for before in ["<title>A", "<link>https://e.com/2"] {
            let reading = read("rss", &with("rss", before, &part), true);
            let right = read("rss", RSS, false);
            assert_eq!(reading.entries, right.entries, "{part}");
        }
    }
}

/// What is well-formed is read as without a guess, however long it is.
#[test]
fn a_guess_needs_something_wrong() {
    let long = "<p>x</p>".repeat(20_000);
    let image = "<media:thumbnail url='https://e.com/no.jpg'/>";
    for text in [
        "How to use <svg><title>icons</title></svg> well",
        "<description>x</description> <link>https://e.com/no</link>",
        &format!("{long}{image}"),
        &format!("x{long}<link>https://e.com/no</link>{image}"),
    ] {
        for name in ["title", "description"] {
            let text = RSS.replacen("<pubDate>", &format!("<{name}>x{text}</{name}><pubDate>"), 1);
            let [plain, lenient] = [false, true].map(|lenient| read("rss", &text, lenient));
            assert_eq!(plain.entries, lenient.entries, "{text:.900}");
            assert!(!lenient.findings.iter().any(is_markup), "{text:.900}");
        }
    }
    // The title of a feed that lacks its end tag holds no items, however many there are.
    let items = "<item><link>https://e.com/5</link></item>".repeat(2_000);
    let text = RSS.replacen("T</title>", "T", 1).replacen("<item>", &format!("{items}<item>"), 1);
    assert_eq!(read("rss", &text, true).entries.len(), 2_002);
    let nested = "<url><loc>https://e.com/5<loc>https://e.com/6</loc></loc></url>";
    assert_eq!(read("xml", &with("xml", "</urlset>", nested), true).entries.len(), 4);
}

/// Guessing, a text may end where a field begins, not where markup stands in the middle of it, nor where
/// nothing is wrong with the markup.
#[test]
fn markup_in_the_middle_of_a_value_does_not_end_it() {
    let image = "<image:image><image:loc>https://e.com/5.jpg</image:loc></image:image>";
    for (part, entries) in [
        (&*format!("<url><loc>https://e.com/5{image}</loc></url>"), 4),
        ("<url><loc>https://e.com/5?a=<lastmod/></loc></url>", 4),
        ("<url><loc>https://e.com/5</loc><priority>1<lastmod>2026</lastmod></priority></url>", 5),
        ("<url><loc>https://e.com/5<b>x</b>/y</loc></url>", 4),
        ("<url><loc>https://e.com/5?a=<b></loc></url>", 4),
        ("<url><loc>https://e.com/5?a=<b/>&amp;c=d</loc></url>", 4),
        ("<url><loc>https://e.com/5<priority>0.5</priority>/y</loc></url>", 4),
        ("<url><loc>https://e.com/5</loc><lastmod>2026-03-04<time>10:00</time></lastmod></url>", 5),
    ] {
        let reading = read("xml", &with("xml", "</urlset>", part), true);
        assert!(!is_whole(&reading), "{part}");
        assert_eq!(reading.entries.len(), entries, "{part}");
    }
    for part in [
        "<url><loc>https://e.com/5<lastmod>2026-03-04</lastmod></url>",
        "<url><loc>https://e.com/5<lastmod>2026-03-04</loc></url>",
        "<url><loc>https://e.com/5<b></url>",
    ] {
        let reading = read("xml", &with("xml", "</urlset>", part), true);
        assert!(is_whole(&reading), "{part} {:?}", reading.findings);
        assert_eq!(reading.entries.last().unwrap().loc.as_str(), "https://e.com/5", "{part}");
    }
}

const DE: &str = "<xhtml:link rel='alternate' hreflang='de' href='https://e.com/de'";
const FR: &str = "<xhtml:link rel='alternate' hreflang='fr' href='https://e.com/fr'";

fn is_markup(told: &Diagnostic) -> bool {
    told.rule.id == "xml/not-well-formed"
}

/// Nothing is ever in a link: without its `/` it is written as in HTML.
#[test]
fn a_link_ends_where_it_begins() {
    let closed = with("xml", "<lastmod>", &format!("{DE}/>{FR}/>"));
    let right = read("xml", &closed, false);
    for (part, told) in [
        (format!("{DE}>{FR}>"), 2),
        (format!("{DE}>{FR}/>"), 1),
        (format!("{DE}/>\n{FR}>"), 1),
        (format!("{DE}></xhtml:link>{FR}>"), 1),
        (format!("{DE}>{FR}></xhtml:link>"), 1),
        (format!("{DE}><!-- <xhtml:link> -->{FR}>"), 2),
        (format!("{DE}><!-- x --></xhtml:link>{FR}>"), 1),
    ] {
        for lenient in [false, true] {
            let text = with("xml", "<lastmod>", &part);
            let reading = read("xml", &text, lenient);
            assert!(is_whole(&reading), "{part} {:?}", reading.findings);
            assert_eq!(reading.entries, right.entries, "{part}");
            let mended = reading.findings.iter().filter(|told| is_markup(told)).count();
            assert_eq!(mended, told, "{part} {:?}", reading.findings);
        }
    }
    let feed =
        ATOM.replace("<id>urn:f</id>", "<id>urn:f</id><link rel='self' href='https://e.com/f'>");
    let feed = feed.replace("href=\"https://e.com/1\"></link>", "href=\"https://e.com/1\">");
    assert_eq!(read("atom", &feed, false).entries, read("atom", ATOM, false).entries);
    for inside in [
        "<priority>0.1</priority>",
        "x",
        "<!-- <xhtml:link> -->",
        "<url xmlns='urn:x'>note</url>",
        "<Url xmlns=''/>",
        &format!("{FR}><b></b></xhtml:link>"),
        &format!("{FR} title='>'/>"),
    ] {
        let text = with("xml", "<lastmod>", &format!("{DE}>{inside}</xhtml:link>{FR}/>"));
        for lenient in [false, true] {
            let reading = read("xml", &text, lenient);
            assert!(!reading.findings.iter().any(is_markup), "{inside}");
        }
    }
    // Somebody misspelt its end tag, or wrote something into it.
    for part in [format!("{DE}></xhtml:lnik>"), format!("{DE}>x"), format!("{DE}><b>")] {
        let reading = read("xml", &with("xml", "<lastmod>", &part), false);
        assert!(!is_whole(&reading), "{part}");
    }
}

#[test]
fn a_slash_before_a_space_ends_what_nothing_else_ends() {
    for tag in ["<image:loc / >https://e.com/3.jpg</image:loc>", "<image:title/ ></image:title>"] {
        let text = with("xml", "</image:image>", tag);
        let [one, other] = [false, true].map(|lenient| read("xml", &text, lenient));
        assert!(
            !one.findings
                .iter()
                .chain(&other.findings)
                .any(|told| told.mended.is_some() && is_markup(told)),
            "{tag}"
        );
        assert_eq!(one.entries, other.entries, "{tag}");
    }
    let marks = "href=\u{201c}https://e.com/x\u{201d}/ >";
    for (tag, href) in [
        (marks, "https://e.com/x"),
        ("href=https://e.com/x/ >", "https://e.com/x/"),
        ("href=https://e.com/x / >", "https://e.com/x"),
        ("href=https://e.com/x>", "https://e.com/x"),
    ] {
        let text =
            with("xml", "<lastmod>", &format!("<xhtml:link rel='alternate' hreflang='de' {tag}"));
        let reading = read("xml", &text, false);
        assert!(is_whole(&reading), "{tag} {:?}", reading.findings);
        let entry = &reading.entries[0];
        let link = entry.extensions.elements().find(|one| one.name() == "link").unwrap();
        assert_eq!(link.attribute("href"), Some(href), "{tag}");
    }
    let (spaced, right) = (format!("{DE} / >"), format!("{DE}/>"));
    let [spaced, right] =
        [spaced, right].map(|part| read("xml", &with("xml", "<lastmod>", &part), false));
    assert!(is_whole(&spaced), "{:?}", spaced.findings);
    assert_eq!(spaced.entries, right.entries);
}

/// The errors that a strict reading tells, with what each costs.
fn told(format: &str, text: &str) -> Vec<(&'static str, Lost)> {
    let reading =
        read_as(urlset::format(format).unwrap(), &Settings::named("input.xml"), text.as_bytes());
    let told = reading.findings.iter().filter(|told| told.severity == Severity::Error);
    told.map(|told| (told.rule.id, told.lost)).collect()
}

#[test]
fn an_entry_that_is_not_closed_is_one_fault_whatever_follows() {
    let head = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://e.com/1</loc></url>";
    let broken = ("xml/not-well-formed", Lost::Rest);
    let (unsure, inside) =
        ("schema/extension-misplaced", ("schema/extension-misplaced", Lost::Entry));
    let one = "<url><loc>https://e.com/2</loc></url>";
    for (body, expected) in [
        (format!("<url>{one}{one}</urlset>"), vec![broken]),
        (format!("<url>{one}"), vec![broken]),
        (format!("<url>{one}<!-- </url> --><url></urlset >"), vec![broken]),
        (format!("<url><url/>{one}</urlset>"), vec![broken]),
        (format!("<url>{}</urlset>", one.repeat(10_000)), vec![(unsure, Lost::Rest)]),
        (format!("<url>{one}{one}</url></urlset>"), vec![inside; 2]),
        (format!("<url><url/><url><a/></url></url>{one}</urlset>"), vec![inside; 2]),
        // Another fault is another fault.
        (format!("<url>{one}<url></b></url></url></urlset>"), vec![inside, inside, broken]),
    ] {
        let found = told("xml", &format!("{head}{body}"));
        let shown = body.get(..80).unwrap_or(&body);
        let found: Vec<_> = found.into_iter().filter(|(id, _)| !id.starts_with("loc/")).collect();
        assert_eq!(found, expected, "{shown}");
    }
    let item = "<item><link>https://e.com/2</link></item>";
    let feed = |items: String| {
        format!(
            "<rss version=\"2.0\"><channel><title>T</title><link>https://e.com/</link><description>D</description>{items}</channel></rss>"
        )
    };
    assert_eq!(told("rss", &feed(format!("{item}<item>{item}{item}"))), [broken]);
    assert_eq!(
        told("rss", &feed(format!("<item><link>https://e.com/1</link>{item}{item}</item>"))),
        [("feed/nested-item", Lost::Entry); 2]
    );
}
