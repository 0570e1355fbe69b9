//! What lies outside the workspace and need not be there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of `../shared` beside the workspace; `URLSET_SHARED` names another place for it.
pub fn shared(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("URLSET_SHARED").map_or(beside, PathBuf::from);
    Some(shared.join(name)).filter(|folder| folder.is_dir())
}

/// Whether a program is there.
pub fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}
