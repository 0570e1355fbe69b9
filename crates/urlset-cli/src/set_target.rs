//! What set of files is to be written: from the flags to a template, keys, a room and an index.

use crate::convert_args::{ConvertArgs, IndexLastmod, ShardArgs};
use crate::exit::Failure;
use crate::stylesheet::Style;
use crate::{names, output, set_index};
use std::path::{Path, PathBuf};
use urlset::publish::folder_of;
use urlset::shard::{By, Index, Lastmod, Template};
use urlset::{Format, Kind, Room};

/// Entries and bytes of one file, sitemap or index, unless the flags say otherwise: what every reader
/// of sitemaps takes (spec: the stricter reading of 50 MB).
pub(crate) const ROOM: Room = Room { entries: 50_000, bytes: 50_000_000 };

/// A set of files to write.
pub(crate) struct SetTarget {
    pub(crate) template: Template,
    /// The template as it was given.
    pub(crate) text: String,
    /// What files are grouped by.
    pub(crate) keys: Vec<By>,
    pub(crate) room: Room,
    pub(crate) index: Option<IndexTarget>,
    /// `None` where each file keeps the format it was read in.
    pub(crate) format: Option<&'static Format>,
    /// How browsers show the files and their index.
    pub(crate) style: Style,
    /// The set in which URLs stay where they are.
    pub(crate) previous: Option<PathBuf>,
    /// Whether files are compressed; where they keep their suffix, that of each says.
    pub(crate) compressed: bool,
    /// Whether `{ext}` says what the format of a file is, for no suffix after it does.
    pub(crate) ext_tells: bool,
    /// Whether `.gz` ends every name, so that `{ext}` need not.
    pub(crate) ends_gz: bool,
}

/// An index to write.
pub(crate) struct IndexTarget {
    pub(crate) path: PathBuf,
    pub(crate) entries: Index,
    pub(crate) lastmod: Lastmod,
}

/// Whether the flags ask for a set of files.
pub(crate) fn is_wanted(args: &ConvertArgs) -> bool {
    let shards = &args.shards;
    let named = args.target.output.as_deref().and_then(Path::to_str);
    shards.stable
        || shards.index.is_some()
        || shards.max_urls.is_some()
        || shards.max_bytes.is_some()
        || !shards.by.is_empty()
        || named.is_some_and(|name| name.contains('{'))
}

