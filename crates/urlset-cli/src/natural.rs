//! The order in which people count: `s2.xml` before `s10.xml`.

use std::cmp::Ordering;
use std::path::Path;

/// Compares two paths, numbers in them by their value.
pub(crate) fn compare(one: &Path, other: &Path) -> Ordering {
    let (a, b) = (one.as_os_str().as_encoded_bytes(), other.as_os_str().as_encoded_bytes());
    natural(a, b).then_with(|| a.cmp(b))
}

fn natural(mut a: &[u8], mut b: &[u8]) -> Ordering {
    loop {
        let (Some(first), Some(second)) = (a.first(), b.first()) else {
            return a.len().cmp(&b.len());
        };
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, rest) = digits(a);
            let (other, other_rest) = digits(b);
            let order = number.len().cmp(&other.len()).then(number.cmp(other));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (rest, other_rest);
        } else {
            let order = first.cmp(second);
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (a.get(1..).unwrap_or_default(), b.get(1..).unwrap_or_default());
        }
    }
}

/// The digits in front without leading zeros, and what follows them.
fn digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    let (number, rest) = bytes.split_at_checked(end).unwrap_or((bytes, &[]));
    let zeros = number.iter().take_while(|byte| **byte == b'0').count();
    (number.get(zeros..).unwrap_or_default(), rest)
}

#[cfg(test)]
mod tests {
    use super::compare;
    use std::path::Path;

    #[test]
    fn numbers_by_value() {
        let mut names = [
            "s10",
            "s9",
            "s1",
            "s",
            "s1-10",
            "s1-9",
            "a",
            "s01",
            "s100000000000000000000000",
            "b/1",
        ];
        names.sort_by(|a, b| compare(Path::new(a), Path::new(b)));
        assert_eq!(
            names,
            [
                "a",
                "b/1",
                "s",
                "s01",
                "s1",
                "s1-9",
                "s1-10",
                "s9",
                "s10",
                "s100000000000000000000000"
            ]
        );
    }
}
