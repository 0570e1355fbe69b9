//! Who takes findings, and decides whether to go on.

use crate::{Diagnostic, Entry, Error, Lost, Place, Result, Rule, Severity, rules};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A field that the target format cannot hold.
#[derive(Clone, Copy)]
pub struct Loss<'e> {
    /// The field's name as in JSON Lines: `lastmod`, `image`, `video.restriction`.
    pub field: &'e str,
    /// What was left behind, worked out only when somebody asks.
    pub value: &'e dyn core::fmt::Display,
    /// The entry that had it.
    pub entry: &'e Entry,
    /// Where that entry was read; an unknown position where the caller does not know.
    pub at: &'e dyn Place,
}

impl core::fmt::Debug for Loss<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Loss({} of {})", self.field, self.entry.loc)
    }
}

/// Takes findings. An `Err` stops the work and comes back to the caller.
///
/// ```
/// use urlset_core::{Diagnostic, Lost, Position, Result, Sink, rules};
///
/// /// Counts what was lost.
/// struct Losses(u32);
///
/// impl Sink for Losses {
///     fn report(&mut self, finding: Diagnostic) -> Result<()> {
///         self.0 += u32::from(finding.lost != Lost::Nothing);
///         Ok(())
///     }
/// }
///
/// let mut losses = Losses(0);
/// losses.report(rules::LOC_MISSING.at(Position::default()).lost(Lost::Entry))?;
/// assert_eq!(losses.0, 1);
/// # Ok::<(), urlset_core::Error>(())
/// ```
pub trait Sink {
    /// Takes one finding.
    ///
    /// # Errors
    /// When the work must stop here; [`Strict`] does so at the first error.
    fn report(&mut self, diagnostic: Diagnostic) -> Result<()>;

    /// Whether such a finding is wanted whole. Where it is not, only its rule, its severity, what
    /// it cost and its input will matter: of a flood all but the first are counted, and nobody
    /// looks for lines or copies text. The default wants all.
    fn wants(&self, _: &Diagnostic) -> bool {
        true
    }

    /// Counts a finding that weighs what its rule does and of which nothing else matters; `false`
    /// where it has to be reported all the same. This is what a flood of findings costs, so there
    /// is nothing to make and nothing to drop. The default has all of them reported.
    fn count(&mut self, _rule: &'static Rule, _lost: Lost, _input: u32) -> bool {
        false
    }

    /// Counts the loss of a field, in so many entries, of which nothing else matters; `false` where each
    /// has to be told by [`Sink::lose`]. A list of addresses is all that is left of a sitemap, and
    /// loses every field of every entry. The default has all of them told.
    fn count_loss(&mut self, _field: &str, _entries: u64) -> bool {
        false
    }

    /// Takes one loss. The default turns it into a finding of `convert/lossy`, or of
    /// `convert/date-precision` where nothing of a date but its precision is lost; whoever only
    /// counts can do so without allocating.
    ///
    /// # Errors
    /// As [`Sink::report`].
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        let what = format!("{}: {}", loss.field, loss.value);
        let rule = match loss.field.ends_with(" precision") {
            true => &rules::DATE_PRECISION,
            false => &rules::LOSSY,
        };
        self.report(rule.at(loss.at.position()).detail(what).loc(loss.entry.loc.as_str()))
    }
}

/// Ignores every finding.
impl Sink for () {
    fn report(&mut self, _: Diagnostic) -> Result<()> {
        Ok(())
    }
    fn wants(&self, _: &Diagnostic) -> bool {
        false
    }
    fn count(&mut self, _: &'static Rule, _: Lost, _: u32) -> bool {
        true
    }
    fn count_loss(&mut self, _: &str, _: u64) -> bool {
        true
    }
    fn lose(&mut self, _: Loss<'_>) -> Result<()> {
        Ok(())
    }
}

/// Collects every finding; memory grows with their number.
impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) -> Result<()> {
        self.push(diagnostic);
        Ok(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn report(&mut self, diagnostic: Diagnostic) -> Result<()> {
        (**self).report(diagnostic)
    }
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        (**self).wants(diagnostic)
    }
    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        (**self).count(rule, lost, input)
    }
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        (**self).count_loss(field, entries)
    }
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        (**self).lose(loss)
    }
}

/// Stops at the first error; passes everything else on.
#[derive(Debug)]
pub struct Strict<S>(pub S);

impl<S: Sink> Sink for Strict<S> {
    fn report(&mut self, diagnostic: Diagnostic) -> Result<()> {
        if diagnostic.severity == Severity::Error {
            return Err(Error::Stopped(Box::new(diagnostic)));
        }
        self.0.report(diagnostic)
    }
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.severity == Severity::Error || self.0.wants(diagnostic)
    }
    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        rule.severity < Severity::Error && self.0.count(rule, lost, input)
    }
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        self.0.count_loss(field, entries)
    }
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.0.lose(loss)
    }
}
