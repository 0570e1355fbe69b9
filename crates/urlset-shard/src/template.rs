//! Names of shards, as `out/{section}-{n:05}.xml.gz`.

use crate::By;
use crate::safe::{file_part, file_path};
use std::str::FromStr;

/// A file name with fields in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// The number of the shard, with at least so many digits.
    Number(usize),
    Key(By),
    /// The bucket, of however many there are.
    Bucket,
    Year,
    Month,
    /// So many digits of the hash of the content.
    Hash(usize),
    Stem,
    Ext,
}

/// Why a template cannot be used: what, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTemplate {
    /// What is wrong.
    pub why: Box<str>,
    /// Where, in bytes from the start.
    pub at: usize,
}

impl std::fmt::Display for BadTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for BadTemplate {}

/// What a name is made from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values<'v> {
    /// The number of the shard, from 1.
    pub number: u64,
    /// What shards are grouped by, and the values of this one.
    pub keys: &'v [By],
    /// One for each key.
    pub group: &'v [String],
    /// Hexadecimal digits of the hash of the content, as many as are to be shown.
    pub hash: &'v str,
    /// Name of the document that the entries were read from, without its suffixes; where it stands
    /// in a folder of its own below the others, with that: `de/shop`.
    pub stem: &'v str,
    /// Suffixes of that name, without the first dot.
    pub ext: &'v str,
}

impl FromStr for Template {
    type Err = BadTemplate;

    fn from_str(text: &str) -> Result<Template, BadTemplate> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
            plain.push_str(before);
            let place = text.len() - after.len();
            let bad = |why: String| BadTemplate { why: why.into(), at: place };
            if let Some(tail) = after.strip_prefix("{{") {
                plain.push('{');
                rest = tail;
            } else if let Some(tail) = after.strip_prefix("}}") {
                plain.push('}');
                rest = tail;
            } else if after.starts_with('}') {
                return Err(bad("`}` without `{`; `}}` stands for a brace".into()));
            } else {
                let Some((name, tail)) = after.get(1..).and_then(|inner| inner.split_once('}'))
                else {
                    return Err(bad("`{` is not closed; `{{` stands for a brace".into()));
                };
                let field = field(name).ok_or_else(|| bad(no_field(name)))?;
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(Piece::Field(field));
                rest = tail;
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Template { pieces })
    }
}

/// Why there is no field of this name.
fn no_field(name: &str) -> String {
    match name.split_once(':') {
        Some(("n", _)) => format!("`{{{name}}}`: a number has 1 to 99 digits, as in `{{n:05}}`"),
        Some(("hash", _)) => format!("`{{{name}}}`: a hash has 4 to 16 digits, as in `{{hash:8}}`"),
        _ => format!(
            "there is no field `{{{name}}}`: n, section, host, lang, kind, yyyy, mm, bucket, \
             path[N], hash:N, stem, ext"
        ),
    }
}

fn field(name: &str) -> Option<Field> {
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<usize>().ok()).flatten().filter(|count| *count > 0)
    };
    if let Some((name, width)) = name.split_once(':') {
        return match name {
            "n" => digits(width.strip_prefix('0').unwrap_or(width)).map(Field::Number),
            "hash" => digits(width).filter(|count| (4..=16).contains(count)).map(Field::Hash),
            _ => None,
        };
    }
    Some(match name {
        "n" => Field::Number(1),
        "hash" => Field::Hash(16),
        "yyyy" => Field::Year,
        "mm" => Field::Month,
        "bucket" => Field::Bucket,
        "stem" => Field::Stem,
        "ext" => Field::Ext,
        "section" | "host" | "lang" | "kind" => Field::Key(name.parse().ok()?),
        path if path.starts_with("path[") => Field::Key(path.parse().ok()?),
        _ => return None,
    })
}

impl Template {
    /// Whether it has fields at all, or is the name of one file.
    pub fn has_fields(&self) -> bool {
        self.fields().next().is_some()
    }

    /// The folder that all names begin with, up to its last slash; empty for the current one.
    pub fn folder(&self) -> &str {
        let Some(Piece::Text(text)) = self.pieces.first() else {
            return "";
        };
        text.rfind(std::path::is_separator).and_then(|at| text.get(..=at)).unwrap_or_default()
    }

    /// Whether it tells shards apart by number or content.
    pub fn is_numbered(&self) -> bool {
        self.fields().any(|field| matches!(field, Field::Number(_) | Field::Hash(_)))
    }

    /// Whether a name depends on the content.
    pub fn is_hashed(&self) -> bool {
        self.fields().any(|field| matches!(field, Field::Hash(_)))
    }

