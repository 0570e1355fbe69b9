//! What an update says of files that it leaves alone, and of flags and lists that cannot be meant.

use crate::run::{Folder, index, sitemap};
use crate::updates::{age, is_old, page, set, update, urls};
#[cfg(target_os = "linux")]
use std::process::Command;

#[test]
fn a_list_in_the_folder_is_not_taken_out_of_a_set() {
    let folder = Folder::new();
    folder.write("text/a.txt", page(1)).write("text/b.txt", page(2));
    folder.write("xml/1.xml", sitemap(&["<loc>https://example.com/1</loc>"]));
    folder.write("xml/2.xml", sitemap(&["<loc>https://example.com/2</loc>"]));
    folder.write("list", "text/b.txt\n");
    for words in [
        "text --upsert text/b.txt",
        "xml --delete xml/2.xml",
        "xml --touch ./xml/1.xml",
        "text --delete text/b*.txt",
        "text --delete @list",
        "text --delete text/",
        "xml/*.xml --delete xml/2.xml",
    ] {
        let ran = folder.run(&format!("update {words}"));
        assert!(
            ran.ends(2).err.contains("a list of changes, and a file of the set"),
            "{}",
            ran.err
        );
    }
    assert_eq!(folder.read("text/a.txt"), page(1));
    // An index says what is in the set, itself a list of it too.
    folder
        .write("xml/index.xml", index(&["https://example.com/1.xml", "https://example.com/2.xml"]));
    let ran = folder.run("update xml --delete xml/2.xml --prune");
    assert!(ran.ends(0).err.contains("xml/2.xml: removed"), "{}", ran.err);
    folder.run("update xml --touch xml/index.xml --set lastmod=2026-01-02").ends(0);
    assert!(folder.read("xml/1.xml").contains("2026-01-02"));
}

#[test]
fn an_emptied_file_is_not_said_to_be_removed() {
    let folder = set("xml.gz");
    folder.write("gone.txt", (10..20).map(page).collect::<String>());
    let ran = update(&folder, "--delete gone.txt --json");
    let stays = "set/s-02.xml.gz: no longer in the set; it stays, since `--prune` was not given";
    assert!(ran.ends(0).err.contains(stays), "{}", ran.err);
    assert!(ran.err.contains("0 of 3 files rewritten, 1 no longer in the set,"), "{}", ran.err);
    let bytes = folder.run("convert set/s-02.xml.gz -t xml -q").out.len();
    let left = format!(
        r#""path":"set/s-02.xml.gz","format":"xml","entries":10,"bytes":{bytes},"published":false,"change":"unlisted""#
    );
    assert!(ran.out.contains(&left), "{left}: {}", ran.out);
    let same = format!(
        r#""path":"set/s-01.xml.gz","format":"xml","entries":10,"bytes":{bytes},"published":true,"change":"unchanged""#
    );
    assert!(ran.out.contains(&same), "{same}: {}", ran.out);
}

#[test]
fn an_emptied_list_goes_on() {
    for name in ["u.txt", "u.jsonl", "u.txt.gz", "u.jsonl.gz", "u.csv", "u.tsv"] {
        let folder = Folder::new();
        folder.write("u0.txt", (0..3).map(page).collect::<String>());
        folder.run(&format!("convert u0.txt -o {name}")).ends(0);
        let before = std::fs::read(folder.path(name)).unwrap();
        for _ in 0..2 {
            folder.run(&format!("update {name} --delete u0.txt")).ends(0);
        }
        let ran = folder.run(&format!("update {name} --upsert u0.txt"));
        assert!(ran.ends(0).err.starts_with(&format!("{name}: rewritten: 3 added")), "{}", ran.err);
        let text = |folder: &Folder| folder.run(&format!("convert {name} -t text -q")).out;
        assert_eq!(text(&folder), folder.read("u0.txt"));
        assert!(name.ends_with("gz") || std::fs::read(folder.path(name)).unwrap() == before);
    }
    // What was cut off, or is read elsewhere, is none.
    let folder = Folder::new();
    folder.write("cut.txt.gz", "").write("u.xml", "").write("u.txt", "").write("new.txt", page(1));
    folder.run("update cut.txt.gz --upsert new.txt").ends(3);
    folder.run("update u.xml --upsert new.txt").ends(3);
    folder.run("convert u.txt -t csv").ends(3);
    // Beside others it does not say what a set is.
    folder.write("set/a.csv", "loc\nhttps://example.com/0\n").write("set/empty.txt", "");
    folder.run("update set --upsert new.txt").ends(0);
    assert!(folder.read("set/a.csv").contains("https://example.com/001,"));
}

