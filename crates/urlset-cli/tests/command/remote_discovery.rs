//! `--discover` on servers on loopback: what counts as found, as not there, and as an end.

use crate::run::{Folder, Ran, sitemap};
use crate::server::{Reply, Server, answer, raw, redirect, xml};

/// A site that has this at these paths.
fn site(places: &'static [(&'static str, &'static str)]) -> Server {
    Server::new(move |request| {
        let found = places.iter().find(|(path, _)| *path == request.path);
        let host = request.header("host").unwrap();
        found.map_or_else(
            || answer(404, &[], ""),
            |(_, text)| answer(200, &[], text.replace("HOST", host)),
        )
    })
}

const PAGE: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>\
                    <loc>https://example.com/a</loc></url></urlset>";

const FEED: &str = "<rss version='2.0'><channel><title>T</title><link>https://example.com/</link>\
                    <description>D</description><item><link>https://example.com/new</link></item>\
                    </channel></rss>";

#[test]
fn the_sitemaps_of_a_site() {
    let folder = Folder::new();
    let find = |server: &Server| {
        folder.run(&format!("convert {} -t text --discover", server.url("/shop/index.html")))
    };
    let by_robots = site(&[
        ("/robots.txt", "Sitemap: http://HOST/maps/a.xml\n"),
        ("/maps/a.xml", PAGE),
        ("/sitemap.xml", FEED),
    ]);
    assert_eq!(find(&by_robots).ends(0).out, "https://example.com/a\n");
    assert_eq!(by_robots.paths(), ["/robots.txt", "/maps/a.xml"]);
    let usual = site(&[
        ("/robots.txt", "User-agent: *\n"),
        ("/sitemap.xml", "<!DOCTYPE html><title>Not found</title>"),
        ("/sitemap_index.xml", PAGE),
    ]);
    assert_eq!(find(&usual).ends(0).out, "https://example.com/a\n");
    assert_eq!(usual.paths().len(), 4, "each is asked once: {:?}", usual.paths());
    let feeds = site(&[
        (
            "/shop/index.html",
            "<!DOCTYPE html><link rel=alternate type='application/rss+xml' href='../new.rss'>\
             <link rel=alternate type='application/rss+xml' href='http://10.0.0.1/new.rss'>",
        ),
        ("/new.rss", FEED),
    ]);
    let ran = find(&feeds);
    assert_eq!(ran.ends(3).out, "https://example.com/new\n");
    assert!(ran.err.contains("error[fetch/other-host]"), "{}", ran.err);
    let nothing = site(&[("/shop/index.html", "<!DOCTYPE html><p>hello")]);
    assert!(find(&nothing).ends(3).err.contains("error[fetch/not-discovered]"));
    assert_eq!(nothing.paths().len(), 16);
    let ran = folder.run("convert http://127.0.0.1:1/ -t text --discover --retries 0");
    assert!(ran.ends(3).err.contains("error[fetch/unreachable]"), "{}", ran.err);
}

/// A line that names nothing is told, and hides nothing.
#[test]
fn a_line_without_an_address() {
    let server =
        site(&[("/robots.txt", "User-agent: *\nDisallow:\nSitemap:\n"), ("/sitemap.xml", PAGE)]);
    let folder = Folder::new();
    let ran = folder.run(&format!("convert {} -t text --discover", server.url("/")));
    assert_eq!(ran.ends(4).out, "https://example.com/a\n");
    let place = format!("--> {}:3:9", server.url("/robots.txt"));
    assert!(ran.err.contains("error[loc/empty]") && ran.err.contains(&place), "{}", ran.err);
}

#[test]
fn a_site_is_discovered_by_its_address() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    let ran = folder.run("convert a.xml -t text --discover");
    assert!(ran.ends(2).err.contains("--discover: no input is a URL"), "{}", ran.err);
    assert_eq!(ran.out, "");
}

/// What is found on a site that answers one place so, and has a sound sitemap later.
fn found(at: &'static str, reply: Reply, flags: &str) -> (Ran, Vec<String>) {
    let server = Server::new(move |request| match request.path.as_str() {
        path if path == at => reply.clone(),
        "/sitemap_news.xml" => xml(PAGE),
        _ => answer(404, &[], ""),
    });
    let url = server.url("/");
    let ran = Folder::new().run(&format!("convert {url} -t text --discover --retries 0 {flags}"));
    (ran, server.paths())
}

