//! What findings look like: short on long lines, folded, and never able to steer a terminal.

use crate::run::{Folder, sitemap};

#[test]
fn the_whole_text_of_a_run() {
    let folder = Folder::new();
    folder.write(
        "shop.xml",
        sitemap(&[
            "<loc>https://example.com/a</loc><lastmod>01/02/2026</lastmod>",
            "<loc>/b</loc>",
            "<loc>https://example.com/c</loc>",
        ]),
    );
    let ran = folder.run("convert shop.xml -t text");
    assert_eq!(ran.ends(4).out, "https://example.com/a\nhttps://example.com/c\n");
    assert_eq!(
        ran.said(),
        "\
error[lastmod/ambiguous]: day and month can be read two ways
  --> shop.xml:3:49
   |
 3 | <url><loc>https://example.com/a</loc><lastmod>01/02/2026</lastmod></url>
   |                                               ^^^^^^^^^^
   = help: add `--dates dmy` or `--dates mdy`, or `--drop lastmod`
error[loc/relative]: `loc` is not an absolute URL
  --> shop.xml:4:11
   |
 4 | <url><loc>/b</loc></url>
   |           ^^
   = help: say with `--source-url` where the file was read from, or carry it into CSV or JSON Lines with `--keep-invalid`
3 URLs in, 2 out, 1 dropped (loc/relative 1), 1 field dropped (lastmod/ambiguous 1), 1 file, # s
"
        .replace(":3:49", ":3:47")
    );
}

/// An element that stands as XML in a string of JSON or in a cell has a place in that file.
#[test]
fn what_other_holds_has_a_file_and_a_place() {
    let folder = Folder::new();
    let video = "<v:video xmlns:v=\\\"http://www.google.com/schemas/sitemap-video/1.1\\\">\
        <v:title>a</v:title><v:title>b</v:title></v:video>";
    let other = format!("{{\"loc\":\"https://e.com/b\",\"other\":[\"{video}\"]}}");
    folder.write("h.jsonl", format!("{{\"loc\":\"https://e.com/a\"}}\n{other}\n"));
    let ran = folder.run("check h.jsonl -p google");
    for rule in ["schema/duplicate-element", "video/missing-thumbnail"] {
        let (_, told) = ran.ends(1).err.split_once(&format!("error[{rule}]")).unwrap();
        assert!(told.lines().nth(1).unwrap().ends_with("h.jsonl:2:35"), "{told}");
    }
    let ran = folder.run("check h.jsonl --report-format github");
    assert!(ran.ends(1).out.contains("file=h.jsonl,line=2,col=35"), "{}", ran.out);
    let ran = folder.run("check h.jsonl --json");
    let report: serde_json::Value = serde_json::from_str(&ran.ends(1).out).unwrap();
    let found = &report["findings"][0];
    assert_eq!((found["path"].as_str(), found["line"].as_u64()), (Some("h.jsonl"), Some(2)));
    let ran = folder.run("fix h.jsonl -o fixed.jsonl");
    assert!(ran.err.contains("still wrong: fixed.jsonl:2:35: schema/duplicate"), "{}", ran.err);
}

#[test]
fn a_line_of_50_megabytes_stays_short() {
    let folder = Folder::new();
    let many = "<url><loc>https://example.com/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</loc></url>";
    let bad = "<url><loc>https://example.com/b</loc><lastmod>01/02/2026</lastmod></url>";
    let mut text = sitemap(&[]).replace('\n', "");
    let end = text.find("</urlset>").unwrap();
    let body = many.repeat(330_000) + bad + &many.repeat(330_000);
    text.insert_str(end, &body);
    assert!(text.len() > 50_000_000);
    folder.write("one-line.xml", &text);
    let ran = folder.run("convert one-line.xml -o out.txt");
    let column = text.find("01/02/2026").unwrap() + 1;
    assert!(ran.ends(4).err.contains(&format!("one-line.xml:1:{column}\n")), "{}", ran.err);
    let lines: Vec<&str> = ran.err.lines().collect();
    let carets = lines.iter().position(|line| line.contains("^^^^^^^^^^")).unwrap();
    let at = lines[carets].find('^').unwrap();
    let shown: Vec<char> = lines[carets - 1].chars().collect();
    assert_eq!(shown[at..at + 10].iter().collect::<String>(), "01/02/2026");
    assert!(shown.len() <= 100, "{}", lines[carets - 1]);
    assert!(lines[carets - 1].starts_with(" 1 | …"), "{}", lines[carets - 1]);
    assert!(ran.err.len() < 2_000, "{}", ran.err.len());
}

