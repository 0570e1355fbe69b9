//! What real feeds look like.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::too_many_lines,
    reason = "tests fail by panicking; tables are long"
)]

use urlset_core::{Diagnostic, Entry, Error, Input, Lost, ReadOptions};

struct Read {
    entries: Vec<Entry>,
    findings: Vec<Diagnostic>,
    error: Option<&'static str>,
}

impl Read {
    fn locs(&self) -> Vec<&str> {
        self.entries.iter().map(|entry| entry.loc.as_str()).collect()
    }
    fn rules(&self) -> Vec<&str> {
        let told = self.findings.iter().map(|finding| finding.rule.id);
        let quiet = ["feed/not-carried", "feed/no-date", "feed/missing-required"];
        told.filter(|id| !quiet.contains(id)).collect()
    }
    fn lost(&self) -> usize {
        self.findings.iter().filter(|finding| finding.lost == Lost::Entry).count()
    }
    fn dates(&self) -> Vec<String> {
        let date = |entry: &Entry| entry.lastmod.map(|date| date.to_string()).unwrap_or_default();
        self.entries.iter().map(date).collect()
    }
    /// The leaves of every extension: `name=text`, attributes as `name@attribute=value`.
    fn extras(&self) -> String {
        let mut all = Vec::new();
        for element in self.entries.iter().flat_map(|entry| entry.extensions.elements()) {
            for attribute in element.attributes() {
                all.push(format!("{}@{}={}", element.name(), attribute.qname, attribute.value));
            }
            for child in element.children() {
                for attribute in child.attributes() {
                    all.push(format!("{}@{}={}", child.name(), attribute.qname, attribute.value));
                }
                all.push(format!("{}={}", child.name(), child.text()));
            }
        }
        all.join(" ")
    }
}

fn read_with(text: &str, options: &ReadOptions) -> Read {
    let mut read = Read { entries: Vec::new(), findings: Vec::new(), error: None };
    let stopped = |error| match error {
        Error::Stopped(finding) => finding.rule.id,
        other => panic!("{other}"),
    };
    let opened =
        urlset_feed::FeedReader::open(Input::new(text.as_bytes()), options, &mut read.findings);
    let mut reader = match opened {
        Ok(reader) => reader,
        Err(error) => {
            read.error = Some(stopped(error));
            return read;
        }
    };
    use urlset_core::EntryReader;
    let mut entry = Entry::default();
    loop {
        match reader.read_entry(&mut entry, &mut read.findings) {
            Ok(true) => read.entries.push(entry.clone()),
            Ok(false) => return read,
            Err(error) => {
                read.error = Some(stopped(error));
                return read;
            }
        }
    }
}

fn read(text: &str) -> Read {
    read_with(text, &ReadOptions::default())
}

const SPACES: &str = "xmlns:atom='http://www.w3.org/2005/Atom' \
    xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:dcterms='http://purl.org/dc/terms/' \
    xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'";

fn rss(items: &str) -> Read {
    read(&format!(
        "<rss version='2.0' {SPACES}><channel><title>T</title><link>https://e.com/</link>\
         <description>D</description><image><url>https://e.com/i.png</url><title>T</title>\
         <link>https://e.com/wrong</link></image>{items}<textInput>\
         <link>https://e.com/wrong</link></textInput></channel></rss>"
    ))
}

fn atom(entries: &str) -> Read {
    read(&format!(
        "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:media='http://search.yahoo.com/mrss/'>\
         <id>u</id><title>T</title><updated>2026-01-01T00:00:00Z</updated>\
         <link href='https://e.com/'/>{entries}</feed>"
    ))
}

