//! The command line: commands and the flags that all of them share.

use crate::check_args::CheckArgs;
use crate::convert_args::{ConvertArgs, TableArgs};
use crate::diff_args::DiffArgs;
use crate::distinct::Role;
use crate::examples;
use crate::fix::FixArgs;
use crate::hreflang_args::HreflangArgs;
use crate::index_args::IndexArgs;
use crate::manual::ManArgs;
use crate::network_args::NetworkArgs;
use crate::page_args::PageArgs;
use crate::query_args::QueryArgs;
use crate::stats_args::StatsArgs;
use crate::submit_args::SubmitArgs;
use crate::update_args::UpdateArgs;
use clap::builder::FalseyValueParser;
use clap::{Arg, ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Reads, converts and writes sitemaps in every format.
#[derive(Debug, Parser)]
#[command(
    name = "urlset",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Inputs: FILE, DIR, 'GLOB', http(s)://URL, @LIST (a file with one input per line)\n\
                  or - for standard input. Common options are also environment variables:\n\
                  URLSET_COLOR=never, URLSET_FAIL_ON=warning.\n\
                  `urlset help COMMAND` shows a command in full, with examples."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What a command is not about is told by `--help` only: `-h` is one screen.
fn without_groups(arg: Arg) -> Arg {
    let is_beside = ["by", "prune"].iter().any(|id| arg.get_id() == id);
    if is_beside { arg.hide_short_help(true) } else { arg }
}

/// Flags that other commands have too, and this one is about; what it is not about makes room.
fn with_rewriting(arg: Arg) -> Arg {
    let beside =
        ["by", "prune", "max_urls", "index", "base_url", "map", "preset", "on_conflict", "sort"];
    match arg.get_id().as_str() {
        id if id.starts_with("rewrite_") => arg.hide_short_help(false),
        id if beside.contains(&id) => arg.hide_short_help(true),
        _ => arg,
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Convert any format to any other
    #[command(mut_args(without_groups), after_long_help = examples::convert())]
    Convert(Box<ConvertArgs>),
    /// Join many inputs into one set, each page once
    #[command(after_long_help = examples::merge())]
    Merge(Box<ConvertArgs>),
    /// Each page once
    #[command(after_long_help = examples::dedupe())]
    Dedupe(Box<ConvertArgs>),
    /// Cut by size, section, host, language, month or hash, and write the index
    #[command(visible_alias = "split", after_long_help = examples::shard())]
    Shard(Box<ConvertArgs>),
    /// Change scheme, host or path in every place a URL can stand
    #[command(mut_args(with_rewriting), after_long_help = examples::rewrite())]
    Rewrite(Box<ConvertArgs>),
    /// Repair broken files and say what was changed
    #[command(after_long_help = examples::fix())]
    Fix(Box<FixArgs>),
    /// Insert, change or delete URLs in an existing set, touching only the shards needed
    Update(Box<UpdateArgs>),
    /// Build or refresh a sitemap index, or robots lines, from files
    Index(Box<IndexArgs>),
    /// Check against a profile; findings with file, line and column
    #[command(visible_aliases = ["validate", "lint"])]
    Check(Box<CheckArgs>),
    /// Say what a file is: format, encoding, counts, room left under the limits
    Info(Box<InfoArgs>),
    /// Counts and histograms: hosts, sections, languages, dates, extensions, room left
    Stats(Box<StatsArgs>),
    /// One self-contained HTML page with all figures of a set
    Report(Box<PageArgs>),
    /// Show chosen fields of chosen entries as table, text, CSV or JSON Lines
    #[command(visible_alias = "ls")]
    Query(Box<QueryArgs>),
    /// Check or complete the language versions of pages across a whole set
    Hreflang(HreflangArgs),
    /// Compare two sets: what was added, removed, changed, probably renamed
    Diff(Box<DiffArgs>),
    /// Tell search engines of pages by IndexNow; say what is left to do for the others
    Submit(Box<SubmitArgs>),
    /// Print the formats, extensions, rules or profiles that urlset knows
    List(ListArgs),
    /// Explain a rule: what it means, where it is written, a way out
    Explain(ExplainArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset info weird.xml.gz
  urlset info --json public/ | jq '.inputs[].entries'")]
#[command(
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct InfoArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// How inputs are read, in every command that reads.
#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    /// Fix the format of the inputs instead of looking at their content
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The address that a document has; relative links resolve against it [default: that of a URL]
    #[arg(long, value_name = "URL")]
    pub(crate) source_url: Option<String>,
    /// Also guess where the right reading is likely, and write what could be read of a torn document
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Order of dates such as 01/02/2026
    #[arg(long, value_name = "ORDER", default_value = "iso", hide_short_help = true)]
    pub(crate) dates: DateOrder,
    /// Largest input, once decompressed [default: none for plain files, 4GiB for compressed ones]
    #[arg(long, value_name = "SIZE", value_parser = crate::number::size, hide_short_help = true)]
    pub(crate) max_input: Option<u64>,
    /// How many times its size a compressed input may become, beyond 64 MiB
    #[arg(long, value_name = "N", default_value_t = 200, hide_short_help = true)]
    pub(crate) max_ratio: u32,
    /// How far back a zstd input may refer, which takes as much memory
    #[arg(long, value_name = "SIZE", value_parser = crate::number::size, default_value = "16MiB", hide_short_help = true)]
    pub(crate) max_window: u64,
    /// Largest single entry
    #[arg(long, value_name = "SIZE", value_parser = crate::number::size, hide_short_help = true)]
    pub(crate) max_entry: Option<u64>,
    /// Elements in elements, at most
    #[arg(long, value_name = "N", default_value_t = 64, hide_short_help = true)]
    pub(crate) max_nesting: u16,
    /// Attributes of one tag, at most
    #[arg(long, value_name = "N", default_value_t = 1024, hide_short_help = true)]
    pub(crate) max_attributes: u16,
    /// Namespaces in force at one place, at most
    #[arg(long, value_name = "N", default_value_t = 128, hide_short_help = true)]
    pub(crate) max_namespaces: u16,
    /// Columns of a table, at most
    #[arg(long, value_name = "N", default_value_t = 16_384, hide_short_help = true)]
    pub(crate) max_columns: u32,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset list formats
  urlset list rules | grep ^hreflang/
  urlset list presets --json | jq -r '.presets[].name'")]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_name = "WHAT")]
    pub(crate) what: Listed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Listed {
    /// Formats, and what each can hold
    Formats,
    /// Extensions of the protocol
    Extensions,
    /// Every rule that a finding can name
    Rules,
    /// Whom sets can be checked for
    Profiles,
    /// Tools whose tables are known by their columns
    Presets,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset explain loc/relative
  urlset explain loc/relative --json | jq -r .rule.help")]
pub(crate) struct ExplainArgs {
    /// A rule's id, as findings show it in brackets
    pub(crate) rule: String,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset completions fish > ~/.config/fish/completions/urlset.fish
  mkdir -p ~/.local/share/bash-completion/completions
  urlset completions bash > ~/.local/share/bash-completion/completions/urlset")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Shell {
    /// GNU Bash
    Bash,
    /// Elvish
    Elvish,
    /// fish
    Fish,
    /// Nushell
    Nushell,
    /// PowerShell
    Powershell,
    /// Z shell
    Zsh,
}

/// What every command takes. Each flag has an environment variable `URLSET_<FLAG>`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Say less: only errors and the summary; twice: only what ends the run
    #[arg(short, long, action = ArgAction::Count, global = true, env = "URLSET_QUIET", hide_env = true)]
    pub(crate) quiet: u8,
    /// Say more: each finding at length, what each input was taken for, and why
    #[arg(short, long, action = ArgAction::Count, global = true, env = "URLSET_VERBOSE", hide_env = true)]
    pub(crate) verbose: u8,
    /// Colour the messages
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        env = "URLSET_COLOR",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) color: When,
    /// Show progress on the terminal
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        env = "URLSET_PROGRESS",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) progress: When,
    /// Print the report as one JSON object (short for --report-format json)
    #[arg(
        long,
        global = true,
        env = "URLSET_JSON",
        hide_env = true,
        overrides_with = "report_format",
        value_parser = FalseyValueParser::new()
    )]
    pub(crate) json: bool,
    /// Write the report to a file
    #[arg(
        long,
        value_name = "FILE",
        global = true,
        env = "URLSET_REPORT",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) report: Option<PathBuf>,
    /// Form of the report (default: as FILE ends, in .json, .jsonl, .sarif or .md, else text)
    #[arg(
        long,
        value_name = "FORM",
        global = true,
        env = "URLSET_REPORT_FORMAT",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) report_format: Option<ReportFormat>,
    /// Findings shown of each rule [default: 20 in text, all in JSON]
    #[arg(
        long,
        value_name = "N",
        global = true,
        env = "URLSET_MAX_FINDINGS",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) max_findings: Option<u64>,
    /// Exit with 1 when a finding weighs this much
    #[arg(
        long,
        value_name = "SEVERITY",
        global = true,
        env = "URLSET_FAIL_ON",
        hide_env = true,
        hide_short_help = true
    )]
    pub(crate) fail_on: Option<FailOn>,
}

