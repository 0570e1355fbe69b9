//! Every kind of hostile input, in small: what is said of it names the file, the place and a way
//! out, fits on a screen where one finding of each rule is asked for, and holds nothing that a
//! terminal would obey. What is published is whole, and nothing else is left behind.

use crate::classes::{Hostile, hostile};
use crate::run::{Folder, Ran};

/// Bytes of an input: enough for a flood of findings.
const SIZE: usize = 20_000;

/// Lines of a screen; three rules fit with what they found, how often, and the summary.
const LINES: usize = 25;
const RULES: usize = 3;

/// These break nothing that a profile asks for as an error: all others are refused by `check`.
const SOUND: &[&str] = &[
    "honest pages",
    "space between entries",
    "space on one line",
    "comments",
    "instructions",
    "unknown elements",
    "one comment",
    "long comments",
    "long priorities",
    "references",
    "sections in a loc",
    "comments in a loc",
    "a thousand images an entry",
    "a thousand links an entry",
    "videos without anything",
    "images without end",
    "links without end",
    "dots in a path",
    "the same page again, --dedupe",
    "text: blank lines",
    "csv: ragged rows",
    "csv: blank rows",
    "robots: junk",
    "jsonl: members",
    "jsonl: escapes",
    "rss: images of the channel",
    "rss: media in one item",
    "atom: links",
    "atom: bases",
    "atom: links below a base",
    "atom: bases below bases",
    "jsonfeed: no items",
    "jsonfeed: one string",
    "gzip: space",
    "gzip: pages",
    "the same page again",
    "pages but for the case",
    "numbers without end",
    "images without anything",
    "news without anything",
    "news with wrong dates",
    "a long name of a publication nearly in its title",
    "links without anything",
    "links with languages that are none",
    "videos of wrong values",
    "text: carriage returns",
    "long namespaces, one a page",
    "a page of many images, again with one",
    "long languages of one page",
    "long names of publications",
    "csv: a wide head and rows of one cell",
    "csv: a head of images and rows of one cell",
    "csv: rows without loc",
    "csv: short rows",
    "csv: addresses on end in torn rows",
    "csv: quotes inside cells",
    "csv: words in the cell of images",
    "csv: images in one cell",
    "csv: objects in the cell of images",
    "robots: lines of one byte",
    "rss: unknown elements",
    "rss: unknown elements of items",
    "gzip: empty members",
    "gzip: zeros after the end",
    "gzip: junk after the end",
];

#[test]
fn what_is_said_of_hostile_input() {
    let mut broken = Vec::new();
    for class in hostile() {
        let folder = made(&class);
        let convert = format!("convert {} -o out.xml {}", class.file, class.flags.join(" "));
        let lenient = if class.flags.contains(&"--lenient") { "--lenient" } else { "" };
        for words in [convert, format!("check {} {lenient}", class.file)] {
            let ran = folder.run(&format!("{words} --max-findings 1"));
            let mut faults = faults(&class, &folder, &ran);
            if words.starts_with("check") && SOUND.contains(&class.name) != (ran.code == Some(0)) {
                faults.push(format!("exit code {:?} of a check", ran.code));
            }
            if !faults.is_empty() {
                broken.push(format!("{}: {words}: {}\n{}", class.name, faults.join(", "), ran.err));
            }
        }
    }
    assert!(broken.is_empty(), "{} of them:\n{}", broken.len(), broken.join("\n"));
}

fn made(class: &Hostile) -> Folder {
    let folder = Folder::new();
    let mut bytes = Vec::new();
    if class.file.ends_with(".gz") {
        let mut gzip = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::fast());
        class.write(SIZE, &mut gzip).unwrap();
        gzip.finish().unwrap();
    } else {
        class.write(SIZE, &mut bytes).unwrap();
    }
    folder.write(class.file, bytes);
    folder
}

fn faults(class: &Hostile, folder: &Folder, ran: &Ran) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ask = |is_right: bool, what: &str| {
        if !is_right {
            faults.push(what.to_owned());
        }
    };
    let all = format!("{}{}", ran.out, ran.err);
    let lines = all.lines().count();
    let rules = all.lines().filter(|line| is_head(line)).count();
    ask(lines <= LINES || rules > RULES, &format!("{lines} lines for {rules} findings"));
    ask(!all.chars().any(is_obeyed), "a character that a terminal obeys");
    ask(matches!(ran.code, Some(0 | 1 | 3 | 4 | 6)), &format!("exit code {:?}", ran.code));
    if ran.code != Some(0) {
        let place = format!("--> {}", class.file);
        ask(ran.err.lines().any(|line| line.trim_start().starts_with(&place)), "no place");
        ask(ran.err.contains("= help: "), "no way out");
        ask(ran.err.lines().any(is_head), "no rule");
    }
    // What is there is a whole document, and nothing else is there.
    let others = folder.names().into_iter().filter(|name| name != class.file);
    for name in others {
        ask(name == "out.xml", &format!("a file {name}"));
        let text = folder.read(&name);
        let is_whole =
            ["</urlset>", "</sitemapindex>"].iter().any(|tag| text.ends_with(&format!("{tag}\n")));
        ask(is_whole, "half an output");
    }
    faults
}

/// Whether a terminal obeys a character instead of showing it: control characters but line feeds,
/// and those that change the direction of text.
fn is_obeyed(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a line begins a finding.
fn is_head(line: &str) -> bool {
    ["error[", "warning[", "note["].iter().any(|head| line.starts_with(head))
}
