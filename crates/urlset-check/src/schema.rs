//! What the published schemas refuse in a document, found as a validator finds it: tag by tag, by the
//! tables, whatever a reader of entries would make of it.

use crate::rules::{SCHEMA_MISSING, SCHEMA_NOT_EXPECTED, SCHEMA_VALUE};
use crate::schema_tables::{ANY, Attribute, CORE, Declared, Holds, SCHEMAS};
use crate::verdict::Refusals;
use std::borrow::Cow;
use urlset_core::{Input, Position, ReadOptions, Result, Rule, google_schema, is_blank};
use urlset_xml::{Between, Cursor, Step};

/// The namespace of what any element may say to validators.
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Elements of one sequence; the longest has 23.
const MOST_DECLARED: usize = 24;

/// An element that was entered.
#[derive(Debug)]
struct Frame {
    declared: &'static Declared,
    namespace: &'static str,
    at: Position,
    /// Where the tag before the next text ended.
    after: u64,
    /// The furthest of its elements so far, and how many of each.
    furthest: usize,
    seen: [u8; MOST_DECLARED],
    /// Something is wrong in it that leaves no value to look at.
    spoilt: bool,
}

/// A validator on its way.
struct Validator<'a> {
    xml: Cursor<'a>,
    open: Vec<Frame>,
    refusals: Refusals,
}

/// What the schemas refuse in a document. It ends where the document is not well-formed, which its
/// reader tells.
///
/// # Errors
/// What keeps it from being read on.
pub(crate) fn look(input: Input<'_>, options: &ReadOptions, refusals: &mut Refusals) -> Result<()> {
    // Misspelt namespaces are other namespaces, and nothing is guessed.
    let options = ReadOptions { limits: options.limits, extensions: &[], ..ReadOptions::default() };
    let mut validator = Validator {
        xml: Cursor::new(input, &options),
        open: Vec::new(),
        refusals: std::mem::take(refusals),
    };
    let ended = validator.document();
    *refusals = validator.refusals;
    ended
}

