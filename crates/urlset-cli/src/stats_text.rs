//! Figures as text for a terminal: numbers in columns, bars of block characters.

use crate::args::{Common, When};
use crate::clean::clean;
use crate::number::{count, entries, thousands};
use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use urlset::report::text::share;
use urlset::stats::{Bin, Comparison, Dates, Figures, File, Histogram};

/// Columns where standard output is no terminal.
const WIDTH: usize = 80;

/// Columns of a bar at most: longer ones say no more.
const LONGEST: usize = 40;

/// Values shown of a key, and of one whose values are dates.
const TOP: usize = 10;
const TOP_DATES: usize = 24;

/// Keys that everybody wants to see; the others are for `--by` and JSON.
const USUAL: [&str; 6] = ["host", "section", "lang", "year", "month", "shape"];

const BOLD: Style = Style::new().bold();
const BAR: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default();

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Whether standard output takes colours.
pub(crate) fn is_coloured(common: &Common) -> bool {
    match common.color {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let choice = anstream::AutoStream::choice(&std::io::stdout());
            choice != anstream::ColorChoice::Never
        }
    }
}

/// How figures are shown.
pub(crate) struct Text {
    width: usize,
    top: Option<usize>,
    /// Only the histograms, all of them.
    chosen: bool,
    out: String,
}

/// One line with a bar.
struct Row {
    label: String,
    entries: u64,
    /// What follows the bar.
    note: String,
}

impl Text {
    pub(crate) fn new(top: Option<usize>, chosen: bool) -> Text {
        let width = terminal_size::terminal_size_of(std::io::stdout())
            .map_or(WIDTH, |(width, _)| usize::from(width.0));
        Text { width, top, chosen, out: String::new() }
    }

    /// All of it, with styles.
    pub(crate) fn render(mut self, figures: &Figures) -> String {
        self.head(figures);
        if !self.chosen && figures.urls > 0 {
            self.coverage(figures);
        }
        for histogram in figures.histograms.iter().filter(|histogram| histogram.distinct > 0) {
            if self.chosen || (USUAL.contains(&&*histogram.by) && says_something(histogram)) {
                self.histogram(histogram, figures.urls);
            }
        }
        if !self.chosen {
            self.week(&figures.dates);
            self.frequent(&figures.dates);
            self.room(figures);
        }
        if let Some(comparison) = &figures.comparison {
            self.comparison(comparison);
        }
        self.out
    }

    fn title(&mut self, title: &str) {
        let _ = writeln!(self.out, "\n{BOLD}{title}{BOLD:#}");
    }

    fn head(&mut self, figures: &Figures) {
        let mut rows = Vec::new();
        if figures.not_read > 0 {
            let documents = count(figures.not_read, "sitemap");
            rows.push(("not read", format!("{documents}, in no figure below")));
        }
        rows.push(("URLs", thousands(figures.urls)));
        if figures.repeated > 0 {
            rows.push(("repeated", entries(figures.repeated)));
        }
        if let Some(dropped) = dropped(figures) {
            rows.push(("dropped", dropped));
        }
        rows.push(("files", files(figures)));
        let cut = figures.files.iter().filter(|file| file.cut).count() as u64;
        if cut > 0 {
            rows.push(("cut", format!("{}, not read to the end", count(cut, "file"))));
        }
        rows.push(("bytes", bytes(figures)));
        if let Some(hosts) = figures.histogram("host") {
            rows.push(("hosts", thousands(hosts.distinct)));
        }
        let dates = &figures.dates;
        if let (Some(oldest), Some(newest)) = (&dates.oldest, &dates.newest) {
            rows.push(("lastmod", format!("{oldest} to {newest}")));
        }
        if let Some(hreflang) = figures.hreflang.as_ref().filter(|one| one.links > 0) {
            let links = count(hreflang.links, "link");
            let missing = thousands(hreflang.no_return);
            rows.push((
                "hreflang",
                format!(
                    "{links} in {}, {missing} without a link back",
                    count(hreflang.clusters, "cluster")
                ),
            ));
        }
        if let Some(findings) = &figures.findings {
            let told =
                [(findings.error, "error"), (findings.warning, "warning"), (findings.note, "note")];
            let told: Vec<String> = told.map(|(number, noun)| count(number, noun)).into();
            rows.push(("findings", format!("{} for {}", told.join(", "), findings.profile)));
        }
        for (name, value) in rows {
            let _ = writeln!(self.out, "{name:<10} {value}");
        }
    }

