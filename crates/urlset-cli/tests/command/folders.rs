//! What else stands in a folder: programs, links, files of other kinds.

use crate::inputs::{locs, one};
use crate::run::Folder;

/// What writes sitemaps, or explains them, shows their tags.
#[test]
fn programs_in_a_folder_are_no_sitemaps() {
    let folder = Folder::new();
    folder.write("in/a.xml", one("a"));
    for (name, text) in [
        ("app.js", "var a=\"<urlset>\";\n"),
        ("feed.py", "print('<rss version=\"2.0\">')\n"),
        ("style.css", "/* <sitemapindex> */\n"),
        ("README.md", "# Sitemaps\n\n<urlset> is around all\n"),
        (
            "readme.txt",
            "A sitemap:\n\n<urlset><url><loc>https://example.com/b</loc></url></urlset>\n",
        ),
        (
            "a.b.md",
            "<h1 a=\"b\">Sitemaps</h1>\n<urlset><url><loc>https://example.com/b</loc></url></urlset>\n",
        ),
        ("a.md", "<!-- a -->\n# Sitemaps\n<urlset><url></url></urlset>\n"),
        ("data.json", "{\"a\":\"<rss><channel><item/></channel></rss>\"}\n"),
        ("app.js.gz", "var a=\"<urlset>\";\n"),
        ("sitemap.php", "<?php echo '<urlset>'; ?>\n"),
        ("table.csv", "id,text\n1,<urlset><url><loc>https://example.com/b</loc></url></urlset>\n"),
        (
            "feed.hbs",
            "<rss><channel><item><link>https://example.com/{{slug}}</link></item></channel></rss>\n",
        ),
        (
            "a.twig",
            "<urlset><!-- a -->\n{% for p in a %}<url><loc>https://example.com{{ p }}</loc></url>{% end %}</urlset>\n",
        ),
        ("sitemap.xml.erb", "<?xml version=\"1.0\"?>\n<urlset><% a %></urlset>\n"),
    ] {
        folder.write(&format!("in/{name}"), text);
        assert_eq!(locs(folder.run("convert in -t text").ends(0)), "a");
        let ran = folder.run("check in");
        let told = format!(
            "note[file/skipped]: a file of the folder is in no known format and was skipped\n  --> in/{name}\n"
        );
        assert!(ran.ends(0).err.contains(&told), "{}", ran.err);
        // Whoever names it wants it read.
        assert_ne!(folder.run(&format!("check in/{name}")).code, Some(0), "{name}");
        std::fs::remove_file(folder.path(&format!("in/{name}"))).unwrap();
    }
    let odd = ["b.xml", "b", "b.xml?p=1", "b.sitemap", "b.php", "b.txt"]
        .map(|name| (name, format!("a warning of a template\n{}", one("b"))));
    let whole = ["b.md", "b.html", "readme", "b.erb", "b.js.gz"]
        .map(|name| (name, format!("\u{feff}\n<!-- b -->\n{}", one("b"))));
    for (name, text) in odd.into_iter().chain(whole) {
        folder.write(&format!("in/{name}"), text);
        assert_eq!(locs(folder.run("convert in -t text").ends(0)), "a b", "{name}");
        std::fs::remove_file(folder.path(&format!("in/{name}"))).unwrap();
    }
}

/// Sitemaps, feeds and lists are read, whatever they are called and tell of.
#[test]
fn documents_in_a_folder_are_read() {
    let folder = Folder::new();
    folder.write("in/a.xml", one("a"));
    let item = |title: &str| {
        let link = "<link>https://example.com/b</link>";
        format!(
            "<rss version=\"2.0\"><channel><item><title>{title}</title>{link}</item></channel></rss>\n"
        )
    };
    for (name, text) in [
        ("b.csv", "loc,title\nhttps://example.com/b,What is <rss>?\n".to_owned()),
        ("b.json", "[{\"loc\":\"https://example.com/b\",\"image\":[{\"loc\":\"https://example.com/i.jpg\",\"title\":\"<urlset>\"}]}]\n".to_owned()),
        ("b.tsv", "loc,title\nhttps://example.com/b,What is <rss>?\n".to_owned()),
        ("bar.csv", "loc\ttitle\nhttps://example.com/b\tWhat is <rss>?\n".to_owned()),
        ("b.php", item("Use {{ a }} or <![CDATA[<p><% a %></p>]]><!-- <?php a ?> -->")),
        ("b.twig", item("<![CDATA[<p>{% a %}</p>]]><!-- {{ a }} -->")),
        ("b.md", format!("<?a b?><!-- c -->{}", item("d"))),
        ("b.py", one("b").replace("<urlset", "<urlset a='>'")),
        ("readme.xml", format!("a warning\n{}", one("b"))),
        ("index.html", format!("a warning\n{}", item("e"))),
    ] {
        folder.write(&format!("in/{name}"), text);
        let ran = folder.run("convert in -t text");
        assert_eq!(locs(ran.ends(0)), "a b", "{name}: {}", ran.err);
        std::fs::remove_file(folder.path(&format!("in/{name}"))).unwrap();
    }
}

/// A name is believed of tables that tell of tags, not of a sitemap behind something else.
#[test]
fn what_is_named_as_a_table_may_be_a_sitemap() {
    let folder = Folder::new();
    for junk in ["https://example.com/feed", "https://example.com/feed, x"] {
        for name in ["b.csv", "b.tsv"] {
            folder.write(name, format!("{junk}\n{}", one("b")));
            let ran = folder.run(&format!("convert {name} -t text"));
            assert_eq!(locs(ran.ends(4)), "b", "{name}: {}", ran.err);
        }
    }
    folder.write("b.tsv", "https://example.com/b,What is <rss>?\n");
    assert_eq!(locs(folder.run("convert b.tsv -t text").ends(0)), "b");
}

#[cfg(unix)]
#[test]
fn what_a_folder_hides_is_told() {
    let folder = Folder::new();
    folder.write("in/a.xml", one("a"));
    std::os::unix::fs::symlink("gone.xml", folder.path("in/link.xml")).unwrap();
    let ran = folder.run("convert in -t text");
    assert_eq!(locs(ran.ends(3)), "a");
    assert!(ran.err.contains("--> in/link.xml\n"), "{}", ran.err);
    std::fs::remove_file(folder.path("in/link.xml")).unwrap();
    folder.write("elsewhere/b.xml", one("b"));
    std::os::unix::fs::symlink("../elsewhere", folder.path("in/more")).unwrap();
    let ran = folder.run("convert in -t text");
    assert_eq!(locs(ran.ends(0)), "a");
    assert!(ran.err.contains("--> in/more\n   = a link to a folder\n"), "{}", ran.err);
}
