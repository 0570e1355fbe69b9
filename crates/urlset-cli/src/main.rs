//! The command `urlset`.

fn main() {}
