//! What a user typed, and whether an address is on its site.

use crate::{Fault, FetchError, shown};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use url::Url;

/// Where a way begins, mostly an address that a user typed: its host may be a private one, and what it
/// names may be fetched from its site. Credentials in it are sent there and nowhere else.
#[derive(Clone)]
pub struct Start {
    url: Url,
    /// The value of `Authorization`.
    pub(crate) credentials: Option<String>,
    /// Nobody typed it, so it is told no secret.
    is_named: bool,
}

impl Start {
    /// Takes an address that was typed.
    ///
    /// # Errors
    /// [`Fault::BadUrl`]
    pub fn typed(url: &str) -> Result<Start, FetchError> {
        // Parsers of URLs leave tabs and line breaks out, which makes an address that nobody typed.
        if url.contains(['\t', '\n', '\r']) {
            let why = "a tab or a line break is in it";
            return Err(FetchError::new(Fault::BadUrl, url, why));
        }
        let mut url = parse(url)?;
        let credentials = credentials(&url);
        strip(&mut url);
        Ok(Start { url, credentials, is_named: false })
    }

    /// Takes an address that a document names, of a host that was allowed: what is for sites that were
    /// typed is not sent there, nor what the document has for user and password.
    ///
    /// # Errors
    /// [`Fault::BadUrl`]
    pub fn named(url: &str) -> Result<Start, FetchError> {
        let start = Start::typed(url)?;
        Ok(Start { credentials: None, is_named: true, ..start })
    }

    /// The address, without credentials and fragment.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Whether a user typed it, so that headers for such sites go there.
    pub fn is_typed(&self) -> bool {
        !self.is_named
    }

    /// Its host.
    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Whether an address is on this site: one host and one port, or the usual ports of both schemes.
    pub(crate) fn has(&self, url: &Url) -> bool {
        let usual = |url: &Url| url.port().is_none();
        self.url.host_str() == url.host_str()
            && (self.url.port_or_known_default() == url.port_or_known_default()
                || usual(&self.url) && usual(url))
    }

    /// Whether an address may be told what was typed with this one: it is on the site, and what was for
    /// https is not sent in the clear.
    pub(crate) fn may_tell(&self, url: &Url) -> bool {
        !self.is_named && self.has(url) && (url.scheme() == "https" || self.url.scheme() == "http")
    }

    /// Whether an address that a document names is on this site.
    pub fn is_site_of(&self, url: &str) -> bool {
        parse(url).is_ok_and(|url| self.has(&url))
    }
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Others may stand in its path or its query.
        let url = shown(self.url.as_str());
        match (&self.credentials, url.split_once("://")) {
            (Some(_), Some((scheme, rest))) => write!(f, "{scheme}://***@{rest}"),
            _ => f.write_str(&url),
        }
    }
}

impl std::fmt::Debug for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Start({self})")
    }
}

/// What an address means in a document of another, without credentials and fragment.
///
/// ```
/// let url = urlset_fetch::resolve("../b.xml#x", "https://example.com/a/index.xml");
/// assert_eq!(url.as_deref(), Some("https://example.com/b.xml"));
/// assert_eq!(urlset_fetch::resolve("mailto:ann@example.com", "https://example.com/"), None);
/// ```
pub fn resolve(url: &str, base: &str) -> Option<String> {
    let base = Url::parse(base).ok();
    let mut url = Url::options().base_url(base.as_ref()).parse(url.trim()).ok()?;
    strip(&mut url);
    is_http(&url).then(|| url.into())
}

/// An allowed host: with its port where one was named.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    pub(crate) host: String,
    port: Option<u16>,
}

impl Allowed {
    pub(crate) fn parse(text: &str) -> Result<Allowed, FetchError> {
        let bad = || {
            let shown = shown(text);
            let detail = format!("`{shown}` is no host such as cdn.example.com or 127.0.0.1:8080");
            FetchError::new(Fault::Usage, text, detail)
        };
        let parse = |scheme: &str| Url::parse(&format!("{scheme}://{text}")).map_err(|_| bad());
        // The usual port of one scheme is none of the other.
        let (url, port) = (parse("https")?, parse("http")?.port());
        let is_host = url.path() == "/" && !text.contains(['/', '?', '#', '@', ',', '*']);
        let host = url.host_str().filter(|_| is_host).ok_or_else(bad)?;
        Ok(Allowed { host: host.to_owned(), port: url.port().or(port) })
    }

