//! One look at an item of an extension from its first node to its last, for those who want to know whether
//! everything in it is as usual before they ask what is not.

use crate::extensions::{Extensions, Part, Stretch};
use crate::{Element, Extension, Occurs};

/// What one look at an item shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Each element in it has a line of the table, none stands twice that may not, none is one that its
    /// vendor no longer reads, and no white space is around any value.
    Usual,
    /// The same, but some element is one that its vendor no longer reads.
    Retired,
    /// Whether that is so takes a closer look.
    Closer,
}

impl Element<'_> {
    /// One look at all that is in an item of this extension.
    pub fn look(self, extension: &Extension) -> Look {
        let (tape, from, upto) = self.range();
        let (mut lines, mut retired) = (0_u64, false);
        for node in tape.nodes.get(from + 1..upto).unwrap_or_default() {
            if node.part != Part::Open {
                if node.value.length == 0 || tape.is_tight(node.value) {
                    continue;
                }
                return Look::Closer;
            }
            let Some((at, shape)) = extension.own(node.known) else { return Look::Closer };
            // No table of shapes has more than 64 lines.
            let bit = u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0);
            if lines & bit != 0 && !matches!(shape.occurs, Occurs::Many { .. }) {
                return Look::Closer;
            }
            lines |= bit;
            retired |= shape.deprecated;
        }
        if retired { Look::Retired } else { Look::Usual }
    }
}

impl Extensions {
    /// Whether a text begins and ends with characters of ASCII that are no space.
    #[inline]
    fn is_tight(&self, text: Stretch) -> bool {
        let (all, start, length) = (self.as_bytes(), text.start as usize, text.length as usize);
        let is_mark = |at: usize| all.get(at).is_some_and(u8::is_ascii_graphic);
        is_mark(start) && is_mark((start + length).saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Look;
    use crate::{Extension, Extensions, Occurs, Position, Shape, Value};

    const fn shape(path: &'static str, occurs: Occurs, deprecated: bool) -> Shape {
        Shape { path, occurs, value: Value::Url, deprecated }
    }

    static SHAPES: [Shape; 4] = [
        shape("a", Occurs::Optional, false),
        shape("a/b", Occurs::Optional, false),
        shape("c", Occurs::Many { most: 9 }, false),
        shape("d", Occurs::Optional, true),
    ];
    static EXTENSION: Extension = Extension {
        name: "x",
        title: "",
        namespace: "urn:x",
        variants: &[],
        prefix: "x",
        element: "item",
        shapes: &SHAPES,
        keyed: None,
        identity: &[],
        audit: || unreachable!("nothing is audited"),
        rules: &[],
    };

    /// An item of these children, as the numbers of their lines, each with a text and an attribute.
    fn look(children: &[usize], text: &str, value: &str) -> Look {
        let mut tape = Extensions::default();
        tape.open("urn:x", "x:item", Position::default());
        for at in children {
            tape.open("urn:x", "x:child", Position::default());
            if let Some(shape) = SHAPES.get(*at) {
                tape.is_shape((*at, shape));
            }
            tape.attribute("", "e", value).text(text).close();
        }
        tape.close();
        tape.elements().next().unwrap().look(&EXTENSION)
    }

    #[test]
    fn all_parts_are_looked_at() {
        for (children, found) in [
            (&[][..], Look::Usual),
            (&[0, 1, 2, 2], Look::Usual),
            (&[2, 0], Look::Usual),
            (&[3, 0], Look::Retired),
            (&[0, 0], Look::Closer),
            (&[3, 1, 1], Look::Closer),
            (&[0, 9], Look::Closer),
        ] {
            assert_eq!(look(children, "f", "g"), found, "{children:?}");
        }
        for text in [" f", "f ", "\u{a0}f", "f\u{200b}", "\n"] {
            assert_eq!(look(&[0], text, "g"), Look::Closer, "{text:?}");
            assert_eq!(look(&[0], "f", text), Look::Closer, "{text:?}");
        }
        assert_eq!(look(&[0], "", ""), Look::Usual);
    }
}
