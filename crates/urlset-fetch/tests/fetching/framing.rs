//! Answers of which nobody can say how long they are, flags that no request can carry, and pauses of our
//! own.

use crate::asking::fetch;
use crate::server::{Server, raw, xml};
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
