//! The part of planning that goes through the network: addresses that were typed, and those that an
//! index or a robots.txt names.

use crate::crawl_delay;
use crate::exit::Failure;
use crate::inputs::{self, From, Wanted};
use crate::opening::Which;
use crate::plan::{Body, Bytes, Refused, nowhere, taken_for_input};
use crate::planner::{Parent, Planner, Task};
use crate::remote::Page;
use crate::rules;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use urlset::ops::rules::CHILD_MISSING;
use urlset::rules::LIMIT_INPUT;
use urlset::store::rules::DISK;
use urlset::{Diagnostic, Lost, Result, Rule, Sink};
use urlset_fetch::{About, Fault, FetchError, Origin, Start};

/// Types that sitemaps, feeds, lists and tables are sent as; of XML and JSON all are.
const TYPES: &[&str] = &[
    "text/plain",
    "text/csv",
    "text/tab-separated-values",
    "text/rss",
    "text/json",
    "application/json",
    "application/jsonl",
    "application/x-ndjson",
    "application/ndjson",
    "application/csv",
    "application/x-xml",
    "application/octet-stream",
    "binary/octet-stream",
    "application/gzip",
    "application/x-gzip",
    "application/gzip-compressed",
    "application/gzipped",
    "application/x-gunzip",
    "application/x-gzip-compressed",
    "gzip/document",
    "application/zstd",
];

/// A robots.txt is read so far for what it says of pauses: RFC 9309, section 2.5.
const ROBOTS: usize = 500 << 10;

/// What is to do where an address is none.
const URL_HELP: &str = "write it as in `https://www.example.com/sitemap.xml`";

/// The rule that a fault breaks.
fn rule_of(fault: Fault) -> &'static Rule {
    match fault {
        Fault::Offline => &rules::OFFLINE,
        Fault::OtherHost => &rules::OTHER_HOST,
        Fault::PrivateAddress => &rules::PRIVATE_ADDRESS,
        Fault::Slow => &rules::TOO_SLOW,
        Fault::Redirect => &rules::REDIRECT,
        Fault::Status(_) => &rules::STATUS,
        Fault::Broken => &rules::BROKEN_ANSWER,
        Fault::TooLarge | Fault::Bomb => &LIMIT_INPUT,
        Fault::TooManyRequests => &rules::REQUESTS,
        Fault::NoRoom => &DISK,
        Fault::BadUrl | Fault::Usage | Fault::Storage => &rules::UNREADABLE,
        _ => &rules::UNREACHABLE,
    }
}

impl Parent {
    /// A finding about what it names. An index may name a password too, and nobody is shown it.
    pub(crate) fn finding(&self, rule: &'static Rule, detail: &str) -> Diagnostic {
        let shown = urlset_fetch::shown(&self.loc);
        let detail = detail.replace(&*self.loc, &shown);
        rule.at(self.position).detail(detail).loc(&shown)
    }
}

