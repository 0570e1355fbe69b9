//! Checks lists of URLs, each file a document and all of them one set, and says what that cost:
//! `cargo run --release -p urlset-check --example check_list -- PROFILE a.txt b.txt`.
//! A number instead of files checks so many locs that are made up.

use std::io::Write;
use std::time::Instant;
use urlset_check::{DocumentAudit, Facts, Policy, SetAudit, Weights};
use urlset_core::{
    Audit, Datetime, Diagnostic, Entry, Header, Position, Priority, Profile, Result, Sink,
};
use urlset_store::Store;

/// A list of URLs.
struct Document {
    name: String,
    text: String,
    address: Option<&'static str>,
}

impl Document {
    /// So many locs that nobody has.
    fn made_up(count: u32) -> Document {
        let mut text = String::new();
        for line in 1..=count {
            let (shop, page) = (line % 977, line.wrapping_mul(2_654_435_761));
            text += &format!("https://www.example.com/shop/{shop}/products/page-{page:010}.html\n");
        }
        let address = Some("https://www.example.com/shop/sitemap.txt");
        Document { name: "sitemap.txt".to_owned(), text, address }
    }

    fn entries(&self, take: &mut dyn FnMut(&Entry, u32) -> Result<()>) -> Result<()> {
        let priority = Priority::parse("0.8").ok().filter(|_| self.address.is_some());
        let mut entry = Entry { priority, ..Entry::default() };
        for (line, loc) in (1..).zip(self.text.lines()).filter(|(_, loc)| !loc.is_empty()) {
            entry.loc.set(loc);
            let second = 1_700_000_000 + i64::from(line) * 60;
            entry.lastmod = self.address.and_then(|_| Datetime::from_unix(second));
            take(&entry, line)?;
        }
        Ok(())
    }
}

/// What one document shows.
fn look(document: &Document, number: u32, profile: Profile, sink: &mut dyn Sink) -> Result<()> {
    let (name, address) = (document.name.as_str(), document.address);
    let facts = Facts { name, input: number, address, ..Facts::new(profile, "text") };
    let mut audit = DocumentAudit::new(facts, &Header::default());
    document.entries(&mut |entry, line| {
        audit.entry(entry, &Position { line, ..Position::start(number) }, sink)
    })?;
    audit.finish_document(document.text.len() as u64, sink)
}

/// Runs something, and gives the nanoseconds that it took for each entry.
fn timed(entries: u64, run: impl FnOnce() -> Result<()>) -> Result<u128> {
    let started = Instant::now();
    run()?;
    Ok(started.elapsed().as_nanos() / u128::from(entries.max(1)))
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let usage = "usage: check_list PROFILE FILE… | check_list PROFILE COUNT";
    let mut words = std::env::args().skip(1);
    let name = words.next().ok_or(usage)?;
    let profile = Profile::ALL.into_iter().find(|one| one.name() == name).ok_or(usage)?;
    let mut documents = Vec::new();
    for word in words {
        documents.push(match word.parse() {
            Ok(count) => Document::made_up(count),
            Err(_) => {
                let text = std::fs::read_to_string(&word)?;
                Document { name: word, text, address: None }
            }
        });
    }
    let mut entries = 0;
    let all = |take: &mut dyn FnMut(&Entry, Position) -> Result<()>| {
        (0..).zip(&documents).try_for_each(|(number, document)| {
            document.entries(&mut |entry, line| {
                take(entry, Position { line, ..Position::start(number) })
            })
        })
    };
    let mut count = |_: &Entry, _| {
        entries += 1;
        Ok(())
    };
    all(&mut count)?;
    let making = timed(entries, || all(&mut |_, _| Ok(())))?;
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut policy = Policy::new(Weights::new(profile), &mut found);
    let alone = timed(entries, || {
        let mut documents = (0..).zip(&documents);
        documents.try_for_each(|(number, one)| look(one, number, profile, &mut policy))
    })?;
    let store = Store::new(64 << 20, None);
    let (mut set, mut twice) = (SetAudit::new(&store), false);
    let together = timed(entries, || {
        all(&mut |entry, at| set.entry(entry, &at, &mut ()))?;
        twice = set.wants_again()?;
        Ok(())
    })?;
    let again = timed(entries, || {
        if twice {
            all(&mut |entry, at| set.again(entry, at))?;
        }
        set.finish(&mut policy)
    })?;
    let mut out = std::io::stdout().lock();
    for one in &found {
        let (place, weight) = (one.position, one.severity.as_str());
        let (id, loc, detail) = (one.rule.id, &one.loc, &one.detail);
        writeln!(out, "{}:{} {weight} {id} {loc} {detail}", place.input, place.line)?;
    }
    let less = |time: u128| time.saturating_sub(making);
    let again = if twice { less(again) } else { again };
    let each = format!("documents {}, set {}, end {again}", less(alone), less(together));
    writeln!(out, "{entries} entries, nanoseconds each: {each}")?;
    Ok(())
}
