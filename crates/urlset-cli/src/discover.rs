//! Finds the sitemaps of a site: what its robots.txt names, else what stands at one of the usual places,
//! else the feeds that its page names.

use crate::inputs::{self, From};
use crate::opening::{Opened, Opening, Which};
use crate::page_links::{self, PageLinks};
use crate::plan::nowhere;
use crate::planner::{Planner, Task};
use crate::remote::Page;
use crate::rules::{NOT_DISCOVERED, OFFLINE, PAGE_BYTES, UNREADABLE_LINK};
use std::collections::HashSet;
use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;
use urlset::robots::rules::NO_SITEMAP;
use urlset::rules::ZERO_BYTES;
use urlset::{Confidence, Diagnostic, Entry, Error, Lost, Result, Severity, Sink};
use urlset_fetch::{Fault, FetchError, Start};

/// Where sitemaps stand that no robots.txt names: the list of ultimate-sitemap-parser.
const USUAL: [&str; 14] = [
    "/sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/sitemap_index.xml.gz",
    "/sitemap-index.xml.gz",
    "/.sitemap.xml",
    "/sitemap",
    "/admin/config/search/xmlsitemap",
    "/sitemap/sitemap-index.xml",
    "/sitemap_news.xml",
    "/sitemap-news.xml",
    "/sitemap_news.xml.gz",
    "/sitemap-news.xml.gz",
];

/// The rule of a page for people in place of a sitemap.
const HTML: &str = "file/html-not-sitemap";

/// What stands where there is no robots.txt.
const NO_ROBOTS: [&str; 3] = [HTML, urlset::robots::rules::HTML.id, ZERO_BYTES.id];

/// As much of a page as is looked at for links: what a browser takes for one is seldom larger than a MiB.
const HEAD: u64 = 8 << 20;

/// Bytes in which a page says which charset it is in (HTML, section 13.2.3.2).
const META: usize = 1024;

/// What there is at an address of the site.
type Place = std::result::Result<(String, Arc<Page>), FetchError>;

/// Whether an answer says that there is nothing.
fn is_absent(fault: Fault) -> bool {
    matches!(fault, Fault::Status(404 | 410))
}

/// Whether an answer keeps from us what is there, and says nothing of other places: servers forbid
/// `/admin` and names with a dot whatever is there. 408 and 429 speak of the moment, not of the place.
fn is_denied(fault: Fault) -> bool {
    matches!(fault, Fault::Status(400..=499)) && !matches!(fault, Fault::Status(408 | 429))
}

