//! Locs of entries that follow each other: all that a list of addresses has, or becomes.

use alloc::string::String;
use alloc::vec::Vec;

/// Locs of entries that follow each other, about which there is nothing to tell. Who has nothing but
/// locs, or wants nothing else, takes them so from [`EntryReader::read_locs`](crate::EntryReader::read_locs) to
/// [`EntryWriter::write_locs`](crate::EntryWriter::write_locs), for a fraction of what entries cost.
///
/// ```
/// use urlset_core::Locs;
///
/// let mut locs = Locs::default();
/// locs.most = 2;
/// locs.push("https://example.com/", true);
/// assert_eq!((locs.lines(), locs.len(), locs.room()), ("https://example.com/\n", 1, 1));
/// assert_eq!(locs.iter().next(), Some(("https://example.com/", true)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Locs {
    /// How many it takes at most.
    pub most: u64,
    /// How many of the entries have a `lastmod`, a `changefreq`, a `priority`, which nobody takes; an entry
    /// with one of those that are `None` does not go here.
    pub left: [Option<u64>; 3],
    lines: String,
    /// Where each ends, in the lines, and whether it is bare.
    ends: Vec<(usize, bool)>,
}

impl Locs {
    /// Takes a loc without faults ([`Loc::is_known_faultless`](crate::Loc::is_known_faultless)); bare where
    /// it is known to have nothing that markup escapes.
    #[inline]
    pub fn push(&mut self, loc: &str, is_bare: bool) {
        self.lines.push_str(loc);
        self.ends.push((self.lines.len(), is_bare));
        self.lines.push('\n');
    }

    /// The locs, and whether each is known to be bare.
    pub fn iter(&self) -> impl Iterator<Item = (&str, bool)> {
        let mut start = 0;
        self.ends.iter().map(move |(end, is_bare)| {
            let loc = self.lines.get(start..*end).unwrap_or_default();
            start = end + 1;
            (loc, *is_bare)
        })
    }

    /// The locs, a line feed behind each.
    pub fn lines(&self) -> &str {
        &self.lines
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many more it takes.
    pub fn room(&self) -> u64 {
        self.most.saturating_sub(self.len())
    }

    /// Forgets the locs; what entries have beside them stays counted.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.ends.clear();
    }
}
