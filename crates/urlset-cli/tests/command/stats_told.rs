//! `urlset stats` and `urlset report`: what is missing is told, in every form of report, and no figure
//! depends on how something is written.

use crate::run::{Folder, index, sitemap};
use serde_json::{Value, json};

/// The whole report of a run that ends so.
fn report(folder: &Folder, words: &str, code: i32) -> Value {
    let ran = folder.run(&format!("stats {words} --json"));
    serde_json::from_str(&ran.ends(code).out).unwrap()
}

fn bins(report: &Value, by: &str) -> Value {
    let all = report["stats"]["histograms"].as_array().unwrap();
    all.iter().find(|histogram| histogram["by"] == by).unwrap()["bins"].clone()
}

/// What the page says, without its tags.
fn page(folder: &Folder, words: &str, code: i32) -> String {
    let page = folder.run(&format!("report {words}")).ends(code).out.clone();
    let parts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect()
}

/// What is not here is said before the figures that lack it; of a set it is the rest of a document.
#[test]
fn what_could_not_be_read_comes_first() {
    let folder = Folder::new();
    let names = ["a", "b", "c"].map(|name| format!("https://e.com/{name}.xml"));
    folder.write("index.xml", index(&names.each_ref().map(String::as_str)));
    folder.write("a.xml", sitemap(&["<loc>https://e.com/x</loc>"]));
    let told = report(&folder, "index.xml", 3);
    assert_eq!((&told["stats"]["not_read"], &told["stats"]["urls"]), (&2.into(), &1.into()));
    let ran = folder.run("stats index.xml");
    assert!(ran.ends(3).out.starts_with("not read   2 sitemaps, in no figure below\n"), "{ran:?}");
    assert!(ran.err.contains("2 sitemaps not read; 1 URL in "), "{}", ran.err);
    let page = page(&folder, "index.xml", 3);
    assert!(page.contains("Not read:") && page.contains("2 sitemaps, of which"), "{page}");
    let checked = folder.run("check index.xml --json");
    let checked: Value = serde_json::from_str(&checked.ends(3).out).unwrap();
    let missing = checked["findings"].as_array().unwrap();
    let missing: Vec<_> =
        missing.iter().filter(|one| one["rule"] == "index/child-missing").collect();
    assert_eq!(missing.len(), 2, "{checked}");
    assert!(missing.iter().all(|one| one["lost"] == "rest"), "{checked}");
    folder.write("years.xml", sitemap(&["<loc>https://e.com/y</loc><lastmod>2024</lastmod>"]));
    let told = report(&folder, "years.xml --by month,day", 0);
    for by in ["month", "day"] {
        assert_eq!(bins(&told, by), json!([{ "value": "2024", "entries": 1 }]), "{by}");
    }
}

/// A year is of no month of the chart, and told beside it.
#[test]
fn a_year_stands_beside_the_months() {
    let folder = Folder::new();
    let dated =
        |loc: &str, date: &str| format!("<loc>https://e.com/{loc}</loc><lastmod>{date}</lastmod>");
    folder.write("a.xml", sitemap(&[&dated("a", "2024"), &dated("b", "2025-03-02")]));
    let page = page(&folder, "a.xml", 0);
    assert!(page.contains("1 of a year without its month, 0 without a date."), "{page}");
}

/// Also beyond those of which it is told.
#[test]
fn all_that_could_not_be_read_is_counted() {
    let folder = Folder::new();
    let names: Vec<String> = (0..60).map(|name| format!("https://e.com/{name}.xml")).collect();
    folder.write("index.xml", index(&names.iter().map(String::as_str).collect::<Vec<_>>()));
    folder.write("0.xml", sitemap(&["<loc>https://e.com/x</loc>"]));
    let ran = folder.run("stats index.xml");
    assert!(ran.ends(3).out.starts_with("not read   59 sitemaps, in no figure"), "{ran:?}");
    // What a limit keeps away is in no figure either.
    folder.write("above.xml", index(&["https://e.com/index.xml", "https://e.com/0.xml"]));
    let ran = folder.run("stats above.xml --max-depth 1");
    assert!(ran.ends(6).out.starts_with("not read   1 sitemap, in no figure"), "{ran:?}");
}

