//! What urlset writes, read by others: xmllint with the vendors' schemas, feedparser, feed-rs,
//! Python's csv. A tool that is not there skips its test and says so.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::{Path, PathBuf};
use std::process::Command;
use urlset::{Dates, Datetime, Entry, Format, Kind, Precision};
use urlset_tests::{
    core_entry, entry, header, outside, python, read_back, strict_entry, write, write_options,
    write_with,
};

fn sample<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[13; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn format(name: &str) -> &'static Format {
    urlset::format(name).unwrap()
}

/// No schema of it comes with the others: the one element that sitemaps take of XHTML.
const XHTML_LINK: &str = r#"<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xhtml" elementFormDefault="qualified">
  <xsd:element name="link"><xsd:complexType>
    <xsd:attribute name="rel" type="xsd:string" use="required"/>
    <xsd:attribute name="hreflang" type="xsd:string"/>
    <xsd:attribute name="href" type="xsd:anyURI" use="required"/>
    <xsd:attribute name="media" type="xsd:string"/>
    <xsd:attribute name="type" type="xsd:string"/>
    <xsd:attribute name="title" type="xsd:string"/>
  </xsd:complexType></xsd:element>
</xsd:schema>
"#;

/// A schema that imports all others, since xmllint takes one.
fn driver(folder: &Path, schemas: &Path) -> PathBuf {
    std::fs::write(folder.join("xhtml-link.xsd"), XHTML_LINK).unwrap();
    let mut text = String::from("<xsd:schema xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n");
    for (namespace, file) in [
        ("http://www.sitemaps.org/schemas/sitemap/0.9", "sitemap-0.9.xsd"),
        ("http://www.google.com/schemas/sitemap-image/1.1", "sitemap-image-1.1.xsd"),
        ("http://www.google.com/schemas/sitemap-video/1.1", "sitemap-video-1.1.xsd"),
        ("http://www.google.com/schemas/sitemap-news/0.9", "sitemap-news-0.9.xsd"),
    ] {
        let path = schemas.join(file).canonicalize().unwrap();
        text.push_str(&format!(
            "<xsd:import namespace=\"{namespace}\" schemaLocation=\"{}\"/>\n",
            path.display()
        ));
    }
    text.push_str("<xsd:import namespace=\"http://www.w3.org/1999/xhtml\" schemaLocation=\"xhtml-link.xsd\"/>\n</xsd:schema>\n");
    let path = folder.join("driver.xsd");
    std::fs::write(&path, text).unwrap();
    path
}

fn xmllint(schema: &Path, documents: &[PathBuf]) -> Result<(), String> {
    let output = Command::new("xmllint")
        .args(["--nonet", "--noout", "--schema"])
        .arg(schema)
        .args(documents)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let bad: Vec<&str> =
        said.lines().filter(|line| !line.ends_with(" validates")).take(10).collect();
    if output.status.success() { Ok(()) } else { Err(bad.join("\n")) }
}

