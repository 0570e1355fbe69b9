//! Reading a feed member by member and its items one by one.

use crate::item::Item;
use crate::media::{IMAGE, VIDEO};
use crate::rules;
use crate::stray::{self, Named};
use std::borrow::Cow;
use urlset_core::{
    Entry, EntryReader, Fields, Header, Input, Limits, Lost, Place, Position, ReadOptions,
    Resolver, Result, Rule, Sink, Span, resolve, rules as core_rules,
};
use urlset_json::rules as json;
use urlset_json::text::{Type, malformed_value, names_member, string, type_of};
use urlset_json::units::{finish, next_byte, next_element, next_name, next_value};

/// Bytes of the feed in which media are looked for, so that an XML writer can declare the prefixes
/// of their extensions on its root.
const HEAD: usize = 64 * 1024;
/// Names of left out members that are told.
const TOLD: usize = 100;

/// Members of a feed that are read, those first that it must have (JSON Feed 1.1, top-level).
const MEMBERS: [&str; 8] = [
    "version",
    "title",
    "items",
    "home_page_url",
    "feed_url",
    "description",
    "language",
    "next_url",
];

/// How many it must have.
const NEEDED: usize = 3;

/// Where in the feed the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Between the feed's own members.
    Members,
    /// In its items, after so many.
    Items(u64),
    /// Behind it, or nowhere to go on from.
    Ended,
}

/// A JSON Feed as a stream of entries.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_jsonfeed::JsonFeedReader;
///
/// let input = Input::new(r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"https://example.com/a"}]}"#.as_bytes());
/// let reader = JsonFeedReader::open(input, &ReadOptions::default(), &mut ())?;
/// let locs: Vec<_> = reader.entries(&mut ()).map(|entry| entry.map(|entry| entry.loc)).collect();
/// assert_eq!(locs[0].as_ref().map(|loc| loc.as_str()).ok(), Some("https://example.com/a"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonFeedReader<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) fields: Fields,
    /// What relative addresses resolve against.
    pub(crate) base: Option<Box<str>>,
    pub(crate) resolver: Resolver,
    header: Header,
    at: At,
    members: u64,
    /// A bit for each of [`MEMBERS`] that has been there.
    seen: u8,
    limits: Limits,
    /// Where the entry read last begins.
    start: u64,
    left_out: Vec<Box<str>>,
    first_left_out: Position,
}

impl<'a> JsonFeedReader<'a> {
    /// Opens a JSON Feed and reads it up to its first item.
    ///
    /// # Errors
    /// When the input fails, is no JSON object, or ends before its items.
    pub fn open(
        mut input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<JsonFeedReader<'a>> {
        if input.peek(3)?.starts_with('\u{feff}') {
            sink.report(json::BOM.at(input.position()))?;
            input.consume(3);
        }
        let header = declare_media(&mut input)?;
        if next_byte(&mut input, sink)? != Some(b'{') {
            let front = Span { input: &input, offset: input.offset(), length: 1 };
            return Err(front.mark(rules::NOT_A_FEED.found().lost(Lost::Rest)).into());
        }
        input.consume(1);
        let mut reader = JsonFeedReader {
            start: input.offset(),
            input,
            fields: Fields::new(options).remark_joined().without_markup(),
            base: options.base.clone(),
            resolver: Resolver::new(&options.limits),
            header,
            at: At::Members,
            members: 0,
            seen: 0,
            limits: options.limits,
            left_out: Vec::new(),
            first_left_out: Position::default(),
        };
        reader.read_members(sink)?;
        Ok(reader)
    }

    /// Reads the feed's own members up to its items, or to its end.
    fn read_members(&mut self, sink: &mut dyn Sink) -> Result<()> {
        // Whatever comes of it: after a failure there is nothing to go on from.
        self.at = At::Ended;
        loop {
            let first = self.members == 0;
            let Some(name) =
                next_name(&mut self.input, self.limits.token_bytes as usize, first, sink)?
            else {
                return self.end(sink);
            };
            self.members += 1;
            if name == "items" && self.input.window().starts_with('[') {
                self.input.consume(1);
                self.has("items", 0, sink)?;
                self.at = At::Items(0);
                return Ok(());
            }
            let most = (self.limits.token_bytes as usize, &core_rules::LIMIT_TOKEN);
            match next_value(&mut self.input, most, Lost::Field, sink)? {
                Some(length) => {
                    if self.told_malformed(length, sink)? {
                        self.told_items(&name, length, sink)?;
                        self.has(&name, length, sink)?;
                    } else if MEMBERS.contains(&&*name) {
                        self.told_items(&name, length, sink)?;
                        self.read_member(&name, length, sink)?;
                    } else if !self.told_items(&name, length, sink)? {
                        self.is_damaged(length, Lost::Field, sink)?;
                        self.leave_out(&name, self.input.offset());
                    }
                    self.input.consume(length);
                }
                // It is there, whatever it was.
                None => {
                    self.has(&name, 0, sink)?;
                }
            }
        }
    }

