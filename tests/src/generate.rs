//! Entries that no honest document holds but every format must survive: all extensions, unknown
//! namespaces, astral characters, extreme dates, all spellings of a priority.

use proptest::collection::vec;
use proptest::prelude::*;
use urlset::{
    Changefreq, Datetime, Entry, Extension, Extensions, Loc, Occurs, Position, Precision, Priority,
    Shape, Value, Zone,
};

/// Addresses that may leave: absolute, http or https, no control characters, any other oddity.
pub fn loc() -> impl Strategy<Value = String> {
    let host = prop_oneof![
        Just("example.com".to_owned()),
        Just("example.org:8080".to_owned()),
        Just("[2001:db8::1]".to_owned()),
        Just("bücher.example".to_owned()),
        "[a-z]{1,8}\\.example",
    ];
    let tail = prop_oneof![
        4 => "[a-zA-Z0-9_.~/-]{0,12}(\\?[a-z]{1,3}=[a-z0-9]{0,3}(&[a-z]{1,5}=[a-z0-9]{0,3}){0,3})?",
        2 => "[a-z&;<>\"'%{}|^`=?/\\\\\\[\\],!$()*+@:~-]{0,16}",
        1 => "[üß日本😀\u{10fffd}€a-z/]{0,8}",
        1 => "(amp|&amp;|&#38;|&lt|&copy=3|\\]\\]>|<!--|%26|=x|\\+1){1,3}",
    ];
    (prop_oneof![Just("http"), Just("https")], host, tail)
        .prop_map(|(scheme, host, tail)| format!("{scheme}://{host}/{tail}"))
}

/// Text of titles and captions: any character that XML can hold, space at the ends too.
pub fn text() -> impl Strategy<Value = String> {
    let any = prop_oneof![
        3 => "[a-zA-Z0-9 .,]{1,20}",
        2 => "[a-z&<>\"'\\]\\[;#=+@|,;: -]{1,16}",
        1 => "[üß日本😀\u{10fffd}\u{85}\u{2028}\u{202e}\u{feff}a-z]{1,8}",
        1 => "x[\t\n\r ]{1,3}y",
        1 => "[\t\n\r \u{a0}]{0,2}[a-z]{1,3}[\t\n\r \u{a0}]{0,2}",
        1 => Just("]]>&amp;<![CDATA[".to_owned()),
        1 => Just("=1+1".to_owned()),
    ];
    any.prop_filter("not blank", |text| !text.trim().is_empty())
}

/// Dates of every precision and zone, from year 1 to 9999.
pub fn datetime() -> impl Strategy<Value = Datetime> {
    let year = prop_oneof![Just(1_u16), Just(9999), Just(1970), 1900_u16..2100];
    let date = (year, 1_u8..=12, 1_u8..=28);
    let time = (0_u8..24, 0_u8..60, 0_u8..60);
    let zone = prop_oneof![
        Just(Zone::Absent),
        Just(Zone::Utc),
        Just(Zone::MinusZero),
        (-1439_i16..=1439).prop_map(Zone::Offset),
    ];
    (date, time, 0_u32..1_000_000_000, 0_u8..15, zone).prop_map(shape_datetime)
}

type DatetimeParts = ((u16, u8, u8), (u8, u8, u8), u32, u8, Zone);

fn shape_datetime((date, time, nanosecond, form, zone): DatetimeParts) -> Datetime {
    let (year, month, _) = date;
    let built = match form {
        0 => Datetime::new((year, 1, 1), (0, 0, 0), 0, Precision::Year, Zone::Absent),
        1 => Datetime::new((year, month, 1), (0, 0, 0), 0, Precision::Month, Zone::Absent),
        2 | 3 => Datetime::new(date, (0, 0, 0), 0, Precision::Day, zone),
        4 => Datetime::new(date, (time.0, time.1, 0), 0, Precision::Minute, zone),
        5 => Datetime::new(date, time, 0, Precision::Second, zone),
        digits => {
            let digits = digits - 5;
            let unit = 10_u32.pow(9 - u32::from(digits));
            let nanosecond = nanosecond / unit * unit;
            Datetime::new(date, time, nanosecond, Precision::Fraction(digits), zone)
        }
    };
    built.unwrap()
}

/// Every spelling of a priority.
pub fn priority() -> impl Strategy<Value = Priority> {
    let spelling = prop_oneof![
        3 => "[01]\\.[0-9]",
        1 => "[+-]?0{0,3}\\.[0-9]{1,15}",
        1 => "[+-]?[01]{1,2}(\\.0{0,5})?",
        1 => "0\\.[0-9]{21}",
    ];
    spelling.prop_filter_map("a priority", |text| Priority::parse(&text).ok())
}

fn changefreq() -> impl Strategy<Value = Changefreq> {
    (0..Changefreq::ALL.len()).prop_map(|at| Changefreq::ALL[at])
}

