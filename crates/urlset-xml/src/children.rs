//! Children whose tags were met before, several at one look: what stands between two texts is nearly always
//! what stood there in the element before, which is seen by comparing.
//!
//! As [`Cursor::find_child`], it takes no decision of its own: it ends before the first child that is not
//! exactly that.

use crate::child::{Inside, Start, inside, value};
use crate::cursor::{Cursor, is_space};
use crate::scope::Id;
use urlset_core::begins;

/// Tags that are known, at most.
const KNOWN: usize = 16;

/// The longest tag that is remembered, less its text or the value that is another each time; and the longest
/// layout before it.
const LONGEST: usize = 64;

/// Children that are found at one look, at most.
const MOST: usize = 64;

/// Tags that children had, and what each is to whoever reads them: those that follow are nearly always the
/// same in the same order. And the children that were found by them last.
#[derive(Debug)]
pub struct KnownTags<K> {
    tags: Vec<Known<K>>,
    /// The one that was met last.
    last: usize,
    children: Vec<Child>,
    /// How many are found at one look: about as many as were taken of those before.
    ahead: usize,
    /// Texts of these whose references are resolved.
    texts: String,
    /// Offset of the window in which they were found.
    base: u64,
}

/// The tags of a child without a prefix, in the namespace of the root, and what stood before it.
#[derive(Debug)]
struct Known<K> {
    /// Up to what is another each time: its text, or one value of a tag that says all in itself.
    front: Vec<u8>,
    /// Of which so many stand before its start tag.
    layout: usize,
    /// What stands behind that.
    back: Box<[u8]>,
    /// The number of that value, and its quotation mark; `None` where it is the text.
    value: Option<(usize, u8)>,
    name: Box<str>,
    /// Names and values of the attributes of a tag that says all in itself; but for that one value.
    attributes: Vec<(Box<str>, Option<Box<str>>)>,
    start: Start,
    namespace: Id,
    kind: K,
    /// The one that followed the last time.
    next: usize,
}

/// What is known of a child that was found.
#[derive(Clone, Copy, Debug)]
pub struct FoundChild<'t, K> {
    /// What it is to whoever reads it.
    pub kind: K,
    /// Its name.
    pub name: &'t str,
    /// Its text; of a tag that says all in itself the one value that is another each time.
    pub text: &'t str,
    /// Whether it has no attributes.
    pub is_bare: bool,
}

/// A child that was found, in the window as it was then.
#[derive(Debug)]
struct Child {
    /// Which of the tags it has.
    known: usize,
    /// Where its start tag begins.
    start: usize,
    /// Its text, or the value that is another each time.
    inside: Inside,
    end: usize,
}

impl<K> Default for KnownTags<K> {
    fn default() -> KnownTags<K> {
        let (tags, children, texts) = (Vec::new(), Vec::new(), String::new());
        KnownTags { tags, last: 0, children, ahead: MOST, texts, base: 0 }
    }
}

