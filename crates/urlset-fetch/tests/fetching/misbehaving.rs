//! Servers that misbehave: what they do is an error told as what it is, in bounded time.

use crate::asking::{self, quick};
use crate::server::{Reply, Server, Step, answer, raw, redirect, xml};
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use urlset_fetch::{Fault, FetchError, FetchOptions, Fetched, Fetcher, Start};

/// Fetches what a user typed, in time.
fn fetch(options: FetchOptions, url: &str) -> Result<Fetched, FetchError> {
    let began = Instant::now();
    let fetched = asking::fetch(options, url);
    assert!(began.elapsed() < Duration::from_secs(2), "{url}: {:?}", began.elapsed());
    fetched
}

fn text(fetched: Fetched) -> String {
    let mut text = String::new();
    let mut body = fetched.body;
    body.read_to_string(&mut text).unwrap();
    assert_eq!(text.len() as u64, fetched.length);
    text
}

/// What is wrong with one answer.
fn fault(reply: &Reply) -> (Fault, String) {
    let server = Server::always(reply.clone());
    match fetch(quick(), &server.url("/a.xml")).map(text) {
        Ok(text) => panic!("{reply:?} gave {text}"),
        Err(error) => (error.fault, error.detail),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_document() {
    let server = Server::always(answer(
        200,
        &["content-type: text/xml; charset=utf-8", "etag: \"7\"", "last-modified: yesterday"],
        "<urlset/>",
    ));
    let fetched = fetch(quick(), &server.url("/a.xml#part")).unwrap();
    assert_eq!(fetched.about.url, server.url("/a.xml"));
    assert_eq!(fetched.about.content_type.as_deref(), Some("text/xml; charset=utf-8"));
    assert_eq!(fetched.about.etag.as_deref(), Some("\"7\""));
    assert_eq!(fetched.about.last_modified.as_deref(), Some("yesterday"));
    assert_eq!(text(fetched), "<urlset/>");
    let request = &server.requests()[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/a.xml"));
    assert!(request.header("user-agent").unwrap().starts_with("urlset/"));
    assert_eq!(request.header("accept-encoding"), Some("gzip, zstd"));
}

#[test]
fn bodies_that_are_not_whole() {
    let head = "HTTP/1.1 200 OK\r\n";
    for (reply, expected) in [
        ("content-length: 20\r\n\r\n<urlset>", "closed too early"),
        ("content-length: 8\r\ncontent-length: 9\r\n\r\n<urlset>", ""),
        ("content-length: -8\r\n\r\n<urlset>", ""),
        ("content-length: 8x\r\n\r\n<urlset>", ""),
        ("transfer-encoding: chunked\r\n\r\n8\r\n<urlset>\r\n", "closed too early"),
        ("transfer-encoding: chunked\r\n\r\nzz\r\n<urlset>\r\n0\r\n\r\n", "chunk length"),
        ("transfer-encoding: chunked\r\n\r\n8\r\n<urlset>x\r\n0\r\n\r\n", "chunk"),
        ("transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n<urlset>", "chunk"),
        ("content-encoding: br\r\ncontent-length: 8\r\n\r\n<urlset>", "the coding `br`"),
        ("content-encoding: gzip\r\ncontent-length: 8\r\n\r\n<urlset>", "its gzip does not"),
        ("content-encoding: zstd\r\ncontent-length: 8\r\n\r\n<urlset>", "its zstd does not"),
    ] {
        let (fault, detail) = fault(&raw(format!("{head}{reply}")));
        assert_eq!(fault, Fault::Broken, "{reply}: {detail}");
        assert!(detail.contains(expected), "{reply}: {detail}");
    }
    for reply in ["", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "nonsense\r\n\r\n", "HTTP/9 200\r\n\r\n"] {
        assert_eq!(fault(&raw(reply)).0, Fault::Broken, "{reply}");
    }
    let chunked =
        "transfer-encoding: chunked\r\n\r\n4;x=y\r\n<url\r\n4\r\nset>\r\n0\r\na: b\r\n\r\n";
    // The last chunk is there, so all of the body is.
    let bare = "transfer-encoding: chunked\r\n\r\n8\r\n<urlset>\r\n0\r\n";
    for whole in [chunked, bare, "\r\n<urlset>"] {
        let server = Server::always(raw(format!("{head}{whole}")));
        assert_eq!(text(fetch(quick(), &server.url("/")).unwrap()), "<urlset>", "{whole}");
    }
}

#[test]
fn codings_of_the_transfer() {
    let body = b"<urlset></urlset>";
    let zstd = [
        // A frame with a raw block and its length: RFC 8878, section 3.1.1.
        &[0x28, 0xb5, 0x2f, 0xfd, 0x20, 17, 0x89, 0, 0][..],
        body,
    ]
    .concat();
    // A frame to skip, of three bytes: section 3.1.2.
    let skip = |rest: &[u8]| [&[0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3][..], rest].concat();
    let coded =
        |coding: &str, body: &[u8]| answer(200, &[&format!("content-encoding: {coding}")], body);
    for (path, reply, expected) in [
        ("/a.xml", coded("gzip", &gzip(body)), &body[..]),
        ("/a.xml", coded("gzip", &[&gzip(body)[..], &[0; 70_000]].concat()), body),
        ("/a.xml", coded("gzip", &[gzip(&body[..8]), vec![0; 9], gzip(&body[8..])].concat()), body),
        ("/a.xml", coded("X-GZIP", &[gzip(&body[..8]), gzip(&body[8..])].concat()), body),
        ("/a.xml", coded("zstd", &zstd), body),
        ("/a.xml", coded("zstd", &[zstd.clone(), zstd.clone()].concat()), &body.repeat(2)),
        ("/a.xml", coded("zstd", &skip(&zstd)), body),
        ("/a.xml", coded("zstd", &[&zstd[..], &skip(&skip(&zstd))].concat()), &body.repeat(2)),
        ("/a.xml", coded("zstd", &skip(&zstd[..0])), b""),
        // Frames to skip are part of the file that was compressed once more.
        ("/a.xml.zst", coded("gzip", &gzip(&skip(&zstd))), &skip(&zstd)),
        ("/a.xml", coded("identity", body), body),
        // The coding is the file itself.
        ("/a.xml.gz?x=1", coded("gzip", &gzip(body)), &gzip(body)),
        // The file was compressed once more.
        ("/a.xml.gz", coded("gzip", &gzip(&gzip(body))), &gzip(body)),
        ("/a.xml.gz", answer(200, &[], gzip(body)), &gzip(body)),
    ] {
        let server = Server::always(reply);
        let mut fetched = fetch(quick(), &server.url(path)).unwrap();
        let mut bytes = Vec::new();
        fetched.body.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, expected, "{path}");
        assert_eq!(bytes.len() as u64, fetched.length);
    }
    let cut = gzip(body);
    let (kind, detail) = fault(&coded("gzip", &cut[..cut.len() - 3]));
    assert_eq!(kind, Fault::Broken, "{detail}");
    for cut in [&zstd[..zstd.len() - 3], &skip(b"")[..9], &skip(b"")[..6], &zstd[..2]] {
        let (kind, detail) = fault(&coded("zstd", cut));
        assert_eq!(kind, Fault::Broken, "{detail}");
    }
}

#[test]
fn checksums_of_frames() {
    // The lower half of XXH64 of the content behind a raw block: RFC 8878, section 3.1.1.
    let head = [0x28, 0xb5, 0x2f, 0xfd, 0x24, 17, 0x89, 0, 0];
    let frame = [&head[..], b"<urlset></urlset>", &[0x39, 0xb0, 0xdc, 0x22]].concat();
    let coded = |frames: &[&[u8]]| answer(200, &["content-encoding: zstd"], frames.concat());
    let server = Server::always(coded(&[&frame, &frame]));
    let whole = text(fetch(quick(), &server.url("/a.xml")).unwrap());
    assert_eq!(whole, "<urlset></urlset>".repeat(2));
    for place in head.len()..frame.len() {
        let mut wrong = frame.clone();
        wrong[place] ^= 1;
        for frames in [&[&wrong[..]][..], &[&wrong, &frame], &[&frame, &wrong]] {
            let (kind, detail) = fault(&coded(frames));
            assert_eq!(kind, Fault::Broken, "{place}: {detail}");
            assert!(detail.ends_with("the checksum of a frame does not fit"), "{detail}");
        }
    }
    // Without its last byte there is nothing to compare with.
    assert_eq!(fault(&coded(&[&frame[..frame.len() - 1]])).0, Fault::Broken);
}

#[test]
fn bombs_and_sizes() {
    let options = || FetchOptions { body_bytes: 1000, ..quick() };
    let bomb = gzip(&vec![b' '; 2000]);
    assert!(bomb.len() < 100);
    for reply in [
        answer(200, &["content-encoding: gzip"], &bomb),
        answer(200, &[], vec![b' '; 1001]),
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
            Step::Repeat(vec![b' '; 100], Duration::ZERO),
        ],
        raw("HTTP/1.1 200 OK\r\ncontent-length: 99999999999999\r\n\r\n"),
    ] {
        let server = Server::always(reply);
        assert_eq!(fetch(options(), &server.url("/")).unwrap_err().fault, Fault::TooLarge);
    }
    let server = Server::always(answer(200, &[], vec![b' '; 1000]));
    assert_eq!(fetch(options(), &server.url("/")).unwrap().length, 1000);
}

#[test]
fn one_that_inflates_as_none_does_by_chance() {
    let bomb = gzip(&vec![b' '; 65 << 20]);
    let server = Server::always(answer(200, &["content-encoding: gzip"], &bomb));
    let start = Start::typed(&server.url("/")).unwrap();
    let fetcher = Fetcher::new(FetchOptions::default()).unwrap();
    fetcher.trust(&start);
    let error = fetcher.fetch(start.url(), &start).unwrap_err();
    assert_eq!(error.fault, Fault::Bomb, "{error}");
    assert!(error.detail.starts_with("more than 200 times its "), "{error}");
    // Who knows the server may allow more.
    let fetcher = Fetcher::new(FetchOptions { ratio: 2000, ..FetchOptions::default() }).unwrap();
    fetcher.trust(&start);
    assert_eq!(fetcher.fetch(start.url(), &start).unwrap().length, 65 << 20);
}

#[test]
fn slow_servers() {
    let ms = Duration::from_millis;
    let head = || Step::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n".to_vec());
    for (reply, expected) in [
        (vec![Step::Wait(ms(1500))], "nothing came for 300ms"),
        (vec![Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()), Step::Wait(ms(1500))], "nothing came"),
        (vec![Step::Repeat(b"a: b\r\n".to_vec(), ms(50))], ""),
        (
            vec![
                Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
                Step::Repeat(b"a: b\r\n".to_vec(), ms(50)),
            ],
            "no whole answer within 700ms",
        ),
        (vec![head(), Step::Wait(ms(1500))], "nothing came for 300ms"),
        (vec![head(), Step::Repeat(b"x".to_vec(), ms(50))], "not done within 1.2s"),
    ] {
        let (fault, detail) = fault(&reply);
        if expected.is_empty() {
            assert!(matches!(fault, Fault::Slow | Fault::Broken), "{detail}");
        } else {
            assert_eq!(fault, Fault::Slow, "{detail}");
            assert!(detail.contains(expected), "{detail}");
        }
    }
    let crawling = Server::always(vec![head(), Step::Repeat(b"x".to_vec(), ms(20))]);
    let options = FetchOptions { grace: ms(200), ..quick() };
    let error = fetch(options, &crawling.url("/")).unwrap_err();
    assert_eq!(error.fault, Fault::Slow);
    assert!(error.detail.ends_with("bytes in 0 s"), "{error}");
}

