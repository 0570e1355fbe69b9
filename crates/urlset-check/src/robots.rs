//! Which addresses a robots.txt disallows (RFC 9309), and which sitemaps it names.

use crate::address::Address;
use crate::patterns::{Pattern, Patterns};
use std::sync::{Arc, OnceLock};
use urlset_core::Profile;

/// Bytes that are looked at; RFC 9309 section 2.5 asks for so many, and Google reads no more.
pub const ROBOTS_BYTES: usize = 500 * 1024;

/// A robots.txt that somebody supplied: nothing is fetched.
///
/// ```
/// use urlset_check::Robots;
/// use urlset_core::Profile;
///
/// let text = "User-agent: *\nDisallow: /cart\nAllow: /cart/help$\n";
/// let robots = Robots::parse("https://example.com/robots.txt", text).unwrap();
/// let rules = robots.rules(Profile::SitemapsOrg);
/// assert_eq!(rules.blocks("/cart/pay?now"), Some("/cart"));
/// assert_eq!(rules.blocks("/cart/help"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Robots {
    pub(crate) https: bool,
    pub(crate) host: String,
    pub(crate) port: String,
    groups: Vec<Group>,
    sitemaps: Vec<String>,
    /// What it asks of the crawlers of each row of [`CRAWLERS`], from when somebody asked.
    asked: [OnceLock<Arc<Patterns>>; CRAWLERS.len()],
}

/// The names of a consumer's crawlers, the nearest first.
const CRAWLERS: [&[&str]; 4] =
    [&[], &["googlebot"], &["bingbot", "msnbot"], &["yandexbot", "yandex"]];

/// Lines that begin with user agents.
#[derive(Clone, Debug, Default)]
struct Group {
    /// In lower case.
    agents: Vec<String>,
    rules: Vec<Pattern>,
}

impl Robots {
    /// Reads the robots.txt of the site that `address` is on. At most 500 KiB are looked at. Lines
    /// that say nothing it knows are skipped. `None` where the address is not http(s).
    pub fn parse(address: &str, text: &str) -> Option<Robots> {
        let mut buffer = String::new();
        let at = Address::of(address, &mut buffer)?;
        let (host, port) = (at.host.to_owned(), at.port.to_owned());
        let mut robots = Robots { https: at.https, host, port, ..Robots::default() };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = match crate::head(text, ROBOTS_BYTES) {
            whole if whole.len() == text.len() => whole,
            // A line that is cut would say something else.
            cut => cut.rfind(['\n', '\r']).and_then(|end| cut.get(..end)).unwrap_or_default(),
        };
        let mut in_agents = false;
        for line in text.split(['\n', '\r']) {
            let line = line.split_once('#').map_or(line, |(line, _)| line);
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            if key.eq_ignore_ascii_case("user-agent") {
                if !in_agents {
                    robots.groups.push(Group::default());
                }
                in_agents = true;
                robots.agent(value);
            } else if key.eq_ignore_ascii_case("allow") || key.eq_ignore_ascii_case("disallow") {
                in_agents = false;
                robots.rule(key.eq_ignore_ascii_case("allow"), value);
            } else if is_sitemap(key) {
                // Ends no group (RFC 9309 section 2.2.4).
                robots.sitemaps.push(value.to_owned());
            }
        }
        Some(robots)
    }

    /// As Google's parser reads it: what is no letter, hyphen or underscore ends the name.
    fn agent(&mut self, value: &str) {
        let known = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
        let name = match value.strip_prefix('*') {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => "*",
            _ => value.find(|c| !known(c)).and_then(|end| value.get(..end)).unwrap_or(value),
        };
        if let Some(group) = self.groups.last_mut() {
            group.agents.push(name.to_ascii_lowercase());
        }
    }

