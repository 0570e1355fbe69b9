//! Documents of the network, from servers on loopback: followed, bounded, and told by their addresses.

use crate::run::{Folder, Ran, index, sitemap};
use crate::server::{Reply, Server, Step, answer, raw, redirect, xml};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// A sitemap of one page of a host.
fn page(loc: &str) -> String {
    sitemap(&[&format!("<loc>{loc}</loc>")])
}

/// What a command says of the one answer of a server.
fn told(reply: &Reply, flags: &str) -> Ran {
    let server = Server::always(reply.clone());
    let began = Instant::now();
    let url = server.url("/a.xml");
    let ran = Folder::new().run(&format!("convert {url} -t text --retries 0 {flags}"));
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    ran
}

#[test]
fn a_url_is_an_input_like_any_other() {
    let folder = Folder::new();
    let links = sitemap(&["<loc>/b</loc>"]);
    let served = links.clone();
    let server = Server::new(move |_| xml(&served));
    let url = server.url("/maps/a.xml?v=1");
    let ran = folder.run(&format!("convert {url} -t text"));
    ran.ends(0);
    assert_eq!(ran.out, format!("{}\n", server.url("/b")), "resolved against its address");
    assert!(ran.err.contains(&format!("--> {url}:3:11")), "{}", ran.err);
    let ran = folder.run(&format!("convert {url} -t text --source-url https://example.com/x"));
    assert_eq!(ran.ends(0).out, "https://example.com/b\n");
    folder.write("local.xml", links).write("list", format!("local.xml\n{url}\n"));
    assert_eq!(folder.run("convert @list -t text").ends(4).out, format!("{}\n", server.url("/b")));
    for command in ["info", "check", "query", "stats", "hreflang check"] {
        let ran = folder.run(&format!("{command} {url} --json"));
        assert!(ran.code != Some(3), "{command}: {ran:?}");
    }
    folder.run(&format!("diff {url} {url}")).ends(0);
    folder.run(&format!("update {url} --upsert list")).ends(2);
}

#[test]
fn an_address_is_asked_once() {
    let server = Server::new(|_| xml(page("https://example.com/a")));
    let url = server.url("/a.xml");
    let folder = Folder::new();
    let ran = folder.run(&format!("convert {url} {url} {url}#x -t csv --dedupe"));
    assert_eq!(ran.ends(0).out.lines().count(), 2);
    assert_eq!(server.paths(), ["/a.xml"]);
    // Read any number of times, for the links and for the order.
    let ran = folder.run(&format!("convert {url} -t csv --sort loc --dedupe --memory 16MiB"));
    ran.ends(0);
    assert_eq!(server.paths().len(), 2);
}

/// Two of an index that lead to one are told, and what they lead to is asked once.
#[test]
fn what_a_redirect_ended_at_is_read() {
    let server = Server::new(|request| match request.path.as_str() {
        "/1.xml" | "/2.xml" | "/3.xml" => redirect("/b/child.xml"),
        "/b/child.xml" => xml(page("https://example.com/a")),
        path => {
            let host = request.header("host").unwrap();
            let names = match path {
                "/two.xml" => &["/1.xml", "/2.xml"][..],
                "/before.xml" => &["/b/child.xml", "/1.xml"],
                "/behind.xml" => &["/3.xml", "/b/child.xml", "/1.xml#x", "/1.xml"],
                "/all.xml" => &["/two.xml", "/before.xml"],
                _ => return answer(404, &[], ""),
            };
            let locs: Vec<_> = names.iter().map(|name| format!("http://{host}{name}")).collect();
            xml(index(&locs.iter().map(String::as_str).collect::<Vec<_>>()))
        }
    });
    let folder = Folder::new();
    for (name, asked, twice) in [
        ("/two.xml", &["/two.xml", "/1.xml", "/b/child.xml", "/2.xml"][..], 1),
        ("/before.xml", &["/before.xml", "/b/child.xml", "/1.xml"], 1),
        ("/behind.xml", &["/behind.xml", "/3.xml", "/b/child.xml", "/1.xml"], 3),
        // What two indexes name is no mistake of either; what each names twice is, as if there were no other.
        (
            "/all.xml",
            &["/all.xml", "/two.xml", "/1.xml", "/b/child.xml", "/2.xml", "/before.xml"],
            2,
        ),
    ] {
        let (before, url) = (server.paths().len(), server.url(name));
        let ran = folder.run(&format!("convert {url} -t text --max-depth 9"));
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{name}: {}", ran.err);
        assert_eq!(server.paths().get(before..).unwrap(), asked, "{name}");
        let told = ran.err.matches("warning[index/duplicate-child]").count();
        assert_eq!(told, twice, "{name}: {}", ran.err);
    }
    let ran = folder.run(&format!("convert {} -t text", server.url("/two.xml")));
    let leads = format!("{} leads to {}", server.url("/2.xml"), server.url("/b/child.xml"));
    assert!(ran.err.contains(&leads), "{}", ran.err);
    // A cache has a document for each address, also for those who ask nobody later.
    let cached = format!("convert {} -t text --cache cache", server.url("/two.xml"));
    folder.run(&cached).ends(0);
    assert_eq!(folder.run(&format!("{cached} --offline")).ends(0).out, "https://example.com/a\n");
}

