//! One video as a value.

use crate::parts::{
    Gallery, Id, Platform, Player, Price, Restriction, Segment, TvShow, Uploader, leaf, yes_no,
};
use crate::terms::{any_date, decimal, flag, whole};
use crate::{ELEMENT, NAMESPACE, rules};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use urlset_core::{Datetime, Diagnostic, Element, ExtensionItem, Extensions, Position, Rule};

/// One video of a page. Texts have no space around them; an empty optional text is the same as
/// none. One of `content_loc` and `player_loc` is wanted.
///
/// ```
/// use urlset_core::{Entry, Loc};
/// use urlset_video::Video;
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&Video { title: "Tea".into(), ..Video::default() });
/// let read = entry.extensions.items::<Video>().next();
/// assert!(read.is_some_and(|video| video.is_err()), "no description, no address");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Video {
    /// The address of a picture for it, 60 by 30 pixels or larger.
    pub thumbnail_loc: String,
    /// Its title, at most 100 characters.
    pub title: String,
    /// What it shows, at most 2,048 characters.
    pub description: String,
    /// The address of its media file.
    pub content_loc: Option<String>,
    /// The address of a player for it.
    pub player_loc: Option<Player>,
    /// Seconds, 1 to 28,800.
    pub duration: Option<u32>,
    /// After that it is no longer shown.
    pub expiration_date: Option<Datetime>,
    /// 0 to 5; finite.
    pub rating: Option<f64>,
    /// Its pieces, in order; only beside a player.
    pub content_segment_loc: Vec<Segment>,
    /// How often it was watched.
    pub view_count: Option<u64>,
    /// When it was first published.
    pub publication_date: Option<Datetime>,
    /// Key words, at most 32.
    pub tag: Vec<String>,
    /// A broad subject, at most 256 characters; Google no longer reads it.
    pub category: Option<String>,
    /// `false` keeps it out of filtered search.
    pub family_friendly: Option<bool>,
    /// Where it may be shown.
    pub restriction: Option<Restriction>,
    /// A page with more like it; Google no longer reads it.
    pub gallery_loc: Option<Gallery>,
    /// What it costs; Google no longer reads it.
    pub price: Vec<Price>,
    /// Whether only subscribers may watch it.
    pub requires_subscription: Option<bool>,
    /// Who uploaded it.
    pub uploader: Option<Uploader>,
    /// The episode it shows; Google no longer reads it.
    pub tvshow: Option<TvShow>,
    /// On what it may be shown.
    pub platform: Option<Platform>,
    /// Whether it is a live stream.
    pub live: Option<bool>,
    /// Its numbers in catalogues.
    pub id: Vec<Id>,
}

impl ExtensionItem for Video {
    const NAMESPACE: &'static str = NAMESPACE;
    const ELEMENT: &'static str = ELEMENT;

    /// The first of each child that may stand once counts. A number, date or flag that cannot be
    /// read is `None`; the audit says so.
    ///
    /// # Errors
    /// `video/missing-thumbnail`, `video/missing-title`, `video/missing-description`.
    fn decode(element: Element<'_>) -> Result<Video, Diagnostic> {
        let required = |name, rule: &'static Rule| {
            let text = element.child_text(name).map(Cow::into_owned);
            text.ok_or_else(|| rule.at(element.position()))
        };
        let text = |name| element.child_text(name);
        let date = |name| text(name).and_then(|text| any_date(&text));
        let flag = |name| text(name).and_then(|text| flag(&text));
        let all = |name: &'static str| {
            let children = element.children();
            children.filter(move |child| child.is(NAMESPACE, name))
        };
        Ok(Video {
            thumbnail_loc: required("thumbnail_loc", &rules::MISSING_THUMBNAIL)?,
            title: required("title", &rules::MISSING_TITLE)?,
            description: required("description", &rules::MISSING_DESCRIPTION)?,
            content_loc: text("content_loc").map(Cow::into_owned),
            player_loc: element.child("player_loc").and_then(Player::decode),
            duration: text("duration").and_then(|text| whole(&text)),
            expiration_date: date("expiration_date"),
            rating: text("rating").and_then(|text| decimal(&text)),
            content_segment_loc: all("content_segment_loc").map(Segment::decode).collect(),
            view_count: text("view_count").and_then(|text| whole(&text)),
            publication_date: date("publication_date"),
            tag: all("tag").map(|tag| tag.text().into_owned()).collect(),
            category: text("category").map(Cow::into_owned),
            family_friendly: flag("family_friendly"),
            restriction: element.child("restriction").map(Restriction::decode),
            gallery_loc: element.child("gallery_loc").map(Gallery::decode),
            price: all("price").map(Price::decode).collect(),
            requires_subscription: flag("requires_subscription"),
            uploader: element.child("uploader").map(Uploader::decode),
            tvshow: element.child("tvshow").map(TvShow::decode),
            platform: element.child("platform").map(Platform::decode),
            live: flag("live"),
            id: all("id").map(Id::decode).collect(),
        })
    }

    fn encode(&self, out: &mut Extensions) {
        out.open(NAMESPACE, "video:video", Position::default());
        self.encode_media(out);
        self.encode_facts(out);
        self.encode_terms(out);
        out.close();
    }
}

