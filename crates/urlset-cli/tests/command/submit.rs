//! `urlset submit` against an engine on loopback.

use crate::run::{Folder, index, sitemap};
use crate::server::{Reply, Server, answer, xml};

const KEY: &str = "0123456789abcdef";

/// A host that serves its key, and an engine that answers so.
fn engine(reply: Reply) -> Server {
    Server::new(move |request| match request.path.as_str() {
        "/indexnow" => reply.clone(),
        "/key.txt" => answer(200, &[], format!("\u{feff}{KEY}\r\n")),
        "/wrong.txt" => answer(200, &[], "something else"),
        _ => answer(404, &[], ""),
    })
}

/// The flags that name them.
fn flags(server: &Server, key: &str) -> String {
    format!(
        "--key {KEY} --key-location {} --endpoint {} --retries 0",
        server.url(key),
        server.url("/indexnow")
    )
}

fn list(count: usize) -> String {
    (0..count).map(|number| format!("https://www.example.com/{number}\n")).collect()
}

#[test]
fn lists_of_ten_thousand() {
    let server = engine(answer(202, &[], ""));
    let folder = Folder::new();
    folder.write("urls.txt", list(20_001) + "https://example.com/other\n");
    let flags = flags(&server, "/key.txt");
    let ran = folder.run(&format!("submit urls.txt {flags} --header 'X-Key: no'"));
    assert!(ran.ends(4).err.contains("error[indexnow/host-mismatch]"), "{}", ran.err);
    let counts = "20,002 URLs in, 20,001 submitted, 1 of another host, 3 requests";
    assert!(ran.err.contains(counts), "{}", ran.err);
    assert!(ran.err.contains("the ping addresses of Google and Bing are gone"), "{}", ran.err);
    assert_eq!(server.paths(), ["/key.txt", "/indexnow", "/indexnow", "/indexnow"]);
    let sizes: Vec<usize> = server.requests()[1..]
        .iter()
        .map(|request| {
            assert_eq!(request.method, "POST");
            assert_eq!(request.header("content-type"), Some("application/json; charset=utf-8"));
            assert_eq!(request.header("x-key"), None);
            let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
            assert_eq!((&body["host"], &body["key"]), (&"www.example.com".into(), &KEY.into()));
            assert_eq!(body["keyLocation"], server.url("/key.txt"));
            body["urlList"].as_array().unwrap().len()
        })
        .collect();
    assert_eq!(sizes, [10_000, 10_000, 1]);
}

/// URLs are of a host whatever their port: with one, none would be of it.
#[test]
fn a_host_is_none_with_a_port() {
    let folder = Folder::new();
    folder.write("urls.txt", "http://127.0.0.1:18080/a\n");
    for host in
        ["127.0.0.1:18080", "https://example.com", "''", "'a b'", "ann:s3cret@e.com", "[::1"]
    {
        for words in ["submit urls.txt --dry-run", "convert urls.txt -t indexnow"] {
            let ran = folder.run(&format!("{words} --key {KEY} --host {host}"));
            assert!(ran.ends(2).err.contains("not the name of a host"), "{host}: {}", ran.err);
            assert!(!ran.err.contains("s3cret"), "{}", ran.err);
        }
    }
    folder.run(&format!("submit urls.txt --dry-run --key {KEY} --host 127.0.0.1")).ends(0);
}

/// A name in Unicode and as DNS has it is one host; no address is sent as it may not be written.
#[test]
fn a_host_in_both_spellings() {
    let folder = Folder::new();
    let locs = ["https://bücher.example/a", "https://xn--bcher-kva.example/b"];
    folder.write("urls.txt", locs.join("\n") + "\nhttps://bucher.example/c\n");
    for host in ["", "--host bücher.example", "--host xn--bcher-kva.example"] {
        let ran = folder.run(&format!("submit urls.txt --dry-run --key {KEY} {host}"));
        let told = "1 to be submitted, 1 dropped, 1 of another host";
        assert!(ran.ends(4).err.contains(told), "{}", ran.err);
        assert!(ran.err.contains("its host as xn--"), "{}", ran.err);
        assert!(ran.out.contains(locs[1]) && !ran.out.contains(locs[0]), "{}", ran.out);
        // It is sent as the URLs have it.
        assert!(ran.out.contains("\"host\":\"xn--bcher-kva.example\""), "{}", ran.out);
    }
}

