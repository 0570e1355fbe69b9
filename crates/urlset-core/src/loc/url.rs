//! From and to `url::Url`.

use super::Loc;
use crate::{Rule, rules};
use url::Url;

/// The address as that crate spells it: nothing is lost.
impl From<&Url> for Loc {
    fn from(url: &Url) -> Loc {
        Loc::new(url.as_str())
    }
}

/// The address as that crate spells it: nothing is lost.
impl From<Url> for Loc {
    fn from(url: Url) -> Loc {
        Loc::from(&url)
    }
}

/// The address as browsers take it, in their spelling: `https://EXAMPLE.com/ä` becomes
/// `https://example.com/%C3%A4`. The loc itself keeps its own. What browsers mend in silence is
/// refused: white space, a missing slash, a backslash after the scheme. What the URL Standard resolves is
/// not: `/a/../b` becomes `/b`, a backslash in the path `/`, the port of the scheme goes, the host
/// `127.1` becomes `127.0.0.1`, and a soft hyphen in a host vanishes. Compare texts where that matters.
impl TryFrom<&Loc> for Url {
    /// The first of [`Loc::errors`], or `loc/invalid-syntax`.
    type Error = &'static Rule;

    fn try_from(loc: &Loc) -> Result<Url, &'static Rule> {
        match loc.errors().next() {
            Some(rule) => Err(rule),
            None => Url::parse(loc.as_str()).map_err(|_| &rules::LOC_SYNTAX),
        }
    }
}
