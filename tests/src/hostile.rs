//! Inputs that are made to cost more than they weigh, at any size: what `cargo xtask bounds`
//! measures and `tests/bounds.rs` tries in small.

// By its path, since another crate takes this file by its own.
#[path = "floods.rs"]
mod floods;

use std::io::{Result, Write};

/// One kind of hostile input: a head, a unit again and again, a tail. `{n}` in the unit becomes the
/// number of the repetition, `{long}` in the head a value of half the size, as far as one may be.
#[derive(Clone, Debug)]
pub struct Hostile {
    /// What it is, in the words of the table.
    pub name: &'static str,
    /// The file's name, which says the format; `.gz` is compressed.
    pub file: &'static str,
    /// Flags for the command.
    pub flags: &'static [&'static str],
    head: Vec<u8>,
    unit: Vec<u8>,
    tail: Vec<u8>,
}

impl Hostile {
    /// Writes about so many bytes, before compression.
    ///
    /// # Errors
    /// As the writer's.
    pub fn write(&self, size: usize, out: &mut dyn Write) -> Result<()> {
        let long = "x".repeat((size / 2).min(TOKEN - 100));
        let head = around(&self.head, b"{long}").join(long.as_bytes());
        let parts = around(&self.unit, b"{n}");
        let mut written = head.len() + self.tail.len();
        let mut number = 0_u64;
        out.write_all(&head)?;
        while written < size {
            let digits = number.to_string();
            let mut text = parts.join(digits.as_bytes());
            // Small units by the thousand: else writing them takes longer than reading them.
            if parts.len() == 1 {
                text = text.repeat((65_536 / text.len().max(1)).max(1));
            }
            out.write_all(&text)?;
            written += text.len();
            number += 1;
        }
        out.write_all(&self.tail)
    }

    fn flags(mut self, flags: &'static [&'static str]) -> Hostile {
        self.flags = flags;
        self
    }
}

/// What stands around each mark.
fn around<'u>(mut unit: &'u [u8], mark: &[u8]) -> Vec<&'u [u8]> {
    let mut parts = Vec::new();
    while let Some(at) = unit.windows(mark.len()).position(|bytes| bytes == mark) {
        let (part, rest) = unit.split_at(at);
        parts.push(part);
        unit = rest.get(mark.len()..).unwrap_or_default();
    }
    parts.push(unit);
    parts
}

const URLSET: &str = "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
    xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" \
    xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" \
    xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" \
    xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">";
const URL: &str = "<url><loc>https://example.com/a</loc>";
const PAGE: &str = "<url><loc>https://example.com/{n}</loc></url>";
const RSS: &str =
    "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><title>a</title>";
const ATOM: &str = "<feed xmlns='http://www.w3.org/2005/Atom'>";
const JSON: &str = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"a\",";
/// Just below the limit of one token, which is 1 MiB.
const TOKEN: usize = 1_000_000;

/// Every class, from the table of attacks of the project's notes on reliability.
pub fn hostile() -> Vec<Hostile> {
    let xml = [xml_documents(), xml_tokens(), entries()];
    let lines = [lines(), robots_and_json_lines()];
    let other = [feeds(), json_feeds_and_others(), compressed()];
    xml.into_iter().chain(lines).chain(other).chain([floods::floods()]).flatten().collect()
}

fn class(name: &'static str, file: &'static str, parts: [&str; 3]) -> Hostile {
    bytes(name, file, parts.map(str::as_bytes))
}

/// The same of what is no UTF-8.
fn bytes(name: &'static str, file: &'static str, parts: [&[u8]; 3]) -> Hostile {
    let [head, unit, tail] = parts.map(<[u8]>::to_vec);
    Hostile { name, file, flags: &[], head, unit, tail }
}

/// Inside the root of a sitemap.
fn inside(name: &'static str, unit: &str) -> Hostile {
    class(name, "a.xml", [URLSET, unit, "</urlset>"])
}

/// Inside one entry.
fn in_entry(name: &'static str, unit: &str) -> Hostile {
    let head = format!("{URLSET}{URL}");
    class(name, "a.xml", [&head, unit, "</url></urlset>"])
}

