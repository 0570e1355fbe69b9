//! Readers: how the bytes arrive does not show, nothing is invented, whoever stops says so.

use crate::{Reading, Settings, Slow, read_as, read_with};
use urlset::{Diagnostic, Format, Lost};

/// Sizes of the pieces in which bytes arrive.
const PIECES: [usize; 3] = [1, 7, 61];

/// Entries of one document whose addresses are looked for in it; each look is over all of it.
const LOOKED_FOR: usize = 32;

/// Names that say something about what is inside, rightly or not.
pub(super) const NAMES: [&str; 8] =
    ["input", "a.xml", "a.xml.gz", "a.txt", "a.csv", "a.tsv", "a.jsonl", "robots.txt"];

/// A sitemap or an index.
pub fn xml(data: &[u8]) {
    holds("xml", "input.xml", data);
}

/// A JSON Feed.
pub fn jsonfeed(data: &[u8]) {
    holds("jsonfeed", "input.json", data);
}

/// JSON Lines.
pub fn jsonl(data: &[u8]) {
    holds("jsonl", "input.jsonl", data);
}

/// A table; one with a tab in it is read as TSV.
pub fn csv(data: &[u8]) {
    holds(if data.contains(&b'\t') { "tsv" } else { "csv" }, "input.csv", data);
}

/// A list.
pub fn text(data: &[u8]) {
    holds("text", "input.txt", data);
}

/// A robots.txt.
pub fn robots(data: &[u8]) {
    holds("robots", "robots.txt", data);
}

/// RSS or Atom, whichever it looks like more.
pub fn feed(data: &[u8]) {
    let atom = data.windows(5).any(|window| window == b"<feed");
    holds(if atom { "atom" } else { "rss" }, "input.xml", data);
}

/// Any bytes under any name: compression, charset and format are told from the content.
pub fn detect(data: &[u8]) {
    let Some((first, data)) = data.split_first() else {
        return;
    };
    let mut settings = Settings::named(NAMES[usize::from(*first) % NAMES.len()]);
    for lenient in [false, true] {
        settings.open.read.lenient = lenient;
        let whole = read_with(&settings, data);
        let pieces = read_with(&settings, Slow::new(data, piece(data)));
        assert_same(&whole, &pieces);
        judge(&whole, &settings);
    }
}

/// What must hold of a reader that is given these bytes.
fn holds(format: &str, file: &str, data: &[u8]) {
    let format = urlset::format(format).unwrap();
    let mut settings = Settings::named(file);
    let strict = both_ways(format, &settings, data);
    assert_all_found(&strict, data);
    assert_none_replaced(&strict, data);
    settings.open.read.lenient = true;
    settings.open.read.keep_invalid = true;
    both_ways(format, &settings, data);
}

/// What stands for bytes that are no UTF-8 is in no entry, unless it was in the input as itself.
fn assert_none_replaced(reading: &Reading, data: &[u8]) {
    let text = String::from_utf8_lossy(data).to_ascii_lowercase();
    let itself = data.windows(3).any(|window| window == "\u{fffd}".as_bytes());
    if !itself && !text.contains("fffd") && !text.contains("65533") {
        let read = format!("{:?}", reading.entries);
        assert!(!read.contains('\u{fffd}'), "bytes that are no UTF-8 went out: {reading:#?}");
    }
}

fn both_ways(format: &'static Format, settings: &Settings, data: &[u8]) -> Reading {
    let whole = read_as(format, settings, data);
    let pieces = read_as(format, settings, Slow::new(data, piece(data)));
    assert_same(&whole, &pieces);
    judge(&whole, settings);
    let size = data.len() as u64;
    for finding in &whole.findings {
        assert!(finding.position.byte <= size, "beyond the end of {size}: {finding:?}");
    }
    whole
}

pub(super) fn piece(data: &[u8]) -> usize {
    PIECES[data.len() % PIECES.len()]
}

