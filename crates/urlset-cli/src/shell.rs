//! `urlset completions` and `urlset man`: texts made from the command line's own definition.

use crate::args::{Cli, Shell};
use crate::exit::Ended;
use crate::output;
use clap::{Command, CommandFactory};
use clap_complete::Shell as Known;

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Ended {
    let mut command = Cli::command();
    let mut script = Vec::new();
    let out = &mut script;
    match shell {
        Shell::Bash => clap_complete::generate(Known::Bash, &mut command, "urlset", out),
        Shell::Elvish => clap_complete::generate(Known::Elvish, &mut command, "urlset", out),
        Shell::Fish => clap_complete::generate(Known::Fish, &mut command, "urlset", out),
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

/// Prints the manual: the program, then each command.
pub(crate) fn manual() -> Ended {
    let command = in_full(Cli::command());
    output::write_whole(None, |out| {
        let mut out = out;
        clap_mangen::Man::new(command.clone()).render(&mut out)?;
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let name = sub.get_name();
            writeln!(out, ".SH \"COMMAND {}\"", name.to_ascii_uppercase())?;
            let man = clap_mangen::Man::new(sub.clone().bin_name(format!("urlset {name}")));
            man.render_synopsis_section(&mut out)?;
            man.render_description_section(&mut out)?;
            man.render_options_section(&mut out)?;
            man.render_extra_section(&mut out)?;
        }
        Ok(())
    })?;
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
