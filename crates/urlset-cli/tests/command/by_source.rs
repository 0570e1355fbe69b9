//! Files that are named after their inputs, with `{stem}` and `{ext}`.

use crate::run::{Folder, index, sitemap};

/// Sitemaps go beside pages where each document becomes one of its own, and nowhere else.
#[test]
fn pages_and_sitemaps_go_into_files_of_their_own() {
    let folder = Folder::new();
    folder.write("x.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.write("i.xml", index(&["https://e.com/x.xml"]));
    let to = |template: &str| format!("convert x.xml i.xml --follow none -o o/{template}");
    for (template, names) in [("{stem}.xml", ["i.xml", "x.xml"]), ("{n}.{ext}", ["1.xml", "2.xml"])]
    {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        assert!(folder.run(&to(template)).ends(0).err.contains("2 URLs in, 2 out"), "{template}");
        assert_eq!(folder.names_in("o"), names);
    }
    let _ = std::fs::remove_dir_all(folder.path("o"));
    let ran = folder.run(&to("{{stem}}-{n}.xml"));
    assert!(ran.ends(4).err.contains("schema/mixed-url-sitemap"), "{}", ran.err);
}

/// Files keep their places below the folder, the index or the pattern by which they were found.
#[test]
fn folders_stay_folders() {
    let folder = Folder::new();
    let map = sitemap(&["<loc>https://e.com/a</loc>"]);
    for name in ["in/x.xml", "in/de/x.xml", "in/de/at/my page.xml"] {
        folder.write(name, &map);
    }
    let children = ["x.xml", "de/x.xml", "de/at/my%20page.xml"];
    let children = children.map(|name| format!("https://e.com/{name}"));
    folder.write("i.xml", index(&[&children[0], &children[1], &children[2]]));
    folder.write("in/i.xml", index(&[&children[0], &children[1], &children[2]]));
    folder.write("one/x.xml", &map);
    for (input, names) in [
        ("in", &["x.xml", "i.xml", "de/x.xml", "de/at/my page.xml"][..]),
        ("in/i.xml", &["x.xml", "i.xml", "de/x.xml", "de/at/my page.xml"]),
        ("'in/**/*.xml'", &["x.xml", "de/x.xml", "de/at/my page.xml"]),
        ("i.xml --resolve https://e.com/=in", &["x.xml", "de/x.xml", "de/at/my page.xml"]),
        ("in/de/x.xml one", &["x.xml"]),
    ] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        let ran =
            folder.run(&format!("rewrite {input} --rewrite-scheme http -o o/{{stem}}.{{ext}}"));
        if input.ends_with("one") {
            assert!(ran.ends(2).err.contains("two files would be called o/x.xml"), "{}", ran.err);
            continue;
        }
        ran.ends(0);
        for name in names {
            assert!(folder.read(&format!("o/{name}")).contains("http://e.com/"), "{input} {name}");
        }
    }
}

/// What is asked of pages is not asked of the indexes and the robots.txt among the inputs.
#[test]
fn an_index_beside_pages_goes_on_naming_every_file() {
    let folder = Folder::new();
    let names = ["https://e.com/x.xml", "https://e.com/y.xml"];
    let lines = "Sitemap: https://e.com/x.xml\nSitemap: https://e.com/y.xml\n";
    folder.write("g/i.xml", index(&names)).write("g/robots.txt", lines);
    let page = |n: u32| format!("<loc>https://e.com/{n}</loc>");
    folder.write("g/x.xml", sitemap(&[&page(1), &page(2)])).write("g/y.xml", sitemap(&[&page(3)]));
    for (flags, left) in [
        ("--limit 1", 1),
        ("--limit 1 --sort loc:desc", 1),
        ("--dedupe", 3),
        ("-w \"path == '/3'\"", 1),
        ("-w \"kind == 'page'\"", 3),
        ("--set lastmod=2026-01-01", 3),
    ] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        let ran =
            folder.run(&format!("rewrite g --rewrite-scheme http {flags} -o o/{{stem}}.{{ext}}"));
        let entries = folder.read("o/x.xml") + &folder.read("o/y.xml");
        assert_eq!(entries.matches("<url>").count(), left, "{flags}: {}", ran.err);
        let moved = names.map(|name| name.replace("https", "http"));
        assert!(folder.read("o/i.xml").ends_with(&index(&[&moved[0], &moved[1]])), "{flags}");
        assert_eq!(folder.read("o/robots.txt"), lines.replace("https", "http"), "{flags}");
    }
}

