//! Markup that fits nothing: end tags of what is not open, `<` that begins no tag, start tags without an end.

use crate::cursor::{Cursor, is_space};
use crate::entries::start_tags;
use crate::reference::is_name_byte;
use crate::rules;
use crate::scan::{Token, is_name_start};
use memchr::memchr;
use std::ops::Range;
use urlset_core::{Error, Lost, Result, Sink, cut, is_web_address};

impl Cursor<'_> {
    /// An end tag that is not that of the element opened last.
    pub(crate) fn scan_wrong_end(
        &mut self,
        name: Range<usize>,
        sink: &mut dyn Sink,
    ) -> Result<Token> {
        let found = self.slice(name.clone());
        let ended = self.ended(|open| open == found);
        // To repair, what differs by case alone is meant.
        let ended = ended.or_else(|| {
            let guesses = self.mends || self.lenient;
            guesses.then(|| self.ended(|open| open.eq_ignore_ascii_case(found))).flatten()
        });
        // An end that nothing began may be that of another field, misspelt: left out, it is a guess.
        // Directly in the root there is no field. Where several end tags are missing, the document was
        // cut, perhaps in the middle of a value.
        let holds_more = self.holds_more(name.end);
        let mut certain = ended.map_or(self.open.len() == 1, |levels| match levels {
            _ if holds_more => false,
            0 => true,
            1 => self.may_end(),
            _ => false,
        });
        let mut cuts = false;
        if let Some(levels) = ended.filter(|_| self.lenient || self.mends && certain) {
            cuts = !self.ends_there(levels, sink)?;
            certain &= !cuts;
        }
        // Whether another end tag follows is asked below.
        self.have("</".len(), sink)?;
        let expected = self.open.last().and_then(|open| self.names.get(open.name..));
        let found = self.slice(name.clone());
        let survives = self.lenient || self.mends && certain;
        let input = self.input.number();
        let why = self.cost_of_end(ended, found, (cuts, holds_more));
        let lost = if why.is_some() { Lost::Field } else { Lost::Nothing };
        if !survives || !sink.count(&rules::NOT_WELL_FORMED, lost, input) {
            let expected = expected.unwrap_or_default();
            let detail = format!("`</{found}>` where `</{expected}>` was expected");
            if !survives {
                return Err(self.unfit_end(name, &detail, ended == Some(1)));
            }
            if let Some(why) = why {
                let detail = format!("{detail}, {why}");
                self.tell(&rules::NOT_WELL_FORMED, name.clone(), &detail, lost, sink)?;
            } else {
                let was = format!("</{found}>");
                let now = ended.map_or_else(String::new, |levels| self.end_tags(levels));
                self.mend(&rules::NOT_WELL_FORMED, name.clone(), &detail, [&was, &now], sink)?;
            }
        }
        match ended {
            Some(levels) => {
                self.ends = levels;
                Ok(Token::End)
            }
            None => {
                let behind_end = Some(self.names_field(found));
                self.wrong_end.clear();
                let found = self.input.window().get(name.clone()).unwrap_or_default();
                self.wrong_end.push_str(found);
                (self.is_behind_text, self.behind_end) = (false, behind_end);
                self.tell_torn(name, sink)?;
                Ok(Token::Skipped)
            }
        }
    }

    /// Whether the end tag just read holds more than its name.
    fn holds_more(&self, name_end: usize) -> bool {
        !says_nothing(self.slice(name_end..self.token.end).trim_end_matches('>'))
    }

    /// What is lost by a wrong end tag that ends so many elements, or none; whether it stands in the middle of a
    /// value, and whether it holds more than its name.
    fn cost_of_end(
        &self,
        ended: Option<usize>,
        found: &str,
        (cuts, holds_more): (bool, bool),
    ) -> Option<&'static str> {
        match ended {
            _ if cuts => Some("in the middle of a value: what follows is left out"),
            // Its name is all that stands in it, where nothing is open that it could end.
            None if !says_nothing(cut(found, is_space).1) => {
                Some("and what stands in it is left out")
            }
            _ if holds_more => Some("and what stands in it is left out"),
            Some(1..) if self.is_torn() => {
                Some("and its text ends in a part of that, which stays in it")
            }
            Some(levels) if self.loses_others(levels) => {
                Some("and what else stands in it is taken for a part of it")
            }
            None if !self.is_plain_name(cut(found, is_space).0.trim_end_matches('/'))
                || self.may_be_value(found) =>
            {
                Some("and what stands in it is left out")
            }
            None if self.ends_misspelt(found) => {
                Some("in an element that nobody knows, and whose text is no field now")
            }
            None if self.ends_torn(found) => {
                Some("behind a text whose start tag is torn, and which is no field now")
            }
            _ => None,
        }
    }

    /// Whether it is a name as elements have them, or none, and no part of a value behind a `</` that strayed there.
    fn is_plain_name(&self, name: &str) -> bool {
        let in_text = self.texts.contains(&self.open.len());
        let begins = |c: char| c.is_alphabetic() || c == '_';
        let is_part =
            |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '_') || c == '.' && !in_text;
        name.chars().next().is_none_or(begins) && name.chars().all(is_part)
    }

    /// Whether an end tag that nothing began may be a part of a text behind a `</` that strayed there: it lacks its
    /// `>`, no field is called so, and it is not the front of the element's own, where another tag follows that.
    fn may_be_value(&self, found: &str) -> bool {
        let is_unclosed = || !self.slice(self.token.clone()).ends_with('>');
        let own = self.open.last().and_then(|open| self.names.get(open.name..)).unwrap_or_default();
        let rest = self.input.window().get(self.at..).unwrap_or_default();
        let is_cut = || own.starts_with(found) && !rest.starts_with("</");
        self.open.len() > 1
            && is_unclosed()
            && !found.is_empty()
            && !is_cut()
            && !self.names_field(found)
    }

    /// An end tag with which nothing can be begun; where one element lacks its own, what it is.
    fn unfit_end(&self, at: Range<usize>, detail: &str, lacks: bool) -> Error {
        let finding = self.finding(&rules::NOT_WELL_FORMED, at, detail, Lost::Rest);
        match lacks && self.mends {
            true => finding.help(format!("write `{}` where it belongs", self.end_tags(0))).into(),
            false => finding.into(),
        }
    }

    /// Whether so many elements end where one around them does: the text may go on behind a tag that stands
    /// in the middle of it, and so may the element, if its own end tag comes before another of the name
    /// begins. What stands before is then the front of a value, which would be another one.
    fn ends_there(&mut self, levels: usize, sink: &mut dyn Sink) -> Result<bool> {
        const AHEAD: usize = 1024;
        // Text behind an entry is no part of a value.
        const WHOLE: [&str; 4] = ["url", "sitemap", "urlset", "sitemapindex"];
        let innermost = self.open.last().and_then(|open| self.names.get(open.name..));
        let innermost = innermost.unwrap_or_default();
        if levels == 0 && WHOLE.iter().any(|name| name.eq_ignore_ascii_case(innermost)) {
            return Ok(true);
        }
        let more = self.have(AHEAD, sink)?;
        let window = self.input.window().as_bytes();
        let rest = window.get(self.at..window.len().min(self.at + AHEAD)).unwrap_or_default();
        let first = rest.trim_ascii_start().first();
        // White space without end says nothing.
        if !first.map_or(!more, |byte| *byte == b'<') {
            return Ok(false);
        }
        // An element of an item may go on behind a wrong end tag of a part of it.
        let ended = self.open.len().checked_sub(levels + 1).filter(|at| levels > 0 && *at > 1);
        let item_goes_on = ended.is_some_and(|at| {
            let around = at.checked_sub(1).map(|at| self.open_name(at).0).unwrap_or_default();
            let end = first_end_within(rest, self.open_name(at).0, around);
            end.and_then(|end| rest.get(..end)).is_some_and(|front| !are_ends(front))
        });
        if item_goes_on {
            return Ok(false);
        }
        let innermost = self.open.last().and_then(|open| self.names.get(open.name..));
        let is_end = |name| is_end_of(rest.trim_ascii_start(), name);
        if self.lenient && innermost.is_some_and(is_end) {
            // Two tags may have changed places, which is a guess: nothing stands between them.
            return Ok(true);
        }
        let around = self.open.len().checked_sub(levels + 1).map(|at| self.open_name(at).0);
        let around = around.unwrap_or_default();
        let mut upto = self.names.len();
        let goes_on = self.open.iter().rev().take(levels.max(1)).any(|open| {
            let name = self.names.get(open.name..upto).unwrap_or_default();
            upto = open.name;
            first_end_within(rest, name, around).is_some()
        });
        Ok(!goes_on)
    }

    /// An end tag that lacks its `>`: a tag of its own begins there.
    pub(crate) fn scan_unclosed_end(&mut self, upto: usize, sink: &mut dyn Sink) -> Result<Token> {
        let start = self.at;
        self.ends_at(upto)?;
        if self.open.is_empty() {
            return Ok(Token::End);
        }
        let (name, _) = cut(self.slice(start + 2..upto), is_space);
        let name = start + 2..start + 2 + name.len();
        let found = self.slice(name.clone());
        if self.open.last().and_then(|open| self.names.get(open.name..)) != Some(found) {
            return self.scan_wrong_end(name, sink);
        }
        let lost = if self.holds_more(name.end) { Lost::Field } else { Lost::Nothing };
        if self.lenient && sink.count(&rules::NOT_WELL_FORMED, lost, self.input.number()) {
            return Ok(Token::End);
        }
        let detail = format!("`</{found}` without its `>`");
        if !self.lenient {
            return Err(self.broken(name, &detail));
        }
        if lost != Lost::Nothing {
            let detail = format!("{detail}, and what stands in it is left out");
            self.tell(&rules::NOT_WELL_FORMED, start..upto, &detail, lost, sink)?;
            return Ok(Token::End);
        }
        let (was, now) = (self.slice(start..upto).trim_end(), format!("</{found}>"));
        self.mend(&rules::NOT_WELL_FORMED, name, &detail, [was, &now], sink)?;
        Ok(Token::End)
    }

    /// A start tag without an end, for the document ends or a limit was met: where another tag begins in it,
    /// one of its quotes was not closed.
    pub(crate) fn unended_tag(&self, name_end: usize, met: Option<Error>) -> Error {
        let is_stop = met.is_some() && self.within(self.input.window().len()).is_ok();
        let rest = self.input.window().as_bytes().get(name_end..).unwrap_or_default();
        match (memchr(b'<', rest), met) {
            (Some(found), _) if !is_stop => {
                let at = name_end + found;
                self.broken(at..at + 1, "`<` inside a tag: a quote is not closed before it")
            }
            (_, Some(met)) => met,
            (_, None) => self.truncated(),
        }
    }

    /// How many elements are open inside the innermost whose name is the one.
    fn ended(&self, is: impl Fn(&str) -> bool) -> Option<usize> {
        let mut upto = self.names.len();
        self.open.iter().rev().position(|open| {
            let name = self.names.get(open.name..upto).unwrap_or_default();
            upto = open.name;
            is(name)
        })
    }

    /// The end tags of so many elements and of the one around them, innermost first.
    fn end_tags(&self, levels: usize) -> String {
        let mut upto = self.names.len();
        let mut tags = String::new();
        for open in self.open.iter().rev().take(levels + 1) {
            let name = self.names.get(open.name..upto).unwrap_or_default();
            tags.extend(["</", name, ">"]);
            upto = open.name;
        }
        tags
    }

    /// A `<` that begins nothing: it is text, as is what follows, to the next that begins something.
    pub(crate) fn scan_stray(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let at = self.at..self.at + 1;
        if !self.lenient && !self.open.is_empty() {
            return Err(self.broken(at, "`<` that begins no tag"));
        }
        if let Some(end) = self.spaced_end(self.at, sink)? {
            let (was, now) = (self.slice(self.at..end), self.end_tags(0));
            let detail = match was.contains('\\') {
                true => "a backslash at the front of an end tag",
                false => "white space before the `/` of an end tag",
            };
            self.mend(&rules::NOT_WELL_FORMED, at, detail, [was, &now], sink)?;
            self.ends_at(end)?;
            return Ok(Token::End);
        }
        let mut end = self.next_tag(self.at + 1, sink)?;
        let mut count = 1;
        while self.is_stray(end, sink)? && self.spaced_end(end, sink)?.is_none() {
            end = self.next_tag(end + 1, sink)?;
            count += 1;
        }
        if !self.open.is_empty() {
            let detail = match count {
                1 => "`<` that begins no tag".to_owned(),
                count => format!("`<` that begins no tag, {count} in this text"),
            };
            self.mend(&rules::NOT_WELL_FORMED, at, &detail, ["<", "&lt;"], sink)?;
        }
        self.ends_at(end)?;
        Ok(Token::Text)
    }

    /// Where `< /name>`, `<\name>` or `<\/name>` ends, of the element opened last, which is what its author meant. Read as text,
    /// it would become a part of an address.
    fn spaced_end(&mut self, at: usize, sink: &mut dyn Sink) -> Result<Option<usize>> {
        const SPACES: usize = 16;
        let Some(name) = self.open.last().map(|open| open.name) else { return Ok(None) };
        let most = self.names.len() - name + SPACES;
        self.have(at + most - self.at, sink)?;
        let window = self.input.window().as_bytes();
        let rest = window.get(at + 1..window.len().min(at + most)).unwrap_or_default();
        let name = self.names.get(name..).unwrap_or_default().as_bytes();
        let slash = rest.trim_ascii_start();
        let behind = slash.strip_prefix(b"\\").unwrap_or(slash);
        let behind = behind.strip_prefix(b"/").unwrap_or(behind);
        let behind = (behind.len() < slash.len()).then(|| behind.trim_ascii_start());
        let behind = behind.and_then(|rest| rest.strip_prefix(name)).map(<[u8]>::trim_ascii_start);
        let behind = behind.and_then(|rest| rest.strip_prefix(b">"));
        Ok(behind.map(|behind| at + 1 + rest.len() - behind.len()))
    }

    /// Whether a `<` begins neither a tag nor anything else.
    fn is_stray(&mut self, at: usize, sink: &mut dyn Sink) -> Result<bool> {
        if !self.have(at + 2 - self.at, sink)? {
            return Ok(false);
        }
        let byte = self.input.window().as_bytes().get(at + 1);
        let begins = |byte: &u8| matches!(byte, b'/' | b'!' | b'?') || is_name_start(*byte);
        Ok(byte.is_some_and(|byte| !begins(byte)))
    }
}

