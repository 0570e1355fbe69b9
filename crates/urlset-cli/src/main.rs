//! The command `urlset`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(urlset_cli::main(std::env::args_os()))
}
