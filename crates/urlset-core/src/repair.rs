//! Dates that are no W3C datetime but can be read one way only: those of feeds and mail (RFC 822,
//! 2822, 5322), of HTTP, of databases and of careless templates.

use crate::calendar::civil_from_days;
use crate::datetime::Parts;
use crate::loc::number;
use crate::remarks::unix_time;
use crate::{DateOrder, Datetime, Precision, Rule, Zone, rules};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Longest text that is looked at, in bytes.
const MOST: usize = 64;

/// A date of a feed or of mail, and what was odd about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rfc822 {
    /// What it means.
    pub datetime: Datetime,
    /// A zone by letters other than `GMT`, `UT` and `UTC`, or a year of two digits.
    pub obsolete: bool,
    /// The weekday is that of another date.
    pub wrong_weekday: bool,
    /// RFC 2822 says what each part means, or nobody could mean another: not so for zones by letters
    /// that it does not have (`BST`, `IST`), a year of two digits anywhere but in a date, time and
    /// zone in its order, and words behind the zone.
    pub certain: bool,
}

/// Reads a date that [`Datetime::parse`] refuses, where only one reading is possible, or where
/// `order` says which. Gives the rule that the form breaks: `lastmod/nonstandard-format`,
/// `lastmod/hour-24` or `lastmod/too-precise`.
pub fn repair_datetime(text: &str, order: DateOrder) -> Option<(Datetime, &'static Rule)> {
    let text = text.trim();
    // However many digits there are.
    if let Some(datetime) = cut_fraction(text) {
        return Some((datetime, &rules::LASTMOD_TOO_PRECISE));
    }
    // There is no date without a number.
    if text.len() > MOST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if let Some((date, rest)) = text.split_once("T24:00") {
        return next_midnight(date, rest).map(|datetime| (datetime, &rules::LASTMOD_HOUR_24));
    }
    let datetime = loose_iso(text)
        .or_else(|| by_order(text, order))
        .or_else(|| parse_rfc822(text).map(|read| read.datetime))?;
    Some((datetime, &rules::LASTMOD_NONSTANDARD))
}

/// A date in the form that it was written in, where the rule that [`repair_datetime`] gave says
/// nothing of that form.
pub(crate) fn form_beside(text: &str, read: Datetime, rule: &Rule) -> Option<Datetime> {
    if *rule == rules::LASTMOD_TOO_PRECISE {
        return Some(read);
    }
    let early = text.replacen("T24:00", "T00:00", 1);
    Datetime::parse(&early).ok().filter(|_| *rule == rules::LASTMOD_HOUR_24)
}

/// What a form other than the usual one is to be written as, where to repair it is not enough.
pub(crate) fn help_for(read: Datetime) -> Option<String> {
    let lacks_zone = read.has_time() && read.zone() == Zone::Absent;
    lacks_zone.then(|| {
        format!("write it with its zone, as in `{read}Z`: it has none, and none is made up")
    })
}

/// The same as [`repair_datetime`], where nothing in the text speaks against it: a weekday of another
/// date does, and which of the two is meant nobody knows; so does what is not [`Rfc822::certain`].
pub fn certain_datetime(text: &str, order: DateOrder) -> Option<(Datetime, &'static Rule)> {
    let doubtful = |text: &str| {
        parse_rfc822(text.trim()).is_some_and(|read| read.wrong_weekday || !read.certain)
    };
    repair_datetime(text, order).filter(|_| !doubtful(text))
}

fn next_midnight(date: &str, rest: &str) -> Option<Datetime> {
    let zone = rest.strip_prefix(":00").unwrap_or(rest);
    let fraction = zone.strip_prefix('.').unwrap_or_default();
    // A part of a second beyond midnight is no time of that day.
    if fraction.bytes().take_while(u8::is_ascii_digit).any(|digit| digit != b'0') {
        return None;
    }
    let midnight = Datetime::parse(&format!("{date}T00:00:00{zone}")).ok()?;
    let (seconds, _) = midnight.earliest();
    let offset = midnight.zone().minutes();
    let local_days = (seconds + i64::from(offset) * 60).div_euclid(86_400) + 1;
    let (year, month, day) = civil_from_days(local_days);
    let date = (u16::try_from(year).ok()?, month, day);
    Datetime::new(date, (0, 0, 0), 0, Precision::Second, midnight.zone()).ok()
}

