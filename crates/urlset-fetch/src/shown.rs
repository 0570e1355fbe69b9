//! Addresses as they may be shown: without user and password, also where somebody mistyped one.
//!
//! What a parser of URLs makes of a mistyped address does not matter here: what looks like a password
//! to a person is hidden. An address begins with a scheme and `://`; or with `http` or `https` and a
//! colon or slashes of either kind; or with two slashes; or it is `user:password@host` alone.

use std::borrow::Cow;

/// What has no password before its `@`, though a colon stands there: schemes of mail and messages, names
/// (RFC 4151, 8141), and words that people write before an address of mail.
const NO_USERS: [&str; 14] = [
    "acct", "cid", "contact", "e-mail", "email", "mail", "mailto", "mid", "sip", "sips", "support",
    "tag", "urn", "xmpp",
];

/// What stands around words of a sentence.
const AROUND: &str = "\"'`<>()[]{}=,";

/// An address as it may be shown: without user and password.
///
/// ```
/// assert_eq!(urlset_fetch::shown("https://ann:pw@example.com/a"), "https://***@example.com/a");
/// assert_eq!(urlset_fetch::shown("https://example.com/@a"), "https://example.com/@a");
/// assert_eq!(urlset_fetch::shown("http://e.com/?to=http://ann:pw@f.com"), "http://e.com/?to=http://***@f.com");
/// assert_eq!(urlset_fetch::shown("https:ann:pw@example.com"), "https:***@example.com");
/// ```
pub fn shown(url: &str) -> String {
    let starts = starts(url);
    let part = |from: usize, to: usize| url.get(from..to).unwrap_or_default();
    let mut shown = bare(part(0, starts.first().map_or(url.len(), |start| start.at)));
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(url.len(), |next| next.at);
        shown += part(start.at, start.authority);
        shown += &hidden(part(start.authority, end), start.has_user);
    }
    shown
}

/// A text without user and password of the addresses in it: also of one where no address belongs, which
/// whoever reads a log should not find there.
///
/// ```
/// let text = urlset_fetch::hide("`https//ann:pw@example.com/a`: mailto:ann@example.com");
/// assert_eq!(text, "`https//***@example.com/a`: mailto:ann@example.com");
/// ```
pub fn hide(text: &str) -> Cow<'_, str> {
    if !text.contains('@') {
        return Cow::Borrowed(text);
    }
    let mut hidden = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = rest.split_at(word_end(rest));
        hidden += &shown(word);
        let begin = after.find(|c: char| !c.is_whitespace()).unwrap_or(after.len());
        let (space, next) = after.split_at(begin);
        hidden += space;
        rest = next;
    }
    Cow::Owned(hidden)
}

/// Where the word at the front of a text ends: at white space, but for what stands in quotes of which the
/// last is the last of a word, since a password may hold either.
fn word_end(text: &str) -> usize {
    let space = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some(quote) = text.chars().next().filter(|first| "\"'`".contains(*first)) else {
        return space;
    };
    let line = text.lines().next().unwrap_or_default();
    let is_last = |at: &usize| {
        let after = line.get(at + 1..).and_then(|after| after.chars().next());
        *at > 0 && after.is_none_or(|next| !next.is_alphanumeric() && next != '@')
    };
    line.match_indices(quote).map(|(at, _)| at + 1).find(|end| is_last(&(end - 1))).unwrap_or(space)
}

/// Where an address begins.
struct Start {
    at: usize,
    /// Where its scheme and slashes end.
    authority: usize,
    /// What stands before an `@` is a user, also without a password.
    has_user: bool,
}

/// The addresses in a text, of which others may stand in the path or the query of one.
fn starts(text: &str) -> Vec<Start> {
    let in_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let told = text.match_indices("://").map(|(at, _)| {
        let front = text.get(..at).unwrap_or_default();
        let authority = after_slashes(text, at + 1);
        Start { at: front.trim_end_matches(in_scheme).len(), authority, has_user: true }
    });
    let mut all: Vec<Start> = told.chain(half_told(text)).collect();
    let first = all.iter().map(|start| start.at).min().unwrap_or(text.len());
    let slashes = ["//", "\\\\"].iter().flat_map(|slashes| text.match_indices(slashes));
    let slashes: Vec<usize> = slashes.map(|(at, _)| at).collect();
    // The first before any address, and such as begin a word: in the path of an address they are none.
    let front = slashes.iter().copied().filter(|at| *at < first).min();
    let begun = slashes.into_iter().filter(|at| begins_word(text, *at));
    all.extend(begun.chain(front).map(|at| {
        let authority = after_slashes(text, at);
        let is_named = text.get(authority..).is_some_and(|rest| !rest.starts_with('@'));
        Start { at, authority, has_user: at < first && begins_word(text, at) && is_named }
    }));
    all.sort_by_key(|start| start.at);
    let mut upto = 0;
    all.retain(|start| {
        let is_next = start.at >= upto;
        upto = if is_next { start.authority } else { upto };
        is_next
    });
    all
}