#[test]
fn what_the_old_set_lacks_is_in_every_report() {
    let folder = Folder::new();
    folder.write("new.txt", "https://e.com/a\n");
    folder.write("old.txt", "https://e.com/a\nhello\n");
    folder.write("old.xml", sitemap(&["<loc>https://e.com/a</loc><lastmod>2024-99-99</lastmod>"]));
    for (old, code, rule, dropped) in [
        ("none.txt", 3, "file/unreadable", 0),
        ("old.txt", 4, "text/non-url-line", 1),
        ("old.xml", 4, "lastmod/invalid", 0),
    ] {
        let told = report(&folder, &format!("new.txt --against {old}"), code);
        let found = told["findings"].as_array().unwrap();
        assert_eq!(found.len(), 1, "{told}");
        assert_eq!((&found[0]["rule"], &found[0]["path"]), (&rule.into(), &old.into()));
        assert_eq!((&told["totals"]["error"], &told["totals"]["dropped"]), (&1.into(), &0.into()));
        let comparison = &told["stats"]["comparison"];
        assert_eq!(comparison["old_dropped"], dropped);
        // Its entries are all there where only a field of one is not.
        assert_eq!(comparison["whole"], rule == "lastmod/invalid");
        // The set itself is sound.
        assert_eq!(told["stats"]["findings"]["error"], 0);
        for form in ["sarif", "jsonl", "markdown", "github"] {
            let words = format!("stats new.txt --against {old} --report-format {form}");
            let out = folder.run(&words).ends(code).out.clone();
            assert!(out.contains(rule) && out.contains(old), "{form}: {out}");
        }
        let ran = folder.run(&format!("stats new.txt --against {old}"));
        assert!(ran.ends(code).err.contains(&format!("error[{rule}]")), "{}", ran.err);
        // They are no findings of the set that the figures are of.
        assert!(ran.out.contains("findings   0 errors, "), "{}", ran.out);
        let last = "1 URL in 1 file: 0 errors, 0 warnings, 0 notes, and 1 finding of `--against`, ";
        assert!(ran.summary().starts_with(last), "{}", ran.summary());
    }
}

/// What is wrong with the old set is not asked, only what is missing from it.
#[test]
fn the_old_set_is_not_judged() {
    let folder = Folder::new();
    folder.write("new.txt", "https://e.com/a\n");
    let page = "<loc> https://e.com/a#b</loc><lastmod>2024-3-1</lastmod>";
    folder.write("old.xml", sitemap(&[page, "<loc>/b</loc>"]));
    let told = report(&folder, "new.txt --against old.xml", 4);
    assert_eq!((&told["totals"]["error"], &told["totals"]["warning"]), (&1.into(), &0.into()));
    assert_eq!(told["findings"][0]["rule"], "loc/relative");
    let check = folder.run("check old.xml");
    assert!(check.err.matches("error[").count() > 1, "{}", check.err);
}

/// A report has no entries; a set from which nothing came would be another thing.
#[test]
fn a_report_is_no_set_to_compare_with() {
    let folder = Folder::new();
    folder.write("new.txt", "https://e.com/a\n");
    folder.run("stats new.txt --json --report old.json").ends(0);
    let ran = folder.run("stats new.txt --against old.json");
    assert!(ran.ends(3).err.contains("error[file/unreadable]"), "{}", ran.err);
    assert!(ran.err.contains("a report of urlset, which has no entries"), "{}", ran.err);
    assert!(!ran.out.contains("added"), "{}", ran.out);
    folder.write("empty.json", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}");
    folder.run("stats new.txt --against empty.json").ends(0);
}