#[test]
fn flags_of_other_commands_have_a_meaning_or_none() {
    let folder = set("xml");
    folder.write("new.csv", "loc,lastmod\nhttps://example.com/003,2026-01-02\n");
    folder.write("other/a.xml", sitemap(&[]));
    for (flags, told) in [
        ("--sort loc", "--sort: a set keeps its order"),
        ("--limit 5", "--limit: a set keeps its URLs"),
        ("--provenance", "--provenance: a set does not say"),
        ("--keep-invalid", "--keep-invalid: in a set every URL is one"),
        ("--stable --previous other", "--previous other: what is changed is set"),
        ("--stylesheet bold", "--stylesheet bold"),
    ] {
        let ran = update(&folder, &format!("--upsert new.csv {flags}"));
        assert!(ran.ends(2).err.starts_with(&format!("error: {told}")), "{flags}: {}", ran.err);
    }
    update(&folder, "--upsert new.csv --stable --previous set/ --pretty --stylesheet css=/s.css")
        .ends(0);
    let text = folder.read("set/s-01.xml");
    assert!(text.contains("\n    <loc>https://example.com/003</loc>\n    <lastmod>"), "{text}");
    assert!(text.contains(r#"<?xml-stylesheet type="text/css" href="/s.css"?>"#), "{text}");
    assert!(is_old(&folder, "set/s-02.xml"));
    folder.run("update set/index.xml --previous set --upsert new.csv").ends(0);
}

#[test]
fn a_loss_report_of_an_update_lists_every_loss() {
    let folder = Folder::new();
    folder.write("u.txt", page(1));
    folder.write("new.csv", "loc,lastmod,priority\nhttps://example.com/002,2026-01-02,0.3\n");
    folder.run("update u.txt --upsert new.csv --loss-report u.txt").ends(2);
    folder.run("update u.txt --upsert new.csv --loss-report lost.jsonl -n").ends(0);
    assert!(!folder.path("lost.jsonl").exists());
    folder.run("update u.txt --upsert new.csv --loss-report lost.jsonl --on-loss error").ends(1);
    let lost = folder.read("lost.jsonl");
    assert_eq!(lost.lines().count(), 2, "{lost}");
    assert!(lost.contains(r#""field":"priority","value":"0.3""#), "{lost}");
    assert_eq!(folder.read("u.txt"), page(1));
}

#[test]
fn an_index_beside_a_file_that_is_named_itself_is_told() {
    for (set_path, flags, told) in [
        (
            "set/s-01.xml",
            "",
            "set/index.xml: stays as it is, though it names set/s-01.xml; `urlset index set/index.xml` refreshes it",
        ),
        (
            "'set/s-*.xml'",
            "--max-urls 9",
            "set/index.xml: stays as it is, without 1 new file; it names set/s-03.xml",
        ),
    ] {
        let folder = set("xml");
        folder.write("set/other.xml", index(&["https://example.com/nowhere.xml"]));
        folder.write("new.csv", "loc,lastmod\nhttps://example.com/003,2026-01-02\n");
        folder.write("more.txt", page(40));
        let list = if flags.is_empty() { "new.csv" } else { "more.txt" };
        let ran = folder.run(&format!("update {set_path} {flags} --upsert {list}"));
        assert!(ran.ends(0).err.contains(told) != flags.contains("9"), "{}", ran.err);
        assert!(!ran.err.contains("other.xml"), "{}", ran.err);
        assert!(is_old(&folder, "set/index.xml"));
        if flags.is_empty() {
            folder.run("index set/index.xml").ends(0);
            let quiet = folder.run(&format!("update set/s-01.xml --upsert {list}"));
            assert!(!quiet.ends(0).err.contains("index.xml"), "{}", quiet.err);
        }
    }
}

#[test]
fn a_namespace_that_comes_is_declared_once() {
    let folder = Folder::new();
    let plain = sitemap(&["<loc>https://example.com/a</loc>", "<loc>https://example.com/b</loc>"]);
    folder.write("set/1.xml", &plain).write("set/2.xml", plain.replace("com/", "com/2"));
    folder
        .write("set/index.xml", index(&["https://example.com/1.xml", "https://example.com/2.xml"]));
    let link = r#""hreflang":[{"hreflang":"de","href":"https://example.com/de"},{"hreflang":"en","href":"https://example.com/en"}]"#;
    let entry = |loc: &str| format!("{{\"loc\":\"https://example.com/{loc}\",{link}}}\n");
    folder.write("up.jsonl", entry("a"));
    folder.write("touch.txt", "https://example.com/2a\n");
    folder.run("update set --upsert up.jsonl --touch touch.txt").ends(0);
    let root = r#"xmlns:xhtml="http://www.w3.org/1999/xhtml">"#;
    assert_eq!(folder.read("set/1.xml").matches("xmlns:xhtml").count(), 1);
    assert!(folder.read("set/1.xml").lines().nth(1).unwrap().ends_with(root));
    assert!(!folder.read("set/2.xml").contains("xhtml"));
    folder.write("up.jsonl", entry("c") + &entry("d"));
    folder.run("update set --upsert up.jsonl").ends(0);
    assert!(folder.read("set/2.xml").lines().nth(1).unwrap().ends_with(root));
    assert_eq!(folder.read("set/2.xml").matches("xmlns:xhtml").count(), 1);
    let csv = "loc,hreflang.de\nhttps://example.com/x,https://example.com/de\n";
    folder.write("one.xml", &plain).write("up.csv", csv);
    folder.run("update one.xml --upsert up.csv").ends(0);
    assert!(folder.read("one.xml").lines().nth(1).unwrap().ends_with(root));
}

#[test]
fn a_date_that_a_killed_run_left_behind_is_mended() {
    let folder = set("xml");
    folder.write("up.csv", "loc,lastmod\nhttps://example.com/003,2026-01-02T10:00:00Z\n");
    update(&folder, "--upsert up.csv").ends(0);
    let whole = folder.read("set/index.xml");
    let date = "2026-01-02T10:00:00Z";
    assert!(whole.contains(date), "{whole}");
    for (known, mended) in
        [("2025-01-01", date), ("2026-01-02", "2026-01-02"), ("2026-03-01", "2026-03-01")]
    {
        folder.write("set/index.xml", whole.replace(date, known));
        let ran = update(&folder, "--upsert up.csv");
        assert!(ran.ends(0).err.contains("0 of 3 files rewritten"), "{}", ran.err);
        assert_eq!(folder.read("set/index.xml"), whole.replace(date, mended));
    }
}

#[test]
fn the_order_of_columns_is_no_change() {
    let folder = Folder::new();
    let row = |first: &str, second: &str| {
        format!(
            "loc,hreflang.{first},hreflang.{second}\nhttps://example.com/a,https://example.com/{first},https://example.com/{second}\n"
        )
    };
    folder.write("u.csv", row("de", "en")).write("up.csv", row("en", "de"));
    // The first run gives the table all its columns.
    folder.run("update u.csv --upsert up.csv").ends(0);
    let ran = folder.run("update u.csv --upsert up.csv");
    assert!(ran.ends(0).err.starts_with("0 inserted, 0 changed, 0 deleted, 0 of 1"), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn an_index_that_cannot_be_read_stops_an_update() {
    if !crate::run::has("strace") {
        return;
    }
    let mut refused = 0;
    for when in 1..9 {
        let folder = set("xml");
        folder.write("gone.txt", (0..10).map(page).collect::<String>()).write("new.txt", page(40));
        age(&folder, "set/index.xml");
        let before = urls(&folder);
        let ran = Command::new("strace")
            .args(["-f", "-qq", "-o", "log", "-P", "set/index.xml", "-e", "trace=openat", "-e"])
            .arg(format!("inject=openat:error=EIO:when={when}"))
            .arg(env!("CARGO_BIN_EXE_urlset"))
            .args(["update", "set", "--delete", "gone.txt", "--upsert", "new.txt"])
            .args(["--max-urls", "10", "--prune", "-q"])
            .current_dir(folder.path("."))
            .output()
            .unwrap();
        if ran.status.code() == Some(0) {
            assert!(!folder.read("set/index.xml").contains("s-01.xml"), "{when}");
            assert_eq!(urls(&folder).len(), before.len() - 10 + 1, "{when}");
            continue;
        }
        refused += 1;
        assert!(matches!(ran.status.code(), Some(3 | 5)), "{when}: {ran:?}");
        assert!(is_old(&folder, "set/index.xml"), "{when}");
        assert_eq!(urls(&folder), before, "{when}");
    }
    assert!(refused > 2, "{refused}");
}

#[test]
fn what_another_index_names_is_not_removed_by_an_update() {
    let folder = set("xml");
    folder.write("set/other", folder.read("set/index.xml"));
    folder.write("gone.txt", (10..20).map(page).collect::<String>());
    let ran = folder.run("update set/index.xml --delete gone.txt --prune");
    let told = "set/s-02.xml: no longer in the set, but another index names it; left alone";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert!(folder.path("set/s-02.xml").exists());
    std::fs::remove_file(folder.path("set/other")).unwrap();
    folder.write("gone.txt", (0..10).map(page).collect::<String>());
    let ran = folder.run("update set/index.xml --delete gone.txt --prune");
    assert!(ran.ends(0).err.contains("set/s-01.xml: removed"), "{}", ran.err);
}

#[test]
fn a_set_is_not_deleted_from_itself() {
    let folder = Folder::new();
    folder.write("a.txt", page(1));
    let ran = folder.run("update a.txt --delete ./a.txt");
    let told = "a.txt is the set, and the list of what to delete from it";
    assert!(ran.ends(2).err.contains(told), "{}", ran.err);
    assert_eq!(folder.read("a.txt"), page(1));
}

#[test]
fn a_pattern_that_an_index_does_not_cover_is_refused() {
    let folder = set("xml");
    folder.write("set/more.xml", sitemap(&["<loc>https://example.com/1</loc>"]));
    folder.write("new.txt", page(99));
    let ran = folder.run("update 'set/*.xml' --upsert new.txt");
    let told = "set/more.xml is matched, but set/index.xml does not name it";
    assert!(ran.ends(2).err.contains(told), "{}", ran.err);
    std::fs::remove_file(folder.path("set/more.xml")).unwrap();
    folder.run("update 'set/*.xml' --upsert new.txt").ends(0);
    assert!(urls(&folder).contains(&page(99).trim_end().to_owned()));
}
