//! Checks and conversions of files in memory. That they are those of the command is asked of the built
//! WebAssembly, over all cases (tests/demo).

use crate::{File, Options, catalogue, check, convert, explain};
use serde_json::Value;

const URL: &str = "<url><loc>https://e.com/a</loc><lastmod>2026-01-02</lastmod></url>";

fn xml(urls: &str) -> String {
    let xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{xmlns}\">{urls}</urlset>\n"
    )
}

fn options(json: &str) -> Options {
    Options::parse(json).unwrap()
}

fn checked(files: &[(&str, &str)], how: &str) -> Value {
    let files: Vec<File<'_>> =
        files.iter().map(|(name, text)| File { name, bytes: text.as_bytes() }).collect();
    serde_json::from_str(&check(&files, &options(how)).unwrap()).unwrap()
}

fn rules(report: &Value) -> Vec<&str> {
    report["rules"].as_array().unwrap().iter().map(|rule| rule["rule"].as_str().unwrap()).collect()
}

#[test]
fn a_check_of_several_files_is_one_of_a_set() {
    let text = xml(URL);
    assert_eq!(checked(&[("a.xml", &text)], "{}")["totals"]["error"], 0);
    let report = checked(&[("a.xml", &text), ("b.xml", &text)], "{}");
    assert_eq!(rules(&report), ["set/duplicate-url"], "{report}");
    assert_eq!(report["findings"][0]["path"], "b.xml");
    assert_eq!(report["findings"][0]["other"]["path"], "a.xml");
    assert_eq!(
        (&report["totals"]["entries"], &report["inputs"][1]["format"]),
        (&2.into(), &"xml".into())
    );
}

#[test]
fn time_is_what_is_said() {
    let text = xml(&URL.replace("2026-01-02", "2026-01-02T00:00:00Z"));
    let told = |how: &str| rules(&checked(&[("a.xml", &text)], how)).join(" ");
    assert_eq!(told("{}"), "");
    assert_eq!(told("{\"now\":1767000000}"), "lastmod/future");
    assert_eq!(told("{\"now\":1777000000}"), "");
}

#[test]
fn of_a_flood_some_are_told_and_all_are_counted() {
    let text = xml(&"<url><loc>/a</loc></url>".repeat(50));
    let report = checked(&[("a.xml", &text)], "{\"maxFindings\":3}");
    let of = |rule: &str| {
        let all = report["findings"].as_array().unwrap();
        all.iter().filter(|finding| finding["rule"] == rule).count()
    };
    assert_eq!(of("loc/relative"), 3);
    let row = report["rules"].as_array().unwrap().iter().find(|row| row["rule"] == "loc/relative");
    assert_eq!((&row.unwrap()["found"], &row.unwrap()["dropped"]), (&50.into(), &50.into()));
}

#[test]
fn losses_are_told_and_what_was_cut_is_not_given() {
    let text = xml(URL);
    let file = File { name: "a.xml.gz", bytes: text.as_bytes() };
    let made = convert(&[file], &options("{\"to\":\"text\"}")).unwrap();
    assert_eq!(made.bytes.as_deref(), Some(&b"https://e.com/a\n"[..]));
    let report: Value = serde_json::from_str(&made.report).unwrap();
    assert_eq!(
        (&report["loss"]["lastmod"], &report["outputs"][0]["path"]),
        (&1.into(), &"a.txt".into())
    );
    let cut = File { bytes: &text.as_bytes()[..text.len() - 20], ..file };
    let made = convert(&[cut], &options("{\"to\":\"csv.gz\"}")).unwrap();
    let report: Value = serde_json::from_str(&made.report).unwrap();
    assert_eq!((made.bytes, &report["totals"]["written"]), (None, &0.into()));
    assert_eq!(report["refused"], "a.xml.gz was not read to its end");
}

#[test]
fn a_limit_is_a_finding() {
    let text = "https://e.com/a\n".repeat(1000);
    let report = checked(&[("a.txt", &text)], "{\"maxInput\":1000}");
    assert!(rules(&report).contains(&"limit/input-bytes"), "{report}");
}

#[test]
fn what_options_mean_nothing() {
    for json in ["{\"profil\":\"bing\"}", "[]", "{\"dates\":\"us\"}"] {
        assert!(Options::parse(json).is_err(), "{json}");
    }
    for json in ["{\"profile\":\"altavista\"}", "{\"from\":\"doc\"}", "{\"sitemapUrl\":\"/a\"}"] {
        assert!(check(&[], &options(json)).is_err(), "{json}");
    }
    for json in ["{}", "{\"to\":\"doc\"}", "{\"to\":\"xml.zst\"}"] {
        assert!(convert(&[], &options(json)).is_err(), "{json}");
    }
    assert_eq!(check(&[], &options("{}")).unwrap_err().to_string(), "no files");
    assert_eq!(convert(&[], &options("{\"to\":\"csv\"}")).unwrap_err().to_string(), "no files");
}

#[test]
fn what_there_is() {
    let all: Value = serde_json::from_str(&catalogue()).unwrap();
    assert!(
        all["formats"].as_array().unwrap().len() > 9
            && all["profiles"][0]["name"] == "sitemaps.org"
    );
    let rule: Value = serde_json::from_str(&explain("loc/relative").unwrap()).unwrap();
    assert_eq!(rule["profiles"]["google"], "error");
    assert!(explain("loc/none").is_none());
}

#[test]
fn an_index_gives_way_to_the_files_that_it_names() {
    let pages = xml(URL);
    let named = |names: &[&str]| {
        let sitemaps = names
            .iter()
            .map(|name| format!("<sitemap><loc>https://e.com/maps/{name}</loc></sitemap>"));
        let xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
        let sitemaps: String = sitemaps.collect();
        format!("<sitemapindex xmlns=\"{xmlns}\">{sitemaps}</sitemapindex>")
    };
    let made = |index: &str, alone: bool| {
        let index = File { name: "index.xml", bytes: index.as_bytes() };
        let pages = File { name: "a.xml", bytes: pages.as_bytes() };
        let files = if alone { vec![index] } else { vec![index, pages] };
        let made = convert(&files, &options("{\"to\":\"csv\"}")).unwrap();
        let report: Value = serde_json::from_str(&made.report).unwrap();
        let text = String::from_utf8(made.bytes.unwrap_or_default()).unwrap();
        (text, report)
    };
    let (text, report) = made(&named(&["a.xml.gz?v=2"]), false);
    assert_eq!(text, "loc,lastmod,changefreq,priority\nhttps://e.com/a,2026-01-02,,\n");
    assert_eq!(rules(&report), [""; 0], "{report}");
    assert_eq!(report["inputs"][0]["entries"], 1, "{report}");
    let (text, report) = made(&named(&["a.xml", "b.xml"]), false);
    assert_eq!(text.lines().count(), 2);
    assert_eq!(rules(&report), ["index/child-missing"], "{report}");
    assert_eq!(report["findings"][0]["path"], "index.xml", "{report}");
    let (text, _) = made(&named(&["a.xml", "b.xml"]), true);
    assert!(text.contains("https://e.com/maps/b.xml"), "{text}");
}
