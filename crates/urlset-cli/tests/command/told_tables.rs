//! Documents that pass as something they are not unless somebody looks: tables without a header or in quotes, escaped
//! markup, namespaces that are misspelt, torn addresses of images.

use crate::run::{Folder, Ran, sitemap};

/// The addresses that a conversion gives, without what stands before them.
fn locs(folder: &Folder, words: &str) -> (String, String, Option<i32>) {
    let ran = folder.run(&format!("convert {words} -t text"));
    (ran.out.replace("https://example.com/", "").replace('\n', " "), ran.err, ran.code)
}

/// A check tells its findings in what it writes, all else in what it says.
fn tells(ran: &Ran, what: &str) {
    let all = format!("{}{}", ran.out, ran.err);
    assert!(all.contains(what), "{what}: {all}");
}

#[test]
fn rows_without_a_header_are_cut_wherever_the_plain_ones_stand() {
    let folder = Folder::new();
    let dated = "https://example.com/b,2026-01-03\nhttps://example.com/c,2026-01-04\n";
    folder.write("plain_first.csv", format!("https://example.com/\n{dated}"));
    folder.write("plain_second.csv", format!("{dated}https://example.com/\n{dated}"));
    folder.write("list.txt", dated);
    folder.write("german.csv", dated.replace(",2026-01-0", ";0").replace("\nh", ".01.2026\nh"));
    for (name, expected) in
        [("plain_first.csv", " b c "), ("plain_second.csv", "b c  b c "), ("list.txt", "b c ")]
    {
        let (locs, err, code) = locs(&folder, name);
        assert_eq!((locs.as_str(), code), (expected, Some(0)), "{name}: {err}");
    }
}

#[test]
fn lines_that_look_like_rows_are_told() {
    let folder = Folder::new();
    for (end, told) in [
        (",", true),
        (",01/02/2026", true),
        (";200", true),
        (",1767312000", true),
        (",200", false),
        ("", false),
    ] {
        let line = |name: &str| format!("https://example.com/{name}{end}\n");
        folder.write("a.txt", line("a") + &line("b"));
        for words in ["convert a.txt -t jsonl", "check a.txt"] {
            let ran = folder.run(words);
            let found = ran.err.clone() + &ran.out;
            assert_eq!(found.contains("[text/table-rows]"), told, "{words} {end}: {found}");
        }
    }
}

#[test]
fn rows_in_quotes_are_no_addresses() {
    let folder = Folder::new();
    for header in
        ["loc,lastmod", "Top pages,Clicks", "loc,\"\"lastmod\"\"", "\"\"loc\"\",\"\"lastmod\"\""]
    {
        folder.write("whole.csv", format!("\"{header}\"\n\"https://example.com/a,2026-01-02\"\n"));
        let (out, err, code) = locs(&folder, "whole.csv");
        assert_eq!((out.as_str(), code), ("", Some(3)), "{err}");
        assert!(err.contains("error[csv/quoted-rows]"), "{err}");
    }
    folder.write("name.csv", "\"Page,old\"\n\"https://example.com/a,b\"\nhttps://example.com/c\n");
    assert_eq!(locs(&folder, "name.csv").0, "a,b c ");
    let ran = folder.run("check whole.csv -q");
    assert!((ran.ends(3).out.clone() + &ran.err).contains("csv/quoted-rows"), "{}", ran.err);
    folder.write("rows.csv", "loc,lastmod\n\"https://example.com/a,2026-01-02\"\n");
    let (out, err, code) = locs(&folder, "rows.csv");
    assert_eq!((out.as_str(), code), ("", Some(4)), "{err}");
    assert!(err.contains("1 dropped (csv/ragged-row 1)"), "{err}");
    folder.write("good.csv", "loc,lastmod\n\"https://example.com/a,b\",2026-01-02\n");
    assert_eq!(locs(&folder, "good.csv").0, "a,b ");
}

