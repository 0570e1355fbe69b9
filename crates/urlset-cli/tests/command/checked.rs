//! What `urlset check` tells, and where.

use crate::run::{Folder, index, sitemap};
use serde_json::Value;

/// Findings of a check as objects, and the code it ended with.
fn told(folder: &Folder, words: &str) -> (Vec<Value>, Option<i32>) {
    let ran = folder.run(&format!("check {words} --json -qq"));
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
    (report["findings"].as_array().unwrap().clone(), ran.code)
}

/// Rules, lines and columns: `loc/relative 1:5`.
fn places(folder: &Folder, words: &str) -> Vec<String> {
    let found = told(folder, words).0.into_iter();
    found
        .map(|one| format!("{} {}:{}", one["rule"].as_str().unwrap(), one["line"], one["column"]))
        .collect()
}

#[test]
fn a_relative_loc_is_an_error_wherever_it_was_read() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>/a</loc>"]));
    for words in ["a.xml", "a.xml --source-url https://e.com/a.xml"] {
        let (found, code) = told(&folder, words);
        let relative = found.iter().find(|one| one["rule"] == "loc/relative").unwrap();
        assert_eq!((&relative["severity"], code), (&"error".into(), Some(1)), "{words}");
        assert!(relative["help"].as_str().unwrap().starts_with("write the whole URL"));
    }
    let ran = folder.run("convert a.xml --source-url https://e.com/a.xml -t text");
    assert_eq!(ran.ends(0).out, "https://e.com/a\n");
}

/// One fault in the eighth column of the second line, behind characters of two and four bytes.
fn second_line(line_end: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"ENCODING\"?>\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{line_end}\
         <!--é--><url a=''><loc>https://e.com/</loc></url></urlset>"
    )
}

#[test]
fn places_are_those_that_an_editor_shows() {
    let folder = Folder::new();
    let declared = |text: &str, name: &str| text.replace("ENCODING", name);
    let wide = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let latin = |text: &str| text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for line_end in ["\n", "\r\n", "\r"] {
        let text = second_line(line_end);
        let utf8 = declared(&text, "UTF-8");
        let forms: [Vec<u8>; 4] = [
            utf8.clone().into(),
            format!("\u{feff}{utf8}").into(),
            wide(&declared(&text, "UTF-16")),
            latin(&declared(&text, "ISO-8859-1")),
        ];
        for (number, bytes) in forms.into_iter().enumerate() {
            folder.write("a.xml", bytes);
            let found = places(&folder, "a.xml");
            let wanted = "schema/unknown-attribute 2:9".to_owned();
            assert!(found.contains(&wanted), "{line_end:?} {number}: {found:?}");
        }
    }
    // A byte order mark stands in no column.
    folder.write("a.xml", format!("\u{feff}{}", second_line("").replace("ENCODING", "UTF-8")));
    let found = places(&folder, "a.xml");
    assert!(found.contains(&"schema/unknown-attribute 1:107".to_owned()), "{found:?}");
    folder.write("a.xml", declared(&second_line("\n").replace('é', "😀"), "UTF-8"));
    let sarif = folder.run("check a.xml --report-format sarif -qq").out;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let run = &sarif["runs"][0];
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!((&region["startLine"], &region["startColumn"]), (&2.into(), &9.into()));
    let notes = folder.run("check a.xml --report-format github -qq").out;
    assert!(notes.contains("line=2,col=9,title=schema/unknown-attribute"), "{notes}");
}

#[test]
fn a_padded_value_is_told_where_it_stands() {
    let folder = Folder::new();
    let body =
        "<loc>\n  https://e.com/ü\n</loc><lastmod>  2026-02-30 </lastmod><priority> 7</priority>";
    folder.write("a.xml", sitemap(&[body]));
    let found = places(&folder, "a.xml");
    let line = found.iter().find_map(|one| one.strip_prefix("loc/not-escaped ")).unwrap();
    let (line, column) = line.split_once(':').unwrap();
    let line: u32 = line.parse().unwrap();
    let next = line + 1;
    assert_eq!(column, "3", "{found:?}");
    for wanted in [
        format!("loc/surrounding-whitespace {}:", line - 1),
        format!("lastmod/invalid {next}:18"),
        format!("priority/out-of-range {next}:50"),
    ] {
        assert!(found.iter().any(|one| one.starts_with(&wanted)), "{wanted}: {found:?}");
    }
    folder.write("a.csv", "loc,lastmod\nhttps://e.com/,\"  2026-02-30\"\n");
    assert!(places(&folder, "a.csv").contains(&"lastmod/invalid 2:19".to_owned()));
}

