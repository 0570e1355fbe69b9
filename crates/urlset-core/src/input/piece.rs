//! A text that was taken out of a document, as an input of its own.

use super::Plain;
use crate::{Input, Position};
use alloc::string::String;

impl Input<'static> {
    /// The text of a cell or a string: whatever is in it stands where that stands. It has no room to
    /// read into, so that thousands of short ones cost what they are long.
    pub fn piece(text: String, at: Position) -> Input<'static> {
        let empty = Input::from_source(Plain(crate::io::empty()));
        Input { text, ended: true, number: at.input, place: Some(at), ..empty }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Position};

    #[test]
    fn all_of_a_piece_stands_at_one_place() {
        let at = Position { input: 3, line: 7, column: 20, byte: 900 };
        let mut piece = Input::piece("<a>\n<b/></a>".to_owned(), at);
        assert_eq!(piece.peek(100).unwrap(), "<a>\n<b/></a>");
        assert!(piece.block.is_empty(), "room that nothing is read into");
        assert!(piece.at_end() && !piece.fill().unwrap());
        piece.consume(4);
        assert_eq!((piece.position(), piece.number()), (at, 3));
    }
}
