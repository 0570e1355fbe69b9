//! Remembers from where in the source decoded text came.

use std::collections::VecDeque;

/// How many pieces are remembered: enough for several windows of text in any script.
const MOST: usize = 1 << 16;

/// A stretch in which every character took the same number of bytes in the source and in the text.
#[derive(Clone, Copy, Debug)]
struct Piece {
    text: u64,
    source: u64,
    per_text: u32,
    per_source: u32,
}

/// Stretches of text and where they were in the source; only the latest are remembered.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    pieces: VecDeque<Piece>,
    text: u64,
    source: u64,
}

impl Pieces {
    /// `source` bytes stand before the text.
    pub(crate) fn after(source: u64) -> Pieces {
        Pieces { source, ..Pieces::default() }
    }

    /// Appends `count` characters of `per_source` bytes each that became `per_text` bytes each.
    pub(crate) fn add(&mut self, per_source: u32, per_text: u32, count: u64) {
        let like = |last: &Piece| last.per_text == per_text && last.per_source == per_source;
        if !self.pieces.back().is_some_and(like) {
            if self.pieces.len() == MOST {
                self.pieces.pop_front();
            }
            let (text, source) = (self.text, self.source);
            self.pieces.push_back(Piece { text, source, per_text, per_source });
        }
        self.text += u64::from(per_text) * count;
        self.source += u64::from(per_source) * count;
    }

    /// Bytes of text so far.
    pub(crate) fn text(&self) -> u64 {
        self.text
    }

    /// The offset in the source of what became byte `offset` of the text.
    pub(crate) fn origin(&self, offset: u64) -> u64 {
        let after = self.pieces.partition_point(|piece| piece.text <= offset);
        let Some(piece) = after.checked_sub(1).and_then(|at| self.pieces.get(at)) else {
            return self.pieces.front().map_or(self.source, |first| first.source.min(offset));
        };
        let characters = (offset - piece.text) / u64::from(piece.per_text.max(1));
        (piece.source + characters * u64::from(piece.per_source)).min(self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::Pieces;

    #[test]
    fn every_byte_of_a_character_comes_from_its_first() {
        let mut pieces = Pieces::after(2);
        pieces.add(2, 1, 3);
        pieces.add(2, 3, 2);
        pieces.add(4, 4, 1);
        let from: Vec<u64> = (0..14).map(|offset| pieces.origin(offset)).collect();
        assert_eq!(from, [2, 4, 6, 8, 8, 8, 10, 10, 10, 12, 12, 12, 12, 16]);
        assert_eq!(pieces.origin(99), 16);
    }
}
