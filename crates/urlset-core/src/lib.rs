//! The model that every urlset crate shares: entries, their extensions, findings, bytes in and
//! text out. It knows no format and no extension, and depends on the standard library alone.
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
mod item;
mod limits;
mod lines;
mod loc;
mod members;
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
mod shape;
mod sink;
mod source;
mod structure;
mod syntax;
mod tape;
mod windows_1252;
mod writer;

pub use audit::{Audit, EntryFindings};
pub use changefreq::Changefreq;
pub use classes::{any, any_pair, classes, cut, position};
pub use codes::{is_country_code, is_language_code};
pub use datetime::{Datetime, Precision, Spelled, Zone};
pub use diagnostic::{Diagnostic, Differing, Excerpt, Lost, Mended};
pub use element::{Attribute, Content, Element};
pub use entry::Entry;
pub use error::{Error, Result};
pub use extension::Extension;
pub use extensions::{COLUMN, Extensions, Mark, Slot};
pub use fields::{Fields, is_blank, trim, trim_space};
pub use format::{Carried, Carries, Confidence, Create, Dates, Format, Open};
pub use header::{Header, Kind, Namespace};
pub use input::Input;
pub use item::ExtensionItem;
pub use limits::Limits;
pub use loc::{Loc, may_be_odd};
pub use members::{Member, from_member, is_json_number, to_member};
pub use output::{Output, Room, Written};
pub use place::{Began, Place, Span};
pub use position::Position;
pub use priority::Priority;
pub use profile::Profile;
pub use reader::{DateOrder, Entries, EntryReader, ReadOptions};
pub use repair::{Rfc822, certain_datetime, parse_rfc822, repair_datetime};
pub use resolve::resolve;
pub use rule::{Rule, Severity};
pub use seen::Seen;
pub use shape::{Occurs, Shape, Value};
pub use sink::{Loss, Sink, Strict};
pub use source::{Fault, Source};
pub use writer::{EntryWriter, WriteOptions};