#[test]
fn a_file_whose_entries_cannot_be_read_is_not_empty() {
    let folder = Folder::new();
    let rss = |items: &str| {
        format!(
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>T</title>\
             <link>https://e.com/</link><description>D</description>{items}</channel></rss>"
        )
    };
    for (name, text, empty) in [
        ("a.rss", rss("<item><title>x</title></item>"), false),
        ("b.rss", rss(""), true),
        ("a.csv", "loc,lastmod\n,2026-01-01\n".to_owned(), false),
        ("b.csv", "loc,lastmod\n".to_owned(), true),
        ("c.csv", "loc\n\"https://e.com/a".to_owned(), false),
        ("a.txt", "/a\n".to_owned(), false),
        ("a.jsonl", "{\"lastmod\":\"2026-01-01\"}\n".to_owned(), false),
    ] {
        folder.write(name, text);
        let ids = |words: &str| -> Vec<String> {
            let found = told(&folder, words).0.into_iter();
            found.map(|one| one["rule"].as_str().unwrap().to_owned()).collect()
        };
        let found = ids(name);
        assert_eq!(found.contains(&"file/empty".to_owned()), empty, "{name}: {found:?}");
    }
    let (found, _) = told(&folder, "a.rss --allow feed/missing-link");
    assert!(found.iter().all(|one| one["rule"] != "file/empty"), "{found:?}");
}

#[test]
fn what_is_about_a_whole_file_has_no_line() {
    let folder = Folder::new();
    folder.write("b.csv", "loc,lastmod\n");
    let (found, _) = told(&folder, "b.csv");
    let empty = found.iter().find(|one| one["rule"] == "file/empty").unwrap();
    for member in ["line", "column", "byte"] {
        assert_eq!(empty.get(member), None, "{empty}");
    }
}

#[test]
fn known_extensions_under_odd_prefixes() {
    let folder = Folder::new();
    let image = |prefix: &str| {
        sitemap(&["<loc>https://e.com/</loc><P:image><P:loc>https://e.com/a.jpg</P:loc></P:image>"])
            .replace("<urlset ", &format!("<urlset xmlns:P=\"{IMAGE}\" "))
            .replace("P:", &format!("{prefix}:"))
            .replace(":P=", &format!(":{prefix}="))
    };
    const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
    for (prefix, odd) in [("image", 0), ("img", 1)] {
        folder.write("a.xml", image(prefix));
        let (found, _) = told(&folder, "a.xml");
        let count = found.iter().filter(|one| one["rule"] == "ns/unusual-prefix").count();
        assert_eq!(count, odd, "{prefix}: {found:?}");
    }
}

#[test]
fn a_check_writes_nothing_and_tells_nothing_of_writing() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/</loc><!-- c -->"]));
    let (found, _) = told(&folder, "a.xml");
    assert!(found.iter().all(|one| one["rule"] != "xml/not-carried"), "{found:?}");
    let ran = folder.run("convert a.xml -t jsonl");
    assert!(ran.err.contains("xml/not-carried"), "{}", ran.err);
}

