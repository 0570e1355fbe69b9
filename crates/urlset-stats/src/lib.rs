//! Figures of a set of any size, within the memory of a [`Store`](urlset_store::Store): counts,
//! histograms, dates, shapes of URLs. Knows neither terminals nor pages: what it gives are plain
//! values, which serialise.
//!
//! ```
//! use urlset_core::{Entry, Loc};
//! use urlset_stats::{Key, Stats};
//! use urlset_store::Store;
//!
//! let store = Store::new(16 << 20, None);
//! let mut stats = Stats::new(&store, &[], vec![Key::section()]);
//! for page in ["https://e.com/shop/a", "https://e.com/shop/b", "https://e.com/about", "https://e.com/about"] {
//!     stats.entry(&Entry::new(Loc::new(page)), 0)?;
//! }
//! let figures = stats.finish(10)?;
//! assert_eq!((figures.urls, figures.repeated), (4, 1));
//! let sections = figures.histogram("section").unwrap();
//! assert_eq!((sections.distinct, sections.bins[0].value.as_str()), (2, "/"));
//! # Ok::<(), urlset_core::Error>(())
//! ```
//!
//! A histogram is exact however many values there are: those that do not fit into memory are counted
//! in temporary files. It keeps the most frequent ones, of dates the newest; how many others there are,
//! and how many entries they have, it says ([`Histogram::others`]).

mod comparison;
mod counter;
mod dates;
mod figures;
mod key;
mod shape;
mod stats;

pub use comparison::Differences;
pub use counter::Counter;
pub use figures::{
    Bin, Change, Changed, Comparison, Coverage, Dates, Figures, File, Findings, Found, Histogram,
    Hreflang, Language, Limits, Others, Pair, Place, Provenance, Room,
};
pub use key::{BadKey, Key};
pub use shape::shape;
pub use stats::Stats;