#[test]
fn xml_validates_against_the_schemas() {
    let Some(schemas) = outside::shared("xsd") else {
        return eprintln!("skipped: the schemas of ../shared/xsd are not there");
    };
    if !outside::has("xmllint") {
        return eprintln!("skipped: there is no xmllint");
    }
    let folder = tempfile::tempdir().unwrap();
    let driver = driver(folder.path(), &schemas);
    let mut documents = Vec::new();
    for (number, entries) in
        sample(proptest::collection::vec(strict_entry(urlset::EXTENSIONS), 1..8), 60)
            .iter()
            .enumerate()
    {
        let options = urlset::WriteOptions { pretty: number % 2 == 0, ..write_options() };
        let text = write_with(format("xml"), &header(Kind::Urlset), &options, entries, &mut ());
        let path = folder.path().join(format!("{number}.xml"));
        std::fs::write(&path, text).unwrap();
        documents.push(path);
    }
    xmllint(&driver, &documents).unwrap();

    // Children in another order are put into that of the schema.
    let shuffled = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"><url>
        <video:video><video:description>d</video:description><video:title>t</video:title><video:content_loc>https://example.com/v.mp4</video:content_loc><video:thumbnail_loc>https://example.com/v.jpg</video:thumbnail_loc></video:video>
        <priority>0.5</priority><lastmod>2026-03-04</lastmod><loc>https://example.com/</loc></url></urlset>"#;
    let (read_header, entries) = read_back(format("xml"), shuffled, &mut ()).unwrap();
    let path = folder.path().join("shuffled.xml");
    std::fs::write(&path, shuffled).unwrap();
    assert!(xmllint(&driver, std::slice::from_ref(&path)).is_err(), "the referee sleeps");
    std::fs::write(&path, write(format("xml"), &read_header, &entries, &mut ())).unwrap();
    xmllint(&driver, &[path]).unwrap();

    let index = schemas.join("siteindex-0.9.xsd");
    let mut entries = sample(strict_entry(&[]), 20);
    for entry in &mut entries {
        (entry.changefreq, entry.priority) = (None, None);
    }
    let path = folder.path().join("index.xml");
    std::fs::write(&path, write(format("xml"), &header(Kind::Sitemapindex), &entries, &mut ()))
        .unwrap();
    xmllint(&index, &[path]).unwrap();
}

/// Dates that readers of feeds can hold, addresses that none of them rewrites.
fn feed_entries() -> Vec<Entry> {
    let plain = |entry: &Entry| {
        let loc = entry.loc.as_str();
        let year = entry.lastmod.is_none_or(|date| (1971..2100).contains(&date.date().0));
        year && loc.is_ascii()
            && !loc.contains(['[', ']', '\\', '"', '<', '>', '^', '`', '{', '}', '|', '%', ' '])
            && ["&amp", "&#", "&lt", "&copy"].iter().all(|entity| !loc.contains(entity))
    };
    let mut entries = sample(core_entry(), 400);
    entries.retain(plain);
    assert!(entries.len() > 60, "only {} entries are plain", entries.len());
    entries
}

fn whole_seconds(date: Datetime) -> i64 {
    date.earliest().0
}

#[test]
fn feeds_are_read_back_by_feedparser() {
    if !python::has("feedparser") {
        return eprintln!("skipped: python3 has no feedparser (tests/requirements.txt)");
    }
    let entries = feed_entries();
    for name in ["rss", "atom"] {
        let text = write(format(name), &header(Kind::Urlset), &entries, &mut ());
        let answer = python::ask("read_feed.py", &[], &[text.as_bytes()]).remove(0);
        assert_eq!(answer["bozo"], false, "{name} is malformed for feedparser: {}", answer["why"]);
        let items = answer["items"].as_array().unwrap();
        assert_eq!(items.len(), entries.len(), "{name}");
        for (item, entry) in items.iter().zip(&entries) {
            assert_eq!(item["link"].as_str(), Some(entry.loc.as_str()), "{name}");
            if let Some(lastmod) = entry.lastmod {
                assert_eq!(
                    item["date"].as_i64(),
                    Some(whole_seconds(lastmod)),
                    "{name}: {lastmod} {item}"
                );
            }
        }
    }
}

#[test]
fn feeds_are_read_back_by_feed_rs() {
    let entries = feed_entries();
    for name in ["rss", "atom"] {
        let text = write(format(name), &header(Kind::Urlset), &entries, &mut ());
        let feed = feed_rs::parser::parse(text.as_bytes()).unwrap();
        assert_eq!(feed.entries.len(), entries.len(), "{name}");
        for (item, entry) in feed.entries.iter().zip(&entries) {
            let link = item.links.first().map(|link| link.href.as_str());
            assert_eq!(link, Some(entry.loc.as_str()), "{name}");
            let date = item.updated.or(item.published).map(|date| date.timestamp());
            if let Some(lastmod) = entry.lastmod {
                assert_eq!(date, Some(whole_seconds(lastmod)), "{name}: {lastmod}");
            }
        }
    }
}

