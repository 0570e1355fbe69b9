//! How deep indexes stand: as deep as the shortest way to them goes, whichever way was gone first. One that
//! is too deep waits until all else is read, since it may be named elsewhere too.

use crate::opening::Opened;
use crate::plan::{Document, nowhere};
use crate::planner::{Parent, Planner, Task};
use crate::rules;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
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
    numbers: HashMap<PathBuf, u32>,
    /// By their numbers.
    known: Vec<Known>,
    /// Such as waited, and are less deep now.
    lifted: VecDeque<u32>,
}

struct Known {
    /// How many indexes there are on the shortest way to it, with itself.
    depth: u32,
    /// A robots.txt is no index.
    is_robots: bool,
    /// How messages call it.
    name: Rc<str>,
    /// The indexes that it names, by their numbers; of one that can be no less deep nobody asks.
    names: BTreeSet<u32>,
    /// It was too deep when it was come to, each time that it was typed.
    waits: Vec<Index>,
}

impl Depths {
    fn add(&mut self, real: &Path, document: &Document) {
        if self.numbers.contains_key(real) {
            return;
        }
        let Ok(number) = u32::try_from(self.known.len()) else { return };
        self.numbers.insert(real.to_owned(), number);
        self.known.push(Known {
            depth: u32::MAX,
            is_robots: document.facts.format == "robots",
            name: document.name.as_str().into(),
            names: BTreeSet::new(),
            waits: Vec::new(),
        });
    }

    fn get(&self, real: &Path) -> Option<&Known> {
        self.known.get(*self.numbers.get(real)? as usize)
    }

    fn get_mut(&mut self, real: &Path) -> Option<&mut Known> {
        self.known.get_mut(*self.numbers.get(real)? as usize)
    }

    /// Notes what names an index, which makes it and what it names less deep, or does not.
    pub(crate) fn named(&mut self, real: &Path, by: Option<&PathBuf>) {
        let Some(number) = self.numbers.get(real).copied() else { return };
        let by = by.and_then(|by| self.get_mut(by));
        let depth = match by {
            Some(by) => {
                if by.depth > u32::from(!by.is_robots) {
                    by.names.insert(number);
                }
                by.depth.saturating_add(1)
            }
            // A robots.txt is where a site begins; one that something names is one more document to go
            // through.
            None => u32::from(self.get(real).is_none_or(|index| !index.is_robots)),
        };
        let mut open = vec![(number, depth)];
        while let Some((number, depth)) = open.pop() {
            let Some(index) = self.known.get_mut(number as usize) else { continue };
            if depth < index.depth {
                index.depth = depth;
                let next = depth.saturating_add(1);
                open.extend(index.names.iter().map(|name| (*name, next)));
                self.lifted.extend((!index.waits.is_empty()).then_some(number));
            }
        }
    }
}

impl Planner<'_> {
    /// Notes what names an index that was come to, and tells that an index does.
    pub(crate) fn named(&mut self, real: &Path, task: &Task) -> Result<()> {
        let by = task.parent.as_ref().and_then(|parent| parent.above.last());
        self.depths.named(real, by);
        let Some(parent) = &task.parent else { return Ok(()) };
        self.nested(real, parent)
    }

    /// Tells that an index names an index.
    pub(crate) fn nested(&mut self, real: &Path, parent: &Parent) -> Result<()> {
        let known = self.depths.get(real).filter(|known| parent.index && !known.is_robots);
        match known.map(|known| Rc::clone(&known.name)) {
            Some(name) => self.at_parent(&rules::NESTED, parent, &name),
            None => Ok(()),
        }
    }

    /// Comes to an index, which is open where it can be read once.
    pub(crate) fn index(&mut self, index: Index, opened: Option<Opened>) -> Result<Vec<Task>> {
        self.depths.add(&index.real, &index.document);
        self.named(&index.real, &index.task)?;
        self.follow(index, opened)
    }

    /// Reads an index for what it names, or has it wait where it is too deep.
    fn follow(&mut self, index: Index, opened: Option<Opened>) -> Result<Vec<Task>> {
        if let Some(known) = self.depths.get_mut(&index.real)
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
        while let Some(number) = self.depths.lifted.pop_front() {
            let known = self.depths.known.get_mut(number as usize);
            for index in known.map(|known| std::mem::take(&mut known.waits)).unwrap_or_default() {
                tasks.extend(self.follow(index, None)?);
            }
        }
        Ok(tasks)
    }

    /// Tells of the indexes that are too deep wherever they are named.
    pub(crate) fn too_deep(&mut self) -> Result<()> {
        let known = self.depths.known.iter_mut();
        let all = |known: &mut Known| {
            let depth = known.depth;
            std::mem::take(&mut known.waits).into_iter().map(move |index| (depth, index))
        };
        let mut deep: Vec<(u32, Index)> = known.flat_map(all).collect();
        deep.sort_by_key(|(_, index)| index.document.number);
        for (depth, index) in deep {
            let most = self.manner.most_depth;
            let finding = rules::DEPTH.at(nowhere(index.document.number));
            let finding = finding.detail(format!("{depth} deep, --max-depth {most}"));
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
