//! What `urlset fix` leaves as it is: what can be read in two ways, and all that a robots.txt says of other
//! things than sitemaps.

use crate::run::{Folder, sitemap};

/// An end tag that is put in the middle of a value would make another value of it.
#[test]
fn no_field_is_cut_where_its_end_tag_lacks() {
    let folder = Folder::new();
    for (entry, code) in [
        ("<loc>https://e.com/prod</url>ucts</loc></url>", 4),
        ("<loc>https://e.com/p?a=1</url>&amp;b=2</loc></url>", 4),
        ("<loc>https://e.com/prod</URL>\n ucts</loc></url>", 4),
        ("<loc>https://e.com/a</loc><lastmod>2026-01</url>-05</lastmod></url>", 4),
        ("<loc>https://e.com/a</url></loc></url>", 4),
        ("<loc>https://e.com/prod</url><!-- x -->ucts</loc></url>", 4),
        ("<loc>https://e.com/prod</url></url>ucts</loc></url>", 4),
        ("<loc>https://e.com/prod</url><![CDATA[ucts]]></LOC></url>", 4),
        ("<loc>https://e.com/prod</LOC>ucts</loc></url>", 4),
        ("<loc>https://e.com/a</loc></URL>,\n", 0),
        ("<loc>https://e.com/a</url>", 0),
        ("<loc>https://e.com/a</URL>", 0),
        ("<loc>https://e.com/a</url><url><loc>https://e.com/b</loc></url>", 0),
        ("<loc>https://e.com/a</url><!-- x --><url><loc>https://e.com/b</loc></url>", 0),
    ] {
        let whole = sitemap(&[]).replace("</urlset>", &format!("<url>{entry}</urlset>"));
        folder.write("a.xml", &whole);
        let ran = folder.run("fix a.xml -o b.xml");
        assert_eq!(ran.ends(code).code, Some(code), "{entry}: {}", ran.err);
        if code == 4 {
            let space = format!("</url>{}", " ".repeat(300_000));
            folder.write("a.xml", whole.replace("</url>", &space));
            folder.run("fix a.xml -o b.xml").ends(4);
        }
    }
}

/// A guess that was asked for may cut a value, and says so.
#[test]
fn a_field_that_a_guess_cuts_is_told_as_lost() {
    let folder = Folder::new();
    for (entry, cuts) in [
        ("<loc>https://e.com/prod</url>ucts</loc></url>", true),
        ("<loc>https://e.com/a</loc><lastmod>2026-01</url>-05</lastmod></url>", true),
        ("<loc>https://e.com/a</url><url><loc>https://e.com/b</loc></url>", false),
    ] {
        let whole = sitemap(&[]).replace("</urlset>", &format!("<url>{entry}</urlset>"));
        folder.write("a.xml", &whole);
        for command in ["fix a.xml --lenient -o b.xml", "convert a.xml --lenient -o b.txt -f xml"] {
            let ran = folder.run(command);
            assert_eq!(ran.err.contains("in the middle of a value"), cuts, "{entry}: {}", ran.err);
            assert_eq!(ran.err.contains("1 field dropped"), cuts, "{entry}: {}", ran.err);
            assert_eq!(ran.code, Some(if cuts { 4 } else { 0 }), "{command} {entry}: {}", ran.err);
        }
    }
}

/// A text alone in an entry may be its address: it is lost there as it is to other commands.
#[test]
fn an_entry_of_text_alone_is_a_lost_one() {
    let folder = Folder::new();
    let page = "<url><loc>https://e.com/b</loc></url>";
    for (entry, code) in [("<url>prod.html</url>", 4), ("<url>\n</url>", 0), ("<url/>", 0)] {
        folder
            .write("a.xml", sitemap(&[]).replace("</urlset>", &format!("{entry}{page}</urlset>")));
        folder.run("fix a.xml -o b.xml").ends(code);
    }
    folder.write("a.xml", sitemap(&[]).replace("</urlset>", &format!("{page}x<url/></urlset>")));
    folder.run("fix a.xml -o b.xml").ends(0);
}

/// Of a robots.txt no line may change that nobody asked about.
#[test]
fn no_byte_of_a_robots_is_guessed() {
    let folder = Folder::new();
    let text = b"User-agent: *\nDisallow: /caf\xe9\nSite-map: https://e.com/a.xml\n";
    folder.write("robots.txt", text);
    for output in ["other.txt", "robots.txt"] {
        let ran = folder.run(&format!("fix robots.txt -o {output}"));
        assert!(ran.ends(4).err.contains("line 2 is not UTF-8"), "{}", ran.err);
    }
    assert_eq!(std::fs::read(folder.path("robots.txt")).unwrap(), text);
    let ran = folder.run("fix robots.txt --lenient -o other.txt");
    assert!(ran.ends(0).err.contains("note[robots/encoding-not-utf8]"), "{}", ran.err);
    assert!(folder.read("other.txt").contains("Disallow: /café\n"));
    let wide = "User-agent: *\nSitemap: https://e.com/a.xml\n";
    folder.write("robots.txt", utf16(wide));
    folder.run("fix robots.txt -o robots.txt").ends(0);
    assert_eq!(folder.read("robots.txt"), wide);
}

