//! A check of which others read the documents: they ask what one document shows, and of all entries leave those whose address
//! another one has, or nearly. These the command checks as it does all of a set.

use crate::args::{Common, ReportFormat};
use crate::check_args::CheckArgs;
use crate::cluster::{Done, Elsewhere, Heading, Source};
use crate::cluster_look::{Task, put, record};
use crate::cluster_part::{Said, enough, hash, said, settle};
use crate::cluster_rows::Columns;
use crate::cluster_told::{At, Told, place, position};
use crate::examine::{Examination, Pages};
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{self, Document, Failed, Plan, Refused};
use crate::progress::Progress;
use crate::report::Report;
use crate::rules::NOT_COMPARED;
use crate::{filter, own_robots, table};
use std::sync::Mutex;
use urlset::check::{SetAudit, common};
use urlset::clusters::Matrix;
use urlset::store::{Sorted, Sorter, decode, encode};
use urlset::{Audit, EXTENSIONS, Entry, Error, Kind, Place, Result, Sink};

/// Has others read the documents, and checks what only the set shows, but for language versions of several pages. They
/// are told what each robots.txt of the plan says.
pub(crate) fn look(
    others: &dyn Elsewhere,
    (check, robots): (&Examination<'_>, own_robots::Texts),
    report: &mut Report,
) -> Result<()> {
    let plan = check.plan;
    let documents = plan.documents.iter().map(Source::of);
    let documents = documents.collect::<std::result::Result<_, _>>().map_err(Refused::error)?;
    let header = Heading::of(&plan.header);
    let (side, now) = ("SET".to_owned(), filter::now());
    let task = Task { side, header, now, robots, documents };
    let mut links: Option<At> = None;
    for told in Done::by(others, &task)?.told {
        // What schemas hold against an entry is known to who read them.
        report.judged = true;
        let before = report.lost;
        let repeated = told.repeat(report);
        report.judged = false;
        repeated?;
        // Of what the profile does not ask about, nothing travels but these.
        report.lost = before.and(told.lost);
        told.count(&plan.documents);
        links = links.into_iter().chain(told.links).min();
        if told.failed {
            return Err(Failed.into());
        }
    }
    let mut set = SetAudit::new(check.store).knowing(EXTENSIONS);
    for index in plan.documents.iter().filter(|one| one.kind == Kind::Sitemapindex) {
        set.index(plan::nowhere(index.number));
    }
    let mut sorters = [Sorter::new(check.store), Sorter::new(check.store)];
    let taken = others.left(&mut |piece| {
        let mut rest = piece;
        while let Some((_, record)) = record(&mut rest)? {
            let (order, entry) = record.split_at_checked(ORDER).ok_or("a piece that is none")?;
            for sorter in &mut sorters {
                sorter.push(order, entry).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    });
    taken.map_err(|why| Refused::error(Failure::output(why)))?;
    let [first, second] = sorters;
    each(first.finish()?, |entry, at| set.entry(entry, at, &mut ()))?;
    if set.wants_again()? {
        each(second.finish()?, |entry, at| set.again(entry, at.position()))?;
    }
    set.finish(report)?;
    links.map_or(Ok(()), |first| report.report(NOT_COMPARED.at(position(first))))
}

fn each(mut sorted: Sorted, mut take: impl FnMut(&Entry, &dyn Place) -> Result<()>) -> Result<()> {
    let mut entry = Entry::default();
    while let Some((_, payload)) = sorted.read()? {
        let at = decode(payload, &mut entry)?;
        take(&entry, &at)?;
    }
    Ok(())
}

/// Bytes that say where an entry comes among the others: its bucket, its number in that.
const ORDER: usize = 12;

/// Asks documents what each shows, and gives their pages as rows.
pub(crate) fn examine(
    (args, common, now): (&CheckArgs, &Common, i64),
    (plan, read, bucket): (&Plan, &[(String, String)], i32),
    give: &mut dyn FnMut(Columns) -> bool,
) -> Said<String> {
    let failed = |failure: Failure| said(&failure);
    let store = args.memory.store().map_err(failed)?;
    let reading = table::reading(&args.table).map_err(failed)?;
    let mut opening = Opening::new(&args.reading, reading, store.clone()).map_err(failed)?;
    opening.read.remarks = true;
    opening.read.now = Some(now);
    let (weights, _) = args.weights().map_err(failed)?;
    // The report is that of the run, which another machine writes.
    let own = Common {
        report: None,
        json: false,
        report_format: Some(ReportFormat::Text),
        ..common.clone()
    };
    let mut report = Report::new(&own).map_err(failed)?;
    (report.silent, report.relay) = (true, Some(Told::default()));
    report.weigh(weights.clone());
    let names = plan.names.iter().skip(1).cloned();
    for name in names {
        report.name(name);
    }
    let (mut robots, address) = (args.robots().map_err(failed)?, args.address().map_err(failed)?);
    robots.extend(own_robots::parsed(read));
    let progress = Mutex::new(Progress::new(&own));
    let check = Examination {
        plan,
        opening: &opening,
        again: &opening,
        store: &store,
        profile: weights.profile(),
        robots,
        address: address.as_deref(),
        submitted: args.submitted,
        fail_fast: args.follow.fail_fast,
        progress: &progress,
    };
    let (columns, matrix) = (Columns::default(), Matrix::default());
    let mut rows = Rows { bucket, number: 0, columns, give, matrix, links: None };
    let mut documents = plan.documents.iter();
    let looked = documents.try_for_each(|one| check.document(one, &mut rows, &mut report));
    let looked = match looked {
        Err(Error::Stopped(finding)) => report.report(*finding),
        looked => looked,
    };
    (rows.give)(std::mem::take(&mut rows.columns));
    let links = rows.links;
    let mut told = report.relay.take().unwrap_or_default();
    settle(looked, &mut told)?;
    (told.links, told.lost) = (links, report.lost);
    told.add_documents(&plan.documents);
    Ok(told.text())
}

/// Gives pages as rows.
struct Rows<'g> {
    bucket: i32,
    number: i64,
    columns: Columns,
    give: &'g mut dyn FnMut(Columns) -> bool,
    matrix: Matrix,
    /// The first page that names others in other languages.
    links: Option<At>,
}

impl Pages for Rows<'_> {
    fn index(&mut self, _: &Document) {}

    fn page(
        &mut self,
        entry: &Entry,
        at: &dyn Place,
        _: &Document,
        _: &mut dyn Sink,
    ) -> Result<()> {
        if self.links.is_none() {
            self.matrix.entry(entry);
            self.links = self.matrix.iter().next().map(|_| place(at.position()));
        }
        let columns = &mut self.columns;
        columns.hash.push(hash(&common(entry.loc.as_str())));
        columns.bucket.push(self.bucket);
        columns.number.push(self.number);
        self.number += 1;
        encode(entry, at.position(), &mut columns.payload.bytes);
        columns.payload.end();
        if columns.is_full() && !(self.give)(std::mem::take(&mut self.columns)) {
            return Err(enough());
        }
        Ok(())
    }

    fn document(&mut self, _: &Document, _: u64, _: bool) {}
}

/// Leaves rows that have company.
#[derive(Debug, Default)]
pub(crate) struct Left {
    /// The row before, while it is alone.
    held: Option<Vec<u8>>,
    hash: Option<i64>,
    piece: Vec<u8>,
}

impl Left {
    pub(crate) fn push(&mut self, hash: i64, (bucket, number): (i32, i64), payload: &[u8]) {
        let row = [&bucket.to_be_bytes()[..], &number.to_be_bytes(), payload].concat();
        if self.hash.replace(hash) != Some(hash) {
            self.held = Some(row);
            return;
        }
        if let Some(first) = self.held.take() {
            put(0, &first, &mut self.piece);
        }
        put(0, &row, &mut self.piece);
    }

    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.piece)
    }
}
