//! `--stylesheet css`: the stylesheet is one of the outputs, each file leads to it, and a browser
//! shows what the files say.

use crate::run::{Folder, has, sitemap};
use std::process::Command;

const PAGES: [&str; 3] = [
    "<loc>https://example.com/</loc>",
    "<loc>https://example.com/a/1</loc><lastmod>2026-01-02</lastmod><priority>0.8</priority>",
    "<loc>https://example.com/b/2</loc>\
     <image:image xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\
     <image:loc>https://example.com/2.jpg</image:loc></image:image>\
     <xhtml:link xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" rel=\"alternate\" hreflang=\"de\" \
     href=\"https://example.com/de/2\"/>",
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("in.xml", sitemap(&PAGES));
    folder
}

/// What a file says right after its declaration.
fn second_line(folder: &Folder, name: &str) -> String {
    folder.read(name).lines().nth(1).unwrap().to_owned()
}

fn instruction(href: &str) -> String {
    format!("<?xml-stylesheet type=\"text/css\" href=\"{href}\"?>")
}

#[test]
fn one_file_and_its_stylesheet() {
    let folder = folder();
    folder.run("convert in.xml -o out.xml --stylesheet css --json --report r.json").ends(0);
    assert_eq!(folder.names(), ["in.xml", "out.xml", "r.json", "urlset.css"]);
    assert_eq!(second_line(&folder, "out.xml"), instruction("urlset.css"));
    let report: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    let style = &report["outputs"][1];
    assert_eq!((&style["path"], &style["change"]), (&"urlset.css".into(), &"written".into()));
    assert_eq!(style["bytes"], folder.read("urlset.css").len());
    // What is as it would be made stays, with its date.
    let date = |name: &str| folder.path(name).metadata().unwrap().modified().unwrap();
    let before = date("urlset.css");
    folder.run("convert in.xml -o out.xml --stylesheet css --no-clobber").ends(5);
    folder.run("convert in.xml -o other.xml --stylesheet css --no-clobber").ends(0);
    assert_eq!(date("urlset.css"), before);
}

#[test]
fn an_older_one_gives_way_and_somebody_elses_stays() {
    let folder = folder();
    folder.run("convert in.xml -o out.xml --stylesheet css").ends(0);
    let ours = folder.read("urlset.css");
    let older = ours.lines().next().unwrap().to_owned() + "\n.old {}\n";
    folder.write("urlset.css", older);
    folder.run("convert in.xml -o out.xml --stylesheet css -n").ends(0);
    assert_ne!(folder.read("urlset.css"), ours);
    folder.run("convert in.xml -o out.xml --stylesheet css").ends(0);
    assert_eq!(folder.read("urlset.css"), ours);
    folder.write("urlset.css", ".mine {}\n");
    let ran = folder.run("convert in.xml -o out.xml --stylesheet css");
    assert!(ran.ends(0).err.contains("urlset.css: not as urlset makes it"), "{ran:?}");
    assert_eq!(folder.read("urlset.css"), ".mine {}\n");
}

#[test]
fn a_set_has_one_in_each_folder() {
    let folder = folder();
    let shard = "shard in.xml -o 'out/{section}/s-{n}.xml' --index out/i.xml \
                 --base-url https://example.com/ --stylesheet css";
    folder.run(&format!("{shard} -n")).ends(0);
    assert_eq!(folder.names(), ["in.xml"]);
    folder.run(shard).ends(0);
    for name in ["i.xml", "a/s-1.xml", "b/s-1.xml", "root/s-1.xml"] {
        assert_eq!(second_line(&folder, &format!("out/{name}")), instruction("urlset.css"));
        let style = folder.path(&format!("out/{name}")).with_file_name("urlset.css");
        assert!(style.is_file(), "{name}");
    }
    // An update writes one of the files anew, and that one names another.
    folder.write("new.txt", "https://example.com/a/new\n");
    folder.run("update out/i.xml --upsert new.txt --stylesheet css=look/s.css").ends(0);
    let lines = ["a", "b", "root"].map(|name| second_line(&folder, &format!("out/{name}/s-1.xml")));
    let new = lines.iter().filter(|line| **line == instruction("../../look/s.css")).count();
    let old = lines.iter().filter(|line| **line == instruction("urlset.css")).count();
    assert_eq!((new, old), (1, 2), "{lines:?}");
    assert_eq!(folder.read("look/s.css"), folder.read("out/urlset.css"));
}