#[test]
fn nothing_is_sent_without_the_key() {
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    folder.write("urls.txt", list(2));
    for key in ["/wrong.txt", "/gone.txt"] {
        let ran = folder.run(&format!("submit urls.txt {}", flags(&server, key)));
        assert!(ran.ends(5).err.contains("error[indexnow/key-file]"), "{}", ran.err);
        assert!(ran.err.contains("2 URLs in, 0 submitted, 0 requests"), "{}", ran.err);
    }
    assert_eq!(server.paths(), ["/wrong.txt", "/gone.txt"]);
    let ran = folder.run("submit urls.txt");
    assert!(ran.ends(2).err.contains("--key <KEY>"), "{}", ran.err);
    assert!(ran.err.contains("--key-file <FILE>"), "{}", ran.err);
    folder.run("submit urls.txt --key short").ends(2);
    let ran = folder.run(&format!(
        "submit urls.txt --key {KEY} --endpoint https://www.google.com/ping?sitemap=x"
    ));
    assert!(ran.ends(2).err.contains("Google (2023) and Bing (2022) took them away"));
}

#[test]
fn what_engines_say() {
    let folder = Folder::new();
    folder.write("urls.txt", list(20_000));
    for (status, code, said) in [
        (200, 0, "20,000 submitted, 2 requests"),
        (202, 0, "20,000 submitted, 2 requests"),
        (302, 5, "302 it redirects"),
        (400, 5, "400 no sound request (why)"),
        (403, 5, "403 the key is not valid there"),
        (422, 5, "422 URLs that are not of the host"),
        (429, 5, "429 too many requests"),
        (500, 5, "500 the engine failed; try again later (why)"),
    ] {
        let server = engine(answer(status, &["retry-after: 999"], "why\nmore"));
        let ran = folder.run(&format!("submit urls.txt {}", flags(&server, "/key.txt")));
        assert!(ran.ends(code).err.contains(said), "{status}: {}", ran.err);
        if code == 5 {
            assert!(ran.err.contains("not submitted: 20,000 URLs"), "{}", ran.err);
            assert_eq!(server.paths().len(), 2, "the first refusal ends it");
        }
    }
    let gone = engine(vec![]);
    let ran = folder.run(&format!("submit urls.txt {}", flags(&gone, "/key.txt")));
    assert!(ran.ends(5).err.contains("error[indexnow/refused]"), "{}", ran.err);
}

/// A list that was sent again is another request; the key file is none of them.
#[test]
fn what_was_asked_again_counts() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::new(move |request| match request.path.as_str() {
        "/key.txt" => answer(200, &[], KEY),
        _ if asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0 => answer(503, &[], ""),
        _ => answer(200, &[], ""),
    });
    let folder = Folder::new();
    folder.write("urls.txt", list(2));
    let flags = flags(&server, "/key.txt").replace("--retries 0", "--retries 1");
    let ran = folder.run(&format!("submit urls.txt {flags} --json --report r.json"));
    assert_eq!(server.paths(), ["/key.txt", "/indexnow", "/indexnow"], "{}", ran.ends(0).err);
    let report: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    assert_eq!(report["totals"]["requests"], 2);
}

