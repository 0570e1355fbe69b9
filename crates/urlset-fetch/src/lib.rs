//! Fetches documents by http and https, from servers that nobody vouches for.
//!
//! A document is downloaded whole before anybody reads it: a body that was cut off, too slow or too
//! large is an error, never a short document. What a server says is bounded ([`FetchOptions`]), and
//! so is where it may send us: a [`Start`] is what a user typed, and whatever a redirect or a
//! document names is fetched from that site alone, or from hosts that were allowed by name.
//! Addresses of private networks are refused when a connection is made, after the name was
//! resolved, unless the user typed such an address, or `localhost`.
//!
//! ```
//! use urlset_fetch::{Fault, FetchOptions, Fetcher, Start};
//!
//! let fetcher = Fetcher::new(FetchOptions { offline: true, ..FetchOptions::default() })?;
//! let start = Start::typed("https://ann:secret@www.example.com/sitemap.xml")?;
//! assert_eq!(start.to_string(), "https://***@www.example.com/sitemap.xml");
//! let error = fetcher.fetch(start.url(), &start).unwrap_err();
//! assert_eq!(error.fault, Fault::Offline);
//! # Ok::<(), urlset_fetch::FetchError>(())
//! ```

mod address;
mod cache;
mod client;
mod coding;
mod error;
mod fetched;
mod fetcher;
mod options;
mod pace;
mod resolver;
mod retry_after;
mod said;
mod secrets;
mod shown;
mod site;
mod transfer;
mod way;
mod whole;
mod whose;

pub use address::is_public;
pub use error::{Fault, FetchError};
pub use fetched::{About, Answer, Fetched, Hop, Origin};
pub use fetcher::Fetcher;
pub use options::FetchOptions;
pub use shown::{hide, shown};
pub use site::{Start, resolve};
pub use way::Way;
