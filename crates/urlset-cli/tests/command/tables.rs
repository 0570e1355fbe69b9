//! Tables, compression and the other targets that have flags of their own.

use crate::run::{Folder, has, sitemap};

const IMAGE: &str = "xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";

fn with_images() -> String {
    let item = |name: &str| {
        format!("<image:image><image:loc>https://example.com/{name}.jpg</image:loc></image:image>")
    };
    let url = format!("<loc>https://example.com/a</loc>{}{}", item("one"), item("two"));
    sitemap(&["<loc>https://example.com/plain</loc>", &url])
        .replace("<urlset ", &format!("<urlset {IMAGE} "))
}

#[test]
fn columns_come_from_the_whole_input_also_of_a_stream() {
    let folder = Folder::new();
    folder.write("a.xml", with_images());
    let expected = "loc,lastmod,changefreq,priority,image.1.loc,image.2.loc\n\
                    https://example.com/plain,,,,,\n\
                    https://example.com/a,,,,https://example.com/one.jpg,https://example.com/two.jpg\n";
    assert_eq!(folder.run("convert a.xml -t csv").ends(0).out, expected);
    assert_eq!(folder.feed("convert - -t csv", with_images()).ends(0).out, expected);
    // What is found is told once, although the input is read twice.
    folder.write("b.xml", with_images().replace("https://example.com/plain", "/plain"));
    let ran = folder.run("convert b.xml -t csv");
    assert_eq!(ran.ends(4).err.matches("error[loc/relative]").count(), 1, "{}", ran.err);
    assert_eq!(ran.summary(), "2 URLs in, 1 out, 1 dropped (loc/relative 1), 1 file, # s");
    let ran = folder.run("convert a.xml -t csv --limit 1");
    assert!(!ran.ends(0).out.contains("image"), "{}", ran.out);
}

#[test]
fn what_is_wrong_with_plain_inputs_is_told_too() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>", "<loc>/b</loc>"]));
    for words in ["convert a.xml -t csv", "convert a.xml -o out.csv -n"] {
        let ran = folder.run(words);
        assert_eq!(ran.ends(4).err.matches("error[loc/relative]").count(), 1, "{}", ran.err);
        let summary = "2 URLs in, 1 out, 1 dropped (loc/relative 1), 1 file, # s";
        assert_eq!(ran.summary(), summary);
    }
    let ran = folder.run("convert a.xml -t csv");
    assert_eq!(ran.out, "loc,lastmod,changefreq,priority\nhttps://example.com/a,,,\n");
}

/// What does not fit into its columns is XML, which has characters that it cannot hold. What is left
/// may fit.
#[test]
fn what_neither_columns_nor_xml_can_hold_is_told() {
    let folder = Folder::new();
    let whole = r#"{"loc":"https://example.com/i","title":["x","\u0001"]}"#;
    let hollow = r#"{"loc":"","title":"\u0001"}"#;
    let gone = r#"{"title":["\u0001","\u0002"]}"#;
    for (image, layout, lost, kept) in [
        (
            whole,
            "wide",
            1,
            "image.1.loc,image.1.title\nhttps://example.com/a,,,,https://example.com/i,x",
        ),
        (whole, "json", 1, "\"\"title\"\":\"\"x\"\""),
        (whole, "long", 1, ",image,1,title,x\n"),
        (hollow, "wide", 1, "<image:loc/>"),
        // Without a column for what is not there.
        (gone, "wide", 2, "loc,lastmod,changefreq,priority\n"),
        (gone, "json", 2, ",other\nhttps://example.com/a,,,,,,,,\n"),
        (gone, "long", 2, "\nhttps://example.com/a,,,,,,,\n"),
    ] {
        folder.write(
            "a.jsonl",
            format!("{{\"loc\":\"https://example.com/a\",\"image\":[{image}]}}\n"),
        );
        for to in ["csv", "tsv"] {
            let ran = folder.run(&format!("convert a.jsonl -t {to} --csv-layout {layout}"));
            let told = ran.ends(4).err.matches("error[xml/unwritable-char]").count();
            assert_eq!(told, lost, "{layout} {image}: {}", ran.err);
            assert!(ran.out.replace('\t', ",").contains(kept), "{layout} {image}: {}", ran.out);
        }
    }
}

