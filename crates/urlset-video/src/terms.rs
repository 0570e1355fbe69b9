//! The small languages of values: flags, decimals, dates, lists.

use urlset_core::{DateOrder, Datetime, Precision, Zone, repair_datetime};

/// `yes` or `no` in any case, and the spellings of programmers.
pub(crate) fn flag(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    if is(["yes", "true", "1"]) { Some(true) } else { is(["no", "false", "0"]).then_some(false) }
}

/// `xsd:decimal`: digits and a point, no exponent.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    unsigned.bytes().all(plain).then(|| text.parse().ok())?
}

/// A whole number of digits alone.
pub(crate) fn whole<T: core::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// A date in any form that can be read one way only.
pub(crate) fn any_date(text: &str) -> Option<Datetime> {
    let exact = Datetime::parse(text).ok();
    exact.or_else(|| repair_datetime(text, DateOrder::default()).map(|(datetime, _)| datetime))
}

/// A date in a form that Google reads in videos: a day alone, or seconds with a zone.
pub(crate) fn date(text: &str) -> Option<Datetime> {
    let datetime = Datetime::parse(text).ok()?;
    let zoned = datetime.zone() != Zone::Absent;
    match datetime.precision() {
        Precision::Day => !zoned,
        Precision::Second | Precision::Fraction(_) => zoned,
        Precision::Year | Precision::Month | Precision::Minute => false,
    }
    .then_some(datetime)
}

/// Whether nothing but the zone keeps a date from being one that Google reads.
pub(crate) fn lacks_zone(text: &str) -> bool {
    let exact = |precision| matches!(precision, Precision::Second | Precision::Fraction(_));
    Datetime::parse(text).is_ok_and(|date| date.zone() == Zone::Absent && exact(date.precision()))
}

/// The last second that a date may mean, since 1970 in UTC.
pub(crate) fn latest(datetime: Datetime) -> i64 {
    let (earliest, _) = datetime.earliest();
    if datetime.has_time() { earliest } else { earliest + 86_399 }
}

/// The words of a list, whatever separates them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';', '\n', '\t', '\r', '\u{a0}']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{date, decimal, flag, whole};

    #[test]
    fn flags() {
        for (text, meant) in [
            ("yes", Some(true)),
            ("NO", Some(false)),
            ("True", Some(true)),
            ("0", Some(false)),
            ("", None),
            ("maybe", None),
        ] {
            assert_eq!(flag(text), meant, "{text}");
        }
    }

    #[test]
    fn numbers() {
        for (text, meant) in [
            ("4.5", Some(4.5)),
            ("+4", Some(4.0)),
            (".5", Some(0.5)),
            ("-1", Some(-1.0)),
            ("", None),
            (".", None),
            ("4,5", None),
            ("1e0", None),
            ("NaN", None),
            ("inf", None),
        ] {
            assert_eq!(decimal(text), meant, "{text}");
        }
        for (text, meant) in [("90", Some(90_u32)), ("+9", None), ("90.5", None), ("", None)] {
            assert_eq!(whole(text), meant, "{text}");
        }
    }

    #[test]
    fn dates_that_google_reads() {
        for (text, read) in [
            ("2026-03-04", true),
            ("2026-03-04T10:00:00Z", true),
            ("2026-03-04T10:00:00.5+01:00", true),
            ("2026-03-04Z", false),
            ("2026-03-04T10:00:00", false),
            ("2026-03-04T10:00Z", false),
            ("2026-03", false),
            ("2026-02-30", false),
            ("4 March 2026", false),
        ] {
            assert_eq!(date(text).is_some(), read, "{text}");
        }
    }
}
