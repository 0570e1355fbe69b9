//! What is written, when, and what a run leaves behind when it is cut short.

use crate::run::{Folder, sitemap};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

const GOOD: &str = "<loc>https://example.com/a</loc><lastmod>2026-01-02</lastmod>";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("good.xml", sitemap(&[GOOD]));
    folder
}

#[test]
fn an_output_may_be_its_own_input() {
    let folder = folder();
    let before = folder.read("good.xml");
    folder.run("convert good.xml -o good.xml --drop lastmod").ends(0);
    let after = folder.read("good.xml");
    assert!(before.contains("lastmod") && !after.contains("lastmod"), "{after}");
    assert_eq!(folder.names(), ["good.xml"]);
}

#[test]
fn an_unchanged_output_keeps_its_time() {
    let folder = folder();
    folder.run("convert good.xml -o out.txt --on-loss ignore").ends(0);
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    let file = std::fs::File::options().write(true).open(folder.path("out.txt")).unwrap();
    file.set_modified(old).unwrap();
    let ran = folder.run("convert good.xml -o out.txt --if-changed");
    assert!(ran.ends(0).err.contains("out.txt: unchanged"), "{}", ran.err);
    let modified = std::fs::metadata(folder.path("out.txt")).unwrap().modified().unwrap();
    assert_eq!(modified, old);
    folder.run("convert good.xml -o out.txt").ends(0);
    let modified = std::fs::metadata(folder.path("out.txt")).unwrap().modified().unwrap();
    assert_ne!(modified, old);
}

#[cfg(unix)]
#[test]
fn links_and_modes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::os::unix::fs::symlink("real.txt", folder.path("link.txt")).unwrap();
    folder.run("convert good.xml -o link.txt").ends(0);
    assert!(folder.path("link.txt").is_symlink());
    assert_eq!(folder.read("real.txt"), "https://example.com/a\n");
    let mode = std::fs::metadata(folder.path("real.txt")).unwrap().permissions().mode();
    // Readable by a web server, whatever usual umask is set.
    assert_eq!(mode & 0o444, 0o444, "{mode:o}");
    let ran = folder.run("convert good.xml -t text -o /dev/stdout -q");
    assert_eq!(ran.ends(0).out, "https://example.com/a\n");
}

#[cfg(unix)]
#[test]
fn a_fifo_is_written_not_replaced() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no mkfifo");
        return;
    }
    let path = folder.path("pipe");
    let reader = std::thread::spawn(move || std::fs::read_to_string(path).unwrap());
    folder.run("convert good.xml -t text -o pipe").ends(0);
    assert_eq!(reader.join().unwrap(), "https://example.com/a\n");
    use std::os::unix::fs::FileTypeExt;
    assert!(std::fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo());
}

#[test]
fn dry_runs_write_nothing() {
    let folder = folder();
    let ran = folder.run("convert good.xml -o out.txt.gz --loss-report l.jsonl -n");
    ran.ends(0);
    assert_eq!(
        ran.said(),
        "dry run: would write out.txt.gz as text, gzip, 1 entry in 22 bytes\n\
         lost: lastmod 1 (text holds only loc)\n\
         1 URL in, 1 out, 1 file, # s\n"
    );
    assert_eq!(folder.names(), ["good.xml"]);
}

