//! What a rewrite changes in each place, what it leaves, what it tells; and its laws.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use proptest::prelude::*;
use urlset_core::{Diagnostic, Entry, EntryReader, Extension, Header, Loc, Position, Result, Sink};
use urlset_rewrite::{BadRewrite, Facts, Rewrite, Rewriting, Tally};
use urlset_store::Store;

static ALL: &[&Extension] =
    &[&urlset_image::EXTENSION, &urlset_video::EXTENSION, &urlset_hreflang::EXTENSION];

#[derive(Default)]
struct Memory(Header, Vec<Entry>, u32);

impl EntryReader for Memory {
    fn header(&self) -> &Header {
        &self.0
    }
    fn position(&self) -> Position {
        Position { line: self.2, column: 1, ..Position::start(1) }
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let next = self.1.get(self.2 as usize).cloned();
        self.2 += 1;
        *entry = next.clone().unwrap_or_default();
        Ok(next.is_some())
    }
}

fn read(rewrite: &Rewrite, entries: &[Entry]) -> (Vec<Entry>, Facts, Vec<Diagnostic>) {
    let (store, mut findings) = (Store::new(1 << 20, None), Vec::new());
    let tally = Tally::new(Some(&store));
    let reader = Memory(Header::default(), entries.to_vec(), 0);
    let rewriting = Rewriting::new(reader, rewrite, &tally);
    let entries = rewriting.entries(&mut findings).collect::<Result<_>>().unwrap();
    let facts = tally.finish(rewrite, &mut findings).unwrap();
    (entries, facts, findings)
}

fn rewrite(scheme: &str, hosts: &[&str], paths: &[&str]) -> Rewrite {
    let mut rewrite = Rewrite::new(ALL);
    if !scheme.is_empty() {
        rewrite.scheme(scheme).unwrap();
    }
    hosts.iter().for_each(|host| rewrite.host(host).unwrap());
    paths.iter().for_each(|path| rewrite.path(path).unwrap());
    rewrite
}

fn table(text: &str) -> Rewrite {
    let mut rewrite = Rewrite::new(ALL);
    rewrite.table(text).unwrap();
    rewrite
}

fn becomes(rewrite: &Rewrite, url: &str) -> String {
    rewrite.url(url).unwrap_or_else(|| url.to_owned())
}

#[test]
fn only_the_asked_part_changes() {
    for (scheme, hosts, paths, url, result) in [
        ("https", &[][..], &[][..], "http://A.b/%7e?ü#", "https://A.b/%7e?ü#"),
        ("https", &[], &[], "HTTP://a.b", "https://a.b"),
        ("https", &[], &[], "HTTPS://a.b", "HTTPS://a.b"),
        ("https", &[], &[], "http://a.b:80/", "https://a.b/"),
        ("https", &[], &[], "http://a.b:8080/", "https://a.b:8080/"),
        ("http", &[], &[], "https://a.b:443/x", "http://a.b/x"),
        ("https", &[], &[], "ftp://a.b/", "ftp://a.b/"),
        ("https", &[], &[], "/a", "/a"),
        ("", &["a.b=c.d"], &[], "http://u:p@A.B:81/a.b", "http://u:p@c.d:81/a.b"),
        ("", &["a.b=c.d"], &[], "http://x.a.b/", "http://x.a.b/"),
        ("", &["a.b=c.d"], &[], "http://a.b.x/", "http://a.b.x/"),
        ("", &["a.b=c.d"], &[], "http://x/http://a.b/", "http://x/http://a.b/"),
        ("", &["a.b=c.d"], &[], "http://a.b", "http://c.d"),
        ("", &["a.b=c.d"], &[], "http://a.b?q", "http://c.d?q"),
        ("", &["a.b=c.d", "c.d=a.b"], &[], "http://a.b/", "http://c.d/"),
        ("", &["a.b=x", "a.b:81=c.d"], &[], "http://a.b:81/", "http://c.d/"),
        ("", &["a.b=x", "a.b:80=c.d:82"], &[], "http://a.b/", "http://c.d:82/"),
        ("", &["a.b:81=c.d"], &[], "http://a.b/", "http://a.b/"),
        ("", &["a.b=A.B"], &[], "http://a.b/", "http://a.b/"),
        ("", &["bücher.de=b.de"], &[], "http://xn--bcher-kva.de/", "http://b.de/"),
        ("", &["xn--bcher-kva.de=b.de"], &[], "http://BÜCHER.de/", "http://b.de/"),
        ("", &["[::1]=h"], &[], "http://[::1]:3/", "http://h:3/"),
        ("", &[], &["^/a/=/b/"], "http://a/a/a/?/a/", "http://a/b/a/?/a/"),
        ("", &[], &["a=b", "/b=/c"], "http://h/a/b", "http://h/b/b"),
        ("", &[], &["^/p/(?<id>\\d+)$=/q?id=${id}&$$"], "http://h/p/7#x", "http://h/q?id=7&$#x"),
        ("", &[], &["^/$=/home"], "http://h", "http://h/home"),
        ("", &[], &["^/$=/"], "http://h", "http://h"),
        ("https", &["a=b"], &["x$=y"], "http://a:80/x", "https://b/y"),
        // A port that was asked for stays, whether or not the old URL has it.
        ("https", &["a.b=c.d:80"], &[], "http://a.b/x", "https://c.d:80/x"),
        ("https", &["a.b=c.d:80"], &[], "http://a.b:80/x", "https://c.d:80/x"),
        ("https", &["a.b:80=c.d"], &[], "http://a.b/x", "https://c.d/x"),
        ("https", &["a.b:443=c.d"], &[], "http://a.b/x", "https://a.b/x"),
        ("", &["127.0.0.1=lo.example"], &[], "http://0x7f.1/", "http://lo.example/"),
        ("", &["0x7f.1=lo.example"], &[], "http://127.0.0.1.:8/", "http://lo.example:8/"),
    ] {
        assert_eq!(
            becomes(&rewrite(scheme, hosts, paths), url),
            result,
            "{scheme} {hosts:?} {paths:?}"
        );
    }
}