#[test]
fn what_is_allowed_is_missing_all_the_same() {
    let folder = Folder::new();
    folder.write("x.txt", "https://e.com/a\nhello\n").write("n.txt", "https://e.com/a\n");
    let allow = "--allow text/non-url-line";
    let told = report(&folder, &format!("x.txt {allow}"), 4);
    assert_eq!((&told["totals"]["dropped"], &told["totals"]["error"]), (&1.into(), &0.into()));
    assert_eq!(told["stats"]["dropped"], 1);
    let ran = folder.run(&format!("stats x.txt {allow}"));
    assert!(
        ran.ends(4).summary().starts_with("1 URL and 1 dropped in 1 file: 0 errors"),
        "{ran:?}"
    );
    let page = page(&folder, &format!("x.txt {allow}"), 4);
    assert!(page.contains("Left out: 1 entry in no figure"), "{page}");
    let told = report(&folder, &format!("n.txt --against x.txt {allow}"), 4);
    assert_eq!(told["findings"], json!([]));
    assert_eq!(told["stats"]["comparison"]["old_dropped"], 1);
}

/// Also of those that are only counted, for there are too many of them to be told.
#[test]
fn all_that_is_left_out_is_counted() {
    let folder = Folder::new();
    folder.write("a.txt", format!("https://e.com/a\n{}", "hello\n".repeat(60)));
    for flags in ["", "--allow text/non-url-line"] {
        let ran = folder.run(&format!("stats a.txt {flags}"));
        assert!(ran.ends(4).summary().starts_with("1 URL and 60 dropped in 1 file"), "{ran:?}");
    }
    let page = "<loc>https://e.com/a</loc><lastmod>garbage</lastmod>";
    folder.write("a.xml", sitemap(&[page; 60]));
    for flags in ["", "--allow lastmod/invalid"] {
        let ran = folder.run(&format!("stats a.xml {flags}"));
        assert!(ran.ends(4).summary().starts_with("60 URLs, 60 fields dropped"), "{ran:?}");
    }
    // The first of them have their places.
    let page = self::page(&folder, "a.xml", 4);
    for line in 3..6 {
        assert!(page.contains(&format!("a.xml:{line}:41")), "{line}: {page}");
    }
}

#[test]
fn a_field_that_is_left_out_is_told() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc><lastmod>garbage</lastmod>"]));
    let told = report(&folder, "a.xml", 4);
    let numbers = ["dropped", "dropped_fields"].map(|name| &told["totals"][name]);
    assert_eq!(numbers, [&Value::from(0), &1.into()]);
    assert_eq!(told["stats"]["dropped_fields"], 1);
    let ran = folder.run("stats a.xml");
    assert!(ran.ends(4).summary().starts_with("1 URL, 1 field dropped in 1 file"), "{ran:?}");
    assert!(ran.out.contains("dropped    1 field\n"), "{}", ran.out);
    assert!(ran.err.contains("error[lastmod/invalid]") && ran.err.contains("a.xml:3:"), "{ran:?}");
    assert_eq!(told["findings"][0]["rule"], "lastmod/invalid");
    let sarif = folder.run("report a.xml -o a.html --report-format sarif").ends(4).out.clone();
    assert!(sarif.contains("\"ruleId\":\"lastmod/invalid\""), "{sarif}");
    let page = page(&folder, "a.xml", 4);
    assert!(page.contains("Left out: 1 field in no figure"), "{page}");
    assert!(page.contains("Gravest finding: "), "{page}");
    assert!(!page.contains("1 times") && !page.contains("1 errors"), "{page}");
}

#[test]
fn a_file_that_was_cut_is_told_first() {
    let folder = Folder::new();
    let entries: String = (0..300)
        .map(|n| format!("<url><loc>https://e.com/{n}</loc><priority>9</priority></url>"))
        .collect();
    let start = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
    folder.write("a.xml", format!("{start}{entries}"));
    let page = page(&folder, "a.xml", 4);
    let (look, files) = page.split_once("Files and their limits").unwrap();
    assert!(!look.is_empty());
    assert!(page.contains("Cut: a.xml could not be read to its end"), "{page}");
    assert!(files.contains("a.xml not read to its end"), "{page}");
    let told = report(&folder, "a.xml", 4);
    assert_eq!(told["stats"]["files"][0]["cut"], true);
    assert!(folder.run("stats a.xml").out.contains("cut        1 file"));
}

