//! The checks on the value of each child of a video by itself.

use crate::audit::structure;
use crate::codes::is_currency;
use crate::rules;
use crate::shapes::{
    CATEGORY, DESCRIPTION, ID_TYPES, LONGEST, PRICE_TYPES, RELATIONSHIPS, SHOW_TYPES, TITLE,
    UPLOADER, YES_NO,
};
use crate::terms::{date, decimal, lacks_zone, whole, words};
use urlset_core::{Element, EntryFindings, Position, Result, Rule, Severity, is_country_code};

/// Checks one child, which has this name.
pub(crate) fn value(child: Element<'_>, name: &str, report: &mut EntryFindings<'_>) -> Result<()> {
    match name {
        "title" => longest(child, TITLE, &rules::TITLE_TOO_LONG, report),
        "description" => longest(child, DESCRIPTION, &rules::DESCRIPTION_TOO_LONG, report),
        "category" => longest(child, CATEGORY, &rules::CATEGORY_TOO_LONG, report),
        "uploader" => longest(child, UPLOADER, &rules::UPLOADER_TOO_LONG, report),
        "duration" => duration(&child.text(), child.position(), report),
        "rating" => {
            let rating = decimal(&child.text());
            let good = rating.is_some_and(|rating| (0.0..=5.0).contains(&rating));
            unless(good, &rules::RATING_RANGE, child, report)
        }
        "view_count" => {
            let good = whole::<u64>(&child.text()).is_some();
            unless(good, &rules::VIEW_COUNT, child, report)
        }
        "expiration_date" | "publication_date" => good_date(child, report),
        "family_friendly" | "requires_subscription" | "live" => {
            let good = YES_NO.contains(&&*child.text());
            unless(good, &rules::YES_NO, child, report)
        }
        "player_loc" => player(child, report),
        "content_segment_loc" => {
            report.send(&rules::UNDOCUMENTED_TAG, child.position(), child.name())?;
            let seconds = child.attribute("duration");
            seconds.map_or(Ok(()), |text| duration(text.trim(), child.position(), report))
        }
        "restriction" => restriction(child, report),
        "platform" => platform(child, report),
        "price" => price(child, report),
        "tvshow" => tvshow(child, report),
        "id" => {
            report.send(&rules::UNDOCUMENTED_TAG, child.position(), child.name())?;
            one_of(child.attribute("type"), ID_TYPES, &rules::ID_TYPE, child, report)
        }
        _ => Ok(()),
    }
}

/// Reports the text of the element unless it is good.
fn unless(
    good: bool,
    rule: &'static Rule,
    element: Element<'_>,
    report: &mut EntryFindings<'_>,
) -> Result<()> {
    if good {
        return Ok(());
    }
    let detail = format!("{}: {}", element.name(), element.text());
    report.send(rule, element.position(), detail)
}

/// Reports a word that is missing or not one of those.
fn one_of(
    word: Option<&str>,
    words: &[&str],
    rule: &'static Rule,
    element: Element<'_>,
    report: &mut EntryFindings<'_>,
) -> Result<()> {
    match word {
        Some(word) if words.contains(&word) => Ok(()),
        Some(word) => report.send(rule, element.position(), word),
        None => report.send(rule, element.position(), "none given"),
    }
}

fn longest(
    element: Element<'_>,
    most: u32,
    rule: &'static Rule,
    report: &mut EntryFindings<'_>,
) -> Result<()> {
    let text = element.text();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if text.len() <= most {
        return Ok(());
    }
    match text.chars().count() {
        count if count > most => {
            report.send(rule, element.position(), format!("{count} characters"))
        }
        _ => Ok(()),
    }
}

fn duration(text: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
    // A sign or a point makes it another number, not a range to keep.
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return report.send(&rules::DURATION_NOT_INTEGER, at, text);
    }
    match text.parse::<i64>() {
        Ok(1..=LONGEST) => Ok(()),
        _ => report.send(&rules::DURATION_RANGE, at, text),
    }
}