#[test]
fn a_front_makes_no_second_query() {
    let moves = table("/f/*,/g?id=*\n/h/*,/i#*\n/j/*,/k?*\n");
    let urls =
        ["http://a/f/1", "http://a/f/2?utm=1", "http://a/h/3", "http://a/h/4?x", "http://a/j/5#x"];
    let entries = urls.map(|url| Entry::new(Loc::new(url)));
    let (entries, facts, findings) = read(&moves, &entries);
    let locs: Vec<_> = entries.iter().map(|entry| entry.loc.as_str()).collect();
    let expected = [
        "http://a/g?id=1",
        "http://a/f/2?utm=1",
        "http://a/i#3",
        "http://a/h/4?x",
        "http://a/k?5#x",
    ];
    assert_eq!((locs, facts.refused), (expected.to_vec(), 2));
    let told: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(told, ["rewrite/refused"; 2]);
}

const BROKEN_QUOTE: &str =
    "line 1 of the table: a quote is not closed, or text follows it; `\"` inside is `\"\"`";

#[test]
fn what_a_rewrite_breaks_is_told() {
    let broken = rewrite("", &[&format!("a.b={}.c", "d".repeat(60))], &["^/p/=/%zz/", "^/q/=/<"]);
    let long = format!("http://a.b/{}", "x".repeat(2020));
    let urls = [&long, "http://a.b/p/", "http://a.b/q/", "http://a.b/%zz", "http://a.b/ok"];
    let (_, _, findings) = read(&broken, &locs(&urls));
    let told: Vec<_> =
        findings.iter().map(|finding| (finding.rule.id, finding.position.line)).collect();
    let expected = [("loc/too-long", 1), ("loc/bad-percent", 2), ("loc/illegal-char", 3)];
    assert_eq!(told, expected, "and nothing of what was wrong before");
    assert!(findings[1].detail.starts_with("loc `http://a.b/p/`, rewritten to `http://ddd"));
}

