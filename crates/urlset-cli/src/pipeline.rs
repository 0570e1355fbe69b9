//! The chain from documents to entries that are ready to be written: the same in every command that
//! changes something.

use crate::convert_args::ConvertArgs;
use crate::documents::Documents;
use crate::exit::Failure;
use crate::fields;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::progress::Progress;
use std::sync::Mutex;
use urlset::ops::{Adjust, Adjustment, Limit};
use urlset::{EntryReader, Result, Sink};

/// What becomes of the entries on the way.
pub(crate) struct Pipeline<'p> {
    args: &'p ConvertArgs,
    pub(crate) opening: &'p Opening,
    fields: Adjustment,
    progress: &'p Mutex<Progress>,
}

impl<'p> Pipeline<'p> {
    /// As the flags say.
    pub(crate) fn new(
        args: &'p ConvertArgs,
        opening: &'p Opening,
        progress: &'p Mutex<Progress>,
    ) -> std::result::Result<Pipeline<'p>, Failure> {
        Ok(Pipeline { args, opening, fields: fields::adjustment(&args.fields)?, progress })
    }

    /// The entries of a plan from the first to the last, as they are to be written.
    pub(crate) fn open<'d>(
        &'d self,
        plan: &'d Plan,
        _: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let adjusted = self.adjusted(plan, true);
        Ok(match self.args.fields.limit {
            Some(most) => Box::new(Limit::new(adjusted, most)),
            None => adjusted,
        })
    }

    /// Every entry by itself; `first` says whether what is read is counted.
    fn adjusted<'d>(&'d self, plan: &'d Plan, first: bool) -> Box<dyn EntryReader + 'd> {
        let documents = Documents::new(&plan.documents, &plan.header, self.opening)
            .counted(first)
            .shown(self.progress)
            .fail_fast(self.args.follow.fail_fast);
        Box::new(Adjust::new(documents, self.fields.clone()))
    }
}