#[test]
fn losses_are_counted_and_listed() {
    let folder = folder();
    let ran = folder.run("convert good.xml -o out.txt --loss-report l.jsonl");
    assert!(ran.ends(0).err.contains("lost: lastmod 1 (text holds only loc)"));
    assert_eq!(
        folder.read("l.jsonl"),
        "{\"path\":\"good.xml\",\"line\":3,\"column\":1,\"loc\":\"https://example.com/a\",\
         \"field\":\"lastmod\",\"value\":\"2026-01-02\"}\n"
    );
    let ran = folder.run("convert good.xml -o out.txt --on-loss ignore");
    assert!(!ran.err.contains("lost"), "{}", ran.err);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = folder();
    let urls: Vec<String> = (0..200_000).map(|n| format!("https://example.com/{n}\n")).collect();
    folder.write("many.txt", urls.concat());
    let mut command = folder.command("convert many.txt -t jsonl");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "{\"loc\":\"https://example.com/0\"}\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// Ends a run that waits for more input, and gives its code.
#[cfg(unix)]
fn killed_by(folder: &Folder, signal: &str) -> Option<i32> {
    let mut command = folder.command("convert - -o out.txt --progress never");
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"https://example.com/a\n").unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while !folder.names().iter().any(|name| name.starts_with(".urlset-")) {
        assert!(std::time::Instant::now() < deadline, "no temporary file");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-s", signal, &id]).status();
    assert!(sent.unwrap().success());
    let code = child.wait().unwrap().code();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    code
}

#[cfg(unix)]
#[test]
fn signals_leave_nothing_behind() {
    let folder = folder();
    folder.write("out.txt", "old");
    for (signal, code) in [("INT", 130), ("TERM", 143), ("QUIT", 131), ("XCPU", 152)] {
        assert_eq!(killed_by(&folder, signal), Some(code));
        assert_eq!(folder.names(), ["good.xml", "out.txt"]);
        assert_eq!(folder.read("out.txt"), "old");
    }
}

#[test]
fn robots_keeps_the_lines_of_others() {
    let folder = folder();
    folder.write(
        "robots.txt",
        "User-agent: *\r\nDisallow: /private\r\nSitemap: https://example.com/old.xml\r\n",
    );
    folder.write("new.txt", "Sitemap: https://example.com/new.xml\n");
    folder.run("convert new.txt --follow none -f robots -o robots.txt").ends(0);
    let text = folder.read("robots.txt");
    assert!(text.starts_with("User-agent: *\r\nDisallow: /private\r\n"), "{text}");
    assert!(text.contains("Sitemap: https://example.com/new.xml"), "{text}");
    assert!(!text.contains("old.xml"), "{text}");
}

#[test]
fn pages_in_robots_draw_a_warning() {
    let folder = folder();
    let ran = folder.run("convert good.xml -t robots");
    assert!(ran.ends(0).err.contains("warning[convert/pages-as-sitemaps]"), "{}", ran.err);
    folder.write("i.xml", crate::run::index(&["https://example.com/a.xml"]));
    let ran = folder.run("convert i.xml --follow none -t robots");
    assert_eq!(ran.ends(0).out, "Sitemap: https://example.com/a.xml\n");
    assert!(!ran.err.contains("warning"), "{}", ran.err);
}

#[test]
fn too_much_for_one_sitemap_is_told() {
    let folder = Folder::new();
    let urls: Vec<String> = (0..50_001).map(|n| format!("https://example.com/{n}\n")).collect();
    folder.write("a.txt", urls[..30_000].concat()).write("b.txt", urls[30_000..].concat());
    let ran = folder.run("convert a.txt b.txt -o out.xml");
    assert!(ran.ends(0).err.contains("warning[file/too-many-urls]"), "{}", ran.err);
    assert!(ran.err.contains("--> out.xml\n"), "{}", ran.err);
    let ran = folder.run("convert a.txt -o out.xml");
    assert!(!ran.ends(0).err.contains("warning"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_open_already_is_appended_to_and_never_replaced() {
    let folder = folder();
    for words in [
        "convert good.xml -t text -qq -o /dev/stderr",
        "convert good.xml -t text -qq -o /dev/fd/2",
        "convert good.xml -o out.txt -qq --loss-report /dev/stderr",
    ] {
        folder.write("log", "before\n");
        let log = || std::fs::File::options().append(true).open(folder.path("log")).unwrap();
        let mut command = folder.command(words);
        assert!(command.stderr(log()).status().unwrap().success(), "{words}");
        log().write_all(b"after\n").unwrap();
        let text = folder.read("log");
        assert!(text.starts_with("before\n") && text.ends_with("after\n"), "{words}: {text}");
        assert!(text.contains("https://example.com/a"), "{words}: {text}");
        // A replaced file would be another one by now.
        assert_eq!(text.lines().count(), 3, "{words}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn no_compressed_output_on_any_terminal() {
    if !crate::run::has("script") {
        eprintln!("skipped: no script");
        return;
    }
    let folder = folder();
    let urlset = env!("CARGO_BIN_EXE_urlset");
    for to in ["", "-o -", "-o /dev/tty"] {
        for (format, what) in [("text.gz", "compressed"), ("parquet", "binary")] {
            let line = format!("{urlset} convert good.xml -t {format} {to}");
            let mut command = std::process::Command::new("script");
            command.args(["-qec", &line, "/dev/null"]).current_dir(folder.path("."));
            let ran = crate::run::ran(command.stdin(Stdio::null()));
            let refused = format!("{what} output to a terminal is refused");
            assert!(ran.ends(5).out.contains(&refused), "{ran:?}");
        }
    }
}

#[test]
fn a_dry_run_ends_as_the_real_one() {
    let folder = folder();
    folder.write("file", "");
    let places = ["-o gone/out.txt", "-o file/out.txt", "-o out.txt --report gone/r.json"];
    // Even its owner cannot put files there, though the mode says so.
    let system = cfg!(target_os = "linux").then_some("-o /sys/kernel/out.txt");
    for place in places.into_iter().chain(system) {
        let words = format!("convert good.xml {place}");
        let (real, dry) = (folder.run(&words), folder.run(&format!("{words} -n")));
        assert_eq!((real.code, dry.code), (Some(5), Some(5)), "{place}: {real:?} {dry:?}");
    }
    for words in ["convert good.xml -o new.txt --on-loss error", "convert file -o new.txt"] {
        let (real, dry) = (folder.run(words), folder.run(&format!("{words} -n")));
        assert_eq!(real.code, dry.code, "{words}");
        assert!(real.err.contains("nothing was written"), "{words}: {}", real.err);
        assert!(dry.err.contains("dry run: nothing would be written"), "{words}: {}", dry.err);
    }
    folder.run("convert good.xml -t text --report new.json -n").ends(0);
    assert_eq!(folder.names(), ["file", "good.xml"]);
}

#[test]
fn a_refused_output_counts_nothing_as_written() {
    let folder = folder();
    let ran = folder.run("convert good.xml -o out.txt --on-loss error");
    assert_eq!(
        ran.ends(1).said(),
        "nothing was written: something would be lost, see --on-loss\n\
         lost: lastmod 1 (text holds only loc)\n\
         1 URL in, 0 out, 1 file, # s\n"
    );
}

#[test]
fn a_report_never_replaces_an_input() {
    let folder = folder();
    let one = sitemap(&["<loc>https://example.com/r</loc>"]);
    folder.write("r/a.xml", &one).write("r/b.xml", &one).write("new.txt", "https://example.com/n");
    folder.write("index.xml", crate::run::index(&["https://example.com/r/a.xml"]));
    let before = folder.read("good.xml");
    for (words, report) in [
        ("convert good.xml -t text", "good.xml"),
        ("info good.xml", "good.xml"),
        ("query good.xml", "good.xml"),
        ("diff good.xml r/a.xml", "good.xml"),
        ("diff r/a.xml good.xml", "./good.xml"),
        ("index good.xml --base-url https://example.com/", "good.xml"),
        ("convert r -o out.jsonl --json", "r/b.xml"),
        ("convert 'r/*.xml' -o out.jsonl --json", "r/b.xml"),
        ("convert index.xml -o out.jsonl --json", "r/a.xml"),
        ("convert index.xml -o out.jsonl --json", "index.xml"),
        ("convert r --print-map", "r/a.xml"),
        ("query r", "r/a.xml"),
        ("info r", "r/b.xml"),
        ("hreflang check r --json", "r/a.xml"),
        ("update r --upsert new.txt --json", "r/a.xml"),
        ("update r/a.xml --upsert new.txt --json", "new.txt"),
    ] {
        let ran = folder.run(&format!("{words} --report {report}"));
        let name = report.trim_start_matches("./");
        let told = format!("{name} is an input, and a report would replace it");
        assert!(ran.ends(2).err.contains(&told), "{words}: {}", ran.err);
        assert_eq!(ran.out, "", "{words}");
    }
    let ran = folder.run("convert good.xml -t text --loss-report ./good.xml");
    assert!(ran.ends(2).err.contains("is an input, and a report would replace it"), "{}", ran.err);
    assert_eq!(folder.read("good.xml"), before);
    assert_eq!((folder.read("r/a.xml"), folder.read("r/b.xml")), (one.clone(), one));
    assert_eq!(folder.names(), ["good.xml", "index.xml", "new.txt", "r"]);
}

/// The report of the last run is no input of the next one.
#[test]
fn a_report_among_the_inputs_is_written_again() {
    for (flags, report) in [
        ("--json --report", "r.json"),
        ("--report-format jsonl --report", "r.jsonl"),
        ("--loss-report", "losses.jsonl"),
        ("--report", "r.log"),
    ] {
        let folder = Folder::new();
        // For a finding, and for a loss.
        let bad = "<loc>https://example.com/a</loc><lastmod>2026-99</lastmod>";
        let dated = "<loc>https://example.com/b</loc><lastmod>2026-01-01</lastmod>";
        folder.write("in/a.xml", sitemap(&[bad])).write("in/b.xml", sitemap(&[dated]));
        for _ in 0..2 {
            let ran = folder.run(&format!("convert in -o out.txt {flags} in/{report}"));
            assert!(ran.ends(4).summary().starts_with("2 URLs in, 2 out"), "{flags}: {}", ran.err);
            assert_ne!(folder.read(&format!("in/{report}")), "", "{report}");
        }
    }
}

#[test]
fn a_report_never_replaces_the_data() {
    let folder = folder();
    for words in [
        "query good.xml -o out.csv --report out.csv",
        "query good.xml --report -",
        "diff good.xml good.xml -o out.txt --report ./out.txt",
        "diff good.xml good.xml --report -",
        "index good.xml --base-url https://example.com/ -o out.xml --report out.xml",
        "index good.xml --base-url https://example.com/ --report -",
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("is named for two things"), "{words}: {}", ran.err);
    }
    assert_eq!(folder.names(), ["good.xml"]);
    folder.write("s/s-1.xml", sitemap(&["<loc>https://example.com/1</loc>"]));
    folder.write("new.txt", "https://example.com/2\n");
    let grow = "update s --upsert new.txt --max-urls 1 --json --report s/s-2.xml";
    let ran = folder.run(grow);
    assert!(ran.ends(2).err.contains("is named for two things"), "{}", ran.err);
    assert!(!folder.path("s/s-2.xml").exists());
}

/// A page that no file has room for is told, and leaves no file without pages: not in the folder, not
/// in the index, not in the plan.
#[test]
fn too_large_a_page_leaves_no_empty_file() {
    let folder = Folder::new();
    let large = format!("https://example.com/blog/{}", "x".repeat(900));
    folder.write("in.txt", format!("{large}\nhttps://example.com/help/a\n{large}y\n"));
    let words = "shard in.txt -t xml --by section --max-bytes 400 -o out/{section}-{n}.xml \
                 --index out/index.xml --base-url https://example.com/";
    let plan = folder.run(&format!("{words} -n"));
    assert!(!plan.ends(4).err.contains("would write out/blog"), "{}", plan.err);
    let ran = folder.run(words);
    assert!(ran.ends(4).err.contains("shard/entry-too-large 2"), "{}", ran.err);
    assert!(!folder.path("out/blog-1.xml").exists() && folder.path("out/help-1.xml").exists());
    assert!(!folder.read("out/index.xml").contains("blog"), "{}", folder.read("out/index.xml"));
    folder.run(&words.replace("{section}-{n}", "{section}-{hash:8}")).ends(4);
    let names = std::fs::read_dir(folder.path("out")).unwrap().count();
    assert_eq!(names, 3, "help under two names, and the index");
}

#[test]
fn a_name_in_gz_is_compressed_by_query_and_diff_too() {
    let folder = Folder::new();
    folder.write("old.txt", "https://example.com/a\n").write("new.txt", "https://example.com/b\n");
    let rows = "loc,lastmod\nhttps://example.com/b,\n";
    for (words, code, expected) in [
        ("query new.txt -o o.csv.gz", 0, rows),
        ("query new.txt -t csv -o o.csv.gz", 0, rows),
        ("query new.txt -t csv.gz -o o.csv.gz", 0, rows),
        ("diff old.txt new.txt --changed -o o.csv.gz", 1, "loc\nhttps://example.com/b\n"),
    ] {
        folder.run(words).ends(code);
        let bytes = std::fs::read(folder.path("o.csv.gz")).unwrap();
        let mut text = String::new();
        let mut inflated = flate2::read::GzDecoder::new(&bytes[..]);
        Read::read_to_string(&mut inflated, &mut text).unwrap();
        assert_eq!(text, expected, "{words}");
    }
}

#[test]
fn inputs_of_several_formats_say_no_format_to_write() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n").write("b.xml", sitemap(&[]));
    let ran = folder.run("merge a.txt b.xml");
    assert!(ran.ends(2).err.contains("the inputs are text and xml"), "{}", ran.err);
    assert!(ran.err.contains("one of xml, "), "{}", ran.err);
    assert_eq!(folder.run("merge a.txt b.xml -t text").ends(0).out, "https://example.com/a\n");
}

#[test]
fn a_rewrite_without_a_rule_says_so() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n");
    let ran = folder.run("rewrite a.txt");
    assert!(ran.ends(0).err.contains("no `--rewrite-…` was given"), "{}", ran.err);
}

#[test]
fn inputs_of_several_formats_are_joined_as_the_name_of_the_output_says() {
    let folder = folder();
    folder.write("more.csv", "loc,lastmod\nhttps://example.com/b,2026-01-03\n");
    folder.write("feed.json", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{\"id\":\"1\",\"url\":\"https://example.com/c\"}]}");
    for (name, front) in [
        ("all.jsonl", "{\"loc\":"),
        ("all.ndjson", "{\"loc\":"),
        ("all.json", "{\"version\":"),
        ("all.csv", "loc,"),
        ("all.txt", "https://"),
    ] {
        for command in ["merge", "dedupe", "fix"] {
            // A repair invents no title.
            if command == "fix" && name == "all.json" {
                continue;
            }
            folder.run(&format!("{command} good.xml more.csv -o {name} --on-loss ignore")).ends(0);
            let written = folder.read(name);
            assert!(
                written.trim_start().replace([' ', '\n'], "").starts_with(front),
                "{command} {written}"
            );
            assert!(
                written.contains("example.com/a") && written.contains("example.com/b"),
                "{written}"
            );
            std::fs::remove_file(folder.path(name)).unwrap();
        }
    }
    // A suffix that is of one format only says which it is.
    folder.run("merge feed.json -o c.jsonl").ends(0);
    assert!(folder.read("c.jsonl").starts_with("{\"loc\":"), "{}", folder.read("c.jsonl"));
    folder.run("merge feed.json -o c.json --on-loss ignore").ends(0);
    assert!(folder.read("c.json").contains("jsonfeed.org"), "{}", folder.read("c.json"));
}
