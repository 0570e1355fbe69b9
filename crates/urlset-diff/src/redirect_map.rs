//! Redirects for a server, made of renames.

use crate::address::{Address, asked, is_host, push_uri, without_port};
use crate::{Change, Item, Redirect};
use std::fmt::Write;
use url::{Position, Url};

/// Whose syntax redirects are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// A `map` for nginx.
    Nginx,
    /// Rules of `mod_rewrite` for Apache.
    Apache,
    /// A table `old,new,score` (RFC 4180).
    Csv,
}

/// Writes redirects one after the other.
///
/// Every redirect is for one request: its host, path and query; nothing below or beside it is
/// touched. Case counts where [`Redirect::CaseMatters`] says so. The scheme is left out: a server
/// behind a proxy does not know it. nginx is not asked for the port either.
#[derive(Clone, Copy, Debug)]
pub struct RedirectMap {
    server: Server,
    redirects: u64,
    /// Spellings of the old addresses that clients ask for.
    keys: u64,
    /// Bytes of the longest key, which nginx wants to know.
    longest: usize,
    /// Redirects that the server would not read.
    too_long: u64,
}

/// Bytes of a parameter between its quotes: nginx reads its configuration into 4,096 (NGX_CONF_BUFFER,
/// ngx_conf_file.c) and refuses a file with a longer one.
const MOST_OF_NGINX: usize = 4090;

impl RedirectMap {
    /// Redirects for this server, none yet.
    pub fn new(server: Server) -> RedirectMap {
        RedirectMap { server, redirects: 0, keys: 0, longest: 0, too_long: 0 }
    }

    /// How many were written.
    pub fn redirects(&self) -> u64 {
        self.redirects
    }

    /// How many were left out since an address, with what nginx wants escaped, has more than 4,090
    /// bytes, which nginx does not read.
    pub fn too_long(&self) -> u64 {
        self.too_long
    }

    /// Appends what stands before the first.
    pub fn begin(&self, out: &mut String) {
        out.push_str(match self.server {
            Server::Nginx => {
                "# In the http block; then, in each server block of an old host:\n\
                 #   if ($urlset_redirect) { return 301 $urlset_redirect; }\n\
                 geo $urlset_dollar { default \"$\"; }\n\
                 map $host$request_uri $urlset_redirect {\n    default \"\";\n"
            }
            Server::Apache => {
                "# In the server's configuration, or a .htaccess file at the root of each old host.\n\
                 RewriteEngine On\n"
            }
            Server::Csv => "old,new,score\n",
        });
    }

    /// Appends a redirect; `false` where the item is no rename or must not be redirected, or the server
    /// would not read it.
    pub fn write(&mut self, item: &Item, out: &mut String) -> bool {
        let mind_case = match item.redirect {
            _ if item.change != Change::Renamed => return false,
            Redirect::Allowed => false,
            Redirect::CaseMatters => true,
            Redirect::Unknown | Redirect::Served | Redirect::Ambiguous | Redirect::Unseen => {
                return false;
            }
        };
        let (old, new) = (item.old.loc.as_str(), item.new.loc.as_str());
        match self.server {
            Server::Csv => csv(old, new, item.score, out),
            Server::Nginx | Server::Apache => {
                let Some((host, requests)) = requests(old) else {
                    return false;
                };
                let target = target(new);
                let start = out.len();
                for request in &requests {
                    if self.server == Server::Apache {
                        apache(&host, request, &target, out);
                    } else if !nginx(without_port(&host), request, &target, mind_case, out) {
                        self.too_long += 1;
                        out.truncate(start);
                        return false;
                    }
                }
                let key = |request: &String| without_port(&host).len() + request.len();
                self.longest = requests.iter().map(key).fold(self.longest, usize::max);
                self.keys += requests.len() as u64;
            }
        }
        self.redirects += 1;
        true
    }

    /// Appends what stands after the last.
    pub fn end(&self, out: &mut String) {
        if self.server == Server::Nginx {
            out.push_str("}\n");
            if self.too_long > 0 {
                let _ = writeln!(
                    out,
                    "# Left out, since nginx reads no parameter of 4,096 bytes: {}.",
                    self.too_long
                );
            }
            let bucket = (self.longest + 32).next_power_of_two().max(64);
            let size = self.keys.saturating_mul(2).next_power_of_two().max(2048);
            let _ = writeln!(
                out,
                "# If nginx asks for it, above the map: map_hash_bucket_size {bucket}; \
                 map_hash_max_size {size};"
            );
        }
    }
}

