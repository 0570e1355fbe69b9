//! Takes out of two sets, of which the entries of one key stand together, what is the same in both: what is left
//! compares as all of it.

use crate::How;
use crate::fields::differing;
use urlset_core::Entry;

/// Entries of one key that are held. Of a key that stands more often, all are left.
const WINDOW: usize = 64;

/// What was taken out: it is no difference, but counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Entries of each set.
    pub unchanged: u64,
    /// Those among them whose key stood there before.
    pub repeated: u64,
}

/// An entry that is looked at, with what its owner knows of it.
#[derive(Debug)]
struct Held<T> {
    key: String,
    entry: Entry,
    is_new: bool,
    of: T,
}

/// Takes the entries of groups, of which each has all those of its keys: first those of the old set.
///
/// Only where a group has one key, and its entries are the same one by one, are they taken out. So nothing that is
/// left is compared with other entries than it would be otherwise, also where one looks for pages that moved; but
/// which of these a server may redirect ([`crate::Renames::redirects`]) takes all entries to know.
#[derive(Debug)]
pub struct Alike<T> {
    how: How,
    held: Vec<Held<T>>,
    /// The group is larger than what is held: it is left.
    large: bool,
    counted: Counted,
    fields: Vec<&'static str>,
}

impl std::ops::AddAssign for Counted {
    fn add_assign(&mut self, other: Counted) {
        self.unchanged += other.unchanged;
        self.repeated += other.repeated;
    }
}

impl<T> Alike<T> {
    /// Nothing yet.
    pub fn new(how: &How) -> Alike<T> {
        let (held, fields) = (Vec::new(), Vec::new());
        Alike { how: how.clone(), held, large: false, counted: Counted::default(), fields }
    }

    /// Takes the next entry of the group; `left` is given those of which it is clear that they are left.
    pub fn push(&mut self, entry: Entry, is_new: bool, of: T, left: &mut impl FnMut(T)) {
        if self.large {
            return left(of);
        }
        let mut buffer = String::new();
        let key = self.how.key.of(entry.loc.as_str(), &mut buffer).to_owned();
        self.held.push(Held { key, entry, is_new, of });
        if self.held.len() > 2 * WINDOW {
            self.large = true;
            self.held.drain(..).for_each(|held| left(held.of));
        }
    }

    /// Ends a group.
    pub fn end(&mut self, left: &mut impl FnMut(T)) {
        self.large = false;
        if self.is_alike() {
            let pairs = self.held.len() as u64 / 2;
            self.counted.unchanged += pairs;
            self.counted.repeated += pairs.saturating_sub(1);
            self.held.clear();
        }
        self.held.drain(..).for_each(|held| left(held.of));
    }

    fn is_alike(&mut self) -> bool {
        let (olds, news) = self.held.split_at(self.held.len() / 2);
        let fields = &mut self.fields;
        olds.len() == news.len()
            && olds.iter().zip(news).all(|(old, new)| {
                fields.clear();
                differing(&old.entry, &new.entry, &self.how, fields);
                !old.is_new && new.is_new && old.key == new.key && fields.is_empty()
            })
            && olds.iter().zip(olds.iter().skip(1)).all(|(one, next)| one.key == next.key)
    }

    /// What was taken out.
    pub fn counted(&self) -> Counted {
        self.counted
    }
}