#[test]
fn bytes_of_a_compressed_file_are_those_that_were_read() {
    let folder = Folder::new();
    let locs: String = (0..2000).map(|n| format!("https://e.com/{}\n", n * 7919)).collect();
    folder.write("a.txt", locs);
    folder.run("convert a.txt -o a.xml").ends(0);
    folder.run("convert a.txt -o b.xml.gz").ends(0);
    let whole = std::fs::metadata(folder.path("a.xml")).unwrap().len();
    let mut bytes = std::fs::read(folder.path("b.xml.gz")).unwrap();
    let crc = bytes.len() - 6;
    bytes[crc] ^= 0xff;
    folder.write("b.xml.gz", &bytes);
    let ran = folder.run("stats b.xml.gz --json");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let file = &told["stats"]["files"][0];
    let read = file["bytes"].as_u64().unwrap();
    assert!(read > bytes.len() as u64 && read <= whole, "{file} of {whole}");
    assert_eq!((&file["stored"], &file["cut"]), (&(bytes.len() as u64).into(), &true.into()));
}

#[test]
fn the_newest_days_are_told_however_many_there_are() {
    let folder = Folder::new();
    let day = |n: usize| format!("{:04}-{:02}-{:02}", 2023 + n / 336, n / 28 % 12 + 1, n % 28 + 1);
    let mut entries: Vec<String> = (0..1100)
        .map(|n| format!("<loc>https://e.com/{n}</loc><lastmod>{}</lastmod>", day(n)))
        .collect();
    entries.push("<loc>https://e.com/undated</loc>".to_owned());
    folder.write("a.xml", sitemap(&entries.iter().map(String::as_str).collect::<Vec<_>>()));
    let ran = folder.run("stats a.xml --by day");
    assert!(ran.ends(0).out.contains(&format!("  {}  ", day(1099))), "{}", ran.out);
    assert!(ran.out.contains("  1,076 earlier"), "{}", ran.out);
    let told = bins(&report(&folder, "a.xml --by day --top 1", 0), "day");
    assert_eq!(
        told,
        json!([{"value": day(1099), "entries": 1}, {"value": "undated", "entries": 1}])
    );
}

#[test]
fn each_link_that_is_not_returned_counts_in_any_order() {
    let folder = Folder::new();
    let link = |tag: &str| {
        format!("<xhtml:link rel=\"alternate\" hreflang=\"{tag}\" href=\"https://e.com/de\"/>")
    };
    for tags in [["x-default", "de"], ["de", "x-default"]] {
        let links: String = tags.iter().map(|tag| link(tag)).collect();
        let entries =
            [format!("<loc>https://e.com/en</loc>{links}"), "<loc>https://e.com/de</loc>".into()];
        let xhtml = "<urlset xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";
        let text = sitemap(&entries.each_ref().map(String::as_str));
        folder.write("a.xml", text.replacen("<urlset", xhtml, 1));
        let told = report(&folder, "a.xml", 0)["stats"]["hreflang"].clone();
        assert_eq!((&told["links"], &told["no_return"]), (&2.into(), &2.into()), "{tags:?}");
        for pair in told["pairs"].as_array().unwrap() {
            assert_eq!((&pair["links"], &pair["no_return"]), (&1.into(), &1.into()), "{pair}");
        }
        // A way back that is missing is one fault.
        let ran = folder.run("check a.xml --json --profile google");
        assert_eq!(ran.out.matches("\"hreflang/no-return").count(), 1, "{}", ran.out);
    }
}

#[test]
fn findings_are_those_of_check() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folder = Folder::new();
    for input in ["examples/shop/robots.txt", "examples/shop"] {
        let words = format!("{root}/{input} --json");
        let check = folder.run(&format!("check {words}")).out.clone();
        let check: Value = serde_json::from_str(&check).unwrap();
        let ran = folder.run(&format!("stats {words}"));
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        for name in ["error", "warning", "note"] {
            assert_eq!(told["stats"]["findings"][name], check["totals"][name], "{input} {name}");
        }
        let rules = told["stats"]["findings"]["rules"].to_string();
        assert!(rules.contains("set/orphan-sitemap"), "{rules}");
    }
}

