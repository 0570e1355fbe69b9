//! A run whose entries other machines read, join and write: what is read, how files are named, what is told and how
//! it is published stay the command's own. [`run`] is the command, [`Part`] what a machine does of it.

use crate::args::{Cli, Command};
use crate::change::{self, Change, Habit};
use crate::cluster_part::{said, set_of};
use crate::cluster_told::{At, Told, place, steps_of};
use crate::convert_args::ConvertArgs;
use crate::exit::{self, Failure};
use crate::pipeline::Pipeline;
use crate::plan::{Body, Document, Failed, Plan, Refused};
use crate::round::Round;
use crate::set_files::SetFiles;
use crate::set_target::SetTarget;
use crate::target::Target;
use crate::text::MUTE;
use crate::{check, cluster_diff, diff, fail, print};
use clap::Parser;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use urlset::ops::SortBy;
use urlset::shard::{Filled, Shard};
use urlset::{Datetime, Format, Header, Kind, Namespace, Written};

pub use crate::cluster_join::Join;
pub use crate::cluster_look::{Leaving, Looking};
pub use crate::cluster_part::Part;
pub use crate::cluster_rows::{Cells, Columns, LEFT_OUT, TOO_LARGE};
pub use crate::cluster_write::Writing;

/// Who has the entries read and written.
pub trait Elsewhere {
    /// Does so. `task` is what [`Part::new`] takes, with the documents; what is given back is the files in their
    /// order and what was told on the way, as parts gave it. All in JSON.
    ///
    /// # Errors
    /// Why it could not be done.
    fn fill(&self, task: &str) -> Result<String, String>;

    /// Of what was read last, gives what [`crate::cluster::Leaving`] leaves, piece by piece.
    ///
    /// # Errors
    /// Why it could not be done, or what `take` says.
    fn left(&self, take: &mut dyn FnMut(&[u8]) -> Result<(), String>) -> Result<(), String>;
}

/// Runs the command with these words, of which the first is its own name, while others read and write the entries;
/// gives its exit code, and what was wrong where it could not run. `mute` leaves it to the caller to tell that, and
/// what the report has. Signals are the caller's affair.
#[must_use]
pub fn run(words: Vec<OsString>, elsewhere: &dyn Elsewhere, mute: bool) -> (u8, String) {
    let mut cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) if mute => return (2, error.to_string()),
        Err(error) => return (print(&error), error.to_string()),
    };
    if mute {
        cli.common.quiet = MUTE;
    }
    let ended = match &cli.command {
        Command::Diff(args) => {
            cluster_diff::fits(args).and_then(|()| diff::run_by(args, &cli.common, Some(elsewhere)))
        }
        Command::Check(args) => check::run_by(args, &cli.common, Some(elsewhere)),
        _ => chosen(&cli).and_then(|(habit, args)| {
            fits(args)?;
            change::run_by((habit, args, &cli.common), None, Some(elsewhere))
        }),
    };
    match ended {
        Ok(cause) => (exit::code(cause), String::new()),
        Err(failure) => {
            if !mute {
                fail(&failure);
            }
            (exit::code(Some(failure.cause)), said(&failure))
        }
    }
}

/// What the words ask for, where a cluster can do it.
pub(crate) fn chosen(cli: &Cli) -> Result<(Habit, &ConvertArgs), Failure> {
    match &cli.command {
        Command::Convert(args) => Ok((change::CONVERT, args)),
        Command::Merge(args) => Ok((change::MERGE, args)),
        Command::Dedupe(args) => Ok((change::DEDUPE, args)),
        Command::Shard(args) => Ok((change::SHARD, args)),
        _ => Err(Failure::usage(
            "on a cluster there are merge, dedupe, shard, convert, check and diff",
        )
        .hint("run `urlset` itself for the others")),
    }
}

/// What only one machine can do.
pub(crate) fn alone(what: &str) -> Failure {
    Failure::usage(format!("{what} is not done on a cluster")).hint("run `urlset` itself")
}

/// Refuses what only one machine can do, before anything is read.
fn fits(args: &ConvertArgs) -> Result<(), Failure> {
    let asked = [
        (args.rewrite.is_asked(), "rewriting (--rewrite-…)"),
        (args.shards.stable, "--stable"),
        (args.fields.provenance, "--provenance"),
        (args.target.loss_report.is_some(), "--loss-report"),
        (args.target.dry_run, "--dry-run"),
        (args.table.print_map, "--print-map"),
    ];
    if let Some((_, what)) = asked.iter().find(|(is_asked, _)| *is_asked) {
        return Err(alone(what));
    }
    if !crate::set_target::is_wanted(args) {
        return Err(Failure::usage("a cluster writes a set of files")
            .hint("name them with a number: `-o 'out/sitemap-{n:05}.xml.gz'`"));
    }
    let target = SetTarget::choose(args)?;
    if !target.keys.is_empty() || target.template.is_hashed() || target.template.is_by_source() {
        return Err(alone("--by, or a name with another field than `{n}`,"));
    }
    set_of(&target).map(drop)
}

