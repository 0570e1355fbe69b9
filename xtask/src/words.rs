//! Words and numbers that look like those of real sites and are the same on every machine.

/// A stream of numbers that depends on its seed alone (SplitMix64).
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The stream of one record, and of one purpose in it.
    pub(crate) fn of(record: u64, purpose: u64) -> Numbers {
        let mut numbers = Numbers(record ^ purpose.rotate_left(40));
        numbers.next();
        numbers
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to but without `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// One of a list.
    pub(crate) fn pick(&mut self, list: &[&'static str]) -> &'static str {
        let at = self.below(list.len() as u64);
        let at = usize::try_from(at).unwrap_or_default();
        list.get(at).copied().unwrap_or_default()
    }

    /// A few words with `between` them.
    pub(crate) fn words(&mut self, count: u64, between: char, out: &mut String) {
        for number in 0..count {
            if number > 0 {
                out.push(between);
            }
            out.push_str(self.pick(WORDS));
        }
    }
}

pub(crate) const HOSTS: &[&str] = &[
    "https://www.example.com",
    "https://shop.example.com",
    "https://www.example.org",
    "https://blog.example.org",
    "https://news.example.net",
    "http://archive.example.net",
];

pub(crate) const SECTIONS: &[&str] = &[
    "blog",
    "catalogue",
    "garden",
    "help",
    "kitchen",
    "news",
    "people",
    "products",
    "recipes",
    "stories",
    "tools",
    "travel",
];

/// Percent-escaped words of several scripts.
pub(crate) const ESCAPED: &[&str] = &[
    "%C3%A9t%C3%A9",
    "stra%C3%9Fe",
    "%E6%9D%B1%E4%BA%AC",
    "%CE%B1%CE%B8%CE%AE%CE%BD%CE%B1",
    "%D0%BA%D0%BD%D0%B8%D0%B3%D0%B0",
    "jalape%C3%B1o",
];

const WORDS: &[&str] = &[
    "amber", "apple", "ash", "barley", "basin", "beech", "bell", "birch", "bread", "brook",
    "brush", "button", "candle", "cedar", "chalk", "cherry", "clay", "clover", "cobalt", "copper",
    "coral", "cork", "cradle", "dawn", "drift", "dune", "elder", "ember", "fable", "feather",
    "fern", "field", "flint", "flour", "fox", "frost", "gate", "ginger", "grain", "granite",
    "grove", "hazel", "heather", "hill", "honey", "ink", "iris", "ivory", "ivy", "juniper", "kite",
    "lantern", "larch", "lemon", "lichen", "lime", "loom", "lotus", "maple", "marble", "meadow",
    "mint", "moss", "nettle", "oak", "oat", "ochre", "orchard", "otter", "pear", "pebble",
    "pepper", "pine", "plum", "poppy", "quartz", "quill", "raven", "reed", "ridge", "rope", "rye",
    "sable", "saffron", "sage", "salt", "sand", "shale", "shell", "slate", "sparrow", "spruce",
    "stone", "straw", "sugar", "swallow", "tallow", "thistle", "thyme", "timber", "topaz", "tulip",
    "velvet", "violet", "walnut", "wheat", "willow", "wren",
];
