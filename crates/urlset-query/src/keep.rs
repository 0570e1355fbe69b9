//! An entry with nothing but the fields that were asked for.

use crate::field::Field;
use crate::member::{Member, Step};
use crate::selection::Selection;
use urlset_core::{Content, Element, Entry, Extensions, Occurs};

impl Selection {
    /// Puts into `to` what the fields hold of an entry, in the structure that it has there. The
    /// address always goes along: an entry is its address. What follows from other fields, as
    /// `host`, and columns are no part of an entry.
    pub fn keep(&self, from: &Entry, to: &mut Entry) {
        to.clear();
        to.loc.set(from.loc.as_str());
        for field in self.fields() {
            match field.name() {
                "lastmod" => to.lastmod = from.lastmod,
                "changefreq" => to.changefreq = from.changefreq,
                "priority" => to.priority = from.priority,
                _ => {}
            }
        }
        let mut numbers: Vec<(&str, usize)> = Vec::new();
        for element in from.extensions.elements() {
            let number = count(&mut numbers, element);
            self.keep_item(element, number, &mut to.extensions);
        }
    }

    fn keep_item(&self, element: Element<'_>, number: usize, out: &mut Extensions) {
        if self.fields().iter().any(|field| field.is_whole(element)) {
            out.append(element);
            return;
        }
        let members = self.fields().iter().filter_map(Field::as_member);
        let wanted: Vec<(&Member, &[Step])> = members
            .filter(|member| {
                let extension = member.extension;
                element.is(extension.namespace, extension.element)
                    && (member.nth == 0 || member.nth == number)
            })
            .map(|member| (member, member.steps.as_slice()))
            .collect();
        if !wanted.is_empty() {
            keep_parts(element, &wanted, out);
        }
    }
}

/// Which item of its kind an element is, from 1.
fn count<'e>(numbers: &mut Vec<(&'e str, usize)>, element: Element<'e>) -> usize {
    let name = element.name();
    match numbers.iter_mut().find(|(known, _)| *known == name) {
        Some((_, number)) => {
            *number += 1;
            *number
        }
        None => {
            numbers.push((name, 1));
            1
        }
    }
}

/// Copies the parts that steps lead to; nothing where there are none. Recursion ends with the steps, of which a shape has three
/// at most.
fn keep_parts(element: Element<'_>, wanted: &[(&Member, &[Step])], out: &mut Extensions) -> bool {
    if wanted.iter().any(|(_, steps)| steps.is_empty()) {
        out.append(element);
        return true;
    }
    let mark = out.mark();
    let (mut any, mut attributes) = (false, false);
    out.open(element.namespace(), element.qname(), element.position());
    for attribute in element.attributes() {
        let asked = |(_, steps): &(&Member, &[Step])| {
            steps.first().is_some_and(|step| step.attribute && step.name == attribute.name())
        };
        // What always has the same value says what the element is.
        let implied = wanted.iter().any(|(member, _)| {
            let mut shapes = member.extension.shapes.iter();
            shapes.any(|shape| {
                matches!(shape.occurs, Occurs::Implied(_))
                    && shape.path.trim_start_matches('@') == attribute.name()
            })
        });
        attributes |= wanted.iter().any(asked);
        if implied || wanted.iter().any(asked) {
            out.attribute(attribute.namespace, attribute.qname, attribute.value);
        }
    }
    let mut numbers = Vec::new();
    for content in element.contents() {
        let child = match content {
            Content::Element(child) => child,
            Content::Text(text) => {
                // An attribute says something about the text beside it.
                if attributes {
                    out.text(text);
                }
                continue;
            }
        };
        let number = count(&mut numbers, child);
        let below: Vec<(&Member, &[Step])> = wanted
            .iter()
            .filter_map(|(member, steps)| {
                let (step, rest) = steps.split_first()?;
                let same = !step.attribute && child.is(element.namespace(), step.name);
                (same && (step.nth == 0 || step.nth == number)).then_some((*member, rest))
            })
            .collect();
        any |= !below.is_empty() && keep_parts(child, &below, out);
    }
    out.close();
    if !any && !attributes {
        out.rollback(mark);
    }
    any || attributes
}
