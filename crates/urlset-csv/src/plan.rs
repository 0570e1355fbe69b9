//! Decides what each column of a table means, before the first entry is read.

use crate::bare::{usual, widths};
use crate::found::AGAIN;
use crate::mapping::{How, Mapped};
use crate::names::{self, Nested, Step, Target};
use crate::preset::RowsAre;
use crate::{CsvReadOptions, dialect};
use csv::StringRecord;
use std::collections::{BTreeSet, HashSet};
use urlset_core::{Diagnostic, Extension};

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
    /// Cells that every row has; fewer than are due only where no header says what is.
    pub(crate) least: usize,
    /// Whether rows that are as wide as they should be may be several all the same.
    pub(crate) doubtful: bool,
    /// Whether the first row names the columns.
    pub(crate) headed: bool,
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
    /// The names of all columns.
    pub(crate) names: Vec<String>,
    /// Columns to keep as they are, and the names that they were asked for by.
    pub(crate) kept: Vec<(usize, String)>,
    /// Columns that nothing takes and that have no name, nor a value in the first rows: what comes in one later is
    /// told then.
    pub(crate) empty: Vec<usize>,
}

impl Plan {
    /// The extensions that have columns.
    pub(crate) fn extensions<'e>(
        &'e self,
        all: &'e [&'static Extension],
    ) -> impl Iterator<Item = &'static Extension> + 'e {
        let is_used = |part: &Part| {
            !(part.whole.is_empty() && part.nested.is_empty() && part.keyed.is_empty())
        };
        let parts = self.parts.iter().filter(move |part| is_used(part));
        let matrix = !self.languages.is_empty();
        all.iter().copied().filter(move |extension| {
            parts.clone().any(|part| part.extension.name == extension.name)
                || matrix && extension.keyed.is_some()
        })
    }
}

/// The columns of one extension.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) extension: &'static Extension,
    /// In the order of the table, as are those with a key.
    pub(crate) whole: Vec<usize>,
    /// Ordered by item and steps.
    pub(crate) nested: Vec<(usize, Nested)>,
    /// Places in `nested`, in the order of the columns.
    by_column: Vec<usize>,
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
pub(crate) type AtColumn = (usize, Box<Diagnostic>);

/// Columns on the way to what they mean.
pub(crate) struct Choice<'t> {
    pub(crate) table: &'t Table<'t>,
    pub(crate) names: Vec<String>,
    pub(crate) targets: Vec<Option<(Target, How)>>,
    /// Columns that are left out on purpose, and why.
    pub(crate) ignored: Vec<Option<How>>,
    /// Fields that the user or the preset gave a column.
    pub(crate) taken: HashSet<String>,
    pub(crate) long: Option<Long>,
    /// Columns to keep as they are, and the names that they were asked for by.
    pub(crate) kept: Vec<(usize, String)>,
    /// Columns without a name, and without a value in the first rows.
    pub(crate) empty: Vec<usize>,
    pub(crate) findings: Vec<AtColumn>,
}

impl Plan {
    /// Decides; the error is one that nothing can be read after.
    pub(crate) fn new(
        table: &Table<'_>,
        options: &CsvReadOptions,
    ) -> Result<(Plan, Vec<AtColumn>), AtColumn> {
        let width = table.width();
        let names = (0..width).map(|column| table.name(column)).collect();
        let mut choice = Choice {
            table,
            names,
            targets: vec![None; width],
            ignored: vec![None; width],
            taken: HashSet::new(),
            long: None,
            kept: Vec::new(),
            empty: Vec::new(),
            findings: Vec::new(),
        };
        choice.keep(&options.columns);
        choice.ask(&options.mapping)?;
        let mut languages = Vec::new();
        if let Some(preset) = options.preset {
            choice.follow(preset);
            if preset.rows == RowsAre::Languages {
                languages = choice.languages()?;
                choice.x_default(&languages, options.x_default.as_deref())?;
            }
        }
        choice.long();
        choice.names()?;
        if !languages.is_empty() {
            choice.free_others();
        }
        if !choice.has_loc() && languages.is_empty() {
            let matrix = options.preset.is_some_and(|preset| preset.rows == RowsAre::Languages);
            let help = "map columns to languages: `--map 'German=hreflang.de'`";
            choice.content().map_err(|(column, finding)| match matrix {
                true => (column, Box::new(finding.help(help))),
                false => (column, finding),
            })?;
        }
        choice.unused();
        let (mut plan, findings) = choice.finish(languages);
        plan.measure(table);
        Ok((plan, findings))
    }
}

