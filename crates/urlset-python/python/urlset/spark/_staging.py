"""Where tasks put files before the driver publishes them."""

from __future__ import annotations

import os


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