#[test]
fn what_is_not_shown_of_a_comparison_is_counted() {
    let folder = Folder::new();
    let locs =
        |end: usize| (0..end).map(|n| format!("https://e.com/s{n:02}/a\n")).collect::<String>();
    folder.write("new.txt", locs(15)).write("old.txt", locs(1));
    let ran = folder.run("stats new.txt --against old.txt");
    assert!(ran.ends(0).out.ends_with("  and 4 differences in other sections\n"), "{}", ran.out);
    let dated = |n: usize| {
        let date = if n < 30 { "2026-03-02".to_owned() } else { format!("2025-03-{:02}", n - 29) };
        format!("<loc>https://e.com/{n}</loc><lastmod>{date}</lastmod>")
    };
    let entries: Vec<String> = (0..40).map(dated).collect();
    folder.write("a.xml", sitemap(&entries.iter().map(String::as_str).collect::<Vec<_>>()));
    let ran = folder.run("stats a.xml");
    let (_, often) = ran.out.split_once("most frequent lastmod").unwrap();
    assert!(often.contains("  10 others   10   25.0%"), "{often}");
}

#[test]
fn names_of_ours_are_no_values_of_the_data() {
    let folder = Folder::new();
    folder.write("a.txt", "https://e.com/root/none\nhttps://e.com/x\n");
    let told = report(&folder, "a.txt --by section,path[2],lang", 0);
    let sections = json!([{"value": "/", "entries": 1}, {"value": "root", "entries": 1}]);
    assert_eq!(bins(&told, "section"), sections);
    let segments = json!([{"value": "/", "entries": 1}, {"value": "none", "entries": 1}]);
    assert_eq!(bins(&told, "path[2]"), segments);
    assert_eq!(bins(&told, "lang"), json!([{"value": "", "entries": 2}]));
    let text = folder.run("stats a.txt --by lang").ends(0).out.clone();
    assert!(text.contains("  none  2  100.0%"), "{text}");
}

#[test]
fn elements_of_one_name_are_told_apart() {
    let folder = Folder::new();
    let foreign = "<image xmlns=\"urn:9\"/><a:q xmlns:a=\"urn:1\"/>";
    folder.write("a.xml", sitemap(&[&format!("<loc>https://e.com/a</loc>{foreign}")]));
    let out = folder.run("stats a.xml").ends(0).out.clone();
    assert!(out.contains("\n  image urn:9  1") && out.contains("\n  a:q  "), "{out}");
    assert!(page(&folder, "a.xml", 0).contains("a:q urn:1"));
}

#[test]
fn a_page_has_the_name_of_what_it_is() {
    let folder = Folder::new();
    folder.write("a.txt", "https://e.com/a\n");
    for name in ["r.html.zst", "{section}.html"] {
        folder.run(&format!("report a.txt -o '{name}'")).ends(2);
    }
    for flag in ["--csv-delimiter ;", "--csv-guard"] {
        folder.run(&format!("stats a.txt {flag}")).ends(2);
    }
    assert_eq!(folder.names(), ["a.txt"]);
}

/// It is that day already somewhere.
#[test]
fn dates_to_come_are_those_of_the_rule() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc><lastmod>2026-03-05</lastmod>"]));
    for (now, future) in [("2026-03-04T12:00:00Z", 0), ("2026-03-03T12:00:00Z", 1)] {
        let told = report(&folder, &format!("a.xml --date {now}"), 0)["stats"].clone();
        assert_eq!(told["dates"]["future"], future);
        let rules = told["findings"]["rules"].to_string();
        assert_eq!(rules.contains("lastmod/future"), future > 0, "{rules}");
    }
}

#[test]
fn a_robots_txt_is_no_index() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.write("robots.txt", "User-agent: *\nSitemap: https://e.com/a.xml\n");
    let ran = folder.run("stats robots.txt");
    assert!(ran.out.contains("files      1 and a robots.txt\n"), "{}", ran.out);
    assert!(page(&folder, "robots.txt", 0).contains("one of them a robots.txt"));
}
