//! What only the published schemas ask.

use urlset_core::{Rule, Severity};

/// `schema/invalid-value`: the schema does not take a value.
pub static SCHEMA_VALUE: Rule = Rule {
    id: "schema/invalid-value",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "a value that its type in the schema does not take",
    help: "write it as the schema has it, without space around it",
    source: "the published schemas",
    example: "<video:player_loc>http://example.com:/</video:player_loc>",
};

/// `schema/not-expected`: the schema has no such element, attribute or text at this place.
pub static SCHEMA_NOT_EXPECTED: Rule = Rule {
    id: "schema/not-expected",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "an element, an attribute or text that the schema does not have at this place",
    help: "take it out, or put it where the schema has it",
    source: "the published schemas",
    example: "</url><image:image><image:loc>https://example.com/a.jpg</image:loc></image:image>",
};

/// `schema/missing-part`: something that the schema asks for is not there.
pub static SCHEMA_MISSING: Rule = Rule {
    id: "schema/missing-part",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "an element or attribute that the schema asks for is not there",
    help: "give it, or take out what it belongs to",
    source: "the published schemas",
    example: "<video:tvshow><video:video_type>full</video:video_type></video:tvshow>",
};

/// `schema/no-schema-for-format`: a document that no schema is for.
pub static NO_SCHEMA_FOR_FORMAT: Rule = Rule {
    id: "schema/no-schema-for-format",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "no sitemap in XML: no published schema is for it",
    help: "write XML: `urlset convert`",
    source: "the published schemas",
    example: "a list of addresses as text",
};

/// All of them.
pub static OF_SCHEMAS: [&Rule; 4] =
    [&SCHEMA_VALUE, &SCHEMA_NOT_EXPECTED, &SCHEMA_MISSING, &NO_SCHEMA_FOR_FORMAT];
