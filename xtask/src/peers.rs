//! `cargo xtask bench --peers`: other people's tools, from their registries, beside the yardsticks.
//! They stand in `xtask/peers`; what cannot be had is told and left out.

use crate::jobs::Run;
use crate::{Outcome, workspace};
use std::path::PathBuf;
use std::process::Command;

/// The peers of a job, by its name.
pub(crate) const PEERS: &[(&str, &[Run])] = &[
    (
        "J1",
        &[
            Run::new("sitemapo 0.3 (Rust)", "peers sitemapo {out} {plain}"),
            Run::new("sitemap 0.4 (Rust)", "peers sitemap {out} {plain}"),
            Run::new("sitemap.js 9 (Node)", "peers.mjs {out} {plain}"),
            Run::new("advertools 0.18 (Python)", "peers.py advertools {out} {plain}"),
            Run::new(
                "ultimate-sitemap-parser 1.8 (Python)",
                "peers.py ultimate-sitemap-parser {out} {plain}",
            ),
            // Ours as they are called from Python.
            Run::new("urlset.read (Python)", "peers.py urlset.read {out} {plain}"),
            Run::new("urlset.to_pandas (Python)", "peers.py urlset.to_pandas {out} {plain}"),
        ],
    ),
    ("J4", &[Run::new("sitemap-rs 0.7 (Rust)", "peers sitemap-rs {out} {list}")]),
    ("J7", &[Run::new("rss 2.1, atom_syndication 0.12 (Rust)", "peers feeds {out} {feeds}")]),
];

/// Where the peers stand, and what they were installed into.
pub(crate) struct Peers {
    sources: PathBuf,
    installed: PathBuf,
}

impl Peers {
    pub(crate) fn new() -> Outcome<Peers> {
        let sources = workspace::root().join("xtask/peers");
        Ok(Peers { sources, installed: workspace::target()?.join("peers") })
    }

    /// Installs them from crates.io, PyPI and the npm registry; gives the names of the programs that
    /// are there.
    pub(crate) fn install(&self) -> Outcome<Vec<&'static str>> {
        std::fs::create_dir_all(&self.installed)?;
        let mut rust = workspace::cargo();
        rust.args(["build", "--release", "--locked", "--manifest-path"])
            .arg(self.sources.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &self.installed);
        for file in ["peers.mjs", "package.json"] {
            std::fs::copy(self.sources.join(file), self.installed.join(file))?;
        }
        let mut node = Command::new("npm");
        node.args(["install", "--no-audit", "--no-fund"]).current_dir(&self.installed);
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(self.installed.join("venv"));
        let mut python = Command::new(self.python());
        python
            .args(["-m", "pip", "install", "--quiet", "-r"])
            .arg(self.sources.join("requirements.txt"));
        let mut ours = Command::new(self.python());
        ours.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"])
            .arg(workspace::root().join("crates/urlset-python"))
            .env("CARGO_TARGET_DIR", workspace::target()?);
        let mut there = Vec::new();
        for (name, steps) in [
            ("peers", vec![&mut rust]),
            ("peers.mjs", vec![&mut node]),
            ("peers.py", vec![&mut venv, &mut python, &mut ours]),
        ] {
            let mut steps = steps.into_iter();
            if steps.all(|step| step.status().is_ok_and(|status| status.success())) {
                there.push(name);
            } else {
                println!("{name}: cannot be had here, left out");
            }
        }
        Ok(there)
    }

    fn python(&self) -> PathBuf {
        self.installed.join("venv/bin/python3")
    }

    /// The words that run the peer of this name; `None` for any other program.
    pub(crate) fn words(&self, name: &str) -> Option<Vec<PathBuf>> {
        match name {
            "peers" => Some(vec![self.installed.join("release/peers")]),
            "peers.mjs" => Some(vec!["node".into(), self.installed.join(name)]),
            "peers.py" => Some(vec![self.python(), self.sources.join(name)]),
            _ => None,
        }
    }
}

/// Whether a run is that of a peer.
pub(crate) fn is_one(run: &Run) -> bool {
    run.line.starts_with("peers")
}

/// The peers of a job that are there.
pub(crate) fn of(job: &str, there: &[&str]) -> Vec<&'static Run> {
    let of_job = PEERS.iter().filter(|(name, _)| *name == job).flat_map(|(_, runs)| *runs);
    of_job
        .filter(|run| run.line.split(' ').next().is_some_and(|name| there.contains(&name)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::JOBS;

    #[test]
    fn peers_are_of_jobs_and_run_by_programs() {
        let peers = Peers::new().unwrap();
        for (name, runs) in PEERS {
            assert!(JOBS.iter().any(|job| job.name == *name), "{name}");
            for run in *runs {
                let program = run.line.split(' ').next().unwrap();
                assert!(peers.words(program).is_some(), "{program}");
            }
        }
        assert_eq!(of("J1", &["peers.mjs"]).len(), 1);
        assert!(of("J2", &["peers"]).is_empty());
    }
}