    /// How many digits of the hash the name has at most; 16 where it has none.
    pub fn hash_digits(&self) -> usize {
        let digits = self.fields().filter_map(|field| match field {
            Field::Hash(digits) => Some(digits),
            _ => None,
        });
        digits.max().unwrap_or(16)
    }

    /// Whether each document that is read becomes one that is written.
    pub fn is_by_source(&self) -> bool {
        self.fields().any(|field| matches!(field, Field::Stem))
    }

    /// Whether the suffix of a name is that of the document it was read from.
    pub fn has_ext(&self) -> bool {
        self.fields().any(|field| matches!(field, Field::Ext))
    }

    /// What entries must be grouped by so that every field has one value in a shard.
    pub fn keys(&self) -> Vec<By> {
        let mut keys = Vec::new();
        for field in self.fields() {
            let key = match field {
                Field::Key(key) => key,
                Field::Year => By::Year,
                Field::Month => By::Month,
                Field::Stem | Field::Ext => By::Source,
                Field::Number(_) | Field::Bucket | Field::Hash(_) => continue,
            };
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Whether it names the bucket, which only the caller knows how many there are of.
    pub fn wants_bucket(&self) -> bool {
        self.fields().any(|field| matches!(field, Field::Bucket))
    }

    /// The name with these values.
    pub fn name(&self, values: &Values<'_>) -> String {
        let mut name = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => name.push_str(text),
                // No suffix, no dot before it.
                Piece::Field(Field::Ext) if values.ext.is_empty() => {
                    name.truncate(name.trim_end_matches('.').len());
                }
                Piece::Field(field) => name.push_str(&part(*field, values)),
            }
        }
        name
    }

    /// Whether the template could have made this name: a field stands for what it can become, and
    /// for the same wherever it stands again.
    pub fn matches(&self, name: &str) -> bool {
        !self.ways(name, None).is_empty()
    }

    /// Whether it could have made this name for a shard with these values of the keys.
    pub fn matches_group(&self, name: &str, keys: &[By], group: &[String]) -> bool {
        !self.ways(name, Some(&Values { keys, group, ..Values::default() })).is_empty()
    }

    /// A name that the template made, with another hash in it; what else is in the name stays.
    /// `None` where the template could not have made it.
    pub fn with_hash(&self, name: &str, hash: &str) -> Option<String> {
        let mut changed = name.to_owned();
        for (start, end) in self.ways(name, None).first()?.hashes.iter().rev() {
            changed.replace_range(*start..*end, front(hash, end - start));
        }
        Some(changed)
    }

    /// The ways in which the template could have made this name.
    fn ways<'n>(&self, name: &'n str, values: Option<&Values<'_>>) -> Vec<Way<'n>> {
        let mut ways = vec![Way::default()];
        for (at, piece) in self.pieces.iter().enumerate() {
            let again = self.pieces.iter().skip(at + 1).any(|later| later == piece);
            let mut next = Vec::new();
            for way in &ways {
                let rest = name.get(way.end..).unwrap_or_default();
                match piece {
                    Piece::Text(text) if rest.starts_with(text.as_str()) => {
                        next.push(Way { end: way.end + text.len(), ..way.clone() });
                    }
                    Piece::Text(_) => {}
                    Piece::Field(field) => next.extend(way.over(*field, rest, again, values)),
                }
            }
            next.sort_unstable_by(|one, other| one.order().cmp(&other.order()));
            next.dedup();
            ways = next;
        }
        ways.retain(|way| way.end == name.len());
        ways
    }

    fn fields(&self) -> impl Iterator<Item = Field> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field(field) => Some(*field),
            Piece::Text(_) => None,
        })
    }
}

/// How the first pieces of a template may have made the beginning of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Way<'n> {
    end: usize,
    /// Where hashes stand.
    hashes: Vec<(usize, usize)>,
    /// Fields that stand again later on, and what they stand for.
    bound: Vec<(Field, &'n str)>,
}

