//! Pull reading of one document: the element the cursor stands on, and the ways into and past it.

use crate::around::{Around, Strayed};
use crate::attributes::Attributes;
use crate::child::Found;
use crate::empty::Unclosed;
use crate::entries::{Entries, Torn};
use crate::gaps::Gaps;
use crate::known::Known;
use crate::prolog::LeftOut;
use crate::reference::{Space, decode, is_odd};
use crate::remarks::Remarks;
use crate::rules;
use crate::scan::Token;
use crate::scope::{Id, Scope};
use crate::wellformed::is_qname;
use std::borrow::Cow;
use std::ops::Range;
use urlset_core::{
    Extension, Input, Limits, Lost, Namespace, Position, ReadOptions, Result, Sink, Span, any,
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
    /// Markup that can be meant in one way only is read so, and every repair is told.
    pub(crate) mends: bool,
    /// What text stood where elements should, since that was asked last.
    pub(crate) strayed: Strayed,
    /// Whether such a text stands behind the tag read last; whether that was an end tag that nothing began,
    /// and perhaps of a field; the name of the last that was.
    pub(crate) is_behind_text: bool,
    pub(crate) behind_end: Option<bool>,
    pub(crate) wrong_end: String,
    pub(crate) extensions: &'static [&'static Extension],
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
    pub(crate) standing: bool,
    /// Where the tag ends that was looked at last: what is read again is not told again.
    pub(crate) looked_upto: u64,
    pub(crate) unclosed: Unclosed,
    /// How many elements are open, the parent of the children that are given included.
    pub(crate) parent: usize,
    /// End tags to assume before reading on.
    pub(crate) ends: usize,
    pub(crate) text: Text,
    /// Where the plain leaf found last ends in the window.
    pub(crate) leaf_end: usize,
    /// The child that was found and not taken yet.
    pub(crate) found: Found,
    pub(crate) buffer: String,
    /// How many elements are open in one whose text, as far as it was read, is in the buffer.
    pub(crate) texts: Range<usize>,
    /// A place behind what was read last, where its line is known.
    pub(crate) known: Option<Known>,
    /// What stands between the values of elements that were copied.
    pub(crate) gaps: Gaps,
    /// `None` where entries that are passed over are not told.
    pub(crate) entries: Option<Entries>,
    pub(crate) torn: Torn,
    /// Names of entities that the document declares.
    pub(crate) declared: Vec<Box<str>>,
    pub(crate) declared_xml: bool,
    pub(crate) seen_root: bool,
    pub(crate) seen_doctype: bool,
    pub(crate) told_after: bool,
    pub(crate) stylesheet: Option<Box<str>>,
    pub(crate) left_out: LeftOut,
    pub(crate) root_namespaces: Vec<Namespace>,
    /// `None` where no remarks are told.
    pub(crate) remarks: Option<Box<Remarks>>,
}

/// An element that is not closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// Where its name begins in the names.
    pub(crate) name: usize,
    /// Length of its prefix with the colon.
    pub(crate) prefix: usize,
    pub(crate) namespace: Id,
    /// Whether nothing declares its prefix; the namespace then stands for the prefix.
    undeclared: bool,
    /// Bindings in force outside it.
    pub(crate) bindings: usize,
    pub(crate) around: Around,
    /// Whether it holds elements that do not belong in it; known where markup is repaired or guessed at.
    pub(crate) holds_others: bool,
}

/// The start tag read last, as ranges in the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tag {
    pub(crate) qname: Range<usize>,
    pub(crate) attributes: Range<usize>,
    pub(crate) empty: bool,
    /// Whether an attribute stands twice in it.
    pub(crate) repeats: bool,
    pub(crate) offset: u64,
    pub(crate) length: u32,
}

