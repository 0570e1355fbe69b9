//! The indexes of a set after an update: files that are gone leave, new ones come to the end, and
//! those that were written anew get a new date. All other entries stay as they are.

use crate::convert_args::IndexLastmod;
use crate::exit::{Cause, Failure};
use crate::plan::Document;
use crate::set_files::document;
use crate::set_index::{self, Cut, OldIndex};
use crate::stylesheet::Style;
use crate::update_files::{Made, path_of};
use crate::update_pass::Tally;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use urlset::publish::folder_of;
use urlset::shard::Index;
use urlset::{Datetime, Entry, Header};

/// An index that changes.
pub(crate) struct NewIndex {
    pub(crate) path: PathBuf,
    pub(crate) document: Cut,
}

/// Makes the indexes that change.
pub(crate) fn refresh(
    indexes: &[PathBuf],
    (lastmod, style): (IndexLastmod, &Style),
    (kept, removed): (&[Document], &[Document]),
    (made, tally): (&[Made], &Tally),
) -> Result<Vec<NewIndex>, Failure> {
    let date = |made: &Made| match lastmod {
        IndexLastmod::Newest => made.newest,
        IndexLastmod::Content => Datetime::from_unix(set_index::now()),
        IndexLastmod::None => None,
    };
    let gone: HashSet<String> = removed.iter().map(loc).collect();
    let mut dates: HashMap<String, Option<Datetime>> = HashMap::new();
    for one in made {
        let document = one.document.and_then(|number| document(kept, number));
        dates.extend(document.map(|document| (loc(document), date(one))));
    }
    let newest = newest(kept, (made, tally));
    // By the address of the file that each comes after.
    let mut new: Vec<(String, Entry)> = Vec::new();
    for one in made.iter().filter(|one| one.document.is_none()) {
        if let Some(after) = document(kept, one.after).filter(|_| !indexes.is_empty()) {
            new.push((loc(after), beside(&loc(after), &path_of(after), one, date(one))?));
        }
    }
    let mut changed = Vec::new();
    for path in indexes {
        let old = OldIndex::read(path);
        if !old.is_xml {
            let message = format!("{}: the index cannot be read any more", path.display());
            return Err(Failure::new(Cause::Input, message).hint("run it again"));
        }
        let mut entries = old.entries.clone();
        entries.retain(|entry| !gone.contains(entry.loc.as_str()));
        for entry in &mut entries {
            if let Some(date) = dates.get(entry.loc.as_str()) {
                entry.lastmod = *date;
            } else if let (IndexLastmod::Newest, Some(newest)) =
                (lastmod, newest.get(entry.loc.as_str()))
                && entry.lastmod.is_some_and(|date| is_behind(date, *newest))
            {
                // A run that was killed before it came to the index left it so.
                entry.lastmod = Some(*newest);
            }
        }
        // The index goes on that names the file before.
        let own = new.iter().filter(|(after, _)| old.dates.contains_key(after));
        entries.extend(own.map(|(_, entry)| entry.clone()));
        new.retain(|(after, _)| !old.dates.contains_key(after));
        if entries == old.entries {
            continue;
        }
        if !old.whole {
            let message = format!("{} is broken, and what cannot be read would go", path.display());
            return Err(
                Failure::new(Cause::Data, message).hint("build it anew with `urlset index`")
            );
        }
        let stylesheet = style.data(&old.header, folder_of(path));
        let header = Header { stylesheet, ..old.header };
        changed.push(NewIndex { path: path.clone(), document: only(&entries, &header, path)? });
    }
    Ok(changed)
}

/// The one document that these entries fit into.
fn only(entries: &[Entry], header: &Header, path: &Path) -> Result<Cut, Failure> {
    let mut documents = set_index::cut(entries, header)?;
    match (documents.pop(), documents.is_empty()) {
        (Some(document), true) => Ok(document),
        _ => {
            let message = format!("{} would name more sitemaps than an index may", path.display());
            Err(Failure::usage(message).hint("build several with `urlset index`"))
        }
    }
}

fn loc(document: &Document) -> String {
    document.base.as_deref().unwrap_or_default().to_owned()
}

/// The latest dates in files that are not written, by their addresses.
fn newest(kept: &[Document], (made, tally): (&[Made], &Tally)) -> HashMap<String, Datetime> {
    let written: HashSet<u32> = made.iter().filter_map(|one| one.document).collect();
    let others = kept.iter().filter(|one| !written.contains(&one.number));
    let newest = |one: &Document| Some((loc(one), tally.counts.get(&one.number)?.newest?));
    others.filter_map(newest).collect()
}

/// Whether a date is older than another, and does not say the same of it with fewer digits.
fn is_behind(date: Datetime, newest: Datetime) -> bool {
    date.earliest() < newest.earliest()
        && !newest.spell().as_str().starts_with(date.spell().as_str())
}

/// The entry of a new file, whose address is told from one whose address is known.
fn beside(
    loc: &str,
    known: &Path,
    made: &Made,
    lastmod: Option<Datetime>,
) -> Result<Entry, Failure> {
    let (mut address, mut folder) = (loc, known);
    loop {
        address = address.rsplit_once('/').map_or("", |(above, _)| above);
        folder = folder.parent().unwrap_or(Path::new(""));
        let inner = made.path.strip_prefix(folder).ok().and_then(Path::to_str);
        if let (Some(inner), Some(index)) = (inner, Index::new(&format!("{address}/"))) {
            return Ok(index.entry(&inner.replace(std::path::MAIN_SEPARATOR, "/"), lastmod));
        }
        // One folder up, as far as the address goes the same way.
        let name = folder.file_name().and_then(|name| name.to_str());
        if name.is_none() || address.rsplit('/').next() != name {
            let message = format!("{}: its address is not known", made.path.display());
            return Err(Failure::usage(message)
                .hint("put new files into the folder of those that the index names"));
        }
    }
}
