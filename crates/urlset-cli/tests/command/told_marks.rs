//! Marks that a hand or a program set wrongly: what can be meant in one way only is a repair, what cannot is told
//! with a way out, and nothing of it passes as something else.

use crate::run::{Folder, Ran};

fn said(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

fn sitemap(entries: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<urlset xmlns=\"{NAMESPACE}\">\n{entries}</urlset>\n")
}

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

#[test]
fn end_tags_that_changed_places_cost_nothing() {
    let folder = Folder::new();
    for between in ["", "\n "] {
        let swapped = format!("<url><loc>https://example.com/a</url>{between}</loc>");
        let next = "<url><loc>https://example.com/b</loc></url>";
        folder.write("a.xml", sitemap(&format!("{swapped}{next}")));
        let ran = folder.run("fix a.xml --lenient -o b.xml");
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(!ran.err.contains("dropped"), "{}", ran.err);
        assert_eq!(folder.run("convert b.xml -t text").out.lines().count(), 2);
    }
    // What stands between the tags is a part of the value.
    let torn = "<url><loc>https://example.com/a</url>bc</loc>";
    folder.write("a.xml", sitemap(&format!("{torn}<url><loc>https://example.com/b</loc></url>")));
    let ran = folder.run("fix a.xml --lenient -o c.xml");
    assert_eq!(ran.code, Some(4), "{}", ran.err);
}

#[test]
fn an_attribute_of_the_root_is_one_finding_and_one_repair() {
    let folder = Folder::new();
    let pages = "<url><loc>https://example.com/a</loc></url></urlset>\n";
    for (attributes, rule) in [
        (r#"xsi:schemaLocation="a b""#, "ns/undeclared-prefix"),
        (r#"xmlns:v="urn:v" xmlns:v="urn:v""#, "xml/not-well-formed"),
    ] {
        let root = format!("<?xml version=\"1.0\"?>\n<urlset xmlns=\"{NAMESPACE}\" {attributes}>");
        folder.write("a.xml", format!("{root}{pages}"));
        let ran = folder.run("check a.xml --json");
        let errors = format!("{}{}", ran.out, ran.err).matches("\"severity\":\"error\"").count();
        assert_eq!((errors, ran.code), (1, Some(1)), "{attributes}: {}", said(&ran));
        let ran = folder.run("fix a.xml -o b.xml");
        assert_eq!(ran.code, Some(0), "{attributes}: {}", ran.err);
        assert!(ran.err.contains(&format!("1 repair: {rule} 1")), "{attributes}: {}", ran.err);
        assert_eq!(folder.run("check b.xml").code, Some(0), "{attributes}");
    }
    // Which of two values was meant, nobody knows.
    let root = format!("<urlset xmlns=\"{NAMESPACE}\" xmlns:v=\"urn:v\" xmlns:v=\"urn:w\">");
    folder.write("a.xml", format!("{root}{pages}"));
    let ran = folder.run("fix a.xml -o c.xml");
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    let ran = folder.run("check a.xml");
    assert!(said(&ran).contains("a.xml:1:77"), "{}", said(&ran));
    assert!(said(&ran).contains("given twice: xmlns:v"), "{}", said(&ran));
}

#[test]
fn what_is_never_closed_says_what_closes_it() {
    let folder = Folder::new();
    let page = "<url><loc>https://example.com/a</loc></url>\n".repeat(30_000);
    for (front, end) in [("<!-- old", "-->"), ("<![CDATA[", "]]>"), ("<?php", "?>")] {
        folder.write("a.xml", sitemap(&format!("{front}{page}")));
        let ran = folder.run("check a.xml");
        assert_eq!(ran.code, Some(6), "{}", said(&ran));
        assert!(said(&ran).contains(&format!("without `{end}`")), "{}", said(&ran));
    }
}

#[test]
fn the_way_out_is_not_the_one_already_taken() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap("<url><loc>https://example.com/a</loc a=\"></url>"));
    for (flag, other) in [("", true), (" --lenient", false)] {
        let ran = folder.run(&format!("check a.xml{flag}"));
        assert_eq!(said(&ran).contains("try `--lenient`"), other, "{}", said(&ran));
    }
}

