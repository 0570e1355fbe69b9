//! What to see first: the counts, and what stands out.

use crate::html::{At, Html};
use crate::page::root;
use crate::text::{bytes, clip, clip_front, count, share, thousands};
use urlset_stats::Figures;

/// Pages with one date of which that says something.
const FEW: u64 = 10;

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures) {
    html.open("section").label("Overview").line();
    tiles(html, figures);
    let found = striking(figures);
    if !found.is_empty() {
        html.open("div").is("class", "look").leaf("h2", "Worth a look").open("ul").line();
        for (word, text) in found {
            html.open("li").open("strong").text(word).close().text(" ").text(&text).close().line();
        }
        html.close().close().line();
    }
    html.close().line();
}

fn tiles(html: &mut Html, figures: &Figures) {
    let at = root();
    html.open("dl").is("class", "tiles").line();
    tile(html, "URLs", "pages, in all files", Value::Figure(at.to("urls"), figures.urls));
    let note = match figures.repeated {
        0 => "each loc stands once".to_owned(),
        repeated => format!("{} of the URLs", share(repeated, figures.urls)),
    };
    tile(html, "Repeated", &note, Value::Figure(at.to("repeated"), figures.repeated));
    let indexes = figures.files.iter().filter(|file| file.kind == "sitemapindex").count() as u64;
    let files = figures.files.len() as u64;
    let robots = figures.files.iter().filter(|file| file.kind == "robots").count() as u64;
    let note = match (indexes, robots) {
        (0, 0) => String::new(),
        (1, 0) => "one of them an index".to_owned(),
        (indexes, 0) => format!("{} of them indexes", thousands(indexes)),
        (0, 1) => "one of them a robots.txt".to_owned(),
        (indexes, robots) => {
            let indexes = if indexes == 1 {
                "1 index".to_owned()
            } else {
                format!("{} indexes", thousands(indexes))
            };
            format!("with {indexes} and {} robots.txt", thousands(robots))
        }
    };
    tile(html, "Files", &note, Value::Text(thousands(files)));
    let note = match figures.stored == figures.bytes {
        true => "before compression".to_owned(),
        false => format!("{} as stored", bytes(figures.stored)),
    };
    tile(html, "Bytes", &note, Value::Text(bytes(figures.bytes)));
    for (by, title) in [("host", "Hosts"), ("section", "Sections")] {
        let place = figures.histograms.iter().position(|histogram| histogram.by == by);
        let Some((place, histogram)) = place.zip(figures.histogram(by)) else { continue };
        let note = histogram.bins.first().map_or_else(String::new, |bin| clip(&bin.value, 40));
        let note = if histogram.distinct > 1 { format!("most in {note}") } else { note };
        let distinct = at.to("histograms").nth(place).to("distinct");
        tile(html, title, &note, Value::Figure(distinct, histogram.distinct));
    }
    for (number, field) in figures.coverage.iter().enumerate() {
        if !matches!(&*field.field, "lastmod" | "image" | "hreflang") {
            continue;
        }
        let title = match &*field.field {
            "lastmod" => "With lastmod",
            "image" => "With images",
            _ => "With hreflang",
        };
        let place = at.to("coverage").nth(number).to("entries");
        let value = Value::Figure(place, field.entries);
        tile(html, title, &share(field.entries, figures.urls), value);
    }
    if let Some(findings) = &figures.findings {
        let at = at.to("findings");
        let note =
            format!("{}, {}", count(findings.warning, "warning"), count(findings.note, "note"));
        let title = if findings.error == 1 { "Error" } else { "Errors" };
        tile(html, title, &note, Value::Figure(at.to("error"), findings.error));
    }
    html.close().line();
}

/// What a tile shows.
enum Value {
    Text(String),
    /// A number with its place.
    Figure(At, u64),
}

fn tile(html: &mut Html, title: &'static str, note: &str, value: Value) {
    html.open("div").leaf("dt", title).open("dd");
    match value {
        Value::Text(text) => html.text(&text),
        Value::Figure(at, number) => html.figure(&at, number),
    };
    html.close();
    if !note.is_empty() {
        html.open("dd").is("class", "soft").text(note).close();
    }
    html.close().line();
}

/// What is in no figure.
fn missing(figures: &Figures) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    if figures.not_read > 0 {
        let documents = count(figures.not_read, "sitemap");
        found.push(("Not read:", format!("{documents}, of which nothing is in any figure")));
    }
    let cut: Vec<_> = figures.files.iter().filter(|file| file.cut).collect();
    if let Some(first) = cut.first() {
        let name = clip_front(&first.path, 80);
        let text = match cut.len() {
            1 => format!("{name} could not be read to its end"),
            files => {
                let more = count(files as u64 - 1, "more file");
                format!("{name} and {more} could not be read to their ends")
            }
        };
        found.push(("Cut:", text));
    }
    let entries = match figures.dropped {
        1 => "1 entry".to_owned(),
        dropped => format!("{} entries", thousands(dropped)),
    };
    let fields = count(figures.dropped_fields, "field");
    let told = match (figures.dropped, figures.dropped_fields) {
        (0, 0) => return found,
        (_, 0) => entries,
        (0, _) => fields,
        _ => format!("{entries} and {fields}"),
    };
    found.push(("Left out:", format!("{told} in no figure, for what is wrong")));
    found
}

/// What somebody should know who reads no further.
fn striking(figures: &Figures) -> Vec<(&'static str, String)> {
    let mut found = missing(figures);
    let over = |file: &&urlset_stats::File| file.room.entries < 0 || file.room.bytes < 0;
    let over = figures.files.iter().filter(over).count() as u64;
    if over > 0 {
        found.push(("Too full:", format!("{} over a limit", count(over, "file"))));
    }
    let rules = figures.findings.as_ref().map_or(&[][..], |findings| &findings.rules);
    if let Some(worst) = rules.iter().find(|rule| rule.severity == "error") {
        let message = worst.message.replace('`', "");
        let text = match worst.found {
            1 => message,
            found => format!("{message}, {} times", thousands(found)),
        };
        found.push(("Gravest finding:", text));
    }
    if figures.repeated > 0 {
        let text = format!("{} of all entries repeat a loc", share(figures.repeated, figures.urls));
        found.push(("Repeated:", text));
    }
    let dates = &figures.dates;
    let often = dates.frequent.bins.first();
    if let Some(bin) = often.filter(|bin| bin.entries >= FEW && bin.entries * 10 >= dates.dated) {
        // A year or a month may well be that of many.
        let doubt = if bin.value.len() < "2026-01-31".len() {
            ""
        } else {
            ": hardly when these pages changed"
        };
        let text = format!(
            "{} of all dated URLs have the same lastmod, {}{doubt}",
            share(bin.entries, dates.dated),
            clip(&bin.value, 40)
        );
        found.push(("One date for many:", text));
    }
    if let Some(future) = dates.future.filter(|future| *future > 0) {
        found.push(("In the future:", count(future, "lastmod")));
    }
    if let Some(hreflang) = figures.hreflang.as_ref().filter(|one| one.no_return > 0) {
        let text = format!(
            "{} of links by language are not returned, and search engines leave these out",
            share(hreflang.no_return, hreflang.links)
        );
        found.push(("No way back:", text));
    }
    if figures.comparison.as_ref().is_some_and(|comparison| !comparison.whole) {
        let text = "what is missing from one set counts as added or removed".to_owned();
        found.push(("Not both sets were read whole:", text));
    }
    found
}
