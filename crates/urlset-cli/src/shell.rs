//! `urlset completions`: scripts made from the command line's own definition, with the values of flags
//! that take a name from a list.

use crate::args::{Cli, Shell};
use crate::exit::Ended;
use crate::list::every_rule;
use crate::{names, output};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Command, CommandFactory};
use clap_complete::Shell as Known;
use urlset::FORMATS;
use urlset::csv::PRESETS;
use urlset::ops::{Conflicts, Policy};

/// What joins the words that bash breaks.
const WORDS: &str = include_str!("completions.bash");

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Ended {
    let mut command = with_values(Cli::command());
    let mut script = Vec::new();
    let out = &mut script;
    match shell {
        Shell::Bash => {
            clap_complete::generate(Known::Bash, &mut command, "urlset", out);
            script = bash(&script);
        }
        Shell::Elvish => clap_complete::generate(Known::Elvish, &mut command, "urlset", out),
        Shell::Fish => {
            clap_complete::generate(Known::Fish, &mut command, "urlset", out);
            script = fish(&script, &command);
        }
        Shell::Powershell => {
            clap_complete::generate(Known::PowerShell, &mut command, "urlset", out);
        }
        Shell::Zsh => clap_complete::generate(Known::Zsh, &mut command, "urlset", out),
        Shell::Nushell => {
            clap_complete::generate(clap_complete_nushell::Nushell, &mut command, "urlset", out);
        }
    }
    output::write_whole(None, |out| out.write_all(&script))?;
    Ok(None)
}

/// The script for bash, in which `=` parts no words.
fn bash(script: &[u8]) -> Vec<u8> {
    let script = String::from_utf8_lossy(script);
    let script = script.replace("complete -F _urlset ", "complete -F _urlset_words ");
    (script + WORDS).into_bytes()
}

/// The script for fish, with the values of arguments that are no flags, and the commands behind `help`:
/// clap_complete leaves out the former, and takes `help` itself for the command that was asked for.
fn fish(script: &[u8], command: &Command) -> Vec<u8> {
    let script = String::from_utf8_lossy(script);
    let line = |line: &str| match line.contains("_using_subcommand help; and not ") {
        true => line.replacen(" help\" ", "\" ", 1) + "\n",
        false => line.to_owned() + "\n",
    };
    let mut script: String = script.lines().map(line).collect();
    for command in command.get_subcommands() {
        let name = command.get_name();
        for value in command.get_positionals().flat_map(clap::Arg::get_possible_values) {
            let value = value.get_name();
            script += &format!(
                "complete -c urlset -n \"__fish_urlset_using_subcommand {name}\" -f -a \"{value}\"\n"
            );
        }
    }
    script.into_bytes()
}

/// The command line with the names that its flags take: where it is parsed they are looked up later,
/// for a word about the one that was meant.
fn with_values(command: Command) -> Command {
    let named: Vec<_> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
    let command = named.into_iter().fold(command, |command, id| match values(id.as_str()) {
        values if values.is_empty() => command,
        values => command.mut_arg(id, |arg| arg.value_parser(PossibleValuesParser::new(values))),
    });
    command.mut_subcommands(with_values)
}

/// What a flag takes, where that is a name.
fn values(id: &str) -> Vec<PossibleValue> {
    match id {
        "to" => names::writables()
            .map(|format| format.name)
            .chain(["xml.gz"])
            .map(PossibleValue::new)
            .collect(),
        "from" => FORMATS
            .iter()
            .filter(|format| format.open.is_some())
            .map(|format| PossibleValue::new(format.name))
            .collect(),
        "preset" => {
            PRESETS.iter().map(|one| PossibleValue::new(one.name).help(one.title)).collect()
        }
        "on_conflict" => conflicts(),
        "rule" => every_rule().into_iter().map(|rule| PossibleValue::new(rule.id)).collect(),
        _ => Vec::new(),
    }
}

/// Every field with every rule that it can have.
fn conflicts() -> Vec<PossibleValue> {
    let extensions = urlset::EXTENSIONS.iter().map(|extension| extension.name);
    let fields =
        ["lastmod", "changefreq", "priority"].into_iter().chain(extensions).chain(["other"]);
    let mut known = Conflicts::new(urlset::EXTENSIONS);
    let mut values = Vec::new();
    for field in fields {
        let fitting = Policy::ALL.into_iter().filter(|policy| known.set(field, *policy).is_ok());
        values.extend(fitting.map(|policy| PossibleValue::new(format!("{field}={policy}"))));
    }
    values
}
