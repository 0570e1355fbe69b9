//! What the program knows of an extension of the protocol.

use crate::{Audit, Known, Rule, Shape};
use alloc::boxed::Box;

/// An extension of the protocol, declared as a `static` in its crate.
pub struct Extension {
    /// Its name on the command line, in JSON Lines and in columns: `image`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The namespace that it is written with.
    pub namespace: &'static str,
    /// Spellings that real documents use for the same namespace; read as it, with a finding.
    pub variants: &'static [&'static str],
    /// The usual prefix: for writing, and for documents that forget to bind it.
    pub prefix: &'static str,
    /// Local name of the item, a child of the entry.
    pub element: &'static str,
    /// Its elements and attributes in the order of the schema, what they hold and how often.
    pub shapes: &'static [Shape],
    /// Where a table has one column for each value of one attribute: that attribute and the one
    /// that fills the cell, as `("hreflang", "href")`.
    pub keyed: Option<(&'static str, &'static str)>,
    /// What makes two items the same one, however else they differ: the first of these lists of
    /// which the item has anything, as paths of `shapes`. Where there is none, only equal items are.
    pub identity: &'static [&'static [&'static str]],
    /// What no table of shapes can say.
    pub audit: fn() -> Box<dyn Audit>,
    /// Every rule that its audit finds.
    pub rules: &'static [&'static Rule],
}

impl Extension {
    /// Whether a namespace is another spelling of its own: one of its variants, or where its own is a schema
    /// of Google, the same in another version, at another host, or with its name in the plural.
    pub fn is_misspelt_as(&self, namespace: &str) -> bool {
        if namespace == self.namespace {
            return false;
        }
        let bare = namespace.trim();
        let is_same = |name: &str| {
            google_schema(self.namespace).is_some_and(|own| own.eq_ignore_ascii_case(name))
        };
        bare == self.namespace
            || self.variants.contains(&bare)
            || google_schema(bare).is_some_and(is_same)
    }

    /// The element of this name right below `path`, where its shapes have one, and its place in their
    /// order; `path` is empty for the item.
    pub fn element_shape(&self, path: &str, name: &str) -> Option<(usize, &'static Shape)> {
        self.shape(path, "", name)
    }

    /// The same of an attribute of the element at `path`.
    pub fn attribute_shape(&self, path: &str, name: &str) -> Option<(usize, &'static Shape)> {
        self.shape(path, "@", name)
    }

    /// Whether its item has attributes and nothing else, as a link has.
    pub fn is_attributes_alone(&self) -> bool {
        self.shapes.iter().all(|shape| shape.path.starts_with('@'))
    }

    /// A line that was said to be of its table, where it is.
    #[inline]
    pub(crate) fn own(&self, said: Known) -> Option<(usize, &'static Shape)> {
        let Known::Line(at, shape) = said else { return None };
        let at = usize::from(at);
        self.shapes.get(at).is_some_and(|own| core::ptr::eq(own, shape)).then_some((at, shape))
    }

    fn shape(&self, path: &str, mark: &str, name: &str) -> Option<(usize, &'static Shape)> {
        // Lengths tell nearly all apart, and tables are asked for each element.
        let length = path.len() + usize::from(!path.is_empty()) + mark.len() + name.len();
        let is_it = |shape: &Shape| shape.path.len() == length && shape.is(path, mark, name);
        self.shapes.iter().enumerate().find(|(_, shape)| is_it(shape))
    }
}

