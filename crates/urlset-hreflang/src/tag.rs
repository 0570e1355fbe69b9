//! Language tags (RFC 5646) as Google reads them: language, script and region.

use crate::codes::{is_reserved, is_script, meant, preferred, two_letters};
use crate::rules;
use alloc::borrow::Cow;
use alloc::string::String;
use urlset_core::{Result, Rule, is_country_code, is_language_code};

/// The tag for everybody else.
pub(crate) const X_DEFAULT: &str = "x-default";

/// Tags that were registered before languages had their grammar, and do not follow it (RFC 5646
/// section 2.2.8); those in `i-` can be told by that.
const GRANDFATHERED: [&str; 4] = ["en-GB-oed", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE"];

/// Takes what is wrong with a tag, and what exactly.
type Say<'a> = dyn FnMut(&'static Rule, Cow<'_, str>) -> Result<()> + 'a;

/// How far along a tag is; what comes before cannot come again.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Stage {
    Language,
    Script,
    Region,
    Variant,
}

/// Says everything that is wrong with a tag.
pub(crate) fn check(tag: &str, say: &mut Say<'_>) -> Result<()> {
    if tag.contains('_') {
        say(&rules::UNDERSCORE, tag.into())?;
    }
    if GRANDFATHERED.iter().any(|known| known.eq_ignore_ascii_case(tag)) {
        return say(&rules::EXTRA_SUBTAGS, tag.into());
    }
    let mut parts = tag.split(['-', '_']);
    let part_is_good =
        |part: &str| matches!(part.len(), 1..=8) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    let language = parts.next().unwrap_or_default();
    if !part_is_good(language) || !parts.clone().all(part_is_good) {
        return say(&rules::INVALID_TAG, tag.into());
    }
    if is_x_default(tag) {
        return case(tag, X_DEFAULT.len(), say);
    }
    let alone = parts.clone().next().is_none();
    match language.len() {
        1 if matches!(language, "i" | "I" | "x" | "X") && !alone => {
            return say(&rules::EXTRA_SUBTAGS, tag.into());
        }
        1 => return say(&rules::INVALID_TAG, tag.into()),
        _ if !is_alphabetic(language) => return say(&rules::INVALID_TAG, tag.into()),
        _ => check_language(language, alone, say)?,
    }
    let usual = match rest(tag, parts, say)? {
        Some(length) => language.len() + length,
        None => return Ok(()),
    };
    case(tag, usual, say)
}

/// Whether it is `x-default`, perhaps with an underscore or capitals.
pub(crate) fn is_x_default(tag: &str) -> bool {
    let parts = tag.split_once(['-', '_']);
    parts.is_some_and(|(x, default)| {
        x.eq_ignore_ascii_case("x") && default.eq_ignore_ascii_case("default")
    })
}

fn is_alphabetic(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn check_language(language: &str, alone: bool, say: &mut Say<'_>) -> Result<()> {
    let code = lower(language);
    let hint = |rule, other: &str| (rule, Cow::Owned(format!("{language}, better {other}")));
    let (rule, detail) = match code.len() {
        2 if is_language_code(&code) => return Ok(()),
        2 => match (preferred(&code), meant(&code)) {
            (Some(other), _) => hint(&rules::DEPRECATED_CODE, other),
            (None, Some(other)) => hint(&rules::UNKNOWN_LANGUAGE, other),
            (None, None) if alone && is_country_code(&code.to_ascii_uppercase()) => {
                (&rules::REGION_ONLY, Cow::Borrowed(language))
            }
            (None, None) => (&rules::UNKNOWN_LANGUAGE, Cow::Borrowed(language)),
        },
        3 => match two_letters(&code) {
            Some(other) => hint(&rules::THREE_LETTERS, other),
            None => (&rules::THREE_LETTERS, Cow::Borrowed(language)),
        },
        _ => (&rules::UNKNOWN_LANGUAGE, Cow::Borrowed(language)),
    };
    say(rule, detail)
}

/// Checks what follows the language; gives the length of script and region with their hyphens,
/// `None` where the tag is none.
fn rest<'t>(
    tag: &str,
    parts: impl Iterator<Item = &'t str>,
    say: &mut Say<'_>,
) -> Result<Option<usize>> {
    let (mut stage, mut length, mut extra) = (Stage::Language, 0, None);
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        match part.len() {
            4 if stage == Stage::Language && is_alphabetic(part) => {
                stage = Stage::Script;
                check_script(part, say)?;
            }
            2 if stage < Stage::Region && is_alphabetic(part) => {
                stage = Stage::Region;
                check_region(part, say)?;
            }
            3 if stage < Stage::Region && digits => {
                stage = Stage::Region;
                say(&rules::NUMERIC_REGION, part.into())?;
            }
            3 if stage == Stage::Language && is_alphabetic(part) => extra = extra.or(Some(part)),
            4 if part.starts_with(|c: char| c.is_ascii_digit()) => {
                (stage, extra) = (Stage::Variant, extra.or(Some(part)));
            }
            5..=8 => (stage, extra) = (Stage::Variant, extra.or(Some(part))),
            // What follows a single letter belongs to an extension of the tag.
            1 if parts.peek().is_some() => {
                extra = extra.or(Some(part));
                break;
            }
            _ => {
                say(&rules::INVALID_TAG, tag.into())?;
                return Ok(None);
            }
        }
        if extra.is_none() {
            length += part.len() + 1;
        }
    }
    if let Some(part) = extra {
        say(&rules::EXTRA_SUBTAGS, part.into())?;
    }
    Ok(Some(length))
}

