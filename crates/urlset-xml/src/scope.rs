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
    /// Numbers whose namespace was forgotten.
    free: Vec<Id>,
    /// The number of each.
    numbers: HashMap<Box<str>, Id>,
    bytes: usize,
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
        let (uris, free) = (vec!["".into(), XML_NAMESPACE.into()], Vec::new());
        Scope { uris, free, numbers, bytes: 0, bindings: Vec::new(), default: Some(0) }
    }

    pub(crate) fn uri(&self, id: Id) -> &str {
        self.uris.get(id as usize).map_or("", |uri| uri)
    }

    /// The number of a namespace; the same for the same address, as long as it is not forgotten.
    pub(crate) fn intern(&mut self, uri: &str) -> Id {
        if let Some(known) = self.numbers.get(uri) {
            return *known;
        }
        let number = match self.free.pop() {
            Some(free) => free,
            None => {
                self.uris.push("".into());
                Id::try_from(self.uris.len() - 1).unwrap_or(Id::MAX)
            }
        };
        if let Some(name) = self.uris.get_mut(number as usize) {
            *name = uri.into();
        }
        self.numbers.insert(uri.into(), number);
        self.bytes += uri.len();
        number
    }

    /// Takes a namespace for another one from here on, by whichever of both it is called.
    pub(crate) fn take_for(&mut self, id: Id, uri: &str) {
        if let Some(name) = self.uris.get_mut(id as usize) {
            *name = uri.into();
        }
        self.numbers.entry(uri.into()).or_insert(id);
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

    /// How many namespaces are known by number.
    pub(crate) fn known(&self) -> usize {
        self.numbers.len()
    }

    /// Bytes of their addresses.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets the namespaces that nothing binds and that no open element is in.
    pub(crate) fn forget(&mut self, open: impl Iterator<Item = Id>) {
        let bound = self.bindings.iter().filter_map(|binding| binding.uri);
        let mut kept = vec![false; self.uris.len()];
        for id in bound.chain(open).chain(self.default).chain([0, XML]) {
            if let Some(kept) = kept.get_mut(id as usize) {
                *kept = true;
            }
        }
        for ((number, uri), kept) in (0..).zip(&mut self.uris).zip(kept) {
            if !kept && self.numbers.get(uri) == Some(&number) {
                self.numbers.remove(uri);
                self.bytes -= uri.len();
                *uri = "".into();
                self.free.push(number);
            }
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
    extensions.iter().copied().find(|extension| extension.is_misspelt_as(uri))
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn what_is_neither_bound_nor_open_is_forgotten() {
        let mut scope = Scope::new();
        scope.bind("", Some("urn:default"));
        scope.bind("a", Some("urn:a"));
        let open = scope.intern("undeclared x");
        for number in 0..10 {
            scope.bind("b", Some(&format!("urn:{number}")));
            scope.forget([open].into_iter());
            assert_eq!((scope.known(), scope.bytes()), (6, 11 + 5 + 12 + 5));
            assert_eq!(scope.resolve("b").map(|id| scope.uri(id)), Some(&*format!("urn:{number}")));
            scope.leave(2);
        }
        scope.forget([open].into_iter());
        assert_eq!((scope.known(), scope.bytes()), (5, 11 + 5 + 12));
        assert_eq!(scope.resolve("xml").map(|id| scope.uri(id)), Some(crate::XML_NAMESPACE));
        assert_eq!(scope.resolve("a").map(|id| scope.uri(id)), Some("urn:a"));
        assert_eq!(scope.resolve("").map(|id| scope.uri(id)), Some("urn:default"));
        assert_eq!((scope.uri(open), scope.uri(0)), ("undeclared x", ""));
        assert_eq!(scope.intern("undeclared x"), open);
    }
}
