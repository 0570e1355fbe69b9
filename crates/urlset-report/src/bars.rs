//! Histograms as tables in which each row has a bar.

use crate::detail::Detail;
use crate::html::{At, Html};
use crate::page::root;
use crate::text::{clip, count, part, share, thousands};
use urlset_stats::{Figures, Histogram};

/// Keys of the part about sections, and their headings.
const SECTIONS: [(&str, &str); 4] = [
    ("section", "Sections"),
    ("host", "Hosts"),
    ("lang", "Languages of pages"),
    ("kind", "Kinds of pages"),
];

/// Keys of the part about shapes.
const SHAPES: [(&str, &str); 6] = [
    ("shape", "Shapes"),
    ("depth", "Folders deep"),
    ("length", "Characters of a URL"),
    ("scheme", "Schemes"),
    ("changefreq", "changefreq"),
    ("priority", "priority"),
];

fn has_any(figures: &Figures, keys: &[(&str, &str)]) -> bool {
    keys.iter().any(|(by, _)| figures.histogram(by).is_some())
}

/// Whether there is anything about sections.
pub(crate) fn has(figures: &Figures) -> bool {
    has_any(figures, &SECTIONS)
}

/// The part about hosts, sections and languages.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    several(html, figures, detail, &SECTIONS);
}

/// Whether there is anything about shapes.
pub(crate) fn has_shapes(figures: &Figures) -> bool {
    has_any(figures, &SHAPES)
}

/// The part about shapes.
pub(crate) fn shapes(html: &mut Html, figures: &Figures, detail: &Detail) {
    html.open("p").text("A shape is what addresses made by one template have in common: ");
    html.leaf("code", "{slug}").text(" is a word or several, ").leaf("code", "{number}");
    html.text(" digits, ").leaf("code", "{id}").text(" a long hexadecimal number.").close().line();
    several(html, figures, detail, &SHAPES);
}

fn several(
    html: &mut Html,
    figures: &Figures,
    detail: &Detail,
    keys: &[(&'static str, &'static str)],
) {
    html.open("div").is("class", "columns").line();
    for (by, title) in keys {
        let place = figures.histograms.iter().position(|histogram| histogram.by == *by);
        let Some((place, histogram)) = place.zip(figures.histogram(by)) else { continue };
        if histogram.distinct > 0 {
            let at = root().to("histograms").nth(place);
            table(html, (title, histogram), figures.urls, &at, detail);
        }
    }
    html.close().line();
}

/// One histogram.
pub(crate) fn table(
    html: &mut Html,
    (title, histogram): (&'static str, &Histogram),
    all: u64,
    at: &At,
    detail: &Detail,
) {
    let mut order: Vec<usize> = (0..histogram.bins.len()).collect();
    let entries = |number: &usize| histogram.bins.get(*number).map_or(0, |bin| bin.entries);
    // The most frequent stay, in the order that they have.
    order.sort_by_key(|number| std::cmp::Reverse(entries(number)));
    order.truncate(detail.rows);
    let most = order.first().map_or(0, entries);
    order.sort_unstable();
    let hidden = histogram.bins.len() - order.len();
    let told: u64 = order.iter().map(entries).sum();
    html.open("div").open("table").is("class", "bars");
    html.open("caption").leaf("h3", title).text(&distinct(histogram)).close().line();
    heading(html, &["Value", "URLs", "Share"]);
    html.open("tbody").line();
    for number in order {
        let Some(bin) = histogram.bins.get(number) else { continue };
        let place = at.to("bins").nth(number).to("entries");
        // Nothing that an address or a page says is nothing.
        let value = if bin.value.is_empty() { "none" } else { &bin.value };
        html.open("tr").open("th").is("scope", "row").text(&clip(value, detail.text));
        bar(html, bin.entries, most, "bar");
        html.close().open("td").figure(&place, bin.entries).close();
        html.leaf("td", &share(bin.entries, all)).close().line();
    }
    let values = histogram.others.values + hidden as u64;
    if values > 0 {
        let entries = histogram.entries() - told;
        html.open("tr").is("class", "soft").open("th").is("scope", "row");
        html.text(&count(values, "other")).close();
        html.leaf("td", &thousands(entries)).leaf("td", &share(entries, all)).close().line();
    }
    html.close().close().close().line();
}

fn distinct(histogram: &Histogram) -> String {
    match histogram.distinct {
        1 => String::new(),
        distinct => format!(" {}", thousands(distinct)),
    }
}

/// The head of a table.
pub(crate) fn heading(html: &mut Html, names: &[&'static str]) {
    html.open("thead").open("tr");
    for name in names {
        html.open("th").is("scope", "col").text(name).close();
    }
    html.close().close().line();
}

/// A bar that says nothing that does not stand beside it.
pub(crate) fn bar(html: &mut Html, of: u64, whole: u64, class: &'static str) {
    let width = if of > 0 { (part(of, whole) * 100.0).max(0.4) } else { 0.0 };
    html.open("svg").is("class", class).is("viewBox", "0 0 100 4");
    html.is("preserveAspectRatio", "none").is("aria-hidden", "true").is("focusable", "false");
    html.open("rect").is("class", "rail").is("width", "100").is("height", "4").close();
    html.open("rect").number("width", width).is("height", "4").close().close();
}

/// Whether fields were counted.
pub(crate) fn has_fields(figures: &Figures) -> bool {
    !figures.coverage.is_empty()
}

/// The part about fields and extensions.
pub(crate) fn fields(html: &mut Html, figures: &Figures, detail: &Detail) {
    let most = detail.rows + 10;
    html.open("table").is("class", "bars");
    html.open("caption")
        .is("class", "quiet")
        .text("URLs that have a field or an extension")
        .close();
    heading(html, &["Field", "URLs", "Share", "Items"]);
    html.open("tbody").line();
    for (number, field) in figures.coverage.iter().enumerate().take(most) {
        let at = root().to("coverage").nth(number);
        html.open("tr").open("th").is("scope", "row").text(&clip(&field.field, detail.text));
        if let Some(namespace) = &field.namespace {
            let namespace = clip(namespace, detail.text);
            html.text(" ").open("span").is("class", "soft").text(&namespace).close();
        }
        bar(html, field.entries, figures.urls, "bar");
        html.close().open("td").figure(&at.to("entries"), field.entries).close();
        html.leaf("td", &share(field.entries, figures.urls));
        html.open("td").figure(&at.to("items"), field.items).close().close().line();
    }
    html.close().close().line();
    if figures.coverage.len() > most {
        let more = (figures.coverage.len() - most) as u64;
        html.leaf("p", &format!("{} more", count(more, "element"))).line();
    }
}
