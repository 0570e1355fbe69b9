//! Reads `urlset` and `sitemapindex`, by the conforming cursor.

use crate::child::{self, Core, Seen};
use crate::hollow::{self, Unusable};
use crate::remarks::{self, Told};
use crate::{NAMESPACE, ROOTS, namespace, plain, rules};
use std::collections::VecDeque;
use urlset_core::rules as model;
use urlset_core::{
    Diagnostic, Entry, EntryReader, Extension, Fields, Header, Input, Kind, Loc, Locs, Lost, Place,
    Position, ReadOptions, Result, Rule, Severity, Sink,
};
use urlset_xml::protocol::is_core;
use urlset_xml::{Cursor, PlainElement};

/// Reads `urlset` and `sitemapindex`. Children may stand in any order; what is outside the
/// protocol's namespace goes to the entry's extensions as it is.
#[derive(Debug)]
pub struct SitemapReader<'a> {
    pub(crate) xml: Cursor<'a>,
    pub(crate) fields: Fields,
    pub(crate) extensions: &'static [&'static Extension],
    pub(crate) header: Header,
    pub(crate) entry_bytes: u64,
    /// Where the root began.
    pub(crate) root: Position,
    /// Locs beyond the first of an entry, read as entries of their own in lenient reading.
    pub(crate) more_locs: VecDeque<Loc>,
    /// Of the entry being read.
    pub(crate) unusable: Unusable,
    /// The start tag of the entry being read, to repair.
    pub(crate) start_tag: String,
    /// The cursor stands on the next entry already.
    pub(crate) standing: bool,
    /// Entries met, those without a usable loc included.
    pub(crate) entries: u64,
    /// Those of them that took a closer look.
    pub(crate) closer: u64,
    told_mixed: bool,
    /// The extension whose namespace the root took by mistake.
    taken: Option<&'static Extension>,
    /// Of remarks.
    pub(crate) told: Told,
    /// Whether the order of fields is looked at.
    pub(crate) ordered: bool,
    pub(crate) ended: bool,
    /// How many elements are open in an element of another namespace beside the entries, itself
    /// included.
    pub(crate) foreign: Option<usize>,
    /// An entry about which nothing is odd.
    pub(crate) plain: PlainElement,
    /// Values of other fields than the loc are passed over.
    pub(crate) only_loc: bool,
}

impl<'a> SitemapReader<'a> {
    /// Reads up to the first entry.
    ///
    /// # Errors
    /// `schema/unknown-root` where this is no sitemap; markup that cannot be read; the machine or
    /// the sink.
    pub fn open(
        input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<SitemapReader<'a>> {
        let mut xml = Cursor::new(input, options);
        xml.remark_values();
        xml.tell_entries(child::ENTRIES);
        xml.enter_root(ROOTS, sink)?;
        let mut reader = SitemapReader {
            root: xml.position(),
            xml,
            fields: child::fields(options),
            extensions: options.extensions,
            header: Header::default(),
            entry_bytes: u64::from(options.limits.entry_bytes),
            more_locs: VecDeque::new(),
            unusable: None,
            start_tag: String::new(),
            standing: false,
            entries: 0,
            closer: 0,
            told_mixed: false,
            taken: None,
            told: Told::default(),
            ordered: options.remarks || options.mends,
            ended: false,
            foreign: None,
            plain: plain::entry(Kind::Urlset),
            // Who repairs or remarks asks for everything.
            only_loc: options.only_loc && !options.mends && !options.remarks,
        };
        reader.header.kind = reader.read_root(sink)?;
        reader.plain = plain::entry(reader.header.kind);
        reader.header.stylesheet = reader.xml.stylesheet().map(Into::into);
        let foreign = |uri: &str| {
            !is_core(uri) && uri != NAMESPACE && uri != "http://www.w3.org/2001/XMLSchema-instance"
        };
        for namespace in reader.xml.root_namespaces().iter().filter(|known| foreign(&known.uri)) {
            reader.header.declare(&namespace.prefix, &namespace.uri);
        }
        Ok(reader)
    }