/// What could not be had is told, and nothing else is given in its place.
#[test]
fn what_fails_ends_the_search() {
    let whole = format!("{PAGE}{}", " ".repeat(60_000));
    let cut = raw(format!("HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{PAGE}"));
    let torn = answer(200, &["content-encoding: gzip"], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0]);
    for (reply, flags, rule, code) in [
        (cut.clone(), "", "fetch/broken-answer", 3),
        (torn, "", "fetch/broken-answer", 3),
        (answer(503, &[], ""), "", "fetch/status", 3),
        (answer(500, &[], ""), "", "fetch/status", 3),
        (answer(429, &[], ""), "", "fetch/status", 3),
        (redirect("http://10.0.0.1/sitemap.xml"), "", "fetch/other-host", 3),
        (redirect("file:///etc/passwd"), "", "fetch/redirect", 3),
        (xml(&whole), "--max-input 50KiB", "limit/input-bytes", 6),
        (xml("<urlset"), "", "xml/", 4),
        (answer(200, &[], ""), "", "file/zero-bytes", 3),
    ] {
        let (ran, paths) = found("/sitemap.xml", reply, flags);
        assert!(ran.ends(code).err.contains(&format!("error[{rule}")), "{rule}: {}", ran.err);
        assert!(ran.err.contains("/sitemap.xml"), "it says where: {}", ran.err);
        assert_eq!((&*ran.out, paths.len()), ("", 2), "{rule}: {paths:?}");
    }
    for reply in [cut, answer(503, &[], "")] {
        let (ran, paths) = found("/robots.txt", reply, "");
        assert!(ran.ends(3).err.contains("/robots.txt"), "{}", ran.err);
        assert_eq!((&*ran.out, &*paths), ("", &["/robots.txt".to_owned()][..]));
    }
    #[cfg(unix)]
    {
        let (ran, _) = found("/sitemap.xml", xml(PAGE), "--tmp-dir /proc");
        assert!(ran.ends(3).err.contains("temporary file"), "{}", ran.err);
    }
}

/// A server forbids places whatever is there, so that says nothing of others; of robots.txt it says
/// that there is none.
#[test]
fn what_is_forbidden_is_told_and_the_search_goes_on() {
    for status in [401, 403] {
        let (ran, _) = found("/.sitemap.xml", answer(status, &[], ""), "");
        assert_eq!(ran.ends(3).out, "https://example.com/a\n");
        let told = format!("/.sitemap.xml: the server answered {status}");
        assert!(ran.err.contains("error[fetch/status]") && ran.err.contains(&told), "{}", ran.err);
        let (ran, _) = found("/robots.txt", answer(status, &[], ""), "");
        assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    }
    for reply in [answer(410, &[], ""), answer(200, &[], "<!DOCTYPE html><p>Not found")] {
        let (ran, _) = found("/sitemap.xml", reply, "");
        assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    }
}

/// As browsers do: the address that `base` names, and characters for their references.
#[test]
fn a_page_says_where_its_feeds_are() {
    let server = site(&[
        (
            "/shop/index.html",
            "<!DOCTYPE html><base target=_top><base href='/deep/&#x66;older/'><base href='/other/'>\
             <link rel=alternate type='application/rss+xml' href='g&#x3d;h.rss'>",
        ),
        ("/deep/folder/g=h.rss", FEED),
        ("/shop/g=h.rss", PAGE),
    ]);
    let url = server.url("/shop/index.html");
    let ran = Folder::new().run(&format!("convert {url} -t text --discover"));
    assert_eq!(ran.ends(0).out, "https://example.com/new\n");
    assert_eq!(server.paths().last().unwrap(), "/deep/folder/g=h.rss");
}

#[test]
fn a_site_that_has_nothing_has_no_sitemap() {
    let server = Server::always(answer(404, &[], ""));
    let ran = Folder::new().run(&format!("convert {} -t text --discover", server.url("/")));
    assert!(ran.ends(3).err.contains("error[fetch/not-discovered]"), "{}", ran.err);
    assert!(!ran.err.contains("fetch/status"), "{}", ran.err);
}

