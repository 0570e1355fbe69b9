//! Numbers that only the command says or takes: entries, sizes.

pub(crate) use urlset::report::text::{count, thousands};

/// How many entries: `1 entry`, `3 entries`.
pub(crate) fn entries(number: u64) -> String {
    let noun = if number == 1 { "entry" } else { "entries" };
    format!("{} {noun}", thousands(number))
}

/// Short, for a line that must not grow: `1.4 M`, `410 k`.
pub(crate) fn short(number: u64) -> String {
    match number {
        0..=9_999 => thousands(number),
        10_000..=999_999 => format!("{} k", number / 1_000),
        _ => format!("{}.{} M", number / 1_000_000, number / 100_000 % 10),
    }
}

/// Bytes from `4GiB`, `512M`, `64kB` or a plain number. `K`, `M`, `G` and `T` are powers of 1024,
/// as are `KiB` and so on; `kB`, `MB`, `GB` and `TB` are powers of 1000.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at_checked(split).unwrap_or((text, ""));
    let wrong = || format!("`{text}` is not a size; write 4GiB, 512MiB, 64kB or bytes");
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    number.checked_mul(factor).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::{entries, short, size};

    #[test]
    fn numbers() {
        assert_eq!(entries(1), "1 entry");
        assert_eq!(entries(1_200), "1,200 entries");
        assert_eq!(short(9_999), "9,999");
        assert_eq!(short(410_999), "410 k");
        assert_eq!(short(1_450_000), "1.4 M");
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("0", Some(0)),
            ("12", Some(12)),
            ("1KiB", Some(1024)),
            ("4GiB", Some(4 << 30)),
            ("512m", Some(512 << 20)),
            ("64kB", Some(64_000)),
            ("", None),
            ("GiB", None),
            ("4 parsecs", None),
            ("99999999999GiB", None),
            ("-1", None),
        ] {
            assert_eq!(size(text).ok(), bytes, "{text}");
        }
    }
}
