//! Compresses and writes the files of a set beside the work that makes them: one thread a file, some
//! files at once. What a file becomes does not depend on how many there are.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use urlset::publish::{Draft, Error, Finished};

/// Bytes that [`urlset::Output`] hands on at once, about.
const BLOCK: usize = 160 * 1024;

/// Blocks that wait where one file is written after the other: more would only take memory.
const FEW: usize = 4;

/// Blocks that were written, to be filled again: new memory costs more than what is copied into it.
type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

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
    done: Vec<File>,
    /// The first error.
    failed: Option<Error>,
}

impl Workers {
    /// At most `jobs` at once, which may together hold about `memory` bytes that wait.
    pub(crate) fn new(jobs: usize, memory: u64) -> Workers {
        let jobs = jobs.max(1);
        let waiting = memory / BLOCK as u64 / jobs as u64;
        let most = if jobs == 1 { FEW } else { 1024 };
        let waiting = usize::try_from(waiting).unwrap_or(usize::MAX).clamp(2, most);
        let (live, done, spare) = (VecDeque::new(), Vec::new(), Spare::default());
        Workers { jobs, waiting, spare, live, done, failed: None }
    }

    /// Begins a file. It is whole when the pipe was flushed and [`Workers::join`] gave it back.
    pub(crate) fn begin(&mut self, draft: Draft, compressed: bool) -> Pipe {
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
                    return Pipe(sender, Arc::clone(&self.spare));
                }
                // The system allows no more of them: these have to do.
                Err(_) if !self.live.is_empty() => {
                    self.jobs = self.live.len();
                    self.join_oldest();
                }
                Err(error) => {
                    let error = io::Error::new(error.kind(), NoThread(error));
                    self.failed.get_or_insert(draft.failed(error));
                    return Pipe(sender, Arc::clone(&self.spare));
                }
            }
        }
    }

    /// Waits for all, and gives the first error or the files in the order in which they were begun.
    pub(crate) fn join(mut self) -> impl Iterator<Item = Result<File, Error>> {
        while !self.live.is_empty() {
            self.join_oldest();
        }
        self.failed.map(Err).into_iter().chain(self.done.into_iter().map(Ok))
    }

    fn join_oldest(&mut self) {
        match self.live.pop_front().map(JoinHandle::join) {
            Some(Ok(Ok(file))) => self.done.push(file),
            Some(Ok(Err(error))) => drop(self.failed.get_or_insert(error)),
            // A bug, told as every other one.
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => {}
        }
    }
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
        Ok(true) => {
            let unnamed = Some(draft.finish()?).filter(|file| !file.is_named());
            Ok(Some(unnamed.map(Box::new)))
        }
        Ok(false) => Ok(None),
        Err(error) => Err(draft.failed(error)),
    }
}

/// Whether the end came.
fn copy((parts, spare): (&Receiver<Part>, &Spare), out: &mut dyn Write) -> io::Result<bool> {
    for part in parts {
        match part {
            Part::Block(block) => {
                out.write_all(&block)?;
                spare.lock().unwrap_or_else(PoisonError::into_inner).push(block);
            }
            Part::End => return out.flush().map(|()| true),
        }
    }
    Ok(false)
}

#[derive(Debug)]
enum Part {
    Block(Vec<u8>),
    End,
}

/// The way to a thread that compresses.
#[derive(Debug)]
pub(crate) struct Pipe(SyncSender<Part>, Spare);

impl Pipe {
    fn send(&self, part: Part) -> io::Result<()> {
        // The thread ends early only when it cannot write; `join` has the reason.
        self.0.send(part).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let spare = self.1.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut block = spare.unwrap_or_else(|| Vec::with_capacity(BLOCK));
        block.clear();
        block.extend_from_slice(bytes);
        self.send(Part::Block(block))?;
        Ok(bytes.len())
    }

    /// Says that the file is whole.
    fn flush(&mut self) -> io::Result<()> {
        self.send(Part::End)
    }
}
