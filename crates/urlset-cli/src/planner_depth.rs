//! How deep indexes stand: as deep as the shortest way to them goes, whichever way was gone first. One that
//! is too deep waits until all else is read, since it may be named elsewhere too.

use crate::opening::Opened;
use crate::plan::{Document, nowhere};
use crate::planner::{Planner, Task};
use crate::rules;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use urlset::{Lost, Result, Sink};

/// An index to read for what it names.
pub(crate) struct Index {
    pub(crate) document: Document,
    /// The folder that it stands in.
    pub(crate) beside: Option<PathBuf>,
    /// What it is known as.
    pub(crate) real: PathBuf,
    /// What led to it first.
    pub(crate) task: Task,
}

/// The indexes that were come to.
#[derive(Default)]
pub(crate) struct Depths {
    known: HashMap<PathBuf, Known>,
    /// Such as waited, and are less deep now.
    lifted: VecDeque<PathBuf>,
}

struct Known {
    /// How many indexes there are on the shortest way to it, with itself.
    depth: u32,
    /// A robots.txt is no index.
    is_robots: bool,
    /// The indexes that it names.
    names: BTreeSet<PathBuf>,
    /// It was told that an index names it.
    is_nested: bool,
    /// It was too deep when it was come to, each time that it was typed.
    waits: Vec<Index>,
}

impl Depths {
    fn add(&mut self, real: &Path, is_robots: bool) {
        self.known.entry(real.to_owned()).or_insert_with(|| Known {
            depth: u32::MAX,
            is_robots,
            names: BTreeSet::new(),
            is_nested: false,
            waits: Vec::new(),
        });
    }

    /// Notes what names an index, which makes it and what it names less deep, or does not.
    pub(crate) fn named(&mut self, real: &Path, by: Option<&PathBuf>) {
        let by = by.and_then(|by| self.known.get_mut(by));
        let above = by.map_or(0, |by| {
            if !by.names.contains(real) {
                by.names.insert(real.to_owned());
            }
            by.depth
        });
        let mut open = vec![(real.to_owned(), above)];
        while let Some((real, above)) = open.pop() {
            let Some(index) = self.known.get_mut(&real) else { continue };
            let depth = above.saturating_add(u32::from(!index.is_robots));
            if depth < index.depth {
                index.depth = depth;
                open.extend(index.names.iter().map(|name| (name.clone(), depth)));
                self.lifted.extend((!index.waits.is_empty()).then_some(real));
            }
        }
    }
}

impl Planner<'_> {
    /// Notes what names an index that was come to, and tells once that an index does.
    pub(crate) fn named(&mut self, real: &Path, name: &str, task: &Task) -> Result<()> {
        let by = task.parent.as_ref().and_then(|parent| parent.above.last());
        self.depths.named(real, by);
        let Some(parent) = task.parent.as_ref().filter(|parent| parent.index) else {
            return Ok(());
        };
        let known = self.depths.known.get_mut(real).filter(|known| !known.is_robots);
        match known.is_some_and(|known| !std::mem::replace(&mut known.is_nested, true)) {
            true => self.at_parent(&rules::NESTED, parent, name),
            false => Ok(()),
        }
    }

    /// Comes to an index, which is open where it can be read once.
    pub(crate) fn index(&mut self, index: Index, opened: Option<Opened>) -> Result<Vec<Task>> {
        self.depths.add(&index.real, index.document.facts.format == "robots");
        self.named(&index.real, &index.document.name, &index.task)?;
        self.follow(index, opened)
    }

    /// Reads an index for what it names, or has it wait where it is too deep.
    fn follow(&mut self, index: Index, opened: Option<Opened>) -> Result<Vec<Task>> {
        if let Some(known) = self.depths.known.get_mut(&index.real)
            && known.depth > self.manner.most_depth
        {
            known.waits.push(index);
            return Ok(Vec::new());
        }
        let opened = match opened {
            Some(opened) => opened,
            None => self.again(&index.document)?,
        };
        let children = self.children(opened, &index);
        self.keep_index(index);
        children
    }

    /// What is named by indexes that waited and are not too deep any more.
    pub(crate) fn lifted(&mut self) -> Result<Vec<Task>> {
        let mut tasks = Vec::new();
        // What one names may lift others.
        while let Some(real) = self.depths.lifted.pop_front() {
            let known = self.depths.known.get_mut(&real);
            for index in known.map(|known| std::mem::take(&mut known.waits)).unwrap_or_default() {
                tasks.extend(self.follow(index, None)?);
            }
        }
        Ok(tasks)
    }

    /// Tells of the indexes that are too deep wherever they are named.
    pub(crate) fn too_deep(&mut self) -> Result<()> {
        let known = self.depths.known.values_mut();
        let all = |known: &mut Known| {
            let depth = known.depth;
            std::mem::take(&mut known.waits).into_iter().map(move |index| (depth, index))
        };
        let mut deep: Vec<(u32, Index)> = known.flat_map(all).collect();
        deep.sort_by_key(|(_, index)| index.document.number);
        for (depth, index) in deep {
            let most = self.manner.most_depth;
            let finding = rules::DEPTH.at(nowhere(index.document.number));
            let indexes = if depth == 1 { "index" } else { "indexes" };
            let finding = finding.detail(format!("{depth} {indexes} deep, --max-depth {most}"));
            self.report.report(finding.lost(Lost::Rest))?;
            self.keep_index(index);
        }
        Ok(())
    }

    /// Keeps an index that is a document all the same.
    fn keep_index(&mut self, index: Index) {
        if self.manner.keep_indexes {
            self.keep(index.document);
            self.is_kept(&index.real);
        }
    }
}
