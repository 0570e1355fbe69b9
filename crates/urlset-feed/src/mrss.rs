//! Writes images and videos as Media RSS, and other languages as links.
//!
//! What Media RSS cannot say, or would not give back letter for letter, is also written as the
//! element of the sitemap extension that it was; a reader takes that first.

use crate::exact::{
    Parts, image_is_exact, is_alternate, is_count, is_plain, plain, video_is_exact,
};
use crate::media::IMAGE_ORDER;
use crate::video::ORDER;
use crate::vocabulary::{ATOM, DCTERMS, IMAGE, MEDIA, NEWS, SITEMAP, VIDEO, XHTML};
use urlset_core::{Element, Entry, Header, Loss, Namespace, Result, Sink, WriteOptions};
use urlset_xml::{Emitter, escape_attribute, escape_text, writable};

/// Writes the extensions of entries into a feed.
#[derive(Clone, Debug)]
pub(crate) struct Media {
    emitter: Emitter,
    /// The prefix of Atom's elements with its colon; empty in Atom.
    atom: &'static str,
    pub(crate) pretty: bool,
}

impl Media {
    pub(crate) fn new(root: &str, options: &WriteOptions) -> Media {
        let bound = |prefix: &str, uri: &str| Namespace { prefix: prefix.into(), uri: uri.into() };
        let mut namespaces =
            vec![bound("media", MEDIA), bound("dcterms", DCTERMS), bound("sitemap", SITEMAP)];
        if root != ATOM {
            namespaces.push(bound("atom", ATOM));
        }
        let header = Header { namespaces, ..Header::default() };
        Media {
            emitter: Emitter::new(root, &header, options.extensions, false),
            atom: if root == ATOM { "" } else { "atom:" },
            pretty: options.pretty,
        }
    }

    /// The declarations of the root.
    pub(crate) fn declarations(&self, out: &mut String) {
        self.emitter.declarations(out);
    }

    /// Appends a line's beginning where the output is for people.
    pub(crate) fn line(&self, depth: usize, out: &mut String) {
        if self.pretty {
            out.push('\n');
            for _ in 0..depth {
                out.push_str("  ");
            }
        }
    }

    /// Appends every extension that a feed can hold.
    pub(crate) fn extensions(
        &self,
        entry: &Entry,
        depth: usize,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        for element in entry.extensions.elements() {
            let (field, known) = match element.namespace() {
                IMAGE => ("image", element.name() == "image"),
                VIDEO => ("video", element.name() == "video"),
                NEWS => ("news", element.name() == "news"),
                XHTML => ("hreflang", element.name() == "link"),
                // Left out by the format's own promise.
                _ => continue,
            };
            if !known {
                let (value, position) = (element.qname(), element.position());
                sink.lose(Loss { field, value: &value, entry, at: &position })?;
                continue;
            }
            let start = out.len();
            if !self.extension(element, depth, out) {
                out.truncate(start);
                for element in writable(element, sink)?.elements() {
                    self.extension(element, depth, out);
                }
            }
        }
        Ok(())
    }

    /// One of them; `false` where a character that XML cannot hold was replaced.
    fn extension(&self, element: Element<'_>, depth: usize, out: &mut String) -> bool {
        self.line(depth, out);
        let mut whole = true;
        match element.namespace() {
            IMAGE if is_plain(element) => self.image(element, out, &mut whole),
            VIDEO if is_plain(element) => self.video(element, out, &mut whole),
            XHTML if is_alternate(element) => self.alternate(element, out, &mut whole),
            _ => whole = self.emitter.write(element, depth, out),
        }
        whole
    }

    /// Whether links to other languages will stand among the extensions. The page's own link then
    /// goes after them: some readers take the last one, whatever its language.
    pub(crate) fn has_alternates(entry: &Entry) -> bool {
        entry
            .extensions
            .elements()
            .any(|element| element.is(XHTML, "link") && is_alternate(element))
    }

    fn alternate(&self, link: Element<'_>, out: &mut String, whole: &mut bool) {
        out.push('<');
        out.push_str(self.atom);
        out.push_str("link");
        for attribute in link.attributes() {
            attribute_to(attribute.qname, attribute.value, out, whole);
        }
        out.push_str("/>");
    }

    fn image(&self, image: Element<'_>, out: &mut String, whole: &mut bool) {
        let parts = Parts::of(image, IMAGE_ORDER, image_is_exact);
        out.push_str("<media:content");
        if let Some(url) = parts.text("loc") {
            attribute_to("url", url, out, whole);
        }
        out.push_str(" medium=\"image\"");
        let from = out.len();
        out.push('>');
        for (name, tag) in [("title", "media:title"), ("caption", "media:description")] {
            if let Some(text) = parts.text(name) {
                element_to(tag, text, out, whole);
            }
        }
        if let Some(text) = parts.text("geo_location") {
            out.push_str("<media:location");
            attribute_to("description", text, out, whole);
            out.push_str("/>");
        }
        if let Some(text) = parts.text("license") {
            out.push_str("<media:license type=\"text/html\"");
            attribute_to("href", text, out, whole);
            out.push_str("/>");
        }
        self.close(&parts, from, out, whole);
    }

