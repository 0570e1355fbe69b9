//! The tables of known tools.

/// The table of a known tool: what its columns mean beyond what their names say.
#[derive(Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Columns and their fields; of several columns for one field the first that is there counts.
    /// A column without field is not taken for what its name says; it is named as unused.
    pub columns: &'static [(&'static str, &'static str)],
    /// What stands before the value of the loc column: some shops export only the last part of an
    /// address. The result is relative and needs the address of the site.
    pub prefix: &'static str,
    /// What a row is.
    pub rows: RowsAre,
}

/// What the rows of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsAre {
    /// Each an entry.
    Entries,
    /// Rows with the same loc that follow one another are one entry.
    Parts,
    /// Each the addresses of one page in several languages: an entry for each.
    Languages,
}

const fn entries(
    name: &'static str,
    title: &'static str,
    columns: &'static [(&'static str, &'static str)],
) -> Preset {
    Preset { name, title, columns, prefix: "", rows: RowsAre::Entries }
}

/// All presets.
pub static PRESETS: &[Preset] = &[
    entries(
        "screaming-frog",
        "Screaming Frog SEO Spider, exported tabs",
        &[
            ("Address", "loc"),
            ("URL Encoded Address", "loc"),
            ("Last Modified", "lastmod"),
            ("Crawl Timestamp", ""),
        ],
    ),
    entries(
        "search-console",
        "Google Search Console, exported tables",
        &[("URL", "loc"), ("Page", "loc"), ("Top pages", "loc"), ("Last crawled", "")],
    ),
    Preset {
        name: "shopify",
        title: "Shopify products; needs the address of the shop",
        columns: &[
            ("Handle", "loc"),
            ("URL handle", "loc"),
            ("Image Src", "image.1.loc"),
            ("Product image URL", "image.1.loc"),
            ("Image Alt Text", "image.1.caption"),
            ("Image alt text", "image.1.caption"),
        ],
        prefix: "/products/",
        rows: RowsAre::Parts,
    },
    entries(
        "woocommerce",
        "WooCommerce products with a column of permalinks",
        &[
            ("Permalink", "loc"),
            ("Product URL", "loc"),
            ("URL", "loc"),
            ("Images", "image"),
            ("Date modified", "lastmod"),
            ("External URL", ""),
        ],
    ),
    entries(
        "merchant",
        "Google Merchant Center products",
        &[
            ("link", "loc"),
            ("image_link", "image"),
            ("image link", "image"),
            ("additional_image_link", "image"),
            ("additional image link", "image"),
        ],
    ),
    entries(
        "advertools",
        "advertools sitemap_to_df",
        &[
            ("loc", "loc"),
            ("lastmod", "lastmod"),
            ("changefreq", "changefreq"),
            ("priority", "priority"),
            ("publication_name", "news.1.publication.name"),
            ("publication_language", "news.1.publication.language"),
            ("news_publication_date", "news.1.publication_date"),
            ("news_title", "news.1.title"),
            ("news_keywords", "news.1.keywords"),
            ("image", ""),
            ("news", ""),
            ("news_publication", ""),
            ("download_date", ""),
            ("sitemap", ""),
        ],
    ),
    Preset {
        name: "hreflang-matrix",
        title: "a column for each language, a row for each page",
        columns: &[],
        prefix: "",
        rows: RowsAre::Languages,
    },
];

impl Preset {
    /// The preset of this name.
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }
}
