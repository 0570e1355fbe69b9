//! The attributes of a start tag.

use crate::cursor::is_space;
use memchr::memchr;
use urlset_core::{any, cut};

/// One attribute as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'t> {
    /// Name with prefix.
    pub(crate) qname: &'t str,
    /// Between the quotes, references and all.
    pub(crate) value: &'t str,
    /// Whether there are quotes.
    pub(crate) quoted: bool,
}

impl<'t> Raw<'t> {
    /// Prefix and local name, where it has a prefix.
    pub(crate) fn prefixed(&self) -> Option<(&'t str, &'t str)> {
        let (prefix, local) = cut(self.qname, |byte| byte == b':');
        Some((prefix, local.get(1..)?))
    }
}

/// Whether any name or value has a colon: without one there are no prefixes.
pub(crate) fn has_colon(attributes: &str) -> bool {
    any(attributes.as_bytes(), |byte| byte == b':')
}

/// What stands where an attribute should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Walks over what stands between a tag's name and its end. Goes on after something malformed.
#[derive(Clone, Debug)]
pub(crate) struct Attributes<'t> {
    rest: &'t str,
    /// Whether an attribute followed another without space between them.
    pub(crate) joined: bool,
    begun: bool,
}

impl<'t> Attributes<'t> {
    pub(crate) fn new(text: &'t str) -> Attributes<'t> {
        Attributes { rest: text, joined: false, begun: false }
    }

    fn take(&mut self, count: usize) -> &'t str {
        let (head, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, ""));
        self.rest = rest;
        head
    }

    fn skip_space(&mut self) -> bool {
        let count = self.rest.bytes().take_while(|byte| is_space(*byte)).count();
        self.take(count);
        count > 0
    }

    /// `name="value"` after space or nothing, at one look; `None` where anything else comes.
    fn plain(&mut self) -> Option<Raw<'t>> {
        let start = self.before(|byte| !is_space(byte));
        let (_, tail) = self.rest.split_at_checked(start)?;
        let (qname, tail) = cut(tail, ends_name);
        let quote = match tail.as_bytes() {
            [b'=', quote @ (b'"' | b'\''), ..] if !qname.is_empty() => *quote,
            _ => return None,
        };
        let tail = tail.get(2..)?;
        let (value, rest) = tail.split_at_checked(near(quote, tail.as_bytes())?)?;
        self.joined |= self.begun && start == 0;
        (self.begun, self.rest) = (true, rest.get(1..)?);
        Some(Raw { qname, value, quoted: true })
    }

    /// A value between quotation marks of a text, at whose front it stands: up to one of their kind behind
    /// which nothing or white space follows.
    fn typographic(&mut self) -> Result<&'t str, Malformed> {
        let mark = self.rest.chars().next().unwrap_or_default();
        let kind = kind_of(mark);
        let rest = self.rest.get(mark.len_utf8()..).unwrap_or_default();
        let ends = |(at, c): &(usize, char)| {
            let behind = rest.as_bytes().get(at + c.len_utf8());
            kind_of(*c) == kind && behind.is_none_or(|byte| is_space(*byte))
        };
        let end = rest.char_indices().find(ends).filter(|(end, _)| {
            let value = rest.get(..*end).unwrap_or_default();
            // An apostrophe may stand in single ones.
            let nested = kind != Some(Mark::Single) && value.chars().any(|c| kind_of(c) == kind);
            let goes_on = value.contains('=') && value.bytes().any(is_space);
            !nested && !goes_on && !value.contains(['"', '<'])
        });
        let Some((end, mark)) = end else {
            self.take(self.before(is_space));
            return Err(Malformed);
        };
        self.rest = rest.get(end + mark.len_utf8()..).unwrap_or_default();
        Ok(rest.get(..end).unwrap_or_default())
    }

    /// Bytes before the first that is one of these, which are ASCII; all where there is none.
    fn before(&self, ends: impl Fn(u8) -> bool) -> usize {
        self.rest.bytes().position(ends).unwrap_or(self.rest.len())
    }
}

/// A quotation mark that word processors and web logs make of `"` or `'`; any of a kind ends what another
/// begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Double,
    Single,
    Angle,
}

