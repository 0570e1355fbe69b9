//! One article as a value.

use crate::lists::parts;
use crate::{ELEMENT, NAMESPACE, rules};
use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use urlset_core::{
    DateOrder, Datetime, Diagnostic, Element, ExtensionItem, Extensions, Position, Rule,
    repair_datetime,
};

/// The article of a page. Texts have no space around them; an empty optional text is the same as
/// none.
///
/// ```
/// use urlset_core::{Datetime, Entry, Loc};
/// use urlset_news::{News, Publication};
///
/// let news = News {
///     publication: Publication { name: "The Tea Letter".into(), language: "en".into() },
///     access: None,
///     genres: Vec::new(),
///     publication_date: Datetime::parse("2026-03-04")?,
///     title: "Green tea in three minutes".into(),
///     keywords: Vec::new(),
///     stock_tickers: Vec::new(),
///     geo_locations: None,
/// };
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&news);
/// assert_eq!(entry.extensions.items::<News>().next().and_then(Result::ok), Some(news));
/// # Ok::<(), &urlset_core::Rule>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct News {
    /// Where it appeared.
    pub publication: Publication,
    /// `Subscription` or `Registration`; Google no longer describes it.
    pub access: Option<String>,
    /// As `Blog` or `OpEd`; Google no longer describes them.
    pub genres: Vec<String>,
    /// When it was first published.
    pub publication_date: Datetime,
    /// Its title, without the publication's name.
    pub title: String,
    /// Google no longer describes them.
    pub keywords: Vec<String>,
    /// As `NASDAQ:AMAT`, at most five; Google no longer describes them.
    pub stock_tickers: Vec<String>,
    /// Where it happened; in no schema.
    pub geo_locations: Option<String>,
}

/// Where an article appeared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Publication {
    /// Its name as it stands on news.google.com.
    pub name: String,
    /// ISO 639 with two or three small letters, `zh-cn` or `zh-tw`.
    pub language: String,
}

impl Publication {
    /// A publication.
    pub fn new(name: impl Into<String>, language: impl Into<String>) -> Publication {
        Publication { name: name.into(), language: language.into() }
    }
}

impl News {
    /// An article with what Google asks for.
    pub fn new(
        publication: Publication,
        publication_date: Datetime,
        title: impl Into<String>,
    ) -> News {
        News {
            publication,
            access: None,
            genres: Vec::new(),
            publication_date,
            title: title.into(),
            keywords: Vec::new(),
            stock_tickers: Vec::new(),
            geo_locations: None,
        }
    }
}

impl ExtensionItem for News {
    const NAMESPACE: &'static str = NAMESPACE;
    const ELEMENT: &'static str = ELEMENT;

    /// The first of each child counts. A date that can be read one way only is read.
    ///
    /// # Errors
    /// `news/missing-publication`, `news/missing-name`, `news/missing-language`,
    /// `news/missing-date`, `news/bad-date`, `news/missing-title`.
    fn decode(element: Element<'_>) -> Result<News, Diagnostic> {
        let missing = |rule: &'static Rule| rule.at(element.position());
        let required = |parent: Element<'_>, name: &str, rule: &'static Rule| {
            let text = parent.child_text(name).map(Cow::into_owned);
            text.ok_or_else(|| missing(rule))
        };
        let text = |name| element.child_text(name).map(Cow::into_owned);
        let list = |name| -> Vec<String> {
            let text = element.child_text(name).unwrap_or_default();
            parts(&text).map(str::to_owned).collect()
        };
        let publication = element.child("publication");
        let publication = publication.ok_or_else(|| missing(&rules::MISSING_PUBLICATION))?;
        Ok(News {
            publication: Publication {
                name: required(publication, "name", &rules::MISSING_NAME)?,
                language: required(publication, "language", &rules::MISSING_LANGUAGE)?,
            },
            access: text("access"),
            genres: list("genres"),
            publication_date: date(element)?,
            title: required(element, "title", &rules::MISSING_TITLE)?,
            keywords: list("keywords"),
            stock_tickers: list("stock_tickers"),
            geo_locations: text("geo_locations"),
        })
    }

    fn encode(&self, out: &mut Extensions) {
        out.open(NAMESPACE, "news:news", Position::default());
        out.open(NAMESPACE, "news:publication", Position::default());
        out.leaf(NAMESPACE, "news:name", &self.publication.name);
        out.leaf(NAMESPACE, "news:language", &self.publication.language);
        out.close();
        let mut option = |qname: &str, text: Option<&str>| {
            if let Some(text) = text {
                out.leaf(NAMESPACE, qname, text);
            }
        };
        let joined = |list: &[String]| (!list.is_empty()).then(|| list.join(", "));
        option("news:access", self.access.as_deref());
        option("news:genres", joined(&self.genres).as_deref());
        option("news:publication_date", Some(&self.publication_date.to_string()));
        option("news:title", Some(&self.title));
        option("news:keywords", joined(&self.keywords).as_deref());
        option("news:stock_tickers", joined(&self.stock_tickers).as_deref());
        option("news:geo_locations", self.geo_locations.as_deref());
        out.close();
    }
}