#[test]
fn one_place_for_all_is_found_from_each_folder() {
    let folder = folder();
    folder
        .run(
            "shard in.xml -o 'out/{section}/s-{hash:8}.xml.gz' --index out/i.xml \
             --base-url https://example.com/ --stylesheet 'css=out/my look.css'",
        )
        .ends(0);
    assert_eq!(second_line(&folder, "out/i.xml"), instruction("my%20look.css"));
    let shards = folder.path("out/a").read_dir().unwrap().count();
    assert_eq!(shards, 1, "the stylesheet stands in one folder");
    let told = folder.run("convert out/a -t xml --stylesheet keep").ends(0).out.clone();
    assert!(told.contains(&instruction("../my%20look.css")), "{told}");
}

#[test]
fn the_instruction_counts_in_the_size_of_a_file() {
    let folder = folder();
    folder.run("convert in.xml -o whole.xml --stylesheet css").ends(0);
    let size = folder.read("whole.xml").len();
    let files = |most: usize| {
        let shard =
            format!("shard in.xml -o 'o{most}/{{n}}.xml' --stylesheet css --max-bytes {most}");
        folder.run(&shard).ends(0);
        let files = folder.path(&format!("o{most}")).read_dir().unwrap();
        files.filter(|file| file.as_ref().unwrap().path().extension().unwrap() == "xml").count()
    };
    assert_eq!((files(size), files(size - 1)), (1, 2));
}

#[test]
fn nothing_of_a_failed_run_stays() {
    let folder = folder();
    folder.write("bad.xml", sitemap(&["<loc>/relative</loc>"]));
    for to in ["-o out.xml", "-o 'new/{n}.xml'"] {
        folder.run(&format!("convert bad.xml {to} --stylesheet css --strict")).ends(4);
    }
    folder.run("convert in.xml -o out.xml --stylesheet css=gone/s.css").ends(5);
    folder.run("convert in.xml -o out.xml --stylesheet css=out.xml").ends(2);
    folder.run("convert in.xml -o out.xml --stylesheet css=r --report r --json").ends(2);
    std::fs::create_dir(folder.path("urlset.css")).unwrap();
    let ran = folder.run("convert in.xml -o out.xml --stylesheet css");
    assert!(ran.ends(5).err.contains("urlset.css: the stylesheet cannot stand there"), "{ran:?}");
    let ran = folder.run("shard in.xml -o 'new{n}.xml' --stylesheet css");
    assert!(ran.ends(5).err.contains("urlset.css: the stylesheet cannot stand there"), "{ran:?}");
    assert_eq!(folder.names(), ["bad.xml", "in.xml", "urlset.css"]);
}

/// Where no file is left that names it, ours goes with the files; what somebody changed, or what is
/// named by another file, stays.
#[test]
fn a_folder_without_files_needs_no_stylesheet() {
    let folder = folder();
    let shard = |input: &str, flags: &str| {
        let shard = format!(
            "shard {input} -o 'out/{{section}}/s-{{n}}.xml' --index out/i.xml \
             --base-url https://example.com/ --stylesheet css {flags}"
        );
        folder.run(&shard).ends(0).err.clone()
    };
    shard("in.xml", "");
    folder.write("less.xml", sitemap(&PAGES[..1]));
    folder.write("out/b/urlset.css", ".mine {}\n");
    let told = shard("less.xml", "--prune -n");
    assert!(told.contains("out/a/urlset.css: no longer in the set, would be removed"), "{told}");
    shard("less.xml", "");
    assert!(folder.path("out/a/urlset.css").is_file(), "nobody asked");
    shard("in.xml", "");
    let told = shard("less.xml", "--prune");
    assert!(told.contains("out/a/urlset.css: no longer in the set, removed"), "{told}");
    assert!(!folder.path("out/a/urlset.css").exists());
    assert!(!folder.path("out/b/s-1.xml").exists());
    assert!(folder.path("out/b/urlset.css").is_file(), "it was changed");
    for name in ["out/urlset.css", "out/root/urlset.css"] {
        assert!(folder.path(name).is_file(), "{name}");
    }
    // A file that is not of the set may name it.
    shard("in.xml", "");
    folder.write("out/a/other.xml", sitemap(&PAGES[1..2]));
    shard("less.xml", "--prune");
    assert!(folder.path("out/a/urlset.css").is_file());
    // So with an update.
    folder.run("shard in.xml -o 'u/{section}/s.xml' --index u/i.xml --base-url https://example.com/ --stylesheet css").ends(0);
    folder.write("gone.txt", "https://example.com/a/1\n");
    let ran = folder.run("update u/i.xml --delete gone.txt --prune");
    assert!(ran.ends(0).err.contains("u/a/urlset.css: removed"), "{}", ran.err);
    assert!(!folder.path("u/a/urlset.css").exists() && folder.path("u/b/urlset.css").is_file());
}

