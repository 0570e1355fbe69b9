//! What a server was told alone stands in no message: servers repeat it in titles, in addresses to which they
//! redirect, in headers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Bytes of what is hidden: less stands in harmless words.
const SHORTEST: usize = 3;

/// Bytes of a word that is hidden without the others of its header, as a token is and `Bearer` is not.
const LONG: usize = 8;

/// What stands between such words.
const BETWEEN: [char; 4] = [' ', ';', ',', '='];

/// A text without what these headers say, in any of the forms in which it may come back.
pub(crate) fn without<'h>(text: &str, headers: impl Iterator<Item = (&'h str, &'h str)>) -> String {
    // What is accepted is no secret, and names types and charsets as answers do.
    let headers = headers.filter(|(name, _)| !name.to_ascii_lowercase().starts_with("accept"));
    let mut secrets: Vec<String> = headers.flat_map(|(_, value)| forms(value)).collect();
    // The longest first: others are in them.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret, "***"))
}

/// The value of a header, its long words, user and password where it is of them, and all as addresses have
/// them.
fn forms(value: &str) -> Vec<String> {
    let mut forms = vec![value.to_owned()];
    forms.extend(value.split(BETWEEN).filter(|word| word.len() >= LONG).map(str::to_owned));
    let basic = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("basic"));
    if let Some((_, coded)) = basic {
        forms.push(coded.trim().to_owned());
        let decoded = STANDARD.decode(coded.trim()).unwrap_or_default();
        let user = String::from_utf8_lossy(&decoded).into_owned();
        forms.extend(user.split_once(':').map(|(_, password)| password.to_owned()));
        forms.push(user);
    }
    let escaped: Vec<String> =
        forms.iter().map(|form| utf8_percent_encode(form, NON_ALPHANUMERIC).to_string()).collect();
    forms.extend(escaped);
    forms.retain(|form| form.len() >= SHORTEST);
    forms
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_servers_repeat() {
        // ann:s3 cret
        let basic = ("authorization", "Basic YW5uOnMzIGNyZXQ=");
        for (header, text, shown) in [
            (basic, "no ann:s3 cret here", "no *** here"),
            (basic, "/login?pw=s3%20cret&u=ann", "/login?pw=***&u=ann"),
            (basic, "Basic YW5uOnMzIGNyZXQ= is wrong", "*** is wrong"),
            (basic, "YW5uOnMzIGNyZXQ=", "***"),
            (("X-Key", "hidd3n"), "text/hidd3n; a=hidd3n", "text/***; a=***"),
            (("Authorization", "Bearer abcdefgh"), "Bearer or abcdefgh", "Bearer or ***"),
            (("Cookie", "a=1; id=0123456789"), "0123456789 is over", "*** is over"),
            (("X-Short", "1"), "1 file", "1 file"),
            (("Accept", "text/html"), "text/html", "text/html"),
        ] {
            assert_eq!(without(text, std::iter::once(header)), shown, "{header:?}");
        }
    }
}
