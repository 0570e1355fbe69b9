//! Compares two sets of entries of any size.
