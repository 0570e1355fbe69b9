//! What the sitemap protocol's own elements are known by, for whoever reads or keeps XML of others.

/// The namespace of protocol 0.9.
pub const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Namespaces that documents of older versions have, and one that was announced and never used.
pub const LEGACY_NAMESPACES: &[&str] = &[
    "http://www.google.com/schemas/sitemap/0.84",
    "https://www.google.com/schemas/sitemap/0.84",
    "http://www.google.com/schemas/sitemap/0.90",
    "https://www.google.com/schemas/sitemap/0.90",
    "http://www.google.com/schemas/sitemap/0.9",
    "https://www.google.com/schemas/sitemap/0.9",
];

/// The local names of its elements.
pub const NAMES: &[&str] =
    &["urlset", "url", "sitemapindex", "sitemap", "loc", "lastmod", "changefreq", "priority"];

/// Whether this is the protocol's namespace in another spelling or version.
pub fn is_core(uri: &str) -> bool {
    let bare = uri.trim_end_matches('/');
    let bare = bare.strip_prefix("https:").or(bare.strip_prefix("http:")).unwrap_or(bare);
    let bare = bare.strip_prefix("//").unwrap_or(bare);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    bare.strip_prefix("sitemaps.org/schemas/sitemap/").is_some() || LEGACY_NAMESPACES.contains(&uri)
}

/// Whether an element in an entry would be read as one of the protocol: it has a name of it, in
/// capitals or not, and its namespace, in any spelling or left out.
pub fn is_protocol(namespace: &str, name: &str) -> bool {
    (namespace.is_empty() || is_core(namespace))
        && NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}