/// What else a robots.txt says stays where it is rewritten with a set, in place or elsewhere.
#[test]
fn the_rules_of_a_robots_txt_stay() {
    let folder = Folder::new();
    let rules = "User-agent: *\nDisallow: /cart # private\n\n";
    folder.write("g/x.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.write("g/robots.txt", format!("{rules}Sitemap: https://e.com/x.xml\n"));
    for to in ["o", "g"] {
        let words = format!("rewrite g --rewrite-scheme http -o {to}/{{stem}}.{{ext}}");
        assert!(!folder.run(&words).ends(0).err.contains("robots/other-lines"));
        let written = std::fs::read_to_string(folder.path(&format!("{to}/robots.txt"))).unwrap();
        assert_eq!(written, format!("{rules}Sitemap: http://e.com/x.xml\n"));
    }
    let map = format!("{rules}Sitemap: https://e.com/x.xml\n");
    folder.feed("rewrite - --follow none --rewrite-scheme http -o s/{stem}.{ext}", map).ends(0);
    assert_eq!(folder.read("s/stdin.txt"), format!("{rules}Sitemap: http://e.com/x.xml\n"));
    // What a document of its own replaces is told.
    folder.write("one/robots.txt", format!("{rules}Sitemap: https://e.com/old.xml\n"));
    let ran = folder.run("convert g/robots.txt --follow none -o one/robots.txt");
    let told = "one/robots.txt: 1 `Sitemap:` line replaced, all others kept";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert_eq!(folder.read("one/robots.txt"), folder.read("g/robots.txt"));
    let ran = folder.run("convert g/robots.txt --follow none -o l.jsonl");
    assert!(ran.ends(0).err.contains("robots/other-lines"));
}

/// A robots.txt that is repaired in place holds what is told, and then nothing is left to repair.
#[test]
fn a_robots_txt_is_repaired_in_place() {
    let folder = Folder::new();
    let rules = "User-agent: *\nDisallow: /cart # private\n\n";
    folder.write(
        "robots.txt",
        format!("{rules}Site-map: https://e.com/x.xml # all\nSitemap https://e.com/y.xml#a\n"),
    );
    let ran = folder.run("fix robots.txt -o robots.txt");
    assert!(ran.ends(0).err.contains("3 repairs"), "{}", ran.err);
    assert!(!ran.err.contains("robots/other-lines"), "{}", ran.err);
    let whole =
        format!("{rules}Sitemap: https://e.com/x.xml # all\nSitemap: https://e.com/y.xml\n");
    assert_eq!(folder.read("robots.txt"), whole);
    let ran = folder.run("fix robots.txt -o robots.txt");
    assert!(ran.ends(0).err.contains("nothing to repair"), "{}", ran.err);
    assert_eq!(folder.read("robots.txt"), whole);
    folder.write("robots.txt", b"User-agent: *\nDisallow: /\xe9\nSitemap: https://e.com/x.xml\n");
    assert!(folder.run("fix robots.txt -o robots.txt").ends(4).err.contains("line 2 is not UTF-8"));
}

/// What is found in an index that becomes a file of its own is told once; as a wide table it says
/// that its entries are sitemaps.
#[test]
fn an_index_beside_pages_is_read_for_good_once() {
    let folder = Folder::new();
    folder.write("g/i.xml", index(&["x.xml", "https://e.com/x.xml"]));
    folder.write("g/x.xml", sitemap(&["<loc>https://e.com/a</loc><lastmod>2026</lastmod>"]));
    let ran = folder.run("rewrite g --rewrite-scheme http -o o/{stem}.{ext}");
    assert!(
        ran.ends(4).err.contains("3 URLs in, 2 out, 1 dropped (loc/relative 1)"),
        "{}",
        ran.err
    );
    for order in ["g/i.xml", "g/x.xml g/i.xml"] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        folder.run(&format!("convert {order} --follow none -o o/{{stem}}.csv"));
        let table = folder.read("o/i.csv");
        assert!(table.contains("kind") && table.contains(",sitemap"), "{order}: {table}");
        if order.contains("x.xml") {
            assert!(folder.read("o/x.csv").contains("https://e.com/a,2026"), "{order}");
        }
    }
}

/// What could not be read of an input stands nowhere else.
#[test]
fn an_input_that_was_not_read_whole_is_not_replaced() {
    let folder = Folder::new();
    let torn =
        sitemap(&["<loc>https://e.com/a</loc>"]).replace("</urlset>", "<url><loc>https://e.c");
    for (command, made) in [
        ("convert p/s-1.xml -o p/s-1.xml", "p/s-1.xml"),
        ("rewrite p --rewrite-scheme http -o p/{stem}.{ext}", "p/s-1.xml"),
        ("shard p -o p/s-{n}.xml", "p/s-1.xml"),
        ("merge p/s-2.xml p/s-1.xml.gz -t xml.gz -o p/s-{n}.xml.gz", "p/s-1.xml.gz"),
    ] {
        folder.write("p/s-1.xml", &torn).write("p/s-1.xml.gz", [0, 1, 2, 3]);
        folder.write("p/s-2.xml", sitemap(&["<loc>https://e.com/b</loc>"]));
        let before = std::fs::read(folder.path(made)).unwrap();
        let ran = folder.run(command);
        assert!(matches!(ran.code, Some(3 | 4)), "{command}: {ran:#?}");
        assert!(
            ran.err.contains("not read whole, and would be replaced"),
            "{command}: {}",
            ran.err
        );
        assert_eq!(std::fs::read(folder.path(made)).unwrap(), before, "{command}");
        let _ = std::fs::remove_dir_all(folder.path("p"));
    }
}

