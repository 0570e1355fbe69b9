//! Every kind of hostile input, in small: what is said of it fits on a screen, names the file, the
//! place and a way out, and holds nothing that a terminal would obey.

use crate::classes::{Hostile, hostile};
use crate::run::{Folder, Ran};

/// Bytes of an input: enough for a flood of findings.
const SIZE: usize = 20_000;

/// Lines of everything that is said.
const LINES: usize = 25;

#[test]
fn what_is_said_of_hostile_input_fits_on_a_screen() {
    let mut broken = Vec::new();
    for class in hostile() {
        let folder = made(&class);
        let convert = format!("convert {} -o out.xml {}", class.file, class.flags.join(" "));
        let lenient = if class.flags.contains(&"--lenient") { "--lenient" } else { "" };
        for words in [convert, format!("check {} {lenient}", class.file)] {
            let ran = folder.run(&words);
            let faults = faults(&class, &folder, &ran);
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
    ask(lines <= LINES, &format!("{lines} lines"));
    ask(!all.chars().any(is_obeyed), "a character that a terminal obeys");
    ask(matches!(ran.code, Some(0 | 1 | 3 | 4 | 6)), &format!("exit code {:?}", ran.code));
    if ran.code != Some(0) {
        let place = format!("--> {}", class.file);
        ask(ran.err.lines().any(|line| line.trim_start().starts_with(&place)), "no place");
        ask(ran.err.contains("= help: "), "no way out");
        ask(ran.err.starts_with(['e', 'w', 'n']) && ran.err.contains('['), "no rule");
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

/// Only these may pass as whole: everything else says by its exit code that something is wrong.
#[test]
fn what_is_broken_does_not_pass() {
    for class in hostile() {
        let folder = made(&class);
        let lenient = if class.flags.contains(&"--lenient") { "--lenient" } else { "" };
        let ran = folder.run(&format!("check {} {lenient}", class.file));
        eprintln!("CODE {:?} {}", ran.code, class.name);
    }
}
