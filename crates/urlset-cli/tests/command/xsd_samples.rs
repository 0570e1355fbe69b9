//! Documents for the trial of verdicts: valid ones, and ones that are broken one way each.

use std::collections::BTreeSet;

/// A document: what it is about, and its text.
pub(crate) struct Sample {
    pub(crate) about: String,
    pub(crate) text: String,
}

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAMESPACES: &str = r#"xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0" xmlns:pm="http://www.google.com/schemas/sitemap-pagemap/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;
const LOC: &str = "<loc>https://example.com/a</loc>";

/// Values that are right, and characters to spoil them with.
const LOCS: [&str; 6] = [
    "https://example.com/a",
    "http://[2001:db8::1]:8080/a?b=%20#c",
    "https://example.com/a?b=1&amp;c=2",
    "https://user@example.com:443/",
    "//example.com/ab",
    "http://a.bc/",
];
const LASTMODS: [&str; 5] = [
    "2026-03-04",
    "2026-03-04T10:00:00Z",
    "2026-02-28T23:59:59.25+01:00",
    "2024-02-29-05:00",
    "2026-03-04T10:00:00",
];
const PRIORITIES: [&str; 5] = ["0.5", "1.00", ".25", "0", "+0.75"];
const CHANGEFREQS: [&str; 3] = ["always", "daily", "never"];
const SPOIL: [&str; 16] =
    ["", "0", "9", "a", "Z", " ", "\n", "-", ":", ".", ",", "%", "[", "]", "/", "é"];

/// Whole values that are worth a look.
const ODD_LOCS: &[&str] = &[
    "",
    " ",
    "http://a.b/",
    "not a url at all",
    "/relative/address",
    "http:///aaaaaaaa",
    "http://e.com/a b",
    "http://e.com/a[0]",
    "http://[bad/abc",
    "http://e.com:99x/",
    "http://e.com/#a#b",
    "http://e.com/%zz",
    "http://e.com/a^b|c",
    "http://a@b@c/abcd",
    "http://e.com\\a\\b",
    "ht_tp://e.com/a",
    "http://é.com/aaa",
    "http://e.com:99999/",
    "data:text/plain,a",
];
const ODD_LASTMODS: &[&str] = &[
    "",
    " 2026-03-04 ",
    "2026",
    "2026-03",
    "2026-02-30",
    "2026-03-04T10:00Z",
    "2026-03-04T10:00:60Z",
    "2026-03-04 10:00:00",
    "2026-03-04T10:00:00+0100",
    "04/03/2026",
    "1772618400",
    "0000-01-01",
    "yesterday",
    "2026-03-04T10:00:00.1234567890Z",
    "Wed, 04 Mar 2026 10:00:00 GMT",
    "2026-03-04t10:00:00z",
    "2026-3-4",
];
const ODD_PRIORITIES: &[&str] =
    &["", "high", "1.1", "-0.1", "-0", "0,5", "5e-1", "NaN", "INF", " 0.5 ", "0.5f", ".", "50%"];
const ODD_CHANGEFREQS: &[&str] = &["", "Daily", " daily", "weekly ", "fortnightly", "ALWAYS"];

/// Entries, as they stand in a urlset.
const ENTRIES: &[&str] = &[
    "",
    "<url/>",
    "<url></url>",
    "<url> </url>",
    "<url>text<loc>https://example.com/a</loc></url>",
    "<url><lastmod>2026-03-04</lastmod></url>",
    "<url><loc>https://example.com/a</loc><loc>https://example.com/b</loc></url>",
    "<url><lastmod>2026-03-04</lastmod><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc><priority>0.5</priority><changefreq>daily</changefreq></url>",
    "<url><loc>https://example.com/a</loc><lastmod>2026-03-04</lastmod><lastmod>2026-03-04</lastmod></url>",
    "<url><loc>https://example.com/a</loc><expires>2026-03-04</expires></url>",
    "<url><loc>https://example.com/<b>a</b></loc></url>",
    "<url><loc><![CDATA[https://example.com/a]]></loc></url>",
    "<url><loc>https://example.com/<!-- a -->a</loc></url>",
    "<url id='1'><loc>https://example.com/a</loc></url>",
    "<url xml:lang='en'><loc>https://example.com/a</loc></url>",
    "<url><loc a='1' b='2'>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc></url>text",
    "<URL><loc>https://example.com/a</loc></URL>",
    "<url><Loc>https://example.com/a</Loc></url>",
    "<sitemap><loc>https://example.com/a</loc></sitemap>",
    "<url><url><loc>https://example.com/a</loc></url></url>",
    "<url xmlns=''><loc>https://example.com/a</loc></url>",
    "<url><loc xmlns=''>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc></url><!-- end -->",
    "<url><loc>https://example.com/?a=1&b=2</loc></url>",
    "<url><loc>https://example.com/&nbsp;</loc></url>",
    "<url><loc>https://example.com/a</url></loc>",
    "<url><loc>https://example.com/a</loc>",
];

