//! Why something cannot be rewritten as asked.

/// Why something cannot be rewritten as asked; the text is what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadRewrite {
    /// Neither `http` nor `https`.
    Scheme(Box<str>),
    /// Not of the form `OLD=NEW`.
    Form(Box<str>),
    /// No host, or one with scheme, path or user.
    Host(Box<str>),
    /// Two rules for one host.
    HostTwice(Box<str>),
    /// No regular expression, and why.
    Expression(Box<str>, Box<str>),
    /// A template with a space or a control character.
    Template(Box<str>),
    /// A template with a group that its expression does not have.
    Group(Box<str>),
    /// No place has this name; the names that there are.
    Place(Box<str>, Box<str>),
    /// A row of a table of moves: its line, and what is wrong with it.
    Row(u64, Box<str>),
    /// A table of moves without a row.
    NoRows,
    /// A table of moves that cannot be read; why.
    Unreadable(Box<str>),
    /// A table of moves with more rows than there is memory for: the line that is too much, and how
    /// many bytes there are.
    TooLarge(u64, u64),
}

impl std::fmt::Display for BadRewrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadRewrite::Scheme(text) => write!(f, "`{text}` is neither `http` nor `https`"),
            BadRewrite::Form(text) => write!(f, "`{text}` is not of the form OLD=NEW"),
            BadRewrite::Host(text) => write!(f, "`{text}` is no host, with or without a port"),
            BadRewrite::HostTwice(text) => write!(f, "the host `{text}` is rewritten twice"),
            BadRewrite::Expression(text, why) => write!(f, "`{text}` is no expression: {why}"),
            BadRewrite::Template(text) => {
                write!(f, "the template `{text}` has a character that no URL has; escape it")
            }
            BadRewrite::Group(name) => {
                write!(
                    f,
                    "the expression has no group `{name}`; `${{1}}a` sets letters off, `$$` is `$`"
                )
            }
            BadRewrite::Place(name, all) => {
                write!(f, "no URL stands in `{name}`; the places are {all}")
            }
            BadRewrite::Row(line, why) => write!(f, "line {line} of the table: {why}"),
            BadRewrite::NoRows => f.write_str("the table has no row"),
            BadRewrite::Unreadable(why) => f.write_str(why),
            BadRewrite::TooLarge(line, bytes) => {
                write!(
                    f,
                    "the table takes more memory than it may, {} KiB, at line {line}",
                    bytes >> 10
                )
            }
        }
    }
}

impl std::error::Error for BadRewrite {}
