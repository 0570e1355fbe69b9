//! What belongs to one sitemap: hosts, schemes, folders, what robots.txt allows.

use crate::address::{Address, DELIMITERS, bare, origin};
use crate::rules::{
    CHILD_NOT_SITEMAP, INDEX_CHILD_DIRECTORY, INDEX_CHILD_HOST, MIXED_HOST, MIXED_SCHEME,
    OTHER_HOST, OTHER_PORT, OTHER_SCHEME, OUTSIDE_PATH, ROBOTS_BLOCKED, ROBOTS_PATTERNS, UNPROVEN,
    WWW_MISMATCH,
};
use crate::{Facts, Robots, Rules, Verdict};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use urlset_core::{Kind, Place, Position, Profile, Result, Rule, Severity, Sink, begins};

/// Sites that are remembered; more are looked at each time.
const MOST_SITES: usize = 1000;

/// Bytes of the origin of a site that is remembered: DNS names have 253 at most (RFC 1035).
const LONGEST_ORIGIN: usize = 300;

/// Hosts that are counted, eight bytes each.
const MOST_HOSTS: usize = 1 << 16;

/// Checks the addresses of one document against its own and against each other. Entries of one site
/// follow each other nearly always, so that only the first of them costs more than a comparison.
#[derive(Debug)]
pub(crate) struct Scope<'f> {
    facts: Facts<'f>,
    index: bool,
    anywhere: bool,
    home: Option<Home>,
    robots: Vec<Rules>,
    /// Scheme, host and port of the last entry as written.
    origin: String,
    site: Site,
    sites: HashMap<Box<str>, Site>,
    /// Hashes, since a host may be as long as a token.
    hosts: HashSet<u64>,
    hasher: RandomState,
    /// Whether the first entry is https.
    https: Option<bool>,
    /// The first host.
    first: Option<Box<str>>,
    /// The first entry of another host: this, where it is, and its loc.
    other: Option<(Box<str>, Position, Box<str>)>,
    mixed_scheme: bool,
}

/// The address of the document.
#[derive(Debug)]
struct Home {
    https: bool,
    host: String,
    port: String,
    folder: String,
    target: String,
    /// All of it in normal form.
    normal: String,
}

