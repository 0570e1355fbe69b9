//! Relative references (RFC 3986 section 5.2), on the text as it was written: nothing else of the
//! reference is normalised, escaped or lowered, since a URL must not change unasked.

use crate::is_web_address;
use crate::rules::LIMIT_BASE;
use crate::{Limits, Lost, Place, Result};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// Whether a text may be a relative reference. None are a whole address whose scheme is torn or left out,
/// words, and the code of a template: resolved, each would be a page of the site that is not there.
///
/// ```
/// use urlset_core::may_be_reference;
///
/// assert!(may_be_reference("../a/b?c=d") && may_be_reference("a b.html"));
/// assert!(!may_be_reference("www.example.com/a") && !may_be_reference("https//example.com/a"));
/// assert!(!may_be_reference("/https://example.com/a") && !may_be_reference("\"/a\""));
/// ```
pub fn may_be_reference(text: &str) -> bool {
    let head = text.split(['/', '?', '#']).next().unwrap_or_default();
    let torn = text.split_once("//").is_some_and(|(scheme, _)| {
        let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        is_web || scheme.ends_with(':') && !scheme.contains(['/', '?', '#'])
    });
    let is_words = text.contains(char::is_whitespace) && !text.contains(['/', '.', '?', '#']);
    let has_host = head.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www."));
    // A whole address behind it, a quote, or a name that somebody was to put a value for.
    let is_whole = is_web_address(text.trim_start_matches('/'));
    let is_other = is_whole || ["\"", "{{", "${"].iter().any(|mark| text.contains(mark));
    !(torn || is_words || is_other || head.len() > 4 && has_host)
}

fn begins_with_host(path: &str, authority: &str) -> bool {
    fn bare(host: &str) -> &str {
        host.strip_prefix("www.").unwrap_or(host)
    }
    let host = bare(authority.split(':').next().unwrap_or_default());
    let front = bare(path.split(['/', ':']).next().unwrap_or_default());
    host.contains('.') && front.eq_ignore_ascii_case(host)
}

/// The address that `reference` means in a document read from `base`; `None` where `base` is not
/// absolute and hierarchical, or where the reference begins with its host: a whole address without its scheme.
///
/// ```
/// use urlset_core::resolve;
/// let base = "https://example.com/a/b?c";
/// assert_eq!(resolve(base, "../ü d?e").as_deref(), Some("https://example.com/ü d?e"));
/// assert_eq!(resolve(base, "//cdn.example/x").as_deref(), Some("https://cdn.example/x"));
/// assert_eq!(resolve("not a base", "x"), None);
/// assert_eq!(resolve(base, "www.example.com/x"), None);
/// ```
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    if crate::loc::scheme(reference).is_some() {
        return Some(reference.to_owned());
    }
    let base = Parts::split(base)?;
    if let Some(rest) = reference.strip_prefix("//") {
        return Some(format!("{}://{rest}", base.scheme));
    }
    let (path, tail) = split_path(reference);
    if begins_with_host(path, base.authority) {
        return None;
    }
    let origin = [base.scheme, "://", base.authority];
    if path.is_empty() {
        let query = if tail.starts_with('?') { "" } else { base.query };
        return Some([&origin.concat(), base.path, query, tail].concat());
    }
    let folder = match path.strip_prefix('/') {
        Some(_) => "",
        None => base.path.rfind('/').and_then(|at| base.path.get(..=at)).unwrap_or("/"),
    };
    let [scheme, between, authority] = origin;
    let merged = [scheme, between, authority, folder, path, tail];
    // Nearly none has any.
    if !folder.contains("/.") && !path.contains("/.") && !path.starts_with('.') {
        return Some(merged.concat());
    }
    let path = remove_dot_segments(&[folder, path].concat());
    Some([scheme, between, authority, &path, tail].concat())
}

/// How many times the bytes of a document may be looked at again in the bases of its addresses. Real
/// bases are shorter than the items with a link that is relative to them.
const RATIO: u64 = 4;

/// Resolves the relative addresses of one document within a bound: each becomes as long as its base,
/// so that half a megabyte of short links below a long one would be gigabytes.
#[derive(Debug, Default)]
pub struct Resolver {
    /// Bytes of bases that any document may look at.
    free: u64,
    spent: Cell<u64>,
}

impl Resolver {
    /// One for a document that is read within these limits.
    pub fn new(limits: &Limits) -> Resolver {
        Resolver { free: limits.token_bytes.into(), spent: Cell::new(0) }
    }

    /// As [`resolve`], in a document of which `read` bytes were read, at this place.
    ///
    /// ```
    /// use urlset_core::{Limits, Position, Resolver};
    /// let resolver = Resolver::new(&Limits::default());
    /// let url = resolver.resolve("https://example.com/a/", "b", 100, &Position::default())?;
    /// assert_eq!(url.as_deref(), Some("https://example.com/a/b"));
    /// # Ok::<(), urlset_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `limit/base-bytes` where the bases of all addresses so far have more than
    /// [`Limits::token_bytes`] and four times `read` bytes.
    pub fn resolve(
        &self,
        base: &str,
        reference: &str,
        read: u64,
        place: &dyn Place,
    ) -> Result<Option<String>> {
        let spent = self.spent.get().saturating_add(base.len() as u64);
        self.spent.set(spent);
        if spent > read.saturating_mul(RATIO).saturating_add(self.free) {
            let detail = format!("{spent} bytes of bases in {read} bytes");
            return Err(place.mark(LIMIT_BASE.found().detail(detail).lost(Lost::Rest)).into());
        }
        Ok(resolve(base, reference))
    }
}

struct Parts<'t> {
    scheme: &'t str,
    authority: &'t str,
    path: &'t str,
    /// With its question mark.
    query: &'t str,
}

impl Parts<'_> {
    fn split(text: &str) -> Option<Parts<'_>> {
        let scheme = crate::loc::scheme(text)?;
        let rest = text.get(scheme.len()..)?.strip_prefix("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at_checked(end)?;
        let (path, tail) = split_path(rest);
        let query = tail.split_once('#').map_or(tail, |(query, _)| query);
        (!authority.is_empty()).then_some(Parts { scheme, authority, path, query })
    }
}

/// The path, and the query and fragment with their marks.
fn split_path(text: &str) -> (&str, &str) {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

fn remove_dot_segments(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            other => kept.push(other),
        }
    }
    format!("/{}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    /// RFC 3986 sections 5.4.1 and 5.4.2.
    #[test]
    fn examples_of_the_rfc() {
        for (reference, result) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("./g/.", "http://a/b/c/g/"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(resolve("http://a/b/c/d;p?q", reference).as_deref(), Some(result));
        }
    }
}
