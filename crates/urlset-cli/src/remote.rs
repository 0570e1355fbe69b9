//! Documents of the network: each is fetched whole, once in a run, into one temporary file, and is read
//! from there as any other.

use crate::args::ReadingArgs;
use crate::exit::Failure;
use crate::network_args::refused;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use urlset::Result;
use urlset::store::{Scratch, Store};
use urlset_fetch::{About, Fault, FetchError, FetchOptions, Fetcher, Origin, Start};

/// Bytes that are copied at once.
const PIECE: usize = 64 << 10;

/// What was fetched in this run, and who fetches more.
pub(crate) struct Remote {
    options: FetchOptions,
    fetcher: OnceLock<Fetcher>,
    pages: Mutex<Pages>,
    /// Sites are looked for their sitemaps.
    pub(crate) discover: bool,
}

#[derive(Default)]
struct Pages {
    file: Option<Arc<Mutex<Scratch>>>,
    /// By the address that was asked for, and by that which answered.
    known: HashMap<String, std::result::Result<Arc<Page>, FetchError>>,
}

/// A document that was fetched: a part of the temporary file.
pub(crate) struct Page {
    file: Arc<Mutex<Scratch>>,
    start: u64,
    pub(crate) length: u64,
    pub(crate) about: About,
    pub(crate) origin: Origin,
}

/// One reading of it, from the start.
pub(crate) struct PageReading {
    page: Arc<Page>,
    at: u64,
}

impl Remote {
    /// As the flags say. Nothing is asked of anybody yet.
    pub(crate) fn new(args: &ReadingArgs) -> std::result::Result<Remote, Failure> {
        let options = args.network.options(args.max_input)?;
        // What is wrong with the flags is told before anything is read.
        Fetcher::new(options.clone()).map_err(|error| refused(&error))?;
        let discover = args.network.discover;
        Ok(Remote { options, fetcher: OnceLock::new(), pages: Mutex::default(), discover })
    }

    /// Who fetches, with temporary files where those of the run are.
    fn fetcher(&self, store: &Store) -> std::result::Result<&Fetcher, FetchError> {
        if let Some(fetcher) = self.fetcher.get() {
            return Ok(fetcher);
        }
        let options = FetchOptions { folder: store.folder().to_owned(), ..self.options.clone() };
        let fetcher = Fetcher::new(options)?;
        Ok(self.fetcher.get_or_init(|| fetcher))
    }

    /// Takes an address that a user typed.
    pub(crate) fn typed(&self, url: &str, store: &Store) -> std::result::Result<Start, FetchError> {
        let start = Start::typed(url)?;
        self.fetcher(store)?.trust(&start);
        Ok(start)
    }

    /// Somebody who sends nothing of what is for the sites of the inputs, and keeps nothing.
    pub(crate) fn plain(&self, store: &Store) -> std::result::Result<Fetcher, FetchError> {
        let (headers, cache) = (Vec::new(), None);
        let folder = store.folder().to_owned();
        Fetcher::new(FetchOptions { headers, cache, folder, ..self.options.clone() })
    }

    /// Asks a host no oftener than it wants to be.
    pub(crate) fn slow_down(&self, url: &str, interval: std::time::Duration) {
        if let Some(fetcher) = self.fetcher.get() {
            fetcher.slow_down(url, interval);
        }
    }

    /// The document of an address. An `Err` outside is a failure of this machine.
    pub(crate) fn fetch(
        &self,
        url: &str,
        start: &Start,
        store: &Store,
    ) -> Result<std::result::Result<Arc<Page>, FetchError>> {
        let mut pages = locked(&self.pages);
        if let Some(known) = pages.known.get(url) {
            return Ok(known.clone());
        }
        let fetched = self.fetcher(store).and_then(|fetcher| fetcher.fetch(url, start));
        let page = match fetched {
            Ok(mut fetched) => {
                let file = pages.file(store)?;
                let start = copy(&mut fetched.body, &file)?;
                let (length, about, origin) = (fetched.length, fetched.about, fetched.origin);
                Ok(Arc::new(Page { file, start, length, about, origin }))
            }
            Err(error) => Err(error),
        };
        if let Ok(page) = &page {
            pages.known.insert(page.about.url.clone(), Ok(Arc::clone(page)));
        }
        // What was not asked for is asked for where another way leads to it.
        let asked = |error: &FetchError| {
            !matches!(
                error.fault,
                Fault::OtherHost | Fault::PrivateAddress | Fault::TooManyRequests
            )
        };
        if page.as_ref().err().is_none_or(asked) {
            pages.known.insert(url.to_owned(), page.clone());
        }
        Ok(page)
    }
}

impl Pages {
    fn file(&mut self, store: &Store) -> Result<Arc<Mutex<Scratch>>> {
        let file = match self.file.take() {
            Some(file) => file,
            // In a store of its own: what is fetched is not what did not fit into memory.
            None => {
                let store = Store::new(0, Some(store.folder()));
                Arc::new(Mutex::new(Scratch::new(&store)?))
            }
        };
        Ok(Arc::clone(self.file.insert(file)))
    }
}

/// Appends a file to the others, and gives where it begins.
fn copy(from: &mut impl Read, to: &Mutex<Scratch>) -> Result<u64> {
    let mut to = locked(to);
    let (start, mut buffer) = (to.length(), vec![0; PIECE]);
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok(start);
        }
        to.append(buffer.get(..count).unwrap_or_default())?;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Page {
    pub(crate) fn open(self: &Arc<Page>) -> PageReading {
        PageReading { page: Arc::clone(self), at: 0 }
    }
}

impl Read for PageReading {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let left = self.page.length.saturating_sub(self.at);
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(to.len());
        let to = to.get_mut(..count).unwrap_or_default();
        if !to.is_empty() {
            let file = locked(&self.page.file);
            file.read(to, self.page.start + self.at).map_err(std::io::Error::other)?;
        }
        self.at += count as u64;
        Ok(count)
    }
}
