//! Documents that are large on purpose: each ends by its limit's rule, soon, or is read whole.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};
use urlset_tests::{Reading, Settings, Slow, read_with};

const OPEN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";

/// Far more than any of these takes, far less than a scan that goes over all again and again.
const SOON: Duration = Duration::from_secs(10);

fn read(text: &str) -> Reading {
    let begun = Instant::now();
    let reading = read_with(&Settings::named("input.xml"), text.as_bytes());
    assert!(begun.elapsed() < SOON, "it took {:?}", begun.elapsed());
    reading
}

fn last(reading: &Reading) -> &'static str {
    reading.findings.last().map_or("", |finding| finding.rule.id)
}

/// A page, then what is hostile, then a page.
fn around(hostile: &str) -> String {
    let page = |name: &str| format!("<url><loc>https://example.com/{name}</loc></url>");
    format!("{OPEN}{}{hostile}{}</urlset>", page("first"), page("last"))
}

#[test]
fn sixty_thousand_pages_are_read() {
    let mut text = OPEN.to_owned();
    for number in 0..60_000 {
        let _ = write!(text, "<url><loc>https://example.com/{number}</loc></url>");
    }
    text.push_str("</urlset>");
    let reading = read(&text);
    assert!(reading.passes_as_whole(), "{:?}", reading.findings);
    assert_eq!(reading.entries.len(), 60_000);
    assert_eq!(reading.entries[59_999].loc.as_str(), "https://example.com/59999");
}

/// What one entry may hold does not depend on how many came before.
#[test]
fn a_thousand_and_one_images_are_kept_and_told() {
    let images: String = (0..1001).fold(String::new(), |mut all, number| {
        let _ = write!(
            all,
            "<image:image><image:loc>https://example.com/{number}.jpg</image:loc></image:image>"
        );
        all
    });
    let binding = "xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    let reading =
        read(&around(&format!("<url {binding}><loc>https://example.com/a</loc>{images}</url>")));
    assert_eq!(reading.entries[1].extensions.elements().count(), 1001);
    assert!(
        reading.findings.iter().any(|finding| finding.rule.id == "image/too-many"),
        "{:?}",
        reading.findings
    );
}

/// Each is an element of an extension by itself.
#[test]
fn two_hundred_thousand_children_of_one_entry_end_at_the_limit() {
    let children = "<x:b/>".repeat(200_000);
    let page = "<loc>https://example.com/a</loc>";
    let reading = read(&around(&format!("<url xmlns:x=\"urn:x\">{page}{children}</url>")));
    let detail = reading.findings.last().map_or("", |finding| &finding.detail);
    assert_eq!((last(&reading), reading.entries.len()), ("limit/entry-bytes", 1));
    assert!(detail.starts_with("more than 100000 "), "{detail}");
}

/// What is too large is there: nothing is told to be missing or empty.
#[test]
fn beyond_a_limit_only_the_limit_is_told() {
    let long = "x".repeat(5 << 20);
    let feed = "{\"version\":\"https://jsonfeed.org/version/1.1\"";
    let item = "{\"url\":\"https://example.com/a\",\"date_modified\":\"2026-01-01T00:00:00Z\"}";
    for (name, text, rule) in [
        (
            "a.json",
            format!("{feed},\"title\":\"{long}\",\"items\":[{item}]}}"),
            "limit/token-bytes",
        ),
        (
            "a.json",
            format!("{feed},\"title\":\"a\",\"items\":[{{\"url\":\"{long}\"}},{item}]}}"),
            "limit/entry-bytes",
        ),
        (
            "a.csv",
            format!("loc\nhttps://example.com/a\n{}\n", &long[..2 << 20]),
            "limit/token-bytes",
        ),
        ("a.txt", format!("https://example.com/a\n{long}\n"), "limit/token-bytes"),
        (
            "robots.txt",
            format!("Sitemap: https://example.com/a\nSitemap: {long}\n"),
            "limit/token-bytes",
        ),
        (
            "a.jsonl",
            format!("{{\"loc\":\"https://example.com/a\"}}\n{{\"loc\":\"{long}\"}}\n"),
            "limit/entry-bytes",
        ),
    ] {
        let reading = read_with(&Settings::named(name), text.as_bytes());
        let told: Vec<&str> = reading.findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!((told, reading.entries.len()), (vec![rule], 1), "{name}");
        assert!(reading.findings[0].detail.contains("more than "), "{name}");
    }
}

#[test]
fn two_million_open_tags_end_at_the_depth() {
    let reading = read(&around(&"<a>".repeat(2_000_000)));
    assert_eq!((last(&reading), reading.entries.len()), ("xml/too-deep", 1));
}