    pub(crate) fn has(&self, url: &Url) -> bool {
        url.host_str() == Some(&self.host)
            && self.port.is_none_or(|port| url.port_or_known_default() == Some(port))
    }
}

/// An absolute http or https URL.
pub(crate) fn parse(text: &str) -> Result<Url, FetchError> {
    let bad = |why: String| FetchError::new(Fault::BadUrl, text, why);
    let url = Url::parse(text).map_err(|error| bad(error.to_string()))?;
    if !is_http(&url) {
        return Err(bad(format!("its scheme is {}", url.scheme())));
    }
    Ok(url)
}

fn is_http(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty())
}

/// Takes off what is not sent as part of an address.
pub(crate) fn strip(url: &mut Url) {
    url.set_fragment(None);
    // Only addresses without a host refuse that, and they have neither.
    let _ = url.set_username("");
    let _ = url.set_password(None);
}

/// User and password of an address as the value of a header (RFC 7617).
fn credentials(url: &Url) -> Option<String> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let mut text: Vec<u8> = percent_decode_str(url.username()).collect();
    text.push(b':');
    text.extend(percent_decode_str(url.password().unwrap_or_default()));
    Some(format!("Basic {}", STANDARD.encode(text)))
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Start, parse};
    use crate::Fault;

    #[test]
    fn what_nobody_typed_is_not_asked() {
        for text in ["http://e.com/a\tb", "http://e.com/a\nb", "http://e.com/\r"] {
            assert_eq!(Start::typed(text).unwrap_err().fault, Fault::BadUrl, "{text:?}");
        }
    }

    #[test]
    fn sites() {
        for (start, url, expected) in [
            ("https://example.com/a", "https://example.com/b", true),
            ("http://example.com/a", "https://example.com/b", true),
            ("https://example.com/a", "https://EXAMPLE.com:443/b", true),
            ("https://example.com/a", "https://example.com:8443/b", false),
            ("https://example.com/a", "https://www.example.com/b", false),
            ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/b", true),
            ("http://127.0.0.1:8080/a", "http://127.0.0.1:6379/b", false),
            ("http://127.0.0.1:8080/a", "http://2130706433:8080/b", true),
            ("http://127.0.0.1/a", "http://localhost/b", false),
        ] {
            assert_eq!(Start::typed(start).unwrap().is_site_of(url), expected, "{start} {url}");
        }
    }

    #[test]
    fn secrets_are_not_sent_in_the_clear() {
        let tells =
            |start: &str, url: &str| Start::typed(start).unwrap().may_tell(&parse(url).unwrap());
        assert!(tells("https://example.com/", "https://example.com/a"));
        assert!(tells("http://example.com/", "http://example.com/a"));
        assert!(tells("http://example.com/", "https://example.com/a"));
        assert!(!tells("https://example.com/", "http://example.com/a"));
        assert!(!tells("https://example.com/", "https://www.example.com/a"));
        let named = Start::named("https://ann:pw@example.com/").unwrap();
        let url = parse("https://example.com/a").unwrap();
        assert!(named.has(&url) && !named.may_tell(&url) && named.credentials.is_none());
    }

    #[test]
    fn allowed_hosts() {
        let allows =
            |host: &str, url: &str| Allowed::parse(host).unwrap().has(&parse(url).unwrap());
        assert!(allows("cdn.example.com", "https://cdn.example.com/a"));
        assert!(allows("cdn.example.com", "http://cdn.example.com:8080/a"));
        assert!(allows("CDN.example.com:80", "http://cdn.example.com/a"));
        assert!(!allows("cdn.example.com:80", "https://cdn.example.com/a"));
        assert!(allows("cdn.example.com:443", "https://cdn.example.com/a"));
        assert!(!allows("cdn.example.com:443", "http://cdn.example.com:8080/a"));
        assert!(!allows("example.com", "https://cdn.example.com/a"));
        for bad in ["", "https://example.com/", "a/b", "ann@example.com", "a b", "a,b", "*.b"] {
            assert!(Allowed::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nobody_sees_credentials() {
        let start = Start::typed("https://a:s%20t@example.com/").unwrap();
        assert_eq!(start.credentials.as_deref(), Some("Basic YTpzIHQ="));
        assert_eq!(format!("{start:?}"), "Start(https://***@example.com/)");
        let start = Start::typed("https://a:b@example.com/?to=http://c:d@e.com/").unwrap();
        assert_eq!(start.to_string(), "https://***@example.com/?to=http://***@e.com/");
    }
}
