//! Changing the `Sitemap` lines of a robots.txt and nothing else.

use crate::line::{Said, Sitemap, lines, measure, read};
use std::collections::HashMap;

/// A robots.txt with these sitemaps: a `Sitemap` line whose address is still listed stays where it
/// stands, as it is where every reader knows it for one, else written as such; one that is no longer
/// listed goes, new ones come at the end. Every other line stays byte for byte, with its end; new
/// lines end as the file's first line does.
///
/// ```
/// let text = "Sitemap: https://example.com/a.xml\r\nUser-agent: *\r\nDisallow:";
/// let locs = ["https://example.com/b.xml", "https://example.com/a.xml"];
/// assert_eq!(
///     urlset_robots::update(text, locs),
///     "Sitemap: https://example.com/a.xml\r\nUser-agent: *\r\nDisallow:\r\n\r\n\
///      Sitemap: https://example.com/b.xml\r\n",
/// );
/// ```
pub fn update<'l>(existing: &str, locs: impl IntoIterator<Item = &'l str>) -> String {
    let locs: Vec<&str> = locs.into_iter().collect();
    let mut wanted: HashMap<&str, usize> = HashMap::new();
    for loc in &locs {
        *wanted.entry(loc).or_default() += 1;
    }
    let mut out = String::with_capacity(existing.len() + 64);
    let mut open_group = false;
    let mut rest = existing;
    while !rest.is_empty() {
        let (length, whole) = measure(rest);
        let (line, after) = rest.split_at_checked(whole).unwrap_or((rest, ""));
        rest = after;
        let text = line.get(..length).unwrap_or(line);
        match read(text.trim_start_matches('\u{feff}')) {
            Said::Sitemap(sitemap) => match wanted.get_mut(sitemap.value) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    if !sitemap.is_plain() {
                        push_plain(&mut out, text, sitemap);
                        out.push_str(line.get(length..).unwrap_or_default());
                        continue;
                    }
                }
                // The mark at the front of the file is not part of the line.
                _ => {
                    out.push_str(if text.starts_with('\u{feff}') { "\u{feff}" } else { "" });
                    continue;
                }
            },
            Said::Nothing if text.trim().is_empty() => open_group = false,
            Said::Nothing => {}
            Said::Unreadable | Said::Address | Said::Other => open_group = true,
        }
        out.push_str(line);
    }
    let ending = line_end(existing);
    let mut first = true;
    for loc in locs {
        let Some(count) = wanted.get_mut(loc).filter(|count| **count > 0) else {
            continue;
        };
        *count -= 1;
        if first {
            if !out.is_empty() && !out.ends_with(['\n', '\r', '\u{feff}']) {
                out.push_str(ending);
            }
            if open_group {
                out.push_str(ending);
            }
            first = false;
        }
        out.push_str("Sitemap: ");
        out.push_str(loc);
        out.push_str(ending);
    }
    out
}

/// Writes a line as every reader knows it, with its comment.
fn push_plain(out: &mut String, text: &str, sitemap: Sitemap<'_>) {
    out.push_str(if text.starts_with('\u{feff}') { "\u{feff}" } else { "" });
    out.push_str("Sitemap: ");
    out.push_str(sitemap.value);
    // What is cut off from an address is no comment.
    if let Some((_, comment)) = text.split_once('#').filter(|_| sitemap.cut.is_empty()) {
        out.push_str(" #");
        out.push_str(comment);
    }
}

/// The addresses of the `Sitemap` lines that [`update`] goes by, in order, as often as they stand.
pub fn sitemaps(text: &str) -> impl Iterator<Item = &str> {
    lines(text).filter_map(|line| match read(line) {
        Said::Sitemap(sitemap) => Some(sitemap.value),
        _ => None,
    })
}

fn line_end(text: &str) -> &'static str {
    let (length, whole) = measure(text);
    match text.get(length..whole) {
        Some("\r\n") => "\r\n",
        Some("\r") => "\r",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::update;
    use proptest::prelude::*;

    #[test]
    fn only_sitemap_lines_change() {
        const A: &str = "https://e.com/a";
        const B: &str = "https://e.com/b";
        for (existing, locs, updated) in [
            ("", &[A][..], "Sitemap: https://e.com/a\n"),
            ("\u{feff}", &[A], "\u{feff}Sitemap: https://e.com/a\n"),
            (
                "User-agent: *\r\nDisallow: /x\r\nsitemap:https://e.com/a # all\r\n\r\nUser-agent: b",
                &[B, A],
                "User-agent: *\r\nDisallow: /x\r\nsitemap:https://e.com/a # all\r\n\r\nUser-agent: b\r\n\r\nSitemap: https://e.com/b\r\n",
            ),
            ("\u{feff}Sitemap: https://e.com/a\rUser-agent: *\r", &[], "\u{feff}User-agent: *\r"),
            (
                "Sitemap: https://e.com/a\nSitemap: https://e.com/a\n",
                &[A, B],
                "Sitemap: https://e.com/a\nSitemap: https://e.com/b\n",
            ),
            (
                "\u{feff}Site-map: https://e.com/a # all\r\nsitemap https://e.com/b#c\nSitemap : https://e.com/a",
                &[A, A, B],
                "\u{feff}Sitemap: https://e.com/a # all\r\nSitemap: https://e.com/b\nSitemap : https://e.com/a",
            ),
            ("# c\n\n", &[A], "# c\n\nSitemap: https://e.com/a\n"),
        ] {
            assert_eq!(update(existing, locs.iter().copied()), updated, "{existing:?}");
        }
    }

    proptest! {
        /// With the same sitemaps nothing changes, and doing it twice changes nothing more.
        #[test]
        fn settles(
            text in prop::collection::vec(
                prop::sample::select(vec!["Sitemap: https://e.com/a", "Site-map https://e.com/b#c", "user-agent: *", "Disallow: /é", "# c", "", "\n", "\r\n", "\r", " "]),
                0..20,
            ).prop_map(|parts| parts.concat()),
            locs in prop::collection::vec(prop::sample::select(vec!["https://e.com/a", "https://e.com/b"]), 0..4),
        ) {
            let once = update(&text, locs.iter().copied());
            prop_assert_eq!(update(&once, locs.iter().copied()), once);
        }
    }
}
