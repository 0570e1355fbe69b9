//! What `urlset fix` must not take from a feed, or change in it, without a word.

use crate::run::Folder;
use serde_json::Value;

/// An RSS feed with these parts of its channel and of its one item.
fn rss(channel: &str, item: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8'?><rss version='2.0' \
         xmlns:media='http://search.yahoo.com/mrss/' \
         xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
         xmlns:image='http://www.google.com/schemas/sitemap-image/1.1' \
         xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>T</title>\
         <link>https://e.com/</link><description>D</description>{channel}\
         <item><link>https://e.com/a</link>{item}</item></channel></rss>"
    )
}

/// An item that says its title where an entry holds it, so that none has to be invented.
const TITLED: &str = "<media:content url='https://e.com/i.jpg' medium='image'>\
                      <media:title>I</media:title></media:content>";

/// A JSON Feed with these members of its own and of its one item.
fn json(feed: &str, item: &str) -> String {
    format!(
        "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",{feed}\"items\":[\n\
         {{\"id\":\"https://e.com/a\",\"url\":\"https://e.com/a\",{item}\"content_text\":\"\"}}]}}"
    )
}

fn findings(folder: &Folder, words: &str) -> Vec<Value> {
    let ran = folder.run(words);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    report["findings"].as_array().unwrap().clone()
}

/// What the findings of a rule say, one after the other.
fn details(found: &[Value], rule: &str) -> String {
    let said = found.iter().filter(|one| one["rule"] == rule);
    said.filter_map(|one| one["detail"].as_str()).collect::<Vec<_>>().join("; ")
}

/// The list of them ended in `…`, also where a program reads it.
#[test]
fn nothing_that_is_left_out_goes_without_a_name() {
    let folder = Folder::new();
    let name = |number: usize| format!("one_of_very_many_{number}");
    let members: String = (0..60).map(|number| format!("\"{}\":1,", name(number))).collect();
    let elements: String = (0..60).map(|number| format!("<media:{}/>", name(number))).collect();
    let columns: String = (0..60).map(|number| format!(",{}", name(number))).collect();
    let content = format!(
        "<media:content url='https://e.com/i.jpg' medium='image'>{elements}</media:content>"
    );
    for (file, text, rule) in [
        ("a.json", json("", &members), "jsonfeed/not-carried"),
        ("a.rss", rss("", &content), "feed/not-carried"),
        (
            "a.csv",
            format!("loc{columns}\nhttps://e.com/a{}\n", ",1".repeat(60)),
            "csv/unused-column",
        ),
    ] {
        folder.write(file, text);
        let found = findings(&folder, &format!("convert {file} -t jsonl -o b.jsonl --json"));
        let told = details(&found, rule);
        for number in 0..60 {
            assert!(told.contains(&name(number)), "{file}: {} in {told}", name(number));
        }
    }
    let long: String =
        (0..60).map(|number| format!("\"{number}{}\":1,", "x".repeat(148))).collect();
    folder.write("a.json", json("", &long));
    let found = findings(&folder, "convert a.json -t jsonl -o b.jsonl --json");
    assert!(details(&found, "jsonfeed/not-carried").ends_with("x, and 33 more"), "{found:?}");
    // Beyond what is kept in mind they are counted.
    let many: String = (0..500).map(|number| format!("<media:{}/>", name(number))).collect();
    folder.write("a.rss", rss("", &content.replace(&elements, &many)));
    let found = findings(&folder, "convert a.rss -t jsonl -o b.jsonl --json");
    assert!(details(&found, "feed/not-carried").starts_with("others 401, "));
}
