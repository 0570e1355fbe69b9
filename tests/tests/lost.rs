//! Whatever is torn open in a document, and wherever: each of its pages is read, or told as lost.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset::Lost;
use urlset_tests::{Settings, read_as};

/// What begins something and does not end it; some of it needs the end that another has.
const OPENINGS: [&str; 15] = [
    "<!--",
    "<!-- x -- ",
    "<?",
    "<?x ",
    "<?xml\n",
    "<![CDATA[",
    "<!DOCTYPE x [",
    "<!DOCTYPE x \"",
    "<image>",
    "<lastmod>",
    "<x:y xmlns:x='urn:x'>",
    "<title>",
    "<link>",
    "<url x=\"",
    "</x ",
];

/// The ends of all that, in things without fault.
const ENDS: &str = "<!-- y --><?y ?><![CDATA[ ]]>\n";

/// Reads a document of four pages once for each place and opening.
fn torn(format: &str, front: &str, page: fn(&str) -> String, back: &str) {
    let inside = ["a", "b", "c"].map(page).concat() + ENDS + &page("d");
    for (mends, lenient) in [(false, false), (true, false), (false, true)] {
        let mut settings = Settings::named("input.xml");
        (settings.open.read.mends, settings.open.read.lenient) = (mends, lenient);
        let read = |text: &str| {
            let reading = read_as(urlset::format(format).unwrap(), &settings, text.as_bytes());
            let lost = reading.findings.iter().filter(|told| told.lost == Lost::Entry).count();
            let rest = reading.findings.iter().any(|told| told.lost == Lost::Rest);
            (reading.entries.len(), lost, rest)
        };
        assert_eq!(read(&[front, &inside, back].concat()), (4, 0, false), "{format}");
        for opening in OPENINGS {
            for at in 0..inside.len() {
                let (before, after) = inside.split_at(at);
                // Of a tag that is torn itself nobody knows what it was, and there guesses go on.
                if lenient && before.rfind('<') > before.rfind('>') {
                    continue;
                }
                let text = [front, before, opening, after, back].concat();
                let (entries, lost, rest) = read(&text);
                assert!(
                    rest || entries + lost >= 4,
                    "{entries} read, {lost} lost, mends {mends}, lenient {lenient}:\n{text}"
                );
            }
        }
    }
}

#[test]
fn pages_of_a_sitemap() {
    torn(
        "xml",
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        |name| {
            let loc = format!("<loc>https://example.com/{name}</loc>");
            format!("<url>{loc}<lastmod>2026-03-04</lastmod></url>\n")
        },
        "</urlset>\n",
    );
}

#[test]
fn items_of_rss() {
    torn(
        "rss",
        "<rss version=\"2.0\"><channel><title>T</title>\n",
        |name| {
            let link = format!("<link>https://example.com/{name}</link>");
            format!("<item>{link}<title>t</title></item>\n")
        },
        "</channel></rss>\n",
    );
}

#[test]
fn entries_of_atom() {
    torn(
        "atom",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>\n",
        |name| {
            let link = format!("<link href=\"https://example.com/{name}\"/>");
            format!("<entry>{link}<title>t</title></entry>\n")
        },
        "</feed>\n",
    );
}
