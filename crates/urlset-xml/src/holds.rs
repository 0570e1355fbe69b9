//! Elements in elements: whether one whose end tag is missing ends where the one around it does. What follows
//! where its end tag belonged would become a part of it otherwise.

use crate::cursor::Cursor;
use urlset_core::Extension;

/// Elements that hold others, whatever these are: of sitemaps, and of feeds.
const CONTAINERS: [&[&str]; 3] = [ENTRIES, FEEDS, &["urlset", "sitemapindex", "channel"]];

const ENTRIES: &[&str] = &["url", "sitemap", "item", "entry"];

const FEEDS: &[&str] = &["rss", "feed", "RDF"];

impl Cursor<'_> {
    /// Notes whether the element whose start tag was read belongs in the one opened last.
    pub(crate) fn note_child(&mut self) {
        let name = self.slice(self.tag.qname.clone());
        let depth = self.open.len();
        let is_container =
            |at| CONTAINERS.iter().any(|containers| is_one_of(containers, self.local(at)));
        let belongs = depth.checked_sub(1).is_none_or(is_container) || self.has_place(depth, name);
        if !belongs && let Some(parent) = self.open.last_mut() {
            parent.holds_others = true;
        }
    }

    /// Whether the element opened last may end where the one around it does: it holds nothing that belongs
    /// elsewhere, is no tag in the middle of a value, and its text does not end in what is left of its end tag.
    pub(crate) fn may_end(&self) -> bool {
        let Some(open) = self.open.last() else { return true };
        let name = self.names.get(open.name..).unwrap_or_default();
        let is_torn = || {
            let front = self.buffer.trim_end().strip_suffix('>').map(str::trim_end);
            front.and_then(|text| text.strip_suffix(name)).is_some_and(|text| text.ends_with('/'))
        };
        let parent = self.open.len() - 1;
        let is_value = || self.extension_of(parent).is_some() && !self.has_place(parent, name);
        // Entries that stand elsewhere are told one by one.
        let is_in_entry = || (0..parent).any(|at| is_one_of(ENTRIES, self.local(at)));
        !(open.holds_others && is_in_entry()) && !is_value() && !is_torn()
    }

    /// Whether what is guessed to end here takes with it what an item would have had and nobody tells: in
    /// feeds, what elements of other namespaces hold. The feed's own tell what is in them.
    pub(crate) fn loses_others(&self, levels: usize) -> bool {
        let Some(root) = self.open.first().filter(|_| is_one_of(FEEDS, self.local(0))) else {
            return false;
        };
        let mut ended = self.open.iter().rev().take(levels);
        ended.any(|open| open.holds_others && open.namespace != root.namespace)
    }

    /// The name of an open element, and how long its prefix is with the colon.
    fn open_name(&self, at: usize) -> (&str, usize) {
        let upto = self.open.get(at + 1).map_or(self.names.len(), |next| next.name);
        let open = self.open.get(at).map(|open| (open.name, open.prefix));
        let (from, prefix) = open.unwrap_or_default();
        (self.names.get(from..upto).unwrap_or_default(), prefix)
    }

    fn local(&self, at: usize) -> &str {
        let (name, prefix) = self.open_name(at);
        name.get(prefix..).unwrap_or_default()
    }

    /// The extension that the innermost of so many open elements is of.
    fn extension_of(&self, depth: usize) -> Option<&'static Extension> {
        let open = self.open.get(depth.checked_sub(1)?)?;
        let uri = self.scope.uri(open.namespace);
        self.extensions.iter().copied().find(|extension| extension.namespace == uri)
    }

    /// Whether an extension has an element of this name in the innermost of so many open elements.
    fn has_place(&self, depth: usize, name: &str) -> bool {
        let Some(extension) = self.extension_of(depth) else { return false };
        let (own, prefix) = self.open_name(depth - 1);
        let shared = own.get(..prefix).unwrap_or_default();
        let item = (0..depth).rev().find(|at| self.local(*at) == extension.element);
        let (Some(local), Some(item)) = (name.strip_prefix(shared), item) else { return false };
        let parents: Vec<&str> = (item + 1..depth).map(|at| self.local(at)).collect();
        extension.element_shape(&parents.join("/"), local).is_some()
    }
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}
