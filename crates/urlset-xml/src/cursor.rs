//! Pull reading of one document: the element the cursor stands on, and the ways into and past it.

use crate::attributes::Attributes;
use crate::prolog::LeftOut;
use crate::reference::{Space, decode, is_odd};
use crate::rules;
use crate::scan::Token;
use crate::scope::{Id, Scope, UNKNOWN, meant_by};
use memchr::{memchr, memmem};
use std::borrow::Cow;
use std::ops::Range;
use urlset_core::{
    Diagnostic, Extension, Extensions, Input, Limits, Lost, Namespace, Place, Position,
    ReadOptions, Result, Sink, Span,
};

/// The namespace of `xml:base` and `xml:lang`.
pub const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// Pull reading of one document: the element it stands on, and ways into and past it. What it
/// stands on must be entered, read, captured or skipped; [`Cursor::next_child`] skips it otherwise.
///
/// Names and namespaces hold until the element is left, attributes until anything is read.
#[derive(Debug)]
pub struct Cursor<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) limits: Limits,
    pub(crate) lenient: bool,
    extensions: &'static [&'static Extension],
    pub(crate) scope: Scope,
    /// Elements that are not closed, outermost first.
    pub(crate) open: Vec<Open>,
    /// Names of the open elements, one after the other.
    pub(crate) names: String,
    /// Bytes of the window before the next token.
    pub(crate) at: usize,
    /// The token read last, in the window.
    pub(crate) token: Range<usize>,
    pub(crate) tag: Tag,
    standing: bool,
    /// How many elements are open, the parent of the children that are given included.
    parent: usize,
    /// End tags to assume before reading on.
    pub(crate) ends: usize,
    text: Text,
    buffer: String,
    /// Names of entities that the document declares.
    pub(crate) declared: Vec<Box<str>>,
    pub(crate) declared_xml: bool,
    pub(crate) seen_root: bool,
    pub(crate) told_after: bool,
    pub(crate) stylesheet: Option<Box<str>>,
    pub(crate) left_out: LeftOut,
    pub(crate) root_namespaces: Vec<Namespace>,
}

/// An element that is not closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// Where its name begins in the names.
    pub(crate) name: usize,
    /// Length of its prefix with the colon.
    prefix: usize,
    namespace: Id,
    /// Bindings in force outside it.
    bindings: usize,
}

/// The start tag read last, as ranges in the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tag {
    pub(crate) qname: Range<usize>,
    pub(crate) attributes: Range<usize>,
    pub(crate) empty: bool,
    offset: u64,
    length: u32,
}

/// What [`Cursor::read_text`] read.
#[derive(Clone, Debug, Default)]
struct Text {
    /// In the window; `None` where it had to be put together in the buffer.
    plain: Option<Range<usize>>,
    offset: u64,
    length: u32,
}

/// Where a text was read.
pub type TextPlace<'i, 'a> = Span<'i, 'a>;

impl<'a> Cursor<'a> {
    /// A cursor before the document's root.
    pub fn new(input: Input<'a>, options: &ReadOptions) -> Cursor<'a> {
        Cursor {
            input: input.lenient(options.lenient),
            limits: options.limits,
            lenient: options.lenient,
            extensions: options.extensions,
            scope: Scope::new(),
            open: Vec::new(),
            names: String::new(),
            at: 0,
            token: 0..0,
            tag: Tag::default(),
            standing: false,
            parent: 0,
            ends: 0,
            text: Text::default(),
            buffer: String::new(),
            declared: Vec::new(),
            declared_xml: false,
            seen_root: false,
            told_after: false,
            stylesheet: None,
            left_out: LeftOut::default(),
            root_namespaces: Vec::new(),
        }
    }

    /// Stands on the next child of the element that was entered last; `false` when that element
    /// ends, and the children after that are those of the element around it.
    ///
    /// # Errors
    /// Broken markup, a document that ends before its root, a limit, or the sink stops the work.
    pub fn next_child(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if self.standing {
            self.skip(sink)?;
        }
        if self.parent == 0 {
            return Ok(false);
        }
        loop {
            self.skip_space();
            self.release();
            match self.scan(sink)? {
                Token::Start => {
                    self.begin(true, sink)?;
                    return Ok(true);
                }
                Token::End => {
                    self.leave();
                    self.parent = self.open.len();
                    return Ok(false);
                }
                Token::Text | Token::Cdata => self.stray_text(sink)?,
                Token::Skipped => {}
                Token::Eof => return Err(self.truncated()),
            }
        }
    }

    /// The layout between tags, as far as it is in the window.
    fn skip_space(&mut self) {
        let rest = self.input.window().as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| is_space(**byte)).count();
    }

