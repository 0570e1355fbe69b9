//! Reads and writes JSON Feed.
