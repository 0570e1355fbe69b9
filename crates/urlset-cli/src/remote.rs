//! Documents of the network: each is fetched whole, once in a run, into one temporary file, and is read
//! from there as any other.

use crate::args::ReadingArgs;
use crate::exit::Failure;
use crate::network_args::refused;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use urlset::Result;
use urlset::store::{Scratch, Store};
use urlset_fetch::{
    About, Arrived, Fault, FetchError, FetchOptions, Fetched, Fetcher, Origin, Start,
};

/// Bytes that are copied at once.
const PIECE: usize = 64 << 10;

/// A document, or why there is none.
pub(crate) type Outcome = std::result::Result<Arc<Page>, FetchError>;

/// What was fetched in this run, and who fetches more.
pub(crate) struct Remote {
    options: FetchOptions,
    fetcher: OnceLock<Fetcher>,
    pages: Mutex<Pages>,
    /// A document came, or will not.
    came: Condvar,
    /// Documents that are fetched at once.
    concurrency: usize,
    /// Sites are looked for their sitemaps.
    pub(crate) discover: bool,
}

#[derive(Default)]
struct Pages {
    file: Option<Arc<Mutex<Scratch>>>,
    /// By every address on the way from the one that was asked for to the one that answered.
    known: HashMap<String, Known>,
    /// Who waits for whom.
    waiting: HashMap<u64, u64>,
    /// The number of who asked last.
    last: u64,
}

/// What is known of an address.
enum Known {
    /// The one of this number is asking.
    Asked(u64),
    Here(Outcome),
}

/// A document that was fetched: a part of the temporary file.
pub(crate) struct Page {
    file: Arc<Mutex<Scratch>>,
    start: u64,
    pub(crate) length: u64,
    pub(crate) about: About,
    pub(crate) origin: Origin,
    /// Why the cache does not have it.
    pub(crate) not_kept: Option<FetchError>,
}

/// One reading of it, from the start.
pub(crate) struct PageReading {
    page: Arc<Page>,
    at: u64,
}

impl Remote {
    /// As the flags say. Nothing is asked of anybody yet.
    pub(crate) fn new(args: &ReadingArgs) -> std::result::Result<Remote, Failure> {
        let options = args.network.options(args.max_input, args.max_ratio)?;
        // What is wrong with the flags is told before anything is read.
        options.check().map_err(|error| refused(&error))?;
        Ok(Remote {
            options,
            fetcher: OnceLock::new(),
            pages: Mutex::default(),
            came: Condvar::new(),
            concurrency: args.network.concurrency.get().into(),
            discover: args.network.discover,
        })
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

    /// The start of the way to an address whose host was allowed by name: it needs no other.
    pub(crate) fn allowed(&self, url: &str, store: &Store) -> Option<Start> {
        let fetcher = self.fetcher(store).ok()?;
        Start::named(url).ok().filter(|start| fetcher.allows(start.url()))
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
    pub(crate) fn fetch(&self, url: &str, start: &Start, store: &Store) -> Result<Outcome> {
        let number = {
            let mut pages = locked(&self.pages);
            pages.last += 1;
            pages.last
        };
        let (claimed, way) = (RefCell::default(), RefCell::default());
        let asking = Asking { remote: self, number, claimed, way };
        self.fetch_as(&asking, url, start, store)
    }

    /// Whether what was typed, user and password or headers, may open what somebody without them was
    /// refused; servers also hide what they keep.
    fn may_open(&self, start: &Start, error: &FetchError) -> bool {
        let has_headers = start.is_typed() && !self.options.headers.is_empty();
        (start.has_credentials() || has_headers)
            && matches!(error.fault, Fault::Status(401 | 403 | 404))
    }

    fn fetch_as(
        &self,
        asking: &Asking<'_>,
        url: &str,
        start: &Start,
        store: &Store,
    ) -> Result<Outcome> {
        // What one site gave, another may not have fetched.
        if let Err(error) = self.fetcher(store).and_then(|fetcher| fetcher.may_fetch(url, start)) {
            return Ok(Err(error));
        }
        let begun = asking.pass(url);
        let mut pages = locked(&self.pages);
        loop {
            let other = match pages.known.get(url) {
                Some(Known::Here(Err(error))) if self.may_open(start, error) => {
                    pages.known.remove(url);
                    break;
                }
                Some(Known::Here(known)) => return Ok(known.clone()),
                // Another thread is at it.
                Some(Known::Asked(other)) => *other,
                None => break,
            };
            if !pages.may_wait(asking.number, other) {
                break;
            }
            pages = self.came.wait(pages).unwrap_or_else(PoisonError::into_inner);
        }
        let first = asking.claimed.borrow().len();
        asking.claim(url, &mut pages);
        drop(pages);
        let is_here = |target: &str| asking.leave(target);
        let arrived =
            self.fetcher(store).and_then(|fetcher| fetcher.fetch_unless(url, start, is_here));
        let outcome = match arrived {
            Ok(Arrived::Known(target)) => self.fetch_as(asking, &target, start, store)?,
            Ok(Arrived::Fetched(fetched)) => Ok(locked(&self.pages).keep(*fetched, store)?),
            Err(error) => Err(error),
        };
        let outcome = outcome.map_err(|error| asking.as_entered(begun, error));
        asking.settle(first, url, &outcome);
        Ok(outcome)
    }

    /// Has so many threads fetch what will be asked for next, in this order.
    pub(crate) fn prefetch(self: &Arc<Self>, urls: Vec<String>, start: &Start, store: &Store) {
        let threads = self.concurrency.saturating_sub(1).min(urls.len());
        let queue = Arc::new(Mutex::new(VecDeque::from(urls)));
        for _ in 0..threads {
            let (remote, queue) = (Arc::clone(self), Arc::clone(&queue));
            let (start, store) = (start.clone(), store.clone());
            let work = move || {
                while let Some(url) = next_of(&queue) {
                    // Whoever asks for it hears how it ended.
                    let _ = remote.fetch(&url, &start, &store);
                }
            };
            // Where no thread is allowed, they are fetched one after the other.
            if std::thread::Builder::new().spawn(work).is_err() {
                return;
            }
        }
    }
}

/// Somebody is asking for an address, and for those to which it leads; nobody waits for what will not
/// come.
struct Asking<'r> {
    remote: &'r Remote,
    number: u64,
    /// Addresses that nobody else asks for meanwhile.
    claimed: RefCell<Vec<String>>,
    /// Addresses that were passed, whoever asks for them.
    way: RefCell<Vec<String>>,
}

impl Asking<'_> {
    /// Notes an address on the way; gives how many came before it.
    fn pass(&self, url: &str) -> usize {
        let mut way = self.way.borrow_mut();
        way.push(url.to_owned());
        way.len() - 1
    }

