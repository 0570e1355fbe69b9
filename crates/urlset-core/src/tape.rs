//! The tape of an entry as bytes: what it takes to fill it again, node by node.
//!
//! It starts with the number of nodes and the origin. A node is a byte that says what it is and, of
//! elements and attributes, a byte that says whether namespace (high half) and name (low half) are
//! those of a node shortly before: 0 for a new text that follows, 15 for none, else how far back.

use crate::compact::{Unpack, put_number, put_signed, put_text};
use crate::extensions::{Extensions, Node, Part, Stretch, narrow};
use alloc::vec::Vec;

/// How many nodes back a name is looked for; must fit in half a byte beside 0 and [`NONE`].
const NEAR: usize = 8;
const NONE: u8 = 15;

impl Extensions {
    /// Appends the whole tape in a form that [`Extensions::from_bytes`] reads, positions included.
    pub fn to_bytes(&self, out: &mut Vec<u8>) {
        put_number(self.nodes.len() as u64, out);
        put_number(u64::from(self.origin.input), out);
        put_number(u64::from(self.origin.line), out);
        put_number(u64::from(self.origin.column), out);
        put_number(self.origin.byte, out);
        let (mut line, mut byte) = (self.origin.line, 0);
        for (at, node) in self.nodes.iter().enumerate() {
            out.push(node.part as u8);
            if node.part == Part::Text {
                put_text(self.slice(node.value), out);
                continue;
            }
            let (namespace, qname) =
                (self.back(at, |node| node.namespace), self.back(at, |node| node.qname));
            out.push(namespace << 4 | qname);
            for (back, stretch) in [(namespace, node.namespace), (qname, node.qname)] {
                if back == 0 {
                    put_text(self.slice(stretch), out);
                }
            }
            if node.part == Part::Attribute {
                put_text(self.slice(node.value), out);
                continue;
            }
            // An element that was never closed ends with the tape.
            let end = if node.end() > at { node.end() } else { self.nodes.len() };
            put_number((end - at) as u64, out);
            put_signed(i64::from(node.line) - i64::from(line), out);
            put_number(u64::from(node.column), out);
            put_signed(i64::from(node.byte) - i64::from(byte), out);
            (line, byte) = (node.line, node.byte);
        }
    }

    /// How far before the node at `at` its text of this kind stands already.
    fn back(&self, at: usize, of: impl Fn(&Node) -> Stretch) -> u8 {
        let Some(text) = self.nodes.get(at).map(|node| self.slice(of(node))) else { return NONE };
        if text.is_empty() {
            return NONE;
        }
        let near = self.nodes.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
        let same = near.iter().rev().position(|node| self.slice(of(node)) == text);
        same.and_then(|back| u8::try_from(back + 1).ok()).unwrap_or(0)
    }

    /// Replaces the tape by one that [`Extensions::to_bytes`] wrote at the front of `bytes`, and gives
    /// how many bytes that were; `None`, and an empty tape, where they are none of its.
    pub fn from_bytes(&mut self, bytes: &[u8]) -> Option<usize> {
        self.clear();
        let mut rest = Unpack(bytes);
        let read = self.fill(&mut rest);
        self.open.clear();
        self.closed = self.nodes.len();
        if read.is_none() {
            self.clear();
        }
        read.map(|()| bytes.len() - rest.0.len())
    }

