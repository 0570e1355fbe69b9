//! The index of a set of files, and what an older one names that is no longer in it.

use crate::exit::Failure;
use crate::index_write::packed;
use crate::inputs::STDIN;
use crate::plan::Plan;
use crate::set_files::{Made, refused};
use crate::set_run::SetMade;
use crate::set_target::{IndexTarget, ROOM, SetTarget};
use crate::{distinct, index_dates, output};
use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use urlset::publish;
use urlset::shard::{Lastmod, Template};
use urlset::{
    Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Header, Kind, Lost, OpenOptions, Output,
    ReadOptions, Sink, WriteOptions,
};

/// An index that was made.
#[derive(Debug)]
pub(crate) struct IndexFile {
    pub(crate) path: PathBuf,
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    /// Its own address.
    pub(crate) loc: String,
    /// A dry run finds that it stands there already.
    pub(crate) stays: bool,
}

/// Refuses documents that list sitemaps: an index names no index (sitemaps.org, index files).
pub(crate) fn check_documents(plan: &Plan) -> Result<(), Failure> {
    match plan.documents.iter().find(|document| document.kind == Kind::Sitemapindex) {
        Some(document) => {
            let what = match &*document.name {
                // As what is piped, or rows of Python: nobody wrote `-`.
                STDIN => "the entries are of kind sitemap, which is an index".to_owned(),
                name => format!("{name} is an index"),
            };
            let message = format!("--index: {what}, and none names another");
            Err(Failure::usage(message)
                .hint("read its sitemaps with `--follow local`, or leave out --index"))
        }
        None => Ok(()),
    }
}

/// Refuses files that an index cannot name, for they are no sitemaps (sitemaps.org, other formats).
pub(crate) fn check_format(format: &str) -> Result<(), Failure> {
    if matches!(format, "xml" | "text" | "rss" | "atom") {
        return Ok(());
    }
    Err(Failure::usage(format!("--index: an index names sitemaps, and {format} is none"))
        .hint("write xml, text, rss or atom, or leave out --index"))
}

/// Makes the index, or as many as the set needs: an index does not name another one.
pub(crate) fn write(
    index: &IndexTarget,
    target: &SetTarget,
    made: &mut SetMade,
) -> Result<(), Failure> {
    let folder = index.path.parent().unwrap_or(Path::new(""));
    let before = standing(&index.path);
    let unread = before.iter().find(|(_, old)| !(old.is_xml && old.whole));
    made.unread = unread.map(|(path, _)| path.clone());
    let mut old = HashMap::new();
    for (_, index) in &before {
        old.extend(index.dates.iter().map(|(loc, date)| (loc.clone(), *date)));
    }
    let mut entries = Vec::new();
    for file in &made.files {
        let Some(path) = &file.path else {
            continue;
        };
        check_format(file.format)?;
        let mut entry = index.entries.entry(&below(folder, path)?, None);
        entry.lastmod = match index.lastmod {
            Lastmod::Newest => file.newest,
            Lastmod::Content => changed(file, old.get(entry.loc.as_str())),
            Lastmod::None => None,
        };
        entries.push(entry);
    }
    let new: HashSet<&str> = entries.iter().map(|entry| entry.loc.as_str()).collect();
    if made.set.is_some() || !made.hashed {
        // A name that only the content tells is not known in a dry run.
        (made.stale, made.renamed) = stale(index, target, &old, &new);
    }
    let mut header = Header { kind: Kind::Sitemapindex, ..Header::default() };
    header.stylesheet = target.style.data(&header, folder);
    let documents = cut(&entries, &header)?;
    let single = documents.len() == 1;
    for (number, document) in (1..).zip(documents) {
        let path = if single { index.path.clone() } else { numbered(&index.path, number) };
        let bytes = document.text.len() as u64;
        let mut names = made.files.iter().filter_map(|file| file.path.as_deref());
        // Where links lead, the set knows; here only what is called alike is looked at.
        let alike = |name: &&Path| name.file_name() == path.file_name();
        if let Some(name) = names.find(|name| alike(name) && distinct::same(name, &path)) {
            let (index, name) = (path.display(), name.display());
            let message = format!("--index {index} is also the name of a file of the set, {name}");
            return Err(Failure::usage(message).hint("name the index otherwise"));
        }
        if let Some(set) = &made.set {
            let mut draft = set.create(&path).map_err(|error| refused(&error))?;
            let written = draft.write_all(&packed(&path, &document));
            written.map_err(|error| output::unwritten(&path.display().to_string(), &error))?;
            draft.finish().map_err(|error| refused(&error))?;
        }
        let stays = made.set.is_none() && made.heads.is_some_and(|_| is_there(&path, &document));
        let loc = index.entries.entry(&below(folder, &path)?, None).loc.to_string();
        made.indexes.push(IndexFile { path, entries: document.entries, bytes, loc, stays });
    }
    // One index where there were several, or the other way round.
    let kept = |path: &Path| made.indexes.iter().any(|index| index.path == path);
    let gone = before.into_iter().filter(|(path, old)| old.is_xml && !kept(path));
    let gone: Vec<PathBuf> = gone.map(|(path, _)| path).collect();
    made.stale.extend(gone);
    // An index may have named itself, and an address of before may lead to a file of now.
    let ours: HashSet<PathBuf> = made.paths().map(whole).collect();
    made.stale.retain(|path| !ours.contains(&whole(path)));
    made.renamed.retain(|path| !ours.contains(&whole(path)));
    Ok(())
}

