//! Media RSS as a video of the page.

use crate::around::Around;
use crate::media::{Medium, Piece, assemble, is, medium};
use crate::told::{IMAGE_PARTS, VIDEO_PARTS, country_relationship, is_uploader, leaf, part};
use crate::vocabulary::{VIDEO, is_media};
use crate::{FeedReader, rules};
use std::borrow::Cow;
use urlset_core::{Element, Entry, Extensions, Position, Result, Sink};

/// Children of a video in the order of its schema.
pub(crate) const ORDER: &[&str] = &[
    "thumbnail_loc",
    "title",
    "description",
    "content_loc",
    "player_loc",
    "duration",
    "expiration_date",
    "rating",
    "content_segment_loc",
    "view_count",
    "publication_date",
    "tag",
    "category",
    "family_friendly",
    "restriction",
    "gallery_loc",
    "price",
    "requires_subscription",
    "uploader",
    "tvshow",
    "platform",
    "live",
    "id",
];

/// A file and what stands around it: an element of Media RSS counts for everything below its parent,
/// the nearest first.
#[derive(Clone, Copy)]
pub(crate) struct Levels<'e> {
    pub(crate) file: Element<'e>,
    pub(crate) group: Option<Element<'e>>,
    /// For videos alone.
    around: Option<&'e Around<'e>>,
}

