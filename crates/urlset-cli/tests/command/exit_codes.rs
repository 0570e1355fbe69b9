//! The table of exit codes, each cause once, and what bad usage looks like.

use crate::run::{Folder, has, index, sitemap};

const GOOD: &str = "<loc>https://example.com/a</loc>";
const DATED: &str = "<loc>https://example.com/d</loc><lastmod>2026-01-02</lastmod>";
const BAD: &str = "<loc>/relative</loc>";
const BAD_DATE: &str = "<loc>https://example.com/b</loc><lastmod>never</lastmod>";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("good.xml", sitemap(&[GOOD]))
        .write("dated.xml", sitemap(&[DATED]))
        .write("bad.xml", sitemap(&[GOOD, BAD]))
        .write("date.xml", sitemap(&[BAD_DATE]))
        .write("cut.xml", sitemap(&[GOOD, DATED]).split_at(200).0)
        .write("page.html", "<!DOCTYPE html><html><body>No</body></html>")
        .write("empty", "")
        .write("index.xml", index(&["https://example.com/good.xml"]))
        .write(
            "lost.xml",
            index(&["https://example.com/good.xml", "https://example.com/gone.xml"]),
        );
    std::fs::create_dir(folder.path("folder")).unwrap();
    folder
}

#[test]
fn zero_when_every_entry_was_kept() {
    let folder = folder();
    for words in [
        "convert good.xml -t text",
        "convert good.xml -o out.jsonl",
        "convert dated.xml -t text",
        "convert index.xml -t text",
        "convert lost.xml --follow none -t xml",
        "convert good.xml -t text -n",
        "info good.xml",
        "list formats",
        "list rules --json",
        "explain loc/relative",
        "completions bash",
        "man",
        "--version",
        "help convert",
    ] {
        folder.run(words).ends(0);
    }
}

#[test]
fn one_when_the_answer_is_no() {
    let folder = folder();
    let ran = folder.run("convert dated.xml -o out.txt --on-loss error");
    ran.ends(1);
    assert!(!folder.path("out.txt").exists());
    let ran = folder.run("convert dated.xml -t text --on-loss error");
    assert_eq!(ran.ends(1).out, "");
    folder.run("convert dated.xml -t text --on-loss ignore").ends(0);
    let lenient = sitemap(&["<loc> https://example.com/a </loc>"]);
    folder.write("padded.xml", lenient);
    folder.run("convert padded.xml -t text").ends(0);
    folder.run("convert padded.xml -t text --fail-on warning").ends(1);
}

/// What no command can do.
const WRONG: &[&str] = &[
    "convert good.xml",
    "convert good.xml -t pdf",
    "convert good.xml -o out.pdf",
    "convert good.xml -o out",
    "convert good.xml -f pdf -t text",
    "convert good.xml -f indexnow -t text",
    "convert good.xml -t text --no-such-flag",
    "convert good.xml -o out.txt --keep-invalid",
    "convert good.xml -o out.txt --provenance",
    "convert good.xml -o out.txt --set priority=high",
    "convert good.xml -o out.txt --set loc=x",
    "convert good.xml -o out.txt --set lastmod",
    "convert good.xml -o out.xml --set lastmod=2026-01-02 --drop lastmod",
    "convert good.xml -o out.xml --set lastmod=2026-01-02 --unset priority,lastmod",
    "rewrite good.xml -o out.xml --rewrite-host a=b=c",
    "convert good.xml -o out.txt --drop lastmodd",
    "convert good.xml -o out.txt --keep imag",
    "convert good.xml -o out.txt --preset nobody",
    "convert good.xml -o out.txt --map a=loc",
    "convert good.xml -o out.txt --map a",
    "convert good.xml -o out.txt --csv-delimiter xx",
    "convert good.xml -o out.txt --resolve x",
    "convert good.xml -o out.txt --resolve https://example.com/=nowhere",
    "convert good.xml -o out.txt --follow far",
    "convert good.xml -o out.txt --source-url /here",
    "convert good.xml -o out.txt --max-input lots",
    "convert good.xml -o out.txt --strict --lenient",
    "convert good.xml -o out.txt --host example.com",
    "convert good.xml -o out.xml --stylesheet red",
    "convert good.xml -t text --json",
    "convert https://example.com/sitemap.xml -o out.txt --timeout 0",
    "convert - - -o out.txt",
    "convert [ -o out.txt",
    "explain no/rule",
    "list everything",
    "completions tcsh",
    "merge good.xml --on-conflict lastmod=best",
    "merge good.xml --sort size",
    "merge good.xml -w nothing==1",
    "rewrite good.xml --rewrite-scheme ftp",
    "shard good.xml",
    "shard good.xml -o out/{q}.xml",
    "shard good.xml -o out/{n}.xml --by size",
    "shard good.xml -o out/{n}.xml --index out/index.xml",
    "shard good.xml -o out/{n}.xml --base-url https://example.com/",
    "frobnicate good.xml",
];

