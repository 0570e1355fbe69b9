//! What `urlset fix` must not take from the only file that has it.

use crate::run::{Folder, sitemap};

#[test]
fn what_the_format_of_the_output_cannot_hold_is_not_taken_from_an_input() {
    let folder = Folder::new();
    let text = "{\"loc\":\"https://e.com/a\",\"lastmod\":\"2026-01-02\"}\n";
    folder.write("j.txt", text);
    let ran = folder.run("fix j.txt -o j.txt");
    assert!(ran.ends(4).err.contains("would be gone from j.txt"), "{}", ran.err);
    assert_eq!(folder.read("j.txt"), text);
}

#[test]
fn an_address_where_no_text_may_stand_is_no_repair() {
    let page = "<loc>https://e.com/early</loc>";
    let right = sitemap(&["<loc>https://e.com/a</loc>"]);
    for text in [
        format!("<url>{page}</url>{right}"),
        right.replace("<loc>https://e.com/a</loc>", "https://e.com/bare"),
        right.replace("<url>", "https://e.com/stray<url>"),
    ] {
        let folder = Folder::new();
        folder.write("a.xml", &text);
        folder.run("fix a.xml -o a.xml").ends(4);
        assert_eq!(folder.read("a.xml"), text);
    }
}

#[test]
fn nothing_is_invented_in_the_only_copy() {
    let folder = Folder::new();
    let text = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>T</title>\
        <link>https://e.com/</link><description>D</description>\
        <item><link>https://e.com/a</link></item></channel></rss>\n";
    folder.write("r.rss", text);
    folder.run("fix r.rss -o r.rss").ends(4);
    assert_eq!(folder.read("r.rss"), text);
}