#[test]
fn the_case_of_an_extension_is_told_as_that() {
    let folder = Folder::new();
    let image = "<image:Image><image:loc>https://example.com/i.jpg</image:loc></image:Image>";
    let root = format!(
        "<urlset xmlns=\"{NAMESPACE}\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">"
    );
    folder.write(
        "a.xml",
        format!("{root}<url><loc>https://example.com/a</loc>{image}</url></urlset>"),
    );
    let ran = folder.run("check a.xml");
    assert!(said(&ran).contains("error[schema/extension-misplaced]"), "{}", said(&ran));
    assert!(said(&ran).contains("write `image:image`: case counts"), "{}", said(&ran));
}

#[test]
fn markup_that_is_escaped_as_a_whole_is_no_table() {
    let folder = Folder::new();
    let markup = "<urlset><url><loc>https://example.com/a</loc></url></urlset>";
    for open in ["&lt;", "&#60;", "&#x3C;", "&amp;lt;", "&amp;amp;lt;", "&LT;"] {
        folder.write("a.txt", markup.replace('<', open));
        let ran = folder.run("convert a.txt -t text");
        assert_eq!((ran.out.as_str(), ran.code), ("", Some(3)), "{open}: {}", ran.err);
        assert!(ran.err.contains(&format!("`{open}`")), "{open}: {}", ran.err);
    }
}

#[test]
fn rows_in_quotes_with_empty_cells_behind_are_no_addresses() {
    let folder = Folder::new();
    for (text, code) in [
        ("\"loc,lastmod\";\n\"https://example.com/a,2026-01-01\";\n", 3),
        ("loc,lastmod\n\"https://example.com/a,2026-01-01\"\n", 4),
        ("\"loc,lastmod\",\" \"\n\"https://example.com/a,2026-01-01\",\n", 3),
        // What is one cell each, as quotes are there for.
        ("\"Page URL, canonical\"\n\"https://example.com/a\"\n", 0),
        ("\"Page URL, canonical\"\n\"https://example.com/a-1,00.html\"\n", 0),
        ("\"URL (absolute; with query)\"\n\"https://example.com/?a&amp;b\"\n", 0),
        ("\"Adresse,kanonisch\"\n\"https://example.com/a-1,00.html\"\n", 0),
        ("loc,lastmod,priority\n\"https://example.com/a,daily\",\n", 0),
        ("loc\n\"https://example.com/a,2026-01-01\"\n", 0),
        ("loc,lastmod\n\"https://example.com/a,b\",\n", 0),
    ] {
        folder.write("a.csv", text);
        let ran = folder.run("convert a.csv -t text");
        assert_eq!(ran.code, Some(code), "{text}: {}", ran.err);
        assert_eq!(ran.out.is_empty(), code != 0, "{text}: {}", ran.out);
    }
    // This is how such a URL is written, too.
    for (end, told) in [(",2026-01-01", true), (",b", false)] {
        folder.write("a.csv", format!("loc,lastmod,\n\"https://example.com/a{end}\",,\n"));
        let ran = folder.run("convert a.csv -t text");
        assert_eq!((ran.out, ran.code), (format!("https://example.com/a{end}\n"), Some(0)));
        assert_eq!(ran.err.contains("warning[csv/uncut-row]"), told, "{}", ran.err);
    }
    for row in ["\"https://example.com/a,2026-01-01\";", "https://example.com/a,2026-01-01;"] {
        folder.write("a.csv", format!("loc;lastmod\n{row}\n"));
        let ran = folder.run("check a.csv");
        assert!(said(&ran).contains("warning[csv/uncut-row]"), "{row}: {}", said(&ran));
    }
}

#[test]
fn a_list_that_is_cut_as_a_table_says_so() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a,2026-01-02\nhttps://example.com/b,2026-01-03\n");
    let ran = folder.run("convert a.txt -t text");
    assert!(ran.err.contains("warning[file/name-content-mismatch]"), "{}", ran.err);
    // A quote in a table may take in lines, of which none is told in a column that nobody reads.
    folder.write("b.txt", "https://example.com/a\t\"Tea\nhttps://example.com/b\tCup\"\n");
    assert_eq!(folder.run("convert b.txt -t text").code, Some(4));
    folder.write("c.txt", "https://example.com/a\nhttps://example.com/b\n");
    assert!(!folder.run("convert c.txt -t text").err.contains("warning"));
}

