//! The flags of `urlset index`.

use crate::args::ReadingArgs;
use crate::convert_args::IndexLastmod;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset index 'public/*.xml.gz' --base-url https://www.example.com/ -o public/sitemap_index.xml
  urlset index public/ --base-url https://www.example.com/ -o public/robots.txt
  urlset index 'public/*.xml.gz' --base-url https://www.example.com/ -t robots
  urlset index public/sitemap_index.xml                 refresh the dates of an index in place
  urlset index public/sitemap_index.xml --index-lastmod content

Files stand in the index in natural order, by their path from the folder of the
output (without -o: from the folder that they share). An index alone is
refreshed where it stands: its entries keep their order, their addresses and
all else, and get the dates of the files beside it.

Exit codes:
  0 done · 1 a finding at --fail-on · 2 usage · 3 an input could not be read ·
  4 a document was broken · 5 output not written · 6 a limit was hit")]
pub(crate) struct IndexArgs {
    /// Sitemaps: FILE, DIR, 'GLOB' or @LIST; or one index to refresh
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Where to write; standard output if absent, in place for an index
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// `xml`, or `robots` for `Sitemap:` lines; a robots.txt keeps its other lines
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// The address of the folder that the output will stand in
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The date of each file: newest lastmod in it, when its content changed, or none
    #[arg(long, value_name = "WHICH", default_value = "newest")]
    pub(crate) index_lastmod: IndexLastmod,
    /// Where the files behind the addresses of an index are, as in `https://www.example.com/=dump/`
    #[arg(long, value_name = "PREFIX=DIR", hide_short_help = true)]
    pub(crate) resolve: Vec<String>,
    /// Write nothing; say what would be written
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    /// Refuse to replace a file
    #[arg(long, hide_short_help = true)]
    pub(crate) no_clobber: bool,
    /// Leave the output alone when its bytes would stay the same: always so here
    #[arg(long, hide_short_help = true)]
    pub(crate) if_changed: bool,
    /// Stylesheet of the index: keep, none, css (written beside it), css=PATH or css=URL
    #[arg(long, value_name = "WHICH", default_value = "keep", hide_short_help = true)]
    pub(crate) stylesheet: String,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
