//! Laws of keys: a normal form is its own, every text has one, and it is the address that the `url`
//! crate reads.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use url::Url;
use urlset_ops::{Key, steps};

fn normal(loc: &str) -> String {
    Key::Normalized.of(loc, &mut String::new()).to_owned()
}

/// Texts that are URLs or nearly so.
fn nearly() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        r"(?i:https?)://[a-zA-Z%@:.\[\]éß0-9]{0,12}(/(\.|%2[eE]|[%a-fé2-7 ]){0,5}){0,4}[?#%a4]{0,5}",
    ]
}

/// Addresses that both this crate and the URL standard read, which differ in backslashes, tabs, empty
/// user names, escaped hosts, ports with zeros in front, and apostrophes in queries.
fn address() -> impl Strategy<Value = String> {
    let host = r"[a-zA-ZäÖ]{1,5}(\.[a-zß]{2,3}){1,2}";
    let port = "(:|:80|:443|:8080)?";
    let path = r"(/(\.|\.\.|%2[eE]|%7[eE]|%c3%BC|%2f|[a-zA-Z0-9é ~!$&()+,;=:@-]){0,4}){0,5}";
    let query = r"(\?(%3[fF]|%7E|[a-z ü/.=&?]){0,6})?(#(%61|[a-z ü/.]){0,4})?";
    proptest::string::string_regex(&format!("(?i:https?)://{host}{port}{path}{query}")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_normal_form_is_its_own(loc in nearly()) {
        let once = normal(&loc);
        prop_assert_eq!(normal(&once), once.clone());
        prop_assert_eq!(steps(&loc).count() == 0, once == loc, "steps are told exactly when it changes");
    }

    #[test]
    fn the_standard_reads_the_same_address(loc in address()) {
        let loc = loc.trim_end(); // as a loc is, and as the standard does
        let Ok(url) = Url::parse(loc) else {
            return Err(TestCaseError::reject("a host that is none"));
        };
        prop_assert_eq!(normal(url.as_str()), normal(loc));
        let again = Url::parse(&normal(loc)).unwrap();
        prop_assert_eq!(again.host_str(), url.host_str());
        prop_assert_eq!(again.port_or_known_default(), url.port_or_known_default());
    }
}
