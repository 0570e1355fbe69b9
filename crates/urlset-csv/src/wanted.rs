//! Which columns of a table have to be read at all, for who can leave the others where they are.

use crate::CsvReadOptions;
use crate::names::{self, Target, is_called};
use urlset_core::Extension;

/// What is asked of a column.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Nothing.
    No,
    /// What it holds, where that can be read: it may turn out to mean something.
    Maybe,
    /// The URLs of the entries.
    Loc,
    /// A single value of each entry.
    Value,
    /// All items of an extension.
    Items(&'static Extension),
    /// Whatever it holds, one value or several.
    Any,
}

/// Which of the columns with these names mean something, or were asked for. All, where it takes their
/// content to say which holds the URLs.
pub fn wanted(
    names: &[&str],
    options: &CsvReadOptions,
    extensions: &'static [&'static Extension],
) -> Vec<Wanted> {
    let mapped = |at: usize, name: &str| {
        let is_it = |column: &str| is_called(column, name) || column == (at + 1).to_string();
        options.mapping.iter().find(|(column, _)| is_it(column)).map(|(_, field)| field)
    };
    let given = options.mapping.iter().any(|(_, field)| field == "loc");
    let target = |(at, name): (usize, &&str)| match mapped(at, name) {
        Some(field) => names::column(field, extensions).map(|(target, _)| target),
        None => names::column(name, extensions)
            .map(|(target, _)| target)
            .filter(|target| !(given && matches!(target, Target::Loc))),
    };
    let targets: Vec<_> = names.iter().enumerate().map(target).collect();
    let known = targets.iter().flatten().any(|target| matches!(target, Target::Loc));
    let all = options.preset.is_some() || !known;
    // The four columns of the long layout mean something only together.
    let long = |name: &str| ["extension", "item", "field", "value"].contains(&name);
    let is_long = names.iter().filter(|name| long(name)).count() == 4;
    let asked = |name: &str| options.columns.iter().any(|column| is_called(column, name));
    let wanted = |(name, target): (&&str, Option<Target>)| match target.map(|target| of(&target)) {
        Some(wanted) => wanted,
        None if is_long && long(name) => Wanted::Value,
        None if asked(name) => Wanted::Any,
        None if all => Wanted::Maybe,
        None => Wanted::No,
    };
    names.iter().zip(targets).map(wanted).collect()
}

fn of(target: &Target) -> Wanted {
    match target {
        Target::Loc => Wanted::Loc,
        Target::Whole(extension) => Wanted::Items(extension),
        Target::Provenance => Wanted::Maybe,
        Target::Other => Wanted::Any,
        Target::Nested(nested) if nested.takes_several() => Wanted::Any,
        _ => Wanted::Value,
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, wanted};
    use crate::CsvReadOptions;
    use crate::sample::EXTENSIONS;

    fn asked(names: &[&str], options: &CsvReadOptions) -> String {
        let letter = |wanted: Wanted| match wanted {
            Wanted::No => '-',
            Wanted::Maybe => '?',
            Wanted::Loc => 'l',
            Wanted::Value => 'v',
            Wanted::Items(_) => 'i',
            Wanted::Any => 'a',
        };
        wanted(names, options, EXTENSIONS).into_iter().map(letter).collect()
    }

    #[test]
    fn what_means_something_is_wanted() {
        let none = CsvReadOptions::default();
        assert_eq!(asked(&["url", "html", "Last Modified"], &none), "l-v");
        assert_eq!(asked(&["html", "adresse"], &none), "??");
        assert_eq!(asked(&["loc", "image", "image_link", "image.1.loc", "source"], &none), "liav?");
        for column in ["adresse", "2"] {
            let mapping = vec![(column.to_owned(), "loc".to_owned())];
            let mapped = CsvReadOptions { mapping, ..CsvReadOptions::default() };
            assert_eq!(asked(&["url", "adresse"], &mapped), "-l", "{column}");
        }
        let columns = vec!["status_code".to_owned()];
        let status = CsvReadOptions { columns, ..CsvReadOptions::default() };
        assert_eq!(asked(&["loc", "Status Code", "x"], &status), "la-");
    }
}
