//! The element that nearly every document consists of, `<name>text</name>`, at one look: no
//! attribute, no prefix, nothing in the text that wants a second thought.
//!
//! Takes no decision of its own: whatever is not exactly that is left to the cursor, at the same
//! byte, which would have read the same.

use crate::cursor::{Cursor, Text};
use crate::reference::{is_odd, is_unescaped};
use memchr::memchr;
use std::ops::Range;

/// Longest name that is looked for, in bytes.
const NAME: usize = 16;

/// A leaf at the front of the window, as ranges in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    name: Range<usize>,
    text: Range<usize>,
    end: usize,
}

impl Cursor<'_> {
    /// The name of the next child where it is a plain leaf in the namespace of the root and wholly
    /// in the window; it is not taken yet.
    pub fn plain_leaf(&mut self) -> Option<&str> {
        if self.standing || self.ends > 0 || !self.default_is_root_namespace() {
            return None;
        }
        let window = self.input.window().as_bytes();
        let layout = window.get(self.at..)?.iter().take_while(|byte| byte.is_ascii_whitespace());
        self.at += layout.filter(|byte| **byte != 0x0c).count();
        self.release();
        let leaf = find(self.input.window().as_bytes())?;
        let length = leaf.text.len();
        let offset = self.input.offset() + leaf.text.start as u64;
        let whole =
            self.input.damage(offset, length).next().is_none() && !self.is_remarkable(&leaf);
        if !whole || leaf.end > self.limits.token_bytes as usize {
            return None;
        }
        let name = leaf.name.clone();
        self.leaf = leaf;
        self.input.window().get(name)
    }

    /// Whether there is something to remark about the leaf's text; the cursor does it.
    fn is_remarkable(&self, leaf: &Leaf) -> bool {
        let text = || self.input.window().as_bytes().get(leaf.text.clone()).unwrap_or_default();
        self.remarks_values() && text().iter().fold(false, |any, byte| any | is_unescaped(*byte))
    }

    /// Takes the leaf that was just found; its text is [`Cursor::text`].
    pub fn take_leaf(&mut self) {
        let leaf = std::mem::take(&mut self.leaf);
        self.text = Text {
            offset: self.input.offset() + leaf.text.start as u64,
            length: u32::try_from(leaf.text.len()).unwrap_or(u32::MAX),
            plain: Some(leaf.text),
        };
        self.at = leaf.end;
    }
}

fn find(window: &[u8]) -> Option<Leaf> {
    let rest = window.strip_prefix(b"<")?;
    let length = rest.iter().take(NAME).position(|byte| !byte.is_ascii_lowercase())?;
    let (name, rest) = rest.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    let rest = rest.strip_prefix(b">")?;
    let (text, rest) = rest.split_at_checked(memchr(b'<', rest)?)?;
    rest.strip_prefix(b"</")?.strip_prefix(name)?.strip_prefix(b">")?;
    // Without branches, so that it runs over many bytes at once.
    if text.iter().fold(false, |odd, byte| odd | is_odd(*byte)) {
        return None;
    }
    let start = length + 2;
    let end = start + text.len();
    Some(Leaf { name: 1..length + 1, text: start..end, end: end + length + 3 })
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn only_what_is_plain() {
        let text = |xml: &str| find(xml.as_bytes()).map(|leaf| xml[leaf.text].to_owned());
        assert_eq!(text("<loc>http://e.com/</loc><a/>").as_deref(), Some("http://e.com/"));
        assert_eq!(text("<loc></loc>").as_deref(), Some(""));
        for xml in [
            "",
            "<loc",
            "<loc>",
            "<loc>a",
            "<loc>a</loc",
            "<loc>a</lo>",
            "<loc>a</locx>",
            "<loc>a&amp;b</loc>",
            "<loc>a]b</loc>",
            "<loc>a\nb</loc>",
            "<loc a=''>x</loc>",
            "<loc/>",
            "<a:loc>x</a:loc>",
            "<Loc>x</Loc>",
            "</loc>",
            "<>x</>",
            "<loc>a<b/></loc>",
            "<loc>\u{fffd}</loc>",
            "<loc >x</loc>",
            "<averyveryverylongname>x</averyveryverylongname>",
        ] {
            assert_eq!(text(xml), None, "{xml}");
        }
    }
}