/// Host and requests as clients send them: the host in lower case and without the port that goes
/// without saying; the request as browsers spell it (WHATWG URL), and as other clients do, with
/// everything escaped that a URI cannot hold. None has a quote. `None` for a host that no browser
/// asks for.
fn requests(loc: &str) -> Option<(String, Vec<String>)> {
    let url = Url::parse(loc).ok()?;
    let mut buffer = String::new();
    let seen = asked(loc, &mut buffer);
    let seen = Address::of(&seen)?;
    let host = seen.authority;
    if !is_host(host) {
        return None;
    }
    let browser = &url[Position::BeforePath..Position::AfterQuery];
    let (mut escaped, mut written) = (String::new(), String::new());
    push_uri(browser, &mut escaped);
    let address = Address::of(loc)?;
    if !address.request.starts_with('/') {
        written.push('/');
    }
    push_uri(address.request, &mut written);
    let mut requests = vec![browser.to_owned()];
    for other in [escaped, written] {
        // Another spelling of another address is not ours.
        let same = asked(&format!("http://{host}{other}"), &mut buffer);
        let same = Address::of(&same).is_some_and(|same| same.request == seen.request);
        if same && !requests.contains(&other) {
            requests.push(other);
        }
    }
    Some((host.to_owned(), requests))
}

/// Where to: as it is written, escaped; as browsers read it where that would be another address.
fn target(loc: &str) -> String {
    let (mut target, mut buffer) = (String::new(), String::new());
    push_uri(loc, &mut target);
    if let Ok(url) = Url::parse(loc)
        && asked(&target, &mut buffer) != asked(loc, &mut buffer)
    {
        target.clear();
        push_uri(url.as_str(), &mut target);
    }
    target
}

/// nginx compares strings without regard to case, expressions with. `false` where it would not read
/// the line.
fn nginx(host: &str, request: &str, target: &str, mind_case: bool, out: &mut String) -> bool {
    let mut key = String::new();
    if mind_case {
        key.push_str("~^(?i:");
        push_expression(host, &mut key);
        key.push(')');
        push_expression(request, &mut key);
        key.push('$');
    } else {
        key.push_str(host);
        key.push_str(&request.replace('\\', r"\\"));
    }
    // A value is searched for variables, and there is no escape but a variable.
    let target = target.replace('$', "${urlset_dollar}");
    let _ = writeln!(out, "    \"{key}\" \"{target}\";");
    key.len().max(target.len()) <= MOST_OF_NGINX
}

/// `RewriteRule` and not `RedirectMatch`: that sees no query, compares what was decoded, and encodes the
/// target once more.
fn apache(host: &str, request: &str, target: &str, out: &mut String) {
    let mut expression = String::new();
    push_expression(request, &mut expression);
    let mut substitution = String::new();
    for c in target.chars() {
        if matches!(c, '$' | '%') {
            substitution.push('\\');
        }
        substitution.push(c);
    }
    let _ = writeln!(out, "RewriteCond %{{HTTP_HOST}} \"={host}\" [NC]");
    let _ = writeln!(out, "RewriteCond %{{THE_REQUEST}} \"^[A-Z]+ {expression} \"");
    let _ = writeln!(out, "RewriteRule ^ \"{substitution}\" [R=301,NE,QSD,L]");
}

/// Text as a regular expression that matches it alone, between quotes.
fn push_expression(text: &str, out: &mut String) {
    for c in text.chars() {
        if c == '\\' {
            // Two of them are one between quotes.
            out.push_str(r"\x5C");
            continue;
        }
        if ".?*+()[]{}^$|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
}

fn csv(old: &str, new: &str, score: u16, out: &mut String) {
    for field in [old, new] {
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(out, "\"{}\",", field.replace('"', "\"\""));
        } else {
            let _ = write!(out, "{field},");
        }
    }
    let _ = writeln!(out, "{}.{:03}", score / 1000, score % 1000);
}

#[cfg(test)]
mod tests {
    use super::{RedirectMap, Server, requests};
    use crate::{Change, Item, Redirect};
    use urlset_core::{Entry, Loc};

    fn line(server: Server, redirect: Redirect, old: &str, new: &str) -> String {
        let item = Item {
            change: Change::Renamed,
            old: Entry::new(Loc::new(old)),
            new: Entry::new(Loc::new(new)),
            score: 960,
            redirect,
            ..Item::default()
        };
        let (mut map, mut out) = (RedirectMap::new(server), String::new());
        map.write(&item, &mut out);
        assert_eq!(map.redirects() > 0, !out.is_empty());
        out
    }

