//! Parquet through the command: written, read again, of other tools, through streams.

use crate::run::Folder;

const XML: &str = r#"<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:x="urn:x">
<url><loc>https://example.com/a?b=1&amp;c=2</loc><lastmod>2026-03</lastmod><priority>0.80</priority>
<image:image><image:loc>https://example.com/a.png</image:loc></image:image><x:y z="1">text</x:y></url>
<url><loc>https://example.com/b</loc><lastmod>2026-03-04T10:00:00.5+01:00</lastmod><changefreq>daily</changefreq></url>
</urlset>
"#;

#[test]
fn there_and_back_is_the_same() {
    let folder = Folder::new();
    folder.write("a.xml", XML);
    let lines = folder.run("convert -q a.xml -t jsonl").out;
    assert_eq!(folder.run("convert -q a.xml -o a.parquet").code, Some(0));
    for read in ["convert -q a.parquet -t jsonl", "convert -q a.parquet --from parquet -t jsonl"] {
        assert_eq!(folder.run(read).out, lines, "{read}");
    }
    // From a stream it is copied first; within gzip too.
    let bytes = std::fs::read(folder.path("a.parquet")).unwrap();
    assert_eq!(folder.feed("convert -q - -t jsonl", &bytes).out, lines);
    assert_eq!(folder.run("convert -q a.parquet -o b.parquet.gz").code, Some(0));
    assert_eq!(folder.run("convert -q b.parquet.gz -t jsonl").out, lines);
    // The same bytes each time.
    assert_eq!(folder.run("convert -q a.xml -o c.parquet").code, Some(0));
    assert_eq!(std::fs::read(folder.path("c.parquet")).unwrap(), bytes);
}

#[test]
fn provenance_fills_source_and_line() {
    let folder = Folder::new();
    folder.write("a.xml", XML);
    folder.run("convert -q a.xml --provenance -o a.parquet");
    let shown = folder.run("convert a.parquet --print-map");
    for column in ["source = source (by name)", "line = line (by name)", "image = image (by name)"]
    {
        assert!(shown.out.contains(column), "{} {}", shown.out, shown.said());
    }
    let bytes = std::fs::read(folder.path("a.parquet")).unwrap();
    assert!(bytes.windows(5).any(|part| part == b"a.xml"), "the name is beside the row group");
}

#[test]
fn sets_are_cut_by_entries() {
    let folder = Folder::new();
    let pages: Vec<String> = (0..25).map(|page| format!("https://example.com/{page}\n")).collect();
    folder.write("a.txt", pages.concat());
    let ran = folder.run("shard -q a.txt -o 'part-{n}.parquet' --max-urls 10");
    assert_eq!(ran.code, Some(0), "{}", ran.said());
    let all = folder.run("convert -q part-1.parquet part-2.parquet part-3.parquet -t text");
    assert_eq!(all.out, pages.concat());
}

#[test]
fn what_is_damaged_is_told() {
    let folder = Folder::new();
    folder.write("a.xml", XML);
    folder.run("convert -q a.xml -o a.parquet");
    let bytes = std::fs::read(folder.path("a.parquet")).unwrap();
    folder.write("cut.parquet", &bytes[..bytes.len() - 1]);
    let ran = folder.run("convert cut.parquet -t text");
    assert!(ran.said().contains("error[parquet/truncated]"), "{}", ran.said());
    assert_ne!(ran.code, Some(0));
    // Every byte changed once: no panic, whatever it says.
    for at in (0..bytes.len()).step_by(61) {
        let mut torn = bytes.clone();
        torn[at] ^= 0x5a;
        folder.write("torn.parquet", &torn);
        let ran = folder.run("convert torn.parquet -t text");
        assert!(ran.code.is_some_and(|code| code < 70), "byte {at}: {}", ran.said());
    }
}

#[test]
fn what_cannot_be_read_is_not_fixed_away() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/parquet");
    let folder = Folder::new();
    for (case, told) in [
        ("images-of-maps", "2 fields dropped (arrow/unread-column 2)"),
        ("loc-of-lists", "2 dropped (arrow/unread-loc 2)"),
        ("null-loc", "1 dropped (loc/empty 1)"),
    ] {
        let bytes = std::fs::read(format!("{cases}/{case}/input.parquet")).unwrap();
        folder.write("a.parquet", &bytes);
        let ran = folder.run("fix a.parquet -o a.parquet");
        assert_eq!(ran.code, Some(4), "{case}: {}", ran.said());
        assert!(ran.said().contains(told), "{case}: {}", ran.said());
        assert_eq!(std::fs::read(folder.path("a.parquet")).unwrap(), bytes, "{case}");
    }
}
