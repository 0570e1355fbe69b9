//! What the user and the preset say that columns mean.

use crate::mapping::How;
use crate::names::{self, Target};
use crate::plan::{AtColumn, Choice, describe};
use crate::preset::Preset;
use crate::rules;
use urlset_core::{Diagnostic, Lost, Severity};

/// What the rows of a matrix can hold.
const MATRIX_FIELDS: &str = "write `hreflang.de` for the pages in German, or `lastmod`, \
                             `changefreq` or `priority`";

impl Choice<'_> {
    /// What the user says.
    pub(crate) fn ask(&mut self, mapping: &[(String, String)]) -> Result<(), AtColumn> {
        for (name, field) in mapping {
            let Some(column) = self.find(name) else {
                let detail = format!("{name}; the columns are {}", self.names.join(", "));
                let finding = rules::NO_SUCH_COLUMN.found().detail(detail);
                return Err((0, Box::new(finding.lost(Lost::Rest))));
            };
            if names::is_crawl_date(name) && field == "lastmod" {
                self.findings.push((column, Box::new(rules::CRAWL_DATE.found().detail(name))));
            }
            let known = names::column(field, self.table.extensions).map(|(target, _)| target);
            let held = self.targets.get(column).and_then(Option::as_ref);
            let held = held.map(|(held, _)| describe(held));
            if let Some(held) =
                held.filter(|held| known.as_ref().map(describe).as_ref() != Some(held))
            {
                return Err((column, Box::new(mapped_twice(name, &held, field))));
            }
            let once = known.as_ref().is_some_and(|target| !target.may_repeat());
            let before = known.filter(|_| once).and_then(|target| self.holder(&describe(&target)));
            if let Some(before) = before.filter(|before| *before != column) {
                let first = self.names.get(before).map(String::as_str).unwrap_or_default();
                let detail = format!("{first} and {name} are both mapped to {field}");
                let finding = rules::AMBIGUOUS_COLUMN.found().detail(detail);
                return Err((column, Box::new(finding.severity(Severity::Error).lost(Lost::Rest))));
            }
            if !self.set(column, field, How::Asked) {
                let detail = format!("{name}={field}");
                let finding = rules::UNKNOWN_FIELD.found().detail(detail);
                return Err((column, Box::new(finding.lost(Lost::Rest))));
            }
        }
        Ok(())
    }

    /// Which columns to keep as they are. They may mean a field as well.
    pub(crate) fn keep(&mut self, asked: &[String]) {
        for name in asked {
            let exact = self.names.iter().any(|known| known == name);
            let is =
                |known: &str| if exact { known == name } else { names::is_called(known, name) };
            let columns = self.names.iter().enumerate().filter(|(_, known)| is(known));
            self.kept.extend(columns.map(|(column, _)| (column, name.clone())));
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let same = |known: &String| known == name;
        let like = |known: &String| known.to_lowercase() == name.to_lowercase();
        let number = || name.parse::<usize>().ok()?.checked_sub(1);
        self.names
            .iter()
            .position(same)
            .or_else(|| self.names.iter().position(like))
            .or_else(|| number().filter(|column| *column < self.names.len()))
    }

    /// The column that a field was given to.
    fn holder(&self, field: &str) -> Option<usize> {
        let is = |(target, _): &(Target, How)| describe(target) == field;
        self.targets.iter().position(|target| target.as_ref().is_some_and(is))
    }

    /// Gives a column a field; `false` where no such field is known. An empty one ignores it.
    pub(crate) fn set(&mut self, column: usize, field: &str, how: How) -> bool {
        if field.is_empty() {
            if let Some(ignored) = self.ignored.get_mut(column) {
                *ignored = Some(how);
            }
            return true;
        }
        let Some((target, _)) = names::column(field, self.table.extensions) else {
            return false;
        };
        self.taken.insert(describe(&target));
        if let Some(slot) = self.targets.get_mut(column) {
            *slot = Some((target, how));
        }
        true
    }

    pub(crate) fn follow(&mut self, preset: &'static Preset) {
        for (name, field) in preset.columns {
            let Some(column) = self.find(name).filter(|column| self.is_free(*column)) else {
                continue;
            };
            let target = names::column(field, self.table.extensions);
            let once = target.is_some_and(|(target, _)| !target.may_repeat());
            let taken = once && self.taken.contains(*field);
            self.set(column, if taken { "" } else { field }, How::Preset);
        }
    }

    /// The columns of a matrix: those that the user gave a language, and those named by one.
    pub(crate) fn languages(&mut self) -> Result<Vec<(usize, Box<str>)>, AtColumn> {
        let mut found = self.asked_languages()?;
        for (column, name) in self.names.iter().enumerate() {
            let tag = ["hreflang", "alternate"]
                .iter()
                .find_map(|front| name.strip_prefix(front)?.strip_prefix([':', '.', '_', ' ']));
            let tag = tag.unwrap_or(name);
            let is_loc = ["loc", "url", "uri"].iter().any(|known| name.eq_ignore_ascii_case(known));
            if self.is_free(column) && is_language(tag) && !is_loc {
                found.push((column, tag.into()));
            }
        }
        for (column, _) in &found {
            if self.is_free(*column) {
                self.set(*column, "", How::Name);
            }
        }
        found.sort_by_key(|(column, _)| *column);
        Ok(found)
    }

    /// The columns that the user gave a language. What else was asked for must be a field that the
    /// pages of a row share.
    fn asked_languages(&mut self) -> Result<Vec<(usize, Box<str>)>, AtColumn> {
        let mut found = Vec::new();
        for (column, slot) in self.targets.iter_mut().enumerate() {
            let tag = match slot {
                None | Some((Target::Lastmod | Target::Changefreq | Target::Priority, _)) => {
                    continue;
                }
                Some((Target::Keyed(_, tag), _)) => tag.clone(),
                Some((other, _)) => {
                    let name = self.names.get(column).map(String::as_str).unwrap_or_default();
                    let detail = format!("{name}={}, in a matrix of languages", describe(other));
                    let finding = rules::UNKNOWN_FIELD.found().detail(detail).help(MATRIX_FIELDS);
                    return Err((column, Box::new(finding.lost(Lost::Rest))));
                }
            };
            found.push((column, tag));
        }
        for (column, _) in &found {
            if let (Some(slot), Some(ignored)) =
                (self.targets.get_mut(*column), self.ignored.get_mut(*column))
            {
                (*slot, *ignored) = (None, Some(How::Asked));
            }
        }
        Ok(found)
    }

    /// The language whose page is for all others must be one of the table's.
    pub(crate) fn x_default(
        &self,
        languages: &[(usize, Box<str>)],
        wanted: Option<&str>,
    ) -> Result<(), AtColumn> {
        let Some(wanted) = wanted else {
            return Ok(());
        };
        if languages.iter().any(|(_, tag)| tag.eq_ignore_ascii_case(wanted)) {
            return Ok(());
        }
        let tags: Vec<&str> = languages.iter().map(|(_, tag)| &**tag).collect();
        let detail = format!("--x-default {wanted}; the languages are {}", tags.join(", "));
        let finding = rules::NO_SUCH_COLUMN.found().detail(detail);
        Err((0, Box::new(finding.lost(Lost::Rest))))
    }
}

/// A column to which the user gives two fields.
fn mapped_twice(name: &str, held: &str, field: &str) -> Diagnostic {
    let field = if field.is_empty() { "nothing" } else { field };
    let detail = format!("{name} is mapped to {held} and to {field}");
    let finding = rules::AMBIGUOUS_COLUMN.found().detail(detail).help("give each column one field");
    finding.severity(Severity::Error).lost(Lost::Rest)
}

fn is_language(tag: &str) -> bool {
    if tag.eq_ignore_ascii_case("x-default") {
        return true;
    }
    let mut parts = tag.split(['-', '_']);
    let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && letters(first)
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}
