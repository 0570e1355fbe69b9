//! One request and the headers of its answer, by ureq, which follows no redirect and asks no proxy.

use crate::resolver::{Guarded, Private, Typed};
use crate::whole::{Stale, Whole, await_anew};
use crate::{Fault, FetchError, FetchOptions};
use std::io::ErrorKind;
use std::time::{Duration, Instant};
use ureq::http::{HeaderName, HeaderValue, Request, Response};
use ureq::{Agent, AsSendBody, Body, Timeout};
use url::Url;

/// What is asked for.
const ACCEPT: &str = "application/xml, text/xml, application/rss+xml, application/atom+xml, \
                      application/feed+json, text/plain, text/csv, */*;q=0.5";

/// Codings that are taken off again.
const CODINGS: &str = "gzip, zstd";

/// What is said of an answer that does not come to its end.
const TOO_EARLY: &str = "the connection was closed too early";

#[derive(Debug)]
pub(crate) struct Client {
    agent: Agent,
    /// What a timeout is told as.
    times: [Duration; 4],
}

/// What is asked or sent.
pub(crate) struct Question<'q> {
    pub(crate) url: &'q Url,
    pub(crate) headers: Vec<(&'q str, &'q str)>,
    /// What is sent, and of which type.
    pub(crate) body: Option<(&'q str, &'q [u8])>,
    /// When everything must be over.
    pub(crate) deadline: Instant,
}

impl Client {
    pub(crate) fn new(options: &FetchOptions, typed: Typed) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Of a proxy nobody could tell which address it asks.
            .proxy(None)
            .user_agent(options.user_agent.as_str())
            .accept(ACCEPT)
            .accept_encoding(CODINGS)
            .max_response_header_size(options.header_bytes)
            // An answer's headers must fit.
            .input_buffer_size(options.header_bytes.saturating_add(128 << 10))
            .timeout_resolve(Some(options.connect))
            .timeout_connect(Some(options.connect))
            .timeout_per_read(Some(options.idle))
            .timeout_per_write(Some(options.idle))
            .timeout_recv_response(Some(options.answer))
            .build();
        let resolver = Guarded::new(typed, options.allow_private);
        let agent = Agent::with_parts(config, Whole::new(options.header_bytes), resolver);
        let times = [options.connect, options.idle, options.answer, options.whole];
        Client { agent, times }
    }

    /// Asks, and gives what came: the headers of an answer, and its body to be read. What nobody answers
    /// because its connection was kept too long is asked once more, by a new one (RFC 9112, section 9.3.1);
    /// what is sent may have been heard.
    pub(crate) fn ask(&self, question: &Question<'_>) -> Result<Response<Body>, FetchError> {
        let url = question.url.as_str();
        let get = |is_new| self.run(Request::get(url), question, (), is_new);
        let answer = match question.body {
            Some((kind, body)) => {
                let request = Request::post(url).header("content-type", kind);
                self.run(request, question, body, false)
            }
            None => match get(false) {
                Err(error) if is_stale(&error) => get(true),
                answer => answer,
            },
        };
        answer.map_err(|error| self.explain(url, error))
    }

    fn run(
        &self,
        mut request: ureq::http::request::Builder,
        question: &Question<'_>,
        body: impl AsSendBody,
        is_new: bool,
    ) -> Result<Response<Body>, ureq::Error> {
        for (name, value) in &question.headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body)?;
        let left = question.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ureq::Error::Timeout(Timeout::Global));
        }
        let request = self.agent.configure_request(request).timeout_global(Some(left));
        // No connection is younger than none at all.
        let request = if is_new { request.max_idle_age(Duration::ZERO) } else { request };
        await_anew();
        self.agent.run(request.build())
    }

    /// What an error of ureq means.
    pub(crate) fn explain(&self, url: &str, error: ureq::Error) -> FetchError {
        let new = |fault, detail: String| FetchError::new(fault, url, detail);
        match error {
            ureq::Error::Other(inner) if inner.is::<Private>() => {
                new(Fault::PrivateAddress, inner.to_string())
            }
            ureq::Error::Other(inner) if inner.is::<Stale>() => {
                new(Fault::Broken, TOO_EARLY.to_owned()).passing()
            }
            ureq::Error::Http(error) => new(Fault::BadUrl, error.to_string()),
            ureq::Error::Timeout(timeout) => new(Fault::Slow, self.slow(timeout)),
            ureq::Error::HostNotFound => new(Fault::Unreachable, "no such host".into()),
            ureq::Error::Io(error) => of_io(url, &error),
            ureq::Error::Tls(why) => new(Fault::Unreachable, format!("no TLS: {why}")),
            ureq::Error::Rustls(why) => new(Fault::Unreachable, format!("no TLS: {why}")),
            ureq::Error::ConnectionFailed | ureq::Error::TlsRequired => {
                new(Fault::Unreachable, String::new())
            }
            ureq::Error::BadUri(why) => new(Fault::BadUrl, why),
            ureq::Error::LargeResponseHeader(_, most) => {
                new(Fault::Broken, format!("headers of more than {most} bytes"))
            }
            error => new(Fault::Broken, error.to_string()),
        }
    }

    fn slow(&self, timeout: Timeout) -> String {
        let [connect, idle, answer, whole] = self.times;
        match timeout {
            Timeout::Resolve => format!("the host was not found within {connect:?}"),
            Timeout::Connect => format!("no connection within {connect:?}"),
            Timeout::PerRead | Timeout::PerWrite => format!("nothing came for {idle:?}"),
            Timeout::RecvResponse => format!("no whole answer within {answer:?}"),
            _ => format!("not done within {whole:?}"),
        }
    }
}

fn is_stale(error: &ureq::Error) -> bool {
    matches!(error, ureq::Error::Other(inner) if inner.is::<Stale>())
}

/// What a failure of the connection means; another attempt may well succeed.
fn of_io(url: &str, error: &std::io::Error) -> FetchError {
    match error.kind() {
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe => FetchError::new(Fault::Broken, url, TOO_EARLY).passing(),
        ErrorKind::ConnectionRefused => {
            FetchError::new(Fault::Unreachable, url, "the connection was refused").passing()
        }
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            FetchError::new(Fault::Slow, url, "nothing came in time")
        }
        // What TLS finds wrong: another protocol, a certificate of somebody else.
        ErrorKind::InvalidData => {
            FetchError::new(Fault::Unreachable, url, format!("no TLS: {error}"))
        }
        // The system says so of a host that it does not find.
        _ => FetchError::new(Fault::Unreachable, url, error.to_string()),
    }
}

/// Whether a header may be sent: its name and value are such, and it is none that we write.
pub(crate) fn check_header(name: &str, value: &str) -> Result<(), FetchError> {
    let bad = |why: &str| {
        // Never the value: it may be a secret.
        Err(FetchError::new(Fault::Usage, "", format!("header `{name}`: {why}")))
    };
    if HeaderName::from_bytes(name.as_bytes()).is_err() {
        return bad("no name of a header");
    }
    // What is beyond ASCII has no meaning that servers agree on (RFC 9110, section 5.5), and most refuse it.
    if !HeaderValue::from_str(value).is_ok_and(|value| value.to_str().is_ok()) {
        return bad("its value holds what no header may hold: more than visible ASCII and spaces");
    }
    let ours = ["host", "content-length", "transfer-encoding", "connection", "accept-encoding"];
    match ours.iter().any(|own| name.eq_ignore_ascii_case(own)) {
        true => bad("it follows from the request"),
        false => Ok(()),
    }
}
