//! What is for the sites that were typed: user and password, and what `--header` says.

use crate::run::{Folder, index, ran, sitemap};
use crate::server::{Request, Server, answer, redirect, xml};
use std::sync::{Arc, OnceLock};

fn page(loc: &str) -> String {
    sitemap(&[&format!("<loc>{loc}</loc>")])
}

#[test]
fn credentials_are_neither_shown_nor_passed_on() {
    let other = Server::always(xml(page("https://example.com/b")));
    let to = other.url("/b.xml");
    let server = Server::new(move |request| match request.path.as_str() {
        "/index.xml" => {
            let host = request.header("host").unwrap();
            xml(index(&[&format!("http://{host}/a.xml"), &to, &format!("http://{host}/gone.xml")]))
        }
        "/a.xml" => xml(sitemap(&["<loc>/a</loc>"])),
        _ => answer(404, &[], ""),
    });
    let url = server.url("/index.xml").replace("http://", "http://ann:s3cret@");
    let folder = Folder::new();
    let flags = format!("--header 'X-Key: hidd3n' --allow-host {} -v", other.authority());
    let ran = folder.run(&format!("convert {url} -t csv --provenance {flags} --report r.json"));
    ran.ends(3);
    let report = folder.read("r.json");
    for text in [&ran.out, &ran.err, &report] {
        assert!(!["ann:", "s3cret", "hidd3n"].iter().any(|secret| text.contains(secret)), "{text}");
    }
    assert!(ran.err.contains("http://***@127.0.0.1:"), "{}", ran.err);
    for request in server.requests() {
        assert_eq!(request.header("authorization"), Some("Basic YW5uOnMzY3JldA=="));
        assert_eq!(request.header("x-key"), Some("hidd3n"));
    }
    let request = &other.requests()[0];
    assert_eq!((request.header("authorization"), request.header("x-key")), (None, None));
}

/// Each who asks is given what is for them, whoever asked before: what was refused, public or secret.
#[test]
fn nobody_is_given_what_was_for_another() {
    let server =
        Server::new(|request| match (request.path.as_str(), request.header("authorization")) {
            ("/closed", None) => answer(401, &[], ""),
            ("/moved", None) => answer(302, &["Location: /public"], ""),
            (_, None) => xml(page("https://example.com/public")),
            (_, Some(user)) => xml(page(&format!("https://example.com/{}", user.len()))),
        });
    let folder = Folder::new();
    for (path, public) in [("/closed", false), ("/moved", true), ("/both", true)] {
        let open = server.url(path);
        let [ann, robert] = ["ann:s3cret", "robert:s3cret"]
            .map(|user| open.replace("http://", &format!("http://{user}@")));
        for inputs in [[&open, &ann, &robert], [&robert, &ann, &open], [&ann, &open, &robert]] {
            let own = |input| match input {
                input if input == &open => public.then_some("public"),
                input if input == &ann => Some("22"),
                _ => Some("26"),
            };
            let expected: Vec<String> = inputs
                .iter()
                .filter_map(|input| own(*input))
                .map(|own| format!("https://example.com/{own}"))
                .collect();
            let words = inputs.map(String::as_str).join(" ");
            let ran = folder.run(&format!("convert {words} -t text --retries 0"));
            assert_eq!(ran.out.lines().collect::<Vec<_>>(), expected, "{words}: {ran:?}");
        }
    }
}