impl Validator<'_> {
    fn document(&mut self) -> Result<()> {
        self.xml.enter_root(&[], &mut ())?;
        let name = self.xml.name();
        let schema = SCHEMAS.first().filter(|(core, _)| *core == self.xml.namespace());
        let Some(root) = schema.and_then(|(_, roots)| roots.iter().find(|root| root.name == name))
        else {
            let detail = format!("no schema has `{}` as a root", self.xml.qname());
            self.refusals.refuse(SCHEMA_NOT_EXPECTED.at(self.xml.position()).detail(detail));
            return Ok(());
        };
        self.enter(root, CORE);
        while let Some(frame) = self.open.last() {
            let layout = !matches!(frame.declared.holds, Holds::Elements(_));
            let between = self.xml.step(layout, &mut ())?;
            self.text(between);
            match between.step {
                Step::Start => self.child()?,
                Step::End => self.end(),
            }
        }
        Ok(())
    }

    /// Enters the element that the cursor stands on, or whose children come next.
    fn enter(&mut self, declared: &'static Declared, namespace: &'static str) {
        self.attributes(declared.attributes);
        let after = self.xml.position_after().byte;
        self.open.push(Frame {
            declared,
            namespace,
            at: self.xml.position(),
            after,
            furthest: 0,
            seen: [0; MOST_DECLARED],
            spoilt: false,
        });
    }

    fn refuse(&mut self, rule: &'static Rule, at: Position, detail: &str) {
        let end = self.xml.position_after().byte;
        self.refusals.add(at.byte..end, rule.at(at).detail(detail));
    }

    /// Refuses something about the start tag read last.
    fn refuse_tag(&mut self, rule: &'static Rule, detail: &str) {
        self.refuse(rule, self.xml.position(), detail);
    }

    /// The text before the tag that the cursor went to.
    fn text(&mut self, between: Between) {
        let Some(frame) = self.open.last() else { return };
        let text = self.xml.between();
        let qname = frame.declared.name;
        let refused = match frame.declared.holds {
            Holds::Nothing => between.cdata || !text.is_empty(),
            Holds::Elements(_) => between.cdata || !is_blank(text),
            Holds::Value(kind) => {
                let whole = between.step == Step::End && !frame.spoilt;
                if whole && !kind.takes(text) {
                    let detail = format!("`{qname}`: `{text}` is not {}", kind.describe());
                    self.refuse(&SCHEMA_VALUE, frame.at, &detail);
                }
                return;
            }
        };
        if refused {
            let detail = format!("text in `{qname}`: `{}`", text.trim());
            // Of the root only what is near.
            let byte = if self.open.len() == 1 { frame.after } else { frame.at.byte };
            let at = Position { byte, ..frame.at };
            let end = self.xml.position_after().byte;
            self.refusals.add(at.byte..end, SCHEMA_NOT_EXPECTED.at(frame.at).detail(detail));
        }
    }

    /// The element that the cursor stands on.
    fn child(&mut self) -> Result<()> {
        let Some(frame) = self.open.last_mut() else { return Ok(()) };
        let (name, namespace) = (self.xml.name(), self.xml.namespace());
        let own = namespace == frame.namespace;
        // Wildcards take other namespaces only, and none is no other.
        let foreign = frame.namespace == CORE && !own && !namespace.is_empty();
        let elements = match frame.declared.holds {
            Holds::Elements(elements) => elements,
            Holds::Nothing | Holds::Value(_) => &[],
        };
        let is = |one: &Declared| if foreign { one.name == ANY } else { own && one.name == name };
        let Some((at, declared)) = elements.iter().enumerate().find(|(_, one)| is(one)) else {
            frame.spoilt = true;
            return self.pass("does not belong there");
        };
        let behind = at < frame.furthest;
        frame.furthest = frame.furthest.max(at);
        let times = frame.seen.get_mut(at).map_or(0, |seen| {
            *seen = seen.saturating_add(1);
            u32::from(*seen)
        });
        if behind {
            return self.pass("stands too late");
        }
        if times > declared.most {
            return self.pass("stands there too often");
        }
        let (declared, namespace) = match declared.name {
            ANY => {
                let Some((known, globals)) = SCHEMAS.iter().find(|(known, _)| *known == namespace)
                else {
                    if is_misspelt(namespace) {
                        return self.pass("is in a misspelt namespace");
                    }
                    // Without a schema there is nothing to go by, which is told apart.
                    return self.xml.skip(&mut ());
                };
                match globals.iter().find(|one| one.name == name) {
                    Some(global) => (global, *known),
                    None => return self.pass("is no part of an entry"),
                }
            }
            _ => (declared, frame.namespace),
        };
        self.enter(declared, namespace);
        self.xml.enter();
        Ok(())
    }

    /// Passes over the element that the cursor stands on: it is refused, and what is in it with it.
    fn pass(&mut self, why: &str) -> Result<()> {
        let (at, qname) = (self.xml.position(), self.xml.qname().to_owned());
        let parent = self.open.last().map_or("", |frame| frame.declared.name);
        let detail = format!("`{qname}` in `{parent}` {why}");
        let skipped = self.xml.skip(&mut ());
        self.refuse(&SCHEMA_NOT_EXPECTED, at, &detail);
        self.after();
        skipped
    }

    fn after(&mut self) {
        let after = self.xml.position_after().byte;
        if let Some(frame) = self.open.last_mut() {
            frame.after = after;
        }
    }

    /// The element entered last has ended.
    fn end(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        if let Holds::Elements(elements) = frame.declared.holds {
            for (declared, _) in elements
                .iter()
                .zip(frame.seen)
                .filter(|(declared, seen)| u32::from(*seen) < declared.least)
            {
                let detail = format!("no `{}` in `{}`", declared.name, frame.declared.name);
                match self.open.is_empty() {
                    true => self.refusals.add_root(SCHEMA_MISSING.at(frame.at).detail(detail)),
                    false => self.refuse(&SCHEMA_MISSING, frame.at, &detail),
                }
            }
        }
        self.after();
    }

    /// The attributes of the start tag read last.
    fn attributes(&mut self, declared: &'static [Attribute]) {
        let mut found: Vec<(&'static Rule, String)> = Vec::new();
        for (qname, _) in self.xml.attributes() {
            let known = declared.iter().find(|one| one.name == qname);
            let value = || self.xml.attribute(qname).unwrap_or(Cow::Borrowed(""));
            match known {
                Some(one) if !one.value.takes(&value()) => {
                    let (value, what) = (value(), one.value.describe());
                    let detail = format!("attribute `{qname}`: `{value}` is not {what}");
                    found.push((&SCHEMA_VALUE, detail));
                }
                None if !self.is_for_validators(qname) => {
                    let detail = format!("attribute `{qname}` of `{}`", self.xml.qname());
                    found.push((&SCHEMA_NOT_EXPECTED, detail));
                }
                _ => {}
            }
        }
        for one in declared.iter().filter(|one| one.required) {
            if self.xml.attribute(one.name).is_none() {
                let detail = format!("no attribute `{}` of `{}`", one.name, self.xml.qname());
                found.push((&SCHEMA_MISSING, detail));
            }
        }
        for (rule, detail) in found {
            self.refuse_tag(rule, &detail);
        }
    }

    /// Whether any element may have the attribute: it says where schemas are. No element of these
    /// schemas may be nil, and none is of another type than its own.
    fn is_for_validators(&self, qname: &str) -> bool {
        qname.split_once(':').is_some_and(|(prefix, local)| {
            matches!(local, "schemaLocation" | "noNamespaceSchemaLocation")
                && self.xml.attribute_namespace(prefix) == Some(INSTANCE)
        })
    }
}

/// Whether a namespace is one of the schemas' in another spelling or version.
fn is_misspelt(namespace: &str) -> bool {
    let bare = |uri: &str| {
        let uri = uri.trim().trim_end_matches('/').to_ascii_lowercase();
        let uri = uri.split_once("//").map_or(uri.as_str(), |(_, rest)| rest);
        let uri = uri.strip_prefix("www.").unwrap_or(uri);
        let is_version = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let name = uri.rsplit_once('/').filter(|(_, last)| is_version(last));
        name.map_or(uri, |(name, _)| name).to_owned()
    };
    let is_known = |name: &str| {
        let mut known = SCHEMAS.iter().filter_map(|(uri, _)| google_schema(uri));
        known.any(|known| known.eq_ignore_ascii_case(name))
    };
    if google_schema(namespace).is_some_and(is_known) {
        return true;
    }
    let namespace = bare(namespace);
    namespace == "google.com/schemas/sitemap"
        || SCHEMAS.iter().any(|(known, _)| bare(known) == namespace)
}
