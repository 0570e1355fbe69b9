//! Well-formedness class by class, after the productions and constraints of XML 1.0 (fifth edition)
//! and Namespaces in XML 1.0: what is not well-formed is never taken for whole, what is gives no
//! syntax finding. expat is the referee of the list itself.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use urlset::{Header, Kind, Lost, Severity};
use urlset_tests::{Settings, python, read_with, write};

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A document around what stands in the root's tag, in an entry after its loc, and after the root.
fn document(declaration: &str, root: &str, inside: &str, after: &str) -> Vec<u8> {
    format!(
        "{declaration}<urlset xmlns=\"{CORE}\" xmlns:x=\"urn:x\"{root}>\n\
         <url><loc>https://example.com/a</loc>{inside}</url>\n</urlset>{after}"
    )
    .into_bytes()
}

/// Fragments that are not well-formed inside an element, by production or constraint.
const BAD_INSIDE: &[(&str, &str)] = &[
    ("[2] Char: control", "<x:a>\u{1}</x:a>"),
    ("[2] Char: control", "<x:a>\u{b}</x:a>"),
    ("[2] Char: U+FFFE", "<x:a>\u{fffe}</x:a>"),
    ("[2] Char: in an attribute", "<x:a b=\"\u{1}\"/>"),
    ("[2] Char: in a comment", "<!-- \u{2} -->"),
    ("[2] Char: in an instruction", "<?x \u{2}?>"),
    ("[2] Char: in CDATA", "<x:a><![CDATA[\u{2}]]></x:a>"),
    ("[2] Char: control, between elements", "\u{1}"),
    ("[2] Char: in CDATA, between elements", "<![CDATA[\u{1}]]>"),
    ("[14] CharData: ampersand, between elements", "&"),
    ("[14] CharData: ]]>, between elements", "]]>"),
    ("[66] CharRef: no character, between elements", "&#0;"),
    ("[68] EntityRef: not declared, between elements", "&foo;"),
    ("[NS 5] prefix bound to nothing", "<x:a xmlns:p=\"\"/>"),
    ("[5] Name: digit", "<1a/>"),
    ("[5] Name: hyphen", "<-a/>"),
    ("[5] Name: dot", "<.a/>"),
    ("[5] Name: none", "< a/>"),
    ("[5] Name: none", "<>"),
    ("[5] Name: bang", "<!a/>"),
    ("[5] Name: sign in it", "<x:a$b/>"),
    ("[5] Name: of an attribute", "<x:a 1b=\"c\"/>"),
    ("[10] AttValue: less-than", "<x:a b=\"<\"/>"),
    ("[10] AttValue: no quotes", "<x:a b=c/>"),
    ("[10] AttValue: one quote", "<x:a b=\"c'/>"),
    ("[10] AttValue: ampersand", "<x:a b=\"c & d\"/>"),
    ("[10] AttValue: no value", "<x:a b/>"),
    ("[10] AttValue: no value", "<x:a b=/>"),
    ("[14] CharData: ]]>", "<x:a>]]></x:a>"),
    ("[14] CharData: ampersand", "<x:a>b & c</x:a>"),
    ("[14] CharData: less-than", "<x:a>b < c</x:a>"),
    ("[15] Comment: two hyphens", "<!-- a -- b -->"),
    ("[15] Comment: three at its end", "<!-- a --->"),
    ("[15] Comment: not closed", "<!-- a ->"),
    ("[16] PI: not closed", "<?x y>"),
    ("[16] PI: no target", "<? x?>"),
    ("[17] PITarget: xml", "<?xml version=\"1.0\"?>"),
    ("[17] PITarget: XML", "<?XML x?>"),
    ("[17] PITarget: Xml", "<?Xml?>"),
    ("[18] CDSect: not closed", "<x:a><![CDATA[b]></x:a>"),
    ("[18] CDSect: lower case", "<x:a><![cdata[b]]></x:a>"),
    ("[18] CDSect: space", "<x:a><![ CDATA[b]]></x:a>"),
    ("[25] Eq: two", "<x:a b==\"c\"/>"),
    ("[28] doctypedecl: inside", "<!DOCTYPE a>"),
    ("[40] STag: slash first", "</ x:a>"),
    ("[40] STag: attributes not apart", "<x:a b=\"c\"d=\"e\"/>"),
    ("[40] STag: two of a name", "<x:a b=\"c\" b=\"d\"/>"),
    ("[40] STag: not closed", "<x:a <x:b/>"),
    ("[42] ETag: with attribute", "<x:a></x:a b=\"c\">"),
    ("[42] ETag: other name", "<x:a></x:b>"),
    ("[42] ETag: other case", "<x:a></x:A>"),
    ("[42] ETag: of nothing", "</x:a>"),
    ("[42] ETag: slash at its end", "<x:a></x:a/>"),
    ("[43] content: crossed", "<x:a><x:b></x:a></x:b>"),
    ("[43] content: not closed", "<x:a>"),
    ("[44] EmptyElemTag: space in it", "<x:a / >"),
    ("[66] CharRef: no digits", "<x:a>&#;</x:a>"),
    ("[66] CharRef: no hexadecimal digits", "<x:a>&#x;</x:a>"),
    ("[66] CharRef: capital X", "<x:a>&#X41;</x:a>"),
    ("[66] CharRef: letters", "<x:a>&#4a;</x:a>"),
    ("[66] CharRef: not closed", "<x:a>&#65</x:a>"),
    ("[66] CharRef: zero", "<x:a>&#0;</x:a>"),
    ("[66] CharRef: control", "<x:a>&#8;</x:a>"),
    ("[66] CharRef: surrogate", "<x:a>&#xD800;</x:a>"),
    ("[66] CharRef: beyond Unicode", "<x:a>&#x110000;</x:a>"),
    ("[66] CharRef: far beyond", "<x:a>&#99999999999999999999;</x:a>"),
    ("[66] CharRef: space", "<x:a>& #65;</x:a>"),
    ("[68] EntityRef: not closed", "<x:a>&amp</x:a>"),
    ("[68] EntityRef: not declared", "<x:a>&nbsp;</x:a>"),
    ("[68] EntityRef: capitals", "<x:a>&AMP;</x:a>"),
    ("[68] EntityRef: no name", "<x:a>&;</x:a>"),
    ("[68] EntityRef: space in it", "<x:a>&amp ;</x:a>"),
    ("[68] EntityRef: in an attribute", "<x:a b=\"&copy;\"/>"),
    ("NS: prefix not declared", "<y:a/>"),
    ("NS: prefix of an attribute not declared", "<x:a y:b=\"c\"/>"),
    ("NS: two colons", "<x:a:b/>"),
    ("NS: no local name", "<x:/>"),
    ("NS: no prefix", "<:a/>"),
    ("NS: one name in two prefixes", "<x:a xmlns:y=\"urn:x\" x:b=\"1\" y:b=\"2\"/>"),
    ("NS: prefix taken back", "<x:a xmlns:x=\"\"/>"),
    ("NS: xml bound to another", "<x:a xmlns:xml=\"urn:y\"/>"),
    ("NS: xmlns bound", "<x:a xmlns:xmlns=\"urn:y\"/>"),
    ("NS: another bound to xml's", "<x:a xmlns:y=\"http://www.w3.org/XML/1998/namespace\"/>"),
    ("NS: bound to xmlns's", "<x:a xmlns:y=\"http://www.w3.org/2000/xmlns/\"/>"),
    ("NS: default bound to xml's", "<x:a xmlns=\"http://www.w3.org/XML/1998/namespace\"/>"),
];

