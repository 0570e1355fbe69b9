//! Fetches: what an address gives, by further attempts, by the cache.

use crate::cache::{Cache, Kept, Place};
use crate::client::{Client, Question};
use crate::fetched::{About, Answer, Fetched, Hop, Origin};
use crate::pace::Pace;
use crate::resolver::{Typed, says_where};
use crate::site::{Allowed, Start, parse, strip};
use crate::way::Way;
use crate::{Fault, FetchError, FetchOptions, coding, retry_after, said, secrets, transfer};
use percent_encoding::{CONTROLS, percent_encode};
use std::sync::PoisonError;
use std::time::{Duration, Instant, SystemTime};
use ureq::Body;
use ureq::http::{HeaderMap, Response, Version};
use url::Url;

/// Fetches documents, and knows how much it has asked of whom.
#[derive(Debug)]
pub struct Fetcher {
    pub(crate) options: FetchOptions,
    client: Client,
    allowed: Vec<Allowed>,
    typed: Typed,
    pace: Pace,
    cache: Option<Cache>,
    /// Why there is none, where one is wanted.
    no_cache: Option<FetchError>,
}

impl Fetcher {
    /// A fetcher that goes by these options.
    ///
    /// # Errors
    /// [`Fault::Usage`] for what is no host or no header. Without its cache a fetcher does all the
    /// same, and each document says why ([`Fetched::not_kept`]).
    pub fn new(options: FetchOptions) -> Result<Fetcher, FetchError> {
        options.check()?;
        let options = options.bounded();
        let allowed = options.allowed()?;
        let typed = Typed::default();
        if let Ok(mut typed) = typed.write() {
            let hosts = allowed.iter().map(|allowed| &allowed.host);
            typed.extend(hosts.filter(|host| says_where(host)).cloned());
        }
        let cache = options.cache.as_deref().map(|folder| Cache::new(folder, options.offline));
        let (cache, no_cache) = match cache.transpose() {
            Ok(cache) => (cache, None),
            Err(error) => (None, Some(error)),
        };
        let client = Client::new(&options, Typed::clone(&typed));
        let pace = Pace::new(options.interval, options.patience, options.requests);
        Ok(Fetcher { options, client, allowed, typed, pace, cache, no_cache })
    }

    /// Allows the host of what a user typed to be one of a private network, where the user typed
    /// that: an address, or `localhost`. What another name resolves to nobody typed.
    pub fn trust(&self, start: &Start) {
        if !says_where(start.host()) {
            return;
        }
        let mut typed = self.typed.write().unwrap_or_else(PoisonError::into_inner);
        typed.insert(start.host().to_owned());
    }

    /// Leaves so much time between the starts of two requests to the host of an address, as its
    /// `Crawl-delay` asks; never more than ten seconds.
    pub fn slow_down(&self, url: &str, interval: Duration) {
        if let Ok(url) = parse(url) {
            self.pace.slow_down(url.host_str().unwrap_or_default(), interval);
        }
    }

    /// Whether an address may be asked on the way that began at `start`.
    ///
    /// # Errors
    /// [`Fault::BadUrl`], [`Fault::OtherHost`]
    pub fn may_fetch(&self, url: &str, start: &Start) -> Result<(), FetchError> {
        self.check_reach(&parse(url)?, start)
    }

    /// Whether the host of an address was allowed by name ([`FetchOptions::allow_hosts`]).
    pub fn allows(&self, url: &str) -> bool {
        parse(url).is_ok_and(|url| self.is_allowed(&url))
    }

    /// What an address is told of who begins at `start`, beside what everybody tells it: user and password,
    /// and headers, a line for each. Those who tell it the same are given the same, and none but those.
    pub fn told(&self, url: &str, start: &Start) -> Option<String> {
        let url = parse(url).ok()?;
        let line = |(name, value): (&str, &str)| format!("{}: {value}\n", name.to_lowercase());
        // The order of different fields says nothing (RFC 9110 section 5.3).
        let mut secrets = self.secrets(&url, start);
        secrets.sort_by_key(|(name, _)| name.to_lowercase());
        let lines: String = secrets.into_iter().map(line).collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// Headers that are for the site alone that they were typed with.
    fn secrets<'s>(&'s self, url: &Url, start: &'s Start) -> Vec<(&'s str, &'s str)> {
        if !start.may_tell(url) {
            return Vec::new();
        }
        let own = self.options.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        // Of two, servers take either: what was said apart is what was meant.
        let is_said = own.clone().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        let credentials = start.credentials.as_deref().filter(|_| !is_said);
        own.chain(credentials.map(|credentials| ("authorization", credentials))).collect()
    }

