//! Fails to build where anything below it needs the standard library: that has a panic handler of its
//! own, and there is one only. So `cargo check` finds out on any machine, without another target.

#![no_std]

extern crate alloc;

use alloc::string::String;
use urlset_core::Extension;
use urlset_core::{Entry, EntryReader, EntryWriter, Input, ReadOptions, Result, Strict};

/// The extensions that can be had without the standard library.
pub static EXTENSIONS: [&Extension; 4] = [
    &urlset_image::EXTENSION,
    &urlset_video::EXTENSION,
    &urlset_news::EXTENSION,
    &urlset_hreflang::EXTENSION,
];

/// Reads a list from memory, and writes it to memory.
pub fn copy(list: &[u8]) -> Result<String> {
    let mut sink = Strict(());
    let mut reader = urlset_text::open(Input::new(list), &ReadOptions::default(), &mut sink)?;
    let mut writer = urlset_text::TextWriter;
    let (mut entry, mut out) = (Entry::default(), String::new());
    while reader.read_entry(&mut entry, &mut sink)? {
        writer.write_entry(&entry, &mut out, &mut sink)?;
    }
    Ok(out)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
