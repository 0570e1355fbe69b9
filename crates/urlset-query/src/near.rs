//! What a mistyped name was meant to be.

/// Characters of a name that are compared.
const MOST: usize = 64;

/// The name that a mistyped one is closest to, if any is close.
///
/// ```
/// let known = ["lastmod", "changefreq"];
/// assert_eq!(urlset_query::nearest("lastmd", known), Some("lastmod"));
/// assert_eq!(urlset_query::nearest("LASTMOD", known), Some("lastmod"));
/// assert_eq!(urlset_query::nearest("title", known), None);
/// ```
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    known
        .into_iter()
        .map(|known| (edits(&name.to_lowercase(), &known.to_lowercase()), known))
        .filter(|(distance, known)| distance * 2 <= known.len().max(4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// ``did you mean `…`? `` where a name is near another, with a space behind it; else nothing.
pub fn meant<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

/// Edits between two words in any case (Levenshtein), one row at a time.
pub fn edits(one: &str, other: &str) -> usize {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let other: Vec<char> = other.chars().take(MOST).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.chars().take(MOST).enumerate() {
        let mut diagonal = std::mem::replace(row.get_mut(0).unwrap_or(&mut 0), at + 1);
        let mut left = at + 1;
        for (cell, d) in row.iter_mut().skip(1).zip(&other) {
            let best = (diagonal + usize::from(c != *d)).min(*cell + 1).min(left + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn near_names() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("atom", "atom"), 0);
        let known = ["xml", "text", "atom", "csv"];
        assert_eq!(nearest("txt", known), Some("text"));
        assert_eq!(nearest("xlm", known), Some("xml"));
        assert_eq!(nearest("atmo", known), Some("atom"));
        assert_eq!(nearest("CSV", known), Some("csv"));
        assert_eq!(nearest("parquet", known), None);
    }
}
