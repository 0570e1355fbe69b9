//! What counts as the same, and as a difference.

use urlset_core::Extension;
use urlset_ops::Key;

/// What counts as the same, and as a difference.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// By what two entries are one. With [`Key::Normalized`] another spelling of the same address is a
    /// change of the field `loc`.
    pub key: Key,
    /// Known extensions: each is a field of its own. Elements of none are the field `other`.
    pub extensions: &'static [&'static Extension],
    /// Names of fields whose differences do not count: `lastmod`, `image`, `other`, …
    pub ignore: Vec<String>,
    /// Whether and how to look for pages that moved.
    pub renames: Option<Renames>,
}

/// How to look for pages that moved: among what was removed and what was added.
#[derive(Clone, Copy, Debug)]
pub struct Renames {
    /// Least score of a rename, 0 to 1,000.
    pub threshold: u16,
    /// Also find out which renames a server may redirect. Costs a sort of the new addresses.
    pub redirects: bool,
}

impl Default for Renames {
    fn default() -> Renames {
        Renames { threshold: 500, redirects: false }
    }
}