/// What is well-formed there.
const GOOD_INSIDE: &[(&str, &str)] = &[
    (
        "[2] Char: the ends of the ranges",
        "<x:a>\t\n\r\u{20}\u{d7ff}\u{e000}\u{fffd}\u{10ffff}</x:a>",
    ),
    ("[2] Char: delete and C1", "<x:a>\u{7f}\u{80}\u{9f}</x:a>"),
    ("[5] Name: letters of others", "<x:élan-1.2_b/>"),
    ("[5] Name: middle dot", "<x:a\u{b7}/>"),
    ("[10] AttValue: other quotes", "<x:a b='\"' c=\"'\" d='>'/>"),
    ("[10] AttValue: line break", "<x:a b='1\n2'/>"),
    ("[14] CharData: what looks odd", "<x:a>]] > ]>  \"'</x:a>"),
    ("[15] Comment", "<!-- a - b <x> & ]]> -->"),
    ("[15] Comment: empty", "<!---->"),
    ("[16] PI", "<?x y ? > & < ??>"),
    ("[16] PI: no data", "<?x?>"),
    ("[17] PITarget: begins like xml", "<?xml-like y?>"),
    ("[18] CDSect", "<x:a><![CDATA[<&]] > ]]]]><![CDATA[>]]></x:a>"),
    ("[18] CDSect: empty", "<x:a><![CDATA[]]></x:a>"),
    ("[25] Eq: space", "<x:a b \n=\t'c'/>"),
    ("[40] STag: space at its end", "<x:a \n></x:a >"),
    ("[44] EmptyElemTag", "<x:a b='c'/><x:a />"),
    ("[66] CharRef", "<x:a>&#65;&#x41;&#xAb;&#000065;&#x10FFFF;&#9;&#xA;</x:a>"),
    ("[68] EntityRef", "<x:a b='&lt;&quot;'>&amp;&lt;&gt;&apos;&quot;</x:a>"),
    ("NS: attributes of one local name", "<x:a xmlns:y=\"urn:y\" x:b=\"1\" y:b=\"2\" b=\"3\"/>"),
    ("NS: default taken back", "<x:a xmlns=\"\"/>"),
    ("NS: bound again", "<x:a xmlns:x=\"urn:z\"><x:b/></x:a>"),
    ("NS: xml is bound", "<x:a xml:lang=\"de\" xml:space=\"preserve\"/>"),
    ("NS: xml bound to its own", "<x:a xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"/>"),
];

/// Declarations that are not well-formed.
const BAD_DECLARATIONS: &[(&str, &str)] = &[
    ("[23] XMLDecl: not at the start", " <?xml version=\"1.0\"?>"),
    ("[23] XMLDecl: comment before", "<!-- a --><?xml version=\"1.0\"?>"),
    ("[23] XMLDecl: no version", "<?xml encoding=\"UTF-8\"?>"),
    ("[23] XMLDecl: empty", "<?xml?>"),
    ("[23] XMLDecl: capitals", "<?XML version=\"1.0\"?>"),
    ("[23] XMLDecl: order", "<?xml encoding=\"UTF-8\" version=\"1.0\"?>"),
    ("[23] XMLDecl: twice", "<?xml version=\"1.0\"?><?xml version=\"1.0\"?>"),
    ("[23] XMLDecl: no quotes", "<?xml version=1.0?>"),
    ("[23] XMLDecl: no space", "<?xml version=\"1.0\"encoding=\"UTF-8\"?>"),
    ("[23] XMLDecl: other attribute", "<?xml version=\"1.0\" sort=\"a\"?>"),
    ("[23] XMLDecl: not closed", "<?xml version=\"1.0\">"),
    ("[32] SDDecl", "<?xml version=\"1.0\" standalone=\"maybe\"?>"),
    ("[32] SDDecl: capitals", "<?xml version=\"1.0\" standalone=\"Yes\"?>"),
    ("[80] EncodingDecl: empty", "<?xml version=\"1.0\" encoding=\"\"?>"),
    ("[81] EncName: digit first", "<?xml version=\"1.0\" encoding=\"8utf\"?>"),
    ("text before the root", "sitemap:"),
    ("reference before the root", "&#32;"),
    ("CDATA before the root", "<![CDATA[ ]]>"),
    ("end tag before the root", "</a>"),
];

const GOOD_DECLARATIONS: &[(&str, &str)] = &[
    ("[22] prolog: none", ""),
    ("[22] prolog: comments and instructions", "<?xml version='1.0'?>\n<!-- a --><?b c?>\n"),
    ("[23] XMLDecl: all", "<?xml version = \"1.0\" encoding='utf-8' standalone=\"no\" ?>"),
    ("[27] Misc: space", "\n\t<!-- a -->\r\n "),
];

/// What may not follow the root.
const BAD_ENDINGS: &[(&str, &str)] = &[
    ("[1] document: text", "x"),
    ("[1] document: reference", "&#32;"),
    ("[1] document: second root", "<urlset/>"),
    ("[1] document: end tag", "</urlset>"),
    ("[1] document: CDATA", "<![CDATA[]]>"),
    ("[1] document: declaration", "<?xml version=\"1.0\"?>"),
    ("[1] document: zero byte", "\0"),
    ("[1] document: comment not closed", "<!-- a"),
];

const GOOD_ENDINGS: &[(&str, &str)] =
    &[("[1] document: Misc", "\n<!-- a -->\n<?b?>\n"), ("[1] document: nothing", "")];

fn documents(
    declarations: &'static [(&str, &str)],
    inside: &'static [(&str, &str)],
    endings: &'static [(&str, &str)],
) -> Vec<(&'static str, Vec<u8>)> {
    let declared = declarations.iter().map(|(class, text)| (*class, document(text, "", "", "")));
    let held = inside.iter().map(|(class, text)| (*class, document("", "", text, "")));
    let ended = endings.iter().map(|(class, text)| (*class, document("", "", "", text)));
    declared.chain(held).chain(ended).collect()
}

/// The same in the root's own tag, where it is one of an attribute.
fn in_the_root() -> Vec<(&'static str, Vec<u8>)> {
    [" a", " a=b", " a=\"<\"", " a=\"&\"", " a='1' a='2'", " 1a='b'", " y:a='b'", " a='b'c='d'"]
        .into_iter()
        .map(|text| ("attribute of the root", document("", text, "", "")))
        .collect()
}

/// Bytes that are no UTF-8, in places of every kind.
fn no_utf8() -> Vec<(&'static str, Vec<u8>)> {
    let sequences: [&[u8]; 7] = [
        b"\xff",
        b"\xc0\xaf",
        b"\xe2\x82",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\x80",
        b"\xf8\x88\x80\x80\x80",
    ];
    let mut made = Vec::new();
    for sequence in sequences {
        for place in ["<x:a>@</x:a>", "<x:a b='@'/>", "<!--@-->", "<?x @?>", "<x:@/>"] {
            let around = document("", "", place, "");
            let at = around.windows(1).position(|byte| byte == b"@").unwrap();
            let bytes = [around.get(..at).unwrap(), sequence, around.get(at + 1..).unwrap()];
            made.push(("UTF-8", bytes.concat()));
        }
    }
    made
}

/// What expat lets pass.
fn beyond_expat() -> Vec<(&'static str, Vec<u8>)> {
    ["<?xml version=\"\"?>", "<?xml version=\"one\"?>", "<?xml version=\"2.0\"?>"]
        .into_iter()
        .map(|text| ("[26] VersionNum", document(text, "", "", "")))
        .collect()
}

fn bad() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = documents(BAD_DECLARATIONS, BAD_INSIDE, BAD_ENDINGS);
    all.extend(in_the_root());
    all.extend(no_utf8());
    // Cut at every byte after the first tag began and before the root ended.
    let whole = document("", "", "<x:a b='c'>&amp;<!-- d --><![CDATA[e]]><?f g?></x:a>", "");
    all.extend((1..whole.len() - 1).map(|at| ("cut", whole.get(..at).unwrap().to_vec())));
    all
}

