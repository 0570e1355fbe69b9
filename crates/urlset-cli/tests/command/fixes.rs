//! What `urlset fix` must not take from the only file that has it.

use crate::run::{Folder, ran, sitemap};
use serde_json::Value;

#[test]
fn what_the_format_of_the_output_cannot_hold_is_not_taken_from_an_input() {
    let folder = Folder::new();
    let text = "{\"loc\":\"https://e.com/a\",\"lastmod\":\"2026-01-02\"}\n";
    folder.write("j.txt", text);
    let ran = folder.run("fix j.txt -o j.txt");
    assert!(ran.ends(4).err.contains("would be gone from j.txt"), "{}", ran.err);
    assert_eq!(folder.read("j.txt"), text);
}

/// What standard input reads is an input by another name.
#[cfg(unix)]
#[test]
fn nothing_is_left_out_of_the_file_that_standard_input_reads() {
    let folder = Folder::new();
    let text = sitemap(&["<loc>https://e.com/a</loc><lastmod>01/02/2026</lastmod>"]);
    folder.write("a.xml", &text).write("report", "");
    let run = |words: &str| {
        let mut command = folder.command(words);
        ran(command.stdin(std::fs::File::open(folder.path("a.xml")).unwrap()))
    };
    for words in ["fix -o a.xml", "fix - -o a.xml"] {
        let ran = run(words);
        assert!(ran.ends(4).err.contains("would be gone from a.xml"), "{}", ran.err);
        assert_eq!(folder.read("a.xml"), text);
    }
    run("fix - -o b.xml").ends(4);
    assert!(!folder.read("b.xml").contains("lastmod"));
    for (words, what) in [
        ("query - --fields loc -t csv -o a.xml", "the output"),
        ("check - --report a.xml", "a report"),
    ] {
        let refused = format!("error: - is an input, and {what} would replace it");
        assert!(run(words).ends(2).err.contains(&refused));
        assert_eq!(folder.read("a.xml"), text);
    }
    run("fix - -o a.xml --dates dmy").ends(0);
    assert!(folder.read("a.xml").contains("2026-02-01"));
}

#[test]
fn an_address_where_no_text_may_stand_is_no_repair() {
    let page = "<loc>https://e.com/early</loc>";
    let right = sitemap(&["<loc>https://e.com/a</loc>"]);
    for text in [
        format!("<url>{page}</url>{right}"),
        right.replace("<loc>https://e.com/a</loc>", "https://e.com/bare"),
        right.replace("<url>", "https://e.com/stray<url>"),
    ] {
        let folder = Folder::new();
        folder.write("a.xml", &text);
        folder.run("fix a.xml -o a.xml").ends(4);
        assert_eq!(folder.read("a.xml"), text);
    }
}

#[test]
fn nothing_is_invented_in_the_only_copy() {
    let folder = Folder::new();
    let text = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>T</title>\
        <link>https://e.com/</link><description>D</description>\
        <item><link>https://e.com/a</link></item></channel></rss>\n";
    folder.write("r.rss", text);
    folder.run("fix r.rss -o r.rss").ends(4);
    assert_eq!(folder.read("r.rss"), text);
}

/// An element of the protocol among those of extensions would be read as a field or as a page.
#[test]
fn nothing_of_other_becomes_a_page_or_a_field() {
    let folder = Folder::new();
    let namespace = "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'";
    for element in [
        format!("<url {namespace}><loc>https://e.com/b</loc></url>"),
        format!("<loc {namespace}>https://e.com/b</loc>"),
        format!("<lastmod {namespace}>2026-03-04</lastmod>"),
        "<Priority>0.5</Priority>".to_owned(),
        "<x:url><x:loc>https://e.com/b</x:loc></x:url>".to_owned(),
    ] {
        let page = "https://e.com/a";
        folder.write("a.jsonl", format!("{{\"loc\":\"{page}\",\"other\":[\"{element}\"]}}\n"));
        folder.write("a.csv", format!("loc,other.1\n{page},{element}\n"));
        for (name, rule) in [("a.jsonl", "json/bad-other"), ("a.csv", "csv/bad-cell")] {
            let undeclared = element.starts_with("<x:") && name == "a.jsonl";
            let rule = if undeclared { "ns/undeclared-prefix" } else { rule };
            let ran = folder.run(&format!("convert {name} -o a.xml"));
            assert!(ran.ends(4).err.contains(&format!("error[{rule}]")), "{}", ran.err);
            assert!(folder.read("a.xml").contains("<url><loc>https://e.com/a</loc></url>"));
            folder.run("check a.xml").ends(0);
            folder.run("fix a.xml -o again.xml").ends(0);
        }
    }
}

