//! One image as a value.

use crate::{ELEMENT, NAMESPACE, rules};
use alloc::borrow::Cow;
use alloc::string::String;
use urlset_core::{Diagnostic, Element, ExtensionItem, Extensions, Position};

/// One image of a page. Texts have no space around them; an empty optional text is the same as
/// none.
///
/// ```
/// use urlset_core::{Entry, Loc};
/// use urlset_image::Image;
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&Image::new("https://example.com/a.jpg"));
/// assert_eq!(entry.extensions.items::<Image>().count(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Image {
    /// Its address, which may be on another host.
    pub loc: String,
    /// A caption; Google no longer reads it.
    pub caption: Option<String>,
    /// Where it was taken, as `Limerick, Ireland`; Google no longer reads it.
    pub geo_location: Option<String>,
    /// A title; Google no longer reads it.
    pub title: Option<String>,
    /// The address of its licence; Google no longer reads it.
    pub license: Option<String>,
}

impl Image {
    /// An image with nothing but an address: all that Google reads.
    pub fn new(loc: impl Into<String>) -> Image {
        Image { loc: loc.into(), ..Image::default() }
    }
}

impl ExtensionItem for Image {
    const NAMESPACE: &'static str = NAMESPACE;
    const ELEMENT: &'static str = ELEMENT;

    /// The first of each child counts.
    ///
    /// # Errors
    /// `image/missing-loc` where there is no `loc` or an empty one.
    fn decode(element: Element<'_>) -> Result<Image, Diagnostic> {
        let text = |name| element.child_text(name).map(Cow::into_owned);
        Ok(Image {
            loc: text("loc").ok_or_else(|| rules::MISSING_LOC.at(element.position()))?,
            caption: text("caption"),
            geo_location: text("geo_location"),
            title: text("title"),
            license: text("license"),
        })
    }

    fn encode(&self, out: &mut Extensions) {
        out.open(NAMESPACE, "image:image", Position::default());
        out.leaf(NAMESPACE, "image:loc", &self.loc);
        for (qname, text) in [
            ("image:caption", &self.caption),
            ("image:geo_location", &self.geo_location),
            ("image:title", &self.title),
            ("image:license", &self.license),
        ] {
            if let Some(text) = text {
                out.leaf(NAMESPACE, qname, text);
            }
        }
        out.close();
    }
}

#[cfg(test)]
mod tests {
    use super::Image;
    use crate::EXTENSION;
    use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};
    use urlset_core::{ExtensionItem, Extensions, Member, Position, from_member, to_member};

    fn text() -> impl Strategy<Value = String> {
        "[!-~ü\u{1f408}][ -~\n]{0,12}[!-~ü\u{1f408}]"
    }

    fn maybe() -> impl Strategy<Value = Option<String>> {
        proptest::option::of(text())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn what_is_encoded_is_decoded(
            loc in text(), caption in maybe(), geo_location in maybe(), title in maybe(),
            license in maybe(),
        ) {
            let image = Image { loc, caption, geo_location, title, license };
            let mut tape = Extensions::default();
            tape.push(&image);
            prop_assert_eq!(tape.items::<Image>().collect::<Result<Vec<_>, _>>(), Ok(vec![image]));
            let mut back = Extensions::default();
            let member = to_member(&EXTENSION, tape.elements().next().unwrap()).unwrap();
            from_member(&EXTENSION, &member, Position::default(), &mut back).unwrap();
            prop_assert_eq!(back, tape);
        }
    }

    #[test]
    fn members_are_those_of_json_lines() {
        let mut tape = Extensions::default();
        tape.push(&Image {
            caption: Some("A".to_owned()),
            ..Image::new("https://example.com/a.jpg")
        });
        let expected = Member::Object(vec![
            ("loc".into(), Member::Text("https://example.com/a.jpg".into())),
            ("caption".into(), Member::Text("A".into())),
        ]);
        let element = tape.elements().next().unwrap();
        assert_eq!(to_member(&EXTENSION, element), Some(expected));
    }

    #[test]
    fn an_image_needs_an_address() {
        let mut tape = Extensions::default();
        tape.open(Image::NAMESPACE, "image:image", Position::start(0));
        tape.leaf(Image::NAMESPACE, "image:loc", " \n ").close();
        let found = tape.items::<Image>().next().unwrap().unwrap_err();
        assert_eq!(found.rule.id, "image/missing-loc");
    }
}
