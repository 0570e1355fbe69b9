//! `urlset submit`: tells search engines of pages by IndexNow, and says what is left to do for the others.
//!
//! Everything is read before anything is sent, and the file with the key is looked at first: a list
//! that an engine refuses because of its key costs trust.

use crate::args::{Common, ReportFormat};
use crate::convert_args::Follow;
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::number::{count, thousands};
use crate::opening::{Opening, without_secrets};
use crate::plan::{self, Document, Plan, nowhere};
use crate::progress::Progress;
use crate::report::Report;
use crate::rules::{KEY_FILE, PRIVATE_ADDRESS, REFUSED};
use crate::sheet::Frame;
use crate::submit_args::SubmitArgs;
use crate::{clean, distinct, output, planner, table};
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use urlset::indexnow::rules::HOST_MISMATCH;
use urlset::indexnow::{IndexNowOptions, IndexNowWriter, is_one_host};
use urlset::ops::rules::INDEX_NOT_CARRIED;
use urlset::rules::{
    LOC_ILLEGAL, LOC_INNER_SPACE, LOC_NOT_ESCAPED, LOC_PERCENT, LOC_TOO_LONG, LOC_USERINFO,
};
use urlset::store::{Scratch, Store};
use urlset::{Entry, EntryReader, Kind, Loc, Lost, Output, Result, Rule, Severity, Sink};
use urlset_fetch::{Answer, Fault, FetchError, Fetcher, Start};

/// URLs of one body (indexnow.org, documentation).
const MOST: u64 = 10_000;

/// What a body is sent as.
const KIND: &str = "application/json; charset=utf-8";

/// What is said where nothing else can be told to those engines.
const PINGS: &str = "Google takes no IndexNow, and the ping addresses of Google and Bing are gone: \
                     name the sitemap in robots.txt";

/// Bodies, one after the other in a temporary file.
struct Bodies {
    file: Scratch,
    /// Start, length and URLs of each.
    all: Vec<(u64, usize, u64)>,
    /// The host of the URLs, with scheme and port of the first of it.
    site: Option<(String, Box<str>, String)>,
    left_out: LeftOut,
}

/// Entries that are not submitted.
#[derive(Clone, Copy, Default)]
struct LeftOut {
    /// What readers dropped.
    unread: u64,
    /// Addresses that no engine takes.
    unfit: u64,
    of_others: u64,
}

impl Bodies {
    fn urls(&self) -> u64 {
        self.all.iter().map(|(.., urls)| urls).sum()
    }

    fn read(&self, (start, length, _): (u64, usize, u64)) -> Result<Vec<u8>> {
        let mut body = vec![0; length];
        self.file.read(&mut body, start)?;
        Ok(body)
    }
}

/// Runs the command.
pub(crate) fn run(args: &SubmitArgs, common: &Common) -> Ended {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    let flags = args.table.map_file.iter().chain(&args.key_file);
    distinct::spare_read(flags, &args.inputs, &[common.role()])?;
    if args.dry_run && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries what would be sent")
            .hint("write the report to a file with `--report FILE`"));
    }
    let options = args.options()?;
    let progress = Mutex::new(Progress::new(common));
    let store = Store::new(0, None);
    let opening = Opening::new(&args.reading, table::reading(&args.table)?, store)?;
    let mut report = Report::new(common)?;
    // What a command before it has nothing to say of is nothing to submit.
    let may_be_empty = args.inputs.iter().all(|input| input == "-");
    let manner = plan::Manner { keep_indexes: true, may_be_empty, ..args.follow.manner()? };
    let plan = planner::plan_to_read(&args.inputs, &opening, &manner, &mut report)?;
    table::check_is_read(&args.table, plan.documents.is_empty() || plan.has_table())?;
    let collected = collect(args, &options, (&plan, &opening), &progress, &mut report);
    let left_out = collected.as_ref().map_or_else(|_| LeftOut::default(), |bodies| bodies.left_out);
    let (sent, requests) =
        match collected.and_then(|bodies| submit(args, &options, &bodies, &opening, &mut report)) {
            Ok(sent) => sent,
            Err(error) => match report.failed(&error) {
                Some(failure) => return Err(failure),
                None => (0, 0),
            },
        };
    // A robots.txt or an index that names nothing is no empty list.
    let is_list = |one: &Document| one.kind == Kind::Urlset;
    if report.cause().is_none() && !plan.documents.is_empty() && !plan.documents.iter().any(is_list)
    {
        report.blame(Cause::Input);
    }
    let lines = robots_lines(&plan, args);
    let on_stdout = common.form() == ReportFormat::Text || common.report.is_some();
    if on_stdout {
        output::write_whole(None, |out| out.write_all(lines.as_bytes()))?;
    }
    let elapsed = progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
    let summary = format!(
        "{}, {}, {}, {:.1} s",
        urls(args, entries(&plan), sent, left_out),
        count(requests, "request"),
        count(plan.documents.len() as u64, "file"),
        elapsed.as_secs_f64(),
    );
    // Where a report takes standard output they are said beside it.
    let mut last = Vec::new();
    if !on_stdout {
        last.extend(lines.lines().map(str::to_owned));
    }
    last.extend([PINGS.to_owned(), summary.clone()]);
    report.close(&last);
    if report.cause() >= Some(Cause::Input) {
        report.ended(&[summary]);
    }
    write_report(&mut report, &plan, (sent, requests), common)?;
    Ok(report.cause())
}