#[test]
fn markup_inside_a_value_must_be_well_formed_too() {
    let folder = Folder::new();
    let ids = |body: &str| -> Vec<String> {
        folder.write("a.xml", sitemap(&[&format!("<loc>https://e.com/</loc>{body}")]));
        let found = told(&folder, "a.xml").0.into_iter();
        found.map(|one| one["rule"].as_str().unwrap().to_owned()).collect()
    };
    for (body, rule) in [
        ("<lastmod>2026-01-01<b x='1' x='2'/></lastmod>", "xml/not-well-formed"),
        ("<lastmod>2026-01-01<b x=1/></lastmod>", "xml/not-well-formed"),
        ("<lastmod>2026-01-01<b><c x='1'y='2'/></b></lastmod>", "xml/not-well-formed"),
        ("<lastmod>2026-01-01<b>a & b</b></lastmod>", "xml/bare-ampersand"),
        ("<lastmod>2026-01-01<b>&nbsp;</b></lastmod>", "xml/undefined-entity"),
        ("<lastmod>2026-01-01<b><![CDATA[\u{1}]]></b></lastmod>", "xml/invalid-char"),
        ("<lastmod>2026-01-01<p:b/></lastmod>", "ns/undeclared-prefix"),
    ] {
        assert!(ids(body).contains(&rule.to_owned()), "{body}: {:?}", ids(body));
    }
    let sound = "<lastmod>2026-01-01<b x='1'>&amp;<c/></b></lastmod>";
    assert_eq!(ids(sound), ["schema/element-in-leaf"]);
}

#[test]
fn an_index_alone() {
    let folder = Folder::new();
    folder.write("i.xml", index(&["https://e.com/a.xml"]));
    let ran = folder.run("check i.xml");
    assert!(ran.ends(3).err.contains("`--follow none`"), "{}", ran.err);
    folder.run("check i.xml --follow none").ends(0);
}

#[test]
fn what_is_silenced_is_told_by_the_schemas_however_little_is_shown() {
    let folder = Folder::new();
    let loc = "<loc>https://e.com/</loc>";
    folder.write("a.xml", sitemap(&[&format!("{loc}<lastmod>FOO</lastmod>")]));
    for quiet in ["", " -q", " -qq", " --json", " -qq --json"] {
        let words = format!("check a.xml --profile strict-xsd --allow lastmod/invalid{quiet}");
        let ran = folder.run(&words);
        ran.ends(1);
        let shown = ran.out.contains("schema/invalid-value") || !quiet.ends_with("json");
        assert!(shown, "{words}: {}", ran.out);
    }
}

#[test]
fn what_stands_for_bytes_that_are_no_utf8_is_written_nowhere() {
    let folder = Folder::new();
    let whole = "<x:link rel='alternate' hreflang='fr' href='https://e.com/fr'/>";
    let entry = |part: &str| {
        let front = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
            xmlns:i='http://www.google.com/schemas/sitemap-image/1.1' \
            xmlns:x='http://www.w3.org/1999/xhtml'><url><loc>https://e.com/a</loc>";
        let text = format!("{front}{whole}{part}</url></urlset>");
        text.into_bytes().into_iter().map(|byte| if byte == b'~' { 0xfc } else { byte })
    };
    for (part, written) in [
        ("<x:link rel='alternate' hreflang='de' href='https://e.com/~'/>", ""),
        (
            "<i:image><i:loc>https://e.com/~.jpg</i:loc><i:title>a</i:title></i:image>",
            "\"image\":[{\"title\":\"a\"}]",
        ),
        (
            "<i:image><i:loc>https://e.com/a.jpg</i:loc><i:title>a~</i:title></i:image>",
            "\"image\":[{\"loc\":\"https://e.com/a.jpg\"}]",
        ),
        (
            "<i:image><i:loc>https://e.com/a.jpg</i:loc><i:title><![CDATA[~]]></i:title></i:image>",
            "\"image\":[{\"loc\":\"https://e.com/a.jpg\"}]",
        ),
        ("<y xmlns='urn:y'>a<b>~</b>c</y>", ">ac</ns:y>"),
        ("<y xmlns='urn:y'><b c='&#0;'/></y>", "<ns:y xmlns:ns=\\\"urn:y\\\"/>"),
    ] {
        std::fs::write(folder.path("a.xml"), entry(part).collect::<Vec<_>>()).unwrap();
        let ran = folder.run("convert a.xml -t jsonl");
        let out = &ran.ends(4).out;
        assert!(!out.contains('\u{fffd}') && out.contains(written), "{part}: {out}");
        assert!(
            out.contains("https://e.com/fr") && ran.err.contains("1 field dropped"),
            "{part}: {}",
            ran.err
        );
        let _ = std::fs::remove_file(folder.path("whole.jsonl"));
        folder.run("convert a.xml -o whole.jsonl --lenient");
        let lenient = folder.read("whole.jsonl");
        assert!(lenient.contains('\u{fc}') || part.contains("&#0;"), "{part}: {lenient}");
    }
}