#[test]
fn headers_without_end() {
    let endless = vec![
        Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
        Step::Repeat(format!("a: {}\r\n", "x".repeat(8000)).into_bytes(), Duration::ZERO),
    ];
    assert_eq!(fault(&endless).0, Fault::Broken);
    let large = format!("a: {}", "x".repeat(290 << 10));
    let server = Server::always(answer(200, &[&large], "<urlset/>"));
    assert_eq!(text(fetch(quick(), &server.url("/")).unwrap()), "<urlset/>");
    let (fault, detail) = fault(&answer(200, &[&large, &large], ""));
    assert_eq!((fault, detail.as_str()), (Fault::Broken, "headers of more than 307200 bytes"));
}

#[test]
fn redirects() {
    let server = Server::new(|request| match request.path.as_str() {
        "/self" => redirect("/self"),
        "/a" => redirect("/b"),
        "/b" => redirect("/a"),
        "/none" => answer(302, &[], ""),
        "/two" => answer(302, &["location: /end", "location: /other"], ""),
        "/twice" => answer(302, &["location: /end", "location: /end"], ""),
        "/file" => redirect("file:///etc/passwd"),
        "/data" => redirect("data:text/xml,<urlset/>"),
        "/end" => xml("<urlset/>"),
        path => match path.strip_prefix("/chain/").and_then(|left| left.parse::<u32>().ok()) {
            Some(0) => redirect("/end"),
            Some(left) => redirect(&format!("{}", left - 1)),
            None => answer(404, &[], ""),
        },
    });
    for (path, detail) in [
        ("/self", "it leads back to where it came from"),
        ("/a", "it leads back to where it came from"),
        ("/none", "it names no address"),
        ("/two", "it names two addresses"),
        ("/file", "to `file:///etc/passwd`, which is neither http nor https"),
        ("/data", "to `data:text/xml,<urlset/>`, which is neither http nor https"),
        ("/chain/10", "more than 10 on the way"),
    ] {
        let error = fetch(quick(), &server.url(path)).unwrap_err();
        assert_eq!((error.fault, error.detail.as_str()), (Fault::Redirect, detail), "{path}");
    }
    fetch(quick(), &server.url("/twice")).unwrap();
    let fetched = fetch(quick(), &server.url("/chain/9")).unwrap();
    assert_eq!((fetched.about.redirects, fetched.about.url.clone()), (10, server.url("/end")));
    let options = FetchOptions { redirects: 0, ..quick() };
    assert_eq!(fetch(options, &server.url("/chain/0")).unwrap_err().fault, Fault::Redirect);
}

