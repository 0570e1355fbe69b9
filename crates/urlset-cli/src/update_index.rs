//! The indexes of a set after an update: files that are gone leave, new ones come to the end, and
//! those that were written anew get a new date. All other entries stay as they are.

use crate::convert_args::IndexLastmod;
use crate::exit::{Cause, Failure};
use crate::plan::Document;
use crate::set_index::{self, Cut, OldIndex};
use crate::update_files::Made;
use std::collections::HashMap;
use std::path::PathBuf;
use urlset::shard::Index;
use urlset::{Datetime, Entry};

/// An index that changes.
pub(crate) struct NewIndex {
    pub(crate) path: PathBuf,
    pub(crate) document: Cut,
}

/// Makes the indexes that change.
pub(crate) fn refresh(
    indexes: &[PathBuf],
    lastmod: IndexLastmod,
    (kept, removed): (&[Document], &[Document]),
    made: &[Made],
) -> Result<Vec<NewIndex>, Failure> {
    let date = |made: &Made| match lastmod {
        IndexLastmod::Newest => made.newest,
        IndexLastmod::Content => Datetime::from_unix(set_index::now()),
        IndexLastmod::None => None,
    };
    let loc = |document: &Document| document.base.as_deref().unwrap_or_default().to_owned();
    let gone: Vec<String> = removed.iter().map(loc).collect();
    let mut dates: HashMap<String, Option<Datetime>> = HashMap::new();
    for one in made {
        let document = kept.iter().find(|document| Some(document.number) == one.document);
        dates.extend(document.map(|document| (loc(document), date(one))));
    }
    let last = kept.last().map(loc).unwrap_or_default();
    let mut new = Vec::new();
    for one in made.iter().filter(|one| one.document.is_none()) {
        new.push(beside(&last, one, date(one))?);
    }
    let mut changed = Vec::new();
    for path in indexes {
        let old = OldIndex::read(path);
        let mut entries = old.entries.clone();
        entries.retain(|entry| !gone.iter().any(|gone| gone == entry.loc.as_str()));
        for entry in &mut entries {
            if let Some(date) = dates.get(entry.loc.as_str()) {
                entry.lastmod = *date;
            }
        }
        // The index that names the last file goes on.
        if old.dates.contains_key(&last) {
            entries.append(&mut new);
        }
        if entries == old.entries {
            continue;
        }
        if !old.whole {
            let message = format!("{} is broken, and what cannot be read would go", path.display());
            return Err(
                Failure::new(Cause::Data, message).hint("build it anew with `urlset index`")
            );
        }
        let mut documents = set_index::cut(&entries, &old.header)?;
        match (documents.pop(), documents.is_empty()) {
            (Some(document), true) => changed.push(NewIndex { path: path.clone(), document }),
            _ => {
                let message =
                    format!("{} would name more sitemaps than an index may", path.display());
                return Err(Failure::usage(message).hint("build several with `urlset index`"));
            }
        }
    }
    Ok(changed)
}

/// The entry of a new file that stands beside the one with this address.
fn beside(last: &str, made: &Made, lastmod: Option<Datetime>) -> Result<Entry, Failure> {
    let folder = last.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = made.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    match Index::new(&format!("{folder}/")) {
        Some(index) => Ok(index.entry(&name, lastmod)),
        // Without an index nothing names it.
        None => Ok(Entry { lastmod, ..Entry::default() }),
    }
}
