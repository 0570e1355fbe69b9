//! Random clusters against a naive model in memory, and the laws of completing.

use crate::address::compared;
use crate::{ClusterAudit, Completion, Linking, Meeting, Meetings, Secret, complete};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};
use std::collections::{BTreeMap, BTreeSet};
use urlset_core::{Audit, Diagnostic, Entry, EntryReader, Header, Loc, Position, Result, Sink};
use urlset_hreflang::Alternate;
use urlset_ops::Reopen;
use urlset_store::Store;

/// An address and its links: tag and address.
pub(crate) type Page = (&'static str, Vec<(String, String)>);

const URLS: [&str; 6] = [
    "https://example.com/a",
    "https://example.com/b",
    "https://example.com/b/c",
    "https://example.com/d",
    "https://example.org/e",
    "https://example.org/f",
];
const TAGS: [&str; 6] = ["en", "de", "en-GB", "EN-gb", "fr", "x-default"];

pub(crate) fn pages() -> impl Strategy<Value = Vec<Page>> {
    let link = (0..TAGS.len(), 0..URLS.len())
        .prop_map(|(tag, url)| (TAGS[tag].to_owned(), URLS[url].to_owned()));
    let page = (0..URLS.len(), vec(link, 0..6)).prop_map(|(url, links)| (URLS[url], links));
    vec(page, 0..7)
}

fn entry(page: &Page) -> Entry {
    let mut entry = Entry::new(Loc::new(page.0));
    for (tag, href) in &page.1 {
        entry.extensions.push(&Alternate::new(tag, href));
    }
    entry
}

/// A reader of entries in memory, one on each line.
struct Memory(Header, Vec<Entry>, usize);

impl EntryReader for Memory {
    fn header(&self) -> &Header {
        &self.0
    }
    fn position(&self) -> Position {
        Position { line: u32::try_from(self.2).unwrap(), ..Position::start(0) }
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let next = self.1.get(self.2).cloned();
        self.2 += 1;
        *entry = next.clone().unwrap_or_default();
        Ok(next.is_some())
    }
}

fn reopen(entries: Vec<Entry>) -> Reopen<'static> {
    Box::new(move |_| Ok(Box::new(Memory(Header::default(), entries.clone(), 0))))
}

/// Line, rule and detail of every finding.
pub(crate) fn check(pages: &[Page], memory: u64) -> Vec<(u32, String, String)> {
    let store = Store::new(memory, None);
    let audit = |waits: bool| {
        let mut audit =
            if waits { ClusterAudit::waiting(&store) } else { ClusterAudit::new(&store) };
        let mut found = Vec::<Diagnostic>::new();
        let places = (1..).map(|line| Position { line, ..Position::start(0) });
        for (at, page) in places.clone().zip(pages) {
            audit.entry(&entry(page), &at, &mut found).unwrap();
        }
        assert!(found.is_empty());
        for (at, page) in places.zip(pages).take_while(|_| waits) {
            if audit.wants_again() {
                audit.again(&entry(page), at).unwrap();
            }
        }
        audit.finish(&mut found).unwrap();
        found.iter().map(told).collect::<Vec<_>>()
    };
    let found = audit(false);
    assert_eq!(audit(true), found, "what comes late is told the same");
    assert_eq!(in_parts(pages, &store), found, "so is what comes together elsewhere");
    found
}