/// Whether a text may name a page; the addresses of namespaces do not.
pub(crate) fn holds_address(text: &str) -> bool {
    let mut words = text.split([' ', '\t', '\n', '\r']);
    let is_address = |word: &str| behind_namespace(word).unwrap_or(word).contains("://");
    // A relative one is an address, too, where it stands as that.
    let is_loc = || {
        let before_last = text.as_bytes().split_last().map_or(&[][..], |(_, before)| before);
        let close = memchr::memrchr(b'>', before_last);
        let first = start_tags(text, &["loc"]).next();
        close.zip(first).is_some_and(|(close, (first, _))| first.end <= close)
    };
    words.any(is_address) || is_loc()
}

/// Whether a text is an address of the web and nothing else (RFC 3986 appendix C: neither space nor these
/// delimiters are in one).
pub(crate) fn is_address(text: &str) -> bool {
    let delimits = |byte: u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"');
    is_web_address(text) && !text.bytes().any(delimits)
}

/// Whether the end tag of this name stands at the front, whatever its case.
fn is_end_of(markup: &[u8], name: &str) -> bool {
    let rest = markup.strip_prefix(b"</").and_then(|rest| rest.split_at_checked(name.len()));
    rest.is_some_and(|(found, behind)| {
        found.eq_ignore_ascii_case(name.as_bytes()) && behind.trim_ascii_start().starts_with(b">")
    })
}