/// The protocol's four fields.
pub fn core_entry() -> impl Strategy<Value = Entry> {
    let fields = (
        loc(),
        proptest::option::of(datetime()),
        proptest::option::of(changefreq()),
        proptest::option::of(priority()),
    );
    fields.prop_map(|(loc, lastmod, changefreq, priority)| Entry {
        loc: Loc::new(&loc),
        lastmod,
        changefreq,
        priority,
        extensions: Extensions::default(),
    })
}

/// An entry with items of the known extensions, as their shapes say, and, where asked for, with
/// elements that nobody knows.
pub fn entry(
    extensions: &'static [&'static Extension],
    foreign: bool,
) -> impl Strategy<Value = Entry> {
    let items = vec(item(extensions), 0..=extensions.len().min(3));
    let foreign = vec(foreign_element(2), 0..if foreign { 3 } else { 1 });
    (core_entry(), items, foreign).prop_map(|(mut entry, items, foreign)| {
        for part in items.iter().chain(&foreign) {
            for element in part.elements() {
                entry.extensions.append(element);
            }
        }
        entry
    })
}

/// One item of one of the extensions, with each of its parts present or not.
pub fn item(extensions: &'static [&'static Extension]) -> impl Strategy<Value = Extensions> {
    item_of(extensions, |_, shape| values(shape, value(shape.value)))
}

type Values = fn(&'static Extension, &'static Shape) -> BoxedStrategy<Vec<String>>;

fn item_of(
    extensions: &'static [&'static Extension],
    values: Values,
) -> impl Strategy<Value = Extensions> {
    (0..extensions.len()).prop_flat_map(move |at| {
        let extension = extensions[at];
        let all: Vec<_> = extension.shapes.iter().map(|shape| values(extension, shape)).collect();
        all.prop_map(move |all| build(extension, &all))
    })
}

/// The values of one shape: none, one or, where it may repeat, some.
fn values(shape: &'static Shape, value: BoxedStrategy<String>) -> BoxedStrategy<Vec<String>> {
    let (least, most) = match shape.occurs {
        Occurs::Once => (1, 1),
        Occurs::Optional => (0, 1),
        Occurs::Many { most } => (0, most.min(3) as usize),
        Occurs::Implied(value) => return Just(vec![value.to_owned()]).boxed(),
    };
    vec(value, least..=most).boxed()
}

/// An entry that the schemas of the vendors allow, element for element and letter for letter.
pub fn strict_entry(extensions: &'static [&'static Extension]) -> impl Strategy<Value = Entry> {
    let fields = (
        strict_loc(),
        proptest::option::of(strict_datetime()),
        proptest::option::of(changefreq()),
        proptest::option::of(priority()),
        vec(item_of(extensions, strict_values), 0..=extensions.len().min(3)),
    );
    fields.prop_map(|(loc, lastmod, changefreq, priority, items)| {
        let mut entry = Entry {
            loc: Loc::new(&loc),
            lastmod,
            changefreq,
            priority,
            extensions: Extensions::default(),
        };
        for element in items.iter().flat_map(Extensions::elements) {
            entry.extensions.append(element);
        }
        entry
    })
}

/// What the schemas say beyond the table of shapes.
fn strict_values(
    extension: &'static Extension,
    shape: &'static Shape,
) -> BoxedStrategy<Vec<String>> {
    let pattern = match (extension.name, shape.path) {
        (_, "geo_locations") => return Just(Vec::new()).boxed(),
        (_, "tvshow/show_title") => return vec(text(), 1).boxed(),
        (_, "tvshow/video_type") => return vec(value(shape.value), 1).boxed(),
        ("video", "restriction") => "[A-Z]{2}( [A-Z]{2}){0,3}",
        ("video", "platform") => "(web|mobile|tv)( (web|mobile|tv)){0,2}",
        ("video", "price/@currency") => "[A-Z]{3}",
        ("news", "publication/language") => "[a-z]{2,3}|zh-cn|zh-tw",
        ("news", "genres") => "(Blog|OpEd|Satire)(, ?(Opinion|UserGenerated)){0,2}",
        ("news", "stock_tickers") => "[A-Z]{3,6}:[A-Z]{1,4}(, ?[A-Z]{3,6}:[A-Z]{1,4}){0,4}",
        _ => {
            let value = match shape.value {
                Value::Url => strict_loc().boxed(),
                Value::Datetime => strict_datetime().prop_map(|date| date.to_string()).boxed(),
                other => value(other),
            };
            return values(shape, value);
        }
    };
    values(shape, pattern.boxed())
}

fn strict_loc() -> impl Strategy<Value = String> {
    "https://example\\.com/[a-z0-9/._-]{0,20}(\\?[a-z]=[0-9]&[a-z]=%C3%BC)?"
}

/// The intersection of the W3C's forms and those of XML Schema.
fn strict_datetime() -> impl Strategy<Value = Datetime> {
    datetime().prop_filter("in the schema", |datetime| match datetime.precision() {
        Precision::Year | Precision::Month | Precision::Minute => false,
        Precision::Day => datetime.zone() == Zone::Absent,
        Precision::Second | Precision::Fraction(_) => {
            datetime.zone() != Zone::Absent && datetime.zone().minutes().abs() <= 14 * 60
        }
    })
}

