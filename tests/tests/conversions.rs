//! From and to the types of other crates: what comes back is what went, or there was an error that
//! says what would have been lost.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use urlset::{
    Changefreq, Datetime, Entry, Inexact, Kind, Loc, Object, Precision, Priority, WriteOptions,
    Zone,
};
use urlset_tests::{core_entry, datetime, entry, loc, priority, read_back};

/// The same instant or day without what no other crate keeps: digits after the second that say
/// nothing, no seconds at all, three spellings of UTC.
fn plain(datetime: Datetime) -> Datetime {
    let zone = match datetime.zone() {
        Zone::Offset(0) | Zone::MinusZero => Zone::Utc,
        zone => zone,
    };
    let nanosecond = datetime.nanosecond();
    let precision = match datetime.precision() {
        date @ (Precision::Year | Precision::Month | Precision::Day) => date,
        _ if nanosecond == 0 => Precision::Second,
        _ => {
            let digits = format!("{nanosecond:09}").trim_end_matches('0').len();
            Precision::Fraction(u8::try_from(digits).unwrap())
        }
    };
    Datetime::new(datetime.date(), datetime.time(), nanosecond, precision, zone).unwrap()
}

/// There and back through a type.
fn through<T>(datetime: Datetime) -> Result<Datetime, Inexact>
where
    T: TryFrom<Datetime, Error = Inexact>,
    Datetime: TryFrom<T, Error = Inexact>,
{
    T::try_from(datetime)?.try_into().map(plain)
}

fn through_zoned(datetime: Datetime) -> Result<Datetime, Inexact> {
    Datetime::try_from(&jiff::Zoned::try_from(datetime)?).map(plain)
}

type Way = fn(Datetime) -> Result<Datetime, Inexact>;

/// For a day, for a time without a zone, for an instant in its zone.
const WAYS: [(&str, [Way; 3]); 3] = [
    ("jiff", [through::<jiff::civil::Date>, through::<jiff::civil::DateTime>, through_zoned]),
    (
        "chrono",
        [
            through::<chrono::NaiveDate>,
            through::<chrono::NaiveDateTime>,
            through::<chrono::DateTime<chrono::FixedOffset>>,
        ],
    ),
    (
        "time",
        [
            through::<time::Date>,
            through::<time::PrimitiveDateTime>,
            through::<time::OffsetDateTime>,
        ],
    ),
];

/// The instants of each crate in UTC.
const INSTANTS: [(&str, Way); 3] = [
    ("jiff", through::<jiff::Timestamp>),
    ("chrono", through::<chrono::DateTime<chrono::Utc>>),
    ("time", through::<time::UtcDateTime>),
];

#[test]
fn what_a_date_does_not_say_is_not_made_up() {
    use Inexact::{HasTime, HasZone, NoDay, NoTime, NoZone};
    for (text, wanted) in [
        ("2026", [Err(NoDay), Err(NoDay), Err(NoDay)]),
        ("2026-03", [Err(NoDay), Err(NoDay), Err(NoDay)]),
        ("2026-03-04", [Ok(()), Err(NoTime), Err(NoTime)]),
        ("2026-03-04+01:00", [Err(HasZone), Err(HasZone), Err(NoTime)]),
        ("2026-03-04T10:00:00", [Err(HasTime), Ok(()), Err(NoZone)]),
        ("2026-03-04T10:00Z", [Err(HasTime), Err(HasZone), Ok(())]),
        ("2026-03-04T10:00:00.50+05:30", [Err(HasTime), Err(HasZone), Ok(())]),
    ] {
        let datetime = Datetime::parse(text).unwrap();
        for (name, ways) in WAYS {
            let given = ways.map(|way| way(datetime));
            assert_eq!(given.map(|given| given.map(drop)), wanted, "{text} {name}");
            for back in given.into_iter().flatten() {
                assert_eq!(back, plain(datetime), "{text} {name}");
            }
        }
    }
}

