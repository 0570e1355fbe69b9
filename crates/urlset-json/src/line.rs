//! One object as an entry.

use crate::members::{Fault, read_item};
use crate::reader::JsonReader;
use crate::rules;
use crate::text::{
    Type, each_element, each_member, locs, malformed_value, may_be_objects, objects, offset_in,
    string, type_of,
};
use crate::units::{is_open, truncated};
use std::borrow::Cow;
use urlset_core::{
    Entry, Extension, Kind, Lost, Place, Priority, Result, Rule, Severity, Sink, Span, from_member,
    is_json_number, rules as core_rules,
};
use urlset_xml::{Fragment, read_fragment};

/// Unknown or repeated members of one entry that are told at their own place: to find it costs as much
/// as the line is long. Further ones are told where the entry begins.
const PLACED: usize = 100;

/// The members of an entry as they are written.
#[derive(Default)]
struct Members<'t> {
    loc: Option<&'t str>,
    lastmod: Option<&'t str>,
    changefreq: Option<&'t str>,
    priority: Option<&'t str>,
    kind: Option<&'t str>,
    source: Option<&'t str>,
    line: Option<&'t str>,
    more: Vec<(Cow<'t, str>, &'t str)>,
    repeated: Vec<(Cow<'t, str>, &'t str)>,
}

impl<'t> Members<'t> {
    fn take(&mut self, key: Cow<'t, str>, raw: &'t str) {
        let place = match &*key {
            "loc" => &mut self.loc,
            "lastmod" => &mut self.lastmod,
            "changefreq" => &mut self.changefreq,
            "priority" => &mut self.priority,
            "kind" => &mut self.kind,
            "source" => &mut self.source,
            "line" => &mut self.line,
            _ => {
                self.more.push((key, raw));
                return;
            }
        };
        if place.is_some() {
            self.repeated.push((key, raw));
        } else {
            *place = Some(raw).filter(|raw| type_of(raw) != Type::Null);
        }
    }
}

impl Members<'_> {
    /// What `--provenance` writes means nothing here; the same names with other values are unknown.
    fn settle_provenance(&mut self) {
        let types = [self.source, self.line].map(|raw| raw.map(type_of));
        if types == [Some(Type::String), Some(Type::Number)] {
            return;
        }
        let own = [("source", self.source), ("line", self.line)];
        let own = own.into_iter().filter_map(|(key, raw)| Some((Cow::Borrowed(key), raw?)));
        self.more.extend(own);
    }
}

/// One object at the front of the window.
pub(crate) struct Line<'r, 'a> {
    pub(crate) reader: &'r JsonReader<'a>,
    pub(crate) text: &'r str,
    /// The input ends with it, without a line end.
    pub(crate) last: bool,
}

