//! Streams and side files that never end: what they are is said at once, nothing is kept of what is
//! no sitemap, and what is kept ends at a limit that has a name.

use crate::run::{Folder, sitemap};
use crate::server::{Server, xml};

/// Commands that read a stream more than once.
#[cfg(unix)]
const KEEPING: [&str; 6] =
    ["check -", "info -", "fix -", "merge -", "dedupe - -t xml", "convert - -t csv"];

/// Runs a line of shell in which files may not grow beyond a few hundred KiB; the command is `$0`.
#[cfg(unix)]
fn shell(folder: &Folder, line: &str) -> crate::run::Ran {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("ulimit -f 600; {line}"), env!("CARGO_BIN_EXE_urlset")]);
    crate::run::ran(command.current_dir(folder.path("")).env("NO_COLOR", "1"))
}

#[cfg(unix)]
#[test]
fn what_is_no_sitemap_is_said_at_once() {
    let folder = Folder::new();
    for words in KEEPING {
        let ran = shell(&folder, &format!("exec \"$0\" {words} < /dev/zero"));
        assert!(ran.ends(3).err.contains("error[file/unknown-format]"), "{words}: {}", ran.err);
    }
    let ran = shell(&folder, "exec \"$0\" check /dev/zero");
    assert!(ran.ends(3).err.contains("error[file/unknown-format]"), "{}", ran.err);
}

/// What ends a reading ends what is kept, too.
#[cfg(unix)]
#[test]
fn no_more_is_kept_than_is_read() {
    let folder = Folder::new();
    folder.write(
        "head.xml",
        sitemap(&["<loc>https://example.com/a</loc>"]).replace("</urlset>", "<"),
    );
    for (words, code) in [("check -", 1), ("info -", 4), ("merge - -t csv", 4), ("fix -", 4)] {
        shell(&folder, &format!("cat head.xml /dev/zero | \"$0\" {words}")).ends(code);
    }
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_bounded() {
    let folder = Folder::new();
    let pages = "yes https://example.com/";
    for words in ["check -", "merge - -o a.xml", "convert - -t csv", "fix - -o a.txt"] {
        let ran = shell(&folder, &format!("{pages} | \"$0\" {words} --max-input 100KiB"));
        assert!(ran.ends(6).err.contains("error[limit/input-bytes]"), "{words}: {}", ran.err);
    }
    // At the limit a stream is what a file is.
    folder.write("a.txt", "https://example.com/a\n".repeat(10));
    for (most, code) in [(220, 0), (219, 6)] {
        let [file, stream] = ["a.txt", "-"].map(|name| {
            let line = format!("\"$0\" check {name} --max-input {most} < a.txt");
            shell(&folder, &line).ends(code).summary()
        });
        assert_eq!(file, stream);
    }
}

#[cfg(unix)]
#[test]
fn what_check_keeps_is_where_it_was_asked_for() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n");
    let line = |flags: &str| format!("TMPDIR=/nowhere \"$0\" check - {flags} < a.txt");
    assert!(shell(&folder, &line("")).ends(6).err.contains("/nowhere"));
    shell(&folder, &line("--tmp-dir .")).ends(0);
}

#[test]
fn lists_are_bounded() {
    let folder = Folder::new();
    let long = format!("{}\n", "x".repeat(4096));
    for (list, why) in [
        (long.clone(), "line 1 is longer than 4096 bytes"),
        (format!("a.xml\n{}", long.trim_end()), ""),
        ("\n".repeat(250_001), "more than 250000 lines"),
    ] {
        folder.write("list", list);
        let ran = folder.run("check @list");
        if why.is_empty() {
            ran.ends(3);
        } else {
            assert!(ran.ends(6).err.contains(&format!("list list: {why}")), "{}", ran.err);
            assert!(ran.err.len() < 300, "{}", ran.err);
        }
    }
    let ran = folder.feed("fix @- -o 'out/{n}.xml'", long);
    assert!(ran.ends(6).err.contains("list -: line 1 is longer"), "{}", ran.err);
    folder.write("list", b"a\xff\n");
    assert!(folder.run("check @list").ends(3).err.contains("line 1 is not UTF-8"));
}

