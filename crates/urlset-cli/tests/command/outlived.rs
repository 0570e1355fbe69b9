//! Files that are read and written: what they say beside their entries, and dates that stand in for none.

use crate::run::{Folder, sitemap};

#[test]
fn what_a_file_says_beside_its_entries_is_not_overwritten() {
    let folder = Folder::new();
    let feed = "<rss version=\"2.0\"><channel><title>T</title><link>https://e.com/</link>\
                <description>d</description><item><title>Hello</title><link>https://e.com/a</link>\
                </item></channel></rss>";
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"https://e.com/a","content_text":"x"}]}"#;
    let table = "loc,sku\nhttps://e.com/a,7\n";
    folder.write("s.xml", sitemap(&["<loc>https://e.com/b</loc>"]));
    for (name, text) in [("a.rss", feed), ("a.json", json), ("a.csv", table)] {
        for command in ["convert", "dedupe", "merge s.xml", "rewrite --rewrite-host x.com=y.com"] {
            folder.write(name, text);
            let ran = folder.run(&format!("{command} {name} -o {name} -q"));
            assert!(ran.ends(4).err.contains("beside its entries would be gone"), "{}", ran.err);
            assert_eq!(folder.read(name), text, "{command} {name}");
        }
        let ran = folder.run(&format!("convert {name} -o {name} --lenient"));
        assert_ne!(folder.read(name), text, "{}", ran.ends(0).err);
        // The feed is no file that is replaced.
        folder.write(name, text);
        folder.run(&format!("merge {name} s.xml -o s.xml")).ends(0);
    }
}

#[test]
fn a_date_that_stands_in_for_none_is_not_told_as_one() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    folder.run("convert a.xml -o a.atom --title T --link https://e.com/").ends(0);
    let ran = folder.run("check a.atom --fail-on warning");
    assert!(!ran.ends(0).err.contains("implausible"), "{}", ran.err);
    let without = folder.read("a.atom").replace("<sitemap:lastmod/>", "");
    folder.write("b.atom", without);
    let ran = folder.run("check b.atom");
    assert!(ran.err.contains("lastmod/implausible-past"), "{}", ran.err);
}
