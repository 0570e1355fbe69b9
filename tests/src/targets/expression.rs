//! What people write after `--where`, `--fields` and `--map`: it is understood, or the place is
//! told where it is not.

use crate::{Settings, read_back, read_with};
use std::sync::LazyLock;
use urlset::query::{Filter, Origin, Scope, Selection};
use urlset::{Entry, csv};

/// Noon of 2026-11-21.
const NOW: i64 = 1_795_262_400;

const PAGES: &str = r#"{"loc":"https://example.com/"}
{"loc":"https://example.com/shop/tea?x=1#y","lastmod":"2026-11-20","changefreq":"daily","priority":"0.8"}
{"loc":"http://bücher.example:8080/de/a%20b","lastmod":"2026-03-01T10:00:00.5+02:00","images":[{"loc":"https://example.com/1.png"},{"loc":"https://example.com/2.png","title":"a 'b'"}]}
{"loc":"https://example.org/x","priority":"0.10","hreflang":[{"lang":"de","href":"https://example.org/de"}]}
"#;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let (_, entries) = read_back(urlset::format("jsonl").unwrap(), PAGES, &mut ()).unwrap();
    assert_eq!(entries.len(), 4);
    entries
});

const TABLE: &[u8] = b"a,b,URL,\"x y\",loc,lastmod,image.1.loc\n\
    1,2026-11-20,https://example.com/1,0.5,/1,20.11.2026,https://example.com/1.png\n\
    =1+1,x,https://example.com/2,daily,https://example.com/b,2026,\n";

/// An expression and its opposite accept together every entry, and none both.
pub fn filter(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let scope = Scope { extensions: urlset::EXTENSIONS, now: NOW, ..Scope::default() };
    for columns in [false, true] {
        let scope = Scope { columns, ..scope };
        match Filter::parse(&text, &scope) {
            Ok(filter) => opposes(&filter, &text, &scope),
            Err(fault) => points_into(&text, fault.span, &fault.message),
        }
        if let Err(fault) = Selection::parse(&text, &scope) {
            points_into(&text, fault.span, &fault.message);
        }
    }
}

fn opposes(filter: &Filter, text: &str, scope: &Scope) {
    // One level more may be one too many.
    let Ok(not) = Filter::parse(&format!("not ({text})"), scope) else {
        assert!(text.matches(['(', 'n']).count() > 20, "{text} is one, its opposite is none");
        return;
    };
    for entry in &*ENTRIES {
        let origin = Origin { source: "a.xml", line: 7, ..Origin::default() };
        let accepted = filter.accepts(entry, &origin);
        assert_ne!(accepted, not.accepts(entry, &origin), "{text} and its opposite: {entry:?}");
    }
}

pub(super) fn points_into(text: &str, span: std::ops::Range<usize>, message: &str) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is no place in {text:?}: {message}");
    assert!(!message.is_empty(), "{text:?} is refused without a word");
}

/// A mapping written again in full is the same mapping, and a table is read by any.
pub fn map(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mapping = match csv::parse_mapping(&text) {
        Ok(mapping) => mapping,
        Err(error) => return points_into(&text, error.offset..error.offset, error.message),
    };
    let quoted =
        |(column, field): &(String, String)| format!("\"{}\"={field}", column.replace('"', "\"\""));
    let again: Vec<String> = mapping.iter().map(quoted).collect();
    assert_eq!(csv::parse_mapping(&again.join(",")), Ok(mapping.clone()), "{text:?}");
    let mut settings = Settings::named("input.csv");
    settings.csv = Some(csv::CsvReadOptions { mapping, ..csv::CsvReadOptions::default() });
    let reading = read_with(&settings, TABLE);
    super::reading::judge(&reading, &settings);
}
