//! `--trust`: nothing beside the addresses is looked at, where nobody asks for it, and no address is
//! lost by it.

use crate::run::{Folder, sitemap};

const FIELDS: &str = "<lastmod>01/02/2026</lastmod><priority>2</priority>";

#[test]
fn addresses_stay_and_what_is_not_looked_at_is_not_told() {
    let folder = Folder::new();
    let long = "x".repeat(300_000);
    let urls = [
        format!("<url><loc>https://e.com/1?a&amp;b</loc>{FIELDS}</url>"),
        format!("<url><loc>https://e.com/2</loc><!-- </url> --><x>{long}</x></url>"),
        format!("<url>{FIELDS}<loc>https://e.com/3</loc></url>"),
        format!("<url><loc>https://e.com/4</loc>{FIELDS}</url >"),
        "<url><loc>/5</loc></url>".to_owned(),
        "<url><loc>https://e.com/6</loc><![CDATA[</url>]]></url>".to_owned(),
        format!(
            "<url><loc>https://e.com/7</loc>{FIELDS}<url><loc>https://e.com/8</loc></url></url>"
        ),
    ];
    let xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
    folder.write("a.xml", format!("<urlset xmlns=\"{xmlns}\">{}</urlset>", urls.concat()));
    let all = folder.run("convert a.xml -o all.txt");
    let trusting = folder.run("convert a.xml -o some.txt --trust");
    assert_eq!(folder.read("all.txt"), folder.read("some.txt"));
    assert_eq!(folder.read("all.txt").lines().count(), 6);
    let count = |text: &str, rule: &str| text.matches(rule).count();
    assert_eq!(count(&all.err, "[lastmod/ambiguous]"), 4, "{}", all.err);
    // An entry whose fields are in another order is read as ever.
    assert_eq!(count(&trusting.err, "[lastmod/ambiguous]"), 1, "{}", trusting.err);
    assert_eq!(count(&trusting.err, "[loc/relative]"), 1, "{}", trusting.err);
    assert_eq!(count(&trusting.err, "--trust: lastmod, changefreq"), 1, "{}", trusting.err);
}

#[test]
fn it_changes_nothing_where_something_is_asked() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&[&format!("<loc>https://e.com/1</loc>{FIELDS}")]));
    for words in [
        "convert a.xml -t csv",
        "convert a.xml -t text -w priority>0.5",
        "convert a.xml -t text --sort lastmod",
        "merge a.xml -t text --on-conflict lastmod=newest",
        "shard a.xml -o s-{n}.txt",
        "fix a.xml -t text",
    ] {
        let ran = folder.run(&format!("{words} --trust"));
        assert!(ran.err.contains("lastmod/ambiguous"), "{words}: {}", ran.err);
        assert!(!ran.err.contains("--trust"), "{words}: {}", ran.err);
    }
    // What is in a loc is told, and so are other addresses.
    for (urls, rule) in [
        ("<loc>https://e.com/?q=<b>x</b></loc>", "schema/element-in-leaf"),
        ("<loc>https://e.com/a<lastmod>2026-01-02</lastmod></loc>", "schema/element-in-leaf"),
        ("<loc>https://e.com/1</loc><Loc>https://e.com/2</Loc>", "schema/duplicate-element"),
        ("<loc>https://e.com/1</loc>https://e.com/2", "schema/text-in-container"),
    ] {
        folder.write("b.xml", sitemap(&[urls]));
        let ran = folder.run("convert b.xml -t text --trust");
        assert!(ran.ends(4).err.contains(rule), "{urls}: {}", ran.err);
        assert_eq!(ran.out, folder.run("convert b.xml -t text").out, "{urls}");
    }
    for refused in ["--loss-report l.jsonl", "--on-loss error", "--strict"] {
        folder.run(&format!("convert a.xml -t text --trust {refused}")).ends(2);
    }
}
