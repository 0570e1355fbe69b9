//! Bytes in many piles, in memory as long as they fit and in one temporary file beyond it.

use crate::scratch::Scratch;
use crate::{Share, Store};
use urlset_core::{Error, Result};

/// Bytes of one block of a pile.
const BLOCK: std::ops::RangeInclusive<u64> = 256..=16 << 10;

/// Bytes that are staged for each pile. What comes goes to another pile each time, and blocks of 256
/// piles do not fit into the second-level cache of a processor; their stages do.
const STAGE: usize = 512;

/// A number of piles of bytes; each gives its bytes back in the order in which they came.
#[derive(Debug)]
pub struct Partitions {
    stages: Stages,
    blocks: Blocks,
}

/// What came last of each pile, side by side.
#[derive(Debug)]
struct Stages {
    /// Bytes that each may hold.
    each: usize,
    bytes: Vec<u8>,
    /// How many each holds.
    used: Vec<usize>,
}

/// What came before that.
#[derive(Debug)]
struct Blocks {
    store: Store,
    share: Share,
    block: usize,
    piles: Vec<Pile>,
    /// Once there is one, full blocks go there.
    scratch: Option<Scratch>,
}

#[derive(Debug, Default)]
struct Pile {
    /// Full blocks in memory, then the numbers of full ones in the file, then what is not full yet.
    held: Vec<Box<[u8]>>,
    spilled: Vec<u32>,
    last: Vec<u8>,
}

impl Partitions {
    /// So many empty piles. The blocks that are not full take a sixteenth of the store's memory.
    pub fn new(store: &Store, count: u16) -> Partitions {
        let memory = store.memory() / 16 / u64::from(count).max(1);
        let block = usize::try_from(memory.clamp(*BLOCK.start(), *BLOCK.end())).unwrap_or(0);
        // With blocks as small as stages, nothing is gained.
        let each = if block > STAGE { STAGE } else { 0 };
        let mut share = store.share();
        share.take(u64::from(count) * (block + each) as u64);
        let count = usize::from(count);
        let stages = Stages { each, bytes: vec![0; count * each], used: vec![0; count] };
        let piles = (0..count).map(|_| Pile::default()).collect();
        let blocks = Blocks { store: store.clone(), share, block, piles, scratch: None };
        Partitions { stages, blocks }
    }

    /// Appends bytes to a pile.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for a temporary file; otherwise when one cannot be made
    /// or written.
    #[inline]
    pub fn push(&mut self, pile: usize, bytes: &[u8]) -> Result<()> {
        if self.stages.push(pile, bytes) {
            return Ok(());
        }
        self.push_on(pile, bytes)
    }

    /// The same where they find no room in the stage.
    #[cold]
    fn push_on(&mut self, pile: usize, bytes: &[u8]) -> Result<()> {
        self.blocks.push(pile, self.stages.of(pile))?;
        self.stages.forget(pile);
        match self.stages.push(pile, bytes) {
            true => Ok(()),
            false => self.blocks.push(pile, bytes),
        }
    }

    /// Gives the bytes of a pile, block by block. `take` says how many of them it is done with; the
    /// others, such as a record that a block cuts, come again with the next.
    ///
    /// # Errors
    /// When a temporary file cannot be read, or as `take` fails.
    pub fn read(&self, pile: usize, mut take: impl FnMut(&[u8]) -> Result<usize>) -> Result<()> {
        let mut unread = Vec::new();
        let mut take = |block: &[u8]| {
            let whole = unread.is_empty();
            if !whole {
                unread.extend_from_slice(block);
            }
            let bytes = if whole { block } else { &unread };
            let taken = take(bytes)?.min(bytes.len());
            if whole {
                unread.extend_from_slice(block.get(taken..).unwrap_or_default());
            } else {
                unread.drain(..taken);
            }
            Ok::<_, Error>(())
        };
        self.blocks.read(pile, &mut take)?;
        take(self.stages.of(pile))
    }

    /// Forgets the bytes of a pile, and gives their memory back.
    pub fn forget(&mut self, pile: usize) {
        self.stages.forget(pile);
        self.blocks.forget(pile);
    }
}

