//! Hostile inputs that are little but findings, or nothing but what a reader has to pass over: each
//! unit as short as its format allows.

use super::{ATOM, Hostile, JSON, RSS, URL, URLSET, bytes, class, in_entry, inside};

/// What [`super::hostile`] adds to the classes that cost by their size.
pub(super) fn floods() -> Vec<Hostile> {
    [
        sitemaps(),
        long_values(),
        one_large(),
        items(),
        indexes(),
        tables(),
        json(),
        feeds(),
        encodings(),
    ]
    .concat()
}

fn sitemaps() -> Vec<Hostile> {
    let many = |many: usize, one: &dyn Fn(usize) -> String| (0..many).map(one).collect::<String>();
    let namespaces = many(100, &|n| format!(" xmlns:n{n}='urn:{n}'"));
    vec![
        inside("elements of one byte", "<b/>"),
        in_entry("elements of one byte in one entry", "<b/>"),
        in_entry("known elements in one entry", "<loc/>"),
        inside("elements of one byte in entries", &format!("{URL}{}</url>", "<b/>".repeat(50))),
        inside("wrong fields of one byte", "<url><loc>x</loc><lastmod>x</lastmod></url>"),
        inside(
            "wrong changefreqs and priorities",
            &format!("{URL}<changefreq>x</changefreq><priority>9</priority></url>"),
        ),
        inside("attributes of one byte", "<url a='' b='' c='' d=''/>"),
        inside(
            "ampersands in a tag",
            &format!("<url {} a='b'><loc>http://e.com/</loc></url>", "&".repeat(20_000)),
        ),
        inside("a hundred prefixes a tag, none used", &format!("<url{namespaces}/>")),
        inside("hosts, one a page", "<url><loc>http://h{n}.example/</loc></url>"),
        inside(
            "hosts of many labels",
            &format!("<url><loc>http://{}e/{{n}}</loc></url>", "xn--a.".repeat(5_000)),
        ),
        inside("hosts that are no names", "<url><loc>http://&#x130;&#xdf;&#x200d;{n}</loc></url>"),
        inside(
            "escapes that are none",
            &format!("<url><loc>http://e.com/{}</loc></url>", "%".repeat(1_000)),
        ),
        inside(
            "escaped twice",
            &format!("<url><loc>http://e.com/{}</loc></url>", "&amp;amp;".repeat(500)),
        ),
        inside(
            "lines in locs",
            &format!("<url><loc>http://e.com/{}</loc></url>", "a\n".repeat(1_000)),
        ),
        inside("the same page again", "<url><loc>https://example.com/</loc></url>"),
        inside(
            "pages but for the case",
            "<url><loc>https://E.com/{n}</loc></url><url><loc>https://e.com/{n}</loc></url>",
        ),
        inside("numbers without end", "<url><loc>http://e.com/&#49;&#x31;&#00049;</loc></url>"),
    ]
}

/// Few values, each nearly as long as a token may be and like no other: what is remembered of them.
fn long_values() -> Vec<Hostile> {
    let image = "<image:image><image:loc>http://e.com/</image:loc></image:image>";
    vec![
        inside(
            "long hosts, one a page",
            &format!("<url><loc>http://h{{n}}.{}e/</loc></url>", "aaaaaaa.".repeat(100_000)),
        ),
        inside(
            "long namespaces, one a page",
            &format!(
                "<url xmlns:x='urn:{{n}}{}'><loc>http://e.com/</loc><x:a/></url>",
                "a".repeat(2_000)
            ),
        ),
        inside(
            "a namespace without end",
            &format!("<url xmlns:x='urn:{}'><loc>http://e.com/</loc></url>", "a".repeat(800_000)),
        ),
        class(
            "a page of many images, again with one",
            "a.xml",
            [
                &format!("{URLSET}{URL}{}</url>", image.repeat(250)),
                &format!("{URL}{image}<priority>0.1</priority></url>"),
                "</urlset>",
            ],
        ),
        inside(
            "long languages of one page",
            &format!(
                "{URL}<xhtml:link rel='alternate' hreflang='a{{n}}-{}' href='http://e.com/'/></url>",
                "a".repeat(800_000)
            ),
        ),
        inside(
            "a long name of a publication nearly in its title",
            &format!(
                "{URL}<news:news><news:publication><news:name>{}b{{n}}</news:name></news:publication><news:title>{}</news:title></news:news></url>",
                "a".repeat(400_000),
                "a".repeat(800_000)
            ),
        ),
        inside(
            "long names of publications",
            &format!(
                "{URL}<news:news><news:publication><news:name>{}{{n}}</news:name></news:publication></news:news></url>",
                "a".repeat(800_000)
            ),
        ),
    ]
}