#[test]
fn quotes_and_lists_in_columns_of_addresses_are_told() {
    let folder = Folder::new();
    let row = "https://example.com/a,https://example.com/i.jpg\"One, two\"\n";
    folder.write("a.csv", format!("loc,image.1.loc,image.1.title\n{row}"));
    tells(&folder.run("check a.csv"), "csv/stray-quote");
    let two = "\"https://example.com/1.jpg,https://example.com/2.jpg\"";
    folder.write("b.csv", format!("loc,image.1.loc\nhttps://example.com/a,{two}\n"));
    tells(&folder.run("check b.csv"), "csv/list-cell");
    folder.write("c.csv", "loc,image.1.loc\nhttps://example.com/a,https://example.com/1.jpg\n");
    assert!(!folder.run("check c.csv").err.contains("csv/"));
    let torn = "\"Address\",\"Title 1\"\"https://example.com/\",\"text/html\"\n";
    folder.write("d.csv", format!("{torn}\"https://example.com/b\",\"t\",\"text/html\"\n"));
    tells(folder.run("convert d.csv -t text").ends(4), "joined to the header");
}

#[test]
fn escaped_markup_and_arrays_of_texts_are_no_tables() {
    let folder = Folder::new();
    let entry = "<url><loc>https://example.com/a</loc></url>";
    let escaped = format!("<urlset>{entry}</urlset>").replace('<', "&lt;").replace('>', "&gt;");
    folder.write("a.xml", escaped);
    folder.write("b.txt", "[\"https://example.com/a\",\n \"https://example.com/b\"]\n");
    for (name, what) in [("a.xml", "&lt;"), ("b.txt", "a JSON array of texts")] {
        for words in ["check", "fix -n", "convert -t text"] {
            let ran = folder.run(&format!("{words} {name}"));
            assert!(ran.ends(3).err.contains("file/unknown-format"), "{}", ran.err);
            assert!(ran.err.contains(what), "{}", ran.err);
        }
    }
}

#[test]
fn misspelt_namespaces_of_extensions_are_read_as_what_they_mean() {
    let folder = Folder::new();
    for (name, uri) in [
        ("image", "http://www.sitemaps.org/schemas/sitemap-image/1.1"),
        ("image", "http://www.google.com/schemas/sitemap-images/1.1"),
        ("image", "http://google.com/schemas/sitemap-image"),
        ("video", "https://www.sitemaps.org/schemas/sitemap-video/1.1"),
        ("news", "http://www.google.com/schemas/sitemap-news/1.0"),
    ] {
        let item = format!("<{name}:{name}><{name}:title>x</{name}:title></{name}:{name}>");
        let text = sitemap(&[&format!("<loc>https://example.com/a</loc>{item}")])
            .replace("<urlset ", &format!("<urlset xmlns:{name}=\"{uri}\" "));
        folder.write("a.xml", text);
        for profile in ["google", "sitemaps.org"] {
            tells(folder.run(&format!("check a.xml -p {profile}")).ends(1), "ns/wrong-extension");
        }
        folder.run("check a.xml -p strict-xsd").ends(1);
        let missing = folder.run("check a.xml -p google --json");
        assert!(missing.out.contains(&format!("\"{name}/missing-")), "{uri}: {}", missing.out);
        folder.run("fix a.xml -o b.xml");
    }
    let image = "http://www.sitemaps.org/schemas/sitemap-image/1.1";
    let own = "http://www.sitemaps.org/schemas/sitemap/0.9";
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>"]).replace(own, image));
    tells(folder.run("check a.xml").ends(1), "ns/wrong-core");
}

/// A torn address is kept as it is written, and not made a file of the feed's site.
#[test]
fn torn_addresses_of_images_are_not_resolved() {
    let folder = Folder::new();
    for (written, torn) in [
        ("www.example.com/i.jpg", true),
        ("https//cdn.example.com/i.jpg", true),
        ("{{ image }}", true),
        ("/i.jpg", false),
    ] {
        let item = format!(
            "<item><link>https://example.com/a</link>\
             <enclosure url=\"{written}\" type=\"image/jpeg\" length=\"1\"/></item>"
        );
        folder.write(
            "a.rss",
            format!(
                "<rss version=\"2.0\"><channel><title>T</title><link>https://example.com/</link>\
                 <description>d</description>{item}</channel></rss>"
            ),
        );
        let ran = folder.run("convert a.rss -t jsonl");
        let kept = format!("\"loc\":\"{written}\"");
        assert_eq!(ran.out.contains(&kept), torn, "{written}: {}", ran.out);
        assert_eq!(ran.err.contains("[loc/relative]"), torn, "{written}: {}", ran.err);
        let feed = format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\
             \"feed_url\":\"https://example.com/f.json\",\"items\":[{{\"id\":\"1\",\
             \"url\":\"https://example.com/a\",\"image\":\"{written}\"}}]}}"
        );
        folder.write("a.json", feed);
        let ran = folder.run("convert a.json -t jsonl");
        assert_eq!(ran.err.contains("jsonfeed/bad-media"), torn, "{written}: {}", ran.err);
        assert_eq!(ran.code, Some(if torn { 4 } else { 0 }), "{written}: {}", ran.err);
    }
}