/// A cache keeps for each who asks what is for them, asks by their validators, and names no secret.
#[test]
fn a_cache_has_for_each_what_is_for_them() {
    let server = Server::new(|request| {
        let who = request.header("authorization").or(request.header("x-tenant")).unwrap_or("all");
        let tag = format!("ETag: \"{}\"", who.len());
        match (request.path.as_str(), request.header("if-none-match")) {
            ("/moved", _) => redirect(&format!("/{}", who.len())),
            (_, Some(known)) if tag.ends_with(known) => answer(304, &[&tag], ""),
            _ => answer(200, &[&tag], page(&format!("https://example.com/{}", who.len()))),
        }
    });
    for path in ["/a.xml", "/moved"] {
        let folder = Folder::new();
        let open = server.url(path);
        let ann = open.replace("http://", "http://ann:s3cret@");
        for flags in ["", "", "--offline"] {
            for (words, expected) in [
                (format!("{open} {ann}"), "https://example.com/3\nhttps://example.com/22\n"),
                (format!("{open} --header 'X-Tenant: s3cret'"), "https://example.com/6\n"),
                (format!("{open} --header 'x-tenant: s3crets'"), "https://example.com/7\n"),
            ] {
                let ran = folder.run(&format!("convert {words} -t text --cache c {flags}"));
                assert_eq!(ran.ends(0).out, expected, "{words} {flags}: {}", ran.err);
            }
        }
        for entry in std::fs::read_dir(folder.path("c")).unwrap() {
            let file = std::fs::read(entry.unwrap().path()).unwrap();
            let text = String::from_utf8_lossy(&file);
            assert!(!text.contains("s3cret") && !text.contains("YW5uOnMzY3JldA"), "{text}");
        }
    }
}

/// An `Authorization` that is said apart is told by all alike, so nobody is another than the others.
#[test]
fn who_tells_the_same_asks_once() {
    let server = Server::new(|request| {
        let child = format!("http://{}/a.xml", request.header("host").unwrap_or_default());
        match request.path.as_str() {
            "/i.xml" => xml(index(&[&child])),
            _ => xml(page("https://example.com/a")),
        }
    });
    let open = server.url("/i.xml");
    let ann = open.replace("http://", "http://ann:s3cret@");
    let words = format!("convert {open} {ann} -t text --header 'Authorization: Bearer t'");
    assert_eq!(Folder::new().run(&words).ends(0).out, "https://example.com/a\n");
    assert_eq!(server.requests().len(), 2);
}

/// What an index names for everybody was not read for who is typed beside it.
#[test]
fn what_an_index_names_is_asked_for_by_who_is_typed_too() {
    let server = Server::new(|request| {
        let child = format!("http://{}/a.xml", request.header("host").unwrap_or_default());
        match (request.path.as_str(), request.header("authorization")) {
            ("/i.xml", _) => xml(index(&[&child])),
            (_, None) => xml(page("https://example.com/public")),
            (_, Some(_)) => xml(page("https://example.com/secret")),
        }
    });
    let (named, own) =
        (server.url("/i.xml"), server.url("/a.xml").replace("http://", "http://ann:s3cret@"));
    for (words, expected) in [
        (format!("{named} {own}"), "https://example.com/public\nhttps://example.com/secret\n"),
        (format!("{own} {named}"), "https://example.com/secret\nhttps://example.com/public\n"),
    ] {
        let ran = Folder::new().run(&format!("convert {words} -t text"));
        assert_eq!(ran.ends(0).out, expected, "{words}: {}", ran.err);
    }
}

/// A way may lead back to the site that was typed: who typed it with a password is given something else
/// there, also where the address that began it is told nothing.
#[test]
fn a_way_ends_for_each_where_it_ends() {
    let back = Arc::new(OnceLock::<String>::new());
    let to = Arc::clone(&back);
    let other = Server::new(move |_| redirect(to.get().unwrap()));
    let at = other.url("/c");
    let server = Server::new(move |request| {
        match (request.path.as_str(), request.header("authorization")) {
            ("/i", _) => xml(index(&[&at])),
            (_, None) => xml(page("https://example.com/public")),
            (_, Some(_)) => xml(page("https://example.com/ann")),
        }
    });
    back.set(server.url("/back")).unwrap();
    let open = server.url("/i");
    let ann = open.replace("http://", "http://ann:s3cret@");
    let all = ["https://example.com/public", "https://example.com/ann"];
    for words in [format!("{open} {ann}"), format!("{ann} {open}")] {
        let ran = Folder::new()
            .run(&format!("convert {words} -t text --allow-host {}", other.authority()));
        let out = &ran.ends(0).out;
        assert!(all.iter().all(|one| out.contains(one)), "{words}: {out}{}", ran.err);
    }
}

