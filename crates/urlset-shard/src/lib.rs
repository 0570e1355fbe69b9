//! Cuts a stream of entries into documents that have room for them, and makes their index.
//!
//! ```
//! use urlset_core::{Entry, Loc};
//! use urlset_shard::{By, Template, Values};
//!
//! let template: Template = "out/{section}-{n:03}.xml.gz".parse()?;
//! let keys = [By::Section];
//! let entry = Entry::new(Loc::new("https://example.com/shop/a"));
//! let group = [keys[0].value(&entry, 0)];
//! let values = Values { number: 7, keys: &keys, group: &group, ..Values::default() };
//! assert_eq!(template.name(&values), "out/shop-007.xml.gz");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Grouped`] brings entries that belong together next to each other, [`Shards`] cuts them by count
//! and by exact bytes, [`Stable`] leaves them where a previous set had them;
//! [`Index`] collects what an index says of each shard.

mod by;
mod group;
mod index;
/// What can go wrong with shards.
pub mod rules;
mod safe;
mod shards;
mod source;
mod stable;
mod template;

pub use by::{BadKey, By};
pub use group::Grouped;
pub use index::{Index, Lastmod};
pub use shards::{Done, Filled, Open, Shard, Shards, too_large};
pub use source::BySource;
pub use stable::{Fits, OpenSlot, Previous, Slot, Stable};
pub use template::{BadTemplate, Template, Values};
