//! A reader whose URLs are rewritten.

use crate::facts::Counts;
use crate::places::{LINK, LOC, visit, visit_all};
use crate::rewrite::{Outcome, Work};
use crate::rules::{OUT_OF_REACH, REFUSED};
use crate::{Rewrite, Tally};
use urlset_core::{Element, Entry, EntryReader, Header, Loc, Position, Result, Sink, Slot};

/// A reader whose URLs are rewritten. What would be no URL any more is told as `rewrite/refused` and
/// stays; so do URLs where no extension says that one stands, told as `rewrite/out-of-reach`.
#[derive(Debug)]
pub struct Rewriting<'r, 's, R> {
    reader: R,
    rewrite: &'r Rewrite,
    tally: &'r Tally<'s>,
    header: Header,
    work: Work,
    /// The new loc of the entry at hand.
    loc: String,
    /// What to put where on the tape of the entry at hand.
    replacements: Vec<(Slot, String)>,
}

impl<'r, 's, R: EntryReader> Rewriting<'r, 's, R> {
    /// Rewrites every entry of a reader, and the address of its document's site, as
    /// [`Rewrite::header`] does: whoever writes the header counts it.
    pub fn new(reader: R, rewrite: &'r Rewrite, tally: &'r Tally<'s>) -> Rewriting<'r, 's, R> {
        let (header, work) = (rewrite.header(reader.header()), Work::default());
        let (loc, replacements) = (String::new(), Vec::new());
        Rewriting { reader, rewrite, tally, header, work, loc, replacements }
    }

    fn rewrite_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let at = self.reader.position();
        let mut guard = self.tally.counts();
        let counts = &mut *guard;
        let loc = entry.loc.as_str();
        let mut one = One { rewrite: self.rewrite, work: &mut self.work, counts, loc, sink };
        let changed = is_asked(self.rewrite, LOC) && one.change(loc, LOC, at)?;
        if changed {
            std::mem::swap(&mut one.work.out, &mut self.loc);
        }
        if !entry.extensions.is_empty() {
            self.replacements.clear();
            one.extensions(entry, at, &mut self.replacements)?;
        }
        if let Some(collisions) = &mut counts.collisions {
            match changed {
                true => collisions.add(&self.loc, Some(loc), at)?,
                false => collisions.add(loc, None, at)?,
            }
        }
        if changed {
            entry.loc.set(&self.loc);
        }
        for (slot, value) in self.replacements.drain(..) {
            entry.extensions.replace(slot, &value);
        }
        Ok(())
    }
}

impl<R: EntryReader> EntryReader for Rewriting<'_, '_, R> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        if more {
            self.rewrite_entry(entry, sink)?;
        }
        Ok(more)
    }
}

fn is_asked(rewrite: &Rewrite, place: usize) -> bool {
    rewrite.places.get(place).is_some_and(|place| place.asked)
}

impl Rewrite {
    /// Whether a text has a URL in it that would change, or a link to an old host.
    fn would_change(&self, text: &str, work: &mut Work) -> bool {
        self.hosts.iter().any(|rule| rule.is_in(text))
            || matches!(self.apply(text.trim(), work, None), Outcome::Changed { .. })
            || links(text)
                .any(|link| matches!(self.apply(link, work, None), Outcome::Changed { .. }))
    }

    /// A header with the address of its document's site rewritten.
    pub fn header(&self, header: &Header) -> Header {
        let (mut header, mut work) = (header.clone(), Work::default());
        if let Some(link) = &mut header.link
            && is_asked(self, LINK)
            && matches!(self.apply(link, &mut work, None), Outcome::Changed { .. })
        {
            *link = work.out.as_str().into();
        }
        header
    }
}

/// What looks like a URL in a text for people.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_whitespace() || "<>\"'`".contains(c);
    text.match_indices("://").filter_map(move |(at, _)| {
        let scheme = text.get(..at)?.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let link = text.get(scheme..)?.split(ends).next()?;
        Some(link.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']']))
    })
}

impl Tally<'_> {
    /// Counts what becomes of the address in a header that is written, as it was read, and tells of
    /// such in its title and description, which stay; `at` is its document.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn header(
        &self,
        rewrite: &Rewrite,
        header: &Header,
        at: Position,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (counts, work) = (&mut *self.counts(), &mut Work::default());
        for (name, text) in [("title", &header.title), ("description", &header.description)] {
            let text = text.as_deref().unwrap_or_default();
            if rewrite.would_change(text, work) {
                counts.out_of_reach += 1;
                sink.report(OUT_OF_REACH.at(at).detail(format!("{name}: `{text}`")))?;
            }
        }
        let Some(link) = header.link.as_deref().filter(|_| is_asked(rewrite, LINK)) else {
            return Ok(());
        };
        One { rewrite, work, counts, loc: "", sink }.change(link, LINK, at).map(|_| ())
    }

    /// Tells of an address in the stylesheet of a header that is written, which stays; `at` is its
    /// document.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn stylesheet(
        &self,
        rewrite: &Rewrite,
        header: &Header,
        at: Position,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let data = header.stylesheet.as_deref().unwrap_or_default();
        let mut work = Work::default();
        if !data.split(['"', '\'']).any(|text| rewrite.would_change(text, &mut work)) {
            return Ok(());
        }
        self.counts().out_of_reach += 1;
        sink.report(OUT_OF_REACH.at(at).detail(format!("<?xml-stylesheet {data}?>")))
    }
}