/// More than nine digits after the second.
fn cut_fraction(text: &str) -> Option<Datetime> {
    const HEAD: usize = "2026-03-04T10:00:00".len();
    let (head, tail) = text.split_at_checked(HEAD)?;
    let tail = tail.strip_prefix('.')?;
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    if digits <= 9 {
        return None;
    }
    Datetime::parse(&format!("{head}.{}{}", tail.get(..9)?, tail.get(digits..)?)).ok()
}

/// Seconds or milliseconds since 1970, but for ten digits that are as well a day and an hour
/// (`2026030410`, `0403202610`) or a day and a minute (`2603041000`), or beyond 31 bits.
pub(crate) fn certain_unix(text: &str) -> Option<Datetime> {
    let read = unix_time(text)?;
    let within = |range, least: u32, most: u32| {
        let read = text.get(range).and_then(|digits: &str| number::<u32>(digits));
        read.is_some_and(|number| (least..=most).contains(&number))
    };
    let year_first = within(0..4, 1900, 2199) && within(4..6, 1, 12) && within(6..8, 1, 31);
    let day_first = within(0..2, 1, 31) && within(2..4, 1, 12) && within(4..8, 1900, 2199);
    let hour = (year_first || day_first) && within(8..10, 0, 24);
    let minute = within(2..4, 1, 12) && within(4..6, 1, 31) && within(6..8, 0, 24);
    let minute = minute && within(8..10, 0, 59);
    if text.len() == 10 && (hour || minute || text > "2147483647") {
        return None;
    }
    match text.get(10..) {
        None | Some("" | "000") => Some(read),
        Some(thousandths) => {
            let second = read.to_string();
            Datetime::parse(&format!("{}.{thousandths}Z", second.trim_end_matches('Z'))).ok()
        }
    }
}

/// ISO 8601 in other clothes: a space for `T`, lower case, `+0100`, `+01`, missing zeros, slashes
/// or points between year, month and day, `UTC`, a comma before the fraction.
fn loose_iso(text: &str) -> Option<Datetime> {
    let split = text.find(['T', 't', ' ', '\u{a0}']).unwrap_or(text.len());
    let (date, time) = text.split_at_checked(split)?;
    let date = loose_date(date)?;
    let time = time.trim_start_matches(['T', 't', ' ', '\u{a0}']);
    if time.is_empty() {
        return Datetime::parse(&date).ok();
    }
    let zone_at =
        time.find(|c: char| !matches!(c, '0'..='9' | ':' | '.' | ',')).unwrap_or(time.len());
    let (clock, zone) = time.split_at_checked(zone_at)?;
    let clock = loose_clock(clock)?;
    let zone = loose_zone(zone.trim())?;
    Datetime::parse(&format!("{date}T{clock}{zone}")).ok()
}

fn loose_date(text: &str) -> Option<String> {
    let mut parts = text.split(['-', '/', '.']);
    let (year, month, day) = (parts.next()?, parts.next(), parts.next());
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let mut date = year.to_owned();
    for part in [month, day].into_iter().flatten() {
        let part: u8 = number(part).filter(|_| part.len() <= 2)?;
        date.push_str(&format!("-{part:02}"));
    }
    Some(date)
}

fn loose_clock(text: &str) -> Option<String> {
    let (hour, rest) = text.split_once(':')?;
    let hour: u8 = number(hour).filter(|_| hour.len() <= 2)?;
    Some(format!("{hour:02}:{}", rest.replace(',', ".")))
}

fn loose_zone(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    match upper.as_str() {
        "" => return Some(String::new()),
        "Z" | "UTC" | "GMT" | "UT" => return Some("Z".to_owned()),
        _ => {}
    }
    let sign = upper.get(..1).filter(|sign| matches!(*sign, "+" | "-"))?;
    let digits: String = upper.get(1..)?.chars().filter(|c| *c != ':').collect();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits.len() {
        2 => Some(format!("{sign}{digits}:00")),
        4 => Some(format!("{sign}{}:{}", digits.get(..2)?, digits.get(2..)?)),
        _ => None,
    }
}