impl<'e> Levels<'e> {
    pub(crate) fn of(
        file: Element<'e>,
        group: Option<Element<'e>>,
        around: &'e Around<'e>,
    ) -> Levels<'e> {
        Levels { file, group, around: Some(around) }
    }

    /// Without what stands in the item: that is not said of an image.
    pub(crate) fn of_image(file: Element<'e>, group: Option<Element<'e>>) -> Levels<'e> {
        Levels { file, group, around: None }
    }

    /// The parts of this name, of the nearest level that has any.
    fn all(self, name: &'static str) -> Vec<Element<'e>> {
        let wanted = |child: Element<'e>| child.name() == name && has_place(child);
        let near: Vec<_> = self.file.children().filter(|child| wanted(*child)).collect();
        if !near.is_empty() {
            return near;
        }
        let group = self.group.into_iter().flat_map(Element::children);
        let around: Vec<_> = group.filter(|child| wanted(*child)).collect();
        if !around.is_empty() {
            return around;
        }
        let Some(item) = self.around else {
            return Vec::new();
        };
        item.inherited.borrow_mut().insert(name);
        item.shared.iter().copied().filter(|child| wanted(*child)).collect()
    }

    pub(crate) fn find(self, name: &'static str) -> Option<Element<'e>> {
        if is(self.file, name) {
            return Some(self.file);
        }
        self.all(name).first().copied()
    }
}

/// Whether a video or image has a place for this.
fn has_place(element: Element<'_>) -> bool {
    part(VIDEO_PARTS, element).or_else(|| part(IMAGE_PARTS, element)).is_some()
}

impl FeedReader<'_> {
    pub(crate) fn settle_video(
        &mut self,
        levels: Levels<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let file = levels.file;
        let at = file.position();
        let title = std::mem::take(&mut self.item.title);
        let description = std::mem::take(&mut self.item.description);
        let mut pieces = Vec::new();
        self.addresses(levels, &mut pieces, sink)?;
        words(levels, "title", &title, &mut pieces);
        words(levels, "description", &description, &mut pieces);
        self.duration(levels, &mut pieces);
        self.validity(levels, &mut pieces);
        community(levels, &mut pieces);
        tags(levels, &mut pieces);
        self.rating(levels, &mut pieces);
        self.restriction(levels, &mut pieces);
        self.prices(levels, &mut pieces);
        self.uploader(levels, &mut pieces);
        self.tell_rest(levels, (VIDEO, VIDEO_PARTS), &pieces, entry.loc.as_str(), sink)?;
        let mut tape = Extensions::default();
        assemble((VIDEO, "video:video"), ORDER, &pieces, file, &mut tape);
        drop(pieces);
        self.item.title = title;
        self.item.description = description;
        let Some(video) = tape.elements().next() else {
            return Ok(());
        };
        entry.extensions.append(video);
        told_incomplete(video, entry, at, sink)
    }

    fn addresses<'e>(
        &self,
        levels: Levels<'e>,
        pieces: &mut Vec<Piece<'e>>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let file = levels.file;
        if let Some(thumbnail) = levels.find("thumbnail") {
            self.address(thumbnail, "url", "thumbnail_loc", pieces, sink)?;
        }
        let player = levels.find("player");
        let address = if file.name() == "link" { "href" } else { "url" };
        if !is(file, "player") && !is(file, "group") {
            let flash = medium(file) == Medium::Flash;
            match (flash, player) {
                (true, Some(_)) => self.unplaced(file, address, file.qname(), sink)?,
                (true, None) => self.address(file, address, "player_loc", pieces, sink)?,
                (false, _) => self.address(file, address, "content_loc", pieces, sink)?,
            }
        }
        player.map_or(Ok(()), |player| self.address(player, "url", "player_loc", pieces, sink))
    }

    fn address<'e>(
        &self,
        element: Element<'e>,
        attribute: &str,
        name: &'static str,
        pieces: &mut Vec<Piece<'e>>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let at = element.position();
        let url = element.attribute(attribute).unwrap_or_default();
        let url = self.media_address(url, "", &at, sink)?;
        if !url.is_empty() {
            pieces.push(Piece::new(name, url, at));
        }
        Ok(())
    }

    /// Media RSS allows fractions of a second, a sitemap does not.
    fn duration<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        let at = levels.file.position();
        let Some(written) = levels.file.attribute("duration") else {
            return;
        };
        let text = written.trim();
        match text.parse::<f64>() {
            Ok(seconds) if text.contains('.') && (0.0..1e9).contains(&seconds) => {
                self.notes.add("fraction of a duration", || at);
                pieces.push(Piece::new("duration", format!("{seconds:.0}"), at));
            }
            _ if text.is_empty() => {}
            _ => pieces.push(Piece::new("duration", written, at)),
        }
    }

    fn rating<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        for rating in levels.all("rating") {
            let scheme = rating.attribute("scheme").unwrap_or("urn:simple").trim();
            let at = rating.position();
            match (scheme, leaf(rating).as_deref()) {
                (_, None) => {}
                ("urn:simple", Some("adult")) => {
                    pieces.push(Piece::new("family_friendly", "no", at));
                }
                ("urn:simple", Some("nonadult")) => {
                    pieces.push(Piece::new("family_friendly", "yes", at));
                }
                _ => self.notes.add(&format!("media:rating of {scheme}"), || at),
            }
        }
    }

    fn restriction<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        let mut known = false;
        for restriction in levels.all("restriction") {
            let at = restriction.position();
            let relationship = restriction.attribute("relationship");
            let Some(relationship) =
                relationship.filter(|_| country_relationship(restriction).is_some())
            else {
                let kind = restriction.attribute("type").unwrap_or_default().trim();
                self.notes.add(&format!("media:restriction of {kind}"), || at);
                continue;
            };
            if !std::mem::replace(&mut known, true) && leaf(restriction).is_some() {
                let written = restriction.exact_text();
                let codes = written.to_ascii_uppercase();
                if codes != written {
                    self.notes.add("small letters of media:restriction", || at);
                }
                let mut piece = Piece::new("restriction", codes, at);
                piece.attributes.push(("relationship", Cow::Borrowed(relationship)));
                pieces.push(piece);
            }
        }
    }

    fn prices<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        for price in levels.all("price") {
            let at = price.position();
            let kind = price.attribute("type").map(str::trim);
            let said = |name: &str| price.attribute(name).filter(|text| !text.trim().is_empty());
            let amount = said("price");
            let currency = price.attribute("currency");
            if kind == Some("subscription") {
                pieces.push(Piece::new("requires_subscription", "yes", at));
                // A sitemap has no price of it.
                for name in ["price", "currency"].into_iter().filter(|name| said(name).is_some()) {
                    self.note_attribute(price, name);
                }
                continue;
            }
            let Some(amount) = amount.filter(|_| kind != Some("package")) else {
                self.notes.add("media:price without a place", || at);
                continue;
            };
            let mut piece = Piece::new("price", amount, at);
            let kind = price.attribute("type");
            piece.attributes.extend(currency.map(|currency| ("currency", Cow::Borrowed(currency))));
            piece.attributes.extend(kind.map(|kind| ("type", Cow::Borrowed(kind))));
            pieces.push(piece);
        }
    }

    fn uploader<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        let mut known = false;
        for credit in levels.all("credit") {
            let at = credit.position();
            if !is_uploader(credit) {
                let role = credit.attribute("role").map_or("no role", str::trim);
                self.notes.add(&format!("media:credit of {role}"), || at);
                continue;
            }
            if !std::mem::replace(&mut known, true)
                && let Some(name) = leaf(credit)
            {
                pieces.push(Piece::new("uploader", name, at));
            }
        }
    }

    /// `dcterms:valid` as publication and expiration, `dcterms:type` as live.
    fn validity<'e>(&mut self, levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
        let term = |name: &'static str| {
            let element = levels.find(name)?;
            Some((leaf(element)?, element.position()))
        };
        if let Some((text, at)) = term("valid") {
            for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
                let (key, value) = part.split_once('=').unwrap_or((part, ""));
                let name = match (key.trim(), value.trim()) {
                    ("start", value) if !value.is_empty() => ("publication_date", value),
                    ("end", value) if !value.is_empty() => ("expiration_date", value),
                    ("start" | "end" | "scheme", _) => continue,
                    (key, _) => {
                        self.notes.add(&format!("{key} of dcterms:valid"), || at);
                        continue;
                    }
                };
                pieces.push(Piece::new(name.0, name.1.to_owned(), at));
            }
        }
        if let Some((text, at)) = term("type") {
            match &*text {
                "live-video" => pieces.push(Piece::new("live", "yes", at)),
                "" => {}
                _ => self.notes.add("dcterms:type", || at),
            }
        }
    }
}

