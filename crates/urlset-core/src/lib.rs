//! The model that every urlset crate shares: entries, their extensions, findings, bytes in and
//! text out. It knows no format and no extension, and depends on nothing.
//!
//! ```
//! use urlset_core::{Datetime, Entry, Loc, Precision};
//!
//! let mut entry = Entry::new(Loc::new("https://example.com/a?b=1&c=2"));
//! entry.lastmod = Datetime::parse("2026-03").ok();
//! assert_eq!(entry.loc.host(), Some("example.com"));
//! assert_eq!(entry.loc.faults().count(), 0);
//! let lastmod = entry.lastmod.unwrap();
//! assert_eq!(lastmod.precision(), Precision::Month);
//! assert_eq!(lastmod.to_string(), "2026-03"); // as it was written
//! ```
//!
//! # Features
//!
//! None of these is on but `std`, and each adds conversions or an environment, never another
//! behaviour.
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` | [`io`] is that of the standard library; without it the crate needs `alloc` alone |
//! | `url` | [`Loc`] from and to `url::Url` |
//! | `jiff`, `chrono`, `time` | [`Datetime`] from and to the dates of these crates; what one side cannot say is an error, `Inexact` |
//! | `serde` | [`Loc`], [`Datetime`], [`Changefreq`], [`Priority`] as text, and as the number that a priority is |
//!
//! An entry as a whole is `urlset::Object` for serde: only who knows the extensions can name them.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod address;
mod audit;
mod calendar;
mod changefreq;
mod classes;
mod codes;
/// Numbers and texts in few bytes, for what is kept outside an entry.
pub mod compact;
mod datetime;
mod diagnostic;
mod document_rules;
mod element;
mod entry;
mod error;
mod extension;
mod extensions;
mod fields;
mod format;
mod header;
mod input;
/// Bytes in and out: `std::io`, or as much of it as is needed where there is none.
pub mod io;
mod item;
mod joined;
mod lanes;
mod limit_rules;
mod limits;
mod lines;
mod loc;
mod locs;
mod look;
mod members;
mod names;
mod output;
mod place;
mod position;
mod priority;
mod profile;
mod reader;
mod remark_rules;
mod remarks;
mod repair;
mod resolve;
mod rule;
/// The rules of the model: those that more than one format finds.
pub mod rules;
mod seen;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod sink;
mod source;
mod structure;
mod syntax;
mod tape;
mod windows_1252;
mod writer;

pub use address::may_be_one_host;
pub use audit::{Audit, EntryFindings};
pub use changefreq::Changefreq;
pub use classes::{any, any_pair, are_same, begins, classes, cut, position, position_anywhere};
pub use codes::{is_country_code, is_language_code};
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub use datetime::Inexact;
pub use datetime::{Datetime, Precision, Spelled, Zone};
pub use diagnostic::{Diagnostic, Differing, Excerpt, Lost, Mended};
pub use element::{Attribute, Content, Element};
pub use entry::Entry;
pub use error::{Error, Result};
pub use extension::{Extension, google_schema};
pub use extensions::{COLUMN, Extensions, Mark, Slot};
pub use fields::{
    Fields, is_blank, is_entity_escaped, is_field_value, is_series, trim, trim_space,
};
pub use format::{Carried, Carries, Confidence, Create, Dates, Format, Open};
pub use header::{Header, Kind, Namespace};
pub use input::Input;
pub use item::ExtensionItem;
pub use joined::{is_scheme_twice, is_web_address, joined_address, joined_addresses, joined_file};
pub use limits::Limits;
pub use loc::{LOC_BYTES, Loc, may_be_odd};
pub use locs::Locs;
pub use look::Look;
pub use members::{Member, from_member, is_json_number, to_member};
pub use names::{Known, Name, Names};
pub use output::{Output, Room, Written};
pub use place::{Began, Place, Span};
pub use position::Position;
pub use priority::Priority;
pub use profile::Profile;
pub use reader::{DateOrder, Entries, EntryReader, ReadOptions};
pub use repair::{Rfc822, certain_datetime, parse_rfc822, repair_datetime};
pub use resolve::{Resolver, may_be_reference, resolve};
pub use rule::{Rule, Severity};
pub use seen::Seen;
pub use shape::{Occurs, Shape, Value};
pub use sink::{Loss, Sink, Strict};
pub use source::{Fault, Source};
pub use writer::{Ask, Encoded, EntryWriter, WriteOptions};