/// What holds of all addresses with one scheme, host and port.
#[derive(Clone, Copy, Debug, Default)]
struct Site {
    /// Rules that each of them breaks.
    broken: [Option<&'static Rule>; 3],
    /// It is that of the document.
    home: bool,
    /// The number of its robots.txt.
    robots: Option<usize>,
}

impl<'f> Scope<'f> {
    pub(crate) fn new(facts: &Facts<'f>, kind: Kind) -> Scope<'f> {
        let rules = facts.robots.iter().map(|robots| robots.rules(facts.profile));
        Scope {
            facts: *facts,
            index: kind == Kind::Sitemapindex,
            anywhere: facts.format == "robots",
            home: facts.address.and_then(Home::of),
            robots: rules.collect(),
            origin: String::new(),
            site: Site::default(),
            sites: HashMap::new(),
            hosts: HashSet::new(),
            hasher: RandomState::new(),
            https: None,
            first: None,
            other: None,
            mixed_scheme: false,
        }
    }

    pub(crate) fn entry(&mut self, loc: &str, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        // robots.txt may name sitemaps anywhere.
        if self.anywhere {
            return Ok(());
        }
        let is_known = !self.origin.is_empty() && begins(loc.as_bytes(), self.origin.as_bytes());
        let same = loc.get(self.origin.len()..).filter(|_| is_known);
        let ends = |rest: &&str| rest.is_empty() || rest.starts_with(DELIMITERS);
        let same = same.filter(ends);
        let rest = match same {
            Some(rest) => rest,
            None => {
                let Some((origin, rest)) = origin(loc) else {
                    return Ok(());
                };
                self.turn_to(origin, loc, at, sink)?;
                rest
            }
        };
        let site = self.site;
        for rule in site.broken.iter().flatten() {
            let finding = rule.at(at.position()).loc(loc).detail(self.versus(rule, loc));
            sink.report(finding.severity(self.severity(rule)))?;
        }
        if self.index {
            self.child(loc, at, sink)?;
        }
        if site.home {
            self.path(loc, rest, at, sink)?;
        }
        match site.robots {
            Some(number) => self.allowed(number, loc, at, sink),
            None => Ok(()),
        }
    }

    /// Looks at the site of an entry that is another than that of the one before.
    fn turn_to(
        &mut self,
        origin: &str,
        loc: &str,
        at: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.origin.clear();
        self.origin.push_str(origin);
        if let Some(site) = self.sites.get(origin) {
            self.site = *site;
            return Ok(());
        }
        let mut buffer = String::new();
        self.site = match Address::of(origin, &mut buffer) {
            Some(address) => self.meet(&address, loc, at, sink)?,
            None => Site::default(),
        };
        if self.sites.len() < MOST_SITES && origin.len() <= LONGEST_ORIGIN {
            self.sites.insert(origin.into(), self.site);
        }
        Ok(())
    }

    /// Looks at a site for the first time.
    fn meet(
        &mut self,
        address: &Address<'_>,
        loc: &str,
        at: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<Site> {
        let https = *self.https.get_or_insert(address.https);
        if https != address.https && !std::mem::replace(&mut self.mixed_scheme, true) {
            sink.report(MIXED_SCHEME.at(at.position()).loc(loc))?;
        }
        let robots = self.facts.robots.iter().position(|robots| robots.is_of(address));
        let mut site = Site { robots, ..Site::default() };
        if self.is_proven(address, robots) {
            return Ok(site);
        }
        let is_new = self.count_host(address, loc, at);
        let Some(home) = &self.home else {
            return Ok(site);
        };
        let same_host = home.host == address.host;
        site.home = same_host && home.https == address.https && home.port == address.port;
        if self.index {
            site.broken[0] = (!same_host).then_some(&INDEX_CHILD_HOST);
            return Ok(site);
        }
        if robots.is_some() && !same_host && is_new {
            let detail = format!("{} for {}", home.normal, address.host);
            sink.report(UNPROVEN.at(at.position()).loc(loc).detail(detail))?;
        }
        site.broken = home.differences(address);
        Ok(site)
    }

    /// Whether the robots.txt of another host names the document, which may list pages of it then
    /// (spec D70).
    fn is_proven(&self, address: &Address<'_>, robots: Option<usize>) -> bool {
        let named = robots.and_then(|number| self.facts.robots.get(number));
        let other = self.home.as_ref().filter(|home| !self.index && home.host != address.host);
        other.zip(named).is_some_and(|(home, robots)| robots.names(&home.normal))
    }

    /// Counts the host of an entry; says whether it is a new one.
    fn count_host(&mut self, address: &Address<'_>, loc: &str, at: &dyn Place) -> bool {
        let host = self.hasher.hash_one(address.host);
        let is_new = self.hosts.len() <= MOST_HOSTS && self.hosts.insert(host);
        let first = self.first.get_or_insert_with(|| address.host.into());
        if **first != *address.host && self.other.is_none() {
            let host = crate::head(address.host, 400);
            self.other = Some((host.into(), at.position(), crate::head(loc, 400).into()));
        }
        is_new
    }

    /// What differs, in words.
    fn versus(&self, rule: &Rule, loc: &str) -> String {
        let mut buffer = String::new();
        match (&self.home, Address::of(loc, &mut buffer)) {
            (Some(home), Some(address)) if *rule == OTHER_SCHEME => {
                format!("{}, not {}", address.scheme(), home.scheme())
            }
            (Some(home), Some(address)) if *rule == OTHER_PORT => {
                format!("{}, not {}", usual(address.port), usual(&home.port))
            }
            (Some(home), Some(address)) => format!("{}, not {}", address.host, home.host),
            _ => String::new(),
        }
    }

    /// Search Console lets owners list all their sites (spec D69).
    fn severity(&self, rule: &Rule) -> Severity {
        let waived = self.facts.submitted && self.facts.profile == Profile::Google;
        match waived && (*rule == OTHER_HOST || *rule == OUTSIDE_PATH) {
            true => Severity::Note,
            false => rule.severity,
        }
    }

    fn path(&self, loc: &str, rest: &str, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        let Some(home) = self.home.as_ref().filter(|home| home.folder != "/") else {
            return Ok(());
        };
        if rest.starts_with(&home.folder) && is_plain(rest) {
            return Ok(());
        }
        let mut buffer = String::new();
        let address = Address::of(loc, &mut buffer);
        if address.is_none_or(|address| address.path().starts_with(&home.folder)) {
            return Ok(());
        }
        let rule = if self.index { &INDEX_CHILD_DIRECTORY } else { &OUTSIDE_PATH };
        let finding = rule.at(at.position()).loc(loc).detail(format!("not below {}", home.folder));
        sink.report(finding.severity(self.severity(rule)))
    }

    fn child(&self, loc: &str, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        let mut buffer = String::new();
        let Some(address) = Address::of(loc, &mut buffer) else {
            return Ok(());
        };
        // A query may choose what is served: `/?feed=sitemap`.
        let path = address.target.to_ascii_lowercase();
        let pages = ["/", ".html", ".htm", ".xhtml", ".shtml"];
        match pages.iter().any(|end| path.ends_with(end)) && !path.contains('?') {
            true => sink.report(CHILD_NOT_SITEMAP.at(at.position()).loc(loc)),
            false => Ok(()),
        }
    }

    fn allowed(&self, number: usize, loc: &str, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        let mut buffer = String::new();
        let target = Address::of(loc, &mut buffer).map_or("/", |address| address.target);
        match self.robots.get(number).map(|rules| rules.judge(target)) {
            Some(Verdict::Blocked(by)) => sink.report(
                ROBOTS_BLOCKED.at(at.position()).loc(loc).detail(format!("Disallow: {by}")),
            ),
            Some(Verdict::Undecided) => sink.report(ROBOTS_PATTERNS.at(at.position()).loc(loc)),
            Some(Verdict::Allowed) | None => Ok(()),
        }
    }

    pub(crate) fn finish(&self, sink: &mut dyn Sink) -> Result<()> {
        if let (Some(first), Some((other, at, loc))) = (&self.first, &self.other) {
            let detail = match self.hosts.len() {
                count if count > MOST_HOSTS => {
                    format!("{other} beside {first}; more than {MOST_HOSTS} hosts")
                }
                count => format!("{other} beside {first}; {count} hosts"),
            };
            sink.report(MIXED_HOST.at(*at).loc(loc).detail(detail))?;
        }
        let Some(home) = &self.home else {
            return Ok(());
        };
        let address = home.address();
        let own = self.facts.robots.iter().position(|robots: &Robots| robots.is_of(&address));
        match own.and_then(|number| self.robots.get(number)?.blocks(&home.target)) {
            Some(by) => {
                let detail = format!("the sitemap itself: Disallow: {by}");
                sink.report(ROBOTS_BLOCKED.at(self.facts.place()).detail(detail))
            }
            None => Ok(()),
        }
    }
}

impl Home {
    fn of(address: &str) -> Option<Home> {
        let mut buffer = String::new();
        let normal = urlset_ops::Key::Normalized.of(address, &mut buffer).to_owned();
        let mut buffer = String::new();
        let address = Address::of(&normal, &mut buffer)?;
        Some(Home {
            https: address.https,
            host: address.host.to_owned(),
            port: address.port.to_owned(),
            folder: address.folder().to_owned(),
            target: address.target.to_owned(),
            normal: normal.clone(),
        })
    }

    fn address(&self) -> Address<'_> {
        let (host, port) = (self.host.as_str(), self.port.as_str());
        Address { https: self.https, host, port, target: &self.target }
    }

    fn scheme(&self) -> &'static str {
        self.address().scheme()
    }

    fn differences(&self, other: &Address<'_>) -> [Option<&'static Rule>; 3] {
        let host = match self.host == other.host {
            true => None,
            false if bare(&self.host) == bare(other.host) => Some(&WWW_MISMATCH),
            false => Some(&OTHER_HOST),
        };
        let scheme = (self.https != other.https).then_some(&OTHER_SCHEME);
        let port = (self.port != other.port).then_some(&OTHER_PORT);
        [host, scheme, port]
    }
}

fn usual(port: &str) -> &str {
    if port.is_empty() { "the usual port" } else { port }
}

/// Whether a path certainly stays where it is.
fn is_plain(path: &str) -> bool {
    let bytes = path.as_bytes();
    let odd = bytes.iter().fold(false, |odd, byte| odd | (*byte == b'%'));
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    !pairs.fold(odd, |odd, (one, next)| odd | ((*one == b'/') & (*next == b'.')))
}
