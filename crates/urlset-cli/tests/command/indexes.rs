//! Indexes that are built and refreshed: what changes, and what is left alone.

use crate::run::{Folder, index, sitemap};
use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const BUILD: &str = "index a.xml b.xml --base-url https://example.com/ -o index.xml";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write(
        "a.xml",
        sitemap(&["<loc>https://example.com/a</loc><lastmod>2026-01-02</lastmod>"]),
    );
    folder.write("b.xml", sitemap(&["<loc>https://example.com/b</loc>"]));
    folder
}

fn old() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

fn age(folder: &Folder, name: &str, time: SystemTime) {
    File::options().write(true).open(folder.path(name)).unwrap().set_modified(time).unwrap();
}

fn modified(folder: &Folder, name: &str) -> SystemTime {
    std::fs::metadata(folder.path(name)).unwrap().modified().unwrap()
}

#[test]
fn the_second_run_writes_nothing() {
    for lastmod in ["newest", "content", "none"] {
        for name in ["index.xml", "index.xml.gz"] {
            let folder = folder();
            let build = format!("{} --index-lastmod {lastmod}", BUILD.replace("index.xml", name));
            folder.run(&build).ends(0);
            age(&folder, name, old());
            let again = folder.run(&build);
            assert!(again.ends(0).err.contains("unchanged"), "{}", again.err);
            assert_eq!(modified(&folder, name), old(), "{lastmod} {name}");
            let alone = folder.run(&format!("index {name} --index-lastmod {lastmod}"));
            assert!(alone.ends(0).err.contains("unchanged"), "{}", alone.err);
            assert_eq!(modified(&folder, name), old(), "{lastmod} {name}");
        }
    }
}

#[test]
fn content_dates_a_file_by_its_last_change() {
    let folder = folder();
    age(&folder, "a.xml", old());
    age(&folder, "b.xml", old());
    let build = format!("{BUILD} --index-lastmod content");
    folder.run(&build).ends(0);
    let first = folder.read("index.xml");
    assert_eq!(first.matches("2001-09-09T01:46:40Z").count(), 2, "{first}");
    age(&folder, "b.xml", old() + Duration::from_secs(1));
    folder.run(&build).ends(0);
    assert_eq!(folder.read("index.xml").matches("2001-09-09T01:46:41Z").count(), 1);
    folder.write("index.xml", first.replace("2001-09-09T01:46:40Z", "2001-09-09"));
    folder.run("index index.xml --index-lastmod content").ends(0);
    assert_eq!(folder.read("index.xml").matches("<lastmod>2001-09-09</lastmod>").count(), 2);
}

