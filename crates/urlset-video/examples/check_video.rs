//! Checks one video that a file describes, a line for each field: `page https://example.com/a`,
//! `title Grilling`, `duration 600`. Prints what is wrong with it.
//!
//! `cargo run -p urlset-video --example check_video -- video.txt`

use std::io::Write;
use urlset_core::{Audit, Diagnostic, Entry, Loc, Member, Position, from_member};
use urlset_video::{EXTENSION, VideoAudit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: check_video FILE")?;
    let text = std::fs::read_to_string(path)?;
    let mut out = std::io::stdout().lock();
    let mut entry = Entry::default();
    let mut members = Vec::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
        if name == "page" {
            entry.loc = Loc::new(value);
        } else {
            members.push((name.into(), Member::Text(value.trim().into())));
        }
    }
    let video = Member::Object(members);
    let built = from_member(&EXTENSION, &video, Position::default(), &mut entry.extensions);
    if let Err(unplaced) = built {
        let fields: Vec<_> = unplaced.into_iter().map(|(field, _)| field).collect();
        return Err(format!("a video has no {}", fields.join(", ")).into());
    }
    let mut found = Vec::<Diagnostic>::new();
    VideoAudit::default().entry(&entry, &Position::start(0), &mut found)?;
    for finding in &found {
        let (severity, rule) = (finding.severity.as_str(), finding.rule);
        writeln!(out, "{severity}[{}]: {}: {}", rule.id, rule.summary, finding.detail)?;
        writeln!(out, "  = help: {}", rule.help)?;
    }
    writeln!(out, "{} findings", found.len())?;
    Ok(())
}
