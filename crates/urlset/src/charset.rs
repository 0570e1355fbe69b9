//! Decides which charset a document is in: byte order mark, then the pattern of its first bytes,
//! then its XML declaration (XML 1.0, appendix F).

use crate::prepare::fault;
use crate::source_rules::XML_UNSUPPORTED;
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use urlset_core::Fault;

/// A document's charset.
#[derive(Debug)]
pub(crate) struct Charset {
    /// What must be decoded; `None` for UTF-8, which is read as it is.
    pub(crate) encoding: Option<&'static Encoding>,
    /// Bytes of the mark before the text, left out of it. That of UTF-8 stays: readers tell it.
    pub(crate) mark: usize,
    /// Its WHATWG name.
    pub(crate) name: &'static str,
    /// How the declaration contradicts the bytes.
    pub(crate) mismatch: Option<String>,
}

/// Bytes in which an XML declaration is looked for.
const HEAD: usize = 1024;

/// Judges the first bytes of a document.
pub(crate) fn judge(head: &[u8]) -> Result<Charset, Fault> {
    if let [0xff, 0xfe, 0, 0, ..]
    | [0, 0, 0xfe, 0xff, ..]
    | [b'<', 0, 0, 0, ..]
    | [0, 0, 0, b'<', ..] = head
    {
        return Err(fault(&XML_UNSUPPORTED, "UTF-32"));
    }
    if head.starts_with(&[0x4c, 0x6f, 0xa7, 0x94]) {
        return Err(fault(&XML_UNSUPPORTED, "EBCDIC"));
    }
    let (whole, head) = (head, head.get(..HEAD).unwrap_or(head));
    if let Some((encoding, mark)) = wide(head) {
        let (text, _) = encoding.decode_without_bom_handling(head.get(mark..).unwrap_or_default());
        let agrees = |label: &str| {
            // `UTF-16` leaves the order to the bytes; for WHATWG it is another word for one of the two.
            let any_order = !label.eq_ignore_ascii_case("utf-16le");
            Encoding::for_label(label.as_bytes())
                .is_some_and(|named| named == encoding || any_order && named == UTF_16LE)
        };
        let mismatch = mismatch(&text, encoding.name(), agrees);
        return Ok(Charset { encoding: Some(encoding), mark, name: encoding.name(), mismatch });
    }
    let text = String::from_utf8_lossy(head);
    let is_utf8 = |label: &str| {
        Encoding::for_label(label.as_bytes()).is_some_and(|named| named == UTF_8) || is_ascii(label)
    };
    let plain = |mismatch| Charset { encoding: None, mark: 0, name: UTF_8.name(), mismatch };
    if head.starts_with(&[0xef, 0xbb, 0xbf]) {
        return Ok(plain(mismatch(&text, "UTF-8", is_utf8)));
    }
    let Some((_, label)) = declared(&text) else {
        return Ok(plain(None));
    };
    match Encoding::for_label(label.as_bytes()) {
        // ASCII with more than ASCII in it, as far as this is looked at.
        _ if is_ascii(label) && is_utf8_beyond_ascii(whole) => {
            Ok(plain(mismatch(&text, "UTF-8", |_| false)))
        }
        _ if is_utf8(label) => Ok(plain(None)),
        Some(named) if named == UTF_16LE || named == UTF_16BE => {
            Ok(plain(mismatch(&text, "UTF-8", is_utf8)))
        }
        // What another charset makes by chance is hardly ever UTF-8.
        Some(_) if is_utf8_beyond_ascii(whole) => Ok(plain(mismatch(&text, "UTF-8", is_utf8))),
        Some(named) if named != REPLACEMENT => {
            Ok(Charset { encoding: Some(named), mark: 0, name: named.name(), mismatch: None })
        }
        _ => Err(fault(&XML_UNSUPPORTED, label)),
    }
}

/// Whether bytes, which may end in the middle of a character, are UTF-8 and not all ASCII.
fn is_utf8_beyond_ascii(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    valid && !bytes.is_ascii()
}

