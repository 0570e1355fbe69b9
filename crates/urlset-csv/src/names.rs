//! What a column means, told by its name: all the spellings that tools use for one field.

use urlset_core::{Extension, Occurs, Shape};

/// What a column means.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Loc,
    Lastmod,
    Changefreq,
    Priority,
    /// `sitemap` in the rows of an index.
    Kind,
    /// Where an entry came from: written by `--provenance`, not read.
    Provenance,
    /// Elements as XML, one or a JSON list.
    Other,
    /// All items of an extension: a JSON list, or URLs where the item has a `loc`.
    Whole(&'static Extension),
    /// One value of one item.
    Nested(Nested),
    /// The URL of the item whose keyed attribute has this value.
    Keyed(&'static Extension, Box<str>),
    /// One of the four columns of the long layout.
    Long,
}

impl Target {
    /// Whether several columns may mean it, each with values of its own.
    pub(crate) fn may_repeat(&self) -> bool {
        match self {
            Target::Loc
            | Target::Lastmod
            | Target::Changefreq
            | Target::Priority
            | Target::Kind => false,
            Target::Nested(nested) => {
                matches!(nested.steps.as_slice(), [step] if &*step.name == "loc")
            }
            _ => true,
        }
    }
}

/// One value of one item of an extension.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    pub(crate) extension: &'static Extension,
    /// From the name; 0 where it has no number.
    pub(crate) item: u32,
    /// Whether the name has one.
    pub(crate) numbered: bool,
    pub(crate) steps: Vec<Step>,
}

impl Nested {
    /// Whether its column may have the URLs of several items in one cell.
    pub(crate) fn takes_several(&self) -> bool {
        let is_loc = self.steps.first().is_some_and(|step| &*step.name == "loc");
        is_loc && (!self.numbered || self.item == 0)
    }
}

/// A step on the way to a value: a member, and which of several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) name: Box<str>,
    /// 0 where the name has no number.
    pub(crate) index: u32,
}

/// How surely a name means its field; smaller is surer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    Exact,
    /// But for case, spaces and `_`.
    Loose,
    /// Only where nothing else does.
    Weak,
}

type Names = &'static [&'static str];

const CORE: [(fn() -> Target, Names); 5] = [
    (
        || Target::Loc,
        &["loc", "url", "address", "page", "link", "href", "permalink", "location", "page url"],
    ),
    (
        || Target::Lastmod,
        &[
            "lastmod",
            "last_modified",
            "lastmodified",
            "last modified",
            "last mod",
            "modified",
            "updated",
            "lastmodiso",
            "date_modified",
            "modified date",
            "post modified date",
            "post_modified",
        ],
    ),
    (
        || Target::Changefreq,
        &["changefreq", "change_frequency", "change frequency", "change freq.", "frequency"],
    ),
    (|| Target::Priority, &["priority"]),
    (|| Target::Kind, &["kind"]),
];

/// Names that tools give to members, as words, and the field that they mean.
const MEMBERS: [(&str, &str); 4] = [
    ("news story title", "news.title"),
    ("news story publish date", "news.publication_date"),
    ("news story publication name", "news.publication.name"),
    ("news story publication language", "news.publication.language"),
];

/// Columns that say when a crawler came, not when a page changed.
const CRAWL_DATES: [&str; 3] = ["lastcrawled", "crawltimestamp", "downloaddate"];

