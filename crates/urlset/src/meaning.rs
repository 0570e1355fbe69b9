//! What a finding means for a run, beside what it cost.

use urlset_core::Rule;

/// What a rule means for a run, whatever its findings cost: exit codes go by it, and whether a result
/// may be taken for the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A limit was hit.
    Limit,
    /// Where nothing could be read, who reads it can settle it.
    Unsettled,
    /// As an error: an input could not be read or recognised.
    Unread,
    /// Where nothing could be read, an input could not.
    Packed,
    /// What counts is what was lost.
    Data,
}

impl Meaning {
    /// Of a rule.
    ///
    /// ```
    /// use urlset::{Meaning, rules::LOC_RELATIVE, rules::ZERO_BYTES};
    ///
    /// assert_eq!(Meaning::of(&ZERO_BYTES), Meaning::Unread);
    /// assert_eq!(Meaning::of(&LOC_RELATIVE), Meaning::Data);
    /// ```
    pub fn of(rule: &Rule) -> Meaning {
        match rule.id {
            "file/gzip-bomb" | "xml/too-deep" => Meaning::Limit,
            id if id.starts_with("limit/") => Meaning::Limit,
            "csv/ambiguous-column" | "csv/no-such-column" | "csv/unknown-field" => {
                Meaning::Unsettled
            }
            // Zstandard is read, though it is no compression of sitemaps.
            "file/not-gzip-compression" => Meaning::Packed,
            "file/unreadable"
            | "file/changed"
            | "file/unknown-format"
            | "file/html-not-sitemap"
            | "file/zero-bytes"
            | "schema/unknown-root"
            | "xml/no-root"
            | "csv/no-url-column"
            | "csv/quoted-rows"
            | "file/write-only-format"
            | "index/child-missing"
            | "index/child-unsafe" => Meaning::Unread,
            id if id.starts_with("fetch/") => Meaning::Unread,
            _ => Meaning::Data,
        }
    }
}