/// The same in parts: what is said of one address comes together in one of three, and pages that are
/// neither linked nor have links do not come at all.
fn in_parts(pages: &[Page], store: &Store) -> Vec<(u32, String, String)> {
    let secret = Secret::new();
    let mut meetings = [(); 3].map(|()| Meeting::new(secret, store.clone()));
    let of = |url: &str| url.bytes().map(usize::from).sum::<usize>() % 3;
    let place = |at: usize| {
        let line = u32::try_from(at + 1).unwrap();
        // Only the order of the numbers counts.
        (5 + 3 * at as u64, Position { line, ..Position::start(0) })
    };
    let mut linking = Linking::new(secret);
    let (mut linked, mut links) = (BTreeSet::new(), BTreeSet::new());
    for (at, page) in pages.iter().enumerate() {
        let has_links = linking.entry(&entry(page), place(at), |address, record| {
            linked.insert(address.to_owned());
            meetings[of(address)].link(record)
        });
        links.extend(has_links.unwrap().then_some(at));
    }
    let mut told_of = Meetings::new(store);
    for (at, page) in pages.iter().enumerate() {
        let address = compared(page.0);
        if links.contains(&at) || linked.contains(&*address) {
            let give = &mut |record: &[u8]| told_of.push(record);
            meetings[of(&address)].entry(&entry(page), place(at), give).unwrap();
        }
    }
    for meeting in meetings {
        let mut met = meeting.finish().unwrap();
        while met.step(&mut |record| told_of.push(record)).unwrap() {}
        assert!(!met.step(&mut |_| panic!("everything was told")).unwrap());
    }
    let mut found = Vec::<Diagnostic>::new();
    told_of.finish(&mut found).unwrap();
    found.iter().map(told).collect()
}

#[test]
fn a_second_reading_is_of_the_same_entries() {
    let store = Store::new(1 << 20, None);
    let link = || vec![("de".to_owned(), URLS[1].to_owned())];
    let pages = [(URLS[0], vec![]), (URLS[1], vec![]), (URLS[2], link())];
    for (again, fits) in [(&pages[..], true), (&pages[..1], false), (&pages[1..], false)] {
        let mut audit = ClusterAudit::waiting(&store);
        for page in &pages {
            audit.entry(&entry(page), &Position::start(0), &mut ()).unwrap();
        }
        assert!(audit.wants_again());
        for page in again {
            audit.again(&entry(page), Position::start(0)).unwrap();
        }
        assert_eq!(audit.finish(&mut ()).is_ok(), fits);
    }
    let mut audit = ClusterAudit::waiting(&store);
    audit.entry(&entry(&pages[0]), &Position::start(0), &mut ()).unwrap();
    assert!(!audit.wants_again(), "no entry has links");
    audit.finish(&mut ()).unwrap();
}

fn told(finding: &Diagnostic) -> (u32, String, String) {
    let id = finding.rule.id.trim_start_matches("hreflang/");
    (finding.position.line, id.to_owned(), finding.detail.to_string())
}

/// The completed pages, and what was told.
pub(crate) fn completed(
    pages: &[Page],
    x_default: Option<&str>,
    memory: u64,
) -> (Vec<Page>, Vec<(u32, String, String)>) {
    let store = Store::new(memory, None);
    let how = Completion { x_default: x_default.map(str::to_owned) };
    let mut found = Vec::<Diagnostic>::new();
    let open = reopen(pages.iter().map(entry).collect());
    let mut reader = complete(open, &how, &store, &mut found).unwrap();
    let mut whole = Vec::new();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut found).unwrap() {
        let loc = pages.iter().map(|page| page.0).find(|url| *url == entry.loc.as_str()).unwrap();
        let links = entry.extensions.items::<Alternate>().map(|link| {
            let link = link.unwrap();
            (link.hreflang.unwrap(), link.href)
        });
        whole.push((loc, links.collect()));
    }
    let added = found.iter().filter(|f| f.rule.id == "hreflang/added-link").count();
    assert_eq!(reader.added().links, added as u64);
    let of_all = found.iter().filter(|f| f.detail.starts_with("x-default: no page")).count();
    assert_eq!(reader.added().refused, (found.len() - added - of_all) as u64);
    (whole, found.iter().map(told).collect())
}

pub(crate) fn usual(tag: &str) -> String {
    if tag == "EN-gb" { "en-GB".to_owned() } else { tag.to_owned() }
}

/// Under which languages a page lists another.
fn languages(pages: &[Page], from: &str, to: &str) -> Vec<String> {
    let links = pages.iter().filter(|page| page.0 == from).flat_map(|page| &page.1);
    let mut tags = Vec::new();
    for (tag, _) in links.filter(|link| link.1 == to && link.0 != "x-default") {
        if !tags.contains(&usual(tag)) {
            tags.push(usual(tag));
        }
    }
    tags
}