/// UTF-16 by its mark, or by a zero in every second of the first bytes.
fn wide(head: &[u8]) -> Option<(&'static Encoding, usize)> {
    match head {
        [0xff, 0xfe, ..] => return Some((UTF_16LE, 2)),
        [0xfe, 0xff, ..] => return Some((UTF_16BE, 2)),
        _ => {}
    }
    let start = head.get(..8).unwrap_or(head).chunks_exact(2);
    let pairs = start.len();
    if pairs < 2 {
        return None;
    }
    if start.clone().all(|pair| matches!(pair, [low, 0] if *low != 0)) {
        return Some((UTF_16LE, 0));
    }
    start.clone().all(|pair| matches!(pair, [0, low] if *low != 0)).then_some((UTF_16BE, 0))
}

fn mismatch(text: &str, found: &str, agrees: impl Fn(&str) -> bool) -> Option<String> {
    let (_, label) = declared(text)?;
    (!agrees(label)).then(|| format!("declared {label}, read as {found}"))
}

/// US-ASCII is part of UTF-8; WHATWG labels would make it windows-1252.
fn is_ascii(label: &str) -> bool {
    let ascii = ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "iso-ir-6", "us", "csascii"];
    ascii.iter().any(|name| name.eq_ignore_ascii_case(label.trim()))
}

/// The charset that an XML declaration names, and its offset in the text.
pub(crate) fn declared(text: &str) -> Option<(usize, &str)> {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if !start.starts_with("<?xml") {
        return None;
    }
    let declaration = start.split_once('>').map_or(start, |(declaration, _)| declaration);
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (label, after) = value.strip_prefix(quote)?.split_once(quote)?;
    if label.trim().is_empty() {
        return None;
    }
    let rest = after.len() + quote.len_utf8() + (start.len() - declaration.len());
    Some((text.len() - rest - label.len(), label))
}

#[cfg(test)]
mod tests {
    use super::{declared, judge};

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn charsets() {
        let xml =
            |label: &str| format!("<?xml version='1.0' encoding='{label}'?><urlset/>").into_bytes();
        for (head, name, lies) in [
            (b"<urlset/>".to_vec(), "UTF-8", false),
            (b"h".to_vec(), "UTF-8", false),
            (Vec::new(), "UTF-8", false),
            (xml("utf-8"), "UTF-8", false),
            (xml("US-ASCII"), "UTF-8", false),
            ([xml("US-ASCII"), "<!-- \u{e9} -->".into()].concat(), "UTF-8", true),
            (xml("ISO-8859-1"), "windows-1252", false),
            (xml("windows-1251"), "windows-1251", false),
            (xml("UTF-16"), "UTF-8", true),
            ([b"\xef\xbb\xbf".to_vec(), xml("latin1")].concat(), "UTF-8", true),
            ([b"\xef\xbb\xbf".to_vec(), xml("UTF-8")].concat(), "UTF-8", false),
            (utf16("\u{feff}<?xml version='1.0' encoding='utf-8'?>", false), "UTF-16LE", true),
            (utf16("\u{feff}<urlset/>", true), "UTF-16BE", false),
            (utf16("<?xml version='1.0' encoding=\"UTF-16\"?>", true), "UTF-16BE", false),
            (utf16("https://example.com/", false), "UTF-16LE", false),
            (utf16("url,lastmod", true), "UTF-16BE", false),
        ] {
            let charset = judge(&head).unwrap();
            assert_eq!((charset.name, charset.mismatch.is_some()), (name, lies), "{head:?}");
        }
        for unsupported in
            [xml("UTF-7"), xml("ISO-2022-KR"), vec![0xff, 0xfe, 0, 0], vec![0, 0, 0, b'<']]
        {
            assert!(judge(&unsupported).is_err(), "{unsupported:?}");
        }
    }

    #[test]
    fn labels_have_places() {
        for text in
            ["<?xml version=\"1.0\" encoding=\"utf-8\"?>x", "\u{feff} <?xml encoding = 'utf-8' ?>>"]
        {
            let (at, label) = declared(text).unwrap();
            assert_eq!((label, text.get(at..at + 5)), ("utf-8", Some("utf-8")));
        }
        for text in
            ["<a encoding='x'>", "<?xml version='1.0'?><a encoding='x'>", "<?xml encoding=''?>"]
        {
            assert_eq!(declared(text), None);
        }
    }
}
