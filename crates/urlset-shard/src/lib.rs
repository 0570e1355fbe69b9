//! Cuts a stream of entries into documents that have room for them, and makes their index.
