//! Writing entries as a request body.

use crate::rules;
use idna::AsciiDenyList;
use urlset_core::{Entry, EntryWriter, Lost, Position, Result, Sink};

/// URLs that one body may hold.
const MOST: u64 = 10_000;

/// What a body says beside its URLs.
#[derive(Clone, Debug, Default)]
pub struct IndexNowOptions {
    /// The host of all URLs, as `www.example.com`; `None` takes that of the first entry.
    pub host: Option<Box<str>>,
    /// 8 to 128 letters, digits and dashes. A body without one is refused by every engine: it is
    /// written without, and told.
    pub key: Option<Box<str>>,
    /// The address of the key's file, where that is not `/KEY.txt` on the host.
    pub key_location: Option<Box<str>>,
}

/// Writes one request body.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc};
/// use urlset_indexnow::{IndexNowOptions, IndexNowWriter};
///
/// let mut writer = IndexNowWriter::with(IndexNowOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("\"urlList\""));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexNowWriter {
    options: IndexNowOptions,
    count: u64,
    checked: bool,
}

impl IndexNowWriter {
    /// A writer of a body that says this.
    pub fn with(options: IndexNowOptions) -> IndexNowWriter {
        IndexNowWriter { options, count: 0, checked: false }
    }

    fn check_key(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if std::mem::replace(&mut self.checked, true) {
            return Ok(());
        }
        let key = self.options.key.as_deref().unwrap_or_default();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if (8..=128).contains(&key.len()) && key.bytes().all(allowed) {
            return Ok(());
        }
        // The key may be a secret that was mistyped: it is not repeated.
        let detail = match key.len() {
            0 => "no key".to_owned(),
            length => format!("{length} bytes"),
        };
        sink.report(rules::BAD_KEY.at(Position::default()).detail(detail))
    }
}

/// Whether two names are of one host, in whatever case, and in Unicode or as DNS has it
/// ([UTS 46](https://www.unicode.org/reports/tr46/)).
///
/// ```
/// assert!(urlset_indexnow::is_one_host("Bücher.example", "xn--bcher-kva.example"));
/// assert!(!urlset_indexnow::is_one_host("bücher.example", "bucher.example"));
/// ```
pub fn is_one_host(one: &str, other: &str) -> bool {
    let ascii = |host: &str| {
        let host = idna::domain_to_ascii_cow(host.as_bytes(), AsciiDenyList::URL);
        host.map(std::borrow::Cow::into_owned)
    };
    one.eq_ignore_ascii_case(other)
        || !(one.is_ascii() && other.is_ascii())
            && ascii(one).is_ok_and(|one| ascii(other).is_ok_and(|other| one == other))
}

impl EntryWriter for IndexNowWriter {
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        Some(Box::new(self.clone()))
    }

    fn begin(&mut self, out: &mut String) {
        out.push_str("{\"urlList\":[");
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        self.check_key(sink)?;
        let own = entry.loc.host().unwrap_or_default();
        let host = self.options.host.get_or_insert_with(|| own.into());
        let loc = entry.loc.as_str();
        if !is_one_host(host, own) {
            let finding = rules::HOST_MISMATCH.at(Position::default()).loc(loc);
            let finding = finding.detail(format!("{loc} is not on {host}")).lost(Lost::Entry);
            return sink.report(finding);
        }
        self.count += 1;
        if self.count == MOST + 1 {
            sink.report(rules::TOO_MANY.at(Position::default()).loc(loc))?;
        }
        out.push_str(if self.count == 1 { "\n" } else { ",\n" });
        push_string(loc, out);
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        out.push_str(if self.count == 0 { "]" } else { "\n]" });
        let members = [
            ("host", &self.options.host),
            ("key", &self.options.key),
            ("keyLocation", &self.options.key_location),
        ];
        for (name, value) in members {
            if let Some(value) = value {
                out.push_str(",\"");
                out.push_str(name);
                out.push_str("\":");
                push_string(value, out);
            }
        }
        out.push_str("}\n");
    }
}