#[test]
fn hosts_left_alone_are_cut() {
    let urls: Vec<_> = (0..3).map(|n| format!("http://{}{n}.x/", "h".repeat(300))).collect();
    let urls: Vec<_> = urls.iter().map(String::as_str).collect();
    let (_, facts, _) = read(&rewrite("", &["a.b=c.d"], &[]), &locs(&urls));
    assert_eq!(facts.left_alone, [(format!("{}…", "h".repeat(256)).into(), 3)]);
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let mut any = Rewrite::new(ALL);
    let told = |error: std::result::Result<(), BadRewrite>| error.unwrap_err().to_string();
    assert_eq!(told(any.scheme("ftp")), "`ftp` is neither `http` nor `https`");
    assert_eq!(told(any.host("a")), "`a` is not of the form OLD=NEW");
    for host in [
        "http://a", "a/b", "u@a", "", "a b", "a:x", "a:", "a:70000", "*.x", "b;c", "%41.de",
        "a..b", ".",
    ] {
        let text = format!("b.c={host}");
        assert_eq!(told(any.host(&text)), format!("`{host}` is no host, with or without a port"));
    }
    for host in ["a.b.", "[::1]:80", "BÜCHER.de", "127.0.0.1", "a_b-c:1"] {
        Rewrite::new(ALL).host(&format!("b.c={host}")).unwrap();
    }
    any.host("a=b").unwrap();
    assert_eq!(told(any.host("A=c")), "the host `A=c` is rewritten twice");
    any.host("a:80=c").unwrap();
    assert!(told(any.path("(=x")).starts_with("`(` is no expression: unclosed group"));
    assert!(told(any.path("(a)=/$1b")).starts_with("the expression has no group `1b`"));
    assert!(told(any.path("(a)=/$2")).starts_with("the expression has no group `2`"));
    assert!(told(any.path("a=/b c")).starts_with("the template `/b c` has a character"));
    assert!(
        told(any.only(&["loc", "news"]))
            .starts_with("no URL stands in `news`; the places are loc, link, image.loc, ")
    );
    for (row, message) in [
        (
            "http://a/,http://b/,x",
            "line 1 of the table: 3 cells, not `old,new`; quote a cell with a comma",
        ),
        ("http://a/", "line 1 of the table: 1 cells, not `old,new`; quote a cell with a comma"),
        ("old,new\nold,/x", "line 2 of the table: `old` is neither an http(s) URL nor a path"),
        ("/x,ftp://a/", "line 1 of the table: `ftp://a/` is neither an http(s) URL nor a path"),
        ("htp://a/,/x", "line 1 of the table: `htp://a/` is neither an http(s) URL nor a path"),
        ("/x,//a", "line 1 of the table: `//a` is neither an http(s) URL nor a path"),
        (
            "/x*,/y",
            "line 1 of the table: `*` ends only one of `/x*` and `/y`; add a cell `1.000` where it is a character of the address",
        ),
        ("/a,\"/b,302\n/c,/d,302\n", BROKEN_QUOTE),
        ("/a,\"/b", BROKEN_QUOTE),
        ("\"/a\" ,\"/b\"x", BROKEN_QUOTE),
        ("http://a*,http://b/*", "line 1 of the table: a `*` must stand in the path, behind a `/`"),
        ("/a,/b\n/%61,/c", "line 2 of the table: `/%61` has another target on line 1"),
    ] {
        assert_eq!(told(any.table(row)), message);
    }
}

/// One entry with `http://a.b/…` in every place.
fn everywhere() -> Entry {
    let mut entry = Entry::new(Loc::new("http://a.b/loc"));
    let tape = &mut entry.extensions;
    let at = Position::default();
    for extension in ALL {
        let qname = |name: &str| format!("{}:{name}", extension.prefix);
        tape.open(extension.namespace, &qname(extension.element), at);
        let own = extension.shapes.iter().filter(|shape| shape.path.starts_with('@'));
        for shape in own {
            tape.attribute("", &shape.path[1..], "http://a.b/attribute");
        }
        let children = extension.shapes.iter().filter(|shape| !shape.path.contains(['/', '@']));
        for child in children {
            tape.open(extension.namespace, &qname(child.path), at);
            let of = format!("{}/@", child.path);
            for shape in extension.shapes {
                if let Some(name) = shape.path.strip_prefix(&of) {
                    tape.attribute("", name, "http://a.b/attribute");
                }
            }
            tape.text(" \n http://a.b/text\t").close();
        }
        tape.close();
    }
    entry
}