#[test]
fn rows_behind_many_lines_are_told() {
    let folder = Folder::new();
    let mut list: String = (0..100).map(|n| format!("https://example.com/{n}\n")).collect();
    list.extend((0..500).map(|n| format!("https://example.com/p{n},2026-01-02\n")));
    folder.write("a.txt", &list);
    folder.write(
        "a.csv",
        "https://example.com/a;200\nhttps://example.com/b;404\nhttps://example.com/c\n",
    );
    assert!(said(&folder.run("check a.txt")).contains("text/table-rows"));
    assert!(said(&folder.run("check a.csv")).contains("csv/uncut-row"));
    folder.write(
        "b.csv",
        "https://example.com/a;v=1\nhttps://example.com/b;v=2;w=3\nhttps://example.com/c\n",
    );
    assert!(!said(&folder.run("check b.csv")).contains("csv/uncut-row"));
}

#[test]
fn two_addresses_in_one_are_told_wherever_one_stands() {
    let folder = Folder::new();
    let two = "https://example.com/1https://example.com/2";
    for entry in [
        format!(r#"{{"loc":"https://example.com/a","image":[{{"loc":"{two}"}}]}}"#),
        format!(
            r#"{{"loc":"https://example.com/a","hreflang":[{{"hreflang":"de","href":"{two}"}}]}}"#
        ),
        format!(r#"{{"loc":"https://example.com/a","video":[{{"content_loc":"{two}"}}]}}"#),
    ] {
        folder.write("a.jsonl", format!("{entry}\n"));
        let told = said(&folder.run("check a.jsonl"));
        assert!(told.contains("loc/several-urls"), "{entry}: {told}");
        // What a proxy leads to.
        for path in ["r/?u=https", "r/80x80/https", "r,80/https"] {
            if entry.contains("hreflang") && !path.contains('?') {
                continue;
            }
            folder.write("a.jsonl", format!("{entry}\n").replace("1https", path));
            let told = said(&folder.run("check a.jsonl"));
            assert!(!told.contains("loc/several-urls"), "{entry} {path}: {told}");
        }
    }
}

#[test]
fn what_is_no_reference_is_not_resolved() {
    let folder = Folder::new();
    folder.write("a.csv", "loc\nwww.example.com/a\n//https://example.com/c\n${url}\n/b\n");
    let ran = folder.run("convert a.csv --source-url https://example.com/ -t text");
    assert_eq!((ran.out.as_str(), ran.code), ("https://example.com/b\n", Some(4)), "{}", ran.err);
    folder.write("robots.txt", "User-agent: *\nSitemap: www.example.com/sitemap.xml\n");
    let ran = folder.run("convert robots.txt --source-url https://example.com/robots.txt -t text");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(4)), "{}", ran.err);
    folder.write("robots.txt", "User-agent: *\nSitemap: \"https://example.com/sitemap.xml\"\n");
    let told = said(&folder.run("check robots.txt --follow none"));
    assert!(!told.contains("loc/several-urls"), "{told}");
}

#[test]
fn hosts_are_left_alone_whatever_becomes_of_the_scheme() {
    let folder = Folder::new();
    folder.write("a.txt", "http://old.example/a\nhttp://shop.old.example/b\n");
    let rewrite = "rewrite a.txt -t text --rewrite-host old.example=new.example";
    let ran = folder.run(&format!("{rewrite} --rewrite-scheme https"));
    assert_eq!(ran.out, "https://new.example/a\nhttps://shop.old.example/b\n");
    assert!(ran.err.contains("hosts left alone: shop.old.example 1"), "{}", ran.err);
    let ran = folder.run("rewrite a.txt -t text --rewrite-scheme https");
    assert!(!ran.err.contains("left alone"), "{}", ran.err);
}

