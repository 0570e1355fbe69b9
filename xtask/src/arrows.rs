//! Which crate may depend on which: the layers of the architecture as a table.

use crate::report::{Finding, failure};
use crate::workspace::Member;

/// What one of our crates may depend on.
struct Arrow {
    from: &'static str,
    /// Crates of ours, without the `urlset-`.
    ours: &'static [&'static str],
    /// Crates of others.
    others: &'static [&'static str],
}

/// From the bottom up; `docs/architecture.md` draws it.
const ARROWS: &[Arrow] = &[
    arrow("urlset-core", &[], &["safe_arch"]),
    arrow("urlset-hreflang", &["core"], &[]),
    arrow("urlset-image", &["core"], &[]),
    arrow("urlset-news", &["core"], &[]),
    arrow("urlset-video", &["core"], &[]),
    arrow("urlset-store", &["core"], &["memchr", "rustix", "tempfile"]),
    arrow("urlset-publish", &[], &["flate2", "rustix", "tempfile"]),
    // The network, and nothing else of ours: who does not name it builds no TLS.
    arrow(
        "urlset-fetch",
        &[],
        &[
            "base64",
            "flate2",
            "percent-encoding",
            // Fingerprints of what is told; `ureq` has it for TLS.
            "ring",
            "rustix",
            "ruzstd",
            "serde_json",
            "tempfile",
            "ureq",
            "url",
        ],
    ),
    arrow("urlset-ops", &["core", "store"], &["idna", "url"]),
    arrow("urlset-rewrite", &["core", "ops", "store"], &["regex", "url"]),
    arrow("urlset-query", &["core", "ops"], &["regex"]),
    arrow("urlset-diff", &["core", "ops", "store"], &["regex", "url"]),
    arrow("urlset-clusters", &["core", "hreflang", "ops", "store"], &[]),
    arrow("urlset-shard", &["core", "ops", "store"], &[]),
    arrow("urlset-stats", &["core", "diff", "shard", "store"], &["serde"]),
    arrow("urlset-report", &["stats"], &[]),
    arrow("urlset-robots", &["core"], &[]),
    arrow("urlset-text", &["core"], &["memchr"]),
    arrow("urlset-indexnow", &["core"], &["idna", "serde_json"]),
    arrow("urlset-xml", &["core"], &["memchr", "quick-xml"]),
    // Looks at sitemaps as the schemas do, tag by tag.
    arrow("urlset-check", &["core", "ops", "store", "xml"], &["idna", "memchr"]),
    arrow("urlset-sitemap", &["core", "xml"], &["memchr"]),
    arrow("urlset-csv", &["core", "xml"], &["csv", "csv-core", "memchr", "serde_json"]),
    // Rows are read as a table is: by the names of its columns.
    arrow(
        "urlset-arrow",
        &["core", "csv"],
        &["arrow-array", "arrow-buffer", "arrow-schema", "serde_json"],
    ),
    arrow(
        "urlset-parquet",
        &["arrow", "core", "csv"],
        &["arrow-array", "arrow-schema", "bytes", "flate2", "parquet"],
    ),
    arrow("urlset-json", &["core", "xml"], &["memchr", "serde", "serde_json"]),
    arrow("urlset-feed", &["core", "xml"], &["memchr"]),
    // Reads JSON with the scanner of JSON Lines, as feeds read XML with the cursor.
    arrow("urlset-jsonfeed", &["core", "json"], &["serde", "serde_json"]),
];

const fn arrow(
    from: &'static str,
    ours: &'static [&'static str],
    others: &'static [&'static str],
) -> Arrow {
    Arrow { from, ours, others }
}

/// What the facade may depend on besides all of the above.
const FACADE: &[&str] = &["encoding_rs", "flate2", "ruzstd"];

/// What a feature may add: the crates whose types it converts to, each named by its feature, and
/// nothing that anybody builds unasked.
const FEATURES: &[(&str, &[&str])] = &[
    ("urlset-core", &["chrono", "jiff", "serde_core", "time", "url"]),
    ("urlset", &["serde_core", "urlset-arrow", "urlset-parquet"]),
];