/// One large thing that meets many small ones: what is written or looked at once for each of them.
fn one_large() -> Vec<Hostile> {
    let link = |tag: &str, to: &str| {
        format!("<xhtml:link rel='alternate' hreflang='{tag}' href='https://example.com/{to}'/>")
    };
    let long = format!("{URLSET}<url><loc>https://example.com/0{{long}}</loc>");
    let disagrees = format!("{long}{}</url>", link("de", "t"));
    let page = format!("<url><loc>https://example.com/1{{n}}</loc>{}</url>", link("fr", "t"));
    let listed = "<url><loc>https://example.com/t</loc></url></urlset>";
    vec![
        class(
            "a long loc and links without end",
            "a.xml",
            [&long, &link("de", "{n}"), "</url></urlset>"],
        ),
        class("a long loc and pages that disagree with it", "a.xml", [&disagrees, &page, listed]),
    ]
}

fn items() -> Vec<Hostile> {
    let in_image = format!("{URLSET}{URL}<image:image>");
    let tail = "</image:image></url></urlset>";
    let titles = "<image:title>{n}</image:title>".repeat(1_000);
    let pairs: String = (0..500)
        .map(|n| format!("<xhtml:link rel='alternate' hreflang='x{n}' href='https://e.com/{n}'/>"))
        .collect();
    vec![
        class("titles of one image", "a.xml", [&in_image, "<image:title>{n}</image:title>", tail]),
        inside(
            "a thousand titles an image",
            &format!("{URL}<image:image>{titles}</image:image></url>"),
        ),
        inside("images without anything", &format!("{URL}{}</url>", "<image:image/>".repeat(900))),
        inside("news without anything", &format!("{URL}<news:news/></url>")),
        inside(
            "news with wrong dates",
            &format!(
                "{URL}<news:news><news:publication_date>x</news:publication_date></news:news></url>"
            ),
        ),
        inside("links without anything", &format!("{URL}{}</url>", "<xhtml:link/>".repeat(900))),
        inside("links with languages that are none", &format!("{URL}{pairs}</url>")),
        inside(
            "videos of wrong values",
            &format!(
                "{URL}<video:video><video:duration>x</video:duration><video:rating>x</video:rating><video:family_friendly>x</video:family_friendly></video:video></url>"
            ),
        ),
        inside(
            "parts of items outside them",
            &format!("{URL}{}</url>", "<image:loc/>".repeat(900)),
        ),
    ]
}

fn indexes() -> Vec<Hostile> {
    const INDEX: &str = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
    let index = |name, unit: &str| class(name, "a.xml", [INDEX, unit, "</sitemapindex>"]);
    vec![
        index(
            "index: children that are missing",
            "<sitemap><loc>http://e.com/{n}.xml</loc></sitemap>",
        ),
        index("index: the same child again", "<sitemap><loc>http://e.com/c.xml</loc></sitemap>"),
        index(
            "index: children below many folders",
            &format!("<sitemap><loc>http://e.com/{}{{n}}.xml</loc></sitemap>", "a/".repeat(500)),
        ),
        index("index: itself again", "<sitemap><loc>http://e.com/a.xml</loc></sitemap>"),
        index("index: children outside", "<sitemap><loc>file:///../../etc/{n}</loc></sitemap>"),
        index("index: children without loc", "<sitemap/>"),
    ]
}

fn tables() -> Vec<Hostile> {
    let table = |name, head: &str, unit: &str| class(name, "a.csv", [head, unit, ""]);
    // A cell of so many: what is said of each looks at that one alone.
    let row = |name, unit: &str| {
        let is_json = unit.starts_with('{');
        let (open, close) = if is_json { ("[", "{}]") } else { ("", "") };
        let head = format!("loc,image\nhttps://e.com/,\"{open}");
        class(name, "a.csv", [&head, unit, &format!("{close}\"\n")])
    };
    let columns = format!("loc{}\n", ",c".repeat(9_000));
    let on_end = format!("2024-01-01,{},b\n", "https://e.com/a1".repeat(4_000));
    let images: String = (1..1_200).map(|n| format!(",image.{n}.loc")).collect();
    vec![
        table("csv: a wide head and rows of one cell", &columns, "https://e.com/{n}\n"),
        table(
            "csv: a head of images and rows of one cell",
            &format!("loc{images}\n"),
            "https://e.com/{n}\n",
        ),
        class("text: lines of one byte", "a.txt", ["https://example.com/\n", "/\n", ""]),
        class("text: carriage returns", "a.txt", ["https://example.com/\n", "\r", ""]),
        table("csv: wrong dates and priorities", "loc,lastmod,priority\n", "http://a,x,9\n"),
        table("csv: rows without loc", "loc,lastmod\nhttps://example.com/,\n", ",\n"),
        table("csv: rows of one byte", "loc\nhttps://example.com/\n", "/\n"),
        table("csv: short rows", "loc,lastmod,priority\n", "http://a\n"),
        table(
            "csv: addresses on end in torn rows",
            "lastmod,loc\n2024-01-01,https://e.com/\n",
            &on_end,
        ),
        table("csv: quotes inside cells", "loc,a\n", "http://a,x\"\"x\n"),
        table("csv: hreflang cells", "loc,hreflang\n", "http://a,x\n"),
        table("csv: a head of delimiters", "", ";"),
        row("csv: words in the cell of images", "a.jpg,"),
        row("csv: images in one cell", "https://e.com/{n}.jpg\n"),
        row("csv: objects in the cell of images", "{\"\"loc\"\":\"\"https://e.com/{n}.jpg\"\"},"),
        class(
            "robots: sitemap lines without address",
            "robots.txt",
            ["User-agent: *\n", "Sitemap:\n", ""],
        ),
        class("robots: lines of one byte", "robots.txt", ["User-agent: *\n", "a\n", ""]),
        class(
            "robots: keys of sitemaps in one line",
            "robots.txt",
            ["User-agent: *\n", "sitemap:http://-", ""],
        ),
        class(
            "robots: rests of addresses",
            "robots.txt",
            ["User-agent: *\n", "Sitemap:a\n.x\n", ""],
        ),
    ]
}

