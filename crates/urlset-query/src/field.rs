//! Fields by name: those of the protocol, parts of the address, members of extensions, columns.

use crate::found::{Found, Origin};
use crate::literal::Quoted;
use crate::member::Member;
use crate::scope::Scope;
use urlset_core::{COLUMN, Element, Entry, Extension, Kind, Value};

/// A field by its name: one of the protocol's own, a part of the address, a member of an
/// extension as JSON Lines names it, a column of a table.
#[derive(Clone, Debug)]
pub struct Field {
    name: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Core(Core),
    Segment(u32),
    Member(Member),
    /// The alternate of a language.
    Keyed(&'static Extension, String),
    Lang(Language),
    /// The richest of its items; extensions by name, the richest first.
    Kind(Vec<&'static Extension>),
    /// Elements that no extension claims.
    Other(&'static [&'static Extension]),
    Column(String),
}

/// What says the language of an entry: an alternate that names the page itself, else a news item.
#[derive(Clone, Debug)]
struct Language {
    alternates: Option<&'static Extension>,
    news: Option<Member>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Core {
    Loc,
    Scheme,
    Host,
    Port,
    Path,
    Query,
    Section,
    Lastmod,
    Changefreq,
    Priority,
    Lang,
    Kind,
    Source,
    Line,
    Other,
}

/// Fields that every entry may have.
pub(crate) const CORE: [(&str, Core); 15] = [
    ("loc", Core::Loc),
    ("scheme", Core::Scheme),
    ("host", Core::Host),
    ("port", Core::Port),
    ("path", Core::Path),
    ("query", Core::Query),
    ("section", Core::Section),
    ("lastmod", Core::Lastmod),
    ("changefreq", Core::Changefreq),
    ("priority", Core::Priority),
    ("lang", Core::Lang),
    ("kind", Core::Kind),
    ("source", Core::Source),
    ("line", Core::Line),
    ("other", Core::Other),
];

/// What the values of a field can be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Text,
    Number,
    Date,
    /// Nothing: they can only be counted.
    Elements,
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.name == other.name
    }
}

impl Field {
    /// The field of that name; `None` where there is none.
    pub(crate) fn named(name: &str, scope: &Scope) -> Option<Field> {
        let what = match CORE.iter().find(|(known, _)| *known == name) {
            Some((_, Core::Lang)) => What::Lang(Language {
                alternates: keyed_of(scope),
                news: Member::named("news.publication.language", scope.extensions),
            }),
            Some((_, Core::Kind)) => {
                let known = |name: &&str| scope.extensions.iter().find(|known| known.name == *name);
                What::Kind(KINDS.iter().filter_map(known).copied().collect())
            }
            Some((_, Core::Other)) => What::Other(scope.extensions),
            Some((_, core)) => What::Core(*core),
            None => segment(name).or_else(|| extension(name, scope))?,
        };
        Some(Field { name: name.to_owned(), what })
    }

    /// A column of a table.
    pub(crate) fn column_named(name: &str) -> Field {
        let what = What::Column(name.to_owned());
        Field { name: format!("column({})", Quoted(name)), what }
    }

