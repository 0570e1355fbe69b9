//! The chain from documents to entries that are ready to be written: the same in every command that
//! changes something.

use crate::change::Habit;
use crate::convert_args::{ConvertArgs, DedupeBy};
use crate::documents::Documents;
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{Document, Plan};
use crate::progress::Progress;
use crate::round::{Equated, Round};
use crate::{fields, filter};
use std::sync::Mutex;
use urlset::clusters::{Completion, complete};
use urlset::ops::{
    self, Adjust, Adjustment, Conflicts, Dedupe, Key, Limit, Mending, Reopen, Sort, SortBy,
};
use urlset::query::{Filter, Scope, Where};
use urlset::rewrite::{Rewrite, Rewriting};
use urlset::store::Store;
use urlset::{
    EXTENSIONS, Entry, EntryReader, Format, Header, Kind, Limits, Position, Result, Sink,
};

/// What becomes of the entries on the way.
pub(crate) struct Pipeline<'p> {
    args: &'p ConvertArgs,
    pub(crate) opening: &'p Opening,
    filter: Option<(Filter, Scope)>,
    pub(crate) rewrite: Option<Rewrite>,
    fields: Adjustment,
    pub(crate) dedupe: Option<Dedupe>,
    pub(crate) sort: Sort,
    progress: &'p Mutex<Progress>,
    pub(crate) store: &'p Store,
    /// For readings that are not the first.
    idle: Round<'p>,
    /// Language versions get the links that they lack.
    completes: bool,
    /// Each document that is read becomes one that is written.
    by_source: bool,
    /// What extensions hold is repaired.
    mends: bool,
}

