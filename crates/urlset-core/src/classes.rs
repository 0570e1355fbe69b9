//! What the bytes of a text are, by a table.

use crate::lanes::{bits, first, is_any, lanes};
use core::hint::black_box;

/// All classes that the bytes of a text have together: what the table has for each, added up bit by
/// bit. Nearly every text has nothing but bytes of class 0, and needs no other look.
#[inline]
pub fn classes(bytes: &[u8], table: &[u8; 256]) -> u8 {
    let of = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
    // Eight at a time: the loop costs as much as the look.
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut all = 0;
    for [a, b, c, d, e, f, g, h] in chunks {
        all |= of(*a) | of(*b) | of(*c) | of(*d);
        all |= of(*e) | of(*f) | of(*g) | of(*h);
    }
    rest.iter().fold(all, |all, byte| all | of(*byte))
}

/// Whether any byte of a text is so: sixteen at once, for `is` has no branches; the last of them twice
/// instead of one by one.
#[inline]
pub fn any(bytes: &[u8], is: impl Fn(u8) -> bool) -> bool {
    let Some(last) = bytes.last_chunk::<16>() else { return any_of_few(bytes, is) };
    // A place for each of sixteen, which are added up at the end only, and a slice that grows shorter:
    // compilers make one instruction of the inner loop then, whatever `is` compares, as they do not of
    // chunks that they can count before.
    let (mut all, mut chunk, mut rest) = ([0_u8; 16], last, bytes);
    loop {
        for (lane, byte) in all.iter_mut().zip(chunk) {
            *lane |= if is(*byte) { u8::MAX } else { 0 };
        }
        let Some((next, after)) = rest.split_first_chunk::<16>() else { return is_any(all) };
        (chunk, rest) = (next, after);
    }
}

/// The same of fewer than sixteen bytes: eight at once, the last of them twice.
#[inline(always)]
fn any_of_few(bytes: &[u8], is: impl Fn(u8) -> bool) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) else {
        return bytes.iter().any(|byte| is(*byte));
    };
    let mut all = [0_u8; 8];
    for (lane, (one, other)) in all.iter_mut().zip(first.iter().zip(last)) {
        *lane = u8::from(is(*one) | is(*other));
    }
    u64::from_ne_bytes(black_box(all)) != 0
}

/// Whether any byte of a text is so, with the byte behind it, which is 0 for the last: as [`any`].
#[inline]
pub(crate) fn any_before(bytes: &[u8], is: impl Fn(u8, u8) -> bool) -> bool {
    let Some((last, firsts)) = bytes.split_last() else { return false };
    let nexts = bytes.get(1..).unwrap_or_default();
    let some = |some: &[u8; 16], next: &[u8; 16]| {
        let mut lanes = [0_u8; 16];
        for (lane, (byte, next)) in lanes.iter_mut().zip(some.iter().zip(next)) {
            *lane = if is(*byte, *next) { u8::MAX } else { 0 };
        }
        first(lanes).is_some()
    };
    let (chunks, rest) = firsts.as_chunks::<16>();
    let mut both = chunks.iter().zip(nexts.as_chunks::<16>().0);
    if is(*last, 0) || both.any(|(chunk, next)| some(chunk, next)) {
        return true;
    }
    match (firsts.last_chunk::<16>(), nexts.last_chunk::<16>()) {
        (Some(chunk), Some(next)) => !rest.is_empty() && some(chunk, next),
        _ => firsts.iter().zip(nexts).any(|(byte, next)| is(*byte, *next)),
    }
}

/// The first byte of a text that is so: sixteen at once, for `is` has no branches; the last of them twice
/// instead of one by one.
#[inline]
pub fn position(bytes: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<16>();
    for (number, chunk) in chunks.iter().enumerate() {
        if let Some(at) = first(lanes(chunk, &is)) {
            return Some(number * 16 + at);
        }
    }
    if rest.is_empty() {
        return None;
    }
    let Some(last) = bytes.last_chunk::<16>() else {
        return rest.iter().position(|byte| is(*byte));
    };
    Some(bytes.len() - 16 + first(lanes(last, &is))?)
}

/// The same where the byte stands in another place each time: thirty-two at once without a branch among them, which
/// no processor foresees, as at the ends of dates with and without a time. Where it is one of the first
/// sixteen nearly always, [`position`] is less work.
#[inline]
pub fn position_anywhere(bytes: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
    let (pairs, _) = bytes.as_chunks::<16>().0.as_chunks::<2>();
    for (number, [one, two]) in pairs.iter().enumerate() {
        let all = u32::from(bits(lanes(one, &is))) | u32::from(bits(lanes(two, &is))) << 16;
        if all != 0 {
            return Some(number * 32 + all.trailing_zeros() as usize);
        }
    }
    let passed = 32 * pairs.len();
    Some(passed + position(bytes.get(passed..)?, is)?)
}

/// A text before the first byte of ASCII that is so, and from it on; nothing where there is none.
///
/// ```
/// assert_eq!(urlset_core::cut("e.com/a?b", |byte| matches!(byte, b'/' | b'?')), ("e.com", "/a?b"));
/// assert_eq!(urlset_core::cut("e.com", |byte| byte == b'/'), ("e.com", ""));
/// ```
#[inline]
pub fn cut(text: &str, is: impl Fn(u8) -> bool) -> (&str, &str) {
    let at = text.bytes().position(is).unwrap_or(text.len());
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Whether two texts are the same, eight bytes at a time: for those that are short, or empty.
///
/// `==` asks the C library, which reads under a mask where the processor has AVX-512. That costs 150 ns where
/// nothing is mapped, as where empty texts point (Zen 5, glibc 2.36): more than all else that is done for an
/// entry.
///
/// ```
/// assert!(urlset_core::are_same(b"", b""));
/// assert!(!urlset_core::are_same(b"</loc>", b"</lob>"));
/// ```
#[inline]
pub fn are_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let (Some(last), Some(other_last)) = (one.last_chunk::<8>(), other.last_chunk::<8>()) else {
        return one.iter().zip(other).all(|(one, other)| one == other);
    };
    let chunks = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let differ =
        |one: &[u8; 8], other: &[u8; 8]| u64::from_ne_bytes(*one) ^ u64::from_ne_bytes(*other);
    chunks.fold(differ(last, other_last), |all, (one, other)| all | differ(one, other)) == 0
}

