//! `urlset report`: the page by itself, and as Chromium sees it.

use crate::run::{Folder, has, sitemap};
use crate::server::{Server, answer};
use serde_json::Value;
use std::process::Command;

/// A set with something of everything.
fn set(folder: &Folder) {
    let links = "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://e.com/de/a\"/>\
                 <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://e.com/en/a\"/>";
    let mut urls = vec![
        format!("<loc>https://e.com/de/a</loc><lastmod>2026-03-02T10:00:00Z</lastmod>{links}"),
        "<loc>https://e.com/en/a</loc><lastmod>2025-12</lastmod>".to_owned(),
        "<loc>https://e.com/en/a</loc>".to_owned(),
        "<loc>/relative&lt;script&gt;alert(1)&lt;/script&gt;</loc>".to_owned(),
        "<loc>https://e.com/%22%3E%3Cimg/x\"&gt;&lt;img src=http://127.0.0.1:9&gt;</loc>"
            .to_owned(),
    ];
    urls.extend((0..60).map(|n| {
        format!(
            "<loc>https://www{}.e.com/s{n}/p-{n}.html?a={n}</loc><lastmod>2024-0{}-11</lastmod>",
            n % 3,
            n % 9 + 1
        )
    }));
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let xhtml = "<urlset xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";
    folder.write("new/a.xml", sitemap(&urls).replacen("<urlset", xhtml, 1));
    folder.write("new/b.txt", "https://e.com/text\n");
    folder.write(
        "old/a.xml",
        sitemap(&["<loc>https://e.com/de/a</loc>", "<loc>https://e.com/gone</loc>"]),
    );
}

const FLAGS: &str = "new --against old --date 2026-04-01";

/// Makes the page; the figures of `stats` for the same set.
fn made(folder: &Folder) -> Value {
    set(folder);
    folder.run(&format!("report {FLAGS} -o report.html")).ends(4);
    let ran = folder.run(&format!("stats {FLAGS} --json"));
    let report: Value = serde_json::from_str(&ran.ends(4).out).unwrap();
    report["stats"].clone()
}

/// Checks every figure of a page; gives how many there are.
fn equal(page: &str, figures: &Value) -> usize {
    let mut count = 0;
    for element in page.split("<data data-at=\"").skip(1) {
        let (at, rest) = element.split_once("\" value=\"").unwrap();
        let (value, rest) = rest.split_once("\">").unwrap();
        let (shown, _) = rest.split_once("</data>").unwrap();
        let known = figures.pointer(at).unwrap_or_else(|| panic!("no {at}"));
        assert_eq!(known.as_u64().unwrap().to_string(), value, "{at}");
        assert_eq!(shown.replace(',', ""), value, "{at}");
        count += 1;
    }
    count
}

