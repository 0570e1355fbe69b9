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

#[test]
fn what_an_earlier_run_left_is_listed_again_and_pruned() {
    let folder = pages();
    let shard = |list: &str, flags: &str| {
        folder.run(&format!("shard {list} --max-urls 4 -o 'p/s{{n}}.xml' {INDEX} {flags}"))
    };
    shard("all.txt", "").ends(0);
    for _ in 0..2 {
        let ran = shard("some.txt", "--stable --previous p");
        let told = "p/s3.xml: no longer in the set; `--prune` removes it";
        assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    }
    // What another index names is of another set.
    folder.write("p/other.xml", folder.read("p/i.xml").replace("s2", "s3"));
    let ran = shard("some.txt", "--stable --previous p/i.xml --prune");
    assert!(!ran.ends(0).err.contains("s3.xml"), "{}", ran.err);
    std::fs::remove_file(folder.path("p/other.xml")).unwrap();
    let ran = shard("some.txt", "--stable --previous p --prune");
    assert!(ran.ends(0).err.contains("p/s3.xml: no longer in the set, removed"), "{}", ran.err);
    assert!(!folder.path("p/s3.xml").exists());
}

#[test]
fn an_index_that_names_what_is_pruned_is_told() {
    let folder = pages();
    folder.run(&format!("shard all.txt --max-urls 4 -o 'p/s{{n}}.xml' {INDEX}")).ends(0);
    let ran = folder.run(
        "shard some.txt --max-urls 4 -o 'p/s{n}.xml' --index p/new.xml --base-url https://example.com/ --stable --previous p --prune",
    );
    let told = "p/i.xml: goes on naming p/s3.xml, no longer in the set";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert!(!folder.path("p/s3.xml").exists());
}