/// Appends a JSON string.
fn push_string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use super::{IndexNowOptions, IndexNowWriter};
    use proptest::prelude::*;
    use urlset_core::{Diagnostic, Entry, EntryWriter, Loc};

    fn write(
        options: IndexNowOptions,
        locs: impl IntoIterator<Item = String>,
    ) -> (serde_json::Value, Vec<String>) {
        let (mut out, mut findings) = (String::new(), Vec::<Diagnostic>::new());
        let mut writer = IndexNowWriter::with(options);
        // The driver asks for the end first, to know its size.
        writer.end(&mut String::new());
        writer.begin(&mut out);
        for loc in locs {
            writer.write_entry(&Entry::new(Loc::new(&loc)), &mut out, &mut findings).unwrap();
        }
        writer.end(&mut out);
        let show =
            |found: &Diagnostic| format!("{} {:?} {}", found.rule.id, found.lost, found.detail);
        (serde_json::from_str(&out).unwrap(), findings.iter().map(show).collect())
    }

    fn with_key(key: &str) -> IndexNowOptions {
        IndexNowOptions { key: Some(key.into()), ..IndexNowOptions::default() }
    }

    #[test]
    fn bodies() {
        let locs =
            || ["https://e.com/a", "http://E.com/b\"", "https://www.e.com/c"].map(String::from);
        let (body, found) = write(with_key("abc-DEF-1"), locs());
        let expected = serde_json::json!({
            "host": "e.com",
            "key": "abc-DEF-1",
            "urlList": ["https://e.com/a", "http://E.com/b\""],
        });
        assert_eq!(body, expected);
        assert_eq!(found, ["indexnow/host-mismatch Entry https://www.e.com/c is not on e.com"]);
        let options = IndexNowOptions {
            host: Some("www.e.com".into()),
            key_location: Some("https://www.e.com/k.txt".into()),
            ..with_key("12345678")
        };
        let (body, found) = write(options, locs());
        assert_eq!(body["urlList"], serde_json::json!(["https://www.e.com/c"]));
        assert_eq!(body["keyLocation"], "https://www.e.com/k.txt");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_host_has_two_spellings() {
        let locs = [
            "https://bücher.example/a",
            "https://xn--bcher-kva.example/b",
            "https://BÜCHER.example/c",
        ];
        let (body, found) = write(with_key("12345678"), locs.map(String::from));
        assert_eq!(body["urlList"], serde_json::json!(locs));
        assert_eq!(body["host"], "bücher.example");
        assert_eq!(found, [""; 0]);
        for (one, other) in [
            ("xn--a.example", "é.example"),
            ("", "é"),
            ("a.example", "á.example"),
            // Neither is a name.
            ("xn--a.é", "xn--b.é"),
        ] {
            assert!(!super::is_one_host(one, other), "{one} {other}");
        }
    }

    #[test]
    fn keys() {
        let long = "a".repeat(128);
        for (key, found) in [
            ("12345678", 0),
            (&*long, 0),
            ("1234567", 1),
            (&format!("{long}a"), 1),
            ("1234567_8", 1),
            ("", 1),
        ] {
            let locs = ["https://e.com/a", "https://e.com/b"].map(String::from);
            let (_, findings) = write(with_key(key), locs);
            assert_eq!(findings.len(), found, "{key} {findings:?}");
        }
        let (body, findings) = write(IndexNowOptions::default(), ["https://e.com/a".to_owned()]);
        assert_eq!(findings, ["indexnow/bad-key Nothing no key"]);
        assert_eq!(body.get("key"), None);
    }

    #[test]
    fn too_many_are_told_once_and_kept() {
        let locs = (0..10_002).map(|number| format!("https://e.com/{number}"));
        let (body, findings) = write(with_key("12345678"), locs);
        assert_eq!(body["urlList"].as_array().unwrap().len(), 10_002);
        assert_eq!(findings, ["indexnow/too-many Nothing "]);
    }

    proptest! {
        #[test]
        fn written_is_json(paths in prop::collection::vec("\\PC{0,20}", 0..9)) {
            let locs: Vec<String> = paths.iter().map(|path| format!("https://e.com/x{path}x")).collect();
            let (body, _) = write(with_key("12345678"), locs.clone());
            prop_assert_eq!(&body["urlList"], &serde_json::json!(locs));
        }
    }
}
