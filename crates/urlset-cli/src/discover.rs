//! Finds the sitemaps of a site: what its robots.txt names, else what stands at one of the usual places,
//! else the feeds that its page names.

use crate::inputs::{self, From};
use crate::opening::Which;
use crate::page_links;
use crate::plan::nowhere;
use crate::planner::{Planner, Task};
use crate::remote::Page;
use crate::rules::NOT_DISCOVERED;
use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;
use urlset::{Confidence, Lost, Result, Sink};
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

/// As much of a page as is looked at for links, and of a robots.txt.
const HEAD: u64 = 1 << 20;

/// What there is at an address of the site.
type Place = std::result::Result<(String, Arc<Page>), FetchError>;

/// Whether whatever else is asked of this site will fail alike.
fn is_final(fault: Fault) -> bool {
    use Fault::{PrivateAddress, Slow, TooManyRequests, Unreachable};
    matches!(fault, Unreachable | Slow | PrivateAddress | TooManyRequests)
}

impl Planner<'_> {
    /// What there is to read of a site.
    pub(crate) fn discover(&mut self, start: &Rc<Start>, task: &Task) -> Result<Vec<Task>> {
        let name = task.wanted.name();
        let found = match self.found(start)? {
            Ok(found) => found,
            Err(error) => {
                self.unfetched(&error, &name, task)?;
                return Ok(Vec::new());
            }
        };
        if found.is_empty() {
            let number = self.report.name(name);
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

    /// Their addresses; an error inside where there is no use in asking further.
    fn found(&mut self, start: &Start) -> Result<std::result::Result<Vec<String>, FetchError>> {
        let robots = match self.at("/robots.txt", start)? {
            Ok(robots) => self.names_sitemaps(robots)?,
            Err(error) if is_final(error.fault) => return Ok(Err(error)),
            Err(_) => None,
        };
        let found = match robots {
            Some(robots) => Some(robots),
            None => self.at_usual_places(start)?,
        };
        if let Some(found) = found {
            return Ok(Ok(vec![found]));
        }
        Ok(match self.at("", start)? {
            Ok(page) => Ok(self.named_by_page(&page)?),
            Err(error) => Err(error),
        })
    }

    /// The address of the robots.txt, where it names sitemaps.
    fn names_sitemaps(&mut self, (url, page): (String, Arc<Page>)) -> Result<Option<String>> {
        let text = head(&page)?;
        let named = urlset::robots::sitemaps(&text).count();
        self.report.tell(&format!("{url}: Sitemap lines: {named}"));
        Ok((named > 0).then_some(url))
    }

    /// The first of the usual places that has what we read.
    fn at_usual_places(&mut self, start: &Start) -> Result<Option<String>> {
        for place in USUAL {
            if let Ok((url, page)) = self.at(place, start)?
                && self.is_ours(&url, &page)
            {
                return Ok(Some(url));
            }
        }
        Ok(None)
    }

    /// The page itself where it is what we read, else the feeds that it names.
    fn named_by_page(&mut self, (url, page): &(String, Arc<Page>)) -> Result<Vec<String>> {
        if self.is_ours(url, page) {
            return Ok(vec![url.clone()]);
        }
        let links = page_links::feeds(&head(page)?);
        let base = &page.about.url;
        let mut found = Vec::new();
        for feed in links.iter().filter_map(|link| urlset_fetch::resolve(link, base)) {
            if !found.contains(&feed) {
                found.push(feed);
            }
        }
        Ok(found)
    }

    /// What a place of the site gives. That nothing is there is no finding: nobody said that there
    /// would be; what else goes wrong ends nothing either, and `-v` tells it.
    fn at(&mut self, place: &str, start: &Start) -> Result<Place> {
        let url = urlset_fetch::resolve(place, start.url()).unwrap_or_default();
        match self.opening.remote.fetch(&url, start, &self.opening.store)? {
            Ok(page) => Ok(Ok((url, page))),
            Err(error) => {
                let gone = matches!(error.fault, Fault::Status(404 | 410));
                let reason = if gone { "nothing there".to_owned() } else { error.reason() };
                self.report.tell(&format!("{url}: {reason}"));
                Ok(Err(error))
            }
        }
    }

    /// Whether a document is in a format that we know by its content.
    fn is_ours(&self, url: &str, page: &Arc<Page>) -> bool {
        let which = Which { name: url, number: 0, base: Some(url), plain_upto: 0 };
        let opened = self.opening.open(page.open(), &which, &mut ());
        opened.is_ok_and(|opened| opened.sure == Confidence::Yes)
    }
}

fn head(page: &Arc<Page>) -> Result<String> {
    let mut bytes = Vec::new();
    page.open().take(HEAD).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
