//! Two entries that say the same in another layout are one, whoever compares them.

use crate::run::{Folder, sitemap};

/// Layout is no conflict: not for check, not for a merge, not for diff.
#[test]
fn what_says_the_same_is_no_conflict() {
    const ITEMS: [&str; 2] = [
        "<image:image xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\
         <image:loc>https://e.com/1.jpg</image:loc></image:image>",
        "<xhtml:link xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" rel=\"alternate\" hreflang=\"de\" \
         href=\"https://e.com/\"/>",
    ];
    let page = |items: String| sitemap(&[&format!("<loc>https://e.com/</loc>{items}")]);
    let [image, link] = ITEMS;
    let folder = Folder::new();
    folder.write("a.xml", page(ITEMS.concat()));
    for (other, fields) in [
        (image.replace("><image:loc", "> <image:loc") + link, ""),
        (image.replace("https://e.com/1.jpg", " https://e.com/1.jpg\n") + link, ""),
        (
            image.to_owned()
                + &link.replace(
                    "rel=\"alternate\" hreflang=\"de\"",
                    "hreflang=\"de\" rel=\"alternate\"",
                ),
            "",
        ),
        (link.to_owned() + image, ""),
        (image.replace("1.jpg", "2.jpg") + link, "image"),
        (image.to_owned() + &link.replace("\"de\"", "\"fr\""), "hreflang"),
    ] {
        folder.write("b.xml", page(other.clone()));
        let same = fields.is_empty();
        let diff = folder.run("diff a.xml b.xml");
        assert_eq!(diff.code == Some(0), same, "{other}: {}", diff.err);
        let check = folder.run("check a.xml b.xml");
        assert_eq!(!check.err.contains("set/duplicate-conflict"), same, "{other}: {}", check.err);
        for policy in ["fail", "first", "last", "union"] {
            let words =
                format!("merge a.xml b.xml -t xml --on-conflict image={policy},hreflang={policy}");
            let merge = folder.run(&words);
            let told = merge.err.contains("set/duplicate-conflict");
            assert_eq!(told, !same && (policy != "union"), "{policy} {other}: {}", merge.err);
        }
    }
    // Also where one has more: no value gives way.
    let loc = "<image:loc> https://e.com/1.jpg </image:loc>";
    let more = image.replace(
        "<image:loc>https://e.com/1.jpg</image:loc>",
        &format!("{loc}<image:title>t</image:title>"),
    );
    folder.write("a.xml", page(image.to_owned())).write("b.xml", page(more.clone()));
    for inputs in ["a.xml b.xml", "b.xml a.xml"] {
        let merge = folder.run(&format!("merge {inputs} -t xml --on-conflict image=union"));
        assert!(!merge.err.contains("set/duplicate-conflict"), "{inputs}: {}", merge.err);
        assert!(merge.out.contains("<image:title>t<"), "{}", merge.out);
    }
    folder.write("a.xml", page(more.replace(">t<", ">u<")));
    let merge = folder.run("merge a.xml b.xml -t xml --on-conflict image=union");
    assert!(merge.err.contains("set/duplicate-conflict"), "{}", merge.err);
}
