//! Each rule of a document: once broken, once nearly.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use urlset_check::{DocumentAudit, Facts, Listed, Robots};
use urlset_core::{
    Audit, Changefreq, Datetime, Diagnostic, Entry, Header, Kind, Loc, Position, Priority, Profile,
    Severity,
};

fn page(loc: &str) -> Entry {
    Entry { lastmod: Datetime::parse("2026-03-04").ok(), ..Entry::new(Loc::new(loc)) }
}

fn place(number: usize) -> Position {
    Position { line: u32::try_from(number).unwrap() + 1, ..Position::start(3) }
}

fn index() -> Header {
    Header { kind: Kind::Sitemapindex, ..Header::default() }
}

fn run(facts: Facts<'_>, header: &Header, entries: &[Entry], bytes: u64) -> Vec<Diagnostic> {
    let mut audit = DocumentAudit::new(Facts { input: 3, ..facts }, header);
    let mut found: Vec<Diagnostic> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        audit.entry(entry, &place(number), &mut found).unwrap();
    }
    audit.finish_document(bytes, &mut found).unwrap();
    audit.finish(&mut found).unwrap();
    assert!(found.iter().all(|one| one.position.input == 3));
    found
}

fn ids(found: &[Diagnostic]) -> String {
    found.iter().map(|one| one.rule.id).collect::<Vec<_>>().join(" ")
}

fn xml(profile: Profile) -> Facts<'static> {
    Facts::new(profile, "xml")
}

#[test]
fn sizes() {
    let one = [page("https://e.com/")];
    for (profile, bytes, expected) in [
        (Profile::Google, 52_428_800, "file/near-limit"),
        (Profile::Google, 52_428_801, "file/too-large"),
        (Profile::Google, 47_185_921, "file/near-limit"),
        (Profile::Google, 47_185_920, ""),
        (Profile::Legacy, 10_485_760, "file/near-limit"),
        (Profile::Legacy, 10_485_761, "file/too-large"),
        (Profile::Legacy, 9_437_184, ""),
        (Profile::StrictXsd, u64::MAX, ""),
    ] {
        let found = run(xml(profile), &Header::default(), &one, bytes);
        assert_eq!(ids(&found), expected, "{bytes}");
        assert!(found.iter().all(|one| !one.position.is_known()));
    }
    let robots = run(Facts::new(Profile::Google, "robots"), &index(), &one, u64::MAX);
    assert_eq!(ids(&robots), "");
}

#[test]
fn counts() {
    for (profile, header, count, expected) in [
        (Profile::Google, Header::default(), 45_000, ""),
        (Profile::Google, Header::default(), 45_001, "file/near-url-limit"),
        (Profile::Google, Header::default(), 50_000, "file/near-url-limit"),
        (Profile::Google, Header::default(), 50_001, "file/too-many-urls"),
        (Profile::Google, index(), 50_000, "file/near-url-limit"),
        (Profile::Google, index(), 50_001, "index/too-many"),
        (Profile::Legacy, index(), 900, ""),
        (Profile::Legacy, index(), 1001, "index/too-many"),
        (Profile::StrictXsd, Header::default(), 60_000, ""),
    ] {
        let mut entries = vec![page("https://e.com/a.xml"); count];
        // Not all of one date.
        for entry in entries.iter_mut().step_by(2) {
            entry.lastmod = Datetime::parse("2026").ok();
        }
        let found = run(xml(profile), &header, &entries, 0);
        assert_eq!(ids(&found), expected, "{count}");
        let over = found.iter().filter(|one| one.severity == Severity::Error);
        assert!(over.into_iter().all(|one| one.position == place(profile_most(profile, &header))));
    }
}

fn profile_most(profile: Profile, header: &Header) -> usize {
    if (profile, header.kind) == (Profile::Legacy, Kind::Sitemapindex) { 1000 } else { 50_000 }
}

