//! Compares two sets of entries of any size: added, removed, changed by field, probably renamed.
//!
//! Each side is sorted within the memory of a [`Store`](urlset_store::Store) and the two are walked
//! together, so memory does not grow with them.
//!
//! ```
//! use urlset_core::{Entry, EntryReader, Header, Loc, Position, Result, Sink};
//! use urlset_diff::{Change, How, Item, Side};
//! use urlset_store::Store;
//!
//! struct Pages(Header, std::vec::IntoIter<&'static str>);
//! impl EntryReader for Pages {
//!     fn header(&self) -> &Header { &self.0 }
//!     fn position(&self) -> Position { Position::start(0) }
//!     fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
//!         entry.clear();
//!         let loc = self.1.next();
//!         entry.loc = Loc::new(loc.unwrap_or_default());
//!         Ok(loc.is_some())
//!     }
//! }
//! let pages = |locs: &[&'static str]| Pages(Header::default(), locs.to_vec().into_iter());
//!
//! let (store, how) = (Store::new(16 << 20, None), How::default());
//! let old = Side::read(&mut pages(&["https://e.com/a", "https://e.com/b"]), &how, &store, &mut ())?;
//! let new = Side::read(&mut pages(&["https://e.com/b", "https://e.com/c"]), &how, &store, &mut ())?;
//! let mut difference = old.compare(new, &how, &store)?;
//! assert_eq!(difference.counts().unchanged, 1);
//! let mut item = Item::default();
//! assert!(difference.read(&mut item)?);
//! assert_eq!((item.change, item.new.loc.as_str()), (Change::Added, "https://e.com/c"));
//! assert!(difference.read(&mut item)?);
//! assert_eq!((item.change, item.old.loc.as_str()), (Change::Removed, "https://e.com/a"));
//! assert!(!difference.read(&mut item)?);
//! # Ok::<(), urlset_core::Error>(())
//! ```
//!
//! [`Renames`] looks for pages that stand under another address now; [`RedirectMap`] makes a
//! server's redirects of them; [`apply`] turns the old set into the new one.

mod address;
mod alike;
mod apply;
mod compare;
mod difference;
mod fields;
mod how;
mod item;
mod join;
mod pairs;
mod redirect_map;
mod redirects;
mod renames;
mod repeated;
mod side;
mod signals;

pub use alike::{Alike, Counted};
pub use apply::{Applied, apply};
pub use difference::{Counts, Difference};
pub use how::{How, Renames};
pub use item::{Change, Item};

pub use redirect_map::{RedirectMap, Server};
pub use redirects::Redirect;
pub use side::{Gathered, Side};

#[cfg(test)]
mod laws;
