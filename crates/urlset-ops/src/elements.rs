//! The elements of an entry that others are joined to, and which of them stay.

use crate::Conflicts;
use crate::conflicts::Policy;
use crate::field::Glance;
use crate::item::{fill, identity, kind};
use crate::joined::{Conflict, brief};
use crate::named::{Group, Item, Room, length, said};
use std::collections::{HashMap, HashSet};
use urlset_core::{Element, Extension, Extensions, Limits, Lost, Position, Result, Sink, rules};

/// The elements of one entry by name, content and identity: what is added costs what it holds itself,
/// however much is there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    groups: HashMap<Name<Box<str>>, Group>,
    room: Room,
    /// How many have been added, also those that did not stay.
    count: u64,
}

/// Namespace and local name, and what an element says it is where that is not what they imply.
type Name<T> = (T, T, T);

/// The number of an element among all that were added, and the element.
type Numbered<'t> = (u64, Element<'t>);

/// An entry, and how it is joined.
pub(crate) struct Added<'a> {
    pub(crate) conflicts: &'a Conflicts,
    pub(crate) tape: &'a Extensions,
    pub(crate) at: Position,
    pub(crate) loc: &'a str,
    /// What the entry may hold in all.
    pub(crate) limits: Limits,
}

impl Elements {
    /// Adds those of an entry, the first or a later one, by the policy of each field, and tells every
    /// one that does not stay.
    pub(crate) fn add(&mut self, added: &Added<'_>, sink: &mut dyn Sink) -> Result<()> {
        for ((namespace, name, kind), new) in by_name(added, &mut self.count) {
            let Some((_, first)) = new.first() else { continue };
            let name = (namespace.into(), name.into(), kind.into());
            let (group, room) = (self.groups.entry(name).or_default(), &mut self.room);
            let field = Field::of(*first, added.conflicts);
            Joining { added, field, group, room, sink }.add(&new)?;
        }
        Ok(())
    }

    /// Whether these are all of them, in their order; costs what they hold.
    pub(crate) fn are(&self, tape: &Extensions) -> bool {
        let count = tape.elements().count();
        let held = self.groups.values().flat_map(Group::items).take(count + 1).count();
        held == count && self.tape() == *tape
    }

    /// All of them, in the order in which they came.
    pub(crate) fn tape(&self) -> Extensions {
        let mut items: Vec<_> = self.groups.values().flat_map(Group::items).collect();
        items.sort_unstable_by_key(|item| item.number);
        let mut tape = Extensions::default();
        for element in items.into_iter().filter_map(Item::element) {
            tape.append(element);
        }
        tape
    }
}

/// In the order in which the tape names them.
fn by_name<'a>(added: &Added<'a>, count: &mut u64) -> Vec<(Name<&'a str>, Vec<Numbered<'a>>)> {
    let mut groups: Vec<(Name<&str>, Vec<Numbered<'_>>)> = Vec::new();
    let mut places: HashMap<Name<&str>, usize> = HashMap::new();
    for element in added.tape.elements() {
        let kind = Field::of(element, added.conflicts).kind;
        let name = (element.namespace(), element.name(), kind);
        let place = *places.entry(name).or_insert(groups.len());
        *count += 1;
        match groups.get_mut(place) {
            Some((_, group)) => group.push((*count, element)),
            None => groups.push((name, vec![(*count, element)])),
        }
    }
    groups
}

/// What an element is called on the command line, and what that means for it.
struct Field<'e> {
    name: &'static str,
    policy: Policy,
    extension: Option<&'static Extension>,
    kind: &'e str,
}

impl<'e> Field<'e> {
    fn of(element: Element<'e>, conflicts: &Conflicts) -> Field<'e> {
        let is = |one: &&Extension| element.is(one.namespace, one.element);
        let at = conflicts.extensions.iter().position(is);
        let extension = at.and_then(|at| conflicts.extensions.get(at)).copied();
        let kind = extension.map_or("", |extension| kind(element, extension));
        match extension.filter(|_| kind.is_empty()) {
            Some(known) => Field { name: known.name, policy: conflicts.of(at), extension, kind },
            None => Field { name: "other", policy: conflicts.of(None), extension: None, kind },
        }
    }
}

/// Elements of one name that are added to those there.
struct Joining<'j> {
    added: &'j Added<'j>,
    field: Field<'j>,
    group: &'j mut Group,
    room: &'j mut Room,
    sink: &'j mut dyn Sink,
}

