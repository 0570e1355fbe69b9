//! Compresses and writes the files of a set beside the work that makes them: one thread a file, some
//! files at once. Where no more than one is written at once and nothing compressed, that needs no thread.
//! What a file becomes does not depend on how many there are.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use urlset::publish::{Draft, Error, Finished};

/// Bytes that [`urlset::Output`] hands on at once, about.
const BLOCK: usize = 160 * 1024;

/// Blocks that wait where one file is written after the other: more would only take memory.
const FEW: usize = 4;

/// Blocks that were written, to be filled again: new memory costs more than what is copied into it.
pub(crate) type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

/// A file that was written; `None` where its output was dropped before it was whole. One that has its
/// name already is in the set, and there is nothing to keep of it.
type File = Option<Option<Box<Finished>>>;

/// The system allows no thread: a limit, and no fault of the file that it was for.
#[derive(Debug)]
pub(crate) struct NoThread(io::Error);

impl std::fmt::Display for NoThread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no thread could be started: {}", self.0)
    }
}

impl std::error::Error for NoThread {}

/// Files that are being written, the oldest first.
#[derive(Debug)]
pub(crate) struct Workers {
    jobs: usize,
    /// Blocks that may wait for each.
    waiting: usize,
    spare: Spare,
    live: VecDeque<JoinHandle<Result<File, Error>>>,
    results: Arc<Mutex<Results>>,
}

/// What became of the files that are done with.
#[derive(Debug, Default)]
struct Results {
    /// In the order in which they were begun.
    files: Vec<File>,
    /// The first error.
    failed: Option<Error>,
}

impl Results {
    fn take(&mut self, result: Result<File, Error>) {
        match result {
            Ok(file) => self.files.push(file),
            Err(error) => drop(self.failed.get_or_insert(error)),
        }
    }
}

impl Workers {
    /// At most `jobs` at once, which may together hold about `memory` bytes that wait.
    pub(crate) fn new(jobs: usize, memory: u64) -> Workers {
        let jobs = jobs.max(1);
        let waiting = memory / BLOCK as u64 / jobs as u64;
        let most = if jobs == 1 { FEW } else { 1024 };
        let waiting = usize::try_from(waiting).unwrap_or(usize::MAX).clamp(2, most);
        let (spare, live, results) = (Spare::default(), VecDeque::new(), Arc::default());
        Workers { jobs, waiting, spare, live, results }
    }

    /// Begins a file. It is whole when the pipe was flushed and [`Workers::join`] gave it back.
    pub(crate) fn begin(&mut self, draft: Draft, compressed: bool) -> Pipe {
        if self.jobs == 1 && !compressed {
            self.live.drain(..).for_each(|thread| join(thread, &self.results));
            return Pipe::Here(Here { draft: Some(draft), results: Arc::clone(&self.results) });
        }
        while self.live.len() >= self.jobs {
            self.join_oldest();
        }
        let (sender, parts) = sync_channel(self.waiting);
        loop {
            let (hand, work) = sync_channel::<(Draft, Receiver<Part>)>(1);
            let spare = Arc::clone(&self.spare);
            let beside = move || match work.recv() {
                Ok((draft, parts)) => write(draft, compressed, (&parts, &spare)),
                Err(_) => Ok(None),
            };
            match thread::Builder::new().spawn(beside) {
                Ok(thread) => {
                    // It waits for this.
                    let _ = hand.send((draft, parts));
                    self.live.push_back(thread);
                    return Pipe::Beside(sender, Arc::clone(&self.spare));
                }
                // The system allows no more of them: these have to do.
                Err(_) if !self.live.is_empty() => {
                    self.jobs = self.live.len();
                    self.join_oldest();
                }
                Err(error) => {
                    let error = io::Error::new(error.kind(), NoThread(error));
                    lock(&self.results).take(Err(draft.failed(error)));
                    return Pipe::Beside(sender, Arc::clone(&self.spare));
                }
            }
        }
    }