fn value(value: Value) -> BoxedStrategy<String> {
    match value {
        Value::Children => Just(String::new()).boxed(),
        Value::Text { .. } => text().boxed(),
        Value::Code => prop_oneof![2 => "[a-z]{2}(-[A-Z]{2})?", 1 => text()].boxed(),
        Value::Url => loc().boxed(),
        Value::Datetime => datetime().prop_map(|datetime| datetime.to_string()).boxed(),
        Value::Integer { least, most } => {
            (least..=most.min(1_000_000).max(least)).prop_map(|number| number.to_string()).boxed()
        }
        Value::Decimal { least, most } => {
            (least..=most.min(1000), 0..10)
                .prop_map(move |(whole, tenth)| {
                    if whole == most { whole.to_string() } else { format!("{whole}.{tenth}") }
                })
                .boxed()
        }
        Value::OneOf(words) => proptest::sample::select(words).prop_map(str::to_owned).boxed(),
    }
}

fn build(extension: &'static Extension, values: &[Vec<String>]) -> Extensions {
    let mut out = Extensions::default();
    open(extension, extension.element, "", &mut out);
    attributes(extension, "", values, &mut out);
    children(extension, "", values, &mut out);
    out.close();
    out
}

fn open(extension: &Extension, name: &str, _path: &str, out: &mut Extensions) {
    let qname = format!("{}:{name}", extension.prefix);
    out.open(extension.namespace, &qname, Position::default());
}

fn below<'p>(path: &'p str, parent: &str) -> Option<&'p str> {
    let rest = match parent {
        "" => path,
        parent => path.strip_prefix(parent)?.strip_prefix('/')?,
    };
    (!rest.contains('/')).then_some(rest)
}

fn attributes(extension: &Extension, path: &str, values: &[Vec<String>], out: &mut Extensions) {
    for (shape, values) in extension.shapes.iter().zip(values) {
        let name = below(shape.path, path).and_then(|name| name.strip_prefix('@'));
        if let (Some(name), Some(value)) = (name, values.first()) {
            out.attribute("", name, value);
        }
    }
}

/// An item that nests deeper than the shapes say cannot come of this: each level is a step of a
/// path.
fn children(extension: &Extension, path: &str, values: &[Vec<String>], out: &mut Extensions) {
    for (shape, own) in extension.shapes.iter().zip(values) {
        let Some(name) = below(shape.path, path).filter(|name| !name.starts_with('@')) else {
            continue;
        };
        for text in own {
            open(extension, name, shape.path, out);
            attributes(extension, shape.path, values, out);
            if shape.value == Value::Children {
                children(extension, shape.path, values, out);
            } else {
                out.text(text);
            }
            out.close();
        }
    }
}

/// An element that no extension knows, under prefixes that clash with known ones on purpose.
pub fn foreign_element(depth: u32) -> impl Strategy<Value = Extensions> {
    let leaf = (name(), vec((attribute_name(), text()), 0..3), text()).prop_map(
        |(name, attributes, text)| Node { name, attributes, parts: vec![Part::Text(text)] },
    );
    let tree = leaf.prop_recursive(depth, 8, 3, |inner| {
        let part = prop_oneof![text().prop_map(Part::Text), inner.prop_map(Part::Node),];
        (name(), vec((attribute_name(), text()), 0..3), vec(part, 0..3))
            .prop_map(|(name, attributes, parts)| Node { name, attributes, parts })
    });
    tree.prop_map(|node| {
        let mut out = Extensions::default();
        node.write(&mut out);
        out
    })
}

#[derive(Clone, Debug)]
struct Node {
    name: (&'static str, &'static str),
    attributes: Vec<((&'static str, &'static str), String)>,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Node(Node),
}

impl Node {
    fn write(&self, out: &mut Extensions) {
        out.open(self.name.0, self.name.1, Position::default());
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for ((namespace, qname), value) in &self.attributes {
            let local = qname.rsplit(':').next().unwrap_or(qname);
            if !seen.contains(&(*namespace, local)) {
                seen.push((*namespace, local));
                out.attribute(namespace, qname, value);
            }
        }
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    out.text(text);
                }
                Part::Node(node) => node.write(out),
            }
        }
        out.close();
    }
}

fn name() -> impl Strategy<Value = (&'static str, &'static str)> {
    proptest::sample::select(
        &[
            ("urn:x", "x:thing"),
            ("urn:y", "x:thing"),
            ("urn:x", "image:image"),
            ("https://example.com/ns?a=1&b=2", "ns1:größe"),
            ("urn:default", "plain"),
            ("", "none"),
            ("http://www.google.com/schemas/sitemap-mobile/1.0", "mobile:mobile"),
        ][..],
    )
}

fn attribute_name() -> impl Strategy<Value = (&'static str, &'static str)> {
    proptest::sample::select(
        &[
            ("", "type"),
            ("", "a"),
            ("urn:x", "x:a"),
            ("urn:y", "x:a"),
            ("http://www.w3.org/XML/1998/namespace", "xml:lang"),
        ][..],
    )
}