/// Every command that takes `--tmp-dir` keeps there what it fetches.
#[cfg(unix)]
#[test]
fn what_is_fetched_is_kept_where_the_user_says() {
    let server = Server::always(xml(page("https://example.com/a")));
    let (folder, url) = (Folder::new(), server.url("/a.xml"));
    folder.write("old.xml", page("https://example.com/a"));
    for words in [
        "convert URL -t text",
        "convert URL -t csv --print-map",
        "check URL",
        "diff old.xml URL",
        "diff URL old.xml",
        "merge URL -t text",
        "stats URL",
        "hreflang check URL",
        "update old.xml --upsert URL",
    ] {
        let words = words.replace("URL", &url);
        let mut elsewhere = folder.command(&format!("{words} --tmp-dir ."));
        let ran = crate::run::ran(elsewhere.env("TMPDIR", "/no/such/folder"));
        assert!(!ran.err.contains("/no/such/folder"), "{words}: {}", ran.err);
        let ran = folder.run(&format!("{words} --tmp-dir /proc"));
        assert!(ran.err.contains("temporary file"), "{words}: {}", ran.err);
    }
}

#[test]
fn what_servers_get_wrong() {
    let ms = Duration::from_millis;
    let body = page("https://example.com/a");
    let cut = format!("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{body}");
    let slow = vec![Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()), Step::Wait(ms(1500))];
    let wide = answer(200, &["content-encoding: gzip"], &body);
    for (reply, flags, rule, code) in [
        (answer(404, &[], ""), "", "fetch/status", 3),
        (answer(410, &[], ""), "", "fetch/status", 3),
        (answer(503, &["retry-after: 9999"], ""), "", "fetch/status", 3),
        (raw(cut), "", "fetch/broken-answer", 3),
        (
            raw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
            "",
            "fetch/broken-answer",
            3,
        ),
        (wide, "", "fetch/broken-answer", 3),
        (slow, "--timeout 0.3", "fetch/too-slow", 3),
        (redirect("file:///etc/passwd"), "", "fetch/redirect", 3),
        (redirect("/a.xml"), "", "fetch/redirect", 3),
        (redirect("http://169.254.169.254/latest/"), "", "fetch/other-host", 3),
        (redirect("http://2130706433/"), "", "fetch/other-host", 3),
        (xml(&body), "--max-input 20", "limit/input-bytes", 6),
        (xml(&body), "--max-requests 0", "limit/requests", 6),
        (xml(&body), "--offline", "fetch/offline", 3),
        (
            answer(200, &["content-type: text/html"], "<!DOCTYPE html><title>x</title>"),
            "",
            "file/html-not-sitemap",
            3,
        ),
        (answer(200, &[], ""), "", "file/zero-bytes", 3),
    ] {
        let ran = told(&reply, flags);
        assert!(ran.ends(code).err.contains(&format!("error[{rule}]")), "{rule}: {}", ran.err);
        assert_eq!(ran.out, "", "nothing of a document that is not whole");
    }
    let ran = told(&answer(200, &["content-type: text/html; charset=utf-8"], &body), "");
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    assert!(ran.err.contains("warning[fetch/content-type]"), "{}", ran.err);
    assert!(ran.err.contains("`text/html; charset=utf-8`"), "{}", ran.err);
    // The name of a charset is no coding; one that nobody asked for is, and cannot be taken off.
    let ran = told(&answer(200, &["content-encoding: UTF-8"], &body), "");
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    let said = "`Content-Encoding: UTF-8`, which is no coding";
    assert!(
        ran.err.contains("warning[fetch/content-type]") && ran.err.contains(said),
        "{}",
        ran.err
    );
    let ran = told(&answer(200, &["content-encoding: , identity,none"], &body), "");
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    let ran = told(&answer(200, &["content-encoding: br"], &body), "");
    assert!(ran.ends(3).err.contains("the coding `br`, which nobody asked for"), "{}", ran.err);
}