impl Joining<'_> {
    fn add(&mut self, new: &[Numbered<'_>]) -> Result<()> {
        if self.group.is_empty() {
            return self.take(new);
        }
        // The last stands where it was last, also where it says the same: else a merge of merges has
        // another order.
        let same = self.group.is(new.iter().map(|(_, element)| *element));
        if same && self.field.policy != Policy::Last {
            return Ok(());
        }
        match self.field.policy {
            Policy::Union => self.unite(new),
            Policy::Last => self.replace(new),
            Policy::Longest if self.is_longer(new) => self.replace(new),
            _ => self.keep(new),
        }
    }

    fn is_longer(&self, new: &[Numbered<'_>]) -> bool {
        new.iter().map(|(_, element)| length(*element)).sum::<usize>() > self.group.length()
    }

    /// Keeps those there, and tells of every new one that is not among them.
    fn keep(&mut self, new: &[Numbered<'_>]) -> Result<()> {
        for (_, element) in new {
            let extension = self.field.extension;
            let is_there = self.group.has(*element)
                || extension.is_some_and(|known| self.group.says(known, *element));
            if !is_there {
                self.give_way(*element, 0)?;
            }
        }
        Ok(())
    }

    /// Takes the new ones instead of those there, and tells of every one that is not among them.
    fn replace(&mut self, new: &[Numbered<'_>]) -> Result<()> {
        let Some((_, first)) = new.first() else { return Ok(()) };
        let all: HashSet<Element<'_>> = new.iter().map(|(_, element)| *element).collect();
        let Added { at, loc, .. } = *self.added;
        let Field { name, policy, extension, .. } = self.field;
        let what = |element| extension.and_then(|known| said(known, element));
        let what_all = || new.iter().filter_map(|(_, element)| what(*element)).collect();
        let mut all_said: Option<HashSet<Vec<u8>>> = None;
        let gone = self.group.take();
        for item in &gone {
            self.room.free(&item.tape);
            if let Some(element) = item.element().filter(|element| !all.contains(element)) {
                let known = all_said.get_or_insert_with(what_all);
                if what(element).is_some_and(|said| known.contains(&said)) {
                    continue;
                }
                let (kept, dropped) =
                    ((&Glance(*first) as _, at), (&Glance(element) as _, item.at));
                Conflict { field: name, policy, kept, dropped, loc }.tell(self.sink)?;
            }
        }
        self.take(new)
    }

    /// Takes every new item that is not there, and fills those that are. What an entry has twice is
    /// no conflict: the second of an identity fills the second, whatever order entries are joined in.
    fn unite(&mut self, new: &[Numbered<'_>]) -> Result<()> {
        let mut fresh = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (number, element) in new {
            let identity = self.field.extension.and_then(|known| identity(*element, known));
            let Some(identity) = identity else {
                if !self.group.has(*element) {
                    fresh.push((*number, *element));
                }
                continue;
            };
            let before = seen.get(&identity).copied().unwrap_or(0);
            match self.group.known(&identity, before) {
                Some(place) => self.fill(place, *element)?,
                None => fresh.push((*number, *element)),
            }
            seen.insert(identity, before + 1);
        }
        self.take(&fresh)
    }

    /// Gives an item what only its other version has.
    fn fill(&mut self, place: usize, other: Element<'_>) -> Result<()> {
        let item = self.group.item(place);
        let (Some(item), Some(extension)) = (item, self.field.extension) else { return Ok(()) };
        let Some(kept) = item.element() else { return Ok(()) };
        if kept == other {
            return Ok(());
        }
        let filled = fill(kept, other, extension);
        // What both have says the same where either, filled by the other, becomes the same.
        let alike = filled.differs && {
            let theirs = fill(other, kept, extension);
            let ours = filled.says(kept, extension);
            ours.is_some() && ours == theirs.says(other, extension)
        };
        if let Some(tape) = filled.tape {
            if let Err(full) = self.room.exchange(&item.tape, &tape, &self.added.limits) {
                return self.tell_full(other, &full);
            }
            self.group.put(place, tape);
        }
        if filled.differs && !self.group.has(other) && !alike {
            return self.give_way(other, place);
        }
        Ok(())
    }

    fn take(&mut self, new: &[Numbered<'_>]) -> Result<()> {
        for (number, element) in new {
            let (nothing, mut tape) = (Extensions::default(), Extensions::default());
            tape.append(*element);
            match self.room.exchange(&nothing, &tape, &self.added.limits) {
                Ok(()) => {
                    let identity = self.field.extension.and_then(|known| identity(*element, known));
                    self.group.push(*number, self.added.at, tape, identity);
                }
                Err(full) => self.tell_full(*element, &full)?,
            }
        }
        Ok(())
    }

    /// Tells that a new element gives way to one that is there.
    fn give_way(&mut self, element: Element<'_>, to: usize) -> Result<()> {
        let Some(item) = self.group.item(to) else { return Ok(()) };
        let Some(kept) = item.element() else { return Ok(()) };
        let Added { at, loc, .. } = *self.added;
        let Field { name, policy, .. } = self.field;
        let (kept, dropped) = ((&Glance(kept) as _, item.at), (&Glance(element) as _, at));
        Conflict { field: name, policy, kept, dropped, loc }.tell(self.sink)
    }

    fn tell_full(&mut self, element: Element<'_>, full: &str) -> Result<()> {
        let (name, element) = (self.field.name, brief(&Glance(element).to_string()));
        let detail = format!("{name}: {element} is left out: the joined entry would hold {full}");
        let help = format!(
            "keep fewer with `--on-conflict {name}=first`; `--max-entry` raises the bytes, nothing the nodes"
        );
        let finding = rules::LIMIT_ENTRY.at(self.added.at).loc(self.added.loc).detail(detail);
        self.sink.report(finding.help(help).lost(Lost::Field))
    }
}