impl Stages {
    /// Appends bytes to what is staged for a pile; `false` where there is no room for them.
    #[inline]
    fn push(&mut self, pile: usize, bytes: &[u8]) -> bool {
        if let Some(used) = self.used.get_mut(pile)
            && let upto = *used + bytes.len()
            && upto <= self.each
            && let Some(to) = self.bytes.get_mut(pile * self.each + *used..pile * self.each + upto)
        {
            to.copy_from_slice(bytes);
            *used = upto;
            return true;
        }
        false
    }

    /// What is staged for a pile.
    fn of(&self, pile: usize) -> &[u8] {
        let (from, used) = (pile * self.each, self.used.get(pile).copied().unwrap_or(0));
        self.bytes.get(from..from + used).unwrap_or_default()
    }

    fn forget(&mut self, pile: usize) {
        if let Some(used) = self.used.get_mut(pile) {
            *used = 0;
        }
    }
}

impl Blocks {
    /// Appends bytes to a pile.
    fn push(&mut self, pile: usize, mut bytes: &[u8]) -> Result<()> {
        while let Some(to) = self.piles.get_mut(pile)
            && !bytes.is_empty()
        {
            if to.last.capacity() == 0 {
                to.last.reserve_exact(self.block);
            }
            let (now, later) = bytes.split_at(bytes.len().min(self.block - to.last.len()));
            to.last.extend_from_slice(now);
            bytes = later;
            if to.last.len() == self.block {
                self.put_away(pile)?;
            }
        }
        Ok(())
    }

    /// A full block to where there is room.
    fn put_away(&mut self, pile: usize) -> Result<()> {
        let Some(pile) = self.piles.get_mut(pile) else { return Ok(()) };
        let more = self.share.held() + self.block as u64;
        if self.scratch.is_none() && self.share.hold(more) {
            pile.held.push(std::mem::take(&mut pile.last).into_boxed_slice());
            return Ok(());
        }
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            None => self.scratch.insert(Scratch::new(&self.store)?),
        };
        let start = scratch.append(&pile.last)?;
        // All blocks of the file are of one size; 2^32 of them are a terabyte.
        let number = u32::try_from(start / self.block as u64).map_err(std::io::Error::other)?;
        pile.spilled.push(number);
        pile.last.clear();
        Ok(())
    }

    /// Gives the bytes of a pile, block by block.
    fn read(&self, pile: usize, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let Some(pile) = self.piles.get(pile) else { return Ok(()) };
        for block in &pile.held {
            take(block)?;
        }
        if let Some(scratch) = &self.scratch {
            let mut block = vec![0; self.block];
            for number in &pile.spilled {
                scratch.read(&mut block, u64::from(*number) * self.block as u64)?;
                take(&block)?;
            }
        }
        take(&pile.last)
    }

    /// Forgets the bytes of a pile, and gives their memory back.
    fn forget(&mut self, pile: usize) {
        let Some(pile) = self.piles.get_mut(pile).map(std::mem::take) else { return };
        self.share.take(self.share.held().saturating_sub((pile.held.len() * self.block) as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::Partitions;
    use crate::Store;

    #[test]
    fn piles_come_back_in_order() {
        for (memory, spills) in [(0, true), (300_000, true), (1 << 30, false)] {
            let store = Store::new(memory, None);
            let mut partitions = Partitions::new(&store, 7);
            let most = store.share().most();
            for number in 0..100_000_u32 {
                partitions.push(number as usize % 6, &number.to_be_bytes()).unwrap();
            }
            for pile in 0..7 {
                let (mut bytes, mut unread, mut expected) = (Vec::new(), Vec::new(), Vec::new());
                partitions
                    .read(pile, |block| {
                        // Records of 28 bytes, which blocks cut.
                        let whole = block.len() - block.len() % 28;
                        bytes.extend_from_slice(&block[..whole]);
                        unread = block[whole..].to_vec();
                        Ok(whole)
                    })
                    .unwrap();
                bytes.append(&mut unread);
                partitions.forget(pile);
                for number in (0..100_000_u32).filter(|number| number % 6 == pile as u32) {
                    expected.extend(number.to_be_bytes());
                }
                assert!(bytes == expected, "pile {pile} with {memory} bytes");
            }
            assert_eq!(store.share().most(), most, "what was forgotten is given back");
            assert_eq!(store.spilled() > 0, spills);
            drop(partitions);
            assert_eq!(store.share().most(), memory / 2);
        }
    }
}
