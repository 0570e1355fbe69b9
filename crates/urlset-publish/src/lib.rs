//! Publishes a set of files so that a reader sees the old set or the new one.