#[test]
fn files() {
    let empty: &[Entry] = &[];
    let mut news = Header::default();
    news.declare("n", "http://www.google.com/schemas/sitemap-news/0.9");
    assert_eq!(ids(&run(xml(Profile::Google), &news, empty, 0)), "file/empty-news");
    assert_eq!(ids(&run(xml(Profile::Google), &news, &[page("https://e.com/")], 0)), "");
    assert_eq!(ids(&run(xml(Profile::Google), &Header::default(), empty, 0)), "");
    for (format, name, profile, expected) in [
        ("rss", "a.rss", Profile::Yandex, "file/format-not-supported"),
        ("rss", "a.rss", Profile::Google, ""),
        ("csv", "a.csv", Profile::Google, "file/format-not-supported"),
        ("jsonfeed", "a.json", Profile::Bing, "file/format-not-supported"),
        ("xml", "a.xml", Profile::Yandex, ""),
        ("text", "a.lst", Profile::Google, "file/text-extension"),
        ("text", "a.txt.zst", Profile::Google, "file/text-extension"),
        ("text", "A.TXT", Profile::Google, ""),
        ("text", "a.txt.gz", Profile::Google, ""),
        ("text", "", Profile::Google, ""),
    ] {
        let facts = Facts { name, ..Facts::new(profile, format) };
        let found = run(facts, &Header::default(), &[page("https://e.com/")], 0);
        assert_eq!(ids(&found), expected, "{format} {name}");
    }
    for (length, expected) in [(2048, ""), (2049, "file/url-too-long")] {
        let address = format!("https://e.com/{}", "\u{e9}".repeat(length - 14));
        let facts = Facts { address: Some(&address), ..xml(Profile::Google) };
        assert_eq!(ids(&run(facts, &Header::default(), empty, 0)), expected);
    }
}

/// What the addresses of a document break, with its own.
fn scope(facts: Facts<'_>, address: &str, header: &Header, locs: &[&str]) -> Vec<Diagnostic> {
    let entries: Vec<Entry> = locs.iter().map(|loc| page(loc)).collect();
    let address = Some(address).filter(|address| !address.is_empty());
    run(Facts { address, ..facts }, header, &entries, 0)
}

#[test]
fn scopes() {
    for (address, loc, expected) in [
        ("https://e.com/s.xml", "https://e.com/", ""),
        ("https://e.com/s.xml", "https://e.com", ""),
        ("https://e.com/s.xml", "HTTPS://me@E.com:443/a", ""),
        ("https://e.com/a/s.xml", "https://e.com/a/", ""),
        ("https://e.com/a/s.xml", "https://e.com/a/b/../c?/..", ""),
        ("https://e.com/a/s.xml", "https://e.com/%61/x", ""),
        ("https://e.com/a/s.xml", "https://e.com/a", "scope/outside-path"),
        ("https://e.com/a/s.xml", "https://e.com/A/x", "scope/outside-path"),
        ("https://e.com/a/s.xml", "https://e.com/a/../b", "scope/outside-path"),
        ("https://e.com/a/s.xml", "https://e.com/a/%2e%2E/b", "scope/outside-path"),
        // A folder of the query is none.
        ("https://e.com/a?b=/c/d", "https://e.com/x", ""),
        ("https://e.com/s.xml", "https://f.com/", "scope/other-host"),
        ("https://e.com/s.xml", "https://www.e.com/", "scope/www-mismatch"),
        ("https://www.e.com/s.xml", "https://e.com/", "scope/www-mismatch"),
        ("https://e.com/s.xml", "https://en.e.com/", "scope/other-host"),
        ("https://b\u{fc}cher.de/s.xml", "https://xn--bcher-kva.de/", ""),
        ("https://e.com/s.xml", "http://e.com/", "scope/other-scheme"),
        ("https://e.com/s.xml", "https://e.com:8443/", "scope/other-port"),
        ("https://e.com:8443/s.xml", "https://e.com/", "scope/other-port"),
        ("https://e.com:8443/s.xml", "https://e.com:8443/", ""),
        ("http://e.com/s.xml", "https://e.com:444/", "scope/other-scheme scope/other-port"),
        ("https://e.com/s.xml", "/relative", ""),
        ("s.xml", "https://e.com/", ""),
        ("", "https://e.com/", ""),
    ] {
        let found = scope(xml(Profile::Google), address, &Header::default(), &[loc, loc]);
        let both = format!("{expected} {expected}");
        assert_eq!(ids(&found), both.trim(), "{address} {loc}");
        let (facts, header) = (Facts::new(Profile::Google, "robots"), index());
        assert_eq!(ids(&scope(facts, address, &header, &[loc])), "", "of robots.txt");
    }
}

