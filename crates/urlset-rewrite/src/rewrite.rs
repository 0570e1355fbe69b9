//! What to rewrite, and what it makes of one URL.

use crate::BadRewrite;
use crate::address::{Address, default_port};
use crate::host::{HostRule, canonical};
use crate::moves::Moves;
use crate::path::{NewPath, PathRule};
use crate::places::{Place, places};
use crate::table::Rows;
use std::io::BufRead;
use urlset_core::{Extension, Loc};
use urlset_store::{Share, Store};

/// What to rewrite. Built once; changes nothing until something is asked for.
#[derive(Debug)]
pub struct Rewrite {
    scheme: Option<&'static str>,
    pub(crate) hosts: Vec<HostRule>,
    pub(crate) paths: Vec<PathRule>,
    pub(crate) moves: Moves,
    /// The memory that the moves take, where somebody counts it.
    share: Option<Share>,
    pub(crate) places: Vec<Place>,
    pub(crate) extensions: &'static [&'static Extension],
}

impl Rewrite {
    /// Rewrites nothing yet. `extensions` say where URLs stand besides an entry's own address.
    pub fn new(extensions: &'static [&'static Extension]) -> Rewrite {
        Rewrite {
            scheme: None,
            hosts: Vec::new(),
            paths: Vec::new(),
            moves: Moves::default(),
            share: None,
            places: places(extensions),
            extensions,
        }
    }

    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.scheme.is_none()
            && self.hosts.is_empty()
            && self.paths.is_empty()
            && self.moves.is_empty()
    }

    /// Gives every URL this scheme, `http` or `https`. A port that was only the old scheme's own
    /// (`:80` of http) goes with it.
    ///
    /// # Errors
    /// When it is another one.
    pub fn scheme(&mut self, scheme: &str) -> Result<(), BadRewrite> {
        let known = ["http", "https"].into_iter().find(|known| *known == scheme);
        self.scheme = Some(known.ok_or_else(|| BadRewrite::Scheme(scheme.into()))?);
        Ok(())
    }

    /// Reads `OLD=NEW`, both with or without a port. Hosts are compared in any case and spelling. A
    /// rule with a port is for that port alone; one without is for every port, and keeps it. Rules do
    /// not follow on one another, so that two hosts can change places.
    ///
    /// # Errors
    /// When one of them is no host, or there is a rule for the old one.
    pub fn host(&mut self, text: &str) -> Result<(), BadRewrite> {
        let rule = HostRule::parse(text)?;
        if self.hosts.iter().any(|other| other.overlaps(&rule)) {
            return Err(BadRewrite::HostTwice(text.into()));
        }
        // The closer rule first.
        let at = if rule.has_port() { 0 } else { self.hosts.len() };
        self.hosts.insert(at, rule);
        Ok(())
    }

    /// Reads `REGEX=TEMPLATE`, split at the first `=`: the first match in a path becomes the template,
    /// in which `$1`, `${name}` and `$$` are read. The path has no query; `/` stands for an empty one.
    /// Of several expressions the first that matches counts.
    ///
    /// # Errors
    /// When it is no regular expression of the `regex` crate (which takes linear time), or has not
    /// the groups that the template names.
    pub fn path(&mut self, text: &str) -> Result<(), BadRewrite> {
        self.paths.push(PathRule::parse(text)?);
        Ok(())
    }

    /// Reads a table of moves: lines of `old,new` in CSV or with a tab, a status of three digits may
    /// follow, a header of usual words (`old,new`, `from,to`, `source url,target url`) is left out.
    /// Each is a URL, or a path that stands for it on every host and keeps the host. Rows whose both
    /// sides end in `*` move everything that begins so, in any spelling. Instead of the status may stand
    /// the score of a rename, as `0.750` or `1.000`: such a row is for its address alone, in which a `*`
    /// at the end is a character like others.
    ///
    /// # Errors
    /// The line of the first row that is none, or that gives an address another target; when there
    /// is no row.
    pub fn table(&mut self, text: &str) -> Result<(), BadRewrite> {
        self.read_table(&mut text.as_bytes(), "the table", None)
    }

    /// The same line by line, of a table that has a name. A row takes some 50 bytes beside its text, of
    /// the memory of the store as long as the rewrite stands.
    ///
    /// # Errors
    /// As [`Rewrite::table`]; and where it cannot be read, or takes more than half of what others
    /// leave in the store.
    pub fn table_from(
        &mut self,
        table: &mut dyn BufRead,
        name: &str,
        store: &Store,
    ) -> Result<(), BadRewrite> {
        self.read_table(table, name, Some(store))
    }

    fn read_table(
        &mut self,
        table: &mut dyn BufRead,
        name: &str,
        store: Option<&Store>,
    ) -> Result<(), BadRewrite> {
        self.moves.begin_table(name);
        let (mut rows, mut some) = (Rows::new(table), false);
        while let Some(row) = rows.next()? {
            some = true;
            self.moves.add(&row)?;
            if let Some(store) = store {
                let share = self.share.get_or_insert_with(|| store.share());
                if !share.hold(self.moves.bytes() as u64) {
                    return Err(BadRewrite::TooLarge(row.line, share.most()));
                }
            }
        }
        if some { Ok(()) } else { Err(BadRewrite::NoRows) }
    }

    /// Rewrites only in these places: `loc`, `link`, an extension's name for all of its places, or one
    /// of them as in `video.player_loc`.
    ///
    /// # Errors
    /// When no URL stands in one of them.
    pub fn only(&mut self, names: &[&str]) -> Result<(), BadRewrite> {
        let none = |name: &&&str| !self.places.iter().any(|place| place.is_named(name));
        if let Some(name) = names.iter().find(none) {
            let all: Vec<_> = self.places().collect();
            return Err(BadRewrite::Place((*name).into(), all.join(", ").into()));
        }
        for place in &mut self.places {
            place.asked = names.iter().any(|name| place.is_named(name));
        }
        Ok(())
    }

    /// The names of the places where URLs stand.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| &*place.name)
    }

    /// What becomes of one URL; `None` where it stays as it is, or would be none.
    pub fn url(&self, url: &str) -> Option<String> {
        let mut work = Work::default();
        matches!(self.apply(url, &mut work, None), Outcome::Changed { .. }).then_some(work.out)
    }

    /// The same of the address of an entry, which stays where only other places were asked for.
    pub fn loc(&self, loc: &str) -> Option<String> {
        let asked = self.places.iter().any(|place| place.asked && &*place.name == "loc");
        if asked { self.url(loc) } else { None }
    }

    /// What becomes of one URL; a changed one is in `work.out`.
    pub(crate) fn apply<'u>(
        &self,
        url: &'u str,
        work: &mut Work,
        mut used: Option<&mut Used>,
    ) -> Outcome<'u> {
        let Some(first) = Address::split(url) else { return Outcome::NoUrl };
        let Work { moved, buffer, out, .. } = work;
        let row = match self.moves.is_empty() {
            true => None,
            false => match self.moves.apply(url, &first, buffer, moved) {
                Ok(row) => row,
                Err(why) => return Outcome::Refused(why),
            },
        };
        mark(&mut used, |used| &mut used.rows, row);
        let address = match row {
            Some(_) => match Address::split(moved) {
                Some(address) => address,
                None => return Outcome::Refused("it would be no URL"),
            },
            None => first,
        };
        let mut new = address;
        let host = self.host_rule(&address);
        mark(&mut used, |used| &mut used.hosts, host);
        let rule = host.and_then(|at| self.hosts.get(at));
        if let Some(rule) = rule {
            (new.host, new.port) = rule.apply(&address);
        }
        if let Some(scheme) = self.scheme.filter(|new| !new.eq_ignore_ascii_case(address.scheme)) {
            new.scheme = scheme;
            let own = address.port.get(1..).and_then(|port| port.parse().ok());
            let asked = rule.is_some_and(HostRule::names_port);
            if !asked && own == default_port(address.scheme) {
                new.port = "";
            }
        }
        for (at, rule) in self.paths.iter().enumerate() {
            match rule.apply(address.path, address.rest, buffer) {
                NewPath::Other => continue,
                NewPath::Refused(why) => return Outcome::Refused(why),
                NewPath::Path if address.path.is_empty() && buffer == "/" => {}
                NewPath::Path => new.path = buffer,
            }
            mark(&mut used, |used| &mut used.paths, Some(at));
            break;
        }
        out.clear();
        new.write(out);
        let same_path = new.path == address.path;
        let is_left = !self.hosts.is_empty() && host.is_none() && row.is_none() && same_path;
        match out == url {
            true => Outcome::Same(first),
            false => Outcome::Changed { left: is_left.then_some(first) },
        }
    }

    fn host_rule(&self, address: &Address<'_>) -> Option<usize> {
        if self.hosts.is_empty() {
            return None;
        }
        let host = canonical(address.host);
        self.hosts.iter().position(|rule| rule.matches(&host, address))
    }
}

