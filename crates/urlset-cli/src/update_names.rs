//! Names of files that a set grows by: `sitemap-0007.xml.gz` after `sitemap-0006.xml.gz`, and
//! `blog-001.xml` beside `shop-001.xml` where the set is cut by section.

use crate::exit::{Cause, Failure};
use crate::plan::Document;
use crate::set_target;
use crate::update_args::UpdateArgs;
use crate::update_files::path_of;
use crate::update_groups::Group;
use crate::update_pass::Tally;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use urlset::publish::is_hash_of;
use urlset::shard::{By, Template, Values};

/// What new files are grouped by, and how they are called where the flags say so.
pub(crate) struct Pattern {
    pub(crate) keys: Vec<By>,
    template: Option<Template>,
}

impl Pattern {
    /// As the flags say.
    pub(crate) fn new(args: &UpdateArgs) -> Result<Pattern, Failure> {
        let Some(path) = &args.output else {
            return Ok(Pattern { keys: set_target::keys(&args.by, None)?, template: None });
        };
        let Some(text) = path.to_str() else {
            return Err(Failure::usage(format!("-o {}: not UTF-8", path.display())));
        };
        let template = set_target::template(text)?;
        if template.is_by_source() || template.has_ext() || template.is_hashed() {
            return Err(Failure::usage(format!(
                "-o {text}: new files are not called after their inputs or their content"
            ))
            .hint("name them by numbers: `-o 'public/{section}-{n:03}.xml.gz'`"));
        }
        Ok(Pattern { keys: set_target::keys(&args.by, Some(&template))?, template: Some(template) })
    }
}

/// Files that are compared with their names: one is enough to tell a set.
const LOOKS: usize = 3;

/// Refuses a set whose files are named after their content: a file that changes would need another
/// name, and names do not go on by counting.
pub(crate) fn check_content(documents: &[Document]) -> Result<(), Failure> {
    let named = documents.iter().map(path_of);
    let named = named.filter_map(|path| Some((digits(&path)?, path))).take(LOOKS);
    for (digits, path) in named {
        let name = path.display();
        let read = |error| Failure::new(Cause::Input, format!("{name}: {error}"));
        if is_hash_of(&digits, File::open(&path).map_err(read)?).map_err(read)? {
            let failure = Failure::usage(format!("{name} is named after its content"));
            return Err(failure.hint(
                "join the lists with `urlset merge`, and cut that with `urlset shard --stable`",
            ));
        }
    }
    Ok(())
}

/// What in a name may be the beginning of a hash.
fn digits(path: &Path) -> Option<String> {
    let stem = path.file_name()?.to_str()?;
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric());
    let is_hash = |word: &&str| {
        (8..=16).contains(&word.len())
            && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    words.rev().find(is_hash).map(str::to_owned)
}

/// Names new files, group by group.
pub(crate) struct Naming {
    pattern: Pattern,
    /// How the files of groups are called, as far as those that are there tell.
    shown: Option<Template>,
    /// The files of the set.
    paths: Vec<PathBuf>,
    group: Vec<String>,
    /// The file after which names go on.
    last: Option<PathBuf>,
    names: Option<Names>,
}

impl Naming {
    pub(crate) fn new(pattern: Pattern, documents: &[&Document], tally: &Tally) -> Naming {
        let paths: Vec<PathBuf> = documents.iter().map(|document| path_of(document)).collect();
        let shown = documents.iter().zip(&paths).rev().find_map(|(document, path)| {
            let values = tally.counts.get(&document.number)?.group.as_ref()?;
            shown(path, &pattern.keys, values)
        });
        Naming { pattern, shown, paths, group: Vec::new(), last: None, names: None }
    }

    /// Goes to a group whose last file is this one.
    pub(crate) fn begin(&mut self, last: Option<&Document>, group: &Group) {
        (self.last, self.names) = (last.map(path_of), None);
        self.group.clone_from(&group.values);
    }

