//! What is only worth a remark about a sitemap's elements, and what the schemas alone refuse: looked
//! for where somebody asks (`ReadOptions::remarks`).

use crate::rules;
use urlset_core::{
    Content, Element, Extension, Extensions, Lost, Place, Position, Result, Rule, Sink, Value,
};
use urlset_xml::{Cursor, rules as xml};

/// The namespace of what any element may have for schemas.
pub(crate) const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Namespaces of extensions that are known by name, and whether a schema of them was published.
const REGISTER: [(&str, bool); 12] = [
    ("http://www.google.com/schemas/sitemap-image/1.1", true),
    ("http://www.google.com/schemas/sitemap-video/1.1", true),
    ("http://www.google.com/schemas/sitemap-news/0.9", true),
    ("http://www.google.com/schemas/sitemap-mobile/1.0", true),
    ("http://www.google.com/schemas/sitemap-pagemap/1.0", true),
    // Of the language, but none that a validator of sitemaps is given.
    (XHTML, false),
    ("http://www.baidu.com/schemas/sitemap-mobile/1/", false),
    ("http://www.google.com/geo/schemas/sitemap/1.0", false),
    ("http://www.google.com/codesearch/schemas/sitemap/1.0", false),
    ("http://www.openarchives.org/rs/terms/", false),
    ("http://webmaster.yandex.ru/schemas/video", false),
    (INSTANCE, true),
];

/// Its elements have more attributes than sitemaps use.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Namespaces that are remembered as told.
const MOST_TOLD: usize = 64;

/// Bytes of one that are remembered: those that begin alike are told as one.
const LONGEST: usize = 1024;

/// What is remembered of a namespace.
fn front(uri: &str) -> &[u8] {
    uri.as_bytes().get(..LONGEST).unwrap_or(uri.as_bytes())
}

/// What has been told once already.
#[derive(Debug, Default)]
pub(crate) struct Told {
    namespaces: Vec<Box<[u8]>>,
    prefixes: Vec<&'static str>,
}

impl Told {
    /// Tells of the namespace of the element that the cursor stands on, once each.
    pub(crate) fn namespace(
        &mut self,
        at: &Cursor<'_>,
        known: Option<&'static Extension>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if let Some(extension) = known {
            self.prefix(at, extension, sink)?;
        }
        let uri = at.namespace();
        let registered = REGISTER.iter().find(|(namespace, _)| *namespace == uri);
        if registered.is_some_and(|(_, schema)| *schema)
            || self.namespaces.len() >= MOST_TOLD
            || self.namespaces.iter().any(|told| **told == *front(uri))
        {
            return Ok(());
        }
        self.namespaces.push(front(uri).into());
        let told = |rule: &'static Rule| rule.at(at.position()).detail(uri);
        if registered.is_none() && known.is_none() {
            sink.report(told(&urlset_core::rules::UNKNOWN_EXTENSION))?;
        }
        sink.report(told(&rules::NO_SCHEMA))
    }

    /// Whether [`Told::namespace`] would tell nothing of an element with this prefix.
    pub(crate) fn has_all_of(
        &self,
        uri: &str,
        prefix: &str,
        known: Option<&'static Extension>,
    ) -> bool {
        let usual =
            |known: &Extension| prefix == known.prefix || self.prefixes.contains(&known.namespace);
        known.is_none_or(usual)
            && (self.namespaces.iter().any(|told| **told == *front(uri))
                || REGISTER.iter().any(|(namespace, schema)| *schema && *namespace == uri)
                || self.namespaces.len() >= MOST_TOLD)
    }

    /// Tells of a known extension under another prefix than all the world's, once each.
    fn prefix(
        &mut self,
        at: &Cursor<'_>,
        known: &'static Extension,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let prefix = at.qname().split_once(':').map_or("", |(prefix, _)| prefix);
        if prefix == known.prefix || self.prefixes.contains(&known.namespace) {
            return Ok(());
        }
        self.prefixes.push(known.namespace);
        let detail = format!("{}, usually {}:{}", at.qname(), known.prefix, at.name());
        at.tag_span().report(rules::NS_PREFIX.found().detail(detail), sink)
    }
}

/// Where extensions stand among the children of an entry: after the fields.
pub(crate) const EXTENSION: u8 = 5;

/// The name of what stands at a rank, for people.
pub(crate) fn ranked(rank: u8) -> &'static str {
    match rank {
        1 => "loc",
        2 => "lastmod",
        3 => "changefreq",
        4 => "priority",
        _ => "extensions",
    }
}

