//! The namespaces that are in force.

use crate::XML_NAMESPACE;
use std::collections::HashMap;
use urlset_core::{Extension, Namespace};

/// A namespace as a number: 0 is none. Comparing numbers costs nothing, comparing addresses does.
pub(crate) type Id = u32;

/// That of XML itself, which the prefix `xml` stands for and nothing can bind otherwise (Namespaces in
/// XML, section 3).
const XML: Id = 1;

/// The bindings in force and the names of all namespaces met.
#[derive(Debug)]
pub(crate) struct Scope {
    uris: Vec<Box<str>>,
    /// The number of each.
    numbers: HashMap<Box<str>, Id>,
    bindings: Vec<Binding>,
    /// What an element without prefix is in; `None` where nobody can know.
    default: Option<Id>,
}

#[derive(Debug)]
struct Binding {
    prefix: Box<str>,
    /// `None` where the address cannot be what was meant: the prefix is as if it were not bound.
    uri: Option<Id>,
    /// What to go back to where this one changed the default.
    default_before: Option<Id>,
}

impl Scope {
    pub(crate) fn new() -> Scope {
        let numbers = HashMap::from([("".into(), 0), (XML_NAMESPACE.into(), XML)]);
        let uris = vec!["".into(), XML_NAMESPACE.into()];
        Scope { uris, numbers, bindings: Vec::new(), default: Some(0) }
    }

    pub(crate) fn uri(&self, id: Id) -> &str {
        self.uris.get(id as usize).map_or("", |uri| uri)
    }

    /// The number of a namespace; the same for the same address.
    pub(crate) fn intern(&mut self, uri: &str) -> Id {
        if let Some(known) = self.numbers.get(uri) {
            return *known;
        }
        let number = Id::try_from(self.uris.len()).unwrap_or(Id::MAX);
        self.uris.push(uri.into());
        self.numbers.insert(uri.into(), number);
        number
    }

    /// Binds a prefix, empty for the default namespace.
    pub(crate) fn bind(&mut self, prefix: &str, uri: Option<&str>) {
        let uri = uri.map(|uri| self.intern(uri));
        self.bindings.push(Binding { prefix: prefix.into(), uri, default_before: self.default });
        if prefix.is_empty() {
            self.default = uri;
        }
    }

    /// How many bindings are in force.
    pub(crate) fn depth(&self) -> usize {
        self.bindings.len()
    }

    /// How many namespaces have been met.
    pub(crate) fn met(&self) -> usize {
        self.uris.len()
    }

    /// Forgets the namespaces beyond `used` and those that are bound: no element is in them.
    pub(crate) fn forget(&mut self, used: Id) {
        let bound = self.bindings.iter().filter_map(|binding| binding.uri).max();
        let last =
            bound.unwrap_or(XML).max(XML).max(used).max(self.default.unwrap_or_default()) as usize;
        for uri in self.uris.drain(last.saturating_add(1).min(self.uris.len())..) {
            self.numbers.remove(&uri);
        }
    }

    /// Ends the bindings beyond `depth`.
    pub(crate) fn leave(&mut self, depth: usize) {
        while self.bindings.len() > depth {
            if let Some(binding) = self.bindings.pop() {
                self.default = binding.default_before;
            }
        }
    }

    /// The namespace of an element with this prefix.
    pub(crate) fn resolve(&self, prefix: &str) -> Option<Id> {
        if prefix.is_empty() {
            return self.default;
        }
        if prefix == "xml" {
            return Some(XML);
        }
        // Names that are numbered differ in their last byte, which is cheaper to compare.
        let last = prefix.bytes().next_back();
        let is_it = |binding: &&Binding| {
            binding.prefix.bytes().next_back() == last && &*binding.prefix == prefix
        };
        let bound = self.bindings.iter().rev().find(is_it);
        bound.and_then(|binding| binding.uri)
    }

    /// Which binding is in force for a prefix, counted from the outermost.
    pub(crate) fn binding(&self, prefix: &str) -> Option<usize> {
        self.bindings.iter().rposition(|binding| &*binding.prefix == prefix)
    }

    /// The prefixes bound, outermost first.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().map(|binding| &*binding.prefix)
    }

    /// The prefixed bindings in force.
    pub(crate) fn namespaces(&self) -> Vec<Namespace> {
        let prefixed = self.bindings.iter().filter(|binding| !binding.prefix.is_empty());
        let named = |binding: &Binding| {
            let uri = self.uri(binding.uri?).into();
            Some(Namespace { prefix: binding.prefix.clone(), uri })
        };
        prefixed.filter_map(named).collect()
    }
}

/// The extension whose misspelt namespace this is.
pub(crate) fn meant_by(
    extensions: &'static [&'static Extension],
    uri: &str,
) -> Option<&'static Extension> {
    let bare = uri.trim();
    let misspelt = |extension: &Extension| {
        extension.variants.contains(&bare) || (bare != uri && bare == extension.namespace)
    };
    extensions.iter().copied().find(|extension| misspelt(extension))
}