    /// What a server said as it may be shown to who begins at `start`: without what it was told by them,
    /// which servers repeat, and without user and password of the addresses in it.
    pub fn hide(&self, text: &str, start: &Start) -> String {
        let own = self.options.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let credentials = start.credentials.as_deref().map(|value| ("authorization", value));
        crate::hide(&secrets::without(text, own.chain(credentials))).into_owned()
    }

    /// The same of what went wrong.
    pub(crate) fn hidden(&self, mut error: FetchError, start: &Start) -> FetchError {
        error.url = self.hide(&error.url, start);
        error.detail = self.hide(&error.detail, start);
        error
    }

    fn is_allowed(&self, url: &Url) -> bool {
        self.allowed.iter().any(|allowed| allowed.has(url))
    }

    /// Requests so far.
    pub fn requests(&self) -> u64 {
        self.pace.requests()
    }

    /// Fetches the document to which an address leads, on the way that began at `start`.
    ///
    /// # Errors
    /// Whatever keeps the document from being here whole.
    pub fn fetch(&self, url: &str, start: &Start) -> Result<Fetched, FetchError> {
        let mut way = self.way(url, start)?;
        loop {
            match self.hop(way.at(), start)? {
                Hop::Document(fetched) => return Ok(way.arrive(*fetched)),
                Hop::Redirect { to, not_kept } => way.follow(&to, not_kept)?,
            }
        }
    }

    /// A way that begins with this address.
    ///
    /// # Errors
    /// [`Fault::BadUrl`], [`Fault::OtherHost`]
    pub fn way<'f>(&'f self, url: &str, start: &'f Start) -> Result<Way<'f>, FetchError> {
        let mut url = parse(url)?;
        strip(&mut url);
        self.check_reach(&url, start).map_err(|error| self.hidden(error, start))?;
        Ok(Way::new(self, start, url))
    }

    /// What one address gives, which is the same on every way that comes to it.
    ///
    /// # Errors
    /// Whatever keeps it from being here whole.
    pub fn hop(&self, url: &str, start: &Start) -> Result<Hop, FetchError> {
        self.try_hop(url, start).map_err(|error| self.hidden(error, start))
    }

    fn try_hop(&self, url: &str, start: &Start) -> Result<Hop, FetchError> {
        let mut target = parse(url)?;
        strip(&mut target);
        self.check_reach(&target, start)?;
        let (place, no_place) = match self.place(&target, start) {
            Ok(place) => (place, None),
            Err(error) => (None, Some(error)),
        };
        let (kept, damaged) = match place.as_ref().map(Place::get) {
            Some(Ok(kept)) => (kept, None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, no_place),
        };
        if self.options.offline {
            let why = damaged.map(|error| error.detail).unwrap_or_default();
            let kept = kept.ok_or_else(|| FetchError::new(Fault::Offline, url, why))?;
            return self.given(kept, Origin::Cache, &target);
        }
        let cached = (place.as_ref(), kept.as_ref());
        let once = |deadline: &mut Instant| self.once(&target, start, cached, deadline);
        let hop = match self.attempts(once)? {
            Some(hop) => hop,
            // Its server confirmed it.
            None => {
                let kept = kept.ok_or_else(|| FetchError::new(Fault::Status(304), url, ""))?;
                self.given(kept, Origin::Confirmed, &target)?
            }
        };
        Ok(hop.or_not_kept(damaged))
    }

