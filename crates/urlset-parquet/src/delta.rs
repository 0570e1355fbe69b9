//! Texts that are written as what they add to the one before, or with their lengths in front: looked at
//! before they are decoded. The library takes a part of the text before that is longer than that text for
//! all of it, and makes room for as many lengths as there are said to be.

/// How such a page is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Torn;

/// Looks at DELTA_BYTE_ARRAY: how much each value shares with the one before, how long the rest of it is,
/// and the rests.
pub(crate) fn shared(page: &[u8], most: usize) -> Result<(), Torn> {
    let (shared, after) = numbers(page, most)?;
    let (own, texts) = numbers(after, most)?;
    if shared.len() != own.len() {
        return Err(Torn);
    }
    let (mut before, mut sum) = (0_usize, 0_usize);
    for (shared, own) in shared.into_iter().zip(own) {
        let (shared, own) = (length(shared)?, length(own)?);
        if shared > before {
            return Err(Torn);
        }
        before = shared.saturating_add(own);
        sum = sum.saturating_add(own);
    }
    if sum == texts.len() { Ok(()) } else { Err(Torn) }
}

/// Looks at DELTA_LENGTH_BYTE_ARRAY: the lengths, and the texts.
pub(crate) fn measured(page: &[u8], most: usize) -> Result<(), Torn> {
    let (lengths, texts) = numbers(page, most)?;
    let mut sum = 0_usize;
    for one in lengths {
        sum = sum.saturating_add(length(one)?);
    }
    if sum == texts.len() { Ok(()) } else { Err(Torn) }
}

fn length(number: i32) -> Result<usize, Torn> {
    usize::try_from(number).map_err(|_| Torn)
}

/// Numbers as DELTA_BINARY_PACKED, at most so many, and what follows them.
fn numbers(bytes: &[u8], most: usize) -> Result<(Vec<i32>, &[u8]), Torn> {
    let mut rest = bytes;
    let (block, parts) = (varint(&mut rest)?, varint(&mut rest)?);
    let count = usize::try_from(varint(&mut rest)?).map_err(|_| Torn)?;
    let mut last = zigzag(&mut rest)?;
    let each = block.checked_div(parts).ok_or(Torn)?;
    // A block of a part for every byte of the page would be a page of one block.
    let fits = each > 0 && each.is_multiple_of(32) && block == each.saturating_mul(parts);
    if !fits || parts > bytes.len() as u64 || count > most {
        return Err(Torn);
    }
    let each = usize::try_from(each).map_err(|_| Torn)?;
    let mut found = Vec::with_capacity(count);
    found.extend((count > 0).then_some(last));
    while found.len() < count {
        let least = zigzag(&mut rest)?;
        let widths = take(&mut rest, usize::try_from(parts).map_err(|_| Torn)?)?;
        for width in widths.iter().map(|width| usize::from(*width)) {
            let here = (count - found.len()).min(each);
            if here == 0 {
                break;
            }
            if width > 32 {
                return Err(Torn);
            }
            let packed = take(&mut rest, width.saturating_mul(each) / 8)?;
            for at in 0..here {
                let delta = least.wrapping_add(bits(packed, at * width, width).cast_signed());
                last = last.wrapping_add(delta);
                found.push(last);
            }
        }
    }
    Ok((found, rest))
}

/// So many bits, the lowest first.
fn bits(bytes: &[u8], from: usize, width: usize) -> u32 {
    let mut eight = [0; 8];
    let part = bytes.get(from / 8..).unwrap_or_default();
    for (to, byte) in eight.iter_mut().zip(part) {
        *to = *byte;
    }
    let value = u64::from_le_bytes(eight) >> (from % 8);
    let mask = (1_u64 << width) - 1;
    u32::try_from(value & mask).unwrap_or(u32::MAX)
}

pub(crate) fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Result<&'b [u8], Torn> {
    let (front, rest) = bytes.split_at_checked(count).ok_or(Torn)?;
    *bytes = rest;
    Ok(front)
}

pub(crate) fn varint(bytes: &mut &[u8]) -> Result<u64, Torn> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(Torn)?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(Torn)
}

fn zigzag(bytes: &mut &[u8]) -> Result<i32, Torn> {
    let value = varint(bytes)?;
    let signed = (value >> 1).cast_signed() ^ -(value & 1).cast_signed();
    i32::try_from(signed).map_err(|_| Torn)
}

#[cfg(test)]
mod tests {
    use super::{Torn, measured, numbers, shared};

    /// One block of up to 33 numbers, all as far from one another.
    fn steps(first: u8, step: u8, count: u8) -> Vec<u8> {
        let mut bytes = vec![0x80, 1, 4, count, first << 1];
        if count > 1 {
            bytes.extend([step << 1, 0, 0, 0, 0]);
        }
        bytes
    }

    #[test]
    fn numbers_in_blocks() {
        assert_eq!(numbers(&steps(5, 2, 4), 4), Ok((vec![5, 7, 9, 11], &[][..])));
        assert_eq!(numbers(&steps(5, 2, 4), 3), Err(Torn));
        assert_eq!(numbers(&[0x80, 1, 4, 0, 0, 9], 3), Ok((vec![], &[9][..])));
        // Differences of three bits: 0 to 7, from 1 on, and room for 24 more.
        let mut packed = vec![0x80, 1, 4, 9, 0, 2, 3, 0, 0, 0, 0x88, 0xc6, 0xfa];
        packed.extend([0; 9]);
        assert_eq!(numbers(&packed, 9), Ok((vec![0, 1, 3, 6, 10, 15, 21, 28, 36], &[][..])));
        for torn in [&[][..], &[0x80, 1, 0, 1, 0], &[0, 4, 1, 0], &packed[..15]] {
            assert_eq!(numbers(torn, 9), Err(Torn), "{torn:?}");
        }
    }

    #[test]
    fn nothing_is_shared_with_what_is_not_there() {
        let page = |first, step, own, texts: &[u8]| {
            [&steps(first, step, 3)[..], &steps(own, 0, 3), texts].concat()
        };
        assert_eq!(shared(&page(0, 1, 1, b"abc"), 3), Ok(()));
        for torn in [page(1, 1, 1, b"abc"), page(0, 2, 1, b"abc"), page(0, 1, 1, b"abcd")] {
            assert_eq!(shared(&torn, 3), Err(Torn));
        }
        assert_eq!(measured(&[&steps(1, 1, 2)[..], b"abb"].concat(), 2), Ok(()));
        assert_eq!(measured(&[&steps(1, 1, 2)[..], b"ab"].concat(), 2), Err(Torn));
    }
}
