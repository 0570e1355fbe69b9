//! Which entries have a fingerprint that another entry has, too; where there is no memory, perhaps a
//! few more.

use crate::marks::{Collect, Marks};
use urlset_core::Result;
use urlset_store::{Partitions, Share, Store};

/// The high bits of a fingerprint choose one of so many piles.
pub(crate) const PILES: u16 = 256;

/// The pile of a fingerprint.
pub(crate) fn pile_of(fingerprint: u64) -> usize {
    usize::from(fingerprint.to_be_bytes()[0])
}

/// Takes the fingerprint of every entry in order, six bytes for each, nearly always: 32 bits of it beside
/// those that choose the pile, and how far the entry is from the one before in its pile. That two
/// entries look repeated and are not costs a little time, nothing else.
pub(crate) struct Fingerprints {
    partitions: Partitions,
    piles: Vec<Pile>,
    entries: u64,
}

#[derive(Clone, Copy, Default)]
struct Pile {
    entries: u64,
    /// Number of the entry that came last, plus one.
    after: u64,
}

/// Four bytes of the fingerprint and two that say how far the entry is from the one before.
const RECORD: usize = 6;

/// In place of a distance that two bytes do not hold: it stands behind the record, in eight.
const FAR: u16 = u16::MAX;

impl Fingerprints {
    pub(crate) fn new(store: &Store) -> Fingerprints {
        let piles = vec![Pile::default(); usize::from(PILES)];
        Fingerprints { partitions: Partitions::new(store, PILES), piles, entries: 0 }
    }

    /// How many entries there were.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// Takes that of the next entry.
    pub(crate) fn push(&mut self, fingerprint: u64) -> Result<()> {
        let number = pile_of(fingerprint);
        let Some(pile) = self.piles.get_mut(number) else { return Ok(()) };
        let distance = self.entries - pile.after;
        self.entries += 1;
        pile.after = self.entries;
        pile.entries += 1;
        let [_, a, b, c, d, ..] = fingerprint.to_be_bytes();
        let near = u16::try_from(distance).unwrap_or(FAR);
        let [low, high] = near.to_le_bytes();
        self.partitions.push(number, &[a, b, c, d, low, high])?;
        match near {
            FAR => self.partitions.push(number, &distance.to_le_bytes()),
            _ => Ok(()),
        }
    }

    /// The entries whose fingerprint is repeated.
    pub(crate) fn repeated(mut self, store: &Store) -> Result<Marks> {
        let mut marks = Collect::of(self.entries, store);
        let (slots, share) = (Vec::new(), store.share());
        let mut twice = Twice { slots, free: 0, full: false, share };
        for (number, pile) in self.piles.iter().enumerate() {
            twice.clear(pile.entries);
            each(&self.partitions, number, |bits, _| {
                twice.add(bits);
                Ok(())
            })?;
            each(&self.partitions, number, |bits, entry| match twice.has(bits) {
                true => marks.add(entry),
                false => Ok(()),
            })?;
            self.partitions.forget(number);
        }
        marks.finish()
    }
}

/// Slots that are there where no memory is left.
const LEAST: u64 = 1024;

/// Which fingerprints of a pile came, and which of them more than once. Those for which there is no
/// room count as such.
struct Twice {
    /// A power of two of them; half are free, so that each search ends. 31 bits of a fingerprint, never
    /// 0, and the lowest bit where it came again; 0 where there is none.
    slots: Vec<u32>,
    free: usize,
    full: bool,
    share: Share,
}

impl Twice {
    /// Forgets all, and makes room for so many fingerprints, as far as there is memory.
    fn clear(&mut self, count: u64) {
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

    fn add(&mut self, bits: u32) {
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

    fn has(&self, bits: u32) -> bool {
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

/// Takes a pile apart: the bits of each fingerprint, and the number of its entry.
fn each(
    partitions: &Partitions,
    pile: usize,
    mut take: impl FnMut(u32, u64) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    partitions.read(pile, |block| {
        let mut rest = block;
        while let Some(([a, b, c, d, low, high], mut behind)) = rest.split_first_chunk::<RECORD>() {
            let mut distance = u64::from(u16::from_le_bytes([*low, *high]));
            if distance == u64::from(FAR) {
                let Some((far, others)) = behind.split_first_chunk() else { break };
                (distance, behind) = (u64::from_le_bytes(*far), others);
            }
            let entry = after + distance;
            take(u32::from_be_bytes([*a, *b, *c, *d]), entry)?;
            (after, rest) = (entry + 1, behind);
        }
        Ok(block.len() - rest.len())
    })
}

#[cfg(test)]
mod tests {
    use super::Twice;
    use urlset_store::Store;

    #[test]
    fn what_came_twice_is_known_and_without_memory_more() {
        for (memory, most) in [(1 << 20, 0), (0, 10_000)] {
            let store = Store::new(memory, None);
            let share = store.share();
            let mut twice = Twice { slots: Vec::new(), free: 0, full: false, share };
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
