//! The flags of `urlset update`.

use crate::args::ReadingArgs;
use crate::convert_args::{IndexLastmod, TableArgs};
use crate::memory_args::MemoryArgs;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset update public/ --upsert changed.csv --delete gone.txt
  urlset update public/sitemap_index.xml --upsert new.jsonl --index-lastmod content
  urlset update public/ --delete gone.txt --prune
  urlset update public/ --touch edited.txt
  urlset update public/ --touch edited.txt --set lastmod=2026-03-04
  urlset update public/ --upsert changed.csv --delete gone.txt -n

The set is what its index names; a folder without an index is all sitemaps in it. A URL that is
there stays in its file: fields that --upsert gives replace those there, all others stay. New URLs
go to the end of the last file and then into new files. Files without a change keep their bytes.

Exit codes:
  0 done · 2 usage · 3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit")]
pub(crate) struct UpdateArgs {
    /// The set to change in place: its folder, its index, or a single sitemap
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
    /// Give every upserted or touched entry this value: lastmod=2026-03-04
    #[arg(long, value_name = "FIELD=VALUE")]
    pub(crate) set: Vec<String>,
    /// How an upsert joins what is there [default: *=last]: image=union,lastmod=newest
    #[arg(long, value_name = "FIELD=RULE")]
    pub(crate) on_conflict: Vec<String>,
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
    /// Leave files alone whose content would stay the same: always so here
    #[arg(long, hide_short_help = true)]
    pub(crate) if_changed: bool,
    /// Where the files behind the addresses of an index are, as in `https://www.example.com/=dump/`
    #[arg(long, value_name = "PREFIX=DIR", hide_short_help = true)]
    pub(crate) resolve: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

impl UpdateArgs {
    /// The files of the changes must not be taken for files of the set.
    pub(crate) fn changes(&self) -> Vec<PathBuf> {
        let all = self.upsert.iter().chain(&self.delete).chain(&self.touch);
        all.filter_map(|word| PathBuf::from(word).canonicalize().ok()).collect()
    }
}
