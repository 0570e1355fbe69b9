//! What can be wrong with XML and its namespaces.

use urlset_core::{Rule, Severity};

/// `xml/not-well-formed`.
pub static NOT_WELL_FORMED: Rule = Rule {
    id: "xml/not-well-formed",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "not well-formed XML",
    help: "correct the markup here, or try `--lenient`",
    source: "XML 1.0 section 2.1",
    example: "<url><loc>https://example.com/</url></loc>",
};

/// `xml/bare-ampersand`.
pub static BARE_AMPERSAND: Rule = Rule {
    id: "xml/bare-ampersand",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`&` that begins no reference; it was read as itself",
    help: "write `&amp;`",
    source: "XML 1.0 section 2.4",
    example: "<loc>https://example.com/?a=1&b=2</loc>",
};

/// `xml/truncated`.
pub static TRUNCATED: Rule = Rule {
    id: "xml/truncated",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "the document ends inside an element",
    help: "fetch or make the file again; everything before was read",
    source: "XML 1.0 section 2.1",
    example: "<urlset><url><loc>https://example.com/</loc></url><url><lo",
};

/// `xml/leading-whitespace`.
pub static LEADING: Rule = Rule {
    id: "xml/leading-whitespace",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "something stands before the XML declaration",
    help: "make the file begin with `<?xml`; what stood there was left out",
    source: "XML 1.0 section 2.8",
    example: "Warning: mysql_connect() …\n<?xml version=\"1.0\"?>",
};

/// `xml/bom`.
pub static BOM: Rule = Rule {
    id: "xml/bom",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the file begins with a byte order mark",
    help: "nothing to do",
    source: "XML 1.0 section 4.3.3",
    example: "U+FEFF before <?xml",
};

/// `xml/invalid-utf8`.
pub static INVALID_UTF8: Rule = Rule {
    id: "xml/invalid-utf8",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "bytes that are not UTF-8",
    help: "save the file as UTF-8, declare its encoding, or read it with `--lenient`",
    source: "XML 1.0 section 4.3.3",
    example: "<loc>https://example.com/caf\\xE9</loc>",
};

/// `xml/doctype`.
pub static DOCTYPE: Rule = Rule {
    id: "xml/doctype",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a document type declaration; it was skipped and never followed",
    help: "take it out: sitemaps and feeds need none",
    source: "XML 1.0 section 2.8, document type declaration",
    example: "<!DOCTYPE urlset SYSTEM \"sitemap.dtd\">",
};

/// `xml/undefined-entity`.
pub static UNDEFINED_ENTITY: Rule = Rule {
    id: "xml/undefined-entity",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an entity that XML does not define; it was kept as it was written",
    help: "write the character itself or a numeric reference",
    source: "XML 1.0 section 4.1",
    example: "<loc>https://example.com/a&nbsp;b</loc>",
};

/// `xml/refused-entity`.
pub static REFUSED_ENTITY: Rule = Rule {
    id: "xml/refused-entity",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an entity that the document declares; entities are never expanded",
    help: "write the text itself",
    source: "urlset, safety limits",
    example: "<!ENTITY x SYSTEM \"file:///etc/passwd\"> … <loc>&x;</loc>",
};

/// `xml/invalid-char`.
pub static INVALID_CHAR: Rule = Rule {
    id: "xml/invalid-char",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "a character that XML cannot hold",
    help: "take it out",
    source: "XML 1.0 section 2.2",
    example: "<loc>https://example.com/&#1;</loc>",
};

/// `xml/double-escaped`.
pub static DOUBLE_ESCAPED: Rule = Rule {
    id: "xml/double-escaped",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the value still holds an escape after decoding",
    help: "escape once",
    source: "XML 1.0 section 2.4",
    example: "<loc>https://example.com/?a=1&amp;amp;b=2</loc>",
};

/// `xml/escaped-in-cdata`.
pub static ESCAPED_IN_CDATA: Rule = Rule {
    id: "xml/escaped-in-cdata",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an escape inside CDATA stands for itself",
    help: "write the character itself inside CDATA",
    source: "XML 1.0 section 2.7",
    example: "<loc><![CDATA[https://example.com/?a=1&amp;b=2]]></loc>",
};

/// `xml/too-deep`.
pub static TOO_DEEP: Rule = Rule {
    id: "xml/too-deep",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more nesting, attributes or namespaces than allowed, or a longer namespace",
    help: "raise `--max-nesting`, `--max-attributes` or `--max-namespaces` if you trust the file",
    source: "urlset, safety limits",
    example: "65 nested elements",
};

/// `xml/content-after-root`.
pub static AFTER_ROOT: Rule = Rule {
    id: "xml/content-after-root",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "something stands after the root element",
    help: "end the file with the root's end tag",
    source: "XML 1.0 section 2.1",
    example: "</urlset><p>Generated in 0.2 s</p>",
};

/// `xml/misplaced-entry`.
pub static MISPLACED_ENTRY: Rule = Rule {
    id: "xml/misplaced-entry",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an entry inside something that is not read, or named in the wrong case; it was left out",
    help: "close what stands around it, and write its name as the format has it",
    source: "urlset, formats",
    example: "<!-- shop -- <url>…</url> <!-- blog -->",
};

/// `xml/version-not-1.0`.
pub static VERSION: Rule = Rule {
    id: "xml/version-not-1.0",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "not XML version 1.0",
    help: "write version=\"1.0\"",
    source: "XML 1.0 section 2.8",
    example: "<?xml version=\"1.1\"?>",
};

