//! Writing one document.

use crate::change::{Change, audits, copying};
use crate::exit::{Cause, Ended, Failure};
use crate::guess::{Guess, Held};
use crate::output::Publication;
use crate::pipeline::Pipeline;
use crate::plan::{self, Plan};
use crate::product::Product;
use crate::provenance::{Traced, Whereabouts};
use crate::round::Round;
use crate::stylesheet;
use crate::target::Target;
use urlset::ops;
use urlset::robots::RobotsWriter;
use urlset::xml::rules::NOT_CARRIED;
use urlset::{EntryWriter, Format, Header, Output, Position, Sink, Written};

/// Bytes of a robots.txt that is repaired: it is kept in memory. Crawlers read 500 KiB (RFC 9309, section
/// 2.5).
const ROBOTS_MOST: usize = 16 << 20;

impl Change<'_> {
    /// Writes every entry into one document.
    pub(crate) fn copy(
        &mut self,
        plan: &Plan,
        pipeline: &Pipeline<'_>,
        target: Target,
        publication: Publication,
    ) -> Ended {
        let carried = |_: u32| (target.format, plan.header.stylesheet.as_deref());
        if let Err(error) = self.tell_stylesheets(plan, carried) {
            return self.stopped(&error, plan);
        }
        let folder = stylesheet::folder(self.args.target.output.as_deref());
        let mut writer: Box<dyn EntryWriter> = match self.kept_robots(plan, pipeline, target)? {
            Some(text) => Box::new(RobotsWriter::updating(text)),
            None => target.writer(self.args, &pipeline.header(&plan.header), folder)?,
        };
        if writer.needs_survey() {
            let guessed = self.guess(plan, pipeline, (target, &publication), writer.as_mut())?;
            if let Some((written, round)) = guessed {
                self.tell(pipeline, round)?;
                return self.close(plan, Product::One { publication, written, target });
            }
            publication.rewind()?;
        }
        let (mut output, at) = self.begin(target, &publication, writer)?;
        let round = pipeline.round();
        let counted = pipeline.count_header(target.format, heading(plan), &round, &mut self.report);
        let reader = match counted.and_then(|()| pipeline.open(plan, &round, &mut self.report)) {
            Ok(reader) => reader,
            Err(error) => return self.stopped(&error, plan),
        };
        let mut reader = Traced::over(reader, at);
        let mut audits = audits();
        let mut copying = copying(target.format, &mut audits);
        let copied = ops::copy(reader.as_mut(), &mut output, &mut copying, &mut self.report);
        drop(reader);
        let written = match copied {
            Ok(_) => output.finish(),
            Err(error) => Err(error),
        };
        match written {
            Ok(written) => {
                self.tell(pipeline, round)?;
                self.close(plan, Product::One { publication, written, target })
            }
            Err(error) => self.stopped(&error, plan),
        }
    }

    /// The robots.txt that is repaired, whose other lines stay.
    fn kept_robots(
        &mut self,
        plan: &Plan,
        pipeline: &Pipeline<'_>,
        target: Target,
    ) -> Result<Option<String>, Failure> {
        let [document] = &*plan.documents else { return Ok(None) };
        let is_robots = |name: &str| name == urlset::robots::FORMAT.name;
        let own = is_robots(&document.facts.format) && is_robots(target.format.name);
        if !self.habit.mends || !own {
            return Ok(None);
        }
        let failed = |cause: Cause, why: String| {
            Failure::new(cause, format!("{} cannot be kept as it is: {why}", document.name))
        };
        let unread = |why: String| failed(Cause::Input, why);
        let file = document.open().map_err(|error| unread(error.to_string()))?;
        let text =
            pipeline.opening.whole_robots(file, &document.which(), ROBOTS_MOST, &mut self.report);
        let text = text.map_err(|error| unread(error.to_string()))?.map_err(|(cause, why)| {
            failed(cause, why).hint(match cause {
                Cause::Limit => "take out what is no `Sitemap:` line, or `convert` it",
                _ => "save it as UTF-8, or read it as windows-1252 with `--lenient`",
            })
        })?;
        self.report.keeps_lines = true;
        Ok(Some(text))
    }

    /// Shows every entry to a writer that must know them before it begins, and writes them on the
    /// way in the hope that there is nothing to know; `None` where the hope was vain.
    fn guess<'p>(
        &mut self,
        plan: &Plan,
        pipeline: &Pipeline<'p>,
        (target, publication): (Target, &Publication),
        surveyor: &mut dyn EntryWriter,
    ) -> Result<Option<(Written, Round<'p>)>, Failure> {
        let folder = stylesheet::folder(self.args.target.output.as_deref());
        let writer = target.writer(self.args, &pipeline.header(&plan.header), folder)?;
        let (mut output, at) = self.begin(target, publication, writer)?;
        let (mut audits, mut held) = (audits(), Held::back(&self.report));
        let round = pipeline.round();
        let counted = pipeline.count_header(target.format, heading(plan), &round, &mut held);
        let Ok(reader) = counted.and_then(|()| pipeline.open(plan, &round, &mut held)) else {
            return Ok(None);
        };
        let mut reader = Guess::new(Traced::over(reader, at), surveyor);
        let mut copying = copying(target.format, &mut audits);
        let copied = ops::copy(&mut reader, &mut output, &mut copying, &mut held);
        let plain = reader.settle();
        if !plain || !held.is_whole() || copied.is_err() {
            return Ok(None);
        }
        let Ok(written) = output.finish() else {
            return Ok(None);
        };
        // Only strictness refuses a finding, and under it none was held back.
        Ok(held.tell(&mut self.report).is_ok().then_some((written, round)))
    }

    /// Tells of stylesheets that are in no file: that of an input other than the first, or of any where
    /// the format has none. `carried` gives the format that a document goes into, and its stylesheet.
    pub(crate) fn tell_stylesheets<'s>(
        &mut self,
        plan: &Plan,
        carried: impl Fn(u32) -> (&'static Format, Option<&'s str>),
    ) -> urlset::Result<()> {
        // Other ones are chosen, or none.
        if self.args.writing.stylesheet != "keep" {
            return Ok(());
        }
        for document in &plan.documents {
            let (format, written) = carried(document.number);
            let has = stylesheet::is_shown(format.name);
            let own = document.header.stylesheet.as_deref();
            if own.is_none() || has && own == written {
                continue;
            }
            let finding = NOT_CARRIED.at(plan::nowhere(document.number));
            self.report.report(finding.detail("1 xml-stylesheet"))?;
        }
        Ok(())
    }

    /// The output, and where its writer looks for the place of the entry it writes.
    fn begin(
        &mut self,
        target: Target,
        publication: &Publication,
        mut writer: Box<dyn EntryWriter>,
    ) -> Result<(Output<'static>, Option<Whereabouts>), Failure> {
        let at = self.args.fields.provenance.then(Whereabouts::default);
        if let Some(at) = &at {
            let names = self.report.names();
            writer = target.traced(writer, self.args, at.clone(), names)?;
        }
        let pen = publication.pen()?;
        let output = if target.compressed {
            Output::new(urlset::gzip(pen), writer)
        } else {
            Output::new(pen, writer)
        };
        Ok((output, at))
    }
}

/// The header of all documents, and its place: that of the first.
pub(crate) fn heading(plan: &Plan) -> (&Header, Position) {
    let first = plan.documents.first().map_or(0, |document| document.number);
    (&plan.header, plan::nowhere(first))
}
