//! Dates of feeds: RFC 822 and RFC 3339, and how to write them.

use crate::rules;
use urlset_core::{
    DateOrder, Datetime, Diagnostic, Lost, Place, Precision, Result, Rule, Sink, Zone,
    parse_rfc822, repair_datetime, rules as model,
};

/// The form that an element's date should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `Wed, 04 Mar 2026 10:00:00 +0100`
    Rfc822,
    /// `2026-03-04T10:00:00+01:00`
    W3c,
}

/// Reads a date in the form that it should have, about which nothing is to be told; `None` where
/// [`read`] must look at it.
pub(crate) fn usual(text: &str, form: Form) -> Option<Datetime> {
    match form {
        Form::Rfc822 => plain(text),
        Form::W3c => Datetime::parse(text).ok().filter(|read| read.faults().next().is_none()),
    }
}

/// Reads a date; what cannot be read is reported as a lost field.
pub(crate) fn read(
    text: &str,
    form: Form,
    order: DateOrder,
    place: &dyn Place,
    sink: &mut dyn Sink,
) -> Result<Option<Datetime>> {
    let text = text.trim();
    let mut tell = |finding: Diagnostic| place.report(finding, sink);
    let read_as = |rule: &'static Rule, datetime: Datetime| {
        let finding = rule.found().detail(format!("{text} read as {datetime}"));
        finding.mended(text, datetime.spell().as_str())
    };
    if text.is_empty() {
        tell(model::LASTMOD_EMPTY.found())?;
        return Ok(None);
    }
    if form == Form::Rfc822
        && let Some(datetime) = plain(text)
    {
        return Ok(Some(datetime));
    }
    if let Ok(datetime) = Datetime::parse(text) {
        if form == Form::Rfc822 {
            tell(rules::DATE_FORM.found().detail(text))?;
        }
        for rule in datetime.faults() {
            tell(rule.found().detail(text))?;
        }
        return Ok(Some(datetime));
    }
    if let Some(read) = parse_rfc822(text) {
        let datetime = read.datetime;
        if form == Form::W3c {
            tell(read_as(&rules::DATE_FORM, datetime))?;
        }
        if read.obsolete {
            tell(read_as(&rules::OBSOLETE_ZONE, datetime))?;
        }
        if read.wrong_weekday {
            tell(rules::WRONG_WEEKDAY.found().detail(text))?;
        }
        if datetime.has_time() && datetime.zone() == Zone::Absent {
            tell(model::LASTMOD_NO_ZONE.found().detail(text))?;
        }
        return Ok(Some(datetime));
    }
    if let Some(datetime) = half_day(text) {
        tell(read_as(&rules::DATE_FORM, datetime))?;
        if datetime.zone() == Zone::Absent {
            tell(model::LASTMOD_NO_ZONE.found().detail(text))?;
        }
        return Ok(Some(datetime));
    }
    match repair_datetime(text, order) {
        Some((datetime, rule)) => {
            tell(read_as(rule, datetime))?;
            Ok(Some(datetime))
        }
        None => {
            tell(rules::BAD_DATE.found().detail(text).lost(Lost::Field))?;
            Ok(None)
        }
    }
}

