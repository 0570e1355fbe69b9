//! The checks on videos.

use crate::address::Addresses;
use crate::shapes::TAGS;
use crate::terms::{date, latest};
use crate::values::value;
use crate::{EXTENSION, rules};
use alloc::string::ToString;
use urlset_core::{
    Audit, Datetime, Element, Entry, EntryFindings, Look, Place, Position, Result, Sink,
    rules as core,
};

/// Checks the videos of each entry. Remembers nothing between entries.
///
/// ```
/// use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
/// use urlset_video::{Video, VideoAudit};
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.extensions.push(&Video::default());
/// let mut found: Vec<Diagnostic> = Vec::new();
/// VideoAudit::default().entry(&entry, &Position::default(), &mut found)?;
/// assert!(found.iter().any(|finding| finding.rule.id == "video/missing-title"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct VideoAudit {
    /// Seconds since 1970; `None` where there is no clock.
    now: Option<i64>,
    addresses: Addresses,
}

impl VideoAudit {
    /// Checks as if it were so many seconds since 1970.
    pub fn at(now: i64) -> VideoAudit {
        VideoAudit { now: Some(now), addresses: Addresses::default() }
    }
}

impl Default for VideoAudit {
    /// Goes by the system's clock as it is now; where there is none, no video is called expired.
    fn default() -> VideoAudit {
        VideoAudit { now: clock(), addresses: Addresses::default() }
    }
}

#[cfg(feature = "std")]
fn clock() -> Option<i64> {
    // There `SystemTime::now` panics.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return None;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

#[cfg(not(feature = "std"))]
fn clock() -> Option<i64> {
    None
}

impl Audit for VideoAudit {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        if entry.extensions.is_empty() {
            return Ok(());
        }
        self.addresses.clear();
        let mut report = EntryFindings { entry, at, sink };
        let videos = entry.extensions.elements();
        for video in videos.filter(|element| element.is_item(&EXTENSION)) {
            let firsts = Firsts::of(video);
            required(video, &firsts, &mut report)?;
            if video.look(&EXTENSION) == Look::Closer {
                structure(video, "", &mut report)?;
                report.padding(&EXTENSION, video)?;
            }
            children(video, &mut report)?;
            self.addresses.check(video, &firsts, &mut report)?;
            dates(&firsts, self.now, &mut report)?;
        }
        Ok(())
    }
}

/// Children that have no place, and those that stand too often.
pub(crate) fn structure(
    parent: Element<'_>,
    path: &str,
    report: &mut EntryFindings<'_>,
) -> Result<()> {
    report.structure(&EXTENSION, (parent, path), &rules::UNKNOWN_ELEMENT, |shape| {
        match shape.path {
            "category" => &rules::TOO_MANY_CATEGORIES,
            _ => &core::FIELD_REPEATED,
        }
    })
}

/// The first of each of the children that are looked at together.
#[derive(Debug, Default)]
pub(crate) struct Firsts<'v> {
    pub(crate) thumbnail: Option<Element<'v>>,
    title: Option<Element<'v>>,
    description: Option<Element<'v>>,
    pub(crate) content: Option<Element<'v>>,
    pub(crate) player: Option<Element<'v>>,
    segment: Option<Element<'v>>,
    expires: Option<Element<'v>>,
    published: Option<Element<'v>>,
}

