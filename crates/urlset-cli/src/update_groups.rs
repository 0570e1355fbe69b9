//! The groups of files that a set was cut into: where new entries go.

use crate::plan::Document;
use crate::update_pass::Tally;
use crate::update_writers::is_written;
use std::collections::{BTreeMap, HashMap};

/// Files whose entries share the values of the keys; without keys all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) values: Vec<String>,
    /// New entries.
    pub(crate) inserted: u64,
    /// Where among the documents the file is that takes them.
    pub(crate) last: Option<usize>,
}

impl Group {
    pub(crate) fn of(values: Vec<String>) -> Group {
        Group { values, ..Group::default() }
    }
}

/// All groups, in the order of their keys.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) all: BTreeMap<Vec<u8>, Group>,
    /// The group of each document, and its number; none for a document without entries.
    of: HashMap<u32, (u32, Vec<u8>)>,
}

impl Groups {
    /// The groups of these documents and of the entries that come. The last file of a group takes
    /// what comes, as far as files of its format are written.
    pub(crate) fn new(documents: &[Document], tally: &Tally, keyed: bool) -> Groups {
        let mut groups = Groups { all: tally.come.clone(), of: HashMap::new() };
        for (at, document) in documents.iter().enumerate() {
            let values = tally.counts.get(&document.number).and_then(|one| one.group.clone());
            let Some(values) = values.or((!keyed).then(Vec::new)) else {
                continue;
            };
            let key = group_key(&values);
            let group = groups.all.entry(key.clone()).or_insert_with(|| Group::of(values));
            if is_written(document) {
                group.last = Some(at);
            }
            groups.of.insert(document.number, (0, key));
        }
        let numbers: HashMap<Vec<u8>, u32> = groups.all.keys().cloned().zip(0..).collect();
        for (number, key) in groups.of.values_mut() {
            *number = numbers.get(key).copied().unwrap_or_default();
        }
        groups
    }

    /// The number of the group that this document is the last of.
    pub(crate) fn ended_by(&self, at: usize, document: &Document) -> Option<u32> {
        let (number, key) = self.of.get(&document.number)?;
        let last = self.all.get(key).and_then(|group| group.last);
        (last == Some(at)).then_some(*number)
    }

    /// The group of a document as bytes.
    pub(crate) fn key_of(&self, document: &Document) -> &[u8] {
        self.of.get(&document.number).map_or(&[], |(_, key)| key)
    }

    /// Whether new entries come to the end of this document.
    pub(crate) fn grows(&self, at: usize, document: &Document) -> bool {
        let group = self.of.get(&document.number).and_then(|(_, key)| self.all.get(key));
        group.is_some_and(|group| group.last == Some(at) && group.inserted > 0)
    }
}

/// Files that stay in the set, and those that no entry is left of. New entries go to the end of their
/// group, and a set has a file.
pub(crate) fn divide(
    documents: Vec<Document>,
    tally: &Tally,
    keyed: bool,
) -> (Vec<Document>, Vec<Document>) {
    let groups = Groups::new(&documents, tally, keyed);
    let mut needed: Vec<bool> =
        documents.iter().enumerate().map(|(at, one)| groups.grows(at, one)).collect();
    let all = documents.iter().all(|one| tally.empties(one));
    if let Some(last) = needed.last_mut() {
        *last |= all;
    }
    let mut needed = needed.into_iter();
    documents.into_iter().partition(|one| needed.next().unwrap_or(true) || !tally.empties(one))
}

/// The values of keys as bytes that sort; no value of an address or a date holds the byte between.
pub(crate) fn group_key(values: &[String]) -> Vec<u8> {
    let mut key = Vec::new();
    for value in values {
        key.extend_from_slice(value.as_bytes());
        key.push(0);
    }
    key
}
