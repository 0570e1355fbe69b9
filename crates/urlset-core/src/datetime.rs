//! A W3C datetime that remembers how it was written.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod exact;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "time")]
mod time;
mod usual;

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub use exact::Inexact;

use crate::calendar::{civil_from_days, days_from_civil, days_in_month, weekday};
use crate::{Rule, rules};

/// How exact a datetime is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// `2026`
    Year,
    /// `2026-03`
    Month,
    /// `2026-03-04`
    Day,
    /// `2026-03-04T10:00Z`
    Minute,
    /// `2026-03-04T10:00:00Z`
    Second,
    /// With that many digits after the second, 1 to 9.
    Fraction(u8),
}

/// The zone as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// None: read as UTC.
    Absent,
    /// `Z`
    Utc,
    /// Minutes east of UTC, less than a day; `+00:00` is 0.
    Offset(i16),
    /// `-00:00`
    MinusZero,
}

impl Zone {
    /// Minutes east of UTC.
    pub const fn minutes(self) -> i16 {
        match self {
            Zone::Offset(minutes) => minutes,
            Zone::Absent | Zone::Utc | Zone::MinusZero => 0,
        }
    }
}

/// A W3C datetime (NOTE-datetime) or an `xsd:date`/`xsd:dateTime`, with the precision and zone it
/// was written with. `Display` gives back what was parsed. `Copy`, 20 bytes.
///
/// There is no order: `2024` and `2024-01-01` are neither equal nor one before the other. Compare
/// [`Datetime::earliest`] where that is what you mean.
///
/// ```
/// use urlset_core::{Datetime, Precision};
///
/// let lastmod = Datetime::parse("2026-03-04T10:00+01:00")?;
/// assert_eq!((lastmod.precision(), lastmod.zone().minutes()), (Precision::Minute, 60));
/// assert_eq!(lastmod.earliest(), Datetime::parse("2026-03-04T09:00:00Z")?.earliest());
/// # Ok::<(), &urlset_core::Rule>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Datetime {
    nanosecond: u32,
    year: u16,
    zone: Zone,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    precision: Precision,
}

/// The parts of a datetime, unchecked; see [`Datetime::from_parts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) year: u16,
    pub(crate) month: u8,
    pub(crate) day: u8,
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    pub(crate) nanosecond: u32,
    pub(crate) zone: Zone,
    pub(crate) precision: Precision,
}

impl Datetime {
    /// The second that is so many after the start of 1970, in UTC. `None` beyond the years 1 to 9999.
    pub fn from_unix(seconds: i64) -> Option<Datetime> {
        let (year, month, day) = civil_from_days(seconds.div_euclid(86_400));
        let second = u32::try_from(seconds.rem_euclid(86_400)).ok()?;
        let part = |number: u32| u8::try_from(number).ok();
        let time = (part(second / 3600)?, part(second / 60 % 60)?, part(second % 60)?);
        let date = (u16::try_from(year).ok()?, month, day);
        Datetime::new(date, time, 0, Precision::Second, Zone::Utc).ok()
    }

