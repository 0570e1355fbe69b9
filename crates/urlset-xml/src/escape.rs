//! Escaping; characters that XML cannot hold.

/// Appends text with all five characters escaped (sitemaps.org asks for all five) and CR as `&#13;`.
/// A character that XML cannot hold becomes U+FFFD; `false` then.
#[allow(clippy::todo, unused)]
pub fn escape_text(text: &str, out: &mut String) -> bool {
    todo!()
}

/// The same for an attribute in double quotes: TAB and LF are escaped too.
#[allow(clippy::todo, unused)]
pub fn escape_attribute(text: &str, out: &mut String) -> bool {
    todo!()
}
