//! The flags of rewriting: what they ask for, and what became of it.

use crate::exit::{Cause, Failure};
use crate::number::{count, thousands};
use clap::Args;
use std::borrow::Cow;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use urlset::EXTENSIONS;
use urlset::rewrite::{BadRewrite, Facts, Rewrite};
use urlset::store::Store;

/// Hosts, rules and rows that the last lines name one by one.
const NAMED: usize = 10;
/// Characters of each that they show.
const SHOWN: usize = 80;

#[derive(Debug, Args)]
#[command(next_help_heading = "Rewriting")]
pub(crate) struct RewriteArgs {
    /// Give every URL this scheme: http or https
    #[arg(long, value_name = "SCHEME", hide_short_help = true)]
    pub(crate) rewrite_scheme: Option<String>,
    /// One host in place of another, each with or without a port: old.example=www.new.example
    #[arg(long, value_name = "OLD=NEW", hide_short_help = true)]
    pub(crate) rewrite_host: Vec<String>,
    /// What matches in a path becomes the template: '^/blog/([0-9]+)=/articles/$1'; the first
    /// expression that matches counts, and the first `=` ends it
    #[arg(long, value_name = "REGEX=TEMPLATE", hide_short_help = true)]
    pub(crate) rewrite_path: Vec<String>,
    /// A table of `old,new`: whole URLs or paths, or their fronts where both sides end in `*`; a
    /// third cell may be a status, or a score as `1.000`: then a `*` is a character of the address
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) rewrite_file: Vec<PathBuf>,
    /// Rewrite only here: loc, link (a feed's site), hreflang, image, video, or one as image.license
    #[arg(long, value_name = "PLACES", value_delimiter = ',', hide_short_help = true)]
    pub(crate) rewrite_in: Option<Vec<String>>,
}

impl RewriteArgs {
    /// Whether anything is to be rewritten.
    pub(crate) fn is_asked(&self) -> bool {
        self.rewrite_scheme.is_some()
            || !self.rewrite_host.is_empty()
            || !self.rewrite_path.is_empty()
            || !self.rewrite_file.is_empty()
    }

    /// What the flags ask for, tables in the memory of the store; `None` where nothing is rewritten.
    pub(crate) fn rewrite(&self, store: &Store) -> Result<Option<Rewrite>, Failure> {
        let mut rewrite = Rewrite::new(EXTENSIONS);
        if let Some(scheme) = &self.rewrite_scheme {
            rewrite.scheme(scheme).map_err(|error| refused("--rewrite-scheme", &error))?;
        }
        for host in &self.rewrite_host {
            rewrite.host(host).map_err(|error| refused("--rewrite-host", &error))?;
        }
        for path in &self.rewrite_path {
            rewrite.path(path).map_err(|error| refused("--rewrite-path", &error))?;
        }
        for path in &self.rewrite_file {
            let (name, flag) = (path.display(), format!("--rewrite-file {}", path.display()));
            let file = File::open(path).map_err(|error| {
                let why = match error.kind() {
                    std::io::ErrorKind::NotFound => "no such file".to_owned(),
                    _ => error.to_string(),
                };
                Failure::new(Cause::Input, format!("{flag}: {why}"))
            })?;
            let read = rewrite.table_from(&mut BufReader::new(file), &name.to_string(), store);
            read.map_err(|error| refused(&flag, &error))?;
        }
        if let Some(places) = &self.rewrite_in {
            let places: Vec<&str> = places.iter().map(|place| place.trim()).collect();
            rewrite.only(&places).map_err(|error| refused("--rewrite-in", &error))?;
            if rewrite.is_empty() {
                return Err(Failure::usage("--rewrite-in: nothing is to be rewritten")
                    .hint("add `--rewrite-scheme`, `--rewrite-host`, `--rewrite-path` or `--rewrite-file`"));
            }
        }
        Ok(Some(rewrite).filter(|rewrite| !rewrite.is_empty()))
    }
}