/// What a repair of a sitemap with this body tells as before and after, and how the run ends.
fn repairs(folder: &Folder, body: &[u8], flags: &str) -> (Vec<String>, Option<i32>) {
    let text = sitemap(&["BODY"]);
    let (head, tail) = text.split_once("BODY").unwrap();
    folder.write("in.xml", [head.as_bytes(), body, tail.as_bytes()].concat());
    let ran = folder.run(&format!("fix in.xml -o out.xml {flags} --json --report told.json -qq"));
    let report: Value = serde_json::from_str(&folder.read("told.json")).unwrap();
    let found = report["findings"].as_array().unwrap().iter();
    let change = |one: &Value| {
        let text = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
        one.get("was").map(|_| format!("{}: {} > {}", text("rule"), text("was"), text("now")))
    };
    (found.filter_map(change).collect(), ran.code)
}

#[test]
fn what_is_missing_in_several_places_was_cut() {
    let folder = Folder::new();
    let text = sitemap(&["<loc>https://e.com/ab"]).replace("</url>\n", "");
    folder.write("a.xml", &text);
    folder.run("fix a.xml -o b.xml").ends(4);
    assert!(!folder.path("b.xml").exists());
    folder.run("fix a.xml -o b.xml --lenient").ends(0);
    assert!(folder.read("b.xml").contains("<loc>https://e.com/ab</loc>"));
    let (told, code) = repairs(&folder, b"<loc>https://e.com/ab", "");
    assert_eq!((&*told.concat(), code), ("xml/not-well-formed: </url> > </loc></url>", Some(0)));
}

#[test]
fn only_certain_dates_are_written_anew() {
    let folder = Folder::new();
    for (date, now) in [
        ("01 Jan 24 10:00 EST", Some("2024-01-01T10:00:00-05:00")),
        ("01 Jan 24", None),
        ("01 Jan 2024 10:00 BST", None),
        ("01 Jan 2024 10:00 +9900", None),
    ] {
        let body = format!("<loc>https://e.com/</loc><lastmod>{date}</lastmod>");
        let (told, code) = repairs(&folder, body.as_bytes(), "");
        let wanted = now.map(|now| format!("lastmod/nonstandard-format: {date} > {now}"));
        assert_eq!(told, Vec::from_iter(wanted), "{date}");
        assert_eq!(code, Some(if now.is_some() { 0 } else { 4 }), "{date}");
    }
}

#[test]
fn guesses_are_told_with_before_and_after() {
    let folder = Folder::new();
    let (told, _) = repairs(&folder, b"<loc>https://e.com/caf\xe9/\x80</loc>", "--lenient");
    assert_eq!(told, ["xml/invalid-utf8: \\xE9/\\x80 > é/€"]);
    let (told, _) =
        repairs(&folder, b"<loc>https://e.com/a<lastmod>2026-01-01</lastmod>", "--lenient");
    let cut = "https://e.com/a<lastmod> > https://e.com/a</loc><lastmod>";
    assert_eq!(told, [format!("xml/not-well-formed: {cut}")]);
    // A tag that is read again is told once.
    let (told, _) = repairs(&folder, b"<loc>https://e.com/a<b</loc>", "--lenient");
    let tags = told.iter().filter(|one| one.as_str() == "xml/not-well-formed: <b</loc> > ").count();
    assert_eq!(tags, 1, "{told:?}");
}

