//! The one schema: four fields, the items of each extension, and where an entry was read.

use crate::cells;
use crate::item::item_type;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::sync::Arc;
use urlset_core::Extension;

/// The column that holds the instant of `lastmod`.
pub const LASTMOD_AT: &str = "lastmod_at";

/// The type of that column: microseconds, as Parquet, DuckDB and pandas all have them.
pub(crate) fn instant() -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
}

/// The columns of every batch that is made of entries, whatever is in these: `loc`, `lastmod` as it was
/// written and `lastmod_at` as an instant, `changefreq`, `priority`, a list of structs for each
/// extension, `other` with the XML of everything else, `source`, `line`, `kind`.
pub fn schema(extensions: &[&'static Extension]) -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    let mut fields = vec![
        Field::new("loc", DataType::Utf8, false),
        text("lastmod"),
        Field::new(LASTMOD_AT, instant(), true),
        text("changefreq"),
        text("priority"),
    ];
    fields.extend(extensions.iter().map(|extension| {
        Field::new(extension.name, DataType::List(listed(item_type(extension))), true)
    }));
    fields.push(Field::new("other", DataType::List(listed(DataType::Utf8)), true));
    fields.push(text("source"));
    fields.push(Field::new("line", DataType::UInt32, true));
    fields.push(Field::new("kind", DataType::Utf8, false));
    Arc::new(Schema::new(fields))
}

/// The field of what stands in a list, under the name that Parquet's own rules give it.
pub(crate) fn listed(of: DataType) -> Arc<Field> {
    Arc::new(Field::new("element", of, true))
}

/// Whether a schema has dates as they are written beside their instants; a column of nulls has no type
/// of its own.
pub(crate) fn is_dated(schema: &Schema) -> bool {
    let is = |name, wanted: fn(&DataType) -> bool| {
        schema.field_with_name(name).is_ok_and(|field| wanted(field.data_type()))
    };
    is("lastmod", cells::is_single)
        && is(LASTMOD_AT, |of| {
            matches!(of, DataType::Timestamp(..) | DataType::Date32 | DataType::Null)
        })
}
