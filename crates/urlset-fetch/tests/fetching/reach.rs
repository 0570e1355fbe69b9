//! Where a fetcher goes, whom it tells what, and where it does not go whatever a server says.

use crate::asking::{fetch, quick};
use crate::server::{Server, answer, redirect, xml};
use std::io::Read;
use std::time::{Duration, Instant};
use urlset_fetch::{Fault, FetchOptions, Fetcher, Origin, Start};

#[test]
fn redirects_to_private_addresses() {
    let secret = Server::always(xml("secret"));
    let port = secret.port();
    for host in [
        "169.254.169.254".to_owned(),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("2130706433:{port}"),
        format!("0x7f000001:{port}"),
        format!("0177.0.0.1:{port}"),
        format!("127.1:{port}"),
        format!("0.0.0.0:{port}"),
        format!("user@127.0.0.1:{port}"),
        "10.0.0.1".to_owned(),
        "192.168.0.1".to_owned(),
    ] {
        let to = format!("http://{host}/secret");
        let server = Server::new(move |_| redirect(&to));
        let error = fetch(quick(), &server.url("/")).unwrap_err();
        assert_eq!(error.fault, Fault::OtherHost, "{host}: {error}");
    }
    assert_eq!(secret.requests().len(), 0);
}

#[test]
fn the_address_that_is_connected_to_is_judged() {
    let secret = Server::always(xml("secret"));
    let port = secret.port();
    // Nobody typed these: a robots.txt or an index named them as the start of another way.
    for host in ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]"] {
        let start = Start::typed(&format!("http://{host}:{port}/secret")).unwrap();
        let untrusting = Fetcher::new(quick()).unwrap();
        let began = Instant::now();
        let error = untrusting.fetch(start.url(), &start).unwrap_err();
        assert_eq!(error.fault, Fault::PrivateAddress, "{host}: {error}");
        assert!(began.elapsed() < Duration::from_secs(1));
    }
    assert_eq!(secret.requests().len(), 0);
    let start = Start::typed(&secret.url("/")).unwrap();
    let options = FetchOptions { allow_private: true, ..quick() };
    assert!(Fetcher::new(options).unwrap().fetch(start.url(), &start).is_ok());
    let options = FetchOptions { allow_hosts: vec!["127.0.0.1".into()], ..quick() };
    assert!(Fetcher::new(options).unwrap().fetch(start.url(), &start).is_ok());
}

#[test]
fn other_hosts() {
    let other = Server::always(xml("<urlset/>"));
    let to = other.url("/x");
    let server = Server::new(move |_| redirect(&to));
    let url = server.url("/");
    let error = fetch(quick(), &url).unwrap_err();
    assert_eq!(error.fault, Fault::OtherHost);
    let detail = format!("{} is not the site of {url}", other.authority());
    assert_eq!(error.detail, detail);
    assert_eq!(other.requests().len(), 0);
    let options = FetchOptions { allow_hosts: vec![other.authority()], ..quick() };
    assert_eq!(fetch(options, &url).unwrap().about.url, other.url("/x"));
}

#[test]
fn credentials_stay_where_they_were_typed() {
    let other = Server::always(xml("<urlset/>"));
    let to = other.url("/x").replace("http://", "http://eve:hers@");
    let server = Server::new(move |request| match request.path.as_str() {
        "/away" => redirect(&to),
        "/there" => redirect("/here"),
        "/here" => xml("<urlset/>"),
        _ => answer(401, &[], ""),
    });
    let options = || FetchOptions {
        headers: vec![("X-Key".into(), "hidden".into())],
        allow_hosts: vec![other.authority()],
        ..quick()
    };
    let typed = |path: &str| server.url(path).replace("http://", "http://ann:pass%20word@");
    fetch(options(), &typed("/there")).unwrap();
    fetch(options(), &typed("/away")).unwrap();
    for request in server.requests() {
        assert_eq!(request.header("authorization"), Some("Basic YW5uOnBhc3Mgd29yZA=="));
        assert_eq!(request.header("x-key"), Some("hidden"));
    }
    let elsewhere = other.requests();
    assert_eq!(elsewhere.len(), 1);
    assert_eq!((elsewhere[0].header("authorization"), elsewhere[0].header("x-key")), (None, None));
    assert!(!format!("{elsewhere:?}").contains("ann"));
    let error = fetch(options(), &typed("/gone")).unwrap_err();
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(!text.contains("ann") && !text.contains("word"), "{text}");
    }
}

