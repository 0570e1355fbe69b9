//! What the extensions of Google mean by one item, and the default of `--on-conflict`.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset_core::{Diagnostic, Element, Entry, Extension, ExtensionItem, Loc, Position};
use urlset_hreflang::Alternate;
use urlset_image::Image;
use urlset_ops::{Conflicts, Joined};

static ALL: &[&Extension] = &[
    &urlset_image::EXTENSION,
    &urlset_video::EXTENSION,
    &urlset_news::EXTENSION,
    &urlset_hreflang::EXTENSION,
];

/// As `cli.md` and the help say it.
const DEFAULT: &str = "lastmod=newest,image=union,video=union,hreflang=union,priority=max,*=first";

fn with<T: ExtensionItem>(items: &[T]) -> Entry {
    let mut entry = Entry::new(Loc::new("https://example.com/"));
    items.iter().for_each(|item| entry.extensions.push(item));
    entry
}

fn join(one: Entry, other: &Entry) -> (Entry, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let mut joined = Joined::begin(one, Position::default());
    joined.add(&Conflicts::new(ALL), other, Position::default(), &mut findings).unwrap();
    (joined.into_entry(), findings)
}

#[test]
fn the_default_is_the_one_that_is_documented() {
    let written = Conflicts::parse(DEFAULT, ALL).unwrap();
    assert_eq!(format!("{written:?}"), format!("{:?}", Conflicts::new(ALL)));
}

#[test]
fn an_image_is_its_loc() {
    let image = |loc: &str, title: &str| Image { title: Some(title.into()), ..Image::new(loc) };
    let (joined, told) = join(
        with(&[image("https://a/1", "x"), image("https://a/2", "x")]),
        &with(&[image("https://a/3", "x"), image("https://a/1", "y"), image("https://a/2", "x")]),
    );
    let kept = [image("https://a/1", "x"), image("https://a/2", "x"), image("https://a/3", "x")];
    assert_eq!((joined, told.len()), (with(&kept), 1));
}

/// In the order of the schema, which is a sequence.
#[test]
fn an_image_is_filled_by_its_other_version() {
    let (mut other, namespace) = (with::<Image>(&[]), urlset_image::EXTENSION.namespace);
    other.extensions.open(namespace, "image:image", Position::default());
    for (name, text) in [("title", "t"), ("loc", "https://a/1"), ("caption", "c")] {
        other.extensions.leaf(namespace, &format!("image:{name}"), text);
    }
    other.extensions.close();
    let (joined, told) =
        join(with(&[Image { license: Some("l".into()), ..Image::new("https://a/1") }]), &other);
    let image = joined.extensions.elements().next().unwrap();
    let names: Vec<_> = image.children().map(Element::name).collect();
    assert_eq!(names, ["loc", "caption", "title", "license"]);
    assert_eq!((joined.extensions.elements().count(), told), (1, vec![]));
}

/// A language is one in any case; a link of another kind is none of the alternates.
#[test]
fn a_link_is_what_it_says_it_is() {
    let link = |rel: &str, tag: Option<&str>, href: &str| Alternate {
        rel: rel.into(),
        hreflang: tag.map(Into::into),
        ..Alternate::new("", href)
    };
    let (joined, told) = join(
        with(&[link("alternate", Some("de"), "1"), link("canonical", None, "2")]),
        &with(&[
            link("alternate", Some("DE"), "3"),
            link("canonical", None, "4"),
            link("alternate", None, "android-app://a/b"),
            link("amphtml", None, "5"),
        ]),
    );
    let hrefs = joined.extensions.elements().filter_map(|link| link.attribute("href"));
    assert_eq!(hrefs.collect::<Vec<_>>(), ["1", "2", "android-app://a/b", "5"]);
    let told: Vec<_> = told.iter().filter_map(|one| one.detail.split_once(':')).collect();
    assert_eq!(told.iter().map(|one| one.0).collect::<Vec<_>>(), ["hreflang", "other"]);
}

#[test]
fn an_alternate_is_its_language() {
    let alternate = |tag: &str, href: &str| Alternate::new(tag, href);
    let (joined, told) = join(
        with(&[alternate("en", "https://a/en"), alternate("de", "https://a/de")]),
        &with(&[
            alternate("de", "https://a/at"),
            alternate("fr", "https://a/fr"),
            alternate("en", "https://a/en"),
        ]),
    );
    let kept = ["en", "de", "fr"].map(|name| alternate(name, &format!("https://a/{name}")));
    assert_eq!((joined, told.len()), (with(&kept), 1));
    assert_eq!(told[0].rule.id, "set/duplicate-conflict");
}

#[test]
fn a_video_is_where_its_film_is_else_its_player() {
    let video = |children: &[(&str, &str)]| {
        let mut entry = Entry::new(Loc::new("https://example.com/"));
        let namespace = urlset_video::EXTENSION.namespace;
        entry.extensions.open(namespace, "video:video", Position::default());
        for (name, text) in children {
            entry.extensions.leaf(namespace, &format!("video:{name}"), text);
        }
        entry.extensions.close();
        entry
    };
    type Children = &'static [(&'static str, &'static str)];
    let cases: [(Children, Children, usize, usize); 6] = [
        (&[("content_loc", "c")], &[("content_loc", "c")], 1, 0),
        (&[("content_loc", "c")], &[("content_loc", "d")], 2, 0),
        (&[("content_loc", "c")], &[("player_loc", "c")], 2, 0),
        // Many films may have one player, so what has a film is not the same by its player.
        (&[("content_loc", "c"), ("player_loc", "p")], &[("player_loc", "p")], 2, 0),
        (
            &[("content_loc", "c"), ("player_loc", "p")],
            &[("content_loc", "d"), ("player_loc", "p")],
            2,
            0,
        ),
        (&[("title", "a")], &[("title", "b")], 2, 0),
    ];
    for (one, other, videos, told) in cases {
        let (joined, findings) = join(video(one), &video(other));
        assert_eq!((joined.extensions.elements().count(), findings.len()), (videos, told));
    }
    let (joined, findings) = join(
        video(&[("title", "a"), ("player_loc", "p")]),
        &video(&[("title", "b"), ("player_loc", "p")]),
    );
    assert_eq!((joined.extensions.elements().count(), findings.len()), (1, 1));
}
