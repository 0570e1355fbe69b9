//! Prints the elements of an XML document, one a line, and what is wrong with it:
//! `cargo run --example outline -- sitemap.xml`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, Input, ReadOptions};
use urlset_xml::Cursor;
use urlset_xml::rules::TEXT_IN_CONTAINER;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which document?")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut cursor = Cursor::new(Input::new(File::open(path)?), &ReadOptions::default());
    let mut out = std::io::stdout().lock();
    cursor.enter_root(&[], &mut findings)?;
    writeln!(out, "{}", cursor.qname())?;
    while cursor.depth() > 0 {
        if cursor.next_child(&mut findings)? {
            let at = cursor.position();
            let indent = 2 * (cursor.depth() - 1);
            writeln!(out, "{:indent$}{} {}:{}", "", cursor.qname(), at.line, at.column)?;
            cursor.enter();
        }
    }
    cursor.finish(&mut findings)?;
    // The outline enters every element, and those that hold text are no fault.
    for finding in findings.iter().filter(|found| found.rule.id != TEXT_IN_CONTAINER.id) {
        let at = finding.position;
        writeln!(out, "{}:{} {}: {}", at.line, at.column, finding.rule.id, finding.detail)?;
    }
    Ok(())
}
