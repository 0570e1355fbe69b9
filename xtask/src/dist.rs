//! `cargo xtask dist`: the command as it is given to others, built by a profile of the jobs of the
//! benchmark. What is hot lies together then, and branches go the way that is mostly taken.

use crate::bench::{self, Bench};
use crate::jobs::{JOBS, Job, Run};
use crate::{Outcome, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Entries that each job is run with: enough that starting does not count.
const ENTRIES: u64 = 100_000;

/// The newest LLVM of which a distribution may have the tool that joins profiles, where rustup has none.
const NEWEST: u32 = 30;

/// The oldest that reads the profiles of today's compilers.
const OLDEST: u32 = 19;

/// Where the command lies that was built last.
pub(crate) fn programs() -> Outcome<PathBuf> {
    let programs = workspace::target()?.join("dist").join(host()?).join("release");
    let is_there = programs.join(bench::OURS.1).exists();
    Ok(is_there.then_some(programs).ok_or("nothing was built yet: `cargo xtask dist`")?)
}

/// Builds the command twice: to take the profile, and by it.
pub(crate) fn run() -> Outcome {
    let folder = workspace::target()?.join("dist");
    let (raw, joined) = (folder.join("raw"), folder.join("urlset.profdata"));
    if raw.exists() {
        std::fs::remove_dir_all(&raw)?;
    }
    let host = host()?;
    let join = profdata(&host)?;
    let programs = folder.join(&host).join("release");
    build(&format!("-Cprofile-generate={}", raw.display()), &host, &folder)?;
    for job in JOBS {
        let ours = job.runs.iter().filter(|run| run.line.starts_with("urlset "));
        ours.into_iter().try_for_each(|run| measure(job, run, &programs))?;
        if job.corpus == "rich" {
            measure(job, &CHECKED, &programs)?;
        }
    }
    let status = Command::new(&join).arg("merge").arg("-o").arg(&joined).arg(&raw).status();
    if !status.map_err(|error| format!("{}: {error}", join.display()))?.success() {
        return Err(format!("{}: it does not read these profiles", join.display()).into());
    }
    build(&format!("-Cprofile-use={}", joined.display()), &host, &folder)?;
    println!("{}", programs.join(bench::OURS.1).display());
    Ok(())
}

/// What no job of the benchmark does, and nothing shall be laid out against: extensions that are checked.
const CHECKED: Run =
    Run::new("check of extensions", "urlset check --profile google --fail-on never {rich} -j 1");

fn measure(job: &'static Job, run: &Run, programs: &Path) -> Outcome {
    println!("profile: {}: {}", job.name, run.name);
    Bench::of(job, ENTRIES, programs.to_owned())?.measure(run)?;
    Ok(())
}

/// Builds for the host by name, or what runs while building would be profiled, too. As one unit, with which
/// the command takes up to a twentieth less time, and each other build would take some minutes more.
fn build(flags: &str, host: &str, folder: &Path) -> Outcome {
    let status = workspace::cargo()
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", folder)
        .env("CARGO_PROFILE_RELEASE_LTO", "fat")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
        .args(["build", "--release", "--locked", "--target", host])
        .args(["--package", bench::OURS.0, "--bin", bench::OURS.1])
        .status()?;
    if status.success() { Ok(()) } else { Err("the build failed".into()) }
}

/// The name of this machine's target.
fn host() -> Outcome<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say for which machine it is")?.to_owned())
}

/// The tool that joins profiles: that of the toolchain (`rustup component add llvm-tools`), or one of the
/// system.
fn profdata(host: &str) -> Outcome<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let sysroot = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    let own = sysroot.join("lib/rustlib").join(host).join("bin/llvm-profdata");
    if own.exists() {
        return Ok(own);
    }
    let is_there = |name: &String| Command::new(name).arg("--help").output().is_ok();
    let mut others = (OLDEST..=NEWEST).rev().map(|version| format!("llvm-profdata-{version}"));
    let found = others.find(is_there);
    Ok(found.map(PathBuf::from).ok_or(
        "no llvm-profdata: `rustup component add llvm-tools`, or llvm 19 or newer of the system",
    )?)
}
