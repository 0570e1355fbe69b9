//! Ways through redirects, from servers on loopback: what comes of one depends on no other, however many
//! go at once.

use crate::run::{Folder, index, sitemap};
use crate::server::{Reply, Server, Step, answer, redirect, xml};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A sitemap of one page of a host.
fn page(loc: &str) -> String {
    sitemap(&[&format!("<loc>{loc}</loc>")])
}

/// With several threads too: what one is asking for, or is being led to, no other asks for.
#[test]
fn an_address_is_asked_once_by_all_threads() {
    let server = Server::new(|request| {
        let later = |reply: Reply| [vec![Step::Wait(Duration::from_millis(60))], reply].concat();
        match request.path.as_str() {
            "/index.xml" => {
                let host = request.header("host").unwrap();
                let names =
                    ["r0", "r1", "r2", "r3", "r4", "gone1", "gone2", "loop1", "loop2", "c99"];
                let locs = names.map(|name| format!("http://{host}/{name}"));
                xml(index(&locs.each_ref().map(String::as_str)))
            }
            "/c99" => later(xml(page("https://example.com/a"))),
            "/between" => later(redirect("/c99")),
            "/loop1" => later(redirect("/loop2")),
            "/loop2" => later(redirect("/loop1")),
            path if path.starts_with("/r") => redirect("/between"),
            path if path.starts_with("/gone") => redirect("/nothing"),
            _ => later(answer(404, &[], "")),
        }
    });
    let url = server.url("/index.xml");
    for threads in [1, 4, 8] {
        let before = server.paths().len();
        let words = format!("convert {url} -t text --concurrency {threads} --retries 0");
        let ran = Folder::new().run(&words);
        assert_eq!(ran.ends(3).out, "https://example.com/a\n", "{}", ran.err);
        let asked = &server.paths()[before..];
        for path in ["/c99", "/between", "/nothing", "/r3"] {
            let times = asked.iter().filter(|asked| *asked == path).count();
            assert_eq!(times, 1, "{path} by {threads}: {asked:?}");
        }
    }
}

/// A circle of redirects begins where it is entered, however many ask at once.
#[test]
fn circles_are_the_same_for_all_threads() {
    let server = Server::new(|request| {
        let to = match request.path.as_str() {
            "/a" => "/b",
            "/b" => "/c",
            "/c" | "/into" => "/a",
            _ => {
                let host = request.header("host").unwrap();
                let locs = ["a", "b", "into", "c"].map(|name| format!("http://{host}/{name}"));
                return xml(index(&locs.each_ref().map(String::as_str)));
            }
        };
        [vec![Step::Wait(Duration::from_millis(30))], redirect(to)].concat()
    });
    let url = server.url("/index.xml");
    let told = |threads: u8| {
        let words = format!("convert {url} -t text --concurrency {threads}");
        let err = Folder::new().run(&words).ends(3).err.clone();
        // The last line ends in how long it took.
        err.trim_end().rsplit_once(", ").map(|(told, _)| told.to_owned())
    };
    let alone = told(1).unwrap();
    assert_eq!(server.paths(), ["/index.xml", "/a", "/b", "/c", "/into"]);
    for (path, times) in [("/a", 2), ("/b", 1), ("/c", 1)] {
        let told = format!("{}: a redirect that is not followed", server.url(path));
        assert_eq!(alone.matches(&told).count(), times, "{path}: {alone}");
    }
    for _ in 0..4 {
        assert_eq!(told(4).as_ref(), Some(&alone));
    }
}