/// What is tried as the value of every element and every attribute of extensions.
const POOL: &[&str] = &[
    "",
    " ",
    "\n",
    "a",
    "x y",
    " a ",
    "a\nb",
    "yes",
    "Yes",
    "YES",
    "yEs",
    " yes",
    "no ",
    "true",
    "0",
    "1",
    "+1",
    "-0",
    "-1",
    "1.",
    "1.5",
    ".5",
    "5",
    "5.0",
    "5.01",
    "4.99",
    "+5",
    "28800",
    "28801",
    "028800",
    " 90 ",
    "9 0",
    "1e3",
    "0x10",
    "1,5",
    "99999999999999999999",
    "1234567890123456789012345",
    "0.123456789012345678901234",
    "0.1234567890123456789012345",
    "2026-03-04",
    "2024-01-02Z",
    " 2026-03-04 ",
    "\n2026-03-04\n",
    "2026-03-04T10:00:00Z",
    "2026-03-04T10:00Z",
    "2026-03-04T10:00:00",
    "2026-03-04T10:00:00.5+01:00",
    "2026-03-04T10:00:00+14:00",
    "2026-03-04T10:00:00+14:01",
    "2026-03-04T10:00:00+15:00",
    "2026-03-04-14:00",
    "2026-03-04T24:00:00",
    "2026-03-04T24:00:01",
    "2026-03-04T10:00:60",
    "2026-03-04T10:00:59.99999999999999999999",
    "2026-02-30",
    "2026",
    "2026-03",
    "-0001-01-01",
    "0000-01-01",
    "12026-01-01",
    "02026-01-01",
    "9999999999999999999-01-01",
    "yesterday",
    "2026-03-04 10:00:00",
    "https://example.com/a.jpg",
    "/a",
    "a b",
    " https://example.com/a ",
    "http://e.com/[a]",
    "http://e.com/?[a]",
    "http://e.com/#[a]",
    "http://[::1]/",
    "http://[x/y]/",
    "http://[x",
    "http://e.com:/",
    "http://e.com:99x/",
    "http://e.com:99999999999/",
    "%zz",
    "%",
    "%2",
    "a%20b",
    "\u{e9}",
    "http://\u{e9}.com/",
    "#a#b",
    "//",
    "?",
    "1:2",
    ":a",
    "mailto:a@b",
    "http://a@b@c/",
    "ftp://e.com/",
    "a|b^c`{}",
    "//e.com:80",
    "///a",
    "http://",
    "http:",
    "allow",
    "deny",
    " allow",
    "Allow",
    "deny\n",
    "purchase",
    "PURCHASE",
    "Purchase",
    "rent",
    "RENT",
    "own",
    "sd",
    "SD",
    "HD",
    "hd",
    "4k",
    "EUR",
    "eur",
    "EURO",
    "EUR ",
    "en",
    "eng",
    "engl",
    "EN",
    "e",
    "zh-cn",
    "zh-tw",
    "zh-CN",
    "en-us",
    " en",
    "Blog",
    "blog",
    "Blog, OpEd",
    "Blog,OpEd",
    "Blog,   OpEd",
    "Blog ,OpEd",
    "Blog, ",
    "Blog,",
    "PressRelease, Satire, Blog, OpEd, Opinion, UserGenerated",
    " Blog",
    "Subscription",
    "Registration",
    "Free",
    "Subscription ",
    "NASDAQ:AMAT",
    "NASDAQ:AMAT, BOM:500325",
    "$A:B",
    "A:B,C:D,E:F,G:H,I:J",
    "A:B,C:D,E:F,G:H,I:J,K:L",
    "A:B:C",
    "A-B:C",
    "A.B:C",
    "\u{e9}:\u{fc}",
    "A: B",
    "A_B:C",
    "A+B:C~D",
    "A\u{2014}B:C",
    "A\u{61f}B:C",
    "A\u{20ac}B:C",
    "\u{a0}2026-03-04",
    "\u{2003}0.5",
    "5\u{a0}",
    "\u{4e2d}:\u{5b57}",
    "A:B;",
    ":A",
    "DE",
    "DE AT",
    "DE   AT",
    "de",
    "DE,AT",
    "DE ",
    " DE",
    "DEU",
    "DE\nAT",
    "DE\tAT",
    "D",
    "web",
    "web tv",
    "web  tv",
    "WEB",
    "tv,web",
    " web",
    "mobile tv web web",
    "tms:series",
    "tms:program",
    "rovi:series",
    "url",
    "freebase",
    "imdb",
    "full",
    "clip",
    "Full",
    " full",
    "interview",
    "a &amp; b",
    "&#65;",
    "&#32;yes",
    "ye&#115;",
];