#[test]
fn two_for_wrong_usage_in_one_line_and_nothing_written() {
    let folder = folder();
    let before = folder.names();
    for words in WRONG {
        let ran = folder.run(words);
        let first = ran.err.lines().next().unwrap_or_default().to_owned();
        if words.starts_with("convert [") {
            assert_ne!(ran.code, Some(0), "{words}: {ran:#?}");
            continue;
        }
        ran.ends(2);
        assert!(first.starts_with("error: "), "{words}: {first}");
        assert_eq!(ran.out, "", "{words}");
    }
    assert_eq!(folder.names(), before);
    let ran = folder.run("");
    ran.ends(2);
    assert!(ran.err.contains("Usage: urlset"), "{}", ran.err);
}

#[test]
fn mistyped_names_get_suggestions() {
    let folder = folder();
    for (words, hint) in [
        ("convert good.xml -t txt", "did you mean `text`?"),
        ("convert good.xml -t text --drop lastmd", "did you mean `lastmod`?"),
        ("explain loc/relativ", "did you mean loc/relative,"),
        ("explain relative", "loc/relative"),
        ("convert good.xml --tp text", "a similar argument exists: '--to'"),
        ("convert good.xml --max 5", "some similar arguments exist: '--max-urls', '--max-"),
        ("check good.xml --porfile google", "a similar argument exists: '--profile'"),
        ("hreflang check good.xml --frm xml", "a similar argument exists: '--from'"),
        ("--to xml convert good.xml", "'convert --to' exists"),
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains(hint), "{words}: {}", ran.err);
    }
}

#[test]
fn three_when_an_input_cannot_be_read() {
    let folder = folder();
    for words in [
        "convert gone.xml -o out.txt",
        "convert page.html -o out.txt",
        "convert empty -o out.txt",
        "convert folder -o out.txt",
        "convert *.nothing -o out.txt",
        "convert @gone.list -o out.txt",
        "info gone.xml",
    ] {
        folder.run(words).ends(3);
        assert!(!folder.path("out.txt").exists(), "{words}");
    }
    // The others are read all the same.
    let ran = folder.run("convert gone.xml good.xml -t text");
    assert_eq!(ran.ends(3).out, "https://example.com/a\n");
    let ran = folder.run("convert lost.xml -t text");
    assert_eq!(ran.ends(3).out, "https://example.com/a\n");
    assert!(ran.err.contains("error[index/child-missing]"), "{}", ran.err);
    assert!(ran.err.contains("lost.xml:3:"), "{}", ran.err);
    // Two sitemaps whose addresses end alike, of which one is here.
    let first = "https://example.com/a/good.xml";
    for (second, told, code) in [
        ("https://example.com/b/good.xml", "error[index/child-missing]", 3),
        ("https://www.example.com/a/good.xml", "error[index/child-missing]", 3),
        ("http://EXAMPLE.com:80/a/good.xml", "warning[index/duplicate-child]", 0),
    ] {
        folder.write("two.xml", index(&[first, second]));
        let ran = folder.run("convert two.xml -t text");
        assert_eq!(ran.ends(code).out, "https://example.com/a\n");
        assert!(ran.err.contains(told), "{}", ran.err);
    }
    // Also where two indexes name them.
    folder.write("i.xml", index(&[first]));
    for other in ["https://example.com/b/good.xml", "https://b.example.com/a/good.xml"] {
        folder.write("k.xml", index(&[other]));
        let ran = folder.run("convert i.xml k.xml -t text");
        assert_eq!(ran.ends(3).out, "https://example.com/a\n");
        let told = format!("{other}: the file here stands for {first}");
        assert!(ran.err.contains(&told), "{}", ran.err);
    }
    // Unless the user says that both are in one folder.
    let words = "convert i.xml k.xml -t text --resolve https://example.com/a/=. --resolve \
                 https://b.example.com/a/=.";
    assert_eq!(folder.run(words).ends(0).out, "https://example.com/a\n");
    // Unless the first that fails is to stop the run.
    let ran = folder.run("convert lost.xml -t text --fail-fast");
    assert_eq!(ran.ends(3).out, "");
}

