//! `urlset man`: manual pages, made from the command line's own definition: of the program, of one
//! command, or a folder with all of them.

use crate::args::{Cli, Common};
use crate::exit::{Ended, Failure};
use crate::set_files::refused;
use crate::{command_pages, output, signals};
use clap::{Args, Command, CommandFactory};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use urlset::publish::{Equal, Finale, Options, Set};
use urlset::query::nearest;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset man | man -l -
  urlset man convert | man -l -
  urlset man --dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The command, as in `man hreflang check` [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "markdown"])]
    dir: Option<PathBuf>,
    /// Print the page as Markdown
    #[arg(long)]
    markdown: bool,
}

/// Prints or writes pages.
pub(crate) fn run(args: &ManArgs, common: &Common) -> Ended {
    let mut program = in_full(Cli::command());
    // So that each command knows how it is called.
    program.build();
    if let Some(folder) = &args.dir {
        return write_all(&program, folder);
    }
    let mut command = &program;
    for word in &args.command {
        command = match by_page(command, word) {
            Some(command) => command,
            None => find(command, word)?,
        };
    }
    let page = if args.markdown {
        command_pages::page(command).into_bytes()
    } else if args.command.is_empty() {
        whole(&program).map_err(|error| Failure::output(error.to_string()))?
    } else {
        one(command).map_err(|error| Failure::output(error.to_string()))?
    };
    output::write_whole(common.report.as_deref(), |out| out.write_all(&page))?;
    Ok(None)
}

/// Commands that people can give.
pub(crate) fn commands(of: &Command) -> impl Iterator<Item = &Command> {
    of.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help")
}

/// The command whose page is called so, as `urlset-hreflang-complete` or without `urlset-`.
fn by_page<'c>(of: &'c Command, word: &str) -> Option<&'c Command> {
    commands(of).find_map(|one| {
        let page = one.get_display_name()?;
        let is_it = page == word || page.strip_prefix("urlset-") == Some(word);
        if is_it { Some(one) } else { by_page(one, word) }
    })
}

fn find<'c>(of: &'c Command, word: &str) -> Result<&'c Command, Failure> {
    let fits =
        |one: &&Command| one.get_name() == word || one.get_all_aliases().any(|alias| alias == word);
    commands(of).find(fits).ok_or_else(|| {
        let near = nearest(word, commands(of).map(Command::get_name));
        let hint = near.map_or("`urlset --help` lists them".to_owned(), |near| {
            format!("did you mean {near}?")
        });
        Failure::usage(format!("no command {word}")).hint(hint)
    })
}

/// The program, then each command, as one page.
fn whole(program: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    manual(program).render(&mut page)?;
    for command in commands(program) {
        writeln!(page, ".SH \"COMMAND {}\"", command.get_name().to_ascii_uppercase())?;
        let man = manual(command);
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        if command.get_after_long_help().or(command.get_after_help()).is_some() {
            man.render_extra_section(&mut page)?;
        }
    }
    Ok(legible(&page))
}

/// The page of one command.
fn one(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    manual(command).render(&mut page)?;
    Ok(legible(&page))
}

/// With one line for how it is called, as its help has.
fn manual(command: &Command) -> clap_mangen::Man {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let version = concat!("urlset ", env!("CARGO_PKG_VERSION"));
    // `help` has no page.
    let without_help =
        |command: Command| if command.get_name() == "help" { command.hide(true) } else { command };
    let command = command.clone().override_usage(usage).mut_subcommands(without_help);
    clap_mangen::Man::new(command).source(version)
}

/// The same page with examples in lines of their own, and in ASCII: what roff reads everywhere.
fn legible(page: &[u8]) -> Vec<u8> {
    let mut text = String::with_capacity(page.len());
    let mut in_lines = false;
    // An empty line ends the one before by itself; and the date, which no build has, needs its place.
    let page = String::from_utf8_lossy(page).replace(".br\n\n.br\n", ".sp\n");
    let page = page.replacen(" 1  \"urlset", " 1 \"\" \"urlset", 1);
    for line in page.lines() {
        if in_lines && line.starts_with(".SH") {
            text.push_str(".fi\n");
            in_lines = false;
        }
        if line == ".SH EXTRA" {
            text.push_str(".SH EXAMPLES\n.nf\n");
            in_lines = true;
            continue;
        }
        for c in line.chars() {
            match c.is_ascii() {
                true => text.push(c),
                false => drop(write!(text, "\\[u{:04X}]", u32::from(c))),
            }
        }
        text.push('\n');
    }
    if in_lines {
        text.push_str(".fi\n");
    }
    text.into_bytes()
}

/// Writes every page into a folder, all or none.
fn write_all(program: &Command, folder: &Path) -> Ended {
    let set = Set::begin(Options {
        equal: Equal::Bytes,
        make_folders: true,
        pending: signals::pending().clone(),
        ..Options::default()
    });
    let mut open = vec![program];
    while let Some(command) = open.pop() {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        let failed = |error: io::Error| output::unwritten(&path.display().to_string(), &error);
        let mut draft = set.create(&path).map_err(|error| refused(&error))?;
        draft.write_all(&one(command).map_err(failed)?).map_err(failed)?;
        draft.finish().map_err(|error| refused(&error))?;
        open.extend(commands(command));
    }
    let outcome = set.commit(Finale::default()).map_err(|error| refused(&error))?;
    let mut names: Vec<_> = outcome.files.iter().map(|file| file.path.display()).collect();
    names.sort_by_key(ToString::to_string);
    output::write_whole(None, |out| names.iter().try_for_each(|name| writeln!(out, "{name}")))?;
    Ok(None)
}

/// The command line with every flag described: clap_mangen leaves out the text of those that `-h`
/// hides, unless they have a long one.
fn in_full(command: Command) -> Command {
    let described = command.mut_args(|arg| match arg.get_long_help().or(arg.get_help()).cloned() {
        Some(help) => arg.long_help(help),
        None => arg,
    });
    described.mut_subcommands(in_full)
}
