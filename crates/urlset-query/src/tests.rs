//! What expressions answer, what is wrong with bad ones, and laws of both.

use crate::expression::{Check, Comparison, Node};
use crate::field::Type;
use crate::found::Found;
use crate::literal::Literal;
use crate::{Field, Filter, Origin, Scope, Selection};
use proptest::prelude::*;
use urlset_core::{
    COLUMN, Changefreq, DateOrder, Datetime, Entry, Extension, Kind, Loc, Member, Position,
};
use urlset_core::{Priority, from_member};

static EXTENSIONS: &[&Extension] = &[
    &urlset_image::EXTENSION,
    &urlset_video::EXTENSION,
    &urlset_news::EXTENSION,
    &urlset_hreflang::EXTENSION,
];

/// 2026-11-21T12:00:00Z.
const NOW: i64 = 1_795_262_400;

fn scope() -> Scope {
    Scope { extensions: EXTENSIONS, now: NOW, columns: true, ..Scope::default() }
}

fn sample() -> Entry {
    let mut entry =
        Entry::new(Loc::new("https://www.example.com:8080/shop/tea%20pot?colour=blue#x"));
    entry.lastmod = Datetime::parse("2026-11-20").ok();
    entry.changefreq = Some(Changefreq::Daily);
    entry.priority = Priority::parse("0.80").ok();
    let tape = &mut entry.extensions;
    let item = |text: &'static str| Member::Text(text.into());
    let object = |members: Vec<(&'static str, Member<'static>)>| {
        Member::Object(members.into_iter().map(|(name, member)| (name.into(), member)).collect())
    };
    for (extension, member) in [
        (
            EXTENSIONS[0],
            object(vec![("loc", item("https://i.example.com/1.jpg")), ("caption", item("Tea"))]),
        ),
        (EXTENSIONS[0], object(vec![("loc", item("https://i.example.com/2.jpg"))])),
        (
            EXTENSIONS[1],
            object(vec![
                ("title", item("Pouring")),
                ("duration", item("183")),
                ("tag", Member::List(vec![item("tea"), item("pot")])),
                (
                    "restriction",
                    object(vec![("value", item("IE GB")), ("relationship", item("allow"))]),
                ),
            ]),
        ),
        (
            EXTENSIONS[2],
            object(vec![
                (
                    "publication",
                    object(vec![("name", item("The Example")), ("language", item("en"))]),
                ),
                ("publication_date", item("2026-11-20T12:00:00Z")),
            ]),
        ),
        (
            EXTENSIONS[3],
            object(vec![
                ("hreflang", item("en-GB")),
                ("href", item("https://www.example.com:8080/shop/tea%20pot?colour=blue#x")),
            ]),
        ),
        (
            EXTENSIONS[3],
            object(vec![("hreflang", item("de")), ("href", item("https://www.example.com/de/"))]),
        ),
    ] {
        from_member(extension, &member, Position::default(), tape).unwrap();
    }
    tape.leaf("urn:x", "thing", "1");
    tape.leaf(COLUMN, "status_code", "200").leaf(COLUMN, "Crawl Depth", "n/a");
    entry
}

fn origin() -> Origin<'static> {
    Origin { source: "a.xml", line: 7, kind: Kind::Urlset }
}