    fn fill(&mut self, rest: &mut Unpack<'_>) -> Option<()> {
        let count = usize::try_from(rest.number()?).ok()?;
        self.origin.input = rest.short()?;
        self.origin.line = rest.short()?;
        self.origin.column = rest.short()?;
        self.origin.byte = rest.number()?;
        let (mut line, mut byte) = (self.origin.line, 0);
        for at in 0..count {
            while self.innermost_end() == Some(at) {
                self.open.pop();
            }
            let mut node = match rest.byte()? {
                0 => Node::new(Part::Open),
                1 => Node::new(Part::Attribute),
                2 => Node::new(Part::Text),
                _ => return None,
            };
            if node.part != Part::Text {
                let back = rest.byte()?;
                node.namespace = self.name(back >> 4, rest, |node| node.namespace)?;
                node.qname = self.name(back & 15, rest, |node| node.qname)?;
                let colon = self.slice(node.qname).find(':').map_or(0, |colon| colon + 1);
                node.prefix = u16::try_from(colon).unwrap_or(0);
            }
            if node.part == Part::Open {
                let end = at.checked_add(usize::try_from(rest.number()?).ok()?)?;
                if end <= at || end > self.innermost_end().unwrap_or(count) {
                    return None;
                }
                node.value.start = narrow(end);
                line = moved(line, rest)?;
                node.column = rest.short()?;
                byte = moved(byte, rest)?;
                (node.line, node.byte) = (line, byte);
                self.open.push(narrow(at));
            } else {
                (node.line, node.column) = (self.origin.line, self.origin.column);
                node.value = self.store(rest.text()?);
            }
            self.nodes.push(node);
        }
        Some(())
    }

    /// The node after the last of the element that is being filled.
    fn innermost_end(&self) -> Option<usize> {
        self.open.last().and_then(|at| self.node(*at as usize)).map(Node::end)
    }

    fn name(
        &mut self,
        back: u8,
        rest: &mut Unpack<'_>,
        of: impl Fn(&Node) -> Stretch,
    ) -> Option<Stretch> {
        match back {
            0 => Some(self.store(rest.text()?)),
            NONE => Some(Stretch::default()),
            back => self.nodes.iter().rev().nth(usize::from(back) - 1).map(of),
        }
    }
}

fn moved(from: u32, rest: &mut Unpack<'_>) -> Option<u32> {
    u32::try_from(i64::from(from).checked_add(rest.signed()?)?).ok()
}

#[cfg(test)]
mod tests {
    use crate::{Extensions, Position};

    fn sample() -> Extensions {
        let at = |line, byte| Position { input: 2, line, column: 5, byte };
        let mut tape = Extensions::default();
        for line in 10..13 {
            tape.open("urn:image", "image:image", at(line, u64::from(line) * 100))
                .open("urn:image", "image:loc", at(line + 1, u64::from(line) * 100 + 20))
                .text("https://example.com/ü.png")
                .close()
                .attribute("", "late", "")
                .leaf("urn:image", "image:title", "")
                .close();
        }
        tape.open("urn:b", "plain", Position::default()).attribute("urn:c", "c:d", "e").close();
        tape
    }

    #[test]
    fn a_tape_comes_back_with_its_places() {
        let tape = sample();
        let mut bytes = vec![7];
        tape.to_bytes(&mut bytes);
        bytes.push(9);
        let mut back = Extensions::default();
        assert_eq!(back.from_bytes(&bytes[1..]), Some(bytes.len() - 2));
        assert_eq!(back, tape);
        assert_eq!(back.node_count(), tape.node_count());
        for (left, right) in back.elements().zip(tape.elements()) {
            assert_eq!((left.position(), left.qname()), (right.position(), right.qname()));
            for (left, right) in left.children().zip(right.children()) {
                assert_eq!((left.position(), left.qname()), (right.position(), right.qname()));
            }
        }
        assert!(bytes.len() < 300, "{}", bytes.len());
        back.text("more").leaf("urn:z", "z", "z");
        assert_eq!(back.elements().last().unwrap().name(), "z");
    }

    /// Whatever the bytes, the tape that comes out can be walked and written again.
    #[test]
    fn damage_is_refused_or_harmless() {
        let mut bytes = Vec::new();
        sample().to_bytes(&mut bytes);
        let mut back = Extensions::default();
        for at in 0..bytes.len() {
            assert_eq!(back.from_bytes(&bytes[..at]), None, "cut at {at}");
            assert!(back.is_empty());
            for flip in [1, 2, 0x10, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                if back.from_bytes(&damaged).is_some() {
                    let mut again = Vec::new();
                    back.to_bytes(&mut again);
                    let mut copy = Extensions::default();
                    assert_eq!(copy.from_bytes(&again), Some(again.len()));
                    assert_eq!(copy, back);
                }
            }
        }
    }
}
