//! Documents for the trial of verdicts: valid ones, and ones that are broken one way each.

use crate::xsd_values::{
    ATTRIBUTES, BACKS, CHANGEFREQS, CONTENT, ENTRIES, ENTRIES_OF_RULES, FRONTS, LASTMODS, LOCS,
    MARKUP, ODD_CHANGEFREQS, ODD_LASTMODS, ODD_LOCS, ODD_PRIORITIES, OTHERS, POOL, PRIORITIES,
    SPOIL,
};
use std::collections::BTreeSet;

/// A document: what it is about, and its text.
pub(crate) struct Sample {
    pub(crate) about: String,
    pub(crate) text: String,
}

const CORE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAMESPACES: &str = r#"xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0" xmlns:pm="http://www.google.com/schemas/sitemap-pagemap/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;
const LOC: &str = "<loc>https://example.com/a</loc>";

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
        news(),
        mobile_and_pagemap(),
        video(),
    ]
}

fn news() -> Tree {
    page(vec![branch(
        "news:news",
        vec![
            branch("news:publication", vec![leaf("news:name", "n"), leaf("news:language", "en")]),
            leaf("news:access", "Subscription"),
            leaf("news:genres", "Blog, OpEd"),
            leaf("news:publication_date", "2026-03-04"),
            leaf("news:title", "t"),
            leaf("news:keywords", "a, b"),
            leaf("news:stock_tickers", "NASDAQ:AMAT"),
        ],
    )])
}

fn mobile_and_pagemap() -> Tree {
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
    ])
}

fn video() -> Tree {
    let relationship = |name, text| leaf(name, text).with("relationship", "allow");
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
    )])
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