/// Content of elements that no attribute can have.
const CONTENT: &[&str] = &[
    "<![CDATA[yes]]>",
    "<![CDATA[]]>",
    "<![CDATA[ ]]>",
    "y<!-- a -->es",
    "2026-<?a b?>03-04",
    "<b/>",
    "yes<b xmlns=''/>",
    "<z:z xmlns:z='urn:z'/>5",
    "<![CDATA[2026]]>-03-04",
    "ye<![CDATA[s]]>",
];

/// Of these the number of characters counts.
fn lengths() -> impl Iterator<Item = String> {
    let counts = [99, 100, 101, 255, 256, 257, 2047, 2048, 2049];
    counts
        .into_iter()
        .flat_map(|count| ["x".repeat(count), "\u{e9}".repeat(count), " ".repeat(count)])
}

/// An element of a tree that mutations go over.
#[derive(Clone, Debug)]
struct Tree {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    /// As written; children come after it.
    text: String,
    children: Vec<Tree>,
    /// What stands after its end tag.
    tail: String,
}

fn leaf(name: &'static str, text: &str) -> Tree {
    Tree {
        name,
        attributes: Vec::new(),
        text: text.to_owned(),
        children: Vec::new(),
        tail: String::new(),
    }
}

fn branch(name: &'static str, children: Vec<Tree>) -> Tree {
    Tree { children, ..leaf(name, "") }
}

impl Tree {
    fn with(mut self, name: &'static str, value: &str) -> Tree {
        self.attributes.push((name, value.to_owned()));
        self
    }

    fn write(&self, out: &mut String, is_root: bool) {
        out.push_str(&format!("<{}", self.name));
        if is_root {
            out.push_str(&format!(" {NAMESPACES}"));
        }
        for (name, value) in &self.attributes {
            out.push_str(&format!(" {name}=\"{value}\""));
        }
        out.push_str(&format!(">{}", self.text));
        self.children.iter().for_each(|child| child.write(out, false));
        out.push_str(&format!("</{}>{}", self.name, self.tail));
    }

    /// Every element as a path of numbers of children.
    fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![Vec::new()];
        for (number, child) in self.children.iter().enumerate() {
            paths.extend(child.paths().into_iter().map(|path| [vec![number], path].concat()));
        }
        paths
    }

    fn at(&mut self, path: &[usize]) -> &mut Tree {
        path.iter().fold(self, |tree, number| &mut tree.children[*number])
    }
}

fn page(fields: Vec<Tree>) -> Tree {
    let mut children = vec![leaf("loc", "https://example.com/a")];
    children.extend(fields);
    branch("urlset", vec![branch("url", children)])
}

