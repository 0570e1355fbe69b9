//! A check of which others read the documents: they ask what one document shows, compare the language versions of pages,
//! and of all entries leave those whose address another one has, or nearly. These the command checks as it does all of a
//! set, and tells what was found of language versions.

use crate::args::{Common, ReportFormat};
use crate::check_args::CheckArgs;
use crate::cluster::{Done, Elsewhere, Heading, Source};
use crate::cluster_languages::{Links, Meet, asked, is_link};
use crate::cluster_look::{Task, put, record};
use crate::cluster_part::{Said, enough, hash, said, settle};
use crate::cluster_rows::Columns;
use crate::cluster_told::Told;
use crate::examine::{Examination, Pages};
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{self, Document, Failed, Plan, Refused};
use crate::progress::Progress;
use crate::report::Report;
use crate::{filter, own_robots, table};
use std::sync::Mutex;
use urlset::check::{SetAudit, common};
use urlset::clusters::Meetings;
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
    let languages = asked(report);
    let task = Task { side, header, now, robots, languages, documents };
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
        if told.failed {
            return Err(Failed.into());
        }
    }
    let mut set = SetAudit::new(check.store).knowing(EXTENSIONS);
    for index in plan.documents.iter().filter(|one| one.kind == Kind::Sitemapindex) {
        set.index(plan::nowhere(index.number));
    }
    let mut meetings = Meetings::new(check.store);
    let mut sorters = [Sorter::new(check.store), Sorter::new(check.store)];
    let taken = others.left(&mut |piece| {
        let mut rest = piece;
        while let Some((kind, record)) = record(&mut rest)? {
            if kind == FINDING {
                meetings.push(record).map_err(|error| error.to_string())?;
                continue;
            }
            let (order, entry) = record.split_at_checked(ORDER).ok_or("a piece that is none")?;
            for sorter in &mut sorters {
                sorter.push(order, entry).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    });
    taken.map_err(|why| Refused::error(Failure::output(why)))?;
    meetings.finish(report)?;
    let [first, second] = sorters;
    each(first.finish()?, |entry, at| set.entry(entry, at, &mut ()))?;
    if set.wants_again()? {
        each(second.finish()?, |entry, at| set.again(entry, at.position()))?;
    }
    set.finish(report)
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

/// Records that go to the driver: entries, and what is wrong between language versions.
const ENTRY: u8 = 0;
const FINDING: u8 = 1;

/// Bytes that go to the driver at once, about.
const PIECE: usize = 1 << 20;

/// Asks documents what each shows, and gives their pages as rows.
pub(crate) fn examine(
    (args, common): (&CheckArgs, &Common),
    (plan, task, bucket): (&Plan, &Task, i32),
    give: &mut dyn FnMut(Columns) -> bool,
) -> Said<String> {
    let failed = |failure: Failure| said(&failure);
    let store = args.memory.store().map_err(failed)?;
    let reading = table::reading(&args.table).map_err(failed)?;
    let mut opening = Opening::new(&args.reading, reading, store.clone()).map_err(failed)?;
    opening.read.remarks = true;
    opening.read.now = Some(task.now);
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
    robots.extend(own_robots::parsed(&task.robots));
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
    let links = task.languages.map(|secret| Links::new(secret, bucket));
    let mut rows = Rows { bucket, number: 0, columns: Columns::default(), give, links };
    let mut documents = plan.documents.iter();
    let looked = documents.try_for_each(|one| check.document(one, &mut rows, &mut report));
    let looked = match looked {
        Err(Error::Stopped(finding)) => report.report(*finding),
        looked => looked,
    };
    (rows.give)(std::mem::take(&mut rows.columns));
    let mut told = report.relay.take().unwrap_or_default();
    settle(looked, &mut told)?;
    told.lost = report.lost;
    told.add_documents(&plan.documents);
    Ok(told.text())
}

/// Gives pages as rows, and their links.
struct Rows<'g> {
    bucket: i32,
    number: i64,
    columns: Columns,
    give: &'g mut dyn FnMut(Columns) -> bool,
    /// Where the profile asks about language versions.
    links: Option<Links>,
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
        let Rows { columns, give, links, .. } = self;
        let mut hand_on = |columns: &mut Columns| match columns.is_full() {
            true if !give(std::mem::take(columns)) => Err(enough()),
            _ => Ok(()),
        };
        let (at, number) = (at.position(), self.number);
        self.number += 1;
        let has_links = match links {
            Some(links) => links.entry((entry, number, at), columns, &mut hand_on)?,
            None => false,
        };
        columns.hash.push(hash(&common(entry.loc.as_str())));
        columns.bucket.push(self.bucket);
        columns.number.push(number);
        columns.payload.bytes.push(u8::from(has_links));
        encode(entry, at, &mut columns.payload.bytes);
        columns.payload.end();
        hand_on(columns)
    }

    fn document(&mut self, _: &Document, _: u64, _: bool) {}
}

/// Leaves rows that have company, and what is wrong between language versions.
#[derive(Debug)]
pub(crate) struct Left {
    hash: Option<i64>,
    /// Whether a page of the hash has come, and the first while it is alone.
    any: bool,
    alone: Option<Vec<u8>>,
    meet: Option<Meet>,
    piece: Vec<u8>,
}

impl Left {
    pub(crate) fn new(args: &CheckArgs, task: &Task) -> Said<Left> {
        let store = args.memory.store().map_err(|failure| said(&failure))?;
        let meet = task.languages.map(|secret| Meet::new(secret, &store));
        Ok(Left { hash: None, any: false, alone: None, meet, piece: Vec::new() })
    }

    pub(crate) fn push(
        &mut self,
        hash: i64,
        (bucket, number): (i32, i64),
        payload: &[u8],
    ) -> Said<()> {
        let Left { meet, piece, .. } = self;
        let is_next = self.hash.replace(hash) != Some(hash);
        if is_next {
            (self.any, self.alone) = (false, None);
            meet.iter_mut().for_each(Meet::next);
        }
        if is_link(bucket) {
            return meet.as_mut().map_or(Ok(()), |meet| meet.link(payload));
        }
        let (has_links, entry) = payload.split_first().ok_or("a row that is none")?;
        if let Some(meet) = meet {
            let found = &mut |record: &[u8]| put(FINDING, record, piece);
            meet.entry((entry, *has_links != 0), (bucket, number), found)?;
        }
        let row = [&bucket.to_be_bytes()[..], &number.to_be_bytes(), entry].concat();
        if !std::mem::replace(&mut self.any, true) {
            self.alone = Some(row);
            return Ok(());
        }
        if let Some(first) = self.alone.take() {
            put(ENTRY, &first, piece);
        }
        put(ENTRY, &row, piece);
        Ok(())
    }

    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.piece)
    }

    /// The next piece of the rest; empty at its end.
    pub(crate) fn rest(&mut self) -> Said<Vec<u8>> {
        let Left { meet, piece, .. } = self;
        if let Some(meet) = meet {
            while piece.len() < PIECE && meet.step(&mut |record| put(FINDING, record, piece))? {}
        }
        Ok(self.take())
    }
}
