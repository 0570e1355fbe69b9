//! Addresses of hosts that something is to be told about: of one alone, as of `localhost` or in capitals, and so of
//! each of its pages. What it is was found at the first of them.

use super::{Fields, Report, is_entity_escaped};
use crate::{Entry, Lost, Result, Rule, Sink, begins, remarks, rules};
use alloc::{string::String, vec::Vec};

/// Hosts that are remembered, as many as of those that nothing is told about.
const HOSTS: usize = 8;

/// A scheme and a host, and what is told of each address that begins so.
#[derive(Clone, Debug, Default)]
pub(super) struct Remarked {
    origin: String,
    remarks: Vec<(&'static Rule, String)>,
}

impl Fields {
    /// Sets the entry's loc and tells what there is to tell about it, where its host is remembered and the rest is
    /// plain; `false` where [`Fields::loc`] must look at it.
    pub(super) fn remarked_loc(
        &self,
        entry: &mut Entry,
        text: &str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let mut hosts = self.remarked.borrow_mut();
        let is_of = |host: &Remarked| begins(text.as_bytes(), host.origin.as_bytes());
        let is_whole = |host: &Remarked| remarks::is_plain_behind(text, host.origin.len());
        let Some(at) = hosts.iter().position(|host| is_of(host) && is_whole(host)) else {
            return Ok(false);
        };
        if self.bare && is_entity_escaped(text) {
            return Ok(false);
        }
        hosts.swap(0, at);
        let Some(host) = hosts.first() else { return Ok(false) };
        if text.len() < remarks::SHORTEST {
            report.send(sink, &rules::LOC_TOO_SHORT, text, Lost::Nothing)?;
        }
        for (rule, what) in &host.remarks {
            report.send(sink, rule, what, Lost::Nothing)?;
        }
        if text.len() == host.origin.len() {
            report.send(sink, &rules::LOC_EMPTY_PATH, text, Lost::Nothing)?;
        }
        entry.loc.put_faultless(text, false);
        Ok(true)
    }

    /// Whether something is told about the host of a text, as is remembered.
    pub(super) fn is_remarked(&self, text: &str) -> bool {
        let hosts = self.remarked.borrow();
        let mut behind = hosts.iter().filter_map(|host| text.strip_prefix(&*host.origin));
        behind.any(|behind| behind.is_empty() || behind.starts_with(['/', '?', '#', '\\']))
    }

    /// Remembers the host of a text, where something is told about it.
    pub(super) fn learn_remarked(&self, text: &str) {
        if self.known_origin(text).is_some() || self.is_remarked(text) {
            return;
        }
        let Some((origin, remarks)) = remarks::of_origin(text, self.is_host_name) else { return };
        let mut hosts = self.remarked.borrow_mut();
        if hosts.len() < HOSTS {
            hosts.push(Remarked::default());
        }
        // As of the others: what was met once goes first.
        if let Some(last) = hosts.last_mut() {
            last.origin.clear();
            last.origin.push_str(origin);
            last.remarks = remarks;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;
    use crate::{Diagnostic, Entry, Position, ReadOptions};

    const ORIGINS: [&str; 24] = [
        "http://a",
        "http://localhost:8080",
        "https://192.168.0.1",
        "HTTPS://e.com",
        "https://WWW.e.com",
        "https://e.com:443",
        "http://e.com:443",
        "http://e.com:",
        "http://e.com:99999",
        "http://e.com:x",
        "https://e.com",
        "https://e..com",
        "https://user@e.local",
        "https://[::1]",
        "https://b\u{fc}cher.de",
        "https://xn--bcher-kva.de",
        "https://xn--a.de",
        "https://shop.test",
        "http://http:",
        "http://http",
        "http://",
        "ftp://a",
        "http:/a",
        "//a",
    ];

    const RESTS: [&str; 24] = [
        "",
        "/",
        "/a",
        "/a/page-1.html",
        "/a/page-1.html?b=1&c=2",
        "/a/page-1.html?b=1&amp;c=2",
        "/a?utm_source=x&b",
        "/a?sid=1",
        "/a//b",
        "//e.com/a/b/c/d",
        "/http://a/b/c/d",
        "/a,https://e.com/b",
        "/./a/b/c/d/e/f",
        "/a/../b/c/d/e",
        "/%7Ea/b/c/d/e",
        "/%20a/b/c/d/e",
        "/a b/c/d/e/f/g",
        "?a=b&c=d&e=f&g=h",
        "#a",
        "\\a\\b\\c\\d\\e",
        ":80/a/b/c/d/e",
        "@e.com/a/b/c/d",
        "x.com/a/b/c/d/e",
        " ",
    ];

    fn told(fields: &Fields, text: &str) -> (bool, String, Vec<Diagnostic>) {
        let (mut entry, mut found) = (Entry::default(), Vec::new());
        let kept = fields.loc(&mut entry, text, &Position::start(0), &mut found).unwrap();
        (kept, entry.loc.to_string(), found)
    }

    #[test]
    fn what_is_remembered_is_what_a_first_look_finds() {
        let is_name: fn(&str) -> bool = |name| !name.contains("xn--a");
        let options =
            ReadOptions { remarks: true, is_host_name: Some(is_name), ..Default::default() };
        for (bare, joined) in [(false, false), (true, true)] {
            let new = || {
                let mut fields = Fields::new(&options);
                (fields.bare, fields.joined) = (bare, joined);
                fields
            };
            let (used, mut quick) = (new(), 0);
            for origin in ORIGINS {
                for (first, rest) in RESTS.iter().flat_map(|a| RESTS.iter().map(move |b| (a, b))) {
                    told(&used, &format!("{origin}{first}"));
                    let text = format!("{origin}{rest}");
                    assert_eq!(told(&used, &text), told(&new(), &text), "{text} after {first}");
                    quick += usize::from(
                        used.remarked.borrow().iter().any(|host| text.starts_with(&host.origin)),
                    );
                }
            }
            assert!(quick > 5_000, "{quick} were remembered");
            let hosts = used.remarked.borrow();
            let twice = |one: &super::Remarked| {
                hosts.iter().filter(|other| other.origin == one.origin).count() > 1
            };
            assert!(!hosts.iter().any(twice), "{hosts:?}");
        }
    }
}
