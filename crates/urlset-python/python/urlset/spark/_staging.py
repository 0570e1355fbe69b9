"""Where tasks put files before the driver publishes them."""

from __future__ import annotations

import os
import shutil
import time

LEFT = 24 * 60 * 60
"""Seconds in which a write changes something, if it is not over."""


CANCELLED = 10
"""Seconds in which a task that was cancelled is over."""


def place_of(folder: str, what: str) -> tuple[str, str]:
    """The folder in which files of a set wait, and how names there begin: beside that of the set, or in it where it is a file
    system of its own, which a rename cannot leave, or where nothing can be made beside it."""
    folder = os.path.realpath(folder)
    beside, name = os.path.split(folder)
    if os.path.isdir(folder) and (_is_its_own(folder, beside) or not os.access(beside, os.W_OK)):
        return folder, f".urlset-{what}-"
    return beside, f".{name}.urlset-{what}-"


def _is_its_own(folder: str, beside: str) -> bool:
    return os.path.ismount(folder) or os.stat(folder).st_dev != os.stat(beside).st_dev


def remove(path: str) -> None:
    """Removes such a folder. A task that was cancelled may write into it a moment longer; what is left for all that goes with
    the next write to the same set."""
    until = time.monotonic() + CANCELLED
    while os.path.lexists(path) and time.monotonic() < until:
        shutil.rmtree(path, ignore_errors=True)
        time.sleep(0.05)


def sweep(beside: str, begin: str) -> None:
    """Removes what drivers left that were killed. No process lives from the beginning of a frame's write to its end and could
    lock it, so nothing is removed in which something changed within a day."""
    for name in os.listdir(beside) if os.path.isdir(beside) else ():
        path = os.path.join(beside, name)
        if name.startswith(begin) and _changed(path) < time.time() - LEFT:
            shutil.rmtree(path, ignore_errors=True)


def _changed(folder: str) -> float:
    """When something in a folder changed last; what cannot be looked at does so now."""
    newest = 0.0
    try:
        for at, _, names in os.walk(folder):
            newest = max(newest, *(os.lstat(os.path.join(at, name)).st_mtime for name in (".", *names)))
    except OSError:
        return time.time()
    return newest or time.time()
