//! `cargo xtask demo`: the libraries as WebAssembly, and the page of docs/demo with them, in a folder
//! under target/ that any server can serve. With `--serve` we serve it ourselves; with `--check` Node and
//! Chromium try it.

use crate::workspace::{self, cargo, root};
use crate::{Outcome, console, demo_server};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the page and the tests stand.
const PAGE: &str = "docs/demo";
const TESTS: &str = "tests/demo";

/// Builds the folder, and serves or tries it.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let (serve, check) = match words {
        [] => (false, false),
        ["--serve"] => (true, false),
        ["--check"] => (false, true),
        _ => return Err(format!("only --serve or --check, not {}", words.join(" ")).into()),
    };
    let folder = build()?;
    println!("{}", folder.display());
    match (serve, check) {
        (true, _) => demo_server::serve(&folder),
        (_, true) => try_it(&folder),
        _ => Ok(()),
    }
}

/// The folder with everything that a server needs.
fn build() -> Outcome<PathBuf> {
    let target = workspace::target()?;
    has_target()?;
    let mut wasm = cargo();
    wasm.args(["rustc", "--quiet", "--locked", "--profile", "demo", "--package", "urlset-wasm"]);
    done(wasm.args(["--target", TARGET, "--crate-type", "cdylib"]))?;
    same_version()?;
    let mut tool = cargo();
    tool.args(["run", "--quiet", "--locked", "--manifest-path", "xtask/bindgen/Cargo.toml", "--"]);
    tool.env("CARGO_TARGET_DIR", target.join("bindgen"));
    let folder = target.join("demo-page");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let module = target.join(TARGET).join("demo/urlset_wasm.wasm");
    done(tool.arg(&module).arg(&folder))?;
    for file in std::fs::read_dir(root().join(PAGE))? {
        let file = file?.path();
        let kind = file.extension().and_then(|kind| kind.to_str());
        if let (Some("html" | "css" | "js" | "svg"), Some(name)) = (kind, file.file_name()) {
            std::fs::copy(&file, folder.join(name))?;
        }
    }
    tell_size(&folder.join("urlset_bg.wasm"))?;
    Ok(folder)
}

/// Asks rustup for the target where it is not there.
fn has_target() -> Outcome {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if folder.is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    match added {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the target {TARGET} is not there: rustup target add {TARGET}").into()),
    }
}

/// wasm-bindgen and its tool must be of one version: what is between them is nobody's business.
fn same_version() -> Outcome {
    let of = |lock: &str, name: &str| -> Outcome<String> {
        let text = workspace::read(&root().join(lock))?;
        let start = format!("name = \"{name}\"\nversion = \"");
        let version = text.split_once(&start).and_then(|(_, rest)| rest.split_once('"'));
        Ok(version.ok_or_else(|| format!("{lock}: no {name}"))?.0.to_owned())
    };
    let ours = of("Cargo.lock", "wasm-bindgen")?;
    let tool = of("xtask/bindgen/Cargo.lock", "wasm-bindgen-cli-support")?;
    if ours == tool {
        return Ok(());
    }
    Err(format!("wasm-bindgen is {ours}, xtask/bindgen has {tool}: make it the same there").into())
}

/// How much a visitor loads.
fn tell_size(module: &Path) -> Outcome {
    let bytes = std::fs::read(module)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bytes)?;
    let packed = packed.finish()?.len();
    println!("urlset_bg.wasm: {} KiB, {} KiB gzipped", bytes.len() / 1024, packed / 1024);
    Ok(())
}

/// Tries it in Node and in Chromium, beside the command.
fn try_it(folder: &Path) -> Outcome {
    console::build()?;
    let mut tests: Vec<PathBuf> = std::fs::read_dir(root().join(TESTS))?
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    tests.sort();
    let command = workspace::target()?.join("debug/urlset");
    let mut node = Command::new("node");
    node.arg("--test").arg("--test-concurrency=1").args(tests).current_dir(root());
    done(node.env("URLSET_DEMO_FOLDER", folder).env("URLSET_DEMO_COMMAND", command))
}

fn done(command: &mut Command) -> Outcome {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} failed").into()) }
}