/// Documents in which everything that the schemas know is there and valid.
fn trees() -> Vec<Tree> {
    let relationship = |name, text| leaf(name, text).with("relationship", "allow");
    vec![
        page(vec![
            leaf("lastmod", "2026-03-04"),
            leaf("changefreq", "daily"),
            leaf("priority", "0.5"),
        ]),
        branch(
            "sitemapindex",
            vec![
                branch(
                    "sitemap",
                    vec![leaf("loc", "https://example.com/a.xml"), leaf("lastmod", "2026-03-04")],
                ),
                branch("sitemap", vec![leaf("loc", "https://example.com/b.xml")]),
            ],
        ),
        page(vec![branch(
            "image:image",
            vec![
                leaf("image:loc", "https://example.com/a.jpg"),
                leaf("image:caption", "a"),
                leaf("image:geo_location", "a"),
                leaf("image:title", "a"),
                leaf("image:license", "https://example.com/l"),
            ],
        )]),
        page(vec![branch(
            "news:news",
            vec![
                branch(
                    "news:publication",
                    vec![leaf("news:name", "n"), leaf("news:language", "en")],
                ),
                leaf("news:access", "Subscription"),
                leaf("news:genres", "Blog, OpEd"),
                leaf("news:publication_date", "2026-03-04"),
                leaf("news:title", "t"),
                leaf("news:keywords", "a, b"),
                leaf("news:stock_tickers", "NASDAQ:AMAT"),
            ],
        )]),
        page(vec![
            leaf("mobile:mobile", ""),
            branch(
                "pm:PageMap",
                vec![
                    leaf("pm:Template", "").with("src", "a"),
                    branch(
                        "pm:DataObject",
                        vec![leaf("pm:Attribute", "a").with("name", "n").with("value", "v")],
                    )
                    .with("type", "t")
                    .with("id", "i"),
                ],
            ),
        ]),
        page(vec![branch(
            "video:video",
            vec![
                leaf("video:thumbnail_loc", "https://example.com/v.jpg"),
                leaf("video:title", "t"),
                leaf("video:description", "d"),
                leaf("video:content_loc", "https://example.com/v.mp4"),
                leaf("video:player_loc", "https://example.com/p")
                    .with("allow_embed", "yes")
                    .with("autoplay", "a=1"),
                leaf("video:duration", "90"),
                leaf("video:expiration_date", "2036-03-04"),
                leaf("video:rating", "4.5"),
                leaf("video:content_segment_loc", "https://example.com/s").with("duration", "9"),
                leaf("video:view_count", "5"),
                leaf("video:publication_date", "2026-03-04"),
                leaf("video:tag", "a"),
                leaf("video:category", "a"),
                leaf("video:family_friendly", "yes"),
                relationship("video:restriction", "DE AT"),
                leaf("video:gallery_loc", "https://example.com/g").with("title", "t"),
                leaf("video:price", "1.99")
                    .with("currency", "EUR")
                    .with("type", "rent")
                    .with("resolution", "hd"),
                leaf("video:requires_subscription", "no"),
                leaf("video:uploader", "u").with("info", "https://example.com/u"),
                branch(
                    "video:tvshow",
                    vec![
                        leaf("video:show_title", "s"),
                        leaf("video:video_type", "full"),
                        leaf("video:episode_title", "e"),
                        leaf("video:season_number", "1"),
                        leaf("video:episode_number", "2"),
                        leaf("video:premier_date", "2026-03-04"),
                    ],
                ),
                relationship("video:platform", "web tv"),
                leaf("video:live", "no"),
                leaf("video:id", "1").with("type", "url"),
            ],
        )]),
    ]
}

/// Collects documents.
#[derive(Default)]
struct Samples(Vec<Sample>);

impl Samples {
    fn tree(&mut self, about: String, tree: &Tree) {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        tree.write(&mut text, true);
        text.push('\n');
        self.0.push(Sample { about, text });
    }

    /// The tree with each of its elements changed one way.
    fn mutants(&mut self, tree: &Tree) {
        self.tree(format!("{} as it is", tree.name), tree);
        for path in tree.paths() {
            let mut change = |about: &str, change: &dyn Fn(&mut Tree)| {
                let mut mutant = tree.clone();
                let element = mutant.at(&path);
                let about = format!("{}: {about}", element.name);
                change(element);
                self.tree(about, &mutant);
            };
            let own = tree.clone().at(&path).clone();
            if own.children.is_empty() && own.name.contains(':') {
                for text in POOL.iter().chain(CONTENT) {
                    change(&format!("content {text:?}"), &|one| (*text).clone_into(&mut one.text));
                }
                for text in lengths() {
                    let about = format!("{} of {:?}", text.chars().count(), text.chars().next());
                    change(&about, &|one| text.clone_into(&mut one.text));
                }
            }
            for (number, (name, _)) in own.attributes.iter().enumerate() {
                for text in POOL {
                    let about = format!("@{name} {text:?}");
                    change(&about, &|one| (*text).clone_into(&mut one.attributes[number].1));
                }
                change(&format!("without @{name}"), &|one| {
                    one.attributes.remove(number);
                });
            }
            for (name, value) in ATTRIBUTES {
                change(&format!("with @{name} {value}"), &|one| {
                    one.attributes.push((name, (*value).to_owned()));
                });
            }
            for markup in MARKUP {
                change(&format!("first in it {markup:?}"), &|one| one.text.insert_str(0, markup));
                change(&format!("last in it {markup:?}"), &|one| match one.children.last_mut() {
                    Some(last) => last.tail.push_str(markup),
                    None => one.text.push_str(markup),
                });
            }
            self.moved(tree, &path);
        }
    }

