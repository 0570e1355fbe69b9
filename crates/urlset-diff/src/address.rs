//! The parts of an address that matter to a server, or that survive a move.

use url::Url;
use urlset_ops::Key;

/// An http(s) address in normal form, in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// Host and port.
    pub(crate) authority: &'a str,
    /// From the slash on, without query.
    pub(crate) path: &'a str,
    /// Path and query: what a browser asks for.
    pub(crate) request: &'a str,
    /// Whether a fragment follows, which no server sees.
    pub(crate) fragment: bool,
}

impl<'a> Address<'a> {
    /// The parts of a loc as it is written; `None` where it has no host and path.
    pub(crate) fn of(loc: &'a str) -> Option<Address<'a>> {
        let (scheme, rest) = loc.split_once("://")?;
        if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
            return None;
        }
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, _)) => (rest, true),
            None => (rest, false),
        };
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, request) = rest.split_at_checked(end)?;
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let path = request.split_once('?').map_or(request, |(path, _)| path);
        (!authority.is_empty()).then_some(Address { authority, path, request, fragment })
    }

    /// The host without `www.`, with its port.
    pub(crate) fn bare_host(self) -> &'a str {
        self.authority.strip_prefix("www.").unwrap_or(self.authority)
    }
}

/// An authority without its port.
pub(crate) fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => host,
        _ => authority,
    }
}

/// Whether an authority in normal form is a name or an address that a browser can ask for, with or
/// without a port. Anything else is no page's host, and could mean something to a server's syntax:
/// nginx takes a key that begins with `~` for an expression.
pub(crate) fn is_host(authority: &str) -> bool {
    let mut bytes = authority.bytes();
    bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte))
}

/// A loc in normal form, whatever the sets are compared by.
pub(crate) fn normal<'t>(loc: &'t str, buffer: &'t mut String) -> &'t str {
    Key::Normalized.of(loc, buffer)
}

/// A loc as a browser asks for it, in normal form: `\` is `/` and `'` in a query is `%27` then (WHATWG
/// URL). A dot that ends the host is left out, as nginx does in `$host`. What no browser reads stays
/// as it is.
pub(crate) fn asked(loc: &str, buffer: &mut String) -> String {
    let mut url = Url::parse(loc);
    if let Ok(url) = &mut url
        && let Some(host) = url.host_str().and_then(|host| host.strip_suffix('.'))
    {
        let host = host.to_owned();
        // A host that is nothing but a dot stays.
        let _ = url.set_host(Some(&host));
    }
    normal(url.as_ref().map_or(loc, Url::as_str), buffer).to_owned()
}

/// The path in lower case, without what sites change first: a slash at its end, the name of an index
/// page, the suffix of a page.
pub(crate) fn loose(path: &str) -> String {
    let mut path = path.to_ascii_lowercase();
    let page = [".html", ".htm", ".php", ".aspx", ".asp", ".jsp"];
    let stem = page.iter().find_map(|suffix| path.strip_suffix(suffix));
    let stem = stem.unwrap_or(&path);
    let index = ["/index", "/default"];
    let folder = index.iter().find_map(|name| stem.strip_suffix(name));
    let kept = folder.unwrap_or(stem).trim_end_matches('/').len();
    path.truncate(kept);
    path
}

/// The last segment of a loose path; empty for none.
pub(crate) fn last_segment(loose: &str) -> &str {
    loose.rsplit_once('/').map_or("", |(_, last)| last)
}

/// Appends a URL with everything percent-encoded that a URI must not hold (RFC 3986 section 2); what is
/// encoded already stays.
pub(crate) fn push_uri(url: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for c in url.chars() {
        let legal = c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
        if legal {
            out.push(c);
            continue;
        }
        let mut bytes = [0; 4];
        for byte in c.encode_utf8(&mut bytes).bytes() {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.push(HEX.get(usize::from(half)).copied().map_or('0', char::from));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, asked, is_host, last_segment, loose, push_uri, without_port};

    #[test]
    fn a_dot_after_the_host_is_none_of_the_address() {
        let mut buffer = String::new();
        for (loc, same) in [
            ("https://e.com./tea", "https://e.com/tea"),
            ("https://e.com.:8080/", "https://e.com:8080/"),
            ("http://./", "http://./"),
        ] {
            assert_eq!(asked(loc, &mut buffer), asked(same, &mut buffer), "{loc}");
        }
        assert_ne!(asked("https://e.com/.", &mut buffer), asked("https://e.com/a.", &mut buffer));
    }

    #[test]
    fn parts() {
        let address = Address::of("https://www.example.com:8080/a/b?c=1#d").unwrap();
        assert_eq!(address.authority, "www.example.com:8080");
        assert_eq!(address.bare_host(), "example.com:8080");
        assert_eq!((address.path, address.request), ("/a/b", "/a/b?c=1"));
        assert!(address.fragment);
        assert_eq!(Address::of("http://e.com?a").unwrap().request, "?a");
        assert_eq!(Address::of("ftp://e.com/"), None);
        assert_eq!(Address::of("/a"), None);
    }

    #[test]
    fn ports() {
        for (authority, host) in
            [("e.com", "e.com"), ("e.com:81", "e.com"), ("[::1]", "[::1]"), ("[::1]:8", "[::1]")]
        {
            assert_eq!(without_port(authority), host);
        }
    }

    #[test]
    fn hosts() {
        for host in ["e.com", "a-b.e_c.com:81", "127.0.0.1", "[::1]:8", "xn--bcher-kva.example"] {
            assert!(is_host(host), "{host}");
        }
        for host in ["~", "~.e.com", "*.e.com", "$host", "e%20f.com", "a;b", "\"", "bü.example"] {
            assert!(!is_host(host), "{host}");
        }
    }

    #[test]
    fn loose_paths() {
        for (path, expected, last) in [
            ("/", "", ""),
            ("/index.html", "", ""),
            ("/Shop/Green-Tea/", "/shop/green-tea", "green-tea"),
            ("/shop/green-tea.php", "/shop/green-tea", "green-tea"),
            ("/shop/index.php", "/shop", "shop"),
            ("/a.b", "/a.b", "a.b"),
        ] {
            assert_eq!(loose(path), expected, "{path}");
            assert_eq!(last_segment(&loose(path)), last, "{path}");
        }
    }

    #[test]
    fn uris() {
        let mut out = String::new();
        push_uri("https://e.com/größe a\"{$1}%20?x=[]&y#z", &mut out);
        assert_eq!(out, "https://e.com/gr%C3%B6%C3%9Fe%20a%22%7B$1%7D%20?x=[]&y#z");
    }
}
