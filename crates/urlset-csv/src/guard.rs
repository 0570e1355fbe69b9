//! The `'` before cells that a spreadsheet would take for a formula (OWASP, CSV injection).

/// Whether the text begins like a formula, or like one that is guarded already: that must be
/// guarded again, or reading would take off a `'` that was part of it.
pub(crate) fn needs(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    #[test]
    fn needs() {
        for (text, guarded) in
            [("=1", true), ("'=1", true), ("\ta", true), ("'a", false), ("a=1", false), ("", false)]
        {
            assert_eq!(super::needs(text), guarded, "{text}");
        }
    }
}
