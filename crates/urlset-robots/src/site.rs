//! The site of an address: its host and port, as far as two addresses may be compared.

/// The site of an address.
pub(crate) struct Site<'t> {
    /// Host and port as written, without user and password.
    pub(crate) authority: &'t str,
    host: &'t str,
    port: Option<&'t str>,
    /// The port that its scheme has where none is written.
    usual: &'static str,
}

impl Site<'_> {
    pub(crate) fn of(address: &str) -> Option<Site<'_>> {
        let (scheme, rest) = address.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port),
            _ => (authority, ""),
        };
        let usual = if scheme.eq_ignore_ascii_case("http") { "80" } else { "443" };
        let port = Some(port).filter(|port| !port.is_empty() && *port != usual);
        Some(Site { authority, host, port, usual })
    }

    /// Whether this is one site with another: of one host and one port, or of the usual ports of both
    /// schemes.
    pub(crate) fn is(&self, other: &Site<'_>) -> bool {
        let is_one_port = self.port.is_none() && other.port.is_none()
            || self.port.unwrap_or(self.usual) == other.port.unwrap_or(other.usual);
        is_one_port && urlset_core::may_be_one_host(self.host, other.host)
    }
}

#[cfg(test)]
mod tests {
    use super::Site;

    #[test]
    fn sites() {
        for (own, other, is_one) in [
            ("https://e.com/robots.txt", "https://e.com:443/s.xml", true),
            ("https://e.com/robots.txt", "http://E.com:80/s.xml", true),
            ("https://e.com/robots.txt", "https://ann:p@w@e.com?x", true),
            ("https://e.com/robots.txt", "https://e.com@f.com/", false),
            ("https://e.com/robots.txt", "https://e.com:8443/s.xml", false),
            ("https://e.com/robots.txt", "http://e.com:443/s.xml", true),
            ("https://[2001:db8::1]/robots.txt", "https://[2001:DB8::1]:443/s.xml", true),
            ("https://[2001:db8::1]/robots.txt", "https://[2001:db8::2]/s.xml", false),
            ("https://xn--bcher-kva.example/robots.txt", "https://b\u{fc}cher.example/a", true),
            ("https://B\u{dc}CHER.example/robots.txt", "https://b\u{fc}cher.example/a", true),
            ("https://bucher.example/robots.txt", "https://b\u{fc}cher.example/a", false),
        ] {
            let site = |url| Site::of(url).unwrap();
            assert_eq!(site(own).is(&site(other)), is_one, "{own} {other}");
        }
        let shown = Site::of("https://ann:pw@e.com:8443/a").unwrap().authority;
        assert_eq!(shown, "e.com:8443");
    }
}