#[test]
fn submitted_in_the_search_console() {
    let locs = ["https://f.com/", "https://e.com/b"];
    for (profile, submitted, severity) in [
        (Profile::Google, true, Severity::Note),
        (Profile::Google, false, Severity::Error),
        (Profile::Yandex, true, Severity::Error),
    ] {
        let facts = Facts { submitted, ..xml(profile) };
        let found = scope(facts, "https://e.com/a/s.xml", &Header::default(), &locs);
        assert_eq!(ids(&found), "scope/other-host scope/outside-path scope/mixed-host");
        assert!(found[..2].iter().all(|one| one.severity == severity));
        assert_eq!(&*found[0].detail, "f.com, not e.com");
    }
}

#[test]
fn scopes_of_an_index() {
    for (address, loc, expected) in [
        ("https://e.com/m/i.xml", "https://e.com/m/a.xml", ""),
        ("https://e.com/m/i.xml", "https://e.com/m/n/a.xml", ""),
        ("https://e.com/m/i.xml", "https://e.com/a.xml", "scope/index-child-directory"),
        ("https://e.com/m/i.xml", "https://f.com/m/a.xml", "scope/index-child-host"),
        ("https://e.com/m/i.xml", "http://e.com/m/a.xml", ""),
        ("", "https://e.com/a.xml", ""),
        ("", "https://e.com/a.xml.gz", ""),
        ("", "https://e.com/sitemap", ""),
        ("", "https://e.com/?feed=sitemap", ""),
        ("", "https://e.com/x.php?map=/", ""),
        ("", "https://e.com/a.HTML#x", "index/child-not-sitemap"),
        ("", "https://e.com", "index/child-not-sitemap"),
        ("", "https://e.com/maps/", "index/child-not-sitemap"),
    ] {
        let found = scope(xml(Profile::Google), address, &index(), &[loc]);
        assert_eq!(ids(&found), expected, "{address} {loc}");
    }
}

