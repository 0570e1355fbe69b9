//! The verdict of the schemas on one document, and what it does to other findings: where the schemas
//! find nothing, no rule is an error under `strict-xsd`; where a rule tells what they refuse, it is
//! not told twice.

use crate::rules::{NO_SCHEMA_FOR_FORMAT, SCHEMA_NOT_EXPECTED, SCHEMA_VALUE};
use crate::schema;
use std::ops::Range;
use urlset_core::{Diagnostic, Error, Input, Lost, Position, ReadOptions, Rule, Severity};

/// Refusals that are kept; of those beyond only the number is told.
const MOST: usize = 4096;

/// What the schemas refuse in one document.
#[derive(Clone, Debug, Default)]
pub struct Refusals {
    /// In the order of their ends.
    list: Vec<Refusal>,
    /// Why the document is refused as it is, and nothing in it was looked at; and whether a rule has
    /// told it.
    whole: Option<Box<Diagnostic>>,
    whole_told: bool,
    /// How many there are beyond, and where the first of those begins.
    more: u64,
    first_more: Option<Position>,
    /// What kept the document from being looked at to its end.
    failed: Option<Box<Diagnostic>>,
    /// Whether an error was told that the schemas have no part in: the document is not well-formed.
    broken: bool,
}

#[derive(Clone, Debug)]
struct Refusal {
    /// Bytes of the source: the element that is refused, or the start tag.
    span: Range<u64>,
    finding: Diagnostic,
    /// Whether a rule has told it.
    told: bool,
}

impl Refusals {
    /// Looks at a sitemap as the schemas do. Where it is not well-formed it is looked at up to there:
    /// telling that is its reader's business.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn of(input: Input<'_>, options: &ReadOptions) -> Result<Refusals, Error> {
        let mut refusals = Refusals::default();
        match schema::look(input, options, &mut refusals) {
            Err(Error::Stopped(finding)) => refusals.failed = Some(finding),
            ended => ended?,
        }
        Ok(refusals)
    }

    /// Those of a document that is no sitemap in XML: there is no schema of it.
    pub fn of_format(format: &str, input: u32) -> Refusals {
        let mut refusals = Refusals::default();
        let finding = NO_SCHEMA_FOR_FORMAT.at(Position::start(input)).detail(format);
        refusals.whole = Some(Box::new(finding));
        refusals
    }

    pub(crate) fn add(&mut self, span: Range<u64>, finding: Diagnostic) {
        if self.list.len() < MOST {
            self.list.push(Refusal { span, finding, told: false });
            return;
        }
        self.more += 1;
        self.first_more = self.first_more.or(Some(finding.position));
    }

    /// Refuses the root after everything in it; that is no reason to doubt what is there.
    pub(crate) fn add_root(&mut self, finding: Diagnostic) {
        let start = finding.position.byte;
        self.list.insert(0, Refusal { span: start..start + 1, finding, told: false });
    }

    /// Refuses the document as a whole.
    pub(crate) fn refuse(&mut self, finding: Diagnostic) {
        self.whole = Some(Box::new(finding));
    }

    /// What an error of the profile weighs here.
    pub(crate) fn weigh(&self, finding: &Diagnostic) -> Severity {
        let stands = || self.at(finding).is_some() || self.is_beyond(finding);
        let holds = is_of_reading(finding) || is_own(finding.rule) || self.whole.is_some();
        if holds || stands() { Severity::Error } else { Severity::Warning }
    }

    /// Notes that an error was told.
    pub(crate) fn told(&mut self, finding: &Diagnostic) {
        self.broken |= is_of_reading(finding);
        self.whole_told |= self.whole.as_ref().is_some_and(|whole| {
            finding.position.byte == whole.position.byte && whole.rule == &SCHEMA_NOT_EXPECTED
        });
        let at = self.at(finding);
        if let Some(refusal) = at.and_then(|at| self.list.get_mut(at)) {
            refusal.told = true;
        }
    }

    /// What nobody has told.
    pub fn rest(self) -> impl Iterator<Item = Diagnostic> {
        let more = self.first_more.map(|at| {
            let detail = format!("and {} more that the schemas refuse", self.more);
            SCHEMA_NOT_EXPECTED.at(at).detail(detail)
        });
        let failed = self.failed.filter(|_| !self.broken).map(|failed| *failed);
        let untold = self.list.into_iter().filter(|one| !one.told).map(|one| one.finding);
        let whole = self.whole.filter(|_| !self.whole_told).map(|whole| *whole);
        whole.into_iter().chain(untold).chain(more).chain(failed)
    }

    /// The innermost refused element in which the finding is; of several refusals of one element one
    /// that was not told.
    fn at(&self, finding: &Diagnostic) -> Option<usize> {
        let byte = finding.position.byte;
        if !finding.position.is_known() {
            return None;
        }
        let from = self.list.partition_point(|one| one.span.end < byte);
        // An empty element has no text to point at: its reader points behind it.
        let empty = |one: &Refusal| one.span.end == byte && one.finding.rule == &SCHEMA_VALUE;
        let holds = |one: &Refusal| one.span.contains(&byte) || empty(one);
        let behind = || self.list.iter().enumerate().skip(from).filter(|(_, one)| holds(one));
        let (first, inner) = behind().find(|(_, one)| !empty(one)).or_else(|| behind().next())?;
        let again = |one: &Refusal| one.span == inner.span && !one.told;
        behind().find(|(_, one)| again(one)).map(|(at, _)| at).or(Some(first))
    }

    /// Whether it stands where refusals were not kept any more.
    fn is_beyond(&self, finding: &Diagnostic) -> bool {
        let end = self.list.last().map_or(0, |last| last.span.end);
        self.more > 0 && finding.position.byte >= end
    }
}

