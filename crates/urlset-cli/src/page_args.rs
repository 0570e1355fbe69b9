//! The flags of `urlset report`.

use crate::survey_args::SurveyArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset report public/ -o report.html
  urlset report public/ --against last-week/ -o report.html
  urlset report public/sitemap_index.xml --profile google --date 2026-03-04 -o report.html
  urlset report public/ -o report.html --json --report figures.json

Exit codes:
  0 done · 1 a finding at --fail-on · 2 usage · 3 an input could not be read ·
  4 something was left out or a document was broken, as the page says ·
  5 output not written · 6 a limit was hit")]
#[command(
    mut_arg("memory", |arg| arg.default_value("64MiB")),
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct PageArgs {
    /// Where to write the page; standard output if absent
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Refuse to replace a file
    #[arg(long, hide_short_help = true)]
    pub(crate) no_clobber: bool,
    /// Leave the page alone when its bytes would stay the same
    #[arg(long, hide_short_help = true)]
    pub(crate) if_changed: bool,
    #[command(flatten)]
    pub(crate) survey: SurveyArgs,
}
