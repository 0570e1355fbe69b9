//! Verdicts under `strict-xsd` against xmllint with the published schemas, over thousands of small
//! documents: valid ones, and ones that are broken one way each. Where the two disagree, docs/xsd.md
//! says why.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use urlset::check::{Policy, Weights};
use urlset::{Diagnostic, Profile, Severity, Sink};
use urlset_tests::{Settings, outside, read_with};

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAMESPACES: &str = r#"xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1""#;
const LOC: &str = "<loc>https://example.com/a</loc>";

/// Values that are right, and characters to spoil them with.
const LOCS: [&str; 6] = [
    "https://example.com/a",
    "http://[2001:db8::1]:8080/a?b=%20#c",
    "https://example.com/a?b=1&amp;c=2",
    "https://user@example.com:443/",
    "//example.com/ab",
    "http://a.bc/",
];
const LASTMODS: [&str; 5] = [
    "2026-03-04",
    "2026-03-04T10:00:00Z",
    "2026-02-28T23:59:59.25+01:00",
    "2024-02-29-05:00",
    "2026-03-04T10:00:00",
];
const PRIORITIES: [&str; 5] = ["0.5", "1.00", ".25", "0", "+0.75"];
const CHANGEFREQS: [&str; 3] = ["always", "daily", "never"];
const SPOIL: [&str; 16] =
    ["", "0", "9", "a", "Z", " ", "\n", "-", ":", ".", ",", "%", "[", "]", "/", "é"];

/// Whole values that are worth a look.
const ODD_LOCS: &[&str] = &[
    "",
    " ",
    "http://a.b/",
    "not a url at all",
    "/relative/address",
    "http:///aaaaaaaa",
    "http://e.com/a b",
    "http://e.com/a[0]",
    "http://[bad/abc",
    "http://e.com:99x/",
    "http://e.com/#a#b",
    "http://e.com/%zz",
    "http://e.com/a^b|c",
    "http://a@b@c/abcd",
    "http://e.com\\a\\b",
    "ht_tp://e.com/a",
    "http://é.com/aaa",
    "http://e.com:99999/",
    "data:text/plain,a",
];
const ODD_LASTMODS: &[&str] = &[
    "",
    " 2026-03-04 ",
    "2026",
    "2026-03",
    "2026-02-30",
    "2026-03-04T10:00Z",
    "2026-03-04T10:00:60Z",
    "2026-03-04 10:00:00",
    "2026-03-04T10:00:00+0100",
    "04/03/2026",
    "1772618400",
    "0000-01-01",
    "yesterday",
    "2026-03-04T10:00:00.1234567890Z",
    "Wed, 04 Mar 2026 10:00:00 GMT",
    "2026-03-04t10:00:00z",
    "2026-3-4",
];
const ODD_PRIORITIES: &[&str] =
    &["", "high", "1.1", "-0.1", "-0", "0,5", "5e-1", "NaN", "INF", " 0.5 ", "0.5f", ".", "50%"];
const ODD_CHANGEFREQS: &[&str] = &["", "Daily", " daily", "weekly ", "fortnightly", "ALWAYS"];

