//! An http(s) URL in parts, each as it was written.

use url::Url;

/// An http(s) URL in parts, each as it was written; put together they are the URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address<'u> {
    pub(crate) scheme: &'u str,
    /// With its `@`; empty for most.
    pub(crate) user: &'u str,
    pub(crate) host: &'u str,
    /// With its colon; empty for most.
    pub(crate) port: &'u str,
    pub(crate) path: &'u str,
    /// Query and fragment with their marks.
    pub(crate) rest: &'u str,
}

impl<'u> Address<'u> {
    /// `None` for what is no http(s) URL: where host or port are not plain, the `url` crate decides.
    pub(crate) fn split(url: &'u str) -> Option<Address<'u>> {
        let (scheme, rest) = url.split_once("://")?;
        default_port(scheme)?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at_checked(end)?;
        let (user, host) =
            authority.split_at_checked(authority.rfind('@').map_or(0, |at| at + 1))?;
        let name =
            host.rfind(']').map_or_else(|| host.find(':').unwrap_or(host.len()), |at| at + 1);
        let (host, port) = host.split_at_checked(name)?;
        let (path, rest) = rest.split_at_checked(rest.find(['?', '#']).unwrap_or(rest.len()))?;
        let address = Address { scheme, user, host, port, path, rest };
        let plain = user.is_empty() && port.is_empty() && is_plain(host);
        // The `url` crate looks for a host behind any number of slashes.
        (plain || (!host.is_empty() && Url::parse(url).is_ok())).then_some(address)
    }

    /// The port that is asked, of the scheme where none is written.
    pub(crate) fn port_number(&self) -> Option<u16> {
        self.port
            .get(1..)
            .filter(|port| !port.is_empty())
            .map_or_else(|| default_port(self.scheme), |port| port.parse().ok())
    }

    /// Bytes of the URL before its path.
    pub(crate) fn origin_length(&self) -> usize {
        self.scheme.len() + "://".len() + self.user.len() + self.host.len() + self.port.len()
    }

    pub(crate) fn write(&self, out: &mut String) {
        let parts = [self.scheme, "://", self.user, self.host, self.port, self.path, self.rest];
        out.extend(parts);
    }
}

/// The port of http or https, in any case.
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    match () {
        () if scheme.eq_ignore_ascii_case("http") => Some(80),
        () if scheme.eq_ignore_ascii_case("https") => Some(443),
        () => None,
    }
}

/// Whether a host is a name that every reader takes as it stands.
pub(crate) fn is_plain(host: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    !host.is_empty() && host.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn parts_make_the_whole() {
        for (url, port) in [
            ("http://h", Some(80)),
            ("HTTPS://me:pw@H.example:8443/a/b?c=d#e", Some(8443)),
            ("https://[::1]:/?x:y@z", Some(443)),
            ("http://bücher.de/ü", Some(80)),
        ] {
            let address = Address::split(url).unwrap();
            let mut whole = String::new();
            address.write(&mut whole);
            assert_eq!((whole.as_str(), address.port_number()), (url, port));
            assert_eq!(
                address.origin_length(),
                url.len() - address.path.len() - address.rest.len()
            );
        }
    }

    #[test]
    fn others_are_none() {
        for url in [
            "",
            "/a",
            "//h/a",
            "ftp://h/",
            "mailto:a@h",
            "http:/h",
            "http:///a",
            "http://a b/",
            "http://h:x/",
        ] {
            assert!(Address::split(url).is_none(), "{url}");
        }
    }
}
