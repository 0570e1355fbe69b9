//! Every form of input, and how an index pulls in its children.

use crate::run::{Folder, index, sitemap};

pub(crate) fn one(name: &str) -> String {
    sitemap(&[&format!("<loc>https://example.com/{name}</loc>")])
}

pub(crate) fn locs(ran: &crate::run::Ran) -> String {
    let names = ran.out.lines().map(|line| line.replace("https://example.com/", ""));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn forms() {
    let folder = Folder::new();
    folder
        .write("in/s10.xml", one("ten"))
        .write("in/s2.xml", one("two"))
        .write("in/sub/s1.xml", one("one"))
        .write("in/logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        .write("in/.hidden.xml", one("hidden"))
        .write("list", "in/s10.xml\n\nin/s2.xml\n");
    for (words, expected) in [
        ("convert in/s2.xml -t text", "two"),
        ("convert in/s2.xml in/s10.xml in/s2.xml -t text", "two ten two"),
        ("convert in/s*.xml -t text", "two ten"),
        ("convert in/**/*.xml -t text", "two ten one"),
        ("convert @list -t text", "ten two"),
    ] {
        assert_eq!(locs(folder.run(words).ends(0)), expected, "{words}");
    }
    let ran = folder.run("convert in -t text");
    assert_eq!(locs(ran.ends(0)), "two ten one");
    assert!(ran.err.contains("note[file/skipped]"), "{}", ran.err);
    assert!(ran.err.contains("in/logo.png"), "{}", ran.err);
    for words in ["convert -t text", "convert - -t text"] {
        let ran = folder.feed(words, one("piped"));
        assert_eq!(locs(ran.ends(0)), "piped", "{words}");
    }
    let ran = folder.feed("convert in/s2.xml - -t text", one("piped"));
    assert_eq!(locs(ran.ends(0)), "two piped");
}

#[test]
fn a_broken_sitemap_in_a_folder_is_not_skipped() {
    let page = "<!doctype html><html><body>502 Bad Gateway</body></html>";
    let files: [(&str, &[u8]); 7] = [
        ("b.xml", b""),
        ("b.XML", page.as_bytes()),
        ("b.xml.gz", page.as_bytes()),
        ("b.xml.bz2", b"BZh91AY&SY"),
        ("b.rss", page.as_bytes()),
        ("b.atom", b""),
        ("b.xml", b"{\"error\": 500}\n"),
    ];
    for (name, bytes) in files {
        let folder = Folder::new();
        folder.write("in/a.xml", one("a")).write(&format!("in/{name}"), bytes);
        let itself = folder.run(&format!("convert in/{name} -t text"));
        let ran = folder.run("convert in -t text -q");
        assert!(ran.code >= Some(3) && ran.code == itself.code, "{name}: {ran:?}");
        assert_eq!(locs(&ran), "a", "{name}");
        assert!(ran.err.contains(&format!("--> in/{name}")), "{name}: {}", ran.err);
    }
    // What only happens to stand there is skipped with a note.
    let folder = Folder::new();
    folder.write("in/a.xml", one("a")).write("in/index.html", page).write("in/empty.dat", "");
    folder.write("in/browserconfig.xml", "<browserconfig><msapplication/></browserconfig>");
    assert_eq!(locs(folder.run("convert in -t text").ends(0)), "a");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_sitemap_is_told() {
    let folder = Folder::new();
    folder.write("in/a.xml", one("a"));
    let made = std::process::Command::new("mkfifo").arg(folder.path("in/b.xml")).status();
    assert!(made.unwrap().success());
    let ran = folder.run("convert in -t text -q");
    assert_eq!(locs(ran.ends(3)), "a");
    assert!(ran.err.contains("--> in/b.xml\n   = no regular file\n"), "{}", ran.err);
}

#[test]
fn an_output_in_the_folder_is_no_input() {
    let folder = Folder::new();
    folder.write("in/a.xml", one("a"));
    for run in 0..2 {
        let ran = folder.run("convert in -o in/all.txt --report in/r.txt");
        assert_eq!(folder.read("in/all.txt"), "https://example.com/a\n");
        // What is not read is told.
        let told = ran.ends(0).err.matches("warning[file/is-output]").count();
        assert_eq!(told, run * 2, "{}", ran.err);
    }
    folder.run("info in --report in/r.txt").ends(0);
}

#[test]
fn a_report_in_the_folder_is_no_input() {
    let folder = Folder::new();
    folder.write("in/a.txt", "https://example.com/a\nhello\n");
    for command in ["check in", "convert in/a.txt -o in/b.txt --lenient"] {
        folder.run(&format!("{command} --json --report in/r.json"));
        let ran = folder.run("convert in -t text --lenient");
        assert!(ran.ends(4).out.starts_with("https://example.com/a\n"), "{ran:?}");
        assert!(!ran.err.contains("r.json"), "{}", ran.err);
    }
    // Named, it is read, and is none.
    assert!(folder.run("check in/r.json").err.contains("in/r.json"));
}

/// What we wrote is left out of a set without a word; where nothing else is there, that is the word.
#[test]
fn a_folder_of_reports_is_not_called_empty() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n").write("in/.hidden.xml", one("a"));
    assert!(folder.run("check in").ends(3).err.contains("no file in the folder"));
    for (command, told) in [
        ("check a.txt --json --report in/z.json", "in/z.json is a report"),
        ("check a.txt --json --report in/b.json", "in/b.json is a report"),
        ("convert a.txt -o in/a.xml --stylesheet css=in/a.css", "in/a.css is a stylesheet"),
    ] {
        folder.run(command).ends(0);
        let _ = std::fs::remove_file(folder.path("in/a.xml"));
        let told = format!(
            "nothing in the folder but what urlset writes beside a set, which is no input: {told}"
        );
        for command in ["check", "stats", "merge -t xml", "query"] {
            let ran = folder.run(&format!("{command} in"));
            assert!(ran.ends(3).err.contains(&told), "{command}: {}", ran.err);
        }
    }
}

#[test]
fn a_child_that_is_the_output_is_read_first() {
    let folder = Folder::new();
    folder.write("a.xml", one("a")).write("b.xml", one("b"));
    folder.write("i.xml", index(&["https://example.com/a.xml", "https://example.com/b.xml"]));
    folder.run("convert i.xml -o b.xml").ends(0);
    let text = folder.read("b.xml");
    assert!(text.contains("https://example.com/a<") && text.contains("https://example.com/b<"));
}

#[test]
fn a_site_in_a_folder() {
    let folder = Folder::new();
    folder
        .write("site/sitemap.xml", one("page"))
        .write("site/list.txt", "pages of today\nhttps://example.com/listed\n")
        .write("site/table.csv", "url,price\nhttps://example.com/row,1\n");
    let others = [
        ("ads.txt", "google.com, pub-1, DIRECT, f08\n"),
        ("humans.txt", "Team: Ann\n"),
        ("manifest.json", "{\n  \"name\": \"shop\",\n  \"start_url\": \"/\"\n}\n"),
        ("numbers.json", "[1, 2]\n"),
        ("prices.csv", "name,price\nchair,1\n"),
    ];
    for (name, text) in others {
        folder.write(&format!("site/{name}"), text);
    }
    let ran = folder.run("convert site -t text");
    // The line of prose in the list is told.
    assert_eq!(locs(ran.ends(4)), "listed page row");
    for (name, _) in others {
        let told = [format!("skipped\n  --> site/{name}\n"), format!("skipped] --> site/{name}: ")];
        assert!(told.iter().any(|told| ran.err.contains(told)), "{name}: {}", ran.err);
    }
    // Who names a file gets it read.
    folder.run("convert site/manifest.json -t text").ends(4);
}

#[test]
fn an_empty_list_is_told() {
    let folder = Folder::new();
    folder.write("list", "\n \n");
    let ran = folder.run("convert @list -t text");
    assert!(ran.ends(3).err.contains("--> @list\n"), "{}", ran.err);
}

#[test]
fn endless_inputs_end() {
    if cfg!(target_os = "linux") {
        let folder = Folder::new();
        for words in ["convert /dev/zero -t text", "convert /dev/zero -f xml -t text"] {
            let ran = folder.run(words);
            assert!(matches!(ran.code, Some(3 | 4 | 6)), "{words}: {ran:?}");
        }
    }
}

#[test]
fn an_index_pulls_in_its_children() {
    let folder = Folder::new();
    folder
        .write("a.xml", one("a"))
        .write("deep/b.xml", one("b"))
        .write("robots.txt", "User-agent: *\nSitemap: https://example.com/i.xml\n")
        .write(
            "i.xml",
            index(&["https://example.com/maps/a.xml", "https://example.com/deep/b.xml"]),
        );
    assert_eq!(locs(folder.run("convert i.xml -t text").ends(0)), "a b");
    assert_eq!(locs(folder.run("convert robots.txt -t text").ends(0)), "a b");
    // Each document once, whichever way it is reached.
    assert_eq!(locs(folder.run("convert . -t text").ends(0)), "a b");
    let ran = folder.run("convert i.xml --follow none -t jsonl");
    assert_eq!(
        ran.ends(0).out,
        "{\"loc\":\"https://example.com/maps/a.xml\",\"kind\":\"sitemap\"}\n\
         {\"loc\":\"https://example.com/deep/b.xml\",\"kind\":\"sitemap\"}\n"
    );
    let ran = folder.run("convert robots.txt --follow none -t jsonl");
    assert!(ran.ends(0).out.contains("https://example.com/i.xml"), "{}", ran.out);
    // From a pipe there is no folder to look into, but what is mapped is found.
    let text = folder.read("i.xml");
    folder.feed("convert - -t text", &text).ends(3);
    let words =
        "convert - -t text --resolve https://example.com/maps/=. --resolve https://example.com/=.";
    assert_eq!(locs(folder.feed(words, &text).ends(0)), "a b");
}

#[test]
fn what_is_named_by_itself_and_by_an_index_is_read_once() {
    let folder = Folder::new();
    folder
        .write("s-1.xml", one("a"))
        .write("s-2.xml", one("b"))
        .write(
            "s_index.xml",
            index(&["https://example.com/s-2.xml", "https://example.com/s-1.xml"]),
        )
        .write("list", "s-1.xml\ns_index.xml\n");
    for (words, expected) in [
        ("s-1.xml s-2.xml s_index.xml", "a b"),
        ("s_index.xml s-1.xml s-2.xml", "b a"),
        ("s*.xml", "a b"),
        ("s-1.xml s_index.xml", "a b"),
        ("./s-1.xml s*.xml", "a b"),
        ("@list", "a b"),
        ("s-1.xml s-1.xml s_index.xml s-2.xml", "a a b"),
    ] {
        for command in ["convert -t text", "query --fields loc -t text"] {
            let ran = folder.run(&format!("{command} {words}"));
            assert_eq!(locs(ran.ends(0)), expected, "{command} {words}");
        }
    }
}

#[test]
fn circles_are_told_once() {
    let folder = Folder::new();
    folder
        .write("leaf.xml", one("leaf"))
        .write("one.xml", index(&["https://example.com/two.xml", "https://example.com/one.xml"]))
        .write("two.xml", index(&["https://example.com/one.xml", "https://example.com/leaf.xml"]));
    let ran = folder.run("convert one.xml -t text");
    assert_eq!(locs(ran.ends(0)), "leaf");
    // Each names the other.
    assert_eq!(ran.err.matches("error[index/nested]").count(), 2, "{}", ran.err);
    for rule in ["index/cycle", "index/self-reference"] {
        assert_eq!(ran.err.matches(&format!("error[{rule}]")).count(), 1, "{}", ran.err);
    }
    folder.write(
        "self.xml",
        index(&["https://example.com/self.xml", "https://example.com/self.xml"]),
    );
    let ran = folder.run("convert self.xml -t text");
    assert_eq!(ran.err.matches("error[index/self-reference]").count(), 1, "{}", ran.err);
}

#[test]
fn an_index_cannot_reach_out_of_its_folder() {
    let folder = Folder::new();
    folder
        .write("secret.txt", "https://example.com/secret\n")
        .write(
            "in/i.xml",
            index(&[
                "https://example.com/../secret.txt",
                "https://example.com/%2e%2e/secret.txt",
                "https://example.com/..%2fsecret.txt",
                "https://example.com/link.txt",
                "https://example.com/sub",
            ]),
        )
        .write("in/sub/x.xml", one("x"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.txt", folder.path("in/link.txt")).unwrap();
    let ran = folder.run("convert in/i.xml -t text");
    assert_eq!(ran.ends(3).out, "");
    assert!(ran.err.matches("error[index/child-unsafe]").count() >= 3, "{}", ran.err);
    assert!(ran.err.contains("   = its path climbs: https://example.com/"), "{}", ran.err);
    // Nor does it where somebody said in which folder they are.
    #[cfg(unix)]
    {
        folder.write("i.xml", index(&["https://example.com/m/link.txt"]));
        for words in ["convert i.xml -t text", "check i.xml"] {
            let ran = folder.run(&format!("{words} --resolve https://example.com/m/=in"));
            let told = "a link leads out of the folder: https://example.com/m/link.txt";
            assert!(ran.err.contains(told) && ran.code != Some(0), "{}", ran.err);
            assert!(!format!("{}{}", ran.out, ran.err).contains("secret"), "{}", ran.err);
        }
    }
}

#[test]
fn relative_children_and_urls_resolve() {
    let folder = Folder::new();
    folder
        .write("maps/a.xml", sitemap(&["<loc>/page?x=1&amp;y=2</loc>"]))
        .write("i.xml", index(&["maps/a.xml"]));
    let ran = folder.run("convert i.xml -t text --source-url https://example.com/i.xml");
    assert_eq!(ran.ends(0).out, "https://example.com/page?x=1&y=2\n");
    folder.run("convert i.xml -t text").ends(4);
    let ran = folder.run("convert maps/a.xml -t jsonl --keep-invalid");
    assert!(ran.out.contains("\"/page?x=1&y=2\""), "{}", ran.out);
}

#[test]
fn kinds_do_not_mix() {
    let folder = Folder::new();
    folder.write("a.xml", one("a")).write("i.xml", index(&["https://example.com/a.xml"]));
    let ran = folder.run("convert a.xml i.xml --follow none -t jsonl");
    assert_eq!(locs(ran.ends(4)), "{\"loc\":\"a\"}");
    assert!(ran.err.contains("error[schema/mixed-url-sitemap]"), "{}", ran.err);
    let ran = folder.run("convert i.xml --follow none -t text");
    assert_eq!(ran.ends(4).out, "");
}

#[test]
fn fields_are_chosen() {
    let folder = Folder::new();
    let full = "<loc>https://example.com/a</loc><lastmod>2026-01-02</lastmod>\
                <changefreq>daily</changefreq><priority>0.80</priority>";
    folder.write("a.xml", sitemap(&[full, full]));
    for (flags, expected) in [
        ("--drop changefreq,priority", r#","lastmod":"2026-01-02"}"#),
        ("--keep priority", r#","priority":0.80}"#),
        ("--unset lastmod --set priority=0.1", r#","changefreq":"daily","priority":0.1}"#),
        (
            "--keep lastmod --set changefreq=never",
            r#","lastmod":"2026-01-02","changefreq":"never"}"#,
        ),
    ] {
        let ran = folder.run(&format!("convert a.xml -t jsonl --limit 1 {flags}"));
        let expected = format!("{{\"loc\":\"https://example.com/a\"{expected}\n");
        assert_eq!(ran.ends(0).out, expected, "{flags}");
    }
    let ran = folder.run("convert a.xml -t jsonl --keep loc --provenance");
    assert_eq!(
        ran.ends(0).out,
        "{\"loc\":\"https://example.com/a\",\"source\":\"a.xml\",\"line\":3}\n\
         {\"loc\":\"https://example.com/a\",\"source\":\"a.xml\",\"line\":4}\n"
    );
}

#[test]
fn a_host_without_a_scheme_is_taken_for_what_it_was_meant_for() {
    let folder = Folder::new();
    for words in ["www.example.com/sitemap.xml", "www.example.com/*.xml"] {
        let ran = folder.run(&format!("check {words}"));
        let help = format!("= help: did you mean `https://{words}`?");
        assert!(ran.ends(3).err.contains(&help), "{}", ran.err);
    }
    // Its near miss: a folder that is called so.
    folder.write("www.example.com/other.xml", "");
    let ran = folder.run("check www.example.com/sitemap.xml");
    assert!(!ran.ends(3).err.contains("did you mean"), "{}", ran.err);
}

/// What is typed is read as often as that, in whatever order an index names it too.
#[test]
fn what_is_typed_twice_is_read_twice() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    folder.write("j.xml", index(&["https://e.com/a.xml"]));
    for (words, times) in [
        ("a.xml j.xml", 1),
        ("j.xml a.xml", 1),
        ("a.xml a.xml j.xml", 2),
        ("a.xml j.xml a.xml", 2),
        ("j.xml a.xml a.xml", 2),
    ] {
        let ran = folder.run(&format!("convert {words} -t text"));
        assert_eq!(ran.ends(0).out, "https://e.com/1\n".repeat(times), "{words}");
    }
}

/// An index of these, which stand beside it.
fn write_index(folder: &Folder, name: &str, names: &[&str]) {
    let urls: Vec<String> = names.iter().map(|name| format!("https://e.com/{name}.xml")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    folder.write(&format!("{name}.xml"), index(&urls));
}

/// An index is as deep as the shortest way to it, whichever is gone first; what is too deep on each is told.
#[test]
fn the_shortest_way_to_an_index_counts() {
    let folder = Folder::new();
    for (name, names) in [
        ("far", &["a", "c"][..]),
        ("near", &["c", "a"]),
        ("a", &["b"]),
        ("b", &["c"]),
        ("c", &["d"]),
        ("d", &["u"]),
    ] {
        write_index(&folder, name, names);
    }
    folder.write("u.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    for (words, code) in [
        ("far.xml --max-depth 3", 0),
        ("near.xml --max-depth 3", 0),
        ("far.xml --max-depth 2", 6),
        ("near.xml --max-depth 2", 6),
        ("a.xml --max-depth 3", 6),
        ("b.xml d.xml --max-depth 1", 6),
        ("d.xml b.xml --max-depth 1", 6),
        ("b.xml c.xml d.xml --max-depth 1", 0),
        ("c.xml d.xml b.xml --max-depth 1", 0),
        ("a.xml far.xml --max-depth 3", 0),
        ("a.xml c.xml --max-depth 2", 0),
        ("c.xml a.xml --max-depth 2", 0),
    ] {
        let has = code == 0 || words.contains("d.xml");
        for flags in ["", "--fail-fast"] {
            let ran = folder.run(&format!("convert {words} -t text {flags}"));
            let expected =
                if has && (code, flags) != (6, "--fail-fast") { "https://e.com/1\n" } else { "" };
            assert_eq!(ran.ends(code).out, expected, "{words} {flags}: {}", ran.err);
            assert_eq!(ran.err.contains("limit/index-depth"), code == 6, "{words}: {}", ran.err);
        }
    }
}

/// Also where that way goes through a circle, which was entered elsewhere before.
#[test]
fn a_circle_may_be_the_shortest_way() {
    let folder = Folder::new();
    for (name, names) in
        [("t", &["m"][..]), ("m", &["a"]), ("a", &["x", "b"]), ("x", &["a"]), ("b", &["u"])]
    {
        write_index(&folder, name, names);
    }
    folder.write("u.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    for words in ["t.xml x.xml", "x.xml t.xml"] {
        let ran = folder.run(&format!("convert {words} -t text --max-depth 3"));
        assert_eq!(ran.ends(0).out, "https://e.com/1\n", "{words}: {}", ran.err);
    }
    // Each that is too deep is told, also one that is typed twice.
    let ran = folder.run("convert t.xml t.xml -t text --max-depth 0");
    assert_eq!(ran.ends(6).err.matches("error[limit/index-depth]").count(), 2, "{}", ran.err);
}

/// That an index names an index is told in whatever order they are typed, as often as it is read.
#[test]
fn an_index_that_is_named_is_told_in_each_order() {
    let folder = Folder::new();
    folder.write("i.xml", index(&["https://e.com/j.xml"]));
    folder.write("j.xml", index(&["https://e.com/a.xml"]));
    folder.write("a.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    for words in ["i.xml", "i.xml j.xml", "j.xml i.xml", "j.xml j.xml i.xml i.xml"] {
        for command in ["convert WORDS -t text --fail-on error", "submit WORDS -n --key 01234567"] {
            let command = command.replace("WORDS", words);
            let ran = folder.run(&command);
            let is_twice = words.ends_with("i.xml i.xml");
            let told = ran.err.matches("error[index/nested]").count();
            assert_eq!(told, 1 + usize::from(is_twice), "{command}: {}", ran.err);
            assert!(ran.err.contains("--> i.xml:"), "{command}: {}", ran.err);
        }
        let ran = folder.run(&format!("convert {words} -t text --fail-on error"));
        assert_eq!(ran.ends(1).out, "https://e.com/1\n");
    }
}

/// Also where a circle goes through it, and where several name it.
#[test]
fn each_index_that_names_an_index_is_told() {
    let folder = Folder::new();
    for (name, names) in [("x", &["m"][..]), ("p", &["m"]), ("m", &["p", "u"])] {
        write_index(&folder, name, names);
    }
    folder.write("u.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    for words in ["x.xml p.xml", "p.xml x.xml", "m.xml x.xml p.xml", "x.xml p.xml m.xml"] {
        let ran = folder.run(&format!("convert {words} -t text --fail-on never"));
        let told = |what: &str| ran.err.matches(what).count();
        let counts = ["error[index/nested]", "--> x.xml:", "--> p.xml:", "--> m.xml:"].map(told);
        assert_eq!(
            (counts[0], counts[1], counts[2] + counts[3]),
            (3, 1, 3),
            "{words}: {}",
            ran.err
        );
        assert_eq!(told("error[index/cycle]"), 1, "{words}: {}", ran.err);
    }
}

/// What an index names twice is told wherever a circle through it is entered.
#[test]
fn a_circle_may_name_an_index_twice() {
    let folder = Folder::new();
    write_index(&folder, "a", &["b"]);
    write_index(&folder, "b", &["a", "a", "u"]);
    folder.write("u.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    for words in ["a.xml", "b.xml", "a.xml b.xml", "b.xml a.xml"] {
        let ran = folder.run(&format!("convert {words} -t text --fail-on never"));
        assert_eq!(ran.ends(0).out, "https://e.com/1\n", "{words}: {}", ran.err);
        for (rule, places) in [("duplicate-child", 1), ("cycle", 1)] {
            let told = ran.err.matches(&format!("[index/{rule}]")).count();
            assert_eq!(told, places, "{words}: {rule}: {}", ran.err);
        }
    }
}

/// A robots.txt is no index, and an index that it names is none of an index.
#[test]
fn a_robots_txt_adds_no_depth() {
    let folder = Folder::new();
    folder.write("robots.txt", "Sitemap: https://e.com/i.xml\n");
    folder.write("i.xml", index(&["https://e.com/a.xml"]));
    folder.write("a.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    let ran = folder.run("convert robots.txt -t text --max-depth 1");
    assert_eq!(ran.ends(0).out, "https://e.com/1\n", "{}", ran.err);
    let ran = folder.run("convert robots.txt -t text --max-depth 0");
    assert!(ran.ends(6).err.contains("--> i.xml"), "{}", ran.err);
    // One that something names is as deep as an index: no chain of them is endless.
    for at in 0..9 {
        let next = format!("User-agent: *\nSitemap: https://e.com/r{}.txt\n", at + 1);
        folder.write(&format!("r{at}.txt"), next);
    }
    let ran = folder.run("convert r0.txt -t text");
    assert!(ran.ends(6).err.contains("--> r4.txt"), "{}", ran.err);
    assert!(!ran.err.contains("index/nested") && !ran.err.contains("r5.txt"), "{}", ran.err);
    // One that is typed after it was named begins a way, and shortens all behind it.
    folder.write("s0.txt", "User-agent: *\nSitemap: https://e.com/robots.txt\n");
    for words in ["s0.txt robots.txt", "robots.txt s0.txt"] {
        let ran = folder.run(&format!("convert {words} -t text --max-depth 1"));
        assert_eq!(ran.ends(0).out, "https://e.com/1\n", "{words}: {}", ran.err);
    }
}

/// Two addresses that end alike are two sitemaps, and one is here, however the words are written.
#[test]
fn a_file_stands_for_one_address() {
    let folder = Folder::new();
    folder.write("in/p.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    folder.write("in/i.xml", index(&["https://e.com/p.xml"]));
    folder.write("in/j.xml", index(&["https://o.com/p.xml"]));
    let here = folder.path(".").canonicalize().unwrap();
    for word in ["in/j.xml", "./in/j.xml", &format!("{}/in/j.xml", here.display())] {
        let ran = folder.run(&format!("convert in/i.xml {word} -t text"));
        assert!(
            ran.ends(3).err.contains("the file here stands for https://e.com/p.xml"),
            "{ran:?}"
        );
    }
    // An index too: what has another address is not itself.
    let names = ["https://e.com/en/k.xml", "https://e.com/de/k.xml", "https://e.com/p.xml"];
    folder.write("in/k.xml", index(&names));
    let ran = folder.run("convert in/k.xml -t text --source-url https://e.com/k.xml");
    assert_eq!(ran.ends(3).err.matches("error[index/child-missing]").count(), 2, "{}", ran.err);
    assert!(!ran.err.contains("index/self-reference"), "{}", ran.err);
    folder.write("in/k.xml", index(&["https://e.com/k.xml", "https://e.com/p.xml"]));
    let ran = folder.run("convert in/k.xml -t text --source-url https://e.com/k.xml");
    assert!(ran.ends(0).err.contains("index/self-reference"), "{}", ran.err);
}
