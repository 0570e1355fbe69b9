//! What can be wrong with a document: a rule, declared as a `static` where it is found.

use crate::{Diagnostic, Position, Profile};

/// How much a finding weighs. A profile may change what a rule starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing to do.
    Note,
    /// Works today, but not everywhere.
    Warning,
    /// Breaks the protocol or loses data.
    Error,
}

impl Severity {
    /// The word that reports use: `note`, `warning`, `error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Something that can be wrong. Compared by its id.
#[derive(Debug)]
pub struct Rule {
    /// Stable, `group/name`, as in `loc/too-long`.
    pub id: &'static str,
    /// What it weighs unless a profile says otherwise.
    pub severity: Severity,
    /// What it weighs in each profile, in the order of [`Profile::ALL`], as one row of the table of
    /// rules: `E`, `W`, `I` for a note, `-` where it is not asked.
    pub profiles: &'static str,
    /// One line, no full stop: "`loc` is longer than 2,048 characters".
    pub summary: &'static str,
    /// One way out, a sentence without a full stop.
    pub help: &'static str,
    /// Where it is written: "sitemaps.org, XML tag definitions".
    pub source: &'static str,
    /// A fragment that breaks the rule, for `explain`; may span lines.
    pub example: &'static str,
}

impl Rule {
    /// What it weighs in a profile; `None` where the profile does not ask it.
    pub fn severity_in(&self, profile: Profile) -> Option<Severity> {
        match self.profiles.as_bytes().get(profile as usize) {
            Some(b'E') => Some(Severity::Error),
            Some(b'W') => Some(Severity::Warning),
            Some(b'I') => Some(Severity::Note),
            _ => None,
        }
    }

    /// Whether any profile asks it.
    pub fn is_asked(&self) -> bool {
        self.profiles.bytes().any(|letter| matches!(letter, b'E' | b'W' | b'I'))
    }

    /// A finding of this rule at `position`.
    pub fn at(&'static self, position: Position) -> Diagnostic {
        Diagnostic::new(self, position)
    }

    /// A finding whose place is filled in later, by a [`crate::Place`] or by the caller.
    pub fn found(&'static self) -> Diagnostic {
        Diagnostic::new(self, Position::default())
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}
