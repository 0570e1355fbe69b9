//! What is told of documents of the network, and of what keeps them from being had.

use crate::run::{Folder, Ran, index, sitemap};
use crate::server::{Server, answer, redirect, xml};
use std::io::Write;

/// What a command says of a document that is sent as this.
fn sent_as(kind: &str, body: impl AsRef<[u8]>, words: &str) -> Ran {
    let server = Server::always(answer(200, &[&format!("content-type: {kind}")], body));
    let url = server.url("/a");
    Folder::new().run(&format!("{words} {url}"))
}

/// The mark and what the bytes show first, then the server, then the declaration.
#[test]
fn the_charset_of_a_server_counts() {
    let latin = |text: &str| text.chars().map(|c| u8::try_from(c).unwrap()).collect::<Vec<_>>();
    let words = "convert -t text";
    let list = latin("https://example.com/caf\u{e9}\n");
    let ran = sent_as("text/plain; charset=iso-8859-1", &list, words);
    assert_eq!(ran.out, "https://example.com/caf\u{e9}\n", "{}", ran.err);
    assert!(ran.err.contains("text/encoding-not-utf8"), "{}", ran.err);
    assert!(!ran.err.contains("fetch/charset"), "{}", ran.err);
    assert!(!ran.err.contains("windows-1252 with"), "it was read as said: {}", ran.err);
    // Its near miss: the server says nothing, and the bytes are damaged.
    let ran = sent_as("text/plain", &list, words);
    assert!(!ran.out.contains("caf\u{e9}"), "{ran:?}");
    let greek = b"url\nhttps://example.com/\xe1\n";
    let ran = sent_as("text/csv; charset=\"windows-1253\"", greek, words);
    assert_eq!(ran.ends(0).out, "https://example.com/\u{3b1}\n");
    // XML that declares something else is in the charset of its server.
    let declared = |charset: &str, loc: &str| {
        sitemap(&[&format!("<loc>{loc}</loc>")]).replace("UTF-8", charset)
    };
    assert!(declared("X", "").contains("encoding=\"X\""));
    let page = latin(&declared("UTF-8", "https://example.com/caf\u{e9}"));
    let ran = sent_as("text/xml; charset=iso-8859-1", &page, words);
    assert_eq!(ran.out, "https://example.com/caf\u{e9}\n", "{}", ran.err);
    let told = "`iso-8859-1`, the document declares UTF-8; read as windows-1252";
    assert_eq!(ran.err.matches("warning[fetch/charset]").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(told), "{}", ran.err);
    // A mark, and text that is UTF-8, stand against it.
    for (mark, charset) in [("", "iso-8859-1"), ("\u{feff}", "iso-8859-1"), ("", "us-ascii")] {
        let page = format!("{mark}{}", declared("UTF-8", "https://example.com/caf\u{e9}"));
        let ran = sent_as(&format!("text/xml; charset={charset}"), &page, words);
        assert_eq!(ran.out, "https://example.com/caf\u{e9}\n", "{}", ran.err);
        let told = format!("`{charset}`, but the document is UTF-8");
        assert!(ran.err.contains(&told), "{}", ran.err);
    }
}

