//! `urlset query`: streams, files, and tables that outgrow what was looked at.

use crate::run::{Folder, index, sitemap};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

fn many(folder: &Folder, count: usize) {
    let urls: Vec<String> = (0..count).map(|n| format!("https://example.com/{n}\n")).collect();
    folder.write("many.txt", urls.concat());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new();
    many(&folder, 200_000);
    for (form, line) in [("text", "https://example.com/7\n"), ("table", "loc\n")] {
        let words = format!("query many.txt --fields loc -w 'loc ~ \"7\"' -t {form}");
        let mut command = folder.command(&words);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert_eq!(first, line);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn a_table_cuts_nothing() {
    let folder = Folder::new();
    many(&folder, 2000);
    let ran = folder.run("query many.txt --fields loc,section,host -t table -q");
    let lines: Vec<&str> = ran.ends(0).out.lines().collect();
    assert_eq!(lines.len(), 2001);
    assert_eq!(lines[1], "https://example.com/0             example.com");
    assert_eq!(lines[2000], "https://example.com/1999           example.com");
}

#[test]
fn the_suffix_says_the_form() {
    let folder = Folder::new();
    many(&folder, 1);
    for (name, expected) in [
        ("a.csv", "loc,path\nhttps://example.com/0,/0\n"),
        ("a.tsv", "loc\tpath\nhttps://example.com/0\t/0\n"),
        ("a.txt", "https://example.com/0\t/0\n"),
        ("a.jsonl", "{\"loc\":\"https://example.com/0\",\"path\":\"/0\"}\n"),
    ] {
        folder.run(&format!("query many.txt --fields loc,path -o {name}")).ends(0);
        assert_eq!(folder.read(name), expected);
    }
    folder.run("query many.txt -o a.csv -w 'loc =='").ends(2);
    assert_eq!(folder.read("a.csv"), "loc,path\nhttps://example.com/0,/0\n");
    let ran = folder.run("query many.txt -o a.txt --json -w 'has(lastmod)'");
    assert!(ran.ends(0).out.contains(r#""left_out":1"#), "{}", ran.out);
    assert_eq!(folder.read("a.txt"), "");
}

#[test]
fn provenance_repeats_no_field() {
    let folder = Folder::new();
    many(&folder, 1);
    let ran = folder.run("query many.txt --provenance --fields source,loc -t csv -q");
    assert_eq!(ran.ends(0).out, "source,loc,line\nmany.txt,https://example.com/0,1\n");
}

#[test]
fn a_url_without_a_path_has_an_empty_one() {
    let folder = Folder::new();
    folder.write("bare.txt", "http://e.com?q\nhttp://e.com\nhttp://e.com/\n");
    for (asked, urls) in [
        ("path == \"\"", "http://e.com?q\nhttp://e.com\n"),
        ("has(path) and not has(query)", "http://e.com\nhttp://e.com/\n"),
    ] {
        let ran = folder.run(&format!("query bare.txt --fields loc -w '{asked}' -qq"));
        assert_eq!(ran.ends(0).out, urls, "{asked}");
    }
}

/// However an input was reached, the answer does not take its place.
#[test]
fn nothing_that_was_read_is_replaced() {
    let folder = Folder::new();
    let map = "loc = \"url\"\n";
    folder
        .write("a.xml", sitemap(&["<loc>https://example.com/1</loc>"]))
        .write("index.xml", index(&["https://example.com/a.xml"]))
        .write("list.txt", "index.xml\n")
        .write("table.csv", "url\nhttps://example.com/1\n")
        .write("map.txt", map);
    for (inputs, output) in [
        ("index.xml", "index.xml"),
        ("index.xml", "a.xml"),
        ("@list.txt", "index.xml"),
        ("@list.txt", "./list.txt"),
        ("table.csv --map-file map.txt", "map.txt"),
    ] {
        let before = folder.read(output);
        for command in ["query", "diff a.xml"] {
            let ran = folder.run(&format!("{command} {inputs} -o {output}"));
            assert!(ran.ends(2).err.starts_with("error: "), "{}", ran.err);
            assert_eq!(folder.read(output), before, "{command} {inputs}");
        }
    }
    let before = folder.read("list.txt");
    for command in ["check", "info", "hreflang check", "query", "convert -t text"] {
        let ran = folder.run(&format!("{command} @list.txt --report list.txt"));
        assert!(ran.ends(2).err.contains("is named for two things"), "{}", ran.err);
        assert_eq!(folder.read("list.txt"), before, "{command}");
    }
}
