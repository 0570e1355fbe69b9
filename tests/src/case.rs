//! The cases under `tests/cases`: a folder each, one fact each.

use std::path::{Path, PathBuf};

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Path of the folder below `tests/cases`, with slashes: `sitemap/plain`.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
    /// Name of the input file in it, as `input.xml.gz`.
    pub file: String,
    /// The input.
    pub bytes: Vec<u8>,
    /// Words of `options.txt`, in the spelling of the command line.
    pub options: Vec<String>,
}

impl Case {
    fn load(root: &Path, folder: &Path, input: &Path) -> Case {
        let name = folder.strip_prefix(root).unwrap_or(folder);
        let options = std::fs::read_to_string(folder.join("options.txt")).unwrap_or_default();
        Case {
            name: name.to_string_lossy().replace('\\', "/"),
            folder: folder.to_owned(),
            file: input.file_name().unwrap().to_string_lossy().into_owned(),
            bytes: std::fs::read(input).unwrap(),
            options: options.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// What must come out, where that has been written down.
    pub fn expected(&self) -> Option<String> {
        std::fs::read_to_string(self.folder.join("expect.txt")).ok()
    }

    /// Why what comes out is known to be wrong: the text of `waiting.txt`, beside an `expect.txt`
    /// that says what is right.
    pub fn waiting(&self) -> Option<String> {
        std::fs::read_to_string(self.folder.join("waiting.txt")).ok()
    }

    /// Writes down what came out, unless it is known to be wrong.
    pub fn bless(&self, dump: &str) {
        if self.waiting().is_some() {
            return;
        }
        std::fs::write(self.folder.join("expect.txt"), dump).unwrap();
    }

    /// Whether the file's suffix says that it is XML and not packed.
    pub fn is_plain_xml(&self) -> bool {
        [".xml", ".rss", ".atom", ".rdf"].iter().any(|suffix| self.file.ends_with(suffix))
            && !self.bytes.starts_with(&[0x1f, 0x8b])
    }
}

/// The folder of the cases.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Every case, sorted by name.
pub fn cases() -> Vec<Case> {
    let root = root();
    let mut folders = vec![root.clone()];
    let mut cases = Vec::new();
    while let Some(folder) = folders.pop() {
        for item in std::fs::read_dir(&folder).unwrap() {
            let path = item.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.starts_with("input.") || name == "robots.txt" {
                cases.push(Case::load(&root, &folder, &path));
            }
        }
    }
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    cases
}
