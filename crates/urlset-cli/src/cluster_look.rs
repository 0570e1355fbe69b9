//! What one machine does of a run that looks at sets and writes none: it reads documents, gives their entries as rows, and
//! leaves of rows that came together what must be seen by one machine.

use crate::args::{Cli, Command};
use crate::cluster::{Heading, Source};
use crate::cluster_part::{Said, plan_of};
use crate::cluster_rows::Columns;
use crate::{cluster_check, cluster_diff};
use clap::Parser;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// The documents of a set, or of one side of a comparison.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) side: String,
    pub(crate) header: Heading,
    /// When the run began, in seconds since 1970.
    pub(crate) now: i64,
    /// Address and text of each robots.txt that is one of the documents.
    #[serde(default)]
    pub(crate) robots: Vec<(String, String)>,
    /// What tasks of a check have in common that compares language versions.
    #[serde(default)]
    pub(crate) languages: Option<(u64, u64)>,
    #[serde(default)]
    pub(crate) documents: Vec<Source>,
}

/// Reads a record off the front of a piece.
pub(crate) fn record<'p>(piece: &mut &'p [u8]) -> Said<Option<(u8, &'p [u8])>> {
    let Some((kind, rest)) = piece.split_first() else { return Ok(None) };
    let torn = || "a torn piece came from a task".to_owned();
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(torn)?;
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| torn())?;
    let (record, rest) = rest.split_at_checked(length).ok_or_else(torn)?;
    *piece = rest;
    Ok(Some((*kind, record)))
}

pub(crate) fn put(kind: u8, record: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    // An entry is bounded by the limits of reading, far below 4 GiB.
    out.extend_from_slice(&u32::try_from(record.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend_from_slice(record);
}

/// A run that writes no set, as one machine knows it.
#[derive(Debug)]
pub struct Looking {
    cli: Cli,
    task: Task,
}

impl Looking {
    /// The words of the command, and the task as [`crate::cluster::Elsewhere::fill`] was given it.
    ///
    /// # Errors
    /// When either is not what the other machine had.
    pub fn new(words: Vec<OsString>, task: &str) -> Said<Looking> {
        let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
        let task = serde_json::from_str(task).map_err(|error| error.to_string())?;
        Ok(Looking { cli, task })
    }

    /// Reads documents, which are some of those of the task, and gives their entries as rows. What was told is given
    /// back. Ends early where `give` is `false`.
    ///
    /// # Errors
    /// When the machine fails. A document that cannot be read is told.
    pub fn read(
        &self,
        documents: &str,
        bucket: i32,
        give: &mut dyn FnMut(Columns) -> bool,
    ) -> Said<String> {
        let sources = serde_json::from_str(documents).map_err(|error| error.to_string())?;
        let plan = plan_of(sources, self.task.header.header());
        match &self.cli.command {
            Command::Diff(args) => {
                cluster_diff::keyed_side(args, (&plan, &self.task.side, bucket), give)
            }
            Command::Check(args) => {
                let by = (&**args, &self.cli.common);
                cluster_check::examine(by, (&plan, &self.task, bucket), give)
            }
            _ => Err("neither check nor diff".to_owned()),
        }
    }

    /// Leaves what one machine must see.
    ///
    /// # Errors
    /// When the words are those of another command, or name no folder of this machine.
    pub fn leaving(&self) -> Said<Leaving> {
        match &self.cli.command {
            Command::Diff(args) => Ok(Leaving::Sides(cluster_diff::Left::new(args))),
            Command::Check(args) => {
                cluster_check::Left::new(args, &self.task).map(Box::new).map(Leaving::Set)
            }
            _ => Err("neither check nor diff".to_owned()),
        }
    }
}

/// Takes rows by their hashes, those of one hash in the order of reading.
#[derive(Debug)]
#[expect(private_interfaces, reason = "only its methods are for others")]
pub enum Leaving {
    /// Of two sides.
    Sides(cluster_diff::Left),
    /// Of a set.
    Set(Box<cluster_check::Left>),
}

impl Leaving {
    /// Takes a row as [`Looking::read`] gives it.
    ///
    /// # Errors
    /// When it is no such row.
    pub fn push(&mut self, hash: i64, place: (i32, i64), payload: &[u8]) -> Said<()> {
        match self {
            Leaving::Sides(left) => left.push(hash, place.0, payload),
            Leaving::Set(left) => left.push(hash, place, payload),
        }
    }

    /// What is left by now.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        match self {
            Leaving::Sides(left) => left.take(),
            Leaving::Set(left) => left.take(),
        }
    }

    /// The next piece of the rest, once everything came; empty where there is no more.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn rest(&mut self) -> Said<Vec<u8>> {
        match self {
            Leaving::Sides(left) => Ok(left.rest()),
            Leaving::Set(left) => left.rest(),
        }
    }
}
