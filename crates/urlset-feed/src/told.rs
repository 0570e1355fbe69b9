//! Tells what Media RSS says of images and videos and no field takes.

use crate::media::{Piece, is};
use crate::video::Levels;
use crate::vocabulary::{DCTERMS, VIDEO, is_media};
use crate::{FeedReader, base};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use urlset_core::rules as model;
use urlset_core::{Attribute, Element, Lost, Result, Sink};
use urlset_xml::{XML_NAMESPACE, rules as xml};

/// What may stand several times (Media RSS 1.5.1, optional elements), and has one place: the rest is
/// counted with all else that a feed has and no entry holds.
const SEVERAL: [&str; 2] = ["thumbnail", "category"];

/// What is read of an element.
#[derive(Debug)]
pub(crate) struct Known {
    name: &'static str,
    attributes: &'static [&'static str],
    /// Its text is its value; else its attributes are.
    is_leaf: bool,
    /// One of a level has a place.
    once: bool,
}

const fn known(
    name: &'static str,
    attributes: &'static [&'static str],
    is_leaf: bool,
    once: bool,
) -> Known {
    Known { name, attributes, is_leaf, once }
}

/// What has a place in a video.
pub(crate) static VIDEO_PARTS: &[Known] = &[
    known("title", &[], true, true),
    known("description", &[], true, true),
    known("thumbnail", &["url"], false, true),
    known("player", &["url"], false, true),
    known("keywords", &[], true, false),
    known("category", &[], true, true),
    known("rating", &["scheme"], true, false),
    known("restriction", &["type", "relationship"], true, true),
    known("price", &["type", "price", "currency"], false, false),
    known("credit", &["role"], true, true),
    known("community", &[], false, true),
    known("valid", &[], true, true),
    known("type", &[], true, true),
];

/// What has a place in an image.
pub(crate) static IMAGE_PARTS: &[Known] = &[
    known("title", &[], true, true),
    known("description", &[], true, true),
    known("location", &["description"], false, true),
    known("license", &["href"], false, true),
];

/// What has a place in `media:community`.
static COMMUNITY_PARTS: &[Known] = &[
    known("starRating", &["average"], false, false),
    known("statistics", &["views"], false, false),
];

/// Attributes that say what they would say by their absence (Media RSS 1.5.1, `title` and
/// `description`), or what is written again.
const SAY_NOTHING: [(&str, &str, &str); 4] = [
    ("title", "type", "plain"),
    ("description", "type", "plain"),
    ("license", "type", "text/html"),
    ("link", "type", "text/html"),
];

/// What is read of the elements that are images and videos themselves.
static FILES: &[(&str, &[&str])] = &[
    ("content", &["url", "medium"]),
    ("thumbnail", &["url"]),
    ("player", &["url"]),
    ("enclosure", &["url"]),
    ("link", &["href", "rel"]),
    ("image", &["href"]),
];

/// The part that an element is; `None` where it has no place.
pub(crate) fn part(parts: &'static [Known], element: Element<'_>) -> Option<&'static Known> {
    let is_term = matches!(element.name(), "valid" | "type");
    let fits = if is_term { element.namespace() == DCTERMS } else { is_media(element.namespace()) };
    parts.iter().find(|part| fits && part.name == element.name())
}

/// The text of an element that holds nothing else; `None` with markup, which makes it another one.
pub(crate) fn leaf(element: Element<'_>) -> Option<Cow<'_, str>> {
    element.children().next().is_none().then(|| element.text())
}

/// Whether an element says somebody or something that has a place; what it does not is counted by
/// those who look for it.
fn is_taken(element: Element<'_>) -> bool {
    match element.name() {
        "credit" => is_uploader(element),
        "restriction" => country_relationship(element).is_some(),
        _ => true,
    }
}

pub(crate) fn is_uploader(credit: Element<'_>) -> bool {
    credit.attribute("role").map(str::trim) == Some("uploader")
        && leaf(credit).is_none_or(|text| !text.is_empty())
}

/// `allow` or `deny` of a restriction to countries.
pub(crate) fn country_relationship(restriction: Element<'_>) -> Option<&str> {
    let kind = restriction.attribute("type").map(str::trim);
    let relationship = restriction.attribute("relationship").map(str::trim);
    relationship.filter(|text| kind == Some("country") && matches!(*text, "allow" | "deny"))
}

/// Whether two elements say the same.
fn says_as(part: &Known, one: Element<'_>, other: Element<'_>) -> bool {
    let value = |element: Element<'_>, name: &str| {
        element.attribute(name).map(|value| value.trim().to_owned())
    };
    let empty = |element: Element<'_>| element.children().next().is_none();
    empty(one)
        && empty(other)
        && one.text() == other.text()
        && part.attributes.iter().all(|name| value(one, name) == value(other, name))
}

