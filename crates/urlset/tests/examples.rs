//! The programs of `examples/` and what they print.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The files of the shop, as the documents use them.
fn shop(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop");
    root.join(name).to_str().unwrap().to_owned()
}

/// A program; cargo builds it with the tests.
fn program(name: &str) -> Command {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(Path::parent).unwrap().join("examples");
    let path: PathBuf = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "no {}: run `cargo test -p urlset`", path.display());
    Command::new(path)
}

fn run(name: &str, words: &[&str]) -> Output {
    program(name).args(words).output().unwrap()
}

fn prints(output: &Output, stdout: &str, stderr: &str) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!((text(&output.stdout), text(&output.stderr)), (stdout.into(), stderr.into()));
    assert!(output.status.success(), "{:?}", output.status);
}

#[test]
fn addresses() {
    let pages = shop("pages.csv");
    let stderr = format!(
        "{pages}: table, comma-separated, UTF-8: its content is csv
{pages}:1:9: csv/unused-column Content Type, Status Code
{pages}:3:46: lastmod/reduced-precision 2024-03
"
    );
    let stdout = "https://shop.example.com/
https://shop.example.com/about
https://shop.example.com/terms
";
    prints(&run("addresses", &[&pages]), stdout, &stderr);
}

#[test]
fn lastmods() {
    let stdout = "2024-11-20T17:05:12Z\thttps://shop.example.com/
2024-11-14T10:00:00Z\thttps://shop.example.com/news/winter-hours
2024-10-02T09:00:00+02:00\thttps://shop.example.com/guides/green-tea
";
    prints(&run("lastmods", &[&shop("pages.xml"), &shop("feed.rss")]), stdout, "");
}

#[test]
fn feed_to_sitemap() {
    let (feed, folder) = (shop("feed.rss"), tempfile::tempdir().unwrap());
    let to = folder.path().join("sitemap.xml");
    let stderr = format!(
        "{feed}:20:5: feed/link-elsewhere: guid
{feed}:8:5: feed/not-carried: title 2, guid 1
{feed}:7:3: feed/date-is-publication: 2 times
2 read, 2 written
"
    );
    prints(&run("feed_to_sitemap", &[&feed, to.to_str().unwrap()]), "", &stderr);
    let sitemap = std::fs::read_to_string(to).unwrap();
    assert!(sitemap.contains("<video:duration>183</video:duration>"), "{sitemap}");
}

#[test]
fn write_set() {
    let folder = tempfile::tempdir().unwrap();
    let words = [&shop("products.xml.gz"), folder.path().to_str().unwrap(), "3"];
    let stdout = "sitemap-001.xml.gz: 3 entries, 3227 bytes
sitemap-002.xml.gz: 3 entries, 2797 bytes
sitemap-003.xml.gz: 2 entries, 1564 bytes
sitemap_index.xml: 3 entries
";
    prints(&run("write_set", &words), stdout, "");
    let index = std::fs::read_to_string(folder.path().join("sitemap_index.xml")).unwrap();
    let loc = "<loc>https://www.example.com/sitemap-003.xml.gz</loc><lastmod>2024-";
    assert!(index.contains(loc), "{index}");
}

#[test]
fn check_file() {
    let stdout = "3:3: note: the search engine ignores `changefreq` [changefreq/ignored]
3:3: note: the search engine ignores `priority` [priority/ignored]
";
    prints(&run("check_file", &[&shop("pages.xml")]), stdout, "");
    let broken = run("check_file", &[&shop("broken.xml")]);
    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
    let said = String::from_utf8(broken.stdout).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(": error: ")).collect();
    let ids: Vec<&str> = lines.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    let wanted = [
        "[xml/bare-ampersand]",
        "[loc/relative]",
        "[lastmod/ambiguous]",
        "[priority/comma-decimal]",
        "[xml/truncated]",
    ];
    assert_eq!(ids, wanted, "{said}");
}

#[test]
fn add_images() {
    let folder = tempfile::tempdir().unwrap();
    let (list, to) = (folder.path().join("images.tsv"), folder.path().join("with.xml"));
    let image = "https://shop.example.com/about\thttps://img.example.com/us.jpg\n";
    std::fs::write(&list, image).unwrap();
    let words = [&shop("pages.xml"), list.to_str().unwrap(), to.to_str().unwrap()];
    let stdout = "https://shop.example.com/: 0 images
https://shop.example.com/about: 1 images
";
    prints(&run("add_images", &words), stdout, "");
    let sitemap = std::fs::read_to_string(to).unwrap();
    let wanted = "<image:image><image:loc>https://img.example.com/us.jpg</image:loc></image:image>";
    assert!(sitemap.contains(wanted), "{sitemap}");
}

#[test]
fn own_extension() {
    let stdout = r#"{"loc":"https://shop.example.com/","lastmod":"2024-11-20T17:05:12Z","changefreq":"daily","priority":1.0,"price":[{"amount":0.50}]}
{"loc":"https://shop.example.com/about","price":[{"amount":0.50}]}
"#;
    prints(&run("own_extension", &[&shop("pages.xml")]), stdout, "");
}

#[test]
fn gzip_stream() {
    let file = std::fs::File::open(shop("products.xml.gz")).unwrap();
    let output = program("gzip_stream").stdin(Stdio::from(file)).output().unwrap();
    let stdout =
        "sitemap XML: urlset and sitemapindex, gzip, UTF-8\n8\tshop.example.com\n1 findings\n";
    prints(&output, stdout, "");
}

#[test]
fn dedupe() {
    let pages = shop("pages.csv");
    let output = run("dedupe", &["16", &pages, &pages]);
    let stdout = "https://shop.example.com/
https://shop.example.com/about
https://shop.example.com/terms
";
    prints(&output, stdout, "6 read, 3 kept, 4 findings, 0 bytes spilled\n");
}
