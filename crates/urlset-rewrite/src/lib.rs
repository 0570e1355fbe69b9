//! Rewrites URLs in every place of an entry where one can stand.
