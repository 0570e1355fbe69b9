//! Repairing what is certain: twice changes nothing, every address stays or is told, guesses are left
//! to those who ask for them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use urlset::ops::Mending;
use urlset::{Diagnostic, Entry, EntryReader, Error, Format, Header, Kind, Lost};
use urlset_tests::{Case, Settings, cases, line, write_options, write_with};

/// What became of a document.
struct Fixed {
    format: &'static Format,
    text: String,
    locs: Vec<String>,
    findings: Vec<Diagnostic>,
    whole: bool,
}

impl Fixed {
    fn mended(&self) -> impl Iterator<Item = (&Diagnostic, &str, &str)> {
        let mended = self.findings.iter().filter(|finding| finding.is_mended());
        mended.map(|finding| {
            let change = finding.mended.as_deref().unwrap();
            (finding, &*change.was, &*change.now)
        })
    }

    /// Entries, and locs beside a good one.
    fn lost(&self) -> usize {
        let loc = |finding: &Diagnostic| {
            finding.lost == Lost::Field && finding.rule.id.starts_with("loc/")
        };
        let lost = |finding: &&Diagnostic| finding.lost >= Lost::Entry || loc(finding);
        self.findings.iter().filter(lost).count()
    }
}

/// Reads as `urlset fix` does, and writes the same format; `None` where it cannot be read at all.
fn fix(mut settings: Settings, bytes: &[u8]) -> Option<Fixed> {
    settings.open.read.mends = true;
    let mut findings = Vec::new();
    let prepared = urlset::prepare(bytes, &settings.open, &mut findings).ok()?;
    let format = prepared.format;
    format.create?;
    let dates = settings.open.read.dates;
    let reader = settings.reader(prepared, &mut findings).ok()?;
    let mut reader = Mending::new(reader, urlset::EXTENSIONS, dates);
    let (mut entries, mut entry) = (Vec::new(), Entry::default());
    let whole = loop {
        match reader.read_entry(&mut entry, &mut findings) {
            Ok(true) => entries.push(entry.clone()),
            Ok(false) => break true,
            Err(Error::Stopped(finding)) => {
                findings.push(*finding);
                break false;
            }
            Err(error) => panic!("the machine failed: {error}"),
        }
    };
    let header: Header = reader.header().clone();
    if header.kind == Kind::Sitemapindex && !format.carries.index {
        return None;
    }
    let text = write_with(format, &header, &write_options(), &entries, &mut findings);
    let locs = entries.iter().map(|entry| entry.loc.to_string()).collect();
    Some(Fixed { format, text, locs, findings, whole })
}

/// Cases whose options say how to read, not what may be written.
fn fixable() -> impl Iterator<Item = (Case, Fixed)> {
    let unfit = |case: &Case| {
        let mut options = case.options.iter();
        options.any(|option| matches!(&**option, "--keep-invalid" | "--csv-guard"))
    };
    cases().into_iter().filter(move |case| !unfit(case)).filter_map(|case| {
        let fixed = fix(Settings::of(&case), &case.bytes)?;
        // What is written of Parquet is no text; the command's own tests look at it.
        (fixed.format.name != "parquet").then_some((case, fixed))
    })
}

#[test]
fn twice_changes_nothing() {
    let mut count = 0;
    for (case, fixed) in fixable() {
        let mut settings = Settings::named("input");
        settings.open.format = Some(fixed.format);
        let Some(again) = fix(settings, fixed.text.as_bytes()) else {
            // An empty list is no document.
            assert!(fixed.locs.is_empty(), "{}: {}", case.name, fixed.text);
            continue;
        };
        count += 1;
        assert!(again.whole, "{}: {:?}", case.name, again.findings);
        assert_eq!(again.text, fixed.text, "{}", case.name);
        let told: Vec<_> = again.mended().map(|(finding, ..)| line(finding)).collect();
        assert!(told.is_empty(), "{}: {told:?}", case.name);
        assert_eq!(again.locs, fixed.locs, "{}", case.name);
    }
    assert!(count > 500, "{count} cases are hardly all of them");
}

/// A text without what stands between two marks.
fn without(text: &str, [open, close]: [&str; 2]) -> String {
    let pieces = text.split(open).enumerate().map(|(at, piece)| match piece.split_once(close) {
        Some((_, rest)) if at > 0 => rest,
        _ => piece,
    });
    pieces.collect()
}

