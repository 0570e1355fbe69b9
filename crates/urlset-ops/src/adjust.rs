//! Sets constants and leaves fields out on the way.

use crate::field::field_name;
use urlset_core::{
    Changefreq, Datetime, Diagnostic, Entry, EntryReader, Extension, Fields, Header, Position,
    Priority, ReadOptions, Result, Sink,
};

/// What to do with the fields of every entry. `loc` cannot be changed: an entry is its address.
#[derive(Clone, Debug)]
pub struct Adjustment {
    extensions: &'static [&'static Extension],
    lastmod: Change<Datetime>,
    changefreq: Change<Changefreq>,
    priority: Change<Priority>,
    /// Names of extensions, or `other`.
    dropped: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug)]
enum Change<T> {
    Keep,
    Drop,
    Set(T),
}

impl<T: Copy> Change<T> {
    fn apply(self, value: &mut Option<T>) {
        match self {
            Change::Keep => {}
            Change::Drop => *value = None,
            Change::Set(constant) => *value = Some(constant),
        }
    }
}

/// Why a field cannot be adjusted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BadField {
    /// There is no such field.
    Unknown(Box<str>),
    /// The field cannot be set to a constant, or not be left out.
    Fixed(Box<str>),
    /// The value is none for this field.
    Value(Box<Diagnostic>),
}

impl std::fmt::Display for BadField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadField::Unknown(name) => write!(f, "there is no field `{name}`"),
            BadField::Fixed(name) => write!(f, "the field `{name}` cannot be adjusted this way"),
            BadField::Value(finding) => write!(f, "{}: {}", finding.rule.summary, finding.detail),
        }
    }
}

impl std::error::Error for BadField {}

impl Adjustment {
    /// Changes nothing; `extensions` are the ones that have names.
    pub fn new(extensions: &'static [&'static Extension]) -> Adjustment {
        Adjustment {
            extensions,
            lastmod: Change::Keep,
            changefreq: Change::Keep,
            priority: Change::Keep,
            dropped: Vec::new(),
        }
    }

    /// Gives every entry the same `lastmod`, `changefreq` or `priority`.
    ///
    /// # Errors
    /// When the field is another one, or the value cannot be read.
    pub fn set(&mut self, field: &str, value: &str) -> Result<(), BadField> {
        let fields = Fields::new(&ReadOptions::default());
        let (place, mut findings) = (Position::default(), Vec::<Diagnostic>::new());
        let set = match field {
            "lastmod" => fields
                .lastmod(value, &place, &mut findings)
                .map(|read| read.map(|value| self.lastmod = Change::Set(value))),
            "changefreq" => fields
                .changefreq(value, &place, &mut findings)
                .map(|read| read.map(|value| self.changefreq = Change::Set(value))),
            "priority" => fields
                .priority(value, &place, &mut findings)
                .map(|read| read.map(|value| self.priority = Change::Set(value))),
            other if self.names().any(|name| name == other) => {
                return Err(BadField::Fixed(other.into()));
            }
            other => return Err(BadField::Unknown(other.into())),
        };
        match (set, findings.pop()) {
            (Ok(Some(())), _) => Ok(()),
            (_, Some(finding)) => Err(BadField::Value(Box::new(finding))),
            (_, None) => Err(BadField::Fixed(field.into())),
        }
    }

    /// Leaves a field out.
    ///
    /// # Errors
    /// When there is no such field, or it is `loc`.
    pub fn drop(&mut self, field: &str) -> Result<(), BadField> {
        let Some(name) = self.names().find(|name| *name == field) else {
            return Err(BadField::Unknown(field.into()));
        };
        match name {
            "loc" => return Err(BadField::Fixed(field.into())),
            "lastmod" => self.lastmod = Change::Drop,
            "changefreq" => self.changefreq = Change::Drop,
            "priority" => self.priority = Change::Drop,
            extension => self.dropped.push(extension),
        }
        Ok(())
    }

    /// Leaves out every field that is not named; constants that were set stay.
    ///
    /// # Errors
    /// When there is no field of one of the names; nothing has changed then.
    pub fn keep(&mut self, fields: &[&str]) -> Result<(), BadField> {
        if let Some(unknown) = fields.iter().find(|field| self.names().all(|name| name != **field))
        {
            return Err(BadField::Unknown((*unknown).into()));
        }
        let others = self.names().filter(|name| *name != "loc" && !fields.contains(name));
        for name in others.collect::<Vec<_>>() {
            let set = match name {
                "lastmod" => matches!(self.lastmod, Change::Set(_)),
                "changefreq" => matches!(self.changefreq, Change::Set(_)),
                "priority" => matches!(self.priority, Change::Set(_)),
                _ => false,
            };
            if !set {
                self.drop(name)?;
            }
        }
        Ok(())
    }

    /// Those of `lastmod`, `changefreq` and `priority` whose values in the input do not matter.
    pub fn unread(&self) -> impl Iterator<Item = &'static str> + use<> {
        let fields = [
            ("lastmod", !matches!(self.lastmod, Change::Keep)),
            ("changefreq", !matches!(self.changefreq, Change::Keep)),
            ("priority", !matches!(self.priority, Change::Keep)),
        ];
        fields.into_iter().filter_map(|(name, unread)| unread.then_some(name))
    }

    /// Whether it changes nothing.
    pub fn is_nothing(&self) -> bool {
        self.unread().next().is_none() && self.dropped.is_empty()
    }

    /// The names of all fields, in the order of columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let extensions = self.extensions.iter().map(|extension| extension.name);
        ["loc", "lastmod", "changefreq", "priority"].into_iter().chain(extensions).chain(["other"])
    }

    /// Adjusts one entry.
    pub fn apply(&self, entry: &mut Entry) {
        self.lastmod.apply(&mut entry.lastmod);
        self.changefreq.apply(&mut entry.changefreq);
        self.priority.apply(&mut entry.priority);
        if !self.dropped.is_empty() && !entry.extensions.is_empty() {
            let (dropped, extensions) = (&self.dropped, self.extensions);
            entry.extensions.retain(|element| !dropped.contains(&field_name(element, extensions)));
        }
    }
}