#[test]
fn an_image_at_the_end_gives_every_row_its_column() {
    let folder = Folder::new();
    let many: Vec<String> = (0..9_000).map(|n| format!("https://example.com/{n}\n")).collect();
    folder.write("many.txt", many.concat()).write("a.xml", with_images());
    let expected = rows(&folder.run("convert many.txt a.xml -t csv").ends(0).out);
    assert_eq!(
        expected.first().map(String::as_str),
        Some("loc,lastmod,changefreq,priority,image.1.loc,image.2.loc")
    );
    assert_eq!(expected.len(), 9_003);
    assert!(expected.iter().all(|row| row.matches(',').count() == 5));
    folder.run("convert many.txt a.xml -o out.csv").ends(0);
    assert_eq!(rows(&folder.read("out.csv")), expected);
    folder.run("convert many.txt a.xml -o out.csv.gz").ends(0);
    folder.run("convert out.csv.gz -o back.csv").ends(0);
    assert_eq!(rows(&folder.read("back.csv")), expected);
}

#[test]
fn findings_do_not_cost_a_second_reading_nor_get_lost_in_the_first() {
    let folder = Folder::new();
    let mut urls = vec!["<loc>https://example.com/?a=1&b=2</loc><lastmod>soon</lastmod>"; 300];
    urls.extend(["<loc>/relative</loc>"; 30]);
    folder.write("a.xml", sitemap(&urls)).write("b.xml", sitemap(&urls));
    let lines = folder.run("convert a.xml b.xml -t jsonl").ends(4).said();
    assert_eq!(folder.run("convert a.xml b.xml -t csv").ends(4).said(), lines);
    assert!(lines.contains("and 580 more of xml/bare-ampersand in 2 files"), "{lines}");
    let summary = "660 URLs in, 600 out, 60 dropped (loc/relative 60), \
                   600 fields dropped (lastmod/invalid 600), 2 files, # s\n";
    assert!(lines.ends_with(summary), "{lines}");
    let findings = |to: &str| {
        folder.run(&format!("convert a.xml -o out.{to} --report r.json --report-format jsonl"));
        folder.read("r.json").matches("\"rule\"").count()
    };
    assert_eq!((findings("csv"), findings("jsonl")), (630, 630));
    let strict = folder.run("convert a.xml -t csv --strict");
    assert_eq!(strict.ends(4).err.matches("error[").count(), 1, "{}", strict.err);
    assert!(strict.summary().contains(" 0 out"), "{}", strict.err);
    if has("strace") {
        let mut trace = std::process::Command::new("strace");
        trace.args(["-f", "-e", "trace=openat", env!("CARGO_BIN_EXE_urlset"), "convert"]);
        trace.args(["a.xml", "-o", "out.csv"]).current_dir(folder.path(""));
        // Once to tell what it is among all inputs, once to read it.
        let opened = crate::run::ran(&mut trace).err.matches("\"a.xml\"").count();
        assert!(opened <= 2, "{opened}");
    }
}