    fn rule(&mut self, allows: bool, value: &str) {
        // An empty pattern matches nothing; rules before the first group belong to nobody.
        if let Some(group) = self.groups.last_mut().filter(|_| !value.is_empty()) {
            let (ends, written) = (value.ends_with('$'), value.to_owned());
            let value = value.strip_suffix('$').unwrap_or(value);
            let mut text = String::with_capacity(value.len());
            canonical(value, false, &mut text);
            group.rules.push(Pattern { allows, written, text, ends });
        }
    }

    /// What it asks of the crawlers of a consumer: of all groups for the first name that any group
    /// has, else of those for everybody.
    pub fn rules(&self, profile: Profile) -> Rules {
        let row = match profile {
            Profile::SitemapsOrg | Profile::Legacy | Profile::StrictXsd => 0,
            Profile::Google => 1,
            Profile::Bing => 2,
            Profile::Yandex => 3,
        };
        let named = || CRAWLERS.get(row).copied().unwrap_or_default();
        let patterns = match self.asked.get(row) {
            Some(asked) => Arc::clone(asked.get_or_init(|| Arc::new(self.patterns(named())))),
            None => Arc::default(),
        };
        Rules { patterns }
    }

    fn patterns(&self, named: &[&str]) -> Patterns {
        for name in named.iter().chain(&["*"]) {
            let has = |group: &&Group| group.agents.iter().any(|agent| agent == name);
            let mut found = self.groups.iter().filter(has).peekable();
            if found.peek().is_some() {
                return Patterns::new(found.flat_map(|group| &group.rules).cloned().collect());
            }
        }
        Patterns::default()
    }

    /// The addresses of the sitemaps that it names, as written.
    pub fn sitemaps(&self) -> impl Iterator<Item = &str> {
        self.sitemaps.iter().map(String::as_str)
    }

    /// Whether it names a sitemap by this address, which is in normal form.
    pub(crate) fn names(&self, sitemap: &str) -> bool {
        let mut buffer = String::new();
        self.sitemaps.iter().any(|one| urlset_ops::Key::Normalized.of(one, &mut buffer) == sitemap)
    }

    /// Whether it is that of the site of an address.
    pub(crate) fn is_of(&self, address: &Address<'_>) -> bool {
        (self.https, self.host.as_str(), self.port.as_str())
            == (address.https, address.host, address.port)
    }
}

/// As `urlset-robots` reads the key.
fn is_sitemap(key: &str) -> bool {
    ["sitemap", "site-map"]
        .iter()
        .any(|known| key.get(..known.len()).is_some_and(|head| head.eq_ignore_ascii_case(known)))
}

/// What a robots.txt asks of one crawler.
#[derive(Clone, Debug)]
pub struct Rules {
    patterns: Arc<Patterns>,
}

/// What a robots.txt says of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<'r> {
    /// It may be fetched.
    Allowed,
    /// It may not, by this pattern, as the robots.txt has it.
    Blocked(&'r str),
    /// So many patterns with `*` are like it that not all of them were tried.
    Undecided,
}

impl Rules {
    /// The pattern by which a path with its query may not be fetched; `None` where it may be, or
    /// nothing is decided.
    pub fn blocks(&self, target: &str) -> Option<&str> {
        match self.judge(target) {
            Verdict::Blocked(by) => Some(by),
            Verdict::Allowed | Verdict::Undecided => None,
        }
    }

    /// Whether a path with its query may be fetched. However many rules there are, it costs no more
    /// than some thousand steps.
    pub fn judge(&self, target: &str) -> Verdict<'_> {
        // Section 2.2.2: the file itself is always allowed.
        if target == "/robots.txt" || self.patterns.is_empty() {
            return Verdict::Allowed;
        }
        let mut buffer = String::new();
        let odd = |byte: u8| matches!(byte, b'*' | b'$' | b'%') || byte >= 0x80;
        let target = if target.bytes().any(odd) {
            canonical(target, true, &mut buffer);
            &buffer
        } else {
            target
        };
        match self.patterns.first(target) {
            Some(Some(first)) if !first.allows => Verdict::Blocked(&first.written),
            Some(_) => Verdict::Allowed,
            None => Verdict::Undecided,
        }
    }
}