/// An index of addresses of its own server.
fn index_of(host: Option<&str>, names: &[&str]) -> Reply {
    let locs: Vec<_> =
        names.iter().map(|name| format!("http://{}/{name}", host.unwrap_or_default())).collect();
    xml(index(&locs.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// What is too far from one address is not too far from each on the way; how far it is does not depend
/// on who was there before.
#[test]
fn a_way_that_is_too_long_is_that_of_its_start() {
    let server = Server::new(|request| match request.path.strip_prefix("/h") {
        Some("4") => xml(page("https://example.com/a")),
        Some(at) => redirect(&format!("/h{}", at.parse::<u8>().unwrap() + 1)),
        None if request.path == "/forth" => index_of(request.header("host"), &["h0", "h2"]),
        None => index_of(request.header("host"), &["h4", "h3", "h2", "h1", "h0"]),
    });
    let told = |name: &str| {
        format!("{}: a redirect that is not followed: more than 2 on the way", server.url(name))
    };
    for (path, far) in [("/forth", &["/h0"][..]), ("/back", &["/h0", "/h1"])] {
        for threads in [1, 8] {
            let before = server.paths().len();
            let flags = format!("-t text --max-redirects 2 --concurrency {threads}");
            let ran = Folder::new().run(&format!("convert {} {flags}", server.url(path)));
            assert_eq!(ran.ends(3).out, "https://example.com/a\n", "{}", ran.err);
            for name in ["/h0", "/h1", "/h2"] {
                assert_eq!(ran.err.contains(&told(name)), far.contains(&name), "{}", ran.err);
            }
            let mut asked = server.paths()[before..].to_vec();
            asked.sort();
            assert_eq!(asked, [path, "/h0", "/h1", "/h2", "/h3", "/h4"], "{threads}");
        }
    }
}

/// Where an address leads to what is refused, that is known once it was asked.
#[test]
fn what_leads_elsewhere_is_asked_once() {
    let server = Server::new(|request| match request.path.as_str() {
        "/x" => redirect("http://localhost:1/x"),
        "/index.xml" => index_of(request.header("host"), &["n1", "n2", "n3", "n4"]),
        _ => index_of(request.header("host"), &["x"]),
    });
    for threads in [1, 4] {
        let before = server.paths().len();
        let flags = format!("-t text --concurrency {threads}");
        let ran = Folder::new().run(&format!("convert {} {flags}", server.url("/index.xml")));
        assert_eq!(ran.ends(3).err.matches("error[fetch/other-host]").count(), 4, "{}", ran.err);
        let asked = server.paths()[before..].iter().filter(|path| *path == "/x").count();
        assert_eq!(asked, 1, "by {threads}");
    }
}

/// Each address has time of its own, so that of one is not taken by those that lead to it.
#[test]
fn a_slow_redirect_makes_nothing_else_slow() {
    let server = Server::new(|request| {
        let late = |reply: Reply| [vec![Step::Wait(Duration::from_millis(1200))], reply].concat();
        match request.path.as_str() {
            "/x" => late(redirect("/b")),
            "/b" => late(xml(page("https://example.com/a"))),
            _ => index_of(request.header("host"), &["x", "b"]),
        }
    });
    for threads in [1, 4] {
        let flags = format!("-t text --timeout 2 --retries 0 --concurrency {threads}");
        let ran = Folder::new().run(&format!("convert {} {flags}", server.url("/index.xml")));
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{}", ran.err);
    }
}

/// What leads to itself is no document, also where the cache tells of it.
#[test]
fn a_redirect_to_itself_leads_nowhere() {
    let server = Server::new(|request| match request.path.as_str() {
        "/sitemap.xml" => xml(page("https://example.com/a")),
        path => redirect(path),
    });
    let folder = Folder::new();
    for words in [format!("{} --discover", server.url("/")), server.url("/robots.txt")] {
        for flags in ["", "", "--offline"] {
            let ran = folder.run(&format!("convert {words} -t text --cache c {flags}"));
            assert_eq!(ran.ends(3).out, "", "{words} {flags}");
            assert!(ran.err.contains("[fetch/redirect]"), "{words} {flags}: {}", ran.err);
        }
    }
}

/// What is named twice, once by a redirect, is told wherever a circle through it is entered.
#[test]
fn a_redirect_may_close_a_circle() {
    let server = Server::new(|request| {
        let names = match request.path.as_str() {
            "/a" => &["b"][..],
            "/b" => &["a", "r", "u"],
            "/r" => return redirect("/a"),
            _ => return xml(page("https://example.com/a")),
        };
        let host = request.header("host").unwrap();
        let locs: Vec<_> = names.iter().map(|name| format!("http://{host}/{name}")).collect();
        xml(index(&locs.iter().map(String::as_str).collect::<Vec<_>>()))
    });
    let [a, b] = ["/a", "/b"].map(|path| server.url(path));
    for words in [a.clone(), b.clone(), format!("{a} {b}"), format!("{b} {a}")] {
        let ran = Folder::new().run(&format!("convert {words} -t text --fail-on never"));
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{words}");
        let told = |rule: &str| ran.err.matches(&format!("[index/{rule}]")).count();
        let counts = ["nested", "cycle", "duplicate-child"].map(told);
        assert_eq!(counts, [2, 1, 1], "{words}: {}", ran.err);
    }
}

/// However deep indexes are, no more is asked for at once than is allowed.
#[test]
fn threads_are_those_of_the_run() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counted = (Arc::clone(&now), Arc::clone(&most));
    let server = Server::new(move |request| {
        let (now, most) = &counted;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(30));
        now.fetch_sub(1, Ordering::SeqCst);
        let host = request.header("host").unwrap();
        match request.path.strip_prefix("/i").and_then(|level| level.parse::<u32>().ok()) {
            Some(level @ 0..=4) => {
                let pages = ["a", "b", "c", "d", "e"].map(|page| format!("{level}{page}"));
                let names = std::iter::once(format!("i{}", level + 1)).chain(pages);
                let locs: Vec<_> = names.map(|name| format!("http://{host}/{name}")).collect();
                xml(index(&locs.iter().map(String::as_str).collect::<Vec<_>>()))
            }
            _ => xml(page(&format!("https://example.com{}", request.path))),
        }
    });
    let (url, mut outputs) = (server.url("/i0"), Vec::new());
    for threads in [1, 3, 5] {
        most.store(0, Ordering::SeqCst);
        let words = format!("convert {url} -t text --concurrency {threads} --max-depth 9");
        let ran = Folder::new().run(&words);
        outputs.push(ran.ends(0).out.clone());
        let most = most.load(Ordering::SeqCst);
        assert!(most <= threads, "{most} at once by {threads}");
        assert_eq!(most == 1, threads == 1, "{most} at once by {threads}");
    }
    assert_eq!(outputs[0].lines().count(), 26);
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}
