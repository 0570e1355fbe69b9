//! What two addresses have in common that differ in one thing only.

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
        let end = find(rest, |byte| (byte == b'/') | is_mark(byte))?;
        // A text without a path has no normal form, whatever it looks like.
        let (host, rest) = rest.split_at_checked(end).filter(|(_, rest)| rest.starts_with('/'))?;
        let www = if host.starts_with("www.") { 4 } else { 0 };
        let (www, host) = host.split_at_checked(www)?;
        let (path, rest) = rest.split_at_checked(find(rest, is_mark).unwrap_or(rest.len()))?;
        let hash = find(rest, |byte| byte == b'#').unwrap_or(rest.len());
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

/// Whether a byte ends the path.
fn is_mark(byte: u8) -> bool {
    (byte == b'?') | (byte == b'#')
}

/// Where the first such byte is: sixteen at a time, without branches over them.
fn find(text: &str, is: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, _) = text.as_bytes().as_chunks::<16>();
    let without = |chunk: &&[u8; 16]| !chunk.iter().fold(false, |any, byte| any | is(*byte));
    let start = 16 * chunks.iter().take_while(without).count();
    let rest = text.as_bytes().get(start..)?;
    rest.iter().position(|byte| is(*byte)).map(|at| start + at)
}

#[cfg(test)]
mod tests {
    use super::{By, Parts};

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
}
