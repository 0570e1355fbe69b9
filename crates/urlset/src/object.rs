//! An entry for serde, with every extension that is known.

use crate::{EXTENSIONS, Entry, Kind};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// An entry as the object that JSON Lines has for it, in any format of serde that describes itself:
/// JSON, YAML, TOML, CBOR and their like.
///
/// ```
/// use urlset::{Entry, Loc, Object, Priority, image::Image};
///
/// let mut entry = Entry::new(Loc::new("https://example.com/a"));
/// entry.priority = Priority::parse("0.8").ok();
/// entry.extensions.push(&Image { loc: "https://example.com/a.jpg".into(), ..Image::default() });
/// let json = serde_json::to_string(&Object::from(entry.clone()))?;
/// assert_eq!(json, r#"{"loc":"https://example.com/a","priority":0.8,"image":[{"loc":"https://example.com/a.jpg"}]}"#);
/// assert_eq!(serde_json::from_str::<Object>(&json)?.entry, entry);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Extensions stand in it kind by kind, their parts in the order of their shapes, as in JSON Lines. What
/// is read is read strictly: where a reader of documents would leave something out or repair it,
/// there is an error. Numbers have no spelling in serde: `0.80` is written as text, and a `0.80` that
/// another program wrote is `0.8` here. [`crate::json::JsonReader`] keeps it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Whether it is a page or a sitemap.
    pub kind: Kind,
    /// The page or the sitemap.
    pub entry: Entry,
}

impl From<Entry> for Object {
    /// A page.
    fn from(entry: Entry) -> Object {
        Object { kind: Kind::Urlset, entry }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        urlset_json::object::serialize(&self.entry, self.kind, EXTENSIONS, serializer)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        let (kind, entry) = urlset_json::object::deserialize(EXTENSIONS, deserializer)?;
        Ok(Object { kind, entry })
    }
}