/// A file that comes may name what the one that goes has named; a dry run makes none.
#[test]
fn a_stylesheet_stays_for_what_comes() {
    let folder = Folder::new();
    let shard = |year: &str, flags: &str| {
        let page = format!("<loc>https://example.com/a/1</loc><lastmod>{year}-01-01</lastmod>");
        folder.write("in.xml", sitemap(&[&page]));
        let shard = "shard in.xml -o 'out/{section}/{yyyy}.xml' --index out/i.xml";
        let shard = format!("{shard} --base-url https://example.com/ {flags}");
        folder.run(&shard).ends(0).err.clone()
    };
    shard("2024", "--stylesheet css");
    for flags in ["--prune -n", "--prune"] {
        let told = shard("2025", flags);
        assert!(told.contains("out/a/2024.xml: no longer in the set"), "{told}");
        assert!(
            !told.contains("urlset.css") && folder.path("out/a/urlset.css").is_file(),
            "{told}"
        );
    }
}

/// A stylesheet that is missing comes back though no file changes, where files name it.
#[test]
fn an_update_brings_a_stylesheet_back() {
    let folder = folder();
    folder.run("shard in.xml -o 'out/{n}.xml' --max-urls 2 --index out/i.xml --base-url https://example.com/ --stylesheet css").ends(0);
    let sheet = folder.read("out/urlset.css");
    let date = |name: &str| folder.path(name).metadata().unwrap().modified().unwrap();
    let before = ["out/1.xml", "out/i.xml"].map(date);
    folder.write("same.txt", "https://example.com/a/1\n");
    for (update, is_back) in [
        ("update out/i.xml --upsert same.txt", false),
        ("update out/i.xml --upsert same.txt --stylesheet css=other.css", false),
        ("update out/i.xml --upsert same.txt --stylesheet css -n", false),
        ("update out/i.xml --upsert same.txt --stylesheet css", true),
    ] {
        std::fs::remove_file(folder.path("out/urlset.css")).unwrap_or_default();
        folder.run(update).ends(0);
        assert_eq!(folder.path("out/urlset.css").is_file(), is_back, "{update}");
        assert!(!folder.path("other.css").exists(), "no file names it");
    }
    assert_eq!(folder.read("out/urlset.css"), sheet);
    assert_eq!(["out/1.xml", "out/i.xml"].map(date), before);
    // A file is enough, and an index is.
    folder.run("shard in.xml -o 'a/{n}.xml' --index i.xml --base-url https://example.com/ --stylesheet css").ends(0);
    let sheets = ["urlset.css", "a/urlset.css"];
    sheets.iter().for_each(|name| std::fs::remove_file(folder.path(name)).unwrap());
    folder.run("update i.xml --upsert same.txt --stylesheet css").ends(0);
    sheets.iter().for_each(|name| assert_eq!(folder.read(name), sheet, "{name}"));
}

#[test]
fn a_folder_with_our_stylesheet_is_a_set() {
    let folder = folder();
    folder.run("shard in.xml -o 'new/{n}.xml' --stylesheet css").ends(0);
    let ran = folder.run("check new");
    assert!(!ran.ends(0).err.contains("file/skipped"), "{ran:?}");
    folder.write("new/other.css", "a { color: red }");
    let ran = folder.run("check new");
    assert!(ran.ends(0).err.contains("file/skipped"), "{ran:?}");
}

#[test]
fn an_update_of_text_has_no_stylesheet() {
    let folder = folder();
    folder.write("set.txt", "https://example.com/a\n");
    folder.write("new.txt", "https://example.com/b\n");
    let ran = folder.run("update set.txt --upsert new.txt --stylesheet css");
    assert!(ran.ends(2).err.contains("concerns XML"), "{ran:?}");
    assert_eq!(folder.read("set.txt"), "https://example.com/a\n");
}

#[test]
fn a_stream_must_be_told_where() {
    let folder = folder();
    let ran = folder.run("convert in.xml -t xml --stylesheet css");
    assert!(ran.ends(2).err.contains("css=PATH or css=URL"), "{ran:?}");
    folder.run("convert in.xml -t csv --stylesheet css=x.css").ends(2);
    let ran = folder.run("convert in.xml -t xml --stylesheet css=https://example.com/s.css");
    assert!(ran.ends(0).out.contains(&instruction("https://example.com/s.css")), "{ran:?}");
    assert_eq!(folder.names(), ["in.xml"]);
    let ran = folder.run("convert in.xml -t xml --stylesheet css=s.css");
    assert!(ran.ends(0).out.contains(&instruction("s.css")), "{ran:?}");
    assert_eq!(folder.names(), ["in.xml", "s.css"]);
}