#[test]
fn nobody_answers() {
    let folder = Folder::new();
    let ran = folder.run("convert http://127.0.0.1:1/a.xml -t text --retries 0");
    assert!(ran.ends(3).err.contains("error[fetch/unreachable]"), "{}", ran.err);
    let ran = folder.run("convert https://127.0.0.1:1/a.xml -t text --retries 0");
    assert!(ran.ends(3).err.contains("error[fetch/unreachable]"), "{}", ran.err);
    // One that speaks no TLS.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.read(&mut [0; 1024]);
        }
    });
    let ran = folder.run(&format!("convert https://127.0.0.1:{port}/ -t text --retries 0"));
    assert!(ran.ends(3).err.contains("no TLS"), "{}", ran.err);
    let ran = folder.run("convert http:/// -t text");
    assert!(ran.ends(3).err.contains("error[file/unreadable]"), "{}", ran.err);
    assert!(ran.err.contains("write it as in `https://"), "{}", ran.err);
}

#[test]
fn an_index_is_followed_on_its_host() {
    let other = Server::always(xml(page("https://example.com/secret")));
    let (secret, folder) = (other.url("/secret.xml"), Folder::new());
    let server = Server::new(move |request| match request.path.as_str() {
        "/index.xml" => xml(children(request.header("host").unwrap(), &secret)),
        "/a.xml" | "/b.xml" => xml(page(&format!("https://example.com{}", request.path))),
        "/moved.xml" => redirect("/index.xml"),
        _ => answer(404, &[], ""),
    });
    let url = server.url("/index.xml");
    let ran = folder.run(&format!("convert {url} -t text"));
    assert_eq!(ran.ends(3).out, "https://example.com/a.xml\nhttps://example.com/b.xml\n");
    for (rule, place) in [
        ("index/child-missing", ":3:1"),
        ("fetch/other-host", ":4:1"),
        ("fetch/other-host", ":5:1"),
        ("index/self-reference", ":6:1"),
        ("index/duplicate-child", ":8:1"),
    ] {
        let told = ran.err.contains(&format!("[{rule}]"));
        assert!(told && ran.err.contains(&format!("--> {url}{place}")), "{rule}: {}", ran.err);
    }
    assert_eq!(
        server.paths(),
        ["/index.xml", "/a.xml", "/gone.xml", "/moved.xml", "/b.xml"],
        "what a redirect leads to is here"
    );
    assert_eq!(other.paths().len(), 0);
    let ran = folder.run(&format!("convert {url} -t text --allow-host {}", other.authority()));
    assert!(ran.ends(3).out.contains("https://example.com/secret\n"));
    let ran = folder.run(&format!("convert {url} -t csv --follow none"));
    assert_eq!(ran.ends(0).out.lines().count(), 9);
    let before = server.paths().len();
    let ran = folder.run(&format!("convert {url} -t text --follow local"));
    assert!(ran.ends(3).out.is_empty());
    assert_eq!(server.paths().len(), before + 1, "children are files");
    let ran = folder.run(&format!("convert {url} -t text --fail-fast"));
    assert!(ran.ends(3).out.is_empty());
    let ran = folder.run(&format!("check {url} --json"));
    assert!(ran.ends(3).out.contains("index/child-missing"));
}