impl Table<'_> {
    /// The name of a column, or its number where it has none.
    /// How many columns there are: as the header has, else as the first row or, where that is more, as
    /// most rows with a URL have.
    fn width(&self) -> usize {
        if let Some(header) = self.header {
            return header.len();
        }
        let first = self.sample.first().map_or(0, StringRecord::len);
        let entries = self.sample.iter().filter(|row| row.iter().any(dialect::is_url));
        usual(&widths(entries)).map_or(first, |width| first.max(width))
    }

    fn name(&self, column: usize) -> String {
        let name = self.header.and_then(|header| header.get(column));
        match name.map(names::tidy).unwrap_or_default() {
            "" => format!("column {}", column + 1),
            name => name.to_owned(),
        }
    }
}

impl Choice<'_> {
    pub(crate) fn is_free(&self, column: usize) -> bool {
        self.targets.get(column).is_some_and(Option::is_none)
            && self.ignored.get(column) == Some(&None)
    }

    pub(crate) fn has_loc(&self) -> bool {
        let is_loc = |(target, _): &(Target, How)| matches!(target, Target::Loc);
        self.targets.iter().flatten().any(is_loc)
    }

    /// In a matrix only dates and what rates a page come from columns that are no language: every
    /// other one is not used, which is told.
    fn free_others(&mut self) {
        for target in &mut self.targets {
            let read = matches!(
                target,
                Some((Target::Lastmod | Target::Changefreq | Target::Priority, _))
            );
            if !read {
                *target = None;
            }
        }
        self.long = None;
    }

    /// The four columns of the long layout mean something only together.
    pub(crate) fn long(&mut self) {
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

    fn finish(self, languages: Vec<(usize, Box<str>)>) -> (Plan, Vec<AtColumn>) {
        let mut plan = Plan {
            width: self.names.len(),
            languages,
            long: self.long,
            kept: self.kept,
            empty: self.empty,
            names: self.names.clone(),
            ..Plan::default()
        };
        let mut parts: Vec<Part> =
            self.table.extensions.iter().map(|known| Part::of(known)).collect();
        for (column, tag) in &plan.languages {
            let asked = self.ignored.get(*column) == Some(&Some(How::Asked));
            plan.mapped.push(Mapped {
                column: self.names.get(*column).map(String::as_str).unwrap_or_default().into(),
                number: column + 1,
                field: format!("hreflang.{tag}").into(),
                how: if asked { How::Asked } else { How::Preset },
            });
        }
        let named = self.targets.into_iter().zip(self.names).enumerate();
        for (column, (target, name)) in named {
            let Some((target, how)) = target else {
                continue;
            };
            let field = match target {
                Target::Provenance => name.trim().to_ascii_lowercase(),
                _ => describe(&target),
            };
            let (column_name, number, field) = (name.into(), column + 1, field.into());
            plan.mapped.push(Mapped { column: column_name, number, field, how });
            match target {
                Target::Loc => plan.loc = Some(column),
                Target::Lastmod => plan.lastmod = Some(column),
                Target::Changefreq => plan.changefreq = Some(column),
                Target::Priority => plan.priority = Some(column),
                Target::Kind => plan.kind = Some(column),
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
            part.count_from_one();
            part.nested.sort_by(|(_, left), (_, right)| {
                (left.item, &left.steps).cmp(&(right.item, &right.steps))
            });
            part.by_column = (0..part.nested.len()).collect();
            part.by_column.sort_by_key(|at| part.nested.get(*at).map(|(column, _)| *column));
        }
        plan.mapped.sort_by_key(|mapped| mapped.number);
        parts.retain(|part| !part.is_empty());
        plan.parts = parts;
        (plan, self.findings)
    }
}

impl Part {
    fn of(extension: &'static Extension) -> Part {
        Part {
            extension,
            whole: Vec::new(),
            nested: Vec::new(),
            by_column: Vec::new(),
            keyed: Vec::new(),
        }
    }

    /// Names without a number are of the first item, where the names with one count from 1 and say
    /// something else of it.
    fn count_from_one(&mut self) {
        let from_zero = self.nested.iter().any(|(_, one)| one.numbered && one.item == 0);
        let of_first = |one: &&(usize, Nested)| one.1.numbered && one.1.item == 1;
        let plain = |one: &&(usize, Nested)| !one.1.numbered && one.1.item == 0;
        // In sets, since a head may have thousands of each.
        let bare = |one: &Nested| -> Vec<Step> {
            one.steps.iter().map(|step| Step { index: 0, ..step.clone() }).collect()
        };
        let of_first: Vec<&Nested> =
            self.nested.iter().filter(of_first).map(|(_, one)| one).collect();
        let whole = of_first.iter().map(|one| one.steps.clone());
        let first: BTreeSet<Vec<Step>> =
            of_first.iter().map(|one| bare(one)).chain(whole).collect();
        let without: BTreeSet<&[Step]> = of_first
            .iter()
            .map(|one| one.steps.as_slice())
            .filter(|steps| is_bare(steps))
            .collect();
        let twice =
            self.nested.iter().filter(plain).any(|(_, one)| {
                first.contains(&one.steps) || without.contains(bare(one).as_slice())
            });
        if from_zero || twice {
            return;
        }
        for (_, nested) in self.nested.iter_mut().filter(|(_, one)| !one.numbered && one.item == 0)
        {
            nested.item = 1;
        }
    }

    /// Columns of items of which a row of so many cells has some, ordered by item and steps: a table
    /// may have thousands of columns, and a row one cell.
    pub(crate) fn nested_within(&self, width: usize) -> impl Iterator<Item = &(usize, Nested)> {
        let is_within =
            |at: &usize| self.nested.get(*at).is_some_and(|(column, _)| *column < width);
        let within = self.by_column.partition_point(is_within);
        let all = within == self.nested.len();
        let mut some = self.by_column.get(..within).filter(|_| !all).unwrap_or_default().to_vec();
        some.sort_unstable();
        let all = self.nested.get(..if all { within } else { 0 }).unwrap_or_default();
        all.iter().chain(some.into_iter().filter_map(|at| self.nested.get(at)))
    }

    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.nested.is_empty() && self.keyed.is_empty()
    }
}

