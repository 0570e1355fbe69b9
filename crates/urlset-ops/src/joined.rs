//! Several entries of one key as one.

use crate::conflicts::{Conflicts, Policy};
use crate::elements::{Added, Elements};
use crate::rules::DUPLICATE_CONFLICT;
use std::fmt::Display;
use urlset_core::{
    Datetime, Entry, Extensions, Limits, Lost, Position, Priority, Result, Severity, Sink,
};

/// Several entries of one key as one, given in the order of their appearance. The loc is that of the
/// first. Holds one entry and a place for each of its values, however many are added; adding one costs
/// what it holds itself.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    entry: Entry,
    at: Position,
    lastmod_at: Position,
    changefreq_at: Position,
    priority_at: Position,
    /// The elements of the entry, once others were added.
    elements: Option<Elements>,
    /// Those are not in the entry.
    behind: bool,
}

impl Joined {
    /// The first entry, and where it was read.
    pub fn begin(entry: Entry, at: Position) -> Joined {
        let (lastmod_at, changefreq_at, priority_at) = (at, at, at);
        let (elements, behind) = (None, false);
        Joined { entry, at, lastmod_at, changefreq_at, priority_at, elements, behind }
    }

    /// Adds the next entry of the same key. Every value that gives way to another one is told as
    /// `set/duplicate-conflict` with the place of the entry that had it, and the place of the one whose
    /// value stays; every element for which the entry has no room, as `limit/entry-bytes`.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn add(
        &mut self,
        conflicts: &Conflicts,
        entry: &Entry,
        at: Position,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let kept = &mut self.entry;
        let loc = kept.loc.as_str();
        let mut next = Next { at, loc, field: "lastmod", policy: conflicts.lastmod, sink };
        let same = |old, new| old == new;
        let (old, old_at) = (&mut kept.lastmod, &mut self.lastmod_at);
        next.choose(old, old_at, entry.lastmod, same, |policy, old, new| match policy {
            Policy::Newest => later(new, old),
            Policy::Oldest if new.earliest() == old.earliest() => later(new, old),
            Policy::Oldest => new.earliest() < old.earliest(),
            Policy::Longest => new.spell().as_str().len() > old.spell().as_str().len(),
            _ => false,
        })?;
        (next.field, next.policy) = ("changefreq", conflicts.changefreq);
        let (old, old_at) = (&mut kept.changefreq, &mut self.changefreq_at);
        next.choose(old, old_at, entry.changefreq, |old, new| old == new, |_, _, _| false)?;
        (next.field, next.policy) = ("priority", conflicts.priority);
        let (old, old_at) = (&mut kept.priority, &mut self.priority_at);
        // `0.5` and `0.50` are one number: whose spelling stays need not be told.
        let same = |old: Priority, new: Priority| old.value().total_cmp(&new.value()).is_eq();
        next.choose(old, old_at, entry.priority, same, |policy, old, new| match policy {
            Policy::Max => new.value() > old.value(),
            Policy::Min => new.value() < old.value(),
            _ => false,
        })?;
        self.add_elements(conflicts, &entry.extensions, at, sink)
    }

    /// The entry as it stands.
    pub fn entry(&mut self) -> &Entry {
        self.catch_up();
        &self.entry
    }

    /// The loc of the first entry.
    pub fn loc(&self) -> &str {
        self.entry.loc.as_str()
    }

    /// Where the first entry was read.
    pub fn position(&self) -> Position {
        self.at
    }

    /// Takes the entry out.
    pub fn into_entry(mut self) -> Entry {
        self.catch_up();
        self.entry
    }

    fn add_elements(
        &mut self,
        conflicts: &Conflicts,
        added: &Extensions,
        at: Position,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if added.is_empty() {
            return Ok(());
        }
        let (kept, loc) = (&mut self.entry.extensions, self.entry.loc.as_str());
        let elements = match &mut self.elements {
            // As where nothing but the entry itself was added: else where they stand depends on whether an
            // entry without elements came before.
            Some(elements) if conflicts.moves_elements() && elements.are(added) => return Ok(()),
            Some(elements) => elements,
            None if added == kept => return Ok(()),
            None => {
                // What one entry had is kept, whatever the limits of its reader were.
                let limits = Limits { nodes: u32::MAX, entry_bytes: u32::MAX, ..conflicts.limits };
                let first = Added { conflicts, tape: kept, at: self.at, loc, limits };
                let elements = self.elements.insert(Elements::default());
                elements.add(&first, sink)?;
                elements
            }
        };
        self.behind = true;
        *kept = Extensions::default();
        elements.add(&Added { conflicts, tape: added, at, loc, limits: conflicts.limits }, sink)
    }

    fn catch_up(&mut self) {
        if let Some(elements) = self.elements.as_ref().filter(|_| self.behind) {
            self.entry.extensions = elements.tape();
            self.behind = false;
        }
    }
}

/// Whether one date is later than another; of one instant, whether it says more.
fn later(one: Datetime, other: Datetime) -> bool {
    let order = |date: Datetime| (date.earliest(), date.precision());
    let text = || one.spell().as_str().cmp(other.spell().as_str());
    order(one).cmp(&order(other)).then_with(text).is_gt()
}

