//! `cargo xtask corpus`: large inputs, the same on every machine. Beside them stands `corpus.txt`,
//! which says of what kind and size they are.

use crate::record::{Date, Record, SHARD, clock, escape};
use crate::words::Numbers;
use crate::{Outcome, overlap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Items of one feed.
const FEED: u64 = 2_000;
/// Changed when the corpora change, so that old ones are made anew.
const EDITION: &str = "2";
/// Beside the documents, and none of them.
const NOTE: &str = "corpus.txt";

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const URLSET: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
const NAMESPACES: &str = "\n  xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"\n  \
    xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"\n  \
    xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\"\n  \
    xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";

pub(crate) const KINDS: &[&str] = &["plain", "plain.gz", "rich", "list", "feeds", "sets", "lines"];

/// A corpus on disk.
pub(crate) struct Corpus {
    /// Its documents in order.
    pub(crate) files: Vec<PathBuf>,
    /// Bytes of them.
    pub(crate) bytes: u64,
    pub(crate) entries: u64,
}

/// Makes a corpus and says what it holds.
pub(crate) fn run(kind: &str, n: &str, folder: &Path) -> Outcome {
    let corpus = make(kind, number(n)?, folder)?;
    println!(
        "{kind}: {} entries, {} files, {} bytes in {}",
        corpus.entries,
        corpus.files.len(),
        corpus.bytes,
        folder.display()
    );
    Ok(())
}

/// Reads a number such as `1000000`, `1_000_000`, `1M`, `50k`.
pub(crate) fn number(text: &str) -> Outcome<u64> {
    let plain = text.replace(['_', ','], "");
    let (digits, unit) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match plain.strip_suffix('M') {
            Some(digits) => (digits, 1_000_000),
            None => (plain.as_str(), 1),
        },
    };
    let number: u64 = digits.parse().map_err(|_| format!("`{text}` is no number"))?;
    Ok(number * unit)
}

/// Makes a corpus of `n` entries in `folder` unless it is there already.
pub(crate) fn make(kind: &str, n: u64, folder: &Path) -> Outcome<Corpus> {
    let path = folder.join(NOTE);
    let note = format!("{kind} {n} {EDITION}\n");
    let made = std::fs::read_to_string(&path).ok();
    if made.as_ref() != Some(&note) {
        println!("making {}", folder.display());
        if made.is_some() {
            std::fs::remove_dir_all(folder)?;
        }
        std::fs::create_dir_all(folder)?;
        match kind {
            "plain" | "plain.gz" | "rich" => sitemaps(n, folder, kind)?,
            "list" => list(n, folder)?,
            "feeds" => feeds(n, folder)?,
            "sets" => overlap::sets(n, folder)?,
            "lines" => overlap::lines(n, folder)?,
            _ => return Err(format!("no corpus `{kind}`: {}", KINDS.join(", ")).into()),
        }
        std::fs::write(path, note)?;
    }
    let files = files(folder)?;
    let sizes = files.iter().map(|file| Ok(file.metadata()?.len()));
    let bytes = sizes.sum::<std::io::Result<u64>>()?;
    Ok(Corpus { files, bytes, entries: n })
}

/// The documents of a folder, in order.
pub(crate) fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder)?.map(|file| Ok(file?.path()));
    let mut files = files.collect::<std::io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| !file.ends_with(NOTE));
    files.sort();
    Ok(files)
}

fn create(folder: &Path, name: &str) -> Outcome<BufWriter<File>> {
    Ok(BufWriter::new(File::create(folder.join(name))?))
}

fn sitemaps(n: u64, folder: &Path, kind: &str) -> Outcome {
    let (mut record, mut text) = (Record::default(), String::new());
    let rich = kind == "rich";
    for shard in 0..n.div_ceil(SHARD) {
        let name = format!("sitemap-{:05}.xml", shard + 1);
        let mut out: Box<dyn Write> = if kind == "plain.gz" {
            Box::new(urlset::gzip(create(folder, &format!("{name}.gz"))?))
        } else {
            Box::new(create(folder, &name)?)
        };
        let namespaces = if rich { NAMESPACES } else { "" };
        writeln!(out, "{XML}{URLSET}{namespaces}>")?;
        for number in shard * SHARD..n.min((shard + 1) * SHARD) {
            record.fill(number);
            text.clear();
            text.push_str("  <url>\n");
            core(&record, &mut text);
            if rich {
                extensions(&record, &mut text);
            }
            text.push_str("  </url>\n");
            out.write_all(text.as_bytes())?;
        }
        out.write_all(b"</urlset>\n")?;
        out.flush()?;
    }
    Ok(())
}