    /// What the cache has of an address, which another run may have kept that was allowed more.
    fn given(&self, kept: Kept, origin: Origin, url: &Url) -> Result<Hop, FetchError> {
        let Kept { body, length, about, is_redirect } = kept;
        if is_redirect {
            return Ok(Hop::Redirect { to: about.url, not_kept: None });
        }
        if length > self.options.body_bytes {
            return Err(transfer::too_large(length, url.as_str(), &self.options));
        }
        Ok(Hop::Document(Box::new(Fetched { body, length, about, origin, not_kept: None })))
    }

    /// Where the cache has what an address gives to who begins at `start`.
    fn place(&self, url: &Url, start: &Start) -> Result<Option<Place<'_>>, FetchError> {
        if let Some(error) = &self.no_cache {
            return Err(error.clone());
        }
        let Some(cache) = &self.cache else { return Ok(None) };
        let told = self.told(url.as_str(), start);
        cache.place(url.as_str(), told.as_deref())
    }

    /// Sends something, and gives the answer whatever its status. Redirects are answers.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn post(&self, start: &Start, kind: &str, body: &[u8]) -> Result<Answer, FetchError> {
        let target = parse(start.url())?;
        if self.options.offline {
            return Err(FetchError::new(Fault::Offline, target.as_str(), ""));
        }
        let sent = self.attempts(|deadline| {
            let answer = self.ask(&target, start, &[], Some((kind, body)), deadline)?;
            let status = answer.status().as_u16();
            match is_passing(status) {
                true => Err(self.refused(&target, start, answer)),
                false => Ok((status, self.text(answer, start))),
            }
        });
        match sent {
            Ok((status, text)) => Ok(Answer { status, text }),
            Err(FetchError { fault: Fault::Status(status), detail, .. }) => {
                Ok(Answer { status, text: detail })
            }
            Err(error) => Err(self.hidden(error, start)),
        }
    }

    /// Tries again what may well succeed a little later, while there is patience and time: all attempts
    /// together have as much time as one address may take, with the waiting between them.
    fn attempts<T>(
        &self,
        mut attempt: impl FnMut(&mut Instant) -> Result<T, FetchError>,
    ) -> Result<T, FetchError> {
        let mut deadline = Instant::now() + self.options.whole;
        let mut backoff = self.options.backoff;
        for asked in 1..=self.options.retries {
            let error = match attempt(&mut deadline) {
                Err(error) if error.is_passing => error,
                done => return done,
            };
            let wait = error.retry_after.unwrap_or(backoff).max(self.options.backoff);
            let left = deadline.saturating_duration_since(Instant::now());
            if wait >= left || !self.pace.wait(wait) {
                let error = match error.retry_after.filter(|asked| *asked == wait) {
                    Some(wait) => error
                        .also(&format!("it asks to wait {} s, which is too long", wait.as_secs())),
                    None => error.also("there is no time left to ask again"),
                };
                return Err(error.asked(asked));
            }
            backoff = backoff.saturating_mul(2);
        }
        attempt(&mut deadline).map_err(|error| error.asked(self.options.retries.saturating_add(1)))
    }

    /// Whether an address may be asked on the way from `start`.
    pub(crate) fn check_reach(&self, url: &Url, start: &Start) -> Result<(), FetchError> {
        if start.has(url) || self.is_allowed(url) {
            return Ok(());
        }
        let detail = format!("{} is not the site of {start}", authority(url));
        Err(FetchError::new(Fault::OtherHost, url.as_str(), detail))
    }

    /// One attempt; `None` where what was kept is still right.
    fn once(
        &self,
        url: &Url,
        start: &Start,
        (place, kept): (Option<&Place<'_>>, Option<&Kept>),
        deadline: &mut Instant,
    ) -> Result<Option<Hop>, FetchError> {
        let validators = validators(kept);
        let answer = self.ask(url, start, &validators, None, deadline)?;
        match answer.status().as_u16() {
            200 | 203 => self.document(url, answer, place).map(Hop::Document).map(Some),
            304 if !validators.is_empty() => Ok(None),
            301 | 302 | 303 | 307 | 308 => {
                let to = next(url, location(url, answer.headers())?.as_deref())?;
                let not_kept = place.and_then(|place| match is_secret(&answer) {
                    true => place.forget(),
                    false => place.put_redirect(to.as_str()),
                });
                Ok(Some(Hop::Redirect { to: to.into(), not_kept }))
            }
            _ => Err(self.refused(url, start, answer)),
        }
    }

    fn ask<'q>(
        &'q self,
        url: &'q Url,
        start: &'q Start,
        headers: &[(&'q str, &'q str)],
        body: Option<(&'q str, &'q [u8])>,
        deadline: &mut Instant,
    ) -> Result<Response<Body>, FetchError> {
        let began = Instant::now();
        if !self.pace.request(url.host_str().unwrap_or_default()) {
            let detail = format!("{} were made", self.options.requests);
            return Err(FetchError::new(Fault::TooManyRequests, url.as_str(), detail));
        }
        // Our own pause is not the server's slowness.
        *deadline += began.elapsed();
        let mut headers = headers.to_vec();
        headers.extend(self.secrets(url, start));
        let answer = self.client.ask(&Question { url, headers, body, deadline: *deadline })?;
        check_framing(url, &answer).map(|()| answer)
    }

    /// Takes the document of an answer.
    fn document(
        &self,
        url: &Url,
        answer: Response<Body>,
        place: Option<&Place<'_>>,
    ) -> Result<Box<Fetched>, FetchError> {
        let headers = answer.headers();
        let about = About {
            url: url.to_string(),
            redirects: 0,
            content_type: header(headers, "content-type"),
            content_encoding: header(headers, "content-encoding"),
            last_modified: header(headers, "last-modified"),
            etag: header(headers, "etag"),
        };
        let no_store = is_secret(&answer);
        let taken = transfer::take(answer.into_body(), url.as_str(), &self.client, &self.options)?;
        let coding = about.content_encoding.as_deref();
        let (mut body, length) = coding::take_off(taken, coding, url.as_str(), &self.options)?;
        let not_kept = match place {
            Some(place) if no_store => place.forget(),
            Some(place) => place.put(&about, &mut body)?,
            None => None,
        };
        Ok(Box::new(Fetched { body, length, about, origin: Origin::Server, not_kept }))
    }

    /// The start of an answer's text. What is not to be shown is taken out before anybody cuts it.
    fn text(&self, answer: Response<Body>, start: &Start) -> String {
        let coding = header(answer.headers(), "content-encoding");
        let text = said::start(answer.into_body(), coding.as_deref(), self.options.whole / 8);
        self.hide(&text, start)
    }

    /// An answer that is no document.
    fn refused(&self, url: &Url, start: &Start, answer: Response<Body>) -> FetchError {
        let status = answer.status().as_u16();
        let retry_after = header(answer.headers(), "retry-after")
            .and_then(|text| retry_after::parse(&text, SystemTime::now()));
        // What a server says of its own failure tells whose it is; of other answers the status does.
        let said =
            if status >= 500 { said::line(&self.text(answer, start)) } else { String::new() };
        let error = FetchError::new(Fault::Status(status), url.as_str(), said);
        FetchError { retry_after, is_passing: is_passing(status), ..error }
    }
}