fn xml_documents() -> Vec<Hostile> {
    let after = format!("{URLSET}{URL}</url></urlset>");
    let root = format!("{URLSET}{PAGE}</urlset>");
    vec![
        inside("honest pages", PAGE),
        class(
            "entity declarations",
            "a.xml",
            ["<!DOCTYPE urlset [", "<!ENTITY e{n} '&e1;&e1;'>", "]>"],
        ),
        class(
            "document type never closed",
            "a.xml",
            ["<!DOCTYPE urlset [", "<!ELEMENT a (b)> '\"' ", ""],
        ),
        in_entry("open tags", "<a>"),
        inside("open entries", "<url>"),
        inside("end tags that fit nothing", "</a>"),
        inside("end tags that fit nothing, --lenient", "</a>").flags(&["--lenient"]),
        inside("end tags without a bracket, --lenient", "</a").flags(&["--lenient"]),
        inside("ends of entries without a bracket, --lenient", "<url><loc>http://a</loc</url")
            .flags(&["--lenient"]),
        inside("entries never closed, --lenient", "<url><loc>https://example.com/{n}</loc>")
            .flags(&["--lenient"]),
        inside(
            "elements that other tags end, --lenient",
            "<url><loc>http://a</loc><a{n}></b></url>",
        )
        .flags(&["--lenient"]),
        inside("`<` that begins nothing", "< "),
        inside("`<` that begins nothing, --lenient", "< ").flags(&["--lenient"]),
        class("space before the document", "a.xml", ["", " \n", URLSET]),
        class("comments before the root", "a.xml", ["", "<!-- -->", URLSET]),
        class("text after the root", "a.xml", [&after, "junk ", ""]),
        class(
            "addresses in one word after the root",
            "a.xml",
            [&format!("{after}xmlns"), "://", ""],
        ),
        class("many roots", "a.xml", ["", &root, ""]),
        class("tags without end before the root", "a.xml", ["", "<a", &root]),
        inside("space between entries", " \n\t"),
        inside("space on one line", "    "),
        inside("comments", "<!-- a -->"),
        inside("comments that are never closed", "<!-- a "),
        inside("instructions", "<?a b?>"),
        inside("sections that are never closed", "<![CDATA[ ]] > "),
        inside("text between entries", "x & y "),
        inside("unknown elements", "<x:a xmlns:x='urn:{n}'/>"),
        inside("elements with an undeclared prefix", "<x:a/>"),
        class(
            "an index that is pages too",
            "a.xml",
            [
                "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
                "<url><loc>https://example.com/{n}</loc></url><sitemap><loc>https://example.com/{n}</loc></sitemap>",
                "</sitemapindex>",
            ],
        ),
    ]
}

fn xml_tokens() -> Vec<Hostile> {
    let long = "x".repeat(TOKEN);
    let of = |many: usize, one: &dyn Fn(usize) -> String| (0..many).map(one).collect::<String>();
    let attributes = of(1000, &|n| format!(" a{n}='1'"));
    let namespaces = of(100, &|n| format!(" xmlns:n{n}='urn:{n}'"));
    let used = of(100, &|n| format!(" n{n}:a='1'"));
    vec![
        in_entry("one comment", "x"),
        class(
            "one text without end",
            "a.xml",
            [&format!("{URLSET}<url><loc>https://example.com/"), "x", ""],
        ),
        class("one name without end", "a.xml", [&format!("{URLSET}<"), "x", ""]),
        class("one attribute without end", "a.xml", [&format!("{URLSET}<url a='"), "x", ""]),
        class("attributes without end", "a.xml", [&format!("{URLSET}<url"), " a{n}='1'", ""]),
        inside("long comments", &format!("<!--{long}-->")),
        inside("long names", &format!("<{long}/>")),
        inside("long attributes", &format!("<a b='{long}'/>")),
        inside("long locs", &format!("<url><loc>https://example.com/{long}</loc></url>")),
        inside("long dates", &format!("{URL}<lastmod>{}</lastmod></url>", "9".repeat(TOKEN))),
        inside(
            "long priorities",
            &format!("{URL}<priority>0.{}</priority></url>", "9".repeat(TOKEN)),
        ),
        inside("a thousand attributes a tag", &format!("{URL}<a{attributes}/></url>")),
        inside("the same attribute again", &format!("{URL}<a{}/></url>", " a='1'".repeat(1000))),
        inside("a hundred namespaces a tag", &format!("{URL}<a{namespaces}{used}/></url>")),
        inside(
            "references",
            &format!("<url><loc>https://example.com/{}</loc></url>", "&amp;".repeat(1000)),
        ),
        inside(
            "undefined entities",
            &format!("<url><loc>https://example.com/{}</loc></url>", "&x;".repeat(600)),
        ),
        inside(
            "bare ampersands",
            &format!("<url><loc>https://example.com/{}</loc></url>", "&".repeat(2000)),
        ),
        inside(
            "references never closed",
            &format!("<url><loc>https://example.com/{}</loc></url>", "&#x41".repeat(2000)),
        ),
        inside(
            "sections in a loc",
            &format!("<url><loc>https://example.com/{}</loc></url>", "<![CDATA[a]]>".repeat(1000)),
        ),
        inside(
            "comments in a loc",
            &format!("<url><loc>https://example.com/{}</loc></url>", "<!---->".repeat(2000)),
        ),
        inside(
            "elements in a loc",
            &format!("<url><loc>https://example.com/{}</loc></url>", "<b/>".repeat(2000)),
        ),
    ]
}

