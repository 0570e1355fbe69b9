//! The checks on news.

use crate::languages::is_language;
use crate::lists::{are_genres, are_tickers};
use crate::title::{ends_in_date, holds_name};
use crate::{ACCESS, EXTENSION, rules};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use urlset_core::rules::FIELD_REPEATED;
use urlset_core::{
    Audit, Datetime, Element, Entry, EntryFindings, Look, Place, Position, Precision, Result, Rule,
    Sink, Zone,
};

/// `news:news` in one document (Google, News sitemaps).
const MOST: u64 = 1000;
/// Seconds that an article is news.
const FRESH: i64 = 2 * 24 * 3600;
/// A day without a zone began so many seconds before UTC's in the earliest zone.
const EARLIEST_ZONE: i64 = 14 * 3600;
/// Names of publications that are remembered: a document has one, rarely a few.
const MOST_NAMES: usize = 64;
/// Bytes of a name that is remembered: no publication has a longer one.
const LONGEST_NAME: usize = 1024;

/// Checks the news of a document. Remembers counts and a few names of publications.
///
/// ```
/// use urlset_core::{Audit, Diagnostic, Entry, Extensions, Loc, Position};
/// use urlset_news::NewsAudit;
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// let news = "http://www.google.com/schemas/sitemap-news/0.9";
/// entry.extensions.open(news, "news:news", Position::default());
/// entry.extensions.close();
/// let mut found: Vec<Diagnostic> = Vec::new();
/// NewsAudit::default().entry(&entry, &Position::default(), &mut found)?;
/// assert!(!found.is_empty(), "a title and more are missing");
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct NewsAudit {
    /// Seconds since 1970; `None` where there is no clock.
    now: Option<i64>,
    entries: u64,
    with_news: u64,
    news: u64,
    /// Of the first `news:news` beyond [`MOST`].
    first_over: Position,
    /// Of the first entry without news.
    first_without: Position,
    names: Vec<Name>,
    /// The name seen last, since most are the same.
    last: String,
}

/// A name as it was first written, and without case and space.
#[derive(Debug)]
struct Name {
    folded: String,
    first: String,
}

impl NewsAudit {
    /// Checks as if it were so many seconds since 1970.
    pub fn at(now: i64) -> NewsAudit {
        NewsAudit::with(Some(now))
    }

    fn with(now: Option<i64>) -> NewsAudit {
        NewsAudit {
            now,
            entries: 0,
            with_news: 0,
            news: 0,
            first_over: Position::default(),
            first_without: Position::default(),
            names: Vec::new(),
            last: String::new(),
        }
    }
}

impl Default for NewsAudit {
    /// Goes by the system's clock as it is now; where there is none, no date is too old or too
    /// late.
    fn default() -> NewsAudit {
        NewsAudit::with(clock())
    }
}

#[cfg(feature = "std")]
fn clock() -> Option<i64> {
    // There `SystemTime::now` panics.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return None;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

#[cfg(not(feature = "std"))]
fn clock() -> Option<i64> {
    None
}

impl Audit for NewsAudit {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        let before = self.news;
        let mut report = EntryFindings { entry, at, sink };
        let elements = entry.extensions.elements();
        for news in elements.filter(|element| element.is_item(&EXTENSION)) {
            self.news += 1;
            if self.news == MOST + 1 {
                self.first_over = known(news.position(), at.position());
            }
            if self.news > before + 1 {
                report.send(&rules::MULTIPLE, news.position(), "")?;
            }
            self.article(news, &mut report)?;
        }
        self.entries += 1;
        if self.news > before {
            self.with_news += 1;
        } else if self.entries - self.with_news == 1 {
            self.first_without = at.position();
        }
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.news > MOST {
            let finding = rules::TOO_MANY.at(self.first_over);
            sink.report(finding.detail(format!("{} of them", self.news)))?;
        }
        if self.with_news > 0 && self.with_news < self.entries {
            let finding = rules::MIXED_SITEMAP.at(self.first_without);
            let detail = format!("{} of {} entries have news", self.with_news, self.entries);
            sink.report(finding.detail(detail))?;
        }
        Ok(())
    }
}

/// The element's position, or the entry's where the element has none.
fn known(element: Position, entry: Position) -> Position {
    if element.is_known() { element } else { entry }
}

impl NewsAudit {
    fn article(&mut self, news: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
        let look = news.look(&EXTENSION);
        if look == Look::Closer {
            let unknown = &rules::UNKNOWN_ELEMENT;
            report.structure(&EXTENSION, (news, ""), unknown, |_| &FIELD_REPEATED)?;
            report.padding(&EXTENSION, news)?;
        }
        if look != Look::Usual {
            retired(news, report)?;
        }
        match news.child("publication") {
            Some(publication) => self.publication(publication, look, report)?,
            None => report.send(&rules::MISSING_PUBLICATION, news.position(), "")?,
        }
        match news.child("publication_date") {
            Some(date) => self.date(date, report)?,
            None => report.send(&rules::MISSING_DATE, news.position(), "")?,
        }
        title(news, report)
    }