    /// Reads one of the six W3C precisions, or what XSD allows beyond them: a time without zone, a
    /// date with one. No space around it.
    ///
    /// # Errors
    /// `lastmod/invalid`. [`crate::repair_datetime`] reads more.
    pub fn parse(text: &str) -> Result<Datetime, &'static Rule> {
        let any = || Scan { rest: text.as_bytes() }.datetime();
        Datetime::usual(text.as_bytes()).or_else(any).ok_or(&rules::LASTMOD_INVALID)
    }

    /// A datetime from its parts, checked against the calendar. Year 1 to 9999; second 60 only as a
    /// leap second; parts beyond the precision must be 0 or, for month and day, 1.
    ///
    /// # Errors
    /// `lastmod/invalid`.
    pub fn new(
        date: (u16, u8, u8),
        time: (u8, u8, u8),
        nanosecond: u32,
        precision: Precision,
        zone: Zone,
    ) -> Result<Datetime, &'static Rule> {
        let ((year, month, day), (hour, minute, second)) = (date, time);
        let parts = Parts { year, month, day, hour, minute, second, nanosecond, zone, precision };
        let unsaid = match precision {
            Precision::Year => (month, day, time, nanosecond) == (1, 1, (0, 0, 0), 0),
            Precision::Month => (day, time, nanosecond) == (1, (0, 0, 0), 0),
            Precision::Day => (time, nanosecond) == ((0, 0, 0), 0),
            Precision::Minute => (second, nanosecond) == (0, 0),
            Precision::Second => nanosecond == 0,
            Precision::Fraction(digits) => {
                nanosecond.is_multiple_of(10_u32.pow(9_u32.saturating_sub(u32::from(digits))))
            }
        };
        Datetime::from_parts(parts).filter(|_| unsaid).ok_or(&rules::LASTMOD_INVALID)
    }

    pub(crate) fn from_parts(parts: Parts) -> Option<Datetime> {
        let Parts { year, month, day, hour, minute, second, nanosecond, zone, precision } = parts;
        let date = (1..=9999).contains(&year)
            && (1..=days_in_month(i64::from(year), month)).contains(&day);
        let time = hour < 24 && minute < 60 && second <= 60 && nanosecond < 1_000_000_000;
        let leap = second < 60 || (precision >= Precision::Second && minute == 59);
        let zoned = zone.minutes().unsigned_abs() < 24 * 60
            && (precision >= Precision::Day || zone == Zone::Absent);
        let digits = match precision {
            Precision::Fraction(digits) => (1..=9).contains(&digits),
            _ => true,
        };
        let datetime =
            Datetime { nanosecond, year, zone, month, day, hour, minute, second, precision };
        (date && time && leap && zoned && digits).then_some(datetime)
    }

    /// How exact it is.
    pub const fn precision(self) -> Precision {
        self.precision
    }

    /// The zone as written.
    pub const fn zone(self) -> Zone {
        self.zone
    }

    /// Year, month, day; month and day are 1 where the precision does not reach them.
    pub const fn date(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Hour, minute, second; 0 where the precision does not reach them.
    pub const fn time(self) -> (u8, u8, u8) {
        (self.hour, self.minute, self.second)
    }

    /// Nanoseconds of the second.
    pub const fn nanosecond(self) -> u32 {
        self.nanosecond
    }

    /// Whether it says a time of day.
    pub fn has_time(self) -> bool {
        self.precision >= Precision::Minute
    }

    /// Day of the week of the date as written; Monday is 0.
    pub fn weekday(self) -> u8 {
        weekday(days_from_civil(i64::from(self.year), self.month, self.day))
    }

    /// The first instant it may mean: seconds since 1970 in UTC, and nanoseconds.
    pub fn earliest(self) -> (i64, u32) {
        let days = days_from_civil(i64::from(self.year), self.month, self.day);
        let (hour, minute, second) =
            (i64::from(self.hour), i64::from(self.minute), i64::from(self.second));
        let local = days * 86_400 + hour * 3600 + minute * 60 + second;
        (local - i64::from(self.zone.minutes()) * 60, self.nanosecond)
    }

    /// What the protocol and its schema hold against the form: `lastmod/reduced-precision`,
    /// `lastmod/no-seconds`, `lastmod/no-timezone`, `lastmod/date-with-zone`,
    /// `lastmod/leap-second`.
    pub fn faults(self) -> impl Iterator<Item = &'static Rule> {
        let absent = self.zone == Zone::Absent;
        let form = match self.precision {
            Precision::Year | Precision::Month => Some(&rules::LASTMOD_REDUCED),
            Precision::Day if !absent => Some(&rules::LASTMOD_DATE_ZONE),
            Precision::Day => None,
            _ if absent => Some(&rules::LASTMOD_NO_ZONE),
            Precision::Minute => Some(&rules::LASTMOD_NO_SECONDS),
            Precision::Second | Precision::Fraction(_) => None,
        };
        let leap = (self.second == 60).then_some(&rules::LASTMOD_LEAP);
        form.into_iter().chain(leap)
    }
}

