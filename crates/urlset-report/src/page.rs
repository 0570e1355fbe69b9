//! The page: its head, its parts in order, and its size.

use crate::detail::Detail;
use crate::html::{At, Html};
use crate::style::{POLICY, STYLE};
use crate::text::clip;
use crate::{bars, compared, dates, files, findings, languages, overview, provenance};
use urlset_stats::Figures;

/// Bytes that no page has.
pub const MOST_BYTES: usize = 300_000;

/// A part of the page: its name as an anchor, its heading, whether there is anything to say, and who
/// says it.
struct Part {
    id: &'static str,
    title: &'static str,
    has: fn(&Figures) -> bool,
    write: fn(&mut Html, &Figures, &Detail),
}

/// All parts in their order.
const PARTS: [Part; 9] = [
    Part { id: "files", title: "Files and their limits", has: files::has, write: files::write },
    Part {
        id: "sections",
        title: "Hosts, sections, languages",
        has: bars::has,
        write: bars::write,
    },
    Part { id: "dates", title: "When pages changed", has: dates::has, write: dates::write },
    Part {
        id: "fields",
        title: "Fields and extensions",
        has: bars::has_fields,
        write: bars::fields,
    },
    Part {
        id: "languages",
        title: "Language versions",
        has: languages::has,
        write: languages::write,
    },
    Part { id: "findings", title: "Findings", has: findings::has, write: findings::write },
    Part { id: "shapes", title: "Shapes of URLs", has: bars::has_shapes, write: bars::shapes },
    Part {
        id: "comparison",
        title: "Since the set as it was",
        has: compared::has,
        write: compared::write,
    },
    Part {
        id: "provenance",
        title: "Where the figures come from",
        has: |_| true,
        write: provenance::write,
    },
];

/// The page of these figures: less than [`MOST_BYTES`], whatever they are. Where not everything fits,
/// fewer values are shown, and how many are not is said.
pub fn page(figures: &Figures) -> String {
    let mut page = String::new();
    for detail in &Detail::ALL {
        page = with(figures, detail);
        if page.len() < MOST_BYTES {
            break;
        }
    }
    page
}

fn with(figures: &Figures, detail: &Detail) -> String {
    let mut html = Html::default();
    let html = &mut html;
    html.raw("<!DOCTYPE html>\n").open("html").is("lang", "en").line();
    head(html, figures);
    html.open("body").line();
    html.open("a")
        .is("class", "skip")
        .is("href", "#main")
        .text("Skip to the figures")
        .close()
        .line();
    html.open("header").line().leaf("h1", "Sitemap report").line();
    let inputs = &figures.provenance.inputs;
    html.open("p").is("class", "of").text(&names(inputs, detail.text));
    if let Some(date) = &figures.provenance.date {
        html.text(", as of ").leaf("span", &clip(date, 40));
    }
    html.close().line().close().line();
    contents(html, figures);
    html.open("main").is("id", "main").line();
    overview::write(html, figures);
    for part in PARTS.iter().filter(|part| (part.has)(figures)) {
        html.open("section").is("id", part.id).line();
        html.leaf("h2", part.title).line();
        (part.write)(html, figures, detail);
        html.close().line();
    }
    html.close().line();
    std::mem::take(html).finish() + "\n"
}

fn head(html: &mut Html, figures: &Figures) {
    html.open("head").line();
    html.open("meta").is("charset", "utf-8").line();
    html.open("meta").is("http-equiv", "Content-Security-Policy").is("content", POLICY).line();
    html.open("meta").is("name", "viewport").is("content", "width=device-width, initial-scale=1");
    html.line().open("meta").is("name", "color-scheme").is("content", "light dark").line();
    html.open("meta").is("name", "referrer").is("content", "no-referrer").line();
    html.open("meta").is("name", "robots").is("content", "noindex").line();
    let title = format!("Sitemap report: {}", names(&figures.provenance.inputs, 80));
    html.leaf("title", &title).line();
    html.open("style").raw(STYLE).close().line();
    html.close().line();
}

fn contents(html: &mut Html, figures: &Figures) {
    html.open("nav").label("Contents").open("ul");
    for part in PARTS.iter().filter(|part| (part.has)(figures)) {
        html.open("li").open("a");
        // Anchors of this page alone: `href` is never anything else.
        html.is("href", anchor(part.id)).text(part.title).close().close();
    }
    html.close().close().line();
}

/// The address of a part within the page.
fn anchor(id: &'static str) -> &'static str {
    match id {
        "files" => "#files",
        "sections" => "#sections",
        "dates" => "#dates",
        "fields" => "#fields",
        "languages" => "#languages",
        "findings" => "#findings",
        "shapes" => "#shapes",
        "comparison" => "#comparison",
        _ => "#provenance",
    }
}

/// What was read, as it was named.
pub(crate) fn names(inputs: &[String], most: usize) -> String {
    let shown = |name: &String| match name.as_str() {
        "-" => "standard input".to_owned(),
        name => clip(name, most),
    };
    let told: Vec<String> = inputs.iter().take(3).map(shown).collect();
    match inputs.len().checked_sub(3) {
        _ if inputs.is_empty() => "standard input".to_owned(),
        Some(more) if more > 0 => format!("{} and {more} more", told.join(", ")),
        _ => told.join(", "),
    }
}

/// The place of the figures.
pub(crate) const fn root() -> At {
    At::root()
}