#[test]
fn a_robots_txt_beyond_the_limit_is_told_as_that() {
    let folder = Folder::new();
    let lines = "# nothing to see here, move along\n".repeat((16 << 20) / 34 + 1);
    folder.write("robots.txt", format!("Sitemap: https://example.com/s.xml\n{lines}"));
    let ran = folder.run("fix robots.txt -o o.txt --follow none");
    assert_eq!(ran.code, Some(6), "{}", ran.err);
    assert!(
        ran.err.contains("more than 16777216 bytes") && !ran.err.contains("UTF-8"),
        "{}",
        ran.err
    );
}

#[test]
fn what_is_escaped_as_html_is_not_cut() {
    let folder = Folder::new();
    for quote in ["&quot;", "&#39;", "&#x27;", "&ldquo;"] {
        let line = |name: &str| format!("{quote}https://example.com/{name}{quote}\n");
        folder.write("a.txt", line("a") + &line("b"));
        let ran = folder.run("convert a.txt -t text");
        assert_eq!((ran.out.as_str(), ran.code), ("", Some(4)), "{quote}: {}", ran.err);
    }
    let lines = "https://example.com/caf&eacute;\nhttps://example.com/th&eacute;\n";
    folder.write("a.csv", lines);
    assert_eq!(folder.run("convert a.csv -t text").ends(0).out, lines);
    for (name, text) in [
        ("a.csv", "loc,lastmod\nhttps://example.com/?a&amp;b,2026-01-01\n"),
        ("a.jsonl", "{\"loc\":\"https://example.com/?a&amp;b\"}\n"),
        ("robots.txt", "Sitemap: https://example.com/?a&amp;b\n"),
    ] {
        folder.write(name, text);
        let ran = folder.run(&format!("convert {name} --follow none -t csv"));
        assert!(ran.ends(0).out.contains("/?a&amp;b"), "{name}: {}", ran.out);
        assert!(ran.err.contains("warning[loc/entity-escaped]"), "{name}: {}", ran.err);
    }
}

#[test]
fn an_address_is_not_cut_in_a_reference() {
    let folder = Folder::new();
    for (text, out) in [
        ("https://example.com/caf&eacute;;2026-01-01\nhttps://example.com/b;2026-01-02\n", "b"),
        ("sep=;\n&quot;https://example.com/a&quot;;2026\n", ""),
        ("URL;\nhttps://example.com/?a=1&amp;b=2;\nhttps://example.com/b;\n", "b"),
        ("&quot;https://example.com/a;s=1&quot;\n&quot;https://example.com/b;s=2&quot;\n", ""),
        // Rows that are all cut alike: only what follows says so.
        (
            "https://example.com/?a=1&amp;b=2;2026-01-01\nhttps://example.com/?c=1&#38;d=2;2026-01-02\n",
            "",
        ),
        ("URL;Title\nhttps://example.com/?a=1&amp;b=2\nhttps://example.com/?c=1&amp;d=2\n", ""),
        // What ends so is a parameter, or all that stands between quotes.
        (
            "https://example.com/?a&unread;2026-01-01\nhttps://example.com/?b&unread;2026-01-02\n",
            "?a&unread ?b&unread",
        ),
        ("loc;lastmod\n\"https://example.com/caf&eacute\";2026-01-01\n", "caf&eacute"),
        (
            "loc;lastmod\nhttps://example.com/?a&amp;2026-01-01\nhttps://example.com/?b&#12;\n",
            "?a&amp ?b&#12",
        ),
        (
            "https://example.com/?a&amp;2026-01-01\nhttps://example.com/?b&amp;2026-01-02\n",
            "?a&amp ?b&amp",
        ),
    ] {
        folder.write("a.csv", text);
        let ran = folder.run("convert a.csv -t text");
        let locs: Vec<String> =
            out.split_whitespace().map(|end| format!("https://example.com/{end}\n")).collect();
        assert_eq!(ran.out, locs.concat(), "{text}: {}", ran.err);
        let told = ran.err.contains("cut at the `;` of a reference");
        assert_eq!(told, ran.code == Some(4), "{text}: {}", ran.err);
    }
}

