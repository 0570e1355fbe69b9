//! The example of README.md: that of the facade's front page, which the tests compile and run.

use crate::workspace::{read, root};
use crate::{Outcome, generated};

/// Writes or checks the example.
pub(crate) fn run(check: bool) -> Outcome {
    let front = read(&root().join("crates/urlset/src/lib.rs"))?;
    let example = example(&front).ok_or("crates/urlset/src/lib.rs: no example at the front")?;
    generated::part("README.md", "example", &example, check)
}

/// The first code block of a front page as a block of Markdown, without its hidden lines.
fn example(front: &str) -> Option<String> {
    let page = front.lines().map_while(|line| line.strip_prefix("//!"));
    let mut lines = page.skip_while(|line| !line.trim_start().starts_with("```"));
    lines.next()?;
    let mut block = String::from("```rust\n");
    for line in lines {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            return Some(block + "```\n");
        }
        if line != "#" && !line.starts_with("# ") {
            block.push_str(line);
            block.push('\n');
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_without_hidden_lines() {
        let front = "//! What.\n//!\n//! ```\n//! # hidden();\n//! let a = 1;\n//!\n//! b(a);\n//! ```\n//! ```\n//! c\n//! ```\n";
        assert_eq!(example(front).as_deref(), Some("```rust\nlet a = 1;\n\nb(a);\n```\n"));
        assert_eq!(example("//! What.\n\nfn a() {}\n"), None);
    }
}
