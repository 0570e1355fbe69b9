//! Cells of one row to items of one extension.

use crate::cells::Cells;
use crate::names::Nested;
use crate::plan::Part;
use crate::rows::CellPlace;
use crate::tree::Tree;
use crate::{dialect, json, rules};
use std::borrow::Cow;
use urlset_core::{
    Extension, Extensions, Limits, Lost, Member, Place, Result, Sink, from_member, joined_address,
    rules as core,
};

/// An item in the making, and the first column that has something of it.
struct Item<'t> {
    number: u32,
    column: usize,
    tree: Tree<'t>,
}

/// Appends the items that a row holds of one extension.
///
/// # Errors
/// When the sink stops the work.
pub(crate) fn read<'t>(
    part: &'t Part,
    cells: Cells<'t, '_>,
    limits: &Limits,
    out: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<()> {
    let extension = part.extension;
    let mut urls: Vec<Item<'t>> = Vec::new();
    let width = cells.rows.width();
    for column in part.whole.iter().take_while(|column| **column < width) {
        whole(extension, *column, cells, &mut urls, out, sink)?;
    }
    let mut items: Vec<Item<'t>> = Vec::new();
    let mut more = Vec::new();
    for (column, nested) in part.nested_within(width) {
        let text = cells.text(*column, sink)?;
        if text.trim().is_empty() {
            continue;
        }
        if items.last().is_none_or(|item| item.number != nested.item) {
            items.push(Item { number: nested.item, column: *column, tree: Tree::default() });
        }
        let text = first_url(nested, text, cells.place(*column), &mut more, sink)?;
        if let Some(item) = items.last_mut() {
            item.tree.insert(&nested.steps, text);
        }
    }
    // A URL in the column of all items belongs to the texts beside it that have no number.
    let lacks_loc = |item: &Item<'_>| item.number < 2 && !item.tree.has(LOC);
    if let (Some(url), true) = (urls.first_mut(), items.first().is_some_and(lacks_loc)) {
        url.tree.absorb(items.remove(0).tree);
    }
    for item in urls.into_iter().chain(items).chain(more) {
        if out.node_count() > limits.nodes as usize {
            let detail = format!("more than {} nodes", limits.nodes);
            return cells.place(item.column).tell(&core::LIMIT_ENTRY, &detail, Lost::Field, sink);
        }
        push(extension, &item.tree.member(), &cells.place(item.column), out, sink)?;
    }
    for (column, key) in part.keyed.iter().take_while(|(column, _)| *column < width) {
        let url = cells.text(*column, sink)?;
        if !url.trim().is_empty() {
            push(extension, &keyed(extension, key, url), &cells.place(*column), out, sink)?;
        }
    }
    Ok(())
}

const LOC: &str = "loc";

/// A cell of the column that stands for all items: a JSON list of them or of their URLs, or URLs.
fn whole<'t>(
    extension: &'static Extension,
    column: usize,
    cells: Cells<'t, '_>,
    urls: &mut Vec<Item<'t>>,
    out: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<()> {
    let text = cells.text(column, sink)?.trim();
    let place = cells.place(column);
    if text.is_empty() {
        return Ok(());
    }
    let has_loc = extension.shapes.iter().any(|shape| shape.path == LOC);
    if text.starts_with(['[', '{']) {
        return match json::items(text) {
            Ok(items) => items.iter().try_for_each(|item| match item {
                Member::Text(url) if has_loc => {
                    urls.push(lone(Cow::Owned(url.to_string()), column));
                    Ok(())
                }
                item => push(extension, item, &place, out, sink),
            }),
            Err(error) => place.tell(&rules::BAD_CELL, &error, Lost::Field, sink),
        };
    }
    if !has_loc {
        return place.tell(&rules::BAD_CELL, text, Lost::Field, sink);
    }
    urls.extend(split(text).into_iter().map(|url| lone(Cow::Borrowed(url), column)));
    tell_list(text, place, sink)
}