/// Addresses of the web of which a colon or a slash is missing, at the front of a word.
fn half_told(text: &str) -> impl Iterator<Item = Start> {
    let lower = text.to_ascii_lowercase();
    let found: Vec<usize> = lower.match_indices("http").map(|(at, _)| at).collect();
    found.into_iter().filter(|at| begins_word(text, *at)).filter_map(move |at| {
        let (rest, end) = (lower.get(at + 4..)?, at + 4);
        let end = if rest.starts_with('s') { end + 1 } else { end };
        let has_colon = lower.get(end..)?.starts_with(':');
        let authority = after_slashes(&lower, end + usize::from(has_colon));
        // `HTTP/1.1` is no address.
        let has_user = has_colon || authority > end + 1;
        (authority > end).then_some(Start { at, authority, has_user })
    })
}

fn begins_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|front| front.chars().next_back());
    before.is_none_or(|c| c.is_whitespace() || AROUND.contains(c))
}

/// Where slashes end, any number of either: a browser takes them for two.
fn after_slashes(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len() - rest.trim_start_matches(['/', '\\']).len()
}

/// What follows the slashes, without user and password.
fn hidden(rest: &str, has_user: bool) -> String {
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or_default();
    let has_host = match authority.rsplit_once('@') {
        Some((user, host)) => {
            !user.contains(':') || host == "localhost" || host.contains(['.', ':'])
        }
        // What is no port may be a password that goes on behind a slash.
        None => authority.rsplit_once(':').is_none_or(|(_, port)| is_port(port)),
    };
    let end = if has_host { end } else { rest.rfind('@').map_or(end, |at| end.max(at + 1)) };
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((user, host)) if has_user || user.contains(':') => format!("***@{host}{path}"),
        _ => rest.to_owned(),
    }
}

