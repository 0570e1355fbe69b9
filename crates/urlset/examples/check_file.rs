//! Checks one document as Google does, and prints each finding with its place:
//! `cargo run --example check_file -- FILE`. Ends with 1 where one of them is an error.
#![allow(clippy::print_stdout)]

use std::process::ExitCode;
use urlset::check::{DocumentAudit, Facts, Policy, Weights};
use urlset::{Audit, Diagnostic, Entry, Error, OpenOptions, Profile, ReadOptions, Severity, Sink};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut sink = Policy::new(Weights::new(Profile::Google), &mut findings);
    match check(&path, &mut sink) {
        // The document cannot be read further: that is a finding, too.
        Err(Error::Stopped(finding)) => sink.report(*finding)?,
        checked => checked?,
    }
    for finding in &findings {
        let (at, weight, rule) = (finding.position, finding.severity.as_str(), finding.rule);
        println!("{}:{}: {weight}: {} [{}]", at.line, at.column, rule.summary, rule.id);
    }
    let failed = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn check(path: &str, sink: &mut dyn Sink) -> urlset::Result<()> {
    let read = ReadOptions { remarks: true, ..ReadOptions::default() };
    let options = OpenOptions { name: Some(path.into()), read, ..OpenOptions::default() };
    let prepared = urlset::prepare(std::fs::File::open(path)?, &options, sink)?;
    let facts = Facts { name: path, ..Facts::new(Profile::Google, prepared.format.name) };
    let mut reader = prepared.open(&options.read, sink)?;
    let mut document = DocumentAudit::new(facts, reader.header());
    let mut audits: Vec<_> = urlset::EXTENSIONS.iter().map(|known| (known.audit)()).collect();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, sink)? {
        let at = reader.position();
        document.entry(&entry, &at, sink)?;
        for audit in &mut audits {
            audit.entry(&entry, &at, sink)?;
        }
    }
    for audit in &mut audits {
        audit.finish(sink)?;
    }
    document.finish_document(std::fs::metadata(path)?.len(), sink)
}