/// Checks what every member depends on.
pub(crate) fn check(members: &[Member]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in members {
        let place = format!("{}/Cargo.toml", member.folder.display());
        for name in &member.dependencies {
            if let Err(why) = judge(&member.name, name) {
                findings.push(failure(&place, 0, why));
            }
        }
        for name in member.optional.iter().filter(|name| !is_of_feature(&member.name, name)) {
            let why = format!("`{}` has no feature that adds `{name}`", member.name);
            findings.push(failure(&place, 0, why));
        }
    }
    findings
}

fn is_of_feature(from: &str, to: &str) -> bool {
    FEATURES.iter().any(|(name, added)| *name == from && added.contains(&to))
}

/// Whether `from` may depend on `to`.
fn judge(from: &str, to: &str) -> Result<(), String> {
    let known = |name: &str| ARROWS.iter().any(|arrow| arrow.from == name);
    let allowed = match from {
        "urlset" => known(to) && to != "urlset-fetch" || FACADE.contains(&to),
        // The command and the chores see the libraries through the facade alone; what they
        // need from others is their own business. The chores also measure what the tests try.
        // What is fetched is the command's business too: the facade has no network.
        "urlset-cli" => ["urlset", "urlset-fetch"].contains(&to) || !is_ours(to),
        "urlset-wasm" => to == "urlset" || !is_ours(to),
        // The package of Python has the command in it.
        "urlset-python" => ["urlset", "urlset-cli"].contains(&to) || !is_ours(to),
        "xtask" => ["urlset", "urlset-tests"].contains(&to) || !is_ours(to),
        // Tests look into everything.
        "urlset-tests" => true,
        _ => {
            let Some(arrow) = ARROWS.iter().find(|arrow| arrow.from == from) else {
                return Err(format!("`{from}` has no line in the table of arrows"));
            };
            match to.strip_prefix("urlset-") {
                Some(short) => arrow.ours.contains(&short),
                None => arrow.others.contains(&to),
            }
        }
    };
    if allowed {
        return Ok(());
    }
    Err(format!("`{from}` may not depend on `{to}`"))
}

fn is_ours(name: &str) -> bool {
    name == "urlset" || name.starts_with("urlset-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_add_what_they_are_named_after() {
        assert!(is_of_feature("urlset-core", "jiff") && judge("urlset-core", "jiff").is_err());
        assert!(!is_of_feature("urlset-core", "regex") && !is_of_feature("urlset-text", "jiff"));
    }

    #[test]
    fn arrows_point_down() {
        for (from, to, allowed) in [
            ("urlset-core", "serde", false),
            ("urlset-sitemap", "urlset-xml", true),
            ("urlset-sitemap", "urlset-image", false),
            ("urlset-feed", "urlset-image", false),
            ("urlset-feed", "urlset-text", false),
            ("urlset-text", "quick-xml", false),
            ("urlset-xml", "quick-xml", true),
            ("urlset-image", "urlset", false),
            ("urlset", "urlset-feed", true),
            ("urlset", "clap", false),
            ("urlset", "urlset-fetch", false),
            ("urlset-cli", "urlset-fetch", true),
            ("urlset-fetch", "ureq", true),
            ("urlset-fetch", "urlset-core", false),
            ("urlset-cli", "clap", true),
            ("urlset-cli", "urlset-xml", false),
            ("urlset-wasm", "urlset", true),
            ("urlset-wasm", "urlset-xml", false),
            ("urlset-python", "urlset-cli", true),
            ("urlset-python", "urlset-xml", false),
            ("xtask", "urlset-tests", true),
            ("xtask", "urlset-xml", false),
            ("urlset-tests", "urlset-csv", true),
            ("urlset-new", "urlset-core", false),
        ] {
            assert_eq!(judge(from, to).is_ok(), allowed, "{from} -> {to}");
        }
    }
}