    /// The tree with one element left out, given again, or put somewhere else.
    fn moved(&mut self, tree: &Tree, path: &[usize]) {
        let Some((number, parent)) = path.split_last() else { return };
        let mut change = |about: &str, change: &dyn Fn(&mut Vec<Tree>)| {
            let mut mutant = tree.clone();
            let siblings = &mut mutant.at(parent).children;
            let about = format!("{}: {about}", siblings[*number].name);
            change(siblings);
            self.tree(about, &mutant);
        };
        change("left out", &|siblings| drop(siblings.remove(*number)));
        for times in [2, 32, 33] {
            change(&format!("{times} times"), &|siblings| {
                let one = siblings[*number].clone();
                (1..times).for_each(|_| siblings.insert(*number, one.clone()));
            });
        }
        change("first", &|siblings| siblings[..=*number].rotate_right(1));
        change("last", &|siblings| siblings[*number..].rotate_left(1));
        change("one on", &|siblings| {
            if number + 1 < siblings.len() {
                siblings.swap(*number, number + 1);
            }
        });
        change("empty", &|siblings| siblings[*number].children.clear());
        change("unwrapped", &|siblings| {
            let inner = std::mem::take(&mut siblings[*number].children);
            siblings.splice(*number..=*number, inner);
        });
        change("without the others", &|siblings| {
            let one = siblings.swap_remove(*number);
            *siblings = vec![one];
        });
    }

    /// The protocol's own fields, whose values have each character spoilt.
    fn fields(&mut self) {
        for (name, right, odd) in [
            ("loc", LOCS.as_slice(), ODD_LOCS),
            ("lastmod", &LASTMODS, ODD_LASTMODS),
            ("priority", &PRIORITIES, ODD_PRIORITIES),
            ("changefreq", &CHANGEFREQS, ODD_CHANGEFREQS),
        ] {
            let odd = odd.iter().chain(POOL).chain(CONTENT).map(|value| (*value).to_owned());
            for value in spoilt(right).into_iter().chain(odd).chain(lengths()) {
                let field = leaf(name, &value);
                let fields = match name {
                    "loc" => vec![field],
                    _ => vec![leaf("loc", "https://example.com/a"), field],
                };
                let short: String = value.chars().take(40).collect();
                let about = format!("{name}: content {short:?} of {}", value.chars().count());
                self.tree(about, &branch("urlset", vec![branch("url", fields)]));
            }
        }
        for count in [10, 11, 12, 2035, 2036, 2037] {
            for letter in ["x", "é", "%41"] {
                let loc = leaf("loc", &format!("http://e.co/{}", letter.repeat(count - 10)));
                let about = format!("loc: {count} of {letter}");
                self.tree(about, &branch("urlset", vec![branch("url", vec![loc])]));
            }
        }
    }