/// What became of the URLs: as many as came in.
fn urls(args: &SubmitArgs, read: u64, sent: u64, left_out: LeftOut) -> String {
    let all = read + left_out.unread;
    if all == 0 {
        return "0 URLs in, nothing to submit".to_owned();
    }
    let done = if args.dry_run { "to be submitted" } else { "submitted" };
    let mut told = format!("{} in, {} {done}", count(all, "URL"), thousands(sent));
    let dropped = left_out.unread + left_out.unfit;
    for (number, what) in [(dropped, "dropped"), (left_out.of_others, "of another host")] {
        if number > 0 {
            told += &format!(", {} {what}", thousands(number));
        }
    }
    told
}

/// Makes the bodies.
fn collect(
    args: &SubmitArgs,
    options: &IndexNowOptions,
    (plan, opening): (&Plan, &Opening),
    progress: &Mutex<Progress>,
    report: &mut Report,
) -> Result<Bodies> {
    let of_kind = |kind| {
        Documents::new(&plan.documents, &plan.header, opening)
            .counted(true)
            .only(Some(kind))
            .shown(progress)
            .fail_fast(args.follow.fail_fast)
    };
    let follows = args.follow.follow != Some(Follow::None);
    read_indexes(of_kind(Kind::Sitemapindex), follows, report)?;
    let before = report.lost_entries();
    let mut documents = of_kind(Kind::Urlset);
    let file = Scratch::new(&opening.store)?;
    let mut bodies = Bodies { file, all: Vec::new(), site: None, left_out: LeftOut::default() };
    let (mut entry, mut batch) = (Entry::default(), Vec::new());
    while documents.read_entry(&mut entry, report)? {
        if let Some(rule) = unfit(&entry.loc) {
            let finding =
                rule.at(documents.position()).loc(&urlset_fetch::shown(entry.loc.as_str()));
            let finding = finding.detail("not submitted: engines want URLs as RFC 3986 has them");
            let finding = match UNESCAPED.contains(&rule) {
                true => finding.help("escape it with %XX, its host as xn--…, and submit it then"),
                false => finding,
            };
            report.report(finding.lost(Lost::Entry))?;
            bodies.left_out.unfit += 1;
            continue;
        }
        let host = entry.loc.host().unwrap_or_default();
        let known = bodies.site.as_ref().map(|(_, own, _)| own).or(options.host.as_ref());
        let own = known.map_or(host, |own| own);
        if !is_one_host(own, host) {
            let detail = format!("{} is not on {own}", entry.loc);
            let finding = HOST_MISMATCH.at(documents.position()).loc(entry.loc.as_str());
            let help = "submit the URLs of each host apart: `--host HOST`";
            report.report(finding.detail(detail).help(help).lost(Lost::Entry))?;
            bodies.left_out.of_others += 1;
            continue;
        }
        if bodies.site.is_none() {
            let scheme = entry.loc.scheme().unwrap_or("https").to_ascii_lowercase();
            // In Unicode no URL says it: engines are told it as they are told those.
            let own = if own.is_ascii() { own } else { host };
            bodies.site = Some((scheme, own.into(), port(&entry.loc).to_owned()));
        }
        batch.push(entry.loc.clone());
        if batch.len() as u64 == MOST {
            write_body(&mut batch, options, &mut bodies)?;
        }
    }
    write_body(&mut batch, options, &mut bodies)?;
    let LeftOut { unfit, of_others, .. } = bodies.left_out;
    bodies.left_out.unread = report.lost_entries().saturating_sub(before + unfit + of_others);
    Ok(bodies)
}

/// What escapes mend.
static UNESCAPED: [&Rule; 4] = [&LOC_INNER_SPACE, &LOC_PERCENT, &LOC_ILLEGAL, &LOC_NOT_ESCAPED];

