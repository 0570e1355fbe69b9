//! `urlset diff`: where sides come from, what its output is good for, and how it ends.

use crate::run::{Folder, index, sitemap};

/// The same two pages behind an index, and in two files of other formats.
fn sides() -> Folder {
    let folder = Folder::new();
    folder
        .write("old/index.xml", index(&["https://e.com/a.xml"]))
        .write("old/a.xml", sitemap(&["<loc>https://e.com/a</loc>", "<loc>https://e.com/b</loc>"]))
        .write("new/1.txt", "https://e.com/b\n")
        .write("new/2.jsonl", "{\"loc\":\"https://e.com/a\"}\n");
    folder
}

#[test]
fn a_side_is_whatever_can_be_read() {
    let folder = sides();
    for words in ["diff old/ new/", "diff old/index.xml new/*", "diff old/a.xml new/"] {
        let ran = folder.run(words);
        ran.ends(0);
        assert_eq!(ran.out, "2 unchanged\n", "{words}");
    }
    let ran = folder.feed("diff - old/", "https://e.com/a\n");
    ran.ends(1);
    assert_eq!(ran.out, "1 added, 1 unchanged\n\n+ https://e.com/b\n");
}

#[test]
fn pages_are_not_compared_with_sitemaps() {
    let folder = sides();
    let ran = folder.run("diff old/index.xml new/ --follow none");
    ran.ends(2);
    assert!(ran.err.contains("one side lists pages, the other sitemaps"), "{}", ran.err);
}

#[test]
fn what_changed_goes_to_indexnow() {
    let folder = sides();
    folder.write("new/3.txt", "https://e.com/new\n");
    let changed = folder.run("diff old/ new/ --changed --fields loc -qq");
    changed.ends(1);
    let body =
        folder.feed("convert - -t indexnow --host e.com --key 0123456789abcdef", &changed.out);
    body.ends(0);
    assert!(body.out.contains("[\n\"https://e.com/new\"\n]"), "{}", body.out);
}

#[test]
fn little_memory_gives_the_same() {
    let folder = Folder::new();
    let lines = |host: &str, range: std::ops::Range<u32>| -> String {
        let line =
            |n: u32| format!("https://{host}/{}/page-{}\n", n % 7, n.wrapping_mul(7919) % 9973);
        range.map(line).collect()
    };
    folder.write("old.txt", lines("a.com", 0..9000));
    folder.write("new.txt", lines("a.com", 500..6000) + &lines("b.com", 6000..9500));
    let run = |memory: &str| {
        folder.run(&format!("diff old.txt new.txt --redirects nginx --renames=0.9 {memory}"))
    };
    let (little, much) = (run("--memory 64KiB --tmp-dir . -j 1"), run("--memory 4GiB -j 4"));
    little.ends(1);
    assert!(little.out.lines().count() > 1000);
    assert_eq!(little.out, much.out);
    assert_eq!(folder.names(), ["new.txt", "old.txt"]);
}

#[test]
fn an_output_is_whole_or_not_there() {
    let folder = sides();
    folder.write("new/broken.xml", "<urlset><url><loc>https://e.com/c");
    folder.write("moves.csv", "as it was\n");
    let ran = folder.run("diff old/ new/ --redirects csv -o moves.csv");
    ran.ends(4);
    assert_eq!(folder.read("moves.csv"), "as it was\n");
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
    assert!(ran.err.contains("NEW was not read whole"), "{}", ran.err);
}
