//! How the figures were made.

use crate::detail::Detail;
use crate::html::Html;
use crate::text::{clip, clip_front, count};
use urlset_stats::Figures;

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let provenance = &figures.provenance;
    html.open("dl").is("class", "facts").line();
    if !provenance.program.is_empty() {
        fact(html, "Program", &provenance.program);
    }
    html.leaf("dt", "Inputs");
    for input in provenance.inputs.iter().take(detail.rows) {
        html.open("dd").leaf("code", &clip(input, detail.text)).close();
    }
    if provenance.inputs.is_empty() {
        html.leaf("dd", "standard input");
    }
    if let Some(more) = provenance.inputs.len().checked_sub(detail.rows).filter(|more| *more > 0) {
        html.leaf("dd", &format!("and {}", count(more as u64, "more input")));
    }
    html.line();
    let mut formats: Vec<(&str, u64)> = Vec::new();
    for file in &figures.files {
        match formats.iter_mut().find(|(format, _)| *format == file.format) {
            Some((_, files)) => *files += 1,
            None => formats.push((&file.format, 1)),
        }
    }
    let told = formats.iter().take(20);
    let told: Vec<String> = told
        .map(|(format, files)| format!("{} {}", clip(format, 20), count(*files, "file")))
        .collect();
    if !told.is_empty() {
        fact(html, "Formats", &told.join(", "));
    }
    if let Some(first) = figures.files.first() {
        fact(html, "First file", &clip_front(&first.path, detail.text));
    }
    if let Some(findings) = &figures.findings {
        fact(html, "Profile", &clip(&findings.profile, 40));
    }
    fact(html, "Date of the run", provenance.date.as_deref().unwrap_or("not said"));
    html.close().line();
    html.open("p").is("class", "soft");
    html.text("Every number of this page stands in ").leaf("code", "urlset stats --json");
    html.text(", at the place that its ").leaf("code", "data-at").text(" says below ");
    html.leaf("code", "stats")
        .text(" (a JSON Pointer), but for shares and sums of what is not shown.");
    html.text(" Nothing is loaded from anywhere, and no script runs.").close().line();
}

fn fact(html: &mut Html, name: &'static str, value: &str) {
    html.leaf("dt", name).leaf("dd", &clip(value, 200)).line();
}
