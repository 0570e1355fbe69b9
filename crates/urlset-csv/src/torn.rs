//! What rows give that have more or fewer cells than they should, or that are several on a line.

use crate::tests::{E, read, read_with};
use crate::{CsvReadOptions, Preset, rules};
use urlset_core::{Diagnostic, Lost, ReadOptions};

/// What is told of a row: that it is left out, or an address in it, a field, or nothing.
fn told(found: &[Diagnostic]) -> String {
    let ragged = found.iter().filter(|found| found.rule.id == rules::RAGGED_ROW.id);
    let words = ragged.map(|found| match found.lost {
        Lost::Entry => match found.detail.strip_prefix(E) {
            Some(page) => page.split(": ").next().unwrap_or(page),
            None => "row",
        },
        Lost::Field => "field",
        Lost::Nothing => "kept",
        Lost::Rest => "rest",
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The rows after a header, with `@` for the front of an address; the paths of the entries, and what
/// is told.
fn check(head: &str, rows: &[(&str, &str, &str)]) {
    for (row, locs, expected) in rows {
        let text = format!("{head}{}\n", row.replace('@', E));
        let read = read(&text);
        assert_eq!(
            (read.locs().as_str(), told(&read.findings).as_str()),
            (*locs, *expected),
            "{text}"
        );
    }
}

#[test]
fn places() {
    for (text, locs, found) in [
        ("loc,lastmod\n@a,2026-01-01,x\n", "a", "2:28 csv/ragged-row Field"),
        ("loc,lastmod\n@a\n", "a", "2:16 csv/ragged-row Nothing"),
        ("loc,lastmod\n@a,b,2026-01-01\n@c,2026-01-01\n", "c", "2:19 csv/ragged-row Entry"),
        (
            "lastmod,loc\n2024-01-01,@a2024-01-02,@b2024-01-03,@c\n",
            "",
            "2:38 csv/ragged-row Entry, 2:38 csv/ragged-row Entry, 2:64 csv/ragged-row Entry",
        ),
        ("loc,image.1.loc\n@a,@w,h\n", "a", "2:33 csv/ragged-row Field, 2:17 csv/ragged-row Field"),
    ] {
        let read = read(&text.replace('@', E));
        assert_eq!((read.locs().as_str(), read.found().as_str()), (locs, found), "{text}");
    }
}

#[test]
fn rows_without_their_line_breaks() {
    check("loc,lastmod\n", &[("@a,2024-01-01@b,2024-01-02\n@c,2024-01-03", "c", "row b")]);
    let joined = [
        ("2024-01-01,@a2024-01-02,@b", "", "row b"),
        ("2024-01-01,@a2024-01-02T10:00:00Z,@b", "", "row b"),
        ("2024-01-01T10:00:00Z,@a2024-01-02,@b", "", "row b"),
        (",@a2024-01-02,@b", "", "row b"),
        ("\"Mon, 01 Jan 2024 00:00:00 GMT\",@aTue, 02 Jan 2024 00:00:00 GMT,@b", "", "row b"),
        ("2024-01-01,\"@a\"\"2024-01-02\",@b", "", "row b"),
        // Nothing says that the page before is whole but its quotes.
        ("2024-01-01,@a,@b", "", "row b"),
        ("2024-01-01,\"@a\",@b", "a", "b"),
    ];
    check("lastmod,loc\n", &joined);
    check("priority,loc\n", &[("0.5,@a0.7,@b", "", "row b")]);
    check("changefreq,loc\n", &[("daily,@adaily,@b", "", "row b")]);
    check("priority,lastmod,loc\n", &[("0.5,2024-01-01,@a0.5,2024-01-02,@b", "", "row b")]);
    check("id,loc\n", &[("1,@a2,@b3,@c", "", "row b3 c")]);
    check("id,loc,title\n", &[("1,@a,x2,@b,y3,@c,z", "a", "b c")]);
}

#[test]
fn rows_that_begin_with_the_url() {
    check(
        "loc,title\n",
        &[
            ("@a,Hello world!@b,Bye\n@c,C", "c", "row b"),
            ("@a,Hello world @b,Bye", "", "row b"),
            ("@a,5 €@b,Bye", "", "row b"),
            ("@a,(1)@b,x@c,y", "", "row row b c"),
            ("\"@a\",\"A\"\"@b\",\"B\"", "", "row b"),
            // A text that a delimiter cut.
            ("@a,see @b, and more", "a", "field"),
            ("@a,see?u=@b", "a", ""),
        ],
    );
    let rows = [
        ("\"@a\",\"2024-01-01\"\"@b\",\"2024-01-02\"", "", "row b"),
        ("@a,2024-01-01@b/@c?d=1@e,2024-01-02", "", "row b/ c?d=1 e"),
    ];
    check("loc,lastmod\n", &rows);
    check("loc,lastmod,title\n", &[("@a,2024-01-01,@b,2024-01-02,Bye", "", "row b")]);
}

#[test]
fn rows_without_their_line_breaks_beside_other_addresses() {
    check(
        "lastmod,loc,hreflang.de\n",
        &[
            ("2024-01-01,@a,@de/a2024-01-02,@b,@de/b", "a", "b field"),
            ("2024-01-01,@a,@de/a,@x", "a", "field"),
            ("2024-01-01,@a,\"@de/a\",@b,@de/b", "a", "b"),
        ],
    );
    check("id,image.1.loc,loc\n", &[("1,@i,@a2,@j,@b", "", "row b")]);
    check(
        "loc,lastmod,image.1.loc,image.1.title\n",
        &[("@a,2024-01-01,@i,I@b,2024-01-02,@j,J", "", "row b")],
    );
    check(
        "loc,lastmod,image.1.loc,image.2.loc\n",
        &[("@a,2024-01-01,@i,,@b,2024-01-02", "a", "b")],
    );
    check("loc,image.1.loc,image.2.loc\n", &[("@a,@i,@j,@k", "a", "field")]);
}

#[test]
fn urls_with_a_delimiter() {
    check(
        "lastmod,loc\n",
        &[
            ("2024-01-01,@a,b", "", "row"),
            ("2024-01-01,@0,,12,00.html", "", "row"),
            ("2024-01-01,@a,,,b", "a", "field"),
            ("2024-01-01,\"@a\",b", "a", "field"),
            ("2024-01-01,@a, b", "a", "field"),
            ("2024-01-01,@a,two words", "a", "field"),
            ("2024-01-01,@a,\"b\"", "a", "field"),
            ("2024-01-01,@a,,", "a", "kept"),
        ],
    );
    check("lastmod\tloc\n", &[("2024-01-01\t@a\tb", "a", "field")]);
    check(
        "loc,lastmod\n",
        &[
            ("@a,b,2024-01-01", "", "row"),
            ("@0,,12,00.html,2024-01-01", "", "row"),
            ("@a,2024-01-01,b", "a", "field"),
            ("@a,2024,2024-01-01", "", "row"),
        ],
    );
    check(
        "loc,title\n",
        &[
            ("@a,b,Title", "", "row"),
            ("@a,Tea, green", "a", "field"),
            ("@a,b,Tea, green", "", "row"),
        ],
    );
    check("loc,title,lastmod\n", &[("@a,b,2024-01-01,c", "a", "field")]);
    check("loc,priority,title\n", &[("@a,0.5,b,c", "a", "field"), ("@a,1,0.5,c", "", "row")]);
    check("loc,changefreq,title\n", &[("@a,daily,b,c", "a", "field")]);
}

#[test]
fn other_addresses_with_a_delimiter() {
    let head = "loc,lastmod,image.1.loc,image.1.title\n";
    let text = format!("{head}{E}a,2024-01-01,{E}w_1,h_2/a.jpg,T\n{E}b,,{E}i,Tea,green\n");
    let read = read(&text);
    let counts: Vec<usize> =
        read.entries.iter().map(|entry| entry.extensions.elements().count()).collect();
    assert_eq!((read.locs().as_str(), counts), ("a b", vec![0, 0]), "{text}");
    let text =
        "loc,extension,item,field,value\n@a,image,1,loc,@i\n@a,image,2,loc,@j@b,image,1,loc,@k\n";
    let long = crate::tests::read(&text.replace('@', E));
    assert_eq!(long.entries[0].extensions.elements().count(), 1, "{text}");
    check(
        "loc,extension,item,field,value\n",
        &[
            ("@a,image,1,loc,@w,h", "a", "field field"),
            ("@a,image,1,title,Tea,green", "a", "field"),
            ("@a,image,1,loc,@i\n@a,image,2,loc,@j@b,image,1,loc,@k", "a", "row b"),
        ],
    );
}

#[test]
fn rows_of_languages() {
    let read = |text: &str| {
        let preset = Some(Preset::named("hreflang-matrix").unwrap());
        let csv = CsvReadOptions { preset, ..CsvReadOptions::default() };
        let text = text.replace('@', E);
        let read = read_with(text.as_bytes(), &csv, &crate::tests::options(), usize::MAX);
        (read.locs(), told(&read.findings))
    };
    for (text, locs, expected) in [
        ("de,en\n@de,@en@de2,@en2\n", "", "row en2 en@de2 de2"),
        ("id page,de,en\n1,@de,@en2,@de2,@en2\n", "de", "de2 en2 field en2"),
        ("de,en\n@de,@en,b\n", "de", "field field en"),
        ("de,en\n\"@de\",\"@en\",b\n", "de en", "field"),
    ] {
        assert_eq!(read(text), (locs.to_owned(), expected.replace('@', E)), "{text}");
    }
}

#[test]
fn rows_by_another_delimiter() {
    check(
        "loc;lastmod\n",
        &[
            ("@a;2024-01-01\n@b,2024-01-02", "a", "row"),
            ("@a;2024-01-01\n@b|daily", "a", "row"),
            ("@a;2024-01-01\n\"@b,2024-01-02\"", "a b,2024-01-02", "kept"),
            ("@a;2024-01-01\n@b,c", "a b,c", "kept"),
        ],
    );
    check("loc,lastmod\n", &[("@a;2024-01-01\n@c,2024-01-01", "c", "row")]);
}

#[test]
fn tables_without_a_header() {
    check(
        "",
        &[
            ("@a,2024-01-01@b,2024-01-02\n@c,2024-01-03", "c", "row b"),
            ("@a,2024-01-01@b,2024-01-02", "", "row b"),
            ("2024-01-01,@a2024-01-02,@b\n2024-01-03,@c", "c", "row b"),
            ("2024-01-01,@a\n2024-01-02,@b2024-01-03,@c", "a", "row c"),
            ("@a,2024-01-01,@b,2024-01-02\n@c,2024-01-03", "a c", "b"),
            // Also where most rows are torn.
            (
                "2024-01-01,@a2024-01-02,@b\n2024-01-03,@c\n2024-01-04,@d2024-01-05,@e",
                "c",
                "row b kept row e",
            ),
            ("@a,@b\n@c\n@d,@e", "a c d", "b kept e"),
            // A column of addresses that nobody mapped.
            ("@a,2024-01-01,@x\n@b,2024-01-01,\n@c,2024-01-01,", "a b c", ""),
            ("@a,2024-01-01,x\n@b,2024-01-01\n@c,2024-01-01", "a b c", "field"),
            ("@a,2024-01-01,x\n@b,2024-01-01,y\n@c,2024-01-01", "a b c", "kept"),
        ],
    );
    let mapping = crate::parse_mapping("1=loc,3=lastmod").unwrap();
    let csv = CsvReadOptions { mapping, delimiter: Some(b','), ..CsvReadOptions::default() };
    let text = "https://e.com/a,x,2024-01-01\nhttps://e.com/b,y\nhttps://e.com/c,y\n";
    let read = read_with(text.as_bytes(), &csv, &ReadOptions::default(), usize::MAX);
    assert_eq!((read.locs().as_str(), told(&read.findings).as_str()), ("a b c", "kept kept"));
}
