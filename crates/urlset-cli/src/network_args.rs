//! The flags of fetching, in every command that reads.

use crate::exit::Failure;
use clap::Args;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;
use urlset_fetch::{FetchError, FetchOptions};

#[derive(Debug, Args)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArgs {
    /// Find the sitemaps of a site: by its robots.txt, at the usual places, or its feeds by its page
    #[arg(long)]
    pub(crate) discover: bool,
    /// Keep what is fetched here, and ask only whether it has changed
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(crate) cache: Option<PathBuf>,
    /// Ask nothing of the network: take what the cache has
    #[arg(long, hide_short_help = true)]
    pub(crate) offline: bool,
    /// Another host from which a redirect or an index may have documents fetched: HOST or HOST:PORT
    #[arg(long, value_name = "HOST", hide_short_help = true)]
    pub(crate) allow_host: Vec<String>,
    /// Names may lead to addresses of private networks
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_private: bool,
    /// A header for the site that was named, as in `Authorization: Bearer …`
    #[arg(long, value_name = "NAME: VALUE", hide_short_help = true)]
    pub(crate) header: Vec<String>,
    /// How to call ourselves [default: urlset and its version]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    pub(crate) user_agent: Option<String>,
    /// How long one address may take, in seconds, with all attempts and pauses [default: 300, 30 of them for headers, 10 for each pause]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, hide_short_help = true)]
    pub(crate) timeout: Option<Duration>,
    /// Attempts after one that failed in passing: an answer of 429 or 503, a connection that broke
    #[arg(long, value_name = "N", default_value_t = 2, hide_short_help = true)]
    pub(crate) retries: u32,
    /// Redirects on the way to one document
    #[arg(long, value_name = "N", default_value_t = 10, hide_short_help = true)]
    pub(crate) max_redirects: u32,
    /// Requests of the whole run
    #[arg(long, value_name = "N", default_value_t = 10_000, hide_short_help = true)]
    pub(crate) max_requests: u64,
    /// Documents that are fetched at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_once, hide_short_help = true)]
    pub(crate) concurrency: NonZeroU8,
    /// Requests to one host in a second, as 2 or 0.5 [default: one after the other]
    #[arg(long, value_name = "N", value_parser = rate, hide_short_help = true)]
    pub(crate) rate: Option<Duration>,
}

/// A time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a number of seconds above 0");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(wrong)
}

/// How many at once: no more than servers put up with.
fn at_once(text: &str) -> Result<NonZeroU8, String> {
    let number = text.parse().ok().filter(|number: &NonZeroU8| number.get() <= 16);
    number.ok_or_else(|| format!("`{text}` is not a number from 1 to 16"))
}

/// The time between two requests of so many a second.
fn rate(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a number of requests in a second");
    let rate: f64 = text.parse().map_err(|_| wrong())?;
    let is_rate = rate.is_finite() && rate > 0.0;
    let interval = is_rate.then(|| Duration::try_from_secs_f64(rate.recip()).ok());
    interval.flatten().ok_or_else(wrong)
}

impl NetworkArgs {
    /// What they mean for whoever fetches.
    pub(crate) fn options(
        &self,
        body_bytes: Option<u64>,
        ratio: u32,
    ) -> Result<FetchOptions, Failure> {
        let safe = FetchOptions::default();
        for host in &self.allow_host {
            let only = FetchOptions { allow_hosts: vec![host.clone()], ..FetchOptions::default() };
            only.check().map_err(|error| {
                Failure::usage(format!("--allow-host {}", error.reason()))
                    .hint("one flag for each host, without scheme, path and wildcards")
            })?;
        }
        // Who says how long a server may take says it of each step.
        let or = |default: Duration| self.timeout.unwrap_or(default);
        let headers = self.header.iter().map(|text| header(text)).collect::<Result<_, _>>()?;
        Ok(FetchOptions {
            user_agent: self.user_agent.clone().unwrap_or(safe.user_agent),
            headers,
            connect: or(safe.connect),
            idle: or(safe.idle),
            answer: or(safe.answer),
            grace: or(safe.grace),
            whole: or(safe.whole),
            redirects: self.max_redirects,
            retries: self.retries,
            body_bytes: body_bytes.unwrap_or(safe.body_bytes),
            ratio,
            requests: self.max_requests,
            interval: self.rate.unwrap_or(safe.interval),
            allow_hosts: self.allow_host.clone(),
            allow_private: self.allow_private,
            offline: self.offline,
            cache: self.cache.clone(),
            ..safe
        })
    }
}

/// A header from `NAME: VALUE`; what is wrong with it says nothing of its value, which may be secret.
fn header(text: &str) -> Result<(String, String), Failure> {
    let (name, value) = text.split_once(':').ok_or_else(|| {
        Failure::usage("--header: no `NAME: VALUE`").hint("for example `--header 'X-Key: abc'`")
    })?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A flag that means nothing.
pub(crate) fn refused(error: &FetchError) -> Failure {
    Failure::usage(error.reason())
}

#[cfg(test)]
mod tests {
    use super::NetworkArgs;
    use clap::{Args, Command, FromArgMatches};

    #[test]
    fn a_time_that_is_said_is_that_of_each_step() {
        let times = |words: &[&str]| {
            let command = NetworkArgs::augment_args(Command::new("x").no_binary_name(true));
            let args = NetworkArgs::from_arg_matches(&command.get_matches_from(words)).unwrap();
            let options = args.options(None, 200).ok().unwrap();
            [options.connect, options.idle, options.answer, options.grace, options.whole]
                .map(|one| one.as_secs())
        };
        assert_eq!(times(&[]), [10, 10, 30, 30, 300]);
        for seconds in [5, 20, 300, 600] {
            assert_eq!(times(&["--timeout", &seconds.to_string()]), [seconds; 5]);
        }
    }
}
