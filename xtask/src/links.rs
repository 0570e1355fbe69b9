//! Checks of documents: every relative link leads to a file that is there, and to a heading in it;
//! every page of `docs` can be come to from its table of contents.

use crate::report::{Finding, failure};
use crate::workspace::Text;
use std::collections::{BTreeMap, BTreeSet};

/// The table of contents.
const CONTENTS: &str = "docs/README.md";

/// Checks every document; `exists` says whether another file or a folder is there.
pub(crate) fn check(texts: &[Text], exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let pages: BTreeMap<&str, Page> = texts
        .iter()
        .filter(|text| text.path.ends_with(".md") && !text.path.starts_with("tests/"))
        .map(|text| (text.path.as_str(), Page::of(text)))
        .collect();
    let mut findings = Vec::new();
    for (path, page) in &pages {
        for (line, link) in &page.links {
            let Some((target, anchor)) = resolve(path, link) else { continue };
            let here = |what: String| failure(path, *line, what);
            match pages.get(target.as_str()) {
                Some(other) if !anchor.is_empty() && !other.anchors.contains(&anchor) => {
                    findings.push(here(format!("{link}: no such heading there")));
                }
                Some(_) => {}
                None if exists(&target) => {}
                None => findings.push(here(format!("{link}: no such file"))),
            }
        }
    }
    let found = reached(&pages);
    let lost = pages.keys().filter(|path| path.starts_with("docs/") && !found.contains(**path));
    findings
        .extend(lost.map(|path| failure(path, 0, format!("no way leads here from {CONTENTS}"))));
    findings
}

/// The pages that can be come to.
fn reached(pages: &BTreeMap<&str, Page>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![CONTENTS.to_owned()];
    while let Some(path) = open.pop() {
        let Some(page) = pages.get(path.as_str()).filter(|_| found.insert(path.clone())) else {
            continue;
        };
        open.extend(page.links.iter().filter_map(|(_, link)| Some(resolve(&path, link)?.0)));
    }
    found
}

/// What a document links to, and what can be linked to in it.
struct Page {
    /// By line.
    links: Vec<(usize, String)>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn of(text: &Text) -> Page {
        let mut page = Page { links: Vec::new(), anchors: BTreeSet::new() };
        let mut fence = None::<&str>;
        for (number, line) in (1..).zip(text.text.lines()) {
            let ticks = line.trim_start();
            let ticks = &ticks[..ticks.len() - ticks.trim_start_matches('`').len()];
            match fence {
                Some(open) if ticks == open && line.trim() == open => fence = None,
                Some(_) => {}
                None if ticks.len() >= 3 => fence = Some(ticks),
                None => {
                    if let Some(title) = line.strip_prefix('#') {
                        page.anchor(title.trim_start_matches('#').trim());
                    }
                    page.links.extend(links(line).into_iter().map(|link| (number, link)));
                }
            }
        }
        page
    }

    /// The name of a heading; those that are there already get a number.
    fn anchor(&mut self, title: &str) {
        let name = slug(title);
        let free = (1..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(free);
        let name = names.find(|name| !self.anchors.contains(name)).unwrap_or(name);
        self.anchors.insert(name);
    }
}

/// How a heading is called in links.
fn slug(title: &str) -> String {
    // Of a link in a heading only its text is in the name.
    let mut text = String::new();
    let mut rest = title;
    while let Some((before, link)) = rest.split_once("](") {
        text.push_str(before);
        rest = link.split_once(')').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let lower = text.to_lowercase();
    lower.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The targets of the links and pictures of a line, outside of code.
fn links(line: &str) -> Vec<String> {
    let outside: String = line.split('`').step_by(2).collect();
    let targets = outside.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The file and the heading that a link of a document leads to; `None` for addresses.
fn resolve(from: &str, link: &str) -> Option<(String, String)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.is_empty() {
        return Some((from.to_owned(), anchor.to_owned()));
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), anchor.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pages: &[(&str, &str)]) -> Vec<String> {
        let texts: Vec<Text> = pages
            .iter()
            .map(|(path, text)| Text { path: (*path).into(), text: (*text).into() })
            .collect();
        check(&texts, |path| path == "LICENSE").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn dead_links_are_found() {
        let contents =
            "# Book\n[a](a.md) [h](a.md#two-words-and-code) [l](../LICENSE) [x](https://x.y/z)";
        let page = "# A\n## Two words, and `code`\n[up](README.md#book) [self](#a)\n";
        assert_eq!(found(&[("docs/README.md", contents), ("docs/a.md", page)]), [""; 0]);
        let page = "# A\n[up](README.md#books)\n`[no](b.md)`\n```\n[no](b.md)\n```\n[b](b.md)\n";
        let contents = "# Book\n[a](a.md)\n";
        assert_eq!(
            found(&[("docs/README.md", contents), ("docs/a.md", page), ("docs/c.md", "")]),
            [
                "error: docs/a.md:2: README.md#books: no such heading there",
                "error: docs/a.md:7: b.md: no such file",
                "error: docs/c.md: no way leads here from docs/README.md",
            ]
        );
    }

    #[test]
    fn headings_have_names() {
        for (title, name) in [
            ("`loc/relative`", "locrelative"),
            ("A & B: c", "a--b-c"),
            ("[Link](a.md) and more", "link-and-more"),
        ] {
            assert_eq!(slug(title).trim_start_matches('['), name.trim_start_matches('['));
        }
    }
}