fn kind_of(c: char) -> Option<Mark> {
    match c {
        '\u{201c}'..='\u{201f}' | '\u{2033}' => Some(Mark::Double),
        '\u{2018}'..='\u{201b}' | '\u{2032}' => Some(Mark::Single),
        '«' | '»' => Some(Mark::Angle),
        _ => None,
    }
}

pub(crate) fn is_typographic(c: char) -> bool {
    kind_of(c).is_some()
}

/// How many bytes of such a mark stand at the front.
pub(crate) fn closing(text: &str) -> usize {
    text.chars().next().filter(|c| is_typographic(*c)).map_or(0, char::len_utf8)
}

/// Where a byte is. Most values are shorter than what a search by blocks is worth.
fn near(byte: u8, text: &[u8]) -> Option<usize> {
    let near = text.iter().take(8).position(|one| *one == byte);
    near.or_else(|| memchr(byte, text))
}

fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'=' | b'"' | b'\'')
}

impl<'t> Iterator for Attributes<'t> {
    type Item = Result<Raw<'t>, Malformed>;

    fn next(&mut self) -> Option<Result<Raw<'t>, Malformed>> {
        if let Some(plain) = self.plain() {
            return Some(Ok(plain));
        }
        let apart = self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        self.joined |= self.begun && !apart;
        self.begun = true;
        let qname = self.take(self.before(ends_name));
        self.skip_space();
        if qname.is_empty() || !self.rest.starts_with('=') {
            // At least one character is taken, so that this ends.
            if qname.is_empty() {
                self.take(1);
            }
            return Some(Err(Malformed));
        }
        self.take(1);
        self.skip_space();
        let quote = match self.rest.bytes().next() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ if self.rest.starts_with(is_typographic) => {
                let value = self.typographic();
                return Some(value.map(|value| Raw { qname, value, quoted: false }));
            }
            _ => {
                let value = self.take(self.before(is_space));
                // As HTML allows it.
                let plain = !value.is_empty() && !value.contains(['"', '\'', '<', '=', '`']);
                // One of the quotation marks of a text alone: where the value ends, nobody knows.
                let ends = |c| is_typographic(c) && !matches!(c, '\u{2032}' | '\u{2033}');
                let plain = plain && !value.ends_with(ends);
                return Some(if plain {
                    Ok(Raw { qname, value, quoted: false })
                } else {
                    Err(Malformed)
                });
            }
        };
        self.take(1);
        let Some(end) = memchr(quote, self.rest.as_bytes()) else {
            self.take(self.rest.len());
            return Some(Err(Malformed));
        };
        let value = self.take(end);
        self.take(1);
        Some(Ok(Raw { qname, value, quoted: true }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Attributes, Malformed, Raw};

    #[test]
    fn all_forms() {
        let read = |text| Attributes::new(text).collect::<Vec<_>>();
        let one = |qname, value| Ok(Raw { qname, value, quoted: true });
        let bare = |qname, value| Ok(Raw { qname, value, quoted: false });
        assert_eq!(read(" a=\"1\" b:c = '2>\"' "), [one("a", "1"), one("b:c", "2>\"")]);
        assert_eq!(read(" a=\"\""), [one("a", "")]);
        assert_eq!(read(" a=1 b=\"2\""), [bare("a", "1"), one("b", "2")]);
        assert_eq!(read(" a=1'2 b=c=d e="), [Err(Malformed); 3]);
        assert_eq!(read(" a b=\"2\""), [Err(Malformed), one("b", "2")]);
        assert_eq!(read(" a=”1 2” b=“?x=3”"), [bare("a", "1 2"), bare("b", "?x=3")]);
        assert_eq!(read(" a=“l’été” b=‘l’été’"), [bare("a", "l’été"), bare("b", "l’été")]);
        assert_eq!(read(" a=“«b» c” d=12″"), [bare("a", "«b» c"), bare("d", "12″")]);
        assert_eq!(read(" a=”1 b=1”"), [Err(Malformed); 2]);
        assert_eq!(read(" a=”1”b=”2”"), [Err(Malformed)]);
        assert_eq!(read(" a=\"1"), [Err(Malformed)]);
        assert_eq!(read("\"\"'="), [Err(Malformed); 4]);
    }
}
