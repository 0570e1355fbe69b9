//! Names of elements and attributes that a reader meets again and again: put on the tape of an entry all
//! at once, instead of looked for and stored one by one.

use crate::extensions::{Extensions, Node, Part, Stretch, narrow};
use crate::{Extension, Position, Shape, are_same};
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes of names that are put on each tape; names beyond these are stored one by one.
const MOST: usize = 4096;

/// What somebody who put an element or attribute on a tape said of it, so that nobody needs to look.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// It is an item of this extension.
    Item(&'static Extension),
    /// Its line in the table of its extension, and where that stands.
    Line(u8, &'static Shape),
}

impl Known {
    /// This line, which stands there.
    pub fn line(at: usize, shape: &'static Shape) -> Known {
        u8::try_from(at).map_or(Known::Nothing, |at| Known::Line(at, shape))
    }
}

/// Names that tapes are lent, each text once.
#[derive(Debug, Default)]
pub struct Names {
    text: String,
    known: Vec<Stretch>,
}

/// One of [`Names`], with its namespace and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub(crate) namespace: Stretch,
    pub(crate) qname: Stretch,
    pub(crate) prefix: u16,
    pub(crate) known: Known,
}

/// Where the names that a tape was lent stand on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lent {
    pub(crate) stretch: Stretch,
    /// The bytes that the names would have taken that were used.
    pub(crate) used: usize,
    /// Whether no node has a name of its own, so that equal names stand in one place.
    pub(crate) alone: bool,
}

impl Names {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.text.clear();
        self.known.clear();
    }

    /// A name that may be new; `None` where there are too many.
    pub fn add(&mut self, namespace: &str, qname: &str, known: Known) -> Option<Name> {
        if self.text.len() + namespace.len() + qname.len() > MOST {
            return None;
        }
        let prefix = qname.find(':').map_or(0, |at| at + 1);
        let (namespace, qname) = (self.store(namespace), self.store(qname));
        Some(Name { namespace, qname, prefix: u16::try_from(prefix).ok()?, known })
    }

    fn store(&mut self, text: &str) -> Stretch {
        let of = |known: &Stretch| {
            let (start, length) = (known.start as usize, known.length as usize);
            self.text.get(start..start + length)
        };
        if let Some(known) = self.known.iter().find(|known| of(known) == Some(text)) {
            return *known;
        }
        let stretch = Stretch { start: narrow(self.text.len()), length: narrow(text.len()) };
        self.text.push_str(text);
        self.known.push(stretch);
        stretch
    }
}

