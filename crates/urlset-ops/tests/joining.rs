//! Laws of joining entries of one key, and what each policy keeps and tells.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use proptest::prelude::*;
use urlset_core::{
    Audit, Changefreq, Datetime, Diagnostic, Element, Entry, Extension, Extensions, Loc, Lost,
    Occurs, Position, Priority, Severity, Shape, Sink, Value,
};
use urlset_ops::{Conflicts, Joined};

struct NoAudit;
impl Audit for NoAudit {
    fn entry(&mut self, _: &Entry, _: Position, _: &mut dyn Sink) -> urlset_core::Result<()> {
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
static PLAIN: Extension = extension("plain", "urn:plain", &[], &[]);
static ALL: &[&Extension] = &[&MEDIA, &LINK, &PLAIN];

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

/// `media c=1 p=2 t=3`, `link de=x`, `plain x`, `a x`: one element each.
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
                    _ => "m:title",
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
        ("lastmod=newest", ["2026-03-04", "2026-03-04T00:00:00Z", ""], "2026-03-04", 1),
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
        (
            "media=union",
            [["media c=1 t=a", "plain x"], ["media c=1 p=9", "plain x"]],
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

/// The default covers them too, and a place is known for what came second.
#[test]
fn unions_are_the_default_and_know_their_places() {
    let entries =
        [with(&["plain x"]), with(&["media c=1 t=a"]), with(&["media c=1 t=b", "link a=b"])];
    let (kept, findings) = join("changefreq=first", &entries);
    assert_eq!(kept, with(&["plain x", "media c=1 t=a", "link a=b"]));
    assert_eq!((findings[0].position, findings[0].other.as_deref()), (at(3), Some(&at(2))));
    assert!(findings[0].detail.starts_with("media: `<m:item> content=1 title=b` gives way to"));
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let date =
        prop_oneof![Just(""), Just("2026"), Just("2026-01-01"), Just("2026-03-04"), Just("2025")];
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
    let date = entry.lastmod.map(Datetime::earliest);
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
                prop_assert!(one.priority.is_none() || one.priority == joined.priority);
                prop_assert!(one.changefreq.is_none() || one.changefreq == joined.changefreq);
                for element in one.extensions.elements() {
                    prop_assert!(joined.extensions.elements().any(|kept| kept == element));
                }
            }
        }
    }
}