#[test]
fn answers() {
    let entry = sample();
    for (text, answer) in [
        ("loc == 'https://www.example.com:8080/shop/tea%20pot?colour=blue#x'", true),
        ("scheme == 'https' and host == 'www.example.com' and port == 8080", true),
        ("path == '/shop/tea%20pot' and query == 'colour=blue'", true),
        ("section == 'shop' and path[1] == 'shop' and path[2] ~ '^tea'", true),
        ("has(path[3])", false),
        ("lastmod == 2026-11-20", true),
        ("lastmod == 2026-11-20T01:00:00+01:00", true),
        ("lastmod >= '2026-11-20' and lastmod <= 2026-11-20T00:00Z", true),
        ("lastmod > 2026-11 and lastmod < 2027", true),
        ("lastmod == 2026-11", false),
        ("lastmod >= now-36h", true),
        ("lastmod > now-36h", false),
        ("lastmod < now and lastmod < now+1w", true),
        ("lastmod ~ '^2026-11-2'", true),
        ("changefreq == 'daily' and changefreq in ('daily', 'weekly')", true),
        ("changefreq not in ('daily')", false),
        ("priority == 0.8 and priority >= 0.5 and priority < 1", true),
        ("priority ~ '0$'", true),
        ("kind == 'news' and source == 'a.xml' and line == 7", true),
        ("lang == 'en-gb'", true),
        ("lang == 'de'", false),
        ("count(image) == 2 and count(hreflang) > 1 and count(other) = 1", true),
        ("count(image.caption) == 1 and count(lastmod) == 1 and count(query) == 1", true),
        ("image.loc ~ '2.jpg$' and not image.loc ~ '3'", true),
        ("image.loc != 'https://i.example.com/1.jpg'", true),
        ("image.1.loc != 'https://i.example.com/1.jpg'", false),
        ("image.2.loc ~ '2' and not has(image.2.caption) and not has(image.3)", true),
        ("image.caption = 'Tea'", true),
        ("video.duration == 183.0 and video.duration > 60", true),
        ("video.tag == 'pot' and video.tag.1 == 'tea' and not has(video.tag.3)", true),
        ("video.restriction == 'IE GB' and video.restriction.value == 'IE GB'", true),
        ("video.restriction.relationship == 'allow' and has(video.restriction)", true),
        ("news.publication.name == 'The Example' and has(news.publication)", true),
        ("news.publication_date >= now-24h", true),
        ("news.publication_date > now-24h", false),
        ("hreflang.hreflang == 'de' and hreflang.de == 'https://www.example.com/de/'", true),
        ("hreflang.DE ~ 'de' and not has(hreflang.fr)", true),
        ("status_code == 200 and status_code == '200' and status_code in (200, 301)", true),
        ("status_code != 404 and status_code < 300", true),
        ("status_code == '0200'", false),
        ("status_code == 0200", true),
        ("column('Crawl Depth') > 1", false),
        ("column('Crawl Depth') != 1", true),
        ("crawl_depth != 1", false),
        ("has(nothing) or has(image)", true),
        ("not has(nothing) and not (has(lastmod) and has(nothing))", true),
        ("nothing != 'x' or nothing == 'x' or nothing !~ 'x' or nothing not in ('x')", false),
        ("has(news.title) or has(lastmod) and has(nothing)", false),
        ("(has(lastmod) or has(news.title)) and not not has(image)", true),
        ("loc ~ \"it's\" or loc ~ 'it''s'", false),
        ("path < '/t' and path > '/s'", true),
    ] {
        let filter =
            Filter::parse(text, &scope()).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(filter.accepts(&entry, &origin()), answer, "{text}");
        let again = Filter::parse(&filter.to_string(), &scope()).unwrap();
        assert_eq!(again, filter, "{text}: {filter}");
    }
}

/// The text, what is marked in it, the message and the help.
fn told(text: &str, scope: &Scope) -> String {
    let fault = Filter::parse(text, scope).unwrap_err();
    let marked = text.get(fault.span.clone()).unwrap_or("?");
    format!("[{}:{marked}] {} = {}", fault.span.start, fault.message, fault.help)
}