/// Where a way ends is judged by who began it, whoever else went it before.
#[test]
fn who_may_not_go_on_is_told_so_in_each_order() {
    let at = Arc::new(OnceLock::<[String; 2]>::new());
    let known = Arc::clone(&at);
    let other = Server::new(move |request| match request.path.as_str() {
        "/i" => xml(index(&[&known.get().unwrap()[0]])),
        _ => xml(page("https://example.com/x")),
    });
    let known = Arc::clone(&at);
    let server = Server::new(move |_| redirect(&known.get().unwrap()[1]));
    at.set([server.url("/u"), other.url("/x")]).unwrap();
    let (named, typed) = (other.url("/i"), server.url("/u"));
    for words in [format!("{named} {typed}"), format!("{typed} {named}")] {
        let flags = format!("-t text --allow-host {}", server.authority());
        let ran = Folder::new().run(&format!("convert {words} {flags}"));
        assert_eq!(ran.ends(3).out, "https://example.com/x\n", "{words}");
        assert!(ran.err.contains("fetch/other-host"), "{words}: {}", ran.err);
    }
}

/// An address that a flag names may hold a password; what is wrong is said without it.
#[test]
fn flags_show_no_password() {
    let folder = Folder::new();
    folder.write("a.xml", page("https://example.com/a"));
    let ran = folder.run("check a.xml --sitemap-url https://ann:s3cret@example.com/a.xml");
    assert!(!ran.ends(0).err.contains("s3cret"), "it is an address, and of that site: {}", ran.err);
    for (words, why) in [
        ("check a.xml --sitemap-url 'http://ann:s3cret@exa mple.com/'", "--sitemap-url"),
        ("check a.xml --sitemap-url ftp://ann:s3cret@example.com/", "it is neither http nor https"),
        ("check a.xml --sitemap-url a.xml", "not an absolute URL"),
        ("check a.xml --robots https://ann:s3cret@example.com/robots.txt", "not URL=FILE"),
        ("convert a.xml -t text --resolve https://ann:s3cret@example.com/=none", "is no folder"),
        ("convert a.xml -t text --resolve https://ann:s3cret@example.com/", "no PREFIX=DIR"),
        ("convert a.xml -t text --source-url ftp://ann:s3cret@example.com/", "not an absolute URL"),
        (
            "shard a.xml -o 's/{n}.xml' --index s/index.xml --base-url https://ann:s3cret@e.com/",
            "would read the password",
        ),
        ("index a.xml -o i.xml --base-url https://ann:p/s3cret@e.com/", "would read the password"),
        ("check a.xml --source-url https://ann:p/s3cret@e.com/", "not an absolute URL"),
        (
            "convert a.xml -o b.xml --stylesheet css=http://ann:s3cret@h/s.css",
            "would read the password",
        ),
    ] {
        let ran = folder.run(words);
        let err = &ran.ends(2).err;
        assert!(err.contains(why) && !err.contains("s3cret"), "{words}: {err}");
    }
}

/// A password may hold what else ends a word, and stands wherever somebody put it.
#[test]
fn no_character_ends_a_password() {
    let folder = Folder::new();
    folder.write("a.xml", page("https://example.com/a"));
    for secret in [
        "SEC'RET",
        "SEC RET",
        "SEC\"RET",
        "SEC<RET",
        "SEC`RET",
        "SEC>RET",
        "SEC=RET",
        "SEC,RET",
        "SEC{RET}",
        "{SEC}=RET",
    ] {
        let url = format!("http://ann:{secret}@h/x");
        let (list, value) = (format!("@{url}"), format!("x={url}"));
        for words in [
            vec!["hreflang", &url],
            vec!["check", &list],
            vec!["check", &value],
            vec!["submit", "a.xml", "--key-file", &url],
            vec!["check", "a.xml", "--profile", &url],
            vec!["check", "a.xml", "--allow", &url],
            vec!["check", "a.xml", "--robots", &url],
            vec!["convert", "a.xml", "-o", &url],
            vec!["stats", "a.xml", "--by", &url],
            vec!["convert", "a.xml", "-t", "text", "--fields", &url],
        ] {
            let ran = ran(folder.command("").args(&words));
            assert_ne!(ran.code, Some(0), "{words:?}");
            let told = format!("{}{}", ran.out, ran.err);
            assert!(!told.contains("SEC") && !told.contains("RET"), "{words:?}: {told}");
        }
    }
}

