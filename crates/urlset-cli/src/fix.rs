//! `urlset fix`: repairs what can be meant in one way only, tells each repair, and judges the result.

use crate::args::Common;
use crate::change::{self, FIX};
use crate::check_args::{Asked, weights_of};
use crate::convert_args::ConvertArgs;
use crate::exit::Ended;
use clap::Args;

#[derive(Debug, Args)]
#[command(
    // It keeps nothing but what its judge remembers of each page, as `check` does.
    mut_arg("memory", |arg| arg.default_value("64MiB"))
)]
pub(crate) struct FixArgs {
    /// For whom the result must be right; `news` may be added, as in `bing,news`
    #[arg(
        short,
        long,
        value_name = "PROFILE",
        value_delimiter = ',',
        default_value = "sitemaps.org"
    )]
    pub(crate) profile: Vec<Asked>,
    #[command(flatten)]
    pub(crate) change: ConvertArgs,
}

/// Runs the command.
pub(crate) fn run(args: &FixArgs, common: &Common) -> Ended {
    change::run_judged(FIX, &args.change, common, Some(weights_of(&args.profile)?))
}
