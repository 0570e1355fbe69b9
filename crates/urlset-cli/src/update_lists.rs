//! The lists of an update: which entries they give, and how the flags shape them on the way.

use crate::convert_args::DedupeBy;
use crate::documents::Documents;
use crate::exit::Failure;
use crate::plan::{self, Document, Plan};
use crate::round::{Round, Stepped};
use crate::update::Update;
use crate::update_args::UpdateArgs;
use crate::update_changes::{Changes, Manner};
use crate::{fields, filter, set_index, table, update_set};
use urlset::ops::{Adjust, Adjustment, Conflicts, Key};
use urlset::query::{Filter, Scope, Where};
use urlset::rewrite::{Rewrite, Rewriting};
use urlset::store::Store;
use urlset::{Datetime, EXTENSIONS, Entry, EntryReader, Error, Limits};

/// What becomes of the entries of the lists.
pub(crate) struct Lists {
    filter: Option<(Filter, Scope)>,
    pub(crate) rewrite: Option<Rewrite>,
    fields: Adjustment,
    /// The steps of normalising are told.
    steps: bool,
    pub(crate) manner: Manner,
}

#[derive(Clone, Copy, Debug)]
enum List {
    Upsert,
    Delete,
    Touch,
}

impl Lists {
    /// As the flags say.
    pub(crate) fn new(args: &UpdateArgs, limits: Limits, store: &Store) -> Result<Lists, Failure> {
        let scope = filter::scope(args.reading.dates.order());
        let parsed = args.condition.as_deref().map(|text| filter::parse(text, &scope)).transpose();
        Ok(Lists {
            filter: parsed?.map(|filter| (filter, scope)),
            rewrite: args.rewrite.rewrite(store)?,
            fields: fields::adjustment(&args.fields())?,
            steps: args.normalize,
            manner: manner(args, limits)?,
        })
    }

    /// Fields of which it does not matter what they hold: none where a condition looks at them.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'static str> + use<> {
        let matter = self.filter.is_some();
        self.fields.unread().filter(move |_| !matter)
    }

    /// Reads all of them.
    pub(crate) fn read(
        &self,
        run: &mut Update<'_>,
        round: &Round<'_>,
        changes: &mut Changes<'_>,
    ) -> Result<(), Error> {
        let args = run.args;
        let mut plans = Vec::new();
        for (words, list) in
            [(&args.upsert, List::Upsert), (&args.delete, List::Delete), (&args.touch, List::Touch)]
        {
            if !words.is_empty() {
                plans.push((update_set::plan_changes(run, words)?, list));
            }
        }
        self.check(args, (&plans, run.report.cause().is_some())).map_err(plan::Refused::error)?;
        let names = run.report.names();
        let mut entry = Entry::default();
        for (plan, list) in &plans {
            let mut reader = self.open(run, plan, &names, round);
            while reader.read_entry(&mut entry, &mut run.report)? {
                match list {
                    List::Upsert => changes.upsert(&entry, reader.position())?,
                    List::Delete => changes.delete(&entry)?,
                    List::Touch => changes.touch(&entry)?,
                }
            }
            drop(reader);
            run.inputs.extend(plan.documents.iter().map(Document::facts));
        }
        Ok(())
    }

    fn open<'l>(
        &'l self,
        run: &Update<'l>,
        plan: &'l Plan,
        names: &'l [String],
        round: &'l Round<'_>,
    ) -> Box<dyn EntryReader + 'l> {
        let documents = Documents::new(&plan.documents, &plan.header, run.opening);
        let mut reader: Box<dyn EntryReader + 'l> =
            Box::new(documents.counted(true).shown(run.progress));
        if let Some((filter, _)) = &self.filter {
            reader = Box::new(Where::new(reader, filter, &round.left_out).sources(names));
        }
        if let Some(rewrite) = &self.rewrite {
            reader = Box::new(Rewriting::new(reader, rewrite, &round.tally));
        }
        let reader = Adjust::new(reader, self.fields.clone());
        if self.steps { Box::new(Stepped { reader, round }) } else { Box::new(reader) }
    }

    /// Refuses what the lists show to be wrong usage.
    fn check(
        &self,
        args: &UpdateArgs,
        (plans, failed): (&[(Plan, List)], bool),
    ) -> Result<(), Failure> {
        if let Some(flag) = table::wants_table(&args.table).filter(|_| !failed)
            && !plans.iter().any(|(plan, _)| plan.has_table())
        {
            return Err(Failure::usage(format!("{flag} concerns tables, and no list is one")));
        }
        if let (Some((filter, scope)), Some(text)) = (&self.filter, &args.condition) {
            let columns: Vec<String> =
                plans.iter().flat_map(|(plan, _)| filter::columns(plan)).collect();
            let checked = filter.check_columns(scope, &columns, urlset::csv::is_called);
            checked.map_err(|fault| filter::wrong("--where", text, &fault))?;
        }
        Ok(())
    }
}

fn manner(args: &UpdateArgs, limits: Limits) -> Result<Manner, Failure> {
    let normalized = args.normalize || args.dedupe == Some(DedupeBy::Normalized);
    let key = if normalized { Key::Normalized } else { Key::Exact };
    Ok(Manner { conflicts: conflicts(args)?.within(limits), touched: touched(args)?, key })
}

/// What an upsert does not give stays, what it gives is newer.
fn conflicts(args: &UpdateArgs) -> Result<Conflicts, Failure> {
    let named = args.on_conflict.join(",");
    let text = match (named.is_empty(), named.contains("*=")) {
        (true, _) => "*=last".to_owned(),
        (false, true) => named,
        (false, false) => format!("{named},*=last"),
    };
    Conflicts::parse(&text, EXTENSIONS).map_err(|error| {
        Failure::usage(format!("--on-conflict: {error}"))
            .hint("for example `--on-conflict lastmod=newest,image=union`")
    })
}

/// The date of touched entries.
fn touched(args: &UpdateArgs) -> Result<Datetime, Failure> {
    let set = args.set.iter().rev().find_map(|text| text.strip_prefix("lastmod="));
    let date = match set {
        Some(text) => Datetime::parse(text).ok(),
        None => Datetime::from_unix(set_index::now()),
    };
    date.ok_or_else(|| {
        Failure::usage("--set lastmod: not a W3C date")
            .hint("for example `--set lastmod=2026-03-04`")
    })
}
