//! Which columns of a table have to be read at all, for who can leave the others where they are.

use crate::CsvReadOptions;
use crate::names::{self, Target, is_called};
use urlset_core::Extension;

/// Which of the columns with these names mean something, or were asked for. All, where it takes their
/// content to say which holds the URLs.
pub fn wanted(
    names: &[&str],
    options: &CsvReadOptions,
    extensions: &'static [&'static Extension],
) -> Vec<bool> {
    let asked = |name: &str| {
        options.mapping.iter().any(|(column, _)| is_called(column, name))
            || options.columns.iter().any(|column| is_called(column, name))
    };
    let meaning: Vec<_> = names.iter().map(|name| names::column(name, extensions)).collect();
    let known = meaning.iter().flatten().any(|(target, _)| matches!(target, Target::Loc))
        || options.mapping.iter().any(|(_, field)| field == "loc");
    let all = options.preset.is_some() || !known;
    // The four columns of the long layout mean something only together.
    let long = |name: &str| ["extension", "item", "field", "value"].contains(&name);
    let is_long = names.iter().filter(|name| long(name)).count() == 4;
    let each = names.iter().zip(meaning);
    each.map(|(name, meaning)| all || meaning.is_some() || asked(name) || is_long && long(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::wanted;
    use crate::CsvReadOptions;

    #[test]
    fn what_means_something_is_wanted() {
        let none = CsvReadOptions::default();
        assert_eq!(wanted(&["url", "html", "Last Modified"], &none, &[]), [true, false, true]);
        assert_eq!(wanted(&["html", "adresse"], &none, &[]), [true, true]);
        let mapping = vec![("adresse".to_owned(), "loc".to_owned())];
        let mapped = CsvReadOptions { mapping, ..CsvReadOptions::default() };
        assert_eq!(wanted(&["html", "adresse"], &mapped, &[]), [false, true]);
        let columns = vec!["status_code".to_owned()];
        let asked = CsvReadOptions { columns, ..CsvReadOptions::default() };
        assert_eq!(wanted(&["loc", "Status Code", "x"], &asked, &[]), [true, true, false]);
    }
}