/// What nearly all feeds write, `Wed, 04 Mar 2026 10:00:00 +0100` or `GMT`, with or without the weekday,
/// letter for letter; `None` for every other date, and for one that something is to be told about.
fn plain(text: &str) -> Option<Datetime> {
    let (weekday, rest) = match text.as_bytes() {
        [one, two, three, b',', b' ', rest @ ..] => (Some([*one, *two, *three]), rest),
        rest => (None, rest),
    };
    let (day, rest) = match rest {
        [day, b' ', rest @ ..] => ([b'0', *day], rest),
        [tens, day, b' ', rest @ ..] => ([*tens, *day], rest),
        _ => return None,
    };
    let (month, rest) = rest.split_first_chunk::<3>()?;
    let [b' ', y1, y2, y3, y4, b' ', h1, h2, b':', m1, m2, b':', s1, s2, b' ', zone @ ..] = rest
    else {
        return None;
    };
    let month = MONTHS.iter().position(|name| name.as_bytes() == month)?;
    let month = u8::try_from(month + 1).ok()?;
    let year = u16::from(two_digits([*y1, *y2])?) * 100 + u16::from(two_digits([*y3, *y4])?);
    let zone = match zone {
        b"GMT" => Zone::Utc,
        [sign @ (b'+' | b'-'), h1, h2, m1, m2] => {
            let (hours, minutes) = (two_digits([*h1, *h2])?, two_digits([*m1, *m2])?);
            if minutes > 59 {
                return None;
            }
            let minutes = i16::from(hours) * 60 + i16::from(minutes);
            match sign {
                b'-' if minutes == 0 => Zone::MinusZero,
                b'-' => Zone::Offset(-minutes),
                _ => Zone::Offset(minutes),
            }
        }
        _ => return None,
    };
    let time = (two_digits([*h1, *h2])?, two_digits([*m1, *m2])?, two_digits([*s1, *s2])?);
    let date = (year, month, two_digits(day)?);
    let read = Datetime::new(date, time, 0, Precision::Second, zone).ok()?;
    let fits = |said: [u8; 3]| {
        let name = WEEKDAYS.get(usize::from(read.weekday()));
        name.is_some_and(|name| name.as_bytes() == said)
    };
    (year >= 1000 && weekday.is_none_or(fits)).then_some(read)
}

fn two_digits([tens, ones]: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    Some(digit(tens)? * 10 + digit(ones)?)
}

/// A date whose clock counts to twelve: `Dec 16 2023 02:02:33 PM`.
fn half_day(text: &str) -> Option<Datetime> {
    let (date, half) = text.rsplit_once(' ')?;
    let afternoon = half.eq_ignore_ascii_case("pm");
    if !afternoon && !half.eq_ignore_ascii_case("am") {
        return None;
    }
    let read = parse_rfc822(date)?.datetime;
    let (hour, minute, second) = read.time();
    if !read.has_time() || !(1..=12).contains(&hour) {
        return None;
    }
    let time = (hour % 12 + if afternoon { 12 } else { 0 }, minute, second);
    Datetime::new(read.date(), time, 0, read.precision(), read.zone()).ok()
}

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The date as RSS wants it: four digits for the year, a zone by numbers or `GMT`.
pub(crate) fn rfc822(datetime: Datetime) -> String {
    let (year, month, day) = datetime.date();
    let (hour, minute, second) = datetime.time();
    let weekday = WEEKDAYS.get(usize::from(datetime.weekday())).copied().unwrap_or_default();
    let month = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
    let zone = match datetime.zone() {
        Zone::Utc | Zone::Absent => "GMT".to_owned(),
        zone => {
            let minutes = zone.minutes();
            let sign = if minutes < 0 || zone == Zone::MinusZero { '-' } else { '+' };
            let minutes = minutes.unsigned_abs();
            format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
        }
    };
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} {zone}")
}

/// The date as Atom wants it (RFC 3339): as it was written where that has a second and a zone, else
/// the first instant it may mean.
pub(crate) fn rfc3339(datetime: Datetime) -> String {
    let zone = if datetime.zone() == Zone::Absent { Zone::Utc } else { datetime.zone() };
    let precision = datetime.precision().max(Precision::Second);
    let fraction = datetime.nanosecond();
    Datetime::new(datetime.date(), datetime.time(), fraction, precision, zone)
        .unwrap_or(datetime)
        .to_string()
}

/// Whether the RFC 822 form reads back as the same date.
pub(crate) fn is_kept(datetime: Datetime, written: &str) -> bool {
    parse_rfc822(written).is_some_and(|read| read.datetime == datetime)
}

#[cfg(test)]
mod tests {
    use super::{half_day, is_kept, plain, rfc822, rfc3339};
    use proptest::prelude::*;
    use urlset_core::{Datetime, parse_rfc822};

