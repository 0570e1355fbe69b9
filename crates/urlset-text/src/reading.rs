//! Lists of lines, read and written: entries, findings and their places.

use crate::FORMAT;
use proptest::prelude::*;
use urlset_core::{Diagnostic, Entry, EntryWriter, Input, Limits, Loc, Lost, ReadOptions};

/// Gives so many bytes a read.
struct Slow<'t>(&'t [u8], usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        let (head, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(head);
        self.0 = rest;
        Ok(count)
    }
}

/// The locs with their lines, and the findings as `line:column rule lost`.
fn read(bytes: &[u8], step: usize, options: &ReadOptions) -> (Vec<String>, Vec<String>) {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(Slow(bytes, step)).lenient(options.lenient);
    let mut reader = FORMAT.open.unwrap()(input, options, &mut findings).unwrap();
    let (mut locs, mut entry) = (Vec::new(), Entry::default());
    while reader.read_entry(&mut entry, &mut findings).unwrap() {
        let at = reader.position();
        locs.push(format!("{}:{} {}", at.line, at.column, entry.loc));
    }
    let last = locs.last().and_then(|loc| loc.split_once(' ')).map(|(at, _)| at.to_owned());
    let at = reader.position();
    assert!(last.is_none_or(|last| last == format!("{}:{}", at.line, at.column)), "{locs:?}");
    let show = |found: &Diagnostic| {
        let at = found.position;
        format!("{}:{} {} {:?}", at.line, at.column, found.rule.id, found.lost)
    };
    (locs, findings.iter().map(show).collect())
}

fn check(text: &[u8], options: &ReadOptions, locs: &[&str], found: &[&str]) {
    for step in [1, 3, 1 << 20] {
        let read = read(text, step, options);
        let shown = String::from_utf8_lossy(text);
        assert_eq!(read.0, locs, "{shown:?} by {step}");
        assert_eq!(read.1, found, "{shown:?} by {step}");
    }
}

#[test]
fn plain_lines() {
    let plain = ReadOptions::default();
    check(
        b"https://example.com/a\nhttps://example.com/b\r\n\xef\xbb\xbfhttp://example.com/c\r\r\n",
        &plain,
        &["1:1 https://example.com/a", "2:1 https://example.com/b", "3:1 http://example.com/c"],
        &["3:1 loc/surrounding-whitespace Nothing", "4:1 text/blank-lines Nothing"],
    );
    check(
        "\u{feff}https://example.com/a\u{2028}b".as_bytes(),
        &plain,
        &[],
        &["1:1 text/bom Nothing", "1:1 loc/control-char Entry"],
    );
    check(
        b"https://example.com/a\rhttps://example.com/b\r",
        &plain,
        &["1:1 https://example.com/a", "2:1 https://example.com/b"],
        &[],
    );
    check(b"", &plain, &[], &[]);
    check(b"\r", &plain, &[], &["1:1 text/blank-lines Nothing"]);
}

#[test]
fn plain_lines_are_not_looked_at_again() {
    let read = |text: &str, plain_upto| {
        let options = ReadOptions { plain_upto, ..ReadOptions::default() };
        let mut findings: Vec<Diagnostic> = Vec::new();
        let input = Input::new(text.as_bytes());
        let mut reader = FORMAT.open.unwrap()(input, &options, &mut findings).unwrap();
        let (mut locs, mut entry) = (String::new(), Entry::default());
        while reader.read_entry(&mut entry, &mut findings).unwrap() {
            locs += &format!("{} {}\n", reader.position().line, entry.loc);
        }
        (reader.plain_upto(), locs, findings)
    };
    let text = "https://e.com/a\nhttps://e.com/b\n x\nhttps://e.com/c\n";
    let (plain_upto, locs, findings) = read(text, 0);
    assert_eq!((plain_upto, findings.len()), (32, 1));
    assert_eq!(read(text, plain_upto), (plain_upto, locs, findings));
    let whole = "https://e.com/a\nhttps://e.com/b";
    assert_eq!(read(whole, 0).0, whole.len() as u64);
    let other = read("x\n\ny\n", 2);
    assert_eq!((&*other.1, other.2.len()), ("1 x\n", 2), "lines beyond are looked at");
}