/// UTF-8 is UTF-8 also where what was looked at first is all ASCII, in a file as well.
#[test]
fn a_charset_is_judged_where_it_shows() {
    let lines: String = (0..3000).map(|n| format!("https://example.com/{n}\n")).collect();
    let list = format!("{lines}https://example.com/caf\u{e9}\n");
    let entry = |line: &str| format!("<loc>{line}</loc>");
    let entries: Vec<String> = list.lines().map(entry).collect();
    let page = sitemap(&entries.iter().map(String::as_str).collect::<Vec<_>>());
    let table = format!("url\n{list}");
    for (kind, text) in [
        ("application/xml; charset=iso-8859-1", &page),
        ("text/plain; charset=iso-8859-1", &list),
        ("text/csv; charset=windows-1251", &table),
    ] {
        for words in ["convert -t text", "convert -t text --strict", "convert -t text --lenient"] {
            let ran = sent_as(kind, text, &format!("{words} -v"));
            assert!(ran.ends(0).out == list, "{kind} {words}: {}", ran.err);
            assert!(ran.err.contains("read as windows-125"), "{}", ran.err);
            assert!(ran.err.contains(" unless UTF-8 follows\n"), "{}", ran.err);
            assert!(ran.err.contains(", but the document is UTF-8\n"), "{}", ran.err);
        }
        // What is none there is what its server says.
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let ran = sent_as(kind, latin, "convert -t text");
        assert!(ran.ends(0).out.ends_with(if kind.contains("1251") {
            "\u{439}\n"
        } else {
            "\u{e9}\n"
        }));
    }
    let folder = Folder::new();
    folder.write("a.xml", page.replacen("UTF-8", "ISO-8859-1", 1));
    let ran = folder.run("convert a.xml -t text");
    assert!(ran.ends(0).out == list, "{}", ran.err);
    assert!(ran.err.contains("error[xml/declared-encoding-mismatch]"), "{}", ran.err);
    assert!(ran.err.contains("--> a.xml:3003:"), "{}", ran.err);
}

/// What is not given to us may well be there: only what is gone is to be taken out of an index.
#[test]
fn a_child_that_a_server_keeps_is_not_to_be_taken_out() {
    for (status, help) in [
        (404, "publish it there, or take it out of the index"),
        (410, "publish it there, or take it out of the index"),
        (401, "may want `--header`"),
        (403, "may want `--header`"),
        (500, "the server failed"),
        (503, "try again later"),
        (204, "has nothing there"),
        (206, "nobody asked for"),
        (300, "name the address of one of them"),
        (304, "nobody asked whether"),
    ] {
        let server = Server::new(move |request| match request.path.as_str() {
            "/index.xml" => {
                xml(index(&[&format!("http://{}/a.xml", request.header("host").unwrap())]))
            }
            _ => answer(status, &[], ""),
        });
        let url = server.url("/index.xml");
        let ran = Folder::new().run(&format!("check {url} --retries 0"));
        // Not had is not there, by the specification; which it is the detail says.
        let err = &ran.ends(3).err;
        assert!(err.contains("error[index/child-missing]"), "{status}: {err}");
        assert!(err.contains(&format!("the server answered {status}")), "{status}: {err}");
        assert!(err.contains(help), "{status}: {err}");
        assert_eq!(err.contains("take it out"), matches!(status, 404 | 410), "{status}: {err}");
    }
}

/// A robots.txt that was read says which pages crawlers are kept from; one that is supplied comes first.
#[test]
fn a_robots_txt_that_is_an_input_counts() {
    let server = Server::new(|request| {
        let host = request.header("host").unwrap();
        match request.path.as_str() {
            "/robots.txt" | "/sub/robots.txt" => answer(
                200,
                &["content-type: text/plain"],
                format!("User-agent: *\nDisallow: /priv\nSitemap: http://{host}/a.xml\n"),
            ),
            "/moved/robots.txt" => redirect("/robots.txt"),
            "/a.xml" => xml(sitemap(&[
                &format!("<loc>http://{host}/priv/x</loc>"),
                &format!("<loc>http://{host}/open</loc>"),
                "<loc>https://example.com/priv/x</loc>",
            ])),
            _ => answer(404, &[], ""),
        }
    });
    let folder = Folder::new();
    folder.write("open.txt", "User-agent: *\nDisallow:\n");
    let url = server.url("/robots.txt");
    let told = |words: &str| folder.run(words).said().matches("scope/robots-blocked]").count();
    assert_eq!(told(&format!("check {url}")), 1);
    assert_eq!(told(&format!("check {} --discover", server.url("/"))), 1);
    assert_eq!(told(&format!("check {url} --robots {url}=open.txt")), 0);
    assert_eq!(told(&format!("check {}", server.url("/sub/robots.txt"))), 0);
    let json = folder.run(&format!("stats {url} --json"));
    assert!(json.out.contains("scope/robots-blocked"), "{}", json.out);
    // A file needs its address.
    let robots = "User-agent: *\nDisallow: /priv\nSitemap: https://e.com/a.xml\n";
    folder
        .write("robots.txt", robots)
        .write("a.xml", sitemap(&["<loc>https://e.com/priv/x</loc>"]));
    assert_eq!(told("check robots.txt"), 0);
    assert_eq!(told("check robots.txt --source-url https://e.com/robots.txt"), 1);
    assert_eq!(told("check robots.txt a.xml --source-url https://e.com/robots.txt"), 0);
}

