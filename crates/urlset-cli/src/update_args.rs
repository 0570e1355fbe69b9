//! The flags of `urlset update`.

use crate::args::ReadingArgs;
use crate::convert_args::{DedupeBy, FieldArgs, IndexLastmod, OnLoss, TableArgs};
use crate::distinct::Role;
use crate::exit::Failure;
use crate::inputs::{self, From};
use crate::memory_args::MemoryArgs;
use crate::rewrite_args::RewriteArgs;
use crate::stylesheet::Style;
use crate::table;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset update public/ --upsert changed.csv --delete gone.txt
  urlset update public/sitemap_index.xml --upsert new.jsonl --index-lastmod content
  urlset update public/ --delete crawl.csv --preset screaming-frog -w 'status_code == 404' --prune
  urlset update public/ --upsert staging.xml --rewrite-host staging.example.com=www.example.com
  urlset update public/ --upsert new.csv --by section
  urlset update public/ --touch edited.txt --set lastmod=2026-03-04
  urlset update urls.txt --upsert new.xml --delete gone.txt -n

The set is what its index names; a folder without an index is all files of one
format in it; or it is a single file, or those of a pattern; an index beside
these stays as it is, and is told. Files are XML, text, CSV, TSV or JSON Lines,
each also with .gz. A URL that is there stays in its file: fields that --upsert
gives replace those there, all others stay. New URLs go to the end of the last
file, with --by of the last one of their group, and then into new files. Files
without a change keep their bytes.

What reads and shapes entries (--from, --map, --preset, --dates, --lenient,
--where, --rewrite-*) applies to the three lists, --set, --unset, --keep and
--drop to --upsert, and none of it to the set. The order of a set is its own:
there is no --sort and no --limit. --stable and --previous are what it does
anyway. --pretty and --stylesheet concern the files that are written.

Exit codes:
  0 done · 1 loss with --on-loss error, or a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit")]
#[command(mut_arg("print_map", |arg| arg.hide(true)))]
pub(crate) struct UpdateArgs {
    /// The set to change in place: its folder, its index, a single file or a pattern
    #[arg(value_name = "SET")]
    pub(crate) set_path: OsString,
    /// URLs to insert or change: any format
    #[arg(long, value_name = "INPUT")]
    pub(crate) upsert: Vec<OsString>,
    /// URLs to take out: any format; only the addresses count
    #[arg(long, value_name = "INPUT")]
    pub(crate) delete: Vec<OsString>,
    /// URLs whose lastmod becomes now, or what --set says
    #[arg(long, value_name = "INPUT")]
    pub(crate) touch: Vec<OsString>,
    /// Only entries of the three lists that fit: "status_code == 404"
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    pub(crate) condition: Option<String>,
    /// How an upsert joins what is there [default: *=last]: image=union,lastmod=newest
    #[arg(long, value_name = "FIELD=RULE")]
    pub(crate) on_conflict: Vec<String>,
    /// Give every upserted entry this value; also the date of touched ones: lastmod=2026-03-04
    #[arg(long, value_name = "FIELD=VALUE")]
    pub(crate) set: Vec<String>,
    /// Take a field out of what is upserted; in the set it stays
    #[arg(long, value_name = "FIELD", value_delimiter = ',', hide_short_help = true)]
    pub(crate) unset: Vec<String>,
    /// Upsert only these fields: lastmod, changefreq, priority, image, video, news, hreflang, other
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) keep: Option<Vec<String>>,
    /// Leave these fields of what is upserted out
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) drop: Vec<String>,
    /// By what a list names a page of the set: its URL as written, or what RFC 3986 calls equal
    #[arg(
        long,
        value_name = "KEY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact",
        hide_short_help = true
    )]
    pub(crate) dedupe: Option<DedupeBy>,
    /// Short for --dedupe=normalized, and say by which steps URLs of the lists were normalized
    #[arg(long, hide_short_help = true)]
    pub(crate) normalize: bool,
    /// New URLs go to the files of their host, section, path[N], lang, kind, lastmod:month or bucket:N
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(crate) by: Vec<String>,
    /// Names of new files: 'public/{section}-{n:03}.xml' [default: those of the set go on]
    #[arg(short, long, value_name = "TEMPLATE")]
    pub(crate) output: Option<PathBuf>,
    /// Entries of one file
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub(crate) max_urls: u64,
    /// Bytes of one file before compression
    #[arg(long, value_name = "SIZE", value_parser = crate::number::size, default_value = "50000000")]
    pub(crate) max_bytes: u64,
    /// The date that the index gives a changed file: newest lastmod in it, now, or none
    #[arg(long, value_name = "WHICH", default_value = "newest")]
    pub(crate) index_lastmod: IndexLastmod,
    /// Remove files that have no entry left
    #[arg(long)]
    pub(crate) prune: bool,
    /// Write nothing; say what would become of each file
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    /// Stop at the first error and publish nothing
    #[arg(long, conflicts_with = "lenient")]
    pub(crate) strict: bool,
    /// What to do about fields that the files of the set cannot hold
    #[arg(long, value_name = "WHAT", default_value = "warn", hide_short_help = true)]
    pub(crate) on_loss: OnLoss,
    /// Leave files alone whose content would stay the same: always so here
    #[arg(long, hide_short_help = true)]
    pub(crate) if_changed: bool,
    /// URLs stay in their files: always so here
    #[arg(long, hide_short_help = true)]
    pub(crate) stable: bool,
    /// The set in which URLs stay where they are: here SET itself
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(crate) previous: Option<PathBuf>,
    /// List every field that the files of the set cannot hold, one JSON line each
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) loss_report: Option<PathBuf>,
    /// Indent the XML files that are written
    #[arg(long, hide_short_help = true)]
    pub(crate) pretty: bool,
    /// Stylesheet of the XML files that are written: keep, none, css, css=PATH or css=URL
    #[arg(long, value_name = "WHICH", default_value = "keep", hide_short_help = true)]
    pub(crate) stylesheet: String,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// Where the files behind the addresses of an index are, as in `https://www.example.com/=dump/`
    #[arg(long, value_name = "PREFIX=DIR", hide_short_help = true)]
    pub(crate) resolve: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Flags of the other commands that have no meaning here; why is said where they are given.
