//! What documents take from the front pages of libraries and from `examples/`, which the tests compile
//! and run: the example of README.md, the programs of docs/library.md, a README.md for each crate.

use crate::workspace::{self, Member, read, root};
use crate::{Outcome, generated};

/// The programs that docs/library.md shows; it links the others.
const SHOWN: &[&str] = &["lastmods", "feed_to_sitemap", "add_images", "gzip_stream"];

/// Writes or checks all of them.
pub(crate) fn run(check: bool) -> Outcome {
    let front = read(&root().join("crates/urlset/src/lib.rs"))?;
    let example = example(&front).ok_or("crates/urlset/src/lib.rs: no example at the front")?;
    generated::part("README.md", "example", &example, check)?;
    for name in SHOWN {
        let program = read(&root().join(format!("crates/urlset/examples/{name}.rs")))?;
        generated::part("docs/library.md", name, &shown(&program), check)?;
    }
    for member in workspace::members()?.iter().filter(|member| member.published) {
        if let Some(library) = &member.library {
            let path = format!("{}/README.md", member.folder.display());
            generated::whole(&path, &readme(member, &read(library)?), check)?;
        }
    }
    Ok(())
}

/// A program without what its first lines say to people and to clippy.
fn shown(program: &str) -> String {
    let aside = |line: &&str| line.starts_with("//!") || line.starts_with("#![") || line.is_empty();
    let lines: Vec<&str> = program.lines().skip_while(aside).collect();
    format!("```rust\n{}\n```\n", lines.join("\n"))
}

/// The front page as Markdown that stands alone: links to items become their names.
fn readme(member: &Member, front: &str) -> String {
    let name = &member.name;
    let mut page = format!("# {name}\n\n");
    let mut in_code = false;
    for line in front.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            in_code = !in_code;
            page.push_str(if in_code && line == "```" { "```rust" } else { line });
        } else if in_code && (line == "#" || line.starts_with("# ")) {
            continue;
        } else if in_code {
            page.push_str(line);
        } else {
            let deeper = if line.starts_with("# ") { "#" } else { "" };
            page.push_str(deeper);
            page.push_str(&without_item_links(line));
        }
        page.push('\n');
    }
    let about = "https://github.com/urlset/urlset";
    page.push_str(&format!(
        "\nThe interface: [docs.rs/{name}](https://docs.rs/{name}). A part of [urlset]({about}), which \
         says which crate is for what. MIT or Apache-2.0, at your choice.\n"
    ));
    page
}

/// Links to items as their names, since only rustdoc can follow them.
fn without_item_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, behind)) = after.split_once("`]") else { break };
        out.push_str(&format!("{before}`{name}`"));
        let path = behind.strip_prefix('(').and_then(|path| path.split_once(')'));
        rest = path.filter(|(path, _)| path.contains("::")).map_or(behind, |(_, behind)| behind);
    }
    out + rest
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
    fn links_to_items_become_names() {
        for (line, wanted) in [
            ("[`A`], [`B::c`].", "`A`, `B::c`."),
            ("a [`Store`](urlset_store::Store) (b)", "a `Store` (b)"),
            ("[`open`] (or not)", "`open` (or not)"),
            ("[RFC](https://example.com/) `a`", "[RFC](https://example.com/) `a`"),
        ] {
            assert_eq!(without_item_links(line), wanted);
        }
    }

    #[test]
    fn a_program_begins_with_its_imports() {
        let program = "//! What.\n#![allow(x)]\n\nuse a;\n\nfn main() {}\n";
        assert_eq!(shown(program), "```rust\nuse a;\n\nfn main() {}\n```\n");
    }

    #[test]
    fn the_first_block_without_hidden_lines() {
        let front = "//! What.\n//!\n//! ```\n//! # hidden();\n//! let a = 1;\n//!\n//! b(a);\n//! ```\n//! ```\n//! c\n//! ```\n";
        assert_eq!(example(front).as_deref(), Some("```rust\nlet a = 1;\n\nb(a);\n```\n"));
        assert_eq!(example("//! What.\n\nfn a() {}\n"), None);
    }
}