/// One spelling for what is the same octets (section 2.2.2): escapes in upper case, those of letters,
/// digits and `-._~` decoded, what is not ASCII escaped. In an address `*` and `$` are escaped too,
/// as a pattern must write them.
fn canonical(text: &str, literal: bool, out: &mut String) {
    let mut bytes = text.as_bytes();
    while let Some((byte, rest)) = bytes.split_first() {
        bytes = rest;
        let digits = rest.first_chunk::<2>().filter(|_| *byte == b'%');
        match digits.and_then(|[high, low]| Some((hex(*high)?, hex(*low)?))) {
            Some((high, low)) => {
                bytes = rest.get(2..).unwrap_or_default();
                let plain = high << 4 | low;
                if plain.is_ascii_alphanumeric() || b"-._~".contains(&plain) {
                    out.push(char::from(plain));
                } else {
                    escape(plain, out);
                }
            }
            None if byte.is_ascii() && !(literal || *byte == b'$') => out.push(char::from(*byte)),
            None if byte.is_ascii() && !b"*$".contains(byte) => out.push(char::from(*byte)),
            None => escape(*byte, out),
        }
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn escape(byte: u8, out: &mut String) {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    out.push('%');
    out.push(digit(byte >> 4).to_ascii_uppercase());
    out.push(digit(byte & 15).to_ascii_uppercase());
}

#[cfg(test)]
mod tests {
    use super::Robots;
    use urlset_core::Profile;

    fn blocked(rules: &str, target: &str) -> bool {
        let text = format!("User-agent: *\n{rules}");
        let robots = Robots::parse("https://e.com/", &text).unwrap();
        robots.rules(Profile::Google).blocks(target).is_some()
    }

    #[test]
    fn a_pattern_is_told_as_it_stands_there() {
        for (pattern, target) in [("/*.pdf$", "/a.pdf"), ("/\u{e9}", "/%C3%A9"), ("/%7ea", "/~a")] {
            let text = format!("User-agent: *\nDisallow: {pattern}");
            let robots = Robots::parse("https://e.com/", &text).unwrap();
            assert_eq!(robots.rules(Profile::Google).blocks(target), Some(pattern));
        }
    }

    /// The table of Google's page on robots.txt, RFC 9309 section 2.2.2 and 2.2.3, and edges.
    #[test]
    fn patterns() {
        for (pattern, yes, no) in [
            ("/", &["/", "/a?b"][..], &[][..]),
            ("/fish", &["/fish", "/fish.html", "/fish/s", "/fishheads", "/fish.php?a"], &["/Fish"]),
            ("/fish*", &["/fish", "/fishheads/y", "/fish.php?id=a"], &["/Fish", "/catfish"]),
            ("/fish/", &["/fish/", "/fish/?id=a"], &["/fish", "/fish.html", "/Fish/x"]),
            ("/*.php", &["/a.php", "/f/a.php?x", "/a.php/"], &["/", "/w.PHP"]),
            ("/*.php$", &["/a.php", "/f/a.php", "/a.php.php"], &["/a.php?x", "/a.php/", "/a.php5"]),
            ("/fish*.php", &["/fish.php", "/fishheads/cat.php?p"], &["/Fish.PHP"]),
            ("*/x", &["/x", "/a/x"], &["/"]),
            ("/a*b*c$", &["/abc", "/abcbc", "/a1b2c"], &["/ac", "/acb", "/abcd"]),
            ("/*b*b$", &["/bb", "/abab"], &["/b", "/ab"]),
            ("/**a", &["/a", "/xa"], &["/b"]),
            ("/$", &["/"], &["/a"]),
            ("/a$b", &["/a$b", "/a%24b"], &["/a"]),
            ("/.", &["/.git"], &["/", "/a"]),
            ("/foo/bar?baz=https://foo.bar", &["/foo/bar?baz=https://foo.bar"], &["/foo/bar"]),
            ("/foo/bar/\u{30c4}", &["/foo/bar/%E3%83%84"], &["/foo/bar/"]),
            ("/foo/bar/%e3%83%84", &["/foo/bar/%E3%83%84", "/foo/bar/\u{30c4}"], &["/foo/bar/"]),
            ("/foo/bar/%62%61%7A", &["/foo/bar/baz"], &["/foo/bar/b"]),
            (
                "/path/file-with-a-%2A.html",
                &["/path/file-with-a-*.html"],
                &["/path/file-with-a-b.html"],
            ),
            ("/path/foo-%24", &["/path/foo-$"], &["/path/foo-"]),
            ("/a%2fb", &["/a%2Fb"], &["/a/b"]),
            ("/%zz", &["/%zz"], &["/"]),
            ("", &[], &["/", "/a"]),
            ("/robots", &["/robots.txt5"], &["/robots.txt"]),
        ] {
            for target in yes {
                assert!(blocked(&format!("Disallow: {pattern}"), target), "{pattern} {target}");
            }
            for target in no {
                assert!(!blocked(&format!("Disallow: {pattern}"), target), "{pattern} {target}");
            }
        }
    }

    #[test]
    fn the_longest_decides() {
        for (rules, target, expected) in [
            ("Allow: /p\nDisallow: /", "/page", false),
            ("Allow: /folder\nDisallow: /folder", "/folder/page", false),
            ("Allow: /page\nDisallow: /*.htm", "/page.htm", true),
            ("Allow: /page\nDisallow: /*.ph", "/page.php5", false),
            ("Allow: /$\nDisallow: /", "/", false),
            ("Allow: /$\nDisallow: /", "/page.htm", true),
            ("disallow : /a # b\r\nallow:/a/b", "/a/b", false),
            ("disallow /a", "/a", false),
        ] {
            assert_eq!(blocked(rules, target), expected, "{rules} {target}");
        }
    }

    #[test]
    fn groups() {
        let text = "\u{feff}Disallow: /0\nUser-Agent: Googlebot/2.1\n\nSitemap: https://e.com/a.xml\n\
                    user-agent: bingbot\nDisallow: /1\nSitemap: /b\nDisallow: /2\nUser-agent: * x\nDisallow: /3\n\
                    User-agent: googlebot-news\nDisallow: /4\nUser-agent: GOOGLEBOT\nDisallow: /5\n\
                    User-agent: yandex\nAllow: /";
        let robots = Robots::parse("https://E.com/any", text).unwrap();
        let blocked = |profile| {
            let rules = robots.rules(profile);
            let paths = (0..6).filter(|path| rules.blocks(&format!("/{path}")).is_some());
            paths.map(|path| path.to_string()).collect::<String>()
        };
        assert_eq!(blocked(Profile::Google), "125");
        assert_eq!(blocked(Profile::Bing), "12");
        assert_eq!(blocked(Profile::Yandex), "");
        assert_eq!(blocked(Profile::SitemapsOrg), "3");
        assert!(robots.names("https://e.com/a.xml") && !robots.names("https://e.com/b"));
        assert!(Robots::parse("robots.txt", text).is_none());
        let silent = Robots::parse("http://e.com/", "Hello").unwrap();
        assert_eq!(silent.rules(Profile::Google).blocks("/"), None);
    }

    /// Patterns that would take others for ever.
    #[test]
    fn hostile_patterns_cost_a_look() {
        let line = format!("Disallow: /{}b\n", "*a".repeat(1000));
        let text = format!("User-agent: *\n{}", line.repeat(300));
        let robots = Robots::parse("https://e.com/", &text).unwrap();
        let rules = robots.rules(Profile::Google);
        assert_eq!(rules.blocks(&format!("/{}", "a".repeat(2000))), None);
    }
}
