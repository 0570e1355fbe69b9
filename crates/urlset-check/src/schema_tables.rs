//! The published schemas as tables: `sitemap-0.9.xsd`, `siteindex-0.9.xsd` (8 April 2009) and those of
//! the extensions. What they share is one shape: a sequence of elements, each so often.

use crate::schema_types::{Type, is_list, is_word_char};
use Type::{AnyUri, Date, Decimal, Integer, Like, Loc, Most, Text, Words};

/// An element of a schema.
#[derive(Debug)]
pub(crate) struct Declared {
    /// Its local name; [`ANY`] for any element of another namespace, by the schema of that.
    pub(crate) name: &'static str,
    pub(crate) least: u32,
    pub(crate) most: u32,
    pub(crate) holds: Holds,
    pub(crate) attributes: &'static [Attribute],
}

/// What stands in an element.
#[derive(Debug)]
pub(crate) enum Holds {
    /// Nothing, not even space.
    Nothing,
    Value(Type),
    /// These, in this order, and space.
    Elements(&'static [Declared]),
}

/// An attribute, which has no namespace.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) value: Type,
}

/// The name of what may be any element of another namespace.
pub(crate) const ANY: &str = "*";

/// Beyond it nobody counts.
const MANY: u32 = u32::MAX;

/// The root elements and those of extensions that stand in an entry, by namespace.
pub(crate) static SCHEMAS: [(&str, &[Declared]); 6] = [
    (
        CORE,
        &[once("urlset", Holds::Elements(URLSET)), once("sitemapindex", Holds::Elements(INDEX))],
    ),
    ("http://www.google.com/schemas/sitemap-image/1.1", &[once("image", Holds::Elements(IMAGE))]),
    ("http://www.google.com/schemas/sitemap-video/1.1", &[once("video", Holds::Elements(VIDEO))]),
    ("http://www.google.com/schemas/sitemap-news/0.9", &[once("news", Holds::Elements(NEWS))]),
    ("http://www.google.com/schemas/sitemap-mobile/1.0", &[once("mobile", Holds::Nothing)]),
    (
        "http://www.google.com/schemas/sitemap-pagemap/1.0",
        &[once("PageMap", Holds::Elements(PAGEMAP))],
    ),
];

/// The namespace of the protocol.
pub(crate) const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

const fn once(name: &'static str, holds: Holds) -> Declared {
    Declared { name, least: 1, most: 1, holds, attributes: &[] }
}

const fn maybe(name: &'static str, value: Type) -> Declared {
    Declared { name, least: 0, most: 1, holds: Holds::Value(value), attributes: &[] }
}

const fn one(name: &'static str, value: Type) -> Declared {
    once(name, Holds::Value(value))
}

impl Declared {
    const fn times(self, least: u32, most: u32) -> Declared {
        Declared { least, most, ..self }
    }

    const fn with(self, attributes: &'static [Attribute]) -> Declared {
        Declared { attributes, ..self }
    }
}

const fn optional(name: &'static str, value: Type) -> Attribute {
    Attribute { name, required: false, value }
}

const fn required(name: &'static str, value: Type) -> Attribute {
    Attribute { name, required: true, value }
}

const FOREIGN: Declared = once(ANY, Holds::Nothing).times(0, MANY);