impl<K: Copy> KnownTags<K> {
    /// Forgets all: the document has another root.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.last = 0;
        self.children.clear();
    }

    /// Of the `<` of a child of those that were found, in the decoded text.
    pub fn offset(&self, number: usize) -> u64 {
        self.base + self.children.get(number).map_or(0, |child| child.start as u64)
    }

    /// Of its text.
    pub fn text_offset(&self, number: usize) -> u64 {
        self.base + self.children.get(number).map_or(0, |child| child.inside.raw.start as u64)
    }

    /// Its length with its tags.
    pub fn length(&self, number: usize) -> usize {
        self.children.get(number).map_or(0, |child| child.end - child.start)
    }

    /// Names and values, as written, of the attributes of a child whose tag says all in itself; none for
    /// the value that is its text. Of any other there are none.
    pub fn attributes(&self, number: usize) -> impl Iterator<Item = (&str, Option<&str>)> {
        let known = self.children.get(number).and_then(|child| self.tags.get(child.known));
        let given = known.map_or(&[][..], |known| &known.attributes);
        given.iter().map(|(name, value)| (&**name, value.as_deref()))
    }

    /// Of those that were found so many were taken, and then something else had to be done: more would be looked at
    /// for nothing, again and again where all are such.
    pub fn took_only(&mut self, number: usize) {
        self.ahead = (2 * number).clamp(1, MOST);
    }

    /// Remembers the tags of a child, unless they are known, too long, or say nothing.
    pub(crate) fn learn(&mut self, window: &str, start: &Start, namespace: Id, kind: K) {
        if start.empty && start.longest().is_none() {
            return;
        }
        let is_known = |known: &Known<K>| window.as_bytes().starts_with(known.tag());
        if self.tags.iter().any(is_known) {
            return;
        }
        let Some(known) = Known::of(window, start, namespace, kind) else { return };
        if self.tags.len() == KNOWN {
            self.clear();
        }
        let at = self.tags.len();
        if let Some(last) = self.tags.get_mut(self.last) {
            last.next = at;
        }
        self.tags.push(known);
        self.last = at;
    }

    /// Looks at the children at the front of the window, up to one that is not known; gives where the
    /// last of them ends.
    fn look(&mut self, window: &str, namespace: Option<Id>, (token, most): (u64, u64)) -> usize {
        let mut at = 0;
        while self.children.len() < self.ahead
            && let Some(child) = self.look_at_child(window, at, namespace)
            && (child.end - child.start) as u64 <= token
            && child.end as u64 <= most
        {
            at = child.end;
            self.children.push(child);
        }
        at
    }

    fn look_at_child(&mut self, window: &str, at: usize, namespace: Option<Id>) -> Option<Child> {
        let rest = window.as_bytes().get(at..)?;
        let expected = self.tags.get(self.last)?.next;
        let is_next = self
            .tags
            .get(expected)
            .is_some_and(|known| begins(rest, &known.front) && namespace == Some(known.namespace));
        self.last = if is_next { expected } else { self.search(rest, namespace)? };
        let known = self.tags.get(self.last)?;
        let from = at + known.front.len();
        let inside = match known.value {
            Some((_, quote)) => value(window, from, quote, &mut self.texts)?,
            None => inside(window, from, &mut self.texts)?,
        };
        let is_whole = begins(window.as_bytes().get(inside.raw.end..)?, &known.back);
        let (start, end) = (at + known.layout, inside.raw.end + known.back.len());
        is_whole.then_some(Child { known: self.last, start, inside, end })
    }

    /// Looks among all of them for the tag behind layout, which is remembered as what follows the last.
    #[cold]
    #[inline(never)]
    fn search(&mut self, rest: &[u8], namespace: Option<Id>) -> Option<usize> {
        let layout = rest.iter().take_while(|byte| is_space(**byte)).count();
        let (layout, tag) = rest.split_at_checked(layout)?;
        if tag.starts_with(b"</") {
            return None;
        }
        let is_it =
            |known: &Known<K>| tag.starts_with(known.tag()) && namespace == Some(known.namespace);
        let at = self.tags.iter().position(is_it)?;
        self.tags.get_mut(self.last)?.next = at;
        self.tags.get_mut(at)?.set_layout(layout);
        Some(at)
    }
}

impl<K> Known<K> {
    /// What is to be remembered of the tag at the front of the window.
    fn of(window: &str, start: &Start, namespace: Id, kind: K) -> Option<Known<K>> {
        let bytes = window.as_bytes();
        let name: Box<str> = window.get(1..start.name)?.into();
        let (front, back, value): (usize, Box<[u8]>, _) = if start.empty {
            let (number, value) = start.longest()?;
            let back = bytes.get(value.end..start.end)?;
            (value.start, back.into(), Some((number, *back.first()?)))
        } else {
            (start.end, format!("</{name}>").into_bytes().into(), None)
        };
        let front = bytes.get(..front)?.to_vec();
        let attributes = match value {
            Some((number, _)) => start.attributes(window, number),
            None => Vec::new(),
        };
        let (start, is_short) = (start.clone(), front.len() + back.len() <= LONGEST);
        is_short.then_some(Known {
            front,
            layout: 0,
            back,
            value,
            name,
            attributes,
            start,
            namespace,
            kind,
            next: 0,
        })
    }

