//! URLs in normal form: the steps that RFC 3986 section 6.2 and the scheme http allow, no others.

use idna::AsciiDenyList;
use urlset_core::{any, cut};

/// One step to the normal form of a URL. None changes what a server is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `HTTP:` is `http:` (RFC 3986 section 6.2.2.1).
    SchemeCase,
    /// `Example.COM` is `example.com` (section 6.2.2.1).
    HostCase,
    /// `%c3` is `%C3` (section 6.2.2.1).
    EscapeCase,
    /// `%7E` is `~`, as of every letter, digit and `-._~` (section 6.2.2.2). Others stay escaped.
    NeedlessEscape,
    /// `/a/./b/../c` is `/a/c` (section 6.2.2.3).
    DotSegments,
    /// `http://h` is `http://h/` (section 6.2.3).
    EmptyPath,
    /// `http://h:80/` and `http://h:/` are `http://h/` (section 6.2.3).
    DefaultPort,
    /// `ü` is `%C3%BC` (RFC 3987 section 3.1).
    NotAscii,
    /// A space is `%20`, as of every other character that no URL may have. Square brackets stay: an
    /// escaped one is another address.
    IllegalCharacter,
    /// `bücher.de` is `xn--bcher-kva.de` (RFC 5891, UTS 46).
    InternationalHost,
}

impl Step {
    /// All of them, in the order in which they are described.
    pub const ALL: [Step; 10] = [
        Step::SchemeCase,
        Step::HostCase,
        Step::EscapeCase,
        Step::NeedlessEscape,
        Step::DotSegments,
        Step::EmptyPath,
        Step::DefaultPort,
        Step::NotAscii,
        Step::IllegalCharacter,
        Step::InternationalHost,
    ];

    /// Its name in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Step::SchemeCase => "scheme-case",
            Step::HostCase => "host-case",
            Step::EscapeCase => "escape-case",
            Step::NeedlessEscape => "needless-escape",
            Step::DotSegments => "dot-segments",
            Step::EmptyPath => "empty-path",
            Step::DefaultPort => "default-port",
            Step::NotAscii => "not-ascii",
            Step::IllegalCharacter => "illegal-character",
            Step::InternationalHost => "international-host",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The steps that bring a URL to its normal form; none where it is there already, or is no http(s)
/// URL.
///
/// ```
/// let steps: Vec<_> = urlset_ops::steps("http://example.com:80/%7ea").map(|step| step.as_str()).collect();
/// assert_eq!(steps, ["needless-escape", "default-port"]);
/// ```
pub fn steps(loc: &str) -> impl Iterator<Item = Step> + use<> {
    let taken = normalise(loc, &mut String::new()).unwrap_or_default();
    Step::ALL.into_iter().filter(move |step| taken & step.bit() != 0)
}

/// Whether a URL is certainly in normal form.
pub(crate) fn is_normal(loc: &str) -> bool {
    let rest = match loc.as_bytes() {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..] => rest,
        [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => rest,
        _ => return false,
    };
    let lower = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
    let host = rest.iter().position(|byte| !lower(byte)).unwrap_or(0);
    let path = rest.get(host..).unwrap_or_default();
    if host == 0 || path.first() != Some(&b'/') {
        return false;
    }
    is_normal_target(path)
}

/// Whether what follows a host, path and query and fragment, is certainly in normal form.
pub fn is_normal_target(target: &[u8]) -> bool {
    target.first() == Some(&b'/')
        && !urlset_core::any_pair(target, *b"/.")
        && has_normal_escapes(target)
}

const fn is_special(byte: u8) -> bool {
    (byte == b'%') | is_illegal(byte)
}

/// Whether all that is special are escapes in capitals, of what needs one.
fn has_normal_escapes(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = urlset_core::position(rest, is_special) {
        let digits = rest.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        let Some((byte, _)) = digits.and_then(escape) else { return false };
        let capital =
            digits.is_some_and(|two| !two.bytes().any(|digit| digit.is_ascii_lowercase()));
        if rest.get(at) != Some(&b'%') || !capital || decoded(byte).is_some() {
            return false;
        }
        rest = rest.get(at + 3..).unwrap_or_default();
    }
    true
}

/// Whether a byte may not stand in a URL (RFC 3986 section 2).
const fn is_illegal(byte: u8) -> bool {
    (byte <= b' ')
        | (byte >= b'{' && byte != b'~')
        | (byte == b'"')
        | (byte == b'<')
        | (byte == b'>')
        | (byte == b'\\')
        | (byte == b'^')
        | (byte == b'`')
}

/// Replaces `out` by the normal form, and gives the bits of the steps taken; `None` where the text is
/// no http(s) URL.
pub(crate) fn normalise(loc: &str, out: &mut String) -> Option<u16> {
    out.clear();
    let mut url = Normal { out, taken: 0 };
    let (scheme, rest) = cut(loc, |byte| byte == b':');
    let rest = rest.strip_prefix("://")?;
    let default_port = match () {
        () if scheme.eq_ignore_ascii_case("http") => "80",
        () if scheme.eq_ignore_ascii_case("https") => "443",
        () => return None,
    };
    url.lower(scheme, Step::SchemeCase);
    url.out.push_str("://");
    let (authority, rest) = cut(rest, |byte| matches!(byte, b'/' | b'?' | b'#'));
    url.authority(authority, default_port)?;
    let (path, rest) = cut(rest, |byte| matches!(byte, b'?' | b'#'));
    url.path(path);
    url.text(rest);
    Some(url.taken)
}

struct Normal<'o> {
    out: &'o mut String,
    taken: u16,
}

