//! Completes a list of language versions: each line of the file has the address of a page, a language
//! tag and the address of a version that the page lists, separated by blanks; lines of one page
//! follow each other. Prints what is added in the same form, a line for each link.
//!
//! `cargo run -p urlset-clusters --example return_links -- links.txt`

use std::io::Write;
use urlset_clusters::{Completion, complete};
use urlset_core::{Entry, EntryReader, Header, Loc, Position, Result, Sink};
use urlset_hreflang::Alternate;
use urlset_store::Store;

/// Pages of a list.
struct Pages(Header, std::vec::IntoIter<Entry>);

impl EntryReader for Pages {
    fn header(&self) -> &Header {
        &self.0
    }
    fn position(&self) -> Position {
        Position::start(0)
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let next = self.1.next();
        *entry = next.clone().unwrap_or_default();
        Ok(next.is_some())
    }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: return_links FILE")?;
    let mut pages = Vec::<Entry>::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let mut words = line.split_whitespace();
        let page = Loc::new(words.next().unwrap_or_default());
        if pages.last().is_none_or(|last| last.loc != page) {
            pages.push(Entry::new(page));
        }
        if let (Some(tag), Some(href), Some(page)) = (words.next(), words.next(), pages.last_mut())
        {
            page.extensions.push(&Alternate::new(tag, href));
        }
    }
    let (before, store) = (pages.clone(), Store::new(64 << 20, None));
    let open = Box::new(move |_: &mut dyn Sink| {
        let reader = Pages(Header::default(), pages.clone().into_iter());
        Ok(Box::new(reader) as Box<dyn EntryReader>)
    });
    let whole = complete(open, &Completion::default(), &store, &mut ())?;
    let mut out = std::io::stdout().lock();
    for (old, new) in before.iter().zip(whole.entries(&mut ())) {
        let new = new?;
        let links = new.extensions.items::<Alternate>().flatten();
        for link in links.skip(old.extensions.items::<Alternate>().count()) {
            writeln!(out, "{} {} {}", new.loc, link.hreflang.unwrap_or_default(), link.href)?;
        }
    }
    Ok(())
}
