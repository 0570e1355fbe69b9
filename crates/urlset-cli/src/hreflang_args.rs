//! The flags of `urlset hreflang`.

use crate::args::ReadingArgs;
use crate::convert_args::{ConvertArgs, FollowArgs, TableArgs};
use crate::memory_args::MemoryArgs;
use clap::{Args, Subcommand};
use std::ffi::OsString;

#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  urlset hreflang check public/
  urlset hreflang complete public/ -o 'public/{stem}.{ext}' --if-changed")]
pub(crate) struct HreflangArgs {
    #[command(subcommand)]
    pub(crate) task: HreflangTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HreflangTask {
    /// Say what is wrong with the language versions of a whole set
    Check(Box<HreflangCheckArgs>),
    /// Add the links back and the links to themselves that pages lack
    #[command(after_long_help = "\
A link is added only where its language is certain: all pages that list the
other page agree on it, and the page lists no other page under it. Each added
link is told as a note, each that is missing and not certain as a warning.
`--x-default LANG` also names the page of that language as `x-default` where a
cluster names none.

Examples:
  urlset hreflang complete public/ -o complete.xml
  urlset hreflang complete public/ -o 'public/{stem}.{ext}' --if-changed
  urlset hreflang complete sitemap.xml --x-default en > complete.xml

Exit codes:
  0 done · 1 loss with --on-loss error, or a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit")]
    Complete(Box<ConvertArgs>),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset hreflang check public/
  urlset hreflang check sitemap_index.xml --json | jq .totals.no_return

Exit codes:
  0 no errors · 1 errors were found, or a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  6 a limit was hit")]
#[command(
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct HreflangCheckArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}
