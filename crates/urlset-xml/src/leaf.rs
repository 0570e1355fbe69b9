//! The element that nearly every document consists of, `<name>text</name>`, at one look: no
//! attribute, no prefix, nothing in the text that wants a second thought.
//!
//! Takes no decision of its own: whatever is not exactly that is left to the cursor, at the same
//! byte, which would have read the same.

use crate::cursor::{Cursor, is_space};
use crate::reference::{is_odd, is_unescaped, resolve_five};
use memchr::memchr;
use std::ops::Range;
use urlset_core::{any, classes};

/// The name of an element that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct LeafName {
    pub(crate) name: &'static str,
    /// The name and the `>` after it, eight bytes and eight more, and which bits of them count.
    bytes: [u64; 2],
    masks: [u64; 2],
}

impl LeafName {
    /// This name, which has no prefix and at most fifteen bytes.
    pub const fn new(name: &'static str) -> LeafName {
        assert!(name.len() < 16, "a longer name has no place");
        let (mut bytes, mut mask, mut at) = (0_u128, 0_u128, 0);
        let mut rest = name.as_bytes();
        loop {
            let (byte, more) = match rest.split_first() {
                Some((byte, more)) => (*byte, more),
                None => (b'>', rest),
            };
            bytes |= (byte as u128) << at;
            mask |= 0xff << at;
            at += 8;
            if byte == b'>' {
                break;
            }
            rest = more;
        }
        LeafName { name, bytes: halves(bytes), masks: halves(mask) }
    }

    /// What follows the name and its `>` at the front; `None` for another name, and too near to the
    /// end of the window.
    #[inline]
    pub(crate) fn strip<'w>(&self, window: &'w [u8]) -> Option<&'w [u8]> {
        let [first, second] = self.bytes;
        let [first_mask, second_mask] = self.masks;
        if u64::from_le_bytes(*window.first_chunk()?) & first_mask != first {
            return None;
        }
        if second_mask != 0 {
            let (_, rest) = window.split_first_chunk::<8>()?;
            if u64::from_le_bytes(*rest.first_chunk()?) & second_mask != second {
                return None;
            }
        }
        window.get(self.name.len() + 1..)
    }
}

const fn halves(bytes: u128) -> [u64; 2] {
    [(bytes & u64::MAX as u128) as u64, (bytes >> 64) as u64]
}

/// A leaf at the front of the window.
struct Leaf {
    /// Which of the names it has.
    name: usize,
    text: Range<usize>,
    end: usize,
    /// What its text asks for.
    odd: u8,
}

impl Cursor<'_> {
    /// Which of these names the next child has, where it is a plain leaf in the namespace of the root
    /// and wholly in the window; it is not taken yet.
    pub fn plain_leaf(&mut self, names: &[LeafName]) -> Option<usize> {
        if self.standing
            || self.ends > 0
            || self.open.len() >= usize::from(self.limits.depth)
            || !self.default_is_root_namespace()
        {
            return None;
        }
        self.pass_layout();
        let window = self.input.window();
        let Leaf { name, text, end, odd } = find(window.as_bytes(), names)?;
        if end > self.limits.token_bytes as usize {
            return None;
        }
        let (offset, length) = (self.input.offset() + text.start as u64, text.len());
        if self.input.damage(offset, length).next().is_some() {
            return None;
        }
        if odd & UNESCAPED != 0 && self.remarks_values() {
            return None;
        }
        let resolved = odd & REFERENCE != 0;
        if resolved && !resolve_five(window.get(text.clone())?, &mut self.buffer) {
            return None;
        }
        self.leaf_end = end;
        self.text.offset = offset;
        self.text.length = u32::try_from(length).unwrap_or(u32::MAX);
        self.text.plain = (!resolved).then_some(text);
        Some(name)
    }

    /// Stands on the next child where it is a plain start tag of this name: no attribute, no prefix,
    /// in the namespace of the root. `false`, and nothing is read, for any other.
    pub fn plain_start(&mut self, name: &LeafName) -> bool {
        if self.standing
            || self.ends > 0
            || self.parent == 0
            || self.open.len() >= usize::from(self.limits.depth)
            || !self.default_is_root_namespace()
        {
            return false;
        }
        self.pass_layout();
        let window = self.input.window().as_bytes();
        let length = name.name.len() + 2;
        if window.strip_prefix(b"<").and_then(|rest| name.strip(rest)).is_none()
            || length > self.limits.token_bytes as usize
        {
            return false;
        }
        self.stand_on_plain(name.name);
        true
    }

    /// Ends the element that was entered last where its end tag comes next, as
    /// [`Cursor::next_child`] does; `false`, and nothing is read, for anything else.
    pub fn plain_end(&mut self) -> bool {
        if self.standing || self.ends > 0 || self.parent == 0 {
            return false;
        }
        self.pass_layout();
        let window = self.input.window().as_bytes();
        let name = self.open.last().and_then(|open| self.names.get(open.name..));
        let name = name.unwrap_or_default();
        let rest = window.strip_prefix(b"</").and_then(|rest| rest.strip_prefix(name.as_bytes()));
        if rest.and_then(<[u8]>::first) != Some(&b'>') {
            return false;
        }
        self.at = name.len() + 3;
        if let Some(known) = self.known.take_if(|known| known.offset == self.input.offset()) {
            self.known = known.further(self.offset(), 0);
        }
        self.leave();
        self.parent = self.open.len();
        true
    }

    /// Lets go of the layout in the window, and of what is before it.
    pub(crate) fn pass_layout(&mut self) {
        let rest = self.input.window().as_bytes().get(self.at..).unwrap_or_default();
        let layout = rest.iter().take_while(|byte| is_space(**byte)).count();
        if self.known.is_some() {
            self.know_behind(layout);
        }
        self.at += layout;
        self.release();
    }

    /// The place that is known moves along behind layout of this length.
    #[inline(never)]
    fn know_behind(&mut self, layout: usize) {
        let known = self.known.filter(|known| known.offset == self.offset());
        let layout = self.input.window().as_bytes().get(self.at..self.at + layout);
        self.known = known.and_then(|known| known.behind(layout?));
    }

    /// Whether the element read last had no end tag of its own: `<a/>`.
    pub fn is_empty_tag(&self) -> bool {
        self.tag.empty
    }

    /// Takes the leaf that was just found; its text is [`Cursor::text`].
    pub fn take_leaf(&mut self) {
        self.tag.empty = false;
        self.at = self.leaf_end;
    }
}

