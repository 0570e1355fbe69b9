//! Which value stays where entries of one key differ.

use urlset_core::{Extension, Limits};

/// What becomes of a field that two entries of one key have. A value that is missing never beats one
/// that is there. Where a policy does not decide, the first read stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The first read.
    First,
    /// The last read.
    Last,
    /// The later date, by the first instant that each may mean; of two with one instant the more exact
    /// one, then the one whose text is greater: the order of reading does not count.
    Newest,
    /// The earlier date; of two with one instant as `Newest`.
    Oldest,
    /// The greater number.
    Max,
    /// The smaller number.
    Min,
    /// All items, each once, in the order of reading. Of one item's versions the first, with the
    /// attributes and children that only a later one has.
    Union,
    /// The more text.
    Longest,
    /// The first read, and the finding is an error.
    Fail,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 9] = [
        Policy::First,
        Policy::Last,
        Policy::Newest,
        Policy::Oldest,
        Policy::Max,
        Policy::Min,
        Policy::Union,
        Policy::Longest,
        Policy::Fail,
    ];

    /// Its name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Policy::First => "first",
            Policy::Last => "last",
            Policy::Newest => "newest",
            Policy::Oldest => "oldest",
            Policy::Max => "max",
            Policy::Min => "min",
            Policy::Union => "union",
            Policy::Longest => "longest",
            Policy::Fail => "fail",
        }
    }

    /// Whether the field has what it asks for: dates, numbers, items, text.
    fn fits(self, field: &str) -> bool {
        match self {
            Policy::First | Policy::Last | Policy::Fail => true,
            Policy::Newest | Policy::Oldest => field == "lastmod",
            Policy::Max | Policy::Min => field == "priority",
            Policy::Union => !matches!(field, "lastmod" | "changefreq" | "priority"),
            Policy::Longest => !matches!(field, "changefreq" | "priority"),
        }
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A policy for each field. Elements that no extension claims go by the policy of `other`, those of
/// one name together: what only one entry has is kept in any case.
#[derive(Clone, Debug)]
pub struct Conflicts {
    pub(crate) extensions: &'static [&'static Extension],
    pub(crate) lastmod: Policy,
    pub(crate) changefreq: Policy,
    pub(crate) priority: Policy,
    /// As many as `extensions`.
    named: Vec<Policy>,
    other: Policy,
    pub(crate) limits: Limits,
}

/// Why a text names no policies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPolicy {
    /// Not of the form `FIELD=RULE`.
    Form(Box<str>),
    /// There is no such field.
    Field(Box<str>),
    /// There is no such rule.
    Unknown(Box<str>),
    /// The field has nothing that the rule could go by.
    Unfit(Box<str>, Policy),
    /// A field is named twice.
    Twice(Box<str>),
}

impl std::fmt::Display for BadPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadPolicy::Form(text) => write!(f, "`{text}` is not of the form FIELD=RULE"),
            BadPolicy::Field(name) => write!(f, "there is no field `{name}`"),
            BadPolicy::Unknown(name) => {
                let all = Policy::ALL.map(Policy::as_str).join(", ");
                write!(f, "there is no rule `{name}`; the rules are {all}")
            }
            BadPolicy::Unfit(field, policy) => {
                let fitting = Policy::ALL.into_iter().filter(|policy| policy.fits(field));
                let all = fitting.map(Policy::as_str).collect::<Vec<_>>().join(", ");
                write!(f, "`{policy}` means nothing for `{field}`, which takes {all}")
            }
            BadPolicy::Twice(field) => write!(f, "the field `{field}` is named twice"),
        }
    }
}

impl std::error::Error for BadPolicy {}

/// Every field that a text does not name.
const REST: &str = "*";

