//! How often a page is likely to change.

use crate::{Rule, rules};

/// The seven values of the protocol (sitemaps.org, XML tag definitions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the protocol's own words")]
pub enum Changefreq {
    Always,
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Yearly,
    Never,
}

impl Changefreq {
    /// All seven, most frequent first.
    pub const ALL: [Changefreq; 7] = [
        Changefreq::Always,
        Changefreq::Hourly,
        Changefreq::Daily,
        Changefreq::Weekly,
        Changefreq::Monthly,
        Changefreq::Yearly,
        Changefreq::Never,
    ];

    /// The word as the protocol writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Changefreq::Always => "always",
            Changefreq::Hourly => "hourly",
            Changefreq::Daily => "daily",
            Changefreq::Weekly => "weekly",
            Changefreq::Monthly => "monthly",
            Changefreq::Yearly => "yearly",
            Changefreq::Never => "never",
        }
    }

    /// Reads the exact word.
    ///
    /// # Errors
    /// `changefreq/case` for the right word in other letters or padded, which
    /// [`Changefreq::parse_loose`] reads; `changefreq/invalid` for anything else.
    pub fn parse(text: &str) -> Result<Changefreq, &'static Rule> {
        match Changefreq::exact(text.as_bytes()) {
            Some(word) => Ok(word),
            None if Changefreq::parse_loose(text).is_some() => Err(&rules::CHANGEFREQ_CASE),
            None => Err(&rules::CHANGEFREQ_INVALID),
        }
    }

    #[inline]
    pub(crate) fn exact(text: &[u8]) -> Option<Changefreq> {
        Some(match text {
            b"always" => Changefreq::Always,
            b"hourly" => Changefreq::Hourly,
            b"daily" => Changefreq::Daily,
            b"weekly" => Changefreq::Weekly,
            b"monthly" => Changefreq::Monthly,
            b"yearly" => Changefreq::Yearly,
            b"never" => Changefreq::Never,
            _ => return None,
        })
    }

    /// Reads the word in any case and with space around it.
    pub fn parse_loose(text: &str) -> Option<Changefreq> {
        let text = text.trim();
        Changefreq::ALL.into_iter().find(|word| word.as_str().eq_ignore_ascii_case(text))
    }
}

impl core::fmt::Display for Changefreq {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}
