//! The way from an address to the document to which its redirects lead: each is judged by itself,
//! whoever asked for the addresses on it, so what comes of one does not depend on any other.

use crate::site::parse;
use crate::{Fault, FetchError, Fetched, Fetcher, Start};
use url::Url;

/// A way through redirects, as far as it was gone.
///
/// Who keeps what addresses gave ([`Fetcher::hop`]) need ask each only once:
///
/// ```
/// use urlset_fetch::{Fault, FetchOptions, Fetcher, Start};
///
/// let fetcher = Fetcher::new(FetchOptions::default())?;
/// let start = Start::typed("https://example.com/a")?;
/// let mut way = fetcher.way(start.url(), &start)?;
/// way.follow("https://example.com/b", None)?;
/// assert_eq!(way.at(), "https://example.com/b");
/// let circle = way.follow("https://example.com/a", None).unwrap_err();
/// assert_eq!(circle.fault, Fault::Redirect);
/// # Ok::<(), urlset_fetch::FetchError>(())
/// ```
#[derive(Debug)]
pub struct Way<'f> {
    fetcher: &'f Fetcher,
    start: &'f Start,
    first: Url,
    /// Where redirects led.
    passed: Vec<Url>,
    /// Why the cache does not have one of them.
    not_kept: Option<FetchError>,
}

impl<'f> Way<'f> {
    pub(crate) fn new(fetcher: &'f Fetcher, start: &'f Start, first: Url) -> Way<'f> {
        Way { fetcher, start, first, passed: Vec::new(), not_kept: None }
    }

    /// The address that it has come to.
    pub fn at(&self) -> &str {
        self.passed.last().unwrap_or(&self.first).as_str()
    }

    /// Goes on to where that leads.
    ///
    /// # Errors
    /// [`Fault::Redirect`] where it was already or where that is too far, [`Fault::OtherHost`],
    /// [`Fault::BadUrl`]
    pub fn follow(&mut self, to: &str, not_kept: Option<FetchError>) -> Result<(), FetchError> {
        self.try_follow(to, not_kept).map_err(|error| self.fetcher.hidden(error, self.start))
    }

    fn try_follow(&mut self, to: &str, not_kept: Option<FetchError>) -> Result<(), FetchError> {
        let to = parse(to)?;
        if to == self.first || self.passed.contains(&to) {
            let detail = "it leads back to where it came from";
            return Err(FetchError::new(Fault::Redirect, to.as_str(), detail));
        }
        let most = self.fetcher.options.redirects;
        if self.passed.len() >= most as usize {
            // It is the way that is too long, and not what is wrong with its last address.
            let detail = format!("more than {most} on the way");
            return Err(FetchError::new(Fault::Redirect, self.first.as_str(), detail));
        }
        self.fetcher.check_reach(&to, self.start)?;
        self.passed.push(to);
        self.not_kept = self.not_kept.take().or(not_kept);
        Ok(())
    }

    /// The document at its end.
    pub(crate) fn arrive(self, mut fetched: Fetched) -> Fetched {
        fetched.about.redirects = u32::try_from(self.passed.len()).unwrap_or(u32::MAX);
        fetched.not_kept = fetched.not_kept.or(self.not_kept);
        fetched
    }

    /// Why the cache does not have one of its redirects, where it should.
    pub fn not_kept(&self) -> Option<&FetchError> {
        self.not_kept.as_ref()
    }
}