#[test]
fn repeats_fold() {
    let folder = Folder::new();
    let bad = vec!["<loc>/bad</loc>"; 30];
    folder.write("a.xml", sitemap(&bad)).write("b.xml", sitemap(&bad));
    let ran = folder.run("convert a.xml b.xml -t jsonl");
    assert_eq!(ran.ends(4).err.matches("error[loc/relative]").count(), 20);
    assert!(ran.err.contains("\nand 40 more of loc/relative in 2 files\n"), "{}", ran.err);
    assert_eq!(ran.summary(), "60 URLs in, 0 out, 60 dropped (loc/relative 60), 2 files, # s");
    let ran = folder.run("convert a.xml -t jsonl --max-findings 2");
    assert_eq!(ran.ends(4).err.matches("error[loc/relative]").count(), 2);
    let ran = folder.run("convert a.xml -t jsonl -qq");
    assert_eq!(ran.ends(4).err, "");
}

#[test]
fn the_quietest_run_says_what_ended_it() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc><priority>0,5</priority>"]));
    for (words, code, told) in [
        ("convert gone.xml -t text -qq", 3, "error[file/unreadable]"),
        ("info gone.xml -qq", 3, "error[file/unreadable]"),
        ("convert a.xml -t text -qq --strict", 4, "error[priority/comma-decimal]"),
        ("convert a.xml -t text -qq --on-loss error", 1, "nothing was written: something would"),
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(code).err.starts_with(told), "{words}: {}", ran.err);
    }
    let ran = folder.run("convert gone.xml a.xml -t jsonl -qq");
    assert_eq!(ran.ends(3).err, "");
}

#[test]
fn nothing_of_an_input_steers_a_terminal() {
    let folder = Folder::new();
    let evil = "https://example.com/\u{1b}[31m\u{9b}2J\u{202e}\u{7}x";
    folder.write(
        "evil\u{9b}\u{202e}.txt",
        format!("{evil}\n\u{1b}]0;owned\u{7}\nhttps://example.com/ok\n"),
    );
    let listed = format!("{}\n", "evil\u{9b}\u{202e}.txt");
    folder.write("list", listed);
    for words in [
        "convert @list -t jsonl",
        "convert @list -t jsonl -v",
        "convert @list -t jsonl --color always",
        "info @list",
        "convert ev\u{1b}l.xml -t text",
        "convert good.xml -t \u{1b}[31m",
        "explain \u{1b}[31m",
    ] {
        let ran = folder.run(words);
        // Our own colours are asked for; what they surround must be clean.
        let said = ran.err.replace("\u{1b}[0m", "").replace("\u{1b}[1m", "");
        let said: String = if words.contains("always") { strip(&said) } else { said + &ran.out };
        let unsafe_one = said.chars().find(|c| {
            (c.is_control() && *c != '\n')
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        });
        assert_eq!(unsafe_one, None, "{words}: {said:?}");
    }
}

/// Leaves out the sequences that our own colours are made of.
#[cfg(unix)]
#[test]
fn nothing_of_the_data_steers_a_terminal() {
    if !crate::run::has("script") {
        eprintln!("skipped: no script");
        return;
    }
    let folder = Folder::new();
    let line = "{\"loc\":\"https://example.com/a\",\"image\":[{\"loc\":\"https://example.com/i.jpg\",\"title\":\"x\u{202e}y\u{9b}31m\"}]}\n";
    folder.write("a.jsonl", line);
    let urlset = env!("CARGO_BIN_EXE_urlset");
    for held in ["", " --strict"] {
        let mut command = std::process::Command::new("script");
        let words = format!("{urlset} convert a.jsonl -t jsonl{held} 2>/dev/null");
        command.args(["-qec", &words, "/dev/null"]).current_dir(folder.path(""));
        let out = crate::run::ran(&mut command).out;
        assert!(out.contains("x\\u{202e}y\\u{9b}31m"), "{out:?}");
        assert!(!out.contains(['\u{202e}', '\u{9b}']), "{out:?}");
    }
    // A file gets what there is.
    folder.run("convert a.jsonl -o b.jsonl");
    assert_eq!(folder.read("b.jsonl"), line);
}