/// A cache that is no folder is told in a finding.
#[test]
fn findings_of_a_cache_show_no_password() {
    let server = Server::always(xml(page("https://example.com/a")));
    let words = format!("convert {} -t text --cache /proc/http://ann:s3cret@h/c", server.url("/a"));
    let ran = Folder::new().run(&words);
    assert!(ran.ends(0).err.contains("fetch/not-kept"), "{}", ran.err);
    assert!(!ran.err.contains("s3cret"), "{}", ran.err);
}

/// An address may have another one in its query, whose password is no less one.
#[test]
fn queries_show_no_password() {
    let to = "http://bob:S3cr3t@h/";
    let server = Server::new(|request| match request.path.as_str() {
        path if path.starts_with("/moved") => redirect("/found?to=http://bob:S3cr3t@h/"),
        path if path.starts_with("/found") => xml(page("https://example.com/a")),
        path if path.starts_with("/index") => xml(index(&["http://localhost:1/x"])),
        _ => answer(403, &[], ""),
    });
    let folder = Folder::new();
    let ran = folder.run(&format!("convert {} -t text -v", server.url("/moved")));
    assert!(ran.ends(0).err.contains("/found?to=http://***@h/"), "{}", ran.err);
    assert!(!ran.err.contains("S3cr3t"), "{}", ran.err);
    let index = server.url(&format!("/index?next={to}"));
    let ran = folder.run(&format!("convert {index} -t text"));
    assert!(ran.ends(3).err.contains("is not the site of "), "{}", ran.err);
    assert!(!ran.err.contains("S3cr3t"), "{}", ran.err);
    folder.write("a.txt", server.url("/a\n"));
    let place = server.url(&format!("/key?x={to}"));
    let ran = folder.run(&format!("submit a.txt --key 0123456789 --key-location {place}"));
    assert!(!ran.ends(5).err.contains("S3cr3t"), "{}", ran.err);
}

/// What a file names nobody typed, also where its host is allowed; `--source-url` types a site.
#[test]
fn what_a_file_names_was_not_typed() {
    let server = Server::always(xml(page("https://example.com/a")));
    let folder = Folder::new();
    let named = server.url("/a.xml").replace("http://", "http://ann:s3cret@");
    folder.write("index.xml", index(&[&named]));
    let words = "convert index.xml -t text --follow remote --header 'X-Key: hidd3n'";
    for (flags, key) in [
        (format!("--allow-host {}", server.authority()), None),
        (format!("--source-url {}", server.url("/")), Some("hidd3n")),
    ] {
        let ran = folder.run(&format!("{words} {flags}"));
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{}", ran.err);
        let asked = server.requests().pop().unwrap();
        assert_eq!((asked.header("x-key"), asked.header("authorization")), (key, None), "{flags}");
    }
}

/// What a document named was refused; typed in the same run, it is asked for with what was typed.
#[test]
fn what_is_typed_too_is_asked_with_its_headers() {
    let closed = Server::new(|request| match request.header("x-key") {
        Some("s") => xml(page("https://example.com/a")),
        _ => answer(401, &[], ""),
    });
    let to = closed.url("/a.xml").replace("127.0.0.1", "localhost");
    let named = to.clone();
    let open = Server::new(move |_| xml(index(&[&named])));
    let flags = format!("--allow-host localhost:{} --header X-Key:s -t text", closed.port());
    let ran = Folder::new().run(&format!("convert {} {to} {flags}", open.url("/i.xml")));
    assert_eq!(ran.out, "https://example.com/a\n", "{}", ran.err);
}

