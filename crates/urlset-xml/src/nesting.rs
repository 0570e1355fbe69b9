//! How tags nest in markup that is looked at before it is read: which elements end in it, and which do not.

use crate::attributes::is_typographic;
use memchr::{memchr, memmem};

/// Elements that may be in each other where anything is said of them.
const DEEPEST: usize = 1024;

/// An element that was begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun<'m> {
    pub(crate) name: &'m [u8],
    /// Where the `<` of its start tag stands.
    pub(crate) at: usize,
    /// Whether its start tag has nothing but its name.
    pub(crate) is_bare: bool,
    /// Whether its start tag ends in a slash and white space.
    pub(crate) is_slashed: bool,
    /// Whether text stands right in the element.
    pub(crate) has_text: bool,
}

/// Markup that is followed tag by tag.
pub(crate) struct Nesting<'m, 'f> {
    markup: &'m [u8],
    /// What is open, outermost first.
    open: Vec<Begun<'m>>,
    /// How far it was followed.
    pub(crate) upto: usize,
    /// Where elements begin that may be cut, and that what is around them ends before they do.
    pub(crate) cut: Vec<usize>,
    may_be_cut: &'f dyn Fn(&Begun<'m>) -> bool,
}

impl<'m, 'f> Nesting<'m, 'f> {
    pub(crate) fn new(
        markup: &'m [u8],
        around: &'m [u8],
        may_be_cut: &'f dyn Fn(&Begun<'m>) -> bool,
    ) -> Nesting<'m, 'f> {
        let around =
            Begun { name: around, at: 0, is_bare: false, is_slashed: false, has_text: false };
        Nesting { markup, open: vec![around], upto: 0, cut: Vec::new(), may_be_cut }
    }

    /// The same within an element that it begins in.
    pub(crate) fn within(mut self, name: &'m [u8]) -> Nesting<'m, 'f> {
        self.open.push(Begun { name, at: 0, is_bare: false, is_slashed: false, has_text: false });
        self
    }

    /// Follows the markup until no more than so many elements are open, the one around it included: whether
    /// they end so, or an end tag fits nothing; `None` where that is not to be seen.
    pub(crate) fn follow(&mut self, depth: usize) -> Option<bool> {
        let markup = self.markup;
        while let Some(found) = memchr(b'<', markup.get(self.upto..).unwrap_or_default()) {
            let at = self.upto + found;
            self.meet_text(markup.get(self.upto..at).unwrap_or_default());
            let tag = markup.get(at + 1..).unwrap_or_default();
            self.upto = at + 1;
            let inside = extent(tag).and_then(|end| tag.get(..end))?;
            let fits = match inside {
                [b'/', name @ ..] => self.end(name.trim_ascii_end()),
                [b'!' | b'?', ..] => {
                    self.meet_text(inside.strip_prefix(b"![CDATA[").unwrap_or_default());
                    true
                }
                _ => self.begin(at, inside),
            };
            if !fits {
                return Some(false);
            }
            if self.open.len() > DEEPEST {
                return None;
            }
            self.upto += inside.len() + 1;
            if self.open.len() <= depth {
                return Some(true);
            }
        }
        self.upto = markup.len();
        None
    }

    fn begin(&mut self, at: usize, tag: &'m [u8]) -> bool {
        let length = tag.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        let name = tag.get(..length.unwrap_or(tag.len())).unwrap_or_default();
        if !name.is_empty() && !tag.ends_with(b"/") {
            let attributes = tag.get(name.len()..).unwrap_or_default();
            let (is_bare, is_slashed) = (length.is_none(), spaced_slash(attributes).is_some());
            self.open.push(Begun { name, at, is_bare, is_slashed, has_text: false });
        }
        !name.is_empty()
    }

    /// Ends the innermost element that is not cut.
    fn end(&mut self, name: &[u8]) -> bool {
        let may_be_cut = self.may_be_cut;
        let cut = self.open.iter().rev().take_while(|open| open.name != name && may_be_cut(open));
        let left = self.open.len() - cut.count();
        let ended = self.open.get(..left).and_then(<[_]>::last);
        if ended.is_none_or(|open| open.name != name) {
            return false;
        }
        self.cut.extend(self.open.drain(left..).map(|open| open.at));
        self.open.pop();
        true
    }

    fn meet_text(&mut self, text: &[u8]) {
        if let Some(open) = self.open.last_mut() {
            open.has_text |= !text.trim_ascii().is_empty();
        }
    }
}

/// Where the slash stands that a start tag ends in but for white space, where it is no part of a value without
/// quotes: in what stands between the name and the `>`.
pub(crate) fn spaced_slash(attributes: &[u8]) -> Option<usize> {
    let front = attributes.trim_ascii_end().strip_suffix(b"/")?;
    let last = std::str::from_utf8(front).ok()?.chars().next_back();
    let is_own = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'') || is_typographic(c);
    last.is_none_or(is_own).then_some(front.len())
}

/// From behind its `<` to the `>` of a tag, a comment, a section or an instruction; `None` where it has none.
fn extent(tag: &[u8]) -> Option<usize> {
    for (front, end) in [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")] {
        if let Some(rest) = tag.strip_prefix(front.as_bytes()) {
            return memmem::find(rest, end.as_bytes()).map(|at| front.len() + at + end.len() - 1);
        }
    }
    let mut quote = None;
    tag.iter().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
        *byte == b'>' && quote.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether what is in `<a>` ends with it, and the elements that are cut, which `l` may be.
    fn look(markup: &str) -> (Option<bool>, Vec<usize>) {
        let may_be_cut = |open: &Begun<'_>| open.name == b"l" && !open.is_bare && !open.has_text;
        let mut nesting = Nesting::new(markup.as_bytes(), b"a", &may_be_cut);
        (nesting.follow(0), nesting.cut)
    }

    #[test]
    fn elements_end_in_their_order() {
        for closed in [
            "</a>",
            " x </a ></b>",
            "<b></b><b/><b c='/'></b></a>",
            "<!-- <b> </c> --><![CDATA[</b>]]><?b </c>?></a>",
            "<b c='>'><a></a></b></a>",
            "<b c=\"'>\" d='</a>'/></a>",
            "<l c=''>x</l><l><l c=''/></l></a>",
        ] {
            assert_eq!(look(closed), (Some(true), vec![]), "{closed}");
        }
        for broken in ["</b>", "</A>", "<a></b>", "<b></a></b>", "< b></a>", "<l></a>"] {
            assert_eq!(look(broken), (Some(false), vec![]), "{broken}");
        }
        for broken in ["<l c=''>x</a>", "<l c=''><![CDATA[x]]></a>"] {
            assert_eq!(look(broken), (Some(false), vec![]), "{broken}");
        }
        for cut in ["", "<b></b><c>", "<b c='></b></a>", "<!-- </a>"] {
            assert_eq!(look(cut), (None, vec![]), "{cut}");
        }
        assert_eq!(
            look(&["<b>".repeat(2000), "</b>".repeat(2000), "</a>".into()].concat()).0,
            None
        );
    }

    #[test]
    fn what_may_be_cut_ends_before_what_is_around() {
        assert_eq!(look("<l c=''><b><l c=''></b><l d=''><c/></a>"), (Some(true), vec![11, 0, 23]));
        assert_eq!(look("<l c=''></l><l c=''></b>"), (Some(false), vec![]));
        assert_eq!(look("<b><l c=''></b></c>"), (Some(false), vec![3]));
    }
}
