//! Whole documents: what comes out of them and what is told, in default and in lenient reading.

use urlset_core::{Diagnostic, Entry, EntryReader, Error, Input, ReadOptions, Sink};
use urlset_sitemap::SitemapReader;

const OPEN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";

/// Locs, then rule ids; a fatal finding last, after `!`.
fn read(xml: &[u8], lenient: bool) -> (String, String) {
    let options = ReadOptions { lenient, ..ReadOptions::default() };
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut locs = Vec::new();
    let end = collect(xml, &options, &mut locs, &mut findings);
    let mut ids: Vec<String> = findings.iter().map(|finding| finding.rule.id.to_owned()).collect();
    if let Err(Error::Stopped(finding)) = end {
        ids.push(format!("!{}", finding.rule.id));
    }
    (locs.join(" "), ids.join(" "))
}

fn collect(
    xml: &[u8],
    options: &ReadOptions,
    locs: &mut Vec<String>,
    sink: &mut dyn Sink,
) -> urlset_core::Result<()> {
    let mut reader = SitemapReader::open(Input::new(xml), options, sink)?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, sink)? {
        locs.push(entry.loc.to_string());
    }
    Ok(())
}

#[track_caller]
fn check(body: &str, locs: &str, ids: &str) {
    let (found, told) = read(format!("{OPEN}{body}</urlset>").as_bytes(), false);
    assert_eq!((found.as_str(), told.as_str()), (locs, ids), "{body}");
}

#[test]
fn locs_in_every_dress() {
    check("<url><loc>http://e.com/a</loc></url>", "http://e.com/a", "");
    check("<url><loc><![CDATA[http://e.com/?a&b]]></loc></url>", "http://e.com/?a&b", "");
    check(
        "<url><loc>http://e.com/<!-- x -->a<![CDATA[&]]>&#98;</loc></url>",
        "http://e.com/a&b",
        "xml/not-carried",
    );
    check("<url><lastmod>2026-03-04</lastmod><loc>http://e.com/</loc></url>", "http://e.com/", "");
    let told = "xml/bare-ampersand xml/bare-ampersand";
    check(
        "<url><loc>http://e.com/?a=1&b=2&copy=3</loc></url>",
        "http://e.com/?a=1&b=2&copy=3",
        told,
    );
    check(
        "<url><loc>http://e.com/&nbsp;</loc></url>",
        "http://e.com/&nbsp;",
        "xml/undefined-entity",
    );
    check("<url><loc>http://e.com/&#1;</loc></url>", "", "xml/invalid-char");
    check("<url><loc/></url>", "", "loc/empty");
    check("<url></url><url/>", "", "schema/empty-url schema/empty-url");
    check("<url><priority>1</priority></url>", "", "loc/missing");
    check("<url><loc>http://e.com/<b>x</b></loc></url>", "", "schema/element-in-leaf");
    let twice = "<url><loc>http://e.com/a</loc><loc>http://e.com/b</loc></url>";
    check(twice, "http://e.com/a", "schema/duplicate-element");
    check(
        "<URL><Loc>http://e.com/a</Loc></URL>",
        "http://e.com/a",
        "schema/element-case schema/element-case",
    );
}

#[test]
fn images_are_never_pages() {
    let image = "<url><image><loc>http://e.com/i.png</loc></image><loc>http://e.com/</loc></url>";
    check(image, "http://e.com/", "schema/unknown-element");
    let bare = "<url><image:image><image:loc>http://e.com/i</image:loc></image:image></url>";
    check(bare, "", "ns/undeclared-prefix ns/undeclared-prefix loc/missing");
    check("<loc>http://e.com/</loc>", "", "schema/extension-misplaced file/empty");
}

#[test]
fn namespaces() {
    for (uri, told) in [
        ("http://www.sitemaps.org/schemas/sitemap/0.9", ""),
        ("https://www.sitemaps.org/schemas/sitemap/0.9", "ns/https"),
        ("http://www.sitemaps.org/schemas/sitemap/0.9/", "ns/trailing-slash"),
        ("http://www.google.com/schemas/sitemap/0.84", "ns/legacy"),
        ("https://www.sitemaps.org/schemas/sitemap/0.9/", "ns/https"),
        ("http://www.sitemaps.org/schemas/sitemap/0.8", "ns/wrong-core"),
        ("https://www.sitemaps.org/schemas/sitemap/0.8", "ns/wrong-core"),
        ("http://sitemaps.org/schemas/sitemap/0.9", "ns/wrong-core"),
        ("http://example.com/", "ns/wrong-core"),
        ("", "ns/missing"),
    ] {
        let xml = format!("<urlset xmlns='{uri}'><url><loc>http://e.com/</loc></url></urlset>");
        assert_eq!(read(xml.as_bytes(), false), ("http://e.com/".to_owned(), told.to_owned()));
    }
    check("<url xmlns=''><loc>http://e.com/</loc></url>", "http://e.com/", "ns/mixed-core");
    check("<url><x:loc xmlns:x='urn:x'>http://x/</x:loc></url>", "", "loc/missing");
}

