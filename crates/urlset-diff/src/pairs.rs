//! Which removed and added pages are one: from signals to scored pairs, each page in one at most.

use crate::join::{number, short};
use crate::signals::Signal;
use urlset_core::{Entry, Result};
use urlset_store::{Sorted, Sorter, Store};

/// Pages of one side that may share a value before it says nothing: a logo is no sign of a move. Also
/// what keeps the pairs that are looked at in proportion to the pages.
const MOST: usize = 8;

/// Takes what pages have in common.
pub(crate) struct Signals<'s> {
    sorter: Sorter<'s>,
    key: Vec<u8>,
}

impl<'s> Signals<'s> {
    pub(crate) fn new(store: &'s Store) -> Signals<'s> {
        Signals { sorter: Sorter::new(store), key: Vec::new() }
    }

    /// Takes a page: the number that it has among those of its side.
    pub(crate) fn push(&mut self, is_new: bool, page: u64, entry: &Entry) -> Result<()> {
        let [a, b, c, d, e, f, g, h] = page.to_be_bytes();
        let payload = [u8::from(is_new), a, b, c, d, e, f, g, h];
        crate::signals::each_signal(entry, |signal, value| {
            self.key.clear();
            self.key.push(signal as u8);
            self.key.extend_from_slice(value.as_bytes());
            self.sorter.push(&self.key, &payload)
        })
    }

    /// The pairs that reach a score, each page in one at most: the surest first, then in the order of
    /// the old pages, then of the new. Sorted by old page; a row holds new page and score. Takes a bit
    /// for each page.
    pub(crate) fn pairs(
        self,
        threshold: u16,
        (olds, news): (u64, u64),
        store: &'s Store,
    ) -> Result<Sorted> {
        let ranked = rank(candidates(self.sorter.finish()?, store)?, threshold, store)?;
        let mut bits = store.share();
        bits.take((olds + news) / 8);
        choose(ranked, Taken::new(olds), Taken::new(news), store)
    }
}

/// The pages that share one value.
#[derive(Default)]
struct Group {
    key: Vec<u8>,
    /// Old ones, new ones.
    pages: [Vec<u64>; 2],
    crowded: bool,
}

impl Group {
    fn begin(&mut self, key: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(key);
        self.pages.iter_mut().for_each(Vec::clear);
        self.crowded = false;
    }

    fn add(&mut self, mut payload: &[u8]) -> Result<()> {
        let is_new = payload.split_off_first() == Some(&1);
        let page = number(&mut payload)?;
        let [olds, news] = &mut self.pages;
        let pages = if is_new { news } else { olds };
        // One page may have the same value twice.
        if pages.last() == Some(&page) {
            return Ok(());
        }
        if pages.len() == MOST {
            self.crowded = true;
        } else {
            pages.push(page);
        }
        Ok(())
    }

    /// Every pair of its pages, with the weight of what they share: the less, the more others share it.
    fn pairs(&self, sorter: &mut Sorter<'_>) -> Result<()> {
        let [olds, news] = &self.pages;
        let Some((tag, value)) = self.key.split_first().filter(|_| !self.crowded) else {
            return Ok(());
        };
        let Some(signal) = Signal::ALL.get(usize::from(*tag)) else {
            return Ok(());
        };
        let weight = signal.weight(&String::from_utf8_lossy(value));
        let others = u32::try_from(olds.len().max(news.len()).max(1)).unwrap_or(u32::MAX);
        let weight = u16::try_from(weight / others).unwrap_or_default();
        for old in olds {
            for new in news {
                let key = [old.to_be_bytes(), new.to_be_bytes()].concat();
                let [high, low] = weight.to_be_bytes();
                sorter.push(&key, &[*tag, high, low])?;
            }
        }
        Ok(())
    }
}

/// Pairs of pages that share something, by old and new page; a row holds what and its weight.
fn candidates(mut signals: Sorted, store: &Store) -> Result<Sorted> {
    let (mut sorter, mut group) = (Sorter::new(store), Group::default());
    while let Some((key, payload)) = signals.read()? {
        if key != &*group.key {
            group.pairs(&mut sorter)?;
            group.begin(key);
        }
        group.add(payload)?;
    }
    group.pairs(&mut sorter)?;
    sorter.finish()
}

/// Pairs that reach the score, the surest first.
fn rank(mut candidates: Sorted, threshold: u16, store: &Store) -> Result<Sorted> {
    let (mut sorter, mut pair) = (Sorter::new(store), Vec::new());
    let mut weights = [0; Signal::ALL.len()];
    let mut settle = |pair: &[u8], weights: &[u16]| {
        let score = score(weights);
        if pair.is_empty() || score < threshold {
            return Ok(());
        }
        let key = [&(u16::MAX - score).to_be_bytes(), pair].concat();
        sorter.push(&key, &[])
    };
    while let Some((key, payload)) = candidates.read()? {
        if key != &*pair {
            settle(&pair, &weights)?;
            pair.clear();
            pair.extend_from_slice(key);
            weights.fill(0);
        }
        if let [tag, rest @ ..] = payload
            && let Some(weight) = weights.get_mut(usize::from(*tag))
        {
            *weight = short(&mut &*rest)?.max(*weight);
        }
    }
    settle(&pair, &weights)?;
    sorter.finish()
}

/// How sure several signals make it: each takes its share of the doubt that the others leave.
fn score(weights: &[u16]) -> u16 {
    let doubt = weights
        .iter()
        .fold(1_000_000_u64, |doubt, weight| doubt * (1000 - u64::from(*weight).min(1000)) / 1000);
    u16::try_from((1_000_000 - doubt) / 1000).unwrap_or_default()
}

fn choose(mut ranked: Sorted, mut olds: Taken, mut news: Taken, store: &Store) -> Result<Sorted> {
    let mut sorter = Sorter::new(store);
    while let Some((mut key, _)) = ranked.read()? {
        let score = u16::MAX - short(&mut key)?;
        let (old, new) = (number(&mut key)?, number(&mut key)?);
        if olds.has(old) || news.has(new) {
            continue;
        }
        olds.take(old);
        news.take(new);
        let row = [&new.to_be_bytes()[..], &score.to_be_bytes()].concat();
        sorter.push(&old.to_be_bytes(), &row)?;
    }
    sorter.finish()
}

/// Which pages are in a pair.
struct Taken(Vec<u64>);

impl Taken {
    fn new(pages: u64) -> Taken {
        Taken(vec![0; usize::try_from(pages.div_ceil(64)).unwrap_or_default()])
    }