/// What every part must know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// With the stylesheet as files name it.
    pub(crate) header: Heading,
    /// The folder of the files.
    pub(crate) folder: PathBuf,
    /// When the run began, in seconds since 1970.
    pub(crate) began: i64,
    /// Whether entries of one key are joined, and whether they come in another order than that of reading.
    pub(crate) joins: bool,
    pub(crate) sorted: bool,
    pub(crate) limit: Option<u64>,
    /// Entries and bytes of one file, and the bytes of one without entries.
    pub(crate) most: (u64, u64),
    pub(crate) frame: u64,
    #[serde(default)]
    pub(crate) documents: Vec<Source>,
}

/// A header on its way to other machines.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// Whether it is that of a list of sitemaps.
    lists: bool,
    namespaces: Vec<(String, String)>,
    texts: [Option<String>; 5],
}

impl Heading {
    pub(crate) fn of(header: &Header) -> Heading {
        let pair = |one: &Namespace| (one.prefix.to_string(), one.uri.to_string());
        let Header { title, link, description, language, stylesheet, .. } = header;
        let texts = [title, link, description, language, stylesheet];
        let texts = texts.map(|text| text.as_deref().map(str::to_owned));
        let lists = header.kind == Kind::Sitemapindex;
        Heading { lists, namespaces: header.namespaces.iter().map(pair).collect(), texts }
    }

    pub(crate) fn header(&self) -> Header {
        let [title, link, description, language, stylesheet] =
            self.texts.clone().map(|text| text.map(Into::into));
        let namespaces = self.namespaces.iter();
        let one = |(prefix, uri): &(String, String)| Namespace {
            prefix: prefix.as_str().into(),
            uri: uri.as_str().into(),
        };
        let namespaces = namespaces.map(one).collect();
        let kind = if self.lists { Kind::Sitemapindex } else { Kind::Urlset };
        Header { kind, namespaces, title, link, description, language, stylesheet }
    }
}

/// A document on its way to the machine that reads it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Source {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) file_name: String,
    pub(crate) path: PathBuf,
    pub(crate) home: Option<PathBuf>,
    pub(crate) base: Option<String>,
    pub(crate) header: Heading,
    pub(crate) format: String,
    /// Columns of a table.
    pub(crate) columns: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) bytes: u64,
    pub(crate) is_index: bool,
    /// The index entry that gave it: where it stands, and its date.
    pub(crate) listed: Option<(At, Option<String>)>,
}

impl Source {
    pub(crate) fn of(document: &Document) -> Result<Source, Failure> {
        let body = document.body.lock().unwrap_or_else(PoisonError::into_inner);
        let Body::File(path) = &*body else {
            let message = format!("{}: no file that other machines can open", document.name);
            return Err(Failure::usage(message).hint("store it in a folder that all of them have"));
        };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        Ok(Source {
            number: document.number,
            name: document.name.clone(),
            file_name: document.file_name.clone(),
            path,
            home: document.home.clone(),
            base: document.base.as_deref().map(str::to_owned),
            header: Heading::of(&document.header),
            format: document.facts.format.clone(),
            columns: document.columns.clone(),
            names: document.names.clone(),
            bytes: document.facts.bytes,
            is_index: document.kind == Kind::Sitemapindex,
            listed: document
                .listed
                .map(|(at, date)| (place(at), date.map(|date| date.to_string()))),
        })
    }
}

/// A file that was written elsewhere.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Staged {
    pub(crate) path: PathBuf,
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    pub(crate) newest: Option<String>,
    /// The document of its first entry.
    pub(crate) source: u32,
}

/// What comes back.
#[derive(Debug, Deserialize)]
pub(crate) struct Done {
    files: Vec<Staged>,
    pub(crate) told: Vec<Told>,
}

impl Done {
    /// Has others do a task.
    pub(crate) fn by(others: &dyn Elsewhere, task: &impl Serialize) -> urlset::Result<Done> {
        let failed = |why: String| Refused::error(Failure::output(why));
        let text = serde_json::to_string(task).map_err(|error| failed(error.to_string()))?;
        let done = others.fill(&text).map_err(failed)?;
        serde_json::from_str(&done).map_err(|error| failed(error.to_string()))
    }
}

