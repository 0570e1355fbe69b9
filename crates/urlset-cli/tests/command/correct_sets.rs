//! Correct sets of which nothing is told.

use crate::run::{Folder, sitemap};

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

const GOOGLE: &str = "http://www.google.com/schemas";

/// A sitemap with one page, and elements of extensions in it.
fn page(loc: &str, elements: &str) -> String {
    format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"{GOOGLE}/sitemap-image/1.1\" xmlns:video=\"{GOOGLE}/sitemap-video/1.1\" \
         xmlns:news=\"{GOOGLE}/sitemap-news/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\
         <url><loc>{loc}</loc>{elements}</url></urlset>"
    )
}

#[test]
fn a_host_in_unicode_is_its_name_in_dns() {
    let folder = Folder::new();
    let (unicode, dns) = ("https://www.b\u{fc}cher.example", "https://www.xn--bcher-kva.example");
    let elements = |host: &str| {
        format!(
            "<image:image><image:loc>{host}/a.jpg</image:loc></image:image>\
             <video:video><video:thumbnail_loc>{host}/t.jpg</video:thumbnail_loc>\
             <video:title>t</video:title><video:description>d</video:description>\
             <video:content_loc>{host}/v.mp4</video:content_loc>\
             <video:uploader info=\"{host}/u\">u</video:uploader></video:video>\
             <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"{host}/a\"/>"
        )
    };
    for (loc, other) in [(unicode, dns), (dns, unicode)] {
        folder.write("a.xml", page(&format!("{loc}/a"), &elements(other)));
        let told = folder.run("check a.xml --profile google").err;
        for rule in ["uploader-info-domain", "cross-domain", "no-self"] {
            assert!(!told.contains(rule), "{told}");
        }
    }
    folder.write("a.xml", page(&format!("{unicode}/a"), &elements("https://other.example")));
    let told = folder.run("check a.xml --profile google").err;
    for rule in ["uploader-info-domain", "cross-domain", "no-self"] {
        assert!(told.contains(rule), "{rule}: {told}");
    }
}

#[test]
fn languages_in_one_sitemap_and_news_in_another_are_no_conflict() {
    let folder = Folder::new();
    let news = |title: &str| {
        format!(
            "<news:news><news:publication><news:name>N</news:name><news:language>en</news:language>\
             </news:publication><news:publication_date>2026-11-20</news:publication_date>\
             <news:title>{title}</news:title></news:news>"
        )
    };
    let link = "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://e.com/a\"/>";
    folder.write("pages.xml", page("https://e.com/a", link));
    folder.write("news.xml", page("https://e.com/a", &news("One")));
    let told = folder.run("check pages.xml news.xml").err;
    assert!(told.contains("set/duplicate-url") && !told.contains("duplicate-conflict"), "{told}");
    // The third has what the second says otherwise.
    folder.write("late.xml", page("https://e.com/a", &news("Two")));
    let told = folder.run("check pages.xml news.xml late.xml").err;
    assert!(told.contains("set/duplicate-conflict"), "{told}");
}
