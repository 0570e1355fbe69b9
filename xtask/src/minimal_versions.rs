//! `cargo xtask minimal-versions`: the libraries with the oldest versions that their manifests allow.

use crate::Outcome;
use crate::workspace::{self, root};
use std::path::Path;
use std::process::Command;

/// Builds every library that others build on, with all features, in a copy of the workspace whose
/// lock file names the lowest versions of what we depend on ourselves. Cargo can choose these only by
/// a flag that is not stable, which this variable opens.
pub(crate) fn run() -> Outcome {
    let folder = workspace::target()?.join("minimal-versions");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    copy(&root(), &folder)?;
    libraries_alone(&folder.join("Cargo.toml"))?;
    cargo(&folder, &["-Z", "direct-minimal-versions", "update", "--quiet"])?;
    let members = workspace::members()?;
    let libraries = members.iter().filter(|member| member.published && member.library.is_some());
    let mut words = vec!["check", "--quiet", "--locked", "--all-features"];
    for member in libraries {
        words.extend(["--package", &member.name]);
    }
    cargo(&folder, &words)
}

fn cargo(folder: &Path, words: &[&str]) -> Outcome {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).args(words).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_DIR", folder.join("target"));
    if command.status()?.success() {
        return Ok(());
    }
    Err(format!("cargo {}: failed with the oldest versions allowed", words.join(" ")).into())
}

/// The oldest versions of what tests and the command need are nobody's business: who installs the
/// command takes its lock file.
fn libraries_alone(manifest: &Path) -> Outcome {
    let text = workspace::read(manifest)?;
    let fewer = text
        .replace(r#"members = ["crates/*", "tests", "xtask"]"#, r#"members = ["crates/*"]"#)
        .replace("exclude = [", r#"exclude = ["crates/urlset-cli", "crates/urlset-python", "#);
    workspace::write(manifest, &fewer)
}

/// Copies every file that is under version control or could be.
fn copy(from: &Path, to: &Path) -> Outcome {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(from)
        .output()?;
    for path in String::from_utf8(listed.stdout)?.lines() {
        let (source, target) = (from.join(path), to.join(path));
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if source.is_file() {
            std::fs::copy(&source, &target)?;
        }
    }
    Ok(())
}
