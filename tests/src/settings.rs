//! How a case is to be read: the flags of its `options.txt`.

use crate::Case;
use urlset::{DateOrder, EntryReader, OpenOptions, Prepared, ReadOptions, Sink};
use urlset_csv::{CsvReadOptions, CsvReader};

/// How to read a document.
#[derive(Debug)]
pub struct Settings {
    /// What every format understands.
    pub open: OpenOptions,
    /// What tables understand beyond that; `None` where the case asks for nothing of it.
    pub csv: Option<CsvReadOptions>,
}

impl Settings {
    /// The defaults, for a document of this file name.
    pub fn named(file: &str) -> Settings {
        Settings {
            open: OpenOptions {
                read: ReadOptions { extensions: urlset::EXTENSIONS, ..ReadOptions::default() },
                name: Some(file.into()),
                ..OpenOptions::default()
            },
            csv: None,
        }
    }

    /// What the case's options say.
    pub fn of(case: &Case) -> Settings {
        let mut settings = Settings::named(&case.file);
        let mut words = case.options.iter().map(String::as_str);
        while let Some(flag) = words.next() {
            settings.flag(flag, &mut words);
        }
        settings
    }

    fn flag<'w>(&mut self, flag: &str, words: &mut impl Iterator<Item = &'w str>) {
        let read = &mut self.open.read;
        let mut value = || words.next().unwrap_or_else(|| panic!("{flag} needs a value"));
        match flag {
            "--lenient" => read.lenient = true,
            "--mends" => read.mends = true,
            "--keep-invalid" => read.keep_invalid = true,
            "--remarks" => {
                (read.remarks, read.now) = (true, Some(crate::reading::NOW));
                read.is_host_name = Some(urlset::check::is_host_name);
            }
            "--source-url" => read.base = Some(value().into()),
            "--dates" => {
                read.dates = match value() {
                    "dmy" => DateOrder::DayFirst,
                    "mdy" => DateOrder::MonthFirst,
                    _ => DateOrder::Iso,
                }
            }
            "--max-entry" => {
                let bytes = u32::try_from(size(value())).unwrap();
                read.limits.entry_bytes = bytes;
                read.limits.token_bytes = bytes.min(read.limits.token_bytes);
            }
            "--max-columns" => read.limits.columns = value().parse().unwrap(),
            "--max-input" => {
                let bytes = size(value());
                read.limits.input_bytes = bytes;
                read.limits.inflated_bytes = bytes;
            }
            "--from" => self.open.format = urlset::format(value()),
            "--map" => {
                let mapping = value();
                self.table().mapping = urlset_csv::parse_mapping(mapping).unwrap();
            }
            "--preset" => {
                let name = value();
                let preset = urlset_csv::PRESETS.iter().find(|preset| preset.name == name);
                self.table().preset = Some(preset.unwrap());
            }
            "--csv-delimiter" => {
                let delimiter = value().bytes().next();
                self.table().delimiter = delimiter;
            }
            "--x-default" => {
                let tag = value();
                self.table().x_default = Some(tag.into());
            }
            "--csv-guard" => self.table().guard = true,
            unknown => panic!("options.txt: {unknown} is not known to the harness"),
        }
    }

    fn table(&mut self) -> &mut CsvReadOptions {
        self.csv.get_or_insert_with(CsvReadOptions::default)
    }

    /// The reader of a prepared document.
    ///
    /// # Errors
    /// As the reader's own.
    pub fn reader<'a>(
        &self,
        prepared: Prepared<'a>,
        sink: &mut dyn Sink,
    ) -> urlset::Result<Box<dyn EntryReader + 'a>> {
        match &self.csv {
            Some(options) if matches!(prepared.format.name, "csv" | "tsv") => {
                let reader = CsvReader::open_with(prepared.input, options, &self.open.read, sink)?;
                Ok(Box::new(reader))
            }
            _ => prepared.open(&self.open.read, sink),
        }
    }
}

fn size(text: &str) -> u64 {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        unit => panic!("{unit} is no unit of the harness"),
    };
    digits.parse::<u64>().unwrap() * unit
}