    fn stray_text(&self, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(self.token.clone());
        if text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            return Ok(());
        }
        let lead = text.len() - text.trim_start().len();
        let at = self.token.start + lead..self.token.end;
        self.tell(&rules::TEXT_IN_CONTAINER, at, text.trim(), Lost::Nothing, sink)
    }

    /// Makes the element it stands on the one whose children [`Cursor::next_child`] gives.
    pub fn enter(&mut self) {
        self.standing = false;
        self.parent = self.open.len();
        if self.tag.empty {
            self.ends += 1;
        }
    }

    /// Takes the element it stands on out of its parent, as if that had ended before: the missing
    /// end tag of a `<url>` before the next one.
    pub fn end_parent(&mut self) {
        let (Some(own), Some(parent)) = (self.open.pop(), self.open.pop()) else {
            return;
        };
        let name = self.names.split_off(own.name);
        self.names.truncate(parent.name);
        self.open.push(Open { name: self.names.len(), bindings: parent.bindings, ..own });
        self.names.push_str(&name);
        self.parent = self.open.len() - 1;
    }

    /// Lets go of everything before the next token.
    pub(crate) fn release(&mut self) {
        self.input.consume(self.at);
        self.at = 0;
        self.tag.attributes = 0..0;
        self.text.plain = Some(0..0);
    }

    /// Makes an element of the start tag just read and stands on it.
    pub(crate) fn begin(&mut self, told: bool, sink: &mut dyn Sink) -> Result<()> {
        if self.open.len() >= usize::from(self.limits.depth) {
            let detail = format!("more than {} nested elements", self.limits.depth);
            let finding = self.finding(&rules::TOO_DEEP, self.token.clone(), &detail, Lost::Rest);
            return Err(finding.into());
        }
        let bindings = self.scope.depth();
        if !self.tag.attributes.is_empty() {
            self.declare(told, sink)?;
        }
        let name = self.names.len();
        let qname = self.input.window().get(self.tag.qname.clone()).unwrap_or_default();
        self.names.push_str(qname);
        let colon = qname.bytes().position(|byte| byte == b':');
        let namespace =
            self.scope.resolve(colon.and_then(|at| qname.get(..at)).unwrap_or_default());
        let prefix = colon.map_or(0, |at| at + 1);
        self.tag.offset = self.offset_of(self.token.start);
        self.tag.length = u32::try_from(self.token.len()).unwrap_or(u32::MAX);
        self.open.push(Open { name, prefix, namespace: namespace.unwrap_or(UNKNOWN), bindings });
        self.standing = true;
        if namespace.is_none() && told { self.undeclared(sink) } else { Ok(()) }
    }

    /// An element whose prefix nothing binds: that of a known extension is meant as it.
    fn undeclared(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let qname = self.qname();
        let prefix = qname.split_once(':').map_or("", |(prefix, _)| prefix);
        let known = self.extensions.iter().find(|extension| extension.prefix == prefix);
        let lost = if known.is_some() { Lost::Nothing } else { Lost::Field };
        let detail = match known {
            Some(extension) => format!("{qname} read as in {}", extension.namespace),
            None => qname.to_owned(),
        };
        self.tell(&rules::UNDECLARED_PREFIX, self.tag.qname.clone(), &detail, lost, sink)?;
        if let Some(extension) = known {
            let namespace = self.scope.intern(extension.namespace);
            if let Some(open) = self.open.last_mut() {
                open.namespace = namespace;
            }
        }
        Ok(())
    }

    /// Checks the tag's attributes and binds the namespaces that it declares.
    fn declare(&mut self, told: bool, sink: &mut dyn Sink) -> Result<()> {
        let range = self.tag.attributes.clone();
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let mut count = 0_usize;
        let mut malformed = false;
        for attribute in Attributes::new(text) {
            count += 1;
            malformed |= attribute.is_err();
        }
        if count > usize::from(self.limits.attributes) {
            let detail = format!("more than {} attributes", self.limits.attributes);
            return Err(self
                .finding(&rules::TOO_DEEP, self.token.clone(), &detail, Lost::Rest)
                .into());
        }
        if told && (malformed || repeats(text, count)) {
            let detail =
                if malformed { "a malformed attribute" } else { "an attribute given twice" };
            self.tell(&rules::NOT_WELL_FORMED, range.clone(), detail, Lost::Field, sink)?;
        }
        if told && memchr(b'&', text.as_bytes()).is_some() {
            self.check_references(range.clone(), sink)?;
        }
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        if memmem::find(text.as_bytes(), b"xmlns").is_some() {
            self.bind(range, sink)?;
        }
        Ok(())
    }

    fn check_references(&self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(range.clone());
        let mut found = Vec::new();
        let mut decoded = String::new();
        decode(text, Space::Attribute, &self.declared, &mut decoded, |odd| found.push(odd));
        for odd in found {
            let at = range.start + odd.at;
            let lost = if odd.damaging { Lost::Field } else { Lost::Nothing };
            let detail = text.get(odd.at..odd.at + odd.length).unwrap_or_default();
            self.tell(odd.rule, at..at + odd.length, detail, lost, sink)?;
        }
        Ok(())
    }

    fn bind(&mut self, range: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let mut found: Vec<Diagnostic> = Vec::new();
        for attribute in Attributes::new(text).flatten() {
            let prefix = match attribute.qname.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            let mut uri = String::new();
            decode(attribute.value, Space::Attribute, &self.declared, &mut uri, |_| {});
            let uri = uri.trim();
            let meant = meant_by(self.extensions, uri);
            if let Some(extension) = meant {
                let slash = uri.trim_end_matches('/') == extension.namespace;
                let rule = if slash { &rules::EXTENSION_SLASH } else { &rules::WRONG_EXTENSION };
                let at = attribute.value.as_ptr() as usize - text.as_ptr() as usize + range.start;
                let length = attribute.value.len();
                let finding = self.finding(rule, at..at + length, uri, Lost::Nothing);
                found.push(finding.help(format!("write {}", extension.namespace)));
            }
            let uri = meant.map_or(uri, |extension| extension.namespace);
            self.scope.bind(prefix, uri);
        }
        for finding in found {
            sink.report(finding)?;
        }
        // Each namespace met stays known by number, so their count is bounded like the bindings'.
        let most = usize::from(self.limits.namespaces);
        if self.scope.depth() > most || self.scope.met() > 8 * most {
            let detail = format!("more than {most} namespaces");
            return Err(self
                .finding(&rules::TOO_DEEP, self.token.clone(), &detail, Lost::Rest)
                .into());
        }
        Ok(())
    }

    /// Closes the element opened last.
    fn leave(&mut self) {
        if let Some(open) = self.open.pop() {
            self.names.truncate(open.name);
            self.scope.leave(open.bindings);
        }
    }

    /// Namespace of the element; empty for none, and for a prefix that nothing declares. Known
    /// misspellings have been corrected.
    pub fn namespace(&self) -> &str {
        self.open.last().map_or("", |open| self.scope.uri(open.namespace))
    }

    /// Whether the element's prefix is declared nowhere and meant by no known extension.
    pub fn is_undeclared(&self) -> bool {
        self.open.last().is_some_and(|open| open.namespace == UNKNOWN)
    }

    /// Whether the element is in the namespace of the root.
    pub fn is_in_root_namespace(&self) -> bool {
        let of = |open: Option<&Open>| open.map(|open| open.namespace);
        of(self.open.last()) == of(self.open.first())
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The first attribute of the element that is neither a namespace declaration nor one of XML or
    /// XML Schema.
    pub fn stray_attribute(&self) -> Option<&str> {
        if self.tag.attributes.is_empty() {
            return None;
        }
        let text = self.slice(self.tag.attributes.clone());
        let stray = |qname: &str| {
            let prefix = qname.split_once(':').map_or("", |(prefix, _)| prefix);
            qname != "xmlns" && !matches!(prefix, "xmlns" | "xml" | "xsi")
        };
        Attributes::new(text).flatten().map(|raw| raw.qname).find(|qname| stray(qname))
    }

    /// Local name of the element.
    pub fn name(&self) -> &str {
        self.open
            .last()
            .and_then(|open| self.names.get(open.name + open.prefix..))
            .unwrap_or_default()
    }

    /// Name of the element with its prefix, as written.
    pub fn qname(&self) -> &str {
        self.open.last().and_then(|open| self.names.get(open.name..)).unwrap_or_default()
    }

    /// Value of an attribute without namespace.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.raw_attribute(|qname| qname == name)
    }

    /// Value of an attribute in a namespace, such as `xml:base`.
    pub fn attribute_in(&self, namespace: &str, name: &str) -> Option<Cow<'_, str>> {
        self.raw_attribute(|qname| {
            qname.split_once(':').is_some_and(|(prefix, local)| {
                local == name && self.attribute_namespace(prefix) == Some(namespace)
            })
        })
    }

    fn attribute_namespace(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "xml" => Some(XML_NAMESPACE),
            prefix => self.scope.resolve(prefix).map(|id| self.scope.uri(id)),
        }
    }

    fn raw_attribute(&self, wanted: impl Fn(&str) -> bool) -> Option<Cow<'_, str>> {
        let text = self.slice(self.tag.attributes.clone());
        let raw = Attributes::new(text).flatten().find(|attribute| wanted(attribute.qname))?;
        Some(self.attribute_value(raw.value))
    }

    /// An attribute's value; what is odd in it was told when the tag was read.
    fn attribute_value<'t>(&self, raw: &'t str) -> Cow<'t, str> {
        if !raw.bytes().any(is_odd) {
            return Cow::Borrowed(raw);
        }
        let mut value = String::new();
        decode(raw, Space::Attribute, &self.declared, &mut value, |_| {});
        Cow::Owned(value)
    }

    /// Of the `<` of the start tag read last.
    pub fn position(&self) -> Position {
        self.input.position_at(self.tag.offset)
    }

    /// Remembers the start tag read last for [`Cursor::pinned`].
    pub fn pin(&mut self) {
        self.input.pin(self.tag.offset);
    }

    /// Of the start tag pinned last.
    pub fn pinned(&self) -> Position {
        self.input.pinned()
    }

    /// Where the next token begins, in the decoded text.
    pub fn offset(&self) -> u64 {
        self.offset_of(self.at)
    }

    /// The start tag read last, as a place for findings.
    pub fn tag_span(&self) -> Span<'_, 'a> {
        Span { input: &self.input, offset: self.tag.offset, length: self.tag.length }
    }

    /// Reads the element's character data up to its end tag and leaves it; see [`Cursor::text`].
    /// `false` where the text cannot be what was meant (bytes or characters that cannot be, an
    /// entity that is not expanded, markup inside): that has been reported as the loss of `lost`.
    ///
    /// # Errors
    /// As [`Cursor::next_child`].
    pub fn read_text(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        self.standing = false;
        self.release();
        self.text = Text { plain: Some(0..0), offset: self.input.offset(), length: 0 };
        if self.tag.empty {
            self.leave();
            return Ok(true);
        }
        if self.plain_text(sink)? {
            return Ok(true);
        }
        self.mixed_text(lost, sink)
    }

    /// The usual case: text without anything odd, then the end tag.
    fn plain_text(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let Some(open) = self.open.last().copied() else {
            return Ok(false);
        };
        let name_length = self.names.len() - open.name;
        let end = loop {
            let window = self.input.window().as_bytes();
            match memchr(b'<', window) {
                Some(end) if window.len() >= end + name_length + 3 => break end,
                _ if self.more(sink)? => {}
                _ => return Ok(false),
            }
        };
        let (text, tail) = self.input.window().as_bytes().split_at_checked(end).unwrap_or_default();
        let name = self.names.as_bytes().get(open.name..).unwrap_or_default();
        let ends = tail.strip_prefix(b"</").and_then(|rest| rest.strip_prefix(name));
        // Without branches, so that it runs over many bytes at once.
        let odd = text.iter().fold(false, |odd, byte| odd | is_odd(*byte));
        if odd || ends.and_then(<[u8]>::first) != Some(&b'>') || self.damage_in(&(0..end)).is_some()
        {
            return Ok(false);
        }
        self.at = end + name_length + 3;
        self.text.plain = Some(0..end);
        self.text.length = u32::try_from(end).unwrap_or(u32::MAX);
        self.leave();
        Ok(true)
    }

    /// Text with references, CDATA, comments or worse, put together in the buffer. Nothing is let
    /// go of on the way, so that findings can show the place.
    fn mixed_text(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        self.buffer.clear();
        let mut whole = true;
        let depth = self.open.len();
        loop {
            match self.scan(sink)? {
                Token::Text => whole &= self.decode_token(lost, sink)?,
                Token::Cdata => whole &= self.push_cdata(lost, sink)?,
                Token::Skipped => {}
                Token::End => break,
                Token::Eof => return Err(self.truncated()),
                Token::Start if self.lenient && !self.buffer.trim().is_empty() => {
                    // A missing end tag: what follows is the next field.
                    let detail = format!("`{}` is not closed", self.qname());
                    self.tell(
                        &rules::NOT_WELL_FORMED,
                        self.token.clone(),
                        &detail,
                        Lost::Nothing,
                        sink,
                    )?;
                    self.at = self.token.start;
                    break;
                }
                Token::Start => {
                    let detail = self.slice(self.tag.qname.clone()).to_owned();
                    self.tell(&rules::ELEMENT_IN_LEAF, self.token.clone(), &detail, lost, sink)?;
                    whole = false;
                    self.pass_over(depth, sink)?;
                }
            }
        }
        self.text.plain = None;
        self.text.length = u32::try_from(self.token.start).unwrap_or(u32::MAX);
        self.leave();
        Ok(whole)
    }

    /// The start tag just read and everything in it.
    fn pass_over(&mut self, depth: usize, sink: &mut dyn Sink) -> Result<()> {
        self.begin(false, sink)?;
        self.standing = false;
        if self.tag.empty {
            self.leave();
        }
        while self.open.len() > depth {
            match self.scan(sink)? {
                Token::Start => {
                    self.begin(false, sink)?;
                    self.standing = false;
                    if self.tag.empty {
                        self.leave();
                    }
                }
                Token::End => self.leave(),
                Token::Eof => return Err(self.truncated()),
                Token::Text | Token::Cdata | Token::Skipped => {}
            }
        }
        Ok(())
    }

    /// Appends the text token to the buffer.
    fn decode_token(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let range = self.token.clone();
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        if !text.bytes().any(is_odd) && self.damage_in(&range).is_none() {
            self.buffer.push_str(text);
            return Ok(true);
        }
        let mut found = Vec::new();
        let mut told = 0_usize;
        decode(text, Space::Lines, &self.declared, &mut self.buffer, |odd| {
            // One long text may hold any number; more than these say nothing new.
            told += 1;
            if told <= 1000 || odd.damaging {
                found.push(odd);
            }
        });
        found.truncate(2000);
        let mut whole = true;
        for odd in found {
            whole &= !odd.damaging;
            let at = range.start + odd.at;
            let cost = if odd.damaging { lost } else { Lost::Nothing };
            let detail = self.slice(at..at + odd.length).to_owned();
            self.tell(odd.rule, at..at + odd.length, &detail, cost, sink)?;
        }
        Ok(whole & self.tell_damage(range, lost, sink)?)
    }

    fn push_cdata(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let range = self.token.clone();
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let escape = ["&amp;", "&lt;", "&gt;", "&#38;"].iter().find_map(|escape| text.find(escape));
        let invalid = text.char_indices().find(|(_, c)| !crate::escape::is_xml_char(*c));
        for (at, piece) in text.split('\r').enumerate() {
            // CR LF and CR are one line end (XML 1.0 section 2.11).
            if at > 0 && !piece.starts_with('\n') {
                self.buffer.push('\n');
            }
            self.buffer.push_str(piece);
        }
        if let Some(at) = escape {
            let at = range.start + at;
            self.tell(&rules::ESCAPED_IN_CDATA, at..at + 4, "", Lost::Nothing, sink)?;
        }
        if let Some((at, c)) = invalid {
            let at = range.start + at;
            self.tell(&rules::INVALID_CHAR, at..at + c.len_utf8(), "", lost, sink)?;
        }
        Ok(invalid.is_none() & self.tell_damage(range, lost, sink)?)
    }

    fn damage_in(&self, range: &Range<usize>) -> Option<u64> {
        self.input.damage(self.offset_of(range.start), range.len()).next()
    }

    /// Reports bytes that were not UTF-8; `false` where nothing sensible was put in their place.
    fn tell_damage(&self, range: Range<usize>, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let mut whole = true;
        for offset in self.input.damage(self.offset_of(range.start), range.len()) {
            let finding = rules::INVALID_UTF8.found();
            let finding = if self.lenient {
                finding.detail("read as windows-1252")
            } else {
                whole = false;
                finding.lost(lost)
            };
            sink.report(Span { input: &self.input, offset, length: 1 }.mark(finding))?;
        }
        Ok(whole)
    }

    /// What [`Cursor::read_text`] read, as it was, not trimmed; until the cursor moves.
    pub fn text(&self) -> &str {
        match &self.text.plain {
            Some(range) => self.slice(range.clone()),
            None => &self.buffer,
        }
    }

    /// Whether references, CDATA or comments stood in it.
    pub fn text_is_mixed(&self) -> bool {
        self.text.plain.is_none()
    }

    /// Where that was.
    pub fn text_place(&self) -> TextPlace<'_, 'a> {
        Span { input: &self.input, offset: self.text.offset, length: self.text.length }
    }

    /// Leaves the element without looking at what is in it.
    ///
    /// # Errors
    /// As [`Cursor::next_child`].
    pub fn skip(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.standing = false;
        if self.tag.empty {
            self.leave();
            return Ok(());
        }
        let depth = self.open.len().saturating_sub(1);
        while self.open.len() > depth {
            self.release();
            match self.scan(sink)? {
                Token::Start => {
                    self.begin(false, sink)?;
                    self.standing = false;
                    if self.tag.empty {
                        self.leave();
                    }
                }
                Token::End => self.leave(),
                Token::Eof => return Err(self.truncated()),
                Token::Text | Token::Cdata | Token::Skipped => {}
            }
        }
        Ok(())
    }

    /// Copies the element onto the tape and leaves it. White space between tags is not kept where
    /// it holds a line break.
    ///
    /// # Errors
    /// As [`Cursor::next_child`], and `limit/entry-bytes` where the tape grows beyond its limits.
    pub fn capture(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        self.standing = false;
        let depth = self.open.len().saturating_sub(1);
        self.capture_tag(out, sink)?;
        self.buffer.clear();
        while self.open.len() > depth {
            self.release();
            let token = self.scan(sink)?;
            match token {
                Token::Text => {
                    self.decode_token(Lost::Field, sink)?;
                    continue;
                }
                Token::Cdata => {
                    self.push_cdata(Lost::Field, sink)?;
                    continue;
                }
                Token::Skipped => continue,
                Token::Start | Token::End | Token::Eof => {}
            }
            let layout = self.buffer.contains('\n') && self.buffer.trim().is_empty();
            if !layout {
                out.text(&self.buffer);
            }
            self.buffer.clear();
            match token {
                Token::Start => {
                    self.begin(true, sink)?;
                    self.standing = false;
                    self.capture_tag(out, sink)?;
                }
                Token::End => {
                    out.close();
                    self.leave();
                }
                _ => return Err(self.truncated()),
            }
            self.check_entry(out)?;
        }
        Ok(())
    }

    fn capture_tag(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        out.open(self.namespace(), self.qname(), self.position());
        let text = self.slice(self.tag.attributes.clone());
        for attribute in Attributes::new(text).flatten() {
            let (prefix, _) = attribute.qname.split_once(':').unwrap_or_default();
            if attribute.qname == "xmlns" || prefix == "xmlns" {
                continue;
            }
            let value = self.attribute_value(attribute.value);
            let namespace =
                if prefix.is_empty() { Some("") } else { self.attribute_namespace(prefix) };
            match namespace {
                Some(namespace) => {
                    out.attribute(namespace, attribute.qname, &value);
                }
                None => {
                    let at = self.tag.attributes.clone();
                    self.tell(&rules::UNDECLARED_PREFIX, at, attribute.qname, Lost::Field, sink)?;
                }
            }
        }
        if self.tag.empty {
            out.close();
            self.leave();
        }
        Ok(())
    }

    fn check_entry(&self, out: &Extensions) -> Result<()> {
        if out.node_count() <= self.limits.nodes as usize
            && out.text_bytes() <= self.limits.entry_bytes as usize
        {
            return Ok(());
        }
        let finding = urlset_core::rules::LIMIT_ENTRY.at(self.position());
        Err(finding.lost(Lost::Rest).into())
    }

    /// Prefixes bound on the root.
    pub fn root_namespaces(&self) -> &[Namespace] {
        &self.root_namespaces
    }

    /// The data of the `xml-stylesheet` instruction before the root.
    pub fn stylesheet(&self) -> Option<&str> {
        self.stylesheet.as_deref()
    }

    /// Whether guesses are allowed.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether an attribute stands twice in a tag. Sorted, so that a tag with many costs no more than
/// its size.
fn repeats(text: &str, count: usize) -> bool {
    if count < 2 {
        return false;
    }
    let mut names: Vec<&str> = Attributes::new(text).flatten().map(|raw| raw.qname).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair.first() == pair.last())
}
