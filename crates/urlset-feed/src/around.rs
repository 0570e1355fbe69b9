//! What an item's elements have to know of each other, found once for all of them.

use crate::links::{Version, alternates};
use crate::media::is;
use crate::vocabulary::{Dialect, Space};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use urlset_core::{Element, Extensions};

/// What stands around each element of an item.
#[derive(Debug, Default)]
pub(crate) struct Around<'e> {
    /// Addresses of `media:content`: the same file elsewhere says less.
    pub(crate) described: HashSet<&'e str>,
    /// What every video of the item inherits.
    pub(crate) shared: Vec<Element<'e>>,
    /// Names of which a video found none nearer: of the shared elements it took these.
    pub(crate) inherited: RefCell<BTreeSet<&'static str>>,
    /// How many alternate links have this language and type.
    pub(crate) links: HashMap<Version<'e>, u32>,
    /// The alternate links have different languages.
    pub(crate) several_languages: bool,
}

impl<'e> Around<'e> {
    pub(crate) fn of(tape: &'e Extensions, dialect: Dialect, root: &'e str) -> Around<'e> {
        let mut around = Around::default();
        for element in tape.elements() {
            if is(element, "content") {
                around.described.extend(element.attribute("url").map(str::trim));
            } else if is(element, "group") {
                let inner = element.children().filter(|child| is(*child, "content"));
                let urls = inner.filter_map(|content| content.attribute("url"));
                around.described.extend(urls.map(str::trim));
            } else if matches!(
                Space::of(element.namespace(), dialect, root),
                Space::Media | Space::Dcterms
            ) {
                around.shared.push(element);
            }
        }
        let mut language = None;
        for link in alternates(tape, dialect, root) {
            let version = link.version();
            around.several_languages |=
                language.replace(version.0).is_some_and(|before| before != version.0);
            *around.links.entry(version).or_default() += 1;
        }
        around
    }
}
