//! Expressions over entries, as in `lastmod >= 2026-01-01 and count(image) > 0`.
