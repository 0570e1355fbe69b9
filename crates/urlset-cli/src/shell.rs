//! `urlset completions`: scripts made from the command line's own definition.

use crate::args::{Cli, Shell};
use crate::exit::Ended;
use crate::output;
use clap::CommandFactory;
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
