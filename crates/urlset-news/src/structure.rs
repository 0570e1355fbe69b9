//! What children may stand in an element, and how often.

use crate::{NAMESPACE, SHAPES, rules};
use urlset_core::{Element, EntryFindings, Occurs, Result, rules as core};

/// Reports children that have no place, and those that stand too often. `path` is that of the
/// parent with a slash, empty for the item itself.
pub(crate) fn structure(
    parent: Element<'_>,
    path: &str,
    report: &mut EntryFindings<'_>,
) -> Result<()> {
    let mut seen = 0_u64;
    for child in parent.children() {
        let mut shapes = SHAPES.iter().enumerate();
        let known = shapes.find(|(_, shape)| shape.path.strip_prefix(path) == Some(child.name()));
        let detail = || format!("`{}` in `{}`", child.qname(), parent.qname());
        let Some((at, shape)) = known.filter(|_| child.namespace() == NAMESPACE) else {
            report.send(&rules::UNKNOWN_ELEMENT, child.position(), detail())?;
            continue;
        };
        // No table of shapes has more than 64 lines.
        let bit = 1_u64 << at;
        if seen & bit != 0 && !matches!(shape.occurs, Occurs::Many { .. }) {
            report.send(&core::FIELD_REPEATED, child.position(), detail())?;
        }
        seen |= bit;
    }
    Ok(())
}