#[test]
fn every_place_that_a_shape_calls_a_url() {
    let places = [
        "loc",
        "image.loc",
        "image.license",
        "video.thumbnail_loc",
        "video.content_loc",
        "video.player_loc",
        "video.content_segment_loc",
        "video.gallery_loc",
        "video.uploader.info",
        "hreflang.href",
    ];
    let (entries, facts, findings) = read(&rewrite("", &["a.b=c.d"], &[]), &[everywhere()]);
    let each: Vec<_> = places.iter().map(|place| (Box::from(*place), 1)).collect();
    assert_eq!(facts.changed, each);
    assert_eq!((&facts.unused, &facts.left_alone), (&vec![], &vec![]));
    // What is no URL by its shape is not touched, but told: once for each item.
    let told: Vec<_> = findings.iter().map(|finding| &*finding.detail).collect();
    assert_eq!(
        told,
        [
            "<image:image>: `http://a.b/text`",
            "<video:video>: `http://a.b/text`",
            "<xhtml:link>: `http://a.b/attribute`",
        ]
    );
    let mut tape = String::new();
    for item in entries[0].extensions.elements() {
        item.attributes().for_each(|one| tape += &format!("{}={}\n", one.name(), one.value));
        for child in item.children() {
            tape += &format!("{}={:?}\n", child.name(), child.exact_text());
            child.attributes().for_each(|one| tape += &format!("@{}={}\n", one.name(), one.value));
        }
    }
    assert_eq!(tape.matches("c.d").count(), places.len() - 1, "{tape}");
    assert!(
        tape.contains("player_loc=\" \\n http://c.d/text\\t\"\n"),
        "the space around stays: {tape}"
    );
    assert!(tape.contains("@info=http://c.d/attribute\n") && tape.contains("href=http://c.d/"));
    assert!(tape.contains("title=\" \\n http://a.b/text\\t\"\n"), "a title is no URL");
}

#[test]
fn places_can_be_chosen() {
    let mut some = rewrite("", &["a.b=c.d"], &[]);
    some.only(&["hreflang", "video.player_loc"]).unwrap();
    let (entries, facts, _) = read(&some, &[everywhere()]);
    assert_eq!(entries[0].loc.as_str(), "http://a.b/loc");
    let places: Vec<_> = facts.changed.iter().map(|(place, _)| &**place).collect();
    assert_eq!(places, ["video.player_loc", "hreflang.href"]);
}

#[test]
fn a_stylesheet_stays_and_is_told() {
    let rewrite = rewrite("https", &["a.b=c.d"], &[]);
    for (data, told) in [
        ("type=\"text/xsl\" href=\"http://a.b/x.xsl\"", 1),
        ("href='//a.b/x.xsl'", 1),
        ("href='http://x/x.xsl'", 1),
        ("href='/x.xsl'", 0),
        ("href='https://x/x.xsl'", 0),
    ] {
        let (tally, mut findings) = (Tally::new(None), Vec::<Diagnostic>::new());
        let header = Header { stylesheet: Some(data.into()), ..Header::default() };
        tally.stylesheet(&rewrite, &header, Position::default(), &mut findings).unwrap();
        assert_eq!(tally.finish(&rewrite, &mut findings).unwrap().out_of_reach, told);
        assert!(findings.iter().all(|finding| finding.rule.id == "rewrite/out-of-reach"));
        assert_eq!(findings.len() as u64, told, "{data}");
    }
}

#[test]
fn the_site_of_a_feed_moves_too() {
    let (rewrite, tally) = (rewrite("", &["a.b=c.d"], &[]), Tally::new(None));
    let header = Header { link: Some("http://a.b/".into()), ..Header::default() };
    let reader = Rewriting::new(Memory(header.clone(), vec![], 0), &rewrite, &tally);
    assert_eq!(reader.header().link.as_deref(), Some("http://c.d/"));
    assert_eq!(reader.header(), &rewrite.header(&header));
    assert_eq!(tally.finish(&rewrite, &mut ()).unwrap().changed, []);
    // Only whoever writes the header knows that it counts.
    let tally = Tally::new(None);
    tally.header(&rewrite, &header, Position::start(1), &mut ()).unwrap();
    let texts = ["At http://a.b/!", "http://x/"].map(|text| Some(text.into()));
    let [title, description] = texts;
    let header = Header { title, description, ..Header::default() };
    let mut findings = Vec::<Diagnostic>::new();
    tally.header(&rewrite, &header, Position::start(1), &mut findings).unwrap();
    assert_eq!((findings.len(), &*findings[0].detail), (1, "title: `At http://a.b/!`"));
    let facts = tally.finish(&rewrite, &mut ()).unwrap();
    assert_eq!((facts.changed, facts.unused), (vec![("link".into(), 1)], vec![]));
}

