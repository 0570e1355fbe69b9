//! The flags of `urlset query`.

use crate::args::ReadingArgs;
use crate::convert_args::{FollowArgs, TableArgs};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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
  loc scheme host port path path[1] query section lastmod changefreq priority
  lang kind source line, members of extensions as image.loc or
  news.publication.name, columns of tables

Exit codes:
  0 done · 1 a finding at --fail-on · 2 usage · 3 an input could not be read ·
  4 data was dropped or a document was broken · 5 output not written ·
  6 a limit was hit")]
#[command(
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct QueryArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Show only entries that are so: lastmod >= now-7d and path ~ '^/shop/'
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    pub(crate) condition: Option<String>,
    /// Which fields to show, in order: loc,lastmod,image.loc
    #[arg(long, value_name = "FIELDS", default_value = "loc,lastmod")]
    pub(crate) fields: String,
    /// Form of the rows, each also with `.gz` [default: by the suffix of -o; table on a terminal;
    /// text in a pipe]
    #[arg(
        short,
        long,
        value_name = "FORM",
        value_parser = forms().map(|word: String| Shape::of(&word))
    )]
    pub(crate) to: Option<Shape>,
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
    /// Also show entries whose loc is no page's address
    #[arg(long, hide_short_help = true)]
    pub(crate) keep_invalid: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// The form of rows, and whether they are compressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) form: Form,
    pub(crate) compressed: bool,
}

impl Shape {
    /// As `csv` or `csv.gz` says; what is no form is told as a table.
    fn of(word: &str) -> Shape {
        let plain = word.strip_suffix(".gz");
        let form = Form::from_str(plain.unwrap_or(word), false).unwrap_or(Form::Table);
        Shape { form, compressed: plain.is_some() }
    }
}

/// Every form, also compressed.
fn forms() -> PossibleValuesParser {
    let plain = || Form::value_variants().iter().filter_map(Form::to_possible_value);
    let packed = ["table.gz", "text.gz", "csv.gz", "jsonl.gz"];
    let packed = packed.into_iter().map(|name| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(plain().chain(packed))
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
