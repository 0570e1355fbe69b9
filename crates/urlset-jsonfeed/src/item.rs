//! One item as an entry.

use crate::media::{IMAGE, Medium, VIDEO, medium};
use crate::reader::{JsonFeedReader, found};
use crate::stray::{self, Named};
use crate::{media, rules};
use std::borrow::Cow;
use urlset_core::{
    Datetime, Entry, Loc, Lost, Place, Result, Rule, Sink, Span, may_be_reference, repair_datetime,
    rules as core_rules, trim,
};
use urlset_json::text::{Type, each_element, each_member, is_braced, offset_in, string, type_of};

/// One item at the front of the window.
pub(crate) struct Item<'r, 'a> {
    pub(crate) reader: &'r JsonFeedReader<'a>,
    pub(crate) text: &'r str,
}

/// The members of an item or attachment by name, as they are written.
type Members<'t> = Vec<(Cow<'t, str>, &'t str)>;

/// Repeated members of one item and its attachments that are told one by one: to find a place costs
/// as much as its line is long.
const TOLD: usize = 100;

/// Members of an item that are read; an id that is not the address is not carried all the same.
const READ: [&str; 6] = ["url", "id", "date_modified", "image", "banner_image", "attachments"];
/// The same of an attachment; only a video has a length.
const READ_OF_ATTACHMENT: [&str; 4] = ["url", "mime_type", "title", "duration_in_seconds"];

