//! The shape of a URL: what addresses made by one template have in common.

use urlset_core::Loc;

/// Segments of a path that are told apart; what follows them is `…`.
const SEGMENTS: usize = 8;

/// Names of a query that are told apart; what follows them is `…`.
const NAMES: usize = 6;

/// Longest segment that is no identifier but stays as it is, in characters.
const WORD: usize = 24;

/// Replaces `out` by the shape of a loc: `/shop/{slug}/{number}.html?page`. The first folder stays as it
/// is, and so does the suffix of the last segment and the names of the query, sorted; other segments
/// become `{number}`, `{id}` or `{slug}`.
pub fn shape(loc: &Loc, out: &mut String) {
    out.clear();
    let path = loc.path();
    let count = path.split('/').filter(|segment| !segment.is_empty()).count();
    for (number, segment) in path.split('/').filter(|segment| !segment.is_empty()).enumerate() {
        out.push('/');
        if number == SEGMENTS {
            out.push('…');
            break;
        }
        let is_folder = number + 1 < count || path.ends_with('/');
        if number == 0 && is_folder {
            folder(segment, out);
        } else if is_folder {
            out.push_str(kind(segment));
        } else {
            page(segment, out);
        }
    }
    if path.ends_with('/') && !out.ends_with('…') || out.is_empty() {
        out.push('/');
    }
    if let Some(query) = loc.query() {
        names(query, out);
    }
}

/// The first folder, as it is unless it is an identifier itself.
fn folder(segment: &str, out: &mut String) {
    match kind(segment) {
        "{slug}" if segment.chars().count() <= WORD => out.push_str(segment),
        kind => out.push_str(kind),
    }
}

/// The last segment, with its suffix.
fn page(segment: &str, out: &mut String) {
    let suffix = segment.rsplit_once('.').filter(|(stem, suffix)| {
        let short = (1..=5).contains(&suffix.len());
        !stem.is_empty() && short && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    match suffix {
        Some((stem, suffix)) => {
            out.push_str(kind(stem));
            out.push('.');
            out.push_str(suffix);
        }
        None => out.push_str(kind(segment)),
    }
}

/// What a segment is.
fn kind(segment: &str) -> &'static str {
    let all = |of: fn(&u8) -> bool| segment.bytes().all(|byte| of(&byte));
    let hexadecimal = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    let has_digit = segment.bytes().any(|byte| byte.is_ascii_digit());
    if all(u8::is_ascii_digit) {
        "{number}"
    } else if segment.len() >= 16 && has_digit && all(hexadecimal) {
        "{id}"
    } else {
        "{slug}"
    }
}

fn names(query: &str, out: &mut String) {
    out.push('?');
    let name = |part: &str| -> String {
        let name = part.split_once('=').map_or(part, |(name, _)| name);
        name.chars().take(WORD).collect()
    };
    let mut names: Vec<String> =
        query.split('&').filter(|part| !part.is_empty()).take(64).map(name).collect();
    names.sort_unstable();
    names.dedup();
    let more = names.len() > NAMES;
    names.truncate(NAMES);
    out.push_str(&names.join("&"));
    if more {
        out.push_str("&…");
    }
}

#[cfg(test)]
mod tests {
    use super::shape;
    use urlset_core::Loc;

    #[test]
    fn shapes() {
        let mut out = String::new();
        for (loc, expected) in [
            ("https://e.com", "/"),
            ("https://e.com/", "/"),
            ("https://e.com/about", "/{slug}"),
            ("https://e.com/about.html", "/{slug}.html"),
            (
                "https://e.com/shop/blue-kettle/4711.html?size=1&colour=x",
                "/shop/{slug}/{number}.html?colour&size",
            ),
            ("https://e.com/de/", "/de/"),
            ("https://e.com//de//a/", "/de/{slug}/"),
            ("https://e.com/2024/03/a", "/{number}/{number}/{slug}"),
            ("https://e.com/p/0b5d9a42-1111-4222-8333-444455556666", "/p/{id}"),
            ("https://e.com/a-section-with-a-name-that-is-long/x", "/{slug}/{slug}"),
            (
                "https://e.com/a/b/c/d/e/f/g/h/i/j",
                "/a/{slug}/{slug}/{slug}/{slug}/{slug}/{slug}/{slug}/…",
            ),
            ("https://e.com/?b&a=1&&a=2", "/?a&b"),
            ("https://e.com/a?1&2&3&4&5&6&7", "/{slug}?1&2&3&4&5&6&…"),
        ] {
            shape(&Loc::new(loc), &mut out);
            assert_eq!(out, expected, "{loc}");
        }
    }
}