/// `xml/not-carried`.
pub static NOT_CARRIED: Rule = Rule {
    id: "xml/not-carried",
    severity: Severity::Note,
    profiles: "------",
    summary: "comments, processing instructions and what is said of schemas are left out of what is written",
    help: "nothing to do",
    source: "urlset, formats",
    example: "<!-- made by our shop -->",
};

/// `xml/no-root`.
pub static NO_ROOT: Rule = Rule {
    id: "xml/no-root",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "no root element",
    help: "check how the file was made",
    source: "XML 1.0 section 2.1",
    example: "<?xml version=\"1.0\"?>",
};

/// `ns/undeclared-prefix`.
pub static UNDECLARED_PREFIX: Rule = Rule {
    id: "ns/undeclared-prefix",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "a prefix that nothing declares",
    help: "declare it on the root element",
    source: "Namespaces in XML section 5",
    example: "<image:image> without xmlns:image",
};

/// `ns/wrong-extension`.
pub static WRONG_EXTENSION: Rule = Rule {
    id: "ns/wrong-extension",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a misspelt namespace; it was read as the one that is meant",
    help: "write the namespace that `urlset list extensions` names",
    source: "Namespaces in XML 1.0, section 2.3",
    example: "xmlns:image=\"https://www.google.com/schemas/sitemap-image/1.1\"",
};

/// `ns/trailing-slash`.
pub static EXTENSION_SLASH: Rule = Rule {
    id: "ns/trailing-slash",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "a namespace with a slash at its end; it was read as the one without",
    help: "take the slash away",
    source: "Namespaces in XML 1.0, section 2.3",
    example: "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9/\"",
};

/// `schema/text-in-container`.
pub static TEXT_IN_CONTAINER: Rule = Rule {
    id: "schema/text-in-container",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "text where only elements may stand",
    help: "take it out or put it into its element",
    source: "sitemaps.org, XML tag definitions",
    example: "<url>https://example.com/</url>",
};

/// `schema/element-in-leaf`.
pub static ELEMENT_IN_LEAF: Rule = Rule {
    id: "schema/element-in-leaf",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an element inside one that holds only text",
    help: "take the markup out",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>https://example.com/<b>a</b></loc>",
};

/// `xml/unwritable-char`.
pub static UNWRITABLE_CHAR: Rule = Rule {
    id: "xml/unwritable-char",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a character that XML cannot hold; the value was left out",
    help: "take it out of the source",
    source: "XML 1.0 section 2.2",
    example: "a title with U+0008",
};

/// `xml/missing-declaration`.
pub static MISSING_DECLARATION: Rule = Rule {
    id: "xml/missing-declaration",
    severity: Severity::Note,
    profiles: "WIIII-",
    summary: "the document has no XML declaration",
    help: "begin it with <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
    source: "XML 1.0 section 2.8",
    example: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
};

/// `xml/unescaped-five`.
pub static UNESCAPED_FIVE: Rule = Rule {
    id: "xml/unescaped-five",
    severity: Severity::Note,
    profiles: "I-----",
    summary: "`>`, `\"` or `'` as it is in a text: legal XML, but the protocol wants it escaped",
    help: "write `&gt;`, `&quot;` and `&apos;`",
    source: "sitemaps.org, entity escaping",
    example: "<loc>https://example.com/it's</loc>",
};

/// `xml/xslt-stylesheet`.
pub static XSLT: Rule = Rule {
    id: "xml/xslt-stylesheet",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an XSLT stylesheet, which Chrome runs no longer (from 158, November 2026) and other browsers are giving up",
    help: "crawlers never looked at it; for people, `--stylesheet css` writes one that browsers show",
    source: "Chrome, removal of XSLT (2026)",
    example: "<?xml-stylesheet type=\"text/xsl\" href=\"/sitemap.xsl\"?>",
};

/// `xml/stylesheet-cross-origin`.
pub static STYLESHEET_ORIGIN: Rule = Rule {
    id: "xml/stylesheet-cross-origin",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the stylesheet stands on another origin than the document; browsers refuse it",
    help: "serve it from the document's own host",
    source: "HTML, processing of xml-stylesheet",
    example: "<?xml-stylesheet type=\"text/xsl\" href=\"https://cdn.example.net/sitemap.xsl\"?>",
};

/// `ns/unused-declaration`.
pub static UNUSED_DECLARATION: Rule = Rule {
    id: "ns/unused-declaration",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the root declares a prefix that nothing has",
    help: "leave the declaration out",
    source: "Namespaces in XML 1.0 section 3",
    example: "<urlset xmlns=\"…/0.9\" xmlns:video=\"…/1.1\"> without any video:…",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &NOT_WELL_FORMED,
    &BARE_AMPERSAND,
    &TRUNCATED,
    &LEADING,
    &BOM,
    &INVALID_UTF8,
    &DOCTYPE,
    &UNDEFINED_ENTITY,
    &REFUSED_ENTITY,
    &INVALID_CHAR,
    &DOUBLE_ESCAPED,
    &ESCAPED_IN_CDATA,
    &TOO_DEEP,
    &AFTER_ROOT,
    &MISPLACED_ENTRY,
    &VERSION,
    &NOT_CARRIED,
    &NO_ROOT,
    &UNDECLARED_PREFIX,
    &WRONG_EXTENSION,
    &EXTENSION_SLASH,
    &TEXT_IN_CONTAINER,
    &ELEMENT_IN_LEAF,
    &UNWRITABLE_CHAR,
    &MISSING_DECLARATION,
    &UNESCAPED_FIVE,
    &XSLT,
    &STYLESHEET_ORIGIN,
    &UNUSED_DECLARATION,
];