#[test]
fn feeds_give_no_page_that_cannot_be_read() {
    let folder = Folder::new();
    let rss = "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'";
    let of_feeds = [
        // What is relative to it is relative to nothing.
        ("b.atom", format!("{atom} xml:base='https://e.com/~/'><entry><link href='b'/></entry></feed>")),
        ("c.atom", format!("{atom}><entry><link xml:base='https://e.com/~/' href='b'/></entry></feed>")),
        ("b.rss", format!("{rss}<link xml:base='https://e.com/~/'>https://e.com/</link><item><link xml:base='/~/'>b</link></item></channel></rss>")),
        ("a.json", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"~\",\"feed_url\":\"https://e.com/~\",\"items\":[{\"id\":\"1\",\"url\":\"b\"}]}".to_owned()),
        ("a.rdf", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><item rdf:about='https://e.com/b~'><title>B</title></item></rdf:RDF>".to_owned()),
        // No page, and nothing says so but a word that is spoilt.
        ("d.atom", format!("{atom}><entry><link rel='self~' href='https://e.com/b'/></entry></feed>")),
        ("c.rss", format!("{rss}<item><guid isPermaLink='false~'>https://e.com/b</guid></item></channel></rss>")),
        ("a.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='https://e.com/~'/></entry></feed>".to_owned()),
        ("a.rss", format!("{rss}<item><link>https://e.com/a</link><media:content url='https://e.com/~.jpg' medium='image'/></item></channel></rss>")),
    ];
    for (name, text) in of_feeds {
        let bytes =
            text.into_bytes().into_iter().map(|byte| if byte == b'~' { 0xfc } else { byte });
        std::fs::write(folder.path(name), bytes.collect::<Vec<_>>()).unwrap();
        let ran = folder.run(&format!("convert {name} -t jsonl --source-url https://e.com/x/"));
        let out = &ran.ends(4).out;
        assert!(!out.contains('\u{fffd}') && !out.contains("/b"), "{name}: {out}");
    }
}

/// Rules and weights of the findings of one check, in order.
fn weights(folder: &Folder, words: &str) -> Vec<String> {
    let of = |one: &Value| {
        format!("{} {}", one["severity"].as_str().unwrap(), one["rule"].as_str().unwrap())
    };
    told(folder, words).0.iter().map(of).collect()
}

#[test]
fn what_no_profile_asks_of_a_lost_entry_is_a_warning() {
    let folder = Folder::new();
    folder.write("a.rss", "<rss version=\"2.0\"><channel><title>T</title><link>https://e.com/</link><description>D</description><item><title>x</title></item></channel></rss>");
    for (profile, weight) in [("google", "error"), ("legacy", "warning"), ("yandex", "warning")] {
        let found = weights(&folder, &format!("a.rss -p {profile}"));
        assert!(found.contains(&format!("{weight} feed/missing-link")), "{profile}: {found:?}");
    }
}

#[test]
fn a_date_of_a_video_without_a_zone_is_a_warning() {
    let folder = Folder::new();
    let video = |date: &str| {
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
             xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"><url><loc>https://e.com/a\
             </loc><video:video><video:publication_date>{date}</video:publication_date></video:video>\
             </url></urlset>"
        )
    };
    for (date, weight) in [
        ("2026-01-01T10:00:00", Some("warning")),
        ("2026-01-01T10:00:00.5", Some("warning")),
        ("2026-01-01T10:00", Some("error")),
        ("2026-01-01Z", Some("error")),
        ("2026-01-01T10:00:00Z", None),
    ] {
        folder.write("a.xml", video(date));
        let found = weights(&folder, "a.xml -p google");
        let told = found.iter().find(|one| one.ends_with(" video/bad-date"));
        let told = told.map(|one| one.split(' ').next().unwrap());
        assert_eq!(told, weight, "{date}");
    }
}

