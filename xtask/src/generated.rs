//! Parts of documents that are made from the code: between two markers, or a whole file.

use crate::Outcome;
use crate::workspace::{read, root, write};

/// Puts `body` between the markers named `name` in the file at `path`, or, to check, only says
/// whether it is there already.
pub(crate) fn part(path: &str, name: &str, body: &str, check: bool) -> Outcome {
    let text = read(&root().join(path))?;
    let begin = format!("<!-- {name}: generated -->");
    let end = format!("<!-- {name}: end -->");
    let fresh = between(&text, &begin, &end, body)
        .ok_or_else(|| format!("{path}: no markers {begin} … {end}"))?;
    settle(path, &text, &fresh, check)
}

/// The same for a file that is generated whole.
pub(crate) fn whole(path: &str, body: &str, check: bool) -> Outcome {
    // A file that is not there yet is a stale one.
    let text = read(&root().join(path)).unwrap_or_default();
    settle(path, &text, body, check)
}

/// Writes `fresh` where it differs from `text`, or fails when only checking.
pub(crate) fn settle(path: &str, text: &str, fresh: &str, check: bool) -> Outcome {
    if text == fresh {
        return Ok(());
    }
    if check {
        let line = text.lines().zip(fresh.lines()).take_while(|(a, b)| a == b).count() + 1;
        return Err(format!("{path}:{line}: stale; run the same command without --check").into());
    }
    write(&root().join(path), fresh)?;
    println!("{path}: written");
    Ok(())
}

fn between(text: &str, begin: &str, end: &str, body: &str) -> Option<String> {
    let (before, rest) = text.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{body}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_part_between_the_markers_changes() {
        let text = "a\n<!-- x -->\nold\n<!-- y -->\nb\n";
        let fresh = between(text, "<!-- x -->", "<!-- y -->", "new\n");
        assert_eq!(fresh.as_deref(), Some("a\n<!-- x -->\nnew\n<!-- y -->\nb\n"));
        assert_eq!(between("a\n", "<!-- x -->", "<!-- y -->", "new\n"), None);
    }
}