/// What all entries of the set say together.
struct Model<'p> {
    pages: &'p [Page],
    /// By address: under which languages each page lists it, itself first.
    listed: BTreeMap<&'p str, Vec<(&'p str, Vec<String>)>>,
}

impl<'p> Model<'p> {
    fn of(pages: &'p [Page]) -> Model<'p> {
        let mut listed: BTreeMap<&str, Vec<(&str, Vec<String>)>> = BTreeMap::new();
        for to in URLS {
            let mut by: Vec<&str> = URLS.to_vec();
            by.sort_by_key(|from| (*from != to, *from));
            for from in by {
                let tags = languages(pages, from, to);
                if !tags.is_empty() {
                    listed.entry(to).or_default().push((from, tags));
                }
            }
        }
        Model { pages, listed }
    }

    fn is_page(&self, url: &str) -> bool {
        self.pages.iter().any(|page| page.0 == url)
    }

    fn lists(&self, from: &str, to: &str) -> bool {
        let mut pages = self.pages.iter().filter(|page| page.0 == from);
        pages.any(|page| page.1.iter().any(|link| link.1 == to))
    }

    /// The languages all agree on, and who does not agree.
    fn language(&self, url: &str) -> (Vec<String>, Vec<&'p str>) {
        let Some(listed) = self.listed.get(url) else {
            return (Vec::new(), Vec::new());
        };
        let (mut agreed, mut against) = (listed[0].1.clone(), Vec::new());
        for (from, tags) in &listed[1..] {
            let both: Vec<String> =
                agreed.iter().filter(|tag| tags.contains(tag)).cloned().collect();
            if both.is_empty() {
                against.push(*from);
            } else {
                agreed = both;
            }
        }
        if against.is_empty() { (agreed, against) } else { (Vec::new(), against) }
    }

    fn set(&self, at: usize) -> BTreeSet<&str> {
        let page = &self.pages[at];
        page.1.iter().map(|link| link.1.as_str()).chain([page.0]).collect()
    }

    /// Languages and addresses of a page that lists itself.
    fn links(&self, at: usize) -> usize {
        let page = &self.pages[at];
        let named = page.1.iter().filter(|link| link.0 != "x-default");
        let links: BTreeSet<_> = named.map(|link| (usual(&link.0), &link.1)).collect();
        if links.iter().any(|(_, href)| *href == page.0) { links.len() } else { 0 }
    }

    fn default(&self, at: usize) -> Option<&str> {
        let mut links = self.pages[at].1.iter();
        links.find(|link| link.0 == "x-default").map(|link| link.1.as_str())
    }

    /// Line and rule of every finding, without order.
    fn findings(&self) -> Vec<(u32, String)> {
        let mut found = Vec::new();
        for (at, page) in self.pages.iter().enumerate() {
            let line = u32::try_from(at + 1).unwrap();
            let mut tell = |rule: &str| found.push((line, rule.to_owned()));
            let others: BTreeSet<&str> =
                page.1.iter().map(|link| link.1.as_str()).filter(|url| *url != page.0).collect();
            let (mut set, mut default, mut elsewhere) = (false, false, false);
            for to in others {
                let host = |url: &str| url.split('/').nth(2).unwrap().to_owned();
                let entries: Vec<usize> =
                    (0..self.pages.len()).filter(|other| self.pages[*other].0 == to).collect();
                match entries.first() {
                    None if host(to) == host(page.0) => tell("target-not-listed"),
                    None => {}
                    Some(_) if !self.lists(to, page.0) => tell("no-return"),
                    Some(first) => {
                        let (mine, theirs) = (self.set(at), self.set(*first));
                        let (own, its) = (self.default(at), self.default(*first));
                        let (here, there) = (self.links(at), self.links(*first));
                        let extent = (mine.len(), here, own.is_some(), *first);
                        let less = extent < (theirs.len(), there, its.is_some(), at);
                        let more = here != 0 && there != 0 && here != there;
                        let differ = mine != theirs || more || own.is_some() != its.is_some();
                        set |= entries.len() == 1 && differ && less;
                        elsewhere |= own.is_none() && its.is_some();
                        let (mine, theirs) = (own, its);
                        default |=
                            mine.is_some() && theirs.is_some() && mine != theirs && at > *first;
                    }
                }
            }
            if set {
                tell("inconsistent-set");
            }
            if default {
                tell("conflicting-x-default");
            }
            if !page.1.is_empty() && self.default(at).is_none() && !elsewhere {
                tell("no-x-default");
            }
        }
        for url in URLS {
            for from in self.language(url).1 {
                let links = |page: &Page| {
                    let mut links = page.1.iter();
                    page.0 == from && links.any(|link| link.1 == url && link.0 != "x-default")
                };
                let at = self.pages.iter().position(links).unwrap();
                found.push((u32::try_from(at + 1).unwrap(), "conflicting-self".to_owned()));
            }
        }
        found.sort();
        found
    }

    /// The links that each entry gets: tags in conventional form, addresses.
    fn additions(&self) -> Vec<BTreeSet<(String, String)>> {
        let mut all = vec![BTreeSet::new(); self.pages.len()];
        for url in URLS {
            let Some(first) = self.pages.iter().position(|page| page.0 == url) else {
                continue;
            };
            let asked = |from: &&&str| self.lists(from, url) && !self.lists(url, from);
            let links_at_all = URLS.iter().any(|to| self.lists(url, to));
            let mut missing: Vec<&str> = URLS
                .iter()
                .filter(|from| **from != url && self.is_page(from))
                .filter(asked)
                .copied()
                .collect();
            if !self.lists(url, url) && (links_at_all || !missing.is_empty()) {
                missing.push(url);
            }
            let of = |page: &str| self.language(page).0;
            let taken = |tag: &str| {
                let mut links = self.pages.iter().filter(|p| p.0 == url).flat_map(|p| &p.1);
                links.any(|link| usual(&link.0) == tag)
            };
            let alone =
                |tag: &str| missing.iter().filter(|m| of(m).iter().any(|t| t == tag)).count() == 1;
            let good = |page: &&&str| {
                let tags = of(page);
                !tags.is_empty() && tags.iter().all(|tag| !taken(tag) && alone(tag))
            };
            let good: Vec<&str> = missing.iter().filter(good).copied().collect();
            if !links_at_all && good == [url] {
                continue;
            }
            for page in good {
                all[first].extend(of(page).into_iter().map(|tag| (tag, page.to_owned())));
            }
        }
        all
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn findings_are_those_of_the_model(pages in pages()) {
        let found = check(&pages, 1 << 30);
        let mut plain: Vec<(u32, String)> =
            found.iter().map(|(line, id, _)| (*line, id.clone())).collect();
        prop_assert!(plain.is_sorted_by_key(|(line, _)| *line));
        plain.sort();
        prop_assert_eq!(plain, Model::of(&pages).findings());
        prop_assert_eq!(check(&pages, 1), found);
    }

    #[test]
    fn additions_are_those_of_the_model(pages in pages()) {
        let (whole, told) = completed(&pages, None, 1 << 30);
        let additions = Model::of(&pages).additions();
        prop_assert_eq!(whole.len(), pages.len());
        for ((before, after), added) in pages.iter().zip(&whole).zip(additions) {
            prop_assert_eq!(before.0, after.0);
            let (old, new) = after.1.split_at(before.1.len());
            prop_assert_eq!(old, &before.1[..]);
            let new: BTreeSet<(String, String)> =
                new.iter().map(|(tag, href)| (usual(tag), href.clone())).collect();
            prop_assert_eq!(new, added);
        }
        prop_assert_eq!(completed(&pages, None, 1), (whole, told));
    }

    #[test]
    fn completed_is_complete(pages in pages(), en in proptest::bool::ANY) {
        let x_default = en.then_some("en");
        let (once, told) = completed(&pages, x_default, 1 << 30);
        let (twice, again) = completed(&once, x_default, 1 << 30);
        prop_assert_eq!(&twice, &once);
        let refused = |told: &[(u32, String, String)]| {
            told.iter().filter(|told| told.1 == "not-completed").cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(refused(&again), again.clone());
        // What was refused stays refused; nothing else is missing.
        let missing = check(&once, 1).iter().filter(|told| told.1 == "no-return").count();
        prop_assert!(missing == 0 || !refused(&told).is_empty());
        prop_assert_eq!(completed(&pages, x_default, 1), (once, told));
    }
}

pub(crate) fn page(loc: &'static str, links: &[(&str, &str)]) -> Page {
    (loc, links.iter().map(|(tag, href)| ((*tag).to_owned(), (*href).to_owned())).collect())
}

#[test]
fn a_home_page_for_everybody_gets_no_second_page_of_its_language() {
    let [home, a, b, ..] = URLS;
    let pages = [
        page(home, &[("en", home), ("x-default", home)]),
        page(a, &[("en", a), ("x-default", home)]),
        page(b, &[("de", b), ("x-default", home)]),
    ];
    let (whole, told) = completed(&pages, None, 1 << 20);
    assert_eq!(whole[0].1[2..], [("de".to_owned(), b.to_owned())]);
    let refused: Vec<&str> =
        told.iter().filter(|t| t.1 == "not-completed").map(|t| t.2.as_str()).collect();
    assert_eq!(refused, [format!("en {a}: another page is listed here under this language")]);
}

/// Enough links that a small memory cannot hold them.
#[test]
fn the_same_at_any_memory() {
    let url = |number: usize| URLS[number % 4];
    let tag = |number: usize| TAGS[number % TAGS.len()].to_owned();
    let pages: Vec<Page> = (0..1500)
        .map(|at| {
            let links =
                (0..at % 7).map(|n| (tag(at / 3 + n), format!("{}/{}", url(n), at / 5 + n)));
            (url(at), links.collect())
        })
        .collect();
    let found = check(&pages, 1 << 30);
    assert!(found.len() > 1000, "{}", found.len());
    assert_eq!(check(&pages, 1), found);
    assert_eq!(completed(&pages, Some("en"), 1), completed(&pages, Some("en"), 1 << 30));
}

#[test]
fn entries_that_change_meanwhile_are_an_error() {
    let store = Store::new(1 << 20, None);
    let mut times = 0;
    let open: Reopen<'_> = Box::new(move |_| {
        times += 1;
        let loc = URLS[times];
        Ok(Box::new(Memory(Header::default(), vec![Entry::new(Loc::new(loc))], 0)))
    });
    let mut reader = complete(open, &Completion::default(), &store, &mut ()).unwrap();
    let mut entry = Entry::default();
    assert!(reader.read_entry(&mut entry, &mut ()).unwrap());
    assert!(reader.read_entry(&mut entry, &mut ()).is_err());
}

#[test]
fn x_default_where_the_cluster_agrees() {
    let [a, b, c, ..] = URLS;
    let all = [("en", a), ("de", b), ("fr", c)];
    let with = |loc, default| {
        let mut links = all.to_vec();
        links.extend([("x-default", default)]);
        page(loc, &links)
    };
    let (whole, told) = completed(&[page(a, &all), page(b, &all), with(c, a)], Some("EN"), 1);
    assert_eq!(whole, [with(a, a), with(b, a), with(c, a)]);
    assert!(told.iter().all(|told| told.1 == "added-link"), "{told:?}");
    let (whole, told) = completed(&[page(a, &all), page(b, &all), with(c, c)], Some("en"), 1);
    assert_eq!(whole, [page(a, &all), page(b, &all), with(c, c)]);
    let expected = format!("x-default {a}: pages of the cluster have another one");
    assert!(told.iter().all(|told| told.2 == expected), "{told:?}");
    assert_eq!(told.len(), 2);
}

#[test]
fn a_wrong_code_is_not_spread() {
    let [a, b, ..] = URLS;
    for (wrong, right) in [("de_AT", "de-AT"), ("jp", "ja"), ("EN_gb", "en-GB")] {
        let pages = |tag| [page(a, &[("fr", a), (tag, b)]), page(b, &[])];
        let (whole, told) = completed(&pages(wrong), None, 1);
        assert_eq!(whole, [page(a, &[("fr", a), (wrong, b)]), page(b, &[("fr", a)])]);
        let expected = format!("{wrong} {b}: the code is wrong where the page is listed");
        assert!(
            told.iter().any(|told| told.1 == "not-completed" && told.2 == expected),
            "{told:?}"
        );
        let (whole, _) = completed(&pages(right), None, 1);
        assert_eq!(whole[1].1.len(), 2, "{right}");
    }
}

#[test]
fn a_language_that_no_page_has_is_told() {
    let [a, b, ..] = URLS;
    let links = [("en", a), ("de", b), ("x-default", a)];
    let pages = [page(a, &links), page(b, &links)];
    let (whole, told) = completed(&pages, Some("zz"), 1);
    assert_eq!(whole, pages);
    let expected =
        (0, "not-completed".to_owned(), "x-default: no page is listed under `zz`".into());
    assert_eq!(told, [expected]);
    assert_eq!(completed(&pages, Some("EN"), 1).1, []);
}

/// Pages of which the first has a long loc; the findings of a check with little memory, and how
/// many bytes it wrote to temporary files.
fn flood(first: &[(&str, String)], others: &[(String, &str, String)]) -> (Vec<String>, u64) {
    let link = |to: &mut Entry, tag: &str, href: &str| {
        to.extensions.push(&Alternate::new(tag, href));
    };
    let mut long = Entry::new(Loc::new(&format!("https://e.com/0{}", "a".repeat(200_000))));
    for (tag, href) in first {
        link(&mut long, tag, href);
    }
    let store = Store::new(1, None);
    let mut audit = ClusterAudit::new(&store);
    let mut found = Vec::<Diagnostic>::new();
    audit.entry(&long, &Position::start(0), &mut found).unwrap();
    for (loc, tag, href) in others {
        let mut entry = Entry::new(Loc::new(loc));
        link(&mut entry, tag, href);
        audit.entry(&entry, &Position::start(0), &mut found).unwrap();
    }
    audit.finish(&mut found).unwrap();
    let told = found.iter().filter(|found| found.rule.id != "hreflang/no-x-default");
    assert!(found.iter().all(|found| found.loc.len() < 410 && found.detail.len() < 210));
    (told.map(|found| format!("{}: {}", found.rule.id, found.detail)).collect(), store.spilled())
}

#[test]
fn a_long_loc_is_not_written_once_for_each_link() {
    let links: Vec<_> = (0..2000).map(|n| ("de", format!("https://e.com/{n}"))).collect();
    let (found, written) = flood(&links, &[]);
    assert_eq!(found.len(), 2000);
    assert!(found.iter().all(|found| found.starts_with("hreflang/target-not-listed: de https")));
    assert!(written < 20_000_000, "{written} bytes");
    let own = "a".repeat(200_000);
    let itself = (own.as_str(), format!("https://e.com/0{own}"));
    let (_, written) = flood(&[&[itself], &links[..]].concat(), &[]);
    assert!(written < 20_000_000, "{written} bytes with a long language of its own");
}

#[test]
fn a_long_loc_is_not_written_once_for_each_page_that_disagrees() {
    let to = || "https://e.com/t".to_owned();
    let others: Vec<_> = (0..2000).map(|n| (format!("https://e.com/1{n}"), "fr", to())).collect();
    let others = [&others[..], &[(to(), "fr", to())]].concat();
    let (found, written) = flood(&[("de", to())], &others);
    let disagree = "hreflang/conflicting-self: https://e.com/t is fr here, fr to itself";
    assert!(!found.iter().any(|found| found == disagree), "{found:#?}");
    assert!(written < 20_000_000, "{written} bytes");
    // Without a word of its own, the first page's counts.
    let (found, written) = flood(&[("de", to())], &others[..2000]);
    let disagree = "hreflang/conflicting-self: https://e.com/t is fr here, de to https://e.com/0aa";
    assert_eq!(found.iter().filter(|found| found.starts_with(disagree)).count(), 2000);
    assert!(written < 20_000_000, "{written} bytes");
}