#[test]
fn a_header_wins_over_credentials() {
    let server = Server::always(xml("<urlset/>"));
    let headers = vec![("authorization".into(), "Bearer x".into())];
    let url = server.url("/").replace("http://", "http://ann:word@");
    fetch(FetchOptions { headers, ..quick() }, &url).unwrap();
    let requests = server.requests();
    let told = requests[0].headers.iter().filter(|(name, _)| name == "authorization");
    assert_eq!(told.map(|(_, value)| value.as_str()).collect::<Vec<_>>(), ["Bearer x"]);
}

#[test]
fn what_a_cache_has_of_another_host() {
    let folder = tempfile::tempdir().unwrap();
    let other = Server::always(xml("<urlset/>"));
    let to = other.url("/x");
    let server = Server::new(move |_| redirect(&to));
    let options = |allow_hosts: &[String], offline| FetchOptions {
        cache: Some(folder.path().into()),
        allow_hosts: allow_hosts.to_vec(),
        offline,
        ..quick()
    };
    let allowed = [other.authority()];
    fetch(options(&allowed, false), &server.url("/")).unwrap();
    assert_eq!(fetch(options(&allowed, true), &server.url("/")).unwrap().origin, Origin::Cache);
    let error = fetch(options(&[], true), &server.url("/")).unwrap_err();
    assert_eq!(error.fault, Fault::OtherHost, "{error}");
}

#[test]
fn nothing_but_what_is_needed_is_asked() {
    let server = Server::always(xml("<urlset/>"));
    let start = Start::typed(&server.url("/")).unwrap();
    let fetcher = Fetcher::new(FetchOptions { requests: 3, ..quick() }).unwrap();
    fetcher.trust(&start);
    for _ in 0..3 {
        fetcher.fetch(&server.url("/a"), &start).unwrap();
    }
    let error = fetcher.fetch(&server.url("/b"), &start).unwrap_err();
    assert_eq!((error.fault, fetcher.requests()), (Fault::TooManyRequests, 3));
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_host_may_ask_for_time() {
    let server = Server::always(xml("<urlset/>"));
    let start = Start::typed(&server.url("/")).unwrap();
    let fetcher = Fetcher::new(quick()).unwrap();
    fetcher.trust(&start);
    fetcher.slow_down(start.url(), Duration::from_millis(150));
    let began = Instant::now();
    for _ in 0..3 {
        fetcher.fetch(start.url(), &start).unwrap();
    }
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_cache_is_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(|request| match request.path.as_str() {
        "/moved" => redirect("/a"),
        "/a" if request.header("if-none-match") == Some("\"1\"") => answer(304, &[], ""),
        "/a" => answer(200, &["etag: \"1\"", "last-modified: then"], "<urlset/>"),
        "/never" => answer(200, &["cache-control: private, no-store"], "x"),
        _ => answer(404, &[], ""),
    });
    let options = |offline| FetchOptions { cache: Some(folder.path().into()), offline, ..quick() };
    // Each address is kept by itself, so the second way ends where the first one began.
    for (path, first) in [("/a", Origin::Server), ("/moved", Origin::Confirmed)] {
        let url = server.url(path);
        assert_eq!(fetch(options(true), &url).unwrap_err().fault, Fault::Offline);
        assert_eq!(fetch(options(false), &url).unwrap().origin, first);
        let again = fetch(options(false), &url).unwrap();
        assert_eq!((again.origin, again.length), (Origin::Confirmed, 9));
        assert_eq!(again.about.url, server.url("/a"));
        assert_eq!(again.about.redirects, u32::from(path == "/moved"));
        let before = server.requests().len();
        assert_eq!(fetch(options(true), &url).unwrap().origin, Origin::Cache);
        assert_eq!(server.requests().len(), before);
    }
    let asked = server.requests();
    let validated = |request: &&crate::server::Request| request.header("if-none-match").is_some();
    assert!(asked.iter().filter(validated).all(|request| request.path == "/a"));
    let last = asked.last().unwrap();
    assert_eq!(last.header("if-modified-since"), Some("then"));
    fetch(options(false), &server.url("/never")).unwrap();
    assert_eq!(fetch(options(true), &server.url("/never")).unwrap_err().fault, Fault::Offline);
}

/// What a server sent in bytes that are not kept is not sent back in others.
#[test]
fn what_is_beyond_ascii_is_no_validator() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::always(crate::server::raw(
        b"HTTP/1.1 200 X\r\netag: \"caf\xe9\"\r\nlast-modified: J\xe4n\r\ncontent-length: 1\r\n\r\nx",
    ));
    let options = FetchOptions { cache: Some(folder.path().into()), ..quick() };
    for _ in 0..2 {
        let fetched = fetch(options.clone(), &server.url("/a")).unwrap();
        assert_eq!(fetched.origin, Origin::Server);
    }
    for asked in server.requests() {
        let validators = ["if-none-match", "if-modified-since"].map(|name| asked.header(name));
        assert_eq!(validators, [None, None]);
    }
}

