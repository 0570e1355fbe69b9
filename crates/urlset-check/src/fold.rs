//! What two addresses have in common that differ in one thing only.

use memchr::{memchr, memchr2, memchr3};
use urlset_core::{Loc, begins};
use urlset_ops::is_normal_target;

/// A normal http(s) address, taken apart by what pairs differ in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'n> {
    /// `https://`, `http://`
    scheme: &'n str,
    /// `www.` or nothing.
    www: &'n str,
    /// With user and port.
    host: &'n str,
    /// Without the slash at its end.
    path: &'n str,
    /// `/` or nothing.
    slash: &'n str,
    /// With its question mark.
    query: &'n str,
    /// With its hash.
    fragment: &'n str,
}

/// Scheme, host and port of the last address that was normal as it stood: the next one has the same,
/// nearly always, and only the rest of it is looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Front {
    /// Up to the path; empty for none.
    origin: String,
    /// Bytes of it before the host without `www.`.
    before: usize,
}

impl Front {
    /// Remembers an address that is in normal form.
    pub(crate) fn note(&mut self, parts: &Parts<'_>) {
        self.origin.clear();
        [parts.scheme, parts.www, parts.host].iter().for_each(|part| self.origin.push_str(part));
        self.before = parts.scheme.len() + parts.www.len();
    }

    /// What [`Parts::fold`] would put down, where the address has this front and is normal;
    /// `false` for any other.
    pub(crate) fn fold(&self, loc: &Loc, out: &mut String) -> bool {
        let text = loc.as_str();
        if self.origin.is_empty() || !begins(text.as_bytes(), self.origin.as_bytes()) {
            return false;
        }
        let rest = text.get(self.origin.len()..).unwrap_or_default();
        // Who looked for remarks and found none has looked at all that a normal form changes. The host may
        // be longer than the one that is known.
        let is_normal = match loc.is_unremarkable() {
            true => rest.starts_with('/'),
            false => is_normal_target(rest.as_bytes()),
        };
        debug_assert_eq!(is_normal, is_normal_target(rest.as_bytes()), "{text}");
        if !is_normal {
            return false;
        }
        let (path, rest) = rest.split_at(path_end(rest));
        let query = rest.split_at(memchr(b'#', rest.as_bytes()).unwrap_or(rest.len())).0;
        let host = self.origin.get(self.before..).unwrap_or_default();
        out.clear();
        out.push_str(host);
        out.push_str(path.strip_suffix('/').unwrap_or(path));
        out.push_str(query);
        out.make_ascii_lowercase();
        true
    }
}

/// By which other address of the set another one is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Everything but scheme, `www.` and last slash.
    Marks,
    /// Everything with the path in one case.
    Case,
    /// Everything but the fragment.
    Fragment,
}

impl By {
    pub(crate) const ALL: [By; 3] = [By::Marks, By::Case, By::Fragment];
}

