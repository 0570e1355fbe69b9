//! What a set is does not depend on how much memory there was, nor on the number of threads.

use crate::run::Folder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Every file below, with its bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        files.insert(name, std::fs::read(file.path()).unwrap());
    }
    files
}

/// Pages of which a third is in each of two inputs, with other dates and images.
fn inputs(folder: &Folder) {
    let (mut xml, mut jsonl) = (String::new(), String::new());
    for n in 0..12_000_u32 {
        let loc = format!("https://www.example.com/{}/{:05}", n % 7, n.wrapping_mul(7919) % 12_000);
        let day = n % 28 + 1;
        let _ = writeln!(
            xml,
            "<url><loc>{loc}</loc><lastmod>2025-01-{day:02}</lastmod><image:image><image:loc>\
             https://img.example.com/{n}.jpg</image:loc></image:image></url>"
        );
        let _ = writeln!(
            jsonl,
            "{{\"loc\":\"{}{}\",\"lastmod\":\"2025-02-{day:02}\",\"image\":[{{\"loc\":\
             \"https://img.example.com/{}.jpg\",\"title\":\"Größe {n}\"}}]}}",
            loc.trim_end_matches(|c: char| n % 3 > 0 && c.is_ascii_digit()),
            if n % 3 > 0 { format!("x{n}") } else { String::new() },
            n + n % 2,
        );
    }
    folder.write(
        "one.xml",
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\
             \"http://www.google.com/schemas/sitemap-image/1.1\">\n{xml}</urlset>\n"
        ),
    );
    folder.write("two.jsonl", jsonl);
}

#[test]
fn memory_and_threads_do_not_show() {
    let folder = Folder::new();
    inputs(&folder);
    let mut sets = Vec::new();
    for (memory, jobs) in [("16MiB", 1), ("16MiB", 4), ("4GiB", 1), ("4GiB", 4)] {
        let words = format!(
            "merge one.xml two.jsonl -o out/{{section}}-{{n}}-{{hash:8}}.xml.gz --by section \
             --max-urls 900 --max-bytes 100000 --index out/index.xml \
             --base-url https://www.example.com/ --sort lastmod:desc --normalize \
             --memory {memory} -j {jobs} --json --report report.json"
        );
        let ran = folder.run(&words);
        assert!(ran.ends(0).err.contains("joined to an earlier one"), "{}", ran.err);
        let report = folder.read("report.json");
        let spilled = !report.contains("\"spilled\":0,");
        assert_eq!(spilled, memory == "16MiB", "{report}");
        sets.push((format!("{memory} {jobs}"), ran.said(), files(&folder.path("out"))));
        std::fs::remove_dir_all(folder.path("out")).unwrap();
    }
    let (_, said, set) = &sets[0];
    assert!(set.len() > 20, "{:?}", set.keys());
    for (name, other_said, other) in &sets {
        assert_eq!(other_said, said, "{name}");
        assert_eq!(other.keys().collect::<Vec<_>>(), set.keys().collect::<Vec<_>>(), "{name}");
        assert!(other == set, "{name}: the bytes differ");
    }
}
