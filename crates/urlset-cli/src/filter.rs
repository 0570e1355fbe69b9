//! `--where` and `--fields`: from their text to what they ask, and what is wrong with them.

use crate::excerpt;
use crate::exit::Failure;
use crate::plan::Plan;
use std::time::{SystemTime, UNIX_EPOCH};
use urlset::csv::is_called;
use urlset::query::{Fault, Filter, Scope};
use urlset::{DateOrder, EXTENSIONS, Excerpt};

/// Columns of an expression that are shown around what is wrong.
const WIDTH: usize = 96;

/// What names and times mean in this run; `dates` is how tables write theirs.
pub(crate) fn scope(dates: DateOrder) -> Scope {
    Scope { extensions: EXTENSIONS, now: now(), columns: true, dates }
}

/// What time it is, in seconds since 1970.
pub(crate) fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    i64::try_from(now).unwrap_or(i64::MAX)
}

/// The expression of `--where`.
pub(crate) fn parse(text: &str, scope: &Scope) -> Result<Filter, Failure> {
    Filter::parse(text, scope).map_err(|fault| wrong("--where", text, &fault))
}

/// The columns of tables that an expression asks for.
pub(crate) fn columns_of(text: Option<&str>) -> Result<Vec<String>, Failure> {
    let filter = text.map(|text| parse(text, &scope(DateOrder::Iso))).transpose()?;
    Ok(filter.iter().flat_map(Filter::columns).map(str::to_owned).collect())
}

/// Refuses names in `--where` that are neither a field nor a column of an input.
pub(crate) fn check(
    filter: &Filter,
    text: &str,
    scope: &Scope,
    plan: &Plan,
) -> Result<(), Failure> {
    let checked = filter.check_columns(scope, &columns(plan), is_called);
    checked.map_err(|fault| wrong("--where", text, &fault))
}

/// The names of the columns of all tables.
pub(crate) fn columns(plan: &Plan) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in plan.documents.iter().flat_map(|document| &document.names) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// A wrong expression as wrong usage, with carets under the place.
pub(crate) fn wrong(flag: &str, text: &str, fault: &Fault) -> Failure {
    let cut = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().into();
    let shown = Excerpt {
        before: cut(0..fault.span.start),
        text: cut(fault.span.clone()),
        after: cut(fault.span.end..text.len()),
        cut: false,
    };
    let shown = excerpt::show(&shown, WIDTH);
    let carets = format!("{}{}", " ".repeat(shown.indent), "^".repeat(shown.carets));
    let mut failure = Failure::usage(format!("{flag}: {}", fault.message));
    failure.excerpt = format!("{}\n{carets}", shown.line);
    failure.hint(&*fault.help)
}