/// What [`Cursor::read_text`] read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// In the window; `None` where it had to be put together in the buffer.
    pub(crate) plain: Option<Range<usize>>,
    pub(crate) offset: u64,
    pub(crate) length: u32,
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
            mends: options.mends,
            strayed: Strayed::Nothing,
            is_behind_text: false,
            behind_end: None,
            wrong_end: String::new(),
            extensions: options.extensions,
            scope: Scope::new(),
            open: Vec::new(),
            names: String::new(),
            at: 0,
            token: 0..0,
            tag: Tag::default(),
            standing: false,
            looked_upto: 0,
            unclosed: Unclosed::default(),
            parent: 0,
            ends: 0,
            text: Text::default(),
            leaf_end: 0,
            found: Found::default(),
            buffer: String::new(),
            texts: 0..0,
            known: None,
            gaps: Gaps::default(),
            entries: None,
            torn: Torn::default(),
            declared: Vec::new(),
            declared_xml: false,
            seen_root: false,
            seen_doctype: false,
            told_after: false,
            stylesheet: None,
            left_out: LeftOut::default(),
            root_namespaces: Vec::new(),
            remarks: options.remarks.then(|| Box::new(Remarks::new(options.base.as_deref()))),
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
            self.skip_space(sink)?;
            match self.scan(sink)? {
                Token::Start => {
                    self.begin(sink)?;
                    return Ok(true);
                }
                Token::End => {
                    self.leave();
                    self.parent = self.open.len();
                    return Ok(false);
                }
                token @ (Token::Text | Token::Cdata) => {
                    self.look_over(token, sink)?;
                    self.stray_text(sink)?;
                }
                Token::Skipped => {}
                Token::Eof => return Err(self.truncated()),
            }
        }
    }

    /// What text stood where only elements may, since this was asked last.
    pub fn take_strayed(&mut self) -> Strayed {
        std::mem::take(&mut self.strayed)
    }

    /// Nobody takes this text: what is wrong with its references and characters is told all the same.
    pub(crate) fn look_over(&mut self, token: Token, sink: &mut dyn Sink) -> Result<()> {
        let kept = self.buffer.len();
        match token {
            Token::Cdata => self.push_cdata(Lost::Nothing, sink)?,
            _ => self.decode_token(Lost::Nothing, sink)?,
        };
        self.buffer.truncate(kept);
        Ok(())
    }

    /// Lets go of everything before the next token, and of layout, however much there is.
    pub(crate) fn skip_space(&mut self, sink: &mut dyn Sink) -> Result<()> {
        loop {
            let rest = self.input.window().as_bytes().get(self.at..).unwrap_or_default();
            self.at += rest.iter().take_while(|byte| is_space(**byte)).count();
            self.release();
            if self.ends > 0 || !self.input.window().is_empty() || !self.more(sink)? {
                return Ok(());
            }
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
        self.found.forget();
    }

    /// Makes an element of the start tag just read and stands on it.
    pub(crate) fn begin(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.open.len() >= usize::from(self.limits.depth) {
            let detail = format!("more than {} nested elements", self.limits.depth);
            return Err(self.beyond(&detail, "--max-nesting"));
        }
        (self.is_behind_text, self.behind_end) = (false, None);
        let bindings = self.scope.depth();
        if !self.tag.attributes.is_empty() {
            self.declare(sink)?;
        }
        if !is_qname(self.slice(self.tag.qname.clone())) {
            let at = self.tag.qname.clone();
            let detail = "an element whose name is none";
            self.tell(&rules::NOT_WELL_FORMED, at, detail, Lost::Field, sink)?;
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
        self.open.push(Open {
            name,
            prefix,
            namespace: namespace.unwrap_or_default(),
            undeclared: namespace.is_none(),
            bindings,
            around: Around::Container,
            holds_others: false,
        });
        self.standing = true;
        if self.remarks.is_some() && (prefix > 0 || !self.tag.attributes.is_empty()) {
            self.remark_prefixes();
        }
        if namespace.is_none() { self.undeclared(sink) } else { Ok(()) }
    }

    /// Stands on an element in the namespace of the root whose start tag, of nothing but its name, is
    /// at the front of the window.
    pub(crate) fn stand_on_plain(&mut self, name: &str) {
        let (name_end, offset) = (name.len() + 1, self.input.offset());
        self.token = 0..name_end + 1;
        self.at = name_end + 1;
        self.tag = Tag {
            qname: 1..name_end,
            attributes: name_end..name_end,
            offset,
            length: u32::try_from(name_end + 1).unwrap_or(u32::MAX),
            ..Tag::default()
        };
        let namespace = self.open.first().map_or(0, |root| root.namespace);
        let (at, bindings) = (self.names.len(), self.scope.depth());
        self.names.push_str(name);
        self.open.push(Open {
            name: at,
            prefix: 0,
            namespace,
            undeclared: false,
            bindings,
            around: Around::Container,
            holds_others: false,
        });
        self.standing = true;
    }

    /// An element whose prefix nothing binds: that of a known extension is meant as it.
    fn undeclared(&mut self, sink: &mut dyn Sink) -> Result<()> {
        // A text may be under way in the buffer.
        let mut name = std::mem::take(&mut self.buffer);
        let kept = name.len();
        name.push_str("undeclared ");
        let prefix = self.qname().split_once(':').map_or("", |(prefix, _)| prefix);
        let known = self.extensions.iter().find(|extension| extension.prefix == prefix);
        name.push_str(prefix);
        let namespace = match known {
            Some(extension) => self.scope.intern(extension.namespace),
            None => self.scope.intern(name.get(kept..).unwrap_or_default()),
        };
        name.truncate(kept);
        self.buffer = name;
        let root = self.open.first().filter(|root| root.undeclared).map(|root| root.namespace);
        let is_root = self.open.len() == 1;
        if let Some(open) = self.open.last_mut() {
            open.namespace = namespace;
            open.undeclared = known.is_none();
        }
        self.bounded_namespaces()?;
        // What shares the root's prefix is read as what it is named.
        let read = known.is_some() || is_root || root == Some(namespace);
        let lost = if read { Lost::Nothing } else { Lost::Field };
        let at = self.tag.qname.clone();
        if !sink.wants(&rules::UNDECLARED_PREFIX.found().lost(lost)) {
            return self.tell(&rules::UNDECLARED_PREFIX, at, "", lost, sink);
        }
        let detail = match known {
            Some(extension) => {
                Cow::Owned(format!("{} read as in {}", self.qname(), extension.namespace))
            }
            None => Cow::Borrowed(self.qname()),
        };
        let mut finding = self.finding(&rules::UNDECLARED_PREFIX, at, &detail, lost);
        let (was, local) = (self.qname(), self.name());
        let namespace = known.map(|known| known.namespace);
        let mut bound = self.root_namespaces.iter().filter(|bound| !bound.prefix.is_empty());
        let bound = bound.find(|bound| Some(&*bound.uri) == namespace);
        finding = match (known, bound) {
            (Some(_), Some(bound)) => finding.mended(was, &format!("{}:{local}", bound.prefix)),
            (Some(known), None) => {
                let declaration = format!("xmlns:{}=\"{}\"", known.prefix, known.namespace);
                finding.mended("", &declaration)
            }
            (None, _) if read => finding.mended(was, local),
            (None, _) => finding,
        };
        sink.report(finding)
    }

    /// Closes the element opened last.
    pub(crate) fn leave(&mut self) {
        (self.is_behind_text, self.behind_end) = (false, None);
        if let Some(open) = self.open.pop() {
            self.names.truncate(open.name);
            self.scope.leave(open.bindings);
        }
    }

    /// Namespace of the element; empty for none, and for a prefix that nothing declares. Known
    /// misspellings have been corrected.
    pub fn namespace(&self) -> &str {
        if let Some(found) = self.found() {
            return self.found_namespace(found);
        }
        let declared = self.open.last().filter(|open| !open.undeclared);
        declared.map_or("", |open| self.scope.uri(open.namespace))
    }

    /// Whether the element's prefix is declared nowhere and meant by no known extension.
    pub fn is_undeclared(&self) -> bool {
        self.found().is_none() && self.open.last().is_some_and(|open| open.undeclared)
    }

    /// Takes the namespace of the root for another one from here on, for what is meant by it.
    pub fn take_root_namespace_for(&mut self, uri: &str) {
        if let Some(root) = self.open.first() {
            self.scope.take_for(root.namespace, uri);
        }
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

    /// Names and values of the element's attributes, as written, less namespace declarations.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = |qname: &str| qname != "xmlns" && !qname.starts_with("xmlns:");
        let all = Attributes::new(self.slice(self.tag.attributes.clone())).flatten();
        all.map(|raw| (raw.qname, raw.value)).filter(move |(qname, _)| own(qname))
    }

    /// Whether an element without prefix would be in the namespace of the root.
    pub(crate) fn default_is_root_namespace(&self) -> bool {
        let root = self.open.first().filter(|root| !root.undeclared);
        root.is_some_and(|root| Some(root.namespace) == self.scope.resolve(""))
    }

    /// Local name of the element.
    pub fn name(&self) -> &str {
        let prefix = match self.found() {
            Some(found) => found.prefix(),
            None => self.open.last().map_or(0, |open| open.prefix),
        };
        self.qname().get(prefix..).unwrap_or_default()
    }

    /// Name of the element with its prefix, as written.
    pub fn qname(&self) -> &str {
        if self.found().is_some() {
            return self.slice(self.tag.qname.clone());
        }
        self.open.last().and_then(|open| self.names.get(open.name..)).unwrap_or_default()
    }

    /// Value of an attribute without namespace. What cannot be what was meant stands in it as U+FFFD:
    /// to look at, as what no word begins or ends with; for what is carried there is
    /// [`Cursor::whole_attribute`].
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        let raw = self.raw_attribute(|qname| qname == name)?;
        Some(self.decoded(raw).0)
    }

    /// The same; `None` also where it cannot be what was meant.
    pub fn whole_attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.attribute_value(self.raw_attribute(|qname| qname == name)?)
    }

    /// Value of an attribute in a namespace, such as `xml:base`, as [`Cursor::attribute`] gives it.
    pub fn attribute_in(&self, namespace: &str, name: &str) -> Option<Cow<'_, str>> {
        Some(self.decoded(self.raw_attribute_in(namespace, name)?).0)
    }

    /// The same; `None` also where it cannot be what was meant.
    pub fn whole_attribute_in(&self, namespace: &str, name: &str) -> Option<Cow<'_, str>> {
        self.attribute_value(self.raw_attribute_in(namespace, name)?)
    }

    fn raw_attribute_in(&self, namespace: &str, name: &str) -> Option<&str> {
        self.raw_attribute(|qname| {
            qname.split_once(':').is_some_and(|(prefix, local)| {
                local == name && self.attribute_namespace(prefix) == Some(namespace)
            })
        })
    }

    /// The namespace of an attribute with this prefix; `None` where nothing declares it.
    pub fn attribute_namespace(&self, prefix: &str) -> Option<&str> {
        self.scope.resolve(prefix).map(|id| self.scope.uri(id))
    }

    fn raw_attribute(&self, wanted: impl Fn(&str) -> bool) -> Option<&str> {
        if let Some(found) = self.found() {
            return self.found_attribute(found, wanted);
        }
        if !self.has_attributes() {
            return None;
        }
        let text = self.slice(self.tag.attributes.clone());
        let found = Attributes::new(text).flatten().find(|attribute| wanted(attribute.qname));
        found.map(|attribute| attribute.value)
    }

    /// An attribute's value; `None` where it cannot be what was meant. What is odd in it was told when
    /// the tag was read.
    pub(crate) fn attribute_value<'t>(&self, raw: &'t str) -> Option<Cow<'t, str>> {
        let (value, whole) = self.decoded(raw);
        whole.then_some(value)
    }

    /// An attribute's value, and whether it can be what was meant.
    fn decoded<'t>(&self, raw: &'t str) -> (Cow<'t, str>, bool) {
        if !any(raw.as_bytes(), is_odd) {
            return (Cow::Borrowed(raw), true);
        }
        let (mut value, mut spoilt) = (String::new(), false);
        decode(raw, Space::Attribute, &self.declared, &mut value, |odd| spoilt |= odd.damaging);
        // It stands for bytes that were no UTF-8, if any were in the tag.
        let is_torn = || !self.input.guesses() && self.damage_in(&self.tag.attributes).is_some();
        spoilt |= value.contains(char::REPLACEMENT_CHARACTER) && is_torn();
        (Cow::Owned(value), !spoilt)
    }

    /// The number of the input.
    pub fn input(&self) -> u32 {
        self.input.number()
    }

    /// Of the `<` of the start tag read last.
    pub fn position(&self) -> Position {
        self.input.position_at(self.tag.offset)
    }

    /// Remembers the start tag read last for [`Cursor::pinned`].
    pub fn pin(&mut self) {
        self.input.pin(self.tag.offset);
    }

    /// The start tag read last as it is written; until anything else is read.
    pub fn start_tag(&self) -> &str {
        self.slice(self.token.clone())
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

    /// Prefixes bound on the root.
    pub fn root_namespaces(&self) -> &[Namespace] {
        &self.root_namespaces
    }

    /// The data of the `xml-stylesheet` instruction before the root.
    pub fn stylesheet(&self) -> Option<&str> {
        self.stylesheet.as_deref()
    }

    /// Whether every repair is told.
    pub fn is_mending(&self) -> bool {
        self.mends
    }

    /// Whether guesses are allowed.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }
}

/// Only white space as XML knows it, which is less than Unicode does (section 2.3).
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// White space of XML (production 3).
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