#[test]
fn a_feed_is_not_written_with_invented_values() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    for format in ["rss", "atom"] {
        let ran = folder.run(&format!("fix a.xml -o b.{format}"));
        assert!(ran.ends(4).err.contains("a repair invents nothing"), "{}", ran.err);
        assert!(!folder.path(&format!("b.{format}")).exists());
        folder.run(&format!("fix a.xml -o b.{format} --lenient"));
        assert!(folder.path(&format!("b.{format}")).exists());
    }
}

#[test]
fn an_element_of_no_namespace_stays_so() {
    let folder = Folder::new();
    for body in
        ["<loc>https://e.com/</loc><x xmlns=''>y</x>", "<loc>https://e.com/</loc><X xmlns=''/>"]
    {
        let (told, _) = repairs(&folder, body.as_bytes(), "");
        assert_eq!(told, Vec::<String>::new());
    }
    let (told, _) = repairs(&folder, b"<loc xmlns=''>https://e.com/</loc>", "");
    let now = "http://www.sitemaps.org/schemas/sitemap/0.9";
    assert_eq!(told, [format!("ns/mixed-core:  > {now}")]);
}

#[test]
fn an_empty_field_gives_way_to_a_full_one() {
    let folder = Folder::new();
    for body in [
        "<lastmod/><lastmod>2026-01-01</lastmod>",
        "<lastmod></lastmod><lastmod>2026-01-01</lastmod>",
        "<lastmod> </lastmod><priority>0.5</priority><lastmod a=''>2026-01-01</lastmod>",
        "<lastmod>2026-01-01</lastmod><lastmod/>",
    ] {
        let body = format!("<loc>https://e.com/</loc>{body}");
        let (_, code) = repairs(&folder, body.as_bytes(), "");
        assert_eq!(code, Some(0), "{body}");
        assert!(folder.read("out.xml").contains("<lastmod>2026-01-01</lastmod>"), "{body}");
        let ran = folder.run("check in.xml");
        assert!(ran.ends(1).err.contains("schema/duplicate-element"), "{body}: {}", ran.err);
    }
    let twice = b"<loc>https://e.com/</loc><lastmod/><lastmod/><lastmod>2026-01-01</lastmod>";
    assert_eq!(repairs(&folder, twice, "").1, Some(0));
}

#[test]
fn each_attribute_that_is_mended_is_told() {
    let folder = Folder::new();
    let body = b"<loc>https://e.com/</loc><image:image xmlns:image='http://www.google.com/schemas/sitemap-image/1.1' \
        a=1 b='2'c='3'><image:loc>https://e.com/a.jpg</image:loc></image:image>";
    let (told, code) = repairs(&folder, body, "");
    assert_eq!(
        told,
        ["xml/not-well-formed: a=1 > a=\"1\"", "xml/not-well-formed: c='3' >  c=\"3\""]
    );
    assert_eq!(code, Some(0));
    assert!(folder.read("out.xml").contains("a=\"1\" b=\"2\" c=\"3\""));
}

#[test]
fn findings_weigh_what_they_weigh_for_whom_it_is_mended() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/ä</loc>"]));
    for (profile, word) in [("sitemaps.org", "error"), ("google", "warning"), ("yandex", "note")] {
        let ran = folder.run(&format!("fix a.xml -o b.xml --profile {profile}"));
        assert!(ran.err.contains(&format!("{word}[loc/not-escaped]")), "{profile}: {}", ran.err);
    }
    // What it cost weighs as much as before, whoever asks.
    folder.write("a.xml", sitemap(&["<loc>https://e.com/</loc><priority>7</priority>"]));
    for profile in ["google", "strict-xsd"] {
        folder.run(&format!("fix a.xml -o b.xml --profile {profile}")).ends(4);
    }
}

#[test]
fn what_is_not_written_was_read_all_the_same() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>/a</loc>", "<loc>https://e.com/b</loc>"]));
    let ran = folder.run("fix a.xml -o a.xml -q");
    assert!(ran.ends(4).err.contains("left out (loc/relative 1) would be gone"), "{}", ran.err);
    assert!(ran.summary().starts_with("2 URLs in, 0 out, 1 dropped"), "{}", ran.err);
}