/// Entries, as they stand in a urlset.
const ENTRIES: &[&str] = &[
    "",
    "<url/>",
    "<url></url>",
    "<url> </url>",
    "<url>text<loc>https://example.com/a</loc></url>",
    "<url><lastmod>2026-03-04</lastmod></url>",
    "<url><loc>https://example.com/a</loc><loc>https://example.com/b</loc></url>",
    "<url><lastmod>2026-03-04</lastmod><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc><priority>0.5</priority><changefreq>daily</changefreq></url>",
    "<url><loc>https://example.com/a</loc><lastmod>2026-03-04</lastmod><lastmod>2026-03-04</lastmod></url>",
    "<url><loc>https://example.com/a</loc><expires>2026-03-04</expires></url>",
    "<url><loc>https://example.com/<b>a</b></loc></url>",
    "<url><loc><![CDATA[https://example.com/a]]></loc></url>",
    "<url><loc>https://example.com/<!-- a -->a</loc></url>",
    "<url id='1'><loc>https://example.com/a</loc></url>",
    "<url xml:lang='en'><loc>https://example.com/a</loc></url>",
    "<url><loc a='1' b='2'>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc></url>text",
    "<URL><loc>https://example.com/a</loc></URL>",
    "<url><Loc>https://example.com/a</Loc></url>",
    "<sitemap><loc>https://example.com/a</loc></sitemap>",
    "<url><url><loc>https://example.com/a</loc></url></url>",
    "<url xmlns=''><loc>https://example.com/a</loc></url>",
    "<url><loc xmlns=''>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc></url><!-- end -->",
    "<url><loc>https://example.com/?a=1&b=2</loc></url>",
    "<url><loc>https://example.com/&nbsp;</loc></url>",
    "<url><loc>https://example.com/a</url></loc>",
    "<url><loc>https://example.com/a</loc>",
    "<url><loc>https://example.com/a</loc><image:image></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image>a<image:loc>https://example.com/a.jpg</image:loc></image:image></url>",
    "<url><image:image><image:loc>https://example.com/a.jpg</image:loc></image:image><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:title>t</image:title><image:loc>https://example.com/a.jpg</image:loc></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:loc>https://example.com/a.jpg</image:loc><image:loc>https://example.com/a.jpg</image:loc></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image id='1'><image:loc>https://example.com/a.jpg</image:loc></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:loc>https://example.com/<image:b/>a.jpg</image:loc></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:size>5</image:size><image:loc>https://example.com/a.jpg</image:loc></image:image></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:loc>https://example.com/a.jpg</image:loc><image:caption>c</image:caption></image:image></url>",
];

/// Items of extensions, after the loc of an entry.
const ITEMS: &[&str] = &[
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:title>t</news:title><news:publication_date>2026-11-21</news:publication_date></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:title>t</news:title><news:publication_date>2026-11-21</news:publication_date><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication></news:news>",
    "<news:news><news:publication><news:name>n</news:name>,<news:language>en</news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language></news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>yesterday</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:genres>Blog</news:genres><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title><news:keywords>a, b</news:keywords></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title><news:geo_locations>x</news:geo_locations></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:access>Subscription</news:access><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:access>Free</news:access><news:publication_date>2026-11-21</news:publication_date><news:title>t</news:title></news:news>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:title>t</video:title><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description></video:video>",
    "<video:video><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:duration>60</video:duration></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:duration>0</video:duration></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:duration>99999</video:duration></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:duration>1.5</video:duration></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:rating>5.1</video:rating></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:rating>4.9</video:rating></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:nothing>1</video:nothing></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:tag>a</video:tag><video:tag>b</video:tag></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:category>a</video:category><video:category>b</video:category></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:player_loc allow_embed='yes' autoplay='ap=1'>https://example.com/p</video:player_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:player_loc allow_embed='maybe'>https://example.com/p</video:player_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:player_loc other='1'>https://example.com/p</video:player_loc></video:video>",
    "<video:video>text<video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:live>no</video:live></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:live>false</video:live></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:family_friendly>yes</video:family_friendly></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:restriction relationship='allow'>DE AT</video:restriction></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:restriction>DE</video:restriction></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:view_count>-1</video:view_count></video:video>",
    "<video:video><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc><video:publication_date>2026-03</video:publication_date></video:video>",
];

/// A document: what it is about, and its text.
struct Sample {
    about: String,
    text: String,
}

fn sample(about: String, root: &str, body: &str) -> Sample {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    Sample { about, text: format!("{head}<{root} {NAMESPACES}>{body}</{root}>\n") }
}

