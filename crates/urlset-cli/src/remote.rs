//! Documents of the network: each is fetched whole, once in a run, into one temporary file, and is read
//! from there as any other.

use crate::args::ReadingArgs;
use crate::exit::Failure;
use crate::network_args::refused;
use std::collections::{HashMap, VecDeque};
use std::io::Read;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use urlset::Result;
use urlset::store::{Scratch, Store};
use urlset_fetch::{About, FetchError, FetchOptions, Fetched, Fetcher, Hop, Origin, Start};

/// Bytes that are copied at once.
const PIECE: usize = 64 << 10;

/// Bytes of a file with a key, which has at most 128 characters (indexnow.org, documentation).
const KEY_BYTES: u64 = 4096;

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
    ahead: Mutex<Ahead>,
    /// Sites are looked for their sitemaps.
    pub(crate) discover: bool,
}

/// What will be asked for, and how many threads fetch it.
#[derive(Default)]
struct Ahead {
    next: VecDeque<(String, Arc<Start>)>,
    threads: usize,
}

#[derive(Default)]
struct Pages {
    file: Option<Arc<Mutex<Scratch>>>,
    known: HashMap<Asked, Known>,
}

/// An address, and what it is told of who asks.
type Asked = (String, Option<String>);

/// What is known of an address.
enum Known {
    /// Somebody is asking.
    Asked,
    Here(Stop),
}

/// What one address gave.
type Stop = std::result::Result<Given, FetchError>;

#[derive(Clone)]
enum Given {
    Document(Arc<Page>),
    /// Another address, and why the cache does not have it.
    Redirect(String, Option<FetchError>),
}