/// Whether it is one of the validator's own.
fn is_own(rule: &Rule) -> bool {
    crate::rules::OF_SCHEMAS.contains(&rule)
}

/// Whether it says that a document cannot be read, or not as it stands: no schema is asked then.
fn is_of_reading(finding: &Diagnostic) -> bool {
    let group = finding.rule.id.split('/').next().unwrap_or_default();
    let reading = match finding.rule.id {
        "file/empty" => false,
        "ns/undeclared-prefix" => true,
        _ => matches!(group, "xml" | "file" | "limit"),
    };
    reading || finding.lost == Lost::Rest
}

#[cfg(test)]
mod tests {
    use super::{MOST, Refusals};
    use crate::{Policy, Weights};
    use urlset_core::{
        Diagnostic, Input, Lost, Position, Profile, ReadOptions, Rule, Severity, Sink, rules,
    };

    const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";

    fn of(entries: &str) -> Refusals {
        let text = format!("{HEAD}{entries}</urlset>");
        Refusals::of(Input::new(text.as_bytes()), &ReadOptions::default()).unwrap()
    }

    fn told(refusals: Refusals) -> Vec<String> {
        refusals.rest().map(|one| format!("{}: {}", one.rule.id, one.detail)).collect()
    }

    #[test]
    fn what_the_schemas_refuse() {
        let loc = "<loc>https://example.com/a</loc>";
        for (entries, expected) in [
            (format!("<url>{loc}</url>"), ""),
            (String::new(), "schema/missing-part: no `url` in `urlset`"),
            ("<url/>".to_owned(), "schema/missing-part: no `loc` in `url`"),
            (
                format!("<url>{loc}{loc}</url>"),
                "schema/not-expected: `loc` in `url` stands there too often",
            ),
            (
                format!("<url>{loc}</url><x/>"),
                "schema/not-expected: `x` in `urlset` does not belong there",
            ),
            (format!("<url>{loc}<![CDATA[]]></url>"), "schema/not-expected: text in `url`: ``"),
            (
                format!("<url>{loc}<priority>2</priority></url>"),
                "schema/invalid-value: `priority`: `2` is not a decimal from 0 to 1",
            ),
            (format!("<url id='1'>{loc}</url>"), "schema/not-expected: attribute `id` of `url`"),
            (
                format!(
                    "<url>{loc}<i:image xmlns:i='https://www.google.com/schemas/sitemap-image/1.1'/></url>"
                ),
                "schema/not-expected: `i:image` in `url` is in a misspelt namespace",
            ),
            (format!("<url>{loc}<i:image xmlns:i='urn:x'/></url>"), ""),
        ] {
            assert_eq!(told(of(&entries)).join("; "), expected, "{entries}");
        }
    }

    fn found(rule: &'static Rule, byte: usize) -> Diagnostic {
        rule.at(Position { line: 1, byte: byte as u64, ..Position::default() })
    }

    #[test]
    fn an_error_is_one_where_the_schemas_refuse() {
        let good = "<url><loc>https://example.com/a</loc><priority>0.5</priority></url>";
        let bad = "<url><loc>https://example.com/a</loc><priority>1.5</priority></url>";
        let refusals = of(&format!("{good}{bad}"));
        let in_good = HEAD.len() + good.find("0.5").unwrap();
        let in_bad = HEAD.len() + good.len() + bad.find("1.5").unwrap();
        let mut sink: Vec<Diagnostic> = Vec::new();
        let mut weights = Weights::new(Profile::StrictXsd);
        weights.judge(Some(refusals.clone()));
        let mut policy = Policy::new(weights, &mut sink);
        for finding in [
            found(&rules::PRIORITY_RANGE, in_good),
            found(&rules::PRIORITY_RANGE, in_bad),
            found(&rules::LOC_RELATIVE, in_good).lost(Lost::Entry),
            found(&rules::LIMIT_ENTRY, in_good).lost(Lost::Rest),
        ] {
            policy.report(finding).unwrap();
        }
        let weights: Vec<Severity> = sink.iter().map(|finding| finding.severity).collect();
        let [warning, error] = [Severity::Warning, Severity::Error];
        assert_eq!(weights, [warning, error, warning, error]);

        assert_eq!(refusals.clone().rest().count(), 1);
        let mut weights = Weights::new(Profile::StrictXsd);
        weights.judge(Some(refusals));
        weights.told(&found(&rules::PRIORITY_RANGE, in_good));
        assert_eq!(weights.clone().judge(None).unwrap().rest().count(), 1);
        weights.told(&found(&rules::PRIORITY_RANGE, in_bad));
        assert_eq!(weights.judge(None).unwrap().rest().count(), 0);
    }

    #[test]
    fn of_a_flood_the_number_is_told() {
        let refusals = of(&"<url/>".repeat(MOST + 5));
        let beyond = found(&rules::LOC_MISSING, HEAD.len() + 6 * (MOST + 2));
        assert_eq!(refusals.weigh(&beyond), Severity::Error);
        let told = told(refusals);
        assert_eq!(told.len(), MOST + 1);
        assert_eq!(told[MOST], "schema/not-expected: and 5 more that the schemas refuse");
    }

    #[test]
    fn no_schema_is_for_other_formats() {
        let refusals = Refusals::of_format("csv", 1);
        assert_eq!(refusals.weigh(&found(&rules::LOC_MISSING, 5)), Severity::Error);
        assert_eq!(told(refusals), ["schema/no-schema-for-format: csv"]);
    }
}
