//! What belongs into the entry and stands in an extension of it.

use crate::child::Core;
use crate::{SitemapReader, rules};
use urlset_core::{Element, Entry, Result, Sink};
use urlset_xml::protocol::is_core;

impl SitemapReader<'_> {
    /// Tells what belongs into the entry and stands in an extension of it, as where the end tag of that is
    /// missing: it is kept with what is around it, where nobody looks for it.
    pub(crate) fn told_nested(&self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        // An entry in there was told as one, and so was what the protocol does not have.
        let is_field = |name: &str| {
            matches!(
                Core::named(name),
                Core::Loc | Core::Lastmod | Core::Changefreq | Core::Priority
            )
        };
        let is_item =
            |element: Element<'_>| self.extensions.iter().any(|known| element.is_item(known));
        let mut open: Vec<Element<'_>> = entry.extensions.elements().collect();
        while let Some(around) = open.pop() {
            let is_unknown = is_core(around.namespace());
            for element in around.children() {
                let is_lost_field =
                    !is_unknown && is_core(element.namespace()) && is_field(element.name());
                if is_lost_field || is_item(element) {
                    let finding = rules::MISPLACED.at(element.position()).loc(entry.loc.as_str());
                    let detail = format!("{} in {}", element.qname(), around.qname());
                    sink.report(finding.detail(detail))?;
                }
                open.push(element);
            }
        }
        Ok(())
    }
}