impl<'p> Pipeline<'p> {
    /// As the flags say.
    pub(crate) fn new(
        habit: Habit,
        args: &'p ConvertArgs,
        opening: &'p Opening,
        progress: &'p Mutex<Progress>,
        store: &'p Store,
    ) -> std::result::Result<Pipeline<'p>, Failure> {
        let mut scope = filter::scope(opening.read.dates);
        scope.now = opening.began.unwrap_or(scope.now);
        let parsed = args.pages.condition.as_deref().map(|text| filter::parse(text, &scope));
        Ok(Pipeline {
            args,
            opening,
            filter: parsed.transpose()?.map(|filter| (filter, scope)),
            rewrite: args.rewrite.rewrite(store)?,
            fields: fields::adjustment(&args.fields)?,
            dedupe: dedupe(habit, args, opening.read.limits)?,
            sort: sort(args)?,
            progress,
            store,
            idle: Round::idle(),
            completes: habit.completes,
            by_source: false,
            mends: habit.mends,
        })
    }

    /// Each document that is read becomes one that is written.
    pub(crate) fn by_source(self, by_source: bool) -> Pipeline<'p> {
        Pipeline { by_source, ..self }
    }

    /// Fields of which it does not matter what they hold: none where a condition looks at them
    /// first, or indexes beside the pages keep them.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'static str> + use<> {
        let matter = self.filter.is_some() || self.by_source;
        self.fields.unread().filter(move |_| !matter)
    }

    /// Whether documents may have to be read more than once.
    pub(crate) fn reads_again(&self) -> bool {
        self.dedupe.is_some() || self.completes
    }

    /// Whether entries come in another order than that of their documents.
    pub(crate) fn is_sorted(&self) -> bool {
        self.sort.by != SortBy::Input || self.sort.descending
    }

    /// For a reading that is not the first.
    pub(crate) fn idle(&self) -> &Round<'p> {
        &self.idle
    }

    /// A first reading, which counts.
    pub(crate) fn round(&self) -> Round<'p> {
        Round::new(self.rewrite.is_some().then_some(self.store))
    }

    /// Refuses what the inputs show to be wrong usage.
    pub(crate) fn check(&self, plan: &Plan) -> std::result::Result<(), Failure> {
        match (&self.filter, &self.args.pages.condition) {
            (Some((filter, scope)), Some(text)) => filter::check(filter, text, scope, plan),
            _ => Ok(()),
        }
    }

    /// A header as it is to be written.
    pub(crate) fn header(&self, header: &Header) -> Header {
        self.rewrite.as_ref().map_or_else(|| header.clone(), |rewrite| rewrite.header(header))
    }

    /// Counts what was rewritten in the header of a document, as far as a format writes it.
    pub(crate) fn count_header(
        &self,
        format: &Format,
        (header, at): (&Header, Position),
        round: &Round<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(rewrite) = &self.rewrite else { return Ok(()) };
        let writing = &self.args.writing;
        if writing.stylesheet == "keep" && matches!(format.name, "xml" | "rss" | "atom") {
            round.tally.stylesheet(rewrite, header, at, sink)?;
        }
        if matches!(format.name, "rss" | "atom" | "jsonfeed") {
            // What the flags give was not read.
            let mut header = header.clone();
            header.link.take_if(|_| writing.link.is_some());
            header.title.take_if(|_| writing.title.is_some());
            round.tally.header(rewrite, &header, at, sink)?;
        }
        Ok(())
    }

    /// The entries of a plan from the first to the last, as they are to be written.
    pub(crate) fn open<'d>(
        &'d self,
        plan: &'d Plan,
        round: &'d Round<'p>,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let is_index = |document: &Document| document.kind == Kind::Sitemapindex;
        let mixed = self.by_source && plan.documents.iter().any(is_index);
        if !mixed || plan.documents.iter().all(is_index) {
            return self.changed(plan, None, round, sink);
        }
        // What is asked of pages is not asked of the indexes and the robots.txt beside them: these
        // go on naming every file.
        let pages = self.changed(plan, Some(Kind::Urlset), round, sink)?;
        let indexes = self.documents(plan, Some(Kind::Sitemapindex), round);
        Ok(Box::new(Then { reader: pages, next: Some(self.rewritten(indexes, round)) }))
    }

    /// The entries of the documents of a kind, or of all: conditions see them as they were read,
    /// then come fields, addresses, duplicates, language links, order and limit.
    fn changed<'d>(
        &'d self,
        plan: &'d Plan,
        only: Option<Kind>,
        round: &'d Round<'p>,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let mut reader = match self.completes {
            true => self.completed(plan, only, round, sink)?,
            false => self.distinct(plan, only, round, sink)?,
        };
        reader = ops::sort(reader, self.sort, self.store, sink)?;
        Ok(match self.args.pages.limit {
            Some(most) => Box::new(Limit::new(reader, most)),
            None => reader,
        })
    }

    /// Every entry with the links that its cluster lacks.
    fn completed<'d>(
        &'d self,
        plan: &'d Plan,
        only: Option<Kind>,
        round: &'d Round<'p>,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let mut first = true;
        let open: Reopen<'d> = Box::new(move |sink| {
            let round = if std::mem::take(&mut first) { round } else { &self.idle };
            self.distinct(plan, only, round, sink)
        });
        let how = Completion { x_default: self.args.table.x_default.clone() };
        Ok(Box::new(complete(open, &how, self.store, sink)?))
    }

    /// Each page once, where that is asked for.
    fn distinct<'d>(
        &'d self,
        plan: &'d Plan,
        only: Option<Kind>,
        round: &'d Round<'p>,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'd>> {
        let Some(how) = &self.dedupe else {
            return Ok(self.each(plan, only, round));
        };
        let mut first = true;
        let open: Reopen<'d> = Box::new(move |_| {
            let round = if std::mem::take(&mut first) { round } else { &self.idle };
            Ok(self.each(plan, only, round))
        });
        // Lines are read again for what writing and reading a temporary file costs.
        let keeps = plan.documents.iter().any(|document| document.facts.format != "text");
        let how = Dedupe { keeps, ..how.clone() };
        let deduped = ops::dedupe(open, &how, self.store, sink)?;
        round.set_joined(deduped.joined());
        Ok(Box::new(Equated { deduped, round }))
    }

    /// Every entry by itself.
    pub(crate) fn each<'d>(
        &'d self,
        plan: &'d Plan,
        only: Option<Kind>,
        round: &'d Round<'p>,
    ) -> Box<dyn EntryReader + 'd> {
        let mut reader = self.documents(plan, only, round);
        if let Some((filter, _)) = &self.filter {
            let left_out = Where::new(reader, filter, &round.left_out);
            reader = Box::new(left_out.sources(&plan.names));
        }
        if !self.fields.is_nothing() {
            reader = Box::new(Adjust::new(reader, self.fields.clone()));
        }
        // What is dropped is not told as out of a rewrite's reach.
        self.rewritten(reader, round)
    }

    fn documents<'d>(
        &'d self,
        plan: &'d Plan,
        only: Option<Kind>,
        round: &'d Round<'p>,
    ) -> Box<dyn EntryReader + 'd> {
        let documents = Documents::new(&plan.documents, &plan.header, self.opening)
            .only(only)
            .counted(round.counts)
            .shown(self.progress)
            .fail_fast(self.args.follow.fail_fast);
        if !self.mends {
            return Box::new(documents);
        }
        Box::new(Mending::new(documents, EXTENSIONS, self.opening.read.dates))
    }

    fn rewritten<'d>(
        &'d self,
        reader: Box<dyn EntryReader + 'd>,
        round: &'d Round<'p>,
    ) -> Box<dyn EntryReader + 'd> {
        match &self.rewrite {
            Some(rewrite) => Box::new(Rewriting::new(reader, rewrite, &round.tally)),
            None => reader,
        }
    }
}

