//! Serves a folder of files to this machine alone, until it is stopped.

use crate::Outcome;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// Serves the files of a folder, one request after the other.
pub(crate) fn serve(folder: &Path) -> Outcome {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 8000))
        .or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
    println!("http://{}/  (Ctrl-C ends it)", listener.local_addr()?);
    for stream in listener.incoming() {
        // Who hangs up in the middle is no reason to end.
        if let Err(error) = stream.and_then(|stream| answer(stream, folder)) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = name.rsplit_once('.').map(|(_, kind)| kind).and_then(media_type);
    // Names of files in the folder, and no way out of it.
    let file = folder.join(name);
    let body = kind.filter(|_| !name.contains(['/', '\\'])).and_then(|_| std::fs::read(file).ok());
    let (status, kind) = match &body {
        Some(_) => ("200 OK", kind.unwrap_or_default()),
        None => ("404 Not Found", "text/plain"),
    };
    let body = body.unwrap_or_default();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

fn media_type(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}
