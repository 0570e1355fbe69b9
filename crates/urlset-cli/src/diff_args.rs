//! The flags of `urlset diff`.

use crate::args::ReadingArgs;
use crate::convert_args::{FollowArgs, TableArgs};
use crate::memory_args::MemoryArgs;
use crate::rewrite_args::RewriteArgs;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset diff old/ new/
  urlset diff video.xml video2.xml --ignore lastmod
  urlset diff old/ new/ --rewrite-host old.example=www.example.com
  urlset diff old/ new/ --renames --redirects nginx > redirects.conf
  urlset diff old/ new/ --changed -o changed.txt; [ -s changed.txt ] &&
    urlset convert changed.txt -t indexnow --host www.example.com --key-file key.txt
  urlset diff old/ new/ --json | jq '.items[] | select(.change == \"removed\") | .loc'

Exit codes:
  0 the same · 1 different, or a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit")]
#[command(
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct DiffArgs {
    /// The set as it was: FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: OsString,
    /// The set as it is
    #[arg(value_name = "NEW")]
    pub(crate) new: OsString,
    /// Where to write; standard output if absent. JSON goes to `--report`, with `--json`
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing; exit as if it had been written
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    /// What makes two locs the same
    #[arg(long = "match", value_name = "HOW", default_value = "exact")]
    pub(crate) matching: Matching,
    /// Fields whose differences do not count: loc, lastmod, changefreq, priority, image, video, news,
    /// hreflang, other
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Take a removed and an added page for one that moved, when the score is at least 0.5, or this
    #[arg(
        long,
        value_name = "SCORE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0.5",
        value_parser = score
    )]
    pub(crate) renames: Option<u16>,
    /// Write redirects for the pages that moved
    #[arg(long, value_name = "SERVER", conflicts_with = "changed")]
    pub(crate) redirects: Option<RedirectsFor>,
    /// Write only what was added or changed
    #[arg(long)]
    pub(crate) changed: bool,
    /// What `--changed` writes of a page; more than `loc`, or `-o` with `.csv`, makes a table
    /// [default: loc]
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', requires = "changed")]
    pub(crate) fields: Vec<ChangedField>,
    /// Pages that the text shows of each kind of difference; 0 for all. JSON has all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) max_items: u64,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
    /// Also compare entries whose loc is no page's address
    #[arg(long, hide_short_help = true, conflicts_with = "redirects")]
    pub(crate) keep_invalid: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Matching {
    /// The same text
    Exact,
    /// The same address, in any spelling of scheme, host, escapes, default port
    Normalized,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RedirectsFor {
    /// A map
    Nginx,
    /// Rules of `mod_rewrite`
    Apache,
    /// A table: old, new, score
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangedField {
    /// The address
    Loc,
    /// When it changed
    Lastmod,
    /// How often it changes
    Changefreq,
    /// Its weight
    Priority,
}

/// A score from 0 to 1 in thousandths.
fn score(text: &str) -> Result<u16, String> {
    let wrong = || format!("`{text}` is not a score; write a number from 0 to 1, as 0.8");
    let score: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.0..=1.0).contains(&score) {
        return Err(wrong());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 1,000 after the check"
    )]
    Ok((score * 1000.0).round() as u16)
}
