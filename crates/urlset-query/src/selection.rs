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

    /// Refuses fields whose values can only be counted, for who shows a cell for each field.
    ///
    /// # Errors
    /// The first such field.
    pub fn check_values(&self, text: &str, scope: &Scope) -> Result<(), Fault> {
        let Some(field) = self.fields.iter().find(|field| !field.has_values()) else {
            return Ok(());
        };
        let name = field.name();
        // No field before it ends in the same name without its own comma.
        let mut from = 0;
        let part = text.split(',').find_map(|part| {
            let start = from + part.len() - part.trim_start().len();
            from += part.len() + 1;
            (part.trim() == name).then_some(start..start + name.len())
        });
        let fault = Fault::new(part.unwrap_or(0..text.len()), format!("`{name}` fills no cell"));
        let front = format!("{name}.");
        let member = scope.names().find(|known| known.starts_with(&front));
        Err(match member {
            Some(member) => fault.help(format!("name a member, as `{member}`, or add `-t jsonl`")),
            None => fault.help("add `-t jsonl`"),
        })
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