/// Tells each attribute of the start tag that no schema gives to the protocol's elements.
pub(crate) fn attributes(xml: &Cursor<'_>, sink: &mut dyn Sink) -> Result<()> {
    for (name, value) in xml.attributes() {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let of_schemas =
            matches!(local, "type" | "nil" | "schemaLocation" | "noNamespaceSchemaLocation");
        let was = || format!("{name}=\"{value}\"");
        if of_schemas && !prefix.is_empty() && xml.attribute_namespace(prefix) == Some(INSTANCE) {
            if xml.is_mending() {
                // No repair: it is right, and left behind all the same.
                let was = was();
                sink.report(xml::NOT_CARRIED.at(xml.position()).detail(was))?;
            }
            continue;
        }
        let is_bound =
            matches!(prefix, "" | "xml" | "xmlns") || xml.attribute_namespace(prefix).is_some();
        if !is_bound && xml.depth() == 1 {
            // Told, and left out, for that.
            continue;
        }
        let place = xml.tag_span();
        if sink.count(&rules::UNKNOWN_ATTRIBUTE, Lost::Nothing, place.input()) {
            continue;
        }
        let detail = format!("{name} of {}", xml.qname());
        let finding = rules::UNKNOWN_ATTRIBUTE.at(xml.position()).detail(detail);
        sink.report(finding.mended(&was(), ""))?;
    }
    Ok(())
}

/// Tells what the schema of an extension holds against the items of an entry, beyond what its audit
/// tells: order, text between elements, elements in text, attributes.
pub(crate) fn items(
    tape: &Extensions,
    extensions: &'static [&'static Extension],
    sink: &mut dyn Sink,
) -> Result<()> {
    let mut open = Vec::new();
    for item in tape.elements() {
        let known = extensions.iter().find(|known| item.is_item(known));
        let Some(extension) = known else { continue };
        open.push((item, ""));
        while let Some((element, path)) = open.pop() {
            let parent = Parent { extension, element, path };
            for (rule, at, detail) in parent.look(&mut open) {
                sink.report(rule.at(at).detail(detail))?;
            }
        }
    }
    Ok(())
}

type Found = (&'static Rule, Position, String);

/// An element of an extension, and its path; empty for the item itself.
struct Parent<'t> {
    extension: &'static Extension,
    element: Element<'t>,
    path: &'static str,
}

impl<'t> Parent<'t> {
    /// Whether it may hold text.
    fn is_leaf(&self) -> bool {
        let shape = self.extension.shapes.iter().find(|shape| shape.path == self.path);
        shape.is_some_and(|shape| shape.value != Value::Children)
    }

    /// What is wrong with it. Those of its children that need a look are put behind the others.
    fn look(&self, open: &mut Vec<(Element<'t>, &'static str)>) -> Vec<Found> {
        let (own, leaf, mut last) = (self.element, self.is_leaf(), 0);
        let mut found = self.attributes();
        for content in own.contents() {
            let child = match content {
                Content::Element(child) => child,
                Content::Text(text) if leaf || text.trim_ascii().is_empty() => continue,
                Content::Text(text) => {
                    found.push((&xml::TEXT_IN_CONTAINER, own.position(), text.trim().to_owned()));
                    continue;
                }
            };
            let detail = || format!("`{}` in `{}`", child.qname(), own.qname());
            if leaf {
                found.push((&xml::ELEMENT_IN_LEAF, child.position(), detail()));
                continue;
            }
            // What has no place at all is told by the audit.
            let Some((at, shape)) = child.shape_in(self.extension, self.path) else { continue };
            if at < last {
                found.push((&rules::ELEMENT_ORDER, child.position(), detail()));
            }
            last = last.max(at);
            let holds_more =
                child.attributes().next().is_some() || child.children().next().is_some();
            if holds_more || shape.value == Value::Children {
                open.push((child, shape.path));
            }
        }
        found
    }

    fn attributes(&self) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        if self.extension.namespace == XHTML {
            return found;
        }
        for attribute in self.element.attributes() {
            let known = attribute.shape_in(self.extension, self.path).is_some();
            if !known && attribute.namespace != INSTANCE {
                let detail = format!("{} of {}", attribute.qname, self.element.qname());
                found.push((&rules::UNKNOWN_ATTRIBUTE, self.element.position(), detail));
            }
        }
        found
    }
}
