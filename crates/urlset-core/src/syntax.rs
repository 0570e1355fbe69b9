//! The grammar of URLs (RFC 3986 appendix A), as far as no class of characters says it.

use crate::{any, cut};
use core::net::Ipv6Addr;

/// `[::1]`, with a zone as RFC 6874 writes it, or the form kept for later versions of IP.
pub(crate) fn is_ip_literal(host: &str) -> bool {
    let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    let address = inner.split_once("%25").map_or(inner, |(address, _)| address);
    let version = inner.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
    address.parse::<Ipv6Addr>().is_ok()
        || version.is_some_and(|(version, name)| {
            let hex = version.bytes().all(|byte| byte.is_ascii_hexdigit());
            hex && !version.is_empty() && !name.is_empty() && !name.contains(['[', ']', '%'])
        })
}

/// Whether a schema takes it for a URI: the grammar of RFC 3986, where what it excludes may stand
/// raw (XML Schema part 2, section 3.2.17), and brackets in a fragment. `%` without digits is a rule
/// of its own.
pub(crate) fn is_any_uri(text: &str) -> bool {
    // A host that is a name alone, as nearly always, and no mark that may stand in the wrong place.
    let web = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_mark = |byte| matches!(byte, b'#' | b':' | b'@' | b'[' | b']');
    if web.is_some_and(|rest| !any(rest.as_bytes(), is_mark)) {
        return true;
    }
    let (text, fragment) = cut(text, |byte| byte == b'#');
    let head = cut(text, ends_authority).0;
    let rest = match head.bytes().position(|byte| byte == b':') {
        None => Some(text),
        Some(colon) => crate::loc::scheme(head).and_then(|_| text.get(colon + 1..)),
    };
    let second = fragment.bytes().skip(1).any(|byte| byte == b'#');
    let Some(rest) = rest.filter(|_| !second) else {
        return false;
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return !has_brackets(rest);
    };
    let (authority, rest) = cut(rest, ends_authority);
    !has_brackets(rest) && is_authority(authority)
}

fn ends_authority(byte: u8) -> bool {
    matches!(byte, b'/' | b'?')
}

fn has_brackets(text: &str) -> bool {
    any(text.as_bytes(), |byte| (byte == b'[') | (byte == b']'))
}

fn is_authority(authority: &str) -> bool {
    // A name and nothing else, as nearly always.
    if !has_brackets(authority)
        && !any(authority.as_bytes(), |byte| (byte == b'@') | (byte == b':'))
    {
        return true;
    }
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let after = match host.strip_prefix('[') {
        Some(literal) => literal.split_once(']').map(|(_, after)| after),
        None => {
            host.get(host.find(':').unwrap_or(host.len())..).filter(|_| !host.contains(['[', ']']))
        }
    };
    let port =
        after.and_then(|after| if after.is_empty() { Some("") } else { after.strip_prefix(':') });
    !user.contains(['@', '[', ']'])
        && port.is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{is_any_uri, is_ip_literal};

    #[test]
    fn what_a_schema_takes_for_a_uri() {
        for (text, is) in [
            ("not a url at all", true),
            ("//example.com/a", true),
            ("http:a", true),
            ("http://e.com/a#b[c", true),
            ("http://é.com/\"^|", true),
            ("http:///a", true),
            ("1http://e.com/", false),
            ("ht_tp://e.com/", false),
            (":a", false),
            ("http://a@b@c/", false),
            ("http://e]x.com/", false),
            ("http://[::1]x/", false),
            ("http://x[::1]/", false),
            ("http://a:b:c/", false),
            ("a[1]", false),
        ] {
            assert_eq!(is_any_uri(text), is, "{text}");
        }
    }

    #[test]
    fn addresses_of_version_six() {
        for (text, is) in [
            ("[::1]", true),
            ("[::ffff:192.0.2.1]", true),
            ("[fe80::1%25eth0]", true),
            ("[v1f.a:b]", true),
            ("[]", false),
            ("[::1", false),
            ("[::g]", false),
            ("[192.0.2.1]", false),
            ("[v.a]", false),
            ("x[::1]", false),
        ] {
            assert_eq!(is_ip_literal(text), is, "{text}");
        }
    }
}