impl Extensions {
    /// Says of the element or attribute put here last which line of the table of its extension is its own,
    /// and where that stands, so that nobody needs to look for it.
    pub fn is_shape(&mut self, (at, shape): (usize, &'static Shape)) -> &mut Extensions {
        self.is_known(Known::line(at, shape))
    }

    /// Says of the element put here last that it is an item of this extension.
    pub fn is_item(&mut self, extension: &'static Extension) -> &mut Extensions {
        self.is_known(Known::Item(extension))
    }

    fn is_known(&mut self, known: Known) -> &mut Extensions {
        if let Some(node) = self.nodes.last_mut() {
            node.known = known;
        }
        self
    }

    /// Puts these names here, where none are. Whether they are the ones that are here; what became known
    /// of them later may not be.
    pub fn lend(&mut self, names: &Names) -> bool {
        if self.lent.stretch.length == 0 {
            let alone = self.nodes.is_empty();
            self.lent = Lent { stretch: self.store(&names.text), alone, ..self.lent };
            return true;
        }
        names.text.starts_with(self.slice(self.lent.stretch))
    }

    /// After an element was taken out: names that were lent in it are gone with it.
    pub(crate) fn keep_lent(&mut self) {
        let Stretch { start, length } = self.lent.stretch;
        if start as usize + length as usize > self.as_bytes().len() {
            self.lent = Lent::default();
        }
    }

    /// As [`Extensions::open`], with a name that is lent; `false`, and nothing is done, where it is not here.
    #[inline]
    pub fn open_lent(&mut self, name: Name, at: Position) -> bool {
        let Some(name) = self.lent(name) else { return false };
        let before = self.begin(at);
        self.use_lent(Part::Open, name, before, at);
        true
    }

    /// As [`Extensions::attribute`], with a name that is lent; `false`, and nothing is done, where it is not
    /// here.
    #[inline]
    pub fn attribute_lent(&mut self, name: Name, value: &str) -> bool {
        let Some(name) = self.lent(name) else { return false };
        let value = self.store(value);
        self.use_lent(Part::Attribute, name, value, self.origin);
        true
    }

    /// The name as it stands here.
    #[inline]
    fn lent(&self, name: Name) -> Option<Name> {
        let Stretch { start, length } = self.lent.stretch;
        let here = |own: Stretch| {
            (own.start + own.length <= length)
                .then_some(Stretch { start: start + own.start, ..own })
        };
        Some(Name { namespace: here(name.namespace)?, qname: here(name.qname)?, ..name })
    }

    /// It counts as if it had been stored, so that limits are the same whoever fills a tape.
    #[inline]
    fn use_lent(&mut self, part: Part, name: Name, value: Stretch, at: Position) {
        let (mut namespace, mut qname) = (false, false);
        for node in self.last_nodes() {
            namespace |= node.namespace.key() == name.namespace.key();
            qname |= node.qname.key() == name.qname.key();
        }
        if !self.lent.alone {
            namespace |= self.stand_near(name.namespace, |node| node.namespace);
            qname |= self.stand_near(name.qname, |node| node.qname);
        }
        let count = |near, name: Stretch| if near { 0 } else { name.length as usize };
        self.lent.used += count(namespace, name.namespace) + count(qname, name.qname);
        self.push_named(part, name, value, at);
    }

    /// Whether one of the last nodes has the same text.
    #[cold]
    #[inline(never)]
    fn stand_near(&self, text: Stretch, of: impl Fn(&Node) -> Stretch) -> bool {
        let is =
            |node: &Node| are_same(self.slice(of(node)).as_bytes(), self.slice(text).as_bytes());
        self.last_nodes().iter().any(is)
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Names};
    use crate::{Extensions, Position};

    /// Fills two tapes the same way, one of them with names that are lent.
    fn fill(order: &[(&str, &str)], late: usize) -> [Extensions; 2] {
        let mut names = Names::default();
        let (mut lent, mut own) = (Extensions::default(), Extensions::default());
        for (number, (namespace, qname)) in order.iter().enumerate() {
            let name = names.add(namespace, qname, Known::Nothing).unwrap();
            if number == late {
                assert!(lent.lend(&names));
            }
            own.open(namespace, qname, Position::start(0)).attribute("", "a", "b").text("c");
            if number < late || !lent.lend(&names) || !lent.open_lent(name, Position::start(0)) {
                lent.open(namespace, qname, Position::start(0));
            }
            let name = names.add("", "a", Known::Nothing).unwrap();
            if number < late || !lent.attribute_lent(name, "b") {
                lent.attribute("", "a", "b");
            }
            lent.text("c");
            if number % 3 == 0 {
                own.close();
                lent.close();
            }
        }
        for _ in order {
            own.close();
            lent.close();
        }
        [lent, own]
    }

    #[test]
    fn what_is_lent_counts_as_if_it_were_stored() {
        let all = [("urn:a", "a:b"), ("urn:b", "b"), ("urn:a", "a:c"), ("a:b", "urn:b"), ("", "a")];
        for late in 0..8 {
            for seed in 0..all.len().pow(4) {
                let pick = |at: u32| all[seed / all.len().pow(at % 4) % all.len()];
                let order: Vec<_> = (0..8).map(pick).collect();
                let [lent, own] = fill(&order, late);
                assert_eq!(lent, own);
                assert_eq!(lent.text_bytes(), own.text_bytes(), "{order:?} {late}");
            }
        }
    }

    #[test]
    fn what_is_taken_back_is_lent_again() {
        let (mut names, mut tape) = (Names::default(), Extensions::default());
        let name = names.add("urn:a", "a:b", Known::Nothing).unwrap();
        assert!(!tape.open_lent(name, Position::default()));
        let mark = tape.mark();
        assert!(tape.lend(&names) && tape.open_lent(name, Position::default()));
        tape.rollback(mark);
        assert_eq!(tape.text_bytes(), 0);
        tape.open("urn:b", "b", Position::default());
        assert!(tape.lend(&names) && tape.open_lent(name, Position::default()));
        tape.close();
        tape.abandon();
        assert_eq!((tape.node_count(), tape.text_bytes()), (0, 0));
        let mut others = Names::default();
        others.add("urn:b", "b", Known::Nothing);
        assert!(tape.lend(&others) && !tape.lend(&names));
        assert!(names.add("", &"a".repeat(5000), Known::Nothing).is_none());
    }
}