fn rows(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn there_and_back() {
    let folder = Folder::new();
    folder.write("a.xml", with_images());
    folder.run("convert a.xml -o direct.jsonl").ends(0);
    for flags in ["", "--csv-layout json", "--csv-layout long", "--csv-excel", "--csv-guard"] {
        folder.run(&format!("convert a.xml -o t.csv {flags}")).ends(0);
        let back = if flags == "--csv-guard" { flags } else { "" };
        folder.run(&format!("convert t.csv -o back.jsonl {back}")).ends(0);
        assert_eq!(folder.read("back.jsonl"), folder.read("direct.jsonl"), "{flags}");
    }
    folder.run("convert a.xml -o t.tsv").ends(0);
    folder.run("convert t.tsv -o back.jsonl").ends(0);
    assert_eq!(folder.read("back.jsonl"), folder.read("direct.jsonl"));
}

#[test]
fn compressed_by_name_and_the_same_each_time() {
    let folder = Folder::new();
    folder.write("a.xml", with_images());
    folder.run("convert a.xml -o one.xml.gz").ends(0);
    folder.run("convert a.xml -o two.xml.gz").ends(0);
    let one = std::fs::read(folder.path("one.xml.gz")).unwrap();
    assert_eq!(one.get(..2), Some([0x1f, 0x8b].as_slice()));
    // No time of making.
    assert_eq!(one.get(4..8), Some([0; 4].as_slice()));
    assert_eq!(one, std::fs::read(folder.path("two.xml.gz")).unwrap());
    let ran = folder.run("convert one.xml.gz -t text --on-loss ignore");
    assert_eq!(ran.ends(0).out, "https://example.com/plain\nhttps://example.com/a\n");
    if has("gzip") {
        let mut gzip = std::process::Command::new("gzip");
        let tested = gzip.arg("-t").arg(folder.path("one.xml.gz")).status();
        assert!(tested.unwrap().success());
    }
    std::fs::write(folder.path("cut.xml.gz"), &one[..one.len() - 9]).unwrap();
    let ran = folder.run("convert cut.xml.gz -t text");
    assert!(ran.ends(4).err.contains("file/gzip-truncated"), "{}", ran.err);
}

#[test]
fn a_body_for_indexnow() {
    let folder = Folder::new();
    folder
        .write("a.txt", "https://example.com/a\nhttps://other.example/b\n")
        .write("key", "0123456789abcdef\n");
    let ran = folder.run("convert a.txt -t indexnow --host example.com --key-file key");
    assert!(ran.ends(4).err.contains("indexnow/host-mismatch"), "{}", ran.err);
    assert!(ran.out.contains("\"https://example.com/a\""), "{}", ran.out);
    assert!(ran.out.contains("\"key\":\"0123456789abcdef\""), "{}", ran.out);
    assert!(!ran.out.contains("other.example"), "{}", ran.out);
    let summary = "2 URLs in, 1 out, 1 dropped (indexnow/host-mismatch 1), 1 file, # s";
    assert_eq!(ran.summary(), summary);
    folder.run("convert a.txt -t indexnow --key-file gone").ends(3);
}

#[test]
fn stylesheets_and_indentation() {
    let folder = Folder::new();
    let styled = with_images().replace(
        "?>\n<urlset",
        "?>\n<?xml-stylesheet type=\"text/css\" href=\"mine.css\"?>\n<urlset",
    );
    folder.write("a.xml", styled);
    for (flag, kept) in [
        ("", Some("href=\"mine.css\"")),
        ("--stylesheet none", None),
        ("--stylesheet css=/x.css", Some("href=\"/x.css\"")),
    ] {
        let out = folder.run(&format!("convert a.xml -t xml {flag}")).ends(0).out.clone();
        match kept {
            Some(kept) => assert!(out.contains(kept), "{flag}: {out}"),
            None => assert!(!out.contains("xml-stylesheet"), "{flag}: {out}"),
        }
    }
    let pretty = folder.run("convert a.xml -t xml --pretty").ends(0).out.clone();
    assert!(
        pretty.lines().any(|line| line.starts_with("  ") || line.starts_with('\t')),
        "{pretty}"
    );
}

#[test]
fn completions_for_every_shell_and_a_manual() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish", "nushell"] {
        let ran = folder.run(&format!("completions {shell}"));
        assert!(ran.ends(0).out.contains("convert"), "{shell}");
        assert!(ran.out.contains("on-loss"), "{shell}");
    }
    // Names from a list are there, also of flags that look them up later.
    for shell in ["bash", "fish"] {
        let script = folder.run(&format!("completions {shell}")).ends(0).out.clone();
        for value in ["jsonfeed", "screaming-frog", "strict-xsd", "lastmod=newest"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
        assert!(!script.contains("priority=newest"), "{shell}");
    }
    // A real shell, with the words as readline breaks them.
    let script = folder.run("completions bash").ends(0).out.clone();
    folder.write("urlset.bash", script);
    let asks = "complete() { :; }; . ./urlset.bash; COMP_WORDBREAKS=' ='
        COMP_WORDS=(urlset \"$@\"); COMP_CWORD=$#
        _urlset_words urlset \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"
        echo \"${COMPREPLY[*]}\"";
    for (words, replies) in [
        (&["convert", "-t", "js"][..], "jsonfeed jsonl"),
        (&["convert", "--to", "=", "c"], "csv"),
        (&["convert", "--preset", "sc"], "screaming-frog"),
        (&["check", "--profile", "bing,n"], "bing,news"),
        (&["merge", "--on-conflict", "lastmod", "=", "n"], "newest"),
        (&["merge", "--on-conflict", "=", "lastmod", "=", "newest,priority", "=", "m"], "max min"),
    ] {
        let mut bash = std::process::Command::new("bash");
        bash.args(["--norc", "-c", asks, "bash"]).args(words).current_dir(folder.path("."));
        let Ok(said) = bash.output() else {
            println!("skipped: no bash");
            break;
        };
        let said = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        assert_eq!(said, replies, "{words:?}");
    }
    let script = folder.run("completions fish").ends(0).out.clone();
    folder.write("urlset.fish", script);
    for (words, reply) in
        [("help comp", "completions"), ("list pre", "presets"), ("completions z", "zsh")]
    {
        let mut fish = std::process::Command::new("fish");
        let asks = format!("source urlset.fish; complete -C 'urlset {words}'");
        let Ok(said) = fish.args(["-N", "-c", &asks]).current_dir(folder.path(".")).output() else {
            println!("skipped: no fish");
            break;
        };
        assert!(String::from_utf8_lossy(&said.stdout).starts_with(reply), "{words}: {said:?}");
    }
    folder.run("man --dir pages").ends(0);
    for page in ["urlset.1", "urlset-hreflang.1"] {
        let page = std::fs::read_to_string(folder.path("pages").join(page)).unwrap();
        assert!(page.contains("\\-check(1)") && !page.contains("\\-help(1)"), "{page}");
    }
    let ran = folder.run("man");
    for part in
        [".TH urlset 1", "COMMAND CONVERT", "on\\-loss", "Exit codes", "Refuse to replace a file"]
    {
        assert!(ran.ends(0).out.contains(part), "{part}");
    }
}

#[test]
fn the_map_that_is_printed_is_the_one_that_is_read() {
    let folder = Folder::new();
    folder.write("s.csv", "en;German\n;https://example.com/de\n");
    let matrix = "convert s.csv --preset hreflang-matrix -m German=hreflang.de";
    let ran = folder.run(&format!("{matrix} --print-map"));
    let map = "s.csv\n  en = hreflang.en (by preset)\n  German = hreflang.de (as asked)\n";
    assert_eq!(ran.ends(0).out, map);
    let ran = folder.run(&format!("{matrix} -t text"));
    assert_eq!(ran.ends(0).out, "https://example.com/de\n");
    folder.write("m.csv", "link,image_link,additional_image_link\nhttps://example.com/,a,b\n");
    let ran = folder.run("convert m.csv --print-map");
    assert!(ran.ends(0).out.contains("additional_image_link = image.loc (by name)"), "{}", ran.out);
    let ran = folder.run("convert m.csv -m link=loc,link=image.loc -t text");
    assert!(ran.ends(2).err.contains("link is mapped to loc and to image.loc"), "{}", ran.err);
}

#[test]
fn commands_that_only_look_take_the_map_too() {
    let folder = Folder::new();
    folder.write("o.csv", "A;B\nhttps://example.com/a;https://example.com/b\n");
    folder.write("n.txt", "https://example.com/a\n");
    for words in ["diff o.csv n.txt", "hreflang check o.csv", "check o.csv", "info o.csv"] {
        assert!(folder.run(words).ends(2).err.contains("--map COLUMN=FIELD"), "{words}");
        folder.run(&format!("{words} -m A=loc")).ends(0);
        let refused = folder.run(&format!("{words} -m A=loc --print-map"));
        assert!(refused.ends(2).err.contains("concerns `urlset convert`"), "{}", refused.err);
        let help = folder.run(&format!("{words} --help")).ends(0).out.clone();
        assert!(!help.contains("--print-map") && help.contains("--map"), "{words}: {help}");
    }
    let ran = folder.run("diff n.txt n.txt -m A=loc");
    assert!(ran.ends(2).err.contains("no input is one"), "{}", ran.err);
    for command in ["query", "update"] {
        let help = folder.run(&format!("{command} --help")).ends(0).out.clone();
        assert!(!help.contains("--print-map"), "{help}");
    }
    folder.write("r.csv", "loc\n/a\n");
    assert_eq!(folder.run("query r.csv --fields loc --keep-invalid").ends(0).out, "/a\n");
    folder.run("diff r.csv r.csv --keep-invalid").ends(0);
}