fn strip(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let sequence = &rest[at + 2..];
        let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap();
        assert!(sequence[end..].starts_with('m'), "{sequence:?}");
        rest = &sequence[end + 1..];
    }
    out + rest
}

#[test]
fn reports_for_machines() {
    let folder = Folder::new();
    folder.write(
        "a.xml",
        sitemap(&["<loc>https://example.com/a</loc><lastmod>x</lastmod>", "<loc>/b</loc>"]),
    );
    let ran = folder.run("convert a.xml -o out.txt --json");
    let expected = concat!(
        r#"{"schema":"urlset.report/1","command":"convert","#,
        r#""inputs":[{"path":"a.xml","format":"xml","encoding":"UTF-8","entries":1,"bytes":"#
    );
    assert!(ran.ends(4).out.starts_with(expected), "{}", ran.out);
    for part in [
        r#""outputs":[{"path":"out.txt","format":"text","entries":1,"bytes":22,"published":true}]"#,
        r#""totals":{"dropped":1,"entries":1,"error":2,"fields_dropped":1,"joined":0,"left_out":0,"note":0,"spilled":0,"warning":0,"written":1}"#,
        r#""loss":{}"#,
        r#"{"rule":"loc/relative","severity":"error","path":"a.xml","line":4,"column":11,"#,
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    // The summary is the only line for people.
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let ran = folder.run("convert a.xml -t text --report r.jsonl --report-format jsonl");
    assert_eq!(ran.ends(4).out, "https://example.com/a\n");
    let lines = folder.read("r.jsonl");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.starts_with("{\"rule\":\"")), "{lines}");
    folder.run("convert a.xml -t text --report r.txt").ends(4);
    let text = folder.read("r.txt");
    assert!(text.starts_with("error[lastmod/invalid]"), "{text}");
    assert!(text.contains("\n  --> a.xml:4:11\n"), "{text}");
}

#[test]
fn flags_from_the_environment() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>/b</loc>"]));
    let mut command = folder.command("convert a.xml -t text");
    let ran = crate::run::ran(command.env("URLSET_QUIET", "2"));
    assert_eq!(ran.ends(4).err, "");
    let mut command = folder.command("convert a.xml -t text");
    let ran = crate::run::ran(command.env("URLSET_COLOR", "always"));
    assert!(ran.ends(4).err.contains("\u{1b}["), "{}", ran.err);
    let ran = crate::run::ran(&mut folder.command("convert a.xml -t text"));
    assert!(!ran.ends(4).err.contains('\u{1b}'), "{}", ran.err);
    for (value, json) in [("1", true), ("true", true), ("0", false), ("", false)] {
        let ran = crate::run::ran(folder.command("list formats").env("URLSET_JSON", value));
        assert_eq!(ran.ends(0).out.starts_with('{'), json, "{value}");
    }
}

#[test]
fn a_report_lists_the_values_that_differ() {
    let folder = Folder::new();
    let page = |rest: &str| sitemap(&[&format!("<loc>https://e.com/a</loc>{rest}")]);
    folder.write("a.xml", page("<lastmod>2026-01-01</lastmod><priority>0.5</priority>"));
    folder.write("b.xml", page("<lastmod>2026-02-01</lastmod><priority>0.8</priority>"));
    let lists = |flags: &str, code: i32, kept: [&str; 2]| {
        folder
            .run(&format!("merge a.xml b.xml -o m.xml --json --report r.json {flags}"))
            .ends(code);
        let report: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
        let totals = serde_json::json!({"lastmod": 1, "priority": 1});
        assert_eq!(report["totals"]["conflicts"], totals);
        let conflicts = report["conflicts"].as_array().unwrap().clone();
        let values = conflicts.iter().map(|one| {
            assert_eq!(one["loc"], "https://e.com/a");
            let path = |side: &str| one[side]["path"].as_str().unwrap().to_owned();
            assert_ne!(path("kept"), path("dropped"));
            let value = |side: &str| one[side]["value"].as_str().unwrap().to_owned();
            let (field, rule) = (one["field"].as_str().unwrap(), one["rule"].as_str().unwrap());
            format!("{field} {rule} {} {}", value("kept"), value("dropped"))
        });
        let values: Vec<String> = values.collect();
        assert_eq!(values, kept[..values.len()]);
        values.len()
    };
    let newest = ["lastmod newest 2026-02-01 2026-01-01", "priority max 0.8 0.5"];
    assert_eq!(lists("", 0, newest), 2);
    let fail = ["lastmod fail 2026-01-01 2026-02-01", "priority max 0.8 0.5"];
    assert_eq!(lists("--on-conflict lastmod=fail", 4, fail), 2);
    assert_eq!(lists("--max-findings 1", 0, newest), 1);
}