impl Normal<'_> {
    fn take(&mut self, step: Step) {
        self.taken |= step.bit();
    }

    fn lower(&mut self, text: &str, step: Step) {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.take(step);
        }
        let start = self.out.len();
        self.out.push_str(text);
        if let Some(added) = self.out.get_mut(start..) {
            added.make_ascii_lowercase();
        }
    }

    fn authority(&mut self, authority: &str, default_port: &str) -> Option<()> {
        // A name and nothing else, as nearly always.
        if !any(authority.as_bytes(), |byte| (byte == b'@') | (byte == b':') | (byte == b']')) {
            return self.host(authority);
        }
        let host = match authority.rsplit_once('@') {
            Some((user, host)) => {
                self.text(user);
                self.out.push('@');
                host
            }
            None => authority,
        };
        // An address of IPv6 has colons of its own.
        let name =
            host.rfind(']').map_or_else(|| host.find(':').unwrap_or(host.len()), |at| at + 1);
        let (name, port) = host.split_at_checked(name)?;
        self.host(name)?;
        let Some(number) = port.strip_prefix(':') else {
            return port.is_empty().then_some(());
        };
        if number.is_empty() || number == default_port {
            self.take(Step::DefaultPort);
        } else {
            self.out.push_str(port);
        }
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
    }

    fn host(&mut self, host: &str) -> Option<()> {
        if let Some(address) = host.strip_prefix('[') {
            let address = address.strip_suffix(']').filter(|address| !address.is_empty())?;
            let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b':' || is_mark(byte);
            self.lower(host, Step::HostCase);
            return address.bytes().all(known).then_some(());
        }
        let start = self.out.len();
        self.host_name(host)?;
        let name = self.out.get(start..)?;
        if !name.is_ascii() {
            let ascii = idna::domain_to_ascii_cow(name.as_bytes(), AsciiDenyList::URL).ok()?;
            let ascii = ascii.into_owned();
            self.take(Step::InternationalHost);
            self.out.truncate(start);
            self.out.push_str(&ascii);
        }
        let name = self.out.get(start..)?;
        let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'%' || is_mark(byte);
        (!name.is_empty() && name.bytes().all(known)).then_some(())
    }

    /// Letters in lower case, escapes in normal form.
    fn host_name(&mut self, host: &str) -> Option<()> {
        let (plain, escaped) = cut(host, |byte| byte == b'%');
        self.lower(plain, Step::HostCase);
        for part in escaped.split('%').skip(1) {
            let (byte, rest) = escape(part)?;
            match decoded(byte) {
                Some(plain) => {
                    self.take(Step::NeedlessEscape);
                    self.out.push(plain.to_ascii_lowercase());
                }
                None => self.escape(part, byte),
            }
            self.lower(rest, Step::HostCase);
        }
        Some(())
    }

    fn path(&mut self, path: &str) {
        let Some(path) = path.strip_prefix('/') else {
            self.take(Step::EmptyPath);
            self.out.push('/');
            return;
        };
        let floor = self.out.len();
        let mut segments = path.split('/').peekable();
        while let Some(segment) = segments.next() {
            let start = self.out.len();
            self.out.push('/');
            self.text(segment);
            let climbs = match self.out.get(start..) {
                Some("/.") => false,
                Some("/..") => true,
                _ => continue,
            };
            self.take(Step::DotSegments);
            self.out.truncate(start);
            if climbs && let Some(parent) = self.out.get(floor..).and_then(|all| all.rfind('/')) {
                self.out.truncate(floor + parent);
            }
            if segments.peek().is_none() {
                self.out.push('/');
            }
        }
    }

    /// Any part outside host and port: escapes in normal form, what is illegal escaped.
    fn text(&mut self, mut rest: &str) {
        // Where a per cent sign that begins no escape could be made to begin one: not before here.
        let mut safe = 0;
        let special = |byte: u8| byte == b'%' || is_illegal(byte);
        while let Some(at) = rest.bytes().position(special) {
            let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.out.push_str(plain);
            let mut chars = tail.chars();
            let Some(c) = chars.next() else { return };
            rest = chars.as_str();
            if c != '%' {
                self.encode(c);
            } else if let Some((byte, after)) = escape(rest) {
                match decoded(byte) {
                    Some(plain) if self.out.len() >= safe => {
                        self.take(Step::NeedlessEscape);
                        self.out.push(plain);
                    }
                    _ => self.escape(rest, byte),
                }
                rest = after;
            } else {
                // It stays: whether `%` or `%25` was meant, nobody knows.
                self.out.push('%');
                safe = self.out.len() + 2;
            }
        }
        self.out.push_str(rest);
    }

    fn encode(&mut self, c: char) {
        self.take(if c.is_ascii() { Step::IllegalCharacter } else { Step::NotAscii });
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            self.push_escape(byte);
        }
    }

    /// An escape that stays one; `written` begins with its digits.
    fn escape(&mut self, written: &str, byte: u8) {
        if written.bytes().take(2).any(|digit| digit.is_ascii_lowercase()) {
            self.take(Step::EscapeCase);
        }
        self.push_escape(byte);
    }

    fn push_escape(&mut self, byte: u8) {
        let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
        self.out.push('%');
        self.out.push(digit(byte >> 4).to_ascii_uppercase());
        self.out.push(digit(byte & 15).to_ascii_uppercase());
    }
}

