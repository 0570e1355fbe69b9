//! What a file is by its first bytes, where that is nothing a sitemap could be.

use crate::source_rules::{NOT_GZIP, UNKNOWN_FORMAT};
use urlset_core::{Diagnostic, Rule};

/// RFC 1952 section 2.3.1.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];

pub(crate) const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Compression that is not read, and what inside compressed data would be a second level of it.
const PACKED: &[(&[u8], &str)] = &[
    (&GZIP, "gzip data"),
    (&ZSTD, "zstd data"),
    (LOCAL, "zip archive"),
    (b"PK\x05\x06", "empty zip archive"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x04\x22\x4d\x18", "lz4 data"),
    (b"\x5d\0\0", "lzma data"),
    (b"\x1f\x9d", "data of the program compress"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
];

/// Files of other kinds that are saved or uploaded by mistake.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"%PDF-", "PDF document"),
    (b"PAR1", PARQUET),
    (b"\x7fELF", "ELF program"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD_OFFICE),
    (b"wOFF", "web font"),
    (b"wOF2", "web font"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
];

const PARQUET: &str = "Parquet table";
const WORKBOOK: &str = "Excel workbook";
const OPEN_SHEET: &str = "OpenDocument spreadsheet";
const OLD_OFFICE: &str = "Office document of the old kind";

/// Where a file in a ZIP archive begins: APPNOTE.TXT 6.3.10, section 4.3.7.
const LOCAL: &[u8] = b"PK\x03\x04";

/// What a build says that was made without.
pub const NO_PARQUET: &str =
    "this build has no Parquet: `cargo install urlset-cli --features parquet`";

/// Whether zstd data begins here; skippable frames may come first (RFC 8878 section 3.1.2).
pub(crate) fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(&ZSTD) || skippable(head)
}

/// Whether a skippable frame of zstd begins here.
pub(crate) fn skippable(head: &[u8]) -> bool {
    matches!(head, [low, 0x2a, 0x4d, 0x18, ..] if low & 0xf0 == 0x50)
}

/// The rule and the name of what begins so, where it cannot be read.
pub(crate) fn foreign(head: &[u8]) -> Option<(&'static Rule, &'static str)> {
    let named = |table: &[(&[u8], &'static str)]| {
        table.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, name)| *name)
    };
    let bzip2 =
        head.starts_with(b"BZh") && head.get(4..10) == Some(&[0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
    if let Some(what) = office(head) {
        return Some((&UNKNOWN_FORMAT, what));
    }
    if let Some(name) = named(PACKED).or(bzip2.then_some("bzip2 data")) {
        return Some((&NOT_GZIP, name));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some((&NOT_GZIP, "tar archive"));
    }
    let riff = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    let name = named(OTHERS).or(riff.then_some("WebP image"))?;
    Some((&UNKNOWN_FORMAT, name))
}

/// What program a ZIP archive is of, by the names of its first files: ECMA-376 part 2, and
/// OpenDocument 1.3 part 2, section 3.3, whose first file says it.
fn office(head: &[u8]) -> Option<&'static str> {
    const TYPE: &[u8] = b"mimetypeapplication/vnd.oasis.opendocument.";
    let mut rest = head.strip_prefix(LOCAL)?;
    loop {
        // The name begins 26 bytes behind the signature.
        let name = rest.get(26..).unwrap_or_default();
        let found = [
            (&b"xl/"[..], WORKBOOK),
            (b"word/", "Word document"),
            (b"ppt/", "PowerPoint presentation"),
        ];
        if let Some((_, what)) = found.iter().find(|(folder, _)| name.starts_with(folder)) {
            return Some(what);
        }
        if let Some(kind) = name.strip_prefix(TYPE) {
            let is_sheet = kind.starts_with(b"spreadsheet");
            return Some(if is_sheet { OPEN_SHEET } else { "OpenDocument file" });
        }
        let next = rest.windows(LOCAL.len()).position(|bytes| bytes == LOCAL)?;
        rest = rest.get(next + LOCAL.len()..)?;
    }
}

/// A finding about a foreign file, with a way out where another build of this has one.
pub(crate) fn helped(finding: Diagnostic, what: &str) -> Diagnostic {
    match what {
        PARQUET if !cfg!(feature = "parquet") => finding.help(NO_PARQUET),
        WORKBOOK | OPEN_SHEET | OLD_OFFICE => finding
            .help("export the sheet as CSV (UTF-8) in the program that made it, and read that"),
        what if what.starts_with("Word") || what.starts_with("OpenDocument") => finding
            .help("save it as plain text, one URL a line, or its table as CSV, and read that"),
        _ => finding,
    }
}

/// What is wrong with a name that says something else about compression than the bytes.
pub(crate) fn misnamed(name: Option<&str>, compression: Option<&str>) -> Option<String> {
    let (_, suffix) = name?.rsplit_once('.')?;
    let promised = match &*suffix.to_ascii_lowercase() {
        "gz" | "gzip" => Some("gzip"),
        "zst" | "zstd" => Some("zstd"),
        other if other.contains(['/', '\\', '?', '&', '=']) => return None,
        _ => None,
    };
    match (promised, compression) {
        (Some(promised), None) => {
            Some(format!(".{suffix} promises {promised}, but the bytes are plain"))
        }
        (Some(promised), Some(found)) if promised != found => {
            Some(format!(".{suffix} promises {promised}, but the bytes are {found}"))
        }
        (None, Some(found)) => {
            Some(format!("compressed with {found}, which .{suffix} does not say"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{LOCAL, OPEN_SHEET, WORKBOOK, foreign, is_zstd, misnamed};

    #[test]
    fn foreign_files_have_names() {
        for (head, name) in [
            (&b"PK\x03\x04.."[..], "zip archive"),
            (b"BZh91AY&SY", "bzip2 data"),
            (b"\xfd7zXZ\0", "xz data"),
            (b"\x89PNG\r\n\x1a\n", "PNG image"),
            (b"RIFF....WEBP", "WebP image"),
            (b"\x1f\x8b\x08", "gzip data"),
        ] {
            assert_eq!(foreign(head).map(|(_, name)| name), Some(name));
        }
        let entry = |name: &str| [LOCAL, &[0; 26], name.as_bytes()].concat();
        for (names, what) in [
            (&["[Content_Types].xml<Types/>", "xl/workbook.xml"][..], WORKBOOK),
            (&["_rels/.rels", "word/document.xml"], "Word document"),
            (&["mimetypeapplication/vnd.oasis.opendocument.spreadsheet"], OPEN_SHEET),
            (&["mimetypeapplication/vnd.oasis.opendocument.text"], "OpenDocument file"),
            (&["sitemap.xml", "a/xl/b.xml"], "zip archive"),
            (&[""], "zip archive"),
        ] {
            let head: Vec<u8> = names.iter().flat_map(|name| entry(name)).collect();
            assert_eq!(foreign(&head).map(|(_, name)| name), Some(what), "{names:?}");
        }
        for text in [&b"<urlset"[..], b"https://", b"BZh is a word", b"", b"RIFF"] {
            assert_eq!(foreign(text), None);
        }
        assert!(is_zstd(b"\x28\xb5\x2f\xfd") && is_zstd(b"\x51\x2a\x4d\x18"));
    }

    #[test]
    fn names_that_lie_about_compression() {
        for (name, compression, lies) in [
            ("a.xml.gz", Some("gzip"), false),
            ("a.xml.gz", None, true),
            ("a.xml", Some("gzip"), true),
            ("a.xml", None, false),
            ("a.zst", Some("gzip"), true),
            ("-", Some("gzip"), false),
        ] {
            assert_eq!(misnamed(Some(name), compression).is_some(), lies, "{name}");
        }
    }
}
