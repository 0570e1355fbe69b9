//! Reads, converts and writes sitemaps in every format they come in.
//!
//! ```
//! use urlset::image::Image;
//! use urlset::{Diagnostic, Entry, ReadOptions};
//!
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let bytes = b"https://example.com/a\nhttps://example.com/b\n";
//! let mut reader = urlset::open_bytes(bytes, &ReadOptions::default(), &mut findings)?;
//! let mut entry = Entry::default();
//! while reader.read_entry(&mut entry, &mut findings)? {
//!     println!("{} has {} images", entry.loc, entry.extensions.items::<Image>().count());
//! }
//! assert!(findings.is_empty());
//! # Ok::<(), urlset::Error>(())
//! ```
//!
//! [`open`] recognises compression, charset and format by content; [`create`] chooses format and
//! compression by the file name. Whatever a document does wrong goes to the [`Sink`], with its
//! place, a rule, and what was lost by it.
//!
//! # Features
//!
//! Every extension is always there, and every format but Parquet, which the feature `parquet` adds. Each
//! other feature adds conversions, and is named after the crate whose types it knows: `url` ([`Loc`] from and to `url::Url`), `jiff`, `chrono` and `time`
//! ([`Datetime`] from and to their dates), `serde` (`Object`, an entry as JSON Lines has it, `Reported`, a finding
//! as reports have it, and the fields of an entry).

mod ahead;
mod behind;
mod charset;
mod create;
mod detect;
mod front;
mod full;
mod gunzip;
mod gzip;
mod gzip_header;
mod magic;
mod meaning;
#[cfg(feature = "serde")]
mod object;
mod open;
#[cfg(feature = "parquet")]
mod parquet_file;
mod pieces;
mod prepare;
mod registry;
#[cfg(feature = "serde")]
mod reported;
/// What can be wrong with a file before its format is known: compression, charset, kind.
pub mod source_rules;
mod transcode;
mod unzstd;

pub use charset::decode;
pub use create::{by_name, create, create_with};
pub use gzip::{Gzip, gzip};
pub use magic::NO_PARQUET;
pub use meaning::Meaning;
#[cfg(feature = "serde")]
pub use object::Object;
pub use open::{open, open_bytes};
pub use prepare::{OpenOptions, Prepared, prepare, prepare_ahead};
pub use registry::{EXTENSIONS, FORMATS, format, rule, rules};
#[cfg(feature = "serde")]
pub use reported::{Reported, ReportedPlace};

pub use urlset_core::{
    Ask, Attribute, Audit, Began, COLUMN, Carried, Carries, Changefreq, Confidence, Content,
    Create, DateOrder, Dates, Datetime, Diagnostic, Element, Encoded, Entries, Entry,
    EntryFindings, EntryReader, EntryWriter, Error, Excerpt, Extension, ExtensionItem, Extensions,
    Fault, Fields, Format, Header, Input, Kind, Limits, Loc, Locs, Loss, Lost, Mark, Member,
    Namespace, Occurs, Open, Output, Place, Position, Precision, Priority, Profile, ReadOptions,
    Result, Rfc822, Room, Rule, Severity, Shape, Sink, Source, Span, Spelled, Strict, Value,
    WriteOptions, Written, Zone, from_member, parse_rfc822, repair_datetime, resolve, rules,
    to_member,
};

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub use urlset_core::Inexact;

#[cfg(feature = "parquet")]
pub use urlset_arrow as arrow;
pub use urlset_check as check;
pub use urlset_clusters as clusters;
pub use urlset_csv as csv;
pub use urlset_diff as diff;
pub use urlset_feed as feed;
pub use urlset_hreflang as hreflang;
pub use urlset_image as image;
pub use urlset_indexnow as indexnow;
pub use urlset_json as json;
pub use urlset_jsonfeed as jsonfeed;
pub use urlset_news as news;
pub use urlset_ops as ops;
#[cfg(feature = "parquet")]
pub use urlset_parquet as parquet;
pub use urlset_publish as publish;
pub use urlset_query as query;
pub use urlset_report as report;
pub use urlset_rewrite as rewrite;
pub use urlset_robots as robots;
pub use urlset_shard as shard;
pub use urlset_sitemap as sitemap;
pub use urlset_stats as stats;
pub use urlset_store as store;
pub use urlset_text as text;
pub use urlset_video as video;
pub use urlset_xml as xml;
