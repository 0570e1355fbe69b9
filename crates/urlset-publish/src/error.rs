//! Why a set could not be published.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a set could not be published. Each names the file or folder.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The system refused something.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done with it, as in "could not be *written*".
        act: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// The file exists, and [`crate::Options::no_clobber`] protects it.
    Taken(PathBuf),
    /// Two files of the set have this name.
    Twice(PathBuf),
    /// A file with this content's name has other bytes, even with all digits of the hash.
    Collision(PathBuf),
    /// Another run publishes into this folder.
    Busy(PathBuf),
}

impl Error {
    /// The file or folder.
    pub fn path(&self) -> &Path {
        match self {
            Error::Io { path, .. }
            | Error::Taken(path)
            | Error::Twice(path)
            | Error::Collision(path)
            | Error::Busy(path) => path,
        }
    }

    /// For `map_err`.
    pub(crate) fn io<'a>(path: &'a Path, act: &'static str) -> impl Fn(io::Error) -> Error + 'a {
        move |cause| Error::Io { path: path.to_owned(), act, cause }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().display();
        match self {
            Error::Io { act, cause, .. } => write!(f, "{path} could not be {act}: {cause}"),
            Error::Taken(_) => write!(f, "{path} exists and must not be replaced"),
            Error::Twice(_) => write!(f, "two files of the set are called {path}"),
            Error::Collision(_) => write!(f, "{path} exists with other content"),
            Error::Busy(_) => write!(f, "another run is publishing into {path}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

/// What the system said, without the path.
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        match error {
            Error::Io { cause, .. } => cause,
            Error::Busy(_) => io::Error::new(io::ErrorKind::WouldBlock, error),
            _ => io::Error::new(io::ErrorKind::AlreadyExists, error),
        }
    }
}
