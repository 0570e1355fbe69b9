//! The weight of a page among the pages of its site.

use crate::{Rule, rules};

/// A decimal from 0 to 1, kept with the digits it was written with: `0.80` stays `0.80`.
///
/// Equality is of the spelling; compare [`Priority::value`] for the weight. 24 bytes, `Copy`.
///
/// ```
/// use urlset_core::Priority;
///
/// let priority = Priority::parse("0.80")?;
/// assert_eq!((priority.as_str(), priority.value()), ("0.80", 0.8));
/// assert_eq!(Priority::parse("0,8").unwrap_err().id, "priority/comma-decimal");
/// # Ok::<(), &urlset_core::Rule>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Priority {
    length: u8,
    digits: [u8; Priority::MOST],
}

impl Priority {
    /// Longest spelling that is kept, in bytes.
    pub const MOST: usize = 23;

    /// Reads an `xsd:decimal` between 0 and 1: an optional sign, digits, an optional point.
    ///
    /// # Errors
    /// `priority/comma-decimal`, `priority/exponent`, `priority/not-a-number`,
    /// `priority/out-of-range`, or `priority/too-precise` beyond [`Priority::MOST`] bytes.
    pub fn parse(text: &str) -> Result<Priority, &'static Rule> {
        if let Some(priority) = Priority::usual(text.as_bytes()) {
            return Ok(priority);
        }
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return Err(fault(text));
        }
        if !in_range(text.starts_with('-'), whole, fraction) {
            return Err(&rules::PRIORITY_RANGE);
        }
        Priority::keep(text).ok_or(&rules::PRIORITY_TOO_PRECISE)
    }

    /// Reads the forms that nearly all are written in, `0.8` and `0.64`.
    #[inline]
    pub(crate) fn usual(text: &[u8]) -> Option<Priority> {
        let place = |digit: u8| usize::from(digit - b'0');
        let at = match *text {
            [b'0', b'.', tenth @ b'0'..=b'9'] => place(tenth),
            [b'0', b'.', tenth @ b'0'..=b'9', other @ b'0'..=b'9'] => {
                TENTHS + 10 * place(tenth) + place(other)
            }
            [b'1', b'.', b'0'] => USUAL.len() - 1,
            _ => return None,
        };
        USUAL.get(at).copied()
    }

    fn keep(text: &str) -> Option<Priority> {
        let mut digits = [0; Priority::MOST];
        digits.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Priority { length: u8::try_from(text.len()).ok()?, digits })
    }

    /// Reads what [`Priority::parse`] refuses but is certain: a decimal comma, more digits than are
    /// kept (cut, not rounded), a small exponent. `None` where it is not certain.
    pub fn repair(text: &str) -> Option<Priority> {
        let text = text.trim().replace(',', ".");
        if let Ok(priority) = Priority::parse(&text) {
            return Some(priority);
        }
        if text.len() > Priority::MOST && text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            // Zeros before the number say nothing, and leave room for digits that do.
            let digits = text.trim_start_matches('0');
            let digits = digits.get(..Priority::MOST - 1).unwrap_or(digits);
            let whole = if digits.starts_with('1') { "" } else { "0" };
            return Priority::parse(&format!("{whole}{digits}")).ok();
        }
        let number = text.parse::<f64>().ok().filter(|n| (0.0..=1.0).contains(n))?;
        Priority::parse(&format!("{number}")).ok()
    }

    /// Whether it is a number outside the range in a spelling that [`Priority::parse`] refuses.
    pub(crate) fn is_beyond(text: &str) -> bool {
        let number = text.replace(',', ".").parse::<f64>();
        // Beyond what a float holds it reads as infinite, as the word `inf` does.
        let spelled = text.bytes().any(|byte| byte.is_ascii_digit());
        number.is_ok_and(|number| spelled && !(0.0..=1.0).contains(&number))
    }

    /// The spelling it was read with.
    pub fn as_str(&self) -> &str {
        let digits = self.digits.get(..usize::from(self.length)).unwrap_or_default();
        core::str::from_utf8(digits).unwrap_or_default()
    }

    /// Whether it is what a page has without one (sitemaps.org, XML tag definitions).
    pub fn is_default(&self) -> bool {
        if let (3, [b'0' | b'1', b'.', tenth, ..]) = (self.length, &self.digits) {
            return *tenth == b'5';
        }
        let digits = self.as_str().trim_start_matches('+').trim_start_matches('0');
        digits.strip_prefix(".5").is_some_and(|rest| rest.bytes().all(|digit| digit == b'0'))
    }

    /// The weight, 0 to 1.
    pub fn value(&self) -> f64 {
        self.as_str().parse().unwrap_or_default()
    }
}