#[test]
fn its_figures_are_those_of_stats() {
    let folder = Folder::new();
    let figures = made(&folder);
    let page = folder.read("report.html");
    assert!(equal(&page, &figures) > 300);
    for part in
        ["files", "sections", "dates", "fields", "languages", "findings", "shapes", "comparison"]
    {
        assert!(page.contains(&format!("<section id=\"{part}\">")), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    assert!(page.contains("src=http://127.0.0.1:9&gt;"));
    let ran = folder.run(&format!("report {FLAGS} -o report.html --json"));
    let report: Value = serde_json::from_str(&ran.ends(4).out).unwrap();
    assert_eq!(report["stats"], figures);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = Folder::new();
    made(&folder);
    let first = folder.read("report.html");
    let ran = folder.run(&format!("report {FLAGS} --memory 16MiB -j 1"));
    assert_eq!(ran.ends(4).out, first);
    // A page in the folder that is read is not read.
    for _ in 0..2 {
        folder.run("report new --date 2026-04-01 -o new/report.html").ends(4);
    }
    let again = folder.run("report new --date 2026-04-01").ends(4).out.clone();
    assert!(again.contains("as of"));
    let epoch =
        crate::run::ran(folder.command("report old").env("SOURCE_DATE_EPOCH", "1000000000"));
    assert!(epoch.out.contains("2001-09-09T01:46:40Z"));
    assert!(!folder.run("report old").ends(0).out.contains("as of"));
}

#[test]
fn whole_or_not_at_all() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"])).write("page.html", "mine");
    let ran = folder.run("report gone.xml -o page.html");
    assert!(ran.ends(3).err.contains("nothing was written"), "{}", ran.err);
    folder.run("report a.xml -o page.html --no-clobber").ends(5);
    folder.run("report a.xml -o a.xml").ends(2);
    folder.run("report a.xml --json").ends(2);
    for name in ["b.xml", "b.csv.gz", "b.JSONL"] {
        assert!(folder.run(&format!("report a.xml -o {name}")).ends(2).err.contains("is a page"));
        assert!(!folder.path(name).exists(), "{name}");
    }
    let tip = folder.run("stats a.xml -o b.json");
    assert!(tip.ends(2).err.contains("`--report FILE.json`"), "{}", tip.err);
    let tip = folder.run("check a.xml -o b.json");
    assert!(tip.ends(2).err.contains("`--report FILE`"), "{}", tip.err);
    let tip = folder.run("hreflang a.xml");
    assert!(tip.ends(2).err.contains("`urlset hreflang check INPUT`"), "{}", tip.err);
    let piped = folder.feed("report -", "https://e.com/a\n");
    assert!(piped.ends(0).out.contains("<title>Sitemap report: standard input</title>"));
    assert_eq!((folder.read("page.html").as_str(), folder.names().len()), ("mine", 2));
    folder.run("report a.xml -o page.html.gz").ends(0);
    assert_eq!(std::fs::read(folder.path("page.html.gz")).unwrap()[..2], [0x1f, 0x8b]);
    folder.run("report a.xml -o missing/page.html").ends(5);
}

#[test]
fn small_whatever_the_input() {
    let folder = Folder::new();
    let long = "\u{65e5}\u{672c}%3Cscript%3E".repeat(100);
    let mut text = String::new();
    for number in 0..3000 {
        text += &format!(
            "https://h{number}.{}.example.com/{number}{long}/{number}?x{number}\n",
            "a".repeat(60)
        );
    }
    folder.write("set/many.txt", text);
    for number in 0..300 {
        folder
            .write(&format!("set/{}{number}.txt", "x".repeat(200)), "https://e.com/a\nnot a url\n");
    }
    let links = |own: usize| -> String {
        let link = |n: usize| {
            format!("<xhtml:link rel=\"alternate\" hreflang=\"l{n}\" href=\"https://e.com/{n}\"/>")
        };
        format!("<loc>https://e.com/{own}</loc>{}", (0..120).map(link).collect::<String>())
    };
    let urls: Vec<String> = (0..110).map(links).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let xhtml = "<urlset xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";
    folder.write("set/languages.xml", sitemap(&urls).replacen("<urlset", xhtml, 1));
    let page = folder.run("report set -qq").ends(4).out.clone();
    assert!(page.len() < 300_000 && page.ends_with("</html>\n"), "{}", page.len());
}

/// What Chromium makes of an address, and what its console says; `None` without Chromium.
fn chromium(url: &str, scheme: &str) -> Option<(String, String)> {
    if !has("chromium") {
        eprintln!("skipped: there is no chromium (apt-get install chromium)");
        return None;
    }
    let profile = tempfile::tempdir().unwrap();
    let flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                 --disable-background-networking --disable-component-update --disable-sync \
                 --disable-dev-shm-usage --enable-logging=stderr --dump-dom";
    let output = Command::new("chromium")
        .args(flags.split_whitespace())
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(url)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = said.lines().filter(|line| line.contains("CONSOLE")).collect();
    Some((String::from_utf8(output.stdout).unwrap(), console.join("\n")))
}

const HTML: &str = "content-type: text/html; charset=utf-8";

/// Serves a page, and whatever else is asked.
fn serve(page: String) -> Server {
    Server::new(move |request| match request.path.as_str() {
        "/report.html" => answer(200, &[HTML], &page),
        "/frame.html" => answer(200, &[HTML], FRAME),
        _ => answer(404, &[], "no"),
    })
}

/// Shows the page in frames of a phone's and a desk's width, and writes down how wide it became and
/// which colours it has.
const FRAME: &str = r#"<!DOCTYPE html><html><body><iframe src="/report.html" width="360" height="800"></iframe>
<iframe src="/report.html" width="1280" height="800"></iframe><p id="told"></p><script>
addEventListener("load", () => {
  const told = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument;
    for (const details of page.querySelectorAll("details")) details.open = true;
    return page.documentElement.scrollWidth + " " + frame.contentWindow.getComputedStyle(page.body).backgroundColor;
  });
  document.getElementById("told").textContent = told.join("|");
});
</script></body></html>"#;

