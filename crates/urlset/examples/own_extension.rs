//! An extension that nobody else knows, prices of pages, as a typed item and as a member of JSON
//! Lines: `cargo run --example own_extension -- sitemap.xml` gives every page a price.

use urlset::{Audit, Diagnostic, Element, Entry, Extension, ExtensionItem, Extensions, Occurs};
use urlset::{Place, Position, ReadOptions, Result, Shape, Sink, Value, WriteOptions, rules};

const AMOUNT: Value = Value::Decimal { least: 0, most: 1_000_000 };
static KNOWN: [&Extension; 1] = [&Extension {
    name: "price",
    title: "what a page sells for",
    namespace: Price::NAMESPACE,
    variants: &[],
    prefix: "price",
    element: Price::ELEMENT,
    shapes: &[Shape { path: "amount", occurs: Occurs::Once, value: AMOUNT, deprecated: false }],
    keyed: None,
    identity: &[],
    audit: || Box::new(Nothing),
    rules: &[],
}];

struct Price(String);

impl ExtensionItem for Price {
    const NAMESPACE: &'static str = "https://example.com/schemas/price";
    const ELEMENT: &'static str = "price";

    fn decode(element: Element<'_>) -> std::result::Result<Price, Diagnostic> {
        let amount = element.child_text("amount").map(|amount| Price(amount.into_owned()));
        amount.ok_or_else(|| rules::KEY_MEMBER.at(element.position()))
    }

    fn encode(&self, out: &mut Extensions) {
        out.open(Price::NAMESPACE, "price:price", Position::default());
        out.leaf(Price::NAMESPACE, "price:amount", &self.0).close();
    }
}

/// Whatever can be wrong with a price its shapes say.
struct Nothing;

impl Audit for Nothing {
    fn entry(&mut self, _: &Entry, _: &dyn Place, _: &mut dyn Sink) -> Result<()> {
        Ok(())
    }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which sitemap?")?;
    let read = ReadOptions { extensions: &KNOWN, ..ReadOptions::default() };
    let write = WriteOptions { extensions: &KNOWN, ..WriteOptions::default() };
    let mut reader = urlset::open(path, &read, &mut ())?;
    let jsonl = urlset::format("jsonl").ok_or("no JSON Lines")?;
    let mut output = urlset::create_with(std::io::stdout(), jsonl, reader.header(), &write)?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut ())? {
        if entry.extensions.items::<Price>().next().is_none() {
            entry.extensions.push(&Price("0.50".to_owned()));
        }
        output.write(&entry, &mut ())?;
    }
    output.finish()?;
    Ok(())
}
