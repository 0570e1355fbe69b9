//! Checks and completes clusters of language versions across a whole set.