#[test]
fn around_the_root() {
    let body = format!("{OPEN}<url><loc>http://e.com/a</loc></url></urlset>");
    for (before, after, told) in [
        ("\u{feff}<?xml version='1.0'?>", "\n<!-- x -->", "xml/bom xml/not-carried"),
        ("\n<?xml version='1.0'?>", "", "xml/leading-whitespace"),
        ("<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?>", "", "xml/leading-whitespace"),
        ("<b>Warning</b>: x", "", "xml/leading-whitespace"),
        ("<?xml version='1.0'?><?xml version='1.0'?>", "", "xml/not-well-formed"),
        ("", "<p>made & done</p>", "xml/content-after-root"),
        ("<!DOCTYPE urlset [<!ENTITY x '>'>]>", "", "xml/doctype"),
        ("<?xml version='1.1'?>", "", "xml/version-not-1.0"),
    ] {
        let (locs, ids) = read(format!("{before}{body}{after}").as_bytes(), false);
        assert_eq!((locs.as_str(), ids.as_str()), ("http://e.com/a", told), "{before} {after}");
    }
    let (locs, ids) = read(format!("{body}{body}").as_bytes(), false);
    assert_eq!(
        (locs.as_str(), ids.as_str()),
        ("http://e.com/a http://e.com/a", "xml/content-after-root")
    );
}

#[test]
fn what_only_lenient_reading_guesses() {
    let unclosed = format!(
        "{OPEN}<url><loc>http://e.com/a</url><url><loc>http://e.com/b</loc></url></urlset>"
    );
    assert_eq!(
        read(unclosed.as_bytes(), false),
        (String::new(), "!xml/not-well-formed".to_owned())
    );
    let (locs, ids) = read(unclosed.as_bytes(), true);
    assert_eq!(
        (locs.as_str(), ids.as_str()),
        ("http://e.com/a http://e.com/b", "xml/not-well-formed")
    );
    let no_end = format!(
        "{OPEN}<url><loc>http://e.com/a</loc><url><loc>http://e.com/b</loc></url></urlset>"
    );
    assert_eq!(read(no_end.as_bytes(), true).0, "http://e.com/a http://e.com/b");
    let stray = format!("{OPEN}<url><loc>http://e.com/a < b</loc></url></urlset>");
    assert_eq!(read(stray.as_bytes(), false).1, "!xml/not-well-formed");
    let latin = [OPEN.as_bytes(), b"<url><loc>http://e.com/caf\xe9</loc></url></urlset>"].concat();
    assert_eq!(read(&latin, false), (String::new(), "xml/invalid-utf8".to_owned()));
    assert_eq!(read(&latin, true).0, "http://e.com/caf\u{e9}");
}

#[test]
fn a_cut_document_gives_its_whole_entries_and_says_so() {
    let whole = format!(
        "<?xml version='1.0'?>\n{OPEN}\n<url><loc>http://e.com/a</loc></url><!-- c -->\n\
         <url><loc><![CDATA[http://e.com/b]]></loc><x:y xmlns:x='urn:x' z=\"1\">&amp;</x:y></url></urlset>"
    );
    let first = whole.find("</url>").unwrap() + "</url>".len();
    let second = whole.rfind("</url>").unwrap() + "</url>".len();
    for cut in 0..whole.len() {
        let (locs, ids) = read(&whole.as_bytes()[..cut], false);
        let expected = match cut {
            cut if cut >= second => "http://e.com/a http://e.com/b",
            cut if cut >= first => "http://e.com/a",
            _ => "",
        };
        assert_eq!(locs, expected, "cut at {cut}");
        assert!(ids.contains('!'), "cut at {cut} passed as whole: {ids}");
    }
}

#[test]
fn entities_are_never_expanded() {
    let xml = format!(
        "<!DOCTYPE urlset [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY a 'aa'>]>{OPEN}\
         <url><loc>http://e.com/&x;</loc></url><url><loc>http://e.com/&a;</loc></url></urlset>"
    );
    let (locs, ids) = read(xml.as_bytes(), true);
    assert_eq!(locs, "");
    assert_eq!(ids, "xml/doctype xml/refused-entity xml/refused-entity");
}

