//! The figures themselves: plain values, in the order in which they are told.

use serde::Serialize;

/// Everything that is known of a set. What nobody looked at is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Pages that are listed.
    pub urls: u64,
    /// Those of them that another entry lists as well: as many as a set without repetition has less.
    pub repeated: u64,
    /// Documents that could not be read, as far as they are named: what they list is in no figure.
    pub not_read: u64,
    /// Entries that were left out for what is wrong with them: they are in no other figure.
    pub dropped: u64,
    /// Fields that were left out so, of entries that were kept.
    pub dropped_fields: u64,
    /// Bytes of all files, inflated where they are compressed.
    pub bytes: u64,
    /// Bytes of all files as they are stored.
    pub stored: u64,
    /// What a file may hold.
    pub limits: Limits,
    /// Every file, in the order in which they were read.
    pub files: Vec<File>,
    /// The protocol's fields, then extensions, and how many entries have them.
    pub coverage: Vec<Coverage>,
    /// How entries are spread over the values of each key.
    pub histograms: Vec<Histogram>,
    /// When pages changed, by their own account.
    pub dates: Dates,
    /// Language versions; `None` where nobody looked.
    pub hreflang: Option<Hreflang>,
    /// What is wrong; `None` where nobody looked.
    pub findings: Option<Findings>,
    /// What another set has and has not; `None` where there is none to compare with.
    pub comparison: Option<Comparison>,
    /// How the figures were made.
    pub provenance: Provenance,
}

impl Figures {
    /// The histogram of a key by its name.
    pub fn histogram(&self, by: &str) -> Option<&Histogram> {
        self.histograms.iter().find(|histogram| histogram.by == by)
    }
}

/// What one file may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Entries.
    pub entries: u64,
    /// Bytes before compression.
    pub bytes: u64,
}

impl Default for Limits {
    /// Those of the protocol (sitemaps.org, XML tag definitions).
    fn default() -> Limits {
        Limits { entries: 50_000, bytes: 52_428_800 }
    }
}

/// One file of the set.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct File {
    /// Its name.
    pub path: String,
    /// `urlset`, `sitemapindex` or `robots`.
    pub kind: &'static str,
    /// Its format.
    pub format: String,
    /// Entries that were read of it.
    pub entries: u64,
    /// Bytes before compression; of a file that is cut those that were read.
    pub bytes: u64,
    /// Bytes as it is stored.
    pub stored: u64,
    /// Whether it could not be read to its end: what comes after is in no figure.
    pub cut: bool,
    /// What it could still take.
    pub room: Room,
}

/// How much is left under the limits; less than 0 where a file is over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Room {
    /// Entries.
    pub entries: i64,
    /// Bytes before compression.
    pub bytes: i64,
}

impl Limits {
    /// What is left of them.
    pub fn room(&self, entries: u64, bytes: u64) -> Room {
        let left = |most: u64, used: u64| {
            i64::try_from(most).unwrap_or(i64::MAX) - i64::try_from(used).unwrap_or(i64::MAX)
        };
        Room { entries: left(self.entries, entries), bytes: left(self.bytes, bytes) }
    }
}

/// How many entries have a field or an extension.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Its name as in JSON Lines; of an element that no extension claims its own name, as first written.
    pub field: String,
    /// Of such an element its namespace. `others` without one are those that are counted together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Entries that have it.
    pub entries: u64,
    /// How often it is there.
    pub items: u64,
}

/// Entries by the values of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Histogram {
    /// The key's name, as in `--by`.
    pub by: String,
    /// How many values there are.
    pub distinct: u64,
    /// The most frequent values: in their own order where they have one, as `depth`, else the most
    /// frequent first. Of dates the last, and `undated` behind them.
    pub bins: Vec<Bin>,
    /// All other values together.
    pub others: Others,
}

impl Histogram {
    /// The entries of one value; 0 where it is not among the most frequent.
    pub fn of(&self, value: &str) -> u64 {
        self.bins.iter().find(|bin| bin.value == value).map_or(0, |bin| bin.entries)
    }

    /// Entries of all values.
    pub fn entries(&self) -> u64 {
        self.bins.iter().map(|bin| bin.entries).sum::<u64>() + self.others.entries
    }
}

/// One value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The value.
    pub value: String,
    /// Entries that have it.
    pub entries: u64,
}

/// Values that are counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Others {
    /// How many values.
    pub values: u64,
    /// Entries that have one of them.
    pub entries: u64,
}