/// What stands before the first entry of a sitemap.
pub(crate) fn urlset_head() -> String {
    format!("{XML}{URLSET}>\n")
}

/// Appends an entry of a sitemap.
pub(crate) fn url(record: &Record, out: &mut String) {
    out.push_str("  <url>\n");
    core(record, out);
    out.push_str("  </url>\n");
}

/// The protocol's four fields.
fn core(record: &Record, out: &mut String) {
    leaf("loc", &record.loc, out);
    leaf("lastmod", &record.lastmod, out);
    leaf("changefreq", record.changefreq, out);
    leaf("priority", record.priority, out);
}

fn leaf(name: &str, value: &str, out: &mut String) {
    out.push_str(&format!("    <{name}>"));
    escape(value, out);
    out.push_str(&format!("</{name}>\n"));
}

/// A quarter of the entries each: three images, a video, news, five languages.
fn extensions(record: &Record, out: &mut String) {
    let number = record.number;
    let mut numbers = Numbers::of(number, 4);
    let mut title = String::new();
    numbers.words(6, ' ', &mut title);
    let lastmod = &record.lastmod;
    match number % 4 {
        0 => {
            for image in 0..3 {
                out.push_str(&format!(
                    "    <image:image>\n      <image:loc>https://img.example.net/{number:08}-{image}.jpg?w=1200&amp;h=800</image:loc>\n      \
                     <image:title>{title}</image:title>\n    </image:image>\n"
                ));
            }
        }
        1 => out.push_str(&format!(
            "    <video:video>\n      <video:thumbnail_loc>https://img.example.net/{number:08}.jpg</video:thumbnail_loc>\n      \
             <video:title>{title}</video:title>\n      <video:description><![CDATA[<p>{title} &</p>]]></video:description>\n      \
             <video:content_loc>https://media.example.net/{number:08}.mp4</video:content_loc>\n      \
             <video:duration>{}</video:duration>\n      <video:publication_date>{lastmod}</video:publication_date>\n      \
             <video:restriction relationship=\"allow\">IE GB</video:restriction>\n      <video:tag>one</video:tag>\n      \
             <video:tag>two</video:tag>\n      <video:live>no</video:live>\n    </video:video>\n",
            1 + numbers.below(28_800)
        )),
        2 => out.push_str(&format!(
            "    <news:news>\n      <news:publication>\n        <news:name>The Example</news:name>\n        \
             <news:language>en</news:language>\n      </news:publication>\n      \
             <news:publication_date>{lastmod}</news:publication_date>\n      <news:title>{title}</news:title>\n    </news:news>\n"
        )),
        _ => {
            for language in ["en", "de", "fr", "pt-BR", "x-default"] {
                out.push_str(&format!(
                    "    <xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"https://www.example.com/{language}/{number}?a=1&amp;b=2\"/>\n"
                ));
            }
        }
    }
}

fn list(n: u64, folder: &Path) -> Outcome {
    let mut record = Record::default();
    let mut out = create(folder, "urls.txt")?;
    for number in 0..n {
        record.fill(number);
        writeln!(out, "{}", record.loc)?;
    }
    Ok(out.flush()?)
}

