"""What is raised, by the exit codes of the command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._findings import Finding, Summary


class Error(Exception):
    """What ended a job."""

    code = 70
    """The exit code that the command has for it."""

    finding: Finding | None = None
    """The finding that ended the reading, if one did."""

    summary: Summary | None = None
    """What the command reports all the same, if it does."""

    def __init__(self, message: str, finding: str | None = None) -> None:
        super().__init__(message)
        if finding is not None:
            from ._findings import Finding

            self.finding = Finding.of(json.loads(finding))


class UsageError(Error, ValueError):
    """Wrong usage: an option that there is not, or a value that it does not take."""

    code = 2


class InputError(Error):
    """An input could not be read or recognised; others may have been."""

    code = 3


class DataError(Error):
    """Data broken beyond the chosen mode, or a document that ends too early."""

    code = 4


class LossError(DataError):
    """Entries or fields were left out. What could be kept was written, unless ``strict``: ``summary`` says which."""


class OutputError(Error):
    """Output could not be written, or would be unsafe."""

    code = 5


class LimitError(Error):
    """A limit was hit: of memory, of the disk, of what a compressed file may become, of depth."""

    code = 6


class BugError(Error):
    """A bug in urlset. No output was published."""


class FindingWarning(UserWarning):
    """Something was left out of what is read, and nobody listens: see ``on_finding`` and ``findings``."""


OF_CODE: dict[int, type[Error]] = {
    2: UsageError,
    3: InputError,
    4: LossError,
    5: OutputError,
    6: LimitError,
}
