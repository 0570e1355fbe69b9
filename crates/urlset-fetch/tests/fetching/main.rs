//! Fetching from servers on loopback that do what no server should.
#![cfg(test)]

mod asking;
mod framing;
mod misbehaving;
mod reach;
mod server;