/// Expressions, and what is marked and told in each.
const FAULTS: &[(&str, &str)] = &[
    ("", "[0:] an empty expression = for example `has(lastmod)`"),
    ("lastmd > 1", "[0:lastmd] there is no field `lastmd` = did you mean `lastmod`?"),
    ("image.lok == 'x'", "[0:image.lok] there is no field `image.lok` = did you mean `image.loc`?"),
    (
        "image.x == 'x'",
        "[0:image.x] there is no field `image.x` = `image` has loc, caption, geo_location, title, \
             license",
    ),
    (
        "zzz == 1",
        "[0:zzz] there is no field `zzz` = known: loc, scheme, host, port, path, query, section, \
             lastmod, changefreq, priority, lang, kind, source, line, other, image, video, news, hreflang",
    ),
    (
        "image == 'x'",
        "[0:image] `image` has no value of its own = compare a member, as `image.loc`, or ask \
             `has(image)` or `count(image)`",
    ),
    (
        "other ~ 'x'",
        "[0:other] `other` has no value of its own = ask `has(other)` or `count(other)`",
    ),
    ("lastmod", "[7:] no comparison after `lastmod` = `has(lastmod)` asks whether there is one"),
    ("lastmod >=", "[10:] nothing to compare with = "),
    (
        "lastmod >= yesterday",
        "[11:yesterday] `yesterday` is no date = write it as 2026-01-31 or \
             2026-01-31T10:00:00Z; text stands in quotes",
    ),
    ("priority > high", "[11:high] `priority` is a number, this is none = "),
    ("priority > .4", "[11:.] `.` means nothing here = a number begins with a digit: `0.5`"),
    ("loc == high", "[7:high] `high` stands without quotes = text is written 'high'"),
    (
        "lastmod >= 2026-13-01",
        "[11:2026-13-01] `2026-13-01` is no date = write it as 2026-01-31 or \
             2026-01-31T10:00:00Z; text stands in quotes",
    ),
    (
        "lastmod >= now-7m",
        "[11:now-7m] `now-7m` is no time = write `now-48h`; the units are s, min, h, d and w",
    ),
    ("priority > 'high'", "[11:'high'] `priority` is a number, this is none = "),
    (
        "changefreq == 'dayly'",
        "[14:'dayly'] `changefreq` is never 'dayly' = did you mean `daily`? one of always, hourly, \
             daily, weekly, monthly, yearly, never",
    ),
    ("path ~ '^/(shop'", "[10:(] bad pattern: unclosed group = "),
    ("path ~ 'ü''s ('", "[14:(] bad pattern: unclosed group = "),
    ("path ~ shop", "[7:shop] no pattern in quotes = for example `path ~ '^/shop/'`"),
    (
        "path ~ 'shop",
        "[7:'shop] text whose quote is never closed = end it with '; a quote in it \
          is written twice",
    ),
    ("has(lastmod", "[3:(] `(` that is never closed = "),
    ("has(lastmod and x)", "[12:and] `)` is missing before this = "),
    (
        "has(lastmod) has(loc)",
        "[13:has] nothing joins this to what stands before = write `and` \
          between two conditions",
    ),
    (
        "has(loc) OR has(loc)",
        "[9:OR] nothing joins this to what stands before = write `or` \
          between two conditions",
    ),
    ("has(loc) && has(loc)", "[9:&&] `&&` means nothing here = write `and`"),
    ("!has(loc)", "[0:!] `!` means nothing here = write `not`, `!=` or `!~`"),
    ("has(loc))", "[8:)] `)` that closes nothing = "),
    ("count(image)", "[12:] no comparison after `count(…)` = for example `count(image) > 0`"),
    ("count(image) > many", "[15:many] no number to compare the count with = "),
    ("loc in 'a'", "[7:'a'] no list after `in` = for example `loc in ('a', 'b')`"),
    ("loc in ('a' 'b')", "[12:'b'] `)` is missing before this = "),
    ("loc not 'a'", "[8:'a'] `in` is missing after `not` = "),
    ("== 1", "[0:==] no field = for example `lastmod` or `image.loc`"),
    (
        "path[0] == 'x'",
        "[0:path[0]] there is no field `path[0]` = segments of the path are `path[1]` to \
             `path[4294967295]`",
    ),
    ("and", "[0:and] `and` is no field = a column of that name is `column('and')`"),
    ("NOT has(loc)", "[0:NOT] `NOT` is no field = write `not` in small letters"),
    ("column(x) == 1", "[7:x] no name of a column in quotes = for example `column('Status Code')`"),
    (
        "video.tag.0 == 'x'",
        "[0:video.tag.0] there is no field `video.tag.0` = did you mean `video.tag`?",
    ),
    (
        "hreflang.rel == 'x'",
        "[0:hreflang.rel] there is no field `hreflang.rel` = did you mean `hreflang.href`?",
    ),
];

#[test]
fn faults() {
    let closed = Scope { columns: false, ..scope() };
    for (text, expected) in FAULTS {
        assert_eq!(told(text, &closed), *expected, "{text}");
    }
    assert_eq!(
        told("crawl_depth", &scope()),
        "[11:] no comparison after `crawl_depth` = `has(crawl_depth)` asks whether there is one"
    );
}

