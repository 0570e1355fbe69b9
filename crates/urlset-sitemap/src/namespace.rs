//! The namespace of a root that is not the protocol's.

use crate::{LEGACY_NAMESPACES, NAMESPACE, rules};
use urlset_core::{Extension, Rule};
use urlset_xml::Cursor;
use urlset_xml::protocol::is_core;

/// What is wrong with that of the root, on whose start tag the cursor stands.
pub(crate) fn wrong(xml: &Cursor<'_>) -> Option<&'static Rule> {
    match xml.namespace() {
        uri if uri == NAMESPACE || xml.is_undeclared() => None,
        "" => Some(&rules::NS_MISSING),
        uri if LEGACY_NAMESPACES.contains(&uri) => Some(&rules::NS_LEGACY),
        uri if uri.trim_end_matches('/') == NAMESPACE => Some(&urlset_xml::rules::EXTENSION_SLASH),
        uri if is_https(uri) => Some(&rules::NS_HTTPS),
        _ => Some(&rules::NS_WRONG),
    }
}

/// The extension that it belongs to.
pub(crate) fn extension(
    xml: &Cursor<'_>,
    extensions: &[&'static Extension],
) -> Option<&'static Extension> {
    let uri = xml.namespace();
    extensions.iter().copied().find(|extension| extension.namespace == uri)
}

/// Whether a prefix has it that is not the root's: what is in it by that is meant to be.
pub(crate) fn has_own_prefix(xml: &Cursor<'_>) -> bool {
    let uri = xml.namespace();
    let prefixes = xml.root_namespaces().iter().filter(|known| *known.uri == *uri);
    prefixes.count() > usize::from(xml.qname().contains(':')) && !is_core(uri)
}

/// Whether only the scheme is wrong, or a slash at the end as well.
fn is_https(uri: &str) -> bool {
    let rest = uri.strip_prefix("https:").map(|rest| rest.trim_end_matches('/'));
    rest.is_some_and(|rest| NAMESPACE.strip_prefix("http:") == Some(rest))
}