/// What the name of a column means, and how surely.
pub(crate) fn column(name: &str, extensions: &[&'static Extension]) -> Option<(Target, Match)> {
    let name = tidy(name);
    if name.is_empty() {
        return None;
    }
    let lower = name.to_lowercase();
    let bare = squash(&lower);
    for (target, names) in CORE {
        if names.contains(&lower.as_str()) {
            return Some((target(), Match::Exact));
        }
        if names.iter().any(|alias| squashed(alias).eq(bare.chars())) {
            return Some((target(), Match::Loose));
        }
    }
    match lower.as_str() {
        "source" | "line" => return Some((Target::Provenance, Match::Exact)),
        "other" => return Some((Target::Other, Match::Exact)),
        _ if bare == "urlencodedaddress" => return Some((Target::Loc, Match::Weak)),
        // The instant beside the text, in our own Parquet.
        _ if bare == "lastmodat" => return Some((Target::Lastmod, Match::Weak)),
        _ => {}
    }
    if let Some(number) = lower.strip_prefix("other.") {
        return all_digits(number).then_some((Target::Other, Match::Exact));
    }
    Some((member(name, extensions)?, Match::Exact))
}

/// Whether a cell of the first row is a name that means something.
pub(crate) fn is_known_header(name: &str, extensions: &[&'static Extension]) -> bool {
    column(name, extensions).is_some()
}

/// Whether a column is meant by a name: but for case, spaces and `_`, as in `status_code` for
/// `Status Code`.
pub fn is_called(column: &str, name: &str) -> bool {
    squash(&tidy(column).to_lowercase()) == squash(&tidy(name).to_lowercase())
}

/// Whether the column says when a crawler came.
pub(crate) fn is_crawl_date(name: &str) -> bool {
    CRAWL_DATES.contains(&squash(&tidy(name).to_lowercase()).as_str())
}

/// Whether it is spelled as a member of an extension, yet [`column`] finds none.
pub(crate) fn is_unplaced(name: &str, extensions: &[&'static Extension]) -> bool {
    let name = tidy(name);
    extensions.iter().any(|extension| {
        let rest = name.strip_prefix(extension.name).unwrap_or_default();
        let numbered = rest.strip_prefix('.').is_some_and(|rest| rest.contains('.'));
        numbered && column(name, extensions).is_none()
    })
}

/// Less the space, quotes and byte order mark around it.
pub(crate) fn tidy(name: &str) -> &str {
    let around = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '"' | '\0');
    name.trim_matches(around)
}

fn squash(lower: &str) -> String {
    squashed(lower).collect()
}

fn squashed(lower: &str) -> impl Iterator<Item = char> {
    lower.chars().filter(|c| !matches!(c, ' ' | '_'))
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn member(name: &str, extensions: &[&'static Extension]) -> Option<Target> {
    let extension_of = |name: &str| extensions.iter().copied().find(|known| known.name == name);
    if let Some(target) = extensions.iter().find_map(|extension| keyed(name, extension)) {
        return Some(target);
    }
    let tokens = tokens(name);
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let joined = words.join(" ");
    if let Some((_, field)) = MEMBERS.iter().find(|(alias, _)| *alias == joined) {
        return member(field, extensions);
    }
    let words = match words.split_first() {
        Some((&"additional", rest)) => rest,
        _ => &words,
    };
    let (first, rest) = words.split_first()?;
    let extension = extension_of(first).or_else(|| extension_of(first.strip_suffix('s')?))?;
    let rest = match rest.split_first() {
        Some((element, rest)) if *element == extension.element && !rest.is_empty() => rest,
        _ => rest,
    };
    nested(extension, rest)
}

/// Words and numbers of a name, in small letters.
fn tokens(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|token| !token.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn nested(extension: &'static Extension, tokens: &[&str]) -> Option<Target> {
    let (mut item, tokens) = match tokens.split_first() {
        Some((first, rest)) if all_digits(first) => (Some(first.parse().ok()?), rest),
        _ => (None, tokens),
    };
    let words: Vec<&str> = tokens.iter().copied().filter(|token| !all_digits(token)).collect();
    let has_loc = extension.shapes.iter().any(|shape| shape.path == "loc");
    let mut steps = match words.as_slice() {
        [] if item.is_none() && tokens.is_empty() => return Some(Target::Whole(extension)),
        [] | ["link" | "url" | "src"] if has_loc => vec![step("loc")],
        words => steps_of(extension, words)?,
    };
    let mut passed = 0;
    for token in tokens {
        if !all_digits(token) {
            passed += 1;
            continue;
        }
        let number: u32 = token.parse().ok()?;
        let many = place_of(&mut steps, passed)
            .filter(|(path, _)| item.is_some() || is_many(extension, path));
        match (many, item) {
            (Some((_, step)), _) => step.index = number,
            (None, None) => item = Some(number),
            (None, Some(_)) => return None,
        }
    }
    let (numbered, item) = (item.is_some(), item.unwrap_or(0));
    Some(Target::Nested(Nested { extension, item, numbered, steps }))
}

fn step(name: &str) -> Step {
    Step { name: name.into(), index: 0 }
}

/// The step that ends after so many words, and its path.
fn place_of(steps: &mut [Step], words: usize) -> Option<(String, &mut Step)> {
    let mut passed = 0;
    let mut path = String::new();
    for step in steps {
        passed += step.name.split('_').count();
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(&step.name);
        if passed == words {
            return Some((path, step));
        }
    }
    None
}

fn is_many(extension: &Extension, path: &str) -> bool {
    let many = |shape: &&Shape| matches!(shape.occurs, Occurs::Many { .. });
    extension.shapes.iter().filter(many).any(|shape| shape.path == path)
}

/// The steps whose names are these words, with or without a last `value`.
fn steps_of(extension: &Extension, words: &[&str]) -> Option<Vec<Step>> {
    let matching = |words: &[&str]| {
        extension.shapes.iter().map(|shape| shape.path).find(|path| {
            let own = path.split(['/', '_']).map(|word| word.trim_start_matches('@'));
            own.eq(words.iter().copied())
        })
    };
    let of = |path: &str| -> Vec<Step> {
        path.split('/').map(|name| step(name.trim_start_matches('@'))).collect()
    };
    if let Some(path) = matching(words) {
        return Some(of(path));
    }
    let (last, rest) = words.split_last()?;
    let mut steps = of(matching(rest).filter(|_| *last == "value")?);
    steps.push(step("value"));
    Some(steps)
}

/// A column that is keyed by an attribute, as `hreflang.de-DE`.
fn keyed(name: &str, extension: &'static Extension) -> Option<Target> {
    extension.keyed?;
    let full = format!("{}:{}", extension.prefix, extension.element);
    let key = ["alternate", &full, extension.name].into_iter().find_map(|front| {
        let (head, rest) = name.split_at_checked(front.len())?;
        let rest = rest.strip_prefix(['.', ':', '/', '_', '[', ' '])?;
        head.eq_ignore_ascii_case(front).then_some(rest)
    })?;
    let key = key.trim_end_matches(']');
    let key = match key.split_once('.') {
        Some((key, number)) if all_digits(number) => key,
        _ => key,
    };
    is_key(key, extension).then(|| Target::Keyed(extension, key.into()))
}

/// Whether a value can name a column and be told from a member when it is read back.
pub(crate) fn is_key(key: &str, extension: &Extension) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_member = |shape: &Shape| {
        let path = shape.path.trim_start_matches('@');
        path.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case(key))
    };
    key.len() >= 2
        && key.bytes().all(plain)
        && !key.starts_with(|c: char| c.is_ascii_digit())
        && !key.split(['-', '_']).all(all_digits)
        && !extension.shapes.iter().any(is_member)
        && !starts_with_member(key, extension)
}

/// `href_1` is the first `href`, not a language.
fn starts_with_member(key: &str, extension: &Extension) -> bool {
    let first = key.split('_').next().unwrap_or_default();
    let paths = extension.shapes.iter().map(|shape| shape.path);
    key.contains('_') && paths.map(|path| path.trim_start_matches('@')).any(|path| path == first)
}

#[cfg(test)]
mod tests {
    use super::{Match, Target, column};
    use crate::sample::EXTENSIONS;

    fn read(name: &str) -> String {
        let Some((target, how)) = column(name, EXTENSIONS) else {
            return "-".to_owned();
        };
        let text = match target {
            Target::Nested(nested) => {
                let mut text = format!("{}.{}", nested.extension.name, nested.item);
                for step in nested.steps {
                    text += &format!(".{}", step.name);
                    if step.index > 0 {
                        text += &format!(".{}", step.index);
                    }
                }
                text
            }
            Target::Keyed(extension, key) => format!("{}[{key}]", extension.name),
            Target::Whole(extension) => format!("all {}", extension.name),
            other => format!("{other:?}"),
        };
        match how {
            Match::Exact => text,
            Match::Loose => text + "~",
            Match::Weak => text + "?",
        }
    }

    #[test]
    fn spellings() {
        for (name, meaning) in [
            ("loc", "Loc"),
            ("\u{feff}URL", "Loc"),
            ("\"Address\"", "Loc"),
            ("URL Encoded Address", "Loc?"),
            ("page_url", "Loc~"),
            ("Last Modified", "Lastmod"),
            ("Last_Mod", "Lastmod~"),
            ("lastmod_at", "Lastmod?"),
            ("Last crawled", "-"),
            ("download_date", "-"),
            ("Change freq.", "Changefreq"),
            ("image.1.loc", "image.1.loc"),
            ("image[0].loc", "image.0.loc"),
            ("image/0/loc", "image.0.loc"),
            ("image_1_loc", "image.1.loc"),
            ("image_loc_1", "image.1.loc"),
            ("image:loc", "image.0.loc"),
            ("image:image:loc", "image.0.loc"),
            ("image_loc", "image.0.loc"),
            ("Image 1", "image.1.loc"),
            ("image_link", "image.0.loc"),
            ("Image Src", "image.0.loc"),
            ("additional_image_link", "image.0.loc"),
            ("image", "all image"),
            ("images", "all image"),
            ("image_count", "-"),
            ("image.1.lok", "-"),
            ("video.1.tag.2", "video.1.tag.2"),
            ("video_tag_2", "video.0.tag.2"),
            ("video_thumbnail_loc_3", "video.3.thumbnail_loc"),
            ("video.2.restriction.relationship", "video.2.restriction.relationship"),
            ("video.2.restriction.value", "video.2.restriction.value"),
            ("video.1.price.2.currency", "video.1.price.2.currency"),
            ("video_price_2_currency", "video.0.price.2.currency"),
            ("news_publication_name", "news.0.publication.name"),
            ("news_story.publish_date", "news.0.publication_date"),
            ("hreflang.de-DE", "hreflang[de-DE]"),
            ("hreflang.de-DE.2", "hreflang[de-DE]"),
            ("hreflang:x-default", "hreflang[x-default]"),
            ("hreflang[en]", "hreflang[en]"),
            ("alternate:de", "hreflang[de]"),
            ("xhtml:link:de", "hreflang[de]"),
            ("hreflang.1.href", "hreflang.1.href"),
            ("hreflang_href_1", "hreflang.1.href"),
            ("hreflang_href", "hreflang.0.href"),
            ("hreflang", "all hreflang"),
            ("other.3", "Other"),
            ("other.x", "-"),
            ("source", "Provenance"),
            ("Status Code", "-"),
            ("", "-"),
        ] {
            assert_eq!(read(name), meaning, "{name:?}");
        }
    }
}