/// What a text says once its references are resolved, without comments, instructions and marks of
/// CDATA.
fn unescaped(text: &str) -> String {
    let plain = without(&without(text, ["<!--", "-->"]), ["<?", "?>"]);
    let parts =
        plain.split("<![CDATA[").enumerate().map(|(at, part)| match part.split_once("]]>") {
            Some((data, rest)) if at > 0 => data.replace('&', "&amp;") + rest,
            _ => part.to_owned(),
        });
    let plain: String = parts.collect();
    let mut out = String::new();
    let mut rest = plain.as_str();
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let named = after.split_once(';').filter(|(name, _)| name.len() < 99);
        let c = named.and_then(|(name, _)| match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)
            }
        });
        match (c, named) {
            (Some(c), Some((_, tail))) => {
                out.push(c);
                rest = tail;
            }
            _ => {
                out.push('&');
                rest = after;
            }
        }
    }
    out + rest
}

/// Cases of markup and lists that anybody can read without a parser.
fn readable() -> impl Iterator<Item = (Case, Fixed, String)> {
    // There the crude look takes the document for an instruction.
    let unfit = |case: &Case| case.name == "sitemap/declaration-not-closed";
    fixable().filter(move |(case, _)| !unfit(case)).filter_map(|(case, fixed)| {
        let text = String::from_utf8(case.bytes.clone()).ok()?;
        let markup = matches!(fixed.format.name, "xml" | "rss" | "atom");
        let text = if markup { unescaped(&text) } else { text };
        (markup || fixed.format.name == "text").then_some((case, fixed, text))
    })
}

#[test]
fn no_address_is_new_but_those_that_are_told() {
    let mut count = 0;
    for (case, fixed, text) in readable() {
        for loc in &fixed.locs {
            count += 1;
            // Of a long one the front is shown.
            let shown = |now: &str| now.strip_suffix('…').is_some_and(|now| loc.starts_with(now));
            let told = fixed.mended().any(|(_, _, now)| now.contains(loc) || shown(now));
            assert!(told || text.contains(loc), "{}: {loc} is not in the input", case.name);
        }
    }
    assert!(count > 300, "{count} addresses are hardly all of them");
}

#[test]
fn no_address_is_gone_but_those_that_are_told() {
    let mut count = 0;
    for (case, fixed, text) in readable().filter(|(_, fixed, _)| fixed.format.name == "xml") {
        let mut left = fixed.locs.clone();
        let (mut gone, written) = (0, unescaped(&fixed.text));
        for piece in text.split("<loc>").skip(1) {
            let Some((raw, _)) = piece.split_once("</loc>").filter(|(raw, _)| !raw.contains('<'))
            else {
                continue;
            };
            count += 1;
            match left.iter().position(|loc| loc == raw) {
                Some(at) => drop(left.swap_remove(at)),
                None => {
                    // A `loc` of another namespace is an image's.
                    let told = fixed.mended().any(|(_, was, _)| was.contains(raw));
                    let told =
                        told || (!fixed.locs.iter().any(|loc| loc == raw) && written.contains(raw));
                    gone += usize::from(!told);
                }
            }
        }
        let told = fixed.lost();
        assert!(!fixed.whole || gone <= told, "{}: {gone} gone, {told} told", case.name);
    }
    assert!(count > 300, "{count} addresses are hardly all of them");
}

fn page(inside: &str) -> String {
    let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
    format!("<?xml version=\"1.0\"?><urlset xmlns=\"{namespace}\">{inside}</urlset>")
}

fn fixed(text: &str) -> Fixed {
    fix(Settings::named("input.xml"), text.as_bytes()).unwrap()
}

#[test]
fn end_tags_that_are_certain() {
    let a = "<loc>https://e.com/a</loc>";
    for (inside, was, now) in [
        (format!("<url>{a}</URL>"), "</URL>", "</url>"),
        (format!("<url>{a}</Url><url>{a}</url>"), "</Url>", "</url>"),
        ("<url><loc>https://e.com/a</url>".to_owned(), "</url>", "</loc></url>"),
        ("<url><loc>https://e.com/a</LOC></url>".to_owned(), "</LOC>", "</loc>"),
        ("<url><loc>https://e.com/a</URL>".to_owned(), "</URL>", "</loc></url>"),
        (format!("<url>{a}"), "</urlset>", "</url></urlset>"),
        (format!("<url>{a}</url></url>"), "</url>", ""),
        (format!("<url>{a}<url>{a}</url>"), "", "</url>"),
    ] {
        let fixed = fixed(&page(&inside));
        assert!(fixed.whole, "{inside}: {:?}", fixed.findings);
        assert!(fixed.locs.iter().all(|loc| loc == "https://e.com/a"), "{inside}");
        assert!(!fixed.locs.is_empty(), "{inside}");
        let told: Vec<_> = fixed.mended().collect();
        assert_eq!(told.len(), 1, "{inside}: {told:?}");
        assert_eq!((told[0].1, told[0].2), (was, now), "{inside}");
    }
}