#[test]
fn statuses() {
    for status in [204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 503] {
        let reply = raw(format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n"));
        assert_eq!(fault(&reply).0, Fault::Status(status));
    }
}

#[test]
fn further_attempts() {
    let options = || FetchOptions { retries: 2, ..quick() };
    let failing = |times: usize, reply: fn() -> Reply| {
        let left = std::sync::atomic::AtomicUsize::new(times);
        Server::new(move |_| {
            let before = std::sync::atomic::Ordering::SeqCst;
            let count = left.fetch_update(before, before, |left| left.checked_sub(1));
            count.map_or_else(|_| xml("<urlset/>"), |_| reply())
        })
    };
    let cut = || raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n<url");
    for reply in [|| answer(503, &[], ""), || answer(429, &["retry-after: 0"], ""), cut] {
        let server = failing(2, reply);
        assert_eq!(text(fetch(options(), &server.url("/")).unwrap()), "<urlset/>");
        assert_eq!(server.requests().len(), 3);
        let server = failing(3, reply);
        assert!(fetch(options(), &server.url("/")).is_err());
        assert_eq!(server.requests().len(), 3);
    }
    let never = failing(3, || answer(404, &[], ""));
    assert_eq!(fetch(options(), &never.url("/")).unwrap_err().fault, Fault::Status(404));
    assert_eq!(never.requests().len(), 1, "what is gone is asked for once");
    for far in ["retry-after: 3600", "retry-after: Fri, 31 Dec 9999 23:59:59 GMT"] {
        let reply = answer(503, &[far], "");
        let server = Server::always(reply);
        let error = fetch(options(), &server.url("/")).unwrap_err();
        assert_eq!(error.fault, Fault::Status(503));
        assert!(error.detail.starts_with("it asks to wait "), "{error}");
        assert_eq!(server.requests().len(), 1);
    }
}

/// Also where what the last of them asks for ends it.
#[test]
fn attempts_are_counted() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::new(move |_| {
        let is_first = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        answer(503, if is_first { &[] } else { &["retry-after: 3600"] }, "")
    });
    let error = fetch(FetchOptions { retries: 9, ..quick() }, &server.url("/")).unwrap_err();
    assert_eq!(error.detail, "it asks to wait 3600 s, which is too long; asked 2 times");
}