#[test]
fn renamed_columns_are_named() {
    let folder = Folder::new();
    folder.write("a.csv", "URL,Modified\nhttps://e.com/a,2026-01-01\n");
    let ran = folder.run("fix a.csv -o b.csv");
    assert!(ran.ends(0).err.contains("written URL as loc, Modified as lastmod"), "{}", ran.err);
    let ran = folder.run("fix b.csv -o b.csv");
    assert!(!ran.ends(0).err.contains("columns"), "{}", ran.err);
}

#[test]
fn a_prefix_that_is_no_name_is_not_declared() {
    let folder = Folder::new();
    let image = "<loc>https://e.com/</loc><image:image><image:loc>https://e.com/a.jpg</image:loc></image:image>";
    for prefix in ["im\u{1}age", "im:age", "1image"] {
        let namespace = "http://www.google.com/schemas/sitemap-image/1.1";
        let root = format!("<urlset xmlns:{prefix}=\"{namespace}\" ");
        folder.write("a.xml", sitemap(&[image]).replace("<urlset ", &root));
        folder.run("fix a.xml -o b.xml").ends(4);
        assert!(!folder.read("b.xml").contains(prefix), "{prefix}: {}", folder.read("b.xml"));
        folder.run("check b.xml").ends(0);
    }
}

/// One document is repaired in as little memory as it is checked in.
#[test]
fn memory_is_that_of_a_check() {
    let folder = Folder::new();
    for command in ["fix", "check"] {
        let help = folder.run(&format!("{command} --help")).out;
        let memory = help.split("--memory").nth(1).unwrap_or_default();
        assert!(memory.contains("[default: 64MiB]"), "{command}: {memory}");
    }
}

#[test]
fn a_missing_end_of_an_entry_costs_no_page() {
    let folder = Folder::new();
    let a = "<loc>https://e.com/a</loc>";
    let b = "<url><loc>https://e.com/b</loc>";
    for (body, told, code) in [
        (
            format!("{a}{b}</url>"),
            "xml/not-well-formed:  > </url>, xml/not-well-formed: </url> > ",
            0,
        ),
        (format!("{a}{b}"), "xml/not-well-formed:  > </url>", 0),
        (format!("{a}</url>"), "xml/not-well-formed: </url> > ", 0),
        (format!("{a}</url>{b}"), "", 0),
        // The lastmod stands outside of both.
        (
            format!("{a}{b}</url><lastmod>2026-01-01</lastmod>"),
            "xml/not-well-formed:  > </url>, xml/not-well-formed: </url> > ",
            4,
        ),
    ] {
        let (changes, ended) = repairs(&folder, body.as_bytes(), "");
        assert_eq!((changes.join(", ").as_str(), ended), (told, Some(code)), "{body}");
        let out = folder.read("out.xml");
        for loc in body.split("<loc>").skip(1).filter_map(|rest| rest.split('<').next()) {
            assert!(out.contains(loc), "{loc}: {out}");
        }
    }
}

#[test]
fn what_is_left_out_changes_places_with_nothing() {
    let folder = Folder::new();
    for (body, orders) in [
        ("<priority>x</priority><changefreq>daily</changefreq>", 0),
        ("<priority></priority><changefreq>daily</changefreq>", 0),
        ("<priority>1</priority><changefreq>daily</changefreq>", 1),
        ("<priority>1</priority><changefreq>often</changefreq>", 0),
        ("<lastmod>2026-01-01</lastmod><priority>1</priority><lastmod>2026-01-01</lastmod>", 0),
    ] {
        let (told, _) = repairs(&folder, format!("<loc>https://e.com/</loc>{body}").as_bytes(), "");
        let told = told.iter().filter(|change| change.starts_with("schema/element-order")).count();
        assert_eq!(told, orders, "{body}");
    }
}

#[test]
fn one_thing_left_out_is_one_repair() {
    let folder = Folder::new();
    let body = b"<loc>https://e.com/</loc></url><!DOCTYPE a><url><loc>https://e.com/b</loc>";
    let (told, code) = repairs(&folder, body, "");
    assert_eq!(
        (told.as_slice(), code),
        (&["xml/not-well-formed: <!DOCTYPE a> > ".to_owned()][..], Some(0))
    );
}

