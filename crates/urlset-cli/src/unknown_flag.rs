//! What a flag that a command does not have was meant to be, and a word that is no command.

use crate::args::Cli;
use crate::inputs;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use std::ffi::OsString;
use urlset::query::edits;

/// Flags that are named at most.
const MOST: usize = 5;

/// Letters of a word that says which flag is meant wherever it stands in one.
const WORD: usize = 3;

/// The error of an unknown flag with the flags of the command that it may have been; any other as it is.
/// clap looks for letters in common, and names `--tmp-dir` for `--tp`.
pub(crate) fn explained(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand {
        return with_command(error, words);
    }
    let typed = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(typed)) if error.kind() == ErrorKind::UnknownArgument => typed,
        _ => return error,
    };
    if typed == "-o" {
        // Of commands whose answer is their report.
        let shows =
            words.iter().any(|word| ["stats", "info", "hreflang"].iter().any(|name| word == name));
        let tip = match shows {
            true => {
                "`> FILE` writes what is shown to a file, `--report FILE.json` all of it as JSON"
            }
            false => {
                "`--report FILE` writes the report to a file, `--report-format` says in which form"
            }
        };
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, tips);
        return error;
    }
    let Some(typed) = typed.strip_prefix("--").map(str::to_ascii_lowercase) else { return error };
    let mut root = Cli::command();
    root.build();
    // What stands before any command is clap's: it knows which command has the flag.
    let words = words.iter().skip(1).map_while(|word| before(word, &typed));
    let Some(command) = meant_command(&root, words) else { return error };
    let near = near(&typed, &flags(command));
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    if !near.is_empty() {
        error.remove(ContextKind::Suggested);
        let near = near.iter().map(|flag| format!("--{flag}")).collect();
        error.insert(ContextKind::SuggestedArg, ContextValue::Strings(near));
    }
    error
}

/// What people type where no command is needed for the network: every command fetches.
const FETCHES: [&str; 4] = ["fetch", "get", "download", "crawl"];

/// The error of a word that is no command with those that read what an address or a file holds, where the word is
/// such, or one for fetching.
fn with_command(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let is_input = inputs::is_url(word) || std::path::Path::new(word).exists();
    if is_input || FETCHES.contains(&&**word) {
        let tip = match words.iter().any(|word| word == "hreflang") {
            true => "`urlset hreflang check INPUT` reads it",
            false => {
                "`urlset convert INPUT`, `urlset check INPUT` and `urlset info INPUT` read it, be it \
                 a file or an address"
            }
        };
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// A word, where it is not that flag.
fn before<'w>(word: &'w OsString, flag: &str) -> Option<&'w OsString> {
    let text = word.to_string_lossy().to_ascii_lowercase();
    let name = text.strip_prefix("--").map(|rest| rest.split('=').next().unwrap_or_default());
    (name != Some(flag)).then_some(word)
}

/// The command that the words name, with its own.
fn meant_command<'c, 'w>(
    root: &'c Command,
    words: impl Iterator<Item = &'w OsString>,
) -> Option<&'c Command> {
    let mut command = None;
    for word in words {
        let found = command.unwrap_or(root).find_subcommand(word);
        command = found.or(command);
    }
    command
}

/// The flags of a command that are shown, those of its short help first.
fn flags(command: &Command) -> Vec<&str> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut shown: Vec<&Arg> = shown.collect();
    shown.sort_by_key(|arg| arg.is_hide_short_help_set());
    let longs =
        shown.into_iter().flat_map(|arg| arg.get_long_and_visible_aliases().unwrap_or_default());
    longs.collect()
}

/// What begins so; else what has the word in it; else the one that a slip makes of it.
fn near<'f>(typed: &str, flags: &[&'f str]) -> Vec<&'f str> {
    let with = |fits: &dyn Fn(&str) -> bool| -> Vec<&'f str> {
        flags.iter().copied().filter(|flag| fits(flag)).take(MOST).collect()
    };
    let begins = with(&|flag| flag.starts_with(typed));
    if !begins.is_empty() {
        return begins;
    }
    let has = with(&|flag| typed.len() >= WORD && flag.split('-').any(|word| word == typed));
    if !has.is_empty() {
        return has;
    }
    // One slip in three letters; what has the same letters is a slip of the hand.
    let slips = |flag: &str| if letters(typed) == letters(flag) { 1 } else { edits(typed, flag) };
    let near = flags.iter().map(|flag| (slips(flag), *flag));
    let near = near.filter(|(slips, flag)| typed.len() > 1 && slips * 3 <= flag.len().max(WORD));
    let near: Vec<(usize, &str)> = near.collect();
    let fewest = near.iter().map(|(slips, _)| *slips).min();
    let best = near.into_iter().filter(|(slips, _)| Some(*slips) == fewest);
    best.map(|(_, flag)| flag).take(MOST).collect()
}

fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::{flags, near};
    use crate::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn what_was_meant() {
        let known =
            ["to", "from", "tmp-dir", "max-urls", "max-bytes", "rewrite-host", "allow-host"];
        for (typed, meant) in [
            ("tp", &["to"][..]),
            ("t", &["to", "tmp-dir"]),
            ("tmp", &["tmp-dir"]),
            ("max", &["max-urls", "max-bytes"]),
            ("host", &["rewrite-host", "allow-host"]),
            ("maxurls", &["max-urls"]),
            ("max_urls", &["max-urls"]),
            ("form", &["from"]),
            ("frm", &["from"]),
            ("tbl", &[]),
            ("porfile", &[]),
            ("x", &[]),
            ("nothing-like-it", &[]),
        ] {
            assert_eq!(near(typed, &known), meant, "{typed}");
        }
    }

    /// What is said in words below the flags fits into a terminal as it is.
    #[test]
    fn help_is_no_wider_than_a_terminal() {
        let mut root = Cli::command();
        root.build();
        let all = std::iter::once(&root).chain(root.get_subcommands());
        for command in all.flat_map(|one| std::iter::once(one).chain(one.get_subcommands())) {
            let help = [command.get_after_help(), command.get_after_long_help()];
            let help: String = help.into_iter().flatten().map(ToString::to_string).collect();
            for line in help.lines().filter(|line| !line.trim_start().starts_with("urlset ")) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
        }
    }

    /// A flag of any command with a letter too few or too many, or two that changed places, is known.
    #[test]
    fn slips_of_every_flag() {
        let mut root = Cli::command();
        root.build();
        let commands = root
            .get_subcommands()
            .flat_map(|one| std::iter::once(one).chain(one.get_subcommands()));
        let mut slips = 0;
        for command in commands {
            let flags = flags(command);
            for flag in flags.iter().filter(|flag| flag.len() > 3) {
                let middle = flag.len() / 2;
                let (start, end) = flag.split_at(middle);
                let turned =
                    format!("{}{}{}", &start[..middle - 1], &end[..1], &flag[middle - 1..middle]);
                let made = [
                    format!("{start}{}", &end[1..]),
                    format!("{start}x{end}"),
                    format!("{turned}{}", &end[1..]),
                ];
                for slip in made.iter().filter(|slip| !flags.contains(&slip.as_str())) {
                    let known = near(slip, &flags).contains(flag);
                    assert!(known, "{} --{slip}", command.get_name());
                    slips += 1;
                }
            }
        }
        assert!(slips > 1000, "{slips}");
    }
}