/// What keeps an address from being submitted: characters that must be escaped, a `%` that escapes none, what
/// is no URL for want of a host or a port, and what is nobody's to know (indexnow.org, documentation; RFC 3986).
fn unfit(loc: &Loc) -> Option<&'static Rule> {
    // How long one may be, engines do not say.
    let errors = loc.errors().filter(|rule| *rule != &LOC_TOO_LONG);
    let unescaped = loc.faults().filter(|rule| UNESCAPED.contains(rule));
    unescaped.chain(errors).chain(loc.faults().filter(|rule| *rule == &LOC_USERINFO)).next()
}

/// Reads indexes to their end, for what is wrong with them; their sitemaps were followed, or are told.
fn read_indexes(mut indexes: Documents<'_>, follows: bool, report: &mut Report) -> Result<()> {
    let mut entry = Entry::default();
    while indexes.read_entry(&mut entry, report)? {
        if !follows {
            let finding = INDEX_NOT_CARRIED.at(indexes.position()).detail(entry.loc.as_str());
            report.report(finding.loc(entry.loc.as_str()).lost(Lost::Entry))?;
        }
    }
    Ok(())
}

/// The port of an address, with its colon; nothing where it is the usual one.
fn port(loc: &Loc) -> &str {
    let after =
        |host: &str| loc.as_str().split_once("://")?.1.split_once(host).map(|(_, rest)| rest);
    let rest = loc.host().and_then(after).unwrap_or_default();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
    rest.get(..end).filter(|port| port.len() > 1).unwrap_or_default()
}

/// Appends one body of these, and forgets them.
fn write_body(batch: &mut Vec<Loc>, options: &IndexNowOptions, bodies: &mut Bodies) -> Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let mut body = Vec::new();
    let host = bodies.site.as_ref().map(|(_, host, _)| host.clone());
    let options = IndexNowOptions { host, ..options.clone() };
    let mut output = Output::new(&mut body, Box::new(IndexNowWriter::with(options)));
    let urls = batch.len() as u64;
    for loc in batch.drain(..) {
        output.write(&Entry::new(loc), &mut ())?;
    }
    output.finish()?;
    let start = bodies.file.append(&body)?;
    bodies.all.push((start, body.len(), urls));
    Ok(())
}

/// Sends the bodies, or prints them; gives how many URLs and requests that were.
fn submit(
    args: &SubmitArgs,
    options: &IndexNowOptions,
    bodies: &Bodies,
    opening: &Opening,
    report: &mut Report,
) -> Result<(u64, u64)> {
    let Some((scheme, host, port)) = &bodies.site else { return Ok((0, 0)) };
    if let Some(name) = report.cut().filter(|_| !args.reading.lenient) {
        let line = format!("nothing was submitted: {name} was not read to its end, see --lenient");
        report.close(&[line]);
        return Ok((0, 0));
    }
    if args.dry_run {
        for body in &bodies.all {
            let body = bodies.read(*body)?;
            let head = format!("POST {}\n", clean::clean(&urlset_fetch::shown(&args.endpoint)));
            let printed = output::write_whole(None, |out| {
                out.write_all(head.as_bytes())?;
                out.write_all(&body)
            });
            printed.map_err(plan::Refused::error)?;
        }
        return Ok((bodies.urls(), bodies.all.len() as u64));
    }
    let key = options.key.as_deref().unwrap_or_default();
    let location = args.key_location.as_deref();
    let location =
        location.map_or_else(|| format!("{scheme}://{host}{port}/{key}.txt"), str::to_owned);
    let engine = match Engine::new(args, &location, opening) {
        Ok(engine) => engine,
        Err(error) => return refuse(&REFUSED, &error.to_string(), "", report).map(|()| (0, 0)),
    };
    if let Err((why, help)) = engine.check_key(&location, key) {
        return refuse(&KEY_FILE, &why, help, report).map(|()| (0, 0));
    }
    // Those for the key file are not the engine's; what it was asked again counts each time.
    let (before, mut sent, mut is_first) = (engine.fetcher.requests(), 0, true);
    for body in &bodies.all {
        let answer = engine.fetcher.post(&engine.start, KIND, &bodies.read(*body)?);
        let was_first = std::mem::replace(&mut is_first, false);
        let said = match answer {
            Ok(answer) if matches!(answer.status, 200 | 202) => {
                report.tell(&format!("{}: {}", engine.start, meaning(&answer)));
                sent += body.2;
                if answer.status == 202 && was_first {
                    report.tell("202: the list is taken, the key is still to be looked at");
                }
                continue;
            }
            Ok(answer) => format!("{}: {}", engine.start, meaning(&answer)),
            Err(error) => error.to_string(),
        };
        let left = bodies.urls() - sent;
        // What an engine says may be long, and is cut on a screen.
        let why = format!("not submitted: {}; {said}", count(left, "URL"));
        refuse(&REFUSED, &why, "", report)?;
        break;
    }
    Ok((sent, engine.fetcher.requests() - before))
}

