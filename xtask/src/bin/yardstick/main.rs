//! The yardsticks of the benchmarks: what one would write by hand over quick-xml, csv and feed-rs,
//! for documents without surprises. Nothing of urlset is in them.

mod dates;
mod merge;
mod write;

use quick_xml::Reader;
use quick_xml::events::Event;
use std::ffi::OsString;
use std::path::Path;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (mode, words) = words.split_first().ok_or("events, feeds, write or merge")?;
    match (mode.to_str(), words) {
        (Some("events"), files) => events(files),
        (Some("feeds"), files) => feeds(files),
        (Some("write"), [list, out]) => write::lines(Path::new(list), Path::new(out)),
        (Some("merge"), [files @ .., out]) => merge::run(files, Path::new(out)),
        _ => Err("events FILE..., feeds FILE..., write LIST FOLDER or merge FILE... FOLDER".into()),
    }
}

/// Each file is read whole and its events are walked to the end; nothing is kept and nothing is
/// written.
fn events(files: &[OsString]) -> Outcome {
    let mut events = 0_u64;
    for path in files {
        let bytes = std::fs::read(path)?;
        let mut reader = Reader::from_reader(bytes.as_slice());
        while !matches!(reader.read_event()?, Event::Eof) {
            events += 1;
        }
    }
    some(events)
}

/// Each file is read whole and made into feed-rs' model, nothing is written.
fn feeds(files: &[OsString]) -> Outcome {
    let mut items = 0;
    for path in files {
        let bytes = std::fs::read(path)?;
        items += feed_rs::parser::parse(bytes.as_slice())?.entries.len() as u64;
    }
    some(items)
}

/// Used, so that no compiler leaves the walk out.
fn some(count: u64) -> Outcome {
    if count == 0 { Err("nothing was found".into()) } else { Ok(()) }
}