    /// The next name of the group.
    pub(crate) fn next(&mut self) -> Result<PathBuf, Failure> {
        let path = match (&self.pattern.template, &self.last) {
            (Some(template), _) => self.free(template)?,
            (None, Some(last)) => {
                let paths = self.paths.iter().map(PathBuf::as_path);
                self.names.get_or_insert_with(|| Names::after(last, paths)).next()
            }
            (None, None) => self.first()?,
        };
        self.paths.push(path.clone());
        Ok(path)
    }

    /// The first name of a group that has no file yet; its others go on after it.
    fn first(&mut self) -> Result<PathBuf, Failure> {
        let Some(shown) = &self.shown else {
            let message = format!(
                "no file is there for {}, and what to call it is not plain",
                self.group.join(", ")
            );
            return Err(Failure::usage(message)
                .hint("say how new files are called: `-o 'public/{section}-{n:03}.xml.gz'`"));
        };
        let path = self.free(shown)?;
        self.last = Some(path.clone());
        Ok(path)
    }

    /// The first name of a template that no file has.
    fn free(&self, template: &Template) -> Result<PathBuf, Failure> {
        let name = |number| {
            let (keys, group) = (&self.pattern.keys[..], &self.group[..]);
            PathBuf::from(template.name(&Values { number, keys, group, ..Values::default() }))
        };
        let taken = |path: &PathBuf| self.paths.contains(path) || path.symlink_metadata().is_ok();
        let mut number = 1;
        while taken(&name(number)) {
            if !template.is_numbered() {
                let message = format!("{} is there already", name(number).display());
                return Err(Failure::usage(message)
                    .hint("add `{n}` to the name of new files, as in 'sitemap-{n:05}.xml.gz'"));
            }
            number += 1;
        }
        Ok(name(number))
    }
}

/// The template that calls a file so, told from the values of its group.
fn shown(path: &Path, keys: &[By], values: &[String]) -> Option<Template> {
    if keys.is_empty() {
        return None;
    }
    let mut text = path.to_str()?.replace('{', "{{").replace('}', "}}");
    let mut fields = Vec::new();
    for key in keys {
        let field: &str = match key {
            By::Host => "{host}",
            By::Section => "{section}",
            By::Language => "{lang}",
            By::Kind(_) => "{kind}",
            By::Year => "{yyyy}",
            By::Month => "{yyyy}-{mm}",
            By::Bucket(_) => "{bucket}",
            By::Path(number) => &format!("{{path[{number}]}}"),
            By::Day | By::Source => return None,
        };
        let template: Template = field.parse().ok()?;
        let value = template.name(&Values { keys, group: values, ..Values::default() });
        let at = places(&text, &value).last()?;
        // A character that no name has stands for the field until the number is found.
        let mark = char::from_u32(0xE000 + u32::try_from(fields.len()).ok()?)?;
        text.replace_range(at..at + value.len(), mark.encode_utf8(&mut [0; 4]));
        fields.push((mark, field.to_owned()));
    }
    let name = text.rfind('/').map_or(0, |slash| slash + 1);
    let stem = name + text.get(name..)?.find('.').unwrap_or(text.len() - name);
    if let Some(end) = text.get(name..stem)?.rfind(|c: char| c.is_ascii_digit()) {
        let end = name + end + 1;
        let digits = text.get(name..end)?;
        let start = name + digits.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        text.replace_range(start..end, &format!("{{n:0{}}}", (end - start).min(99)));
    }
    for (mark, field) in fields {
        text = text.replace(mark, &field);
    }
    text.parse().ok()
}

/// Where a value stands by itself, not as a part of a word.
fn places<'t>(text: &'t str, value: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(value).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let after = text.get(at + value.len()..).and_then(|text| text.chars().next());
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        apart(before) && apart(after)
    })
}

/// Gives one name after the other.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    folder: PathBuf,
    before: String,
    after: String,
    width: usize,
    number: u64,
    taken: HashSet<OsString>,
}

