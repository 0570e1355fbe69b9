//! When pages changed: by month, by weekday and hour, and dates that many pages share.

use crate::bars;
use crate::detail::Detail;
use crate::html::{At, Html};
use crate::page::root;
use crate::text::{clip, part, share, thousands};
use urlset_stats::{Bin, Dates, Figures};

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Shades of the week, from few to many.
const SHADES: [&str; 9] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];

/// Units of a chart for each month.
const STEP: f64 = 10.0;

/// Whether pages are dated.
pub(crate) fn has(figures: &Figures) -> bool {
    figures.dates.dated > 0
}

/// The part.
pub(crate) fn write(html: &mut Html, figures: &Figures, detail: &Detail) {
    let (dates, at) = (&figures.dates, root().to("dates"));
    html.open("p").figure(&at.to("dated"), dates.dated).text(" URLs are dated, from ");
    html.text(&clip(dates.oldest.as_deref().unwrap_or_default(), 40)).text(" to ");
    html.text(&clip(dates.newest.as_deref().unwrap_or_default(), 40)).text(". ");
    html.figure(&at.to("times"), dates.times).text(" dates say a time, and of these ");
    html.figure(&at.to("midnight"), dates.midnight).text(" midnight; ");
    html.figure(&at.to("days"), dates.days).text(" say only a day, ");
    html.figure(&at.to("reduced"), dates.reduced).text(" only a month or a year.");
    if let Some(future) = dates.future {
        html.text(" ").figure(&at.to("future"), future).text(" are yet to come.");
    }
    html.close().line();
    months(html, figures, detail);
    html.open("div").is("class", "columns").line();
    week(html, dates, &at);
    let frequent = at.to("frequent");
    bars::table(html, ("Most frequent dates", &dates.frequent), dates.dated, &frequent, detail);
    html.close().line();
}

/// Pages whose date names no month.
fn vague(bins: &[Bin]) -> u64 {
    let is_year = |bin: &&Bin| bin.value.bytes().all(|byte| byte.is_ascii_digit());
    bins.iter().filter(is_year).map(|bin| bin.entries).sum()
}

/// One month of the chart.
struct Month<'b> {
    name: String,
    bin: Option<(usize, &'b Bin)>,
}

/// A chart of months, each of them, and the same as a table.
fn months(html: &mut Html, figures: &Figures, detail: &Detail) {
    let place = figures.histograms.iter().position(|histogram| histogram.by == "month");
    let Some((place, histogram)) = place.zip(figures.histogram("month")) else { return };
    let at = root().to("histograms").nth(place).to("bins");
    let Span { months, earlier, later } = span(&histogram.bins, detail.months);
    let (Some(first), Some(newest)) = (months.first(), months.last()) else { return };
    let entries = |month: &Month<'_>| month.bin.map_or(0, |(_, bin)| bin.entries);
    let most = months.iter().map(entries).max().unwrap_or_default();
    html.open("figure").line().leaf("h3", "By month of lastmod").line();
    html.open("p").is("class", "scale soft").is("aria-hidden", "true");
    html.text(&thousands(most)).close().line();
    #[expect(clippy::cast_precision_loss, reason = "a width on a page")]
    let width = months.len() as f64 * STEP;
    html.open("svg").is("class", "months").is("role", "img");
    html.label(&format!(
        "URLs by month of lastmod, {} to {}, at most {}; the table below has the numbers",
        first.name,
        newest.name,
        thousands(most)
    ));
    // Units of the chart are no pixels: it is as wide as its place.
    html.is("preserveAspectRatio", "none").view(width, 100.0).line();
    for (number, month) in months.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a place on a page")]
        let left = number as f64 * STEP;
        if month.name.ends_with("-01") {
            html.open("rect").is("class", "year").number("x", left - 0.5);
            html.is("width", "0.6").is("height", "100").close();
        }
        let height = part(entries(month), most) * 100.0;
        let height = if entries(month) > 0 { height.max(0.8) } else { 0.0 };
        html.open("rect").number("x", left + 1.0).number("y", 100.0 - height);
        html.number("width", STEP - 2.0).number("height", height);
        html.leaf("title", &format!("{}: {}", month.name, thousands(entries(month)))).close();
    }
    html.close().line();
    html.open("p").is("class", "ends soft").is("aria-hidden", "true");
    html.leaf("span", &first.name).leaf("span", &newest.name).close().line();
    html.open("details").leaf("summary", "The months as a table").line();
    html.open("table")
        .open("caption")
        .is("class", "quiet")
        .text("URLs by month of lastmod")
        .close();
    bars::heading(html, &["Month", "URLs", "Share"]);
    html.open("tbody");
    for (number, bin) in months.iter().filter_map(|month| month.bin) {
        html.open("tr").open("th").is("scope", "row").text(&bin.value).close();
        html.open("td").figure(&at.nth(number).to("entries"), bin.entries).close();
        html.leaf("td", &share(bin.entries, figures.urls)).close().line();
    }
    html.close().close().close();
    let undated = figures.urls.saturating_sub(figures.dates.dated);
    let earlier = earlier.saturating_add(histogram.others.entries);
    html.open("figcaption").is("class", "soft").text("Not in the chart: ");
    html.text(&thousands(earlier)).text(" of earlier months, ");
    html.text(&thousands(later)).text(" of later ones, ");
    let vague = vague(&histogram.bins);
    if vague > 0 {
        html.text(&thousands(vague)).text(" of a year without its month, ");
    }
    html.text(&thousands(undated)).text(" without a date.").close().line().close().line();
}

