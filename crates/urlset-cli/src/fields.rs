//! `--set`, `--unset`, `--keep` and `--drop`: what becomes of the fields of every entry.

use crate::convert_args::FieldArgs;
use crate::exit::Failure;
use crate::names;
use urlset::{EXTENSIONS, EntryReader};

/// Fields of the protocol beside `loc`, and what no extension claims.
const FIELDS: [&str; 3] = ["lastmod", "changefreq", "priority"];

/// The changes that the flags ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    set: Vec<(String, String)>,
    drop: Vec<String>,
}

impl Choice {
    /// Reads the flags.
    pub(crate) fn parse(args: &FieldArgs) -> Result<Choice, Failure> {
        let mut choice = Choice::default();
        for (flag, names) in [("--unset", &args.unset), ("--drop", &args.drop)] {
            for name in names {
                choice.drop.push(known(flag, name)?.to_owned());
            }
        }
        if let Some(kept) = &args.keep {
            for name in kept {
                known("--keep", name)?;
            }
            let gone = every().filter(|name| !kept.iter().any(|kept| kept == name));
            choice.drop.extend(gone.map(str::to_owned));
        }
        for text in &args.set {
            choice.set.push(pair(text)?);
        }
        Ok(choice)
    }

    /// The reader with the changes made.
    pub(crate) fn apply<R: EntryReader>(&self, reader: R) -> R {
        reader
    }
}

fn every() -> impl Iterator<Item = &'static str> {
    let extensions = EXTENSIONS.iter().map(|extension| extension.name);
    FIELDS.into_iter().chain(extensions).chain(["other"])
}

fn known<'n>(flag: &str, name: &'n str) -> Result<&'n str, Failure> {
    if every().any(|known| known == name) {
        return Ok(name);
    }
    let all: Vec<&str> = every().collect();
    let meant = match names::nearest(name, every()) {
        Some(near) => format!("did you mean `{near}`? "),
        None => String::new(),
    };
    Err(Failure::usage(format!("{flag} {name}: no such field"))
        .hint(format!("{meant}known: {}", all.join(", "))))
}

fn pair(text: &str) -> Result<(String, String), Failure> {
    let Some((field, value)) = text.split_once('=') else {
        return Err(Failure::usage(format!("--set {text}: no FIELD=VALUE")));
    };
    if !FIELDS.contains(&field) {
        return Err(Failure::usage(format!("--set {text}: cannot set `{field}`"))
            .hint(format!("one of {}", FIELDS.join(", "))));
    }
    Ok((field.to_owned(), value.to_owned()))
}
