//! The command `urlset`: reads, converts and writes sitemaps in every format.
//!
//! A command module parses nothing: it takes typed arguments, builds the chain from readers to an
//! output, and runs it. Everything said goes through `report::Report`, everything written through
//! `output::Publication`.

mod alike;
mod args;
mod beside;
mod change;
mod check;
mod check_args;
mod choices;
mod clean;
mod closing;
pub mod cluster;
mod cluster_check;
mod cluster_diff;
mod cluster_join;
mod cluster_languages;
mod cluster_look;
mod cluster_part;
mod cluster_rows;
mod cluster_told;
mod cluster_write;
mod command_pages;
mod compress;
mod convert_args;
mod crawl_delay;
mod diff;
mod diff_args;
mod diff_items;
mod diff_text;
mod diff_values;
mod discover;
mod distinct;
mod documents;
mod entries_ahead;
mod examine;
mod examples;
mod excerpt;
mod exit;
mod explain;
mod fields;
mod filter;
mod firsts;
mod fix;
mod folder_files;
mod github;
mod guess;
mod hreflang;
mod hreflang_args;
mod index;
mod index_args;
mod index_dates;
mod index_write;
mod info;
mod inputs;
mod kept;
mod list;
mod losses;
mod manual;
mod markdown;
mod memory_args;
mod mending;
mod names;
mod natural;
mod network_args;
mod number;
mod opening;
mod orphans;
mod output;
mod own_robots;
mod page;
mod page_args;
mod page_links;
mod pipeline;
mod plan;
mod planner;
mod planner_depth;
mod planner_index;
mod planner_remote;
mod print_map;
mod product;
mod progress;
mod proof;
mod provenance;
mod query;
mod query_args;
mod remote;
mod report;
mod resolve;
mod rewrite_args;
mod round;
mod rows;
mod rules;
mod sarif;
mod seen;
mod set_beside;
mod set_files;
mod set_index;
mod set_run;
mod set_slots;
mod set_stable;
mod set_target;
mod sheet;
mod shell;
mod signals;
mod single;
mod small_file;
mod stats;
mod stats_args;
mod stats_text;
mod stylesheet;
mod submit;
mod submit_args;
mod summary;
mod survey;
mod survey_args;
mod table;
mod tally;
mod target;
mod text;
mod typed;
mod unknown_flag;
mod update;
mod update_actions;
mod update_args;
mod update_beside;
mod update_changed;
mod update_changes;
mod update_files;
mod update_groups;
mod update_index;
mod update_lists;
mod update_names;
mod update_pass;
mod update_publish;
mod update_set;
mod update_tell;
mod update_writers;

use args::{Cli, Command};
use clap::Parser;
use exit::{Ended, Failure};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

/// A bug in urlset.
const BUG: u8 = 70;

/// Runs the command with these words, of which the first is its own name, and gives its exit code. What
/// it writes goes to the standard output and the standard error of this process, whose signals it
/// watches from then on: it is for a process that does nothing else.
#[must_use]
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    std::panic::set_hook(Box::new(|panic| {
        #[cfg(feature = "parquet")]
        if urlset::parquet::is_guarded() {
            // It is told as a damaged file.
            return;
        }
        progress::erase();
        let place = panic.location().map_or_else(String::new, ToString::to_string);
        let payload = panic.payload();
        let owned = payload.downcast_ref::<String>().map(String::as_str);
        let what = payload.downcast_ref::<&str>().copied().or(owned).unwrap_or_default();
        tell(&format!(
            "error: a bug in urlset at {place}: {what}\n  = help: nothing was published; please \
             report it with the command and, if you can, the input\n"
        ));
    }));
    typed::note(&words);
    signals::watch();
    let ended = std::panic::catch_unwind(|| run(&words));
    progress::erase();
    signals::take_back();
    ended.unwrap_or(BUG)
}

fn run(words: &[OsString]) -> u8 {
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => return print(&unknown_flag::explained(error, words)),
    };
    match dispatch(&cli) {
        Ok(cause) => exit::code(cause),
        // Nobody reads on: a closed pipe ends quietly.
        Err(failure) if failure.message.is_empty() => 0,
        Err(failure) => {
            fail(&failure);
            exit::code(Some(failure.cause))
        }
    }
}

/// Prints what the command line asked for, or what is wrong with it.
fn print(error: &clap::Error) -> u8 {
    let plain = error.render().to_string();
    if let Cow::Owned(hidden) = typed::hide(&plain)
        && hidden != plain
        && error.use_stderr()
    {
        tell(&hidden);
        return u8::try_from(error.exit_code()).unwrap_or(2);
    }
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(why) if !error.use_stderr() => {
            let failure = output::unwritten("standard output", &why);
            fail(&failure);
            exit::code(Some(failure.cause))
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

fn dispatch(cli: &Cli) -> Ended {
    let common = &cli.common;
    match &cli.command {
        Command::Convert(args) => change::run(change::CONVERT, args, common),
        Command::Merge(args) => change::run(change::MERGE, args, common),
        Command::Dedupe(args) => change::run(change::DEDUPE, args, common),
        Command::Rewrite(args) => change::run(change::REWRITE, args, common),
        Command::Shard(args) => change::run(change::SHARD, args, common),
        Command::Fix(args) => fix::run(args, common),
        Command::Update(args) => update::run(args, common),
        Command::Index(args) => index::run(args, common),
        Command::Check(args) => check::run(args, common),
        Command::Info(args) => info::run(args, common),
        Command::Stats(args) => stats::run(args, common),
        Command::Report(args) => page::run(args, common),
        Command::Query(args) => query::run(args, common),
        Command::Hreflang(args) => hreflang::run(args, common),
        Command::Diff(args) => diff::run(args, common),
        Command::Submit(args) => submit::run(args, common),
        Command::List(args) => list::run(args.what, common),
        Command::Explain(args) => explain::run(&args.rule, common),
        Command::Completions(args) => shell::completions(args.shell),
        Command::Man(args) => manual::run(args, common),
    }
}

fn fail(failure: &Failure) {
    progress::erase();
    let shown = |text: &str| clean::clean(&typed::hide(text)).into_owned();
    let mut text = format!("error: {}\n", shown(&failure.message));
    if !failure.excerpt.is_empty() {
        text += "  |\n";
    }
    for line in failure.excerpt.lines() {
        text += &format!("  | {}\n", shown(line));
    }
    for (number, line) in failure.hint.lines().enumerate() {
        let lead = if number == 0 { "  = help:" } else { "         " };
        text += &format!("{lead} {}\n", shown(line));
    }
    tell(&text);
}

/// Standard error as far as it takes anything.
fn tell(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
