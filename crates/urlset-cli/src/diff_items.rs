//! Differences for machines: objects in a temporary file, until the report is put together.

use crate::diff_values::Values;
use std::fmt::Write as _;
use std::io::{self, Write};
use urlset::diff::{Change, Counts, Item};
use urlset::json::text::write_string;
use urlset::store::{Scratch, Store};
use urlset::{Kind, Result};

/// The objects of a report.
pub(crate) struct Items {
    kept: Scratch,
    values: Values,
    /// What is not kept yet.
    text: String,
    first: bool,
}

/// Bytes that are kept at once.
const BLOCK: usize = 64 * 1024;

impl Items {
    pub(crate) fn new(kind: Kind, store: &Store) -> Result<Items> {
        let (kept, values) = (Scratch::new(store)?, Values::new(kind));
        Ok(Items { kept, values, text: String::new(), first: true })
    }

    /// Keeps one difference.
    pub(crate) fn push(&mut self, item: &Item) -> Result<()> {
        let out = &mut self.text;
        if !std::mem::take(&mut self.first) {
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
        if out.len() >= BLOCK {
            self.kept.append(out.as_bytes())?;
            out.clear();
        }
        Ok(())
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
        let mut kept = self.kept.into_file().map_err(io::Error::other)?;
        io::copy(&mut kept, out)?;
        out.write_all(self.text.as_bytes())?;
        write!(out, "],\"incomplete\":{},", serde_json::json!(incomplete))
    }
}
