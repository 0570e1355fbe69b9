//! `peers NAME OUT FILE...`: each crate reads the files as its documentation shows, and writes the
//! addresses, one a line, or, from lines, sitemaps of 50,000 entries.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, out, files @ ..] = words.as_slice() else {
        return Err("peers NAME OUT FILE...".into());
    };
    let out = Path::new(out);
    if name == "sitemap-rs" {
        return write(out, files);
    }
    let mut list = BufWriter::new(File::create(out.join("all.txt"))?);
    for file in files {
        let reader = BufReader::new(File::open(file)?);
        match name.as_str() {
            "sitemap" => sitemap(reader, &mut list)?,
            "sitemapo" => sitemapo(reader, &mut list)?,
            "feeds" if is_atom(file)? => atom(reader, &mut list)?,
            "feeds" => rss(reader, &mut list)?,
            _ => return Err(format!("no peer {name}").into()),
        }
    }
    Ok(list.flush()?)
}

fn sitemap(reader: impl std::io::Read, list: &mut impl Write) -> Outcome {
    use ::sitemap::reader::{SiteMapEntity, SiteMapReader};
    for entity in SiteMapReader::new(reader) {
        if let SiteMapEntity::Url(entry) = entity
            && let Some(url) = entry.loc.get_url()
        {
            writeln!(list, "{url}")?;
        }
    }
    Ok(())
}

fn sitemapo(reader: impl BufRead, list: &mut impl Write) -> Outcome {
    use ::sitemapo::{Parser, Record};
    for record in Parser::new(reader) {
        if let Record::Entry(entry) = record? {
            writeln!(list, "{}", entry.location)?;
        }
    }
    Ok(())
}

fn is_atom(file: &str) -> Outcome<bool> {
    let mut start = String::new();
    std::io::Read::read_to_string(&mut std::io::Read::take(File::open(file)?, 512), &mut start)?;
    Ok(start.contains("<feed"))
}

fn rss(reader: impl BufRead, list: &mut impl Write) -> Outcome {
    for item in ::rss::Channel::read_from(reader)?.items() {
        if let Some(link) = item.link() {
            writeln!(list, "{link}")?;
        }
    }
    Ok(())
}

fn atom(reader: impl BufRead, list: &mut impl Write) -> Outcome {
    for entry in atom_syndication::Feed::read_from(reader)?.entries() {
        if let Some(link) = entry.links().first() {
            writeln!(list, "{}", link.href())?;
        }
    }
    Ok(())
}

fn write(out: &Path, files: &[String]) -> Outcome {
    use sitemap_rs::{sitemap::Sitemap, sitemap_index::SitemapIndex, url::Url, url_set::UrlSet};
    let (mut urls, mut sitemaps) = (Vec::new(), Vec::new());
    let mut shard = |urls: &mut Vec<Url>| -> Outcome {
        let name = format!("{:05}.xml", sitemaps.len() + 1);
        let file = BufWriter::new(File::create(out.join(&name))?);
        UrlSet::new(std::mem::take(urls))?.write(file)?;
        sitemaps.push(Sitemap::new(format!("https://www.example.com/{name}"), None));
        Ok(())
    };
    for file in files {
        for line in BufReader::new(File::open(file)?).lines() {
            urls.push(Url::builder(line?).build()?);
            if urls.len() == 50_000 {
                shard(&mut urls)?;
            }
        }
    }
    if !urls.is_empty() {
        shard(&mut urls)?;
    }
    let index = BufWriter::new(File::create(out.join("index.xml"))?);
    Ok(SitemapIndex::new(sitemaps)?.write(index)?)
}