fn refused(flag: &str, error: &BadRewrite) -> Failure {
    let cause = match error {
        BadRewrite::Unreadable(_) => Cause::Input,
        BadRewrite::TooLarge(..) => Cause::Limit,
        _ => Cause::Usage,
    };
    let failure = Failure::new(cause, format!("{flag}: {error}"));
    match error {
        BadRewrite::TooLarge(..) => {
            failure.hint("allow more with `--memory`: a table takes half of it at most")
        }
        BadRewrite::Form(_) if flag == "--rewrite-host" => {
            failure.hint("for example `--rewrite-host old.example=www.new.example`")
        }
        BadRewrite::Form(_) => failure.hint("for example `--rewrite-path '^/old/=/new/'`"),
        BadRewrite::Host(_) => failure.hint("write it without scheme and path: `www.example.com`"),
        BadRewrite::Row(..) => {
            failure.hint("for example `https://old.example/a,https://new.example/b`")
        }
        _ => failure,
    }
}

/// What became of it, in lines for people.
pub(crate) fn lines(facts: &Facts) -> Vec<String> {
    let counts = |counts: &[(Box<str>, u64)]| {
        let named = counts.iter().take(NAMED);
        let each = named.map(|(name, n)| format!("{} {}", shown(name), thousands(*n)));
        each.collect::<Vec<_>>().join(", ")
    };
    let mut lines = match facts.changed.is_empty() {
        true => vec!["rewritten: nothing".to_owned()],
        false => vec![format!("rewritten: {}", counts(&facts.changed))],
    };
    if !facts.left_alone.is_empty() {
        let unnamed = facts.left_alone.iter().skip(NAMED).map(|(_, n)| n);
        let rest = unnamed.sum::<u64>() + facts.left_alone_elsewhere;
        let more = match rest {
            0 => String::new(),
            rest => format!(", others {}", thousands(rest)),
        };
        lines.push(format!("hosts left alone: {}{more}", counts(&facts.left_alone)));
    }
    if !facts.unused.is_empty() {
        let named: Vec<_> =
            facts.unused.iter().take(NAMED).map(|text| format!("`{}`", shown(text))).collect();
        let unnamed = facts.unused.len().saturating_sub(NAMED) as u64;
        let more = match unnamed + facts.unused_more {
            0 => String::new(),
            more => format!(", and {} more", thousands(more)),
        };
        lines.push(format!("never used: {}{more}", named.join(", ")));
    }
    for (number, noun, what) in [
        (facts.refused, "URL", "kept, since rewritten it would be none"),
        (facts.out_of_reach, "URL", "out of reach, in texts or elements of unknown meaning"),
        (facts.collisions, "loc", "now the same as another one"),
    ] {
        if number > 0 {
            lines.push(format!("{} {what}", count(number, noun)));
        }
    }
    lines
}

/// A text that may be long, cut.
fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// The same for machines, whole.
pub(crate) fn object(facts: &Facts) -> serde_json::Value {
    let counts = |counts: &[(Box<str>, u64)]| {
        counts
            .iter()
            .map(|(name, n)| (name.to_string(), (*n).into()))
            .collect::<serde_json::Map<_, _>>()
    };
    serde_json::json!({
        "changed": counts(&facts.changed),
        "left_alone": counts(&facts.left_alone),
        "left_alone_elsewhere": facts.left_alone_elsewhere,
        "unused": facts.unused,
        "unused_more": facts.unused_more,
        "refused": facts.refused,
        "out_of_reach": facts.out_of_reach,
        "collisions": facts.collisions,
    })
}

