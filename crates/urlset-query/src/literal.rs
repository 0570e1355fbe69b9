//! Constants that fields are compared with: text, numbers, dates.

use crate::scope::Scope;
use std::cmp::Ordering;
use std::fmt::{Display, Formatter, Result};
use urlset_core::{DateOrder, Datetime, repair_datetime};

/// Seconds since 1970 in UTC, and nanoseconds.
pub(crate) type Instant = (i64, u32);

/// A constant, with the spelling it was given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// Compared exactly, byte by byte.
    Text(String),
    /// `year` is its first instant, should it be one: what a date in a column is compared with.
    Number { value: f64, year: Option<Instant>, order: DateOrder, spelling: String },
    /// `order` is that of the numbers in dates that are text.
    Date { instant: Instant, order: DateOrder, spelling: String },
}

impl Literal {
    pub(crate) fn number(spelling: &str, scope: &Scope) -> Option<Literal> {
        let value = number(spelling)?;
        let year = Datetime::parse(spelling).ok().filter(|_| spelling.len() == "2026".len());
        let (year, order) = (year.map(Datetime::earliest), scope.dates);
        Some(Literal::Number { value, year, order, spelling: spelling.to_owned() })
    }

    /// A date, or a time relative to `now`.
    pub(crate) fn date(spelling: &str, scope: &Scope) -> Option<Literal> {
        let instant = match spelling.strip_prefix("now") {
            Some(shift) => (scope.now.checked_add(seconds(shift)?)?, 0),
            None => Datetime::parse(spelling).ok()?.earliest(),
        };
        Some(Literal::Date { instant, order: scope.dates, spelling: spelling.to_owned() })
    }

    /// How a text stands to it; `None` where the two cannot be compared.
    pub(crate) fn order_of_text(&self, text: &str) -> Option<Ordering> {
        match self {
            Literal::Text(own) => Some(text.cmp(own)),
            Literal::Number { value, year, order, .. } => match number(text.trim()) {
                Some(number) => number.partial_cmp(value),
                None => Some(date(text.trim(), *order)?.earliest().cmp(year.as_ref()?)),
            },
            Literal::Date { instant, order, .. } => {
                Some(date(text.trim(), *order)?.earliest().cmp(instant))
            }
        }
    }

    pub(crate) fn order_of_number(&self, number: f64) -> Option<Ordering> {
        match self {
            Literal::Number { value, .. } => number.partial_cmp(value),
            Literal::Text(_) | Literal::Date { .. } => None,
        }
    }

    pub(crate) fn order_of_instant(&self, found: Instant) -> Option<Ordering> {
        match self {
            Literal::Date { instant, .. } => Some(found.cmp(instant)),
            Literal::Text(_) | Literal::Number { .. } => None,
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Literal::Text(text) => write!(f, "{}", Quoted(text)),
            Literal::Number { spelling, .. } | Literal::Date { spelling, .. } => {
                f.write_str(spelling)
            }
        }
    }
}

/// Text in quotes, as the grammar reads it.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "'{}'", self.0.replace('\'', "''"))
    }
}

/// A date in a value: as the protocol writes it, else what is certain all the same.
fn date(text: &str, order: DateOrder) -> Option<Datetime> {
    let repaired = || Some(repair_datetime(text, order)?.0);
    Datetime::parse(text).ok().or_else(repaired)
}

/// A decimal: an optional sign, digits, perhaps a point and digits.
pub(crate) fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    text.parse().ok()
}

/// The seconds of `-48h`; nothing is 0.
fn seconds(shift: &str) -> Option<i64> {
    let (sign, size) = match shift.as_bytes().first() {
        None => return Some(0),
        Some(b'-') => (-1, shift.get(1..)?),
        Some(b'+') => (1, shift.get(1..)?),
        Some(_) => return None,
    };
    let unit = size.trim_start_matches(|c: char| c.is_ascii_digit());
    let count: i64 = size.get(..size.len() - unit.len())?.parse().ok()?;
    let length = match unit {
        "s" => 1,
        "min" => 60,
        "h" => 3600,
        "d" => 86_400,
        "w" => 7 * 86_400,
        _ => return None,
    };
    count.checked_mul(length * sign)
}

#[cfg(test)]
mod tests {
    use super::{number, seconds};

    #[test]
    fn numbers_and_times() {
        for (text, value) in [
            ("0", Some(0.0)),
            ("-1.50", Some(-1.5)),
            ("+007", Some(7.0)),
            ("1.", None),
            (".5", None),
            ("1e3", None),
            ("inf", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(number(text), value, "{text:?}");
        }
        for (text, value) in [
            ("", Some(0)),
            ("-48h", Some(-172_800)),
            ("+1w", Some(604_800)),
            ("-90min", Some(-5400)),
            ("-1s", Some(-1)),
            ("-7d", Some(-604_800)),
            ("-1m", None),
            ("-h", None),
            ("7d", None),
            ("-99999999999999999999d", None),
            ("-9223372036854775807w", None),
        ] {
            assert_eq!(seconds(text), value, "{text:?}");
        }
    }
}
