//! What a run made and has not published yet.

use crate::output::Publication;
use crate::set_run::SetMade;
use crate::target::Target;
use urlset::Written;

/// One document, or a set of them.
pub(crate) enum Product {
    /// It was stopped, or had nothing to do.
    Nothing,
    One {
        publication: Publication,
        written: Written,
        target: Target,
    },
    Set(SetMade),
}

impl Product {
    /// Whether it is a document without a single entry; an index of none is one all the same.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Product::One { written, .. } if written.entries == 0)
    }
}