/// What nobody knows is told, and reading goes on as without it; what is right is not told.
#[test]
fn charsets_that_change_nothing() {
    let words = "convert -t text";
    let ran = sent_as("text/plain; charset=klingon", "https://example.com/a\n", words);
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    assert!(ran.err.contains("`klingon` is not known, and was not heeded"), "{}", ran.err);
    // Nor is anything said of JSON, which has none.
    for kind in ["text/plain; charset=UTF-8", "text/plain; charset=us-ascii", "text/plain"] {
        let ran = sent_as(kind, "https://example.com/a\n", "check");
        assert!(!ran.err.contains("charset"), "{kind}: {}", ran.err);
    }
    let lines = "{\"loc\":\"https://example.com/\u{e9}\"}\n";
    let ran = sent_as("application/json; charset=iso-8859-1", lines, words);
    assert!(ran.err.is_empty() || !ran.err.contains("charset"), "{}", ran.err);
    // All commands say it once, and a list of ASCII is not said to be something else.
    for words in ["check", "query", "convert -t csv --sort loc"] {
        let ran = sent_as("text/plain; charset=iso-8859-1", "https://example.com/a\n", words);
        let told = format!("{}{}", ran.out, ran.err);
        assert_eq!(told.matches("[fetch/charset]").count(), 1, "{words}: {told}");
        assert!(!told.contains("encoding-not-utf8"), "{words}: {told}");
    }
}

/// Where the folder of the cache is of no use, what is there is fetched all the same.
#[test]
fn a_cache_that_cannot_be_used_is_told() {
    let server = Server::always(xml(sitemap(&["<loc>https://example.com/a</loc>"])));
    let (folder, url) = (Folder::new(), server.url("/a.xml"));
    folder.write("file", "x");
    for cache in ["file", "file/below"] {
        let ran = folder.run(&format!("convert {url} -t text --cache {cache}"));
        assert_eq!(ran.ends(0).out, "https://example.com/a\n", "{cache}");
        assert!(ran.err.contains("warning[fetch/not-kept]"), "{cache}: {}", ran.err);
        assert!(ran.err.contains(&format!("cache {cache}: ")), "{cache}: {}", ran.err);
        let ran = folder.run(&format!("convert {url} -t text --cache {cache} --offline"));
        assert!(ran.ends(3).err.contains("error[fetch/offline]"), "{cache}: {}", ran.err);
        assert!(ran.err.contains(&format!("cache {cache}: ")), "{cache}: {}", ran.err);
    }
    // Nothing is made where nothing is fetched.
    let ran = folder.run(&format!("convert {url} -t text --header x-key:1 --cache new --offline"));
    assert!(ran.ends(3).err.contains("error[fetch/offline]"), "{}", ran.err);
    assert!(!folder.path("new").exists());
    // What is damaged counts for nothing, is told, and is whole again afterwards.
    let command = format!("convert {url} -t text --cache cache");
    folder.run(&command).ends(0);
    for path in std::fs::read_dir(folder.path("cache")).unwrap().map(|entry| entry.unwrap().path())
    {
        std::fs::write(path, "{}").unwrap();
    }
    let ran = folder.run(&format!("{command} --offline"));
    assert!(ran.ends(3).err.contains("is damaged"), "{}", ran.err);
    let ran = folder.run(&command);
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
    assert!(ran.err.contains("warning[fetch/not-kept]"), "{}", ran.err);
    assert!(ran.err.contains("what it has of this is damaged"), "{}", ran.err);
    assert!(!folder.run(&command).ends(0).err.contains("warning"));
}

