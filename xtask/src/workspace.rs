//! The workspace as the chores see it: its folder, its members, its text files.

use crate::Outcome;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One package of the workspace.
pub(crate) struct Member {
    pub(crate) name: String,
    /// Its folder, from the root.
    pub(crate) folder: PathBuf,
    /// Empty where there is none.
    pub(crate) description: String,
    /// Names of what it needs to be built, tests aside.
    pub(crate) dependencies: Vec<String>,
    /// Names of what a feature adds to these.
    pub(crate) optional: Vec<String>,
    /// Names of its features, `default` aside.
    pub(crate) features: Vec<String>,
    /// Whether others can build on it.
    pub(crate) published: bool,
    /// Names of its examples.
    pub(crate) examples: Vec<String>,
    /// The root file of its library.
    pub(crate) library: Option<PathBuf>,
    /// The text of its manifest.
    pub(crate) manifest: String,
}

/// One package of the lock file.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: Option<String>,
    /// The oldest compiler that it says to build with.
    pub(crate) rust_version: Option<String>,
    /// `None` for members.
    pub(crate) source: Option<String>,
}

/// One text file of ours.
pub(crate) struct Text {
    /// From the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Reads a file of ours; its path in the error.
pub(crate) fn read(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes a file of ours; its path in the error.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A cargo that runs in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// What `cargo metadata` says; `words` are further arguments.
fn metadata(words: &[&str]) -> Outcome<Value> {
    let output = cargo().args(["metadata", "--format-version", "1"]).args(words).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> Outcome<PathBuf> {
    let metadata = metadata(&["--no-deps"])?;
    Ok(PathBuf::from(text(&metadata, "target_directory")))
}

/// Every member, sorted by name.
pub(crate) fn members() -> Outcome<Vec<Member>> {
    let metadata = metadata(&["--no-deps"])?;
    let mut members = list(&metadata, "packages").map(member).collect::<Outcome<Vec<Member>>>()?;
    members.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(members)
}

/// Every package that the lock file names, members too.
pub(crate) fn packages() -> Outcome<Vec<Package>> {
    let metadata = metadata(&["--locked"])?;
    let package = |value: &Value| Package {
        name: text(value, "name"),
        version: text(value, "version"),
        licence: value.get("license").and_then(Value::as_str).map(Into::into),
        rust_version: value.get("rust_version").and_then(Value::as_str).map(Into::into),
        source: value.get("source").and_then(Value::as_str).map(Into::into),
    };
    Ok(list(&metadata, "packages").map(package).collect())
}

fn member(value: &Value) -> Outcome<Member> {
    let manifest_path = PathBuf::from(text(value, "manifest_path"));
    let folder = manifest_path.parent().unwrap_or(&manifest_path);
    let is =
        |target: &Value, kind: &str| list(target, "kind").any(|found| found.as_str() == Some(kind));
    let targets: Vec<&Value> = list(value, "targets").collect();
    let dependencies = |optional: bool| {
        list(value, "dependencies")
            .filter(|dependency| dependency.get("kind").is_none_or(Value::is_null))
            .filter(|dependency| dependency.get("optional") == Some(&Value::Bool(optional)))
            .map(|dependency| text(dependency, "name"))
            .collect()
    };
    let features = value.get("features").and_then(Value::as_object);
    Ok(Member {
        name: text(value, "name"),
        folder: folder.strip_prefix(root()).unwrap_or(folder).to_owned(),
        description: text(value, "description"),
        dependencies: dependencies(false),
        optional: dependencies(true),
        features: features
            .map(|features| features.keys().filter(|name| *name != "default").cloned().collect())
            .unwrap_or_default(),
        // A list of no registries.
        published: value.get("publish").is_none_or(Value::is_null),
        examples: targets
            .iter()
            .filter(|target| is(target, "example"))
            .map(|target| text(target, "name"))
            .collect(),
        // The command is one for the sake of the package of Python: nobody else builds on it.
        library: targets
            .iter()
            .find(|target| is(target, "lib") && text(value, "name") != "urlset-cli")
            .map(|target| PathBuf::from(text(target, "src_path"))),
        manifest: read(&manifest_path)?,
    })
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value, key: &str) -> String {
    let found = value.get(key).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}

/// Every text file that is kept under version control or could be, test data aside: those are
/// wrong on purpose.
pub(crate) fn texts() -> Outcome<Vec<Text>> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let ours =
        |path: &&str| !path.starts_with("tests/cases/") && !path.starts_with("tests/corpora/");
    let mut texts = Vec::new();
    for path in listed.lines().filter(ours) {
        // A file that was deleted but not committed is still listed; bytes that are not text
        // are nobody's style.
        if let Ok(text) = std::fs::read_to_string(root().join(path)) {
            texts.push(Text { path: path.to_owned(), text });
        }
    }
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    texts.dedup_by(|a, b| a.path == b.path);
    Ok(texts)
}
