//! Addresses in several spellings are one.

use crate::address::compared;
use crate::tests::{Page, check, completed, page, pages, usual};
use proptest::collection::vec;
use proptest::prelude::{prop_assert_eq, proptest};

/// The address in another spelling, or in this one.
fn spelled(url: &str, how: usize) -> String {
    match how {
        0 => url.replace("example", "EXAMPLE"),
        1 => url.replace(".com/", ".com:443/"),
        2 => url.replace("/b", "/%62"),
        _ => url.to_owned(),
    }
}

proptest! {
    #[test]
    fn spellings_change_no_finding_and_links_are_added_as_the_page_is_spelled(
        pages in pages(),
        hows in vec(0..5_usize, 50),
    ) {
        let mut hows = hows.into_iter().cycle();
        let mut spell = |url: &str| spelled(url, hows.next().unwrap_or(0));
        let mut others: Vec<Page> = Vec::new();
        for (loc, links) in &pages {
            let links = links.iter().map(|(tag, href)| (tag.clone(), spell(href))).collect();
            others.push((spell(loc).leak(), links));
        }
        let found = |pages: &[Page]| -> Vec<(u32, String)> {
            check(pages, 1 << 30).into_iter().map(|(line, id, _)| (line, id)).collect()
        };
        prop_assert_eq!(found(&others), found(&pages));
        let all = |pages: &[Page]| completed(pages, None, 1 << 30).0;
        for ((before, after), other) in pages.iter().zip(all(&pages)).zip(all(&others)) {
            let plain = other.1.iter().map(|(tag, href)| (usual(tag), compared(href).into_owned()));
            let expected: Vec<_> = after.1.iter().map(|(tag, href)| (usual(tag), href.clone())).collect();
            prop_assert_eq!(plain.collect::<Vec<_>>(), expected);
            for (_, href) in &other.1[before.1.len()..] {
                let of = others.iter().find(|page| compared(page.0) == compared(href)).unwrap();
                prop_assert_eq!(of.0, href);
            }
        }
    }
}

#[test]
fn findings_show_addresses_as_they_are_written() {
    let (home, de) = ("https://e.com", "https://e.com/de");
    let pages = [
        page("https://e.com/", &[("en", home), ("x-default", home), ("de", de)]),
        page("https://E.com/de", &[("de", de), ("fr", "https://e.com/%66r")]),
    ];
    let details: Vec<String> = check(&pages, 1).into_iter().map(|(_, _, detail)| detail).collect();
    assert_eq!(details[..2], [format!("de {de}"), "fr https://e.com/%66r".to_owned()]);
    // Also of the page that lists another one under a language that it does not have here.
    let pages = [
        page("https://E.com:443/1", &[("de", "https://e.com/t")]),
        page("https://e.com/2", &[("fr", "https://e.com/t")]),
        page("https://e.com/t", &[]),
    ];
    let details: Vec<String> = check(&pages, 1).into_iter().map(|(_, _, detail)| detail).collect();
    let disagree = "https://e.com/t is fr here, de to https://E.com:443/1";
    assert!(details.iter().any(|detail| detail == disagree), "{details:#?}");
}