/// The months of the chart, and how many pages are of earlier and of later ones.
struct Span<'b> {
    months: Vec<Month<'b>>,
    earlier: u64,
    later: u64,
}

/// So many months in a row, also those without a page: the last that hold at least half of what any
/// such row holds, since one far date is no reason to show nothing else.
fn span(bins: &[Bin], most: usize) -> Span<'_> {
    let number = |value: &str| -> Option<u64> {
        let (year, month) = value.split_once('-')?;
        Some(year.parse::<u64>().ok()? * 12 + month.parse::<u64>().ok()?.checked_sub(1)?)
    };
    let known: Vec<(u64, usize, &Bin)> = bins
        .iter()
        .enumerate()
        .filter_map(|(at, bin)| Some((number(&bin.value)?, at, bin)))
        .collect();
    let most = most as u64;
    // What the months up to each hold.
    let (mut sums, mut sum, mut behind) = (Vec::with_capacity(known.len()), 0_u64, known.iter());
    let mut oldest = behind.next();
    for (month, _, bin) in &known {
        sum = sum.saturating_add(bin.entries);
        while let Some((.., bin)) = oldest.filter(|(first, ..)| first + most <= *month) {
            sum = sum.saturating_sub(bin.entries);
            oldest = behind.next();
        }
        sums.push(sum);
    }
    let full = sums.iter().max().copied().unwrap_or_default();
    let last = sums.iter().rposition(|sum| *sum >= full.div_ceil(2));
    let last = last.and_then(|at| known.get(at)).map(|(month, ..)| *month);
    let (Some((earliest, ..)), Some(last)) = (known.first(), last) else {
        return Span { months: Vec::new(), earlier: 0, later: 0 };
    };
    let first = (*earliest).max((last + 1).saturating_sub(most));
    let month = |wanted: u64| Month {
        name: format!("{:04}-{:02}", wanted / 12, wanted % 12 + 1),
        bin: known
            .binary_search_by_key(&wanted, |(number, ..)| *number)
            .ok()
            .and_then(|found| known.get(found).map(|(_, at, bin)| (*at, *bin))),
    };
    let of = |is_meant: &dyn Fn(u64) -> bool| {
        let meant = known.iter().filter(|(month, ..)| is_meant(*month));
        meant.fold(0_u64, |sum, (_, _, bin)| sum.saturating_add(bin.entries))
    };
    Span {
        months: (first..=last).map(month).collect(),
        earlier: of(&|month| month < first),
        later: of(&|month| month > last),
    }
}