/// User and password of `--source-url` were typed for that site: it is sent them, and nobody else.
#[test]
fn a_source_address_opens_its_site() {
    let is_let_in =
        |request: &Request| request.header("authorization") == Some("Basic YW5uOnMzY3JldA==");
    let closed = Server::new(move |request| match is_let_in(request) {
        true => xml(page("https://example.com/a")),
        false => answer(401, &[], ""),
    });
    let other = Server::always(xml(page("https://example.com/b")));
    let folder = Folder::new();
    folder.write("index.xml", index(&[&closed.url("/a.xml"), &other.url("/b.xml")]));
    let source = closed.url("/i.xml").replace("http://", "http://ann:s3cret@");
    let words = format!("convert - -t text --follow remote --allow-host {}", other.authority());
    for input in ["-", "index.xml"] {
        let words = words.replacen(" - ", &format!(" {input} "), 1);
        let ran =
            folder.feed(&format!("{words} --source-url {source} -v"), folder.read("index.xml"));
        assert_eq!(
            ran.ends(0).out,
            "https://example.com/a\nhttps://example.com/b\n",
            "{}",
            ran.err
        );
        assert!(!ran.err.contains("s3cret"), "{}", ran.err);
    }
    assert!(other.requests().iter().all(|request| request.header("authorization").is_none()));
    // Without them the site stays closed.
    let ran = folder.run(&format!(
        "convert index.xml -t text --follow remote --source-url {}",
        closed.url("/")
    ));
    assert!(ran.ends(3).err.contains("401"), "{}", ran.err);
}

/// Servers repeat what they are told, in titles, types and the addresses to which they redirect.
#[test]
fn what_servers_repeat_is_not_shown() {
    let server = Server::new(|request| {
        let told = request.header("authorization").unwrap_or_default().to_owned();
        let key = request.header("x-key").unwrap_or_default().to_owned();
        let page = page("https://example.com/a");
        match request.path.as_str() {
            "/index.xml" => {
                let child = |name| format!("http://{}/{name}", request.header("host").unwrap());
                let children = ["title", "typed", "charset", "away", "moved"].map(child);
                xml(index(&children.each_ref().map(String::as_str)))
            }
            "/title" => answer(500, &[], format!("<title>{told} ann:s3cret {key}</title>")),
            "/typed" => answer(200, &[&format!("content-type: text/{key}")], page),
            "/charset" => answer(200, &[&format!("content-type: text/xml; charset={key}")], page),
            "/away" => redirect(&format!("http://10.0.0.1/?key={key}&pw=s3cret")),
            "/moved" => redirect(&format!("/to?key={key}&pw=s3cret")),
            _ => xml(page),
        }
    });
    let url = server.url("/index.xml").replace("http://", "http://ann:s3cret@");
    let folder = Folder::new();
    let ran = folder.run(&format!(
        "check {url} --header 'X-Key: hidd3n' --retries 0 -v --json --report r.json"
    ));
    let told = ran.ends(3).err.clone() + &ran.out + &folder.read("r.json");
    assert!(!["s3cret", "YW5u", "hidd3n"].iter().any(|secret| told.contains(secret)), "{told}");
    for shown in ["`text/***`", "`***` is not known", "by redirect to", "to?key=***&pw=***"] {
        assert!(told.contains(shown), "{shown}: {told}");
    }
}

/// What no server can be told is wrong with the command line, and not with the server.
#[test]
fn a_header_is_ascii() {
    let server = Server::always(xml(page("https://example.com/a")));
    let words = format!("check {} --header 'Authorization: s3cr\u{e9}t\u{e9}'", server.url("/"));
    let ran = Folder::new().run(&words);
    assert!(ran.ends(2).err.contains("header `Authorization`: its value holds"), "{}", ran.err);
    assert!(!ran.err.contains("s3cr") && server.requests().is_empty(), "{}", ran.err);
}
