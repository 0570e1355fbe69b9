//! Finds the addresses of a host, and gives only those that may be asked: what is checked is what is
//! connected to.

use crate::address::is_public;
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Hosts that a user typed: those may be in private networks.
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

impl Resolver for Guarded {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
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
