//! Values with a path each, put together to the item that they make.

use crate::names::Step;
use std::borrow::Cow;
use urlset_core::Member;

/// An item in the making.
#[derive(Debug, Default)]
pub(crate) struct Tree<'t> {
    branches: Vec<Branch<'t>>,
}

#[derive(Debug)]
struct Branch<'t> {
    name: Cow<'t, str>,
    index: u32,
    text: Option<Cow<'t, str>>,
    /// What stands below it.
    tree: Option<Tree<'t>>,
}

/// How far back a branch is looked for: values of one member stand together, so this is more than
/// enough, and it keeps a row of very many columns cheap.
const NEAR: usize = 64;

/// The name of an element's own text beside its attributes.
const OWN_TEXT: &str = "value";

/// Steps that a path may have; the deepest that an extension has is three.
const DEEPEST: usize = 8;

/// The steps of a path as it is written in the wide layout, without extension and item:
/// `price.1.currency`. `None` where it is no path.
pub(crate) fn path(text: &str) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    for part in text.split('.') {
        let number = part.bytes().all(|byte| byte.is_ascii_digit());
        if part.is_empty() || steps.len() > DEEPEST {
            return None;
        }
        if number {
            let step = steps.last_mut().filter(|step| step.index == 0)?;
            step.index = part.parse().ok()?;
        } else {
            steps.push(Step { name: part.into(), index: 0 });
        }
    }
    Some(steps)
}

impl Branch<'_> {
    fn is(&self, step: &Step) -> bool {
        *self.name == *step.name && self.index == step.index
    }
}

impl<'t> Tree<'t> {
    /// One of this value alone.
    pub(crate) fn of(name: &'t str, text: Cow<'t, str>) -> Tree<'t> {
        let name = Cow::Borrowed(name);
        Tree { branches: vec![Branch { name, index: 0, text: Some(text), tree: None }] }
    }

    /// Takes over what another has.
    pub(crate) fn absorb(&mut self, other: Tree<'t>) {
        self.branches.extend(other.branches);
    }

    /// Whether it has a value right below it of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.branches.iter().any(|branch| &*branch.name == name)
    }

    /// Adds a value of the row that is being read.
    pub(crate) fn insert(&mut self, steps: &'t [Step], text: Cow<'t, str>) {
        self.put(steps, text, Cow::Borrowed);
    }

    /// Adds a value that is kept beyond its row.
    pub(crate) fn insert_owned(&mut self, steps: &[Step], text: &str) {
        self.put(steps, Cow::Owned(text.to_owned()), |name| Cow::Owned(name.to_owned()));
    }

    fn put<'s>(
        &mut self,
        steps: &'s [Step],
        text: Cow<'t, str>,
        name: impl Fn(&'s str) -> Cow<'t, str>,
    ) {
        let Some((last, way)) = steps.split_last() else {
            return;
        };
        let mut here = self;
        for step in way {
            let Some(tree) = here.descend(step, &name) else {
                return;
            };
            here = tree;
        }
        let mut near = here.branches.iter_mut().rev().take(NEAR);
        let free = near.find(|branch| branch.is(last) && branch.text.is_none());
        match free {
            Some(branch) => branch.text = Some(text),
            None => here.branches.push(Branch {
                name: name(&last.name),
                index: last.index,
                text: Some(text),
                tree: None,
            }),
        }
    }

    /// The tree at a step.
    fn descend<'s>(
        &mut self,
        step: &'s Step,
        name: impl Fn(&'s str) -> Cow<'t, str>,
    ) -> Option<&mut Tree<'t>> {
        let from = self.branches.len().saturating_sub(NEAR);
        let near = self.branches.get(from..).unwrap_or_default();
        let at = match near.iter().rposition(|branch| branch.is(step)) {
            Some(at) => from + at,
            None => {
                self.branches.push(Branch {
                    name: name(&step.name),
                    index: step.index,
                    text: None,
                    tree: Some(Tree::default()),
                });
                self.branches.len() - 1
            }
        };
        let branch = self.branches.get_mut(at)?;
        Some(branch.tree.get_or_insert_default())
    }

    /// The item as an object.
    pub(crate) fn member(self) -> Member<'t> {
        let mut members: Vec<(Cow<'t, str>, Member<'t>)> = Vec::new();
        for branch in self.branches {
            let name = branch.name;
            let text = branch.text.map(Member::Text);
            let member = match (branch.tree.map(Tree::member), text) {
                (Some(Member::Object(mut below)), Some(text)) => {
                    below.insert(0, (Cow::Borrowed(OWN_TEXT), text));
                    Member::Object(below)
                }
                (Some(member), _) | (None, Some(member)) => member,
                (None, None) => continue,
            };
            let mut near = members.iter_mut().rev().take(NEAR);
            match near.find(|(known, _)| *known == name) {
                None => members.push((name, member)),
                Some((_, Member::List(list))) => list.push(member),
                Some((_, first)) => {
                    let one = std::mem::replace(first, Member::List(Vec::new()));
                    *first = Member::List(vec![one, member]);
                }
            }
        }
        Member::Object(members)
    }
}

#[cfg(test)]
mod tests {
    use super::{Tree, path};

    #[test]
    fn paths() {
        for (text, good) in [
            ("a", true),
            ("a.1", true),
            ("a.1.b", true),
            ("a.b.c", true),
            ("", false),
            ("1", false),
            ("a.1.2", false),
            ("a..b", false),
            ("a.99999999999", false),
            ("a.a.a.a.a.a.a.a.a.a.a.a", false),
        ] {
            assert_eq!(path(text).is_some(), good, "{text}");
        }
    }

    #[test]
    fn trees() {
        let mut tree = Tree::default();
        for (at, text) in [
            ("tag.1", "x"),
            ("tag.2", "y"),
            ("restriction", "IE"),
            ("restriction.relationship", "allow"),
            ("price.1.value", "1"),
            ("price.1.currency", "EUR"),
        ] {
            tree.insert_owned(&path(at).unwrap(), text);
        }
        let text = format!("{:?}", tree.member());
        let short = text.replace("Text(\"", "\"").replace("\")", "\"");
        assert_eq!(
            short,
            "Object([(\"tag\", List([\"x\", \"y\"])), (\"restriction\", Object([(\"value\", \"IE\"), \
             (\"relationship\", \"allow\")])), (\"price\", Object([(\"value\", \"1\"), (\"currency\", \
             \"EUR\")]))])"
        );
    }
}
