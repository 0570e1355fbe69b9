//! Writes HTML in which nothing from outside can become markup: names of elements and attributes, and
//! every attribute that means something to a browser, are texts of this program. What comes from an
//! input is character data, or an attribute that is only read out.

use crate::text::{thousands, visible};
use std::fmt::Write as _;

/// A document under way.
#[derive(Debug, Default)]
pub(crate) struct Html {
    out: String,
    open: Vec<&'static str>,
    /// The last start tag is not ended: attributes may follow.
    in_tag: bool,
}

/// Elements that have no end tag (HTML, section 13.1.2).
const VOID: [&str; 3] = ["meta", "col", "br"];

impl Html {
    /// Begins an element; [`Html::close`] ends it.
    pub(crate) fn open(&mut self, tag: &'static str) -> &mut Html {
        self.end_tag();
        let _ = write!(self.out, "<{tag}");
        self.in_tag = true;
        if !VOID.contains(&tag) {
            self.open.push(tag);
        }
        self
    }

    /// An attribute whose name and value are of this program.
    pub(crate) fn is(&mut self, name: &'static str, value: &'static str) -> &mut Html {
        debug_assert!(self.in_tag, "an attribute stands in a tag");
        let _ = write!(self.out, " {name}=\"{value}\"");
        self
    }

    /// An attribute that is a number.
    pub(crate) fn number(&mut self, name: &'static str, value: f64) -> &mut Html {
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let _ = write!(self.out, " {name}=\"{text}\"");
        self
    }

    /// The size of a chart in its own units.
    pub(crate) fn view(&mut self, width: f64, height: f64) -> &mut Html {
        let _ = write!(self.out, " viewBox=\"0 0 {width} {height}\"");
        self
    }

    /// What is read out in place of the element, or beside it: text from anywhere.
    pub(crate) fn label(&mut self, text: &str) -> &mut Html {
        self.out.push_str(" aria-label=\"");
        escape(text, &mut self.out);
        self.out.push('"');
        self
    }

    /// Character data, from anywhere.
    pub(crate) fn text(&mut self, text: &str) -> &mut Html {
        self.end_tag();
        escape(text, &mut self.out);
        self
    }

    /// Words of this program, in which code stands between backticks.
    pub(crate) fn words(&mut self, text: &'static str) -> &mut Html {
        for (number, part) in text.split('`').enumerate() {
            if number % 2 == 0 {
                self.text(part);
            } else {
                self.leaf("code", part);
            }
        }
        self
    }

    /// Text of this program that is no HTML, as a stylesheet.
    pub(crate) fn raw(&mut self, text: &'static str) -> &mut Html {
        self.end_tag();
        self.out.push_str(text);
        self
    }

    /// Ends the last element that is open.
    pub(crate) fn close(&mut self) -> &mut Html {
        self.end_tag();
        if let Some(tag) = self.open.pop() {
            let _ = write!(self.out, "</{tag}>");
        }
        self
    }

    /// An element with text alone.
    pub(crate) fn leaf(&mut self, tag: &'static str, text: &str) -> &mut Html {
        self.open(tag).text(text).close()
    }

    /// A line break in the source.
    pub(crate) fn line(&mut self) -> &mut Html {
        self.end_tag();
        self.out.push('\n');
        self
    }

    /// A figure, with the place that it has in the report for machines (a JSON Pointer, RFC 6901). The
    /// place is made of names and numbers of this program.
    pub(crate) fn figure(&mut self, at: &At, value: u64) -> &mut Html {
        self.open("data");
        let _ = write!(self.out, " data-at=\"{}\" value=\"{value}\"", at.0);
        self.text(&thousands(value)).close()
    }

    /// The document.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn end_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.push('>');
        }
    }
}

/// The place of a figure.
#[derive(Clone, Debug)]
pub(crate) struct At(String);

impl At {
    /// The figures themselves.
    pub(crate) const fn root() -> At {
        At(String::new())
    }

    /// A member.
    pub(crate) fn to(&self, name: &'static str) -> At {
        At(format!("{}/{name}", self.0))
    }

    /// An item of a list.
    pub(crate) fn nth(&self, number: usize) -> At {
        At(format!("{}/{number}", self.0))
    }
}

/// Appends text as character data or as the value of an attribute, each character that steers or hides
/// shown by a picture or an escape.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => visible(c, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Html};

    #[test]
    fn nothing_from_outside_is_markup() {
        let mut html = Html::default();
        let evil = "\"'><script>alert(1)</script>&amp;\u{202e}\u{1b}\0\n";
        html.open("p").label(evil).text(evil).close();
        html.open("meta").is("charset", "utf-8").open("b").figure(&At::root().to("a").nth(3), 1234);
        assert_eq!(
            html.finish(),
            "<p aria-label=\"&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\\u{202e}␛␀␊\">\
             &quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\\u{202e}␛␀␊</p>\
             <meta charset=\"utf-8\"><b><data data-at=\"/a/3\" value=\"1234\">1,234</data></b>"
        );
    }
}