/// A cache has what was found, and not that there was nothing before it.
#[test]
fn offline_passes_over_what_it_does_not_know() {
    let server = site(&[("/sitemap_index.xml", PAGE)]);
    let folder = Folder::new();
    let words = format!("convert {} -t text --discover --cache cache", server.url("/"));
    folder.run(&words).ends(0);
    let before = server.paths().len();
    let ran = folder.run(&format!("{words} --offline"));
    assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{}", ran.err);
    assert!(ran.err.contains("note[fetch/offline]"), "{}", ran.err);
    assert!(ran.err.contains("/robots.txt is not in the cache"), "{}", ran.err);
    let ran = folder.run(&format!("convert {} -t text --discover --offline", server.url("/")));
    assert!(ran.ends(3).err.contains("error[fetch/offline]"), "{}", ran.err);
    assert_eq!(server.paths().len(), before);
}

/// A robots.txt is read as one that is typed: to its end, and in its charset.
#[test]
fn a_robots_txt_is_read_whole() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for (late, is_wide) in [(true, false), (false, true)] {
        let server = Server::new(move |request| match request.path.as_str() {
            "/robots.txt" => {
                let lines = "Disallow: /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";
                let lines = lines.repeat(if late { 30_000 } else { 1 });
                let host = request.header("host").unwrap();
                let text = format!("\u{feff}User-agent: *\n{lines}Sitemap: http://{host}/a.xml\n");
                answer(200, &[], if is_wide { wide(&text) } else { text.into_bytes() })
            }
            "/a.xml" => xml(PAGE),
            "/sitemap.xml" => xml(FEED),
            _ => answer(404, &[], ""),
        });
        let ran =
            Folder::new().run(&format!("check {} --discover --profile google", server.url("/")));
        assert_eq!(server.paths(), ["/robots.txt", "/a.xml"], "{}", ran.err);
        assert_eq!(ran.said().contains("robots/too-large"), late, "{}", ran.said());
    }
    // What names none, or is none, is passed over.
    for text in ["User-agent: *\n", "", "<!DOCTYPE html><p>Sitemap: http://x/a.xml"] {
        let (ran, _) = found("/robots.txt", answer(200, &[], text), "");
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{text}: {}", ran.err);
    }
}

/// What `-f` says is said of the document that is found, and not of what stands on the way to it.
#[test]
fn the_format_is_that_of_what_is_found() {
    const LIST: &str = "https://example.com/a\n";
    let page = "<!DOCTYPE html><p>Not found <a href=/>see</a>";
    let table = "url\nhttps://example.com/a\n";
    for (format, text) in [("xml", PAGE), ("text", LIST), ("csv", table), ("rss", FEED)] {
        let robots = site_of("Sitemap: http://HOST/found", text, page);
        let usual = site_of("User-agent: *", page, text);
        for server in [robots, usual] {
            let url = server.url("/");
            let ran = Folder::new().run(&format!("convert {url} -t text --discover -f {format}"));
            let expected = if format == "rss" { "https://example.com/new\n" } else { LIST };
            assert_eq!(ran.ends(0).out, expected, "{format}: {}", ran.err);
        }
    }
}

/// A site with a robots.txt, what that may name, and what stands at one of the usual places behind a
/// page for people.
fn site_of(robots: &'static str, found: &'static str, usual: &'static str) -> Server {
    Server::new(move |request| {
        let host = request.header("host").unwrap();
        match request.path.as_str() {
            "/robots.txt" => answer(200, &[], robots.replace("HOST", host)),
            "/found" => answer(200, &[], found),
            "/sitemap-news.xml" => answer(200, &[], usual),
            _ => answer(200, &[], "<!DOCTYPE html><p>Not found <a href=/>see</a>"),
        }
    })
}

