//! Differences for machines: objects in a temporary file, until the report is put together.

use crate::diff_values::Values;
use crate::exit::Failure;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use urlset::Kind;
use urlset::diff::{Change, Counts, Item};
use urlset::json::text::write_string;
use urlset::store::Store;

/// The objects of a report.
pub(crate) struct Items {
    kept: BufWriter<File>,
    values: Values,
    object: String,
}

impl Items {
    pub(crate) fn new(kind: Kind, store: &Store) -> Result<Items, Failure> {
        let kept = tempfile::tempfile_in(store.folder())
            .map_err(|error| Failure::output(format!("no temporary file: {error}")))?;
        Ok(Items { kept: BufWriter::new(kept), values: Values::new(kind), object: String::new() })
    }

    /// Keeps one difference.
    pub(crate) fn push(&mut self, item: &Item) -> io::Result<()> {
        let out = &mut self.object;
        if !out.is_empty() {
            out.clear();
            out.push(',');
        }
        let _ = write!(out, "{{\"change\":\"{}\",\"loc\":", item.change.as_str());
        write_string(item.loc(), out);
        if item.change == Change::Renamed {
            out.push_str(",\"was\":");
            write_string(item.old.loc.as_str(), out);
            let _ = write!(out, ",\"score\":{}.{:03}", item.score / 1000, item.score % 1000);
        }
        let mut separator = ",\"fields\":{";
        self.values.each(item, |field, old, new| {
            out.push_str(separator);
            separator = ",";
            write_string(field, out);
            let _ = write!(out, ":[{},{}]", old.unwrap_or("null"), new.unwrap_or("null"));
        });
        out.push_str(if separator == "," { "}}" } else { "}" });
        self.kept.write_all(out.as_bytes())
    }

    /// Writes the members of the report that are about differences; which sides were not read whole.
    pub(crate) fn write(
        self,
        counts: &Counts,
        incomplete: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for change in Change::ALL {
            write!(out, "\"{}\":{},", change.as_str(), counts.of(change))?;
        }
        out.write_all(b"\"items\":[")?;
        let mut kept = self.kept.into_inner().map_err(io::IntoInnerError::into_error)?;
        kept.rewind()?;
        io::copy(&mut kept, out)?;
        write!(out, "],\"incomplete\":{},", serde_json::json!(incomplete))
    }
}