    fn coverage(&mut self, figures: &Figures) {
        self.title("fields");
        let rows = figures.coverage.iter().map(|field| {
            let more = field.items > field.entries;
            let note =
                if more { format!("{} items", thousands(field.items)) } else { String::new() };
            let alike = figures.coverage.iter().filter(|other| other.field == field.field);
            let label = match &field.namespace {
                Some(namespace) if alike.count() > 1 => format!("{} {namespace}", field.field),
                _ => field.field.clone(),
            };
            Row { label, entries: field.entries, note }
        });
        let rows: Vec<Row> = rows.collect();
        self.rows(&rows, figures.urls, true);
    }

    fn histogram(&mut self, histogram: &Histogram, all: u64) {
        let is_date = matches!(&*histogram.by, "year" | "month" | "day");
        let most = self.top.unwrap_or(if is_date { TOP_DATES } else { TOP });
        let told = if is_date { newest(histogram, most) } else { histogram.top(most) };
        let distinct = match histogram.distinct > 1 {
            true => format!(" {DIM}{}{DIM:#}", thousands(histogram.distinct)),
            false => String::new(),
        };
        self.title(&format!("{}{BOLD:#}{distinct}", histogram.by));
        let row = |bin: &Bin| {
            let label = if bin.value.is_empty() { "none".to_owned() } else { bin.value.clone() };
            Row { label, entries: bin.entries, note: String::new() }
        };
        let mut rows: Vec<Row> = told.bins.iter().map(row).collect();
        if told.others.values > 0 {
            let word = match told.others.values {
                _ if is_date => "earlier",
                1 => "other",
                _ => "others",
            };
            let label = format!("{} {word}", thousands(told.others.values));
            let others = Row { label, entries: told.others.entries, note: String::new() };
            rows.insert(if is_date { 0 } else { rows.len() }, others);
        }
        self.rows(&rows, all, false);
    }

    /// Lines with a share and a bar. A bar is as long as the share of all, or of the greatest.
    fn rows(&mut self, rows: &[Row], all: u64, of_all: bool) {
        let most = rows.iter().map(|row| row.entries).max().unwrap_or_default();
        let scale = if of_all { all } else { most };
        let number = rows.iter().map(|row| thousands(row.entries).len()).max().unwrap_or(1);
        let note = rows.iter().map(|row| row.note.len()).max().unwrap_or_default();
        // Two spaces before each column; `100.0%` is six.
        let fixed = 2 + 2 + number + 2 + 6 + 2 + note + usize::from(note > 0) * 2;
        let label = rows.iter().map(|row| clean(&row.label).width()).max().unwrap_or(1);
        let label = label.clamp(4, self.width.saturating_sub(fixed + 10).clamp(8, 40));
        let bar = self.width.saturating_sub(fixed + label).clamp(4, LONGEST);
        for row in rows {
            let shown = fit(&row.label, label);
            let entries = thousands(row.entries);
            let share = share(row.entries, all);
            let blocks = blocks(row.entries, scale, bar);
            let _ = write!(self.out, "  {shown}  {entries:>number$}  {share:>6}");
            if !blocks.is_empty() {
                let _ = write!(self.out, "  {BAR}{blocks}{BAR:#}");
            }
            if !row.note.is_empty() {
                let pad = bar + 4 - blocks.chars().count() - if blocks.is_empty() { 0 } else { 2 };
                let _ = write!(self.out, "{}{}", " ".repeat(pad), row.note);
            }
            self.out.push('\n');
        }
    }