impl<'r> Line<'r, '_> {
    /// Reads it into the entry; gives its kind, or `None` where it is lost.
    pub(crate) fn read(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<Option<Kind>> {
        if self.last && is_open(self.text) {
            return Err(truncated(&self.reader.input));
        }
        if self.is_damaged(sink)? {
            return Ok(None);
        }
        if self.is_list(sink)? {
            return Ok(None);
        }
        // No object, and nobody asks why.
        if !may_be_objects(self.text) && sink.count(&rules::NOT_JSON, Lost::Entry, self.input()) {
            return Ok(None);
        }
        let mut members = Members::default();
        if let Err(fault) = each_member(self.text, &mut |key, raw| members.take(key, raw)) {
            // Where the second begins, the first is at fault only for standing there.
            let first = objects(self.text).next().filter(|_| objects(self.text).nth(1).is_some());
            let first = first.filter(|first| offset_in(self.text, first) + first.len() <= fault.at);
            let (at, what) = match first {
                Some(first) if objects(self.text).skip(1).any(|one| one.starts_with('{')) => {
                    (first, "several objects on the line")
                }
                Some(first) => (first, "something behind the object"),
                None => (self.text.get(fault.at..).unwrap_or_default(), &*fault.what),
            };
            let mut place = self.span(at);
            place.length = 1;
            place.tell(&rules::NOT_JSON, what, Lost::Entry, sink)?;
            return self.further(sink).map(|()| None);
        }
        members.settle_provenance();
        let Some(kind) = self.kind(&members, sink)? else {
            return Ok(None);
        };
        if !self.loc(&members, entry, sink)? {
            let locs = members.repeated.iter().filter(|(key, _)| key == "loc");
            for (_, raw) in locs.take(PLACED) {
                self.report(&core_rules::FIELD_REPEATED, raw, raw, Lost::Entry, sink)?;
            }
            return Ok(None);
        }
        for (number, (key, raw)) in members.repeated.iter().enumerate() {
            let at = if number < PLACED { raw } else { self.text };
            self.report(&core_rules::FIELD_REPEATED, at, key, Lost::Field, sink)?;
        }
        let fields = &self.reader.fields;
        if let Some((text, place)) = self.field(members.lastmod, false, sink)? {
            entry.lastmod = fields.lastmod(&text, &place, sink)?;
        }
        if let Some((text, place)) = self.field(members.changefreq, false, sink)?
            && fields.fits(kind, ["changefreq", &text], &place, sink)?
        {
            entry.changefreq = fields.changefreq(&text, &place, sink)?;
        }
        if let Some((text, place)) = self.field(members.priority, true, sink)?
            && fields.fits(kind, ["priority", &text], &place, sink)?
        {
            entry.priority = fields.priority(&text, &place, sink)?;
        }
        self.more(&members, entry, sink)?;
        Ok(Some(kind))
    }

    /// Whether the line is an array of objects; each that has a loc is told.
    fn is_list(&self, sink: &mut dyn Sink) -> Result<bool> {
        let Some(list) = self.text.trim_ascii_start().strip_prefix('[') else { return Ok(false) };
        let mut told = false;
        for object in objects(list).filter(|object| object.contains("\"loc\"")) {
            let mut place = self.span(object);
            place.length = 1;
            place.tell(&rules::NOT_JSON, "an object of an array on a line", Lost::Entry, sink)?;
            told = true;
        }
        Ok(told)
    }

    /// Tells further objects of a text that is not one: what a torn string took into itself, too.
    fn further(&self, sink: &mut dyn Sink) -> Result<()> {
        for (number, object) in objects(self.text).enumerate() {
            let start = offset_in(self.text, object);
            if object.starts_with('{') && malformed_value(object).is_none() {
                if number > 0 {
                    self.tell_further(start, sink)?;
                }
                continue;
            }
            // What the first is itself was told.
            for at in locs(object).skip(usize::from(number == 0)) {
                self.tell_further(start + at, sink)?;
            }
        }
        Ok(())
    }

    fn tell_further(&self, at: usize, sink: &mut dyn Sink) -> Result<()> {
        let mut place = self.span(self.text.get(at..).unwrap_or_default());
        place.length = 1;
        place.tell(&rules::NOT_JSON, "a further object", Lost::Entry, sink)
    }

    /// What is neither a field nor says anything of one.
    fn more(&self, members: &Members<'_>, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        // Only names that mean something are remembered: any number of others costs nothing.
        let mut seen: Vec<&str> = Vec::new();
        let mut unknown = 0;
        for (key, raw) in &members.more {
            let Some(extension) = self.known(key) else {
                unknown += 1;
                let at = if unknown <= PLACED { raw } else { self.text };
                self.report(&rules::UNKNOWN_MEMBER, at, key, Lost::Field, sink)?;
                continue;
            };
            if seen.contains(&&**key) {
                self.report(&core_rules::FIELD_REPEATED, raw, key, Lost::Field, sink)?;
                continue;
            }
            seen.push(key);
            self.items(extension, raw, entry, sink)?;
        }
        Ok(())
    }

    fn input(&self) -> u32 {
        self.reader.input.number()
    }

    fn is_damaged(&self, sink: &mut dyn Sink) -> Result<bool> {
        let input = &self.reader.input;
        let Some(offset) = input.damage(self.offset(), self.text.len()).next() else {
            return Ok(false);
        };
        let place = Span { input, offset, length: 1 };
        let finding = rules::NOT_UTF8.found();
        if !input.guesses() {
            return place.report(finding.lost(Lost::Entry), sink).map(|()| true);
        }
        let [was, now] = input.guessed(offset, self.offset() + self.text.len() as u64);
        place.report(finding.mended(&was, &now), sink).map(|()| false)
    }

    fn kind(&self, members: &Members<'_>, sink: &mut dyn Sink) -> Result<Option<Kind>> {
        let kind = match members.kind {
            None => Kind::Urlset,
            Some("\"sitemap\"") => Kind::Sitemapindex,
            Some(raw) => {
                self.report(&rules::UNKNOWN_KIND, raw, raw, Lost::Field, sink)?;
                Kind::Urlset
            }
        };
        if self.reader.kind.is_some_and(|first| first != kind) {
            let raw = members.loc.unwrap_or(self.text);
            self.report(&core_rules::MIXED_KINDS, raw, raw, Lost::Entry, sink)?;
            return Ok(None);
        }
        Ok(Some(kind))
    }

    fn loc(&self, members: &Members<'_>, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let Some(raw) = members.loc else {
            // As other tools name it.
            let is_named = |name: &&str| self.text.contains(&format!("\"{name}\":"));
            let detail = ["url", "URL", "href", "link"].into_iter().find(is_named);
            let detail = detail.map_or(String::new(), |name| format!("`{name}` is not `loc`"));
            self.report(&core_rules::LOC_MISSING, self.text.trim(), &detail, Lost::Entry, sink)?;
            return Ok(false);
        };
        let (rule, text) = match type_of(raw) {
            Type::String => (&rules::BAD_STRING, string(raw)),
            _ => (&rules::WRONG_TYPE, None),
        };
        match text {
            Some(text) => self.reader.fields.loc(entry, &text, &self.inner(raw), sink),
            None => {
                self.report(rule, raw, raw, Lost::Entry, sink)?;
                Ok(false)
            }
        }
    }

    /// The text of a field. A number where a string should be says the same in other types.
    fn field<'t>(
        &self,
        raw: Option<&'t str>,
        number: bool,
        sink: &mut dyn Sink,
    ) -> Result<Option<(Cow<'t, str>, Span<'_, '_>)>> {
        let Some(raw) = raw else {
            return Ok(None);
        };
        let rule = match type_of(raw) {
            Type::String => match string(raw) {
                Some(text) => {
                    if number && is_json_number(&text) && Priority::parse(&text).is_ok() {
                        let finding = rules::WRONG_TYPE.found().detail("read as a number");
                        let finding = finding.severity(Severity::Note).mended(raw, &text);
                        self.span(raw).report(finding, sink)?;
                    }
                    return Ok(Some((text, self.inner(raw))));
                }
                None => &rules::BAD_STRING,
            },
            Type::Number => {
                if !number {
                    let finding = rules::WRONG_TYPE.found().detail(raw);
                    let finding = finding.severity(Severity::Warning);
                    self.span(raw).report(finding, sink)?;
                }
                return Ok(Some((raw.into(), self.span(raw))));
            }
            _ => &rules::WRONG_TYPE,
        };
        self.report(rule, raw, raw, Lost::Field, sink)?;
        Ok(None)
    }

    /// What a name stands for: an extension, or `Some(None)` for `other`.
    fn known(&self, key: &str) -> Option<Option<&'static Extension>> {
        if key == "other" {
            return Some(None);
        }
        let extensions = self.reader.options.extensions;
        extensions.iter().find(|known| known.name == key).map(|known| Some(*known))
    }

    fn items(
        &self,
        extension: Option<&Extension>,
        raw: &str,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut items = Vec::new();
        match type_of(raw) {
            Type::Null => {}
            Type::Array => {
                let _ = each_element(raw, &mut |item| items.push(item));
            }
            Type::Object | Type::String => {
                let finding = rules::WRONG_TYPE.found().detail("read as an array of one");
                self.span(raw).report(finding.severity(Severity::Warning), sink)?;
                items.push(raw);
            }
            _ => self.report(&rules::WRONG_TYPE, raw, raw, Lost::Field, sink)?,
        }
        for item in items {
            match extension {
                Some(extension) => self.item(extension, item, entry, sink)?,
                None => self.other(item, entry, sink)?,
            }
        }
        Ok(())
    }

    fn item(
        &self,
        extension: &Extension,
        raw: &str,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut faults: Vec<Fault<'_>> = Vec::new();
        let member = read_item(extension, raw, &mut faults);
        for Fault { rule, detail, part, now } in faults {
            let Some(now) = now else {
                self.report(rule, part, &detail, Lost::Field, sink)?;
                continue;
            };
            let finding = rule.found().detail(&detail).mended(part, &now);
            self.span(part).report(finding.severity(Severity::Note), sink)?;
        }
        let Some(member) = member else { return Ok(()) };
        let at = self.span(raw).position();
        let built = from_member(extension, &member, at, &mut entry.extensions);
        let mut unplaced = built.err().unwrap_or_default().into_iter();
        unplaced.try_for_each(|(path, rule)| self.report(rule, raw, &path, Lost::Field, sink))
    }

    fn other(&self, raw: &str, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let Some(text) = string(raw) else {
            let rule = match type_of(raw) {
                Type::String => &rules::BAD_STRING,
                _ => &rules::WRONG_TYPE,
            };
            return self.report(rule, raw, raw, Lost::Field, sink);
        };
        let mark = entry.extensions.mark();
        let (place, options) = (self.span(raw), &self.reader.options);
        let why = match read_fragment(&text, options, place.position(), &mut entry.extensions) {
            Ok(Fragment { elements: 1, findings }) => {
                return findings.into_iter().try_for_each(|finding| place.report(finding, sink));
            }
            Ok(Fragment { elements: 0, .. }) => "no element".to_owned(),
            Ok(Fragment { elements, .. }) => format!("{elements} elements"),
            Err(why) => why,
        };
        entry.extensions.rollback(mark);
        self.report(&rules::BAD_OTHER, raw, &why, Lost::Field, sink)
    }

    fn report(
        &self,
        rule: &'static Rule,
        part: &str,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.span(part).tell(rule, detail, lost, sink)
    }

    fn offset(&self) -> u64 {
        self.reader.input.offset()
    }

    /// Where a part of the text stands.
    fn span(&self, part: &str) -> Span<'r, '_> {
        Span {
            input: &self.reader.input,
            offset: self.offset() + offset_in(self.text, part) as u64,
            length: u32::try_from(part.len()).unwrap_or(u32::MAX),
        }
    }

    /// Where a string stands, without its quotes.
    fn inner(&self, raw: &str) -> Span<'r, '_> {
        self.span(raw.get(1..raw.len().saturating_sub(1)).unwrap_or(raw))
    }
}
