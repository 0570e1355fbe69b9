//! From and to chrono: `NaiveDate`, `NaiveDateTime`, `DateTime<Utc>`, `DateTime<FixedOffset>`. It can
//! say leap seconds, as a billion nanoseconds and more.

use super::exact::zone_of;
use super::{Datetime, Inexact, Zone};
use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, TimeZone, Timelike, Utc};

/// Nanoseconds of a second; chrono counts on in a leap second.
const SECOND: u32 = 1_000_000_000;

/// A day without a zone.
impl TryFrom<Datetime> for NaiveDate {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<NaiveDate, Inexact> {
        date(datetime.exact_day()?)
    }
}

/// A time without a zone. That it was written without seconds, or with zeros at the end of their
/// fraction, is not kept.
impl TryFrom<Datetime> for NaiveDateTime {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<NaiveDateTime, Inexact> {
        local(datetime.exact_local()?)
    }
}

/// The instant. The zone that it was written in is not kept: see [`FixedOffset`].
impl TryFrom<Datetime> for DateTime<Utc> {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<DateTime<Utc>, Inexact> {
        Ok(DateTime::<FixedOffset>::try_from(datetime)?.with_timezone(&Utc))
    }
}

/// The instant in its zone. `Z`, `+00:00` and `-00:00` are one.
impl TryFrom<Datetime> for DateTime<FixedOffset> {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<DateTime<FixedOffset>, Inexact> {
        let seconds = i32::from(datetime.exact_instant()?) * 60;
        let offset = FixedOffset::east_opt(seconds).ok_or(Inexact::Offset)?;
        offset.from_local_datetime(&local(datetime)?).single().ok_or(Inexact::Range)
    }
}

/// A day without a zone.
impl TryFrom<NaiveDate> for Datetime {
    type Error = Inexact;

    fn try_from(date: NaiveDate) -> Result<Datetime, Inexact> {
        Datetime::of_day(date.year(), part(date.month())?, part(date.day())?)
    }
}

/// A time without a zone.
impl TryFrom<NaiveDateTime> for Datetime {
    type Error = Inexact;

    fn try_from(local: NaiveDateTime) -> Result<Datetime, Inexact> {
        zoned(local, Zone::Absent)
    }
}

/// The instant in UTC, written with `Z`.
impl TryFrom<DateTime<Utc>> for Datetime {
    type Error = Inexact;

    fn try_from(instant: DateTime<Utc>) -> Result<Datetime, Inexact> {
        zoned(instant.naive_utc(), Zone::Utc)
    }
}

/// The instant with its offset.
impl TryFrom<DateTime<FixedOffset>> for Datetime {
    type Error = Inexact;

    fn try_from(instant: DateTime<FixedOffset>) -> Result<Datetime, Inexact> {
        // `naive_local` panics where the instant fits and the local time does not.
        let local = instant.naive_utc().checked_add_offset(*instant.offset());
        let zone = zone_of(instant.offset().local_minus_utc())?;
        zoned(local.ok_or(Inexact::Range)?, zone)
    }
}

fn date((year, month, day): (u16, u8, u8)) -> Result<NaiveDate, Inexact> {
    NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).ok_or(Inexact::Range)
}

fn local(datetime: Datetime) -> Result<NaiveDateTime, Inexact> {
    let (hour, minute, second) = datetime.time();
    let (second, nanosecond) = match second {
        60 => (59, datetime.nanosecond() + SECOND),
        second => (second, datetime.nanosecond()),
    };
    let day = date(datetime.date())?;
    let time = day.and_hms_nano_opt(hour.into(), minute.into(), second.into(), nanosecond);
    time.ok_or(Inexact::Range)
}

fn zoned(local: NaiveDateTime, zone: Zone) -> Result<Datetime, Inexact> {
    let (second, nanosecond) = match local.nanosecond().checked_sub(SECOND) {
        // Elsewhere than at the end of a minute no clock shows one.
        Some(_) if local.second() != 59 => return Err(Inexact::LeapSecond),
        Some(nanosecond) => (60, nanosecond),
        None => (part(local.second())?, local.nanosecond()),
    };
    let time = (part(local.hour())?, part(local.minute())?, second);
    let day = Datetime::try_from(local.date())?;
    match day.with_time(time, nanosecond, zone) {
        Err(Inexact::Range) if second == 60 => Err(Inexact::LeapSecond),
        read => read,
    }
}

fn part(part: u32) -> Result<u8, Inexact> {
    u8::try_from(part).map_err(|_| Inexact::Range)
}

#[cfg(test)]
mod tests {
    use super::{DateTime, Datetime, FixedOffset, Inexact, Utc};

    #[test]
    fn local_times_beyond_the_last_year() {
        for (instant, offset) in
            [(DateTime::<Utc>::MAX_UTC, 3600), (DateTime::<Utc>::MIN_UTC, -3600)]
        {
            let there = instant.with_timezone(&FixedOffset::east_opt(offset).unwrap());
            assert_eq!(Datetime::try_from(there), Err(Inexact::Range));
        }
    }
}
