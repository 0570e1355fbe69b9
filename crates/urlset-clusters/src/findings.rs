//! What is wrong between the pages of a set, on its way to the order of the entries.

use crate::address::{head, shown};
use crate::language::is_x_default;
use crate::links::Found;
use crate::pack::{self, Rest};
use crate::record::Page;
use crate::rules;
use crate::walk::{Edge, Place, Tag, Told, either};
use urlset_core::{Diagnostic, Position, Result, Rule, Sink};
use urlset_store::{Sorter, damaged, put_position};

/// Rules in the order in which findings at one place are told; the second value says whether an
/// entry is told at most once.
static TOLD: [(&Rule, bool); 6] = [
    (&rules::NO_RETURN, false),
    (&rules::TARGET_NOT_LISTED, false),
    (&rules::CONFLICTING_SELF, false),
    (&rules::INCONSISTENT_SET, true),
    (&rules::CONFLICTING_X_DEFAULT, true),
    (&rules::NO_X_DEFAULT, true),
];
const NO_RETURN: u8 = 0;
const TARGET_NOT_LISTED: u8 = 1;
const CONFLICTING_SELF: u8 = 2;
const INCONSISTENT_SET: u8 = 3;
const CONFLICTING_X_DEFAULT: u8 = 4;
const NO_X_DEFAULT: u8 = 5;
/// No finding, but why there is none of the rule before.
const DEFAULT_ELSEWHERE: u8 = 6;

/// Bytes that are kept of a detail: more than a finding shows, so that it marks what is cut.
const MORE: usize = Diagnostic::DETAIL + 4;

/// The rules of which they are.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    TOLD.iter().map(|(rule, _)| *rule)
}

/// Takes a record of a finding: what it is sorted by, and the rest.
type Give<'g> = dyn FnMut(&[u8], &[u8]) -> Result<()> + 'g;

/// Makes records of what was found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    key: Vec<u8>,
    payload: Vec<u8>,
}

impl Findings {
    pub(crate) fn take(&mut self, told: &Told<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut push = |rule, edge: &Edge<'_>, detail: &str| self.push(rule, (edge, detail), give);
        match told {
            Told::NoReturn { again: true, .. } => Ok(()),
            Told::NoReturn { edge, tag, .. } => {
                push(NO_RETURN, edge, &format!("{tag} {}", shown(edge.target())))
            }
            Told::NotListed { edge, tag } => {
                push(TARGET_NOT_LISTED, edge, &format!("{tag} {}", shown(edge.target())))
            }
            Told::OtherLanguage { edge, tags, known, by } => {
                let by = if by[0] == edge.to { "itself" } else { shown(either(by[1], by[0])) };
                let (tags, known) = (names(tags), names(known));
                let detail = format!("{} is {tags} here, {known} to {by}", shown(edge.target()));
                push(CONFLICTING_SELF, edge, &detail)
            }
            // One of the two is told: who lists less, else who comes later.
            Told::OtherSet { edge, mine, theirs }
                if (mine.extent(), theirs.ordinal) < (theirs.extent(), mine.ordinal) =>
            {
                push(INCONSISTENT_SET, edge, &difference(mine, theirs, shown(edge.target())))
            }
            Told::OtherDefault { edge, mine, theirs, mutual: true }
                if mine.x_default != 0
                    && theirs.x_default != 0
                    && mine.ordinal > theirs.ordinal =>
            {
                push(CONFLICTING_X_DEFAULT, edge, &format!("another on {}", shown(edge.target())))
            }
            Told::OtherDefault { edge, mine, mutual: true, .. } if mine.x_default == 0 => {
                push(DEFAULT_ELSEWHERE, edge, "")
            }
            _ => Ok(()),
        }
    }

    /// Notes that an entry with links has no `x-default`; behind everything else about it.
    pub(crate) fn no_default(
        &mut self,
        from: &str,
        (ordinal, at): (u64, Position),
        give: &mut Give<'_>,
    ) -> Result<()> {
        let place = Place { ordinal, number: u32::MAX, at };
        self.push(NO_X_DEFAULT, (&Edge { place, from, to: "", as_read: [""; 2] }, ""), give)
    }

    fn push(
        &mut self,
        rule: u8,
        (edge, detail): (&Edge<'_>, &str),
        give: &mut Give<'_>,
    ) -> Result<()> {
        let Findings { key, payload } = self;
        key.clear();
        payload.clear();
        pack::long(edge.place.ordinal, key);
        pack::number(edge.place.number, key);
        key.push(rule);
        put_position(edge.place.at, payload);
        // An entry may have any number of findings, and each shows no more than this.
        pack::text(head(shown(edge.page()), 2 * MORE), payload);
        pack::text(head(detail, MORE), payload);
        give(key, payload)
    }
}

/// Whether there are links, and none for everybody else.
pub(crate) fn lacks_default<'e>(links: impl Iterator<Item = Found<'e>>) -> bool {
    let mut links = links.peekable();
    links.peek().is_some() && !links.any(|link| is_x_default(link.tag))
}

/// What a page lists, beside what its counterpart lists.
fn difference(mine: &Page, theirs: &Page, to: &str) -> String {
    let both = |name: &str, here: u32, there: u32| format!("{here} {name} here, {there} on {to}");
    if mine.count != theirs.count {
        both("pages", mine.count, theirs.count)
    } else if mine.set != theirs.set {
        format!("others than {to}")
    } else if mine.links != 0 && theirs.links != 0 && mine.links != theirs.links {
        both("languages", mine.links, theirs.links)
    } else {
        let (here, there) = if mine.x_default == 0 { ("no", "one") } else { ("an", "none") };
        format!("{here} `x-default` here, {there} on {to}")
    }
}

/// Tells what was found, in order.
pub(crate) fn tell(sorter: Sorter<'_>, sink: &mut dyn Sink) -> Result<()> {
    let mut sorted = sorter.finish()?;
    let mut last = None;
    let mut told = 0_u32;
    while let Some((key, payload)) = sorted.read()? {
        let (ordinal, number, finding) = finding(Rest(key), Rest(payload)).ok_or_else(damaged)?;
        if last.replace(ordinal) != Some(ordinal) {
            told = 0;
        }
        let bit = 1 << number;
        let once = TOLD.get(usize::from(number)).is_some_and(|(_, once)| *once);
        let elsewhere = number == NO_X_DEFAULT && told & 1 << DEFAULT_ELSEWHERE != 0;
        if let Some(finding) = finding.filter(|_| (!once || told & bit == 0) && !elsewhere) {
            sink.report(finding)?;
        }
        told |= bit;
    }
    Ok(())
}

/// The number of an entry, that of a rule, and the finding of it, where it is a rule.
fn finding(mut key: Rest<'_>, mut payload: Rest<'_>) -> Option<(u64, u8, Option<Diagnostic>)> {
    let ordinal = key.long()?;
    key.number()?;
    let number = key.byte()?;
    if number == DEFAULT_ELSEWHERE {
        return Some((ordinal, number, None));
    }
    let (rule, _) = TOLD.get(usize::from(number))?;
    let finding = rule.at(payload.position()?).loc(payload.text()?);
    Some((ordinal, number, Some(finding.detail(payload.text()?))))
}

/// `de`, or `de, de-AT`; no more than a finding shows.
fn names(tags: &[Tag]) -> String {
    let mut names = String::new();
    for tag in tags {
        if names.len() > MORE {
            break;
        }
        names.push_str(if names.is_empty() { "" } else { ", " });
        names.push_str(&tag.written);
    }
    names
}
