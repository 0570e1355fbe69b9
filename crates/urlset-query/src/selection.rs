//! The fields that a table of entries shows.

use crate::fault::Fault;
use crate::field::Field;
use crate::filter::check_columns;
use crate::parser::{Asked, Parser};
use crate::scope::Scope;

/// The fields that a table of entries shows, in order.
#[derive(Clone, Debug)]
pub struct Selection {
    fields: Vec<Field>,
    columns: Vec<Asked>,
}

impl Selection {
    /// Reads names with commas between: `loc,lastmod,image.loc`.
    ///
    /// # Errors
    /// The first name that is no field, or what stands there instead of one.
    pub fn parse(text: &str, scope: &Scope) -> Result<Selection, Fault> {
        let mut parser = Parser::new(text, scope)?;
        let fields = parser.fields()?;
        Ok(Selection { fields, columns: parser.columns })
    }

    /// The fields in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// As [`crate::Filter::columns`].
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// As [`crate::Filter::check_columns`].
    ///
    /// # Errors
    /// The first column that no table has.
    pub fn check_columns(
        &self,
        scope: &Scope,
        known: &[String],
        is: impl Fn(&str, &str) -> bool,
    ) -> Result<(), Fault> {
        check_columns(&self.columns, scope, known, is)
    }
}
