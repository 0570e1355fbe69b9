//! The attributes of a start tag.

/// One attribute as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'t> {
    /// Name with prefix.
    pub(crate) qname: &'t str,
    /// Between the quotes, references and all.
    pub(crate) value: &'t str,
}

/// What stands where an attribute should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Walks over what stands between a tag's name and its end. Goes on after something malformed.
#[derive(Clone, Debug)]
pub(crate) struct Attributes<'t> {
    rest: &'t str,
    /// Whether an attribute followed another without space between them.
    pub(crate) joined: bool,
    begun: bool,
}

impl<'t> Attributes<'t> {
    pub(crate) fn new(text: &'t str) -> Attributes<'t> {
        Attributes { rest: text, joined: false, begun: false }
    }

    fn take(&mut self, count: usize) -> &'t str {
        let (head, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, ""));
        self.rest = rest;
        head
    }

    fn skip_space(&mut self) -> bool {
        let trimmed = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let skipped = trimmed.len() < self.rest.len();
        self.rest = trimmed;
        skipped
    }
}

impl<'t> Iterator for Attributes<'t> {
    type Item = Result<Raw<'t>, Malformed>;

    fn next(&mut self) -> Option<Result<Raw<'t>, Malformed>> {
        let apart = self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        self.joined |= self.begun && !apart;
        self.begun = true;
        let name_end = self.rest.find([' ', '\t', '\n', '\r', '=', '"', '\'']);
        let qname = self.take(name_end.unwrap_or(self.rest.len()));
        self.skip_space();
        if qname.is_empty() || !self.rest.starts_with('=') {
            // At least one character is taken, so that this ends.
            if qname.is_empty() {
                self.take(1);
            }
            return Some(Err(Malformed));
        }
        self.take(1);
        self.skip_space();
        let quote = match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => {
                let end = self.rest.find([' ', '\t', '\n', '\r']).unwrap_or(self.rest.len());
                self.take(end);
                return Some(Err(Malformed));
            }
        };
        self.take(1);
        let Some(end) = self.rest.find(quote) else {
            self.take(self.rest.len());
            return Some(Err(Malformed));
        };
        let value = self.take(end);
        self.take(1);
        Some(Ok(Raw { qname, value }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Attributes, Malformed, Raw};

    #[test]
    fn all_forms() {
        let read = |text| Attributes::new(text).collect::<Vec<_>>();
        let one = |qname, value| Ok(Raw { qname, value });
        assert_eq!(read(" a=\"1\" b:c = '2>\"' "), [one("a", "1"), one("b:c", "2>\"")]);
        assert_eq!(read(" a=\"\""), [one("a", "")]);
        assert_eq!(read(" a=1 b=\"2\""), [Err(Malformed), one("b", "2")]);
        assert_eq!(read(" a b=\"2\""), [Err(Malformed), one("b", "2")]);
        assert_eq!(read(" a=\"1"), [Err(Malformed)]);
        assert_eq!(read("\"\"'="), [Err(Malformed); 4]);
    }
}
