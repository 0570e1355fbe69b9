//! The checks on images.

use crate::{EXTENSION, rules};
use urlset_core::rules::FIELD_REPEATED;
use urlset_core::{
    Audit, Element, Entry, EntryFindings, Loc, Look, Place, Position, Result, Seen, Sink,
    is_scheme_twice, joined_file, may_be_one_host, rules as core,
};

/// Images that one page may have (Google, Image sitemaps).
const MOST: usize = 1000;

/// Checks the images of each entry. Remembers nothing between entries.
///
/// ```
/// use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
/// use urlset_image::{Image, ImageAudit};
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&Image::new(""));
/// let mut found: Vec<Diagnostic> = Vec::new();
/// ImageAudit::default().entry(&entry, &Position::default(), &mut found)?;
/// assert_eq!(found[0].rule.id, "image/invalid-loc");
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct ImageAudit {
    /// The addresses of one entry.
    seen: Seen,
    /// Kept for its storage.
    loc: Loc,
}

impl Audit for ImageAudit {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        if entry.extensions.is_empty() {
            return Ok(());
        }
        self.seen.clear();
        let mut report = EntryFindings { entry, at, sink };
        let mut count = 0_usize;
        let mut first_over = Position::default();
        let mut page = None;
        let images = entry.extensions.elements();
        for image in images.filter(|element| element.is_item(&EXTENSION)) {
            count += 1;
            if count == MOST + 1 {
                first_over = image.position();
            }
            self.image(image, &mut page, &mut report)?;
        }
        if count > MOST {
            report.send(&rules::TOO_MANY, first_over, format!("{count} images"))?;
        }
        Ok(())
    }
}

impl ImageAudit {
    fn image<'p>(
        &mut self,
        image: Element<'_>,
        page: &mut Option<Option<&'p str>>,
        report: &mut EntryFindings<'p>,
    ) -> Result<()> {
        let look = image.look(&EXTENSION);
        if look == Look::Closer {
            let unknown = &rules::UNKNOWN_ELEMENT;
            report.structure(&EXTENSION, (image, ""), unknown, |_| &FIELD_REPEATED)?;
            report.padding(&EXTENSION, image)?;
        }
        if look != Look::Usual {
            retired(image, report)?;
        }
        let Some(loc) = image.child("loc") else {
            return report.send(&rules::MISSING_LOC, image.position(), "");
        };
        let text = loc.text();
        let is_good = self.address((&text, loc.position()), page, report)?;
        if is_good && !self.seen.is_full() && self.seen.earlier(&text, "").is_some() {
            report.send(&rules::DUPLICATE, loc.position(), text)?;
        }
        Ok(())
    }

    /// Whether it is an address. The host of the page is worked out once.
    fn address<'p>(
        &mut self,
        (text, at): (&str, Position),
        host_of_page: &mut Option<Option<&'p str>>,
        report: &mut EntryFindings<'p>,
    ) -> Result<bool> {
        self.loc.set(text);
        let is_good = Loc::is_faultless(text);
        if !is_good && self.loc.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("data")) {
            report.send(&rules::DATA_URL, at, text)?;
            return Ok(false);
        }
        let errors = || self.loc.errors().next();
        if let Some(rule) = (!is_good).then(errors).flatten() {
            report.send(&rules::INVALID_LOC, at, format!("{text} ({})", rule.id))?;
            return Ok(false);
        }
        if is_scheme_twice(text) {
            report.send(&core::LOC_SCHEME_TWICE, at, text)?;
        } else if let Some(second) = joined_file(text).and_then(|begin| text.get(begin..)) {
            report.send(&core::LOC_SEVERAL, at, second)?;
        }
        let page = &report.entry.loc;
        if self.loc == *page {
            report.send(&rules::SAME_AS_PAGE, at, text)?;
        } else if let Some(host) = self.loc.host()
            && let Some(own) = *host_of_page.get_or_insert_with(|| page.host())
            && !may_be_one_host(host, own)
        {
            report.send(&rules::CROSS_DOMAIN, at, host)?;
        }
        Ok(true)
    }
}

/// Children that Google no longer reads.
fn retired(image: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    for child in image.own_children() {
        let shape = child.shape_in(&EXTENSION, "");
        if let Some((_, shape)) = shape.filter(|(_, shape)| shape.deprecated) {
            report.send(&rules::DEPRECATED_TAG, child.position(), shape.path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ImageAudit;
    use crate::{Image, NAMESPACE};
    use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};

    fn audit(entry: &Entry) -> String {
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = ImageAudit::default();
        audit.entry(entry, &Position::start(0), &mut found).unwrap();
        audit.finish(&mut found).unwrap();
        let ids: Vec<_> = found.iter().map(|finding| finding.rule.id).collect();
        ids.join(" ")
    }

    fn page() -> Entry {
        Entry::new(Loc::new("https://example.com/a"))
    }

    #[test]
    fn addresses() {
        for (loc, ids) in [
            ("https://example.com/a.jpg", ""),
            ("https://EXAMPLE.com/a.jpg", ""),
            ("https://example.com/ü.jpg", ""),
            ("", "image/invalid-loc"),
            ("/a.jpg", "image/invalid-loc"),
            ("//example.com/a.jpg", "image/invalid-loc"),
            ("ftp://example.com/a.jpg", "image/invalid-loc"),
            ("https://example.com/a b.jpg", "image/invalid-loc"),
            ("DATA:image/png;base64,AA==", "image/data-url"),
            ("https://cdn.example.net/a.jpg", "image/cross-domain"),
            ("https://example.com/a", "image/same-as-page"),
        ] {
            let mut entry = page();
            entry.extensions.push(&Image::new(loc));
            assert_eq!(audit(&entry), ids, "{loc}");
        }
    }

    #[test]
    fn children() {
        for (names, ids) in [
            (&["loc"][..], ""),
            (&[], "image/missing-loc"),
            (&["title"], "image/deprecated-tag image/missing-loc"),
            (&["loc", "loc"], "schema/duplicate-element"),
            (&["loc", "caption", "license"], "image/deprecated-tag image/deprecated-tag"),
            (&["loc", "unknown"], "image/unknown-element"),
        ] {
            let mut entry = page();
            entry.extensions.open(NAMESPACE, "i:image", Position::start(0));
            for name in names {
                let qname = format!("i:{name}");
                entry.extensions.leaf(NAMESPACE, &qname, "https://example.com/a.jpg");
            }
            entry.extensions.close();
            assert_eq!(audit(&entry), ids, "{names:?}");
        }
    }

    #[test]
    fn counts() {
        let mut entry = page();
        for number in 0..1000 {
            let image = Image::new(format!("https://example.com/{number}.jpg"));
            entry.extensions.push(&image);
        }
        assert_eq!(audit(&entry), "");
        entry.extensions.push(&Image::new("https://example.com/x.jpg"));
        assert_eq!(audit(&entry), "image/too-many");
        let mut entry = page();
        for _ in 0..3 {
            entry.extensions.push(&Image::new("https://example.com/x.jpg"));
        }
        assert_eq!(audit(&entry), "image/duplicate image/duplicate");
    }
}