/// A reader whose entries are adjusted.
#[derive(Debug)]
pub struct Adjust<R> {
    reader: R,
    adjustment: Adjustment,
}

impl<R: EntryReader> Adjust<R> {
    /// Adjusts every entry of a reader.
    pub fn new(reader: R, adjustment: Adjustment) -> Adjust<R> {
        Adjust { reader, adjustment }
    }
}

impl<R: EntryReader> EntryReader for Adjust<R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        if more {
            self.adjustment.apply(entry);
        }
        Ok(more)
    }
}

#[cfg(test)]
mod tests {
    use super::{Adjust, Adjustment, BadField};
    use crate::memory::Memory;
    use urlset_core::{Datetime, Entry, EntryReader};

    fn adjusted(adjustment: Adjustment) -> Entry {
        let mut memory = Memory::of(&["https://example.com/a"]);
        memory.entries[0].lastmod = Datetime::parse("2026-03-04").ok();
        memory.entries[0].extensions.leaf("urn:a", "thing", "x");
        let mut entry = Entry::default();
        assert!(Adjust::new(memory, adjustment).read_entry(&mut entry, &mut ()).unwrap());
        entry
    }

    #[test]
    fn fields_are_set_left_out_and_kept() {
        let mut set = Adjustment::new(&[]);
        set.set("priority", "0.8").unwrap();
        set.set("lastmod", "2026-05").unwrap();
        set.keep(&["priority"]).unwrap();
        let entry = adjusted(set);
        assert_eq!(entry.priority.unwrap().to_string(), "0.8");
        assert_eq!(entry.lastmod.unwrap().to_string(), "2026-05", "a constant stays");
        assert!(entry.extensions.is_empty() && entry.loc.as_str() == "https://example.com/a");

        let mut unset = Adjustment::new(&[]);
        unset.drop("lastmod").unwrap();
        let entry = adjusted(unset);
        assert!(entry.lastmod.is_none() && !entry.extensions.is_empty());
        assert!(adjusted(Adjustment::new(&[])).lastmod.is_some());
    }

    #[test]
    fn what_is_set_or_left_out_need_not_be_read() {
        let unread = |change: fn(&mut Adjustment)| {
            let mut adjustment = Adjustment::new(&[]);
            change(&mut adjustment);
            adjustment.unread().collect::<Vec<_>>()
        };
        assert!(unread(|_| ()).is_empty());
        assert_eq!(unread(|one| one.drop("changefreq").unwrap()), ["changefreq"]);
        assert_eq!(unread(|one| one.set("priority", "1").unwrap()), ["priority"]);
        assert_eq!(unread(|one| one.keep(&["priority"]).unwrap()), ["lastmod", "changefreq"]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut any = Adjustment::new(&[]);
        assert_eq!(any.drop("nothing"), Err(BadField::Unknown("nothing".into())));
        assert_eq!(any.drop("loc"), Err(BadField::Fixed("loc".into())));
        assert_eq!(any.set("other", "x"), Err(BadField::Fixed("other".into())));
        assert!(matches!(any.set("priority", "high"), Err(BadField::Value(_))));
        assert!(matches!(any.set("changefreq", ""), Err(BadField::Value(_))));
        assert_eq!(any.keep(&["lastmod", "x"]), Err(BadField::Unknown("x".into())));
        assert!(adjusted(any).lastmod.is_some(), "nothing has changed");
    }
}
