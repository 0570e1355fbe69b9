//! An expression as a tree: what it asks of an entry.

use crate::field::Field;
use crate::found::Origin;
use crate::literal::{Literal, Quoted};
use regex::Regex;
use std::cmp::Ordering;
use std::fmt::{Display, Formatter, Result};
use urlset_core::Entry;

/// A part of an expression. Its depth is that of parentheses and `not`s, which the parser bounds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// `and`; never fewer than two.
    All(Vec<Node>),
    /// `or`; never fewer than two.
    Any(Vec<Node>),
    Not(Box<Node>),
    Test(Field, Check),
}

/// What is asked of the values of a field. But for `Count`, one value that fits is enough.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Has,
    Count(Comparison, Literal),
    Compare(Comparison, Literal),
    Matches { not: bool, pattern: Regex },
    In { not: bool, list: Vec<Literal> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl PartialEq for Check {
    fn eq(&self, other: &Check) -> bool {
        match (self, other) {
            (Check::Has, Check::Has) => true,
            (Check::Count(one, a), Check::Count(two, b))
            | (Check::Compare(one, a), Check::Compare(two, b)) => one == two && a == b,
            (Check::Matches { not: one, pattern: a }, Check::Matches { not: two, pattern: b }) => {
                one == two && a.as_str() == b.as_str()
            }
            (Check::In { not: one, list: a }, Check::In { not: two, list: b }) => {
                one == two && a == b
            }
            _ => false,
        }
    }
}

impl Comparison {
    pub(crate) fn signed(sign: &str) -> Option<Comparison> {
        Some(match sign {
            "==" | "=" => Comparison::Equal,
            "!=" => Comparison::Unequal,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => return None,
        })
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        }
    }

    /// Values that cannot be compared are unequal, and neither is before the other.
    fn accepts(self, order: Option<Ordering>) -> bool {
        match self {
            Comparison::Equal => order == Some(Ordering::Equal),
            Comparison::Unequal => order != Some(Ordering::Equal),
            Comparison::Less => order.is_some_and(Ordering::is_lt),
            Comparison::AtMost => order.is_some_and(Ordering::is_le),
            Comparison::More => order.is_some_and(Ordering::is_gt),
            Comparison::AtLeast => order.is_some_and(Ordering::is_ge),
        }
    }
}

impl Node {
    /// Whether an entry is what is asked for.
    pub(crate) fn holds(&self, entry: &Entry, origin: &Origin<'_>) -> bool {
        match self {
            Node::All(nodes) => nodes.iter().all(|node| node.holds(entry, origin)),
            Node::Any(nodes) => nodes.iter().any(|node| node.holds(entry, origin)),
            Node::Not(node) => !node.holds(entry, origin),
            Node::Test(field, check) => check.holds(field, entry, origin),
        }
    }
}

impl Check {
    fn holds(&self, field: &Field, entry: &Entry, origin: &Origin<'_>) -> bool {
        match self {
            Check::Has => field.any(entry, origin, &mut |_| true),
            Check::Count(comparison, literal) => {
                let mut count = 0_u32;
                field.any(entry, origin, &mut |_| {
                    count = count.saturating_add(1);
                    false
                });
                comparison.accepts(literal.order_of_number(f64::from(count)))
            }
            Check::Compare(comparison, literal) => {
                field.any(entry, origin, &mut |found| comparison.accepts(found.order(literal)))
            }
            Check::Matches { not, pattern } => field.any(entry, origin, &mut |found| {
                found.with_text(|text| pattern.is_match(text)) != *not
            }),
            Check::In { not, list } => field.any(entry, origin, &mut |found| {
                let same = |literal: &Literal| found.order(literal) == Some(Ordering::Equal);
                list.iter().any(same) != *not
            }),
        }
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Node::All(nodes) => join(nodes, " and ", f),
            Node::Any(nodes) => join(nodes, " or ", f),
            Node::Not(node) => write!(f, "not {}", Inner(node)),
            Node::Test(field, check) => write_test(field.name(), check, f),
        }
    }
}

/// A part of a larger part, in parentheses where it needs them.
struct Inner<'n>(&'n Node);

impl Display for Inner<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Node::All(_) | Node::Any(_) => write!(f, "({})", self.0),
            Node::Not(_) | Node::Test(..) => self.0.fmt(f),
        }
    }
}

fn join(nodes: &[Node], between: &str, f: &mut Formatter<'_>) -> Result {
    for (at, node) in nodes.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { between })?;
        Inner(node).fmt(f)?;
    }
    Ok(())
}

fn write_test(name: &str, check: &Check, f: &mut Formatter<'_>) -> Result {
    match check {
        Check::Has => write!(f, "has({name})"),
        Check::Count(comparison, literal) => {
            write!(f, "count({name}) {} {literal}", comparison.sign())
        }
        Check::Compare(comparison, literal) => {
            write!(f, "{name} {} {literal}", comparison.sign())
        }
        Check::Matches { not, pattern } => {
            let sign = if *not { "!~" } else { "~" };
            write!(f, "{name} {sign} {}", Quoted(pattern.as_str()))
        }
        Check::In { not, list } => {
            f.write_str(name)?;
            f.write_str(if *not { " not in (" } else { " in (" })?;
            for (at, literal) in list.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                literal.fmt(f)?;
            }
            f.write_str(")")
        }
    }
}