    /// Notes that a member is there, with a value of so many bytes, none for one read as a list;
    /// `false`, and it was told, where it was there before: the first stays, and lists of items are
    /// read as one.
    fn has(&mut self, name: &str, length: usize, sink: &mut dyn Sink) -> Result<bool> {
        let Some(at) = MEMBERS.iter().position(|known| *known == name) else {
            return Ok(true);
        };
        let before = self.seen;
        self.seen |= 1 << at;
        if before == self.seen {
            let (detail, lost) = match name {
                "items" if length == 0 => ("items; read on as one list", Lost::Nothing),
                // No list: nobody knows how many entries it stands for.
                "items" => (name, Lost::Rest),
                _ => (name, Lost::Field),
            };
            self.value(length).tell(&core_rules::FIELD_REPEATED, detail, lost, sink)?;
        }
        Ok(before != self.seen)
    }

    fn read_member(&mut self, name: &str, length: usize, sink: &mut dyn Sink) -> Result<()> {
        let raw = self.input.window().get(..length).unwrap_or_default();
        // What stood there as nothing leaves its place to one that follows.
        if type_of(raw) == Type::Null {
            return Ok(());
        }
        if !self.has(name, length, sink)? {
            return Ok(());
        }
        let raw = self.input.window().get(..length).unwrap_or_default();
        if self.is_damaged(length, Lost::Field, sink)? {
            // What is relative to it is relative to nothing that anybody knows.
            if name == "feed_url" {
                self.base = None;
                self.fields.forget_base();
            }
            return Ok(());
        }
        let written = match (type_of(raw), string(raw)) {
            (Type::String, Some(text)) if name != "items" => text.into_owned(),
            _ => {
                let lost = if name == "items" { Lost::Rest } else { Lost::Field };
                return self.value(length).tell(&rules::WRONG_TYPE, name, lost, sink);
            }
        };
        let text = written.trim();
        match name {
            "version" if !is_supported(text) => {
                let place = self.value(length);
                place.tell(&rules::UNSUPPORTED_VERSION, text, Lost::Nothing, sink)?;
            }
            "version" => {}
            "next_url" => {
                self.value(length).tell(&rules::MORE_PAGES, text, Lost::Nothing, sink)?;
            }
            "title" => self.header.title = Some(written.into()),
            "description" => self.header.description = Some(written.into()),
            "home_page_url" | "language" => {
                let text = self.fields.trimmed(&written, &self.value(length), sink)?;
                let field = if name == "language" {
                    &mut self.header.language
                } else {
                    &mut self.header.link
                };
                *field = Some(text.into());
            }
            _ => {
                // A written feed has no place to say where it is.
                self.leave_out(name, self.input.offset());
                let base = match &self.base {
                    Some(base) => resolve(base, text),
                    None => Some(text.to_owned()),
                };
                self.base =
                    base.filter(|base| base.contains("://")).map(Into::into).or(self.base.take());
            }
        }
        Ok(())
    }

    /// Tells of a value that ends as one does and is no JSON all the same; says whether it is none.
    /// Where one in brackets was meant to end is a guess: what stands behind it may be in it.
    fn told_malformed(&self, length: usize, sink: &mut dyn Sink) -> Result<bool> {
        let raw = self.input.window().get(..length).unwrap_or_default();
        let Some(what) = malformed_value(raw) else { return Ok(false) };
        let lost = if raw.starts_with(['[', '{']) { Lost::Rest } else { Lost::Field };
        self.value(length).tell(&rules::NOT_JSON, &what, lost, sink)?;
        Ok(true)
    }

    /// Tells items in the value of a member, which is none that is read item by item; says whether any
    /// were.
    fn told_items(&self, name: &str, length: usize, sink: &mut dyn Sink) -> Result<bool> {
        // If these are no list, that is told, and nobody knows how many there are.
        if name == "items" {
            return Ok(false);
        }
        let raw = self.input.window().get(..length).unwrap_or_default();
        let at = self.input.offset();
        Ok(stray::tell(&self.input, at, raw, Named::in_feed(name), sink)? > 0)
    }