/// When pages changed, by their own account. Times count as they are written, in whatever zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Dates {
    /// Entries with a date.
    pub dated: u64,
    /// The first instant of all dates, as written.
    pub oldest: Option<String>,
    /// The last.
    pub newest: Option<String>,
    /// Dates that say a year or a month only.
    pub reduced: u64,
    /// Dates that say a day and no time.
    pub days: u64,
    /// Dates that say a time.
    pub times: u64,
    /// Those of them that say midnight, in their own zone.
    pub midnight: u64,
    /// Dates later than the time of the run, wherever they were written; `None` where that is not known.
    pub future: Option<u64>,
    /// By the day of the week, Monday first; dates that say at least a day.
    pub weekdays: [u64; 7],
    /// By the day of the week, Monday first, and the hour; dates that say a time.
    pub hours: [[u64; 24]; 7],
    /// The dates that most entries have, as written. Many entries with one date, to the second, were
    /// hardly changed at once.
    pub frequent: Histogram,
}

/// Language versions of the pages of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hreflang {
    /// Entries that list versions.
    pub linking: u64,
    /// Links by language.
    pub links: u64,
    /// Links to pages of the set that do not link back.
    pub no_return: u64,
    /// Different sets of versions.
    pub clusters: u64,
    /// Each language, in order of the tags.
    pub languages: Vec<Language>,
    /// Each pair of languages with a link, in order of the tags.
    pub pairs: Vec<Pair>,
}

/// One language of links.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Language {
    /// Its tag, or `others` for those that are counted together.
    pub tag: String,
    /// Pages of the set that are listed under it.
    pub pages: u64,
    /// Links under it.
    pub links: u64,
    /// Those to pages of the set that do not link back.
    pub no_return: u64,
}

/// Links from pages in one language to pages in another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The language of the page that has the link; empty where it names none as its own.
    pub from: String,
    /// The language it lists the other under.
    pub to: String,
    /// How many.
    pub links: u64,
    /// Those to pages of the set that do not link back.
    pub no_return: u64,
}

/// What is wrong, by rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// For whom it was weighed.
    pub profile: String,
    /// Errors.
    pub error: u64,
    /// Warnings.
    pub warning: u64,
    /// Notes.
    pub note: u64,
    /// Rules, the gravest first, then the most frequent.
    pub rules: Vec<Found>,
}

/// What was found of one rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// The rule's id.
    pub rule: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// How often.
    pub found: u64,
    /// Entries that were left out because of it.
    pub dropped: u64,
    /// What is wrong, in a line.
    pub message: &'static str,
    /// A way out.
    pub help: &'static str,
    /// Where it was found first.
    pub first: Vec<Place>,
}

/// Where something was found, and what stood there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file.
    pub path: String,
    /// Line, from 1; 0 where it is about the file as a whole.
    pub line: u32,
    /// Column, from 1; 0 where it is about the file as a whole.
    pub column: u32,
    /// What exactly.
    pub detail: String,
    /// The page it is about.
    pub loc: String,
    /// The text of the file around it.
    pub excerpt: String,
}

/// What another set has and has not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The set as it was.
    pub against: Vec<String>,
    /// Whether both sets were read whole; what is missing from one counts as added or removed.
    pub whole: bool,
    /// Entries of the set as it was.
    pub old: u64,
    /// Entries of the set as it was that were left out for what is wrong with them.
    pub old_dropped: u64,
    /// Entries of the set as it is.
    pub new: u64,
    /// Entries of the set as it is only.
    pub added: u64,
    /// Entries of the set as it was only.
    pub removed: u64,
    /// Entries with other fields.
    pub changed: u64,
    /// Entries that are the same.
    pub unchanged: u64,
    /// How many changed entries differ in a field.
    pub fields: Vec<Bin>,
    /// Sections with the most differences.
    pub sections: Vec<Changed>,
    /// Sections that are counted together, and how many differences they have. Those beyond ten thousand
    /// sections are counted in the differences alone.
    pub others: Others,
    /// The first of each kind of difference.
    pub first: Vec<Change>,
}

/// Differences in one section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The section.
    pub section: String,
    /// Entries of the set as it is only.
    pub added: u64,
    /// Entries of the set as it was only.
    pub removed: u64,
    /// Entries with other fields.
    pub changed: u64,
}

/// One difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// `added`, `removed` or `changed`.
    pub change: &'static str,
    /// The page.
    pub loc: String,
    /// The fields that differ.
    pub fields: Vec<&'static str>,
}

/// How the figures were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// What was read, as it was named.
    pub inputs: Vec<String>,
    /// The date that the run was given.
    pub date: Option<String>,
}
