//! Writes the same entries as XML in ever other spellings: prefixes, CDATA, comments, references,
//! white space, quotes. What a reader gives must not depend on any of them.

use urlset::{Attribute, Content, Element, Entry};

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A writer that never writes the same twice; the same seed gives the same text.
#[derive(Debug)]
pub struct Scribe {
    seed: u64,
    out: String,
    core_prefix: &'static str,
    fresh: u32,
    padding: usize,
}

impl Scribe {
    /// One that begins with this seed.
    pub fn new(seed: u64) -> Scribe {
        Scribe {
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            out: String::new(),
            core_prefix: "",
            fresh: 0,
            padding: 0,
        }
    }

    /// With so many spaces before the first entry.
    pub fn padded(self, padding: usize) -> Scribe {
        Scribe { padding, ..self }
    }

    /// A document with these entries.
    pub fn document(mut self, entries: &[Entry]) -> String {
        if self.one_in(2) {
            self.out.push_str("<?xml version='1.0' encoding=\"UTF-8\"?>");
        }
        self.misc();
        self.core_prefix = ["", "", "s:", "größe:"][self.pick(4)];
        let binding = match self.core_prefix.strip_suffix(':') {
            Some(prefix) => format!("xmlns:{prefix}='{CORE}'"),
            None => format!("xmlns=\"{CORE}\""),
        };
        let prefix = self.core_prefix;
        self.out.push_str(&format!("<{prefix}urlset {binding}"));
        self.gap();
        self.out.push('>');
        self.out.extend(std::iter::repeat_n(' ', self.padding));
        for entry in entries {
            self.space();
            self.entry(entry);
        }
        self.space();
        self.out.push_str(&format!("</{prefix}urlset"));
        self.gap();
        self.out.push('>');
        self.misc();
        self.out
    }

    fn entry(&mut self, entry: &Entry) {
        let mut fields = vec![("loc", entry.loc.to_string())];
        fields.extend(entry.lastmod.map(|lastmod| ("lastmod", lastmod.to_string())));
        fields.extend(entry.changefreq.map(|word| ("changefreq", word.to_string())));
        fields.extend(entry.priority.map(|priority| ("priority", priority.to_string())));
        let turn = self.pick(fields.len());
        fields.rotate_left(turn);
        self.open_core("url");
        let mut elements = entry.extensions.elements();
        for (name, text) in &fields {
            self.space();
            if self.one_in(3)
                && let Some(element) = elements.next()
            {
                self.element(element);
            }
            self.open_core(name);
            self.text(text, true);
            self.close_core(name);
        }
        for element in elements {
            self.space();
            self.element(element);
        }
        self.close_core("url");
    }

    fn open_core(&mut self, name: &str) {
        self.out.push('<');
        self.out.push_str(self.core_prefix);
        self.out.push_str(name);
        self.gap();
        self.out.push('>');
    }

    fn close_core(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(self.core_prefix);
        self.out.push_str(name);
        self.gap();
        self.out.push('>');
    }

    fn element(&mut self, element: Element<'_>) {
        let name = self.begin_tag(element);
        let mut contents = element.contents().peekable();
        if contents.peek().is_none() && self.one_in(2) {
            self.out.push_str("/>");
            return;
        }
        self.out.push('>');
        for content in contents {
            match content {
                Content::Text(text) => self.text(text, false),
                Content::Element(child) => self.element(child),
            }
        }
        self.out.push_str(&format!("</{name}"));
        self.gap();
        self.out.push('>');
    }

    /// Every element declares what it uses, under a prefix that nobody else has or under one that
    /// its parent bound to something else.
    fn begin_tag(&mut self, element: Element<'_>) -> String {
        let (name, mut declared) = match element.namespace() {
            "" => (element.name().to_owned(), " xmlns=''".to_owned()),
            namespace => {
                let prefix = self.prefix();
                let declared = format!(" xmlns:{prefix}=\"{}\"", attribute(namespace));
                (format!("{prefix}:{}", element.name()), declared)
            }
        };
        for item in element.attributes() {
            let name = self.attribute_name(item, &mut declared);
            let value = attribute(item.value);
            declared.push_str(&if self.one_in(2) {
                format!("\n {name} = \"{value}\"")
            } else {
                format!(" {name}='{value}'")
            });
        }
        self.out.push_str(&format!("<{name}{declared}"));
        self.gap();
        name
    }

    fn attribute_name(&mut self, item: Attribute<'_>, declared: &mut String) -> String {
        match item.namespace {
            "" => item.name().to_owned(),
            "http://www.w3.org/XML/1998/namespace" => format!("xml:{}", item.name()),
            namespace => {
                let prefix = self.prefix();
                declared.push_str(&format!(" xmlns:{prefix}='{}'", attribute(namespace)));
                format!("{prefix}:{}", item.name())
            }
        }
    }

    fn prefix(&mut self) -> String {
        self.fresh += 1;
        format!("n{}", self.fresh % 5)
    }

    /// The text in pieces, each in a spelling of its own.
    fn text(&mut self, text: &str, padded: bool) {
        if padded && self.one_in(8) {
            self.out.push_str("\n   ");
        }
        let mut rest = text;
        while !rest.is_empty() {
            let length = 1 + self.pick(rest.chars().count());
            let end = rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
            let (piece, tail) = rest.split_at(end);
            self.piece(piece);
            rest = tail;
        }
    }

    fn piece(&mut self, piece: &str) {
        match self.pick(6) {
            0 if !piece.contains("]]>") && !piece.contains('\r') && !self.out.ends_with(']') => {
                self.out.push_str(&format!("<![CDATA[{piece}]]>"));
            }
            1 => {
                for c in piece.chars() {
                    self.out.push_str(&format!("&#{};", u32::from(c)));
                }
            }
            2 => {
                for c in piece.chars() {
                    self.out.push_str(&format!("&#x0{:x};", u32::from(c)));
                }
            }
            3 => {
                self.out.push_str("<!-- <loc>https://example.com/no</loc> & -->");
                self.out.push_str(&escape(piece));
            }
            4 => {
                self.out.push_str("<?pi ]]> &x; ?>");
                self.out.push_str(&escape(piece));
            }
            _ => self.out.push_str(&escape(piece)),
        }
    }

    /// Space that means nothing, in a tag.
    fn gap(&mut self) {
        let gap = ["", "", " ", "\n\t"][self.pick(4)];
        self.out.push_str(gap);
    }

    /// Space that means nothing, between elements.
    fn space(&mut self) {
        let space = ["", "\n  ", "\t", "<!-- c -->", "\r\n"][self.pick(5)];
        self.out.push_str(space);
    }

    /// What may stand around a root.
    fn misc(&mut self) {
        if self.one_in(3) {
            self.out.push_str("\n<!-- <url> & ]]> -->\n<?x y?>\n");
        }
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.pick(count) == 0
    }

    /// Xorshift: enough to vary, the same everywhere.
    fn pick(&mut self, count: usize) -> usize {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        usize::try_from((self.seed >> 11) % count as u64).unwrap_or(0)
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('\r', "&#13;")
}

fn attribute(text: &str) -> String {
    let text = escape(text).replace('"', "&quot;").replace('\'', "&#39;");
    text.replace('\n', "&#xA;").replace('\t', "&#9;")
}
