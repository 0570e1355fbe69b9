//! Entries and fields about which nothing is odd, read at one look; the reader reads all others from
//! the same byte.

use crate::child::{Core, Seen};
use crate::hollow;
use crate::reader::SitemapReader;
use crate::remarks::EXTENSION;
use urlset_core::{Entry, Fields, Kind, Locs, Lost, Result, Sink, rules as model};
use urlset_xml::protocol::is_core;
use urlset_xml::{LeafName, PlainElement};

/// What is read at one look where nothing is odd about it.
static LEAVES: [LeafName; 4] = [
    LeafName::new("loc"),
    LeafName::new("lastmod"),
    LeafName::new("changefreq"),
    LeafName::new("priority"),
];
/// The same of a sitemap in an index.
static SITEMAP_LEAVES: [LeafName; 2] = [LeafName::new("loc"), LeafName::new("lastmod")];
static URL: LeafName = LeafName::new("url");
static SITEMAP: LeafName = LeafName::new("sitemap");
/// Those of the leaves in the same order.
const FIELDS: [Core; 4] = [Core::Loc, Core::Lastmod, Core::Changefreq, Core::Priority];

/// The element that an entry of this kind nearly always is.
pub(crate) fn entry(kind: Kind) -> PlainElement {
    match kind {
        Kind::Urlset => PlainElement::new(&URL, &LEAVES),
        Kind::Sitemapindex => PlainElement::new(&SITEMAP, &SITEMAP_LEAVES),
    }
}

/// Sets a field other than the loc where nothing is to be told about its text; `false`, and there is no
/// value, where it must be read with all that is told.
#[inline(always)]
pub(crate) fn set(fields: &Fields, core: Core, entry: &mut Entry, text: &[u8]) -> bool {
    fn put<T>(field: &mut Option<T>, value: Option<T>) -> bool {
        *field = value;
        field.is_some()
    }
    match core {
        Core::Lastmod => put(&mut entry.lastmod, fields.plain_lastmod(text)),
        Core::Changefreq => put(&mut entry.changefreq, fields.plain_changefreq(text)),
        _ => put(&mut entry.priority, fields.plain_priority(text)),
    }
}

/// The texts that somebody asks for.
#[inline(always)]
fn asked(texts: [Option<&[u8]>; FIELDS.len()], only_loc: bool) -> [Option<&[u8]>; FIELDS.len()] {
    let [loc, ..] = texts;
    if only_loc { [loc, None, None, None] } else { texts }
}

/// Counts a field that is there.
#[inline(always)]
fn count(count: &mut Option<u64>, field: Option<&[u8]>) {
    if let Some(count) = count {
        *count += u64::from(field.is_some());
    }
}

