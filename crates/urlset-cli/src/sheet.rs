//! The report for machines: findings are kept in a temporary file, so that memory stays flat
//! however many there are, and are put together at the end.

use crate::args::ReportFormat;
use crate::markdown::Row;
use crate::number::thousands;
use crate::{github, markdown, sarif};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};
use urlset::{Diagnostic, Reported, ReportedPlace, Rule};

/// Bytes of findings that stay in memory.
const IN_MEMORY: usize = 1 << 20;

/// Two values of one page of which a rule chose one, as an object of the report.
#[derive(Serialize)]
struct Conflict<'d> {
    field: &'d str,
    rule: &'d str,
    loc: &'d str,
    kept: Value<'d>,
    dropped: Value<'d>,
}

/// A value and where it stands.
#[derive(Serialize)]
struct Value<'d> {
    value: &'d str,
    #[serde(flatten)]
    place: ReportedPlace<'d>,
}

/// What a report says of an input.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct InputFacts {
    pub(crate) path: String,
    pub(crate) format: String,
    pub(crate) encoding: String,
    pub(crate) entries: u64,
    /// Bytes of the file as it is stored.
    pub(crate) bytes: u64,
    /// Facts that only `info` gathers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) info: Option<serde_json::Value>,
}

/// What a report says of an output.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OutputFacts {
    pub(crate) path: String,
    pub(crate) format: String,
    pub(crate) entries: u64,
    /// Bytes before compression.
    pub(crate) bytes: u64,
    /// Whether it is there now as a file of the set.
    pub(crate) published: bool,
    /// Whether it is the index of the others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) index: bool,
    /// What happened to the file: `written`, `replaced`, `unchanged`, `removed`, `unlisted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<&'static str>,
}

/// Everything of a report but its findings.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) command: &'static str,
    /// Whom a check was for.
    pub(crate) profile: Option<String>,
    pub(crate) inputs: Vec<InputFacts>,
    pub(crate) outputs: Vec<OutputFacts>,
    pub(crate) totals: serde_json::Map<String, serde_json::Value>,
    pub(crate) loss: serde_json::Map<String, serde_json::Value>,
}

/// Collects findings in the form asked for.
pub(crate) struct Sheet {
    form: ReportFormat,
    /// Repairs are told as before and after.
    pub(crate) mends: bool,
    kept: tempfile::SpooledTempFile,
    count: u64,
    /// What is said beside findings.
    pub(crate) said: Vec<String>,
    /// What was found, by rule: SARIF describes rules and Markdown counts them before the findings.
    rows: BTreeMap<&'static str, Row>,
    /// Last lines of a report in Markdown, which begin it.
    summary: Vec<String>,
    /// Findings that were not kept, by rule.
    left_out: BTreeMap<&'static str, u64>,
    conflicts: tempfile::SpooledTempFile,
    conflict_count: u64,
    failure: Option<std::io::Error>,
}

impl Sheet {
    pub(crate) fn new(form: ReportFormat) -> std::io::Result<Sheet> {
        let [kept, conflicts] = [(), ()].map(|()| tempfile::spooled_tempfile(IN_MEMORY));
        Ok(Sheet {
            form,
            mends: false,
            kept,
            count: 0,
            rows: BTreeMap::new(),
            summary: Vec::new(),
            left_out: BTreeMap::new(),
            said: Vec::new(),
            conflicts,
            conflict_count: 0,
            failure: None,
        })
    }

    /// Counts a finding, whether or not it is kept.
    pub(crate) fn count(&mut self, finding: &Diagnostic, name: &str) {
        if !matches!(self.form, ReportFormat::Sarif | ReportFormat::Markdown) {
            return;
        }
        let row = self.rows.entry(finding.rule.id).or_insert_with(|| Row {
            rule: finding.rule,
            severity: finding.severity,
            found: 0,
            place: markdown::place(finding, name),
            help: match &*finding.help {
                "" => finding.rule.help.to_owned(),
                help => help.to_owned(),
            },
        });
        row.found += 1;
        row.severity = row.severity.max(finding.severity);
    }

    /// Keeps one finding.
    pub(crate) fn finding(&mut self, finding: &Diagnostic, name: &str, other: &str) {
        let repaired = (self.mends && finding.is_mended()).then(|| repaired(finding));
        let finding = match self.form {
            ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Markdown => {
                repaired.as_ref().unwrap_or(finding)
            }
            ReportFormat::Text | ReportFormat::Json | ReportFormat::Jsonl => finding,
        };
        let line = match self.form {
            ReportFormat::Text if repaired.is_some() => {
                let styled = crate::text::repair(finding, name, 100);
                anstream::adapter::strip_str(&styled).to_string()
            }
            ReportFormat::Text => {
                let styled = crate::text::render(finding, name, other, 100);
                anstream::adapter::strip_str(&styled).to_string()
            }
            ReportFormat::Sarif => {
                let comma = if self.count > 0 { "," } else { "" };
                format!("{comma}{}", sarif::result(finding, name, other))
            }
            ReportFormat::Github => github::annotation(finding, name),
            ReportFormat::Markdown => markdown::item(finding, name),
            ReportFormat::Json | ReportFormat::Jsonl => {
                let object = json(&Reported { finding, path: name, other });
                match (self.form, self.count) {
                    (ReportFormat::Json, 0) => object,
                    (ReportFormat::Json, _) => format!(",{object}"),
                    _ => object + "\n",
                }
            }
        };
        self.count += 1;
        self.keep(&line);
        if self.form == ReportFormat::Json {
            self.conflict(finding, name, other);
        }
    }