    /// The kind that the root says, with what is wrong with its name and namespace.
    fn read_root(&mut self, sink: &mut dyn Sink) -> Result<Kind> {
        let name = self.xml.name();
        let kind = match name.to_ascii_lowercase().as_str() {
            "urlset" => Kind::Urlset,
            "sitemapindex" => Kind::Sitemapindex,
            _ => {
                let finding = rules::UNKNOWN_ROOT.found().detail(self.xml.qname());
                return Err(self.xml.tag_span().mark(finding.lost(Lost::Rest)).into());
            }
        };
        if !ROOTS.contains(&name) {
            self.mend(&rules::ELEMENT_CASE, name, [name, &name.to_ascii_lowercase()], sink)?;
        }
        if let Some(rule) = namespace::wrong(&self.xml) {
            let uri = self.xml.namespace();
            self.mend(rule, uri, [uri, NAMESPACE], sink)?;
            self.taken = namespace::extension(&self.xml, self.extensions);
            let is_shared = self.taken.is_some() || namespace::has_own_prefix(&self.xml);
            if !is_shared && !self.xml.namespace().is_empty() {
                // Also for what the protocol does not have: it would be the only one to stay there.
                self.xml.take_root_namespace_for(NAMESPACE);
            }
        }
        if self.xml.qname().contains(':') {
            let (was, now) = (self.xml.qname(), self.xml.name());
            self.mend(&rules::NS_PREFIX, was, [was, now], sink)?;
        }
        if self.xml.has_remarks() || self.xml.is_mending() {
            remarks::attributes(&self.xml, sink)?;
        }
        Ok(kind)
    }