fn entries() -> Vec<Hostile> {
    let image = "<image:image><image:loc>https://example.com/{n}.png</image:loc></image:image>";
    let link = "<xhtml:link rel='alternate' hreflang='de' href='https://example.com/{n}'/>";
    let (images, links) = (image.repeat(1000), link.repeat(1000));
    let ids = "<video:video><video:tag>a</video:tag></video:video>".repeat(500);
    let nested = format!("{}{}", "<x>".repeat(50), "</x>".repeat(50)).repeat(50);
    vec![
        inside("entries without loc", "<url/>"),
        inside("entries without loc, over lines", "<url>\n<lastmod/>\n</url>\n"),
        inside("empty locs", "<url><loc/></url>"),
        inside("relative locs on one line", "<url><loc>/{n}</loc></url>"),
        inside("relative locs, a line each", "<url><loc>/{n}</loc></url>\n"),
        inside("javascript: locs", "<url><loc>javascript:{n}</loc></url>"),
        inside(
            "control characters",
            "<url><loc>https://example.com/&#10;&#1;\u{1}\u{202e}{n}</loc></url>",
        ),
        inside("wrong dates", &format!("{URL}<lastmod>31/31/{{n}}</lastmod></url>")),
        inside(
            "fields again and again",
            &format!("<url>{}</url>", "<loc>https://example.com/</loc>".repeat(500)),
        ),
        inside("a thousand images an entry", &format!("{URL}{images}</url>")),
        inside("a thousand links an entry", &format!("{URL}{links}</url>")),
        inside("videos without anything", &format!("{URL}{ids}</url>")),
        in_entry("images without end", image),
        in_entry("links without end", link),
        in_entry("text without end in an extension", "<image:image>x"),
        inside("nested extensions", &format!("{URL}{nested}</url>")),
        inside(
            "dots in a path",
            &format!("<url><loc>https://example.com/{}</loc></url>", "a/../".repeat(400)),
        ),
        inside("the same page again, --dedupe", "<url><loc>https://example.com/</loc></url>")
            .flags(&["--dedupe", "--memory", "16MiB"]),
        inside(
            "dots in a path, --dedupe=normalized",
            &format!("<url><loc>https://example.com/{}{{n}}</loc></url>", "a/../".repeat(100_000)),
        )
        .flags(&["--dedupe=normalized", "--memory", "16MiB"]),
    ]
}

fn lines() -> Vec<Hostile> {
    let columns = "a,".repeat(16_000);
    vec![
        class("text: one line", "a.txt", ["https://example.com/", "x", ""]),
        class("text: blank lines", "a.txt", ["https://example.com/\n", "\n", ""]),
        class("text: lines that are none", "a.txt", ["https://example.com/\n", "x\n", ""]),
        class("text: NUL", "a.txt", ["https://example.com/\n", "\0", ""]),
        class(
            "text: escapes and bidi",
            "a.txt",
            ["https://example.com/\n", "https://example.com/\u{1b}[31m\u{202e}\u{9b}\n", ""],
        ),
        class("csv: an open quote", "a.csv", ["loc,a\n", "https://example.com/{n},\"x\n", ""]),
        class("csv: quotes", "a.csv", ["loc,a\n\"", "\"\"", "\n"]),
        class("csv: a wide head", "a.csv", ["loc", ",a", "\nhttps://example.com/\n"]),
        class("csv: wide rows after one", "a.csv", ["loc,a\nhttps://example.com/,b\n", ",", ""]),
        class(
            "csv: wide rows",
            "a.csv",
            ["loc\n", &format!("https://example.com/{{n}},{columns}\n"), ""],
        ),
        class("csv: ragged rows", "a.csv", ["loc,a,b\n", "https://example.com/{n}\n,,,,,,,\n", ""]),
        class("csv: NUL", "a.csv", ["loc,a\n", "https://example.com/\0{n},\0\n", ""]),
        class("csv: blank rows", "a.csv", ["loc\n", "\n", ""]),
        class(
            "csv: JSON in cells",
            "a.csv",
            ["loc,image\n", &format!("https://example.com/{{n}},\"{}\"\n", "[".repeat(5000)), ""],
        ),
        class("tsv: tabs", "a.tsv", ["loc\ta\n", "\t", ""]),
    ]
}

