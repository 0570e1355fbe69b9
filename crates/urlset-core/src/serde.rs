//! The fields of an entry for serde: the text that each is written as, and a number for a priority.

use crate::{Changefreq, Datetime, Loc, Priority, Rule};
use alloc::string::String;
use core::fmt::{Display, Formatter};
use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

impl Serialize for Loc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for Datetime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spell().as_str())
    }
}

impl Serialize for Changefreq {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A number where that gives back the spelling, else text: `0.8`, but `"0.80"`. Text in formats that
/// nobody reads.
impl Serialize for Priority {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.value();
        if serializer.is_human_readable() && matches!(self.as_str(), "0" | "1") {
            return serializer.serialize_u64(u64::from(self.as_str() == "1"));
        }
        if !serializer.is_human_readable() || format!("{number:?}") != self.as_str() {
            return serializer.serialize_str(self.as_str());
        }
        serializer.serialize_f64(number)
    }
}

/// Any text; one with white space around it, which no loc has, is refused.
impl<'de> Deserialize<'de> for Loc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loc, D::Error> {
        let text = String::deserialize(deserializer)?;
        let loc = Loc::new(&text);
        if loc.as_str() == text { Ok(loc) } else { Err(Error::custom("white space around a loc")) }
    }
}

impl<'de> Deserialize<'de> for Datetime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Datetime, D::Error> {
        deserializer.deserialize_str(Text("a W3C datetime", Datetime::parse))
    }
}

impl<'de> Deserialize<'de> for Changefreq {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Changefreq, D::Error> {
        deserializer.deserialize_str(Text("a word of the protocol", Changefreq::parse))
    }
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Priority, D::Error> {
        let text = Text("a number from 0 to 1", Priority::parse);
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(text);
        }
        deserializer.deserialize_str(text)
    }
}

/// What is expected, and how its text is read.
struct Text<T>(&'static str, fn(&str) -> Result<T, &'static Rule>);

impl<T> Text<T> {
    fn read<E: Error>(&self, text: &str) -> Result<T, E> {
        (self.1)(text).map_err(|rule| Broken { rule, text }).map_err(E::custom)
    }
}

/// A text, and the rule that it breaks.
struct Broken<'t> {
    rule: &'static Rule,
    text: &'t str,
}

impl Display for Broken<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} [{}]: {:?}", self.rule.summary, self.rule.id, self.text)
    }
}

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.read(text)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.read(&format!("{number}"))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.read(&format!("{number}"))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        // `1.0` for 1; nothing is told by an exponent.
        let short = format!("{number:?}");
        let text = if short.contains('e') { format!("{number}") } else { short };
        self.read(&text)
    }
}
