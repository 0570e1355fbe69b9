//! The page as a whole: its size whatever the figures, its structure, and that nothing of an input
//! becomes more than text.

use crate::{MOST_BYTES, page};
use urlset_stats::{
    Bin, Change, Changed, Comparison, Coverage, Dates, Figures, File, Findings, Found, Histogram,
    Hreflang, Language, Others, Pair, Place, Provenance,
};

/// Everything that means something in HTML, in a URL or to the order of text, over and over.
fn evil(number: usize, length: usize) -> String {
    let text = "\"'><script src=http://127.0.0.1:9/x></script><img src=x onerror=alert(1)>\
                <style>@import url(http://127.0.0.1:9)</style>&amp;]]>-->\u{202e}\u{0}\u{1b}[2J\n\u{1f600}";
    let mut evil = format!("{number}{text}");
    while evil.len() < length {
        evil += text;
    }
    evil
}

/// A histogram of so many values.
fn histogram(by: &str, many: usize, length: usize) -> Histogram {
    let bin = |number| Bin { value: evil(number, length), entries: u64::MAX / 1_000_000 };
    Histogram {
        by: by.to_owned(),
        distinct: many as u64 * 100,
        bins: (0..many).map(bin).collect(),
        others: Others { values: many as u64 * 99, entries: 123_456_789 },
    }
}

fn histograms(many: usize, length: usize) -> Vec<Histogram> {
    let month = |number: usize| Bin {
        value: format!("{:04}-{:02}", 1 + number / 12 % 9000, number % 12 + 1),
        entries: number as u64 * 1_000_000_007,
    };
    let months = Histogram { bins: (0..many).map(month).collect(), ..histogram("month", 0, 0) };
    let keys = "host section lang kind scheme depth length shape changefreq priority";
    keys.split(' ').map(|by| histogram(by, many, length)).chain([months]).collect()
}

fn files(many: usize, length: usize) -> Vec<File> {
    let file = |number| File {
        path: evil(number, length),
        kind: "urlset",
        format: evil(number, length),
        entries: u64::MAX / 2,
        bytes: 5,
        stored: 5,
        cut: true,
        room: urlset_stats::Room { entries: i64::MIN, bytes: -1 },
    };
    (0..many).map(file).collect()
}

fn languages(many: usize) -> Hreflang {
    let tag = |number: usize| format!("l{number}<b>");
    let many = many.min(400);
    let pair = |from, to| Pair {
        from: tag(from),
        to: tag(to),
        links: 1_000_000_000,
        no_return: 999_999_999,
    };
    let language = |number| Language { tag: tag(number), ..Language::default() };
    Hreflang {
        linking: u64::MAX,
        links: u64::MAX,
        no_return: u64::MAX / 2,
        clusters: 5,
        languages: (0..many).map(language).collect(),
        pairs: (0..many).flat_map(|from| (0..many).map(move |to| pair(from, to))).collect(),
    }
}

fn findings(many: usize, length: usize) -> Findings {
    let place = |number: usize| Place {
        path: evil(number, length),
        line: u32::MAX,
        column: u32::MAX,
        detail: evil(number + 1, length),
        loc: evil(number + 2, length),
        excerpt: evil(number + 3, length),
    };
    let rule = |number: usize| Found {
        rule: "loc/relative",
        severity: ["error", "warning", "note"][number % 3],
        found: u64::MAX / 100_000,
        dropped: 7,
        message: "`loc` is not an absolute URL, and this is as long as the line of a rule may be",
        help: "say with `--source-url` where the file was read from, or carry it into CSV or JSON \
               Lines with `--keep-invalid`",
        first: (0..3).map(place).collect(),
    };
    let rules = (0..many).map(rule).collect();
    Findings { profile: evil(1, length), error: 1, warning: 1, note: 1, rules }
}

fn comparison(many: usize, length: usize) -> Comparison {
    let text = |number| evil(number, length);
    let section =
        |number| Changed { section: text(number), added: 1 << 40, removed: 5, changed: 5 };
    let change = |number: usize| Change {
        change: ["added", "removed", "changed"][number % 3],
        loc: text(number),
        fields: vec!["lastmod"; 100],
    };
    Comparison {
        against: (0..many).map(text).collect(),
        sections: (0..many).map(section).collect(),
        fields: (0..many).map(|number| Bin { value: text(number), entries: 5 }).collect(),
        first: (0..many).map(change).collect(),
        ..Comparison::default()
    }
}

/// Figures in which every text is hostile and everything is many.
fn hostile(many: usize, length: usize) -> Figures {
    let text = |number| evil(number, length);
    let field = |number| Coverage {
        field: text(number),
        namespace: Some(text(number)),
        entries: 5,
        items: u64::MAX,
    };
    Figures {
        urls: u64::MAX,
        repeated: u64::MAX / 3,
        dropped: u64::MAX,
        dropped_fields: u64::MAX,
        bytes: u64::MAX,
        stored: 5,
        files: files(many, length),
        coverage: (0..many).map(field).collect(),
        histograms: histograms(many, length),
        dates: Dates {
            dated: u64::MAX,
            times: 7,
            oldest: Some(text(1)),
            newest: Some(text(2)),
            future: Some(u64::MAX),
            hours: [[u64::MAX; 24]; 7],
            weekdays: [u64::MAX / 8; 7],
            frequent: histogram("lastmod", many, length),
            ..Dates::default()
        },
        hreflang: Some(languages(many)),
        findings: Some(findings(many, length)),
        comparison: Some(comparison(many, length)),
        provenance: Provenance {
            program: text(1),
            inputs: (0..many).map(text).collect(),
            date: Some(text(2)),
        },
        ..Figures::default()
    }
}