pub(super) fn assert_same(whole: &Reading, pieces: &Reading) {
    assert!(whole.same_as(pieces), "the pieces show:\n{whole:#?}\n{pieces:#?}");
}

/// What must hold of any reading.
pub(super) fn judge(reading: &Reading, settings: &Settings) {
    if !settings.open.read.keep_invalid {
        for entry in &reading.entries {
            assert!(entry.loc.is_page_address(), "{:?} went out", entry.loc);
        }
    }
    if !reading.whole {
        let last = reading.findings.last().map(|finding| finding.lost);
        assert_eq!(last, Some(Lost::Rest), "it stopped without a word: {reading:#?}");
    }
    assert!(
        reading.positions.is_sorted_by_key(|position| position.byte),
        "entries stand behind each other: {:?}",
        reading.positions
    );
    reading.findings.iter().for_each(bounded);
}

/// Rules that name what is left out.
const LISTS: [&str; 3] = ["feed/not-carried", "jsonfeed/not-carried", "csv/unused-column"];

/// However long what it complains about is, the finding is not.
pub(super) fn bounded(finding: &Diagnostic) {
    let most = Diagnostic::DETAIL + '…'.len_utf8();
    let is_list = LISTS.contains(&finding.rule.id);
    let longest = if is_list { Diagnostic::LIST + ", , and 9999999999 more".len() } else { most };
    assert!(finding.detail.len() <= longest && finding.help.len() <= most, "{finding:?}");
    assert!(finding.loc.len() <= most + Diagnostic::DETAIL, "{finding:?}");
    if let Some(excerpt) = &finding.excerpt {
        for text in [&excerpt.before, &excerpt.text, &excerpt.after] {
            assert!(text.len() <= most && !text.contains('\n'), "{finding:?}");
        }
    }
}

/// Every address stands in the input, from its entry on, character for character in order; or it
/// was told at the entry what became of it.
fn assert_all_found(reading: &Reading, data: &[u8]) {
    let places: Vec<u64> = reading.positions.iter().map(|position| position.byte).collect();
    for (number, (entry, from)) in reading.entries.iter().zip(&places).take(LOOKED_FOR).enumerate()
    {
        let until = places.get(number + 1).copied().unwrap_or(u64::MAX);
        let start = usize::try_from(*from).unwrap().min(data.len());
        let text = spelled_out(&String::from_utf8_lossy(&data[start..]));
        let mut rest = text.chars();
        let found = entry.loc.as_str().chars().all(|wanted| rest.any(|found| found == wanted));
        let here = |finding: &Diagnostic| (*from..until).contains(&finding.position.byte);
        let told = || reading.findings.iter().any(here);
        assert!(found || told(), "{} is not in the input from byte {from} on", entry.loc);
    }
}

/// The text, and behind each reference and escape what it may stand for.
fn spelled_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units = Vec::new();
    for (at, c) in text.char_indices() {
        out.push(c);
        let rest = &text[at + c.len_utf8()..];
        match c {
            '&' => out.extend(reference(rest)),
            '\\' => match unit(rest) {
                Some(unit) => {
                    units.push(unit);
                    out.extend(
                        char::decode_utf16(units.iter().copied()).last().and_then(Result::ok),
                    );
                }
                None => out.extend(rest.chars().next().and_then(short_escape)),
            },
            _ => {}
        }
    }
    out
}

/// What a reference stands for whose `&` is before the text.
fn reference(rest: &str) -> Option<char> {
    let name = &rest[..rest.find(';')?];
    let code =
        |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match name.strip_prefix("#x") {
            Some(digits) => code(digits, 16),
            None => code(name.strip_prefix('#')?, 10),
        },
    }
}

fn unit(rest: &str) -> Option<u16> {
    u16::from_str_radix(rest.strip_prefix('u')?.get(..4)?, 16).ok()
}

fn short_escape(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        _ => None,
    }
}