/// Whether a text begins with another, compared as [`are_same`] does.
#[inline]
pub fn begins(text: &[u8], front: &[u8]) -> bool {
    text.get(..front.len()).is_some_and(|text| are_same(text, front))
}

/// Whether any two bytes of a text that follow each other are these: eight at once.
pub fn any_pair(bytes: &[u8], [one, two]: [u8; 2]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let (ones, twos) = (u64::from(one) * ONES, u64::from(two) * ONES);
    let nexts = bytes.get(1..).unwrap_or_default();
    let (chunks, _) = bytes.get(..nexts.len()).unwrap_or_default().as_chunks::<8>();
    let mut found = 0;
    for (chunk, next) in chunks.iter().zip(nexts.as_chunks::<8>().0) {
        // A byte of this is 0 where the pair is; taking 1 from it then sets its highest bit.
        let other = (u64::from_ne_bytes(*chunk) ^ ones) | (u64::from_ne_bytes(*next) ^ twos);
        found |= other.wrapping_sub(ONES) & !other & (ONES << 7);
    }
    let rest = bytes.get(chunks.len() * 8..).unwrap_or_default();
    found != 0 || rest.windows(2).any(|pair| pair == [one, two])
}

#[cfg(test)]
mod tests {
    use super::{
        any, any_before, any_pair, are_same, begins, classes, position, position_anywhere,
    };

    #[test]
    fn each_byte_of_two_texts_counts() {
        let text: Vec<u8> = (0..40).collect();
        for length in 0..text.len() {
            let one = &text[..length];
            assert!(are_same(one, &Vec::from(one)) && begins(&text, one));
            assert!(!are_same(one, &text[..=length]) && !begins(one, &text[..=length]));
            for at in 0..length {
                let mut other = one.to_vec();
                other[at] ^= 0x80;
                assert!(!are_same(one, &other) && !begins(&text, &other), "{at} of {length}");
            }
        }
    }

    #[test]
    fn the_first_of_several_is_found_anywhere() {
        for (length, at) in (0..90).flat_map(|length| (0..length).map(move |at| (length, at))) {
            let mut bytes = vec![b'a'; length];
            assert_eq!(position_anywhere(&bytes, |byte| byte == b'<'), None);
            bytes[at] = b'<';
            bytes[at + (length - at) / 2] = b'<';
            assert_eq!(position_anywhere(&bytes, |byte| byte == b'<'), Some(at), "of {length}");
        }
    }

    #[test]
    fn any_pair_counts() {
        for (length, at) in (0..50_usize).flat_map(|length| (0..length).map(move |at| (length, at)))
        {
            let mut bytes = vec![b'.'; length];
            bytes[at] = b'/';
            assert_eq!(any_pair(&bytes, *b"/."), at + 1 < length, "{at} of {length}");
            assert_eq!(any_pair(&bytes, *b"./"), at > 0, "{at} of {length}");
            assert!(!any_pair(&bytes, *b"//"));
        }
    }

    #[test]
    fn any_byte_before_another_counts() {
        for (length, at) in (0..50).flat_map(|length| (0..length).map(move |at| (length, at))) {
            let mut bytes = vec![b'a'; length];
            bytes[at] = b'/';
            let before = |next| any_before(&bytes, |byte, other| (byte == b'/') & (other == next));
            assert_eq!(before(b'a'), at + 1 < length, "{at} of {length}");
            assert_eq!(before(0), at + 1 == length, "{at} of {length}");
            assert!(!before(b'/') && any_before(&bytes, |byte, _| byte == b'/'));
        }
    }

    #[test]
    fn any_byte_counts() {
        for (length, at) in (0..50).flat_map(|length| (0..length).map(move |at| (length, at))) {
            let mut bytes = vec![b'a'; length];
            assert!(!any(&bytes, |byte| byte == b' '));
            assert_eq!(position(&bytes, |byte| byte == b' '), None);
            bytes[at] = b' ';
            assert!(any(&bytes, |byte| byte == b' '), "{at} of {length}");
            assert_eq!(position(&bytes, |byte| byte == b' '), Some(at), "{at} of {length}");
            bytes[length - 1] = b' ';
            assert_eq!(position(&bytes, |byte| byte == b' '), Some(at), "{at} of {length}");
        }
    }

    #[test]
    fn every_byte_counts() {
        let mut table = [0; 256];
        (table[usize::from(b'.')], table[255]) = (1, 2);
        for (length, at) in (0..40).flat_map(|length| (0..length).map(move |at| (length, at))) {
            let mut bytes = vec![b'a'; length];
            assert_eq!(classes(&bytes, &table), 0);
            bytes[at] = b'.';
            assert_eq!(classes(&bytes, &table), 1, "{at} of {length}");
            bytes[length - 1 - at] |= 255;
            assert_eq!(classes(&bytes, &table) & 2, 2, "{at} of {length}");
        }
    }
}
