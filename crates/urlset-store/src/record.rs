//! The one form that an entry has outside memory.

use urlset_core::{Changefreq, Datetime, Entry, Error, Position, Priority, Result};

/// Appends an entry and where it was read.
pub fn encode(entry: &Entry, at: Position, out: &mut Vec<u8>) {
    for number in [at.input, at.line, at.column] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&at.byte.to_le_bytes());
    text(entry.loc.as_str(), out);
    text(&entry.lastmod.map_or_else(String::new, |date| date.to_string()), out);
    text(entry.changefreq.map_or("", Changefreq::as_str), out);
    text(entry.priority.as_ref().map_or("", Priority::as_str), out);
    if !entry.extensions.is_empty() {
        entry.extensions.to_bytes(out);
    }
}

/// Replaces `entry` by the one that `bytes` hold, all of them, and gives where it was read.
///
/// # Errors
/// When the bytes are not what [`encode`] wrote: a temporary file was damaged.
pub fn decode(bytes: &[u8], entry: &mut Entry) -> Result<Position> {
    entry.clear();
    fill(bytes, entry).ok_or_else(|| Error::Io(std::io::Error::other("a damaged temporary file")))
}

fn text(text: &str, out: &mut Vec<u8>) {
    // A text of an entry is bounded by the limits of reading, far below 4 GiB.
    out.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn fill(bytes: &[u8], entry: &mut Entry) -> Option<Position> {
    let mut rest = Rest(bytes);
    let (input, line, column) = (rest.number()?, rest.number()?, rest.number()?);
    let byte = u64::from(rest.number()?) | u64::from(rest.number()?) << 32;
    entry.loc.set(rest.text()?);
    entry.lastmod = Some(rest.text()?).filter(|text| !text.is_empty()).and_then(date);
    entry.changefreq = Some(rest.text()?).and_then(|text| Changefreq::parse(text).ok());
    entry.priority = Some(rest.text()?).and_then(|text| Priority::parse(text).ok());
    if !rest.0.is_empty() {
        entry.extensions.from_bytes(rest.0)?;
    }
    Some(Position { input, line, column, byte })
}

fn date(text: &str) -> Option<Datetime> {
    Datetime::parse(text).ok()
}

struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn number(&mut self) -> Option<u32> {
        let (head, tail) = self.0.split_first_chunk::<4>()?;
        self.0 = tail;
        Some(u32::from_le_bytes(*head))
    }

    fn text(&mut self) -> Option<&'b str> {
        let length = self.number()? as usize;
        let (head, tail) = self.0.split_at_checked(length)?;
        self.0 = tail;
        std::str::from_utf8(head).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use urlset_core::{Changefreq, Datetime, Entry, Loc, Position, Priority};

    #[test]
    fn what_goes_in_comes_out() {
        let mut entry = Entry::new(Loc::new("https://example.com/ü"));
        let at = Position { input: 3, line: 70_000, column: 9, byte: 5_000_000_000 };
        entry.lastmod = Datetime::parse("2026-03").ok();
        entry.changefreq = Some(Changefreq::Daily);
        entry.priority = Priority::parse("0.80").ok();
        entry.extensions.open("urn:a", "a:b", at).attribute("", "c", "d").text("e").close();
        let mut bytes = Vec::new();
        encode(&entry, at, &mut bytes);
        let mut back = Entry::default();
        assert_eq!(decode(&bytes, &mut back).unwrap(), at);
        assert_eq!(back, entry);
        for cut in 0..bytes.len() {
            let _ = decode(&bytes[..cut], &mut back);
        }
    }
}