    /// Its start tag, up to what is another each time.
    fn tag(&self) -> &[u8] {
        self.front.get(self.layout..).unwrap_or_default()
    }

    /// It stands behind this.
    fn set_layout(&mut self, layout: &[u8]) {
        if layout.len() <= LONGEST {
            self.front.splice(..self.layout, layout.iter().copied());
            self.layout = layout.len();
        }
    }
}

impl Cursor<'_> {
    /// Finds the next children where they are wholly in the window, have known tags, hold nothing but text,
    /// and have nothing about them that would be told, up to the first that is otherwise or ends behind
    /// `most` bytes. Gives how many there are; nothing is read or told.
    pub fn find_children<K: Copy>(&mut self, known: &mut KnownTags<K>, most: u64) -> usize {
        known.children.clear();
        known.texts.clear();
        if !self.may_find() {
            return 0;
        }
        self.release();
        let limits = (u64::from(self.limits.token_bytes), most);
        let end = known.look(self.input.window(), self.scope.resolve(""), limits);
        known.base = self.input.offset();
        if self.input.damage(known.base, end).next().is_some() {
            known.children.clear();
        }
        known.children.len()
    }

    /// A child of those that were found, while nothing but them was read.
    #[inline]
    pub fn found_child<'t, K: Copy>(
        &'t self,
        known: &'t KnownTags<K>,
        number: usize,
    ) -> Option<FoundChild<'t, K>> {
        let child = known.children.get(number)?;
        let Known { kind, name, start, .. } = known.tags.get(child.known)?;
        let Inside { text, resolved, .. } = &child.inside;
        let text = match resolved {
            true => known.texts.get(text.clone())?,
            false => {
                let passed = usize::try_from(self.input.offset().checked_sub(known.base)?).ok()?;
                let window = self.input.window();
                window.get(text.start.checked_sub(passed)?..text.end.checked_sub(passed)?)?
            }
        };
        Some(FoundChild { kind: *kind, name, text, is_bare: start.count == 0 })
    }

    /// Makes a child of those that were found the one that [`Cursor::find_child`] found; gives what it is.
    pub fn stand_on_found<K: Copy>(&mut self, known: &KnownTags<K>, number: usize) -> Option<K> {
        let child = known.children.get(number)?;
        let tag = known.tags.get(child.known)?;
        self.go_to(known.base + child.start as u64);
        self.release();
        self.found.start.set(&tag.start);
        self.found.namespace = tag.namespace;
        let Inside { raw, text, resolved } = child.inside.clone();
        let moved = |at: usize| at.saturating_sub(child.start);
        let (raw, end) = (moved(raw.start)..moved(raw.end), moved(child.end));
        let inside = if let Some((number, _)) = tag.value {
            self.found.start.set_value(number, raw.end);
            Inside { raw: end..end, text: end..end, resolved: false }
        } else if resolved {
            self.buffer.clear();
            self.buffer.push_str(known.texts.get(text.clone())?);
            Inside { raw, text, resolved }
        } else {
            Inside { raw, text: moved(text.start)..moved(text.end), resolved }
        };
        self.set_found(inside, end).then_some(tag.kind)
    }

    /// Goes on behind the children that were found.
    pub fn take_children<K>(&mut self, known: &mut KnownTags<K>) {
        if let Some(last) = known.children.last() {
            known.ahead = (2 * known.ahead).min(MOST);
            self.go_to(known.base + last.end as u64);
        }
    }

    /// Goes on at an offset of the window.
    fn go_to(&mut self, offset: u64) {
        let at = offset.saturating_sub(self.input.offset());
        self.at = usize::try_from(at).unwrap_or_default();
    }
}
