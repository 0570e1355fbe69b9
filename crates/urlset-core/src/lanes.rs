//! Sixteen answers at once: of which of as many bytes something is true.

/// A byte for each of sixteen, 255 where it is so. Compilers make a few instructions of this loop, as they
/// do not of iterators, of ones instead of 255, and as long as each chunk is looked at before the next.
#[inline(always)]
pub(crate) fn lanes(chunk: &[u8; 16], is: &impl Fn(u8) -> bool) -> [u8; 16] {
    let mut lanes = [0_u8; 16];
    for (lane, byte) in lanes.iter_mut().zip(chunk) {
        *lane = if is(*byte) { u8::MAX } else { 0 };
    }
    lanes
}

/// The first of the lanes that is 255.
// A bit for each lane out of the register that they are in, of which no compiler thinks by itself: by way of
// memory, what was written has to be waited for at each call, and there are some for every entry.
#[cfg(target_feature = "sse2")]
#[inline(always)]
pub(crate) fn first(lanes: [u8; 16]) -> Option<usize> {
    let bits = safe_arch::move_mask_i8_m128i(lanes.into());
    (bits != 0).then_some(bits.trailing_zeros() as usize)
}

/// A bit for each of the lanes, the lowest for the first.
#[cfg(target_feature = "sse2")]
#[inline(always)]
pub(crate) fn bits(lanes: [u8; 16]) -> u16 {
    // The upper half of it is 0.
    safe_arch::move_mask_i8_m128i(lanes.into()) as u16
}

/// Whether any of the lanes is 255.
#[cfg(target_feature = "sse2")]
#[inline(always)]
pub(crate) fn is_any(lanes: [u8; 16]) -> bool {
    safe_arch::move_mask_i8_m128i(lanes.into()) != 0
}

/// The first of the lanes that is 255.
#[cfg(not(target_feature = "sse2"))]
#[inline(always)]
pub(crate) fn first(lanes: [u8; 16]) -> Option<usize> {
    // Whether there is one comes out of a register, which one only by way of memory.
    if !lanes.iter().fold(false, |any, lane| any | (*lane != 0)) {
        return None;
    }
    // As two halves: what compilers make of this by themselves is twice as long.
    let lanes = u128::from_le_bytes(core::hint::black_box(lanes));
    let (low, high) = (lanes as u64, (lanes >> 64) as u64);
    let bits = if low == 0 { 64 + high.trailing_zeros() } else { low.trailing_zeros() };
    Some((bits / 8) as usize)
}

/// A bit for each of the lanes, the lowest for the first.
#[cfg(not(target_feature = "sse2"))]
#[inline(always)]
pub(crate) fn bits(lanes: [u8; 16]) -> u16 {
    lanes.iter().rev().fold(0, |bits, lane| bits << 1 | u16::from(*lane & 1))
}

/// Whether any of the lanes is 255.
#[cfg(not(target_feature = "sse2"))]
#[inline(always)]
pub(crate) fn is_any(lanes: [u8; 16]) -> bool {
    // From memory: what compilers make of this by themselves are a hundred instructions.
    u128::from_ne_bytes(core::hint::black_box(lanes)) != 0
}

#[cfg(test)]
mod tests {
    use super::{bits, first, is_any, lanes};

    #[test]
    fn the_first_of_all_that_are_so_is_found() {
        assert_eq!((first([0; 16]), is_any([0; 16])), (None, false));
        for (one, other) in (0..16).flat_map(|one| (one..16).map(move |other| (one, other))) {
            let mut bytes = *b"0123456789012345";
            (bytes[one], bytes[other]) = (b'<', b'<');
            let lanes = lanes(&bytes, &|byte| byte == b'<');
            assert_eq!((first(lanes), is_any(lanes)), (Some(one), true), "{other}");
            assert_eq!(bits(lanes), 1 << one | 1 << other);
        }
    }
}