#[test]
fn every_change_of_a_list_has_a_before_and_an_after() {
    let folder = Folder::new();
    folder.write("l.txt", b"https://e.com/a\n \r\n\nhttps://e.com/\xe9\n");
    folder.run("fix l.txt -o m.txt --lenient --json --report told.json -qq");
    let report: Value = serde_json::from_str(&folder.read("told.json")).unwrap();
    let found = report["findings"].as_array().unwrap().iter();
    let changes: Vec<_> = found
        .filter(|one| one["rule"] != "loc/not-escaped")
        .map(|one| (one["was"].as_str().unwrap(), one["now"].as_str().unwrap()))
        .collect();
    assert_eq!(changes, [("\\xE9", "\u{e9}"), (" \r\n", "")]);
    assert_eq!(folder.read("m.txt"), "https://e.com/a\nhttps://e.com/\u{e9}\n");
}

#[test]
fn half_a_character_goes_into_no_address() {
    let folder = Folder::new();
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (front, back) in
        [("https://e.com/a\nhttps://e.com/", "\n"), ("{\"loc\":\"https://e.com/", "\"}\n")]
    {
        let text = [&units("\u{feff}")[..], &units(front), &[0x00, 0xd8], &units(back)].concat();
        folder.write("half", text);
        let ran = folder.run("convert half -t text --lenient");
        assert!(!ran.ends(4).out.contains('\u{fffd}'), "{}", ran.out);
    }
}

#[test]
fn a_page_in_an_attribute_is_no_repair() {
    let folder = Folder::new();
    let body = b"<loc>https://e.com/a</loc></url><url loc='https://e.com/b'/><url>";
    let (told, code) = repairs(&folder, body, "");
    let known =
        ["schema/unknown-attribute: loc=\"https://e.com/b\" > ", "schema/empty-url: <url> > "];
    assert_eq!(
        (told.iter().map(String::as_str).collect::<Vec<_>>(), code),
        (known.into(), Some(4))
    );
}

#[test]
fn what_a_mended_namespace_leaves_wrong_is_told() {
    let folder = Folder::new();
    for uri in [
        "http://www.google.com/schemas/sitemap/0.84",
        "https://www.sitemaps.org/schemas/sitemap/0.9",
    ] {
        let right = sitemap(&["<loc>https://e.com/</loc><foo>x</foo>"]);
        folder.write("a.xml", right.replace("http://www.sitemaps.org/schemas/sitemap/0.9", uri));
        let ran = folder.run("fix a.xml -o b.xml");
        assert!(ran.ends(1).err.contains("still wrong"), "{uri}: {}", ran.err);
        folder.run("check b.xml").ends(1);
    }
}

