//! Which fingerprints of a pile came before: all that is known while it is read.

use urlset_core::Result;
use urlset_store::{Share, Store, damaged};

/// Slots that are there where no memory is left.
const LEAST: u64 = 1024;

/// Which fingerprints of a pile came, and which of them more than once. Those for which there is no
/// room count as such.
pub(crate) struct Twice {
    /// A power of two of them; half are free, so that each search ends. 31 bits of a fingerprint, never
    /// 0, and the lowest bit where it came again; 0 where there is none.
    slots: Vec<u32>,
    free: usize,
    full: bool,
    share: Share,
}

impl Twice {
    pub(crate) fn new(store: &Store) -> Twice {
        Twice { slots: Vec::new(), free: 0, full: false, share: store.share() }
    }

    /// Forgets all, and makes room for so many fingerprints, as far as there is memory.
    pub(crate) fn clear(&mut self, count: u64) {
        self.slots.clear();
        let mut slots = count.saturating_mul(2).max(LEAST).next_power_of_two();
        while slots > LEAST && !self.share.hold(4 * slots) {
            slots /= 2;
        }
        // The system may allow less than the budget.
        let slots = usize::try_from(slots).unwrap_or(2);
        let length = if self.slots.try_reserve_exact(slots).is_ok() { slots } else { 2 };
        self.slots.resize(length, 0);
        (self.free, self.full) = (length / 2, false);
    }

    pub(crate) fn add(&mut self, bits: u32) {
        let (known, at) = self.find(bits);
        let Some(slot) = self.slots.get_mut(at) else { return };
        if *slot != 0 {
            *slot |= 1;
        } else if self.free > 0 {
            *slot = known;
            self.free -= 1;
        } else {
            self.full = true;
        }
    }

    pub(crate) fn has(&self, bits: u32) -> bool {
        let (_, at) = self.find(bits);
        match self.slots.get(at) {
            None | Some(0) => self.full,
            Some(slot) => slot & 1 == 1,
        }
    }

    /// How a fingerprint stands in a slot, and the slot that it has, or may have.
    fn find(&self, bits: u32) -> (u32, usize) {
        let (known, mask) = ((bits & !1).max(2), self.slots.len().wrapping_sub(1));
        let mut at = (known >> 1) as usize & mask;
        while self.slots.get(at).is_some_and(|slot| *slot != 0 && slot & !1 != known) {
            at = (at + 1) & mask;
        }
        (known, at)
    }
}

/// Which entries of a pile came, by both fingerprints.
pub(crate) struct Known {
    /// A power of two of them; one is free at least, so that each search ends. 32 bits of the first fingerprint,
    /// never 0, and the second one; zeros where there is none.
    slots: Vec<[u32; 3]>,
    free: usize,
    share: Share,
}

impl Known {
    pub(crate) fn new(store: &Store) -> Known {
        Known { slots: Vec::new(), free: 0, share: store.share() }
    }

    /// Makes room for piles of so many entries; `false` where there is none.
    pub(crate) fn makes_room(&mut self, count: u64) -> bool {
        // The system may allow less than the budget.
        self.share.hold(Known::bytes_for(count))
            && usize::try_from(Known::slots(count))
                .is_ok_and(|slots| self.slots.try_reserve_exact(slots).is_ok())
    }

    /// Bytes of memory that a pile of so many entries takes.
    pub(crate) fn bytes_for(count: u64) -> u64 {
        Known::slots(count).saturating_mul(size_of::<[u32; 3]>() as u64)
    }

    fn slots(count: u64) -> u64 {
        // Three quarters are taken at most, and where a third come again half of them.
        (count.saturating_mul(4) / 3).clamp(LEAST, 1 << 60).next_power_of_two()
    }

    /// Forgets all, for a part of so many entries, about.
    pub(crate) fn clear(&mut self, count: u64) {
        self.slots.clear();
        self.slots.resize(usize::try_from(Known::slots(count)).unwrap_or_default(), [0; 3]);
        self.free = self.slots.len();
    }

    /// Adds one; `false` where it is known already.
    ///
    /// # Errors
    /// Where a third more came than were said: no fingerprints are spread like that.
    pub(crate) fn add(&mut self, bits: u32, second: u64) -> Result<bool> {
        let (low, high) = (second & u64::from(u32::MAX), second >> 32);
        let [low, high] = [low, high].map(|half| u32::try_from(half).unwrap_or_default());
        let one = [bits.max(1), low, high];
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = usize::try_from(second).unwrap_or(low as usize) & mask;
        while let Some(slot) = self.slots.get_mut(at) {
            if *slot == one {
                return Ok(false);
            }
            if *slot == [0; 3] {
                *slot = one;
                self.free -= 1;
                break;
            }
            at = (at + 1) & mask;
        }
        if self.free == 0 { Err(damaged()) } else { Ok(true) }
    }
}

#[cfg(test)]
mod tests {
    use super::Twice;
    use urlset_store::Store;

    #[test]
    fn what_came_twice_is_known_and_without_memory_more() {
        for (memory, most) in [(1 << 20, 0), (0, 10_000)] {
            let store = Store::new(memory, None);
            let mut twice = Twice::new(&store);
            for _ in 0..2 {
                twice.clear(10_100);
                let of = |number: u32| number.wrapping_mul(0x9e37_79b9) & !1;
                (0..10_000).chain(0..100).for_each(|number| twice.add(of(number)));
                assert!((0..100).all(|number| twice.has(of(number))));
                let others = (100..10_000).filter(|number| twice.has(of(*number))).count();
                assert!(others <= most && (most == 0) == (others == 0), "{others} with {memory}");
            }
        }
    }
}