fn robots_and_json_lines() -> Vec<Hostile> {
    vec![
        class(
            "robots: sitemap lines",
            "robots.txt",
            ["User-agent: *\n", "Sitemap: https://example.com/{n}.xml\n", ""],
        ),
        class("robots: junk", "robots.txt", ["User-agent: *\n", ": : :\n", ""]),
        class("robots: one line", "robots.txt", ["Sitemap: https://example.com/", "x", ""]),
        class(
            "jsonl: lines that are none",
            "a.jsonl",
            ["{\"loc\":\"https://example.com/\"}\n", "{\n", ""],
        ),
        class("jsonl: one line", "a.jsonl", ["{\"loc\":\"https://example.com/", "x", ""]),
        class(
            "jsonl: nested arrays",
            "a.jsonl",
            [
                "{\"loc\":\"https://example.com/\"}\n",
                &format!("{{\"a\":{}\n", "[".repeat(100_000)),
                "",
            ],
        ),
        class(
            "jsonl: members",
            "a.jsonl",
            [
                "{\"loc\":\"https://example.com/\"}\n",
                &format!("{{\"loc\":\"https://example.com/{{n}}\"{}}}\n", ",\"a\":1".repeat(1000)),
                "",
            ],
        ),
        class(
            "jsonl: escapes",
            "a.jsonl",
            [
                "{\"loc\":\"https://example.com/\"}\n",
                &format!("{{\"loc\":\"https://example.com/{}\"}}\n", "\\u0061".repeat(1000)),
                "",
            ],
        ),
    ]
}

fn feeds() -> Vec<Hostile> {
    let date = format!(
        "<item><link>https://example.com/{{n}}</link><pubDate>{}</pubDate></item>",
        "(".repeat(10_000)
    );
    let bases = format!("{}{}", "<a xml:base='b/'>".repeat(40), "</a>".repeat(40));
    vec![
        class("rss: nested comments in dates", "a.rss", [RSS, &date, "</channel></rss>"]),
        class("rss: nested items", "a.rss", [RSS, "<item>", ""]),
        class(
            "rss: images of the channel",
            "a.rss",
            [RSS, "<image><url>https://example.com/{n}</url></image>", "</channel></rss>"],
        ),
        class(
            "rss: media in one item",
            "a.rss",
            [
                &format!("{RSS}<item><link>https://example.com/</link>"),
                "<media:content url='https://example.com/{n}.png'/>",
                "</item></channel></rss>",
            ],
        ),
        class(
            "rss: items without link",
            "a.rss",
            [RSS, "<item><title>{n}</title></item>", "</channel></rss>"],
        ),
        class(
            "atom: links",
            "a.atom",
            [
                &format!("{ATOM}<entry>"),
                "<link href='https://example.com/{n}'/>",
                "</entry></feed>",
            ],
        ),
        class(
            "atom: bases",
            "a.atom",
            [
                ATOM,
                &format!(
                    "<entry xml:base='https://example.com/{{n}}/'>{bases}<link href='a'/></entry>"
                ),
                "</feed>",
            ],
        ),
    ]
}

fn json_feeds_and_others() -> Vec<Hostile> {
    vec![
        class("jsonfeed: no items", "a.json", [JSON, "\"a{n}\":[1,2,3],", "\"items\":[]}"]),
        class("jsonfeed: nested", "a.json", [&format!("{JSON}\"a\":"), "[", ""]),
        class("jsonfeed: empty items", "a.json", [&format!("{JSON}\"items\":["), "{},", "{}]}"]),
        class(
            "jsonfeed: attachments",
            "a.json",
            [
                &format!(
                    "{JSON}\"items\":[{{\"id\":\"1\",\"url\":\"https://example.com/\",\"attachments\":["
                ),
                "{\"url\":\"https://example.com/{n}.png\",\"mime_type\":\"image/png\"},",
                "{}]}]}",
            ],
        ),
        class(
            "jsonfeed: one string",
            "a.json",
            [&format!("{JSON}\"a\":\""), "\\u0061", "\",\"items\":[]}"],
        ),
        class("html", "a.xml", ["<!doctype html><html><body>", "<p>x</p>", ""]),
        class("nothing known", "a.xml", ["\u{1}\u{2}", "\u{3}xyz", ""]),
    ]
}

fn compressed() -> Vec<Hostile> {
    vec![
        class("gzip: space", "a.xml.gz", [URLSET, " ", "</urlset>"]),
        class("gzip: pages", "a.xml.gz", [URLSET, PAGE, "</urlset>"]),
        class("gzip: one text", "a.xml.gz", [&format!("{URLSET}<url><loc>"), "x", ""]),
        class("gzip: lines that are none", "a.txt.gz", ["https://example.com/\n", "x\n", ""]),
    ]
}
