//! Lines that are locs about which nothing is to be told, as nearly all lines of a list are: where they end
//! and all that is asked of them at one look.

use super::Fields;
use crate::loc::{LIMIT, may_be_odd};
use crate::{Entry, position};

impl Fields {
    /// How long the line at the front of a text is, where its end is there, too, and nothing is to be told about
    /// it: no fault, no `&amp;`, no second address; and whether it has nothing that markup escapes. `None` where a
    /// closer look is needed.
    ///
    /// ```
    /// use urlset_core::{Entry, Fields, ReadOptions};
    ///
    /// let (fields, mut entry) = (Fields::new(&ReadOptions::default()), Entry::default());
    /// assert!(fields.plain_loc(&mut entry, "https://example.com/a"));
    /// assert_eq!(fields.plain_line("https://example.com/b\r\n/c"), Some((21, true)));
    /// assert_eq!(fields.plain_line("/c\n"), None);
    /// ```
    #[inline]
    pub fn plain_line(&self, text: &str) -> Option<(usize, bool)> {
        if self.remarks {
            return None;
        }
        plain_rest(front(text), self.known_origin(text)?)
    }

    /// The same of a text that was read before, when [`Fields::plain_line`] or [`Fields::plain_loc`] took
    /// this line: only its end is looked for, so that nobody says what markup escapes.
    #[inline]
    pub fn known_line(text: &str) -> Option<(usize, bool)> {
        let length = position(front(text), |byte| byte < b' ').filter(|length| *length > 0)?;
        Some((length, false))
    }

    /// Sets the entry's loc to such a line.
    #[inline]
    pub fn put_line(entry: &mut Entry, line: &str, is_bare: bool) {
        entry.loc.put_faultless(line, is_bare);
    }
}

/// As much of a text as a loc without faults may be long, with what ends it.
fn front(text: &str) -> &[u8] {
    let bytes = text.as_bytes();
    bytes.get(..LIMIT).unwrap_or(bytes)
}

/// Where the line ends behind an origin of this length, and whether it has nothing that markup escapes.
#[inline]
fn plain_rest(bytes: &[u8], origin: usize) -> Option<(usize, bool)> {
    let wants_look = |byte| may_be_odd(byte) | (byte == b':');
    let (mut at, mut bare) = (origin, true);
    loop {
        at += position(bytes.get(at..)?, wants_look)?;
        let mut rest = bytes.get(at..)?;
        // Escapes come in rows.
        while let [b'%', one, two, after @ ..] = rest
            && one.is_ascii_hexdigit()
            && two.is_ascii_hexdigit()
        {
            (rest, at) = (after, at + 3);
        }
        at += match rest {
            [b'\n' | b'\r', ..] => return Some((at, bare)),
            [b':', b'/', b'/', ..] | [b'&', b'a', b'm', b'p', b';', ..] => return None,
            [b'&' | b'\'', ..] => {
                bare = false;
                1
            }
            [b':' | b'!' | b'#' | b'$' | b'~', ..] => 1,
            // Behind a row of escapes anything may stand.
            [byte, ..] if !wants_look(*byte) => 1,
            _ => return None,
        };
    }
}