    fn rest(&mut self) {
        // Beyond what is read unless flags say otherwise.
        for (element, depth) in [("image:caption", 1), ("image:title", 70)] {
            let text = match depth {
                1 => format!("<{element}>{}</{element}>", "x".repeat(1_100_000)),
                _ => format!("{}{}", "<x>".repeat(depth), "</x>".repeat(depth)),
            };
            let image = format!("<image:image><image:loc>a</image:loc>{text}</image:image>");
            let root =
                Tree { text: format!("<url>{LOC}{image}</url>"), ..branch("urlset", Vec::new()) };
            self.tree(format!("{element} beyond the limits"), &root);
        }
        for entry in ENTRIES.iter().chain(ENTRIES_OF_RULES) {
            let root = |body: &str| Tree { text: body.to_owned(), ..branch("urlset", Vec::new()) };
            self.tree((*entry).to_owned(), &root(entry));
            self.tree(format!("second {entry}"), &root(&format!("<url>{LOC}</url>{entry}")));
            self.tree(format!("before {entry}"), &root(&format!("{entry}<url>{LOC}</url>")));
        }
        for root in ["urlset", "URLSET", "sitemap", "sitemapindex", "image:image", "html"] {
            self.tree(
                format!("root {root}"),
                &Tree { text: format!("<url>{LOC}</url>"), ..branch(root, Vec::new()) },
            );
        }
        for uri in [
            CORE,
            "http://www.google.com/schemas/sitemap/0.84",
            "https://www.sitemaps.org/schemas/sitemap/0.9",
            "http://www.sitemaps.org/schemas/sitemap/0.9/",
            "",
        ] {
            let text = format!("<urlset xmlns=\"{uri}\"><url>{LOC}</url></urlset>");
            self.0.push(Sample { about: format!("namespace {uri}"), text });
            let text = format!(
                "<s:urlset xmlns:s=\"{uri}\"><s:url><s:loc>http://e.com/a</s:loc></s:url></s:urlset>"
            );
            self.0.push(Sample { about: format!("namespace of a prefix {uri}"), text });
        }
        let good = format!("<urlset xmlns=\"{CORE}\"><url>{LOC}</url></urlset>");
        let whole = |text: String| Sample { about: format!("whole {text}"), text };
        for front in FRONTS {
            self.0.push(whole(format!("{front}{good}")));
        }
        for back in BACKS {
            self.0.push(whole(format!("{good}{back}")));
        }
        let cut = (1..good.len()).map(|end| whole(good[..end].to_owned()));
        self.0.extend(cut);
        self.0.extend(OTHERS.iter().map(|text| whole((*text).to_owned())));
    }
}

/// Attributes that are tried on every element.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("id", "1"),
    ("xml:lang", "en"),
    ("xml:space", "preserve"),
    ("xsi:nil", "true"),
    ("xsi:nil", "false"),
    ("xsi:schemaLocation", "a b"),
    ("xsi:noNamespaceSchemaLocation", "a"),
    ("xsi:other", "a"),
    ("xsi:type", "tUrl"),
    ("xsi:type", "q:a"),
    ("xmlns:q", ""),
    ("q:a", "1"),
    ("video:type", "a"),
    ("xmlns:q", "urn:q"),
];

/// What is tried inside every element.
const MARKUP: &[&str] = &[
    " ",
    "\n",
    "x",
    "&#32;",
    "&#160;",
    "<![CDATA[]]>",
    "<![CDATA[ ]]>",
    "<![CDATA[x]]>",
    "<!-- a -->",
    "<?a b?>",
    "<x/>",
    "<x xmlns=''/>",
    "<image:x/>",
    "<video:tag>a</video:tag>",
    "<mobile:mobile/>",
    "<image:image><image:loc>a</image:loc></image:image>",
    "<image:image/>",
    "<loc>http://e.com/a</loc>",
    "<priority>0.5</priority>",
    "<url><loc>http://e.com/a</loc></url>",
    "<z:z xmlns:z='urn:z'/>",
    "<q:image xmlns:q='http://www.google.com/schemas/sitemap-image/1.1'><q:loc/></q:image>",
    "<image:image xmlns:image='https://www.google.com/schemas/sitemap-image/1.1'><image:loc>a</image:loc></image:image>",
];

