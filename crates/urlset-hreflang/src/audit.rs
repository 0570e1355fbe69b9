//! The checks on alternates that one entry shows. Whether pages link back to each other only the
//! whole set shows.

use crate::same::is_same;
use crate::tag::{check, is_x_default};
use crate::{EXTENSION, rules};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use urlset_core::{
    Audit, Element, Entry, EntryFindings, Loc, Look, Place, Position, Result, Seen, Sink, are_same,
    is_scheme_twice, joined_address, rules as core, trim_space,
};

/// Tags that are remembered since nothing is wrong with them.
const MOST_GOOD: usize = 32;

/// Checks the alternates of each entry. Remembers nothing between entries but that there were some.
///
/// ```
/// use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
/// use urlset_hreflang::{Alternate, HreflangAudit};
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&Alternate::new("english", "https://example.com/en"));
/// let mut found: Vec<Diagnostic> = Vec::new();
/// HreflangAudit::default().entry(&entry, &Position::default(), &mut found)?;
/// assert!(found.iter().any(|finding| finding.rule.id == "hreflang/unknown-language"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct HreflangAudit {
    /// Tags of one entry and their addresses, to find those that come again.
    seen: Seen,
    /// Kept for its storage.
    loc: Loc,
    folded: String,
    /// Tags with nothing wrong about them: those of a page are nearly always those of the page before.
    good: Vec<String>,
    /// Whether an earlier entry had alternates by language.
    any: bool,
}

/// What the alternates of an entry are together.
#[derive(Default)]
struct Cluster {
    languages: usize,
    has_self: bool,
}

impl Audit for HreflangAudit {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        if entry.extensions.is_empty() {
            return Ok(());
        }
        self.seen.clear();
        let mut report = EntryFindings { entry, at, sink };
        let mut cluster = Cluster::default();
        let elements = entry.extensions.elements();
        for link in elements.filter(|element| element.is_item(&EXTENSION)) {
            self.link(link, &mut cluster, &mut report)?;
        }
        if cluster.languages == 0 {
            return Ok(());
        }
        if !cluster.has_self {
            report.send(&rules::NO_SELF, Position::default(), "")?;
        }
        Ok(())
    }
}

/// The attributes of a link without the space around them.
#[derive(Default)]
struct Values<'l> {
    href: Option<&'l str>,
    rel: Option<&'l str>,
    media: Option<&'l str>,
    hreflang: Option<&'l str>,
}

impl<'l> Values<'l> {
    fn of(link: Element<'l>) -> Values<'l> {
        let mut values = Values::default();
        for attribute in link.attributes().filter(|attribute| attribute.namespace.is_empty()) {
            let value = match attribute.qname {
                "href" => &mut values.href,
                "rel" => &mut values.rel,
                "media" => &mut values.media,
                "hreflang" => &mut values.hreflang,
                _ => continue,
            };
            // The first of each counts.
            value.get_or_insert(trim_space(attribute.value));
        }
        values
    }
}

fn is_alternate(rel: &str) -> bool {
    let mut relations = rel.split_ascii_whitespace();
    rel == "alternate" || relations.any(|word| word.eq_ignore_ascii_case("alternate"))
}

impl HreflangAudit {
    fn link(
        &mut self,
        link: Element<'_>,
        cluster: &mut Cluster,
        report: &mut EntryFindings<'_>,
    ) -> Result<()> {
        if link.look(&EXTENSION) == Look::Closer {
            report.padding(&EXTENSION, link)?;
        }
        let at = link.position();
        let Values { href, rel, media, hreflang } = Values::of(link);
        let (href, rel) = (href.unwrap_or_default(), rel.unwrap_or_default());
        if href.is_empty() {
            report.send(&rules::MISSING_HREF, at, "")?;
        }
        if !is_alternate(rel) {
            report.send(&rules::BAD_REL, at, rel)?;
            if !rel.is_empty() {
                return Ok(());
            }
        }
        let media = media.is_some_and(|media| !media.is_empty());
        match hreflang.filter(|tag| !tag.is_empty()) {
            Some(tag) => {
                if media {
                    report.send(&rules::MEDIA_COMBINED, at, "")?;
                }
                self.href(href, at, report)?;
                self.language(tag, href, cluster, link, report)
            }
            None if media => self.href(href, at, report),
            None if is_app(href) => Ok(()),
            None => {
                report.send(&rules::MISSING_HREFLANG, at, href)?;
                self.href(href, at, report)
            }
        }
    }

    /// An address that search engines can fetch; an empty one has been reported.
    fn href(&mut self, href: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
        if is_scheme_twice(href) {
            report.send(&core::LOC_SCHEME_TWICE, at, href)?;
        } else if let Some(second) = joined_address(href).and_then(|begin| href.get(begin..)) {
            report.send(&core::LOC_SEVERAL, at, second)?;
        }
        if href.is_empty() || Loc::is_faultless(href) {
            return Ok(());
        }
        self.loc.set(href);
        match self.loc.errors().next() {
            None => Ok(()),
            Some(rule) if *rule == core::LOC_RELATIVE || *rule == core::LOC_PROTOCOL_RELATIVE => {
                report.send(&rules::RELATIVE_HREF, at, href)
            }
            Some(rule) => report.send(&rules::INVALID_HREF, at, format!("{href} ({})", rule.id)),
        }
    }

