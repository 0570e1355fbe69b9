//! Answers of which nobody can say how long they are, flags that no request can carry, and pauses of our
//! own.

use crate::asking::{fetch, quick};
use crate::server::{Server, Step, answer, raw, redirect, xml};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};
use urlset_fetch::{Fault, FetchOptions, Fetcher, Start};

#[test]
fn two_lengths_and_codings_that_nobody_knows() {
    let body = "5\r\nhello\r\n0\r\n\r\n";
    for (head, detail) in [
        ("HTTP/1.1 200 X\r\ncontent-length: 40\r\ntransfer-encoding: chunked", "two lengths"),
        ("HTTP/1.1 200 X\r\ntransfer-encoding: xchunked", "an unknown coding of the transfer"),
        ("HTTP/1.1 200 X\r\ntransfer-encoding: gzip, chunked", "an unknown coding of the transfer"),
        ("HTTP/1.0 200 X\r\ntransfer-encoding: chunked", "chunks of HTTP/1.0"),
    ] {
        let server = Server::always(raw(format!("{head}\r\nconnection: close\r\n\r\n{body}")));
        let options = FetchOptions { retries: 0, ..FetchOptions::default() };
        let error =
            fetch(options, &server.url("/a.txt")).map(|fetched| fetched.length).unwrap_err();
        assert_eq!((error.fault, error.detail.as_str()), (Fault::Broken, detail), "{head}");
    }
    let head = "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\nconnection: close";
    let server = Server::always(raw(format!("{head}\r\n\r\n{body}")));
    assert_eq!(fetch(FetchOptions::default(), &server.url("/a.txt")).unwrap().length, 5);
}

#[test]
fn our_own_pause_is_not_the_servers() {
    let server = Server::always(xml("<urlset/>"));
    let options = FetchOptions {
        whole: Duration::from_millis(300),
        interval: Duration::from_millis(400),
        ..FetchOptions::default()
    };
    let start = Start::typed(&server.url("/")).unwrap();
    let fetcher = Fetcher::new(options).unwrap();
    fetcher.trust(&start);
    let began = Instant::now();
    for path in ["/a.xml", "/b.xml"] {
        fetcher.fetch(&server.url(path), &start).unwrap();
    }
    assert!(began.elapsed() >= Duration::from_millis(400));
}

#[test]
fn what_no_request_can_carry_and_no_clock_can_add() {
    let agent = FetchOptions { user_agent: "a\nb".into(), ..FetchOptions::default() };
    assert_eq!(Fetcher::new(agent).unwrap_err().fault, Fault::Usage);
    let server = Server::always(xml("<urlset/>"));
    let endless = FetchOptions {
        whole: Duration::MAX,
        interval: Duration::MAX,
        connect: Duration::MAX,
        ..FetchOptions::default()
    };
    assert_eq!(fetch(endless, &server.url("/a.xml")).unwrap().length, 9);
}