#[test]
fn what_may_be_the_rest_of_an_address_is_told() {
    let folder = Folder::new();
    // A URL that may be cut is told, and stays.
    for row in ["rock&#039;n-roll", "rock&amp;roll", "?q=x&#38;page/2"] {
        folder.write(
            "a.csv",
            format!("loc;title\nhttps://example.com/{row}\nhttps://example.com/b;T\n"),
        );
        let ran = folder.run("convert a.csv -t text");
        assert_eq!(ran.ends(0).out.lines().count(), 2, "{row}: {}", ran.err);
        assert!(ran.err.contains("perhaps cut at the `;` of a reference"), "{row}: {}", ran.err);
    }
    // What is quoted is not cut, and rows on one line are all told.
    for (text, out, dropped) in [
        ("\"URL\";\"Old\"\n\"https://e.com/?a&amp\";\"https://e.com/?a&amp;b=2\"\n", 1, None),
        ("URL;Old\nhttps://e.com/?a&amp;\"x=1; y\"\n", 1, None),
        ("URL;Old\nhttps://e.com/?a&amp;https://e.com/b\n", 1, None),
        (
            "title;loc;lastmod\nA&amp;B;https://e.com/1;2026-01-01;C;https://e.com/3;2026-01-03\nC;https://e.com/2;2026-01-02\n",
            1,
            Some("3 URLs in, 1 out, 2 dropped"),
        ),
    ] {
        folder.write("a.csv", text);
        let ran = folder.run("convert a.csv -t text");
        assert_eq!(ran.out.lines().count(), out, "{text}: {}", ran.err);
        assert!(!ran.err.contains("perhaps cut"), "{text}: {}", ran.err);
        assert!(ran.err.contains(dropped.unwrap_or("1 URL in, 1 out")), "{text}: {}", ran.err);
    }
    // What is no parameter stands in a cell of its own.
    for cell in ["5,3", "de", "text/html", "2020-01-01 10:00", "Re: hello"] {
        let row = format!(
            "https://example.com/?a&amp;{cell}\nhttps://example.com/?p=1&#12345678;{cell}\n"
        );
        folder.write("a.csv", format!("URL;Remark\n{row}"));
        assert_eq!(folder.run("convert a.csv -t text").ends(0).out.lines().count(), 2, "{cell}");
    }
    folder.write(
        "a.csv",
        "https://e.com/?a=1&amp;b=2;Title\nhttps://e.com/b;Other\nhttps://e.com/c;Other\n",
    );
    assert!(folder.run("convert a.csv -t text").err.contains("csv/uncut-row"));
    folder.write("a.csv", "https://e.com/2;T\nhttps://e.com/3;T\nhttps://e.com/a&eacute;b\n");
    assert!(folder.run("convert a.csv -t text").err.contains("csv/uncut-row"));
}

#[test]
fn what_stands_behind_an_address_that_is_cut_is_told() {
    let folder = Folder::new();
    let row = "https://example.com/?a=1&amp;b=2;2026-01-01;https://example.com/c;2026-01-02";
    folder.write("a.csv", format!("loc;lastmod\n{row}\nhttps://example.com/d;2026-01-02\n"));
    let ran = folder.run("convert a.csv -t text");
    assert_eq!((ran.out.as_str(), ran.code), ("https://example.com/d\n", Some(4)), "{}", ran.err);
    assert!(ran.err.contains("3 URLs in, 1 out, 2 dropped"), "{}", ran.err);
    // Written by urlset, it is read as it was.
    let entries = "{\"loc\":\"https://example.com/caf&eacute\",\"lastmod\":\"2026-01-01\"}\n{\"loc\":\"https://example.com/?a&amp\"}\n";
    folder.write("a.jsonl", entries);
    folder.run("convert a.jsonl -o b.csv --csv-delimiter ;").ends(0);
    assert_eq!(folder.run("convert b.csv -t jsonl").ends(0).out, entries);
}

