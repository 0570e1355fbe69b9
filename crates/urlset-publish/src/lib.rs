//! Publishes a set of files so that a reader sees the old set or the new one.
//!
//! Files are written under temporary names in their own folders and synced. Nothing is visible
//! before [`Set::commit`], which makes the files visible in one order: first those that nobody
//! knows yet, last the index that names them, which is the one commit point; then it removes what
//! is to go. An error or a signal before that point leaves the old set and no temporary. A kill
//! leaves what [`Manner`] says, and the next run into the folder clears away what the killed one
//! left.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! use std::io::Write;
//! use urlset_publish::{Finale, Manner, Options, Set};
//!
//! let set = Set::begin(Options::default());
//! let mut shard = set.create_in(folder.path())?;
//! shard.write_all(b"<urlset/>")?;
//! let place = |hash: &str| folder.path().join(format!("sitemap-{hash}.xml"));
//! let shard = set.name(shard.finish()?, 8, place)?;
//! let index = folder.path().join("sitemap.xml");
//! let mut draft = set.create(&index)?;
//! write!(draft, "<sitemapindex><!-- {} --></sitemapindex>", shard.display())?;
//! draft.finish()?;
//! let outcome = set.commit(Finale { index: &[index], prune: &[] })?;
//! assert_eq!(outcome.manner, Manner::ByRename);
//! # Ok(())
//! # }
//! ```
//!
//! Folders are locked with `flock` where [`Options::lock`] asks for it, also against runs in other
//! containers. On file systems and systems without such locks two runs are not kept apart.

mod beside;
mod commit;
mod draft;
mod error;
mod folder;
mod hash;
mod journal;
mod os;
mod pending;
mod plan;
mod same;
mod set;

pub use commit::{Change, Outcome, Published};
pub use draft::{Draft, Finished};
pub use error::Error;
pub use folder::{check, folder_of, target_of};
pub use hash::is_hash_of;
pub use pending::{Pending, Stopped};
pub use plan::{Manner, Plan};
pub use same::content;
pub use set::{Alike, Equal, Finale, Options, Set};