/// The work on one entry.
struct One<'o, 's> {
    rewrite: &'o Rewrite,
    work: &'o mut Work,
    counts: &'o mut Counts<'s>,
    loc: &'o str,
    sink: &'o mut dyn Sink,
}

impl One<'_, '_> {
    /// Whether a URL changes; the new one is in `work.out`.
    fn change(&mut self, url: &str, place: usize, at: Position) -> Result<bool> {
        match self.rewrite.apply(url, self.work, Some(&mut self.counts.used)) {
            Outcome::Changed { left } => {
                self.counts.change(place);
                left.iter().for_each(|address| self.counts.leave(address));
                self.tell_faults(url, place, at)?;
                return Ok(true);
            }
            Outcome::NoUrl => {}
            Outcome::Same(address) => self.counts.leave(&address),
            Outcome::Refused(why) => {
                self.counts.refused += 1;
                let finding = REFUSED.at(at).detail(format!("`{url}`: {why}")).loc(self.loc);
                self.sink.report(finding)?;
            }
        }
        Ok(false)
    }

    /// Tells what is wrong with the new URL that was not wrong with the old one.
    fn tell_faults(&mut self, old: &str, place: usize, at: Position) -> Result<()> {
        self.work.new.set(&self.work.out);
        for fault in self.work.new.faults() {
            if Loc::new(old).faults().any(|known| std::ptr::eq(known, fault)) {
                continue;
            }
            let name = self.rewrite.places.get(place).map_or("", |place| &*place.name);
            let detail = format!("{name} `{old}`, rewritten to `{}`", self.work.out);
            let loc = if self.loc.is_empty() { old } else { self.loc };
            self.sink.report(fault.at(at).detail(detail).loc(loc))?;
        }
        Ok(())
    }

    fn extensions(
        &mut self,
        entry: &Entry,
        at: Position,
        replacements: &mut Vec<(Slot, String)>,
    ) -> Result<()> {
        for element in entry.extensions.elements() {
            // What was read from a text inside the entry has a place in that text alone.
            let own = Some(element.position());
            let at = own.filter(|own| own.is_known() && own.input == at.input).unwrap_or(at);
            match self.rewrite.extensions.iter().find(|one| element.is(one.namespace, one.element))
            {
                Some(extension) => self.item(element, extension.name, at, replacements)?,
                None => self.out_of_reach(element, &[], at)?,
            }
        }
        Ok(())
    }

    fn item(
        &mut self,
        element: Element<'_>,
        extension: &str,
        at: Position,
        replacements: &mut Vec<(Slot, String)>,
    ) -> Result<()> {
        let mut found = Vec::new();
        for (number, place) in self.rewrite.places.iter().enumerate() {
            if place.extension.is_some_and(|one| one.name == extension) {
                visit(element, place.path, &mut |slot, value| found.push((number, slot, value)));
            }
        }
        let known: Vec<&str> = found.iter().map(|(_, _, value)| *value).collect();
        self.out_of_reach(element, &known, at)?;
        for (number, slot, value) in found {
            let url = value.trim();
            if is_asked(self.rewrite, number) && self.change(url, number, at)? {
                // The space around it stays.
                replacements.push((slot, value.replacen(url, &self.work.out, 1)));
            }
        }
        Ok(())
    }

    /// Tells of URLs that would change but for where they stand; `known` are values that are looked
    /// at as what they are, told by their place on the tape.
    fn out_of_reach(&mut self, element: Element<'_>, known: &[&str], at: Position) -> Result<()> {
        let (rewrite, work) = (self.rewrite, &mut *self.work);
        let (mut count, mut first) = (0, None);
        visit_all(element, &mut |text| {
            if known.iter().any(|value| std::ptr::eq(*value, text)) {
                return;
            }
            if rewrite.would_change(text, work) {
                count += 1;
                first.get_or_insert(text);
            }
        });
        let Some(text) = first else { return Ok(()) };
        self.counts.out_of_reach += count;
        let detail = format!("<{}>: `{}`", element.qname(), text.trim());
        self.sink.report(OUT_OF_REACH.at(at).detail(detail).loc(self.loc))
    }
}