/// A title or description; the item's own where Media RSS has none. An empty element says that there
/// is none.
fn words<'e>(levels: Levels<'e>, name: &'static str, item: &'e str, pieces: &mut Vec<Piece<'e>>) {
    let (text, at, is_of_item) = match levels.find(name) {
        // What holds markup says something, and nobody knows what.
        Some(element) => (leaf(element).unwrap_or_default(), element.position(), false),
        None => (Cow::Borrowed(item), levels.file.position(), true),
    };
    if !text.is_empty() {
        pieces.push(Piece { is_of_item, ..Piece::new(name, text, at) });
    }
}

fn community<'e>(levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
    let Some(community) = levels.find("community") else {
        return;
    };
    for child in community.children().filter(|child| is_media(child.namespace())) {
        let (name, attribute) = match child.name() {
            "starRating" => ("rating", "average"),
            "statistics" => ("view_count", "views"),
            _ => continue,
        };
        if let Some(text) = child.attribute(attribute).filter(|text| !text.trim().is_empty()) {
            pieces.push(Piece::new(name, text, child.position()));
        }
    }
}

fn tags<'e>(levels: Levels<'e>, pieces: &mut Vec<Piece<'e>>) {
    for keywords in levels.all("keywords") {
        let text = leaf(keywords).unwrap_or_default();
        for tag in text.split(',').map(str::trim).filter(|tag| !tag.is_empty()) {
            pieces.push(Piece::new("tag", tag.to_owned(), keywords.position()));
        }
    }
    if let Some(category) = levels.find("category")
        && let Some(label) = leaf(category).filter(|label| !label.is_empty())
    {
        pieces.push(Piece::new("category", label, category.position()));
    }
}

/// What Google asks for and the video just added lacks.
fn told_incomplete(
    video: Element<'_>,
    entry: &Entry,
    at: Position,
    sink: &mut dyn Sink,
) -> Result<()> {
    let has = |name: &str| video.child_text(name).is_some();
    let mut missing: Vec<&str> =
        ["title", "description", "thumbnail_loc"].into_iter().filter(|name| !has(name)).collect();
    if !has("content_loc") && !has("player_loc") {
        missing.push("content_loc or player_loc");
    }
    if !missing.is_empty() {
        let finding = rules::MRSS_REQUIRED.at(at).detail(missing.join(", "));
        sink.report(finding.loc(entry.loc.as_str()))?;
    }
    if video.child_text("player_loc").is_some_and(|player| player == entry.loc.as_str()) {
        sink.report(rules::PLAYER_IS_PAGE.at(at).loc(entry.loc.as_str()))?;
    }
    Ok(())
}
