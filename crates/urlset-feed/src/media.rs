//! Media of an item as images and videos of its page.

use crate::around::Around;
use crate::links::{is_link, relation};
use crate::told::{IMAGE_PARTS, VIDEO_PARTS, leaf};
use crate::video::Levels;
use crate::vocabulary::{IMAGE, Space, is_media};
use crate::{FeedReader, rules};
use std::borrow::Cow;
use urlset_core::{Element, Entry, Extensions, Position, Result, Sink};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    Image,
    Video,
    /// A player in a plugin's format.
    Flash,
    Other,
}

/// A child of an image or video: name, attributes, text.
pub(crate) struct Piece<'e> {
    pub(crate) name: &'static str,
    pub(crate) attributes: Vec<(&'static str, Cow<'e, str>)>,
    pub(crate) text: Cow<'e, str>,
    pub(crate) at: Position,
    /// It is what the item says of itself.
    pub(crate) is_of_item: bool,
}

impl<'e> Piece<'e> {
    pub(crate) fn new(
        name: &'static str,
        text: impl Into<Cow<'e, str>>,
        at: Position,
    ) -> Piece<'e> {
        Piece { name, attributes: Vec::new(), text: text.into(), at, is_of_item: false }
    }
}

/// Children of an image in the order of its schema.
pub(crate) const IMAGE_ORDER: &[&str] = &["loc", "caption", "geo_location", "title", "license"];

/// What of Media RSS has which place in an image.
const IMAGE_PARTS_AS: &[(&str, &str)] = &[
    ("title", "title"),
    ("description", "caption"),
    ("location", "geo_location"),
    ("license", "license"),
];

