//! Files that flags name beside the inputs, as keys and mappings: they are read whole, so they are
//! bounded.

use crate::exit::{Cause, Failure};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of such a file.
const MOST: u64 = 1 << 20;

/// The text of a file that this flag names.
pub(crate) fn read(flag: &str, path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let failed =
        |why: &dyn std::fmt::Display| Failure::new(Cause::Input, format!("{flag} {name}: {why}"));
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| failed(&error))?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::new(Cause::Limit, format!("{flag} {name}: longer than 1 MiB")));
    }
    String::from_utf8(bytes).map_err(|_| failed(&"it is not UTF-8"))
}
