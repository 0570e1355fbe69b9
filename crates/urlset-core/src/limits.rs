//! What an untrusted document may cost.

use crate::Extensions;
use alloc::string::String;

/// What an untrusted document may cost. The protocol's own limits are a profile's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a plain input. Default: no limit, since plain bytes cost what they weigh.
    pub input_bytes: u64,
    /// Bytes that a compressed input may become. Default 4 GiB.
    pub inflated_bytes: u64,
    /// How many times its size a compressed input may become once it has become 64 MiB.
    /// Default 200.
    pub ratio: u32,
    /// How far back a compressed input may refer, all of which is kept: the window of zstd; gzip's is
    /// 32 KiB. Default 16 MiB, twice what every reader of zstd should take (RFC 8878 section 3.1.1.1.2).
    pub window_bytes: u64,
    /// Text and markup of one entry. Default 4 MiB.
    pub entry_bytes: u32,
    /// One token: a tag, a text, a comment, a line, a cell. Default 1 MiB.
    pub token_bytes: u32,
    /// Nodes on one entry's tape. Default 100,000.
    pub nodes: u32,
    /// Nested elements. Default 64; the protocol needs 5.
    pub depth: u16,
    /// Attributes of one tag. Default 1,024.
    pub attributes: u16,
    /// Namespace declarations in force at once. Default 128.
    pub namespaces: u16,
    /// Columns of a table. Default 16,384, as many as spreadsheets have.
    pub columns: u32,
}

impl Limits {
    /// What the extensions of one entry have more of than they may, [`Limits::nodes`] or
    /// [`Limits::entry_bytes`], in words; `None` where they are within.
    pub fn beyond(&self, extensions: &Extensions) -> Option<String> {
        if extensions.node_count() > self.nodes as usize {
            return Some(format!("more than {} elements, attributes and texts", self.nodes));
        }
        let fits = extensions.text_bytes() <= self.entry_bytes as usize;
        (!fits).then(|| format!("more than {} bytes", self.entry_bytes))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            input_bytes: u64::MAX,
            inflated_bytes: 4 << 30,
            ratio: 200,
            window_bytes: 16 << 20,
            entry_bytes: 4 << 20,
            token_bytes: 1 << 20,
            nodes: 100_000,
            depth: 64,
            attributes: 1024,
            namespaces: 128,
            columns: 16_384,
        }
    }
}