#[test]
fn a_hundred_thousand_attributes_end_at_the_limit() {
    let attributes: String = (0..100_000).fold(String::new(), |mut all, number| {
        let _ = write!(all, " a{number}='1'");
        all
    });
    let reading =
        read(&around(&format!("<url{attributes}><loc>https://example.com/a</loc></url>")));
    assert!(["xml/too-deep", "limit/token-bytes"].contains(&last(&reading)), "{}", last(&reading));
    assert_eq!(reading.entries.len(), 1);
}

#[test]
fn a_hundred_thousand_namespaces_end_at_the_limit() {
    let namespaces: String = (0..100_000).fold(String::new(), |mut all, number| {
        let _ = write!(all, " xmlns:n{number}='u'");
        all
    });
    let reading =
        read(&around(&format!("<url{namespaces}><loc>https://example.com/a</loc></url>")));
    assert!(["xml/too-deep", "limit/token-bytes"].contains(&last(&reading)), "{}", last(&reading));
}

/// Four megabytes in one token of each kind.
#[test]
fn one_endless_token_ends_at_the_limit() {
    let long = "x".repeat(4 << 20);
    for (what, hostile) in [
        ("an attribute", format!("<url a='{long}'><loc>https://example.com/a</loc></url>")),
        ("a loc", format!("<url><loc>https://example.com/{long}</loc></url>")),
        ("a comment", format!("<!--{long}-->")),
        ("an instruction", format!("<?x {long}?>")),
        ("CDATA", format!("<url><loc><![CDATA[{long}]]></loc></url>")),
        ("a name", format!("<{long}/>")),
        ("a reference", format!("<url><loc>&{long};</loc></url>")),
    ] {
        let reading = read(&around(&hostile));
        assert_eq!(last(&reading), "limit/token-bytes", "{what}");
        assert_eq!(reading.entries.len(), 1, "{what}");
        assert!(!reading.whole, "{what}");
    }
}

#[test]
fn billions_of_laughs_cost_nothing() {
    let entities: String = (1..30).fold("<!ENTITY e0 'ha'>".to_owned(), |mut all, number| {
        let _ = write!(all, "<!ENTITY e{number} '&e{};&e{};'>", number - 1, number - 1);
        all
    });
    let text = format!(
        "<!DOCTYPE urlset [{entities}]>{}",
        around("<url><loc>https://example.com/&e29;</loc></url>")
    );
    let reading = read(&text);
    let locs: Vec<_> = reading.entries.iter().map(|entry| entry.loc.as_str()).collect();
    assert_eq!(locs, ["https://example.com/first", "https://example.com/last"]);
}

#[test]
fn a_line_of_text_without_end_is_left_out_and_told() {
    let text = format!(
        "https://example.com/first\nhttps://example.com/{}\nhttps://example.com/last\n",
        "x".repeat(4 << 20)
    );
    let reading = read_with(&Settings::named("input.txt"), text.as_bytes());
    let locs: Vec<_> = reading.entries.iter().map(|entry| entry.loc.as_str()).collect();
    assert_eq!(locs, ["https://example.com/first", "https://example.com/last"]);
    assert_eq!(last(&reading), "limit/token-bytes");
}

/// Many small tokens under a small limit: a limit is of one token, wherever a read ends.
#[test]
fn a_small_limit_does_not_hit_small_tokens() {
    let mut text = OPEN.to_owned();
    for number in 0..20_000 {
        let _ = write!(text, "\n<url><loc>https://example.com/{number}</loc></url>");
    }
    text.push_str("</urlset>");
    let mut settings = Settings::named("input.xml");
    settings.open.read.limits.token_bytes = 4096;
    settings.open.read.limits.entry_bytes = 4096;
    for size in [usize::MAX, 64 * 1024, 61] {
        let reading = read_with(&settings, Slow::new(text.as_bytes(), size));
        assert!(reading.passes_as_whole(), "{size}: {:?}", reading.findings);
        assert_eq!(reading.entries.len(), 20_000);
    }
}

/// 1,001 news in one document, which is one too many.
#[test]
fn news_over_the_limit_are_told_once() {
    let mut text = OPEN.to_owned();
    for number in 0..1001 {
        let _ = write!(
            text,
            "<url><loc>https://example.com/{number}</loc><n:news xmlns:n=\"http://www.google.com/schemas/sitemap-news/0.9\"><n:publication><n:name>A</n:name><n:language>en</n:language></n:publication><n:publication_date>2026-11-21</n:publication_date><n:title>T</n:title></n:news></url>"
        );
    }
    text.push_str("</urlset>");
    let reading = read(&text);
    assert_eq!(reading.entries.len(), 1001);
    let told = reading.findings.iter().filter(|finding| finding.rule.id == "news/too-many").count();
    assert_eq!(told, 1, "{:?}", reading.findings.first());
}
