//! Addresses: resolving, normal form, rewriting. Doing it twice is doing it once.

use urlset::Loc;
use urlset::ops::Key;
use urlset::rewrite::Rewrite;

/// The first line is a base or a rule of rewriting, the rest an address.
pub fn url(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (base, url) = text.split_once('\n').unwrap_or(("https://example.com/a/b?c", &text));
    resolves(base, url);
    is_normal_once(url);
    has_parts(url);
    rewrites(base, url);
}

fn resolves(base: &str, reference: &str) {
    if let Some(resolved) = urlset::resolve(base, reference) {
        assert_eq!(urlset::resolve(base, &resolved), Some(resolved.clone()), "{resolved}");
        assert!(Loc::new(&resolved).scheme().is_some(), "{resolved} has no scheme");
    }
}

fn is_normal_once(url: &str) {
    let (mut once, mut twice) = (String::new(), String::new());
    let once = Key::Normalized.of(url, &mut once);
    let twice = Key::Normalized.of(once, &mut twice);
    assert_eq!(once, twice, "the normal form of {url:?} is not normal");
}

/// Each part is a piece of the address.
fn has_parts(url: &str) {
    let loc = Loc::new(url);
    let text = loc.as_str();
    assert!(url.contains(text), "{text} is not in {url}");
    let parts = [Some(loc.path()), loc.host(), loc.section(), loc.query(), loc.scheme()];
    for part in parts.into_iter().flatten().chain(loc.path_language()) {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let gravest = loc.faults().next();
    let may_leave = loc.is_page_address();
    assert!(may_leave || gravest.is_some(), "{text} may not leave, and nobody says why");
}

fn rewrites(rule: &str, url: &str) {
    // As an entry holds it, without space around it.
    let loc = Loc::new(url);
    let url = loc.as_str();
    let mut rewrite = Rewrite::new(urlset::EXTENSIONS);
    let _ = rewrite.scheme("https").is_ok() && rewrite.host("example.org=example.com").is_ok();
    if let Some(once) = rewrite.url(url) {
        let twice = rewrite.url(&once);
        assert!(twice.as_ref().is_none_or(|twice| *twice == once), "{once} became {twice:?}");
    }
    let rules = [Rewrite::scheme, Rewrite::host, Rewrite::path, Rewrite::table];
    for add in rules {
        let mut rewrite = Rewrite::new(urlset::EXTENSIONS);
        if add(&mut rewrite, rule).is_ok() {
            let new = rewrite.url(url);
            let left =
                |new: &str| Loc::new(url).is_page_address() && !Loc::new(new).is_page_address();
            assert!(!new.as_deref().is_some_and(left), "{rule:?} made {url:?} {new:?}");
        }
    }
}