/// Also where only the page of the site names something, behind a robots.txt that names nothing.
#[test]
fn offline_reads_what_a_page_names() {
    let server = site(&[
        ("/robots.txt", "User-agent: *\n"),
        ("/", "<!DOCTYPE html><link rel=alternate type='application/rss+xml' href='/new.rss'>"),
        ("/new.rss", FEED),
    ]);
    let folder = Folder::new();
    let words = format!("convert {} -t text --discover --cache cache", server.url("/"));
    folder.run(&words).ends(0);
    let ran = folder.run(&format!("{words} --offline"));
    assert_eq!(ran.ends(0).out, "https://example.com/new\n", "{}", ran.err);
    let told = format!("{} is not in the cache, and comes before", server.url("/sitemap.xml"));
    assert!(ran.err.contains("note[fetch/offline]") && ran.err.contains(&told), "{}", ran.err);
}

/// What stands at the address itself is looked at in the charset that its server names.
#[test]
fn a_sitemap_in_place_of_a_page() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => {
            let page = format!("<?xml version='1.0' encoding='x-none'?>{PAGE}");
            answer(200, &["content-type: text/xml; charset=utf-8"], page)
        }
        _ => answer(404, &[], ""),
    });
    let ran = Folder::new().run(&format!("convert {} -t text --discover", server.url("/")));
    assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{}", ran.err);
}

/// What stands behind the bytes that are looked at is not passed over without a word.
#[test]
fn a_page_that_is_too_long_is_told() {
    let link = "<link rel=alternate type=application/rss+xml href=/new.rss>";
    for (fill, code) in [(8 << 20, 6), (7 << 20, 0)] {
        let page = format!("<!DOCTYPE html><p>{}{link}", "x".repeat(fill));
        let server = Server::new(move |request| match request.path.as_str() {
            "/" => answer(200, &[], &page),
            "/new.rss" => xml(FEED),
            _ => answer(404, &[], ""),
        });
        let ran = Folder::new().run(&format!("convert {} -t text --discover", server.url("/")));
        assert_eq!(ran.ends(code).out.is_empty(), code == 6, "{}", ran.err);
        assert_eq!(ran.err.contains("error[limit/page-bytes]"), code == 6, "{}", ran.err);
    }
}

/// Links are read in the charset of the page; one that is not in it is told and not asked.
#[test]
fn a_page_is_in_its_charset() {
    let link = |name: &[u8]| {
        let front = b"<link rel=alternate type=application/rss+xml href=/";
        [&front[..], name, b".rss>"].concat()
    };
    let (utf8, latin) = (link("caf\u{e9}".as_bytes()), link(b"caf\xe9"));
    let greek = "/%CE%B1.rss";
    for (kind, meta, bytes, path) in [
        ("text/html", "", &utf8, Some("/caf%C3%A9.rss")),
        ("text/html; charset=iso-8859-1", "", &latin, Some("/caf%C3%A9.rss")),
        ("text/html; charset=iso-8859-1", "<meta charset=greek>", &latin, Some("/caf%C3%A9.rss")),
        ("text/html", "<meta charset=iso-8859-1>", &latin, Some("/caf%C3%A9.rss")),
        ("text/html; charset=x-none", "<meta charset=greek>", &link(b"\xe1"), Some(greek)),
        // What the bytes show stands against it, as everywhere.
        ("text/html; charset=iso-8859-1", "", &utf8, Some("/caf%C3%A9.rss")),
        ("text/html", "", &latin, None),
        ("text/html", "<base href='/\u{fffd}/'>", &link(b"../a"), None),
    ] {
        let page = [b"<!DOCTYPE html>", meta.as_bytes(), bytes].concat();
        let kind = format!("content-type: {kind}");
        let server = Server::new(move |request| match request.path.as_str() {
            "/" => answer(200, &[&kind], &page),
            path if path.ends_with(".rss") => xml(FEED),
            _ => answer(404, &[], ""),
        });
        let ran = Folder::new().run(&format!("convert {} -t text --discover", server.url("/")));
        let asked = server.paths().into_iter().find(|path| path.ends_with(".rss"));
        assert_eq!(asked.as_deref(), path, "{meta}: {}", ran.err);
        ran.ends(if path.is_some() { 0 } else { 3 });
        let told = ran.err.contains("error[fetch/unreadable-link]");
        assert_eq!(told, path.is_none(), "{}", ran.err);
    }
}
