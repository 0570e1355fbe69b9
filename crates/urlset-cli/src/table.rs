//! The flags about tables, as options of their reader and writer.

use crate::convert_args::{CsvLayout, TableArgs};
use crate::exit::Failure;
use crate::small_file;
use urlset::csv::{
    CsvReadOptions, CsvWriteOptions, Layout, PRESETS, Preset, RowsAre, parse_mapping,
};

/// How tables are read.
pub(crate) fn reading(args: &TableArgs) -> Result<CsvReadOptions, Failure> {
    let mut mapping = Vec::new();
    for text in &args.map {
        mapping.extend(parse(text, "--map")?);
    }
    if let Some(path) = &args.map_file {
        let text = small_file::read("--map-file", path)?;
        for line in text.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                mapping.extend(parse(line, "--map-file")?);
            }
        }
    }
    let preset = match &args.preset {
        None => None,
        Some(name) => {
            let found = PRESETS.iter().find(|preset| preset.name == name);
            Some(found.ok_or_else(|| no_preset(name))?)
        }
    };
    Ok(CsvReadOptions {
        named: false,
        delimiter: delimiter(args)?,
        mapping,
        preset,
        guard: args.csv_guard,
        x_default: args.x_default.as_deref().map(Into::into),
        columns: Vec::new(),
    })
}

/// Refuses flags that mean nothing where tables are only read.
pub(crate) fn check_only_read(args: &TableArgs) -> Result<(), Failure> {
    let flags = [
        (args.print_map, "--print-map"),
        (args.csv_layout != CsvLayout::Wide, "--csv-layout"),
        (args.csv_excel, "--csv-excel"),
    ];
    match flags.into_iter().find_map(|(given, flag)| given.then_some(flag)) {
        Some(flag) => Err(Failure::usage(format!("{flag} concerns `urlset convert`"))),
        None => Ok(()),
    }
}

/// Refuses flags about tables where no input is one.
pub(crate) fn check_is_read(args: &TableArgs, has_table: bool) -> Result<(), Failure> {
    match wants_table(args).filter(|_| !has_table) {
        Some(flag) => Err(Failure::usage(format!("{flag} concerns tables, and no input is one"))),
        None => Ok(()),
    }
}

/// The same where no table is written either.
pub(crate) fn check_dialect_is_read(args: &TableArgs, has_table: bool) -> Result<(), Failure> {
    let flag = match (args.csv_guard, &args.csv_delimiter) {
        _ if has_table => return Ok(()),
        (true, _) => "--csv-guard",
        (_, Some(_)) => "--csv-delimiter",
        _ => return check_is_read(args, has_table),
    };
    Err(Failure::usage(format!("{flag} concerns tables, and no input is one")))
}

/// Refuses `--x-default` where no table is a matrix of languages.
pub(crate) fn check_x_default(args: &TableArgs) -> Result<(), Failure> {
    let named = |preset: &&Preset| Some(preset.name) == args.preset.as_deref();
    let matrix = PRESETS.iter().find(named);
    if args.x_default.is_some() && matrix.is_none_or(|known| known.rows != RowsAre::Languages) {
        return Err(Failure::usage("--x-default concerns a matrix of languages")
            .hint("add `--preset hreflang-matrix`"));
    }
    Ok(())
}

/// How tables are written; `tsv` has its own delimiter unless one is given.
pub(crate) fn writing(args: &TableArgs, tsv: bool) -> Result<CsvWriteOptions, Failure> {
    let usual = if tsv { b'\t' } else { b',' };
    Ok(CsvWriteOptions {
        delimiter: delimiter(args)?.unwrap_or(usual),
        layout: match args.csv_layout {
            CsvLayout::Wide => Layout::Wide,
            CsvLayout::Json => Layout::Json,
            CsvLayout::Long => Layout::Long,
        },
        excel: args.csv_excel,
        guard: args.csv_guard,
    })
}

/// Whether a flag was given that means nothing without a table among the inputs.
pub(crate) fn wants_table(args: &TableArgs) -> Option<&'static str> {
    [
        (!args.map.is_empty(), "--map"),
        (args.map_file.is_some(), "--map-file"),
        (args.preset.is_some(), "--preset"),
        (args.print_map, "--print-map"),
    ]
    .into_iter()
    .find_map(|(given, flag)| given.then_some(flag))
}

fn parse(text: &str, flag: &str) -> Result<Vec<(String, String)>, Failure> {
    parse_mapping(text).map_err(|error| {
        Failure::usage(format!("{flag} {text}: {error}"))
            .hint("write COLUMN=FIELD, as in `--map 'Permalink=loc,Changed=lastmod'`")
    })
}

fn delimiter(args: &TableArgs) -> Result<Option<u8>, Failure> {
    let Some(text) = &args.csv_delimiter else {
        return Ok(None);
    };
    match text.as_str() {
        "tab" | "\\t" => Ok(Some(b'\t')),
        _ => match text.as_bytes() {
            [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r' | 0) => {
                Ok(Some(*byte))
            }
            _ => Err(Failure::usage(format!(
                "--csv-delimiter {text}: not one ASCII character, nor `tab`"
            ))),
        },
    }
}

fn no_preset(name: &str) -> Failure {
    let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    Failure::usage(format!("--preset {name}: no such preset"))
        .hint(format!("known: {}", known.join(", ")))
}
