//! What is wrong, by rule, and where it was found first.

use crate::detail::Detail;
use crate::html::{At, Html};
use crate::page::root;
use crate::text::{clip, clip_front, count, thousands};
use urlset_stats::{Figures, Found, Place};

/// Whether anybody looked.
pub(crate) fn has(figures: &Figures) -> bool {
    figures.findings.is_some()
}

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let Some(findings) = &figures.findings else { return };
    let at = root().to("findings");
    let plural = |number: u64| if number == 1 { "" } else { "s" };
    html.open("p").figure(&at.to("error"), findings.error);
    html.text(&format!(" error{}, ", plural(findings.error)));
    html.figure(&at.to("warning"), findings.warning);
    html.text(&format!(" warning{} and ", plural(findings.warning)));
    html.figure(&at.to("note"), findings.note);
    html.text(&format!(" note{} for ", plural(findings.note)));
    html.leaf("code", &clip(&findings.profile, 40)).text(". ");
    html.leaf("code", "urlset check").text(" tells each of them, ");
    html.leaf("code", "urlset explain RULE").text(" what a rule is about.").close().line();
    for (number, found) in findings.rules.iter().enumerate().take(detail.rules) {
        rule(html, found, &at.to("rules").nth(number), detail);
    }
    if findings.rules.len() > detail.rules {
        let rest = findings.rules.get(detail.rules..).unwrap_or_default();
        let sum: u64 = rest.iter().map(|rule| rule.found).sum();
        let text =
            format!("and {} findings of {}", thousands(sum), count(rest.len() as u64, "more rule"));
        html.leaf("p", &text).line();
    }
}

fn rule(html: &mut Html, found: &Found, at: &At, detail: &Detail) {
    let class = match found.severity {
        "error" => "rule error",
        "warning" => "rule warning",
        _ => "rule note",
    };
    html.open("details").is("class", class).open("summary");
    html.open("span").is("class", "severity").text(found.severity).close().text(" ");
    html.open("span").is("class", "message").words(found.message).close().text(" ");
    html.open("span").is("class", "times").figure(&at.to("found"), found.found).close().close();
    html.line().open("p").leaf("code", found.rule);
    if found.dropped > 0 {
        html.text(", left out because of it: ").figure(&at.to("dropped"), found.dropped);
    }
    html.text(". What to do: ").words(found.help).text(".").close().line();
    if !found.first.is_empty() && detail.places > 0 {
        html.open("ul").line();
        for place in found.first.iter().take(detail.places) {
            self::place(html, place, detail.text);
        }
        html.close();
    }
    html.close().line();
}

fn place(html: &mut Html, place: &Place, most: usize) {
    let mut name = clip_front(&place.path, most);
    if place.line > 0 {
        name += &format!(":{}:{}", place.line, place.column);
    }
    html.open("li").open("span").is("class", "place").text(&name).close();
    if !place.loc.is_empty() {
        html.open("br").open("span").is("class", "url").text(&clip(&place.loc, most)).close();
    }
    if !place.detail.is_empty() && place.detail != place.loc {
        html.open("br").text(&clip(&place.detail, most));
    }
    if !place.excerpt.is_empty() {
        html.open("pre").text(&clip(&place.excerpt, most)).close();
    }
    html.close().line();
}
