//! What stands between two values of an element of an extension, its tags and layout: taken apart once,
//! and seen again by comparing, for the next element nearly always has the same there.

use crate::child::CDATA;
use crate::copy::qname;
use crate::cursor::is_space;
use crate::scope::{Id, Scope};
use urlset_core::{Extension, Known, Names, begins};

/// Elements in elements that are known.
const DEEP: usize = 8;

/// Attributes of one tag, as many as are compared with each other.
const ATTRIBUTES: usize = 8;

/// Gaps that are known, at most.
const MOST: usize = 64;

/// Elements for which nothing is learned where hardly any gap was met again: to take one apart costs more than to
/// read what stands there.
const PAUSE: u32 = 1024;

/// The longest gap with what must be seen behind it, in bytes.
const LONGEST: usize = 256;

/// The gaps that elements had, which are good as long as the root and its namespaces are the same.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// Their bytes, one behind the other.
    text: String,
    gaps: Vec<Gap>,
    tags: Vec<Tag>,
    /// What may stand around a value; the first is the outside.
    places: Vec<Around>,
    /// The gap met last.
    last: usize,
    /// The names of their elements and attributes, for tapes.
    names: Names,
    /// Elements that were begun since all were forgotten for want of room.
    begun: u32,
    /// Elements to come for which nothing is learned.
    paused: u32,
}

/// From a value, or from the start of an element, to the next value or its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    start: usize,
    end: usize,
    /// What is around its front, and around its end.
    before: usize,
    pub(crate) after: usize,
    first_tag: usize,
    last_tag: usize,
    pub(crate) ends: Ends,
    /// How many elements are open in it, at most.
    pub(crate) deepest: usize,
    /// A bit for each binding that a prefix in it had.
    pub(crate) used: u64,
    /// Line feeds in it.
    pub(crate) lines: u32,
    /// Whether there are carriage returns in it, which count otherwise.
    pub(crate) returns: bool,
    /// Whether whoever reads such elements wants them.
    pub(crate) accepted: bool,
    /// The one that followed the last time.
    next: usize,
}

/// What comes behind a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Nothing of the element.
    Outside,
    Text,
    Cdata,
    /// The value of an attribute, in such quotation marks.
    Value(u8),
}

/// What a tag in a gap does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    Open {
        namespace: Id,
        name: Name,
        /// How far behind the front of the gap.
        at: usize,
        /// Line feeds before it in the gap, and its column behind the last of them, from 1; 0 where that is
        /// not known.
        lines: u32,
        column: u32,
        /// As tapes have it.
        lent: Option<urlset_core::Name>,
    },
    /// What follows the gap is the value of this attribute.
    Attribute(Name, Option<urlset_core::Name>),
    Close,
}

/// A name, in the text of the gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Name {
    start: usize,
    end: usize,
}

/// The elements that are open around a value, and the attributes before it in its tag.
#[derive(Clone, Copy, Debug)]
struct Around {
    open: [Name; DEEP],
    depth: usize,
    attributes: [Name; ATTRIBUTES],
    count: usize,
    ends: Ends,
}

impl Default for Around {
    fn default() -> Around {
        let none = Name::default();
        let (open, attributes) = ([none; DEEP], [none; ATTRIBUTES]);
        Around { open, depth: 0, attributes, count: 0, ends: Ends::Outside }
    }
}

/// What taking a gap apart goes by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'c> {
    pub(crate) scope: &'c Scope,
    pub(crate) extensions: &'static [&'static Extension],
    /// The namespace of the root.
    pub(crate) root: Option<Id>,
    /// How many attributes a tag may have.
    pub(crate) attributes: usize,
    /// Whether sections of CDATA are read.
    pub(crate) sections: bool,
}

