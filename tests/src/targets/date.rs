//! Dates and priorities: what is read is written as it was, what is repaired is right afterwards.

use urlset::{DateOrder, Datetime, Precision, Priority, Zone};

/// The bytes as text, and as the parts of a date.
pub fn date(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(datetime) = Datetime::parse(&text) {
        assert_eq!(datetime.to_string(), text, "not as it was written");
    }
    for order in [DateOrder::Iso, DateOrder::DayFirst, DateOrder::MonthFirst] {
        if let Some((datetime, _)) = urlset::repair_datetime(&text, order) {
            reads_back(datetime);
        }
    }
    if let Some(read) = urlset::parse_rfc822(&text) {
        reads_back(read.datetime);
    }
    if let Ok(priority) = Priority::parse(&text) {
        assert_eq!(priority.as_str(), text, "not as it was written");
        assert!((0.0..=1.0).contains(&priority.value()), "{priority}");
    }
    if let Some(priority) = Priority::repair(&text) {
        assert_eq!(Priority::parse(priority.as_str()), Ok(priority));
    }
    if let Some(datetime) = made(data) {
        reads_back(datetime);
    }
}

fn reads_back(datetime: Datetime) {
    let text = datetime.to_string();
    assert_eq!(Datetime::parse(&text), Ok(datetime), "{text}");
    assert!(datetime.weekday() < 7, "{text}");
    let (seconds, nanoseconds) = datetime.earliest();
    assert!(nanoseconds < 1_000_000_000, "{text}");
    if let Some(instant) = Datetime::from_unix(seconds) {
        assert_eq!(instant.earliest().0, seconds, "{text}");
    }
}

/// A date of these bytes as numbers, where they are one.
fn made(data: &[u8]) -> Option<Datetime> {
    let [form, zone, y1, y2, month, day, hour, minute, second, n1, n2, n3, n4, ..] = *data else {
        return None;
    };
    let year = u16::from_le_bytes([y1, y2]);
    let nanosecond = u32::from_le_bytes([n1, n2, n3, n4]);
    let precision = match form {
        0 => Precision::Year,
        1 => Precision::Month,
        2 => Precision::Day,
        3 => Precision::Minute,
        4 => Precision::Second,
        digits => Precision::Fraction(digits - 4),
    };
    let zone = match zone {
        0 => Zone::Absent,
        1 => Zone::Utc,
        2 => Zone::MinusZero,
        _ => Zone::Offset(i16::from_le_bytes([zone, n4])),
    };
    let (date, time) = ((year, month, day), (hour, minute, second));
    Datetime::new(date, time, nanosecond, precision, zone).ok()
}