/// Refuses an answer of which nobody can say how long it is (RFC 9112, sections 6.1 and 6.3).
fn check_framing(url: &Url, answer: &Response<Body>) -> Result<(), FetchError> {
    let headers = answer.headers();
    let Some(coding) = header(headers, "transfer-encoding") else { return Ok(()) };
    let what = if headers.contains_key("content-length") {
        "two lengths"
    } else if !coding.trim().eq_ignore_ascii_case("chunked") {
        "an unknown coding of the transfer"
    } else if answer.version() < Version::HTTP_11 {
        "chunks of HTTP/1.0"
    } else {
        return Ok(());
    };
    Err(FetchError::new(Fault::Broken, url.as_str(), what))
}

/// Whether a status says that the same request may succeed a little later.
fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 429 | 502 | 503 | 504)
}

/// Whether an answer is not to be kept.
fn is_secret(answer: &Response<Body>) -> bool {
    header(answer.headers(), "cache-control")
        .is_some_and(|value| value.to_ascii_lowercase().contains("no-store"))
}

/// What asks whether a document has changed; a redirect is asked for again.
fn validators(kept: Option<&Kept>) -> Vec<(&str, &str)> {
    let Some(kept) = kept.filter(|kept| !kept.is_redirect) else {
        return Vec::new();
    };
    let etag = kept.about.etag.as_deref().map(|etag| ("if-none-match", etag));
    let date = kept.about.last_modified.as_deref().map(|date| ("if-modified-since", date));
    // What is beyond ASCII is not kept byte for byte, so no server would know it again.
    etag.into_iter().chain(date).filter(|(_, value)| value.is_ascii()).collect()
}