impl Planner<'_> {
    /// What there is to read of a site.
    pub(crate) fn discover(&mut self, start: &Rc<Start>, task: &Task) -> Result<Vec<Task>> {
        let Some(found) = self.found(start, task)? else { return Ok(Vec::new()) };
        if found.is_empty() {
            let number = self.report.name(task.wanted.name());
            self.report.report(NOT_DISCOVERED.at(nowhere(number)).lost(Lost::Rest))?;
        }
        let task = |url| Task {
            wanted: inputs::itself(From::Url(url)),
            parent: None,
            home: None,
            start: Some(Rc::clone(start)),
            seek: false,
        };
        Ok(found.into_iter().map(task).collect())
    }

    /// Their addresses; `None` where nobody can say what there is, which was told. What comes later is
    /// not taken for what could not be had: the search ends there.
    fn found(&mut self, start: &Start, task: &Task) -> Result<Option<Vec<String>>> {
        // The first place of which nobody knows what is there: without a cache of what is not there,
        // `--offline` passes over it where a later one is known, and says so.
        let mut unknown = None;
        let robots = match self.at("/robots.txt", start)? {
            Ok(robots) => self.names_sitemaps(robots)?,
            // Of all of 4xx as if there was none: RFC 9309, section 2.3.1.3.
            Err(error) if is_absent(error.fault) || is_denied(error.fault) => None,
            Err(error) if error.fault == Fault::Offline => {
                unknown = Some(error);
                None
            }
            Err(error) => return self.ends(&error, task),
        };
        if let Some(robots) = robots {
            return Ok(Some(vec![robots]));
        }
        for place in USUAL {
            match self.at(place, start)? {
                Ok((url, page)) if !self.is_html(&url, &page) => {
                    self.tell_unknown(unknown.as_ref(), task)?;
                    return Ok(Some(vec![url]));
                }
                Ok(_) => {}
                Err(error) if error.fault == Fault::Offline => {
                    unknown.get_or_insert(error);
                }
                Err(error) if is_absent(error.fault) => {}
                Err(error) if is_denied(error.fault) => {
                    self.unfetched(&error, &task.wanted.name(), task)?;
                }
                Err(error) => return self.ends(&error, task),
            }
        }
        match (self.at("", start)?, unknown) {
            (Ok(page), unknown) => {
                self.tell_unknown(unknown.as_ref(), task)?;
                self.named_by_page(&page).map(Some)
            }
            (Err(_), Some(error)) => self.ends(&error, task),
            (Err(error), None) if is_absent(error.fault) => Ok(Some(Vec::new())),
            (Err(error), None) => self.ends(&error, task),
        }
    }

    /// Tells that an earlier place, which comes first where anybody is asked, is not in the cache.
    fn tell_unknown(&mut self, unknown: Option<&FetchError>, task: &Task) -> Result<()> {
        let Some(error) = unknown else { return Ok(()) };
        let number = self.report.name(task.wanted.name());
        let detail = format!("{} is not in the cache, and comes before what was found", error.url);
        let finding = OFFLINE.at(nowhere(number)).detail(detail);
        self.report.report(Diagnostic { severity: Severity::Note, ..finding })
    }

    /// Tells what ends the search.
    fn ends<T>(&mut self, error: &FetchError, task: &Task) -> Result<Option<T>> {
        self.unfetched(error, &task.wanted.name(), task)?;
        Ok(None)
    }

    /// The address of the robots.txt, where it names sitemaps. Where its lines name none, what is wrong
    /// with them is told, and the search goes on.
    fn names_sitemaps(&mut self, (url, page): (String, Arc<Page>)) -> Result<Option<String>> {
        self.slow_down(&url, &page)?;
        let (mut named, mut lines) = (0_u64, Lines { are_none: false });
        let opened = look_into(self.opening, (&url, 0), &page, &mut lines);
        let read = opened.and_then(|mut opened| {
            let mut entry = Entry::default();
            while opened.reader.read_entry(&mut entry, &mut lines)? {
                named += 1;
            }
            Ok(())
        });
        self.report.tell(&format!("{url}: Sitemap lines: {named}"));
        let is_none = match read {
            Ok(()) if named == 0 && !lines.are_none => {
                let number = self.report.name(&url);
                let mut opened = look_into(self.opening, (&url, number), &page, self.report)?;
                while opened.reader.read_entry(&mut Entry::default(), self.report)? {}
                true
            }
            Ok(()) => named == 0,
            Err(Error::Stopped(finding)) => NO_ROBOTS.contains(&finding.rule.id),
            Err(error) => return Err(error),
        };
        // What is wrong with its lines is told when it is read for good.
        Ok((!is_none).then_some(url))
    }

    /// The page itself where it is what we read, else the feeds that it names.
    fn named_by_page(&mut self, (url, page): &(String, Arc<Page>)) -> Result<Vec<String>> {
        if self.is_ours(url, page) {
            return Ok(vec![url.clone()]);
        }
        let number = self.report.name(url);
        if page.length > HEAD {
            let detail = format!("{} bytes, of which {HEAD} were looked at", page.length);
            self.report.report(PAGE_BYTES.at(nowhere(number)).detail(detail).lost(Lost::Rest))?;
        }
        let links = links(page)?;
        let own = &page.about.url;
        let base = links.base.as_deref().and_then(|base| urlset_fetch::resolve(base, own));
        let base = base.as_ref().unwrap_or(own);
        let is_torn = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
        let has_torn_base = links.base.as_deref().is_some_and(is_torn);
        let (mut found, mut known) = (Vec::new(), HashSet::new());
        for link in &links.feeds {
            if is_torn(link) || has_torn_base && !inputs::is_url(link) {
                let finding = UNREADABLE_LINK.at(nowhere(number)).lost(Lost::Rest);
                self.report.report(finding.detail(urlset_fetch::shown(link)))?;
                continue;
            }
            let feed = urlset_fetch::resolve(link, base);
            found.extend(feed.filter(|feed| known.insert(feed.clone())));
        }
        Ok(found)
    }

    /// What a place of the site gives.
    fn at(&mut self, place: &str, start: &Start) -> Result<Place> {
        let url = urlset_fetch::resolve(place, start.url()).unwrap_or_default();
        match self.opening.remote.fetch(&url, start, &self.opening.store)? {
            Ok(page) => Ok(Ok((url, page))),
            Err(error) => {
                let reason = match is_absent(error.fault) {
                    true => "nothing there".to_owned(),
                    false => error.reason(),
                };
                self.report.tell(&format!("{url}: {reason}"));
                Ok(Err(error))
            }
        }
    }

    /// Whether a document is in a format that we know by its content.
    fn is_ours(&self, url: &str, page: &Arc<Page>) -> bool {
        let opened = look_into(&self.opening.detecting(), (url, 0), page, &mut ());
        opened.is_ok_and(|opened| opened.sure == Confidence::Yes)
    }

    /// Whether a page for people stands in place of a sitemap: with status 200 it says that there is
    /// none, whatever `-f` says of sitemaps. What else stands there is read, so that what is wrong with
    /// it is told.
    fn is_html(&self, url: &str, page: &Arc<Page>) -> bool {
        let opened = look_into(&self.opening.detecting(), (url, 0), page, &mut ());
        matches!(opened, Err(Error::Stopped(finding)) if finding.rule.id == HTML)
    }
}

/// Whether a robots.txt has no lines for sitemaps at all.
struct Lines {
    are_none: bool,
}

impl Sink for Lines {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.are_none |= finding.rule.id == NO_SITEMAP.id;
        Ok(())
    }
}

fn look_into(
    opening: &Opening,
    (url, number): (&str, u32),
    page: &Arc<Page>,
    sink: &mut dyn Sink,
) -> Result<Opened> {
    let charset = page.about.charset();
    let charset = charset.as_deref();
    let which = Which { name: url, number, base: Some(url), charset, plain_upto: 0 };
    opening.open(page.open(), &which, sink)
}

/// What a page names, in the charset that its server says it is in, or else it does itself.
fn links(page: &Arc<Page>) -> Result<PageLinks> {
    let mut bytes = Vec::new();
    page.open().take(HEAD).read_to_end(&mut bytes)?;
    let front = String::from_utf8_lossy(bytes.get(..META).unwrap_or(&bytes));
    let (told, own) = (page.about.charset(), page_links::of(&front).charset);
    let labels: Vec<&str> = told.iter().chain(&own).map(String::as_str).collect();
    Ok(page_links::of(&urlset::decode(&bytes, &labels)))
}