#[test]
fn a_relative_line_of_robots_is_a_warning_in_every_profile() {
    let folder = Folder::new();
    folder.write("robots.txt", "Sitemap: /sitemap.xml\n");
    for profile in ["sitemaps.org", "google", "bing", "yandex", "legacy"] {
        let (found, code) = told(&folder, &format!("robots.txt -p {profile}"));
        let rules: Vec<_> = found.iter().map(|one| one["rule"].as_str().unwrap()).collect();
        assert_eq!((rules, code), (vec!["robots/relative-sitemap"], Some(0)), "{profile}");
    }
    folder.run("convert robots.txt --follow none -t jsonl").ends(4);
}

#[test]
fn a_file_that_cannot_be_read_is_told_whatever_is_asked() {
    let folder = Folder::new();
    for words in ["check no.xml -p strict-xsd", "check no.xml --allow file/unreadable"] {
        let ran = folder.run(words);
        assert!(ran.ends(3).err.contains("error[file/unreadable]"), "{words}");
    }
}

#[test]
fn zstandard_is_read_and_no_compression_of_sitemaps() {
    let folder = Folder::new();
    let zstd: &[u8] = include_bytes!("../../../../tests/cases/file/zstd/input.xml.zst");
    folder.write("a.xml.zst", zstd);
    let (found, code) = told(&folder, "a.xml.zst");
    assert_eq!(
        (found.len(), &found[0]["rule"], code),
        (1, &"file/not-gzip-compression".into(), Some(1))
    );
    assert_eq!(folder.run("convert a.xml.zst -t text").ends(0).out.lines().count(), 2);
}

#[test]
fn space_that_xml_does_not_have_is_kept_or_told() {
    let folder = Folder::new();
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
        xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" \
        xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"><url><loc>https://e.com/a</loc>\
        <lastmod>\u{a0}2026-03-04</lastmod><priority> 0.4 </priority>\
        <xhtml:link rel=\"alternate\" hreflang=\"de\u{a0}\" href=\"https://e.com/a\"/>\
        <video:video><video:duration>\u{3000}60</video:duration><video:rating> 4 </video:rating>\
        <video:platform relationship=\"allow\">web \u{a0}tv</video:platform></video:video></url></urlset>";
    folder.write("a.xml", text);
    let found = weights(&folder, "a.xml -p google");
    let padded = found.iter().filter(|one| *one == "warning schema/surrounding-whitespace");
    assert_eq!(padded.count(), 3, "{found:?}");
    assert!(found.contains(&"error video/platform-value".to_owned()), "{found:?}");
    let ran = folder.run("convert a.xml -t jsonl");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("warning[schema/surrounding-whitespace]"), "{}", ran.err);
    assert!(ran.out.contains("\"duration\":\"\u{3000}60\",\"rating\":4"), "{}", ran.out);
    folder.run("fix a.xml -o b.xml --profile google");
    assert!(!weights(&folder, "b.xml -p google").iter().any(|one| one.contains("whitespace")));
}

#[test]
fn under_the_schemas_each_fault_is_told_once() {
    let folder = Folder::new();
    let page = |fields: &str| {
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
             xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"><url>{fields}</url></urlset>"
        )
    };
    let video = "<loc>https://e.com/a</loc><video:video><video:thumbnail_loc>a</video:thumbnail_loc>\
        <video:title>t</video:title><video:description>d</video:description>\
        <video:tvshow><video:show_title>s</video:show_title><video:video_type>Full</video:video_type>\
        </video:tvshow></video:video>";
    let deep = format!("<loc>https://e.com/a</loc>{}", "<x xmlns='urn:x'>".repeat(70));
    for (fields, expected) in [
        (video, "video/tvshow-type"),
        ("<loc>/a/b</loc>", "loc/too-short"),
        (&deep, "xml/too-deep"),
    ] {
        folder.write("a.xml", page(fields));
        let found = weights(&folder, "a.xml -p strict-xsd");
        let errors: Vec<_> = found.iter().filter_map(|one| one.strip_prefix("error ")).collect();
        assert_eq!(errors, [expected], "{found:?}");
    }
    let bomb: &[u8] = include_bytes!("../../../../tests/cases/file/gzip-bomb-small/input.xml.gz");
    folder.write("b.xml.gz", bomb);
    let found = weights(&folder, "b.xml.gz -p strict-xsd --max-input 1MiB");
    assert_eq!(found.iter().filter(|one| one.ends_with(" file/gzip-bomb")).count(), 1, "{found:?}");
}

