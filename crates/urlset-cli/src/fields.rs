//! `--set`, `--unset`, `--keep` and `--drop`: what becomes of the fields of every entry.

use crate::convert_args::FieldArgs;
use crate::exit::Failure;
use urlset::EXTENSIONS;
use urlset::ops::{Adjustment, BadField};
use urlset::query::meant;

/// The changes that the flags ask for. What is set stays, whatever is kept.
pub(crate) fn adjustment(args: &FieldArgs) -> Result<Adjustment, Failure> {
    let mut adjustment = Adjustment::new(EXTENSIONS);
    for (flag, fields) in [("--unset", &args.unset), ("--drop", &args.drop)] {
        for field in fields {
            let done = adjustment.drop(field.trim());
            done.map_err(|error| refused(flag, field, &error, &adjustment))?;
        }
    }
    if let Some(kept) = &args.keep {
        let kept: Vec<&str> = kept.iter().map(|name| name.trim()).collect();
        let done = adjustment.keep(&kept);
        done.map_err(|error| refused("--keep", &kept.join(","), &error, &adjustment))?;
    }
    set(&mut adjustment, &args.set)?;
    for (flag, fields) in [("--unset", &args.unset), ("--drop", &args.drop)] {
        let is_set = |field: &&String| {
            args.set.iter().any(|text| {
                text.split_once('=').is_some_and(|(name, _)| name.trim() == field.trim())
            })
        };
        if let Some(field) = fields.iter().find(is_set) {
            return Err(Failure::usage(format!("{flag} {field} contradicts --set {field}")));
        }
    }
    Ok(adjustment)
}

/// Adds what `--set` gives.
pub(crate) fn set(adjustment: &mut Adjustment, texts: &[String]) -> Result<(), Failure> {
    let mut given = Vec::new();
    for text in texts {
        let Some((field, value)) = text.split_once('=') else {
            return Err(Failure::usage(format!("--set {text}: no FIELD=VALUE"))
                .hint("for example `--set changefreq=daily`"));
        };
        let field = field.trim();
        if given.contains(&field) {
            return Err(Failure::usage(format!("--set {text}: {field} is set twice"))
                .hint("leave out one of them"));
        }
        given.push(field);
        let done = adjustment.set(field, value);
        done.map_err(|error| refused("--set", text, &error, adjustment))?;
    }
    Ok(())
}

fn refused(flag: &str, text: &str, error: &BadField, adjustment: &Adjustment) -> Failure {
    let failure = Failure::usage(format!("{flag} {text}: {error}"));
    match error {
        BadField::Unknown(name) => {
            let meant = meant(name, adjustment.names());
            let all: Vec<&str> = adjustment.names().filter(|name| *name != "loc").collect();
            failure.hint(format!("{meant}known: {}", all.join(", ")))
        }
        BadField::Fixed(_) if flag == "--set" => {
            failure.hint("lastmod, changefreq and priority can be set")
        }
        _ => failure,
    }
}