/// What an index names, right and wrong.
fn children(host: &str, other: &str) -> String {
    index(&[
        &format!("http://{host}/a.xml"),
        &format!("http://{host}/gone.xml"),
        other,
        "http://169.254.169.254/latest/meta-data/",
        &format!("http://{host}/index.xml"),
        &format!("http://{host}/moved.xml"),
        &format!("http://{host}/a.xml#again"),
        &format!("http://{host}/b.xml"),
    ])
}

#[test]
fn trees_that_never_end() {
    let server = Server::new(|request| {
        let host = request.header("host").unwrap();
        let below = |n: u32| format!("http://{host}{}{n}/", request.path);
        xml(index(&[&below(1), &below(2)]))
    });
    let folder = Folder::new();
    let ran = folder.run(&format!("convert {} -t text", server.url("/")));
    assert!(ran.ends(6).err.contains("error[limit/index-depth]"), "{}", ran.err);
    assert_eq!(server.paths().len(), 1 + 2 + 4 + 8);
    let ran = folder
        .run(&format!("convert {} -t text --max-depth 99 --max-requests 20", server.url("/")));
    assert!(ran.ends(6).err.contains("error[limit/requests]"), "{}", ran.err);
    assert_eq!(server.paths().len(), 15 + 20);
}

#[test]
fn robots_txt_names_sitemaps() {
    let server = Server::new(|request| match request.path.as_str() {
        "/robots.txt" => answer(
            200,
            &["content-type: text/plain"],
            "User-agent: *\nCrawl-delay: 0.2\nSitemap: /a.xml\nSitemap: /b.xml\n",
        ),
        path => xml(page(&format!("https://example.com{path}"))),
    });
    let folder = Folder::new();
    let began = Instant::now();
    let ran = folder.run(&format!("convert {} -t text", server.url("/robots.txt")));
    assert_eq!(ran.ends(0).out, "https://example.com/a.xml\nhttps://example.com/b.xml\n");
    assert!(began.elapsed() >= Duration::from_millis(200), "it asked for pauses");
    assert_eq!(server.paths(), ["/robots.txt", "/a.xml", "/b.xml"]);
}

#[test]
fn an_index_that_is_a_file() {
    let server = Server::new(|_| xml(page("https://example.com/a")));
    let folder = Folder::new();
    let (a, b) = (server.url("/a.xml"), server.url("/b.xml"));
    folder.write("index.xml", index(&[&a, &b, "http://10.0.0.1/c.xml"]));
    folder.write("a.xml", page("https://example.com/local"));
    let ran = folder.run("convert index.xml -t text");
    assert_eq!(ran.ends(3).out, "https://example.com/local\n");
    let ran = folder.run("convert index.xml -t text --follow remote");
    assert!(ran.ends(3).err.contains("fetch/other-host"));
    assert_eq!(server.paths().len(), 0, "who may be asked, nobody said");
    let site = server.url("/");
    let ran = folder.run(&format!("convert index.xml -t text --follow remote --source-url {site}"));
    assert_eq!(ran.ends(3).out.lines().count(), 2);
    assert_eq!(server.paths().len(), 2);
    let allowed = format!("--follow remote --allow-host {}", server.authority());
    let ran = folder.run(&format!("convert index.xml -t text {allowed}"));
    assert!(ran.ends(3).err.contains("http://10.0.0.1/c.xml: the index has no address"), "{ran:?}");
    assert_eq!((ran.out.lines().count(), server.paths().len()), (2, 4));
    let ran = folder.run(&format!(
        "convert index.xml -t text --follow remote --source-url {site} --resolve {a}=."
    ));
    assert!(!ran.ends(3).out.contains("local"), "a prefix maps what is below it");
    assert_eq!(server.paths()[4..], ["/b.xml"]);
}