/// The byte whose two digits come first, and what follows.
fn escape(text: &str) -> Option<(u8, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((u8::from_str_radix(digits, 16).ok().filter(|_| hex)?, rest))
}

/// What needs no escape (RFC 3986 section 2.3).
fn decoded(byte: u8) -> Option<char> {
    let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    plain.then_some(char::from(byte))
}

/// The marks of `reg-name` (RFC 3986 section 3.2.2).
fn is_mark(byte: u8) -> bool {
    b"-._~!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::{Step, is_normal, steps};
    use crate::Key;

    fn normal(loc: &str) -> String {
        Key::Normalized.of(loc, &mut String::new()).to_owned()
    }

    #[test]
    fn each_step() {
        for (loc, result, taken) in [
            ("HTTP://h/", "http://h/", "scheme-case"),
            ("http://Example.COM/A", "http://example.com/A", "host-case"),
            ("http://h/%c3%bc?%c3#%c3", "http://h/%C3%BC?%C3#%C3", "escape-case"),
            ("http://h/%7E%41%2d", "http://h/~A-", "needless-escape"),
            ("http://h/a/./b/../c", "http://h/a/c", "dot-segments"),
            ("http://h/a/%2e%2E/c/.", "http://h/c/", "needless-escape dot-segments"),
            ("http://h/../..//a/..", "http://h//", "dot-segments"),
            ("https://h", "https://h/", "empty-path"),
            ("http://h?a=/../b", "http://h/?a=/../b", "empty-path"),
            ("http://h:80/", "http://h/", "default-port"),
            ("https://h:443/", "https://h/", "default-port"),
            ("http://h:/", "http://h/", "default-port"),
            ("http://h:443/", "http://h:443/", ""),
            ("http://h/ü?ü", "http://h/%C3%BC?%C3%BC", "not-ascii"),
            (
                "http://h/a b\"{|}\\^`<>\u{7}",
                "http://h/a%20b%22%7B%7C%7D%5C%5E%60%3C%3E%07",
                "illegal-character",
            ),
            ("http://bücher.de/", "http://xn--bcher-kva.de/", "international-host"),
            ("http://BÜcher.de/", "http://xn--bcher-kva.de/", "host-case international-host"),
            ("http://a%2Db%c3.de/", "http://a-b%C3.de/", "escape-case needless-escape"),
            (
                "http://%4a:%7e@[::FF]:80/",
                "http://J:~@[::ff]/",
                "host-case needless-escape default-port",
            ),
        ] {
            assert_eq!(normal(loc), result);
            assert_eq!(steps(loc).map(Step::as_str).collect::<Vec<_>>().join(" "), taken, "{loc}");
            assert_eq!(normal(result), result, "a normal form is its own");
        }
    }

    /// Opt-in steps, those that are never right, and what is no URL.
    #[test]
    fn nothing_else() {
        for loc in [
            "http://h./",
            "http://h/#top",
            "http://h/?",
            "http://h/a//b",
            "http://h/dir",
            "http://www.h/index.html?b=1&a=2&utm_source=x",
            "http://h/A?q=a+b",
            "http://h/%2F%3F%26%25%23%5B",
            "http://h/%FC",
            "http://h/e%CC%81",
            "http://h/a[0]?a[]=1",
            "http://h/100%",
            "http://h/%%341",
            "http://h/%4%31",
            "http://h/.well-known/x",
            "http://h/a.b/..c/...",
            "http://h:080/",
            "/A/../b",
            "ftp://H/",
            "http:/H/",
            "http:///A/../b",
            "http://:80/../",
            "http://a b/%7e",
            "http://h:x/%7e",
            "http://[::1/%7e",
            "http://[]/%7e",
            "http://a%zz/%7e",
            "http://\u{ad}/%7e",
            "HTTP",
            "",
        ] {
            assert_eq!(normal(loc), loc);
            assert_eq!(steps(loc).count(), 0, "{loc}");
        }
    }

    #[test]
    fn real_locs_need_but_a_look() {
        for loc in ["https://www.example.com/a/b-c_d.html?x=1&y=[2]#z", "http://127.0.0.1/"] {
            assert!(is_normal(loc));
            let mut buffer = String::new();
            assert!(std::ptr::eq(Key::Normalized.of(loc, &mut buffer), loc));
            assert_eq!(buffer.capacity(), 0);
        }
    }

    #[test]
    fn exact_keys_are_the_text() {
        let loc = "HTTP://h:80/%7e";
        assert_eq!(Key::Exact.of(loc, &mut String::new()), loc);
    }
}