/// A datetime as text, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct Spelled {
    bytes: [u8; Spelled::MOST],
    length: usize,
}

impl Spelled {
    /// `2026-03-04T10:00:00.123456789+01:00`
    const MOST: usize = 35;

    /// The text.
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }

    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    fn digits(&mut self, value: u32, count: u32) {
        for place in (0..count).rev() {
            let digit = value / 10_u32.pow(place) % 10;
            self.push(b'0' + u8::try_from(digit).unwrap_or(0));
        }
    }

    fn two(&mut self, mark: u8, value: u8) {
        self.push(mark);
        let [tens, ones] = pair(value);
        self.push(tens);
        self.push(ones);
    }
}

/// A number below 100 by two digits.
fn pair(value: u8) -> [u8; 2] {
    [b'0' + value / 10, b'0' + value % 10]
}

impl Datetime {
    /// As it was written; what `Display` shows.
    pub fn spell(self) -> Spelled {
        let [century, year] = [self.year / 100, self.year % 100];
        let [c, y] = [century, year].map(|two| pair(u8::try_from(two).unwrap_or(0)));
        let [m, d] = [self.month, self.day].map(pair);
        let [h, n, s] = [self.hour, self.minute, self.second].map(pair);
        // All of it has its place, whether or not it is said.
        let whole = [
            c[0], c[1], y[0], y[1], b'-', m[0], m[1], b'-', d[0], d[1], b'T', h[0], h[1], b':',
            n[0], n[1], b':', s[0], s[1],
        ];
        let length = match self.precision {
            Precision::Year => 4,
            Precision::Month => 7,
            Precision::Day => 10,
            Precision::Minute => 16,
            Precision::Second | Precision::Fraction(_) => whole.len(),
        };
        let mut text = Spelled { bytes: [0; Spelled::MOST], length };
        if let Some(front) = text.bytes.first_chunk_mut() {
            *front = whole;
        }
        if let Precision::Fraction(digits) = self.precision {
            let digits = u32::from(digits.min(9));
            text.push(b'.');
            text.digits(self.nanosecond / 10_u32.pow(9 - digits), digits);
        }
        match self.zone {
            Zone::Absent => {}
            Zone::Utc => text.push(b'Z'),
            Zone::MinusZero => {
                text.two(b'-', 0);
                text.two(b':', 0);
            }
            Zone::Offset(minutes) => {
                let east = u8::try_from(minutes.unsigned_abs() / 60).unwrap_or(0);
                text.two(if minutes < 0 { b'-' } else { b'+' }, east);
                text.two(b':', u8::try_from(minutes.unsigned_abs() % 60).unwrap_or(0));
            }
        }
        text
    }
}

impl core::fmt::Display for Datetime {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.spell().as_str())
    }
}

struct Scan<'t> {
    rest: &'t [u8],
}

