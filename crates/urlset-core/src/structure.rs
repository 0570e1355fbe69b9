//! What children may stand in an element of an extension and how often, and what stands around the
//! values.

use crate::fields::{is_layout, is_tight, trim};
use crate::{Element, EntryFindings, Extension, Occurs, Result, Rule, Shape, Value, rules};

impl EntryFindings<'_> {
    /// Reports children of the element at `path` that have no place there, by the rule `unknown`, and
    /// those that stand too often, by the rule that `again` has for them; `path` is empty for the item.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn structure(
        &mut self,
        extension: &Extension,
        (parent, path): (Element<'_>, &str),
        unknown: &'static Rule,
        again: impl Fn(&Shape) -> &'static Rule,
    ) -> Result<()> {
        let mut seen = 0_u64;
        for child in parent.children() {
            let detail = || format!("`{}` in `{}`", child.qname(), parent.qname());
            let Some((at, shape)) = child.shape_in(extension, path) else {
                self.send(unknown, child.position(), detail())?;
                continue;
            };
            // No table of shapes has more than 64 lines.
            let bit = 1_u64.checked_shl(u32::try_from(at).unwrap_or(u32::MAX)).unwrap_or(0);
            if seen & bit != 0 && !matches!(shape.occurs, Occurs::Many { .. }) {
                self.send(again(shape), child.position(), detail())?;
            }
            seen |= bit;
        }
        Ok(())
    }

    /// Reports white space around the values of an item that is not XML's and no text for people.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn padding(&mut self, extension: &Extension, item: Element<'_>) -> Result<()> {
        self.padding_in(extension, (item, ""))
    }

    /// Goes as deep as the shapes do.
    fn padding_in(
        &mut self,
        extension: &Extension,
        (parent, path): (Element<'_>, &str),
    ) -> Result<()> {
        for attribute in parent.attributes().filter(|one| is_padded(one.value)) {
            let known = attribute.shape_in(extension, path);
            // Words are compared as they stand there.
            let value = |shape: &Shape| is_value(shape) && !matches!(shape.value, Value::OneOf(_));
            if known.is_some_and(|(_, shape)| value(shape)) {
                let detail = format!("{}: {}", attribute.qname, trim(attribute.value));
                self.send(&rules::VALUE_PADDED, parent.position(), detail)?;
            }
        }
        for child in parent.own_children() {
            let text = child.exact_text();
            let (padded, plain) = (is_padded(&text), child.is_plain());
            if !padded && plain {
                continue;
            }
            let Some((_, shape)) = child.shape_in(extension, path) else { continue };
            if padded && is_value(shape) {
                let detail = format!("{}: {}", child.qname(), trim(&text));
                self.send(&rules::VALUE_PADDED, child.position(), detail)?;
            }
            if !plain {
                self.padding_in(extension, (child, shape.path))?;
            }
        }
        Ok(())
    }
}

/// Whether white space stands around a value that is not XML's.
fn is_padded(text: &str) -> bool {
    if is_tight(text) {
        return false;
    }
    let value = trim(text);
    value.len() != text.len()
        && !value.is_empty()
        && value.len() != text.trim_matches(is_layout).len()
}

/// Whether space around it is none of it.
fn is_value(shape: &Shape) -> bool {
    !matches!(shape.value, Value::Children | Value::Text { .. })
}
