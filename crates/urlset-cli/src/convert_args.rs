//! The flags of `urlset convert`.

use crate::args::ReadingArgs;
use crate::distinct::Role;
use crate::exit::Failure;
use crate::memory_args::MemoryArgs;
use crate::plan::Manner;
use crate::resolve::mappings;
use crate::rewrite_args::RewriteArgs;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) fields: FieldArgs,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
    #[command(flatten)]
    pub(crate) shards: ShardArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    /// Where to write; standard output if absent
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Format to write, as `csv` or `xml.gz`; wins over the suffix of the output
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write nothing; say what would be written
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    /// Stop at the first error and publish nothing
    #[arg(long, conflicts_with = "lenient", hide_short_help = true)]
    pub(crate) strict: bool,
    /// What to do about fields that the target cannot hold
    #[arg(long, value_name = "WHAT", default_value = "warn", hide_short_help = true)]
    pub(crate) on_loss: OnLoss,
    /// List every field left behind, one JSON line each
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) loss_report: Option<PathBuf>,
    /// Refuse to replace a file
    #[arg(long, hide_short_help = true)]
    pub(crate) no_clobber: bool,
    /// Leave the output alone when its bytes would stay the same
    #[arg(long, hide_short_help = true)]
    pub(crate) if_changed: bool,
}