    /// When in the week pages changed.
    fn week(&mut self, dates: &Dates) {
        let all: u64 = dates.weekdays.iter().sum();
        if all == 0 {
            return;
        }
        self.title("lastmod by weekday and hour, as written");
        let most = dates.hours.iter().flatten().copied().max().unwrap_or_default();
        let number = dates.weekdays.iter().map(|days| thousands(*days).len()).max().unwrap_or(1);
        if most > 0 {
            let _ = writeln!(self.out, "  {:number$}               0     6     12    18", "");
        }
        for ((day, entries), hours) in DAYS.iter().zip(dates.weekdays).zip(&dates.hours) {
            let levels: String = hours.iter().map(|hour| level(*hour, most)).collect();
            let (entries, share) = (thousands(entries), share(entries, all));
            let levels = if most > 0 { format!("  {BAR}{levels}{BAR:#}") } else { String::new() };
            let _ = writeln!(self.out, "  {day}  {entries:>number$}  {share:>6}{levels}");
        }
        if dates.times > 0 && dates.midnight > 0 {
            let (midnight, times) = (thousands(dates.midnight), thousands(dates.times));
            let _ = writeln!(self.out, "  {midnight} of {times} times are midnight");
        }
    }

    /// Dates that many entries have.
    fn frequent(&mut self, dates: &Dates) {
        let told = dates.frequent.top(5);
        let Some(first) = told.bins.first().filter(|bin| bin.entries > 1) else {
            return;
        };
        let most = first.entries;
        self.title(&format!(
            "most frequent lastmod{BOLD:#} {DIM}{}{DIM:#}",
            thousands(dates.frequent.distinct)
        ));
        let often = told.bins.iter().filter(|bin| bin.entries > 1 && bin.entries * 20 >= most);
        let row =
            |bin: &Bin| Row { label: bin.value.clone(), entries: bin.entries, note: String::new() };
        let mut rows: Vec<Row> = often.map(row).collect();
        let values = dates.frequent.distinct - rows.len() as u64;
        if values > 0 {
            let label =
                format!("{} {}", thousands(values), if values == 1 { "other" } else { "others" });
            let told: u64 = rows.iter().map(|row| row.entries).sum();
            rows.push(Row { label, entries: dates.dated - told, note: String::new() });
        }
        self.rows(&rows, dates.dated, true);
    }

    /// The fullest files.
    fn room(&mut self, figures: &Figures) {
        let limits = figures.limits;
        let fill = |file: &File| {
            let of = |used: u64, most: u64| u128::from(used) * 1_000_000 / u128::from(most.max(1));
            of(file.entries, limits.entries).max(of(file.bytes, limits.bytes))
        };
        let mut files: Vec<&File> = figures.files.iter().collect();
        // Files that are as full stay in their order.
        files.sort_by_key(|file| std::cmp::Reverse(fill(file)));
        let (most, bytes) = (thousands(limits.entries), thousands(limits.bytes));
        self.title(&format!("room under {most} entries and {bytes} bytes"));
        let top = self.top.unwrap_or(TOP);
        let numbers = |of: fn(&File) -> u64| {
            files.iter().take(top).map(|file| thousands(of(file)).len()).max().unwrap_or(1)
        };
        let (first, second) = (numbers(|file| file.entries), numbers(|file| file.bytes));
        let fixed = 2 + 2 + first + 2 + 6 + 2 + second + 2 + 6 + 2;
        let widths = files.iter().take(top).map(|file| clean(&file.path).width());
        let label = widths.max().unwrap_or(4);
        let label = label.clamp(4, self.width.saturating_sub(fixed + 8).clamp(8, 40));
        let bar = self.width.saturating_sub(fixed + label).clamp(4, 20);
        for file in files.iter().take(top) {
            let shown = tail(&file.path, label);
            let (entries, bytes) = (thousands(file.entries), thousands(file.bytes));
            let one = share(file.entries, limits.entries);
            let two = share(file.bytes, limits.bytes);
            let fill = u64::try_from(fill(file)).unwrap_or(u64::MAX);
            let blocks = blocks(fill.min(1_000_000), 1_000_000, bar);
            let style = if fill > 1_000_000 { BAD } else { BAR };
            let _ = write!(
                self.out,
                "  {shown}  {entries:>first$}  {one:>6}  {bytes:>second$}  {two:>6}"
            );
            if !blocks.is_empty() {
                let _ = write!(self.out, "  {style}{blocks}{style:#}");
            }
            self.out.push('\n');
        }
        if files.len() > top {
            let more = thousands((files.len() - top) as u64);
            let _ = writeln!(self.out, "  and {more} files with more room");
        }
    }

