//! What the document ends in.

use crate::cursor::Cursor;
use crate::rules;
use urlset_core::{Error, Lost, Result};

/// The way out where a mark that ends something is missing.
const UNENDED: &str = "close it where it was meant to end, or fetch the file again if it was cut; nothing \
                       from here on was read";

impl Cursor<'_> {
    /// The document ends within what begins here: where it was meant to end, nobody knows.
    pub(crate) fn unended(&self, what: &str, front: usize) -> Error {
        let detail = format!("{what} that is not closed, up to the end of the document");
        let finding =
            self.finding(&rules::TRUNCATED, self.at..self.at + front, &detail, Lost::Rest);
        finding.help(UNENDED).into()
    }

    pub(crate) fn truncated(&self) -> Error {
        let end = self.input.window().len();
        let open =
            self.open.last().and_then(|open| self.names.get(open.name..)).unwrap_or_default();
        let detail =
            if open.is_empty() { String::new() } else { format!("`{open}` is not closed") };
        self.finding(&rules::TRUNCATED, end..end, &detail, Lost::Rest).into()
    }

    /// Whether what is held of the window may be so long: a bound on every token, whatever the
    /// reads were.
    pub(crate) fn within(&self, length: usize) -> Result<()> {
        if length <= self.limits.token_bytes as usize {
            return Ok(());
        }
        let finding = urlset_core::rules::LIMIT_TOKEN.at(self.input.position());
        let detail = format!("more than {} bytes", self.limits.token_bytes);
        let token = self.input.window().get(self.at..).unwrap_or_default();
        let begun = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        let begun = begun.into_iter().find(|(front, _)| token.starts_with(front));
        let finding = match begun {
            Some((front, end)) => finding
                .detail(format!("{detail} from `{front}` on without `{end}`"))
                .help(format!("write `{end}` where it was meant to end, or raise `--max-entry` if you trust the file")),
            None => finding.detail(detail),
        };
        Err(finding.lost(Lost::Rest).into())
    }
}
