//! When pages changed, by their own account: how exact, how spread over week and day, how often the same.

use crate::{Counter, Dates};
use urlset_core::{Datetime, Precision, Result};
use urlset_store::Store;

/// Dates that are told as the most frequent.
const FREQUENT: usize = 10;

/// Takes the dates of entries.
#[derive(Debug)]
pub(crate) struct Calendar<'s> {
    dates: Dates,
    oldest: Option<Datetime>,
    newest: Option<Datetime>,
    /// The time of the run, in seconds since 1970.
    now: Option<i64>,
    frequent: Counter<'s>,
}

impl<'s> Calendar<'s> {
    pub(crate) fn new(store: &'s Store, now: Option<i64>) -> Calendar<'s> {
        let dates = Dates { future: now.map(|_| 0), ..Dates::default() };
        Calendar { dates, oldest: None, newest: None, now, frequent: Counter::new(store) }
    }

    pub(crate) fn add(&mut self, date: Datetime) -> Result<()> {
        let dates = &mut self.dates;
        dates.dated += 1;
        let earliest = date.earliest();
        if self.oldest.is_none_or(|oldest| earliest < oldest.earliest()) {
            self.oldest = Some(date);
        }
        if self.newest.is_none_or(|newest| earliest > newest.earliest()) {
            self.newest = Some(date);
        }
        let is_future = self.now.is_some_and(|now| date.is_yet_to_come(now));
        dates.future = dates.future.map(|count| count + u64::from(is_future));
        self.frequent.add(date.spell().as_str())?;
        match date.precision() {
            Precision::Year | Precision::Month => dates.reduced += 1,
            Precision::Day => dates.days += 1,
            Precision::Minute | Precision::Second | Precision::Fraction(_) => {
                dates.times += 1;
                dates.midnight += u64::from(date.time() == (0, 0, 0));
            }
        }
        if date.precision() >= Precision::Day {
            let (day, hour) = (usize::from(date.weekday()), usize::from(date.time().0));
            if let Some(count) = dates.weekdays.get_mut(day) {
                *count += 1;
            }
            let count = dates.hours.get_mut(day).and_then(|hours| hours.get_mut(hour));
            if let Some(count) = count.filter(|_| date.has_time()) {
                *count += 1;
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Dates> {
        Ok(Dates {
            oldest: self.oldest.map(|date| date.to_string()),
            newest: self.newest.map(|date| date.to_string()),
            frequent: self.frequent.finish("lastmod", FREQUENT)?,
            ..self.dates
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Calendar;
    use urlset_core::Datetime;
    use urlset_store::Store;

    #[test]
    fn what_dates_say() {
        let store = Store::new(1 << 20, None);
        let mut calendar = Calendar::new(&store, Some(1_772_582_400));
        for text in [
            "2025",
            "2026-03",
            "2026-03-02",
            "2026-03-03T00:00:00Z",
            "2026-03-03T00:00:00Z",
            "2026-03-08T23:59+02:00",
        ] {
            calendar.add(Datetime::parse(text).unwrap()).unwrap();
        }
        let dates = calendar.finish().unwrap();
        assert_eq!((dates.dated, dates.reduced, dates.days, dates.times), (6, 2, 1, 3));
        assert_eq!((dates.midnight, dates.future), (2, Some(1)));
        assert_eq!(dates.weekdays, [1, 2, 0, 0, 0, 0, 1]);
        assert_eq!((dates.hours[1][0], dates.hours[6][23], dates.hours[0][0]), (2, 1, 0));
        assert_eq!(
            (dates.oldest.as_deref(), dates.newest.as_deref()),
            (Some("2025"), Some("2026-03-08T23:59+02:00"))
        );
        assert_eq!(
            (dates.frequent.bins[0].value.as_str(), dates.frequent.bins[0].entries),
            ("2026-03-03T00:00:00Z", 2)
        );
    }
}