impl<'n> Parts<'n> {
    /// Takes apart an address that is in normal form; `None` for any other text.
    pub(crate) fn of(normal: &'n str) -> Option<Parts<'n>> {
        let start = match normal.as_bytes() {
            [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => 8,
            [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => 7,
            _ => return None,
        };
        let (scheme, rest) = normal.split_at_checked(start)?;
        let end = memchr3(b'/', b'?', b'#', rest.as_bytes())?;
        // A text without a path has no normal form, whatever it looks like.
        let (host, rest) = rest.split_at_checked(end).filter(|(_, rest)| rest.starts_with('/'))?;
        let www = if host.starts_with("www.") { 4 } else { 0 };
        let (www, host) = host.split_at_checked(www)?;
        let (path, rest) = rest.split_at_checked(path_end(rest))?;
        let hash = memchr(b'#', rest.as_bytes()).unwrap_or(rest.len());
        let (query, fragment) = rest.split_at_checked(hash)?;
        let bare = path.strip_suffix('/').unwrap_or(path);
        let (path, slash) = path.split_at_checked(bare.len())?;
        Some(Parts { scheme, www, host, path, slash, query, fragment })
    }

    /// Puts down what all addresses have in common that differ in one thing only.
    pub(crate) fn fold(&self, out: &mut String) {
        out.clear();
        [self.host, self.path, self.query].into_iter().for_each(|part| out.push_str(part));
        // Of the query too, which costs a comparison now and then.
        out.make_ascii_lowercase();
    }

    /// Appends what all have in common that differ in this.
    pub(crate) fn put(&self, by: By, out: &mut Vec<u8>) {
        let Parts { scheme, www, host, path, slash, query, fragment } = *self;
        let parts = match by {
            By::Marks => ["", "", host, path, "", query, fragment],
            By::Case => [scheme, www, host, path, slash, query, fragment],
            By::Fragment => [scheme, www, host, path, slash, query, ""],
        };
        for (number, part) in parts.into_iter().enumerate() {
            let start = out.len();
            out.extend_from_slice(part.as_bytes());
            if let Some(part) = out.get_mut(start..).filter(|_| by == By::Case && number == 3) {
                part.make_ascii_lowercase();
            }
        }
    }

    /// Bits for scheme, `www.` and last slash.
    pub(crate) fn marks(&self) -> u8 {
        u8::from(self.scheme.len() == 8)
            | u8::from(!self.www.is_empty()) << 1
            | u8::from(!self.slash.is_empty()) << 2
    }
}

/// Where the path ends that a text begins with.
fn path_end(text: &str) -> usize {
    memchr2(b'?', b'#', text.as_bytes()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::{By, Front, Parts};
    use urlset_core::{Entry, Fields, Loc, ReadOptions};
    use urlset_ops::Key;

    /// The front of a host that goes on is no front of an address.
    #[test]
    fn hosts_that_begin_alike() {
        let options = ReadOptions { remarks: true, ..ReadOptions::default() };
        let (fields, mut entry, mut out) = (Fields::new(&options), Entry::default(), String::new());
        let mut front = Front::default();
        front.note(&Parts::of("https://example.co/").unwrap());
        for (text, folds) in [("https://example.co/a", true), ("https://example.com/a", false)] {
            assert!(fields.plain_loc(&mut entry, text) && entry.loc.is_unremarkable());
            assert_eq!(front.fold(&entry.loc, &mut out), folds, "{text}");
        }
        assert!(!Loc::new("https://example.com/a").is_unremarkable());
    }

    #[test]
    fn what_is_common() {
        let all = "https://www.me@e.com:81/A/b/?c=/D#E/";
        let parts = Parts::of(all).unwrap();
        let put = |by| {
            let mut out = Vec::new();
            parts.put(by, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            By::ALL.map(put),
            [
                "me@e.com:81/A/b?c=/D#E/",
                "https://www.me@e.com:81/a/b/?c=/D#E/",
                "https://www.me@e.com:81/A/b/?c=/D",
            ]
        );
        assert_eq!(parts.marks(), 7);
        let mut folded = String::new();
        parts.fold(&mut folded);
        assert_eq!(folded, "me@e.com:81/a/b?c=/d");
        assert_eq!(Parts::of("http://e.com/a").unwrap().marks(), 0);
        assert_eq!(Parts::of("http://e.com/").unwrap().marks(), 4);
        assert!(Parts::of("HTTP://e.com/").is_none() && Parts::of("http://e.com").is_none());
        assert!(Parts::of("https://www.[::1]:81?a#x/").is_none());
    }

    #[test]
    fn a_known_front_gives_the_same() {
        let origins =
            ["https://e.com", "http://www.e.com", "https://www.me@e.com:81", "https://E.com"];
        let rests = [
            "/",
            "/A/b/",
            "/a/b",
            "/a?B=/c/",
            "/a/?b#c/",
            "/a#b?c/",
            "",
            "?a",
            "#a",
            "/a%C3%BCb",
            "/a%c3",
            "/%41",
            "/a/./b",
            "/a b",
            "/%",
            "/%2",
            "x/",
            ":80/",
            "/\u{fc}",
            "//",
            "/?",
            "/#",
        ];
        let (mut slow, mut quick, mut normal) = (String::new(), String::new(), String::new());
        let mut count = 0;
        for (one, other) in origins.iter().flat_map(|one| origins.iter().map(move |two| (one, two)))
        {
            let mut front = Front::default();
            let first = format!("{one}/");
            assert!(!front.fold(&Loc::new(&first), &mut quick));
            let first = Key::Normalized.of(&first, &mut normal).to_owned();
            front.note(&Parts::of(&first).unwrap());
            for loc in rests.iter().map(|rest| format!("{other}{rest}")) {
                if !front.fold(&Loc::new(&loc), &mut quick) {
                    continue;
                }
                count += 1;
                let known = Key::Normalized.of(&loc, &mut normal);
                assert_eq!(known, loc);
                Parts::of(known).unwrap().fold(&mut slow);
                assert_eq!(slow, quick, "{loc}");
            }
        }
        assert!(count > 30, "{count}");
    }
}
