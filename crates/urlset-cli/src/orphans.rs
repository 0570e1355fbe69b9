//! Sitemaps beside an index that no index names.
//!
//! Only the folders of indexes that were followed are looked at, not those below them, and of these
//! only files that are called as sitemaps are. What a robots.txt names, one of a folder or one that
//! was supplied, is named.

use crate::opening::{Opening, Which};
use crate::plan::{Document, Plan, nowhere};
use crate::report::Report;
use crate::resolve::{self, Folder, Resolved};
use crate::rules::ORPHAN;
use crate::set_index::whole;
use crate::{beside, names};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use urlset::check::Robots;
use urlset::{Confidence, Kind, Result, Sink};

/// Files of a folder that are opened to see whether they are sitemaps.
const MOST_LOOKS: usize = 10_000;

/// Tells of each.
pub(crate) fn tell(
    plan: &Plan,
    opening: &Opening,
    robots: &[Robots],
    report: &mut Report,
) -> Result<()> {
    let is_index = |one: &&Document| one.kind == Kind::Sitemapindex && one.facts.format == "xml";
    let indexes = plan.documents.iter().filter(is_index).filter_map(Document::path);
    let folders: BTreeSet<PathBuf> =
        indexes.filter_map(|path| Some(path.parent()?.into())).collect();
    if folders.is_empty() || !plan.documents.iter().any(|one| one.listed.is_some()) {
        // Nothing was followed, so nobody knows what is named.
        return Ok(());
    }
    let known: HashMap<PathBuf, &Document> =
        plan.documents.iter().filter_map(|one| Some((whole(&one.path()?), one))).collect();
    let named: HashSet<PathBuf> =
        folders.iter().flat_map(|folder| supplied(folder, robots)).collect();
    let is_xml = |path: &PathBuf| names::by_path(path).0.is_some_and(|format| format.name == "xml");
    let files = folders.iter().flat_map(|folder| beside::files(folder)).filter(is_xml);
    for path in files.take(MOST_LOOKS).filter(|path| !named.contains(&whole(path))) {
        let number = match known.get(&whole(&path)) {
            Some(one) if one.listed.is_some() || one.kind == Kind::Sitemapindex => continue,
            Some(one) if one.facts.format != "xml" => continue,
            Some(one) => one.number,
            None if is_sitemap(&path, opening) => report.name(path.display().to_string()),
            None => continue,
        };
        report.report(ORPHAN.at(nowhere(number)))?;
    }
    Ok(())
}

/// The files of a folder that a robots.txt on the command line names.
fn supplied(folder: &Path, robots: &[Robots]) -> Vec<PathBuf> {
    let folder = Folder::new(folder);
    let file = |loc: &str| match resolve::find(loc, &[], Some(&folder)) {
        Resolved::File { real, .. } => Some(real),
        Resolved::Missing | Resolved::Unsafe(_) => None,
    };
    robots.iter().flat_map(Robots::sitemaps).filter_map(file).collect()
}

/// Whether a file that nobody named is a sitemap of pages; what is wrong with it is not asked.
fn is_sitemap(path: &Path, opening: &Opening) -> bool {
    // A link may lead anywhere, a pipe never ends.
    let plain = path.symlink_metadata().is_ok_and(|facts| facts.is_file());
    let name = path.display().to_string();
    let which = Which { name: &name, number: 0, base: None, charset: None, plain_upto: 0 };
    let opened = plain.then(|| File::open(path).ok()).flatten();
    let opened = opened.and_then(|file| opening.detecting().open(file, &which, &mut ()).ok());
    opened.is_some_and(|opened| {
        opened.format.name == "xml"
            && opened.sure == Confidence::Yes
            && opened.reader.header().kind == Kind::Urlset
    })
}