    fn comparison(&mut self, comparison: &Comparison) {
        let against: Vec<String> =
            comparison.against.iter().map(|name| clean(name).into_owned()).collect();
        self.title(&format!("against {}", against.join(", ")));
        if !comparison.whole {
            let _ = writeln!(
                self.out,
                "  not both sets were read whole: what is missing counts as added or removed"
            );
        }
        let rows = [
            ("added", comparison.added),
            ("removed", comparison.removed),
            ("changed", comparison.changed),
            ("unchanged", comparison.unchanged),
        ];
        let all = comparison.old.max(comparison.new);
        let rows =
            rows.map(|(label, entries)| Row { label: label.into(), entries, note: String::new() });
        self.rows(&rows, all, true);
        let top = self.top.unwrap_or(TOP);
        let mut lines = vec![["section", "added", "removed", "changed"].map(String::from).to_vec()];
        for one in comparison.sections.iter().take(top) {
            let numbers = [one.added, one.removed, one.changed].map(thousands);
            lines.push([fit(&one.section, 30)].into_iter().chain(numbers).collect());
        }
        if lines.len() > 1 {
            self.out.push('\n');
        }
        for line in crate::list::columns(&lines).lines().filter(|_| lines.len() > 1) {
            let _ = writeln!(self.out, "  {line}");
        }
        let hidden = comparison.sections.get(top..).unwrap_or_default();
        let sum: u64 = hidden.iter().map(|one| one.added + one.removed + one.changed).sum();
        let differences = sum + comparison.others.entries;
        if differences > 0 {
            let told = count(differences, "difference");
            let _ = writeln!(self.out, "  and {told} in other sections");
        }
    }
}

/// Whether a histogram is worth a look unasked.
fn says_something(histogram: &Histogram) -> bool {
    let values = histogram.bins.as_slice();
    !matches!(values, [] | [Bin { .. }] if histogram.by != "host" && histogram.others.values == 0)
}

/// The newest values, in their order; earlier ones together.
fn newest(histogram: &Histogram, most: usize) -> Histogram {
    let (dated, undated): (Vec<Bin>, Vec<Bin>) =
        histogram.bins.iter().cloned().partition(|bin| bin.value != "undated");
    let mut told = Histogram { bins: dated, ..histogram.clone() };
    let earlier = told.bins.len().saturating_sub(most);
    for bin in told.bins.drain(..earlier) {
        told.others.values += 1;
        told.others.entries += bin.entries;
    }
    told.bins.extend(undated);
    told
}