#[test]
fn chromium_sees_the_same_figures_and_loads_nothing() {
    let folder = Folder::new();
    let figures = made(&folder);
    let page = folder.read("report.html");
    let server = serve(page.clone());
    let Some((seen, console)) = chromium(&server.url("/report.html"), "1") else { return };
    assert_eq!(equal(&seen, &figures), equal(&page, &figures));
    // Not even a complaint about its own style.
    assert_eq!(console, "");
    let others: Vec<String> =
        server.paths().into_iter().filter(|path| path != "/report.html").collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn the_policy_blocks_what_is_planted() {
    let folder = Folder::new();
    made(&folder);
    let planted = "<body><img src=\"/a.png\"><script src=\"/b.js\"></script><iframe src=\"/c.html\"></iframe>\
                   <link rel=\"stylesheet\" href=\"/d.css\"><object data=\"/e\"></object>\
                   <style>body { background: url(/f.png) }</style><p style=\"background:url(/g.png)\">x</p>\
                   <script>new Image().src = '/h.png'</script>";
    let page = folder.read("report.html").replacen("<body>", planted, 1);
    let asked = |page: String| {
        let server = serve(page);
        let (_, console) = chromium(&server.url("/report.html"), "1")?;
        let paths = server.paths();
        Some((paths.into_iter().filter(|path| path != "/report.html").collect::<Vec<_>>(), console))
    };
    let Some((none, console)) = asked(page.clone()) else { return };
    assert!(none.is_empty(), "{none:?}");
    assert!(console.contains("Content Security Policy"), "{console}");
    // Without the policy all of it is asked: the test can fail.
    let open = page.replacen("http-equiv=\"Content-Security-Policy\"", "name=\"nothing\"", 1);
    let (all, _) = asked(open).unwrap();
    for path in ["/a.png", "/b.js", "/c.html", "/d.css", "/f.png", "/g.png", "/h.png"] {
        assert!(all.iter().any(|one| one == path), "{path}: {all:?}");
    }
}

/// The page of files that are larger than those of a test.
fn larger(page: &str) -> String {
    let mut parts = page.split("<data data-at=\"/files/");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |page, part| {
        let (place, rest) = part.split_once("\">").unwrap();
        let (_, rest) = rest.split_once("</data>").unwrap();
        let over = "<strong class=\"error\">over by 131,460,140</strong>";
        let rest = rest.replacen("</td>", &format!("{over}</td>"), 1);
        format!("{page}<data data-at=\"/files/{place}\">183,888,940</data>{rest}")
    })
}

#[test]
fn it_fits_a_phone_in_light_and_dark() {
    let folder = Folder::new();
    made(&folder);
    let server = serve(larger(&folder.read("report.html")));
    for (scheme, ground) in [("1", "rgb(250, 249, 246)"), ("0", "rgb(21, 23, 26)")] {
        let Some((seen, _)) = chromium(&server.url("/frame.html"), scheme) else { return };
        let told = seen.split("<p id=\"told\">").nth(1).unwrap().split('<').next().unwrap();
        for (told, width) in told.split('|').zip([360, 1280]) {
            let (wide, colour) = told.split_once(' ').unwrap();
            assert!(wide.parse::<u32>().unwrap() <= width, "{wide} in {width}");
            assert_eq!(colour, ground);
        }
    }
}

/// Many pages may well have changed in one year, hardly all on one day.
#[test]
fn a_date_that_all_have_is_doubted() {
    let folder = Folder::new();
    for (date, doubted) in [("2023", false), ("2023-05", false), ("2023-05-06", true)] {
        let urls: Vec<String> = (0..20)
            .map(|n| format!("<loc>https://e.com/{n}</loc><lastmod>{date}</lastmod>"))
            .collect();
        folder.write("a.xml", sitemap(&urls.iter().map(String::as_str).collect::<Vec<_>>()));
        folder.run("report a.xml -o r.html");
        let page = folder.read("r.html");
        assert!(page.contains(&format!("the same lastmod, {date}")), "{date}");
        assert_eq!(page.contains("hardly when these pages changed"), doubted, "{date}");
    }
}
