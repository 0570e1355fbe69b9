//! Writes IndexNow request bodies.