#[test]
fn edges() {
    let last = Datetime::parse("9999-12-31T23:59:59.999999999-23:59").unwrap();
    let way = |name: &str| INSTANTS.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(way("jiff")(last), Err(Inexact::Range), "it is in the year 10000 of UTC");
    assert_eq!(way("time")(last), Err(Inexact::Range));
    assert_eq!(way("chrono")(last), Err(Inexact::Range));
    let leap = Datetime::parse("2016-12-31T23:59:60.5Z").unwrap();
    assert_eq!(way("jiff")(leap), Err(Inexact::LeapSecond));
    assert_eq!(way("time")(leap), Err(Inexact::LeapSecond));
    assert_eq!(way("chrono")(leap), Ok(leap), "chrono can say it");
    let early = jiff::civil::date(0, 12, 31);
    assert_eq!(Datetime::try_from(early), Err(Inexact::Range));
    let odd = chrono::FixedOffset::east_opt(3_601).unwrap();
    let odd = chrono::DateTime::UNIX_EPOCH.with_timezone(&odd);
    assert_eq!(Datetime::try_from(odd), Err(Inexact::Offset));
    let named = jiff::civil::date(2026, 3, 4).at(10, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    let named = Datetime::try_from(&named.unwrap()).unwrap();
    assert_eq!(named.to_string(), "2026-03-04T10:00:00+00:00");
}

#[test]
fn addresses_that_browsers_mend_are_refused() {
    for (text, wanted) in [
        ("https://EXAMPLE.com/ä?x#y", Ok("https://example.com/%C3%A4?x#y")),
        ("https://example.com", Ok("https://example.com/")),
        ("https:example.com", Err("loc/empty-host")),
        ("https:\\\\example.com/", Err("loc/empty-host")),
        ("https://example.com/a b", Err("loc/inner-whitespace")),
        ("https://exa\nmple.com/", Err("loc/control-char")),
        ("/a", Err("loc/relative")),
        ("ftp://example.com/", Err("loc/bad-scheme")),
        ("https://[1]/", Err("loc/invalid-syntax")),
        ("https://example.com:99999/", Err("loc/bad-port")),
    ] {
        let url = url::Url::try_from(&Loc::new(text));
        let given = url.as_ref().map(url::Url::as_str).map_err(|rule| rule.id);
        assert_eq!(given, wanted, "{text}");
    }
}

fn json(object: &Object) -> String {
    serde_json::to_string(object).unwrap()
}

#[test]
fn what_would_be_left_out_or_repaired_is_an_error() {
    for (text, id) in [
        (r#"{"loc":"https://example.com/","title":"x"}"#, "json/unknown-member"),
        (r#"{"loc":"https://example.com/","lastmod":"yesterday"}"#, "lastmod/invalid"),
        (r#"{"loc":"https://example.com/","lastmod":"4 March 2026"}"#, "lastmod/"),
        (r#"{"loc":"https://example.com/","changefreq":"Weekly"}"#, "changefreq/case"),
        (r#"{"loc":"https://example.com/","priority":7}"#, "priority/out-of-range"),
        (r#"{"loc":" https://example.com/"}"#, "loc/"),
        (r#"{"loc":"https://example.com/","image":[{"loc":"a","x":1}]}"#, "member"),
        (r#"{"loc":"https://example.com/","other":["<a>"]}"#, "json/bad-other"),
        (r#"{"lastmod":"2026"}"#, "loc/missing"),
        ("[]", ""),
        ("3", ""),
    ] {
        let error = serde_json::from_str::<Object>(text).unwrap_err().to_string();
        assert!(error.contains(id), "{text} {error}");
    }
    let deep = format!(
        r#"{{"loc":"https://example.com/","image":{}1{}}}"#,
        "[".repeat(99),
        "]".repeat(99)
    );
    let error = serde_json::from_str::<Object>(&deep).unwrap_err().to_string();
    assert!(error.contains("more values in each other"), "{error}");
    for text in ["\" 2026\"", "\"2026-3\"", "7"] {
        assert!(serde_json::from_str::<Datetime>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Loc>("\" a\"").is_err());
    assert!(
        serde_json::from_str::<Priority>("1.5").unwrap_err().to_string().contains("out-of-range")
    );
}

#[test]
fn a_number_is_one_where_that_keeps_its_spelling() {
    for (spelling, written) in
        [("0.8", "0.8"), ("0.80", "\"0.80\""), ("1.0", "1.0"), ("1", "1"), (".5", "\".5\"")]
    {
        let priority = Priority::parse(spelling).unwrap();
        let alone = serde_json::to_string(&priority).unwrap();
        let mut entry = Entry::new(Loc::new("https://example.com/"));
        entry.priority = Some(priority);
        let whole = json(&Object::from(entry));
        assert_eq!(alone, written);
        assert_eq!(whole, format!(r#"{{"loc":"https://example.com/","priority":{written}}}"#));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dates_come_back(datetime in datetime()) {
        for (name, ways) in WAYS {
            for way in ways {
                if let Ok(back) = way(datetime) {
                    prop_assert_eq!(back, plain(datetime), "{}", name);
                }
            }
            let says_all = datetime.zone() != Zone::Absent && datetime.has_time();
            let [_, _, instant] = ways;
            if says_all && datetime.time().2 < 60 && (1000..9000).contains(&datetime.date().0) {
                prop_assert!(instant(datetime).is_ok(), "{} {}", name, datetime);
            }
        }
        for (name, way) in INSTANTS {
            if let Ok(back) = way(datetime) {
                prop_assert_eq!(back.earliest(), datetime.earliest(), "{}", name);
            }
        }
    }

    #[test]
    fn addresses_come_back(loc in loc()) {
        let loc = Loc::new(&loc);
        if let Ok(url) = url::Url::try_from(&loc) {
            let back = Loc::from(url.clone());
            prop_assert_eq!(back.as_str(), url.as_str());
            prop_assert_eq!(url::Url::try_from(&back).unwrap(), url);
        }
    }

    #[test]
    fn fields_come_back(datetime in datetime(), priority in priority(), loc in loc()) {
        let text = serde_json::to_string(&(datetime, priority, Loc::new(&loc), Changefreq::Never)).unwrap();
        let back: (Datetime, Priority, Loc, Changefreq) = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(back, (datetime, priority, Loc::new(&loc), Changefreq::Never), "{}", text);
    }

    /// What serde writes the reader of JSON Lines reads as the same entry, and the other way round.
    #[test]
    fn objects_are_lines(entry in entry(urlset::EXTENSIONS, true), index: bool) {
        let kind = if index { Kind::Sitemapindex } else { Kind::Urlset };
        // An index has no more.
        let entry = match kind {
            Kind::Urlset => entry,
            Kind::Sitemapindex => Entry { changefreq: None, priority: None, ..entry },
        };
        let options = WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() };
        let mut line = String::new();
        let mut writer = urlset::json::JsonWriter::new(kind, &options);
        urlset::EntryWriter::write_entry(&mut writer, &entry, &mut line, &mut ()).unwrap();
        // Lines hold extensions by their kind, in the order of their shapes.
        let format = urlset::format("jsonl").unwrap();
        let ordered = read_back(format, &line, &mut ()).unwrap().1;
        let text = json(&Object { kind, entry });
        let object: Object = serde_json::from_str(&text).unwrap();
        prop_assert_eq!((object.kind, std::slice::from_ref(&object.entry)), (kind, &ordered[..]), "{}", text);
        let (header, back) = read_back(format, &text, &mut ()).unwrap();
        prop_assert_eq!((header.kind, back), (kind, ordered), "{}", text);
        prop_assert_eq!(json(&object), text.clone());
        // Only the spelling of numbers can be another.
        let names = |text: &str| serde_json::from_str(text).map(|value| names(&value)).unwrap();
        prop_assert_eq!(names(&text), names(&line));
        let read = serde_json::from_str::<Object>(&line).unwrap();
        prop_assert_eq!(names(&json(&read)), names(&line));
    }

    #[test]
    fn through_a_value_too(entry in core_entry()) {
        let object = Object::from(entry);
        let value = serde_json::to_value(&object).unwrap();
        prop_assert_eq!(serde_json::from_value::<Object>(value).unwrap(), object);
    }
}

/// Every name in a value, with what it is below.
fn names(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| {
                let below = names(value).into_iter().map(move |below| format!("{name}/{below}"));
                std::iter::once(name.clone()).chain(below)
            })
            .collect(),
        serde_json::Value::Array(list) => list.iter().flat_map(names).collect(),
        _ => Vec::new(),
    }
}