impl SetTarget {
    /// As the flags say.
    pub(crate) fn choose(args: &ConvertArgs) -> Result<SetTarget, Failure> {
        let shards = &args.shards;
        let example = "for example `-o 'out/sitemap-{n:05}.xml.gz'`";
        let Some(path) =
            args.target.output.as_deref().filter(|path| !output::is_stdout(Some(path)))
        else {
            return Err(Failure::usage("a set of files needs names").hint(example));
        };
        // As an index names it, so that what it names is known again. A folder is told as such.
        let path = &if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            path.to_owned()
        } else {
            set_index::plain(path)
        };
        let Some(text) = path.to_str() else {
            return Err(Failure::usage(format!("-o {}: not UTF-8", path.display())));
        };
        let template = template(text)?;
        let keys = keys(&shards.by, Some(&template))?;
        let (by_suffix, ends_gz) = names::by_path(path);
        let (mut format, mut compressed) = (by_suffix, ends_gz);
        let ext_tells = by_suffix.is_none() && template.has_ext();
        if let Some(name) = &args.target.to {
            let plain = name.strip_suffix(".gz");
            compressed |= plain.is_some();
            format = Some(names::writable(plain.unwrap_or(name))?);
        }
        if format.is_none() && !template.has_ext() {
            return Err(Failure::usage(format!(
                "{text}: the name does not say which format to write"
            ))
            .hint(
                "add `-t FORMAT`, or a suffix such as .xml.gz, or `.{ext}` for that of the input",
            ));
        }
        if format.is_some_and(|format| format.name == "robots") {
            return Err(Failure::usage("robots.txt is one file").hint(
                "write the files first, then `urlset index FILES --base-url URL -t robots`",
            ));
        }
        let room = room(&args.shards, &template)?;
        let index = index(args)?;
        if let (Some(_), Some(format)) = (&index, format) {
            set_index::check_format(format.name)?;
        }
        let previous = shards.previous.clone();
        let target = SetTarget {
            template,
            text: text.to_owned(),
            keys,
            room,
            index,
            format,
            style: Style::parse(&args.writing.stylesheet)?,
            previous,
            compressed,
            ext_tells,
            ends_gz,
        };
        target.check_stable(args)?;
        Ok(target)
    }

    /// What the entries are.
    pub(crate) fn lists(&mut self, kind: Kind) {
        for key in self.keys.iter_mut().filter(|key| matches!(key, By::Kind(_))) {
            *key = By::Kind(kind);
        }
    }

    /// Refuses what does not go with a set in which URLs stay.
    fn check_stable(&self, args: &ConvertArgs) -> Result<(), Failure> {
        if self.previous.is_some() && (self.by_source() || self.template.has_ext()) {
            let message = "--stable with {stem} or {ext}: files are called after their inputs, \
                           and URLs would not stay";
            return Err(Failure::usage(message)
                .hint("name them by numbers: `-o 'out/sitemap-{n:05}.xml.gz'`"));
        }
        if self.previous.is_some() && args.fields.provenance {
            return Err(Failure::usage(
                "--provenance with --stable: files would change with the inputs",
            )
            .hint("leave out --stable, or ask with `urlset query --provenance`"));
        }
        Ok(())
    }

    /// The folders that are known before the files are.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        let index = self.index.as_ref().map(|index| folder_of(&index.path));
        let fixed = Path::new(self.template.folder());
        let fixed = if fixed.as_os_str().is_empty() { Path::new(".") } else { fixed };
        std::iter::once(fixed).chain(index)
    }

    /// Whether files are as the documents that are read.
    pub(crate) fn by_source(&self) -> bool {
        self.keys.contains(&By::Source)
    }

    /// Whether entries must be brought next to each other first; those of one document are.
    pub(crate) fn must_group(&self, sorted: bool) -> bool {
        self.keys.iter().any(|key| *key != By::Source || sorted)
    }
}

/// What one file may hold.
fn room(shards: &ShardArgs, template: &Template) -> Result<Room, Failure> {
    let numbered = template.is_numbered();
    let none = Room { entries: u64::MAX, bytes: u64::MAX };
    let most = if numbered { ROOM } else { none };
    let room = Room {
        entries: shards.max_urls.unwrap_or(most.entries),
        bytes: shards.max_bytes.unwrap_or(most.bytes),
    };
    if room.entries == 0 {
        return Err(Failure::usage("--max-urls 0: a file has at least one entry"));
    }
    if room.bytes == 0 {
        return Err(Failure::usage("--max-bytes 0: a file has at least one entry"));
    }
    Ok(room)
}

fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// The template of `-o`.
pub(crate) fn template(text: &str) -> Result<Template, Failure> {
    text.parse().map_err(|error: urlset::shard::BadTemplate| {
        let arrow = format!("{text}\n{}^", " ".repeat(text.get(..error.at).map_or(0, width)));
        Failure::usage(format!("-o {text}: {error}")).hint(arrow)
    })
}

/// Refuses a template where one file is written: it would be called so, braces and all.
pub(crate) fn check_one(path: Option<&Path>) -> Result<(), Failure> {
    let text = path.and_then(Path::to_str).unwrap_or_default();
    let is_template = text.parse::<Template>().is_ok_and(|template| template.has_fields());
    if !is_template {
        return Ok(());
    }
    Err(Failure::usage(format!("-o {text}: one file is written, and its name has no fields"))
        .hint("name one file; `urlset shard -o` cuts a set into many"))
}

