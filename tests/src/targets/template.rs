//! Names of files from templates: no value leaves the folder, and each name is known again.

use super::expression::points_into;
use urlset::shard::{BadTemplate, By, Template, Values};
use urlset::{Entry, Loc};

/// Fields of a template that names are looked at for: how one came about is worked out by trying.
const FIELDS: usize = 4;

/// The first line is a template, the second an address whose parts are in names, the third the name
/// of the document it was read from.
pub fn template(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (text, loc, stem) = (line(), line(), line());
    let template: Template = match text.parse() {
        Ok(template) => template,
        Err(BadTemplate { why, at }) => return points_into(text, at..at, &why),
    };
    if text.matches('{').count() > FIELDS || stem.len() > 64 {
        return;
    }
    let entry = Entry::new(Loc::new(loc));
    let mut keys = template.keys();
    keys.extend(template.wants_bucket().then_some(By::Bucket(4)));
    let group: Vec<String> = keys.iter().map(|key| key.value(&entry, 0)).collect();
    let hash = "0123456789abcdef";
    let hash = &hash[..template.hash_digits()];
    let values = Values { number: 7, keys: &keys, group: &group, hash, stem, ext: "xml.gz" };
    let name = template.name(&values);
    stays_inside(&template, &name, text);
    assert!(template.matches(&name), "{text} does not know {name} again");
    assert!(
        template.matches_group(&name, &keys, &group),
        "{text} takes {name} for another group's"
    );
    let other = "fedcba9876543210";
    let changed = template.with_hash(&name, &other[..hash.len()]);
    assert!(changed.is_some_and(|changed| template.matches(&changed)), "{text} {name}");
}

/// What the values add are plain names: they neither climb nor hold what ends a line.
fn stays_inside(template: &Template, name: &str, text: &str) {
    let folder = template.folder();
    let rest = name.strip_prefix(folder);
    assert!(rest.is_some(), "{name} is not in {folder} of {text}");
    let climbs = |text: &str| text.split('/').filter(|part| *part == "..").count();
    assert!(climbs(name) <= climbs(text), "{text} climbs with {name}");
    let control = |text: &str| text.chars().filter(|c| c.is_control()).count();
    assert!(control(name) <= control(text), "{text} made {name:?}");
}
