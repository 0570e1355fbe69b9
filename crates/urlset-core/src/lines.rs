//! Lines and columns of a text as editors count them: lines end at LF, CR LF or CR (XML 1.0 section
//! 2.11), columns are characters, a byte order mark is none.

use crate::lanes::{bits, lanes};

/// Lines and columns up to an offset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lines {
    pub(crate) upto: u64,
    /// Line ends before `upto`.
    pub(crate) ends: u32,
    /// Offset of the start of the line that `upto` is in.
    pub(crate) line_start: u64,
    /// Characters between the two.
    pub(crate) columns: u32,
    /// What is before `upto` ends in a carriage return, which is a line end unless a line feed
    /// follows.
    after_return: bool,
}

impl Lines {
    /// Those up to an offset that has this line and column, with nothing but ASCII and no carriage return
    /// before it in its line.
    pub(crate) fn at(upto: u64, line: u32, column: u32) -> Lines {
        let (ends, columns) = (line.saturating_sub(1), column.saturating_sub(1));
        let line_start = upto.saturating_sub(u64::from(columns));
        Lines { upto, ends, line_start, columns, after_return: false }
    }

    /// Those up to an offset behind this one, with what stands between the two.
    pub(crate) fn on(self, passed: &[u8], upto: u64) -> Lines {
        let (Some(first), Some(last)) = (passed.first(), passed.last()) else {
            return Lines { upto, ..self };
        };
        // From one tag to the next, nearly always.
        let is_short = passed.len() <= SHORT && !self.after_return;
        if is_short && passed.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte))
        {
            let columns = self.columns.saturating_add(columns(passed));
            return Lines { upto, columns, ..self };
        }
        let pending = u32::from(self.after_return && *first != b'\n');
        let (feeds, has_returns) = line_ends(passed);
        // Nearly every text has none, and needs no look at pairs.
        let returns = if has_returns { lone_returns(passed) } else { 0 };
        let ends = feeds.saturating_add(returns);
        let ends = self.ends.saturating_add(ends).saturating_add(pending);
        let lines = Lines { upto, ends, after_return: *last == b'\r', ..self };
        if ends == self.ends {
            let mark = self.upto == 0 && passed.starts_with("\u{feff}".as_bytes());
            let columns = columns(passed).saturating_sub(u32::from(mark));
            return Lines { columns: self.columns.saturating_add(columns), ..lines };
        }
        let line = line_of(passed);
        let line_start = self.upto + (passed.len() - line.len()) as u64;
        Lines { line_start, columns: columns(line), ..lines }
    }

    /// Those up to an offset before this one in the same line, with what stands between the two.
    pub(crate) fn back(self, between: &[u8], upto: u64) -> Lines {
        let columns = self.columns.saturating_sub(columns(between));
        Lines { upto, columns, after_return: false, ..self }
    }

    /// Those up to an offset before this one whose text is gone: as if that were ASCII.
    pub(crate) fn gone(self, upto: u64) -> Lines {
        if upto < self.line_start {
            return self;
        }
        let columns = u32::try_from(self.upto.saturating_sub(upto)).unwrap_or(u32::MAX);
        let columns = self.columns.saturating_sub(columns);
        Lines { upto, columns, after_return: false, ..self }
    }

    /// Those of the place at which this byte stands, where it is known.
    pub(crate) fn before(self, next: Option<&u8>) -> Lines {
        if !self.after_return || next == Some(&b'\n') {
            return self;
        }
        Lines { ends: self.ends.saturating_add(1), columns: 0, ..self }
    }
}

/// Bytes that are looked at at once whether anything in them ends a line.
const SHORT: usize = 64;

/// Bytes that are counted in a byte: no more than it holds, and so many that sixteen at once leave no
/// rest.
const AT_ONCE: usize = 240;

/// Bytes of a kind. Counted in bytes, so that many are compared at once.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u32 {
    let some = |some: &[u8]| some.iter().fold(0_u8, |count, byte| count + u8::from(is(*byte)));
    let (chunks, rest) = bytes.as_chunks::<AT_ONCE>();
    let all: u64 = chunks.iter().map(|chunk| u64::from(some(chunk))).sum();
    u32::try_from(all + u64::from(some(rest))).unwrap_or(u32::MAX)
}

