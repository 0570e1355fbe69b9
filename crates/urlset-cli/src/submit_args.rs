//! The flags of `urlset submit`.

use crate::args::ReadingArgs;
use crate::convert_args::{FollowArgs, TableArgs};
use crate::exit::Failure;
use crate::opening::without_secrets;
use crate::small_file;
use crate::target::check_host;
use clap::{ArgGroup, Args};
use std::ffi::OsString;
use std::path::PathBuf;
use urlset::indexnow::IndexNowOptions;
use urlset_fetch::Start;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  urlset submit changed.txt --key 0123456789abcdef
  urlset diff old/ new/ --changed --fields loc | urlset submit - --key-file key.txt
  urlset submit https://www.example.com/sitemap.xml --key-file key.txt --dry-run

IndexNow tells Bing, Yandex, Naver, Seznam, Yep and others, and each of them
the rest. Google takes no part. The ping addresses of Google and Bing, to which
sitemaps were once submitted, are gone (since 2023 and 2022): name the sitemap
in robots.txt instead, with the line that is printed, and in Search Console and
Bing Webmaster Tools.

Exit codes:
  0 the engine has the list · 1 a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  5 not submitted: no key file, no answer, or refused · 6 a limit was hit")]
#[command(
    group(ArgGroup::new("own_key").required(true).args(["key", "key_file"])),
    mut_arg("print_map", |arg| arg.hide(true)),
    mut_arg("csv_layout", |arg| arg.hide(true)),
    mut_arg("csv_excel", |arg| arg.hide(true))
)]
pub(crate) struct SubmitArgs {
    /// FILE, DIR, 'GLOB', URL, @LIST, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    /// The key: 8 to 128 letters, digits and dashes
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// A file that holds the key
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    /// Where the file with the key is served [default: KEY.txt at the root of the host]
    #[arg(long, value_name = "URL")]
    pub(crate) key_location: Option<String>,
    /// The host whose URLs these are [default: that of the first]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Whom to tell: an address that takes IndexNow
    #[arg(long, value_name = "URL", default_value = "https://api.indexnow.org/indexnow")]
    pub(crate) endpoint: String,
    /// Ask nobody; print what would be sent
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) follow: FollowArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

impl SubmitArgs {
    /// What every body says beside its URLs; what is wrong with the key is told before anything is
    /// read.
    pub(crate) fn options(&self) -> Result<IndexNowOptions, Failure> {
        check_host(self.host.as_deref())?;
        let text = match &self.key_file {
            Some(path) => small_file::read("--key-file", path)?,
            None => self.key.clone().unwrap_or_default(),
        };
        let key = text.trim_start_matches('\u{feff}').trim();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if !(8..=128).contains(&key.len()) || !key.bytes().all(allowed) {
            return Err(Failure::usage("the key is not 8 to 128 letters, digits and dashes").hint(
                "take the one whose file the host serves, or make one: 32 hexadecimal digits",
            ));
        }
        if self.endpoint.split('?').next().is_some_and(|path| path.ends_with("/ping")) {
            return Err(Failure::usage(format!(
                "--endpoint {}: nobody answers pings",
                urlset_fetch::shown(&self.endpoint)
            ))
            .hint(
                "Google (2023) and Bing (2022) took them away; name the sitemap in robots.txt, \
                     and leave --endpoint out for IndexNow",
            ));
        }
        let location = self.key_location.iter().map(|url| ("--key-location", url));
        for (flag, url) in location.chain([("--endpoint", &self.endpoint)]) {
            Start::typed(url).map_err(|error| {
                let shown = urlset_fetch::shown(url);
                Failure::usage(format!("{flag} {shown}: {}", error.reason()))
                    .hint("an address begins with https:// or http://")
            })?;
        }
        Ok(IndexNowOptions {
            host: self.host.as_deref().map(Into::into),
            key: Some(key.into()),
            // What is sent to an engine says no password.
            key_location: self.key_location.as_deref().map(|url| without_secrets(url).into()),
        })
    }
}