/// A set of pages: addresses, and below each its links as tag and address.
fn clusters(pages: &[(&str, &[(&str, &str)])]) -> String {
    let mut text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
        xmlns:x=\"http://www.w3.org/1999/xhtml\">"
        .to_owned();
    for (page, links) in pages {
        text += &format!("<url><loc>https://e.com/{page}</loc>");
        for (tag, to) in *links {
            text += &format!(
                "<x:link rel=\"alternate\" hreflang=\"{tag}\" href=\"https://e.com/{to}\"/>"
            );
        }
        text += "</url>";
    }
    text + "</urlset>"
}

#[test]
fn pages_of_a_cluster_list_the_same() {
    let folder = Folder::new();
    let both: &[(&str, &str)] = &[("en", "a"), ("de", "b")];
    let named: &[(&str, &str)] = &[("en", "a"), ("de", "b"), ("x-default", "a")];
    let british: &[(&str, &str)] = &[("en", "a"), ("en-GB", "a"), ("de", "b")];
    for (a, b, expected) in [
        (both, both, "no-x-default no-x-default"),
        (named, named, ""),
        (named, both, "inconsistent-set"),
        (both, named, "inconsistent-set"),
        (british, both, "no-x-default inconsistent-set no-x-default"),
    ] {
        folder.write("a.xml", clusters(&[("a", a), ("b", b)]));
        let found = weights(&folder, "a.xml -p google");
        let told = found.iter().filter_map(|one| one.split_once(" hreflang/"));
        assert_eq!(
            told.map(|(_, rule)| rule).collect::<Vec<_>>().join(" "),
            expected,
            "{a:?} {b:?}"
        );
    }
}

/// The rules of all findings, and the code.
fn verdict(folder: &Folder, words: &str) -> (Vec<String>, Option<i32>) {
    let (found, code) = told(folder, words);
    (found.iter().map(|one| one["rule"].as_str().unwrap().to_owned()).collect(), code)
}

#[test]
fn space_around_a_namespace_spells_another() {
    let folder = Folder::new();
    let image = "http://www.google.com/schemas/sitemap-image/1.1";
    for (uri, code) in [(format!("{image}&#10;"), 1), (format!(" {image}"), 1), (image.into(), 0)] {
        folder.write(
            "a.xml",
            format!(
                "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                 xmlns:image=\"{uri}\"><url><loc>https://e.com/abc</loc><image:image>\
                 <image:loc>https://e.com/a.png</image:loc></image:image></url></urlset>"
            ),
        );
        let (found, ended) = verdict(&folder, "a.xml -p strict-xsd");
        assert_eq!(ended, Some(code), "{uri:?}: {found:?}");
    }
}

#[test]
fn the_order_of_bytes_that_a_declaration_names() {
    let folder = Folder::new();
    let text = |label: &str| sitemap(&["<loc>https://e.com/abc</loc>"]).replace("UTF-8", label);
    for (label, little, wrong) in [
        ("UTF-16LE", false, true),
        ("UTF-16BE", true, true),
        ("UTF-16LE", true, false),
        ("utf-16be", false, false),
        ("UTF-16", false, false),
        ("utf-16", true, false),
    ] {
        let order = if little { u16::to_le_bytes } else { u16::to_be_bytes };
        let marked = format!("\u{feff}{}", text(label));
        folder.write("a.xml", marked.encode_utf16().flat_map(order).collect::<Vec<_>>());
        let (found, _) = verdict(&folder, "a.xml -p legacy");
        let told = found.contains(&"xml/declared-encoding-mismatch".to_owned());
        assert_eq!(told, wrong, "{label} {little}: {found:?}");
    }
}