#[test]
fn what_is_not_well_formed_is_told() {
    let settings = Settings::named("a.xml");
    let mut silent = Vec::new();
    for (class, bytes) in bad().into_iter().chain(beyond_expat()) {
        let reading = read_with(&settings, bytes.as_slice());
        let told = reading
            .findings
            .iter()
            .any(|found| found.severity == Severity::Error || found.lost > Lost::Nothing);
        if !told {
            let found: Vec<_> = reading.findings.iter().map(|found| found.rule.id).collect();
            silent.push(format!("{class}: {found:?}\n{}", String::from_utf8_lossy(&bytes)));
        }
    }
    assert!(silent.is_empty(), "{} pass:\n{}", silent.len(), silent.join("\n\n"));
}

#[test]
fn what_is_well_formed_gives_no_syntax_finding() {
    let settings = Settings::named("a.xml");
    let mut accused = Vec::new();
    for (class, bytes) in documents(GOOD_DECLARATIONS, GOOD_INSIDE, GOOD_ENDINGS) {
        let reading = read_with(&settings, bytes.as_slice());
        let syntax = |id: &str| id.starts_with("xml/") || id.starts_with("ns/");
        let found: Vec<_> = reading
            .findings
            .iter()
            .filter(|found| syntax(found.rule.id) && found.severity > Severity::Note)
            .map(|found| found.rule.id)
            .collect();
        if !found.is_empty() || reading.entries.len() != 1 || !reading.whole {
            accused.push(format!("{class}: {found:?}\n{}", String::from_utf8_lossy(&bytes)));
        }
    }
    assert!(accused.is_empty(), "{} are accused:\n{}", accused.len(), accused.join("\n\n"));
}

