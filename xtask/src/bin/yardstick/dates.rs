//! Dates of sitemaps and of RSS, as far as the corpora have them.

/// The W3C form of an RSS date such as `27 Aug 2018 04:26:26 +0000`, a day's name before it or not.
pub(crate) fn of_rss(text: &str) -> Option<String> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let text = text.split_once(", ").map_or(text, |(_, date)| date);
    let mut words = text.split_ascii_whitespace();
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    let (time, zone) = (words.next()?, words.next()?);
    let month = MONTHS.find(month)? / 3 + 1;
    let zone = match zone {
        "GMT" | "UT" | "Z" => "+00:00".to_owned(),
        zone => format!("{}:{}", zone.get(..3)?, zone.get(3..)?),
    };
    Some(format!("{year}-{month:02}-{day:0>2}T{time}{zone}"))
}

/// Seconds since 1970 of a W3C date, at its first instant; more exact ones of one instant are
/// greater.
pub(crate) fn instant(text: &str) -> Option<(i64, bool)> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    // Years begin in March, so that the leap day is the last one.
    let year = if month > 2 { year } else { year - 1 };
    let days =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
            - 719_469;
    if text.len() == 10 {
        return Some((days * 86_400, false));
    }
    let seconds = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
    let zone = match text.get(19..)? {
        "Z" => 0,
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let (hours, minutes) = zone.get(1..)?.split_once(':')?;
            sign * (hours.parse::<i64>().ok()? * 3600 + minutes.parse::<i64>().ok()? * 60)
        }
    };
    Some((days * 86_400 + seconds - zone, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(instant("1970-01-01"), Some((0, false)));
        assert_eq!(instant("2000-02-29T00:00:00Z"), Some((951_782_400, true)));
        assert_eq!(instant("2026-01-01T02:00:01+02:00"), Some((1_767_225_601, true)));
        assert_eq!(instant("soon"), None);
        let date = of_rss("Mon, 7 Aug 2018 04:26:26 -0330");
        assert_eq!(date.as_deref(), Some("2018-08-07T04:26:26-03:30"));
    }
}