#[test]
fn a_cache_that_cannot_keep_takes_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let server = Server::always(answer(200, &["etag: \"1\""], "<urlset/>"));
    let start = Start::typed(&server.url("/a")).unwrap();
    let fetcher = Fetcher::new(FetchOptions { cache: Some(path.clone()), ..quick() }).unwrap();
    fetcher.trust(&start);
    std::fs::remove_dir(&path).unwrap();
    let mut fetched = fetcher.fetch(start.url(), &start).unwrap();
    let mut text = String::new();
    fetched.body.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), fetched.length), ("<urlset/>", 9));
}

#[test]
fn an_answer_to_what_is_sent() {
    let server = Server::new(|request| match request.path.as_str() {
        "/indexnow" => answer(202, &[], "thanks"),
        "/busy" => answer(429, &["retry-after: 9999"], "later"),
        _ => redirect("/indexnow"),
    });
    let post = |path: &str| {
        let start = Start::typed(&server.url(path)).unwrap();
        let fetcher = Fetcher::new(FetchOptions { retries: 1, ..quick() }).unwrap();
        fetcher.trust(&start);
        fetcher.post(&start, "application/json", b"{}").unwrap()
    };
    let answer = post("/indexnow");
    assert_eq!((answer.status, answer.text.as_str()), (202, "thanks"));
    assert_eq!(post("/busy").status, 429);
    assert_eq!(post("/elsewhere").status, 302);
    let request = &server.requests()[0];
    assert_eq!((request.method.as_str(), request.body.as_str()), ("POST", "{}"));
    assert_eq!(request.header("content-type"), Some("application/json"));
}

#[test]
fn options_that_mean_nothing() {
    let wrong = |options| Fetcher::new(options).unwrap_err();
    let header = |name: &str, value: &str| FetchOptions {
        headers: vec![(name.into(), value.into())],
        ..quick()
    };
    for (name, value) in [("a b", "c"), ("a", "b\r\nc: d"), ("Host", "x"), ("", "x")] {
        let error = wrong(header(name, value));
        assert_eq!(error.fault, Fault::Usage);
        assert!(!error.to_string().contains("c: d"));
    }
    let hosts = FetchOptions { allow_hosts: vec!["http://x/".into()], ..quick() };
    assert_eq!(wrong(hosts).fault, Fault::Usage);
    for url in
        ["", "example.com", "file:///etc/passwd", "ftp://example.com/", "http://", "http:///"]
    {
        assert_eq!(Start::typed(url).unwrap_err().fault, Fault::BadUrl, "{url}");
    }
}
