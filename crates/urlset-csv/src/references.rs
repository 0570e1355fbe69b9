//! References of HTML in tables: the semicolon that ends one is a delimiter, too.

use crate::dialect::is_date;
use urlset_core::Changefreq;

/// Marks that quote. Nothing else that HTML has a name for stands alone before an address.
const QUOTES: [&str; 10] =
    ["quot", "apos", "#34", "#39", "#x22", "#x27", "lsquo", "ldquo", "sbquo", "bdquo"];

/// Names of marks and letters that no address ends in, as it may in a parameter without a value.
const NAMES: [&str; 19] = [
    "quot", "apos", "nbsp", "lsquo", "rsquo", "sbquo", "ldquo", "rdquo", "bdquo", "laquo", "raquo",
    "szlig", "ndash", "mdash", "hellip", "aelig", "oelig", "AElig", "OElig",
];

/// Ends of the names of letters with marks, and the letters before them; any where there is none.
const MARKED: [(&str, &str); 9] = [
    ("acute", ""),
    ("grave", ""),
    ("circ", ""),
    ("uml", ""),
    ("tilde", ""),
    ("cedil", ""),
    ("slash", ""),
    ("ring", "aAuU"),
    ("caron", "cdenrstzCDENRSTZ"),
];

/// Bytes of the longest reference that is looked for.
const LONGEST: usize = 16;

/// A reference but for its semicolon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// A mark or letter by a name that no address ends in.
    Named,
    /// That of `&`: an address ends so only where no parameter follows.
    Ampersand,
    /// The number of another character.
    Number,
    /// A name that may be that of a parameter: `lt`, `gt`.
    Other,
}

/// Whether a cell is more likely the rest of an address, cut behind an `&`, than a cell: `name=` without a
/// space.
pub(crate) fn begins_as_parameter(cell: &str) -> bool {
    let name = cell.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.[]%".contains(&byte))
}

/// The reference that a text ends in.
pub(crate) fn ends_in_reference(text: &str) -> Option<Reference> {
    let tail = text.len().saturating_sub(LONGEST);
    let tail = (tail..text.len()).find_map(|at| text.get(at..))?;
    let (_, name) = tail.rsplit_once('&')?;
    let is_marked = || {
        let mut rest = name.chars();
        let letter = rest.next().filter(char::is_ascii_alphabetic);
        let is_one = |(end, letters): &(&str, &str)| {
            rest.as_str() == *end
                && (letters.is_empty() || letter.is_some_and(|c| letters.contains(c)))
        };
        letter.is_some() && MARKED.iter().any(is_one)
    };
    if NAMES.contains(&name) || is_marked() {
        return Some(Reference::Named);
    }
    let number = name.strip_prefix('#').map(|number| match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    });
    let number = number.filter(|_| !name.contains('+'));
    match (name, number) {
        ("lt" | "gt", _) => Some(Reference::Other),
        ("amp" | "AMP", _) | (_, Some(Some(0x26))) => Some(Reference::Ampersand),
        (_, Some(Some(number))) => {
            let is_text = char::from_u32(number).is_some_and(|c| !c.is_control());
            Some(if is_text { Reference::Number } else { Reference::Other })
        }
        _ => None,
    }
}

/// Whether a cell is what stands beside an address in a table: a date, a number or a share as tools export
/// them, a word of `changefreq`, or nothing.
pub(crate) fn is_figure(cell: &str) -> bool {
    let cell = cell.trim();
    let is_part = |c: char| c.is_ascii_digit() || ".,+-<% \u{a0}\u{202f}".contains(c);
    cell.is_empty()
        || is_date(cell)
        || Changefreq::parse_loose(cell).is_some()
        || cell.contains(|c: char| c.is_ascii_digit()) && cell.chars().all(is_part)
}

/// Whether a cell is an opening quote, written as a reference.
pub(crate) fn is_quote(cell: &str) -> bool {
    cell.strip_prefix('&').is_some_and(|name| QUOTES.contains(&name))
}

/// Whether all semicolons are the ends of references, as in text that was escaped as HTML
/// (`&quot;https://e.com/&quot;`): nothing is to be cut there. A date behind one is a cell.
pub(crate) fn is_of_references(sample: &str) -> bool {
    let mut pieces = sample.split(';').rev();
    // Behind the last of them.
    let last = pieces.next().unwrap_or_default();
    let begins_as_date = |piece: &str| {
        let line = piece.split(['\n', '\r']).next().unwrap_or_default();
        is_date(line.trim())
    };
    !begins_as_date(last)
        && pieces.all(|piece| ends_in_reference(piece).is_some() && !begins_as_date(piece))
}

#[cfg(test)]
mod tests {
    use super::{Reference, ends_in_reference, is_of_references, is_quote};

    #[test]
    fn ends() {
        for (text, reference) in [
            ("https://e.com/caf&eacute", Some(Reference::Named)),
            ("https://e.com/a&quot", Some(Reference::Named)),
            ("https://e.com/c&oelig", Some(Reference::Named)),
            ("https://e.com/&AElig", Some(Reference::Named)),
            ("https://e.com/&scaron", Some(Reference::Named)),
            ("https://e.com/?a&AMP", Some(Reference::Ampersand)),
            ("https://e.com/?a&trade", None),
            ("https://e.com/?BTC&ETH", None),
            ("https://e.com/?a&relig", None),
            ("https://e.com/?a&bring", None),
            ("https://e.com/?a&amp", Some(Reference::Ampersand)),
            ("https://e.com/?a&#38", Some(Reference::Ampersand)),
            ("https://e.com/?a&#x26", Some(Reference::Ampersand)),
            ("https://e.com/?a&lt", Some(Reference::Other)),
            ("https://e.com/?a&#12", Some(Reference::Other)),
            ("https://e.com/caf&#233", Some(Reference::Number)),
            ("https://e.com/caf&#xE9", Some(Reference::Number)),
            ("https://e.com/t?p=1&#123456789", Some(Reference::Other)),
            ("https://e.com/?a&#+1", None),
            ("https://e.com/t?id=1&#feed", None),
            ("https://e.com/?a&unread", None),
            ("ü&quot", Some(Reference::Named)),
            ("&", None),
            ("", None),
        ] {
            assert_eq!(ends_in_reference(text), reference, "{text}");
        }
        assert!(is_quote("&quot") && is_quote("&#39") && !is_quote("&lt") && !is_quote("a&quot"));
    }

    #[test]
    fn samples() {
        for (text, is_one) in [
            ("&quot;https://e.com/a&quot;\n&#39;https://e.com/b&#x27;\n", true),
            ("https://e.com/?a=1&amp;b=2\n", true),
            ("https://e.com/?a&amp;2026-01-01\n", false),
            ("https://e.com/v?id=1&#12;2026-01-01\nhttps://e.com/v?id=2&#13;2026-01-02", false),
            ("https://e.com/?a&amp;b;c\n", false),
        ] {
            assert_eq!(is_of_references(text), is_one, "{text}");
        }
    }
}
