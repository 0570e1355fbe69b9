//! Operations on streams of sitemap entries: copying with every loss told, several documents as
//! one, constants set or fields left out on the way, each page once, another order. The last two
//! work in any amount of memory.
//!
//! ```
//! use urlset_core::{Entry, EntryReader, Header, Loc, Position, Result, Sink};
//! use urlset_ops::{Adjust, Adjustment};
//!
//! struct One(Header, bool);
//! impl EntryReader for One {
//!     fn header(&self) -> &Header { &self.0 }
//!     fn position(&self) -> Position { Position::start(0) }
//!     fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
//!         entry.clear();
//!         entry.loc = Loc::new("https://example.com/");
//!         Ok(std::mem::take(&mut self.1))
//!     }
//! }
//! let mut adjustment = Adjustment::new(&[]);
//! adjustment.set("changefreq", "daily")?;
//! let mut reader = Adjust::new(One(Header::default(), true), adjustment);
//! let mut entry = Entry::default();
//! assert!(reader.read_entry(&mut entry, &mut ())?);
//! assert_eq!(entry.changefreq.map(|word| word.as_str()), Some("daily"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjust;
mod alike;
mod chain;
mod conflicts;
mod copy;
mod dedupe;
mod elements;
mod field;
mod fingerprint;
mod firsts;
mod groups;
mod item;
mod joined;
mod kept;
mod key;
mod limit;
mod loss;
mod marks;
mod mend;
mod named;
mod normal;
mod reopen;
mod repeated;
/// What can go wrong between a reader and a writer.
pub mod rules;
mod sort;
mod twice;

pub use adjust::{Adjust, Adjustment, BadField};
pub use alike::{Saying, elements_differ, items, items_differ, put_member, rest};
pub use chain::{Chain, Next};
pub use conflicts::{BadPolicy, Conflicts, Policy};
pub use copy::{Copied, Copying, Outlet, Stamp, copy, survey};
pub use dedupe::{Dedupe, Deduped, dedupe};
pub use field::field_name;
pub use fingerprint::Seed;
pub use joined::Joined;
pub use key::Key;
pub use limit::Limit;
pub use loss::LossCount;
pub use mend::Mending;
pub use normal::{Step, is_normal_target, steps};
pub use reopen::Reopen;
pub use sort::{InOrder, Sort, SortBy, sort};

#[cfg(test)]
mod deduping;
#[cfg(test)]
mod memory;