impl Gaps {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.gaps.clear();
        self.tags.clear();
        self.places.clear();
        self.names.clear();
        self.last = 0;
    }

    /// Before another element: there is room for gaps that it may have.
    pub(crate) fn make_room(&mut self) {
        self.begun = self.begun.saturating_add(1);
        self.paused = self.paused.saturating_sub(1);
        if self.gaps.len() >= MOST {
            self.clear();
            // Each element has one gap at least.
            if std::mem::take(&mut self.begun) <= 2 * MOST as u32 {
                self.paused = PAUSE;
            }
        }
        if self.places.is_empty() {
            self.places.push(Around::default());
        }
    }

    /// The number of the gap at the front, where these are open around it; `None` where a closer look has to
    /// be taken.
    #[inline]
    pub(crate) fn find(&mut self, rest: &str, before: usize, rules: Rules<'_>) -> Option<usize> {
        let next = self.gaps.get(self.last).map_or(0, |last| last.next);
        let is_next = |gap: &Gap| gap.before == before && begins(rest.as_bytes(), self.bytes(gap));
        self.last = match self.gaps.get(next).is_some_and(is_next) {
            true => next,
            false => self.search(rest, before, rules)?,
        };
        Some(self.last)
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<&Gap> {
        self.gaps.get(number)
    }

    /// Whoever reads such elements wants those with this gap.
    pub(crate) fn accept(&mut self, number: usize) {
        if let Some(gap) = self.gaps.get_mut(number) {
            gap.accepted = true;
        }
    }

    pub(crate) fn tags(&self, gap: &Gap) -> &[Tag] {
        self.tags.get(gap.first_tag..gap.last_tag).unwrap_or_default()
    }

    /// Those that tapes are lent.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn name(&self, name: Name) -> &str {
        self.text.get(name.start..name.end).unwrap_or_default()
    }

    fn bytes(&self, gap: &Gap) -> &[u8] {
        self.text.as_bytes().get(gap.start..gap.end).unwrap_or_default()
    }

    /// Looks among all of them, and takes the one at the front apart where it is none of them; it is
    /// remembered as what follows the last.
    #[cold]
    #[inline(never)]
    fn search(&mut self, rest: &str, before: usize, rules: Rules<'_>) -> Option<usize> {
        let is_it =
            |gap: &Gap| gap.before == before && rest.as_bytes().starts_with(self.bytes(gap));
        let found = match self.gaps.iter().position(is_it) {
            Some(known) => known,
            None => self.learn(rest, before, rules)?,
        };
        if let Some(last) = self.gaps.get_mut(self.last) {
            last.next = found;
        }
        Some(found)
    }

    fn learn(&mut self, rest: &str, before: usize, rules: Rules<'_>) -> Option<usize> {
        if self.gaps.len() >= MOST || self.paused > 0 {
            return None;
        }
        let around = *self.places.get(before)?;
        let (start, first_tag) = (self.text.len(), self.tags.len());
        let front = (0..=rest.len().min(LONGEST)).rev().find_map(|end| rest.get(..end));
        self.text.push_str(front?);
        let (text, tags, names) = (&*self.text, &mut self.tags, &mut self.names);
        let (at, deepest, used) = (start, 0, 0);
        let mut parts = Parts { text, start, at, around, tags, names, rules, deepest, used };
        let ends = parts.walk();
        let Parts { at: end, around, deepest, used, .. } = parts;
        let Some(ends) = ends else {
            self.text.truncate(start);
            self.tags.truncate(first_tag);
            return None;
        };
        self.text.truncate(end);
        let after = self.place(Around { ends, ..around });
        let bytes = self.text.as_bytes().get(start..end)?;
        let (lines, returns) = (line_feeds(bytes), bytes.contains(&b'\r'));
        let last_tag = self.tags.len();
        let (accepted, next) = (false, 0);
        self.gaps.push(Gap {
            start,
            end,
            before,
            after,
            first_tag,
            last_tag,
            ends,
            deepest,
            used,
            lines,
            returns,
            accepted,
            next,
        });
        Some(self.gaps.len() - 1)
    }

    /// The number of what is around a value.
    fn place(&mut self, around: Around) -> usize {
        let same = |known: &Around| {
            let both = |one: &[Name], other: &[Name], count: usize| {
                one.iter()
                    .zip(other)
                    .take(count)
                    .all(|(one, other)| self.name(*one) == self.name(*other))
            };
            (known.depth, known.count, known.ends) == (around.depth, around.count, around.ends)
                && both(&known.open, &around.open, around.depth)
                && both(&known.attributes, &around.attributes, around.count)
        };
        if let Some(known) = self.places.iter().position(same) {
            return known;
        }
        self.places.push(around);
        self.places.len() - 1
    }
}