impl<'n> Way<'n> {
    /// The ways on over a field, at the beginning of the rest of the name.
    fn over(
        &self,
        field: Field,
        rest: &'n str,
        again: bool,
        values: Option<&Values<'_>>,
    ) -> Vec<Way<'n>> {
        let inner = match field {
            Field::Stem => rest,
            _ => rest.split('/').next().unwrap_or_default(),
        };
        let keyed = matches!(field, Field::Key(_) | Field::Bucket | Field::Year | Field::Month);
        let wanted = values.filter(|_| keyed).map(|values| part(field, values));
        let bound = self.bound.iter().find(|(known, _)| *known == field).map(|(_, text)| *text);
        let ends = inner.char_indices().map(|(at, c)| at + c.len_utf8());
        ends.filter_map(|end| inner.get(..end))
            .filter(|text| bound.is_none_or(|bound| bound == *text))
            .filter(|text| wanted.as_ref().is_none_or(|wanted| wanted == text))
            .filter(|text| can_be(field, text))
            .map(|text| {
                let mut way = Way { end: self.end + text.len(), ..self.clone() };
                if let Field::Hash(_) = field {
                    way.hashes.push((self.end, way.end));
                }
                if again && bound.is_none() {
                    way.bound.push((field, text));
                }
                way
            })
            .collect()
    }

    fn order(&self) -> (usize, Vec<&'n str>) {
        (self.end, self.bound.iter().map(|(_, text)| *text).collect())
    }
}

/// Whether a field can become this text.
fn can_be(field: Field, text: &str) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match field {
        // Numbers begin with 1, and have no zero more than their width asks for.
        Field::Number(width) => {
            let padded = text.len() == width || text.len() > width && !text.starts_with('0');
            digits && padded && text.bytes().any(|byte| byte != b'0')
        }
        Field::Bucket => digits,
        Field::Year => digits && text.len() == 4 || text == "undated",
        Field::Month => digits && text.len() == 2 || text == "undated",
        Field::Hash(count) => {
            let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            text.len() == count && text.bytes().all(hex)
        }
        Field::Key(By::Kind(_)) => {
            matches!(text, "news" | "video" | "image" | "page" | "sitemap")
        }
        Field::Key(_) => file_part(text) == text,
        Field::Stem | Field::Ext => file_path(text) == text,
    }
}

/// So many digits of a hash, where it has them.
fn front(hash: &str, digits: usize) -> &str {
    hash.get(..digits).unwrap_or(hash)
}

fn part(field: Field, values: &Values<'_>) -> String {
    let of = |wanted: &dyn Fn(By) -> bool| {
        let at = values.keys.iter().position(|key| wanted(*key));
        at.and_then(|at| values.group.get(at)).map_or("", String::as_str)
    };
    let dated = |from: usize, upto: usize| {
        let text = of(&|key| matches!(key, By::Year | By::Month | By::Day));
        let whole = of(&|key| matches!(key, By::Month | By::Day));
        let text = if upto > 4 { whole } else { text };
        text.get(from..upto).filter(|_| text != "undated").unwrap_or("undated").to_owned()
    };
    match field {
        Field::Number(width) => format!("{:0width$}", values.number),
        // What the entries are is not known when the name is read.
        Field::Key(By::Kind(_)) => file_part(of(&|key| matches!(key, By::Kind(_)))),
        Field::Key(key) => file_part(of(&|known| known == key)),
        Field::Bucket => file_part(of(&|key| matches!(key, By::Bucket(_)))),
        Field::Year => dated(0, 4),
        Field::Month => dated(5, 7),
        Field::Hash(digits) => front(values.hash, digits).to_owned(),
        Field::Stem => file_path(values.stem),
        Field::Ext => file_path(values.ext),
    }
}

#[cfg(test)]
mod tests {
    use super::{Template, Values};
    use crate::By;

    fn name(template: &str, values: &Values<'_>) -> String {
        template.parse::<Template>().unwrap().name(values)
    }

    #[test]
    fn names() {
        let keys = [By::Section, By::Month, By::Bucket(4)];
        let group = ["a/b".to_owned(), "2026-03".to_owned(), "2".to_owned()];
        let values = Values {
            number: 12,
            keys: &keys,
            group: &group,
            hash: "01234567",
            stem: "old",
            ext: "xml.gz",
        };
        for (template, expected) in [
            ("plain.xml", "plain.xml"),
            ("{n}", "12"),
            ("{n:05}", "00012"),
            ("{n:1}", "12"),
            ("a{{{section}}}-{yyyy}/{mm}", "a{a-b}-2026/03"),
            ("{hash:8}-{bucket}.{ext}", "01234567-2.xml.gz"),
            ("{hash:4}-{hash:8}", "0123-01234567"),
            ("{stem}.{ext}", "old.xml.gz"),
        ] {
            assert_eq!(name(template, &values), expected);
        }
        let plain = Values { ext: "", ..values };
        assert_eq!(name("o/{stem}.{ext}", &plain), "o/old");
        let undated = ["x".to_owned(), "undated".to_owned(), "0".to_owned()];
        let values = Values { group: &undated, ..values };
        assert_eq!(name("{yyyy}-{mm}", &values), "undated-undated");
    }