#[test]
fn an_address_of_the_sitemap_that_is_none_is_wrong_usage() {
    let folder = Folder::new();
    folder.write("a.txt", "https://other.com/a\n");
    for (address, why) in [
        ("e.com/a.txt", "it is not an absolute URL"),
        ("/a", "it is not an absolute URL"),
        ("ftp://e.com/a.txt", "it is neither http nor https"),
        ("http://[", "--sitemap-url http://[: "),
    ] {
        let ran = folder.run(&format!("check a.txt --sitemap-url {address}"));
        assert!(ran.ends(2).err.contains(why), "{}", ran.err);
    }
    let (found, code) = verdict(&folder, "a.txt --sitemap-url https://e.com/a.txt");
    assert!(found.contains(&"scope/other-host".to_owned()) && code == Some(1), "{found:?}");
}

#[test]
fn entries_that_nobody_wants_to_hear_of_fill_a_file_too() {
    let folder = Folder::new();
    let pages: String = (0..50_000).map(|n| format!("https://e.com/{n}\n")).collect();
    folder.write("a.txt", format!("hello\n{pages}"));
    let (found, _) = verdict(&folder, "a.txt --allow text/*");
    assert_eq!(found, ["file/too-many-urls"]);
}

#[test]
fn an_element_of_another_namespace_is_told_once() {
    let folder = Folder::new();
    let inside = "<z:a xmlns:z=\"urn:z\"><z:b>x</z:b><z:c><z:d/></z:c></z:a>";
    folder.write(
        "a.xml",
        sitemap(&["<loc>https://e.com/a</loc>"]).replacen("<url>", &format!("{inside}<url>"), 1),
    );
    let (found, code) = verdict(&folder, "a.xml --fail-on warning");
    let foreign = found.iter().filter(|rule| *rule == "schema/foreign-in-root").count();
    assert_eq!((foreign, code), (1, Some(0)), "{found:?}");
}

#[test]
fn markup_that_nobody_knows_is_told_by_its_root() {
    let folder = Folder::new();
    folder.write("a", "<?xml version=\"1.0\"?>\n<!-- <urlset> --><url/>");
    let ran = folder.run("check a");
    assert!(ran.ends(3).err.contains("markup whose root is `url`"), "{}", ran.err);
}

/// A date that cannot be read is there all the same.
#[test]
fn dates_that_cannot_be_read_are_not_said_to_be_missing() {
    let folder = Folder::new();
    folder.write(
        "a.xml",
        sitemap(&["<loc>https://e.com/a</loc>", "<loc>https://e.com/b</loc><lastmod>x</lastmod>"]),
    );
    let ran = folder.run("check -p google a.xml");
    let told = "note[lastmod/missing]: no entry has a `lastmod` that can be read";
    assert!(ran.ends(1).err.contains(told), "{}", ran.err);
}

/// Of several indexes that name a sitemap the one with the oldest date is told, in whatever order they are read.
#[test]
fn an_old_date_in_any_index_is_told() {
    let folder = Folder::new();
    let named = |lastmod: &str| {
        format!(
            "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
             <sitemap><loc>https://e.com/s.xml</loc>{lastmod}</sitemap>\n</sitemapindex>\n"
        )
    };
    folder
        .write("s.xml", sitemap(&["<loc>https://e.com/1</loc><lastmod>2024-05-01</lastmod>"]))
        .write("a.xml", named(""))
        .write("b.xml", named("<lastmod>2020-01-01</lastmod>"))
        .write("c.xml", named("<lastmod>2022-01-01</lastmod>"));
    for words in ["a.xml b.xml c.xml", "c.xml b.xml a.xml", "b.xml a.xml", "s.xml c.xml b.xml", "."]
    {
        let found = told(&folder, words).0;
        let rule = |one: &&Value| one["rule"] == "index/lastmod-older-than-child";
        let found: Vec<_> = found.iter().filter(rule).collect();
        assert_eq!(found.len(), 1, "{words}: {found:?}");
        assert_eq!(found[0]["detail"], "2020-01-01 in the index, 2024-05-01 in the sitemap");
    }
}