/// Which schema of Google a namespace means, however it is spelt: `sitemap-image`, in the case of the text and
/// without the `s` of a plural. The protocol's host is a common one in front of it.
///
/// ```
/// use urlset_core::google_schema;
///
/// let image = Some("sitemap-image");
/// assert_eq!(google_schema("http://www.google.com/schemas/sitemap-image/1.1"), image);
/// assert_eq!(google_schema("https://sitemaps.org/schemas/sitemap-images/"), image);
/// assert_eq!(google_schema("http://www.google.com/schemas/sitemap/0.84"), None);
/// assert_eq!(google_schema("http://www.baidu.com/schemas/sitemap-mobile/1/"), None);
/// ```
pub fn google_schema(namespace: &str) -> Option<&str> {
    let starts = |text: &str, with: &str| {
        text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    let past = |text: &'_ str, front: &str| starts(text, front).then_some(front.len());
    let uri = namespace.trim();
    let uri = uri.split_once("//").map_or(uri, |(_, rest)| rest);
    let uri = uri.get(past(uri, "www.").unwrap_or(0)..)?;
    let (host, path) = uri.split_once('/')?;
    let is_known = ["google.com", "sitemaps.org"].iter().any(|one| host.eq_ignore_ascii_case(one));
    let name = path.get(past(path, "schemas/").filter(|_| is_known)?..)?.trim_end_matches('/');
    let (name, version) = name.split_once('/').unwrap_or((name, ""));
    let is_version = version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (is_version && starts(name, "sitemap-")).then(|| name.trim_end_matches(['s', 'S']))
}

impl core::fmt::Debug for Extension {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Extension({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Extension, Extensions, Occurs, Position, Shape, Value};

    const fn shape(path: &'static str) -> Shape {
        Shape { path, occurs: Occurs::Optional, value: Value::Url, deprecated: false }
    }

    const fn extension(shapes: &'static [Shape]) -> Extension {
        Extension {
            name: "x",
            title: "",
            namespace: "urn:x",
            variants: &[],
            prefix: "x",
            element: "item",
            shapes,
            keyed: None,
            identity: &[],
            audit: || unreachable!("nothing is audited"),
            rules: &[],
        }
    }

    #[test]
    fn what_spellings_of_a_namespace_mean_it() {
        let image = Extension {
            namespace: "http://www.google.com/schemas/sitemap-image/1.1",
            variants: &["urn:image"],
            ..extension(&[])
        };
        for (namespace, is) in [
            ("http://www.google.com/schemas/sitemap-image/1.1", false),
            (" http://www.google.com/schemas/sitemap-image/1.1", true),
            ("http://www.sitemaps.org/schemas/sitemap-image/1.1", true),
            ("https://google.com/Schemas/sitemap-images", true),
            ("http://www.google.com/schemas/sitemap-image/1.1a", false),
            ("http://www.google.com/schemas/sitemap-video/1.1", false),
            ("http://example.com/schemas/sitemap-image/1.1", false),
            ("urn:image", true),
            ("urn:x", false),
        ] {
            assert_eq!(image.is_misspelt_as(namespace), is, "{namespace}");
        }
        assert!(!extension(&[]).is_misspelt_as("urn:X"));
    }

    static SHAPES: [Shape; 3] = [shape("@b"), shape("a"), shape("b")];
    static OTHERS: [Shape; 3] = [shape("b"), shape("a"), shape("@b")];

    /// What is said of a line counts for the table that it is of alone; any other is searched.
    #[test]
    fn lines_are_of_one_table() {
        let (one, other) = (extension(&SHAPES), extension(&OTHERS));
        for said in [false, true] {
            let mut tape = Extensions::default();
            tape.open("urn:x", "x:item", Position::default()).attribute("", "b", "1");
            if said {
                tape.is_shape((0, &SHAPES[0]));
            }
            tape.open("urn:x", "x:b", Position::default());
            if said {
                tape.is_shape((2, &SHAPES[2]));
            }
            tape.close().leaf("urn:y", "y:b", "").close();
            let item = tape.elements().next().unwrap();
            let attribute = item.attributes().next().unwrap();
            let at = |extension: &Extension| {
                let places = item.children().map(|child| child.shape_in(extension, ""));
                let places: Vec<_> = places.map(|found| found.map(|(at, _)| at)).collect();
                (attribute.shape_in(extension, "").map(|(at, _)| at), places)
            };
            assert_eq!(at(&one), (Some(0), vec![Some(2), None]));
            assert_eq!(at(&other), (Some(2), vec![Some(0), None]));
        }
    }
}
