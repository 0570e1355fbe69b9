//! Finds the addresses of a host, and gives only those that may be asked: what is checked is what is
//! connected to.

use crate::address::is_public;
use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Hosts that a user typed and that are private in themselves: these may be asked.
pub(crate) type Typed = Arc<RwLock<HashSet<String>>>;

#[derive(Debug)]
pub(crate) struct Guarded {
    inner: DefaultResolver,
    typed: Typed,
    allow_private: bool,
}

/// A host has no address that may be asked.
#[derive(Debug)]
pub(crate) struct Private(pub(crate) SocketAddr);

impl std::fmt::Display for Private {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is no public address", self.0.ip())
    }
}

impl std::error::Error for Private {}

impl Guarded {
    pub(crate) fn new(typed: Typed, allow_private: bool) -> Guarded {
        Guarded { inner: DefaultResolver::default(), typed, allow_private }
    }
}

/// Whether a host says of itself where it is: an address, or this machine by its name (RFC 6761,
/// section 6.3). Who types another name has not typed what it resolves to.
pub(crate) fn says_where(host: &str) -> bool {
    let name = host.trim_end_matches('.');
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.ends_with(".localhost") || bare.parse::<IpAddr>().is_ok()
}

impl Resolver for Guarded {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        self.judge(uri.host().unwrap_or_default(), found)
    }
}

impl Guarded {
    /// What a host resolved to, as far as it may be asked.
    fn judge(
        &self,
        host: &str,
        found: ResolvedSocketAddrs,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let typed = self.typed.read().unwrap_or_else(PoisonError::into_inner).contains(host);
        if self.allow_private || typed {
            return Ok(found);
        }
        let mut public = self.empty();
        found.iter().filter(|address| is_public(address.ip())).for_each(|one| public.push(*one));
        match found.iter().next() {
            Some(first) if public.is_empty() => Err(ureq::Error::Other(Box::new(Private(*first)))),
            _ => Ok(public),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guarded, Typed, says_where};
    use std::net::SocketAddr;
    use ureq::unversioned::resolver::Resolver;

    #[test]
    fn what_a_name_resolves_to_is_judged() {
        let asks = |host: &str, addresses: &[&str], allow_private: bool| {
            let typed = Typed::default();
            typed.write().unwrap().insert("10.0.0.1".into());
            let guarded = Guarded::new(typed, allow_private);
            let mut found = guarded.empty();
            for address in addresses {
                found.push(SocketAddr::new(address.parse().unwrap(), 80));
            }
            let judged = guarded.judge(host, found).map_err(|error| error.to_string())?;
            Ok::<_, String>(judged.iter().map(|one| one.ip().to_string()).collect::<Vec<_>>())
        };
        let name = "www.example.com";
        let refused = asks(name, &["10.0.0.1", "::1"], false).unwrap_err();
        assert!(refused.ends_with("10.0.0.1 is no public address"), "{refused}");
        let public = ["93.184.216.34".to_owned()];
        assert_eq!(asks(name, &["127.0.0.1", "93.184.216.34"], false).unwrap(), public);
        assert_eq!(asks(name, &["10.0.0.1"], true).unwrap(), ["10.0.0.1"]);
        assert_eq!(asks("10.0.0.1", &["10.0.0.1"], false).unwrap(), ["10.0.0.1"], "typed");
    }

    #[test]
    fn names_that_say_where_they_are() {
        for host in ["localhost", "localhost.", "a.localhost", "127.0.0.1", "[::1]", "[fd00::1]"] {
            assert!(says_where(host), "{host}");
        }
        for host in ["www.example.com", "localhost.example.com", "notlocalhost", "intranet", ""] {
            assert!(!says_where(host), "{host}");
        }
    }
}