/// The keys of the flags, then those that the template needs.
pub(crate) fn keys(by: &[String], template: Option<&Template>) -> Result<Vec<By>, Failure> {
    let mut keys = Vec::new();
    for text in by {
        let key: By = text.parse().map_err(|error| Failure::usage(format!("--by {error}")))?;
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let Some(template) = template else {
        return Ok(keys);
    };
    for key in template.keys() {
        let has_date = |key: &By| matches!(key, By::Month | By::Day);
        let known =
            keys.contains(&key) || matches!(key, By::Year | By::Month) && keys.iter().any(has_date);
        if !known {
            keys.push(key);
        }
    }
    if template.wants_bucket() && !keys.iter().any(|key| matches!(key, By::Bucket(_))) {
        return Err(Failure::usage("{bucket} without buckets").hint("add `--by bucket:N`"));
    }
    Ok(keys)
}

/// Where the files of an index are served.
pub(crate) fn base(base: &str) -> Result<Index, Failure> {
    // A password with a slash in it looks like a path.
    let is_plain = urlset_fetch::shown(base) == base;
    Index::new(base).filter(|_| is_plain).ok_or_else(|| wrong_base(base))
}

/// Refuses what no address of a file begins with.
fn wrong_base(base: &str) -> Failure {
    let shown = urlset_fetch::shown(base);
    Failure::usage(format!("--base-url {shown}: {}", fault_of(base)))
        .hint("for example `--base-url https://www.example.com/`")
}

/// Why files cannot have addresses that begin so.
fn fault_of(base: &str) -> &'static str {
    let scheme = base.split_once("://").map_or("", |(scheme, _)| scheme);
    let is_name = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if scheme.is_empty() || !is_name {
        return "not an absolute URL";
    }
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") {
        return "sitemaps are at http or https addresses";
    }
    if urlset_fetch::shown(base) != base {
        return "whoever reads the index would read the password";
    }
    if base.contains(['?', '#']) {
        return "files cannot be named after a query or fragment";
    }
    if !base.is_ascii() {
        return "a URL has no such characters; write the host as xn--… and escape the path with %XX";
    }
    "not a URL of a folder"
}

/// Refuses flags that concern an index where none is written.
pub(crate) fn check_no_index(shards: &ShardArgs) -> Result<(), Failure> {
    let idle = [
        (shards.base_url.is_some(), "--base-url"),
        (shards.index_lastmod != IndexLastmod::Newest, "--index-lastmod"),
        // The previous set tells what an index would.
        (shards.prune && !shards.stable, "--prune"),
    ];
    match idle.iter().find(|(given, _)| *given) {
        Some((_, flag)) => {
            Err(Failure::usage(format!("{flag} without an index")).hint("add `--index PATH`"))
        }
        None => Ok(()),
    }
}

fn index(args: &ConvertArgs) -> Result<Option<IndexTarget>, Failure> {
    let shards = &args.shards;
    let Some(path) = &shards.index else {
        return check_no_index(shards).map(|()| None);
    };
    let Some(base) = &shards.base_url else {
        return Err(Failure::usage("an index needs the address of its files").hint(
            "add `--base-url https://www.example.com/`, where the folder of the index is served",
        ));
    };
    let entries = self::base(base)?;
    if path.to_str().is_some_and(|text| text.contains(['{', '}'])) {
        let message = format!("--index {}: the name of an index has no fields", path.display());
        return Err(Failure::usage(message)
            .hint("name one file; where a set needs several indexes, they are numbered"));
    }
    let (format, _) = names::by_path(path);
    if format.is_some_and(|format| format.name == "robots") {
        let message = format!("--index {}: an index is XML", path.display());
        return Err(Failure::usage(message)
            .hint("write the files first, then `urlset index FILES --base-url URL -t robots`"));
    }
    if format.is_none_or(|format| format.name != "xml") {
        return Err(Failure::usage(format!("--index {}: an index is XML", path.display()))
            .hint("name it `sitemap_index.xml` or `sitemap_index.xml.gz`"));
    }
    let lastmod = match shards.index_lastmod {
        IndexLastmod::Newest => Lastmod::Newest,
        IndexLastmod::Content => Lastmod::Content,
        IndexLastmod::None => Lastmod::None,
    };
    Ok(Some(IndexTarget { path: path.clone(), entries, lastmod }))
}