/// Where an end tag of this name stands, if neither a start tag of it comes before nor one of what is around:
/// no value goes on in the next element of those that hold it. The case of names does not count.
pub(crate) fn first_end_within(markup: &[u8], name: &str, around: &str) -> Option<usize> {
    let is_next = |tag: &[u8]| !tag.starts_with(b"/") && is_called(tag, around);
    let found = tags(markup).find(|(_, tag)| is_called(tag, name) || is_next(tag));
    found.filter(|(_, tag)| tag.starts_with(b"/")).map(|(at, _)| at)
}

/// Whether what an end tag has beside its name is white space or a slash.
fn says_nothing(text: &str) -> bool {
    text.trim().trim_matches('/').is_empty()
}

/// Whether there is nothing but end tags and white space.
fn are_ends(markup: &[u8]) -> bool {
    let mut rest = markup.trim_ascii();
    while let Some(tag) = rest.strip_prefix(b"</") {
        let close = memchr(b'>', tag).unwrap_or(tag.len());
        rest = tag.get(close + 1..).unwrap_or_default().trim_ascii_start();
    }
    rest.is_empty()
}

/// Each `<`: where it stands, and what follows to the next one.
fn tags(markup: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    // Byte by byte: there is a tag every few bytes, to each of which a search would be called.
    let mut at = 0;
    let parts = markup.split(|byte| *byte == b'<').map(move |part| {
        let from = at;
        at += part.len() + 1;
        (from.saturating_sub(1), part)
    });
    parts.skip(1)
}