#[test]
fn a_cache_spares_the_server() {
    let server = Server::new(|request| match request.header("if-none-match") {
        Some("\"1\"") => answer(304, &[], ""),
        _ => answer(
            200,
            &["etag: \"1\"", "content-type: application/xml"],
            page("https://example.com/a"),
        ),
    });
    let folder = Folder::new();
    let command = format!("convert {} -t text --cache cache -v", server.url("/a.xml"));
    assert!(folder.run(&command).ends(0).err.contains(": fetched, "));
    let moved = Server::new(|request| match request.path.as_str() {
        "/moved" => redirect("/a.xml"),
        _ => xml(page("https://example.com/a")),
    });
    let ran = folder.run(&format!("convert {} -t text -v", moved.url("/moved")));
    let told = format!("/moved: fetched, by redirect to {}", moved.url("/a.xml"));
    assert!(ran.ends(0).err.contains(&told), "{}", ran.err);
    let ran = folder.run(&command);
    assert!(ran.ends(0).err.contains("not changed since it was fetched"), "{}", ran.err);
    assert_eq!(server.paths().len(), 2);
    let ran = folder.run(&format!("{command} --offline"));
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    assert!(ran.err.contains("from the cache"), "{}", ran.err);
    assert_eq!(server.paths().len(), 2);
}

#[test]
fn what_the_cache_cannot_keep_is_told_and_read() {
    let server = Server::always(xml(page("https://example.com/a")));
    let folder = Folder::new();
    let command = format!("convert {} -t text --cache cache", server.url("/a.xml"));
    folder.run(&command).ends(0);
    let kept = std::fs::read_dir(folder.path("cache")).unwrap();
    for path in kept.map(|entry| entry.unwrap().path()) {
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir_all(path.join("in the way")).unwrap();
    }
    let ran = folder.run(&command);
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    assert!(ran.err.contains("warning[fetch/not-kept]"), "{}", ran.err);
}

