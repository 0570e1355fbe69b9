//! The pause between two requests that a robots.txt asks for: `Crawl-delay`, which no standard has and
//! many a site says. Not `urlset-check`'s reading of groups, which is Google's: for it a line of
//! `Crawl-delay` does not end the names of a group, so names after it would join theirs.

use std::time::Duration;

/// Our name in groups of a robots.txt.
const NAME: &str = "urlset";

/// The longest pause in seconds that is told from a longer one: a year.
const LONGEST: f64 = 365.0 * 86_400.0;

/// What the group for us asks, else that for everybody.
pub(crate) fn of(text: &str) -> Option<Duration> {
    let (mut own, mut all) = (None, None);
    let (mut is_own, mut is_all, mut in_names) = (false, false, false);
    for line in urlset::robots::lines(text) {
        let line = line.split('#').next().unwrap_or_default();
        let Some((key, value)) = line.split_once(':') else { continue };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        if key == "user-agent" {
            if !in_names {
                (is_own, is_all) = (false, false);
            }
            in_names = true;
            is_own |= value.eq_ignore_ascii_case(NAME);
            is_all |= value == "*";
            continue;
        }
        // Lines that belong to no group end none (RFC 9309, section 2.2.4).
        in_names &= key == "sitemap";
        if key == "crawl-delay" {
            // However much it is, it has a bound in the end; `inf` is a number only in Rust.
            let number = Some(value)
                .filter(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
            let pause = number.and_then(|text| text.parse::<f64>().ok());
            let pause = pause.map(|pause| pause.min(LONGEST));
            let pause = pause.and_then(|pause| Duration::try_from_secs_f64(pause).ok());
            own = own.or(pause.filter(|_| is_own));
            all = all.or(pause.filter(|_| is_all));
        }
    }
    own.or(all)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_group_for_us() {
        let seconds = |text: &str| of(text).map(|pause| pause.as_secs_f64());
        assert_eq!(seconds("User-agent: *\nCrawl-delay: 2.5 # slow\n"), Some(2.5));
        assert_eq!(seconds("User-agent: bing\nCrawl-delay: 9\n\nUser-agent: *\nDisallow:"), None);
        let both =
            "user-agent: *\nuser-agent: x\ncrawl-delay: 1\nUser-Agent: URLSET\nCrawl-Delay: 3";
        assert_eq!(seconds(both), Some(3.0));
        assert_eq!(seconds("\u{feff}User-agent: *\rDisallow:\rCrawl-delay: 5\r"), Some(5.0));
        assert_eq!(seconds("Crawl-delay: 4"), None);
        assert_eq!(seconds("User-agent: *\nCrawl-delay: -4"), None);
        assert_eq!(seconds("User-agent: *\nCrawl-delay: much"), None);
        for none in ["NaN", "inf", "Infinity"] {
            assert_eq!(seconds(&format!("User-agent: *\nCrawl-delay: {none}")), None, "{none}");
        }
        for much in ["1e20", "1e999", "99999999999999999999"] {
            let text = format!("User-agent: *\nCrawl-delay: {much}");
            assert_eq!(seconds(&text), Some(super::LONGEST), "{much}");
        }
    }
}