/// A document that was fetched: a part of the temporary file.
#[derive(Clone)]
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
            ahead: Mutex::default(),
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

    /// What an address is told of who began here ([`Fetcher::told`]).
    pub(crate) fn told(&self, url: &str, start: &Start, store: &Store) -> Option<String> {
        self.fetcher(store).ok()?.told(url, start)
    }

    /// The start of the way to an address whose host was allowed by name: it needs no other.
    pub(crate) fn allowed(&self, url: &str, store: &Store) -> Option<Start> {
        let fetcher = self.fetcher(store).ok()?;
        Start::named(url).ok().filter(|start| fetcher.allows(start.url()))
    }

    /// Somebody who sends nothing of what is for the sites of the inputs, and keeps nothing. What is fetched
    /// is a key.
    pub(crate) fn plain(&self, store: &Store) -> std::result::Result<Fetcher, FetchError> {
        let (headers, cache) = (Vec::new(), None);
        let (folder, body_bytes) = (store.folder().to_owned(), KEY_BYTES);
        Fetcher::new(FetchOptions { headers, cache, folder, body_bytes, ..self.options.clone() })
    }

    /// What a server said as it may be shown to who began here ([`Fetcher::hide`]).
    pub(crate) fn hide(&self, text: &str, start: Option<&Rc<Start>>) -> String {
        match (self.fetcher.get(), start) {
            (Some(fetcher), Some(start)) => fetcher.hide(text, start),
            _ => urlset_fetch::hide(text).into_owned(),
        }
    }

    /// Asks a host no oftener than it wants to be.
    pub(crate) fn slow_down(&self, url: &str, interval: std::time::Duration) {
        if let Some(fetcher) = self.fetcher.get() {
            fetcher.slow_down(url, interval);
        }
    }

    /// The document to which an address leads, by a way that is judged by itself: whatever was asked
    /// before, and by whom, it ends the same. An `Err` outside is a failure of this machine.
    pub(crate) fn fetch(&self, url: &str, start: &Start, store: &Store) -> Result<Outcome> {
        let begun = self.fetcher(store).and_then(|fetcher| Ok((fetcher, fetcher.way(url, start)?)));
        let (fetcher, mut way) = match begun {
            Ok(begun) => begun,
            Err(error) => return Ok(Err(error)),
        };
        loop {
            let (to, not_kept) = match self.stop(fetcher, way.at(), start, store)? {
                Ok(Given::Document(page))
                    if page.not_kept.is_none() && way.not_kept().is_some() =>
                {
                    let not_kept = way.not_kept().cloned();
                    return Ok(Ok(Arc::new(Page { not_kept, ..Page::clone(&page) })));
                }
                Ok(Given::Document(page)) => return Ok(Ok(page)),
                Ok(Given::Redirect(to, not_kept)) => (to, not_kept),
                Err(error) => return Ok(Err(error)),
            };
            if let Err(error) = way.follow(&to, not_kept) {
                return Ok(Err(error));
            }
        }
    }

    /// What an address gives, which is asked once by all who tell it the same: with user and password, or
    /// headers, it may give something else. Nobody who asks for one waits for another.
    fn stop(&self, fetcher: &Fetcher, url: &str, start: &Start, store: &Store) -> Result<Stop> {
        let asked = (url.to_owned(), fetcher.told(url, start));
        let mut pages = locked(&self.pages);
        loop {
            match pages.known.get(&asked) {
                None => break,
                Some(Known::Here(stop)) => return Ok(stop.clone()),
                Some(Known::Asked) => {
                    pages = self.came.wait(pages).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        pages.known.insert(asked.clone(), Known::Asked);
        drop(pages);
        let asking = Asking { remote: self, asked };
        let stop = match fetcher.hop(url, start) {
            Ok(Hop::Document(fetched)) => {
                Ok(Given::Document(locked(&self.pages).keep(*fetched, store)?))
            }
            Ok(Hop::Redirect { to, not_kept }) => Ok(Given::Redirect(to, not_kept)),
            Err(error) => Err(error),
        };
        asking.settle(stop.clone());
        Ok(stop)
    }

    /// Has threads fetch what will be asked for next, in this order: with who asks, as many as may fetch at
    /// once in the whole run.
    pub(crate) fn prefetch(self: &Arc<Self>, urls: Vec<String>, start: &Start, store: &Store) {
        let most = self.concurrency.saturating_sub(1);
        if most == 0 {
            return;
        }
        // Of what many indexes name, each naming would wait where threads are slow.
        let told: Vec<_> =
            urls.into_iter().map(|url| (self.told(&url, start, store), url)).collect();
        let pages = locked(&self.pages);
        let is_new = |(told, url): (Option<String>, String)| {
            let asked = (url, told);
            (!pages.known.contains_key(&asked)).then_some(asked.0)
        };
        let urls: Vec<String> = told.into_iter().filter_map(is_new).collect();
        drop(pages);
        let start = Arc::new(start.clone());
        let mut ahead = locked(&self.ahead);
        let wanted = most.min(ahead.threads + urls.len());
        // What an index names is asked for before what is named behind it.
        for url in urls.into_iter().rev() {
            ahead.next.push_front((url, Arc::clone(&start)));
        }
        while ahead.threads < wanted {
            let (remote, store) = (Arc::clone(self), store.clone());
            let work = move || {
                while let Some((url, start)) = remote.next() {
                    // Whoever asks for it hears how it ended.
                    let _ = remote.fetch(&url, &start, &store);
                }
            };
            if std::thread::Builder::new().spawn(work).is_err() {
                break;
            }
            ahead.threads += 1;
        }
        // Where no thread is allowed, they are fetched one after the other.
        if ahead.threads == 0 {
            ahead.next.clear();
        }
    }

    /// What a thread fetches next; it ends where there is nothing.
    fn next(&self) -> Option<(String, Arc<Start>)> {
        let mut ahead = locked(&self.ahead);
        let next = ahead.next.pop_front();
        ahead.threads -= usize::from(next.is_none());
        next
    }
}

/// Somebody is asking for an address; nobody waits for what will not come.
struct Asking<'r> {
    remote: &'r Remote,
    asked: Asked,
}

impl Asking<'_> {
    /// Notes what the address gave.
    fn settle(self, stop: Stop) {
        locked(&self.remote.pages).known.insert(self.asked.clone(), Known::Here(stop));
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut pages = locked(&self.remote.pages);
        if matches!(pages.known.get(&self.asked), Some(Known::Asked)) {
            pages.known.remove(&self.asked);
        }
        drop(pages);
        self.remote.came.notify_all();
    }
}

impl Pages {
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
