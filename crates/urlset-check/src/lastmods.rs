//! What all dates of one document are together.

use crate::rules::{ALL_IDENTICAL, LASTMOD_MISSING, OLDER_THAN_CHILD};
use crate::{Facts, Listed};
use std::collections::HashMap;
use urlset_core::{Datetime, Kind, Place, Position, Precision, Result, Sink, Zone};

/// Dates that are looked through before the others are searched: nearly every document has few.
const FIRST: usize = 8;

/// Beside one date that is nine tenths of as many entries as a document may have there is room for so
/// many others. Where there are more, nothing is counted any longer.
const OTHERS: u64 = 5_000;

/// Entries of which a share says something (spec section 8.6).
const FEW: u64 = 10;

/// Furthest that a zone which is not written may lie from UTC, in seconds.
const ZONES: i64 = 14 * 3600;

#[derive(Debug, Default)]
pub(crate) struct Lastmods {
    present: u64,
    counted: Vec<Counted>,
    /// Where those beyond the first are.
    places: HashMap<u128, usize>,
    /// How often the one was there that was there most.
    most: u64,
    newest: Option<Newest>,
}

/// A date, and how often it was there.
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
        let others = self.present - self.most;
        self.present += 1;
        let earliest = date.earliest();
        let seconds = earliest.0;
        if others <= OTHERS {
            let count = self.count(date, seconds);
            self.most = self.most.max(count);
        }
        if self.newest.is_none_or(|newest| newest.earliest < earliest) {
            self.newest = Some(Newest { date, earliest, at: at.position() });
        }
    }

    /// Counts a date; gives how often it was there.
    fn count(&mut self, date: Datetime, seconds: i64) -> u64 {
        let same = |known: &&mut Counted| known.seconds == seconds && known.date == date;
        if let Some(known) = self.counted.iter_mut().take(FIRST).find(same) {
            known.count += 1;
            return known.count;
        }
        let next = self.counted.len();
        if next >= FIRST {
            let at = *self.places.entry(key(date)).or_insert(next);
            if let Some(known) = self.counted.get_mut(at) {
                known.count += 1;
                return known.count;
            }
        }
        self.counted.push(Counted { seconds, date, count: 1 });
        1
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

/// Another for each date: its instant, and how it is written.
fn key(date: Datetime) -> u128 {
    let (seconds, nanoseconds) = date.earliest();
    let precision = match date.precision() {
        Precision::Year => 0,
        Precision::Month => 1,
        Precision::Day => 2,
        Precision::Minute => 3,
        Precision::Second => 4,
        Precision::Fraction(digits) => 4 + u32::from(digits),
    };
    // No offset has as many minutes.
    let zone = match date.zone() {
        Zone::Absent => 5_000,
        Zone::Utc => 5_001,
        Zone::MinusZero => 5_002,
        Zone::Offset(minutes) => u32::from(minutes.unsigned_abs()) + u32::from(minutes < 0) * 2_000,
    };
    let instant = u128::from(seconds.cast_unsigned()) << 64 | u128::from(nanoseconds) << 32;
    instant | u128::from(precision << 16 | zone)
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
    use super::{Lastmods, is_older};
    use crate::Facts;
    use urlset_core::{Datetime, Diagnostic, Kind, Position, Profile};

    #[test]
    fn nine_tenths_are_found_behind_any_others() {
        let other = |n: i64| Datetime::from_unix(n * 60).unwrap();
        let same = Datetime::parse("2026-03-04").unwrap();
        let at = Position::start(0);
        for (others, told) in [(5_000, true), (5_001, false)] {
            let mut lastmods = Lastmods::default();
            (0..others).for_each(|n| lastmods.entry(other(n), &at));
            (others..50_000).for_each(|_| lastmods.entry(same, &at));
            let mut found: Vec<Diagnostic> = Vec::new();
            let facts = Facts::new(Profile::Google, "xml");
            lastmods.finish(&facts, (Kind::Urlset, 50_000), &mut found).unwrap();
            let details: Vec<_> = found.iter().map(|one| &*one.detail).collect();
            let wanted: &[&str] =
                if told { &["2026-03-04 in 45000 of 50000 entries"] } else { &[] };
            assert_eq!(details, wanted);
        }
    }

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