impl Names {
    /// Continues the names of a set at its last file: the last number in its name counts on, from
    /// the greatest that a file of the set has there; `sitemap.xml` goes on with `sitemap-2.xml`.
    pub(crate) fn after<'p>(last: &'p Path, set: impl Iterator<Item = &'p Path>) -> Names {
        let name = last.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let (stem, suffix) = name.split_once('.').unwrap_or((&name, ""));
        let suffix = if suffix.is_empty() { String::new() } else { format!(".{suffix}") };
        let end = stem.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let head = stem.get(..end).unwrap_or_default();
        let start = head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, digits) = head.split_at_checked(start).unwrap_or((head, ""));
        let tail = stem.get(end..).unwrap_or_default();
        let mut names = Names {
            folder: last.parent().unwrap_or(Path::new("")).to_owned(),
            before: before.to_owned(),
            after: format!("{tail}{suffix}"),
            width: digits.len(),
            number: 1,
            taken: HashSet::new(),
        };
        if digits.is_empty() {
            (names.before, names.after) = (format!("{stem}-"), suffix);
        }
        for path in set.chain([last]) {
            let name = path.file_name().unwrap_or_default();
            names.taken.insert(name.to_owned());
            let number = name.to_str().and_then(|name| names.number_of(name));
            names.number = names.number.max(number.unwrap_or(1));
        }
        names
    }

    fn number_of(&self, name: &str) -> Option<u64> {
        name.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?.parse().ok()
    }

    /// The next name that no file has.
    pub(crate) fn next(&mut self) -> PathBuf {
        loop {
            self.number = self.number.saturating_add(1);
            let (before, after, width) = (&self.before, &self.after, self.width);
            let name = format!("{before}{:0width$}{after}", self.number);
            let path = self.folder.join(&name);
            if self.taken.insert(name.into()) && path.symlink_metadata().is_err() {
                return path;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, shown};
    use std::path::Path;
    use urlset::shard::{By, Values};

    #[test]
    fn names_show_how_others_are_called() {
        let keys = [By::Section];
        for (path, section, other) in [
            ("set/shop-001.xml.gz", "shop", Some("set/blog-007.xml.gz")),
            ("set/sitemap-shop-9.xml", "shop", Some("set/sitemap-blog-7.xml")),
            ("shop/shop/1.xml", "shop", Some("shop/blog/7.xml")),
            ("set/2026.xml", "2026", Some("set/blog.xml")),
            ("set/a{b}-x-01.xml", "x", Some("set/a{b}-blog-07.xml")),
            ("set/workshop-001.xml", "shop", None),
            ("set/sitemap-001.xml", "shop", None),
        ] {
            let found = shown(Path::new(path), &keys, &[section.to_owned()]);
            let group = ["blog".to_owned()];
            let values = Values { number: 7, keys: &keys, group: &group, ..Values::default() };
            assert_eq!(found.map(|template| template.name(&values)).as_deref(), other, "{path}");
        }
        let keys = [By::Month, By::Kind(urlset::Kind::Urlset)];
        let month =
            shown(Path::new("n-2026-03-image-02.xml"), &keys, &["2026-03".into(), "image".into()]);
        let group = ["2026-11".to_owned(), "page".to_owned()];
        let values = Values { number: 1, keys: &keys, group: &group, ..Values::default() };
        assert_eq!(month.unwrap().name(&values), "n-2026-11-page-01.xml");
    }

    #[test]
    fn names_go_on() {
        for (set, next) in [
            (&["sitemap-0006.xml.gz"][..], "sitemap-0007.xml.gz"),
            (&["s9.xml"], "s10.xml"),
            (&["s-99.xml"], "s-100.xml"),
            (&["sitemap.xml"], "sitemap-2.xml"),
            (&["s-7.xml", "s-2.xml"], "s-8.xml"),
            (&["other-7.xml", "s-2.xml"], "s-3.xml"),
            (&["2026-03-a.xml"], "2026-04-a.xml"),
            (&["plain"], "plain-2"),
        ] {
            let paths: Vec<&Path> = set.iter().map(Path::new).collect();
            let mut names = Names::after(paths[paths.len() - 1], paths.iter().copied());
            assert_eq!(names.next(), Path::new(next));
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("s2.xml"), "").unwrap();
        let mut names = Names::after(&folder.path().join("s1.xml"), std::iter::empty());
        assert_eq!(names.next(), folder.path().join("s3.xml"));
        assert_eq!(names.next(), folder.path().join("s4.xml"));
    }
}