    fn publication(
        &mut self,
        publication: Element<'_>,
        look: Look,
        report: &mut EntryFindings<'_>,
    ) -> Result<()> {
        if look == Look::Closer {
            let (place, unknown) = ((publication, "publication"), &rules::UNKNOWN_ELEMENT);
            report.structure(&EXTENSION, place, unknown, |_| &FIELD_REPEATED)?;
        }
        let at = publication.position();
        match publication.child("name").map(|name| (name, name.text())) {
            Some((name, text)) if !text.is_empty() => self.name(&text, name.position(), report)?,
            _ => report.send(&rules::MISSING_NAME, at, "")?,
        }
        match publication.child("language").map(|language| (language, language.text())) {
            Some((_, code)) if is_language(&code) => Ok(()),
            Some((language, code)) if !code.is_empty() => {
                report.send(&rules::BAD_LANGUAGE, language.position(), code)
            }
            _ => report.send(&rules::MISSING_LANGUAGE, at, ""),
        }
    }

    fn name(&mut self, name: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
        if name.contains('(') && name.contains(')') {
            report.send(&rules::NAME_PARENTHESES, at, name)?;
        }
        if self.last == name || name.len() > LONGEST_NAME {
            return Ok(());
        }
        self.last.clear();
        self.last.push_str(name);
        let folded: String = name.split_whitespace().collect::<String>().to_lowercase();
        match self.names.iter().find(|known| known.folded == folded) {
            Some(known) if known.first != name => {
                let detail = format!("{name}, and {} before", known.first);
                report.send(&rules::INCONSISTENT_NAME, at, detail)
            }
            Some(_) => Ok(()),
            None => {
                if self.names.len() < MOST_NAMES {
                    let first = name.to_owned();
                    self.names.push(Name { folded, first });
                }
                Ok(())
            }
        }
    }

    fn date(&self, date: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
        let text = date.text();
        let Some(published) = Datetime::parse(&text).ok().filter(is_documented) else {
            return report.send(&rules::BAD_DATE, date.position(), text);
        };
        let Some(now) = self.now else {
            return Ok(());
        };
        // A day alone gets the benefit of its last second and of the zone that is first.
        let (seconds, _) = published.earliest();
        let (earliest, latest) = match published.has_time() {
            true => (seconds, seconds),
            false => (seconds - EARLIEST_ZONE, seconds + 86_399),
        };
        if latest < now.saturating_sub(FRESH) {
            report.send(&rules::TOO_OLD, date.position(), text)
        } else if earliest > now {
            report.send(&rules::FUTURE, date.position(), text)
        } else {
            Ok(())
        }
    }
}

/// A day alone, or a time with its zone (Google, News sitemaps).
fn is_documented(datetime: &Datetime) -> bool {
    let zoned = datetime.zone() != Zone::Absent;
    match datetime.precision() {
        Precision::Year | Precision::Month => false,
        Precision::Day => !zoned,
        Precision::Minute | Precision::Second | Precision::Fraction(_) => zoned,
    }
}

/// Children that Google no longer describes, and their values.
fn retired(news: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    for child in news.own_children() {
        let shape = child.shape_in(&EXTENSION, "");
        let Some((_, shape)) = shape.filter(|(_, shape)| shape.deprecated) else {
            continue;
        };
        report.send(&rules::UNDOCUMENTED_TAG, child.position(), shape.path)?;
        let text = child.text();
        let broken: Option<&'static Rule> = match shape.path {
            "access" if !ACCESS.contains(&&*text) => Some(&rules::ACCESS_VALUE),
            "genres" if !are_genres(&text) => Some(&rules::GENRES_VALUE),
            "stock_tickers" if !are_tickers(&text) => Some(&rules::TOO_MANY_TICKERS),
            _ => None,
        };
        if let Some(rule) = broken {
            report.send(rule, child.position(), text)?;
        }
    }
    Ok(())
}