/// Media of feeds as feedparser sees them.
#[test]
fn images_of_feeds_are_read_back_by_feedparser() {
    if !python::has("feedparser") {
        return eprintln!("skipped: python3 has no feedparser (tests/requirements.txt)");
    }
    let xml = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url>
        <loc>https://example.com/</loc><image:image><image:loc>https://example.com/a.jpg</image:loc></image:image><image:image><image:loc>https://example.com/b.png</image:loc></image:image></url></urlset>"#;
    let (read_header, entries) = read_back(format("xml"), xml, &mut ()).unwrap();
    let text = write(format("rss"), &read_header, &entries, &mut ());
    let answer = python::ask("read_feed.py", &[], &[text.as_bytes()]).remove(0);
    assert_eq!(
        answer["items"][0]["images"],
        serde_json::json!(["https://example.com/a.jpg", "https://example.com/b.png"]),
        "{text}"
    );
}

#[test]
fn tables_are_read_back_by_python() {
    let entries = sample(entry(urlset::EXTENSIONS, true), 60);
    for (name, delimiter) in [("csv", ","), ("tsv", "\t")] {
        let text = write(format(name), &header(Kind::Urlset), &entries, &mut ());
        let rows = python::run("read_csv.py", &[delimiter], text.clone().into_bytes());
        let rows: Vec<Vec<String>> = serde_json::from_str(&rows).unwrap();
        let (head, rows) = rows.split_first().unwrap();
        assert_eq!(rows.len(), entries.len(), "{name}");
        let column = |wanted: &str| head.iter().position(|name| name == wanted);
        let cell = |row: &[String], wanted: &str| {
            column(wanted).and_then(|at| row.get(at)).cloned().unwrap_or_default()
        };
        for (row, entry) in rows.iter().zip(&entries) {
            assert_eq!(row.len(), head.len(), "{name}: a ragged row");
            assert_eq!(cell(row, "loc"), entry.loc.as_str(), "{name}");
            assert_eq!(
                cell(row, "lastmod"),
                entry.lastmod.map(|date| date.to_string()).unwrap_or_default()
            );
            assert_eq!(
                cell(row, "priority"),
                entry.priority.map(|priority| priority.to_string()).unwrap_or_default()
            );
        }
        for (row, entry) in rows.iter().zip(&entries) {
            let images = entry.extensions.elements().filter(|element| {
                element.name() == "image" && element.namespace().contains("sitemap-image")
            });
            for (number, image) in images.enumerate() {
                for shape in ["loc", "caption", "title"] {
                    let text = image.child(shape).map(|child| child.exact_text().into_owned());
                    assert_eq!(
                        cell(row, &format!("image.{}.{shape}", number + 1)),
                        text.unwrap_or_default(),
                        "{name}"
                    );
                }
            }
        }
    }
}

/// The promise of each format about dates, on dates of every precision.
#[test]
fn dates_survive_as_promised() {
    let entries = sample(core_entry(), 200);
    for format in
        urlset::FORMATS.iter().filter(|format| format.open.is_some() && format.create.is_some())
    {
        // Parquet is no text: `matrix` has it.
        if format.carries.lastmod == Dates::Dropped || format.name == "parquet" {
            continue;
        }
        let text = write(format, &header(Kind::Urlset), &entries, &mut ());
        let (_, back) = read_back(format, &text, &mut ()).unwrap();
        assert_eq!(back.len(), entries.len(), "{}", format.name);
        for (from, to) in entries.iter().zip(&back) {
            let (Some(before), Some(after)) = (from.lastmod, to.lastmod) else {
                assert_eq!(from.lastmod, to.lastmod, "{}", format.name);
                continue;
            };
            match format.carries.lastmod {
                Dates::AsWritten => assert_eq!(before, after, "{}", format.name),
                // RSS has no fractions of a second.
                _ if matches!(before.precision(), Precision::Fraction(_)) => {
                    assert_eq!(before.earliest().0, after.earliest().0, "{}", format.name);
                }
                _ => assert_eq!(before.earliest(), after.earliest(), "{}", format.name),
            }
        }
    }
}
