//! Fetching as the command does it, within bounds that a test can wait for.

use std::time::Duration;
use urlset_fetch::{FetchError, FetchOptions, Fetched, Fetcher, Start};

pub(crate) fn quick() -> FetchOptions {
    FetchOptions {
        connect: Duration::from_millis(500),
        idle: Duration::from_millis(300),
        answer: Duration::from_millis(700),
        whole: Duration::from_millis(1200),
        backoff: Duration::from_millis(10),
        patience: Duration::from_millis(500),
        retries: 0,
        ..FetchOptions::default()
    }
}

/// Fetches what a user typed.
pub(crate) fn fetch(options: FetchOptions, url: &str) -> Result<Fetched, FetchError> {
    let start = Start::typed(url)?;
    let fetcher = Fetcher::new(options)?;
    fetcher.trust(&start);
    fetcher.fetch(start.url(), &start)
}