    fn language(
        &mut self,
        tag: &str,
        href: &str,
        cluster: &mut Cluster,
        link: Element<'_>,
        report: &mut EntryFindings<'_>,
    ) -> Result<()> {
        let at = link.position();
        if !self.any {
            self.any = true;
            report.send(&rules::IGNORED, at, "")?;
        }
        let is_good = self.good.iter().any(|good| are_same(good.as_bytes(), tag.as_bytes()));
        if !is_good {
            let mut good = true;
            check(tag, &mut |rule, detail| {
                good = false;
                report.send(rule, at, detail)
            })?;
            if good && self.good.len() < MOST_GOOD {
                self.good.push(tag.to_owned());
            }
        }
        cluster.languages += 1;
        // However the address is spelled.
        cluster.has_self = cluster.has_self || is_same(href, report.entry.loc.as_str());
        let rule = match self.earlier(tag, is_good, href) {
            None => return Ok(()),
            Some(true) => &rules::DUPLICATE_LINK,
            Some(false) if is_x_default(tag) => &rules::MULTIPLE_X_DEFAULT,
            Some(false) => &rules::DUPLICATE_TAG,
        };
        report.send(rule, at, format!("{tag} {href}"))
    }

    /// Whether the tag stood there before, and if so, whether with the same address. A good one has no
    /// underscore.
    fn earlier(&mut self, tag: &str, is_good: bool, href: &str) -> Option<bool> {
        self.folded.clear();
        self.folded.push_str(tag);
        self.folded.make_ascii_lowercase();
        if !is_good && tag.contains('_') {
            self.folded = self.folded.replace('_', "-");
        }
        self.seen.earlier(&self.folded, href)
    }
}

/// Whether the address opens an app.
fn is_app(href: &str) -> bool {
    let scheme = href.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| matches!(scheme, "android-app" | "ios-app"))
}

#[cfg(test)]
mod tests {
    use super::HreflangAudit;
    use crate::{Alternate, NAMESPACE};
    use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};

    fn audit(entry: &Entry) -> String {
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = HreflangAudit::default();
        audit.entry(entry, &Position::start(0), &mut found).unwrap();
        audit.finish(&mut found).unwrap();
        let ids = found.iter().map(|finding| finding.rule.id.trim_start_matches("hreflang/"));
        ids.filter(|id| *id != "ignored").collect::<Vec<_>>().join(" ")
    }

    fn page() -> Entry {
        Entry::new(Loc::new("https://example.com/en"))
    }

    /// A cluster with the page itself and a default, and these links.
    fn with(links: &[Alternate]) -> String {
        let mut entry = page();
        entry.extensions.push(&Alternate::new("en", "https://example.com/en"));
        entry.extensions.push(&Alternate::new("x-default", "https://example.com/"));
        for link in links {
            entry.extensions.push(link);
        }
        audit(&entry)
    }

    #[test]
    fn single_links() {
        let french = || Alternate::new("fr", "https://example.com/fr");
        let other = |href: &str| Alternate { href: href.to_owned(), ..Alternate::default() };
        let media = Some("only screen".to_owned());
        let rel = |rel: &str| Alternate { rel: rel.to_owned(), ..french() };
        for (link, ids) in [
            (french(), ""),
            (rel("Alternate nofollow"), ""),
            (rel("amphtml"), "bad-rel"),
            (rel(""), "bad-rel"),
            (Alternate::new("gr", "https://example.com/el"), "unknown-language"),
            (Alternate::new("fr", ""), "missing-href"),
            (Alternate::new("fr", "/fr"), "relative-href"),
            (Alternate::new("fr", "//example.com/fr"), "relative-href"),
            (Alternate::new("fr", "javascript:x"), "invalid-href"),
            (other("https://example.com/x"), "missing-hreflang"),
            (other("android-app://com.example/http/x"), ""),
            (Alternate { media: media.clone(), ..other("https://m.example.com/") }, ""),
            (Alternate { media, ..french() }, "media-combined"),
        ] {
            assert_eq!(with(core::slice::from_ref(&link)), ids, "{link:?}");
        }
    }

    #[test]
    fn links_together() {
        let link =
            |tag: &str, path: &str| Alternate::new(tag, format!("https://example.com/{path}"));
        assert_eq!(with(&[link("de", "a"), link("de", "b")]), "duplicate-tag");
        assert_eq!(with(&[link("de", "a"), link("DE", "a")]), "unusual-case duplicate-link");
        assert_eq!(with(&[link("x-default", "b")]), "multiple-x-default");
        assert_eq!(with(&[link("x-default", "")]), "duplicate-link");
        let mut entry = page();
        entry.extensions.push(&link("de", "de"));
        assert_eq!(audit(&entry), "no-self");
        entry.extensions.push(&Alternate::new("en", "https://EXAMPLE.com:443/%65n"));
        assert_eq!(audit(&entry), "");
        let mut entry = page();
        entry.extensions.push(&Alternate {
            media: Some("print".to_owned()),
            hreflang: None,
            ..link("", "m")
        });
        assert_eq!(audit(&entry), "");
    }

    #[test]
    fn yandex_is_named_once() {
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = HreflangAudit::default();
        let mut entry = page();
        let at = Position::start(0);
        entry.extensions.open(NAMESPACE, "x:other", at).close();
        audit.entry(&entry, &at, &mut found).unwrap();
        assert_eq!(found, []);
        entry.extensions.push(&Alternate::new("en", "https://example.com/en"));
        for _ in 0..2 {
            audit.entry(&entry, &at, &mut found).unwrap();
        }
        let ignored = found.iter().filter(|finding| finding.rule.id == "hreflang/ignored");
        assert_eq!(ignored.count(), 1);
    }
}
