//! The window's bytes, for parsers that read.

use crate::io::Read;
use crate::{Error, Fault, Input};

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> crate::io::Result<usize> {
        if self.window().is_empty() {
            self.fill().map_err(|error| match error {
                Error::Io(error) => error,
                Error::Stopped(finding) => {
                    Fault { rule: finding.rule, detail: finding.detail }.into_error()
                }
            })?;
        }
        let window = self.window().as_bytes();
        let count = window.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), window.get(..count)) {
            to.copy_from_slice(from);
        }
        self.start += count;
        Ok(count)
    }
}