    fn video(&self, video: Element<'_>, out: &mut String, whole: &mut bool) {
        let parts = Parts::of(video, ORDER, video_is_exact);
        out.push_str("<media:content");
        if let Some(url) = parts.text("content_loc") {
            attribute_to("url", url, out, whole);
        }
        out.push_str(" medium=\"video\"");
        if let Some(text) = parts.text("duration").filter(|text| is_count(text)) {
            attribute_to("duration", text, out, whole);
        }
        let from = out.len();
        out.push('>');
        if let Some(url) = parts.text("player_loc") {
            out.push_str("<media:player");
            attribute_to("url", url, out, whole);
            out.push_str("/>");
        }
        // Empty where there is none: else a reader would take the item's.
        for (name, tag) in [("title", "media:title"), ("description", "media:description")] {
            element_to(tag, parts.text(name).unwrap_or_default(), out, whole);
        }
        if let Some(url) = parts.text("thumbnail_loc") {
            out.push_str("<media:thumbnail");
            attribute_to("url", url, out, whole);
            out.push_str("/>");
        }
        told(&parts, out, whole);
        offered(&parts, out, whole);
        self.close(&parts, from, out, whole);
    }

    /// Appends what Media RSS could not say and the end tag; an empty element where nothing stands
    /// since `from`, the place of the start tag's end.
    fn close(&self, parts: &Parts<'_>, from: usize, out: &mut String, whole: &mut bool) {
        for element in parts.foreign() {
            *whole &= self.emitter.write(element, 0, out);
        }
        if out.len() == from + 1 {
            out.truncate(from);
            out.push_str("/>");
        } else {
            out.push_str("</media:content>");
        }
    }
}

/// Validity, reception and keywords.
fn told(parts: &Parts<'_>, out: &mut String, whole: &mut bool) {
    let dates = [("start", "publication_date"), ("end", "expiration_date")];
    let mut valid = String::new();
    for (key, name) in dates {
        if let Some(text) = parts.text(name).filter(|text| !text.contains(';')) {
            valid.push_str(&format!("{key}={text}; "));
        }
    }
    if !valid.is_empty() {
        element_to("dcterms:valid", &format!("{valid}scheme=W3C-DTF"), out, whole);
    }
    if parts.text("live") == Some("yes") {
        element_to("dcterms:type", "live-video", out, whole);
    }
    let (rating, views) = (parts.text("rating"), parts.text("view_count"));
    if rating.is_some() || views.is_some() {
        out.push_str("<media:community>");
        for (text, start) in
            [(rating, "<media:starRating average=\""), (views, "<media:statistics views=\"")]
        {
            if let Some(text) = text {
                out.push_str(start);
                *whole &= escape_attribute(text, out);
                out.push_str("\"/>");
            }
        }
        out.push_str("</media:community>");
    }
    let tags: Vec<&str> = parts.all("tag").filter_map(plain).collect();
    if !tags.is_empty() {
        element_to("media:keywords", &tags.join(", "), out, whole);
    }
    if let Some(text) = parts.text("category") {
        element_to("media:category", text, out, whole);
    }
}

/// Audience, countries, prices and people.
fn offered(parts: &Parts<'_>, out: &mut String, whole: &mut bool) {
    match parts.text("family_friendly").map(str::to_ascii_lowercase).as_deref() {
        Some("yes") => out.push_str("<media:rating scheme=\"urn:simple\">nonadult</media:rating>"),
        Some("no") => out.push_str("<media:rating scheme=\"urn:simple\">adult</media:rating>"),
        _ => {}
    }
    for restriction in parts.all("restriction").take(1) {
        let relationship = restriction.attribute("relationship").unwrap_or_default();
        if matches!(relationship, "allow" | "deny") {
            out.push_str("<media:restriction type=\"country\"");
            attribute_to("relationship", relationship, out, whole);
            out.push('>');
            *whole &= escape_text(&restriction.text(), out);
            out.push_str("</media:restriction>");
        }
    }
    for price in parts.all("price") {
        let amount = price.text();
        if amount.is_empty() {
            continue;
        }
        out.push_str("<media:price");
        if let Some(kind) = price.attribute("type") {
            attribute_to("type", &kind.to_ascii_lowercase(), out, whole);
        }
        attribute_to("price", &amount, out, whole);
        if let Some(currency) = price.attribute("currency") {
            attribute_to("currency", currency, out, whole);
        }
        out.push_str("/>");
    }
    if parts.text("requires_subscription") == Some("yes") {
        out.push_str("<media:price type=\"subscription\"/>");
    }
    for uploader in parts.all("uploader").take(1) {
        out.push_str("<media:credit role=\"uploader\">");
        *whole &= escape_text(&uploader.text(), out);
        out.push_str("</media:credit>");
    }
}

pub(crate) fn attribute_to(name: &str, value: &str, out: &mut String, whole: &mut bool) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    *whole &= escape_attribute(value, out);
    out.push('"');
}

pub(crate) fn element_to(name: &str, text: &str, out: &mut String, whole: &mut bool) {
    out.push('<');
    out.push_str(name);
    if text.is_empty() {
        out.push_str("/>");
        return;
    }
    out.push('>');
    *whole &= escape_text(text, out);
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}