fn good_date(element: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let text = element.text();
    if date(&text).is_some() {
        return Ok(());
    }
    let detail = format!("{}: {text}", element.name());
    let finding = rules::BAD_DATE.at(element.position()).detail(detail);
    // The schema takes it, Google's pages do not list it; nothing is known to refuse it.
    let finding = match lacks_zone(&text) {
        true => finding.severity(Severity::Warning).help("write the zone, as `Z` or `+01:00`"),
        false => finding,
    };
    report.tell(finding)
}

fn player(player: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    for name in ["allow_embed", "autoplay"] {
        if player.attribute(name).is_some() {
            report.send(&rules::DEPRECATED_TAG, player.position(), name)?;
        }
    }
    let flag = player.attribute("allow_embed");
    if let Some(word) = flag.filter(|word| !YES_NO.contains(word)) {
        report.send(&rules::YES_NO, player.position(), format!("allow_embed: {word}"))?;
    }
    Ok(())
}

fn restriction(element: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let relationship = element.attribute("relationship");
    let rule = &rules::RESTRICTION_RELATIONSHIP;
    one_of(relationship, RELATIONSHIPS, rule, element, report)?;
    let text = element.text();
    let at = element.position();
    if text.is_empty() {
        let effect = match relationship {
            Some("deny") => "no effect",
            _ => "hidden everywhere",
        };
        return report.send(&rules::RESTRICTION_EMPTY, at, effect);
    }
    if text.contains(|c: char| c != ' ' && !c.is_ascii_alphanumeric()) {
        report.send(&rules::RESTRICTION_FORMAT, at, &text)?;
    } else if text.contains(|c: char| c.is_ascii_lowercase()) {
        // Only the schema asks for capitals.
        let finding = rules::RESTRICTION_FORMAT.at(at).detail(&text);
        report.tell(finding.severity(Severity::Warning))?;
    }
    for word in words(&text) {
        if !is_country_code(word) && !is_country_code(&word.to_ascii_uppercase()) {
            report.send(&rules::BAD_COUNTRY, at, word)?;
        }
    }
    Ok(())
}

fn platform(element: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let relationship = element.attribute("relationship");
    let rule = &rules::PLATFORM_RELATIONSHIP;
    one_of(relationship, RELATIONSHIPS, rule, element, report)?;
    for word in element.text().split_ascii_whitespace() {
        if !matches!(word, "web" | "mobile" | "tv") {
            report.send(&rules::PLATFORM_VALUE, element.position(), word)?;
        }
    }
    Ok(())
}

fn price(element: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let (text, at) = (element.text(), element.position());
    let currency = element.attribute("currency");
    let kind = element.attribute("type");
    if !text.is_empty() {
        let good = decimal(&text).is_some_and(|price| price >= 0.0);
        unless(good, &rules::PRICE_VALUE, element, report)?;
    }
    match currency {
        Some(code) if is_currency(code) => {}
        Some(code) => report.send(&rules::PRICE_CURRENCY, at, code)?,
        None if text.is_empty() => {}
        None => report.send(&rules::PRICE_CURRENCY, at, "none given")?,
    }
    if kind.is_some() || text.is_empty() {
        one_of(kind, PRICE_TYPES, &rules::PRICE_TYPE, element, report)?;
    }
    Ok(())
}

fn tvshow(show: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    structure(show, "tvshow", report)?;
    let kind = show.child_text("video_type");
    let at = show.child("video_type").filter(|_| kind.is_some()).unwrap_or(show);
    one_of(kind.as_deref(), SHOW_TYPES, &rules::TVSHOW_TYPE, at, report)?;
    for child in show.own_children() {
        match child.name() {
            "season_number" | "episode_number" => {
                let good = whole::<u64>(&child.text()).is_some_and(|number| number > 0);
                unless(good, &rules::TVSHOW_NUMBER, child, report)?;
            }
            "premier_date" => good_date(child, report)?,
            _ => {}
        }
    }
    Ok(())
}
