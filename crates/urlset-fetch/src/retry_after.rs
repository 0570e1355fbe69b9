//! How long a server asks us to wait: `Retry-After` (RFC 9110, section 10.2.3).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How long to wait from now; `None` for what is neither seconds nor a date.
pub(crate) fn parse(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let at = UNIX_EPOCH.checked_add(Duration::from_secs(seconds(text)?))?;
    Some(at.duration_since(now).unwrap_or_default())
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is sent.
fn seconds(text: &str) -> Option<u64> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let day: u64 = words.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64 + 1;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = words.next()?.splitn(3, ':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if hour > 23 || minute > 59 || second > 60 || words.next()? != "GMT" {
        return None;
    }
    // Days from 1 March of year 0, so that the day of a leap year is its last.
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = years / 4 - years / 100 + years / 400;
    let days = years * 365 + leaps + (months * 153 + 2) / 5 + day - 1;
    // 719,468 of them were before 1970.
    Some((days - 719_468) * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::{parse, seconds};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn seconds_and_dates() {
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
        for bad in ["", "Sun, 06 Nov", "Sun, 06 Nov 0000 08:49:37 GMT", "a b c d e f"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let parse = |text| parse(text, now).map(|wait| wait.as_secs());
        assert_eq!(parse(" 120 "), Some(120));
        assert_eq!(parse("99999999999999999999999"), Some(u64::MAX));
        assert_eq!(parse("Sun, 06 Nov 1994 08:50:37 GMT"), Some(60));
        assert_eq!(parse("Sun, 06 Nov 1994 08:40:37 GMT"), Some(0));
        assert_eq!(parse("soon"), None);
        assert_eq!(parse("-1"), None);
    }
}
