//! What was added, removed and changed since the set as it was.

use crate::bars::heading;
use crate::detail::Detail;
use crate::html::Html;
use crate::page::{names, root};
use crate::text::{clip, count, thousands};
use urlset_stats::{Comparison, Figures};

/// Whether there was another set.
pub(crate) fn has(figures: &Figures) -> bool {
    figures.comparison.is_some()
}

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let Some(comparison) = &figures.comparison else { return };
    let at = root().to("comparison");
    html.open("p").text("Against ").leaf("code", &names(&comparison.against, detail.text));
    html.text(", which has ").figure(&at.to("old"), comparison.old).text(" URLs; this set has ");
    html.figure(&at.to("new"), comparison.new).text(".");
    if !comparison.whole {
        html.text(" ").open("strong").is("class", "error");
        html.text("Not both were read whole: what is missing counts as added or removed.").close();
    }
    html.close().line();
    html.open("dl").is("class", "tiles small").line();
    let counts = [
        ("Added", "added", comparison.added),
        ("Removed", "removed", comparison.removed),
        ("Changed", "changed", comparison.changed),
        ("Unchanged", "unchanged", comparison.unchanged),
    ];
    for (title, name, number) in counts {
        html.open("div").leaf("dt", title).open("dd").figure(&at.to(name), number);
        html.close().close().line();
    }
    html.close().line();
    fields(html, comparison);
    sections(html, comparison, detail);
    first(html, comparison, detail);
}

fn fields(html: &mut Html, comparison: &Comparison) {
    if comparison.fields.is_empty() {
        return;
    }
    html.open("p").text("Changed: ");
    for (number, field) in comparison.fields.iter().enumerate().take(20) {
        let at = root().to("comparison").to("fields").nth(number).to("entries");
        html.text(if number == 0 { "" } else { ", " }).leaf("code", &clip(&field.value, 40));
        html.text(" of ").figure(&at, field.entries);
    }
    html.text(".").close().line();
}

fn sections(html: &mut Html, comparison: &Comparison, detail: &Detail) {
    if comparison.sections.is_empty() {
        return;
    }
    html.open("table").is("class", "bars");
    html.open("caption").leaf("h3", "Sections with the most differences").close();
    heading(html, &["Section", "Added", "Removed", "Changed"]);
    html.open("tbody").line();
    for (number, section) in comparison.sections.iter().enumerate().take(detail.rows) {
        let at = root().to("comparison").to("sections").nth(number);
        html.open("tr").open("th").is("scope", "row").text(&clip(&section.section, detail.text));
        html.close().open("td").figure(&at.to("added"), section.added).close();
        html.open("td").figure(&at.to("removed"), section.removed).close();
        html.open("td").figure(&at.to("changed"), section.changed).close().close().line();
    }
    html.close().close().line();
    let hidden = comparison.sections.get(detail.rows..).unwrap_or_default();
    let sum: u64 = hidden.iter().map(|one| one.added + one.removed + one.changed).sum();
    let entries = sum + comparison.others.entries;
    if entries > 0 {
        let text = format!("and {} in other sections", count(entries, "difference"));
        html.open("p").is("class", "soft").text(&text).close().line();
    }
}

fn first(html: &mut Html, comparison: &Comparison, detail: &Detail) {
    let kinds = [
        ("added", "The first that were added", comparison.added),
        ("removed", "The first that were removed", comparison.removed),
        ("changed", "The first that changed", comparison.changed),
    ];
    for (kind, title, all) in kinds {
        let of_kind = comparison.first.iter().filter(|one| one.change == kind);
        let told: Vec<_> = of_kind.take(detail.changes).collect();
        if told.is_empty() {
            continue;
        }
        html.open("details").open("summary").text(title).close().open("ul").line();
        for change in &told {
            html.open("li")
                .open("span")
                .is("class", "url")
                .text(&clip(&change.loc, detail.text))
                .close();
            if !change.fields.is_empty() {
                html.text(" ").leaf("code", &clip(&change.fields.join(", "), detail.text));
            }
            html.close().line();
        }
        html.close();
        if all > told.len() as u64 {
            html.leaf("p", &format!("and {} more", thousands(all - told.len() as u64)));
        }
        html.close().line();
    }
}