#[test]
fn a_scheme_twice_is_told() {
    let folder = Folder::new();
    for (name, text) in [
        ("a.txt", "https://https://example.com/a\n"),
        ("a.jsonl", "{\"loc\":\"http://HTTPS://example.com/a\"}\n"),
        ("a.csv", "loc,lastmod\nhttps://http://example.com/a,2026-01-01\n"),
    ] {
        folder.write(name, text);
        let told = said(&folder.run(&format!("check {name}")));
        assert!(told.contains("loc/scheme-twice") && !told.contains("several"), "{told}");
    }
    let link = r#""hreflang":[{"hreflang":"de","href":"https://https://example.com/de"}]"#;
    let image = r#""image":[{"loc":"https://https://example.com/i.png"}]"#;
    let video = r#""video":[{"content_loc":"https://https://example.com/v.mp4"}]"#;
    for item in [link, image, video] {
        folder.write("a.jsonl", format!("{{\"loc\":\"https://example.com/a\",{item}}}\n"));
        let told = said(&folder.run("check a.jsonl"));
        assert!(told.contains("loc/scheme-twice") && !told.contains("several"), "{item}: {told}");
    }
    folder.write("a.jsonl", "{\"loc\":\"https://web.example.com/web/2026/https://e.com/a\"}\n");
    assert!(!said(&folder.run("check a.jsonl")).contains("loc/scheme-twice"));
}

#[test]
fn a_backslash_in_an_end_tag_is_no_part_of_an_address() {
    let folder = Folder::new();
    folder.write("a.xml", "<urlset><url><loc>https://example.com/a<\\loc></url></urlset>");
    let ran = folder.run("convert a.xml -t text");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(4)), "{}", ran.err);
    let ran = folder.run("convert a.xml -t text --lenient");
    assert_eq!(ran.out, "https://example.com/a\n", "{}", ran.err);
    folder.write("b.xml", "<urlset><url><loc>https://example.com/a<\\/loc><\\/url><\\/urlset>");
    let escaped = folder.run("convert b.xml -t text --lenient");
    assert_eq!(escaped.out, "https://example.com/a\n", "{}", escaped.err);
    assert!(ran.err.contains("a backslash at the front of an end tag"), "{}", ran.err);
}

#[test]
fn all_that_is_taken_out_behind_the_root_is_shown() {
    let folder = Folder::new();
    folder.write(
        "a.xml",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://example.com/a</loc></url></urlset>\n<br />\n<b>Warning</b>: x\n",
    );
    let ran = folder.run("fix a.xml -o b.xml");
    for piece in ["`<br />`", "`<b>`", "`Warning`", "`</b>`", "`: x`"] {
        assert!(ran.err.contains(&format!("  - {piece}\n")), "{piece}: {}", ran.err);
    }
    assert_eq!(said(&folder.run("check a.xml")).matches("xml/content-after-root").count(), 1);
    assert!(folder.run("fix b.xml -o c.xml").ends(0).err.contains("nothing to repair"));
}

#[test]
fn an_end_tag_without_its_start_is_no_part_of_an_address() {
    let folder = Folder::new();
    for text in ["https://e.com/a/loc></loc>", "https://e.com/a/loc>\n", "https://e.com/a/loc>"] {
        let xmlns = "http://www.sitemaps.org/schemas/sitemap/0.9";
        let urls = format!("<url><loc>{text}</url><url><loc>https://e.com/b</loc></url>");
        folder.write("a.xml", format!("<urlset xmlns=\"{xmlns}\">{urls}</urlset>"));
        let ran = folder.run("convert a.xml -t text --lenient");
        assert_eq!(ran.ends(4).out, "https://e.com/b\n", "{text}: {}", ran.err);
        assert!(ran.err.contains("write `</loc>` behind the address"), "{text}: {}", ran.err);
        folder.run("fix a.xml -o fixed.xml --lenient");
        assert!(!folder.path("fixed.xml").exists() || !folder.read("fixed.xml").contains("&gt;"));
    }
}

#[test]
fn spaces_that_are_none_of_xml_are_no_pages() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap("<url>\u{3000}<loc>https://e.com/a</loc>\u{a0}</url>"));
    let ran = folder.run("convert a.xml -t text");
    assert_eq!(ran.ends(0).out, "https://e.com/a\n", "{}", ran.err);
    assert!(ran.err.contains("[schema/text-in-container]"), "{}", ran.err);
}