fn utf16(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Rules that nobody meant to take out would open what they close.
#[test]
fn all_that_a_robots_says_else_stays() {
    let folder = Folder::new();
    let others = "User-agent: *\r\nDisallow: /a # always\r\n\r\n";
    let (broken, whole) = ("Sitemap: /s.xml\r\n", "Sitemap: https://example.com/s.xml\r\n");
    folder.write("robots.txt", format!("{others}{broken}")).write("site/robots.txt", "Allow: /\n");
    folder.write("wide/robots.txt", utf16(&format!("{others}{broken}")));
    for (input, output) in [
        ("robots.txt", "wide/new.txt"),
        ("robots.txt", "site/robots.txt"),
        ("robots.txt", "fixed.txt"),
        ("wide/robots.txt", "site/robots.txt"),
        ("robots.txt", "robots.txt"),
    ] {
        let words = format!("fix {input} --source-url https://example.com/robots.txt -o {output}");
        let ran = folder.run(&words);
        assert!(!ran.ends(0).err.contains("other-lines"), "{words}: {}", ran.err);
        assert_eq!(folder.read(output), format!("{others}{whole}"), "{words}");
    }
    let piped = folder.feed("fix - --from robots --source-url https://example.com/", others);
    assert_eq!(piped.ends(0).out, others, "{}", piped.err);
}

/// A comment is no sitemap, however long it is.
#[test]
fn a_long_comment_of_a_robots_is_no_loss() {
    let folder = Folder::new();
    let text = format!("#{}\nSitemap: https://e.com/a.xml\n", "x".repeat(1_200_000));
    folder.write("robots.txt", &text);
    let ran = folder.run("fix robots.txt -o other.txt");
    assert!(ran.ends(0).summary().starts_with("1 sitemap in, 1 out, 1 file"), "{}", ran.err);
    assert_eq!(folder.read("other.txt"), text);
}

/// What an update cannot carry over is in its summary as in that of others.
#[test]
fn what_an_update_leaves_out_is_counted() {
    let folder = Folder::new();
    folder
        .write("list.txt", "https://e.com/1\nfoo bar\n/rel\n")
        .write("new.txt", "https://e.com/2\n");
    let ran = folder.run("update list.txt --upsert new.txt");
    let dropped = "2 dropped (text/non-url-line 1, loc/relative 1)";
    assert!(ran.ends(4).summary().contains(dropped), "{}", ran.err);
    folder.write("list.txt", "https://e.com/1\n/rel\n");
    let ran = folder.run("update list.txt --upsert new.txt --json");
    assert!(ran.ends(4).out.contains(r#""dropped":1,"#), "{}", ran.out);
}

/// Of several files that are replaced, no sound one is blamed.
#[test]
fn what_would_be_gone_is_not_said_to_be_in_the_first_file() {
    let folder = Folder::new();
    let whole = sitemap(&["<loc>https://e.com/a?b&c</loc>"]);
    folder.write("a.xml", &whole).write("b.xml", sitemap(&["<loc>/rel</loc>"]));
    let ran = folder.run("fix a.xml b.xml -o {stem}.xml");
    let expected = "would be gone from one of the 2 files that are replaced";
    assert!(ran.ends(4).err.contains(expected), "{}", ran.err);
    assert_eq!(folder.read("a.xml"), whole);
}

/// An entry in the right namespace below a root in a wrong one.
#[test]
fn what_is_right_has_no_repair() {
    let folder = Folder::new();
    let right = "xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
    let entry = "<s:url><s:loc>https://e.com/a</s:loc></s:url></urlset>";
    let root = format!("https://www.sitemaps.org/schemas/sitemap/0.9\" {right}>");
    let whole = sitemap(&[]).replace("</urlset>", entry);
    folder.write("a.xml", whole.replace("http://www.sitemaps.org/schemas/sitemap/0.9\">", &root));
    let ran = folder.run("fix a.xml -o b.xml");
    assert!(ran.ends(0).err.contains("1 repair: ns/https 1"), "{}", ran.err);
}

/// What was not written has no places.
#[test]
fn what_would_still_be_wrong_has_no_place() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/\u{e9}</loc>"]));
    let dry = folder.run("fix a.xml -n").err.clone();
    assert!(dry.contains("it would still be wrong: loc/not-escaped"), "{dry}");
    let ran = folder.run("fix a.xml -o b.xml");
    assert!(ran.ends(1).err.contains("still wrong: b.xml:3:"), "{}", ran.err);
    folder.write(
        "c.xml",
        sitemap(&["<loc>https://e.com/\u{e9}</loc><changefreq>Daily</changefreq>"]),
    );
    let ran = folder.run("fix c.xml -t text -o c.txt --on-loss error");
    assert!(ran.ends(1).err.contains("it would still be wrong: loc/not-escaped"), "{}", ran.err);
}

/// Nobody can say which one was meant; `as urlset fix does` would promise it.
#[test]
fn a_date_without_a_zone_gets_none() {
    let folder = Folder::new();
    let entry = "<loc>https://e.com/</loc><lastmod>2026-03-04 10:00:00</lastmod>";
    folder.write("a.xml", sitemap(&[entry]));
    let ran = folder.run("check a.xml");
    let help = "= help: write it with its zone, as in `2026-03-04T10:00:00Z`: it has none";
    assert!(ran.ends(1).err.contains(help), "{}", ran.err);
    let ran = folder.run("fix a.xml -o b.xml");
    assert!(
        ran.ends(1).err.contains("still wrong: b.xml:3:40: lastmod/no-timezone"),
        "{}",
        ran.err
    );
    assert!(folder.read("b.xml").contains("<lastmod>2026-03-04T10:00:00</lastmod>"));
}

/// An item of an extension whose namespace the root took by mistake is kept, and no error.
#[test]
fn what_shares_the_namespace_of_the_root_by_a_prefix_is_meant_to_be_there() {
    let folder = Folder::new();
    let uri = "http://www.w3.org/1999/xhtml";
    let document = |thing: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{uri}\" xmlns:p=\"{uri}\"><url>\
             <loc>https://e.com/a</loc>{thing}</url></urlset>\n"
        )
    };
    let link = "<p:link rel=\"alternate\" hreflang=\"de\" href=\"https://e.com/a\"/>";
    folder.write("a.xml", document(link));
    let ran = folder.run("fix a.xml -o b.xml");
    assert!(!ran.ends(0).err.contains("schema/unknown-element"), "{}", ran.err);
    assert!(!folder.run("check a.xml").err.contains("schema/unknown-element"));
    assert!(folder.read("b.xml").contains("<p:link "), "{}", folder.read("b.xml"));
    for other in
        ["<expires>2026-01-01</expires>", &link.replace("p:link", "p:lnk"), "<p:lastmodd/>"]
    {
        folder.write("c.xml", document(other));
        assert!(folder.run("check c.xml").err.contains("schema/unknown-element"), "{other}");
    }
}