impl FeedReader<'_> {
    /// Tells what the elements of one level say and no field takes: those that have no place, that
    /// stand again, and what stands inside them.
    pub(crate) fn tell_level<'e>(
        &mut self,
        level: impl Iterator<Item = Element<'e>>,
        parts: &'static [Known],
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut met: Vec<Element<'e>> = Vec::new();
        for element in level {
            let Some(part) = part(parts, element) else {
                self.notes.add(element.qname(), || element.position());
                continue;
            };
            if !is_taken(element) {
                continue;
            }
            let first = met.iter().find(|first| first.name() == element.name());
            if let Some(first) = first {
                let same = says_as(part, *first, element);
                if !same && SEVERAL.contains(&part.name) {
                    self.notes.add(element.qname(), || element.position());
                    continue;
                }
                let lost = if same { Lost::Nothing } else { Lost::Field };
                let finding = model::FIELD_REPEATED.at(element.position()).lost(lost);
                sink.report(finding.detail(element.qname()).loc(loc))?;
                continue;
            }
            // Of the others any number has a place.
            met.extend(part.once.then_some(element));
            self.tell_inside(element, part, loc, sink)?;
        }
        Ok(())
    }

    /// Tells of the levels of an image or video what neither its pieces nor its own elements say.
    pub(crate) fn tell_rest(
        &mut self,
        levels: Levels<'_>,
        (namespace, parts): (&str, &'static [Known]),
        pieces: &[Piece<'_>],
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let file = levels.file;
        self.note_file(file, namespace == VIDEO);
        self.tell_overruled(file, namespace, pieces, loc, sink)?;
        let own =
            |child: &Element<'_>| is_media(file.namespace()) && child.namespace() == namespace;
        self.tell_level(file.children().filter(|child| !own(child)), parts, loc, sink)?;
        let Some(group) = levels.group else {
            return Ok(());
        };
        self.note_file(group, false);
        let nearer: BTreeSet<&str> = file
            .children()
            .filter(|child| part(parts, *child).is_some())
            .map(Element::name)
            .collect();
        let rest = group.children().filter(|child| !is(*child, "content"));
        self.tell_around(rest, |name| nearer.contains(name), parts, loc, sink)
    }

    /// The same of elements around an image or video, some of which give way to nearer ones.
    pub(crate) fn tell_around<'e>(
        &mut self,
        level: impl Iterator<Item = Element<'e>>,
        gives_way: impl Fn(&str) -> bool,
        parts: &'static [Known],
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut taken = Vec::new();
        for element in level {
            if part(parts, element).is_some() && gives_way(element.name()) {
                self.notes.add(element.qname(), || element.position());
            } else {
                taken.push(element);
            }
        }
        self.tell_level(taken.into_iter(), parts, loc, sink)
    }

    /// Tells what stands in an element beside its value.
    fn tell_inside(
        &mut self,
        element: Element<'_>,
        part: &Known,
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.note_attributes(element, |name| part.attributes.contains(&name));
        if part.is_leaf {
            return match element.children().next() {
                Some(markup) => {
                    let finding = xml::ELEMENT_IN_LEAF.at(markup.position()).lost(Lost::Field);
                    let detail = format!("{} in {}", markup.qname(), element.qname());
                    sink.report(finding.detail(detail).loc(loc))
                }
                None => Ok(()),
            };
        }
        self.note_text(element);
        let inner = if is(element, "community") { COMMUNITY_PARTS } else { &[] };
        self.tell_level(element.children(), inner, loc, sink)
    }

    /// Counts what an image or video itself says beside its address, its length and its parts.
    pub(crate) fn note_file(&mut self, file: Element<'_>, is_video: bool) {
        let read = FILES.iter().find(|(name, _)| *name == file.name());
        let read = read.map_or(&[][..], |(_, attributes)| attributes);
        let is_read = |name: &str| read.contains(&name) || is_video && name == "duration";
        self.note_attributes(file, is_read);
        self.note_text(file);
    }

    pub(crate) fn note_attributes(&mut self, element: Element<'_>, is_read: impl Fn(&str) -> bool) {
        let says_nothing = |attribute: &Attribute<'_>| {
            let said = (element.name(), attribute.qname, attribute.value.trim());
            said.2.is_empty() || SAY_NOTHING.contains(&said)
        };
        for attribute in element.attributes() {
            let own = attribute.namespace.is_empty();
            let left = attribute.namespace != XML_NAMESPACE && !says_nothing(&attribute);
            if left && !(own && is_read(attribute.qname)) {
                self.note_attribute(element, attribute.qname);
            }
        }
    }

    pub(crate) fn note_attribute(&mut self, element: Element<'_>, name: &str) {
        self.notes.add(&format!("{}/@{name}", element.qname()), || element.position());
    }

    fn note_text(&mut self, element: Element<'_>) {
        if !element.text().is_empty() {
            self.notes.add(&format!("text of {}", element.qname()), || element.position());
        }
    }

    /// Tells what was mapped where the sitemap extension's own element says something else: it goes
    /// first. A relative address is not compared.
    fn tell_overruled(
        &self,
        file: Element<'_>,
        namespace: &str,
        pieces: &[Piece<'_>],
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if !is_media(file.namespace()) {
            return Ok(());
        }
        let (mut own, mut relative) = (HashMap::<&str, HashSet<String>>::new(), HashSet::new());
        for child in file.children().filter(|child| child.namespace() == namespace) {
            let (name, text) = (child.name(), child.text());
            if (name == "loc" || name.ends_with("_loc")) && !base::is_absolute(&text) {
                relative.insert(name);
            }
            own.entry(name).or_default().insert(text.to_ascii_lowercase());
        }
        // A tag with a comma is several keywords.
        for piece in pieces.iter().filter(|piece| piece.name != "tag" && !piece.is_of_item) {
            let said = own.get(piece.name).filter(|_| !relative.contains(piece.name));
            if said.is_some_and(|said| !said.contains(&piece.text.trim().to_ascii_lowercase())) {
                let finding = model::FIELD_REPEATED.at(piece.at).lost(Lost::Field);
                let detail = format!("{}; that of the sitemap extension was kept", piece.name);
                sink.report(finding.detail(detail).loc(loc))?;
            }
        }
        Ok(())
    }
}
