//! Checks a list of images: each line of the file has the address of a page, then those of its
//! images, separated by blanks. Prints one finding a line.
//!
//! `cargo run -p urlset-image --example check_images -- images.txt`

use std::io::Write;
use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
use urlset_image::{Image, ImageAudit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: check_images FILE")?;
    let mut out = std::io::stdout().lock();
    let mut audit = ImageAudit::default();
    for (line, number) in std::fs::read_to_string(&path)?.lines().zip(1..) {
        let mut words = line.split_whitespace();
        let Some(page) = words.next() else { continue };
        let mut entry = Entry::new(Loc::new(page));
        for image in words {
            entry.extensions.push(&Image::new(image));
        }
        let at = Position { line: number, ..Position::start(0) };
        let mut found = Vec::<Diagnostic>::new();
        audit.entry(&entry, &at, &mut found)?;
        for finding in found {
            let (rule, detail) = (finding.rule, finding.detail);
            writeln!(out, "{path}:{number}: {}: {} ({detail})", rule.id, rule.summary)?;
        }
    }
    Ok(())
}