/// Inputs, flags before `-o`, and the names that come out in `o`.
#[test]
fn the_suffix_of_a_file_says_what_it_holds() {
    let map = sitemap(&["<loc>https://e.com/a</loc>"]);
    let folder = Folder::new();
    folder.write("x.xml", &map).write("noext", &map).write("i.csv", "loc\nhttps://e.com/a\n");
    folder.run("convert x.xml -o y.xml.gz").ends(0);
    folder.run("convert x.xml -o f.rss --link https://e.com/ --title t").ends(0);
    for (flags, template, expected) in [
        ("rewrite x.xml y.xml.gz", "{stem}.{ext}", &["x.xml", "y.xml.gz"][..]),
        ("convert f.rss x.xml y.xml.gz -t csv", "{stem}.{ext}", &["f.csv", "x.csv", "y.csv.gz"]),
        ("rewrite i.csv -t xml", "{stem}.{ext}", &["i.xml"]),
        ("rewrite x.xml y.xml.gz -t xml.gz", "{stem}.{ext}", &["x.xml.gz", "y.xml.gz"]),
        ("rewrite x.xml y.xml.gz", "{stem}.{ext}.gz", &["x.xml.gz", "y.xml.gz"]),
        ("rewrite noext", "{stem}.{ext}", &["noext"]),
        ("rewrite noext -t text", "{stem}.{ext}", &["noext.txt"]),
        ("rewrite y.xml.gz", "{stem}.{ext}.xml", &["y.xml.gz.xml"]),
    ] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        folder.run(&format!("{flags} -o o/{template} --on-loss ignore")).ends(0);
        assert_eq!(folder.names_in("o"), expected, "{flags} {template}");
        for name in expected {
            let bytes = std::fs::read(folder.path("o").join(name)).unwrap();
            assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), name.ends_with("gz"), "{name}");
        }
    }
    let _ = std::fs::remove_dir_all(folder.path("o"));
    folder.feed("rewrite - -o o/{stem}.{ext}", &map).ends(0);
    assert_eq!(folder.names_in("o"), ["stdin.xml"]);
}

/// An index of which a sitemap is missing was read whole all the same, also from standard input.
#[test]
fn an_index_without_a_child_is_no_torn_file() {
    let folder = Folder::new();
    let names = ["https://e.com/x.xml", "https://e.com/gone.xml"];
    folder.write("g/i.xml", index(&names));
    folder.write("g/x.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.run("rewrite g --rewrite-scheme http -o g/{stem}.{ext}").ends(3);
    assert!(folder.read("g/i.xml").contains("http://e.com/gone.xml"));
    assert!(folder.read("g/x.xml").contains("http://e.com/a"));
    let relative = index(&["https://e.com/x.xml", "y.xml"]);
    let words = "rewrite - --resolve https://e.com/=g -o o/{stem}.{ext}";
    let ran = folder.feed(words, relative);
    assert!(ran.ends(4).err.contains("1 dropped (loc/relative 1)"), "{}", ran.err);
    assert!(folder.read("o/stdin.xml").contains("https://e.com/x.xml"));
}

/// A rewrite moves what an index says, and no file.
#[test]
fn a_file_whose_address_moves_away_from_it_is_told() {
    let folder = Folder::new();
    folder.write("g/i.xml", index(&["https://e.com/en/x.xml", "https://e.com/y.xml"]));
    folder.write("g/en/x.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.write("g/y.xml", sitemap(&["<loc>https://e.com/b</loc>"]));
    for (rule, told) in [
        ("--rewrite-path ^/en/=/uk/", 1),
        ("--rewrite-path ^/en/=/uk/ --rewrite-in hreflang", 0),
        ("--rewrite-path ^/=/moved/", 0),
        ("--rewrite-host e.com=e.org", 0),
    ] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        let ran = folder.run(&format!("rewrite g/i.xml {rule} -o o/{{stem}}.{{ext}}"));
        let found = ran.ends(0).err.matches("warning[index/child-missing]").count();
        assert_eq!(found, told, "{rule}: {}", ran.err);
        let names = "o/en/x.xml now; the index names https://e.com/uk/x.xml";
        assert_eq!(ran.err.contains(names), told > 0, "{}", ran.err);
    }
}

/// An index that becomes a file of the set names its sitemaps as they were called.
#[test]
fn a_file_that_its_index_names_otherwise_is_told() {
    let folder = Folder::new();
    folder.write("g/i.xml", index(&["https://e.com/x.xml"]));
    folder.write("g/x.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    for (template, told) in [
        ("{stem}.{ext}", 0),
        ("{stem}.xml", 0),
        ("{stem}.xml.gz", 1),
        ("{stem}-{n}.{ext}", 1),
        ("new-{stem}.{ext} -n", 1),
    ] {
        let _ = std::fs::remove_dir_all(folder.path("o"));
        let ran = folder.run(&format!("rewrite g/i.xml --rewrite-scheme http -o o/{template}"));
        let found = ran.ends(0).err.matches("warning[index/child-missing]").count();
        assert_eq!(found, told, "{template}: {}", ran.err);
    }
}