fn title(news: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let title = news.child("title").map(|title| (title, title.text()));
    let Some((title, text)) = title.filter(|(_, text)| !text.is_empty()) else {
        return report.send(&rules::MISSING_TITLE, news.position(), "");
    };
    let publication = news.child("publication");
    let name = publication.and_then(|publication| publication.child_text("name"));
    if holds_name(&text, &name.unwrap_or_default()) || ends_in_date(&text) {
        report.send(&rules::TITLE_EXTRA, title.position(), text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::NewsAudit;
    use crate::{NAMESPACE, News, Publication};
    use urlset_core::{Audit, Datetime, Diagnostic, Entry, Extensions, Loc, Position};

    /// 4 March 2026, 10:00 UTC.
    const NOW: i64 = 1_772_618_400;

    fn audit(entries: &[Entry]) -> String {
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = NewsAudit::at(NOW);
        for entry in entries {
            audit.entry(entry, &Position::start(0), &mut found).unwrap();
        }
        audit.finish(&mut found).unwrap();
        let ids = found.iter().map(|finding| {
            assert_eq!(finding.position.line, 1);
            finding.rule.id.trim_start_matches("news/")
        });
        ids.collect::<Vec<_>>().join(" ")
    }

    fn entry(items: &[News]) -> Entry {
        let mut entry = Entry::new(Loc::new("https://example.com/a"));
        for item in items {
            entry.extensions.push(item);
        }
        entry
    }

    fn news() -> News {
        let date = Datetime::parse("2026-03-04T09:00Z").unwrap();
        News::new(Publication::new("The Example", "en"), date, "Cats win")
    }

    fn push(tape: &mut Extensions, children: &[(&str, &str)]) {
        tape.open(NAMESPACE, "n:news", Position::start(0));
        for (name, text) in children {
            let mut path = name.split('/');
            let mut open = 0;
            for part in path.by_ref() {
                tape.open(NAMESPACE, &format!("n:{part}"), Position::start(0));
                open += 1;
            }
            tape.text(text);
            for _ in 0..open {
                tape.close();
            }
        }
        tape.close();
    }

    #[test]
    fn what_is_missing() {
        let date = ("publication_date", "2026-03-04");
        for (children, ids) in [
            (&[][..], "missing-publication missing-date missing-title"),
            (&[("publication", ""), date, ("title", "T")], "missing-name missing-language"),
            (&[("publication/name", "A"), date, ("title", " ")], "missing-language missing-title"),
            (&[("publication/language", "en"), date, ("title", "T")], "missing-name"),
            (
                &[("publication", ""), date, date, ("title", "T")],
                "schema/duplicate-element missing-name missing-language",
            ),
            (
                &[("publication/unknown", ""), date, ("title", "T"), ("author", "Ann")],
                "unknown-element unknown-element missing-name missing-language",
            ),
        ] {
            let mut entry = entry(&[]);
            push(&mut entry.extensions, children);
            assert_eq!(audit(&[entry]), ids, "{children:?}");
        }
    }

    #[test]
    fn dates() {
        for (date, ids) in [
            ("2026-03-04", ""),
            ("2026-03-02", ""),
            ("2026-03-01", "too-old"),
            ("2026-03-02T10:00:00Z", ""),
            ("2026-03-02T09:59:59Z", "too-old"),
            ("2026-03-04T10:00Z", ""),
            ("2026-03-04T11:00:00.5+01:00", ""),
            ("2026-03-04T10:01Z", "future"),
            ("2026-03-05", ""),
            ("2026-03-06", "future"),
            ("2026-03", "bad-date"),
            ("2026-03-04T10:00:00", "bad-date"),
            ("2026-03-04Z", "bad-date"),
        ] {
            let publication_date = Datetime::parse(date).unwrap();
            let item = News { publication_date, ..news() };
            assert_eq!(audit(&[entry(&[item])]), ids, "{date}");
        }
        // At 10:00 UTC on the 4th the 5th begins in the earliest zone.
        let tomorrow = News { publication_date: Datetime::parse("2026-03-05").unwrap(), ..news() };
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = NewsAudit::at(NOW - 1);
        audit.entry(&entry(&[tomorrow]), &Position::start(0), &mut found).unwrap();
        assert_eq!(found.first().map(|finding| finding.rule.id), Some("news/future"));
    }

    #[test]
    fn values() {
        let of = |change: fn(&mut News)| {
            let mut item = news();
            change(&mut item);
            audit(&[entry(&[item])])
        };
        assert_eq!(of(|_| {}), "");
        assert_eq!(of(|news| news.publication.language = "en-US".into()), "bad-language");
        assert_eq!(of(|news| news.publication.name = "A (paid)".into()), "name-parentheses");
        assert_eq!(of(|news| news.title = "Cats - The Example".into()), "title-extra");
        let ids = "undocumented-tag access-value";
        assert_eq!(of(|news| news.access = Some("subscription".into())), ids);
        assert_eq!(of(|news| news.access = Some("Subscription".into())), "undocumented-tag");
        assert_eq!(of(|news| news.genres = vec!["Rant".into()]), "undocumented-tag genres-value");
        let ids = "undocumented-tag too-many-tickers";
        assert_eq!(of(|news| news.stock_tickers = vec!["AMAT".into()]), ids);
        assert_eq!(of(|news| news.geo_locations = Some("Cork".into())), "undocumented-tag");
    }

    #[test]
    fn the_whole_document() {
        assert_eq!(audit(&[entry(&[news(), news()])]), "multiple-per-url");
        assert_eq!(audit(&[entry(&[]), entry(&[news()]), entry(&[])]), "mixed-sitemap");
        assert_eq!(audit(&[entry(&[]), entry(&[])]), "");
        assert_eq!(audit(&vec![entry(&[news()]); 1000]), "");
        assert_eq!(audit(&vec![entry(&[news()]); 1001]), "too-many");
        let named =
            |name: &str| entry(&[News { publication: Publication::new(name, "en"), ..news() }]);
        assert_eq!(audit(&[named("The Example"), named("Other")]), "");
        let twice = [named("The Example"), named("the  example"), named("The Example")];
        assert_eq!(audit(&twice), "inconsistent-name");
        assert_eq!(audit(&twice[..2]), "inconsistent-name");
        assert_eq!(audit(&[named("The Example"), named("Other"), named("The Example")]), "");
    }
}
