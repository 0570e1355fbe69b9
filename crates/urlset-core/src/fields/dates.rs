//! Texts that are taken for a date: how they are read, and what their form lacks.

use super::report::Report;
use super::{Fields, trim};
use crate::repair::{by_order, certain_datetime, certain_unix, form_beside, help_for};
use crate::{
    DateOrder, Datetime, Lost, Place, Result, Severity, Sink, remarks, repair_datetime, rules,
};

/// The farthest offset in minutes (XML Schema part 2, section 3.2.7.3).
pub(super) const FARTHEST: u16 = 14 * 60;

impl Fields {
    /// A date, as written where that is a W3C or XSD form, repaired where it can be read one way.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn lastmod(
        &self,
        text: &str,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<Option<Datetime>> {
        let trimmed = trim(text);
        let report = Report { place, loc: "" };
        if self.remarks && trimmed.len() > remarks::LONGEST_FIELD {
            report.send(sink, &rules::LASTMOD_TOO_LONG, trimmed, Lost::Nothing)?;
        }
        if trimmed.is_empty() {
            report.mend(sink, &rules::LASTMOD_EMPTY, "", [text, ""])?;
            return Ok(None);
        }
        let value = report.value(text, trimmed);
        if let Ok(datetime) = Datetime::parse(trimmed) {
            self.told_space(text, trimmed, &report, sink)?;
            let place = value.as_ref().map_or(place, |value| value);
            let report = Report { place, loc: "" };
            self.form(datetime, trimmed, &report, sink)?;
            self.remark_date(datetime, place, sink)?;
            return Ok(Some(datetime));
        }
        let place = value.as_ref().map_or(place, |value| value);
        let report = Report { place, loc: "" };
        let read = if self.mends { certain_datetime } else { repair_datetime };
        match (read(trimmed, self.dates), certain_unix(trimmed)) {
            (Some((datetime, rule)), _) => {
                let mut finding = rule.found().detail(format!("{trimmed} read as {datetime}"));
                finding = finding.mended(text, datetime.spell().as_str());
                // A form that the user announced is no fault of the table's.
                let order = self.dates;
                let announced = order != DateOrder::Iso && by_order(trimmed, order).is_some();
                if announced {
                    finding = finding.severity(Severity::Note);
                }
                if let Some(help) = help_for(datetime) {
                    finding = finding.help(help);
                }
                place.report(finding, sink)?;
                // What it lacks is the user's to know where its form is.
                let form = form_beside(trimmed, datetime, rule).or(announced.then_some(datetime));
                if let Some(written) = form {
                    self.form(written, trimmed, &report, sink)?;
                }
                self.remark_date(datetime, place, sink)?;
                Ok(Some(datetime))
            }
            (None, Some(read)) => self.unix([text, trimmed], read, &report, sink),
            (None, None) => {
                let ambiguous = read(trimmed, DateOrder::DayFirst).is_some();
                let rule =
                    if ambiguous { &rules::LASTMOD_AMBIGUOUS } else { &rules::LASTMOD_INVALID };
                report.send(sink, rule, trimmed, Lost::Field)?;
                Ok(None)
            }
        }
    }

    /// A Unix time, which repairs alone take.
    fn unix(
        &self,
        [text, trimmed]: [&str; 2],
        read: Datetime,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Option<Datetime>> {
        let rule = &rules::LASTMOD_NONSTANDARD;
        if self.mends {
            let detail = format!("{trimmed} read as {read}");
            report.mend(sink, rule, &detail, [text, read.spell().as_str()])?;
            return Ok(Some(read));
        }
        let finding = rule.found().lost(Lost::Field);
        let finding = finding.detail(format!("{trimmed} is the Unix time of {read}"));
        report.place.report(finding.help(format!("write {read}")), sink)?;
        Ok(None)
    }

    /// What the form of a date lacks.
    fn form(
        &self,
        date: Datetime,
        text: &str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        for rule in date.faults() {
            report.send(sink, rule, text, Lost::Nothing)?;
        }
        if !self.remarks || date.zone().minutes().unsigned_abs() <= FARTHEST {
            return Ok(());
        }
        let detail = format!("{text}: no offset is beyond 14:00");
        report.send(sink, &rules::LASTMOD_INVALID, &detail, Lost::Nothing)
    }

    /// Tells what is remarkable about when a date is, where remarks are wanted: for formats that read
    /// dates of a form of their own.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn remark_date(
        &self,
        date: Datetime,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if !self.remarks {
            return Ok(());
        }
        let report = Report { place, loc: "" };
        if let Some(rule) = remarks::lastmod(date, self.now) {
            report.send(sink, rule, date.spell().as_str(), Lost::Nothing)?;
        }
        if date.has_time() || self.told_date_only.replace(true) {
            return Ok(());
        }
        report.send(sink, &rules::LASTMOD_DATE_ONLY, date.spell().as_str(), Lost::Nothing)
    }
}