/// RSS and Atom in turn.
fn feeds(n: u64, folder: &Path) -> Outcome {
    let (mut record, mut text) = (Record::default(), String::new());
    for feed in 0..n.div_ceil(FEED) {
        let (suffix, form) = if feed % 2 == 0 { ("rss", Feed::RSS) } else { ("atom", Feed::ATOM) };
        let mut out = create(folder, &format!("feed-{:05}.{suffix}", feed + 1))?;
        out.write_all(form.head().as_bytes())?;
        for number in feed * FEED..n.min((feed + 1) * FEED) {
            record.fill(number);
            text.clear();
            form.item(&record, &mut text);
            out.write_all(text.as_bytes())?;
        }
        out.write_all(form.foot.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

/// How a feed is written.
pub(crate) struct Feed {
    head: &'static str,
    pub(crate) foot: &'static str,
    item: fn(&Record, &mut String),
}

impl Feed {
    pub(crate) const RSS: Feed = Feed { head: RSS, foot: RSS_END, item: rss_item };
    pub(crate) const ATOM: Feed = Feed { head: ATOM, foot: ATOM_END, item: atom_entry };

    /// What stands before the first item.
    pub(crate) fn head(&self) -> String {
        format!("{XML}{}", self.head)
    }

    /// Appends an item.
    pub(crate) fn item(&self, record: &Record, out: &mut String) {
        (self.item)(record, out);
    }
}

const RSS: &str = "<rss version=\"2.0\">\n<channel>\n<title>Example</title>\n\
    <link>https://www.example.com/</link>\n<description>What is new</description>\n";
const RSS_END: &str = "</channel>\n</rss>\n";
const ATOM: &str = "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>Example</title>\n\
    <id>https://www.example.com/</id>\n<updated>2026-01-01T00:00:00Z</updated>\n\
    <link rel=\"self\" href=\"https://www.example.com/feed\"/>\n";
const ATOM_END: &str = "</feed>\n";

fn rss_item(record: &Record, out: &mut String) {
    let Date { year, month, day, second } = record.date;
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = usize::try_from(month).unwrap_or(1);
    let month = months.get(month - 1).copied().unwrap_or("Jan");
    out.push_str("<item>\n<title>");
    Numbers::of(record.number, 5).words(6, ' ', out);
    out.push_str("</title>\n<link>");
    escape(&record.loc, out);
    out.push_str("</link>\n<guid isPermaLink=\"true\">");
    escape(&record.loc, out);
    out.push_str(&format!(
        "</guid>\n<pubDate>{day:02} {month} {year} {} +0000</pubDate>\n</item>\n",
        clock(second)
    ));
}

fn atom_entry(record: &Record, out: &mut String) {
    let Date { year, month, day, second } = record.date;
    out.push_str("<entry>\n<title>");
    Numbers::of(record.number, 5).words(6, ' ', out);
    out.push_str("</title>\n<id>");
    escape(&record.loc, out);
    out.push_str("</id>\n<link rel=\"alternate\" href=\"");
    escape(&record.loc, out);
    out.push_str(&format!(
        "\"/>\n<updated>{year}-{month:02}-{day:02}T{}Z</updated>\n</entry>\n",
        clock(second)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Content;

    #[test]
    fn numbers() {
        for (text, wanted) in [
            ("1000", Some(1000)),
            ("1_000", Some(1000)),
            ("50k", Some(50_000)),
            ("1M", Some(1_000_000)),
            ("x", None),
        ] {
            assert_eq!(number(text).ok(), wanted, "{text}");
        }
    }

    #[test]
    fn forms_of_one_corpus_hold_the_same() {
        let folder = std::env::temp_dir().join(format!("urlset-corpus-{}", std::process::id()));
        let files = |kind: &str| make(kind, 48, &folder.join(kind)).unwrap().files;
        let content = |kind, fields| Content::of(&files(kind), fields).unwrap();
        assert_eq!(content("plain", &[]), content("plain.gz", &[]));
        assert_eq!(content("plain", &["loc"]), content("list", &["loc"]));
        assert_ne!(content("plain", &[]), content("rich", &[]));
        let core = ["loc", "lastmod", "changefreq", "priority"];
        assert_eq!(content("plain", &[]), content("rich", &core));
        // Nothing is made twice, and a small set has every format.
        let note = folder.join("sets").join(NOTE);
        let sets = files("sets");
        let made = note.metadata().unwrap().modified().unwrap();
        assert_eq!(files("sets"), sets);
        assert_eq!(note.metadata().unwrap().modified().unwrap(), made);
        for suffix in ["gz", "txt", "csv", "rss", "atom"] {
            let count = sets.iter().filter(|file| file.extension() == Some(suffix.as_ref()));
            assert_eq!(count.count(), if suffix == "gz" { 12 } else { 3 }, "{suffix}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