/// `1,204, 2 indexes and a robots.txt`.
fn files(figures: &Figures) -> String {
    let of = |kind: &str| figures.files.iter().filter(|file| file.kind == kind).count() as u64;
    let (indexes, robots) = (of("sitemapindex"), of("robots"));
    let told = [
        (figures.files.len() as u64 - indexes - robots, String::new(), ""),
        (indexes, "an index".to_owned(), " indexes"),
        (robots, "a robots.txt".to_owned(), " robots.txt"),
    ];
    let told = told.into_iter().filter(|(number, ..)| *number > 0);
    let told: Vec<String> = told
        .map(|(number, one, several)| match number {
            1 if !one.is_empty() => one,
            number => thousands(number) + several,
        })
        .collect();
    match told.split_last() {
        None => "0".to_owned(),
        Some((one, [])) if figures.files.len() == 1 && one != "1" => format!("{one} alone"),
        Some((one, [])) => one.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

/// What is in no figure.
fn dropped(figures: &Figures) -> Option<String> {
    let told = [
        (figures.dropped > 0).then(|| entries(figures.dropped)),
        (figures.dropped_fields > 0).then(|| count(figures.dropped_fields, "field")),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn bytes(figures: &Figures) -> String {
    match figures.stored == figures.bytes {
        true => thousands(figures.bytes),
        false => format!("{} ({} stored)", thousands(figures.bytes), thousands(figures.stored)),
    }
}

/// A bar of so many columns for the whole scale, in eighths of a column.
fn blocks(part: u64, scale: u64, columns: usize) -> String {
    let eighths = u128::from(part) * (columns as u128 * 8) / u128::from(scale.max(1));
    // What is there is seen.
    let eighths = usize::try_from(eighths).unwrap_or(columns * 8).max(usize::from(part > 0));
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied();
    format!("{}{}", "█".repeat(eighths / 8), rest.unwrap_or_default())
}

/// One character for a number out of the greatest.
fn level(part: u64, most: u64) -> char {
    let levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if part == 0 {
        return '·';
    }
    let at = u128::from(part) * 8 / u128::from(most.max(1));
    let at = usize::try_from(at).unwrap_or(8).clamp(1, 8) - 1;
    levels.get(at).copied().unwrap_or('█')
}

/// A text in exactly so many columns: cut with `…`, or filled with spaces.
fn fit(text: &str, columns: usize) -> String {
    let text = clean(text);
    let mut shown = String::new();
    let mut used = 0;
    let fits = text.width() <= columns;
    let room = if fits { columns } else { columns.saturating_sub(1) };
    for c in text.chars() {
        let width = c.width().unwrap_or(0);
        if used + width > room {
            break;
        }
        used += width;
        shown.push(c);
    }
    if !fits {
        shown.push('…');
        used += 1;
    }
    shown + &" ".repeat(columns.saturating_sub(used))
}

/// The same of a path, of which the end says most.
fn tail(path: &str, columns: usize) -> String {
    let path = clean(path);
    if path.width() <= columns {
        return fit(&path, columns);
    }
    let mut used = 1;
    let mut start = path.len();
    for (at, c) in path.char_indices().rev() {
        let width = c.width().unwrap_or(0);
        if used + width > columns {
            break;
        }
        used += width;
        start = at;
    }
    fit(&format!("…{}", path.get(start..).unwrap_or_default()), columns)
}

#[cfg(test)]
mod tests {
    use super::{blocks, fit, level, tail};

    #[test]
    fn bars() {
        for (part, scale, bar) in [
            (0, 10, ""),
            (10, 10, "████"),
            (5, 10, "██"),
            (1, 10_000, "▏"),
            (7, 16, "█▊"),
            (3, 0, "████████████"),
        ] {
            assert_eq!(blocks(part, scale, 4), bar, "{part} of {scale}");
        }
        assert_eq!([0, 1, 50, 99, 100].map(|part| level(part, 100)), ['·', '▁', '▄', '▇', '█']);
    }

    #[test]
    fn texts_in_columns() {
        assert_eq!(fit("abc", 5), "abc  ");
        assert_eq!(fit("abcdef", 5), "abcd…");
        assert_eq!(fit("日本語日", 5), "日本…");
        assert_eq!(fit("a\u{1b}[2Jb", 9), "a\u{241b}[2Jb   ");
        assert_eq!(tail("public/shop/a.xml", 8), "…/a.xml ".replace("/a.xml ", "p/a.xml"));
    }
}
