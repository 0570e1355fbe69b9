//! Which renames a server may redirect: never an address that is served still, so that no redirect
//! leads to another, let alone in a circle.

use crate::address::{Address, asked, is_host, without_port};
use urlset_core::Result;
use urlset_store::{Sorted, Sorter, Store, damaged};

/// Whether a server may redirect the old address of a renamed page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Redirect {
    /// [`crate::Renames::redirects`] was not set.
    #[default]
    Unknown,
    /// It may.
    Allowed,
    /// It may, if it minds case: another address that is served or redirected differs by case only.
    CaseMatters,
    /// It must not: the new set has the address still, perhaps over another scheme or in another
    /// spelling.
    Served,
    /// It must not: another page left the same address but for its scheme or port, or more than 16
    /// did but for case, and one request cannot go to several pages.
    Ambiguous,
    /// It must not: part of a page, or a host that is neither a name nor an address, is nothing that
    /// a server is asked for.
    Unseen,
}

impl Redirect {
    pub(crate) fn to_byte(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_byte(byte: u8) -> Redirect {
        use Redirect::{Allowed, Ambiguous, CaseMatters, Served, Unknown, Unseen};
        let all = [Unknown, Allowed, CaseMatters, Served, Ambiguous];
        all.get(usize::from(byte)).copied().unwrap_or(Unseen)
    }
}

/// Different addresses that differ by case only, beyond which they are not told apart.
const MOST: usize = 16;

/// Takes every address that is served, and those that are to be redirected.
pub(crate) struct Alive<'s> {
    sorter: Sorter<'s>,
    buffer: String,
}

impl<'s> Alive<'s> {
    pub(crate) fn new(store: &'s Store) -> Alive<'s> {
        Alive { sorter: Sorter::new(store), buffer: String::new() }
    }

    /// An address of the new set.
    pub(crate) fn stays(&mut self, loc: &str) -> Result<()> {
        self.push(loc, None)
    }

    /// The old address of the renamed page that has this number among the new ones.
    pub(crate) fn leaves(&mut self, loc: &str, page: u64) -> Result<()> {
        self.push(loc, Some(page))
    }

    fn push(&mut self, loc: &str, page: Option<u64>) -> Result<()> {
        let asked = asked(loc, &mut self.buffer);
        let Some(address) = Address::of(&asked) else {
            return Ok(());
        };
        // Part of a page is no address of its own: nothing to redirect, but one that is served.
        if page.is_some() && (address.fragment || !is_host(address.authority)) {
            return Ok(());
        }
        // What a server sees: without scheme and port, which it may not know behind a proxy.
        let seen = format!("{}{}", without_port(address.authority), address.request);
        let page = page.map_or(Vec::new(), |page| page.to_be_bytes().to_vec());
        let payload = [&[u8::from(!page.is_empty())], &*page, seen.as_bytes()].concat();
        self.sorter.push(seen.to_ascii_lowercase().as_bytes(), &payload)
    }

    /// By number of the new page, what may be done; one that is missing is [`Redirect::Unseen`].
    pub(crate) fn verdicts(self, store: &Store) -> Result<Sorted> {
        let (mut sorted, mut verdicts) = (self.sorter.finish()?, Sorter::new(store));
        let mut group = Group::default();
        while let Some((key, payload)) = sorted.read()? {
            if key != &*group.key {
                group.settle(&mut verdicts)?;
                group.begin(key);
            }
            group.add(payload, &mut verdicts)?;
        }
        group.settle(&mut verdicts)?;
        verdicts.finish()
    }
}

/// Addresses that differ by case only.
#[derive(Default)]
struct Group {
    key: Vec<u8>,
    served: Vec<Vec<u8>>,
    /// Addresses that are to be redirected, and the number of the new page.
    leaving: Vec<(Vec<u8>, [u8; 8])>,
    crowded: bool,
}

impl Group {
    fn begin(&mut self, key: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(key);
        self.served.clear();
        self.leaving.clear();
        self.crowded = false;
    }

    fn add(&mut self, payload: &[u8], verdicts: &mut Sorter<'_>) -> Result<()> {
        let (leaves, rest) = payload.split_first().ok_or_else(damaged)?;
        let full = self.served.len().max(self.leaving.len()) >= MOST;
        if *leaves == 0 {
            let known = self.served.iter().any(|known| known == rest);
            self.crowded |= full && !known;
            if !known && !full {
                self.served.push(rest.to_vec());
            }
            return Ok(());
        }
        let (page, seen) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        self.crowded |= full;
        if full {
            return verdicts.push(page, &[Redirect::Ambiguous.to_byte()]);
        }
        self.leaving.push((seen.to_vec(), *page));
        Ok(())
    }

    fn settle(&self, verdicts: &mut Sorter<'_>) -> Result<()> {
        for (seen, page) in &self.leaving {
            let same = self.leaving.iter().filter(|(other, _)| other == seen).count();
            let redirect = if self.served.contains(seen) {
                Redirect::Served
            } else if self.crowded || same > 1 {
                Redirect::Ambiguous
            } else if self.served.is_empty() && self.leaving.len() == 1 {
                Redirect::Allowed
            } else {
                Redirect::CaseMatters
            };
            verdicts.push(page, &[redirect.to_byte()])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Alive, Redirect};
    use urlset_store::Store;

    #[test]
    fn what_browsers_ask_for_in_one_way_is_one_address() {
        for (old, new, verdict) in [
            ("http://h/a\\b", "https://h/a/b", Redirect::Served),
            ("http://h/?it's", "http://h/?it%27s", Redirect::Served),
            ("http://h/it's", "http://h/it%27s", Redirect::Allowed),
        ] {
            let store = Store::new(1 << 20, None);
            let mut alive = Alive::new(&store);
            alive.leaves(old, 7).unwrap();
            alive.stays(new).unwrap();
            let mut verdicts = alive.verdicts(&store).unwrap();
            let (page, byte) = verdicts.read().unwrap().unwrap();
            assert_eq!((page, byte), (&7_u64.to_be_bytes()[..], &[verdict.to_byte()][..]), "{old}");
        }
    }
}