/// A document has its time once, however often it is asked for.
#[test]
fn attempts_have_one_time_in_all() {
    let ms = Duration::from_millis;
    let slow = Server::always([vec![Step::Wait(ms(250))], answer(503, &[], "")].concat());
    let options = FetchOptions { retries: 40, backoff: Duration::ZERO, ..quick() };
    let error = fetch(options, &slow.url("/")).unwrap_err();
    assert_eq!(error.fault, Fault::Slow, "{error}");
    let busy = Server::always(answer(503, &["retry-after: 2"], ""));
    let options = FetchOptions { retries: 1, patience: Duration::from_secs(60), ..quick() };
    let error = fetch(options, &busy.url("/")).unwrap_err();
    assert_eq!(error.fault, Fault::Status(503), "{error}");
    assert!(error.detail.contains("it asks to wait 2 s, which is too long"), "{error}");
    // A pause of our own is not what it asks for.
    let now = Server::always(answer(503, &["retry-after: 0"], ""));
    let [whole, backoff] = [20, 60].map(Duration::from_secs);
    let options = FetchOptions { retries: 1, patience: 2 * backoff, backoff, whole, ..quick() };
    let error = fetch(options, &now.url("/")).unwrap_err();
    assert!(error.detail.contains("there is no time left to ask again"), "{error}");
}

