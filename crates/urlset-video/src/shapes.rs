//! The elements and attributes of a video, in the order of the schema, which is a sequence.

use urlset_core::{Occurs, Shape, Value};

/// `tYesNo` of the schema.
pub(crate) const YES_NO: &[&str] = &["yes", "Yes", "YES", "no", "No", "NO"];
pub(crate) const RELATIONSHIPS: &[&str] = &["allow", "deny"];
pub(crate) const PRICE_TYPES: &[&str] = &["purchase", "PURCHASE", "rent", "RENT"];
const RESOLUTIONS: &[&str] = &["sd", "SD", "hd", "HD"];
pub(crate) const SHOW_TYPES: &[&str] = &["full", "preview", "clip", "interview", "news", "other"];
pub(crate) const ID_TYPES: &[&str] =
    &["tms:series", "tms:program", "rovi:series", "rovi:program", "freebase", "url"];

/// Seconds; eight hours.
pub(crate) const LONGEST: i64 = 28_800;
/// Characters of a title.
pub(crate) const TITLE: u32 = 100;
/// Characters of a description.
pub(crate) const DESCRIPTION: u32 = 2048;
/// Characters of a category.
pub(crate) const CATEGORY: u32 = 256;
/// Characters of an uploader's name.
pub(crate) const UPLOADER: u32 = 255;
/// Tags of one video.
pub(crate) const TAGS: u32 = 32;

const TEXT: Value = Value::Text { most: u32::MAX };
const DURATION: Value = Value::Integer { least: 1, most: LONGEST };
const COUNT: Value = Value::Integer { least: 0, most: i64::MAX };
const ORDINAL: Value = Value::Integer { least: 1, most: i64::MAX };
const RATING: Value = Value::Decimal { least: 0, most: 5 };

pub(crate) static SHAPES: [Shape; 40] = [
    once("thumbnail_loc", Value::Url),
    once("title", Value::Text { most: TITLE }),
    once("description", Value::Text { most: DESCRIPTION }),
    optional("content_loc", Value::Url),
    optional("player_loc", Value::Url),
    retired("player_loc/@allow_embed", Value::OneOf(YES_NO)),
    retired("player_loc/@autoplay", TEXT),
    optional("duration", DURATION),
    optional("expiration_date", Value::Datetime),
    optional("rating", RATING),
    many("content_segment_loc", u32::MAX, Value::Url),
    optional("content_segment_loc/@duration", DURATION),
    optional("view_count", COUNT),
    optional("publication_date", Value::Datetime),
    many("tag", TAGS, TEXT),
    retired("category", Value::Text { most: CATEGORY }),
    optional("family_friendly", Value::OneOf(YES_NO)),
    optional("restriction", Value::Code),
    once("restriction/@relationship", Value::OneOf(RELATIONSHIPS)),
    retired("gallery_loc", Value::Url),
    retired("gallery_loc/@title", TEXT),
    Shape { path: "price", occurs: Occurs::Many { most: u32::MAX }, value: TEXT, deprecated: true },
    retired("price/@currency", Value::Code),
    retired("price/@type", Value::OneOf(PRICE_TYPES)),
    retired("price/@resolution", Value::OneOf(RESOLUTIONS)),
    optional("requires_subscription", Value::OneOf(YES_NO)),
    optional("uploader", Value::Text { most: UPLOADER }),
    optional("uploader/@info", Value::Url),
    retired("tvshow", Value::Children),
    retired("tvshow/show_title", TEXT),
    retired("tvshow/video_type", Value::OneOf(SHOW_TYPES)),
    retired("tvshow/episode_title", TEXT),
    retired("tvshow/season_number", ORDINAL),
    retired("tvshow/episode_number", ORDINAL),
    retired("tvshow/premier_date", Value::Datetime),
    optional("platform", Value::Code),
    once("platform/@relationship", Value::OneOf(RELATIONSHIPS)),
    optional("live", Value::OneOf(YES_NO)),
    many("id", u32::MAX, TEXT),
    once("id/@type", Value::OneOf(ID_TYPES)),
];

const fn once(path: &'static str, value: Value) -> Shape {
    shape(path, Occurs::Once, value)
}

const fn optional(path: &'static str, value: Value) -> Shape {
    shape(path, Occurs::Optional, value)
}

const fn many(path: &'static str, most: u32, value: Value) -> Shape {
    shape(path, Occurs::Many { most }, value)
}

const fn shape(path: &'static str, occurs: Occurs, value: Value) -> Shape {
    Shape { path, occurs, value, deprecated: false }
}

/// Without effect since 6 August 2022.
const fn retired(path: &'static str, value: Value) -> Shape {
    Shape { path, occurs: Occurs::Optional, value, deprecated: true }
}

#[cfg(test)]
mod tests {
    use super::SHAPES;

    #[test]
    fn parents_come_before_children_and_none_twice() {
        for (at, shape) in SHAPES.iter().enumerate() {
            let before = &SHAPES[..at];
            assert!(before.iter().all(|other| other.path != shape.path), "{shape:?}");
            if let Some((parent, _)) = shape.path.rsplit_once('/') {
                assert!(before.iter().any(|other| other.path == parent), "{shape:?}");
            }
        }
    }
}