impl Conflicts {
    /// The newest `lastmod`, the greatest `priority`, all items of extensions that say what makes two
    /// of them the same, and the first of everything else. `extensions` are the ones with names.
    pub fn new(extensions: &'static [&'static Extension]) -> Conflicts {
        let joined = |extension: &&Extension| match extension.identity {
            [] => Policy::First,
            _ => Policy::Union,
        };
        Conflicts {
            extensions,
            lastmod: Policy::Newest,
            changefreq: Policy::First,
            priority: Policy::Max,
            named: extensions.iter().map(joined).collect(),
            other: Policy::First,
            limits: Limits::default(),
        }
    }

    /// Bounds what one joined entry may hold by [`Limits::nodes`] and [`Limits::entry_bytes`], of which
    /// names count with each element. What does not fit is left out and told as `limit/entry-bytes`.
    pub fn within(self, limits: Limits) -> Conflicts {
        Conflicts { limits, ..self }
    }

    /// Reads `lastmod=oldest,image=union,*=fail`. Fields that are not named stay as in
    /// [`Conflicts::new`], unless there is a `*` for them.
    ///
    /// # Errors
    /// The field or rule that cannot be.
    pub fn parse(
        text: &str,
        extensions: &'static [&'static Extension],
    ) -> Result<Conflicts, BadPolicy> {
        let mut conflicts = Conflicts::new(extensions);
        let mut named: Vec<(&str, Policy)> = Vec::new();
        for part in text.split(',') {
            let (field, rule) = part.split_once('=').ok_or_else(|| BadPolicy::Form(part.into()))?;
            let (field, rule) = (field.trim(), rule.trim());
            let known = Policy::ALL.into_iter().find(|policy| policy.as_str() == rule);
            let policy = known.ok_or_else(|| BadPolicy::Unknown(rule.into()))?;
            if named.iter().any(|(other, _)| *other == field) {
                return Err(BadPolicy::Twice(field.into()));
            }
            named.push((field, policy));
        }
        for (field, policy) in &named {
            if *field != REST {
                conflicts.set(field, *policy)?;
                continue;
            }
            let rest = conflicts.fields().filter(|field| named.iter().all(|(one, _)| one != field));
            rest.into_iter().try_for_each(|field| conflicts.set(field, *policy))?;
        }
        Ok(conflicts)
    }

    /// Gives one field a policy.
    ///
    /// # Errors
    /// When there is no such field, or the policy means nothing for it.
    pub fn set(&mut self, field: &str, policy: Policy) -> Result<(), BadPolicy> {
        let extension = self.extensions.iter().position(|extension| extension.name == field);
        let place = match (field, extension) {
            ("lastmod", _) => &mut self.lastmod,
            ("changefreq", _) => &mut self.changefreq,
            ("priority", _) => &mut self.priority,
            ("other", _) => &mut self.other,
            (_, extension) => extension
                .and_then(|at| self.named.get_mut(at))
                .ok_or_else(|| BadPolicy::Field(field.into()))?,
        };
        if !policy.fits(field) {
            return Err(BadPolicy::Unfit(field.into(), policy));
        }
        *place = policy;
        Ok(())
    }

    /// Whether any element that comes again stands where it came last.
    pub(crate) fn moves_elements(&self) -> bool {
        self.other == Policy::Last || self.named.contains(&Policy::Last)
    }

    /// The policy of an extension by its place in the list, or of `other`.
    pub(crate) fn of(&self, extension: Option<usize>) -> Policy {
        extension.and_then(|at| self.named.get(at)).copied().unwrap_or(self.other)
    }

    fn fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        let extensions = self.extensions.iter().map(|extension| extension.name);
        ["lastmod", "changefreq", "priority"].into_iter().chain(extensions).chain(["other"])
    }
}

#[cfg(test)]
mod tests {
    use super::{BadPolicy, Conflicts, Policy};

    #[test]
    fn policies_are_read() {
        let read = Conflicts::parse("lastmod = oldest,*=last", &[]).unwrap();
        assert_eq!(
            (read.lastmod, read.priority, read.of(None)),
            (Policy::Oldest, Policy::Last, Policy::Last)
        );
        let read = Conflicts::parse("changefreq=fail", &[]).unwrap();
        assert_eq!((read.lastmod, read.changefreq), (Policy::Newest, Policy::Fail));
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (text, message) in [
            ("", "`` is not of the form FIELD=RULE"),
            ("lastmod", "`lastmod` is not of the form FIELD=RULE"),
            ("image=union", "there is no field `image`"),
            ("loc=first", "there is no field `loc`"),
            (
                "lastmod=latest",
                "there is no rule `latest`; the rules are first, last, newest, oldest, max, min, union, longest, fail",
            ),
            (
                "priority=newest",
                "`newest` means nothing for `priority`, which takes first, last, max, min, fail",
            ),
            ("lastmod=first,lastmod=last", "the field `lastmod` is named twice"),
            (
                "*=union",
                "`union` means nothing for `lastmod`, which takes first, last, newest, oldest, longest, fail",
            ),
        ] {
            let error = Conflicts::parse(text, &[]).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(
            Conflicts::parse("*=min", &[]).unwrap_err(),
            BadPolicy::Unfit("lastmod".into(), Policy::Min)
        );
    }
}