#[cfg(test)]
mod tests {
    use super::{Cause, Facts, Failure, Rewrite, RewriteArgs, Store, lines, object};
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        rewrite: RewriteArgs,
    }

    fn args(flags: &[&str]) -> RewriteArgs {
        Cli::try_parse_from(["urlset"].iter().chain(flags)).unwrap().rewrite
    }

    fn asked(flags: &[&str]) -> Result<Option<Rewrite>, Failure> {
        args(flags).rewrite(&Store::new(64 << 10, None))
    }

    #[test]
    fn a_table_keeps_to_the_memory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let rows: String = (0..2000).map(|n| format!("/a{n},/b{n}\n")).collect();
        std::fs::write(file.path(), rows).unwrap();
        let failure = asked(&["--rewrite-file", file.path().to_str().unwrap()]).unwrap_err();
        assert_eq!(failure.cause, Cause::Limit);
        assert!(failure.message.contains("more memory than it may, 32 KiB, at line "));
        let folder = tempfile::tempdir().unwrap();
        let failure = asked(&["--rewrite-file", folder.path().to_str().unwrap()]).unwrap_err();
        assert_eq!(failure.cause, Cause::Input);
    }

    #[test]
    fn flags_together() {
        assert!(asked(&[]).unwrap().is_none());
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "from,to\nhttp://a.b/1,http://a.b/2\n").unwrap();
        let path = file.path().to_str().unwrap();
        let all = asked(&[
            "--rewrite-scheme",
            "https",
            "--rewrite-host",
            "a.b=c.d",
            "--rewrite-file",
            path,
        ]);
        let rewrite = all.unwrap().unwrap();
        assert_eq!(rewrite.url("http://a.b/1").as_deref(), Some("https://c.d/2"));
    }

    #[test]
    fn a_fault_names_its_flag() {
        for (flags, message) in [
            (["--rewrite-scheme", "ftp"], "--rewrite-scheme: `ftp` is neither `http` nor `https`"),
            (["--rewrite-host", "a"], "--rewrite-host: `a` is not of the form OLD=NEW"),
            (["--rewrite-host", "a=b=c"], "--rewrite-host: `a=b=c` is not of the form OLD=NEW"),
            (["--rewrite-path", "("], "--rewrite-path: `(` is no expression: unclosed group"),
            (["--rewrite-path", "a"], "--rewrite-path: `a` is not of the form OLD=NEW"),
            (
                ["--rewrite-path", "a=$1"],
                "--rewrite-path: the expression has no group `1`; `${1}a` sets letters off, `$$` is `$`",
            ),
            (["--rewrite-in", "loc"], "--rewrite-in: nothing is to be rewritten"),
        ] {
            assert_eq!(asked(&flags).unwrap_err().message, message);
        }
        let missing = asked(&["--rewrite-file", "no/such.csv"]).unwrap_err();
        assert_eq!(missing.message, "--rewrite-file no/such.csv: no such file");
    }

    #[test]
    fn facts_for_people_and_machines() {
        assert_eq!(lines(&Facts::default()), ["rewritten: nothing"]);
        let hosts = (0..12).map(|n| (format!("h{n}").into(), 12 - n)).collect();
        let facts = Facts {
            changed: vec![("loc".into(), 60_001), ("image.loc".into(), 2)],
            left_alone: hosts,
            left_alone_elsewhere: 4,
            unused: vec!["a=b".into(), "x".repeat(200).into()],
            unused_more: 9,
            refused: 1,
            out_of_reach: 2,
            collisions: 3,
        };
        assert_eq!(
            lines(&facts),
            [
                "rewritten: loc 60,001, image.loc 2",
                "hosts left alone: h0 12, h1 11, h2 10, h3 9, h4 8, h5 7, h6 6, h7 5, h8 4, h9 3, others 7",
                &format!("never used: `a=b`, `{}…`, and 9 more", "x".repeat(80)),
                "1 URL kept, since rewritten it would be none",
                "2 URLs out of reach, in texts or elements of unknown meaning",
                "3 locs now the same as another one",
            ]
        );
        assert_eq!(object(&facts)["changed"]["loc"], 60_001);
    }
}