#[test]
fn the_site_of_a_feed_stays_where_it_would_be_no_url() {
    let (rewrite, tally) = (rewrite("", &[], &["^/a=b"]), Tally::new(None));
    let header = Header { link: Some("http://a.b/a".into()), ..Header::default() };
    assert_eq!(rewrite.header(&header), header);
    let mut findings = Vec::<Diagnostic>::new();
    tally.header(&rewrite, &header, Position::start(1), &mut findings).unwrap();
    assert_eq!(findings[0].rule.id, "rewrite/refused");
    assert_eq!(tally.finish(&rewrite, &mut ()).unwrap().refused, 1);
}

fn locs(locs: &[&str]) -> Vec<Entry> {
    locs.iter().map(|loc| Entry::new(Loc::new(loc))).collect()
}

#[test]
fn what_was_left_and_what_was_never_used() {
    let mut rewrite = rewrite("", &["a.b=c.d", "no.one=x.y"], &["^/z=/y", "^/nobody=/x"]);
    rewrite.table("/t,/u\n/v,/w\n").unwrap();
    let urls = [
        "http://a.b/1",
        "http://E.f:81/",
        "http://e.f:81/t",
        "http://g/",
        "http://g/z",
        "http://g/",
        "/x",
    ];
    let (_, facts, _) = read(&rewrite, &locs(&urls));
    assert_eq!(facts.left_alone, [("g".into(), 2), ("e.f:81".into(), 1)]);
    assert_eq!(facts.changed, [("loc".into(), 3)]);
    let unused: Vec<_> = facts.unused.iter().map(|text| &**text).collect();
    assert_eq!(unused, ["no.one=x.y", "^/nobody=/x", "line 2: /v"]);
}

#[test]
fn a_url_that_would_be_none_stays_and_is_told() {
    let paths = ["^/a=a", "^/b=/?x=1", "^/c=//c", "^/d$=/d#d"];
    let urls = ["http://h/a", "http://h/b?y", "http://h/c", "http://h/d?e", "http://h/b"];
    let (entries, facts, findings) = read(&rewrite("https", &[], &paths), &locs(&urls));
    let kept: Vec<_> = entries.iter().map(|entry| entry.loc.as_str()).collect();
    assert_eq!(
        kept,
        ["http://h/a", "http://h/b?y", "http://h/c", "http://h/d?e", "https://h/?x=1"]
    );
    assert_eq!((facts.refused, findings.len()), (4, 4));
    assert!(findings.iter().all(|finding| finding.rule.id == "rewrite/refused"));
    assert_eq!(&*findings[0].detail, "`http://h/a`: its path would not begin with `/`");
    assert_eq!((&*findings[1].loc, findings[1].position.line), ("http://h/b?y", 2));
}

#[test]
fn urls_out_of_reach_are_told() {
    let mut entry = Entry::new(Loc::new("http://x/"));
    let text = "see <a href='HTTP://A.b/1'> and http://a.bc/";
    entry.extensions.open("urn:o", "o:box", Position::default()).attribute("", "at", "http://a.b/");
    entry.extensions.leaf("urn:o", "o:text", text).leaf("urn:o", "o:text", "http://a.bc/").close();
    let before = entry.clone();
    let (entries, facts, findings) = read(&rewrite("", &["a.b=c.d"], &[]), &[entry]);
    assert_eq!((&entries[0], facts.out_of_reach), (&before, 2));
    assert_eq!((findings.len(), findings[0].rule.id), (1, "rewrite/out-of-reach"));
    assert_eq!(&*findings[0].detail, "<o:box>: `http://a.b/`");
    let (_, facts, _) = read(&rewrite("https", &[], &[]), &[before]);
    assert_eq!(facts.out_of_reach, 3, "by scheme: links in texts too");
    let entry = |text: &str| {
        let mut entry = Entry::new(Loc::new("http://x/"));
        let elsewhere = Position::start(7);
        entry.extensions.open("urn:o", "o:text", elsewhere).text(text).close();
        entry
    };
    for (text, told) in [
        ("D http://old.example/d.", 1),
        ("(HTTP://old.example/d)", 1),
        ("http://old.example/de", 0),
    ] {
        let moves = table("http://old.example/d,http://new.example/d");
        let (_, facts, findings) = read(&moves, &[entry(text)]);
        assert_eq!(facts.out_of_reach, told, "{text}");
        let lines = findings.iter().map(|finding| (finding.position.input, finding.position.line));
        assert!(
            lines.eq((0..told).map(|_| (1, 1))),
            "of the entry: no element's own place is known"
        );
    }
}