fn date(element: Element<'_>) -> Result<Datetime, Diagnostic> {
    let Some(child) = element.child("publication_date") else {
        return Err(rules::MISSING_DATE.at(element.position()));
    };
    let text = child.text();
    let exact = Datetime::parse(&text).ok();
    let repaired = || repair_datetime(&text, DateOrder::default()).map(|(datetime, _)| datetime);
    exact.or_else(repaired).ok_or_else(|| rules::BAD_DATE.at(child.position()).detail(&text))
}

#[cfg(test)]
mod tests {
    use super::{News, Publication};
    use crate::{EXTENSION, NAMESPACE};
    use proptest::collection::vec;
    use proptest::option::of;
    use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};
    use proptest::sample::select;
    use urlset_core::{Datetime, Extensions, Member, Position, from_member, to_member};

    fn text() -> impl Strategy<Value = String> {
        "[!-~ü\u{1f408}][ -~\n]{0,12}[!-~ü\u{1f408}]"
    }

    fn list() -> impl Strategy<Value = Vec<String>> {
        vec("[A-Za-z:ü]([A-Za-z: ]{0,5}[a-z])?", 0..4)
    }

    fn date() -> impl Strategy<Value = Datetime> {
        let texts = ["2026", "2026-03-04", "2026-03-04T10:00:00.50+01:00", "0001-01-01T00:00Z"];
        select(texts.to_vec()).prop_map(|text| Datetime::parse(text).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn what_is_encoded_is_decoded(
            name in text(), language in text(), title in text(), publication_date in date(),
            access in of(text()), genres in list(), keywords in list(), stock_tickers in list(),
            geo_locations in of(text()),
        ) {
            let publication = Publication { name, language };
            let news = News {
                publication, access, genres, publication_date, title, keywords, stock_tickers,
                geo_locations,
            };
            let mut tape = Extensions::default();
            tape.push(&news);
            prop_assert_eq!(tape.items::<News>().collect::<Result<Vec<_>, _>>(), Ok(vec![news]));
            let mut back = Extensions::default();
            let member = to_member(&EXTENSION, tape.elements().next().unwrap()).unwrap();
            from_member(&EXTENSION, &member, Position::default(), &mut back).unwrap();
            prop_assert_eq!(back, tape);
        }
    }

    #[test]
    fn members_are_those_of_json_lines() {
        let mut tape = Extensions::default();
        let date = Datetime::parse("2026-03-04").unwrap();
        let publication = Publication::new("The Example", "en");
        tape.push(&News::new(publication, date, "Cats win"));
        let text = |text: &'static str| Member::Text(text.into());
        let publication = Member::Object(vec![
            ("name".into(), text("The Example")),
            ("language".into(), text("en")),
        ]);
        let expected = Member::Object(vec![
            ("publication".into(), publication),
            ("publication_date".into(), text("2026-03-04")),
            ("title".into(), text("Cats win")),
        ]);
        assert_eq!(to_member(&EXTENSION, tape.elements().next().unwrap()), Some(expected));
    }

    #[test]
    fn what_an_article_cannot_do_without() {
        let of = |date: Option<&str>, title: &str| {
            let mut tape = Extensions::default();
            tape.open(NAMESPACE, "n:news", Position::start(0));
            tape.open(NAMESPACE, "n:publication", Position::start(0));
            tape.leaf(NAMESPACE, "n:name", "A").leaf(NAMESPACE, "n:language", "en").close();
            if let Some(date) = date {
                tape.leaf(NAMESPACE, "n:publication_date", date);
            }
            tape.leaf(NAMESPACE, "n:title", title).close();
            let news = tape.items::<News>().next().unwrap();
            news.map_or_else(
                |found| found.rule.id.to_owned(),
                |news| news.publication_date.to_string(),
            )
        };
        assert_eq!(of(Some("2026-03-04T10:00Z"), "T"), "2026-03-04T10:00Z");
        assert_eq!(of(Some("2026-03-04 10:00:00Z"), "T"), "2026-03-04T10:00:00Z");
        assert_eq!(of(Some("soon"), "T"), "news/bad-date");
        assert_eq!(of(None, "T"), "news/missing-date");
        assert_eq!(of(Some("2026-03-04"), " "), "news/missing-title");
    }
}