/// What a server says of its own failure, how often it was asked, and what to do.
#[test]
fn servers_that_fail_are_told() {
    let ran = |status: u16, headers: &[&str], body: &str, flags: &str| {
        let server = Server::always(answer(status, headers, body));
        let ran = Folder::new().run(&format!("check {} {flags}", server.url("/a.xml")));
        (ran, server.paths().len())
    };
    let (busy, asked) = ran(503, &["retry-after: 1"], "<title>Back soon</title>", "--retries 1");
    let told = "the server answered 503 Service Unavailable: `Back soon`; asked 2 times";
    assert!(busy.ends(3).err.contains(told), "{}", busy.err);
    assert!(busy.err.contains("= help: try again later; `--retries N`"), "{}", busy.err);
    assert_eq!(asked, 2);
    let (slow, asked) = ran(503, &["retry-after: 9999"], "", "");
    let told = "503 Service Unavailable: it asks to wait 9999 s, which is too long\n";
    assert!(slow.ends(3).err.contains(told), "{}", slow.err);
    assert_eq!(asked, 1);
    let (failed, asked) = ran(500, &[], "\n no database\nat line 7\n", "");
    let told = "the server answered 500 Internal Server Error: `no database`\n";
    assert!(failed.ends(3).err.contains(told), "{}", failed.err);
    assert!(failed.err.contains("= help: the server failed: see its log"), "{}", failed.err);
    assert_eq!(asked, 1);
    let (gone, _) = ran(404, &[], "not here", "");
    assert!(gone.ends(3).err.contains("the server answered 404 Not Found\n"), "{}", gone.err);
    assert!(gone.err.contains("= help: check the address in a browser"), "{}", gone.err);
}

/// Also where no address belongs.
#[test]
fn no_message_repeats_a_password() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    for words in [
        "diff a.xml a.xml --rewrite-file URL",
        "convert a.xml -t text --rewrite-file URL",
        "convert a.xml -t text --map-file URL",
        "convert a.xml -o URL/a.xml",
        "convert a.xml -t URL",
        "convert a.xml -f URL",
        "convert a.xml -t xml --stylesheet URL",
        "convert a.xml -t text --tmp-dir URL",
        "convert a.xml -t text --loss-report URL",
        "convert a.xml -t text --json --report URL",
        "convert a.xml -t text --rewrite-host a=URL",
        "convert a.xml -t text --rewrite-scheme URL",
        "convert a.xml -t text --rewrite-path URL",
        "convert a.xml -t text --set loc=URL",
        "convert a.xml -t text -w URL",
        "convert @URL -t text",
        "shard a.xml -o 'o/{n}.xml' --stable --previous URL -n",
        "shard a.xml -o 'o/{n}.xml' --index URL --base-url https://example.com/ -n",
        "submit a.xml --key-file URL",
        "submit a.xml --key abcdefgh12 --endpoint URL --retries 0",
        "check a.xml --profile URL",
        "check a.xml --cache URL --offline",
        "stats a.xml --against URL --retries 0",
        "convert a.xml -t text --resolve https://a.example/=URL",
        "convert a.xml -t text --set https://a=URL",
        "convert a.xml -t text --keep https://a,URL",
        "check https://a.invalid/x,URL --offline",
        "check ann:s3cret@example.com/a.xml",
        "check //ann:s3cret@example.com/a.xml https//ann:s3cret@example.com/a.xml",
        "explain URL",
        "URL",
    ] {
        for more in ["", " -v"] {
            let words = words.replace("URL", "https://ann:s3cret@127.0.0.1:1/x") + more;
            let ran = folder.run(&words);
            let said = format!("{}{}", ran.out, ran.err);
            assert!(!said.contains("s3cret"), "{words}: {said}");
        }
    }
}

/// A name that this machine knows, of an address that is nobody's to ask, and not `localhost`.
fn private_name() -> Option<String> {
    let hosts = std::fs::read_to_string("/etc/hosts").ok()?;
    let lines = hosts.lines().filter_map(|line| line.split('#').next()?.split_once([' ', '\t']));
    let private = lines.filter(|(address, _)| *address == "::1" || address.starts_with("127."));
    let mut names = private.flat_map(|(_, names)| names.split_whitespace());
    names.find(|name| !name.starts_with("localhost")).map(str::to_owned)
}

