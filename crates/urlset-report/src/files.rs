//! Files against what they may hold.

use crate::bars::{bar, heading};
use crate::detail::Detail;
use crate::html::Html;
use crate::page::root;
use crate::text::{clip_front, count, share, thousands};
use urlset_stats::{Figures, File};

/// Whether there are files.
pub(crate) fn has(figures: &Figures) -> bool {
    !figures.files.is_empty()
}

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let limits = figures.limits;
    let at = root().to("limits");
    html.open("p").text("A file may hold ").figure(&at.to("entries"), limits.entries);
    html.text(" entries and ").figure(&at.to("bytes"), limits.bytes);
    html.text(" bytes before compression. The fullest come first.").close().line();
    // Parts of a million, so that nothing is a fraction.
    let of = |used: u64, most: u64| u128::from(used) * 1_000_000 / u128::from(most.max(1));
    let fill = |file: &File| of(file.entries, limits.entries).max(of(file.bytes, limits.bytes));
    let mut order: Vec<(usize, &File)> = figures.files.iter().enumerate().collect();
    order.sort_by_key(|(_, file)| std::cmp::Reverse(fill(file)));
    html.open("table").is("class", "bars files");
    html.open("caption").is("class", "quiet").text("Files, fullest first").close();
    heading(html, &["File", "Entries", "Bytes"]);
    html.open("tbody").line();
    for (number, file) in order.iter().take(detail.files) {
        let at = root().to("files").nth(*number);
        html.open("tr").open("th").is("scope", "row").text(&clip_front(&file.path, detail.text));
        let kind = match file.kind {
            "sitemapindex" => " index",
            "robots" => " robots.txt",
            _ => "",
        };
        if !kind.is_empty() {
            html.open("span").is("class", "soft").text(kind).close();
        }
        if file.cut {
            html.text(" ").open("strong").is("class", "error").text("not read to its end").close();
        }
        html.close();
        let sides = [
            ("entries", file.entries, limits.entries, file.room.entries),
            ("bytes", file.bytes, limits.bytes, file.room.bytes),
        ];
        for (name, used, most, room) in sides {
            html.open("td").figure(&at.to(name), used);
            html.open("span").is("class", "soft").text(" ").text(&share(used, most)).close();
            bar(html, used, most, if room < 0 { "bar over" } else { "bar" });
            if room < 0 {
                let over = format!("over by {}", thousands(room.unsigned_abs()));
                html.open("strong").is("class", "error").text(&over).close();
            }
            html.close();
        }
        html.close().line();
    }
    html.close().close().line();
    if order.len() > detail.files {
        let more = (order.len() - detail.files) as u64;
        let text = format!("and {} with more room", count(more, "more file"));
        html.leaf("p", &text);
    }
}
