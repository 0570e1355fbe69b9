//! Several documents as one, each opened when its turn comes.

use urlset_core::{Entry, EntryReader, Error, Header, Lost, Position, Result, Sink, rules};

/// Gives the next document, `None` after the last. It is handed the error that ended the document
/// before, if one did, and decides: to return it stops the work, to report it goes on.
pub type Next<'a> = Box<
    dyn FnMut(Option<Error>, &mut dyn Sink) -> Result<Option<Box<dyn EntryReader + 'a>>>
        + Send
        + 'a,
>;

/// Several documents as one, in order; one is open at a time. A document of the other kind than the
/// result is told as `schema/mixed-url-sitemap` and left out.
pub struct Chain<'a> {
    header: Header,
    next: Next<'a>,
    current: Option<Box<dyn EntryReader + 'a>>,
    /// Where the last entry of the document before begins.
    last: Position,
    ended: bool,
}

impl std::fmt::Debug for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain").field("header", &self.header).finish_non_exhaustive()
    }
}

impl<'a> Chain<'a> {
    /// `header` is the result's; [`Header::unite`] makes it from those of the parts.
    pub fn new(header: Header, next: Next<'a>) -> Chain<'a> {
        Chain { header, next, current: None, last: Position::default(), ended: false }
    }

    /// Opens the next document of the right kind; `false` after the last.
    fn advance(&mut self, mut failed: Option<Error>, sink: &mut dyn Sink) -> Result<bool> {
        while let Some(reader) = (self.next)(failed.take(), sink)? {
            if reader.header().kind == self.header.kind {
                self.current = Some(reader);
                return Ok(true);
            }
            let finding = rules::MIXED_KINDS.at(reader.position()).lost(Lost::Rest);
            sink.report(finding.detail("the document is left out"))?;
        }
        self.ended = true;
        Ok(false)
    }
}

impl EntryReader for Chain<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.current.as_ref().map_or(self.last, EntryReader::position)
    }

    fn input(&self) -> u32 {
        self.current.as_ref().map_or(self.last.input, EntryReader::input)
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut failed = None;
        while !self.ended {
            let Some(reader) = &mut self.current else {
                self.advance(failed.take(), sink)?;
                continue;
            };
            match reader.read_entry(entry, sink) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) => failed = Some(error),
            }
            self.last = reader.position();
            self.current = None;
        }
        entry.clear();
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;
    use crate::memory::Memory;
    use urlset_core::{Diagnostic, EntryReader, Error, Header, Kind, rules};

    #[test]
    fn the_rest_goes_on_after_a_document_that_fails() {
        let mut documents = vec![
            Memory::of(&["https://example.com/c"]),
            Memory { kind: Kind::Sitemapindex, ..Memory::of(&["https://example.com/i.xml"]) },
            Memory { fails: true, ..Memory::of(&["https://example.com/b"]) },
            Memory::of(&[]),
            Memory::of(&["https://example.com/a"]),
        ];
        let chain = Chain::new(
            Header::default(),
            Box::new(move |failed, sink| {
                if let Some(Error::Stopped(finding)) = failed {
                    sink.report(*finding)?;
                }
                Ok(documents.pop().map(Memory::boxed))
            }),
        );
        let mut findings = Vec::<Diagnostic>::new();
        let locs: Vec<String> =
            chain.entries(&mut findings).map(|entry| entry.unwrap().loc.to_string()).collect();
        assert_eq!(
            locs,
            ["https://example.com/a", "https://example.com/b", "https://example.com/c"]
        );
        let ids: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(ids, [rules::LIMIT_ENTRY.id, rules::MIXED_KINDS.id]);
    }

    #[test]
    fn positions_are_those_of_the_document_that_is_open() {
        let one = |number, locs: &[&str]| Memory { number, ..Memory::of(locs) }.boxed();
        let mut documents = vec![one(2, &["https://example.com/b"]), one(1, &["https://a.com/"])];
        let mut chain = Chain::new(Header::default(), Box::new(move |_, _| Ok(documents.pop())));
        let (mut entry, mut inputs) = (urlset_core::Entry::default(), Vec::new());
        while chain.read_entry(&mut entry, &mut ()).unwrap() {
            inputs.push(chain.position().input);
        }
        assert_eq!((inputs, chain.position().input), (vec![1, 2], 2));
    }

    #[test]
    fn the_closure_may_stop() {
        let mut documents =
            vec![Memory::of(&["https://example.com/b"]), Memory { fails: true, ..Memory::of(&[]) }];
        let mut chain = Chain::new(
            Header::default(),
            Box::new(move |failed, _| match failed {
                Some(error) => Err(error),
                None => Ok(documents.pop().map(Memory::boxed)),
            }),
        );
        let mut entry = urlset_core::Entry::default();
        assert!(chain.read_entry(&mut entry, &mut ()).is_err());
    }
}