impl<'r> Item<'r, '_> {
    /// Reads it into the entry; `false` where it is lost. Names what it leaves out.
    pub(crate) fn read(
        &self,
        entry: &mut Entry,
        others: &mut Vec<(Cow<'r, str>, u64)>,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        if self.reader.is_damaged(self.text.len(), Lost::Entry, sink)? {
            return Ok(false);
        }
        let input = self.reader.input.number();
        // No object, and nobody asks why.
        if !is_braced(self.text) && sink.count(&rules::BAD_ITEM, Lost::Entry, input) {
            return Ok(false);
        }
        let mut members = Members::new();
        if let Err(fault) = each_member(self.text, &mut |key, raw| members.push((key, raw))) {
            let mut place = self.span(self.text.get(fault.at..).unwrap_or_default());
            place.length = 1;
            place.tell(&rules::BAD_ITEM, &fault.what, Lost::Entry, sink)?;
            self.tell_swallowed(fault.at, sink)?;
            return Ok(false);
        }
        if !self.link(&members, entry, sink)? {
            return Ok(false);
        }
        let published = self.date(&members, entry, sink)?;
        let mut images: Vec<Cow<'_, str>> = Vec::new();
        for name in ["image", "banner_image"] {
            if let Some((text, raw)) = self.string(&members, name, sink)?
                && let Some(address) = self.address(text, raw, sink)?
                && !images.iter().any(|known| trim(known) == trim(&address))
            {
                push_image(entry, &address, None);
                images.push(address);
            }
        }
        let mut repeated = 0;
        self.attachments(&members, entry, others, &mut repeated, sink)?;
        let read = |name: &str| READ.contains(&name) || name == "date_published";
        self.repeated(&members, read, &mut repeated, sink)?;
        if repeated > TOLD {
            let detail = format!("and {} more in this item", repeated - TOLD);
            self.report(&core_rules::FIELD_REPEATED, self.text, &detail, Lost::Field, sink)?;
        }
        for (name, raw) in members {
            let written_empty = name.starts_with("content_") && raw == "\"\"";
            let read = match &*name {
                "id" => string(raw).is_some_and(|id| id.trim() == entry.loc.as_str()),
                "date_published" => published,
                name => READ.contains(&name),
            };
            let (input, at) = (&self.reader.input, self.span(raw).offset);
            let told = stray::tell(input, at, raw, Named::inside(&name), sink)?;
            if told == 0 && !read && !written_empty && type_of(raw) != Type::Null {
                others.push((name, at));
            }
        }
        Ok(true)
    }

    /// Tells the pages of items that stand behind the fault of one that is lost: where that one was meant to end is a
    /// guess, as where a quotation mark is missing.
    fn tell_swallowed(&self, fault: usize, sink: &mut dyn Sink) -> Result<()> {
        let (before, behind) = self.text.split_at_checked(fault).unwrap_or((self.text, ""));
        // The first may be its own.
        let own = usize::from(urls(before).next().is_none());
        for page in urls(behind).skip(own) {
            self.span(page).tell(&rules::BAD_ITEM, page, Lost::Entry, sink)?;
        }
        Ok(())
    }

    /// Tells members that were there before: the first stays.
    fn repeated(
        &self,
        members: &Members<'_>,
        read: impl Fn(&str) -> bool,
        count: &mut usize,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        // Only names that are read are remembered: any number of others costs nothing.
        let mut seen: Vec<&str> = Vec::new();
        for (name, raw) in members {
            if seen.contains(&&**name) {
                *count += 1;
                if *count <= TOLD {
                    self.report(&core_rules::FIELD_REPEATED, raw, name, Lost::Field, sink)?;
                }
            } else if read(name) {
                seen.push(name);
            }
        }
        Ok(())
    }

    /// A string that is there and not empty, and how it is written.
    fn string<'t>(
        &self,
        members: &Members<'t>,
        name: &str,
        sink: &mut dyn Sink,
    ) -> Result<Option<(Cow<'t, str>, &'t str)>> {
        let Some((_, raw)) = members.iter().find(|(key, _)| key == name) else {
            return Ok(None);
        };
        match string(raw) {
            Some(text) if text.trim().is_empty() => Ok(None),
            Some(text) => Ok(Some((text, raw))),
            None if type_of(raw) == Type::Null => Ok(None),
            // Version 1 lets an id be a number.
            None if name == "id" => Ok(None),
            None => {
                self.report(&rules::WRONG_TYPE, raw, name, Lost::Field, sink)?;
                Ok(None)
            }
        }
    }

    fn link(&self, members: &Members<'_>, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut link = self.string(members, "url", sink)?;
        if link.is_none() {
            link = self.string(members, "id", sink)?.filter(|(id, _)| is_web_address(id));
        }
        let Some((text, raw)) = link else {
            let external = self.string(members, "external_url", sink)?;
            let detail = external.map_or_else(String::new, |(text, _)| {
                format!("external_url {text} is another page")
            });
            self.report(&rules::MISSING_LINK, self.text, &detail, Lost::Entry, sink)?;
            return Ok(false);
        };
        let place = self.inner(raw);
        match self.resolved(&text, &place)? {
            None => self.reader.fields.loc(entry, &text, &place, sink),
            Some(resolved) => {
                let detail = format!("{text} read as {resolved}");
                let finding = found(&rules::RELATIVE_LINK, &detail, Lost::Nothing);
                place.report(finding.mended(&text, &resolved), sink)?;
                self.reader.fields.loc(entry, &resolved, &place, sink)
            }
        }
    }

    /// What a relative address means; `None` where it is not relative or nothing says what to.
    fn resolved(&self, text: &str, place: &dyn Place) -> Result<Option<String>> {
        let text = text.trim();
        let first = text.split(['/', '?', '#']).next().unwrap_or_default();
        if text.is_empty() || first.contains(':') || !may_be_reference(text) {
            return Ok(None);
        }
        let reader = self.reader;
        match reader.base.as_deref() {
            Some(base) => reader.resolver.resolve(base, text, reader.input.offset(), place),
            None => Ok(None),
        }
    }

    /// Reads the date that says most; where it cannot be read, the next. Says whether that of
    /// publication was looked at.
    fn date(&self, members: &Members<'_>, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut dates = Vec::new();
        for name in ["date_modified", "date_published"] {
            dates.extend(self.string(members, name, sink)?);
        }
        if dates.is_empty() {
            self.report(&rules::NO_DATE, self.text, "", Lost::Nothing, sink)?;
            return Ok(true);
        }
        let readable = |(text, _): &(Cow<'_, str>, &str)| {
            let text = text.trim();
            Datetime::parse(text).is_ok()
                || repair_datetime(text, urlset_core::DateOrder::Iso).is_some()
        };
        let chosen = dates.iter().position(readable);
        let lost = if chosen.is_some() { Lost::Nothing } else { Lost::Field };
        for (text, raw) in dates.iter().take(chosen.unwrap_or(dates.len())) {
            self.report(&rules::BAD_DATE, raw, text, lost, sink)?;
        }
        if let Some((text, raw)) = chosen.and_then(|at| dates.get(at)) {
            entry.lastmod = self.reader.fields.lastmod(text, &self.inner(raw), sink)?;
        }
        Ok(dates.len() < 2 || chosen != Some(0))
    }

    /// An address of an image or a file, resolved, else as it is written; `None` where it is none,
    /// which is told.
    fn address<'t>(
        &self,
        text: Cow<'t, str>,
        raw: &str,
        sink: &mut dyn Sink,
    ) -> Result<Option<Cow<'t, str>>> {
        let mut address = text;
        if let Some(resolved) = self.resolved(&address, &self.span(raw))? {
            let detail = format!("{address} read as {resolved}");
            let finding = found(&rules::RELATIVE_LINK, &detail, Lost::Nothing);
            sink.report(self.span(raw).mark(finding.mended(&address, &resolved)))?;
            address = Cow::Owned(resolved);
        }
        if Loc::new(trim(&address)).is_page_address() {
            return Ok(Some(address));
        }
        self.report(&rules::BAD_MEDIA, raw, &address, Lost::Field, sink)?;
        Ok(None)
    }

    fn attachments(
        &self,
        members: &Members<'r>,
        entry: &mut Entry,
        others: &mut Vec<(Cow<'r, str>, u64)>,
        repeated: &mut usize,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some((_, raw)) = members.iter().find(|(key, _)| key == "attachments") else {
            return Ok(());
        };
        let mut list = Vec::new();
        if type_of(raw) != Type::Null && each_element(raw, &mut |part| list.push(part)).is_err() {
            self.report(&rules::WRONG_TYPE, raw, "attachments", Lost::Field, sink)?;
        }
        for raw in list {
            let mut parts = Members::new();
            if each_member(raw, &mut |key, raw| parts.push((key, raw))).is_err() {
                self.report(&rules::WRONG_TYPE, raw, "attachments", Lost::Field, sink)?;
                continue;
            }
            self.repeated(&parts, |name| READ_OF_ATTACHMENT.contains(&name), repeated, sink)?;
            self.attachment(&parts, raw, entry, others, sink)?;
        }
        Ok(())
    }

    fn attachment(
        &self,
        parts: &Members<'r>,
        whole: &'r str,
        entry: &mut Entry,
        others: &mut Vec<(Cow<'r, str>, u64)>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mime_type = self.string(parts, "mime_type", sink)?;
        let Some((text, raw)) = self.string(parts, "url", sink)? else {
            return self.report(&rules::BAD_MEDIA, whole, "no url", Lost::Field, sink);
        };
        let kind = mime_type.as_ref().map(|(text, _)| &**text).unwrap_or_default();
        let medium = medium(kind, trim(&text));
        if medium == Medium::Other {
            let kind = if kind.is_empty() { "no type" } else { kind };
            let finding = rules::FILE_NOT_CARRIED.found();
            let detail = format!("{kind}: {}", trim(&text));
            return self.span(whole).report(finding.detail(detail), sink);
        }
        let Some(address) = self.address(text, raw, sink)? else {
            return Ok(());
        };
        // Only a type that follows from the address is written again.
        if let Some((text, raw)) = mime_type
            && text != media::type_of(trim(&address), medium)
        {
            others.push(("attachments.mime_type".into(), self.span(raw).offset));
        }
        let title = self.string(parts, "title", sink)?.map(|(text, _)| text);
        let mut read = vec!["url", "mime_type", "title"];
        if medium == Medium::Image {
            push_image(entry, &address, title.as_deref());
        } else {
            let duration = self.duration(parts, sink)?;
            push_video(entry, &address, title.as_deref(), duration);
            read.push("duration_in_seconds");
        }
        for (name, raw) in parts.iter().filter(|(name, _)| !read.contains(&&**name)) {
            others.push((format!("attachments.{name}").into(), self.span(raw).offset));
        }
        Ok(())
    }

    /// Whole seconds above 0.
    fn duration(&self, parts: &Members<'_>, sink: &mut dyn Sink) -> Result<Option<u32>> {
        let raw = parts.iter().find(|(key, _)| key == "duration_in_seconds").map(|(_, raw)| *raw);
        let Some(raw) = raw.filter(|raw| type_of(raw) != Type::Null) else {
            return Ok(None);
        };
        if let Some(whole) = raw.parse::<u32>().ok().filter(|seconds| *seconds > 0) {
            return Ok(Some(whole));
        }
        let exact = raw.parse::<f64>().unwrap_or_default();
        let rounded = exact.round();
        match format!("{rounded}").parse::<u32>().ok().filter(|seconds| *seconds > 0) {
            // 12.0 is a whole number.
            Some(seconds) if rounded.total_cmp(&exact).is_eq() => Ok(Some(seconds)),
            Some(seconds) => {
                let detail = format!("{raw} read as {seconds}");
                self.report(&rules::ROUNDED, raw, &detail, Lost::Nothing, sink)?;
                Ok(Some(seconds))
            }
            None => {
                self.report(&rules::BAD_MEDIA, raw, raw, Lost::Field, sink)?;
                Ok(None)
            }
        }
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

    /// Where a part of the text stands.
    fn span(&self, part: &str) -> Span<'r, '_> {
        let input = &self.reader.input;
        Span {
            input,
            offset: input.offset() + offset_in(self.text, part) as u64,
            length: u32::try_from(part.len()).unwrap_or(u32::MAX),
        }
    }

    /// Where a string stands, without its quotes.
    fn inner(&self, raw: &str) -> Span<'r, '_> {
        self.span(raw.get(1..raw.len().saturating_sub(1)).unwrap_or(raw))
    }
}

fn is_web_address(text: &str) -> bool {
    let text = text.trim_start();
    ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}

/// The values of members called `url`, as they are written, in a text that is no JSON.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    text.split("\"url\"").skip(1).filter_map(|rest| {
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        value.split('"').next()
    })
}

fn push_image(entry: &mut Entry, address: &str, title: Option<&str>) {
    let tape = &mut entry.extensions;
    tape.open(IMAGE, "image:image", urlset_core::Position::default());
    tape.leaf(IMAGE, "image:loc", address);
    if let Some(title) = title {
        tape.leaf(IMAGE, "image:title", title);
    }
    tape.close();
}

fn push_video(entry: &mut Entry, address: &str, title: Option<&str>, duration: Option<u32>) {
    let tape = &mut entry.extensions;
    tape.open(VIDEO, "video:video", urlset_core::Position::default());
    if let Some(title) = title {
        tape.leaf(VIDEO, "video:title", title);
    }
    tape.leaf(VIDEO, "video:content_loc", address);
    if let Some(duration) = duration {
        tape.leaf(VIDEO, "video:duration", &duration.to_string());
    }
    tape.close();
}
