//! XML as sitemaps and feeds need it: a cursor to read, an emitter to write.
//!
//! The cursor reads what real documents are: it knows where it is to the byte, repairs what is
//! certain, reports what it met, and never follows or expands anything that a document declares.
//!
//! ```
//! use urlset_core::{Diagnostic, Input, Lost, ReadOptions};
//! use urlset_xml::Cursor;
//!
//! # fn main() -> urlset_core::Result<()> {
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let input = Input::new(&b"<a xmlns='urn:x'>\n<b>1 &amp; 2 & 3</b></a>"[..]);
//! let mut cursor = Cursor::new(input, &ReadOptions::default());
//! cursor.enter_root(&["a"], &mut findings)?;
//! while cursor.next_child(&mut findings)? {
//!     assert_eq!((cursor.namespace(), cursor.name()), ("urn:x", "b"));
//!     cursor.read_text(Lost::Field, &mut findings)?;
//!     assert_eq!(cursor.text(), "1 & 2 & 3");
//! }
//! assert_eq!(findings[0].rule.id, "xml/bare-ampersand");
//! assert_eq!((findings[0].position.line, findings[0].position.column), (2, 14));
//! # Ok(())
//! # }
//! ```

mod around;
mod attributes;
mod capture;
mod child;
mod children;
mod copy;
mod cursor;
mod declare;
mod emitter;
mod empty;
mod entries;
mod escape;
mod fragment;
mod gaps;
mod holds;
mod known;
mod leaf;
mod nesting;
mod plain;
mod prolog;
/// What the sitemap protocol's own elements are known by.
pub mod protocol;
mod reference;
mod remarks;
/// What can be wrong with XML and its namespaces.
pub mod rules;
mod scan;
mod scope;
mod skip;
mod sniff;
mod step;
mod stray;
mod text;
mod unended;
mod wellformed;
mod writable;

pub use around::Strayed;
pub use children::{FoundChild, KnownTags};
pub use cursor::{Cursor, TextPlace, XML_NAMESPACE};
pub use emitter::Emitter;
pub use entries::Entries;
pub use escape::{escape_attribute, escape_faultless, escape_text};
pub use fragment::{Fragment, read_fragment};
pub use leaf::LeafName;
pub use plain::{PlainElement, PlainTexts};
pub use skip::Visit;
pub use sniff::{Root, root};
pub use step::{Between, Step};
pub use writable::{is_writable, writable};
