//! The style of the page, and the policy that lets no other in.

/// The style; `style.css` beside this file.
pub(crate) const STYLE: &str = include_str!("style.css");

/// What a browser may do with the page: apply this style, and nothing else. Nothing is loaded, nothing
/// runs, nothing is sent (CSP 3).
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'sha256-ClLwF+CuYDVVN3//L+9avgvFyCigT19OzgQOCr45zg4='; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use super::{POLICY, STYLE};
    use crate::tests::sha256_base64;

    #[test]
    fn the_policy_lets_this_style_in() {
        let source = format!("style-src '{}{}';", "sha256-", sha256_base64(STYLE.as_bytes()));
        assert!(POLICY.contains(&source), "write {source}");
        // It would end the element, or load something.
        for bad in ["</", "url(", "@import", "\r"] {
            assert!(!STYLE.contains(bad), "{bad}");
        }
    }

    /// The value of a colour in the `nth` set of colours.
    fn colour(name: &str, nth: usize) -> [f64; 3] {
        let mark = format!("--{name}: #");
        let text = STYLE.split(&mark).nth(nth + 1).unwrap();
        let channel = |at: usize| {
            let value = u8::from_str_radix(&text[at..at + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            // WCAG 2.2, relative luminance.
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        [0, 2, 4].map(channel)
    }

    #[test]
    fn text_can_be_read() {
        let luminance =
            |[red, green, blue]: [f64; 3]| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        for nth in [0, 1] {
            for text in ["ink", "soft", "error", "warning", "note"] {
                for ground in ["paper", "sheet", "rail"] {
                    let [one, other] =
                        [text, ground].map(|name| luminance(colour(name, nth)) + 0.05);
                    let contrast = one.max(other) / one.min(other);
                    assert!(contrast >= 4.5, "{text} on {ground}: {contrast:.2}");
                }
            }
            // Bars are no text (WCAG 2.2, 1.4.11).
            let [one, other] = ["bar", "paper"].map(|name| luminance(colour(name, nth)) + 0.05);
            assert!(one.max(other) / one.min(other) >= 3.0);
        }
    }
}