impl Gap {
    pub(crate) fn length(&self) -> usize {
        self.end - self.start
    }
}

/// A name's prefix, and what follows it.
fn split(qname: &str) -> (&str, &str) {
    qname.split_once(':').unwrap_or(("", qname))
}

/// Line feeds of a short text.
pub(crate) fn line_feeds(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte == b'\n')).sum()
}

/// A gap that is taken apart.
struct Parts<'g> {
    /// Ends with the gap and what is behind it.
    text: &'g str,
    start: usize,
    at: usize,
    around: Around,
    tags: &'g mut Vec<Tag>,
    names: &'g mut Names,
    rules: Rules<'g>,
    deepest: usize,
    used: u64,
}

impl Parts<'_> {
    /// Walks to the next value; `None` where anything is not as plain as it can be.
    fn walk(&mut self) -> Option<Ends> {
        let ended = match self.around.ends {
            Ends::Text => None,
            Ends::Outside => {
                self.at += self.rest().iter().take_while(|byte| is_space(**byte)).count();
                None
            }
            Ends::Value(quote) => {
                self.pass(&[quote])?;
                self.tag()?
            }
            Ends::Cdata => {
                self.pass(b"]]>")?;
                None
            }
        };
        let mut ended = ended;
        loop {
            if let Some(ends) = ended {
                return Some(ends);
            }
            ended = if self.rest().starts_with(b"</") {
                self.end()?
            } else {
                self.name()?;
                self.tag()?
            };
        }
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn pass(&mut self, bytes: &[u8]) -> Option<()> {
        self.at += self.rest().starts_with(bytes).then_some(bytes.len())?;
        Some(())
    }

    /// The front of a start tag, with its name.
    fn name(&mut self) -> Option<()> {
        let (length, colon) = qname(self.rest().strip_prefix(b"<")?)?;
        let name = Name { start: self.at + 1, end: self.at + 1 + length };
        let scope = self.rules.scope;
        let namespace = match colon {
            None => scope.resolve("")?,
            Some(colon) => {
                let prefix = self.text.get(name.start..name.start + colon)?;
                let binding = u32::try_from(scope.binding(prefix)?).ok()?;
                self.used |= 1_u64.checked_shl(binding)?;
                scope.resolve(prefix)?
            }
        };
        let qname = self.text.get(name.start..name.end)?;
        let uri = scope.uri(namespace);
        if self.around.depth > 0 && self.is_misplaced(namespace, split(qname).1) {
            return None;
        }
        let before = self.text.as_bytes().get(self.start..self.at)?;
        let feed = before.iter().rposition(|byte| *byte == b'\n');
        let feed = feed.filter(|_| !before.contains(&b'\r'));
        let column = feed.and_then(|feed| u32::try_from(before.len() - feed).ok()).unwrap_or(0);
        let (at, lines) = (before.len(), line_feeds(before));
        let lent = self.names.add(uri, qname, self.known("", name));
        self.tags.push(Tag::Open { namespace, name, at, lines, column, lent });
        *self.around.open.get_mut(self.around.depth)? = name;
        self.around.depth += 1;
        self.deepest = self.deepest.max(self.around.depth);
        self.at = name.end;
        Some(())
    }

    /// Whether an element in another is one that stands in an entry itself, which is told at a closer look.
    fn is_misplaced(&self, namespace: Id, name: &str) -> bool {
        let uri = self.rules.scope.uri(namespace);
        let mut known = self.rules.extensions.iter();
        self.rules.root == Some(namespace)
            || known.any(|known| known.namespace == uri && known.element == name)
    }

    /// What an extension knows of an element or attribute below those that are open.
    fn known(&self, mark: &str, name: Name) -> Known {
        let text = |name: &Name| self.text.get(name.start..name.end).unwrap_or_default();
        let uri = |name: &Name| {
            let id = self.rules.scope.resolve(split(text(name)).0);
            id.map_or("", |id| self.rules.scope.uri(id))
        };
        let open = self.around.open.get(..self.around.depth).unwrap_or_default();
        let (item, parents) = open.split_first().unwrap_or((&name, &[]));
        let (namespace, (_, element)) = (uri(item), split(text(item)));
        let is_it = |known: &&&Extension| known.namespace == namespace && known.element == element;
        let Some(extension) = self.rules.extensions.iter().find(is_it) else {
            return Known::Nothing;
        };
        let parents: Vec<&str> = parents.iter().map(|one| split(text(one)).1).collect();
        let path = parents.join("/");
        let line = match mark {
            "@" => extension.attribute_shape(&path, text(&name)),
            _ if open.is_empty() => return Known::Item(extension),
            _ if uri(&name) != namespace => None,
            _ => extension.element_shape(&path, split(text(&name)).1),
        };
        line.map_or(Known::Nothing, |(at, shape)| Known::line(at, shape))
    }

    /// What is in a start tag behind its name or an attribute; what comes behind the gap where that ends.
    fn tag(&mut self) -> Option<Option<Ends>> {
        loop {
            match self.rest() {
                [b'>', ..] => {
                    self.at += 1;
                    self.around.count = 0;
                    return self.content(true);
                }
                [b'/', b'>', ..] => {
                    self.at += 2;
                    self.around.count = 0;
                    return self.close();
                }
                [b' ', b'/' | b' ', ..] => self.at += 1,
                [b' ', ..] => return self.attribute().map(Some),
                _ => return None,
            }
        }
    }

    /// An attribute without a prefix that declares nothing, up to its value.
    fn attribute(&mut self) -> Option<Ends> {
        let rest = self.rest().get(1..)?;
        let (length, colon) = qname(rest)?;
        let [b'=', quote @ (b'"' | b'\''), ..] = *rest.get(length..)? else { return None };
        let name = Name { start: self.at + 1, end: self.at + 1 + length };
        let text = |name: &Name| self.text.get(name.start..name.end);
        let before = self.around.attributes.get(..self.around.count)?;
        let twice = before.iter().any(|one| text(one) == text(&name));
        if colon.is_some()
            || twice
            || text(&name) == Some("xmlns")
            || self.around.count >= self.rules.attributes
        {
            return None;
        }
        *self.around.attributes.get_mut(self.around.count)? = name;
        self.around.count += 1;
        let lent = self.names.add("", text(&name)?, self.known("@", name));
        self.tags.push(Tag::Attribute(name, lent));
        self.at = name.end + 2;
        Some(Ends::Value(quote))
    }

    /// The end tag of the element opened last.
    fn end(&mut self) -> Option<Option<Ends>> {
        let open = self.around.open.get(self.around.depth.checked_sub(1)?)?;
        let name = self.text.as_bytes().get(open.start..open.end)?;
        self.pass(b"</")?;
        let rest = self.rest().strip_prefix(name)?;
        if rest.first() != Some(&b'>') {
            return None;
        }
        self.at += name.len() + 1;
        self.close()
    }

    fn close(&mut self) -> Option<Option<Ends>> {
        self.tags.push(Tag::Close);
        self.around.depth = self.around.depth.checked_sub(1)?;
        if self.around.depth == 0 { Some(Some(Ends::Outside)) } else { self.content(false) }
    }

    /// Passes layout up to the next tag; a text, where anything else stands there or its element may hold
    /// nothing but that.
    fn content(&mut self, starts: bool) -> Option<Option<Ends>> {
        let rest = self.rest();
        let space = rest.iter().take_while(|byte| is_space(**byte)).count();
        let (space, rest) = rest.split_at_checked(space)?;
        match rest {
            [b'<', b'/', ..] if starts => Some(Some(Ends::Text)),
            [b'<', b'!', ..] if starts && space.is_empty() && self.rules.sections => {
                self.pass(CDATA)?;
                Some(Some(Ends::Cdata))
            }
            [b'<', _, ..] if space.is_empty() || space.contains(&b'\n') => {
                self.at += space.len();
                Some(None)
            }
            [] | [b'<'] => None,
            _ => Some(Some(Ends::Text)),
        }
    }
}