const FRONTS: &[&str] = &[
    "<?xml version='1.0'?>",
    "<?xml version='1.1'?>",
    "<?a:b c?>",
    " <?xml version='1.0'?>",
    "\n",
    "\u{feff}",
    "<!-- a -->",
    "<!-- a -- b -->",
    "<?a b?>",
    "<!DOCTYPE urlset>",
    "<!doctype urlset>",
    "<!DOCTYPE urlset><!DOCTYPE urlset>",
    "x",
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>",
    "<?xml encoding='UTF-8'?>",
    "<?xml version='1.0' encoding='ISO-8859-1'?>",
    "<a/>",
    "&#32;",
];
const BACKS: &[&str] = &[
    "\n",
    "<!-- a -->",
    "<?a b?>",
    "x",
    "<a/>",
    "&#32;",
    "<![CDATA[]]>",
    "\u{0}",
    "<urlset/>",
    "</urlset>",
];
/// Whole entries, at any place of which a document may break.
const ENTRIES_OF_RULES: &[&str] = &[
    "<url><loc>https://example.com/a\nhttps://example.com/b</loc></url>",
    "<url><loc>https://example.com/a</loc><image:image><image:image/></image:image></url>",
    "<url><loc>https://example.com/a</loc><a:b:c/></url>",
    "<url q:a='1' r:a='2' xmlns:q='urn:q' xmlns:r='urn:q'><loc>https://example.com/a</loc></url>",
    "<url xmlns:xml='urn:q'><loc>https://example.com/a</loc></url>",
    "<url xmlns:q='http://www.w3.org/2000/xmlns/'><loc>https://example.com/a</loc></url>",
    "<url xmlns:xmlns='urn:q'><loc>https://example.com/a</loc></url>",
    "<url a='1' a='1'><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc><lastmod>2026-03-04</lastmod ></url >",
    "<url><loc>https://example.com/]]></loc></url>",
    "<url><loc>https://example.com/a&#0;</loc></url>",
    "<url><loc>https://example.com/a&#xD800;</loc></url>",
    "<url><loc>https://example.com/a&#xFFFE;</loc></url>",
    "<url><loc>https://example.com/a\u{1}</loc></url>",
    "<url><loc>https://example.com/a\u{7f}\u{85}</loc></url>",
    "<url><loc>https://example.com/a</loc><!-- a -- b --></url>",
    "<url><loc>https://example.com/a</loc><?xml a?></url>",
    "<url><loc>https://example.com/a</loc><!DOCTYPE a></url>",
    "<url><loc>https://example.com/&a;</loc></url>",
    "<url><loc>https://example.com/<</loc></url>",
    "<url><loc>https://example.com/a</loc></ url>",
    "< url><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc ></url><url\n><loc\t>https://example.com/b</loc\r\n></url>",
    "<url a=1><loc>https://example.com/a</loc></url>",
    "<url><loc>https://example.com/a</loc><xhtml:link xmlns:xhtml='http://www.w3.org/1999/xhtml' rel='alternate' hreflang='de' href='https://example.com/de'/></url>",
    "<url><loc>https://example.com/a</loc><news:news/></url>",
];

const OTHERS: &[&str] = &[
    "",
    "\n",
    "<image:image xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><image:loc>a</image:loc></image:image>",
    "<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/&a;</loc></url></urlset>",
    "<!DOCTYPE urlset [<!ATTLIST url id CDATA '1'>]><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/a</loc></url></urlset>",
    "<!DOCTYPE urlset SYSTEM 'a.dtd'><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/a</loc></url></urlset>",
    "<?xml version='1.0' encoding='x-unknown'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/a</loc></url></urlset>",
    "<?xml version='1.0' encoding='UTF-16'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/a</loc></url></urlset>",
    "<?xml version='1.0' encoding='windows-1252'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/\u{e9}</loc></url></urlset>",
    "https://example.com/a\n",
    "url,lastmod\nhttps://example.com/a,2026-03-04\n",
    "{\"loc\":\"https://example.com/a\"}\n",
    "Sitemap: https://example.com/a.xml\n",
    "<rss version=\"2.0\"><channel><title>t</title><link>https://example.com/</link><description>d</description><item><link>https://example.com/a</link></item></channel></rss>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title><id>a</id><updated>2026-03-04T10:00:00Z</updated><entry><id>https://example.com/a</id><title>t</title><updated>2026-03-04T10:00:00Z</updated><link href=\"https://example.com/a\"/></entry></feed>",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\"id\":\"1\",\"url\":\"https://example.com/a\"}]}",
    "<html><body/></html>",
];

/// Every right value, and each of them with one character spoilt, added or left out.
fn spoilt(right: &[&str]) -> BTreeSet<String> {
    let mut values: BTreeSet<String> = right.iter().map(|value| (*value).to_owned()).collect();
    for value in right {
        let bounds = value.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        for (start, end) in bounds.filter(|(start, _)| !value[..*start].ends_with('&')) {
            // References stay whole: markup is spoilt elsewhere.
            if value[..start].rfind('&') > value[..start].rfind(';')
                || value[start..].starts_with('&')
            {
                continue;
            }
            for spoil in SPOIL {
                values.insert(format!("{}{spoil}{}", &value[..start], &value[end..]));
                values.insert(format!("{}{spoil}{}", &value[..start], &value[start..]));
            }
        }
    }
    values
}

/// All documents, the same each time.
pub(crate) fn samples() -> Vec<Sample> {
    let mut samples = Samples::default();
    samples.fields();
    trees().iter().for_each(|tree| samples.mutants(tree));
    samples.rest();
    samples.0
}