/// Whether an index stands there already, by any program compressed.
fn is_there(path: &Path, document: &Cut) -> bool {
    let Ok(Some((mut content, _))) = publish::content(path) else {
        return false;
    };
    let mut text = Vec::with_capacity(document.text.len());
    content.read_to_end(&mut text).is_ok() && text == document.text
}

/// The indexes of the last run: the one of this name, else those with numbers. Beside the one, what
/// has a number may be somebody else's.
fn standing(path: &Path) -> Vec<(PathBuf, OldIndex)> {
    if path.exists() {
        return vec![(path.to_owned(), OldIndex::read(path))];
    }
    let numbers = (1..).map(|number| numbered(path, number)).map_while(|path| {
        let old = OldIndex::read(&path);
        // Where shards are called alike, it is none.
        old.is_xml.then_some((path, old))
    });
    numbers.collect()
}

/// One index, written.
pub(crate) struct Cut {
    pub(crate) text: Vec<u8>,
    pub(crate) entries: u64,
}

/// The index of these sitemaps, or as many as they need.
pub(crate) fn cut(entries: &[Entry], header: &Header) -> Result<Vec<Cut>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::output(format!("the index: {error}"));
    let options = WriteOptions {
        extensions: urlset::EXTENSIONS,
        stylesheet: header.stylesheet.clone(),
        ..WriteOptions::default()
    };
    let mut rest = entries;
    let mut documents = Vec::new();
    loop {
        let mut text = Vec::new();
        let create = urlset::sitemap::FORMAT.create.ok_or_else(|| failed(&"cannot be written"))?;
        let writer: Box<dyn EntryWriter> = create(header, &options);
        let mut output = Output::new(&mut text, writer);
        while let Some((first, more)) = rest.split_first() {
            if !output.offer(first, ROOM, &mut ()).map_err(|error| failed(&error))? {
                break;
            }
            rest = more;
        }
        let entries = output.finish().map_err(|error| failed(&error))?.entries;
        documents.push(Cut { text, entries });
        if rest.is_empty() || entries == 0 {
            return Ok(documents);
        }
    }
}

/// When the content of a file changed: as the old index said and its own date does, or now.
fn changed(file: &Made, old: Option<&Option<Datetime>>) -> Option<Datetime> {
    let (old, now) = (old.copied().flatten(), now());
    let stands = file.path.as_deref().filter(|_| file.unchanged);
    let before = stands.and_then(|path| index_dates::content(path, old));
    // Under `SOURCE_DATE_EPOCH` no file is younger than that.
    let before = before.filter(|date| Some(*date) == old || date.earliest().0 <= now);
    before.or_else(|| Datetime::from_unix(now))
}

/// Seconds since 1970; a fixed time where `SOURCE_DATE_EPOCH` asks for one.
pub(crate) fn now() -> i64 {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let clock = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    };
    fixed.unwrap_or_else(clock)
}

/// Notes whether anything was left out, and whether that was more than a field.
#[derive(Default)]
struct Missed {
    anything: bool,
    entries: bool,
}

impl Sink for Missed {
    fn report(&mut self, finding: Diagnostic) -> urlset::Result<()> {
        self.anything |= finding.lost != Lost::Nothing;
        self.entries |= matches!(finding.lost, Lost::Entry | Lost::Rest);
        Ok(())
    }
}

/// What an index that stands there says; nothing where it cannot be read or is none.
#[derive(Debug, Default)]
pub(crate) struct OldIndex {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry>,
    pub(crate) dates: HashMap<String, Option<Datetime>>,
    /// It is there, and it is one.
    pub(crate) is_xml: bool,
    /// All that it says is here.
    pub(crate) whole: bool,
    /// Every sitemap that it names is here, perhaps without its date.
    pub(crate) names_all: bool,
}

