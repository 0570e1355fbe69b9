//! What to see first: the counts, and what stands out.

use crate::html::{At, Html};
use crate::page::root;
use crate::text::{bytes, clip, count, share, thousands};
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
    let note = match indexes {
        0 => String::new(),
        1 => "one of them an index".to_owned(),
        indexes => format!("{} of them indexes", thousands(indexes)),
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
        tile(html, "Errors", &note, Value::Figure(at.to("error"), findings.error));
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

/// What somebody should know who reads no further.
fn striking(figures: &Figures) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let over = |file: &&urlset_stats::File| file.room.entries < 0 || file.room.bytes < 0;
    let over = figures.files.iter().filter(over).count() as u64;
    if over > 0 {
        found.push(("Too full:", format!("{} over a limit", count(over, "file"))));
    }
    if let Some(findings) = &figures.findings {
        let dropped: u64 = findings.rules.iter().map(|rule| rule.dropped).sum();
        if dropped > 0 {
            let entries = if dropped == 1 { "entry" } else { "entries" };
            let text = format!("{} {entries} in no figure, for what is wrong", thousands(dropped));
            found.push(("Left out:", text));
        }
        let worst = findings.rules.iter().find(|rule| rule.severity == "error");
        if let Some(worst) = worst {
            let text =
                format!("{} times {}", thousands(worst.found), worst.message.replace('`', ""));
            found.push(("Gravest finding:", text));
        }
    }
    if figures.repeated > 0 {
        let text = format!("{} of all entries repeat a loc", share(figures.repeated, figures.urls));
        found.push(("Repeated:", text));
    }
    let dates = &figures.dates;
    let often = dates.frequent.bins.first();
    if let Some(bin) = often.filter(|bin| bin.entries >= FEW && bin.entries * 10 >= dates.dated) {
        let text = format!(
            "{} of all dated URLs have the same lastmod, {}: hardly when these pages changed",
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
