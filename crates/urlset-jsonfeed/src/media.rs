//! Media types, and what they are in a sitemap.

/// The namespace of the image extension.
pub(crate) const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
/// The namespace of the video extension.
pub(crate) const VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";

/// What an attachment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    Image,
    Video,
    /// Audio, documents, and what is not known.
    Other,
}

/// Suffixes and their registered types.
static TYPES: &[(&str, &str)] = &[
    ("3gp", "video/3gpp"),
    ("avi", "video/x-msvideo"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("flv", "video/x-flv"),
    ("gif", "image/gif"),
    ("heic", "image/heic"),
    ("ico", "image/vnd.microsoft.icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("m4v", "video/x-m4v"),
    ("mkv", "video/matroska"),
    ("mov", "video/quicktime"),
    ("mp4", "video/mp4"),
    ("mpeg", "video/mpeg"),
    ("mpg", "video/mpeg"),
    ("ogv", "video/ogg"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("wmv", "video/x-ms-wmv"),
];

/// What a media type says; the suffix of the address only where there is none.
pub(crate) fn medium(mime_type: &str, address: &str) -> Medium {
    let mime_type = match mime_type.trim() {
        "" => suffix_type(address).unwrap_or_default(),
        given => given,
    };
    let of = |kind: &str| {
        mime_type.get(..kind.len()).is_some_and(|head| head.eq_ignore_ascii_case(kind))
    };
    if of("image/") {
        Medium::Image
    } else if of("video/") {
        Medium::Video
    } else {
        Medium::Other
    }
}

/// The type to write for an address of an image or video: by its suffix, else the range of types
/// that is certain.
pub(crate) fn type_of(address: &str, medium: Medium) -> &'static str {
    let range = match medium {
        Medium::Image => "image/*",
        Medium::Video => "video/*",
        Medium::Other => "application/octet-stream",
    };
    suffix_type(address)
        .filter(|known| known.split('/').next() == range.split('/').next())
        .unwrap_or(range)
}

fn suffix_type(address: &str) -> Option<&'static str> {
    let path = address.split(['?', '#']).next()?;
    let (_, suffix) = path.rsplit('/').next()?.rsplit_once('.')?;
    let found = TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(suffix));
    found.map(|(_, mime_type)| *mime_type)
}

#[cfg(test)]
mod tests {
    use super::{Medium, medium, type_of};

    #[test]
    fn types_follow_from_suffixes() {
        for (address, kind, mime_type) in [
            ("https://e.com/a.JPG?x=.png#.gif", Medium::Image, "image/jpeg"),
            ("https://e.com/a.mp4", Medium::Video, "video/mp4"),
            ("https://e.com/a.mp4", Medium::Image, "image/*"),
            ("https://e.com/png", Medium::Image, "image/*"),
            ("https://e.com/a.cgi", Medium::Video, "video/*"),
        ] {
            assert_eq!(type_of(address, kind), mime_type, "{address}");
            assert_eq!(medium(mime_type, "x.mp4"), kind);
        }
        assert_eq!(medium("", "https://e.com/a.webm"), Medium::Video);
        assert_eq!(medium("audio/mpeg", "https://e.com/a.mp4"), Medium::Other);
    }
}