#[test]
fn dates_in_columns() {
    let holds = |cell: &str, dates, text: &str| {
        let mut entry = Entry::new(Loc::new("https://e.com/"));
        entry.extensions.leaf(COLUMN, "changed", cell);
        let filter = Filter::parse(text, &Scope { dates, ..scope() }).unwrap();
        filter.accepts(&entry, &origin())
    };
    use DateOrder::{DayFirst, Iso, MonthFirst};
    for (cell, dates, text, expected) in [
        ("05/06/2026", DayFirst, "changed >= 2026-06-05 and changed < 2026-06-06", true),
        ("05/06/2026", MonthFirst, "changed >= 2026-05-06 and changed < 2026-05-07", true),
        ("05/06/2026", Iso, "changed >= 2026-01-01", false),
        ("05/06/2026", DayFirst, "changed in (2025, 2026-06-05)", true),
        ("2026-05-01", Iso, "changed >= 2026", true),
        ("2025-12-31", Iso, "changed < 2026", true),
        ("2026-01-01", Iso, "changed == 2026", true),
        ("05/06/2026", DayFirst, "changed > 2026", true),
        ("05/06/2026", Iso, "changed > 2026", false),
        ("2026-05-01", Iso, "changed > 202", false),
        ("2027", Iso, "changed > 2026.5", true),
        ("soon", Iso, "changed != 2026", true),
    ] {
        assert_eq!(holds(cell, dates, text), expected, "{cell}: {text}");
    }
}

#[test]
fn what_follows_from_other_fields() {
    let page = |loc: &str| Entry::new(Loc::new(loc));
    let index = Origin { kind: Kind::Sitemapindex, ..origin() };
    for (entry, origin, text) in [
        (page("http://BÜCHER.de:0080/"), origin(), "host == 'bücher.de' and port == 80"),
        (page("HTTPS://E.com/de-AT/x"), origin(), "host == 'e.com' and scheme == 'https'"),
        (page("https://e.com/de_AT/x"), origin(), "lang == 'de-at' and kind == 'page'"),
        (page("https://e.com/de/x"), index, "not has(lang) and kind == 'sitemap'"),
        (page("https://e.com/about"), origin(), "not has(section) and path[1] == 'about'"),
        (
            page("https://e.com"),
            Origin::default(),
            "path == '' and not has(source) and not has(line)",
        ),
    ] {
        let filter = Filter::parse(text, &scope()).unwrap();
        assert!(filter.accepts(&entry, &origin), "{text}: {}", entry.loc);
    }
    let mut news = page("https://e.com/de/x");
    news.extensions = sample().extensions;
    assert!(Filter::parse("lang == 'en'", &scope()).unwrap().accepts(&news, &origin()));
}

#[test]
fn a_selection_keeps_what_it_names() {
    let kept = |text: &str| {
        let selection = Selection::parse(text, &scope()).unwrap();
        let mut kept = Entry::new(Loc::new("https://e.com/old"));
        selection.keep(&sample(), &mut kept);
        assert_eq!(kept.loc, sample().loc);
        let mut told: Vec<String> = Vec::new();
        told.extend(kept.lastmod.map(|date| date.to_string()));
        for element in kept.extensions.elements() {
            let known = EXTENSIONS.iter().find_map(|known| urlset_core::to_member(known, element));
            told.push(match known {
                Some(member) => format!("{}{}", element.name(), flat(&member)),
                None => element.qname().to_owned(),
            });
        }
        told.join(" ")
    };
    for (text, expected) in [
        ("loc,lastmod,host", "2026-11-20"),
        ("image.caption", "image{caption:Tea}"),
        ("image.1.loc", "image{loc:https://i.example.com/1.jpg}"),
        (
            "video.tag.2,video.restriction.relationship",
            "video{tag:[pot],restriction:{value:IE GB,relationship:allow}}",
        ),
        ("video.restriction", "video{restriction:{value:IE GB,relationship:allow}}"),
        ("news.publication.name", "news{publication:{name:The Example}}"),
        ("hreflang.de", "link{hreflang:de,href:https://www.example.com/de/}"),
        ("hreflang.hreflang", "link{hreflang:en-GB} link{hreflang:de}"),
        ("other,status_code", "thing"),
    ] {
        assert_eq!(kept(text), expected, "{text}");
    }
    let whole = Selection::parse("image,video,news,hreflang,other", &scope()).unwrap();
    let mut all = Entry::default();
    whole.keep(&sample(), &mut all);
    let mut expected = sample();
    expected.extensions.remove(COLUMN);
    assert_eq!(all.extensions, expected.extensions);
    let fault = whole.check_values("loc, image", &scope()).unwrap_err();
    assert_eq!(
        (fault.span, &*fault.help),
        (5..10, "name a member, as `image.loc`, or add `-t jsonl`")
    );
}

