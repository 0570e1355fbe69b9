//! The feeds that a page of HTML names: `<link rel="alternate" type="application/rss+xml" href="…">`, and
//! the address against which they are meant: `<base href="…">`.

use std::borrow::Cow;

/// What feeds are sent as.
const FEEDS: [&str; 4] =
    ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"];

/// Attributes that are read. A tag may have millions of others.
const READ: [&str; 6] = ["charset", "content", "href", "http-equiv", "rel", "type"];

/// Elements whose content is text, whatever it looks like (HTML, section 13.2.6).
const TEXT: [&str; 8] =
    ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"];

/// References that stand for what is written otherwise in attributes; HTML has two thousand more.
const NAMED: [(&str, char); 5] =
    [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];

/// What a page names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageLinks {
    /// The `href` of the first `base` that has one: it counts for the whole page (HTML, section 4.2.3).
    pub(crate) base: Option<String>,
    /// The charset that the first `meta` which names one says that the page is in.
    pub(crate) charset: Option<String>,
    /// The addresses as the page has them, in its order.
    pub(crate) feeds: Vec<String>,
}

/// Looks through a page.
pub(crate) fn of(html: &str) -> PageLinks {
    let mut found = PageLinks::default();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if let Some(comment) = rest.strip_prefix("!--") {
            let is_empty = comment.starts_with('>') || comment.starts_with("->");
            let end = if is_empty { ">" } else { "-->" };
            rest = comment.split_once(end).map_or("", |(_, rest)| rest);
            continue;
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/');
        let (name, after) = split(rest, rest.find(end));
        let (attributes, after) = attributes(after);
        rest = after;
        if name.eq_ignore_ascii_case("base") {
            let href = value(&attributes, "href");
            found.base = found.base.or(href.map(Cow::into_owned));
        } else if name.eq_ignore_ascii_case("link") {
            found.feeds.extend(feed(&attributes));
        } else if name.eq_ignore_ascii_case("meta") {
            found.charset = found.charset.or_else(|| charset(&attributes));
        } else if TEXT.iter().any(|text| name.eq_ignore_ascii_case(text)) {
            rest = behind(name, rest);
        }
    }
    found
}

/// The charset that a `meta` names. One that is read is no UTF-16 (HTML, section 13.2.3.2).
fn charset(attributes: &[(&str, &str)]) -> Option<String> {
    let of = |name: &str| value(attributes, name).unwrap_or_default().to_ascii_lowercase();
    let (own, content) = (of("charset"), of("content"));
    let is_type = of("http-equiv") == "content-type";
    let named = content.split_once("charset=").filter(|_| is_type).map(|(_, label)| label);
    let label = Some(&*own).filter(|own| !own.is_empty()).or(named)?;
    let label = label.trim_start().trim_matches(['"', '\'']).split([';', ' ']).next()?;
    (!label.is_empty() && !label.starts_with("utf-16")).then(|| label.to_owned())
}

/// The feed that a link names.
fn feed(attributes: &[(&str, &str)]) -> Option<String> {
    let of = |name: &str| value(attributes, name).unwrap_or_default();
    let is_other =
        of("rel").split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"));
    let kind = of("type");
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_feed = FEEDS.iter().any(|feed| feed.eq_ignore_ascii_case(kind));
    let href = of("href");
    (is_other && is_feed && !href.trim().is_empty()).then(|| href.trim().to_owned())
}

/// What follows the end tag of an element that holds text.
fn behind<'h>(name: &str, text: &'h str) -> &'h str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        rest = after;
        if rest.get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return rest;
        }
    }
    ""
}

/// The value of an attribute; of several, the first.
fn value<'h>(attributes: &[(&str, &'h str)], name: &str) -> Option<Cow<'h, str>> {
    let found = attributes.iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
    found.map(|(_, value)| decoded(value))
}