    #[test]
    fn nginx() {
        let line = |redirect, old, new| line(Server::Nginx, redirect, old, new);
        assert_eq!(
            line(Redirect::Allowed, "HTTP://Old.example:81/a?b=1&c=\"", "https://n.example/$1"),
            "    \"old.example/a?b=1&c=%22\" \"https://n.example/${urlset_dollar}1\";\n"
        );
        assert_eq!(
            line(Redirect::CaseMatters, "http://o.example/A.html", "http://o.example/a.html"),
            "    \"~^(?i:o\\.example)/A\\.html$\" \"http://o.example/a.html\";\n"
        );
        assert_eq!(
            line(Redirect::Allowed, "http://o.example", "http://o.example/größe"),
            "    \"o.example/\" \"http://o.example/gr%C3%B6%C3%9Fe\";\n"
        );
        assert_eq!(
            line(Redirect::Allowed, "http://o.example/a?b=\\", "http://n.example/"),
            "    \"o.example/a?b=\\\\\" \"http://n.example/\";\n    \
             \"o.example/a?b=%5C\" \"http://n.example/\";\n"
        );
        assert_eq!(
            line(Redirect::CaseMatters, "http://o.example/A?b=\\", "http://n.example/"),
            "    \"~^(?i:o\\.example)/A\\?b=\\x5C$\" \"http://n.example/\";\n    \
             \"~^(?i:o\\.example)/A\\?b=%5C$\" \"http://n.example/\";\n"
        );
        assert_eq!(
            line(Redirect::Allowed, "http://o.example/a", "http://n.example/z/../b\\c"),
            "    \"o.example/a\" \"http://n.example/b/c\";\n"
        );
        assert_eq!(line(Redirect::Served, "http://o.example/", "http://n.example/"), "");
        assert_eq!(line(Redirect::Unknown, "http://o.example/", "http://n.example/"), "");
        assert_eq!(line(Redirect::Ambiguous, "http://o.example/", "http://n.example/"), "");
        // Every one of these keys would mean something to nginx, the first an expression.
        for old in ["https://~/page-aa", "https://~.example/x/page-aa", "https://*.example/a"] {
            assert_eq!(line(Redirect::Allowed, old, "https://evil.example/page-aa"), "", "{old}");
        }
    }

    #[test]
    fn nginx_reads_no_long_parameter() {
        let item = |old: &str, new: &str| Item {
            change: Change::Renamed,
            old: Entry::new(Loc::new(old)),
            new: Entry::new(Loc::new(new)),
            redirect: Redirect::Allowed,
            ..Item::default()
        };
        // `ü` is six bytes then.
        let long = format!("http://o.example/{}", "ü".repeat(700));
        let (mut map, mut out) = (RedirectMap::new(Server::Nginx), String::new());
        assert!(!map.write(&item(&long, "http://n.example/a"), &mut out));
        assert!(!map.write(&item("http://o.example/a", &long), &mut out));
        assert!(map.write(&item("http://o.example/b", "http://n.example/b"), &mut out));
        assert_eq!((map.redirects(), map.too_long(), out.lines().count()), (1, 2, 1));
        map.end(&mut out);
        assert!(out.contains("no parameter of 4,096 bytes: 2.\n"), "{out}");
        let (mut map, mut out) = (RedirectMap::new(Server::Apache), String::new());
        assert!(map.write(&item(&long, "http://n.example/a"), &mut out));
    }

    #[test]
    fn every_spelling_that_clients_ask_for() {
        for (path, expected) in [
            ("/a%7eb", &["/a%7eb"][..]),
            ("/a|b", &["/a|b", "/a%7Cb"]),
            ("/s?x={b}", &["/s?x={b}", "/s?x=%7Bb%7D"]),
            ("/s{b}", &["/s%7Bb%7D"]),
            ("/it's?q=it's", &["/it's?q=it%27s", "/it's?q=it's"]),
            ("/ba\\ck", &["/ba/ck"]),
            ("/z/../dots/./|", &["/dots/|", "/dots/%7C", "/z/../dots/./%7C"]),
            ("/größe?q=ü", &["/gr%C3%B6%C3%9Fe?q=%C3%BC"]),
            ("?q", &["/?q"]),
        ] {
            let (host, requests) = requests(&format!("http://BÜ.example:80{path}")).unwrap();
            assert_eq!(
                (host.as_str(), requests.as_slice()),
                (
                    "xn--b-eha.example",
                    &expected.iter().map(|e| (*e).to_owned()).collect::<Vec<_>>()[..]
                ),
                "{path}"
            );
        }
    }

    #[test]
    fn apache() {
        assert_eq!(
            line(
                Server::Apache,
                Redirect::Allowed,
                "http://o.example:80/a.php?b=(1)\\",
                "https://n.example/a%20b?c=$1&d#e"
            ),
            "RewriteCond %{HTTP_HOST} \"=o.example\" [NC]\n\
             RewriteCond %{THE_REQUEST} \"^[A-Z]+ /a\\.php\\?b=\\(1\\)\\x5C \"\n\
             RewriteRule ^ \"https://n.example/a\\%20b?c=\\$1&d#e\" [R=301,NE,QSD,L]\n\
             RewriteCond %{HTTP_HOST} \"=o.example\" [NC]\n\
             RewriteCond %{THE_REQUEST} \"^[A-Z]+ /a\\.php\\?b=\\(1\\)%5C \"\n\
             RewriteRule ^ \"https://n.example/a\\%20b?c=\\$1&d#e\" [R=301,NE,QSD,L]\n"
        );
    }

    #[test]
    fn tables() {
        assert_eq!(
            line(Server::Csv, Redirect::Allowed, "http://o.example/a,b", "http://n.example/\"c\""),
            "\"http://o.example/a,b\",\"http://n.example/\"\"c\"\"\",0.960\n"
        );
    }
}