/// `31/12/2026`, `31.12.2026`, `12-31-2026`, with or without a time, where the order is known or
/// the numbers leave one reading.
pub(crate) fn by_order(text: &str, order: DateOrder) -> Option<Datetime> {
    let split = text.find([' ', 'T']).unwrap_or(text.len());
    let (date, rest) = text.split_at_checked(split)?;
    let mut parts = date.split(['/', '.', '-']);
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 || first.len() > 2 || second.len() > 2 {
        return None;
    }
    let (first, second): (u8, u8) = (number(first)?, number(second)?);
    let (day, month) = match order {
        DateOrder::DayFirst => (first, second),
        DateOrder::MonthFirst => (second, first),
        DateOrder::Iso if first > 12 => (first, second),
        DateOrder::Iso if second > 12 => (second, first),
        DateOrder::Iso if first == second => (first, second),
        DateOrder::Iso => return None,
    };
    loose_iso(&format!("{year}-{month:02}-{day:02}{rest}"))
}

/// Reads a date of RFC 822, 2822 or 5322 as feeds write it: a weekday or none, long month names,
/// missing seconds or time, years of two digits (RFC 2822 section 4.3: 50 to 99 are 19yy), zones by
/// letters, `asctime`. A date that does not exist is refused, never rolled over.
pub fn parse_rfc822(text: &str) -> Option<Rfc822> {
    let text = text.get(..MOST.min(text.len())).filter(|_| text.len() <= MOST)?;
    let mut words: Vec<&str> =
        text.split([' ', ',', '\t', '\u{a0}']).filter(|word| !word.is_empty()).collect();
    // `mar` is March, or Tuesday before another month; `-0500` holds none.
    let joined = |word: &str| word.split('-').count() == 3;
    let month_follows = words.iter().skip(1).any(|word| month(word).is_some() || joined(word));
    let weekday = words.first().and_then(|word| weekday(word)).filter(|_| month_follows);
    if weekday.is_some() {
        words.remove(0);
    }
    let (day, month, year, rest) = match words.as_slice() {
        // asctime: Mar  4 10:00:00 2026
        [month, day, clock, year, rest @ ..]
            if clock.contains(':') && self::month(month).is_some() =>
        {
            return assemble(day, month, year, &[&[*clock], rest].concat(), weekday);
        }
        [month, day, year, rest @ ..] if self::month(month).is_some() => (day, month, year, rest),
        [day, month, year, rest @ ..] => (day, month, year, rest),
        [joined, rest @ ..] => {
            let mut parts = joined.split('-');
            let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
            return assemble(day, month, year, rest, weekday);
        }
        [] => return None,
    };
    if day.contains('-') {
        let mut parts = day.split('-');
        let (day, month_name, short_year) = (parts.next()?, parts.next()?, parts.next()?);
        return assemble(day, month_name, short_year, words.get(1..)?, weekday);
    }
    let read = assemble(day, month, year, rest, weekday)?;
    // As RFC 822 has it, with time and zone, two digits are a year that RFC 2822 knows.
    let in_order = words.first() == Some(day) && year.len() == 2;
    let certain = read.certain || in_order && read.datetime.zone() != Zone::Absent && is_sure(rest);
    Some(Rfc822 { certain, ..read })
}

