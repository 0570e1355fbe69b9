//! From and to time: `Date`, `PrimitiveDateTime`, `UtcDateTime`, `OffsetDateTime`.

use super::exact::zone_of;
use super::{Datetime, Inexact, Zone};
use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

/// A day without a zone.
impl TryFrom<Datetime> for Date {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<Date, Inexact> {
        date(datetime.exact_day()?)
    }
}

/// A time without a zone. That it was written without seconds, or with zeros at the end of their
/// fraction, is not kept.
impl TryFrom<Datetime> for PrimitiveDateTime {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<PrimitiveDateTime, Inexact> {
        local(datetime.exact_local()?)
    }
}

/// The instant. The zone that it was written in is not kept: see [`OffsetDateTime`].
impl TryFrom<Datetime> for UtcDateTime {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<UtcDateTime, Inexact> {
        OffsetDateTime::try_from(datetime)?.checked_to_utc().ok_or(Inexact::Range)
    }
}

/// The instant in its zone. `Z`, `+00:00` and `-00:00` are one.
impl TryFrom<Datetime> for OffsetDateTime {
    type Error = Inexact;

    fn try_from(datetime: Datetime) -> Result<OffsetDateTime, Inexact> {
        let seconds = i32::from(datetime.exact_instant()?) * 60;
        let offset = UtcOffset::from_whole_seconds(seconds).map_err(|_| Inexact::Offset)?;
        Ok(local(datetime)?.assume_offset(offset))
    }
}

/// A day without a zone.
impl TryFrom<Date> for Datetime {
    type Error = Inexact;

    fn try_from(date: Date) -> Result<Datetime, Inexact> {
        Datetime::of_day(date.year(), date.month().into(), date.day())
    }
}

/// A time without a zone.
impl TryFrom<PrimitiveDateTime> for Datetime {
    type Error = Inexact;

    fn try_from(local: PrimitiveDateTime) -> Result<Datetime, Inexact> {
        zoned(local, Zone::Absent)
    }
}

/// The instant in UTC, written with `Z`.
impl TryFrom<UtcDateTime> for Datetime {
    type Error = Inexact;

    fn try_from(instant: UtcDateTime) -> Result<Datetime, Inexact> {
        zoned(PrimitiveDateTime::new(instant.date(), instant.time()), Zone::Utc)
    }
}

/// The instant with its offset.
impl TryFrom<OffsetDateTime> for Datetime {
    type Error = Inexact;

    fn try_from(instant: OffsetDateTime) -> Result<Datetime, Inexact> {
        let local = PrimitiveDateTime::new(instant.date(), instant.time());
        zoned(local, zone_of(instant.offset().whole_seconds())?)
    }
}

fn date((year, month, day): (u16, u8, u8)) -> Result<Date, Inexact> {
    let month = Month::try_from(month).map_err(|_| Inexact::Range)?;
    Date::from_calendar_date(year.into(), month, day).map_err(|_| Inexact::Range)
}

fn local(datetime: Datetime) -> Result<PrimitiveDateTime, Inexact> {
    let (hour, minute, second) = datetime.time();
    if second == 60 {
        return Err(Inexact::LeapSecond);
    }
    let time = Time::from_hms_nano(hour, minute, second, datetime.nanosecond());
    Ok(PrimitiveDateTime::new(date(datetime.date())?, time.map_err(|_| Inexact::Range)?))
}

fn zoned(local: PrimitiveDateTime, zone: Zone) -> Result<Datetime, Inexact> {
    let time = (local.hour(), local.minute(), local.second());
    Datetime::try_from(local.date())?.with_time(time, local.nanosecond(), zone)
}
