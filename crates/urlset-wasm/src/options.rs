//! How to check and to convert: the flags of the command that mean something here.

use serde::Deserialize;
use urlset::check::Weights;
use urlset::csv::{CsvWriteOptions, Layout};
use urlset::store::Store;
use urlset::{DateOrder, EXTENSIONS, FORMATS, Format, Limits, Profile, ReadOptions};

/// Bytes that may be held besides the files and the result: eight a page in a check.
const MEMORY: u64 = 256 << 20;

/// How to check and to convert. Each is called as the flag of the command, and means the same.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// Whom a check is for, perhaps with `news`, as in `bing,news`. None: `sitemaps.org`.
    pub profile: Option<String>,
    /// The address that a file is served at, where there is one file.
    pub sitemap_url: Option<String>,
    /// The address that a file was read from: what is relative is resolved by it.
    pub source_url: Option<String>,
    /// The format of the files, where it is not to be found out.
    pub from: Option<String>,
    /// The format to write, as `csv` or `xml.gz`.
    pub to: Option<String>,
    /// Also guess where the right reading is likely but not certain.
    pub lenient: bool,
    /// The order of dates in tables: `iso`, `dmy` or `mdy`.
    pub dates: Dates,
    /// Indent XML, for people.
    pub pretty: bool,
    /// Where extensions go in a table: `wide`, `json` or `long`.
    pub csv_layout: CsvLayout,
    /// A byte order mark and CR LF in tables, which Excel wants.
    pub csv_excel: bool,
    /// A `'` before cells that a spreadsheet would calculate.
    pub csv_guard: bool,
    /// Bytes that a file may have, and become where it is compressed.
    pub max_input: Option<u64>,
    /// Findings of one rule that are told; those beyond are counted. None: all.
    pub max_findings: Option<u64>,
    /// What time it is, in seconds since 1970: here is no clock. What depends on it is not told
    /// without it.
    pub now: Option<i64>,
}

/// `--dates`
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dates {
    /// Only what can be read one way.
    #[default]
    Iso,
    /// Day first.
    Dmy,
    /// Month first.
    Mdy,
}

/// `--csv-layout`
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CsvLayout {
    /// A column for each value.
    #[default]
    Wide,
    /// A column for each extension.
    Json,
    /// A row for each value.
    Long,
}

/// Options that mean nothing, or a machine that failed: no report could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Options {
    /// Reads them from JSON; what nobody knows is refused, for it would change nothing.
    ///
    /// # Errors
    /// When they are none.
    pub fn parse(json: &str) -> Result<Options, Refused> {
        // serde would also take a list of values in the order of the fields.
        if !json.trim_start().starts_with('{') {
            return Err(Refused("options: not an object".to_owned()));
        }
        serde_json::from_str(json).map_err(|error| Refused(format!("options: {error}")))
    }

    /// What findings weigh, and the name of the profile in reports.
    pub(crate) fn weights(&self) -> Result<(Weights, String), Refused> {
        let asked = self.profile.as_deref().unwrap_or(Profile::SitemapsOrg.name());
        let (mut profile, mut news) = (None, false);
        for name in asked.split(',') {
            let known = Profile::ALL.into_iter().find(|known| known.name() == name);
            match known {
                None if name == "news" => news = true,
                Some(known) if profile.is_none() => profile = Some(known),
                _ => return Err(Refused(format!("profile {asked}: no such profile"))),
            }
        }
        let profile = profile.unwrap_or(Profile::Google);
        let name =
            if news { format!("{},news", profile.name()) } else { profile.name().to_owned() };
        Ok((Weights::new(profile).news(news), name))
    }

    /// How files are read.
    pub(crate) fn reading(&self) -> Result<ReadOptions, Refused> {
        for (name, url) in [("sourceUrl", &self.source_url), ("sitemapUrl", &self.sitemap_url)] {
            if url.as_ref().is_some_and(|url| urlset::Loc::new(url).errors().next().is_some()) {
                return Err(Refused(format!("{name}: not an absolute URL")));
            }
        }
        let mut limits = Limits::default();
        if let Some(most) = self.max_input {
            (limits.input_bytes, limits.inflated_bytes) = (most, most);
        }
        Ok(ReadOptions {
            limits,
            extensions: EXTENSIONS,
            base: self.source_url.as_deref().map(Into::into),
            lenient: self.lenient,
            dates: match self.dates {
                Dates::Iso => DateOrder::Iso,
                Dates::Dmy => DateOrder::DayFirst,
                Dates::Mdy => DateOrder::MonthFirst,
            },
            is_host_name: Some(urlset::check::is_host_name),
            now: self.now,
            ..ReadOptions::default()
        })
    }

    /// The format of the files, where it is said.
    pub(crate) fn source(&self) -> Result<Option<&'static Format>, Refused> {
        let Some(name) = self.from.as_deref() else { return Ok(None) };
        let found = urlset::format(name).filter(|format| format.open.is_some());
        found.map(Some).ok_or_else(|| Refused(format!("from {name}: no such format")))
    }

    /// The format to write, and whether it is to be compressed.
    pub(crate) fn target(&self) -> Result<(&'static Format, bool), Refused> {
        let known = || {
            let names = FORMATS.iter().filter(|format| format.create.is_some());
            names.map(|format| format.name).collect::<Vec<_>>().join(", ")
        };
        let name = self.to.as_deref();
        let name = name.ok_or_else(|| Refused(format!("to: no format to write: {}", known())))?;
        let (plain, compressed) = match name.strip_suffix(".gz") {
            Some(plain) => (plain, true),
            None => (name, false),
        };
        let found = urlset::format(plain).filter(|format| format.create.is_some());
        let format = found.ok_or_else(|| Refused(format!("to {name}: not one of {}", known())))?;
        Ok((format, compressed))
    }

    /// How tables are written.
    pub(crate) fn table(&self, tabs: bool) -> CsvWriteOptions {
        CsvWriteOptions {
            delimiter: if tabs { b'\t' } else { b',' },
            layout: match self.csv_layout {
                CsvLayout::Wide => Layout::Wide,
                CsvLayout::Json => Layout::Json,
                CsvLayout::Long => Layout::Long,
            },
            excel: self.csv_excel,
            guard: self.csv_guard,
        }
    }
}

/// Memory, and nothing beyond it: a folder is named so that nobody looks for one, and the first
/// temporary file in it fails as `limit/disk`.
pub(crate) fn store() -> Store {
    Store::new(MEMORY, Some(std::path::Path::new("memory")))
}