#[test]
fn what_is_no_address_is_told() {
    check(
        b"url\n# x\nsee https://example.com/\nhttps://example.com/?a&amp;b\nwww.example.com/\n\
          https://example.com/\t2026\nftp://example.com/\n01/02/2026\n/a\nexample.com/b\n\
          https://example.com/a\0\n",
        &ReadOptions::default(),
        &["4:1 https://example.com/?a&amp;b"],
        &[
            "1:1 text/non-url-line Entry",
            "2:1 text/non-url-line Entry",
            "3:1 text/non-url-line Entry",
            "4:1 text/entity-escaped Nothing",
            "5:1 text/non-url-line Entry",
            "6:1 text/non-url-line Entry",
            "7:1 loc/bad-scheme Entry",
            "8:1 text/non-url-line Entry",
            "9:1 loc/relative Entry",
            "10:1 text/non-url-line Entry",
            "11:1 loc/control-char Entry",
        ],
    );
}

#[test]
fn relative_lines_need_a_base() {
    let base = ReadOptions {
        base: Some("https://example.com/x/list.txt".into()),
        ..ReadOptions::default()
    };
    check(
        b"/a\n../b\nc/d\nexample.com/e\nwww.example.org/f\nHeading\n#g\n01/02/2026\n<a>/b</a>\n",
        &base,
        &[
            "1:1 https://example.com/a",
            "2:1 https://example.com/b",
            "3:1 https://example.com/x/c/d",
        ],
        &[
            "1:1 loc/relative Nothing",
            "2:1 loc/relative Nothing",
            "3:1 loc/relative Nothing",
            "4:1 text/non-url-line Entry",
            "5:1 text/non-url-line Entry",
            "6:1 text/non-url-line Entry",
            "7:1 text/non-url-line Entry",
            "8:1 text/non-url-line Entry",
            "9:1 text/non-url-line Entry",
        ],
    );
}

#[test]
fn several_on_a_line() {
    let text = b" https://example.com/a b  http://example.com/c\thttps://example.com/d\r\nhttp://example.com/e";
    check(
        text,
        &ReadOptions::default(),
        &["2:1 http://example.com/e"],
        &[
            "1:2 text/several-urls-on-line Entry",
            "1:27 text/several-urls-on-line Entry",
            "1:48 text/several-urls-on-line Entry",
        ],
    );
    let lenient = ReadOptions { lenient: true, ..ReadOptions::default() };
    check(
        text,
        &lenient,
        &[
            "1:1 https://example.com/a b",
            "1:27 http://example.com/c",
            "1:48 https://example.com/d",
            "2:1 http://example.com/e",
        ],
        &["1:2 text/several-urls-on-line Nothing", "1:2 loc/inner-whitespace Nothing"],
    );
}

#[test]
fn long_lines_and_bad_bytes_cost_themselves_only() {
    let limits = Limits { token_bytes: 40, ..Limits::default() };
    let short = ReadOptions { limits, ..ReadOptions::default() };
    let mut text = format!("https://example.com/{}\r\n", "x".repeat(5000)).into_bytes();
    text.extend(b"https://example.com/\xe9\nhttps://example.com/b");
    check(
        &text,
        &short,
        &["3:1 https://example.com/b"],
        &["1:1 limit/token-bytes Entry", "2:21 text/encoding-not-utf8 Entry"],
    );
    let lenient = ReadOptions { lenient: true, ..short };
    check(
        b"https://example.com/\xe9",
        &lenient,
        &["1:1 https://example.com/\u{e9}"],
        &["1:21 text/encoding-not-utf8 Nothing", "1:1 loc/not-escaped Nothing"],
    );
}

#[test]
fn no_second_line_is_injected() {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut out = String::new();
    let entry = Entry::new(Loc::new("https://example.com/a\nhttps://evil.example/"));
    crate::TextWriter.write_entry(&entry, &mut out, &mut findings).unwrap();
    assert_eq!(out, "");
    assert_eq!(findings[0].lost, Lost::Entry);
}

proptest! {
    #[test]
    fn written_is_read(paths in prop::collection::vec("[^ \\p{C}\\p{Z}]{0,20}", 0..20), step in 1..50_usize) {
        let locs: Vec<Loc> = paths
            .iter()
            .map(|path| Loc::new(&format!("https://example.com/{path}")))
            .filter(Loc::is_page_address)
            .collect();
        let mut out = String::new();
        for loc in &locs {
            crate::TextWriter.write_entry(&Entry::new(loc.clone()), &mut out, &mut ()).unwrap();
        }
        let (read, _) = read(out.as_bytes(), step, &ReadOptions::default());
        let written: Vec<_> = locs.iter().enumerate().map(|(at, loc)| format!("{}:1 {loc}", at + 1)).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn any_bytes_in_any_steps(bytes in prop::collection::vec(any::<u8>(), 0..200), step in 1..20_usize) {
        for lenient in [false, true] {
            let options = ReadOptions { lenient, ..ReadOptions::default() };
            prop_assert_eq!(read(&bytes, step, &options), read(&bytes, 1 << 20, &options));
        }
    }
}
