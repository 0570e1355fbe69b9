//! The flags of `urlset stats`.

use crate::survey_args::SurveyArgs;
use clap::Args;
use urlset::stats::Key;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset stats sitemap.xml
  urlset stats public/sitemap_index.xml --by section,year
  urlset stats public/ --by 'path[2]' --top 50
  urlset stats public/ --against last-week/
  urlset stats public/ --json | jq '.stats.histograms[] | select(.by == \"month\") | .bins'

Exit codes:
  0 done · 1 a finding at --fail-on · 2 usage · 3 an input could not be read ·
  4 something was left out or a document was broken: the figures lack it ·
  5 output not written · 6 a limit was hit")]
#[command(
    mut_arg("memory", |arg| arg.default_value("64MiB")),
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct StatsArgs {
    /// Count by these keys only, each by itself: host, section, path[N], lang, kind, year, month, day,
    /// scheme, depth, length, shape, changefreq, priority, bucket:N
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(crate) by: Vec<Key>,
    /// Values shown of each key [default: 10 in text, 24 of dates; 1000 in JSON]
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,
    #[command(flatten)]
    pub(crate) survey: SurveyArgs,
}
