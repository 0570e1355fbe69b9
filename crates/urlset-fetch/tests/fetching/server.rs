//! A server on loopback that answers what a test says, byte by byte, and remembers what it was asked.

#![allow(unreachable_pub, dead_code, reason = "each test program takes what it needs")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a server was asked.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }
}

/// What it does, one after the other; then it closes the connection.
#[derive(Clone, Debug)]
pub enum Step {
    Send(Vec<u8>),
    Wait(Duration),
    /// The same bytes over and over, with a rest between, until nobody listens.
    Repeat(Vec<u8>, Duration),
}

pub type Reply = Vec<Step>;

/// An answer with a body and headers of its own.
pub fn answer(status: u16, headers: &[&str], body: impl AsRef<[u8]>) -> Reply {
    let body = body.as_ref();
    let mut head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\n");
    for header in headers {
        head += &format!("{header}\r\n");
    }
    head += &format!("content-length: {}\r\n\r\n", body.len());
    raw([head.as_bytes(), body].concat())
}

/// A document of XML.
pub fn xml(body: impl AsRef<[u8]>) -> Reply {
    answer(200, &["content-type: application/xml"], body)
}

/// A redirect.
pub fn redirect(to: &str) -> Reply {
    answer(302, &[&format!("location: {to}")], "")
}

/// These bytes.
pub fn raw(bytes: impl AsRef<[u8]>) -> Reply {
    vec![Step::Send(bytes.as_ref().to_vec())]
}

pub struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// A server whose answers depend on what it is asked.
    pub fn new(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::<Mutex<Vec<Request>>>::default();
        let (handler, seen) = (Arc::new(handler), Arc::clone(&requests));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (handler, seen) = (Arc::clone(&handler), Arc::clone(&seen));
                // A client that leaves is what some tests are about.
                std::thread::spawn(move || {
                    let mut stream = stream.ok()?;
                    let request = read(&stream)?;
                    seen.lock().unwrap().push(request.clone());
                    serve(&mut stream, handler(&request))
                });
            }
        });
        Server { port, requests }
    }

    /// The same answer for everybody.
    pub fn always(reply: Reply) -> Server {
        Server::new(move |_| reply.clone())
    }

    pub fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority())
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// The paths of that.
    pub fn paths(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.path).collect()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    let mut next = |reader: &mut BufReader<TcpStream>| {
        line.clear();
        reader.read_line(&mut line).ok()?;
        Some(line.trim_end().to_owned())
    };
    let first = next(&mut reader)?;
    let mut words = first.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let line = next(&mut reader)?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut request = Request { method, path, headers, body: String::new() };
    let length = request.header("content-length").and_then(|length| length.parse().ok());
    reader.take(length.unwrap_or(0)).read_to_string(&mut request.body).ok()?;
    Some(request)
}

fn serve(stream: &mut TcpStream, reply: Reply) -> Option<()> {
    for step in reply {
        match step {
            Step::Send(bytes) => stream.write_all(&bytes).ok()?,
            Step::Wait(time) => std::thread::sleep(time),
            Step::Repeat(bytes, rest) => loop {
                stream.write_all(&bytes).ok()?;
                std::thread::sleep(rest);
            },
        }
    }
    Some(())
}
