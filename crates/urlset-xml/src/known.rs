//! A place whose line is known, so that the places of what follows need no count of what is before them.

/// A place behind what was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// In the decoded text.
    pub(crate) offset: u64,
    pub(crate) line: u32,
    /// From 1; 0 where that is not known.
    pub(crate) column: u32,
}

impl Known {
    /// A place in this line; 0 is none.
    pub(crate) fn line(offset: u64, line: u32) -> Option<Known> {
        (line > 0).then_some(Known { offset, line, column: 0 })
    }

    /// The place behind white space; carriage returns count otherwise than line feeds.
    pub(crate) fn behind(self, layout: &[u8]) -> Option<Known> {
        let (mut line, mut column) = (self.line, self.column);
        for byte in layout {
            match byte {
                b'\r' => return None,
                b'\n' => (line, column) = (line.checked_add(1)?, 1),
                _ if column > 0 => column = column.checked_add(1)?,
                _ => {}
            }
        }
        Some(Known { offset: self.offset + layout.len() as u64, line, column })
    }

    /// A place so many lines on.
    pub(crate) fn further(self, offset: u64, lines: u32) -> Option<Known> {
        Some(Known { offset, line: self.line.checked_add(lines)?, column: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn layout_is_counted() {
        let known = Known::line(10, 3).unwrap();
        let at = |offset, line, column| Some(Known { offset, line, column });
        assert_eq!(known.behind(b"\n\n  "), at(14, 5, 3));
        assert_eq!(known.behind(b"\n"), at(11, 4, 1));
        assert_eq!(known.behind(b"  "), at(12, 3, 0));
        assert_eq!(known.behind(b"\n ").and_then(|known| known.behind(b" ")), at(13, 4, 3));
        assert_eq!(known.behind(b"\r\n"), None);
        assert_eq!(known.further(20, 2), at(20, 5, 0));
        assert_eq!(Known::line(0, 0), None);
    }
}