#[test]
fn small_whatever_the_figures() {
    for (many, length) in [(0, 0), (1, 0), (50, 10), (400, 2000), (3000, 300)] {
        let page = page(&hostile(many, length));
        assert!(page.len() < MOST_BYTES, "{many} {length}: {}", page.len());
        // Not by showing next to nothing.
        assert!(many < 50 || page.len() > MOST_BYTES / 5, "{many} {length}: {}", page.len());
    }
}

/// The start tags of a page: names and attributes.
fn tags(page: &str) -> Vec<&str> {
    let tags = page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap());
    tags.filter(|tag| !tag.starts_with('/')).collect()
}

#[test]
fn nothing_of_an_input_is_more_than_text() {
    let page = page(&hostile(400, 2000));
    let mut names: Vec<&str> =
        tags(&page).iter().map(|tag| tag.split(' ').next().unwrap()).collect();
    names.sort_unstable();
    names.dedup();
    let known = [
        "!DOCTYPE",
        "a",
        "body",
        "br",
        "caption",
        "code",
        "data",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "h1",
        "h2",
        "h3",
        "head",
        "header",
        "html",
        "li",
        "main",
        "meta",
        "nav",
        "p",
        "pre",
        "rect",
        "section",
        "span",
        "strong",
        "style",
        "summary",
        "svg",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ];
    assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
    for tag in tags(&page) {
        for word in [" src=", " style=", " on", "http:"] {
            assert!(!tag.contains(word) || tag.contains("aria-label"), "{tag}");
        }
        let href = tag.split(" href=\"").nth(1);
        assert!(href.is_none_or(|href| href.starts_with('#')), "{tag}");
    }
    assert_eq!(page.matches("<style").count(), 1);
    let steers = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!page.contains(steers));
}

#[test]
fn elements_are_closed_and_headings_in_order() {
    for many in [0, 1, 60] {
        let page = page(&hostile(many, 40));
        let mut open = Vec::new();
        for tag in page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
            let name = tag.split(' ').next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
                None if ["!DOCTYPE", "meta", "br"].contains(&name) => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
        let levels: Vec<usize> =
            tags(&page).iter().filter_map(|tag| tag.strip_prefix('h')?.parse().ok()).collect();
        assert_eq!(levels[0], 1);
        assert!(levels.windows(2).all(|two| two[1] > 1 && two[1] <= two[0] + 1), "{levels:?}");
        // Every anchor is there, once.
        for anchor in page.split(" href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert_eq!(page.matches(&format!(" id=\"{anchor}\"")).count(), 1, "{anchor}");
        }
    }
}

#[test]
fn the_same_figures_give_the_same_bytes() {
    assert_eq!(page(&hostile(60, 40)), page(&hostile(60, 40)));
}

/// FIPS 180-4, and RFC 4648 section 4.
pub(crate) fn sha256_base64(message: &[u8]) -> String {
    let primes: Vec<u64> = (2..312).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    // The first 32 bits of the fractions of roots of primes, found by whole numbers.
    let root = |prime: u64, power: u32| {
        let wanted = u128::from(prime) << (32 * power);
        let (mut low, mut high) = (0_u128, 1_u128 << 36);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle.pow(power) <= wanted { low = middle } else { high = middle }
        }
        u32::try_from(low & 0xffff_ffff).unwrap()
    };
    let keys: Vec<u32> = primes.iter().take(64).map(|prime| root(*prime, 3)).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|prime| root(*prime, 2)).collect();
    let mut bytes = message.to_vec();
    bytes.push(0x80);
    bytes.resize((bytes.len() + 8).next_multiple_of(64) - 8, 0);
    bytes.extend_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in bytes.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|four| u32::from_be_bytes(four.try_into().unwrap())).collect();
        for at in 16..64 {
            let (one, two) = (words[at - 15], words[at - 2]);
            let first = one.rotate_right(7) ^ one.rotate_right(18) ^ (one >> 3);
            let second = two.rotate_right(17) ^ two.rotate_right(19) ^ (two >> 10);
            let sum = words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]);
            words.push(sum.wrapping_add(second));
        }
        let mut s = state.clone();
        for (key, word) in keys.iter().zip(&words) {
            let big = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let choice = (s[4] & s[5]) ^ (!s[4] & s[6]);
            let one =
                s[7].wrapping_add(big).wrapping_add(choice).wrapping_add(*key).wrapping_add(*word);
            let big = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let two = big.wrapping_add((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            s.rotate_right(1);
            s[4] = s[4].wrapping_add(one);
            s[0] = one.wrapping_add(two);
        }
        state.iter_mut().zip(s).for_each(|(sum, own)| *sum = sum.wrapping_add(own));
    }
    let digest: Vec<u8> = state.iter().flat_map(|word| word.to_be_bytes()).collect();
    let letters: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let mut text = String::new();
    for three in digest.chunks(3) {
        let bits =
            (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(*three.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let sign = letters[bits >> (18 - 6 * at) & 63];
            text.push(if at > three.len() { '=' } else { sign });
        }
    }
    text
}
