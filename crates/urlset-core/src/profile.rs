//! Whom a document is for: what one consumer asks of it (spec section 0.2).

/// A consumer of sitemaps. What each rule weighs for it stands with the rule
/// ([`crate::Rule::profiles`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The protocol as published.
    SitemapsOrg,
    /// Google Search.
    Google,
    /// Bing.
    Bing,
    /// Yandex.
    Yandex,
    /// The protocol before its limits grew in 2016.
    Legacy,
    /// What the published schemas accept, no more and no less.
    StrictXsd,
}

impl Profile {
    /// All of them, in the order of [`crate::Rule::profiles`].
    pub const ALL: [Profile; 6] = [
        Profile::SitemapsOrg,
        Profile::Google,
        Profile::Bing,
        Profile::Yandex,
        Profile::Legacy,
        Profile::StrictXsd,
    ];

    /// Its name in commands and reports: `sitemaps.org`.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::SitemapsOrg => "sitemaps.org",
            Profile::Google => "google",
            Profile::Bing => "bing",
            Profile::Yandex => "yandex",
            Profile::Legacy => "legacy",
            Profile::StrictXsd => "strict-xsd",
        }
    }

    /// Who it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Profile::SitemapsOrg => "the protocol as published",
            Profile::Google => "Google Search",
            Profile::Bing => "Bing",
            Profile::Yandex => "Yandex",
            Profile::Legacy => "the protocol before 2016",
            Profile::StrictXsd => "what the published schemas accept",
        }
    }

    /// Most entries of one file; `None` where there is no limit.
    pub const fn entries(self) -> Option<u64> {
        match self {
            Profile::StrictXsd => None,
            _ => Some(50_000),
        }
    }

    /// Most bytes of one file, uncompressed; `None` where there is no limit.
    pub const fn bytes(self) -> Option<u64> {
        match self {
            Profile::StrictXsd => None,
            Profile::Legacy => Some(10_485_760),
            _ => Some(52_428_800),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Profile;
    use crate::{Severity, rules};

    #[test]
    fn a_rule_weighs_as_its_row_says() {
        let of = |profile| rules::LOC_NOT_ESCAPED.severity_in(profile);
        assert_eq!(
            Profile::ALL.map(of),
            [
                Some(Severity::Error),
                Some(Severity::Warning),
                Some(Severity::Warning),
                Some(Severity::Note),
                Some(Severity::Warning),
                None
            ]
        );
    }
}
