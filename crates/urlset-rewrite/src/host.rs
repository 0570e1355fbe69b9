//! One host in place of another.

use crate::BadRewrite;
use crate::address::{Address, is_plain};
use std::borrow::Cow;
use url::Host;

/// One host in place of another.
#[derive(Clone, Debug)]
pub(crate) struct HostRule {
    /// As it was asked.
    pub(crate) text: Box<str>,
    old: Named,
    new: Named,
}

#[derive(Clone, Debug)]
struct Named {
    /// As the `url` crate spells it.
    canonical: Box<str>,
    /// As it is written into URLs.
    written: Box<str>,
    /// With its colon; empty for none.
    port: Box<str>,
    number: Option<u16>,
}

impl HostRule {
    /// Reads `OLD[:PORT]=NEW[:PORT]`.
    pub(crate) fn parse(text: &str) -> Result<HostRule, BadRewrite> {
        // No host has an equals sign, though the `url` crate takes it.
        let sides = text.split_once('=').filter(|(_, new)| !new.contains('='));
        let (old, new) = sides.ok_or_else(|| BadRewrite::Form(text.into()))?;
        let (old, new) = (Named::parse(old)?, Named::parse(new)?);
        if !new.is_writable() {
            return Err(BadRewrite::Host(sides.map_or(text, |(_, new)| new).into()));
        }
        Ok(HostRule { text: text.into(), old, new })
    }

    /// Whether both are for the same URLs.
    pub(crate) fn overlaps(&self, other: &HostRule) -> bool {
        self.old.canonical == other.old.canonical && self.old.number == other.old.number
    }

    /// One with a port goes before one for every port.
    pub(crate) fn has_port(&self) -> bool {
        self.old.number.is_some()
    }

    pub(crate) fn matches(&self, host: &str, address: &Address<'_>) -> bool {
        self.old.canonical.eq_ignore_ascii_case(host)
            && (self.old.number.is_none() || self.old.number == address.port_number())
    }

    /// Whether it says what port the new URL has.
    pub(crate) fn names_port(&self) -> bool {
        self.old.number.is_some() || self.new.number.is_some()
    }

    /// The new host, and the new port. Where neither side of the rule names a port, the one of the
    /// URL stays.
    pub(crate) fn apply<'t>(&'t self, address: &Address<'t>) -> (&'t str, &'t str) {
        // A host that is only spelt in another way needs no change.
        let host = match self.old.canonical == self.new.canonical {
            true => address.host,
            false => &self.new.written,
        };
        (host, if self.names_port() { &self.new.port } else { address.port })
    }

    /// Whether a text has a link to the old host in it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let old = &*self.old.written;
        text.match_indices("//").any(|(at, slashes)| {
            let host = text.get(at + slashes.len()..).unwrap_or_default();
            host.get(..old.len()).is_some_and(|head| head.eq_ignore_ascii_case(old))
                && !host.get(old.len()..).is_some_and(|tail| {
                    tail.starts_with(|c: char| c.is_alphanumeric() || "-.".contains(c))
                })
        })
    }
}

impl Named {
    fn parse(text: &str) -> Result<Named, BadRewrite> {
        let bad = || BadRewrite::Host(text.into());
        let name =
            text.rfind(']').map_or_else(|| text.find(':').unwrap_or(text.len()), |at| at + 1);
        let (host, port) = text.split_at_checked(name).ok_or_else(bad)?;
        let number = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            number => Some(number.and_then(|port| port.parse::<u16>().ok()).ok_or_else(bad)?),
        };
        let canonical = Host::parse(host).map_err(|_| bad())?.to_string();
        Ok(Named { canonical: canonical.into(), written: host.into(), port: port.into(), number })
    }
}

impl Named {
    /// Whether every reader takes it as a host as it is written: the `url` crate also takes `*.x` and
    /// `b;c`, and reads `%41.de` as another.
    fn is_writable(&self) -> bool {
        let name = self.canonical.strip_suffix('.').unwrap_or(&self.canonical);
        let is_name = is_plain(name) && name.split('.').all(|label| !label.is_empty());
        let itself = !self.written.is_ascii() || self.canonical.eq_ignore_ascii_case(&self.written);
        self.canonical.starts_with('[') || (is_name && itself && !self.written.contains('%'))
    }
}

/// The host as the `url` crate spells it, where it is more than plain letters or may be an address.
pub(crate) fn canonical(host: &str) -> Cow<'_, str> {
    // What ends in a number is an IPv4 address (WHATWG URL), as `0x7f.1` is.
    let name = host.strip_suffix('.').unwrap_or(host);
    let last = name.rsplit('.').next().unwrap_or_default();
    if is_plain(host) && !last.starts_with(|c: char| c.is_ascii_digit()) {
        return Cow::Borrowed(host);
    }
    Host::parse(host).map_or(Cow::Borrowed(host), |host| Cow::Owned(host.to_string()))
}