    fn place(page: u64) -> (usize, u64) {
        (usize::try_from(page / 64).unwrap_or(usize::MAX), 1 << (page % 64))
    }

    fn has(&self, page: u64) -> bool {
        let (word, bit) = Taken::place(page);
        self.0.get(word).is_none_or(|word| word & bit != 0)
    }

    fn take(&mut self, page: u64) {
        let (word, bit) = Taken::place(page);
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Signals, score};
    use urlset_core::{Entry, Loc};
    use urlset_store::Store;

    /// Pairs as `old>new score`, by place in the lists.
    fn pairs(olds: &[&str], news: &[&str]) -> Vec<String> {
        let store = Store::new(1 << 20, None);
        let mut signals = Signals::new(&store);
        for (is_new, locs) in [(false, olds), (true, news)] {
            for (page, loc) in locs.iter().enumerate() {
                signals.push(is_new, page as u64, &Entry::new(Loc::new(loc))).unwrap();
            }
        }
        let counts = (olds.len() as u64, news.len() as u64);
        let mut pairs = signals.pairs(500, counts, &store).unwrap();
        let mut told = Vec::new();
        while let Some((mut key, mut row)) = pairs.read().unwrap() {
            let old = super::number(&mut key).unwrap();
            let new = super::number(&mut row).unwrap();
            told.push(format!("{old}>{new} {}", super::short(&mut row).unwrap()));
        }
        told
    }

    #[test]
    fn scores() {
        assert_eq!(score(&[]), 0);
        assert_eq!(score(&[500]), 500);
        assert_eq!(score(&[500, 500]), 750);
        assert_eq!(score(&[1000, 1]), 1000);
    }

    #[test]
    fn signs_of_a_move() {
        for (old, new, expected) in [
            ("http://e.com/mint", "https://www.e.com/mint", "0>0 998"),
            ("https://e.com/shop/mint?a=1", "https://n.com/shop/mint?a=1", "0>0 960"),
            ("https://e.com/Shop/mint/", "https://e.com/shop/mint.html", "0>0 800"),
            ("https://e.com/shop/green-tea", "https://e.com/guides/green-tea", "0>0 500"),
            ("https://e.com/page/2", "https://e.com/list/2", ""),
            ("https://e.com/a", "https://e.com/b", ""),
            ("https://e.com/item?id=1", "https://e.com/item?id=2", ""),
            ("https://e.com/item.php?id=1", "https://e.com/item?id=1", "0>0 800"),
        ] {
            assert_eq!(pairs(&[old], &[new]).join(" "), expected, "{old} {new}");
        }
    }

    #[test]
    fn one_to_one_the_surest_first() {
        let olds = ["https://e.com/a/green-tea", "https://e.com/b/green-tea"];
        let news = ["https://n.com/b/green-tea", "https://n.com/a/green-tea"];
        assert_eq!(pairs(&olds, &news), ["0>1 940", "1>0 940"]);
        // Three say the same of one: none is sure enough.
        let olds = ["https://e.com/a/tea-1", "https://e.com/b/tea-1", "https://e.com/c/tea-1"];
        assert!(pairs(&olds, &["https://e.com/d/tea-1"]).is_empty());
    }

    #[test]
    fn what_many_share_is_no_sign() {
        let locs = |host: &str| -> Vec<String> {
            (0..9).map(|n| format!("https://{host}/{n}/same-page")).collect()
        };
        let (olds, news) = (locs("a.com"), locs("b.com"));
        let (olds, news): (Vec<&str>, Vec<&str>) =
            (olds.iter().map(String::as_str).collect(), news.iter().map(String::as_str).collect());
        // Only the paths are left, and each is its own.
        assert_eq!(pairs(&olds, &news).len(), 9);
        assert!(pairs(&olds, &news).iter().all(|pair| pair.ends_with(" 920")));
    }
}
