//! Extensions that nothing else looks at: mobile, PageMap, and those that were retired.

use crate::rules::{
    BAIDU_TYPE, MISSING_NAME, MISSING_TYPE, MOBILE_NOT_EMPTY, MOBILE_OBSOLETE, RETIRED,
    VALUE_AND_TEXT,
};
use urlset_core::{Content, Element, Entry, Place, Result, Rule, Sink};

const MOBILE: &str = "http://www.google.com/schemas/sitemap-mobile/1.0";
const BAIDU: &str = "http://www.baidu.com/schemas/sitemap-mobile/1/";
const PAGEMAP: &str = "http://www.google.com/schemas/sitemap-pagemap/1.0";
/// In the order of [`Retired::told`].
const GONE: [(&str, &str); 2] = [
    ("http://www.google.com/geo/schemas/sitemap/1.0", "geo"),
    ("http://www.google.com/codesearch/schemas/sitemap/1.0", "codesearch"),
];

/// What is told once a document was told.
#[derive(Debug, Default)]
pub(crate) struct Retired {
    obsolete: bool,
    told: [bool; GONE.len()],
}

impl Retired {
    pub(crate) fn entry(
        &mut self,
        entry: &Entry,
        at: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut told = Telling { loc: entry.loc.as_str(), at, sink };
        for element in entry.extensions.elements() {
            match element.namespace() {
                MOBILE if element.name() == "mobile" => {
                    if !std::mem::replace(&mut self.obsolete, true) {
                        told.tell(&MOBILE_OBSOLETE, element, "")?;
                    }
                    told.mobile(element)?;
                }
                BAIDU if element.name() == "mobile" => {
                    let known = ["mobile", "pc,mobile", "htmladapt"];
                    let kind = element.attribute("type").filter(|kind| !known.contains(kind));
                    kind.map_or(Ok(()), |kind| told.tell(&BAIDU_TYPE, element, kind))?;
                    told.mobile(element)?;
                }
                PAGEMAP if element.name() == "PageMap" => told.pagemap(element)?,
                namespace => self.gone(namespace, element, &mut told)?,
            }
        }
        Ok(())
    }

    fn gone(
        &mut self,
        namespace: &str,
        element: Element<'_>,
        told: &mut Telling<'_>,
    ) -> Result<()> {
        for ((known, name), before) in GONE.iter().zip(&mut self.told) {
            if *known == namespace && !std::mem::replace(before, true) {
                told.tell(&RETIRED, element, name)?;
            }
        }
        Ok(())
    }
}

struct Telling<'t> {
    loc: &'t str,
    at: &'t dyn Place,
    sink: &'t mut dyn Sink,
}

impl Telling<'_> {
    fn tell(&mut self, rule: &'static Rule, element: Element<'_>, detail: &str) -> Result<()> {
        let own = element.position();
        let at = if own.is_known() { own } else { self.at.position() };
        self.sink.report(rule.at(at).detail(detail).loc(self.loc))
    }

    fn mobile(&mut self, element: Element<'_>) -> Result<()> {
        let says = |content| match content {
            Content::Text(text) => !text.trim().is_empty(),
            Content::Element(_) => true,
        };
        match element.contents().any(says) {
            true => self.tell(&MOBILE_NOT_EMPTY, element, &element.text()),
            false => Ok(()),
        }
    }

    fn pagemap(&mut self, map: Element<'_>) -> Result<()> {
        for object in map.children().filter(|child| child.is(PAGEMAP, "DataObject")) {
            if object.attribute("type").is_none() {
                self.tell(&MISSING_TYPE, object, "")?;
            }
            for one in object.children().filter(|child| child.is(PAGEMAP, "Attribute")) {
                let name = one.attribute("name");
                if name.is_none() {
                    self.tell(&MISSING_NAME, one, "")?;
                }
                if one.attribute("value").is_some() && !one.text().is_empty() {
                    self.tell(&VALUE_AND_TEXT, one, name.unwrap_or_default())?;
                }
            }
        }
        Ok(())
    }
}
