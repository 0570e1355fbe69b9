//! The parts of a video that have attributes or children of their own.

use crate::NAMESPACE;
use crate::terms::{any_date, flag, whole, words};
use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use urlset_core::{Datetime, Element, Extensions, Position};

/// Whether a list names what is meant or what is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relationship {
    /// Only what is listed.
    Allow,
    /// All but what is listed.
    Deny,
}

/// A player for the video.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// Its address.
    pub loc: String,
    /// Whether others may embed it; Google no longer reads it.
    pub allow_embed: Option<bool>,
    /// What to append to its address so that it plays at once, as `ap=1`; Google no longer reads
    /// it.
    pub autoplay: Option<String>,
}

/// One of the pieces that a video is cut into.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Its address.
    pub loc: String,
    /// Seconds.
    pub duration: Option<u32>,
}

/// Where the video may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Restriction {
    /// Mandatory; `None` where a document has none that can be read.
    pub relationship: Option<Relationship>,
    /// ISO 3166-1 alpha-2.
    pub countries: Vec<String>,
}

/// On what the video may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Platform {
    /// Mandatory; `None` where a document has none that can be read.
    pub relationship: Option<Relationship>,
    /// `web`, `mobile`, `tv`.
    pub platforms: Vec<String>,
}

/// A page with more videos; Google no longer reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gallery {
    /// Its address.
    pub loc: String,
    /// Its title.
    pub title: Option<String>,
}

/// What the video costs; Google no longer reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Price {
    /// A decimal; may be empty.
    pub value: String,
    /// ISO 4217.
    pub currency: Option<String>,
    /// The attribute `type`: `purchase` or `rent`.
    pub kind: Option<String>,
    /// `hd` or `sd`.
    pub resolution: Option<String>,
}

/// Who uploaded the video.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uploader {
    /// The name, at most 255 characters.
    pub name: String,
    /// The address of a page about them, on the domain of the video's page.
    pub info: Option<String>,
}

/// The episode that the video shows; Google no longer reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TvShow {
    /// The title of the show; mandatory.
    pub show_title: Option<String>,
    /// `full`, `preview`, `clip`, `interview`, `news` or `other`; mandatory.
    pub video_type: Option<String>,
    /// The title of the episode.
    pub episode_title: Option<String>,
    /// From 1.
    pub season_number: Option<u32>,
    /// From 1.
    pub episode_number: Option<u32>,
    /// When it was first broadcast.
    pub premier_date: Option<Datetime>,
}

/// The video in somebody's catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Id {
    /// Its number or address there.
    pub value: String,
    /// The attribute `type`, as `tms:program` or `url`; mandatory.
    pub kind: Option<String>,
}

/// Appends an element with text and those attributes that there are.
pub(crate) fn leaf(
    out: &mut Extensions,
    qname: &str,
    text: &str,
    attributes: &[(&str, Option<&str>)],
) {
    out.open(NAMESPACE, qname, Position::default());
    for (name, value) in attributes {
        if let Some(value) = value {
            out.attribute("", name, value);
        }
    }
    out.text(text).close();
}

pub(crate) fn yes_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

/// The trimmed value of an attribute; `None` where it is empty.
fn attribute(element: Element<'_>, name: &str) -> Option<String> {
    let value = element.attribute(name)?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

impl Relationship {
    fn decode(element: Element<'_>) -> Option<Relationship> {
        let word = element.attribute("relationship")?.trim();
        let all = [Relationship::Allow, Relationship::Deny];
        all.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(word))
    }

    fn as_str(self) -> &'static str {
        match self {
            Relationship::Allow => "allow",
            Relationship::Deny => "deny",
        }
    }
}

/// A list and how it is meant.
fn list(element: Element<'_>) -> (Option<Relationship>, Vec<String>) {
    let listed = words(&element.text()).map(str::to_owned).collect();
    (Relationship::decode(element), listed)
}

