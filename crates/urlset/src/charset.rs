//! Decides which charset a document is in: byte order mark, then the pattern of its first bytes, then
//! what its sender says (RFC 7303, section 3.2), then its XML declaration (XML 1.0, appendix F).

use crate::prepare::{AHEAD, fault};
use crate::source_rules::XML_UNSUPPORTED;
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
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
    /// How the sender contradicts the document, or what it says that nobody knows.
    pub(crate) told: Option<String>,
    /// Only the sender says so: nothing in the first bytes is other than ASCII.
    pub(crate) unseen: bool,
    /// What is asked again where the first byte beyond ASCII stands.
    pub(crate) undecided: Option<Undecided>,
}

impl Charset {
    fn new(encoding: &'static Encoding, mark: usize, mismatch: Option<String>) -> Charset {
        let (name, other) = (encoding.name(), encoding != UTF_8);
        let encoding = other.then_some(encoding);
        Charset { encoding, mark, name, mismatch, told: None, unseen: false, undecided: None }
    }
}

/// Why a document whose first bytes are ASCII is taken for what it is taken for.
#[derive(Debug)]
pub(crate) struct Undecided {
    head: Box<[u8]>,
    told: Option<Box<str>>,
}

impl Undecided {
    /// Judges again, by the first byte beyond ASCII and what follows it.
    pub(crate) fn judge(&self, bytes: &[u8]) -> Result<Charset, Fault> {
        by_all(&[&self.head, bytes].concat(), self.told.as_deref())
    }
}

/// Bytes in which an XML declaration is looked for that is no longer.
const HEAD: usize = 1024;

/// The bytes in which an XML declaration stands: it may be padded.
fn prolog(head: &[u8]) -> &[u8] {
    let starts = head.trim_ascii_start().first() == Some(&b'<') || wide(head).is_some();
    let end =
        head.iter().position(|byte| *byte == b'>').map_or(head.len(), |end| end + ">\0".len());
    let most = if starts { end.max(HEAD) } else { HEAD };
    head.get(..most).unwrap_or(head)
}

/// Judges the first bytes of a document, with what its sender says of it. What the bytes show is
/// believed before that: servers name a charset for all that they send. Where they are all ASCII, those
/// behind them decide whether it is UTF-8 after all.
pub(crate) fn judge(head: &[u8], told: Option<&str>) -> Result<Charset, Fault> {
    let mut charset = by_all(head, told)?;
    if charset.encoding.is_some_and(Encoding::is_ascii_compatible) && is_open(head) {
        let head = prolog(head).into();
        charset.undecided = Some(Undecided { head, told: told.map(Into::into) });
    }
    Ok(charset)
}

/// Bytes as text: in what they show themselves to be, as by a byte order mark, else in the first of these
/// charsets that is known, else in UTF-8. What cannot be decoded is U+FFFD.
///
/// ```
/// assert_eq!(urlset::decode(b"caf\xe9", &["x-none", "iso-8859-1"]), "caf\u{e9}");
/// assert_eq!(urlset::decode("caf\u{e9}".as_bytes(), &["iso-8859-1"]), "caf\u{e9}");
/// assert_eq!(urlset::decode(b"caf\xe9", &[]), "caf\u{fffd}");
/// ```
pub fn decode<'b>(bytes: &'b [u8], labels: &[&str]) -> Cow<'b, str> {
    let label = labels.iter().copied().find(|label| named(label.trim()).is_some());
    let charset = by_all(bytes, label);
    let encoding = charset.map_or(UTF_8, |charset| charset.encoding.unwrap_or(UTF_8));
    encoding.decode_with_bom_removal(bytes).0
}

fn by_all(head: &[u8], told: Option<&str>) -> Result<Charset, Fault> {
    let own = by_itself(head);
    let Some(label) = told.map(str::trim).filter(|label| !label.is_empty()) else {
        return own;
    };
    let Some(named) = named(label) else {
        let told = Some(format!("`{label}` is not known, and was not heeded"));
        return own.map(|own| Charset { told, ..own });
    };
    let agrees = |own: &Charset| {
        let found = own.encoding.unwrap_or(UTF_8);
        found == named || found == UTF_16BE && is_any_order(label)
    };
    match own {
        Ok(own) if agrees(&own) => {
            let told = (is_ascii(label) && is_utf8_beyond_ascii(head)).then(|| but(label, &own));
            Ok(Charset { told, ..own })
        }
        own if has_mark(head) || wide(head).is_some() || is_refuted(named, head) => {
            let own = own?;
            // Without another word for it the bytes are told as they are where they are damaged.
            let told = (own.name != named.name()).then(|| but(label, &own));
            Ok(Charset { told, ..own })
        }
        Err(fault) if fault.rule.id == XML_UNSUPPORTED.id && !is_declared(head) => Err(fault),
        _ => Ok(as_told(head, label, named)),
    }
}

fn but(label: &str, own: &Charset) -> String {
    format!("`{label}`, but the document is {}", own.name)
}