/// How many of the usual ones have one digit behind the point.
const TENTHS: usize = 10;

/// `0.0` to `0.9`, `0.00` to `0.99`, `1.0`. What is put together byte by byte has to be in memory before it
/// can be copied whole, for which an entry waited.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, which checks the places")]
static USUAL: [Priority; TENTHS + 100 + 1] = {
    let mut all = [Priority { length: 3, digits: [0; Priority::MOST] }; TENTHS + 100 + 1];
    let (mut at, last) = (0, all.len() - 1);
    while at < last {
        let digits = &mut all[at].digits;
        (digits[0], digits[1]) = (b'0', b'.');
        if at < TENTHS {
            digits[2] = b'0' + at as u8;
        } else {
            let two = (at - TENTHS) as u8;
            (digits[2], digits[3]) = (b'0' + two / 10, b'0' + two % 10);
            all[at].length = 4;
        }
        at += 1;
    }
    let digits = &mut all[last].digits;
    (digits[0], digits[1], digits[2]) = (b'1', b'.', b'0');
    all
};

fn in_range(negative: bool, whole: &str, fraction: &str) -> bool {
    let zero = |digits: &str| digits.bytes().all(|digit| digit == b'0');
    match whole.trim_start_matches('0') {
        "" => !negative || zero(fraction),
        "1" => !negative && zero(fraction),
        _ => false,
    }
}

fn fault(text: &str) -> &'static Rule {
    let numeric = |text: &str| text.parse::<f64>().is_ok();
    if text.contains(',') && numeric(&text.replace(',', ".")) {
        &rules::PRIORITY_COMMA
    } else if !text.is_empty() && numeric(text) {
        &rules::PRIORITY_EXPONENT
    } else {
        &rules::PRIORITY_NUMBER
    }
}

impl core::fmt::Debug for Priority {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Priority({})", self.as_str())
    }
}

impl core::fmt::Display for Priority {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Priority;

    #[test]
    fn spellings_are_kept() {
        for text in ["0.80", ".5", "1", "1.00", "-0", "+0.5", "0.", "0.800000011920929"] {
            assert_eq!(Priority::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn the_default_in_every_spelling() {
        for (text, is) in [("0.5", true), ("+00.500", true), (".5", true), ("0.51", false)] {
            assert_eq!(Priority::parse(text).unwrap().is_default(), is, "{text}");
        }
        for text in ["0", "0.05", "1", "-0", "0.", "0.4", "1.0"] {
            assert!(!Priority::parse(text).unwrap().is_default(), "{text}");
        }
    }

    #[test]
    fn faults_are_told_apart() {
        for (text, id) in [
            ("", "priority/not-a-number"),
            (".", "priority/not-a-number"),
            ("high", "priority/not-a-number"),
            ("100%", "priority/not-a-number"),
            ("0,5", "priority/comma-decimal"),
            ("5e-1", "priority/exponent"),
            ("NaN", "priority/exponent"),
            ("inf", "priority/exponent"),
            ("1.1", "priority/out-of-range"),
            ("-0.1", "priority/out-of-range"),
            ("10", "priority/out-of-range"),
            ("0.1234567890123456789012345", "priority/too-precise"),
        ] {
            assert_eq!(Priority::parse(text).unwrap_err().id, id, "{text}");
        }
    }

    #[test]
    fn certain_repairs() {
        let zeros = "0".repeat(30);
        for (text, repaired) in [
            ("0,5".to_owned(), "0.5"),
            ("5e-1".to_owned(), "0.5"),
            (" 0.3 ".to_owned(), "0.3"),
            (format!("{zeros}.5"), "0.5"),
            (format!("{zeros}1.{zeros}"), "1.00000000000000000000"),
            (format!("{zeros}.{zeros}"), "0.000000000000000000000"),
            (zeros.clone(), "0"),
            (format!(".{zeros}5"), "0.000000000000000000000"),
        ] {
            assert_eq!(
                Priority::repair(&text).map(|read| read.to_string()).as_deref(),
                Some(repaired),
                "{text}"
            );
        }
        assert_eq!(Priority::repair(&format!("{zeros}7")), None, "beyond 1");
        for text in ["NaN", "high", "100%", "7", "0,1,2", "inf"] {
            assert_eq!(Priority::repair(text), None, "{text}");
        }
    }
}
