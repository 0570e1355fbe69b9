//! Reads an expression. The grammar is closed: there are no variables, no functions but `count`,
//! `has` and `column`, and a constant stands only on the right.

use crate::expression::{Check, Comparison, Node};
use crate::fault::Fault;
use crate::field::{Field, Type};
use crate::literal::Literal;
use crate::near::{meant, nearest};
use crate::scope::Scope;
use crate::token::{self, Token};
use regex::Regex;
use std::ops::Range;

/// Bytes of an expression.
const LONGEST: usize = 64 * 1024;

/// Parentheses and `not`s around one another; reading and asking recurse as deep.
const DEEPEST: u32 = 64;

/// Words that join, which name no field.
const KEYWORDS: [&str; 4] = ["and", "or", "not", "in"];

/// A name that may be a column, and where it stands.
pub(crate) type Asked = (String, Range<usize>);

pub(crate) struct Parser<'t> {
    text: &'t str,
    scope: &'t Scope,
    token: Token,
    span: Range<usize>,
    depth: u32,
    pub(crate) columns: Vec<Asked>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str, scope: &'t Scope) -> Result<Parser<'t>, Fault> {
        if text.len() > LONGEST {
            let start = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let message = format!("longer than {LONGEST} bytes");
            return Err(Fault::new(start..text.len(), message));
        }
        let (token, span) = token::next(text, 0)?;
        Ok(Parser { text, scope, token, span, depth: 0, columns: Vec::new() })
    }

    /// The whole text as one expression.
    pub(crate) fn expression(&mut self) -> Result<Node, Fault> {
        if self.token == Token::End {
            return Err(self.fault("an empty expression").help("for example `has(lastmod)`"));
        }
        let node = self.any()?;
        match &self.token {
            Token::End => Ok(node),
            Token::Sign(")") => Err(self.fault("`)` that closes nothing")),
            Token::Word(word) => {
                let near = nearest(&word.to_lowercase(), ["and", "or"]);
                let near = near.unwrap_or("and");
                Err(self
                    .fault("nothing joins this to what stands before")
                    .help(format!("write `{near}` between two conditions")))
            }
            _ => Err(self
                .fault("nothing joins this to what stands before")
                .help("conditions are joined by `and` or `or`")),
        }
    }

    /// The whole text as names of fields with commas between.
    pub(crate) fn fields(&mut self) -> Result<Vec<Field>, Fault> {
        let mut fields = Vec::new();
        loop {
            fields.push(self.field()?);
            if self.token == Token::End {
                return Ok(fields);
            }
            if !self.take(",")? {
                return Err(self.fault("no comma between two fields"));
            }
        }
    }

    fn any(&mut self) -> Result<Node, Fault> {
        let mut nodes = vec![self.all()?];
        while self.keyword("or")? {
            nodes.push(self.all()?);
        }
        Ok(one_or(nodes, Node::Any))
    }

    fn all(&mut self) -> Result<Node, Fault> {
        let mut nodes = vec![self.not()?];
        while self.keyword("and")? {
            nodes.push(self.not()?);
        }
        Ok(one_or(nodes, Node::All))
    }

    fn not(&mut self) -> Result<Node, Fault> {
        let start = self.span.start;
        if self.keyword("not")? {
            self.deeper(start)?;
            let node = self.not()?;
            self.depth -= 1;
            return Ok(Node::Not(Box::new(node)));
        }
        if !self.take("(")? {
            return self.test();
        }
        self.deeper(start)?;
        let node = self.any()?;
        self.close(start)?;
        self.depth -= 1;
        Ok(node)
    }

    fn deeper(&mut self, start: usize) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return Ok(());
        }
        Err(Fault::new(start..self.span.start, format!("nested deeper than {DEEPEST}")))
    }

    fn test(&mut self) -> Result<Node, Fault> {
        for name in ["has", "count"] {
            if !self.calls(name) {
                continue;
            }
            self.advance()?;
            let open = self.span.start;
            self.advance()?;
            let field = self.field()?;
            self.close(open)?;
            let check = if name == "has" { Check::Has } else { self.count()? };
            return Ok(Node::Test(field, check));
        }
        let span = self.span.clone();
        let field = self.field()?;
        let check = self.check(&field, &span)?;
        Ok(Node::Test(field, check))
    }

    fn count(&mut self) -> Result<Check, Fault> {
        let Some(comparison) = self.comparison()? else {
            let help = "for example `count(image) > 0`";
            return Err(self.fault("no comparison after `count(…)`").help(help));
        };
        let token = self.token.clone();
        match token {
            Token::Bare(text) | Token::Quoted(text) => match Literal::number(&text, self.scope) {
                Some(number) => {
                    self.advance()?;
                    Ok(Check::Count(comparison, number))
                }
                None => Err(self.fault(format!("`{text}` is no number"))),
            },
            _ => Err(self.fault("no number to compare the count with")),
        }
    }

    fn check(&mut self, field: &Field, span: &Range<usize>) -> Result<Check, Fault> {
        let (name, kind) = (field.name(), field.kind());
        let not = matches!(&self.token, Token::Word(word) if word == "not");
        if not {
            self.advance()?;
        }
        let is_sign =
            matches!(self.token, Token::Sign(sign) if !matches!(sign, "(" | ")" | "," | ";"));
        let is_in = matches!(&self.token, Token::Word(word) if word == "in");
        if kind == Type::Elements && (is_sign || is_in) {
            return Err(self.elements(field, span));
        }
        if is_in {
            self.advance()?;
            return Ok(Check::In { not, list: self.list(field)? });
        }
        if not {
            return Err(self.fault("`in` is missing after `not`"));
        }
        for (sign, not) in [("~", false), ("!~", true)] {
            if self.take(sign)? {
                return Ok(Check::Matches { not, pattern: self.pattern()? });
            }
        }
        match self.comparison()? {
            Some(comparison) => Ok(Check::Compare(comparison, self.literal(field)?)),
            None => {
                // A column as it is written, but for a call, of which `span` is the beginning.
                let word = self.text.get(span.clone()).filter(|word| *word != "column");
                let name = word.unwrap_or(name);
                let help = format!("`has({name})` asks whether there is one");
                Err(self.fault(format!("no comparison after `{name}`")).help(help))
            }
        }
    }

    fn elements(&self, field: &Field, span: &Range<usize>) -> Fault {
        let name = field.name();
        let fault = Fault::new(span.clone(), format!("`{name}` has no value of its own"));
        let front = format!("{name}.");
        let member = self.scope.names().find(|known| known.starts_with(&front));
        match member {
            Some(member) => fault.help(format!(
                "compare a member, as `{member}`, or ask `has({name})` or `count({name})`"
            )),
            None => fault.help(format!("ask `has({name})` or `count({name})`")),
        }
    }

    fn comparison(&mut self) -> Result<Option<Comparison>, Fault> {
        let Token::Sign(sign) = self.token else {
            return Ok(None);
        };
        let Some(comparison) = Comparison::signed(sign) else {
            return Ok(None);
        };
        self.advance()?;
        Ok(Some(comparison))
    }

    fn list(&mut self, field: &Field) -> Result<Vec<Literal>, Fault> {
        let open = self.span.start;
        if !self.take("(")? {
            let help = format!("for example `{} in ('a', 'b')`", field.name());
            return Err(self.fault("no list after `in`").help(help));
        }
        let mut list = vec![self.literal(field)?];
        while self.take(",")? {
            list.push(self.literal(field)?);
        }
        self.close(open)?;
        Ok(list)
    }

    fn literal(&mut self, field: &Field) -> Result<Literal, Fault> {
        let (text, quoted) = match &self.token {
            Token::Bare(text) => (text.clone(), false),
            Token::Quoted(text) => (text.clone(), true),
            Token::Word(word) => {
                return Err(match field.kind() {
                    Type::Date => self.no_date(word),
                    Type::Number => self.no_number(field),
                    _ => {
                        let fault = self.fault(format!("`{word}` stands without quotes"));
                        fault.help(format!("text is written '{word}'"))
                    }
                });
            }
            _ => return Err(self.fault("nothing to compare with")),
        };
        let literal = match field.kind() {
            Type::Date => self.date(&text)?,
            Type::Number => {
                Literal::number(&text, self.scope).ok_or_else(|| self.no_number(field))?
            }
            _ if quoted => self.word(field, text)?,
            _ => match Literal::number(&text, self.scope) {
                Some(number) => number,
                None => self.date(&text)?,
            },
        };
        self.advance()?;
        Ok(literal)
    }

    fn date(&self, text: &str) -> Result<Literal, Fault> {
        if let Some(date) = Literal::date(text, self.scope) {
            return Ok(date);
        }
        if text.starts_with("now") {
            let fault = self.fault(format!("`{text}` is no time"));
            return Err(fault.help("write `now-48h`; the units are s, min, h, d and w"));
        }
        Err(self.no_date(text))
    }

    fn no_date(&self, text: &str) -> Fault {
        let fault = self.fault(format!("`{text}` is no date"));
        fault.help("write it as 2026-01-31 or 2026-01-31T10:00:00Z; text stands in quotes")
    }

    fn no_number(&self, field: &Field) -> Fault {
        self.fault(format!("`{}` is a number, this is none", field.name()))
    }

    fn word(&self, field: &Field, text: String) -> Result<Literal, Fault> {
        let words = field.words();
        if words.is_empty() || words.contains(&&*text) {
            return Ok(Literal::Text(text));
        }
        let fault = self.fault(format!("`{}` is never '{text}'", field.name()));
        Err(fault.help(format!(
            "{}one of {}",
            meant(&text, words.iter().copied()),
            words.join(", ")
        )))
    }

    fn pattern(&mut self) -> Result<Regex, Fault> {
        let Token::Quoted(text) = &self.token else {
            return Err(self.fault("no pattern in quotes").help("for example `path ~ '^/shop/'`"));
        };
        let pattern = Regex::new(text).map_err(|error| self.bad_pattern(text, &error))?;
        self.advance()?;
        Ok(pattern)
    }

    /// Points at the place in the pattern where the message draws a caret.
    fn bad_pattern(&self, pattern: &str, error: &regex::Error) -> Fault {
        let message = error.to_string();
        let last = message.lines().last().unwrap_or_default();
        let what = last.strip_prefix("error: ").unwrap_or(last);
        let written = self.text.get(self.span.clone()).unwrap_or_default();
        // A doubled quote in the expression is one character of the pattern.
        let length = |c: char| c.len_utf8() << u32::from(written.starts_with(c));
        let carets = message
            .lines()
            .find(|line| line.contains('^') && line.trim_matches([' ', '^']).is_empty());
        let place = carets.filter(|_| !pattern.contains('\n')).and_then(|line| {
            let column = line.find('^')?.checked_sub(4)?;
            let before: usize = pattern.chars().take(column).map(length).sum();
            let start = self.span.start + 1 + before;
            Some(start..start + length(pattern.chars().nth(column)?))
        });
        Fault::new(place.unwrap_or_else(|| self.span.clone()), format!("bad pattern: {what}"))
    }

    fn field(&mut self) -> Result<Field, Fault> {
        if self.calls("column") {
            return self.column();
        }
        let Token::Word(name) = &self.token else {
            return Err(self.fault("no field").help("for example `lastmod` or `image.loc`"));
        };
        let name = name.clone();
        if let Some(keyword) = KEYWORDS.iter().find(|word| word.eq_ignore_ascii_case(&name)) {
            let fault = self.fault(format!("`{name}` is no field"));
            return Err(match *keyword == name {
                true => fault.help(format!("a column of that name is `column('{name}')`")),
                false => fault.help(format!("write `{keyword}` in small letters")),
            });
        }
        let field = match Field::named(&name, self.scope) {
            Some(field) => field,
            None if self.scope.columns && !name.contains(['.', '[']) => {
                self.columns.push((name.clone(), self.span.clone()));
                Field::column_named(&name)
            }
            None => return Err(self.no_field(&name)),
        };
        self.advance()?;
        Ok(field)
    }

    fn column(&mut self) -> Result<Field, Fault> {
        self.advance()?;
        let open = self.span.start;
        self.advance()?;
        let Token::Quoted(name) = &self.token else {
            let help = "for example `column('Status Code')`";
            return Err(self.fault("no name of a column in quotes").help(help));
        };
        let name = name.clone();
        if !self.scope.columns {
            return Err(self.fault("there are no columns here"));
        }
        self.columns.push((name.clone(), self.span.clone()));
        self.advance()?;
        self.close(open)?;
        Ok(Field::column_named(&name))
    }

    fn no_field(&self, name: &str) -> Fault {
        let fault = self.fault(format!("there is no field `{name}`"));
        if name.starts_with("path[") {
            let most = u32::MAX;
            return fault.help(format!("segments of the path are `path[1]` to `path[{most}]`"));
        }
        let known: Vec<String> = self.scope.names().collect();
        if let Some((front, wrong)) = name.split_once('.') {
            let rest = |known: &str| Some(known.strip_prefix(front)?.strip_prefix('.')?.to_owned());
            let members: Vec<String> = known.iter().filter_map(|known| rest(known)).collect();
            if let Some(near) = nearest(wrong, members.iter().map(String::as_str)) {
                return fault.help(format!("did you mean `{front}.{near}`?"));
            }
            if !members.is_empty() {
                return fault.help(format!("`{front}` has {}", members.join(", ")));
            }
        }
        match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => {
                let top = known.iter().map(String::as_str).filter(|known| !known.contains('.'));
                fault.help(format!("known: {}", top.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    /// Whether a function of that name is called here.
    fn calls(&self, name: &str) -> bool {
        let opens = || {
            let rest = self.text.get(self.span.end..).unwrap_or_default();
            rest.trim_start().starts_with('(')
        };
        matches!(&self.token, Token::Word(word) if word == name) && opens()
    }

    fn close(&mut self, open: usize) -> Result<(), Fault> {
        if self.take(")")? {
            return Ok(());
        }
        if self.token == Token::End {
            return Err(Fault::new(open..open + 1, "`(` that is never closed"));
        }
        Err(self.fault("`)` is missing before this"))
    }

    fn keyword(&mut self, word: &str) -> Result<bool, Fault> {
        let here = matches!(&self.token, Token::Word(here) if here == word);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    fn take(&mut self, sign: &str) -> Result<bool, Fault> {
        let here = matches!(self.token, Token::Sign(here) if here == sign);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    fn advance(&mut self) -> Result<(), Fault> {
        (self.token, self.span) = token::next(self.text, self.span.end)?;
        Ok(())
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.span.clone(), message)
    }
}

fn one_or(mut nodes: Vec<Node>, many: fn(Vec<Node>) -> Node) -> Node {
    match nodes.pop() {
        Some(only) if nodes.is_empty() => only,
        Some(last) => {
            nodes.push(last);
            many(nodes)
        }
        None => many(nodes),
    }
}
