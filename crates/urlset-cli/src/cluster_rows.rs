//! Rows as columns, in which entries travel between machines.

/// Texts of bytes, one behind the other.
#[derive(Debug)]
pub struct Cells {
    /// All of them.
    pub bytes: Vec<u8>,
    /// Where each begins, and where the last one ends.
    pub offsets: Vec<i32>,
}

impl Default for Cells {
    fn default() -> Cells {
        Cells { bytes: Vec::new(), offsets: vec![0] }
    }
}

impl Cells {
    /// Ends the cell that was appended to [`Cells::bytes`].
    pub(crate) fn end(&mut self) {
        self.offsets.push(i32::try_from(self.bytes.len()).unwrap_or(i32::MAX));
    }
}

/// Rows, as columns. A row that is to be joined has a hash of its key; one that is ready to be written the bytes by
/// which it is sorted, and its size.
#[derive(Debug, Default)]
pub struct Columns {
    /// A hash of the key by which entries are one.
    pub hash: Vec<i64>,
    /// The number of the group of documents that it was read from.
    pub bucket: Vec<i32>,
    /// Its number among the entries of that.
    pub number: Vec<i64>,
    /// Bytes by which it is sorted.
    pub order: Cells,
    /// The bytes that it takes in a file. [`LEFT_OUT`] and [`TOO_LARGE`] are entries that take none.
    pub size: Vec<i32>,
    /// The entry and where it was read.
    pub payload: Cells,
}

/// The size of an entry that the format cannot hold.
pub const LEFT_OUT: i32 = -1;

/// The size of an entry that no file has room for: the next one begins a file, as where it had come.
pub const TOO_LARGE: i32 = -2;

/// Rows and bytes of a batch, about.
const ROWS: usize = 16_384;
const BYTES: usize = 8 << 20;

impl Columns {
    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.bucket.len()
    }

    /// Whether they are to be handed on.
    pub(crate) fn is_full(&self) -> bool {
        self.rows() >= ROWS || self.payload.bytes.len() + self.order.bytes.len() >= BYTES
    }
}