/// The week by the hour: a table whose cells are shaded.
fn week(html: &mut Html, dates: &Dates, at: &At) {
    let most = dates.hours.iter().flatten().copied().max().unwrap_or_default();
    html.open("div").open("table").is("class", "week");
    html.open("caption").leaf("h3", "By weekday and hour");
    html.text(" as written, each date in its own zone").close().line();
    html.open("thead").open("tr").open("th").is("scope", "col").open("span");
    html.is("class", "unseen").text("Day").close().close();
    for hour in 0..24_u64 {
        html.open("th").is("scope", "col").open("span");
        if hour % 6 != 0 {
            html.is("class", "unseen");
        }
        html.text(&hour.to_string()).close().close();
    }
    html.open("th").is("scope", "col").text("All").close().close().close().line();
    html.open("tbody").line();
    let days = DAYS.iter().zip(&dates.hours).zip(dates.weekdays).enumerate();
    for (number, ((day, hours), all)) in days {
        html.open("tr").open("th").is("scope", "row").text(day).close();
        for (hour, entries) in hours.iter().enumerate() {
            html.open("td").is("class", shade(*entries, most)).open("span").is("class", "unseen");
            html.figure(&at.to("hours").nth(number).nth(hour), *entries).close().close();
        }
        html.open("td").figure(&at.to("weekdays").nth(number), all).close().close().line();
    }
    html.close().close().close().line();
}

/// By the root of the share, so that one hour of an export leaves the others to be seen.
fn shade(entries: u64, most: u64) -> &'static str {
    let level = (part(entries, most).sqrt() * 8.0).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 8")]
    let level = level as usize;
    SHADES.get(level).copied().unwrap_or("s8")
}

#[cfg(test)]
mod tests {
    use super::{shade, span, vague};
    use urlset_stats::Bin;

    #[test]
    fn months_without_pages_have_their_place() {
        let bins = ["2025-11", "2026-02", "undated"];
        let bins = bins.map(|value| Bin { value: value.into(), entries: 1 });
        let names = |most| {
            span(&bins, most).months.iter().map(|month| month.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(60), ["2025-11", "2025-12", "2026-01", "2026-02"]);
        assert_eq!(names(2), ["2026-01", "2026-02"]);
        assert_eq!(span(&bins, 60).months[3].bin.unwrap().0, 1);
        assert_eq!((span(&bins, 2).earlier, span(&bins, 2).later), (1, 0));
        assert_eq!(span(&bins[2..], 60).months.len(), 0);
    }

    #[test]
    fn one_far_date_does_not_empty_the_chart() {
        let bins = [("0001-01", 3), ("2024-05", 40), ("2025-06", 60), ("9999-12", 1)];
        let bins = bins.map(|(value, entries)| Bin { value: value.into(), entries });
        let span = span(&bins, 60);
        assert_eq!(span.months.first().unwrap().name, "2020-07");
        assert_eq!(span.months.last().unwrap().name, "2025-06");
        assert_eq!((span.earlier, span.later), (3, 1));
    }

    /// They are told beside the chart, and of no month in it.
    #[test]
    fn years_are_no_months() {
        let bins = [("2024", 2), ("2024-01", 1), ("undated", 4)];
        let bins = bins.map(|(value, entries)| Bin { value: value.into(), entries });
        let span = span(&bins, 60);
        assert_eq!((span.months.len(), span.earlier, span.later, vague(&bins)), (1, 0, 0, 2));
    }

    #[test]
    fn shades() {
        assert_eq!([0, 1, 50, 100].map(|entries| shade(entries, 100)), ["s0", "s1", "s6", "s8"]);
        assert_eq!(shade(0, 0), "s0");
    }
}