impl TargetArgs {
    /// What `--loss-report` names.
    pub(crate) fn losses(&self) -> Role<'_> {
        ("--loss-report", self.loss_report.as_deref())
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Index and robots.txt")]
pub(crate) struct FollowArgs {
    /// Read the sitemaps that an index or robots.txt names, or convert it as what it is [default: remote for URLs, local for files]
    #[arg(long, value_name = "WHICH", hide_short_help = true)]
    pub(crate) follow: Option<Follow>,
    /// Where the files behind URLs are, as in `https://www.example.com/=dump/`
    #[arg(long, value_name = "PREFIX=DIR", hide_short_help = true)]
    pub(crate) resolve: Vec<String>,
    /// How deep indexes may name indexes
    #[arg(long, value_name = "N", default_value_t = 3, hide_short_help = true)]
    pub(crate) max_depth: u32,
    /// Stop at the first input that fails, and publish nothing
    #[arg(long, hide_short_help = true)]
    pub(crate) fail_fast: bool,
}

impl FollowArgs {
    /// How indexes are followed; what is written is for the command to add.
    pub(crate) fn manner(&self) -> Result<Manner, Failure> {
        Ok(Manner {
            follow: self.follow != Some(Follow::None),
            remote: self.follow.map(|follow| follow == Follow::Remote),
            mappings: mappings(&self.resolve)?,
            most_depth: self.max_depth,
            fail_fast: self.fail_fast,
            ..Manner::default()
        })
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Fields")]
pub(crate) struct FieldArgs {
    /// Give every entry this value: changefreq=daily
    #[arg(long, value_name = "FIELD=VALUE", hide_short_help = true)]
    pub(crate) set: Vec<String>,
    /// Take a field out
    #[arg(long, value_name = "FIELD", value_delimiter = ',', hide_short_help = true)]
    pub(crate) unset: Vec<String>,
    /// Keep only these fields: lastmod, changefreq, priority, image, video, news, hreflang, other
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) keep: Option<Vec<String>>,
    /// Leave these fields out
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) drop: Vec<String>,
    /// Also carry entries whose loc is no page's address (CSV and JSON Lines only)
    #[arg(long, hide_short_help = true)]
    pub(crate) keep_invalid: bool,
    /// Add the fields `source` and `line` (CSV and JSON Lines only)
    #[arg(long, hide_short_help = true)]
    pub(crate) provenance: bool,
    /// Pass over dates, frequencies and priorities where the output holds nothing but URLs: what is wrong
    /// with them is not told
    #[arg(long, conflicts_with_all = ["loss_report", "strict"], hide_short_help = true)]
    pub(crate) trust: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Which entries, and in which order")]
pub(crate) struct PageArgs {
    /// Only entries that fit: "lastmod >= now-48h and path ~ '^/shop/' and count(image) > 0"
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    pub(crate) condition: Option<String>,
    /// Each page once: by its URL as written, or by what RFC 3986 calls equal
    #[arg(
        long,
        value_name = "KEY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact"
    )]
    pub(crate) dedupe: Option<DedupeBy>,
    /// Short for --dedupe=normalized, and say by which steps pages were found equal
    #[arg(long, hide_short_help = true)]
    pub(crate) normalize: bool,
    /// What stays of entries for one page: lastmod=newest,priority=max,*=first
    #[arg(long, value_name = "FIELD=RULE")]
    pub(crate) on_conflict: Vec<String>,
    /// Order of the entries: loc, lastmod or input, each also with :desc
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<String>,
    /// Stop after N entries
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupeBy {
    /// Byte for byte
    Exact,
    /// After the safe steps: case of scheme and host, escapes, dot segments, default port
    #[value(alias = "normalised")]
    Normalized,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Shards and their index")]
pub(crate) struct ShardArgs {
    /// Group by host, section, path[N], lang, kind, lastmod:year|month|day or bucket:N
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(crate) by: Vec<String>,
    /// Entries of one file [default where files are numbered: 50000]
    #[arg(long, value_name = "N")]
    pub(crate) max_urls: Option<u64>,
    /// Bytes of one file before compression [default where files are numbered: 50000000]
    #[arg(long, value_name = "SIZE", value_parser = crate::number::size, hide_short_help = true)]
    pub(crate) max_bytes: Option<u64>,
    /// Also write an index that names every file
    #[arg(long, value_name = "PATH")]
    pub(crate) index: Option<PathBuf>,
    /// The address of the folder that the index will stand in
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The date that the index gives each file: newest lastmod in it, when its content changed, or none
    #[arg(long, value_name = "WHICH", default_value = "newest", hide_short_help = true)]
    pub(crate) index_lastmod: IndexLastmod,
    /// Remove files that are no longer in the set: the old index names them, or --previous held them
    #[arg(long)]
    pub(crate) prune: bool,
    /// Leave each URL in the file that holds it in the set of --previous; new ones go where there is room
    #[arg(long, requires = "previous", hide_short_help = true)]
    pub(crate) stable: bool,
    /// The set as it was, a folder or an index; often the folder that is written to
    #[arg(long, value_name = "DIR", requires = "stable", hide_short_help = true)]
    pub(crate) previous: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum IndexLastmod {
    /// The newest lastmod of its entries
    Newest,
    /// When the bytes of the file changed
    Content,
    /// None
    None,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Tables")]
pub(crate) struct TableArgs {
    /// Which column is which field: Permalink=loc,Changed=lastmod
    #[arg(short, long, value_name = "COL=FIELD")]
    pub(crate) map: Vec<String>,
    /// The same from a file, one COL=FIELD per line
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) map_file: Option<PathBuf>,
    /// Columns of a known tool, as `screaming-frog`; `urlset list presets` names them
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Language whose page is also the one for all others: of a matrix, and in `hreflang complete`
    #[arg(long, value_name = "LANG", hide_short_help = true)]
    pub(crate) x_default: Option<String>,
    /// Print which column was taken for which field, and end
    #[arg(long, hide_short_help = true)]
    pub(crate) print_map: bool,
    /// The delimiter of tables: one character, or `tab`
    #[arg(long, value_name = "CHAR", hide_short_help = true)]
    pub(crate) csv_delimiter: Option<String>,
    /// How extensions are spread over columns
    #[arg(long, value_name = "LAYOUT", default_value = "wide", hide_short_help = true)]
    pub(crate) csv_layout: CsvLayout,
    /// Write a BOM and CRLF for spreadsheets
    #[arg(long, hide_short_help = true)]
    pub(crate) csv_excel: bool,
    /// Keep spreadsheets from running cells as formulas, with a leading '
    #[arg(long, hide_short_help = true)]
    pub(crate) csv_guard: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct WritingArgs {
    /// Indent, for people
    #[arg(long, hide_short_help = true)]
    pub(crate) pretty: bool,
    /// Stylesheet of written XML: keep, none, css (written beside it), css=PATH or css=URL
    #[arg(long, value_name = "WHICH", default_value = "keep", hide_short_help = true)]
    pub(crate) stylesheet: String,
    /// Title of a written feed
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    pub(crate) title: Option<String>,
    /// Address of the site of a written feed
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) link: Option<String>,
    /// IndexNow: the host whose URLs these are
    #[arg(long, value_name = "HOST", hide_short_help = true)]
    pub(crate) host: Option<String>,
    /// IndexNow: the key
    #[arg(long, value_name = "KEY", hide_short_help = true, conflicts_with = "key_file")]
    pub(crate) key: Option<String>,
    /// IndexNow: a file that holds the key
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) key_file: Option<PathBuf>,
    /// IndexNow: where the key file is served
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) key_location: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnLoss {
    /// Count it and go on
    Warn,
    /// Publish nothing and exit with 1
    Error,
    /// Say nothing
    Ignore,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Follow {
    /// Files here
    Local,
    /// What their URLs give, except where `--resolve` knows a file
    Remote,
    /// Nothing
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CsvLayout {
    /// A column for each nested value
    Wide,
    /// A column for each extension, as JSON
    Json,
    /// A row for each nested value
    Long,
}
