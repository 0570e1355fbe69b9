//! The report of a run, in the shape of `--json` of the command.

use crate::found::{Found, Tally};
use crate::opening::Document;
use serde_json::{Map, Value, json};
use urlset::{Kind, Severity};

/// What a report says besides what was found.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) command: &'static str,
    /// Whom a check was for.
    pub(crate) profile: Option<String>,
    /// Of each file what is known of it.
    pub(crate) inputs: Vec<Value>,
    /// Of the document that was made, likewise.
    pub(crate) outputs: Vec<Value>,
    pub(crate) totals: Map<String, Value>,
    /// Why nothing was made, where that was wanted.
    pub(crate) refused: Option<String>,
}

/// What is known of a file; beside what the command tells, whether it lists pages or sitemaps.
pub(crate) fn input(document: &Document<'_>) -> Value {
    let kind = match document.kind() {
        Kind::Urlset => "urlset",
        Kind::Sitemapindex => "sitemapindex",
    };
    json!({
        "path": document.file.name, "format": document.format.name, "encoding": document.charset,
        "entries": document.entries(), "bytes": document.file.bytes.len(), "kind": kind,
    })
}

/// The whole report. Beside what the command tells it has `rules`, what was found of each: of a flood
/// only some findings are told.
pub(crate) fn report(mut frame: Frame, found: &Found) -> String {
    let dropped: u64 = found.tallies().iter().map(|tally| tally.dropped).sum();
    let mut total = |name: &str, number: u64| frame.totals.insert(name.to_owned(), number.into());
    total("dropped", dropped);
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        total(severity.as_str(), found.of(severity));
    }
    let loss: Map<String, Value> =
        found.losses().iter().map(|(field, count)| (field.clone(), (*count).into())).collect();
    let mut object = Map::new();
    object.insert("schema".to_owned(), "urlset.report/1".into());
    object.insert("command".to_owned(), frame.command.into());
    if let Some(profile) = frame.profile {
        object.insert("profile".to_owned(), profile.into());
    }
    object.insert("inputs".to_owned(), frame.inputs.into());
    object.insert("totals".to_owned(), frame.totals.into());
    object.insert("outputs".to_owned(), frame.outputs.into());
    object.insert("loss".to_owned(), loss.into());
    object.insert("rules".to_owned(), found.tallies().iter().map(rule).collect());
    if let Some(refused) = frame.refused {
        object.insert("refused".to_owned(), refused.into());
    }
    let mut text = Value::Object(object).to_string();
    // Findings are JSON already, and may be many.
    text.pop();
    let (findings, conflicts) = found.lists();
    text + ",\"conflicts\":[" + conflicts + "],\"findings\":[" + findings + "]}"
}

fn rule(tally: &Tally) -> Value {
    json!({
        "rule": tally.rule.id, "severity": tally.severity.as_str(),
        "found": tally.found, "dropped": tally.dropped,
    })
}