#[test]
fn rss_links() {
    for (item, loc, rules) in [
        ("<link>https://e.com/a</link>", Some("https://e.com/a"), vec![]),
        ("<link><![CDATA[https://e.com/?a=1&b=2]]></link>", Some("https://e.com/?a=1&b=2"), vec![]),
        (
            "<link> https://e.com/a\n</link>",
            Some("https://e.com/a"),
            vec!["loc/surrounding-whitespace"],
        ),
        ("<link>/a</link>", Some("https://e.com/a"), vec!["feed/relative-link"]),
        ("<link>javascript:alert(1)</link>", None, vec!["loc/bad-scheme"]),
        ("<title>x</title>", None, vec!["feed/missing-link"]),
        (
            "<link/><guid>https://e.com/g</guid>",
            Some("https://e.com/g"),
            vec!["feed/link-elsewhere"],
        ),
        (
            "<guid isPermaLink='false'>https://e.com/g</guid>",
            None,
            vec!["feed/guid-not-permalink", "feed/missing-link"],
        ),
        (
            "<guid>tag:e.com,2026:1</guid>",
            None,
            vec!["feed/guid-not-permalink", "feed/missing-link"],
        ),
        (
            "<atom:link href='https://e.com/x'/><atom:link rel='self' href='https://e.com/s'/>",
            Some("https://e.com/x"),
            vec!["feed/link-elsewhere"],
        ),
        ("<atom:link rel='self' href='https://e.com/s'/>", None, vec!["feed/missing-link"]),
        ("<media:link>https://e.com/m</media:link>", None, vec!["feed/missing-link"]),
        ("<source><link>https://e.com/s</link></source>", None, vec!["feed/missing-link"]),
        (
            "<link>https://e.com/a</link><link>https://e.com/b</link>",
            Some("https://e.com/a"),
            vec!["schema/duplicate-element"],
        ),
        ("<link>https://e.com/?a&b</link>", Some("https://e.com/?a&b"), vec!["xml/bare-ampersand"]),
    ] {
        let read = rss(&format!("<item>{item}</item>"));
        assert_eq!(read.locs(), loc.into_iter().collect::<Vec<_>>(), "{item}");
        assert_eq!(read.rules(), rules, "{item}");
        assert_eq!(read.lost(), usize::from(loc.is_none()), "{item}");
    }
}

#[test]
fn rss_dates() {
    for (item, date, rules) in [
        (
            "<pubDate>Wed, 04 Mar 2026 10:00:00 +0100</pubDate>",
            "2026-03-04T10:00:00+01:00",
            vec!["feed/date-is-publication"],
        ),
        (
            "<pubDate>Mon, 04 Mar 26 10:00 EST</pubDate>",
            "2026-03-04T10:00:00-05:00",
            vec!["feed/obsolete-zone", "feed/wrong-weekday", "feed/date-is-publication"],
        ),
        (
            "<pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate><dc:date>2026-03-05</dc:date>",
            "2026-03-05",
            vec![],
        ),
        (
            "<dcterms:modified>yesterday</dcterms:modified><pubDate>4 Mar 2026</pubDate>",
            "2026-03-04",
            vec!["feed/bad-date", "feed/date-is-publication"],
        ),
        ("<pubDate>31 Jun 2026 10:00:00 GMT</pubDate>", "", vec!["feed/bad-date"]),
        (
            "<pubDate>2026-03-04T10:00:00Z</pubDate>",
            "2026-03-04T10:00:00Z",
            vec!["feed/date-form", "feed/date-is-publication"],
        ),
    ] {
        let read = rss(&format!("<item><link>https://e.com/a</link>{item}</item>"));
        assert_eq!(read.dates(), [date], "{item}");
        assert_eq!(read.rules(), rules, "{item}");
    }
    let none = rss("<item><link>https://e.com/a</link></item>");
    assert!(none.findings.iter().any(|finding| finding.rule.id == "feed/no-date"));
}

#[test]
fn atom_links() {
    for (entry, loc, rules) in [
        (
            "<link rel='self' href='https://e.com/s'/><link rel='alternate' href='https://e.com/a'/>",
            Some("https://e.com/a"),
            vec![],
        ),
        (
            "<link type='application/json' href='https://e.com/j'/>\
             <link type='text/html' href='https://e.com/a'/>",
            Some("https://e.com/a"),
            vec![],
        ),
        ("<link rel='edit' href='https://e.com/s'/>", None, vec!["feed/missing-link"]),
        ("<link rel='amphtml' href='https://e.com/s'/>", None, vec!["feed/missing-link"]),
        ("<id>https://e.com/s</id>", None, vec!["feed/missing-link"]),
        ("<source><link href='https://e.com/s'/></source>", None, vec!["feed/missing-link"]),
        ("<content src='https://e.com/c'/>", Some("https://e.com/c"), vec!["feed/link-elsewhere"]),
        (
            "<link href='https://e.com/a'/><link href='https://e.com/b'/>",
            Some("https://e.com/a"),
            vec!["feed/multiple-alternate"],
        ),
    ] {
        let read = atom(&format!("<entry>{entry}</entry>"));
        assert_eq!(read.locs(), loc.into_iter().collect::<Vec<_>>(), "{entry}");
        assert_eq!(read.rules(), rules, "{entry}");
    }
}

