//! What can be wrong with a file before its format is known: compression, charset, kind. Ids and
//! severities are those of the project's specification.

use urlset_core::{Rule, Severity};

/// `file/gzip-corrupt`: compressed data is damaged.
pub static GZIP_CORRUPT: Rule = Rule {
    id: "file/gzip-corrupt",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the compressed data is damaged",
    help: "fetch or make the file again; what was read before is kept",
    source: "RFC 1952 section 2.3.1",
    example: "a gzip file whose checksum does not fit its contents",
};

/// `file/gzip-truncated`: compressed data ends early.
pub static GZIP_TRUNCATED: Rule = Rule {
    id: "file/gzip-truncated",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the compressed data ends early",
    help: "fetch or make the file again; what was read before is kept",
    source: "RFC 1952 section 2.3.1",
    example: "a gzip file cut off by a full disk",
};

/// `file/gzip-trailing-garbage`: bytes after the last member that are none.
pub static GZIP_TRAILING: Rule = Rule {
    id: "file/gzip-trailing-garbage",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "bytes after the compressed data that are not compressed data",
    help: "find out what appended them; they were not read",
    source: "RFC 1952 section 2.2",
    example: "a gzip file followed by a line of text",
};

/// `file/gzip-bomb`: compressed data becomes larger than allowed.
pub static GZIP_BOMB: Rule = Rule {
    id: "file/gzip-bomb",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the compressed data becomes larger than allowed",
    help: "raise `--max-input` or `--max-ratio` if you trust the file",
    source: "urlset, safety limits",
    example: "10 KiB of gzip that become 10 MiB of zeros, and so on",
};

/// `limit/window-bytes`: compressed data that refers too far back.
pub static LIMIT_WINDOW: Rule = Rule {
    id: "limit/window-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the compressed data refers farther back than allowed, all of which takes memory",
    help: "raise `--max-window` if you trust the file, or compress it without `--long`",
    source: "urlset, safety limits",
    example: "zstd --long=27 sitemap.xml",
};

/// `file/not-gzip-compression`: compressed as no sitemap may be. Only Zstandard is read all the same,
/// which a check tells.
pub static NOT_GZIP: Rule = Rule {
    id: "file/not-gzip-compression",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "compressed or packed in a way that sitemaps cannot be",
    help: "unpack it first; sitemaps may be compressed with gzip, once",
    source: "sitemaps.org, frequently asked questions",
    example: "sitemap.zip",
};

/// `file/name-content-mismatch`: the name says something else than the bytes.
pub static NAME_MISMATCH: Rule = Rule {
    id: "file/name-content-mismatch",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the file's name does not fit its content",
    help: "rename the file; it was read as what it is",
    source: "urlset, detection",
    example: "sitemap.xml.gz that is not compressed",
};

/// `file/html-not-sitemap`: a web page.
pub static HTML: Rule = Rule {
    id: "file/html-not-sitemap",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an HTML page, not a sitemap",
    help: "check the address it was fetched from; error pages are often saved by mistake. `--discover` finds the sitemaps of a site",
    source: "Search Console, unsupported format",
    example: "<!doctype html><title>404</title>",
};

/// `file/unknown-format`: none of the known formats.
pub static UNKNOWN_FORMAT: Rule = Rule {
    id: "file/unknown-format",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "none of the known formats",
    help: "say what it is with `--from`: `urlset list formats`",
    source: "Search Console, unsupported format",
    example: "a photograph",
};

/// `file/write-only-format`: the format can be written but not read.
pub static WRITE_ONLY: Rule = Rule {
    id: "file/write-only-format",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "this format can be written but not read",
    help: "choose one that can be read: `urlset list formats`",
    source: "urlset, formats",
    example: "a document that is opened as `indexnow`",
};

/// `xml/encoding-not-utf8`: a charset that the protocol does not allow; the document was read.
pub static XML_NOT_UTF8: Rule = Rule {
    id: "xml/encoding-not-utf8",
    severity: Severity::Error,
    profiles: "EEEEW-",
    summary: "the document is not UTF-8, as the protocol demands; it was read all the same",
    help: "save the file as UTF-8; converting writes UTF-8",
    source: "sitemaps.org, entity escaping",
    example: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
};

/// `xml/encoding-unsupported`: a charset that is not known here.
pub static XML_UNSUPPORTED: Rule = Rule {
    id: "xml/encoding-unsupported",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "the document is in a charset that is not read",
    help: "save the file as UTF-8",
    source: "WHATWG Encoding Standard, section 4.2",
    example: "<?xml version=\"1.0\" encoding=\"UTF-7\"?>",
};

/// `xml/declared-encoding-mismatch`: the declaration and the bytes disagree.
pub static XML_MISMATCH: Rule = Rule {
    id: "xml/declared-encoding-mismatch",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the XML declaration names another charset than the bytes have; the bytes were believed",
    help: "declare the charset that the file is saved in, best UTF-8",
    source: "XML 1.0, section 4.3.3",
    example: "a file in UTF-8 that begins with <?xml version=\"1.0\" encoding=\"UTF-16\"?>",
};

/// `fetch/charset`: who sent the document says another charset than the document does.
pub static TOLD_CHARSET: Rule = Rule {
    id: "fetch/charset",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the server names another charset than the document shows or declares, or one that is not read",
    help: "have it sent with `charset=utf-8` or without, and save it as UTF-8",
    source: "RFC 7303, section 3.2; RFC 7111, section 3.1",
    example: "Content-Type: text/xml; charset=iso-8859-1    (and a document that declares UTF-8)",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &GZIP_CORRUPT,
    &GZIP_TRUNCATED,
    &GZIP_TRAILING,
    &GZIP_BOMB,
    &LIMIT_WINDOW,
    &NOT_GZIP,
    &NAME_MISMATCH,
    &HTML,
    &UNKNOWN_FORMAT,
    &WRITE_ONLY,
    &XML_NOT_UTF8,
    &XML_UNSUPPORTED,
    &XML_MISMATCH,
    &TOLD_CHARSET,
];
