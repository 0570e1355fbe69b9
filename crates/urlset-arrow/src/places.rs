//! Which row became which byte of the text.

use std::collections::VecDeque;

/// How far back places are remembered: more than a reader's window is long behind the row that it reads.
const BACK: u64 = 8 << 20;

/// Where rows begin in the text that was made of them.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Offsets of the last rows, in order.
    starts: VecDeque<u64>,
    /// Rows before these.
    gone: u64,
}

impl Places {
    /// The next row begins here.
    pub(crate) fn begin(&mut self, offset: u64) {
        self.starts.push_back(offset);
        while self.starts.get(1).is_some_and(|next| *next + BACK < offset) {
            self.starts.pop_front();
            self.gone += 1;
        }
    }

    /// The number of the row at an offset, from 1; 0 before the first.
    pub(crate) fn row(&self, offset: u64) -> u64 {
        self.gone + self.starts.partition_point(|start| *start <= offset) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{BACK, Places};

    #[test]
    fn rows_by_offset() {
        let mut places = Places::default();
        for offset in [10, 20, 25, BACK + 21, BACK + 24] {
            places.begin(offset);
        }
        assert_eq!((places.gone, places.starts.len()), (1, 4));
        for (offset, row) in [(20, 2), (24, 2), (25, 3), (BACK + 20, 3), (BACK + 40, 5)] {
            assert_eq!(places.row(offset), row, "{offset}");
        }
        assert_eq!(Places::default().row(7), 0);
    }
}
