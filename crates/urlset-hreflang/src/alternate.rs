//! One alternate as a value.

use crate::{ELEMENT, NAMESPACE, rules};
use alloc::borrow::ToOwned;
use alloc::string::String;
use urlset_core::{Diagnostic, Element, ExtensionItem, Extensions, Position};

/// A link from a page to its like in another language or for another device. Values have no space
/// around them; an empty optional value is the same as none.
///
/// ```
/// use urlset_core::{Entry, Loc};
/// use urlset_hreflang::Alternate;
///
/// let mut entry = Entry::new(Loc::new("https://example.com/en"));
/// entry.extensions.push(&Alternate::new("de", "https://example.com/de"));
/// let read: Vec<Alternate> = entry.extensions.items().flatten().collect();
/// assert_eq!(read[0].href, "https://example.com/de");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alternate {
    /// `alternate`; other relations, as `amphtml`, mean something else. Empty where there is none.
    pub rel: String,
    /// A language tag, as `de-AT`, or `x-default`.
    pub hreflang: Option<String>,
    /// The address of the other page.
    pub href: String,
    /// A media query that the other page is for.
    pub media: Option<String>,
    /// The attribute `type`: a media type.
    pub media_type: Option<String>,
    /// The title of the other page.
    pub title: Option<String>,
}

impl Default for Alternate {
    /// Without an address.
    fn default() -> Alternate {
        Alternate {
            rel: "alternate".to_owned(),
            hreflang: None,
            href: String::new(),
            media: None,
            media_type: None,
            title: None,
        }
    }
}

impl Alternate {
    /// The page in another language.
    pub fn new(hreflang: impl Into<String>, href: impl Into<String>) -> Alternate {
        Alternate { hreflang: Some(hreflang.into()), href: href.into(), ..Alternate::default() }
    }
}

impl ExtensionItem for Alternate {
    const NAMESPACE: &'static str = NAMESPACE;
    const ELEMENT: &'static str = ELEMENT;

    /// Any `xhtml:link` is read, whatever its `rel`.
    ///
    /// # Errors
    /// `hreflang/missing-href` where there is no `href` or an empty one.
    fn decode(element: Element<'_>) -> Result<Alternate, Diagnostic> {
        let text = |name| {
            let value = element.attribute(name)?.trim();
            (!value.is_empty()).then(|| value.to_owned())
        };
        let missing = || rules::MISSING_HREF.at(element.position());
        Ok(Alternate {
            rel: text("rel").unwrap_or_default(),
            hreflang: text("hreflang"),
            href: text("href").ok_or_else(missing)?,
            media: text("media"),
            media_type: text("type"),
            title: text("title"),
        })
    }

    fn encode(&self, out: &mut Extensions) {
        out.open(NAMESPACE, "xhtml:link", Position::default());
        let rel = Some(&self.rel).filter(|rel| !rel.is_empty());
        for (name, value) in [
            ("rel", rel),
            ("hreflang", self.hreflang.as_ref()),
            ("href", Some(&self.href)),
            ("media", self.media.as_ref()),
            ("type", self.media_type.as_ref()),
            ("title", self.title.as_ref()),
        ] {
            if let Some(value) = value {
                out.attribute("", name, value);
            }
        }
        out.close();
    }
}

#[cfg(test)]
mod tests {
    use super::Alternate;
    use crate::{EXTENSION, NAMESPACE};
    use proptest::option::of;
    use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};
    use proptest::sample::select;
    use urlset_core::{Extensions, Member, Position, from_member, to_member};

    fn text() -> impl Strategy<Value = String> {
        "[!-~ü\u{1f408}][ -~\n]{0,12}[!-~ü\u{1f408}]"
    }

    fn rel() -> impl Strategy<Value = String> {
        select(vec!["alternate", "", "alternate nofollow"]).prop_map(str::to_owned)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn what_is_encoded_is_decoded(
            rel in rel(), hreflang in of(text()), href in text(), media in of(text()),
            media_type in of(text()), title in of(text()),
        ) {
            let alternate = Alternate { rel, hreflang, href, media, media_type, title };
            let mut tape = Extensions::default();
            tape.push(&alternate);
            let plain = alternate.rel == "alternate";
            let decoded = tape.items::<Alternate>().collect::<Result<Vec<_>, _>>();
            prop_assert_eq!(decoded, Ok(vec![alternate]));
            // What JSON leaves out must not be made up on the way back.
            let member = to_member(&EXTENSION, tape.elements().next().unwrap());
            prop_assert_eq!(member.is_some(), plain);
            if let Some(member) = member {
                let mut back = Extensions::default();
                from_member(&EXTENSION, &member, Position::default(), &mut back).unwrap();
                prop_assert_eq!(back, tape);
            }
        }
    }

    #[test]
    fn members_are_those_of_json_lines() {
        let mut tape = Extensions::default();
        tape.push(&Alternate::new("de", "https://example.com/de/a"));
        let expected = Member::Object(vec![
            ("hreflang".into(), Member::Text("de".into())),
            ("href".into(), Member::Text("https://example.com/de/a".into())),
        ]);
        assert_eq!(to_member(&EXTENSION, tape.elements().next().unwrap()), Some(expected));
    }

    #[test]
    fn an_alternate_needs_an_address() {
        let mut tape = Extensions::default();
        tape.open(NAMESPACE, "x:link", Position::start(0)).attribute("", "href", " ").close();
        let found = tape.items::<Alternate>().next().unwrap().unwrap_err();
        assert_eq!(found.rule.id, "hreflang/missing-href");
    }
}