impl Change<'_> {
    /// Has others write the entries into the files of a set.
    pub(crate) fn fill_by(
        &mut self,
        others: &dyn Elsewhere,
        (plan, pipeline, round): (&Plan, &Pipeline<'_>, &Round<'_>),
        target: &SetTarget,
        files: &RefCell<SetFiles<'_>>,
    ) -> urlset::Result<()> {
        let format = set_of(target).map_err(Refused::error)?;
        self.tell_stylesheets(plan, |_| (format, plan.header.stylesheet.as_deref()))?;
        let task = self.task(plan, pipeline, target).map_err(Refused::error)?;
        let done = Done::by(others, &task)?;
        Told::repeat_losses(&done.told, &mut self.report);
        let mut joined = 0;
        for told in &Told::in_order(done.told) {
            told.repeat(&mut self.report)?;
            told.count_conflicts(&mut self.report.conflicts);
            if told.failed && self.args.follow.fail_fast {
                return Err(Failed.into());
            }
            joined += told.joined;
            round.left_out.fetch_add(told.left_out, Ordering::Relaxed);
            round.add_steps(&steps_of(&told.steps));
            told.count(&plan.documents);
        }
        round.set_joined(joined);
        for staged in &done.files {
            let filled = Filled {
                shard: Shard { group: Vec::new(), number: 1 },
                written: Written { entries: staged.entries, bytes: staged.bytes },
                newest: staged.newest.as_deref().and_then(|date| Datetime::parse(date).ok()),
                source: staged.source,
            };
            let taken = files.borrow_mut().adopt(&staged.path, &filled, format.name);
            taken.map_err(Refused::error)?;
        }
        Ok(())
    }

    fn task(
        &self,
        plan: &Plan,
        pipeline: &Pipeline<'_>,
        target: &SetTarget,
    ) -> Result<Task, Failure> {
        let folder = Path::new(target.template.folder());
        let folder = std::path::absolute(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        });
        let folder = folder.map_err(|error| Failure::output(error.to_string()))?;
        let format = set_of(target)?;
        let near = Path::new(target.template.folder());
        let frame = frame(self.args, format, &plan.header, near)?;
        // Tasks stand elsewhere, from where a path leads elsewhere.
        let stylesheet = target.style.data(&plan.header, near);
        Ok(Task {
            header: Heading::of(&Header { stylesheet, ..plan.header.clone() }),
            folder,
            began: crate::filter::now(),
            joins: pipeline.dedupe.is_some(),
            sorted: pipeline.sort.by != SortBy::Input || pipeline.sort.descending,
            limit: self.args.pages.limit,
            most: (target.room.entries, target.room.bytes),
            frame,
            documents: plan.documents.iter().map(Source::of).collect::<Result<_, _>>()?,
        })
    }
}

/// The bytes of a file without entries, which every file has beside them.
fn frame(
    args: &ConvertArgs,
    format: &'static Format,
    header: &Header,
    folder: &Path,
) -> Result<u64, Failure> {
    let mut writer = Target { format, compressed: false }.writer(args, header, folder)?;
    let mut text = String::new();
    writer.begin(&mut text);
    writer.end(&mut text);
    Ok(text.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::{Elsewhere, run};

    /// Whoever asks it for something was not refused.
    struct Nobody;

    impl Elsewhere for Nobody {
        fn fill(&self, _: &str) -> Result<String, String> {
            Err("asked".to_owned())
        }

        fn left(&self, _: &mut dyn FnMut(&[u8]) -> Result<(), String>) -> Result<(), String> {
            Err("asked".to_owned())
        }
    }

    /// Before anything is read: the files are not there.
    #[test]
    fn what_only_one_machine_can_do() {
        for (words, what) in [
            ("merge none.xml -o s-{n}.xml --rewrite-scheme https", "rewriting (--rewrite-…)"),
            ("merge none.xml -o s-{n}.xml --stable --previous s", "--stable"),
            ("convert none.xml -o s-{n}.jsonl --provenance", "--provenance"),
            ("merge none.xml -o s-{n}.xml --loss-report l", "--loss-report"),
            ("merge none.xml -o s-{n}.xml --dry-run", "--dry-run"),
            ("convert none.csv -o s-{n}.xml --print-map", "--print-map"),
            ("diff none.xml other.xml --rewrite-scheme https", "rewriting (--rewrite-…)"),
            ("diff none.xml other.xml --redirects csv", "--redirects"),
            ("diff none.csv other.csv --print-map", "--print-map"),
        ] {
            let words = words.split(' ').map(Into::into);
            let (code, said) =
                run(["urlset".into()].into_iter().chain(words).collect(), &Nobody, true);
            let told = format!("{what} is not done on a cluster");
            assert!(code == 2 && said.starts_with(&told), "{what}: {code} {said}");
        }
        // Nobody answers there: who is asked would not be refused.
        for (words, what) in [
            ("merge http://127.0.0.1:9/a.xml -o s-{n}.xml", "http://127.0.0.1:9/a.xml"),
            ("merge none.xml -o s-{n}.xml --follow remote", "--follow remote"),
            ("check none.xml http://127.0.0.1:9/a.xml", "http://127.0.0.1:9/a.xml"),
            ("diff none.xml http://127.0.0.1:9/a.xml", "http://127.0.0.1:9/a.xml"),
        ] {
            let words = ["urlset"].into_iter().chain(words.split(' ')).map(Into::into);
            let (code, said) = run(words.collect(), &Nobody, true);
            let told = format!("{what}: on a cluster nothing is fetched");
            assert!(code == 2 && said.starts_with(&told), "{what}: {code} {said}");
        }
        let words = ["urlset", "merge", "none.xml", "-o", "s-{n}.xml"].map(Into::into);
        assert_eq!(run(words.into(), &Nobody, true).0, 3, "what is done on a cluster is read");
    }
}