#[test]
fn bases_nest_and_languages_become_alternates() {
    let read = read(
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://e.com/x/'>\
         <entry xml:base='y/'><link xml:base='z/' href='a'/>\
         <link rel='alternate' hreflang='de' href='de'/></entry></feed>",
    );
    assert_eq!(read.locs(), ["https://e.com/x/y/z/a"]);
    assert_eq!(read.extras(), "link@rel=alternate link@hreflang=de link@href=https://e.com/x/y/de");
}

#[test]
fn media() {
    for (item, extras, rules) in [
        (
            "<enclosure url='https://e.com/a.jpg' length='1' type='image/jpeg'/>",
            "loc=https://e.com/a.jpg",
            vec![],
        ),
        ("<media:thumbnail url='/t.jpg'/>", "loc=https://e.com/t.jpg", vec!["feed/relative-link"]),
        ("<itunes:image href='https://e.com/i.jpg'/>", "loc=https://e.com/i.jpg", vec![]),
        (
            "<enclosure url='https://e.com/a.mp3' length='1' type='audio/mpeg'/>",
            "",
            vec!["feed/file-not-carried"],
        ),
        (
            "<media:thumbnail url='https://e.com/t.jpg'/><media:title>T</media:title>\
             <media:group><media:content url='https://e.com/1.mp4' type='video/mp4'/>\
             <media:content url='https://e.com/2.mp4' type='video/mp4' isDefault='true' \
             duration='9.6'/><media:description>D</media:description></media:group>",
            "thumbnail_loc=https://e.com/t.jpg title=T description=D \
             content_loc=https://e.com/2.mp4 duration=10",
            vec![],
        ),
        (
            "<media:player url='https://e.com/a'/>",
            "title=I player_loc=https://e.com/a",
            vec!["feed/mrss-missing-required", "feed/player-equals-link"],
        ),
        (
            "<media:content url='https://e.com/1.mp4' medium='video'><media:title>T</media:title>\
             <media:description>D</media:description><media:thumbnail url='https://e.com/t'/>\
             <media:restriction type='country' relationship='deny'>de fr</media:restriction>\
             <media:rating>adult</media:rating><media:keywords>a, b</media:keywords>\
             <dcterms:valid>start=2026-01-01; end=2026-02-01; scheme=W3C-DTF</dcterms:valid>\
             <media:price type='rent' price='1.50' currency='EUR'/>\
             <media:community><media:starRating average='3.5'/></media:community></media:content>",
            "thumbnail_loc=https://e.com/t title=T description=D content_loc=https://e.com/1.mp4 \
             expiration_date=2026-02-01 rating=3.5 publication_date=2026-01-01 tag=a tag=b \
             family_friendly=no restriction@relationship=deny restriction=DE FR \
             price@currency=EUR price@type=rent price=1.50",
            vec![],
        ),
    ] {
        let read = rss(&format!("<item><title>I</title><link>https://e.com/a</link>{item}</item>"));
        assert_eq!(read.extras(), extras, "{item}");
        assert_eq!(read.rules(), rules, "{item}");
    }
}

#[test]
fn one_note_tells_all_that_is_not_carried() {
    let item =
        "<item><title>T</title><link>https://e.com/a</link><author>A</author><title/></item>";
    let read = rss(&item.repeat(3));
    let told = |finding: &&Diagnostic| finding.rule.id == "feed/not-carried";
    let notes: Vec<&str> = read.findings.iter().filter(told).map(|note| &*note.detail).collect();
    assert_eq!(notes, ["title 6, author 3, feed image 1, feed textInput 1"]);
}

/// Each element of an item once compared with every other took minutes here.
#[test]
fn an_item_with_very_many_files_takes_no_longer_each() {
    let repeated = |one: &str| (0..20_000).map(|n| one.replace('#', &n.to_string())).collect();
    let files: [String; 3] = [
        repeated("<enclosure url='https://e.com/#.jpg' length='1' type='image/jpeg'/>"),
        repeated("<atom:link rel='alternate' hreflang='de' href='https://e.com/#'/>"),
        repeated("<media:content url='https://e.com/#.mp4' type='video/mp4'/>"),
    ];
    for files in files {
        let read = rss(&format!("<item><link>https://e.com/a</link>{files}</item>"));
        assert_eq!(read.entries[0].extensions.elements().count(), 20_000);
    }
}

