//! What one finding weighs for whom: `cargo run -p urlset-check --example weights`.

use std::io::Write;
use urlset_check::{Policy, Weights};
use urlset_core::{Diagnostic, Position, Profile, Sink, rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for profile in Profile::ALL {
        let mut found: Vec<Diagnostic> = Vec::new();
        let finding = rules::LOC_NOT_ESCAPED.at(Position::default()).detail("https://e.com/é");
        Policy::new(Weights::new(profile), &mut found).report(finding)?;
        let weight = found.first().map_or("not asked", |found| found.severity.as_str());
        writeln!(out, "{:<14}{weight}", profile.name())?;
    }
    Ok(())
}
