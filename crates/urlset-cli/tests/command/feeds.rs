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

#[test]
fn what_a_channel_says_is_not_taken_from_the_only_copy() {
    let folder = Folder::new();
    for (name, part, told) in [
        ("a.rss", "<copyright>C</copyright>", "feed copyright 1"),
        ("a.rss", "<ttl>60</ttl>", "feed ttl 1"),
        ("a.rss", "<category>K</category>", "feed category 1"),
        ("a.rss", "<itunes:author>A</itunes:author>", "feed itunes:author 1"),
        ("a.rss", "<title>Another</title>", "feed title 1"),
        ("a.rss", "<link>https://e.com/other</link>", "feed link 1"),
        ("a.rss", "<atom:link href='https://e.com/other'/>", "feed link 1"),
        ("a.rss", "<title>T</title><link>https://e.com/</link><description/>", ""),
    ] {
        let text = rss(part, TITLED);
        folder.write(name, &text);
        let found = findings(&folder, &format!("fix {name} -t rss -o b.rss --json"));
        assert_eq!(details(&found, "feed/not-carried"), told, "{part}");
        let ran = folder.run(&format!("fix {name} -o {name}"));
        if told.is_empty() {
            ran.ends(0);
        } else {
            assert!(ran.ends(4).err.contains("would be gone from a.rss"), "{part}: {}", ran.err);
            assert_eq!(folder.read(name), text);
        }
    }
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><id>https://e.com/</id>\
        <title type='html'>T</title><updated>2026-03-04T10:00:00Z</updated>\
        <link href='https://e.com/' hreflang='de'/><author><name>A</name></author><rights>R</rights>\
        <category term='c'/><generator>G</generator><icon>i.png</icon><logo>l.png</logo>\
        <entry><id>https://e.com/a</id><link href='https://e.com/a'/>\
        <updated>2026-03-04T10:00:00Z</updated></entry></feed>";
    folder.write("a.atom", atom);
    let found = findings(&folder, "convert a.atom -t atom -o b.atom --json");
    assert_eq!(
        details(&found, "feed/not-carried"),
        "feed title/@type 1, feed link/@hreflang 1, feed author 1, feed rights 1, feed category 1, \
         feed generator 1, feed icon 1, feed logo 1, id 1"
    );
}

#[test]
fn what_media_rss_says_and_no_field_takes_is_told() {
    let folder = Folder::new();
    let video = |inner: &str| {
        format!("<media:content url='https://e.com/v.mp4' medium='video'>{inner}</media:content>")
    };
    for (item, told) in [
        (
            video("<media:price type='subscription' price='9.99' currency='EUR'/>"),
            "media:price/@price 1, media:price/@currency 1",
        ),
        (video("<media:price type='subscription'/>"), ""),
        (video("<media:title type='html'>&lt;b>t&lt;/b></media:title>"), "media:title/@type 1"),
        (video("<media:title type='plain'>t</media:title>"), ""),
        (
            video(
                "<media:restriction type='country' relationship='allow'>de at</media:restriction>",
            ),
            "small letters of media:restriction 1",
        ),
        (
            "<media:content url='https://e.com/i.jpg' medium='image' duration='7'/>".to_owned(),
            "media:content/@duration 1",
        ),
        (
            "<media:content url='https://e.com/i.jpg' type='image/jpeg' lang='de'/>".to_owned(),
            "media:content/@type 1, media:content/@lang 1",
        ),
        (
            "<enclosure url='https://e.com/i.jpg' length='9' type='image/jpeg'/>".to_owned(),
            "enclosure/@length 1, enclosure/@type 1",
        ),
        (
            "<enclosure url='https://e.com/i.jpg' length='9' type='image/jpeg'>\
             <image:title>t</image:title></enclosure>"
                .to_owned(),
            "enclosure/@length 1, enclosure/@type 1, image:title 1",
        ),
        (
            "<enclosure url='https://e.com/i.jpg' length='9' type='image/jpeg'/>\
             <media:content url='https://e.com/i.jpg' medium='image'/>"
                .to_owned(),
            "enclosure/@length 1, enclosure/@type 1",
        ),
    ] {
        folder.write("a.rss", rss("", &item));
        let found = findings(&folder, "fix a.rss -t jsonl -o b.jsonl --json");
        assert_eq!(details(&found, "feed/not-carried"), told, "{item}");
    }
}

#[test]
fn space_around_the_values_of_a_feed_is_told() {
    let file = "{\"url\":\" https://e.com/i.jpg \",\"mime_type\":\"image/jpeg\"}";
    let image = "https://e.com/i.jpg";
    let site = rss("", "").replace("<link>https://e.com/<", "<link> https://e.com/ <");
    let media = |item: &str| rss("", item);
    let folder = Folder::new();
    for (text, at, now) in [
        (json("", "\"image\":\" https://e.com/i.jpg \","), "loc", image),
        (json("", &format!("\"attachments\":[{file}],")), "loc", image),
        (json("\"home_page_url\":\" https://e.com/ \",", ""), "https://e.com/", "https://e.com/"),
        (media("<media:content url=' https://e.com/i.jpg ' medium='image'/>"), "loc", image),
        (media("<media:thumbnail url=' https://e.com/i.jpg '/>"), "loc", image),
        (media("<enclosure url=' https://e.com/i.jpg ' type='image/jpeg'/>"), "loc", image),
        (
            media("<media:content url='https://e.com/v.mp4' medium='video' duration=' 7 '/>"),
            "duration",
            "7",
        ),
        (
            media("<atom:link rel='alternate' hreflang='de' href=' https://e.com/de '/>"),
            "@href",
            "https://e.com/de",
        ),
        (site, "https://e.com/", "https://e.com/"),
    ] {
        folder.write("a.feed", &text);
        let found = findings(&folder, "fix a.feed -t jsonl -o b.jsonl --json");
        let told: Vec<String> = found
            .iter()
            .filter(|one| one["rule"] == "schema/surrounding-whitespace")
            .map(|one| format!("{} `{}`", one["detail"], one["now"]).replace('"', ""))
            .collect();
        assert_eq!(told, [format!("{at} `{now}`")], "{text}");
    }
}

#[test]
fn a_media_type_that_an_address_does_not_give_is_told() {
    let folder = Folder::new();
    for (kind, file, told) in [
        ("video/x-matroska", "v.mkv", "attachments.mime_type"),
        ("video/mp4", "v", "attachments.mime_type"),
        ("video/mp4", "v.mp4", ""),
    ] {
        let attachment = format!(
            "\"attachments\":[{{\"url\":\"https://e.com/{file}\",\"mime_type\":\"{kind}\"}}],"
        );
        let text = json("", &attachment);
        folder.write("a.json", &text);
        let found = findings(&folder, "fix a.json -o b.json --json");
        assert_eq!(details(&found, "jsonfeed/not-carried"), told, "{kind} {file}");
        folder.run("fix a.json -o a.json").ends(if told.is_empty() { 0 } else { 4 });
        assert!(folder.read("a.json").contains(kind), "{kind} {file}");
    }
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
