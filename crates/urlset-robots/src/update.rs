//! Changing the `Sitemap` lines of a robots.txt and nothing else.

use crate::line::{Said, Sitemap, lines, measure, read};
use std::collections::HashMap;

/// A robots.txt with these sitemaps: a `Sitemap` line whose address is still listed stays where it
/// stands, as it is where every reader knows it for one, else written as such (also one that has only its
/// path, or only the address); one that is no longer listed goes, new ones come at the end. Every other line stays byte for byte, with its end; new
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
    let mut locs: Vec<&str> = locs.into_iter().collect();
    let mut wanted: HashMap<&str, usize> = HashMap::new();
    for loc in &locs {
        *wanted.entry(loc).or_default() += 1;
    }
    let paths: HashMap<&str, &str> = locs.iter().map(|loc| (path_of(loc), *loc)).collect();
    let mut out = String::with_capacity(existing.len() + 64);
    let mut open_group = false;
    let mut rest = existing;
    while !rest.is_empty() {
        let (length, whole) = measure(rest);
        let (line, after) = rest.split_at_checked(whole).unwrap_or((rest, ""));
        rest = after;
        let text = line.get(..length).unwrap_or(line);
        let said = read(text.trim_start_matches('\u{feff}'));
        let meant = meant(said, text, |loc| wanted.contains_key(loc), &paths);
        let is_plain = matches!(said, Said::Sitemap(sitemap) if sitemap.is_plain() && meant == Some(sitemap.value));
        let count = meant.and_then(|loc| wanted.get_mut(loc)).filter(|count| **count > 0);
        if let (Some(loc), Some(count)) = (meant, count) {
            *count -= 1;
            match is_plain {
                true => out.push_str(line),
                false => {
                    push_plain(&mut out, text, said, loc);
                    out.push_str(line.get(length..).unwrap_or_default());
                }
            }
            continue;
        }
        match said {
            // The mark at the front of the file is not part of the line.
            Said::Sitemap(_) => {
                out.push_str(if text.starts_with('\u{feff}') { "\u{feff}" } else { "" });
                continue;
            }
            Said::Nothing if text.trim().is_empty() => open_group = false,
            Said::Nothing => {}
            Said::Unreadable | Said::Address | Said::Inside | Said::Other => open_group = true,
        }
        out.push_str(line);
    }
    locs.retain(|loc| {
        let count = wanted.get_mut(loc).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    });
    push_new(&mut out, &locs, line_end(existing), open_group);
    out
}

/// Appends the lines that are new, behind an empty one where a group is open.
fn push_new(out: &mut String, locs: &[&str], ending: &str, open_group: bool) {
    if !locs.is_empty() {
        if !out.is_empty() && !out.ends_with(['\n', '\r', '\u{feff}']) {
            out.push_str(ending);
        }
        if open_group {
            out.push_str(ending);
        }
    }
    for loc in locs {
        out.push_str("Sitemap: ");
        out.push_str(loc);
        out.push_str(ending);
    }
}

/// Which of the wanted addresses a line has: as it is, without what is around it, as a path on its host,
/// or alone.
fn meant<'l>(
    said: Said<'l>,
    text: &'l str,
    is_wanted: impl Fn(&str) -> bool,
    paths: &HashMap<&str, &'l str>,
) -> Option<&'l str> {
    let around = |c: char| c.is_whitespace() || c == '\u{feff}';
    match said {
        Said::Sitemap(Sitemap { value, .. }) if is_wanted(value) => Some(value),
        Said::Sitemap(Sitemap { value, .. }) => {
            let value = value.trim_matches(around);
            if is_wanted(value) { Some(value) } else { paths.get(value).copied() }
        }
        Said::Address => Some(text.trim_matches(around)).filter(|loc| is_wanted(loc)),
        Said::Nothing | Said::Unreadable | Said::Inside | Said::Other => None,
    }
}

/// What follows scheme and host; empty where that is nothing.
fn path_of(loc: &str) -> &str {
    let rest = loc.split_once("://").map_or("", |(_, rest)| rest);
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default()
}

/// Writes a line as every reader knows it, with its comment.
fn push_plain(out: &mut String, text: &str, said: Said<'_>, loc: &str) {
    out.push_str(if text.starts_with('\u{feff}') { "\u{feff}" } else { "" });
    out.push_str("Sitemap: ");
    out.push_str(loc);
    // What is cut off from an address is no comment.
    let has_comment = matches!(said, Said::Sitemap(sitemap) if sitemap.cut.is_empty());
    if let Some((_, comment)) = text.split_once('#').filter(|_| has_comment) {
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
            (
                "Sitemap: /a # mine\nDisallow:\nSitemap: \u{feff}https://e.com/b # main\n",
                &[B, A],
                "Sitemap: https://e.com/a # mine\nDisallow:\nSitemap: https://e.com/b # main\n",
            ),
            ("https://e.com/a\n#\n", &[A], "Sitemap: https://e.com/a\n#\n"),
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
