//! Counts the differences between two sets, by section and by field.

use crate::key::NOWHERE;
use crate::{Bin, Change, Changed, Comparison};
use std::collections::BTreeMap;
use urlset_diff::{Change as Kind, Item};

/// Differences of each kind that are told one by one.
const FIRST: usize = 10;

/// Sections that are counted by themselves until the end. Differences in others count together.
const SECTIONS: usize = 10_000;

/// Longest section with a count of its own, in bytes.
const LONGEST: usize = 2048;

/// Takes every difference.
#[derive(Debug, Default)]
pub struct Differences {
    told: Comparison,
    sections: BTreeMap<String, Changed>,
}

impl Differences {
    /// Counts one.
    pub fn add(&mut self, item: &Item) {
        let entry = if item.change == Kind::Removed { &item.old } else { &item.new };
        let section = entry.loc.section().unwrap_or(NOWHERE);
        let known = self.sections.contains_key(section) || self.sections.len() < SECTIONS;
        let told = &mut self.told;
        let counts = if known && section.len() <= LONGEST {
            self.sections.entry(section.to_owned()).or_default()
        } else {
            told.others.entries += 1;
            &mut Changed::default()
        };
        let (all, own) = match item.change {
            Kind::Added => (&mut told.added, &mut counts.added),
            Kind::Removed => (&mut told.removed, &mut counts.removed),
            // Nobody looked for renames.
            Kind::Changed | Kind::Renamed => (&mut told.changed, &mut counts.changed),
        };
        (*all, *own) = (*all + 1, *own + 1);
        if *all <= FIRST as u64 {
            told.first.push(Change {
                change: item.change.as_str(),
                loc: entry.loc.as_str().to_owned(),
                fields: item.fields.clone(),
            });
        }
        for field in &item.fields {
            match told.fields.iter_mut().find(|known| known.value == *field) {
                Some(known) => known.entries += 1,
                None => told.fields.push(Bin { value: (*field).to_owned(), entries: 1 }),
            }
        }
    }

    /// The comparison, with the sections of most differences.
    pub fn finish(self, most: usize) -> Comparison {
        let Differences { mut told, sections } = self;
        let sum = |one: &Changed| one.added + one.removed + one.changed;
        let named = sections.into_iter().map(|(section, counts)| Changed { section, ..counts });
        told.sections = named.filter(|one| sum(one) > 0).collect();
        // Sections with as many differences stay in the order of their names.
        told.sections.sort_by_key(|one| std::cmp::Reverse(sum(one)));
        let rest = told.sections.split_off(most.min(told.sections.len()));
        told.others.values += rest.len() as u64;
        told.others.entries += rest.iter().map(sum).sum::<u64>();
        told.fields
            .sort_by(|one, other| (other.entries, &one.value).cmp(&(one.entries, &other.value)));
        told
    }
}

#[cfg(test)]
mod tests {
    use super::Differences;
    use urlset_core::{Entry, Loc};
    use urlset_diff::{Change, Item};

    #[test]
    fn counted_by_section_and_field() {
        let mut differences = Differences::default();
        let entry = |loc: &str| Entry::new(Loc::new(loc));
        for number in 0..20 {
            let loc = format!("https://e.com/shop/{number}");
            differences.add(&Item { new: entry(&loc), ..Item::default() });
        }
        let old = entry("https://e.com/gone");
        differences.add(&Item { change: Change::Removed, old, ..Item::default() });
        let (new, fields) = (entry("https://e.com/blog/a"), vec!["lastmod", "image"]);
        differences.add(&Item { change: Change::Changed, new, fields, ..Item::default() });
        let told = differences.finish(2);
        assert_eq!((told.added, told.removed, told.changed), (20, 1, 1));
        assert_eq!((told.sections[0].section.as_str(), told.sections[0].added), ("shop", 20));
        assert_eq!((told.others.values, told.others.entries), (1, 1));
        assert_eq!(told.first.len(), 12);
        assert_eq!(told.fields[0].value, "image");
    }
}
