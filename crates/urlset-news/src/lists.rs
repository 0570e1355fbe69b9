//! The lists that some elements hold: genres and tickers.

const GENRES: &[&str] = &["PressRelease", "Satire", "Blog", "OpEd", "Opinion", "UserGenerated"];

/// Tickers of one article (schema sitemap-news 0.9).
const MOST_TICKERS: usize = 5;

/// The parts between commas, without the space around them; none that is empty.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// A comma list of known genres, or nothing.
pub(crate) fn are_genres(text: &str) -> bool {
    text.is_empty() || text.split(',').all(|genre| GENRES.contains(&genre.trim()))
}

/// Up to five of `EXCHANGE:SYMBOL` with commas between, or nothing.
pub(crate) fn are_tickers(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphanumeric);
    let ticker = |text: &str| {
        text.trim_start_matches(' ')
            .split_once(':')
            .is_some_and(|(exchange, symbol)| word(exchange) && word(symbol))
    };
    text.is_empty() || (text.split(',').count() <= MOST_TICKERS && text.split(',').all(ticker))
}

#[cfg(test)]
mod tests {
    use super::{are_genres, are_tickers};

    #[test]
    fn lists() {
        for (text, good) in [
            ("", true),
            ("Blog", true),
            ("Blog, OpEd", true),
            ("Blog;OpEd", false),
            ("blog", false),
            ("Blog,", false),
        ] {
            assert_eq!(are_genres(text), good, "{text}");
        }
        for (text, good) in [
            ("", true),
            ("NASDAQ:AMAT", true),
            ("A:1, B:2,C:3,  D:4, E:5", true),
            ("A:1,B:2,C:3,D:4,E:5,F:6", false),
            ("AMAT", false),
            ("A:1 B:2", false),
            ("A:1 ,B:2", false),
        ] {
            assert_eq!(are_tickers(text), good, "{text}");
        }
    }
}
