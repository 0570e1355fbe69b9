//! The flags of `urlset check`.

use crate::args::ReadingArgs;
use crate::choices::Choices;
use crate::clean::clean;
use crate::convert_args::{FollowArgs, TableArgs};
use crate::exit::{Cause, Failure};
use crate::memory_args::MemoryArgs;
use crate::opening::without_secrets;
use clap::{Args, ValueEnum};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use urlset::check::{ROBOTS_BYTES, Robots, Weights};
use urlset::rules::LOC_TOO_LONG;
use urlset::{Loc, Profile};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset check sitemap.xml
  urlset check public/ --profile google --fail-on warning
  urlset check public/sitemap_index.xml --sitemap-url https://www.example.com/sitemap_index.xml
  urlset check news.xml --profile bing,news --deny loc/not-escaped --allow 'image/*'
  urlset check public/ --report-format sarif --report urlset.sarif
  urlset explain loc/not-escaped

Exit codes:
  0 no errors · 1 errors, or findings at --fail-on · 2 usage ·
  3 an input could not be read or recognised · 5 report not written ·
  6 a limit was hit")]
#[command(
    // Eight bytes a page: a budget for entries would only be filled by what is wrong with them.
    mut_arg("memory", |arg| arg.default_value("64MiB")),
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct CheckArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Whom it is for; `news` may be added, as in `bing,news`
    #[arg(
        short,
        long,
        value_name = "PROFILE",
        value_delimiter = ',',
        default_value = "sitemaps.org"
    )]
    pub(crate) profile: Vec<Asked>,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// The address that the input is served at: where it may list pages is checked by it
    #[arg(long, value_name = "URL")]
    pub(crate) sitemap_url: Option<String>,
    /// The robots.txt of a site, as https://www.example.com/robots.txt=FILE: what it keeps crawlers
    /// from, and which sitemaps it names
    #[arg(long, value_name = "URL=FILE", hide_short_help = true)]
    pub(crate) robots: Vec<String>,
    /// It was submitted in Search Console: pages of other hosts may be listed
    #[arg(long, hide_short_help = true)]
    pub(crate) submitted: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// What `--profile` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// The protocol as published
    #[value(name = "sitemaps.org")]
    SitemapsOrg,
    /// Google Search
    Google,
    /// Bing
    Bing,
    /// Yandex
    Yandex,
    /// The protocol before 2016
    Legacy,
    /// What the published schemas accept
    StrictXsd,
    /// What Google News asks, beside another
    News,
}

impl Asked {
    fn profile(self) -> Option<Profile> {
        Some(match self {
            Asked::SitemapsOrg => Profile::SitemapsOrg,
            Asked::Google => Profile::Google,
            Asked::Bing => Profile::Bing,
            Asked::Yandex => Profile::Yandex,
            Asked::Legacy => Profile::Legacy,
            Asked::StrictXsd => Profile::StrictXsd,
            Asked::News => return None,
        })
    }
}

impl CheckArgs {
    /// What findings weigh, and the name of that.
    pub(crate) fn weights(&self) -> Result<(Weights, String), Failure> {
        weigh(&self.profile, &self.choices)
    }

    /// The robots.txt files that were supplied.
    pub(crate) fn robots(&self) -> Result<Vec<Robots>, Failure> {
        let read = |text: &String| {
            let bad = |why: &str| {
                Failure::usage(format!("--robots {}: {why}", urlset_fetch::shown(text)))
                    .hint("for example `--robots https://www.example.com/robots.txt=robots.txt`")
            };
            // An address may hold `=`, too, but hardly in `/robots.txt`.
            let (address, file) = text.split_once('=').ok_or_else(|| bad("not URL=FILE"))?;
            let mut bytes = Vec::new();
            File::open(file)
                .and_then(|file| file.take(ROBOTS_BYTES as u64 + 1).read_to_end(&mut bytes))
                .map_err(|error| Failure::new(Cause::Input, format!("--robots {file}: {error}")))?;
            if bytes.len() > ROBOTS_BYTES {
                let _ = writeln!(
                    std::io::stderr().lock(),
                    "warning: --robots {}: only the first \
                    500 KiB are read, as crawlers do (RFC 9309 section 2.5)",
                    clean(file)
                );
            }
            Robots::parse(address, &String::from_utf8_lossy(&bytes))
                .ok_or_else(|| bad("the address is not http(s)"))
        };
        self.robots.iter().map(read).collect()
    }

