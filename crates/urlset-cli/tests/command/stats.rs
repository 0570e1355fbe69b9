//! `urlset stats`: figures that other commands give too, bounds, and what is told of what is missing.

use crate::run::{Folder, index, sitemap};
use crate::server::{Server, answer, xml};
use serde_json::Value;

/// A sitemap of these locs.
fn pages(locs: &[&str]) -> String {
    let urls: Vec<String> = locs.iter().map(|loc| format!("<loc>{loc}</loc>")).collect();
    sitemap(&urls.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The figures of a run that ends so.
fn figures(folder: &Folder, words: &str, code: i32) -> Value {
    let ran = folder.run(&format!("stats {words} --json"));
    let report: Value = serde_json::from_str(&ran.ends(code).out).unwrap();
    report["stats"].clone()
}

fn histogram<'f>(figures: &'f Value, by: &str) -> &'f Value {
    let all = figures["histograms"].as_array().unwrap();
    all.iter().find(|histogram| histogram["by"] == by).unwrap()
}

#[test]
fn an_index_and_its_files() {
    let folder = Folder::new();
    folder.write("a.xml", pages(&["https://e.com/a/1", "https://e.com/a/2"]));
    folder.write("b.xml", pages(&["https://e.com/b/1", "https://e.com/a/1"]));
    folder.write("index.xml", index(&["https://e.com/a.xml", "https://e.com/b.xml"]));
    let told = figures(&folder, "index.xml", 0);
    assert_eq!((&told["urls"], &told["repeated"]), (&4.into(), &1.into()));
    let files = told["files"].as_array().unwrap();
    let kinds: Vec<_> = files.iter().map(|file| file["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["sitemapindex", "urlset", "urlset"]);
    let length = std::fs::metadata(folder.path("a.xml")).unwrap().len();
    assert_eq!(
        (&files[1]["bytes"], &files[1]["room"]["entries"]),
        (&length.into(), &49_998.into())
    );
    let sections = histogram(&told, "section");
    assert_eq!(sections["bins"][0], serde_json::json!({"value": "a", "entries": 3}));
    // The same as `check` says.
    let ran = folder.run("check index.xml --json");
    let check: Value = serde_json::from_str(&ran.out).unwrap();
    for name in ["error", "warning", "note"] {
        assert_eq!(told["findings"][name], check["totals"][name], "{name}");
    }
    let rules = told["findings"]["rules"].as_array().unwrap();
    let sum: u64 = rules.iter().map(|rule| rule["found"].as_u64().unwrap()).sum();
    assert_eq!(sum, check["findings"].as_array().unwrap().len() as u64);
}

#[test]
fn any_number_of_values_is_counted() {
    let folder = Folder::new();
    let mut text = String::new();
    for number in 0..60_000 {
        text += &format!("https://h{}.example.com/s{number}/a\n", number % 30_000);
    }
    folder.write("many.txt", &text);
    // What values take beyond memory goes to temporary files.
    let told = figures(&folder, "many.txt --top 10", 0);
    let hosts = histogram(&told, "host");
    assert_eq!((&hosts["distinct"], &hosts["others"]["values"]), (&30_000.into(), &29_990.into()));
    assert_eq!(hosts["bins"][9]["entries"], 2);
    assert_eq!(hosts["others"]["entries"], 59_980);
    let sections = histogram(&told, "section");
    assert_eq!(
        (&sections["distinct"], &sections["others"]["entries"]),
        (&60_000.into(), &59_990.into())
    );
    let ran = folder.run("stats many.txt --by host -qq");
    assert!(ran.ends(0).out.contains("  29,990 others"), "{}", ran.out);
}

#[test]
fn what_is_missing_is_told() {
    let folder = Folder::new();
    folder.write("a.xml", pages(&["https://e.com/a", "https://e.com/a", "/relative"]));
    folder.write("torn.xml", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://e.com/b</loc></url><url><loc>https://e");
    let ran = folder.run("stats a.xml torn.xml gone.xml");
    // A file that is not there weighs less than one that is broken.
    assert!(ran.ends(4).err.contains("error[file/unreadable]"), "{}", ran.err);
    for rule in ["loc/relative", "xml/truncated"] {
        assert!(ran.err.contains(&format!("[{rule}]")), "{rule}: {}", ran.err);
    }
    // Those that keep nothing out of the figures are only counted.
    assert!(!ran.err.contains("set/duplicate-url"), "{}", ran.err);
    let ran = folder.run("stats a.xml --json");
    let report: Value = serde_json::from_str(&ran.ends(4).out).unwrap();
    assert_eq!(report["totals"]["dropped"], 1);
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    let rules = report["stats"]["findings"]["rules"].as_array().unwrap();
    assert!(rules.len() > 1, "{rules:?}");
    let relative = rules.iter().find(|rule| rule["rule"] == "loc/relative").unwrap();
    assert_eq!((&relative["dropped"], &relative["first"][0]["line"]), (&1.into(), &5.into()));
}

#[test]
fn compared_with_the_set_as_it_was() {
    let folder = Folder::new();
    folder.write("old/a.xml", pages(&["https://e.com/a/1", "https://e.com/b/1"]));
    folder.write("new/a.xml", pages(&["https://e.com/a/1", "https://e.com/a/2"]));
    let told = &figures(&folder, "new --against old", 0)["comparison"];
    for (name, number) in [("old", 2), ("new", 2), ("added", 1), ("removed", 1), ("unchanged", 1)] {
        assert_eq!(told[name], number, "{name}");
    }
    assert_eq!((&told["whole"], &told["sections"][0]["section"]), (&true.into(), &"a".into()));
    let ran = folder.run("stats new --against gone --json");
    let report: Value = serde_json::from_str(&ran.ends(3).out).unwrap();
    assert_eq!(report["stats"]["comparison"]["whole"], false);
}

#[test]
fn the_same_at_any_memory() {
    let folder = Folder::new();
    let urls: String = (0..20_000)
        .map(|n| format!("https://e.com/s{}/p{}\n", n % 15_000 % 900, n % 15_000))
        .collect();
    folder.write("many.txt", urls);
    let most = folder.run("stats many.txt --json --date 2026-01-01").ends(0).out.clone();
    let least = folder.run("stats many.txt --json --date 2026-01-01 --memory 16MiB -j 1");
    assert_eq!(least.ends(0).out, most);
    assert!(most.contains(r#""repeated":5000"#));
}

#[test]
fn colour_only_where_it_is_wanted() {
    let folder = Folder::new();
    folder.write("a.xml", pages(&["https://e.com/a"]));
    assert!(!folder.run("stats a.xml").ends(0).out.contains('\u{1b}'));
    let coloured = folder.run("stats a.xml --color always");
    assert!(coloured.ends(0).out.contains("\u{1b}[36m█"), "{}", coloured.out);
}

/// However an address is written, and whoever names it, no password is shown.
#[test]
fn a_password_is_in_no_report() {
    let server = Server::new(|request| match request.path.as_str() {
        "/index.xml" => {
            let host = request.header("host").unwrap();
            let [one, two] = ["ann:secret2@", "bob:secret3@"];
            xml(index(&[
                &format!("http://{one}{host}/a.xml"),
                &format!("http://{two}{host}/a.xml"),
                &format!("http://{one}{host}/gone.xml"),
                &format!("http://{one}{host}:99999999/"),
            ]))
        }
        "/a.xml" => xml(pages(&["https://e.com/a"])),
        _ => answer(404, &[], ""),
    });
    let folder = Folder::new();
    let url = server.url("/index.xml").replace("http://", "HTTP://ann:secret@");
    folder.run(&format!("stats {url} --against {url} --json --report s.json --retries 0"));
    folder.run(&format!("report {url} --against {url} -o r.html --json --report r.json"));
    assert!(folder.read("r.html").contains("HTTP://***@127.0.0.1"));
    let told: Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    let rules: Vec<_> =
        told["findings"].as_array().unwrap().iter().map(|one| &one["rule"]).collect();
    assert!(rules.contains(&&"index/child-missing".into()), "{rules:?}");
    for name in ["s.json", "r.json", "r.html"] {
        assert!(!folder.read(name).contains("secret"), "{name}");
    }
    for command in ["check", "stats", "convert -t text"] {
        let ran = folder.run(&format!("{command} {url} http:/ann:secret@h/ ftp://ann:secret@h/"));
        let text = ran.err + &ran.out;
        // What is wrong with an address of a document is told where it stands.
        for line in text
            .lines()
            .filter(|line| !line.contains("<loc>") && !line.contains("[loc/userinfo] -->"))
        {
            assert!(!line.contains("secret"), "{line}");
        }
    }
}

/// What documents hold is hidden too: pages of the comparison, and all addresses of an excerpt.
#[test]
fn a_password_of_a_document_is_in_no_report() {
    let folder = Folder::new();
    folder.write(
        "new.jsonl",
        r#"{"loc":"https://ann:secret1@e.com/a","lastmod":"x","image":[{"loc":"https://bob:secret2@e.com/i"}],"hreflang":[{"hreflang":"de","href":"https://cat:secret3@e.com/d"}]}
{"loc":"/relative","image":[{"loc":"https://bob:secret2@e.com/i"}]}
"#,
    );
    folder.write("old.txt", "https://ann:secret4@e.com/b\n");
    folder.run("stats new.jsonl --against old.txt --json --report s.json");
    folder.run("report new.jsonl --against old.txt -o r.html");
    let (json, html) = (folder.read("s.json"), folder.read("r.html"));
    assert!(json.contains(r#""loc":"https://***@e.com/a""#), "{json}");
    assert!(json.contains(r#"https://***@e.com/b""#), "{json}");
    let told: Value = serde_json::from_str(&json).unwrap();
    let figures = told["stats"].to_string();
    assert!(figures.contains("https://***@e.com/i"), "the excerpt is there: {figures}");
    for text in [figures, html] {
        assert!(!text.contains("secret"), "{text}");
    }
}
