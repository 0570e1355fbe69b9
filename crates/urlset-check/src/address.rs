//! The parts of an address that tell what belongs together: scheme, host, port, folder.

use urlset_core::cut;
use urlset_ops::Key;

/// An http(s) address, taken apart; of its normal form where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address<'l> {
    pub(crate) https: bool,
    /// Without user and port.
    pub(crate) host: &'l str,
    /// Empty for the usual one.
    pub(crate) port: &'l str,
    /// With the query, without the fragment.
    pub(crate) target: &'l str,
}

impl<'l> Address<'l> {
    /// The address that a loc has; `None` where it is not http(s) or has no host.
    pub(crate) fn of(loc: &'l str, buffer: &'l mut String) -> Option<Address<'l>> {
        Address::split(Key::Normalized.of(loc, buffer))
    }

    fn split(loc: &'l str) -> Option<Address<'l>> {
        let (scheme, rest) = loc.split_once("://")?;
        let https = scheme.eq_ignore_ascii_case("https");
        if !https && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, target) = rest.split_at_checked(end)?;
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let name =
            host.rfind(']').map_or_else(|| host.find(':').unwrap_or(host.len()), |at| at + 1);
        let (host, port) = host.split_at_checked(name)?;
        let target = target.split_once('#').map_or(target, |(target, _)| target);
        let port = port.strip_prefix(':').unwrap_or(port);
        (!host.is_empty()).then_some(Address { https, host, port, target })
    }

    /// The path without the query.
    pub(crate) fn path(&self) -> &'l str {
        self.target.split_once('?').map_or(self.target, |(path, _)| path)
    }

    /// The path up to its last slash.
    pub(crate) fn folder(&self) -> &'l str {
        let path = self.path();
        path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or("/")
    }

    /// `https`
    pub(crate) fn scheme(&self) -> &'static str {
        if self.https { "https" } else { "http" }
    }
}

/// A host without `www.`.
pub(crate) fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Scheme, host and port as they are written, and what follows; `None` where there are none.
pub(crate) fn origin(loc: &str) -> Option<(&str, &str)> {
    let start = match loc.as_bytes() {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => 8,
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => 7,
        _ => loc.find("://")? + 3,
    };
    let ends = |byte: u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
    loc.split_at_checked(start + cut(loc.get(start..)?, ends).0.len())
}

/// What ends an authority.
pub(crate) const DELIMITERS: [char; 4] = ['/', '?', '#', '\\'];

#[cfg(test)]
mod tests {
    use super::{Address, origin};

    #[test]
    fn parts_of_the_normal_form() {
        for (loc, https, host, port, target, folder) in [
            ("https://e.com", true, "e.com", "", "/", "/"),
            ("HTTP://me@E.com:80/a/../b/c?d/e#f", false, "e.com", "", "/b/c?d/e", "/b/"),
            ("https://[::1]:82/x", true, "[::1]", "82", "/x", "/"),
            ("https://B\u{fc}cher.de:444/", true, "xn--bcher-kva.de", "444", "/", "/"),
            // No normal form: as it is written.
            ("https://e.com:x/a/", true, "e.com", "x", "/a/", "/a/"),
        ] {
            let mut buffer = String::new();
            let found = Address::of(loc, &mut buffer).unwrap();
            assert_eq!(found, Address { https, host, port, target }, "{loc}");
            assert_eq!(found.folder(), folder, "{loc}");
        }
        for loc in ["/a", "ftp://e.com/", "https:///a", "https://:80/", ""] {
            assert_eq!(Address::of(loc, &mut String::new()), None, "{loc}");
        }
        assert_eq!(origin("HTTP://me@E.com:80?a://b"), Some(("HTTP://me@E.com:80", "?a://b")));
        assert_eq!(origin("https://e.com"), Some(("https://e.com", "")));
        assert_eq!(origin("/a"), None);
    }
}
