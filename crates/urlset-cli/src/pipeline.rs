//! The chain from documents to entries that are ready to be written: the same in every command that
//! changes something.

use crate::change::Habit;
use crate::convert_args::ConvertArgs;
use crate::documents::Documents;
use crate::exit::Failure;
use crate::fields;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::progress::Progress;
use std::sync::Mutex;
use urlset::clusters::{Completion, complete};
use urlset::ops::{Adjust, Adjustment, Limit, Reopen};
use urlset::store::Store;
use urlset::{EntryReader, Result, Sink};

/// What becomes of the entries on the way.
pub(crate) struct Pipeline<'p> {
    args: &'p ConvertArgs,
    pub(crate) opening: &'p Opening,
    fields: Adjustment,
    progress: &'p Mutex<Progress>,
    pub(crate) store: Store,
    /// Language versions get the links that they lack.
    completes: bool,
    /// Each document that is read becomes one that is written.
    by_source: bool,
}

impl<'p> Pipeline<'p> {
    /// As the flags say.
    pub(crate) fn new(
        habit: Habit,
        args: &'p ConvertArgs,
        opening: &'p Opening,
        progress: &'p Mutex<Progress>,
    ) -> std::result::Result<Pipeline<'p>, Failure> {
        let fields = fields::adjustment(&args.fields)?;
        let named = args.target.output.as_deref().and_then(std::path::Path::to_str);
        // The template is read for good elsewhere.
        let by_source = named.is_some_and(|name| name.contains("{stem}"));
        let (store, completes) = (args.memory.store(), habit.completes);
        Ok(Pipeline { args, opening, fields, progress, store, completes, by_source })
    }

    /// Fields of which it does not matter what they hold.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.fields.unread()
    }

    /// Whether documents may have to be read more than once.
    pub(crate) fn reads_again(&self) -> bool {
        self.completes
    }

    /// Whether entries come in another order than that of their documents.
    pub(crate) fn is_sorted(&self) -> bool {
        self.args.pages.sort.is_some()
    }

    /// The entries of a plan from the first to the last, as they are to be written.
    pub(crate) fn open<'d>(
        &'d self,
        plan: &'d Plan,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let adjusted = match self.completes {
            true => self.completed(plan, sink)?,
            false => self.adjusted(plan, true),
        };
        Ok(match self.args.pages.limit {
            Some(most) => Box::new(Limit::new(adjusted, most)),
            None => adjusted,
        })
    }

    /// Every entry with the links that its cluster lacks.
    fn completed<'d>(
        &'d self,
        plan: &'d Plan,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let mut first = true;
        let open: Reopen<'d> =
            Box::new(move |_| Ok(self.adjusted(plan, std::mem::take(&mut first))));
        let how = Completion { x_default: self.args.table.x_default.clone() };
        Ok(Box::new(complete(open, &how, &self.store, sink)?))
    }

    /// Every entry by itself; `first` says whether what is read is counted.
    fn adjusted<'d>(&'d self, plan: &'d Plan, first: bool) -> Box<dyn EntryReader + 'd> {
        let documents = Documents::new(&plan.documents, &plan.header, self.opening)
            .counted(first)
            .mixed(self.by_source)
            .shown(self.progress)
            .fail_fast(self.args.follow.fail_fast);
        Box::new(Adjust::new(documents, self.fields.clone()))
    }
}