impl Scan<'_> {
    fn datetime(&mut self) -> Option<Datetime> {
        let mut parts = Parts {
            year: self.number(4)?,
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            nanosecond: 0,
            zone: Zone::Absent,
            precision: Precision::Year,
        };
        if self.take(b'-') {
            parts.month = self.two()?;
            parts.precision = Precision::Month;
            if self.take(b'-') {
                parts.day = self.two()?;
                parts.precision = Precision::Day;
                self.time(&mut parts)?;
                parts.zone = self.zone()?;
            }
        }
        if self.rest.is_empty() { Datetime::from_parts(parts) } else { None }
    }

    fn time(&mut self, parts: &mut Parts) -> Option<()> {
        if !self.take(b'T') {
            return Some(());
        }
        parts.hour = self.two()?;
        self.take(b':').then_some(())?;
        parts.minute = self.two()?;
        parts.precision = Precision::Minute;
        if self.take(b':') {
            parts.second = self.two()?;
            parts.precision = Precision::Second;
            if self.take(b'.') {
                let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let digits = u8::try_from(digits).ok().filter(|digits| (1..=9).contains(digits))?;
                let fraction: u32 = self.number(usize::from(digits))?;
                parts.nanosecond = fraction * 10_u32.pow(9 - u32::from(digits));
                parts.precision = Precision::Fraction(digits);
            }
        }
        Some(())
    }

    fn zone(&mut self) -> Option<Zone> {
        let Some((&first, rest)) = self.rest.split_first() else {
            return Some(Zone::Absent);
        };
        self.rest = rest;
        let sign = match first {
            b'Z' => return Some(Zone::Utc),
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let hours = i16::from(self.two()?);
        self.take(b':').then_some(())?;
        let minutes = i16::from(self.two()?);
        if minutes > 59 {
            return None;
        }
        match sign * (hours * 60 + minutes) {
            0 if sign < 0 => Some(Zone::MinusZero),
            offset => Some(Zone::Offset(offset)),
        }
    }

    fn two(&mut self) -> Option<u8> {
        self.number(2)
    }

    fn number<T: TryFrom<u32>>(&mut self, digits: usize) -> Option<T> {
        let (head, rest) = self.rest.split_at_checked(digits)?;
        self.rest = rest;
        let mut value = 0_u32;
        for byte in head {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            value = value * 10 + u32::from(digit);
        }
        T::try_from(value).ok()
    }

    fn take(&mut self, byte: u8) -> bool {
        match self.rest.split_first() {
            Some((&first, rest)) if first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Datetime, Precision, Zone};

    #[test]
    fn what_is_read_is_written() {
        for text in [
            "0001",
            "2026",
            "2026-03",
            "2024-02-29",
            "2026-03-04Z",
            "2026-03-04-05:00",
            "2026-03-04T10:00Z",
            "2026-03-04T10:00:00+00:00",
            "2026-03-04T10:00:00-00:00",
            "2026-03-04T10:00:00.50+14:00",
            "2026-03-04T10:00:00.123456789",
            "2016-12-31T23:59:60Z",
            "9999-12-31T23:59:59Z",
        ] {
            assert_eq!(Datetime::parse(text).unwrap().to_string(), text);
        }
        assert!(size_of::<Datetime>() <= 20);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "0000",
            "0000-00-00",
            "2026-13",
            "2026-02-30",
            "2023-02-29",
            "2026-3-4",
            "20260304",
            "2026-03-04 10:00:00",
            "2026-03-04T10",
            "2026-03-04T24:00:00Z",
            "2026-03-04T10:00:61Z",
            "2026-03-04T10:00:00+0100",
            "2026-03-04T10:00:00.Z",
            "2026Z",
            "10000-01-01",
            "2026-03-04T10:00:00+24:00",
            "2026-03-04T10:00:00.1234567890Z",
            " 2026-03-04",
            "２０２６",
        ] {
            assert_eq!(Datetime::parse(text).unwrap_err().id, "lastmod/invalid", "{text}");
        }
    }

    #[test]
    fn what_a_precision_does_not_say_is_not_kept() {
        let new = |date, time, nanosecond, precision| {
            Datetime::new(date, time, nanosecond, precision, Zone::Absent).is_ok()
        };
        let (day, midnight) = ((2026, 1, 1), (0, 0, 0));
        for (precision, date, time, nanosecond) in [
            (Precision::Year, (2026, 2, 1), midnight, 0),
            (Precision::Month, (2026, 1, 2), midnight, 0),
            (Precision::Day, day, (0, 0, 1), 0),
            (Precision::Minute, day, (0, 0, 1), 0),
            (Precision::Second, day, midnight, 1),
            (Precision::Fraction(6), day, midnight, 1),
        ] {
            assert!(new(day, midnight, 0, precision), "{precision:?}");
            assert!(!new(date, time, nanosecond, precision), "{precision:?}");
        }
        assert!(new(day, midnight, 1, Precision::Fraction(9)));
    }

    #[test]
    fn instants() {
        let at = |text: &str| Datetime::parse(text).unwrap().earliest();
        assert_eq!(at("1970-01-01"), (0, 0));
        assert_eq!(at("2026-03-04T10:00:00+01:00"), at("2026-03-04T09:00Z"));
        assert_eq!(at("2026-03-04T10:00:00.5Z").1, 500_000_000);
    }
}