/// What the sender says stands.
fn as_told(head: &[u8], label: &str, named: &'static Encoding) -> Charset {
    let text = String::from_utf8_lossy(prolog(head));
    let own = declared(&text).map(|(_, own)| own);
    let unseen = named.is_ascii_compatible() && is_open(head);
    let beyond = if unseen && head.len() >= AHEAD { " unless UTF-8 follows" } else { "" };
    let named_so = named.name();
    let told = match own {
        Some(own) => {
            Some(format!("`{label}`, the document declares {own}; read as {named_so}{beyond}"))
        }
        None => unseen.then(|| format!("`{label}`: read as {named_so}{beyond}")),
    };
    Charset { told, unseen, ..Charset::new(named, 0, None) }
}

/// The charset of a label, where it is one that is read.
fn named(label: &str) -> Option<&'static Encoding> {
    if is_ascii(label) {
        return Some(UTF_8);
    }
    Encoding::for_label(label.as_bytes()).filter(|named| *named != REPLACEMENT)
}

/// Whether the first bytes show that a document is not in this charset.
fn is_refuted(named: &'static Encoding, head: &[u8]) -> bool {
    if named == UTF_8 {
        !is_utf8(head)
    } else if named == UTF_16LE || named == UTF_16BE {
        is_utf8(head) && !head.contains(&0)
    } else {
        is_utf8_beyond_ascii(head)
    }
}

fn has_mark(head: &[u8]) -> bool {
    head.starts_with(&[0xef, 0xbb, 0xbf])
}

fn is_declared(head: &[u8]) -> bool {
    declared(&String::from_utf8_lossy(prolog(head))).is_some()
}

/// Judges the first bytes of a document alone.
fn by_itself(head: &[u8]) -> Result<Charset, Fault> {
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
    let is_long = head.len() >= AHEAD && head.starts_with(b"<?xml ") && !head.contains(&b'>');
    if is_long && !is_declared(head) {
        return Err(fault(&XML_UNSUPPORTED, "a declaration of more than 64 KiB"));
    }
    let (whole, head) = (head, prolog(head));
    if let Some((encoding, mark)) = wide(head) {
        let (text, _) = encoding.decode_without_bom_handling(head.get(mark..).unwrap_or_default());
        let agrees = |label: &str| {
            Encoding::for_label(label.as_bytes())
                .is_some_and(|named| named == encoding || is_any_order(label))
        };
        let mismatch = mismatch(&text, encoding.name(), agrees);
        return Ok(Charset::new(encoding, mark, mismatch));
    }
    let text = String::from_utf8_lossy(head);
    let names_utf8 = |label: &str| {
        Encoding::for_label(label.as_bytes()).is_some_and(|named| named == UTF_8) || is_ascii(label)
    };
    let plain = |mismatch| Charset::new(UTF_8, 0, mismatch);
    if has_mark(head) {
        return Ok(plain(mismatch(&text, "UTF-8", names_utf8)));
    }
    let Some((_, label)) = declared(&text) else {
        return Ok(plain(None));
    };
    match Encoding::for_label(label.as_bytes()) {
        // ASCII with more than ASCII in it, as far as this is looked at.
        _ if is_ascii(label) && is_utf8_beyond_ascii(whole) => {
            Ok(plain(mismatch(&text, "UTF-8", |_| false)))
        }
        _ if names_utf8(label) => Ok(plain(None)),
        Some(named) if named == UTF_16LE || named == UTF_16BE => {
            Ok(plain(mismatch(&text, "UTF-8", names_utf8)))
        }
        // What another charset makes by chance is hardly ever UTF-8.
        Some(_) if is_utf8_beyond_ascii(whole) => Ok(plain(mismatch(&text, "UTF-8", names_utf8))),
        Some(named) if named != REPLACEMENT => Ok(Charset::new(named, 0, None)),
        _ => Err(fault(&XML_UNSUPPORTED, label)),
    }
}

/// Whether a label is `UTF-16`, which leaves the order to the bytes; for WHATWG it is another word for
/// one of the two.
fn is_any_order(label: &str) -> bool {
    let named = Encoding::for_label(label.as_bytes());
    named == Some(UTF_16LE) && !label.trim().eq_ignore_ascii_case("utf-16le")
}

/// Whether bytes, which may end in the middle of a character, are UTF-8.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).err().is_none_or(|error| error.error_len().is_none())
}

/// Whether a whole character in them is more than ASCII, and all are UTF-8.
fn is_utf8_beyond_ascii(bytes: &[u8]) -> bool {
    is_utf8(bytes) && !whole(bytes).is_ascii()
}

/// Whether the first bytes, which may end in the middle of a character, leave open what is beyond ASCII.
fn is_open(head: &[u8]) -> bool {
    head.is_ascii() || head.len() >= AHEAD && whole(head).is_ascii()
}

