//! What is wrong with an expression or a list of fields, and where.

use std::ops::Range;

/// What is wrong with an expression or a list of fields, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes complained about; may be empty, and stands then before what is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// A way out; empty where there is none to tell.
    pub help: String,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into(), help: String::new() }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = help.into();
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.span.start, self.message)
    }
}

impl std::error::Error for Fault {}
