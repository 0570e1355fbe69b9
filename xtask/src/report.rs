//! What a check of the workspace found, told all at once.

/// One thing that is not as the house wants it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// File, or the name of a package.
    pub(crate) place: String,
    /// From 1; 0 where it is about the whole file.
    pub(crate) line: usize,
    pub(crate) what: String,
    /// Whether it fails the check or only shows where to look.
    pub(crate) fails: bool,
}

/// Something that fails the check.
pub(crate) fn failure(place: &str, line: usize, what: impl Into<String>) -> Finding {
    Finding { place: place.to_owned(), line, what: what.into(), fails: true }
}

/// Something worth a look.
pub(crate) fn sign(place: &str, line: usize, what: impl Into<String>) -> Finding {
    Finding { fails: false, ..failure(place, line, what) }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let weight = if self.fails { "error" } else { "sign" };
        write!(f, "{weight}: {}", self.place)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.what)
    }
}