    /// The files of `--robots`.
    pub(crate) fn robots_files(&self) -> impl Iterator<Item = PathBuf> {
        self.robots.iter().filter_map(|text| Some(text.split_once('=')?.1.into()))
    }

    /// The address of the input, where the flags say so.
    pub(crate) fn address(&self) -> Result<Option<Cow<'_, str>>, Failure> {
        let given = self.sitemap_url.as_deref().map(without_secrets);
        // How long it is, is for the check to say.
        let fault = |url: &str| Loc::new(url).errors().find(|rule| **rule != LOC_TOO_LONG);
        if let Some(url) = &given
            && let Some(rule) = fault(url)
        {
            let shown = urlset_fetch::shown(url);
            let why = rule.summary.replace("`loc`", "it");
            return Err(Failure::usage(format!("--sitemap-url {shown}: {why}"))
                .hint("for example `--sitemap-url https://www.example.com/sitemap.xml`"));
        }
        let address = given.or_else(|| self.reading.source_url.as_deref().map(without_secrets));
        match self.inputs.len() {
            0 | 1 => Ok(address),
            _ if self.sitemap_url.is_some() => {
                Err(Failure::usage("--sitemap-url is the address of one input")
                    .hint("check them apart, or name their index"))
            }
            _ => Ok(None),
        }
    }
}

/// What findings weigh for those who were asked for and by what was chosen, and the name of that in reports.
pub(crate) fn weigh(asked: &[Asked], choices: &Choices) -> Result<(Weights, String), Failure> {
    let mut weights = weights_of(asked)?;
    choices.weigh(&mut weights)?;
    let name = weights.profile().name();
    let name = match asked.contains(&Asked::News) {
        true => format!("{name},news"),
        false => name.to_owned(),
    };
    Ok((weights, name))
}

/// What findings weigh for those who were asked for.
pub(crate) fn weights_of(asked: &[Asked]) -> Result<Weights, Failure> {
    let mut profiles = asked.iter().filter_map(|asked| asked.profile());
    let profile = match (profiles.next(), profiles.next()) {
        (Some(profile), None) => profile,
        (None, _) => Profile::Google,
        (Some(one), Some(other)) => {
            let both = format!("--profile {},{}", one.name(), other.name());
            return Err(Failure::usage(format!("{both}: a run is for one of them"))
                .hint("run it once for each; only `news` goes with another"));
        }
    };
    Ok(Weights::new(profile).news(asked.contains(&Asked::News)))
}

#[cfg(test)]
mod tests {
    use super::CheckArgs;
    use clap::Parser;
    use urlset::{Profile, Severity, rules};

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        check: CheckArgs,
    }

    fn args(flags: &str) -> CheckArgs {
        Cli::try_parse_from(["urlset"].into_iter().chain(flags.split_whitespace())).unwrap().check
    }

    #[test]
    fn one_profile_and_news() {
        for (flags, profile, name) in [
            ("", Profile::SitemapsOrg, "sitemaps.org"),
            ("--profile bing,news", Profile::Bing, "bing,news"),
            ("--profile news", Profile::Google, "google,news"),
            ("-p strict-xsd", Profile::StrictXsd, "strict-xsd"),
        ] {
            let args = args(flags);
            let (weights, told) = args.weights().unwrap();
            assert_eq!((weights.profile(), told.as_str()), (profile, name), "{flags}");
        }
        let both = args("--profile bing,google").weights().unwrap_err();
        assert_eq!(both.message, "--profile bing,google: a run is for one of them");
    }

    #[test]
    fn what_is_said_of_a_rule_wins_over_its_group() {
        let of =
            |flags: &str| args(flags).weights().unwrap().0.weigh(&rules::LOC_NOT_ESCAPED.found());
        assert_eq!(of("--profile google"), Some(Severity::Warning));
        assert_eq!(of("--deny loc/not-escaped --allow loc/* -p google"), Some(Severity::Error));
        assert_eq!(of("--deny loc --allow loc/not-escaped -p google"), None);
        assert_eq!(of("--allow loc/* --deny loc/* -p google"), Some(Severity::Error));
        assert_eq!(of("--deny loc/* --allow loc/* -p google"), None);
        assert_eq!(
            of("--allow lastmod,loc/not-escaped --deny loc/not-escaped"),
            Some(Severity::Error)
        );
        assert_eq!(of("--allow loc --deny loc --allow lastmod,loc"), None);
        let unknown = args("--deny loc/not-escapd").weights().unwrap_err();
        assert!(unknown.hint.contains("loc/not-escaped"), "{}", unknown.hint);
    }
}