/// Appends an item: pieces in the order of the schema, but what its own namespace already says
/// inside `source` goes before what was mapped.
pub(crate) fn assemble(
    (namespace, qname): (&str, &str),
    order: &[&str],
    pieces: &[Piece<'_>],
    source: Element<'_>,
    out: &mut Extensions,
) {
    let (prefix, _) = qname.split_once(':').unwrap_or_default();
    let foreign = || {
        source
            .children()
            .filter(|child| is_media(source.namespace()) && child.namespace() == namespace)
    };
    out.open(namespace, qname, source.position());
    for name in order {
        if foreign().any(|child| child.name() == *name) {
            foreign().filter(|child| child.name() == *name).for_each(|child| out.append(child));
            continue;
        }
        for piece in pieces.iter().filter(|piece| piece.name == *name) {
            out.open(namespace, &format!("{prefix}:{name}"), piece.at);
            for (name, value) in &piece.attributes {
                out.attribute("", name, value);
            }
            out.text(&piece.text).close();
        }
    }
    foreign().filter(|child| !order.contains(&child.name())).for_each(|child| out.append(child));
    out.close();
}

pub(crate) fn medium(element: Element<'_>) -> Medium {
    let kind = element.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
    let said = element.attribute("medium").unwrap_or_default().trim().to_ascii_lowercase();
    match said.as_str() {
        "image" => return Medium::Image,
        "video" if kind != "application/x-shockwave-flash" => return Medium::Video,
        "audio" | "document" | "executable" => return Medium::Other,
        _ => {}
    }
    if kind.starts_with("image/") {
        Medium::Image
    } else if kind.starts_with("video/") || kind == "application/vnd.apple.mpegurl" {
        Medium::Video
    } else if kind == "application/x-shockwave-flash" {
        Medium::Flash
    } else if kind.is_empty() && element.children().any(|child| is(child, "player")) {
        Medium::Video
    } else {
        Medium::Other
    }
}

/// Whether this is the element of Media RSS with that name.
pub(crate) fn is(element: Element<'_>, name: &str) -> bool {
    element.name() == name && is_media(element.namespace())
}

fn is_video(medium: Medium) -> bool {
    matches!(medium, Medium::Video | Medium::Flash)
}

/// Whether two files of a group may be renditions of one thing.
fn of_one_kind(one: Medium, other: Medium) -> bool {
    is_video(one) && is_video(other) || one == Medium::Image && other == Medium::Image
}

/// Whether an item's element stands for a video; a player does where there is no file.
fn shows_video(element: Element<'_>) -> bool {
    if is(element, "group") {
        let has_file = element.children().any(|child| is(child, "content"));
        let shows = |child| if has_file { shows_video(child) } else { is(child, "player") };
        return element.children().any(shows);
    }
    is(element, "content") && is_video(medium(element))
}

impl FeedReader<'_> {
    /// Gives the entry the images, videos, languages and news of the item, in its order.
    pub(crate) fn settle_media(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        if self.item.tape.is_empty() {
            return Ok(());
        }
        let tape = std::mem::take(&mut self.item.tape);
        let filled = self.settle_tape(&tape, entry, sink);
        self.item.tape = tape;
        filled
    }

    fn settle_tape(
        &mut self,
        tape: &Extensions,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let root = self.space.clone();
        let around = &Around::of(tape, self.dialect, &root);
        let has_content =
            tape.elements().any(|element| is(element, "content") || is(element, "group"));
        let is_player = |element| !has_content && is(element, "player");
        let has_video = tape.elements().any(|element| shows_video(element) || is_player(element));
        let is_image = |element| !has_video && is(element, "thumbnail");
        for element in tape.elements() {
            let space = Space::of(element.namespace(), self.dialect, &self.space);
            self.tell_swallowed(element, entry.loc.as_str(), sink)?;
            match (space, element.name()) {
                _ if is_link(element, self.dialect, &self.space) => {
                    if element.attribute("href").is_some() && !element.own_value().is_empty() {
                        self.notes.add("text of a link with href", || element.position());
                    }
                    if relation(element) == "enclosure" {
                        self.settle_file(element, "href", around, entry, sink)?;
                    } else {
                        self.settle_link(element, around, entry, sink)?;
                    }
                }
                (Space::Core, "enclosure") => {
                    self.settle_file(element, "url", around, entry, sink)?;
                }
                (Space::Itunes, "image") => {
                    self.settle_image(
                        Levels::of_image(element, None),
                        "href",
                        around,
                        entry,
                        sink,
                    )?;
                }
                (Space::Media, "content") => {
                    self.settle_content(element, None, around, entry, sink)?;
                }
                (Space::Media, "group") => self.settle_group(element, around, entry, sink)?,
                (Space::Media, _) if is_player(element) => {
                    self.settle_video(Levels::of(element, None, around), entry, sink)?;
                }
                (Space::Media, _) if is_image(element) => {
                    self.settle_image(Levels::of_image(element, None), "url", around, entry, sink)?;
                }
                // What videos inherit, or nobody.
                (Space::Media | Space::Dcterms, _) => {}
                _ => entry.extensions.append(element),
            }
        }
        let rest = around.shared.iter().copied();
        let rest = rest.filter(|element| !is_player(*element) && !is_image(*element));
        let inherited = around.inherited.borrow();
        self.tell_around(
            rest,
            |name| !inherited.contains(name),
            VIDEO_PARTS,
            entry.loc.as_str(),
            sink,
        )
    }

    /// An enclosure, which says its address and type only.
    fn settle_file(
        &mut self,
        file: Element<'_>,
        address: &str,
        around: &Around<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        match medium(file) {
            Medium::Image => {
                self.settle_image(Levels::of_image(file, None), address, around, entry, sink)
            }
            Medium::Video if is_described(file, address, around) => {
                self.note_file(file, false);
                Ok(())
            }
            Medium::Video => self.settle_video(Levels::of(file, None, around), entry, sink),
            Medium::Flash | Medium::Other => self.unplaced(file, address, "enclosure", sink),
        }
    }

    /// A file that is neither image nor video: its address is named, so that it is not lost silently.
    pub(crate) fn unplaced(
        &self,
        file: Element<'_>,
        address: &str,
        what: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let kind = file.attribute("type").or(file.attribute("medium")).unwrap_or("no type");
        let url = file.attribute(address).unwrap_or_default().trim();
        let finding = rules::FILE_NOT_CARRIED.at(file.position());
        sink.report(finding.detail(format!("{what} of {kind}: {url}")))
    }

    fn settle_content(
        &mut self,
        content: Element<'_>,
        group: Option<Element<'_>>,
        around: &Around<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        match medium(content) {
            Medium::Image => {
                self.settle_image(Levels::of_image(content, group), "url", around, entry, sink)
            }
            Medium::Video | Medium::Flash => {
                self.settle_video(Levels::of(content, group, around), entry, sink)
            }
            Medium::Other => {
                let inner = content.children().chain(group.into_iter().flat_map(Element::children));
                for said in inner.filter(|child| !is(*child, "content")) {
                    self.notes.add(said.qname(), || said.position());
                }
                self.unplaced(content, "url", "media:content", sink)
            }
        }
    }

    /// Renditions of one thing: the default one, else the first.
    fn settle_group(
        &mut self,
        group: Element<'_>,
        around: &Around<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let contents = || group.children().filter(|child| is(*child, "content"));
        let is_default =
            |content: &Element<'_>| content.attribute("isDefault").map(str::trim) == Some("true");
        let videos = || contents().filter(|content| is_video(medium(*content)));
        let images = || contents().filter(|content| medium(*content) == Medium::Image);
        let chosen = videos()
            .find(is_default)
            .or_else(|| videos().next())
            .or_else(|| images().find(is_default))
            .or_else(|| images().next())
            .or_else(|| contents().next());
        let Some(chosen) = chosen else {
            if group.children().any(|child| is(child, "player")) {
                return self.settle_video(Levels::of(group, None, around), entry, sink);
            }
            self.notes.add("media:group without media:content", || group.position());
            for said in group.children() {
                self.notes.add(said.qname(), || said.position());
            }
            return Ok(());
        };
        for other in contents().filter(|other| other.position() != chosen.position()) {
            if of_one_kind(medium(other), medium(chosen)) {
                self.notes.add("other renditions of a media:group", || other.position());
            } else {
                self.unplaced(other, "url", "media:content in a group", sink)?;
            }
        }
        self.settle_content(chosen, Some(group), around, entry, sink)
    }

    fn settle_image(
        &mut self,
        levels: Levels<'_>,
        address: &str,
        around: &Around<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let image = levels.file;
        if is_described(image, address, around) {
            self.note_file(image, false);
            return Ok(());
        }
        let at = image.position();
        let url = image.attribute(address).unwrap_or_default();
        let url = self.media_address(url, "", &at, sink)?;
        let mut pieces = Vec::new();
        if !url.is_empty() {
            pieces.push(Piece::new("loc", url, at));
        }
        for (from, name) in IMAGE_PARTS_AS {
            let Some(child) = levels.find(from) else { continue };
            let text = match *from {
                "location" => child.attribute("description").map(Cow::Borrowed),
                "license" => child.attribute("href").map(Cow::Borrowed),
                _ => leaf(child),
            };
            if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
                pieces.push(Piece::new(name, text, child.position()));
            }
        }
        self.tell_rest(levels, (IMAGE, IMAGE_PARTS), &pieces, entry.loc.as_str(), sink)?;
        let foreign = image.children().any(|child| child.namespace() == IMAGE);
        if pieces.is_empty() && !foreign {
            self.notes.add("an image without address", || at);
            return Ok(());
        }
        assemble((IMAGE, "image:image"), IMAGE_ORDER, &pieces, image, &mut entry.extensions);
        Ok(())
    }
}

/// Whether the item's Media RSS has the same file, and more to say about it.
fn is_described(file: Element<'_>, address: &str, around: &Around<'_>) -> bool {
    let says_less = !is_media(file.namespace()) || file.name() == "thumbnail";
    let url = file.attribute(address).map(str::trim);
    says_less && url.is_some_and(|url| around.described.contains(url))
}
