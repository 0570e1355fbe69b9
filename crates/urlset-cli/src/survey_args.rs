//! The flags that `urlset stats` and `urlset report` share.

use crate::args::ReadingArgs;
use crate::check_args::{Asked, weigh};
use crate::choices::Choices;
use crate::convert_args::{FollowArgs, TableArgs};
use crate::exit::Failure;
use crate::filter;
use crate::memory_args::MemoryArgs;
use clap::Args;
use std::ffi::OsString;
use urlset::Datetime;
use urlset::check::Weights;

#[derive(Debug, Args)]
pub(crate) struct SurveyArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// Compare with the set as it was: FILE, DIR, 'GLOB', URL or @LIST
    #[arg(long, value_name = "INPUT")]
    pub(crate) against: Option<OsString>,
    /// Whom findings are weighed for; `news` may be added, as in `bing,news`
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
    /// The date of the run, as 2026-03-04: what is later is in the future, and the page says it
    /// [default: SOURCE_DATE_EPOCH, else now, and no page says it]
    #[arg(long, value_name = "DATE", hide_short_help = true)]
    pub(crate) date: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

impl SurveyArgs {
    /// What findings weigh, and the name of that.
    pub(crate) fn weights(&self) -> Result<(Weights, String), Failure> {
        weigh(&self.profile, &self.choices)
    }

    /// What time it is, in seconds since 1970, and the date where it was said.
    pub(crate) fn now(&self) -> Result<(i64, Option<String>), Failure> {
        if let Some(text) = &self.date {
            let date = Datetime::parse(text).map_err(|_| {
                Failure::usage(format!("--date {text}: not a date"))
                    .hint("write it as 2026-03-04 or 2026-03-04T10:00:00Z")
            })?;
            return Ok((date.earliest().0, Some(text.clone())));
        }
        // https://reproducible-builds.org/specs/source-date-epoch/
        let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
        let date = fixed.and_then(Datetime::from_unix).map(|date| date.to_string());
        Ok((fixed.unwrap_or_else(filter::now), date))
    }
}
