//! XML as sitemaps and feeds need it: a cursor to read, an emitter to write.

mod cursor;
mod emitter;
mod escape;

pub use cursor::{Cursor, XML_NAMESPACE};
pub use emitter::Emitter;
pub use escape::{escape_attribute, escape_text};