/// Nothing but the end of the connection ends such a body, and a reset is none.
#[test]
fn a_reset_ends_no_body() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/a.txt", listener.local_addr().unwrap());
    let serve = std::thread::spawn(move || {
        for shuts in [false, true] {
            let (mut stream, _) = listener.accept().unwrap();
            let head = "HTTP/1.1 200 X\r\ncontent-type: text/plain\r\nconnection: close";
            stream.write_all(format!("{head}\r\n\r\nhttps://e.com/a\n").as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(100));
            if shuts {
                assert_ne!(stream.read(&mut [0; 4096]).unwrap(), 0);
            }
            // What was not read of the request makes it a reset.
        }
    });
    let error = fetch(quick(), &url).map(text).unwrap_err();
    let told = (error.fault, error.detail.as_str());
    assert_eq!(told, (Fault::Broken, "the connection was closed too early"));
    assert_eq!(fetch(quick(), &url).map(text).unwrap(), "https://e.com/a\n");
    serve.join().unwrap();
}

/// What a server says of its failure is found in any coding and framing, and nothing else is made of it.
#[test]
fn what_an_answer_says() {
    let page = b"<html><title>Down for maintenance</title>";
    let chunked = |body: &[u8]| {
        let head =
            format!("HTTP/1.1 503 X\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n", body.len());
        raw([head.as_bytes(), body, b"\r\n0\r\n\r\n"].concat())
    };
    let long = [&page[..], &[b' '; 100_000]].concat();
    let endless = gzip(b"").repeat(50_000);
    let mut stalls = chunked(page);
    let Some(Step::Send(bytes)) = stalls.first_mut() else { panic!() };
    bytes.truncate(bytes.len() - b"\r\n0\r\n\r\n".len());
    stalls.push(Step::Wait(Duration::from_millis(1500)));
    for (reply, said) in [
        (answer(503, &["content-encoding: gzip"], gzip(page)), true),
        (answer(503, &[], &long), true),
        (answer(503, &["content-encoding: gzip"], gzip(&long)), true),
        (chunked(page), true),
        (stalls, true),
        (answer(503, &["content-encoding: gzip"], &gzip(page)[..12]), false),
        (answer(503, &["content-encoding: gzip"], endless), false),
        (answer(503, &["content-encoding: br"], page), false),
    ] {
        let server = Server::always(reply);
        let options = FetchOptions { retries: 0, ..quick() };
        let error = fetch(options, &server.url("/a.xml")).unwrap_err();
        let expected = if said { "`Down for maintenance`" } else { "" };
        assert_eq!((error.fault, &*error.detail), (Fault::Status(503), expected));
    }
    let reply = answer(422, &["content-encoding: gzip"], gzip(b"{\"message\":\"no\"}"));
    let server = Server::always(reply);
    let fetcher = Fetcher::new(quick()).unwrap();
    let start = Start::typed(&server.url("/indexnow")).unwrap();
    fetcher.trust(&start);
    let answer = fetcher.post(&start, "application/json", b"{}").unwrap();
    assert_eq!((answer.status, &*answer.text), (422, "{\"message\":\"no\"}"));
}

/// What a server says of its failure is a courtesy: waiting for it takes nothing from what further
/// attempts need.
#[test]
fn a_text_that_stalls_costs_no_attempt() {
    let head = "HTTP/1.1 503 X\r\nconnection: close\r\ncontent-length: 9000\r\n\r\n";
    let stalls = Step::Wait(Duration::from_secs(20));
    let trickles = Step::Repeat(b" ".to_vec(), Duration::from_millis(20));
    for (said, rest, detail) in [
        ("", stalls.clone(), "asked 3 times"),
        ("<title>Down</title>", stalls, "`Down`; asked 3 times"),
        ("Overloaded\n", trickles, "`Overloaded`; asked 3 times"),
    ] {
        let reply = [raw(format!("{head}{said}")), vec![rest]].concat();
        let server = Server::always(reply);
        let whole = Duration::from_secs(4);
        let options = FetchOptions { whole, idle: 5 * whole, retries: 2, ..quick() };
        let error = fetch(options, &server.url("/a.xml")).unwrap_err();
        assert_eq!((error.fault, &*error.detail), (Fault::Status(503), detail));
        assert_eq!(server.requests().len(), 3);
    }
}
