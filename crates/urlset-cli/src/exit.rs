//! Exit codes, and the failures that end a run before or beside its findings.

/// Why the exit code is not 0. The highest cause wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// The answer is "no".
    No = 1,
    /// Wrong usage.
    Usage = 2,
    /// An input could not be read or recognised.
    Input = 3,
    /// Data broken beyond the chosen mode.
    Data = 4,
    /// Output could not be written or would be unsafe.
    Output = 5,
    /// A limit was hit.
    Limit = 6,
}

impl Cause {
    pub(crate) fn code(self) -> u8 {
        self as u8
    }
}

/// What ends a run, told in one line and perhaps a hint.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Its exit code.
    pub(crate) cause: Cause,
    /// One line; starts with the thing, no full stop.
    pub(crate) message: String,
    /// A way out; empty for none. May be several lines.
    pub(crate) hint: String,
    /// What was written wrong, with carets under the place: lines without gutter; empty for none.
    pub(crate) excerpt: String,
}

impl Failure {
    pub(crate) fn new(cause: Cause, message: impl Into<String>) -> Failure {
        Failure { cause, message: message.into(), hint: String::new(), excerpt: String::new() }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Cause::Usage, message)
    }

    pub(crate) fn output(message: impl Into<String>) -> Failure {
        Failure::new(Cause::Output, message)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = hint.into();
        self
    }
}

/// How a command ended, where it did not fail outright.
pub(crate) type Ended = Result<Option<Cause>, Failure>;

/// The exit code of a cause; 0 for none.
pub(crate) fn code(cause: Option<Cause>) -> u8 {
    cause.map_or(0, Cause::code)
}
