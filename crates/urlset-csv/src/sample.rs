//! Extensions for tests: small, but with everything that shapes can say.

use urlset_core::{Audit, Entry, Extension, Occurs, Result, Shape, Sink, Value};

struct Nothing;

impl Audit for Nothing {
    fn entry(&mut self, _: &Entry, _: &dyn urlset_core::Place, _: &mut dyn Sink) -> Result<()> {
        Ok(())
    }
}

const TEXT: Value = Value::Text { most: u32::MAX };
const MANY: Occurs = Occurs::Many { most: u32::MAX };

const fn shape(path: &'static str, occurs: Occurs, value: Value) -> Shape {
    Shape { path, occurs, value, deprecated: false }
}

const fn extension(
    name: &'static str,
    (namespace, prefix, element): (&'static str, &'static str, &'static str),
    shapes: &'static [Shape],
    keyed: Option<(&'static str, &'static str)>,
) -> Extension {
    Extension {
        name,
        title: name,
        namespace,
        variants: &[],
        prefix,
        element,
        shapes,
        keyed,
        identity: &[],
        audit: || Box::new(Nothing),
        rules: &[],
    }
}

pub(crate) static IMAGE: Extension = extension(
    "image",
    ("http://www.google.com/schemas/sitemap-image/1.1", "image", "image"),
    &[
        shape("loc", Occurs::Once, Value::Url),
        shape("caption", Occurs::Optional, TEXT),
        shape("title", Occurs::Optional, TEXT),
    ],
    None,
);

pub(crate) static VIDEO: Extension = extension(
    "video",
    ("http://www.google.com/schemas/sitemap-video/1.1", "video", "video"),
    &[
        shape("thumbnail_loc", Occurs::Once, Value::Url),
        shape("title", Occurs::Once, TEXT),
        shape("duration", Occurs::Optional, Value::Integer { least: 1, most: 28_800 }),
        shape("restriction", Occurs::Optional, TEXT),
        shape("restriction/@relationship", Occurs::Once, TEXT),
        shape("price", MANY, TEXT),
        shape("price/@currency", Occurs::Once, TEXT),
        shape("tag", MANY, TEXT),
    ],
    None,
);

pub(crate) static NEWS: Extension = extension(
    "news",
    ("http://www.google.com/schemas/sitemap-news/0.9", "news", "news"),
    &[
        shape("publication", Occurs::Once, Value::Children),
        shape("publication/name", Occurs::Once, TEXT),
        shape("publication/language", Occurs::Once, TEXT),
        shape("publication_date", Occurs::Once, Value::Datetime),
        shape("title", Occurs::Once, TEXT),
    ],
    None,
);

pub(crate) static HREFLANG: Extension = extension(
    "hreflang",
    ("http://www.w3.org/1999/xhtml", "xhtml", "link"),
    &[
        shape("@rel", Occurs::Implied("alternate"), TEXT),
        shape("@hreflang", Occurs::Optional, TEXT),
        shape("@href", Occurs::Once, Value::Url),
        shape("@media", Occurs::Optional, TEXT),
    ],
    Some(("hreflang", "href")),
);

pub(crate) static EXTENSIONS: &[&Extension] = &[&IMAGE, &VIDEO, &NEWS, &HREFLANG];