    /// Its name, as expressions read it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the column, where it is one of a table.
    pub fn column(&self) -> Option<&str> {
        match &self.what {
            What::Column(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it is no part of an entry: it follows from another field, from where the entry was
    /// read, or is a column of a table.
    pub fn is_derived(&self) -> bool {
        match &self.what {
            What::Core(core) => {
                !matches!(core, Core::Loc | Core::Lastmod | Core::Changefreq | Core::Priority)
            }
            What::Segment(_) | What::Lang(_) | What::Kind(_) | What::Column(_) => true,
            What::Member(_) | What::Keyed(..) | What::Other(_) => false,
        }
    }

    /// Whether its values are text, numbers or dates; those of others can only be counted.
    pub fn has_values(&self) -> bool {
        self.kind() != Type::Elements
    }

    pub(crate) fn as_member(&self) -> Option<&Member> {
        match &self.what {
            What::Member(member) => Some(member),
            _ => None,
        }
    }

    /// Whether it stands for the whole of an element that has no members to choose from.
    pub(crate) fn is_whole(&self, element: Element<'_>) -> bool {
        let is_of = |known: &Extension| element.is(known.namespace, known.element);
        match &self.what {
            What::Other(extensions) => {
                element.namespace() != COLUMN && !extensions.iter().any(|known| is_of(known))
            }
            What::Keyed(extension, key) => {
                let (attribute, _) = extension.keyed.unwrap_or_default();
                let own = |found: &str| found.eq_ignore_ascii_case(key);
                is_of(extension) && element.attribute(attribute).is_some_and(own)
            }
            _ => false,
        }
    }

    /// Shows each value of the entry until `visit` is true; says whether it was.
    pub fn any(
        &self,
        entry: &Entry,
        origin: &Origin<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        match &self.what {
            What::Core(core) => core.any(entry, origin, visit),
            What::Segment(number) => {
                entry.loc.segment(*number).is_some_and(|text| visit(Found::Text(text)))
            }
            What::Member(member) => member.any(entry, visit),
            What::Keyed(extension, key) => keyed(entry, extension)
                .any(|(known, url)| known.eq_ignore_ascii_case(key) && visit(Found::Text(url))),
            What::Lang(language) => {
                language.of(entry, origin).is_some_and(|tag| visit(Found::Text(&tag)))
            }
            What::Kind(extensions) => visit(Found::Text(kind(entry, origin, extensions))),
            What::Other(_) => {
                let mut elements = entry.extensions.elements();
                elements.any(|element| self.is_whole(element) && visit(Found::Element(element)))
            }
            What::Column(name) => {
                let mut elements = entry.extensions.elements();
                elements.any(|element| {
                    let own = element.namespace() == COLUMN && element.qname() == name;
                    own && visit(Found::Text(&element.exact_text()))
                })
            }
        }
    }

    /// What its values can be compared with.
    pub(crate) fn kind(&self) -> Type {
        match &self.what {
            What::Core(Core::Lastmod) => Type::Date,
            What::Core(Core::Priority | Core::Line | Core::Port) => Type::Number,
            What::Other(_) => Type::Elements,
            What::Member(member) => match member.value() {
                None => Type::Elements,
                Some(Value::Datetime) => Type::Date,
                Some(Value::Integer { .. } | Value::Decimal { .. }) => Type::Number,
                Some(_) => Type::Text,
            },
            _ => Type::Text,
        }
    }

    /// The only words that it may have, where a reader lets no others through.
    pub(crate) fn words(&self) -> &'static [&'static str] {
        match &self.what {
            What::Core(Core::Changefreq) => {
                &["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]
            }
            What::Kind(_) => &KINDS,
            _ => &[],
        }
    }
}

/// Kinds of entries, the richest first; the last two are no extensions.
const KINDS: [&str; 5] = ["news", "video", "image", "page", "sitemap"];

/// The richest kind of item that a page has.
fn kind(entry: &Entry, origin: &Origin<'_>, extensions: &[&'static Extension]) -> &'static str {
    if origin.kind == Kind::Sitemapindex {
        return "sitemap";
    }
    let has = |extension: &&&Extension| {
        let mut elements = entry.extensions.elements();
        elements.any(|element| element.is(extension.namespace, extension.element))
    };
    extensions.iter().find(has).map_or("page", |extension| extension.name)
}

impl Language {
    /// In small letters, as shards are named by it.
    fn of(&self, entry: &Entry, origin: &Origin<'_>) -> Option<String> {
        let loc = entry.loc.as_str();
        let mut alternates = self.alternates.into_iter().flat_map(|known| keyed(entry, known));
        let own = alternates
            .find(|(key, url)| url.trim() == loc && !key.eq_ignore_ascii_case("x-default"))
            .map(|(key, _)| key.trim().to_ascii_lowercase());
        let of_news = || {
            let mut found = None;
            self.news.as_ref()?.any(entry, &mut |tag| {
                found = Some(tag.with_text(|text| text.trim().to_ascii_lowercase()));
                true
            });
            found
        };
        let by_path = || Some(entry.loc.path_language()?.to_ascii_lowercase().replace('_', "-"));
        let page = origin.kind == Kind::Urlset;
        own.or_else(of_news).or_else(|| by_path().filter(|_| page))
    }
}

impl Core {
    fn any(
        self,
        entry: &Entry,
        origin: &Origin<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        let loc = entry.loc.as_str();
        let text = match self {
            Core::Loc => Some(loc),
            // Their case means nothing (RFC 3986 section 6.2.2.1).
            Core::Scheme => return entry.loc.scheme().is_some_and(|text| lower(text, visit)),
            Core::Host => return entry.loc.host().is_some_and(|text| lower(text, visit)),
            Core::Path => Some(entry.loc.path()),
            Core::Query => entry.loc.query(),
            Core::Section => entry.loc.section(),
            Core::Changefreq => entry.changefreq.map(urlset_core::Changefreq::as_str),
            Core::Source => Some(origin.source).filter(|source| !source.is_empty()),
            Core::Lastmod => {
                return entry.lastmod.is_some_and(|date| visit(Found::Date(date)));
            }
            Core::Priority => {
                return entry.priority.is_some_and(|weight| visit(Found::Priority(weight)));
            }
            Core::Port => return entry.loc.port().is_some_and(|port| visit(Found::Number(port))),
            Core::Line => return origin.line > 0 && visit(Found::Number(origin.line)),
            Core::Lang | Core::Kind | Core::Other => None,
        };
        text.is_some_and(|text| visit(Found::Text(text)))
    }
}

/// Shows text in small letters.
fn lower(text: &str, visit: &mut dyn FnMut(Found<'_>) -> bool) -> bool {
    if text.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        return visit(Found::Text(&text.to_lowercase()));
    }
    visit(Found::Text(text))
}

/// `path[2]`.
fn segment(name: &str) -> Option<What> {
    let number = name.strip_prefix("path[")?.strip_suffix(']')?;
    number.parse().ok().filter(|number| *number > 0).map(What::Segment)
}

fn extension(name: &str, scope: &Scope) -> Option<What> {
    if let Some(member) = Member::named(name, scope.extensions) {
        return Some(What::Member(member));
    }
    let extension = keyed_of(scope)?;
    let key = name.strip_prefix(extension.name)?.strip_prefix('.')?;
    // One that always has the same value has no name.
    let taken = extension.shapes.iter().any(|shape| shape.path.trim_start_matches('@') == key);
    (is_language(key) && !taken).then(|| What::Keyed(extension, key.to_owned()))
}

/// The extension whose items are named by a language.
fn keyed_of(scope: &Scope) -> Option<&'static Extension> {
    scope.extensions.iter().copied().find(|extension| extension.keyed.is_some())
}

/// Key and address of each item of an extension that has keys.
fn keyed<'e>(
    entry: &'e Entry,
    extension: &'static Extension,
) -> impl Iterator<Item = (&'e str, &'e str)> {
    let (attribute, fill) = extension.keyed.unwrap_or_default();
    let elements = entry.extensions.elements();
    let items = elements.filter(|element| element.is(extension.namespace, extension.element));
    items.filter_map(move |item| Some((item.attribute(attribute)?, item.attribute(fill)?)))
}

/// A tag of BCP 47 as far as its form goes, or `x-default`.
fn is_language(tag: &str) -> bool {
    let (first, rest) = tag.split_once('-').unwrap_or((tag, "x"));
    let letters = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let parts = |part: &str| (1..=8).contains(&part.len()) && plain(part);
    letters && (matches!(first.len(), 2 | 3) || tag == "x-default") && rest.split('-').all(parts)
}
