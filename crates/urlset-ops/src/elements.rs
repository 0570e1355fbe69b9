//! Which elements stay where two entries of one key have some.

use crate::conflicts::{Conflicts, Policy};
use crate::field::Glance;
use crate::joined::Conflict;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use urlset_core::{Content, Element, Extension, Extensions, Position, Result, Sink};

/// The elements of one side.
pub(crate) struct Elements<'t> {
    pub(crate) tape: &'t Extensions,
    /// Where the entry stood that each element came from; the last stands for all beyond it.
    pub(crate) origins: &'t [Position],
}

impl Elements<'_> {
    fn origin(&self, at: usize) -> Position {
        self.origins.get(at).or(self.origins.last()).copied().unwrap_or_default()
    }
}

/// What becomes of the elements of both sides.
#[derive(Default)]
pub(crate) struct Settled {
    /// Of the old ones, whether each makes room.
    pub(crate) given_up: Vec<bool>,
    /// Of the new ones, whether each is taken.
    pub(crate) taken: Vec<bool>,
}

/// Elements of one namespace and name, and where they stand on their tapes.
#[derive(Default)]
struct Group<'t> {
    old: Vec<Placed<'t>>,
    new: Vec<Placed<'t>>,
}

type Placed<'t> = (usize, Element<'t>);

/// Settles which elements stay, by the policy of each field, and tells every one that does not.
pub(crate) fn settle(
    conflicts: &Conflicts,
    old: &Elements<'_>,
    new: &Elements<'_>,
    loc: &str,
    sink: &mut dyn Sink,
) -> Result<Settled> {
    let mut settling = Settling { conflicts, old, new, loc, sink, settled: Settled::default() };
    settling.settled.given_up = vec![false; old.tape.elements().count()];
    settling.settled.taken = vec![false; new.tape.elements().count()];
    for group in groups(old.tape, new.tape) {
        settling.group(&group)?;
    }
    Ok(settling.settled)
}

/// In the order in which the new tape names them.
fn groups<'t>(old: &'t Extensions, new: &'t Extensions) -> Vec<Group<'t>> {
    let mut groups: Vec<Group<'t>> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for (at, element) in new.elements().enumerate() {
        let name = (element.namespace(), element.name());
        let place = *places.entry(name).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.new.push((at, element)),
            None => groups.push(Group { old: Vec::new(), new: vec![(at, element)] }),
        }
    }
    for (at, element) in old.elements().enumerate() {
        let place = places.get(&(element.namespace(), element.name()));
        if let Some(group) = place.and_then(|place| groups.get_mut(*place)) {
            group.old.push((at, element));
        }
    }
    groups
}

struct Settling<'s> {
    conflicts: &'s Conflicts,
    old: &'s Elements<'s>,
    new: &'s Elements<'s>,
    loc: &'s str,
    sink: &'s mut dyn Sink,
    settled: Settled,
}