fn is_port(text: &str) -> bool {
    text.ends_with(']') || text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word without any slashes before its host: a user is one only with a password.
fn bare(word: &str) -> String {
    let end = word.find(['/', '\\']).unwrap_or(word.len());
    let (authority, path) = word.split_at(end);
    let Some((front, host)) = authority.rsplit_once('@') else { return word.to_owned() };
    let colon = front.find(':').unwrap_or(front.len());
    let is_around = |c: char| c.is_whitespace() || AROUND.contains(c);
    let begin = front.get(..colon).and_then(|user| user.rfind(is_around)).map_or(0, |at| at + 1);
    let (before, user) = front.split_at(begin);
    let name = user.split(':').next().unwrap_or_default();
    let is_time = user.bytes().all(|byte| byte.is_ascii_digit() || b"-:.+TZ".contains(&byte));
    let has_none = NO_USERS.iter().any(|one| one.eq_ignore_ascii_case(name));
    match user.contains(':') && !is_time && !has_none {
        true => format!("{before}***@{host}{path}"),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{hide, shown};

    /// What people type for `https://` and leave out of it.
    const BEGINNINGS: [&str; 26] = [
        "https://",
        "HTTP://",
        "https:/",
        "https:",
        "Http:",
        "https//",
        "HTTPS//",
        "https/",
        "http\\\\",
        "http:\\\\",
        "http:\\",
        "https:///",
        "https:/\\",
        "//",
        "\\\\",
        "://",
        "https:://",
        "https;//",
        "https.//",
        "htps://",
        "htp//",
        "hxxps:\\\\",
        "htps:",
        "ftp://",
        "feed:https://",
        "",
    ];

    const SECRETS: [&str; 8] = [
        "ann:sesame",
        "ann:sesame@sesame",
        ":sesame",
        "ann:se%40same",
        "ann:1sesame",
        "ann:sesame:sesame",
        "a.n-n:'sesame'",
        "2024:sesame",
    ];

    const HOSTS: [&str; 7] = [
        "e.com",
        "h",
        "e.com:8443/a.xml",
        "127.0.0.1/?q=1#f",
        "[::1]:80/",
        "e.com/a@b.xml",
        "localhost:1",
    ];

    #[test]
    fn no_mistyped_address_shows_a_password() {
        let around = [
            ("", ""),
            ("`", "`"),
            ("'", "' for '--x <URL>'"),
            ("--to=", ""),
            ("(", ")"),
            ("see ", ", or not"),
            ("https://e.com/=", ""),
            ("a,", ",b"),
            ("\"", "\": no such host"),
            ("<", ">"),
        ];
        // Within an address nothing tells the others from a path.
        let is_told = |beginning: &str, before: &str| {
            let lower = beginning.to_lowercase();
            let begins = ["http:", "https:", "http\\", "http/", "https/", "//", "\\\\"];
            let is_begun = begins.iter().any(|one| lower.starts_with(one));
            !before.contains("e.com") || is_begun || beginning.contains("://")
        };
        for (beginning, secret) in BEGINNINGS.iter().flat_map(|one| SECRETS.map(|two| (one, two))) {
            for host in HOSTS {
                let address = format!("{beginning}{secret}@{host}");
                let alone = shown(&address);
                assert!(!alone.contains("same"), "{address}: {alone}");
                assert!(alone.contains("***@"), "{address}: {alone}");
                assert_eq!(shown(&alone), alone, "once is enough");
                for (before, after) in around.iter().filter(|one| is_told(beginning, one.0)) {
                    let text = format!("{before}{address}{after}");
                    let hidden = hide(&text);
                    assert!(!hidden.contains("same"), "{text}: {hidden}");
                    assert!(
                        hidden.starts_with(*before) && hidden.ends_with(after),
                        "{text}: {hidden}"
                    );
                }
            }
        }
        for (text, expected) in [
            ("'https://ann:p w@h' for '--x'", "'https://***@h' for '--x'"),
            ("'https://ann:p'w@h' for '--x'", "'https://***@h' for '--x'"),
            ("'https://ann:p\"w`@h/a' is", "'https://***@h/a' is"),
            ("https//token@h //token@h", "https//***@h //***@h"),
        ] {
            assert_eq!(hide(text), expected);
        }
    }

    #[test]
    fn what_is_no_address_stays() {
        for text in [
            "mailto:a@b",
            "MAILTO:a.b@c.com,d@e.com",
            "2024-01-01T00:00:00@x",
            "12:30@cafe",
            "a@b",
            "@a",
            "https://e.com/@a",
            "https://e.com/a//b:c@d",
            "https://e.com/http/a:b@c",
            "https://[::1]:80/@a",
            "https://e.com:8080/@a",
            "https://e.com/?q=a:b@c",
            "HTTP/1.1@x",
            "http: a@b",
            "C:\\a@b.xml",
            "out//img@2x.png",
            "//@ts-ignore",
            "//server/a@b",
            "\\\\server\\a@b",
            "Email:ann@example.com",
            "a/http:x@b",
            "tag:e.com,2024:a@b",
            "//cdn.example.com:443/@a",
            "503: ann@example.com",
            "",
            "// see a@b",
            "nonsense",
            "https://example.com/@ann and ann@example.com",
            " \u{a0}@ \n\n@ ",
        ] {
            assert_eq!(hide(text), text);
            if !text.contains(' ') {
                assert_eq!(shown(text), text);
            }
        }
    }

    #[test]
    fn what_is_typed_has_no_password() {
        for (text, expected) in [
            ("no address", "no address"),
            ("--to https://ann:secret@h/x: no such format", "--to https://***@h/x: no such format"),
            ("`a://b@h`, `ftp://x:y@h:1/@z`", "`a://***@h`, `ftp://***@h:1/@z`"),
            ("https://a/=https://b:c@d/,e://f@g:", "https://a/=https://***@d/,e://***@g:"),
            ("a://b://c@d e://://://f@g", "a://b://***@d e://://://***@g"),
            ("(http://ann:sec/r?e#t@h/x)", "(http://***@h/x)"),
        ] {
            assert_eq!(hide(text), expected);
        }
    }

    #[test]
    fn nobody_sees_credentials() {
        for (url, expected) in [
            ("https://a:b@example.com/", "https://***@example.com/"),
            ("https://a@example.com/x@y", "https://***@example.com/x@y"),
            ("https://a:b@c@example.com", "https://***@example.com"),
            ("https:\\\\a:b@example.com/", "https:\\\\***@example.com/"),
            ("https:/a:b@example.com/", "https:/***@example.com/"),
            ("http://ann:sec/ret@example.com/", "http://***@example.com/"),
            ("http://ann:sec#r?t@example.com/", "http://***@example.com/"),
            ("http://ann:se@c/ret@example.com/", "http://***@example.com/"),
            ("https://cat:s4@e.com/@z", "https://***@e.com/@z"),
            ("http://cat@h/@z", "http://***@h/@z"),
            ("http://cat:s4@localhost/@z", "http://***@localhost/@z"),
            ("https://ann:p w@example.com/", "https://***@example.com/"),
            ("Http:ann:pw@e.com/*", "Http:***@e.com/*"),
            ("ann:pw@e.com/a@b.xml", "***@e.com/a@b.xml"),
            ("https//ann:p@w@e.com", "https//***@e.com"),
        ] {
            assert_eq!(shown(url), expected);
        }
    }
}
