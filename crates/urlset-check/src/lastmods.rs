//! What all dates of one document are together.

use crate::rules::{ALL_IDENTICAL, LASTMOD_MISSING, OLDER_THAN_CHILD};
use crate::{Facts, Listed};
use urlset_core::{Datetime, Kind, Place, Position, Precision, Result, Sink, Zone};

/// Dates that are counted at a time. One that nine tenths of all entries have is found whatever the
/// others are, but for a hundredth of the entries at most (Misra and Gries 1982).
const COUNTED: usize = 8;

/// Entries of which a share says something (spec section 8.6).
const FEW: u64 = 10;

/// Furthest that a zone which is not written may lie from UTC, in seconds.
const ZONES: i64 = 14 * 3600;

#[derive(Debug, Default)]
pub(crate) struct Lastmods {
    present: u64,
    counted: Vec<Counted>,
    newest: Option<Newest>,
}

/// A date, and how often it was there more than others.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// Differs where dates do, nearly always, and is sooner compared.
    seconds: i64,
    date: Datetime,
    count: u64,
}

#[derive(Clone, Copy, Debug)]
struct Newest {
    date: Datetime,
    earliest: (i64, u32),
    at: Position,
}

impl Lastmods {
    pub(crate) fn entry(&mut self, date: Datetime, at: &dyn Place) {
        self.present += 1;
        let earliest = date.earliest();
        let seconds = earliest.0;
        let same = |known: &&mut Counted| known.seconds == seconds && known.date == date;
        if let Some(known) = self.counted.iter_mut().find(same) {
            known.count += 1;
            return;
        }
        if self.counted.len() < COUNTED {
            self.counted.push(Counted { seconds, date, count: 1 });
        } else {
            self.counted.retain_mut(|known| {
                known.count -= 1;
                known.count > 0
            });
        }
        if self.newest.is_none_or(|newest| newest.earliest < earliest) {
            self.newest = Some(Newest { date, earliest, at: at.position() });
        }
    }

    pub(crate) fn finish(
        &self,
        facts: &Facts<'_>,
        (kind, entries): (Kind, u64),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let dated = !matches!(facts.format, "text" | "robots");
        if entries > 0 && self.present == 0 && dated {
            sink.report(LASTMOD_MISSING.at(facts.place()))?;
        }
        let most = self.counted.iter().max_by_key(|known| known.count);
        if let Some(Counted { date, count, .. }) = most
            && kind == Kind::Urlset
            && entries >= FEW
            && u128::from(*count) * 10 >= u128::from(entries) * 9
        {
            let detail = format!("{date} in {count} of {entries} entries");
            sink.report(ALL_IDENTICAL.at(facts.place()).detail(detail))?;
        }
        match (facts.listed, self.newest) {
            (Some(listed), Some(newest)) => compare(&listed, newest, sink),
            _ => Ok(()),
        }
    }
}

fn compare(listed: &Listed<'_>, newest: Newest, sink: &mut dyn Sink) -> Result<()> {
    let Some(date) = listed.lastmod.filter(|date| is_older(*date, newest.date)) else {
        return Ok(());
    };
    let detail = format!("{date} in the index, {} in the sitemap", newest.date);
    let finding = OLDER_THAN_CHILD.at(listed.at).other(newest.at).loc(listed.loc);
    sink.report(finding.detail(detail))
}

/// Whether all of one date is before another, whatever zone one of them does not say.
fn is_older(one: Datetime, other: Datetime) -> bool {
    let unsure = (one.zone() == Zone::Absent) != (other.zone() == Zone::Absent);
    let (seconds, nanoseconds) = end(one);
    let slack = if unsure { ZONES } else { 0 };
    (seconds.saturating_add(slack), nanoseconds) <= other.earliest()
}

/// The first instant after all that a date may mean.
fn end(date: Datetime) -> (i64, u32) {
    let (seconds, nanoseconds) = date.earliest();
    let ((year, month, _), minutes) = (date.date(), date.zone().minutes());
    let first = |year: u16, month: u8| {
        let next = Datetime::new((year, month, 1), (0, 0, 0), 0, Precision::Day, Zone::Absent);
        // After the year 9999 there is none.
        let next = next.map_or(i64::MAX / 2, |next| next.earliest().0);
        (next - i64::from(minutes) * 60, 0)
    };
    match date.precision() {
        Precision::Year => first(year + 1, 1),
        Precision::Month if month == 12 => first(year + 1, 1),
        Precision::Month => first(year, month + 1),
        Precision::Day => (seconds + 86_400, 0),
        Precision::Minute => (seconds + 60, 0),
        Precision::Second => (seconds + 1, 0),
        Precision::Fraction(_) => (seconds, nanoseconds + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::is_older;
    use urlset_core::Datetime;

    #[test]
    fn older_is_certain() {
        for (one, other, expected) in [
            ("2026-03-01", "2026-03-02", true),
            ("2026-03-01", "2026-03-01", false),
            ("2026-03-01", "2026-03-01T10:00:00", false),
            ("2026-03-01", "2026-03-02T13:00:00Z", false),
            ("2026-03-01", "2026-03-02T14:00:00Z", true),
            ("2026-03-01T10:00:00Z", "2026-03-02", false),
            ("2026-03-01T09:59:59Z", "2026-03-02", true),
            ("2026", "2026-12-31", false),
            ("2026", "2027-01-01", true),
            ("2026-12", "2027", true),
            ("2026-02", "2026-03-01", true),
            ("2026-02", "2026-02-28", false),
            ("9999", "9999-12-31", false),
            ("2026-03-01T10:00:00+02:00", "2026-03-01T08:00:01Z", true),
            ("2026-03-01T10:00Z", "2026-03-01T10:00:59Z", false),
            ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00.5Z", false),
            ("2026-03-01T10:00:00.4Z", "2026-03-01T10:00:00.5Z", true),
            ("2026-03-01T10:00:00.5Z", "2026-03-01T10:00:00.5Z", false),
        ] {
            let date = |text| Datetime::parse(text).unwrap();
            assert_eq!(is_older(date(one), date(other)), expected, "{one} {other}");
        }
    }
}