#[test]
fn what_a_feed_says_of_its_media_is_kept_or_told() {
    let rss = |inner: &str| {
        format!(
            "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><title>T</title>\
             <link>https://e.com/</link><description>D</description><item><link>https://e.com/a</link>\
             <media:group><media:content url='https://e.com/v.mp4' medium='video'/>\
             <media:thumbnail url='https://e.com/t.jpg'/>{inner}</media:group></item></channel></rss>"
        )
    };
    let json = |attachment: &str| {
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{{\
             \"id\":\"https://e.com/a\",\"url\":\"https://e.com/a\",\"attachments\":[{{{attachment}\
             \"mime_type\":\"image/jpeg\"}}]}}]}}"
        )
    };
    let folder = Folder::new();
    for (name, text, rule) in [
        ("a.rss", rss("<media:title>Cats</media:title>"), ""),
        ("a.rss", rss("<media:title>Big <b>Cats</b></media:title>"), "schema/element-in-leaf"),
        (
            "a.rss",
            rss("<media:title>Cats</media:title><media:title>Dogs</media:title>"),
            "schema/duplicate-element",
        ),
        ("a.json", json("\"url\":\"https://e.com/a.jpg\","), ""),
        (
            "a.json",
            json("\"url\":\"https://e.com/a.jpg\",\"url\":\"https://e.com/b.jpg\","),
            "schema/duplicate-element",
        ),
    ] {
        folder.write(name, &text);
        let ran = folder.run(&format!("fix {name} -t jsonl"));
        let ran = ran.ends(if rule.is_empty() { 0 } else { 4 });
        assert!(ran.err.contains(rule), "{text}: {}", ran.err);
        assert!(!ran.out.contains("Big"), "{}", ran.out);
    }
    // Several are allowed, one has a place.
    folder.write("a.rss", rss("<media:thumbnail url='https://e.com/u.jpg'/>"));
    let ran = folder.run("fix a.rss -t jsonl");
    assert!(ran.ends(0).err.contains("media:thumbnail 1"), "{}", ran.err);
}

/// What only XML can hold, and XML cannot either, goes alone; what is left stands where it is read
/// back from.
#[test]
fn a_character_that_xml_lacks_costs_its_value_only() {
    let folder = Folder::new();
    let publication = r#"{"name":"N","value":"\ufffe"}"#;
    let show = r#"{"show_title":"a","value":"\u0001"}"#;
    let page = "https://e.com/a";
    for (name, text, kept) in [
        (
            "a.jsonl",
            format!(r#"{{"loc":"{page}","news":[{{"publication":{publication},"title":"T"}}]}}"#),
            r#""news":[{"publication":{"name":"N"},"title":"T"}]"#,
        ),
        (
            "a.jsonl",
            format!(r#"{{"loc":"{page}","video":[{{"title":"T","tvshow":{show}}}]}}"#),
            r#""video":[{"title":"T","tvshow":{"show_title":"a"}}]"#,
        ),
        (
            "a.csv",
            format!(
                "loc,video.1.content_loc,video.1.price.1.currency\n{page},https://e.com/v,\u{fffe}"
            ),
            "video.1.content_loc\nhttps://e.com/a,,,,https://e.com/v\n",
        ),
    ] {
        folder.write(name, text + "\n");
        let ran = folder.run(&format!("fix {name} -o b-{name}"));
        assert!(ran.ends(4).err.contains("1 field dropped (xml/unwritable-char 1)"), "{}", ran.err);
        let once = folder.read(&format!("b-{name}"));
        assert!(once.contains(kept), "{once}");
        folder.run(&format!("fix b-{name} -o c-{name}"));
        assert_eq!(folder.read(&format!("c-{name}")), once);
    }
}

/// Lines, and only they, can be none at all.
#[test]
fn an_empty_file_is_not_called_right() {
    let folder = Folder::new();
    folder.write("e.xml", sitemap(&[])).write("robots.txt", "User-agent: *\n");
    for (words, output, code) in [
        ("fix robots.txt -t text -o out.txt", "out.txt", 1),
        ("fix e.xml -t text -o e.txt", "e.txt", 1),
        ("fix e.xml -o e.txt.gz", "e.txt.gz", 1),
        ("fix e.xml -t jsonl -o e.jsonl", "e.jsonl", 1),
        ("fix e.xml -t csv -o e.csv", "e.csv", 0),
        ("fix e.xml -o f.xml", "f.xml", 0),
    ] {
        let ran = folder.run(words);
        let told = ran.ends(code).err.contains("still wrong");
        assert_eq!(told, code > 0, "{words}: {}", ran.err);
        folder.run(&format!("check {output}")).ends(if code > 0 { 3 } else { 0 });
    }
    folder.run("fix e.xml -t text -o kept.txt --strict").ends(1);
    assert!(!folder.path("kept.txt").exists());
}

/// What a table says beside the first good address is no name of its columns.
#[test]
fn the_first_row_of_a_table_is_not_taken_for_names() {
    for (first, code) in [
        ("ftp://example.com/a", 4),
        ("//example.com/a", 4),
        ("Page https://example.com/a", 4),
        ("'https://example.com/a'", 4),
        ("\u{200b}https://example.com/a", 0),
    ] {
        let folder = Folder::new();
        let text = format!("{first}\nhttps://example.com/b\n");
        folder.write("a.csv", &text);
        let ran = folder.run("fix a.csv -o a.csv");
        assert!(ran.ends(code).err.contains("2 URLs in"), "{first}: {}", ran.err);
        assert_eq!(folder.read("a.csv") == text, code > 0, "{first}");
    }
}

#[test]
fn fields_of_pages_are_taken_out_of_an_index_of_any_format() {
    let folder = Folder::new();
    let line =
        r#"{"loc":"https://e.com/a.xml","kind":"sitemap","changefreq":"daily","priority":1}"#;
    folder.write("a.jsonl", format!("{line}\n"));
    folder.write("a.csv", "loc,kind,changefreq,priority\nhttps://e.com/a.xml,sitemap,daily,1\n");
    for name in ["a.jsonl", "a.csv"] {
        folder.run(&format!("check --follow none {name}")).ends(1);
        let ran = folder.run(&format!("fix --follow none {name} -o {name}"));
        assert!(ran.ends(0).err.contains("2 repairs: index/page-fields 2"), "{}", ran.err);
        folder.run(&format!("check --follow none {name}")).ends(0);
    }
}

/// Markup without its end takes entries with it, which no repair may take from the only copy.
#[test]
fn entries_in_torn_markup_are_not_taken_from_an_input() {
    let right = sitemap(&["<loc>https://e.com/a</loc>", "<loc>https://e.com/b</loc>"]);
    for torn in ["<!-- shop --", "<?= shop ", "<!DOCTYPE x [ "] {
        let folder = Folder::new();
        let text = right.replacen("<url>", &format!("{torn}<url>"), 1);
        let text = text.replace("</urlset>", "<!-- blog --><?blog ?>]></urlset>");
        folder.write("a.xml", &text);
        folder.run("fix a.xml -o a.xml").ends(4);
        assert_eq!(folder.read("a.xml"), text);
        let ran = folder.run("convert a.xml -t text -o b.txt");
        let told = "2 dropped (xml/misplaced-entry 2)";
        assert!(ran.ends(4).err.contains(told), "{}", ran.err);
    }
}

#[test]
fn items_behind_a_missing_end_tag_of_a_feed_are_told_as_lost() {
    let items =
        "<item><link>https://e.com/a</link></item><item><link>https://e.com/b</link></item>";
    for part in ["<image><url>https://e.com/i.png</url>", "<title>", "<link>", "<category>"] {
        let folder = Folder::new();
        folder
            .write("a.rss", format!("<rss version=\"2.0\"><channel>{part}{items}</channel></rss>"));
        let ran = folder.run("fix a.rss -o a.xml");
        let told = "2 URLs in, 0 out, 2 dropped (xml/misplaced-entry 2)";
        assert!(ran.ends(4).err.contains(told), "{}", ran.err);
    }
}

#[test]
fn json_stays_what_it_was() {
    let folder = Folder::new();
    let lines = "[{\"loc\":\"https://example.com/a\",\"priority\":0.5}]\n";
    folder.write("a.json", lines).write("a.txt", "https://example.com/a\n");
    folder.run("fix a.json -o b.json").ends(0);
    assert_eq!(folder.read("b.json"), "{\"loc\":\"https://example.com/a\",\"priority\":0.5}\n");
    let titled = "--title T --link https://example.com/";
    folder.run(&format!("fix a.txt -o c.json {titled}"));
    assert!(folder.read("c.json").contains("jsonfeed.org"));
    folder.run(&format!("fix c.json -o d.json {titled}"));
    assert!(folder.read("d.json").contains("jsonfeed.org"));
}

#[test]
fn a_charset_that_is_none_of_the_declaration_is_shown_as_it_was() {
    let folder = Folder::new();
    let text = format!("\u{feff}{}", sitemap(&["<loc>https://e.com/a</loc>"]));
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("a.xml", bytes);
    let ran = folder.run("fix a.xml -o b.xml");
    assert!(ran.ends(0).err.contains("- `UTF-16LE`\n  + `UTF-8`"), "{}", ran.err);
    assert!(!ran.err.contains("- `UTF-8`"), "{}", ran.err);
}