/// Buffers that are used again for each URL.
#[derive(Debug, Default)]
pub(crate) struct Work {
    moved: String,
    buffer: String,
    /// The new URL.
    pub(crate) out: String,
    /// The same, to be looked at.
    pub(crate) new: Loc,
}

/// Which of the things that were asked had a URL to change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    pub(crate) hosts: Vec<bool>,
    pub(crate) paths: Vec<bool>,
    pub(crate) rows: Vec<bool>,
}

fn mark(used: &mut Option<&mut Used>, of: impl Fn(&mut Used) -> &mut Vec<bool>, at: Option<usize>) {
    if let (Some(used), Some(at)) = (used, at) {
        let marks = of(used);
        if marks.len() <= at {
            marks.resize(at + 1, false);
        }
        if let Some(mark) = marks.get_mut(at) {
            *mark = true;
        }
    }
}

/// What becomes of a URL.
#[derive(Debug)]
pub(crate) enum Outcome<'u> {
    /// It is none of http or https.
    NoUrl,
    /// It stays byte for byte.
    Same(Address<'u>),
    /// Another one stands in its place; `left` is the old one where nothing but the scheme changed, though there
    /// are rules for hosts.
    Changed { left: Option<Address<'u>> },
    /// It would be none; why.
    Refused(&'static str),
}