#[test]
fn limits_end_the_reading() {
    let deep = format!("{OPEN}<url>{}", "<x:a xmlns:x='urn:x'>".repeat(100));
    assert_eq!(read(deep.as_bytes(), true).1, "!xml/too-deep");
    let long = format!("{OPEN}<url><loc>http://e.com/{}</loc></url></urlset>", "a".repeat(3 << 20));
    assert_eq!(read(long.as_bytes(), true).1, "!limit/token-bytes");
    let many: String = (0..2000).map(|n| format!(" a{n}=''")).collect();
    let many = format!("{OPEN}<url{many}><loc>http://e.com/</loc></url></urlset>");
    assert_eq!(read(many.as_bytes(), true).1, "!xml/too-deep");
}

/// Line and column follow from the tags between the texts, from one entry to the next and from one window to
/// the next; they are those that are counted.
#[test]
fn places_are_those_that_are_counted() {
    let entries = [
        "\n  <url>\n    <loc>http://e.com/a</loc>\n    <priority>0.7</priority>\n  </url>",
        "\n  <url>\n    <loc>http://e.com/a</loc>\n    <priority>0.7</priority>\n  </url>",
        "\n\n<url><loc>http://e.com/a&amp;b</loc></url>",
        "<url>\n<loc>http://e.com/a</loc></url>",
        "\n  <url>\r\n    <loc>http://e.com/a</loc>\n  </url>",
        "\r<url><loc>http://e.com/a</loc></url>",
        "\n  <url><loc>http://e.com/\u{e9}</loc><lastmod> 2026-03-04 </lastmod></url>",
        "\n\u{2028}<url><loc>http://e.com/a</loc></url>",
        "\n<!--\n--> <url>\n<loc>http://e.com/a</loc>\n</url>",
    ];
    for chosen in 1..entries.len() {
        // So many that windows end in every part of them.
        let xml = format!("{OPEN}{}</urlset>", entries[..chosen].concat().repeat(30_000 / chosen));
        let mut reader =
            SitemapReader::open(Input::new(xml.as_bytes()), &ReadOptions::default(), &mut ())
                .unwrap();
        let (mut entry, mut counted) = (Entry::default(), (1, 1, 0));
        for (at, _) in xml.match_indices("<url>") {
            let passed = &xml[counted.2..at];
            let ends = passed.matches(['\n', '\r']).count() - passed.matches("\r\n").count();
            let column = match passed.rfind(['\n', '\r']) {
                Some(end) => passed[end + 1..].chars().count() + 1,
                None => counted.1 + passed.chars().count(),
            };
            counted = (counted.0 + ends, column, at);
            assert!(reader.read_entry(&mut entry, &mut ()).unwrap());
            let found = reader.position();
            let found = (found.line as usize, found.column as usize, found.byte as usize);
            assert_eq!(found, counted, "{chosen}");
        }
        assert!(!reader.read_entry(&mut entry, &mut ()).unwrap());
    }
}

/// Byte for byte, so that nothing is there before it is asked for.
struct Bytewise<'x>(&'x [u8]);

impl std::io::Read for Bytewise<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let (one, _) = to.split_at_mut(to.len().min(1));
        self.0.read(one)
    }
}

#[test]
fn what_a_document_ends_in_is_told_alike_however_it_comes() {
    for (end, detail) in [
        ("</urlset<", "`</urlset` without its `>`"),
        ("</urlset <\n", "`</urlset` without its `>`"),
        ("</urlset", "`urlset` is not closed"),
        ("<!-- ", "a comment that is not closed, up to the end of the document"),
    ] {
        // So much is there before anything is read.
        let front = format!("<!--{}-->", ".".repeat(70_000));
        let xml = format!("{OPEN}{front}<url><loc>http://e.com/a</loc></url>{end}");
        let told = |input: Input<'_>| {
            let mut reader = SitemapReader::open(input, &ReadOptions::default(), &mut ()).unwrap();
            let mut entry = Entry::default();
            assert!(reader.read_entry(&mut entry, &mut ()).unwrap());
            match reader.read_entry(&mut entry, &mut ()) {
                Err(Error::Stopped(finding)) => finding.detail.to_string(),
                other => format!("{other:?}"),
            }
        };
        let (whole, pieces) =
            (told(Input::new(xml.as_bytes())), told(Input::new(Bytewise(xml.as_bytes()))));
        assert_eq!((&*whole, &*pieces), (detail, detail), "{end}");
    }
}