    /// Keeps what a finding says of values that differ.
    fn conflict(&mut self, finding: &Diagnostic, name: &str, other: &str) {
        let (Some(values), Some(at)) = (&finding.values, &finding.other) else {
            return;
        };
        let conflict = Conflict {
            field: &values.field,
            rule: &values.policy,
            loc: &finding.loc,
            kept: Value { value: &values.kept, place: ReportedPlace { at: **at, path: other } },
            dropped: Value {
                value: &values.dropped,
                place: ReportedPlace { at: finding.position, path: name },
            },
        };
        let comma = if self.conflict_count > 0 { "," } else { "" };
        self.conflict_count += 1;
        if self.failure.is_none() {
            let object = format!("{comma}{}", json(&conflict));
            self.failure = self.conflicts.write_all(object.as_bytes()).err();
        }
    }

    /// Counts a finding that is not kept: a report that does not count by rule says how many.
    pub(crate) fn leave_out(&mut self, rule: &'static Rule) {
        *self.left_out.entry(rule.id).or_default() += 1;
    }

    /// Adds the last lines of a report in text.
    pub(crate) fn lines(&mut self, lines: &[String]) {
        // Others count by rule, or tell all that a person asked for.
        if matches!(self.form, ReportFormat::Text | ReportFormat::Github) {
            for (rule, more) in std::mem::take(&mut self.left_out) {
                let line = format!("and {} more of {rule}", thousands(more));
                match self.form {
                    ReportFormat::Text => self.keep(&format!("{line}\n")),
                    _ => self.keep(&github::notice(&line)),
                }
            }
        }
        for line in lines {
            match self.form {
                ReportFormat::Text => self.keep(&format!("{}\n", crate::clean::clean(line))),
                ReportFormat::Github => self.keep(&github::notice(line)),
                ReportFormat::Markdown => self.summary.push(markdown::text(line)),
                ReportFormat::Json | ReportFormat::Jsonl | ReportFormat::Sarif => {}
            }
        }
    }

    /// Whether a person reads it: findings of one rule are folded.
    pub(crate) fn is_folded(&self) -> bool {
        matches!(self.form, ReportFormat::Text | ReportFormat::Github | ReportFormat::Markdown)
    }

    /// Writes the whole report.
    pub(crate) fn write(self, frame: &Frame, out: &mut dyn Write) -> std::io::Result<()> {
        self.write_with(frame, out, |_| Ok(()))
    }

    /// The same with members of the command's own, each with a comma after it, where the report is
    /// one object.
    pub(crate) fn write_with(
        mut self,
        frame: &Frame,
        out: &mut dyn Write,
        members: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        self.kept.rewind()?;
        if self.form == ReportFormat::Sarif {
            let rules: Vec<&Rule> = self.rows.values().map(|row| row.rule).collect();
            let numbers = serde_json::json!({"totals": frame.totals, "omitted": self.left_out});
            sarif::write(&rules, &mut self.kept, &numbers, out)?;
            return out.flush();
        }
        if self.form == ReportFormat::Markdown {
            writeln!(out, "# urlset {}\n\n{}\n", frame.command, self.summary.join("\n\n"))?;
            let mut rows: Vec<Row> = self.rows.into_values().collect();
            writeln!(out, "{}", markdown::table(&mut rows))?;
        }
        if self.form != ReportFormat::Json {
            copy(&mut self.kept, out)?;
            return out.flush();
        }
        write!(
            out,
            r#"{{"schema":"urlset.report/1","command":{},{}"inputs":{},"totals":{},"#,
            json(&frame.command),
            frame
                .profile
                .as_ref()
                .map(|name| format!("\"profile\":{},", json(name)))
                .unwrap_or_default(),
            json(&frame.inputs),
            json(&frame.totals)
        )?;
        members(out)?;
        if !self.said.is_empty() {
            write!(out, "\"said\":{},", json(&self.said))?;
        }
        write!(
            out,
            r#""outputs":{},"loss":{},"conflicts":["#,
            json(&frame.outputs),
            json(&frame.loss)
        )?;
        self.conflicts.rewind()?;
        copy(&mut self.conflicts, out)?;
        write!(out, r#"],"findings":["#)?;
        copy(&mut self.kept, out)?;
        writeln!(out, "]}}")?;
        out.flush()
    }

    fn keep(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = self.kept.write_all(text.as_bytes()).err();
        }
    }
}

/// A repair with before and after in its detail, for reports of people.
fn repaired(finding: &Diagnostic) -> Diagnostic {
    let mended = finding.mended.as_deref();
    let (was, now) = mended.map_or(("", ""), |mended| (&*mended.was, &*mended.now));
    let detail = match (was, now) {
        ("", "") => String::new(),
        (was, "") => format!("{was} was taken out"),
        ("", now) => format!("{now} was added"),
        (was, now) => format!("{was} became {now}"),
    };
    finding.clone().detail(detail).help("nothing to do, it was repaired")
}

/// JSON that steers no terminal either: what could is escaped, which means the same.
pub(crate) fn json(value: &impl Serialize) -> String {
    crate::clean::escape(serde_json::to_string(value).unwrap_or_default())
}

fn copy(from: &mut impl Read, out: &mut dyn Write) -> std::io::Result<()> {
    std::io::copy(from, out).map(|_| ())
}
