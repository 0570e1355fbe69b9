//! A command's page in Markdown, for `docs/commands`: how it is called, and what each flag means.

use crate::manual::commands;
use clap::builder::StyledStr;
use clap::{Arg, Command};
use std::fmt::Write as _;

/// The heading of the flags that every command takes: they stand on the page of all commands.
const SHARED: &str = "Common options";

/// The page of a command, or of the program.
pub(crate) fn page(command: &Command) -> String {
    if commands(command).next().is_some() && command.get_name() == "urlset" {
        return program(command);
    }
    let mut page = call(command);
    for inner in commands(command) {
        let name = inner.get_bin_name().unwrap_or(inner.get_name());
        let _ = write!(page, "\n## {name}\n\n{}{}", call(inner), options(inner, "###"));
    }
    if commands(command).next().is_none() {
        page += &options(command, "##");
    }
    page
}

/// What all commands are, and what they share.
fn program(command: &Command) -> String {
    let mut page = String::from("| command | what it does |\n|---|---|\n");
    for one in commands(command) {
        let (name, about) = (one.get_name(), one.get_about().map(plain).unwrap_or_default());
        let aliases: Vec<String> =
            one.get_visible_aliases().map(|alias| format!("`{alias}`")).collect();
        let also = match aliases.is_empty() {
            true => String::new(),
            false => format!(" (also {})", aliases.join(", ")),
        };
        let _ = writeln!(page, "| [`{name}`]({name}.md){also} | {} |", cell(&about));
    }
    let _ = write!(page, "\n## {SHARED}\n\n{HEAD}");
    let shared = |arg: &&Arg| arg.get_help_heading() == Some(SHARED) && !arg.is_hide_set();
    for arg in command.get_arguments().filter(shared) {
        row(arg, &mut page);
    }
    page
}

/// What it is for, and how it is called.
fn call(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about()).map(plain).unwrap_or_default();
    let mut usage = plain(&command.clone().render_usage());
    if let Some(rest) = usage.strip_prefix("Usage: ") {
        usage = rest.to_owned();
    }
    let about = about.trim_end_matches('.');
    format!("{about}.\n\n```text\n{}\n```\n", usage.trim_end())
}

const HEAD: &str = "| flag | meaning |\n|---|---|\n";

/// Its arguments and flags by heading, and the end of its help.
fn options(command: &Command, level: &str) -> String {
    let mut page = String::new();
    let mut headings: Vec<&str> = Vec::new();
    let heading = |arg: &Arg| match arg.get_help_heading() {
        Some(SHARED) => None,
        _ if arg.is_hide_set() || matches!(arg.get_id().as_str(), "help" | "version") => None,
        Some(heading) => Some(heading.to_owned()),
        None if arg.is_positional() => Some("Arguments".to_owned()),
        None => Some("Options".to_owned()),
    };
    let args: Vec<(&Arg, String)> =
        command.get_arguments().filter_map(|arg| Some((arg, heading(arg)?))).collect();
    for (_, heading) in &args {
        if !headings.contains(&heading.as_str()) {
            headings.push(heading);
        }
    }
    // What is read comes first, as it is typed.
    headings.sort_by_key(|heading| *heading != "Arguments");
    for heading in headings {
        let _ = write!(page, "\n{level} {heading}\n\n{HEAD}");
        args.iter().filter(|(_, own)| own == heading).for_each(|(arg, _)| row(arg, &mut page));
    }
    let _ = write!(
        page,
        "\nThe [common options](README.md#common-options) are those of every command.\n"
    );
    if let Some(after) = command.get_after_long_help().map(plain) {
        let _ = write!(page, "\n{level} Help\n\n```text\n{}\n```\n", after.trim_end());
    }
    page
}

fn row(arg: &Arg, page: &mut String) {
    let help = arg.get_long_help().or(arg.get_help()).map(plain).unwrap_or_default();
    let mut meaning = cell(help.trim_end_matches('.'));
    let values = arg.get_possible_values();
    let is_flag = !arg.get_action().takes_values();
    if !is_flag && !values.is_empty() && !arg.is_hide_possible_values_set() {
        let told = values.iter().filter(|value| !value.is_hide_set()).map(|value| {
            let help = value.get_help().map(|help| cell(&plain(help))).unwrap_or_default();
            let dash = if help.is_empty() { "" } else { ": " };
            format!("`{}`{dash}{help}", value.get_name())
        });
        let _ = write!(meaning, "<br>{}", told.collect::<Vec<_>>().join("<br>"));
    }
    let defaults: Vec<_> =
        arg.get_default_values().iter().map(|one| one.to_string_lossy()).collect();
    if !is_flag && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        let _ = write!(meaning, " (default: `{}`)", defaults.join(","));
    }
    let _ = writeln!(page, "| {} | {meaning} |", name(arg, is_flag));
}

/// `-o`, `--output PATH`.
fn name(arg: &Arg, is_flag: bool) -> String {
    let value = || {
        let names = arg.get_value_names().unwrap_or_default();
        let names: Vec<&str> = names.iter().map(clap::builder::Str::as_str).collect();
        names.join(" ")
    };
    if arg.is_positional() {
        let named = value();
        return format!("`{}`", if named.is_empty() { arg.get_id().as_str() } else { &named });
    }
    let short = arg.get_short().map(|short| format!("`-{short}`"));
    let optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    let long = arg.get_long().map(|long| match (is_flag, optional) {
        (true, _) => format!("`--{long}`"),
        (false, true) => format!("`--{long}[={}]`", value()),
        (false, false) => format!("`--{long} {}`", value()),
    });
    short.into_iter().chain(long).collect::<Vec<_>>().join(", ").replace('|', "\\|")
}

fn plain(text: &StyledStr) -> String {
    text.to_string()
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace("\n\n", "<br>").replace('\n', " ")
}
