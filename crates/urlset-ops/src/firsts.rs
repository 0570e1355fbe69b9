//! The first entry of each key, found again by the key. What leads to it is a fingerprint; what
//! decides is the key itself.

use urlset_core::compact::{Unpack, put_number};
use urlset_store::{Share, Store};

/// By how much its memory grows.
const STEP: std::ops::RangeInclusive<usize> = 4 << 10..=16 << 20;
/// Slots that it begins with; a power of two.
const SLOTS: usize = 64;

/// First entries in memory, as long as they fit.
#[derive(Debug)]
pub(crate) struct Firsts {
    /// A power of two of them, or none; half of them at least are free, so that each search ends.
    slots: Vec<Slot>,
    used: usize,
    /// Each entry: whether it was marked, its key, and what was kept of it.
    bytes: Vec<u8>,
    /// One did not fit: those that come later must not, either.
    full: bool,
    share: Share,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    fingerprint: u64,
    /// Where the entry is, plus one; 0 where there is none.
    after: usize,
}

/// One of them.
pub(crate) struct First<'f> {
    pub(crate) marked: bool,
    key: &'f [u8],
    pub(crate) payload: &'f [u8],
}

impl Firsts {
    pub(crate) fn new(store: &Store) -> Firsts {
        let share = store.share();
        Firsts { slots: Vec::new(), used: 0, bytes: Vec::new(), full: false, share }
    }

    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Slot::default());
        (self.used, self.full) = (0, false);
        self.bytes.clear();
    }

    /// Keeps the first entry of a key; `false` where there is no room for it.
    pub(crate) fn push(&mut self, fingerprint: u64, key: &[u8], payload: &[u8]) -> bool {
        self.full = self.full || !self.makes_room(key.len() + payload.len());
        if self.full {
            return false;
        }
        let slot = Slot { fingerprint, after: self.bytes.len() + 1 };
        self.used += 1;
        insert(&mut self.slots, slot);
        self.bytes.push(0);
        put_number(key.len() as u64, &mut self.bytes);
        put_number(payload.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(payload);
        true
    }

    /// Where the entry of a key is, if it is here.
    pub(crate) fn find(&self, fingerprint: u64, key: &[u8]) -> Option<usize> {
        let mut at = place(fingerprint, &self.slots);
        loop {
            let slot = self.slots.get(at)?;
            let found = slot.after.checked_sub(1)?;
            if slot.fingerprint == fingerprint && self.get(found)?.key == key {
                return Some(found);
            }
            at = next(at, &self.slots);
        }
    }

    /// The entry at a place.
    pub(crate) fn get(&self, at: usize) -> Option<First<'_>> {
        let mut rest = Unpack(self.bytes.get(at..)?);
        let marked = rest.byte()? != 0;
        let (key, payload) = (rest.number()?, rest.number()?);
        let key = rest.bytes(usize::try_from(key).ok()?)?;
        Some(First { marked, key, payload: rest.bytes(usize::try_from(payload).ok()?)? })
    }

    /// Marks the entry at a place.
    pub(crate) fn mark(&mut self, at: usize) {
        if let Some(mark) = self.bytes.get_mut(at) {
            *mark = 1;
        }
    }

    /// Whether there is room for one more, as far as the share goes.
    fn makes_room(&mut self, length: usize) -> bool {
        // Its mark, and two numbers of ten bytes at most.
        let needed = self.bytes.len() + length + 21;
        let most = self.bytes.capacity();
        let step = (most / 2).clamp(*STEP.start(), *STEP.end());
        let bytes = if needed > most { needed.max(most + step) } else { most };
        let slots = match self.slots.len() {
            enough if 2 * (self.used + 1) <= enough => enough,
            few => SLOTS.max(2 * few),
        };
        if (bytes, slots) == (most, self.slots.len()) {
            return true;
        }
        if !self.share.hold((bytes + slots * size_of::<Slot>()) as u64) {
            return false;
        }
        // The system may allow less than the budget.
        if self.bytes.try_reserve_exact(bytes - self.bytes.len()).is_err() {
            return false;
        }
        if slots > self.slots.len() {
            let mut larger = Vec::new();
            if larger.try_reserve_exact(slots).is_err() {
                return false;
            }
            larger.resize(slots, Slot::default());
            for slot in self.slots.iter().filter(|slot| slot.after > 0) {
                insert(&mut larger, *slot);
            }
            self.slots = larger;
        }
        true
    }
}

/// Into the first free slot from its place on; one is free.
fn insert(slots: &mut [Slot], slot: Slot) {
    let mut at = place(slot.fingerprint, slots);
    while slots.get(at).is_some_and(|taken| taken.after > 0) {
        at = next(at, slots);
    }
    if let Some(free) = slots.get_mut(at) {
        *free = slot;
    }
}

/// Where a search begins: the high bits choose piles, so that these are the low ones.
fn place(fingerprint: u64, slots: &[Slot]) -> usize {
    usize::try_from(fingerprint & (slots.len() as u64).wrapping_sub(1)).unwrap_or(0)
}

fn next(at: usize, slots: &[Slot]) -> usize {
    (at + 1) & slots.len().wrapping_sub(1)
}
