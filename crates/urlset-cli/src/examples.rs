//! Examples in the long help of the commands that share the flags of `urlset convert`.

const EXIT_CODES: &str = "\
Exit codes:
  0 done · 1 loss with --on-loss error, or a finding at --fail-on · 2 usage ·
  3 an input could not be read · 4 data was dropped or a document was broken ·
  5 output not written · 6 a limit was hit";

const FIX_CODES: &str = "\
Exit codes:
  0 done, and the result is right · 1 something is still wrong · 2 usage ·
  3 an input could not be read · 4 data was left out or a document was cut ·
  5 output not written · 6 a limit was hit";

/// The end of a command's long help.
fn end(examples: &[&str]) -> String {
    end_with(examples, EXIT_CODES)
}

fn end_with(examples: &[&str], codes: &str) -> String {
    let examples: String = examples.iter().map(|example| format!("  urlset {example}\n")).collect();
    format!("Examples:\n{examples}\n{codes}")
}

pub(crate) fn convert() -> String {
    end(&[
        "convert sitemap.xml -o urls.csv",
        "convert pages.csv -m 'Permalink=loc,Changed=lastmod' --dates dmy -t xml > sitemap.xml",
        "convert https://www.example.com/sitemap_index.xml -o urls.csv --cache cache",
        "convert sitemap_index.xml --resolve https://www.example.com/=dump/ -o all.txt",
        "convert 'old/*.xml.gz' -o sitemap.xml.gz",
        "convert sitemap.xml -t rss --title 'New pages' --link https://www.example.com/ > new.rss",
        "convert robots.txt --follow none -t jsonl",
        "convert public/ -t indexnow --host www.example.com --key-file key.txt > body.json",
    ])
}

pub(crate) fn merge() -> String {
    end(&[
        "merge cms.csv blog.rss 'old/*.xml.gz' -o sitemap.xml",
        "merge a.xml b.xml --on-conflict lastmod=newest,image=union,*=first -o both.xml",
        "merge a.xml b.xml --on-conflict '*=fail' -n",
        "merge public/ more.csv -o 'new/sitemap-{n:04}.xml.gz'",
        "merge a.xml b.csv --provenance -t jsonl > where-from.jsonl",
    ])
}

pub(crate) fn dedupe() -> String {
    end(&[
        "dedupe sitemap.xml -o sitemap.xml",
        "dedupe urls.txt --normalize --sort loc -o clean.txt",
        "dedupe 'crawl/*.txt.gz' --memory 2GiB --tmp-dir /scratch -o pages.txt.gz",
        "dedupe export.csv --on-conflict lastmod=newest -t xml > sitemap.xml",
    ])
}

// `{n}` is a line break in the help of clap; with a width it is not.
pub(crate) fn shard() -> String {
    let end = end(&[
        "shard big.xml -o 'out/{n:04}.xml.gz' --index out/i.xml --base-url https://e.com/",
        "shard public/ --by section -o 'new/{section}-{n:02}.xml'",
        "shard urls.txt --by lastmod:month -t xml -o 'new/{yyyy}/{mm}-{n:02}.xml'",
        "shard urls.txt --by bucket:16 -o 'part-{bucket}.txt'",
        "shard pages.csv --stable --previous public -o 'public/sitemap-{n:05}.xml.gz'",
    ]);
    format!(
        "In names: {{n:04}} {{section}} {{host}} {{lang}} {{kind}} {{yyyy}} {{mm}} {{bucket}} {{path[1]}}\n\
         {{hash:8}} {{stem}} {{ext}}; docs/shards.md says what they are.\n\n{end}"
    )
}

pub(crate) fn fix() -> String {
    let examples = [
        "fix broken.xml -o fixed.xml",
        "fix sitemap.xml -o sitemap.xml",
        "fix broken.xml -n",
        "fix sitemap.xml --dates dmy --profile google -o fixed.xml",
        "fix public/ -o 'fixed/{stem}.{ext}'",
        "fix huge.xml -o 'out/{n:05}.xml.gz' --index out/i.xml --base-url https://e.com/",
        "fix export.xml --json --report repairs.json -o fixed.xml",
    ];
    end_with(&examples, FIX_CODES)
}

pub(crate) fn rewrite() -> String {
    end(&[
        "rewrite public/ --rewrite-scheme https -o 'public/{stem}.{ext}'",
        "rewrite sitemap.xml --rewrite-host old.example=www.new.example -o sitemap.xml",
        "rewrite sitemap.xml --rewrite-path '^/blog/([0-9]+)=/articles/$1' -o new.xml",
        "rewrite sitemap.xml --rewrite-file moves.csv --rewrite-in loc,hreflang -o new.xml",
    ])
}
