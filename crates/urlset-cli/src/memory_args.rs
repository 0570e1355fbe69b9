//! The flags of commands that work on any number of entries: how much memory, and where to go beyond.

use crate::exit::Failure;
use clap::Args;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use urlset::store::Store;

/// What the program takes before it holds an entry: itself, and the buffers of reading and writing.
/// 60 values of a megabyte took 18 MiB beside the entries.
const RESERVE: u64 = 20 << 20;

/// What `--memory` can be kept to.
const LEAST: u64 = 16 << 20;

const TOO_LITTLE: &str =
    "warning: --memory: less than 16MiB, which the process may take by itself\n";

#[derive(Debug, Args)]
#[command(next_help_heading = "Memory")]
pub(crate) struct MemoryArgs {
    /// Memory for the whole process, at least 16MiB; beyond it entries go to temporary files
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = crate::number::size, hide_short_help = true)]
    pub(crate) memory: u64,
    /// Where temporary files are made [default: the system's folder for them]
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(crate) tmp_dir: Option<PathBuf>,
    /// Threads at most [default: one for each processor]
    #[arg(short, long, value_name = "N", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl MemoryArgs {
    /// The memory that entries may take, and the folder for the others.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        if let Some(folder) = self.tmp_dir.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::usage(format!("--tmp-dir {}: no such folder", folder.display())));
        }
        if self.memory < LEAST {
            let _ = std::io::stderr().lock().write_all(TOO_LITTLE.as_bytes());
        }
        // Half of what the system allows is left to what no budget counts.
        let memory = self.memory.min(allowed().unwrap_or(u64::MAX) / 2);
        let memory = memory.saturating_sub(RESERVE).max(memory / 4);
        Ok(Store::new(memory, self.tmp_dir.as_deref()))
    }

    /// How many files are compressed at once.
    pub(crate) fn jobs(&self) -> usize {
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(machine, usize::from).min(64)
    }
}

/// Bytes that the process may still take where the system limits them, as `ulimit -v` and `-d` do: a
/// failed allocation would end it.
#[cfg(target_os = "linux")]
fn allowed() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    // The first number of the line that begins so; proc_pid_limits(5), proc_pid_status(5).
    let first = |text: &str, name: &str| -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let left = |limit: &str, used: &str| {
        let used = first(&status, used).map_or(0, |kib| kib.saturating_mul(1024));
        first(&limits, limit).map(|limit| limit.saturating_sub(used))
    };
    let left = [left("Max address space", "VmSize:"), left("Max data size", "VmData:")];
    left.into_iter().flatten().min()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Option<u64> {
    None
}
