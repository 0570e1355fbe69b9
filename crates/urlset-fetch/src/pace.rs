//! How often a host is asked, how many requests there are, and how long is waited in all.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest time between two requests to a host that it may ask for by `Crawl-delay`.
const LONGEST_INTERVAL: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Pace {
    state: Mutex<State>,
    interval: Duration,
    patience: Duration,
    most: u64,
}

#[derive(Debug, Default)]
struct State {
    requests: u64,
    waited: Duration,
    /// When the last request to a host began, or will.
    last: HashMap<String, Instant>,
    /// What hosts asked for.
    intervals: HashMap<String, Duration>,
}

impl Pace {
    pub(crate) fn new(interval: Duration, patience: Duration, most: u64) -> Pace {
        Pace { state: Mutex::default(), interval, patience, most }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one of the requests that there may be; waits for its turn. `false` when none is left.
    pub(crate) fn request(&self, host: &str) -> bool {
        let now = Instant::now();
        let turn = {
            let mut state = self.state();
            if state.requests >= self.most {
                return false;
            }
            state.requests += 1;
            let asked = state.intervals.get(host).copied().unwrap_or_default();
            let interval = asked.max(self.interval);
            let turn = state.last.get(host).map_or(now, |last| (*last + interval).max(now));
            state.last.insert(host.to_owned(), turn);
            turn
        };
        std::thread::sleep(turn.saturating_duration_since(now));
        true
    }

    /// Takes what a host asks for, within reason.
    pub(crate) fn slow_down(&self, host: &str, interval: Duration) {
        self.state().intervals.insert(host.to_owned(), interval.min(LONGEST_INTERVAL));
    }

    /// Waits, where that does not exhaust the patience.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        {
            let mut state = self.state();
            let waited = state.waited.saturating_add(time);
            if waited > self.patience {
                return false;
            }
            state.waited = waited;
        }
        std::thread::sleep(time);
        true
    }

    /// Requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.state().requests
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use std::time::{Duration, Instant};

    #[test]
    fn each_host_has_its_own_pace() {
        let pace = Pace::new(Duration::from_millis(40), Duration::ZERO, 4);
        let began = Instant::now();
        for host in ["a", "b", "a", "a"] {
            assert!(pace.request(host));
        }
        assert!(began.elapsed() >= Duration::from_millis(80));
        assert!(!pace.request("c"), "four are allowed");
        assert_eq!(pace.requests(), 4);
    }

    #[test]
    fn what_a_host_asks_for_counts_from_its_last_request() {
        let pace = Pace::new(Duration::ZERO, Duration::ZERO, 4);
        let began = Instant::now();
        assert!(pace.request("a"));
        pace.slow_down("a", Duration::from_millis(40));
        assert!(pace.request("b") && began.elapsed() < Duration::from_millis(40));
        assert!(pace.request("a") && began.elapsed() >= Duration::from_millis(40));
        assert!(pace.request("a") && began.elapsed() >= Duration::from_millis(80));
    }

    #[test]
    fn patience_ends() {
        let pace = Pace::new(Duration::ZERO, Duration::from_millis(10), 0);
        assert!(pace.wait(Duration::from_millis(6)));
        assert!(!pace.wait(Duration::from_millis(6)));
        assert!(!pace.wait(Duration::MAX));
        assert!(pace.wait(Duration::from_millis(4)));
    }
}