#[test]
fn guesses_are_left_to_those_who_ask() {
    let a = "<loc>https://e.com/a</loc>";
    for inside in [
        "<url><loc>https://e.com/a</lok></url>".to_owned(),
        format!("<url>{a}</entry></url>"),
        format!("<url>{a}<lastmod>2026 < 2027</lastmod></url>"),
        "<url><loc>https://e.com/a</lok><lastmod>2026-03-04</lastmod></url>".to_owned(),
    ] {
        let fixed = fixed(&page(&inside));
        assert!(!fixed.whole, "{inside}: {:?}", fixed.findings);
        let mut lenient = Settings::named("input.xml");
        lenient.open.read.lenient = true;
        let guessed = fix(lenient, page(&inside).as_bytes()).unwrap();
        assert!(guessed.whole, "{inside}: {:?}", guessed.findings);
        assert!(guessed.mended().count() > 0, "{inside}: a guess is told");
    }
}

#[test]
fn fields_that_say_the_same_again() {
    let a = "<loc>https://e.com/a</loc>";
    for (inside, mended, lost) in [
        (format!("{a}<lastmod>2026-03-04</lastmod><lastmod>2026-03-04</lastmod>"), 1, 0),
        (format!("{a}<lastmod>2026-03-04</lastmod><lastmod>2026-03-05</lastmod>"), 0, 1),
        (format!("{a}<lastmod>x</lastmod><lastmod>x</lastmod>"), 0, 2),
        (format!("{a}{a}"), 1, 0),
        (format!("{a}<loc>https://e.com/b</loc>"), 0, 1),
        (format!("{a}<priority>0.5</priority><priority/>"), 1, 0),
    ] {
        let fixed = fixed(&page(&format!("<url>{inside}</url>")));
        assert_eq!(fixed.locs, ["https://e.com/a"], "{inside}");
        let gone = fixed.findings.iter().filter(|finding| finding.lost != Lost::Nothing).count();
        assert_eq!((fixed.mended().count(), gone), (mended, lost), "{inside}");
    }
}

/// Before and after of these are counts and names, not text.
const IN_WORDS: [&str; 2] = ["csv/ragged-row", "schema/element-order"];

#[test]
fn before_and_after_are_what_stands_there() {
    // A preset makes an address of a shop's handle; a feed's date is written in the feed's own form, a
    // title that nobody carries not at all, and neither is what is lost or markup that no entry has.
    let made = ["csv/preset-shopify", "rss/date-two-digit-year-and-zone"];
    let unwritten = [
        "atom/link-without-slash-lenient",
        "atom/undeclared-entities",
        "rss/item-in-category-lenient",
        "rss/link-with-undeclared-entity",
        "sitemap/lenient-end-with-space",
    ];
    let unwritten = |case: &Case, rule: &str| {
        unwritten.contains(&case.name.as_str())
            || case.name == "sitemap/entity-undefined-in-other-field"
            || rule == "xml/not-well-formed" && case.name.starts_with("sitemap/attribute-")
    };
    let (mut count, mut failures) = (0, Vec::new());
    for (case, fixed) in fixable().filter(|(case, _)| !made.contains(&case.name.as_str())) {
        let Ok(text) = String::from_utf8(case.bytes.clone()) else { continue };
        // As the strings of JSON and the references of XML say it.
        let read = unescaped(&text.replace("\\n", "\n").replace("\\\"", "\""));
        let written = unescaped(&fixed.text);
        let close = written.replace(">\n<", "><");
        let repairs: Vec<_> = fixed.mended().collect();
        for (finding, was, now) in &repairs {
            let rule = finding.rule.id;
            if IN_WORDS.contains(&rule) {
                continue;
            }
            count += 1;
            let [was, now] = [was, now].map(|text| text.strip_suffix('…').unwrap_or(text));
            // The place may be that of a name or a value in it.
            let from = usize::try_from(finding.position.byte).unwrap().saturating_sub(was.len());
            let from = (0..=from.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
            let stood = text.get(from.unwrap()..).is_some_and(|rest| rest.contains(was));
            let before = repairs.iter().any(|(_, _, earlier)| *earlier == was);
            if !stood && !before && !read.contains(was) {
                failures.push(format!("{}: {was:?} is not there: {}", case.name, line(finding)));
            }
            let stands = [&fixed.text, &written, &close].iter().any(|text| text.contains(now));
            if fixed.whole && !stands && !unwritten(&case, rule) {
                failures.push(format!("{}: {now:?} is not written: {}", case.name, line(finding)));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 250, "{count} repairs are hardly all of them");
}
