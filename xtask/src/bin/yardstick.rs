//! The yardstick of the benchmarks: what quick-xml alone needs for the same bytes. Each file is
//! read whole and its events are walked to the end; nothing is kept and nothing is written.

use quick_xml::Reader;
use quick_xml::events::Event;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut events = 0_u64;
    for path in std::env::args_os().skip(1) {
        let bytes = std::fs::read(path)?;
        let mut reader = Reader::from_reader(bytes.as_slice());
        while !matches!(reader.read_event()?, Event::Eof) {
            events += 1;
        }
    }
    // Used, so that no compiler leaves the walk out.
    if events == 0 {
        return Err("not one event".into());
    }
    Ok(())
}