/// What is read of a broken document is written well-formed.
#[test]
fn what_is_written_is_well_formed() {
    if !python::has("xml.parsers.expat") {
        return eprintln!("skipped: there is no python3 with expat");
    }
    let format = urlset::format("xml").unwrap();
    let mut written = Vec::new();
    for (_, bytes) in bad().into_iter().chain(beyond_expat()) {
        for lenient in [false, true] {
            // expat has the names of the fourth edition, which knows fewer letters.
            if lenient && std::str::from_utf8(&bytes).is_err() {
                continue;
            }
            let mut settings = Settings::named("a.xml");
            settings.open.read.lenient = lenient;
            let reading = read_with(&settings, bytes.as_slice());
            let header = Header { kind: Kind::Urlset, ..reading.header };
            written.push(write(format, &header, &reading.entries, &mut ()));
        }
    }
    let texts: Vec<&[u8]> = written.iter().map(String::as_bytes).collect();
    let answers = python::ask("expat_reader.py", &[], &texts);
    let broken: Vec<&str> = written
        .iter()
        .zip(answers)
        .filter(|(_, answer)| !answer.is_array())
        .map(|(text, _)| text.as_str())
        .collect();
    assert!(broken.is_empty(), "{} are broken:\n{}", broken.len(), broken.join("\n"));
}

/// The lists above say what they mean.
#[test]
fn expat_agrees_with_the_lists() {
    if !python::has("xml.parsers.expat") {
        return eprintln!("skipped: there is no python3 with expat");
    }
    for (good, all) in
        [(false, bad()), (true, documents(GOOD_DECLARATIONS, GOOD_INSIDE, GOOD_ENDINGS))]
    {
        let texts: Vec<&[u8]> = all.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let answers = python::ask("expat_reader.py", &[], &texts);
        let wrong: Vec<String> = all
            .iter()
            .zip(answers)
            .filter(|(_, answer)| answer.is_array() != good)
            .map(|((class, bytes), _)| format!("{class}: {}", String::from_utf8_lossy(bytes)))
            .collect();
        assert!(wrong.is_empty(), "good {good}:\n{}", wrong.join("\n"));
    }
}