    /// Waits for all, and gives the first error or the files in the order in which they were begun.
    pub(crate) fn join(mut self) -> impl Iterator<Item = Result<File, Error>> {
        while !self.live.is_empty() {
            self.join_oldest();
        }
        let Results { files, failed } = std::mem::take(&mut *lock(&self.results));
        failed.map(Err).into_iter().chain(files.into_iter().map(Ok))
    }

    fn join_oldest(&mut self) {
        if let Some(thread) = self.live.pop_front() {
            join(thread, &self.results);
        }
    }
}

fn join(thread: JoinHandle<Result<File, Error>>, results: &Mutex<Results>) {
    match thread.join() {
        Ok(result) => lock(results).take(result),
        // A bug, told as every other one.
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(
    mut draft: Draft,
    compressed: bool,
    blocks: (&Receiver<Part>, &Spare),
) -> Result<File, Error> {
    let written = if compressed {
        copy(blocks, &mut urlset::gzip(&mut draft))
    } else {
        copy(blocks, &mut draft)
    };
    match written {
        Ok(true) => finish(draft),
        Ok(false) => Ok(None),
        Err(error) => Err(draft.failed(error)),
    }
}

/// A file that is whole.
fn finish(draft: Draft) -> Result<File, Error> {
    let unnamed = Some(draft.finish()?).filter(|file| !file.is_named());
    Ok(Some(unnamed.map(Box::new)))
}

/// Whether the end came.
fn copy((parts, spare): (&Receiver<Part>, &Spare), out: &mut dyn Write) -> io::Result<bool> {
    for part in parts {
        match part {
            Part::Block(block) => {
                out.write_all(&block)?;
                lock(spare).push(block);
            }
            Part::End => return out.flush().map(|()| true),
        }
    }
    Ok(false)
}

#[derive(Debug)]
pub(crate) enum Part {
    Block(Vec<u8>),
    End,
}

/// The way into a file.
#[derive(Debug)]
pub(crate) enum Pipe {
    /// To a thread that writes it.
    Beside(SyncSender<Part>, Spare),
    /// Straight into it.
    Here(Here),
}

/// A file that is written where its bytes are made.
#[derive(Debug)]
pub(crate) struct Here {
    /// `None` once it is whole, or could not be written.
    draft: Option<Draft>,
    results: Arc<Mutex<Results>>,
}

impl Here {
    /// What follows knows no more than that it is over; [`Workers::join`] has the reason.
    fn end(&self, result: Result<File, Error>) -> io::Result<()> {
        let ended = if result.is_ok() { Ok(()) } else { Err(closed()) };
        lock(&self.results).take(result);
        ended
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        if self.draft.is_some() {
            lock(&self.results).take(Ok(None));
        }
    }
}

fn closed() -> io::Error {
    io::Error::from(io::ErrorKind::BrokenPipe)
}

fn send(sender: &SyncSender<Part>, part: Part) -> io::Result<()> {
    // The thread ends early only when it cannot write; `join` has the reason.
    sender.send(part).map_err(|_| closed())
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Pipe::Beside(sender, spare) => {
                let spare = lock(spare).pop();
                let mut block = spare.unwrap_or_else(|| Vec::with_capacity(BLOCK));
                block.clear();
                block.extend_from_slice(bytes);
                send(sender, Part::Block(block))?;
            }
            Pipe::Here(here) => {
                let Some(mut draft) = here.draft.take() else { return Err(closed()) };
                match draft.write_all(bytes) {
                    Ok(()) => here.draft = Some(draft),
                    Err(error) => here.end(Err(draft.failed(error)))?,
                }
            }
        }
        Ok(bytes.len())
    }

    /// Says that the file is whole.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Pipe::Beside(sender, _) => send(sender, Part::End),
            Pipe::Here(here) => match here.draft.take() {
                Some(draft) => here.end(finish(draft)),
                None => Err(closed()),
            },
        }
    }
}