#[test]
fn four_when_data_was_dropped() {
    let folder = folder();
    for words in [
        "convert bad.xml -t text",
        "convert date.xml -t jsonl",
        "convert cut.xml -t text",
        "convert gone.xml bad.xml -t text",
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(4).out.contains("https://example.com/"), "{words}");
    }
    // A member that nobody knows is a warning, and lost.
    folder.write("member.jsonl", "{\"loc\":\"https://example.com/a\",\"prikrity\":0.8}\n");
    folder.run("convert member.jsonl -t text").ends(4);
    for words in [
        "convert bad.xml -o out.txt --strict",
        "convert member.jsonl -o out.txt --strict",
        "convert date.xml -o out.txt --strict",
        "convert cut.xml -o out.txt --strict",
    ] {
        folder.run(words).ends(4);
        assert!(!folder.path("out.txt").exists(), "{words}");
    }
    let ran = folder.run("convert bad.xml -t text --strict");
    assert_eq!(ran.ends(4).out, "");
    folder.run("convert bad.xml -t text -n").ends(4);
}

#[test]
fn five_when_the_output_cannot_be_written() {
    let folder = folder();
    for (words, says) in [
        ("convert good.xml -t text -o folder", "folder is a folder"),
        ("rewrite good.xml --rewrite-host e.com=f.com -o moved/", "-o 'moved/{stem}.{ext}'"),
        ("query good.xml --fields loc -t csv -o moved/", "moved/ is a folder"),
        ("convert good.xml -o none/out.txt", "none/out.txt could not be written"),
        ("convert good.xml -o none/out.txt -n", "none/out.txt could not be written"),
        ("convert good.xml -o dated.xml --no-clobber", "dated.xml exists"),
        ("convert good.xml -o out.txt --report none/x --json", "none/x could not be written"),
        ("convert good.xml -t text -o ok.txt --loss-report none/x", "none/x could not be written"),
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(5).err.contains(says), "{words}: {}", ran.err);
    }
    if cfg!(target_os = "linux") {
        for words in [
            "convert good.xml -t text -o /dev/full",
            "convert good.xml -t xml -o /dev/full --strict",
        ] {
            let ran = folder.run(words);
            assert!(ran.ends(5).err.contains("No space left"), "{words}: {}", ran.err);
        }
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        for words in
            ["convert good.xml -t text", "list rules", "info good.xml", "explain loc/relative"]
        {
            let mut command = folder.command(words);
            let ran = crate::run::ran(command.stdout(full.try_clone().unwrap()));
            assert!(ran.ends(5).err.contains("No space left"), "{words}: {}", ran.err);
        }
    }
}

#[test]
fn six_when_a_limit_was_hit() {
    let folder = folder();
    let ran = folder.run("convert good.xml -t text --max-input 40");
    assert!(ran.ends(6).err.contains("limit/input-bytes"), "{}", ran.err);
    folder.write("one.xml", index(&["https://example.com/two.xml"]));
    folder.write("two.xml", index(&["https://example.com/good.xml"]));
    folder.run("convert one.xml -t text").ends(0);
    let ran = folder.run("convert one.xml -t text --max-depth 1");
    assert!(ran.ends(6).err.contains("limit/index-depth"), "{}", ran.err);
    assert!(ran.err.contains("= 2 deep, --max-depth 1"), "{}", ran.err);
    let ran = folder.run("convert two.xml -t text --max-depth 0");
    assert!(ran.ends(6).err.contains("= 1 deep, --max-depth 0"), "{}", ran.err);
}

#[test]
fn no_input_on_a_terminal() {
    if !has("script") {
        eprintln!("skipped: no program `script` to make a terminal");
        return;
    }
    let folder = folder();
    let urlset = env!("CARGO_BIN_EXE_urlset");
    let typed = |words: &str| {
        let line = format!("{urlset} {words}; echo \"code $?\"");
        let mut command = std::process::Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(folder.path(""));
        crate::run::ran(&mut command).out
    };
    let said = typed("convert -t text");
    assert!(said.contains("error: no input"), "{said}");
    assert!(said.contains("code 2"), "{said}");
    let said = typed("convert good.xml -t xml.gz");
    assert!(said.contains("terminal is refused"), "{said}");
    assert!(said.contains("code 5"), "{said}");
}