    /// A circle of redirects begins where this way enters it, whoever went around it.
    fn as_entered(&self, begun: usize, error: FetchError) -> FetchError {
        let way = self.way.borrow();
        let entry = way.iter().skip(begun).find(|url| error.circle().contains(url)).cloned();
        match entry {
            Some(url) => error.seen_from(&url),
            None => error,
        }
    }

    fn claim(&self, url: &str, pages: &mut Pages) {
        pages.waiting.remove(&self.number);
        if !pages.known.contains_key(url) {
            pages.known.insert(url.to_owned(), Known::Asked(self.number));
            self.claimed.borrow_mut().push(url.to_owned());
        }
    }

    /// Whether what a redirect leads to is left to who asks for it, or did. Two that lead to each
    /// other do not wait for each other.
    fn leave(&self, target: &str) -> bool {
        self.pass(target);
        let mut pages = locked(&self.remote.pages);
        let other = match pages.known.get(target) {
            Some(Known::Here(_)) => return true,
            Some(Known::Asked(other)) => *other,
            None => {
                self.claim(target, &mut pages);
                return false;
            }
        };
        pages.may_wait(self.number, other)
    }

    /// Notes what came of an address, and of those that were claimed on the way from it.
    fn settle(&self, first: usize, url: &str, outcome: &Outcome) {
        // Where another way leads to it, it is asked for there.
        if !was_asked(outcome) {
            return;
        }
        let mut pages = locked(&self.remote.pages);
        let mut put = |url: &str| {
            let outcome = outcome.clone().map_err(|error| error.seen_from(url));
            pages.known.insert(url.to_owned(), Known::Here(outcome));
        };
        let claimed = self.claimed.borrow();
        match outcome {
            Ok(page) => {
                claimed.iter().skip(first).for_each(|url| put(url));
                put(&page.about.url);
            }
            // All of them lead into it.
            Err(error) if !error.circle().is_empty() => {
                claimed.iter().skip(first).chain(error.circle()).for_each(|url| put(url));
            }
            // What failed is the last address; a shorter way to it may be right.
            Err(error) if claimed.contains(&error.url) => put(&error.url),
            Err(_) => {}
        }
        put(url);
        drop(pages);
        self.remote.came.notify_all();
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut pages = locked(&self.remote.pages);
        pages.waiting.remove(&self.number);
        for url in self.claimed.borrow().iter() {
            if matches!(pages.known.get(url), Some(Known::Asked(_))) {
                pages.known.remove(url);
            }
        }
        drop(pages);
        self.remote.came.notify_all();
    }
}

fn next_of(queue: &Mutex<VecDeque<String>>) -> Option<String> {
    locked(queue).pop_front()
}

/// Whether a server was asked: what was refused before may be right on another way.
fn was_asked(outcome: &Outcome) -> bool {
    use Fault::{OtherHost, PrivateAddress, TooManyRequests};
    let refused = |fault| matches!(fault, OtherHost | PrivateAddress | TooManyRequests);
    outcome.as_ref().err().is_none_or(|error| !refused(error.fault))
}

impl Pages {
    /// Notes that one waits for another, unless that one waits for it.
    fn may_wait(&mut self, one: u64, other: u64) -> bool {
        let mut last = other;
        while let Some(next) = self.waiting.get(&last).filter(|_| last != one) {
            last = *next;
        }
        if last == one {
            return false;
        }
        self.waiting.insert(one, other);
        true
    }

    /// Appends what was fetched to the file.
    fn keep(&mut self, mut fetched: Fetched, store: &Store) -> Result<Arc<Page>> {
        let file = self.file(store)?;
        let start = copy(&mut fetched.body, &file)?;
        let Fetched { length, about, origin, not_kept, .. } = fetched;
        Ok(Arc::new(Page { file, start, length, about, origin, not_kept }))
    }

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
