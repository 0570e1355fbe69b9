//! A whole expression, ready to be asked of entries.

use crate::expression::Node;
use crate::fault::Fault;
use crate::found::Origin;
use crate::near::nearest;
use crate::parser::{Asked, Parser};
use crate::scope::Scope;
use urlset_core::Entry;

/// A whole expression, ready to be asked of entries: compiled once, and asked without allocation
/// where values are text as it was read.
///
/// Equality is of what is asked, not of spaces and parentheses; `Display` gives a text that reads
/// as the same expression.
#[derive(Clone, Debug)]
pub struct Filter {
    root: Node,
    columns: Vec<Asked>,
}

impl Filter {
    /// Reads an expression. It may have 64 KiB, and 64 parentheses and `not`s inside one another.
    /// Patterns are those of the crate `regex`, which answer in linear time.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and where.
    pub fn parse(text: &str, scope: &Scope) -> Result<Filter, Fault> {
        let mut parser = Parser::new(text, scope)?;
        let root = parser.expression()?;
        Ok(Filter { root, columns: parser.columns })
    }

    /// Whether an entry is what is asked for.
    pub fn accepts(&self, entry: &Entry, origin: &Origin<'_>) -> bool {
        self.root.holds(entry, origin)
    }

    /// The names that are no fields and may be columns, as they are written, for
    /// `CsvReadOptions::columns`.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// Says whether each column that is asked for is one of these; `is` tells whether a column has
    /// a name.
    ///
    /// # Errors
    /// The first that is none, with the name it is nearest to.
    pub fn check_columns(
        &self,
        scope: &Scope,
        known: &[String],
        is: impl Fn(&str, &str) -> bool,
    ) -> Result<(), Fault> {
        check_columns(&self.columns, scope, known, is)
    }
}

pub(crate) fn check_columns(
    asked: &[Asked],
    scope: &Scope,
    known: &[String],
    is: impl Fn(&str, &str) -> bool,
) -> Result<(), Fault> {
    let missing = asked.iter().find(|(name, _)| !known.iter().any(|column| is(column, name)));
    let Some((name, span)) = missing else {
        return Ok(());
    };
    if known.is_empty() {
        let fault = Fault::new(span.clone(), format!("there is no field `{name}`"));
        let fields: Vec<String> = scope.names().collect();
        let near = nearest(name, fields.iter().map(String::as_str));
        return Err(match near {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("no input is a table that could have such a column"),
        });
    }
    let fault = Fault::new(span.clone(), format!("no field and no column is called `{name}`"));
    let fields: Vec<String> = scope.names().chain(known.iter().map(|name| plain(name))).collect();
    let near = nearest(name, fields.iter().map(String::as_str));
    Err(match near {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(format!("the columns are {}", known.join(", "))),
    })
}

/// A column's name as an expression writes it without quotes.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "_")
}

impl PartialEq for Filter {
    fn eq(&self, other: &Filter) -> bool {
        self.root == other.root
    }
}

impl std::fmt::Display for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.root.fmt(f)
    }
}