impl Planner<'_> {
    /// Where others read, nothing is fetched: refused before anybody is asked.
    pub(crate) fn check_fetched(&self, wanted: &[Wanted]) -> Result<()> {
        let typed = wanted.iter().find(|one| matches!(one.from, From::Url(_)));
        let what = match typed {
            _ if !self.manner.elsewhere => return Ok(()),
            Some(url) => url.name(),
            None if self.manner.remote == Some(true) => "--follow remote".to_owned(),
            None => return Ok(()),
        };
        let failure = Failure::usage(format!("{what}: on a cluster nothing is fetched"))
            .hint("store the documents in a folder that all machines have, and name that");
        Err(Refused::error(failure))
    }

    /// `--discover` looks for the sitemaps of sites, and nothing else is one.
    pub(crate) fn check_sites(&self, wanted: &[Wanted]) -> Result<()> {
        let is_site = |one: &Wanted| matches!(one.from, From::Url(_));
        if !self.opening.remote.discover || wanted.iter().any(is_site) {
            return Ok(());
        }
        let hint = "name the site, as in `urlset check https://www.example.com/ --discover`";
        let failure = Failure::usage("--discover: no input is a URL").hint(hint);
        Err(Refused::error(failure))
    }

    /// The site on which what an input names may be fetched: its own address, or the one that it was
    /// said to have.
    pub(crate) fn start(&self, from: &From) -> Option<Rc<Start>> {
        let typed = |url: &str| self.opening.remote.typed(url, &self.opening.store).ok();
        match from {
            From::Url(url) => typed(url),
            From::Stdin | From::File(_) => {
                let is_known = self.opening.read.base.is_some();
                self.opening.source.as_deref().filter(|_| is_known).and_then(typed)
            }
            From::Nothing(..) => None,
        }
        .map(Rc::new)
    }

    /// Whether what an index names is fetched.
    pub(crate) fn fetches(&self, task: &Task) -> bool {
        self.manner.remote.unwrap_or(matches!(task.wanted.from, From::Url(_)))
    }

    /// Has fetched what comes next, where several documents may be fetched at once.
    pub(crate) fn prefetch(&self, tasks: &[Task], task: &Task) {
        let Some(start) = &task.start else { return };
        let urls = tasks.iter().filter_map(|task| match &task.wanted.from {
            From::Url(url) => Some(url.clone()),
            _ => None,
        });
        self.opening.remote.prefetch(urls.collect(), start, &self.opening.store);
    }

    /// Looks into what an address gives.
    pub(crate) fn url(&mut self, url: &str, name: &str, task: &Task) -> Result<Vec<Task>> {
        let Some(start) = &task.start else {
            let error = self.opening.remote.typed(url, &self.opening.store).err();
            let number = self.report.name(name);
            let finding = rules::UNREADABLE.at(nowhere(number)).lost(Lost::Rest);
            self.report.report(match error {
                Some(error) => finding.detail(error.reason()).help(URL_HELP),
                None => finding.detail("no address of its site is known"),
            })?;
            return Ok(Vec::new());
        };
        if task.seek {
            return self.discover(start, task);
        }
        let url = &urlset_fetch::resolve(url, start.url()).unwrap_or_default();
        let key = PathBuf::from(url);
        if self.is_named_again(&key, task)? {
            return Ok(Vec::new());
        }
        match self.opening.remote.fetch(url, start, &self.opening.store)? {
            Err(error) => {
                if let Some(parent) = &task.parent {
                    parent.led_to.borrow_mut().remove(&key);
                }
                self.unfetched(&error, name, task)?;
                Ok(Vec::new())
            }
            Ok(page) => self.page(&page, (name, &key), task),
        }
    }

    /// By what it is known that a document was read: who tells its address something else, may be given
    /// another one.
    fn known_as(&self, url: &str, start: Option<&Rc<Start>>) -> PathBuf {
        let (remote, store) = (&self.opening.remote, &self.opening.store);
        match start.and_then(|start| remote.told(url, start, store)) {
            Some(told) => format!("{url}\n{told}").into(),
            None => url.into(),
        }
    }

    /// Looks into what was fetched.
    fn page(
        &mut self,
        page: &Arc<Page>,
        (name, key): (&str, &Path),
        task: &Task,
    ) -> Result<Vec<Task>> {
        // Redirects lead many addresses to one document, and not all who ask for one to the same.
        let (real, known) =
            (Path::new(&page.about.url), self.known_as(&page.about.url, task.start.as_ref()));
        if real != key {
            if self.is_named_again(real, task)? {
                return Ok(Vec::new());
            }
            let circle = task.parent.as_ref().is_some_and(|parent| parent.above.contains(&known));
            if let Some(parent) = task.parent.as_ref().filter(|_| circle) {
                self.circle(parent, &known)?;
                return Ok(Vec::new());
            }
        }
        if self.is_read(&known, name, task)? {
            return Ok(Vec::new());
        }
        self.tell_page(page, (name, key), task);
        let number = self.report.name(name);
        let mut document = self.document(number, name, Body::Page(Arc::clone(page)), task);
        if document.base.is_none() && self.opening.read.base.is_none() {
            document.base = Some(page.about.url.as_str().into());
        }
        // One that is not known is told.
        let hidden = |text: &str| self.opening.remote.hide(text, task.start.as_ref());
        document.charset = page.about.charset().map(|charset| hidden(&charset).into());
        document.facts.bytes = page.length;
        // Before what it names is asked for.
        self.slow_down(&key.to_string_lossy(), page)?;
        let before = self.documents.len();
        let tasks = self.look((document, Bytes::Page(page.open())), None, &known, task)?;
        let was_read = !tasks.is_empty() || self.documents.len() > before;
        if was_read {
            self.tell_kind(&page.about, number, task)?;
        }
        if let Some(error) = &page.not_kept {
            self.report.report(rules::NOT_KEPT.at(nowhere(number)).detail(error.reason()))?;
        }
        Ok(tasks)
    }

    /// Tells of headers that are not those of what was read.
    fn tell_kind(&mut self, about: &About, number: u32, task: &Task) -> Result<()> {
        let kind = about.content_type.as_deref().filter(|kind| !is_fit(kind));
        let kind =
            kind.map(|kind| format!("`{}`", self.opening.remote.hide(kind, task.start.as_ref())));
        let coding = about.misnamed_coding();
        let coding = coding.map(|word| format!("`Content-Encoding: {word}`, which is no coding"));
        for detail in kind.into_iter().chain(coding) {
            self.report.report(rules::CONTENT_TYPE.at(nowhere(number)).detail(detail))?;
        }
        Ok(())
    }

    /// Whether the index that names an address led to its document before, by a redirect or without
    /// one; told where it did.
    fn is_named_again(&mut self, real: &Path, task: &Task) -> Result<bool> {
        let Some(parent) = &task.parent else { return Ok(false) };
        if parent.led_to.borrow_mut().insert(real.to_owned()) {
            return Ok(false);
        }
        let detail = match real == Path::new(&*parent.loc) {
            true => parent.loc.to_string(),
            false => {
                let real = self.opening.remote.hide(&real.to_string_lossy(), task.start.as_ref());
                format!("{} leads to {real}", parent.loc)
            }
        };
        self.at_parent(&rules::DUPLICATE_CHILD, parent, &detail)?;
        Ok(true)
    }

    fn tell_page(&mut self, page: &Page, (name, key): (&str, &Path), task: &Task) {
        let from = match page.origin {
            Origin::Server => "fetched",
            Origin::Confirmed => "not changed since it was fetched",
            Origin::Cache => "from the cache",
        };
        let by = match Path::new(&page.about.url) == key {
            true => String::new(),
            false => {
                let to = self.opening.remote.hide(&page.about.url, task.start.as_ref());
                format!(", by redirect to {to}")
            }
        };
        self.report.tell(&format!("{name}: {from}{by}, {} bytes", page.length));
    }

    /// Heeds the pauses that a robots.txt asks for.
    pub(crate) fn slow_down(&mut self, asked: &str, page: &Arc<Page>) -> Result<()> {
        // The rules of one that redirects are those of the site that was asked (RFC 9309, 2.3.1.2).
        let addresses = [asked, &page.about.url];
        let is_robots =
            |url: &&str| url.split('?').next().unwrap_or_default().ends_with("/robots.txt");
        if !addresses.iter().any(is_robots) {
            return Ok(());
        }
        let charset = page.about.charset();
        let which = Which {
            name: &page.about.url,
            number: 0,
            base: None,
            charset: charset.as_deref(),
            plain_upto: 0,
        };
        let text = self.opening.robots(page.open(), &which, ROBOTS)?;
        if let Some(pause) = crawl_delay::of(&text) {
            addresses.iter().for_each(|url| self.opening.remote.slow_down(url, pause));
        }
        Ok(())
    }

    /// Tells why there is no document: where its index names it, or of the input as a whole.
    pub(crate) fn unfetched(&mut self, error: &FetchError, name: &str, task: &Task) -> Result<()> {
        let rule = rule_of(error.fault);
        match &task.parent {
            Some(parent) => {
                let missing = matches!(error.fault, Fault::Status(_) | Fault::BadUrl);
                let rule = if missing { &CHILD_MISSING } else { rule };
                let finding = parent.finding(rule, &error.to_string());
                let help = match error.fault {
                    Fault::Status(404 | 410) | Fault::BadUrl => {
                        Some("publish it there, or take it out of the index")
                    }
                    // It may well be there, for others.
                    Fault::Status(_) => help_for(error.fault).or(Some(rules::STATUS.help)),
                    other => help_for(other),
                };
                self.report.report(match help {
                    Some(help) => finding.help(help),
                    None => finding,
                })
            }
            None => {
                let number = self.report.name(name);
                let detail = match error.url == name {
                    true => error.reason(),
                    false => error.to_string(),
                };
                let finding = rule.at(nowhere(number)).detail(detail).lost(Lost::Rest);
                self.report.report(match help_for(error.fault) {
                    Some(help) => finding.help(help),
                    None => finding,
                })
            }
        }
    }

    /// Tells that a word means nothing, and which address it may have been meant for.
    pub(crate) fn absent(&mut self, number: u32, name: &str, why: &str) -> Result<()> {
        let finding = rules::UNREADABLE.at(nowhere(number)).detail(why).lost(Lost::Rest);
        self.report.report(match inputs::meant(name) {
            Some(url) => finding.help(format!("did you mean `{url}`?")),
            None if self.manner.mistaken.as_deref() == Some(name) => {
                finding.help(taken_for_input(name))
            }
            None => finding,
        })
    }

    /// What an entry of an index names, to be fetched.
    pub(crate) fn remote_child(
        &mut self,
        parent: Parent,
        listed: &mut HashSet<PathBuf>,
        task: &Task,
    ) -> Result<Option<Task>> {
        let base = task.start.as_ref().map_or("", |start| start.url());
        let Some(url) = urlset_fetch::resolve(&parent.loc, base) else {
            self.at_parent(&CHILD_MISSING, &parent, &parent.loc)?;
            return Ok(None);
        };
        let remote = &self.opening.remote;
        let start = task.start.clone();
        let start = start.or_else(|| remote.allowed(&url, &self.opening.store).map(Rc::new));
        if start.is_none() {
            let shown = urlset_fetch::shown(&url);
            let detail = format!("{shown}: the index has no address, so any host is another one");
            self.at_parent(&rules::OTHER_HOST, &parent, &detail)?;
            return Ok(None);
        }
        if !listed.insert(PathBuf::from(&url)) {
            self.at_parent(&rules::DUPLICATE_CHILD, &parent, &parent.loc)?;
            return Ok(None);
        }
        let known = self.known_as(&url, start.as_ref());
        // A file that was said to have this address is its document.
        let itself = task.parent.is_none() && base == url;
        if parent.above.contains(&known) || itself {
            parent.led_to.borrow_mut().insert(PathBuf::from(&url));
            let real = if itself { parent.above.last().cloned().unwrap_or(known) } else { known };
            self.circle(&parent, &real)?;
            return Ok(None);
        }
        let wanted = inputs::itself(From::Url(url));
        Ok(Some(Task { wanted, parent: Some(parent), home: None, start, seek: false }))
    }
}

/// What to do where a server says that it is not the address that is wrong.
fn help_for(fault: Fault) -> Option<&'static str> {
    match fault {
        Fault::Status(408 | 429 | 502..=504) => Some(
            "try again later; `--retries N` asks more often, `--rate N` and `--concurrency 1` less at once",
        ),
        Fault::Status(204) => {
            Some("the server has nothing there: ask who runs it, or name another address")
        }
        Fault::Status(206) => Some(
            "a part was sent that nobody asked for: the server, or a proxy before it, is broken",
        ),
        Fault::Status(300) => Some("it offers several documents: name the address of one of them"),
        Fault::Status(304) => {
            Some("nobody asked whether it has changed: the server, or a proxy before it, is broken")
        }
        Fault::BadUrl => Some(URL_HELP),
        Fault::Bomb => Some("raise `--max-ratio` if you trust the server"),
        Fault::Status(500..) => {
            Some("the server failed: see its log, or try again later; the address may be right")
        }
        _ => None,
    }
}

/// Whether something that is read may be sent as this.
fn is_fit(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let ends = |suffix| kind.ends_with(suffix);
    kind.is_empty() || ends("/xml") || ends("+xml") || ends("+json") || TYPES.contains(&&*kind)
}
