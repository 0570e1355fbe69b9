//! What the document ends in.

use crate::cursor::Cursor;
use crate::nesting::Nesting;
use crate::rules;
use urlset_core::{Error, Lost, Place, Result, Rule, Sink};

/// The way out where a mark that ends something is missing.
const UNENDED: &str = "close it where it was meant to end, or fetch the file again if it was cut; nothing \
                       from here on was read";

impl Cursor<'_> {
    /// What ends the reading where it stands on an element inside one of the same kind whose end tag is
    /// missing; `None` where that ends, behind as many of them as there may be. Where neither is to be seen in
    /// the next 256 KiB it breaks this rule, of elements in their own kind.
    ///
    /// # Errors
    /// When the input fails.
    pub fn unended_around(
        &mut self,
        unsure: &'static Rule,
        sink: &mut dyn Sink,
    ) -> Result<Option<Error>> {
        const AHEAD: usize = 256 << 10;
        if self.tag.offset < self.unclosed.around_upto {
            return Ok(None);
        }
        let most = (self.limits.token_bytes as usize).saturating_sub(self.at).min(AHEAD);
        let goes_on = self.have(most, sink)?;
        let window = self.input.window().as_bytes();
        let markup = window.get(self.at..window.len().min(self.at + most)).unwrap_or_default();
        let Some(parent) = self.open.len().checked_sub(2) else { return Ok(None) };
        let name = |at| self.open_name(at).0.as_bytes();
        let mut nesting = Nesting::new(markup, name(parent), &|_| false);
        if !self.tag.empty {
            nesting = nesting.within(name(parent + 1));
        }
        let is_ended = nesting.follow(0);
        let rest = markup.get(nesting.upto..).unwrap_or_default();
        let is_unsure = is_ended.is_none() && goes_on;
        let lacks = match is_ended {
            Some(true) => false,
            // What is around it ends instead.
            Some(false) => rest.strip_prefix(b"/").is_some_and(|end| {
                let is_it = |name: &[u8]| end.strip_prefix(name).is_some_and(ends_name);
                (0..parent).any(|at| is_it(name(at)))
            }),
            None => is_unsure || rest.is_empty(),
        };
        if !lacks {
            self.unclosed.around_upto = self.offset_of(self.at + nesting.upto);
            return Ok(None);
        }
        let parent = self.open_name(parent).0;
        let (rule, upto) = match is_unsure {
            true => (unsure, ", as far as can be seen"),
            false => (&rules::NOT_WELL_FORMED, ""),
        };
        let detail = format!("the `{parent}` before is not closed{upto}");
        let help = format!("write `</{parent}>` before this one, or try `--lenient`");
        let finding = self.tag_span().mark(rule.found().detail(detail).help(help));
        Ok(Some(finding.lost(Lost::Rest).into()))
    }

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

/// Whether the name of a tag ends before this.
fn ends_name(rest: &[u8]) -> bool {
    rest.trim_ascii_start().starts_with(b">")
}