fn json() -> Vec<Hostile> {
    const LINE: &str = "{\"loc\":\"https://example.com/\"}\n";
    let line = |name, unit: &str| class(name, "a.jsonl", [LINE, unit, ""]);
    let item = |name, unit: &str| {
        let head = format!("{JSON}\"items\":[");
        class(name, "a.json", [&head, unit, "{}]}"])
    };
    vec![
        line("jsonl: empty objects", "{}\n"),
        line("jsonl: numbers", "1\n"),
        line("jsonl: locs of a wrong kind", "{\"loc\":1}\n"),
        line("jsonl: wrong values", "{\"loc\":\"http://a\",\"lastmod\":\"x\",\"priority\":9}\n"),
        item("jsonfeed: numbers for items", "1,"),
        item("jsonfeed: wrong dates", "{\"url\":\"http://a\",\"date_modified\":\"x\"},"),
        item("jsonfeed: wrong links", "{\"id\":\"1\",\"url\":\"x\"},"),
    ]
}

fn feeds() -> Vec<Hostile> {
    let based = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://example.com/{long}/'>";
    let short = format!(
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://example.com/{}/'>",
        "x".repeat(300)
    );
    let relative = "<entry><link href='{n}'/></entry>";
    let rss = |name, unit: &str| class(name, "a.rss", [RSS, unit, "</channel></rss>"]);
    let atom = |name, unit: &str| class(name, "a.atom", [ATOM, unit, "</feed>"]);
    vec![
        class("atom: links below a long base", "a.atom", [based, relative, "</feed>"]),
        class("atom: links below a base", "a.atom", [&short, relative, "</feed>"]),
        atom(
            "atom: bases below bases",
            "<entry xml:base='https://example.com/a/b/c/d/e/f/g/h/'><link xml:base='i/' href='{n}'/></entry>",
        ),
        rss("rss: empty items", "<item/>"),
        rss("rss: wrong dates", "<item><link>http://a</link><pubDate>x</pubDate></item>"),
        rss("rss: unknown elements", "<b/>"),
        rss(
            "rss: unknown elements of items",
            &format!("<item><link>http://a</link>{}</item>", "<b/>".repeat(900)),
        ),
        atom("atom: empty entries", "<entry/>"),
        atom("atom: wrong dates", "<entry><link href='http://a'/><updated>x</updated></entry>"),
        atom("atom: links without anything", "<entry><link/></entry>"),
    ]
}

fn encodings() -> Vec<Hostile> {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let page = "<url><loc>https://example.com/</loc></url>";
    let latin = format!("<?xml version=\"1.0\" encoding=\"windows-1252\"?>{URLSET}");
    let root = URLSET.split_once("?>").map_or("", |(_, root)| root);
    let zipped = |text: &str| {
        let mut member = Vec::new();
        let mut gzip = urlset::gzip(&mut member);
        // Writing to memory does not fail.
        let _ = std::io::Write::write_all(&mut gzip, text.as_bytes());
        let _ = std::io::Write::flush(&mut gzip);
        member
    };
    let document = zipped(&format!("{URLSET}{page}</urlset>"));
    vec![
        bytes(
            "bytes that are not UTF-8",
            "a.xml",
            [
                URLSET.as_bytes(),
                b"<url><loc>http://e.com/\xff\xff\xff\xff</loc></url>",
                b"</urlset>",
            ],
        ),
        bytes(
            "text: bytes that are not UTF-8",
            "a.txt",
            [b"https://example.com/\n", b"\xff\n", b""],
        ),
        bytes(
            "windows-1252",
            "a.xml",
            [latin.as_bytes(), b"<url><loc>http://e.com/\xe9\x81</loc></url>", b"</urlset>"],
        ),
        bytes(
            "UTF-16",
            "a.xml",
            [&wide(&format!("\u{feff}{root}")), &wide(page), &wide("</urlset>")],
        ),
        bytes(
            "UTF-16: halves of pairs",
            "a.xml",
            [&wide(&format!("\u{feff}{root}")), &[0, 0xd8], &wide("</urlset>")],
        ),
        bytes("gzip: empty members", "a.bin", [&document, &zipped(""), b""]),
        bytes("gzip: zeros after the end", "a.bin", [&document, b"\0", b""]),
        bytes("gzip: junk after the end", "a.bin", [&document, b"junk", b""]),
    ]
}