/// Whether a tag without its `<` has this name.
fn is_called(tag: &[u8], name: &str) -> bool {
    let tag = tag.strip_prefix(b"/").unwrap_or(tag);
    let (head, behind) = tag.split_at_checked(name.len()).unwrap_or_default();
    let is_whole = || behind.first().is_none_or(|byte| !is_name_byte(*byte));
    !head.is_empty() && head.eq_ignore_ascii_case(name.as_bytes()) && is_whole()
}

/// Whether a text between entries and fields may be pages without their scheme: words that all begin with a
/// path or a host. What is left of a tag, comments and dates are none.
pub(crate) fn is_path(text: &str) -> bool {
    let is_one = |word: &str| {
        let www = word.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www."));
        let (host, path) = word.split_once('/').unwrap_or((word, ""));
        let begins = www
            || host.is_empty()
                && path.starts_with(|c: char| c.is_alphanumeric() || "_-.~%".contains(c))
            || host.contains('.') && word.contains('/');
        begins && word.contains(char::is_alphabetic) && !word.contains(['<', '>', '{', '*'])
    };
    // Spaces that are none of XML are no path either.
    !text.trim().is_empty() && text.split_whitespace().all(is_one)
}

/// What stands behind the value of a declaration of a namespace; `None` for what is none, or has no
/// quotes.
fn behind_namespace(word: &str) -> Option<&str> {
    let declared = word.strip_prefix("xmlns").filter(|rest| rest.starts_with(['=', ':']))?;
    let (_, value) = declared.split_once(['"', '\''])?;
    Some(value.split_once(['"', '\'']).map_or("", |(_, rest)| rest))
}