#[test]
fn a_quote_or_a_question_mark_that_is_missing_is_told_where_it_is() {
    let folder = Folder::new();
    let text = sitemap(&["<loc>https://example.com/a</loc>", "<loc>https://example.com/b</loc>"]);
    folder.write("a.xml", text.replacen("<url>", "<url id=\"x>", 1));
    for words in ["check a.xml", "fix a.xml -o b.xml"] {
        let ran = folder.run(words);
        assert!(ran.err.contains("a quote is not closed before it"), "{}", ran.err);
        assert!(!ran.err.contains("xml/truncated"), "{}", ran.err);
    }
    let many: Vec<String> =
        (0..40_000).map(|number| format!("<loc>https://example.com/{number}</loc>")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    folder.write("a.xml", sitemap(&many).replacen("<url>", "<url id=\"x>", 1));
    tells(&folder.run("check a.xml"), "a quote is not closed before it");
    for end in ["\">", "\"? >"] {
        folder.write("a.xml", text.replacen("\"?>", end, 1));
        let ran = folder.run("check a.xml");
        assert!(ran.ends(1).err.contains("2 entries in 1 file"), "{}", ran.err);
        folder.run("fix a.xml -o b.xml").ends(0);
        folder.run("check b.xml").ends(0);
    }
}

#[test]
fn a_text_in_place_of_a_loc_is_one_lost_page() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["https://example.com/p", "<loc>https://example.com/q</loc>"]));
    tells(folder.run("check a.xml").ends(1), "1 entry and 1 dropped");
    tells(folder.run("fix a.xml -o b.xml").ends(4), "2 URLs in, 1 out, 1 dropped");
}

#[test]
fn coordinates_and_ranges_divide_no_cells() {
    let folder = Folder::new();
    for (tail, told) in
        [("map?ll=51.5,0.1", false), ("map/51.5,0.1", false), ("2026-01-1,2026-01-1", true)]
    {
        let lines: String = (0..9).map(|n| format!("https://example.com/{tail}{n}\n")).collect();
        for (name, head) in [("a.txt", ""), ("a.csv", ""), ("a.csv", "url\n")] {
            folder.write(name, format!("{head}{lines}"));
            let ran = folder.run(&format!("convert {name} -t text"));
            assert_eq!((ran.out.as_str(), ran.code), (lines.as_str(), Some(0)), "{}", ran.err);
            let is_told = ran.err.contains("text/table-rows") || ran.err.contains("csv/uncut-row");
            // A table may have been meant, whatever stands in it.
            assert_eq!(is_told, told || name == "a.csv", "{name} {tail}: {}", ran.err);
        }
    }
    // Where other rows prove the cut, or another delimiter does, these are cut with them.
    let row = |page: &str, rest: &str| format!("https://example.com/{page}{rest}\n");
    for (pages, rest) in [
        (["a", "b", "docs/2.0"], ",0.8"),
        (["a", "b", "2026-03-04"], ",2026-03-05"),
        (["1.0", "1.1", "1.2"], ";0.8"),
        (["2026-03-04", "2026-03-05", "2026-03-06"], "|2026-03-07"),
        (["2026-03-04", "2026-03-05", "2026-03-06"], ",2026-03-07T10:00:00Z"),
        (["1.0", "1.1", "1.2"], ",2026-03-07"),
    ] {
        folder.write("a.csv", pages.map(|page| row(page, rest)).concat());
        let ran = folder.run("convert a.csv -t text");
        assert_eq!(ran.out, pages.map(|page| row(page, "")).concat(), "{rest} {}", ran.err);
    }
    let blank = " \n".repeat(12);
    folder.write("b.csv", format!("{blank}loc,lastmod\nhttps://example.com/a,2026-03-04\n"));
    assert_eq!(folder.run("convert b.csv -t text").out, "https://example.com/a\n");
}
