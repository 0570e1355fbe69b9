//! The jobs of the benchmark: what is run beside what, and which share of it ours may take.

/// What is measured together.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// Entries of the corpora where nobody says otherwise.
    pub(crate) n: u64,
    /// The corpus whose bytes count.
    pub(crate) corpus: &'static str,
    /// The corpus that says what the outputs must hold; without one it is what the first run wrote.
    pub(crate) wanted: Option<&'static str>,
    /// Fields of an entry that are compared; all of them where none is named.
    pub(crate) fields: &'static [&'static str],
    /// The first is the yardstick of the others.
    pub(crate) runs: &'static [Run],
}

/// One process.
pub(crate) struct Run {
    pub(crate) name: &'static str,
    /// Its words. `{out}` is an empty folder, `{tmp}` one for temporary files, `{schema}` that of the
    /// protocol; the name of a corpus in braces stands for its files.
    pub(crate) line: &'static str,
    pub(crate) most: Option<Most>,
    /// Resident memory that it may take, in MiB.
    pub(crate) memory: Option<u64>,
}

/// What a process may take, as a multiple of what the yardstick takes.
#[derive(Clone, Copy)]
pub(crate) enum Most {
    Cpu(f64),
    Wall(f64),
}

impl Run {
    pub(crate) const fn new(name: &'static str, line: &'static str) -> Run {
        Run { name, line, most: None, memory: None }
    }
    const fn most(self, most: Most) -> Run {
        Run { most: Some(most), ..self }
    }
    const fn memory(self, mebibytes: u64) -> Run {
        Run { memory: Some(mebibytes), ..self }
    }
}

const EVENTS: Run = Run::new("quick-xml, events only", "yardstick events {plain}");
const LOC: &[&str] = &["loc"];

pub(crate) const JOBS: &[Job] = &[
    Job {
        name: "J1",
        n: 1_000_000,
        corpus: "plain",
        wanted: Some("plain"),
        fields: LOC,
        runs: &[
            EVENTS,
            Run::new("XML to text", "urlset convert {plain} -o {out}/all.txt -j 1")
                .most(Most::Cpu(0.33))
                .memory(16),
            Run::new("two threads", "urlset convert {plain} -o {out}/all.txt -j 2").memory(32),
            Run::new("one, with --trust", "urlset convert {plain} -o {out}/all.txt --trust -j 1"),
        ],
    },
    Job {
        name: "J2",
        n: 1_000_000,
        corpus: "plain",
        wanted: Some("plain"),
        fields: &[],
        runs: &[
            EVENTS,
            Run::new("XML.gz to CSV", "urlset convert {plain.gz} -o {out}/all.csv -j 1")
                .most(Most::Cpu(0.60))
                .memory(16),
            Run::new("two threads", "urlset convert {plain.gz} -o {out}/all.csv -j 2").memory(32),
        ],
    },
    Job {
        name: "J3",
        n: 1_000_000,
        corpus: "rich",
        wanted: Some("rich"),
        fields: &[],
        runs: &[
            Run::new("quick-xml, events only", "yardstick events {rich}"),
            Run::new("rich XML to JSON Lines", "urlset convert {rich} -o {out}/all.jsonl -j 1")
                .most(Most::Cpu(0.80))
                .memory(16),
            Run::new("two threads", "urlset convert {rich} -o {out}/all.jsonl -j 2").memory(32),
        ],
    },
    Job {
        name: "J4",
        n: 10_000_000,
        corpus: "list",
        wanted: Some("list"),
        fields: LOC,
        runs: &[
            Run::new("by hand, quick-xml's writer", "yardstick write {list} {out}"),
            Run::new(
                "lines to XML shards",
                "urlset shard {list} -o {out}/{n:05}.xml --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 1",
            )
            .most(Most::Cpu(0.50))
            .memory(16),
            Run::new(
                "two threads",
                "urlset shard {list} -o {out}/{n:05}.xml --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 2",
            )
            .memory(32),
        ],
    },
    Job {
        name: "J4gz",
        n: 10_000_000,
        corpus: "list",
        wanted: Some("list"),
        fields: LOC,
        runs: &[
            Run::new(
                "lines to XML.gz shards, one thread",
                "urlset shard {list} -o {out}/{n:05}.xml.gz --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 1",
            )
            .memory(16),
            Run::new(
                "two threads",
                "urlset shard {list} -o {out}/{n:05}.xml.gz --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 2",
            )
            .most(Most::Wall(0.60))
            .memory(32),
        ],
    },
    Job {
        name: "J5",
        n: 1_000_000,
        corpus: "sets",
        wanted: None,
        fields: &[],
        runs: &[
            Run::new("by hand, quick-xml, csv, hash map", "yardstick merge {sets} {out}"),
            Run::new(
                "merge, newest lastmod, shards",
                "urlset merge {sets} -o {out}/{n:05}.xml --index {out}/index.xml \
                 --base-url https://www.example.com/ --memory 128MiB --tmp-dir {tmp} -j 1",
            )
            .most(Most::Cpu(0.45))
            .memory(128),
        ],
    },
    Job {
        name: "J6",
        n: 10_000_000,
        corpus: "lines",
        wanted: None,
        fields: LOC,
        runs: &[
            Run::new(
                "`sort -u`",
                "env LC_ALL=C sort -u --parallel=2 -S 512M -T {tmp} {lines} -o {out}/all.txt",
            ),
            Run::new(
                "dedupe of lines",
                "urlset dedupe {lines} -o {out}/all.txt --memory 64MiB --tmp-dir {tmp} -j 1",
            )
            .most(Most::Cpu(0.25))
            .memory(64),
        ],
    },
    Job {
        name: "J7",
        n: 1_000_000,
        corpus: "feeds",
        wanted: Some("list"),
        fields: LOC,
        runs: &[
            Run::new("feed-rs alone", "yardstick feeds {feeds}"),
            Run::new(
                "RSS and Atom to XML shards",
                "urlset shard {feeds} -o {out}/{n:05}.xml --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 1",
            )
            .most(Most::Cpu(0.12))
            .memory(16),
            Run::new(
                "two threads",
                "urlset shard {feeds} -o {out}/{n:05}.xml --index {out}/index.xml \
                 --base-url https://www.example.com/ -j 2",
            )
            .memory(32),
        ],
    },
    Job {
        name: "J8",
        n: 1_000_000,
        corpus: "plain",
        wanted: None,
        fields: LOC,
        runs: &[
            Run::new(
                "`xmllint --stream --noout --schema`",
                "xmllint --stream --noout --schema {schema} {plain}",
            ),
            Run::new("check under google", "urlset check --profile google {plain} -j 1")
                .most(Most::Cpu(0.10))
                .memory(48),
        ],
    },
];