#[test]
fn an_index_of_files() {
    let folder = folder();
    let index = "index in.xml --base-url https://example.com/ -o i.xml";
    folder.run(index).ends(0);
    folder.run(&format!("{index} --stylesheet css -n")).ends(0);
    assert_eq!(folder.names(), ["i.xml", "in.xml"]);
    folder.run("index i.xml --stylesheet css").ends(0);
    assert_eq!(folder.names(), ["i.xml", "in.xml", "urlset.css"]);
    assert_eq!(second_line(&folder, "i.xml"), instruction("urlset.css"));
    // Where only the stylesheet is gone, it comes again.
    std::fs::remove_file(folder.path("urlset.css")).unwrap();
    folder.run(&format!("{index} --stylesheet css")).ends(0);
    assert!(folder.path("urlset.css").is_file());
    folder.run(&format!("{index} -t robots --stylesheet css")).ends(2);
}

/// Asks a page that holds the document how it is shown.
const PROBE: &str = r#"<!DOCTYPE html><iframe src="NAME" width="1100" height="800"></iframe><pre></pre><script>
onload = () => {
  const page = document.querySelector('iframe').contentDocument, told = [];
  for (const one of page.getElementsByTagNameNS('*', '*')) {
    const box = one.getBoundingClientRect(), look = page.defaultView.getComputedStyle(one);
    told.push([one.localName, look.display, Math.round(box.left), Math.round(box.top)].join(' '));
  }
  const link = page.querySelector('link');
  if (link) told.push(page.defaultView.getComputedStyle(link, '::after').content);
  document.querySelector('pre').textContent = 'told\n' + told.join('\n') + '\nend';
};
</script>"#;

/// What the browser says of a document; `None` where there is no browser.
fn shown(folder: &Folder, name: &str) -> Option<Vec<String>> {
    let Some(browser) = ["chromium", "chromium-browser"].into_iter().find(|name| has(name)) else {
        eprintln!("skipped: there is no chromium");
        return None;
    };
    folder.write("probe.html", PROBE.replace("NAME", name));
    let profile = format!("--user-data-dir={}", folder.path("profile").display());
    let page = format!("file://{}", folder.path("probe.html").display());
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"]);
    command.args(["--no-first-run", "--disable-background-networking", "--disable-sync"]);
    command.args(["--disable-component-update", "--allow-file-access-from-files", "--dump-dom"]);
    let told = command.args([profile, page]).output().unwrap();
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let lines = told.lines().skip_while(|line| !line.ends_with("told")).skip(1);
    let lines: Vec<String> =
        lines.take_while(|line| !line.starts_with("end")).map(Into::into).collect();
    assert!(!lines.is_empty(), "{told}");
    Some(lines)
}

/// How and where the elements of a name are shown.
fn of<'l>(lines: &'l [String], name: &str) -> Vec<(&'l str, i32, i32)> {
    let words = lines.iter().map(|line| line.split(' ').collect::<Vec<_>>());
    let own = words.filter(|words| words[0] == name && words.len() == 4);
    own.map(|words| (words[1], words[2].parse().unwrap(), words[3].parse().unwrap())).collect()
}

#[test]
fn a_browser_shows_a_table() {
    let folder = folder();
    folder.run("convert in.xml -o out.xml --stylesheet css").ends(0);
    folder.run("convert in.xml -o plain.xml").ends(0);
    let Some(lines) = shown(&folder, "out.xml") else { return };
    let (rows, locs) = (of(&lines, "url"), of(&lines, "loc"));
    assert!(rows.iter().all(|row| row.0 == "grid"), "{lines:?}");
    assert!(rows.windows(2).all(|two| two[0].2 < two[1].2), "one below the other: {lines:?}");
    // Fields keep their columns, whichever of them a page has.
    let (lastmod, priority) = (of(&lines, "lastmod")[0], of(&lines, "priority")[0]);
    assert_eq!((lastmod.2, priority.2), (locs[1].2, locs[1].2), "in one line: {lines:?}");
    assert!(locs[1].1 < lastmod.1 && lastmod.1 < priority.1, "{lines:?}");
    assert!(of(&lines, "image")[0].2 > locs[2].2, "below the loc: {lines:?}");
    assert_eq!(lines.last().unwrap(), "\"https://example.com/de/2\"");
    let plain = shown(&folder, "plain.xml").unwrap();
    assert!(of(&plain, "url").iter().all(|row| row.0 != "grid"), "{plain:?}");
}