fn flat(member: &Member<'_>) -> String {
    let list = |parts: Vec<String>| parts.join(",");
    match member {
        Member::Text(text) | Member::Number(text) => text.to_string(),
        Member::Object(members) => {
            let parts = members.iter().map(|(name, member)| format!("{name}:{}", flat(member)));
            format!("{{{}}}", list(parts.collect()))
        }
        Member::List(members) => format!("[{}]", list(members.iter().map(flat).collect())),
    }
}

#[test]
fn columns_are_checked_at_the_end() {
    let filter = Filter::parse("has(loc) and statuscod == 200", &scope()).unwrap();
    assert_eq!(filter.columns().collect::<Vec<_>>(), ["statuscod"]);
    let table = ["Address".to_owned(), "Status Code".to_owned()];
    let check = |known: &[String]| filter.check_columns(&scope(), known, |a, b| a == b);
    let fault = check(&table).unwrap_err();
    assert_eq!((fault.span, &*fault.help), (13..22, "did you mean `status_code`?"));
    let fault = check(&[]).unwrap_err();
    assert_eq!(fault.message, "there is no field `statuscod`");
    assert!(check(&["statuscod".to_owned()]).is_ok());
    let selection = Selection::parse("loc, Status-Code,column('a b')", &scope()).unwrap();
    assert_eq!(selection.columns().collect::<Vec<_>>(), ["Status-Code", "a b"]);
    let names: Vec<&str> = selection.fields().iter().map(Field::name).collect();
    assert_eq!(names, ["loc", "column('Status-Code')", "column('a b')"]);
    for (text, start) in [("loc,", 4), ("loc lastmod", 4), ("", 0), ("loc,image.x", 4)] {
        assert_eq!(Selection::parse(text, &scope()).unwrap_err().span.start, start, "{text}");
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let nested = |open: &str, close: &str, times: usize| {
        format!("{}has(loc){}", open.repeat(times), close.repeat(times))
    };
    for (open, close) in [("(", ")"), ("not ", ""), ("not (", ")")] {
        let most = 64 / open.split_whitespace().count();
        assert!(Filter::parse(&nested(open, close, most), &scope()).is_ok());
        let fault = Filter::parse(&nested(open, close, most + 1), &scope()).unwrap_err();
        assert_eq!(fault.message, "nested deeper than 64");
        assert!(Filter::parse(&nested(open, close, 10_000), &scope()).is_err());
    }
    let wide = vec!["has(loc)"; 5_000].join(" and ");
    let filter = Filter::parse(&wide, &scope()).unwrap();
    assert!(filter.accepts(&sample(), &origin()));
    assert!(Filter::parse(&vec!["has(loc)"; 6_000].join(" and "), &scope()).is_err());
}

const FIELDS: [&str; 18] = [
    "loc",
    "host",
    "path",
    "section",
    "path[2]",
    "query",
    "port",
    "lastmod",
    "changefreq",
    "priority",
    "lang",
    "kind",
    "image.loc",
    "image.1.caption",
    "video.duration",
    "hreflang.de",
    "news.publication_date",
    "column('status_code')",
];

fn literal(kind: Type) -> BoxedStrategy<String> {
    let number = prop_oneof!["-?[0-9]{1,3}", "[0-9]\\.[0-9]{1,2}"];
    let date = prop_oneof![
        Just("2026-11-20".to_owned()),
        Just("2026-11".to_owned()),
        Just("now-48h".to_owned()),
        Just("2026-11-20T12:00:00Z".to_owned()),
    ];
    match kind {
        Type::Number => number.boxed(),
        Type::Date => date.boxed(),
        _ => prop_oneof![
            number,
            date,
            "[ -~äé]{0,6}".prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
            Just("\"200\"".to_owned()),
        ]
        .boxed(),
    }
}

fn test() -> impl Strategy<Value = String> {
    (0..FIELDS.len(), 0..9_u8).prop_flat_map(|(at, form)| {
        let name = FIELDS[at];
        let field = Selection::parse(name, &scope()).unwrap().fields()[0].clone();
        let sign = prop_oneof![
            Just("=="),
            Just("!="),
            Just("<"),
            Just("<="),
            Just(">"),
            Just(">="),
            Just("=")
        ];
        let free = field.words().is_empty();
        match form {
            0 => Just(format!("has({name})")).boxed(),
            1 => {
                (sign, 0..3_u8).prop_map(move |(sign, n)| format!("count({name}){sign}{n}")).boxed()
            }
            2 => "[a-z0-9.*]{0,3}"
                .prop_filter("a pattern", |text| regex::Regex::new(text).is_ok())
                .prop_map(move |text| format!("{name} ~ \"{text}\""))
                .boxed(),
            3 if free => prop::collection::vec(literal(field.kind()), 1..4)
                .prop_map(move |list| format!("{name} not in ({})", list.join(",")))
                .boxed(),
            _ if free => (sign, literal(field.kind()))
                .prop_map(move |(sign, text)| format!("{name} {sign} {text}"))
                .boxed(),
            _ => Just(format!("{name} in ('{}')", field.words()[0])).boxed(),
        }
    })
}

fn expression() -> impl Strategy<Value = String> {
    test().prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| parts.join(" and ")),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| parts.join(" or ")),
            inner.clone().prop_map(|part| format!("not ({part})")),
            inner.prop_map(|part| format!("({part})")),
        ]
    })
}

