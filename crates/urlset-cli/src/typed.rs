//! What was typed on the command line has passwords, and no message repeats one: they are known from the
//! words, whatever characters they have and wherever a message puts them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::{PoisonError, RwLock};

/// The passwords that were typed. A program may run many commands, also at once: what was typed for one
/// is hidden for all.
static SECRETS: RwLock<Vec<Secret>> = RwLock::new(Vec::new());

/// Where flags cut their values.
const CUTS: [char; 4] = ['=', ',', '{', '}'];

/// Bytes from which on a piece of a password is hidden wherever it stands.
const LONG: usize = 3;

/// A part of a word that is not to be shown, with the character before it and the `@` behind it.
#[derive(Debug, PartialEq, Eq)]
struct Secret {
    typed: String,
    shown: String,
}

/// Takes the words of a command line.
pub(crate) fn note(words: &[OsString]) {
    let mut known = SECRETS.write().unwrap_or_else(PoisonError::into_inner);
    for secret in words.iter().filter_map(|word| word.to_str()).flat_map(secrets) {
        if !known.contains(&secret) {
            known.push(secret);
        }
    }
}

/// A text without user and password of the addresses in it: of what was typed, whatever it looks like,
/// and of what looks like one.
pub(crate) fn hide(text: &str) -> Cow<'_, str> {
    let known = SECRETS.read().unwrap_or_else(PoisonError::into_inner);
    match without(text, &known) {
        Cow::Borrowed(text) => urlset_fetch::hide(text),
        Cow::Owned(text) => Cow::Owned(urlset_fetch::hide(&text).into_owned()),
    }
}

fn without<'t>(text: &'t str, known: &[Secret]) -> Cow<'t, str> {
    known.iter().fold(Cow::Borrowed(text), |text, secret| match text.contains(&secret.typed) {
        true => Cow::Owned(text.replace(&secret.typed, &secret.shown)),
        false => text,
    })
}

/// What a word has that is not shown: as it stands there, and as it is quoted in source text.
fn secrets(word: &str) -> Vec<Secret> {
    let shown = urlset_fetch::shown(word);
    let has_scheme = word.contains("//") || word.to_ascii_lowercase().contains("http");
    let pairs = word.chars().zip(shown.chars());
    let same = pairs.take_while(|(one, other)| one == other).map(|(one, _)| one);
    let same: String = same.collect();
    // The character before it keeps what is short from being found in harmless words.
    let front = same.len() - same.chars().next_back().map_or(0, char::len_utf8);
    let (Some(word), Some(shown)) = (word.get(front..), shown.get(front..)) else {
        return Vec::new();
    };
    let pairs = word.chars().rev().zip(shown.chars().rev());
    let back = pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    // A password may end as what stands for it does.
    let behind = word.len().checked_sub(back).and_then(|at| word.get(at..)).unwrap_or_default();
    let back = behind.find('@').map_or(0, |at| behind.len() - at - 1);
    let cut = |text: &str| text.get(..text.len().saturating_sub(back)).map(str::to_owned);
    let (Some(typed), Some(shown)) = (cut(word), cut(shown)) else { return Vec::new() };
    let quoted = typed.escape_debug().to_string();
    // A sentence that ends in an address of mail looks like user and password, and has words for pieces.
    let is_address = has_scheme || !typed.trim_start().contains(char::is_whitespace);
    let parts = if is_address { parts(&typed) } else { Vec::new() };
    let whole = [typed, quoted].map(|typed| Secret { typed, shown: shown.clone() });
    // A name alone is no secret, and stands in harmless words: it is hidden where an address has it.
    let is_secret = |secret: &Secret| secret.typed.contains(':') && secret.typed != secret.shown;
    whole.into_iter().filter(is_secret).chain(parts).collect()
}

/// What flags make of a word that they cut, and may tell by itself: its front, what is in braces, and each
/// piece that is too long to stand in harmless words by chance; the longest first, for others are in them.
fn parts(typed: &str) -> Vec<Secret> {
    let Some((front, rest)) = typed.split_once(CUTS).filter(|(front, _)| front.contains(':'))
    else {
        return Vec::new();
    };
    let scheme = front.chars().next().map_or_else(String::new, String::from);
    let braced = typed.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let braced = braced.map(|(inside, _)| (format!("{{{inside}}}"), "{***}".to_owned()));
    let pieces = rest.split(CUTS).filter_map(|piece| match piece.strip_suffix('@') {
        Some(end) => (end.len() >= LONG).then(|| (piece.to_owned(), "***@".to_owned())),
        None => (piece.len() >= LONG).then(|| (piece.to_owned(), "***".to_owned())),
    });
    let front = (front.to_owned(), scheme + "***");
    let mut parts: Vec<_> = std::iter::once(front).chain(braced).chain(pieces).collect();
    parts.sort_by_key(|(typed, _)| std::cmp::Reverse(typed.len()));
    parts.into_iter().map(|(typed, shown)| Secret { typed, shown }).collect()
}

#[cfg(test)]
mod tests {
    use super::{secrets, without};

    #[test]
    fn passwords_of_any_characters() {
        for (word, message, expected) in [
            ("http://ann:S'R@h/x", "no `http://ann:S'R@h/x'", "no `http://***@h/x'"),
            ("@http://ann:S R@h/x", "list http://ann:S R@h/x: none", "list http://***@h/x: none"),
            ("--by=http://ann:S<R@h", "--by http://ann:S<R@h: no", "--by http://***@h: no"),
            ("http://ann:S\"R@h", "\"http://ann:S\\\"R@h\"", "\"http://***@h\""),
            ("http://ann:pw*@h/a", "http://ann:pw*@h/a", "http://***@h/a"),
            ("http://a:b@h/", "va:b@h http://a:b@h/", "va:b@h http://***@h/"),
            ("http://a@h/", "could not write x/a@c.txt", "could not write x/a@c.txt"),
            (
                "http://a:b`c@h/?to=http://d:e'f@g/",
                "at http://a:b`c@h/?to=http://d:e'f@g/ none",
                "at http://***@h/?to=http://***@g/ none",
            ),
            ("http://example.com/@a", "http://example.com/@a", "http://example.com/@a"),
            ("x=http://a:S=Rest@h/", "--x Rest@h/: none", "--x ***@h/: none"),
            ("x=http://a:S=Mid,Rest=Last@h/", "Rest=Last@h/ Mid", "***=***@h/ ***"),
            ("http://a:c2Vj==@h/", "l@b.txt and s=@h", "l@b.txt and s=@h"),
            ("http://a:S=R@h/", "logs@b.txt, R@h", "logs@b.txt, R@h"),
            ("http://a:S{R}@h/", "no field `{R}`", "no field `{***}`"),
            ("http://a:S,R@h/", "--by http://a:S: none", "--by http://***: none"),
            ("bot; ops: web, file, ops@h.com", "1 file, 0.0 s", "1 file, 0.0 s"),
            ("https:ann:SEKa,SEKb@h/a b", "no field `https:ann:SEKa`", "no field `https:***`"),
            ("", "a@b", "a@b"),
        ] {
            assert_eq!(without(message, &secrets(word)), expected, "{word}");
        }
    }
}
