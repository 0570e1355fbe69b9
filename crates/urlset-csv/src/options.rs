//! How to read and write tables, beyond what every format understands.

use crate::Preset;

/// How to read a table.
#[derive(Clone, Debug, Default)]
pub struct CsvReadOptions {
    /// What separates cells; `None` tells it from the text.
    pub delimiter: Option<u8>,
    /// The first row names the columns, whatever it looks like.
    pub named: bool,
    /// Columns and their fields, which win over names and content; see [`crate::parse_mapping`].
    pub mapping: Vec<(String, String)>,
    /// The table of a known tool.
    pub preset: Option<&'static Preset>,
    /// Take the `'` off cells that it guards from being calculated.
    pub guard: bool,
    /// The language whose page is also the one for readers of any other, in a matrix of
    /// languages.
    pub x_default: Option<Box<str>>,
    /// Columns that are also put on the tape, less the space around them, in the namespace
    /// [`urlset_core::COLUMN`] and under the name given here: for a filter, which has to take them
    /// off again. One that the table does not have is no fault; see [`crate::CsvReader::columns`].
    pub columns: Vec<String>,
}

/// How to write a table.
#[derive(Clone, Copy, Debug)]
pub struct CsvWriteOptions {
    /// What separates cells.
    pub delimiter: u8,
    /// Where extensions go.
    pub layout: Layout,
    /// Byte order mark and CR LF, which Excel wants.
    pub excel: bool,
    /// Put `'` before cells that a spreadsheet would calculate (OWASP, CSV injection).
    pub guard: bool,
}

/// Where extensions go in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A column for each value, as `image.1.loc`.
    #[default]
    Wide,
    /// A column for each extension, JSON in it.
    Json,
    /// A row for each value.
    Long,
}

impl Default for CsvWriteOptions {
    fn default() -> CsvWriteOptions {
        CsvWriteOptions { delimiter: b',', layout: Layout::Wide, excel: false, guard: false }
    }
}