/// Whom the lists go to.
struct Engine {
    fetcher: Fetcher,
    start: Start,
}

impl Engine {
    /// The addresses that the command line names may be private ones.
    fn new(
        args: &SubmitArgs,
        location: &str,
        opening: &Opening,
    ) -> std::result::Result<Engine, FetchError> {
        let start = Start::typed(&args.endpoint)?;
        // What is sent to read the inputs is no business of the engine, and a key file is asked anew.
        let fetcher = opening.remote.plain(&opening.store)?;
        fetcher.trust(&start);
        if args.key_location.is_some() || args.host.is_some() {
            fetcher.trust(&Start::typed(location)?);
        }
        Ok(Engine { fetcher, start })
    }

    /// Whether the host serves the key; otherwise why not, and what else is to do than to put it there.
    fn check_key(
        &self,
        location: &str,
        key: &str,
    ) -> std::result::Result<(), (String, &'static str)> {
        let told = |error: FetchError| (error.to_string(), key_help(error.fault));
        let start = Start::typed(location).map_err(told)?;
        let fetched = self.fetcher.fetch(start.url(), &start).map_err(told)?;
        let mut text = String::new();
        let mut body = fetched.body;
        match body.read_to_string(&mut text).is_ok()
            && text.trim_start_matches('\u{feff}').trim() == key
        {
            true => Ok(()),
            false => Err((format!("{start}: it holds something else"), "")),
        }
    }
}

/// What an engine means (indexnow.org, documentation).
fn meaning(answer: &Answer) -> String {
    let what = match answer.status {
        200 => "taken",
        202 => "taken, the key is still to be looked at",
        400 => "no sound request",
        403 => "the key is not valid there: its file was not found, or holds something else",
        422 => "URLs that are not of the host, or a key that is not as it should be",
        429 => "too many requests; try again later",
        500.. => "the engine failed; try again later",
        300..400 => "it redirects, so the address is another one now",
        _ => "refused",
    };
    let said = answer.text.lines().next().unwrap_or_default().trim();
    let said: String = said.chars().take(200).collect();
    let said = if said.is_empty() { said } else { format!(" ({said})") };
    format!("{} {what}{said}", answer.status)
}

/// What to do where the file with the key may well be there; nothing where the rule says it.
fn key_help(fault: Fault) -> &'static str {
    match fault {
        Fault::PrivateAddress => PRIVATE_ADDRESS.help,
        Fault::Offline => "leave `--offline` out: the key is looked at before anything is sent",
        _ => "",
    }
}

fn refuse(rule: &'static Rule, why: &str, help: &'static str, report: &mut Report) -> Result<()> {
    report.blame(Cause::Output);
    let finding = rule.at(nowhere(0)).detail(why);
    report.end_with(&if help.is_empty() { finding } else { finding.help(help) })
}

/// The lines that name these sitemaps in robots.txt, as far as their addresses are known.
fn robots_lines(plan: &Plan, args: &SubmitArgs) -> String {
    let is_sitemap = |one: &&Document| {
        one.listed.is_none() && matches!(&*one.facts.format, "xml" | "text" | "rss" | "atom")
    };
    let sitemaps: Vec<_> = plan.documents.iter().filter(is_sitemap).collect();
    // The address of a folder is that of no file in it.
    let is_one = match &*args.inputs {
        [input] => sitemaps.len() == 1 && !Path::new(input).is_dir(),
        _ => false,
    };
    let own = args.reading.source_url.as_deref().filter(|_| is_one).map(without_secrets);
    let addresses = sitemaps.iter().filter_map(|one| one.base.as_deref().or(own.as_deref()));
    // What an address gives to each who asks is one sitemap for search engines.
    let mut told = HashSet::new();
    let addresses = addresses.filter(|url| told.insert(*url));
    addresses.map(|url| format!("Sitemap: {}\n", clean::clean(url))).collect()
}

fn entries(plan: &Plan) -> u64 {
    let pages = plan.documents.iter().filter(|one| one.kind == Kind::Urlset);
    pages.map(|one| one.facts().entries).sum()
}

fn write_report(
    report: &mut Report,
    plan: &Plan,
    (sent, requests): (u64, u64),
    common: &Common,
) -> std::result::Result<(), Failure> {
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let mut frame = Frame {
        command: "submit",
        inputs: plan.documents.iter().map(Document::facts).collect(),
        ..Frame::default()
    };
    for (name, value) in [
        ("entries", entries(plan)),
        ("submitted", sent),
        ("requests", requests),
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), value.into());
    }
    output::write_whole(common.report.as_deref(), |out| sheet.write(&frame, out))
}