/// Typing or allowing a name is not typing what it resolves to.
#[test]
fn names_of_private_addresses() {
    let Some(name) = private_name() else {
        eprintln!("skipped: this machine has no such name");
        return;
    };
    let folder = Folder::new();
    let url = format!("http://{name}:9/a.xml");
    folder.write("index.xml", index(&[&url]));
    for words in [
        format!("convert {url} -t text"),
        format!("convert index.xml --follow remote --allow-host {name} -t text"),
    ] {
        let ran = folder.run(&format!("{words} --retries 0"));
        assert!(ran.ends(3).err.contains("fetch/private-address"), "{}", ran.err);
        assert!(
            ran.err.contains("help: add `--allow-private` if it is your network"),
            "{}",
            ran.err
        );
        let ran = folder.run(&format!("{words} --retries 0 --allow-private"));
        assert!(ran.ends(3).err.contains("no connection"), "{}", ran.err);
    }
}

/// What inflates as none does by chance is told as it is of a file, and read where the user trusts the
/// server.
#[test]
fn what_a_server_inflates_has_its_bound() {
    let text = sitemap(&["<loc>https://example.com/a</loc>"]) + &" ".repeat(65 << 20);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(text.as_bytes()).unwrap();
    let headers = ["content-type: application/xml", "content-encoding: gzip"];
    let server = Server::always(answer(200, &headers, gzip.finish().unwrap()));
    let (folder, convert) = (Folder::new(), format!("convert {} -t text", server.url("/a.xml")));
    let ran = folder.run(&convert);
    assert!(ran.ends(6).err.contains("error[limit/input-bytes]"), "{}", ran.err);
    assert!(ran.err.contains("help: raise `--max-ratio` if you trust the server"), "{}", ran.err);
    let ran = folder.run(&format!("{convert} --max-ratio 2000"));
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
}

/// What one side may have fetched is not given to the other without asking whether that may.
#[test]
fn what_one_side_has_the_other_may_not_have() {
    let other = Server::always(xml(sitemap(&["<loc>https://example.com/b</loc>"])));
    let named = other.url("/b.xml");
    let server = Server::always(xml(index(&[&named])));
    let ran = Folder::new().run(&format!("diff {named} {}", server.url("/index.xml")));
    assert!(ran.ends(3).err.contains("error[fetch/other-host]"), "{}", ran.err);
    assert_eq!(other.paths(), ["/b.xml"]);
}

/// Documents that the bound of requests keeps away are in no figure, and counted.
#[test]
fn what_a_bound_keeps_away_is_not_read() {
    let server = Server::new(|request| match request.path.as_str() {
        "/index.xml" => {
            let host = request.header("host").unwrap();
            let named = ["a", "b", "c"].map(|name| format!("http://{host}/{name}.xml"));
            xml(index(&named.each_ref().map(String::as_str)))
        }
        path => xml(sitemap(&[&format!("<loc>https://example.com{path}</loc>")])),
    });
    let words = format!("stats {} --max-requests 2", server.url("/index.xml"));
    let ran = Folder::new().run(&words);
    assert!(ran.ends(6).out.starts_with("not read   2 sitemaps, in no figure"), "{ran:?}");
}

/// A document that another run kept may be larger than this one allows.
#[test]
fn a_limit_holds_for_what_is_in_the_cache() {
    let body = sitemap(&["<loc>https://example.com/a</loc>"; 9]);
    let server = Server::new(move |request| match request.header("if-none-match") {
        Some(_) => answer(304, &["ETag: \"1\""], ""),
        None => answer(200, &["ETag: \"1\"", "Content-Type: text/xml"], &body),
    });
    let (folder, url) = (Folder::new(), server.url("/a.xml"));
    let command = format!("convert {url} -t text --cache c");
    folder.run(&command).ends(0);
    for flags in ["", "--offline"] {
        let ran = folder.run(&format!("{command} --max-input 100 {flags}"));
        assert_eq!(ran.ends(6).out, "", "{flags}");
        assert!(ran.err.contains("bytes, 100 allowed"), "{flags}: {}", ran.err);
        folder.run(&format!("{command} {flags}")).ends(0);
    }
}