#[test]
fn a_dry_run_asks_nobody() {
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    let ran = folder.feed(&format!("submit - --dry-run {}", flags(&server, "/key.txt")), list(2));
    let (head, body) = ran.ends(0).out.split_once('\n').unwrap();
    assert_eq!(head, format!("POST {}", server.url("/indexnow")));
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["urlList"].as_array().unwrap().len(), 2);
    assert!(ran.err.contains("2 to be submitted, 1 request"), "{}", ran.err);
    folder.write("urls.txt", list(2));
    let ran = folder.run(&format!("submit urls.txt -n {} --json", flags(&server, "/key.txt")));
    ran.ends(2);
    let flags = flags(&server, "/key.txt");
    folder.run(&format!("submit urls.txt -n {flags} --json --report r.json")).ends(0);
    assert!(folder.read("r.json").contains(r#""submitted":2"#));
    assert!(server.paths().is_empty());
}

#[test]
fn lines_for_robots_txt() {
    let site = Server::new(|request| match request.path.as_str() {
        "/index.xml" => {
            let host = request.header("host").unwrap();
            xml(index(&[&format!("http://{host}/a.xml")]))
        }
        _ => xml(sitemap(&["<loc>https://www.example.com/a</loc>"])),
    });
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    let (url, flags) = (site.url("/index.xml"), flags(&server, "/key.txt"));
    let ran = folder.run(&format!("submit {url} {flags}"));
    assert_eq!(ran.ends(0).out, format!("Sitemap: {url}\n"));
    // Who asks for it makes no other sitemap of it.
    let ann = url.replace("http://", "http://ann:s3cret@");
    let ran = folder.run(&format!("submit {url} {ann} {flags} --dry-run"));
    assert_eq!(ran.ends(0).out.matches("Sitemap: ").count(), 1, "{}", ran.out);
    // Also where the report takes standard output.
    let ran = folder.run(&format!("submit {url} {flags} --json"));
    assert!(ran.ends(0).err.contains(&format!("Sitemap: {url}\n")), "{}", ran.err);
    assert!(ran.out.starts_with('{'), "{}", ran.out);
    assert!(ran.err.contains("1 URL in, 1 submitted, 1 request"), "{}", ran.err);
    folder.write("a.txt", list(1));
    let ran =
        folder.run(&format!("submit a.txt {flags} --source-url https://www.example.com/a.txt"));
    assert_eq!(ran.ends(0).out, "Sitemap: https://www.example.com/a.txt\n");
    assert_eq!(folder.run(&format!("submit a.txt {flags}")).ends(0).out, "");
    // The address of a folder is that of none of its files; that of an index its own.
    folder.write("f/a.txt", list(1)).write("i.xml", index(&["https://www.example.com/a.txt"]));
    let at = |name: &str| format!("{flags} --source-url https://www.example.com/{name}");
    assert_eq!(folder.run(&format!("submit f {}", at("f/"))).ends(0).out, "");
    let ran = folder.run(&format!("submit i.xml {}", at("i.xml")));
    assert_eq!(ran.ends(0).out, "Sitemap: https://www.example.com/i.xml\n", "{}", ran.err);
}

#[test]
fn a_document_that_was_cut_is_not_submitted() {
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    let whole = sitemap(&["<loc>https://www.example.com/a</loc>"; 3]);
    folder.write("cut.xml", &whole[..whole.len() - 40]);
    let ran = folder.run(&format!("submit cut.xml {}", flags(&server, "/key.txt")));
    assert!(ran.ends(4).err.contains("nothing was submitted"), "{}", ran.err);
    assert!(server.paths().is_empty());
}

/// Of an index, of JSON Lines with both kinds, of a robots.txt: what cannot be submitted is told.
#[test]
fn what_an_index_has_besides_is_told() {
    let folder = Folder::new();
    let page = |loc: &str| sitemap(&[&format!("<loc>https://www.example.com/{loc}</loc>")]);
    folder.write("a.xml", page("a"));
    let whole = index(&["https://www.example.com/a.xml", "https://www.example.com/b.xml"]);
    folder.write("whole.xml", &whole).write("cut.xml", &whole[..whole.len() - 60]);
    let both = "{\"loc\":\"https://www.example.com/a.xml\",\"kind\":\"sitemap\"}\n\
                {\"loc\":\"https://www.example.com/p\"}\n";
    folder.write("both.jsonl", both);
    folder.write("robots.txt", "Sitemap: ftp://www.example.com/x\nSitemap:\n");
    let dry = |words: &str| folder.run(&format!("submit {words} -n --key {KEY}"));
    let ran = dry("cut.xml");
    assert!(ran.ends(4).err.contains("nothing was submitted"), "{}", ran.err);
    assert_eq!(ran.out, "");
    let ran = dry("both.jsonl");
    assert!(ran.ends(4).err.contains("schema/mixed-url-sitemap"), "{}", ran.err);
    dry("robots.txt").ends(4);
    let ran = dry("whole.xml --follow none");
    assert!(ran.ends(4).err.contains("convert/index-not-carried"), "{}", ran.err);
    assert!(ran.err.contains("0 URLs in"), "{}", ran.err);
}

#[test]
fn flags_that_are_no_addresses() {
    let folder = Folder::new();
    folder.write("a.txt", list(1));
    for flags in ["--endpoint nonsense", "--key-location ftp://ann:s3cret@e.com/k.txt"] {
        for dry in ["", "-n"] {
            let ran = folder.run(&format!("submit a.txt --key {KEY} {flags} {dry}"));
            assert!(ran.ends(2).err.contains("an address begins with https://"), "{}", ran.err);
            assert!(!ran.err.contains("s3cret"), "{}", ran.err);
        }
    }
}

/// Unless somebody says otherwise, the host that has the pages has the key, at their port.
#[test]
fn a_key_stands_where_the_pages_stand() {
    let server = Server::new(|request| match request.path.as_str() {
        "/indexnow" => answer(200, &[], ""),
        path => answer(200, &[], path.trim_start_matches('/').trim_end_matches(".txt")),
    });
    let folder = Folder::new();
    folder.write("a.txt", format!("{}\n", server.url("/a?b=c")));
    let to = server.url("/indexnow");
    folder.run(&format!("submit a.txt --key {KEY} --endpoint {to}")).ends(0);
    assert_eq!(server.paths(), [format!("/{KEY}.txt"), "/indexnow".to_owned()]);
    // Also where pages of others come first.
    folder.write("b.txt", format!("https://other.example:9/x\n{}\n", server.url("/a")));
    folder.run(&format!("submit b.txt --key {KEY} --endpoint {to} --host 127.0.0.1")).ends(4);
    assert_eq!(server.paths().len(), 4);
}

/// What is no URL for an engine is left out and told, and the summary says where each went.
#[test]
fn what_no_engine_takes() {
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    let rest = "https://www.example.com/a b\nhttps://ann:s3cret@www.example.com/c\n\
                https://www.example.com/a|b\nhttps://example.com/other\n/relative\n\
                https://www.example.com/café\nhttps://www.example.com/%zz\n\
                https://www.example.com:8a/\nhttps://[::g]/\n";
    // One without a host says of no other which is the site's.
    folder.write("urls.txt", "https:///a\n".to_owned() + &list(2) + rest);
    let words = format!("submit urls.txt {}", flags(&server, "/key.txt"));
    let ran = folder.run(&words);
    let counts = "12 URLs in, 2 submitted, 9 dropped, 1 of another host, 1 request";
    assert!(ran.ends(4).err.contains(counts), "{}", ran.err);
    for rule in [
        "loc/inner-whitespace",
        "loc/userinfo",
        "loc/illegal-char",
        "loc/relative",
        "loc/not-escaped",
        "loc/bad-percent",
        "loc/empty-host",
        "loc/bad-port",
        "loc/invalid-syntax",
    ] {
        assert!(ran.err.contains(rule), "{rule}: {}", ran.err);
    }
    let body = &server.requests()[1].body;
    assert!(!body.contains(['|', ' ', '%', 'é']) && !body.contains("s3cret"), "{body}");
    folder.run(&format!("{words} --json --report r.json")).ends(4);
    let report: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    let mut found = report["findings"].as_array().unwrap().iter();
    let unsent = found.find(|one| one["rule"] == "loc/userinfo" && one["lost"] == "entry");
    assert_eq!(unsent.unwrap()["loc"], "https://***@www.example.com/c");
}

/// The last word is why nothing was submitted.
#[test]
fn what_is_said_last() {
    let folder = Folder::new();
    folder.write("urls.txt", list(2) + "/relative\n");
    let server = engine(answer(403, &[], ""));
    for (key, rule) in [("/gone.txt", "indexnow/key-file"), ("/key.txt", "indexnow/refused")] {
        let ran = folder.run(&format!("submit urls.txt -qq {}", flags(&server, key)));
        assert!(ran.ends(5).err.starts_with(&format!("error[{rule}]")), "{}", ran.err);
        assert!(!ran.err.contains("relative") && !ran.err.contains("URLs in"), "{}", ran.err);
    }
    let ran = folder.run(&format!("submit urls.txt --offline {}", flags(&server, "/key.txt")));
    assert!(ran.ends(5).err.contains("help: leave `--offline` out"), "{}", ran.err);
    // The list says where its key is, and nobody typed that address.
    folder.write("own.txt", server.url("/a\n"));
    let to = format!("http://localhost:{}/indexnow", server.port());
    let ran = folder.run(&format!("submit own.txt --key {KEY} --endpoint {to}"));
    assert!(ran.ends(5).err.contains("help: add `--allow-private`"), "{}", ran.err);
}

/// What a command before it has nothing to say of is nothing to submit; an empty file is no list.
#[test]
fn nothing_to_submit() {
    let server = engine(answer(200, &[], ""));
    let folder = Folder::new();
    let flags = flags(&server, "/key.txt");
    let ran = folder.feed(&format!("submit - {flags}"), "");
    assert!(ran.ends(0).err.contains("0 URLs in, nothing to submit"), "{}", ran.err);
    assert!(server.paths().is_empty());
    folder.write("empty.txt", "");
    folder.run(&format!("submit empty.txt {flags}")).ends(3);
    let ran = folder.feed(&format!("convert - -t indexnow --key {KEY}"), "");
    assert_eq!(ran.ends(0).out, "");
    folder.feed("convert - -t text", "").ends(3);
    // A robots.txt without sitemaps is no empty list.
    folder.feed(&format!("convert - -t indexnow --key {KEY}"), "User-agent: *\n").ends(3);
    let ran = folder.feed(&format!("submit - {flags}"), "User-agent: *\n");
    assert!(ran.ends(3).err.contains("robots/no-sitemap"), "{}", ran.err);
    folder.write("robots.txt", "User-agent: *\n").write("index.xml", index(&[]));
    folder.run(&format!("submit robots.txt {flags}")).ends(3);
    folder.run(&format!("submit index.xml {flags}")).ends(3);
    // With a list beside it there was something to submit.
    folder.write("list.txt", list(1));
    folder.run(&format!("submit robots.txt list.txt {flags}")).ends(0);
}

/// However an address is written, its user and password go to no engine.
#[test]
fn a_key_location_has_no_password() {
    let folder = Folder::new();
    folder.write("a.txt", "http://127.0.0.1:1/a\n");
    for start in ["http:", "http:/", "http://", "HTTP://"] {
        let location = format!("{start}ann:s3cret@127.0.0.1:1/{KEY}.txt");
        let words = format!("submit a.txt --dry-run --key {KEY} --key-location {location}");
        let ran = folder.run(&words);
        assert!(!format!("{}{}", ran.out, ran.err).contains("s3cret"), "{start}: {ran:?}");
    }
}

/// A key has at most 128 characters: of a file of gigabytes no more is fetched than shows that it is none.
#[test]
fn a_file_with_a_key_is_short() {
    for (fill, code) in [(4096 - KEY.len(), 0), (4097 - KEY.len(), 5)] {
        let server = Server::new(move |request| match request.path.as_str() {
            "/indexnow" => answer(200, &[], ""),
            _ => answer(200, &[], format!("{KEY}{}", "\n".repeat(fill))),
        });
        let folder = Folder::new();
        folder.write("urls.txt", list(1));
        let ran = folder.run(&format!("submit urls.txt {}", flags(&server, "/key.txt")));
        assert_eq!(
            ran.ends(code).err.contains("error[indexnow/key-file]"),
            code == 5,
            "{}",
            ran.err
        );
        assert_eq!(ran.err.contains("4097 bytes, 4096 allowed"), code == 5, "{}", ran.err);
    }
}

/// Of a long message the number of what is left does not fall off the screen.
#[test]
fn what_is_left_comes_before_what_the_engine_says() {
    let server = engine(answer(422, &[], "no ".repeat(200)));
    let folder = Folder::new();
    folder.write("urls.txt", list(3));
    let ran = folder.run(&format!("submit urls.txt {}", flags(&server, "/key.txt")));
    assert!(ran.ends(5).err.contains("= not submitted: 3 URLs; "), "{}", ran.err);
}