#[test]
fn no_store_in_any_line_is_heard() {
    let folder = std::env::temp_dir().join(format!("urlset-no-store-{}", std::process::id()));
    let head = "HTTP/1.1 200 X\r\ncache-control: private\r\ncache-control: no-store";
    let server =
        Server::always(raw(format!("{head}\r\ncontent-length: 2\r\nconnection: close\r\n\r\nab")));
    let options = FetchOptions { cache: Some(folder.clone()), ..FetchOptions::default() };
    assert_eq!(fetch(options.clone(), &server.url("/a.txt")).unwrap().length, 2);
    let offline = FetchOptions { offline: true, ..options };
    assert_eq!(
        fetch(offline, &server.url("/a.txt")).map(|_| ()).unwrap_err().fault,
        Fault::Offline
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// What comes behind the last chunk is bounded as headers are, in a document and in what an answer says.
#[test]
fn trailers_without_end() {
    let lines = "a: b\r\n".repeat(1000);
    let chunked = |status: u16, rest: Step| {
        let head = format!("HTTP/1.1 {status} X\r\ntransfer-encoding: chunked\r\n\r\n");
        vec![Step::Send(format!("{head}4\r\n<a/>\r\n0\r\n").into_bytes()), rest]
    };
    let endless = Step::Repeat(lines.clone().into_bytes(), Duration::ZERO);
    let server = Server::always(chunked(200, endless.clone()));
    let options = FetchOptions { whole: Duration::from_secs(60), ..quick() };
    let error = fetch(options.clone(), &server.url("/a.xml")).unwrap_err();
    let told = (error.fault, error.detail.as_str());
    assert_eq!(told, (Fault::Broken, "headers of more than 307200 bytes"));
    let server = Server::always(chunked(503, endless));
    assert_eq!(fetch(options.clone(), &server.url("/")).unwrap_err().fault, Fault::Status(503));
    let some = Step::Send(format!("{}\r\n", lines.repeat(40)).into_bytes());
    let server = Server::always(chunked(200, some));
    assert_eq!(fetch(options.clone(), &server.url("/a.xml")).unwrap().length, 4);
    // A body in many chunks has none, however many bytes they take.
    let chunks = "1\r\nx\r\n".repeat(200_000) + "0\r\n\r\n";
    let head = "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    let server = Server::always(raw(format!("{head}{chunks}")));
    assert_eq!(fetch(options, &server.url("/a.txt")).unwrap().length, 200_000);
}

/// Reads a request, and gives whether one came.
fn heard(stream: &mut TcpStream) -> bool {
    let mut bytes = [0; 4096];
    stream.read(&mut bytes).is_ok_and(|count| count > 0)
}

/// A server closes a connection that it has kept when it likes, also while it is asked.
#[test]
fn a_connection_that_was_kept_too_long() {
    let whole = "HTTP/1.1 200 X\r\ncontent-length: 4\r\n\r\n<a/>";
    // What the second request on the first connection is answered with, and whether it is asked again.
    for (second, again) in [("", true), ("HTTP/1.1 2", false)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/a.xml", listener.local_addr().unwrap());
        let serve = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            assert!(heard(&mut stream));
            stream.write_all(whole.as_bytes()).unwrap();
            assert!(heard(&mut stream));
            stream.write_all(second.as_bytes()).unwrap();
            drop(stream);
            if again {
                let (mut stream, _) = listener.accept().unwrap();
                assert!(heard(&mut stream));
                stream.write_all(whole.as_bytes()).unwrap();
            }
        });
        let start = Start::typed(&url).unwrap();
        let fetcher = Fetcher::new(quick()).unwrap();
        fetcher.trust(&start);
        assert_eq!(fetcher.fetch(&url, &start).unwrap().length, 4);
        let fetched = fetcher.fetch(&url, &start);
        match again {
            true => assert_eq!(fetched.unwrap().length, 4),
            false => assert_eq!(fetched.unwrap_err().fault, Fault::Broken),
        }
        assert_eq!(fetcher.requests(), 2, "it is no attempt of its own");
        serve.join().unwrap();
    }
    // By a new connection nobody is asked twice.
    let server = Server::always(raw(""));
    assert_eq!(fetch(quick(), &server.url("/")).unwrap_err().fault, Fault::Broken);
    assert_eq!(server.requests().len(), 1);
}

/// What a server was told is not what its messages are for.
#[test]
fn what_a_server_repeats() {
    let server = Server::new(|request| {
        let told = request.header("authorization").unwrap_or_default().to_owned();
        let key = request.header("x-key").unwrap_or_default().to_owned();
        match request.path.as_str() {
            "/title" => answer(500, &[], format!("<title>{told} {key} ann:s3cret s3cret</title>")),
            // Cut off in the middle of it, nobody would know it.
            "/long" => answer(500, &[], format!("{} {key}", "x".repeat(115))),
            "/away" => redirect(&format!("http://10.0.0.1/?key={key}&pw=s3cret")),
            "/coded" => answer(200, &[&format!("content-encoding: {key}")], "x"),
            _ => answer(200, &[], format!("{told} {key}")),
        }
    });
    let headers = vec![("X-Key".to_owned(), "hidd3n-and-l0ng".to_owned())];
    let options = FetchOptions { headers, ..quick() };
    let secrets = ["s3cret", "YW5u", "hidd"];
    for path in ["/title", "/long", "/away", "/coded"] {
        let url = server.url(path).replace("http://", "http://ann:s3cret@");
        let error = fetch(options.clone(), &url).unwrap_err().to_string();
        assert!(!secrets.iter().any(|secret| error.contains(secret)), "{error}");
        assert!(error.contains("***") || path == "/long", "{error}");
    }
    let start = Start::typed(&server.url("/in").replace("http://", "http://ann:s3cret@")).unwrap();
    let fetcher = Fetcher::new(options).unwrap();
    fetcher.trust(&start);
    let answer = fetcher.post(&start, "text/plain", b"").unwrap();
    assert_eq!(answer.text, "*** ***");
}
