//! gzip around a sitemap: in members of any size it is the same, damaged it is never whole in
//! silence.

use super::reading::{assert_same, judge};
use crate::{Reading, Settings, Slow, read_with};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// The first bytes say where members end and what is damaged, the rest is what is compressed.
pub fn gzip_xml(data: &[u8]) {
    let [member, place, flip, cut, rest @ ..] = data else {
        return;
    };
    let settings = Settings::named("input.xml");
    let plain = read_with(&settings, rest);
    let (mut squeezed, ends) = members(rest, usize::from(*member));
    let same = read_with(&settings, squeezed.as_slice());
    if plain.format.is_some() && !rest.starts_with(&[0x1f, 0x8b]) {
        assert_same(
            &Reading { findings: Vec::new(), ..plain },
            &Reading { findings: Vec::new(), ..same.clone() },
        );
    }
    let place = usize::from(*place) * squeezed.len() / 256;
    squeezed[place] ^= flip;
    let left = squeezed.len() - usize::from(*cut).min(squeezed.len());
    squeezed.truncate(left);
    let damaged = read_with(&settings, squeezed.as_slice());
    judge(&damaged, &settings);
    let pieces = read_with(&settings, Slow::new(squeezed.as_slice(), 7));
    assert_same(&damaged, &pieces);
    // Where whole members are gone, nothing in those that are left tells it.
    let shorter = *cut > 0 && ends.contains(&left);
    if damaged.passes_as_whole() && same.whole && !shorter {
        // A flag or a time in the header may change, and nothing else.
        assert_eq!(damaged.entries, same.entries, "damage passes in silence");
    }
}

/// The bytes in members of so many bytes each, 0 for one of all; and where each ends.
fn members(bytes: &[u8], each: usize) -> (Vec<u8>, Vec<usize>) {
    let (mut out, mut ends) = (Vec::new(), Vec::new());
    let each = if each == 0 { bytes.len().max(1) } else { each * 16 };
    // An empty document is one empty member.
    for piece in bytes.chunks(each).chain(bytes.is_empty().then_some(bytes)) {
        let mut encoder = GzEncoder::new(&mut out, Compression::fast());
        encoder.write_all(piece).unwrap();
        ends.push(encoder.finish().unwrap().len());
    }
    (out, ends)
}
