//! What stands between a datetime as it was written and the types of other crates: each says either
//! a day, a local time or an instant, and to the nanosecond.

use super::{Datetime, Precision, Zone};

/// Why a value has no equal on the other side of a conversion.
///
/// Nothing is made up and nothing left out: whoever wants a day for `2026-03`, or an instant for a time
/// without a zone, asks [`Datetime::earliest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Inexact {
    /// It says no day: `2026-03`.
    NoDay,
    /// It says no time of day: `2026-03-04`.
    NoTime,
    /// It says no zone: `2026-03-04T10:00:00`.
    NoZone,
    /// It says a time of day, for which there is no room.
    HasTime,
    /// It says a zone, for which there is no room.
    HasZone,
    /// It is a leap second, `23:59:60`, for which there is no room.
    LeapSecond,
    /// Its zone is not a whole number of minutes from UTC, or a day and more.
    Offset,
    /// It is before the year 1, after 9999, or beyond what the other type can hold.
    Range,
}

impl core::fmt::Display for Inexact {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Inexact::NoDay => "the date says no day",
            Inexact::NoTime => "the date says no time of day",
            Inexact::NoZone => "the date says no zone",
            Inexact::HasTime => "the date says a time of day, which would be lost",
            Inexact::HasZone => "the date says a zone, which would be lost",
            Inexact::LeapSecond => "the date is a leap second, which would be lost",
            Inexact::Offset => "the zone is not a whole number of minutes within a day of UTC",
            Inexact::Range => "the date is outside the years that both sides know",
        })
    }
}

impl core::error::Error for Inexact {}

impl Datetime {
    /// As a day without a zone, which is all that it says.
    pub(super) fn exact_day(self) -> Result<(u16, u8, u8), Inexact> {
        match (self.precision, self.zone) {
            (Precision::Year | Precision::Month, _) => Err(Inexact::NoDay),
            (Precision::Day, Zone::Absent) => Ok(self.date()),
            (Precision::Day, _) => Err(Inexact::HasZone),
            _ => Err(Inexact::HasTime),
        }
    }

    /// As a day and a time without a zone, which is all that it says.
    pub(super) fn exact_local(self) -> Result<Datetime, Inexact> {
        match self.exact_day() {
            Err(Inexact::HasTime) if self.zone == Zone::Absent => Ok(self),
            Err(Inexact::HasTime) => Err(Inexact::HasZone),
            Err(inexact) => Err(inexact),
            Ok(_) => Err(Inexact::NoTime),
        }
    }

    /// As an instant and the minutes from UTC at which it was written.
    pub(super) fn exact_instant(self) -> Result<i16, Inexact> {
        match (self.precision, self.zone) {
            (Precision::Year | Precision::Month, _) => Err(Inexact::NoDay),
            (Precision::Day, _) => Err(Inexact::NoTime),
            (_, Zone::Absent) => Err(Inexact::NoZone),
            (_, zone) => Ok(zone.minutes()),
        }
    }

    /// A day of another crate.
    pub(super) fn of_day(year: i32, month: u8, day: u8) -> Result<Datetime, Inexact> {
        let year = u16::try_from(year).map_err(|_| Inexact::Range)?;
        let read = Datetime::new((year, month, day), (0, 0, 0), 0, Precision::Day, Zone::Absent);
        read.map_err(|_| Inexact::Range)
    }

    /// A time of another crate on that day, with as many digits after the second as say it.
    pub(super) fn with_time(
        self,
        time: (u8, u8, u8),
        nanosecond: u32,
        zone: Zone,
    ) -> Result<Datetime, Inexact> {
        let zeros =
            (0..9).take_while(|zeros| nanosecond.is_multiple_of(10_u32.pow(zeros + 1))).count();
        let precision = match u8::try_from(9 - zeros).unwrap_or(9) {
            0 => Precision::Second,
            digits => Precision::Fraction(digits),
        };
        let read = Datetime::new(self.date(), time, nanosecond, precision, zone);
        read.map_err(|_| Inexact::Range)
    }
}

/// The zone that is so many seconds east of UTC.
pub(super) fn zone_of(seconds: i32) -> Result<Zone, Inexact> {
    let minutes = i16::try_from(seconds / 60).map_err(|_| Inexact::Offset)?;
    let fits = seconds % 60 == 0 && minutes.unsigned_abs() < 24 * 60;
    if fits { Ok(Zone::Offset(minutes)) } else { Err(Inexact::Offset) }
}