    /// Tells bytes that are no UTF-8 at the front of the window, which cost something unless they are
    /// guessed.
    pub(crate) fn is_damaged(
        &self,
        length: usize,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let Some(offset) = self.input.damage(self.input.offset(), length).next() else {
            return Ok(false);
        };
        let place = Span { input: &self.input, offset, length: 1 };
        let finding = rules::NOT_UTF8.found();
        if !self.input.guesses() {
            return place.report(finding.lost(lost), sink).map(|()| true);
        }
        let [was, now] = self.input.guessed(offset, self.input.offset() + length as u64);
        place.report(finding.mended(&was, &now), sink).map(|()| false)
    }

    /// The value at the front of the window as a place.
    fn value(&self, length: usize) -> Span<'_, 'a> {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        Span { input: &self.input, offset: self.input.offset(), length }
    }

    /// Remembers the name of a member that has no place in a sitemap.
    fn leave_out(&mut self, name: &str, offset: u64) {
        if self.left_out.is_empty() {
            self.first_left_out = self.input.position_at(offset);
        }
        if self.left_out.len() <= TOLD && self.left_out.iter().all(|known| **known != *name) {
            self.left_out.push(if self.left_out.len() < TOLD { name } else { "others" }.into());
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) -> Result<()> {
        finish(&mut self.input, sink)?;
        let place = self.input.position();
        for (at, name) in MEMBERS.iter().enumerate().take(NEEDED) {
            if self.seen & 1 << at == 0 {
                sink.report(rules::MISSING_REQUIRED.at(place).detail(name))?;
            }
        }
        if !self.left_out.is_empty() {
            let finding = rules::NOT_CARRIED.at(self.first_left_out);
            sink.report(finding.list(&self.left_out))?;
        }
        Ok(())
    }

    /// Reads the next item that is an entry; `false` where the items end.
    fn read_items(
        &mut self,
        count: &mut u64,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        loop {
            entry.clear();
            let unit =
                next_element(&mut self.input, self.limits.entry_bytes as usize, *count == 0, sink)?;
            let Some(unit) = unit else {
                return Ok(false);
            };
            *count += 1;
            let start = self.input.offset();
            let text = self.input.window().get(..unit.length).unwrap_or_default();
            let mut others: Vec<(Cow<'_, str>, u64)> = Vec::new();
            let mut kept = Item { reader: self, text }.read(entry, &mut others, sink)?;
            let beyond = self.limits.beyond(&entry.extensions);
            if let Some(detail) = beyond.filter(|_| kept) {
                let finding = core_rules::LIMIT_ENTRY.at(self.input.position()).detail(detail);
                sink.report(finding.loc(entry.loc.as_str()).lost(Lost::Entry))?;
                kept = false;
            }
            let known = |name: &str| self.left_out.iter().any(|known| **known == *name);
            others.retain(|(name, _)| !known(name));
            let others: Vec<(String, u64)> =
                others.into_iter().map(|(name, at)| (name.into_owned(), at)).collect();
            for (name, at) in others {
                self.leave_out(&name, at);
            }
            self.input.consume(unit.whole);
            if kept {
                self.start = start;
                return Ok(true);
            }
        }
    }
}

impl EntryReader for JsonFeedReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.input.position_at(self.start)
    }

    fn input(&self) -> u32 {
        self.input.number()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while let At::Items(mut count) = self.at {
            self.at = At::Ended;
            if self.read_items(&mut count, entry, sink)? {
                self.at = At::Items(count);
                return Ok(true);
            }
            self.read_members(sink)?;
        }
        entry.clear();
        Ok(false)
    }
}

/// The header of a feed whose first bytes name images or videos.
fn declare_media(input: &mut Input<'_>) -> Result<Header> {
    let window = input.peek(HEAD)?;
    let most = window.len() - window.trim_start().len() + HEAD;
    let head = input.peek(most)?;
    let upto = (0..=most.min(head.len())).rev().find(|at| head.is_char_boundary(*at));
    let head = head.get(..upto.unwrap_or(0)).unwrap_or_default();
    let mut header = Header::default();
    let names = ["image", "banner_image"];
    if names.iter().any(|name| names_member(head, name)) || head.contains("\"image/") {
        header.declare("image", IMAGE);
    }
    if head.contains("\"video/") {
        header.declare("video", VIDEO);
    }
    Ok(header)
}

/// Whether this is the version of a feed that is read as it is meant.
fn is_supported(version: &str) -> bool {
    let number = version.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    version.contains("jsonfeed.org/version/") && matches!(number, "1" | "1.1")
}

/// A finding of `rule` that cost `lost`.
pub(crate) fn found(rule: &'static Rule, detail: &str, lost: Lost) -> urlset_core::Diagnostic {
    rule.found().detail(detail).lost(lost)
}