#[test]
fn quotation_marks_of_a_text_are_no_part_of_an_address() {
    let folder = Folder::new();
    let link = "<loc>https://e.com/a</loc><xhtml:link rel=\"alternate\" hreflang=\"de\" \
        href=\"https://e.com/de\"/>";
    let right = sitemap(&[link])
        .replace("<urlset ", "<urlset xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" ");
    folder.write("right.xml", &right).run("fix right.xml -o right.xml").ends(0);
    for (marks, code) in [(["”", "”"], 0), (["“", "”"], 0), (["«", "»"], 0), (["”", ""], 4)]
    {
        let mut text = right.clone();
        for value in ["http://www.w3.org/1999/xhtml", "https://e.com/de", "alternate"] {
            text = text.replace(&format!("\"{value}\""), &[marks[0], value, marks[1]].concat());
        }
        folder.write("a.xml", &text).write("b.xml", "");
        folder.run("fix a.xml -o b.xml").ends(code);
        if code == 0 {
            assert_eq!(folder.read("b.xml"), folder.read("right.xml"), "{text}");
        } else {
            assert!(!folder.read("b.xml").contains("”"), "{}", folder.read("b.xml"));
        }
    }
}

#[test]
fn each_element_in_a_date_is_told() {
    let folder = Folder::new();
    let page = "<loc>https://e.com/a</loc><lastmod>2026-01-01<image:image><image:loc>\
        https://e.com/i.jpg</image:loc></image:image><priority>0.5</priority></lastmod>";
    let text = sitemap(&[page]).replace(
        "<urlset ",
        "<urlset xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" ",
    );
    let ran = folder.write("a.xml", &text).run("fix a.xml -o b.xml");
    assert!(ran.ends(4).err.contains("2 fields dropped"), "{}", ran.err);
    assert!(ran.err.contains("image:image") && ran.err.contains(": priority"), "{}", ran.err);
}

#[test]
fn the_prefix_is_shown_that_is_written() {
    let folder = Folder::new();
    let image = "<loc>https://e.com/a</loc><image:image><image:loc>https://e.com/i.jpg</image:loc></image:image>";
    let text = sitemap(&[image]).replace(
        "<urlset ",
        "<urlset xmlns:img=\"http://www.google.com/schemas/sitemap-image/1.1\" ",
    );
    let ran = folder.write("a.xml", &text).run("fix a.xml -o b.xml");
    assert!(ran.ends(0).err.contains("+ `img:image`"), "{}", ran.err);
    assert!(folder.read("b.xml").contains("<img:image><img:loc>"), "{}", folder.read("b.xml"));
}

/// Also where the form is announced: without its zone it stays.
#[test]
fn no_zone_is_promised() {
    let folder = Folder::new();
    let text = sitemap(&["<loc>https://e.com/a</loc><lastmod>04/03/2026 10:00:00</lastmod>"]);
    let ran = folder.write("a.xml", &text).run("check a.xml --dates dmy");
    let told = [ran.out.as_str(), ran.err.as_str()].concat();
    assert!(told.contains("it has none, and none is made up"), "{told}");
    assert!(!told.contains("as `urlset fix` does"), "{told}");
}