impl Settling<'_> {
    fn group(&mut self, group: &Group<'_>) -> Result<()> {
        let (old, new) = (elements(&group.old), elements(&group.new));
        let Some(first) = new.first().filter(|_| old != new) else { return Ok(()) };
        if old.is_empty() {
            group.new.iter().for_each(|(at, _)| set(&mut self.settled.taken, *at));
            return Ok(());
        }
        let extensions = self.conflicts.extensions;
        let known = extensions.iter().position(|one| first.is(one.namespace, one.element));
        let policy = self.conflicts.of(known);
        let extension = known.and_then(|at| extensions.get(at)).copied();
        let field = extension.map_or("other", |extension| extension.name);
        let replaces = match policy {
            Policy::Union => return self.unite(group, field, extension),
            Policy::Longest => length(&new) > length(&old),
            policy => policy == Policy::Last,
        };
        let (old, new) = ((self.old, &*group.old), (self.new, &*group.new));
        if !replaces {
            return self.tell_missing(new, old, field, policy);
        }
        group.new.iter().for_each(|(at, _)| set(&mut self.settled.taken, *at));
        group.old.iter().for_each(|(at, _)| set(&mut self.settled.given_up, *at));
        self.tell_missing(old, new, field, policy)
    }

    /// Tells of every element of one side that the other lacks.
    fn tell_missing(
        &mut self,
        dropped: (&Elements<'_>, &[Placed<'_>]),
        kept: (&Elements<'_>, &[Placed<'_>]),
        field: &str,
        policy: Policy,
    ) -> Result<()> {
        let Some((at, first)) = kept.1.first() else { return Ok(()) };
        let all: HashSet<Element<'_>> = kept.1.iter().map(|(_, element)| *element).collect();
        let stays = (&Glance(*first) as &dyn std::fmt::Display, kept.0.origin(*at));
        for (at, element) in dropped.1.iter().filter(|(_, element)| !all.contains(element)) {
            let dropped = (&Glance(*element) as &dyn std::fmt::Display, dropped.0.origin(*at));
            Conflict { field, policy, kept: stays, dropped, loc: self.loc }.tell(self.sink)?;
        }
        Ok(())
    }

    /// Takes every new item that is not there; tells of those that are there with other content.
    fn unite(
        &mut self,
        group: &Group<'_>,
        field: &str,
        extension: Option<&'static Extension>,
    ) -> Result<()> {
        let all: HashSet<Element<'_>> = group.old.iter().map(|(_, element)| *element).collect();
        let mut known: HashMap<Vec<Cow<'_, str>>, Placed<'_>> = HashMap::new();
        for (at, element) in &group.old {
            if let Some(identity) = identity(*element, extension) {
                known.entry(identity).or_insert((*at, *element));
            }
        }
        for (at, element) in group.new.iter().filter(|(_, element)| !all.contains(element)) {
            let Some((old_at, old)) = identity(*element, extension).and_then(|id| known.get(&id))
            else {
                set(&mut self.settled.taken, *at);
                continue;
            };
            let kept = (&Glance(*old) as &dyn std::fmt::Display, self.old.origin(*old_at));
            let dropped = (&Glance(*element) as &dyn std::fmt::Display, self.new.origin(*at));
            Conflict { field, policy: Policy::Union, kept, dropped, loc: self.loc }
                .tell(self.sink)?;
        }
        Ok(())
    }
}

fn elements<'t>(side: &[Placed<'t>]) -> Vec<Element<'t>> {
    side.iter().map(|(_, element)| *element).collect()
}

fn set(bits: &mut [bool], at: usize) {
    if let Some(bit) = bits.get_mut(at) {
        *bit = true;
    }
}

/// What makes an item the same as another one: the number of the list that it goes by, and the values;
/// `None` where nothing but its whole content does.
fn identity<'t>(element: Element<'t>, extension: Option<&Extension>) -> Option<Vec<Cow<'t, str>>> {
    extension?.identity.iter().enumerate().find_map(|(number, paths)| {
        let values: Vec<_> = paths.iter().map(|path| value(element, path)).collect();
        let any = values.iter().any(Option::is_some);
        // Nothing and an empty value are the same to a reader.
        let values = values.into_iter().map(Option::unwrap_or_default);
        any.then(|| std::iter::once(Cow::Owned(number.to_string())).chain(values).collect())
    })
}

/// The first value at a path of an extension's shapes; `None` where it is empty.
fn value<'t>(element: Element<'t>, path: &str) -> Option<Cow<'t, str>> {
    let mut element = element;
    for step in path.split('/') {
        match step.strip_prefix('@') {
            Some(name) => {
                let value = element.attribute(name).map(str::trim);
                return value.filter(|value| !value.is_empty()).map(Cow::Borrowed);
            }
            None => element = element.child(step)?,
        }
    }
    Some(element.text()).filter(|text| !text.is_empty())
}

/// Bytes of all text and attributes.
fn length(elements: &[Element<'_>]) -> usize {
    let mut left = elements.to_vec();
    let mut length = 0;
    while let Some(element) = left.pop() {
        length += element.attributes().map(|attribute| attribute.value.len()).sum::<usize>();
        for content in element.contents() {
            match content {
                Content::Text(text) => length += text.len(),
                Content::Element(child) => left.push(child),
            }
        }
    }
    length
}
