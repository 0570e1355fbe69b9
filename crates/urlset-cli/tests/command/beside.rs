//! Files beside a set that could be taken for some of it.

use crate::run::Folder;
use crate::updates::page;

const INDEX: &str = "--base-url https://example.com/ --index p/i.xml";

fn pages() -> Folder {
    let folder = Folder::new();
    let text = |count| (0..count).map(page).collect::<String>();
    folder.write("all.txt", text(12)).write("some.txt", text(8));
    folder
}

#[test]
fn files_of_an_earlier_run_are_told_without_an_index() {
    for (first, second) in [
        ("p/{n}.xml", "p/{n}.xml"),
        ("p/{section}/{n}.xml", "p/{section}/{n}.xml"),
        ("p/{n}.txt", "p/{n}.txt"),
    ] {
        let folder = pages();
        let last = |run: &str, template: &str| folder.run(&format!("shard {run} -o '{template}'"));
        last("all.txt --max-urls 4", first).ends(0);
        let ran = last("all.txt --max-urls 6 -n", second);
        assert!(
            ran.ends(0).err.contains(": named as -o names files, not of this run"),
            "{}",
            ran.err
        );
        let ran = last("all.txt --max-urls 6", second);
        assert!(
            ran.ends(0).err.contains(": named as -o names files, not of this run"),
            "{}",
            ran.err
        );
        let ran = last("some.txt --max-urls 2", second);
        assert!(!ran.ends(0).err.contains("named as"), "{}", ran.err);
    }
    // Other things that stand there are none.
    let folder = pages();
    folder.write("p/7.xml", "<html/>").write("p/8.xml", "").write("p/x.xml", "<a/>");
    folder.run(&format!("shard all.txt --max-urls 12 -o 'p/{{n}}.xml' {INDEX}")).ends(0);
    folder.run("shard all.txt -o 'p/{section}.xml'").ends(0);
    folder.run("shard all.txt -o 'p/other-{hash:8}.xml'").ends(0);
    let ran = folder.run("shard all.txt -o 'p/{n}.xml'");
    assert!(!ran.ends(0).err.contains("named as"), "{}", ran.err);
}

#[test]
fn files_that_an_index_named_otherwise_are_told() {
    let folder = pages();
    folder.run(&format!("shard all.txt --max-urls 4 -o 'p/sitemap{{n}}.xml' {INDEX}")).ends(0);
    let ran = folder.run(&format!("shard p -o 'p/sitemap-{{n:02}}.xml.gz' {INDEX} --prune"));
    let told = "p/sitemap1.xml and 2 files more: no longer named by the index";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert!(folder.path("p/sitemap1.xml").exists());
}

/// Nothing says whose it is once no index names it: it is told, and never removed.
#[test]
fn what_an_earlier_run_left_is_told_again_and_never_pruned() {
    let folder = pages();
    let shard = |list: &str, flags: &str| {
        folder.run(&format!("shard {list} --max-urls 4 -o 'p/s{{n}}.xml' {INDEX} {flags}"))
    };
    shard("all.txt", "").ends(0);
    let ran = shard("some.txt", "--stable --previous p");
    let told = "p/s3.xml: no longer in the set; `--prune` removes it";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    let ran = shard("some.txt", "--stable --previous p --prune");
    let told = "p/s3.xml: named as -o names files, not of this run, left alone";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert!(folder.path("p/s3.xml").exists());
    // What the index names is of the set, and removed when that is asked for.
    shard("all.txt", "--stable --previous p").ends(0);
    let ran = shard("some.txt", "--stable --previous p --prune");
    assert!(ran.ends(0).err.contains("p/s3.xml: no longer in the set, removed"), "{}", ran.err);
    // A sitemap of somebody else that is called so stays.
    folder.write("p/s9.xml", folder.read("p/s1.xml"));
    shard("some.txt", "--stable --previous p --prune").ends(0);
    assert!(folder.path("p/s9.xml").exists());
}

#[test]
fn what_another_index_names_is_left_to_it() {
    let folder = pages();
    folder.run(&format!("shard all.txt --max-urls 4 -o 'p/s{{n}}.xml' {INDEX}")).ends(0);
    let ran = folder.run(
        "shard some.txt --max-urls 4 -o 'p/s{n}.xml' --index p/new.xml --base-url https://example.com/ --stable --previous p --prune",
    );
    let told = "p/s3.xml: no longer in the set, but p/i.xml names it; left alone";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert!(folder.path("p/s3.xml").exists());
}

/// Whatever the other index is called, with `--stable` and without.
#[test]
fn an_index_of_any_name_keeps_its_files() {
    for stable in ["--stable --previous p", ""] {
        let folder = pages();
        folder.run(&format!("shard all.txt --max-urls 4 -o 'p/s{{n}}.xml' {INDEX}")).ends(0);
        folder.write("p/all.sitemaps", folder.read("p/i.xml"));
        let ran = folder.run(&format!(
            "shard some.txt --max-urls 4 -o 'p/s{{n}}.xml' {INDEX} {stable} --prune"
        ));
        let told = "p/s3.xml: no longer in the set, but p/all.sitemaps names it; left alone";
        assert_eq!(ran.ends(0).err.matches("p/s3.xml").count(), 1, "{}", ran.err);
        assert!(ran.err.contains(told), "{}", ran.err);
        assert!(folder.path("p/s3.xml").exists());
    }
}
