//! Decides what each column of a table means, before the first entry is read.

use crate::mapping::{How, Mapped};
use crate::names::{self, Match, Nested, Target};
use crate::preset::{Preset, RowsAre};
use crate::{CsvReadOptions, dialect, rules};
use csv::StringRecord;
use std::collections::{BTreeMap, HashSet};
use urlset_core::{Diagnostic, Extension, Lost, Severity, rules as core};

/// What a table's first rows show.
pub(crate) struct Table<'t> {
    /// The names of the columns; `None` where the first row is an entry already.
    pub(crate) header: Option<&'t StringRecord>,
    /// Rows after the header, up to 1,000.
    pub(crate) sample: &'t [StringRecord],
    pub(crate) extensions: &'static [&'static Extension],
}

/// What each column means.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Cells that a row should have.
    pub(crate) width: usize,
    pub(crate) loc: Option<usize>,
    pub(crate) lastmod: Option<usize>,
    pub(crate) changefreq: Option<usize>,
    pub(crate) priority: Option<usize>,
    pub(crate) kind: Option<usize>,
    /// Columns of each extension, in the order of the extensions.
    pub(crate) parts: Vec<Part>,
    pub(crate) other: Vec<usize>,
    pub(crate) long: Option<Long>,
    /// Columns of a matrix of languages.
    pub(crate) languages: Vec<(usize, Box<str>)>,
    pub(crate) mapped: Vec<Mapped>,
}

/// The columns of one extension.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) extension: &'static Extension,
    pub(crate) whole: Vec<usize>,
    /// Ordered by item and steps.
    pub(crate) nested: Vec<(usize, Nested)>,
    pub(crate) keyed: Vec<(usize, Box<str>)>,
}

/// The columns of the long layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Long {
    pub(crate) extension: usize,
    pub(crate) item: usize,
    pub(crate) field: usize,
    pub(crate) value: usize,
}

/// A finding about a column of the header.
pub(crate) type AtColumn = (usize, Diagnostic);

struct Choice<'t> {
    table: &'t Table<'t>,
    names: Vec<String>,
    targets: Vec<Option<(Target, How)>>,
    /// Columns that are left out on purpose.
    ignored: Vec<bool>,
    /// Fields that the user or the preset gave a column.
    taken: HashSet<String>,
    long: Option<Long>,
    findings: Vec<AtColumn>,
}

impl Plan {
    /// Decides; the error is one that nothing can be read after.
    pub(crate) fn new(
        table: &Table<'_>,
        options: &CsvReadOptions,
    ) -> Result<(Plan, Vec<AtColumn>), AtColumn> {
        let width = table.header.or(table.sample.first()).map_or(0, StringRecord::len);
        let names = (0..width).map(|column| table.name(column)).collect();
        let mut choice = Choice {
            table,
            names,
            targets: vec![None; width],
            ignored: vec![false; width],
            taken: HashSet::new(),
            long: None,
            findings: Vec::new(),
        };
        choice.ask(&options.mapping)?;
        let mut languages = Vec::new();
        if let Some(preset) = options.preset {
            choice.follow(preset);
            if preset.rows == RowsAre::Languages {
                languages = choice.languages();
            }
        }
        choice.long();
        choice.names()?;
        if !choice.has_loc() && languages.is_empty() {
            choice.content()?;
        }
        choice.unused();
        Ok(choice.finish(languages))
    }
}

impl Table<'_> {
    /// The name of a column, or its number where it has none.
    fn name(&self, column: usize) -> String {
        let name = self.header.and_then(|header| header.get(column));
        match name.map(names::tidy).unwrap_or_default() {
            "" => format!("column {}", column + 1),
            name => name.to_owned(),
        }
    }
}

