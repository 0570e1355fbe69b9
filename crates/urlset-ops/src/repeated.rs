//! Which entries have a fingerprint that another entry has, too.

use crate::marks::{Collect, Marks, numbered};
use urlset_core::Result;
use urlset_core::compact::{Unpack, put_number};
use urlset_store::{Partitions, Sorter, Store};

/// The high bits of a fingerprint choose one of so many piles.
pub(crate) const PILES: u16 = 256;

/// The pile of a fingerprint.
pub(crate) fn pile_of(fingerprint: u64) -> usize {
    usize::from(fingerprint.to_be_bytes()[0])
}

/// Takes the fingerprint of every entry in order, six bytes or so for each: 32 bits of it beside
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

/// Four bytes and a number of ten.
const LONGEST: usize = 14;

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
        let mut record = [0; LONGEST];
        let [_, a, b, c, d, ..] = fingerprint.to_be_bytes();
        let length = write(&mut record, [a, b, c, d], self.entries - pile.after);
        self.entries += 1;
        pile.after = self.entries;
        pile.entries += 1;
        self.partitions.push(number, record.get(..length).unwrap_or_default())
    }

    /// The entries whose fingerprint is repeated.
    pub(crate) fn repeated(mut self, store: &Store) -> Result<Marks> {
        let mut marks = Collect::of(self.entries, store);
        let mut share = store.share();
        let mut pairs: Vec<(u32, u64)> = Vec::new();
        for (number, pile) in self.piles.iter().enumerate() {
            let bytes = pile.entries.saturating_mul(size_of::<(u32, u64)>() as u64);
            pairs.clear();
            let room = usize::try_from(pile.entries).unwrap_or(usize::MAX);
            if share.hold(bytes) && pairs.try_reserve(room).is_ok() {
                drain(&mut self.partitions, number, |bits, entry| {
                    pairs.push((bits, entry));
                    Ok(())
                })?;
                pairs.sort_unstable();
                for group in pairs.chunk_by(|one, next| one.0 == next.0).filter(|g| g.len() > 1) {
                    group.iter().try_for_each(|(_, entry)| marks.add(*entry))?;
                }
            } else {
                sort_out(&mut self.partitions, number, store, &mut marks)?;
            }
        }
        marks.finish()
    }
}

fn write(record: &mut [u8; LONGEST], bits: [u8; 4], mut distance: u64) -> usize {
    let mut length = 0;
    for byte in record.iter_mut().zip(bits) {
        *byte.0 = byte.1;
    }
    for byte in record.iter_mut().skip(4) {
        length += 1;
        *byte = distance.to_le_bytes()[0] | 0x80;
        distance >>= 7;
        if distance == 0 {
            *byte &= 0x7f;
            break;
        }
    }
    4 + length
}

/// Takes a pile apart: the bits of each fingerprint, and the number of its entry.
fn drain(
    partitions: &mut Partitions,
    pile: usize,
    mut take: impl FnMut(u32, u64) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    partitions.drain(pile, |block| {
        let mut rest = Unpack(block);
        let mut taken = 0;
        while let Some(bits) = rest.bytes(4).and_then(|bits| bits.first_chunk::<4>())
            && let Some(distance) = rest.number()
        {
            let entry = after + distance;
            take(u32::from_be_bytes(*bits), entry)?;
            after = entry + 1;
            taken = block.len() - rest.0.len();
        }
        Ok(taken)
    })
}

/// The same for a pile that is larger than memory, as where one URL is there a billion times.
fn sort_out(
    partitions: &mut Partitions,
    pile: usize,
    store: &Store,
    marks: &mut Collect<'_>,
) -> Result<()> {
    let (mut sorter, mut payload) = (Sorter::new(store), Vec::new());
    drain(partitions, pile, |bits, entry| {
        payload.clear();
        put_number(entry, &mut payload);
        sorter.push(&bits.to_be_bytes(), &payload)
    })?;
    let mut sorted = sorter.finish()?;
    let (mut bits, mut first, mut marked) = (Vec::new(), 0, true);
    while let Some((key, payload)) = sorted.read()? {
        let (entry, _) = numbered(payload)?;
        if key != bits {
            bits.clear();
            bits.extend_from_slice(key);
            (first, marked) = (entry, false);
            continue;
        }
        if !marked {
            marks.add(first)?;
            marked = true;
        }
        marks.add(entry)?;
    }
    Ok(())
}