fn check_script(part: &str, say: &mut Say<'_>) -> Result<()> {
    if is_script(part) || is_script(&title(part)) {
        return Ok(());
    }
    say(&rules::BAD_SCRIPT, part.into())
}

fn check_region(part: &str, say: &mut Say<'_>) -> Result<()> {
    if is_country_code(part) {
        return Ok(());
    }
    let code = part.to_ascii_uppercase();
    if is_country_code(&code) {
        Ok(())
    } else if code == "UK" {
        say(&rules::RESERVED_REGION, format!("{part}, better GB").into())
    } else if is_reserved(&code) {
        say(&rules::RESERVED_REGION, part.into())
    } else {
        say(&rules::UNKNOWN_REGION, part.into())
    }
}

/// Compares the first bytes with the convention: `zh-Hant-TW`.
fn case(tag: &str, length: usize, say: &mut Say<'_>) -> Result<()> {
    let head = tag.get(..length).unwrap_or(tag);
    let mut usual = true;
    for (at, part) in head.split(['-', '_']).enumerate() {
        usual &= match part.len() {
            _ if at == 0 || is_x_default(tag) => part.bytes().all(|b| !b.is_ascii_uppercase()),
            4 => title(part) == part,
            _ => part.bytes().all(|byte| !byte.is_ascii_lowercase()),
        };
    }
    if usual {
        return Ok(());
    }
    say(&rules::UNUSUAL_CASE, tag.into())
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// With a capital first and small letters after it.
fn title(text: &str) -> String {
    let mut titled = text.to_ascii_lowercase();
    if let Some(first) = titled.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    titled
}

#[cfg(test)]
mod tests {
    use super::check;
    use proptest::prelude::proptest;

    proptest! {
        #[test]
        fn no_text_is_too_odd(tag in "[a-zA-Z0-9_ü-]{0,20}", any in ".{0,20}") {
            let says = ids(&tag);
            let shape = !tag.is_empty() && tag.is_ascii();
            assert!(shape || says.contains("invalid-tag"), "{tag}");
            ids(&any);
        }
    }

    fn ids(tag: &str) -> String {
        let mut found = Vec::new();
        let say = &mut |rule: &'static urlset_core::Rule, _: alloc::borrow::Cow<'_, str>| {
            found.push(rule.id.trim_start_matches("hreflang/"));
            Ok(())
        };
        check(tag, say).unwrap();
        found.join(" ")
    }

    #[test]
    fn good_tags() {
        for tag in ["en", "de-AT", "zh-Hant", "zh-Hant-TW", "x-default", "be", "uk", "sr-Latn-RS"] {
            assert_eq!(ids(tag), "", "{tag}");
        }
    }

    #[test]
    fn bad_tags() {
        for (tag, found) in [
            ("", "invalid-tag"),
            ("German language", "invalid-tag"),
            ("de-", "invalid-tag"),
            ("-de", "invalid-tag"),
            ("d", "invalid-tag"),
            ("dé", "invalid-tag"),
            ("d1", "invalid-tag"),
            ("en-GB-US", "invalid-tag"),
            ("zh-TW-Hant", "invalid-tag"),
            ("abcdefghi", "invalid-tag"),
            ("en-a", "invalid-tag"),
            ("gr", "unknown-language"),
            ("cz-CZ", "unknown-language"),
            ("xq", "unknown-language"),
            ("english", "unknown-language"),
            ("us", "region-only"),
            ("us-US", "unknown-language"),
            ("deu", "three-letter-language"),
            ("haw-US", "three-letter-language"),
            ("iw-IL", "deprecated-code"),
            ("en-EN", "unknown-region"),
            ("en-UK", "reserved-region"),
            ("en-EU", "reserved-region"),
            ("sq-XK", "reserved-region"),
            ("es-419", "numeric-region"),
            ("en_US", "underscore"),
            ("x_default", "underscore"),
            ("en_UK", "underscore reserved-region"),
            ("zh-Trad", "bad-script"),
            ("de-DE-1996", "extra-subtags"),
            ("sl-rozaj", "extra-subtags"),
            ("zh-yue-HK", "extra-subtags"),
            ("en-GB-u-ca-buddhist", "extra-subtags"),
            ("i-klingon", "extra-subtags"),
            ("en-GB-oed", "extra-subtags"),
            ("sgn-be-fr", "extra-subtags"),
            ("EN-gb", "unusual-case"),
            ("en-gb", "unusual-case"),
            ("zh-hant", "unusual-case"),
            ("X-Default", "unusual-case"),
        ] {
            assert_eq!(ids(tag), found, "{tag}");
        }
    }
}
