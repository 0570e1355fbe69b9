//! The flags of `urlset query`.

use crate::args::ReadingArgs;
use crate::convert_args::{FollowArgs, TableArgs};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset query public/ -w 'lastmod >= now-7d' --fields loc | head
  urlset query public/ -w 'count(image) == 0 and path ~ \"^/shop/\"' --fields loc,lastmod -t csv
  urlset query sitemap.xml --fields loc,image.loc,hreflang.de
  urlset query crawl.csv -w 'status_code != 200' --fields loc,status_code
  urlset query news.xml -w 'news.publication_date < now-48h' -t jsonl -o old.jsonl

Conditions:
  FIELD == VALUE, and != < <= > >=     values: 'text', 0.8, 2026-01-31, now-48h
  FIELD ~ 'REGEX', and !~              FIELD in ('a', 'b')
  has(FIELD)    count(FIELD) > 2       and  or  not  ( )
Fields:
  loc scheme host port path path[1] query section lastmod changefreq priority lang kind
  source line, members of extensions as image.loc or news.publication.name, columns of tables

Exit codes:
  0 done · 2 usage · 3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit")]
pub(crate) struct QueryArgs {
    /// FILE, DIR, 'GLOB', @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Show only entries that are so: lastmod >= now-7d and path ~ '^/shop/'
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    pub(crate) condition: Option<String>,
    /// Which fields to show, in order: loc,lastmod,image.loc
    #[arg(long, value_name = "FIELDS", default_value = "loc,lastmod")]
    pub(crate) fields: String,
    /// Form of the rows [default: by the suffix of -o; table on a terminal; text in a pipe]
    #[arg(short, long, value_name = "FORM")]
    pub(crate) to: Option<Form>,
    /// Where to write; standard output if absent
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Stop after N rows
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Also show where each entry was read: the fields `source` and `line`
    #[arg(long)]
    pub(crate) provenance: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Aligned columns with a head, for people
    Table,
    /// Values cut by tabs, a line each
    Text,
    /// CSV with a header
    Csv,
    /// An object per line, as `convert -t jsonl` writes it
    Jsonl,
}