#[test]
fn old_versions() {
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
        xmlns='http://purl.org/rss/1.0/'><channel rdf:about='x'><title>T</title>\
        <link>https://e.com/</link><items><rdf:Seq/></items></channel>\
        <item rdf:about='https://e.com/about'><title>A</title></item>\
        <item rdf:about='urn:x'><link>https://e.com/b</link></item></rdf:RDF>";
    let read_rdf = read(rdf);
    assert_eq!(read_rdf.locs(), ["https://e.com/about", "https://e.com/b"]);
    assert_eq!(read_rdf.rules(), ["feed/unsupported-version", "feed/link-elsewhere"]);
    let old = read(
        "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>\
         <link rel='alternate' type='text/html' href='https://e.com/a'/>\
         <issued>2003-12-13T08:29:29-04:00</issued></entry></feed>",
    );
    assert_eq!(old.dates(), ["2003-12-13T08:29:29-04:00"]);
    assert_eq!(old.rules(), ["feed/unsupported-version", "feed/date-is-publication"]);
}

#[test]
fn broken_documents() {
    let whole = "<rss version='2.0'><channel><item><link>https://e.com/a</link></item>\
        <item><link>https://e.com/bcd</link></item></channel></rss>";
    let first = whole.find("</item>").unwrap() + "</item>".len();
    let second = whole.rfind("</item>").unwrap() + "</item>".len();
    for cut in 1..whole.len() {
        let read = read(&whole[..cut]);
        let expected = usize::from(cut >= first) + usize::from(cut >= second);
        assert_eq!(read.entries.len(), expected, "{}", &whole[..cut]);
        assert!(read.error.is_some(), "{}", &whole[..cut]);
    }
    assert_eq!(
        read("<entry xmlns='http://www.w3.org/2005/Atom'/>").error,
        Some("feed/unknown-root")
    );
    let nested = "<rss version='2.0'><channel><item><link>https://e.com/a</link>\
        <item><link>https://e.com/b</link></item></item></channel></rss>";
    let strict = read(nested);
    assert_eq!((strict.locs(), strict.lost()), (vec!["https://e.com/a"], 1));
    let unclosed = "<rss version='2.0'><channel><item><link>https://e.com/a</link>\
        <item><link>https://e.com/b</link></item></channel></rss>";
    let lenient = ReadOptions { lenient: true, ..ReadOptions::default() };
    assert_eq!(read_with(unclosed, &lenient).locs(), ["https://e.com/a", "https://e.com/b"]);
}

#[test]
fn items_in_another_namespace() {
    let atom = "xmlns='http://www.w3.org/2005/Atom'";
    let entry = "<link href='https://e.com/a'/><updated>2026-03-04T10:00:00Z</updated>";
    let item = "<link>https://e.com/a</link>";
    for (text, locs, lost, told) in [
        (format!("<feed {atom}><entry xmlns=''>{entry}</entry></feed>"), 1, 0, 1),
        (format!("<feed {atom}><entry>{entry}<x xmlns=''/></entry></feed>"), 1, 0, 0),
        (format!("<feed {atom}><entry xmlns='urn:y'>{entry}</entry></feed>"), 0, 1, 1),
        (
            format!("<a:feed {}><entry>{entry}</entry></a:feed>", atom.replacen('=', ":a=", 1)),
            1,
            0,
            1,
        ),
        (format!("<feed><entry>{entry}</entry></feed>"), 1, 0, 1),
        (format!("<feed xmlns='http://purl.org/atom/ns#'><entry>{entry}</entry></feed>"), 1, 0, 0),
        (
            format!(
                "<rss version='2.0'><channel><item xmlns='urn:y'>{item}</item></channel></rss>"
            ),
            0,
            1,
            1,
        ),
        (
            format!(
                "<rss version='2.0'><channel xmlns='urn:y'><item>{item}</item></channel></rss>"
            ),
            0,
            1,
            2,
        ),
        (
            format!(
                "<rss version='2.0' xmlns='urn:y'><channel><item>{item}</item></channel></rss>"
            ),
            1,
            0,
            1,
        ),
    ] {
        let read = read(&text);
        let is_such = |id: &&&str| ["feed/mixed-namespace", "xml/misplaced-entry"].contains(id);
        let mixed = read.rules().iter().filter(is_such).count();
        assert_eq!((read.locs().len(), read.lost(), mixed), (locs, lost, told), "{text}");
    }
}

#[test]
fn every_rule_has_its_id_once() {
    let mut ids: Vec<&str> = urlset_feed::rules::ALL.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), urlset_feed::rules::ALL.len());
}