/// Bytes without what may begin a character of UTF-8 at their end.
fn whole(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => {
            bytes.get(..error.valid_up_to()).unwrap_or_default()
        }
        _ => bytes,
    }
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
    let attributes = start.strip_prefix("<?xml")?;
    attributes.starts_with(char::is_whitespace).then_some(())?;
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
    use super::{AHEAD, declared, judge};

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
            let charset = judge(&head, None).unwrap();
            assert_eq!((charset.name, charset.mismatch.is_some()), (name, lies), "{head:?}");
        }
        let padded = |spaces: usize, label: &str| {
            let spaces = " ".repeat(spaces);
            format!("<?xml version='1.0'{spaces}encoding='{label}'?><urlset/>").into_bytes()
        };
        for unsupported in [
            xml("UTF-7"),
            xml("ISO-2022-KR"),
            xml(&"k".repeat(2000)),
            padded(990, "klingon"),
            padded(60_000, "UTF-7"),
            padded(70_000, "UTF-8")[..AHEAD].to_vec(),
            vec![0xff, 0xfe, 0, 0],
            vec![0, 0, 0, b'<'],
        ] {
            assert!(judge(&unsupported, None).is_err(), "{unsupported:?}");
        }
        assert_eq!(judge(&padded(2000, "latin1"), None).unwrap().name, "windows-1252");
        let wide =
            utf16(&format!("\u{feff}{}", String::from_utf8(padded(900, "utf-8")).unwrap()), true);
        assert!(judge(&wide, None).unwrap().mismatch.is_some());
    }

    /// The mark and the bytes first, then the sender, then the declaration.
    #[test]
    fn what_the_sender_says() {
        let (latin, mark) = (b"a\xe9b".to_vec(), b"\xef\xbb\xbfa".to_vec());
        for (head, label, name, told) in [
            (latin.clone(), "iso-8859-1", "windows-1252", None),
            (latin.clone(), " ISO-8859-2 ", "ISO-8859-2", None),
            (b"caf\xe9".to_vec(), "iso-8859-1", "windows-1252", None),
            (latin.clone(), "utf-8", "UTF-8", None),
            (latin, "x-none", "UTF-8", Some("`x-none` is not known, and was not heeded")),
            (
                b"a".to_vec(),
                "iso-8859-1",
                "windows-1252",
                Some("`iso-8859-1`: read as windows-1252"),
            ),
            (b"a".to_vec(), "us-ascii", "UTF-8", None),
            ("\u{e9}".into(), "us-ascii", "UTF-8", Some("`us-ascii`, but the document is UTF-8")),
            (b"a\xe9b".to_vec(), "us-ascii", "UTF-8", None),
            (b"a".to_vec(), "", "UTF-8", None),
            (b"abcd".to_vec(), "utf-16", "UTF-8", Some("`utf-16`, but the document is UTF-8")),
            (b"a".to_vec(), "utf-7", "UTF-8", Some("`utf-7` is not known, and was not heeded")),
            ("\u{e9}".into(), "latin1", "UTF-8", Some("`latin1`, but the document is UTF-8")),
            (mark, "iso-8859-1", "UTF-8", Some("`iso-8859-1`, but the document is UTF-8")),
            (utf16("\u{feff}<a/>", true), "UTF-16", "UTF-16BE", None),
            (utf16("<a/>", true), "utf-16be", "UTF-16BE", None),
            (
                utf16("\u{feff}<a/>", true),
                "utf-16le",
                "UTF-16BE",
                Some("`utf-16le`, but the document is UTF-16BE"),
            ),
            (utf16("\u{4e00}\u{4e01}", false), "utf-16le", "UTF-16LE", None),
        ] {
            let charset = judge(&head, Some(label)).unwrap();
            assert_eq!((charset.name, charset.told.as_deref()), (name, told), "{label} {head:?}");
        }
        assert!(judge(&[0xff, 0xfe, 0, 0], Some("utf-8")).is_err());
    }

    #[test]
    fn what_the_sender_says_of_xml() {
        let xml = |label: &str, text: &str| {
            let declaration = format!("<?xml version='1.0' encoding='{label}'?>");
            [declaration.as_bytes(), text.as_bytes()].concat()
        };
        for (head, label, name, told) in [
            (
                xml("utf-8", "<a/>"),
                "iso-8859-1",
                "windows-1252",
                Some("`iso-8859-1`, the document declares utf-8; read as windows-1252"),
            ),
            (
                xml("iso-8859-1", "<a/>"),
                "utf-8",
                "UTF-8",
                Some("`utf-8`, the document declares iso-8859-1; read as UTF-8"),
            ),
            (xml("iso-8859-1", "<a/>"), "latin1", "windows-1252", None),
            (xml("iso-8859-1", "\u{e9}"), "utf-8", "UTF-8", None),
            (
                xml("utf-7", "<a/>"),
                "utf-8",
                "UTF-8",
                Some("`utf-8`, the document declares utf-7; read as UTF-8"),
            ),
            (
                [xml("iso-8859-1", ""), b"\xe9<a/>".to_vec()].concat(),
                "utf-8",
                "windows-1252",
                Some("`utf-8`, but the document is windows-1252"),
            ),
        ] {
            let charset = judge(&head, Some(label)).unwrap();
            assert_eq!((charset.name, charset.told.as_deref()), (name, told), "{label} {head:?}");
        }
        assert!(judge(&xml("utf-7", "<a/>"), Some("x-none")).is_err());
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
