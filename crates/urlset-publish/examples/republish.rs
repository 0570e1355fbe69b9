//! Publishes a folder of shards again and says how: `cargo run --example republish -- content out
//! 3 new`, or `fixed` for names that stay. The tests that kill it at every step live in
//! `tests/faults.rs`.
//!
//! Shards hold a word and a number, the index says the word and names them; shards that the old
//! index names and the new one does not are removed.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use urlset_publish::{Equal, Finale, Options, Set};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [naming, folder, count, word] = arguments.as_slice() else {
        return Err("usage: republish content|fixed FOLDER COUNT WORD".into());
    };
    let (folder, by_content) = (Path::new(folder), naming == "content");
    let set = Set::begin(Options {
        make_folders: true,
        equal: Equal::Bytes,
        lock: Some(Duration::from_millis(200)),
        ..Options::default()
    });
    let mut shards = Vec::new();
    for number in 1..=count.parse()? {
        // Every third shard stays the same.
        let word = if number % 3 == 0 { "same" } else { word };
        shards.push(shard(&set, folder, &format!("{word} {number}\n"), number, by_content)?);
    }
    let index = folder.join("index.txt");
    let old = if index.exists() { fs::read_to_string(&index)? } else { String::new() };
    let names = shards.iter().filter_map(|shard| shard.file_name()?.to_str());
    let text: String = names.map(|name| format!("{name}\n")).collect();
    let mut draft = set.create(&index)?;
    draft.write_all(format!("{word}\n{text}").as_bytes())?;
    draft.finish()?;
    let prune: Vec<PathBuf> = old.lines().skip(1).map(|name| folder.join(name)).collect();
    let outcome = set.commit(Finale { index: &[index], prune: &prune })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:?}", outcome.manner)?;
    match outcome.trouble.into_iter().next() {
        Some(error) => Err(format!("published, but {error}").into()),
        None => Ok(()),
    }
}

fn shard(
    set: &Set,
    folder: &Path,
    text: &str,
    number: usize,
    by_content: bool,
) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.join(format!("shard-{number}.txt"));
    let mut draft = if by_content { set.create_in(folder)? } else { set.create(&path)? };
    draft.write_all(text.as_bytes())?;
    let finished = draft.finish()?;
    if !by_content {
        return Ok(path);
    }
    Ok(set.name(finished, 8, |hash| folder.join(format!("shard-{number}-{hash}.txt")))?)
}
