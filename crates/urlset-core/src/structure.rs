//! What children may stand in an element of an extension, and how often.

use crate::{Element, EntryFindings, Extension, Occurs, Result, Rule, Shape};

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
            let known = extension.element_shape(path, child.name());
            let detail = || format!("`{}` in `{}`", child.qname(), parent.qname());
            let ours = || child.namespace() == extension.namespace;
            let Some((at, shape)) = known.filter(|_| ours()) else {
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
}
