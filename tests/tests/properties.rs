//! What must hold for entries that are made up: written and read back they are the same, and how
//! the bytes arrive does not show.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::collection::vec;
use proptest::prelude::*;
use urlset::{Datetime, Diagnostic, Extensions, Header, Kind, Namespace, Priority};
use urlset_tests::{
    Scribe, Settings, Slow, core_entry, datetime, entry, foreign_element, header, loc, priority,
    read_as, read_back, write, write_options, write_with,
};

/// Space before the first entry: more than any reader looks ahead before it begins.
const HEAD: usize = 70_000;

fn xml() -> &'static urlset::Format {
    urlset::format("xml").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn dates_are_written_as_they_were_read(datetime in datetime()) {
        prop_assert_eq!(Datetime::parse(&datetime.to_string()), Ok(datetime));
    }

    #[test]
    fn priorities_keep_their_spelling(priority in priority()) {
        let spelling = priority.to_string();
        prop_assert_eq!(Priority::parse(&spelling).unwrap().to_string(), spelling);
    }

    #[test]
    fn any_text_is_a_date_or_none(text in "[0-9TZ:.+/ -]{0,40}|\\PC{0,80}") {
        if let Ok(datetime) = Datetime::parse(&text) {
            prop_assert_eq!(datetime.to_string(), text.clone());
        }
        urlset::repair_datetime(&text, urlset::DateOrder::Iso);
        urlset::parse_rfc822(&text);
        Priority::repair(&text);
    }

    #[test]
    fn an_address_that_resolves_is_one(base in loc(), reference in "[a-z./?#:&]{0,20}") {
        if let Some(resolved) = urlset::resolve(&base, &reference) {
            prop_assert!(urlset::Loc::new(&resolved).scheme().is_some());
        }
    }

    #[test]
    fn sitemap_written_is_read_back(entries in vec(entry(urlset::EXTENSIONS, true), 0..6), pretty: bool) {
        let options = urlset::WriteOptions { pretty, ..write_options() };
        let mut sink: Vec<Diagnostic> = Vec::new();
        let text = write_with(xml(), &header(Kind::Urlset), &options, &entries, &mut sink);
        prop_assert!(sink.is_empty(), "{:?}", sink);
        let (_, back) = read_back(xml(), &text, &mut sink).unwrap();
        prop_assert_eq!(&back, &entries, "{}", text);
        for finding in &sink {
            prop_assert_eq!(finding.lost, urlset::Lost::Nothing, "{:?}\n{}", finding, text);
        }
    }

    #[test]
    fn sitemap_written_twice_is_the_same(entries in vec(entry(urlset::EXTENSIONS, true), 0..4)) {
        let header = header(Kind::Urlset);
        let once = write(xml(), &header, &entries, &mut ());
        let (header, back) = read_back(xml(), &once, &mut ()).unwrap();
        prop_assert_eq!(write(xml(), &header, &back, &mut ()), once);
    }

    /// Prefixes of the header clash with those of the elements: what is meant must survive.
    #[test]
    fn clashing_prefixes_keep_their_namespaces(elements in vec(foreign_element(3), 1..5), uris in vec("urn:[xyz]|http://www.google.com/schemas/sitemap-image/1.1", 3)) {
        let prefixes = ["x", "image", "ns1"];
        let namespaces = prefixes.iter().zip(&uris).map(|(prefix, uri)| Namespace {
            prefix: (*prefix).into(),
            uri: uri.as_str().into(),
        });
        let mut clashing = Header::default();
        for namespace in namespaces {
            clashing.declare(&namespace.prefix, &namespace.uri);
        }
        let mut extensions = Extensions::default();
        for element in elements.iter().flat_map(Extensions::elements) {
            extensions.append(element);
        }
        let mut page = urlset::Entry::new(urlset::Loc::new("https://example.com/"));
        page.extensions = extensions;
        let text = write(xml(), &clashing, std::slice::from_ref(&page), &mut ());
        let (read_header, back) = read_back(xml(), &text, &mut ()).unwrap();
        prop_assert_eq!(&back, std::slice::from_ref(&page), "{}", text);
        // And once more through the header of the document that came out, united with the first.
        let mut united = clashing.clone();
        united.unite(&read_header);
        let again = write(xml(), &united, &back, &mut ());
        prop_assert_eq!(&read_back(xml(), &again, &mut ()).unwrap().1, &back, "{}", again);
    }

    #[test]
    fn index_written_is_read_back(entries in vec(core_entry(), 0..6)) {
        let entries: Vec<_> = entries.into_iter().map(|mut entry| {
            (entry.changefreq, entry.priority) = (None, None);
            entry
        }).collect();
        let text = write(xml(), &header(Kind::Sitemapindex), &entries, &mut ());
        let (read_header, back) = read_back(xml(), &text, &mut ()).unwrap();
        prop_assert_eq!(read_header.kind, Kind::Sitemapindex);
        prop_assert_eq!(back, entries);
    }

    /// The bytes may arrive in any pieces, and may be spoilt: the same comes out.
    #[test]
    fn pieces_do_not_show(
        entries in vec(entry(urlset::EXTENSIONS, true), 0..4),
        seed: u64,
        size in 1_usize..70,
        spoil in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = Scribe::new(seed).padded(HEAD).document(&entries).into_bytes();
        if let Some((at, byte)) = spoil {
            let at = at.index(bytes.len() - HEAD) + HEAD;
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(HEAD + cut.index(bytes.len() - HEAD));
        }
        let settings = Settings::named("input.xml");
        let whole = read_as(xml(), &settings, bytes.as_slice());
        let pieces = read_as(xml(), &settings, Slow::new(bytes.as_slice(), size));
        prop_assert!(pieces.same_as(&whole), "{:#?}\n{:#?}", whole, pieces);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes that look like XML a little: no panic, and the same in pieces.
    #[test]
    fn soup_is_survived(soup in vec(prop_oneof![
        Just("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"), Just("<url>"), Just("<loc>"),
        Just("https://example.com/"), Just("</loc>"), Just("</url>"), Just("</urlset>"), Just("<!--"), Just("-->"),
        Just("<![CDATA["), Just("]]>"), Just("&"), Just("&amp;"), Just("&#x1F600;"), Just("&#0;"), Just("<?xml version='1.0'?>"),
        Just("<?"), Just("?>"), Just("<!DOCTYPE x ["), Just("]>"), Just("<"), Just(">"), Just("/>"), Just("\u{0}"), Just("😀"),
        Just(" a='"), Just("'"), Just("\""), Just("xmlns:x='urn:x'"), Just("<x:y "), Just("</x:y>"), Just("\n"), Just("\r"),
        Just("<image:image>"), Just("<lastmod>2026</lastmod>"),
    ], 0..40)) {
        let bytes = format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{}{}", " ".repeat(HEAD), soup.concat());
        let settings = Settings::named("input.xml");
        let whole = read_as(xml(), &settings, bytes.as_bytes());
        let pieces = read_as(xml(), &settings, Slow::new(bytes.as_bytes(), 1));
        prop_assert!(pieces.same_as(&whole), "{}\n{:#?}\n{:#?}", bytes, whole, pieces);
    }
}
