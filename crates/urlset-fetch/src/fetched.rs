//! What came of a request.

use crate::FetchError;
use crate::coding::NO_CODINGS;
use std::fs::File;

/// A document that was fetched whole.
#[derive(Debug)]
pub struct Fetched {
    /// Its bytes from the start, without the coding of the transfer: a temporary file without a name,
    /// or one of the cache.
    pub body: File,
    /// How many they are.
    pub length: u64,
    /// What is known of it besides.
    pub about: About,
    /// Where it came from.
    pub origin: Origin,
    /// Why the cache does not have it, or did not have it whole, where it should.
    pub not_kept: Option<FetchError>,
}

/// What one address gives.
#[derive(Debug)]
pub enum Hop {
    /// A document.
    Document(Box<Fetched>),
    /// It leads to another address.
    Redirect {
        /// That address, without credentials.
        to: String,
        /// Why the cache does not have this, where it should.
        not_kept: Option<FetchError>,
    },
}

impl Hop {
    /// The same, with another reason why the cache does not have it.
    pub(crate) fn or_not_kept(mut self, why: Option<FetchError>) -> Hop {
        let not_kept = match &mut self {
            Hop::Document(fetched) => &mut fetched.not_kept,
            Hop::Redirect { not_kept, .. } => not_kept,
        };
        *not_kept = not_kept.take().or(why);
        self
    }
}

/// Where a document came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The server sent it.
    Server,
    /// The server said that what is in the cache is still right.
    Confirmed,
    /// The cache, and nobody was asked.
    Cache,
}

/// What headers say of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The address that gave it after all redirects, without credentials.
    pub url: String,
    /// How many redirects led there.
    pub redirects: u32,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// `Content-Encoding`, as it was sent; the body is without it.
    pub content_encoding: Option<String>,
    /// `Last-Modified`
    pub last_modified: Option<String>,
    /// `ETag`
    pub etag: Option<String>,
}

impl About {
    /// What `Content-Encoding` has where that is the name of no coding, as `utf-8`; the body was taken
    /// as it is.
    pub fn misnamed_coding(&self) -> Option<&str> {
        let mut named = self.content_encoding.as_deref()?.split(',').map(str::trim);
        named.find(|named| NO_CODINGS.iter().any(|word| named.eq_ignore_ascii_case(word)))
    }

    /// The charset that `Content-Type` names, where it is one of text: of JSON and of compressed data
    /// the parameter means nothing (RFC 8259, section 11).
    pub fn charset(&self) -> Option<String> {
        let (kind, mut rest) = self.content_type.as_deref()?.split_once(';')?;
        let kind = kind.trim().to_ascii_lowercase();
        let is_text = kind.starts_with("text/") && kind != "text/json"
            || ["/xml", "+xml", "/x-xml", "/csv"].iter().any(|end| kind.ends_with(end));
        if !is_text {
            return None;
        }
        loop {
            let (parameter, after) = cut(rest);
            let (name, value) = parameter.split_once('=').unwrap_or_default();
            if name.trim().eq_ignore_ascii_case("charset") {
                let value = value.trim().trim_matches('"').replace('\\', "");
                return (!value.is_empty()).then_some(value);
            }
            rest = after?;
        }
    }
}

/// The first of several parameters, and the others; a `;` between quotes parts none (RFC 9110, section
/// 5.6.6).
fn cut(text: &str) -> (&str, Option<&str>) {
    let (mut quoted, mut escaped) = (false, false);
    let end = text.find(|c| {
        let is_end = c == ';' && !quoted;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && quoted && !escaped;
        is_end
    });
    match end.and_then(|end| text.split_at_checked(end)) {
        Some((first, rest)) => (first, rest.get(1..)),
        None => (text, None),
    }
}

/// What a server answered to something that was sent to it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// The start of its text.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::About;

    #[test]
    fn charsets() {
        for (kind, charset) in [
            ("text/plain; charset=iso-8859-1", Some("iso-8859-1")),
            ("Text/XML;Charset=\"UTF-8\"", Some("UTF-8")),
            ("application/xml ; a=b ; charset = utf-16", Some("utf-16")),
            ("application/rss+xml; a=\"x;charset=no\\\";\"; charset=big5; charset=x", Some("big5")),
            ("text/csv; header=present; charset=windows-1252", Some("windows-1252")),
            ("text/csv; charset=", None),
            ("text/csv; charset", None),
            ("text/csv;", None),
            ("text/csv", None),
            ("text/json; charset=iso-8859-1", None),
            ("application/json; charset=iso-8859-1", None),
            ("application/gzip; charset=iso-8859-1", None),
        ] {
            let about = About { content_type: Some(kind.into()), ..About::default() };
            assert_eq!(about.charset().as_deref(), charset, "{kind}");
        }
        assert_eq!(About::default().charset(), None);
    }
}