    #[test]
    fn folders() {
        for (template, folder) in [
            ("out/{n}.xml", "out/"),
            ("a/b/s-{n}/c/{n}.xml", "a/b/"),
            ("/{n}.xml", "/"),
            ("{{a/{n}.xml", "{a/"),
            ("out/plain.xml", "out/"),
            ("{section}/{n}.xml", ""),
            ("s-{n}.xml", ""),
        ] {
            assert_eq!(template.parse::<Template>().unwrap().folder(), folder, "{template}");
        }
    }

    #[test]
    fn names_are_known_again() {
        for (template, known, unknown) in [
            (
                "out/{section}-{n:03}.xml.gz",
                &["out/a-001.xml.gz", "out/a-b-1000.xml.gz", "out/bücher-012.xml.gz"][..],
                &[
                    "out/a-1.xml.gz",
                    "out/a-0001.xml.gz",
                    "out/a-000.xml.gz",
                    "out/-001.xml.gz",
                    "out/a b-001.xml.gz",
                    "out/.a-001.xml.gz",
                    "out/a.xml.gz",
                    "out/a-001.xml",
                    "out/b/a-001.xml.gz",
                    "in/a-001.xml.gz",
                ][..],
            ),
            (
                "s-{n}.xml",
                &["s-1.xml", "s-10.xml"],
                &["s-news.xml", "s-0.xml", "s-01.xml", "s-.xml"],
            ),
            (
                "s-{hash:8}.xml",
                &["s-01234abc.xml"],
                &["s-01234ABC.xml", "s-1.xml", "s-products.xml"],
            ),
            ("{yyyy}{mm}-{n}", &["202403-1", "undatedundated-1"], &["2024-1", "news03-1"]),
            ("{bucket}.xml", &["007.xml"], &["x.xml"]),
            ("{kind}.xml", &["image.xml"], &["products.xml"]),
            ("{lang}/s-{lang}-{n}", &["de/s-de-1", "de-at/s-de-at-1"], &["de/s-news-1"]),
            ("{stem}.{ext}", &["a/b.xml.gz"], &["../b.xml", "/b.xml"]),
        ] {
            let template: Template = template.parse().unwrap();
            for (names, is_known) in [(known, true), (unknown, false)] {
                for name in names {
                    assert_eq!(template.matches(name), is_known, "{template:?} {name}");
                }
            }
        }
    }

    #[test]
    fn names_are_known_by_their_group() {
        let template: Template = "{section}/{yyyy}{mm}-{n}.xml".parse().unwrap();
        let keys = [By::Section, By::Month];
        let is_of = |section: &str, month: &str| {
            let group = [section.to_owned(), month.to_owned()];
            template.matches_group("a-b/202402-7.xml", &keys, &group)
        };
        assert!(is_of("a/b", "2024-02") && is_of("a-b", "2024-02"));
        assert!(!is_of("a", "2024-02") && !is_of("a/b", "2024-03") && !is_of("a/b", "undated"));
    }

    #[test]
    fn a_name_gets_another_hash() {
        for (template, name, changed) in [
            ("o/{yyyy}{mm}-{hash:8}.xml", "o/202601-00000000.xml", Some("o/202601-abcd.xml")),
            ("{n}-{hash:4}/{hash:4}", "7-1234/1234", Some("7-abcd/abcd")),
            ("{section}-{hash:4}", "a-1234-1234", Some("a-1234-abcd")),
            ("{hash:4}-{hash:5}", "1234-12345", Some("abcd-abcd")),
            ("{n}.xml", "7.xml", Some("7.xml")),
            ("{hash:8}", "other", None),
        ] {
            let template: Template = template.parse().unwrap();
            assert_eq!(template.with_hash(name, "abcd").as_deref(), changed, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (template, at) in
            [("out/{n", 4), ("a}", 1), ("{{{x}", 2), ("{n:0}", 0), ("{hash:2}", 0), ("{}", 0)]
        {
            assert_eq!(template.parse::<Template>().unwrap_err().at, at, "{template}");
        }
    }

    #[test]
    fn widths_that_cannot_be_are_told_with_those_that_can() {
        for (template, allowed) in
            [("{n:999}", "1 to 99"), ("{n:0}", "1 to 99"), ("{hash:0}", "4 to 16")]
        {
            let why = template.parse::<Template>().unwrap_err().why;
            assert!(why.contains(allowed) && why.contains(template), "{why}");
        }
    }

    #[test]
    fn fields_say_how_to_group() {
        let template: Template = "{host}/{section}-{yyyy}{mm}-{n}".parse().unwrap();
        assert_eq!(template.keys(), [By::Host, By::Section, By::Year, By::Month]);
        assert!(template.is_numbered() && !template.is_by_source());
    }
}
