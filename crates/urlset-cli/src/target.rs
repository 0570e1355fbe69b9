//! What is written, and by which writer.

use crate::convert_args::{ConvertArgs, CsvLayout, WritingArgs};
use crate::exit::Failure;
use crate::provenance::{Lines, Provenance, Whereabouts};
use crate::stylesheet::Style;
use crate::{names, output, small_file, table};
use std::path::Path;
use urlset::csv::CsvWriter;
use urlset::indexnow::{IndexNowOptions, IndexNowWriter};
use urlset::robots::RobotsWriter;
use urlset::{EntryWriter, Format, Header, Loc, WriteOptions};

/// The format of an output, and whether it is compressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) format: &'static Format,
    pub(crate) compressed: bool,
}

impl Target {
    /// `--to` wins, else the suffix of the output says; unclear is wrong usage.
    pub(crate) fn choose(to: Option<&str>, path: Option<&Path>) -> Result<Target, Failure> {
        let named = path.filter(|path| !output::is_stdout(Some(path)));
        let (by_suffix, mut compressed) = named.map_or((None, false), names::by_path);
        let format = match to {
            Some(name) => {
                let plain = name.strip_suffix(".gz");
                compressed |= plain.is_some();
                Some(names::writable(plain.unwrap_or(name))?)
            }
            None => by_suffix,
        };
        let Some(format) = format else {
            return Err(match named.filter(|path| path.is_dir() || output::names_folder(path)) {
                Some(folder) => output::is_folder(folder),
                None => unclear(named),
            });
        };
        let binary = compressed || format.name == "parquet";
        if binary && output::is_terminal(named) {
            let what = if compressed { "compressed" } else { "binary" };
            return Err(Failure::output(format!("{what} output to a terminal is refused"))
                .hint("redirect it, or name a file with `-o`"));
        }
        Ok(Target { format, compressed })
    }

    /// Refuses flags that mean nothing for this target.
    pub(crate) fn check(self, args: &ConvertArgs) -> Result<(), Failure> {
        let name = self.format.name;
        let is_table = matches!(name, "csv" | "tsv");
        let holds_anything = is_table || matches!(name, "jsonl" | "parquet");
        let only_lines = "only csv, tsv, jsonl and parquet can hold them";
        if args.fields.keep_invalid && !holds_anything {
            return Err(Failure::usage(format!("--keep-invalid with {name}"))
                .hint(format!("entries with such a loc must not be published; {only_lines}")));
        }
        if args.fields.provenance && !holds_anything {
            return Err(Failure::usage(format!("--provenance with {name}")).hint(only_lines));
        }
        if args.fields.provenance && is_table && args.table.csv_layout == CsvLayout::Long {
            return Err(Failure::usage("--provenance with --csv-layout long")
                .hint("use the layout `wide` or `json`"));
        }
        let writing = &args.writing;
        Style::parse(&writing.stylesheet)?.check(name, args.target.output.as_deref())?;
        let flags = [
            (writing.host.is_some(), "--host"),
            (writing.key.is_some(), "--key"),
            (writing.key_file.is_some(), "--key-file"),
            (writing.key_location.is_some(), "--key-location"),
        ];
        match flags.into_iter().find(|(given, _)| *given) {
            Some((_, flag)) if name != "indexnow" => {
                Err(Failure::usage(format!("{flag} concerns IndexNow, and the target is {name}"))
                    .hint("add `-t indexnow`"))
            }
            _ => Ok(()),
        }
    }

    /// A writer for a document with this header, in this folder.
    pub(crate) fn writer(
        self,
        args: &ConvertArgs,
        header: &Header,
        folder: &Path,
    ) -> Result<Box<dyn EntryWriter>, Failure> {
        let options = options(&args.writing, header, folder)?;
        match self.format.name {
            "csv" | "tsv" => {
                let table = table::writing(&args.table, self.format.name == "tsv")?;
                Ok(Box::new(CsvWriter::with(&table, header, &options)))
            }
            "indexnow" => {
                let options = indexnow(&args.writing)?;
                Ok(Box::new(IndexNowWriter::with(options)))
            }
            "robots" => match existing(args.target.output.as_deref(), self.compressed)? {
                Some(text) => Ok(Box::new(RobotsWriter::updating(text))),
                None => Ok(Box::new(RobotsWriter::new())),
            },
            _ => {
                let create = self.format.create;
                let create = create.ok_or_else(|| unclear(None))?;
                Ok(create(header, &options))
            }
        }
    }