/// Each that is told is told whole, also where more are told than usual.
#[test]
fn each_of_many_says_what_is_wrong() {
    let folder = Folder::new();
    let rows = "https://e.com/a,2026-01-01,x\n".repeat(60);
    folder.write("a.csv", format!("loc,lastmod\n{rows}"));
    let said = |flags: &str| {
        let ran = folder.run(&format!("convert a.csv -t text {flags}"));
        ran.ends(4).err.matches("3 cells, the first row has 2").count()
    };
    assert_eq!((said(""), said("--max-findings 50")), (20, 50));
    folder.run("convert a.csv -o a.txt --json --report r.json").ends(4);
    assert_eq!(folder.read("r.json").matches("3 cells, the first row has 2").count(), 60);
}

/// What the finding advises helps, also where nodes are too many and not bytes.
#[test]
fn a_larger_entry_may_have_more_nodes() {
    let folder = Folder::new();
    let images: String = (0..40_000)
        .map(|n| format!("<i:image><i:loc>https://e.com/{n}</i:loc></i:image>"))
        .collect();
    let namespace = "xmlns:i=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    let url = format!("<loc>https://e.com/</loc>{images}");
    let map = sitemap(&[&url]).replacen("<urlset", &format!("<urlset {namespace}"), 1);
    folder.write("a.xml", map);
    let ran = folder.run("convert a.xml -t text");
    assert!(ran.ends(6).err.contains("raise `--max-entry`"), "{}", ran.err);
    let ran = folder.run("query a.xml --max-entry 16MiB -w 'count(image) == 40000' -qq");
    assert_eq!(ran.ends(0).out.lines().count(), 1);
}

/// However many there are, and wherever they are told.
#[test]
fn every_member_that_is_left_out_counts() {
    let folder = Folder::new();
    let members: String = (0..150).map(|number| format!(",\"x{number}\":1")).collect();
    folder.write("a.jsonl", format!("{{\"loc\":\"https://e.com/\"{members}}}\n"));
    let ran = folder.run("convert a.jsonl -o a.xml");
    assert!(ran.err.contains("150 fields dropped (json/unknown-member 150)"), "{}", ran.err);
}

/// A report in a file folds as the terminal does, and says how many it leaves out.
#[test]
fn what_a_report_leaves_out_is_counted() {
    let folder = Folder::new();
    let lines: String = (0..50).map(|n| format!("/{n}\nhttps://e.com/\n")).collect();
    folder.write("a.txt", lines);
    for (form, lead) in [("text", ""), ("github", "::notice")] {
        folder
            .run(&format!("check a.txt --max-findings 1 --report r --report-format {form}"))
            .ends(1);
        let report = folder.read("r");
        for folded in ["and 49 more of loc/relative", "and 48 more of set/duplicate-url"] {
            let line = report
                .lines()
                .find(|line| line.contains(folded))
                .unwrap_or_else(|| panic!("{report}"));
            assert!(line.starts_with(lead), "{line}");
        }
    }
    // What helps here, not what helps a conversion.
    folder.run("check a.txt --report r --report-format markdown").ends(1);
    let report = folder.read("r");
    let row = report.lines().find(|line| line.contains("| `loc/relative` |")).unwrap();
    assert!(row.contains("write the whole URL") && !row.contains("--keep-invalid"), "{row}");
}

/// A repair at the end of a long address shows the end.
#[test]
fn a_repair_shows_what_differs() {
    let folder = Folder::new();
    folder.write("a.txt", format!("https://e.com/{}\u{a0}\n", "x".repeat(300)));
    folder.run("fix a.txt -o b.txt --json --report r.json").ends(0);
    let ran = folder.run("fix a.txt -o c.txt");
    let told: serde_json::Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    let mended = &told["findings"][0];
    assert_ne!(mended["was"], mended["now"], "{told}");
    let signed = |sign: &str| {
        ran.err.lines().find(|line| line.contains(sign)).map(|line| line.replace(sign, ""))
    };
    assert_ne!(signed(" - `"), signed(" + `"), "{}", ran.err);
}
