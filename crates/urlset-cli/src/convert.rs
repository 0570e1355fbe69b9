//! `urlset convert`: any format to any other.

use crate::args::{Common, ReportFormat};
use crate::convert_args::{ConvertArgs, Follow, OnLoss};
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::guess::{Guess, Held};
use crate::inputs;
use crate::left_out::{Counted, LeftOut};
use crate::opening::Opening;
use crate::output::{self, Publication, Unwritten};
use crate::plan::{self, Plan};
use crate::planner;
use crate::print_map;
use crate::progress::Progress;
use crate::provenance::{Traced, Whereabouts};
use crate::report::Report;
use crate::resolve::Mapping;
use crate::rules::{PAGES_AS_SITEMAPS, TOO_LARGE};
use crate::sheet::{Frame, OutputFacts};
use crate::summary::Totals;
use crate::target::Target;
use crate::{distinct, fields, list, table};
use std::io::BufWriter;
use urlset::ops::{self, Adjust, Adjustment, Copying};
use urlset::rules::TOO_MANY_URLS;
use urlset::{
    Audit, EXTENSIONS, EntryWriter, Error, Header, Kind, Output, Severity, Sink, Written,
};

/// Entries of one document beyond which `file/too-many-urls` is told.
const MOST_ENTRIES: u64 = 50_000;

/// Bytes of one document that the protocol allows.
const MOST_BYTES: u64 = 52_428_800;

/// One run of the command.
struct Conversion<'c> {
    args: &'c ConvertArgs,
    common: &'c Common,
    target: Target,
    opening: Opening,
    report: Report,
    progress: Progress,
    left_out: LeftOut,
}

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs, common: &Common) -> Ended {
    let progress = Progress::new(common);
    if args.table.print_map {
        return print_map::run(args, common);
    }
    let target = Target::choose(args.target.to.as_deref(), args.target.output.as_deref())?;
    target.check(args)?;
    distinct::check(&args.target, common)?;
    let to_stdout = output::is_stdout(args.target.output.as_deref()) && !args.target.dry_run;
    if to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the data")
            .hint("write the report to a file with `--report FILE`, or the data with `-o PATH`"));
    }
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?)?;
    opening.read.keep_invalid = args.fields.keep_invalid;
    let fields = fields::adjustment(&args.fields)?;
    let mut report = Report::new(common)?;
    report.strict(args.target.strict);
    report.unread(fields.unread());
    let mut conversion = Conversion {
        args,
        common,
        target,
        opening,
        report,
        progress,
        left_out: LeftOut::default(),
    };
    conversion.run(&fields)
}