impl<'v> Firsts<'v> {
    fn of(video: Element<'v>) -> Firsts<'v> {
        let mut firsts = Firsts::default();
        for child in video.own_children() {
            let first = match child.name() {
                "thumbnail_loc" => &mut firsts.thumbnail,
                "title" => &mut firsts.title,
                "description" => &mut firsts.description,
                "content_loc" => &mut firsts.content,
                "player_loc" => &mut firsts.player,
                "content_segment_loc" => &mut firsts.segment,
                "expiration_date" => &mut firsts.expires,
                "publication_date" => &mut firsts.published,
                _ => continue,
            };
            first.get_or_insert(child);
        }
        firsts
    }
}

fn required(video: Element<'_>, firsts: &Firsts<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let has = |child: Option<Element<'_>>| child.is_some_and(|child| !child.text().is_empty());
    for (child, rule) in [
        (firsts.thumbnail, &rules::MISSING_THUMBNAIL),
        (firsts.title, &rules::MISSING_TITLE),
        (firsts.description, &rules::MISSING_DESCRIPTION),
    ] {
        if !has(child) {
            report.send(rule, video.position(), "")?;
        }
    }
    if !has(firsts.content) && !has(firsts.player) {
        report.send(&rules::MISSING_CONTENT, video.position(), "")?;
    }
    if let Some(segment) = firsts.segment.filter(|_| !has(firsts.player)) {
        report.send(&rules::SEGMENT_WITHOUT_PLAYER, segment.position(), "")?;
    }
    Ok(())
}

/// Each child by itself, and how many tags there are.
fn children(video: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let mut tags = 0_u32;
    let mut first_over = Position::default();
    for child in video.own_children() {
        let Some((_, shape)) = child.shape_in(&EXTENSION, "") else {
            continue;
        };
        if shape.path == "tag" {
            tags += 1;
            if tags == TAGS + 1 {
                first_over = child.position();
            }
        }
        if shape.deprecated {
            report.send(&rules::DEPRECATED_TAG, child.position(), shape.path)?;
        }
        value(child, shape.path, report)?;
    }
    if tags > TAGS {
        report.send(&rules::TOO_MANY_TAGS, first_over, format!("{tags} tags"))?;
    }
    Ok(())
}

/// What the dates say together and beside the clock.
fn dates(firsts: &Firsts<'_>, now: Option<i64>, report: &mut EntryFindings<'_>) -> Result<()> {
    let read = |child: Option<Element<'_>>| -> Option<Datetime> { date(&child?.text()) };
    let Some((expiration, expires)) = firsts.expires.zip(read(firsts.expires)) else {
        return Ok(());
    };
    if now.is_some_and(|now| latest(expires) < now) {
        report.send(&rules::EXPIRED, expiration.position(), expires.to_string())?;
    }
    if let Some(published) = read(firsts.published)
        && latest(expires) < published.earliest().0
    {
        let detail = format!("{expires} before {published}");
        report.send(&rules::EXPIRES_BEFORE, expiration.position(), detail)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::VideoAudit;
    use crate::NAMESPACE;
    use urlset_core::{Audit, Diagnostic, Entry, Extensions, Loc, Position};

    /// 4 March 2026, 10:00 UTC.
    const NOW: i64 = 1_772_618_400;
    const WHOLE: &[&str] = &[
        "thumbnail_loc=https://example.com/t.jpg",
        "title=A",
        "description=B",
        "content_loc=https://example.com/v.mp4",
    ];

    /// Each child is `name=text` or `name attribute=value; attribute=value=text`.
    fn push(children: &[&str], out: &mut Extensions) {
        out.open(NAMESPACE, "v:video", Position::start(0));
        for child in children {
            let (head, text) = match child.split_once(" @") {
                Some(_) => child.rsplit_once("@=").unwrap(),
                None => child.split_once('=').unwrap(),
            };
            let mut parts = head.split(" @");
            let qname = format!("v:{}", parts.next().unwrap());
            out.open(NAMESPACE, &qname, Position::start(0));
            for attribute in parts {
                let (name, value) = attribute.split_once('=').unwrap();
                out.attribute("", name, value);
            }
            match text.split_once('>') {
                Some((inner, text)) => {
                    out.leaf(NAMESPACE, &format!("v:{inner}"), text);
                }
                None => {
                    out.text(text);
                }
            }
            out.close();
        }
        out.close();
    }

    fn audit(videos: &[&[&str]]) -> String {
        let mut entry = Entry::new(Loc::new("https://example.com/a"));
        for children in videos {
            push(children, &mut entry.extensions);
        }
        let mut found = Vec::<Diagnostic>::new();
        let mut audit = VideoAudit::at(NOW);
        audit.entry(&entry, &Position::start(0), &mut found).unwrap();
        let ids = found.iter().map(|finding| {
            assert_eq!((finding.position.line, &*finding.loc), (1, entry.loc.as_str()));
            finding.rule.id.trim_start_matches("video/")
        });
        ids.collect::<Vec<_>>().join(" ")
    }

    fn with(child: &str) -> String {
        audit(&[&[WHOLE, &[child]].concat()])
    }

    #[test]
    fn what_is_missing() {
        assert_eq!(audit(&[WHOLE]), "");
        let ids = "missing-thumbnail missing-title missing-description \
                   missing-content-or-player";
        assert_eq!(audit(&[&[]]), ids);
        let title = &["title= ", "thumbnail_loc=https://e.com/t", "description=x"];
        assert_eq!(audit(&[title]), "missing-title missing-content-or-player");
        let segments = [&WHOLE[..3], &["content_segment_loc=https://example.com/1.mp4"]].concat();
        let ids = "missing-content-or-player segment-without-player undocumented-tag";
        assert_eq!(audit(&[&segments]), ids);
    }

    #[test]
    fn values() {
        for (child, ids) in [
            ("duration=1", ""),
            ("duration=28800", ""),
            ("duration=28801", "duration-range"),
            ("duration=0", "duration-range"),
            ("duration=-5", "duration-range"),
            ("duration=99999999999999999999", "duration-range"),
            ("duration=90.5", "duration-not-integer"),
            ("duration=PT90S", "duration-not-integer"),
            ("rating=5.0", ""),
            ("rating=5.1", "rating-range"),
            ("rating=4,5", "rating-range"),
            ("rating=NaN", "rating-range"),
            ("view_count=0", ""),
            ("view_count=-1", "view-count"),
            ("view_count=1,204", "view-count"),
            ("publication_date=2026-03-04", ""),
            ("publication_date=2026-03", "bad-date"),
            ("expiration_date=2026-03-04", ""),
            ("expiration_date=2026-03-04T10:00:00Z", ""),
            ("expiration_date=2026-03-04T09:59:59Z", "expired"),
            ("expiration_date=2026-03-03", "expired"),
            ("family_friendly=YES", ""),
            ("family_friendly=yEs", "yes-no"),
            ("live=true", "yes-no"),
            ("requires_subscription=", "yes-no"),
            ("title=again", "schema/duplicate-element"),
            ("category=x", "deprecated-tag"),
            ("unknown=x", "unknown-element"),
        ] {
            assert_eq!(with(child), ids, "{child}");
        }
        let long = |name, count| with(&format!("{name}={}", "ü".repeat(count)));
        assert_eq!(long("category", 256), "deprecated-tag");
        assert_eq!(long("category", 257), "deprecated-tag category-too-long");
        assert_eq!(long("uploader", 255), "");
        assert_eq!(long("uploader", 256), "uploader-too-long");
        assert_eq!(long("title", 100), "schema/duplicate-element");
        assert_eq!(long("title", 101), "schema/duplicate-element title-too-long");
        assert_eq!(long("description", 2049), "schema/duplicate-element description-too-long");
    }

    #[test]
    fn values_with_attributes() {
        for (child, ids) in [
            ("restriction @relationship=allow@=IE GB", ""),
            ("restriction @relationship=allow@=IE  GB", ""),
            ("restriction @relationship=Allow@=IE", "restriction-relationship"),
            ("restriction=IE", "restriction-relationship"),
            ("restriction @relationship=deny@=ie gb", "restriction-format"),
            ("restriction @relationship=deny@=IE,GB", "restriction-format"),
            ("restriction @relationship=deny@=UK USA", "bad-country bad-country"),
            ("restriction @relationship=deny@=", "restriction-empty"),
            ("platform @relationship=deny@=web tv", ""),
            ("platform=web,tv", "platform-relationship platform-value"),
            ("uploader @info=https://www.example.com/ann@=Ann", ""),
            ("uploader @info=https://example.org/ann@=Ann", "uploader-info-domain"),
            ("uploader @info=/ann@=Ann", "invalid-url"),
        ] {
            assert_eq!(with(child), ids, "{child}");
        }
    }

    #[test]
    fn values_without_effect() {
        for (child, ids) in [
            ("price @currency=EUR@=1.99", "deprecated-tag"),
            ("price=1.99", "deprecated-tag price-currency"),
            ("price @currency=eur@=abc", "deprecated-tag price-value price-currency"),
            ("price @currency=EUR @type=own@=2", "deprecated-tag price-type"),
            ("price @type=rent@=", "deprecated-tag"),
            ("price=", "deprecated-tag price-type"),
            ("id @type=url@=x", "undocumented-tag"),
            ("id=x", "undocumented-tag id-type"),
            ("gallery_loc @title=G@=https://example.com/g", "deprecated-tag"),
            ("tvshow=video_type>full", "deprecated-tag"),
            ("tvshow=video_type>film", "deprecated-tag tvshow-type"),
            ("tvshow=title>film", "deprecated-tag unknown-element tvshow-type"),
            ("tvshow=season_number>0", "deprecated-tag tvshow-type tvshow-number"),
            ("tvshow=premier_date>2026", "deprecated-tag tvshow-type bad-date"),
            (
                "player_loc @allow_embed=true @autoplay=ap=1@=https://example.com/p",
                "deprecated-tag deprecated-tag yes-no",
            ),
        ] {
            assert_eq!(with(child), ids, "{child}");
        }
    }

    #[test]
    fn addresses() {
        let of = |content: &str| {
            let content = format!("content_loc={content}");
            audit(&[&[&WHOLE[..3], &[content.as_str()]].concat()])
        };
        for (content, ids) in [
            ("ftp://example.com/v.mp4", ""),
            ("/v.mp4", "invalid-url"),
            ("https://example.com/v.HTML?x=1", "content-is-page"),
            ("https://example.com/v.mp4?x=.html", ""),
            ("RTMP://example.com/v", "streaming-scheme"),
            ("data:video/mp4,A", "data-url"),
            ("https://example.com/a", "content-equals-page"),
            ("https://example.com/t.jpg", "thumbnail-equals-content"),
        ] {
            assert_eq!(of(content), ids, "{content}");
        }
        assert_eq!(with("player_loc=https://example.com/a"), "player-equals-page");
        assert_eq!(with("player_loc=https://example.com/v.mp4"), "content-equals-player");
        assert_eq!(audit(&[WHOLE, WHOLE]), "duplicate");
    }

    #[test]
    fn together() {
        let dates = [WHOLE, &["publication_date=2027-01-01", "expiration_date=2026-12-31"]];
        assert_eq!(audit(&[&dates.concat()]), "expiration-before-publication");
        let same =
            [WHOLE, &["publication_date=2026-12-31T10:00:00Z", "expiration_date=2026-12-31"]];
        assert_eq!(audit(&[&same.concat()]), "");
        assert_eq!(audit(&[&[WHOLE, &["tag=x"; 32]].concat()]), "");
        assert_eq!(audit(&[&[WHOLE, &["tag=x"; 33]].concat()]), "too-many-tags");
        let categories = [WHOLE, &["category=x", "category=y"]];
        let ids = "too-many-categories deprecated-tag deprecated-tag";
        assert_eq!(audit(&[&categories.concat()]), ids);
    }
}