impl SitemapReader<'_> {
    /// Reads the next entry where it begins with plain fields, among them a loc, and holds nothing else,
    /// as nearly all do, or extensions behind them; `None`, and nothing is read or told, for any other.
    /// `Some(false)` where the loc is not usable.
    pub(crate) fn read_plain_entry(
        &mut self,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<Option<bool>> {
        if self.standing || self.foreign.is_some() {
            return Ok(None);
        }
        let input = self.xml.input();
        let Some(found) = self.xml.find_plain(&mut self.plain) else { return Ok(None) };
        let [Some(_), lastmod, changefreq, priority] = asked(found.by_name, self.only_loc) else {
            return Ok(None);
        };
        let is_whole = found.is_whole;
        if found.length as u64 > self.entry_bytes || (!is_whole && self.ordered) {
            return Ok(None);
        }
        let fields = &self.fields;
        let loc = match found.first_is_clean {
            true => fields.clean_loc(entry, found.first),
            false => fields.plain_loc(entry, found.first),
        };
        let mut quiet = [
            loc,
            lastmod.is_none_or(|text| set(fields, Core::Lastmod, entry, text)),
            changefreq.is_none_or(|text| set(fields, Core::Changefreq, entry, text)),
            priority.is_none_or(|text| set(fields, Core::Priority, entry, text)),
        ];
        // A remark that a third of all entries may have.
        if quiet == [true, true, true, false] && is_whole {
            entry.priority = priority.and_then(|text| fields.counted_priority(text, input, sink));
            quiet[3] = entry.priority.is_some();
        }
        let is_quiet = quiet == [true; 4];
        if !is_quiet && (!is_whole || !found.are_plain(quiet)) {
            entry.clear();
            return Ok(None);
        }
        if !loc {
            entry.loc.clear();
        }
        self.entries += 1;
        if !is_whole {
            // Also of those that nobody asks for.
            let [loc, lastmod, changefreq, priority] = found.by_name.map(|text| text.is_some());
            let anything = true;
            let seen = Seen { loc, lastmod, changefreq, priority, anything, ..Seen::default() };
            let start = self.xml.enter_plain(&self.plain);
            return match self.read_children(entry, (seen, start), sink) {
                Ok(read) => Ok(Some(read)),
                Err(error) => self.told_unread(sink).and(Err(error)),
            };
        }
        self.xml.pin_plain(&self.plain);
        if !is_quiet {
            self.read_plain_fields(entry, quiet, sink)?;
        }
        self.xml.take_plain(&self.plain);
        if self.unusable.is_some() {
            return self.has_loc(entry, Seen::default(), sink).map(Some);
        }
        Ok(Some(!entry.loc.is_empty()))
    }

    /// The locs of the next entries of which [`SitemapReader::read_plain_entry`] would tell nothing, and
    /// which hold nothing but the fields that are counted.
    pub(crate) fn read_plain_locs(&mut self, locs: &mut Locs) {
        let anywhere = self.standing || self.foreign.is_some() || !self.more_locs.is_empty();
        if anywhere || self.ordered || self.ended {
            return;
        }
        let (fields, only_loc, most) = (&self.fields, self.only_loc, self.entry_bytes);
        let read = self.xml.take_plain_elements(&mut self.plain, locs.room(), |found| {
            let [Some(_), lastmod, changefreq, priority] = asked(found.by_name, only_loc) else {
                return false;
            };
            let [lastmods, changefreqs, priorities] = &mut locs.left;
            let quiet = found.length as u64 <= most
                && fields.is_faultless_loc(found.first, found.first_is_clean)
                && lastmod
                    .is_none_or(|text| lastmods.is_some() && fields.plain_lastmod(text).is_some())
                && changefreq.is_none_or(|text| {
                    changefreqs.is_some() && fields.plain_changefreq(text).is_some()
                })
                && priority.is_none_or(|text| {
                    priorities.is_some() && fields.plain_priority(text).is_some()
                });
            if quiet {
                count(lastmods, lastmod);
                count(changefreqs, changefreq);
                count(priorities, priority);
                locs.push(found.first, false);
            }
            quiet
        });
        self.entries += read;
    }

    /// Reads the fields of the entry just found about which there is something to tell, with all that is.
    fn read_plain_fields(
        &mut self,
        entry: &mut Entry,
        quiet: [bool; FIELDS.len()],
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut number = 0;
        while let Some(field) = self.xml.plain_field(&self.plain, number) {
            number += 1;
            if quiet.get(field) == Some(&true) {
                continue;
            }
            let core = FIELDS.get(field).copied().unwrap_or(Core::Unknown);
            if core != Core::Loc {
                self.set(core, entry, sink)?;
            } else if !self.is_hollow(entry, sink)? {
                let read = (&self.xml, &self.fields);
                hollow::set(read, entry, &mut self.unusable, sink)?;
            }
        }
        Ok(())
    }

    /// Entries read so far, and those of them of which a part was not plain, so that the cursor read it
    /// element by element. What is read does not depend on it, only how long it takes.
    pub fn closer_looks(&self) -> (u64, u64) {
        (self.entries, self.closer)
    }

    /// The fields that need no second look, as far as they follow each other: nearly all there are.
    pub(crate) fn read_plain(
        &mut self,
        entry: &mut Entry,
        (seen, start): (&mut Seen, u64),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        while let Some(number) = self.xml.plain_leaf(&LEAVES) {
            let core = FIELDS.get(number).copied().unwrap_or(Core::Unknown);
            let page = self.header.kind == Kind::Urlset;
            let rank = core.rank();
            if rank < seen.rank || seen.hollow & (1 << rank) != 0 {
                return Ok(());
            }
            let again = match core {
                Core::Loc => &mut seen.loc,
                Core::Lastmod => &mut seen.lastmod,
                Core::Changefreq if page => &mut seen.changefreq,
                Core::Priority if page => &mut seen.priority,
                _ => return Ok(()),
            };
            if std::mem::replace(again, true) {
                return Ok(());
            }
            seen.anything = true;
            self.xml.take_leaf();
            if core == Core::Loc {
                if !self.is_hollow(entry, sink)? {
                    let read = (&self.xml, &self.fields);
                    hollow::set(read, entry, &mut self.unusable, sink)?;
                }
            } else {
                self.set(core, entry, sink)?;
                if !core.is_in(entry) {
                    *again = false;
                    seen.hollow |= 1 << rank;
                }
            }
            // To repair, what is not kept stands before nothing.
            if self.ordered && (core.is_in(entry) || !self.xml.is_mending()) {
                seen.rank = rank;
            }
            self.within(start)?;
        }
        Ok(())
    }

    /// Whether the entry that began there is small enough as far as it has been read.
    pub(crate) fn within(&self, start: u64) -> Result<()> {
        if self.xml.offset() - start <= self.entry_bytes {
            return Ok(());
        }
        let detail = format!("more than {} bytes", self.entry_bytes);
        Err(model::LIMIT_ENTRY.at(self.xml.pinned()).detail(detail).lost(Lost::Rest).into())
    }

    /// Copies the next children, of an entry that begins there, where they are elements of extensions of
    /// which there is nothing to tell.
    pub(crate) fn copy_plain(&mut self, entry: &mut Entry, seen: &mut Seen, start: u64) -> bool {
        let most = self.entry_bytes.saturating_sub(self.xml.offset() - start);
        let (extensions, remarks, told) = (self.extensions, self.xml.has_remarks(), &self.told);
        let copied = self.xml.copy_plain(&mut entry.extensions, most, |namespace, qname| {
            let known = extensions.iter().find(|known| known.namespace == namespace);
            let (prefix, name) = qname.split_once(':').unwrap_or(("", qname));
            match known {
                Some(known) if known.element != name => false,
                None if namespace.is_empty() || is_core(namespace) => false,
                _ => !remarks || told.has_all_of(namespace, prefix, known.copied()),
            }
        });
        if copied {
            seen.anything = true;
            if self.ordered {
                seen.rank = EXTENSION;
            }
        }
        copied
    }
}