/// The entry that is added, and one field of it.
struct Next<'n> {
    at: Position,
    loc: &'n str,
    field: &'n str,
    policy: Policy,
    sink: &'n mut dyn Sink,
}

impl Next<'_> {
    /// Keeps one of two values; `wins` says whether the new one does where the policy compares.
    fn choose<T: Copy + Display + PartialEq>(
        &mut self,
        old: &mut Option<T>,
        old_at: &mut Position,
        new: Option<T>,
        same: impl Fn(T, T) -> bool,
        wins: impl Fn(Policy, T, T) -> bool,
    ) -> Result<()> {
        let Some(new) = new else { return Ok(()) };
        let Some(there) = *old else {
            (*old, *old_at) = (Some(new), self.at);
            return Ok(());
        };
        if same(there, new) {
            // What is written alike is still that of the first who said it: `dedupe` need not keep such entries.
            if self.policy == Policy::Last && there != new {
                (*old, *old_at) = (Some(new), self.at);
            }
            return Ok(());
        }
        let (first, second) = ((&there as &dyn Display, *old_at), (&new as &dyn Display, self.at));
        let (kept, dropped) = if self.policy == Policy::Last || wins(self.policy, there, new) {
            (*old, *old_at) = (Some(new), self.at);
            (second, first)
        } else {
            (first, second)
        };
        Conflict { field: self.field, policy: self.policy, kept, dropped, loc: self.loc }
            .tell(self.sink)
    }
}

/// A value that gives way to another one.
pub(crate) struct Conflict<'c> {
    pub(crate) field: &'c str,
    pub(crate) policy: Policy,
    /// The value that stays, and where.
    pub(crate) kept: (&'c dyn Display, Position),
    pub(crate) dropped: (&'c dyn Display, Position),
    pub(crate) loc: &'c str,
}

impl Conflict<'_> {
    pub(crate) fn tell(self, sink: &mut dyn Sink) -> Result<()> {
        let (field, policy) = (self.field, self.policy);
        let mut finding = DUPLICATE_CONFLICT.at(self.dropped.1);
        if policy == Policy::Fail {
            finding = finding.severity(Severity::Error).lost(Lost::Field);
        }
        if !sink.wants(&finding) {
            return sink.report(finding.values(field, policy.as_str(), ["", ""]));
        }
        let values = [self.kept.0, self.dropped.0].map(ToString::to_string);
        let [kept, dropped] = briefs([&values[0], &values[1]]);
        let alike = values[0] == values[1];
        let kept = match alike {
            true => "one that differs in what is not shown, such as white space".to_owned(),
            false => kept,
        };
        let finding = finding
            .other(self.kept.1)
            .loc(self.loc)
            .values(field, policy.as_str(), [&values[0], &values[1]])
            .detail(format!("{field}: {dropped} gives way to {kept} ({policy})"));
        if policy != Policy::Fail {
            return sink.report(finding);
        }
        let differ = if alike { "" } else { " differ" };
        let finding = finding
            .detail(format!("{field}: {dropped} and {kept}{differ}, and none is chosen (fail)"));
        sink.report(
            finding.help(format!(
                "make the inputs agree, or choose with `--on-conflict {field}=RULE`"
            )),
        )
    }
}

/// Characters of a text that is short enough that two of them fit into a finding.
const MOST: usize = 60;

/// Characters in front of where two texts begin to differ.
const BEFORE: usize = 20;

/// Both in short, from shortly before they differ where they begin alike.
fn briefs([one, other]: [&str; 2]) -> [String; 2] {
    let alike = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    if alike < MOST || one == other {
        return [one, other].map(brief);
    }
    [one, other].map(|text| {
        let from = text.char_indices().nth(alike - BEFORE).map_or(0, |(at, _)| at);
        brief(text.get(from..).unwrap_or_default()).replacen('`', "`…", 1)
    })
}

/// The front of a text.
pub(crate) fn brief(text: &str) -> String {
    let cut = text.char_indices().nth(MOST).and_then(|(at, _)| text.get(..at));
    cut.map_or(format!("`{text}`"), |head| format!("`{head}…`"))
}

#[cfg(test)]
mod tests {
    use super::briefs;

    #[test]
    fn values_that_begin_alike_are_shown_where_they_differ() {
        let alike = "\u{fc}".repeat(100);
        let long = |end: &str| format!("{alike}{end}");
        let [one, other] = briefs([&long("a"), &long("b and more")]);
        let before = "\u{fc}".repeat(20);
        assert_eq!([one, other], [format!("`…{before}a`"), format!("`…{before}b and more`")]);
        assert_eq!(briefs(["a", "b"]), ["`a`", "`b`"]);
        let [one, other] = briefs([&alike, &long("a")]);
        assert_eq!([one, other], [format!("`…{before}`"), format!("`…{before}a`")]);
        let same = format!("`{}…`", "\u{fc}".repeat(60));
        assert_eq!(briefs([alike.as_str(); 2]), [same.clone(), same]);
    }
}
