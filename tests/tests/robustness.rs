//! Every case cut at every byte and with flipped bytes: no panic, no hang, and a cut document never
//! passes as whole where its format can tell.

use std::time::{Duration, Instant};
use urlset_tests::{Case, cases, read};

/// Above this many bytes only some of the places are tried.
const EVERY_BYTE: usize = 4096;

/// How many places of a larger document are tried.
const SAMPLED: usize = 400;

/// What one reading of a small document may take; generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(5);

fn places(length: usize, wanted: usize) -> impl Iterator<Item = usize> {
    let step = if length <= EVERY_BYTE { 1 } else { (length / wanted).max(1) };
    (0..length).step_by(step)
}

fn timed(case: &Case, bytes: &[u8], what: &str) -> urlset_tests::Reading {
    let begun = Instant::now();
    let reading = read(case, bytes);
    assert!(begun.elapsed() < PATIENCE, "{} {what} took {:?}", case.name, begun.elapsed());
    reading
}

/// Where the last byte that the format needs stands: what follows the root's end tag may be cut.
fn end_of_root(case: &Case) -> Option<usize> {
    let text = String::from_utf8_lossy(&case.bytes);
    let last = ["</urlset>", "</sitemapindex>", "</rss>", "</feed>", "</rdf:RDF>"]
        .iter()
        .filter_map(|tag| Some((text.rfind(tag)? + tag.len(), *tag)))
        .max()?;
    let (end, tag) = last;
    let once = text.to_ascii_lowercase().matches(tag).count() == 1;
    (once && text.len() == case.bytes.len()).then_some(end)
}

/// Whether a document of one kind ends here, before one of another kind: what was cut off is then all of that.
fn ends_document(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let is_root = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
    let root = text.split('<').find(is_root).unwrap_or_default();
    let name: String = root.chars().take_while(|c| c.is_alphanumeric() || *c == ':').collect();
    !name.is_empty() && text.trim_end().ends_with(&format!("</{name}>"))
}

/// Whether the document by itself is one that may pass as whole; a cut of one that is broken in
/// another way is told by that.
fn sound(case: &Case) -> bool {
    let reading = read(case, case.bytes.as_slice());
    reading.whole && matches!(reading.format, Some("xml" | "rss" | "atom"))
}

#[test]
fn cut_xml_never_passes_as_whole() {
    let mut failures = Vec::new();
    for case in cases().into_iter().filter(|case| case.is_plain_xml() && sound(case)) {
        let Some(end) = end_of_root(&case) else {
            continue;
        };
        for at in places(end, SAMPLED) {
            let reading = timed(&case, &case.bytes[..at], "when cut");
            if ends_document(&case.bytes[..at]) {
                continue;
            }
            if reading.whole || reading.passes_as_whole() {
                failures.push(format!("{} cut at {at} passes as whole", case.name));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cut_gzip_never_passes_as_whole() {
    let mut failures = Vec::new();
    // What follows the last member that matters may be cut off and leaves whole gzip.
    let open_end = ["file/gzip-empty-members", "file/gzip-trailing-junk"];
    let packed = cases()
        .into_iter()
        .filter(|case| case.bytes.starts_with(&[0x1f, 0x8b]))
        .filter(|case| !open_end.contains(&case.name.as_str()));
    for case in packed {
        let sound = read(&case, case.bytes.as_slice()).passes_as_whole();
        let zeros = case.bytes.iter().rev().take_while(|byte| **byte == 0).count();
        for at in places(case.bytes.len() - zeros.min(case.bytes.len()), SAMPLED) {
            let reading = timed(&case, &case.bytes[..at], "when cut");
            if sound && reading.passes_as_whole() {
                failures.push(format!("{} cut at {at} passes as whole", case.name));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cut_anything_never_panics() {
    for case in cases().into_iter().filter(|case| !case.is_plain_xml()) {
        for at in places(case.bytes.len(), SAMPLED) {
            timed(&case, &case.bytes[..at], "when cut");
        }
    }
}

#[test]
fn flipped_bytes_never_panic() {
    for case in cases() {
        let mut bytes = case.bytes.clone();
        for (turn, at) in places(bytes.len(), 100).enumerate().filter(|(turn, _)| turn % 3 == 0) {
            let flips: &[u8] = &[0x01, 0x20, 0x80, 0xff, b'<', b'&'];
            let flip = flips[turn / 3 % flips.len()];
            bytes[at] ^= flip;
            timed(&case, &bytes, "with a flipped byte");
            bytes[at] ^= flip;
        }
    }
}