#[test]
fn locs_that_become_one_are_told() {
    let urls = [
        "http://h/",
        "https://h/",
        "http://h/",
        "http://i/",
        "http://i/",
        "http://h:80/",
        "https://j/",
        "https://j/",
    ];
    let (_, facts, findings) = read(&rewrite("https", &[], &[]), &locs(&urls));
    let told: Vec<_> = findings
        .iter()
        .map(|finding| {
            (&*finding.detail, finding.position.line, finding.other.as_ref().unwrap().line)
        })
        .collect();
    assert_eq!(
        told,
        [("`https://h/` and `http://h/`", 1, 2), ("`https://h/` and `http://h:80/`", 6, 2),]
    );
    assert_eq!(
        (facts.collisions, findings[0].rule.id, &*findings[0].loc),
        (2, "rewrite/collision", "https://h/")
    );
}

fn url() -> impl Strategy<Value = String> {
    let host = "(a\\.example|b\\.example|c\\.example|[d-f]{1,3}|[::1]|bücher\\.de)";
    let text = format!(
        "https?://(u@)?{host}(:[1-9][0-9]{{3}})?((/[a-z%Cé ]{{0,3}}){{0,3}})(\\?[a-z=/]{{0,4}})?"
    );
    proptest::string::string_regex(&text.replace("[::1]", "\\[::1\\]")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The rules are one to one on these URLs.
    #[test]
    fn there_and_back_is_the_identity(urls in proptest::collection::vec(url(), 1..6)) {
        let mut there = rewrite("", &["a.example=b.example", "b.example=a.example", "d=x:99"], &["^/a=/~"]);
        there.table("http://e/*,https://y/*\n").unwrap();
        let mut back = rewrite("", &["a.example=b.example", "b.example=a.example", "x:99=d"], &["^/~=/a"]);
        back.table("https://y/*,http://e/*\n").unwrap();
        // A rule that sets a port forgets the one that was there.
        let plain: Vec<_> = urls.iter().filter(|url| !url.contains("d:")).map(String::as_str).collect();
        let entries = locs(&plain);
        let (moved, _, _) = read(&there, &entries);
        prop_assert_eq!(read(&back, &moved).0, entries);
    }

    #[test]
    fn there_and_back_by_scheme(url in url()) {
        let (secure, plain) = (rewrite("https", &[], &[]), rewrite("http", &[], &[]));
        let url = becomes(&plain, &url);
        prop_assert_eq!(becomes(&plain, &becomes(&secure, &url)), url);
    }

    #[test]
    fn what_is_not_asked_for_stays(text in any::<String>(), url in url()) {
        let none = Rewrite::new(ALL);
        let other = rewrite("", &["no.example=x"], &["^/never$=/x"]);
        for text in [&text, &url] {
            prop_assert_eq!(none.url(text), None);
            prop_assert_eq!(other.url(text), None);
        }
    }

    #[test]
    fn what_changes_is_a_url(url in url(), template in "[/a-c$?]{0,3}") {
        let mut rewrite = rewrite("https", &["a.example=b.example:8443", "bücher.de=ü.de"], &[]);
        if rewrite.path(&format!("^/[a-m]+={template}")).is_ok()
            && let Some(new) = rewrite.url(&url)
        {
            let new = url::Url::parse(&new).unwrap();
            prop_assert_eq!(new.scheme(), "https");
            let host = url::Url::parse(&url).unwrap().host_str().unwrap().replace("a.example", "b.example");
            prop_assert_eq!(new.host_str().unwrap(), host.replace("xn--bcher-kva", "xn--tda"));
        }
    }
}
