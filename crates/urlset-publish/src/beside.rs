//! One small step for each of many files, some at once.
//!
//! A file system makes a step wait for its journal, and steps can wait together: on a busy machine,
//! 3,000 synced files took ext4 4 seconds to remove one after the other, and 0.3 by 16 threads.

use crate::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const THREADS: usize = 16;

/// Fewer are done before the threads are there.
const FEW: usize = 16;

/// Does `act` for each of `items`, in no order where there are many, and gives the errors in theirs.
pub(crate) fn each<T: Sync>(
    items: &[T],
    act: impl Fn(&T) -> Result<(), Error> + Sync,
) -> Vec<Error> {
    let (next, errors) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((at, item)) = take(items, &next) {
            if let (Err(error), Ok(mut errors)) = (act(item), errors.lock()) {
                errors.push((at, error));
            }
        }
    };
    thread::scope(|scope| {
        let more = if items.len() > FEW { THREADS - 1 } else { 0 };
        for _ in 0..more {
            // Without more threads, this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut errors = errors.into_inner().unwrap_or_default();
    errors.sort_by_key(|(at, _)| *at);
    errors.into_iter().map(|(_, error)| error).collect()
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, items.get(at)?))
}

#[cfg(test)]
mod tests {
    use super::each;
    use crate::Error;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn does_each_once_and_tells_in_order() {
        for many in [0, 1, 15, 17, 1_000] {
            let sum = AtomicU64::new(0);
            let items: Vec<u64> = (1..=many).collect();
            let errors = each(&items, |item| {
                sum.fetch_add(*item, Ordering::Relaxed);
                if item % 10 == 0 { Err(Error::Busy(item.to_string().into())) } else { Ok(()) }
            });
            assert_eq!(sum.into_inner(), many * (many + 1) / 2);
            let refused: Vec<PathBuf> =
                (1..=many / 10).map(|ten| (ten * 10).to_string().into()).collect();
            assert_eq!(errors.iter().map(Error::path).collect::<Vec<_>>(), refused);
        }
    }
}