impl Common {
    /// What `--report` names.
    pub(crate) fn role(&self) -> Role<'_> {
        ("--report", self.report.as_deref())
    }

    /// The form of the report; where nobody says it, that of the name of its file.
    pub(crate) fn form(&self) -> ReportFormat {
        let json = self.json.then_some(ReportFormat::Json);
        let ending = self.report.as_ref().and_then(|path| path.extension()?.to_str());
        let named = match &*ending.unwrap_or_default().to_ascii_lowercase() {
            "json" => Some(ReportFormat::Json),
            "jsonl" => Some(ReportFormat::Jsonl),
            "sarif" => Some(ReportFormat::Sarif),
            "md" => Some(ReportFormat::Markdown),
            _ => None,
        };
        self.report_format.or(json).or(named).unwrap_or(ReportFormat::Text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// One object per finding, one per line
    Jsonl,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// Tables and lists, for tickets
    Markdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Any finding
    Note,
    /// Nothing
    Never,
}

impl FailOn {
    /// Whether so many errors, warnings and notes are a reason to exit with 1.
    pub(crate) fn is_met(self, [errors, warnings, notes]: [u64; 3]) -> bool {
        let found = match self {
            FailOn::Error => errors,
            FailOn::Warning => errors + warnings,
            FailOn::Note => errors + warnings + notes,
            FailOn::Never => 0,
        };
        found > 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DateOrder {
    /// Year first, or what can be read one way only
    Iso,
    /// Day, month, year
    Dmy,
    /// Month, day, year
    Mdy,
}

impl DateOrder {
    pub(crate) fn order(self) -> urlset::DateOrder {
        match self {
            DateOrder::Iso => urlset::DateOrder::Iso,
            DateOrder::Dmy => urlset::DateOrder::DayFirst,
            DateOrder::Mdy => urlset::DateOrder::MonthFirst,
        }
    }
}
