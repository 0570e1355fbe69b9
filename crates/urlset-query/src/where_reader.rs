//! A reader without the entries that nobody asked for.

use crate::filter::Filter;
use crate::found::Origin;
use std::sync::atomic::{AtomicU64, Ordering};
use urlset_core::{COLUMN, Entry, EntryReader, Header, Position, Result, Sink};

/// A reader that leaves out the entries that a filter does not accept. It reports none of them:
/// they were not asked for; it only counts.
///
/// It takes away the columns that a table was asked to keep for the filter, so that nothing after
/// it sees them.
#[derive(Debug)]
pub struct Where<'f, R> {
    reader: R,
    filter: &'f Filter,
    left_out: &'f AtomicU64,
    sources: &'f [String],
    takes_columns: bool,
}

impl<'f, R: EntryReader> Where<'f, R> {
    /// Leaves out what the filter does not accept, and adds to a count for each.
    pub fn new(reader: R, filter: &'f Filter, left_out: &'f AtomicU64) -> Where<'f, R> {
        let takes_columns = filter.columns().next().is_some();
        Where { reader, filter, left_out, sources: &[], takes_columns }
    }

    /// The names of the documents by number, for the field `source`.
    pub fn sources(mut self, sources: &'f [String]) -> Where<'f, R> {
        self.sources = sources;
        self
    }

    /// Leaves columns of tables where they are, for who shows them.
    pub fn with_columns(mut self) -> Where<'f, R> {
        self.takes_columns = false;
        self
    }

    fn accepts(&self, entry: &Entry) -> bool {
        let at = self.reader.position();
        let source = usize::try_from(at.input).ok().and_then(|number| self.sources.get(number));
        let source = source.map_or("", String::as_str);
        let origin = Origin { source, line: at.line, kind: self.reader.header().kind };
        self.filter.accepts(entry, &origin)
    }
}

impl<R: EntryReader> EntryReader for Where<'_, R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while self.reader.read_entry(entry, sink)? {
            if self.accepts(entry) {
                if self.takes_columns {
                    entry.extensions.remove(COLUMN);
                }
                return Ok(true);
            }
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Where;
    use crate::{Filter, Scope};
    use std::sync::atomic::{AtomicU64, Ordering};
    use urlset_core::{COLUMN, Entry, EntryReader, Header, Loc, Position, Result, Sink};

    /// Entries `/0` to `/9` of input 1, each with a column and something else.
    struct Ten(u32, Header);

    impl EntryReader for Ten {
        fn header(&self) -> &Header {
            &self.1
        }

        fn position(&self) -> Position {
            Position { line: self.0, ..Position::start(1) }
        }

        fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
            entry.clear();
            if self.0 < 10 {
                entry.loc = Loc::new(&format!("https://e.com/{}", self.0));
                entry.extensions.leaf("urn:a", "kept", "x").leaf(COLUMN, "n", &self.0.to_string());
            }
            self.0 += 1;
            Ok(self.0 <= 10)
        }
    }

    fn read(text: &str, with_columns: bool) -> (Vec<Entry>, u64) {
        let filter = Filter::parse(text, &Scope { columns: true, ..Scope::default() }).unwrap();
        let (left_out, sources) = (AtomicU64::new(0), [String::new(), "a.csv".to_owned()]);
        let mut reader =
            Where::new(Ten(0, Header::default()), &filter, &left_out).sources(&sources);
        if with_columns {
            reader = reader.with_columns();
        }
        let entries: Result<Vec<_>> = reader.entries(&mut ()).collect();
        (entries.unwrap(), left_out.load(Ordering::Relaxed))
    }

    #[test]
    fn what_is_not_asked_for_is_counted() {
        let (entries, left_out) = read("n >= 3 and n < 5 and source == 'a.csv'", false);
        let locs: Vec<&str> = entries.iter().map(|entry| entry.loc.as_str()).collect();
        assert_eq!(locs, ["https://e.com/3", "https://e.com/4"]);
        assert_eq!(left_out, 8);
        let namespaces = |entries: &[Entry]| -> Vec<String> {
            let elements = entries[0].extensions.elements();
            elements.map(|element| element.namespace().to_owned()).collect()
        };
        assert_eq!(namespaces(&entries), ["urn:a"], "columns do not leave");
        assert_eq!(namespaces(&read("n == 1", true).0), ["urn:a", COLUMN]);
        assert_eq!(read("line == 10", false).0[0].loc.as_str(), "https://e.com/9");
        assert_eq!(read("source == 'b.csv'", false).1, 10);
    }
}
