//! What fetching may cost, whom it may ask, and how it behaves.

use crate::FetchError;
use crate::client::check_header;
use crate::site::Allowed;
use std::path::PathBuf;
use std::time::Duration;

/// The longest time that anything may take: a year.
const LONGEST: Duration = Duration::from_secs(365 * 86_400);

/// What fetching may cost, whom it may ask, and how it behaves. The defaults are safe against any
/// server.
#[derive(Clone, Debug)]
pub struct FetchOptions {
    /// How we call ourselves.
    pub user_agent: String,
    /// Further headers, for the site of the start alone, where that was typed.
    pub headers: Vec<(String, String)>,
    /// How long finding the host may take, and how long connecting to it.
    pub connect: Duration,
    /// How long nothing may come.
    pub idle: Duration,
    /// How long the headers of an answer may take.
    pub answer: Duration,
    /// How long an address may take, with further attempts and the waiting between them; one to which
    /// it leads has as long again.
    pub whole: Duration,
    /// Bytes that must come in a second on average, once [`FetchOptions::grace`] is over.
    pub slowest: u64,
    /// How long a body may be slower than that.
    pub grace: Duration,
    /// Redirects on the way to one document.
    pub redirects: u32,
    /// Attempts after the first, where another may well succeed.
    pub retries: u32,
    /// How long to wait before the first of them where the server does not say; doubled each time.
    pub backoff: Duration,
    /// How long to wait between attempts in all, whatever servers ask for.
    pub patience: Duration,
    /// Bytes of the headers of an answer.
    pub header_bytes: usize,
    /// Bytes of a body, as it comes and as it is once inflated.
    pub body_bytes: u64,
    /// How many times its size a body may become when it is inflated, beyond 64 MiB.
    pub ratio: u32,
    /// Requests in all.
    pub requests: u64,
    /// Time between the starts of two requests to a host.
    pub interval: Duration,
    /// Hosts that may be asked besides that of the start: `cdn.example.com`, `127.0.0.1:8080`.
    pub allow_hosts: Vec<String>,
    /// Private networks may be asked, whoever names them.
    pub allow_private: bool,
    /// Nothing is asked of the network; what the cache has is given.
    pub offline: bool,
    /// Where documents are kept with what is needed to ask whether they have changed.
    pub cache: Option<PathBuf>,
    /// Where temporary files are made.
    pub folder: PathBuf,
}

impl FetchOptions {
    /// Whether all of them mean something.
    ///
    /// # Errors
    /// [`crate::Fault::Usage`] for what is no host or no header; it never repeats the value of one.
    pub fn check(&self) -> Result<(), FetchError> {
        check_header("user-agent", &self.user_agent)?;
        self.headers.iter().try_for_each(|(name, value)| check_header(name, value))?;
        self.allowed().map(drop)
    }

    /// With times that a clock can add.
    pub(crate) fn bounded(mut self) -> FetchOptions {
        for time in [
            &mut self.connect,
            &mut self.idle,
            &mut self.answer,
            &mut self.whole,
            &mut self.backoff,
            &mut self.interval,
        ] {
            *time = (*time).min(LONGEST);
        }
        self
    }

    /// The hosts that may be asked.
    pub(crate) fn allowed(&self) -> Result<Vec<Allowed>, FetchError> {
        self.allow_hosts.iter().map(|host| Allowed::parse(host)).collect()
    }
}

impl Default for FetchOptions {
    fn default() -> FetchOptions {
        let version = env!("CARGO_PKG_VERSION");
        FetchOptions {
            user_agent: format!("urlset/{version} (+{})", env!("CARGO_PKG_REPOSITORY")),
            headers: Vec::new(),
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            whole: Duration::from_secs(300),
            slowest: 1024,
            grace: Duration::from_secs(30),
            redirects: 10,
            retries: 2,
            backoff: Duration::from_secs(1),
            patience: Duration::from_secs(60),
            header_bytes: 300 << 10,
            body_bytes: 4 << 30,
            ratio: 200,
            requests: 10_000,
            interval: Duration::ZERO,
            allow_hosts: Vec::new(),
            allow_private: false,
            offline: false,
            cache: None,
            folder: std::env::temp_dir(),
        }
    }
}