impl OldIndex {
    /// Reads the index at `path`.
    pub(crate) fn read(path: &Path) -> OldIndex {
        let mut old = OldIndex::default();
        let options = OpenOptions {
            read: ReadOptions { extensions: urlset::EXTENSIONS, ..ReadOptions::default() },
            ..OpenOptions::default()
        };
        let file = std::fs::File::open(path).ok();
        let prepared = file.and_then(|file| urlset::prepare(file, &options, &mut ()).ok());
        let Some(prepared) = prepared.filter(|prepared| prepared.format.name == "xml") else {
            return old;
        };
        let Ok(mut reader) = prepared.open(&options.read, &mut ()) else {
            return old;
        };
        if reader.header().kind != Kind::Sitemapindex {
            return old;
        }
        old.is_xml = true;
        old.header = reader.header().clone();
        let (mut entry, mut lost) = (Entry::default(), Missed::default());
        loop {
            match reader.read_entry(&mut entry, &mut lost) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => {
                    lost = Missed { anything: true, entries: true };
                    break;
                }
            }
            old.dates.insert(entry.loc.to_string(), entry.lastmod);
            old.entries.push(entry.clone());
        }
        (old.whole, old.names_all) = (!lost.anything, !lost.entries);
        old
    }
}

/// Files that the old index names and the new one does not: those that are made by this template,
/// and the others.
fn stale(
    index: &IndexTarget,
    target: &SetTarget,
    old: &HashMap<String, Option<Datetime>>,
    new: &HashSet<&str>,
) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let folder = plain(index.path.parent().unwrap_or(Path::new("")));
    let mut stale: Vec<PathBuf> = old
        .keys()
        .filter(|loc| !new.contains(loc.as_str()))
        .filter_map(|loc| index.entries.path_of(loc).or_else(|| index.entries.path_before(loc)))
        .map(|path| folder.join(path))
        .filter(|path| path.is_file())
        .collect();
    stale.sort();
    // An index may name one file by two addresses.
    stale.dedup();
    stale.into_iter().partition(|path| is_made_by(&target.template, path))
}

/// Files of the template's folder that are called as it says.
pub(crate) fn called_as(template: &Template) -> impl Iterator<Item = PathBuf> {
    let folder = template.folder();
    let files = Path::new(if folder.is_empty() { "." } else { folder }).read_dir();
    let paths = files.into_iter().flatten().flatten().map(|file| plain(&file.path()));
    paths.filter(|path| path.is_file() && is_made_by(template, path))
}

/// Whether a file is called as the template says, however the two are spelled.
pub(crate) fn is_made_by(template: &Template, path: &Path) -> bool {
    let (folder, path) = (whole(Path::new(template.folder())), whole(path));
    let inner = path.strip_prefix(folder).ok().and_then(Path::to_str);
    inner.is_some_and(|inner| template.matches(&format!("{}{inner}", template.folder())))
}

/// A path from the root of the file system on, without `.` in it.
pub(crate) fn whole(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The same path without `.` in it.
pub(crate) fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// A file's path from the folder of the index, with slashes.
pub(crate) fn below(folder: &Path, path: &Path) -> Result<String, Failure> {
    let (folder, whole_path) = (whole(folder), whole(path));
    let inner = whole_path.strip_prefix(folder).ok();
    if inner.is_some_and(|inner| inner.to_str().is_none()) {
        let message = format!("{}: its name is not UTF-8", path.display());
        return Err(Failure::usage(message).hint("rename it: no URL can be told from such a name"));
    }
    let inner = inner.and_then(Path::to_str);
    let climbs = |inner: &&str| inner.split('/').any(|part| part == "..");
    match inner.filter(|inner| !climbs(inner)) {
        Some(inner) => Ok(inner.replace(std::path::MAIN_SEPARATOR, "/")),
        None => {
            let message =
                format!("{} does not stand below the folder of the index", path.display());
            Err(Failure::usage(message)
                .hint("an index names files of its own folder and of those in it (sitemaps.org, location)"))
        }
    }
}

/// `sitemap.xml.gz` with a number: `sitemap-2.xml.gz`.
pub(crate) fn numbered(path: &Path, number: u64) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let (stem, suffix) = name.split_once('.').unwrap_or((&name, "xml"));
    path.with_file_name(format!("{stem}-{number}.{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::cut;
    use urlset::{Entry, Header, Kind, Loc};

    #[test]
    fn an_index_names_as_many_as_it_may() {
        let header = Header { kind: Kind::Sitemapindex, ..Header::default() };
        let entries = vec![Entry::new(Loc::new("https://example.com/a.xml")); 50_001];
        let cut = |count: usize| -> Vec<u64> {
            let documents = cut(&entries[..count], &header).unwrap();
            documents.iter().map(|document| document.entries).collect()
        };
        assert_eq!(cut(50_001), [50_000, 1]);
        assert_eq!(cut(50_000), [50_000]);
        assert_eq!(cut(0), [0]);
    }
}