/// A value with what its references stand for.
fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let (c, after) = reference(after).unwrap_or(('&', after));
        text.push(c);
        rest = after;
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// What a reference stands for, and what follows it. A number needs no semicolon (HTML, section
/// 13.2.5.80).
fn reference(text: &str) -> Option<(char, &str)> {
    let Some(number) = text.strip_prefix('#') else {
        let rest = |name| text.strip_prefix(name)?.strip_prefix(';');
        return NAMED.iter().find_map(|(name, c)| Some((*c, rest(*name)?)));
    };
    let hex = number.strip_prefix(['x', 'X']);
    let (digits, radix) = hex.map_or((number, 10), |hex| (hex, 16));
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (digits, rest) = split(digits, end);
    if digits.is_empty() {
        return None;
    }
    let number = u32::from_str_radix(digits, radix).ok().filter(|number| *number != 0);
    let c = number.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((c, rest.strip_prefix(';').unwrap_or(rest)))
}

/// The attributes of a tag that are read, the first of each name, and what follows it.
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
        let is_read = READ.iter().any(|read| name.eq_ignore_ascii_case(read));
        if is_read && !found.iter().any(|(known, _)| name.eq_ignore_ascii_case(known)) {
            found.push((name, value));
        }
        rest = after;
    }
}

fn split(text: &str, at: Option<usize>) -> (&str, &str) {
    text.split_at_checked(at.unwrap_or(text.len())).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::{PageLinks, of};

    fn feeds(html: &str) -> Vec<String> {
        of(html).feeds
    }

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
            "<base",
            "<base href",
            "<script",
            "<script></scrip",
            "<!-->",
            "<",
            "",
        ] {
            assert!(feeds(broken).is_empty(), "{broken}");
        }
        assert!(feeds(&"<link =".repeat(100_000)).is_empty());
        assert!(feeds(&"<script>".repeat(100_000)).is_empty());
    }

    #[test]
    fn charsets_of_pages() {
        for (html, charset) in [
            ("<meta name=x content='charset=no'><META CHARSET='KOI8-R'><meta charset=x>", "koi8-r"),
            ("<meta content='text/html; charset=\"big5\"' http-equiv=Content-Type>", "big5"),
            ("<meta http-equiv=content-type content='text/html;charset=gbk; x'>", "gbk"),
            ("<meta charset=''><meta charset=utf-8>", "utf-8"),
            ("<meta charset=utf-16le><!-- <meta charset=x> -->", ""),
            ("<meta http-equiv=refresh content='0; url=/?charset=x'>", ""),
        ] {
            assert_eq!(of(html).charset.unwrap_or_default(), charset, "{html}");
        }
    }

    #[test]
    fn the_first_base_with_an_address_counts() {
        let link = "<link rel=alternate type=application/rss+xml href=a.rss>";
        for (html, base) in [
            (format!("{link}<base target=_top><BASE HREF='/x/&#38;'><base href=/y/>"), "/x/&"),
            (format!("<!-- <base href=/no/> --><base href=/yes/>{link}"), "/yes/"),
            (format!("<script>'<base href=/no/>'</SCRIPT><base href=/yes/>{link}"), "/yes/"),
            (format!("<p title='<base href=/no/>'><base href=\"/yes/\">{link}"), "/yes/"),
        ] {
            let expected = PageLinks {
                base: Some(base.into()),
                feeds: vec!["a.rss".into()],
                ..PageLinks::default()
            };
            assert_eq!(of(&html), expected, "{html}");
        }
        assert_eq!(of(&format!("<base>{link}")).base, None);
        assert_eq!(feeds(&format!("<!-->{link}<!--->{link}")).len(), 2);
    }

    #[test]
    fn references_stand_for_characters() {
        for (href, expected) in [
            ("/g&#x3d;h", "/g=h"),
            ("/g&#X3D;h&#61;i", "/g=h=i"),
            ("/g&#61h", "/g=h"),
            ("/?a=1&amp;b=2&c=3", "/?a=1&b=2&c=3"),
            ("/&lt;&gt;&quot;&apos;", "/<>\"'"),
            ("/&amp;#61;", "/&#61;"),
            ("/&#;&#x;&;&ampx", "/&#;&#x;&;&ampx"),
            ("/&#0;&#xD800;&#99999999999;", "/\u{fffd}\u{fffd}\u{fffd}"),
        ] {
            let html = format!("<link rel=altern&#97;te type=application/rss+xml href='{href}'>");
            assert_eq!(feeds(&html), [expected], "{href}");
        }
    }
}
