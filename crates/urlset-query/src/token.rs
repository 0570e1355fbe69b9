//! Cuts an expression into words, constants and signs.

use crate::fault::Fault;
use std::ops::Range;

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A name or a keyword.
    Word(String),
    /// A number, a date or a time that stands without quotes.
    Bare(String),
    /// What stands in quotes, less them.
    Quoted(String),
    /// `==`, `(`, `,` and their like.
    Sign(&'static str),
    End,
}

/// Signs, the longest first.
const SIGNS: [&str; 13] = ["==", "!=", "<=", ">=", "!~", "=", "<", ">", "~", "(", ")", ",", ";"];

/// What people write for a sign in other languages, and what it is here.
const FOREIGN: [(&str, &str); 6] =
    [("&&", "and"), ("||", "or"), ("<>", "!="), ("=~", "~"), ("&", "and"), ("|", "or")];

/// The next token at or after `from`, and its bytes.
pub(crate) fn next(text: &str, from: usize) -> Result<(Token, Range<usize>), Fault> {
    let rest = text.get(from..).unwrap_or_default();
    let start = from + rest.len() - rest.trim_start().len();
    let rest = rest.trim_start();
    let Some(first) = rest.chars().next() else {
        return Ok((Token::End, text.len()..text.len()));
    };
    if matches!(first, '\'' | '"') {
        return quoted(rest, first, start);
    }
    let cut = |length: usize| (rest.get(..length).unwrap_or_default(), start..start + length);
    let signed = first == '-' && rest.get(1..).is_some_and(starts_with_digit);
    if first.is_ascii_digit() || signed {
        let (text, span) = cut(length_of(rest, |c| {
            c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | '+' | '-')
        }));
        return Ok((Token::Bare(text.to_owned()), span));
    }
    if first.is_alphabetic() || first == '_' {
        let (text, span) = cut(word(rest));
        let bare = text == "now" || text.starts_with("now-") || text.starts_with("now+");
        let token = if bare { Token::Bare } else { Token::Word };
        return Ok((token(text.to_owned()), span));
    }
    let foreign = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign));
    if let Some((sign, own)) = foreign {
        let span = start..start + sign.len();
        let fault = Fault::new(span, format!("`{sign}` means nothing here"));
        return Err(fault.help(format!("write `{own}`")));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Token::Sign(sign), start..start + sign.len())),
        None => {
            let span = start..start + first.len_utf8();
            let fault = Fault::new(span, format!("`{first}` means nothing here"));
            Err(match (first, rest.get(1..)) {
                ('!', _) => fault.help("write `not`, `!=` or `!~`"),
                ('.', Some(rest)) if starts_with_digit(rest) => {
                    fault.help("a number begins with a digit: `0.5`")
                }
                _ => fault,
            })
        }
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn length_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// Bytes of a name, with the number of a segment: `path[2]`; or of a time: `now+1h`.
fn word(text: &str) -> usize {
    let length = length_of(text, |c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
    let (name, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    if let Some(number) = rest.strip_prefix('[') {
        let digits = length_of(number, |c| c.is_ascii_digit());
        return match number.get(digits..) {
            Some(rest) if rest.starts_with(']') => length + digits + 2,
            _ => length,
        };
    }
    match rest.strip_prefix('+') {
        Some(shift) if name == "now" => length + 1 + length_of(shift, char::is_alphanumeric),
        _ => length,
    }
}

/// Text in quotes; a quote in it is written twice. Nothing else is special: a pattern needs its
/// backslashes.
fn quoted(text: &str, quote: char, start: usize) -> Result<(Token, Range<usize>), Fault> {
    let mut content = String::new();
    let mut at = 1;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some((part, after)) = rest.split_once(quote) else {
            let fault = Fault::new(start..start + text.len(), "text whose quote is never closed");
            return Err(fault.help(format!("end it with {quote}; a quote in it is written twice")));
        };
        content.push_str(part);
        at += part.len() + 1;
        if !after.starts_with(quote) {
            return Ok((Token::Quoted(content), start..start + at));
        }
        content.push(quote);
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, next};

    fn tokens(text: &str) -> Vec<String> {
        let (mut from, mut found) = (0, Vec::new());
        loop {
            match next(text, from) {
                Ok((Token::End, _)) => return found,
                Ok((token, span)) => {
                    found.push(match token {
                        Token::Word(word) => word,
                        Token::Bare(bare) => format!("#{bare}"),
                        Token::Quoted(text) => format!("'{text}"),
                        Token::Sign(sign) => sign.to_owned(),
                        Token::End => String::new(),
                    });
                    from = span.end;
                }
                Err(fault) => {
                    found.push(format!("{}..{}", fault.span.start, fault.span.end));
                    return found;
                }
            }
        }
    }

    #[test]
    fn pieces() {
        for (text, expected) in [
            ("lastmod>=2026-01-01", "lastmod >= #2026-01-01"),
            ("a.b-c == -1.5", "a.b-c == #-1.5"),
            ("path[2]!~'x'", "path[2] !~ 'x"),
            ("path[2 ]", "path 4..5"),
            ("now-48h now+1d now nowhere", "#now-48h #now+1d #now nowhere"),
            ("2026-01-01T10:00:00+01:00,", "#2026-01-01T10:00:00+01:00 ,"),
            (r#"'it''s' "a""b\d""#, r#"'it's 'a"b\d"#),
            ("größe=1", "größe = #1"),
            ("a && b", "a 2..4"),
            ("a 'b", "a 2..4"),
            ("a ü|", "a ü 4..5"),
            ("a !b", "a 2..3"),
            ("\u{a0}a", "a"),
        ] {
            assert_eq!(tokens(text).join(" "), expected, "{text}");
        }
    }
}