impl Conversion<'_> {
    fn run(&mut self, fields: &Adjustment) -> Ended {
        let wanted = inputs::expand(&self.args.inputs)?;
        let probe = self.target.writer(self.args, &Header::default())?;
        let manner = self.plan_manner(probe.needs_survey())?;
        let publication = self.open_output(probe.needs_survey())?;
        let losses = self.open_losses()?;
        let plan = match planner::plan(wanted, &self.opening, &manner, &mut self.report) {
            Ok(plan) => plan,
            Err(error) => return self.stopped(&error, Plan::nothing()),
        };
        if let Some(flag) = table::wants_table(&self.args.table)
            && !plan.has_table()
            && !plan.documents.is_empty()
        {
            return Err(Failure::usage(format!("{flag} concerns tables, and no input is one")));
        }
        if self.target.format.name == "robots" && plan.header.kind == Kind::Urlset {
            self.warn_of_pages(&plan)?;
        }
        if plan.documents.is_empty() {
            if self.report.cause().is_none() {
                self.report.blame(Cause::Input);
            }
            return self.close(plan, None, losses);
        }
        self.copy(plan, fields, publication, losses)
    }

    /// A robots.txt names sitemaps; what comes from a list of addresses may be some.
    fn warn_of_pages(&mut self, plan: &Plan) -> Result<(), Failure> {
        let Some(first) = plan.documents.first() else {
            return Ok(());
        };
        let finding = PAGES_AS_SITEMAPS.at(plan::nowhere(first.number));
        let told = self.report.report(finding);
        told.map_err(|error| Failure::new(Cause::Data, error.to_string()))
    }

    fn plan_manner(&self, survey: bool) -> Result<plan::Manner, Failure> {
        let follow = &self.args.follow;
        if follow.follow == Follow::Remote {
            return Err(Failure::usage("--follow remote: URLs are not fetched yet")
                .hint("download the files, and say where they are with `--resolve PREFIX=DIR/`"));
        }
        let mappings = follow.resolve.iter().map(|text| Mapping::parse(text));
        let output = self.args.target.output.as_deref();
        Ok(plan::Manner {
            follow: follow.follow == Follow::Local,
            mappings: mappings.collect::<Result<_, _>>()?,
            most_depth: follow.max_depth,
            fail_fast: follow.fail_fast,
            spool: survey,
            output: output.and_then(|path| path.canonicalize().ok()),
        })
    }

    fn open_output(&self, survey: bool) -> Result<Publication, Failure> {
        let target = &self.args.target;
        let fail_fast = self.args.follow.fail_fast;
        let manner = output::Manner {
            no_clobber: target.no_clobber,
            if_changed: target.if_changed,
            // A survey may have to begin again.
            hold: survey || target.strict || target.on_loss == OnLoss::Error || fail_fast,
            dry: target.dry_run,
        };
        Publication::open(target.output.as_deref(), manner)
    }

    /// The output of `--loss-report`, which the report writes to.
    fn open_losses(&mut self) -> Result<Option<Publication>, Failure> {
        let target = &self.args.target;
        let Some(path) = &target.loss_report else {
            return Ok(None);
        };
        let manner = output::Manner { dry: target.dry_run, ..output::Manner::default() };
        let publication = Publication::open(Some(path), manner)?;
        self.report.losses.lines = Some(Box::new(BufWriter::new(publication.pen()?)));
        Ok(Some(publication))
    }

    fn copy(
        &mut self,
        mut plan: Plan,
        fields: &Adjustment,
        publication: Publication,
        losses: Option<Publication>,
    ) -> Ended {
        let header = plan.header.clone();
        let mut writer = self.target.writer(self.args, &header)?;
        if writer.needs_survey() {
            if let Some(written) = self.guess(&mut plan, fields, &publication, writer.as_mut())? {
                return self.close(plan, Some((publication, written)), losses);
            }
            publication.rewind()?;
            for document in &mut plan.documents {
                document.facts.entries = 0;
            }
        }
        let (mut output, at) = self.begin(&publication, writer)?;
        let reader = Documents::new(&mut plan.documents, &header, &self.opening)
            .limited(self.args.fields.limit)
            .shown(&mut self.progress)
            .fail_fast(self.args.follow.fail_fast);
        let mut reader = Traced { reader: Adjust::new(reader, fields.clone()), at };
        let mut audits = audits();
        let mut copying = copying(self.target, &mut audits);
        let copied = ops::copy(&mut reader, &mut output, &mut copying, &mut self.report);
        drop(reader);
        let written = match copied {
            Ok(_) => output.finish(),
            Err(error) => Err(error),
        };
        match written {
            Ok(written) => self.close(plan, Some((publication, written)), losses),
            Err(error) => self.stopped(&error, plan),
        }
    }

    /// Shows every entry to a writer that must know them before it begins, and writes them on the
    /// way in the hope that there is nothing to know; `None` where the hope was vain.
    fn guess(
        &mut self,
        plan: &mut Plan,
        fields: &Adjustment,
        publication: &Publication,
        surveyor: &mut dyn EntryWriter,
    ) -> Result<Option<Written>, Failure> {
        let header = plan.header.clone();
        let writer = self.target.writer(self.args, &header)?;
        let (mut output, at) = self.begin(publication, writer)?;
        let documents = Documents::new(&mut plan.documents, &header, &self.opening);
        let documents = documents
            .limited(self.args.fields.limit)
            .shown(&mut self.progress)
            .fail_fast(self.args.follow.fail_fast);
        let documents = Adjust::new(documents, fields.clone());
        let mut reader = Guess::new(Traced { reader: documents, at }, surveyor);
        let (mut audits, mut held) = (audits(), Held::back(&self.report));
        let mut copying = copying(self.target, &mut audits);
        let copied = ops::copy(&mut reader, &mut output, &mut copying, &mut held);
        let plain = reader.settle();
        if !plain || !held.is_whole() || copied.is_err() {
            return Ok(None);
        }
        let Ok(written) = output.finish() else {
            return Ok(None);
        };
        // Only strictness refuses a finding, and under it none was held back.
        Ok(held.tell(&mut self.report).is_ok().then_some(written))
    }

    /// The output, and where its writer looks for the place of the entry it writes.
    fn begin(
        &mut self,
        publication: &Publication,
        mut writer: Box<dyn EntryWriter>,
    ) -> Result<(Output<'static>, Option<Whereabouts>), Failure> {
        let at = self.args.fields.provenance.then(Whereabouts::default);
        if let Some(at) = &at {
            let names = self.report.names();
            writer = self.target.traced(writer, self.args, at.clone(), names)?;
        }
        self.left_out = LeftOut::default();
        writer = Box::new(Counted { writer, left_out: self.left_out.clone() });
        let pen = publication.pen()?;
        let output = if self.target.compressed {
            Output::new(urlset::gzip(pen), writer)
        } else {
            Output::new(pen, writer)
        };
        Ok((output, at))
    }

    /// Ends a run that an error stopped: nothing is published.
    fn stopped(&mut self, error: &Error, plan: Plan) -> Ended {
        if let Error::Io(error) = error
            && let Some(inner) = error.get_ref()
            && let Some(Unwritten(error)) = inner.downcast_ref()
        {
            return Err(output::unwritten(&self.target_name(), error));
        }
        if let Some(failure) = plan::failure(error) {
            return Err(failure);
        }
        self.close(plan, None, None)
    }

    fn target_name(&self) -> String {
        let path = self.args.target.output.as_deref();
        match path.filter(|path| !output::is_stdout(Some(path))) {
            Some(path) => path.display().to_string(),
            None => "standard output".into(),
        }
    }

    /// Publishes what may be published, and says what was done.
    fn close(
        &mut self,
        plan: Plan,
        written: Option<(Publication, Written)>,
        losses: Option<Publication>,
    ) -> Ended {
        let on_loss = self.args.target.on_loss;
        let lossy = !self.report.losses.is_empty();
        if lossy && on_loss == OnLoss::Error {
            self.report.blame(Cause::No);
        }
        let dry = self.args.target.dry_run;
        let (mut published, mut size) = (false, Written::default());
        let mut lines = Vec::new();
        if let Some((publication, written)) = written {
            size = written;
            size.entries = size.entries.saturating_sub(self.left_out.count());
            self.measure(size);
            let allowed = !(lossy && on_loss == OnLoss::Error);
            published = allowed && !dry;
            if allowed && !publication.publish()? {
                lines.push(format!("{}: unchanged", self.target_name()));
            }
        }
        // Flushes the lines before they are published.
        let kept = std::mem::take(&mut self.report.losses.lines);
        if let Some(mut kept) = kept {
            std::io::Write::flush(&mut kept)
                .map_err(|error| output::unwritten("the loss report", &error))?;
        }
        if let Some(losses) = losses {
            losses.publish()?;
        }
        if !published && !dry {
            lines.push("nothing was written".to_owned());
        }
        if dry {
            lines.push(self.dry_line(size));
        }
        if lossy && on_loss != OnLoss::Ignore {
            lines.push(self.report.losses.summary(&list::holds(self.target.format)));
        }
        let totals = Totals {
            kind: plan.header.kind,
            read: plan.documents.iter().map(|d| d.facts.entries).sum(),
            written: size.entries,
            files: plan.documents.len() as u64,
            elapsed: self.progress.elapsed(),
        };
        lines.push(totals.line(&self.report));
        self.report.close(&lines);
        self.write_report(plan, &totals, size, published)?;
        Ok(self.report.cause())
    }

    /// Tells where the written file is larger than those who read sitemaps take.
    fn measure(&mut self, size: Written) {
        let to_file = !output::is_stdout(self.args.target.output.as_deref());
        let limited = match self.target.format.name {
            "xml" | "rss" | "atom" => true,
            // A stream of lines is for programs, which have no limit.
            "text" => to_file,
            _ => false,
        };
        let faults = [
            (size.entries > MOST_ENTRIES, &TOO_MANY_URLS, size.entries, "entries"),
            (size.bytes > MOST_BYTES, &TOO_LARGE, size.bytes, "bytes"),
        ];
        for (over, rule, number, noun) in faults {
            if !limited || !over {
                continue;
            }
            let output = self.report.name(self.target_name());
            let detail = format!("{} {noun} were written", crate::number::thousands(number));
            // The data is whole; it is the publishing that would go wrong.
            let finding = rule
                .at(plan::nowhere(output))
                .detail(detail)
                .severity(Severity::Warning)
                .help("spread the entries over several files and name them in an index");
            let _ = self.report.report(finding);
        }
    }

    fn dry_line(&self, size: Written) -> String {
        use crate::number::{count, thousands};
        format!(
            "dry run: would write {} as {}{}, {} in {} bytes",
            self.target_name(),
            self.target.format.name,
            if self.target.compressed { ", gzip" } else { "" },
            count(size.entries, "entry").replace("entrys", "entries"),
            thousands(size.bytes),
        )
    }

    fn write_report(
        &mut self,
        plan: Plan,
        totals: &Totals,
        size: Written,
        published: bool,
    ) -> Result<(), Failure> {
        let Some(sheet) = self.report.sheet.take() else {
            return Ok(());
        };
        let mut frame = Frame {
            command: "convert",
            inputs: plan.documents.into_iter().map(|d| d.facts).collect(),
            outputs: vec![OutputFacts {
                path: self
                    .args
                    .target
                    .output
                    .as_ref()
                    .map_or_else(|| "-".to_owned(), |path| path.display().to_string()),
                format: self.target.format.name.to_owned(),
                entries: size.entries,
                bytes: size.bytes,
                published,
            }],
            loss: self.report.losses.as_json(),
            ..Frame::default()
        };
        let dropped = self.report.tallies().map(|tally| tally.dropped).sum();
        let fields = self.report.tallies().map(|tally| tally.fields).sum();
        let mut total = |name: &str, number: u64| {
            frame.totals.insert(name.to_owned(), number.into());
        };
        total("entries", totals.read);
        total("written", totals.written);
        total("dropped", dropped);
        total("fields_dropped", fields);
        total("error", self.report.found(Severity::Error));
        total("warning", self.report.found(Severity::Warning));
        total("note", self.report.found(Severity::Note));
        let to = self.common.report.as_deref();
        output::write_whole(to, |out| sheet.write(&frame, out))
    }
}

/// The checks of all extensions.
fn audits() -> Vec<Box<dyn Audit>> {
    EXTENSIONS.iter().map(|extension| (extension.audit)()).collect()
}

fn copying(target: Target, audits: &mut [Box<dyn Audit>]) -> Copying<'_> {
    Copying {
        carries: target.format.carries,
        extensions: EXTENSIONS,
        audits,
        most_entries: Some(MOST_ENTRIES),
    }
}
