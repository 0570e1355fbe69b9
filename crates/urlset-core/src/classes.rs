//! What the bytes of a text are, by a table.

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

#[cfg(test)]
mod tests {
    use super::classes;

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
