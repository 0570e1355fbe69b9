//! What only the operating system can do: locks, exchanging folders, asking for a process.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// What came of asking for a lock.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    Gained,
    /// Another process has it.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nobody is asked there"))]
    Elsewhere,
    /// There are no locks on this file system.
    Unknown,
}

/// Locks a file or folder until it is closed, also by a kill.
#[cfg(unix)]
pub(crate) fn lock(file: &File) -> Lock {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Lock::Gained,
        Err(rustix::io::Errno::WOULDBLOCK) => Lock::Elsewhere,
        Err(_) => Lock::Unknown,
    }
}

#[cfg(not(unix))]
pub(crate) fn lock(_: &File) -> Lock {
    Lock::Unknown
}

/// Whether a process of this number runs, as far as can be seen.
#[cfg(unix)]
pub(crate) fn is_alive(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    let gone = |pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH);
    !pid.is_some_and(gone)
}

#[cfg(not(unix))]
pub(crate) fn is_alive(_: u32) -> bool {
    true
}

/// Makes two names change places at once.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether an exchange may work at all: this system, `folder` no mount point and ours to make anew,
/// its parent ours to change. Whether the file system can, only trying tells.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn may_exchange(folder: &Path, parent: &Path) -> bool {
    use rustix::fs::{Access, access};
    use std::os::unix::fs::MetadataExt;
    let (Ok(known), Ok(above)) = (folder.metadata(), parent.metadata()) else {
        return false;
    };
    let own = rustix::process::geteuid();
    // Only root gives folders away.
    (own.is_root() || known.uid() == own.as_raw())
        && known.dev() == above.dev()
        && access(parent, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn may_exchange(_: &Path, _: &Path) -> bool {
    false
}

/// Gives a new folder the mode and owner of another.
#[cfg(unix)]
pub(crate) fn liken(folder: &Path, model: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let made = folder.metadata()?;
    if (made.uid(), made.gid()) != (model.uid(), model.gid()) {
        chown(folder, Some(model.uid()), Some(model.gid()))?;
    }
    std::fs::set_permissions(folder, model.permissions())
}

#[cfg(not(unix))]
pub(crate) fn liken(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Tells a file from every other and from its own later states; a rename does not change it.
pub(crate) fn identity(file: &Metadata) -> String {
    let changed = file.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let changed = changed.map_or(0, |time| time.as_nanos());
    #[cfg(unix)]
    let number = {
        use std::os::unix::fs::MetadataExt;
        format!("{}.{}", file.dev(), file.ino())
    };
    #[cfg(not(unix))]
    let number = "0";
    format!("{number}.{}.{changed}", file.len())
}

/// What tells a file from every other, whatever it is called.
#[cfg(unix)]
pub(crate) fn node(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
pub(crate) fn node(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Whether `path` still leads to the open folder.
#[cfg(unix)]
pub(crate) fn is_at(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: &Metadata, b: &Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    matches!((open.metadata(), path.metadata()), (Ok(a), Ok(b)) if same(&a, &b))
}

#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, _: &Path) -> bool {
    true
}