impl Choice<'_> {
    /// What the user says.
    fn ask(&mut self, mapping: &[(String, String)]) -> Result<(), AtColumn> {
        for (name, field) in mapping {
            let Some(column) = self.find(name) else {
                let detail = format!("{name}; the columns are {}", self.names.join(", "));
                let finding = rules::NO_SUCH_COLUMN.found().detail(detail);
                return Err((0, finding.lost(Lost::Rest)));
            };
            if names::is_crawl_date(name) && field == "lastmod" {
                self.findings.push((column, rules::CRAWL_DATE.found().detail(name)));
            }
            if !self.set(column, field, How::Asked) {
                let detail = format!("{name}={field}");
                let finding = rules::UNKNOWN_FIELD.found().detail(detail);
                return Err((column, finding.lost(Lost::Rest)));
            }
        }
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        let same = |known: &String| known == name;
        let like = |known: &String| known.to_lowercase() == name.to_lowercase();
        let number = || name.parse::<usize>().ok()?.checked_sub(1);
        self.names
            .iter()
            .position(same)
            .or_else(|| self.names.iter().position(like))
            .or_else(|| number().filter(|column| *column < self.names.len()))
    }

    /// Gives a column a field; `false` where no such field is known. An empty one ignores it.
    fn set(&mut self, column: usize, field: &str, how: How) -> bool {
        if field.is_empty() {
            if let Some(ignored) = self.ignored.get_mut(column) {
                *ignored = true;
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

    fn follow(&mut self, preset: &'static Preset) {
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

    fn is_free(&self, column: usize) -> bool {
        self.targets.get(column).is_some_and(Option::is_none)
            && self.ignored.get(column) == Some(&false)
    }

    fn has_loc(&self) -> bool {
        let is_loc = |(target, _): &(Target, How)| matches!(target, Target::Loc);
        self.targets.iter().flatten().any(is_loc)
    }

    /// The columns named by a language, for a matrix.
    fn languages(&mut self) -> Vec<(usize, Box<str>)> {
        let mut found: Vec<(usize, Box<str>)> = Vec::new();
        for (column, name) in self.names.iter().enumerate() {
            let tag = ["hreflang", "alternate"]
                .iter()
                .find_map(|front| name.strip_prefix(front)?.strip_prefix([':', '.', '_', ' ']));
            let tag = tag.unwrap_or(name);
            if self.is_free(column) && is_language(tag) {
                found.push((column, tag.into()));
            }
        }
        for (column, _) in &found {
            self.set(*column, "", How::Preset);
        }
        found
    }

    /// The four columns of the long layout mean something only together.
    fn long(&mut self) {
        let columns = ["extension", "item", "field", "value"].map(|name| self.find_exact(name));
        let [Some(extension), Some(item), Some(field), Some(value)] = columns else {
            return;
        };
        for column in [extension, item, field, value] {
            if let Some(slot) = self.targets.get_mut(column) {
                *slot = Some((Target::Long, How::Name));
            }
        }
        self.long = Some(Long { extension, item, field, value });
    }

    fn find_exact(&self, name: &str) -> Option<usize> {
        self.table.header?;
        let column = self.names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        self.is_free(column).then_some(column)
    }

    /// What the names say.
    fn names(&mut self) -> Result<(), AtColumn> {
        if self.table.header.is_none() {
            return Ok(());
        }
        let mut fields: BTreeMap<String, Vec<(Match, usize, Target)>> = BTreeMap::new();
        for column in 0..self.names.len() {
            if !self.is_free(column) {
                continue;
            }
            let name = self.names.get(column).map(String::as_str).unwrap_or_default();
            if let Some((target, how)) = names::column(name, self.table.extensions) {
                let field = describe(&target);
                fields.entry(field).or_default().push((how, column, target));
            } else if names::is_unplaced(name, self.table.extensions) {
                let finding = core::KEY_MEMBER.found().detail(name).lost(Lost::Field);
                self.findings.push((column, finding));
                self.set(column, "", How::Name);
            }
        }
        for (field, mut candidates) in fields {
            candidates.sort_by_key(|(how, column, _)| (*how, *column));
            self.choose(&field, candidates)?;
        }
        Ok(())
    }

    /// Of several columns for one field, takes the surest.
    fn choose(
        &mut self,
        field: &str,
        candidates: Vec<(Match, usize, Target)>,
    ) -> Result<(), AtColumn> {
        let repeats = candidates.first().is_some_and(|(_, _, target)| target.may_repeat());
        let taken = self.taken.contains(field);
        if !repeats && !taken {
            let best = candidates.first().map(|(how, ..)| *how);
            let tied = candidates.iter().filter(|(how, ..)| Some(*how) == best).count() > 1;
            if tied || candidates.iter().filter(|(how, ..)| *how != Match::Weak).count() > 1 {
                self.ambiguous(field, &candidates, tied && field == "loc")?;
            }
        }
        for (at, (_, column, mut target)) in candidates.into_iter().enumerate() {
            if !repeats && (at > 0 || taken) {
                continue;
            }
            if let (Target::Nested(nested), true) = (&mut target, at > 0) {
                nested.item = nested.item.saturating_add(AGAIN).saturating_add(narrow(at));
            }
            if let Some(slot) = self.targets.get_mut(column) {
                *slot = Some((target, How::Name));
            }
        }
        Ok(())
    }

    fn ambiguous(
        &mut self,
        field: &str,
        candidates: &[(Match, usize, Target)],
        fatal: bool,
    ) -> Result<(), AtColumn> {
        let names = candidates.iter().filter_map(|(_, column, _)| self.names.get(*column));
        let names: Vec<&str> = names.map(String::as_str).collect();
        let first = names.first().copied().unwrap_or_default();
        let column = candidates.get(1).map_or(0, |(_, column, _)| *column);
        let listed = names.join(" and ");
        if fatal {
            let finding = rules::AMBIGUOUS_COLUMN.found().detail(format!("{listed} mean {field}"));
            return Err((column, finding.severity(Severity::Error).lost(Lost::Rest)));
        }
        let detail = format!("{listed} mean {field}; {first} was taken");
        self.findings.push((column, rules::AMBIGUOUS_COLUMN.found().detail(detail)));
        Ok(())
    }

    /// The only column whose values are URLs.
    fn content(&mut self) -> Result<(), AtColumn> {
        let rows = self.table.sample.iter().filter(|row| !row.iter().all(str::is_empty)).count();
        let mut found = Vec::new();
        for column in (0..self.names.len()).filter(|column| self.is_free(*column)) {
            let cells = self.table.sample.iter().filter_map(|row| row.get(column));
            let urls = cells.filter(|cell| dialect::is_url(cell)).count();
            let only = self.names.len() == 1 && urls > 0;
            if only || (urls > 0 && urls * 100 >= rows * 95) {
                found.push(column);
            }
        }
        let names = |columns: &[usize]| {
            let names = columns.iter().filter_map(|column| self.names.get(*column));
            names.map(String::as_str).collect::<Vec<_>>().join(" and ")
        };
        match found.as_slice() {
            [] => {
                let detail = format!("the columns are {}", self.names.join(", "));
                Err((0, rules::NO_URL_COLUMN.found().detail(detail).lost(Lost::Rest)))
            }
            [column] => {
                if self.table.header.is_some() {
                    let detail = format!("{} read as loc", names(&[*column]));
                    let finding = rules::COLUMN_BY_CONTENT.found().detail(detail);
                    self.findings.push((*column, finding));
                }
                self.set(*column, "loc", How::Content);
                Ok(())
            }
            [_, second, ..] => {
                let detail = format!("{} hold URLs", names(&found));
                let finding = rules::AMBIGUOUS_COLUMN.found().detail(detail);
                Err((*second, finding.severity(Severity::Error).lost(Lost::Rest)))
            }
        }
    }

    /// Names the columns that nothing takes, once.
    fn unused(&mut self) {
        let has_text = |column: usize| {
            let named = self.table.header.and_then(|header| header.get(column));
            named.is_some_and(|name| !name.trim().is_empty())
                || self
                    .table
                    .sample
                    .iter()
                    .any(|row| row.get(column).is_some_and(|c| !c.is_empty()))
        };
        let columns: Vec<usize> = (0..self.names.len())
            .filter(|column| self.is_free(*column) && has_text(*column))
            .collect();
        let names = columns.iter().filter_map(|column| self.names.get(*column));
        let names: Vec<&str> = names.map(String::as_str).collect();
        if let Some(first) = columns.first() {
            let finding = rules::UNUSED_COLUMN.found().detail(names.join(", "));
            self.findings.push((*first, finding));
        }
    }

    /// Whether a column `kind` says what this program would write there.
    fn kinds(&self) -> bool {
        let is_kind = |(target, _): &(Target, How)| matches!(target, Target::Kind);
        let found = self.targets.iter().position(|target| target.as_ref().is_some_and(is_kind));
        let known = |cell: &str| matches!(cell.trim(), "" | "sitemap" | "url" | "page");
        let cells = self.table.sample.iter().filter_map(|row| row.get(found?));
        cells.take(1000).all(known)
    }

    fn finish(self, languages: Vec<(usize, Box<str>)>) -> (Plan, Vec<AtColumn>) {
        let mut plan =
            Plan { width: self.names.len(), languages, long: self.long, ..Plan::default() };
        let mut parts: Vec<Part> =
            self.table.extensions.iter().map(|known| Part::of(known)).collect();
        let kinds = self.kinds();
        let named = self.targets.into_iter().zip(self.names).enumerate();
        for (column, (target, name)) in named {
            let Some((target, how)) = target else {
                continue;
            };
            plan.mapped.push(Mapped {
                column: name.into(),
                number: column + 1,
                field: describe(&target).into(),
                how,
            });
            match target {
                Target::Loc => plan.loc = Some(column),
                Target::Lastmod => plan.lastmod = Some(column),
                Target::Changefreq => plan.changefreq = Some(column),
                Target::Priority => plan.priority = Some(column),
                Target::Kind => plan.kind = Some(column).filter(|_| kinds),
                Target::Provenance | Target::Long => {}
                Target::Other => plan.other.push(column),
                Target::Whole(extension) => with(&mut parts, extension, |p| p.whole.push(column)),
                Target::Keyed(extension, key) => {
                    with(&mut parts, extension, |part| part.keyed.push((column, key)));
                }
                Target::Nested(nested) => {
                    with(&mut parts, nested.extension, |p| p.nested.push((column, nested)));
                }
            }
        }
        for part in &mut parts {
            part.nested.sort_by(|(_, left), (_, right)| {
                (left.item, &left.steps).cmp(&(right.item, &right.steps))
            });
        }
        parts.retain(|part| !part.is_empty());
        plan.parts = parts;
        (plan, self.findings)
    }
}

/// Items of columns that repeat a name come after all that have a number.
const AGAIN: u32 = 1 << 30;

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Part {
    fn of(extension: &'static Extension) -> Part {
        Part { extension, whole: Vec::new(), nested: Vec::new(), keyed: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.nested.is_empty() && self.keyed.is_empty()
    }
}

fn with(parts: &mut [Part], extension: &Extension, then: impl FnOnce(&mut Part)) {
    let mut parts = parts.iter_mut();
    if let Some(part) = parts.find(|part| part.extension.name == extension.name) {
        then(part);
    }
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

/// The field in the notation of the wide layout.
fn describe(target: &Target) -> String {
    match target {
        Target::Loc => "loc".to_owned(),
        Target::Lastmod => "lastmod".to_owned(),
        Target::Changefreq => "changefreq".to_owned(),
        Target::Priority => "priority".to_owned(),
        Target::Kind => "kind".to_owned(),
        Target::Provenance => "source".to_owned(),
        Target::Other => "other".to_owned(),
        Target::Long => "long".to_owned(),
        Target::Whole(extension) => extension.name.to_owned(),
        Target::Keyed(extension, key) => format!("{}.{key}", extension.name),
        Target::Nested(nested) => {
            let mut text = nested.extension.name.to_owned();
            if nested.item > 0 {
                text += &format!(".{}", nested.item);
            }
            for step in &nested.steps {
                text += &format!(".{}", step.name);
                if step.index > 0 {
                    text += &format!(".{}", step.index);
                }
            }
            text
        }
    }
}