#[test]
fn side_files_are_bounded() {
    let folder = Folder::new();
    folder.write("a.csv", "loc\nhttps://example.com/a\n");
    for (size, code) in [(1 << 20, 0), ((1 << 20) + 1, 6)] {
        folder.write("side", format!("# {}", "x".repeat(size - 2)));
        let ran = folder.run("convert a.csv -t text --map-file side");
        let said = ran.ends(code).err.contains("--map-file side: longer than 1 MiB");
        assert_eq!(said, code == 6, "{}", ran.err);
    }
    let ran = folder.run("convert a.csv -t indexnow --key-file side");
    assert!(ran.ends(6).err.contains("--key-file side: longer than 1 MiB"), "{}", ran.err);
    // As crawlers do, and a line that is cut says nothing.
    let line = "Disallow: /none\n";
    let fill = line.repeat(500 * 1024 / line.len());
    for (more, warns) in [("", false), ("Disallow: /a\n", true)] {
        folder.write("robots.txt", format!("User-agent: *\n{}{more}", &fill[16..]));
        let ran = folder.run("check a.csv --robots https://example.com/robots.txt=robots.txt");
        assert_eq!(
            ran.ends(0).err.contains("only the first 500 KiB are read"),
            warns,
            "{}",
            ran.err
        );
        assert!(!ran.err.contains("scope/robots-blocked"), "{}", ran.err);
    }
}

/// Patterns that nothing tells apart are not all tried; what is not found out is said.
#[test]
fn patterns_of_robots_are_bounded() {
    let folder = Folder::new();
    folder.write(
        "a.txt",
        format!("https://example.com/c{}\nhttps://example.com/d\n", "ab".repeat(12)),
    );
    let pattern = |n: u32| {
        let pieces: String = (0..13).map(|bit| ["*a", "*b"][(n >> bit & 1) as usize]).collect();
        format!("Disallow: /{pieces}*c\n")
    };
    for (count, code) in [(100, 0), (8192, 6)] {
        let rules: String = (0..count).map(pattern).collect();
        folder.write("robots.txt", format!("User-agent: *\nDisallow: /d\n{rules}"));
        let ran = folder.run("check a.txt --robots https://example.com/robots.txt=robots.txt");
        let told = ran.ends(code).err.contains("warning[limit/robots-patterns]");
        assert_eq!(told, code == 6, "{}", ran.err);
        assert!(ran.err.contains("Disallow: /d"), "{}", ran.err);
        assert!(!ran.err.contains("Disallow: /*"), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn devices_are_no_side_files() {
    let folder = Folder::new();
    folder.write("a.csv", "loc\nhttps://example.com/a\n");
    for (words, code) in [
        ("check @/dev/zero", 6),
        ("fix @/dev/zero -o a.xml", 6),
        ("convert a.csv -t text --map-file /dev/zero", 6),
        ("convert a.csv -t indexnow --key-file /dev/zero", 6),
        ("check a.csv --robots https://example.com/robots.txt=/dev/zero", 0),
    ] {
        shell(&folder, &format!("\"$0\" {words}")).ends(code);
    }
}

/// A disk that is full while a document arrives is no fault of the document.
#[cfg(unix)]
#[test]
fn what_is_fetched_needs_room() {
    let page = "<loc>https://example.com/a</loc>";
    let server = Server::new(move |_| xml(sitemap(&[page; 40_000])));
    let folder = Folder::new();
    for flags in ["", "--cache kept"] {
        let url = server.url("/a.xml");
        let ran = shell(&folder, &format!("exec \"$0\" convert {url} -o a.txt {flags}"));
        assert!(ran.ends(6).err.contains("error[limit/disk]"), "{flags}: {}", ran.err);
        assert!(ran.err.contains(&url) && ran.err.contains("File too large"), "{}", ran.err);
        assert!(!folder.path("a.txt").exists());
    }
}
