//! Indexes among the files that they name: their sitemaps are read in their place, as the command
//! does, only that nothing but the files that were given can be one.

use crate::documents::Documents;
use crate::found::Found;
use crate::opening::{Document, Opening};
use std::collections::HashSet;
use urlset::ops::rules::CHILD_MISSING;
use urlset::{Entry, EntryReader, Kind, Result, Sink};

/// What to do about a sitemap that is not there; the command's help speaks of its flags.
const HELP: &str = "give the files that the index names together with it, or leave the index out";

/// Documents that list pages, and the indexes among them; an index is one where there are pages beside
/// it, and else a list of its own.
pub(crate) fn apart(documents: Vec<Document<'_>>) -> (Vec<Document<'_>>, Vec<Document<'_>>) {
    if documents.iter().all(|document| document.kind() == Kind::Sitemapindex) {
        return (documents, Vec::new());
    }
    documents.into_iter().partition(|document| document.kind() == Kind::Urlset)
}

/// Tells of each sitemap that an index names and none of the documents is.
pub(crate) fn follow(
    indexes: &[Document<'_>],
    pages: &[Document<'_>],
    opening: &Opening,
    found: &mut Found,
) -> Result<()> {
    let given = indexes.iter().chain(pages).map(|document| last_name(document.file.name));
    let given: HashSet<&str> = given.collect();
    let mut entry = Entry::default();
    for index in indexes {
        let one = std::slice::from_ref(index);
        let mut reader = Documents::new(one, &index.header, opening, true);
        while reader.read_entry(&mut entry, found)? {
            let loc = entry.loc.as_str();
            if !given.contains(last_name(loc.split(['?', '#']).next().unwrap_or_default())) {
                let finding = CHILD_MISSING.at(reader.position()).loc(loc).detail(loc);
                found.report(finding.help(HELP))?;
            }
        }
    }
    Ok(())
}

/// What a file or an address is called, whether it is compressed or not.
fn last_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name)
}