/// What a byte of a text asks for.
pub(crate) const REFERENCE: u8 = 1;
pub(crate) const UNESCAPED: u8 = 1 << 1;
/// What only the cursor reads.
pub(crate) const ODD: u8 = 1 << 2;

#[allow(clippy::indexing_slicing, reason = "the table has a place for every byte")]
static LOOK: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = u8::MIN;
    loop {
        table[byte as usize] = match byte {
            b'&' => REFERENCE,
            byte if is_unescaped(byte) => UNESCAPED,
            byte if is_odd(byte) => ODD,
            _ => 0,
        };
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

/// What a text asks for; nothing, nearly always.
pub(crate) fn look(text: &[u8]) -> u8 {
    match text.len() < 16 || any(text, |byte| is_odd(byte) | is_unescaped(byte)) {
        true => classes(text, &LOOK),
        false => 0,
    }
}

fn find(window: &[u8], names: &[LeafName]) -> Option<Leaf> {
    let rest = window.strip_prefix(b"<")?;
    let found = names.iter().enumerate();
    let (number, name, rest) =
        found.filter_map(|(at, name)| Some((at, name, name.strip(rest)?))).next()?;
    let (text, rest) = rest.split_at_checked(memchr(b'<', rest)?)?;
    let after = name.strip(rest.strip_prefix(b"</")?)?;
    let odd = look(text);
    if odd & ODD != 0 {
        return None;
    }
    let start = name.name.len() + 2;
    let text = start..start + text.len();
    Some(Leaf { name: number, text, end: window.len() - after.len(), odd })
}

#[cfg(test)]
mod tests {
    use super::{LeafName, REFERENCE, UNESCAPED, find};

    const NAMES: &[LeafName] = &[
        LeafName::new("loc"),
        LeafName::new("lastmod"),
        LeafName::new("priority"),
        LeafName::new("changefreq"),
    ];

    #[test]
    fn only_what_is_plain() {
        let text = |xml: &str| {
            let xml = format!("{xml}\n                ");
            find(xml.as_bytes(), NAMES).map(|leaf| (leaf.name, xml[leaf.text].to_owned()))
        };
        assert_eq!(text("<loc>http://e.com/</loc><a/>"), Some((0, "http://e.com/".to_owned())));
        for (number, name) in ["loc", "lastmod", "priority", "changefreq"].iter().enumerate() {
            assert_eq!(text(&format!("<{name}></{name}>")), Some((number, String::new())));
            for other in ["loc", "lastmod", "priority", "changefreq", "prioritx", "changefrex"] {
                let found = text(&format!("<{name}>a</{other}>"));
                assert_eq!(found.is_some(), *name == other, "{name} {other}");
            }
        }
        let odd = find(b"<loc>a&amp;'</loc>     ", NAMES).map(|leaf| leaf.odd);
        assert_eq!(odd, Some(REFERENCE | UNESCAPED));
        assert!(find(b"<loc>a</loc>", NAMES).is_none(), "too near to the end");
        for xml in [
            "",
            "<loc",
            "<loc>",
            "<loc>a",
            "<loc>a</loc",
            "<loc>a</lo>",
            "<loc>a</locx>",
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
            "<location>x</location>",
            "<changefreqs>x</changefreqs>",
            "<changefre>x</changefre>",
        ] {
            assert_eq!(text(xml), None, "{xml}");
        }
    }
}
