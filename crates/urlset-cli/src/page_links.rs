//! The feeds that a page of HTML names: `<link rel="alternate" type="application/rss+xml" href="…">`.

/// What feeds are sent as.
const FEEDS: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"];

/// The addresses as the page has them, in its order.
pub(crate) fn feeds(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = rest.get(start + 1..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let is_link = rest.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("link"))
            && rest.get(4..5).is_some_and(|next| next.trim_start().is_empty());
        if !is_link {
            continue;
        }
        let (attributes, after) = attributes(rest.get(4..).unwrap_or_default());
        rest = after;
        let of = |name: &str| {
            let found = attributes.iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
            found.map_or("", |(_, value)| value.trim())
        };
        let is_other =
            of("rel").split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"));
        let kind = of("type").split(';').next().unwrap_or_default().trim();
        let is_feed = FEEDS.iter().any(|feed| feed.eq_ignore_ascii_case(kind));
        if is_other && is_feed && !of("href").is_empty() {
            found.push(of("href").replace("&amp;", "&"));
        }
    }
    found
}

/// The attributes of a tag, and what follows it.
fn attributes(tag: &str) -> (Vec<(&str, &str)>, &str) {
    let mut found = Vec::new();
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
        let (name, after) = split(rest, rest.find(end));
        if let Some(after) = after.strip_prefix('>').filter(|_| name.is_empty()) {
            return (found, after);
        }
        let Some(value) = after.trim_start().strip_prefix('=') else {
            // Without a value; or the end of everything.
            if name.is_empty() {
                return (found, after.get(1..).unwrap_or_default());
            }
            rest = after;
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => {
                let inner = value.get(1..).unwrap_or_default();
                inner.split_once(quote).unwrap_or((inner, ""))
            }
            None => split(value, value.find(|c: char| c.is_ascii_whitespace() || c == '>')),
        };
        found.push((name, value));
        rest = after;
    }
}

fn split(text: &str, at: Option<usize>) -> (&str, &str) {
    text.split_at_checked(at.unwrap_or(text.len())).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::feeds;

    #[test]
    fn links_of_a_page() {
        let html = r#"<!doctype html><title>a < b</title>
            <!-- <link rel="alternate" type="application/rss+xml" href="/old.rss"> -->
            <link rel="stylesheet" href="a.css"><LINK href='/feed?a=1&amp;b=2' TYPE=application/rss+xml
            rel="home alternate"/><link rel=alternate type="application/atom+xml; charset=utf-8" href=a.atom>
            <link rel="alternate" hreflang="de" href="/de"><links rel="alternate" href="x">
            <link rel="alternate" type="application/feed+json" href=""><link rel=alternate type=text/html href=b>"#;
        assert_eq!(feeds(html), ["/feed?a=1&b=2", "a.atom"]);
        for broken in [
            "<link",
            "<link ",
            "<link rel",
            "<link rel=",
            "<link rel='a",
            "<link =",
            "<link =>",
            "<",
            "",
        ] {
            assert!(feeds(broken).is_empty(), "{broken}");
        }
        assert!(feeds(&"<link =".repeat(100_000)).is_empty());
    }
}