/// Whether what follows a date says one thing only: a clock, and a zone that RFC 2822 knows or none.
fn is_sure(rest: &[&str]) -> bool {
    let half = |word: &&&str| half_day(word).is_none();
    let comment = rest.iter().position(|word| word.starts_with('(')).unwrap_or(rest.len());
    let words: Vec<&&str> = rest.iter().take(comment).filter(half).collect();
    let closed = rest
        .get(comment..)
        .is_none_or(|rest| rest.is_empty() || rest.last().is_some_and(|word| word.ends_with(')')));
    let known = |zone: &str| match zone.to_ascii_uppercase().as_str() {
        "EST" | "EDT" | "CST" | "CDT" | "MST" | "MDT" | "PST" | "PDT" => true,
        zone => zone_by_name(zone).is_some_and(|(_, named)| !named),
    };
    closed
        && match words.as_slice() {
            [] | [_] => true,
            [_, zone] => known(zone),
            _ => false,
        }
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LONG_MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Beginnings of month names in other languages of the web (German, Dutch, French, Spanish,
/// Portuguese, Italian) that differ from the English ones; none begins two months.
const FOREIGN_MONTHS: [&[&str]; 12] = [
    &["janv", "gen", "ene"],
    &["fev", "fév", "feb"],
    &["mär", "maa", "mrt", "mars", "marz", "março"],
    &["avr", "abr"],
    &["mai", "mei", "mag", "mayo"],
    &["juin", "giu", "junho", "junio"],
    &["juil", "lug", "julho", "julio"],
    &["aoû", "aou", "ago"],
    &["set", "settembre"],
    &["okt", "out", "ott"],
    &["nov"],
    &["dez", "déc", "dic"],
];
/// The same for weekdays, Monday first.
const FOREIGN_WEEKDAYS: [&[&str]; 7] = [
    &["lun", "mon", "maa", "seg"],
    &["mar", "die", "din", "ter"],
    &["mer", "mit", "mié", "woe", "qua"],
    &["gio", "jeu", "jue", "don", "qui"],
    &["ven", "vie", "fre", "vri", "sex"],
    &["sab", "sam", "sáb", "zat"],
    &["dom", "dim", "son", "zon"],
];

/// Index of the month that the word names, in full, shortened to three letters or more, or in
/// another language.
fn month(word: &str) -> Option<u8> {
    let word = letters(word)?;
    let english =
        |(short, long): (&&str, &&str)| word.starts_with(short) && long.starts_with(&word);
    let index = MONTHS.iter().zip(&LONG_MONTHS).position(english).or_else(|| {
        let named =
            |names: &&[&str]| word == "sept" || names.iter().any(|name| word.starts_with(name));
        FOREIGN_MONTHS
            .iter()
            .enumerate()
            .find(|(at, names)| (word != "sept" || *at == 8) && named(names))
            .map(|(at, _)| at)
    })?;
    u8::try_from(index).ok()
}

/// Index of the weekday that the word names; Monday is 0.
fn weekday(word: &str) -> Option<u8> {
    let word = letters(word)?;
    let english = WEEKDAYS.iter().position(|name| word.starts_with(name));
    let foreign = || {
        FOREIGN_WEEKDAYS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))
    };
    u8::try_from(english.or_else(foreign)?).ok()
}

fn letters(word: &str) -> Option<String> {
    let word = word.trim_end_matches('.').to_lowercase();
    (word.chars().count() >= 3 && word.chars().all(char::is_alphabetic)).then_some(word)
}