/// Appends the element if there is a value.
fn option(out: &mut Extensions, qname: &str, text: Option<impl core::fmt::Display>) {
    if let Some(text) = text {
        leaf(out, qname, &text.to_string(), &[]);
    }
}

impl Video {
    fn encode_media(&self, out: &mut Extensions) {
        leaf(out, "video:thumbnail_loc", &self.thumbnail_loc, &[]);
        leaf(out, "video:title", &self.title, &[]);
        leaf(out, "video:description", &self.description, &[]);
        option(out, "video:content_loc", self.content_loc.as_deref());
        if let Some(player) = &self.player_loc {
            player.encode(out);
        }
    }

    fn encode_facts(&self, out: &mut Extensions) {
        option(out, "video:duration", self.duration);
        option(out, "video:expiration_date", self.expiration_date);
        option(out, "video:rating", self.rating);
        for segment in &self.content_segment_loc {
            segment.encode(out);
        }
        option(out, "video:view_count", self.view_count);
        option(out, "video:publication_date", self.publication_date);
        for tag in &self.tag {
            leaf(out, "video:tag", tag, &[]);
        }
        option(out, "video:category", self.category.as_deref());
        option(out, "video:family_friendly", self.family_friendly.map(yes_no));
    }

    fn encode_terms(&self, out: &mut Extensions) {
        if let Some(restriction) = &self.restriction {
            restriction.encode(out);
        }
        if let Some(gallery) = &self.gallery_loc {
            gallery.encode(out);
        }
        for price in &self.price {
            price.encode(out);
        }
        let subscription = self.requires_subscription.map(yes_no);
        option(out, "video:requires_subscription", subscription);
        if let Some(uploader) = &self.uploader {
            uploader.encode(out);
        }
        if let Some(tvshow) = &self.tvshow {
            tvshow.encode(out);
        }
        if let Some(platform) = &self.platform {
            platform.encode(out);
        }
        option(out, "video:live", self.live.map(yes_no));
        for id in &self.id {
            id.encode(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Video;
    use crate::parts::{
        Gallery, Id, Platform, Player, Price, Relationship, Restriction, Segment, TvShow, Uploader,
    };
    use crate::{EXTENSION, NAMESPACE};
    use proptest::collection::vec;
    use proptest::option::of;
    use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert_eq, proptest};
    use proptest::sample::select;
    use urlset_core::{
        Datetime, ExtensionItem, Extensions, Member, Position, from_member, to_member,
    };

    fn text() -> impl Strategy<Value = String> {
        "[!-~ü\u{1f408}][ -~\n]{0,12}[!-~ü\u{1f408}]"
    }

    fn date() -> impl Strategy<Value = Datetime> {
        let texts = ["2026", "2026-03-04", "2026-03-04T10:00:00.50+01:00", "0001-01-01T00:00Z"];
        select(texts.to_vec()).prop_map(|text| Datetime::parse(text).unwrap())
    }

    fn relationship() -> impl Strategy<Value = Option<Relationship>> {
        select(vec![None, Some(Relationship::Allow), Some(Relationship::Deny)])
    }

    fn tvshow() -> impl Strategy<Value = TvShow> {
        let words = (of(text()), of(text()), of(text()));
        let numbers = (of(any::<u32>()), of(any::<u32>()), of(date()));
        (words, numbers).prop_map(|(words, numbers)| TvShow {
            show_title: words.0,
            video_type: words.1,
            episode_title: words.2,
            season_number: numbers.0,
            episode_number: numbers.1,
            premier_date: numbers.2,
        })
    }

    fn price() -> impl Strategy<Value = Price> {
        let value = proptest::prop_oneof![Just(String::new()), text()];
        (value, of(text()), of(text()), of(text())).prop_map(
            |(value, currency, kind, resolution)| Price { value, currency, kind, resolution },
        )
    }

    fn media() -> impl Strategy<Value = Video> {
        let player = (text(), of(any::<bool>()), of(text()))
            .prop_map(|(loc, allow_embed, autoplay)| Player { loc, allow_embed, autoplay });
        let segment = (text(), of(any::<u32>()));
        let segment = segment.prop_map(|(loc, duration)| Segment { loc, duration });
        let required = (text(), text(), text(), of(text()), of(player));
        let numbers =
            (of(any::<u32>()), of(0.0..5.0_f64), of(any::<u64>()), of(date()), of(date()));
        let lists = (vec(segment, 0..3), vec(text(), 0..3), of(text()), of(any::<bool>()));
        (required, numbers, lists).prop_map(|(required, numbers, lists)| Video {
            thumbnail_loc: required.0,
            title: required.1,
            description: required.2,
            content_loc: required.3,
            player_loc: required.4,
            duration: numbers.0,
            rating: numbers.1,
            view_count: numbers.2,
            expiration_date: numbers.3,
            publication_date: numbers.4,
            content_segment_loc: lists.0,
            tag: lists.1,
            category: lists.2,
            family_friendly: lists.3,
            ..Video::default()
        })
    }

    fn video() -> impl Strategy<Value = Video> {
        let words = || (relationship(), vec("[A-Z]{2}", 0..3));
        let pair = || (text(), of(text()));
        let flags = (of(any::<bool>()), of(any::<bool>()));
        let lists = (vec(price(), 0..3), vec(pair(), 0..3));
        let parts = (of(words()), of(words()), of(pair()), of(pair()), of(tvshow()));
        (media(), flags, lists, parts).prop_map(|(media, flags, lists, parts)| Video {
            requires_subscription: flags.0,
            live: flags.1,
            price: lists.0,
            id: lists.1.into_iter().map(|(value, kind)| Id { value, kind }).collect(),
            restriction: parts
                .0
                .map(|(relationship, countries)| Restriction { relationship, countries }),
            platform: parts.1.map(|(relationship, platforms)| Platform { relationship, platforms }),
            gallery_loc: parts.2.map(|(loc, title)| Gallery { loc, title }),
            uploader: parts.3.map(|(name, info)| Uploader { name, info }),
            tvshow: parts.4,
            ..media
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn what_is_encoded_is_decoded(video in video()) {
            let mut tape = Extensions::default();
            tape.push(&video);
            prop_assert_eq!(tape.items::<Video>().collect::<Result<Vec<_>, _>>(), Ok(vec![video]));
            let mut back = Extensions::default();
            let member = to_member(&EXTENSION, tape.elements().next().unwrap()).unwrap();
            from_member(&EXTENSION, &member, Position::default(), &mut back).unwrap();
            prop_assert_eq!(back, tape);
        }
    }

    #[test]
    fn members_are_those_of_json_lines() {
        let mut tape = Extensions::default();
        tape.push(&Video {
            thumbnail_loc: "t".into(),
            title: "T".into(),
            description: "D".into(),
            player_loc: Some(Player { loc: "p".into(), allow_embed: Some(true), autoplay: None }),
            duration: Some(600),
            rating: Some(4.5),
            tag: vec!["x".into(), "y".into()],
            restriction: Some(Restriction {
                relationship: Some(Relationship::Allow),
                countries: vec!["IE".into(), "GB".into()],
            }),
            price: vec![Price {
                value: "1.99".into(),
                currency: Some("EUR".into()),
                ..Price::default()
            }],
            uploader: Some(Uploader { name: "Ann".into(), info: None }),
            tvshow: Some(TvShow { season_number: Some(2), ..TvShow::default() }),
            ..Video::default()
        });
        let text = |text: &'static str| Member::Text(text.into());
        let pair = |own, name: &'static str, value| {
            Member::Object(vec![("value".into(), text(own)), (name.into(), text(value))])
        };
        let season = Member::Object(vec![("season_number".into(), Member::Number("2".into()))]);
        let expected = Member::Object(vec![
            ("thumbnail_loc".into(), text("t")),
            ("title".into(), text("T")),
            ("description".into(), text("D")),
            ("player_loc".into(), pair("p", "allow_embed", "yes")),
            ("duration".into(), Member::Number("600".into())),
            ("rating".into(), Member::Number("4.5".into())),
            ("tag".into(), Member::List(vec![text("x"), text("y")])),
            ("restriction".into(), pair("IE GB", "relationship", "allow")),
            ("price".into(), Member::List(vec![pair("1.99", "currency", "EUR")])),
            ("uploader".into(), text("Ann")),
            ("tvshow".into(), season),
        ]);
        assert_eq!(to_member(&EXTENSION, tape.elements().next().unwrap()), Some(expected));
    }

    #[test]
    fn what_cannot_be_read_is_none() {
        let mut tape = Extensions::default();
        tape.open(NAMESPACE, "video:video", Position::start(0));
        for (qname, text) in [
            ("video:thumbnail_loc", "t"),
            ("video:title", "T"),
            ("video:description", "D"),
            ("video:duration", "1:30"),
            ("video:rating", "NaN"),
            ("video:live", "perhaps"),
            ("video:publication_date", "soon"),
            ("video:expiration_date", "Wed, 04 Mar 2026 10:00:00 GMT"),
        ] {
            tape.leaf(NAMESPACE, qname, text);
        }
        tape.close();
        let video = tape.items::<Video>().next().unwrap().unwrap();
        assert_eq!((video.duration, video.rating, video.live), (None, None, None));
        assert_eq!(video.publication_date, None);
        assert_eq!(video.expiration_date.unwrap().date(), (2026, 3, 4));
        tape.clear();
        tape.leaf(Video::NAMESPACE, "video:video", "");
        let found = tape.items::<Video>().next().unwrap().unwrap_err();
        assert_eq!(found.rule.id, "video/missing-thumbnail");
    }
}
