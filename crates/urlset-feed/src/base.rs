//! What relative addresses of a feed are relative to.

use urlset_core::{
    Entry, Fields, Limits, Loc, Lost, Place, Resolver, Result, Sink, may_be_reference, resolve,
    rules as model,
};

use crate::rules;

/// The addresses that relative ones may resolve against. `xml:base` goes first, each relative to the
/// one around it; then what says where the document is from.
#[derive(Debug, Default)]
pub(crate) struct Base {
    /// Where the caller read the document from.
    source: Option<Box<str>>,
    /// The feed's link to its site.
    pub(crate) site: Option<Box<str>>,
    /// The feed's link to itself.
    pub(crate) itself: Option<Box<str>>,
    /// Whether the site goes before the feed itself: so for RSS.
    site_first: bool,
    /// Bases in force and the depth of the element that has them.
    stack: Vec<(usize, String)>,
    resolver: Resolver,
    /// Bytes of the document up to the item or element that is read.
    pub(crate) read: u64,
}

impl Base {
    pub(crate) fn new(source: Option<Box<str>>, site_first: bool, limits: &Limits) -> Base {
        Base { source, site_first, resolver: Resolver::new(limits), ..Base::default() }
    }

    /// Takes an `xml:base` of the element at this depth. Nothing is relative to one of a scheme without a
    /// hierarchy (RFC 3986 section 5.2), nor to one that is of no web; one that gives no address is passed over.
    pub(crate) fn enter(&mut self, depth: usize, written: &str, place: &dyn Place) -> Result<()> {
        let written = written.trim();
        match self.join(written, place)? {
            Some(base) if resolve(&base, "").is_some() => self.stack.push((depth, base)),
            Some(_) if is_absolute(written) => self.lose(depth),
            _ => {}
        }
        Ok(())
    }

    /// The element at this depth has an `xml:base` that cannot be what was meant: nothing in it is
    /// relative to what anybody knows.
    pub(crate) fn lose(&mut self, depth: usize) {
        self.stack.push((depth, String::new()));
    }

    /// Forgets the bases of elements at this depth and deeper.
    pub(crate) fn leave(&mut self, depth: usize) {
        while self.stack.last().is_some_and(|(known, _)| *known >= depth) {
            self.stack.pop();
        }
    }

    /// An `xml:base` as an absolute address.
    pub(crate) fn join(&self, written: &str, place: &dyn Place) -> Result<Option<String>> {
        if is_absolute(written) {
            return Ok(Some(written.to_owned()));
        }
        let outer = self.stack.last().map(|(_, base)| base.as_str());
        let said = outer.or(self.source.as_deref()).or(self.itself.as_deref());
        self.resolve(said.or(self.site.as_deref()), written, place)
    }

    /// A relative address as what it means; `None` where nothing says what it is relative to.
    pub(crate) fn resolve(
        &self,
        base: Option<&str>,
        written: &str,
        place: &dyn Place,
    ) -> Result<Option<String>> {
        match base {
            Some(base) => self.resolver.resolve(base, written, self.read, place),
            None => Ok(None),
        }
    }

    /// What is in force here.
    pub(crate) fn current(&self) -> Option<&str> {
        if let Some((_, base)) = self.stack.last() {
            return Some(base);
        }
        let (site, itself) = (self.site.as_deref(), self.itself.as_deref());
        let said = if self.site_first { site.or(itself) } else { itself.or(site) };
        self.source.as_deref().or(said)
    }
}

/// Whether the text begins with a scheme.
pub(crate) fn is_absolute(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://") || Loc::new(text).scheme().is_some()
}

/// Whether an address stands behind something that no reference has: what nobody sees, quotes, words.
fn holds_address(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '?' | '#');
    let bare = text.trim_start_matches(|c| !begins(c));
    bare.len() < text.len() && is_absolute(bare)
        || text.contains("://") && text.contains(char::is_whitespace)
}

/// Whether this is the address of a page.
pub(crate) fn is_web(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

/// Sets the entry's loc from a link, resolved where it is relative, against the base of its own element
/// if it has one, against nothing where that is empty; `false` where that cannot be,
/// which has then been reported as the loss of the entry.
pub(crate) fn set_loc(
    fields: &Fields,
    (bases, own): (&Base, Option<&str>),
    entry: &mut Entry,
    text: &str,
    place: &dyn Place,
    sink: &mut dyn Sink,
) -> Result<bool> {
    let trimmed = text.trim();
    if trimmed.is_empty() || is_absolute(trimmed) || holds_address(trimmed) {
        return fields.loc(entry, text, place, sink);
    }
    if !may_be_reference(trimmed) {
        let finding = model::LOC_RELATIVE.found().detail(trimmed).lost(Lost::Entry);
        place.report(finding.help("write the whole URL, with its scheme and host"), sink)?;
        return Ok(false);
    }
    let base = own.or(bases.current());
    if base == Some("") {
        place.tell(&model::LOC_RELATIVE, trimmed, Lost::Entry, sink)?;
        return Ok(false);
    }
    let Some(resolved) = bases.resolve(base, trimmed, place)? else {
        return fields.loc(entry, text, place, sink);
    };
    told_resolved(trimmed, &resolved, place, sink)?;
    fields.loc(entry, &resolved, place, sink)
}

/// Reports that a relative address was resolved.
pub(crate) fn told_resolved(
    text: &str,
    resolved: &str,
    place: &dyn Place,
    sink: &mut dyn Sink,
) -> Result<()> {
    let finding = rules::RELATIVE_LINK.found().detail(format!("{text} read as {resolved}"));
    sink.report(place.mark(finding.mended(text, resolved)).loc(resolved))
}

#[cfg(test)]
mod tests {
    use super::Base;
    use urlset_core::{Limits, Position};

    #[test]
    fn bases_nest() {
        let source = Some("https://e.com/f/feed.xml".into());
        let mut base = Base::new(source, false, &Limits::default());
        let enter = |base: &mut Base, depth, written| {
            base.enter(depth, written, &Position::default()).unwrap();
        };
        assert_eq!(base.current(), Some("https://e.com/f/feed.xml"));
        enter(&mut base, 1, "/blog/");
        enter(&mut base, 2, "2026/");
        assert_eq!(base.current(), Some("https://e.com/blog/2026/"));
        enter(&mut base, 3, "javascript:alert(1)");
        assert_eq!(base.current(), Some(""), "nothing is relative to it");
        enter(&mut base, 4, "2027/");
        assert_eq!(base.current(), Some(""));
        base.leave(2);
        assert_eq!(base.current(), Some("https://e.com/blog/"));
    }
}
