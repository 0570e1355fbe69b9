//! Hostile inputs at a size and at many times that size: what they cost may grow as they do. `cargo
//! xtask bounds` measures the command over the same classes, at large sizes and by the figure.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::time::{Duration, Instant};
use urlset_tests::{Hostile, Settings, hostile, read_with};

/// Bytes of the smaller input.
const SMALL: usize = 16 << 10;

/// How many times larger the other one is.
const TIMES: usize = 32;

/// How many times more it may take: what grows with the square takes 1,024 times more, and a busy
/// machine may make a figure several times what it is.
const GROWTH: u32 = 256;

/// What is over so soon has not grown.
const SOON: Duration = Duration::from_millis(50);

#[test]
fn what_hostile_inputs_cost_grows_as_they_do() {
    let mut broken = Vec::new();
    for class in hostile() {
        // The busy machine may have been busy with the larger one alone.
        let grows = (0..3).all(|_| {
            let (small, large) = (cost(&class, SMALL), cost(&class, SMALL * TIMES));
            large > SOON && large > small * GROWTH
        });
        if grows {
            broken.push(class.name);
        }
    }
    assert!(broken.is_empty(), "these grow faster than they do: {broken:?}");
}

fn cost(class: &Hostile, size: usize) -> Duration {
    let mut bytes = Vec::new();
    if class.file.ends_with(".gz") {
        let mut gzip = urlset::gzip(&mut bytes);
        class.write(size, &mut gzip).unwrap();
        std::io::Write::flush(&mut gzip).unwrap();
    } else {
        class.write(size, &mut bytes).unwrap();
    }
    let mut settings = Settings::named(class.file);
    settings.open.read.lenient = class.flags.contains(&"--lenient");
    let begun = Instant::now();
    let reading = read_with(&settings, bytes.as_slice());
    let took = begun.elapsed();
    drop(reading);
    took
}

/// Names stand in tables and are asked for on the command line.
#[test]
fn classes_have_names_of_their_own() {
    let mut names: Vec<&str> = hostile().iter().map(|class| class.name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(all > 100, "{all} classes");
}