    /// Which element of the protocol the cursor stands on; `None` for one that is none.
    fn core(&mut self, sink: &mut dyn Sink) -> Result<Option<Core>> {
        if !child::is_ours(&self.xml) {
            return Ok(None);
        }
        if !self.xml.is_in_root_namespace() {
            let (uri, name) = (self.xml.namespace(), self.xml.name());
            // What the protocol does not have is left in its namespace.
            let named = Core::named(name) != Core::Unknown
                || Core::named(&name.to_ascii_lowercase()) != Core::Unknown;
            if named && uri != NAMESPACE && !self.told_mixed {
                self.mend(&rules::NS_MIXED, uri, [uri, NAMESPACE], sink)?;
                self.told_mixed = true;
            }
        }
        let name = self.xml.name();
        let core = Core::named(name);
        if core != Core::Unknown || !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Ok(Some(core));
        }
        let right = name.to_ascii_lowercase();
        let core = Core::named(&right);
        if core != Core::Unknown {
            self.mend(&rules::ELEMENT_CASE, name, [name, &right], sink)?;
        }
        Ok(Some(core))
    }

    /// Reports about the start tag that the cursor stands on.
    pub(crate) fn tell(
        &self,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.xml.tag_span().tell(rule, detail, lost, sink)
    }

    /// Goes to the next entry; `false` at the end of the document.
    fn next_entry(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if std::mem::take(&mut self.standing) {
            return Ok(true);
        }
        let plain = self.plain.name();
        loop {
            if self.foreign.is_none() && self.xml.plain_start(plain) {
                return Ok(true);
            }
            while self.xml.next_child(sink)? {
                if self.is_entry(sink)? {
                    return Ok(true);
                }
            }
            if self.xml.depth() == 0 && !self.next_root(sink)? {
                return Ok(false);
            }
        }
    }

    /// Another root after the first: the documents were glued together.
    fn next_root(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        while self.xml.next_root(ROOTS, child::ENTRIES.names, sink)? {
            let kind = self.read_root(sink)?;
            if kind == self.header.kind {
                return Ok(true);
            }
            self.tell(&model::MIXED_KINDS, self.xml.name(), Lost::Rest, sink)?;
            while self.xml.next_child(sink)? {
                self.xml.skip(sink)?;
            }
        }
        Ok(false)
    }

    /// Whether the child of the root that the cursor stands on is an entry; anything else is
    /// reported and passed over.
    fn is_entry(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let core = self.core(sink)?;
        self.foreign = self.foreign.filter(|depth| self.xml.depth() > *depth);
        let name = self.xml.qname();
        if core == Some(Core::Entry(self.header.kind)) {
            if self.foreign.is_some() {
                // Read all the same, as no crawler does.
                self.tell(&rules::MISPLACED, name, Lost::Nothing, sink)?;
            }
            return Ok(true);
        }
        match core {
            Some(Core::Entry(_)) => self.tell(&model::MIXED_KINDS, name, Lost::Entry, sink)?,
            Some(Core::Root) => {
                self.left_out(&rules::MISPLACED, sink)?;
                self.xml.enter();
                return Ok(false);
            }
            Some(Core::Loc) => self.tell(&rules::MISPLACED, name, Lost::Entry, sink)?,
            Some(Core::Unknown) => {
                // A wrapper: the entries in it are entries all the same.
                self.left_out(&rules::UNKNOWN_ELEMENT, sink)?;
                // The text of a link is told where it is read.
                if self.xml.attribute("href").is_some() {
                    self.told_link(sink)?;
                }
                self.xml.enter_wrapper();
                return Ok(false);
            }
            Some(_) => self.tell(&rules::MISPLACED, name, Lost::Field, sink)?,
            None if self.xml.is_undeclared() => {
                // Told as a field when the prefix was met; a page that it holds is more.
                if Core::named(self.xml.name()) != Core::Entry(self.header.kind) {
                    self.enter_foreign(sink)?;
                    return Ok(false);
                }
                self.tell(&rules::MISPLACED, name, Lost::Entry, sink)?;
            }
            None => {
                let namespace = self.xml.namespace();
                let known = self.extensions.iter().any(|known| known.namespace == namespace);
                if Core::named(self.xml.name()) == Core::Entry(self.header.kind) && !known {
                    // Nobody can say whether a page was meant.
                    self.tell(&rules::NS_MIXED, name, Lost::Entry, sink)?;
                } else if !known {
                    // What it says is not carried; entries in it are entries all the same.
                    if !self.xml.is_in_foreign() {
                        self.tell(&rules::FOREIGN_IN_ROOT, name, Lost::Field, sink)?;
                    }
                    self.enter_foreign(sink)?;
                    self.foreign = self.foreign.or(Some(self.xml.depth()));
                    return Ok(false);
                } else {
                    self.tell(&rules::MISPLACED, name, Lost::Field, sink)?;
                }
            }
        }
        self.pass_over(sink)?;
        Ok(false)
    }

    /// Reads the entry that the cursor stands on; `false` where it has no usable loc.
    fn read_fields(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut seen = Seen::default();
        self.entries += 1;
        self.xml.pin();
        let start = self.xml.offset();
        if self.xml.is_mending() {
            self.start_tag.clear();
            self.start_tag.push_str(self.xml.start_tag());
        }
        // What stands in an attribute may be meant as the page.
        seen.anything = self.xml.stray_attribute().is_some();
        self.told_attributes(sink)?;
        self.xml.take_strayed();
        self.xml.enter();
        self.read_children(entry, (seen, start), sink)
    }

    /// Reads what is left of an entry, of which this was seen, and which holds what stands from there on.
    pub(crate) fn read_children(
        &mut self,
        entry: &mut Entry,
        (mut seen, start): (Seen, u64),
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let mut captured = false;
        loop {
            self.read_plain(entry, (&mut seen, start), sink)?;
            while self.copy_plain(entry, &mut seen, start) {
                self.within(start)?;
            }
            if self.xml.plain_end() || !self.xml.next_child(sink)? {
                break;
            }
            seen.anything = true;
            self.closer += u64::from(!std::mem::replace(&mut seen.closer, true));
            let core = self.core(sink)?;
            let order = self.begin_order(core, entry, &mut seen, sink)?;
            match core {
                Some(Core::Loc) => self.read_loc(entry, &mut seen, sink)?,
                Some(core @ (Core::Lastmod | Core::Changefreq | Core::Priority)) => {
                    self.read_field(core, entry, &mut seen, sink)?;
                }
                Some(Core::Unknown) => {
                    // An item of the extension whose namespace the root took by mistake is where it belongs.
                    let name = self.xml.qname();
                    let is_item = |own: &Extension| own.element == self.xml.name();
                    if !(self.taken.is_some_and(is_item) && name.contains(':')) {
                        self.tell(&rules::UNKNOWN_ELEMENT, name, Lost::Nothing, sink)?;
                    }
                    self.xml.capture(&mut entry.extensions, sink)?;
                    captured = true;
                }
                Some(Core::Root | Core::Entry(_)) => {
                    if self.ends_here(sink)? {
                        break;
                    }
                }
                // Told as a field when the prefix was met; pages in it are more.
                None if self.xml.is_undeclared() => self.pass_over(sink)?,
                None => {
                    self.told_part(sink)?;
                    self.xml.capture(&mut entry.extensions, sink)?;
                    captured = true;
                }
            }
            self.end_order(order, entry, &mut seen, sink)?;
            self.within(start)?;
        }
        if captured {
            self.told_nested(entry, sink)?;
        }
        if self.xml.has_remarks() {
            remarks::items(&entry.extensions, self.extensions, sink)?;
        }
        self.has_loc(entry, seen, sink)
    }

    /// A part of a known extension that stands outside its item is kept, and told.
    fn told_part(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let (namespace, name) = (self.xml.namespace(), self.xml.name());
        let known = self.extensions.iter().find(|extension| extension.namespace == namespace);
        if self.xml.has_remarks() {
            self.told.namespace(&self.xml, known.copied(), sink)?;
        }
        match known.filter(|extension| extension.element != name) {
            Some(extension) if extension.element.eq_ignore_ascii_case(name) => {
                let help =
                    format!("write `{}:{}`: case counts", extension.prefix, extension.element);
                let finding = rules::MISPLACED.found().detail(self.xml.qname());
                self.xml.tag_span().report(finding.help(help), sink)
            }
            Some(_) => self.tell(&rules::MISPLACED, self.xml.qname(), Lost::Nothing, sink),
            None => Ok(()),
        }
    }

    /// An entry inside an entry: the end tag of the outer one is missing.
    fn ends_here(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let repairs = self.xml.is_lenient() || self.xml.is_mending();
        let is_alike = Core::named(self.xml.name()) == Core::Entry(self.header.kind);
        if repairs && is_alike {
            let detail = format!("the `{}` before is not closed", self.xml.name());
            let now = format!("</{}>", self.xml.name());
            self.mend(&urlset_xml::rules::NOT_WELL_FORMED, &detail, ["", &now], sink)?;
            self.xml.end_parent();
            self.standing = true;
            return Ok(true);
        }
        if is_alike && let Some(error) = self.xml.unended_around(&rules::MISPLACED, sink)? {
            return Err(error);
        }
        self.tell(&rules::MISPLACED, self.xml.qname(), Lost::Entry, sink)?;
        self.pass_over(sink)?;
        Ok(false)
    }

    fn read_loc(&mut self, entry: &mut Entry, seen: &mut Seen, sink: &mut dyn Sink) -> Result<()> {
        seen.loc = true;
        self.told_attributes(sink)?;
        if !hollow::read_text(&mut self.xml, &mut self.unusable, sink)?
            || self.is_hollow(entry, sink)?
        {
            return Ok(());
        }
        if !entry.loc.is_empty() {
            return self.read_other_loc(entry, sink);
        }
        let (text, place) = (self.xml.text(), self.xml.text_place());
        let escaped = self.xml.text_is_mixed()
            && (text.contains("&amp;")
                || text.contains("&#38;")
                || (self.xml.has_remarks() && self.xml.text_is_escaped_twice()));
        if escaped {
            place.tell(&urlset_xml::rules::DOUBLE_ESCAPED, text, Lost::Nothing, sink)?;
        }
        hollow::set((&self.xml, &self.fields), entry, &mut self.unusable, sink)
    }

    /// The loc just read, of an entry that has one.
    fn read_other_loc(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        let (text, place) = (self.xml.text(), self.xml.text_place());
        if self.xml.is_mending() && text.trim() == entry.loc.as_str() {
            let finding = model::FIELD_REPEATED.found().detail(text);
            return place.report(finding.mended(text, ""), sink);
        }
        let mut other = Entry::default();
        if !self.fields.loc(&mut other, text, &place, &mut ())? {
            let read = (&self.xml, &self.fields);
            return hollow::set(read, &mut other, &mut self.unusable, sink);
        }
        let lenient = self.xml.is_lenient();
        let lost = if lenient { Lost::Nothing } else { Lost::Entry };
        place.tell(&model::FIELD_REPEATED, text, lost, sink)?;
        if lenient && self.fields.loc(&mut other, text, &place, sink)? {
            self.more_locs.push_back(other.loc);
        }
        Ok(())
    }

    /// A field other than the loc.
    fn read_field(
        &mut self,
        core: Core,
        entry: &mut Entry,
        seen: &mut Seen,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let again = match core {
            Core::Lastmod => &mut seen.lastmod,
            Core::Changefreq => &mut seen.changefreq,
            _ => &mut seen.priority,
        };
        self.told_attributes(sink)?;
        if std::mem::replace(again, true) {
            return self.read_again(core, entry, sink);
        }
        // To repair, the empty one is told as left out, and this one stands once.
        if seen.hollow & (1 << core.rank()) != 0 && !self.xml.is_mending() {
            let told = model::FIELD_REPEATED.found().detail(self.xml.qname());
            let help = "one of them holds nothing that can be read: take it out";
            self.xml.tag_span().report(told.help(help), sink)?;
        }
        if core != Core::Lastmod && self.header.kind == Kind::Sitemapindex {
            if self.xml.is_mending() {
                return self.leave_out(&model::PAGE_FIELDS, sink);
            }
            self.tell(&model::PAGE_FIELDS, self.xml.name(), Lost::Nothing, sink)?;
        }
        if self.xml.read_text(Lost::Field, sink)? {
            if self.xml.has_remarks() && self.xml.text_is_escaped_twice() {
                let told = urlset_xml::rules::DOUBLE_ESCAPED.found().detail(self.xml.text());
                self.xml.text_place().report(told, sink)?;
            }
            self.set(core, entry, sink)?;
        }
        if !core.is_in(entry) {
            *again = false;
            seen.hollow |= 1 << core.rank();
        }
        Ok(())
    }

    /// Sets a field other than the loc to what the cursor read.
    pub(crate) fn set(&self, core: Core, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        if self.xml.is_mending() && self.xml.text().trim().is_empty() {
            return self.told_hollow(core, sink);
        }
        self.read_value(core, entry, sink)
    }

    pub(crate) fn read_value(
        &self,
        core: Core,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let text = self.xml.text();
        if plain::set(&self.fields, core, entry, text.as_bytes()) {
            return Ok(());
        }
        let place = self.xml.text_place();
        match core {
            Core::Lastmod => entry.lastmod = self.fields.lastmod(text, &place, sink)?,
            Core::Changefreq => entry.changefreq = self.fields.changefreq(text, &place, sink)?,
            _ => entry.priority = self.fields.priority(text, &place, sink)?,
        }
        Ok(())
    }

    /// Reads the next entry where that is no plain one, or was one without a usable loc.
    #[inline(never)]
    fn read_other_entry(
        &mut self,
        entry: &mut Entry,
        mut plain: Option<bool>,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        loop {
            let read = match plain {
                Some(read) => read,
                None if self.next_entry(sink)? => match self.read_fields(entry, sink) {
                    Ok(read) => read,
                    Err(error) => {
                        self.told_unread(sink)?;
                        return Err(error);
                    }
                },
                None => break,
            };
            if read {
                return Ok(true);
            }
            entry.clear();
            if let Some(loc) = self.more_locs.pop_front() {
                entry.loc = loc;
                return Ok(true);
            }
            plain = self.read_plain_entry(entry, sink)?;
        }
        self.finish(sink)?;
        Ok(false)
    }

    fn told_attributes(&self, sink: &mut dyn Sink) -> Result<()> {
        if self.xml.has_remarks() || self.xml.is_mending() {
            return remarks::attributes(&self.xml, sink);
        }
        match self.xml.stray_attribute() {
            None => Ok(()),
            Some(name) => {
                let input = self.xml.tag_span().input();
                if sink.count(&rules::UNKNOWN_ATTRIBUTE, Lost::Nothing, input) {
                    return Ok(());
                }
                let detail = format!("{} of {}", name, self.xml.qname());
                let was = self.xml.attribute(name).unwrap_or_default();
                let was = format!("{name}=\"{was}\"");
                self.mend(&rules::UNKNOWN_ATTRIBUTE, &detail, [&was, ""], sink)
            }
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if !std::mem::replace(&mut self.ended, true) && self.entries == 0 {
            sink.report(Diagnostic::new(&model::EMPTY, self.root).severity(Severity::Warning))?;
        }
        Ok(())
    }
}

impl EntryReader for SitemapReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.xml.pinned()
    }

    fn input(&self) -> u32 {
        self.xml.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        if let Some(loc) = self.more_locs.pop_front() {
            entry.loc = loc;
            return Ok(true);
        }
        if self.ended {
            return Ok(false);
        }
        match self.read_plain_entry(entry, sink)? {
            Some(true) => Ok(true),
            plain => self.read_other_entry(entry, plain, sink),
        }
    }

    fn read_locs(&mut self, locs: &mut Locs) {
        self.read_plain_locs(locs);
    }
}