/// The first of several URLs in a column of `loc` that has no number; the rest are items of their
/// own.
fn first_url<'t>(
    nested: &Nested,
    text: &'t str,
    place: CellPlace<'_, '_>,
    more: &mut Vec<Item<'t>>,
    sink: &mut dyn Sink,
) -> Result<Cow<'t, str>> {
    if !nested.takes_several() {
        if dialect::is_url(text) && joined_address(text).is_some() {
            place.tell(&rules::LIST_CELL, text, Lost::Nothing, sink)?;
        }
        return Ok(Cow::Borrowed(text));
    }
    let listed = if text.starts_with('[') { json::strings(text).ok() } else { None };
    if let Some((first, rest)) = listed.as_deref().and_then(<[String]>::split_first) {
        more.extend(rest.iter().map(|url| lone(Cow::Owned(url.clone()), place.column)));
        return Ok(Cow::Owned(first.clone()));
    }
    tell_list(text, place, sink)?;
    let mut urls = split(text).into_iter();
    let first = urls.next().unwrap_or(text);
    more.extend(urls.map(|url| lone(Cow::Borrowed(url), place.column)));
    Ok(Cow::Borrowed(first))
}

/// Tells of a URL that looks like several files with commas between them, of which only the first
/// says where it is. A URL may hold a comma: it stays one.
fn tell_list(text: &str, place: CellPlace<'_, '_>, sink: &mut dyn Sink) -> Result<()> {
    let is_file = |part: &str| {
        let suffix = part.trim().rsplit_once('.').map_or("", |(_, suffix)| suffix);
        (3..=4).contains(&suffix.len()) && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    for url in split(text) {
        let mut parts = url.split([',', ';']);
        let mut is_list = || url.contains([',', ';']) && parts.all(is_file);
        if joined_address(url).is_some() || is_list() {
            place.tell(&rules::LIST_CELL, url, Lost::Nothing, sink)?;
        }
    }
    Ok(())
}

fn lone(url: Cow<'_, str>, column: usize) -> Item<'_> {
    Item { number: 0, column, tree: Tree::of(LOC, url) }
}

/// Several URLs in one cell: cut at white space or `|`, with a comma or semicolon beside it or not,
/// and only where the next one begins with `http://` or `https://`.
fn split(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut rest, mut from) = (text, 0);
    while let Some(at) = rest.get(from..).and_then(|text| text.find(BETWEEN)) {
        let (head, tail) = rest.split_at_checked(from + at).unwrap_or((rest, ""));
        let next = tail.trim_start_matches(BETWEEN);
        let gap = tail.get(..tail.len() - next.len()).unwrap_or_default();
        if dialect::begins_as_url(next) {
            found.push(head);
            (rest, from) = (next, 0);
        } else {
            from += at + gap.len();
        }
    }
    match rest.trim_end_matches(BETWEEN) {
        "" => {}
        _ if found.is_empty() => found.push(text),
        last => found.push(last),
    }
    found
}

const BETWEEN: fn(char) -> bool = |c| c.is_whitespace() || matches!(c, '|' | ',' | ';');

/// The item that a keyed column holds.
pub(crate) fn keyed(extension: &Extension, key: &str, url: &str) -> Member<'static> {
    let (attribute, fill) = extension.keyed.unwrap_or_default();
    let text = |text: &str| Member::Text(Cow::Owned(text.to_owned()));
    Member::Object(vec![(Cow::Borrowed(attribute), text(key)), (Cow::Borrowed(fill), text(url))])
}

/// Appends an item, and says what of it has no place.
///
/// # Errors
/// When the sink stops the work.
pub(crate) fn push(
    extension: &Extension,
    item: &Member<'_>,
    place: &dyn Place,
    out: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<()> {
    let unplaced = from_member(extension, item, place.position(), out).err().unwrap_or_default();
    unplaced.into_iter().try_for_each(|(path, rule)| {
        let dot = if path.is_empty() { "" } else { "." };
        let detail = format!("{}{dot}{}", extension.name, path.replace('/', "."));
        place.tell(rule, &detail, Lost::Field, sink)
    })
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn several_urls() {
        for (text, urls) in [
            ("https://e.com/a", vec!["https://e.com/a"]),
            ("https://e.com/a b,c", vec!["https://e.com/a b,c"]),
            ("https://e.com/a\nhttps://e.com/b", vec!["https://e.com/a", "https://e.com/b"]),
            ("https://e.com/a|https://e.com/b|", vec!["https://e.com/a", "https://e.com/b"]),
            ("https://e.com/a, https://e.com/b", vec!["https://e.com/a", "https://e.com/b"]),
            ("https://e.com/a,https://e.com/b", vec!["https://e.com/a", "https://e.com/b"]),
            ("https://e.com/a,b;HTTP://e.com/c", vec!["https://e.com/a,b", "HTTP://e.com/c"]),
            ("https://e.com/a,", vec!["https://e.com/a,"]),
            ("/a.jpg /b.jpg", vec!["/a.jpg /b.jpg"]),
        ] {
            assert_eq!(split(text), urls, "{text:?}");
        }
    }
}