impl Player {
    pub(crate) fn decode(element: Element<'_>) -> Option<Player> {
        Some(Player {
            loc: Some(element.text().into_owned()).filter(|loc| !loc.is_empty())?,
            allow_embed: element.attribute("allow_embed").and_then(flag),
            autoplay: attribute(element, "autoplay"),
        })
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes =
            [("allow_embed", self.allow_embed.map(yes_no)), ("autoplay", self.autoplay.as_deref())];
        leaf(out, "video:player_loc", &self.loc, &attributes);
    }
}

impl Segment {
    pub(crate) fn decode(element: Element<'_>) -> Segment {
        Segment {
            loc: element.text().into_owned(),
            duration: element.attribute("duration").and_then(whole),
        }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let duration = self.duration.map(|seconds| seconds.to_string());
        let attributes = [("duration", duration.as_deref())];
        leaf(out, "video:content_segment_loc", &self.loc, &attributes);
    }
}

impl Restriction {
    pub(crate) fn decode(element: Element<'_>) -> Restriction {
        let (relationship, countries) = list(element);
        Restriction { relationship, countries }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes = [("relationship", self.relationship.map(Relationship::as_str))];
        leaf(out, "video:restriction", &self.countries.join(" "), &attributes);
    }
}

impl Platform {
    pub(crate) fn decode(element: Element<'_>) -> Platform {
        let (relationship, platforms) = list(element);
        Platform { relationship, platforms }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes = [("relationship", self.relationship.map(Relationship::as_str))];
        leaf(out, "video:platform", &self.platforms.join(" "), &attributes);
    }
}

impl Gallery {
    pub(crate) fn decode(element: Element<'_>) -> Gallery {
        Gallery { loc: element.text().into_owned(), title: attribute(element, "title") }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes = [("title", self.title.as_deref())];
        leaf(out, "video:gallery_loc", &self.loc, &attributes);
    }
}

impl Price {
    pub(crate) fn decode(element: Element<'_>) -> Price {
        Price {
            value: element.text().into_owned(),
            currency: attribute(element, "currency"),
            kind: attribute(element, "type"),
            resolution: attribute(element, "resolution"),
        }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes = [
            ("currency", self.currency.as_deref()),
            ("type", self.kind.as_deref()),
            ("resolution", self.resolution.as_deref()),
        ];
        leaf(out, "video:price", &self.value, &attributes);
    }
}

impl Uploader {
    pub(crate) fn decode(element: Element<'_>) -> Uploader {
        Uploader { name: element.text().into_owned(), info: attribute(element, "info") }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        let attributes = [("info", self.info.as_deref())];
        leaf(out, "video:uploader", &self.name, &attributes);
    }
}

impl TvShow {
    pub(crate) fn decode(element: Element<'_>) -> TvShow {
        let text = |name| element.child_text(name);
        TvShow {
            show_title: text("show_title").map(Cow::into_owned),
            video_type: text("video_type").map(Cow::into_owned),
            episode_title: text("episode_title").map(Cow::into_owned),
            season_number: text("season_number").and_then(|text| whole(&text)),
            episode_number: text("episode_number").and_then(|text| whole(&text)),
            premier_date: text("premier_date").and_then(|text| any_date(&text)),
        }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        out.open(NAMESPACE, "video:tvshow", Position::default());
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        for (qname, text) in [
            ("video:show_title", self.show_title.clone()),
            ("video:video_type", self.video_type.clone()),
            ("video:episode_title", self.episode_title.clone()),
            ("video:season_number", number(self.season_number)),
            ("video:episode_number", number(self.episode_number)),
            ("video:premier_date", self.premier_date.map(|date| date.to_string())),
        ] {
            if let Some(text) = text {
                leaf(out, qname, &text, &[]);
            }
        }
        out.close();
    }
}

impl Id {
    pub(crate) fn decode(element: Element<'_>) -> Id {
        Id { value: element.text().into_owned(), kind: attribute(element, "type") }
    }

    pub(crate) fn encode(&self, out: &mut Extensions) {
        leaf(out, "video:id", &self.value, &[("type", self.kind.as_deref())]);
    }
}
