"""Words of a command line, as the command takes them: options before `--`, inputs behind it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence

from .._errors import UsageError

MOST = (1 << 20) + 1
"""Bytes of a file that a flag names: one more than the command takes, which says so."""

PLACE = "\0"
"""Stands where the path of a file comes; no word of a command line has it."""


def taken(words: list[str], name: str) -> list[str]:
    """Takes the values of an option of ours out of the words."""
    values: list[str] = []

    def take(value: str) -> None:
        values.append(value)

    words[:] = _with(words, name, take)
    return values


def silent(words: Sequence[str]) -> list[str]:
    """The command with these words, and without progress."""
    words = list(words)
    taken(words, "--progress")
    return ["urlset", "--progress=never", *words]


class TaskWords:
    """The same for tasks, which run elsewhere: what is in the files that the words name comes along."""

    def __init__(self, words: Sequence[str]) -> None:
        self.files: list[bytes] = []
        words = _with(words, "--map-file", lambda file: f"--map-file={self._take('--map-file', file)}")
        words = _with(words, "--robots", self._robots)
        # Of another machine it is the folder of the same name, whatever folder its tasks stand in.
        self.words = _with(words, "--tmp-dir", lambda folder: f"--tmp-dir={os.path.abspath(folder)}")

    def _robots(self, value: str) -> str:
        address, is_pair, file = value.partition("=")
        return f"--robots={address}={self._take('--robots', file)}" if is_pair else f"--robots={value}"

    def _take(self, flag: str, file: str) -> str:
        """Reads a file here; what cannot be read the command tells."""
        if os.path.exists(file) and not os.path.isfile(file):
            raise UsageError(f"{flag} {file}: no regular file; it is read more than once")
        try:
            with open(file, "rb") as opened:
                self.files.append(opened.read(MOST))
        except OSError:
            return file
        return f"{PLACE}{len(self.files) - 1}{PLACE}"

    @contextlib.contextmanager
    def here(self) -> Iterator[list[str]]:
        """The words where a task runs."""
        with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
            words = self.words
            for number, held in enumerate(self.files):
                path = os.path.join(folder, str(number))
                with open(path, "wb") as file:
                    file.write(held)
                words = [word.replace(f"{PLACE}{number}{PLACE}", path) for word in words]
            yield words


def _with(words: Sequence[str], name: str, change: Callable[[str], str | None]) -> list[str]:
    """The words with what `change` makes of each value of an option, `None` for nothing."""
    changed: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*changed, word, *rest]
        if word == name:
            made = change(next(rest, ""))
        elif word.startswith(name + "="):
            made = change(word[len(name) + 1 :])
        else:
            made = word
        changed += [] if made is None else [made]
    return changed
