//! Every rule is told where it must be and not told where it nearly must: the pairs of `tests/rules`.
//!
//! A file there has a block for each rule, its id and lines below it: `+` a file that breaks the rule,
//! `-` its near miss, `=` a file of both, `$` the command (`check` of the first file otherwise), `+$`
//! and `-$` the command of one, `!` why the rule's example is not what is read, `~` why the two differ
//! in more than a few bytes, `?` the profiles for which it is told where its row says more. A file has
//! a name, or that of a frame of `frames.txt`, or `name:frame`, and text on one line, in which `\n`,
//! `\t`, `\r`, `\xNN` and `\\` stand for bytes, `«text*N»` for repetition, `@example` for the rule's own
//! example, `@days` and a number for a date so many days from now, `@case:NAME` for the input of a case.

use crate::run::Folder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes in which a near miss may differ, once what is the same at both ends is left out.
const NEAR: usize = 120;

/// Rules that no run of the command shows, and which test does.
const ELSEWHERE: &[(&str, &str)] = &[
    ("arrow/broken-batch", "takes a program that gives batches: crates/urlset-arrow/src/reader.rs"),
    ("convert/date-precision", "counted by the command as a loss: tests/tests/writing.rs"),
    ("convert/lossy", "counted by the command as a loss: tests/tests/writing.rs"),
    ("feed/unwritable-loc", "no reader gives such a loc: tests/tests/writing.rs"),
    ("file/changed", "takes two programs: crates/urlset-ops/src/deduping.rs"),
    (
        "file/write-only-format",
        "refused by the command before: tests/cases/file/format-only-written",
    ),
    ("fetch/broken-answer", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/charset", "takes a server: crates/urlset-cli/tests/command/remote_told.rs"),
    ("fetch/content-type", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/not-kept", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/not-discovered", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/other-host", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/private-address", "takes a name: crates/urlset-cli/tests/command/remote_told.rs"),
    ("fetch/redirect", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/status", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("fetch/too-slow", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    (
        "fetch/unreadable-link",
        "takes a server: crates/urlset-cli/tests/command/remote_discovery.rs",
    ),
    ("index/total-too-many-files", "501 files: crates/urlset-check/src/tests.rs"),
    ("indexnow/key-file", "takes a server: crates/urlset-cli/tests/command/submit.rs"),
    ("indexnow/refused", "takes a server: crates/urlset-cli/tests/command/submit.rs"),
    ("limit/disk", "a full disk: crates/urlset-store/src/scratch.rs"),
    ("limit/page-bytes", "takes a server: crates/urlset-cli/tests/command/remote_discovery.rs"),
    ("limit/requests", "takes a server: crates/urlset-cli/tests/command/remote.rs"),
    ("limit/robots-patterns", "thousands of patterns: crates/urlset-check/src/patterns.rs"),
    ("loc/unwritable", "no reader gives such a loc: tests/tests/writing.rs"),
    ("robots/line-break-in-loc", "no reader gives such a loc: tests/tests/writing.rs"),
    ("text/line-break-in-loc", "no reader gives such a loc: tests/tests/writing.rs"),
];

#[derive(Debug, Default)]
struct Pair {
    rule: String,
    /// Sign, name and text of each file.
    files: Vec<(char, String, String)>,
    /// Sign and words.
    commands: Vec<(char, String)>,
    example_elsewhere: bool,
    far: bool,
    only: Vec<String>,
}

/// Half of a pair.
#[derive(Debug)]
struct Sample {
    files: Vec<(String, Vec<u8>)>,
    words: String,
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// Pairs and frames of all files.
fn pairs() -> (Vec<Pair>, BTreeMap<String, (String, String)>) {
    let (mut pairs, mut frames) = (Vec::<Pair>::new(), BTreeMap::new());
    let mut files: Vec<_> =
        std::fs::read_dir(home().join("rules")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for line in
        files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect::<String>().lines()
    {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(line) = line.strip_prefix("  ") else {
            match line.strip_prefix("frame ") {
                Some(frame) => {
                    let mut words = frame.splitn(3, ' ');
                    let [name, file, text] = [(); 3].map(|()| words.next().unwrap().to_owned());
                    frames.insert(name, (file, text));
                }
                None => pairs.push(Pair { rule: line.to_owned(), ..Pair::default() }),
            }
            continue;
        };
        let pair = pairs.last_mut().unwrap();
        let (sign, rest) = line.split_once(' ').unwrap();
        match sign {
            "$" | "+$" | "-$" => {
                pair.commands.push((sign.chars().next().unwrap(), rest.to_owned()));
            }
            "!" => pair.example_elsewhere = true,
            "~" => pair.far = true,
            "?" => pair.only = rest.split(' ').map(str::to_owned).collect(),
            "+" | "-" | "=" => {
                let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
                pair.files.push((sign.chars().next().unwrap(), name.to_owned(), text.to_owned()));
            }
            _ => panic!("{}: {line}", pair.rule),
        }
    }
    (pairs, frames)
}

/// What a line stands for.
fn expand(text: &str, example: &str) -> Vec<u8> {
    if let Some(name) = text.strip_prefix("@case:") {
        let folder = home().join("cases").join(name);
        let mut inputs = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        let is_input = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("input.") || name == "robots.txt"
        };
        return std::fs::read(inputs.find(is_input).unwrap()).unwrap();
    }
    let mut text = dates(&text.replace("@example", example));
    while let Some(start) = text.find('«') {
        let end = start + text[start..].find('»').unwrap();
        let inner = &text[start + '«'.len_utf8()..end];
        let (unit, times) = inner.rsplit_once('*').unwrap();
        let repeated = (0..times.parse().unwrap())
            .map(|number: usize| unit.replace("@n", &number.to_string()))
            .collect::<String>();
        text.replace_range(start..end + '»'.len_utf8(), &repeated);
    }
    bytes(&text)
}

fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut parts = text.split('\\');
    out.extend(parts.next().unwrap().bytes());
    while let Some(part) = parts.next() {
        let mut chars = part.chars();
        let (byte, rest) = match chars.next() {
            Some('n') => (b'\n', chars.as_str()),
            Some('t') => (b'\t', chars.as_str()),
            Some('r') => (b'\r', chars.as_str()),
            Some('x') => {
                let (digits, rest) = chars.as_str().split_at(2);
                (u8::from_str_radix(digits, 16).unwrap(), rest)
            }
            None => {
                out.push(b'\\');
                out.extend(parts.next().unwrap_or_default().bytes());
                continue;
            }
            _ => (b'\\', part),
        };
        out.push(byte);
        out.extend(rest.bytes());
    }
    out
}

/// `@days-3` as the date of three days ago.
fn dates(text: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
    let mut out = String::new();
    let mut parts = text.split("@days");
    out.push_str(parts.next().unwrap());
    for part in parts {
        let end = part[1..].find(|c: char| !c.is_ascii_digit()).map_or(part.len(), |at| at + 1);
        let day = i64::try_from(now).unwrap() + part[..end].parse::<i64>().unwrap();
        out.push_str(&civil(day));
        out.push_str(&part[end..]);
    }
    out
}

/// The date of a day since 1970.
fn civil(mut day: i64) -> String {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let (mut year, mut month) = (1970, 1);
    while day >= 365 + i64::from(leap(year)) {
        day -= 365 + i64::from(leap(year));
        year += 1;
    }
    let days = |month: i64| match month {
        2 => 28 + i64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    while day >= days(month) {
        day -= days(month);
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

impl Pair {
    fn sample(
        &self,
        sign: char,
        example: &str,
        frames: &BTreeMap<String, (String, String)>,
    ) -> Sample {
        let own = |of: &char| *of == sign || *of == '=' || *of == '$';
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        let mut first = None;
        for (of, name, text) in self.files.iter().filter(|file| own(&file.0)) {
            let (file, frame) = match name.split_once(':') {
                Some((file, frame)) => (Some(file), Some(frame)),
                None if name.contains('.') || name.contains('/') => (Some(name.as_str()), None),
                None => (None, Some(name.as_str())),
            };
            let mut content = expand(text, example);
            let mut named = file.unwrap_or_default();
            if let Some(frame) = frame {
                let (file, text) = frames.get(frame).unwrap_or_else(|| panic!("no frame {frame}"));
                let (head, tail) = text.split_once("@@").unwrap();
                content = [bytes(head), content, bytes(tail)].concat();
                named = if named.is_empty() { file } else { named };
            }
            if first.is_none() || *of == sign && self.files.iter().any(|file| file.0 == '=') {
                first = first.or(Some(named.to_owned()));
            }
            files.push((named.to_owned(), content));
        }
        let words = self.commands.iter().find(|command| own(&command.0));
        let check = || format!("check '{}'", first.as_deref().unwrap_or_default());
        let words = words.map_or_else(check, |command| command.1.clone());
        let words = String::from_utf8(expand(&words, example)).unwrap();
        Sample { files, words }
    }
}

impl Sample {
    /// Everything of it as one text.
    fn whole(&self) -> Vec<u8> {
        let files =
            self.files.iter().flat_map(|(name, text)| [name.as_bytes(), b"\0", text].concat());
        self.words.bytes().chain([0]).chain(files).collect()
    }

    /// The rules of all findings, with what they weigh and whether something was lost; and how the
    /// run ended.
    fn told(&self, profile: Option<&str>) -> (BTreeMap<String, (String, bool)>, String) {
        let folder = Folder::new();
        for (name, text) in &self.files {
            folder.write(name, text);
        }
        let mut words = format!(
            "{} --report-format json --report .told.json --max-findings 1000 -qq",
            self.words
        );
        if let Some(profile) = profile {
            let _ = write!(words, " --profile {profile}");
        }
        let ran = folder.run(&words);
        let report = std::fs::read(folder.path(".told.json")).unwrap_or_default();
        let report: Value = serde_json::from_slice(&report).unwrap_or_default();
        let findings = report["findings"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let weight = |one: &Value| (text(&one["severity"]), text(&one["lost"]) != "nothing");
        let told = findings.iter().map(|one| (text(&one["rule"]), weight(one)));
        let usage = if report.is_null() { ran.err } else { String::new() };
        (told.collect(), usage)
    }
}

/// What one differs from the other in, at most.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| {
        pairs.take_while(|two| two.0 == two.1).count()
    };
    let front = same(&mut one.iter().zip(other));
    let (one, other) = (&one[front..], &other[front..]);
    let back = same(&mut one.iter().rev().zip(other.iter().rev()));
    one.len().max(other.len()) - back
}

/// Every rule that the command knows, by its id.
pub(crate) fn rules() -> BTreeMap<String, Value> {
    let list = Command::new(env!("CARGO_BIN_EXE_urlset"))
        .args(["list", "rules", "--report-format", "json"])
        .output()
        .unwrap();
    let list: Value = serde_json::from_slice(&list.stdout).unwrap();
    let rules = list["rules"].as_array().unwrap().iter();
    rules.map(|rule| (rule["id"].as_str().unwrap().to_owned(), rule.clone())).collect()
}

/// The profiles in which a rule weighs, with what.
pub(crate) fn row(rule: &Value) -> BTreeMap<String, String> {
    let weights = rule["profiles"].as_object().unwrap().iter();
    weights
        .filter_map(|(profile, weight)| Some((profile.clone(), weight.as_str()?.to_owned())))
        .collect()
}

pub(crate) const PROFILES: [&str; 6] =
    ["sitemaps.org", "google", "bing", "yandex", "legacy", "strict-xsd"];

/// What is wrong with a pair.
fn wrong(pair: &Pair, rule: &Value, frames: &BTreeMap<String, (String, String)>) -> Vec<String> {
    let example = rule["example"].as_str().unwrap();
    let (hit, near) = (pair.sample('+', example, frames), pair.sample('-', example, frames));
    let mut wrong = Vec::new();
    let mut expect = |right: bool, what: String| {
        if !right {
            wrong.push(format!("{}: {what}", pair.rule));
        }
    };
    let apart = distance(&hit.whole(), &near.whole());
    expect(apart > 0, "the near miss is the same".to_owned());
    let far = format!("the near miss is {apart} bytes away");
    expect((apart <= NEAR) != pair.far, far);
    let plain = |text: &[u8]| -> Vec<u8> {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    let (shown, whole) = (plain(&bytes(example)), plain(&hit.whole()));
    let has = shown.is_empty() || whole.windows(shown.len()).any(|part| part == shown);
    expect(has != pair.example_elsewhere, format!("its example is shown: {has}"));
    let row = row(rule);
    let checks = hit.words.starts_with("check") && !hit.words.contains("--profile");
    let first = PROFILES.into_iter().find(|name| row.contains_key(*name)).filter(|_| checks);
    let (told, usage) = near.told(first.filter(|_| near.words.starts_with("check")));
    expect(usage.is_empty(), format!("near miss: {usage}"));
    expect(!told.contains_key(&pair.rule), format!("told of its near miss: {told:?}"));
    let profiles: Vec<_> =
        if checks { PROFILES.into_iter().map(Some).collect() } else { vec![None] };
    for profile in profiles {
        let (told, usage) = hit.told(profile);
        expect(usage.is_empty(), usage);
        let lost = told.get(&pair.rule).is_some_and(|weight| weight.1);
        let severity = told.get(&pair.rule).map(|weight| weight.0.as_str());
        let weight = profile.map(|profile| row.get(profile));
        let only =
            |profile: &str| pair.only.is_empty() || pair.only.iter().any(|one| one == profile);
        let right = match (weight, severity) {
            (None, severity) => severity.is_some(),
            (Some(Some(_)), None) => !only(profile.unwrap_or_default()),
            (Some(Some(weight)), Some(severity)) => severity == *weight,
            // That something is not there to be checked is told in any case.
            (Some(None), severity) => severity.is_none() || lost,
        };
        expect(right, format!("{profile:?}: {severity:?} instead of {weight:?} among {told:?}"));
    }
    wrong
}

/// `RULE=part/of/id` looks only at some.
#[test]
fn every_rule_is_told_and_its_near_miss_is_not() {
    let ((pairs, frames), rules) = (pairs(), rules());
    let only = std::env::var("RULE").unwrap_or_default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted: Vec<&Pair> = pairs.iter().filter(|pair| pair.rule.contains(&only)).collect();
    let look = |pair: &&Pair| match rules.get(&pair.rule) {
        Some(rule) => wrong(pair, rule, &frames),
        None => vec![format!("{}: no such rule", pair.rule)],
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let share = |at: usize| wanted.iter().skip(at).step_by(threads);
        let runs: Vec<_> = (0..threads)
            .map(|at| scope.spawn(move || share(at).flat_map(look).collect::<Vec<_>>()))
            .collect();
        runs.into_iter().flat_map(|run| run.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
    assert!(!wanted.is_empty());
}

#[test]
fn no_rule_is_without_its_pair() {
    let has: BTreeSet<String> = pairs().0.into_iter().map(|pair| pair.rule).collect();
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(id, _)| *id).collect();
    let rules = rules();
    let known = |id: &&str| !rules.contains_key(*id);
    let bare: Vec<_> =
        rules.keys().filter(|id| !has.contains(*id) && !elsewhere.contains(id.as_str())).collect();
    assert!(bare.is_empty(), "{} rules without a pair in tests/rules: {bare:#?}", bare.len());
    let stale: Vec<_> = elsewhere.iter().filter(|id| has.contains(**id)).collect();
    assert!(stale.is_empty(), "these have a pair by now: {stale:?}");
    let unknown: Vec<_> = elsewhere.iter().copied().filter(known).collect();
    assert!(unknown.is_empty(), "no such rules: {unknown:?}");
}
