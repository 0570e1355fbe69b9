//! An entry for any format of serde that describes itself: the object that JSON Lines has for it.

use crate::text::{Type, each_element, each_member, string, type_of, write_string};
use crate::{JsonReader, JsonWriter, rules};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};
use std::fmt::Formatter;
use urlset_core::{
    Diagnostic, Entry, EntryReader, EntryWriter, Error, Extension, Input, Kind, Lost, ReadOptions,
    Result, Sink, WriteOptions,
};

/// Objects within objects; those of extensions have far fewer.
const MOST_DEPTH: u8 = 32;

/// Serialises an entry as the object that [`JsonWriter`] writes. A number whose spelling a serializer
/// would change is text: `"0.80"`. Position and prefixes of extensions are not kept.
///
/// # Errors
/// When the serializer fails, or XML cannot hold a character of an element that is none of the
/// extensions' items.
pub fn serialize<S: Serializer>(
    entry: &Entry,
    kind: Kind,
    extensions: &'static [&'static Extension],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let options = WriteOptions { extensions, ..WriteOptions::default() };
    let mut text = String::new();
    let mut writer = JsonWriter::new(kind, &options);
    writer.write_entry(entry, &mut text, &mut Exact).map_err(S::Error::custom)?;
    Written(&text).serialize(serializer)
}

/// Reads such an object, strictly: whatever would be left out or repaired in reading a document is an
/// error here. A loc that no document may hold is kept, as [`ReadOptions::keep_invalid`] has it.
///
/// # Errors
/// When the deserializer fails, or what it gives is no such object.
pub fn deserialize<'de, D: Deserializer<'de>>(
    extensions: &'static [&'static Extension],
    deserializer: D,
) -> Result<(Kind, Entry), D::Error> {
    let mut text = String::new();
    Read { out: &mut text, depth: 0 }.deserialize(deserializer)?;
    let options = ReadOptions { extensions, keep_invalid: true, ..ReadOptions::default() };
    let mut entry = Entry::default();
    let read = JsonReader::open(Input::new(text.as_bytes()), &options, &mut Exact)
        .and_then(|mut reader| {
            let read = reader.read_entry(&mut entry, &mut Exact)?;
            Ok(read.then(|| reader.header().kind))
        })
        .map_err(D::Error::custom)?;
    read.map(|kind| (kind, entry)).ok_or_else(|| D::Error::custom("no entry"))
}

/// Stops at whatever is lost or repaired. The same value in another type is neither.
struct Exact;

impl Sink for Exact {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        let changed = finding.lost != Lost::Nothing || finding.mended.is_some();
        let retyped = finding.lost == Lost::Nothing && *finding.rule == rules::WRONG_TYPE;
        if changed && !retyped { Err(Error::from(finding)) } else { Ok(()) }
    }

    fn lose(&mut self, loss: urlset_core::Loss<'_>) -> Result<()> {
        let finding = urlset_core::rules::LOSSY.at(loss.at.position());
        Err(finding.detail(format!("{}: {}", loss.field, loss.value)).into())
    }
}

/// A value of JSON as our writer wrote it.
struct Written<'t>(&'t str);

impl Serialize for Written<'_> {
    /// Recursion ends with the depth of the shapes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = self.0;
        match type_of(raw) {
            Type::Object => {
                let mut members = Vec::new();
                let _ = each_member(raw, &mut |name, value| members.push((name, value)));
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(&*name, &Written(value))?;
                }
                map.end()
            }
            Type::Array => {
                let mut elements = Vec::new();
                let _ = each_element(raw, &mut |element| elements.push(element));
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                for element in elements {
                    list.serialize_element(&Written(element))?;
                }
                list.end()
            }
            Type::Number => number(raw, serializer),
            Type::String | Type::Bool | Type::Null => {
                serializer.serialize_str(&string(raw).unwrap_or_default())
            }
        }
    }
}

/// A number where that gives back the spelling, else text.
fn number<S: Serializer>(raw: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(number) = raw.parse::<i64>().ok().filter(|number| number.to_string() == raw) {
        return serializer.serialize_i64(number);
    }
    match raw.parse::<f64>() {
        Ok(number) if format!("{number:?}") == raw => serializer.serialize_f64(number),
        _ => serializer.serialize_str(raw),
    }
}

/// Appends what a deserializer gives as JSON.
struct Read<'o> {
    out: &'o mut String,
    depth: u8,
}

impl Read<'_> {
    fn below<E: serde::de::Error>(&mut self) -> Result<Read<'_>, E> {
        if self.depth == MOST_DEPTH {
            return Err(E::custom("more values in each other than any entry has"));
        }
        Ok(Read { out: &mut *self.out, depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Read<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Read<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("an entry as JSON Lines has it")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.out.push('{');
        let mut comma = "";
        while let Some(name) = map.next_key::<String>()? {
            self.out.push_str(comma);
            write_string(&name, self.out);
            self.out.push(':');
            map.next_value_seed(self.below()?)?;
            comma = ",";
        }
        self.out.push('}');
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.out.push('[');
        let before = self.out.len();
        while list.next_element_seed(self.below()?)?.is_some() {
            self.out.push(',');
        }
        // The last element has one behind it.
        self.out.truncate(self.out.len().saturating_sub(1).max(before));
        self.out.push(']');
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        write_string(text, self.out);
        Ok(())
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.out.push_str("null");
        Ok(())
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        self.out.push_str(&number.to_string());
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        self.out.push_str(&number.to_string());
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        if !number.is_finite() {
            return Err(E::custom("no number of JSON"));
        }
        let short = format!("{number:?}");
        let text = if short.contains('e') { number.to_string() } else { short };
        self.out.push_str(&text);
        Ok(())
    }
}