#[test]
fn mixtures() {
    for (locs, expected) in [
        (&["https://e.com/a", "https://E.com:443/b", "https://e.com"][..], ""),
        (&["https://e.com/", "http://e.com/", "http://e.com/a"], "scope/mixed-scheme"),
        (&["https://e.com/", "https://f.com/", "https://g.com/"], "scope/mixed-host"),
        (&["https://e.com/", "/a", "ftp://f.com/"], ""),
    ] {
        let found = scope(xml(Profile::Google), "", &Header::default(), locs);
        assert_eq!(ids(&found), expected, "{locs:?}");
        assert!(found.iter().all(|one| one.position == place(1) && &*one.loc == locs[1]));
        if expected == "scope/mixed-host" {
            assert_eq!(&*found[0].detail, "f.com beside e.com; 3 hosts");
        }
    }
    let many: Vec<String> = (0..5000).map(|number| format!("https://e{number}.com/")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut found = scope(xml(Profile::Google), "", &Header::default(), &many);
    found.truncate(1);
    assert_eq!(ids(&found), "scope/mixed-host");
    assert_eq!(&*found[0].detail, "e1.com beside e0.com; 5000 hosts");
}

#[test]
fn robots() {
    let text = "User-agent: *\nDisallow: /cart\nUser-agent: bingbot\nDisallow: /maps/";
    let other = "Sitemap: https://E.com/maps/s.xml\nUser-agent: *\nDisallow: /x";
    let robots = [
        Robots::parse("https://e.com/robots.txt", text).unwrap(),
        Robots::parse("https://f.com/robots.txt", other).unwrap(),
        Robots::parse("https://g.com/robots.txt", "").unwrap(),
    ];
    let blocked = "scope/robots-blocked";
    for (profile, loc, expected) in [
        (Profile::Google, "https://e.com/cart/%61", blocked),
        (Profile::Google, "https://e.com/ca%72t", blocked),
        (Profile::Google, "https://e.com/x/../cart", blocked),
        (Profile::Google, "https://e.com/Cart", ""),
        (Profile::Google, "https://e.com/car", ""),
        (Profile::Google, "http://e.com/cart", "scope/other-scheme"),
        // A page, then the sitemap itself.
        (Profile::Bing, "https://e.com/maps/a", "scope/robots-blocked scope/robots-blocked"),
        (Profile::Bing, "https://e.com/", blocked),
        // Its robots.txt names this sitemap, that of another does not, that of a third is not known.
        (Profile::Google, "https://f.com/", ""),
        (Profile::SitemapsOrg, "https://f.com/", ""),
        (Profile::Google, "https://f.com/x", "scope/robots-blocked"),
        (
            Profile::Google,
            "https://g.com/",
            "scope/cross-submit-unproven scope/other-host scope/mixed-host",
        ),
        (Profile::Google, "https://h.com/", "scope/other-host scope/mixed-host"),
    ] {
        let facts = Facts { robots: &robots, ..xml(profile) };
        let locs = ["https://e.com/maps/b", loc];
        let first = usize::from(profile == Profile::Bing);
        let mut found =
            scope(facts, "https://e.com/maps/s.xml", &Header::default(), &locs).split_off(first);
        found.retain(|one| one.rule.id != "scope/outside-path");
        assert!(
            found.iter().all(|one| one.rule.id != "scope/mixed-scheme" || loc.starts_with("http:"))
        );
        found.retain(|one| one.rule.id != "scope/mixed-scheme");
        assert_eq!(ids(&found), expected, "{loc}");
    }
}

#[test]
fn dates() {
    let dated = |dates: &[&str]| -> Vec<Entry> {
        let entry = |date: &&str| Entry {
            lastmod: Datetime::parse(date).ok(),
            ..Entry::new(Loc::new("https://e.com/a"))
        };
        dates.iter().map(entry).collect()
    };
    let facts = xml(Profile::Google);
    let header = Header::default();
    assert_eq!(ids(&run(facts, &header, &dated(&["", ""]), 0)), "lastmod/missing");
    assert_eq!(ids(&run(facts, &header, &dated(&["", "2026"]), 0)), "");
    assert_eq!(ids(&run(Facts::new(Profile::Google, "text"), &header, &dated(&[""]), 0)), "");
    let mut ten = vec!["2026-03-04"; 10];
    assert_eq!(ids(&run(facts, &header, &dated(&ten[..9]), 0)), "");
    let found = run(facts, &header, &dated(&ten), 0);
    assert_eq!(ids(&found), "lastmod/all-identical");
    assert_eq!(&*found[0].detail, "2026-03-04 in 10 of 10 entries");
    assert_eq!(ids(&run(facts, &index(), &dated(&ten), 0)), "");
    ten[0] = "2026-03-04T00:00:00Z";
    assert_eq!(ids(&run(facts, &header, &dated(&ten), 0)), "lastmod/all-identical");
    ten[5] = "";
    assert_eq!(ids(&run(facts, &header, &dated(&ten), 0)), "");
    // Nine tenths, after many others.
    let others: Vec<String> = (0..90).map(|day| format!("19{day:02}")).collect();
    let mut all: Vec<&str> = others.iter().map(String::as_str).collect();
    all.extend(vec!["2026-03-04"; 1200]);
    assert_eq!(ids(&run(facts, &header, &dated(&all), 0)), "lastmod/all-identical");
}

#[test]
fn older_than_the_sitemap() {
    let entries = [page("https://e.com/a"), page("https://e.com/b")];
    for (lastmod, expected) in
        [("2026-03-03", "index/lastmod-older-than-child"), ("2026-03-04", ""), ("", "")]
    {
        let at = Position { line: 9, ..Position::start(3) };
        let lastmod = Datetime::parse(lastmod).ok();
        let listed = Some(Listed { loc: "https://e.com/a.xml", at, lastmod });
        let found = run(Facts { listed, ..xml(Profile::Google) }, &Header::default(), &entries, 0);
        assert_eq!(ids(&found), expected);
        assert!(
            found.iter().all(|one| one.position == at && one.other.as_deref() == Some(&place(0)))
        );
    }
}

#[test]
fn what_engines_ignore() {
    let header = Header::default();
    let weighed = |weights: &[&str]| -> Vec<Entry> {
        let weigh = |weight: &&str| Entry {
            priority: Priority::parse(weight).ok(),
            changefreq: Some(Changefreq::Daily).filter(|_| weight.len() == 4),
            ..page("https://e.com/")
        };
        weights.iter().map(weigh).collect()
    };
    let facts = xml(Profile::Google);
    for (weights, expected) in [
        (&["0.5", "0.50"][..], "priority/ignored changefreq/ignored priority/all-same"),
        (&["0.5", "0.6"], "priority/ignored"),
        (&["0.5", "0.5", ""], "priority/ignored"),
        (&["0.5"], "priority/ignored"),
        (&["", ""], ""),
    ] {
        assert_eq!(ids(&run(facts, &header, &weighed(weights), 0)), expected, "{weights:?}");
    }
}

#[test]
fn extensions() {
    const GOOGLE: &str = "http://www.google.com/schemas/sitemap-mobile/1.0";
    const BAIDU: &str = "http://www.baidu.com/schemas/sitemap-mobile/1/";
    const PAGEMAP: &str = "http://www.google.com/schemas/sitemap-pagemap/1.0";
    let at = Position::default();
    let run = |fill: &dyn Fn(&mut Entry)| {
        let mut entry = page("https://e.com/");
        fill(&mut entry);
        let entries = [entry.clone(), entry];
        ids(&run(xml(Profile::Google), &Header::default(), &entries, 0))
    };
    let leaf = |namespace: &'static str, name: &'static str, text: &'static str| {
        run(&|entry| {
            entry.extensions.leaf(namespace, name, text);
        })
    };
    assert_eq!(leaf(GOOGLE, "mobile", " "), "mobile/obsolete");
    assert_eq!(leaf(GOOGLE, "mobile", "x"), "mobile/obsolete mobile/not-empty mobile/not-empty");
    assert_eq!(leaf(GOOGLE, "other", "x"), "");
    assert_eq!(leaf(BAIDU, "mobile", ""), "");
    let baidu = |kind: &'static str| {
        run(&|entry| {
            entry.extensions.open(BAIDU, "mobile", at).attribute("", "type", kind).close();
        })
    };
    assert_eq!(baidu("pc,mobile"), "");
    assert_eq!(baidu("autoadapt"), "mobile/baidu-type mobile/baidu-type");
    for gone in ["geo/schemas", "codesearch/schemas"] {
        let namespace: &'static str = format!("http://www.google.com/{gone}/sitemap/1.0").leak();
        assert_eq!(leaf(namespace, "x", ""), "ext/retired", "once");
    }
    assert_eq!(leaf("http://www.google.com/schemas/sitemap-image/1.1", "image", ""), "");
    let pagemap = |kind: bool, name: bool, value: bool, text: &'static str| {
        let found = run(&|entry| {
            let tape = &mut entry.extensions;
            tape.open(PAGEMAP, "PageMap", at).open(PAGEMAP, "DataObject", at);
            if kind {
                tape.attribute("", "type", "action");
            }
            tape.open(PAGEMAP, "Attribute", at);
            if name {
                tape.attribute("", "name", "a");
            }
            if value {
                tape.attribute("", "value", "b");
            }
            tape.text(text).close().close().close();
        });
        found.split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(pagemap(true, true, true, " "), "");
    assert_eq!(pagemap(true, true, false, "x"), "");
    assert_eq!(pagemap(true, true, true, "x"), "pagemap/value-and-text");
    assert_eq!(pagemap(false, true, false, "x"), "pagemap/missing-type");
    assert_eq!(pagemap(true, false, false, "x"), "pagemap/missing-name");
}
