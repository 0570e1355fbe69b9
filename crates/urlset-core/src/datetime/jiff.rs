//! From and to jiff: `civil::Date`, `civil::DateTime`, `Timestamp`, `Zoned`.

use super::exact::zone_of;
use super::{Datetime, Inexact, Zone};
use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};

/// A day without a zone.
impl TryFrom<Datetime> for Date {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<Date, Inexact> {
        date(datetime.exact_day()?)
    }
}

/// A time without a zone. That it was written without seconds, or with zeros at the end of their
/// fraction, is not kept.
impl TryFrom<Datetime> for DateTime {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<DateTime, Inexact> {
        local(datetime.exact_local()?)
    }
}

/// The instant. The zone that it was written in is not kept: see [`Zoned`].
impl TryFrom<Datetime> for Timestamp {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<Timestamp, Inexact> {
        datetime.exact_instant()?;
        if datetime.second == 60 {
            return Err(Inexact::LeapSecond);
        }
        let (second, nanosecond) = datetime.earliest();
        let nanosecond = i32::try_from(nanosecond).map_err(|_| Inexact::Range)?;
        Timestamp::new(second, nanosecond).map_err(|_| Inexact::Range)
    }
}

/// The instant in its zone, a fixed offset. `Z`, `+00:00` and `-00:00` are one.
impl TryFrom<Datetime> for Zoned {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<Zoned, Inexact> {
        let seconds = i32::from(datetime.exact_instant()?) * 60;
        let offset = Offset::from_seconds(seconds).map_err(|_| Inexact::Offset)?;
        Ok(Timestamp::try_from(datetime)?.to_zoned(TimeZone::fixed(offset)))
    }
}

/// A day without a zone.
impl TryFrom<Date> for Datetime {
    type Error = Inexact;

    fn try_from(date: Date) -> Result<Datetime, Inexact> {
        Datetime::of_day(date.year().into(), part(date.month())?, part(date.day())?)
    }
}

/// A time without a zone.
impl TryFrom<DateTime> for Datetime {
    type Error = Inexact;

    fn try_from(local: DateTime) -> Result<Datetime, Inexact> {
        zoned(local, Zone::Absent)
    }
}

/// The instant in UTC, written with `Z`.
impl TryFrom<Timestamp> for Datetime {
    type Error = Inexact;

    fn try_from(instant: Timestamp) -> Result<Datetime, Inexact> {
        zoned(Offset::UTC.to_datetime(instant), Zone::Utc)
    }
}

/// The instant with the offset that its zone has then. The zone's name is not kept: W3C datetimes
/// have none.
impl TryFrom<&Zoned> for Datetime {
    type Error = Inexact;

    fn try_from(instant: &Zoned) -> Result<Datetime, Inexact> {
        zoned(instant.datetime(), zone_of(instant.offset().seconds())?)
    }
}

fn date((year, month, day): (u16, u8, u8)) -> Result<Date, Inexact> {
    let year = i16::try_from(year).map_err(|_| Inexact::Range)?;
    let [month, day] = [month, day].map(|part| i8::try_from(part).unwrap_or(i8::MAX));
    Date::new(year, month, day).map_err(|_| Inexact::Range)
}

fn local(datetime: Datetime) -> Result<DateTime, Inexact> {
    let (hour, minute, second) = datetime.time();
    if second == 60 {
        return Err(Inexact::LeapSecond);
    }
    let [hour, minute, second] =
        [hour, minute, second].map(|part| i8::try_from(part).unwrap_or(i8::MAX));
    let nanosecond = i32::try_from(datetime.nanosecond()).map_err(|_| Inexact::Range)?;
    let date = date(datetime.date())?;
    let time = jiff::civil::Time::new(hour, minute, second, nanosecond);
    Ok(date.to_datetime(time.map_err(|_| Inexact::Range)?))
}

fn zoned(local: DateTime, zone: Zone) -> Result<Datetime, Inexact> {
    let time = (part(local.hour())?, part(local.minute())?, part(local.second())?);
    let nanosecond = u32::try_from(local.subsec_nanosecond()).map_err(|_| Inexact::Range)?;
    Datetime::try_from(local.date())?.with_time(time, nanosecond, zone)
}

fn part(part: i8) -> Result<u8, Inexact> {
    u8::try_from(part).map_err(|_| Inexact::Range)
}