    /// The writer that also tells where each entry was read.
    pub(crate) fn traced(
        self,
        mut writer: Box<dyn EntryWriter>,
        args: &ConvertArgs,
        at: Whereabouts,
        names: Vec<String>,
    ) -> Result<Box<dyn EntryWriter>, Failure> {
        if let Some(encoded) = writer.encoded() {
            encoded.ask(at.asked(names));
            return Ok(writer);
        }
        let lines = match self.format.name {
            "csv" | "tsv" => Lines::Table {
                delimiter: table::writing(&args.table, self.format.name == "tsv")?.delimiter.into(),
            },
            _ => Lines::Json,
        };
        Ok(Box::new(Provenance { writer, lines, at, names }))
    }
}

/// Refuses a name that is none of a file, or says zstd, which is only read.
pub(crate) fn check_suffix(path: Option<&Path>) -> Result<(), Failure> {
    if let Some(folder) = path.filter(|path| output::names_folder(path) || path.is_dir()) {
        let within = folder.join("");
        return Err(Failure::output(format!("{} is a folder", folder.display())).hint(format!(
            "name the file to write, as in `-o {0}sitemap.xml`; `-o '{0}{{stem}}.{{ext}}'` makes one of each input",
            within.display()
        )));
    }
    let is_zst =
        |path: &&Path| path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("zst"));
    match path.filter(is_zst) {
        Some(path) => Err(Failure::usage(format!("-o {}: zstd is only read", path.display()))
            .hint("write gzip instead: end the name in .gz")),
        None => Ok(()),
    }
}

fn unclear(path: Option<&Path>) -> Failure {
    let is_parquet = |path: &&Path| {
        path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("parquet"))
    };
    if let Some(path) = path.filter(is_parquet).filter(|_| !cfg!(feature = "parquet")) {
        return names::no_parquet(&path.display().to_string());
    }
    let known: Vec<&str> = names::writables().map(|format| format.name).collect();
    let message = match path {
        Some(path) => format!("{}: the name does not say which format to write", path.display()),
        None => "no format to write".to_owned(),
    };
    let suffixes =
        ".xml .txt .rss .atom .csv .tsv .jsonl .json robots.txt, each also with .gz, .parquet";
    Failure::usage(message).hint(format!(
        "add `-t FORMAT`, one of {}\nor `-o` with one of {suffixes}",
        known.join(", ")
    ))
}

fn options(args: &WritingArgs, header: &Header, folder: &Path) -> Result<WriteOptions, Failure> {
    let stylesheet = Style::parse(&args.stylesheet)?.data(header, folder);
    Ok(WriteOptions {
        pretty: args.pretty,
        extensions: urlset::EXTENSIONS,
        title: args.title.as_deref().map(Into::into),
        link: args.link.as_deref().map(Into::into),
        stylesheet,
    })
}

/// Refuses what can be the host of no URL: a list has one host, whatever its port.
pub(crate) fn check_host(host: Option<&str>) -> Result<(), Failure> {
    let is_host = |host: &&str| {
        let url = format!("https://{host}/");
        !host.is_empty()
            && !host.contains(char::is_whitespace)
            && Loc::new(&url).host() == Some(*host)
    };
    match host.filter(|host| !is_host(host)) {
        Some(host) => {
            let shown = urlset_fetch::shown(host);
            Err(Failure::usage(format!("--host {shown}: not the name of a host"))
                .hint("write it as it stands in the URLs, without a port, as `www.example.com`"))
        }
        None => Ok(()),
    }
}

fn indexnow(args: &WritingArgs) -> Result<IndexNowOptions, Failure> {
    check_host(args.host.as_deref())?;
    let key = match &args.key_file {
        Some(path) => {
            let text = small_file::read("--key-file", path)?;
            Some(text.trim_start_matches('\u{feff}').trim().into())
        }
        None => args.key.as_deref().map(Into::into),
    };
    Ok(IndexNowOptions {
        host: args.host.as_deref().map(Into::into),
        key,
        key_location: args.key_location.as_deref().map(Into::into),
    })
}

/// The robots.txt that is about to be changed; its other lines stay.
pub(crate) fn existing(path: Option<&Path>, compressed: bool) -> Result<Option<String>, Failure> {
    let Some(path) = path.filter(|path| path.is_file() && !compressed) else {
        return Ok(None);
    };
    let failed =
        |why: String| Failure::output(format!("{} cannot be kept as it is: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        let line = 1 + String::from_utf8_lossy(before).matches('\n').count();
        failed(format!("line {line} is not UTF-8"))
            .hint("save it as UTF-8, or write to another file")
    })?;
    Ok(Some(text))
}
