//! One finding: a rule, a place, and what exactly was there.

use crate::{Position, Rule, Severity};
use alloc::boxed::Box;
use alloc::string::String;

/// What a finding cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lost {
    /// Everything was kept, perhaps repaired.
    #[default]
    Nothing,
    /// One field of an entry was left out.
    Field,
    /// One entry was left out.
    Entry,
    /// The rest of the document could not be read.
    Rest,
}

/// The text around a finding, cut short, from one line of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// Up to 120 bytes of the line before the place.
    pub before: String,
    /// The offending text, at most 120 bytes of it.
    pub text: String,
    /// Up to 120 bytes of the line after it.
    pub after: String,
    /// Whether the line goes on to the left of `before`.
    pub cut: bool,
}

impl Excerpt {
    /// Bytes of each part, at most; one that is cut may have up to 3 less, for it has whole characters.
    pub const PART: usize = 120;
}

/// Two values of one field that differ, for machines; the detail of the finding says it for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The field, as in `lastmod`.
    pub field: Box<str>,
    /// What chose between them, as in `newest`.
    pub policy: Box<str>,
    /// The value at [`Diagnostic::other`], which stays. At most [`Diagnostic::DETAIL`] bytes.
    pub kept: Box<str>,
    /// The value at [`Diagnostic::position`], which gives way. As long at most.
    pub dropped: Box<str>,
}

/// What was repaired: what stood there, and what is read and written for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// As it stood there, perhaps without what is around it and with escapes resolved; of bytes that
    /// are no text their numbers, of an order the names, of a row how many cells. Empty where something
    /// was missing. At most [`Diagnostic::DETAIL`] bytes.
    pub was: Box<str>,
    /// What takes its place; empty where it is left out. As long at most.
    pub now: Box<str>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What is wrong.
    pub rule: &'static Rule,
    /// Starts as the rule's; a policy may change it.
    pub severity: Severity,
    /// Of the first byte of the thing complained about.
    pub position: Position,
    /// The other place, of a finding about two: where the value stands that was kept.
    pub other: Option<Box<Position>>,
    /// How many bytes of text it spans; 0 where that is not known.
    pub length: u32,
    /// What was left out because of it.
    pub lost: Lost,
    /// What exactly: the offending text, a count, the repair. At most [`Diagnostic::DETAIL`] bytes,
    /// of a list [`Diagnostic::LIST`].
    pub detail: Box<str>,
    /// A way out that fits this case better than the rule's own; empty for the rule's.
    pub help: Box<str>,
    /// The values, of a finding about two that differ.
    pub values: Option<Box<Differing>>,
    /// Before and after, where what is wrong was repaired for certain.
    pub mended: Option<Box<Mended>>,
    /// The loc of the entry it is about; empty where there is none.
    pub loc: Box<str>,
    /// The source around the place, where it was still at hand.
    pub excerpt: Option<Box<Excerpt>>,
}

impl Diagnostic {
    /// Longest `detail`, in bytes; longer ones are cut and end in `…`.
    pub const DETAIL: usize = 200;

    /// Longest list of names, in bytes; the number of the rest follows.
    pub const LIST: usize = 4096;

    /// A finding of `rule` at `position`.
    pub fn new(rule: &'static Rule, position: Position) -> Diagnostic {
        Diagnostic {
            rule,
            severity: rule.severity,
            position,
            other: None,
            length: 0,
            lost: Lost::Nothing,
            detail: Box::default(),
            help: Box::default(),
            values: None,
            mended: None,
            loc: Box::default(),
            excerpt: None,
        }
    }

    /// Says what exactly was found.
    pub fn detail(mut self, text: impl AsRef<str>) -> Diagnostic {
        self.detail = cut(text.as_ref(), Self::DETAIL);
        self
    }

    /// Says what was found, name by name: each is told whole, since what is named nowhere is gone
    /// without a word. Names beyond [`Diagnostic::LIST`] bytes are counted.
    pub fn list(mut self, names: &[impl AsRef<str>]) -> Diagnostic {
        let mut told = String::new();
        for (number, name) in names.iter().enumerate() {
            let name = cut(name.as_ref(), Self::DETAIL);
            if told.len() + name.len() > Self::LIST {
                told.push_str(&format!(", and {} more", names.len() - number));
                break;
            }
            told.push_str(if number == 0 { "" } else { ", " });
            told.push_str(&name);
        }
        self.detail = told.into();
        self
    }

    /// Says a way out that fits better than the rule's.
    pub fn help(mut self, text: impl AsRef<str>) -> Diagnostic {
        self.help = cut(text.as_ref(), Self::DETAIL);
        self
    }

    /// Says where the other of two things stands.
    pub fn other(mut self, at: Position) -> Diagnostic {
        self.other = Some(Box::new(at));
        self
    }

    /// Says which values of which field differ, and what chose: `kept`, then `dropped`.
    pub fn values(mut self, field: &str, policy: &str, [kept, dropped]: [&str; 2]) -> Diagnostic {
        let [kept, dropped] = [kept, dropped].map(|value| cut(value, Self::DETAIL));
        let (field, policy) = (field.into(), policy.into());
        self.values = Some(Box::new(Differing { field, policy, kept, dropped }));
        self
    }

    /// Says what was repaired, and how.
    pub fn mended(mut self, was: &str, now: &str) -> Diagnostic {
        let start = first_shown(was, now, Self::DETAIL);
        let [was, now] = [was, now].map(|text| match text.get(start..) {
            Some(rest) if start > 0 => cut(&format!("…{rest}"), Self::DETAIL),
            _ => cut(text, Self::DETAIL),
        });
        self.mended = Some(Box::new(Mended { was, now }));
        self
    }

    /// Whether what is wrong was repaired, and nothing is missing because of it.
    pub fn is_mended(&self) -> bool {
        self.mended.is_some() && self.lost == Lost::Nothing
    }

    /// Says which entry it is about.
    pub fn loc(mut self, loc: &str) -> Diagnostic {
        self.loc = cut(loc, 2 * Self::DETAIL);
        self
    }

    /// Says what was left out.
    pub fn lost(mut self, lost: Lost) -> Diagnostic {
        self.lost = lost;
        self
    }

    /// Changes the severity, as where a repair makes an error harmless.
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }
}

/// Where two texts are shown from, so that what differs is among the bytes that are: the front, unless
/// one is longer than `most` and they begin alike for most of that.
fn first_shown(one: &str, other: &str, most: usize) -> usize {
    if one.len().max(other.len()) <= most {
        return 0;
    }
    let alike = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    let alike: usize = alike.map(|(c, _)| c.len_utf8()).sum();
    if alike < most / 2 {
        return 0;
    }
    let start = alike - most / 4;
    (start..=alike).find(|at| one.is_char_boundary(*at)).unwrap_or(alike)
}

fn cut(text: &str, most: usize) -> Box<str> {
    if text.len() <= most {
        return text.into();
    }
    format!("{}…", head(text, most)).into()
}

/// At most `most` bytes of the front, whole characters.
pub(crate) fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// At most `most` bytes of the end, whole characters.
pub(crate) fn tail(text: &str, most: usize) -> &str {
    let least = text.len().saturating_sub(most);
    let start = (least..=text.len()).find(|start| text.is_char_boundary(*start));
    text.get(start.unwrap_or(0)..).unwrap_or_default()
}
