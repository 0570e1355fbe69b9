//! Differences for people, and for what reads lines.

use crate::clean::clean;
use crate::diff_args::ChangedField;
use crate::diff_values::Values;
use crate::number::thousands;
use std::fmt::Write;
use urlset::diff::{Change, Counts, Item, RedirectMap};
use urlset::json::text::{each_element, string};
use urlset::{Entry, Kind};

/// The form that differences are written in.
pub(crate) enum Form {
    /// For people.
    Text(Text),
    /// Redirects of a server.
    Redirects(RedirectMap),
    /// What was added or changed, as a table or as lines of locs.
    Changed(Vec<ChangedField>, bool),
    /// Not at all: the report has them.
    Nothing,
}

impl Form {
    /// Appends what stands before the first difference; `notes` are for people.
    pub(crate) fn begin(&mut self, counts: &Counts, notes: &[String], out: &mut String) {
        match self {
            Form::Text(_) => {
                for line in [summary(counts)].iter().chain(notes) {
                    out.push_str(line);
                    out.push('\n');
                }
            }
            Form::Redirects(map) => map.begin(out),
            Form::Changed(fields, table) => {
                if *table {
                    let names: Vec<&str> = fields.iter().map(|field| name(*field)).collect();
                    out.push_str(&names.join(","));
                    out.push('\n');
                }
            }
            Form::Nothing => {}
        }
    }

    /// Appends a difference.
    pub(crate) fn item(&mut self, item: &Item, counts: &Counts, out: &mut String) {
        match self {
            Form::Text(text) => text.item(item, counts, out),
            Form::Redirects(map) => {
                map.write(item, out);
            }
            Form::Changed(..) if item.change == Change::Removed => {}
            Form::Changed(_, false) => {
                out.push_str(item.new.loc.as_str());
                out.push('\n');
            }
            Form::Changed(fields, true) => row(&item.new, fields, out),
            Form::Nothing => {}
        }
    }

    /// Appends what stands after the last difference.
    pub(crate) fn end(&mut self, out: &mut String) {
        match self {
            Form::Redirects(map) => map.end(out),
            Form::Text(_) | Form::Changed(..) | Form::Nothing => {}
        }
    }

    /// Whether it may be published: what others act on only where both sides were read whole.
    pub(crate) fn stands(&self, whole: bool) -> bool {
        match self {
            Form::Redirects(_) | Form::Changed(..) => whole,
            Form::Text(_) | Form::Nothing => true,
        }
    }

    /// Redirects that were written, where some are, and those that the server would not read.
    pub(crate) fn redirects(&self) -> Option<(u64, u64)> {
        match self {
            Form::Redirects(map) => Some((map.redirects(), map.too_long())),
            Form::Text(_) | Form::Changed(..) | Form::Nothing => None,
        }
    }
}

/// `2 added, 1 changed, 12 unchanged`.
pub(crate) fn summary(counts: &Counts) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut tell = |number: u64, what: &str| {
        if number > 0 {
            told.push(format!("{} {what}", thousands(number)));
        }
    };
    for change in Change::ALL {
        tell(counts.of(change), change.as_str());
    }
    tell(counts.unchanged, "unchanged");
    if told.is_empty() { "nothing in either".into() } else { told.join(", ") }
}

/// A few lines for each page.
pub(crate) struct Text {
    values: Values,
    /// Pages of each kind that are shown; none is all.
    most: Option<u64>,
    change: Option<Change>,
    shown: u64,
}

impl Text {
    pub(crate) fn new(kind: Kind, most: u64) -> Text {
        let most = Some(most).filter(|most| *most > 0);
        Text { values: Values::new(kind), most, change: None, shown: 0 }
    }

    fn item(&mut self, item: &Item, counts: &Counts, out: &mut String) {
        if self.change != Some(item.change) {
            self.change = Some(item.change);
            self.shown = 0;
            out.push('\n');
        }
        self.shown += 1;
        if let Some(most) = self.most
            && self.shown > most
        {
            if self.shown == most + 1 {
                let more = thousands(counts.of(item.change) - most);
                let change = item.change.as_str();
                let _ = writeln!(out, "and {more} more {change} (--max-items 0 shows all)");
            }
            return;
        }
        let (old, new) = (clean(item.old.loc.as_str()), clean(item.new.loc.as_str()));
        let _ = match item.change {
            Change::Added => writeln!(out, "+ {new}"),
            Change::Removed => writeln!(out, "- {old}"),
            Change::Changed => writeln!(out, "~ {new}"),
            Change::Renamed => {
                let percent = (item.score + 5) / 10;
                writeln!(out, "> {old} → {new} ({}.{:02})", percent / 100, percent % 100)
            }
        };
        self.values.each(item, |field, old, new| show(field, old, new, out));
    }
}

/// One field that differs.
fn show(field: &str, old: Option<&str>, new: Option<&str>, out: &mut String) {
    let is_list = |value: Option<&str>| value.is_some_and(|value| value.starts_with('['));
    if !is_list(old) && !is_list(new) {
        let _ = writeln!(out, "    {field}: {} → {}", plain(old), plain(new));
        return;
    }
    let (mut gone, mut come) = (elements(old), elements(new));
    gone.retain(|one| match come.iter().position(|other| other == one) {
        Some(at) => {
            come.remove(at);
            false
        }
        None => true,
    });
    if gone.is_empty() && come.is_empty() {
        let _ = writeln!(out, "    {field}: in another order");
    }
    for (sign, list) in [('-', gone), ('+', come)] {
        for one in list {
            let _ = writeln!(out, "    {field}: {sign} {}", clean(one));
        }
    }
}

fn elements(list: Option<&str>) -> Vec<&str> {
    let mut elements = Vec::new();
    // It was written here: it is a list.
    let _ = each_element(list.unwrap_or("[]"), &mut |element| elements.push(element));
    elements
}

/// A value without its quotes.
fn plain(value: Option<&str>) -> String {
    let Some(value) = value else {
        return "none".into();
    };
    let text = string(value).unwrap_or_else(|| value.into());
    clean(&text).into_owned()
}

fn name(field: ChangedField) -> &'static str {
    match field {
        ChangedField::Loc => "loc",
        ChangedField::Lastmod => "lastmod",
        ChangedField::Changefreq => "changefreq",
        ChangedField::Priority => "priority",
    }
}

/// A row of a table (RFC 4180).
fn row(entry: &Entry, fields: &[ChangedField], out: &mut String) {
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        match field {
            ChangedField::Loc => urlset::csv::write_cell(entry.loc.as_str(), b',', false, out),
            ChangedField::Lastmod => {
                let _ = entry.lastmod.map(|date| write!(out, "{date}"));
            }
            ChangedField::Changefreq => {
                out.push_str(entry.changefreq.map_or("", |word| word.as_str()));
            }
            ChangedField::Priority => {
                out.push_str(entry.priority.as_ref().map_or("", |priority| priority.as_str()));
            }
        }
    }
    out.push('\n');
}
