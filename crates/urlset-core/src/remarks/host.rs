//! What is remarkable about the host of an address.

use super::{Parts, Tell, starts_with};
use crate::classes::cut;
use crate::loc::number;
use crate::{Result, rules};

/// Last labels that no public host has (RFC 6761, RFC 6762).
const LOCAL: [&str; 5] = ["local", "localhost", "test", "example", "invalid"];

/// Bytes of a label, and of a name without its last dot (RFC 1035 section 2.3.4).
const LONGEST_LABEL: usize = 63;
const LONGEST_NAME: usize = 253;

pub(super) fn host(parts: &Parts<'_>, tell: Tell<'_>) -> Result<()> {
    let (host, port) = parts.host();
    if parts.has_bad_literal() {
        tell(&rules::LOC_SYNTAX, parts.authority)?;
    } else if !host.is_empty() && is_local(host) {
        tell(&rules::LOC_LOCAL, host)?;
    }
    if !is_resolvable(host) {
        tell(&rules::LOC_UNRESOLVABLE, host)?;
    }
    let default = if parts.scheme.len() == 4 { 80 } else { 443 };
    if port.is_some_and(|port| port.is_empty() || number(port) == Some(default)) {
        tell(&rules::LOC_DEFAULT_PORT, &format!(":{}", port.unwrap_or_default()))?;
    }
    let capital = |part: &str| part.bytes().any(|byte| byte.is_ascii_uppercase());
    // Escapes are written in capitals, in a host too.
    let letters = |part: &str| part.split('%').any(|rest| rest.get(2..).is_some_and(capital));
    let (first, escaped) = cut(host, |byte| byte == b'%');
    if capital(parts.scheme) || capital(first) || letters(escaped) {
        tell(&rules::LOC_UPPERCASE, &format!("{}://{host}", parts.scheme))?;
    }
    if host.is_ascii() { Ok(()) } else { tell(&rules::LOC_IDN, host) }
}

/// An international name that is none by IDNA; of escapes nobody knows what they mean in a host.
pub(super) fn international(
    parts: &Parts<'_>,
    is_name: Option<fn(&str) -> bool>,
    tell: Tell<'_>,
) -> Result<()> {
    let (host, _) = parts.host();
    let marked = |label: &str| starts_with(label.as_bytes(), "xn--");
    if host.is_ascii() && !host.split('.').any(marked) {
        return Ok(());
    }
    let Some(is_name) = is_name.filter(|_| !host.contains('%')) else {
        return Ok(());
    };
    let name = host.to_lowercase();
    let international = !name.is_ascii() || name.split('.').any(|label| label.starts_with("xn--"));
    if international && !is_name(&name) { tell(&rules::LOC_INVALID_IDN, host) } else { Ok(()) }
}

/// What divides the labels of a name (RFC 3490 section 3.1).
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// Whether the name system can know an ASCII name: others are asked of IDNA.
pub(super) fn is_resolvable(host: &str) -> bool {
    if host.is_empty() || !host.is_ascii() || host.starts_with('[') {
        return true;
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_label = |label: &str| (1..=LONGEST_LABEL).contains(&label.len());
    name.len() <= LONGEST_NAME && !name.contains('%') && name.split('.').all(is_label)
}

/// An address in numbers, one label alone, or a name that is kept for local use.
pub(super) fn is_local(host: &str) -> bool {
    let host = host.strip_suffix(DOTS).unwrap_or(host);
    let Some((_, last)) = host.rsplit_once(DOTS) else {
        return true;
    };
    let number = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    number || host.starts_with('[') || LOCAL.iter().any(|name| last.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::is_resolvable;

    #[test]
    fn names_that_can_be_known() {
        let label = "a".repeat(63);
        let name = |last: usize| format!("{}{}", format!("{label}.").repeat(3), "a".repeat(last));
        for host in
            ["e.com", "e.com.", "localhost", "_a.e.com", "[::1]", "bücher.de", "", &name(61)]
        {
            assert!(is_resolvable(host), "{host}");
        }
        let long = format!("a{label}.com");
        for host in ["e..com", ".e.com", "e.com..", ".", "e%20a.com", &long, &name(62)] {
            assert!(!is_resolvable(host), "{host}");
        }
    }
}