#[test]
fn a_limit_of_depth_is_a_limit() {
    let folder = Folder::new();
    let deep = format!("<loc>https://example.com/a</loc>{}", "<a>".repeat(500));
    folder.write("a.xml", sitemap(&[&deep]));
    let ran = folder.run("convert a.xml -t text");
    assert!(ran.ends(6).err.contains("xml/too-deep"), "{}", ran.err);
}

#[test]
fn no_file_is_written_for_two_things() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n").write("dir/x", "");
    for words in [
        "convert a.txt -o x.csv --loss-report x.csv",
        "convert a.txt -o x.csv --loss-report dir/../x.csv",
        "convert a.txt -o x.csv --json --report ./x.csv",
        "convert a.txt -o x.csv --json --report r --loss-report r",
        "convert a.txt -t csv --loss-report -",
        "convert a.txt -t csv --report -",
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("is named for two things"), "{words}: {}", ran.err);
        assert_eq!(folder.names(), ["a.txt", "dir"], "{words}");
    }
    folder.run("convert a.txt -o x.csv --loss-report l --report r").ends(0);
    assert!(folder.run("convert a.txt -o dir").ends(5).err.contains("is a folder"));
}

#[test]
fn info_fails_on_what_it_is_told_to() {
    let folder = Folder::new();
    folder.write("w.csv", "loc,lastmod\nhttps://example.com/,2026\n");
    for (flags, code) in [("", 0), (" --fail-on error", 0), (" --fail-on warning", 1)] {
        folder.run(&format!("info w.csv{flags}")).ends(code);
        folder.run(&format!("info w.csv{flags} --json")).ends(code);
    }
}

/// The highest cause wins over what `--fail-on` asks for.
#[test]
fn what_cannot_be_read_is_that_whatever_fails() {
    let folder = Folder::new();
    folder.write("cut.xml", "<?xml version=\"1.0\"?>\n<urlset");
    for flags in ["", "--fail-on error", "--fail-on warning", "--fail-on note", "--fail-on never"] {
        folder.run(&format!("check cut.xml {flags}")).ends(3);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let folder = Folder::new();
    for words in ["--help", "-h", "-V", "help merge"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.command(words).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(5), "{words}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("could not be written"),
            "{words}"
        );
    }
}

#[test]
fn memory_that_the_process_alone_may_take_is_told() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n");
    for (size, told) in [("1MiB", true), ("16MiB", false)] {
        let ran = folder.run(&format!("merge a.txt --memory {size}"));
        assert_eq!(ran.ends(0).err.contains("warning: --memory"), told, "{}", ran.err);
    }
}

#[test]
fn info_says_that_a_limit_was_hit() {
    let folder = Folder::new();
    let long = format!("https://e.com/{}\n", "a".repeat(1 << 20));
    folder.write("long.txt", format!("https://e.com/\n{long}"));
    folder.run("info long.txt").ends(6);
    let nested = "<a>".repeat(65);
    folder.write("deep.xml", format!("<urlset><url>{nested}"));
    folder.run("info deep.xml").ends(6);
}

/// What was meant by a word in the place of another is said.
#[test]
fn words_out_of_place() {
    let folder = folder();
    folder.write("pages.csv", "loc\nhttps://example.com/a\n");
    for words in ["https://ann:s3cret@example.com/a.xml", "good.xml", "fetch https://example.com/"]
    {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("`urlset convert INPUT`"), "{words}: {}", ran.err);
        assert!(!ran.err.contains("s3cret"), "{}", ran.err);
    }
    assert!(!folder.run("chekc").ends(2).err.contains("convert INPUT"));
    for (words, is_told) in [
        ("convert pages.csv out.xml -t xml", true),
        ("merge pages.csv good.xml out.xml.gz -t xml", true),
        ("convert pages.csv out.xml -t text -o other.txt", false),
        ("convert pages.csv out -t text", false),
        ("convert out.xml pages.csv -t text", false),
        ("convert out.xml -t text", false),
        ("check pages.csv out.xml", false),
    ] {
        let ran = folder.run(words);
        let told = ran.ends(3).err.contains("an output is named by `-o out.xml");
        assert_eq!(told, is_told, "{words}: {}", ran.err);
    }
    let ran = folder.run("convert pages.csv out.xml");
    assert!(ran.ends(2).err.contains("an output is named by `-o out.xml`"), "{}", ran.err);
    for (word, scheme) in [("ftp://example.com/*.xml", "ftp"), ("file:///a.xml", "file")] {
        let ran = folder.run(&format!("check {word}"));
        let why = format!("no address of http or https, and {scheme} is not read");
        assert!(ran.ends(3).err.contains(&why), "{}", ran.err);
    }
}
