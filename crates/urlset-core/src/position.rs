//! Where something is.

/// A place in one of the inputs. Line and column start at 1; line 0 means "not known".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of the input, as given by [`crate::Input::numbered`].
    pub input: u32,
    /// From 1; lines end at LF, CR LF or CR (XML 1.0 section 2.11).
    pub line: u32,
    /// From 1, in characters of the line (Unicode code points), whatever the charset; a byte order
    /// mark is none.
    pub column: u32,
    /// Offset in the input, from 0, in bytes of the source before any change of charset; for a
    /// compressed input in bytes after decompression.
    pub byte: u64,
}

impl Position {
    /// The start of input number `input`.
    pub const fn start(input: u32) -> Position {
        Position { input, line: 1, column: 1, byte: 0 }
    }

    /// Whether a line is known.
    pub const fn is_known(self) -> bool {
        self.line > 0
    }
}