fn assemble(
    day: &str,
    month: &str,
    year: &str,
    rest: &[&str],
    weekday: Option<u8>,
) -> Option<Rfc822> {
    let day: u8 = number(day.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r', '.']))?;
    let month = self::month(month)? + 1;
    let digits = year.len();
    let year: u16 = number(year)?;
    let year = match (digits, year) {
        (2, 0..=49) => 2000 + year,
        (2, _) => 1900 + year,
        (4, _) => year,
        _ => return None,
    };
    let mut parts = Parts {
        year,
        month,
        day,
        hour: 0,
        minute: 0,
        second: 0,
        nanosecond: 0,
        zone: Zone::Absent,
        precision: Precision::Day,
    };
    let mut named = false;
    if let Some((clock, zone)) = rest.split_first() {
        clock_parts(clock, &mut parts)?;
        let mut zone: Vec<&str> =
            zone.iter().copied().filter(|word| !word.starts_with('(')).collect();
        if let Some(half) = zone.first().and_then(|word| half_day(word)) {
            parts.hour = half_to_full(parts.hour, half)?;
            zone.remove(0);
        }
        (parts.zone, named) = match zone.as_slice() {
            [] => (Zone::Absent, false),
            [zone, ..] => zone_by_name(zone)?,
        };
    }
    let datetime = Datetime::from_parts(parts)?;
    let wrong_weekday = weekday.is_some_and(|named| named != datetime.weekday());
    let certain = digits == 4 && is_sure(rest);
    Some(Rfc822 { datetime, obsolete: digits == 2 || named, wrong_weekday, certain })
}

fn clock_parts(clock: &str, parts: &mut Parts) -> Option<()> {
    let mut numbers = clock.split(':');
    let mut next = || numbers.next().map(number::<u8>);
    parts.hour = next()??;
    parts.minute = next()??;
    parts.precision = Precision::Minute;
    if let Some(second) = next() {
        parts.second = second?;
    }
    if next().is_some() {
        return None;
    }
    // Feeds mean a whole second even where they leave it out.
    parts.precision = Precision::Second;
    Some(())
}

/// Hours that `AM` or `PM` adds.
fn half_day(word: &str) -> Option<u8> {
    match word.to_ascii_uppercase().as_str() {
        "AM" => Some(0),
        "PM" => Some(12),
        _ => None,
    }
}

fn half_to_full(hour: u8, half: u8) -> Option<u8> {
    (1..=12).contains(&hour).then_some(hour % 12 + half)
}

/// The zone, and whether it is one of the obsolete names of RFC 2822 section 4.3 or newer.
fn zone_by_name(word: &str) -> Option<(Zone, bool)> {
    let upper = word.to_ascii_uppercase();
    let hours = match upper.as_str() {
        "GMT" | "UT" | "UTC" | "Z" => return Some((Zone::Utc, false)),
        "EST" | "CDT" | "ET" => -5,
        "EDT" | "AST" => -4,
        "CST" | "MDT" | "CT" => -6,
        "MST" | "PDT" | "MT" => -7,
        "PST" | "PT" => -8,
        "BST" | "CET" | "WEST" | "MEZ" => 1,
        "CEST" | "EET" | "MESZ" => 2,
        "MSK" | "EEST" => 3,
        "JST" | "KST" => 9,
        "WET" => 0,
        _ => {
            let sign = upper.trim_start_matches("GMT").trim_start_matches("UTC");
            let zone = loose_zone(sign)?;
            let parsed = Datetime::parse(&format!("2000-01-01T00:00:00{zone}")).ok()?;
            return Some((parsed.zone(), false));
        }
    };
    Some((Zone::Offset(hours * 60), true))
}

#[cfg(test)]
mod tests {
    use super::{certain_datetime, parse_rfc822, repair_datetime};
    use crate::DateOrder;

    #[test]
    fn one_reading_only() {
        for (text, read) in [
            ("2026-03-04 10:00:00", "2026-03-04T10:00:00"),
            ("2026-03-04T10:00:00+0100", "2026-03-04T10:00:00+01:00"),
            ("2026-03-04 10:00:00 UTC", "2026-03-04T10:00:00Z"),
            ("2026-03-04t10:00:00z", "2026-03-04T10:00:00Z"),
            ("2000-1-1", "2000-01-01"),
            ("2026/03/04", "2026-03-04"),
            ("31/12/2026", "2026-12-31"),
            ("Wed, 04 Mar 2026 10:00:00 +0100", "2026-03-04T10:00:00+01:00"),
            ("2026-12-31T24:00:00Z", "2027-01-01T00:00:00Z"),
            ("2026-03-04T10:00:00.12345678901Z", "2026-03-04T10:00:00.123456789Z"),
            (&format!("2026-03-04T10:00:00.{}Z", "1".repeat(64)), "2026-03-04T10:00:00.111111111Z"),
        ] {
            let (datetime, _) = repair_datetime(text, DateOrder::Iso).expect(text);
            assert_eq!(datetime.to_string(), read);
        }
        for text in ["01/02/2026", "0000-00-00", "yesterday", "", "1772611200", "2026-02-30 10:00"]
        {
            assert_eq!(repair_datetime(text, DateOrder::Iso), None, "{text}");
        }
        let told = |order| repair_datetime("01/02/2026", order).unwrap().0.to_string();
        assert_eq!(told(DateOrder::DayFirst), "2026-02-01");
        assert_eq!(told(DateOrder::MonthFirst), "2026-01-02");
    }

    #[test]
    fn only_what_a_source_says_is_certain() {
        for text in [
            "27 Jun 11 10:00 EST",
            "Mon, 27 Jun 11 10:00:00 GMT",
            "27 Jun 2011 10:00:00 PDT",
            "27 Jun 2011 10:00:00 +0200 (Central European Summer Time)",
            "27 Jun 2011",
            "Jun 27, 2011 02:00 PM",
            "Mon Jun 27 10:00:00 2011",
        ] {
            assert!(certain_datetime(text, DateOrder::Iso).is_some(), "{text}");
        }
        for text in [
            "27 Jun 11",
            "27 Jun 11 10:00:00",
            "Jun 27 11 10:00:00 GMT",
            "27-Jun-11 10:00:00 GMT",
            "27 Jun 2011 10:00:00 BST",
            "27 Jun 2011 10:00:00 IST",
            "27 Jun 11 10:00:00 CET",
            "27 Jun 2011 10:00:00 +0100 or so",
            "Tue, 27 Jun 2011 10:00:00 GMT",
            "27 Jun 2011 10:00:00 +9900",
        ] {
            assert_eq!(certain_datetime(text, DateOrder::Iso), None, "{text}");
        }
    }

    #[test]
    fn seconds_since_1970() {
        for (text, read) in [
            ("1772618400", Some("2026-03-04T10:00:00Z")),
            ("1772618400000", Some("2026-03-04T10:00:00Z")),
            ("1772618400120", Some("2026-03-04T10:00:00.120Z")),
            ("2026030410", None),
            ("2026-03-04", None),
            ("17726184", None),
        ] {
            let datetime = super::certain_unix(text).map(|read| read.to_string());
            assert_eq!(datetime.as_deref(), read, "{text}");
        }
    }

    #[test]
    fn dates_of_feeds() {
        for (text, read, obsolete, wrong_weekday) in [
            ("Mon, 27 Jun 2011 10:00:00 GMT", "2011-06-27T10:00:00Z", false, false),
            ("27 Jun 11 10:00 EST", "2011-06-27T10:00:00-05:00", true, false),
            ("Tuesday, 27 June 2011 10:00:00 +0200", "2011-06-27T10:00:00+02:00", false, true),
            ("27 Jun 2011", "2011-06-27", false, false),
            ("Mar 4 2026", "2026-03-04", false, false),
            ("mar, 3 mar 2026", "2026-03-03", false, false),
            ("March 1, 2024 10:00:00 -0500", "2024-03-01T10:00:00-05:00", false, false),
            ("mars 1, 2024 10:00 -0500", "2024-03-01T10:00:00-05:00", false, false),
            ("mar, 27-Jun-2011 10:00:00", "2011-06-27T10:00:00", false, true),
            ("Mon Jun 27 10:00:00 2011", "2011-06-27T10:00:00", false, false),
            ("Jun 27, 2011", "2011-06-27", false, false),
            ("27-Jun-2011 10:00:00", "2011-06-27T10:00:00", false, false),
            ("mer, 16 nov 2022 00:38:15 +0100", "2022-11-16T00:38:15+01:00", false, false),
            ("Sat, Dec 16 2023 02:02:33 PM", "2023-12-16T14:02:33", false, false),
            ("Don, 4. März 2021 12:10 AM", "2021-03-04T00:10:00", false, false),
            ("Mon, 27 Sept 2021 10:00:00 CEST (summer)", "2021-09-27T10:00:00+02:00", true, false),
        ] {
            let date = parse_rfc822(text).expect(text);
            assert_eq!(
                (date.datetime.to_string().as_str(), date.obsolete, date.wrong_weekday),
                (read, obsolete, wrong_weekday),
                "{text}"
            );
        }
        for text in [
            "31 Jun 2011",
            "Mon, 27 Foo 2011",
            "27",
            "",
            "a-b",
            "27 Jun 2011 25:00:00 GMT",
            "27 Jun 2011 13:00 PM",
        ] {
            assert_eq!(parse_rfc822(text), None, "{text}");
        }
    }
}