fn is_bare(steps: &[Step]) -> bool {
    steps.iter().all(|step| step.index == 0)
}

fn with(parts: &mut [Part], extension: &Extension, then: impl FnOnce(&mut Part)) {
    let mut parts = parts.iter_mut();
    if let Some(part) = parts.find(|part| part.extension.name == extension.name) {
        then(part);
    }
}

/// The field in the notation of the wide layout.
pub(crate) fn describe(target: &Target) -> String {
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
            if nested.item > 0 && nested.item < AGAIN {
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

#[cfg(test)]
mod tests {
    use super::{Plan, Table};
    use crate::CsvReadOptions;
    use crate::sample::EXTENSIONS;
    use csv::StringRecord;

    #[test]
    fn a_row_is_asked_for_the_cells_that_it_has() {
        let head = ["loc", "image.3.loc", "image.1.title", "image.1.loc", "image.2.loc"];
        let head = StringRecord::from(head.to_vec());
        let table = Table { header: Some(&head), sample: &[], extensions: EXTENSIONS };
        let (plan, _) = Plan::new(&table, &CsvReadOptions::default()).unwrap();
        let columns = |width: usize| {
            let nested = plan.parts[0].nested_within(width);
            nested.map(|(column, _)| *column).collect::<Vec<_>>()
        };
        assert!(columns(1).is_empty());
        assert_eq!(columns(2), [1]);
        assert_eq!(columns(4), [3, 2, 1], "in the order of the items");
        assert_eq!((columns(5), columns(9)), (vec![3, 2, 4, 1], vec![3, 2, 4, 1]));
    }
}
