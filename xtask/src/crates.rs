//! The tables of libraries, in README.md by name and in docs/library.md by task: what each is for, and
//! how much one builds with it.

use crate::workspace::{self, Member};
use crate::{Outcome, generated};
use std::collections::{BTreeMap, BTreeSet};

/// Counted for one platform, so that the table is the same everywhere.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// What somebody wants who needs no more than this crate, in the order of docs/library.md.
const TASKS: &[(&str, &str)] = &[
    ("read or write any of these, whatever a file turns out to be", "urlset"),
    ("read or write sitemap XML", "urlset-sitemap"),
    ("read or write RSS and Atom as entries", "urlset-feed"),
    ("read or write JSON Feed", "urlset-jsonfeed"),
    ("read or write tables, CSV and TSV", "urlset-csv"),
    ("read or write Parquet", "urlset-parquet"),
    ("entries as Arrow record batches, and back", "urlset-arrow"),
    ("read or write JSON Lines", "urlset-json"),
    ("read or write lists of URLs", "urlset-text"),
    ("read or change the `Sitemap:` lines of robots.txt", "urlset-robots"),
    ("write the body of an IndexNow request", "urlset-indexnow"),
    ("add or read images", "urlset-image"),
    ("add or read videos", "urlset-video"),
    ("add or read news", "urlset-news"),
    ("add or read alternates in other languages", "urlset-hreflang"),
    ("check that alternates link back, and complete them", "urlset-clusters"),
    ("check documents and sets by the rules of a search engine", "urlset-check"),
    ("list each page once, sort, join documents, tell every loss of a copy", "urlset-ops"),
    ("choose entries by an expression", "urlset-query"),
    ("move URLs to another host or path", "urlset-rewrite"),
    ("compare two sets", "urlset-diff"),
    ("count what is in a set, exactly and in bounded memory", "urlset-stats"),
    ("make a page of HTML of such figures", "urlset-report"),
    ("cut a set into documents of a size, with an index", "urlset-shard"),
    ("publish a set of files whole or not at all", "urlset-publish"),
    ("fetch documents from servers that nobody vouches for", "urlset-fetch"),
    ("sort more entries than memory holds", "urlset-store"),
    ("dates, priorities and locs alone; a format or an extension of one's own", "urlset-core"),
    ("a format of one's own in XML", "urlset-xml"),
];

/// Writes or checks both tables.
pub(crate) fn run(check: bool) -> Outcome {
    let mut counts = BTreeMap::new();
    let mut table = String::from(
        "| crate | what it does | crates built with it: ours, others' |\n|---|---|---|\n",
    );
    for member in workspace::members()? {
        if member.library.is_none() || !member.published {
            continue;
        }
        let (ours, others) = count(&tree(&member)?, &member.name);
        let Member { name, description, .. } = member;
        table.push_str(&format!("| `{name}` | {description} | {ours}, {others} |\n"));
        counts.insert(name, (ours, others));
    }
    generated::part("README.md", "crates", &table, check)?;
    generated::part("docs/library.md", "tasks", &tasks(&counts)?, check)
}

/// The table by task; every library has its line.
fn tasks(counts: &BTreeMap<String, (usize, usize)>) -> Outcome<String> {
    let mut table =
        String::from("| to | depend on | crates of others built with it |\n|---|---|---|\n");
    for (task, name) in TASKS {
        let (_, others) = counts.get(*name).ok_or_else(|| format!("no library {name}"))?;
        table.push_str(&format!("| {task} | `{name}` | {others} |\n"));
    }
    let has_task = |name: &String| TASKS.iter().any(|(_, known)| known == name);
    match counts.keys().find(|name| !has_task(name)) {
        Some(name) => Err(format!("xtask/src/crates.rs: no task for {name}").into()),
        None => Ok(table),
    }
}

fn tree(member: &Member) -> Outcome<String> {
    let output = workspace::cargo()
        .args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--target", PLATFORM, "--package", &member.name])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// How many packages a tree names besides `root`: ours, others'.
fn count(tree: &str, root: &str) -> (usize, usize) {
    let names = tree.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?, words.next()?))
    });
    let packages: BTreeSet<(&str, &str)> = names.filter(|(name, _)| *name != root).collect();
    let ours = |name: &str| name.starts_with("urlset");
    let own = packages.iter().filter(|(name, _)| ours(name)).count();
    (own, packages.len() - own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_has_a_task() {
        let mut counts: BTreeMap<String, (usize, usize)> =
            TASKS.iter().map(|(_, name)| ((*name).to_owned(), (0, 7))).collect();
        assert_eq!(tasks(&counts).unwrap().matches("| 7 |").count(), TASKS.len());
        counts.insert("urlset-new".to_owned(), (0, 0));
        assert!(tasks(&counts).is_err());
    }

    #[test]
    fn each_package_counts_once() {
        let tree = "urlset-json v0.1.0 (/x)\nserde v1.0.1\nurlset-core v0.1.0 (/y)\n\
                    serde v1.0.1 (*)\nsyn v2.0.0 (proc-macro)\nsyn v1.0.0\n";
        assert_eq!(count(tree, "urlset-json"), (1, 3));
    }
}
