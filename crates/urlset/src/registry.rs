//! The one place that names every format and every extension.

use std::collections::BTreeMap;
use urlset_core::{Extension, Format, Rule};

/// Every format. Where two are equally sure of a document, the earlier one reads it.
pub static FORMATS: &[&Format] = &[
    &urlset_sitemap::FORMAT,
    &urlset_feed::RSS,
    &urlset_feed::ATOM,
    &urlset_jsonfeed::FORMAT,
    &urlset_json::FORMAT,
    &urlset_robots::FORMAT,
    &urlset_csv::CSV,
    &urlset_csv::TSV,
    &urlset_text::FORMAT,
    &urlset_indexnow::FORMAT,
    #[cfg(feature = "parquet")]
    &urlset_parquet::FORMAT,
];

/// Every extension.
pub static EXTENSIONS: &[&Extension] = &[
    &urlset_image::EXTENSION,
    &urlset_video::EXTENSION,
    &urlset_news::EXTENSION,
    &urlset_hreflang::EXTENSION,
];

/// The format with this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// Every rule that something in these crates finds, each once, in the order of their ids.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let formats = FORMATS.iter().flat_map(|format| format.rules);
    let extensions = EXTENSIONS.iter().flat_map(|extension| extension.rules);
    let shared = [
        urlset_core::rules::ALL,
        urlset_xml::rules::ALL,
        urlset_ops::rules::ALL,
        urlset_rewrite::rules::ALL,
        urlset_shard::rules::ALL,
        urlset_store::rules::ALL,
        urlset_check::rules::ALL,
        urlset_clusters::rules::ALL,
        crate::source_rules::ALL,
    ];
    let all = shared.into_iter().flatten().chain(formats).chain(extensions);
    let by_id: BTreeMap<&str, &'static Rule> = all.map(|rule| (rule.id, *rule)).collect();
    by_id.into_values()
}

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, FORMATS, format, rule, rules};

    #[test]
    fn names_are_unique_and_found() {
        for (at, one) in FORMATS.iter().enumerate() {
            assert!(format(one.name).is_some_and(|found| std::ptr::eq(found, *one)));
            assert!(FORMATS.iter().skip(at + 1).all(|other| other.name != one.name));
        }
        for (at, one) in EXTENSIONS.iter().enumerate() {
            assert!(EXTENSIONS.iter().skip(at + 1).all(|other| other.name != one.name));
        }
    }

    #[test]
    fn rules_are_sorted_unique_and_told_in_full() {
        let all: Vec<_> = rules().collect();
        assert!(all.is_sorted_by(|one, next| one.id < next.id));
        for one in &all {
            assert!(
                one.id.split_once('/').is_some_and(|(group, name)| {
                    let plain =
                        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
                    group.chars().all(plain) && name.chars().all(plain)
                }),
                "{}",
                one.id
            );
            assert!(!one.summary.is_empty() && !one.help.is_empty() && !one.source.is_empty());
            assert!(!one.summary.ends_with('.') && !one.help.ends_with('.'), "{}", one.id);
        }
        assert!(rule("file/gzip-bomb").is_some() && rule("file/no-such").is_none());
    }
}
