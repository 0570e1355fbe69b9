//! Findings on their way to the order of the entries.

use crate::rules::{
    CASE_PAIR, DUPLICATE_URL, FRAGMENT_PAIR, HTTP_HTTPS_PAIR, SLASH_PAIR, WWW_PAIR,
};
use urlset_core::compact::{Unpack, put_text};
use urlset_core::{Diagnostic, Lost, Position, Result, Rule, Sink};
use urlset_ops::rules::{DUPLICATE_AFTER_NORMALIZE, DUPLICATE_CONFLICT};
use urlset_store::{Sorter, Store, damaged, put_position, take_position};

/// In the order in which findings at one entry are told.
static TOLD: [&Rule; 8] = [
    &DUPLICATE_URL,
    &DUPLICATE_CONFLICT,
    &DUPLICATE_AFTER_NORMALIZE,
    &HTTP_HTTPS_PAIR,
    &WWW_PAIR,
    &SLASH_PAIR,
    &CASE_PAIR,
    &FRAGMENT_PAIR,
];

/// An entry that findings are about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// How many entries came before it.
    pub(crate) number: u64,
    pub(crate) at: Position,
    /// As written, the front of it.
    pub(crate) loc: String,
}

/// Bytes of a loc that a finding shows.
const SHOWN: usize = 2 * Diagnostic::DETAIL;

impl Place {
    pub(crate) fn new(number: u64, at: Position, loc: &str) -> Place {
        Place { number, at, loc: crate::head(loc, SHOWN).to_owned() }
    }

    /// Appends everything but the number, which is in the key.
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        put_position(self.at, out);
        put_text(&self.loc, out);
    }

    pub(crate) fn take(number: u64, rest: &mut Unpack<'_>) -> Option<Place> {
        let at = take_position(rest)?;
        Some(Place { number, at, loc: rest.text()?.to_owned() })
    }
}

/// The number that a key ends in, and what comes before it.
pub(crate) fn numbered(key: &[u8]) -> Option<(&[u8], u64)> {
    let (front, number) = key.split_last_chunk::<8>()?;
    Some((front, u64::from_be_bytes(*number)))
}

/// Collects findings in any order.
#[derive(Debug)]
pub(crate) struct Told<'s> {
    sorter: Sorter<'s>,
    key: Vec<u8>,
    payload: Vec<u8>,
}

impl<'s> Told<'s> {
    pub(crate) fn new(store: &'s Store) -> Told<'s> {
        Told { sorter: Sorter::new(store), key: Vec::new(), payload: Vec::new() }
    }

    /// An entry, and an earlier one.
    pub(crate) fn push(
        &mut self,
        rule: &'static Rule,
        here: &Place,
        other: Position,
        detail: &str,
    ) -> Result<()> {
        let rank = TOLD.iter().position(|one| *one == rule).unwrap_or(0);
        self.key.clear();
        self.key.extend_from_slice(&here.number.to_be_bytes());
        self.key.push(u8::try_from(rank).unwrap_or(0));
        self.payload.clear();
        put_position(other, &mut self.payload);
        here.put(&mut self.payload);
        put_text(detail, &mut self.payload);
        self.sorter.push(&self.key, &self.payload)
    }

    /// Tells all in order.
    pub(crate) fn tell(self, sink: &mut dyn Sink) -> Result<()> {
        let mut sorted = self.sorter.finish()?;
        while let Some((key, payload)) = sorted.read()? {
            let (rule, input) = counted(key, payload).ok_or_else(damaged)?;
            if !sink.count(rule, Lost::Nothing, input) {
                sink.report(finding(key, payload).ok_or_else(damaged)?)?;
            }
        }
        Ok(())
    }
}

/// What is enough of a finding to count it.
fn counted(key: &[u8], payload: &[u8]) -> Option<(&'static Rule, u32)> {
    let rule = TOLD.get(usize::from(*key.last()?))?;
    let mut rest = Unpack(payload);
    take_position(&mut rest)?;
    Some((rule, take_position(&mut rest)?.input))
}

fn finding(key: &[u8], payload: &[u8]) -> Option<Diagnostic> {
    let rule = TOLD.get(usize::from(*key.last()?))?;
    let mut rest = Unpack(payload);
    let other = take_position(&mut rest)?;
    let here = Place::take(0, &mut rest)?;
    let mut finding = rule.at(here.at).loc(&here.loc).detail(rest.text()?);
    // Those rules speak of what was joined; nothing is here.
    if *rule == &DUPLICATE_AFTER_NORMALIZE {
        finding = finding.help("list the page once, in one spelling");
    } else if *rule == &DUPLICATE_CONFLICT {
        finding = finding.help("list the page once, or make its entries agree");
    }
    if other != Position::default() {
        finding = finding.other(other);
    }
    Some(finding)
}