/// A reader, and another one after it.
struct Then<'d> {
    reader: Box<dyn EntryReader + 'd>,
    next: Option<Box<dyn EntryReader + 'd>>,
}

impl EntryReader for Then<'_> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while !self.reader.read_entry(entry, sink)? {
            let Some(next) = self.next.take() else {
                return Ok(false);
            };
            self.reader = next;
        }
        Ok(true)
    }
}

fn dedupe(
    habit: Habit,
    args: &ConvertArgs,
    limits: Limits,
) -> std::result::Result<Option<Dedupe>, Failure> {
    let pages = &args.pages;
    if pages.normalize && pages.dedupe == Some(DedupeBy::Exact) {
        return Err(Failure::usage("--normalize with --dedupe=exact: pages are compared one way")
            .hint("leave out one of them"));
    }
    let normalized = pages.normalize.then_some(DedupeBy::Normalized);
    let key = match pages.dedupe.or(normalized).or(habit.dedupe) {
        Some(DedupeBy::Exact) => Key::Exact,
        Some(DedupeBy::Normalized) => Key::Normalized,
        None if pages.on_conflict.is_empty() => return Ok(None),
        None => {
            return Err(Failure::usage("--on-conflict without --dedupe")
                .hint("add `--dedupe`, or use `urlset merge` or `urlset dedupe`"));
        }
    };
    let conflicts = match &pages.on_conflict[..] {
        [] => Conflicts::new(EXTENSIONS),
        some => Conflicts::parse(&some.join(","), EXTENSIONS).map_err(|error| {
            Failure::usage(format!("--on-conflict: {error}"))
                .hint("for example `--on-conflict lastmod=newest,image=union,*=first`")
        })?,
    };
    Ok(Some(Dedupe { key, conflicts: conflicts.within(limits), keeps: false }))
}

fn sort(args: &ConvertArgs) -> std::result::Result<Sort, Failure> {
    let text = args.pages.sort.as_deref().unwrap_or("input");
    Sort::parse(text).ok_or_else(|| {
        Failure::usage(format!("--sort {text}: no such order"))
            .hint("one of loc, lastmod, input, each also with :desc")
    })
}
