//! The long layout: a row for each value.

use crate::items::push;
use crate::plan::Long;
use crate::reader::CsvReader;
use crate::tree::{self, Tree};
use crate::{rules, xml};
use urlset_core::{Entry, Lost, Member, Place, Position, Result, Sink};

/// The item whose rows are being read.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    extension: String,
    item: String,
    tree: Tree<'static>,
    at: Position,
}

impl CsvReader<'_> {
    /// Takes one row of an entry.
    pub(crate) fn long_row(
        &self,
        long: Long,
        gathered: &mut Gathered,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let cells = self.cells();
        let mut columns = [long.extension, long.item, long.field].into_iter();
        if let Some(column) = columns.find(|column| self.rows.is_joined(*column)) {
            return cells.told_joined(column, Lost::Field, sink);
        }
        let (extension, item) = (self.rows.cell(long.extension), self.rows.cell(long.item));
        if extension.is_empty() {
            return Ok(());
        }
        let place = cells.place(long.value);
        let fault = |detail: &str| rules::BAD_CELL.found().detail(detail).lost(Lost::Field);
        let value = cells.text(long.value, sink)?;
        // What was told as lost begins no item.
        if value.is_empty() && !self.rows.cell(long.value).is_empty() {
            return Ok(());
        }
        if extension == "other" {
            self.gathered(std::mem::take(gathered), entry, sink)?;
            return xml::read(value, &self.options, &place, &mut entry.extensions, sink);
        }
        if (extension, item) != (gathered.extension.as_str(), gathered.item.as_str()) {
            self.gathered(std::mem::take(gathered), entry, sink)?;
            gathered.extension.push_str(extension);
            gathered.item.push_str(item);
            gathered.at = cells.place(long.extension).position();
        }
        let field = self.rows.cell(long.field);
        // An item that has nothing is written with an empty field.
        if field.is_empty() && value.is_empty() {
            return Ok(());
        }
        match tree::path(field) {
            Some(steps) => gathered.tree.insert_owned(&steps, value),
            None => {
                let detail = format!("{field}={value}");
                cells.place(long.field).report(fault(&detail), sink)?;
            }
        }
        Ok(())
    }

    /// Appends the item whose rows have ended.
    pub(crate) fn gathered(
        &self,
        gathered: Gathered,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if gathered.extension.is_empty() {
            return Ok(());
        }
        let mut known = self.options.extensions.iter();
        let Some(extension) = known.find(|known| known.name == gathered.extension) else {
            let finding = urlset_core::rules::KEY_MEMBER.at(gathered.at);
            return sink.report(finding.detail(gathered.extension).lost(Lost::Field));
        };
        let item: Member<'_> = gathered.tree.member();
        push(extension, &item, &gathered.at, &mut entry.extensions, sink)
    }
}
