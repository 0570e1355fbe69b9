//! What an index names: the files and addresses to look into next, and what is wrong with naming them.

use crate::inputs::{self, From, Wanted};
use crate::opening::Opened;
use crate::planner::{Parent, Planner, Task};
use crate::planner_depth::Index;
use crate::resolve::{self, Folder, Resolved};
use crate::rules;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use urlset::ops::rules::CHILD_MISSING;
use urlset::{Entry, EntryReader, Error, Result, Rule, Sink};

/// What led to a file first: where it is by its names, and an address that means it as it stands or by
/// `--resolve`.
pub(crate) struct Found {
    placed: PathBuf,
    loc: Rc<str>,
    mapped: bool,
}

impl Planner<'_> {
    /// Reads an index and finds the files of what it names.
    pub(crate) fn children(&mut self, mut opened: Opened, index: &Index) -> Result<Vec<Task>> {
        let Index { document, beside, real, task } = index;
        let beside = beside.as_deref().map(Folder::new);
        let above = above(task, real);
        if let Some(base) = self.opening.read.base.as_deref().filter(|_| task.parent.is_none()) {
            let own = || Found { placed: real.clone(), loc: base.into(), mapped: false };
            self.found.entry(real.clone()).or_insert_with(own);
        }
        let (mut tasks, mut listed) = (Vec::new(), HashSet::new());
        let (mut last, mut later) = (None, Vec::new());
        let (fetches, led_to) = (self.fetches(task), Rc::default());
        let mut entry = Entry::default();
        loop {
            // An index that is a document all the same tells what it has when it is read for good.
            let read = match self.manner.keep_indexes {
                true => opened.reader.read_entry(&mut entry, &mut ()),
                false => opened.reader.read_entry(&mut entry, self.report),
            };
            match read {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) if self.manner.keep_indexes => break,
                Err(error) if self.report.stopped() => return Err(error),
                // What was read before it is followed all the same.
                Err(Error::Stopped(finding)) => {
                    self.report.report(*finding)?;
                    break;
                }
                Err(error) => {
                    self.refuse(document.number, &error.to_string())?;
                    break;
                }
            }
            let parent = Parent {
                position: opened.reader.position(),
                loc: entry.loc.as_str().into(),
                lastmod: entry.lastmod,
                index: opened.format.name != "robots",
                above: Rc::clone(&above),
                led_to: Rc::clone(&led_to),
            };
            if last.as_ref() == Some(&parent.loc) {
                self.at_parent(&rules::DUPLICATE_CHILD, &parent, &parent.loc)?;
                continue;
            }
            if fetches && !resolve::is_mapped(&parent.loc, &self.manner.mappings) {
                tasks.extend(self.remote_child(parent, &mut listed, task)?);
                continue;
            }
            let found = resolve::find(&parent.loc, &self.manner.mappings, beside.as_ref());
            if found == Resolved::Missing
                && let Some(bare) = self.without_query(&parent, beside.as_ref())
            {
                later.push((tasks.len(), parent, bare));
                continue;
            }
            let (before, loc) = (listed.len(), Rc::clone(&parent.loc));
            tasks.extend(self.child(parent, (found, true), &mut listed, task)?);
            // Whether it is there, is asked once of one that is named again and again.
            last = (listed.len() > before).then_some(loc).or(last);
        }
        let tasks = self.without_queries(tasks, later, &mut listed, task)?;
        self.prefetch(&tasks, task);
        Ok(tasks)
    }

    /// The file of a child by its name without the query. That is a part of the name, as `wget` saves it, or
    /// else no part of it, as browsers and `curl -O` do; an index itself is asked with one, too
    /// (`sitemap.xml?page=1`).
    fn without_query(&self, parent: &Parent, beside: Option<&Folder>) -> Option<Resolved> {
        let found = resolve::find_bare(&parent.loc, &self.manner.mappings, beside);
        let own = |real| parent.above.contains(real);
        matches!(&found, Resolved::File { real, .. } if !own(real)).then_some(found)
    }

    /// The same with children that were found so, each behind so many others: who has the name itself comes
    /// first.
    fn without_queries(
        &mut self,
        tasks: Vec<Task>,
        later: Vec<(usize, Parent, Resolved)>,
        listed: &mut HashSet<PathBuf>,
        task: &Task,
    ) -> Result<Vec<Task>> {
        let (mut all, mut tasks) = (Vec::new(), tasks.into_iter().enumerate().peekable());
        for (behind, parent, bare) in later {
            while let Some((_, before)) = tasks.next_if(|(number, _)| *number < behind) {
                all.push(before);
            }
            all.extend(self.child(parent, (bare, false), listed, task)?);
        }
        all.extend(tasks.map(|(_, task)| task));
        Ok(all)
    }

    /// A file that an index names, as one that is below the nearest folder that the user named.
    fn wanted(&self, path: PathBuf, task: &Task) -> Wanted {
        let folders = self.manner.mappings.iter().map(|mapping| mapping.folder.path.as_path());
        let root = std::iter::once(task.wanted.root.as_path()).chain(folders);
        let root = root.filter(|root| path.starts_with(root));
        let root = root.max_by_key(|root| root.components().count()).map(Path::to_owned);
        let child = inputs::itself(From::File(path));
        Wanted { root: root.unwrap_or_else(|| child.root.clone()), ..child }
    }

    /// The file that was found of one entry of an index, by its whole name or not, to be read; what stands in
    /// the way is told.
    fn child(
        &mut self,
        parent: Parent,
        found: (Resolved, bool),
        listed: &mut HashSet<PathBuf>,
        task: &Task,
    ) -> Result<Option<Task>> {
        let Some((path, home)) = self.child_file(&parent, found, listed)? else { return Ok(None) };
        let (wanted, start) = (self.wanted(path, task), task.start.clone());
        let (parent, home) = (Some(parent), Some(home));
        Ok(Some(Task { wanted, parent, home, start, seek: false }))
    }

    /// The file, and the folder that it is in.
    fn child_file(
        &mut self,
        parent: &Parent,
        (found, whole): (Resolved, bool),
        listed: &mut HashSet<PathBuf>,
    ) -> Result<Option<(PathBuf, PathBuf)>> {
        let (path, real, placed, home) = match found {
            Resolved::File { path, real, placed, home } => (path, real, placed, home),
            Resolved::Missing => {
                self.at_parent(&CHILD_MISSING, parent, &parent.loc)?;
                return Ok(None);
            }
            Resolved::Unsafe(why) => {
                let detail = format!("{why}: {}", parent.loc);
                self.at_parent(&rules::CHILD_UNSAFE, parent, &detail)?;
                return Ok(None);
            }
        };
        let mapped = whole && resolve::is_mapped(&parent.loc, &self.manner.mappings);
        let first = || Found { placed: placed.clone(), loc: Rc::clone(&parent.loc), mapped };
        let Found { placed: known, loc, mapped: told } =
            self.found.entry(real.clone()).or_insert_with(first);
        // Two addresses that end alike are two sitemaps, and one is here, unless `--resolve` says that
        // it is both.
        let said = mapped && *told;
        if *known == placed && !said && !resolve::is_one_sitemap(loc, &parent.loc) {
            let here = urlset_fetch::shown(loc);
            let detail = format!("{}: the file here stands for {here}", parent.loc);
            self.at_parent(&CHILD_MISSING, parent, &detail)?;
            return Ok(None);
        }
        if listed.contains(&real) {
            self.at_parent(&rules::DUPLICATE_CHILD, parent, &parent.loc)?;
            return Ok(None);
        }
        listed.insert(real.clone());
        if parent.above.contains(&real) {
            self.circle(parent, &real)?;
            return Ok(None);
        }
        Ok(Some((path, home)))
    }

    /// Tells once that an index names itself, or one that it is named by.
    pub(crate) fn circle(&mut self, parent: &Parent, real: &Path) -> Result<()> {
        // A circle may be the shortest way to it all the same, from where it was entered elsewhere.
        self.depths.named(real, parent.above.last());
        let itself = parent.above.last().is_some_and(|above| above == real);
        if !itself {
            self.nested(real, parent)?;
        }
        let rule = if itself { &rules::SELF_REFERENCE } else { &rules::CYCLE };
        if self.circles.insert((itself, real.to_owned())) {
            self.at_parent(rule, parent, &parent.loc)?;
        }
        Ok(())
    }

    pub(crate) fn at_parent(
        &mut self,
        rule: &'static Rule,
        parent: &Parent,
        detail: &str,
    ) -> Result<()> {
        self.report.report(parent.finding(rule, detail))
    }
}

/// An index, and those that led to it, from the first.
fn above(task: &Task, real: &Path) -> Rc<[PathBuf]> {
    let above = task.parent.iter().flat_map(|parent| parent.above.iter().cloned());
    above.chain([real.to_owned()]).collect()
}
