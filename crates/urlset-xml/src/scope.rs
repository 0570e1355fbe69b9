//! The namespaces that are in force.

use urlset_core::{Extension, Namespace};

/// A namespace as a number: 0 is none. Comparing numbers costs nothing, comparing addresses does.
pub(crate) type Id = u32;

/// The bindings in force and the names of all namespaces met.
#[derive(Debug)]
pub(crate) struct Scope {
    uris: Vec<Box<str>>,
    bindings: Vec<Binding>,
    /// What an element without prefix is in.
    default: Id,
}

#[derive(Debug)]
struct Binding {
    prefix: Box<str>,
    uri: Id,
    /// What to go back to where this one changed the default.
    default_before: Id,
}

impl Scope {
    pub(crate) fn new() -> Scope {
        Scope { uris: vec!["".into()], bindings: Vec::new(), default: 0 }
    }

    pub(crate) fn uri(&self, id: Id) -> &str {
        self.uris.get(id as usize).map_or("", |uri| uri)
    }

    /// The number of a namespace; the same for the same address.
    pub(crate) fn intern(&mut self, uri: &str) -> Id {
        let known = self.uris.iter().position(|known| &**known == uri);
        let at = known.unwrap_or_else(|| {
            self.uris.push(uri.into());
            self.uris.len() - 1
        });
        Id::try_from(at).unwrap_or(Id::MAX)
    }

    /// Binds a prefix, empty for the default namespace.
    pub(crate) fn bind(&mut self, prefix: &str, uri: &str) {
        let uri = self.intern(uri);
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
        let bound = self.bindings.iter().map(|binding| binding.uri).max();
        let last = bound.unwrap_or_default().max(used).max(self.default) as usize;
        self.uris.truncate(last.saturating_add(1));
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
            return Some(self.default);
        }
        let bound = self.bindings.iter().rev().find(|binding| &*binding.prefix == prefix);
        bound.map(|binding| binding.uri)
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
        prefixed
            .map(|binding| Namespace {
                prefix: binding.prefix.clone(),
                uri: self.uri(binding.uri).into(),
            })
            .collect()
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
