//! Language versions: which language links to which, and where the way back is missing.

use crate::bars::heading;
use crate::detail::Detail;
use crate::html::Html;
use crate::page::root;
use crate::text::{clip, count, thousands};
use std::collections::HashMap;
use urlset_stats::{Figures, Hreflang, Pair};

/// What pages are called that name no language as their own.
const NONE: &str = "none";

/// Whether there are links by language.
pub(crate) fn has(figures: &Figures) -> bool {
    figures.hreflang.as_ref().is_some_and(|hreflang| hreflang.links > 0)
}

/// A tag as people write it (RFC 5646, section 2.1.1): `zh-Hant`, `en-US`. Figures have it in lower case, in
/// which it is counted.
fn usual(tag: &str) -> String {
    let mut usual = String::with_capacity(tag.len());
    let (mut is_first, mut is_single) = (true, false);
    for part in tag.split('-') {
        if !is_first {
            usual.push('-');
        }
        let at = usual.len();
        usual.push_str(part);
        // Whatever follows a single letter stays small: `x-default`, `en-CA-x-ca`.
        if let Some(part) = usual.get_mut(at..).filter(|_| !is_first && !is_single) {
            match part.len() {
                2 => part.make_ascii_uppercase(),
                4 => part.get_mut(..1).unwrap_or_default().make_ascii_uppercase(),
                _ => {}
            }
        }
        is_single |= part.len() == 1;
        is_first = false;
    }
    usual
}

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let Some(hreflang) = &figures.hreflang else { return };
    let at = root().to("hreflang");
    html.open("p").figure(&at.to("linking"), hreflang.linking).text(" URLs have ");
    html.figure(&at.to("links"), hreflang.links).text(" links by language, in ");
    html.figure(&at.to("clusters"), hreflang.clusters).text(" clusters. ");
    html.figure(&at.to("no_return"), hreflang.no_return);
    html.text(
        " links lead to pages of the set that do not link back: search engines leave those out.",
    );
    html.close().line();
    matrix(html, hreflang, detail);
    table(html, hreflang, detail);
}

/// The languages that have the most links, in order of their tags.
fn chosen(hreflang: &Hreflang, most: usize, of: fn(&Pair) -> &str) -> Vec<&str> {
    let mut sums: HashMap<&str, u64> = HashMap::new();
    for pair in &hreflang.pairs {
        *sums.entry(of(pair)).or_default() += pair.links.max(pair.no_return);
    }
    let mut languages: Vec<(&str, u64)> = sums.into_iter().collect();
    languages.sort_by(|one, other| (other.1, one.0).cmp(&(one.1, other.0)));
    languages.truncate(most);
    let mut tags: Vec<&str> = languages.into_iter().map(|(tag, _)| tag).collect();
    tags.sort_unstable();
    tags
}

fn matrix(html: &mut Html, hreflang: &Hreflang, detail: &Detail) {
    let from = chosen(hreflang, detail.languages, |pair| &pair.from);
    let to = chosen(hreflang, detail.languages, |pair| &pair.to);
    let pairs: HashMap<(&str, &str), (usize, &Pair)> = hreflang
        .pairs
        .iter()
        .enumerate()
        .map(|(number, pair)| ((&*pair.from, &*pair.to), (number, pair)))
        .collect();
    html.open("div").is("class", "scroll").is("tabindex", "0").is("role", "region");
    html.label("Links from language to language").open("table").is("class", "matrix");
    html.open("caption").leaf("h3", "From language to language");
    html.text(" links; ▲ of them without a link back").close().line();
    html.open("thead").open("tr").open("th").is("scope", "col").text("from \\ to").close();
    for tag in &to {
        html.open("th").is("scope", "col").text(&clip(&usual(tag), 12)).close();
    }
    html.close().close().open("tbody").line();
    let mut told = (0, 0);
    for tag in &from {
        let name = if tag.is_empty() { NONE.to_owned() } else { usual(tag) };
        html.open("tr").open("th").is("scope", "row").text(&clip(&name, 12)).close();
        for other in &to {
            match pairs.get(&(tag, other)) {
                Some((number, pair)) => {
                    told = (told.0 + pair.links, told.1 + pair.no_return);
                    cell(html, *number, pair);
                }
                None => {
                    html.open("td").is("class", "soft").text("–").close();
                }
            }
        }
        html.close().line();
    }
    html.close().close().close().line();
    let rest: (u64, u64) = hreflang
        .pairs
        .iter()
        .fold((0, 0), |sum, pair| (sum.0 + pair.links, sum.1 + pair.no_return));
    if rest != told {
        html.open("p").is("class", "soft").text("Not in the table: ");
        html.text(&count(rest.0 - told.0, "link")).text(" of other languages, ");
        html.text(&thousands(rest.1 - told.1)).text(" of them without a link back.").close().line();
    }
    if from.contains(&"") {
        html.open("p").is("class", "soft").leaf("code", NONE);
        html.text(": pages that do not list themselves, so that nothing says their language.");
        html.close().line();
    }
}

fn cell(html: &mut Html, number: usize, pair: &Pair) {
    let at = root().to("hreflang").to("pairs").nth(number);
    if pair.no_return == 0 {
        html.open("td").figure(&at.to("links"), pair.links).close();
        return;
    }
    html.open("td").is("class", "missing").figure(&at.to("links"), pair.links).open("br");
    html.open("strong").is("class", "error").text("▲ ").figure(&at.to("no_return"), pair.no_return);
    html.open("span").is("class", "unseen").text(" without a link back").close().close().close();
}

/// Each language by itself.
fn table(html: &mut Html, hreflang: &Hreflang, detail: &Detail) {
    let most = detail.languages * 2;
    html.open("details").leaf("summary", "The languages as a table").line();
    html.open("table").open("caption").is("class", "quiet").text("Languages of links").close();
    heading(html, &["Language", "Pages", "Links", "No link back"]);
    html.open("tbody").line();
    for (number, language) in hreflang.languages.iter().enumerate().take(most) {
        let at = root().to("hreflang").to("languages").nth(number);
        html.open("tr")
            .open("th")
            .is("scope", "row")
            .text(&clip(&usual(&language.tag), 40))
            .close();
        html.open("td").figure(&at.to("pages"), language.pages).close();
        html.open("td").figure(&at.to("links"), language.links).close();
        html.open("td").figure(&at.to("no_return"), language.no_return).close().close().line();
    }
    html.close().close();
    if hreflang.languages.len() > most {
        let more = (hreflang.languages.len() - most) as u64;
        html.leaf("p", &format!("and {}", count(more, "more language")));
    }
    html.close().line();
}

#[cfg(test)]
mod tests {
    use super::usual;

    #[test]
    fn tags_are_written_as_people_do() {
        for (tag, expected) in [
            ("en", "en"),
            ("en-us", "en-US"),
            ("zh-hant", "zh-Hant"),
            ("zh-hant-tw", "zh-Hant-TW"),
            ("es-419", "es-419"),
            ("x-default", "x-default"),
            ("en-ca-x-ca", "en-CA-x-ca"),
            ("de-u-co-phonebk-nu-latn", "de-u-co-phonebk-nu-latn"),
            ("sr-latn-rs", "sr-Latn-RS"),
            ("others", "others"),
            ("", ""),
            ("é-öö-ße", "é-öö-ße"),
        ] {
            assert_eq!(usual(tag), expected);
        }
    }
}
