//! Laws of joining entries of one key, and what each policy keeps and tells.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use proptest::prelude::*;
use urlset_core::{
    Audit, Changefreq, Datetime, Diagnostic, Element, Entry, Extension, Extensions, Limits, Loc,
    Lost, Occurs, Position, Priority, Severity, Shape, Sink, Value,
};
use urlset_ops::{Conflicts, Joined};

struct NoAudit;
impl Audit for NoAudit {
    fn entry(
        &mut self,
        _: &Entry,
        _: &dyn urlset_core::Place,
        _: &mut dyn Sink,
    ) -> urlset_core::Result<()> {
        Ok(())
    }
}

const fn extension(
    name: &'static str,
    namespace: &'static str,
    shapes: &'static [Shape],
    identity: &'static [&'static [&'static str]],
) -> Extension {
    Extension {
        name,
        title: "for tests",
        namespace,
        variants: &[],
        prefix: "p",
        element: "item",
        shapes,
        keyed: None,
        identity,
        audit: || Box::new(NoAudit),
        rules: &[],
    }
}

const fn shape(path: &'static str) -> Shape {
    Shape { path, occurs: Occurs::Optional, value: Value::Url, deprecated: false }
}

static MEDIA_SHAPES: [Shape; 2] = [shape("content"), shape("player")];
static LINK_SHAPES: [Shape; 2] = [shape("@lang"), shape("@href")];
static MEDIA: Extension =
    extension("media", "urn:media", &MEDIA_SHAPES, &[&["content"], &["player"]]);
static LINK: Extension = extension("link", "urn:link", &LINK_SHAPES, &[&["@lang", "@href"]]);
static TAG: Extension = Extension {
    keyed: Some(("lang", "href")),
    ..extension("tag", "urn:tag", &LINK_SHAPES, &[&["@lang"]])
};
static KIND_SHAPES: [Shape; 2] =
    [Shape { occurs: Occurs::Implied("item"), ..shape("@is") }, shape("@href")];
static KIND: Extension = extension("kind", "urn:kind", &KIND_SHAPES, &[&["@href"]]);
static PLAIN: Extension = extension("plain", "urn:plain", &[], &[]);
static ALL: &[&Extension] = &[&MEDIA, &LINK, &TAG, &KIND, &PLAIN];

fn at(line: u32) -> Position {
    Position { line, column: 1, ..Position::start(1) }
}

/// Joins entries that stand on lines 1, 2, 3.
fn join(policies: &str, entries: &[Entry]) -> (Entry, Vec<Diagnostic>) {
    let conflicts = Conflicts::parse(policies, ALL).unwrap();
    let mut findings = Vec::new();
    let mut joined = Joined::begin(entries[0].clone(), at(1));
    for (line, entry) in entries.iter().enumerate().skip(1) {
        joined.add(&conflicts, entry, at(u32::try_from(line).unwrap() + 1), &mut findings).unwrap();
    }
    (joined.into_entry(), findings)
}

fn entry(fill: impl FnOnce(&mut Entry)) -> Entry {
    let mut entry = Entry::new(Loc::new("https://example.com/"));
    fill(&mut entry);
    entry
}

fn dated(lastmod: &str) -> Entry {
    entry(|entry| entry.lastmod = Datetime::parse(lastmod).ok())
}

fn weighed(priority: &str) -> Entry {
    entry(|entry| entry.priority = Priority::parse(priority).ok())
}

/// `media c=1 p=2 t=3`, `link de=x`, `tag de=x=text`, `kind canonical=x`, `plain x`, `a x`: one element each.
fn with(elements: &[&str]) -> Entry {
    entry(|entry| elements.iter().for_each(|element| put(element, &mut entry.extensions)))
}

fn put(element: &str, tape: &mut Extensions) {
    let (name, rest) = element.split_once(' ').unwrap();
    match name {
        "media" => {
            tape.open("urn:media", "m:item", Position::default());
            for part in rest.split(' ') {
                let (child, text) = part.split_once('=').unwrap();
                let child = match child {
                    "c" => "m:content",
                    "p" => "m:player",
                    "t" => "m:title",
                    _ => "m:other",
                };
                tape.leaf("urn:media", child, text);
            }
            tape.close();
        }
        "link" => {
            let (lang, href) = rest.split_once('=').unwrap();
            tape.open("urn:link", "l:item", Position::default());
            tape.attribute("", "lang", lang).attribute("", "href", href).close();
        }
        "tag" | "kind" => {
            let (value, href) = rest.split_once('=').unwrap();
            let attribute = if name == "tag" { "lang" } else { "is" };
            tape.open(&format!("urn:{name}"), "t:item", Position::default());
            let (href, text) = href.split_once('=').unwrap_or((href, ""));
            tape.attribute("", attribute, value).attribute("", "href", href).text(text).close();
        }
        "plain" => drop(tape.leaf("urn:plain", "p:item", rest)),
        other => drop(tape.leaf("urn:other", other, rest)),
    }
}

fn lastmod(entry: &Entry) -> String {
    entry.lastmod.map(|date| date.to_string()).unwrap_or_default()
}

#[test]
fn dates_by_their_first_instant() {
    for (policies, dates, kept, told) in [
        (
            "lastmod=newest",
            ["2026-03-04", "2026-03", "2026-03-04T01:00:00Z"],
            "2026-03-04T01:00:00Z",
            2,
        ),
        ("lastmod=oldest", ["2026-03-04", "2026-03", "2026-03-04T01:00:00Z"], "2026-03", 2),
        // Of one instant what says more, then the greater text, whichever comes first.
        (
            "lastmod=newest",
            ["2026-03-04", "2026-03-04T00:00:00Z", "2026-03-04T00:00:00+00:00"],
            "2026-03-04T00:00:00Z",
            2,
        ),
        ("lastmod=newest", ["2026-03-01", "2026-03", ""], "2026-03-01", 1),
        ("lastmod=oldest", ["2026-03", "2026-03-01", "2026-04"], "2026-03-01", 2),
        ("lastmod=newest", ["", "2026-03-04", "2026-03-04"], "2026-03-04", 0),
        (
            "lastmod=longest",
            ["2026-03-04", "2026-03-04T00:00:00Z", "2027"],
            "2026-03-04T00:00:00Z",
            2,
        ),
        ("lastmod=first", ["", "2026", "2027"], "2026", 1),
        ("lastmod=last", ["2028", "2026", ""], "2026", 1),
        ("lastmod=fail", ["2028", "2026", "2026"], "2028", 2),
    ] {
        let (entry, findings) = join(policies, &dates.map(dated));
        assert_eq!(
            (lastmod(&entry).as_str(), findings.len()),
            (kept, told),
            "{policies} {dates:?}"
        );
    }
}

#[test]
fn a_conflict_names_both_values_and_both_places() {
    let (_, findings) = join("lastmod=newest", &[dated("2026"), dated("2027"), dated("2025")]);
    let [older, later] = findings.try_into().unwrap();
    assert_eq!(older.rule.id, "set/duplicate-conflict");
    assert_eq!((older.severity, older.lost), (Severity::Warning, Lost::Nothing));
    assert_eq!(&*older.detail, "lastmod: `2026` gives way to `2027` (newest)");
    assert_eq!((older.position, older.other.as_deref()), (at(1), Some(&at(2))));
    assert_eq!(&*older.loc, "https://example.com/");
    assert_eq!(&*later.detail, "lastmod: `2025` gives way to `2027` (newest)");
    assert_eq!((later.position, later.other.as_deref()), (at(3), Some(&at(2))));
}

#[test]
fn a_conflict_may_be_an_error() {
    let (entry, findings) = join("*=fail", &[with(&["plain x"]), with(&["plain y"])]);
    assert_eq!((findings[0].severity, findings[0].lost), (Severity::Error, Lost::Field));
    assert_eq!(entry, with(&["plain x"]));
}

#[test]
fn weights_and_words() {
    for (policies, weights, kept) in [
        ("priority=max", ["0.5", "0.8", "0.80"], "0.8"),
        ("priority=min", ["0.5", "", ".50"], "0.5"),
        ("priority=last", ["", "0.8", "0.5"], "0.5"),
    ] {
        let (entry, _) = join(policies, &weights.map(weighed));
        assert_eq!(entry.priority.unwrap().to_string(), kept, "{policies}");
    }
    // One number is no conflict, however it is spelled.
    for (policies, kept) in
        [("priority=fail", "0.5"), ("priority=last", ".5"), ("priority=max", "0.5")]
    {
        let (entry, told) = join(policies, &["0.5", "0.50", ".5"].map(weighed));
        assert_eq!((entry, told), (weighed(kept), vec![]));
    }
    let often = entry(|entry| entry.changefreq = Some(Changefreq::Daily));
    let seldom = entry(|entry| entry.changefreq = Some(Changefreq::Never));
    let none = entry(|_| ());
    let (kept, told) = join("changefreq=first", &[none, seldom, often]);
    assert_eq!((kept.changefreq, told.len()), (Some(Changefreq::Never), 1));
}

#[test]
fn elements_by_policy() {
    for (policies, entries, kept, told) in [
        // Items that are the same are there once; other content of one gives way.
        (
            "media=union",
            [["media c=1", "media p=2"], ["media p=2", "media c=3"]],
            "media c=1,media p=2,media c=3",
            0,
        ),
        (
            "media=union",
            [["media c=1 t=a", "plain x"], ["media c=1 t=b", "plain x"]],
            "media c=1 t=a,plain x",
            1,
        ),
        // What only says where to play is another one than what says where the film is.
        (
            "media=union",
            [["media c=1", "plain x"], ["media p=1", "plain x"]],
            "media c=1,plain x,media p=1",
            0,
        ),
        (
            "link=union",
            [["link de=1", "link en=1"], ["link de=2", "link en=1"]],
            "link de=1,link en=1,link de=2",
            0,
        ),
        // Twice in one entry is no conflict with the next.
        (
            "link=union",
            [["link de=1", "link de=1"], ["link de=1", "link de=1"]],
            "link de=1,link de=1",
            0,
        ),
        ("plain=first", [["plain x", "a 1"], ["plain y", "a 1"]], "plain x,a 1", 1),
        ("plain=union", [["plain x", "a 1"], ["plain y", "a 1"]], "plain x,a 1,plain y", 0),
        ("plain=last", [["plain x", "a 1"], ["plain y", "plain x"]], "a 1,plain y,plain x", 0),
        (
            "plain=longest",
            [["plain x", "plain y"], ["plain xyz", "plain y"]],
            "plain xyz,plain y",
            1,
        ),
        (
            "plain=longest",
            [["plain abc", "plain y"], ["plain xyz", "plain y"]],
            "plain abc,plain y",
            1,
        ),
        // Elements without a name of their own field: each name by itself, so none vanishes.
        ("other=first", [["a 1", "b 1"], ["b 2", "c 1"]], "a 1,b 1,c 1", 1),
        ("other=last", [["a 1", "b 1"], ["b 2", "c 1"]], "a 1,b 2,c 1", 1),
    ] {
        let (entry, findings) = join(policies, &entries.map(|elements| with(&elements)));
        assert_eq!(entry, with(&kept.split(',').collect::<Vec<_>>()), "{policies} {entries:?}");
        assert_eq!(findings.len(), told, "{policies} {entries:?}");
    }
}

/// By what only the later one has, a list as a whole; what both have is a conflict as ever.
#[test]
fn an_item_is_filled_by_its_later_version() {
    for (one, other, kept, told) in [
        ("media c=1 t=a", "media c=1 p=9", "media c=1 p=9 t=a", 0),
        ("media c=1 t=a", "media c=1 p=9 t=b", "media c=1 p=9 t=a", 1),
        ("media c=1", "media c=1 t=b t=c u=d", "media c=1 t=b t=c u=d", 0),
        ("media c=1 t=b", "media c=1 t=b t=c", "media c=1 t=b", 1),
        ("tag de=1", "tag DE=1", "tag de=1", 1),
        ("tag de=1=x", "tag de=1=y", "tag de=1=x", 1),
    ] {
        let (entry, findings) = join("media=union", &[with(&[one]), with(&[other])]);
        assert_eq!((entry, findings.len()), (with(&[kept]), told), "{one} {other}");
    }
}

/// The default covers them too, and a place is known for what came second.
#[test]
fn unions_are_the_default_and_know_their_places() {
    let entries = [
        with(&["plain x"]),
        with(&["link a=b", "media c=1 t=a"]),
        with(&["link c=d", "media c=1 t=b"]),
    ];
    let (kept, findings) = join("changefreq=first", &entries);
    assert_eq!(kept, with(&["plain x", "link a=b", "media c=1 t=a", "link c=d"]));
    assert_eq!((findings[0].position, findings[0].other.as_deref()), (at(3), Some(&at(2))));
    assert!(findings[0].detail.starts_with("media: `<m:item> content=1 title=b` gives way to"));
}

/// Where elements have gone away, those that stayed still know where they came from.
#[test]
fn what_stays_keeps_its_place() {
    let entries = [
        with(&["a 1", "plain x", "media c=1 t=a"]),
        with(&["plain y", "link a=b"]),
        with(&["a 2", "plain z", "media c=1 t=b"]),
    ];
    let (kept, findings) = join("plain=last", &entries);
    assert_eq!(kept, with(&["a 1", "media c=1 t=a", "link a=b", "plain z"]));
    let told = findings.iter().map(|one| {
        let field = one.detail.split_once(':').unwrap().0;
        (field, one.position.line, one.other.as_ref().unwrap().line)
    });
    let expected = [("plain", 1, 2), ("other", 3, 1), ("plain", 2, 3), ("media", 3, 1)];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

/// Whether an entry without elements came before says nothing of their places.
#[test]
fn the_same_again_stays_where_it_is() {
    let same = with(&["media c=1", "link a=b"]);
    for entries in [vec![same.clone(); 2], vec![with(&[]), same.clone(), same.clone()]] {
        assert_eq!(join("media=last", &entries).0, same);
    }
}

#[test]
fn the_longest_counts_attributes_and_text() {
    let (kept, told) =
        join("link=longest", &[with(&["link a=b"]), with(&["link c=dddd"]), with(&["link e=f"])]);
    assert_eq!((kept, told.len()), (with(&["link c=dddd"]), 2));
}

#[test]
fn space_around_an_attribute_makes_no_other_item() {
    let (kept, told) = join("other=first", &[with(&["tag de=1"]), with(&["tag  DE =1"])]);
    assert_eq!((kept, told.len()), (with(&["tag de=1"]), 1));
}

/// A language tag is the same in any case; a link that is no alternate is no item.
#[test]
fn links_of_another_kind_are_other_elements() {
    let (kept, told) = join("other=first", &[with(&["tag de=1"]), with(&["tag DE=2"])]);
    assert_eq!((kept, told.len()), (with(&["tag de=1"]), 1));
    let entries = [
        with(&["kind canonical=1", "kind item=1"]),
        with(&["kind amphtml=2", "kind nofollow ITEM=3", "kind canonical=2"]),
    ];
    let (kept, told) = join("other=first", &entries);
    let all = ["kind canonical=1", "kind item=1", "kind amphtml=2", "kind nofollow ITEM=3"];
    assert_eq!(kept, with(&all));
    assert_eq!(told.len(), 1);
    assert!(told[0].detail.starts_with("other: `<t:item> is=canonical href=2`"), "{told:?}");
}

/// A second for what took an hour while all that was there was looked at for each.
#[test]
fn many_entries_of_one_key_take_no_longer_than_they_must() {
    let begun = std::time::Instant::now();
    let conflicts = Conflicts::new(ALL);
    let mut joined = Joined::begin(with(&["media c=x t=t"]), at(1));
    let mut findings = Vec::new();
    for number in 0..20_000 {
        let (item, other) = (format!("media c={number}"), format!("media c=x u={number}"));
        joined.add(&conflicts, &with(&[&item, &other]), at(2), &mut findings).unwrap();
    }
    let kept = joined.into_entry();
    assert_eq!((kept.extensions.elements().count(), findings.len()), (20_001, 19_999));
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn what_one_entry_cannot_hold_is_told() {
    let first = with(&["media c=1 t=aaa", "media c=2", "plain x"]);
    let more = with(&["media c=2 t=ccc", "media c=3 t=bb", "plain x", "a 4"]);
    for (limits, kept, lost, full) in [
        // Of nodes it has ten, and an element with text takes two.
        (
            Limits { nodes: 12, ..Limits::default() },
            with(&["media c=1 t=aaa", "media c=2 t=ccc", "plain x"]),
            ["media: `<m:item> content=3 title=bb`", "other: `<a> 4`"],
            "12 nodes",
        ),
        (
            Limits { entry_bytes: 119, ..Limits::default() },
            with(&["media c=1 t=aaa", "media c=2 t=ccc", "plain x", "a 4"]),
            ["media: `<m:item> content=3 title=bb`", ""],
            "119 bytes",
        ),
    ] {
        let conflicts = Conflicts::new(ALL).within(limits);
        let mut joined = Joined::begin(first.clone(), at(1));
        let mut findings = Vec::new();
        joined.add(&conflicts, &more, at(2), &mut findings).unwrap();
        assert_eq!(*joined.entry(), kept, "{full}");
        let lost: Vec<_> = lost.into_iter().filter(|one| !one.is_empty()).collect();
        assert_eq!(findings.len(), lost.len(), "{findings:?}");
        for (finding, lost) in findings.iter().zip(lost) {
            assert_eq!((finding.rule.id, finding.lost), ("limit/entry-bytes", Lost::Field));
            assert_eq!((finding.position, &*finding.loc), (at(2), "https://example.com/"));
            let detail =
                format!("{lost} is left out: the joined entry would hold more than {full}");
            assert_eq!(&*finding.detail, detail);
        }
        // What one entry had is there, whatever it holds, and room that is given up is used again.
        let mut joined = Joined::begin(more.clone(), at(1));
        let none = Conflicts::new(ALL).within(Limits { nodes: 0, ..limits });
        joined.add(&none, &first, at(2), &mut ()).unwrap();
        assert_eq!(*joined.entry(), more);
    }
    let last = Conflicts::parse("plain=last", ALL).unwrap();
    let last = last.within(Limits { nodes: 2, ..Limits::default() });
    let (mut joined, mut findings) = (Joined::begin(with(&["plain x"]), at(1)), Vec::new());
    joined.add(&last, &with(&["plain y"]), at(2), &mut findings).unwrap();
    assert_eq!((joined.into_entry(), findings.len()), (with(&["plain y"]), 1));
}

#[test]
fn what_an_entry_repeats_is_joined_in_any_order() {
    let [a, b, c] =
        [&["media c=3"][..], &["media c=3", "media c=3 t=x"], &["media c=3 t=y"]].map(with);
    let both = with(&["media c=3 t=y", "media c=3 t=x"]);
    let left = join("media=union", &[join("media=union", &[a.clone(), b.clone()]).0, c.clone()]);
    let right = join("media=union", &[a, join("media=union", &[b, c]).0]);
    assert_eq!((left.0, left.1.len()), (both.clone(), 0));
    assert_eq!((right.0, right.1.len()), (both, 0));
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let date = prop::sample::select(vec![
        "",
        "2026",
        "2026-01-01",
        "2026-01-01T00:00:00Z",
        "2026-03-04",
        "2025",
    ]);
    let weight = prop_oneof![Just(""), Just("0.5"), Just(".5"), Just("0.8")];
    let element = prop_oneof![
        "media [cp]=[12]( t=[ab])?",
        "link (de|en)=[12]",
        "plain [xyz]{1,2}",
        "[ab] [12]",
    ];
    (date, weight, proptest::option::of(0..7_usize), proptest::collection::vec(element, 0..5))
        .prop_map(|(date, weight, word, elements)| {
            let mut entry = with(&elements.iter().map(String::as_str).collect::<Vec<_>>());
            entry.lastmod = Datetime::parse(date).ok();
            entry.priority = Priority::parse(weight).ok();
            entry.changefreq = word.map(|at| Changefreq::ALL[at]);
            entry
        })
}

fn any_policies() -> impl Strategy<Value = String> {
    let rest =
        prop_oneof![Just("first"), Just("last"), Just("longest"), Just("union"), Just("fail")];
    let date =
        prop_oneof![Just("newest"), Just("oldest"), Just("first"), Just("last"), Just("longest")];
    let weight = prop_oneof![Just("max"), Just("min"), Just("last")];
    (date, weight, rest.clone(), rest.clone(), rest).prop_map(
        |(date, weight, media, plain, other)| {
            format!("lastmod={date},priority={weight},media={media},plain={plain},other={other}")
        },
    )
}

/// Elements of one name together, in their order.
fn by_name(entry: &Entry) -> Entry {
    let mut elements: Vec<_> = entry.extensions.elements().collect();
    elements.sort_by_key(|element| (element.namespace(), element.name()));
    let mut sorted = Entry { extensions: Extensions::default(), ..entry.clone() };
    elements.into_iter().for_each(|element| sorted.extensions.append(element));
    sorted
}

/// An entry as a set: what it says, in no order.
fn said(entry: &Entry) -> String {
    let weight = entry.priority.map(|priority| priority.value());
    let date = entry.lastmod.map(|date| date.to_string());
    let mut elements: Vec<_> = entry
        .extensions
        .elements()
        .map(|element| {
            let attributes: Vec<_> =
                element.attributes().map(|attribute| attribute.value).collect();
            let children: Vec<_> = element.children().map(Element::text).collect();
            format!("{} {attributes:?} {} {children:?}", element.name(), element.text())
        })
        .collect();
    elements.sort();
    elements.dedup();
    format!("{weight:?} {date:?} {elements:?}")
}

/// Whether an element says all that another one says.
fn says(kept: Element<'_>, element: Element<'_>) -> bool {
    kept.is(element.namespace(), element.name())
        && kept.text() == element.text()
        && element.attributes().all(|one| kept.attributes().any(|other| other == one))
        && element.children().all(|one| kept.children().any(|other| other == one))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Up to where elements of one name stand among those of others.
    #[test]
    fn joining_is_associative(
        policies in any_policies(), a in any_entry(), b in any_entry(), c in any_entry(),
    ) {
        let left = join(&policies, &[join(&policies, &[a.clone(), b.clone()]).0, c.clone()]).0;
        let right = join(&policies, &[a.clone(), join(&policies, &[b.clone(), c.clone()]).0]).0;
        prop_assert_eq!(by_name(&left), by_name(&right));
        prop_assert_eq!(&join(&policies, &[a, b, c]).0, &left);
    }

    #[test]
    fn joining_with_itself_changes_and_tells_nothing(policies in any_policies(), entry in any_entry()) {
        let (joined, findings) = join(&policies, &[entry.clone(), entry.clone()]);
        prop_assert_eq!(joined, entry);
        prop_assert_eq!(findings, vec![]);
    }

    /// Items of one identity and other content are the one case in which unions care for the order.
    #[test]
    fn symmetric_policies_commute(a in any_entry(), b in any_entry()) {
        for policies in ["lastmod=newest,priority=max", "lastmod=oldest,priority=min"] {
            let all = format!("{policies},media=union,link=union,plain=union,other=union,changefreq=first");
            let plain = |entry: &Entry| {
                let mut entry = entry.clone();
                entry.changefreq = None;
                entry.extensions.remove("urn:media");
                entry
            };
            let (a, b) = (plain(&a), plain(&b));
            let left = join(&all, &[a.clone(), b.clone()]).0;
            let right = join(&all, &[b, a]).0;
            prop_assert_eq!(said(&left), said(&right));
        }
    }

    /// Whatever one of two entries says is said by the result, or told.
    #[test]
    fn nothing_vanishes_silently(policies in any_policies(), a in any_entry(), b in any_entry()) {
        let (joined, findings) = join(&policies, &[a.clone(), b.clone()]);
        if findings.is_empty() {
            for one in [&a, &b] {
                prop_assert!(one.lastmod.is_none() || one.lastmod == joined.lastmod);
                let weight = |entry: &Entry| entry.priority.map(|priority| priority.value());
                prop_assert!(one.priority.is_none() || weight(one) == weight(&joined));
                prop_assert!(one.changefreq.is_none() || one.changefreq == joined.changefreq);
                for element in one.extensions.elements() {
                    prop_assert!(joined.extensions.elements().any(|kept| says(kept, element)));
                }
            }
        }
    }
}