#[test]
fn the_report_says_what_became_of_it() {
    let folder = folder();
    for change in ["written", "unchanged"] {
        let ran = folder.run(&format!("{BUILD} --json"));
        let change = format!(r#""index":true,"change":"{change}""#);
        assert!(ran.ends(0).out.contains(&change), "{}", ran.out);
    }
    folder.write("b.xml", sitemap(&["<loc>https://example.com/b</loc><lastmod>2026</lastmod>"]));
    let ran = folder.run(&format!("{BUILD} --json"));
    assert!(ran.ends(0).out.contains(r#""change":"replaced""#), "{}", ran.out);
}

#[test]
fn a_broken_index_is_not_rewritten() {
    let folder = folder();
    let whole = index(&["https://example.com/a.xml", "https://example.com/b.xml"]);
    let broken = whole.get(..whole.len() - 40).unwrap();
    folder.write("index.xml", broken);
    folder.run("index index.xml").ends(4);
    assert_eq!(folder.read("index.xml"), broken);
}

#[test]
fn nothing_is_written_without_a_sitemap() {
    let folder = folder();
    folder.write("page.html", "<html><body>no</body></html>");
    folder.run("index page.html --base-url https://example.com/ -o index.xml").ends(3);
    assert_eq!(folder.names(), ["a.xml", "b.xml", "page.html"]);
    folder.run(&format!("{BUILD} --no-clobber")).ends(0);
    folder.write("b.xml", sitemap(&["<loc>https://example.com/b</loc><lastmod>2026</lastmod>"]));
    folder.run(&format!("{BUILD} --no-clobber")).ends(5);
}

fn dated(entries: &[(&str, &str)]) -> String {
    let mut text = index(&[]);
    for (name, date) in entries {
        let entry = format!(
            "<sitemap><loc>https://example.com/{name}</loc><lastmod>{date}</lastmod></sitemap>\n"
        );
        text = text.replace("</sitemapindex>", &format!("{entry}</sitemapindex>"));
    }
    text
}

/// What cannot be read of a sitemap may be newer than what can; and no date goes untold.
#[test]
fn dates_stay_or_are_told() {
    for words in ["index index.xml", BUILD] {
        let folder = folder();
        let whole = sitemap(&[
            "<loc>https://example.com/a</loc><lastmod>2026-01-01</lastmod>",
            "<loc>https://example.com/b</loc><lastmod>2026-05-05</lastmod>",
        ]);
        folder.write("a.xml", whole.get(..whole.len() - 50).unwrap());
        folder.write("index.xml", dated(&[("a.xml", "2026-05-05"), ("b.xml", "2026-06-06")]));
        let ran = folder.run(words);
        assert!(ran.ends(4).err.contains("1 date taken out: --index-lastmod newest\n"), "{ran:?}");
        let text = folder.read("index.xml");
        assert!(text.contains("/a.xml</loc><lastmod>2026-05-05<"), "{words}: {text}");
        assert!(text.contains("/b.xml</loc></sitemap>"), "{words}: {text}");
        // Now there is none to take out.
        assert!(!folder.run(words).err.contains("taken out"));
    }
}

#[test]
fn lines_that_leave_a_robots_txt_are_told() {
    let folder = folder();
    let lines = "Sitemap: https://other.com/news.xml\r\nSitemap: https://example.com/a?b\r\n";
    let ours = "https://example.com/";
    folder
        .write("robots.txt", format!("{lines}Sitemap: {ours}gone.xml\r\nSitemap: {ours}a.xml\r\n"));
    let words = BUILD.replace("index.xml", "robots.txt");
    let ran = folder.run(&words);
    let told = "1 sitemap no longer named: https://example.com/gone.xml\n";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    let kept = "Sitemap: https://example.com/a.xml\r\nSitemap: https://example.com/b.xml\r\n";
    // Lines of other hosts, and of what is no file, are not of this set.
    assert_eq!(folder.read("robots.txt"), format!("{lines}{kept}"));
    assert!(!folder.run(&words).ends(0).err.contains("no longer named"));
}

/// What stands where an index is written gives way to it; a sitemap among the inputs does not.
#[test]
fn a_sitemap_among_the_inputs_is_not_overwritten() {
    for words in [
        "index *.xml --base-url https://example.com/ -o b.xml",
        "index . --base-url https://example.com/ -o b.xml",
        "index a.xml b.xml --base-url https://example.com/ -o ./b.xml -n",
        "index b.xml --base-url https://example.com/ -o b.xml",
        "index a.xml b.xml --base-url https://example.com/ -t robots -o b.xml",
        "index old.xml -o b.xml",
    ] {
        let folder = folder();
        folder.write("old.xml", index(&["https://example.com/b.xml"]));
        let before = folder.read("b.xml");
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("b.xml is among the inputs"), "{words}: {}", ran.err);
        assert_eq!(folder.read("b.xml"), before, "{words}");
    }
    let folder = folder();
    folder.write("c.xml", "\u{1f}\u{1}garbage");
    let all = "index *.xml --base-url https://example.com/ -o";
    folder.run(&format!("{all} c.xml")).ends(2);
    folder.write("c.xml", "");
    folder.run(&format!("{all} c.xml")).ends(0);
    folder.run(&format!("{all} c.xml")).ends(0);
    folder.write("robots.txt", "User-agent: *\n");
    let robots = "index a.xml robots.txt --base-url https://example.com/ -o robots.txt";
    folder.run(robots).ends(0);
    assert_eq!(folder.read("robots.txt"), "User-agent: *\n\nSitemap: https://example.com/a.xml\n");
}

/// A file that cannot be read now keeps what was said of it, in its place.
#[test]
fn a_sitemap_that_cannot_be_read_stays_named() {
    for name in ["index.xml", "robots.txt"] {
        let folder = folder();
        let build = format!("index a.xml b.xml c.xml --base-url https://example.com/ -o {name}");
        folder.write(
            "c.xml",
            sitemap(&["<loc>https://example.com/c</loc><lastmod>2025-05-05</lastmod>"]),
        );
        folder.run(&build).ends(0);
        let before = folder.read(name);
        for broken in ["", "\u{1f}\u{1}garbage"] {
            folder.write("a.xml", broken);
            let ran = folder.run(&build);
            assert!(!ran.err.contains("no longer named"), "{}", ran.err);
            assert_eq!(folder.read(name), before, "{}", ran.err);
        }
        std::fs::remove_file(folder.path("a.xml")).unwrap();
        let told = "1 sitemap no longer named: https://example.com/a.xml\n";
        let ran = folder.run(&build);
        assert!(ran.ends(3).err.contains(told), "{}", ran.err);
    }
}

#[test]
fn a_sitemap_that_was_not_read_is_not_replaced() {
    let folder = Folder::new();
    let entry = sitemap(&["<loc>https://example.com/a</loc>"]);
    folder.write("o/1.xml", &entry).write("o/2.xml", &entry);
    folder.write("o/1.txt", "https://example.com/a\n").write("o/2.txt", "https://example.com/b\n");
    folder.write("all.txt", "https://example.com/a\n").write("o/page.xml", "<html></html>");
    for words in [
        "index o/1.xml --base-url https://example.com/ -o o/2.xml",
        "index o/1.txt --base-url https://example.com/ -t robots -o o/2.txt",
        "shard all.txt -o 'o/n-{n}.xml' --index o/2.xml --base-url https://example.com/",
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("a sitemap stands there"), "{words}: {}", ran.err);
    }
    assert_eq!(folder.read("o/2.xml"), entry);
    assert_eq!(folder.read("o/2.txt"), "https://example.com/b\n");
    // What was read is in the set; what is no sitemap may go, as files do.
    folder
        .run("shard o/2.xml -o 'o/n-{n}.xml' --index o/2.xml --base-url https://example.com/")
        .ends(0);
    folder.run("index o/1.xml --base-url https://example.com/ -o o/page.xml").ends(0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_without_address_is_told_as_such() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    folder.write("o/1.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    let name = std::ffi::OsStr::from_bytes(b"\xff.xml");
    std::fs::copy(folder.path("o/1.xml"), folder.path("o").join(name)).unwrap();
    let ran = folder.run("index o --base-url https://example.com/ -o o/i.xml");
    assert!(ran.ends(2).err.contains("its name is not UTF-8"), "{}", ran.err);
}

/// A folder passes over what is no sitemap, but not where an index says that it is one.
#[test]
fn a_broken_child_counts_in_whatever_order_its_folder_is_read() {
    for (name, text) in [
        ("b.xml", "<Error><Code>NoSuchKey</Code></Error>"),
        ("b.php", "<!doctype html><html><body>404</body></html>"),
        ("b.txt", ""),
        ("b.csv", "name,price\nchair,10\n"),
    ] {
        for index in ["0.xml", "z.xml"] {
            let folder = Folder::new();
            folder.write("k/a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
            folder.write(&format!("k/{name}"), text);
            folder.write(
                &format!("k/{index}"),
                format!(
                    "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>https://example.com/a.xml</loc></sitemap><sitemap><loc>https://example.com/{name}</loc></sitemap></sitemapindex>"
                ),
            );
            for words in ["check k", "convert k -t text"] {
                let ran = folder.run(words);
                assert_eq!(ran.code, Some(3), "{words} {name} {index}: {}{}", ran.out, ran.err);
                assert!(!ran.err.contains("file/skipped"), "{words} {name} {index}: {}", ran.err);
            }
        }
    }
}

/// A robots.txt names an index, and not once more what that names.
#[test]
fn an_index_stands_in_robots_txt_for_its_files() {
    let folder = folder();
    folder.run(BUILD).ends(0);
    folder.write("c.xml", sitemap(&["<loc>https://example.com/c</loc>"]));
    let lines = |words: &str| {
        let ran = folder.run(&format!("index {words} --base-url https://example.com/ -t robots"));
        (ran.ends(0).out.clone(), ran.err.clone())
    };
    let (line, beside) = ("Sitemap: https://example.com/index.xml\n", "2 files not listed");
    assert_eq!(lines("index.xml").0, line);
    let (out, err) = lines("a.xml b.xml c.xml index.xml");
    assert_eq!(out, format!("Sitemap: https://example.com/c.xml\n{line}"));
    assert!(err.contains(beside), "{err}");
    assert!(!lines("a.xml").1.contains(beside));
    // One that names itself, or breaks off, takes nothing away.
    let own = index(&["https://example.com/own.xml", "https://example.com/a.xml"]);
    let dated = own.replacen("</loc>", "</loc><lastmod>02/03/2026</lastmod>", 1);
    folder.write("dated.xml", dated.replace("own", "dated"));
    assert_eq!(lines("dated.xml a.xml").0, "Sitemap: https://example.com/dated.xml\n");
    folder.write("own.xml", &own).write("cut.xml", &own[..own.len() - 20]);
    assert_eq!(lines("own.xml a.xml").0, "Sitemap: https://example.com/own.xml\n");
    let cut = folder.run("index cut.xml a.xml --base-url https://example.com/ -t robots");
    assert!(cut.out.contains("/a.xml\n"), "{} {}", cut.out, cut.err);
}

/// What saves a child may make its query a part of the name or drop it; never is the index its own child.
#[test]
fn a_query_is_a_part_of_a_childs_name_or_none() {
    let folder = folder();
    let page = "https://example.com/a.xml?from=1&amp;to=9";
    folder.write("s.xml", index(&[page, "https://example.com/b.xml?v=2"]));
    let ran = folder.run("convert s.xml -t text");
    assert_eq!(ran.ends(0).out, "https://example.com/a\nhttps://example.com/b\n");
    assert!(!folder.run("check s.xml").err.contains("set/orphan-sitemap"));
    // One file is one sitemap.
    folder.write("s.xml", index(&[page, "https://example.com/a.xml?from=10&amp;to=19"]));
    let ran = folder.run("convert s.xml -t text");
    assert!(ran.ends(3).err.contains("the file here stands for"), "{}", ran.err);
    folder.write("a.xml?from=10&to=19", sitemap(&["<loc>https://example.com/c</loc>"]));
    let ran = folder.run("convert s.xml -t text");
    assert_eq!(ran.ends(0).out, "https://example.com/a\nhttps://example.com/c\n");
    folder.write("s.xml", index(&["https://example.com/s.xml?page=1"]));
    let ran = folder.run("convert s.xml -t text");
    assert!(ran.ends(3).err.contains("index/child-missing"), "{}", ran.err);
    assert!(!ran.err.contains("index/self-reference"), "{}", ran.err);
    // Whoever has the name itself has the file, and a query has no names.
    let (query, own) = ("https://example.com/b.xml?page=2", "https://example.com/b.xml");
    folder.write("s.xml", index(&[query, own]));
    let ran = folder.run("convert s.xml -t text");
    let expected = format!("{query}: the file here stands for {own}");
    assert!(ran.ends(3).err.contains(&expected), "{}", ran.err);
    folder.write("s.xml", index(&["https://example.com/gen.php?file=sub/b.xml"]));
    let ran = folder.run("convert s.xml -t text");
    assert!(ran.ends(3).err.contains("index/child-missing"), "{}", ran.err);
    // Also where `--resolve` says in which folder the files are.
    std::fs::create_dir(folder.path("d")).unwrap();
    folder.write("d/map.php", sitemap(&["<loc>https://example.com/c</loc>"]));
    let pages = ["https://example.com/map.php?page=1", "https://example.com/map.php?page=2"];
    folder.write("s.xml", index(&pages));
    let ran = folder.run("convert s.xml -t text --resolve https://example.com/=d/");
    assert!(ran.ends(3).err.contains("the file here stands for"), "{}", ran.err);
    folder.write("map.php", sitemap(&["<loc>https://example.com/d</loc>"]));
    let ran = folder.run("convert s.xml -t text --resolve https://example.com/map.php?=d/");
    assert!(ran.ends(3).out.is_empty(), "{}", ran.out);
}
