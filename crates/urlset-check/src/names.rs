//! Whether international names can be names of hosts.

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

/// Whether an international host is a name by IDNA (RFC 5891), of labels that the name system takes:
/// for [`ReadOptions::is_host_name`](urlset_core::ReadOptions::is_host_name).
///
/// ```
/// assert!(urlset_check::is_host_name("bücher.example"));
/// assert!(!urlset_check::is_host_name("bücher-.example"));
/// assert!(!urlset_check::is_host_name("xn--a.example"));
/// ```
pub fn is_host_name(host: &str) -> bool {
    // What ASCII a host may have is another matter.
    let (ascii, length) = (AsciiDenyList::EMPTY, DnsLength::VerifyAllowRootDot);
    Uts46::new().to_ascii(host.as_bytes(), ascii, Hyphens::CheckFirstLast, length).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_host_name;

    #[test]
    fn international_names() {
        let long = "\u{fc}".repeat(64) + ".de";
        for (host, is) in [
            ("xn--bcher-kva.de", true),
            ("b\u{fc}cher.de", true),
            ("b\u{fc}cher.de.", true),
            ("example\u{3002}com", true),
            ("a_b.\u{fc}.de", true),
            ("xn--bcher-kv.xn--", false),
            ("xn--\u{fc}.de", false),
            ("xn--a.de", false),
            ("a.xn--0", false),
            ("\u{300}b.de", false),
            ("\u{fc}-.de", false),
            ("-\u{fc}.de", false),
            ("a..\u{fc}.de", false),
            (&long, false),
        ] {
            assert_eq!(is_host_name(host), is, "{host}");
        }
    }
}