    fn agree(text: &str) -> bool {
        plain(text).is_none_or(|fast| {
            parse_rfc822(text)
                .is_some_and(|slow| slow.datetime == fast && !slow.obsolete && !slow.wrong_weekday)
        })
    }

    #[test]
    fn the_common_form() {
        for (text, read) in [
            ("Wed, 04 Mar 2026 10:00:00 +0000", Some("2026-03-04T10:00:00+00:00")),
            ("Wed, 04 Mar 2026 10:00:00 GMT", Some("2026-03-04T10:00:00Z")),
            ("Wed, 04 Mar 2026 10:00:00 -0530", Some("2026-03-04T10:00:00-05:30")),
            ("Thu, 04 Mar 2026 10:00:00 GMT", None),
            ("Wed, 04 Mar 2026 10:00:00 EST", None),
            ("Wed, 04 Mar 2026 10:00:00 +00é", None),
            ("Wed, 04 Mar 2026 25:00:00 GMT", None),
            ("Sun, 29 Feb 2026 10:00:00 GMT", None),
            ("04 Mar 2026 10:00:00 +0100", Some("2026-03-04T10:00:00+01:00")),
            ("4 Mar 2026 10:00:00 -0000", Some("2026-03-04T10:00:00-00:00")),
            ("Wed, 4 Mar 2026 10:00:00 GMT", Some("2026-03-04T10:00:00Z")),
            ("Wed 4 Mar 2026 10:00:00 GMT", None),
            ("4 Mar 26 10:00:00 GMT", None),
        ] {
            assert_eq!(plain(text).map(|date| date.to_string()).as_deref(), read, "{text}");
            assert!(agree(text), "{text}");
            assert!(plain(text).is_none() || Datetime::parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_common_form_is_read_as_any_other(
            year in 0_u16..10000, month in 0_usize..12, day in 0_u8..33, hour in 0_u8..26,
            minute in 0_u8..62, second in 0_u8..62, weekday in 0_usize..7,
            zone in "GMT|UTC|[+-][0-2][0-9][0-6][0-9]",
        ) {
            let (weekday, month) = (super::WEEKDAYS[weekday], super::MONTHS[month]);
            let rest = format!("{month} {year:04} {hour:02}:{minute:02}:{second:02} {zone}");
            for day in [format!("{day:02}"), format!("{day}")] {
                let texts = [format!("{weekday}, {day} {rest}"), format!("{day} {rest}")];
                prop_assert!(texts.iter().all(|text| agree(text)), "{texts:?}");
            }
        }
    }

    #[test]
    fn clocks_to_twelve() {
        for (text, read) in [
            ("Sat, Dec 16 2023 02:02:33 PM", Some("2023-12-16T14:02:33")),
            ("Sat, 16 Dec 2023 12:00:00 am", Some("2023-12-16T00:00:00")),
            ("Sat, 16 Dec 2023 14:00:00 PM", None),
            ("16 Dec 2023 PM", None),
        ] {
            assert_eq!(half_day(text).map(|date| date.to_string()).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn written_forms() {
        for (text, mail, atom, kept) in [
            ("2026-03-04T10:00:00Z", "Wed, 04 Mar 2026 10:00:00 GMT", "2026-03-04T10:00:00Z", true),
            (
                "2026-03-04T10:00:00-05:30",
                "Wed, 04 Mar 2026 10:00:00 -0530",
                "2026-03-04T10:00:00-05:30",
                true,
            ),
            ("2026-03", "Sun, 01 Mar 2026 00:00:00 GMT", "2026-03-01T00:00:00Z", false),
            (
                "2026-03-04T10:00:00.50+00:00",
                "Wed, 04 Mar 2026 10:00:00 +0000",
                "2026-03-04T10:00:00.50+00:00",
                false,
            ),
            ("0001-01-01T00:00Z", "Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00Z", false),
        ] {
            let datetime = Datetime::parse(text).unwrap();
            assert_eq!(rfc822(datetime), mail);
            assert_eq!(rfc3339(datetime), atom);
            assert_eq!(is_kept(datetime, mail), kept, "{text}");
        }
    }
}
