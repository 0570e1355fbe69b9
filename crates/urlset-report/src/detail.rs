//! How much a page shows. One that would be too large is made again with less.

/// Bounds of what a page shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    /// Values of a histogram.
    pub(crate) rows: usize,
    /// Files.
    pub(crate) files: usize,
    /// Months.
    pub(crate) months: usize,
    /// Languages of the matrix.
    pub(crate) languages: usize,
    /// Rules.
    pub(crate) rules: usize,
    /// Places of a rule.
    pub(crate) places: usize,
    /// Differences of each kind.
    pub(crate) changes: usize,
    /// Characters of a text.
    pub(crate) text: usize,
}

impl Detail {
    /// From all that is useful to what always fits.
    pub(crate) const ALL: [Detail; 4] = [
        Detail {
            rows: 20,
            files: 40,
            months: 60,
            languages: 24,
            rules: 400,
            places: 3,
            changes: 10,
            text: 160,
        },
        Detail {
            rows: 15,
            files: 25,
            months: 60,
            languages: 16,
            rules: 200,
            places: 2,
            changes: 6,
            text: 100,
        },
        Detail {
            rows: 10,
            files: 15,
            months: 36,
            languages: 12,
            rules: 100,
            places: 1,
            changes: 3,
            text: 60,
        },
        Detail {
            rows: 6,
            files: 8,
            months: 24,
            languages: 8,
            rules: 40,
            places: 1,
            changes: 2,
            text: 32,
        },
    ];
}