/// The same question answered the long way: every value is made, every value is asked.
fn naive(node: &Node, entry: &Entry) -> bool {
    let (field, check) = match node {
        Node::All(nodes) => return !nodes.iter().any(|node| !naive(node, entry)),
        Node::Any(nodes) => return !nodes.iter().all(|node| !naive(node, entry)),
        Node::Not(node) => return !naive(node, entry),
        Node::Test(field, check) => (field, check),
    };
    let mut values: Vec<String> = Vec::new();
    field.any(entry, &origin(), &mut |found: Found<'_>| {
        values.push(found.with_text(str::to_owned));
        false
    });
    let compare = |value: &str, literal: &Literal| -> (bool, bool) {
        match literal {
            Literal::Text(text) => (value == text, value < text.as_str()),
            Literal::Number { value: number, .. } => match value.parse::<f64>() {
                Ok(value) => (value == *number, value < *number),
                Err(_) => (false, false),
            },
            Literal::Date { instant, .. } => match Datetime::parse(value) {
                Ok(date) => (date.earliest() == *instant, date.earliest() < *instant),
                Err(_) => (false, false),
            },
        }
    };
    let readable = |value: &str, literal: &Literal| match literal {
        Literal::Text(_) => true,
        Literal::Number { .. } => value.parse::<f64>().is_ok(),
        Literal::Date { .. } => Datetime::parse(value).is_ok(),
    };
    let fits = |value: &str, comparison: Comparison, literal: &Literal| {
        let (same, less) = compare(value, literal);
        match comparison {
            Comparison::Equal => same,
            Comparison::Unequal => !same,
            Comparison::Less => less,
            Comparison::AtMost => less || same,
            Comparison::More => readable(value, literal) && !less && !same,
            Comparison::AtLeast => readable(value, literal) && !less,
        }
    };
    match check {
        Check::Has => !values.is_empty(),
        Check::Count(comparison, literal) => fits(&values.len().to_string(), *comparison, literal),
        Check::Compare(comparison, literal) => {
            values.iter().any(|value| fits(value, *comparison, literal))
        }
        Check::Matches { not, pattern } => {
            values.iter().any(|value| pattern.is_match(value) != *not)
        }
        Check::In { not, list } => {
            let inside = |value: &String| list.iter().any(|literal| compare(value, literal).0);
            values.iter().any(|value| inside(value) != *not)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_printed_is_read(text in expression()) {
        let filter = Filter::parse(&text, &scope()).unwrap();
        let printed = filter.to_string();
        let again = Filter::parse(&printed, &scope()).unwrap();
        prop_assert_eq!(again.to_string(), printed);
        prop_assert_eq!(again, filter);
    }

    #[test]
    fn answers_are_those_of_the_long_way(text in expression(), bare: bool) {
        let entry = if bare { Entry::new(Loc::new("https://e.com/")) } else { sample() };
        let root = crate::parser::Parser::new(&text, &scope()).unwrap().expression().unwrap();
        prop_assert_eq!(root.holds(&entry, &origin()), naive(&root, &entry), "{}", text);
    }

    #[test]
    fn nothing_panics(text in "([a-z0-9 ()'\"=<>!~,.\\[\\]+é-]|has\\(|count\\(|column\\(|not |in |now){0,24}") {
        for scope in [scope(), Scope::default()] {
            let _ = Filter::parse(&text, &scope).map(|filter| filter.accepts(&sample(), &origin()));
            if let Err(fault) = Selection::parse(&text, &scope) {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
            }
            if let Err(fault) = Filter::parse(&text, &scope) {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
            }
        }
    }
}