static URLSET: &[Declared] = &[FOREIGN, once("url", Holds::Elements(URL)).times(1, MANY)];
static INDEX: &[Declared] = &[FOREIGN, once("sitemap", Holds::Elements(SITEMAP)).times(1, MANY)];
static SITEMAP: &[Declared] = &[one("loc", Loc), maybe("lastmod", Date), FOREIGN];
static URL: &[Declared] = &[
    one("loc", Loc),
    maybe("lastmod", Date),
    maybe(
        "changefreq",
        Words(&["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]),
    ),
    maybe("priority", Decimal(1)),
    FOREIGN,
];

static IMAGE: &[Declared] = &[
    one("loc", AnyUri),
    maybe("caption", Text),
    maybe("geo_location", Text),
    maybe("title", Text),
    maybe("license", AnyUri),
];

static NEWS: &[Declared] = &[
    once("publication", Holds::Elements(PUBLICATION)),
    maybe("access", Words(&["Subscription", "Registration"])),
    maybe("genres", Like(is_genres, "a list of the known genres, with commas between")),
    one("publication_date", Date),
    one("title", Text),
    maybe("keywords", Text),
    maybe("stock_tickers", Like(is_tickers, "up to five as NASDAQ:AMAT, with commas between")),
];
static PUBLICATION: &[Declared] = &[
    one("name", Text),
    one("language", Like(is_language, "two or three small letters, zh-cn or zh-tw")),
];

static PAGEMAP: &[Declared] = &[
    once("Template", Holds::Nothing).times(0, 1).with(&[required("src", AnyUri)]),
    once("DataObject", Holds::Elements(DATA_OBJECT))
        .times(0, MANY)
        .with(&[required("type", Text), optional("id", Text)]),
];
static DATA_OBJECT: &[Declared] = &[maybe("Attribute", Text)
    .times(0, MANY)
    .with(&[required("name", Text), optional("value", Text)])];

const YES_NO: Type = Words(&["yes", "Yes", "YES", "no", "No", "NO"]);
const DURATION: Type = Integer(0, Some(28_800));
const RELATIONSHIP: &[Attribute] = &[required("relationship", Words(&["allow", "deny"]))];

static VIDEO: &[Declared] = &[
    one("thumbnail_loc", AnyUri),
    one("title", Most(100)),
    one("description", Most(2048)),
    maybe("content_loc", AnyUri),
    maybe("player_loc", AnyUri)
        .with(&[optional("allow_embed", YES_NO), optional("autoplay", Text)]),
    maybe("duration", DURATION),
    maybe("expiration_date", Date),
    maybe("rating", Decimal(5)),
    maybe("content_segment_loc", AnyUri).times(0, MANY).with(&[optional("duration", DURATION)]),
    maybe("view_count", Integer(0, None)),
    maybe("publication_date", Date),
    maybe("tag", Text).times(0, 32),
    maybe("category", Most(256)),
    maybe("family_friendly", YES_NO),
    maybe("restriction", Like(is_countries, "countries as IE GB")).with(RELATIONSHIP),
    maybe("gallery_loc", AnyUri).with(&[optional("title", Text)]),
    maybe("price", Text).times(0, MANY).with(&[
        optional("currency", Like(is_currency, "three capitals")),
        optional("type", Words(&["purchase", "PURCHASE", "rent", "RENT"])),
        optional("resolution", Words(&["sd", "SD", "hd", "HD"])),
    ]),
    maybe("requires_subscription", YES_NO),
    maybe("uploader", Text).with(&[optional("info", AnyUri)]),
    once("tvshow", Holds::Elements(TVSHOW)).times(0, 1),
    maybe("platform", Like(is_platforms, "web, mobile and tv with one space between"))
        .with(RELATIONSHIP),
    maybe("live", YES_NO),
    maybe("id", Text).times(0, MANY).with(&[required(
        "type",
        Words(&["tms:series", "tms:program", "rovi:series", "rovi:program", "freebase", "url"]),
    )]),
];
static TVSHOW: &[Declared] = &[
    one("show_title", Text),
    one("video_type", Words(&["full", "preview", "clip", "interview", "news", "other"])),
    maybe("episode_title", Text),
    maybe("season_number", Integer(1, None)),
    maybe("episode_number", Integer(1, None)),
    maybe("premier_date", Date),
];

fn is_genres(text: &str) -> bool {
    const GENRES: [&str; 6] =
        ["PressRelease", "Satire", "Blog", "OpEd", "Opinion", "UserGenerated"];
    is_list(text, |item| GENRES.contains(&item))
}

/// `(\w+:\w+(, *\w+:\w+){0,4})?`
fn is_tickers(text: &str) -> bool {
    let word = |text: &str| !text.is_empty() && text.chars().all(is_word_char);
    let ticker = |item: &str| item.split_once(':').is_some_and(|(one, two)| word(one) && word(two));
    text.is_empty() || (text.split(',').count() <= 5 && is_list(text, ticker))
}

fn is_language(text: &str) -> bool {
    let small = text.bytes().all(|byte| byte.is_ascii_lowercase());
    matches!(text, "zh-cn" | "zh-tw") || (small && matches!(text.len(), 2 | 3))
}

fn is_capitals(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_currency(text: &str) -> bool {
    is_capitals(text, 3)
}

/// `([A-Z]{2}( +[A-Z]{2})*)?`
fn is_countries(text: &str) -> bool {
    let codes = || text.split(' ').filter(|code| !code.is_empty());
    let bare = !text.starts_with(' ') && !text.ends_with(' ');
    bare && codes().all(|code| is_capitals(code, 2))
}

/// `((web|mobile|tv)( (web|mobile|tv))*)?`
fn is_platforms(text: &str) -> bool {
    text.is_empty() || text.split(' ').all(|one| matches!(one, "web" | "mobile" | "tv"))
}