#[derive(Debug, Args)]
pub(crate) struct Elsewhere {
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    sort: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    limit: Option<String>,
    #[arg(long, hide = true)]
    provenance: bool,
    #[arg(long, hide = true)]
    keep_invalid: bool,
}

impl Elsewhere {
    /// Refuses them.
    fn check(&self) -> Result<(), Failure> {
        let shard =
            "`urlset shard` and `urlset convert` write a set anew in another order, or less of it";
        let convert = "write a table with it by `urlset convert`";
        let (flag, why, hint) = match self {
            Self { sort: Some(_), .. } => ("--sort", "a set keeps its order", shard),
            Self { limit: Some(_), .. } => ("--limit", "a set keeps its URLs", shard),
            Self { provenance: true, .. } => {
                ("--provenance", "a set does not say where its URLs came from", convert)
            }
            Self { keep_invalid: true, .. } => {
                ("--keep-invalid", "in a set every URL is one", convert)
            }
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("{flag}: {why}")).hint(hint))
    }
}

impl UpdateArgs {
    /// Refuses what cannot be meant.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.lists().next().is_none() {
            return Err(Failure::usage("nothing to change")
                .hint("give `--upsert FILE`, `--delete FILE` or `--touch FILE`"));
        }
        if self.max_urls == 0 {
            return Err(Failure::usage("--max-urls 0: a file has at least one entry"));
        }
        if self.lists().filter(|word| *word == "-").count() > 1 {
            return Err(Failure::usage("standard input can be read only once"));
        }
        self.elsewhere.check()?;
        self.check_previous()?;
        Style::parse(&self.stylesheet)?;
        self.check_fields()?;
        if self.table.print_map {
            return Err(Failure::usage("--print-map concerns `urlset convert`")
                .hint("`urlset convert LIST --print-map` reads tables as this command does"));
        }
        table::check_x_default(&self.table)
    }

    /// Refuses flags that would do nothing: they shape what is upserted, and one gives a date too.
    fn check_fields(&self) -> Result<(), Failure> {
        let touches = !self.touch.is_empty();
        let idle = |set: &&String| !(touches && set.starts_with("lastmod="));
        let flag = match (self.set.iter().find(idle), &self.keep) {
            _ if !self.upsert.is_empty() => return Ok(()),
            (Some(set), _) => format!("--set {set}"),
            (None, Some(_)) => "--keep".to_owned(),
            (None, None) if !self.drop.is_empty() => "--drop".to_owned(),
            (None, None) if !self.unset.is_empty() => "--unset".to_owned(),
            (None, None) => return Ok(()),
        };
        Err(Failure::usage(format!("{flag} concerns what is upserted, and nothing is"))
            .hint("give pages of the set other fields with `--upsert FILE`; `--touch` dates them"))
    }

    /// What `--loss-report` names.
    pub(crate) fn losses(&self) -> Role<'_> {
        ("--loss-report", self.loss_report.as_deref())
    }

    /// Refuses a previous set that is another one than what is changed.
    fn check_previous(&self) -> Result<(), Failure> {
        let Some(previous) = &self.previous else {
            return Ok(());
        };
        let set = Path::new(&self.set_path);
        let folder = if set.is_dir() { Some(set) } else { set.parent() };
        let real = |path: &Path| {
            let here = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            here.canonicalize().ok()
        };
        let known = [Some(set), folder].map(|path| path.and_then(real));
        if known.contains(&real(previous)) && real(previous).is_some() {
            return Ok(());
        }
        let message = format!(
            "--previous {}: what is changed is {}, and URLs stay in its own files",
            previous.display(),
            set.display()
        );
        Err(Failure::usage(message)
            .hint("`urlset shard --stable --previous DIR` cuts a list as another set was cut"))
    }

    /// The files of the changes: they must not be taken for files of the set.
    pub(crate) fn changes(&self) -> Vec<PathBuf> {
        files(self.lists())
    }

    /// The files of what is to be deleted.
    pub(crate) fn deletions(&self) -> Vec<PathBuf> {
        files(self.delete.iter())
    }

    /// Everything that changes are read from.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &OsString> {
        self.upsert.iter().chain(&self.delete).chain(&self.touch)
    }

    /// What becomes of the fields of upserted entries.
    pub(crate) fn fields(&self) -> FieldArgs {
        FieldArgs {
            set: self.set.clone(),
            unset: self.unset.clone(),
            keep: self.keep.clone(),
            drop: self.drop.clone(),
            keep_invalid: false,
            provenance: false,
            trust: false,
        }
    }
}

/// The files that these words lead to.
fn files<'w>(words: impl Iterator<Item = &'w OsString>) -> Vec<PathBuf> {
    let files = |word: &OsString| {
        // What cannot be expanded is told when the list is read.
        let wanted = inputs::expand(std::slice::from_ref(word)).unwrap_or_default();
        wanted.into_iter().filter_map(|one| match one.from {
            From::File(path) => path.canonicalize().ok(),
            _ => None,
        })
    };
    words.filter(|word| *word != "-").flat_map(files).collect()
}
