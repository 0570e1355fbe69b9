//! What names and times in an expression mean.

use urlset_core::{DateOrder, Extension, Occurs};

/// What names and times in an expression mean.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// Extensions whose members have names.
    pub extensions: &'static [&'static Extension],
    /// What `now` is: seconds since 1970 in UTC.
    pub now: i64,
    /// Whether a name that is no field may be a column of a table: see
    /// [`crate::Filter::columns`].
    pub columns: bool,
    /// The order of the numbers in a column's dates, as a table is read with.
    pub dates: DateOrder,
}

impl Scope {
    /// The names of all fields but those of segments and columns.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        let members = self.extensions.iter().flat_map(|extension| {
            let shapes = extension.shapes.iter();
            let named = shapes.filter(|shape| !matches!(shape.occurs, Occurs::Implied(_)));
            let paths = named.map(|shape| shape.path.replace('/', ".").replace('@', ""));
            let own = std::iter::once(extension.name.to_owned());
            own.chain(paths.map(move |path| format!("{}.{path}", extension.name)))
        });
        crate::field::CORE.iter().map(|(name, _)| (*name).to_owned()).chain(members)
    }
}
