//! A source that a thread of its own reads ahead of who wants the bytes, so that inflating and
//! reading entries share no processor.

use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Read, Result};
use std::sync::mpsc::{Receiver, SendError, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use urlset_core::{Fault, Source};

/// Bytes that go from thread to thread at once.
const BLOCK: usize = 256 * 1024;

/// Blocks that wait at most; two more are being filled and read.
const WAITING: usize = 2;

/// Of the thread that reads; decoders keep what is large elsewhere.
const STACK: usize = 1 << 20;

/// Less is read before a thread is worth it.
const FEW: u64 = 4 * BLOCK as u64;

/// What comes from the thread.
enum Message {
    Bytes(Vec<u8>, Option<(Fault, u64)>),
    /// The last: the source, to be asked by whoever reads on, and what it failed with.
    Back(Box<dyn Source>, Option<Error>),
}

/// The same bytes, failures and findings in the same order, whoever reads them. For sources whose
/// bytes are the file's, by [`Source::origin`].
pub(crate) struct Ahead {
    state: State,
    /// Bytes read in this thread.
    read: u64,
    /// What was found by the end of the block.
    findings: VecDeque<(Fault, u64)>,
}

enum State {
    Here(Box<dyn Source>),
    There {
        messages: Receiver<Message>,
        /// Blocks that were read, to be filled again.
        empty: Sender<Vec<u8>>,
        block: Vec<u8>,
        /// Bytes of the block that were handed on.
        start: usize,
    },
    /// The thread is gone, with the source.
    Lost,
}

impl Ahead {
    pub(crate) fn of(source: Box<dyn Source>) -> Box<dyn Source> {
        Box::new(Ahead { state: State::Here(source), read: 0, findings: VecDeque::new() })
    }

    /// Lets a thread read from here on. Where there are no more threads, this one goes on.
    fn begin(&mut self) -> Result<()> {
        let State::Here(source) = std::mem::replace(&mut self.state, State::Lost) else {
            return Err(lost());
        };
        let (sender, messages) = sync_channel(WAITING);
        let (empty, refill) = channel();
        // A thread that cannot begin takes with it what it was given, so that it is given afterwards.
        let (hand, take) = channel::<Box<dyn Source>>();
        let work = move || {
            if let Ok(source) = take.recv() {
                fill(source, &sender, &refill);
            }
        };
        let begun = Builder::new().stack_size(STACK).spawn(work).is_ok();
        self.state = match hand.send(source) {
            Ok(()) if begun => State::There { messages, empty, block: Vec::new(), start: 0 },
            Ok(()) => return Err(lost()),
            Err(SendError(source)) => State::Here(source),
        };
        self.read = 0;
        Ok(())
    }

    /// Waits for the next message, and takes what it brings.
    fn receive(&mut self) -> Result<()> {
        let State::There { messages, empty, block, start } = &mut self.state else {
            return Err(lost());
        };
        match messages.recv() {
            Ok(Message::Bytes(bytes, found)) => {
                let _ = empty.send(std::mem::replace(block, bytes));
                *start = 0;
                self.findings.extend(found);
                Ok(())
            }
            Ok(Message::Back(source, failed)) => {
                self.state = State::Here(source);
                failed.map_or(Ok(()), Err)
            }
            Err(_) => {
                self.state = State::Lost;
                Err(lost())
            }
        }
    }
}

/// Reads block after block until nobody wants them, or to the end.
fn fill(mut source: Box<dyn Source>, sender: &SyncSender<Message>, refill: &Receiver<Vec<u8>>) {
    loop {
        let mut block = refill.try_recv().unwrap_or_default();
        block.resize(BLOCK, 0);
        let (mut filled, mut failed, mut finding) = (0, None, None);
        let mut ended = false;
        while filled < BLOCK && failed.is_none() && finding.is_none() && !ended {
            match source.read(block.get_mut(filled..).unwrap_or_default()) {
                Ok(count) => {
                    filled += count;
                    ended = count == 0;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => failed = Some(error),
            }
            finding = source.finding();
        }
        block.truncate(filled);
        let last = ended || failed.is_some();
        if sender.send(Message::Bytes(block, finding)).is_err() {
            return;
        }
        if last {
            let _ = sender.send(Message::Back(source, failed));
            return;
        }
    }
}

fn lost() -> Error {
    Error::other("the thread that read ahead ended")
}

impl Read for Ahead {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        if self.read >= FEW {
            self.begin()?;
        }
        loop {
            match &mut self.state {
                State::Here(source) => {
                    let count = source.read(to)?;
                    self.read = self.read.saturating_add(count as u64);
                    return Ok(count);
                }
                State::There { block, start, .. } => {
                    let count = block.get(*start..).unwrap_or_default().read(to)?;
                    *start += count;
                    if count > 0 || to.is_empty() {
                        return Ok(count);
                    }
                }
                State::Lost => return Err(lost()),
            }
            self.receive()?;
        }
    }
}

impl Source for Ahead {
    fn finding(&mut self) -> Option<(Fault, u64)> {
        match &mut self.state {
            State::There { block, start, .. } if *start < block.len() => None,
            State::Here(source) => self.findings.pop_front().or_else(|| source.finding()),
            _ => self.findings.pop_front(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_rules::GZIP_TRAILING;
    use crate::{front::Front, full::Full, gunzip::Gunzip};
    use flate2::{Compression, write::GzEncoder};
    use proptest::prelude::*;
    use std::io::Write;
    use urlset_core::Limits;

    /// What a source gives at every read of `step` bytes, findings and failures in between.
    fn told(source: &mut dyn Source, step: usize) -> (Vec<u8>, Vec<String>) {
        let (mut bytes, mut said, mut block) = (Vec::new(), Vec::new(), vec![0; step]);
        let mut ends = 0;
        while ends < 3 {
            match source.read(&mut block) {
                Ok(0) => ends += 1,
                Ok(count) => {
                    bytes.extend_from_slice(&block[..count]);
                    said.push(format!("to {}", bytes.len()));
                }
                Err(error) => {
                    ends += 1;
                    said.push(format!("{} {error}", bytes.len()));
                }
            }
            if let Some((fault, at)) = source.finding() {
                said.push(format!("{} {fault} {at}", bytes.len()));
            }
        }
        (bytes, said)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn gunzip(bytes: &[u8], limits: Limits) -> Box<dyn Source> {
        let stream: Box<dyn Read + Send> = Box::new(std::io::Cursor::new(bytes.to_vec()));
        Box::new(Gunzip::new(Front::new(stream), limits))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

        /// Members, junk behind them, broken and cut ones, limits: all the same.
        #[test]
        fn nobody_sees_the_thread(
            sizes in proptest::collection::vec(1_usize..2_000_000, 1..4),
            junk in proptest::option::of(0_usize..20),
            broken in proptest::option::of(any::<prop::sample::Index>()),
            cut in proptest::option::of(any::<prop::sample::Index>()),
            most in prop_oneof![Just(u64::MAX), 0_u64..4_000_000],
            step in prop_oneof![Just(1 << 16), 1_000_usize..400_000],
        ) {
            let content = |size: &usize| (0..*size).map(|at| (at * at / 777) as u8).collect::<Vec<_>>();
            let mut bytes: Vec<u8> = sizes.iter().flat_map(|size| gzip(&content(size))).collect();
            bytes.extend(std::iter::repeat_n(b'x', junk.unwrap_or(0)));
            if let Some(at) = broken {
                let at = at.index(bytes.len());
                bytes[at] ^= 0x55;
            }
            if let Some(at) = cut {
                bytes.truncate(at.index(bytes.len()));
            }
            let limits = Limits { inflated_bytes: most, ..Limits::default() };
            let (here, there) = (
                told(&mut Full::new(gunzip(&bytes, limits)), step),
                told(&mut Full::new(Ahead::of(gunzip(&bytes, limits))), step),
            );
            prop_assert_eq!(&here.1, &there.1);
            prop_assert!(here.0 == there.0);
        }
    }

    #[test]
    fn what_was_found_comes_after_the_bytes_before_it() {
        let mut bytes = gzip(&vec![b'a'; 9 * BLOCK]);
        bytes.extend(b"junk");
        let mut source = Ahead::of(gunzip(&bytes, Limits::default()));
        let (read, mut said) = told(&mut *source, 100_000);
        assert_eq!(read.len(), 9 * BLOCK);
        said.retain(|said| !said.starts_with("to "));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with(&format!("{} {}", 9 * BLOCK, GZIP_TRAILING.summary)),
            "{said:?}"
        );
    }

    #[test]
    fn who_reads_no_more_lets_the_thread_end() {
        struct Zeros(Sender<()>);
        impl Read for Zeros {
            fn read(&mut self, to: &mut [u8]) -> Result<usize> {
                to.fill(0);
                Ok(to.len())
            }
        }
        impl Drop for Zeros {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        impl Source for Zeros {}
        let (dropped, wait) = channel();
        let mut source = Ahead::of(Box::new(Zeros(dropped)));
        let mut block = vec![1; BLOCK];
        for _ in 0..20 {
            source.read_exact(&mut block).unwrap();
        }
        assert!(block.iter().all(|byte| *byte == 0));
        drop(source);
        assert_eq!(wait.recv(), Ok(()));
    }
}
