//! Any number of entries within a fixed amount of memory.
//!
//! [`encode`] and [`decode`] are the one compact form that an entry has outside memory. [`Sorter`]
//! sorts records of bytes, and spills to unnamed temporary files beyond the memory of its
//! [`Store`]; they are gone however the process ends.
//!
//! ```
//! use urlset_store::{Sorter, Store};
//!
//! let store = Store::new(16 << 20, None);
//! let mut sorter = Sorter::new(&store);
//! sorter.push(b"b", b"second")?;
//! sorter.push(b"a", b"first")?;
//! let mut sorted = sorter.finish()?;
//! assert_eq!(sorted.read()?, Some((&b"a"[..], &b"first"[..])));
//! assert_eq!(sorted.read()?, Some((&b"b"[..], &b"second"[..])));
//! assert_eq!(sorted.read()?, None);
//! # Ok::<(), urlset_core::Error>(())
//! ```

mod date;
mod merge;
mod partitions;
mod record;
mod records;
/// What can go wrong with temporary files.
pub mod rules;
mod runs;
mod scratch;
mod sorter;
mod store;

pub use partitions::Partitions;
pub use record::{
    are_exact, damaged, decode, decode_fields, encode, encode_fields, put_position, split_fields,
    take_position,
};
pub use records::{Place, Records};
pub use scratch::Scratch;
pub use sorter::{Sorted, Sorter};
pub use store::{Share, Store};