/// Every right value, and each of them with one character spoilt, added or left out.
fn spoilt(right: &[&str]) -> BTreeSet<String> {
    let mut values: BTreeSet<String> = right.iter().map(|value| (*value).to_owned()).collect();
    for value in right {
        let bounds = value.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        for (start, end) in bounds.filter(|(start, _)| !value[..*start].ends_with('&')) {
            // References stay whole: markup is spoilt elsewhere.
            if value[..start].rfind('&') > value[..start].rfind(';')
                || value[start..].starts_with('&')
            {
                continue;
            }
            for spoil in SPOIL {
                values.insert(format!("{}{spoil}{}", &value[..start], &value[end..]));
                values.insert(format!("{}{spoil}{}", &value[..start], &value[start..]));
            }
        }
    }
    values
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut values = |name: &str, right: &[&str], odd: &[&str]| {
        let all = spoilt(right).into_iter().chain(odd.iter().map(|value| (*value).to_owned()));
        for value in all {
            let field = format!("<{name}>{value}</{name}>");
            let body = if name == "loc" { field } else { format!("{LOC}{field}") };
            let about = format!("{name} {value:?}");
            samples.push(sample(about.clone(), "urlset", &format!("<url>{body}</url>")));
        }
    };
    values("loc", &LOCS, ODD_LOCS);
    values("lastmod", &LASTMODS, ODD_LASTMODS);
    values("priority", &PRIORITIES, ODD_PRIORITIES);
    values("changefreq", &CHANGEFREQS, ODD_CHANGEFREQS);
    for entry in ENTRIES {
        samples.push(sample((*entry).to_owned(), "urlset", entry));
        let two = format!("<url>{LOC}</url>{entry}");
        samples.push(sample(format!("second {entry}"), "urlset", &two));
    }
    for item in ITEMS {
        let body = format!("<url>{LOC}{item}</url>");
        samples.push(sample((*item).to_owned(), "urlset", &body));
    }
    for root in ["urlset", "URLSET", "sitemap"] {
        samples.push(sample(format!("root {root}"), root, &format!("<url>{LOC}</url>")));
    }
    for uri in [
        CORE,
        "http://www.google.com/schemas/sitemap/0.84",
        "https://www.sitemaps.org/schemas/sitemap/0.9",
        "http://www.sitemaps.org/schemas/sitemap/0.9/",
        "",
    ] {
        let text = format!("<urlset xmlns=\"{uri}\"><url>{LOC}</url></urlset>");
        samples.push(Sample { about: format!("namespace {uri}"), text });
    }
    for attribute in [
        "version='1'",
        "xml:lang='en'",
        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a b'",
    ] {
        let text = format!("<urlset xmlns=\"{CORE}\" {attribute}><url>{LOC}</url></urlset>");
        samples.push(Sample { about: format!("root with {attribute}"), text });
    }
    samples
}

/// Indexes, whose schema is another.
fn indexes() -> Vec<Sample> {
    let date = "<lastmod>2026-03-04</lastmod>";
    let bodies = [
        String::new(),
        format!("<sitemap>{LOC}</sitemap>"),
        format!("<sitemap>{LOC}{date}</sitemap>"),
        format!("<sitemap>{date}{LOC}</sitemap>"),
        format!("<sitemap>{LOC}{date}{date}</sitemap>"),
        format!("<sitemap>{LOC}<priority>0.5</priority></sitemap>"),
        format!("<sitemap>{LOC}<changefreq>daily</changefreq></sitemap>"),
        format!("<sitemap a='1'>{LOC}</sitemap>"),
        format!("<sitemap>text{LOC}</sitemap>"),
        format!("<sitemap>{date}</sitemap>"),
        format!("<url>{LOC}</url>"),
        format!("<sitemap>{LOC}</sitemap><url>{LOC}</url>"),
        "<sitemap/>".to_owned(),
        "<sitemap><loc>http://a.b/</loc></sitemap>".to_owned(),
        format!("<sitemap>{LOC}<lastmod>2026-03</lastmod></sitemap>"),
    ];
    let samples = bodies.iter().map(|body| sample(format!("index {body}"), "sitemapindex", body));
    samples.collect()
}

/// A schema that imports all others, since xmllint takes one.
fn driver(folder: &Path, schemas: &Path) -> PathBuf {
    let mut text = String::from("<xsd:schema xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n");
    for (namespace, file) in [
        (CORE, "sitemap-0.9.xsd"),
        ("http://www.google.com/schemas/sitemap-image/1.1", "sitemap-image-1.1.xsd"),
        ("http://www.google.com/schemas/sitemap-video/1.1", "sitemap-video-1.1.xsd"),
        ("http://www.google.com/schemas/sitemap-news/0.9", "sitemap-news-0.9.xsd"),
    ] {
        let path = schemas.join(file).canonicalize().unwrap();
        let import = "xsd:import namespace";
        text.push_str(&format!(
            "<{import}=\"{namespace}\" schemaLocation=\"{}\"/>\n",
            path.display()
        ));
    }
    text.push_str("</xsd:schema>\n");
    let path = folder.join("driver.xsd");
    std::fs::write(&path, text).unwrap();
    path
}