/// What a redirect names. Of two addresses nobody knows which is meant (RFC 9110, section 10.2.2).
fn location(url: &Url, headers: &HeaderMap) -> Result<Option<String>, FetchError> {
    let mut lines = headers.get_all("location").iter();
    let first = lines.next();
    if lines.any(|other| Some(other) != first) {
        return Err(FetchError::new(Fault::Redirect, url.as_str(), "it names two addresses"));
    }
    Ok(first.map(|value| address(value.as_bytes())))
}

/// The address that bytes are: text, or else with what is beyond ASCII escaped byte by byte, as browsers
/// do.
fn address(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => percent_encode(bytes, CONTROLS).to_string(),
    }
}

/// Where a redirect leads, as far as one is followed at all.
fn next(url: &Url, location: Option<&str>) -> Result<Url, FetchError> {
    let bad = |detail: String| FetchError::new(Fault::Redirect, url.as_str(), detail);
    let location = location.ok_or_else(|| bad("it names no address".into()))?;
    let shown = crate::shown(location);
    let mut next = url.join(location).map_err(|error| bad(format!("to `{shown}`: {error}")))?;
    if !matches!(next.scheme(), "http" | "https") || next.host_str().is_none() {
        return Err(bad(format!("to `{shown}`, which is neither http nor https")));
    }
    if url.scheme() == "https" && next.scheme() == "http" {
        return Err(bad(format!("from https to `{shown}`")));
    }
    strip(&mut next);
    Ok(next)
}

/// Host and port, for people.
fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The text of a header, whatever its bytes are; of several lines, as one (RFC 9110, section 5.3).
fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(name).iter();
    let lines: Vec<_> = lines.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Fault, Url, address, next};

    #[test]
    fn bytes_of_a_location() {
        let to = |bytes| next(&Url::parse("http://e.com/").unwrap(), Some(&address(bytes)));
        for (bytes, url) in [
            (&b"/caf\xe9.xml?\xff&%41"[..], "http://e.com/caf%E9.xml?%FF&%41"),
            ("/caf\u{e9}.xml".as_bytes(), "http://e.com/caf%C3%A9.xml"),
            ("http://caf\u{e9}.com/".as_bytes(), "http://xn--caf-dma.com/"),
        ] {
            assert_eq!(to(bytes).unwrap().as_str(), url);
        }
        assert!(to(b"http://caf\xe9.com/").is_err(), "a host is text");
    }

    #[test]
    fn where_redirects_lead() {
        let https = Url::parse("https://example.com/a/b?q#f").unwrap();
        let to = |location: &str| {
            next(&https, Some(location)).map_or_else(|error| error.detail, |url| url.to_string())
        };
        assert_eq!(to("../c"), "https://example.com/c");
        assert_eq!(to("//www.example.com/"), "https://www.example.com/");
        assert_eq!(to("https://a:b@example.com/x#y"), "https://example.com/x");
        assert_eq!(to("http://a:b@example.com/"), "from https to `http://***@example.com/`");
        for bad in ["file:///etc/passwd", "data:text/plain,x", "ftp://example.com/", "javascript:0"]
        {
            assert!(to(bad).ends_with("neither http nor https"), "{bad}");
        }
        assert_eq!(next(&https, None).unwrap_err().fault, Fault::Redirect);
        let http = Url::parse("http://example.com/").unwrap();
        let up = next(&http, Some("https://example.com/")).unwrap();
        assert_eq!(up.as_str(), "https://example.com/");
    }
}
