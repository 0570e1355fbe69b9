//! What the robots.txt files among the documents of a plan say of the pages of their sites: nobody needs
//! to supply with `--robots` what was read anyway.

use crate::opening::Opening;
use crate::plan::{Document, Plan, nowhere};
use crate::report::Report;
use urlset::check::rules::ROBOTS_PATTERNS;
use urlset::check::{ROBOTS_BYTES, Robots};
use urlset::{Error, Result, Sink};

/// Bytes of all of them that are kept; more than that, of hundreds of sites, are told.
const MOST: usize = 16 << 20;

/// Address and text of each.
pub(crate) type Texts = Vec<(String, String)>;

/// Those whose sites are known; `address` is that of the input, where it is one.
pub(crate) fn read(
    plan: &Plan,
    opening: &Opening,
    address: Option<&str>,
    report: &mut Report,
) -> Result<Texts> {
    let (mut all, mut kept) = (Vec::new(), 0);
    for document in plan.documents.iter().filter(|one| one.facts.format == "robots") {
        // The rules of one that redirects are those of the site that was asked (RFC 9309, 2.3.1.2).
        let own = [Some(&*document.name), document.base.as_deref(), address];
        let mut own: Vec<&str> = own.into_iter().flatten().filter(|url| is_root(url)).collect();
        own.dedup();
        if own.is_empty() {
            continue;
        }
        // What cannot be read is told when it is read for good.
        let file = document.open().map_err(Error::from);
        let text = file.and_then(|file| opening.robots(file, &document.which(), ROBOTS_BYTES));
        let Ok(text) = text else { continue };
        kept += text.len() * own.len();
        if kept > MOST {
            return tell(document, report).map(|()| all);
        }
        all.extend(own.into_iter().map(|url| (url.to_owned(), text.clone())));
    }
    Ok(all)
}

/// What they say, in this order.
pub(crate) fn parsed(all: &[(String, String)]) -> impl Iterator<Item = Robots> {
    all.iter().filter_map(|(address, text)| Robots::parse(address, text))
}

/// Whether an address is that of the robots.txt of a site (RFC 9309, section 2.3).
fn is_root(url: &str) -> bool {
    let path = url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    path.is_some_and(|(_, path)| path.split(['?', '#']).next() == Some("robots.txt"))
}

fn tell(document: &Document, report: &mut Report) -> Result<()> {
    let detail =
        "more than 16 MiB of robots.txt files: this one and those behind it are not heeded";
    let finding = ROBOTS_PATTERNS.at(nowhere(document.number)).detail(detail);
    report.report(finding.help("check fewer sites in one run, or give it with `--robots`"))
}

#[cfg(test)]
mod tests {
    use super::is_root;

    #[test]
    fn only_the_root_of_a_site_has_one() {
        for (url, root) in [
            ("https://example.com/robots.txt", true),
            ("http://example.com:81/robots.txt?v=2#x", true),
            ("https://example.com/shop/robots.txt", false),
            ("https://example.com/robots.txt/", false),
            ("https://example.com", false),
            ("robots.txt", false),
        ] {
            assert_eq!(is_root(url), root, "{url}");
        }
    }
}
