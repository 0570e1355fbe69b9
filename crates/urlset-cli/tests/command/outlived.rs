//! Files that are read and written, and what they say beside their entries.

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
        // What is replaced then says nothing else, in whatever format.
        folder.write(name, text);
        folder.run(&format!("merge {name} s.xml -o s.xml")).ends(0);
        folder.write("clean.csv", "loc\nhttps://e.com/c\n");
        folder.run(&format!("merge {name} clean.csv -o clean.csv")).ends(0);
    }
}

#[test]
fn rules_of_a_robots_txt_are_not_overwritten() {
    let folder = Folder::new();
    let rules = "User-agent: *\nDisallow: /a\nSitemap: https://e.com/s.xml\n";
    for name in ["robots.txt", "rules.txt"] {
        for flags in ["convert -t xml", "merge -t csv", "fix -t xml"] {
            folder.write(name, rules);
            let ran = folder.run(&format!("{flags} {name} -o {name} --follow none -q"));
            assert!(ran.ends(4).err.contains("gone"), "{}", ran.err);
            assert_eq!(folder.read(name), rules, "{flags} {name}");
        }
    }
}

#[test]
fn a_value_that_comes_late_in_a_column_without_a_name_is_told() {
    let folder = Folder::new();
    let rows = |late: &str| -> String {
        let row = |n: u32| format!("https://e.com/{n},{}\n", if n == 2_000 { late } else { "" });
        format!("loc,\n{}", (0..2_100).map(row).collect::<String>())
    };
    folder.write("a.csv", rows(""));
    assert!(!folder.run("convert a.csv -o a.xml").ends(0).err.contains("unused-column"));
    folder.write("a.csv", rows("late"));
    let ran = folder.run("convert a.csv -o a.xml");
    assert!(ran.ends(0).err.contains("a.csv:2002:20"), "{}", ran.err);
    assert!(ran.err.contains("csv/unused-column") && ran.err.contains("column 2"), "{}", ran.err);
    folder.run("convert a.csv -o a.csv").ends(4);
    assert!(folder.read("a.csv").contains("late"));
}