/// Characters, which are bytes in nearly every text.
fn columns(bytes: &[u8]) -> u32 {
    match bytes.is_ascii() {
        true => u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        false => count(bytes, begins),
    }
}

/// Whether a byte of UTF-8 is the first of its character.
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Line feeds, and whether there are carriage returns: both at one look, sixteen bytes at once.
fn line_ends(bytes: &[u8]) -> (u32, bool) {
    let (chunks, rest) = bytes.as_chunks::<AT_ONCE>();
    let (mut feeds, mut returns) = (0_u32, [0_u8; 16]);
    for chunk in chunks {
        let mut counts = [0_u8; 16];
        for some in chunk.as_chunks::<16>().0 {
            for ((count, found), byte) in counts.iter_mut().zip(&mut returns).zip(some) {
                *count += u8::from(*byte == b'\n');
                *found |= u8::from(*byte == b'\r');
            }
        }
        feeds = feeds.saturating_add(counts.iter().map(|count| u32::from(*count)).sum());
    }
    let (more, has_more) = few_line_ends(rest);
    (feeds.saturating_add(more), has_more || u128::from_ne_bytes(returns) != 0)
}

/// The same of few bytes, with a bit for each of them: compilers unroll the loop above, and not one over fewer.
fn few_line_ends(bytes: &[u8]) -> (u32, bool) {
    let feeds = |some| u64::from(bits(lanes(some, &|byte| byte == b'\n')));
    let returns = |some| bits(lanes(some, &|byte| byte == b'\r'));
    let (chunks, rest) = bytes.as_chunks::<64>();
    let (mut count, mut returned) = (0_u32, 0);
    for chunk in chunks {
        let mut all = 0;
        for some in chunk.as_chunks::<16>().0 {
            all = all << 16 | feeds(some);
            returned |= returns(some);
        }
        count += all.count_ones();
    }
    let (chunks, few) = rest.as_chunks::<16>();
    let mut all = 0;
    for some in chunks {
        all = all << 16 | feeds(some);
        returned |= returns(some);
    }
    match bytes.last_chunk::<16>() {
        // The last sixteen, without those that were counted.
        Some(last) if !few.is_empty() => {
            all = all << 16 | feeds(last) >> (16 - few.len());
            returned |= returns(last);
        }
        Some(_) => {}
        None => {
            count = few.iter().map(|byte| u32::from(*byte == b'\n')).sum();
            returned = u16::from(few.contains(&b'\r'));
        }
    }
    (count + all.count_ones(), returned != 0)
}

/// Carriage returns that end lines by themselves; that of the end may yet have its line feed.
fn lone_returns(bytes: &[u8]) -> u32 {
    let lone = |(byte, next): (&u8, &u8)| u8::from((*byte == b'\r') & (*next != b'\n'));
    let next = bytes.get(1..).unwrap_or_default();
    let both = bytes.chunks(AT_ONCE).zip(next.chunks(AT_ONCE));
    let some =
        |(some, next): (&[u8], &[u8])| u64::from(some.iter().zip(next).map(lone).sum::<u8>());
    u32::try_from(both.map(some).sum::<u64>()).unwrap_or(u32::MAX)
}

/// What stands behind the last line end. A carriage return at the very end ends nothing yet.
fn line_of(bytes: &[u8]) -> &[u8] {
    let (last, rest) = bytes.split_last().unwrap_or((&0, &[]));
    if *last == b'\n' {
        return &[];
    }
    let end = rest.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    bytes.get(end.map_or(0, |at| at + 1)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::line_ends;

    #[test]
    fn each_line_end_counts_once() {
        let text: Vec<u8> = (0..600).map(|at| if at % 7 == 3 { b'\n' } else { b'a' }).collect();
        for (from, upto) in (0..600).flat_map(|from| (from..=600).map(move |upto| (from, upto))) {
            let some = &text[from..upto];
            let feeds = some.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(line_ends(some), (feeds as u32, false), "{from}..{upto}");
        }
        for (length, at) in (0..300).flat_map(|length| (0..length).map(move |at| (length, at))) {
            let mut text = vec![b'a'; length];
            text[at] = b'\r';
            assert_eq!(line_ends(&text), (0, true), "{at} of {length}");
        }
    }
}
