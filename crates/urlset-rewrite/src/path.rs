//! Paths by regular expression.

use crate::BadRewrite;
use regex::Regex;

/// Why a URL is refused that would be cut in another place than it was.
pub(crate) const TWO_QUERIES: &str = "it would have two queries or fragments";

/// A path by regular expression: the first match in it becomes the template, the rest stays.
#[derive(Clone, Debug)]
pub(crate) struct PathRule {
    /// As it was asked.
    pub(crate) text: Box<str>,
    expression: Regex,
    template: Box<str>,
}

/// What an expression makes of a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NewPath {
    /// It does not match.
    Other,
    /// It is in the buffer.
    Path,
    /// It would be none.
    Refused(&'static str),
}

impl PathRule {
    /// Reads `REGEX=TEMPLATE`, split at the first `=`; one in the expression is `\x3d`.
    pub(crate) fn parse(text: &str) -> Result<PathRule, BadRewrite> {
        let (expression, template) =
            text.split_once('=').map_or((text, None), |(old, new)| (old, Some(new)));
        let read = Regex::new(expression).map_err(|error| {
            let why = error.to_string();
            let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ");
            BadRewrite::Expression(expression.into(), why.into())
        })?;
        // A wrong expression is told first.
        let template = template.ok_or_else(|| BadRewrite::Form(text.into()))?;
        check(&read, template)?;
        let template = template.into();
        Ok(PathRule { text: text.into(), expression: read, template })
    }

    /// The new path of a URL with this path, an empty one being `/`, and with this query and
    /// fragment.
    pub(crate) fn apply(&self, path: &str, rest: &str, out: &mut String) -> NewPath {
        let path = if path.is_empty() { "/" } else { path };
        let Some(captures) = self.expression.captures(path) else { return NewPath::Other };
        let Some(whole) = captures.get(0) else { return NewPath::Other };
        out.clear();
        out.push_str(path.get(..whole.start()).unwrap_or_default());
        captures.expand(&self.template, out);
        out.push_str(path.get(whole.end()..).unwrap_or_default());
        if !out.starts_with('/') {
            return NewPath::Refused("its path would not begin with `/`");
        }
        if out.starts_with("//") && !path.starts_with("//") {
            return NewPath::Refused("its path would begin with `//`, as a host does");
        }
        let twice = out.contains('?') && rest.contains('?');
        if twice || (out.contains('#') && !rest.is_empty()) {
            return NewPath::Refused(TWO_QUERIES);
        }
        NewPath::Path
    }
}

/// That the expression has every group which the template names, as `regex` reads names; a group that
/// it does not have would become nothing without a word.
fn check(expression: &Regex, template: &str) -> Result<(), BadRewrite> {
    let unprintable = |c: char| c.is_whitespace() || c.is_control();
    if template.contains(unprintable) {
        return Err(BadRewrite::Template(template.into()));
    }
    let mut rest = template;
    while let Some((_, after)) = rest.split_once('$') {
        if let Some(after) = after.strip_prefix('$') {
            rest = after;
            continue;
        }
        let (name, left) = match after.strip_prefix('{').and_then(|braced| braced.split_once('}')) {
            Some(braced) => braced,
            None => {
                let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                after.split_at_checked(end.unwrap_or(after.len())).unwrap_or((after, ""))
            }
        };
        let known = match name.parse::<usize>() {
            Ok(number) => number < expression.captures_len(),
            Err(_) => expression.capture_names().flatten().any(|known| known == name),
        };
        if !known {
            return Err(BadRewrite::Group(name.into()));
        }
        rest = left;
    }
    Ok(())
}
