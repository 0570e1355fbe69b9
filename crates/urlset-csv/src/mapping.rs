//! Which column means which field: what the user says, and what was found.

/// A column and the field that it was found to mean, for people to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// Its name, or `column 2` in a table without header.
    pub column: Box<str>,
    /// Its number, from 1.
    pub number: usize,
    /// The field in the notation of the wide layout, as `image.1.loc`.
    pub field: Box<str>,
    /// Why.
    pub how: How,
}

/// Why a column means its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The mapping says so.
    Asked,
    /// The preset says so.
    Preset,
    /// Its name says so.
    Name,
    /// Its values are URLs.
    Content,
}

impl std::fmt::Display for Mapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let how = match self.how {
            How::Asked => "as asked",
            How::Preset => "by preset",
            How::Name => "by name",
            How::Content => "by content",
        };
        write!(f, "{} = {} ({how})", self.column, self.field)
    }
}

/// What is wrong with the text of a mapping, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingError {
    /// Offset of the fault in the text, in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl std::fmt::Display for MappingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mapping, byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for MappingError {}

/// Reads a mapping as it is written on a command line: `COLUMN=FIELD`, several with commas.
/// A column whose name holds a comma or `=` stands in double quotes. A column mapped to nothing
/// (`COLUMN=`) is left out without a word.
///
/// ```
/// let mapping = urlset_csv::parse_mapping("Permalink=loc,\"a,b\"=lastmod").unwrap();
/// assert_eq!(mapping[1], ("a,b".to_owned(), "lastmod".to_owned()));
/// assert_eq!(urlset_csv::parse_mapping("a=loc,b").unwrap_err().offset, 6);
/// ```
///
/// # Errors
/// Where a pair has no `=`, no column, or an open quote.
pub fn parse_mapping(text: &str) -> Result<Vec<(String, String)>, MappingError> {
    let mut pairs = Vec::new();
    let mut rest = text;
    loop {
        let offset = text.len() - rest.len();
        let (column, after) = column(rest, offset)?;
        if column.is_empty() {
            let message = "a pair has no column: write COLUMN=FIELD";
            return Err(MappingError { offset, message });
        }
        let Some(after) = after.strip_prefix('=') else {
            let message = "a pair has no `=`: write COLUMN=FIELD";
            return Err(MappingError { offset, message });
        };
        let (field, next) = match after.split_once(',') {
            Some((field, next)) => (field, Some(next)),
            None => (after, None),
        };
        pairs.push((column, field.trim().to_owned()));
        match next {
            Some(next) => rest = next,
            None => return Ok(pairs),
        }
    }
}

/// The column at the front of a text, and what follows it.
fn column(text: &str, offset: usize) -> Result<(String, &str), MappingError> {
    let Some(quoted) = text.trim_start().strip_prefix('"') else {
        let end = text.find(['=', ',']).unwrap_or(text.len());
        let (name, after) = text.split_at_checked(end).unwrap_or((text, ""));
        return Ok((name.trim().to_owned(), after));
    };
    let mut name = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            let message = "a quote is never closed";
            return Err(MappingError { offset, message });
        };
        name.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                name.push('"');
                rest = after;
            }
            None => return Ok((name, after.trim_start())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse_mapping;

    #[test]
    fn mappings() {
        for (text, read) in [
            ("a=loc", Ok("a>loc")),
            (" a b = loc , c=lastmod", Ok("a b>loc c>lastmod")),
            ("\"x=\"\"y\"=loc", Ok("x=\"y>loc")),
            ("a=", Ok("a>")),
            ("", Err(0)),
            ("a", Err(0)),
            ("a=loc,", Err(6)),
            ("a=loc,=x", Err(6)),
            ("\"a=loc", Err(0)),
        ] {
            let found = parse_mapping(text).map_err(|error| error.offset).map(|pairs| {
                let pairs: Vec<_> = pairs.iter().map(|(a, b)| format!("{a}>{b}")).collect();
                pairs.join(" ")
            });
            assert_eq!(found, read.map(str::to_owned), "{text:?}");
        }
    }
}
