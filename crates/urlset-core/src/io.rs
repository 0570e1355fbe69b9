//! Bytes in and out: the standard library's own words where there is one, and as much of them as
//! readers and writers need where there is none.

#[cfg(feature = "std")]
pub use std::io::{Error, ErrorKind, Read, Result, Write, empty};

#[cfg(not(feature = "std"))]
pub use alone::{Error, ErrorKind, Read, Result, Write, empty};

/// The same names for memory alone.
#[cfg(not(feature = "std"))]
mod alone {
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    type Cause = Box<dyn core::error::Error + Send + Sync>;

    /// What a read or a write gives.
    pub type Result<T> = core::result::Result<T, Error>;

    /// Why a read or a write failed.
    #[derive(Debug)]
    pub struct Error {
        kind: ErrorKind,
        cause: Cause,
    }

    /// What sort of failure it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ErrorKind {
        /// The same may succeed when it is tried again.
        Interrupted,
        /// Any other.
        Other,
    }

    impl Error {
        /// A failure of this kind.
        pub fn new(kind: ErrorKind, cause: impl Into<Cause>) -> Error {
            Error { kind, cause: cause.into() }
        }

        /// A failure that is of no other kind.
        pub fn other(cause: impl Into<Cause>) -> Error {
            Error::new(ErrorKind::Other, cause)
        }

        /// What sort of failure it is.
        pub fn kind(&self) -> ErrorKind {
            self.kind
        }

        /// What it was made of.
        pub fn get_ref(&self) -> Option<&(dyn core::error::Error + Send + Sync + 'static)> {
            Some(&*self.cause)
        }
    }

    impl core::fmt::Display for Error {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            self.cause.fmt(f)
        }
    }

    impl core::error::Error for Error {
        fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
            self.cause.source()
        }
    }

    /// A source of bytes.
    pub trait Read {
        /// Reads up to as many bytes as there is room for, and says how many; 0 at the end.
        ///
        /// # Errors
        /// When the source fails.
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize>;
    }

    impl Read for &[u8] {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            let count = self.len().min(buffer.len());
            if let (Some(to), Some((from, rest))) =
                (buffer.get_mut(..count), self.split_at_checked(count))
            {
                to.copy_from_slice(from);
                *self = rest;
            }
            Ok(count)
        }
    }

    impl<R: Read + ?Sized> Read for &mut R {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            (**self).read(buffer)
        }
    }

    impl<R: Read + ?Sized> Read for Box<R> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            (**self).read(buffer)
        }
    }

    /// Where bytes go.
    pub trait Write {
        /// Takes all of these bytes.
        ///
        /// # Errors
        /// When they cannot be taken.
        fn write_all(&mut self, bytes: &[u8]) -> Result<()>;

        /// Hands on what is kept back.
        ///
        /// # Errors
        /// When that fails.
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    impl Write for Vec<u8> {
        fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
            self.extend_from_slice(bytes);
            Ok(())
        }
    }

    impl<W: Write + ?Sized> Write for &mut W {
        fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
            (**self).write_all(bytes)
        }

        fn flush(&mut self) -> Result<()> {
            (**self).flush()
        }
    }

    impl<W: Write + ?Sized> Write for Box<W> {
        fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
            (**self).write_all(bytes)
        }

        fn flush(&mut self) -> Result<()> {
            (**self).flush()
        }
    }

    /// A source of nothing.
    pub fn empty() -> &'static [u8] {
        &[]
    }
}