/// An index of eight, and how many of them were asked for at once.
fn at_once(flags: &str) -> (Ran, usize, usize) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    let (now, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let server = Server::new(move |request| {
        if request.path == "/index.xml" {
            let host = request.header("host").unwrap();
            let locs: Vec<String> = (1..9).map(|n| format!("http://{host}/{n}.xml")).collect();
            return xml(index(&locs.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        seen.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
        std::thread::sleep(Duration::from_millis(100));
        now.fetch_sub(1, SeqCst);
        match request.path.as_str() {
            "/3.xml" => answer(404, &[], ""),
            path => xml(page(&format!("https://example.com{path}"))),
        }
    });
    let ran = Folder::new().run(&format!("convert {} -t text {flags}", server.url("/index.xml")));
    (ran, most.load(SeqCst), server.paths().len())
}

#[test]
fn several_at_once_give_the_same() {
    let (one, most, asked) = at_once("");
    assert_eq!((one.ends(3).out.lines().count(), most, asked), (7, 1, 9));
    let (four, most, asked) = at_once("--concurrency 4");
    assert!((2..=4).contains(&most), "{most}");
    assert_eq!((four.out, asked), (one.out, 9));
    assert_eq!(four.err.matches("error[").count(), one.err.matches("error[").count());
    let (few, _, asked) = at_once("--concurrency 16 --max-requests 5");
    assert!(few.ends(6).err.contains("limit/requests"), "{}", few.err);
    assert_eq!(asked, 5);
}

#[test]
fn what_an_index_may_not_have_fetched_the_user_may() {
    let other = Server::always(xml(page("https://example.com/b")));
    let named = other.url("/b.xml");
    let server = Server::always(xml(index(&[&named])));
    let ran = Folder::new().run(&format!("convert {} {named} -t text", server.url("/index.xml")));
    assert!(ran.ends(3).err.contains("fetch/other-host"), "{}", ran.err);
    assert_eq!(ran.out, "https://example.com/b\n");
    assert_eq!(other.paths(), ["/b.xml"]);
}

#[test]
fn private_addresses_behind_names() {
    let secret = Server::always(xml(page("https://example.com/secret")));
    let server = Server::always(redirect(&format!("http://localhost:{}/", secret.port())));
    let folder = Folder::new();
    let url = server.url("/");
    let ran = folder.run(&format!("convert {url} -t text"));
    assert!(ran.ends(3).err.contains("fetch/other-host"), "{}", ran.err);
    assert_eq!(secret.paths().len(), 0);
    let ran = folder.run(&format!("convert {url} -t text --allow-host localhost"));
    assert_eq!(ran.ends(0).out, "https://example.com/secret\n", "this host was typed");
}

#[test]
fn flags_that_mean_nothing() {
    let folder = Folder::new();
    for flags in [
        "--header x",
        "--header 'Host: x'",
        "--header 'a b: c'",
        "--timeout 0",
        "--timeout soon",
        "--rate 0",
        "--rate -1",
        "--concurrency 0",
        "--concurrency 17",
        "--allow-host http://x/",
        "--follow far",
    ] {
        let ran = folder.run(&format!("convert http://127.0.0.1:1/ -t text {flags}"));
        assert_eq!(ran.code, Some(2), "{flags}: {ran:?}");
    }
    for host in ["https://cdn.example.com/", "a.example,b.example", "'*.example.com'"] {
        let ran = folder.run(&format!("convert http://127.0.0.1:1/ -t text --allow-host {host}"));
        let told = format!("--allow-host `{}` is no host", host.trim_matches('\''));
        assert!(ran.ends(2).err.contains(&told), "{}", ran.err);
    }
    folder.write("file", "");
    let ran = folder.run("convert http://127.0.0.1:1/ -t text --cache file --offline");
    assert!(ran.ends(3).err.contains("cache file: "), "{}", ran.err);
    let ran = folder.run("convert http://127.0.0.1:1/ -t text --rate 1000 --offline");
    ran.ends(3);
}

#[test]
fn a_set_from_the_network() {
    let server = Server::new(|request| match request.path.as_str() {
        "/index.xml" => {
            let host = request.header("host").unwrap();
            let child = |name: &str| format!("http://{host}/{name}");
            xml(index(&[&child("a.xml"), &child("b.php?page=1"), &child("b.php?page=2")]))
        }
        path => xml(page(&format!("http://old.example{path}"))),
    });
    let folder = Folder::new();
    let url = server.url("/index.xml");
    let flags = "--rewrite-host old.example=www.example.com -o 'new/{stem}.{ext}'";
    folder.run(&format!("rewrite {url} {flags}")).ends(0);
    assert!(folder.read("new/a.xml").contains("<loc>http://www.example.com/a.xml</loc>"));
    for n in 1..3 {
        let text = folder.read(&format!("new/b-page={n}.php"));
        assert!(text.contains(&format!("<loc>http://www.example.com/b.php?page={n}</loc>")));
    }
}

/// A pause is kept from the robots.txt itself on.
#[test]
fn the_first_request_waits_too() {
    let server = Server::new(|request| match request.path.as_str() {
        "/robots.txt" => {
            let host = request.header("host").unwrap();
            let lines = format!("User-agent: *\nCrawl-delay: 0.4\nSitemap: http://{host}/a.xml\n");
            answer(200, &["content-type: text/plain"], lines)
        }
        _ => xml(page("https://example.com/a")),
    });
    for words in ["/robots.txt", "/ --discover"] {
        let began = Instant::now();
        Folder::new().run(&format!("convert {} -t text", server.url(words))).ends(0);
        assert!(began.elapsed() >= Duration::from_millis(400), "{words}: {:?}", began.elapsed());
    }
}

/// So it is by several threads, which ask for what it names.
#[test]
fn all_threads_wait() {
    let server = Server::new(|request| match request.path.as_str() {
        "/robots.txt" => {
            let host = request.header("host").unwrap();
            let lines = ["a", "b", "c"].map(|name| format!("Sitemap: http://{host}/{name}\n"));
            let text = format!("User-agent: *\nCrawl-delay: 0.3\n{}", lines.concat());
            answer(200, &["content-type: text/plain"], text)
        }
        _ => xml(page("https://example.com/a")),
    });
    let began = Instant::now();
    let flags = "-t text --concurrency 8";
    Folder::new().run(&format!("convert {} {flags}", server.url("/robots.txt"))).ends(0);
    assert!(began.elapsed() >= Duration::from_millis(900), "{:?}", began.elapsed());
}