/// The numbers of the documents that xmllint takes for valid.
fn referee(folder: &Path, schema: &Path, samples: &[Sample]) -> BTreeSet<usize> {
    let mut valid = BTreeSet::new();
    for (number, sample) in samples.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.xml")), &sample.text).unwrap();
    }
    let numbers: Vec<usize> = (0..samples.len()).collect();
    for numbers in numbers.chunks(500) {
        let output = Command::new("xmllint")
            .current_dir(folder)
            .args(["--nonet", "--noout", "--schema"])
            .arg(schema)
            .args(numbers.iter().map(|number| format!("{number}.xml")))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let names = said.lines().filter_map(|line| line.strip_suffix(".xml validates"));
        valid.extend(names.map(|name| name.parse::<usize>().unwrap()));
    }
    valid
}

/// The rules that make a document invalid here.
fn errors(sample: &Sample) -> Vec<&'static str> {
    let mut settings = Settings::named("a.xml");
    (settings.open.read.remarks, settings.open.read.keep_invalid) = (true, true);
    let reading = read_with(&settings, sample.text.as_bytes());
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut policy = Policy::new(Weights::new(Profile::StrictXsd), &mut found);
    for finding in reading.findings {
        policy.report(finding).unwrap();
    }
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.rule.id).collect()
}

/// Why a document's verdicts may differ: the reasons of docs/xsd.md.
fn reason(sample: &Sample, valid: bool, errors: &[&str]) -> Option<&'static str> {
    let about = sample.about.as_str();
    let only = |id: &str| errors.iter().all(|error| *error == id);
    let long_year = |date: &str| {
        date.starts_with('-') || date.bytes().take_while(u8::is_ascii_digit).count() > 4
    };
    let date = about.strip_prefix("lastmod \"").unwrap_or_default();
    if valid && only("lastmod/invalid") && long_year(date) {
        return Some("years before 1 and after 9999");
    }
    let authority =
        |text: &str| text.split("//").nth(1)?.split(['/', '?', '#']).next().map(str::to_owned);
    if !valid
        && about.starts_with("loc")
        && authority(about).is_some_and(|host| host.trim_end_matches('"').ends_with(':'))
    {
        return Some("an empty port");
    }
    if valid && only("video/duration-range") && about.contains("<video:duration>0<") {
        return Some("a duration of 0");
    }
    if !valid && about.contains("news:geo_locations") {
        return Some("an element of news that no schema has");
    }
    let brackets = ["loc/not-any-uri", "loc/bad-percent"];
    if valid && about.contains("//[") && errors.iter().all(|error| brackets.contains(error)) {
        return Some("anything between the brackets of a host");
    }
    None
}

#[test]
fn verdicts_are_those_of_xmllint() {
    let Some(schemas) = outside::shared("xsd") else {
        return eprintln!("skipped: the schemas of ../shared/xsd are not there");
    };
    if !outside::has("xmllint") {
        return eprintln!("skipped: there is no xmllint");
    }
    let folder = tempfile::tempdir().unwrap();
    let samples = samples();
    let valid = referee(folder.path(), &driver(folder.path(), &schemas), &samples);
    let (reasons, unexplained) = compare(&samples, &valid);
    eprintln!("{} documents, {} of them valid; explained: {reasons:?}", samples.len(), valid.len());
    assert!(samples.len() > 3000 && valid.len() > 500, "the samples are lopsided");
    assert!(unexplained.is_empty(), "{} differ:\n{}", unexplained.len(), unexplained.join("\n"));
    let indexes = indexes();
    let schema = schemas.join("siteindex-0.9.xsd").canonicalize().unwrap();
    let valid = referee(folder.path(), &schema, &indexes);
    assert!(!valid.is_empty(), "the referee sleeps");
    let (_, unexplained) = compare(&indexes, &valid);
    assert!(unexplained.is_empty(), "indexes differ:\n{}", unexplained.join("\n"));
}

/// How often verdicts differ for each known reason, and where they differ for none.
fn compare(
    samples: &[Sample],
    valid: &BTreeSet<usize>,
) -> (BTreeMap<&'static str, usize>, Vec<String>) {
    let (mut reasons, mut unexplained) = (BTreeMap::new(), Vec::new());
    for (number, sample) in samples.iter().enumerate() {
        let (errors, valid) = (errors(sample), valid.contains(&number));
        if errors.is_empty() == valid {
            continue;
        }
        match reason(sample, valid, &errors) {
            Some(reason) => *reasons.entry(reason).or_insert(0_usize) += 1,
            None => unexplained.push(format!("valid: {valid}, here {errors:?}: {}", sample.about)),
        }
    }
    (reasons, unexplained)
}
