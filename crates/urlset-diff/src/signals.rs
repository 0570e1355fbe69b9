//! What two addresses of one page have in common.

use crate::address::{Address, last_segment, loose, normal};
use urlset_core::{Entry, Extensions};

/// Something that a removed and an added page may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Everything but the scheme and `www.`.
    Address,
    /// Path and query.
    Path,
    /// The path without its usual variations.
    Loose,
    /// The last segment of that.
    Segment,
    /// The title of an image, a video, an article.
    Title,
    /// An image or a video.
    Media,
}

impl Signal {
    pub(crate) const ALL: [Signal; 6] = [
        Signal::Address,
        Signal::Path,
        Signal::Loose,
        Signal::Segment,
        Signal::Title,
        Signal::Media,
    ];

    /// How sure it alone makes that two pages are one, 0 to 1,000.
    pub(crate) fn weight(self, value: &str) -> u32 {
        match self {
            Signal::Address => 950,
            Signal::Path => 800,
            Signal::Loose => 600,
            // `2`, `2024`, `faq` say little.
            Signal::Segment if value.len() < 4 || is_number(value) => 300,
            Signal::Segment | Signal::Title | Signal::Media => 500,
        }
    }
}

/// Values of one entry that are looked at for titles and for media, each; an entry may have thousands.
const MOST: usize = 4;

/// Shows every signal of an entry.
pub(crate) fn each_signal<E>(
    entry: &Entry,
    mut show: impl FnMut(Signal, &str) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = String::new();
    if let Some(address) = Address::of(normal(entry.loc.as_str(), &mut buffer)) {
        show(Signal::Address, &format!("{}{}", address.bare_host(), address.request))?;
        show(Signal::Path, address.request)?;
        // Pages of one path with other queries are others: the query stays.
        let query = address.request.strip_prefix(address.path).unwrap_or_default();
        let loose = loose(address.path);
        let last = last_segment(&loose);
        if !last.is_empty() {
            show(Signal::Loose, &format!("{loose}{query}"))?;
            show(Signal::Segment, &format!("{last}{query}"))?;
        }
    }
    for (signal, names) in
        [(Signal::Title, &["title"][..]), (Signal::Media, &["loc", "content_loc", "player_loc"])]
    {
        for value in values(&entry.extensions, names) {
            show(signal, &value)?;
        }
    }
    Ok(())
}

/// The texts of the items' children of these names. Extensions are not known here: images, videos and
/// news all call a title `title`.
fn values(extensions: &Extensions, names: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for element in extensions.elements() {
        let found = names.iter().find_map(|name| element.child_text(name));
        if let Some(text) = found
            && !values.iter().any(|known| *known == text)
        {
            values.push(text.into_owned());
        }
        if values.len() == MOST {
            break;
        }
    }
    values
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
